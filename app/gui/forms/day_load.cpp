#include "app/gui/forms/day_load.h"

#include "app/gui/panels/marked_field.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/gui/theme/tokens.h"
#include "profiler/base/format.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

QString rate_text(double rate) {
  return number_text(fmt::format("{:.6g}", rate));
}

}  // namespace

DaySketch::DaySketch(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Load by hour"));
  setMinimumHeight(56);
}

void DaySketch::set_hours(std::vector<double> hours) {
  hours_ = std::move(hours);
  QString description = tr("no hourly load");
  if (!hours_.empty()) {
    const auto [least, most] = std::minmax_element(hours_.begin(), hours_.end());
    description = tr("%1 hours, %2 to %3 requests per second")
                      .arg(hours_.size())
                      .arg(rate_text(*least), rate_text(*most));
  }
  setAccessibleDescription(description);
  update();
}

void DaySketch::paintEvent(QPaintEvent*) {
  if (hours_.empty()) return;
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(ui_font(10));
  const QRectF area = QRectF(rect()).adjusted(0, 2, 0, -14);
  const double most = std::max(1e-12, *std::max_element(hours_.begin(), hours_.end()));
  const double step = area.width() / static_cast<double>(hours_.size());
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.accent);
  for (std::size_t i = 0; i < hours_.size(); ++i) {
    const double height = hours_[i] / most * area.height();
    painter.drawRect(QRectF(area.left() + static_cast<double>(i) * step, area.bottom() - height,
                            std::max(1.0, step - 1.0), height));
  }
  painter.setPen(t.line);
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  painter.setPen(t.muted);
  const QRectF below(0, area.bottom(), width(), 14);
  painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, tr("%1 h").arg(0));
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, tr("%1 h").arg(hours_.size()));
  painter.drawText(below, Qt::AlignCenter, tr("peak %1/s").arg(rate_text(most)));
}

bool DaySketch::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && !hours_.empty()) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto at = static_cast<std::size_t>(
        std::clamp<double>(std::floor(static_cast<double>(help->pos().x()) / width() *
                                      static_cast<double>(hours_.size())),
                           0, static_cast<double>(hours_.size() - 1)));
    gui::show_tool_tip(help->globalPos(),
                       tr("Hour %1: %2 requests per second").arg(at).arg(rate_text(hours_[at])),
                       this);
    return true;
  }
  return QWidget::event(event);
}

std::optional<std::vector<double>> read_hours(const QString& text) {
  std::vector<double> hours;
  static const QRegularExpression kBetween(QStringLiteral("[\\s;]+"));
  for (const QString& part : text.split(kBetween, Qt::SkipEmptyParts)) {
    bool good = false;
    double value = QLocale().toDouble(part, &good);
    if (!good) value = QLocale::c().toDouble(part, &good);
    if (!good || !std::isfinite(value)) return std::nullopt;
    hours.push_back(value);
  }
  return hours;
}

DayLoad::DayLoad(QWidget* parent)
    : QWidget(parent),
      by_hour_(new QCheckBox(tr("Load varies by hour"))),
      line_(new QLineEdit),
      sketch_(new DaySketch) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(by_hour_);
  layout->addWidget(line_);
  layout->addWidget(sketch_);
  line_->setAccessibleName(tr("Requests per second for each hour"));
  line_->setPlaceholderText(tr("requests per second for each hour"));
  connect(by_hour_, &QCheckBox::clicked, this, &DayLoad::by_hour_changed);
  connect(line_, &QLineEdit::textEdited, this, &DayLoad::typed);
  set_hours({});
}

void DayLoad::set_hours(const std::vector<double>& hours) {
  by_hour_->setChecked(!hours.empty());
  line_->setVisible(!hours.empty());
  sketch_->setVisible(!hours.empty());
  sketch_->set_hours(hours);
  // Do not replace the text while the user types, if it means the same numbers.
  const auto shown = read_hours(line_->text());
  if (shown && *shown == hours) return show_mark();
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  QStringList texts;
  for (const double hour : hours) {
    texts << locale.toString(hour, 'g', QLocale::FloatingPointShortest);
  }
  line_->setText(texts.join(QLatin1Char(' ')));
  line_->setCursorPosition(0);
  show_mark();
}

void DayLoad::show_problem(const QString& why) {
  problem_ = why;
  show_mark();
}

void DayLoad::show_mark() {
  const auto hours = read_hours(line_->text());
  const bool wrong = by_hour_->isChecked() && (!hours || hours->empty());
  mark_field(line_, wrong || !problem_.isEmpty());
  line_->setToolTip(wrong ? tr("Enter one number for each hour, separated by spaces.") : problem_);
}

void DayLoad::typed() {
  const auto hours = read_hours(line_->text());
  problem_.clear();
  show_mark();
  if (hours && !hours->empty()) emit hours_changed(*hours);
}

}  // namespace nscope::gui

#include "moc_day_load.cpp"
