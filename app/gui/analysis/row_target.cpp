#include "app/gui/analysis/row_target.h"

#include "app/gui/panels/table_model.h"

#include <QCoreApplication>

namespace nscope::gui {
namespace {

std::optional<double> number_at(const Table& table, std::size_t row, std::string_view id) {
  const auto column = find_column(table, id);
  if (!column) return std::nullopt;
  return number_of(table.at(row, *column));
}

}  // namespace

std::optional<RowTarget> row_target(const Table& table, std::size_t row) {
  if (const auto id = number_at(table, row, "slice_id"); id && *id >= 0.0) {
    return SliceId(static_cast<std::size_t>(*id));
  }
  const auto begin = number_at(table, row, "start_ns");
  const auto duration = number_at(table, row, "duration_ns");
  if (begin && duration && *duration >= 0.0) return RowRange{*begin, *duration};
  return std::nullopt;
}

QString row_hint(const Table& table, std::size_t row) {
  const auto target = row_target(table, row);
  if (!target) return {};
  return std::holds_alternative<SliceId>(*target)
             ? QCoreApplication::translate(
                   "RowTarget", "Double-click or press Enter to show the event in the timeline.")
             : QCoreApplication::translate(
                   "RowTarget",
                   "Double-click or press Enter to show this interval in the timeline.");
}

bool leads_to_timeline(const Table& table) {
  const bool ranges = find_column(table, "start_ns") && find_column(table, "duration_ns");
  if (!ranges && !find_column(table, "slice_id")) return false;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    if (row_target(table, row)) return true;
  }
  return false;
}

}  // namespace nscope::gui
