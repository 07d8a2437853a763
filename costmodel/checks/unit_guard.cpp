#include "costmodel/checks/guards.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"
#include "simcore/catalog/memory_fit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using catalog::Catalog;
using catalog::Device;
using catalog::Instance;

bool near(double value, double expected, double tolerance = 0.02) {
  return std::abs(value - expected) <= tolerance * std::abs(expected);
}

/// A slip that multiplies a figure by a known factor.
struct Slip {
  double factor;
  std::string meaning;
};

const Slip* explain(const std::vector<Slip>& slips, double ratio, double tolerance = 0.02) {
  for (const Slip& slip : slips) {
    if (!near(slip.factor, 1.0) && near(ratio, slip.factor, tolerance)) return &slip;
  }
  return nullptr;
}

struct Inspection {
  const Catalog& catalog;
  const PriceBook& book;
  const WorkEstimate& work;
  std::string_view region;
  Day day;
  const Instance* instance = nullptr;  ///< null where the catalogue lacks it
  std::vector<Finding> findings{};

  void add(Severity severity, std::string message) {
    findings.push_back({Guard::kUnits, severity, work.label, std::move(message)});
  }
  std::optional<Usd> listed(std::string_view type, const Purchase& option, Day when) const {
    const PriceState state = book.as_of(type, region, option, when);
    const auto* priced = std::get_if<Priced>(&state);
    return priced != nullptr ? std::optional(priced->per_hour) : std::nullopt;
  }
};

/// Does the placement fit only when `tensor_parallel` is read as chips?
void check_degree(Inspection& inspection) {
  const WorkShape& shape = inspection.work.shape;
  // A search found that it fits, and counts cores.
  if (inspection.work.service && inspection.work.has_throughput()) return;
  if (inspection.instance == nullptr || shape.tensor_parallel < 1 || shape.model.empty()) return;
  const auto model = inspection.catalog.model(shape.model);
  if (!model) return;
  const Device& device = inspection.catalog.device_of(*inspection.instance);
  const int as_cores = shape.tensor_parallel * device.logical_cores;
  if (device.logical_cores < 2 ||
      as_cores > inspection.catalog.logical_cores_of(*inspection.instance)) {
    return;
  }
  catalog::InferencePlacement placement{
      .tensor_parallel = shape.tensor_parallel,
      .batch = std::max(1, shape.batch),
      .sequence_length = shape.input_tokens + shape.output_tokens,
      .weight_bytes_per_element = bytes_per_element(shape.dtype).value_or(2.0),
      .kv_bytes_per_element = 2.0};
  const auto as_stated =
      catalog::inference_memory_fit(inspection.catalog, **model, *inspection.instance, placement);
  placement.tensor_parallel = as_cores;
  const auto as_chips =
      catalog::inference_memory_fit(inspection.catalog, **model, *inspection.instance, placement);
  if (as_stated.fits || !as_chips.fits) return;
  const double core = device.memory_per_logical_core();
  inspection.add(
      Severity::kWarning,
      fmt::format("tensor parallel degree {} seems to count chips: the degree counts "
                  "NeuronCores of {} ({} in all); it is the {} cores of {} chips ({}) that "
                  "hold the model",
                  shape.tensor_parallel, format_bytes(core),
                  format_bytes(core * shape.tensor_parallel), as_cores, shape.tensor_parallel,
                  format_bytes(core * as_cores)));
}

void check_peak(Inspection& inspection) {
  const auto& stated = inspection.work.stated_peak;
  if (!stated || inspection.instance == nullptr) return;
  const Device& device = inspection.catalog.device_of(*inspection.instance);
  const auto peak = device.peak.find(stated->dtype);
  if (peak == device.peak.end() || device.cores < 2) return;
  const double chip = peak->second.value;
  const double core = chip / device.cores;
  const std::string printed = format_si(stated->flops_per_second, "FLOP/s");
  if (stated->per_core && near(stated->flops_per_second, chip)) {
    inspection.add(Severity::kError,
                   fmt::format("{} {} is the peak of a whole chip of {}; a core has {}", printed,
                               stated->dtype, device.title, format_si(core, "FLOP/s")));
  } else if (!stated->per_core && near(stated->flops_per_second, core)) {
    inspection.add(Severity::kError,
                   fmt::format("{} {} is the peak of one core of {}; the chip has {}", printed,
                               stated->dtype, device.title, format_si(chip, "FLOP/s")));
  }
}

