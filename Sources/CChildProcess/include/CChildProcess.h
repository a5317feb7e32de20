#ifndef CCHILDPROCESS_H
#define CCHILDPROCESS_H

#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

/// Starts a program in a process group of its own, in a folder, with all signals as they are by default.
///
/// Swift sees no function of the C library that begins a program in another folder.
///
/// - Parameters:
///   - arguments: The words of the command and NULL; a first word without a slash is looked for in PATH.
///   - environment: Settings such as "HOME=/root" and NULL.
///   - streams: What standard input, output and error are in the program; each is above 2.
/// - Returns: 0, or the number of the error.
int child_process_start(
  pid_t *process, char *const arguments[], char *const environment[], const char *folder, const int streams[3]);

/// Makes a pipe whose ends, both above 2, no program inherits, of which `nonblocking` (0 or 1, the end to read or to
/// write) never waits.
///
/// - Returns: 0, or the number of the error.
int child_process_pipe(int ends[2], int nonblocking);

/// Writes the first of so many pieces without waiting; a reader that has gone is EPIPE and no signal.
ssize_t child_process_write(int descriptor, const struct iovec pieces[], int count);

/// Whether a child has ended, without reaping it.
int child_process_has_ended(pid_t process);

/// How many children can be remembered at a time.
#define CHILD_PROCESS_LIMIT 4096

/// Remembers a child, so that child_process_kill_all ends it, or forgets it, which is done before it is reaped.
///
/// Where CHILD_PROCESS_LIMIT are remembered, one more is not.
void child_process_remember(pid_t process);
void child_process_forget(pid_t process);

/// Ends the process groups of all children that are remembered, by SIGKILL. A function for signals may call it.
void child_process_kill_all(void);

/// Has each of the signals end the children before it ends this process as it does usually; one that is ignored or that
/// has a function already stays as it is.
void child_process_kill_all_at(const int signals[], size_t count);

/// Splits this process in two: the function returns in a child, and this process passes on the signals that others send
/// to it, waits for the child and calls `ended`, which does not return. The child ends with this process.
///
/// - Precondition: The process has one thread, and no state that is of one process, such as Swift's locks.
/// - Parameter ended: Gets the child's exit code, or the number of the signal that ended it or 0, and the first 131,071
///   bytes that it wrote to the descriptor.
/// - Returns: The descriptor in the child, which no program inherits, or -1 without a child: where the system refuses one, or
///   cannot end it with this process.
int child_process_split(void (*ended)(int code, int signal, const char *text));

#endif
