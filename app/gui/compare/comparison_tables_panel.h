#pragma once

#include "app/gui/compare/compared_sides.h"
#include "app/gui/panels/table_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QWidget>
#include <array>
#include <memory>

namespace nscope::gui {

/// The tables of a comparison in tabs: groups that differ, metrics, places if they were compared,
/// and residuals. Tables can be sorted, filtered, copied, and saved as CSV. GUI thread.
class ComparisonTablesPanel : public QWidget {
  Q_OBJECT

 public:
  enum class Tab { kDifferences, kMetrics, kPlaces, kResiduals };

  explicit ComparisonTablesPanel(QWidget* parent = nullptr);

  /// Shows the tables of `shown` compared with `base`. The metrics table has all sides.
  void show_comparisons(const std::vector<SideComparison>& comparisons, std::size_t base,
                        std::size_t shown, const QStringList& labels);
  /// Shows a message instead of the tables.
  void show_message(const QString& text);

  void choose(Tab tab);
  Tab chosen() const;
  TablePanel& table(Tab tab) { return *tables_[static_cast<std::size_t>(tab)]; }
  QLineEdit& filter() { return *filter_; }
  QString count() const { return count_->text(); }

  /// The filtered and sorted rows of the chosen table. Columns of the library's tables have the
  /// names in docs/compare.md.
  std::string shown_csv() const;
  void copy() const;
  void save_csv(const QString& path);

 signals:
  /// A row with example events was activated: one event of the baseline and one of the shown
  /// side. Either may be invalid.
  void evidence_wanted(nscope::SliceId base, nscope::SliceId shown);
  /// A place was activated. Times are on the axis of the baseline if `of_base`, otherwise on
  /// that of the shown side.
  void place_wanted(double start_ns, double duration_ns, bool of_base);
  /// A row became the current one: the name of its group, and its example events as above.
  void group_chosen(const QString& name, nscope::SliceId base, nscope::SliceId shown);
  void failed(const QString& what, const nscope::Error& error);

 private:
  const TablePanel& current() const { return *tables_[static_cast<std::size_t>(chosen())]; }
  TablePanel& current() { return *tables_[static_cast<std::size_t>(chosen())]; }
  void show_tab();
  void apply_filter();
  void choose_group(Tab tab);
  void activate(Tab tab, std::size_t row);
  void activate_place(std::size_t row);
  struct Examples {
    SliceId base;
    SliceId shown;
  };
  Examples examples_of(Tab tab, std::size_t row) const;
  void hide_columns(const std::vector<SideComparison>& comparisons, std::size_t base);
  void fill_places(const analysis::Comparison& comparison);
  void fill_residuals(const analysis::Comparison& comparison);

  std::shared_ptr<const analysis::Comparison> comparison_;
  QTabBar* tabs_;
  QLineEdit* filter_;
  QLabel* count_;
  QPushButton* copy_;
  QPushButton* save_;
  QStackedWidget* pages_;
  std::array<TablePanel*, 4> tables_{};
};

}  // namespace nscope::gui
