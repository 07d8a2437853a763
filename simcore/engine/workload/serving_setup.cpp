#include "simcore/engine/workload/serving_setup.h"

#include "profiler/base/nested_json.h"
#include "simcore/engine/documents/bounded_members.h"
#include "simcore/engine/documents/json_members.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.serving/1";
constexpr std::array<std::string_view, 4> kSchedulers{"static", "continuous", "decode-first",
                                                      "chunked"};
constexpr std::array<std::string_view, 5> kProcesses{"poisson", "constant", "bursts", "closed-loop",
                                                     "file"};
constexpr std::array<std::string_view, 3> kRoutings{"round-robin", "least-outstanding",
                                                    "prefix-affine"};
constexpr std::array<std::string_view, 2> kNodeParallelisms{"pipeline", "experts"};
constexpr std::array<std::string_view, 4> kLengthKinds{"fixed", "uniform", "lognormal",
                                                       "empirical"};
constexpr int kMostTokens = 1 << 24;
constexpr int kMostReplicas = 4096;
constexpr int kMostReplicaNodes = 64;  ///< of a replica
constexpr int kMostRequests = 10'000'000;
constexpr double kLongestSeconds = 10.0 * 24 * 3600;
constexpr double kLargest = 1e18;

/// The value whose index in `names` is that of its name, or the fallback if absent.
template <class Enum, std::size_t N>
Enum one_of(StrictObject& in, const char* key, Enum fallback,
            const std::array<std::string_view, N>& names) {
  const std::string name =
      one_of_member(in, key, std::string(names[static_cast<std::size_t>(fallback)]), names);
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? fallback : static_cast<Enum>(at - names.begin());
}

TokenLengths read_lengths(StrictObject& in, const char* key) {
  TokenLengths lengths;
  read_nested(in, key, [&](StrictObject& object) { lengths = read_token_lengths(object); });
  return lengths;
}

Arrivals read_arrivals(StrictObject& in) {
  Arrivals arrivals;
  read_nested(in, "arrivals", [&](StrictObject& object) {
    object.string("process");
    arrivals.process = one_of(object, "process", ArrivalProcess::kPoisson, kProcesses);
    constexpr double kFastest = 1e9;
    if (arrivals.process == ArrivalProcess::kClosedLoop) {
      arrivals.users = whole_member(object, "users", 1, 1, 1'000'000);
      arrivals.launch_interval = number_member(object, "launch_interval", 0, kLongestSeconds);
      arrivals.think_seconds = number_member(object, "think_seconds", 0, kLongestSeconds);
    } else if (arrivals.process != ArrivalProcess::kFile) {
      const bool bursts = arrivals.process == ArrivalProcess::kBursts;
      arrivals.rate = number_member(object, "rate", 1, kFastest, bursts);
      if (!bursts) return;
      arrivals.burst_rate = number_member(object, "burst_rate", 0, kFastest, false);
      arrivals.quiet_seconds = number_member(object, "quiet_seconds", 0, kLongestSeconds, false);
      arrivals.burst_seconds = number_member(object, "burst_seconds", 0, kLongestSeconds, false);
      constexpr double kShortest = 0.05;
      if (std::min(arrivals.quiet_seconds, arrivals.burst_seconds) < kShortest) {
        object.reject("burst_seconds",
                      tr("'burst_seconds' and 'quiet_seconds' must be at least {}", kShortest));
      }
    }
  });
  return arrivals;
}

