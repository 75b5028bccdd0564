// streams.js: reads what `qpdf --json=2 --json-stream-data=inline --decode-level=none` says of a PDF,
// prints each compressed stream that zlib does not read to its last byte, how many it reads whole, and the outline's first titles.
// Exit status: 0 it reads all of them; 1 it does not, or there is none.
'use strict';
const zlib = require('node:zlib');
const [, objects] = JSON.parse(require('node:fs').readFileSync(0)).qpdf;

let count = 0, whole = 0;
for (const [name, { stream }] of Object.entries(objects)) {
    if (stream?.dict['/Filter'] !== '/FlateDecode')
        continue;
    count++;
    const data = Buffer.from(stream.data, 'base64');
    try {
        const read = zlib.inflateSync(data, { info: true }).engine.bytesWritten;
        if (read === data.length)
            whole++;
        else
            console.log(`${name}: ends after ${read} of ${data.length} bytes`);
    } catch (error) {
        console.log(`${name}: ${error.message}`);
    }
}
console.log(`${whole} whole`);
const value = reference => objects[`obj:${reference}`].value;
const root = Object.values(objects).find(o => o.value?.['/Type'] === '/Catalog').value['/Outlines'];
for (let at = root && value(root)['/First']; at; at = value(at)['/Next'])
    console.log(`outline: ${value(at)['/Title'].slice('u:'.length)}`);
process.exitCode = count > 0 && whole === count ? 0 : 1;
