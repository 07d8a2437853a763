#include "simcore/engine/inference/static_batch.h"

#include "simcore/engine/documents/software.h"
#include "simcore/engine/graph/state_mixers.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace nscope::sim {
namespace {

/// The Neuron SDK with the first release of NxD Inference.
constexpr std::string_view kNxdInferenceSince = "2.21";

tl::unexpected<Error> invalid(Text message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

/// On a single core, only graphs for v3 and later replicate KV heads: those for v2 read no more
/// than the weights and the cache.
bool replicates_kv_heads(const SoftwareStack& stack, int cores, CoreGeneration generation) {
  if (cores > 1) return stack.copies_kv_heads;
  return stack.copies_kv_heads_alone && generation >= CoreGeneration::kV3;
}

/// Software before the first kernels for recurrent states has none.
StateUpdates state_updates(const SoftwareStack& stack, std::string_view software) {
  if (stack.separate_sequences) return StateUpdates::kOneByOne;
  const bool plain = stack.plain_states || !software_at_least(software, kStateKernelsSince);
  return plain ? StateUpdates::kPlain : StateUpdates::kFused;
}

/// Bytes of an element of the KV cache. Errors: kInvalidArgument for an unknown type, and for fp8
/// if the stack does not have it.
Result<double> cache_bytes_of(const Workload& workload, const SoftwareStack& stack,
                              double activation_bytes) {
  if (workload.kv_dtype.empty()) return activation_bytes;
  const auto bytes = element_bytes(workload.kv_dtype);
  if (!bytes || *bytes > activation_bytes || workload.kv_dtype == "int8") {
    return invalid(tr("the KV cache type '{}' must be fp8 or the data type {}", workload.kv_dtype,
                      workload.dtype));
  }
  if (*bytes >= activation_bytes || stack.fp8_cache) return *bytes;
  return invalid(
      tr("the software {} is not known to have an fp8 KV cache; remove 'kv_dtype' or use "
         "one of the stacks {}",
         stack.title, built_in_software_stacks()->ids(&SoftwareStack::fp8_cache)));
}

/// Adds the segments of a decode phase whose steps generate `draft` tokens on average and verify
/// its candidates.
void add_rounds(int minimum, StaticBatch& batch) {
  const int cap = batch.layout.sequence_length;
  const int ahead = batch.draft->setup.tokens + 1;  // positions that a round writes
  const double each = batch.tokens_per_step();
  auto left = static_cast<int>(std::ceil((batch.output_tokens - 1) / each - 1e-9));
  double position = batch.input_tokens + 1;
  while (left > 0) {
    const int used = std::min(cap, static_cast<int>(position));
    const int bucket = bucket_of(std::min(cap, used + ahead), minimum, cap);
    const double room = (bucket - ahead - position) / each;
    const int steps = bucket == cap ? left : std::clamp(static_cast<int>(room) + 1, 1, left);
    batch.decode.push_back({.bucket = bucket, .first_position = used, .steps = steps});
    left -= steps;
    position += steps * each;
  }
}

}  // namespace

Result<StaticBatch> plan_static_batch(const Machine& machine, const catalog::Model& model,
                                      const Workload& workload, const Parameters& parameters,
                                      std::optional<Draft> draft) {
  const auto compute = element_bytes(workload.dtype);
  const auto stored = element_bytes(workload.weight_dtype);
  if (!compute || *compute < 2) {
    return invalid(tr("unknown data type '{}'; use bf16, fp16 or fp32", workload.dtype));
  }
  if (!stored) {
    return invalid(
        tr("unknown weight type '{}'; use bf16, fp16, fp32, int8 or fp8", workload.weight_dtype));
  }
  if (!workload.weight_scales.empty() && *stored > 1) {
    return invalid(
        tr("weight_scales applies only to weights of 8 bits; set weight_dtype to fp8 or "
           "int8, or remove weight_scales"));
  }
  if (workload.tensor_parallel < 1 || workload.batch < 1 || workload.input_tokens < 1 ||
      workload.output_tokens < 1 || workload.sequence_length < 0) {
    return invalid(tr("tensor parallel degree, batch, input and output tokens must be positive"));
  }
  // Far above real models; ensures that positions fit in an int.
  constexpr int kLongest = 1 << 24;
  constexpr int kWidest = 1 << 20;
  if (workload.input_tokens > kLongest || workload.output_tokens > kLongest ||
      workload.batch > kWidest || workload.sequence_length > 2 * kLongest) {
    return invalid(tr("input and output tokens must be at most {}, and the batch at most {}",
                      as::count(kLongest), as::count(kWidest)));
  }
  StaticBatch batch{.machine = &machine, .model = &model, .draft = std::move(draft)};
  const SoftwareStack& stack = stack_of_workload(workload.stack, machine.generation);
  const auto cached = cache_bytes_of(workload, stack, *compute);
  if (!cached) return fail(cached.error());
  const bool encodes = model.architecture == catalog::Architecture::kEncoderDecoder;
  // Encoder and decoder of one model have separate lengths.
  const int total = encodes ? std::max(workload.input_tokens, workload.output_tokens)
                            : workload.input_tokens + workload.output_tokens;
  batch.layout = {
      .tensor_parallel = workload.tensor_parallel,
      .batch = workload.batch,
      .sequence_length = workload.sequence_length > 0 ? workload.sequence_length : total,
      .weight_bytes = *stored,
      .block_scales = workload.weight_scales == kBlockScales,
      .element_bytes = *compute,
      .cache_bytes = *cached,
      .replicate_kv = replicates_kv_heads(stack, workload.tensor_parallel, machine.generation),
      .fused_prefill = !encodes && software_at_least(workload.software, kFusedAttentionSince),
      // Software that the workload does not name may have newer kernels.
      .equal_heads_kernel = stack.equal_heads_kernel && !workload.stack.empty(),
      .block_experts = stack.block_experts,
      .fused_layers = stack.fuses_layers,
      .next_bucket = stack.next_bucket,
      .all_experts = stack.all_experts,
      .gathers_experts = stack.gathers_experts,
      .launches_layers = stack.launches_layers,
      .state_updates = state_updates(stack, workload.software),
      .returns_cache = stack.returns_cache,
      .stream_share = stack.stream_share};
  if (batch.layout.sequence_length < total) {
    return invalid(tr("{} input and {} output tokens exceed the sequence length of {}",
                      workload.input_tokens, workload.output_tokens, batch.layout.sequence_length));
  }
  const int minimum = static_cast<int>(parameters.bucket_minimum);
  const int cap = batch.layout.sequence_length;
  batch.input_tokens = workload.input_tokens;
  batch.output_tokens = workload.output_tokens;
  batch.prefill_bucket = batch.layout.prompt_bucket(workload.input_tokens, minimum, cap);
  if (encodes) {
    batch.layout.encoder_tokens = batch.prefill_bucket;
    if (software_at_least(workload.software, kNxdInferenceSince)) {
      batch.generate_launch = stack.generate_launch;
    }
  }
  if (batch.draft) {
    add_rounds(minimum, batch);
    return batch;
  }
  // The step for token k + 1 attends to the prompt and k tokens, and its bucket also contains the
  // new token: measured medians of runs with half of the steps in each of two buckets are those of
  // the larger bucket.
  int position = encodes ? 1 : workload.input_tokens + 1;
  const int last = encodes ? workload.output_tokens : total - 1;
  while (position <= last) {
    const int bucket = bucket_of(position + 1, minimum, cap);
    const int end = bucket == cap ? last : std::min(last, bucket - 1);
    batch.decode.push_back(
        {.bucket = bucket, .first_position = position, .steps = end - position + 1});
    position = end + 1;
  }
  return batch;
}

int StaticBatch::layer_launches() const {
  return layout.launches_layers ? model->layers : 0;
}

double StaticBatch::prefill_launch(const Parameters& parameters) const {
  const double prefill = draft ? draft->prefill_launch(parameters) : parameters.prefill_launch;
  const int layers = layout.launches_layers ? model->layers : 0;
  return prefill + layers * parameters.decode_launch + (images ? parameters.call_launch : 0);
}

double StaticBatch::step_launch(const Parameters& parameters) const {
  // Every graph of a layer is launched like that of a whole step.
  const double layers = layer_launches() * parameters.decode_launch;
  if (draft) return draft->round_launch(parameters) + layers;
  if (layers > 0) return parameters.decode_launch + layers;
  if (!encodes()) return parameters.decode_launch;
  return generate_launch > 0 ? generate_launch : parameters.generate_launch;
}

StepGraph StaticBatch::prompt_graph(const Parameters& parameters) const {
  StepGraph graph = prefill_graph(*machine, parameters, *model, layout, prefill_bucket);
  if (images) {
    StepGraph tower = image_graph(*machine, parameters, layout, *images, layout.batch);
    graph.layers.insert(graph.layers.begin(), std::make_move_iterator(tower.layers.begin()),
                        std::make_move_iterator(tower.layers.end()));
  }
  if (!draft) return graph;
  append(graph, draft_prompt_graph(*machine, parameters, layout, *draft, prefill_bucket, 0),
         "draft");
  return graph;
}

StepGraph StaticBatch::step_graph(const Segment& segment, const Parameters& parameters) const {
  if (draft) return round_graph(*machine, parameters, *model, layout, *draft, segment.bucket);
  return decode_graph(*machine, parameters, *model, layout, segment.bucket);
}

StaticBatchTimes time_static_batch(const StaticBatch& batch, const Parameters& parameters) {
  StaticBatchTimes times;
  times.prefill = total(batch.prompt_graph(parameters));
  times.prefill_seconds = batch.prefill_launch(parameters) + times.prefill.seconds;
  for (const StaticBatch::Segment& segment : batch.decode) {
    StaticBatchTimes::Steps steps{.count = segment.steps};
    steps.totals = total(batch.step_graph(segment, parameters));
    steps.seconds = batch.step_launch(parameters) + steps.totals.seconds;
    times.decode.push_back(steps);
  }
  times.first_token_seconds = times.prefill_seconds;
  if (batch.encodes()) times.first_token_seconds += times.decode[0].seconds;
  return times;
}

int StaticBatchTimes::steps() const {
  int count = 0;
  for (const Steps& segment : decode) count += segment.count;
  return count;
}

double StaticBatchTimes::decode_seconds() const {
  double sum = 0;
  for (const Steps& segment : decode) sum += segment.count * segment.seconds;
  return sum;
}

double StaticBatchTimes::step_quantile(double share) const {
  std::vector<std::pair<double, int>> sorted;
  for (const Steps& segment : decode) sorted.emplace_back(segment.seconds, segment.count);
  std::sort(sorted.begin(), sorted.end());
  const double wanted = share * steps();
  double seen = 0;
  for (const auto& [seconds, count] : sorted) {
    seen += count;
    if (seen >= wanted) return seconds;
  }
  return sorted.empty() ? 0.0 : sorted.back().first;
}

}  // namespace nscope::sim
