// bundle.c: prints what core/bundle.c reads of a bundle, for bundle.t: `bundle sections <BUNDLE` as a list of sections, like
// bundle.mjs, and `bundle again <BUNDLE` as a bundle that is written anew of what was read.

#include "lab/core/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };

static void put_sections(Writer *out, Span bundle)
{
    writer_open(out, NULL, '[');
    for (Span head, bytes; bundle_next(&bundle, &head, &bytes);) {
        writer_open(out, NULL, '{');
        writer_bytes(out, "head", head.at, (size_t)head.length);
        writer_bytes(out, "body", bytes.at, (size_t)bytes.length);
        writer_close(out, '}');
    }
    writer_close(out, ']');
    writer_puts(out, "\n");
}

// Returns a piece as a text of its own, until the next call.
static const char *text_of(Span s)
{
    static char text[512];
    snprintf(text, sizeof text, "%.*s", s.length, s.at);
    return text;
}

// Writes the bundle in the order in which the build writes its sections, and `given` last, as the page's judge does.
static void put_again(Writer *out, Span bundle)
{
    Bundle b;
    bundle_read(&b, bundle);
    bundle_put_spec(out, b.spec.at, (size_t)b.spec.length);
    for (int i = 0; i < b.kernel_count; i++)
        bundle_put_kernel(out, text_of(b.kernels[i].mangled), b.kernels[i].name.at,
                          (size_t)b.kernels[i].name.length);
    for (int i = 0; i < b.assembled_count; i++) {
        SimAssembled a = {.registers = (int)b.assembled[i].registers};
        bundle_read_assembled(b.assembled[i].lines, &a);
        bundle_put_assembled(out, text_of(b.assembled[i].kernel), (int)b.assembled[i].arch, &a);
        free(a.lines);
    }
    bundle_put_ptx(out, b.ptx.at, (size_t)b.ptx.length);
    for (int i = 0; i < b.source_count; i++)
        bundle_put_source(out, text_of(b.sources[i].file), (int)b.sources[i].line,
                          b.sources[i].text.at, (size_t)b.sources[i].text.length);
    for (int i = 0; i < b.given_count; i++) {
        static unsigned char bytes[MOST];
        size_t count = (size_t)b.given[i].bytes.length / 2;
        if (count < MOST && bundle_read_given(b.given[i].bytes, bytes, count))
            bundle_put_given(out, text_of(b.given[i].name), bytes, count);
    }
}

int main(int argc, char **argv)
{
    static char text[MOST];
    size_t length = fread(text, 1, sizeof text, stdin);
    Writer out = {0};
    if (argc == 2 && strcmp(argv[1], "sections") == 0)
        put_sections(&out, (Span){text, (int)length});
    else if (argc == 2 && strcmp(argv[1], "again") == 0)
        put_again(&out, (Span){text, (int)length});
    else
        return 2;
    fwrite(out.at, 1, out.length, stdout);
    writer_free(&out);
    return 0;
}
