#include "profiler/trace/build/merge_placement.h"

#include "profiler/base/order_statistics.h"
#include "profiler/trace/collective_name.h"
#include "profiler/trace/limits.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

// Properties that distinguish collectives of the same name.
constexpr auto kIdentityKeys = std::to_array<std::string_view>(
    {"Collective name", "Process Group Name", "process_group", "replica_groups", "In msg nelems",
     "Out msg nelems", "dtype", key::kBytes});

/// More than 52 days in ns; the parts of one run are closer together.
constexpr std::int64_t kFarthest = std::int64_t{1} << 52;

std::string value_text(const Trace& trace, const ArgValue& value) {
  if (const auto* text = std::get_if<StringId>(&value)) return std::string(trace.text(*text));
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return fmt::format("{}", std::get<double>(value));
}

/// The keys of `names` that occur in `trace`.
template <std::size_t N>
std::vector<StringId> keys_of(const Trace& trace, const std::array<std::string_view, N>& names) {
  std::vector<StringId> keys;
  for (const std::string_view name : names) {
    if (const StringId id = trace.strings().find(name); id.valid()) keys.push_back(id);
  }
  return keys;
}

struct Collectives {
  /// With a sequence number: identity -> end, ns.
  std::map<std::string, std::int64_t> numbered;
  /// Without: identity -> the ends of all repetitions in order of time.
  std::map<std::string, std::vector<std::int64_t>> repeated;
};

Collectives collectives_of(const Trace& trace) {
  const auto sequence_keys = keys_of(trace, kCollectiveSequenceKeys);
  const auto identity_keys = keys_of(trace, kIdentityKeys);
  Collectives found;
  for (const Track& track : trace.tracks()) {
    if (track.slice_kind != SliceKind::kCollective) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const SliceId slice = Trace::slice_id(track, row);
      std::string identity(trace.text(track.slices.name[row]));
      bool together = ends_together(collective_op(identity));
      for (const StringId key : identity_keys) {
        const auto value = trace.arg(slice, key);
        if (!value) continue;
        const std::string text = value_text(trace, *value);
        together = together || ends_together(collective_op(text));
        identity += '\n' + text;
      }
      if (!together) continue;
      const std::int64_t end = trace.to_ns(track.slices.end(row));
      std::optional<ArgValue> sequence;
      for (const StringId key : sequence_keys) {
        if (!sequence) sequence = trace.arg(slice, key);
      }
      if (sequence) {
        found.numbered.emplace(identity + "\n#" + value_text(trace, *sequence), end);
      } else {
        found.repeated[identity].push_back(end);
      }
    }
  }
  for (auto& [identity, ends] : found.repeated) std::sort(ends.begin(), ends.end());
  return found;
}

std::optional<PartClock> clock_of(const RunPart& part) {
  if (part.synced_clock) return part.synced_clock;
  const Trace& trace = *part.trace;
  const std::string kind = trace.property_text(property::kClock);
  const PropertyValue* origin = trace.property(property::kClockOrigin);
  if (kind.empty() || origin == nullptr) return std::nullopt;
  const auto* ns = std::get_if<std::int64_t>(origin);
  return ns == nullptr ? std::nullopt : std::optional(PartClock{kind, *ns});
}

std::int64_t start_of(const Trace& trace) {
  const TimeBase& base = trace.time_base();
  return trace.to_ns(base.window_end > base.window_begin ? base.window_begin : trace.begin());
}

class Placer {
 public:
  Placer(std::span<const RunPart> parts, MergeAlign align)
      : parts_(parts), align_(align), ticks_per_ns_(common_ticks_per_ns(parts)) {
    for (const RunPart& part : parts) clocks_.push_back(clock_of(part));
    result_.parts.resize(parts.size());
  }

  Placements run() {
    for (std::size_t i = 0; i < parts_.size(); ++i) place(i);
    for (std::size_t i = 1; i < parts_.size(); ++i) measure(i);
    return std::move(result_);
  }

 private:
  void place(std::size_t i);
  void place_by_start(std::size_t i, const Text& why);
  void measure(std::size_t i);

  std::span<const RunPart> parts_;
  MergeAlign align_;
  std::int64_t ticks_per_ns_;
  std::vector<std::optional<PartClock>> clocks_;
  std::map<std::string, std::size_t> anchors_;  ///< clock -> the first part that uses it
  Placements result_;
};

void Placer::place_by_start(std::size_t i, const Text& why) {
  Placement& to = result_.parts[i];
  to.offset_ns =
      result_.parts[0].offset_ns + start_of(*parts_[0].trace) - start_of(*parts_[i].trace);
  to.from = "assumed";
  if (why.empty()) return;
  result_.diagnostics.add(
      "clock_not_known", Severity::kWarning,
      tr("{}: {}; the run is assumed to start together with {}, which shifts it by {} ns",
         parts_[i].label, why, parts_[0].label, to.offset_ns));
}

