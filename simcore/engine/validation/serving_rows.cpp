#include "simcore/engine/validation/serving_rows.h"

#include "profiler/base/random_stream.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/validation/load_generators.h"
#include "simcore/engine/validation/publications.h"
#include "simcore/engine/validation/table_record.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace nscope::sim {
namespace {

/// One request per user; they arrive as the generator prepares them.
void load_of_llmperf(const LoadGenerators& known, const ValidationRow& row,
                     const catalog::Model& model, ServingSetup& setup, Workload& workload) {
  const double counted = model.vocabulary > known.large_vocabulary ? known.counted_tokens : 1.0;
  workload.input_tokens = static_cast<int>(std::lround(workload.input_tokens / counted));
  workload.output_tokens = static_cast<int>(std::lround(workload.output_tokens / counted));
  setup.counted_tokens = counted;
  setup.latency_per_token = true;
  setup.arrivals.users = row.concurrency.value_or(1);
  setup.arrivals.launch_interval = known.launch_interval;
  setup.requests = setup.arrivals.users;
}

void load_of_guidellm(const LoadGenerators& known, const ValidationRow& row, ServingSetup& setup,
                      const Workload& workload, ServingRow& out) {
  const int slots = workload.batch * setup.replicas;
  if (row.concurrency) {
    // Users beyond the number of slots only wait; measured responses had a slot.
    setup.arrivals.users = std::min(*row.concurrency, slots);
    setup.requests = static_cast<int>(known.rounds) * setup.arrivals.users;
    return;
  }
  setup.arrivals = {.process = ArrivalProcess::kConstant};
  setup.requests = static_cast<int>(known.fills) * slots;
  out.busy_slots = known.busy_slots;
  add_assumption(out.assumption,
                 tr("the request rate is not stated; {} of the slots are assumed to be busy",
                    as::percent(known.busy_slots, 0)));
}

/// Requests of equal length, as benchmarks of the vLLM plugins have them.
void load_together(const LoadGenerators& known, const ValidationRow& row, ServingSetup& setup,
                   const Workload& workload, ServingRow& out) {
  out.together = true;
  out.offline = !row.concurrency || mentions(row.stack, "LLM.generate");
  setup.arrivals.users = row.concurrency.value_or(workload.batch);
  setup.requests = (out.offline ? 1 : static_cast<int>(known.rounds)) * setup.arrivals.users;
  setup.client_seconds = 0;
}

/// The name of the serving software in serving-stacks.json; empty if it is not a server.
std::string serving_name(const ValidationRow& row, const SoftwareStack& stack) {
  if (mentions(row.stack, "TGI")) return "tgi";
  if (stack.id == "vllm-optimum") return "vllm";
  if (stack.id == "vllm-neuron-native") return "vllm-neuron";
  return serving_stack(stack.id) ? stack.id : "";
}

/// The first number after "buckets " in the notes of a row; 0 if there is none.
int stated_bucket(std::string_view notes) {
  constexpr std::string_view kWord = "buckets ";
  const std::size_t found = notes.find(kWord);
  if (found == std::string_view::npos) return 0;
  int bucket = 0;
  const std::string_view rest = notes.substr(found + kWord.size());
  std::from_chars(rest.data(), rest.data() + rest.size(), bucket);
  constexpr int kLongest = 1 << 24;
  return std::clamp(bucket, 0, kLongest);
}

/// Draws requests whose output lengths are evenly spaced quantiles of their distribution in random
/// order, so that a few requests already have its mean and deviation.
Result<RequestPlan> draw_evenly(const ServingSetup& setup, std::uint64_t seed) {
  auto plan = draw_requests(setup, seed);
  if (!plan) return plan;
  constexpr std::size_t kDraws = 63;  // for each quantile
  ServingSetup many = setup;
  many.arrivals = {};
  many.requests = static_cast<int>(kDraws * plan->requests.size());
  const auto drawn = draw_requests(many, seed);
  if (!drawn) return fail(drawn.error());
  std::vector<int> lengths;
  for (const Request& request : drawn->requests) lengths.push_back(request.output_tokens);
  std::sort(lengths.begin(), lengths.end());
  RandomStream random(seed, 1);
  for (std::size_t i = 0; i < plan->requests.size(); ++i) {
    plan->requests[i].output_tokens = lengths[kDraws * i + kDraws / 2];
    const std::size_t other = random.below(i + 1);
    std::swap(plan->requests[i].output_tokens, plan->requests[other].output_tokens);
  }
  return plan;
}

}  // namespace

