/* The interface between FeedLab and a ranker in a shared library: C99 and C++, no other file is needed. Copy it.
 *
 * A library exports one function, feedlab_ranker_init, which fills a table of functions. FeedLab then calls
 *
 *     open    once for each replication of an arm, with the arm's parameters, and gets a state;
 *     score   for each page, with the candidates' features, and gets a number for each candidate;
 *     close   once for each state, at its end.
 *
 * Threads: calls with one state come one after the other, not always on the same thread. Several states are used on
 * several threads at the same time, and feedlab_ranker_init may be called several times.
 *
 * Errors: a function returns 0, or another number after it wrote the reason into `error`: UTF-8, one sentence without
 * a full stop, ended by a zero byte where there is room. The replication, or the start of the program, then fails
 * with it. No C++ exception and no Rust panic may leave a function.
 *
 * Results: what score writes may depend on the parameters, the seed, the request and nothing else: not on the time of
 * day, on other requests or on the order of the candidates. Then the same scenario gives the same report wherever it
 * runs. The first request and one in a hundred are asked again at once, with the candidates in reverse order, and a few
 * go to another process that loads the library too; the replication fails where they are then ranked in another order.
 *
 * A library runs inside the program: what it writes outside of the memory that it is given, or a call that does not
 * return, ends or stops the program. One that calls exit ends the command with an error. What it prints goes to
 * standard error, since results have standard output for themselves.
 */
#ifndef FEEDLAB_RANKER_H
#define FEEDLAB_RANKER_H

#include <stddef.h>
#include <stdint.h>

/* The version of this file. Within a version, structs only grow at their end. */
#define FEEDLAB_RANKER_VERSION 1

#if defined(_WIN32)
#define FEEDLAB_RANKER_VISIBLE __declspec(dllexport)
#elif defined(__GNUC__)
#define FEEDLAB_RANKER_VISIBLE __attribute__((visibility("default")))
#else
#define FEEDLAB_RANKER_VISIBLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One arm in one replication. It and what it points to are there until open returns. */
struct feedlab_world {
  /* Bytes of this struct. A field that a later header added is there if it lies within them. */
  uint32_t size;
  /* How many parameters the arm has. */
  uint32_t parameter_count;
  /* Their names, as the scenario has them, in ascending order of their bytes; each ends with a zero byte. */
  const char *const *parameter_names;
  /* Their values, all finite, in the same order. */
  const double *parameter_values;
  /* The number of the replication, from 0. All arms have the same one. */
  uint64_t world;
  /* For random numbers of the ranker's own, below 2^52: the same for all arms of a replication, and another one for another
   * replication or seed of the scenario. Make each number of it, the viewer, the refresh and the post. */
  uint64_t seed;
};

/* A page that is asked for. It and what it points to are there until score returns, and must not be written to. */
struct feedlab_request {
  /* Bytes of this struct. A field that a later header added is there if it lies within them. */
  uint32_t size;
  /* The number of the member who sees the page, from 0. */
  uint32_t viewer;
  /* The number of the refresh among those of the viewer. */
  uint32_t refresh;
  /* How many candidates there are: at least 1. */
  uint32_t count;
  /* Seconds since the start of the simulation. */
  double now;
  /* The numbers of the posts that are candidates, from 0; a newer post has a higher one. In no promised order. */
  const uint32_t *posts;
  /* For each feature of the table, in the table's order, a column of `count` numbers, all finite. */
  const double *const *columns;
};

/* What a library offers. FeedLab has set all bytes to 0, but `size`, `error` and `error_size`. */
struct feedlab_ranker {
  /* FeedLab: the bytes of this struct that it knows. The library: sizeof(struct feedlab_ranker).
   * Fields beyond the smaller number are ignored. There is room for 4,096 bytes. */
  uint32_t size;
  /* The library: FEEDLAB_RANKER_VERSION. */
  uint32_t version;
  /* FeedLab: where feedlab_ranker_init writes why it returns another number than 0, and how many bytes fit. */
  char *error;
  size_t error_size;
  /* The library: what the ranker is called in messages, behind the name of the file, such as "warm 2.1"; NULL for nothing. */
  const char *name;
  /* The library: the features that it reads, at least one, such as "likes" and "age_hours".
   * `feedlab describe rankers formula` lists all. Only these are computed, and each only once where it is listed twice. */
  const char *const *features;
  uint32_t feature_count;
  /* 0. */
  uint32_t reserved;
  /* Begins a replication of an arm. Writes its state, which may be NULL, and returns 0.
   * A parameter that the ranker does not know should be an error. */
  int (*open)(const struct feedlab_world *world, void **state, char *error, size_t error_size);
  /* Writes a number for each candidate, the higher the nearer to the top, and returns 0. Infinity is first, -infinity
   * last, and NaN an error. Other numbers are rounded to 24 significant bits. Among equal ones the newer post stands
   * first. */
  int (*score)(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size);
  /* Ends the replication. It is not called where open failed. */
  void (*close)(void *state);
};

/* Fills the table, whose strings and functions stay as they are until the program ends, and returns 0.
 *
 * version: FeedLab's FEEDLAB_RANKER_VERSION. A library that cannot fill a table of this version returns another number. */
FEEDLAB_RANKER_VISIBLE int feedlab_ranker_init(uint32_t version, struct feedlab_ranker *ranker);

#ifdef __cplusplus
}
#endif

#endif
