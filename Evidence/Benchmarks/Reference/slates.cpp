#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "measure.hpp"
#include "reference.hpp"

namespace {

constexpr std::size_t dimensions = 8;
constexpr std::size_t slate_size = 20;
constexpr std::uint32_t users = 1'000;
constexpr std::uint32_t posts = 100'000;

/// What a user likes and what a post is about: half a line of the cache.
struct alignas(32) Taste {
  std::array<float, dimensions> values;
};

/// The inner product in four sums, so that a compiler may take four products at a time.
float inner_product(const Taste& one, const Taste& other) {
  std::array<float, 4> sums{};
  for (std::size_t start = 0; start < dimensions; start += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      sums[lane] += one.values[start + lane] * other.values[start + lane];
    }
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

struct Scored {
  float score;
  std::uint32_t post;
};

/// The best of the candidates so far, in descending order.
class Slate {
 public:
  Slate() { best.fill({-std::numeric_limits<float>::infinity(), 0}); }

  void offer(float score, std::uint32_t post) {
    if (score <= best.back().score) return;
    std::size_t place = slate_size - 1;
    while (place > 0 && best[place - 1].score < score) {
      best[place] = best[place - 1];
      --place;
    }
    best[place] = {score, post};
  }

  /// How many of the slate are taken, each by a logit of its score that falls with its place.
  std::uint32_t draw(Xorshift& random) const {
    std::uint32_t taken = 0;
    for (std::size_t place = 0; place < slate_size; ++place) {
      const float logit = best[place].score - 4.0f - 0.1f * static_cast<float>(place);
      taken += random.unit() * (1.0f + std::exp(-logit)) < 1.0f;
    }
    return taken;
  }

 private:
  std::array<Scored, slate_size> best;
};

std::vector<Taste> random_tastes(std::size_t count, Xorshift& random) {
  std::vector<Taste> tastes(count);
  for (Taste& taste : tastes) {
    for (float& value : taste.values) value = random.unit();
  }
  return tastes;
}

}  // namespace

void measure_slates(long candidates, bool gathers) {
  const double start = cpu_seconds();
  Xorshift random;
  const std::vector<Taste> tastes = random_tastes(users, random);
  const std::vector<Taste> topics = random_tastes(gathers ? posts : candidates, random);
  // Of each user, where all do not share the first.
  std::vector<std::uint32_t> own(gathers ? users * static_cast<std::size_t>(candidates) : 0);
  for (std::uint32_t& post : own) post = random.below(posts);

  const double begun = cpu_seconds();
  const long slates = 200'000'000 / (candidates + 200);
  std::uint64_t taken = 0;
  for (long request = 0; request < slates; ++request) {
    const std::uint32_t user = random.below(users);
    const Taste taste = tastes[user];
    Slate slate;
    if (gathers) {
      const std::uint32_t* list = &own[static_cast<std::size_t>(user) * candidates];
      for (long place = 0; place < candidates; ++place) {
        slate.offer(inner_product(taste, topics[list[place]]), list[place]);
      }
    } else {
      for (long post = 0; post < candidates; ++post) {
        slate.offer(inner_product(taste, topics[post]), static_cast<std::uint32_t>(post));
      }
    }
    taken += slate.draw(random);
  }
  const double seconds = cpu_seconds() - begun;
  std::printf(
      "{\"benchmark\":\"reference-slates\",\"candidates\":%ld,\"lists\":\"%s\",\"taken\":%.3f,",
      candidates, gathers ? "gathered" : "shared",
      static_cast<double>(taken) / static_cast<double>(slates * slate_size));
  print_rate("slates", static_cast<double>(slates), seconds, begun - start);
}
