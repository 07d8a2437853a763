#include "profiler/analysis/ranks/collective_events.h"

#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

/// The member of a collective that a property states.
enum class Fact {
  kOperation,
  kBytes,
  kMessageBytes,
  kElements,
  kType,
  kRanks,
  kAlgorithm,
  kGroup,
  kSequence,
  kCalls,
  kStated
};

constexpr auto kCollectiveFacts = std::to_array<std::pair<std::string_view, Fact>>({
    {key::kOpcode, Fact::kOperation},
    {"operation", Fact::kOperation},
    {"Collective name", Fact::kOperation},
    {key::kBytes, Fact::kBytes},
    {key::kMessageBytes, Fact::kMessageBytes},
    {"In msg nelems", Fact::kElements},
    {"Out msg nelems", Fact::kElements},
    {"dtype", Fact::kType},
    {key::kRanks, Fact::kRanks},
    {"Group size", Fact::kRanks},
    {key::kAlgorithm, Fact::kAlgorithm},
    {key::kReplicaGroup, Fact::kGroup},
    {"process_group", Fact::kGroup},
    {"Process Group Name", Fact::kGroup},
    {"count", Fact::kCalls},
    {"bus_bandwidth", Fact::kStated},
});

/// Bytes of an element by PyTorch's and NCCL's type names; 0 for other names.
double element_bytes(std::string_view type) {
  constexpr auto kSizes = std::to_array<std::pair<std::string_view, double>>(
      {{"Float", 4},         {"float", 4},
       {"float32", 4},       {"Half", 2},
       {"float16", 2},       {"BFloat16", 2},
       {"bfloat16", 2},      {"Double", 8},
       {"float64", 8},       {"Int", 4},
       {"int32", 4},         {"Long", 8},
       {"int64", 8},         {"Short", 2},
       {"int16", 2},         {"Byte", 1},
       {"uint8", 1},         {"Char", 1},
       {"int8", 1},          {"Bool", 1},
       {"ComplexFloat", 8},  {"ComplexDouble", 16},
       {"Float8_e4m3fn", 1}, {"Float8_e5m2", 1}});
  const auto found = std::find_if(kSizes.begin(), kSizes.end(),
                                  [&](const auto& size) { return size.first == type; });
  return found == kSizes.end() ? 0.0 : found->second;
}

/// Reads the collectives of a run track by track.
class CollectiveReader {
 public:
  CollectiveReader(const Trace& trace, const Scope& scope, CollectiveEvents& out)
      : trace_(trace), scope_(scope), out_(out) {
    out_.groups.emplace_back();
    for (const auto& [name, fact] : kCollectiveFacts) {
      if (const StringId id = trace.strings().find(name); id.valid())
        facts_.emplace(id.index(), fact);
    }
    for (const std::string_view name : kCollectiveSequenceKeys) {
      const StringId id = trace.strings().find(name);
      if (id.valid()) facts_.emplace(id.index(), Fact::kSequence);
    }
  }

