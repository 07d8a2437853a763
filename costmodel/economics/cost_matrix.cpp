#include "costmodel/economics/cost_matrix.h"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using catalog::Catalog;

template <class T, class F>
Banded<T> banded(const Throughput& throughput, F&& at) {
  Banded<T> result;
  result.value = at(throughput.tokens_per_second);
  if (throughput.low) result.low = at(*throughput.low);
  if (throughput.high) result.high = at(*throughput.high);
  if (result.low && result.high && *result.high < *result.low) std::swap(result.low, result.high);
  return result;
}

/// The lower end of the throughput is the upper end of the cost.
Banded<Usd> cost_band(const Throughput& throughput, Usd per_hour) {
  Throughput flipped = throughput;
  std::swap(flipped.low, flipped.high);
  return banded<Usd>(flipped, [&](double rate) { return usd_per_million_tokens(per_hour, rate); });
}

const WorkItem& base_of(const Scenario& scenario, const WorkItem& item) {
  const auto found =
      std::find_if(scenario.work.begin(), scenario.work.end(),
                   [&](const WorkItem& w) { return w.estimate.label == item.compare_with; });
  return found != scenario.work.end() ? *found : scenario.work.front();
}

/// The tokens of a run of this item.
std::optional<double> run_tokens(const Scenario& scenario, const WorkItem& item) {
  if (scenario.run_tokens) return scenario.run_tokens;
  const WorkEstimate& first = scenario.work.front().estimate;
  if (scenario.run_hours) {
    if (!first.has_throughput()) return std::nullopt;
    return tokens_in(first.throughput.tokens_per_second, *scenario.run_hours);
  }
  const WorkEstimate& base = base_of(scenario, item).estimate;
  if (base.run_hours && base.has_throughput())
    return tokens_in(base.throughput.tokens_per_second, *base.run_hours);
  return std::nullopt;
}

/// Groups of an item that serve the highest demand of the scenario; 1 if it states none.
int groups_at_peak(const Scenario& scenario, const WorkEstimate& work, double rate) {
  const auto& demand = scenario.economics.demand;
  if (!demand) return 1;
  const bool in_tokens = demand->unit == DemandRequest::Unit::kTokensPerSecond;
  return std::max(1, instances_for_load(demand->curve.peak(), in_tokens ? rate : work.count));
}

/// Whether all amounts are in the range of Usd.
bool fits(const CostFigures& figures) {
  std::vector<Usd> all{figures.per_hour, figures.usd_per_million.value,
                       figures.usd_per_million.low.value_or(Usd()),
                       figures.usd_per_million.high.value_or(Usd())};
  if (figures.run) all.push_back(figures.run->usd);
  if (figures.month) {
    const MonthCost& month = *figures.month;
    all.insert(all.end(), {month.metered, month.dedicated.per_month, month.dedicated.per_million});
  }
  return std::all_of(all.begin(), all.end(), [](Usd amount) { return is_usd_range(amount); });
}

CostFigures figures(const Scenario& scenario, const WorkItem& item, const Throughput& throughput,
                    const Purchase& option, const Priced& price, Day day) {
  const WorkEstimate& work = item.estimate;
  const double rate = throughput.tokens_per_second;
  CostFigures result;
  result.per_hour = cost_of_hours(price.per_hour, work.count, 1);
  result.tokens_per_usd =
      banded<double>(throughput, [&](double r) { return tokens_per_usd(result.per_hour, r); });
  result.usd_per_million = cost_band(throughput, result.per_hour);
  if (const auto tokens = run_tokens(scenario, item)) {
    const double hours = hours_for(*tokens, rate);
    result.run = RunCost{*tokens, hours, cost_of_hours(result.per_hour, 1, hours)};
  }
  if (scenario.tokens_per_month) {
    result.month = MonthCost{cost_of_tokens(result.per_hour, rate, *scenario.tokens_per_month),
                             dedicated(result.per_hour, rate, *scenario.tokens_per_month,
                                       groups_at_peak(scenario, work, rate))};
  }
  if (price.dated) result.price_age_days = age_days(price.date, day);
  result.stale = price.dated && is_stale(option.option, price.date, day);
  result.may_lead = scenario.options.size() == 1 || is_current(price, option, day);
  result.purchase = option;
  return result;
}

