#include "profiler/analysis/dma/dma_small.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/dma/packets.h"
#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array kDmaSmallParameters{
    Parameter{.id = "bytes",
              .title = phrase("Small packet limit"),
              .unit = "B",
              .meaning = phrase("Packets below this size are small; rows of 512 B reach 21 % of a "
                                "DMA engine's bandwidth"),
              .value = 512,
              .lowest = 1,
              .highest = 1e9},
    Parameter{
        .id = "efficient",
        .title = phrase("Efficient packet size"),
        .unit = "B",
        .meaning = phrase("Packets of at least this size give the rate that small packets could "
                          "reach; rows of 2 KiB reach 81 % of a DMA engine's bandwidth"),
        .value = 2048,
        .lowest = 1,
        .highest = 1e9},
    Parameter{.id = "gap",
              .title = phrase("Maximum gap"),
              .unit = "ns",
              .meaning = phrase("Largest gap between two small packets of the same region"),
              .value = 1000,
              .lowest = 0,
              .highest = 1e9},
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of regions to list, most time of small packets first"),
              .value = 50,
              .lowest = 1,
              .highest = 1e5}};

struct SmallTransferSums {
  std::int64_t packets = 0;
  double bytes = 0.0;
  std::int64_t time = 0;  ///< ticks

  void add(const Packet& packet) {
    ++packets;
    bytes += packet.bytes();
    time += packet.duration();
  }
};

/// Small packets on any queues of a core that are close to each other in time.
struct Region {
  int core = -1;
  std::int64_t begin = 0;
  std::int64_t end = 0;  ///< of the last small packet
  SmallTransferSums small{};
  SmallTransferSums other{};
  std::int64_t queues = 0;
  const Track* busiest = nullptr;  ///< the queue with the most time of small packets
  std::int64_t busiest_time = -1;
  SliceId first{};

  bool mostly_small() const { return small.time > other.time; }
};

struct SmallTransferLimits {
  double small;
  double efficient;
  std::int64_t gap;  ///< ticks
};

/// Finds the regions of one core.
class CoreRegions {
 public:
  CoreRegions(const Trace& trace, const Scope& scope, const SmallTransferLimits& limits, int core)
      : trace_(trace), scope_(scope), limits_(limits), core_(core) {}

  bool find(const std::vector<const Track*>& tracks, const TaskControl& control);
  const std::vector<Region>& regions() const { return regions_; }
  const SmallTransferSums& efficient() const { return efficient_; }

 private:
  bool mark(const Track& track, const TaskControl& control);
  bool measure(const Track& track, const TaskControl& control);
  bool is_small(const Packet& packet) const {
    return packet.size && *packet.size < limits_.small;
  }

  const Trace& trace_;
  const Scope& scope_;
  const SmallTransferLimits& limits_;
  int core_;
  IntervalUnion near_;  ///< the small packets, each extended by the gap
  std::vector<Region> regions_;
  SmallTransferSums efficient_;
};

bool CoreRegions::mark(const Track& track, const TaskControl& control) {
  IntervalUnion near;
  const bool done = visit_packets(trace_, track, scope_, control, [&](const Packet& packet) {
    if (packet.size && *packet.size >= limits_.efficient) efficient_.add(packet);
    // One tick more, so that packets without a duration are included.
    if (is_small(packet)) near.add(packet.begin, packet.end + limits_.gap + 1);
  });
  near_ = merged(near_, near);
  return done;
}

bool CoreRegions::measure(const Track& track, const TaskControl& control) {
  std::size_t at = 0;
  std::vector<std::int64_t> small_time(regions_.size(), -1);
  const bool done = visit_packets(trace_, track, scope_, control, [&](const Packet& packet) {
    while (at < regions_.size() && near_.intervals()[at].end <= packet.begin) ++at;
    if (at == regions_.size() || near_.intervals()[at].begin > packet.begin) return;
    Region& region = regions_[at];
    if (!is_small(packet)) return region.other.add(packet);
    const SliceId slice = Trace::slice_id(track, packet.row);
    if (region.small.packets == 0 || packet.begin < region.begin) {
      region.begin = packet.begin;
      region.first = slice;
    }
    region.end = std::max(region.end, packet.end);
    region.small.add(packet);
    small_time[at] = std::max<std::int64_t>(small_time[at], 0) + packet.duration();
  });
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    Region& region = regions_[i];
    if (small_time[i] >= 0) ++region.queues;
    if (small_time[i] <= region.busiest_time) continue;
    region.busiest_time = small_time[i];
    region.busiest = &track;
  }
  return done;
}

