#include "app/pricing/fill_roi.h"

#include "app/documents/built_in.h"
#include "app/pricing/fill_scenario.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::app {
namespace {

/// The item of a scenario to which the side refers. Errors: kNotFound with the labels of the items.
Result<cost::WorkItem> referred(const cost::RoiSide::Reference& reference) {
  const auto scenario = load_scenario(reference.scenario);
  if (!scenario) return fail(scenario.error());
  const auto found = std::find_if(
      scenario->work.begin(), scenario->work.end(),
      [&](const cost::WorkItem& item) { return item.estimate.label == reference.item; });
  if (found != scenario->work.end()) return *found;
  std::string labels;
  for (const cost::WorkItem& item : scenario->work) {
    labels += fmt::format("{}'{}'", labels.empty() ? "" : ", ", item.estimate.label);
  }
  return fail(ErrorCode::kNotFound,
              tr("the scenario has no item '{}'; its items are {}", reference.item, labels),
              reference.scenario);
}

Result<> fill_side(const catalog::Catalog& catalog, cost::RoiSide& side, TaskControl& control) {
  if (side.reference) {
    auto item = referred(*side.reference);
    if (!item) return fail(item.error());
    side.work = std::move(*item);
    side.reference.reset();
  }
  cost::Scenario alone;
  alone.work.push_back(side.work);
  if (auto ok = fill_scenario(catalog, alone, nullptr, control); !ok) return ok;
  side.work = std::move(alone.work.front());
  const cost::WorkEstimate& work = side.work.estimate;
  if (work.has_throughput()) return {};
  return fail(ErrorCode::kInfeasible,
              tr("no load meets {}: {}", work.service->limits, work.service->why_not),
              cost::place_of(side.work));
}

}  // namespace

Result<> fill_roi_study(const catalog::Catalog& catalog, cost::RoiStudy& study,
                        TaskControl& control) {
  for (const cost::SideName name : {cost::SideName::kBaseline, cost::SideName::kTarget}) {
    cost::RoiSide& side = name == cost::SideName::kBaseline ? study.baseline : study.target;
    if (auto ok = fill_side(catalog, side, control); !ok) {
      Error error = ok.error();
      if (!side.work.place.empty()) return fail(std::move(error));  // names the document
      error.where = error.where.inside(to_string(name));
      return fail(std::move(error));
    }
  }
  return {};
}

}  // namespace nscope::app
