#pragma once

#include "app/sweep/point_result.h"
#include "app/sweep/shard.h"
#include "app/sweep/sweep_points.h"
#include "app/sweep/sweep_spec.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::sweep {

/// SQLite's application id of a file of results.
inline constexpr int kApplicationId = 0x4E535357;  // "NSSW"

/// A column of the table "point".
struct Column {
  enum class Kind { kMember, kFigure, kLow, kHigh, kText };
  std::string name;
  Kind kind = Kind::kMember;
  std::string unit{};        ///< of figures
  std::string provenance{};  ///< of figures
  std::string pointer{};     ///< of members
};
std::string_view to_string(Column::Kind kind);

/// NULL, an integer, a number or a text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A value of a document as it is stored in results: true and false as 1 and 0, arrays and objects
/// as JSON.
Value value_of(const Json& json);

/// One evaluated point: a row of the table "point".
struct ResultRow {
  std::int64_t id = 0;
  Outcome outcome = Outcome::kDone;
  std::string reason{};
  std::vector<Value> values{};  ///< one for each column
};

/// The content of a file of results. Plain data.
struct Results {
  std::string identity{};  ///< JSON of identity_of(); equal for all shards of a sweep
  std::string title{};
  std::vector<Objective> objectives{};
  std::size_t points = 0;    ///< of the whole sweep
  std::size_t excluded = 0;  ///< combinations that constraints exclude
  Shard shard{};
  std::vector<Column> columns{};
  std::vector<ResultRow> rows{};  ///< sorted by id

  std::size_t count(Outcome outcome) const;
  /// The column of that name, or npos.
  std::size_t column(std::string_view name) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

/// The table of evaluated points of a shard. The columns do not depend on the order of evaluation:
/// members in their order, then figures with their bands, then texts, sorted by name.
Results results_of(const Spec& spec, const Points& points, const Shard& shard, std::string identity,
                   std::vector<PointResult> evaluated);

/// Joins the results of at least one file (asserted), which are shards of a sweep. Points that
/// several files contain must have equal results. Errors: kBadInput naming the file for another
/// sweep or differing results; kInfeasible if shards are missing, with their numbers.
Result<Results> merge(std::vector<std::pair<std::string, Results>> parts);

/// Writes a SQLite database atomically. Equal results are equal files, byte for byte, with the same
/// version of SQLite. Errors: kIo, kCancelled.
Result<> save(const Results& results, const std::string& path, TaskControl& control);

/// Whether a file is a database of results, according to its first bytes.
bool is_results_file(const std::string& path);
/// Errors: kNotFound, kBadInput, kUnsupportedVersion.
Result<Results> load_results(const std::string& path);

/// What read_results() calls before the rows, and for each row in the order of the points.
using TakeHead = std::function<Result<>(const Results& head)>;
using TakeRow = std::function<Result<>(ResultRow&& row)>;
/// Reads results without keeping their rows in memory; the result has no rows. Errors: those of
/// load_results() and of the functions, which end the reading.
Result<Results> read_results(const std::string& path, const TakeHead& head, const TakeRow& row);

/// All columns, with the results as rows: for CSV, JSON and text. An absent value is an empty cell.
Table table_of(const Results& results);

/// The rows, as indices, that no other row dominates: none is at least as good in all objectives
/// and better in one. Sorted by the first objective. Rows without one of the figures are left out.
/// Empty if there is no objective or a figure has no column.
std::vector<std::size_t> pareto_front(const Results& results);

}  // namespace nscope::sweep
