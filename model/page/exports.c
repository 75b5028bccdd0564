// exports.c: the model for a page's script, compiled for WebAssembly with the lab's core (lab/core/exports.c), whose `room` is where
// texts and bytes come from. The module imports nothing. Like a child of ./say, which tries a kernel in a process of its own, an
// instance is used once: to try one kernel, or to write one text.
//
//   modelAbout()                    returns the steps and the devices that can be simulated, as JSON
//   modelOpen(bytes, n, word, try)  reads the weights and simulates a device: for a trial under checks, or for a text
//   modelTake(step, ptx, n)         takes a step's kernel
//   modelBegin(prompt)              begins the text
//   modelTry(step)                  tries a kernel on it: 1 if its result differs
//   modelNext()                     writes a character, and returns it
//   modelWrong()                    returns what a kernel has done wrong so far; "" if nothing
//   modelSpeed()                    returns the tokens per second, as modelled
//
// modelOpen, modelTake and modelBegin return "", or why they can't do it.

#include "model/page/page.h"

#include "lab/core/writer.h"
#include "warpsim.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static Model *model;

static const char *said(const char *why)
{
    return why ? why : "";
}

const char *EXPORT(modelAbout)(void)
{
    static Writer out;
    const SimDevice *d;
    writer_clear(&out);
    writer_open(&out, NULL, '{');
    writer_open(&out, "steps", '[');
    for (const Step *s = steps; s < steps + STEPS; s++) {
        writer_open(&out, NULL, '{');
        writer_string(&out, "exercise", s->exercise);
        writer_string(&out, "kernel", s->kernel);
        writer_close(&out, '}');
    }
    writer_close(&out, ']');
    writer_open(&out, "devices", '[');
    for (int i = 0; (d = sim_device_at(i)); i++) {
        writer_open(&out, NULL, '{');
        writer_string(&out, "word", d->word);
        writer_string(&out, "name", d->name);
        writer_close(&out, '}');
    }
    writer_close(&out, ']');
    writer_close(&out, '}');
    return out.at;
}

const char *EXPORT(modelOpen)(const void *bytes, size_t size, const char *word, int check)
{
    if (!device_begin(word, check))
        return "can't be simulated here";
    return said(model_read(bytes, size, device_memory, &model));
}

const char *EXPORT(modelTake)(int step, const char *ptx, size_t size)
{
    steps[step].doer = BY_KERNEL;
    return said(device_take(&steps[step], ptx, size));
}

const char *EXPORT(modelBegin)(const char *prompt)
{
    return said(text_begin(model, prompt));
}

int EXPORT(modelTry)(int step)
{
    return text_tries(model, &steps[step]);
}

int EXPORT(modelNext)(void)
{
    return text_next(model);
}

const char *EXPORT(modelWrong)(void)
{
    return said(device_wrong());
}

double EXPORT(modelSpeed)(void)
{
    return token_count / (cpu_operations * SECONDS_PER_OPERATION + device_seconds());
}
