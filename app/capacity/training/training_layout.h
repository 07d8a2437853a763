#pragma once

#include "app/capacity/request/training_request.h"
#include "profiler/base/json.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/training_job/job_plan.h"
#include "simcore/engine/training_job/job_trials.h"
#include "simcore/engine/workload/workload.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::capacity {

/// One way to spread the training over the nodes of one instance type. Plain data.
struct TrainingLayout {
  std::string instance{};
  int nodes = 1;
  int tensor_parallel = 1;
  int pipeline_parallel = 1;
  int context_parallel = 1;
  int expert_parallel = 1;
  int data_parallel = 1;
  int micro_batch = 1;
  int chunks = 1;  ///< of layers on each stage; above 1: the interleaved schedule
  int zero = 1;

  /// "TP 8 x PP 4 x DP 16, microbatch 2, 1F1B, ZeRO 1"
  std::string text() const;
  friend bool operator==(const TrainingLayout&, const TrainingLayout&) = default;
};
Json to_json(const TrainingLayout& layout);

/// Why a layout, or a way to buy its nodes, is not the answer. In the order in which they are
/// looked at.
enum class TrainingRule {
  kNotModelled,  ///< the simulator refuses the layout
  kMemory,       ///< a rank does not fit
  kSlower,       ///< another layout of as many nodes ends earlier
  kNotOffered,   ///< no price for what may be bought
  kTooLate,      ///< misses the deadline too often, or never ends
  kOverBudget,
  kDearer,
};
std::string_view to_string(TrainingRule rule);  ///< "memory", "too-late", ...

struct TrainingRefusal {
  TrainingRule rule = TrainingRule::kNotModelled;
  std::string reason;
};

/// A layout that fits, with its step and the job of many steps.
struct TrainedStep {
  double seconds = 0;    ///< of a step, as predicted
  sim::StepBand band{};  ///< 90 % of all cases lie between these ratios to it
  bool banded = false;
  double tokens_per_second = 0;
  std::optional<double> mfu{};  ///< share of the peak
  std::string checkpointing{};  ///< what is kept of the forward pass: "none", "selective", "full"
  std::string memory{};         ///< the arithmetic
  std::vector<std::string> outside_domain{};
  sim::PlannedJob job{};
  /// Mean hours of the job with failures, the step as predicted: Daly's closed form. Infinite
  /// where it practically never ends.
  double expected_hours = 0;
};

/// A generated layout: a step, or why it is none.
struct TrainingCandidate {
  TrainingLayout layout{};
  std::optional<TrainedStep> step{};
  std::optional<TrainingRefusal> refusal{};
};

/// More are not generated: a request must say which it means.
inline constexpr std::size_t kMostLayouts = 500'000;

/// Every layout of the model over `nodes` instances whose degrees divide the ranks and whose
/// microbatches divide the global batch, in a fixed order; up to a few more than kMostLayouts.
/// Whether layers, heads and experts can be divided so is for the simulator to say.
std::vector<TrainingLayout> layouts_of(const catalog::Catalog& catalog,
                                       const catalog::Instance& instance,
                                       const catalog::Model& model, const TrainingRequest& request,
                                       int nodes);

/// The job on that layout as a workload that anybody can simulate.
sim::Workload training_workload(const TrainingRequest& request, const TrainingLayout& layout);

/// Times all layouts by the closed form of the training step. Uses all cores; the result does not
/// depend on their number. Errors: kCancelled, those of the calibration; what a layout is refused
/// for is no error.
Result<std::vector<TrainingCandidate>> time_layouts(const catalog::Catalog& catalog,
                                                    const TrainingRequest& request,
                                                    const std::vector<TrainingLayout>& layouts,
                                                    TaskControl& control);

}  // namespace nscope::capacity
