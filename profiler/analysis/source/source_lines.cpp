#include "profiler/analysis/source/source_lines.h"

#include "profiler/analysis/dma/packets.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/analysis/operators/work_tree.h"
#include "profiler/base/text/source_location.h"

#include <array>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

/// Adds the events of two locations that are the same line.
void add_totals(OperatorTotals& to, const OperatorTotals& from) {
  to.count += from.count;
  for (std::size_t unit = 0; unit < to.time.size(); ++unit) {
    to.time[unit] += from.time[unit];
    to.busy[unit] += from.busy[unit];
  }
  to.active += from.active;
  to.exposed += from.exposed;
  to.flops += from.flops;
  to.bf16_flops += from.bf16_flops;
  to.bf16_transpose_flops += from.bf16_transpose_flops;
  to.hbm_bytes += from.hbm_bytes;
  if (from.longest_duration <= to.longest_duration) return;
  to.longest = from.longest;
  to.longest_duration = from.longest_duration;
}

void add_amount(std::optional<double>& to, double amount) {
  if (amount > 0.0) to = to.value_or(0.0) + amount;
}

class LineSums {
 public:
  LineSums(const Trace& trace, const Scope& scope)
      : trace_(trace),
        scope_(scope),
        location_(trace.strings().find(key::kSourceLocation)),
        spill_(trace.strings().find("SPILL")) {}

  Result<> add_events(TaskControl& control);
  bool add_instructions(const TaskControl& control);
  bool add_packets(const TaskControl& control);
  Result<> add_stalls(const AnalysisRequest& request, const TaskControl& control);
  SourceLines take();

 private:
  std::uint32_t line_at(StringId location);
  std::uint32_t line_of_waiting(SliceId slice);
  bool add_instructions(const Track& track, const TaskControl& control);
  void add_stall(const DependencyGraph& graph, const EngineStretch& stretch);

  const Trace& trace_;
  const Scope& scope_;
  StringId location_;
  StringId spill_;
  bool bytes_stated_ = false;  ///< whether instructions state their spilled bytes
  SourceLines out_;
  std::unordered_map<std::uint32_t, std::uint32_t> by_location_;  ///< lines by string
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t, std::less<>> by_place_;
};

/// The index of a line, which is added if it is new. An invalid location is the line of the events
/// without one.
std::uint32_t LineSums::line_at(StringId location) {
  const auto [at, added] = by_location_.try_emplace(location.value, SourceLines::kNone);
  if (!added) return at->second;
  const SourceLocation parsed = parse_source_location(trace_.text(location));
  std::pair place{std::string(parsed.file), parsed.line};
  const auto [known, fresh] =
      by_place_.try_emplace(place, static_cast<std::uint32_t>(out_.lines.size()));
  if (fresh) out_.lines.push_back({.file = std::move(place.first), .line = place.second});
  return at->second = known->second;
}

Result<> LineSums::add_events(TaskControl& control) {
  const WorkLevel level{.of_instructions = OperatorLevel::kSource,
                        .of_others = OperatorLevel::kSource};
  auto tree =
      work_tree(trace_, scope_, std::span(&level, 1), {.events = true, .unit_busy = true}, control);
  if (!tree) return fail(tree.error());
  std::vector<std::uint32_t> line_of_node;
  for (const WorkTree::Node& node : tree->nodes) {
    line_of_node.push_back(line_at(node.totals.name));
    add_totals(out_.lines[line_of_node.back()].totals, node.totals);
  }
  out_.line_of = std::move(tree->node_of);
  for (std::uint32_t& line : out_.line_of) {
    if (line != WorkTree::kNone) line = line_of_node[line];
  }
  out_.packets = tree->packets;
  out_.tied_packets = tree->tied_packets;
  out_.window = static_cast<double>(scope_.total().value()) * static_cast<double>(tree->places);
  return {};
}

