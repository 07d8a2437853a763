#include "simcore/engine/serving/step_costs.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/serving/server_graphs.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

using Kind = GraphSeconds::Kind;

/// Limits steps to 9e6 s, far above the accepted maximum, so that they fit in 64-bit picoseconds.
Picoseconds step_time(double seconds) {
  constexpr double kLongest = 9e6;
  return picoseconds(std::min(seconds, kLongest));
}

std::size_t index_of(const std::vector<int>& buckets, int size) {
  return static_cast<std::size_t>(std::lower_bound(buckets.begin(), buckets.end(), size) -
                                  buckets.begin());
}

int bucket_in(const std::vector<int>& buckets, int size) {
  const std::size_t index = index_of(buckets, size);
  return index < buckets.size() ? buckets[index] : 0;
}

/// The positions of a prefill that a prompt needs.
int needed_prompt(const StepCosts& costs, int tokens) {
  return costs.next_bucket ? std::min(tokens + 1, costs.prompts.back()) : tokens;
}

/// Ensures that sums over all slots of a replica fit in 64-bit picoseconds.
constexpr Picoseconds kSlowest = Picoseconds{500} * 1'000'000'000'000;

/// The time of the slowest execution.
Picoseconds slowest_of(const StepCosts& costs) {
  Picoseconds slowest = 0;
  for (const auto* table : {&costs.decode_table, &costs.prefill_table, &costs.chunk_table}) {
    for (const Picoseconds time : *table) slowest = std::max(slowest, time);
  }
  return slowest;
}

/// Computes the time of each graph of a server once.
class GraphTimes {
 public:
  GraphTimes(const ServedModel& served, const Parameters& parameters)
      : served_(served),
        parameters_(parameters),
        known_(served.graphs != nullptr ? *served.graphs : own_) {}

  double decode(const DecoderLayout& layout, int positions) {
    return known_.of({Kind::kDecode, layout.batch, 0, 1, positions}, [&] {
      return seconds(decode_graph(machine(), parameters_, model(), layout, positions));
    });
  }
  /// One round of speculative decoding.
  double round(const DecoderLayout& layout, int positions) {
    return known_.of({Kind::kRound, layout.batch, 0, 1, positions}, [&] {
      return seconds(
          round_graph(machine(), parameters_, model(), layout, *served_.draft, positions));
    });
  }
  /// A prefill, which also passes over the caches of the other slots.
  double prefill(const DecoderLayout& layout, int tokens) {
    return known_.of({Kind::kPrefill, layout.batch, layout.cache_slots, tokens, tokens}, [&] {
      return seconds(prefill_graph(machine(), parameters_, model(), layout, tokens));
    });
  }
  /// A chunk of a prompt.
  double chunk(const DecoderLayout& layout, int tokens, int positions) {
    const int keys = std::max(tokens, positions);
    return known_.of({Kind::kChunk, layout.batch, 0, tokens, keys}, [&] {
      return seconds(chunk_graph(machine(), parameters_, model(), layout, tokens, keys, false));
    });
  }
  /// The pass of the draft over a chunk of a prompt, or over a whole one if they are equal.
  double draft_prompt(const DecoderLayout& layout, int tokens, int positions) {
    const int keys = std::max(tokens, positions);
    const Kind kind = Kind::kDraftPrompt;
    return known_.of({kind, layout.batch, layout.cache_slots, tokens, keys}, [&] {
      return seconds(
          draft_prompt_graph(machine(), parameters_, layout, *served_.draft, tokens, keys));
    });
  }

 private:
  const Machine& machine() const { return *served_.machine; }
  const catalog::Model& model() const { return *served_.model; }
  double seconds(const StepGraph& graph) const { return total(graph).seconds; }

  const ServedModel& served_;
  const Parameters& parameters_;
  GraphSeconds own_;
  GraphSeconds& known_;
};

/// Seconds of the device and its launches for one step of all sequences.
double decode_seconds(const ServedModel& served, const Parameters& parameters, GraphTimes& graphs,
                      int sequences, int positions) {
  DecoderLayout layout = served.layout;
  layout.batch = sequences;
  if (!served.draft) return parameters.decode_launch + graphs.decode(layout, positions);
  return served.draft->round_launch(parameters) + graphs.round(layout, positions);
}

/// Prompts of a server are prefilled one by one into the cache of all slots; those of a static
/// batch are prefilled together.
DecoderLayout prefill_layout(const ServedModel& served, const ServingSetup& setup) {
  DecoderLayout layout = served.layout;
  if (setup.scheduler == Scheduler::kStatic) return layout;
  layout.cache_slots = layout.batch;
  layout.batch = 1;
  return layout;
}

Result<> check(const ServedModel& served, const ServingSetup& setup, const ServingStack& stack) {
  const auto invalid = [](Text why) { return fail(ErrorCode::kInvalidArgument, std::move(why)); };
  if (auto modelled = check_modelled(*served.model, served.layout.tensor_parallel); !modelled) {
    return modelled;
  }
  if (served.model->architecture != catalog::Architecture::kDecoder) {
    return invalid(tr("{}: servers are supported only for decoders", served.model->id));
  }
  if (served.layout.batch < 1 || served.layout.batch > kMostSlots ||
      served.layout.sequence_length < 2 || served.layout.sequence_length > 1 << 24) {
    return invalid(tr("a server must have 1 to {} slots of 2 to {} tokens", kMostSlots, 1 << 24));
  }
  for (const int batch : setup.batch_buckets) {
    if (batch < 1 || batch > served.layout.batch) {
      return invalid(tr("batch_buckets: {} must be between 1 and the compiled batch of {}", batch,
                        served.layout.batch));
    }
  }
  if (stack.segment > 0 && setup.scheduler != Scheduler::kContinuous) {
    return invalid(
        tr("the stack '{}' prefills one request at a time and never together with a "
           "decode step; use the scheduler '{}'",
           setup.stack, to_string(Scheduler::kContinuous)));
  }
  if (setup.speculation && !served.draft) {
    return invalid(tr("the draft model '{}' is missing", setup.speculation->draft_model));
  }
  return {};
}

