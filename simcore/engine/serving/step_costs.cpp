#include "simcore/engine/serving/step_costs.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/machine/efa.h"
#include "simcore/engine/serving/server_graphs.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

  double decode(std::size_t part, const DecoderLayout& layout, int positions) {
    return known_.of({Kind::kDecode, layout.batch, 0, 1, positions, part}, [&] {
      return seconds(part,
                     decode_graph(machine(), parameters_, served_.part(part), layout, positions));
    });
  }
  /// One round of speculative decoding.
  double round(const DecoderLayout& layout, int positions) {
    return known_.of({Kind::kRound, layout.batch, 0, 1, positions}, [&] {
      return total(round_graph(machine(), parameters_, *served_.model, layout, *served_.draft,
                               positions))
          .seconds;
    });
  }
  /// A prefill, which also passes over the caches of the other slots.
  double prefill(std::size_t part, const DecoderLayout& layout, int tokens) {
    return known_.of({Kind::kPrefill, layout.batch, layout.cache_slots, tokens, tokens, part}, [&] {
      return seconds(part,
                     prefill_graph(machine(), parameters_, served_.part(part), layout, tokens));
    });
  }
  /// A chunk of a prompt.
  double chunk(std::size_t part, const DecoderLayout& layout, int tokens, int positions) {
    const int keys = std::max(tokens, positions);
    return known_.of({Kind::kChunk, layout.batch, 0, tokens, keys, part}, [&] {
      return seconds(part, chunk_graph(machine(), parameters_, served_.part(part), layout, tokens,
                                       keys, false));
    });
  }
  /// The pass of the draft over a chunk of a prompt, or over a whole one if they are equal.
  double draft_prompt(const DecoderLayout& layout, int tokens, int positions) {
    const int keys = std::max(tokens, positions);
    const Kind kind = Kind::kDraftPrompt;
    return known_.of({kind, layout.batch, layout.cache_slots, tokens, keys}, [&] {
      return total(draft_prompt_graph(machine(), parameters_, layout, *served_.draft, tokens, keys))
          .seconds;
    });
  }

 private:
  const Machine& machine() const { return *served_.machine; }
  double seconds(std::size_t part, StepGraph graph) const {
    if (served_.parts.empty()) return total(graph).seconds;
    return total(served_.parts[part].without_others(std::move(graph))).seconds;
  }

  const ServedModel& served_;
  const Parameters& parameters_;
  GraphSeconds own_;
  GraphSeconds& known_;
};

Result<PartNetwork> network_of(const ServedModel& served, const Parameters& parameters) {
  if (served.nodes == 1) return PartNetwork{};
  const auto bandwidth = network_share(served, parameters);
  if (!bandwidth) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a replica on several instances requires EFA: {}", bandwidth.error().message));
  }
  return part_network(*served.model, served.nodes, served.node_parallelism, served.layout,
                      *bandwidth, parameters);
}

/// Builds the entries of the tables of a server, for one call.
class Tables {
 public:
  Tables(const ServedModel& served, const ServingSetup& setup, const Parameters& parameters,
         const PartNetwork& network, StepCosts& costs)
      : served_(served),
        setup_(setup),
        parameters_(parameters),
        network_(network),
        graphs_(served, parameters),
        costs_(costs) {
    for (const ReplicaPart& part : served.parts) costs_.parts.push_back({.title = part.title});
  }

  /// `host`: seconds of every step.
  void add_decodes(double host) {
    for (const int batch : costs_.batches) {
      for (const int length : costs_.positions) {
        costs_.decode_table.push_back(step_time(host + decode_seconds(batch, length)));
      }
    }
  }

  void add_prefills(bool continues) {
    const DecoderLayout layout = prefill_layout();
    const double launch =
        served_.draft ? served_.draft->prefill_launch(parameters_) : parameters_.prefill_launch;
    const auto draft = [&](int tokens, int length) {
      return served_.draft ? graphs_.draft_prompt(layout, tokens, length) : 0.0;
    };
    for (const int tokens : costs_.prompts) {
      const double positions = 1.0 * layout.batch * tokens;
      const std::vector<double> parts = of_parts([&](std::size_t part) {
        return launch + draft(tokens, tokens) + graphs_.prefill(part, layout, tokens);
      });
      costs_.prefill_table.push_back(step_time(network_.prefill(parts, positions)));
      note_prefill(parts, positions);
      if (!continues) continue;
      for (const int length : costs_.positions) {
        const std::vector<double> chunk = of_parts([&](std::size_t part) {
          return launch + draft(tokens, length) + graphs_.chunk(part, layout, tokens, length);
        });
        costs_.chunk_table.push_back(step_time(network_.prefill(chunk, positions)));
      }
    }
  }

