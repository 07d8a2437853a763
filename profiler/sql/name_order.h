#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace nscope {

/// The rows of one track that have the same name: rows[begin, end) of its order.
struct NameRun {
  StringId name;
  std::uint32_t rank = 0;  ///< position of the name among all names, ordered by bytes
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The rows of one track ordered by name, then by row.
struct TrackNameOrder {
  std::vector<std::uint32_t> rows;
  std::vector<NameRun> runs;  ///< sorted by rank
};

/// An index of the slices of each track by name, with 4 bytes per slice, built in linear
/// time when a statement first needs it, and kept. One thread.
class NameOrder {
 public:
  explicit NameOrder(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

  bool built() const { return built_; }
  /// Builds the index if it does not exist yet. False if `stop` returned true.
  template <class Stop>
  bool build(const Stop& stop) {
    if (built_) return true;
    tracks_.assign(trace_->tracks().size(), {});
    for (const Track& track : trace_->tracks()) {
      if (stop()) return false;
      order_track(track);
    }
    rank_names();
    built_ = true;
    return true;
  }
  const TrackNameOrder& of(const Track& track) const { return tracks_[track.id.index()]; }

 private:
  std::uint32_t& slot(StringId name);
  void order_track(const Track& track);
  void rank_names();

  std::shared_ptr<const Trace> trace_;
  std::vector<TrackNameOrder> tracks_;
  std::vector<std::uint32_t> slot_of_name_;  ///< by string id: its run in the current track
  bool built_ = false;
};

}  // namespace nscope
