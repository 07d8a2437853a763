#include "app/gui/analysis/plot_data.h"

#include "app/gui/panels/table_model.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"

#include <QHash>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace nscope::gui {
namespace {

using Kind = analysis::Plot::Kind;

/// The name of a series. A number gets the column title as prefix, for example "Core 0".
QString series_name(const Table& table, std::size_t row, std::size_t column) {
  const Table::Column& of = table.columns()[column];
  const Cell& cell = table.at(row, column);
  const QString text = cell_text(of, cell);
  if (!number_of(cell)) return text;
  return title_text(of) + QLatin1Char(' ') + text;
}

/// Rows that a plot cannot show, by reason.
struct LeftOut {
  std::size_t no_number = 0;
  std::size_t not_positive = 0;
  std::size_t more = 0;
};

QString left_out_text(const LeftOut& left_out, const PlotData& data) {
  QStringList parts;
  const bool bars = data.kind == Kind::kBars;
  if (left_out.more > 0) {
    parts << (bars ? tr("first %1 of %2 rows shown") : tr("first %1 of %2 points shown"))
                 .arg(count_text(data.items.size()), count_text(data.items.size() + left_out.more));
  }
  if (left_out.no_number > 0) {
    parts << tr("rows without a value: %1").arg(count_text(left_out.no_number));
  }
  if (left_out.not_positive > 0) {
    parts << tr("rows not shown on logarithmic axes because a value is not positive: %1")
                 .arg(count_text(left_out.not_positive));
  }
  return parts.join(QStringLiteral(" · "));
}

/// Collects the items of one plot.
struct Builder {
  const Table& table;
  std::size_t x;
  std::size_t y;
  std::optional<std::size_t> series;
  PlotData data;
  LeftOut left{};
  QHash<QString, std::size_t> known_series{};

  std::size_t series_of(std::size_t row) {
    const QString name = series ? series_name(table, row, *series) : QString();
    const auto it = known_series.constFind(name);
    if (it != known_series.constEnd()) return *it;
    data.series.push_back(name);
    known_series.insert(name, data.series.size() - 1);
    return data.series.size() - 1;
  }

  void add_bar(std::size_t row) {
    const Cell& cell = table.at(row, y);
    const std::optional<double> length = number_of(cell);
    const bool known = length && std::isfinite(*length);
    data.items.push_back({.row = row,
                          .x = static_cast<double>(data.items.size()),
                          .y = known ? *length : 0.0,
                          .known = known,
                          .series = series_of(row),
                          .label = cell_text(data.x, table.at(row, x)),
                          .value = cell_text(data.y, cell)});
  }

  /// Adds to equal labels of a series the first text in which their rows differ: "semaphore wait:
  /// Vector".
  void distinguish_bars() {
    QHash<std::pair<std::size_t, QString>, std::vector<PlotData::Item*>> groups;
    for (PlotData::Item& item : data.items) groups[{item.series, item.label}].push_back(&item);
    for (const auto& group : std::as_const(groups)) {
      for (std::size_t c = 0; c < table.columns().size() && group.size() > 1; ++c) {
        if (c == x || c == y || c == series) continue;
        const Cell& first = table.at(group.front()->row, c);
        const bool differ = std::ranges::any_of(
            group, [&](const PlotData::Item* item) { return table.at(item->row, c) != first; });
        if (!differ || number_of(first)) continue;
        for (PlotData::Item* const item : group) {
          item->label +=
              QStringLiteral(": ") + cell_text(table.columns()[c], table.at(item->row, c));
        }
        break;
      }
    }
  }

  /// Adds the point of a row, or counts the row if it cannot be drawn on the axes.
  void add_point(std::size_t row) {
    const Cell& cell = table.at(row, y);
    const auto at_x = number_of(table.at(row, x));
    const auto at_y = number_of(cell);
    if (!at_x || !at_y || !std::isfinite(*at_x) || !std::isfinite(*at_y)) {
      ++left.no_number;
    } else if (data.kind == Kind::kPoints && (*at_x <= 0.0 || *at_y <= 0.0)) {
      ++left.not_positive;
    } else {
      data.items.push_back({.row = row,
                            .x = *at_x,
                            .y = *at_y,
                            .series = series_of(row),
                            .label = cell_text(data.x, table.at(row, x)),
                            .value = cell_text(data.y, cell)});
    }
  }
};

}  // namespace

PlotData plot_data(const Table& table, const analysis::Plot& plot,
                   std::span<const std::size_t> rows) {
  PlotData data{.kind = plot.kind};
  if (plot.kind == Kind::kNone) return data;
  const auto x = find_column(table, plot.x);
  const auto y = find_column(table, plot.y);
  if (!x || !y) {
    data.note = tr("The table has no column %1.").arg(to_qstring(x ? plot.y : plot.x));
    return data;
  }
  data.x = table.columns()[*x];
  data.y = table.columns()[*y];
  Builder builder{table, *x, *y, find_column(table, plot.series), std::move(data)};
  const std::size_t most = plot.kind == Kind::kBars ? kMostBars : kMostPoints;
  for (const std::size_t row : rows) {
    if (builder.data.items.size() == most) {
      ++builder.left.more;
    } else if (plot.kind == Kind::kBars) {
      builder.add_bar(row);
    } else {
      builder.add_point(row);
    }
  }
  if (plot.kind == Kind::kBars) builder.distinguish_bars();
  data = std::move(builder.data);
  if (plot.kind == Kind::kLines) {
    std::ranges::stable_sort(data.items, {}, &PlotData::Item::x);
  }
  data.note = left_out_text(builder.left, data);
  return data;
}

}  // namespace nscope::gui
