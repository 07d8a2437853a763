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

/// A condition prepared for one run. Each distinct text is compared only once and the result
/// is cached. Any thread. The trace must outlive it.
class RunCondition {
 public:
  RunCondition(const Trace& trace, const EventCondition& condition);

  const EventCondition& condition() const { return *condition_; }
  /// The key of the property; invalid if no event of the run has it.
  StringId key() const { return key_; }
  bool matches_text(StringId text) const;
  /// `value` is in ticks for times.
  bool matches_number(double value) const;
  /// Compares the wait before an event, limited as by bounded_wait().
  bool matches_wait(const Track& track, std::size_t row) const;
  /// For a property whose value is a number.
  bool matches_property(double value) const;
  /// The result for all events of a track; nullopt if it depends on the event.
  std::optional<bool> of_track(const Track& track) const;

 private:
  bool any_matches(std::string_view text) const;

  const Trace* trace_;
  const EventCondition* condition_;
  StringId key_;
  double number_;  ///< in ticks for times
  /// Cached result for each text: 0 not compared yet, 1 no match, 2 match.
  mutable std::vector<std::atomic<std::uint8_t>> known_;
};

/// Tests the events of one track in the order of the rows. One thread.
class TrackMatcher {
 public:
  TrackMatcher(const Trace& trace, const Track& track,
               const std::vector<std::unique_ptr<RunCondition>>& conditions);

  /// Whether it is certain that no event of the track matches.
  bool none() const { return none_; }
  /// Each call must be for a later row.
  bool matches(std::size_t row);

 private:
  struct Test {
    const RunCondition* condition = nullptr;
    ArgReader numbers;
    ArgReader texts;  ///< separate, because a reader can be called only once for each row
  };
  bool matches(Test& test, std::size_t row) const;
  bool matches_property(Test& test, std::size_t row) const;

  const Track& track_;
  std::vector<Test> tests_;
  bool none_ = false;
};

}  // namespace nscope::analysis
