#include "simcore/engine/run/calibrated_domain.h"

#include "profiler/base/overloaded.h"
#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kExperts = "experts";
constexpr std::string_view kSlidingWindow = "sliding window";

bool has(const std::vector<std::string>& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

/// Properties of the run, other than sizes, that no measurement has.
std::vector<Text> unmeasured(const RunWork& work) {
  using Reasons = std::vector<Text>;
  return std::visit(Overloaded{
                        [](const StaticBatch& batch) {
                          Reasons reasons;
                          if (batch.draft) reasons.push_back(tr("speculative decoding"));
                          if (batch.layout.kv_bytes() < batch.layout.element_bytes) {
                            reasons.push_back(tr("fp8 KV cache"));
                          }
                          return reasons;
                        },
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
  if (run.model->moe) add(domain.features, std::string(kExperts));
  if (run.model->sliding_window && run.model->layer_pattern.empty()) {
    add(domain.features, std::string(kSlidingWindow));
  }
  for (const std::string& kind : catalog::unusual_layers(*run.model)) add(domain.features, kind);
  for (const auto& [name, size] : run.sizes()) extend(domain.sizes, name, size);
}

std::vector<Text> outside_domain(const Calibration& calibration, const PreparedRun& run,
                                 const Workload& workload) {
  return outside_domain(calibration, run.accuracy_class(), run, workload);
}

std::vector<Text> outside_domain(const Calibration& calibration, std::string_view class_name,
                                 const PreparedRun& run, const Workload& workload) {
  const auto domain = std::find_if(
      calibration.domains.begin(), calibration.domains.end(),
      [&](const CalibratedDomain& candidate) { return candidate.class_name == class_name; });
  if (domain == calibration.domains.end()) {
    return {tr("no measurements of the class {}", class_name)};
  }
  std::vector<Text> outside;
  const auto list = [](const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
  };
  const std::string& generation = run.machine->device->generation;
  if (!has(domain->generations, generation)) {
    outside.push_back(tr("NeuronCore {} (measured: {})", generation, list(domain->generations)));
  } else if (const std::string type = fmt::format("{} on {}", workload.dtype, generation);
             !has(domain->types, type)) {
    outside.push_back(tr("data type {} (measured: {})", type, list(domain->types)));
  }
  if (!has(domain->weight_types, workload.weight_dtype)) {
    outside.push_back(
        tr("weight type {} (measured: {})", workload.weight_dtype, list(domain->weight_types)));
  }
  const auto sizes = run.sizes();
  for (const auto& [name, range] : domain->sizes) {
    const auto size = sizes.find(name);
    if (size == sizes.end() || range.contains(size->second)) continue;
    outside.push_back(outside_range(name, size->second, range));
  }
  for (Text& reason : unmeasured(run.work)) outside.push_back(std::move(reason));
  if (run.model->moe && !has(domain->features, kExperts))
    outside.push_back(tr("mixture of experts (measured: dense decoders)"));
  for (const std::string& kind : catalog::unusual_layers(*run.model)) {
    if (!has(domain->features, kind)) {
      outside.push_back(tr("layers of the kind '{}' (not among the measured ones)", kind));
    }
  }
  if (run.model->sliding_window && run.model->layer_pattern.empty() &&
      !has(domain->features, kSlidingWindow)) {
    outside.push_back(tr("sliding window attention (computed as full attention)"));
  }
  return outside;
}

}  // namespace nscope::sim
