#include "simcore/engine/instruction/replay_emitter.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::size_t kRowsPerCheck = 1u << 14;
constexpr std::string_view kCapturedStart = "captured_start_ns";
constexpr std::string_view kCapturedDuration = "captured_duration_ns";
constexpr std::string_view kUnexplainedWait = "unexplained_wait_ns";

std::int64_t to_ns(Picoseconds time) {
  return time / 1000;
}

/// "COPY 4, DRAIN 11".
std::string counts_text(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

std::int64_t sum(const std::map<std::string, std::size_t>& counts) {
  std::size_t total = 0;
  for (const auto& [name, count] : counts) total += count;
  return static_cast<std::int64_t>(total);
}

class ReplayEmitter {
 public:
  ReplayEmitter(const DependencyGraph& graph, const DependencyTiming& timing, TraceSink& sink)
      : graph_(graph), trace_(*graph.trace), timing_(timing), out_(sink) {}

  void describe(const CoreRates& target, const ReplayResult& result);
  void diagnose(const ReplayResult& result);
  bool events(const TaskControl& control);
  bool finish();

 private:
  TrackId track(std::uint32_t index);
  StringId text(StringId id);
  void slice(std::uint32_t node);
  void args(const Track& from, std::size_t row, SliceId to);
  void flows();

  const DependencyGraph& graph_;
  const Trace& trace_;
  const DependencyTiming& timing_;
  TraceWriter out_;
  std::vector<TrackId> tracks_;
  std::vector<StringId> texts_;
  std::vector<SliceId> slices_;  ///< by slice of the capture
};

void ReplayEmitter::describe(const CoreRates& target, const ReplayResult& result) {
  const auto put = [&](std::string_view key, PropertyValue value) {
    out_.property(std::string(key), std::move(value));
  };
  // Properties of the program are copied; those of the machine and of the time of the capture are
  // not.
  for (const std::string_view kept :
       {property::kNeffFile, property::kNeffName, property::kKernelName, property::kPhysicalCores,
        property::kCompilerVersion, property::kInputBytes, property::kOutputBytes,
        property::kWeightBytes}) {
    if (const PropertyValue* value = trace_.property(kept)) put(kept, *value);
  }
  put(property::kSourceFormat, std::string("replay"));
  put(property::kProvenance, std::string("simulated"));
  put(property::kDevice, target.device->id);
  put(property::kGeneration, target.device->generation);
  put(property::kPeClock, target.tensor_hz);
  put(property::kEngineClock, target.scalar_hz);
  put(property::kPeRows, static_cast<std::int64_t>(std::llround(target.pe_rows)));
  put(property::kPeColumns, static_cast<std::int64_t>(std::llround(target.pe_columns)));
  const double cores = trace_.property_number(property::kPhysicalCores).value_or(1);
  put(property::kHbmBandwidth, cores * target.hbm_bandwidth);
  put("replayed_file", trace_.property_text(property::kSourceFile));
  put("replayed_format", trace_.property_text(property::kSourceFormat));
  put("captured_device", result.own->id);
  put("instructions_scaled_by_formula", counts_text(result.scaling.by_formula));
  put("instructions_scaled_by_clock", counts_text(result.scaling.by_clock));
  put("instructions_not_scaled", counts_text(result.scaling.kept));
  for (const Metric& metric : result.metrics) out_.metric(metric);
}

void ReplayEmitter::diagnose(const ReplayResult& result) {
  const auto note = [&](std::string_view code, Severity severity, Text text, std::int64_t count) {
    if (count > 0) out_.diagnose(code, severity, std::move(text), count);
  };
  note("replay_time_kept", Severity::kInfo,
       tr("Instructions without a published cost keep their captured time: {}.",
          counts_text(result.scaling.kept)),
       sum(result.scaling.kept));
  note("replay_scaled_by_clock", Severity::kInfo,
       tr("Instructions without a cost formula or with unknown operands are scaled by the clock of "
          "their engine: {}.",
          counts_text(result.scaling.by_clock)),
       sum(result.scaling.by_clock));
  note("replay_unexplained_wait", Severity::kInfo,
       tr("Waits of more than {} ns that no dependency explains keep their captured duration.",
          to_ns(kUnexplainedGap)),
       static_cast<std::int64_t>(result.unexplained));
  note("replay_trigger_inferred", Severity::kInfo,
       tr("The capture does not state which instruction triggered a packet; it was inferred from "
          "the "
          "order of the ring."),
       static_cast<std::int64_t>(graph_.inferred_triggers));
  note("replay_transfer_inferred", Severity::kInfo,
       tr("The packets of a DMA instruction are unknown; the duration of its transfer was inferred "
          "from the first instruction that waited for it."),
       static_cast<std::int64_t>(graph_.unseen_transfers));
  note("replay_dependency_overlapped", Severity::kInfo,
       tr("A dependency was still running when its dependent event began; the order of the engine "
          "is "
          "used instead."),
       static_cast<std::int64_t>(graph_.overlapping));
  note("replay_clock_ungated", Severity::kInfo,
       tr("TensorE instructions ran at a reduced clock in the capture but run at the full clock of "
          "the target."),
       static_cast<std::int64_t>(result.scaling.ungated));
  std::int64_t counters = 0;
  for (const Track& from : trace_.tracks()) {
    counters += static_cast<std::int64_t>(from.counters.size());
  }
  note("replay_counters_left_out", Severity::kInfo,
       tr("Counters of the capture (semaphores, memory, bandwidth) are not replayed."), counters);
  const auto replayed = static_cast<std::int64_t>(
      std::count_if(graph_.nodes.begin(), graph_.nodes.end(),
                    [](const DependencyNode& node) { return node.slice.valid(); }));
  note(
      "replay_slices_left_out", Severity::kInfo,
      tr("Only instructions, collectives and DMA packets are replayed; layers, throttling and host "
         "events are left out."),
      static_cast<std::int64_t>(trace_.slice_count()) - replayed);
}

/// Declares a track of the capture and its parents at the first use.
TrackId ReplayEmitter::track(std::uint32_t index) {
  TrackId& to = tracks_[index];
  if (to.valid()) return to;
  const Track& from = trace_.tracks()[index];
  const TrackId parent =
      from.parent.valid() ? track(static_cast<std::uint32_t>(from.parent.index())) : TrackId();
  to = out_.track({.name = trace_.text(from.name),
                   .kind = from.kind,
                   .parent = parent,
                   .engine = from.engine,
                   .slice_kind = from.slice_kind,
                   .layout = from.layout,
                   .core = from.core,
                   .order = static_cast<std::int32_t>(index)});
  return to;
}

StringId ReplayEmitter::text(StringId id) {
  if (!id.valid()) return out_.intern("");
  StringId& to = texts_[id.index()];
  if (!to.valid()) to = out_.intern(trace_.text(id));
  return to;
}

void ReplayEmitter::args(const Track& from, std::size_t row, SliceId to) {
  for (const Arg& arg : trace_.args_of(Trace::slice_id(from, row))) {
    // A replay of a replay is compared with its own input.
    const std::string_view key = trace_.text(arg.key);
    if (key == kCapturedStart || key == kCapturedDuration || key == kUnexplainedWait) continue;
    if (const auto* value = std::get_if<StringId>(&arg.value)) {
      out_.arg(to, text(arg.key), text(*value));
    } else {
      std::visit([&](const auto& number) { out_.arg(to, text(arg.key), number); }, arg.value);
    }
  }
}

void ReplayEmitter::slice(std::uint32_t index) {
  const DependencyNode& node = graph_.nodes[index];
  const auto ref = trace_.slice(node.slice);
  const Picoseconds start = timing_.start[index];
  const Picoseconds duration = timing_.end[index] - start;
  const SliceId to = out_.slice(track(node.track), text(ref.name()), TraceTime(start - graph_.lead),
                                TraceTime(duration), TraceTime(timing_.waited[index]));
  slices_[node.slice.index()] = to;
  args(*ref.track, ref.row, to);
  out_.arg(to, out_.intern(kCapturedStart), to_ns(node.start - graph_.lead));
  out_.arg(to, out_.intern(kCapturedDuration), to_ns(node.end - node.start));
  if (const Picoseconds wait = node.start_wait + node.end_wait; wait > 0) {
    out_.arg(to, out_.intern(kUnexplainedWait), to_ns(wait));
  }
}

bool ReplayEmitter::events(const TaskControl& control) {
  tracks_.resize(trace_.tracks().size());
  texts_.resize(trace_.strings().size());
  slices_.resize(trace_.slice_count());
  // Siblings keep the order of the capture.
  for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
    if (graph_.nodes[i].slice.valid()) track(graph_.nodes[i].track);
  }
  for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
    if (i % kRowsPerCheck == 0 && (control.cancelled() || !out_.flush())) return false;
    if (graph_.nodes[i].slice.valid()) slice(i);
  }
  flows();
  const TrackId executions = out_.track({.name = "Executions", .kind = TrackKind::kExecution});
  out_.slice(executions, out_.intern("Replay"), TraceTime(0), TraceTime(timing_.total));
  return !control.cancelled();
}

void ReplayEmitter::flows() {
  for (const Flow flow : trace_.flows()) {
    const SliceId from = slices_[flow.from.index()];
    const SliceId to = slices_[flow.to.index()];
    if (from.valid() && to.valid()) out_.flow(from, to, text(flow.kind));
  }
}

bool ReplayEmitter::finish() {
  out_.time_base({.ticks_per_ns = kPicosecondTicks,
                  .window_begin = TraceTime(0),
                  .window_end = TraceTime(timing_.total)});
  return out_.finish();
}

}  // namespace

bool emit_replay(const DependencyGraph& graph, const DependencyTiming& timing,
                 const CoreRates& target, const ReplayResult& result, TraceSink& sink,
                 const TaskControl& control) {
  ReplayEmitter emitter(graph, timing, sink);
  emitter.describe(target, result);
  if (!emitter.events(control)) return false;
  emitter.diagnose(result);
  return emitter.finish();
}

}  // namespace nscope::sim
