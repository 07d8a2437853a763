#include "simcore/engine/run/training_player.h"

#include "simcore/engine/run/run_emitter.h"
#include "simcore/engine/run/run_prediction.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Of a longer pipeline the first and last stages are shown.
constexpr int kShownStages = 16;
/// Limit for the passes of all shown stages, which have about eight slices each.
constexpr double kMostPasses = 100'000;

std::vector<int> shown_stages(int stages) {
  std::vector<int> shown;
  for (int stage = 0; stage < stages; ++stage) {
    const bool first = stage < kShownStages / 2;
    const bool last = stage >= stages - kShownStages / 2;
    if (first || last) shown.push_back(stage);
  }
  return shown;
}

/// Writes the passes of a step, for one call.
class Player {
 public:
  Player(const TrainingStep& step, const TrainingTimes& times, const Parameters& parameters,
         RunEmitter& out, const TaskControl& control)
      : step_(step), times_(times), parameters_(parameters), out_(out), control_(control) {}

  /// False if cancelled or if the sink accepts no more data.
  bool play_stage(int stage) {
    if (!times_.reference_parts.empty()) {
      origin_ = times_.data_seconds;
      if (!play_passes(stage, times_.reference, &Player::play_reference_pass)) return false;
    }
    origin_ = times_.data_seconds + times_.reference.seconds;
    if (!play_passes(stage, times_.pipeline, &Player::play_pass)) return false;
    play_end(stage);
    return true;
  }

  std::int64_t folded() const { return folded_; }

 private:
  using PlayPass = void (Player::*)(int stage, const PipelinePass& pass);

  Picoseconds at(double seconds) const { return picoseconds(origin_ + seconds); }

  /// The passes of a stage and the bubbles between them, since `origin_`.
  bool play_passes(int stage, const PipelineRun& pipeline, PlayPass play) {
    double free = 0;
    for (const PipelinePass& pass : pipeline.stages[static_cast<std::size_t>(stage)]) {
      if (pass.start > free) bubble(free, pass.start);
      (this->*play)(stage, pass);
      free = pass.end;
      constexpr std::int64_t kPassesPerCheck = 256;
      if (folded_ % kPassesPerCheck == 0 && (control_.cancelled() || !out_.flush())) return false;
    }
    if (pipeline.seconds > free) bubble(free, pipeline.seconds);
    return true;
  }

  void bubble(double start, double end) { out_.pass("pipeline bubble", -1, at(start), at(end)); }

  std::size_t part_of(int stage, const PipelinePass& pass) const {
    return static_cast<std::size_t>(pass.chunk * step_.setup.pipeline_parallel + stage);
  }

  void play_pass(int stage, const PipelinePass& pass) {
    const std::size_t part = part_of(stage, pass);
    const auto& [forward, backward] = times_.parts[part];
    if (pass.backward) {
      show_pass("backward", pass, step_, part, backward);
    } else {
      show_pass("forward", pass, step_, part, forward);
    }
  }

  void play_reference_pass(int stage, const PipelinePass& pass) {
    const std::size_t part = part_of(stage, pass);
    show_pass("reference forward", pass, reference_, part, times_.reference_parts[part]);
  }

  void show_pass(const char* name, const PipelinePass& pass, const TrainingStep& step,
                 std::size_t part, const StepTotals& totals) {
    const std::string chunk =
        step_.setup.chunks > 1 ? fmt::format(" of chunk {}", pass.chunk) : std::string();
    out_.pass(name + chunk, pass.microbatch, at(pass.start), at(pass.end));
    // The host launches the graph first; the delay of the slowest node is spread over the pass.
    const double start = pass.end - totals.seconds * times_.straggle;
    if (pass.microbatch == 0) {
      play_operators(step, static_cast<int>(part), pass.backward, start);
      return;
    }
    out_.folded_step(name, totals, at(start), at(pass.end));
    ++folded_;
  }

  void play_operators(const TrainingStep& step, int part, bool backward, double start) {
    const PartGraphs graphs = part_graphs(step, part, parameters_);
    const StepGraph& graph = backward ? graphs.backward : graphs.forward;
    double now = start;
    double ahead = 0;
    const auto play = [&](const std::vector<Operator>& operators, const std::string& layer) {
      if (operators.empty()) return;
      out_.enter_layer(layer, at(now));
      for (const Operator& op : operators) {
        const OperatorTiming timing = time_operator(op, graph.overlap, ahead);
        const double end = now + timing.seconds * times_.straggle;
        out_.operation(op, timing, at(now), at(end));
        now = end;
      }
    };
    play(graph.before, backward ? "head" : "embedding");
    int layers = 0;
    for (const StepGraph::Layers& group : graph.layers) layers += group.count;
    int number = backward ? layers - 1 : 0;
    for (const StepGraph::Layers& group : graph.layers) {
      for (int i = 0; i < group.count; ++i) {
        play(group.operators, fmt::format("layer {}", number));
        number += backward ? -1 : 1;
      }
    }
    play(graph.after, backward ? "embedding" : "head");
    out_.leave_layer(at(now));
  }

