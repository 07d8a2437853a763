#include "costmodel/checks/guards.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/token_count.h"
#include "profiler/base/format.h"
#include "simcore/catalog/memory_fit.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

using catalog::Catalog;
using catalog::Device;
using catalog::Instance;

bool near(double value, double expected, double tolerance = 0.02) {
  return std::abs(value - expected) <= tolerance * std::abs(expected);
}

/// A mistake that multiplies a figure by a known factor.
struct Slip {
  double factor;
  Phrase meaning;
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
  const Instance* instance = nullptr;  ///< null if the catalogue does not have it
  std::vector<Finding> findings{};

  void add(Severity severity, Text message) {
    findings.push_back({Guard::kUnits, severity, work.label, std::move(message)});
  }
  std::optional<Usd> listed(std::string_view type, const Purchase& option, Day when) const {
    const PriceState state = book.as_of(type, region, option, when);
    const auto* priced = std::get_if<Priced>(&state);
    return priced != nullptr ? std::optional(priced->per_hour) : std::nullopt;
  }
};

/// Checks whether the model fits only if `tensor_parallel` is a number of chips.
void check_degree(Inspection& inspection) {
  const WorkShape& shape = inspection.work.shape;
  // The search for the sustained load counts cores and has found a layout that fits.
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
      tr("tensor parallel degree {} seems to be a number of chips. The degree is a number of "
         "NeuronCores with {} each ({} in total), but the model fits only on the {} cores of {} "
         "chips ({}).",
         shape.tensor_parallel, as::bytes(core), as::bytes(core * shape.tensor_parallel), as_cores,
         shape.tensor_parallel, as::bytes(core * as_cores)));
}

void check_peak(Inspection& inspection) {
  const auto& stated = inspection.work.stated_peak;
  if (!stated || inspection.instance == nullptr) return;
  const Device& device = inspection.catalog.device_of(*inspection.instance);
  const auto peak = device.peak.find(stated->dtype);
  if (peak == device.peak.end() || device.cores < 2) return;
  const double chip = peak->second.value;
  const double core = chip / device.cores;
  const TextNumber printed = as::value(stated->flops_per_second, "FLOP/s");
  if (stated->per_core && near(stated->flops_per_second, chip)) {
    inspection.add(Severity::kError,
                   tr("{} {} is the peak of a whole chip of {}; a core has {}", printed,
                      stated->dtype, device.title, as::value(core, "FLOP/s")));
  } else if (!stated->per_core && near(stated->flops_per_second, core)) {
    inspection.add(Severity::kError,
                   tr("{} {} is the peak of one core of {}; the chip has {}", printed,
                      stated->dtype, device.title, as::value(chip, "FLOP/s")));
  }
}

