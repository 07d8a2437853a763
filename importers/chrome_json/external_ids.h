#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Whether a property key is PyTorch's "External id", in any spelling ("external_id", "External
/// ID").
bool is_external_id_key(std::string_view key);

/// Connects host calls and the work on devices that they start by their external ids, in traces
/// without correlation numbers (PyTorch on ROCm). An external id is that of an operator, which may
/// make several calls: the calls and the work of an id are connected in the order of time, copies
/// separately from kernels. One thread.
class ExternalIds {
 public:
  enum class Work : std::uint8_t { kKernel, kCopy };

  explicit ExternalIds(TraceWriter& out) : out_(out) {}

  /// Adds a call of the runtime or driver. Calls that do not start work are ignored.
  void call(std::int64_t id, std::int64_t start, std::string_view name, SliceId slice);
  /// Adds work of a device.
  void work(std::int64_t id, std::int64_t start, Work kind, SliceId slice);
  /// Writes one flow for each work with a known call.
  void finish();

 private:
  struct Entry {
    std::int64_t id = 0;
    Work kind = Work::kKernel;
    std::int64_t start = 0;
    SliceId slice{};
  };
  static void sort(std::vector<Entry>& entries);

  TraceWriter& out_;
  std::vector<Entry> calls_;
  std::vector<Entry> works_;
};

}  // namespace nscope::importers
