#include "app/gui/timeline/paint/region_band.h"

#include "app/gui/text/short_name.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/paint/timeline_frame.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace nscope::gui {
namespace {

constexpr int kRegionBandHeight = 22;
constexpr int kRegionTop = 3;
constexpr int kRegionBottom = 19;
/// Minimum width of a region in which its name is written, pixels.
constexpr double kLeastNamedWidth = 26.0;

}  // namespace

RegionBand::RegionBand(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kRegionBandHeight);
  setMouseTracking(true);
  setAccessibleName(tr("Regions"));
  hide();
}

QSize RegionBand::sizeHint() const {
  return {400, kRegionBandHeight};
}

void RegionBand::set_regions(NamedRegionsPtr regions) {
  regions_ = std::move(regions);
  latest_end_.clear();
  if (regions_) {
    double latest = -std::numeric_limits<double>::infinity();
    for (const NamedRegion& region : regions_->regions) {
      latest = std::max(latest, region.time.end);
      latest_end_.push_back(latest);
    }
    setAccessibleDescription(regions_->title);
  }
  setVisible(!latest_end_.empty());
  update();
}

void RegionBand::set_view(const TimeView& view) {
  view_ = view;
  update();
}

void RegionBand::set_content_width(int pixels) {
  content_width_ = pixels;
  update();
}

TimeScale RegionBand::scale() const {
  return {view_, static_cast<double>(std::max(1, content_width_ - kGutterWidth))};
}

std::size_t RegionBand::started_before(double tick) const {
  const auto& all = regions_->regions;
  const auto end = std::partition_point(
      all.begin(), all.end(), [&](const NamedRegion& each) { return each.time.begin < tick; });
  return static_cast<std::size_t>(end - all.begin());
}

std::optional<std::size_t> RegionBand::region_at(double x) const {
  if (latest_end_.empty() || x < kGutterWidth) return std::nullopt;
  const double tick = scale().tick(x - kGutterWidth);
  for (std::size_t i = started_before(tick); i-- > 0 && latest_end_[i] > tick;) {
    if (regions_->regions[i].time.end > tick) return i;
  }
  return std::nullopt;
}

void RegionBand::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.window);
  painter.fillRect(0, kRegionBandHeight - 1, width(), 1, t.line);
  painter.fillRect(kGutterWidth - 1, 0, 1, kRegionBandHeight, t.line);
  if (latest_end_.empty()) return;
  painter.setPen(t.muted);
  painter.setFont(ui_font(11));
  painter.drawText(
      QRect(12, 0, kGutterWidth - 20, kRegionBandHeight), Qt::AlignVCenter,
      painter.fontMetrics().elidedText(regions_->title, Qt::ElideRight, kGutterWidth - 24));
  painter.setClipRect(kGutterWidth, 0, width() - kGutterWidth, kRegionBandHeight);
  painter.setFont(ui_font(10));
  const QFontMetrics metrics(painter.font());
  const auto first = static_cast<std::size_t>(
      std::partition_point(latest_end_.begin(), latest_end_.end(),
                           [&](double end) { return end <= view_.begin; }) -
      latest_end_.begin());
  const TimeScale time = scale();
  double painted = 0.0;
  std::vector<std::pair<QRectF, const QString*>> labels;
  NameSet names;
  for (std::size_t i = first; i < started_before(view_.end); ++i) {
    const NamedRegion& region = regions_->regions[i];
    const double x0 = kGutterWidth + std::max(0.0, time.x(region.time.begin));
    const double x1 = kGutterWidth + std::min(time.width, time.x(region.time.end));
    // Of regions that are narrower than a pixel, one for each pixel is painted.
    if (x1 <= kGutterWidth || (x1 - x0 < 1.0 && std::floor(x1) <= painted)) continue;
    painted = std::floor(x1);
    const QRectF box(x0, kRegionTop, std::max(1.0, x1 - x0 - 1.0), kRegionBottom - kRegionTop);
    painter.fillRect(box, mixed(t.panel, t.accent, i % 2 == 0 ? 0.32 : 0.18));
    if (box.width() < kLeastNamedWidth) continue;
    labels.emplace_back(box, &region.name);
    names.insert(region.name);
  }
  painter.setPen(t.text);
  for (const auto& [box, name] : labels) {
    painter.drawText(
        box.adjusted(4, 0, -3, 0), Qt::AlignLeft | Qt::AlignVCenter,
        elided_name(metrics, *name, names.cut(*name), static_cast<int>(box.width()) - 7));
  }
}

void RegionBand::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const auto region = region_at(event->position().x())) {
    emit chosen(SelectedRange{.time = regions_->regions[*region].time});
  }
}

void RegionBand::mouseMoveEvent(QMouseEvent* event) {
  const auto region = region_at(event->position().x());
  setCursor(region ? Qt::PointingHandCursor : Qt::ArrowCursor);
  setToolTip(region ? regions_->regions[*region].name : QString());
}

}  // namespace nscope::gui

#include "moc_region_band.cpp"
