#include "app/gui/docks/memory/onchip_map_view.h"

#include "app/gui/analysis/unit_ticker.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/tokens.h"
#include "profiler/analysis/memory/onchip_tables.h"
#include "profiler/base/format.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

const Table::Column kMapTime{.id = "time", .title = nscope::tr("Time"), .unit = "ns"};
const Table::Column kMapAddress{.id = "address", .title = nscope::tr("Address"), .unit = "B"};
constexpr double kBlockReach = 3.0;  ///< pixels around a block that still hit it

QString lifetime_text(double ns) {
  return number_text(format_duration_ns(ns));
}

QString area_bytes(std::int64_t bytes) {
  return number_text(format_bytes(static_cast<double>(bytes)));
}

}  // namespace

/// The part of the plot that draws the blocks.
class OnchipMapView::Raster : public QCPAbstractPlottable {
 public:
  Raster(OnchipMapView& view, QCPAxis* x, QCPAxis* y) : QCPAbstractPlottable(x, y), view_(view) {}

  double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
    found = false;
    return {};
  }
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
    found = false;
    return {};
  }

 protected:
  void draw(QCPPainter* painter) override {
    const QRect area = mKeyAxis->axisRect()->rect();
    const double scale = mParentPlot->bufferDevicePixelRatio();
    const QSize size(static_cast<int>(area.width() * scale),
                     static_cast<int>(area.height() * scale));
    const Tokens& t = current_tokens();
    QImage image = draw_blocks(view_.blocks_, view_.viewport(), size, scale, t.window, t.text);
    image.setDevicePixelRatio(scale);
    painter->drawImage(area.topLeft(), image);
    if (view_.current_) draw_current(painter, area);
  }
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  void draw_current(QCPPainter* painter, const QRect& area) const {
    const OnchipBlock& block = view_.blocks_[*view_.current_];
    const double left = mKeyAxis->coordToPixel(block.begin);
    const double right = mKeyAxis->coordToPixel(block.end);
    const double top = mValueAxis->coordToPixel(block.high);
    const double bottom = mValueAxis->coordToPixel(block.low);
    constexpr double kSmallest = 6.0;
    QRectF rect(QPointF(left, top), QPointF(right, bottom));
    if (rect.width() < kSmallest) rect.adjust(-kSmallest / 2.0, 0, kSmallest / 2.0, 0);
    if (rect.height() < kSmallest) rect.adjust(0, -kSmallest / 2.0, 0, kSmallest / 2.0);
    // Lines far outside of the area would only slow down the painter.
    rect = rect.intersected(QRectF(area).adjusted(-10, -10, 10, 10));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(current_tokens().window, 4.0));
    painter->drawRect(rect);
    painter->setPen(QPen(current_tokens().accent, 2.0));
    painter->drawRect(rect);
  }

  OnchipMapView& view_;
};

OnchipMapView::OnchipMapView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  plot_->setMinimumSize(200, 100);
  plot_->setMouseTracking(true);
  plot_->setFocusPolicy(Qt::StrongFocus);
  plot_->setInteraction(QCP::iRangeDrag, true);
  plot_->setInteraction(QCP::iRangeZoom, true);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
  plot_->installEventFilter(this);
  setFocusProxy(plot_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 0, 8, 2);
  layout->addWidget(plot_, 1);
  new Raster(*this, plot_->xAxis, plot_->yAxis);  // owned by the plot
  rebuild();
}

OnchipMapView::~OnchipMapView() = default;

void OnchipMapView::set_source(Source source) {
  source_ = std::move(source);
  current_.reset();
  rebuild();
  show_everything();
}

OnchipViewport OnchipMapView::viewport() const {
  const QCPRange x = plot_->xAxis->range();
  const QCPRange y = plot_->yAxis->range();
  return {x.lower, x.upper, y.lower, y.upper};
}