/// Adds the shapes of all graphs.
void add_buckets(const ServerGraphs& graphs, StepCosts& costs) {
  costs.batches = graphs.batches;
  costs.positions = graphs.positions;
  costs.prompts = graphs.prompts;
  costs.next_bucket = graphs.next_bucket;
  costs.segment = graphs.segment;
}

void add_prefills(const ServedModel& served, const ServingSetup& setup,
                  const Parameters& parameters, bool continues, GraphTimes& graphs,
                  StepCosts& costs) {
  const DecoderLayout layout = prefill_layout(served, setup);
  const double launch =
      served.draft ? served.draft->prefill_launch(parameters) : parameters.prefill_launch;
  const auto draft = [&](int tokens, int length) {
    return served.draft ? graphs.draft_prompt(layout, tokens, length) : 0.0;
  };
  for (const int tokens : costs.prompts) {
    costs.prefill_table.push_back(
        step_time(launch + draft(tokens, tokens) + graphs.prefill(layout, tokens)));
    if (!continues) continue;
    for (const int length : costs.positions) {
      costs.chunk_table.push_back(
          step_time(launch + draft(tokens, length) + graphs.chunk(layout, tokens, length)));
    }
  }
}

/// The bytes that a sequence moves between servers.
void add_sequence(const catalog::Model& model, double element_bytes, StepCosts& costs) {
  const catalog::SequenceMemory memory = catalog::sequence_memory(model);
  costs.cache_bytes = memory.growing * element_bytes;
  costs.window_bytes = memory.windowed * element_bytes;
  costs.window = memory.window;
  costs.state_bytes = memory.constant_bytes(element_bytes);
}

}  // namespace

Picoseconds StepCosts::decode(int sequences, int length) const {
  return decode_table[index_of(batches, sequences) * positions.size() +
                      index_of(positions, length)];
}

Picoseconds StepCosts::prefill(int tokens) const {
  if (segment > 0 && tokens > segment) return chunk(tokens, tokens);
  return prefill_table[index_of(prompts, needed_prompt(*this, tokens))];
}

int StepCosts::prompt_bucket(int tokens) const {
  return tokens > 0 ? bucket_in(prompts, needed_prompt(*this, tokens)) : 0;
}

int StepCosts::batch_bucket(int sequences) const {
  return bucket_in(batches, sequences);
}

int StepCosts::position_bucket(int length) const {
  return bucket_in(positions, length);
}

Picoseconds StepCosts::chunk(int tokens, int length) const {
  Picoseconds time = 0;
  while (segment > 0 && tokens > segment) {
    tokens -= segment;
    time += chunk_entry(segment, length - tokens);
  }
  return time + chunk_entry(tokens, length);
}

Picoseconds StepCosts::chunk_entry(int tokens, int length) const {
  return chunk_table[index_of(prompts, tokens) * positions.size() + index_of(positions, length)];
}

Result<StepCosts> step_costs(const ServedModel& served, const ServingSetup& setup,
                             const Parameters& parameters) {
  const auto stack = serving_stack(setup.stack);
  if (!stack) return fail(stack.error());
  if (auto checked = check(served, setup, *stack); !checked) return fail(checked.error());
  StepCosts costs;
  const ServerGraphs shapes = server_graphs(setup, *stack,
                                            {.slots = served.layout.batch,
                                             .longest = served.layout.sequence_length,
                                             .next_bucket = served.layout.next_bucket,
                                             .bucket_minimum = parameters.bucket_minimum});
  add_buckets(shapes, costs);
  constexpr std::size_t kMostGraphs = 10'000;
  if (costs.batches.size() * costs.positions.size() > kMostGraphs) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} batch buckets x {} length buckets exceed the maximum of {} graphs",
                   costs.batches.size(), costs.positions.size(), kMostGraphs));
  }
  GraphTimes graphs(served, parameters);
  double step = stack->step_slot * served.layout.batch;
  if (setup.host_sampling) step += stack->sampling;
  for (const int batch : costs.batches) {
    for (const int length : costs.positions) {
      costs.decode_table.push_back(
          step_time(step + decode_seconds(served, parameters, graphs, batch, length)));
    }
  }
  add_prefills(served, setup, parameters, shapes.continues, graphs, costs);
  if (const Picoseconds slowest = slowest_of(costs); slowest > kSlowest) {
    return fail(ErrorCode::kInvalidArgument,
                tr("an execution takes {}; the maximum for a server is {}",
                   as::seconds(to_seconds(slowest)), as::seconds(to_seconds(kSlowest))));
  }
  const double logits = setup.host_sampling ? served.model->vocabulary : 0;
  costs.per_active = step_time(stack->step_active + stack->sampling_logit * logits);
  costs.request = step_time(stack->request);
  costs.waiting_served_ratio = stack->waiting_served_ratio;
  costs.max_waiting_tokens = static_cast<std::int64_t>(stack->max_waiting_tokens);
  add_sequence(*served.model, served.layout.kv_bytes(), costs);
  if (served.draft) {
    costs.cache_bytes += served.draft->model->kv_elements_per_token() * served.layout.kv_bytes();
  }
  return costs;
}

}  // namespace nscope::sim
