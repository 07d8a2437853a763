#include "profiler/analysis/dma/dma_queues.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/dma/packets.h"
#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kQueueGroups{"queue", "engine"};
constexpr std::array kDmaQueuesParameters{
    Parameter{.id = "by",
              .title = "Rows are",
              .meaning = "rings of a DMA engine, or whole DMA engines",
              .words = kQueueGroups}};

/// One ring, or one DMA engine with all its rings.
struct Queue {
  int core = -1;
  std::string name;     ///< "Q0-E64", "E64", or the track's path
  std::string group{};  ///< what it should be as loaded as: "Q0 of core 0"
  StringId queue_name{};
  std::int64_t packets = 0;
  double bytes = 0.0;
  std::int64_t time = 0;  ///< ticks
  std::int64_t first = 0;
  std::int64_t last = 0;
  IntervalUnion busy{};
};

struct Group {
  std::int64_t queues = 0;
  double bytes = 0.0;
  double most = 0.0;

  double mean() const { return bytes / static_cast<double>(queues); }
};

/// Name and group of a ring's track "Q0-E64"; another track stands for itself.
Queue queue_of(const Trace& trace, const Track& track, bool engines) {
  const std::string_view name = trace.text(track.name);
  const auto ring = track.core >= 0 ? ring_of(name) : std::nullopt;
  Queue queue{.core = track.core, .name = track_path(trace, track)};
  queue.group = fmt::format("core {}", track.core);
  if (ring && engines) queue.name = fmt::format("E{}", ring->dma_engine);
  if (ring && !engines) {
    queue.name = name;
    queue.group = fmt::format("Q{} of core {}", ring->ring, track.core);
  }
  return queue;
}

/// False when cancelled.
bool add(const Trace& trace, const Track& track, const Scope& scope, const TaskControl& control,
         Queue& to) {
  ArgReader names(track, trace.strings().find(key::kQueueName));
  IntervalUnion busy;
  const bool done = visit_packets(trace, track, scope, control, [&](const Packet& packet) {
    if (!to.queue_name.valid()) to.queue_name = names.text(packet.row);
    to.first = to.packets == 0 ? packet.begin : std::min(to.first, packet.begin);
    to.last = to.packets == 0 ? packet.end : std::max(to.last, packet.end);
    ++to.packets;
    to.bytes += packet.bytes.value_or(0.0);
    to.time += packet.duration();
    busy.add(packet.begin, packet.end);
  });
  to.busy = merged(to.busy, busy);
  return done;
}

Result<std::vector<Queue>> queues_of(const Trace& trace, const Scope& scope, bool engines,
                                     TaskControl& control) {
  std::vector<Queue> queues;
  std::map<std::pair<int, std::string>, std::size_t> known;
  control.begin("Measuring DMA queues", trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    if (!shows_dma(track) || !scope.holds(track)) continue;
    Queue queue = queue_of(trace, track, engines);
    const auto [at, added] = known.try_emplace({queue.core, queue.name}, queues.size());
    if (added) queues.push_back(std::move(queue));
    if (!add(trace, track, scope, control, queues[at->second])) return cancelled();
  }
  std::erase_if(queues, [](const Queue& queue) { return queue.packets == 0; });
  return queues;
}

Table empty_dma_queues_table() {
  return Table({{.id = "core", .title = "Core"},
                {.id = "queue", .title = "Queue"},
                {.id = "queue_name", .title = "Name"},
                {.id = "packets", .title = "Packets"},
                {.id = "bytes", .title = "Bytes", .unit = "B"},
                {.id = "busy_ns", .title = "Busy", .unit = "ns", .decimals = 0},
                {.id = "busy_share", .title = "Share of the time", .decimals = 4},
                {.id = "idle_ns", .title = "Idle", .unit = "ns", .decimals = 0},
                {.id = "packet_time_ns", .title = "Packet time", .unit = "ns", .decimals = 0},
                {.id = "bytes_per_s", .title = "While busy", .unit = "B/s", .decimals = 0},
                {.id = "group", .title = "Group"},
                {.id = "balance", .title = "Bytes to the group's mean", .decimals = 3},
                {.id = "imbalance", .title = "Group: most to mean", .decimals = 3},
                {.id = "start_ns", .title = "First packet", .unit = "ns", .decimals = 0},
                {.id = "duration_ns", .title = "To the last", .unit = "ns", .decimals = 0}});
}

void add_row(const Trace& trace, const Queue& queue, const Group& group, std::int64_t window,
             Table& table) {
  const std::int64_t busy = queue.busy.length();
  const std::string_view no_bytes = "no bytes stated";
  table.add_row(
      {queue.core >= 0 ? Cell(std::int64_t{queue.core}) : Cell(Missing{"none"}), queue.name,
       queue.queue_name.valid() ? Cell(std::string(trace.text(queue.queue_name)))
                                : Cell(Missing{"not stated"}),
       queue.packets, amount(queue.bytes), in_ns(trace, busy),
       ratio(static_cast<double>(busy), static_cast<double>(window), "no time"),
       in_ns(trace, window - busy), in_ns(trace, queue.time),
       ratio(queue.bytes, in_ns(trace, busy) * 1e-9, "no time"), queue.group,
       ratio(queue.bytes, group.mean(), no_bytes), ratio(group.most, group.mean(), no_bytes),
       in_ns(trace, queue.first), in_ns(trace, queue.last - queue.first)});
}

Result<Table> queue_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  auto queues = queues_of(trace, scope, request.parameters.word("by") == "engine", control);
  if (!queues) return fail(queues.error());
  std::map<std::string, Group> groups;
  for (const Queue& queue : *queues) {
    Group& group = groups[queue.group];
    ++group.queues;
    group.bytes += queue.bytes;
    group.most = std::max(group.most, queue.bytes);
  }
  std::stable_sort(queues->begin(), queues->end(), [](const Queue& a, const Queue& b) {
    return std::tuple(a.core, -a.bytes) < std::tuple(b.core, -b.bytes);
  });
  Table table = empty_dma_queues_table();
  for (const Queue& queue : *queues) {
    add_row(trace, queue, groups[queue.group], scope.total().value(), table);
  }
  if (queues->empty()) table.add_note(kNoPackets);
  return table;
}

}  // namespace

constinit const Analysis kDmaQueueAnalysis{
    .id = "dma-queues",
    .group = "DMA",
    .title = "DMA queues and engines",
    .shows = "packets, bytes, busy and idle time of each DMA queue or engine, and their balance",
    .definition =
        "Packets that lie wholly in the time looked at. busy_ns = at least one packet of the queue "
        "in flight; idle_ns = time looked at - busy_ns; packet_time_ns = durations added up; "
        "bytes_per_s = bytes / busy_ns. A group is the same ring number on all DMA engines of a "
        "core (by=engine: all engines of the core), over which work should be spread evenly: "
        "balance = bytes / mean of the group, imbalance = most / mean of the group. start_ns and "
        "duration_ns reach from the first packet to the end of the last.",
    .run = queue_table,
    .parameters = kDmaQueuesParameters,
    .plot = {Plot::Kind::kBars, "queue", "bytes", "group"}};

}  // namespace nscope::analysis
