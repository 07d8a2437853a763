#include "app/capacity/request/plan_request.h"

#include "app/capacity/request/plan_members.h"
#include "profiler/base/nested_json.h"
#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/workload/serving_setup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr std::array<std::string_view, 3> kLatencies{"ttft", "tpot", "e2e"};
constexpr std::array<std::string_view, 3> kLatencyTitles{"TTFT", "TPOT", "E2E"};
constexpr std::array<std::string_view, 4> kDtypes{"bf16", "fp16", "int8", "fp8"};
constexpr std::array<std::string_view, 4> kSchedulers{"continuous", "chunked", "decode-first",
                                                      "static"};
constexpr double kFastest = 1e6;       // requests/s
constexpr double kLongestLimit = 1e5;  // s
constexpr int kMostTokens = 1 << 20;
constexpr int kMostSlots = 1024;
constexpr int kMostReplicaNodes = 64;  // instances of a replica
constexpr std::size_t kMostHours = 24 * 366;

/// An integer number of tokens, or a distribution in the form of workloads.
std::optional<sim::TokenLengths> read_lengths(StrictObject& in, const char* key) {
  const Json* json = in.optional(key);
  if (json == nullptr) {
    in.reject(key, tr("is required"));
    return std::nullopt;
  }
  if (json->is_number_integer()) {
    const int tokens = read_whole(in, key, 1, 1, kMostTokens);
    return sim::TokenLengths{.kind = sim::TokenLengths::Kind::kFixed,
                             .mean = static_cast<double>(tokens)};
  }
  if (!json->is_object()) {
    in.reject(key, tr("must be an integer or a distribution {{\"kind\": ...}}"));
    return std::nullopt;
  }
  StrictObject described(*json, in.path(key));
  sim::TokenLengths lengths = sim::read_token_lengths(described);
  if (auto done = described.finish(); !done) {
    in.adopt(done.error());
    return std::nullopt;
  }
  // A lognormal distribution has no largest value unless one is stated, but the compiled shape
  // needs one.
  if (lengths.kind == sim::TokenLengths::Kind::kLogNormal && !json->contains("high")) {
    constexpr double kDeviations = 4;
    lengths.high = static_cast<int>(
        std::min<double>(kMostTokens, std::ceil(lengths.mean + kDeviations * lengths.deviation)));
  }
  if (longest(lengths) > kMostTokens) {
    in.reject(key, tr("must be at most {} tokens", kMostTokens));
  }
  return lengths;
}

/// The rate between bursts for which the mean rate is `mean`; in bursts the rate is `factor` times
/// as high.
double quiet_rate(double mean, double factor, const sim::Arrivals& arrivals) {
  const double span = arrivals.quiet_seconds + arrivals.burst_seconds;
  return mean * span / (arrivals.quiet_seconds + factor * arrivals.burst_seconds);
}

