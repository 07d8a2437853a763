#include "app/cli/options/workload_options.h"

#include "app/cli/command.h"
#include "app/cli/options/object_member.h"
#include "app/documents/model_config.h"
#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/workload/kernel_setup.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// Whether a flag of servers is stated.
bool has_serving_flag(const WorkloadOptions& options) {
  return !options.serving.empty() || !options.requests.empty() || options.rate ||
         options.duration || options.users || options.replicas;
}

/// Whether --nodes are the instances of a replica instead of those that train.
bool serves(const WorkloadOptions& options, const Json& json) {
  return !options.train && (has_serving_flag(options) || json.contains("serving"));
}

/// Applies the flags of training to the document.
void put_training(const WorkloadOptions& options, Json& json) {
  const auto& rank = options.qlora ? options.qlora : options.lora;
  const bool nodes = options.nodes && !serves(options, json);
  const bool asked = options.train || nodes || options.pipeline_parallel || options.global_batch ||
                     options.micro_batch || rank || !options.lora_targets.empty();
  Json* const training = asked ? object_member(json, "training") : nullptr;
  if (training == nullptr) return;
  const auto put = [&](const char* key, const std::optional<int>& value) {
    if (value) (*training)[key] = *value;
  };
  if (nodes) put("nodes", options.nodes);
  put("pipeline_parallel", options.pipeline_parallel);
  put("global_batch", options.global_batch);
  put("micro_batch", options.micro_batch);
  if (rank) (*training)["method"] = options.qlora ? "qlora" : "lora";
  Json* const lora =
      rank || !options.lora_targets.empty() ? object_member(*training, "lora") : nullptr;
  if (lora == nullptr) return;
  if (rank) (*lora)["rank"] = *rank;
  if (!options.lora_targets.empty()) (*lora)["targets"] = options.lora_targets;
}

/// Applies the flags of serving to the document.
void put_serving(const WorkloadOptions& options, Json& json) {
  const bool nodes = options.nodes && serves(options, json);
  const bool asked = has_serving_flag(options) || nodes;
  Json* const member = asked ? object_member(json, "serving") : nullptr;
  if (member == nullptr) return;
  Json& serving = *member;
  if (!options.serving.empty()) serving["scheduler"] = options.serving;
  if (options.rate) serving["arrivals"] = {{"process", "poisson"}, {"rate", *options.rate}};
  if (options.users) serving["arrivals"] = {{"process", "closed-loop"}, {"users", *options.users}};
  if (!options.requests.empty()) serving["arrivals"] = {{"process", "file"}};
  if (options.replicas) serving["replicas"] = *options.replicas;
  if (nodes) serving["nodes"] = *options.nodes;
  if (!options.duration) return;
  serving["duration"] = *options.duration;
  // Large enough that the duration ends the arrivals.
  constexpr int kMost = 10'000'000;
  if (!options.users && !serving.contains("requests")) serving["requests"] = kMost;
}

/// Applies the flags of compilation and start to the document.
void put_start(const WorkloadOptions& options, Json& json) {
  const bool asked =
      !options.storage.empty() || options.presharded || !options.compile_host.empty();
  Json* const start = asked ? object_member(json, "start") : nullptr;
  if (start == nullptr) return;
  if (!options.storage.empty()) (*start)["storage"] = options.storage;
  if (options.presharded) (*start)["presharded"] = true;
  if (!options.compile_host.empty()) (*start)["compile_host"] = options.compile_host;
}

/// "transformers-neuronx|nxd|...": the stacks of NeuronCores, then those of GPUs.
std::string all_stacks() {
  std::string names;
  if (const auto& stacks = sim::built_in_software_stacks()) {
    names = stacks->ids();
    for (std::size_t at = names.find(", "); at != std::string::npos; at = names.find(", ")) {
      names.replace(at, 2, "|");
    }
  }
  for (const sim::GpuStack stack : sim::kGpuStacks) {
    names += fmt::format("{}{}", names.empty() ? "" : "|", sim::to_string(stack));
  }
  return names;
}

bool trains(const WorkloadOptions& o) {
  return o.train || o.lora || o.qlora || o.pipeline_parallel || o.global_batch || o.micro_batch;
}

