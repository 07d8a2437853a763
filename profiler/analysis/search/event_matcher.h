#pragma once

#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/analysis/search/event_query.h"
#include "profiler/trace/trace.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// A condition as it applies to one run: a text is compared once, however many events
/// have it. Any thread. The trace must outlive it.
class RunCondition {
 public:
  RunCondition(const Trace& trace, const EventCondition& condition);

  const EventCondition& condition() const { return *condition_; }
  /// Of the property asked for; invalid where no event of the run has it.
  StringId key() const { return key_; }
  bool text_holds(StringId text) const;
  /// `value` in ticks for times.
  bool number_holds(double value) const;
  /// A property whose value is a number.
  bool property_holds(double value) const;
  /// The same answer for all events of a track; nothing where it depends on the event.
  std::optional<bool> of_track(const Track& track) const;

 private:
  bool any_holds(std::string_view text) const;

  const Trace* trace_;
  const EventCondition* condition_;
  StringId key_;
  double number_;  ///< in ticks for times
  /// Of each text: 0 not asked yet, 1 holds not, 2 holds.
  mutable std::vector<std::atomic<std::uint8_t>> known_;
};

/// Tests the events of one track from the first to the last. One thread.
class TrackMatcher {
 public:
  TrackMatcher(const Trace& trace, const Track& track,
               const std::vector<std::unique_ptr<RunCondition>>& conditions);

  /// No event of the track can match.
  bool none() const { return none_; }
  /// Each call must ask for a later row.
  bool holds(std::size_t row);

 private:
  struct Test {
    const RunCondition* condition = nullptr;
    ArgReader numbers;
    ArgReader texts;  ///< a reader answers once for each row
  };
  bool holds(Test& test, std::size_t row) const;
  bool property_holds(Test& test, std::size_t row) const;

  const Track& track_;
  std::vector<Test> tests_;
  bool none_ = false;
};

}  // namespace nscope::analysis
