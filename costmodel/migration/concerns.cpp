#include "costmodel/migration/roi.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

class List {
 public:
  void add(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      all_.push_back({finding.severity, std::string(to_string(finding.guard)), finding.label,
                      finding.message, disqualifies(finding)});
    }
  }
  void add(Severity severity, std::string topic, std::string subject, std::string message) {
    all_.push_back({severity, std::move(topic), std::move(subject), std::move(message), false});
  }
  void add(Severity severity, Guard guard, std::string subject, std::string message) {
    add(severity, std::string(to_string(guard)), std::move(subject), std::move(message));
  }
  std::vector<Concern> sorted() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const Concern& a, const Concern& b) { return a.severity > b.severity; });
    return std::move(all_);
  }

 private:
  std::vector<Concern> all_;
};

void check_price(const RoiResult& result, SideName name, List& list) {
  const RoiSide& side = result.study.side(name);
  const PricedSide& priced = name == SideName::kBaseline ? result.baseline : result.target;
  const std::string& label = side.work.estimate.label;
  const auto& price = std::get<Priced>(priced.price);
  if (priced.stale) {
    list.add(Severity::kWarning, Guard::kStalePrice, label,
             fmt::format("the price of {} is {} days old on {}: more than twelve months",
                         to_string(price.date), age_days(price.date, result.as_of),
                         to_string(result.as_of)));
  }
  if (!price.dated) {
    list.add(Severity::kWarning, Guard::kStalePrice, label,
             fmt::format("the price of {} USD/h has no date: {}", format_usd(price.per_hour, 4),
                         price.source));
  }
  if (side.option.option == PurchaseOption::kSpot && !side.bill) {
    list.add(Severity::kWarning, "spot", label,
             "the spot price does not include interruptions, restarts and checkpoints: lower the "
             "utilisation by what they take");
  }
}

void check_utilisation(const RoiSide& side, List& list) {
  constexpr double kTooGood = 0.95;
  const std::string& label = side.work.estimate.label;
  if (!side.bill && side.utilisation >= kTooGood) {
    list.add(Severity::kWarning, Guard::kUtilisation, label,
             fmt::format("a utilisation of {} leaves no idle, start-up or failed hour: no fleet "
                         "runs like that for long ({})",
                         format_percent(side.utilisation, 0), side.utilisation_source));
  }
  if (side.bill || side.billing != Billing::kBusyHours) return;
  if (side.option.option == PurchaseOption::kCapacityBlock) {
    list.add(Severity::kWarning, "billing", label,
             "a Capacity Block is paid in whole days, busy or not: the utilisation must count its "
             "idle hours");
  }
  if (is_commitment(side.option.option)) {
    list.add(Severity::kWarning, "billing", label,
             fmt::format("a {} is paid around the clock, but only busy hours are counted: use "
                         "\"billing\": \"always_on\"",
                         title(side.option)));
  }
}

void compare_sides(const RoiResult& result, List& list) {
  const RoiSide& base = result.study.baseline;
  const RoiSide& target = result.study.target;
  const std::string& label = target.work.estimate.label;
  if (base.bill) {
    list.add(Severity::kInfo, Guard::kPurchase, label,
             fmt::format("the baseline is what was paid ({} USD per instance-hour), the target a "
                         "{} price: private discounts may lower it too",
                         format_usd(base.bill->per_instance_hour, 4), title(target.option)));
  } else if (base.option != target.option) {
    list.add(Severity::kWarning, Guard::kPurchase, label,
             fmt::format("{} against {}: a part of the difference is the way of buying, not the "
                         "machine; the table of purchase options shows like against like",
                         title(target.option), title(base.option)));
  }
  if (base.billing != target.billing && !base.bill) {
    list.add(Severity::kWarning, "billing", label,
             fmt::format("{} against {}: idle time is paid for on one side only",
                         to_string(target.billing), to_string(base.billing)));
  }
  constexpr double kFar = 0.1;
  if (!base.bill && target.utilisation > base.utilisation + kFar) {
    list.add(
        Severity::kWarning, Guard::kUtilisation, label,
        fmt::format("the target is assumed to be busier ({}) than the baseline ({}): a part "
                    "of the saving could be had without moving",
                    format_percent(target.utilisation, 0), format_percent(base.utilisation, 0)));
  }
}

void check_plan(const RoiResult& result, List& list) {
  const RoiStudy& study = result.study;
  if (study.uncertainty.ranges.empty() && study.price_cuts.empty()) {
    list.add(Severity::kWarning, "uncertainty", "",
             "no input has a range: the result is one future out of many");
  }
  if (result.investment.nano() <= 0) {
    list.add(Severity::kWarning, "investment", "",
             "the plan has no engineer-weeks and no payments: nobody migrates for nothing");
  }
  const auto wasted =
      std::find_if(result.months.begin() + 1, result.months.end(), [](const CashMonth& month) {
        return month.committed.nano() > 0 && month.committed == month.stay;
      });
  if (wasted != result.months.end()) {
    list.add(Severity::kInfo, "commitments", study.baseline.work.estimate.label,
             fmt::format("in month {} the old commitments ({} USD) are as much as or more than the "
                         "machines in use would cost: nothing can be saved there before they "
                         "expire",
                         wasted - result.months.begin(), format_usd(wasted->committed)));
  }
}

}  // namespace

std::vector<Concern> find_concerns(const catalog::Catalog& catalog, const PriceBook& book,
                                   const RoiResult& result) {
  List list;
  const RoiStudy& study = result.study;
  for (const SideName name : {SideName::kBaseline, SideName::kTarget}) {
    const RoiSide& side = study.side(name);
    const WorkEstimate& work = side.work.estimate;
    list.add(roofline_guard(catalog, work));
    list.add(memory_fit_guard(catalog, work));
    list.add(unit_guard(catalog, book, work, side.region, result.as_of));
    check_price(result, name, list);
    check_utilisation(side, list);
  }
  if (!study.baseline.bill) {
    list.add(equal_work_guard(study.baseline.work.estimate, result.baseline.per_hour,
                              study.target.work.estimate, result.target.per_hour));
  }
  compare_sides(result, list);
  check_plan(result, list);
  return list.sorted();
}

}  // namespace nscope::cost
