// The ranker of `scripts/bench rankers` as a shared library: FeedLab's `linear` with three weights.
#include "../../Sources/CFeedLabRanker/include/feedlab_ranker.h"

static const char *const features[] = {"age_hours", "likes", "affinity_share"};

static int open_linear(const struct feedlab_world *world, void **state, char *error, size_t error_size) {
  (void)world, (void)error, (void)error_size;
  *state = 0;
  return 0;
}

static int score_linear(void *state, const struct feedlab_request *request, double *scores, char *error, size_t error_size) {
  const double *ages = request->columns[0], *likes = request->columns[1], *shares = request->columns[2];
  (void)state, (void)error, (void)error_size;
  for (uint32_t i = 0; i < request->count; i++) scores[i] = -0.1 * ages[i] + 0.1 * likes[i] + shares[i];
  return 0;
}

static void close_linear(void *state) { (void)state; }

int feedlab_ranker_init(uint32_t version, struct feedlab_ranker *ranker) {
  if (version != FEEDLAB_RANKER_VERSION) return 1;
  ranker->size = sizeof *ranker;
  ranker->version = FEEDLAB_RANKER_VERSION;
  ranker->name = "linear";
  ranker->features = features;
  ranker->feature_count = sizeof features / sizeof *features;
  ranker->open = open_linear;
  ranker->score = score_linear;
  ranker->close = close_linear;
  return 0;
}
