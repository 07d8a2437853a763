#include "costmodel/economics/scenario_economics.h"

#include "costmodel/economics/offered_commitment.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr int kSweepSteps = 10;
constexpr Phrase kNoThroughput = phrase("no load meets the latency limits");

/// The inputs of all panels.
struct Context {
  const catalog::Catalog& catalog;
  const PriceBook& book;
  const Scenario& scenario;
  Day day;
  TaskControl& control;

  const std::string& region() const { return scenario.regions.front(); }
  const EconomicsRequest& request() const { return scenario.economics; }
};

BasePrice base_price(const Context& context, const WorkEstimate& work) {
  return cost::base_price(context.book, context.scenario, work, context.region(), context.day);
}

bool is_on_demand(const Purchase& option) {
  return option.option == PurchaseOption::kOnDemand;
}

Text cited(const Priced& price) {
  const TextNumber amount = as_price(price.per_hour);
  return price.dated ? tr("{} USD/h, {}, {}", amount, price.source, to_string(price.date))
                     : tr("{} USD/h, {}", amount, price.source);
}

Text no_price(const PriceState& state, const Text& what) {
  return tr("{}: {}", what, missing_word(state));
}

// ---- utilisation --------------------------------------------------------------

/// Instances in use in each hour if the demand is `factor` times as large.
DemandCurve instances_in_demand(const DemandRequest& demand, const WorkEstimate& work,
                                double factor = 1) {
  const DemandCurve curve = factor == 1 ? demand.curve : demand.curve.scaled(factor);
  if (demand.unit == DemandRequest::Unit::kInstances) return curve;
  return instances_for(curve, work.throughput.tokens_per_second, work.count);
}

/// The utilisation of a fleet that serves the peak at all times, compared with that of a fleet
/// that follows the demand from hour to hour.
void from_demand(const Context& context, const WorkEstimate& work, UtilisationPanel& panel) {
  const DemandRequest& demand = *context.request().demand;
  const DemandCurve fleet = instances_in_demand(demand, work);
  panel.source = demand.curve.source;
  if (demand.unit == DemandRequest::Unit::kInstances) {
    panel.utilisation = fleet.mean() / fleet.peak();
    panel.following = 1;
    panel.how = tr("{} instances on average / {} instances at the peak", as_digits(fleet.mean(), 4),
                   as_digits(fleet.peak(), 4));
    return;
  }
  const double per_instance = work.throughput.tokens_per_second / work.count;
  panel.utilisation = demand.curve.mean() / (fleet.peak() * per_instance);
  panel.following = demand.curve.mean() / (fleet.mean() * per_instance);
  panel.how =
      tr("{} tok/s on average; {} instances serve the peak of {} tok/s. A fleet that follows the "
         "demand has {} instances on average and a utilisation of {}.",
         as_digits(demand.curve.mean(), 4), as_digits(fleet.peak(), 4),
         as_digits(demand.curve.peak(), 4), as_digits(fleet.mean(), 4),
         as::percent(demand.curve.mean() / (fleet.mean() * per_instance)));
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
    panel.how = tr("as stated");
    panel.source = Text::verbatim(request.source);
  } else {
    const auto instance = context.catalog.instance(work.instance);
    const auto share = instance ? busy_share(work, (*instance)->chips) : std::nullopt;
    panel.utilisation = share.value_or(0);
    panel.how = tr("busy chip-seconds of the run");
    panel.source = work.throughput.source;
    panel.provenance = work.throughput.provenance;
  }
  if (!(panel.utilisation > 0)) {
    panel.missing = request.from == UtilisationRequest::From::kDemand
                        ? tr("the demand is zero")
                        : tr("'device_seconds' and 'run' of the item are required");
    return panel;
  }
  const BasePrice base = base_price(context, work);
  panel.option = base.option;
  if (const auto* priced = std::get_if<Priced>(&base.state)) {
    const Usd cost = usd_per_million_tokens(cost_of_hours(priced->per_hour, work.count, 1),
                                            work.throughput.tokens_per_second, panel.utilisation);
    panel.price = is_usd_range(cost) ? cited(*priced) : tr("the cost {}", kOutOfRange);
    if (is_usd_range(cost)) panel.usd_per_million = cost;
  } else {
    panel.price = no_price(base.state, tr("price of {}", work.instance));
  }
  return panel;
}

