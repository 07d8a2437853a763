#include "simcore/engine/workload/serving_setup.h"

#include "profiler/base/nested_json.h"
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
constexpr std::array<std::string_view, 4> kLengthKinds{"fixed", "uniform", "lognormal",
                                                       "empirical"};
constexpr int kMostTokens = 1 << 24;
constexpr int kMostReplicas = 4096;
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

int whole(StrictObject& in, const char* key, int fallback, int low, int high) {
  const std::int64_t value = in.optional_integer(key).value_or(fallback);
  if (value < low || value > high) {
    in.reject(key, tr("must be a whole number between {} and {}", low, high));
    return fallback;
  }
  return static_cast<int>(value);
}

/// A number between 0 and `high`; 0 is accepted only if `zero` is set.
double number(StrictObject& in, const char* key, double fallback, double high, bool zero = true) {
  const double value = in.optional_number(key).value_or(fallback);
  if (!std::isfinite(value) || value < 0 || value > high || (!zero && value == 0)) {
    in.reject(key, zero ? tr("must be between 0 and {}", high)
                        : tr("must be greater than 0 and at most {}", high));
    return fallback;
  }
  return value;
}

template <class Value>
std::vector<Value> list(StrictObject& in, const char* key, double low, double high) {
  std::vector<Value> values;
  for (const Json& entry : in.array(key)) {
    const bool fits = entry.is_number() && entry.get<double>() >= low &&
                      entry.get<double>() <= high &&
                      (std::is_floating_point_v<Value> || entry.is_number_integer());
    if (!fits) {
      in.reject(key, tr("must be an array of numbers between {} and {}", low, high));
      return {};
    }
    values.push_back(entry.get<Value>());
  }
  if (values.empty()) in.reject(key, tr("must not be empty"));
  return values;
}

TokenLengths read_lengths(StrictObject& in, const char* key) {
  TokenLengths lengths;
  read_nested(in, key, [&](StrictObject& object) {
    using Kind = TokenLengths::Kind;
    object.string("kind");
    lengths.kind = one_of(object, "kind", Kind::kFixed, kLengthKinds);
    switch (lengths.kind) {
      case Kind::kFixed: lengths.mean = whole(object, "tokens", 128, 1, kMostTokens); break;
      case Kind::kUniform:
        lengths.low = whole(object, "low", 1, 1, kMostTokens);
        lengths.high = whole(object, "high", 256, 1, kMostTokens);
        if (lengths.high < lengths.low) object.reject("high", tr("must be at least 'low'"));
        break;
      case Kind::kLogNormal:
        lengths.mean = number(object, "mean", 128, kMostTokens, false);
        lengths.deviation = number(object, "deviation", 0, kMostTokens);
        if (lengths.mean < 1) object.reject("mean", tr("must be at least 1"));
        lengths.high = whole(object, "high", kMostTokens, 1, kMostTokens);
        break;
      case Kind::kEmpirical: lengths.values = list<int>(object, "values", 1, kMostTokens); break;
    }
  });
  return lengths;
}

Arrivals read_arrivals(StrictObject& in) {
  Arrivals arrivals;
  read_nested(in, "arrivals", [&](StrictObject& object) {
    object.string("process");
    arrivals.process = one_of(object, "process", ArrivalProcess::kPoisson, kProcesses);
    constexpr double kFastest = 1e9;
    if (arrivals.process == ArrivalProcess::kClosedLoop) {
      arrivals.users = whole(object, "users", 1, 1, 1'000'000);
      arrivals.launch_interval = number(object, "launch_interval", 0, kLongestSeconds);
      arrivals.think_seconds = number(object, "think_seconds", 0, kLongestSeconds);
    } else if (arrivals.process != ArrivalProcess::kFile) {
      const bool bursts = arrivals.process == ArrivalProcess::kBursts;
      arrivals.rate = number(object, "rate", 1, kFastest, bursts);
      if (!bursts) return;
      arrivals.burst_rate = number(object, "burst_rate", 0, kFastest, false);
      arrivals.quiet_seconds = number(object, "quiet_seconds", 0, kLongestSeconds, false);
      arrivals.burst_seconds = number(object, "burst_seconds", 0, kLongestSeconds, false);
      constexpr double kShortest = 0.05;
      if (std::min(arrivals.quiet_seconds, arrivals.burst_seconds) < kShortest) {
        object.reject("burst_seconds",
                      tr("'burst_seconds' and 'quiet_seconds' must be at least {}", kShortest));
      }
    }
  });
  return arrivals;
}

Speculation read_speculation(StrictObject& in) {
  Speculation speculation;
  speculation.draft_model = in.string("draft_model");
  constexpr int kMostCandidates = 64;
  speculation.tokens = whole(in, "tokens", 4, 1, kMostCandidates);
  if (const auto rate = in.optional_number("acceptance")) {
    if (!(*rate >= 0 && *rate <= 1)) in.reject("acceptance", tr("must be between 0 and 1"));
    double chance = 1;
    for (int i = 0; i < speculation.tokens; ++i, chance *= *rate) {
      speculation.accepted.push_back(chance * (1 - *rate));
    }
    speculation.accepted.push_back(chance);
    return speculation;
  }
  speculation.accepted = list<double>(in, "accepted", 0, 1);
  double sum = 0;
  for (const double chance : speculation.accepted) sum += chance;
  if (static_cast<int>(speculation.accepted.size()) != speculation.tokens + 1 ||
      std::abs(sum - 1) > 1e-6) {
    in.reject("accepted", tr("must be the probabilities of 0 to {} accepted candidates, with a sum "
                             "of 1",
                             speculation.tokens));
  }
  return speculation;
}

