// For the program alone: no library needs this file.
#ifndef FEEDLAB_HOST_H
#define FEEDLAB_HOST_H

// 1 unless the program was linked without a dynamic loader: such a program has a C library of its own, and one that
// it loaded would bring another.
int feedlab_loads_libraries(void);

#endif
