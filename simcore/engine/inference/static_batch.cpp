#include "simcore/engine/inference/static_batch.h"

#include "simcore/engine/documents/software.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

Result<StaticBatch> plan_static_batch(const Machine& machine, const catalog::Model& model,
                                      const Workload& workload, const Parameters& parameters) {
  const auto compute = element_bytes(workload.dtype);
  const auto stored = element_bytes(workload.weight_dtype);
  if (!compute || *compute < 2) {
    return invalid(tr("unknown data type '{}'; use bf16, fp16 or fp32", workload.dtype));
  }
  if (!stored) {
    return invalid(
        tr("unknown weight type '{}'; use bf16, fp16, fp32, int8 or fp8", workload.weight_dtype));
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
  StaticBatch batch{.machine = &machine, .model = &model};
  const SoftwareStack& stack = stack_of_workload(workload.stack, machine.generation);
  const bool encodes = model.architecture == catalog::Architecture::kEncoderDecoder;
  // Encoder and decoder of one model have separate lengths.
  const int total = encodes ? std::max(workload.input_tokens, workload.output_tokens)
                            : workload.input_tokens + workload.output_tokens;
  batch.layout = {
      .tensor_parallel = workload.tensor_parallel,
      .batch = workload.batch,
      .sequence_length = workload.sequence_length > 0 ? workload.sequence_length : total,
      .weight_bytes = *stored,
      .element_bytes = *compute,
      .replicate_kv = replicates_kv_heads(stack, workload.tensor_parallel, machine.generation),
      .fused_prefill = !encodes && software_at_least(workload.software, kFusedAttentionSince),
      .block_experts = stack.block_experts,
      .fused_layers = stack.fuses_layers,
      .next_bucket = stack.next_bucket};
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

double StaticBatch::step_launch(const Parameters& parameters) const {
  if (!encodes()) return parameters.decode_launch;
  return generate_launch > 0 ? generate_launch : parameters.generate_launch;
}

StaticBatchTimes time_static_batch(const StaticBatch& batch, const Parameters& parameters) {
  StaticBatchTimes times;
  times.prefill = total(
      prefill_graph(*batch.machine, parameters, *batch.model, batch.layout, batch.prefill_bucket));
  times.prefill_seconds = parameters.prefill_launch + times.prefill.seconds;
  for (const StaticBatch::Segment& segment : batch.decode) {
    StaticBatchTimes::Steps steps{.count = segment.steps};
    steps.totals =
        total(decode_graph(*batch.machine, parameters, *batch.model, batch.layout, segment.bucket));
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
