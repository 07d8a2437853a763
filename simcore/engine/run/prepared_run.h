#pragma once

#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/inference/fixed_call.h"
#include "simcore/engine/inference/static_batch.h"
#include "simcore/engine/training/training_times.h"
#include "simcore/engine/workload/workload.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::sim {

/// The custom model of the workload, or the model of the catalogue. Errors: kNotFound. The pointer
/// is valid while both arguments exist.
Result<const catalog::Model*> model_of(const catalog::Catalog& catalog, const Workload& workload);

/// Whether the catalogue has the host that compiles, if the workload states one. Errors: kNotFound.
Result<> check_compile_host(const catalog::Catalog& catalog, const Workload& workload);

/// Whether inference processes its input in calls of a fixed shape instead of generating tokens.
bool runs_as_calls(const catalog::Model& model, const Workload& workload);

/// The name of a size of runs that are calls.
inline constexpr const char* kCopiesOnACore = "copies on a core";

/// The work of a model on its cores. To distinguish the kinds, visit it with `Overloaded` and one
/// function for every kind.
using RunWork = std::variant<StaticBatch, FixedCall, TrainingStep>;

/// A validated workload with its model, machine and layout. `work` points into this object and the
/// catalogue; the object cannot be copied.
struct PreparedRun {
  std::unique_ptr<const catalog::Model> custom;  ///< the custom model of the workload
  std::unique_ptr<const Machine> machine;
  const catalog::Instance* instance = nullptr;
  const catalog::Model* model = nullptr;
  catalog::MemoryFit memory;
  RunWork work;

  /// Number of participating logical cores, which all behave alike.
  int ranks() const;
  /// Its class in the validation table: "decoder", "encoder-batch".
  std::string class_name() const;
  /// The class whose measured errors apply to it: accuracy_class() of class_name().
  std::string accuracy_class() const;
  /// The sizes that the measured domain limits: "batch", "model parameters", ...
  std::map<std::string, double> sizes() const;
};

/// The class whose measured errors apply to a model of the class: "decoder" for layers that attend
/// to cached keys and values, "decoder-latent" for latent attention, "decoder-states" for layers
/// with a recurrent state. No parameter of the last two was fitted, so that their errors are
/// larger.
std::string accuracy_class(std::string class_name, const catalog::Model& model);

/// Prepares a run without checking that it fits in memory. The run of a server is a full batch of
/// one replica. Errors: those of estimate() except kInfeasible; kInvalidArgument for a single
/// collective.
Result<PreparedRun> plan_run(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters);
/// The placement in memory of a static batch.
catalog::InferencePlacement placement_of(const StaticBatch& batch);
/// The calculation of a run that does not fit in memory, without the names of its model and
/// instance type: lists of rejected types state it once for all with the same calculation.
Text memory_shortage(const PreparedRun& run);
/// The error kInfeasible with the calculation if the run does not fit in memory.
Result<> check_memory(const PreparedRun& run);
/// As plan_run(), but with the error kInfeasible and the calculation if the run does not fit.
/// Errors: those of estimate().
Result<PreparedRun> prepare_run(const catalog::Catalog& catalog, const Workload& workload,
                                const Parameters& parameters);

/// The closed form of a run.
struct ClosedForm {
  std::variant<StaticBatchTimes, FixedCallTimes, TrainingTimes> times;  ///< of PreparedRun::work

  /// A measurable metric in seconds or per second; nullopt if the run does not have it.
  std::optional<double> value(const PreparedRun& run, std::string_view metric) const;
};
ClosedForm time_run(const PreparedRun& run, const Parameters& parameters);

/// A compiled graph and the number of its consecutive executions in a run.
struct Execution {
  std::string name;   ///< "prefill", "decode", "unet"
  int bucket = 0;     ///< cache positions of the graph; 0: no cache
  int tokens = 0;     ///< used positions of the bucket in the first execution; 0: unknown
  double growth = 1;  ///< positions by which each execution needs more than the one before
  int count = 1;
  double launch = 0;  ///< s of host before each execution
  StepTotals totals;  ///< of one execution
};
/// All executions of a run in order. Empty for a training step, whose stages run in parallel.
std::vector<Execution> executions_of(const PreparedRun& run, const ClosedForm& form,
                                     const Parameters& parameters);
/// The graph of executions_of()[index]; empty for a training step.
StepGraph graph_of(const PreparedRun& run, std::size_t index, const Parameters& parameters);

}  // namespace nscope::sim
