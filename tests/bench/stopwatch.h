#pragma once

#include <chrono>

#include <sys/resource.h>

namespace nscope::bench {

/// Wall time and the CPU time of all threads of this process.
struct Elapsed {
  double wall = 0;  ///< s
  double cpu = 0;   ///< s, user and system
};

/// Measures from its construction on.
class Stopwatch {
 public:
  Elapsed elapsed() const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin_;
    return {wall.count(), cpu_seconds() - cpu_};
  }

 private:
  static double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double cpu_ = cpu_seconds();
};

/// The most memory this process ever had resident, mapped file pages included, in bytes.
inline double peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

}  // namespace nscope::bench