/// `throughput` is null if no load meets the item's limits.
CostRow price_row(const PriceBook& book, const Scenario& scenario, std::size_t w,
                  const std::string& region, const Throughput* throughput, Day day) {
  CostRow row{.work = w, .region = region, .cells = {}};
  for (const Purchase& option : scenario.options) {
    CostCell cell;
    cell.price = price_of(book, scenario.work[w].estimate, region, option, day);
    const auto* price = std::get_if<Priced>(&cell.price);
    if (price != nullptr && throughput != nullptr) {
      cell.figures = figures(scenario, scenario.work[w], *throughput, option, *price, day);
      if (!fits(*cell.figures)) cell.figures.reset();
    }
    row.cells.push_back(std::move(cell));
  }
  return row;
}

std::vector<CostRow> price_rows(const PriceBook& book, const Scenario& scenario, Day day) {
  std::vector<CostRow> rows;
  for (std::size_t w = 0; w < scenario.work.size(); ++w) {
    const WorkEstimate& work = scenario.work[w].estimate;
    for (const std::string& region : scenario.regions) {
      rows.push_back(price_row(book, scenario, w, region,
                               work.has_throughput() ? &work.throughput : nullptr, day));
      if (!work.service || !work.service->full_load) continue;
      rows.push_back(price_row(book, scenario, w, region, &*work.service->full_load, day));
      rows.back().full_load = true;
    }
  }
  return rows;
}

/// Fleet price of an item for the equal-work guard: on-demand in the first region.
std::optional<Usd> fleet_price(const PriceBook& book, const Scenario& scenario,
                               const WorkEstimate& work, Day day) {
  const PriceState state =
      price_of(book, work, scenario.regions.front(), PurchaseOption::kOnDemand, day);
  const auto* price = std::get_if<Priced>(&state);
  if (price == nullptr) return std::nullopt;
  return cost_of_hours(price->per_hour, work.count, 1);
}

std::vector<Finding> guard(const Catalog& catalog, const PriceBook& book, const Scenario& scenario,
                           Day day) {
  std::vector<Finding> all;
  const auto append = [&](std::vector<Finding> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  };
  std::set<std::string> models;
  for (const WorkItem& item : scenario.work) {
    const WorkEstimate& work = item.estimate;
    if (!catalog.instance(work.instance)) {
      append({{Guard::kRoofline, Severity::kInfo, work.label,
               tr("{} is not in the catalogue, so roofline and memory are not checked",
                  work.instance)}});
    }
    append(roofline_guard(catalog, work));
    append(least_throughput_guard(catalog, work));
    append(memory_fit_guard(catalog, work));
    // Unknown properties of a model are reported once.
    const bool first = models.insert(work.shape.model).second;
    for (Finding& finding : context_guard(catalog, work)) {
      if (first || finding.severity != Severity::kInfo) all.push_back(std::move(finding));
    }
    append(unit_guard(catalog, book, work, scenario.regions.front(), day));
    const WorkEstimate& base = base_of(scenario, item).estimate;
    append(service_guard(base, work));
    if (base.label != work.label && base.has_throughput() && work.has_throughput()) {
      append(equal_work_guard(base, fleet_price(book, scenario, base, day), work,
                              fleet_price(book, scenario, work, day)));
    }
  }
  return all;
}

struct Candidate {
  std::size_t row;
  std::size_t option;
  std::size_t work;
  double value;
  std::optional<double> low, high;
  std::string device;  ///< see RankedCost
  bool may_lead;
  Purchase purchase;
};

RankedCost ranked(const Candidate& one) {
  return {one.value, one.low, one.high, one.device};
}

