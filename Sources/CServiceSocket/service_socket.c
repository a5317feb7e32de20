#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CServiceSocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static long long now_in_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/// Milliseconds after which it looks whether the connection is still needed.
static const long long longest_wait = 250;

/// Waits for a connection that is being made: 0, or the number of the error; ETIMEDOUT when the time is over, ECANCELED
/// when nobody needs it any more.
static int await_connection(int descriptor, long long end, int (*is_unneeded)(void)) {
  while (1) {
    long long left = end - now_in_milliseconds();
    if (left < 0) left = 0;
    struct pollfd polled = {.fd = descriptor, .events = POLLOUT};
    int ready = poll(&polled, 1, (int)(left < longest_wait ? left : longest_wait));
    if (ready < 0 && errno != EINTR) return errno;
    if (ready <= 0) {
      if (now_in_milliseconds() >= end) return ETIMEDOUT;
      if (is_unneeded()) return ECANCELED;
      continue;
    }
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
    return error;
  }
}

/// Sets what a descriptor of a connection needs: no program inherits it, it never waits, and what is written goes at once.
static void prepare(int descriptor) {
  int one = 1;
#ifndef SOCK_CLOEXEC
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  // A request is written as a whole, and its answer is waited for.
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
#ifdef SO_NOSIGPIPE
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
#endif
}

/// Whether a socket is connected to itself: the system may give it the port that nobody listens at as its own.
static int is_own_peer(int descriptor) {
  struct sockaddr_storage own, peer;
  socklen_t own_size = sizeof own, peer_size = sizeof peer;
  memset(&own, 0, sizeof own);
  memset(&peer, 0, sizeof peer);
  return getsockname(descriptor, (struct sockaddr *)&own, &own_size) == 0
    && getpeername(descriptor, (struct sockaddr *)&peer, &peer_size) == 0
    && own_size == peer_size && memcmp(&own, &peer, own_size) == 0;
}

/// A descriptor that is connected to an address, or −1 with the number of the error.
static int connect_to(const struct addrinfo *address, long long end, int (*is_unneeded)(void), int *error) {
#ifdef SOCK_CLOEXEC
  // At once, so that no program that another thread starts in between inherits it.
  int descriptor = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol);
#else
  int descriptor = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
#endif
  if (descriptor < 0) {
    *error = errno;
    return -1;
  }
  prepare(descriptor);
  *error = connect(descriptor, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
  if (*error == EINPROGRESS || *error == EINTR) *error = await_connection(descriptor, end, is_unneeded);
  if (*error == 0 && is_own_peer(descriptor)) *error = ECONNREFUSED;
  if (*error == 0) return descriptor;
  close(descriptor);
  return -1;
}

/// Whether an error of getaddrinfo says that there is no such host.
static int is_no_host(int error) {
#ifdef EAI_NODATA
  if (error == EAI_NODATA) return 1;
#endif
#ifdef EAI_ADDRFAMILY
  if (error == EAI_ADDRFAMILY) return 1;
#endif
  return error == EAI_NONAME;
}

/// What a failure of getaddrinfo is to the caller.
static int failed_lookup(int failure, int *error) {
  *error = failure == EAI_SYSTEM ? errno : failure;
  if (is_no_host(failure)) return SERVICE_SOCKET_NO_HOST;
  return failure == EAI_SYSTEM ? SERVICE_SOCKET_FAILED : SERVICE_SOCKET_NO_LOOKUP;
}

