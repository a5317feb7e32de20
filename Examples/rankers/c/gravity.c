// Hacker News' formula, as FeedLab's own ranker `gravity` has it:
//
//     score = likes / (age + offset)^gravity, the age and the offset in hours
//
//     cc -O2 -shared -fPIC -o libgravity.so gravity.c -lm
#include "../../../Sources/CFeedLabRanker/include/feedlab_ranker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gravity {
  double gravity, offset;
};

static const char *const features[] = {"likes", "age_hours"};

static int open_gravity(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  struct gravity *ranker = malloc(sizeof *ranker);
  if (!ranker) {
    snprintf(error, error_size, "there is no memory");
    return 1;
  }
  ranker->gravity = 1.8;
  ranker->offset = 2;
  for (uint32_t i = 0; i < world->parameter_count; i++) {
    const char *name = world->parameter_names[i];
    double value = world->parameter_values[i];
    if (strcmp(name, "gravity") == 0) {
      ranker->gravity = value;
    } else if (strcmp(name, "offset") == 0) {
      ranker->offset = value;
    } else {
      snprintf(error, error_size, "gravity has no parameter '%s', but gravity and offset", name);
      free(ranker);
      return 1;
    }
  }
  *state = ranker;
  return 0;
}

static int score_gravity(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  const struct gravity *ranker = state;
  const double *likes = request->columns[0], *ages = request->columns[1];
  (void)error, (void)error_size;
  for (uint32_t i = 0; i < request->count; i++)
    scores[i] = likes[i] > 0 ? likes[i] / pow(ages[i] + ranker->offset, ranker->gravity) : 0;
  return 0;
}

int feedlab_ranker_init(uint32_t version, struct feedlab_ranker *ranker) {
  if (version != FEEDLAB_RANKER_VERSION) {
    snprintf(ranker->error, ranker->error_size, "it was built for version %d of FeedLab's interface", FEEDLAB_RANKER_VERSION);
    return 1;
  }
  ranker->size = sizeof *ranker;
  ranker->version = FEEDLAB_RANKER_VERSION;
  ranker->name = "gravity";
  ranker->features = features;
  ranker->feature_count = sizeof features / sizeof *features;
  ranker->open = open_gravity;
  ranker->score = score_gravity;
  ranker->close = free;
  return 0;
}
