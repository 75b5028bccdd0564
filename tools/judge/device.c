// device.c: the judge's end of the pipes to a device process. A device process that dies, or takes longer than a launch
// may, is started anew for the next case; the one at hand fails.

#include "engine.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REPLY = 1 << 30 };

void device_start(Device *d, const Place *p)
{
    const char *const argv[] = {d->program, NULL};
    bool gpu = strcmp(d->word, "gpu") == 0;
    d->process = process_start(p, gpu ? PROCESS_GPU : PROCESS_SIMULATOR, argv);
    Reply hello = device_ask(d, p, (WireRequest){.op = WIRE_HELLO}, NULL);
    if (hello.status != WIRE_OK)
        cannot_work("the %s process does not start (%s)", d->word, d->program);
    free(d->name);
    d->name = hello.text;
    d->capability = (int)hello.value;
    for (uint32_t i = 0; i < WIRE_SLOTS; i++) {
        const Compiled *m = d->modules[i];
        if (m)
            free(device_ask(d, p, (WireRequest){.op = WIRE_MODULE, .a = i, .bytes = m->length},
                            m->code)
                     .text);
    }
}

void device_stop(Device *d)
{
    process_kill(&d->process);
}

// Ends the process: whatever it would still say is not wanted.
static Reply give_up(Device *d, const Place *p, double begun)
{
    if (process_interrupted())
        cannot_work("interrupted");
    double seconds = now() - begun;
    device_stop(d);
    char *text =
        d->total_left <= seconds ? text_format("The time limit for all cases together is over.")
        : seconds >= p->seconds
            ? text_format("No end within %.0f seconds: does a loop or a wait never end?",
                          p->seconds)
            : text_format(
                  "The kernel ended the device process: it needs more memory than it may have.");
    d->total_left -= seconds;
    return (Reply){.status = WIRE_FAULT, .text = text, .bytes = strlen(text)};
}

Reply device_ask(Device *d, const Place *p, WireRequest r, const void *bytes)
{
    double begun = now();
    double deadline = begun + (d->total_left < p->seconds ? d->total_left : p->seconds);
    WireReply head;
    if (!process_write(&d->process, &r, sizeof r, deadline) ||
        !process_write(&d->process, bytes, r.bytes, deadline) ||
        !process_read(&d->process, &head, sizeof head, deadline) || head.bytes > MOST_REPLY)
        return give_up(d, p, begun);
    char *text = calloc(1, head.bytes + 1);
    if (!text)
        cannot_work("no memory");
    if (!process_read(&d->process, text, head.bytes, deadline)) {
        free(text);
        return give_up(d, p, begun);
    }
    d->total_left -= now() - begun;
    if (head.status == WIRE_FAULT && d->capability)
        device_stop(d); // a GPU's fault stays with the process
    return (Reply){(WireStatus)head.status, head.value, head.extra, head.bytes, text};
}
