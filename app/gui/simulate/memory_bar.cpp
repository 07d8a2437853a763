#include "app/gui/simulate/memory_bar.h"

#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QHelpEvent>
#include <QPainter>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kBarTop = 4;
constexpr int kMemoryBarBarHeight = 22;
constexpr int kLegendTop = 40;

}  // namespace

QColor memory_color(std::size_t item) {
  // The first colour is that of memory in other views. The legend names the parts.
  constexpr unsigned kColors[] = {0x7a6ff0, 0x56b4e9, 0x2bb58a, 0xe69f00, 0xcc79a7, 0x8b95a5};
  return QColor::fromRgb(0xff000000U | kColors[item % std::size(kColors)]);
}

MemoryBar::MemoryBar(QWidget* parent) : QWidget(parent) {
  setFixedHeight(62);
  setMouseTracking(true);
  setAccessibleName(tr("Memory per core"));
}

QSize MemoryBar::sizeHint() const {
  return {500, 62};
}

void MemoryBar::set_fit(const catalog::MemoryFit& fit) {
  fit_ = fit;
  setAccessibleDescription(to_qstring(fit.explanation));
  update();
}

QRectF MemoryBar::bar() const {
  return {0.0, static_cast<double>(kBarTop), static_cast<double>(width()), kMemoryBarBarHeight};
}

double MemoryBar::bytes_per_pixel() const {
  // The bar has room for the larger of capacity and required memory.
  return std::max({1.0, fit_.capacity, fit_.required}) * 1.02 / std::max(1.0, bar().width());
}

std::vector<MemoryBar::Segment> MemoryBar::segments() const {
  std::vector<Segment> found;
  const QRectF all = bar();
  double x = all.left();
  for (std::size_t i = 0; i < fit_.items.size(); ++i) {
    const double length = std::max(0.0, fit_.items[i].bytes) / bytes_per_pixel();
    found.push_back({QRectF(x, all.top(), length, all.height()), i});
    x += length;
  }
  return found;
}

void MemoryBar::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(bar(), 3, 3);
  if (fit_.capacity <= 0.0 && fit_.required <= 0.0) return;
  constexpr double kGreyed = 0.4;
  if (!isEnabled()) painter.setOpacity(kGreyed);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double limit = bar().left() + fit_.capacity / bytes_per_pixel();
  for (const Segment& segment : segments()) {
    QRectF inside = segment.box;
    inside.setRight(std::min(inside.right(), limit));
    if (inside.width() > 0) painter.fillRect(inside, memory_color(segment.item));
    QRectF beyond = segment.box;
    beyond.setLeft(std::max(beyond.left(), limit));
    if (beyond.width() > 0) {
      painter.fillRect(beyond, t.bad);
      painter.fillRect(beyond, QBrush(memory_color(segment.item), Qt::BDiagPattern));
    }
  }
  painter.fillRect(QRectF(limit - 1, kBarTop - 4, 2, kMemoryBarBarHeight + 8),
                   fit_.fits ? t.text : t.bad);
  paint_legend(painter);
}

void MemoryBar::paint_legend(QPainter& painter) const {
  const Tokens& t = current_tokens();
  const QFont name_font = ui_font(11);
  const QFont number_font = mono_font(11);
  int x = 0;
  for (std::size_t i = 0; i < fit_.items.size(); ++i) {
    const QString name = to_qstring(fit_.items[i].name);
    const QString bytes = number_text(format_bytes(fit_.items[i].bytes));
    painter.fillRect(x, kLegendTop + 4, 8, 8, memory_color(i));
    painter.setFont(name_font);
    painter.setPen(t.muted);
    const int name_width = QFontMetrics(name_font).horizontalAdvance(name);
    painter.drawText(x + 13, kLegendTop, name_width + 2, 17, Qt::AlignVCenter, name);
    painter.setFont(number_font);
    painter.setPen(t.text);
    const int number_width = QFontMetrics(number_font).horizontalAdvance(bytes);
    painter.drawText(x + 13 + name_width + 6, kLegendTop, number_width + 2, 17, Qt::AlignVCenter,
                     bytes);
    x += 13 + name_width + 6 + number_width + 18;
  }
}

bool MemoryBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    QString text = to_qstring(fit_.explanation);
    for (const Segment& segment : segments()) {
      if (segment.box.contains(help->pos())) {
        const catalog::MemoryItem& item = fit_.items[segment.item];
        text = rich_tip(QStringLiteral("<b>%1</b> %2<br>%3")
                            .arg(to_qstring(item.name).toHtmlEscaped(),
                                 number_text(format_bytes(item.bytes)),
                                 to_qstring(item.arithmetic).toHtmlEscaped()));
      }
    }
    gui::show_tool_tip(help->globalPos(), text, this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace nscope::gui

#include "moc_memory_bar.cpp"