/// The flags and the members that they set.
std::vector<app::FlagOfMember> flags_of(const WorkloadOptions& o,
                                        std::optional<std::uint64_t> seed) {
  const bool kernel = !o.kernel.name.empty();
  const bool length = o.sequence_length && trains(o) && !o.input_tokens;
  std::vector<app::FlagOfMember> flags{
      {"/model", o.config.empty() ? "--model" : "--config", !o.model.empty() || !o.config.empty()},
      {"/instance", kernel && o.instance.empty() ? "--device" : "--instance",
       !o.instance.empty() || !o.kernel.device.empty()},
      {"/lnc", "--lnc", o.lnc.has_value()},
      {"/tensor_parallel", "--tp", o.tensor_parallel.has_value()},
      {kernel ? "/kernel/batch" : "/batch", "--batch", o.batch.has_value()},
      {"/input_tokens", length ? "--seq-len" : "--input", length || o.input_tokens},
      {"/output_tokens", "--output", o.output_tokens.has_value()},
      {"/sequence_length", "--seq-len", o.sequence_length && !length},
      {kernel ? "/kernel/dtype" : "/dtype", "--dtype", !o.dtype.empty()},
      {"/weight_dtype", "--weight-dtype", !o.weight_dtype.empty()},
      {"/stack", "--stack", !o.stack.empty()},
      {"/task", "--task", !o.task.empty()},
      {"/copies", "--copies", o.copies.has_value()},
      {"/cores", "--cores", o.cores.has_value()},
      {"/image", "--image", !o.image.empty()},
      {"/images", "--images", o.images.has_value()},
      {"/steps", "--steps", o.steps.has_value()},
      {"/software", "--software", !o.software.empty()},
      {"/seed", "--seed", seed.has_value()},
      {"/training", "--train", o.train},
      {"/training/nodes", "--nodes", o.nodes.has_value()},
      {"/serving/nodes", "--nodes", o.nodes.has_value()},
      {"/training/pipeline_parallel", "--pp", o.pipeline_parallel.has_value()},
      {"/training/global_batch", "--global-batch", o.global_batch.has_value()},
      {"/training/micro_batch", "--micro-batch", o.micro_batch.has_value()},
      {"/training/method", o.qlora ? "--qlora" : "--lora", o.lora || o.qlora},
      {"/training/lora/rank", o.qlora ? "--qlora" : "--lora", o.lora || o.qlora},
      {"/training/lora/targets", "--lora-targets", !o.lora_targets.empty()},
      {"/serving/scheduler", "--serving", !o.serving.empty()},
      {"/serving/arrivals/rate", "--rate", o.rate.has_value()},
      {"/serving/arrivals/users", "--users", o.users.has_value()},
      {"/serving/arrivals/process", "--requests", !o.requests.empty()},
      {"/serving/duration", "--duration", o.duration.has_value()},
      {"/serving/replicas", "--replicas", o.replicas.has_value()},
      {"/start/storage", "--storage", !o.storage.empty()},
      {"/start/presharded", "--presharded", o.presharded},
      {"/start/compile_host", "--compile-host", !o.compile_host.empty()},
      {"/kernel/name", "--kernel", kernel},
      {"/kernel/variant", "--variant", !o.kernel.variant.empty()},
      {"/kernel/called_from", "--called-from", !o.kernel.caller.empty()}};
  for (const sim::KernelSize& size : sim::kernel_sizes()) {
    const std::string key(size.key);
    std::string flag = "--" + key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    flags.push_back({"/kernel/" + key, flag, o.kernel.sizes.contains(key)});
  }
  return flags;
}

