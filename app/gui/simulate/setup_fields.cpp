#include "app/gui/simulate/setup_fields.h"

#include "app/gui/forms/field_list.h"
#include "app/gui/forms/serving_fields.h"
#include "app/gui/text/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace nscope::gui {
namespace {

class SetupFields : public FieldList {
  Q_DECLARE_TR_FUNCTIONS(SetupFields)

 public:
  SetupFields(const Json& workload, const catalog::Catalog& catalog)
      : FieldList(workload), catalog_(catalog) {}

  void add_server();
  void add_training();
  void add_diffusion(bool divides);
  void add_decoding(bool serves);

 private:
  DocumentField& count(const std::string& at, const QString& label, const char* absent = "1") {
    DocumentField& field = number(at, label);
    field.absent = QString::fromLatin1(absent);
    return field;
  }
  DocumentField& flag(const std::string& at, const QString& label, bool usual_on) {
    DocumentField& field = add(at, Kind::kSwitch, label);
    field.usual_on = usual_on;
    return field;
  }
  void part(const std::string& at, const QString& add_label, Json item) {
    add(at, Kind::kAdd, add_label).item = [item = std::move(item)](const Json&) { return item; };
  }
  void remover(const std::string& at) { add(at, Kind::kRemove, tr("Remove")); }
  void add_arrival_times();
  void add_lengths(const std::string& at, const QString& label);
  void add_graphs();
  void add_cache();
  void add_other_replicas();
  void add_adapters();
  void add_limits();
  void add_admission();
  void add_autoscaling();
  void add_speculation(const std::string& at);
  void add_job();