void OnchipMapView::rebuild() {
  const Tokens& t = current_tokens();
  blocks_.clear();
  if (source_.map) {
    blocks_ =
        onchip_blocks(*source_.trace, source_.map->cores[source_.core], source_.memory, t.window);
  }
  theme_plot(*plot_, t);
  plot_->xAxis->setTicker(
      QSharedPointer<UnitTicker>::create(*plot_->xAxis, kMapTime, UnitTicker::Scale::kLinear));
  plot_->yAxis->setTicker(
      QSharedPointer<UnitTicker>::create(*plot_->yAxis, kMapAddress, UnitTicker::Scale::kLinear));
  describe();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void OnchipMapView::show_everything() {
  plot_->xAxis->setRange(source_.begin_ns, std::max(source_.end_ns, source_.begin_ns + 1.0));
  plot_->yAxis->setRange(0.0, source_.partition_bytes);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

const analysis::OnchipLifetime& OnchipMapView::lifetime_of(std::size_t block) const {
  return source_.map->cores[source_.core].of(source_.memory)[blocks_[block].lifetime];
}

SliceId OnchipMapView::event_of(std::size_t block) const {
  return lifetime_of(block).first;
}

void OnchipMapView::set_current(std::optional<std::size_t> block) {
  if (block == current_) return;
  current_ = block;
  describe();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void OnchipMapView::set_current_event(SliceId event) {
  if (current_ && event_of(*current_) == event) return;
  for (std::size_t i = 0; event.valid() && i < blocks_.size(); ++i) {
    if (event_of(i) == event) return set_current(i);
  }
  set_current(std::nullopt);
}

QString OnchipMapView::tool_tip(std::size_t block) const {
  const analysis::OnchipCore& core = source_.map->cores[source_.core];
  const analysis::OnchipLifetime& life = lifetime_of(block);
  const analysis::OnchipArea& area = life.area;
  const analysis::OnchipContent* content = core.content_of(life);
  const auto in_ns = [&](std::int64_t ticks) {
    return static_cast<double>(ticks) /
           static_cast<double>(source_.trace->time_base().ticks_per_ns);
  };
  QStringList lines;
  if (content != nullptr) {
    lines << tr("%1 (%2)").arg(to_qstring(analysis::owner_name(*source_.trace, *content)),
                               to_qstring(analysis::owner_kind_text(content->kind)));
  } else {
    lines << tr("Unknown writer");
  }
  lines << tr("%1 in each partition, from address %2")
               .arg(area_bytes(area.end - area.begin),
                    QStringLiteral("0x%1").arg(area.begin, 0, 16));
  lines << tr("Partitions %1 to %2").arg(area.first_partition).arg(area.end_partition - 1);
  lines << tr("Live for %1, from %2")
               .arg(lifetime_text(in_ns(life.duration())),
                    number_text(format_time_ns(in_ns(life.begin), in_ns(life.duration()) / 100.0)));
  if (!core.allocations[static_cast<std::size_t>(area.memory)]) {
    lines << tr("Writes: %1, reads: %2")
                 .arg(count_text(std::int64_t{life.writes}), count_text(std::int64_t{life.reads}));
    lines << tr("Longest idle time: %1").arg(lifetime_text(in_ns(life.idle)));
    if (content != nullptr && blocks_[block].hatched) {
      lines << tr("Spilled: %1").arg(to_qstring(analysis::spill_text(*content)));
    }
  }
  return lines.join(QLatin1Char('\n'));
}

void OnchipMapView::describe() {
  plot_->setAccessibleName(tr("On-chip map"));
  QString text =
      tr("%n rectangle(s). The arrow keys go from one to the next, and the Enter key shows the "
         "event that wrote it in the timeline.",
         nullptr, static_cast<int>(blocks_.size()));
  if (current_) {
    text = tool_tip(*current_).replace(QLatin1Char('\n'), QStringLiteral(", ")) +
           QStringLiteral(". ") + text;
  }
  plot_->setAccessibleDescription(text);
}

std::optional<std::size_t> OnchipMapView::block_under(const QPointF& position) const {
  if (!plot_->axisRect()->rect().contains(position.toPoint())) return std::nullopt;
  const double ns = plot_->xAxis->pixelToCoord(position.x());
  const double bytes = plot_->yAxis->pixelToCoord(position.y());
  const OnchipViewport view = viewport();
  const QRect area = plot_->axisRect()->rect();
  return block_at(blocks_, ns, bytes,
                  kBlockReach * (view.end - view.begin) / std::max(area.width(), 1),
                  kBlockReach * (view.high - view.low) / std::max(area.height(), 1));
}

/// Pans so that the current block is visible.
void OnchipMapView::reveal_current() {
  if (!current_) return;
  const OnchipBlock& block = blocks_[*current_];
  const auto pan = [](QCPAxis* axis, double from, double to) {
    const QCPRange range = axis->range();
    if (from >= range.lower && from <= range.upper && to >= range.lower) return;
    const double center = std::min((from + to) / 2.0, from + range.size() / 2.0);
    axis->setRange(center - range.size() / 2.0, center + range.size() / 2.0);
  };
  pan(plot_->xAxis, block.begin, block.end);
  pan(plot_->yAxis, block.low, block.high);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void OnchipMapView::zoom_time(double factor) {
  const double center = current_ ? blocks_[*current_].begin : plot_->xAxis->range().center();
  plot_->xAxis->scaleRange(factor, center);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool OnchipMapView::press_key(int key) {
  const auto go = [&](BlockStep step) {
    if (!current_) {
      set_current(first_block(blocks_));
    } else if (const auto next = next_block(blocks_, *current_, step)) {
      set_current(next);
    }
    reveal_current();
    return true;
  };
  constexpr double kZoomStep = 0.7;
  switch (key) {
    case Qt::Key_Left: return go(BlockStep::kEarlier);
    case Qt::Key_Right: return go(BlockStep::kLater);
    case Qt::Key_Up: return go(BlockStep::kUp);
    case Qt::Key_Down: return go(BlockStep::kDown);
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom_time(kZoomStep); return true;
    case Qt::Key_Minus: zoom_time(1.0 / kZoomStep); return true;
    case Qt::Key_Home: show_everything(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_) emit activated(event_of(*current_));
      return current_.has_value();
    default: return false;
  }
}

bool OnchipMapView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::KeyPress: return press_key(static_cast<QKeyEvent*>(event)->key());
    case QEvent::Resize: fit_tick_counts(*plot_); return false;
    case QEvent::Wheel: {
      const bool addresses =
          (static_cast<QWheelEvent*>(event)->modifiers() & Qt::ControlModifier) != 0;
      plot_->axisRect()->setRangeZoom(addresses ? Qt::Vertical : Qt::Horizontal);
      return false;
    }
    default: break;
  }
  const auto* mouse = dynamic_cast<QMouseEvent*>(event);
  if (mouse == nullptr) return false;
  const auto under = block_under(mouse->position());
  switch (event->type()) {
    case QEvent::MouseMove:
      if (mouse->buttons() != Qt::NoButton) return false;
      if (under) {
        gui::show_tool_tip(mouse->globalPosition().toPoint(), tool_tip(*under), plot_);
      } else {
        QToolTip::hideText();
      }
      return false;
    case QEvent::MouseButtonPress: pressed_ = mouse->pos(); return false;
    case QEvent::MouseButtonRelease:
      if (mouse->button() != Qt::LeftButton || std::exchange(double_clicked_, false)) return false;
      if ((mouse->pos() - pressed_).manhattanLength() < 4 && under) {
        set_current(under);
        emit activated(event_of(*under));
      }
      return false;
    case QEvent::MouseButtonDblClick:
      double_clicked_ = true;
      show_everything();
      return false;
    default: return false;
  }
}

void OnchipMapView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_onchip_map_view.cpp"
