#!/usr/bin/env bash
# tools/class/slurm on a Slurm that the test starts on this machine, where Debian's slurm-wlm is installed: an array of shares, a task that
# is lost, and the job that collects. It runs beside any other Slurm, with a key, ports and folders of its own.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/stand-in.sh"

PATH=$PATH:/usr/sbin
needs_tools slurmctld slurmd munged sbatch # of the packages slurm-wlm and munge
[ "$(id -u)" = 0 ] || skip_all "starting Slurm's daemons needs root"
needs_sandbox
make_stand_in
cp -r tools/class/slurm "$house/tools/class/"
printf 'chosen:\n' >"$house/Makefile" # submit.sh has make build the judges; here they are there already

# ---- A cluster of one machine ------------------------------------------------------------------------------

slurm=$work/slurm
mkdir -p "$slurm"/{state,spool,munge}
chmod 755 "$work" "$slurm"
head -c 1024 /dev/urandom >"$slurm/key"
chmod 700 "$slurm/munge"
chmod 400 "$slurm/key"
port=$((20000 + RANDOM % 20000))
cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthInfo=socket=$slurm/munge/socket
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=4 RealMemory=16000
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
export SLURM_CONF=$slurm/slurm.conf
daemons=()
stop_cluster()
{
    kill "${daemons[@]}" 2>/dev/null
    wait "${daemons[@]}" 2>/dev/null
    rm -rf "$work"
}
trap stop_cluster EXIT
munged --foreground --force --key-file="$slurm/key" --socket="$slurm/munge/socket" --pid-file="$slurm/munge/pid" \
    --log-file="$slurm/munge/log" --seed-file="$slurm/munge/seed" >/dev/null 2>&1 &
daemons+=($!)
slurmctld -D >/dev/null 2>&1 &
daemons+=($!)
slurmd -D >/dev/null 2>&1 &
daemons+=($!)

# shellcheck disable=SC2317 # called by until_true
idle() { [ "$(sinfo -h -o %t)" = idle ]; }
# shellcheck disable=SC2317
all_done() { [ -z "$(squeue -h)" ]; }
ok 'a cluster of one machine is up' until_true idle

# ---- An array, a lost task, the collection -----------------------------------------------------------------

class=$work/class
for student in ann bob cay dan eve fay; do
    mkdir -p "$class/$student"
    echo "// right $student" >"$class/$student/ex3-1.cu"
done
echo '// right, but slow' >"$class/bob/ex3-1.cu"
to=$work/plain
mkdir "$to" "$work/cluster"
echo 0123456789abcdef | tee "$to/seed.txt" >"$work/cluster/seed.txt"
touch "$work/hurry"
grade -e 3-1 --due "2000-01-01 00:00" "$class"
is 'without a cluster' "$status" 0
rm "$work/hurry"

run "$house/tools/class/slurm/submit.sh" "$class" "$work/cluster" 3-1 3 --due "2000-01-01 00:00"
is 'submitted' "$status" 0
has 'it says how to look' "$out" 'array job [0-9]+ judges, job [0-9]+ writes'
array=$(sed -n 's/array job \([0-9]*\).*/\1/p' <<<"$out")
# shellcheck disable=SC2317
others_done() { [ "$(squeue -h -r -j "$array" | wc -l)/$(find "$work/cluster/units" -name '*.json' | wc -l)" = 1/5 ]; }
ok 'two shares are judged, one hangs over its second' until_true others_done
has 'it is the second' "$(squeue -h -r -j "$array" -o %i)" "^${array}_2$"
ok 'no grades yet' test ! -e "$work/cluster/grades.csv"
touch "$work/hurry"
scancel --signal=KILL --full "${array}_2"
ok 'the task is lost, and the last job runs' until_true all_done
ok 'what was lost is judged by it: the grades are the same' cmp "$to/grades.csv" "$work/cluster/grades.csv"
ok 'results too' diff -r "$to/results" "$work/cluster/results"
has 'it kept what the shares had judged' "$(cat "$house"/grade-*.log)" 'grades.csv: 6 students; 1 judged in [0-9]+ s, 5 kept'

done_testing
