#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/documents/document_variants.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// A workload document with its variants and the metrics to compare. The variants are not read yet
/// because they may be for NeuronCores or for GPUs. Plain data.
struct WorkloadStudy {
  VariedDocument document;
  std::vector<std::string> compare;  ///< names of metrics; empty: the default ones
  /// The variants are other models that run on the same instance at the same time.
  bool shared_instance = false;
  std::optional<double> steps_total{};  ///< training steps of the whole job; empty: not stated
};

/// Reads the keys of a comparison of a `nscope.workload/1` document. Errors: kBadInput with the
/// key.
Result<WorkloadStudy> workload_study_from_json(const Json& json, std::string_view name);

}  // namespace nscope::sim