  /// The reductions and the optimizer, which all ranks of the stage run together.
  void play_end(int stage) {
    double now = times_.pipeline.seconds;
    const StageEnd end = end_of(step_, stage, parameters_);
    for (const auto& [name, reduction] : end.reductions) {
      out_.collective(name, reduction, at(now), at(now + reduction.seconds));
      now += reduction.seconds;
    }
    const double done = now + end.optimizer_seconds();
    out_.enter_layer("optimizer", at(now));
    out_.operation(end.optimizer, end.optimizer_timing, at(now), at(done));
    out_.leave_layer(at(done));
  }

  const TrainingStep& step_;
  const TrainingStep reference_ = reference_of(step_);
  const TrainingTimes& times_;
  const Parameters& parameters_;
  RunEmitter& out_;
  const TaskControl& control_;
  std::int64_t folded_ = 0;
  double origin_ = 0;  ///< s from the start of the step to the passes that are shown
};

void show_phases(const TrainingTimes& times, RunEmitter& out) {
  double now = 0;
  std::int64_t number = 0;
  const auto phase = [&](const char* name, double seconds) {
    if (seconds <= 0) return;
    out.execution({.name = name, .step = number++}, picoseconds(now), picoseconds(now + seconds));
    now += seconds;
  };
  if (times.data_seconds > 0) {
    out.host("data loading", 0, picoseconds(times.data_seconds));
    phase("data loading", times.data_seconds);
  }
  phase("reference", times.reference.seconds);
  phase("pipeline", times.pipeline.seconds);
  phase("gradient reduction", times.end.reduction_seconds);
  phase("optimizer", times.end.optimizer_seconds());
}

}  // namespace

Result<SimulationResult> play_training(const PreparedRun& run, const TrainingStep& step,
                                       const Workload& workload, const Calibration& calibration,
                                       const ClosedForm& form, TraceSink& sink,
                                       TaskControl& control) {
  const auto& times = std::get<TrainingTimes>(form.times);
  const int stages = step.setup.pipeline_parallel;
  const std::vector<int> shown = shown_stages(stages);
  const double passes = (times.reference_parts.empty() ? 2.0 : 3.0) *
                        static_cast<double>(shown.size()) * step.setup.chunks * step.microbatches;
  // The first microbatch shows about forty operators per layer and direction.
  constexpr int kMostLayers = 5'000;
  if (passes > kMostPasses || step.shape.layers > kMostLayers ||
      times.step_seconds > kLongestTraceSeconds) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("The trace would have {} passes, {} layers and {} s; the limits are {}, {} and {} "
           "s. A prediction without a trace has no limits.",
           as::fixed(passes, 0), as::count(step.shape.layers), as::fixed(times.step_seconds, 0),
           as::fixed(kMostPasses, 0), as::count(kMostLayers), as::fixed(kLongestTraceSeconds, 0)));
  }
  SimulationResult result = predict(run, workload, calibration, form);
  std::vector<int> ranks;
  for (const int stage : shown) ranks.push_back(stage * (step.ranks() / stages));
  RunEmitter out(sink, run, ranks);
  out.describe(workload, calibration, result);
  if (static_cast<int>(shown.size()) < stages) {
    out.note("stages_not_shown", Severity::kInfo,
             tr("{} of {} stages are shown: the first and the last ones.", shown.size(), stages),
             stages - static_cast<int>(shown.size()));
  }
  show_phases(times, out);
  Player player(step, times, calibration.parameters, out, control);
  control.begin(phrase("Simulating the training step"), shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    out.focus(i, shown[i]);
    if (!player.play_stage(shown[i]) || control.cancelled() || !out.flush()) return cancelled();
    control.advance_to(i + 1);
  }
  if (player.folded() > 0) {
    out.note("folded_steps", Severity::kInfo,
             tr_plural(player.folded(),
                       "{} pass is shown as one slice per engine; the passes of the first "
                       "microbatch show their operators.",
                       "{} passes are shown as one slice per engine; the passes of the first "
                       "microbatch show their operators.",
                       as::count(player.folded())),
             player.folded());
  }
  if (!out.finish(picoseconds(times.step_seconds))) return cancelled();
  return result;
}

}  // namespace nscope::sim
