#include "app/gui/timeline/paint/overview.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/model/timeline_geometry.h"
#include "app/gui/timeline/paint/timeline_frame.h"
#include "profiler/analysis/operators/opcode_tables.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr int kOverviewHeight = 49;
constexpr int kOverviewTop = 7;
constexpr int kBottom = 41;
constexpr double kBarWidth = 4.0;
/// Number of intervals for which activity is computed; more than the number of bars on most
/// screens.
constexpr double kPieces = 1024.0;
constexpr double kGripWidth = 5.0;
/// More strips would be thinner than three pixels.
constexpr std::size_t kMostGroups = 8;

}  // namespace

OverviewWidget::OverviewWidget(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kOverviewHeight);
  setMouseTracking(true);
  setAccessibleName(tr("Overview"));
  setAccessibleDescription(tr("Engine activity over the whole run, with the visible interval."));
}

QSize OverviewWidget::sizeHint() const {
  return {400, kOverviewHeight};
}

void OverviewWidget::set_trace(std::shared_ptr<const Trace> trace, const TimeView& limits) {
  trace_ = std::move(trace);
  limits_ = limits;
  view_ = limits;
  measure();
  update();
}

void OverviewWidget::set_view(const TimeView& view) {
  view_ = view;
  update();
}

double OverviewWidget::content_width() const {
  return std::max(1.0, static_cast<double>(width() - kGutterWidth));
}

TimeScale OverviewWidget::scale() const {
  return {limits_, content_width()};
}

QStringList OverviewWidget::strip_names() const {
  QStringList names;
  for (const Strip& strip : strips_) names << strip.name;
  return names;
}

/// Computes the activity once per run, because reading all tracks takes too long for each frame of
/// a resized window. There is one strip for each engine with events, for the DMA queues, and for
/// the collectives. If the run has no engines, there is one for each group of tracks (a process, a
/// GPU); further groups share the last one.
void OverviewWidget::measure() {
  strips_.clear();
  heat_ = QImage();
  if (!trace_) return;
  struct Group {
    QString name;
    QColor color;
    std::vector<TrackId> tracks{};
  };
  std::vector<Group> groups;
  const auto add = [&](const Track& track, const QString& name, const QColor& color) {
    auto at = std::find_if(groups.begin(), groups.end(),
                           [&](const Group& group) { return group.name == name; });
    if (at == groups.end()) at = groups.insert(groups.end(), {name, color});
    at->tracks.push_back(track.id);
  };
  for (const Track& track : trace_->tracks()) {
    if (track.slices.size() == 0 || track.engine == Engine::kNone) continue;
    const bool unit = track.kind == TrackKind::kEngine || track.kind == TrackKind::kDmaQueue ||
                      track.kind == TrackKind::kCollective;
    if (!unit) continue;
    const QColor color = track_color(*trace_, track);
    add(track,
        track.engine == Engine::kDma  ? tr("DMA")
        : track.engine == Engine::kCc ? tr("Collectives")
                                      : to_qstring(trace_->text(track.name)),
        color);
  }
  const bool engines = !groups.empty();
  if (!engines) {
    for (const Track& track : trace_->tracks()) {
      if (track.slices.size() == 0 || analysis::is_about_profiler(*trace_, track)) continue;
      const Track* top = &track;
      while (top->parent.valid()) top = &trace_->track(top->parent);
      const std::string_view name = trace_->text(top->name);
      const bool full = groups.size() >= kMostGroups;
      add(track, full ? groups.back().name : to_qstring(name), name_color(name));
    }
  }
  for (const Group& group : groups) {
    const TimeScale whole{limits_, kPieces};
    // The mean of many threads would hide the one that works.
    strips_.push_back({group.name, group.color,
                       engines ? busy_columns(*trace_, group.tracks, whole)
                               : busiest_columns(*trace_, group.tracks, whole)});
  }
}

/// Draws the strips. The intensity is the busy share, relative to the maximum of each strip.
void OverviewWidget::render_heat() {
  const Tokens& t = current_tokens();
  const double ratio = devicePixelRatioF();
  heat_ = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
  heat_.setDevicePixelRatio(ratio);
  heat_.fill(Qt::transparent);
  QPainter painter(&heat_);
  const double height = (kBottom - kOverviewTop - 4.0) /
                        static_cast<double>(std::max<std::size_t>(1, strips_.size()));
  const auto bars = static_cast<std::size_t>(std::max(1.0, content_width() / kBarWidth));
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    const QColor& color = strips_[i].color;
    const std::vector<float> busy = merged_columns(strips_[i].busy, bars);
    const float most = std::max(1e-6F, *std::max_element(busy.begin(), busy.end()));
    const int top =
        static_cast<int>(std::lround(kOverviewTop + 2 + static_cast<double>(i) * height));
    const int bottom =
        static_cast<int>(std::lround(kOverviewTop + 2 + static_cast<double>(i + 1) * height));
    const double step = scale().width / static_cast<double>(busy.size());
    for (std::size_t x = 0; x < busy.size(); ++x) {
      if (busy[x] <= 0.0F) continue;
      const auto left = static_cast<int>(std::lround(kGutterWidth + static_cast<double>(x) * step));
      const auto right =
          static_cast<int>(std::lround(kGutterWidth + static_cast<double>(x + 1) * step));
      const double share = 0.15 + 0.85 * static_cast<double>(busy[x] / most);
      painter.fillRect(left, top, right - left, std::max(1, bottom - top - 1),
                       mixed(t.panel, color, share));
    }
  }
}

