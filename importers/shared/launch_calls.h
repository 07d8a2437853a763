#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace nscope::importers {

/// The host calls of a GPU run by their correlation numbers, which are unique within a process.
/// CUPTI numbers the calls with 32 bits; eight bytes per call are kept. One thread.
class LaunchCalls {
 public:
  /// False if the number cannot be a correlation number; the call is then not kept.
  bool add(std::uint64_t process, std::int64_t number, SliceId call);
  /// Must be called between the last add() and the first find().
  void sort();
  /// The call that started an event; invalid if it is unknown. Without a process, the calls are
  /// searched only if all are of one process.
  SliceId find(std::optional<std::uint64_t> process, std::int64_t number);

 private:
  struct Call {
    std::uint32_t number = 0;
    std::uint32_t slice = 0;
    auto operator<=>(const Call&) const = default;
  };
  struct OfProcess {
    std::vector<Call> calls;
    std::size_t last = 0;  ///< the last call found: events are mostly in the order of their calls
  };
  std::map<std::uint64_t, OfProcess> processes_;
};

}  // namespace nscope::importers
