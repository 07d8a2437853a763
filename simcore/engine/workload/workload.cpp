#include "simcore/engine/workload/workload.h"

#include "profiler/base/nested_json.h"
#include "profiler/base/overloaded.h"
#include "simcore/engine/documents/document_variants.h"
#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/documents/software.h"
#include "simcore/engine/workload/image_size.h"
#include "simcore/engine/workload/software_stack.h"

#include <array>
#include <initializer_list>
#include <utility>
#include <variant>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.workload/1";

/// Reads the height and width of images, "512x512", and the frames of videos, "480x832x81".
void read_image(StrictObject& in, Workload& workload) {
  const auto text = in.optional_string("image");
  if (!text) return;
  const auto size = parse_image_size(*text);
  if (!size) {
    in.reject("image",
              tr("must be height x width in pixels, such as 512x512, or height x width x frames "
                 "of a video, with at most 16384 each"));
    return;
  }
  workload.image_height = size->height;
  workload.image_width = size->width;
  workload.frames = size->frames;
}

/// Rejects keys that cannot be combined.
void refuse_mixtures(const Json& json, StrictObject& in) {
  const auto refuse = [&](const char* what, std::initializer_list<const char*> members) {
    if (in.optional(what) == nullptr) return;
    for (const char* const member : members) {
      if (json.contains(member))
        in.reject(member, tr("'{}' and '{}' cannot be combined", member, what));
    }
  };
  refuse("collective",
         {"model", "training", "serving", "speculation", "weight_scales", "kv_dtype", "start"});
  if (json.contains("serving") && json.contains("speculation")) {
    in.reject("speculation", tr("the speculation of a server is a member of 'serving'"));
  }
  refuse("kernel",
         {"model",        "training",      "serving",       "collective",      "tensor_parallel",
          "batch",        "input_tokens",  "output_tokens", "sequence_length", "dtype",
          "weight_dtype", "weight_scales", "kv_dtype",      "speculation",     "stack",
          "task",         "copies",        "cores",         "steps",           "image",
          "images",       "start"});
  refuse("training",
         {"serving", "start", "batch", "output_tokens", "sequence_length", "weight_scales",
          "kv_dtype", "speculation", "task", "copies", "cores", "steps", "image", "images",
          "context_parallel", "guidance_passes", "auto_cast", "materialised_scores"});
}

/// The JSON keys of one kind of workload.
struct KindMembers {
  const char* key = nullptr;  ///< null: the kind has no key of its own
  Json setup{};
  bool names_model = true;
  bool generates = true;   ///< has a batch and output tokens
  bool has_layout = true;  ///< has tokens, data types and a tensor parallel degree
};

KindMembers members_of(const WorkloadKind& kind) {
  return std::visit(
      Overloaded{
          [](const InferenceSetup&) { return KindMembers{}; },
          [](const ServingSetup& setup) {
            return KindMembers{.key = "serving", .setup = to_json(setup)};
          },
          [](const TrainingSetup& setup) {
            return KindMembers{.key = "training", .setup = to_json(setup), .generates = false};
          },
          [](const CollectiveSetup& setup) {
            return KindMembers{.key = "collective", .setup = to_json(setup), .names_model = false};
          },
          [](const KernelSetup& setup) {
            return KindMembers{.key = "kernel",
                               .setup = to_json(setup),
                               .names_model = false,
                               .generates = false,
                               .has_layout = false};
          },
      },
      kind);
}

}  // namespace