/// What the stated price is instead: another option's or another type's price.
std::string other_meaning(const Inspection& inspection, Usd stated, Day when) {
  for (const Purchase& option : kPurchaseOptions) {
    const auto price = inspection.listed(inspection.work.instance, option, when);
    if (price && option.option != PurchaseOption::kOnDemand && near(stated / *price, 1.0, 0.01)) {
      return fmt::format("it is the price of {}", title(option));
    }
  }
  for (const std::string& type : inspection.book.instances()) {
    const auto price = inspection.listed(type, PurchaseOption::kOnDemand, when);
    if (price && type != inspection.work.instance && *price == stated) {
      return fmt::format("it is the on-demand price of {}", type);
    }
  }
  return {};
}

void check_price(Inspection& inspection) {
  const auto& price = inspection.work.price;
  if (!price) return;
  const auto date = parse_price_date(price->date);
  const Day when = date ? date->first : inspection.day;
  const auto listed = inspection.listed(inspection.work.instance, PurchaseOption::kOnDemand, when);
  if (!listed) return;
  const double ratio = price->per_hour / *listed;
  constexpr double kRoundingOfArticles = 0.05;
  if (near(ratio, 1.0, kRoundingOfArticles)) return;
  const double chips = inspection.instance != nullptr ? inspection.instance->chips : 1.0;
  const std::vector<Slip> slips = {
      {1.0 / chips, "it is the price of one accelerator, not of the instance"},
      {inspection.work.count * 1.0, "it is the price of the whole fleet, not of one instance"},
      {kHoursPerMonth, "it is a price per month, not per hour"},
      {720.0, "it is a price per month (of 720 hours), not per hour"},
      {kHoursPerDay, "it is a price per day, not per hour"},
      {1.0 / kSecondsPerHour, "it is a price per second, not per hour"}};
  std::string text =
      fmt::format("{} USD/h stated for {}, {} USD/h listed on demand in {} on {}: {:.3g} times",
                  format_usd(price->per_hour, 4), inspection.work.instance, format_usd(*listed, 4),
                  inspection.region, to_string(when), ratio);
  constexpr double kSamePrice = 0.01;
  if (const Slip* slip = explain(slips, ratio, kSamePrice)) {
    inspection.add(Severity::kError, text + "; " + slip->meaning);
    return;
  }
  if (const auto meaning = other_meaning(inspection, price->per_hour, when); !meaning.empty()) {
    inspection.add(Severity::kError, text + "; " + meaning);
    return;
  }
  constexpr double kDeepestDiscount = 0.1;  // AWS sells spot at no less than a tenth
  const bool absurd = ratio < kDeepestDiscount || ratio > 1.0 / kDeepestDiscount;
  if (absurd) text += "; no purchase option is sold so far from on-demand: a decimal slip?";
  inspection.add(absurd ? Severity::kError : Severity::kWarning, text);
}

/// A figure per instance that only the fleet can reach.
void check_scope(Inspection& inspection) {
  const WorkEstimate& work = inspection.work;
  if (!work.throughput.stated_per_instance || work.count < 2) return;
  const auto bound = throughput_bound(inspection.catalog, work);
  const double total = work.throughput.tokens_per_second;
  const double stated = total / work.count;
  if (!bound || total <= bound->tokens_per_second || stated > bound->tokens_per_second) return;
  inspection.add(Severity::kWarning,
                 fmt::format("{:.4g} tok/s per instance exceeds the bound of one instance "
                             "({:.4g}), but not that of all {}: the figure seems to be the fleet's",
                             stated, bound->tokens_per_second / work.count, work.count));
}

void check_weights(Inspection& inspection) {
  const WorkShape& shape = inspection.work.shape;
  const auto element = bytes_per_element(shape.dtype);
  std::optional<double> parameters = shape.parameters;
  if (const auto model = inspection.catalog.model(shape.model); model) {
    parameters = (*model)->parameters;
  }
  if (!shape.weight_bytes || !element || !parameters || !(*parameters > 0.0)) return;
  const double expected = *parameters * *element;
  const double ratio = *shape.weight_bytes / expected;
  constexpr double kRoundingOfNames = 0.05;  // "70B" is 68.98e9
  if (near(ratio, 1.0, kRoundingOfNames)) return;
  std::string text = fmt::format("{} of weights stated, {:.4g} parameters x {} B of {} are {}",
                                 format_si(*shape.weight_bytes, "B"), *parameters, *element,
                                 shape.dtype, format_si(expected, "B"));
  const std::vector<Slip> slips = {
      {1e9 / static_cast<double>(kGiB), "the figure seems to be GiB, printed as GB"},
      {static_cast<double>(kGiB) / 1e9, "the figure seems to be GB, read as GiB"},
      {2.0, "that is twice as wide a data type"},
      {0.5, "that is half as wide a data type"}};
  if (const Slip* slip = explain(slips, ratio)) text += "; " + slip->meaning;
  inspection.add(Severity::kWarning, text);
}