// ---- commitments ----------------------------------------------------------------

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
  panel.notes.push_back(
      price->provenance == Provenance::kApproximate
          ? tr("{}: {} (estimate: {})", title(purchase), cited(*price), price->term)
          : tr("{}: {}", title(purchase), cited(*price)));
  panel.problem.offers.push_back(offered_commitment(purchase, price->per_hour));
}

void add_blocks(const Context& context, const WorkEstimate& work, CommitmentPanel& panel) {
  for (const BlockRequest& block : context.request().commitments->blocks) {
    const std::size_t before = panel.problem.offers.size();
    add_offer(context, work, PurchaseOption::kCapacityBlock, panel);
    if (panel.problem.offers.size() == before) return;
    Commitment& offer = panel.problem.offers.back();
    offer.label = tr("{}, hours {} to {}", offer.label, as_digits(block.start_hour, 6),
                     as_digits(block.start_hour + block.hours, 6));
    offer.start_hour = block.start_hour;
    offer.hours = block.hours;
    offer.most = block.most;
  }
}

void add_held(const Context& context, const WorkEstimate& work, CommitmentPanel& panel) {
  for (const HeldRequest& held : context.request().commitments->held) {
    if (held.instance != work.instance) continue;
    if (held.until <= context.day) {
      panel.notes.push_back(tr("The existing {} ended on {} and serves no demand.",
                               title(held.purchase), to_string(held.until)));
    }
    const PriceState state =
        context.book.as_of(work.instance, context.region(), held.purchase, context.day);
    const auto* price = std::get_if<Priced>(&state);
    // Sunk costs are the same for all alternatives, so that any price can replace an
    // unknown one.
    const Usd rate = price != nullptr ? price->per_hour : panel.problem.types.front().on_demand;
    if (price == nullptr) {
      panel.notes.push_back(no_price(state, tr("existing {}", title(held.purchase))));
    }
    panel.problem.held.push_back(
        {{.label = tr("{} until {}", title(held.purchase), to_string(held.until)),
          .kind = CommitmentKind::kReserved,
          .rates = {rate}},
         held.instances,
         std::max(0.0, static_cast<double>((held.until - context.day).count()) * kHoursPerDay)});
  }
}

/// Whether all sums of the mix are in the range of Usd.
bool fits(const MixCost& mix) {
  return is_usd_range(mix.total) && is_usd_range(mix.commitments) && is_usd_range(mix.on_demand) &&
         is_usd_range(mix.spot) && is_usd_range(mix.sunk) && is_usd_range(mix.all_on_demand);
}

