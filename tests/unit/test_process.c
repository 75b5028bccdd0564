// What a child process of the judge has: its environment, its descriptors, its limits; how it ends; and what it sees in the
// sandbox, if there is one. The test runs commands of this machine by the judge's own files.

#include "../../judge/native/native.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// NOLINTBEGIN(bugprone-suspicious-include)
#include "../../judge/core/text.c"
#include "../../judge/native/account.c"
#include "../../judge/native/cgroup.c"
#include "../../judge/native/files.c"
#include "../../judge/native/process.c"
#include "../../judge/native/sandbox.c"
#include "../../judge/native/seccomp.c"
#include "../../judge/native/warden.c"
// NOLINTEND(bugprone-suspicious-include)

static Place place = {.root = "/nowhere", .toolkit = "/usr/include", .seconds = 1};
static bool has_sandbox;

void cannot_work(const char *format, ...)
{
    fprintf(stderr, "cannot work: %s\n", format);
    _exit(3);
}

// Runs a command as a compiler would be run. Returns what it prints, and its exit status in *status.
static char *printed(bool sandbox, const char *script, int *status)
{
    const char *const argv[] = {"/usr/bin/perl", "-e", script, NULL};
    size_t length;
    place.sandbox = sandbox;
    Process child = process_start(&place, PROCESS_COMPILER, argv);
    return process_finish(&child, 10000, now() + 60, &length, status);
}

static void test_words_of_a_command(void **state)
{
    (void)state;
    Command c = {.count = 0};
    command_add(&c, " cc  -I%s/common %s%s", "/a b", "100 %s", "");
    command_add(&c, "%s", "");
    assert_int_equal(c.count, 4);
    assert_string_equal(c.words[0], "cc");
    assert_string_equal(c.words[1], "-I/a b/common");
    assert_string_equal(c.words[2], "100 %s");
    assert_string_equal(c.words[3], "");
    assert_null(c.words[4]);
    command_free(&c);
    command_add(&c, "one");
    assert_null(c.words[1]);
    command_free(&c);
}

static void expect(bool sandbox, const char *script, const char *wanted)
{
    int status;
    char *text = printed(sandbox, script, &status);
    assert_string_equal(text, wanted);
    free(text);
}

// Tells whether there is no sandbox. A test then ends early: Debian 12's cmocka calls a test that skips itself "not ok".
static bool lacks_sandbox(void)
{
    if (!has_sandbox)
        print_message("# no sandbox can be made here\n");
    return !has_sandbox;
}

static void test_the_environment_is_its_own(void **state)
{
    (void)state;
    if (lacks_sandbox())
        return;
    expect(true, "print join ' ', map { \"$_=$ENV{$_}\" } grep { $_ ne 'PWD' } sort keys %ENV",
           "HOME=/tmp LC_ALL=C.UTF-8 PATH=/usr/bin:/bin TMPDIR=/tmp");
}

static void test_descriptors_are_its_own(void **state)
{
    (void)state;
    int open_ones[40];
    for (int i = 0; i < 40; i++)
        open_ones[i] = open("/etc/passwd",
                            O_RDONLY); // NOLINT(android-cloexec-open): as a careless parent would
    for (int sandbox = 0; sandbox <= (int)has_sandbox; sandbox++)
        expect(sandbox, "for (3 .. 200) { print \"$_ \" if open my $f, '<&=', $_ }", "");
    for (int i = 0; i < 40; i++)
        close(open_ones[i]);
}

static void test_the_sandbox_is_bare(void **state)
{
    (void)state;
    if (lacks_sandbox())
        return;
    expect(
        true,
        "print grep { -e } '/proc/1', '/etc/passwd', '/root', '/home', '/usr/share', '/dev/zero'",
        "");
    expect(true, "print open(my $f, '>', '/here') ? 'written' : 'refused'", "refused");
    expect(true, "print open(my $f, '>', '/tmp/here') ? 'written' : 'refused'", "written");
}

