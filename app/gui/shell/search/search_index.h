#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::gui {

/// One thing the search field can jump to.
struct SearchHit {
  enum class Kind { kTrack, kEvents };
  Kind kind = Kind::kEvents;
  std::string text;        ///< track path or event name
  TrackId track{};         ///< kTrack
  StringId name{};         ///< kEvents: events of this name
  std::int64_t count = 0;  ///< kEvents: how many there are
};

/// The names of a trace, for jumping to tracks and events. Immutable after
/// construction; any thread.
class SearchIndex {
 public:
  /// Walks over all events. Incomplete where it was cancelled.
  explicit SearchIndex(std::shared_ptr<const Trace> trace,
                       const TaskControl& control = TaskControl());

  /// Names that contain every word of `query`, without regard to case: those
  /// that begin with it first, then events by how often they occur.
  std::vector<SearchHit> find(std::string_view query, std::size_t limit) const;

  /// The first event of that name that starts after `after` (any track), or
  /// the first at all where none does.
  std::optional<SliceId> next_event(StringId name, std::optional<SliceId> after) const;

 private:
  std::shared_ptr<const Trace> trace_;
  std::vector<SearchHit> entries_;
  std::vector<std::string> lower_;
};

}  // namespace nscope::gui
