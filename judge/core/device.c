// device.c: a device, with the code that it is to run and the record of its run. What it is, and how it is reached, its host knows.

#include "core.h"

#include <stdlib.h>

void device_start(Device *d)
{
    d->start(d);
    d->started = true;
    for (uint32_t i = 0; i < WIRE_SLOTS; i++) {
        if (!d->codes[i].bytes)
            continue;
        WireRequest r = {.op = WIRE_MODULE, .a = i, .bytes = d->codes[i].length};
        Reply reply = d->answer(d, &r, d->codes[i].bytes);
        if (reply.status != WIRE_OK) // a question that does not depend on the submission
            cannot_work("the %s device has ended: %s", d->word, reply.text);
        free(reply.text);
    }
}

void device_stop(Device *d)
{
    d->stop(d);
    d->started = false;
}

Reply device_ask(Device *d, bool keeps, WireRequest r, const void *bytes)
{
    if (r.op == WIRE_BEGIN && keeps)
        record_begin(&d->record);
    record_add(&d->record, &r, bytes);
    // cppcheck-suppress returnDanglingLifetime; a Reply keeps nothing of the request
    return d->answer(d, &r, bytes);
}
