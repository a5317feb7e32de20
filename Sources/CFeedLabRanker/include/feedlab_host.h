// For the program alone: no library needs this file.
#ifndef FEEDLAB_HOST_H
#define FEEDLAB_HOST_H

#include <stdint.h>

// 1 unless the program was linked without a dynamic loader: such a program has a C library of its own, and one that
// it loaded would bring another.
int feedlab_loads_libraries(void);

// How this thread's processor rounds, and whether it takes small numbers for 0. <fenv.h> has it as well, but takes far
// longer, at each page.
static inline uint64_t feedlab_arithmetic(void) {
#if defined(__SSE2__)
  // The other bits are flags, which any addition may set.
  return __builtin_ia32_stmxcsr() & 0xFFC0;
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
#else
  return 0;
#endif
}

static inline void feedlab_set_arithmetic(uint64_t mode) {
#if defined(__SSE2__)
  __builtin_ia32_ldmxcsr((uint32_t)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#else
  (void)mode;
#endif
}

#endif
