#include "app/sweep/sweep_points.h"

#include "app/sweep/constraints.h"
#include "profiler/base/random_stream.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

namespace nscope::sweep {
namespace {

/// Combinations that are drawn for each point before the constraints count as too strict.
constexpr std::size_t kMostDrawsPerPoint = 1'000;

/// A value of a range; `share` is between 0 and 1.
Json value_in(const Variation::Range& range, double share) {
  const double value = range.logarithmic
                           ? std::exp(std::lerp(std::log(range.from), std::log(range.to), share))
                           : std::lerp(range.from, range.to, share);
  const double within = std::clamp(value, range.from, range.to);
  if (range.integer) return static_cast<std::int64_t>(std::llround(within));
  return within;
}

/// The values of a variation in a grid. Integers that rounding has made equal appear once.
std::vector<std::vector<Json>> grid_values(const Variation& variation) {
  if (!variation.values.empty()) return variation.values;
  std::vector<std::vector<Json>> values;
  const int last = variation.range.count - 1;
  for (int i = 0; i <= last; ++i) {
    Json value = value_in(variation.range, static_cast<double>(i) / last);
    if (values.empty() || values.back().front() != value) values.push_back({std::move(value)});
  }
  return values;
}

TextNumber count(std::size_t value) {
  return as::count(static_cast<std::int64_t>(value));
}

Error too_many_points() {
  return Error{ErrorCode::kBadInput,
               tr("has more than {} combinations; state fewer values, or draw points with "
                  "\"sample\"",
                  as::count(kMostPoints)),
               Place("/vary")};
}

/// Adds a combination to the points, or to the excluded ones.
Result<> add(std::vector<Json> values, Constraints& constraints, Points& points) {
  const auto met = constraints.met_by(values);
  if (!met) return fail(met.error());
  if (*met) {
    points.values.push_back(std::move(values));
  } else {
    ++points.excluded;
  }
  return {};
}

Result<Points> grid_points(const Spec& spec, Constraints& constraints, TaskControl& control) {
  std::vector<std::vector<std::vector<Json>>> axes;
  std::size_t combinations = 1;
  for (const Variation& variation : spec.variations) {
    axes.push_back(grid_values(variation));
    if (combinations > kMostPoints / axes.back().size()) return fail(too_many_points());
    combinations *= axes.back().size();
  }
  Points points{.values = {}};
  std::vector<std::size_t> position(axes.size(), 0);
  for (std::size_t index = 0; index < combinations; ++index) {
    if (control.cancelled_at(index)) return cancelled();
    std::size_t rest = index;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      position[axis] = rest % axes[axis].size();
      rest /= axes[axis].size();
    }
    std::vector<Json> values;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const auto& row = axes[axis][position[axis]];
      values.insert(values.end(), row.begin(), row.end());
    }
    if (auto ok = add(std::move(values), constraints, points); !ok) return fail(ok.error());
  }
  return points;
}

/// Draws numbers between 0 and 1, one for each variation of a point.
class Draws {
 public:
  Draws(const Spec& spec) : stream_(spec.seed, kPurpose) {
    if (spec.method != Method::kSobol) return;
    sobol_.emplace(spec.variations.size());
    for (std::size_t i = 0; i < spec.variations.size(); ++i) shift_.push_back(stream_.uniform());
  }

  double next(std::size_t axis) {
    if (!sobol_) return stream_.uniform();
    const double raw = static_cast<double>((*sobol_)() >> 11) * 0x1.0p-53;
    const double shifted = raw + shift_[axis];
    return shifted < 1.0 ? shifted : shifted - 1.0;
  }

 private:
  static constexpr std::uint64_t kPurpose = 0x5357;  // "SW"

  RandomStream stream_;
  std::optional<boost::random::sobol> sobol_{};
  std::vector<double> shift_{};
};

Result<Points> drawn_points(const Spec& spec, Constraints& constraints, TaskControl& control) {
  Points points{.values = {}};
  Draws draws(spec);
  while (points.values.size() < spec.count) {
    const std::size_t drawn = points.values.size() + points.excluded;
    if (control.cancelled_at(drawn)) return cancelled();
    if (points.excluded > kMostDrawsPerPoint * (points.values.size() + 1)) {
      return fail(ErrorCode::kBadInput,
                  tr("exclude {} of {} drawn combinations; relax them, or state narrower ranges",
                     count(points.excluded), count(drawn)),
                  "/constraints");
    }
    std::vector<Json> values;
    for (std::size_t axis = 0; axis < spec.variations.size(); ++axis) {
      const Variation& variation = spec.variations[axis];
      const double share = draws.next(axis);
      if (variation.values.empty()) {
        values.push_back(value_in(variation.range, share));
        continue;
      }
      const std::size_t size = variation.values.size();
      const auto chosen = static_cast<std::size_t>(share * static_cast<double>(size));
      const auto& row = variation.values[std::min(chosen, size - 1)];
      values.insert(values.end(), row.begin(), row.end());
    }
    if (auto ok = add(std::move(values), constraints, points); !ok) return fail(ok.error());
  }
  return points;
}

}  // namespace

Result<Points> points_of(const Spec& spec, TaskControl& control) {
  auto constraints = Constraints::prepare(spec);
  if (!constraints) return fail(constraints.error());
  auto points = spec.method == Method::kGrid ? grid_points(spec, *constraints, control)
                                             : drawn_points(spec, *constraints, control);
  if (points && points->values.empty()) {
    return fail(ErrorCode::kBadInput, tr("exclude all {} combinations", count(points->excluded)),
                "/constraints");
  }
  return points;
}

}  // namespace nscope::sweep
