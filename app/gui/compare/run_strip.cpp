#include "app/gui/compare/run_strip.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr int kLeastHeight = 170;
constexpr int kLeastContent =
    24;  ///< minimum width of the events that can still be dragged, pixels

}  // namespace

RunStrip::RunStrip(const QString& label, std::shared_ptr<const Trace> trace, QWidget* parent)
    : QWidget(parent),
      trace_(std::move(trace)),
      header_(new RunHeader(label, this)),
      panel_(new TimelinePanel(this)),
      message_(named_label("muted")) {
  setMinimumHeight(kLeastHeight);
  message_->setParent(this);
  message_->setAlignment(Qt::AlignCenter);
  message_->setWordWrap(true);
  header_->set_can_open(trace_ != nullptr);
  // Several runs share the height of the window. The controls are available in Inspect.
  panel_->bar().hide();
  // The width of the scroll bar is always reserved, so that the number of tracks does not shift
  // the time axis.
  panel_->timeline().setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  panel_->timeline().setAccessibleName(tr("Timeline of %1").arg(label));
  if (trace_) {
    panel_->set_trace(trace_);
    message_->hide();
  } else {
    panel_->hide();
    message_->setText(tr("A summary document contains no events. Only its metrics are compared."));
  }
}

QRect RunStrip::area() const {
  return rect().adjusted(0, header_->height(), 0, 0);
}

void RunStrip::show_shared(const RunClock& clock, const TimeView& shared) {
  if (!trace_) return;
  const TimeView limits = timeline().limits();
  const auto placed = place_view(clock, shared, limits);
  panel_->setVisible(placed.has_value());
  message_->setVisible(!placed);
  if (!placed) {
    const auto time = [&clock](TraceTime at) {
      return number_text(
          format_duration_ns(static_cast<double>(at.value()) / clock.ticks_per_ns()));
    };
    message_->setText(tr("This run has no events in this interval. It lasts from %1 to %2.")
                          .arg(time(trace_->begin()), time(trace_->end())));
    return;
  }
  left_ = placed->left;
  right_ = placed->right;
  arrange();
  timeline().set_view(placed->view);
}

TimeView RunStrip::shared(const RunClock& clock) {
  return shared_view(clock, {.view = timeline().view(), .left = left_, .right = right_});
}

void RunStrip::arrange() {
  const QRect all = area();
  message_->setGeometry(all);
  const int fixed = kGutterWidth + timeline().verticalScrollBar()->sizeHint().width();
  const double content = std::max(kLeastContent, all.width() - fixed);
  const auto left = static_cast<int>(std::lround(left_ * content));
  const auto right =
      static_cast<int>(std::lround(std::min(right_ * content, content - left - kLeastContent)));
  panel_->setGeometry(all.adjusted(left, 0, -std::max(0, right), 0));
  update();
}

void RunStrip::resizeEvent(QResizeEvent*) {
  header_->setGeometry(0, 0, width(), header_->height());
  arrange();
}

void RunStrip::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.window);
  if (panel_->isHidden()) return;
  const QRect all = area();
  const QRect shown = panel_->geometry();
  const QRect behind(shown.right() + 1, all.top(), all.right() - shown.right(), all.height());
  const QRect before(all.left(), all.top(), shown.left() - all.left(), all.height());
  painter.setFont(ui_font(11));
  painter.setPen(t.muted);
  const std::pair<QRect, QString> blanks[] = {{before, tr("not started")}, {behind, tr("ended")}};
  for (const auto& [box, text] : blanks) {
    if (box.width() < painter.fontMetrics().horizontalAdvance(text) + 16) continue;
    painter.drawText(box, Qt::AlignCenter, text);
  }
}

}  // namespace nscope::gui

#include "moc_run_strip.cpp"
