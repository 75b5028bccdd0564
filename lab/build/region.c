// region.c: recognizes the marks of regions (see region.h).

#include "region.h"

#include "base/base.h"

#include <string.h>

static bool take(Span *rest, const char *text)
{
    int length = (int)strlen(text);
    if (rest->length < length || memcmp(rest->at, text, (size_t)length) != 0)
        return false;
    *rest = (Span){rest->at + length, rest->length - length};
    return true;
}

static bool in_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '.' || c == '-';
}

RegionMark region_mark(const char *line, size_t length, Span *name)
{
    Span rest = span_trim((Span){line, (int)length});
    RegionMark mark = take(&rest, "// [begin ") ? REGION_BEGIN
                      : take(&rest, "// [end ") ? REGION_END
                                                : REGION_NONE;
    *name = (Span){rest.at, 0};
    while (name->length < rest.length && in_name(rest.at[name->length]))
        name->length++;
    bool whole =
        name->length > 0 && rest.length == name->length + 1 && rest.at[name->length] == ']';
    return whole ? mark : REGION_NONE;
}
