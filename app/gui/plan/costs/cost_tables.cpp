#include "app/gui/plan/costs/cost_tables.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/plan/costs/item_panel.h"
#include "app/gui/text/text.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/prices/purchase.h"
#include "profiler/base/files/atomic_file.h"

#include <QDir>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {

CostTables::CostTables(QWidget* parent)
    : QWidget(parent),
      choice_(new ChoiceBox),
      panel_(new TablePanel(tr("This table has no rows."))) {
  choice_->setAccessibleName(tr("Table"));
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(choice_, &QComboBox::activated, this, &CostTables::show_table);
  // Purchase options have ids for scripts, which a saved table keeps, and names for readers.
  panel_->model().set_cell_looks([](const Table& table, std::size_t row,
                                    std::size_t column) -> std::optional<TableModel::CellLook> {
    const auto* id = std::get_if<std::string>(&table.at(row, column));
    if (id == nullptr || table.columns()[column].id != "option") return std::nullopt;
    const auto purchase = cost::parse_purchase_option(*id);
    if (!purchase) return std::nullopt;
    return TableModel::CellLook{.text = to_qstring(cost::title(*purchase))};
  });
  auto* save_button = new QPushButton(tr("Save as CSV…"));
  connect(save_button, &QPushButton::clicked, this, [this] {
    const QString path = ask_save_file(this, {.title = tr("Save table"),
                                              .use = FileUse::kTable,
                                              .filters = tr("CSV (*.csv)"),
                                              .name = QStringLiteral("costs.csv")});
    if (!path.isEmpty()) save(path);
  });
  auto* row = new QHBoxLayout;
  row->addWidget(choice_);
  row->addStretch(1);
  row->addWidget(save_button);
  panel_->view().setAccessibleName(tr("Rows of the table"));
  panel_->setMinimumHeight(260);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(panel_, 1);
}

void CostTables::add(const QString& title, Table table) {
  if (table.row_count() == 0) return;
  entries_.push_back({title, std::make_shared<const Table>(std::move(table))});
}

void CostTables::set_priced(const app::PricedScenario& priced_scenario, const Table* curve) {
  const QString before = choice_->currentText();
  entries_.clear();
  curve_.reset();
  const cost::CostMatrix& matrix = priced_scenario.matrix;
  const auto add_items = [&](const QString& title, Table table) {
    add(title, possible_first(matrix, std::move(table)));
  };
  add_items(tr("All prices and costs"), cost::detail_table(matrix));
  add_items(tr("Million tokens per dollar"), cost::overview_table(matrix));
  add_items(tr("By region"), cost::regions_table(matrix));
  add_items(tr("Within the latency limits"), cost::service_table(matrix));
  add_items(tr("Prices of input and output tokens"), cost::token_price_table(matrix));
  add(tr("Checks"), cost::findings_table(matrix));
  for (cost::EconomicsSection& section : cost::economics_sections(matrix.economics)) {
    add_items(to_qstring(section.title), std::move(section.table));
  }
  const auto& economics = matrix.economics;
  for (std::size_t i = 0; i < priced_scenario.weeks.size(); ++i) {
    if (!priced_scenario.weeks[i]) continue;
    add(tr("Purchase options by hour: %1").arg(to_qstring(economics.commitments[i].label)),
        cost::served_hours_table(*priced_scenario.weeks[i]));
  }
  for (std::size_t i = 0; i < priced_scenario.intervals.size(); ++i) {
    if (!priced_scenario.intervals[i]) continue;
    add(tr("Checkpoint interval: %1").arg(to_qstring(economics.spot[i].label)),
        cost::interval_table(*priced_scenario.intervals[i]));
  }
  choice_->clear();
  for (const Entry& entry : entries_) choice_->addItem(entry.title);
  if (curve != nullptr) set_curve(*curve);
  choice_->setCurrentIndex(std::max(0, choice_->findText(before)));
  show_table();
}

void CostTables::set_curve(const Table& table) {
  if (entries_.empty()) return;  // set_priced() adds it behind the others
  auto shared = std::make_shared<const Table>(table);
  if (!curve_) {
    curve_ = entries_.size();
    entries_.push_back({tr("Break-even curve"), std::move(shared)});
    choice_->addItem(entries_.back().title);
  } else {
    entries_[*curve_].table = std::move(shared);
  }
  if (choice_->currentIndex() == static_cast<int>(*curve_) && isVisible()) show_table();
}

void CostTables::show_table() {
  const auto at = static_cast<std::size_t>(std::max(0, choice_->currentIndex()));
  if (at < entries_.size()) panel_->set_table(entries_[at].table);
}

void CostTables::save(const QString& path) {
  if (auto done = write_file(to_string(path), panel_->model().table().to_csv()); !done) {
    return emit failed(tr("Cannot save the table"), done.error());
  }
  emit saved(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
}

}  // namespace nscope::gui

#include "moc_cost_tables.cpp"
