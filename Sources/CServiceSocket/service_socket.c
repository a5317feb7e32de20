#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CServiceSocket.h"

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

/// Waits for a connection that is being made: 0, or the number of the error; ETIMEDOUT when the time is over.
static int await_connection(int descriptor, long long end) {
  while (1) {
    long long left = end - now_in_milliseconds();
    struct pollfd polled = {.fd = descriptor, .events = POLLOUT};
    int ready = poll(&polled, 1, left > 0 ? (int)left : 0);
    if (ready == 0) return ETIMEDOUT;
    if (ready < 0 && errno != EINTR) return errno;
    if (ready < 0) continue;
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
    return error;
  }
}

/// A descriptor that is connected to an address, or −1 with the number of the error.
static int connect_to(const struct addrinfo *address, long long end, int *error) {
  int descriptor = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
  if (descriptor < 0) {
    *error = errno;
    return -1;
  }
  int one = 1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  // A request is written as a whole, and its answer is waited for.
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
#ifdef SO_NOSIGPIPE
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
#endif
  *error = connect(descriptor, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
  if (*error == EINPROGRESS || *error == EINTR) *error = await_connection(descriptor, end);
  if (*error == 0) return descriptor;
  close(descriptor);
  return -1;
}

int service_socket_connect(const char *host, const char *port, int milliseconds, int *error) {
  long long end = now_in_milliseconds() + milliseconds;
  struct addrinfo hints, *addresses = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  *error = 0;
  if (getaddrinfo(host, port, &hints, &addresses) != 0) return SERVICE_SOCKET_NO_HOST;
  int descriptor = -1;
  for (const struct addrinfo *address = addresses; address != NULL && descriptor < 0; address = address->ai_next)
    descriptor = connect_to(address, end, error);
  freeaddrinfo(addresses);
  if (descriptor >= 0) return descriptor;
  return *error == ETIMEDOUT && now_in_milliseconds() >= end ? SERVICE_SOCKET_LATE : SERVICE_SOCKET_FAILED;
}

ssize_t service_socket_send(int descriptor, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
  return send(descriptor, bytes, count, 0);
#endif
}
