#include "simcore/engine/simulate.h"

#include "simcore/engine/calibration.h"
#include "simcore/engine/event_queue.h"
#include "simcore/engine/prediction.h"
#include "simcore/engine/run_emitter.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

Picoseconds picoseconds(double seconds) {
  return std::llround(seconds * 1e12);
}

/// Every step takes about a dozen slices; this many are a trace of about 1 GB.
constexpr int kMostSteps = 200'000;

/// A compiled graph as its core runs it: operators in program order.
struct Program {
  struct Entry {
    const Operator* op = nullptr;
    OperatorTiming timing;
    std::size_t layer = 0;  ///< index into layer_names
  };
  StepGraph graph;  ///< owns the operators
  std::vector<Entry> entries;
  std::vector<std::string> layer_names;
};

Program compile(StepGraph graph, double buffers) {
  Program program{.graph = std::move(graph), .entries = {}, .layer_names = {}};
  const auto add = [&](const std::vector<Operator>& operators, std::string name) {
    program.layer_names.push_back(std::move(name));
    for (const Operator& op : operators) {
      program.entries.push_back({&op, time_operator(op, buffers), program.layer_names.size() - 1});
    }
  };
  add(program.graph.before, "embedding");
  int number = 0;
  for (const StepGraph::Layers& layers : program.graph.layers) {
    for (int i = 0; i < layers.count; ++i) {
      add(layers.operators, fmt::format("layer {}", number++));
    }
  }
  add(program.graph.after, "head");
  return program;
}

/// What happens next. All ranks of a static batch behave alike and reach every
/// collective together, so one set of events stands for all of them.
enum class Happening { kLaunched, kOperatorDone, kStepDone };

/// Runs one static batch through the event queue.
class BatchRun {
 public:
  BatchRun(const PreparedRun& run, const Parameters& parameters, const StaticBatchTimes& times,
           const TraceDetail& detail, RunEmitter& out, TaskControl& control)
      : run_(run),
        parameters_(parameters),
        times_(times),
        detail_(detail),
        out_(out),
        control_(control),
        decode_launch_(picoseconds(parameters.decode_launch)) {}

  /// The end of the last execution.
  Result<Picoseconds> go();
  std::int64_t folded() const { return folded_; }

 private:
  void launched(Picoseconds now);
  void start_operator(Picoseconds now);
  void operator_done(Picoseconds now);
  void step_done(Picoseconds now);
  bool next_step();
  bool detailed() const;
  const StaticBatch::Segment& segment() const { return run_.batch.decode[segment_]; }

  const PreparedRun& run_;
  const Parameters& parameters_;
  const StaticBatchTimes& times_;
  const TraceDetail& detail_;
  RunEmitter& out_;
  TaskControl& control_;
  const Picoseconds decode_launch_;

  EventQueue<Happening> queue_;
  Program program_;
  std::size_t at_ = 0;  ///< operator of the program
  Picoseconds execution_start_ = 0;
  Picoseconds operator_start_ = 0;
  std::int64_t step_ = 0;  ///< 0: prefill
  std::size_t segment_ = 0;
  int step_in_segment_ = 0;
  bool step_is_detailed_ = true;
  std::int64_t folded_ = 0;
};

Result<Picoseconds> BatchRun::go() {
  program_ = compile(prefill_graph(*run_.machine, parameters_, *run_.model, run_.batch.layout,
                                   run_.batch.prefill_bucket),
                     parameters_.tile_buffers);
  control_.begin("simulating", static_cast<std::uint64_t>(times_.steps()) + 1);
  out_.host("prefill launch", -picoseconds(parameters_.prefill_launch), 0);
  queue_.schedule(0, Happening::kLaunched);
  Picoseconds end = 0;
  while (!queue_.empty()) {
    const auto [now, sequence, what] = queue_.take();
    switch (what) {
      case Happening::kLaunched: launched(now); break;
      case Happening::kOperatorDone: operator_done(now); break;
      case Happening::kStepDone:
        end = now;
        step_done(now);
        if (control_.cancelled() || !out_.flush()) return cancelled();
        control_.advance_to(static_cast<std::uint64_t>(step_));
        break;
    }
  }
  return end;
}

