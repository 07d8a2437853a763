#include "app/gui/compare/comparison_tables_panel.h"

#include "app/gui/compare/comparison_view_tables.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/comparison/comparison_tables.h"
#include "profiler/analysis/comparison/residuals.h"
#include "profiler/base/files/atomic_file.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

using Tab = ComparisonTablesPanel::Tab;

constexpr Tab kTabs[] = {Tab::kDifferences, Tab::kMetrics, Tab::kPlaces, Tab::kResiduals};

QString tab_title(Tab tab) {
  switch (tab) {
    case Tab::kDifferences: return ComparisonTablesPanel::tr("Differences");
    case Tab::kMetrics: return ComparisonTablesPanel::tr("Metrics");
    case Tab::kPlaces: return ComparisonTablesPanel::tr("Time intervals or ranks");
    case Tab::kResiduals: return ComparisonTablesPanel::tr("Measured vs. simulated");
  }
  return {};
}

QString empty_text(Tab tab) {
  switch (tab) {
    case Tab::kDifferences: return ComparisonTablesPanel::tr("No differences.");
    case Tab::kMetrics: return ComparisonTablesPanel::tr("No metric differs.");
    case Tab::kPlaces: return ComparisonTablesPanel::tr("No interval or rank differs.");
    case Tab::kResiduals:
      return ComparisonTablesPanel::tr("No group of events occurs in both runs.");
  }
  return {};
}

/// Hides the columns with these ids and shows all others.
void hide_columns_of(TablePanel& table, const std::vector<std::string>& ids) {
  const auto& columns = table.model().table().columns();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool hidden = std::find(ids.begin(), ids.end(), columns[c].id) != ids.end();
    table.view().setColumnHidden(static_cast<int>(c), hidden);
  }
}

SliceId slice_in(const Table& table, std::size_t row, std::string_view id) {
  const auto column = find_column(table, id);
  const auto* value = column ? std::get_if<std::int64_t>(&table.at(row, *column)) : nullptr;
  return value != nullptr ? SliceId(static_cast<std::size_t>(*value)) : SliceId();
}

std::optional<double> number_in(const Table& table, std::size_t row, std::string_view id) {
  const auto column = find_column(table, id);
  return column ? number_of(table.at(row, *column)) : std::nullopt;
}

}  // namespace

ComparisonTablesPanel::ComparisonTablesPanel(QWidget* parent)
    : QWidget(parent),
      tabs_(new QTabBar),
      filter_(new QLineEdit),
      count_(named_label("caption")),
      copy_(new QPushButton(tr("Copy"))),
      save_(new QPushButton(tr("Save CSV…"))),
      pages_(new QStackedWidget) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(false);
  tabs_->setAccessibleName(tr("Tables of the comparison"));
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Filter rows"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(220);
  copy_->setObjectName(QStringLiteral("menuButton"));
  copy_->setToolTip(
      tr("Copies the filtered and sorted rows as CSV. Ctrl+C in the table copies the selected "
         "rows."));
  save_->setObjectName(QStringLiteral("menuButton"));
  save_->setToolTip(tr("Saves the filtered and sorted rows as CSV at full precision."));
  for (const Tab tab : kTabs) {
    auto* table = new TablePanel(empty_text(tab));
    table->view().setAccessibleName(tab_title(tab));
    tables_[static_cast<std::size_t>(tab)] = table;
    tabs_->addTab(tab_title(tab));
    pages_->addWidget(table);
    connect(table, &TablePanel::row_activated, this,
            [this, tab](std::size_t row) { activate(tab, row); });
  }
  table(Tab::kDifferences).model().set_cell_looks(difference_look);
  table(Tab::kDifferences).model().set_row_hint([](const Table&, std::size_t) {
    return tr("Double-click or press Enter to show the event that changed most in all timelines.");
  });
  table(Tab::kMetrics).model().set_cell_looks(metric_look);
  table(Tab::kMetrics).model().set_row_hint(metric_hint);
  table(Tab::kPlaces).model().set_cell_looks(place_look);
  for (const Tab tab : {Tab::kDifferences, Tab::kResiduals}) {
    connect(&table(tab), &TablePanel::row_chosen, this, [this, tab] { choose_group(tab); });
  }
  auto* line = new QHBoxLayout;
  line->setContentsMargins(4, 0, 12, 0);
  line->setSpacing(8);
  line->addWidget(tabs_);
  line->addStretch(1);
  line->addWidget(count_);
  line->addWidget(filter_);
  line->addWidget(copy_);
  line->addWidget(save_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(line);
  layout->addWidget(pages_, 1);
  connect(tabs_, &QTabBar::currentChanged, this, &ComparisonTablesPanel::show_tab);
  connect(filter_, &QLineEdit::textChanged, this, &ComparisonTablesPanel::apply_filter);
  connect(copy_, &QPushButton::clicked, this, &ComparisonTablesPanel::copy);
  connect(save_, &QPushButton::clicked, this, [this] {
    const QString path = ask_save_file(this, {.title = tr("Save table"),
                                              .use = FileUse::kTable,
                                              .filters = tr("Comma-separated values (*.csv)"),
                                              .name = QStringLiteral("comparison.csv")});
    if (!path.isEmpty()) save_csv(path);
  });
  show_message({});
}

