#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::sweep {

/// A part of a sweep: points `index`, `index + count`, `index + 2 count`, ....
struct Shard {
  std::size_t index = 0;  ///< from 0
  std::size_t count = 1;

  bool contains(std::size_t point) const { return point % count == index; }
  bool is_whole() const { return count == 1; }
  /// "3/100", counted from 1.
  std::string text() const;
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// The largest number of shards.
inline constexpr std::size_t kMostShards = 10'000;

/// Reads "I/N" with 1 <= I <= N, or "auto": the index and the number of tasks of the array job in
/// which the program runs, from the variables of Slurm (SLURM_ARRAY_TASK_ID, _MIN, _STEP, _COUNT)
/// or AWS Batch (AWS_BATCH_JOB_ARRAY_INDEX, _SIZE). `variable` returns the value of an environment
/// variable. Errors: kInvalidArgument.
Result<Shard> parse_shard(std::string_view text,
                          const std::function<std::optional<std::string>(const char*)>& variable);

/// The file for the results of a shard: "results.db" becomes "results.0003-of-0100.db", so that all
/// tasks of an array can have the same command. The whole sweep has the path itself.
std::string path_of_shard(const std::string& path, const Shard& shard);

}  // namespace nscope::sweep