ServingRow serving_row(const catalog::Catalog& catalog, const ValidationRow& row) {
  const auto refuse = [](Text reason) {
    ServingRow out;
    out.reason = std::move(reason);
    return out;
  };
  const Result<LoadGenerators>& generators = built_in_load_generators();
  if (!generators) return refuse(text_of(generators.error()));
  const auto degree = degree_of(row);
  const std::optional<int> slots = row.batch ? row.batch : row.concurrency;
  if (!degree || !slots || !row.input_length || !row.output_length) {
    return refuse(tr("'tp', 'batch', 'input_len' and 'output_len' of a server are required"));
  }
  if (row.nodes.value_or(1) > 1) return refuse(tr("several nodes are not supported"));
  if (!row.speculation.empty() && !row.draft) return refuse(unknown_draft(row));
  constexpr std::int64_t kLongest = 1 << 24;
  if (*row.input_length > kLongest) {
    return refuse(tr("'input_len' must be at most {}", as::count(kLongest)));
  }
  const NamedStack named = stack_of(row);
  const std::string software = named.stack == nullptr ? "" : serving_name(row, *named.stack);
  if (software.empty()) return refuse(tr("the stack '{}' is not supported", row.stack));
  const bool plugin = software != "tgi" && software != "vllm";
  const auto model = catalog.model(row.model);
  if (!model) return refuse(text_of(model.error()));
  ServingRow out;
  Workload workload;
  workload.model = row.model;
  workload.instance = row.instance;
  workload.logical_core_size = row.logical_core_size.value_or(0);
  workload.tensor_parallel = *degree;
  workload.batch = *slots;
  if (!row.batch) {
    add_assumption(out.assumption,
                   tr("the slots are not stated; one for each of the {} users is assumed", *slots));
  }
  workload.input_tokens = static_cast<int>(*row.input_length);
  workload.output_tokens = *row.output_length;
  workload.sequence_length =
      row.sequence_length.value_or(workload.input_tokens + workload.output_tokens);
  if (!row.dtype.empty()) workload.dtype = row.dtype;
  workload.weight_dtype = weight_type(row, out.assumption);
  workload.weight_scales = weight_scales(row);
  workload.software = row.sdk;
  workload.stack = named.stack->id;
  const Publication& publication = publication_of(row.source);
  using Load = Publication::Load;
  const Load load = publication.load.value_or(plugin ? Load::kTogether : Load::kGuidellm);
  ServingSetup& setup = out.setup;
  setup.stack = software;
  setup.speculation = row.draft;
  if (row.draft) {
    add_assumption(out.assumption, row.draft_assumption);
  }
  setup.join_groups = software == "tgi";
  setup.host_sampling = mentions(row.source, "cpu-sampling");
  setup.replicas = row.data_parallel.value_or(1);
  setup.routing = Routing::kRoundRobin;
  setup.position_buckets = plugin || workload.batch == 1;
  setup.prompt_buckets = plugin || workload.batch == 1;
  setup.shortest_prompt_bucket = stated_bucket(row.notes);
  out.decode_rate = publication.decode_rate;
  setup.client_seconds = generators->client_seconds;
  setup.arrivals.process = ArrivalProcess::kClosedLoop;
  switch (load) {
    case Load::kLlmperf: load_of_llmperf(*generators, row, **model, setup, workload); break;
    case Load::kGuidellm: load_of_guidellm(*generators, row, setup, workload, out); break;
    case Load::kTogether: load_together(*generators, row, setup, workload, out); break;
  }
  setup.output = {.kind = TokenLengths::Kind::kLogNormal,
                  .mean = 1.0 * workload.output_tokens,
                  .deviation = generators->length_spread * workload.output_tokens,
                  .high = std::max(1, workload.sequence_length - workload.input_tokens)};
  if (out.together) setup.output = {.mean = 1.0 * workload.output_tokens};
  setup.input = {.kind = TokenLengths::Kind::kFixed, .mean = 1.0 * workload.input_tokens};
  out.workload = std::move(workload);
  return out;
}

