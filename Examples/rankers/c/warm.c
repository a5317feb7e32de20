// Likes against age, as a shared library:
//
//     score = (1 + likes) / (1 + age / fade), the age and the parameter `fade` in hours
//
//     cc -O2 -shared -fPIC -o libwarm.so warm.c
#include "../../../Sources/CFeedLabRanker/include/feedlab_ranker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct warm {
  double fade;
};

static const char *const features[] = {"likes", "age_hours"};

static int open_warm(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  struct warm *warm = malloc(sizeof *warm);
  if (!warm) {
    snprintf(error, error_size, "there is no memory");
    return 1;
  }
  warm->fade = 24;
  for (uint32_t i = 0; i < world->parameter_count; i++) {
    if (strcmp(world->parameter_names[i], "fade") != 0) {
      snprintf(error, error_size, "there is no parameter '%s', only 'fade'", world->parameter_names[i]);
      free(warm);
      return 1;
    }
    warm->fade = world->parameter_values[i];
  }
  *state = warm;
  return 0;
}

static int score_warm(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  const struct warm *warm = state;
  const double *likes = request->columns[0], *ages = request->columns[1];
  (void)error, (void)error_size;
  for (uint32_t i = 0; i < request->count; i++) scores[i] = (1 + likes[i]) / (1 + ages[i] / warm->fade);
  return 0;
}

int feedlab_ranker_init(uint32_t version, struct feedlab_ranker *ranker) {
  if (version != FEEDLAB_RANKER_VERSION) {
    snprintf(ranker->error, ranker->error_size, "it was built for version %d of the interface", FEEDLAB_RANKER_VERSION);
    return 1;
  }
  ranker->size = sizeof *ranker;
  ranker->version = FEEDLAB_RANKER_VERSION;
  ranker->name = "warm";
  ranker->features = features;
  ranker->feature_count = sizeof features / sizeof *features;
  ranker->open = open_warm;
  ranker->score = score_warm;
  ranker->close = free;
  return 0;
}
