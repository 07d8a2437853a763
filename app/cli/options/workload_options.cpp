#include "app/cli/options/workload_options.h"

#include "app/documents/built_in.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// The flags of training, over what the document states.
void put_training(const WorkloadOptions& options, Json& json) {
  const auto put = [&](const char* key, const std::optional<int>& value) {
    if (value) json["training"][key] = *value;
  };
  const bool states = json.contains("training") && !json["training"].is_null();
  if (options.train && !states) json["training"] = Json::object();
  // What is no object is refused by the reader, with its place.
  if (states && !json["training"].is_object()) return;
  put("nodes", options.nodes);
  put("pipeline_parallel", options.pipeline_parallel);
  put("global_batch", options.global_batch);
  put("micro_batch", options.micro_batch);
}

/// The flags of serving, over what the document states.
void put_serving(const WorkloadOptions& options, Json& json) {
  const bool asked = !options.serving.empty() || !options.requests.empty() || options.rate ||
                     options.duration || options.users || options.replicas;
  if (!asked) return;
  if (json.contains("serving") && !json["serving"].is_object()) return;
  Json& serving = json["serving"];
  if (!options.serving.empty()) serving["scheduler"] = options.serving;
  if (options.rate) serving["arrivals"] = {{"process", "poisson"}, {"rate", *options.rate}};
  if (options.users) serving["arrivals"] = {{"process", "closed-loop"}, {"users", *options.users}};
  if (!options.requests.empty()) serving["arrivals"] = {{"process", "file"}};
  if (options.replicas) serving["replicas"] = *options.replicas;
  if (!options.duration) return;
  serving["duration"] = *options.duration;
  // As many as may arrive; the duration ends them.
  constexpr int kMost = 10'000'000;
  if (!serving.contains("requests")) serving["requests"] = kMost;
}

/// The document's members with those of the flags put over them.
Result<Json> merged(const WorkloadOptions& options, std::optional<std::uint64_t> seed,
                    std::string& name) {
  Json json{{"schema", "nscope.workload/1"}};
  name = "command line";
  if (!options.document.empty()) {
    auto document = app::load_document(options.document, app::BuiltIn::Kind::kWorkload);
    if (!document) return fail(document.error());
    if (!document->json.is_object()) {
      return fail(ErrorCode::kBadInput, "a workload is a JSON object", document->name);
    }
    name = document->name;
    json = std::move(document->json);
  }
  const auto put = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  const auto put_text = [&](const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
  };
  put_text("model", options.model);
  put_text("instance", options.instance);
  put("tensor_parallel", options.tensor_parallel);
  put("batch", options.batch);
  put("input_tokens", options.input_tokens);
  put("output_tokens", options.output_tokens);
  put("sequence_length", options.sequence_length);
  put_text("dtype", options.dtype);
  put_text("weight_dtype", options.weight_dtype);
  put_text("stack", options.stack);
  put_text("task", options.task);
  put("copies", options.copies);
  put("cores", options.cores);
  put_text("image", options.image);
  put("steps", options.steps);
  put_text("software", options.software);
  put("seed", seed);
  put_training(options, json);
  put_serving(options, json);
  return json;
}

}  // namespace

