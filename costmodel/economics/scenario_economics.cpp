#include "costmodel/economics/scenario_economics.h"

#include "costmodel/money/cost_arithmetic.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr int kSweepSteps = 10;
constexpr const char* kNoThroughput = "no load is within its limits";

/// What every panel needs.
struct Context {
  const catalog::Catalog& catalog;
  const PriceBook& book;
  const Scenario& scenario;
  Day day;
  TaskControl& control;

  const std::string& region() const { return scenario.regions.front(); }
  const EconomicsRequest& request() const { return scenario.economics; }
};

PriceState on_demand_price(const Context& context, const WorkEstimate& work) {
  return price_of(context.book, work, context.region(), {}, context.day);
}

std::string cited(const Priced& price) {
  return fmt::format("{} USD/h, {}{}", format_usd(price.per_hour, 4), price.source,
                     price.dated ? ", " + to_string(price.date) : "");
}

std::string no_price(const PriceState& state, std::string_view what) {
  return fmt::format("{}: {}", what, missing_word(state));
}

// ---- utilisation --------------------------------------------------------------

/// Instances in use in each hour.
DemandCurve instances_in_demand(const DemandRequest& demand, const WorkEstimate& work) {
  if (demand.unit == DemandRequest::Unit::kInstances) return demand.curve;
  return instances_for(demand.curve, work.throughput.tokens_per_second, work.count);
}

/// Of a fleet that is as large as the peak needs all the time, and of one that follows the
/// demand from hour to hour.
void from_demand(const Context& context, const WorkEstimate& work, UtilisationPanel& panel) {
  const DemandRequest& demand = *context.request().demand;
  const DemandCurve fleet = instances_in_demand(demand, work);
  panel.source = demand.curve.source;
  if (demand.unit == DemandRequest::Unit::kInstances) {
    panel.utilisation = fleet.mean() / fleet.peak();
    panel.how = fmt::format("{:.4g} instances on average of {:.4g} at the peak", fleet.mean(),
                            fleet.peak());
    return;
  }
  const double per_instance = work.throughput.tokens_per_second / work.count;
  panel.utilisation = demand.curve.mean() / (fleet.peak() * per_instance);
  panel.how = fmt::format(
      "{:.4g} tok/s on average, {:.4g} instances for the peak of {:.4g}; a fleet that follows the "
      "hours has {:.4g} on average and is busy {:.1f} %",
      demand.curve.mean(), fleet.peak(), demand.curve.peak(), fleet.mean(),
      100 * demand.curve.mean() / (fleet.mean() * per_instance));
}

UtilisationPanel utilisation_of(const Context& context, const WorkEstimate& work) {
  UtilisationPanel panel;
  panel.label = work.label;
  const UtilisationRequest& request = *context.request().utilisation;
  if (!work.has_throughput()) {
    panel.missing = kNoThroughput;
    return panel;
  }
  if (request.from == UtilisationRequest::From::kDemand) {
    from_demand(context, work, panel);
  } else if (request.from == UtilisationRequest::From::kStated) {
    panel.utilisation = request.value;
    panel.how = "as stated";
    panel.source = request.source;
  } else {
    const auto instance = context.catalog.instance(work.instance);
    const auto share = instance ? busy_share(work, (*instance)->chips) : std::nullopt;
    panel.utilisation = share.value_or(0);
    panel.how = "busy chip-seconds of the run";
    panel.source = work.throughput.source;
    panel.provenance = work.throughput.provenance;
  }
  if (!(panel.utilisation > 0)) {
    panel.missing = "nothing says how busy it is: \"device_seconds\" and \"run\" are needed";
    if (request.from == UtilisationRequest::From::kDemand) panel.missing = "there is no demand";
    return panel;
  }
  const PriceState price = on_demand_price(context, work);
  if (const auto* priced = std::get_if<Priced>(&price)) {
    panel.usd_per_million =
        usd_per_million_tokens(cost_of_hours(priced->per_hour, work.count, 1),
                               work.throughput.tokens_per_second, panel.utilisation);
  }
  return panel;
}

// ---- commitments ----------------------------------------------------------------

