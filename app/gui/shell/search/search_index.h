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

/// One match of the search field.
struct SearchHit {
  enum class Kind { kTrack, kEvents };
  Kind kind = Kind::kEvents;
  std::string text;        ///< track path or event name
  TrackId track{};         ///< kTrack
  StringId name{};         ///< kEvents: events of this name
  std::int64_t count = 0;  ///< kEvents: number of events
};

/// The track and event names of a trace, for searching. Immutable after construction; any thread.
class SearchIndex {
 public:
  /// Reads the names of all events. The index is incomplete if `control` is cancelled.
  explicit SearchIndex(std::shared_ptr<const Trace> trace,
                       const TaskControl& control = TaskControl());

  /// Names that contain every word of `query`, ignoring case. Names that start with its first word
  /// come first, then frequent events.
  std::vector<SearchHit> find(std::string_view query, std::size_t limit) const;

  /// The next event with that name after `after`, on any track. If there is none, the first event
  /// with that name.
  std::optional<SliceId> next_event(StringId name, std::optional<SliceId> after) const;

 private:
  std::shared_ptr<const Trace> trace_;
  std::vector<SearchHit> entries_;
  std::vector<std::string> lower_;
};

}  // namespace nscope::gui
