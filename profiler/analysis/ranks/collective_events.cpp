#include "profiler/analysis/ranks/collective_events.h"

#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/collective_facts.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

/// Reads the collectives of a run track by track.
class CollectiveReader {
 public:
  CollectiveReader(const Trace& trace, const Scope& scope, CollectiveEvents& out)
      : scope_(scope), out_(out), facts_(trace), trace_(trace) {
    out_.groups.emplace_back();
  }

  /// Reads the collectives of a track. Returns false if cancelled.
  bool read(const Track& track, std::uint32_t device, TaskControl& control) {
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
    const CollectiveFacts facts = facts_.of(track, row, args);
    const CollectiveEvent event{.slice = Trace::slice_id(track, row),
                                .device = device,
                                .op = facts.op,
                                .name = track.slices.name[row],
                                .algorithm = facts.algorithm,
                                .group = facts.group ? group_of(*facts.group) : 0,
                                .ranks = facts.ranks,
                                .sequence = facts.sequence,
                                .bytes = facts.bytes,
                                .stated_bandwidth = facts.stated_bandwidth,
                                .calls = facts.calls,
                                .begin = track.slices.begin(row).value(),
                                .end = track.slices.end(row).value()};
    if (facts.step) return add_step(event);
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

  const Scope& scope_;
  CollectiveEvents& out_;
  CollectiveFactReader facts_;
  const Trace& trace_;
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
