#include "costmodel/economics/compared_costs.h"

#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

double price(const ComparedSide& side) {
  return side.per_hour.dollars() * (1 - side.discount);
}

double tokens_per_hour(const ComparedSide& side) {
  return side.tokens_per_second * side.speed * side.utilisation * kSecondsPerHour;
}

ComparedSide turned(ComparedSide side, Lever lever, double value) {
  switch (lever) {
    case Lever::kSpeed: side.speed = value; break;
    case Lever::kUtilisation: side.utilisation = value; break;
    case Lever::kDiscount: side.discount = value; break;
  }
  return side;
}

double tokens_per_month(const ComparedSide& side) {
  return tokens_per_hour(side) * kHoursPerMonth;
}

double per_month(const ComparedSide& side, int groups) {
  return price(side) * kHoursPerMonth * groups;
}

/// Costs that differ only by rounding are equal.
LoadCurve::Cheaper cheaper(const CostPoint& point) {
  constexpr double kRounding = 1e-12;
  if (std::abs(point.other - point.base) <= kRounding * point.base) {
    return LoadCurve::Cheaper::kNeither;
  }
  return point.other < point.base ? LoadCurve::Cheaper::kOther : LoadCurve::Cheaper::kBase;
}

}  // namespace

double usd_per_million(const ComparedSide& side) {
  return price(side) / tokens_per_hour(side) * kMillion;
}

std::optional<double> break_even_at(const ComparedSides& sides, Lever lever) {
  const double base = usd_per_million(sides.base);
  const bool discount = lever == Lever::kDiscount;
  const double plain = usd_per_million(turned(sides.other, lever, discount ? 0 : 1));
  if (!(base > 0) || !(plain > 0)) return std::nullopt;
  const double value = discount ? 1 - base / plain : plain / base;
  if (lever == Lever::kUtilisation && value > 1) return std::nullopt;
  if (discount && value < 0) return std::nullopt;
  return value;
}

double break_even_speed(const ComparedSides& sides) {
  const double now = sides.other.tokens_per_second * sides.other.speed /
                     (sides.base.tokens_per_second * sides.base.speed);
  return now * usd_per_million(sides.other) / usd_per_million(sides.base);
}

std::vector<CostPoint> cost_curve(const ComparedSides& sides, Lever lever, double low, double high,
                                  int steps) {
  std::vector<CostPoint> points;
  const double base = usd_per_million(sides.base);
  steps = std::max(1, steps);
  for (int i = 0; i <= steps; ++i) {
    const double at = low + (high - low) * i / steps;
    points.push_back({at, base, usd_per_million(turned(sides.other, lever, at))});
  }
  return points;
}

LoadCurve load_curve(const ComparedSides& sides, double most_tokens_per_month,
                     std::size_t most_steps) {
  LoadCurve curve;
  const double base = tokens_per_month(sides.base);
  const double other = tokens_per_month(sides.other);
  // Merges the loads at which either side needs another group.
  constexpr double kSame = 1e-9;
  int groups_base = 1;
  int groups_other = 1;
  double at = 0;
  while (at < most_tokens_per_month && curve.steps.size() < most_steps) {
    at = std::min({groups_base * base, groups_other * other, most_tokens_per_month});
    curve.steps.push_back(
        {at, per_month(sides.base, groups_base), per_month(sides.other, groups_other)});
    if (groups_base * base <= at * (1 + kSame)) ++groups_base;
    if (groups_other * other <= at * (1 + kSame)) ++groups_other;
  }
  constexpr auto kNeither = LoadCurve::Cheaper::kNeither;
  auto before = kNeither;
  double end = 0;
  for (const CostPoint& step : curve.steps) {
    const auto now = cheaper(step);
    if (now != kNeither) {
      if (before == kNeither) curve.first = now;
      if (before != kNeither && now != before) curve.crossings.push_back(end);
      before = now;
    }
    end = step.at;
  }
  return curve;
}

}  // namespace nscope::cost