Result<> solve(const Context& context, const WorkEstimate& work, CommitmentPanel& panel) {
  auto mix = best_mix(panel.problem, context.control);
  if (!mix) return fail(mix.error());
  panel.mix = std::move(*mix);
  if (!fits(panel.mix.cost)) {
    panel.missing = tr("the cost {}", kOutOfRange);
    return {};
  }
  const double error = context.request().commitments->demand_error;
  for (const double factor : {1 - error, 1 + error}) {
    CommitmentProblem changed = panel.problem;
    DemandCurve& demand = changed.types.front().demand;
    demand =
        paid_instances(instances_in_demand(*context.request().demand, work, factor), panel.base);
    demand.what = work.instance;
    const auto regret = regret_of(changed, panel.mix.amounts, factor, context.control);
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
  const BasePrice base = base_price(context, work);
  const auto* price = std::get_if<Priced>(&base.state);
  if (price == nullptr) {
    panel.missing = no_price(base.state, tr("on-demand price of {}", work.instance));
    return panel;
  }
  panel.base = base.option;
  panel.price_sources.push_back(cited(*price));
  if (!is_on_demand(base.option)) {
    panel.notes.push_back(
        tr("{} has no on-demand price; hours without another commitment are bought as {} ({}), "
           "which is paid for the peak of each {}.",
           work.instance, title(base.option), cited(*price),
           base.option.option == PurchaseOption::kCapacityBlock ? tr("day") : tr("term")));
  }
  const CommitmentsRequest& request = *context.request().commitments;
  DemandedType type;
  type.demand = paid_instances(instances_in_demand(*context.request().demand, work), base.option);
  type.demand.what = work.instance;
  if (type.demand.peak() > kMostInstances) {
    panel.missing =
        tr("the demand needs more than {} instances at {} tok/s each; check the units "
           "of the throughput and of the demand",
           as::count(static_cast<std::int64_t>(kMostInstances)),
           as_digits(work.throughput.tokens_per_second / work.count, 3));
    return panel;
  }
  type.on_demand = price->per_hour;
  type.most_spot = request.spot_instances;
  if (request.spot_instances > 0) {
    const PriceState spot =
        context.book.as_of(work.instance, context.region(), PurchaseOption::kSpot, context.day);
    if (const auto* priced = std::get_if<Priced>(&spot)) {
      type.spot = priced->per_hour;
      panel.notes.push_back(tr("Spot, without interruptions: {}", cited(*priced)));
    } else {
      panel.notes.push_back(no_price(spot, tr("Spot")));
    }
  }
  panel.problem.types = {std::move(type)};
  panel.problem.horizon_hours = std::round(request.horizon_years * kHoursPerYear);
  for (const Purchase& purchase : request.options) add_offer(context, work, purchase, panel);
  add_blocks(context, work, panel);
  add_held(context, work, panel);
  if (auto ok = solve(context, work, panel); !ok) {
    Error error = ok.error();
    error.where = fmt::format("commitments: {}", work.label);
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
  // AWS bills storage in GB of 2^30 bytes.
  const double stored = *request.checkpoint_bytes / static_cast<double>(kGiB) * request.kept;
  return {service_line(services, "s3_storage", context.region(), stored * months,
                       tr("{} checkpoints stored in S3", as_digits(request.kept, 6)), tr("job"),
                       context.day, context.book.discounts()),
          service_line(services, "s3_put", context.region(),
                       parts * panel.expected.checkpoints / kThousand,
                       tr("Requests that write checkpoints in parts of 100 MB"), tr("job"),
                       context.day, context.book.discounts())};
}

Result<SpotPanel> spot_of(const Context& context, const SpotRequest& request,
                          const DatedRates& services) {
  const auto item =
      std::find_if(context.scenario.work.begin(), context.scenario.work.end(),
                   [&](const WorkItem& each) { return each.estimate.label == request.work; });
  if (item == context.scenario.work.end()) {
    return fail(ErrorCode::kNotFound, tr("unknown item '{}'", request.work), "spot");
  }
  const WorkEstimate& work = item->estimate;
  SpotPanel panel;
  panel.label = work.label;
  panel.job = request.job;
  panel.job.nodes = work.count;
  panel.hazard_source = request.hazard_source;
  const BasePrice base = base_price(context, work);
  const PriceState spot =
      context.book.as_of(work.instance, context.region(), PurchaseOption::kSpot, context.day);
  const auto* base_priced = std::get_if<Priced>(&base.state);
  const auto* spot_price = std::get_if<Priced>(&spot);
  if (base_priced == nullptr || spot_price == nullptr) {
    panel.missing = spot_price == nullptr
                        ? no_price(spot, tr("Spot price of {}", work.instance))
                        : no_price(base.state, tr("on-demand price of {}", work.instance));
    return panel;
  }
  panel.base = base.option;
  panel.job.on_demand_per_hour = base_priced->per_hour;
  panel.job.spot_per_hour = spot_price->per_hour;
  panel.price_source = is_on_demand(base.option)
                           ? tr("Spot {}; on-demand {}", cited(*spot_price), cited(*base_priced))
                           : tr("Spot {}; {} {}, because there is no on-demand price",
                                cited(*spot_price), title(base.option), cited(*base_priced));
  const auto expected = expected_spot_job(panel.job);
  if (!expected) return fail(expected.error());
  panel.expected = *expected;
  if (!is_usd_range(expected->compute) || !is_usd_range(expected->on_demand)) {
    panel.missing = tr("the cost {}", kOutOfRange);
    return panel;
  }
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
                        Text::verbatim(request.label), request.per, context.day,
                        context.book.discounts());
  }
  CostLine line{
      .what = Text::verbatim(request.label), .per = request.per, .arithmetic = {}, .source = {}};
  WorkEstimate machine;
  machine.instance = request.instance;
  const BasePrice base = base_price(context, machine);
  const auto* price = std::get_if<Priced>(&base.state);
  const bool compile = request.kind == LineRequest::Kind::kCompile;
  const Text rate =
      price != nullptr ? tr("{} USD/h", as_price(price->per_hour)) : tr("unknown price");
  line.arithmetic =
      compile ? tr("{} h x {} of {} x {} graphs / {} runs", as_digits(request.hours, 6), rate,
                   request.instance, as_digits(request.graphs, 6), as_digits(request.runs, 6))
              : tr("{} x {} x {} x {} h", as_digits(request.nodes, 6), request.instance, rate,
                   as_digits(request.hours, 6));
  if (price == nullptr) {
    line.source = no_price(base.state, tr("on-demand price of {}", request.instance));
    return line;
  }
  const Usd amount =
      compile ? compile_per_run(price->per_hour, request.hours, request.graphs, request.runs)
              : cold_start(price->per_hour, request.nodes, request.hours);
  line.source = is_on_demand(base.option) ? cited(*price)
                                          : tr("{}: {}, because there is no on-demand price",
                                               title(base.option), cited(*price));
  if (is_usd_range(amount)) {
    line.amount = amount;
  } else {
    line.source = tr("the cost {}; {}", kOutOfRange, line.source);
  }
  line.stale = price->dated && is_stale(base.option.option, price->date, context.day);
  return line;
}

