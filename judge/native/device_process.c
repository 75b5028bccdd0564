// device.c: the judge's end of the pipes to a device process. If a device process dies or takes too long, the case fails, and a
// new process is started for the next case.

#include "core.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REPLY = 1 << 30 };

// Returns how many seconds of the clock an answer may take. The simulator limits its work itself, so there this is the last resort.
static double time_for(const Device *d, const Place *p)
{
    return d->capability ? p->seconds : CLOCK_SHARE * p->seconds;
}

// Asks a question that does not depend on the submission: if no answer comes, the machine is at fault.
static Reply ask_ready(Device *d, const Place *p, WireRequest r, const void *bytes)
{
    Reply reply = device_ask(d, p, r, bytes);
    if (reply.status != WIRE_OK)
        cannot_work("the %s process does not start (%s); was it built on another computer?",
                    d->word, d->program);
    return reply;
}

void device_start(Device *d, const Place *p)
{
    const char *const argv[] = {d->program, NULL};
    bool gpu = strcmp(d->word, "gpu") == 0;
    d->process = process_start(p, gpu ? PROCESS_GPU : PROCESS_SIMULATOR, argv);
    Reply hello = ask_ready(d, p, (WireRequest){.op = WIRE_HELLO}, NULL);
    free(d->name);
    d->name = hello.text;
    d->capability = (int)hello.value;
    for (uint32_t i = 0; i < WIRE_SLOTS; i++) {
        const Compiled *m = d->modules[i];
        if (m)
            free(ask_ready(d, p, (WireRequest){.op = WIRE_MODULE, .a = i, .bytes = m->length},
                           m->code)
                     .text);
    }
}

void device_stop(Device *d)
{
    process_kill(&d->process);
}

// Ends a process that has died or is late, and returns the fault.
static Reply give_up(Device *d, const Place *p, bool late)
{
    static const char ask[] = "does a loop or a wait never end?";
    bool used_up = process_used_its_time(process_kill(&d->process));
    char *text =
        account_why() ? text_make("%s", account_why())
        : used_up ? text_make("No end within %.0f seconds of processor time: %s", p->seconds, ask)
        : late    ? text_make("No end within %.0f seconds: %s", time_for(d, p), ask)
                  : text_make(
                        "The kernel ended the device process: it needs more memory than it may have.");
    return (Reply){.status = WIRE_FAULT, .text = text, .bytes = strlen(text)};
}

Reply device_ask(Device *d, const Place *p, WireRequest r, const void *bytes)
{
    double deadline = now() + time_for(d, p);
    WireReply head;
    if (r.op == WIRE_BEGIN && p->looks)
        record_begin(&d->record);
    record_add(&d->record, &r, bytes);
    if (!process_write(&d->process, &r, sizeof r, deadline) ||
        !process_write(&d->process, bytes, r.bytes, deadline) ||
        !process_read(&d->process, &head, sizeof head, deadline) || head.bytes > MOST_REPLY)
        return give_up(d, p, now() >= deadline);
    char *text = calloc(1, head.bytes + 1);
    if (!text)
        cannot_work("no memory");
    if (!process_read(&d->process, text, head.bytes, deadline)) {
        free(text);
        return give_up(d, p, now() >= deadline);
    }
    if (head.status == WIRE_FAULT && d->capability)
        device_stop(d); // after a fault a GPU's process is of no further use
    return (Reply){(WireStatus)head.status, head.value, head.extra, head.bytes, text};
}