static void test_system_calls_are_few(void **state)
{
    (void)state;
    if (lacks_sandbox())
        return;
    expect(true,
           "use Socket; print socket(my $s, PF_UNIX, SOCK_STREAM, 0) ? 'a socket' : 'refused'",
           "refused");
    // unshare(CLONE_NEWUSER), as x86-64 numbers it
    expect(true, "print syscall(272, 0x10000000) == 0 ? 'a namespace' : 'refused'", "refused");
}

static void test_sizes_are_limited(void **state)
{
    (void)state;
    int status;
    // perl ends by a signal or for want of memory, whatever it had printed
    char *text = printed(false, "$| = 1; print 'x'; my $s = 'x' x (5 << 30); print 'y'", &status);
    assert_string_equal(text + (*text == 'x'),
                        strstr(text, "Out of memory") ? strstr(text, "Out") : "");
    assert_int_not_equal(status, 0);
    free(text);
    text = printed(false,
                   "open my $f, '>', 'large'; print $f 'x' x (1 << 20) for 1 .. 100; print 'done'",
                   &status);
    assert_null(strstr(text, "done"));
    free(text);
    if (has_sandbox && sandbox_sized()) {
        text = printed(
            true,
            "for my $n (1 .. 40) { open my $f, '>', \"/tmp/$n\" or die; binmode $f;"
            "for (1 .. 60) { (print $f 'x' x (1 << 20)) or die 'full' } close $f or die 'full' } print 'done'",
            &status);
        assert_non_null(strstr(text, "full"));
        free(text);
    }
}

static void test_memory_is_limited(void **state)
{
    (void)state;
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%llu\n", (unsigned long long)(MOST_MEMORY >> 10)); // as KiB
    expect(false, "exec '/bin/sh', '-c', 'ulimit -v'", wanted);
}

static void test_time_is_of_the_processor(void **state)
{
    (void)state;
    int status;
    char *text = printed(false, "1 while 1", &status); // COMPILER_SHARE times a second
    assert_true(process_used_its_time(status));
    free(text);
    if (!has_sandbox)
        return;
    text = printed(true, "1 while 1", &status);
    assert_true(process_used_its_time(status));
    free(text);
}

// This process kills a judge: its child's children, its folder and its cgroup must go with it.
static void test_nothing_outlives_the_judge(void **state)
{
    (void)state;
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    for (int sandbox = 0; sandbox <= (int)has_sandbox; sandbox++)
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
            int ends[2];
            char *folder = text_make("%s/killed", place.work), byte;
            assert_int_equal(pipe(ends), 0); // whoever is left holds it open
            pid_t killed = fork();
            if (killed == 0) {
                const char *const argv[] = {"/bin/sh", "-c", "sleep 1000 & sleep 1000", NULL};
                Place here = place;
                here.sandbox = sandbox;
                here.work = folder;
                warden_start(folder, NULL);
                process_catch_signals();
                mkdir(folder, 0700);
                close(ends[0]);
                Process child = process_start(&here, PROCESS_COMPILER, argv);
                if (write(ends[1], "x", 1) != 1)
                    _exit(1);
                char *said = process_finish(&child, 10, now() + 1000, &(size_t){0}, &(int){0});
                free(said);
                _exit(0);
            }
            close(ends[1]);
            assert_int_equal(read(ends[0], &byte, 1), 1);
            kill(killed, signals[i]);
            int status;
            waitpid(killed, &status, 0);
            assert_int_equal(read(ends[0], &byte, 1), 0); // nobody holds it any more
            close(ends[0]);
            for (int tries = 0; tries < 1000 && access(folder, F_OK) == 0; tries++)
                poll(NULL, 0, 10);
            assert_int_equal(access(folder, F_OK), -1);
            free(folder);
        }
}

