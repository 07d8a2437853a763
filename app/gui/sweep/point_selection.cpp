#include "app/gui/sweep/point_selection.h"

#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/tokens.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nscope::gui {
namespace {

/// Names with a colour of their own; further ones are grey.
constexpr std::size_t kMostNameColors = 5;
constexpr std::size_t kScaleSteps = 256;

/// A scale from dark to bright that colour-blind readers can order, on the background of a theme.
QColor scale_color(double place, Scheme scheme) {
  const std::array<QColor, 3> stops =
      scheme == Scheme::kDark
          ? std::array{QColor(0x5b, 0x6e, 0xe1), QColor(0x2f, 0xb8, 0xa8), QColor(0xff, 0xd7, 0x5e)}
          : std::array{QColor(0x22, 0x2c, 0x8c), QColor(0x14, 0x80, 0x80), QColor(0xd9, 0x8e, 0x04)};
  const double at = std::clamp(place, 0.0, 1.0) * 2;
  return at < 1 ? mixed(stops[0], stops[1], at) : mixed(stops[1], stops[2], at - 1);
}

}  // namespace

PointSelection::PointSelection(QObject* parent)
    : QObject(parent), points_(std::make_shared<const sweep::PointTable>()) {}

void PointSelection::set_points(std::shared_ptr<const sweep::PointTable> points) {
  points_ = std::move(points);
  axes_.clear();
  for (const auto& column : points_->columns) {
    axes_.emplace_back(column, PointAxis::is_wide(column));
  }
  brushes_.assign(points_->columns.size(), std::nullopt);
  filter_ = {};
  selected_.reset();
  color_column_.reset();
  all_evaluated_.clear();
  for (std::uint32_t row = 0; row < points_->size(); ++row) {
    if (points_->outcomes[row] == sweep::Outcome::kDone) all_evaluated_.push_back(row);
  }
  find_rows();
  emit points_changed();
}

void PointSelection::set_brush(std::size_t column, std::optional<Range> range) {
  if (brushes_[column] == range) return;
  brushes_[column] = range;
  find_rows();
  emit rows_changed();
}

void PointSelection::clear_brushes() {
  if (!has_brushes()) return;
  std::fill(brushes_.begin(), brushes_.end(), std::nullopt);
  find_rows();
  emit rows_changed();
}

bool PointSelection::has_brushes() const {
  return std::any_of(brushes_.begin(), brushes_.end(), [](const auto& each) { return each; });
}

void PointSelection::set_filter(PointFilter filter) {
  filter_ = std::move(filter);
  find_rows();
  emit rows_changed();
}

void PointSelection::find_rows() {
  std::vector<std::size_t> brushed;
  for (std::size_t i = 0; i < brushes_.size(); ++i) {
    if (brushes_[i]) brushed.push_back(i);
  }
  rows_.clear();
  evaluated_.clear();
  for (std::uint32_t row = 0; row < points_->size(); ++row) {
    const bool inside = std::all_of(brushed.begin(), brushed.end(), [&](std::size_t column) {
      const double at = axes_[column].coordinate(row);
      return at >= brushes_[column]->first && at <= brushes_[column]->second;
    });
    if (!inside || !filter_.matches(*points_, row)) continue;
    rows_.push_back(row);
    if (points_->outcomes[row] == sweep::Outcome::kDone) evaluated_.push_back(row);
  }
}

void PointSelection::select(std::optional<std::uint32_t> row) {
  if (row && *row >= points_->size()) row.reset();
  if (selected_ == row) return;
  selected_ = row;
  emit selected_changed();
}

void PointSelection::set_color_column(std::optional<std::size_t> column) {
  if (color_column_ == column) return;
  color_column_ = column;
  emit colors_changed();
}

QColor PointSelection::color_at(double place) const {
  if (!color_column_) return current_tokens().accent;
  if (std::isnan(place)) return current_tokens().muted;
  const PointAxis& axis = axes_[*color_column_];
  if (!axis.has_names()) return scale_color(place, current_tokens().scheme);
  const auto name = static_cast<std::size_t>(std::lround(axis.coordinate_at(place)));
  return name < kMostNameColors ? series_color(name) : current_tokens().muted;
}

PointColors PointSelection::colors() const {
  if (!color_column_) return {nullptr, {}, current_tokens().accent.rgb()};
  const PointAxis& axis = axes_[*color_column_];
  std::vector<QRgb> scale;
  const std::size_t steps = axis.has_names() ? kMostNameColors : kScaleSteps;
  for (std::size_t i = 0; i < steps; ++i) {
    const auto at = static_cast<double>(i);
    const double place = axis.has_names() ? axis.place_of(at) : at / (kScaleSteps - 1);
    scale.push_back(color_at(place).rgb());
  }
  return {&axis, std::move(scale), current_tokens().muted.rgb()};
}

PointColors::PointColors(const PointAxis* axis, std::vector<QRgb> scale, QRgb other)
    : axis_(axis), scale_(std::move(scale)), other_(other) {}

QRgb PointColors::of(std::size_t row) const {
  if (axis_ == nullptr) return other_;
  const double at = axis_->coordinate(row);
  if (std::isnan(at)) return other_;
  const double last = static_cast<double>(scale_.size() - 1);
  const double step = axis_->has_names() ? at : axis_->place_of(at) * last;
  return step > last + 0.5 ? other_ : scale_[static_cast<std::size_t>(std::lround(std::max(0.0, step)))];
}

}  // namespace nscope::gui

#include "moc_point_selection.cpp"
