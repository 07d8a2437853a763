#include "app/gui/timeline/paint/legend.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

namespace nscope::gui {
namespace {

constexpr int kLegendHeight = 30;
constexpr int kSwatch = 11;
constexpr int kMostText = 190;

void draw_swatch(QPainter& painter, const QRect& box, const QColor& color, Pattern pattern,
                 const QColor& background) {
  painter.fillRect(box, color);
  painter.setPen(QPen(mixed(color, background, 0.7), 1.2));
  painter.save();
  painter.setClipRect(box);
  for (int at = -box.height(); at < box.width() + box.height(); at += 4) {
    const int x = box.left() + at;
    if (pattern == Pattern::kRising) painter.drawLine(x, box.bottom() + 1, x + kSwatch, box.top());
    if (pattern == Pattern::kFalling) painter.drawLine(x, box.top(), x + kSwatch, box.bottom() + 1);
    if (pattern == Pattern::kUpright) painter.drawLine(x, box.top(), x, box.bottom());
    for (int y = box.top() + 2; pattern == Pattern::kDots && y < box.bottom(); y += 4) {
      painter.drawPoint(x, y);
    }
  }
  painter.restore();
}

}  // namespace

LegendEntry::LegendEntry(const QString& text, const NameCut& cut, const QColor& color,
                         Pattern pattern, QWidget* parent)
    : QAbstractButton(parent), color_(color), pattern_(pattern) {
  setText(text);
  setAccessibleName(text);
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setFont(ui_font(11));
  shown_ = elided_name(fontMetrics(), text, cut, kMostText);
}

QSize LegendEntry::sizeHint() const {
  return {kSwatch + 20 + fontMetrics().horizontalAdvance(shown_), kLegendHeight - 8};
}

void LegendEntry::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isChecked() || hasFocus() || underMouse()) {
    painter.setPen(hasFocus() ? QPen(t.accent, 1.0) : QPen(Qt::NoPen));
    painter.setBrush(isChecked() ? t.selection : t.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRect swatch(6, (height() - kSwatch) / 2, kSwatch, kSwatch);
  draw_swatch(painter, swatch, color_, pattern_, t.window);
  painter.setPen(t.text);
  painter.drawText(rect().adjusted(kSwatch + 12, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   shown_);
}

Legend::Legend(QWidget* parent)
    : QWidget(parent), scroll_(new QScrollArea), message_(named_label("muted")) {
  setFixedHeight(kLegendHeight);
  setAccessibleName(tr("Legend"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setSpacing(8);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->viewport()->setAutoFillBackground(false);
  scroll_->viewport()->installEventFilter(this);
  layout->addWidget(message_);
  layout->addWidget(scroll_, 1);
  rebuild();
}

void Legend::set_classes(std::shared_ptr<const Trace> trace,
                         std::shared_ptr<const SliceClasses> classes) {
  if (classes && classes == classes_) return;
  trace_ = std::move(trace);
  classes_ = std::move(classes);
  marked_.clear();
  if (std::exchange(own_, nullptr)) emit chosen(nullptr);
  rebuild();
}

void Legend::set_patterns(bool on) {
  if (on == patterns_) return;
  patterns_ = on;
  rebuild();
}

void Legend::follow(const HighlightPtr& highlight) {
  if (highlight == own_) return;
  own_.reset();
  marked_.clear();
  show_marks();
}

void Legend::rebuild() {
  entries_.clear();
  line_ = new QWidget;
  auto* layout = new QHBoxLayout(line_);
  layout->setContentsMargins(0, 4, 0, 4);
  layout->setSpacing(4);
  const std::size_t count = classes_ ? classes_->classes.size() : 0;
  NameSet names;
  for (std::size_t i = 0; i < count; ++i) names.insert(class_title(classes_->classes[i]));
  for (std::size_t i = 0; i < count; ++i) {
    const SliceClasses::Class& of = classes_->classes[i];
    const QString title = class_title(of);
    auto* entry = new LegendEntry(title, names.cut(title), of.color,
                                  patterns_ ? of.pattern : Pattern::kPlain, line_);
    const double ns =
        static_cast<double>(of.ticks) / static_cast<double>(trace_->time_base().ticks_per_ns);
    entry->setToolTip(
        tr("%1\n%2 events, %3 in total\nClick to show only this class. Ctrl+click to add it.")
            .arg(title, count_text(of.count), number_text(format_duration_ns(ns))));
    entry->installEventFilter(this);
    connect(entry, &LegendEntry::clicked, this,
            [this, i] { choose(i, QApplication::keyboardModifiers() & Qt::ControlModifier); });
    entries_.push_back(entry);
    layout->addWidget(entry);
  }
  layout->addStretch(1);
  scroll_->setWidget(line_);
  line_->setAutoFillBackground(false);
  QString message;
  if (trace_ && !classes_) message = tr("Classifying events…");
  if (trace_ && classes_ && count == 0) {
    message = classes_->mode == ColorMode::kNone ? tr("All events have the same colour.")
              : classes_->mode == ColorMode::kEngine
                  ? tr("Each name has its own colour.")
                  : tr("No event of this run has this property.");
  }
  message_->setText(message);
  message_->setVisible(!message.isEmpty());
  show_marks();
}

void Legend::choose(std::size_t index, bool add) {
  const auto id = static_cast<std::uint8_t>(index);
  const bool was_marked = marked_.contains(id);
  if (add) {
    if (was_marked) {
      marked_.erase(id);
    } else {
      marked_.insert(id);
    }
  } else if (was_marked && marked_.size() == 1) {
    marked_.clear();
  } else {
    marked_ = {id};
  }
  show_marks();
  own_ = highlight_classes(classes_, marked_);
  emit chosen(own_);
}

void Legend::show_marks() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    entries_[i]->setChecked(marked_.contains(static_cast<std::uint8_t>(i)));
  }
}

/// Scrolls the legend horizontally with the wheel, and scrolls to the entry that gets the focus.
bool Legend::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel) {
    const QPoint delta = static_cast<QWheelEvent*>(event)->angleDelta();
    QScrollBar* bar = scroll_->horizontalScrollBar();
    bar->setValue(bar->value() - (delta.y() != 0 ? delta.y() : delta.x()) / 2);
    return true;
  }
  if (event->type() == QEvent::FocusIn && watched != scroll_->viewport()) {
    scroll_->ensureWidgetVisible(static_cast<QWidget*>(watched), 20, 0);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_legend.cpp"
