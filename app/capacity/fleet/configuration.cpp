#include "app/capacity/fleet/configuration.h"

#include "profiler/base/order_statistics.h"
#include "simcore/catalog/memory_fit.h"

#include <algorithm>
#include <array>

namespace nscope::capacity {
namespace {

constexpr std::array<std::string_view, 7> kRules{
    "not-modelled",       "memory",   "not-offered",   "latency-floor",
    "never-meets-limits", "capacity", "more-expensive"};
constexpr std::array<Phrase, kRules.size()> kRuleTitles{
    phrase("not modelled"),
    phrase("does not fit in memory"),
    phrase("no price"),
    phrase("too slow even for a single request"),
    phrase("never meets the limits"),
    phrase("needs more instances even without queueing"),
    phrase("needs as many or more instances to meet the limits")};

/// A scheduler with its chunks and batch buckets.
struct Variant {
  sim::Scheduler scheduler;
  int chunk_tokens;
  bool batch_buckets;
};

std::vector<Variant> variants_of(const PlanRequest& request, int slots, bool gpu) {
  // Serving software for GPUs uses continuous batching without padding.
  if (gpu) return {{sim::Scheduler::kContinuous, 0, false}};
  std::vector<Variant> variants;
  const auto add = [&](sim::Scheduler scheduler, int chunk) {
    variants.push_back({scheduler, chunk, false});
    if (slots > 1) variants.push_back({scheduler, chunk, true});
  };
  for (const std::string& name : request.schedulers) {
    if (name == "continuous") add(sim::Scheduler::kContinuous, 0);
    if (name == "decode-first") add(sim::Scheduler::kDecodeFirst, 0);
    if (name == "static") variants.push_back({sim::Scheduler::kStatic, 0, false});
    if (name != "chunked") continue;
    for (const int chunk : {128, 256, 512, 1024}) {
      if (chunk < longest(request.traffic.input)) add(sim::Scheduler::kChunked, chunk);
    }
  }
  return variants;
}

std::vector<int> degrees_of(const catalog::Catalog& catalog, const catalog::Instance& instance,
                            bool gpu) {
  if (!gpu) return catalog::tensor_parallel_choices(catalog, instance);
  std::vector<int> degrees;
  for (int degree = 1; degree <= instance.chips; degree *= 2) degrees.push_back(degree);
  return degrees;
}

Text scheduler_text(const Configuration& c) {
  switch (c.scheduler) {
    case sim::Scheduler::kStatic: return tr("static batching");
    case sim::Scheduler::kDecodeFirst: return tr("decode-first batching");
    case sim::Scheduler::kChunked:
      return tr("chunked prefill of {} tokens", as::count(c.chunk_tokens));
    case sim::Scheduler::kContinuous: break;
  }
  return tr("continuous batching");
}

/// Adds the speculation with an index of the plan; -1 for none.
void set_speculation(const PlanRequest& request, int index, Configuration& configuration) {
  constexpr std::array<std::string_view, 4> kMethods{"draft model", "EAGLE", "MTP", "parallel"};
  configuration.speculation = index;
  configuration.draft.clear();
  configuration.drafted = 0;
  if (index < 0) return;
  const sim::Speculation& one = request.speculation[static_cast<std::size_t>(index)];
  configuration.draft = one.draft_model.empty()
                            ? std::string(kMethods[static_cast<std::size_t>(one.method)])
                            : one.draft_model;
  configuration.drafted = one.tokens;
}

}  // namespace

std::string_view to_string(Rule rule) {
  return kRules[static_cast<std::size_t>(rule)];
}

Phrase title(Rule rule) {
  return kRuleTitles[static_cast<std::size_t>(rule)];
}

Text Configuration::text() const {
  const int width = tensor_parallel;
  std::vector<Text> parts{
      nodes > 1 ? tr_plural(width, "{} core on each of {} instances",
                            "{} cores on each of {} instances", width, nodes)
      : gpu     ? tr_plural(width, "{} GPU per replica", "{} GPUs per replica", width)
                : tr_plural(width, "{} core per replica", "{} cores per replica", width),
      tr_plural(slots, "{} batch slot", "{} batch slots", slots), Text::verbatim(weight_dtype),
      scheduler_text(*this)};
  if (batch_buckets) parts.push_back(tr("batch buckets"));
  if (speculation >= 0) {
    parts.push_back(tr_plural(drafted, "speculation with {} ({} token)",
                              "speculation with {} ({} tokens)", draft, drafted));
  }
  return joined(parts);
}

Json to_json(const Configuration& c) {
  Json json{{"tensor_parallel", c.tensor_parallel},
            {"slots", c.slots},
            {"weight_dtype", c.weight_dtype},
            {"scheduler", sim::to_string(c.scheduler)}};
  if (c.chunk_tokens > 0) json["chunk_tokens"] = c.chunk_tokens;
  json["batch_buckets"] = c.batch_buckets;
  if (c.speculation >= 0) json["speculation"] = c.speculation;
  if (c.nodes > 1) json["nodes"] = c.nodes;
  return json;
}

Refusal too_slow_alone(const Limit& limit, double seconds) {
  return {Rule::kLatencyFloor,
          tr("{} is {} for a single request on an idle replica; the limit is {}", limit.title(),
             as::value(seconds, "s"), as::value(limit.seconds, "s"))};
}

double LatencyFloor::quantile(Latency latency, double share) const {
  return sorted_quantile(sorted[static_cast<std::size_t>(latency)], share);
}

double floor_ratio(const Server& server, std::span<const Limit> limits, const Limit*& worst) {
  double most = 0;
  for (const Limit& limit : limits) {
    const double ratio = server.floor.quantile(limit.latency, limit.share) / limit.seconds;
    if (ratio <= most) continue;
    most = ratio;
    worst = &limit;
  }
  return most;
}

int compiled_length(const PlanRequest& request) {
  if (request.max_context > 0) return request.max_context;
  constexpr int kStep = 128;
  const int needed = longest(request.traffic.input) + longest(request.traffic.output);
  return (needed + kStep - 1) / kStep * kStep;
}

std::vector<Configuration> configurations_of(const catalog::Catalog& catalog,
                                             const catalog::Instance& instance,
                                             const PlanRequest& request,
                                             const std::vector<std::string>& weight_dtypes) {
  const bool gpu = catalog.device_of(instance).kind == catalog::DeviceKind::kGpu;
  const int drafts = gpu ? 0 : static_cast<int>(request.speculation.size());
  std::vector<Configuration> all;
  const auto add = [&](Configuration configuration) {
    for (const Variant& variant : variants_of(request, configuration.slots, gpu)) {
      configuration.scheduler = variant.scheduler;
      configuration.chunk_tokens = variant.chunk_tokens;
      configuration.batch_buckets = variant.batch_buckets;
      // Speculation is not modelled for replicas on several instances.
      const int last = configuration.nodes == 1 ? drafts : 0;
      for (int speculation = -1; speculation < last; ++speculation) {
        set_speculation(request, speculation, configuration);
        all.push_back(configuration);
      }
    }
  };
  for (const int degree : degrees_of(catalog, instance, gpu)) {
    for (const std::string& dtype : weight_dtypes) {
      for (const int nodes : gpu ? std::vector{1} : request.nodes) {
        for (const int slots : request.slots) {
          add({.instance = instance.id,
               .gpu = gpu,
               .tensor_parallel = degree,
               .slots = slots,
               .weight_dtype = dtype,
               .nodes = nodes});
        }
      }
    }
  }
  return all;
}

}  // namespace nscope::capacity