bool CoreRegions::find(const std::vector<const Track*>& tracks, const TaskControl& control) {
  for (const Track* track : tracks) {
    if (!mark(*track, control)) return false;
  }
  regions_.assign(near_.intervals().size(), Region{.core = core_});
  for (const Track* track : tracks) {
    if (!measure(*track, control)) return false;
  }
  return true;
}

/// The names of the instructions that triggered the first packets of the regions.
class TriggerTexts {
 public:
  TriggerTexts(const Trace& trace, std::span<const Region> regions) : trace_(trace) {
    for (const Region& region : regions) instruction_.emplace(region.first, SliceId());
    if (instruction_.empty()) return;
    const PacketTriggers triggers = packet_triggers(trace);
    inferred_ = triggers.inferred;
    for (const PacketTriggers::Pair& pair : triggers.pairs) {
      const auto wanted = instruction_.find(pair.packet);
      if (wanted != instruction_.end()) wanted->second = pair.instruction;
    }
  }

  Cell of(SliceId packet) const {
    const SliceId instruction = instruction_.at(packet);
    if (!instruction.valid()) return Missing{tr("not stated")};
    std::string text(trace_.text(trace_.slice(instruction).name()));
    for (const std::string_view key : {key::kReadTensor, key::kWriteTensor}) {
      const auto value = trace_.arg(instruction, trace_.strings().find(key));
      const auto* name = value ? std::get_if<StringId>(&*value) : nullptr;
      if (name != nullptr) text += fmt::format(" {}", trace_.text(*name));
    }
    return text;
  }
  bool inferred() const { return inferred_; }

 private:
  const Trace& trace_;
  std::map<SliceId, SliceId> instruction_;  ///< by packet
  bool inferred_ = false;
};