void read_features(StrictObject& in, ServingSetup& setup) {
  read_nested(in, "paged", [&](StrictObject& object) {
    setup.paged = {.block_tokens = whole_member(object, "block_tokens", 16, 1, kMostTokens),
                   .blocks = whole_member(object, "blocks", 0, 0, 1 << 30)};
  });
  read_nested(in, "prefix", [&](StrictObject& object) {
    setup.prefix = {.block_tokens = whole_member(object, "block_tokens", 16, 1, kMostTokens),
                    .shared_tokens = whole_member(object, "shared_tokens", 0, 0, kMostTokens),
                    .share = number_member(object, "share", 1, 1)};
  });
  read_nested(in, "speculation",
              [&](StrictObject& object) { setup.speculation = read_speculation(object); });
  read_nested(in, "disaggregation", [&](StrictObject& object) {
    Disaggregation split;
    split.prefill_replicas = whole_member(object, "prefill_replicas", 1, 1, kMostReplicas);
    if (object.optional("bandwidth") != nullptr) {
      split.bandwidth = number_member(object, "bandwidth", 0, kLargest, false);
    }
    if (object.optional("latency") != nullptr) {
      split.latency = number_member(object, "latency", 0, kLongestSeconds);
    }
    split.instance = text_member(object, "instance");
    split.tensor_parallel = whole_member(object, "tensor_parallel", 0, 0, kMostReplicas);
    setup.disaggregation = split;
  });
  read_nested(in, "adapters",
              [&](StrictObject& object) { setup.adapters = read_adapters(object); });
  read_nested(in, "autoscaling", [&](StrictObject& object) {
    setup.autoscaling = {
        .most = whole_member(object, "most", 1, 1, kMostReplicas),
        .target = number_member(object, "target", 1, 1e6, false),
        .interval = number_member(object, "interval", 10, kLongestSeconds, false),
        .load_seconds = number_member(object, "load_seconds", 0, kLongestSeconds),
        .compile_seconds = number_member(object, "compile_seconds", 0, kLongestSeconds)};
    if (setup.autoscaling->most < setup.replicas) {
      object.reject("most", tr("must be at least 'replicas'"));
    }
  });
  read_nested(in, "admission", [&](StrictObject& object) {
    setup.admission = {
        .most_waiting = whole_member(object, "most_waiting", 0, 0, kMostRequests),
        .longest_wait = number_member(object, "longest_wait", 0, kLongestSeconds),
        .retry_seconds = number_member(object, "retry_seconds", 1, kLongestSeconds, false)};
    if (!setup.admission.limits()) {
      object.reject("most_waiting", tr("'most_waiting' or 'longest_wait' must be greater than 0"));
    }
  });
  read_nested(in, "service_level", [&](StrictObject& object) {
    setup.level.ttft = object.optional_number("ttft");
    setup.level.tpot = object.optional_number("tpot");
    for (const auto& [key, limit] :
         {std::pair("ttft", setup.level.ttft), {"tpot", setup.level.tpot}}) {
      if (limit && !(*limit > 0)) object.reject(key, tr("must be greater than 0"));
    }
  });
}

/// Features that are not modelled for replicas on several instances.
void check_nodes(StrictObject& in, const ServingSetup& setup) {
  if (setup.nodes == 1) return;
  if (setup.speculation) {
    in.reject("nodes", tr("replicas on several instances and 'speculation' cannot be combined"));
  }
  if (setup.disaggregation) {
    in.reject("nodes", tr("replicas on several instances and 'disaggregation' cannot be combined"));
  }
}

Json lengths_json(const TokenLengths& lengths) {
  Json json;
  json["kind"] = kLengthKinds[static_cast<std::size_t>(lengths.kind)];
  switch (lengths.kind) {
    case TokenLengths::Kind::kFixed: json["tokens"] = std::llround(lengths.mean); break;
    case TokenLengths::Kind::kUniform:
      json["low"] = lengths.low;
      json["high"] = lengths.high;
      break;
    case TokenLengths::Kind::kLogNormal:
      json["mean"] = lengths.mean;
      json["deviation"] = lengths.deviation;
      json["high"] = lengths.high;
      break;
    case TokenLengths::Kind::kEmpirical: json["values"] = lengths.values; break;
  }
  return json;
}

Json arrivals_json(const Arrivals& arrivals) {
  Json json;
  json["process"] = to_string(arrivals.process);
  switch (arrivals.process) {
    case ArrivalProcess::kClosedLoop:
      json["users"] = arrivals.users;
      json["launch_interval"] = arrivals.launch_interval;
      json["think_seconds"] = arrivals.think_seconds;
      break;
    case ArrivalProcess::kBursts:
      json["rate"] = arrivals.rate;
      json["burst_rate"] = arrivals.burst_rate;
      json["quiet_seconds"] = arrivals.quiet_seconds;
      json["burst_seconds"] = arrivals.burst_seconds;
      break;
    case ArrivalProcess::kPoisson:
    case ArrivalProcess::kConstant: json["rate"] = arrivals.rate; break;
    case ArrivalProcess::kFile: break;
  }
  return json;
}

