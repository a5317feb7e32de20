#ifndef CSERVICESOCKET_H
#define CSERVICESOCKET_H

#include <stddef.h>
#include <sys/types.h>

/// What service_socket_connect returns where there is no host of the name.
#define SERVICE_SOCKET_NO_HOST -1

/// What it returns where no connection was made until the time was over.
#define SERVICE_SOCKET_LATE -2

/// What it returns where a connection failed; the number of the error is in `error`.
#define SERVICE_SOCKET_FAILED -3

/// What it returns where the name could not be looked up, which says nothing about whether there is such a host; the number
/// for gai_strerror is in `error`.
#define SERVICE_SOCKET_NO_LOOKUP -4

/// What it returns where nobody needs the connection any more.
#define SERVICE_SOCKET_UNNEEDED -5

/// Connects to a host, whose addresses are tried one after the other and share the time that is left.
///
/// The structures of addresses and the numbers of options differ from system to system, which C hides.
///
/// - Parameters:
///   - port: In decimal digits.
///   - milliseconds: How long it may take; the look-up of a name has limits of its own.
///   - is_unneeded: Whether nobody needs the connection any more; called some times in a second.
/// - Returns: A descriptor that no program inherits and that never waits, or one of the numbers above.
int service_socket_connect(
  const char *host, const char *port, int milliseconds, int (*is_unneeded)(void), int *error);

/// Looks up the addresses of a host, without connecting to one.
///
/// - Parameters:
///   - take: Gets each of them as a text of numbers, and `context`. Two hosts with an address in common are one: what means
///     this machine in any way is 127.0.0.1, and an address of IPv4 within IPv6 is that of IPv4.
/// - Returns: How many there are, at least 1, or one of the numbers above.
int service_socket_addresses(const char *host, void *context, void (*take)(void *, const char *), int *error);

/// Listens on this machine alone, at a port of the system's choice, which it writes.
///
/// - Returns: A descriptor that no program inherits and that never waits, or -1 with the number of the error in `errno`.
int service_socket_listen(int *port);

/// A connection that somebody has made to a descriptor that listens.
///
/// - Returns: A descriptor that no program inherits and that never waits, or -1 where there is none.
int service_socket_accept(int listener);

/// Sends without waiting; a service that has gone is an error and no signal.
ssize_t service_socket_send(int descriptor, const void *bytes, size_t count);

/// Receives what is there without waiting, and acknowledges it at once on Linux: a service that writes the head and the
/// body of an answer one after the other, as Python's own server does, waits with the body until the head is acknowledged
/// (Nagle's algorithm), which takes 40 ms otherwise.
///
/// - Returns: As `read`.
ssize_t service_socket_receive(int descriptor, void *bytes, size_t count);

/// A port of 127.0.0.1 that nobody has at this moment; 0 where there is none.
int service_socket_free_port(void);

#endif
