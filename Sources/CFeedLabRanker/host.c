// dl_iterate_phdr is no part of POSIX.
#define _GNU_SOURCE
#include "feedlab_host.h"
#include "feedlab_ranker.h"

#if defined(__linux__)
#include <link.h>

static int has_interpreter(struct dl_phdr_info *object, size_t size, void *answer) {
  (void)size;
  for (int index = 0; index < object->dlpi_phnum; index++)
    if (object->dlpi_phdr[index].p_type == PT_INTERP) *(int *)answer = 1;
  // The first object is the program.
  return 1;
}

int feedlab_loads_libraries(void) {
  int answer = 0;
  dl_iterate_phdr(has_interpreter, &answer);
  return answer;
}
#else
int feedlab_loads_libraries(void) { return 1; }
#endif
