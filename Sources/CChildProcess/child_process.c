#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int child_process_start(
  pid_t *process, char *const arguments[], char *const environment[], const char *folder, const int streams[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  for (int stream = 0; stream < 3 && error == 0; stream++)
    error = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  if (error == 0) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (error == 0)
    error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int child_process_pipe(int ends[2], int nonblocking) {
  int made[2];
#ifdef __linux__
  if (pipe2(made, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(made) != 0) return errno;
#endif
  // Above the standard streams, which may be closed.
  int error = 0;
  for (int end = 0; end < 2; end++) {
    ends[end] = fcntl(made[end], F_DUPFD_CLOEXEC, 3);
    if (ends[end] < 0) error = errno;
  }
  close(made[0]);
  close(made[1]);
  if (error == 0 && fcntl(ends[nonblocking], F_SETFL, O_NONBLOCK) != 0) error = errno;
#ifdef F_SETPIPE_SZ
  // A request of 1,000 posts in one write; the usual size also does.
  if (error == 0) (void)fcntl(ends[0], F_SETPIPE_SZ, 1 << 18);
#endif
#ifdef F_SETNOSIGPIPE
  if (error == 0) (void)fcntl(ends[1], F_SETNOSIGPIPE, 1);
#endif
  if (error != 0) {
    for (int end = 0; end < 2; end++)
      if (ends[end] >= 0) close(ends[end]);
  }
  return error;
}

ssize_t child_process_write(int descriptor, const struct iovec pieces[], int count) {
#ifdef __linux__
  // The signal is that of the thread: it stays pending while it is blocked, and is taken away before it is unblocked.
  sigset_t pipe, usual;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &usual);
  ssize_t written = writev(descriptor, pieces, count);
  int error = errno;
  if (written < 0 && error == EPIPE && !sigismember(&usual, SIGPIPE)) {
    const struct timespec now = {0, 0};
    while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &usual, NULL);
  errno = error;
  return written;
#else
  return writev(descriptor, pieces, count);
#endif
}

int child_process_has_ended(pid_t process) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  if (waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT) != 0)
    return errno != EINTR;
  return information.si_signo != 0;
}

// A signal may come at any moment, also between two instructions of a change: each place is one atomic number.
_Static_assert(sizeof(pid_t) == sizeof(int), "the number of a process is an int");
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a function for signals takes no lock");
static atomic_int remembered[CHILD_PROCESS_LIMIT];

static void replace(int old, int new) {
  for (int place = 0; place < CHILD_PROCESS_LIMIT; place++) {
    int expected = old;
    if (atomic_compare_exchange_strong(&remembered[place], &expected, new)) return;
  }
}

void child_process_remember(pid_t process) { replace(0, process); }

void child_process_forget(pid_t process) { replace(process, 0); }

void child_process_kill_all(void) {
  int error = errno;
  for (int place = 0; place < CHILD_PROCESS_LIMIT; place++) {
    int process = atomic_load(&remembered[place]);
    if (process > 0) kill(-process, SIGKILL);
  }
  errno = error;
}

static void kill_all_and_end(int number) {
  child_process_kill_all();
  signal(number, SIG_DFL);
  // It is blocked until this function returns, and then ends the process.
  raise(number);
}

void child_process_kill_all_at(const int signals[], size_t count) {
  for (size_t index = 0; index < count; index++) {
    struct sigaction action, usual;
    if (sigaction(signals[index], NULL, &usual) != 0 || usual.sa_handler != SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = kill_all_and_end;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    (void)sigaction(signals[index], &action, NULL);
  }
}

#ifdef __linux__
static atomic_int split;

static void pass_on(int number, siginfo_t *information, void *context) {
  (void)context;
  // A terminal sends it to both.
  int error = errno;
  if (information->si_code <= 0) kill(atomic_load(&split), number);
  errno = error;
}

int child_process_split(void (*ended)(int code, int signal, const char *text)) {
  static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU};
  int ends[2];
  if (child_process_pipe(ends, 0) != 0) return -1;
  sigset_t all, usual;
  sigfillset(&all);
  // A signal meanwhile is for the child.
  sigprocmask(SIG_BLOCK, &all, &usual);
  pid_t parent = getpid(), child = fork();
  if (child <= 0) {
    if (child == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)) _exit(1);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    close(ends[0]);
    if (child == 0) return ends[1];
    close(ends[1]);
    return -1;
  }
  close(ends[1]);
  atomic_store(&split, child);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    // The child does with it what it wants, so that an ignored one is passed on too.
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    (void)sigaction(signals[index], &action, NULL);
  }
  sigprocmask(SIG_SETMASK, &usual, NULL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  // A child of the child may have the other end.
  static char text[1 << 17];
  size_t size = 0;
  for (ssize_t count; size < sizeof text - 1 && (count = read(ends[0], text + size, sizeof text - 1 - size)) > 0;)
    size += (size_t)count;
  ended(WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0, text);
  _exit(1);
}
#else
int child_process_split(void (*ended)(int code, int signal, const char *text)) {
  (void)ended;
  return -1;
}
#endif
