#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/documents/document_variants.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// A workload document with what it is compared with: variants of it, in the columns that
/// it names. The variants are not read yet, they may be of NeuronCores or of GPUs. Plain data.
struct WorkloadStudy {
  VariedDocument document;
  std::vector<std::string> compare;     ///< names of figures; empty: the usual ones
  std::optional<double> steps_total{};  ///< training steps of the whole job; none: not stated
};

/// Reads the members of a comparison of a `nscope.workload/1`. Errors: kBadInput naming the
/// member.
Result<WorkloadStudy> workload_study_from_json(const Json& json, std::string_view name);

}  // namespace nscope::sim
