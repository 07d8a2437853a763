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
constexpr std::array kDmaQueuesParameters{Parameter{
    .id = "by",
    .title = phrase("Rows"),
    .meaning = phrase("One row for each queue (ring) of a DMA engine, or for each engine"),
    .words = kQueueGroups}};

/// One ring, or one DMA engine with all its rings.
struct Queue {
  int core = -1;
  std::string name;  ///< "Q0-E64", "E64", or the track's path
  /// The queues that should have the same load: the ring's number and the core. The ring is empty
  /// for a group of all queues of the core.
  std::pair<std::optional<int>, int> group{};
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

/// Name and group of a ring's track "Q0-E64". Any other track is a queue of its own.
Queue queue_of(const Trace& trace, const Track& track, bool engines) {
  const std::string_view name = trace.text(track.name);
  const auto ring = track.core >= 0 ? ring_of(name) : std::nullopt;
  Queue queue{.core = track.core, .name = track_path(trace, track)};
  queue.group = {std::nullopt, track.core};
  if (ring && engines) queue.name = fmt::format("E{}", ring->dma_engine);
  if (ring && !engines) {
    queue.name = name;
    queue.group.first = ring->ring;
  }
  return queue;
}

Text group_text(const Queue& queue) {
  const auto& [ring, core] = queue.group;
  return ring ? tr("Q{} of core {}", *ring, core) : tr("core {}", core);
}

/// Adds the packets of a track. Returns false if cancelled.
bool add(const Trace& trace, const Track& track, const Scope& scope, const TaskControl& control,
         Queue& to) {
  ArgReader names(track, trace.strings().find(key::kQueueName));
  IntervalUnion busy;
  const bool done = visit_packets(trace, track, scope, control, [&](const Packet& packet) {
    if (!to.queue_name.valid()) to.queue_name = names.text(packet.row);
    to.first = to.packets == 0 ? packet.begin : std::min(to.first, packet.begin);
    to.last = to.packets == 0 ? packet.end : std::max(to.last, packet.end);
    ++to.packets;
    to.bytes += packet.bytes();
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
  control.begin(phrase("Analysing DMA queues"), trace.tracks().size());
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
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "queue", .title = tr("Queue")},
                {.id = "queue_name", .title = tr("Name")},
                {.id = "packets", .title = tr("Packets")},
                {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
                {.id = "busy_ns", .title = tr("Busy"), .unit = "ns", .decimals = 0},
                {.id = "busy_share", .title = tr("Busy share"), .decimals = 4},
                {.id = "idle_ns", .title = tr("Idle"), .unit = "ns", .decimals = 0},
                {.id = "packet_time_ns", .title = tr("Packet time"), .unit = "ns", .decimals = 0},
                {.id = "bytes_per_s", .title = tr("Rate while busy"), .unit = "B/s", .decimals = 0},
                {.id = "group", .title = tr("Group")},
                {.id = "balance", .title = tr("Bytes / group mean"), .decimals = 3},
                {.id = "imbalance", .title = tr("Group maximum / mean"), .decimals = 3},
                {.id = "start_ns", .title = tr("First packet"), .unit = "ns", .decimals = 0},
                {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 0}});
}

void add_row(const Trace& trace, const Queue& queue, const Group& group, std::int64_t window,
             Table& table) {
  const std::int64_t busy = queue.busy.length();
  constexpr Phrase no_time = phrase("the time is zero");
  constexpr Phrase no_bytes = phrase("bytes not stated");
  table.add_row(
      {queue.core >= 0 ? Cell(std::int64_t{queue.core}) : Cell(Missing{tr("none")}), queue.name,
       queue.queue_name.valid() ? Cell(std::string(trace.text(queue.queue_name)))
                                : Cell(Missing{tr("not stated")}),
       queue.packets, amount(queue.bytes), in_ns(trace, busy),
       ratio(static_cast<double>(busy), static_cast<double>(window), no_time),
       in_ns(trace, window - busy), in_ns(trace, queue.time),
       ratio(queue.bytes, in_ns(trace, busy) * 1e-9, no_time), group_text(queue),
       ratio(queue.bytes, group.mean(), no_bytes), ratio(group.most, group.mean(), no_bytes),
       in_ns(trace, queue.first), in_ns(trace, queue.last - queue.first)});
}

Result<Table> queue_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  auto queues = queues_of(trace, scope, request.parameters.word("by") == "engine", control);
  if (!queues) return fail(queues.error());
  std::map<std::pair<std::optional<int>, int>, Group> groups;
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
    .group = phrase("DMA"),
    .title = phrase("DMA queues and engines"),
    .shows = phrase("Packets, bytes, busy and idle time, and balance of the DMA queues or engines"),
    .definition = phrase(
        "Packets that cross an edge of a selected range count with the part inside: their time, "
        "and the same share of their bytes. busy_ns = time with at least one packet of the queue "
        "in flight. idle_ns = analysed range - busy_ns. packet_time_ns = "
        "sum of the durations. bytes_per_s = bytes / busy_ns. A group consists of the queues with "
        "the same ring number on all DMA engines of a core, or of all engines of the core with "
        "by=engine. The work of a group should be distributed evenly. balance = bytes / mean of "
        "the group. imbalance = maximum / mean of the group. start_ns and duration_ns are the "
        "interval from the start of the first packet to the end of the last."),
    .run = queue_table,
    .parameters = kDmaQueuesParameters,
    .plot = {Plot::Kind::kBars, "queue", "bytes", "group"}};

}  // namespace nscope::analysis