/// The price that equals the stated one: of another purchase option or another type. Empty if
/// there is none.
Text other_meaning(const Inspection& inspection, Usd stated, Day when) {
  for (const Purchase& option : kPurchaseOptions) {
    const auto price = inspection.listed(inspection.work.instance, option, when);
    if (price && option.option != PurchaseOption::kOnDemand && near(stated / *price, 1.0, 0.01)) {
      return tr("the stated price is that of {}", title(option));
    }
  }
  for (const std::string& type : inspection.book.instances()) {
    const auto price = inspection.listed(type, PurchaseOption::kOnDemand, when);
    if (price && type != inspection.work.instance && *price == stated) {
      return tr("the stated price is the on-demand price of {}", type);
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
      {1.0 / chips, phrase("the stated price is that of one accelerator, not of the instance")},
      {inspection.work.count * 1.0,
       phrase("the stated price is that of the whole fleet, not of one instance")},
      {kHoursPerMonth, phrase("the stated price is per month, not per hour")},
      {720.0, phrase("the stated price is per month of 720 hours, not per hour")},
      {kHoursPerDay, phrase("the stated price is per day, not per hour")},
      {1.0 / kSecondsPerHour, phrase("the stated price is per second, not per hour")}};
  const Text text = tr(
      "{} USD/h is stated for {}, but the on-demand list price in {} on {} is {} USD/h: factor {}",
      as_price(price->per_hour), inspection.work.instance, inspection.region, to_string(when),
      as_price(*listed), as_digits(ratio, 3));
  constexpr double kSamePrice = 0.01;
  if (const Slip* slip = explain(slips, ratio, kSamePrice)) {
    inspection.add(Severity::kError, tr("{}; {}", text, slip->meaning));
    return;
  }
  if (const auto meaning = other_meaning(inspection, price->per_hour, when); !meaning.empty()) {
    inspection.add(Severity::kError, tr("{}; {}", text, meaning));
    return;
  }
  constexpr double kDeepestDiscount = 0.1;  // the lowest Spot price of AWS is 10 % of on-demand
  if (ratio < kDeepestDiscount || ratio > 1.0 / kDeepestDiscount) {
    inspection.add(Severity::kError,
                   tr("{}; no purchase option differs that much from on-demand, so check the "
                      "decimal point",
                      text));
  } else {
    inspection.add(Severity::kWarning, text);
  }
}

/// A throughput per instance that only the fleet can reach.
void check_scope(Inspection& inspection) {
  const WorkEstimate& work = inspection.work;
  if (!work.throughput.stated_per_instance || work.count < 2) return;
  const auto bound = throughput_bound(inspection.catalog, work);
  const double total = work.throughput.tokens_per_second;
  const double stated = total / work.count;
  if (!bound || total <= bound->tokens_per_second || stated > bound->tokens_per_second) return;
  inspection.add(
      Severity::kWarning,
      tr("{} tok/s per instance exceeds the bound of one instance ({} tok/s) but not "
         "that of all {}; the throughput seems to be that of the fleet",
         as_digits(stated, 4), as_digits(bound->tokens_per_second / work.count, 4), work.count));
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
  const Text text = tr("the stated weights have {}, but {} parameters x {} B ({}) are {}",
                       as::exact(format_si(*shape.weight_bytes, "B")), as_digits(*parameters, 4),
                       *element, shape.dtype, as::exact(format_si(expected, "B")));
  const std::vector<Slip> slips = {
      {1e9 / static_cast<double>(kGiB), phrase("the figure seems to be in GiB but labelled GB")},
      {static_cast<double>(kGiB) / 1e9, phrase("the figure seems to be in GB but read as GiB")},
      {2.0, phrase("the figure matches a data type of twice the size")},
      {0.5, phrase("the figure matches a data type of half the size")}};
  const Slip* const slip = explain(slips, ratio);
  inspection.add(Severity::kWarning, slip != nullptr ? tr("{}; {}", text, slip->meaning) : text);
}

enum class StatedCost { kPerMillion, kPerMonth, kPerRun };

Text comparison(StatedCost what, Usd stated, Usd computed, const Text& arithmetic) {
  const TextNumber factor = as_digits(stated / computed, 4);
  switch (what) {
    case StatedCost::kPerMillion:
      return tr(
          "USD {} per million tokens is stated, but the calculation gives USD {} ({}): "
          "factor {}",
          as_usd(stated), as_usd(computed), arithmetic, factor);
    case StatedCost::kPerMonth:
      return tr("USD {} per month is stated, but the calculation gives USD {} ({}): factor {}",
                as_usd(stated), as_usd(computed), arithmetic, factor);
    case StatedCost::kPerRun:
      return tr("USD {} per run is stated, but the calculation gives USD {} ({}): factor {}",
                as_usd(stated), as_usd(computed), arithmetic, factor);
  }
  return {};
}

void compare_result(Inspection& inspection, StatedCost what, Usd stated, Usd computed,
                    const Text& arithmetic) {
  if (computed.nano() <= 0) return;
  const double ratio = stated / computed;
  const Text text = comparison(what, stated, computed, arithmetic);
  constexpr double kShortMonth = 720.0 / kHoursPerMonth;
  if (near(ratio, kShortMonth, 0.001)) {
    inspection.add(Severity::kInfo, tr("{}; the source counts 720 hours per month, not 730", text));
    return;
  }
  if (near(ratio, 1.0)) return;
  constexpr Phrase kThousands = phrase("thousands and millions are confused");
  const std::vector<Slip> slips = {
      {1000.0, kThousands},
      {0.001, kThousands},
      {1e6, phrase("a cost per million tokens is used as a cost per token")},
      {12.0, phrase("a cost per year is used as a cost per month")},
      {1.0 / 12.0, phrase("a cost per month is used as a cost per year")},
      {1000.0 / 12.0, phrase("thousands and millions, and months and years, are confused")},
      {kHoursPerDay, phrase("a cost per day is used as a cost per hour")},
      {1.0 / kHoursPerDay, phrase("a cost per hour is used as a cost per day")},
      {kSecondsPerHour, phrase("a rate per hour is used as a rate per second")},
      {1.0 / kSecondsPerHour, phrase("a rate per second is used as a rate per hour")},
      {inspection.instance != nullptr ? 1.0 / inspection.instance->chips : 1.0,
       phrase("the price is that of one accelerator, the throughput that of the instance")},
      {1.0 / inspection.work.count,
       phrase("the price is that of one instance, the throughput that of all instances")},
      {inspection.work.count * 1.0,
       phrase("the price is that of all instances, the throughput that of one instance")}};
  const Slip* slip = explain(slips, ratio);
  inspection.add(slip != nullptr ? Severity::kError : Severity::kWarning,
                 slip != nullptr ? tr("{}; {}", text, slip->meaning) : text);
}

void check_results(Inspection& inspection) {
  const WorkEstimate& work = inspection.work;
  const auto listed = inspection.listed(work.instance, PurchaseOption::kOnDemand, inspection.day);
  if (!work.price && !listed) return;
  const Usd fleet = cost_of_hours(work.price ? work.price->per_hour : *listed, work.count, 1);
  const double rate = work.throughput.tokens_per_second;
  const StatedResults& stated = work.stated;
  if (stated.usd_per_million && rate > 0.0) {
    compare_result(inspection, StatedCost::kPerMillion, *stated.usd_per_million,
                   usd_per_million_tokens(fleet, rate),
                   tr("{} USD/h / {} tok/s", as_price(fleet), as_digits(rate, 6)));
  }
  if (stated.usd_per_month && stated.tokens_per_month && rate > 0.0) {
    compare_result(inspection, StatedCost::kPerMonth, *stated.usd_per_month,
                   cost_of_tokens(fleet, rate, *stated.tokens_per_month),
                   tr("{} at {} USD/h / {} tok/s", tokens_text(*stated.tokens_per_month),
                      as_price(fleet), as_digits(rate, 6)));
  } else if (stated.usd_per_month) {
    compare_result(inspection, StatedCost::kPerMonth, *stated.usd_per_month, monthly_cost(fleet, 1),
                   tr("{} USD/h x 730 h", as_price(fleet)));
  }
  if (stated.usd_per_run && work.run_hours) {
    compare_result(inspection, StatedCost::kPerRun, *stated.usd_per_run,
                   cost_of_hours(fleet, 1, *work.run_hours),
                   tr("{} USD/h x {} h", as_price(fleet), as_digits(*work.run_hours, 6)));
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