Margin margin(const Candidate& best, const Candidate& other) {
  if (other.value >= best.value) return Margin::kOverlap;
  constexpr double kSure = 0.95;
  if (const auto probability = probability_cheaper(ranked(best), ranked(other))) {
    return *probability >= kSure ? Margin::kClear : Margin::kOverlap;
  }
  if (const auto range = probability_range(ranked(best), ranked(other))) {
    return range->low >= kSure ? Margin::kClear : Margin::kOverlap;
  }
  if (!best.low || !other.high) return Margin::kNoBand;
  return *other.high < *best.low ? Margin::kClear : Margin::kOverlap;
}

std::optional<Winner> winner(const std::vector<Candidate>& candidates) {
  if (candidates.empty()) return std::nullopt;
  const auto best = std::max_element(candidates.begin(), candidates.end(),
                                     [](const Candidate& a, const Candidate& b) {
                                       if (a.value != b.value) return a.value < b.value;
                                       return binds_less(b.purchase, a.purchase);
                                     });
  Winner found{best->row, best->option, Margin::kAlone};
  const Candidate* next = nullptr;
  for (const Candidate& other : candidates) {
    if (other.work == best->work) continue;
    found.margin = std::max(found.margin, margin(*best, other));
    if (next == nullptr || other.value > next->value) next = &other;
  }
  if (next == nullptr) return found;
  found.next = {next->row, next->option};
  found.probability = probability_cheaper(ranked(*best), ranked(*next));
  found.range = probability_range(ranked(*best), ranked(*next));
  return found;
}

/// The candidates that may lead, and those of items without one, as long as they are more
/// expensive. All candidates if none may lead.
std::vector<Candidate> leading(const std::vector<Candidate>& all) {
  std::set<std::size_t> items;
  double most = 0;
  for (const Candidate& one : all) {
    if (!one.may_lead) continue;
    items.insert(one.work);
    most = std::max(most, one.value);
  }
  if (items.empty()) return all;
  std::vector<Candidate> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), [&](const Candidate& one) {
    return one.may_lead || (!items.contains(one.work) && one.value < most);
  });
  return some;
}

/// The device whose prediction error the throughput has; empty for other throughputs.
std::string predicted_device(const Catalog& catalog, const WorkEstimate& work) {
  if (work.throughput.provenance != Provenance::kSimulated) return {};
  const auto instance = catalog.instance(work.instance);
  return instance ? (*instance)->device : std::string();
}

void rank(const Catalog& catalog, CostMatrix& matrix) {
  std::vector<Candidate> all;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const auto& figures = row.cells[o].figures;
      if (!figures || row.full_load) continue;
      ++matrix.priced;
      if (figures->stale) ++matrix.stale;
      if (!row.may_win()) continue;
      const Banded<double>& tokens = figures->tokens_per_usd;
      // With limits, a band without a slow end has no load there that meets them.
      const bool none = matrix.work_of(row).service && tokens.high && !tokens.low;
      all.push_back({r, o, row.work, tokens.value, none ? 0.0 : tokens.low, tokens.high,
                     predicted_device(catalog, matrix.work_of(row)), figures->may_lead,
                     figures->purchase});
    }
  }
  matrix.best = winner(leading(all));
  double most =
      matrix.best
          ? matrix.rows[matrix.best->row].cells[matrix.best->option].figures->tokens_per_usd.value
          : 0;
  for (const Candidate& one : all) {
    if (one.may_lead || one.value <= most) continue;
    most = one.value;
    matrix.cheaper_but_stale = {one.row, one.option};
  }
  for (std::size_t o = 0; o < matrix.scenario.options.size(); ++o) {
    std::vector<Candidate> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                 [&](const Candidate& c) { return c.option == o; });
    matrix.best_of_option.push_back(winner(leading(some)));
  }
}

/// Refuses an instance type that neither the catalogue nor the price book has.
Result<> check_type_name(const Catalog& catalog, const PriceBook& book, const std::string& name,
                         std::string place) {
  const auto instance = catalog.instance(name);
  if (instance || name.empty() || !book.observations(name).empty()) return {};
  return fail(instance.error().code, instance.error().message, std::move(place));
}