// A compiler that is about to end still makes and removes files in the folder.
static void test_files_that_come_and_go_keep_no_folder(void **state)
{
    (void)state;
    char *folder = text_make("%s/busy", place.work), *file = text_make("%s/file", folder);
    for (int round = 0; round < 10; round++) {
        assert_int_equal(mkdir(folder, 0700), 0);
        pid_t busy = fork();
        for (int i = 0; busy == 0; i++) {
            int made = open(file, O_CREAT | O_WRONLY, 0600);
            if (made < 0 || i == 20000)
                _exit(0);
            close(made);
            unlink(file);
        }
        for (int looks = 0; looks < 1000000 && access(file, F_OK) != 0; looks++)
            ; // until it has begun
        clean_up((pid_t[MOST_GROUPS]){0}, folder, NULL);
        waitpid(busy, NULL, 0);
        assert_int_equal(access(folder, F_OK), -1);
    }
    free(file);
    free(folder);
}

// ---- Control groups, in folders that look like them ----------------------------------------------------------------

static void fill(const char *folder, const char *name, const char *text)
{
    char *path = text_make("%s/%s", folder, name);
    assert_true(file_write(path, text, strlen(text)));
    free(path);
}

static void test_a_group_is_made_where_it_may_be(void **state)
{
    (void)state;
    char *mount = text_make("%s/cgroup", place.work), *list = text_make("%s/list", place.work);
    char *slice = text_make("%s/slice", mount), *scope = text_make("%s/slice/own.scope", mount);
    mkdir(mount, 0700);
    mkdir(slice, 0700);
    mkdir(scope, 0700);
    fill(place.work, "list", "1:name=systemd:/\n0::/slice/own.scope\n");
    fill(scope, "cgroup.subtree_control", "\n");
    fill(slice, "cgroup.subtree_control", "cpu\n");
    assert_null(cgroup_choose(mount, list)); // nobody hands out memory
    fill(slice, "cgroup.subtree_control", "cpu memory pids\n");
    assert_null(cgroup_choose(mount, list)); // nobody lets processes in
    fill(slice, "cgroup.procs", "");
    char *group = cgroup_choose(mount, list),
         *wanted = text_make("%s/judge-%ld", slice, (long)getpid());
    assert_string_equal(group, wanted); // beside its own, which has processes
    assert_false(cgroup_make(group));   // a plain folder has no files of limits
    rmdir(group);
    fill(place.work, "list", "0::/\n");
    assert_null(cgroup_choose(mount, list));
    assert_null(cgroup_choose(mount, "/nowhere/list"));
    assert_null(cgroup_choose("/nowhere", list));
    free(mount);
    free(list);
    free(slice);
    free(scope);
    free(group);
    free(wanted);
}

static int start(void **state)
{
    static const char *const nothing[] = {"/usr/bin/true", NULL};
    size_t length;
    int status;
    (void)state;
    place.work = text_make("/tmp/test-process-%ld", (long)getpid());
    warden_start(place.work, NULL);
    process_catch_signals();
    if (mkdir(place.work, 0700) != 0)
        return 1;
    setenv("MARK", "of the judge", 1);
    place.sandbox = true;
    Process child = process_start(&place, PROCESS_COMPILER, nothing);
    free(process_finish(&child, 100, now() + 60, &length, &status));
    has_sandbox = status == 0;
    return 0;
}

static int end(void **state)
{
    (void)state;
    warden_end();
    return access(place.work, F_OK) == 0; // it has gone
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_a_command),
        cmocka_unit_test(test_the_environment_is_its_own),
        cmocka_unit_test(test_descriptors_are_its_own),
        cmocka_unit_test(test_the_sandbox_is_bare),
        cmocka_unit_test(test_system_calls_are_few),
        cmocka_unit_test(test_sizes_are_limited),
        cmocka_unit_test(test_memory_is_limited),
        cmocka_unit_test(test_time_is_of_the_processor),
        cmocka_unit_test(test_nothing_outlives_the_judge),
        cmocka_unit_test(test_files_that_come_and_go_keep_no_folder),
        cmocka_unit_test(test_a_group_is_made_where_it_may_be),
    };
    return cmocka_run_group_tests(tests, start, end);
}
