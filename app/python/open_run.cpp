#include "app/python/open_run.h"

#include "app/cli/options/input_options.h"
#include "app/python/track_slices.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/definition/analysis_json.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"
#include "profiler/trace/session/session_file.h"

#include <algorithm>
#include <chrono>

#include <unistd.h>

namespace nscope::python {
namespace {

using namespace std::chrono_literals;

/// Rows between two checks of the size of a result.
constexpr std::size_t kRowsPerCheck = 65'536;

/// Half of the memory of this machine.
std::size_t most_result_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return std::size_t{4} << 30;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) / 2;
}

tl::unexpected<Error> too_large(std::size_t most) {
  return fail(ErrorCode::kInvalidArgument,
              tr("the result needs more than {}, half of the memory of this machine; select fewer "
                 "columns or rows, or aggregate",
                 as::bytes(static_cast<double>(most))),
              "SQL");
}

Result<analysis::SummaryOptions> scope_of(const Trace& trace, const Part& part) {
  analysis::SummaryOptions scope;
  scope.core = part.core;
  if (!part.range.empty()) {
    const auto range = cli::parse_range(part.range, trace);
    if (!range) return fail(range.error());
    scope.range = *range;
  }
  if (auto known = analysis::check_core(trace, scope); !known) return fail(known.error());
  return scope;
}

}  // namespace

Result<ResultTable> OpenRun::query(const std::string& sql, const SqlParameters& parameters,
                                   const SqlLimits& limits, TaskControl& control) {
  const std::size_t most = most_result_bytes();
  if (const auto columns = listed_slice_columns(sql); columns && parameters.empty()) {
    const std::uint64_t rows = std::min<std::uint64_t>(trace_->slice_count(), limits.rows);
    if (rows * columns->size() * sizeof(std::int64_t) > most) return too_large(most);
    return all_slices(*trace_, *columns, limits.rows, control);
  }
  std::unique_lock lock(mutex_, std::defer_lock);
  while (!lock.try_lock_for(50ms)) {
    if (control.cancelled()) return cancelled();
  }
  if (!session_) {
    auto session = SqlSession::open_lazily(
        trace_, [trace = trace_] { return analysis::summarize(*trace).metrics; });
    if (!session) return fail(session.error());
    session_ = std::move(*session);
  }
  control.begin(phrase("Running the query"), 0);
  ResultTable table;
  SqlReader reader;
  reader.begin = [&](std::span<const std::string> columns) {
    for (const std::string& name : columns) table.columns.emplace_back().id = name;
  };
  reader.row = [&](std::span<const SqlValue> row) -> Result<> {
    for (std::size_t i = 0; i < row.size(); ++i) {
      ResultColumn& column = table.columns[i];
      switch (row[i].index()) {
        case 0: column.add_missing(); break;
        case 1: column.add(*std::get_if<std::int64_t>(&row[i])); break;
        case 2: column.add(*std::get_if<double>(&row[i])); break;
        default: column.add(*std::get_if<std::string_view>(&row[i])); break;
      }
    }
    if (++table.rows % kRowsPerCheck == 0 && table.bytes() > most) return too_large(most);
    return {};
  };
  const auto outcome = session_->run(sql, parameters, limits, reader, control);
  if (!outcome) return fail(outcome.error());
  table.more = outcome->more;
  table.finish();
  return table;
}

Result<OpenRun::Analysed> OpenRun::analyze(
    const std::string& id, const Part& part,
    const std::vector<std::pair<std::string, std::string>>& parameters,
    TaskControl& control) const {
  const auto analysis = analysis::find_analysis(id);
  if (!analysis) return fail(analysis.error());
  const auto scope = scope_of(*trace_, part);
  if (!scope) return fail(scope.error());
  analysis::AnalysisRequest request = analysis::request_for(**analysis, *scope);
  for (const auto& [name, value] : parameters) {
    if (auto set = request.parameters.set(name, value); !set) return fail(set.error());
  }
  const auto table = (*analysis)->run(*trace_, request, control);
  // Columns of a large session are checked when they are first read.
  if (auto damage = trace_->storage_error()) return fail(std::move(*damage));
  if (!table) return fail(table.error());
  return Analysed{.table = to_columns(*table),
                  .title = std::string((*analysis)->title.english),
                  .definition = std::string((*analysis)->definition.english),
                  .parameters = document_text(analysis::parameters_json(request.parameters))};
}

Result<std::string> OpenRun::summary(const Part& part, bool recompute, TaskControl& control) const {
  auto scope = scope_of(*trace_, part);
  if (!scope) return fail(scope.error());
  scope->use_imported = !recompute;
  const auto summary = analysis::summarize(*trace_, *scope, control);
  if (auto damage = trace_->storage_error()) return fail(std::move(*damage));
  if (!summary) return fail(summary.error());
  return document_text(analysis::summary_json(*summary));
}

Result<> OpenRun::save(const std::string& path, TaskControl& control) const {
  return session_file::save(*trace_, path, control);
}

}  // namespace nscope::python
