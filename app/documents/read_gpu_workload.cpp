#include "app/documents/read_gpu_workload.h"

#include "app/documents/model_config.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/gpu/gpu_training_document.h"

#include <string>
#include <utility>

namespace nscope::app {
namespace {

/// The largest power of two of GPUs that the workload can use. If it does not fit on any number,
/// the largest number that was tried.
int most_gpus(const catalog::Catalog& catalog, sim::GpuWorkload workload) {
  const auto instance = catalog.instance(workload.instance);
  int works = 0;
  int tried = 1;
  for (int degree = 1; degree <= (*instance)->chips; degree *= 2) {
    workload.tensor_parallel = degree;
    const auto result = sim::estimate_gpu(catalog, workload);
    if (result) works = degree;
    if (!result && result.error().code == ErrorCode::kInfeasible) tried = degree;
  }
  return works > 0 ? works : tried;
}

/// Whether the model does not generate text, so that its task is "encode" unless it is stated.
bool generates_no_text(const catalog::Catalog& catalog, const DescribedWorkload& described) {
  const catalog::Model* model = described.custom_model ? &*described.custom_model : nullptr;
  const auto name = described.json.find("model");
  if (model == nullptr && name != described.json.end() && name->is_string()) {
    const auto found = catalog.model(name->get<std::string>());
    if (found) model = *found;
  }
  return model != nullptr && model->architecture != catalog::Architecture::kDecoder;
}

/// Whether the workload fits only with activation checkpointing. As for NeuronCores, the least
/// recomputation that fits is used.
bool needs_checkpointing(const catalog::Catalog& catalog, const sim::GpuWorkload& workload) {
  const auto result = sim::estimate_gpu(catalog, workload);
  return !result && result.error().code == ErrorCode::kInfeasible;
}

}  // namespace

Result<std::optional<sim::GpuWorkload>> read_gpu_workload(const DescribedWorkload& described,
                                                          const catalog::Catalog& catalog) {
  if (!runs_on_gpus(described, catalog)) return std::nullopt;
  const auto weights = described.json.find("weight_dtype");
  if (described.stored_weights.dtype == catalog::kOtherWeights && weights != described.json.end() &&
      *weights == std::string(catalog::kOtherWeights)) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("{}; use --weight-dtype fp8, int8, int4 or bf16 for the type that they are "
                   "converted to",
                   stored_weights_refusal(described.stored_weights)),
                described.custom_model ? described.custom_model->id : described.name);
  }
  auto json = sim::gpu_training_document(catalog, described.json, described.name);
  if (!json) return fail(described.blame(json.error()));
  if (!json->contains("task") && generates_no_text(catalog, described)) {
    (*json)["task"] = sim::to_string(sim::GpuTask::kEncode);
  }
  auto workload = sim::gpu_workload_from_json(*json, described.name);
  if (!workload) return fail(described.blame(workload.error()));
  workload->custom_model = described.custom_model;
  if (!described.requests.empty()) {
    auto requests = read_request_file(described.requests);
    if (!requests) return fail(requests.error());
    workload->requests = std::move(*requests);
  }
  if (!json->contains("tensor_parallel") && workload->task == sim::GpuTask::kGenerate) {
    workload->tensor_parallel = most_gpus(catalog, *workload);
  }
  if (described.json.contains("training") && !json->contains("checkpointing")) {
    workload->checkpointing = needs_checkpointing(catalog, *workload);
  }
  return std::optional(std::move(*workload));
}

}  // namespace nscope::app
