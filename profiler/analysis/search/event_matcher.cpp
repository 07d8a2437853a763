#include "profiler/analysis/search/event_matcher.h"

#include "profiler/trace/track_path.h"
#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

using Field = EventCondition::Field;
using Relation = EventCondition::Relation;

bool is_time(Field field) {
  return field == Field::kDuration || field == Field::kWait || field == Field::kStart ||
         field == Field::kEnd;
}

}  // namespace

RunCondition::RunCondition(const Trace& trace, const EventCondition& condition)
    : trace_(&trace), condition_(&condition), number_(condition.number) {
  if (is_time(condition.field)) {
    number_ *= static_cast<double>(trace.time_base().ticks_per_ns);
  }
  if (condition.field == Field::kArg || condition.field == Field::kHas) {
    key_ = trace.strings().find(condition.key);
  }
  if (condition.field == Field::kOpcode) key_ = trace.strings().find(key::kOpcode);
  const bool texts = condition.field == Field::kName || condition.field == Field::kOpcode ||
                     condition.field == Field::kArg;
  if (texts) known_ = std::vector<std::atomic<std::uint8_t>>(trace.strings().size());
}

bool RunCondition::any_matches(std::string_view text) const {
  return std::any_of(condition_->any.begin(), condition_->any.end(),
                     [text](const TextTest& test) { return test.matches(text); });
}

bool RunCondition::matches_text(StringId text) const {
  if (text.index() >= known_.size()) return false;
  // Two threads may compare the same text; both get the same result.
  std::uint8_t result = known_[text.index()].load(std::memory_order_relaxed);
  if (result == 0) {
    result = any_matches(trace_->text(text)) ? 2 : 1;
    known_[text.index()].store(result, std::memory_order_relaxed);
  }
  return result == 2;
}

bool RunCondition::matches_number(double value) const {
  switch (condition_->relation) {
    case Relation::kLess: return value < number_;
    case Relation::kAtMost: return value <= number_;
    case Relation::kGreater: return value > number_;
    case Relation::kAtLeast: return value >= number_;
    case Relation::kEqual: return value == number_;
    case Relation::kText: break;
  }
  return false;
}

bool RunCondition::matches_wait(const Track& track, std::size_t row) const {
  return matches_number(static_cast<double>(bounded_wait(*trace_, track, row)));
}

bool RunCondition::matches_property(double value) const {
  if (condition_->relation != Relation::kText) return matches_number(value);
  return std::find(condition_->numbers.begin(), condition_->numbers.end(), value) !=
         condition_->numbers.end();
}

std::optional<bool> RunCondition::of_track(const Track& track) const {
  switch (condition_->field) {
    case Field::kEngine:
      return track.engine != Engine::kNone && any_matches(to_string(track.engine));
    case Field::kKind: return any_matches(to_string(track.slice_kind));
    case Field::kTrack: return any_matches(track_path(*trace_, track));
    case Field::kCore: return track.core >= 0 && matches_number(track.core);
    case Field::kHas:
    case Field::kArg:
      if (!std::any_of(track.args.begin(), track.args.end(), [this](const ArgColumn& column) {
            return key_.valid() && column.key == key_;
          })) {
        return false;
      }
      return std::nullopt;
    default: return std::nullopt;
  }
}

TrackMatcher::TrackMatcher(const Trace&, const Track& track,
                           const std::vector<std::unique_ptr<RunCondition>>& conditions)
    : track_(track) {
  for (const auto& condition : conditions) {
    const auto known = condition->of_track(track);
    if (!known) {
      tests_.push_back({condition.get(), ArgReader(track, condition->key()),
                        ArgReader(track, condition->key())});
    } else if (*known == condition->condition().negated) {
      none_ = true;
    }
  }
}

bool TrackMatcher::matches(std::size_t row) {
  bool all = true;
  // The readers of later conditions need not see this row: they skip rows.
  for (Test& test : tests_) {
    if (!all) break;
    all = matches(test, row) != test.condition->condition().negated;
  }
  return all;
}

bool TrackMatcher::matches(Test& test, std::size_t row) const {
  const SliceColumns& slices = track_.slices;
  const RunCondition& condition = *test.condition;
  switch (condition.condition().field) {
    case Field::kName: return condition.matches_text(slices.name[row]);
    case Field::kOpcode: {
      const StringId opcode = test.texts.text(row);
      if (opcode.valid()) return condition.matches_text(opcode);
      return track_.slice_kind == SliceKind::kInstruction &&
             condition.matches_text(slices.name[row]);
    }
    case Field::kDuration:
      return condition.matches_number(static_cast<double>(slices.duration[row]));
    case Field::kWait: return condition.matches_wait(track_, row);
    case Field::kStart: return condition.matches_number(static_cast<double>(slices.start[row]));
    case Field::kEnd: return condition.matches_number(static_cast<double>(slices.end(row).value()));
    case Field::kArg:
    case Field::kHas: return matches_property(test, row);
    default: return false;  // evaluated by of_track()
  }
}

bool TrackMatcher::matches_property(Test& test, std::size_t row) const {
  const RunCondition& condition = *test.condition;
  const auto number = test.numbers.number(row);
  const StringId text = test.texts.text(row);
  if (condition.condition().field == Field::kHas) return number.has_value() || text.valid();
  if (number && condition.matches_property(*number)) return true;
  return text.valid() && condition.condition().relation == Relation::kText &&
         condition.matches_text(text);
}

}  // namespace nscope::analysis
