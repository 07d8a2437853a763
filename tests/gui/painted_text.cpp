#include "tests/gui/painted_text.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/theme/tokens.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFontMetricsF>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QTabBar>
#include <QTextItem>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

/// Letters may be cut by this much, because font metrics round; pixels.
constexpr double kRounding = 1.6;
/// Texts that share less than this in one direction do not overlap; pixels.
constexpr double kLeastOverlap = 2.0;

/// Remembers which widget is being painted.
class PaintWatch : public QObject {
 public:
  PaintWatch() { qApp->installEventFilter(this); }
  QWidget* widget() const { return widget_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) widget_ = qobject_cast<QWidget*>(watched);
    return false;
  }

 private:
  QWidget* widget_ = nullptr;
};

/// Paints nothing and records texts.
class TextEngine : public QPaintEngine {
 public:
  TextEngine(const PaintWatch& watch, std::vector<PaintedText>& texts)
      : QPaintEngine(AllFeatures), watch_(watch), texts_(texts) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }
  void updateState(const QPaintEngineState&) override {}
  using QPaintEngine::drawEllipse;
  using QPaintEngine::drawLines;
  using QPaintEngine::drawPoints;
  using QPaintEngine::drawPolygon;
  using QPaintEngine::drawRects;
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}

  void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
  void drawLines(const QLineF*, int) override {}
  void drawPoints(const QPointF*, int) override {}
  void drawEllipse(const QRectF&) override {}

  void drawRects(const QRectF* rects, int count) override {
    for (int i = 0; i < count; ++i) {
      QPainterPath path;
      path.addRect(rects[i]);
      drawPath(path);
    }
  }

  /// Texts below an opaque area are no longer visible.
  void drawPath(const QPainterPath& path) override {
    const bool hides = painter()->brush().isOpaque() && painter()->opacity() >= 1.0;
    if (!hides || texts_.empty()) return;
    const QPainterPath area = painter()->deviceTransform().map(path);
    const QRegion seen = clip();
    const QRectF bounds = area.boundingRect().intersected(QRectF(seen.boundingRect()));
    std::erase_if(texts_, [&](PaintedText& text) {
      if (!bounds.intersects(text.ink)) return false;
      const QRegion pixels(text.ink.toAlignedRect());
      const QRegion covered =
          seen.intersected(area.toFillPolygon().toPolygon()).intersected(pixels);
      const QRegion left = pixels.subtracted(covered);
      text.ink = text.ink.intersected(QRectF(left.boundingRect()));
      // Rounded corners leave a pixel.
      return left.isEmpty() || text.ink.width() <= 1.0 || text.ink.height() <= 1.0;
    });
  }

  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QString text = item.text().trimmed();
    if (text.isEmpty() || painter()->opacity() <= 0.0 || watch_.widget() == nullptr) return;
    QRectF ink = QFontMetricsF(item.font()).tightBoundingRect(item.text()).translated(at);
    // Alone, a bracket may be taken from another font than in its text.
    ink.setRight(std::min(ink.right(), std::max(ink.left(), at.x() + item.width())));
    PaintedText painted;
    painted.text = text;
    painted.full = painter()->deviceTransform().mapRect(ink);
    const QRegion seen = clip().intersected(painted.full.toAlignedRect());
    if (seen.isEmpty()) return;
    painted.ink = painted.full.intersected(QRectF(seen.boundingRect()));
    painted.cut = painted.full.size() - painted.ink.size();
    painted.color = painter()->pen().color();
    painted.font = item.font();
    painted.widget = watch_.widget();
    texts_.push_back(painted);
  }

 private:
  QRegion clip() const {
    QRegion clip = systemClip();
    if (clip.isEmpty()) clip = QRegion(-100'000, -100'000, 200'000, 200'000);
    if (!painter()->hasClipping()) return clip;
    return clip.intersected(painter()->deviceTransform().map(painter()->clipRegion()));
  }

  const PaintWatch& watch_;
  std::vector<PaintedText>& texts_;
};

class TextDevice : public QPaintDevice {
 public:
  TextDevice(QSize size, TextEngine& engine) : size_(size), engine_(engine) {}
  QPaintEngine* paintEngine() const override { return &engine_; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth: return size_.width();
      case PdmHeight: return size_.height();
      case PdmDevicePixelRatio: return 1;
      case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
      case PdmDepth: return 32;
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY: return 96;
      default: return QPaintDevice::metric(metric);
    }
  }

 private:
  QSize size_;
  TextEngine& engine_;
};

bool scrolls(const QScrollBar* bar) {
  return bar != nullptr && bar->maximum() > bar->minimum();
}

/// Whether the user can scroll to the rest of a text in the widget.
bool can_scroll(const QWidget& widget, Qt::Orientation direction) {
  for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
    // The view scrolls its header.
    const auto* area = qobject_cast<const QAbstractScrollArea*>(at);
    if (area == nullptr || qobject_cast<const QHeaderView*>(area) != nullptr) continue;
    if (scrolls(direction == Qt::Horizontal ? area->horizontalScrollBar()
                                            : area->verticalScrollBar())) {
      return true;
    }
  }
  return false;
}

