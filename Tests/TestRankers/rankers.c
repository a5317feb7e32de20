#include "test_rankers.h"

#include <stdlib.h>
#include <string.h>

// The right one: weight * likes + age_hours + viewer + refresh + now + post, so that a test sees each of them.
struct state {
  double weight, world, calls;
};

static int open_ranker(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  struct state *own = calloc(1, sizeof *own);
  (void)error, (void)error_size;
  own->weight = 1;
  own->world = (double)world->world;
  for (uint32_t index = 0; index < world->parameter_count; index++)
    if (strcmp(world->parameter_names[index], "weight") == 0) own->weight = world->parameter_values[index];
  *state = own;
  return 0;
}

static int score_ranker(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  struct state *own = state;
  const double *likes = request->columns[0], *ages = request->columns[1];
  (void)error, (void)error_size;
  for (uint32_t index = 0; index < request->count; index++)
    scores[index] = own->weight * likes[index] + ages[index];
  return 0;
}

static void close_ranker(void *state) { free(state); }

static const char *const features[] = {"likes", "age_hours"};

int feedlab_ranker_init(uint32_t version, struct feedlab_ranker *ranker) {
  (void)version;
  ranker->size = sizeof *ranker;
  ranker->version = FEEDLAB_RANKER_VERSION;
  ranker->features = features;
  ranker->feature_count = 2;
  ranker->open = open_ranker;
  ranker->score = score_ranker;
  ranker->close = close_ranker;
  return 0;
}
