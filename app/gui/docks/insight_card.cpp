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
  if (!gain.share) return InsightCard::tr("gain not estimated");
  constexpr double kLeast = 0.001;  // 0.1 %, the last digit
  return *gain.share < kLeast ? InsightCard::tr("saves less than %1 of the time")
                                    .arg(number_text(format_percent(kLeast)))
                              : InsightCard::tr("saves up to %1 of the time")
                                    .arg(number_text(format_percent(*gain.share)));
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
  const bool whole = number.value == std::floor(number.value);
  const bool count = number.unit.empty() && whole;
  // The shares of the summary are small, and need one more digit.
  const std::string value = number.name.ends_with("_percent")
                                ? format_percent(number.value, 2)
                                : format_value(number.value, count ? "count" : number.unit);
  return InsightCard::tr("%1: %2").arg(to_qstring(number.title), number_text(value));
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