QString described(const PaintedText& text) {
  const QRect at = text.full.toAlignedRect();
  QString chain;
  int names = 0;
  for (const QWidget* widget = text.widget; widget != nullptr && names < 3;
       widget = widget->parentWidget(), ++names) {
    chain += QStringLiteral(" < %1 '%2'")
                 .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName());
  }
  return QStringLiteral("\"%1\" at %2,%3 %4x%5%6")
      .arg(text.text)
      .arg(at.x())
      .arg(at.y())
      .arg(at.width())
      .arg(at.height())
      .arg(chain);
}

/// The most frequent colour of a part of the picture that is not that of the letters.
QColor background_of(const QImage& picture, const QRectF& part, const QColor& letters) {
  const double ratio = picture.devicePixelRatio();
  const QRect pixels = QRectF(part.topLeft() * ratio, part.size() * ratio)
                           .toAlignedRect()
                           .intersected(picture.rect());
  QHash<QRgb, int> counts;
  for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
    for (int x = pixels.left(); x <= pixels.right(); ++x) ++counts[picture.pixel(x, y)];
  }
  QRgb most = 0;
  int count = 0;
  for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
    if (it.value() <= count || (counts.size() > 1 && it.key() == letters.rgb())) continue;
    most = it.key();
    count = it.value();
  }
  return QColor(most);
}

QString without_spaces(QString text) {
  text.removeIf([](QChar c) { return c.isSpace(); });
  return text;
}

/// What the line of a text says up to its end, without spaces. Letters of several scripts, and
/// those of several fonts, are painted as several texts.
QString line_until(const std::vector<PaintedText>& texts, const PaintedText& last) {
  constexpr double kGap = 12;
  constexpr double kBaseline = 6;
  QString line = without_spaces(last.text);
  QRectF left = last.full;
  const auto begin = texts.rend() - (&last - texts.data());
  for (auto at = begin; at != texts.rend() && at->widget == last.widget; ++at) {
    const double gap = left.left() - at->full.right();
    if (std::abs(at->full.bottom() - left.bottom()) > kBaseline || std::abs(gap) > kGap) break;
    line.prepend(without_spaces(at->text));
    left = at->full;
  }
  return line;
}

/// A text of a widget as it is meant, and what its tooltip says.
struct Meant {
  QString text;
  QString tip;
};

/// The texts that a widget is meant to show whole. Cells of tables are not among them: the user can
/// widen their column.
std::vector<Meant> meant_texts(const QWidget& widget) {
  std::vector<Meant> meant;
  const auto add = [&](const QString& text, const QString& tip) {
    meant.push_back({QString(text).remove(QLatin1Char('&')), tip});
  };
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
    add(button->text(), button->toolTip());
  } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
    const bool shows_text = dynamic_cast<const ChoiceBox*>(box) != nullptr;
    add(box->currentText(), shows_text ? box->currentText() : box->toolTip());
  } else if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
    if (field->text().isEmpty()) add(field->placeholderText(), field->toolTip());
  } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
    for (int i = 0; i < tabs->count(); ++i) add(tabs->tabText(i), tabs->tabToolTip(i));
  } else if (const auto* header = qobject_cast<const QHeaderView*>(widget.parentWidget())) {
    const QAbstractItemModel* model = header->model();
    for (int i = 0; model != nullptr && i < header->count(); ++i) {
      add(model->headerData(i, header->orientation()).toString(),
          model->headerData(i, header->orientation(), Qt::ToolTipRole).toString());
    }
  } else if (const auto* list = qobject_cast<const QListView*>(widget.parentWidget())) {
    const QAbstractItemModel* model = list->model();
    for (int row = 0; model != nullptr && row < model->rowCount(); ++row) {
      const QModelIndex index = model->index(row, list->modelColumn());
      add(index.data().toString(), index.data(Qt::ToolTipRole).toString());
    }
  }
  return meant;
}

bool is_checked_widget(const QWidget& widget) {
  return qobject_cast<const QLabel*>(&widget) != nullptr ||
         qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
         qobject_cast<const QLineEdit*>(&widget) != nullptr ||
         qobject_cast<const QComboBox*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr;
}

}  // namespace

std::vector<PaintedText> painted_texts(QWidget& window) {
  std::vector<PaintedText> texts;
  const PaintWatch watch;
  TextEngine engine(watch, texts);
  TextDevice device(window.size(), engine);
  QPainter painter(&device);
  window.render(&painter);
  return texts;
}

