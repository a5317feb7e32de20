#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>

/// Numbers at random that cost next to nothing: Marsaglia's xorshift, as in the Swift benchmarks.
class Xorshift {
 public:
  std::uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }

  std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32);
  }

  /// In [0, 1).
  float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

 private:
  std::uint64_t state = 0x9E3779B97F4A7C15;
};

/// Seconds of the processor that this process has had.
inline double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/// The most memory that this process has had.
inline long peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __linux__
  return usage.ru_maxrss * 1024;
#else
  return usage.ru_maxrss;
#endif
}

/// Prints what a case took, after its name and parameters, as the Swift benchmarks do.
inline void print_rate(const char* unit, double count, double seconds, double setup) {
  std::printf(
      "\"unit\":\"%s\",\"units\":%.0f,\"units_per_cpu_second\":%.0f,\"cpu_s\":%.3f,\"setup_s\":%.3f,"
      "\"peak_bytes\":%ld}\n",
      unit, count, count / seconds, seconds, setup, peak_bytes());
}
