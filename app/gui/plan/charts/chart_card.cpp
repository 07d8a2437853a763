#include "app/gui/plan/charts/chart_card.h"

#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {

ChartCard::ChartCard(const QString& title, QWidget* chart, const QString& empty, QWidget* parent)
    : QFrame(parent),
      caption_(named_label("caption")),
      as_chart_(new QPushButton(tr("Chart"))),
      as_table_(new QPushButton(tr("Table"))),
      stack_(new QStackedWidget),
      table_(new TablePanel(empty)),
      note_(named_label("caption")) {
  setObjectName(QStringLiteral("planCard"));
  setAccessibleName(title);
  auto* top = new QHBoxLayout;
  top->addWidget(new SectionTitle(title), 1);
  for (QPushButton* button : {as_chart_, as_table_}) {
    button->setObjectName(QStringLiteral("segment"));
    button->setCheckable(true);
    button->setVisible(chart != nullptr);
    top->addWidget(button);
  }
  as_chart_->setAccessibleName(tr("%1 as a chart").arg(title));
  as_table_->setAccessibleName(tr("%1 as a table").arg(title));
  connect(as_chart_, &QPushButton::clicked, this, [this] { show_table(false); });
  connect(as_table_, &QPushButton::clicked, this, [this] { show_table(true); });
  if (chart != nullptr) stack_->addWidget(chart);
  stack_->addWidget(table_);
  table_->view().setAccessibleName(title);
  note_->setWordWrap(true);
  note_->setTextFormat(Qt::PlainText);
  note_->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 10, 12, 12);
  layout->setSpacing(8);
  caption_->setWordWrap(true);
  caption_->hide();
  layout->addLayout(top);
  layout->addWidget(caption_);
  layout->addWidget(stack_, 1);
  layout->addWidget(note_);
  show_table(chart == nullptr);
}

void ChartCard::set_caption(const QString& caption) {
  caption_->setText(caption);
  caption_->setVisible(!caption.isEmpty());
}

void ChartCard::show_table(bool on) {
  as_chart_->setChecked(!on);
  as_table_->setChecked(on);
  stack_->setCurrentIndex(on ? stack_->count() - 1 : 0);
}

void ChartCard::set_table(Table table) {
  QStringList notes;
  for (const Text& note : table.notes()) notes << to_qstring(note);
  note_->setText(notes.join(QLatin1Char('\n')));
  note_->setVisible(!notes.isEmpty());
  table_->set_table(std::move(table));
  if (stack_->count() > 1) return;
  // Without a chart, the height follows the number of rows, up to a limit.
  constexpr int kMostRows = 12;
  QTableView& view = table_->view();
  const int rows = std::clamp(table_->model().rowCount(), 1, kMostRows);
  table_->setMinimumHeight(view.horizontalHeader()->sizeHint().height() +
                           rows * view.verticalHeader()->defaultSectionSize() + 26);
}

}  // namespace nscope::gui

#include "moc_chart_card.cpp"
