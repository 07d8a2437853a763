#include "profiler/export/export_tables.h"

#include "profiler/analysis/metrics/summary.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

std::uint64_t slice_rows(const Trace& trace) {
  return trace.slice_count();
}
std::uint64_t sample_rows(const Trace& trace) {
  std::uint64_t rows = 0;
  for (const Track& track : trace.tracks()) rows += track.counters.size();
  return rows;
}
std::uint64_t flow_rows(const Trace& trace) {
  return trace.flows().size();
}
std::uint64_t unknown_rows(const Trace&) {
  return 0;
}

constexpr ExportTable kTables[] = {
    {"slice", "*", slice_rows},
    {"counter", "*", sample_rows},
    {"track", "*, unit, slices, samples, path, slice_kind, layout", unknown_rows},
    {"flow", "*", flow_rows},
    {"arg", "*", unknown_rows},
    {"metric", "*, low, high, note", unknown_rows},
    {"diagnostic", "*", unknown_rows},
    {"property", "*", unknown_rows},
};

}  // namespace

std::string ExportTable::select() const {
  return fmt::format("SELECT {} FROM {}", columns, name);
}

Result<ExportTable> find_export_table(std::string_view name) {
  const std::string_view wanted = name.empty() ? "slice" : name;
  const auto* found = std::find_if(std::begin(kTables), std::end(kTables),
                                   [&](const ExportTable& table) { return table.name == wanted; });
  if (found != std::end(kTables)) return *found;
  std::vector<std::string_view> names;
  for (const ExportTable& table : kTables) names.push_back(table.name);
  return fail(ErrorCode::kInvalidArgument, tr("unknown table '{}'; use one of {}", name,
                                              fmt::format("{}", fmt::join(names, ", "))));
}

Result<SqlSession> open_export_session(const std::shared_ptr<const Trace>& trace) {
  return SqlSession::open_lazily(trace, [trace] { return analysis::summarize(*trace).metrics; });
}

}  // namespace nscope