  const catalog::Catalog& catalog_;
};

void SetupFields::add_server() {
  section(tr("Server"));
  count("/serving/replicas", tr("Replicas"));
  count("/serving/nodes", tr("Instances per replica"));
  if (has("/serving/nodes") && document().at("serving").at("nodes") != 1) {
    choice_of("/serving/node_parallelism", tr("Instances share"),
              {"pipeline", tr("layers (pipeline)")}, {{"experts", tr("experts of each layer")}});
  }
  choice_of("/serving/scheduler", tr("Scheduler"), {"continuous", tr("continuous batching")},
            {{"static", tr("static batches")},
             {"decode-first", tr("continuous, decode first")},
             {"chunked", tr("chunked prefill")}});
  if (text_at("/serving/scheduler") == "chunked") {
    count("/serving/chunk_tokens", tr("Tokens per chunk"), "512");
  }
  choice("/serving/routing", tr("Routing"),
         {{"least-outstanding", tr("least outstanding")},
          {"round-robin", tr("round robin")},
          {"prefix-affine", tr("prefix-affine")}})
      .absent = tr("by the lengths");
  choice("/serving/stack", tr("Host software"),
         {{"vllm", QStringLiteral("vLLM")},
          {"vllm-neuron", QStringLiteral("vLLM Neuron plugin")},
          {"vllm-nxd", QStringLiteral("vLLM with NxD Inference")},
          {"tgi", QStringLiteral("TGI")}})
      .absent = tr("none (no host times)");
  section(tr("Requests"));
  add_arrival_times();
  count("/serving/requests", tr("Requests"), "1000");
  add_lengths("/serving/input", tr("Input lengths"));
  add_lengths("/serving/output", tr("Output lengths"));
  add_graphs();
  add_cache();
  add_other_replicas();
  add_adapters();
  add_limits();
  add_admission();
  add_autoscaling();
}

void SetupFields::add_arrival_times() {
  const std::string at = "/serving/arrivals";
  const std::string process = text_at(at + "/process");
  Choices processes{{"poisson", tr("Poisson")},
                    {"constant", tr("constant")},
                    {"bursts", tr("bursts")},
                    {"closed-loop", tr("closed loop of users")}};
  if (process == "file") processes.emplace_back("file", tr("from a file"));
  choice(at + "/process", tr("Arrivals"), std::move(processes));
  if (process == "closed-loop") {
    count(at + "/users", tr("Users"));
    seconds(at + "/think_seconds", tr("Think time")).absent = QStringLiteral("0");
  } else if (process != "file") {
    count(at + "/rate", tr("Rate")).unit = tr("requests/s");
  }
  if (process != "bursts") return;
  number(at + "/burst_rate", tr("Rate in bursts"), tr("requests/s"));
  seconds(at + "/quiet_seconds", tr("Quiet period"));
  seconds(at + "/burst_seconds", tr("Burst length"));
}

void SetupFields::add_lengths(const std::string& at, const QString& label) {
  if (!has(at)) return;
  const std::string kind = text_at(at + "/kind");
  Choices kinds{
      {"fixed", tr("fixed")}, {"uniform", tr("uniform")}, {"lognormal", tr("log-normal")}};
  if (kind == "empirical") kinds.emplace_back("empirical", tr("list of lengths"));
  choice(at + "/kind", label, std::move(kinds));
  const QString tokens = tr("tokens");
  if (kind == "fixed") count(at + "/tokens", tr("Length"), "128").unit = tokens;
  if (kind == "lognormal") {
    count(at + "/mean", tr("Mean"), "128").unit = tokens;
    count(at + "/deviation", tr("Standard deviation"), "0").unit = tokens;
  }
  if (kind == "uniform") count(at + "/low", tr("Shortest")).unit = tokens;
  if (kind == "uniform" || kind == "lognormal") {
    number(at + "/high", tr("Longest"), tokens).absent =
        kind == "uniform" ? QStringLiteral("256") : tr("no limit");
  }
  if (kind != "empirical") return;
  DocumentField& values = add(at + "/values", Kind::kList, tr("Lengths"));
  values.whole = true;
}

void SetupFields::add_graphs() {
  section(tr("Compiled graphs"));
  flag("/serving/position_buckets", tr("Decode lengths"), true).help =
      tr("Decode graphs for several lengths instead of only for the longest.");
  flag("/serving/prompt_buckets", tr("Prompt lengths"), true).help =
      tr("Prefill graphs for several lengths; otherwise prompts are padded to the longest.");
  DocumentField& batches = add("/serving/batch_buckets", Kind::kList, tr("Batch sizes"));
  batches.whole = true;
  batches.absent = tr("only the batch size");
  batches.help = tr("Smaller batches with graphs of their own, separated by commas.");
}

void SetupFields::add_cache() {
  section(tr("KV cache"));
  if (has("/serving/paged")) {
    count("/serving/paged/block_tokens", tr("Page size"), "16").unit = tr("tokens");
    count("/serving/paged/blocks", tr("Pages per replica"), "0").help =
        tr("0: enough for all slots at full length.");
    remover("/serving/paged");
  } else {
    part("/serving/paged", tr("Use a Paged KV Cache"), {{"block_tokens", 16}});
  }
  section(tr("Prefix cache"));
  const std::string prefix = "/serving/prefix";
  if (!has(prefix)) {
    part(prefix, tr("Add a Prefix Cache"), {{"shared_tokens", 64}});
    return;
  }
  count(prefix + "/shared_tokens", tr("Shared prefix"), "0").unit = tr("tokens");
  percent(prefix + "/share", tr("Requests with it")).absent = QStringLiteral("100");
  DocumentField& block = count(prefix + "/block_tokens", tr("Block size"), "16");
  block.unit = tr("tokens");
  block.help = tr("A multiple of the page size.");
  remover(prefix);
}

void SetupFields::add_other_replicas() {
  section(tr("Separate prefill"));
  const std::string at = "/serving/disaggregation";
  if (!has(at)) {
    part(at, tr("Prefill on Other Replicas"), {{"prefill_replicas", 1}});
    return;
  }
  count(at + "/prefill_replicas", tr("Prefill replicas")).help =
      tr("Replicas that only process prompts, in addition to those above.");
  listed(at + "/instance", Kind::kText, tr("Instance type"),
         instance_choices(catalog_,
                          [](const catalog::Device& device) {
                            return device.kind == catalog::DeviceKind::kNeuron;
                          }))
      .absent = tr("as above");
  count(at + "/tensor_parallel", tr("Tensor parallel"), "0").absent = tr("as above");
  constexpr double kGiga = 1e-9;
  DocumentField& link =
      number(at + "/bandwidth", tr("Link bandwidth"), QStringLiteral("GB/s"), kGiga);
  link.absent = tr("network share");
  link.help =
      tr("Bandwidth over which the KV cache is sent. If it is not stated, the share of a "
         "replica in the network of its instance.");
  constexpr double kMicro = 1e6;
  number(at + "/latency", tr("Link latency"), QStringLiteral("µs"), kMicro).absent =
      tr("of the network");
  remover(at);
}

void SetupFields::add_adapters() {
  section(tr("LoRA adapters"));
  const std::string at = "/serving/adapters";
  if (!has(at)) {
    part(at, tr("Add LoRA Adapters"),
         {{"count", 16}, {"resident", 4}, {"bytes", 80'000'000}, {"bandwidth", 5e9}});
    return;
  }
  count(at + "/count", tr("Adapters")).help = tr("Different adapters that requests use.");
  count(at + "/resident", tr("Resident")).help =
      tr("Adapters that a replica holds at the same time. A request with another one waits until "
         "it is loaded.");
  constexpr double kMega = 1e-6;
  constexpr double kGiga = 1e-9;
  number(at + "/bytes", tr("Size of one"), QStringLiteral("MB"), kMega).help =
      tr("Size of an adapter on all cores together.");
  number(at + "/bandwidth", tr("Load bandwidth"), QStringLiteral("GB/s"), kGiga).help =
      tr("Bandwidth with which all cores together load an adapter. Measure it.");
  number(at + "/popularity", tr("Popularity exponent")).help =
      tr("Exponent of Zipf's law. With 0, all adapters are equally frequent.");
  remover(at);
}

void SetupFields::add_limits() {
  section(tr("Latency limits of goodput"));
  seconds("/serving/service_level/ttft", tr("Time to first token")).absent = tr("no limit");
  DocumentField& tpot = number("/serving/service_level/tpot", tr("Time per output token"),
                               QStringLiteral("ms"), 1000);
  tpot.absent = tr("no limit");
}

void SetupFields::add_admission() {
  section(tr("Admission limits"));
  const std::string at = "/serving/admission";
  if (!has(at)) {
    part(at, tr("Refuse Requests in Long Queues"), {{"most_waiting", 64}});
    return;
  }
  const QString none = tr("no limit");
  DocumentField& queue = number(at + "/most_waiting", tr("Longest queue"), tr("requests"));
  queue.absent = none;
  queue.help = tr("A request that finds this many waiting at a replica is refused.");
  seconds(at + "/longest_wait", tr("Longest wait")).absent = none;
  if (text_at("/serving/arrivals/process") == "closed-loop") {
    seconds(at + "/retry_seconds", tr("Retry after")).absent = QStringLiteral("1");
  }
  remover(at);
}

void SetupFields::add_autoscaling() {
  section(tr("Autoscaling"));
  if (!has("/serving/autoscaling")) {
    part("/serving/autoscaling", tr("Scale with the Load"),
         {{"most", 4}, {"target", 8}, {"interval", 10}});
    return;
  }
  count("/serving/autoscaling/most", tr("Maximum replicas"));
  count("/serving/autoscaling/target", tr("Outstanding requests"));
  seconds("/serving/autoscaling/interval", tr("Interval")).absent = QStringLiteral("10");
  seconds("/serving/autoscaling/load_seconds", tr("Load time")).absent = QStringLiteral("0");
  remover("/serving/autoscaling");
}

void SetupFields::add_speculation(const std::string& at) {
  section(tr("Speculative decoding"));
  if (!has(at)) {
    part(at, tr("Add Speculative Decoding"), {{"method", "eagle"}});
    return;
  }
  const std::string method = text_at(at + "/method");
  choice(at + "/method", tr("Method"),
         {{"draft-model", tr("draft model")},
          {"eagle", QStringLiteral("EAGLE")},
          {"mtp", tr("multi-token prediction")},
          {"parallel", tr("parallel heads")}});
  if (method == "draft-model") {
    listed(at + "/draft_model", Kind::kText, tr("Draft model"),
           model_choices(catalog_, [](const catalog::Model& model) {
             return model.architecture == catalog::Architecture::kDecoder;
           }));
  }
  count(at + "/tokens", tr("Candidates per round"), "4");
  if (has(at + "/acceptance_length")) {
    number(at + "/acceptance_length", tr("Mean tokens per round"));
  } else if (!has(at + "/accepted")) {
    percent(at + "/acceptance", tr("Acceptance")).help =
        tr("Probability that a candidate is accepted once all before it are. Measure it with your "
           "own prompts.");
  }
  flag(at + "/fused", tr("Fused graph"), false);
  remover(at);
}

void SetupFields::add_training() {
  section(tr("Parallelism"));
  count("/training/nodes", tr("Instances"));
  number("/training/cores", tr("Cores per instance")).absent = tr("all");
  count("/training/pipeline_parallel", tr("Pipeline stages (PP)"));
  count("/training/context_parallel", tr("Context parallel (CP)"));
  count("/training/expert_parallel", tr("Expert parallel (EP)"));
  DocumentField& zero = choice("/training/zero", QStringLiteral("ZeRO"),
                               {{"0", tr("none")}, {"1", tr("stage 1")}, {"3", tr("stage 3")}});
  zero.absent = tr("by layout");
  zero.whole = true;
  zero.help =
      tr("If absent, stage 1 with tensor or pipeline parallelism, and none without. Data "
         "parallelism takes the remaining cores.");
  choice_of("/training/schedule", tr("Schedule"), {"1f1b", QStringLiteral("1F1B")},
            {{"gpipe", QStringLiteral("GPipe")}, {"interleaved", tr("interleaved")}});
  if (text_at("/training/schedule") == "interleaved") {
    count("/training/chunks", tr("Chunks per stage"));
  }
  section(tr("Step"));
  number("/training/global_batch", tr("Global batch"), tr("sequences")).absent = tr("minimum");
  count("/training/micro_batch", tr("Microbatch")).unit = tr("sequences");
  choice("/training/checkpointing", tr("Activation checkpointing"),
         {{"none", tr("none")}, {"selective", tr("selective")}, {"full", tr("full")}})
      .absent = tr("least that fits");
  flag("/training/sequence_parallel", tr("Sequence parallel"), true);
  flag("/training/master_weights", tr("fp32 master weights"), true);
  choice_of("/training/method", tr("Method"), {"full", tr("all weights")},
            {{"lora", QStringLiteral("LoRA")}, {"qlora", QStringLiteral("QLoRA")}});
  if (text_at("/training/method").ends_with("lora")) {
    number("/training/lora/rank", tr("Adapter rank"));
  }
  choice_of("/training/objective", tr("Objective"), {"next-token", tr("next token")},
            {{"dpo", QStringLiteral("DPO")}, {"grpo", QStringLiteral("GRPO")}});
  if (has("/training/rollout")) {
    count("/training/rollout/group", tr("Sequences per prompt"), "8");
    count("/training/rollout/batch", tr("Rollout batch"), "16");
    count("/training/rollout/nodes", tr("Rollout instances"), "0");
    remover("/training/rollout");
  }
  add_job();
}

void SetupFields::add_job() {
  section(tr("Job"));
  const std::string job = "/training/job";
  if (!has(job)) {
    part(job, tr("Add a Job of Many Steps"), {{"steps", 1000}});
    return;
  }
  if (has(job + "/steps")) number(job + "/steps", tr("Steps"));
  if (has(job + "/tokens")) number(job + "/tokens", tr("Tokens"));
  if (has(job + "/sequences")) number(job + "/sequences", tr("Sequences"));
  number(job + "/deadline_days", tr("Deadline"), tr("days")).absent = tr("none");
  if (!has(job + "/failure_seconds")) {
    number(job + "/node_mtbf_hours", tr("Node MTBF"), QStringLiteral("h")).absent =
        tr("no failures");
  }
  constexpr double kGiga = 1e-9;
  number(job + "/checkpoint/node_bandwidth", tr("Storage bandwidth per node"),
         QStringLiteral("GB/s"), kGiga)
      .absent = tr("no checkpoints");
  if (has(job + "/checkpoint")) {
    seconds(job + "/checkpoint/interval_seconds", tr("Checkpoint interval")).absent = tr("optimum");
  }
  if (has(job + "/node_mtbf_hours") || has(job + "/restart")) {
    seconds(job + "/restart/detect_seconds", tr("Failure detection time"));
    seconds(job + "/restart/replace_seconds", tr("Replacement time"));
    seconds(job + "/restart/load_executable_seconds", tr("Start time"));
    count(job + "/spares", tr("Spare nodes"), "0");
  }
  remover(job);
}

void SetupFields::add_diffusion(bool divides) {
  section(tr("Denoising"));
  number("/guidance_passes", tr("Passes per step")).absent = tr("model default");
  // A stated degree can be removed.
  if (!divides && !has("/context_parallel")) return;
  count("/context_parallel", tr("Context parallel (CP)")).help =
      tr("Groups of cores that share the positions of a sample.");
}

void SetupFields::add_decoding(bool serves) {
  section(tr("Decoding"));
  choice("/weight_scales", tr("Scales of weights"),
         {{"channels", tr("per channel")}, {"blocks", tr("per block")}})
      .absent = tr("per channel");
  choice("/kv_dtype", tr("KV cache data type"),
         {{"bf16", QStringLiteral("bf16")},
          {"fp16", QStringLiteral("fp16")},
          {"fp32", QStringLiteral("fp32")},
          {"fp8", QStringLiteral("fp8")}})
      .absent = tr("compute data type");
  add_speculation(serves ? "/serving/speculation" : "/speculation");
}

/// Removes the members of a distribution that belong to another kind than the chosen one.
void keep_members(
    Json& json, const char* kind,
    std::initializer_list<std::pair<const char*, std::initializer_list<const char*>>> members) {
  const auto chosen = json.find(kind);
  if (chosen == json.end() || !chosen->is_string()) return;
  const std::string name = chosen->get<std::string>();
  for (const auto& [key, kinds] : members) {
    const bool belongs =
        std::any_of(kinds.begin(), kinds.end(), [&](const char* each) { return name == each; });
    if (!belongs) json.erase(key);
  }
}

}  // namespace

