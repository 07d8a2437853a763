#pragma once

#include "app/capacity/request/training_request.h"
#include "profiler/base/json.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/training_job/job_plan.h"
#include "simcore/engine/training_job/job_trials.h"
#include "simcore/engine/workload/workload.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::capacity {

/// The distribution of a training job over the nodes of one instance type. Plain data.
struct TrainingLayout {
  std::string instance{};
  int nodes = 1;
  int tensor_parallel = 1;
  int pipeline_parallel = 1;
  int context_parallel = 1;
  int expert_parallel = 1;
  int data_parallel = 1;
  int micro_batch = 1;
  int chunks = 1;  ///< of layers per stage; above 1: interleaved schedule
  int zero = 1;
  std::optional<sim::GpuStack> stack{};  ///< the software on GPUs; empty for NeuronCores
  std::string weight_dtype{};            ///< of matrix products on GPUs; empty: that of the request

  /// "TP 8 x PP 4 x DP 16, microbatch 2, 1F1B, ZeRO 1"
  Text text() const;
  friend bool operator==(const TrainingLayout&, const TrainingLayout&) = default;
};
Json to_json(const TrainingLayout& layout);

/// Why a layout, or a purchase option for its nodes, was rejected, in the order of evaluation.
enum class TrainingRule {
  kNotModelled,    ///< the simulator does not support the layout
  kMemory,         ///< a rank does not fit in memory
  kSlower,         ///< another layout with the same number of nodes finishes earlier
  kNotOffered,     ///< the allowed purchase options have no price
  kTooLate,        ///< misses the deadline too often, or almost never finishes
  kOverBudget,     ///< exceeds the budget too often
  kMoreExpensive,  ///< meets deadline and budget, but another fleet is cheaper
  kStalePrice,     ///< meets deadline and budget at a price that is out of date
};
inline constexpr std::array kAllTrainingRules{
    TrainingRule::kNotModelled,   TrainingRule::kMemory,    TrainingRule::kSlower,
    TrainingRule::kNotOffered,    TrainingRule::kTooLate,   TrainingRule::kOverBudget,
    TrainingRule::kMoreExpensive, TrainingRule::kStalePrice};
std::string_view to_string(TrainingRule rule);  ///< the id in JSON: "memory", "too-late", ...
Phrase title(TrainingRule rule);                ///< for people: "misses the deadline", ...

/// The rule by which a layout was rejected, and the reason with its numbers.
struct TrainingRefusal {
  TrainingRule rule = TrainingRule::kNotModelled;
  Text reason;
};

/// The predicted step of a layout that fits in memory, and the job of many steps.
struct TrainedStep {
  double seconds = 0;    ///< predicted time of a step
  sim::StepBand band{};  ///< 90 % error band as ratios to `seconds`
  bool banded = false;   ///< `band` is known
  double tokens_per_second = 0;
  std::optional<double> mfu{};  ///< model FLOP utilisation
  std::string checkpointing{};  ///< recomputation of activations: "none", "selective", "full"
  Text memory{};                ///< the calculation of the memory
  std::vector<Text> outside_domain{};
  sim::PlannedJob job{};
  /// Mean hours of the job with failures and the predicted step time, by Daly's closed form.
  /// Infinite if the job almost never finishes.
  double expected_hours = 0;
};

/// A layout that was evaluated: its step, or the reason why it was rejected.
struct TrainingCandidate {
  TrainingLayout layout{};
  std::optional<TrainedStep> step{};
  std::optional<TrainingRefusal> refusal{};
};

/// Mean hours of a job with failures by Daly's closed form, see TrainedStep::expected_hours.
double expected_hours(const sim::PlannedJob& job);

/// A pipeline with more stages consists mostly of bubbles.
inline constexpr int kMostStages = 32;
/// An interleaved schedule divides each stage into this many chunks.
inline constexpr int kInterleavedChunks = 2;

/// The tensor, pipeline, context and data parallel degrees that divide the ranks of `whole`, for
/// all combinations of the first three. A visitor that returns false ends the walk.
void for_each_division(const TrainingLayout& whole, int ranks, const std::vector<int>& tensors,
                       const std::vector<int>& stages, const std::vector<int>& contexts,
                       const std::function<bool(const TrainingLayout&)>& visit);
/// The degrees that the request states, or else `usual`.
inline std::vector<int> stated_or(const std::vector<int>& stated, std::vector<int> usual) {
  return stated.empty() ? std::move(usual) : stated;
}
/// Why a layout that the simulator rejects is not used.
TrainingRefusal refusal_of(const Error& error);

/// The maximum number of layouts of a request.
inline constexpr std::size_t kMostLayouts = 500'000;

/// All layouts of the model on `nodes` instances whose degrees divide the ranks and whose
/// microbatches divide the global batch, in a fixed order. Stops soon after kMostLayouts. The
/// simulator checks whether the degrees divide layers, heads and experts.
std::vector<TrainingLayout> layouts_of(const catalog::Catalog& catalog,
                                       const catalog::Instance& instance,
                                       const catalog::Model& model, const TrainingRequest& request,
                                       int nodes);

/// The job with this layout as a workload for the simulator of NeuronCores; see
/// gpu_training_workload() for GPUs.
sim::Workload training_workload(const TrainingRequest& request, const TrainingLayout& layout);

/// Why a layout is not used: its job takes longer than that of `best`, whose layout is `layout`.
TrainingRefusal slower(const TrainedStep& step, const TrainedStep& best, const Text& layout);

/// Predicts the step time of all layouts with the closed form of the training step, on GPUs with
/// sim::estimate_gpu(). Uses all cores; the result does not depend on their number. The layouts are
/// timed in a fixed mixed order, so that `stop`, which ends the timing early, leaves some layouts
/// of each type and number of nodes; layouts that were not timed have neither a step nor a refusal.
/// Errors: kCancelled by `control`, and those of the calibration. The reason for which a layout is
/// rejected is not an error.
Result<std::vector<TrainingCandidate>> time_layouts(const catalog::Catalog& catalog,
                                                    const TrainingRequest& request,
                                                    const std::vector<TrainingLayout>& layouts,
                                                    TaskControl& control, const TaskControl& stop);

}  // namespace nscope::capacity
