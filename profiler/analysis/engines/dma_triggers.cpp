#include "profiler/analysis/dma/packets.h"
#include "profiler/analysis/engines/idle.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kTriggerParameters{
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of instructions to list, most bytes first"),
              .value = 200,
              .lowest = 1,
              .highest = 1e6},
};

/// The packets of one DMA instruction.
struct Transfer {
  SliceId trigger;
  std::int64_t packets = 0;
  std::int64_t sized = 0;  ///< packets with a known size
  double bytes = 0;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
};

struct Transfers {
  std::vector<Transfer> list;
  std::int64_t without_trigger = 0;
  bool inferred = false;
};

/// Adds the packets of one ring to their transfers.
void add_ring(const Trace& trace, const Track& ring, const Scope& scope,
              const std::vector<SliceId>& trigger_of,
              std::unordered_map<std::uint32_t, std::size_t>& index, Transfers& to) {
  const StringId size = trace.strings().find(key::kTransferSize);
  SliceArgs args(ring);
  for (std::size_t row = 0; row < ring.slices.size(); ++row) {
    const TraceTime begin = ring.slices.begin(row);
    const TraceTime end = ring.slices.end(row);
    if (!scope.holds(begin, end)) continue;
    const SliceId packet = Trace::slice_id(ring, row);
    const SliceId trigger = trigger_of[packet.index()];
    if (!trigger.valid()) {
      ++to.without_trigger;
      continue;
    }
    const auto [it, added] = index.try_emplace(trigger.value, to.list.size());
    if (added) to.list.push_back({.trigger = trigger});
    Transfer& transfer = to.list[it->second];
    ++transfer.packets;
    transfer.first = std::min(transfer.first, begin.value());
    transfer.last = std::max(transfer.last, end.value());
    for (const Arg& arg : args.of(packet)) {
      if (arg.key != size) continue;
      ++transfer.sized;
      transfer.bytes += number_of(arg.value);
    }
  }
}

Result<Transfers> transfers_of(const Trace& trace, const Scope& scope, TaskControl& control) {
  Transfers to;
  std::vector<SliceId> trigger_of(trace.slice_count());
  const PacketTriggers triggers = packet_triggers(trace);
  to.inferred = triggers.inferred;
  for (const PacketTriggers::Pair& pair : triggers.pairs) {
    trigger_of[pair.packet.index()] = pair.instruction;
  }
  std::unordered_map<std::uint32_t, std::size_t> index;
  control.begin(phrase("Analysing transfers"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    if (control.cancelled()) return cancelled();
    control.advance_to(track.id.index());
    const bool ring = track.kind == TrackKind::kDmaQueue && track.slice_kind == SliceKind::kDma;
    if (ring && scope.holds(track)) add_ring(trace, track, scope, trigger_of, index, to);
  }
  std::sort(to.list.begin(), to.list.end(), [](const Transfer& a, const Transfer& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.trigger.value < b.trigger.value;
  });
  return to;
}

Table columns() {
  return Table({{.id = "slice_id", .title = tr("Trigger")},
                {.id = "core", .title = tr("Core")},
                {.id = "engine", .title = tr("Engine")},
                {.id = "instruction", .title = tr("Instruction")},
                {.id = "start_ns", .title = tr("Start"), .unit = "ns", .decimals = 3},
                {.id = "packets", .title = tr("Packets")},
                {.id = "bytes", .title = tr("Bytes"), .unit = "B", .decimals = 0},
                {.id = "delay_ns", .title = tr("Delay"), .unit = "ns", .decimals = 3},
                {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 3},
                {.id = "rate", .title = tr("Rate"), .unit = "B/s", .decimals = 0}});
}

void add_row(const Trace& trace, const Transfer& transfer, Table& table) {
  const auto trigger = trace.slice(transfer.trigger);
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](std::int64_t ticks) { return static_cast<double>(ticks) / ticks_per_ns; };
  const double time = ns(transfer.last - transfer.first);
  const bool sized = transfer.sized == transfer.packets;
  const Cell unsized = Missing{tr("packet sizes not stated")};
  constexpr double kNsPerSecond = 1e9;
  table.add_row(
      {static_cast<std::int64_t>(transfer.trigger.value),
       static_cast<std::int64_t>(trigger.track->core),
       std::string(to_string(trigger.track->engine)), std::string(trace.text(trigger.name())),
       ns(trigger.begin().value()), transfer.packets, sized ? Cell(transfer.bytes) : unsized,
       ns(transfer.first - trigger.begin().value()), ns(transfer.last - trigger.begin().value()),
       !sized     ? unsized
       : time > 0 ? Cell(transfer.bytes / time * kNsPerSecond)
                  : Cell(Missing{tr("the time is zero")})});
}

Result<Table> trigger_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto transfers = transfers_of(trace, Scope(trace, request.scope), control);
  if (!transfers) return fail(transfers.error());
  Table table = columns();
  const std::size_t shown = std::min(transfers->list.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) add_row(trace, transfers->list[i], table);
  if (shown < transfers->list.size()) {
    const std::size_t hidden = transfers->list.size() - shown;
    table.add_note(tr_plural(hidden, "{} more DMA instruction is not listed (parameter 'rows').",
                             "{} more DMA instructions are not listed (parameter 'rows').",
                             as::count(static_cast<std::int64_t>(hidden))));
  }
  if (transfers->inferred) {
    table.add_note(kInferredTriggers);
  }
  if (transfers->without_trigger > 0) {
    table.add_note(tr_plural(transfers->without_trigger,
                             "{} packet was not triggered by an instruction of this run.",
                             "{} packets were not triggered by an instruction of this run.",
                             as::count(transfers->without_trigger)));
  } else if (transfers->list.empty()) {
    table.add_note(kNoPackets);
  }
  return table;
}

}  // namespace

constinit const Analysis kTriggerAnalysis{
    .id = "dma-triggers",
    .group = phrase("DMA"),
    .title = phrase("Transfers by DMA instruction"),
    .shows = phrase("Packets, bytes, delay, duration and rate of each DMA instruction's transfer"),
    .definition = phrase(
        "Includes the packets that each instruction triggered. delay_ns = from the start of the "
        "instruction to the start of the first packet. duration_ns = from the start of the "
        "instruction to the end of the last packet. rate = bytes / (end of the last packet - start "
        "of the first packet). Rows are sorted by bytes."),
    .run = trigger_table,
    .parameters = kTriggerParameters,
    .plot = {Plot::Kind::kPoints, "bytes", "rate", "engine"}};

}  // namespace nscope::analysis
