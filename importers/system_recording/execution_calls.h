#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// Identifies an execution of a model on a logical core.
struct ExecutionKey {
  std::int64_t worker = -1;
  std::int64_t core = -1;
  std::int64_t execution = -1;

  bool operator==(const ExecutionKey&) const = default;
};

/// The call of the host that started each execution, by number of execution. The slice of a call
/// is known as soon as it has been written.
class ExecutionCalls {
 public:
  using Call = std::uint32_t;

  /// The call of `key` if it was declared.
  std::optional<Call> find(const ExecutionKey& key) const;
  /// Declares the call of `key`; a number that occurs again is a later execution.
  Call declare(const ExecutionKey& key);
  /// The call was written as `slice`.
  void written(Call call, SliceId slice) { slices_[call] = slice; }
  /// Invalid if the call has not been written yet.
  SliceId slice(Call call) const { return slices_[call]; }

 private:
  struct Hash {
    std::size_t operator()(const ExecutionKey& key) const;
  };

  std::unordered_map<ExecutionKey, Call, Hash> calls_;
  std::vector<SliceId> slices_;
};

}  // namespace nscope::importers