void read_features(StrictObject& in, ServingSetup& setup) {
  read_nested(in, "paged", [&](StrictObject& object) {
    setup.paged = {.block_tokens = whole(object, "block_tokens", 16, 1, kMostTokens),
                   .blocks = whole(object, "blocks", 0, 0, 1 << 30)};
  });
  read_nested(in, "prefix", [&](StrictObject& object) {
    setup.prefix = {.block_tokens = whole(object, "block_tokens", 16, 1, kMostTokens),
                    .shared_tokens = whole(object, "shared_tokens", 0, 0, kMostTokens),
                    .share = number(object, "share", 1, 1)};
  });
  read_nested(in, "speculation",
              [&](StrictObject& object) { setup.speculation = read_speculation(object); });
  read_nested(in, "disaggregation", [&](StrictObject& object) {
    setup.disaggregation = {
        .prefill_replicas = whole(object, "prefill_replicas", 1, 1, kMostReplicas),
        .bandwidth = number(object, "bandwidth", 0, kLargest, false),
        .latency = number(object, "latency", 0, kLongestSeconds)};
  });
  read_nested(in, "adapters", [&](StrictObject& object) {
    setup.adapters = {.count = whole(object, "count", 1, 1, 1'000'000),
                      .resident = whole(object, "resident", 1, 1, 1'000'000),
                      .bytes = number(object, "bytes", 0, kLargest, false),
                      .bandwidth = number(object, "bandwidth", 0, kLargest, false)};
  });
  read_nested(in, "autoscaling", [&](StrictObject& object) {
    setup.autoscaling = {.most = whole(object, "most", 1, 1, kMostReplicas),
                         .target = number(object, "target", 1, 1e6, false),
                         .interval = number(object, "interval", 10, kLongestSeconds, false),
                         .load_seconds = number(object, "load_seconds", 0, kLongestSeconds),
                         .compile_seconds = number(object, "compile_seconds", 0, kLongestSeconds)};
    if (setup.autoscaling->most < setup.replicas) {
      object.reject("most", tr("must be at least 'replicas'"));
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
    json["speculation"] = {{"draft_model", setup.speculation->draft_model},
                           {"tokens", setup.speculation->tokens},
                           {"accepted", setup.speculation->accepted}};
  }
  if (setup.disaggregation) {
    json["disaggregation"] = {{"prefill_replicas", setup.disaggregation->prefill_replicas},
                              {"bandwidth", setup.disaggregation->bandwidth},
                              {"latency", setup.disaggregation->latency}};
  }
  if (setup.adapters) {
    json["adapters"] = {{"count", setup.adapters->count},
                        {"resident", setup.adapters->resident},
                        {"bytes", setup.adapters->bytes},
                        {"bandwidth", setup.adapters->bandwidth}};
  }
  if (setup.autoscaling) {
    json["autoscaling"] = {{"most", setup.autoscaling->most},
                           {"target", setup.autoscaling->target},
                           {"interval", setup.autoscaling->interval},
                           {"load_seconds", setup.autoscaling->load_seconds},
                           {"compile_seconds", setup.autoscaling->compile_seconds}};
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

double Speculation::tokens_per_step() const {
  double mean = 1;
  for (std::size_t i = 0; i < accepted.size(); ++i) mean += static_cast<double>(i) * accepted[i];
  return mean;
}

Result<ServingSetup> serving_setup_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  ServingSetup setup;
  setup.scheduler = one_of(in, "scheduler", setup.scheduler, kSchedulers);
  setup.batch_timeout = number(in, "batch_timeout", setup.batch_timeout, kLongestSeconds);
  setup.chunk_tokens = whole(in, "chunk_tokens", setup.chunk_tokens, 1, kMostTokens);
  setup.join_groups = in.optional_boolean("join_groups", false);
  setup.position_buckets = in.optional_boolean("position_buckets", true);
  setup.prompt_buckets = in.optional_boolean("prompt_buckets", true);
  if (in.optional("batch_buckets") != nullptr) {
    setup.batch_buckets = list<int>(in, "batch_buckets", 1, 1 << 20);
  }
  setup.shortest_prompt_bucket = whole(in, "shortest_prompt_bucket", 0, 0, kMostTokens);
  setup.stack = in.optional_string("stack").value_or("");
  setup.host_sampling = in.optional_boolean("host_sampling", false);
  setup.replicas = whole(in, "replicas", 1, 1, kMostReplicas);
  setup.routing = one_of(in, "routing", setup.routing, kRoutings);
  setup.requests = whole(in, "requests", setup.requests, 1, kMostRequests);
  setup.duration = number(in, "duration", 0, kLongestSeconds);
  setup.stop_after = number(in, "stop_after", 0, kLongestSeconds);
  setup.arrivals = read_arrivals(in);
  setup.input = read_lengths(in, "input");
  setup.output = read_lengths(in, "output");
  read_features(in, setup);
  setup.client_seconds = number(in, "client_seconds", 0, kLongestSeconds);
  setup.latency_per_token = in.optional_boolean("latency_per_token", false);
  setup.counted_tokens = number(in, "counted_tokens", 1, 100, false);
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
  json["routing"] = to_string(setup.routing);
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
