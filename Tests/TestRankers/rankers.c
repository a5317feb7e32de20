#include "test_rankers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// The right ranker: weight * likes + age_hours, or, by the parameter `echo`, something that it was given.
enum echo { ECHO_NOTHING, ECHO_VIEWER, ECHO_REFRESH, ECHO_NOW, ECHO_COUNT, ECHO_POST, ECHO_WORLD, ECHO_SEED, ECHO_CALLS, ECHO_PARAMETERS };

struct state {
  double weight, world, seed, calls, parameters;
  enum echo echo;
};

// What a library may do besides: by the parameter `end`, end the program or its stack.
enum end { END_NONE, END_EXIT, END_QUICK_EXIT, END_STACK };

static int deeper(const volatile char *above) {
  volatile char here[1 << 14];
  here[0] = *above;
  return here[0] == 1 ? deeper(here) + here[0] : 0;
}

static void end(enum end kind) {
  const char one = 1;
  switch (kind) {
  case END_NONE: return;
  case END_EXIT: _exit(0);
  case END_QUICK_EXIT: quick_exit(0);
  case END_STACK: deeper(&one);
  }
}

static int open_right(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  struct state *own = calloc(1, sizeof *own);
  if (!own || world->size != sizeof *world) return 1;
  own->weight = 1;
  own->world = (double)world->world;
  own->seed = (double)world->seed;
  own->parameters = world->parameter_count;
  for (uint32_t index = 0; index < world->parameter_count; index++) {
    const char *name = world->parameter_names[index];
    double value = world->parameter_values[index];
    if (strcmp(name, "weight") == 0) {
      own->weight = value;
    } else if (strcmp(name, "echo") == 0) {
      own->echo = (enum echo)value;
    } else if (strcmp(name, "end") == 0) {
      end((enum end)value);
    } else {
      snprintf(error, error_size, "there is no parameter '%s'", name);
      free(own);
      return 1;
    }
  }
  *state = own;
  return 0;
}

static double echoed(const struct state *own, const struct feedlab_request *request, uint32_t index) {
  switch (own->echo) {
  case ECHO_NOTHING: return own->weight * request->columns[0][index] + request->columns[1][index];
  case ECHO_VIEWER: return request->viewer;
  case ECHO_REFRESH: return request->refresh;
  case ECHO_NOW: return request->now;
  case ECHO_COUNT: return request->count;
  case ECHO_POST: return request->posts[index];
  case ECHO_WORLD: return own->world;
  case ECHO_SEED: return own->seed;
  case ECHO_CALLS: return own->calls;
  case ECHO_PARAMETERS: return own->parameters;
  }
  return 0;
}

static int score_right(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  struct state *own = state;
  (void)error, (void)error_size;
  if (request->size != sizeof *request) return 1;
  own->calls++;
  for (uint32_t index = 0; index < request->count; index++) scores[index] = echoed(own, request, index);
  return 0;
}

static int fill(struct feedlab_ranker *ranker) {
  static const char *const features[] = {"likes", "age_hours"};
  ranker->size = sizeof *ranker;
  ranker->version = FEEDLAB_RANKER_VERSION;
  ranker->name = "right 1.0";
  ranker->features = features;
  ranker->feature_count = 2;
  ranker->open = open_right;
  ranker->score = score_right;
  ranker->close = free;
  return 0;
}

int feedlab_ranker_init(uint32_t version, struct feedlab_ranker *ranker) {
  if (getenv("FEEDLAB_TEST_CRASH")) abort();
  return version == FEEDLAB_RANKER_VERSION && ranker->size == sizeof *ranker ? fill(ranker) : 1;
}

// A ranker like the right one but for what the statements change.
#define RANKER(NAME, ...)                                                                                                    \
  FEEDLAB_RANKER_VISIBLE int init_##NAME(uint32_t version, struct feedlab_ranker *ranker) {                                  \
    (void)version;                                                                                                           \
    fill(ranker);                                                                                                            \
    __VA_ARGS__;                                                                                                             \
    return 0;                                                                                                                \
  }

#define FEATURES(COUNT, ...)                                                                                                 \
  static const char *const other[] = {__VA_ARGS__};                                                                          \
  ranker->features = other;                                                                                                  \
  ranker->feature_count = COUNT

RANKER(newer, ranker->version = 2)
RANKER(unversioned, ranker->version = 0)
RANKER(short, ranker->size = 16)
RANKER(refusing, snprintf(ranker->error, ranker->error_size, "the licence is of last year\n"); return 1)
RANKER(silent, return -7)
// No text, no end, and lines that a log of a build could take for a command.
RANKER(noisy, memset(ranker->error, 0xFF, ranker->error_size); memcpy(ranker->error, "a\n::error::b", 12); return 1)
RANKER(misspelt, FEATURES(1, "lieks"))
RANKER(foreign, FEATURES(1, "ctr"))
RANKER(strange, FEATURES(1, "embedding"))
RANKER(nameless, FEATURES(2, "likes", NULL))
RANKER(featureless, ranker->feature_count = 0)
RANKER(listless, ranker->features = NULL)
RANKER(greedy, ranker->feature_count = 4000000000)
RANKER(twice, FEATURES(3, "likes", "age_hours", "likes"))
RANKER(unopened, ranker->open = NULL)
RANKER(unscored, ranker->score = NULL)
RANKER(unclosed, ranker->close = NULL)
RANKER(anonymous, ranker->name = NULL)
// A later header, whose struct is longer.
RANKER(longer, memset(ranker + 1, 0x5A, 4096 - sizeof *ranker); ranker->size = 4096)

static int open_shut(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  (void)state;
  snprintf(error, error_size, "there is no model for world %d", (int)world->world);
  return 1;
}
RANKER(shut, ranker->open = open_shut)

static int score_failing(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  (void)state, (void)scores;
  snprintf(error, error_size, "member %d has no vector.", (int)request->viewer);
  return 3;
}
RANKER(failing, ranker->score = score_failing)

static int score_undefined(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  (void)error, (void)error_size, (void)state;
  for (uint32_t index = 0; index < request->count; index++) scores[index] = 0.0 / (double)(request->posts[index] != 1);
  return 0;
}
RANKER(undefined, ranker->score = score_undefined)

// Writes one score too few.
static int score_lazy(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  (void)error, (void)error_size, (void)state;
  for (uint32_t index = 1; index < request->count; index++) scores[index] = 1;
  return 0;
}
RANKER(lazy, ranker->score = score_lazy)

// How many states there are, as their score.
static _Atomic int states;

static int open_counted(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  (void)world, (void)error, (void)error_size;
  *state = NULL;
  states++;
  return 0;
}

static int score_counted(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  (void)state, (void)error, (void)error_size;
  for (uint32_t index = 0; index < request->count; index++) scores[index] = states;
  return 0;
}

static void close_counted(void *state) {
  (void)state;
  states--;
}
RANKER(counted, ranker->open = open_counted; ranker->score = score_counted; ranker->close = close_counted)

// Makes the thread's processor take small numbers for 0, as libraries that are built with -ffast-math do.
static void flush_small_numbers(void) {
#if defined(__SSE2__)
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode | 1 << 24));
#endif
}

static int open_flushing(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  flush_small_numbers();
  return open_right(world, state, error, error_size);
}

static int score_flushing(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  flush_small_numbers();
  return score_right(state, request, scores, error, error_size);
}
RANKER(flushing, flush_small_numbers(); ranker->open = open_flushing; ranker->score = score_flushing)
