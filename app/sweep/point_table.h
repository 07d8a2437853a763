#pragma once

#include "app/sweep/reason_groups.h"
#include "app/sweep/sweep_results.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sweep {

/// The values of one column of results, one for each row.
struct PointColumn {
  Column about;
  /// Finite numbers; NaN if the value is absent or a text.
  std::vector<double> numbers{};
  /// For columns with texts, and else empty: 1 + the index into `names`, or 0 for no text.
  std::vector<std::uint32_t> texts{};
  std::vector<std::string> names{};  ///< the different texts, in the order of their first row
  bool integers = true;              ///< no number has a fraction
  std::size_t count = 0;             ///< rows with a number
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool has_numbers() const { return count > 0; }
  bool has_texts() const { return !names.empty(); }
  /// The text of a row; empty if it has none.
  std::string_view text(std::size_t row) const;
};

/// The results of a sweep by column, for charts and tables of up to a million points. A plain
/// value, which is not changed after loading and can be shared by threads.
struct PointTable {
  Results head{};  ///< without rows
  std::vector<std::int64_t> ids{};
  std::vector<Outcome> outcomes{};
  PointColumn reasons{};
  std::vector<PointColumn> columns{};
  std::vector<ReasonGroup> groups{};  ///< why points have no figures
  std::size_t not_finite = 0;         ///< infinite values, which are treated as absent

  std::size_t size() const { return ids.size(); }
  std::size_t count(Outcome outcome) const;
  /// The column of that name, or Results::npos.
  std::size_t column(std::string_view name) const { return head.column(name); }
  /// The value of a row as results have it; integers of 2^53 and more are texts.
  Value value(std::size_t column, std::size_t row) const;
};

/// The largest number of values that load_points() reads, which bounds its memory.
inline constexpr std::size_t kMostCells = 64'000'000;

/// Errors: those of load_results(); kInfeasible for more than kMostCells values; kCancelled.
Result<PointTable> load_points(const std::string& path, TaskControl& control);

/// What is better on an axis of a Pareto front.
enum class Goal { kLow, kHigh };

/// The rows of `rows` that no other of them dominates in the numbers of both columns, sorted by x.
/// Rows without one of the numbers are left out. O(n log n).
std::vector<std::uint32_t> front_of(const PointColumn& x, Goal goal_x, const PointColumn& y,
                                    Goal goal_y, const std::vector<std::uint32_t>& rows);

/// The document of the point `id`, which has these values of the varied members, in their order,
/// from the identity of the results. A stored 1 becomes true if the sweep varies a boolean. The
/// title of the document, which describes other values, becomes that of the point, and variants,
/// which a sweep ignores, are left out. Errors: kBadInput if the identity or the values are not
/// those of a sweep.
Result<Json> document_of_point(const std::string& identity, std::int64_t id,
                               const std::vector<Value>& members);

/// The command that evaluates a point again: it writes the document of the point to
/// "point-ID.json" and runs `nscope simulate`, `cost` or `plan` with the seed and the day of the
/// prices of the sweep. `results`: the file of the results.
std::string command_of_point(const std::string& identity, const std::string& results,
                             std::int64_t id);

}  // namespace nscope::sweep
