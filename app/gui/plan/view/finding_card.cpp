#include "app/gui/plan/view/finding_card.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"

#include <QPainter>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

QString guard_title(cost::Guard guard) {
  switch (guard) {
    case cost::Guard::kEqualWork: return FindingCard::tr("Equal work");
    case cost::Guard::kRoofline: return FindingCard::tr("Roofline");
    case cost::Guard::kMemoryFit: return FindingCard::tr("Memory fit");
    case cost::Guard::kContext: return FindingCard::tr("Context length");
    case cost::Guard::kUnits: return FindingCard::tr("Units");
    case cost::Guard::kPurchase: return FindingCard::tr("Purchase option");
    case cost::Guard::kStalePrice: return FindingCard::tr("Stale price");
    case cost::Guard::kServiceLevel: return FindingCard::tr("Service level");
    case cost::Guard::kUtilisation: return FindingCard::tr("Utilisation");
  }
  return {};
}

const char* title_style(Severity severity) {
  if (severity == Severity::kError) return "badText";
  return severity == Severity::kWarning ? "warnText" : "muted";
}

}  // namespace

FindingText text_of(const cost::Finding& finding) {
  QString title = guard_title(finding.guard);
  if (!finding.label.empty()) title += QStringLiteral(": ") + to_qstring(finding.label);
  return {finding.severity, title, to_qstring(finding.message)};
}

FindingCard::FindingCard(const FindingText& found, QWidget* parent)
    : QWidget(parent), severity_(found.severity) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 8, 12, 8);
  layout->setSpacing(3);
  auto* heading = named_label(title_style(severity_), found.title);
  heading->setStyleSheet(QStringLiteral("font-weight: 600;"));
  heading->setWordWrap(true);
  auto* text = new QLabel(found.message);
  text->setWordWrap(true);
  text->setTextFormat(Qt::PlainText);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(heading);
  layout->addWidget(text);
  setAccessibleName(found.title);
  setAccessibleDescription(found.message);
}

void FindingCard::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(rect(), 4, 4);
  QColor bar = t.muted;
  if (severity_ == Severity::kError) bar = t.bad;
  if (severity_ == Severity::kWarning) bar = t.warn;
  painter.fillRect(QRect(0, 0, 3, height()), bar);
}

}  // namespace nscope::gui

#include "moc_finding_card.cpp"
