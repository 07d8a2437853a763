#pragma once

#include "app/sweep/point_table.h"

#include <QString>
#include <cstddef>
#include <vector>

namespace nscope::gui {

/// Places the values of a column of a sweep on an axis from 0 to 1. Numbers have the coordinates of
/// their values, on a linear or logarithmic scale. In a column with texts, each different value has
/// an integer as its coordinate. A plain value; the column must outlive it.
class PointAxis {
 public:
  struct Tick {
    double place = 0;
    QString text;
  };

  PointAxis() = default;
  PointAxis(const sweep::PointColumn& column, bool logarithmic);

  /// Whether all values are positive numbers.
  static bool can_be_logarithmic(const sweep::PointColumn& column);
  /// Whether the values are so different that a linear axis would hide the small ones.
  static bool is_wide(const sweep::PointColumn& column);

  bool has_values() const { return high_ >= low_; }
  bool is_logarithmic() const { return logarithmic_; }
  bool has_names() const { return !names_.empty(); }
  double low() const { return low_; }    ///< coordinate of place 0
  double high() const { return high_; }  ///< coordinate of place 1

  double coordinate(std::size_t row) const;  ///< NaN if the value is absent
  double place_of(double coordinate) const;
  double place(std::size_t row) const { return place_of(coordinate(row)); }
  /// Places outside of the axis are its ends.
  double coordinate_at(double place) const;
  /// The value at a coordinate as text.
  QString text_of(double coordinate) const;
  /// At most about `most` marks.
  std::vector<Tick> ticks(int most) const;

 private:
  std::vector<Tick> linear_ticks(int most) const;
  std::vector<Tick> logarithmic_ticks(int most) const;

  const sweep::PointColumn* column_ = nullptr;
  bool logarithmic_ = false;
  double low_ = 0;
  double high_ = -1;
  std::vector<double> numbers_;  ///< the different numbers of a column with texts, sorted
  std::vector<QString> names_;   ///< by coordinate, of a column with texts
};

}  // namespace nscope::gui
