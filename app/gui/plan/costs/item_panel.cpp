#include "app/gui/plan/costs/item_panel.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <set>
#include <variant>

namespace nscope::gui {

std::optional<std::size_t> cheapest_item(const cost::CostMatrix& matrix) {
  if (!matrix.best) return std::nullopt;
  return matrix.rows[matrix.best->row].work;
}

bool is_impossible(const cost::CostMatrix& matrix, std::size_t item) {
  bool any = false;
  for (const cost::CostRow& row : matrix.rows) {
    if (row.work != item) continue;
    if (!row.disqualified) return false;
    any = true;
  }
  return any;
}

std::vector<std::size_t> impossible_rows(const cost::CostMatrix& matrix, const Table& table) {
  const auto column = find_column(table, "work");
  if (!column) return {};
  std::set<std::string, std::less<>> impossible;
  for (const cost::CostRow& row : matrix.rows) {
    if (!is_impossible(matrix, row.work)) continue;
    impossible.insert(matrix.work_of(row).label);
    impossible.insert(matrix.label_of(row).english());
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    const Cell& cell = table.at(row, *column);
    const auto* const name = std::get_if<std::string>(&cell);
    const auto* const words = std::get_if<Text>(&cell);
    const std::string label = name != nullptr    ? *name
                              : words != nullptr ? words->english()
                                                 : std::string();
    if (impossible.contains(label)) rows.push_back(row);
  }
  return rows;
}

Table possible_first(const cost::CostMatrix& matrix, Table table) {
  const std::vector<std::size_t> last = impossible_rows(matrix, table);
  if (last.empty()) return table;
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    if (!std::binary_search(last.begin(), last.end(), row)) order.push_back(row);
  }
  order.insert(order.end(), last.begin(), last.end());
  return rows_of(table, order);
}

QString impossible_reasons(const cost::CostMatrix& matrix) {
  QStringList lines;
  for (const cost::Finding& finding : matrix.findings) {
    if (!cost::disqualifies(finding)) continue;
    lines << to_qstring(finding.label) + QStringLiteral(": ") + to_qstring(finding.message);
  }
  return lines.join(u'\n');
}

QString fold_text(bool shown, std::size_t count) {
  return shown ? ItemPanel::tr("Hide Impossible Items")
               : ItemPanel::tr("Show %n Impossible Item(s)", nullptr, static_cast<int>(count));
}

ItemPanel::ItemPanel(const QString& name, const std::array<QString, 4>& figures, QWidget* parent)
    : QWidget(parent), items_(new ChoiceBox), known_(new QWidget), note_(named_label("muted")) {
  items_->setAccessibleName(name);
  items_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(items_, &QComboBox::activated, this, &ItemPanel::show_chosen);
  auto* row = new QHBoxLayout;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    figures_[i] = new KeyFigure(figures[i]);
    figures_[i]->let_note_wrap();
    row->addWidget(figures_[i], 1);
  }
  auto* inner = new QVBoxLayout(known_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(12);
  inner->addLayout(row);
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(items_, 0, Qt::AlignLeft);
  layout->addWidget(known_, 1);
  layout->addWidget(note_);
}

void ItemPanel::lay_out(QWidget* content) {
  static_cast<QVBoxLayout*>(known_->layout())->addWidget(content, 1);
}

void ItemPanel::set_items(const std::vector<std::string>& labels, const cost::CostMatrix& matrix) {
  const QVariant before = items_->currentData();
  const std::optional<std::size_t> cheapest = cheapest_item(matrix);
  int first = -1;
  items_->clear();
  for (const std::string& label : labels) {
    const auto item = std::ranges::find_if(matrix.scenario.work, [&](const cost::WorkItem& each) {
      return each.estimate.label == label;
    });
    const auto index = static_cast<std::size_t>(item - matrix.scenario.work.begin());
    const bool possible = !is_impossible(matrix, index);
    if (possible && (first < 0 || cheapest == index)) first = items_->count();
    const QString name = to_qstring(label);
    items_->addItem(possible ? name : tr("%1 (impossible)").arg(name), name);
  }
  const int kept = before.isValid() ? items_->findData(before) : -1;
  items_->setCurrentIndex(kept >= 0 ? kept : std::max(0, first));
  items_->setVisible(items_->count() > 1);
  show_chosen();
}

void ItemPanel::show_chosen() {
  show_item(static_cast<std::size_t>(std::max(0, items_->currentIndex())));
}

void ItemPanel::show_content(bool known, const QString& note) {
  known_->setVisible(known);
  note_->setText(note);
}

}  // namespace nscope::gui

#include "moc_item_panel.cpp"
