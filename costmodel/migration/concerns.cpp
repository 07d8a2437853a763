#include "costmodel/migration/roi.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/service_discount.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

class List {
 public:
  void add(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      all_.push_back({finding.severity, title(finding.guard), finding.label, finding.message,
                      disqualifies(finding)});
    }
  }
  void add(Severity severity, Phrase topic, std::string subject, Text message) {
    all_.push_back({severity, topic, std::move(subject), std::move(message), false});
  }
  void add(Severity severity, Guard guard, std::string subject, Text message) {
    add(severity, title(guard), std::move(subject), std::move(message));
  }
  std::vector<Concern> sorted() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const Concern& a, const Concern& b) { return a.severity > b.severity; });
    return std::move(all_);
  }

 private:
  std::vector<Concern> all_;
};

constexpr Phrase kBilling = phrase("billing");

void check_price(const RoiResult& result, SideName name, List& list) {
  const RoiSide& side = result.study.side(name);
  const PricedSide& priced = name == SideName::kBaseline ? result.baseline : result.target;
  const std::string& label = side.work.estimate.label;
  const auto& price = std::get<Priced>(priced.price);
  if (priced.stale) {
    list.add(Severity::kWarning, Guard::kStalePrice, label,
             tr("the price of {} is {} days old on {}, which is more than {} days",
                to_string(price.date), as::count(age_days(price.date, result.as_of)),
                to_string(result.as_of), stale_after_days(side.option.option)));
  }
  if (price.dated && price.date.first > result.as_of) {
    list.add(
        Severity::kWarning, Guard::kStalePrice, label,
        tr("the amount in /{}/{} is dated {}, after the day of the prices ({})", to_string(name),
           side.bill ? "bill" : "price", to_string(price.date), to_string(result.as_of)));
  }
  if (!price.dated) {
    list.add(Severity::kWarning, Guard::kStalePrice, label,
             tr("the price of {} USD/h has no date: {}", as_price(price.per_hour), price.source));
  }
  if (side.option.option == PurchaseOption::kSpot && !side.bill) {
    list.add(Severity::kWarning, phrase("spot"), label,
             tr("the Spot price does not include the time for interruptions, restarts and "
                "checkpoints; reduce the utilisation accordingly"));
  }
}

void check_utilisation(const RoiSide& side, List& list) {
  constexpr double kTooGood = 0.95;
  const std::string& label = side.work.estimate.label;
  if (!side.bill && side.utilisation >= kTooGood) {
    list.add(Severity::kWarning, Guard::kUtilisation, label,
             tr("a utilisation of {} is not realistic in the long term, because it leaves almost "
                "no time for idle hours, starts and failures ({})",
                as::percent(side.utilisation, 0), side.utilisation_source));
  }
  if (side.bill || side.billing != Billing::kBusyHours) return;
  if (side.option.option == PurchaseOption::kCapacityBlock) {
    list.add(Severity::kWarning, kBilling, label,
             tr("Capacity Blocks are paid in whole days; the utilisation must include their idle "
                "hours"));
  }
  if (is_commitment(side.option.option)) {
    list.add(Severity::kWarning, kBilling, label,
             tr("{} is paid around the clock, but the study bills only busy hours; bill this side "
                "around the clock",
                title(side.option)));
  }
}

void compare_sides(const RoiResult& result, List& list) {
  const RoiSide& base = result.study.baseline;
  const RoiSide& target = result.study.target;
  const std::string& label = target.work.estimate.label;
  if (base.bill) {
    list.add(Severity::kInfo, Guard::kPurchase, label,
             std::get<Priced>(result.target.price).list
                 ? tr("the baseline uses the effective price of the bill (USD {} per "
                      "instance-hour), the target the list price ({}) less the discounts of the "
                      "price book",
                      as_price(base.bill->per_instance_hour), title(target.option))
                 : tr("the baseline uses the effective price of the bill (USD {} per "
                      "instance-hour), the target the list price ({}); private discounts can "
                      "reduce that as well",
                      as_price(base.bill->per_instance_hour), title(target.option)));
  } else if (base.option != target.option) {
    list.add(Severity::kWarning, Guard::kPurchase, label,
             tr("the purchase options differ: {} for the target, {} for the baseline. Part of the "
                "difference is due to them; the table of purchase options compares equal options.",
                title(target.option), title(base.option)));
  }
  if (base.billing != target.billing && !base.bill) {
    list.add(
        Severity::kWarning, kBilling, label,
        target.billing == Billing::kAlwaysOn
            ? tr("idle time is paid for the target but not for the baseline, because the study "
                 "bills only the busy hours of the baseline")
            : tr("idle time is paid for the baseline but not for the target, because the study "
                 "bills only the busy hours of the target"));
  }
  constexpr double kFar = 0.1;
  if (!base.bill && target.utilisation > base.utilisation + kFar) {
    list.add(
        Severity::kWarning, Guard::kUtilisation, label,
        tr("the utilisation of the target ({}) is assumed to be higher than that of the baseline "
           "({}); part of the saving is possible without moving",
           as::percent(target.utilisation, 0), as::percent(base.utilisation, 0)));
  }
}

void check_plan(const RoiResult& result, List& list) {
  const RoiStudy& study = result.study;
  if (study.uncertainty.ranges.empty() && study.price_cuts.empty()) {
    list.add(Severity::kWarning, phrase("uncertainty"), "",
             tr("no input has a range, so the result is a single case without a probability"));
  }
  if (result.investment.nano() <= 0) {
    list.add(Severity::kWarning, phrase("investment"), "",
             tr("the plan has no engineer-weeks and no payments, but every migration has costs"));
  }
  const auto wasted =
      std::find_if(result.months.begin() + 1, result.months.end(), [](const CashMonth& month) {
        return month.committed.nano() > 0 && month.committed == month.stay;
      });
  if (wasted != result.months.end()) {
    list.add(Severity::kInfo, phrase("commitments"), study.baseline.work.estimate.label,
             tr("in month {} the existing commitments (USD {}) cost at least as much as the "
                "instances in use, so there is no saving before they expire",
                wasted - result.months.begin(), as_usd(wasted->committed)));
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
    list.add(least_throughput_guard(catalog, work));
    list.add(memory_fit_guard(catalog, work));
    list.add(idle_accelerators_guard(work));
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
  if (const Text unused = other_service_discounts(book.discounts(), result.as_of);
      !unused.empty()) {
    list.add(Severity::kInfo, phrase("discounts"), "",
             tr("these discounts are not applied, because the monthly and one-off costs of a study "
                "are stated amounts: {}; state the amounts that you pay",
                unused));
  }
  return list.sorted();
}

}  // namespace nscope::cost
