#include "simcore/engine/run/calibrated_domain.h"

#include "profiler/base/overloaded.h"
#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/calibration/domain_point.h"

#include <cmath>
#include <utility>
#include <variant>

namespace nscope::sim {
namespace {

constexpr std::string_view kExperts = "experts";
constexpr std::string_view kSlidingWindow = "sliding window";

/// Properties of the run, other than sizes, that no measurement has.
std::vector<Text> unmeasured(const RunWork& work) {
  using Reasons = std::vector<Text>;
  return std::visit(Overloaded{
                        [](const StaticBatch& batch) {
                          Reasons reasons;
                          if (batch.draft) reasons.push_back(tr("speculative decoding"));
                          if (batch.images) reasons.push_back(tr("images in prompts"));
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

DomainPoint point_of(const PreparedRun& run, const Workload& workload) {
  DomainPoint point{.generation = run.machine->device->generation,
                    .dtype = workload.dtype,
                    .weight_dtype = workload.weight_dtype,
                    .model = run.model->id,
                    .features = catalog::unusual_layers(*run.model),
                    .sizes = run.sizes()};
  if (run.model->moe) point.features.emplace_back(kExperts);
  if (run.model->sliding_window && run.model->layer_pattern.empty()) {
    point.features.emplace_back(kSlidingWindow);
  }
  return point;
}

}  // namespace

double band_exponent(const Calibration& calibration, const PreparedRun& run,
                     std::span<const Text> outside) {
  if (outside.empty()) return 1;
  const double factor = calibration.parameters.outside_factor;
  const CalibratedDomain* const domain = domain_of_class(calibration, run.accuracy_class());
  if (domain == nullptr || !std::holds_alternative<FixedCall>(run.work)) return factor;
  return factor * (1 + std::log10(distance_from(*domain, run.sizes())));
}

std::vector<std::string> related_classes(std::string_view class_name) {
  if (class_name.starts_with("vision")) {
    return {"vision", "vision-cnn-batch", "vision-cnn-realtime", "vision-transformer-batch",
            "vision-transformer-realtime"};
  }
  const bool encodes =
      class_name == "encoder" || class_name == "encoder-batch" || class_name == "encoder-realtime";
  if (encodes) return {"encoder", "encoder-batch", "encoder-realtime"};
  return {};
}

void extend(CalibratedDomain& domain, const PreparedRun& run, const Workload& workload) {
  extend(domain, point_of(run, workload));
}

std::vector<Text> outside_domain(const Calibration& calibration, const PreparedRun& run,
                                 const Workload& workload) {
  return outside_domain(calibration, run.accuracy_class(), run, workload);
}

std::vector<Text> outside_domain(const Calibration& calibration, std::string_view class_name,
                                 const PreparedRun& run, const Workload& workload) {
  const CalibratedDomain* const domain = domain_of_class(calibration, class_name);
  if (domain == nullptr) return {no_measurements(class_name)};
  std::vector<Text> outside = outside_of(*domain, point_of(run, workload));
  for (Text& reason : unmeasured(run.work)) outside.push_back(std::move(reason));
  if (run.model->moe && !listed(domain->features, kExperts))
    outside.push_back(tr("mixture of experts (measured: dense decoders)"));
  for (const std::string& kind : catalog::unusual_layers(*run.model)) {
    if (!listed(domain->features, kind)) {
      outside.push_back(tr("layers of the kind '{}' (not among the measured ones)", kind));
    }
  }
  if (run.model->sliding_window && run.model->layer_pattern.empty() &&
      !listed(domain->features, kSlidingWindow)) {
    outside.push_back(tr("sliding window attention (computed as full attention)"));
  }
  return outside;
}

}  // namespace nscope::sim
