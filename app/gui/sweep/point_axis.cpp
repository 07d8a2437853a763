#include "app/gui/sweep/point_axis.h"

#include "app/gui/sweep/point_text.h"
#include "app/gui/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

/// Numbers beside texts that get a coordinate of their own.
constexpr std::size_t kMostNumbersBesideTexts = 1'000;
/// The ratio of the largest to the smallest value from which an axis is logarithmic.
constexpr double kWideRatio = 50;

/// The smallest of 1, 2 and 5 times a power of ten that divides `span` into at most `most` parts.
double axis_step(double span, int most) {
  const double rough = span / std::max(1, most);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * 0.999) return factor * power;
  }
  return 10 * power;
}

/// A value on an axis whose marks are `step` apart.
QString mark_text(double value, double step) {
  if (value == 0) return QStringLiteral("0");
  const double size = std::abs(value);
  if (size >= 1e9 || size < 1e-6) return QString::number(value, 'g', 4);
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12);
  if (decimals == 0) return count_text(static_cast<std::int64_t>(std::llround(value)));
  return number_text(fmt::format("{:.{}f}", value, decimals));
}

}  // namespace

PointAxis::PointAxis(const sweep::PointColumn& column, bool logarithmic) : column_(&column) {
  if (!column.has_texts()) {
    if (!column.has_numbers()) return;
    low_ = column.low;
    high_ = column.high;
    logarithmic_ = logarithmic && can_be_logarithmic(column);
    return;
  }
  if (column.has_numbers()) {
    for (const double number : column.numbers) {
      if (std::isnan(number)) continue;
      const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), number);
      if (at != numbers_.end() && *at == number) continue;
      if (numbers_.size() == kMostNumbersBesideTexts) break;
      numbers_.insert(at, number);
    }
  }
  for (const double number : numbers_) names_.push_back(point_number(number, column.integers));
  for (const std::string& name : column.names) names_.push_back(to_qstring(name));
  low_ = 0;
  high_ = static_cast<double>(names_.size()) - 1;
}

bool PointAxis::can_be_logarithmic(const sweep::PointColumn& column) {
  return !column.has_texts() && column.has_numbers() && column.low > 0;
}

bool PointAxis::is_wide(const sweep::PointColumn& column) {
  return can_be_logarithmic(column) && column.high / column.low >= kWideRatio;
}

double PointAxis::coordinate(std::size_t row) const {
  if (!has_names()) return column_->numbers[row];
  const std::uint32_t text = column_->texts[row];
  if (text != 0) return static_cast<double>(numbers_.size() + text - 1);
  const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), column_->numbers[row]);
  if (at == numbers_.end() || *at != column_->numbers[row]) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return static_cast<double>(at - numbers_.begin());
}

double PointAxis::place_of(double coordinate) const {
  if (low_ == high_) return std::isnan(coordinate) ? coordinate : 0.5;
  if (logarithmic_) return std::log(coordinate / low_) / std::log(high_ / low_);
  // Halves cannot overflow.
  return (coordinate / 2 - low_ / 2) / (high_ / 2 - low_ / 2);
}

double PointAxis::coordinate_at(double place) const {
  if (place <= 0 || low_ == high_) return low_;
  if (place >= 1) return high_;
  if (logarithmic_) return low_ * std::pow(high_ / low_, place);
  return low_ * (1 - place) + high_ * place;
}

QString PointAxis::text_of(double coordinate) const {
  if (!has_values()) return {};
  if (!has_names()) return point_number(coordinate, false);
  const auto last = static_cast<double>(names_.size() - 1);
  return names_[static_cast<std::size_t>(std::clamp(std::round(coordinate), 0.0, last))];
}

std::vector<PointAxis::Tick> PointAxis::ticks(int most) const {
  if (!has_values()) return {};
  if (has_names()) {
    const std::size_t step = (names_.size() + static_cast<std::size_t>(std::max(1, most)) - 1) /
                             static_cast<std::size_t>(std::max(1, most));
    std::vector<Tick> marks;
    for (std::size_t i = 0; i < names_.size(); i += step) {
      marks.push_back({place_of(static_cast<double>(i)), names_[i]});
    }
    return marks;
  }
  if (low_ == high_) return {{0.5, point_number(low_, column_->integers)}};
  if (!logarithmic_) return linear_ticks(most);
  auto marks = logarithmic_ticks(most);
  return marks.size() >= 2 ? marks : linear_ticks(most);
}

std::vector<PointAxis::Tick> PointAxis::linear_ticks(int most) const {
  double step = axis_step(high_ / 2 - low_ / 2, most) * 2;
  if (column_->integers) step = std::max(1.0, std::round(step));
  std::vector<Tick> marks;
  const double first = std::ceil(low_ / step - 1e-9);
  for (int i = 0; i <= 4 * most + 4; ++i) {
    const double value = (first + i) * step;
    if (!(value <= high_ + step * 1e-9) || !std::isfinite(value)) break;
    marks.push_back({place_of(std::clamp(value, low_, high_)), mark_text(value, step)});
  }
  return marks;
}

std::vector<PointAxis::Tick> PointAxis::logarithmic_ticks(int most) const {
  const int first = static_cast<int>(std::floor(std::log10(low_)));
  const int last = static_cast<int>(std::ceil(std::log10(high_)));
  std::vector<Tick> marks;
  const auto add = [&](double value) {
    const double edge = 1e-9 * value;
    if (value >= low_ - edge && value <= high_ + edge) {
      marks.push_back({std::clamp(place_of(value), 0.0, 1.0), mark_text(value, value)});
    }
  };
  const int decades = std::max(1, last - first);
  const int step = std::max(1, (decades + most - 1) / std::max(1, most));
  for (int power = first; power <= last; power += step) {
    const double base = std::pow(10.0, power);
    add(base);
    if (step == 1 && 3 * std::log10(high_ / low_) <= most + 1) {
      add(2 * base);
      add(5 * base);
    }
  }
  return marks;
}

}  // namespace nscope::gui