void make_normal_setup(Json& workload) {
  const auto serving = workload.find("serving");
  if (serving == workload.end()) return;
  // The blocks of a prefix cache are pages.
  if (serving->contains("prefix") && !serving->contains("paged")) {
    (*serving)["paged"] = {{"block_tokens", (*serving)["prefix"].value("block_tokens", 16)}};
  }
  if (serving->contains("arrivals")) {
    keep_members((*serving)["arrivals"], "process",
                 {{"rate", {"poisson", "constant", "bursts"}},
                  {"burst_rate", {"bursts"}},
                  {"quiet_seconds", {"bursts"}},
                  {"burst_seconds", {"bursts"}},
                  {"users", {"closed-loop"}},
                  {"launch_interval", {"closed-loop"}},
                  {"think_seconds", {"closed-loop"}}});
  }
  for (const char* lengths : {"input", "output"}) {
    if (!serving->contains(lengths)) continue;
    keep_members((*serving)[lengths], "kind",
                 {{"tokens", {"fixed"}},
                  {"low", {"uniform"}},
                  {"high", {"uniform", "lognormal"}},
                  {"mean", {"lognormal"}},
                  {"deviation", {"lognormal"}},
                  {"values", {"empirical"}}});
  }
}

const std::vector<const char*>& setup_members() {
  static const std::vector<const char*> members{"serving",        "training", "speculation",
                                                "weight_scales",  "kv_dtype", "context_parallel",
                                                "guidance_passes"};
  return members;
}

std::vector<DocumentField> setup_fields(const Json& workload, const catalog::Catalog& catalog,
                                        catalog::Architecture architecture, bool divides_calls) {
  SetupFields fields(workload, catalog);
  const bool trains = workload.contains("training");
  const bool serves = workload.contains("serving");
  if (trains) fields.add_training();
  if (serves) fields.add_server();
  const bool whole = workload.contains("collective") || workload.contains("kernel");
  if (trains || whole) return fields.take();
  if (architecture == catalog::Architecture::kDiffusion) fields.add_diffusion(divides_calls);
  const bool encodes = workload.contains("task") && workload.at("task") == "encode";
  if (architecture == catalog::Architecture::kDecoder && !encodes) fields.add_decoding(serves);
  return fields.take();
}

}  // namespace nscope::gui
