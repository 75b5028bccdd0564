// device_process.c: a device as a child process, with which the judge talks through two pipes. If it dies or takes too long, the case
// fails, and a new process is started for the next case.

#include "native.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REPLY = 1 << 30 };

static DeviceProcess *process_of(Device *d)
{
    return (DeviceProcess *)(void *)d;
}

// Returns how many seconds of the clock an answer may take. The simulator limits its work itself, so there this is the last resort.
static double time_for(const DeviceProcess *d)
{
    double seconds = d->place->seconds;
    return d->capability ? seconds : CLOCK_SHARE * seconds;
}

static void stop(Device *device)
{
    process_kill(&process_of(device)->process);
}

// Ends a process that has died or is late, and returns the fault.
static Reply give_up(DeviceProcess *d, bool late)
{
    static const char ask[] = "does a loop or a wait never end?";
    bool used_up = process_used_its_time(process_kill(&d->process));
    double seconds = d->place->seconds;
    char *text =
        account_why() ? text_make("%s", account_why())
        : used_up     ? text_make("No end within %.0f seconds of processor time: %s", seconds, ask)
        : late
            ? text_make("No end within %.0f seconds: %s", time_for(d), ask)
            : text_make(
                  "The kernel ended the device process: it needs more memory than it is allowed.");
    d->device.started = false;
    return (Reply){.status = WIRE_FAULT, .text = text, .bytes = strlen(text)};
}

static Reply answer(Device *device, const WireRequest *r, const void *bytes)
{
    DeviceProcess *d = process_of(device);
    double deadline = now() + time_for(d);
    WireReply head;
    if (!process_write(&d->process, r, sizeof *r, deadline) ||
        !process_write(&d->process, bytes, r->bytes, deadline) ||
        !process_read(&d->process, &head, sizeof head, deadline) || head.bytes > MOST_REPLY)
        return give_up(d, now() >= deadline);
    char *text = calloc(1, head.bytes + 1);
    if (!text)
        cannot_work("no memory");
    if (!process_read(&d->process, text, head.bytes, deadline)) {
        free(text);
        return give_up(d, now() >= deadline);
    }
    if (head.status == WIRE_FAULT && d->capability)
        device_stop(device); // after a fault a GPU's process is of no further use
    return (Reply){(WireStatus)head.status, head.value, head.extra, head.bytes, text};
}

static void start(Device *device)
{
    DeviceProcess *d = process_of(device);
    const char *const argv[] = {d->program, NULL};
    bool gpu = strcmp(device->word, "gpu") == 0;
    d->process = process_start(d->place, gpu ? PROCESS_GPU : PROCESS_SIMULATOR, argv);
    Reply hello = answer(device, &(WireRequest){.op = WIRE_HELLO}, NULL);
    if (hello.status != WIRE_OK)
        cannot_work("the %s process can't be started (%s); was it built on another computer?",
                    device->word, d->program);
    d->capability = (int)hello.value;
    free(hello.text);
}

DeviceProcess device_process(const Place *p, const char *word, const char *program)
{
    return (DeviceProcess){
        .device = {.word = word, .start = start, .answer = answer, .stop = stop},
        .place = p,
        .program = program,
    };
}