 private:
  template <class Seconds>
  std::vector<double> of_parts(const Seconds& seconds) const {
    std::vector<double> parts;
    for (std::size_t part = 0; part < served_.part_count(); ++part) parts.push_back(seconds(part));
    return parts;
  }

  /// Seconds of the device and its launches for one step of all sequences.
  double decode_seconds(int sequences, int positions) {
    DecoderLayout layout = served_.layout;
    layout.batch = sequences_of_part(sequences, served_.nodes);
    if (served_.draft) {
      return served_.draft->round_launch(parameters_) + graphs_.round(layout, positions);
    }
    const std::vector<double> parts = of_parts([&](std::size_t part) {
      return parameters_.decode_launch + graphs_.decode(part, layout, positions);
    });
    const double step = network_.step(parts, sequences, layout.batch);
    for (std::size_t part = 0; part < costs_.parts.size(); ++part) {
      costs_.parts[part].busy.push_back(network_.groups(sequences) * parts[part] / step);
    }
    return step;
  }

  /// Prompts of a server are prefilled one by one into the cache of all slots; those of a static
  /// batch are prefilled together.
  DecoderLayout prefill_layout() const {
    DecoderLayout layout = served_.layout;
    layout.batch = served_.sequences_on_instance(layout.batch);
    if (setup_.scheduler == Scheduler::kStatic) return layout;
    layout.cache_slots = layout.batch;
    layout.batch = 1;
    return layout;
  }

  /// The shares of a prefill in which each part computes.
  void note_prefill(const std::vector<double>& parts, double tokens) {
    const double whole = network_.prefill(parts, tokens);
    double now = 0;
    for (std::size_t part = 0; part < costs_.parts.size(); ++part) {
      costs_.parts[part].begin.push_back(now / whole);
      costs_.parts[part].end.push_back((now + parts[part]) / whole);
      now += parts[part] + network_.transfer(part, parts.size(), tokens);
    }
  }

  const ServedModel& served_;
  const ServingSetup& setup_;
  const Parameters& parameters_;
  const PartNetwork& network_;
  GraphTimes graphs_;
  StepCosts& costs_;
};

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
  if (served.nodes > 1 && served.draft) {
    return invalid(tr("replicas on several instances and 'speculation' cannot be combined"));
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

/// The bytes that a sequence moves between servers.
void add_sequence(const catalog::Model& model, double element_bytes, StepCosts& costs) {
  const catalog::SequenceMemory memory = catalog::sequence_memory(model);
  costs.cache_bytes = memory.growing * element_bytes;
  costs.window_bytes = memory.windowed * element_bytes;
  costs.window = memory.window;
  costs.state_bytes = memory.constant_bytes(element_bytes);
}

}  // namespace

Result<double> network_share(const ServedModel& served, const Parameters& parameters) {
  const auto bandwidth = efa_bandwidth(*served.machine->instance, parameters.efa_share);
  if (!bandwidth) return fail(bandwidth.error());
  const double cores = cores_per_node(*served.machine);
  return *bandwidth * std::min(1.0, served.layout.tensor_parallel / cores);
}

Picoseconds StepCosts::decode(int sequences, int length) const {
  return decode_table[decode_place(sequences, length)];
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

std::size_t StepCosts::decode_place(int batch_bucket, int position_bucket) const {
  return index_of(batches, batch_bucket) * positions.size() + index_of(positions, position_bucket);
}

std::size_t StepCosts::prompt_place(int prompt_bucket) const {
  return index_of(prompts, prompt_bucket);
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
  const auto network = network_of(served, parameters);
  if (!network) return fail(network.error());
  Tables tables(served, setup, parameters, *network, costs);
  double step = stack->step_slot * served.layout.batch;
  if (setup.host_sampling) step += stack->sampling;
  tables.add_decodes(step);
  tables.add_prefills(shapes.continues);
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
