// compiled.c: has a kernel's segments compiled by the host's gcc, and keeps the objects in the user's cache.
//
// A kernel that has run for a moment is looked for in the cache, and one that has run for half a second is compiled, both in a thread of
// their own: nobody waits. The object's name is a hash of all that it depends on: its source, the processor, and the compiler's options.
// The folder is the user's alone; an object ends with a hash of its bytes, and comes to its name by a rename, so that a damaged
// or unfinished one is never loaded. Where anything is missing, a compiler, a folder, space, the interpreter goes on, and nothing is said.

#include "host/host.h"
#include "warpsim_native.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A kernel that is looked for or compiled. The list has them until they are done.
typedef struct Job {
    SimFunction *kernel; // NULL: it is gone
    bool may_compile;
    bool waits; // the program waits for it
    struct Job *next;
} Job;

static Job *jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the jobs and their kernels
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;  // only one compiler runs
static pid_t compiler;                                   // 0: none runs

// ---- The cache -------------------------------------------------------------------------------------------------------

#define MOST_KEPT (64 << 20) // bytes of all objects

typedef struct {
    u64 a, b;
} Hash;

// Hashes eight bytes at a time, by multiplications (as wyhash and others do). It tells damage, not malice: the folder is the user's own.
static Hash hash_more(Hash h, const void *bytes, size_t count)
{
    for (size_t done = 0; done <= count; done += 8) {
        u64 word = count; // the last one has the rest, and the length
        size_t some = count - done < 8 ? count - done : 8;
        memcpy(&word, (const char *)bytes + done, some);
        h.a = (h.a ^ word) * 0x9e3779b97f4a7c15ull;
        h.b = (h.b + word) * 0xd6e8feb86659fd93ull;
        h.a ^= h.b >> 31;
        h.b ^= h.a >> 29;
    }
    return h;
}

static Hash hash_of(const void *bytes, size_t count)
{
    return hash_more((Hash){1, 2}, bytes, count);
}

// Makes the folder of a path if it is missing, and opens it. Returns -1 unless it is the user's own and nobody else may enter it.
static int open_folder(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        snprintf(path, size, "%s", cache);
    else if (home && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return -1;
    mkdir(path, 0700);
    size_t used = strlen(path);
    if ((size_t)snprintf(path + used, size - used, "/warpsim") >= size - used)
        return -1;
    mkdir(path, 0700);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat s;
    if (folder >= 0 && fstat(folder, &s) == 0 && s.st_uid == geteuid() && !(s.st_mode & 077))
        return folder;
    if (folder >= 0)
        close(folder);
    return -1;
}

// Tells whether an open file is whole: it ends with the hash of what stands before.
static bool is_whole(int file)
{
    struct stat s;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || s.st_uid != geteuid() ||
        s.st_size <= (off_t)sizeof(Hash))
        return false;
    size_t size = (size_t)s.st_size - sizeof(Hash);
    char *bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return false;
    Hash h = hash_of(bytes, size);
    bool whole = memcmp(&h, bytes + size, sizeof h) == 0;
    munmap(bytes, (size_t)s.st_size);
    return whole;
}

// Loads an object. NULL if it is not there; one that is damaged is removed.
static const void *load(int folder, const char *path, const char *name)
{
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return NULL;
    bool whole = is_whole(file);
    if (whole)
        futimens(file, NULL); // used now
    else
        unlinkat(folder, name, 0);
    close(file);
    char whole_path[PATH_MAX];
    if (!whole ||
        (size_t)snprintf(whole_path, sizeof whole_path, "%s/%s", path, name) >= sizeof whole_path)
        return NULL;
    void *object = dlopen(whole_path, RTLD_NOW | RTLD_LOCAL);
    return object ? dlsym(object, "native_code") : NULL;
}