sim::Arrivals read_arrivals(StrictObject& traffic, double rate) {
  sim::Arrivals arrivals{.process = sim::ArrivalProcess::kPoisson, .rate = rate};
  read_nested(traffic, "arrivals", [&](StrictObject& in) {
    const std::string process = in.string("process");
    if (process == "bursts") {
      arrivals.process = sim::ArrivalProcess::kBursts;
      const double factor = read_number(in, "burst_factor", 2, 1, 1000, false);
      arrivals.quiet_seconds = read_number(in, "quiet_seconds", 60, 0.05, 86'400, true);
      arrivals.burst_seconds = read_number(in, "burst_seconds", 10, 0.05, 86'400, true);
      arrivals.rate = quiet_rate(rate, factor, arrivals);
      arrivals.burst_rate = factor * arrivals.rate;
    } else if (process == "constant") {
      arrivals.process = sim::ArrivalProcess::kConstant;
    } else if (process != "poisson") {
      in.reject("process",
                tr("unknown arrival process '{}'; use poisson, constant or bursts", process));
    }
  });
  return arrivals;
}

std::vector<double> read_hours(StrictObject& in) {
  std::vector<double> hours;
  if (in.optional("hourly_requests_per_second") == nullptr) return hours;
  const Json& list = in.array("hourly_requests_per_second");
  for (const Json& entry : list) {
    const double rate = entry.is_number() ? entry.get<double>() : -1;
    if (!(rate >= 0) || rate > kFastest) {
      in.reject("hourly_requests_per_second",
                tr("must contain numbers between 0 and {} only", kFastest));
      return {};
    }
    hours.push_back(rate);
  }
  if (hours.empty() || hours.size() > kMostHours ||
      *std::max_element(hours.begin(), hours.end()) <= 0) {
    in.reject("hourly_requests_per_second",
              tr("must contain 1 to {} numbers, at least one of them greater than 0", kMostHours));
    return {};
  }
  return hours;
}

Traffic read_traffic(StrictObject& plan) {
  Traffic traffic;
  StrictObject in(plan.object("traffic"), plan.path("traffic"));
  traffic.hourly = read_hours(in);
  const bool stated = in.optional("requests_per_second") != nullptr;
  if (stated != traffic.hourly.empty()) {
    in.reject("requests_per_second",
              stated
                  ? tr("'requests_per_second' and 'hourly_requests_per_second' cannot be combined")
                  : tr("'requests_per_second' or 'hourly_requests_per_second' is required"));
  }
  traffic.requests_per_second =
      traffic.hourly.empty() ? read_number(in, "requests_per_second", 1, 0, kFastest, false)
                             : *std::max_element(traffic.hourly.begin(), traffic.hourly.end());
  if (auto lengths = read_lengths(in, "input_tokens")) traffic.input = std::move(*lengths);
  if (auto lengths = read_lengths(in, "output_tokens")) traffic.output = std::move(*lengths);
  traffic.arrivals = read_arrivals(in, traffic.requests_per_second);
  plan.adopt(in);
  return traffic;
}

std::vector<Limit> read_limits(StrictObject& plan) {
  std::vector<Limit> limits;
  read_nested(plan, "sla", [&](StrictObject& in) {
    for (const Latency latency : {Latency::kTtft, Latency::kTpot, Latency::kE2e}) {
      for (const double share : {0.5, 0.9, 0.95, 0.99}) {
        Limit limit{.latency = latency, .share = share};
        const std::string key = limit.name();
        limit.seconds = read_number(in, key.c_str(), 0, 0, kLongestLimit, false);
        if (limit.seconds > 0) limits.push_back(limit);
      }
    }
  });
  return limits;
}

void read_speculation(StrictObject& in, PlanRequest& request) {
  if (in.optional("speculation") == nullptr) return;
  constexpr std::size_t kMost = 8;
  read_each(in, "speculation", kMost, [&](StrictObject& entry) {
    request.speculation.push_back(sim::read_speculation(entry));
  });
  if (request.speculation.empty()) {
    in.reject("speculation", tr("must be an array of 1 to {} objects", kMost));
  }
}

/// Fleets of a fixed size have one purchase option, so that a limit leaves Spot to mixes.
void read_most_spot(StrictObject& in, PlanRequest& request) {
  if (in.optional("most_spot_instances") == nullptr) return;
  request.most_spot_instances = read_whole(in, "most_spot_instances", 0, 0, 1'000'000);
  if (!request.autoscaling) in.reject("most_spot_instances", tr("requires 'autoscaling'"));
  std::erase(request.purchase, cost::Purchase{cost::PurchaseOption::kSpot});
  if (request.purchase.empty()) {
    in.reject("purchase", tr("must contain On-Demand if 'most_spot_instances' limits Spot"));
  }
}

void read_nodes(StrictObject& in, PlanRequest& request) {
  request.nodes = read_wholes(in, "nodes", {1}, 1, kMostReplicaNodes);
  if (in.optional("node_parallelism") == nullptr) return;
  const std::string name = in.string("node_parallelism");
  for (const auto each : {sim::NodeParallelism::kPipeline, sim::NodeParallelism::kExperts}) {
    if (name != sim::to_string(each)) continue;
    request.node_parallelism = each;
    return;
  }
  in.reject("node_parallelism", tr("must be one of pipeline, experts"));
}

void read_survival(StrictObject& plan, PlanRequest& request) {
  read_nested(plan, "survive", [&](StrictObject& in) {
    request.survive.nodes = read_whole(in, "nodes", 0, 0, 1000);
    request.survive.zones = read_whole(in, "zones", 0, 0, 10);
    request.survive.zone_count = read_whole(in, "zone_count", 3, 1, 20);
    if (request.survive.zones >= request.survive.zone_count) {
      in.reject("zones", tr("must be less than zone_count"));
    }
  });
}

void read_autoscaling(StrictObject& plan, PlanRequest& request) {
  read_nested(plan, "autoscaling", [&](StrictObject& in) {
    request.autoscaling =
        ScalingDelay{.load_seconds = read_number(in, "load_seconds", 0, 0, 86'400, true),
                     .compile_seconds = read_number(in, "compile_seconds", 0, 0, 86'400, true)};
    if (in.optional("load_seconds") == nullptr) in.reject("load_seconds", tr("is required"));
    if (request.traffic.hourly.size() < 2) {
      in.reject("load_seconds",
                tr("autoscaling requires at least two hours in 'hourly_requests_per_second'"));
    }
  });
}

/// Checks that the longest request fits into the compiled positions.
void check_context(StrictObject& in, const PlanRequest& request) {
  const int needed = longest(request.traffic.input) + longest(request.traffic.output);
  if (request.max_context > 0 && request.max_context < needed) {
    in.reject("max_context",
              tr("must be at least {}, the length of the longest prompt with its output", needed));
  }
}

/// A request with one output token has no time per output token, so no run could miss the limit.
void check_tpot(StrictObject& in, const PlanRequest& request) {
  if (longest(request.traffic.output) > 1) return;
  for (const Limit& limit : request.limits) {
    if (limit.latency != Latency::kTpot) continue;
    in.reject("sla/" + limit.name(), tr("requires an output of at least two tokens"));
  }
}

}  // namespace

std::string_view to_string(Latency latency) {
  return kLatencies[static_cast<std::size_t>(latency)];
}

std::string_view title(Latency latency) {
  return kLatencyTitles[static_cast<std::size_t>(latency)];
}

std::string Limit::name() const {
  return fmt::format("{}_p{:.0f}_s", to_string(latency), share * 100);
}

std::string Limit::title() const {
  return fmt::format("{} p{:.0f}", capacity::title(latency), share * 100);
}

const Limit* limit_of(const std::vector<Limit>& limits, Latency latency) {
  const auto last = std::find_if(limits.rbegin(), limits.rend(),
                                 [&](const Limit& limit) { return limit.latency == latency; });
  return last == limits.rend() ? nullptr : &*last;
}

double tail_share(const std::vector<Limit>& limits, Latency latency) {
  const Limit* const limit = limit_of(limits, latency);
  return limit != nullptr ? limit->share : Limit{}.share;
}

double Traffic::mean_rate() const {
  if (hourly.empty()) return requests_per_second;
  double rate = 0;
  for (const double hour : hourly) rate += hour / static_cast<double>(hourly.size());
  return rate;
}

double Traffic::output_tokens_per_second() const {
  return mean_rate() * std::max(1.0, output.expected());
}

int PlanRequest::spot_in_mixes() const {
  if (most_spot_instances) return *most_spot_instances;
  const cost::Purchase spot{cost::PurchaseOption::kSpot};
  return std::find(purchase.begin(), purchase.end(), spot) != purchase.end() ? max_instances : 0;
}

double PlanRequest::design_rate() const {
  return traffic.requests_per_second * (1 + headroom);
}

int longest(const sim::TokenLengths& lengths) {
  switch (lengths.kind) {
    case sim::TokenLengths::Kind::kFixed: return static_cast<int>(std::lround(lengths.mean));
    case sim::TokenLengths::Kind::kEmpirical:
      return *std::max_element(lengths.values.begin(), lengths.values.end());
    case sim::TokenLengths::Kind::kUniform:
    case sim::TokenLengths::Kind::kLogNormal: break;
  }
  return lengths.high;
}

sim::Arrivals arrivals_at(const Traffic& traffic, double requests_per_second) {
  sim::Arrivals arrivals = traffic.arrivals;
  const double factor = requests_per_second / traffic.arrivals.mean_rate();
  arrivals.rate *= factor;
  arrivals.burst_rate *= factor;
  return arrivals;
}

Result<PlanRequest> plan_request_from_json(const Json& json, std::string_view name) {
  auto opened = open_plan(json, name);
  if (!opened) return fail(opened.error());
  StrictObject& in = *opened;
  PlanRequest request;
  read_titles(in, request);
  request.traffic = read_traffic(in);
  request.limits = read_limits(in);
  request.regions = read_regions(in);
  request.instances = read_names(in, "instances");
  request.baselines = in.optional_boolean("baselines", false);
  request.purchase_stated = in.optional("purchase") != nullptr;
  request.purchase = read_purchase(in);
  request.weight_dtypes_stated = in.optional("weight_dtypes") != nullptr;
  request.weight_dtypes = read_names_of(in, "weight_dtypes", kDtypes);
  if (!request.weight_dtypes_stated) request.weight_dtypes = {"bf16"};
  request.headroom = read_number(in, "headroom", 0, 0, 10, true);
  read_survival(in, request);
  read_autoscaling(in, request);
  request.stack = in.optional_string("stack").value_or("vllm");
  if (request.stack == "none") request.stack.clear();
  const auto stack = sim::serving_stack(request.stack);
  if (!stack) in.reject("stack", stack.error().message);
  request.max_context = read_whole(in, "max_context", 0, 0, 1 << 21);
  request.slots = read_wholes(in, "slots", {1, 2, 4, 8, 16, 32, 64}, 1, kMostSlots);
  request.schedulers = read_names_of(in, "schedulers", kSchedulers);
  if (stack && stack->segment > 0) {
    // Such software never combines a prefill and a decode step.
    const std::string only(sim::to_string(sim::Scheduler::kContinuous));
    for (const std::string& scheduler : request.schedulers) {
      if (scheduler != only) {
        in.reject("schedulers",
                  tr("the stack '{}' supports only the scheduler '{}'", request.stack, only));
      }
    }
    request.schedulers = {only};
  }
  if (request.schedulers.empty()) request.schedulers.assign(kSchedulers.begin(), kSchedulers.end());
  read_speculation(in, request);
  read_nested(in, "adapters",
              [&](StrictObject& object) { request.adapters = sim::read_adapters(object); });
  read_nodes(in, request);
  request.max_instances = read_whole(in, "max_instances", request.max_instances, 1, 1'000'000);
  read_most_spot(in, request);
  request.as_of = read_as_of(in);
  if (auto done = in.first_error(); !done) return fail(done.error());
  check_context(in, request);
  check_tpot(in, request);
  if (auto done = in.finish(); !done) return fail(done.error());
  return request;
}

}  // namespace nscope::capacity
