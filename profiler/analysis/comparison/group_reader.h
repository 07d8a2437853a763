#pragma once

#include "profiler/analysis/comparison/compared_groups.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace nscope::analysis {

/// The outermost slices of one core's layer track, in order of time.
struct LayerSpans {
  struct Span {
    TraceTime begin;
    TraceTime end;
    StringId name;
  };
  std::vector<Span> spans;
};

/// The layers of every core of a run.
class LayerIndex {
 public:
  /// If not `wanted`, the index is empty.
  LayerIndex(const Trace& trace, bool wanted);
  /// The layers of one core; null if it has none.
  const LayerSpans* of(int core) const;

 private:
  std::map<int, LayerSpans> cores_;
};

/// Finds the groups of a track's events in the order of the rows. The arguments of the constructor
/// must outlive it. One thread.
class GroupReader {
 public:
  GroupReader(const Trace& trace, const Track& track, WorkClass work, GroupBy by,
              const LayerSpans* layers, GroupTable& groups);

  /// The group of an event. Each call must be for a later row.
  std::uint32_t of(std::size_t row);
  /// Number of events so far without a layer.
  std::int64_t without_layer() const { return without_layer_; }

 private:
  StringId detail_of(std::size_t row);
  std::string name_of(StringId name, StringId detail) const;
  StringId layer_at(TraceTime time);

  const Trace& trace_;
  const Track& track_;
  WorkClass work_;
  GroupBy by_;
  const LayerSpans* layers_;
  GroupTable& groups_;
  StringId wait_;  ///< EVENT_SEMAPHORE
  const ArgColumn* column_ = nullptr;
  std::size_t entry_ = 0;
  std::size_t span_ = 0;
  std::int64_t without_layer_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;  ///< by name and detail
};

}  // namespace nscope::analysis
