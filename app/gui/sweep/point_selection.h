#pragma once

#include "app/gui/sweep/point_axis.h"
#include "app/gui/sweep/point_filter.h"
#include "app/sweep/point_table.h"

#include <QColor>
#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The colours of points in one theme. Valid while the points and the colours do not change.
class PointColors {
 public:
  PointColors(const PointAxis* axis, std::vector<QRgb> scale, QRgb other);
  QRgb of(std::size_t row) const;

 private:
  const PointAxis* axis_;    ///< null: one colour
  std::vector<QRgb> scale_;  ///< along the axis, or for each name
  QRgb other_;               ///< of points without a value, and of further names
};

/// What the scatter chart, the parallel coordinates and the table of a sweep share: the points, the
/// ranges that are brushed on axes, the text filter, the selected point, and the column that
/// colours show. GUI thread.
class PointSelection : public QObject {
  Q_OBJECT

 public:
  using Range = std::pair<double, double>;  ///< coordinates of PointAxis, both ends included

  explicit PointSelection(QObject* parent = nullptr);

  void set_points(std::shared_ptr<const sweep::PointTable> points);
  /// An empty table before set_points().
  const sweep::PointTable& points() const { return *points_; }
  /// The axis of a column, which is logarithmic if its values are very different.
  const PointAxis& axis(std::size_t column) const { return axes_[column]; }

  std::optional<Range> brush(std::size_t column) const { return brushes_[column]; }
  /// Shows only points whose values are in the range; nullopt: all. Points without a value are not
  /// in a range.
  void set_brush(std::size_t column, std::optional<Range> range);
  void clear_brushes();
  bool has_brushes() const;
  void set_filter(PointFilter filter);

  /// The rows that are in all ranges and meet the filter, in the order of the points.
  const std::vector<std::uint32_t>& rows() const { return rows_; }
  /// Those of them that have figures.
  const std::vector<std::uint32_t>& evaluated() const { return evaluated_; }
  /// All rows that have figures.
  const std::vector<std::uint32_t>& all_evaluated() const { return all_evaluated_; }

  std::optional<std::uint32_t> selected() const { return selected_; }
  /// A row that the points do not have selects none.
  void select(std::optional<std::uint32_t> row);

  /// The column that colours show; nullopt: one colour.
  std::optional<std::size_t> color_column() const { return color_column_; }
  void set_color_column(std::optional<std::size_t> column);
  /// The colours of the rows in the current theme.
  PointColors colors() const;
  /// The colour of a place on the axis of the colours, 0 to 1.
  QColor color_at(double place) const;

 signals:
  void points_changed();
  void rows_changed();
  void selected_changed();
  void colors_changed();

 private:
  void find_rows();

  std::shared_ptr<const sweep::PointTable> points_;
  std::vector<PointAxis> axes_;
  std::vector<std::optional<Range>> brushes_;
  PointFilter filter_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> evaluated_;
  std::vector<std::uint32_t> all_evaluated_;
  std::optional<std::uint32_t> selected_;
  std::optional<std::size_t> color_column_;
};

}  // namespace nscope::gui
