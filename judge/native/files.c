// files.c: files read and written whole.

#include "native.h"

#include "host/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// Returns zeroed bytes.
static char *room_for(size_t bytes)
{
    char *room = calloc(1, bytes);
    if (!room)
        cannot_work("no memory");
    return room;
}

char *file_bytes(const char *path, size_t most, size_t *length)
{
    struct stat s;
    int file =
        open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // with O_NONBLOCK a FIFO does not block
    if (file < 0)
        return NULL;
    char *text = NULL;
    int error = fstat(file, &s) != 0 ? errno : !S_ISREG(s.st_mode) ? EINVAL : 0;
    if (!error && s.st_size > (off_t)most)
        error = EFBIG;
    if (!error) {
        size_t size = (size_t)s.st_size;
        text = room_for(size + 1);
        ssize_t n = 1;
        for (*length = 0; *length < size && n > 0; *length += n > 0 ? (size_t)n : 0)
            n = read(file, text + *length, size - *length);
        error = n < 0 ? errno : 0;
    }
    if (error) {
        free(text);
        text = NULL;
    }
    close(file);
    errno = error;
    return text;
}

char *file_stream(const char *path, size_t most, size_t *length)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    char *text = room_for(most + 1);
    ssize_t n = 1;
    for (*length = 0; *length < most && n > 0; *length += n > 0 ? (size_t)n : 0)
        n = read(file, text + *length, most - *length);
    close(file);
    return text;
}

bool file_write(const char *path, const char *bytes, size_t length)
{
    char *aside;
    FILE *out = whole_file_open(path, &aside);
    if (out)
        fwrite(bytes, 1, length, out);
    return out && whole_file_end(out, aside, path);
}
