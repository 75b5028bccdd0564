#!/bin/sh
# serve.sh MAKE...: builds the web site whenever a file changes and serves it on this machine only.
# MAKE is the command that builds it; $PORT is the port, 8000 unless set. The file `stamp` changes with each
# build; the pages ask for it and load themselves again when it has changed. Control-C ends the server.
set -eu

html=build/book/html
port=${PORT:-8000}
tools/need.sh busybox >/dev/null
mkdir -p "$html"

busybox httpd -f -p "127.0.0.1:$port" -h "$html" &
server=$!
seen=$(mktemp)
trap 'kill "$server" 2>/dev/null; rm -f "$seen"' EXIT
trap 'exit 0' INT TERM
sleep 0.2
if ! kill -0 "$server" 2>/dev/null; then
    echo "serve: port $port is in use; choose another: make serve PORT=8001" >&2
    exit 2
fi
echo "http://127.0.0.1:$port/ (Control-C stops it)"

# An error in a page is told once, not at every save. The other pages are built all the same.
told=
touch -d '1 January 2000' "$seen"
while sleep 0.3; do
    find notes chapters exercises common compile simulator results -newer "$seen" -print -quit 2>/dev/null | grep -q . || continue
    touch "$seen"
    said=$("$@" -k 2>&1 | grep -v '^make') || true
    if [ "$said" != "$told" ]; then
        [ -z "$said" ] || printf '%s\n' "$said"
        [ -n "$said" ] || echo 'no errors'
        told=$said
    fi
    now=$(cat "$html"/*.html "$html"/*/*.css "$html"/*/*.js | cksum)
    if [ "$now" != "$(cat "$html/stamp" 2>/dev/null)" ]; then
        echo "$now" >"$html/stamp"
        date '+%H:%M:%S built'
    fi
done