void compare_result(Inspection& inspection, std::string_view what, Usd stated, Usd computed,
                    std::string_view arithmetic) {
  if (computed.nano() <= 0) return;
  const double ratio = stated / computed;
  const std::string text =
      fmt::format("{} USD {} stated, {} computed ({}): {:.4g} times", format_usd(stated), what,
                  format_usd(computed), arithmetic, ratio);
  constexpr double kShortMonth = 720.0 / kHoursPerMonth;
  if (near(ratio, kShortMonth, 0.001)) {
    inspection.add(Severity::kInfo, text + "; the source counts 720 hours a month, not 730");
    return;
  }
  if (near(ratio, 1.0)) return;
  const std::vector<Slip> slips = {
      {1000.0, "thousands and millions are mixed up"},
      {0.001, "thousands and millions are mixed up"},
      {1e6, "a figure per million is used per token"},
      {12.0, "a figure per year is taken for one per month"},
      {1.0 / 12.0, "a figure per month is taken for one per year"},
      {1000.0 / 12.0, "thousands and millions, and months and years, are mixed up"},
      {kHoursPerDay, "a figure per day is taken for one per hour"},
      {1.0 / kHoursPerDay, "a figure per hour is taken for one per day"},
      {kSecondsPerHour, "a figure per hour is taken for one per second"},
      {1.0 / kSecondsPerHour, "a figure per second is taken for one per hour"},
      {inspection.instance != nullptr ? 1.0 / inspection.instance->chips : 1.0,
       "the price is of one accelerator, the throughput of the whole instance"},
      {1.0 / inspection.work.count, "the price is of one instance, the throughput of all"},
      {inspection.work.count * 1.0, "the price is of all instances, the throughput of one"}};
  const Slip* slip = explain(slips, ratio);
  inspection.add(slip != nullptr ? Severity::kError : Severity::kWarning,
                 slip != nullptr ? text + "; " + slip->meaning : text);
}

void check_results(Inspection& inspection) {
  const WorkEstimate& work = inspection.work;
  const auto listed = inspection.listed(work.instance, PurchaseOption::kOnDemand, inspection.day);
  if (!work.price && !listed) return;
  const Usd fleet = cost_of_hours(work.price ? work.price->per_hour : *listed, work.count, 1);
  const double rate = work.throughput.tokens_per_second;
  const StatedResults& stated = work.stated;
  if (stated.usd_per_million && rate > 0.0) {
    compare_result(inspection, "per million tokens", *stated.usd_per_million,
                   usd_per_million_tokens(fleet, rate),
                   fmt::format("{} USD/h / {:.6g} tok/s", format_usd(fleet, 4), rate));
  }
  if (stated.usd_per_month && stated.tokens_per_month && rate > 0.0) {
    compare_result(inspection, "per month", *stated.usd_per_month,
                   cost_of_tokens(fleet, rate, *stated.tokens_per_month),
                   fmt::format("{:.4g} million tokens at {} USD/h / {:.6g} tok/s",
                               *stated.tokens_per_month / 1e6, format_usd(fleet, 4), rate));
  } else if (stated.usd_per_month) {
    compare_result(inspection, "per month", *stated.usd_per_month, monthly_cost(fleet, 1),
                   fmt::format("{} USD/h x 730 h", format_usd(fleet, 4)));
  }
  if (stated.usd_per_run && work.run_hours) {
    compare_result(inspection, "per run", *stated.usd_per_run,
                   cost_of_hours(fleet, 1, *work.run_hours),
                   fmt::format("{} USD/h x {:.6g} h", format_usd(fleet, 4), *work.run_hours));
  }
}

}  // namespace

std::vector<Finding> unit_guard(const catalog::Catalog& catalog, const PriceBook& book,
                                const WorkEstimate& work, std::string_view region, Day day) {
  Inspection inspection{catalog, book, work, region, day};
  if (const auto instance = catalog.instance(work.instance)) inspection.instance = *instance;
  check_degree(inspection);
  check_peak(inspection);
  check_price(inspection);
  check_scope(inspection);
  check_weights(inspection);
  check_results(inspection);
  return std::move(inspection.findings);
}

}  // namespace nscope::cost