CommitmentKind kind_of(const Purchase& purchase) {
  switch (purchase.option) {
    case PurchaseOption::kComputeSavingsPlan: return CommitmentKind::kComputeSavingsPlan;
    case PurchaseOption::kInstanceSavingsPlan: return CommitmentKind::kInstanceSavingsPlan;
    case PurchaseOption::kCapacityBlock: return CommitmentKind::kCapacityBlock;
    default: return CommitmentKind::kReserved;
  }
}

void add_offer(const Context& context, const WorkEstimate& work, const Purchase& purchase,
               CommitmentPanel& panel) {
  const PriceState state =
      context.book.as_of(work.instance, context.region(), purchase, context.day);
  const auto* price = std::get_if<Priced>(&state);
  if (price == nullptr) {
    panel.notes.push_back(no_price(state, title(purchase)));
    return;
  }
  panel.price_sources.push_back(cited(*price));
  panel.notes.push_back(fmt::format(
      "{}: {}{}", title(purchase), cited(*price),
      price->provenance == Provenance::kApproximate ? " (estimate: " + price->term + ")" : ""));
  panel.problem.offers.push_back({.label = title(purchase),
                                  .kind = kind_of(purchase),
                                  .rates = {price->per_hour},
                                  .years = static_cast<double>(std::max(1, purchase.years))});
}

void add_blocks(const Context& context, const WorkEstimate& work, CommitmentPanel& panel) {
  for (const BlockRequest& block : context.request().commitments->blocks) {
    const std::size_t before = panel.problem.offers.size();
    add_offer(context, work, PurchaseOption::kCapacityBlock, panel);
    if (panel.problem.offers.size() == before) return;
    Commitment& offer = panel.problem.offers.back();
    offer.label +=
        fmt::format(", hours {:g} to {:g}", block.start_hour, block.start_hour + block.hours);
    offer.start_hour = block.start_hour;
    offer.hours = block.hours;
    offer.most = block.most;
  }
}

void add_held(const Context& context, const WorkEstimate& work, CommitmentPanel& panel) {
  for (const HeldRequest& held : context.request().commitments->held) {
    if (held.instance != work.instance) continue;
    const PriceState state =
        context.book.as_of(work.instance, context.region(), held.purchase, context.day);
    const auto* price = std::get_if<Priced>(&state);
    // What is sunk is part of no alternative, so that its price only has to be some price.
    const Usd rate = price != nullptr ? price->per_hour : panel.problem.types.front().on_demand;
    if (price == nullptr) panel.notes.push_back(no_price(state, "held " + title(held.purchase)));
    panel.problem.held.push_back(
        {{.label = title(held.purchase) + " until " + to_string(held.until),
          .kind = CommitmentKind::kReserved,
          .rates = {rate}},
         held.instances,
         std::max(0.0, static_cast<double>((held.until - context.day).count()) * kHoursPerDay)});
  }
}

Result<> solve(const Context& context, CommitmentPanel& panel) {
  auto mix = best_mix(panel.problem, context.control);
  if (!mix) return fail(mix.error());
  panel.mix = std::move(*mix);
  const double error = context.request().commitments->demand_error;
  for (const double factor : {1 - error, 1 + error}) {
    const auto regret = mix_regret(panel.problem, panel.mix.amounts, factor, context.control);
    if (!regret) return fail(regret.error());
    panel.regret.push_back(*regret);
  }
  std::optional<double> least;
  for (std::size_t i = 0; i < panel.problem.offers.size(); ++i) {
    const auto share = break_even_share(panel.problem, panel.problem.offers[i]);
    if (!share || (least && *share >= *least)) continue;
    least = share;
    panel.swept = i;
  }
  if (!panel.swept) return {};
  auto sweep = coverage_sweep(panel.problem, *panel.swept, kSweepSteps);
  if (!sweep) return fail(sweep.error());
  panel.sweep = std::move(*sweep);
  return {};
}