/// Adds the bytes that the instructions of a track state. Returns false if cancelled.
bool LineSums::add_instructions(const Track& track, const TaskControl& control) {
  const auto reader = [&](std::string_view key) {
    return ArgReader(track, trace_.strings().find(key));
  };
  ArgReader read = reader(key::kHbmReadBytes);
  ArgReader write = reader(key::kHbmWriteBytes);
  ArgReader save = reader(key::kSpillSaveBytes);
  ArgReader reload = reader(key::kSpillReloadBytes);
  ArgReader type = reader(key::kInstructionType);
  if (bytes_stated_ || !type.empty()) out_.spills_unknown = {};
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    const std::uint32_t index = out_.line_of[Trace::slice_id(track, row).index()];
    if (index == SourceLines::kNone) continue;
    SourceLine& line = out_.lines[index];
    const double from_hbm = read.amount(row);
    const double to_hbm = write.amount(row);
    add_amount(line.hbm_read, from_hbm);
    add_amount(line.hbm_written, to_hbm);
    const StringId kind = type.text(row);
    if (!bytes_stated_ && !kind.valid()) continue;
    const bool spills = kind.valid() && kind == spill_;
    const double spilled = bytes_stated_ ? save.amount(row) + reload.amount(row)
                           : spills      ? from_hbm + to_hbm
                                         : 0.0;
    // The amount is unknown if an instruction spills and states no bytes.
    if (bytes_stated_ || !spills || spilled > 0.0) {
      line.spilled = line.spilled.value_or(0.0) + spilled;
    }
  }
  return true;
}

bool LineSums::add_instructions(const TaskControl& control) {
  out_.spills_unknown =
      tr("the run states neither the types nor the spilled bytes of its instructions");
  const std::array spill_keys{trace_.strings().find(key::kSpillSaveBytes),
                              trace_.strings().find(key::kSpillReloadBytes)};
  for (const Track& track : trace_.tracks()) {
    if (!runs_work(track) || !scope_.holds(track)) continue;
    for (const StringId key : spill_keys) {
      bytes_stated_ = bytes_stated_ || !ArgReader(track, key).empty();
    }
  }
  for (const Track& track : trace_.tracks()) {
    if (!runs_work(track) || !scope_.holds(track)) continue;
    if (!add_instructions(track, control)) return false;
  }
  return true;
}

bool LineSums::add_packets(const TaskControl& control) {
  bool any = false;
  bool bytes = false;
  for (const Track& track : trace_.tracks()) {
    if (!shows_dma(track) || !scope_.holds(track)) continue;
    const bool done = visit_packets(trace_, track, scope_, control, [&](const Packet& packet) {
      const std::uint32_t line = out_.line_of[Trace::slice_id(track, packet.row).index()];
      if (line == SourceLines::kNone) return;
      any = true;
      bytes = bytes || packet.size.has_value();
      add_amount(out_.lines[line].moved, packet.bytes());
    });
    if (!done) return false;
  }
  if (!any) {
    out_.moved_unknown = tr("the run has no DMA packets in the analysed range");
  } else if (!bytes) {
    out_.moved_unknown = tr("the run does not state the sizes of its DMA packets");
  } else if (out_.packets > 0 && out_.tied_packets == 0) {
    out_.moved_unknown = tr("the run does not state which instruction triggered its DMA packets");
  }
  return true;
}

/// An EVENT_SEMAPHORE is not in the tree of work, but can state its line.
std::uint32_t LineSums::line_of_waiting(SliceId slice) {
  if (const std::uint32_t line = out_.line_of[slice.index()]; line != SourceLines::kNone) {
    return line;
  }
  const auto value = location_.valid() ? trace_.arg(slice, location_) : std::nullopt;
  const auto* text = value ? std::get_if<StringId>(&*value) : nullptr;
  return line_at(text != nullptr ? *text : StringId());
}