/// Checks the names in the optional keys of a scenario.
Result<> check_economics(const Catalog& catalog, const PriceBook& book,
                         const EconomicsRequest& asked) {
  const std::span<const HeldRequest> held =
      asked.commitments ? asked.commitments->held : std::span<const HeldRequest>();
  for (std::size_t i = 0; i < held.size(); ++i) {
    auto ok = check_type_name(catalog, book, held[i].instance,
                              fmt::format("/commitments/held/{}/instance", i));
    if (!ok) return ok;
  }
  for (std::size_t i = 0; i < asked.lines.size(); ++i) {
    const LineRequest& line = asked.lines[i];
    auto ok = check_type_name(catalog, book, line.instance, fmt::format("/costs/{}/instance", i));
    if (!ok) return ok;
  }
  for (std::size_t i = 0; i < asked.bundles.size(); ++i) {
    const std::vector<BundlePart>& parts = asked.bundles[i].parts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (parts[k].per_hour || parts[k].amount) continue;
      auto ok = check_type_name(catalog, book, parts[k].instance,
                                fmt::format("/bundles/{}/parts/{}/instance", i, k));
      if (!ok) return ok;
    }
  }
  return {};
}

/// Refuses own prices that no item can use: of an unknown type or region that the scenario does not
/// name either. `book` is without own prices.
Result<> check_own_prices(const Catalog& catalog, const PriceBook& book, const Scenario& scenario) {
  const EconomicsRequest& asked = scenario.economics;
  std::set<std::string> named;
  for (const WorkItem& item : scenario.work) named.insert(item.estimate.instance);
  for (const LineRequest& line : asked.lines) named.insert(line.instance);
  for (const BundleRequest& bundle : asked.bundles) {
    for (const BundlePart& part : bundle.parts) named.insert(part.instance);
  }
  for (std::size_t i = 0; i < scenario.prices.size(); ++i) {
    const PriceObservation& row = scenario.prices[i];
    if (!named.contains(row.instance)) {
      auto ok = check_type_name(catalog, book, row.instance, fmt::format("/prices/{}/instance", i));
      if (!ok) return ok;
    }
    const auto& regions = scenario.regions;
    const bool known =
        row.region == "*" || std::find(regions.begin(), regions.end(), row.region) != regions.end();
    if (known) continue;
    if (auto ok = book.check_region(row.region); !ok) {
      return fail(ok.error().code, ok.error().message, fmt::format("/prices/{}/region", i));
    }
  }
  return {};
}

/// `today`: the latest day that is not in the future.
Result<> check_names(const Catalog& catalog, const PriceBook& book, const Scenario& scenario,
                     Day today) {
  for (const std::string& region : scenario.regions) {
    if (auto ok = book.check_region(region); !ok) return ok;
  }
  for (std::size_t i = 0; i < scenario.prices.size(); ++i) {
    const PriceObservation& row = scenario.prices[i];
    const auto ok = book.check_amount(row.instance, effective_hourly(row));
    if (!ok) {
      return fail(ok.error().code, ok.error().message, fmt::format("/prices/{}/usd_per_hour", i));
    }
  }
  for (const WorkItem& item : scenario.work) {
    const WorkEstimate& work = item.estimate;
    if (work.price) {
      const auto ok = book.check_amount(work.instance, work.price->per_hour);
      if (!ok) return fail(ok.error().code, ok.error().message, place_of(item));
      const auto date = parse_price_date(work.price->date);
      if (date && date->first > today) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("price/date: {} is in the future; today is {}. State the day on which the "
                       "price was seen.",
                       work.price->date, to_string(today)),
                    place_of(item));
      }
    }
    const auto instance = catalog.instance(work.instance);
    if (!instance && book.observations(work.instance).empty()) {
      return fail(instance.error().code, instance.error().message, place_of(item));
    }
    const auto model = catalog.model(work.shape.model);
    if (!work.shape.model.empty() && !work.shape.parameters && !model) {
      return fail(model.error().code, model.error().message, place_of(item));
    }
    if (item.pending) {
      return fail(ErrorCode::kInvalidArgument,
                  item.pending->kind == PendingWork::Kind::kSummaryFile
                      ? tr("'{}' has no throughput; the summary '{}' has not been read", work.label,
                           item.pending->file)
                      : tr("'{}' has no throughput; it has not been simulated", work.label));
    }
  }
  return {};
}

}  // namespace