// Removes the objects that were not used for longest until the others fit.
static void make_room(int folder)
{
    for (;;) {
        DIR *d = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!d)
            return;
        char oldest[NAME_MAX + 1] = "";
        time_t when = 0;
        off_t sum = 0;
        struct stat s;
        for (struct dirent *e; (e = readdir(d));) {
            if (fstatat(folder, e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(s.st_mode))
                continue;
            sum += s.st_size;
            if (!*oldest || s.st_mtime < when) {
                when = s.st_mtime;
                snprintf(oldest, sizeof oldest, "%s", e->d_name);
            }
        }
        closedir(d);
        if (sum <= MOST_KEPT || !*oldest || unlinkat(folder, oldest, 0) != 0)
            return;
    }
}

// ---- The compiler ----------------------------------------------------------------------------------------------------

// The object's name follows.
static const char *const command[] = {
    "gcc",
    "-std=gnu11",
    "-w",
    "-O2",
    "-ftree-vectorize",
    "-fpeel-loops",
    "-fwhole-program",
    "-fno-ipa-cp", // a copy of a function for a constant is not inlined any more
    "-march=native",
#ifdef __AVX512F__ // else loops may use half vectors, and a whole one that is read after two halves were written has to wait
    "-mprefer-vector-width=512",
#endif
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fPIC",
    "-shared",
    "-pipe",
    "-x",
    "c",
    "-",
    "-o"};
enum { COMMAND_WORDS = sizeof command / sizeof *command };

static void kill_compiler(void)
{
    pid_t pid = __atomic_load_n(&compiler, __ATOMIC_RELAXED);
    if (pid > 0)
        kill(-pid, SIGKILL);
}

// Runs a command in a child, and exits with 0 if it succeeded. (For a process that has just been cloned: it allocates nothing.)
static _Noreturn void run_and_exit(char **arguments, int in, int out)
{
    pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (int file = STDERR_FILENO + 1; file < 1024;
             file++) // the program's own pipes end with it
            fcntl(file, F_SETFD, FD_CLOEXEC);
        lseek(in, 0, SEEK_SET);
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status = -1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    _exit(pid > 0 && status == 0 ? 0 : 1);
}

// Compiles the text in an open file to an object. The program that is simulated never sees a process of this: the one that it has as
// a child sends no signal at its end, so that no wait of the program's own returns it. Running gcc would give it one: so that's a
// grandchild.
static bool compile(int text, const char *object)
{
    char *arguments[COMMAND_WORDS + 2] = {NULL};
    memcpy(arguments, command, sizeof command);
    arguments[COMMAND_WORDS] = (char *)object;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
    if (pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run_and_exit(arguments, text, nowhere);
    }
    __atomic_store_n(&compiler, pid, __ATOMIC_RELAXED);
    int status = -1;
    while (pid > 0 && waitpid(pid, &status, __WALL) < 0 && errno == EINTR)
        ;
    __atomic_store_n(&compiler, 0, __ATOMIC_RELAXED);
    close(nowhere);
    return pid > 0 && status == 0;
}

// Puts the hash behind an object, and gives it its name. False if that fails.
static bool keep(int folder, const char *made, const char *name)
{
    int file = openat(folder, made, O_RDWR | O_CLOEXEC);
    struct stat s;
    if (file < 0 || fstat(file, &s) != 0)
        return false;
    size_t size = (size_t)s.st_size;
    char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    Hash h = {0, 0};
    bool ok = bytes != MAP_FAILED;
    if (ok) {
        h = hash_of(bytes, size);
        munmap(bytes, size);
    }
    ok = ok && pwrite(file, &h, sizeof h, s.st_size) == (ssize_t)sizeof h;
    return (close(file) == 0 && ok) && renameat(folder, made, folder, name) == 0;
}

