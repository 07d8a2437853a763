#include "app/gui/plan/fleet/fleet_points.h"

#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

using namespace capacity;

std::optional<FleetPoint> point_of(const PlannedFleet& fleet, Latency latency) {
  const auto figures = std::find_if(fleet.figures.begin(), fleet.figures.end(),
                                    [&](const auto& each) { return each.latency == latency; });
  if (figures == fleet.figures.end() || !std::isfinite(figures->tail.value)) return std::nullopt;
  FleetPoint point{.instance = fleet.configuration.instance,
                   .configuration = fleet.configuration.text(),
                   .count = fleet.count(),
                   .latency = figures->tail.value,
                   .usd_per_hour = fleet.per_hour.dollars()};
  point.confidence = std::pair(figures->tail.low, figures->tail.high);
  const auto& band = fleet.widened ? fleet.widened : fleet.measured;
  if (!band) return point;
  const auto at = static_cast<std::size_t>(latency);
  point.band = std::pair(band->tail[0][at], band->tail[1][at]);
  const auto cost = [&](const std::optional<int>& serving) -> std::optional<double> {
    if (!serving) return std::nullopt;
    const auto count = static_cast<std::int64_t>(*serving + fleet.spare);
    return (fleet.offer.priced()->per_hour * count).dollars();
  };
  point.usd_band = {cost(band->serving[0]), cost(band->serving[1])};
  return point;
}

}  // namespace

std::vector<Latency> latencies_of(const FleetPlan& plan) {
  std::vector<Latency> found;
  for (const Latency latency : {Latency::kTtft, Latency::kTpot, Latency::kE2e}) {
    const bool limited = limit_of(plan.request.limits, latency) != nullptr;
    const bool figured = std::any_of(plan.types.begin(), plan.types.end(), [&](const auto& type) {
      return type.fleet && point_of(*type.fleet, latency);
    });
    if (limited || figured) found.push_back(latency);
  }
  return found;
}

std::vector<FleetPoint> fleet_points(const FleetPlan& plan, Latency latency) {
  std::vector<FleetPoint> points;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    auto point = point_of(*type.fleet, latency);
    if (!point) continue;
    const bool best = plan.best && plan.best->candidate == type.fleet->candidate;
    point->kind = best ? FleetPoint::Kind::kBest : FleetPoint::Kind::kType;
    points.push_back(std::move(*point));
  }
  for (const FrontierPoint& other : plan.frontier) {
    const Limit* const limit = limit_of(other.limits, latency);
    if (!other.fleet || limit == nullptr) continue;
    points.push_back({.kind = FleetPoint::Kind::kOtherLimits,
                      .instance = other.fleet->configuration.instance,
                      .configuration = other.fleet->configuration.text(),
                      .count = other.fleet->count(),
                      .latency = limit->seconds,
                      .usd_per_hour = other.fleet->per_hour.dollars()});
  }
  return points;
}

Table point_table(const std::vector<FleetPoint>& points, const Limit& shown) {
  const Text name = Text::verbatim(shown.title());
  const Text unknown = nscope::tr("unknown");
  Table table({{"what", nscope::tr("Fleet")},
               {"instance", nscope::tr("Instance type")},
               {"count", nscope::tr("Instances")},
               {"latency", name, "s"},
               {"low", nscope::tr("confidence from"), "s"},
               {"high", nscope::tr("confidence to"), "s"},
               {"fast", nscope::tr("error band from"), "s"},
               {"slow", nscope::tr("error band to"), "s"},
               {"usd_per_hour", nscope::tr("Cost per hour"), "USD", 2},
               {"usd_low", nscope::tr("error band from"), "USD", 2},
               {"usd_high", nscope::tr("error band to"), "USD", 2},
               {"configuration", nscope::tr("Configuration")}});
  const auto end = [&](const auto& pair, bool second) {
    if (!pair) return Cell(Missing{unknown});
    const double value = second ? pair->second : pair->first;
    return std::isfinite(value) ? Cell(value) : Cell(Missing{nscope::tr("not completed")});
  };
  const auto cost = [&](const FleetPoint& point, const std::optional<double>& value) {
    if (value) return Cell(*value);
    return Cell(Missing{point.band ? nscope::tr("no fleet") : unknown});
  };
  for (const FleetPoint& point : points) {
    const bool other = point.kind == FleetPoint::Kind::kOtherLimits;
    const bool best = point.kind == FleetPoint::Kind::kBest;
    table.add_row({other  ? nscope::tr("for other limits")
                   : best ? nscope::tr("cheapest")
                          : nscope::tr("best of its type"),
                   point.instance, std::int64_t{point.count}, point.latency,
                   end(point.confidence, false), end(point.confidence, true),
                   end(point.band, false), end(point.band, true), point.usd_per_hour,
                   cost(point, point.usd_band.first), cost(point, point.usd_band.second),
                   point.configuration});
  }
  const bool any_other = std::any_of(points.begin(), points.end(), [](const FleetPoint& point) {
    return point.kind == FleetPoint::Kind::kOtherLimits;
  });
  if (any_other) {
    table.add_note(nscope::tr(
        "Fleets for other limits are shown at their latency limit. They show what longer "
        "limits save."));
  }
  return table;
}

}  // namespace nscope::gui