Result<RequestPlan> requests_of(const ServingRow& row, const ServingPlan& plan,
                                std::uint64_t seed) {
  ServingSetup setup = row.setup;
  if (row.busy_slots <= 0) return draw_evenly(setup, seed);
  // Little's law for one replica: rate x time in a slot = slots in use. Decoding takes longer by
  // the share of the time in which prefills block it.
  const double busy = row.busy_slots * plan.slots;
  const double tokens = setup.output.expected();
  const int prompt = std::min(plan.longest, static_cast<int>(std::lround(setup.input.mean)));
  const int length = std::min(plan.longest, static_cast<int>(std::lround(prompt + tokens)));
  const double prefill = to_seconds(plan.costs.prefill(prompt));
  const double step =
      to_seconds(plan.costs.decode(plan.slots, length)) + busy * to_seconds(plan.costs.per_active);
  double low = 0;
  double high = 1 / prefill;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double rate = (low + high) / 2;
    const double in_use = rate * (prefill + tokens * step / (1 - rate * prefill));
    (in_use < busy ? low : high) = rate;
  }
  setup.arrivals.rate = low * setup.replicas;
  return draw_evenly(setup, seed);
}

void name_as_published(const ServingRow& row, const ServingRun& run, std::vector<Metric>& metrics) {
  const auto named = [&](std::string_view name) -> const Metric* {
    const auto found = std::find_if(metrics.begin(), metrics.end(),
                                    [&](const Metric& one) { return one.name == name; });
    return found == metrics.end() ? nullptr : &*found;
  };
  const auto put = [&](const std::string& name, double value, const std::string& unit) {
    std::erase_if(metrics, [&](const Metric& one) { return one.name == name; });
    metrics.push_back(
        {.name = name, .value = value, .unit = unit, .provenance = Provenance::kSimulated});
  };
  for (const auto& [name, ours] :
       {std::pair("e2e_p50", "latency_p50"), {"e2e_mean", "latency_mean"}}) {
    if (const Metric* const latency = named(ours)) put(name, latency->value, latency->unit);
  }
  if (const Metric* const tpot = named("tpot_p50"); tpot != nullptr && tpot->value > 0) {
    put("throughput_per_request", 1 / tpot->value, "tokens/s");
  }
  if (const Metric* const tpot = named("tpot_mean"); tpot != nullptr && row.decode_rate) {
    put("throughput", row.setup.arrivals.users / tpot->value, "tokens/s");
  }
  const Metric* const gap = named("itl_p50");
  if (row.together && row.setup.arrivals.users > 1 && gap != nullptr) {
    put("tpot_p50", gap->value, gap->unit);
  }
  if (!row.offline || run.requests.empty()) return;
  const auto first_token = [](const RequestRecord& request) {
    return to_seconds(request.first_token - request.arrival);
  };
  double first = HUGE_VAL;
  double last = 0;
  for (const RequestRecord& request : run.requests) {
    if (request.first_token < 0) continue;
    first = std::min(first, first_token(request));
    last = std::max(last, first_token(request));
  }
  if (last <= 0) return;
  put("ttft_p50", first, "s");
  put("ttft_last", last, "s");
}

}  // namespace nscope::sim
