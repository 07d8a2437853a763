#include "simcore/engine/run/inference_player.h"

#include "profiler/base/overloaded.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/run/run_emitter.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// A folded step, and an operator of a detailed step, has about a dozen slices. Together these
/// limits correspond to a trace of about 1 GB.
constexpr std::int64_t kMostSteps = 200'000;
constexpr double kMostOperators = 500'000;

/// A compiled graph as a list of operators in program order.
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

Program compile(StepGraph graph) {
  Program program{.graph = std::move(graph), .entries = {}, .layer_names = {}};
  double ahead = 0;
  const auto add = [&](const std::vector<Operator>& operators, std::string name) {
    program.layer_names.push_back(std::move(name));
    for (const Operator& op : operators) {
      program.entries.push_back(
          {&op, time_operator(op, program.graph.overlap, ahead), program.layer_names.size() - 1});
    }
  };
  if (!program.graph.before.empty()) add(program.graph.before, "embedding");
  int number = 0;
  for (const StepGraph::Layers& layers : program.graph.layers) {
    for (int i = 0; i < layers.count; ++i) {
      add(layers.operators,
          layers.name.empty() ? fmt::format("layer {}", number++) : std::string(layers.name));
    }
  }
  if (!program.graph.after.empty()) add(program.graph.after, "head");
  return program;
}

/// The kind of an event. All ranks of a run behave alike and reach every collective together, so
/// one set of events represents all of them.
enum class Happening { kLaunched, kOperatorDone, kStepDone };

/// Simulates the executions of a run with an event queue.
class RunPlayer {
 public:
  RunPlayer(const PreparedRun& run, const Parameters& parameters,
            const std::vector<Execution>& executions, const TraceDetail& detail, RunEmitter& out,
            TaskControl& control)
      : run_(run),
        parameters_(parameters),
        executions_(executions),
        detail_(detail),
        out_(out),
        control_(control) {}

  /// Runs the simulation; returns the end of the last execution.
  Result<Picoseconds> go();
  std::int64_t folded() const { return folded_; }

 private:
  void launched(Picoseconds now);
  void start_operator(Picoseconds now);
  void operator_done(Picoseconds now);
  void step_done(Picoseconds now);
  bool next_step();
  void enter_step();
  /// Skips networks without passes, such as the refiner of a run with one step.
  void skip_empty() {
    while (at_execution_ < executions_.size() && execution().count == 0) ++at_execution_;
  }
  const Execution& execution() const { return executions_[at_execution_]; }
  /// Positions of the bucket that the current step uses, at most all; 0: unknown.
  int used_positions() const {
    if (execution().tokens == 0) return 0;
    const int used = execution().tokens + static_cast<int>(step_of_execution_ * execution().growth);
    return execution().bucket > 0 ? std::min(used, execution().bucket) : used;
  }

  const PreparedRun& run_;
  const Parameters& parameters_;
  const std::vector<Execution>& executions_;
  const TraceDetail& detail_;
  RunEmitter& out_;
  TaskControl& control_;

  EventQueue<Happening> queue_;
  Program program_;
  std::size_t at_ = 0;  ///< operator of the program
  Picoseconds execution_start_ = 0;
  Picoseconds operator_start_ = 0;
  std::int64_t step_ = 0;  ///< in the whole run
  std::size_t at_execution_ = 0;
  int step_of_execution_ = 0;
  bool step_is_detailed_ = true;
  std::int64_t folded_ = 0;
};