Table empty_dma_small_table() {
  return Table(
      {{.id = "core", .title = tr("Core")},
       {.id = "start_ns", .title = tr("Start"), .unit = "ns", .decimals = 0},
       {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 0},
       {.id = "packets", .title = tr("Small packets")},
       {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
       {.id = "mean_bytes", .title = tr("Mean size"), .unit = "B", .decimals = 1},
       {.id = "packet_time_ns", .title = tr("Packet time"), .unit = "ns", .decimals = 0},
       {.id = "time_share", .title = tr("Share of packet time"), .decimals = 4},
       {.id = "queues", .title = tr("Queues")},
       {.id = "queue", .title = tr("Busiest queue")},
       {.id = "trigger", .title = tr("Trigger of the first packet")},
       {.id = "efficient_ns", .title = tr("Time at efficient size"), .unit = "ns", .decimals = 0},
       {.id = "lost_ns", .title = tr("Lost time"), .unit = "ns", .decimals = 0},
       {.id = "slice_id", .title = tr("First packet")}});
}

void add_row(const Trace& trace, const Region& region, double efficient_rate,
             const TriggerTexts& triggers, Table& table) {
  Cell efficient = Missing{tr("no packets of efficient size")};
  Cell lost = efficient;
  const double time = in_ns(trace, region.small.time);
  if (efficient_rate > 0.0) {
    const double least = region.small.bytes / efficient_rate;
    efficient = least;
    lost = time - least;
  }
  table.add_row({region.core >= 0 ? Cell(std::int64_t{region.core}) : Cell(Missing{tr("none")}),
                 in_ns(trace, region.begin), in_ns(trace, region.end - region.begin),
                 region.small.packets, amount(region.small.bytes),
                 region.small.bytes / static_cast<double>(region.small.packets), time,
                 ratio(static_cast<double>(region.small.time),
                       static_cast<double>(region.small.time + region.other.time),
                       phrase("the time is zero")),
                 region.queues, track_path(trace, *region.busiest), triggers.of(region.first),
                 efficient, lost, std::int64_t{region.first.value}});
}

struct Found {
  std::vector<Region> regions{};
  SmallTransferSums efficient{};
  std::int64_t mixed = 0;  ///< regions in which other packets take most of the time
  bool packets = false;
};

Result<Found> find_regions(const Trace& trace, const Scope& scope,
                           const SmallTransferLimits& limits, TaskControl& control) {
  std::map<int, std::vector<const Track*>> cores;
  for (const Track& track : trace.tracks()) {
    if (shows_dma(track) && scope.holds(track)) cores[track.core].push_back(&track);
  }
  Found found{.packets = !cores.empty()};
  control.begin(phrase("Finding small packets"), cores.size());
  std::size_t done = 0;
  for (const auto& [core, tracks] : cores) {
    CoreRegions of_core(trace, scope, limits, core);
    if (!of_core.find(tracks, control)) return cancelled();
    for (const Region& region : of_core.regions()) {
      if (region.small.time == 0) continue;
      if (region.mostly_small()) found.regions.push_back(region);
      found.mixed += region.mostly_small() ? 0 : 1;
    }
    found.efficient.bytes += of_core.efficient().bytes;
    found.efficient.time += of_core.efficient().time;
    control.advance_to(++done);
  }
  std::sort(found.regions.begin(), found.regions.end(), [](const Region& a, const Region& b) {
    return std::tuple(-a.small.time, a.core, a.begin) < std::tuple(-b.small.time, b.core, b.begin);
  });
  return found;
}

Result<Table> small_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const ParameterValues& values = request.parameters;
  const SmallTransferLimits limits{.small = values.number("bytes"),
                                   .efficient = values.number("efficient"),
                                   .gap = trace.from_ns(values.number("gap")).value()};
  const auto found = find_regions(trace, scope, limits, control);
  if (!found) return fail(found.error());
  const double efficient_ns = in_ns(trace, found->efficient.time);
  const double rate = efficient_ns > 0.0 ? found->efficient.bytes / efficient_ns : 0.0;
  const std::size_t shown = std::min(values.count("rows"), found->regions.size());
  Table table = empty_dma_small_table();
  const TriggerTexts triggers(trace, std::span(found->regions).first(shown));
  for (const Region& region : std::span(found->regions).first(shown)) {
    add_row(trace, region, rate, triggers, table);
  }
  if (triggers.inferred()) table.add_note(kInferredTriggers);
  if (!found->packets) {
    table.add_note(kNoPackets);
  } else if (found->regions.empty()) {
    table.add_note(
        tr("In no region do packets below {} B take most of the DMA time.", limits.small));
  }
  if (rate > 0.0) {
    table.add_note(tr("Packets of at least {} B reach {} each in this run.", limits.efficient,
                      as::value(rate * 1e9, "B/s")));
  }
  if (found->mixed > 0) {
    table.add_note(tr_plural(found->mixed,
                             "{} region with small packets is excluded, because larger packets "
                             "take most of its packet time.",
                             "{} regions with small packets are excluded, because larger packets "
                             "take most of their packet time.",
                             as::count(found->mixed)));
  }
  if (shown < found->regions.size()) {
    const std::size_t hidden = found->regions.size() - shown;
    table.add_note(tr_plural(hidden, "{} more region is not listed (parameter 'rows').",
                             "{} more regions are not listed (parameter 'rows').",
                             as::count(static_cast<std::int64_t>(hidden))));
  }
  return table;
}

}  // namespace

constinit const Analysis kSmallDmaAnalysis{
    .id = "dma-small",
    .group = phrase("DMA"),
    .title = phrase("Small DMA packets"),
    .shows = phrase("Regions in which small packets take most of the DMA time, with their trigger "
                    "and the lost time"),
    .definition = phrase(
        "A packet is small if it has fewer bytes than the parameter 'bytes'. Small packets on any "
        "queues of a core that are at most 'gap' apart form a region. A region is listed if its "
        "small packets take more packet time than all other packets that start in it. "
        "packet_time_ns = sum of the durations of the small packets. efficient_ns = time of their "
        "bytes at the mean rate of this run's packets of at least 'efficient' bytes. lost_ns = "
        "packet_time_ns - efficient_ns, added up over the queues. The defaults of 512 B and 2048 B "
        "follow from the bandwidth of a DMA engine, which reaches 10 % with rows of 256 B, 21 % "
        "with 512 B, 42 % with 1 KiB, 81 % with 2 KiB and 97 % with 4 KiB (aws-neuron-sdk 2.32, "
        "nki-dma-intro-1.jpg, read off the image on 2026-08-21)."),
    .run = small_table,
    .parameters = kDmaSmallParameters,
    .plot = {Plot::Kind::kBars, "start_ns", "packet_time_ns", "core"}};

}  // namespace nscope::analysis