void add_workload_options(CLI::App& app, WorkloadOptions& options) {
  app.add_option("WORKLOAD", options.document, "A workload file, or the name of a built-in one");
  app.add_option("--model", options.model, "Model ('nscope models')")->option_text("NAME");
  app.add_option("--config", options.config, "Hugging Face config.json of the model")
      ->option_text("FILE")
      ->excludes("--model");
  app.add_option("--instance", options.instance, "Instance type ('nscope hardware')")
      ->option_text("NAME");
  app.add_option(
         "--tp", options.tensor_parallel,
         "Tensor parallelism in logical NeuronCores or GPUs; as many as can be used if left out")
      ->option_text("N");
  app.add_option("--batch", options.batch, "Sequences at a time (1)")->option_text("N");
  app.add_option("--input", options.input_tokens, "Prompt tokens (128)")->option_text("N");
  app.add_option("--output", options.output_tokens, "Generated tokens (128)")->option_text("N");
  app.add_option("--seq-len", options.sequence_length, "Compiled maximum (input + output)")
      ->option_text("N");
  app.add_option("--dtype", options.dtype, "Arithmetic (bf16)")->option_text("bf16|fp16|fp32");
  app.add_option("--weight-dtype", options.weight_dtype, "Stored weights (as --dtype)")
      ->option_text("bf16|fp16|fp32|int8|fp8, on GPUs int4");
  app.add_option("--stack", options.stack, "Serving software")
      ->option_text("transformers-neuronx|nxd, on GPUs tensorrt-llm|gpt-fast|llm-foundry|megatron");
  app.add_option(
         "--task", options.task,
         "Generate tokens, pass over the input once, or train on GPUs (decoders generate, others "
         "encode)")
      ->option_text("generate|encode|train");
  app.add_option("--image", options.image, "Image size of vision and diffusion models")
      ->option_text("HEIGHTxWIDTH");
  app.add_option("--steps", options.steps, "Denoising steps of a diffusion model")
      ->option_text("N");
  app.add_option("--copies", options.copies, "Copies of the model running at the same time (1)")
      ->option_text("N");
  app.add_option("--cores", options.cores, "NeuronCores that the copies share (one each)")
      ->option_text("N");
  app.add_option("--software", options.software,
                 "Neuron SDK, or release of the stack on GPUs (the newest)")
      ->option_text("2.21");
  app.add_option("--serving", options.serving,
                 "Serve requests as they arrive: --batch is the slots of a replica")
      ->option_text("static|continuous|decode-first|chunked");
  app.add_option("--rate", options.rate, "Requests that arrive a second (Poisson)")
      ->option_text("R");
  app.add_option("--duration", options.duration, "Seconds in which they arrive")->option_text("S");
  app.add_option("--users", options.users, "Users that each wait for their answer")
      ->option_text("N")
      ->excludes("--rate");
  app.add_option("--requests", options.requests,
                 "Requests of a trace file: TIMESTAMP,ContextTokens,GeneratedTokens, or Mooncake "
                 "JSON lines")
      ->option_text("FILE")
      ->excludes("--rate")
      ->excludes("--users");
  app.add_option("--replicas", options.replicas, "Copies of the served model (1)")
      ->option_text("N");
  app.add_flag("--train", options.train, "Train the model on --input tokens a sequence");
  app.add_option("--nodes", options.nodes, "Instances that train (1)")->option_text("N");
  app.add_option("--pp", options.pipeline_parallel, "Pipeline stages of training (1)")
      ->option_text("N");
  app.add_option("--global-batch", options.global_batch,
                 "Sequences of a training step (a microbatch of every replica)")
      ->option_text("N");
  app.add_option("--micro-batch", options.micro_batch, "Sequences of a microbatch (1)")
      ->option_text("N");
}

Result<app::DescribedWorkload> describe_workload(const WorkloadOptions& options,
                                                 std::optional<std::uint64_t> seed) {
  app::DescribedWorkload described;
  WorkloadOptions named = options;
  if (!options.config.empty()) {
    const auto config = app::read_json_file(options.config);
    if (!config) return fail(config.error());
    auto model = catalog::model_from_hf_config(*config, options.config);
    if (!model) return fail(model.error());
    named.model = model->id;
    described.custom_model = std::move(*model);
  }
  if (named.document.empty() && (named.model.empty() || named.instance.empty())) {
    return fail(ErrorCode::kInvalidArgument,
                "say what to simulate: a workload file, a built-in one (for example 'example'), or "
                "--model (or --config) and --instance");
  }
  described.from_flags = named.document.empty();
  described.requests = options.requests;
  auto json = merged(named, seed, described.name);
  if (!json) return fail(json.error());
  described.json = std::move(*json);
  return described;
}

}  // namespace nscope::cli