Result<Picoseconds> RunPlayer::go() {
  std::uint64_t steps = 0;
  for (const Execution& each : executions_) steps += static_cast<std::uint64_t>(each.count);
  control_.begin(phrase("Simulating the run"), steps);
  skip_empty();
  enter_step();
  out_.host(execution().name + " launch", -picoseconds(execution().launch), 0);
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

/// Prepares the next step. The first and last steps of an execution show their operators.
void RunPlayer::enter_step() {
  if (step_of_execution_ == 0) {
    program_ = compile(graph_of(run_, at_execution_, parameters_));
  }
  const int first = (detail_.steps_per_bucket + 1) / 2;
  const int last = detail_.steps_per_bucket / 2;
  step_is_detailed_ = execution().count == 1 || step_of_execution_ < first ||
                      step_of_execution_ >= execution().count - last;
}

void RunPlayer::launched(Picoseconds now) {
  execution_start_ = now;
  if (step_is_detailed_) {
    at_ = 0;
    start_operator(now);
    return;
  }
  const Picoseconds end = now + picoseconds(execution().totals.seconds);
  out_.folded_step(execution().name + " step", execution().totals, now, end);
  ++folded_;
  queue_.schedule(end, Happening::kStepDone);
}

void RunPlayer::start_operator(Picoseconds now) {
  const Program::Entry& entry = program_.entries[at_];
  if (at_ == 0 || program_.entries[at_ - 1].layer != entry.layer) {
    out_.enter_layer(program_.layer_names[entry.layer], now);
  }
  operator_start_ = now;
  queue_.schedule(now + picoseconds(entry.timing.seconds), Happening::kOperatorDone);
}

void RunPlayer::operator_done(Picoseconds now) {
  const Program::Entry& entry = program_.entries[at_];
  out_.operation(*entry.op, entry.timing, operator_start_, now);
  if (++at_ < program_.entries.size()) return start_operator(now);
  out_.leave_layer(now);
  queue_.schedule(now, Happening::kStepDone);
}

void RunPlayer::step_done(Picoseconds now) {
  out_.execution({.name = execution().name,
                  .step = step_,
                  .bucket = execution().bucket,
                  .tokens = used_positions(),
                  .folded = !step_is_detailed_},
                 execution_start_, now);
  if (!next_step()) return;
  const Picoseconds start = now + picoseconds(execution().launch);
  out_.host(execution().name + " launch", now, start);
  queue_.schedule(start, Happening::kLaunched);
}

/// Advances to the next step; false after the last one.
bool RunPlayer::next_step() {
  ++step_;
  if (++step_of_execution_ == execution().count) {
    ++at_execution_;
    step_of_execution_ = 0;
    skip_empty();
  }
  if (at_execution_ == executions_.size()) return false;
  enter_step();
  return true;
}

double operator_count(const StepGraph& graph) {
  double count = static_cast<double>(graph.before.size() + graph.after.size());
  for (const StepGraph::Layers& layers : graph.layers) {
    count += static_cast<double>(layers.operators.size()) * layers.count;
  }
  return count;
}

/// Shows the transfers of the host before and after the executions of a call.
void show_transfers(const FixedCall& call, const Parameters& parameters, Picoseconds before,
                    Picoseconds end, RunEmitter& out) {
  const Picoseconds inputs = picoseconds(call.transfer_seconds(call.input_bytes, parameters));
  const Picoseconds outputs = picoseconds(call.transfer_seconds(call.output_bytes, parameters));
  out.host("inputs to device", before - inputs, before);
  out.host("outputs to host", end, end + outputs);
}

}  // namespace

Result<SimulationResult> play_inference(const PreparedRun& run, const Workload& workload,
                                        const Calibration& calibration, const ClosedForm& form,
                                        const TraceDetail& detail, TraceSink& sink,
                                        TaskControl& control) {
  const Parameters& parameters = calibration.parameters;
  const std::vector<Execution> executions = executions_of(run, form, parameters);
  std::int64_t repeated = 0;
  double operators = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < executions.size(); ++i) {
    const Execution& execution = executions[i];
    if (execution.count > 1) repeated += execution.count;
    operators += std::min(execution.count, std::max(1, detail.steps_per_bucket)) *
                 operator_count(graph_of(run, i, parameters));
    seconds += execution.count * (execution.launch + execution.totals.seconds);
  }
  if (repeated > kMostSteps || operators > kMostOperators || seconds > kLongestTraceSeconds) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("The trace would have {} steps, {} operators and {} s; the limits are {}, {} and "
           "{} s. A prediction without a trace has no limits.",
           as::count(repeated), as::fixed(operators, 0), as::fixed(seconds, 0),
           as::count(kMostSteps), as::fixed(kMostOperators, 0),
           as::fixed(kLongestTraceSeconds, 0)));
  }
  SimulationResult result = predict(run, workload, calibration, form);
  std::vector<int> ranks(static_cast<std::size_t>(std::clamp(detail.cores, 1, run.ranks())));
  std::iota(ranks.begin(), ranks.end(), 0);
  RunEmitter out(sink, run, ranks);
  out.describe(workload, calibration, result);
  RunPlayer player(run, parameters, executions, detail, out, control);
  const auto end = player.go();
  if (!end) return fail(end.error());
  std::visit(Overloaded{
                 [](const StaticBatch&) {},
                 [&](const FixedCall& call) {
                   const Picoseconds before = -picoseconds(executions[0].launch);
                   show_transfers(call, parameters, before, *end, out);
                 },
                 [](const TrainingStep&) {},
             },
             run.work);
  if (player.folded() > 0) {
    out.note(
        "folded_steps", Severity::kInfo,
        tr("{} of {} steps are shown as one slice per engine; the first and last steps of every "
           "compiled graph show their operators.",
           as::count(player.folded()), as::count(repeated)),
        player.folded());
  }
  if (!out.finish(*end)) return cancelled();
  return result;
}

}  // namespace nscope::sim