void Placer::place(std::size_t i) {
  Placement& to = result_.parts[i];
  const auto& clock = clocks_[i];
  if (parts_[i].offset_ns) {
    to.offset_ns = *parts_[i].offset_ns;
    to.from = "given";
  } else if (i == 0) {
    to.from = "reference";
  } else if (align_ == MergeAlign::kStart) {
    place_by_start(i, {});
  } else if (!clock) {
    place_by_start(i, tr("the capture does not state the clock of its time stamps"));
  } else if (const auto anchor = anchors_.find(clock->kind); anchor != anchors_.end()) {
    const std::int64_t before = clocks_[anchor->second]->origin_ns;
    std::int64_t offset = 0;
    if (__builtin_sub_overflow(clock->origin_ns, before, &offset) || std::abs(offset) > kFarthest ||
        __builtin_add_overflow(offset, result_.parts[anchor->second].offset_ns, &offset) ||
        !fits_axis(*parts_[i].trace, offset, ticks_per_ns_)) {
      const double apart =
          std::abs(static_cast<double>(clock->origin_ns) - static_cast<double>(before));
      place_by_start(i,
                     tr("its clock '{}' differs from that of {} by {}, too far for one time axis",
                        clock->kind, parts_[anchor->second].label, as::duration_ns(apart)));
      return;
    }
    to.offset_ns = offset;
    to.from = parts_[i].synced_clock ? "sync_points" : "clock";
    return;
  } else {
    place_by_start(i, tr("no run before it uses the clock '{}'", clock->kind));
  }
  if (clock) anchors_.try_emplace(clock->kind, i);
}

void Placer::measure(std::size_t i) {
  Placement& to = result_.parts[i];
  to.skew = collective_skew(*parts_[0].trace, *parts_[i].trace);
  if (to.skew) to.skew->median_ns += to.offset_ns - result_.parts[0].offset_ns;
  if (align_ != MergeAlign::kCollectives || to.from == "given") return;
  if (!to.skew) {
    const std::string& first = parts_[0].label;
    const std::string& label = parts_[i].label;
    result_.diagnostics.add(
        "collectives_not_matched", Severity::kWarning,
        to.from == "clock" || to.from == "sync_points"
            ? tr("{} and {} have no collective in common; {} is aligned by its clock", first, label,
                 label)
            : tr("{} and {} have no collective in common; {} is aligned by its start", first, label,
                 label));
    return;
  }
  to.offset_ns -= to.skew->median_ns;
  to.from = "measured";
}

}  // namespace

std::optional<CollectiveSkew> collective_skew(const Trace& reference, const Trace& part) {
  const Collectives ours = collectives_of(reference);
  if (ours.numbered.empty() && ours.repeated.empty()) return std::nullopt;
  const Collectives theirs = collectives_of(part);
  std::vector<std::int64_t> later;
  for (const auto& [identity, end] : ours.numbered) {
    const auto same = theirs.numbered.find(identity);
    if (same != theirs.numbered.end()) later.push_back(same->second - end);
  }
  for (const auto& [identity, ends] : ours.repeated) {
    const auto same = theirs.repeated.find(identity);
    if (same == theirs.repeated.end() || same->second.size() != ends.size()) continue;
    for (std::size_t k = 0; k < ends.size(); ++k) later.push_back(same->second[k] - ends[k]);
  }
  if (later.empty()) return std::nullopt;
  CollectiveSkew skew;
  skew.count = later.size();
  skew.median_ns = upper_median(later);
  for (std::int64_t& value : later) value = std::abs(value - skew.median_ns);
  skew.spread_ns = upper_median(later);
  return skew;
}

std::int64_t common_ticks_per_ns(std::span<const RunPart> parts) {
  std::int64_t ticks = 1;
  for (const RunPart& part : parts) {
    ticks = std::lcm(ticks, part.trace->time_base().ticks_per_ns);
    if (ticks < 1 || ticks > limits::kFinestTimeBase) return 0;
  }
  return ticks;
}

std::optional<std::int64_t> axis_time(const Trace& trace, TraceTime time, std::int64_t offset_ns,
                                      std::int64_t ticks_per_ns) {
  __extension__ using Wide = __int128;  // not in ISO C++, but in GCC and Clang
  const std::int64_t scale = ticks_per_ns / trace.time_base().ticks_per_ns;
  const Wide placed = Wide{time.value()} * scale + Wide{offset_ns} * ticks_per_ns;
  if (placed <= -limits::kFarthestTime || placed >= limits::kFarthestTime) return std::nullopt;
  return static_cast<std::int64_t>(placed);
}

bool fits_axis(const Trace& trace, std::int64_t offset_ns, std::int64_t ticks_per_ns) {
  const TimeBase& base = trace.time_base();
  const std::array times{trace.begin(), trace.end(), base.window_begin, base.window_end};
  return std::all_of(times.begin(), times.end(), [&](TraceTime time) {
    return axis_time(trace, time, offset_ns, ticks_per_ns).has_value();
  });
}

bool is_short_enough(std::span<const RunPart> parts, std::size_t part) {
  const std::int64_t ticks = common_ticks_per_ns(parts);
  const Trace& trace = *parts[part].trace;
  return ticks == 0 || fits_axis(trace, -start_of(trace), ticks);
}

Placements place_parts(std::span<const RunPart> parts, MergeAlign align) {
  return Placer(parts, align).run();
}

}  // namespace nscope
