// results.c: the verdict for machines: Gradescope's results.json, and JUnit's XML.
//
// Gradescope's form: https://gradescope-autograders.readthedocs.io/en/latest/specs/ . The first test stands for the whole
// exercise and has its score. One test for each case and device follows and says what happened. All text is made valid UTF-8
// first (text_clean), which both forms require.

#include "core.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 16 << 10 }; // bytes of one message

// ---- JSON (RFC 8259) ------------------------------------------------------------------------------------------------

static void json_string(FILE *out, const char *text)
{
    char *clean = text_clean(text, strlen(text), MOST_TEXT);
    fputc('"', out);
    for (const char *p = clean; *p; p++)
        if (*p == '\n' || *p == '\t')
            fputs(*p == '\n' ? "\\n" : "\\t", out);
        else
            fprintf(out, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
    fputc('"', out);
    free(clean);
}

static void json_text(FILE *out, const char *text)
{
    if (text)
        json_string(out, text);
    else
        fputs("null", out);
}

static void json_case(FILE *out, const Verdict *v, const CaseResult *r, size_t number)
{
    char *title = text_make("%s%s (%s)", verdict_kind(v, r->c), r->c->what, r->device);
    fprintf(out, ",\n    {\"number\": \"1.%zu\", \"name\": ", number);
    json_string(out, title);
    fprintf(out, ", \"score\": 0, \"max_score\": 0, \"status\": \"%s\"",
            r->state == CASE_PASSED ? "passed" : "failed");
    fputs(", \"output_format\": \"text\", \"output\": ", out);
    json_string(out, r->state == CASE_SKIPPED ? "not run: an earlier case failed"
                     : r->why                 ? r->why
                                              : "");
    fprintf(out, ", \"tags\": [\"%s\"], \"visibility\": \"visible\"}", r->device);
    free(title);
}

char *results_json(const Verdict *v)
{
    char *text, *report = verdict_text(v, false);
    char *name = text_make("%s  %s", v->name, v->title);
    size_t size;
    bool passed = verdict_passed(v);
    double score = floor(100 * verdict_score(v) + 0.5) / 100;
    FILE *out = text_open(&text, &size);
    fprintf(out, "{\n  \"score\": %g,\n  \"execution_time\": %.3f,\n", score, v->seconds);
    fputs("  \"output\": ", out);
    json_string(out, report);
    fputs(",\n  \"output_format\": \"text\",\n  \"visibility\": \"visible\",\n"
          "  \"stdout_visibility\": \"hidden\",\n",
          out);
    fprintf(out,
            "  \"extra_data\": {\"exercise\": \"%s\", \"seed\": %" PRIu64
            ", \"cgroup\": %s, \"speed\": ",
            v->name, v->seed, v->grouped ? "true" : "false");
    json_text(out, v->speed);
    fputs(", \"compiler\": ", out);
    json_text(out, v->compiler);
    if (v->warned && !verdict_passed(v)) {
        fputs(", \"warnings\": ", out);
        json_string(out, v->warned);
    }
    if (verdict_has_own_numbers(v)) {
        fputs(", \"numbers of\": ", out);
        json_string(out, v->terms->student);
    }
    fputs(", \"level\": ", out);
    levels_json(out, v);
    fputs("},\n  \"tests\": [\n    {\"number\": \"1\", \"name\": ", out);
    json_string(out, name);
    fprintf(out, ", \"score\": %g, \"max_score\": %d, \"status\": \"%s\"", score,
            v->terms->exercise->points, passed ? "passed" : "failed");
    fputs(", \"output_format\": \"text\", \"output\": ", out);
    json_string(out, v->trouble ? v->trouble : "");
    fputs(", \"tags\": [], \"visibility\": \"visible\"}", out);
    for (size_t i = 0; i < v->count; i++)
        json_case(out, v, &v->results[i], i + 1);
    fputs("\n  ],\n  \"leaderboard\": []\n}\n", out);
    fclose(out);
    free(report);
    free(name);
    return text;
}

// ---- JUnit XML (as Jenkins and GitLab read it) ----------------------------------------------------------------------

static void xml_text(FILE *out, const char *text)
{
    char *clean = text_clean(text, strlen(text), MOST_TEXT);
    for (const char *p = clean; *p; p++)
        switch (*p) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*p, out);
        }
    free(clean);
}

static void xml_case(FILE *out, const Verdict *v, const CaseResult *r)
{
    fprintf(out, "    <testcase classname=\"%s.%s\" name=\"", v->name, r->device);
    fputs(verdict_kind(v, r->c), out);
    xml_text(out, r->c->what);
    fputs("\">", out);
    if (r->why) {
        fputs("<failure message=\"failed\">", out);
        xml_text(out, r->why);
        fputs("</failure>", out);
    } else if (r->state == CASE_SKIPPED)
        fputs("<skipped/>", out);
    fputs("</testcase>\n", out);
}

char *results_junit(const Verdict *v)
{
    char *text;
    size_t size, failures = 0, skipped = 0;
    bool passed = verdict_passed(v);
    FILE *out = text_open(&text, &size);
    for (size_t i = 0; i < v->count; i++) {
        failures += v->results[i].state == CASE_FAILED;
        skipped += v->results[i].state == CASE_SKIPPED;
    }
    bool whole = !passed && !failures; // the exercise failed, but no case did
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites>\n"
            "  <testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\""
            " time=\"%.3f\">\n",
            v->name, v->count + whole, failures + whole, skipped, v->seconds);
    if (whole) {
        fprintf(out,
                "    <testcase classname=\"%s\" name=\"submission\"><failure message=\"failed\">",
                v->name);
        xml_text(out, v->trouble ? v->trouble : "nothing was judged");
        fputs("</failure></testcase>\n", out);
    }
    for (size_t i = 0; i < v->count; i++)
        xml_case(out, v, &v->results[i]);
    fputs("  </testsuite>\n</testsuites>\n", out);
    fclose(out);
    return text;
}