Result<CommitmentPanel> commitments_of(const Context& context, const WorkEstimate& work) {
  CommitmentPanel panel;
  panel.label = work.label;
  panel.instance = work.instance;
  const bool in_tokens = context.request().demand->unit == DemandRequest::Unit::kTokensPerSecond;
  if (in_tokens && !work.has_throughput()) {
    panel.missing = kNoThroughput;
    return panel;
  }
  const PriceState state = on_demand_price(context, work);
  const auto* price = std::get_if<Priced>(&state);
  if (price == nullptr) {
    panel.missing = no_price(state, "what is not committed is bought on demand, which is");
    return panel;
  }
  panel.price_sources.push_back(cited(*price));
  const CommitmentsRequest& request = *context.request().commitments;
  DemandedType type;
  type.demand = instances_in_demand(*context.request().demand, work);
  type.demand.what = work.instance;
  type.on_demand = price->per_hour;
  type.most_spot = request.spot_instances;
  if (request.spot_instances > 0) {
    const PriceState spot =
        context.book.as_of(work.instance, context.region(), PurchaseOption::kSpot, context.day);
    if (const auto* priced = std::get_if<Priced>(&spot)) {
      type.spot = priced->per_hour;
      panel.notes.push_back("Spot, before interruptions: " + cited(*priced));
    } else {
      panel.notes.push_back(no_price(spot, "Spot"));
    }
  }
  panel.problem.types = {std::move(type)};
  panel.problem.horizon_hours = std::round(request.horizon_years * kHoursPerYear);
  for (const Purchase& purchase : request.options) add_offer(context, work, purchase, panel);
  add_blocks(context, work, panel);
  add_held(context, work, panel);
  if (auto ok = solve(context, panel); !ok) {
    Error error = ok.error();
    error.where = fmt::format("commitments of '{}'", work.label);
    return fail(std::move(error));
  }
  return panel;
}

// ---- spot -------------------------------------------------------------------------

std::vector<CostLine> checkpoint_lines(const Context& context, const SpotRequest& request,
                                       const SpotPanel& panel, const DatedRates& services) {
  if (!request.checkpoint_bytes) return {};
  // AWS recommends parts of 100 MB and above for large objects.
  constexpr double kPartBytes = 1e8;
  constexpr double kThousand = 1e3;
  const double months = panel.expected.wall_hours() / kHoursPerMonth;
  const double parts = std::ceil(*request.checkpoint_bytes / kPartBytes);
  // What AWS bills as a GB of storage are 2^30 bytes.
  const double stored = *request.checkpoint_bytes / static_cast<double>(kGiB) * request.kept;
  return {
      service_line(services, "s3_storage", context.region(), stored * months,
                   fmt::format("{:g} checkpoints kept in S3", request.kept), "job", context.day),
      service_line(services, "s3_put", context.region(),
                   parts * panel.expected.checkpoints / kThousand,
                   "requests to write them, in parts of 100 MB", "job", context.day)};
}

Result<SpotPanel> spot_of(const Context& context, const SpotRequest& request,
                          const DatedRates& services) {
  const auto item =
      std::find_if(context.scenario.work.begin(), context.scenario.work.end(),
                   [&](const WorkItem& each) { return each.estimate.label == request.work; });
  if (item == context.scenario.work.end()) {
    return fail(ErrorCode::kNotFound, fmt::format("there is no item called '{}'", request.work),
                "spot");
  }
  const WorkEstimate& work = item->estimate;
  SpotPanel panel;
  panel.label = work.label;
  panel.job = request.job;
  panel.job.nodes = work.count;
  panel.hazard_source = request.hazard_source;
  const PriceState on_demand = on_demand_price(context, work);
  const PriceState spot =
      context.book.as_of(work.instance, context.region(), PurchaseOption::kSpot, context.day);
  const auto* dear = std::get_if<Priced>(&on_demand);
  const auto* cheap = std::get_if<Priced>(&spot);
  if (dear == nullptr || cheap == nullptr) {
    panel.missing = cheap == nullptr ? no_price(spot, "spot price of " + work.instance)
                                     : no_price(on_demand, "on-demand price of " + work.instance);
    return panel;
  }
  panel.job.on_demand_per_hour = dear->per_hour;
  panel.job.spot_per_hour = cheap->per_hour;
  panel.price_source = fmt::format("spot {}; on demand {}", cited(*cheap), cited(*dear));
  const auto expected = expected_spot_job(panel.job);
  if (!expected) return fail(expected.error());
  panel.expected = *expected;
  const auto even = spot_break_even(panel.job);
  if (!even) return fail(even.error());
  panel.break_even = *even;
  const auto trials = simulate_spot_job(panel.job, request.trials, request.seed,
                                        request.deadline_hours, context.control);
  if (!trials) return fail(trials.error());
  panel.trials = *trials;
  if (std::isfinite(expected->mtbf_hours)) {
    panel.daly = reliability::daly_interval(panel.job.write_hours, expected->mtbf_hours);
    panel.young = reliability::young_interval(panel.job.write_hours, expected->mtbf_hours);
  }
  panel.lines = checkpoint_lines(context, request, panel, services);
  return panel;
}