void add_features(const ServingSetup& setup, Json& json) {
  if (setup.paged) {
    json["paged"] = {{"block_tokens", setup.paged->block_tokens}, {"blocks", setup.paged->blocks}};
  }
  if (setup.prefix) {
    json["prefix"] = {{"block_tokens", setup.prefix->block_tokens},
                      {"shared_tokens", setup.prefix->shared_tokens},
                      {"share", setup.prefix->share}};
  }
  if (setup.speculation) {
    json["speculation"] = to_json(*setup.speculation);
  }
  if (setup.disaggregation) {
    const Disaggregation& split = *setup.disaggregation;
    Json& json_split = json["disaggregation"];
    json_split["prefill_replicas"] = split.prefill_replicas;
    if (split.bandwidth > 0) json_split["bandwidth"] = split.bandwidth;
    if (split.latency) json_split["latency"] = *split.latency;
    if (!split.instance.empty()) json_split["instance"] = split.instance;
    if (split.tensor_parallel > 0) json_split["tensor_parallel"] = split.tensor_parallel;
  }
  if (setup.adapters) json["adapters"] = to_json(*setup.adapters);
  if (setup.autoscaling) {
    json["autoscaling"] = {{"most", setup.autoscaling->most},
                           {"target", setup.autoscaling->target},
                           {"interval", setup.autoscaling->interval},
                           {"load_seconds", setup.autoscaling->load_seconds},
                           {"compile_seconds", setup.autoscaling->compile_seconds}};
  }
  if (setup.admission.limits()) {
    json["admission"] = {{"most_waiting", setup.admission.most_waiting},
                         {"longest_wait", setup.admission.longest_wait},
                         {"retry_seconds", setup.admission.retry_seconds}};
  }
  if (setup.level.empty()) return;
  Json& level = json["service_level"];
  if (setup.level.ttft) level["ttft"] = *setup.level.ttft;
  if (setup.level.tpot) level["tpot"] = *setup.level.tpot;
}

}  // namespace

std::string_view to_string(Scheduler scheduler) {
  return kSchedulers[static_cast<std::size_t>(scheduler)];
}
std::string_view to_string(ArrivalProcess process) {
  return kProcesses[static_cast<std::size_t>(process)];
}
std::string_view to_string(NodeParallelism parallelism) {
  return kNodeParallelisms[static_cast<std::size_t>(parallelism)];
}
std::string_view to_string(Routing routing) {
  return kRoutings[static_cast<std::size_t>(routing)];
}

double TokenLengths::expected() const {
  switch (kind) {
    case Kind::kUniform: return (static_cast<double>(low) + high) / 2;
    case Kind::kEmpirical: {
      double sum = 0;
      for (const int value : values) sum += value;
      return values.empty() ? 0 : sum / static_cast<double>(values.size());
    }
    case Kind::kFixed:
    case Kind::kLogNormal: break;
  }
  return mean;
}

double Arrivals::mean_rate() const {
  switch (process) {
    case ArrivalProcess::kPoisson:
    case ArrivalProcess::kConstant: return rate;
    case ArrivalProcess::kBursts:
      return (rate * quiet_seconds + burst_rate * burst_seconds) / (quiet_seconds + burst_seconds);
    case ArrivalProcess::kClosedLoop:
    case ArrivalProcess::kFile: break;
  }
  return 0;
}

TokenLengths read_token_lengths(StrictObject& in) {
  using Kind = TokenLengths::Kind;
  TokenLengths lengths;
  in.string("kind");
  lengths.kind = one_of(in, "kind", Kind::kFixed, kLengthKinds);
  switch (lengths.kind) {
    case Kind::kFixed: lengths.mean = whole_member(in, "tokens", 128, 1, kMostTokens); break;
    case Kind::kUniform:
      lengths.low = whole_member(in, "low", 1, 1, kMostTokens);
      lengths.high = whole_member(in, "high", 256, 1, kMostTokens);
      if (lengths.high < lengths.low) in.reject("high", tr("must be at least 'low'"));
      break;
    case Kind::kLogNormal:
      lengths.mean = number_member(in, "mean", 128, kMostTokens, false);
      lengths.deviation = number_member(in, "deviation", 0, kMostTokens);
      if (lengths.mean < 1) in.reject("mean", tr("must be at least 1"));
      lengths.high = whole_member(in, "high", kMostTokens, 1, kMostTokens);
      break;
    case Kind::kEmpirical:
      lengths.values = numbers_member<int>(in, "values", 1, kMostTokens);
      break;
  }
  return lengths;
}

Adapters read_adapters(StrictObject& in) {
  constexpr int kMostAdapters = 1'000'000;
  constexpr double kSteepest = 10;
  return {.count = whole_member(in, "count", 1, 1, kMostAdapters),
          .resident = whole_member(in, "resident", 1, 1, kMostAdapters),
          .bytes = number_member(in, "bytes", 0, kLargest, false),
          .bandwidth = number_member(in, "bandwidth", 0, kLargest, false),
          .popularity = number_member(in, "popularity", 0, kSteepest)};
}

Json to_json(const Adapters& adapters) {
  Json json{{"count", adapters.count},
            {"resident", adapters.resident},
            {"bytes", adapters.bytes},
            {"bandwidth", adapters.bandwidth}};
  if (adapters.popularity > 0) json["popularity"] = adapters.popularity;
  return json;
}