bool BatchRun::detailed() const {
  const int steps = segment().steps;
  const int first = (detail_.steps_per_bucket + 1) / 2;
  const int last = detail_.steps_per_bucket / 2;
  return step_in_segment_ < first || step_in_segment_ >= steps - last;
}

void BatchRun::launched(Picoseconds now) {
  execution_start_ = now;
  if (step_is_detailed_) {
    at_ = 0;
    start_operator(now);
    return;
  }
  const StaticBatchTimes::Steps& steps = times_.decode[segment_];
  const Picoseconds end = now + picoseconds(steps.totals.seconds);
  out_.folded_step(steps.totals, now, end);
  ++folded_;
  queue_.schedule(end, Happening::kStepDone);
}

void BatchRun::start_operator(Picoseconds now) {
  const Program::Entry& entry = program_.entries[at_];
  if (at_ == 0 || program_.entries[at_ - 1].layer != entry.layer) {
    out_.enter_layer(program_.layer_names[entry.layer], now);
  }
  operator_start_ = now;
  queue_.schedule(now + picoseconds(entry.timing.seconds), Happening::kOperatorDone);
}

void BatchRun::operator_done(Picoseconds now) {
  const Program::Entry& entry = program_.entries[at_];
  out_.operation(*entry.op, entry.timing, operator_start_, now);
  if (++at_ < program_.entries.size()) return start_operator(now);
  out_.leave_layer(now);
  queue_.schedule(now, Happening::kStepDone);
}

void BatchRun::step_done(Picoseconds now) {
  const bool prefill = step_ == 0;
  out_.execution({.name = prefill ? "prefill" : "decode",
                  .step = step_,
                  .bucket = prefill ? run_.batch.prefill_bucket : segment().bucket,
                  .folded = !step_is_detailed_},
                 execution_start_, now);
  if (!next_step()) return;
  const Picoseconds start = now + decode_launch_;
  out_.host("decode launch", now, start);
  queue_.schedule(start, Happening::kLaunched);
}

/// Moves on to the next decode step; false after the last.
bool BatchRun::next_step() {
  const bool from_prefill = step_ == 0;
  if (!from_prefill && ++step_in_segment_ == segment().steps) {
    ++segment_;
    step_in_segment_ = 0;
  }
  ++step_;
  if (segment_ >= run_.batch.decode.size()) return false;
  if (step_in_segment_ == 0) {
    program_ = compile(
        decode_graph(*run_.machine, parameters_, *run_.model, run_.batch.layout, segment().bucket),
        parameters_.tile_buffers);
  }
  step_is_detailed_ = detailed();
  return true;
}

}  // namespace

Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  TraceSink& sink, TaskControl& control) {
  const auto calibration = load_calibration();
  if (!calibration) return fail(calibration.error());
  return simulate(catalog, workload, *calibration, TraceDetail{}, sink, control);
}

Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, const TraceDetail& detail,
                                  TraceSink& sink, TaskControl& control) {
  const Parameters& parameters = calibration.parameters;
  const auto run = prepare_run(catalog, workload, parameters);
  if (!run) return fail(run.error());
  const StaticBatchTimes times = time_static_batch(run->batch, parameters);
  if (times.steps() > kMostSteps) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("a trace of {} decode steps is too long, at most {} are written; the "
                            "prediction alone has no such limit",
                            times.steps(), kMostSteps));
  }
  SimulationResult result = predict(*run, workload, calibration, times);
  RunEmitter out(sink, *run, std::clamp(detail.cores, 1, workload.tensor_parallel));
  out.describe(workload, calibration, result);
  BatchRun batch(*run, parameters, times, detail, out, control);
  const auto end = batch.go();
  if (!end) return fail(end.error());
  if (batch.folded() > 0) {
    out.note("folded_decode_steps", Severity::kInfo,
             fmt::format("{} of {} decode steps are one slice per engine; the first and last of "
                         "every bucket show their operators",
                         batch.folded(), times.steps()),
             batch.folded());
  }
  if (!out.finish(*end)) return cancelled();
  return result;
}

}  // namespace nscope::sim
