#pragma once

#include <QTableView>
#include <vector>

class QAbstractItemModel;

namespace nscope::gui {

/// Additional roles that the model of a HeatTable provides for a cell.
enum HeatRole {
  kHeatRole = Qt::UserRole,  ///< 0..1, higher is better; invalid if the cell has no figure
  kBandRole,                 ///< "± 0.02" or another remark beside the figure; may be empty
  kBestRole,                 ///< true for the cell with a frame
  kValueRole,                ///< the figure; invalid if there is none
  kDisqualifiedRole,         ///< true if a check found the figure impossible
  kReferenceRole,            ///< true if the figure is for reference and cannot win
  kHeatColorRole,            ///< colour at heat 1; invalid for the accent colour
};

/// A table whose cells are coloured by their heat. The width of the row titles fits their text.
/// Columns have their default width, and in a narrow window only what their texts need. GUI thread.
class HeatTable : public QTableView {
  Q_OBJECT

 public:
  HeatTable(QAbstractItemModel* model, const QString& name, QWidget* parent = nullptr);

  /// Fits the height to the rows, `row_height` pixels each; the table scrolls if it has more than
  /// `most_rows`.
  void fit_rows(int row_height, int most_rows);
  /// Hides these rows, and shows all others.
  void hide_rows(const std::vector<int>& rows);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  void fit_columns();
  std::vector<int> needed_widths() const;

  int most_rows_ = 0;              ///< 0: the layout decides on the height
  std::vector<int> least_widths_;  ///< of the columns, for their texts
};

}  // namespace nscope::gui