  /// Reads the collectives of a track. Returns false if cancelled.
  bool read(const Track& track, std::uint32_t device, TaskControl& control) {
    // In nccom-test results, "count" is the number of elements of a message, not of calls.
    calls_known_ = track.core >= 0;
    SliceArgs args(track);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) return false;
      if (!scope_.holds(track.slices.begin(row), track.slices.end(row))) {
        ++out_.outside;
        continue;
      }
      add(track, row, device, args.of(Trace::slice_id(track, row)));
    }
    return true;
  }

 private:
  struct Found {
    double elements = 0.0;
    double element_size = 0.0;
    bool step = false;
  };

  CollectiveOp op_of(StringId text) {
    const auto [entry, added] = ops_.try_emplace(text.index(), CollectiveOp::kOther);
    if (added) entry->second = collective_op(trace_.text(text));
    return entry->second;
  }

  void note_fact(Fact fact, const ArgValue& value, CollectiveEvent& event, Found& found) {
    const auto* text = std::get_if<StringId>(&value);
    const double number = number_of(value);
    switch (fact) {
      case Fact::kOperation:
        if (text != nullptr && event.op == CollectiveOp::kOther) event.op = op_of(*text);
        break;
      case Fact::kBytes:
        if (!found.step && number > 0.0) event.bytes = number;
        break;
      case Fact::kMessageBytes:
        found.step = true;
        event.bytes = number;
        break;
      case Fact::kElements: found.elements = std::max(found.elements, number); break;
      case Fact::kType:
        if (text != nullptr) found.element_size = element_bytes(trace_.text(*text));
        break;
      case Fact::kRanks:
        event.ranks = static_cast<std::int64_t>(std::clamp(number, 0.0, 1e9));
        break;
      case Fact::kAlgorithm:
        if (text != nullptr) event.algorithm = *text;
        break;
      case Fact::kGroup: event.group = group_of(value); break;
      case Fact::kSequence:
        if (number >= 0.0 && number < 1e15) event.sequence = static_cast<std::int64_t>(number);
        break;
      case Fact::kCalls:
        if (calls_known_) event.calls = static_cast<std::int64_t>(std::clamp(number, 1.0, 1e12));
        break;
      case Fact::kStated: event.stated_bandwidth = number; break;
    }
  }

  std::uint32_t group_of(const ArgValue& value) {
    const auto next = static_cast<std::uint32_t>(out_.groups.size());
    const auto [entry, added] = groups_.try_emplace(value, next);
    if (added) {
      const auto* text = std::get_if<StringId>(&value);
      out_.groups.push_back(text != nullptr
                                ? std::string(trace_.text(*text))
                                : std::to_string(static_cast<std::int64_t>(number_of(value))));
    }
    return entry->second;
  }

  void add(const Track& track, std::size_t row, std::uint32_t device, std::span<const Arg> args) {
    CollectiveEvent event{.slice = Trace::slice_id(track, row),
                          .device = device,
                          .name = track.slices.name[row],
                          .begin = track.slices.begin(row).value(),
                          .end = track.slices.end(row).value()};
    Found found;
    for (const Arg& arg : args) {
      const auto fact = facts_.find(arg.key.index());
      if (fact != facts_.end()) note_fact(fact->second, arg.value, event, found);
    }
    if (event.op == CollectiveOp::kOther) event.op = op_of(event.name);
    // Only events without an operation are merged; for others, "count" can be elements.
    if (event.op != CollectiveOp::kOther) event.calls = 1;
    if (event.bytes < 0.0 && found.elements > 0.0 && found.element_size > 0.0) {
      event.bytes = found.elements * found.element_size;
    }
    if (found.step) return add_step(event);
    out_.events.push_back(event);
  }

  void add_step(const CollectiveEvent& step) {
    const auto [entry, added] =
        steps_.try_emplace({step.device, step.op, step.bytes}, out_.events.size());
    if (added) {
      out_.events.push_back(step);
      return;
    }
    CollectiveEvent& whole = out_.events[entry->second];
    whole.begin = std::min(whole.begin, step.begin);
    whole.end = std::max(whole.end, step.end);
  }

  const Trace& trace_;
  const Scope& scope_;
  CollectiveEvents& out_;
  bool calls_known_ = true;
  std::unordered_map<std::size_t, Fact> facts_;
  std::unordered_map<std::size_t, CollectiveOp> ops_;  ///< by text
  std::map<ArgValue, std::uint32_t> groups_;
  std::map<std::tuple<std::uint32_t, CollectiveOp, double>, std::size_t> steps_;
};

}  // namespace

Result<CollectiveEvents> collective_events(const Trace& trace, const Scope& scope,
                                           TaskControl& control) {
  CollectiveEvents out;
  CollectiveReader reader(trace, scope, out);
  control.begin(phrase("Reading collectives"), trace.tracks().size());
  for (Device& device : devices_of(trace, scope)) {
    if (device.collectives.empty()) continue;
    const auto index = static_cast<std::uint32_t>(out.devices.size());
    const std::size_t first = out.events.size();
    for (const Track* track : device.collectives) {
      if (!reader.read(*track, index, control)) return cancelled();
      control.advance_to(track->id.index());
    }
    std::sort(out.events.begin() + static_cast<std::ptrdiff_t>(first), out.events.end(),
              [](const CollectiveEvent& a, const CollectiveEvent& b) {
                return std::pair(a.begin, a.slice) < std::pair(b.begin, b.slice);
              });
    out.devices.push_back(std::move(device));
  }
  return out;
}

}  // namespace nscope::analysis