Result<ServingSetup> serving_setup_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  ServingSetup setup;
  setup.scheduler = one_of(in, "scheduler", setup.scheduler, kSchedulers);
  setup.batch_timeout = number_member(in, "batch_timeout", setup.batch_timeout, kLongestSeconds);
  setup.chunk_tokens = whole_member(in, "chunk_tokens", setup.chunk_tokens, 1, kMostTokens);
  setup.join_groups = in.optional_boolean("join_groups", false);
  setup.position_buckets = in.optional_boolean("position_buckets", true);
  setup.prompt_buckets = in.optional_boolean("prompt_buckets", true);
  if (in.optional("batch_buckets") != nullptr) {
    setup.batch_buckets = numbers_member<int>(in, "batch_buckets", 1, 1 << 20);
  }
  setup.shortest_prompt_bucket = whole_member(in, "shortest_prompt_bucket", 0, 0, kMostTokens);
  setup.stack = text_member(in, "stack");
  setup.host_sampling = in.optional_boolean("host_sampling", false);
  setup.replicas = whole_member(in, "replicas", 1, 1, kMostReplicas);
  setup.nodes = whole_member(in, "nodes", 1, 1, kMostReplicaNodes);
  setup.node_parallelism =
      one_of(in, "node_parallelism", setup.node_parallelism, kNodeParallelisms);
  if (in.optional("routing") != nullptr) {
    setup.routing = one_of(in, "routing", Routing::kRoundRobin, kRoutings);
  }
  setup.requests = whole_member(in, "requests", setup.requests, 1, kMostRequests);
  setup.duration = number_member(in, "duration", 0, kLongestSeconds);
  setup.stop_after = number_member(in, "stop_after", 0, kLongestSeconds);
  setup.arrivals = read_arrivals(in);
  if (setup.duration > 0 && setup.arrivals.process == ArrivalProcess::kClosedLoop) {
    in.reject("duration", tr("does not apply to a closed loop of users, which ends after "
                             "'requests'; remove it"));
  }
  setup.input = read_lengths(in, "input");
  setup.output = read_lengths(in, "output");
  read_features(in, setup);
  check_nodes(in, setup);
  setup.client_seconds = number_member(in, "client_seconds", 0, kLongestSeconds);
  setup.latency_per_token = in.optional_boolean("latency_per_token", false);
  setup.counted_tokens = number_member(in, "counted_tokens", 1, 100, false);
  if (auto done = in.finish(); !done) return fail(done.error());
  return setup;
}

Result<ServingSetup> serving_member(const Json& json, const std::string& where, int input_tokens,
                                    int output_tokens) {
  Json whole = json;
  if (whole.is_object()) {
    const auto fill = [&](const char* key, Json value) {
      if (!whole.contains(key)) whole[key] = std::move(value);
    };
    fill("schema", kSchema);
    fill("input", {{"kind", "fixed"}, {"tokens", input_tokens}});
    fill("output", {{"kind", "fixed"}, {"tokens", output_tokens}});
  }
  return serving_setup_from_json(whole, where);
}

Json to_json(const ServingSetup& setup) {
  Json json;
  json["schema"] = kSchema;
  json["scheduler"] = to_string(setup.scheduler);
  json["batch_timeout"] = setup.batch_timeout;
  json["chunk_tokens"] = setup.chunk_tokens;
  json["join_groups"] = setup.join_groups;
  json["position_buckets"] = setup.position_buckets;
  json["prompt_buckets"] = setup.prompt_buckets;
  if (!setup.batch_buckets.empty()) json["batch_buckets"] = setup.batch_buckets;
  if (setup.shortest_prompt_bucket > 0) {
    json["shortest_prompt_bucket"] = setup.shortest_prompt_bucket;
  }
  if (!setup.stack.empty()) json["stack"] = setup.stack;
  json["host_sampling"] = setup.host_sampling;
  json["replicas"] = setup.replicas;
  if (setup.nodes > 1) {
    json["nodes"] = setup.nodes;
    json["node_parallelism"] = to_string(setup.node_parallelism);
  }
  if (setup.routing) json["routing"] = to_string(*setup.routing);
  json["requests"] = setup.requests;
  json["duration"] = setup.duration;
  json["stop_after"] = setup.stop_after;
  json["arrivals"] = arrivals_json(setup.arrivals);
  json["input"] = lengths_json(setup.input);
  json["output"] = lengths_json(setup.output);
  add_features(setup, json);
  json["client_seconds"] = setup.client_seconds;
  json["latency_per_token"] = setup.latency_per_token;
  json["counted_tokens"] = setup.counted_tokens;
  return json;
}

}  // namespace nscope::sim
