#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "measure.hpp"
#include "reference.hpp"

namespace {

/// A pending event: 16 bytes, without a rule for ties.
struct Event {
  double time;
  std::uint64_t payload;
};

/// An implicit heap of four children a node, as plain as it gets. The root is replaced where an event
/// follows the one that is taken, which is the best that a heap can do for a hold.
class Heap {
 public:
  void push(Event event) {
    std::size_t hole = events.size();
    events.push_back(event);
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 4;
      if (events[parent].time <= event.time) break;
      events[hole] = events[parent];
      hole = parent;
    }
    events[hole] = event;
  }

  const Event& top() const { return events.front(); }

  void replace_top(Event event) {
    const std::size_t count = events.size();
    std::size_t hole = 0;
    for (;;) {
      const std::size_t first = 4 * hole + 1;
      if (first >= count) break;
      std::size_t least = first;
      if (first + 4 <= count) {
        const std::size_t a = first + (events[first + 1].time < events[first].time);
        const std::size_t b = first + 2 + (events[first + 3].time < events[first + 2].time);
        least = events[b].time < events[a].time ? b : a;
      } else {
        for (std::size_t child = first + 1; child < count; ++child) {
          if (events[child].time < events[least].time) least = child;
        }
      }
      if (event.time <= events[least].time) break;
      events[hole] = events[least];
      hole = least;
    }
    events[hole] = event;
  }

 private:
  std::vector<Event> events;
};

/// Exponential times of mean 1, from the table that HoldModel has.
class Increments {
 public:
  Increments() : table(4096) {
    for (std::size_t place = 0; place < table.size(); ++place) {
      table[place] = -std::log1p(-(static_cast<double>(place) + 0.5) / 4096);
    }
  }

  double next() { return table[random.next() >> 52]; }

 private:
  std::vector<double> table;
  Xorshift random;
};

void hold(Heap& heap, Increments& increments, long times) {
  for (long turn = 0; turn < times; ++turn) {
    const Event event = heap.top();
    heap.replace_top({event.time + increments.next(), event.payload});
  }
}

}  // namespace

void measure_hold(long pending) {
  const double start = cpu_seconds();
  Increments increments;
  Heap heap;
  for (long event = 0; event < pending; ++event) {
    heap.push({increments.next(), static_cast<std::uint64_t>(event)});
  }
  hold(heap, increments, 2 * pending);
  const double begun = cpu_seconds();
  constexpr long times = 10'000'000;
  hold(heap, increments, times);
  const double seconds = cpu_seconds() - begun;
  std::printf("{\"benchmark\":\"reference-hold\",\"pending\":%ld,", pending);
  print_rate("events", times, seconds, begun - start);
}
