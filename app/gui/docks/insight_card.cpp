#include "app/gui/docks/insight_card.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <cmath>

namespace nscope::gui {
namespace {

using analysis::Insight;
using analysis::InsightSeverity;

QColor severity_color(InsightSeverity severity) {
  const Tokens& t = current_tokens();
  switch (severity) {
    case InsightSeverity::kHigh: return t.bad;
    case InsightSeverity::kMedium: return t.warn;
    case InsightSeverity::kLow: return t.accent;
    case InsightSeverity::kNotEstimated: break;
  }
  return t.muted;
}

QLabel* wrapped(const char* style, const QString& text) {
  QLabel* label = named_label(style, text);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QString gain_text(const analysis::Gain& gain) {
  return gain.share ? InsightCard::tr("saves up to %1 of the time")
                          .arg(number_text(format_percent(*gain.share)))
                    : InsightCard::tr("gain not estimated");
}

QString numbers_text(const Insight& insight) {
  QStringList numbers;
  for (const auto& number : insight.evidence.numbers) numbers << insight_number_text(number);
  return numbers.join(QStringLiteral("  ·  "));
}

QString evidence_text(const Trace& trace, const analysis::Evidence& evidence) {
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [per_ns](TraceTime time) { return static_cast<double>(time.value()) / per_ns; };
  QString text;
  if (evidence.end > evidence.begin) {
    const double length = ns(evidence.end - evidence.begin);
    text = InsightCard::tr("Show %1 starting at %2")
               .arg(number_text(format_duration_ns(length)),
                    number_text(format_time_ns(ns(evidence.begin), length / 100.0)));
  }
  if (!evidence.slice.valid() || evidence.slice.index() >= trace.slice_count()) return text;
  const QString name = to_qstring(trace.text(trace.slice(evidence.slice).name()));
  return text.isEmpty() ? InsightCard::tr("Show %1").arg(name)
                        : InsightCard::tr("%1 and select %2").arg(text, name);
}

QString source_text(const analysis::Gain& gain) {
  const QString basis = to_qstring(gain.basis);
  // Without an estimate, the basis is a sentence that gives the reason.
  return basis.isEmpty() || !gain.share ? basis : InsightCard::tr("Estimated from: %1").arg(basis);
}

/// "MFU max achievable" for "mfu_max_achievable_estimated".
QString number_name(const std::string& id) {
  QStringList words = to_qstring(id).split(QLatin1Char('_'));
  words.removeAll(QStringLiteral("estimated"));  // the sentence above says so
  static const QStringList kAbbreviations{
      QStringLiteral("mfu"), QStringLiteral("hfu"),  QStringLiteral("mbu"), QStringLiteral("hbm"),
      QStringLiteral("dma"), QStringLiteral("sbuf"), QStringLiteral("psum")};
  for (QString& word : words) {
    if (kAbbreviations.contains(word)) word = word.toUpper();
    if (word == QLatin1String("flops")) word = QStringLiteral("FLOPs");
  }
  return words.join(QLatin1Char(' '));
}

}  // namespace

QString severity_text(InsightSeverity severity) {
  switch (severity) {
    case InsightSeverity::kHigh: return InsightCard::tr("high");
    case InsightSeverity::kMedium: return InsightCard::tr("medium");
    case InsightSeverity::kLow: return InsightCard::tr("low");
    case InsightSeverity::kNotEstimated: break;
  }
  return InsightCard::tr("not estimated");
}

QString insight_number_text(const analysis::InsightNumber& number) {
  QString name = number_name(number.name);
  // Metrics with the suffix "percent" are shares, and the formatted value already has the unit.
  const QString percent = QStringLiteral(" percent");
  if (name.endsWith(percent)) {
    name.chop(percent.size());
    return name + QLatin1Char(' ') + number_text(format_percent(number.value, 2));
  }
  const QString unit_name =
      number.unit == "B" ? QStringLiteral(" bytes") : QLatin1Char(' ') + to_qstring(number.unit);
  if (number.unit != "share" && name.endsWith(unit_name)) {
    name.chop(unit_name.size());
  }
  const bool whole = number.value == std::floor(number.value);
  std::string_view unit = number.unit;
  if (unit.empty() && whole) unit = "count";
  return name + QLatin1Char(' ') + number_text(format_value(number.value, unit));
}

InsightCard::InsightCard(const Trace& trace, const Insight& insight, int rank, QWidget* parent)
    : QWidget(parent), severity_(severity_of(insight.gain)) {
  const QString title = to_qstring(analysis::insight_rule_title(insight.rule));
  auto* heading = wrapped("sectionTitle", QStringLiteral("%1. %2").arg(rank).arg(title));
  auto* gain = named_label("muted", gain_text(insight.gain));
  auto* severity = named_label("muted", severity_text(severity_));
  if (severity_ == InsightSeverity::kHigh) severity->setObjectName(QStringLiteral("badText"));
  if (severity_ == InsightSeverity::kMedium) severity->setObjectName(QStringLiteral("warnText"));
  severity->setToolTip(
      tr("Severity follows from the estimated gain: high from 10 %, medium from 3 % of the "
         "time."));
  auto* top = new QHBoxLayout;
  top->setSpacing(10);
  top->addWidget(heading, 1);
  top->addWidget(gain, 0, Qt::AlignTop);
  top->addWidget(severity, 0, Qt::AlignTop);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 10, 14, 10);
  layout->setSpacing(5);
  layout->addLayout(top);
  layout->addWidget(wrapped("", to_qstring(insight.finding)));
  layout->addWidget(wrapped("goodText", to_qstring(insight.action)));
  if (const QString numbers = numbers_text(insight); !numbers.isEmpty()) {
    QLabel* label = wrapped("muted", numbers);
    label->setFont(mono_font(11));
    layout->addWidget(label);
  }
  if (const QString source = source_text(insight.gain); !source.isEmpty()) {
    layout->addWidget(wrapped("caption", source));
  }
  if (const QString text = evidence_text(trace, insight.evidence); !text.isEmpty()) {
    evidence_ = link(text, tr("Selects the evidence in the timeline."));
    evidence_->setAccessibleName(tr("%1: evidence for %2").arg(text, title));
    connect(evidence_, &QPushButton::clicked, this, &InsightCard::evidence_chosen);
  }
  if (const auto more = analysis::find_analysis(insight.evidence.analysis)) {
    analysis_ = link(tr("Related analysis: %1").arg(to_qstring((*more)->title)),
                     tr("Shows this analysis."));
    connect(analysis_, &QPushButton::clicked, this,
            [this, id = to_qstring((*more)->id)] { emit analysis_chosen(id); });
  }
  layout->addStretch(1);
  setAccessibleName(tr("Insight %1: %2").arg(rank).arg(title));
  setAccessibleDescription(to_qstring(insight.finding) + QLatin1Char(' ') +
                           to_qstring(insight.action));
}

QPushButton* InsightCard::link(const QString& text, const QString& tip) {
  auto* button = new QPushButton(without_mnemonics(text));
  button->setObjectName(QStringLiteral("link"));
  button->setToolTip(tip);
  layout()->addWidget(button);
  layout()->setAlignment(button, Qt::AlignLeft);
  return button;
}

void InsightCard::paintEvent(QPaintEvent*) {
  constexpr int kStripe = 3;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(current_tokens().raised);
  painter.drawRoundedRect(rect(), 6, 6);
  painter.setBrush(severity_color(severity_));
  painter.drawRoundedRect(QRectF(0, 6, kStripe, height() - 12), 1.5, 1.5);
}

}  // namespace nscope::gui

#include "moc_insight_card.cpp"