void ComparisonTablesPanel::show_message(const QString& text) {
  comparison_.reset();
  for (TablePanel* table : tables_) {
    table->set_table(Table());
    table->set_message(text);
  }
  tabs_->setTabVisible(static_cast<int>(Tab::kPlaces), false);
  show_tab();
}

void ComparisonTablesPanel::show_comparisons(const std::vector<SideComparison>& comparisons,
                                             std::size_t base, std::size_t shown,
                                             const QStringList& labels) {
  comparison_ = comparisons[shown].comparison;
  const analysis::Comparison& comparison = *comparison_;
  TablePanel& differences = table(Tab::kDifferences);
  differences.set_empty_text(comparison.base.total_ns
                                 ? empty_text(Tab::kDifferences)
                                 : tr("Summary documents contain no events. See the Metrics tab."));
  differences.set_table(difference_view(comparison));
  table(Tab::kMetrics).set_table(metric_view(comparisons, base, labels));
  hide_columns(comparisons, base);
  fill_places(comparison);
  fill_residuals(comparison);
  tabs_->setTabVisible(static_cast<int>(Tab::kPlaces), comparison.place.has_value());
  const auto title =
      comparison.place == analysis::Place::kRank ? tr("Ranks") : tr("Time intervals");
  tabs_->setTabText(static_cast<int>(Tab::kPlaces), title);
  if (comparison.place) choose(Tab::kPlaces);
  if (!comparison.base.total_ns) choose(Tab::kMetrics);
  show_tab();
}

/// Hides ids, which are for saved tables, units, which the cells contain, and the significance if
/// there are no repeated runs to compute it from.
void ComparisonTablesPanel::hide_columns(const std::vector<SideComparison>& comparisons,
                                         std::size_t base) {
  std::vector<std::string> hidden{"base_slice_id", "new_slice_id"};
  if (!comparison_->total_interval) hidden.emplace_back("significance");
  hide_columns_of(table(Tab::kDifferences), hidden);
  hidden = {"unit"};
  for (std::size_t side = 0; side < comparisons.size(); ++side) {
    const auto& of = comparisons[side].comparison;
    if (side == base || !of) continue;
    const bool any = std::any_of(of->metrics.begin(), of->metrics.end(),
                                 [](const auto& metric) { return metric.interval.has_value(); });
    if (!any) hidden.push_back("significance." + std::to_string(side));
  }
  hide_columns_of(table(Tab::kMetrics), hidden);
}

void ComparisonTablesPanel::fill_places(const analysis::Comparison& comparison) {
  if (comparison.place) {
    table(Tab::kPlaces).set_table(analysis::place_table(comparison, analysis::kEveryRow));
  }
}

