#pragma once

#include <QTableView>

class QAbstractItemModel;

namespace nscope::gui {

/// What the models of a HeatTable say of a cell besides its text.
enum HeatRole {
  kHeatRole = Qt::UserRole,  ///< 0..1, the more the better; invalid: the text is why not
  kBandRole,                 ///< "± 0.02", empty without a band
  kBestRole,                 ///< true for the cell that is framed
  kValueRole,                ///< the figure itself; invalid without one
  kDisqualifiedRole,         ///< true where the figure is of something impossible
  kReferenceRole,            ///< true where the figure stands beside the others and cannot win
  kHeatColorRole,            ///< of the full heat; invalid: the accent
};

/// A table whose cells are coloured by their heat, with a column of titles as wide as these
/// need. GUI thread.
class HeatTable : public QTableView {
  Q_OBJECT

 public:
  HeatTable(QAbstractItemModel* model, const QString& name, QWidget* parent = nullptr);

  /// As high as its rows, which are `row_height` pixels each; more than `most_rows` scroll.
  void fit_rows(int row_height, int most_rows);

 private:
  void fit();

  int most_rows_ = 0;  ///< 0: as high as its layout says
};

}  // namespace nscope::gui
