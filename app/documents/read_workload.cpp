#include "app/documents/read_workload.h"

#include "app/documents/choose_tensor_parallel.h"
#include "app/documents/model_config.h"
#include "profiler/base/files/byte_source.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/workload/request_file.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// The encoder of Whisper pads every input to windows of one length.
Result<> set_encoder_input(const DescribedWorkload& described, const catalog::Catalog& catalog,
                           sim::Workload& workload) {
  const auto model = sim::model_of(catalog, workload);
  const int positions = model ? (*model)->encoder_positions : 0;
  if (positions == 0 || workload.input_tokens == positions) return {};
  if (described.json.contains("input_tokens")) {
    return fail(ErrorCode::kBadInput,
                tr("the encoder of {} pads every input to {} positions; leave out the number of "
                   "input tokens",
                   (*model)->id, as::count(positions)),
                described.name + ": /input_tokens");
  }
  workload.input_tokens = positions;
  return {};
}

/// Refuses an unknown host that compiles.
Result<> check_compile_host(const DescribedWorkload& described, const catalog::Catalog& catalog,
                            const sim::Workload& workload) {
  auto known = sim::check_compile_host(catalog, workload);
  if (known) return {};
  return fail(ErrorCode::kNotFound, known.error().message,
              described.name + ": /start/compile_host");
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

/// The given flags that set the member at the pointer or members inside of it, each once:
/// "--serving,
/// --rate". Empty: none.
std::string given_flags(const DescribedWorkload& described, const std::string& pointer) {
  std::vector<std::string> names;
  for (const FlagOfMember& one : described.flags) {
    const bool inside = one.pointer == pointer || one.pointer.starts_with(pointer + "/");
    const bool known = std::find(names.begin(), names.end(), one.flag) != names.end();
    if (one.given && inside && !known) names.push_back(one.flag);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The same, or without a document the flag that would set the member.
std::string flags_of(const DescribedWorkload& described, const std::string& pointer) {
  std::string names = given_flags(described, pointer);
  if (!names.empty() || !described.from_flags) return names;
  const auto exact = std::find_if(described.flags.begin(), described.flags.end(),
                                  [&](const FlagOfMember& one) { return one.pointer == pointer; });
  return exact == described.flags.end() ? std::string() : exact->flag;
}

/// Whether the error says that no reader of the object asked for a key.
bool is_unknown_key(const Error& error) {
  return error.message.english_template().starts_with("unknown key");
}

/// The two members of an error that says that they cannot be combined; nullopt for other errors.
std::optional<std::pair<std::string, std::string>> mixed_members(const Error& error) {
  const Text::Details* const details = error.message.details();
  if (error.message.english_template() != "'{}' and '{}' cannot be combined" ||
      details == nullptr || details->arguments.size() != 2) {
    return std::nullopt;
  }
  const auto* const first = std::get_if<std::string>(&details->arguments[0]);
  const auto* const second = std::get_if<std::string>(&details->arguments[1]);
  if (first == nullptr || second == nullptr) return std::nullopt;
  return std::pair(*first, *second);
}

/// The error about two members that cannot be combined, of which flags set at least one.
Error blame_mixture(const DescribedWorkload& described, Error error,
                    const std::pair<std::string, std::string>& members) {
  const std::string first = given_flags(described, "/" + members.first);
  const std::string second = given_flags(described, "/" + members.second);
  if (first.empty() && second.empty()) return error;
  if (!first.empty() && !second.empty()) {
    error.message = tr("{} ('{}') and {} ('{}') cannot be combined; remove one of them", first,
                       members.first, second, members.second);
    error.where = described.from_flags ? std::string() : described.name;
    return error;
  }
  const bool by_first = !first.empty();
  error.message =
      tr("{} ('{}') and the member '{}' of the document cannot be combined; remove one of them",
         by_first ? first : second, by_first ? members.first : members.second,
         by_first ? members.second : members.first);
  error.where = described.name;
  return error;
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
  if (const auto members = mixed_members(error)) {
    return blame_mixture(*this, std::move(error), *members);
  }
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
  if (auto ok = set_encoder_input(described, catalog, chosen.workload); !ok) {
    return fail(described.blame(ok.error()));
  }
  if (auto ok = check_compile_host(described, catalog, chosen.workload); !ok) {
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