BundleLine part_line(const Context& context, const BundleRequest& bundle, const BundlePart& part) {
  BundleLine line{.bundle = bundle.label, .part = part.label, .arithmetic = {}, .source = {}};
  if (part.amount) {
    line.amount = part.amount;
    line.arithmetic = tr("as stated");
    line.source = Text::verbatim(part.source);
    return line;
  }
  std::optional<Usd> price = part.per_hour;
  line.source = Text::verbatim(part.source);
  if (!price) {
    const PriceState state =
        context.book.as_of(part.instance, context.region(), part.purchase, context.day);
    const auto* priced = std::get_if<Priced>(&state);
    if (priced != nullptr) price = priced->per_hour;
    line.source = priced != nullptr
                      ? cited(*priced)
                      : no_price(state, tr("{} of {}", title(part.purchase), part.instance));
  }
  const Text rate = price ? tr("{} USD/h", as_price(*price)) : tr("unknown price");
  line.arithmetic = tr("{} x {} x {} h x {}", as_digits(part.count, 6), part.instance,
                       as_digits(part.hours, 6), rate);
  line.count = part.count;
  line.hours = part.hours;
  line.per_hour = price;
  if (!price) return line;
  const Usd amount = cost_of_hours(*price, part.count, part.hours);
  if (is_usd_range(amount)) {
    line.amount = amount;
  } else {
    line.source = tr("the cost {}; {}", kOutOfRange, line.source);
  }
  return line;
}

/// The sum of the parts of a bundle; empty with the reason in `why` if it is unknown.
std::optional<Usd> total_of(std::span<const BundleLine> parts, Text& why) {
  constexpr Usd kMost = Usd::from_dollars(9'000'000'000);  // close to the maximum of Usd
  Usd total;
  for (const BundleLine& part : parts) {
    if (!part.amount) {
      why = tr("the price of a part is unknown");
      return std::nullopt;
    }
    if (total.dollars() + part.amount->dollars() > kMost.dollars()) {
      why = tr("the sum exceeds USD {}", as_usd(kMost, 0));
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
      sum.arithmetic = tr("compared with {}", sum.compared_with);
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
      emitted->source = tr("utilisation unknown, assumed to be 100 %; {}", emitted->source);
    }
    lines.push_back({work.label, std::move(value)});
  }
  return lines;
}

}  // namespace

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