int service_socket_connect(
  const char *host, const char *port, int milliseconds, int (*is_unneeded)(void), int *error) {
  long long end = now_in_milliseconds() + milliseconds;
  struct addrinfo hints, *addresses = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  *error = 0;
  int failure = getaddrinfo(host, port, &hints, &addresses);
  if (failure != 0) return failed_lookup(failure, error);
  int left = 0;
  for (const struct addrinfo *address = addresses; address != NULL; address = address->ai_next) left++;
  int descriptor = -1;
  for (const struct addrinfo *address = addresses; address != NULL && descriptor < 0; address = address->ai_next) {
    long long now = now_in_milliseconds();
    // One that does not answer leaves its part of the time to the others; the last one has all that is left.
    descriptor = connect_to(address, end > now ? now + (end - now) / left : end, is_unneeded, error);
    left--;
    if (*error == ECANCELED) break;
  }
  freeaddrinfo(addresses);
  if (descriptor >= 0) return descriptor;
  if (*error == ECANCELED) return SERVICE_SOCKET_UNNEEDED;
  return *error == ETIMEDOUT && now_in_milliseconds() >= end ? SERVICE_SOCKET_LATE : SERVICE_SOCKET_FAILED;
}

/// Writes an address as a text of numbers. What means this machine in another way is 127.0.0.1.
static int write_address(const struct sockaddr *address, char *text, socklen_t size) {
  struct in_addr four;
  if (address->sa_family == AF_INET) {
    four = ((const struct sockaddr_in *)address)->sin_addr;
  } else if (address->sa_family == AF_INET6) {
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(six)) {
      memcpy(&four, &six->s6_addr[12], sizeof four);
    } else if (IN6_IS_ADDR_LOOPBACK(six) || IN6_IS_ADDR_UNSPECIFIED(six)) {
      four.s_addr = htonl(INADDR_LOOPBACK);
    } else {
      // Two links may have one address, which the number of the link tells apart.
      return getnameinfo(address, sizeof(struct sockaddr_in6), text, size, NULL, 0, NI_NUMERICHOST) == 0;
    }
  } else {
    return 0;
  }
  if (four.s_addr == htonl(INADDR_ANY)) four.s_addr = htonl(INADDR_LOOPBACK);
  return inet_ntop(AF_INET, &four, text, size) != NULL;
}

int service_socket_addresses(const char *host, void *context, void (*take)(void *, const char *), int *error) {
  struct addrinfo hints, *addresses = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  *error = 0;
  int failure = getaddrinfo(host, NULL, &hints, &addresses);
  if (failure != 0) return failed_lookup(failure, error);
  int count = 0;
  for (const struct addrinfo *address = addresses; address != NULL; address = address->ai_next) {
    char text[NI_MAXHOST];
    if (!write_address(address->ai_addr, text, sizeof text)) continue;
    take(context, text);
    count++;
  }
  freeaddrinfo(addresses);
  return count > 0 ? count : SERVICE_SOCKET_NO_HOST;
}

int service_socket_listen(int *port) {
#ifdef SOCK_CLOEXEC
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
  int listener = socket(AF_INET, SOCK_STREAM, 0);
#endif
  if (listener < 0) return -1;
  prepare(listener);
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 16) == 0
      && getsockname(listener, (struct sockaddr *)&address, &size) == 0) {
    *port = ntohs(address.sin_port);
    return listener;
  }
  int error = errno;
  close(listener);
  errno = error;
  return -1;
}

int service_socket_accept(int listener) {
#ifdef SOCK_CLOEXEC
  int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#else
  int descriptor = accept(listener, NULL, NULL);
#endif
  if (descriptor >= 0) prepare(descriptor);
  return descriptor;
}

ssize_t service_socket_send(int descriptor, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
  return send(descriptor, bytes, count, 0);
#endif
}

ssize_t service_socket_receive(int descriptor, void *bytes, size_t count) {
#ifdef TCP_QUICKACK
  // The system sets it back with what is sent: it has to be set before each look.
  int one = 1;
  (void)setsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, &one, sizeof one);
#endif
  return read(descriptor, bytes, count);
}

int service_socket_free_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
#ifdef SOCK_CLOEXEC
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
#endif
  if (descriptor < 0) return 0;
  int is_bound = bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0
    && getsockname(descriptor, (struct sockaddr *)&address, &size) == 0;
  close(descriptor);
  return is_bound ? ntohs(address.sin_port) : 0;
}