bool CostFigures::is_cheaper_than(const CostFigures& other) const {
  if (may_lead != other.may_lead) return may_lead;
  if (tokens_per_usd.value != other.tokens_per_usd.value) {
    return tokens_per_usd.value > other.tokens_per_usd.value;
  }
  return binds_less(purchase, other.purchase);
}

std::string_view to_string(Margin margin) {
  switch (margin) {
    case Margin::kAlone: return "alone";
    case Margin::kClear: return "clear";
    case Margin::kNoBand: return "no band";
    case Margin::kOverlap: return "overlap";
  }
  return "";
}

const Throughput* CostMatrix::throughput_of(const CostRow& row) const {
  const WorkEstimate& work = work_of(row);
  if (row.full_load) return &*work.service->full_load;
  return work.has_throughput() ? &work.throughput : nullptr;
}

Text CostMatrix::label_of(const CostRow& row) const {
  const std::string& label = work_of(row).label;
  return row.full_load ? tr("{}, full load", label) : Text::verbatim(label);
}

Phrase CostMatrix::missing_of(const CostRow& row, const CostCell& cell) const {
  const Phrase price = missing_word(cell.price);
  const bool has_price = price.english.empty();
  if (!has_price || cell.figures) return price;
  return throughput_of(row) == nullptr ? kLimitsMissed : kCostOutOfRange;
}

bool CostMatrix::has_limits() const {
  return std::any_of(scenario.work.begin(), scenario.work.end(),
                     [](const WorkItem& item) { return item.estimate.service.has_value(); });
}

bool CostMatrix::has_figures() const {
  return std::any_of(rows.begin(), rows.end(), [](const CostRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const CostCell& cell) { return cell.figures.has_value(); });
  });
}

Result<CostMatrix> cost_matrix(const Catalog& catalog, const PriceBook& book,
                               const Scenario& scenario, Day today) {
  TaskControl control;
  return cost_matrix(catalog, book, scenario, today, control);
}

Result<CostMatrix> cost_matrix(const Catalog& catalog, const PriceBook& book,
                               const Scenario& scenario, Day today, TaskControl& control) {
  // Copying the book takes longer than the matrix, so it is done only if the scenario has prices.
  std::optional<PriceBook> own;
  if (!scenario.prices.empty()) own = book.with(scenario.prices);
  const PriceBook& prices = own ? *own : book;
  if ((scenario.work.empty() && scenario.economics.bundles.empty()) || scenario.regions.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the scenario must have a region and an item of work"));
  }
  const Day latest = std::max(today, scenario.as_of.value_or(today));
  if (auto ok = check_names(catalog, prices, scenario, latest); !ok) return fail(ok.error());
  if (auto ok = check_economics(catalog, prices, scenario.economics); !ok) return fail(ok.error());
  if (auto ok = check_own_prices(catalog, book, scenario); !ok) return fail(ok.error());
  if (scenario.as_of) {
    if (const auto ok = check_price_day(*scenario.as_of, today); !ok) {
      return fail(ok.error().code, ok.error().message, "/as_of");
    }
  }
  CostMatrix matrix;
  matrix.scenario = scenario;
  matrix.as_of = scenario.as_of.value_or(today);
  matrix.rows = price_rows(prices, scenario, matrix.as_of);
  matrix.findings = guard(catalog, prices, scenario, matrix.as_of);
  for (CostRow& row : matrix.rows) {
    const std::string& label = matrix.work_of(row).label;
    row.disqualified =
        std::any_of(matrix.findings.begin(), matrix.findings.end(),
                    [&](const Finding& f) { return f.label == label && disqualifies(f); });
  }
  rank(catalog, matrix);
  auto economics = scenario_economics(catalog, prices, scenario, matrix.as_of, control);
  if (!economics) return fail(economics.error());
  matrix.economics = std::move(*economics);
  for (Finding& finding : use_guard(matrix, prices)) matrix.findings.push_back(std::move(finding));
  return matrix;
}

}  // namespace nscope::cost