void OverviewWidget::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.window);
  painter.setPen(t.muted);
  painter.setFont(ui_font(11));
  painter.drawText(QRect(12, 0, kGutterWidth - 20, kOverviewHeight - 2), Qt::AlignVCenter,
                   tr("Overview"));
  painter.fillRect(kGutterWidth - 1, 0, 1, kOverviewHeight, t.line);
  painter.fillRect(0, kOverviewHeight - 1, width(), 1, t.line);
  painter.setClipRect(kGutterWidth, 0, width() - kGutterWidth, kOverviewHeight);
  painter.fillRect(
      QRect(kGutterWidth, kOverviewTop, width() - kGutterWidth, kBottom - kOverviewTop), t.panel);
  if (!trace_) return;

  const TimeScale all = scale();
  const double x0 = kGutterWidth + all.x(view_.begin);
  const double x1 = kGutterWidth + all.x(view_.end);
  const QRectF window(x0 + 0.5, kOverviewTop + 0.5, std::max(3.0, x1 - x0 - 1.0),
                      kBottom - kOverviewTop - 1.0);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.selection);
  painter.drawRoundedRect(window, 2.5, 2.5);

  painter.setRenderHint(QPainter::Antialiasing, false);
  if (heat_.isNull()) render_heat();
  painter.drawImage(0, 0, heat_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.accent, 1.2));
  painter.drawRoundedRect(window, 2.5, 2.5);
}

void OverviewWidget::resizeEvent(QResizeEvent*) {
  heat_ = QImage();
}

void OverviewWidget::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
    heat_ = QImage();
    update();
  }
}

OverviewWidget::Grip OverviewWidget::grip_at(double x) const {
  const double begin = scale().x(view_.begin);
  const double end = scale().x(view_.end);
  if (std::abs(x - begin) < kGripWidth) return Grip::kBegin;
  if (std::abs(x - end) < kGripWidth) return Grip::kEnd;
  return x > begin && x < end ? Grip::kMove : Grip::kNone;
}

void OverviewWidget::mousePressEvent(QMouseEvent* event) {
  const double x = event->position().x() - kGutterWidth;
  if (!trace_ || event->button() != Qt::LeftButton || x < 0) return;
  const double tick = scale().tick(x);
  grip_ = grip_at(x);
  if (grip_ == Grip::kNone) {
    // A click outside of the visible interval moves it there and starts a drag.
    emit view_requested(panned(view_, tick - (view_.begin + view_.end) / 2.0));
    grip_ = Grip::kMove;
  }
  grab_tick_ = tick;
  grab_view_ = view_;
}

void OverviewWidget::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x() - kGutterWidth;
  const Grip grip = grip_ != Grip::kNone ? grip_ : grip_at(x);
  const bool edge = grip == Grip::kBegin || grip == Grip::kEnd;
  setCursor(edge ? Qt::SizeHorCursor : grip == Grip::kMove ? Qt::OpenHandCursor : Qt::ArrowCursor);
  if (grip_ == Grip::kNone) return name_strip(event->position().y());
  const double tick = scale().tick(x);
  TimeView next = grab_view_;
  if (grip_ == Grip::kMove) next = panned(grab_view_, tick - grab_tick_);
  if (grip_ == Grip::kBegin) next.begin = std::min(tick, next.end - 1.0);
  if (grip_ == Grip::kEnd) next.end = std::max(tick, next.begin + 1.0);
  emit view_requested(next);
}

/// Names the strip under the cursor in the tooltip.
void OverviewWidget::name_strip(double y) {
  const double part = (y - kOverviewTop - 2.0) / (kBottom - kOverviewTop - 4.0);
  const auto index = static_cast<std::ptrdiff_t>(part * static_cast<double>(strips_.size()));
  const bool inside = part >= 0.0 && index < std::ssize(strips_);
  setToolTip(inside ? strips_[static_cast<std::size_t>(index)].name : QString());
}

void OverviewWidget::mouseReleaseEvent(QMouseEvent*) {
  grip_ = Grip::kNone;
}

}  // namespace nscope::gui

#include "moc_overview.cpp"