/// The document with the values of the flags.
Result<Json> merged(const WorkloadOptions& options, app::Document document,
                    std::optional<std::uint64_t> seed) {
  if (!document.json.is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be a JSON object"), document.name);
  }
  Json json = std::move(document.json);
  const auto put = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  const auto put_text = [&](const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
  };
  put_text("model", options.model);
  put_text("instance", options.instance);
  put("lnc", options.lnc);
  put("tensor_parallel", options.tensor_parallel);
  const bool kernel = !options.kernel.name.empty() || json.contains("kernel");
  if (!kernel) put("batch", options.batch);
  put("input_tokens", options.input_tokens);
  put("output_tokens", options.output_tokens);
  if (!kernel) put_text("dtype", options.dtype);
  put_text("weight_dtype", options.weight_dtype);
  put_text("stack", options.stack);
  put_text("task", options.task);
  put("copies", options.copies);
  put("cores", options.cores);
  put_text("image", options.image);
  put("images", options.images);
  put("steps", options.steps);
  put_text("software", options.software);
  put("seed", seed);
  if (auto ok = put_kernel(options.kernel, options.batch, options.dtype, json); !ok) {
    return fail(ok.error());
  }
  put_training(options, json);
  const bool length = json.contains("training") && !options.input_tokens;
  put(length ? "input_tokens" : "sequence_length", options.sequence_length);
  put_serving(options, json);
  put_start(options, json);
  return json;
}

}  // namespace

void add_workload_options(CLI::App& app, WorkloadOptions& options) {
  app.add_option("WORKLOAD", options.document,
                 help("A workload file, or the name of a built-in workload"));
  app.add_option("--model", options.model, help("Model (see 'nscope models')"))
      ->option_text("NAME");
  app.add_option("--config", options.config,
                 help("Hugging Face config.json of the model, or the folder with it"))
      ->option_text("FILE")
      ->excludes("--model");
  app.add_option("--instance", options.instance, help("Instance type (see 'nscope hardware')"))
      ->option_text("NAME");
  app.add_option("--tp", options.tensor_parallel,
                 help("Tensor parallel degree in logical NeuronCores or GPUs (default: as many as "
                      "possible)"))
      ->option_text("N");
  app.add_option("--lnc", options.lnc,
                 help("Physical NeuronCores of a logical core (default: 2 on Trainium2 and later)"))
      ->option_text("1|2");
  app.add_option("--batch", options.batch, help("Batch size in sequences (default: 1)"))
      ->option_text("N");
  app.add_option("--input", options.input_tokens, help("Prompt tokens (default: 128)"))
      ->option_text("N");
  app.add_option("--output", options.output_tokens, help("Output tokens (default: 128)"))
      ->option_text("N");
  app.add_option(
         "--seq-len", options.sequence_length,
         help("Compiled sequence length (default: input + output); in training, tokens of a "
              "sequence"))
      ->option_text("N");
  app.add_option("--dtype", options.dtype, help("Data type of arithmetic (default: bf16)"))
      ->option_text("bf16|fp16|fp32");
  app.add_option("--weight-dtype", options.weight_dtype,
                 help("Data type of stored weights (default: as --dtype); int4 only on GPUs"))
      ->option_text("bf16|fp16|fp32|int8|fp8|int4");
  app.add_option("--stack", options.stack,
                 help("Software stack; tensorrt-llm and those after it run on GPUs, the others on "
                      "NeuronCores"))
      ->option_text(all_stacks());
  app.add_option(
         "--task", options.task,
         help("Generate tokens, process the input once, or train on GPUs (default: generate for "
              "decoders, encode for other models)"))
      ->option_text("generate|encode|train");
  app.add_option("--image", options.image, help("Image size of vision and diffusion models"))
      ->option_text("HEIGHTxWIDTH");
  app.add_option("--images", options.images,
                 help("Images in each prompt of a model that reads images (default: 0)"))
      ->option_text("N");
  app.add_option("--steps", options.steps, help("Denoising steps of a diffusion model"))
      ->option_text("N");
  app.add_option("--copies", options.copies,
                 help("Copies of the model that run at the same time (default: 1)"))
      ->option_text("N");
  app.add_option("--cores", options.cores,
                 help("NeuronCores that the copies share (default: one for each)"))
      ->option_text("N");
  app.add_option("--software", options.software,
                 help("Release of the Neuron SDK, or of the stack on GPUs (default: the latest)"))
      ->option_text("VERSION");
  app.add_option("--serving", options.serving,
                 help("Scheduler of a server; --batch is then the number of batch slots of a "
                      "replica"))
      ->option_text("static|continuous|decode-first|chunked");
  app.add_option("--rate", options.rate, help("Requests per second (Poisson arrivals)"))
      ->option_text("R");
  app.add_option("--duration", options.duration, help("Seconds in which requests arrive"))
      ->option_text("S");
  app.add_option("--users", options.users,
                 help("Number of users; each waits for its request before it sends the next"))
      ->option_text("N")
      ->excludes("--rate");
  app.add_option(
         "--requests", options.requests,
         help("File with requests: TIMESTAMP,ContextTokens,GeneratedTokens, or Mooncake JSON "
              "lines"))
      ->option_text("FILE")
      ->excludes("--rate")
      ->excludes("--users");
  app.add_option("--replicas", options.replicas, help("Replicas of the served model (default: 1)"))
      ->option_text("N");
  app.add_flag(
      "--train", options.train,
      help("Train the model on sequences of --input tokens ('training' and 'input_tokens' of "
           "a document)"));
  app.add_option(
         "--nodes", options.nodes,
         help("Instances that train, or instances of each replica of a server (default: 1)"))
      ->option_text("N");
  app.add_option("--pp", options.pipeline_parallel,
                 help("Pipeline parallel degree of training (default: 1)"))
      ->option_text("N");
  app.add_option("--global-batch", options.global_batch,
                 help("Sequences per training step (default: one microbatch for each replica)"))
      ->option_text("N");
  app.add_option("--micro-batch", options.micro_batch,
                 help("Sequences per microbatch (default: 1)"))
      ->option_text("N");
  CLI::Option* const lora =
      app.add_option("--lora", options.lora,
                     help("Train adapters of this rank beside frozen weights (LoRA)"))
          ->option_text("RANK");
  app.add_option("--qlora", options.qlora,
                 help("Train adapters of this rank beside frozen 4-bit weights (QLoRA)"))
      ->option_text("RANK")
      ->excludes(lora);
  app.add_option("--lora-targets", options.lora_targets,
                 help("Matrices with adapters (default: all-linear)"))
      ->option_text("attention|all-linear");
  app.add_option(
         "--storage", options.storage,
         help("Storage from which a starting process reads the weights (default: ebs, a gp3 "
              "volume)"))
      ->option_text("ebs|local-disk|page-cache|s3");
  app.add_flag("--presharded", options.presharded,
               help("The compilation stores the checkpoint in shards, which a start loads"));
  app.add_option("--compile-host", options.compile_host,
                 help("Instance type that compiles the model (default: that of --instance)"))
      ->option_text("NAME");
  add_kernel_options(app, options.kernel);
}

