// What bare C++ takes for the two jobs that FeedLab's speed is measured against: one line of JSON a case.
//
//   Reference hold [PENDING...] | slates [CANDIDATES...]
//
// `hold` is the hold model of HoldModel on a heap of four children a node and entries of 16 bytes, at 10^3,
// 10^5 and 10^6 pending events where none are named. `slates` only scores candidates, selects 20 and draws
// which are taken, for 10^3 users, without events, people or metrics; from 100 and 1,000 candidates where
// none are named, of one list for all and of lists that are each user's own.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "reference.hpp"

int main(int count, char** arguments) {
  std::vector<long> sizes;
  for (int place = 2; place < count; ++place) {
    const long size = std::atol(arguments[place]);
    if (size >= 1 && size <= 100'000'000) sizes.push_back(size);
  }
  const bool are_read = count >= 2 && sizes.size() == static_cast<std::size_t>(count - 2);
  if (are_read && std::strcmp(arguments[1], "hold") == 0) {
    if (sizes.empty()) sizes = {1'000, 100'000, 1'000'000};
    for (const long pending : sizes) measure_hold(pending);
  } else if (are_read && std::strcmp(arguments[1], "slates") == 0) {
    if (sizes.empty()) sizes = {100, 1'000};
    for (const long candidates : sizes) {
      measure_slates(candidates, false);
      measure_slates(candidates, true);
    }
  } else {
    std::fputs("usage: Reference hold [PENDING...] | slates [CANDIDATES...]\n", stderr);
    return 64;
  }
  return 0;
}