// ---- lines and bundles --------------------------------------------------------------

CostLine line_of(const Context& context, const LineRequest& request, const DatedRates& services) {
  if (request.kind == LineRequest::Kind::kService) {
    return service_line(services, request.service, context.region(), request.quantity,
                        request.label, request.per, context.day);
  }
  CostLine line{.what = request.label, .per = request.per, .arithmetic = {}, .source = {}};
  const PriceState state = context.book.as_of(request.instance, context.region(), {}, context.day);
  const auto* price = std::get_if<Priced>(&state);
  const bool compile = request.kind == LineRequest::Kind::kCompile;
  const std::string rate = price != nullptr ? format_usd(price->per_hour, 4) : "unknown";
  line.arithmetic =
      compile ? fmt::format("{:g} h x {} USD/h of {} x {:g} graphs / {:g} runs", request.hours,
                            rate, request.instance, request.graphs, request.runs)
              : fmt::format("{:g} x {} x {} USD/h x {:g} h", request.nodes, request.instance, rate,
                            request.hours);
  if (price == nullptr) {
    line.source = no_price(state, "on-demand price of " + request.instance);
    return line;
  }
  line.amount = compile
                    ? compile_per_run(price->per_hour, request.hours, request.graphs, request.runs)
                    : cold_start(price->per_hour, request.nodes, request.hours);
  line.source = cited(*price);
  line.stale = price->dated && is_stale(price->date, context.day);
  return line;
}

BundleLine part_line(const Context& context, const BundleRequest& bundle, const BundlePart& part) {
  BundleLine line{.bundle = bundle.label, .part = part.label, .arithmetic = {}, .source = {}};
  if (part.amount) {
    line.amount = part.amount;
    line.arithmetic = "as stated";
    line.source = part.source;
    return line;
  }
  std::optional<Usd> price = part.per_hour;
  line.source = part.source;
  if (!price) {
    const PriceState state =
        context.book.as_of(part.instance, context.region(), part.purchase, context.day);
    const auto* priced = std::get_if<Priced>(&state);
    if (priced != nullptr) price = priced->per_hour;
    line.source =
        priced != nullptr
            ? cited(*priced)
            : no_price(state, fmt::format("{} of {}", title(part.purchase), part.instance));
  }
  line.arithmetic = fmt::format("{:g} x {} x {:g} h x {} USD/h", part.count, part.instance,
                                part.hours, price ? format_usd(*price, 4) : "unknown");
  line.count = part.count;
  line.hours = part.hours;
  line.per_hour = price;
  if (price) line.amount = cost_of_hours(*price, part.count, part.hours);
  return line;
}

/// The sum of a bundle's parts; in `why` the reason where there is none.
std::optional<Usd> total_of(std::span<const BundleLine> parts, std::string& why) {
  constexpr double kMost = 9e9;  // more is beyond what Usd holds
  Usd total;
  for (const BundleLine& part : parts) {
    if (!part.amount) {
      why = "a part has no price";
      return std::nullopt;
    }
    if (total.dollars() + part.amount->dollars() > kMost) {
      why = "the sum is more than amounts can be";
      return std::nullopt;
    }
    total += *part.amount;
  }
  return total;
}