Result<app::DescribedWorkload> describe_workload(const WorkloadOptions& options,
                                                 std::optional<app::Document> document,
                                                 std::optional<std::uint64_t> seed) {
  app::DescribedWorkload described;
  WorkloadOptions named = options;
  if (!options.config.empty()) {
    auto configured = app::read_model_config(options.config);
    if (!configured) return fail(configured.error());
    named.model = configured->model.id;
    described.custom_model = std::move(configured->model);
    described.stored_weights = std::move(configured->weights);
  }
  if (named.instance.empty()) named.instance = named.kernel.device;
  const bool runs = !named.model.empty() || !named.kernel.name.empty();
  if (!document && (!runs || named.instance.empty())) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("no workload; use a workload file, a built-in workload such as 'example', --model "
           "(or --config) and --instance, or --kernel and --device"));
  }
  described.from_flags = !document;
  described.requests = options.requests;
  if (!document) document = app::Document{{{"schema", "nscope.workload/1"}}, "command line"};
  described.name = document->name;
  auto json = merged(named, std::move(*document), seed);
  if (!json) return fail(json.error());
  described.json = std::move(*json);
  described.flags = flags_of(options, seed);
  // A flag such as --nodes sets one of several members.
  for (app::FlagOfMember& one : described.flags) {
    one.given = one.given && described.json.contains(Json::json_pointer(one.pointer));
  }
  app::apply_stored_weights(described);
  return described;
}

}  // namespace nscope::cli
