#include "profiler/analysis/insights/run_facts.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <tuple>

namespace nscope::analysis {

Result<> gather_packets(RunFacts& facts, double small_bytes, SliceMarks& marks,
                        const TaskControl& control) {
  const StringTable& strings = facts.trace.strings();
  const StringId queue_type = strings.find(key::kQueueType);
  const StringId size = strings.find(key::kTransferSize);
  for (const Track& track : facts.trace.tracks()) {
    if (track.slice_kind != SliceKind::kDma || track.core < 0 || !facts.scope.holds(track))
      continue;
    // Only packets state their queue. Transfers of simulations are not packets.
    if (!SliceArg(track, queue_type, ArgColumn::Type::kText)) continue;
    SliceArg sizes(track, size, ArgColumn::Type::kInteger);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (row % 65'536 == 0 && control.cancelled()) return cancelled();
      const auto part = facts.scope.part(track.slices.begin(row), track.slices.end(row));
      if (!part) continue;
      const auto bytes = sizes.at(row);
      if (!bytes) continue;
      facts.add(facts.packets.all, track, row, number_of(*bytes), part->share);
      if (number_of(*bytes) >= small_bytes) continue;
      facts.add(facts.packets.small, track, row, number_of(*bytes), part->share);
      marks[Trace::slice_id(track, row).index()] |= bit(Mark::kSmallPacket);
    }
  }
  return {};
}

namespace {

/// The properties in which comparable collectives agree: operation, bytes, ranks.
using Group = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;
struct Occurrence {
  const Track* track;
  std::size_t row;
  std::int64_t ticks;
};
using Occurrences = std::map<Group, std::vector<Occurrence>>;

struct CollectiveWords {
  explicit CollectiveWords(const StringTable& strings)
      : opcode(strings.find(key::kOpcode)),
        bytes(strings.find(key::kBytes)),
        ranks(strings.find(key::kRanks)),
        count(strings.find("count")) {}
  StringId opcode, bytes, ranks, count;
};

std::int64_t whole_or_zero(const std::optional<ArgValue>& value) {
  const auto* const whole = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  return whole == nullptr ? 0 : *whole;
}

Result<> collective_track(RunFacts& facts, const Track& track, const CollectiveWords& words,
                          Occurrences& groups, const TaskControl& control) {
  CollectiveFacts& to = facts.collectives;
  IntervalUnion& busy = facts.cores[track.core].collectives;
  SliceArg opcodes(track, words.opcode, ArgColumn::Type::kText);
  SliceArg bytes(track, words.bytes, ArgColumn::Type::kInteger);
  SliceArg ranks(track, words.ranks, ArgColumn::Type::kInteger);
  SliceArg counts(track, words.count, ArgColumn::Type::kInteger);
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (row % 65'536 == 0 && control.cancelled()) return cancelled();
    const auto part = facts.scope.part(track.slices.begin(row), track.slices.end(row));
    if (!part) continue;
    busy.add(part->begin.value(), part->end.value());
    const std::int64_t size = whole_or_zero(bytes.at(row));
    const std::int64_t rank_count = whole_or_zero(ranks.at(row));
    const std::int64_t count = whole_or_zero(counts.at(row));
    facts.add(to.all, track, row, static_cast<double>(size), part->share);
    to.operations += part->share * static_cast<double>(std::max<std::int64_t>(1, count));
    to.folded = to.folded || count > 1;
    // Merged collectives are not comparable with single ones, nor parts with complete ones.
    if (count > 1 || part->share < 1.0) continue;
    const StringId opcode = opcodes.text(row);
    const StringId name = opcode.valid() ? opcode : track.slices.name[row];
    groups[{name.value, size, rank_count}].push_back({&track, row, part->length()});
  }
  return {};
}

/// Adds the collectives of a group that are much longer than its median.
void find_slow(RunFacts& facts, double factor, std::vector<Occurrence>& group) {
  constexpr std::size_t kEnough = 5;  // the median of fewer collectives is not meaningful
  if (group.size() < kEnough) return;
  const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
  std::nth_element(group.begin(), middle, group.end(),
                   [](const Occurrence& a, const Occurrence& b) {
                     return std::tuple(a.ticks, a.track->id.value, a.row) <
                            std::tuple(b.ticks, b.track->id.value, b.row);
                   });
  const double median = facts.ns(middle->ticks);
  CollectiveFacts& to = facts.collectives;
  for (const Occurrence& one : group) {
    const double ns = facts.ns(one.ticks);
    if (median <= 0 || ns <= factor * median) continue;
    facts.add(to.slow, *one.track, one.row);
    to.excess_ns += ns - median;
    if (to.slow.longest == Trace::slice_id(*one.track, one.row)) to.slow_median_ns = median;
  }
}

void find_exposed(RunFacts& facts) {
  double exposed = 0;
  double cores = 0;
  for (const auto& [id, core] : facts.cores) {
    if (core.collectives.length() == 0) continue;
    IntervalUnion computing;
    for (std::size_t i = 0; i < core.busy.size(); ++i) {
      if (kSummaryEngines[i] != Engine::kSync) computing.add(core.busy[i]);
    }
    exposed +=
        facts.ns(core.collectives.length() - intersection(core.collectives, computing).length());
    ++cores;
  }
  if (cores == 0) return;
  CollectiveFacts& to = facts.collectives;
  to.exposed_ns = exposed / cores;
  to.excess_ns /= cores;
  to.mean_bytes = to.operations > 0 ? to.all.bytes / to.operations : 0.0;
  to.operations /= cores;
}

}  // namespace

Result<> gather_collectives(RunFacts& facts, double outlier_factor, const TaskControl& control) {
  const CollectiveWords words(facts.trace.strings());
  Occurrences groups;
  for (const Track& track : facts.trace.tracks()) {
    if (track.slice_kind != SliceKind::kCollective || track.core < 0) continue;
    if (!facts.scope.holds(track)) continue;
    if (auto ok = collective_track(facts, track, words, groups, control); !ok) return ok;
  }
  for (auto& [group, occurrences] : groups) find_slow(facts, outlier_factor, occurrences);
  find_exposed(facts);
  return {};
}

namespace {

/// The times of a core's clock limits by type and missing share of the clock.
using Limits = std::map<std::pair<int, double>, IntervalUnion>;

Limits limits_of(RunFacts& facts, const Track& track) {
  const StringTable& strings = facts.trace.strings();
  const StringId type_key = strings.find(key::kThrottleType);
  const StringId k_key = strings.find(key::kThrottleK);
  const StringId n_key = strings.find(key::kThrottleN);
  Limits limits;
  SliceArgs args(track);
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    double type = -1;
    double k = 0;
    double n = 0;
    for (const Arg& arg : args.of(Trace::slice_id(track, row))) {
      if (arg.key == type_key) type = number_of(arg.value);
      if (arg.key == k_key) k = number_of(arg.value);
      if (arg.key == n_key) n = number_of(arg.value);
    }
    if (n <= 0 || k >= n || type < 0 || type > 255) continue;
    IntervalUnion& to = limits[{static_cast<int>(type), 1 - std::max(0.0, k) / n}];
    bool seen = false;
    for (const TimeWindow& window : facts.scope.windows()) {
      const std::int64_t begin = std::max(track.slices.begin(row), window.begin).value();
      const std::int64_t end = std::min(track.slices.end(row), window.end).value();
      to.add(begin, end);
      seen = seen || begin < end;
    }
    if (seen) facts.add(facts.throttle[static_cast<int>(type)].limited, track, row);
  }
  return limits;
}

}  // namespace

Result<> gather_throttle(RunFacts& facts, const TaskControl& control) {
  for (const Track& track : facts.trace.tracks()) {
    if (track.kind != TrackKind::kThrottle || !facts.scope.holds(track)) continue;
    if (control.cancelled()) return cancelled();
    facts.throttle_stated = true;
    const Limits limits = limits_of(facts, track);
    const auto core = facts.cores.find(track.core);
    if (core == facts.cores.end()) continue;
    std::map<int, double> lost;
    for (const auto& [limit, time] : limits) {
      const IntervalUnion both = intersection(time, core->second.busy[0]);
      lost[limit.first] += limit.second * facts.ns(both.length());
    }
    for (const auto& [type, ns] : lost) {
      if (ns <= facts.throttle[type].lost_ns) continue;
      facts.throttle[type].lost_ns = ns;
      facts.throttle[type].core = track.core;
    }
  }
  return {};
}

}  // namespace nscope::analysis