QStringList clipped_texts(const std::vector<PaintedText>& texts) {
  QStringList found;
  for (const PaintedText& text : texts) {
    const bool across = text.cut.width() > kRounding;
    const bool down = text.cut.height() > kRounding;
    if (!(across && !can_scroll(*text.widget, Qt::Horizontal)) &&
        !(down && !can_scroll(*text.widget, Qt::Vertical))) {
      continue;
    }
    // What the user entered can be longer than the field, which scrolls.
    const auto* field = qobject_cast<const QLineEdit*>(text.widget.data());
    if (field != nullptr && !field->text().isEmpty()) continue;
    found << QStringLiteral("cut by %1x%2: %3")
                 .arg(text.cut.width(), 0, 'f', 1)
                 .arg(text.cut.height(), 0, 'f', 1)
                 .arg(described(text));
  }
  return found;
}

QStringList elided_texts(const std::vector<PaintedText>& texts, bool has_room) {
  const QChar ellipsis(0x2026);
  QStringList found;
  for (const PaintedText& text : texts) {
    if (!text.text.endsWith(ellipsis)) continue;
    const QString line = line_until(texts, text);
    const QString begin = line.chopped(1);
    if (begin.isEmpty()) continue;
    const std::vector<Meant> meant = meant_texts(*text.widget);
    const auto is_whole = [&](const Meant& one) { return without_spaces(one.text).contains(line); };
    if (std::any_of(meant.begin(), meant.end(), is_whole)) continue;
    const auto whole = std::find_if(meant.begin(), meant.end(), [&](const Meant& one) {
      return without_spaces(one.text).startsWith(begin);
    });
    if (whole == meant.end() || (!has_room && whole->tip.contains(whole->text))) continue;
    found << QStringLiteral("elided: \"%1\" as %2").arg(whole->text, described(text));
  }
  return found;
}

QStringList overlapping_texts(const std::vector<PaintedText>& texts) {
  QStringList found;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const QRectF shared = texts[i].ink.intersected(texts[j].ink);
      if (shared.width() <= kLeastOverlap || shared.height() <= kLeastOverlap) continue;
      // The same text twice is one with a border.
      if (texts[i].text == texts[j].text && texts[i].widget == texts[j].widget) continue;
      found << described(texts[i]) + QStringLiteral(" and ") + described(texts[j]);
    }
  }
  return found;
}

QStringList faint_texts(const std::vector<PaintedText>& texts, const QImage& picture) {
  constexpr double kLeast = 4.5;
  constexpr double kLeastOfLarge = 3.0;
  constexpr int kLarge = 24;
  constexpr int kLargeBold = 19;
  QStringList found;
  for (const PaintedText& text : texts) {
    if (!text.widget->isEnabled()) continue;
    // Symbols such as the squares of legends have the colours of data.
    if (std::none_of(text.text.begin(), text.text.end(),
                     [](QChar c) { return c.isLetterOrNumber(); })) {
      continue;
    }
    // Without a font that has the letters, boxes are painted.
    const QFontMetrics metrics(text.font);
    if (std::any_of(text.text.begin(), text.text.end(), [&](QChar c) {
          return c.isLetter() && !c.isSurrogate() && !metrics.inFont(c);
        })) {
      continue;
    }
    // Dense letters hide what is below them. Above and below a name, a thin bar has ended.
    constexpr double kBeside = 4.0;
    const QColor below =
        background_of(picture, text.ink.adjusted(-kBeside, 0, kBeside, 0), text.color);
    const QColor seen = mixed(below, text.color, text.color.alphaF());
    const int size = QFontInfo(text.font).pixelSize();
    const bool large = size >= kLarge || (size >= kLargeBold && text.font.bold());
    const double ratio = contrast(below, seen);
    if (ratio >= (large ? kLeastOfLarge : kLeast)) continue;
    found << QStringLiteral("contrast %1, %2 on %3: %4")
                 .arg(ratio, 0, 'f', 2)
                 .arg(seen.name(), below.name(), described(text));
  }
  return found;
}

QStringList overlapping_widgets(const QWidget& window) {
  QStringList found;
  for (const QWidget* parent : window.findChildren<QWidget*>()) {
    if (!parent->isVisible()) continue;
    QList<QWidget*> shown = parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    shown.removeIf([](const QWidget* child) {
      return !child->isVisible() || child->isWindow() || !is_checked_widget(*child);
    });
    // Fields may have buttons inside.
    if (is_checked_widget(*parent)) continue;
    for (qsizetype i = 0; i < shown.size(); ++i) {
      for (qsizetype j = i + 1; j < shown.size(); ++j) {
        const QRect shared = shown[i]->geometry().intersected(shown[j]->geometry());
        if (shared.width() <= kLeastOverlap || shared.height() <= kLeastOverlap) continue;
        found << QStringLiteral("%1 '%2' and %3 '%4' share %5x%6 pixels")
                     .arg(QString::fromLatin1(shown[i]->metaObject()->className()),
                          shown[i]->objectName(),
                          QString::fromLatin1(shown[j]->metaObject()->className()),
                          shown[j]->objectName())
                     .arg(shared.width())
                     .arg(shared.height());
      }
    }
  }
  return found;
}

}  // namespace nscope::gui
