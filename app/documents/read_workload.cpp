#include "app/documents/read_workload.h"

#include "app/documents/choose_tensor_parallel.h"
#include "app/documents/model_config.h"
#include "profiler/base/files/byte_source.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/workload/request_file.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace nscope::app {
namespace {

/// The input of an image model is its image, so a number of tokens would have no effect.
Result<> check_trained_input(const DescribedWorkload& described, const catalog::Catalog& catalog,
                             const sim::Workload& workload) {
  if (!described.json.contains("input_tokens") ||
      !std::holds_alternative<sim::TrainingSetup>(workload.kind)) {
    return {};
  }
  const auto model = sim::model_of(catalog, workload);
  const bool images =
      model && ((*model)->architecture == catalog::Architecture::kVisionTransformer ||
                (*model)->architecture == catalog::Architecture::kVisionCnn);
  if (!images) return {};
  return fail(ErrorCode::kBadInput, tr("does not apply to the image model {}", (*model)->id),
              described.name + ": /input_tokens");
}

/// Refuses stored weights that NeuronCores do not support and that nothing replaces.
Result<> check_stored_weights(const DescribedWorkload& described) {
  const Text refusal = stored_weights_refusal(described.stored_weights);
  if (refusal.empty()) return {};
  const auto applied = described.json.find("weight_dtype");
  if (applied == described.json.end() || *applied != weight_dtype_of(described.stored_weights)) {
    return {};
  }
  return fail(ErrorCode::kUnsupportedVersion,
              tr("{}; use --weight-dtype int8, fp8 or bf16 for the type that they are converted to",
                 refusal),
              described.custom_model ? described.custom_model->id : described.name);
}

/// The flags that set the member at the pointer or members inside of it: those that are given, or
/// without a document the one that would set it. Empty: none.
std::string flags_of(const DescribedWorkload& described, const std::string& pointer) {
  std::string names;
  const auto add = [&](const FlagOfMember& one) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", one.flag);
  };
  for (const FlagOfMember& one : described.flags) {
    if (one.given && (one.pointer == pointer || one.pointer.starts_with(pointer + "/"))) add(one);
  }
  if (!names.empty() || !described.from_flags) return names;
  const auto exact = std::find_if(described.flags.begin(), described.flags.end(),
                                  [&](const FlagOfMember& one) { return one.pointer == pointer; });
  return exact == described.flags.end() ? std::string() : exact->flag;
}

/// Whether the error says that no reader of the object asked for a key.
bool is_unknown_key(const Error& error) {
  return error.message.english_template().starts_with("unknown key");
}

/// Sets the requests. If no compiled length is stated, the longest request determines it.
void set_requests(std::shared_ptr<const sim::RequestPlan> requests, sim::Workload& workload) {
  if (workload.sequence_length == 0) {
    for (const sim::Request& request : requests->requests) {
      workload.sequence_length =
          std::max(workload.sequence_length, request.input_tokens + request.output_tokens);
    }
  }
  workload.requests = std::move(requests);
}

}  // namespace

Result<std::shared_ptr<const sim::RequestPlan>> read_request_file(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  auto requests = sim::read_requests(file->text(), file->name());
  if (!requests) return fail(requests.error());
  return std::make_shared<const sim::RequestPlan>(std::move(*requests));
}

void apply_stored_weights(DescribedWorkload& described) {
  const std::string dtype = weight_dtype_of(described.stored_weights);
  if (dtype.empty() || !described.custom_model || !described.json.is_object() ||
      described.json.contains("weight_dtype")) {
    return;
  }
  described.json["weight_dtype"] = dtype;
  catalog::Model& model = *described.custom_model;
  const Text stored = stored_weights_note(described.stored_weights);
  model.note = model.note.empty() ? stored : tr("{}; {}", model.note, stored);
}

Error DescribedWorkload::blame(Error error) const {
  if (from_flags) error.code = ErrorCode::kInvalidArgument;
  const std::string where = error.where.english();
  const std::string file = name + ": ";
  if (!where.starts_with(file + "/")) return error;
  const std::string pointer = where.substr(file.size());
  const std::string set_by = flags_of(*this, pointer);
  if (set_by.empty()) return error;
  if (from_flags && is_unknown_key(error)) {
    error.message = tr("does not apply to this workload; remove the flag");
  }
  error.where =
      from_flags ? fmt::format("{} ({})", set_by, pointer) : fmt::format("{} ({})", where, set_by);
  return error;
}

Result<ChosenWorkload> read_workload(const DescribedWorkload& described,
                                     const catalog::Catalog& catalog, TaskControl& control) {
  if (auto good = check_stored_weights(described); !good) return fail(good.error());
  auto workload = sim::workload_from_json(described.json, described.name);
  if (!workload) return fail(described.blame(workload.error()));
  ChosenWorkload chosen{.workload = std::move(*workload)};
  chosen.workload.custom_model = described.custom_model;
  if (auto ok = check_trained_input(described, catalog, chosen.workload); !ok) {
    return fail(described.blame(ok.error()));
  }
  if (!described.requests.empty()) {
    auto requests = read_request_file(described.requests);
    if (!requests) return fail(requests.error());
    set_requests(std::move(*requests), chosen.workload);
  }
  if (!described.json.contains("tensor_parallel")) {
    const auto degree = choose_tensor_parallel(catalog, chosen.workload, control);
    if (!degree) return fail(degree.error());
    chosen.workload.tensor_parallel = degree->degree;
    chosen.tensor_parallel_chosen = true;
    chosen.too_small = degree->too_small;
  }
  return chosen;
}

bool runs_on_gpus(const DescribedWorkload& described, const catalog::Catalog& catalog) {
  const auto instance = described.json.find("instance");
  return instance != described.json.end() && instance->is_string() &&
         sim::is_gpu_instance(catalog, instance->get<std::string>());
}

}  // namespace nscope::app