std::vector<BundleLine> bundles_of(const Context& context) {
  const auto& bundles = context.request().bundles;
  std::vector<std::vector<BundleLine>> all;
  std::vector<std::size_t> bases;
  for (const BundleRequest& bundle : bundles) {
    std::vector<BundleLine>& lines = all.emplace_back();
    for (const BundlePart& part : bundle.parts) lines.push_back(part_line(context, bundle, part));
    BundleLine sum{.bundle = bundle.label, .part = {}, .arithmetic = {}, .source = {}};
    sum.amount = total_of(lines, sum.source);
    lines.push_back(std::move(sum));
    const auto base = std::find_if(bundles.begin(), bundles.end(), [&](const auto& each) {
      return each.label == bundle.compare_with;
    });
    bases.push_back(base == bundles.end() ? 0 : static_cast<std::size_t>(base - bundles.begin()));
  }
  std::vector<BundleLine> flat;
  for (std::size_t i = 0; i < all.size(); ++i) {
    BundleLine& sum = all[i].back();
    const auto& base = all[bases[i]].back().amount;
    if (sum.amount && bases[i] != i) {
      sum.compared_with = bundles[bases[i]].label;
      sum.arithmetic = "against " + sum.compared_with;
      if (base && base->nano() > 0) sum.to_base = *sum.amount / *base;
    }
    std::move(all[i].begin(), all[i].end(), std::back_inserter(flat));
  }
  return flat;
}

std::vector<CarbonLine> carbon_of(const Context& context, const ScenarioEconomics& so_far,
                                  const DatedRates& carbon) {
  std::vector<CarbonLine> lines;
  for (const WorkItem& item : context.scenario.work) {
    const WorkEstimate& work = item.estimate;
    const auto panel =
        std::find_if(so_far.utilisation.begin(), so_far.utilisation.end(),
                     [&](const UtilisationPanel& each) { return each.label == work.label; });
    const bool known = panel != so_far.utilisation.end() && panel->utilisation > 0;
    auto value =
        emissions(carbon, work.instance, context.region(), work.count,
                  *context.request().carbon_hours, known ? panel->utilisation : 1.0, context.day);
    if (auto* emitted = std::get_if<Emissions>(&value); emitted != nullptr && !known) {
      emitted->source = "as if always busy, as nothing says how busy it is; " + emitted->source;
    }
    lines.push_back({work.label, std::move(value)});
  }
  return lines;
}

}  // namespace

PriceState price_of(const PriceBook& book, const WorkEstimate& work, std::string_view region,
                    const Purchase& option, Day day) {
  if (!work.price || option.option != PurchaseOption::kOnDemand) {
    return book.as_of(work.instance, region, option, day);
  }
  const auto date = parse_price_date(work.price->date);
  return Priced{.per_hour = work.price->per_hour,
                .date = date.value_or(PriceDate{day, PriceDate::Precision::kDay}),
                .dated = date.has_value(),
                .provenance = Provenance::kPublished,
                .source = work.price->source,
                .term = {},
                .zone = {},
                .note = "stated with the work",
                .zones = std::nullopt,
                .recurring = work.price->per_hour};
}

bool ScenarioEconomics::empty() const {
  return utilisation.empty() && commitments.empty() && spot.empty() && lines.empty() &&
         bundles.empty() && carbon.empty();
}

std::optional<double> busy_share(const WorkEstimate& work, int chips) {
  if (!work.device_seconds || !work.run_hours) return std::nullopt;
  return *work.device_seconds / (chips * work.count * *work.run_hours * kSecondsPerHour);
}

Result<ScenarioEconomics> scenario_economics(const catalog::Catalog& catalog, const PriceBook& book,
                                             const Scenario& scenario, Day day,
                                             TaskControl& control) {
  ScenarioEconomics out;
  const Context context{catalog, book, scenario, day, control};
  const EconomicsRequest& request = scenario.economics;
  const auto services = DatedRates::services();
  if (!services) return fail(services.error());
  for (const WorkItem& item : scenario.work) {
    if (request.utilisation) out.utilisation.push_back(utilisation_of(context, item.estimate));
    if (!request.commitments) continue;
    auto panel = commitments_of(context, item.estimate);
    if (!panel) return fail(panel.error());
    out.commitments.push_back(std::move(*panel));
  }
  for (const SpotRequest& spot : request.spot) {
    auto panel = spot_of(context, spot, *services);
    if (!panel) return fail(panel.error());
    out.spot.push_back(std::move(*panel));
  }
  for (const LineRequest& line : request.lines) {
    out.lines.push_back(line_of(context, line, *services));
  }
  out.bundles = bundles_of(context);
  if (request.carbon_hours) {
    const auto carbon = DatedRates::carbon();
    if (!carbon) return fail(carbon.error());
    out.carbon = carbon_of(context, out, *carbon);
  }
  return out;
}

}  // namespace nscope::cost
