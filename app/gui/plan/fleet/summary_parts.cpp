#include "app/gui/plan/fleet/summary_parts.h"

#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/text/text.h"

#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kFigureWidth = 168;

void let_copy(QLabel& label) {
  label.setWordWrap(true);
  label.setTextFormat(Qt::PlainText);
  label.setTextInteractionFlags(Qt::TextSelectableByMouse);
}

}  // namespace

CardGrid* figure_row(std::initializer_list<KeyFigure*> figures) {
  auto* row = new CardGrid(static_cast<int>(figures.size()), kFigureWidth);
  for (KeyFigure* const figure : figures) {
    figure->let_note_wrap();
    row->add(figure);
  }
  return row;
}

void lay_out_summary(QFrame& frame, std::initializer_list<QWidget*> rows) {
  frame.setObjectName(QStringLiteral("planCard"));
  auto* layout = new QVBoxLayout(&frame);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(8);
  for (QWidget* const row : rows) {
    if (auto* const label = qobject_cast<QLabel*>(row)) let_copy(*label);
    layout->addWidget(row);
  }
}

AssumptionsCard::AssumptionsCard(QWidget* parent) : QWidget(parent), text_(named_label("muted")) {
  let_copy(*text_);
  text_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plan_card(new SectionTitle(tr("Assumptions")), text_));
}

void AssumptionsCard::set_lines(const std::vector<Text>& assumptions, const QStringList& more) {
  QStringList lines;
  for (const Text& each : assumptions) lines << QStringLiteral("• ") + to_qstring(each);
  for (const QString& each : more) lines << QStringLiteral("• ") + each;
  text_->setText(lines.isEmpty() ? tr("Choose Plan to see the assumptions.")
                                 : lines.join(QLatin1Char('\n')));
}

}  // namespace nscope::gui

#include "moc_summary_parts.cpp"
