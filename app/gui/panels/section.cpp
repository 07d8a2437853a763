#include "app/gui/panels/section.h"

#include "app/gui/panels/restyle.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kFigureSize = 17;  ///< pixels, as in the style sheet
constexpr int kTightFigureSize = 13;

}  // namespace

QLabel* named_label(const char* object_name, const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName(QString::fromLatin1(object_name));
  return label;
}

SectionTitle::SectionTitle(const QString& title, QWidget* parent)
    : QWidget(parent), caption_(new ElidedLabel("caption")) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  if (!title.isEmpty()) {
    layout->addWidget(named_label("sectionTitle", title));
    layout->addStretch(1);
  }
  layout->addWidget(caption_);
}

void SectionTitle::set_caption(const QString& caption) {
  caption_->set_text(caption);
}

KeyFigure::KeyFigure(const QString& label, QWidget* parent)
    : QWidget(parent),
      figure_(QStringLiteral("–")),
      label_(named_label("caption", label)),
      value_(named_label("keyFigure", figure_)),
      note_(named_label("caption")) {
  setObjectName(QStringLiteral("card"));
  setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 7, 10, 7);
  layout->setSpacing(2);
  layout->addWidget(label_);
  layout->addWidget(value_);
  layout->addWidget(note_);
  layout->addStretch(1);  // aligns values with and without a note
  // Wrap long texts, so that they do not widen the column.
  label_->setWordWrap(true);
  value_->setWordWrap(true);
  note_->hide();
  setAccessibleName(label);
}

void KeyFigure::set_value(const QString& value, const QString& detail) {
  figure_ = value;
  setToolTip(detail);
  setAccessibleDescription(value);
  fit_value();
}

void KeyFigure::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_value();
}

void KeyFigure::fit_value() {
  const QMargins margins = layout()->contentsMargins();
  const int room = width() - margins.left() - margins.right();
  const auto is_wide = [&](int size) {
    return QFontMetrics(ui_font(size, QFont::DemiBold)).horizontalAdvance(figure_) > room;
  };
  QString text = figure_;
  if (is_wide(kTightFigureSize)) {
    text.replace(QStringLiteral("/"), QStringLiteral("/\u2060"));  // no line break after the slash
    text.replace(QStringLiteral("\u202f"), QStringLiteral(" "));
  }
  value_->setText(text);
  set_style_property(*value_, "tight", is_wide(kFigureSize));
}

void KeyFigure::set_label(const QString& label) {
  label_->setText(label);
  setAccessibleName(label);
}

void KeyFigure::let_note_wrap() {
  note_->setWordWrap(true);
}

QString KeyFigure::note() const {
  return note_->text();
}

void KeyFigure::set_note(const QString& note) {
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

ShareBar::ShareBar(QString name, QColor color, QWidget* parent) : QWidget(parent) {
  setFixedHeight(22);
  set_name(std::move(name), std::move(color));
}

void ShareBar::set_name(QString name, QColor color, int width) {
  name_ = std::move(name);
  name_width_ = width;
  color_ = std::move(color);
  setAccessibleName(name_);
  update();
}

void ShareBar::set_share(double share) {
  share_ = share;
  setAccessibleDescription(share < 0.0 ? QStringLiteral("unknown")
                                       : number_text(format_percent(share, 0)));
  update();
}

QSize ShareBar::sizeHint() const {
  return {240, 22};
}

void ShareBar::paintEvent(QPaintEvent*) {
  constexpr int kValueWidth = 54;
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.setFont(ui_font(12));
  painter.setPen(t.text);
  painter.drawText(QRect(0, 0, name_width_, height()), Qt::AlignVCenter,
                   // The end of the path of a track tells it from the others of its group.
                   painter.fontMetrics().elidedText(name_, Qt::ElideLeft, name_width_ - 6));
  painter.setFont(mono_font(11));
  painter.setPen(t.muted);
  painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter,
                   share_ < 0.0 ? QCoreApplication::translate("ShareBar", "unknown")
                                : number_text(format_percent(share_, 0)));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const QRectF bar(name_width_, height() / 2.0 - 4.5, width() - name_width_ - kValueWidth, 9);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(bar, 2.5, 2.5);
  if (share_ > 0.0) {
    QRectF filled = bar;
    filled.setWidth(std::max(3.0, bar.width() * std::min(1.0, share_)));
    painter.setBrush(color_);
    painter.drawRoundedRect(filled, 2.5, 2.5);
  }
}

}  // namespace nscope::gui
