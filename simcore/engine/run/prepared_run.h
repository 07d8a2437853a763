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

/// The workload's own model, or the catalogue's. Errors: kNotFound. Lives as long as both.
Result<const catalog::Model*> model_of(const catalog::Catalog& catalog, const Workload& workload);

/// Whether inference passes over its input once in calls of a fixed shape, instead of
/// generating tokens.
bool runs_as_calls(const catalog::Model& model, const Workload& workload);

/// One of the sizes of a run that is a call.
inline constexpr const char* kCopiesOnACore = "copies on a core";

/// What a model does on its cores. To decide by kind, visit it with `Overloaded` and name
/// every kind.
using RunWork = std::variant<StaticBatch, FixedCall, TrainingStep>;

/// A workload with everything it refers to, checked: names found, layout
/// modelled. `work` points into this object and the catalogue;
/// the object is not copied.
struct PreparedRun {
  std::unique_ptr<const catalog::Model> custom;  ///< the workload's own model
  std::unique_ptr<const Machine> machine;
  const catalog::Instance* instance = nullptr;
  const catalog::Model* model = nullptr;
  catalog::MemoryFit memory;
  RunWork work;

  /// Logical cores that take part; all of them behave alike.
  int ranks() const;
  /// The class of the validation table that it belongs to: "decoder", "encoder-batch".
  std::string class_name() const;
  /// What the calibrated domain is stated in: "batch", "model parameters", ...
  std::map<std::string, double> sizes() const;
};

/// Everything but the verdict: the run may not fit. Of a server it is a full batch of one
/// replica. Errors: as estimate(), without kInfeasible; kInvalidArgument for a collective
/// alone.
Result<PreparedRun> plan_run(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters);
/// plan_run(), refused with the arithmetic where it does not fit. Errors: as
/// estimate().
Result<PreparedRun> prepare_run(const catalog::Catalog& catalog, const Workload& workload,
                                const Parameters& parameters);

/// The closed form of a run.
struct ClosedForm {
  std::variant<StaticBatchTimes, FixedCallTimes, TrainingTimes> times;  ///< of PreparedRun::work

  /// A metric that measurements state, in seconds or per second; nullopt for one that
  /// the run does not have.
  std::optional<double> value(const PreparedRun& run, std::string_view metric) const;
};
ClosedForm time_run(const PreparedRun& run, const Parameters& parameters);

/// A compiled graph and how often a run executes it, one execution after the other.
struct Execution {
  std::string name;  ///< "prefill", "decode", "unet"
  int bucket = 0;    ///< cache positions of the graph; 0: it has none
  int tokens = 0;    ///< of it, that are real in the first one; 0: not known
  int count = 1;
  double launch = 0;  ///< s of host before each
  StepTotals totals;  ///< of one
};
/// All executions of a run in their order. None of a training step, whose stages run beside
/// each other.
std::vector<Execution> executions_of(const PreparedRun& run, const ClosedForm& form,
                                     const Parameters& parameters);
/// The graph of executions_of()[index]; empty for a training step.
StepGraph graph_of(const PreparedRun& run, std::size_t index, const Parameters& parameters);

}  // namespace nscope::sim