static bool compile_to(int folder, const char *path, const char *name, const char *text)
{
    char made[64], whole_path[PATH_MAX];
    snprintf(made, sizeof made, "%s.%d", name, (int)getpid());
    if ((size_t)snprintf(whole_path, sizeof whole_path, "%s/%s", path, made) >= sizeof whole_path)
        return false;
    size_t length = strlen(text);
    int file = memfd_create("kernel", MFD_CLOEXEC);
    bool ok = file >= 0 && write(file, text, length) == (ssize_t)length &&
              compile(file, whole_path) && keep(folder, made, name);
    if (file >= 0)
        close(file);
    if (!ok)
        unlinkat(folder, made, 0);
    else
        make_room(folder);
    return ok;
}

// ---- A kernel --------------------------------------------------------------------------------------------------------

// Hashes what the processor can do.
static Hash hash_processor(Hash h)
{
    char line[8192];
    FILE *f = fopen("/proc/cpuinfo", "re");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "flags", 5) == 0 || strncmp(line, "model name", 10) == 0 ||
            strncmp(line, "Features", 8) == 0) {
            h = hash_more(h, line, strlen(line));
            if (*line != 'm')
                break;
        }
    if (f)
        fclose(f);
    return h;
}

static const void *find_or_compile(const char *text, bool may_compile)
{
    char path[PATH_MAX], name[40];
    int folder = open_folder(path, sizeof path);
    if (folder < 0)
        return NULL;
    Hash h = hash_processor(hash_of(text, strlen(text)));
    for (int i = 0; i < COMMAND_WORDS; i++)
        h = hash_more(h, command[i], strlen(command[i]));
    snprintf(name, sizeof name, "%016llx%016llx.so", (unsigned long long)h.a,
             (unsigned long long)h.b);
    const void *code = load(folder, path, name);
    if (!code && may_compile) {
        pthread_mutex_lock(&one);
        if (compile_to(folder, path, name, text))
            code = load(folder, path, name);
        pthread_mutex_unlock(&one);
    }
    close(folder);
    return code;
}

static void do_job(Job *job)
{
    pthread_mutex_lock(&lock);
    char *text = job->kernel && !sim_native_used(job->kernel) ? sim_native_text(job->kernel) : NULL;
    pthread_mutex_unlock(&lock);
    if (!job->waits)
        setpriority(PRIO_PROCESS, 0, 10); // of this thread, and of its compiler
    const void *code = text ? find_or_compile(text, job->may_compile) : NULL;
    free(text);
    pthread_mutex_lock(&lock);
    if (code && job->kernel)
        sim_native_use(job->kernel, code);
    Job **at = &jobs;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    pthread_mutex_unlock(&lock);
    free(job);
}

static void *work_on(void *job)
{
    do_job(job);
    return NULL;
}

// A child of the program has none of these threads, and its parent's compiler is not its own.
static void begin_child(void)
{
    lock = one = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    jobs = NULL;
    compiler = 0;
}

static Job *new_job(SimFunction *kernel, bool may_compile, bool waits)
{
    static bool registered;
    Job *job = malloc(sizeof *job);
    if (!job)
        return NULL;
    pthread_mutex_lock(&lock);
    if (!registered)
        registered = atexit(kill_compiler) == 0 && pthread_atfork(NULL, NULL, begin_child) == 0;
    *job = (Job){kernel, may_compile, waits, jobs};
    jobs = job;
    pthread_mutex_unlock(&lock);
    return job;
}

void compiled_later(SimFunction *kernel, bool may_compile)
{
    Job *job = new_job(kernel, may_compile, false);
    pthread_t thread;
    pthread_attr_t detached;
    if (!job)
        return;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &detached, work_on, job) != 0)
        compiled_forget(); // without a thread it stays, and is never done
    pthread_attr_destroy(&detached);
}

void compiled_now(SimFunction *kernel)
{
    Job *job = sim_native_ask(kernel) ? new_job(kernel, true, true) : NULL;
    if (job)
        do_job(job);
}

void compiled_forget(void)
{
    pthread_mutex_lock(&lock);
    for (Job *job = jobs; job; job = job->next)
        job->kernel = NULL;
    pthread_mutex_unlock(&lock);
}
