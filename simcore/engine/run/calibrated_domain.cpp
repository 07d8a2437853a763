#include "simcore/engine/run/calibrated_domain.h"

#include "profiler/base/overloaded.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

bool has(const std::vector<std::string>& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

/// What no measurement of the kind of run has, beside the sizes.
std::vector<std::string> unmeasured(const RunWork& work) {
  using Reasons = std::vector<std::string>;
  return std::visit(Overloaded{
                        [](const StaticBatch&) { return Reasons(); },
                        [](const FixedCall&) { return Reasons(); },
                        [](const TrainingStep& step) { return step.unmeasured(); },
                    },
                    work);
}

}  // namespace

void extend(CalibratedDomain& domain, const PreparedRun& run, const Workload& workload) {
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    const auto at = std::lower_bound(names.begin(), names.end(), name);
    if (at == names.end() || *at != name) names.insert(at, name);
  };
  const std::string& generation = run.machine->device->generation;
  add(domain.generations, generation);
  add(domain.types, fmt::format("{} on {}", workload.dtype, generation));
  add(domain.weight_types, workload.weight_dtype);
  add(domain.models, run.model->id);
  for (const auto& [name, size] : run.sizes()) extend(domain.sizes, name, size);
}

std::vector<std::string> outside_domain(const Calibration& calibration, const PreparedRun& run,
                                        const Workload& workload) {
  return outside_domain(calibration, run.class_name(), run, workload);
}

std::vector<std::string> outside_domain(const Calibration& calibration, std::string_view class_name,
                                        const PreparedRun& run, const Workload& workload) {
  const auto domain = std::find_if(
      calibration.domains.begin(), calibration.domains.end(),
      [&](const CalibratedDomain& candidate) { return candidate.class_name == class_name; });
  if (domain == calibration.domains.end()) {
    return {fmt::format("nothing of the class {} was measured", class_name)};
  }
  std::vector<std::string> outside;
  const auto check_text = [&](const std::vector<std::string>& known, std::string_view value,
                              std::string_view what) {
    if (has(known, value)) return;
    outside.push_back(fmt::format("{} {} (fitted on {})", what, value, fmt::join(known, ", ")));
  };
  const std::string& generation = run.machine->device->generation;
  check_text(domain->generations, generation, "NeuronCore");
  if (has(domain->generations, generation)) {
    check_text(domain->types, fmt::format("{} on {}", workload.dtype, generation), "type");
  }
  check_text(domain->weight_types, workload.weight_dtype, "weight type");
  const auto sizes = run.sizes();
  for (const auto& [name, range] : domain->sizes) {
    const auto size = sizes.find(name);
    if (size == sizes.end() || range.contains(size->second)) continue;
    outside.push_back(fmt::format("{} {:.4g} (fitted on {:.4g} to {:.4g})", name, size->second,
                                  range.low, range.high));
  }
  for (std::string& reason : unmeasured(run.work)) outside.push_back(std::move(reason));
  if (run.model->moe) outside.emplace_back("a mixture of experts (fitted on dense decoders)");
  if (run.model->sliding_window) {
    outside.emplace_back("a sliding attention window (computed as full attention)");
  }
  return outside;
}

}  // namespace nscope::sim
