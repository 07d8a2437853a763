#include "simcore/engine/validation/operator_evidence.h"

#include "profiler/base/overloaded.h"
#include "simcore/engine/run/inference_player.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/ranges.h>

namespace nscope::sim {
namespace {

/// Class of work, engine and name of the slices of a simulated run.
using CostKey = std::tuple<std::string, std::string, std::string>;
using Costs = std::map<CostKey, double>;

void add_operators(const std::vector<Operator>& operators, double times, Costs& to) {
  for (const Operator& op : operators) {
    const std::string name(op.name);
    if (op.collective) {
      to[{"collective", std::string(to_string(Engine::kCc)), name}] +=
          times * op.collective->seconds;
      continue;
    }
    for (std::size_t i = 0; i < kUnitCount; ++i) {
      const auto unit = static_cast<Unit>(i);
      const double seconds = op.work.seconds[i];
      if (seconds <= 0) continue;
      to[{unit == Unit::kDma ? "dma" : "compute", std::string(to_string(engine_of(unit))), name}] +=
          times * seconds;
    }
  }
}

/// Seconds of every operator on each of its units, summed over the executions that a trace contains
/// operator by operator, and seconds of the host before each execution.
Costs costs_of(const PreparedRun& run, const Parameters& parameters) {
  Costs costs;
  const ClosedForm form = time_run(run, parameters);
  const std::vector<Execution> executions = executions_of(run, form, parameters);
  for (std::size_t i = 0; i < executions.size(); ++i) {
    const Execution& execution = executions[i];
    if (execution.count == 0) continue;
    const double shown = std::min(execution.count, std::max(1, TraceDetail().steps_per_bucket));
    const StepGraph graph = graph_of(run, i, parameters);
    add_operators(graph.before, shown, costs);
    for (const StepGraph::Layers& layers : graph.layers) {
      add_operators(layers.operators, shown * layers.count, costs);
    }
    add_operators(graph.after, shown, costs);
    costs[{"host", std::string(to_string(Engine::kNone)), execution.name + " launch"}] +=
        execution.count * execution.launch;
  }
  return costs;
}

double cost_of(const Costs& costs, const OperatorResidual& row) {
  const auto found = costs.find({row.work, row.engine, row.name});
  return found == costs.end() ? 0.0 : found->second;
}

/// Why the costs of a document do not depend on parameters; empty if they do.
Text without_costs(const ResidualDocument& document) {
  if (!document.workload) {
    return tr(
        "a replay or a kernel: its times are captured or published and do not depend on "
        "parameters");
  }
  return std::visit(
      Overloaded{
          [](const InferenceSetup&) { return Text(); },
          [](const ServingSetup&) { return tr("a server: its steps depend on the requests"); },
          [](const TrainingSetup&) {
            return tr("training: the costs of single operators are not available");
          },
          [](const CollectiveSetup&) {
            return tr("a single collective: collectives are calibrated with nccom-test rows");
          },
          [](const KernelSetup&) { return tr("a kernel: kernels have parameters of their own"); },
      },
      document.workload->kind);
}

}  // namespace

Result<> OperatorEvidence::add(const catalog::Catalog& catalog, const ResidualDocument& document,
                               const Calibration& simulated_with) {
  if (const Text why = without_costs(document); !why.empty()) {
    not_used_.push_back(tr("{}: {}", document.name, why));
    return {};
  }
  const std::string label = label_of(simulated_with);
  if (document.calibration != label) {
    return fail(
        ErrorCode::kBadInput,
        tr("the run was simulated with the calibration '{}', but the current calibration is "
           "'{}'; simulate it again",
           document.calibration, label),
        document.name);
  }
  auto run = prepare_run(catalog, *document.workload, simulated_with.parameters);
  if (!run) return fail(run.error().code, run.error().message, document.name);
  Document to{.run = std::move(*run), .rows = {}};
  to.groups = {.model = to.run.model->id,
               .family = family_of(*to.run.model),
               .source = {},
               .generation = to.run.machine->device->generation};
  const Costs costs = costs_of(to.run, simulated_with.parameters);
  std::vector<Text> unknown;
  for (const OperatorResidual& row : document.rows) {
    const double before = cost_of(costs, row);
    if (before > 0) {
      to.rows.push_back({document.name, row, before});
      to.measured_time += row.measured_time;
    } else {
      unknown.push_back(tr("{} on {}", row.name, row.engine));
    }
  }
  if (!unknown.empty()) {
    not_used_.push_back(tr("{}: no parameter affects {}", document.name, joined(unknown)));
  }
  if (!to.rows.empty()) documents_.push_back(std::move(to));
  return {};
}

void OperatorEvidence::append(const Parameters& parameters, const LeftOut& without,
                              std::vector<double>& residuals) const {
  for (const Document& document : documents_) {
    if (without.contains(document.groups)) continue;
    const Costs costs = costs_of(document.run, parameters);
    for (const Row& row : document.rows) {
      const double weight = row.residual.measured_time / document.measured_time;
      const double change = cost_of(costs, row.residual) / row.before;
      residuals.push_back(std::sqrt(weight) * std::log(change / row.residual.ratio()));
    }
  }
}

std::vector<double> OperatorEvidence::ratios(const Parameters& parameters) const {
  std::vector<double> out;
  for (const Document& document : documents_) {
    const Costs costs = costs_of(document.run, parameters);
    for (const Row& row : document.rows) {
      out.push_back(row.residual.ratio() * row.before / cost_of(costs, row.residual));
    }
  }
  return out;
}

std::vector<OperatorEvidence::Row> OperatorEvidence::rows() const {
  std::vector<Row> out;
  for (const Document& document : documents_) {
    out.insert(out.end(), document.rows.begin(), document.rows.end());
  }
  return out;
}

}  // namespace nscope::sim