Result<Workload> workload_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) {
    in.reject("schema", tr("must be {}", kSchema));
  }
  in.optional_string("title");  // for people
  allow_comparison(in);
  Workload workload;
  if (const Json* const collective = in.optional("collective")) {
    auto setup = collective_setup_from_json(*collective, in.path("collective"));
    if (!setup) return fail(setup.error());
    workload.kind = std::move(*setup);
  } else if (const Json* const kernel = in.optional("kernel")) {
    auto setup = kernel_setup_from_json(*kernel, in.path("kernel"));
    if (!setup) return fail(setup.error());
    workload.kind = std::move(*setup);
  } else {
    workload.model = in.string("model");
  }
  workload.instance = in.string("instance");
  workload.logical_core_size = positive_member(in, "lnc", 0);
  workload.tensor_parallel = positive_member(in, "tensor_parallel", 1);
  workload.batch = positive_member(in, "batch", workload.batch);
  workload.input_tokens = positive_member(in, "input_tokens", workload.input_tokens);
  workload.output_tokens = positive_member(in, "output_tokens", workload.output_tokens);
  workload.sequence_length = positive_member(in, "sequence_length", 0);
  constexpr std::array<std::string_view, 5> kWeightTypes{"bf16", "fp16", "fp32", "int8", "fp8"};
  workload.dtype = dtype_member(in, workload.dtype);
  workload.weight_dtype = one_of_member(in, "weight_dtype", workload.dtype, kWeightTypes);
  constexpr std::array<std::string_view, 2> kScales{"channels", "blocks"};
  workload.weight_scales = one_of_member(in, "weight_scales", "", kScales);
  constexpr std::array<std::string_view, 4> kCacheTypes{"bf16", "fp16", "fp32", "fp8"};
  workload.kv_dtype = one_of_member(in, "kv_dtype", "", kCacheTypes);
  read_nested(in, "speculation",
              [&](StrictObject& object) { workload.speculation = read_speculation(object); });
  read_nested(in, "start", [&](StrictObject& object) { workload.start = read_start(object); });
  workload.stack = text_member(in, "stack");
  const Result<SoftwareStacks>& stacks = built_in_software_stacks();
  if (!stacks) return fail(stacks.error());
  if (!workload.stack.empty() && stacks->find(workload.stack) == nullptr) {
    in.reject("stack", tr("must be one of {}", stacks->ids()));
  }
  constexpr std::array<std::string_view, 2> kTasks{"generate", "encode"};
  workload.task = one_of_member(in, "task", "", kTasks);
  workload.copies = positive_member(in, "copies", 1);
  workload.cores = positive_member(in, "cores", 0);
  workload.steps = positive_member(in, "steps", 0);
  read_image(in, workload);
  workload.images = positive_member(in, "images", 0);
  workload.context_parallel = positive_member(in, "context_parallel", 1);
  workload.guidance_passes = positive_member(in, "guidance_passes", 0);
  constexpr std::array<std::string_view, 2> kCasts{"none", "matmult"};
  workload.casts_matmuls = one_of_member(in, "auto_cast", "none", kCasts) == "matmult";
  workload.materialised_scores = in.optional_boolean("materialised_scores", false);
  if (const Json* const serving = in.optional("serving")) {
    auto setup =
        serving_member(*serving, in.path("serving"), workload.input_tokens, workload.output_tokens);
    if (!setup) return fail(setup.error());
    // A vLLM plugin names the software of its graphs. TGI does not: it used several.
    if (workload.stack.empty() && setup->stack != "tgi" && stacks->find(setup->stack) != nullptr) {
      workload.stack = setup->stack;
    }
    workload.kind = std::move(*setup);
  }
  if (const Json* const training = in.optional("training")) {
    workload.kind = training_setup_from_json(*training, in, workload.input_tokens);
  }
  workload.software = text_member(in, "software");
  if (!workload.software.empty() && !is_version(workload.software)) {
    in.reject("software", tr("must be a version of the Neuron SDK, such as 2.21"));
  }
  const std::int64_t seed = in.optional_integer("seed").value_or(1);
  if (seed < 0) in.reject("seed", tr("must not be negative"));
  workload.seed = static_cast<std::uint64_t>(seed);
  refuse_mixtures(json, in);
  if (auto done = in.finish(); !done) return fail(done.error());
  return workload;
}

Json to_json(const Workload& workload) {
  KindMembers own = members_of(workload.kind);
  Json json;
  json["schema"] = kSchema;
  if (own.names_model) json["model"] = workload.model;
  json["instance"] = workload.instance;
  if (workload.logical_core_size > 0) json["lnc"] = workload.logical_core_size;
  if (own.has_layout) json["tensor_parallel"] = workload.tensor_parallel;
  if (own.generates) json["batch"] = workload.batch;
  if (own.has_layout) json["input_tokens"] = workload.input_tokens;
  if (own.generates) json["output_tokens"] = workload.output_tokens;
  if (workload.sequence_length > 0 && own.generates) {
    json["sequence_length"] = workload.sequence_length;
  }
  if (own.has_layout) {
    json["dtype"] = workload.dtype;
    json["weight_dtype"] = workload.weight_dtype;
    if (!workload.weight_scales.empty()) json["weight_scales"] = workload.weight_scales;
    if (!workload.kv_dtype.empty()) json["kv_dtype"] = workload.kv_dtype;
  }
  if (workload.speculation) json["speculation"] = to_json(*workload.speculation);
  if (!workload.stack.empty()) json["stack"] = workload.stack;
  if (!workload.task.empty()) json["task"] = workload.task;
  if (workload.copies > 1) json["copies"] = workload.copies;
  if (workload.cores > 0) json["cores"] = workload.cores;
  if (workload.steps > 0) json["steps"] = workload.steps;
  if (workload.image_height > 0) {
    json["image"] =
        to_string(ImageSize{workload.image_height, workload.image_width, workload.frames});
  }
  if (workload.images > 0) json["images"] = workload.images;
  if (workload.context_parallel > 1) json["context_parallel"] = workload.context_parallel;
  if (workload.guidance_passes > 0) json["guidance_passes"] = workload.guidance_passes;
  if (workload.casts_matmuls) json["auto_cast"] = "matmult";
  if (workload.materialised_scores) json["materialised_scores"] = true;
  if (workload.start != StartSetup()) json["start"] = to_json(workload.start);
  if (own.key != nullptr) json[own.key] = std::move(own.setup);
  if (!workload.software.empty()) json["software"] = workload.software;
  json["seed"] = workload.seed;
  return json;
}

}  // namespace nscope::sim