void LineSums::add_stall(const DependencyGraph& graph, const EngineStretch& stretch) {
  switch (stretch.state) {
    case EngineState::kWork:
    case EngineState::kLaunch:
    case EngineState::kFinished: return;
    default: break;
  }
  const SliceId slice = stretch.node == kNoNode ? SliceId() : graph.nodes[stretch.node].slice;
  if (!slice.valid()) return;
  SourceLine& line = out_.lines[line_of_waiting(slice)];
  const Picoseconds length = stretch.end - stretch.begin;
  line.stall = line.stall.value_or(0) + length;
  const bool waits =
      stretch.state == EngineState::kDmaWait || stretch.state == EngineState::kSemaphoreWait ||
      stretch.state == EngineState::kCollectiveWait || stretch.state == EngineState::kOutside;
  line.wait = line.wait.value_or(0) + (waits ? length : 0);
}

Result<> LineSums::add_stalls(const AnalysisRequest& request, const TaskControl& control) {
  const auto run = follow_run(trace_, request, control);
  if (!run) return fail(run.error());
  if (!(*run)->graph) {
    out_.stalls_unknown = (*run)->missing;
    return {};
  }
  const auto timelines = engine_timelines(*(*run)->graph, scope_, control);
  if (!timelines) {
    if (timelines.error().code != ErrorCode::kBadInput) return fail(timelines.error());
    out_.stalls_unknown =
        tr("The dependencies of this run cannot be evaluated: {}.", timelines.error().message);
    return {};
  }
  for (const EngineTimeline& timeline : *timelines) {
    for (const EngineStretch& stretch : timeline.stretches) add_stall(*(*run)->graph, stretch);
  }
  for (SourceLine& line : out_.lines) {
    line.stall = line.stall.value_or(0);
    line.wait = line.wait.value_or(0);
  }
  return {};
}

/// The lines that have events or waits in the analysed range.
SourceLines LineSums::take() {
  std::vector<std::uint32_t> kept(out_.lines.size(), SourceLines::kNone);
  std::vector<SourceLine> lines;
  out_.stated = false;
  for (std::size_t i = 0; i < out_.lines.size(); ++i) {
    SourceLine& line = out_.lines[i];
    if (line.totals.count == 0 && line.totals.active == 0 && line.stall.value_or(0) == 0 &&
        !line.moved) {
      continue;
    }
    kept[i] = static_cast<std::uint32_t>(lines.size());
    out_.stated = out_.stated || !line.file.empty();
    lines.push_back(std::move(line));
  }
  out_.lines = std::move(lines);
  for (std::uint32_t& line : out_.line_of) {
    if (line != SourceLines::kNone) line = kept[line];
  }
  return std::move(out_);
}

}  // namespace

Result<SourceLines> source_lines(const Trace& trace, const AnalysisRequest& request,
                                 TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  LineSums sums(trace, scope);
  if (auto done = sums.add_events(control); !done) return fail(done.error());
  if (!sums.add_instructions(control) || !sums.add_packets(control)) return cancelled();
  if (auto done = sums.add_stalls(request, control); !done) return fail(done.error());
  return sums.take();
}

std::vector<Text> source_line_notes(const SourceLines& lines) {
  std::vector<Text> notes;
  if (!lines.stated) {
    notes.push_back(
        tr("No event in the analysed range states its source line. An NTFF capture states the "
           "lines of its instructions if the NEFF is in the same folder and was compiled from NKI "
           "or with debug information; exports of neuron-profile and Neuron Explorer state them if "
           "the profiler knew them."));
    return notes;
  }
  if (!lines.stalls_unknown.empty()) notes.push_back(lines.stalls_unknown);
  if (lines.packets > lines.tied_packets) {
    notes.push_back(tr(
        "The run does not state the triggering instructions of {} of {} DMA packets. They belong "
        "to no source line.",
        as::count(lines.packets - lines.tied_packets), as::count(lines.packets)));
  }
  return notes;
}

}  // namespace nscope::analysis
