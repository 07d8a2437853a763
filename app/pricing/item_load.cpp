#include "app/pricing/item_load.h"

#include "app/capacity/fleet/sustained_load.h"
#include "app/capacity/report/plan_text.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

using capacity::Limit;

/// Scenarios have no seed, so results are always those of this one.
constexpr std::uint64_t kSeed = 1;

cost::Throughput throughput_of(const capacity::BandedLoad& load, Text source) {
  cost::Throughput rate{.tokens_per_second = load.output_tokens_per_second,
                        .low = load.band[0],
                        .high = load.band[1],
                        .counted = cost::CountedTokens::kOutput,
                        .provenance = Provenance::kSimulated,
                        .source = std::move(source)};
  return rate;
}

void add_latencies(const std::vector<Limit>& limits, const capacity::LoadWithin& within,
                   cost::ServiceLevel& service) {
  for (const capacity::LatencyFigures& figures : within.figures) {
    // A limit may itself be one of the median.
    std::map<double, capacity::Percentile> percentiles{{0.5, figures.p50}};
    percentiles.emplace(figures.share, figures.tail);
    for (const auto& [share, percentile] : percentiles) {
      const auto limit =
          std::find_if(limits.begin(), limits.end(), [&, at = share](const Limit& l) {
            return l.latency == figures.latency && l.share == at;
          });
      service.latencies.push_back(
          {.name = Text::verbatim(
               Limit{.latency = figures.latency, .share = share, .seconds = 0}.title()),
           .seconds = percentile.value,
           .low = percentile.low,
           .high = percentile.high,
           .limit = limit != limits.end() ? std::optional(limit->seconds) : std::nullopt});
    }
  }
}

void add_remarks(const capacity::LoadWithin& within, cost::ServiceLevel& service) {
  if (within.banded && !within.load.band[0]) {
    service.remarks.push_back(
        tr("at the slow end of the error band, no load meets {}", service.limits));
  }
  if (!within.banded) {
    service.remarks.push_back(
        within.no_band.empty()
            ? tr("there is no error band, because no servers of this kind were measured")
            : within.no_band);
  }
  if (!within.outside_domain.empty()) {
    const Text reasons = joined_by_semicolons(within.outside_domain);
    service.remarks.push_back(
        within.banded
            ? tr("outside of the measured domain, so the error band is wider: {}", reasons)
            : tr("outside of the measured domain: {}", reasons));
  }
}

}  // namespace

Result<std::string> item_load_key(const cost::WorkItem& item) {
  const auto request = cost::serving_request(item);
  if (!request) return fail(request.error());
  return fmt::format("serve {} x, TP {}: {}", item.estimate.count,
                     item.estimate.shape.tensor_parallel, compact_text(*request));
}

Result<ItemLoad> measure_item_load(const catalog::Catalog& catalog, const cost::WorkItem& item,
                                   TaskControl& control) {
  const auto json = cost::serving_request(item);
  if (!json) return fail(json.error());
  const auto request = capacity::plan_request_from_json(*json, "serve");
  if (!request) return fail(request.error());
  const cost::WorkEstimate& work = item.estimate;
  const auto sustained = capacity::sustained_load(catalog, *request, work.instance, work.count,
                                                  work.shape.tensor_parallel, kSeed, control);
  if (!sustained) return fail(sustained.error());
  ItemLoad load;
  cost::ServiceLevel& service = load.service;
  service.limits = capacity::limits_text(request->limits);
  service.traffic = capacity::traffic_text(request->traffic);
  for (const Limit& limit : request->limits) {
    service.asked.push_back({.name = limit.name(), .seconds = limit.seconds});
  }
  service.why_not = sustained->why_not;
  service.configurations = sustained->configurations;
  service.simulations = sustained->simulations;
  const Text setup = request->stack.empty()
                         ? service.traffic
                         : joined({service.traffic, tr("host software: {}", request->stack)});
  if (sustained->within) {
    const capacity::LoadWithin& within = *sustained->within;
    service.configuration = within.configuration.text();
    service.requests_per_second = within.requests_per_second;
    add_latencies(request->limits, within, service);
    add_remarks(within, service);
    load.within = throughput_of(
        within.load,
        tr("simulated: largest load that meets {} on {} x {} ({}), {}, seed {}", service.limits,
           work.count, work.instance, service.configuration, setup, kSeed));
    load.within->split = cost::TokenSplit{.prefill_share = within.prefill_share,
                                          .input_tokens = request->traffic.input.expected(),
                                          .output_tokens = request->traffic.output.expected()};
    if (!within.configuration.gpu) {
      load.tensor_parallel = within.configuration.tensor_parallel;
      load.batch = within.configuration.slots * within.replicas / work.count;
    }
  }
  if (sustained->full) {
    service.full_load_configuration = sustained->full->configuration.text();
    service.full_load = throughput_of(
        sustained->full->load, tr("simulated: full load on {} x {} ({}), {}, seed {}", work.count,
                                  work.instance, service.full_load_configuration, setup, kSeed));
  }
  return load;
}

Result<> apply_load(cost::WorkItem& item, const ItemLoad& load) {
  cost::WorkShape& shape = item.estimate.shape;
  if (load.tensor_parallel > 0) shape.tensor_parallel = load.tensor_parallel;
  if (load.batch > 0) shape.batch = load.batch;
  return cost::fill_served(item, load.within, load.service);
}

}  // namespace nscope::app