void ComparisonTablesPanel::fill_residuals(const analysis::Comparison& comparison) {
  const auto residuals = analysis::residuals_of(comparison);
  if (residuals) {
    table(Tab::kResiduals).set_table(residuals->table);
    return;
  }
  QString why = to_qstring(residuals.error().message);
  why[0] = why[0].toUpper();
  table(Tab::kResiduals).set_table(Table());
  table(Tab::kResiduals).set_message(tr("%1.").arg(why));
}

void ComparisonTablesPanel::choose(Tab tab) {
  tabs_->setCurrentIndex(static_cast<int>(tab));
}

Tab ComparisonTablesPanel::chosen() const {
  return static_cast<Tab>(std::max(0, tabs_->currentIndex()));
}

void ComparisonTablesPanel::show_tab() {
  pages_->setCurrentIndex(static_cast<int>(chosen()));
  apply_filter();
}

void ComparisonTablesPanel::apply_filter() {
  TablePanel& table = current();
  table.set_filter(filter_->text());
  const auto all = static_cast<std::int64_t>(table.model().table().row_count());
  const auto shown = static_cast<std::int64_t>(table.row_order().size());
  copy_->setEnabled(shown > 0);
  save_->setEnabled(shown > 0);
  if (all == 0) {
    count_->clear();
  } else if (shown == all) {
    count_->setText(all == 1 ? tr("1 row") : tr("%1 rows").arg(count_text(all)));
  } else {
    count_->setText(tr("%1 of %2 rows").arg(count_text(shown), count_text(all)));
  }
}

std::string ComparisonTablesPanel::shown_csv() const {
  return rows_of(current().model().table(), current().row_order()).to_csv();
}

void ComparisonTablesPanel::copy() const {
  QApplication::clipboard()->setText(to_qstring(shown_csv()));
}

void ComparisonTablesPanel::save_csv(const QString& path) {
  const auto saved = write_file(to_string(path), shown_csv());
  if (!saved) emit failed(tr("Cannot save %1").arg(path), saved.error());
}

ComparisonTablesPanel::Examples ComparisonTablesPanel::examples_of(Tab tab, std::size_t row) const {
  const Table& rows = tables_[static_cast<std::size_t>(tab)]->model().table();
  if (tab == Tab::kDifferences) {
    return {slice_in(rows, row, "base_slice_id"), slice_in(rows, row, "new_slice_id")};
  }
  if (tab != Tab::kResiduals || !comparison_) return {};
  // Rows of residuals have no example events, but the groups with the same name do.
  const auto is = [&](std::string_view id, std::string_view text) {
    const auto column = find_column(rows, id);
    return column && nscope::to_string(rows.at(row, *column), Language()) == text;
  };
  for (const analysis::GroupDifference& group : comparison_->groups) {
    if (is("name", group.key.name) && is("work", to_string(group.key.work)) &&
        is("engine", to_string(group.key.engine))) {
      return {group.matches.base_example, group.matches.new_example};
    }
  }
  return {};
}

void ComparisonTablesPanel::choose_group(Tab tab) {
  const auto row = table(tab).current_row();
  if (!row) return;
  const Examples examples = examples_of(tab, *row);
  emit group_chosen(table(tab).current_text("name"), examples.base, examples.shown);
}

void ComparisonTablesPanel::activate(Tab tab, std::size_t row) {
  if (tab == Tab::kPlaces) return activate_place(row);
  const Examples examples = examples_of(tab, row);
  if (examples.base.valid() || examples.shown.valid()) {
    emit evidence_wanted(examples.base, examples.shown);
  }
}

void ComparisonTablesPanel::activate_place(std::size_t row) {
  const Table& rows = table(Tab::kPlaces).model().table();
  const auto start = number_in(rows, row, "start_ns");
  const auto length = number_in(rows, row, "duration_ns");
  if (start && length) return emit place_wanted(*start, *length, true);
  const auto new_start = number_in(rows, row, "new_start_ns");
  const auto new_length = number_in(rows, row, "new_duration_ns");
  if (new_start && new_length) emit place_wanted(*new_start, *new_length, false);
}

}  // namespace nscope::gui

#include "moc_comparison_tables_panel.cpp"
