// bundle.js: takes a lab's bundle apart and puts it together again, so that an edited kernel goes back into its lab.
// core/bundle.h describes the format; tests/lab/bundle.t holds both to it.

// Returns a bundle's sections. Where one should begin and there is none, the bundle ends.
export function readBundle(text) {
    const bytes = new TextEncoder().encode(text), sections = [], words = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
    for (let at = 0; at < bytes.length;) {
        const line = bytes.indexOf(10, at), [, head, count] = /^(?:(.*) )?(\d+)$/s.exec(words(at, Math.max(line, at))) || [];
        const from = line + 1, to = from + Number(count);
        if (!(to <= bytes.length)) break;
        sections.push({ head: (head || '').replace(/^[ \t]+|[ \t]+$/g, ''), body: words(from, to) });
        at = to + (bytes[to] === 10);
    }
    return sections;
}

export const writeBundle = sections => sections.map(({ head, body }) => `${head} ${new TextEncoder().encode(body).length}\n${body}\n`).join('');

// Returns the bundle with new PTX. `source` is the file `path` as it is now, `given` the same file in the book. What ptxas made of
// the book's kernels is left out. The lines of the file that were shown are shown again, with what was written between them.
export function editBundle(text, path, given, source, ptx) {
    const sections = readBundle(text), own = sections.filter(s => s.head.startsWith(`source ${path} `));
    const lines = source.split('\n'), before = given.split('\n').length;
    const first = Math.min(...own.map(s => Number(s.head.split(' ')[2])));
    const last = Math.max(...own.map(s => Number(s.head.split(' ')[2]) + s.body.replace(/\n$/, '').split('\n').length - 1));
    const shown = lines.slice(first - 1, Math.max(lines.length - (before - last), first)).map(l => `${l}\n`).join('');
    return writeBundle([
        ...sections.filter(s => !own.includes(s) && s.head !== 'ptx' && !s.head.startsWith('assembled ')),
        { head: 'ptx', body: ptx },
        { head: `source ${path} ${first}`, body: shown },
    ]);
}

// Returns the source file of a lab's program, chapters/ch3-reduction/reduce.cu for ch3-reduce. chapters: the folders' names.
export function programPath(text, chapters) {
    const program = /^program +(\S+)/m.exec(text)[1], [chapter, ...rest] = program.split('-');
    const folder = chapters.find(f => f.startsWith(`${chapter}-`));
    return `chapters/${folder}/${rest.join('-')}.cu`;
}
