#pragma once

#include "app/live/live_series.h"

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <span>
#include <vector>

namespace nscope::gui {

/// The data of the rolling plots as numbers: one row for each series, with its latest value and
/// its minimum, mean and maximum in the time window. Rows keep their order during a stream. GUI
/// thread.
class LiveTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kQuantity, kSeries, kNewest, kLowest, kMean, kHighest, kGaps, kColumns };

  explicit LiveTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void set_series(std::span<const app::LiveSeries> series, double now, double window);
  void clear();

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    app::LiveQuantity quantity{};
    QString series;
    std::string unit;
    std::optional<double> newest{};
    std::optional<double> lowest{};
    std::optional<double> mean{};
    std::optional<double> highest{};
    std::int64_t gaps = 0;
    friend bool operator==(const Row&, const Row&) = default;
  };
  static Row row_of(const app::LiveSeries& series, double begin);
  QString text(const Row& row, int column) const;

  std::vector<Row> rows_;
};

/// "NeuronCore utilisation".
QString quantity_title(app::LiveQuantity quantity);
/// A value of a series with its unit: "61.0 %", "43.9 k/s".
QString quantity_text(const std::string& unit, double value);

}  // namespace nscope::gui
