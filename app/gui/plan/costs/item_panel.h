#pragma once

#include "app/gui/panels/section.h"
#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/tables/table.h"

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nscope::gui {

/// The work item of the cheapest cell, an index into the work of the scenario; empty if no item has
/// a price.
std::optional<std::size_t> cheapest_item(const cost::CostMatrix& matrix);
/// Whether the checks found that the figures of a work item are impossible in every region.
bool is_impossible(const cost::CostMatrix& matrix, std::size_t item);

/// The rows of a table with a row per item, in the column "work", which are of impossible items.
std::vector<std::size_t> impossible_rows(const cost::CostMatrix& matrix, const Table& table);
/// The table with the rows of impossible items last.
Table possible_first(const cost::CostMatrix& matrix, Table table);
/// A line per impossible item: why the checks found it impossible.
QString impossible_reasons(const cost::CostMatrix& matrix);
/// The text of a button that shows or hides `count` impossible items.
QString fold_text(bool shown, std::size_t count);

/// The results of one item, which is chosen by its label: four key figures, the content of the
/// derived panel, and a note with the sources, or the reason if the results are unknown. GUI
/// thread.
class ItemPanel : public QWidget {
  Q_OBJECT

 public:
  QComboBox& items() { return *items_; }
  QString note() const { return note_->text(); }

 protected:
  /// `name` is the accessible name of the list of items.
  ItemPanel(const QString& name, const std::array<QString, 4>& figures, QWidget* parent);

  /// Adds the content below the figures. Call it once.
  void lay_out(QWidget* content);
  /// Sets the labels of the work items to choose from, and marks the impossible ones. Keeps the
  /// chosen item if it still exists; else chooses the cheapest one, or the first that is possible.
  void set_items(const std::vector<std::string>& labels, const cost::CostMatrix& matrix);
  /// Shows the item with this index into the labels.
  virtual void show_item(std::size_t item) = 0;
  KeyFigure& figure(std::size_t index) { return *figures_[index]; }
  /// Shows or hides figures and content. The note is always shown.
  void show_content(bool known, const QString& note);

 private:
  void show_chosen();

  QComboBox* items_;
  std::array<KeyFigure*, 4> figures_{};
  QWidget* known_;
  QLabel* note_;
};

}  // namespace nscope::gui
