#include "profiler/sql/slice_table.h"
#include "profiler/sql/sql_tables.h"
#include "profiler/trace/vocabulary.h"

namespace nscope {
namespace {

using F = SliceField;

SliceTableSpec slice_spec() {
  return {.name = "slice",
          .columns = {{"id INTEGER", F::kId},
                      {"track_id INTEGER", F::kTrackId},
                      {"kind TEXT", F::kKind},
                      {"core INTEGER", F::kCore},
                      {"engine TEXT", F::kEngine},
                      {"name TEXT", F::kName},
                      {"start_ns INTEGER", F::kStartNs},
                      {"duration_ns INTEGER", F::kDurationNs},
                      {"wait_ns INTEGER", F::kWaitNs},
                      {"depth INTEGER", F::kDepth},
                      {"parent_id INTEGER", F::kParentId},
                      {"end_ns INTEGER HIDDEN", F::kEndNs},
                      {"start_ticks INTEGER HIDDEN", F::kStartTicks},
                      {"duration_ticks INTEGER HIDDEN", F::kDurationTicks},
                      {"wait_ticks INTEGER HIDDEN", F::kWaitTicks}}};
}

SliceTableSpec collective_spec() {
  return {.name = "collective",
          .kind = SliceKind::kCollective,
          .columns = {{"slice_id INTEGER", F::kId},
                      {"track_id INTEGER", F::kTrackId},
                      {"core INTEGER", F::kCore},
                      {"operation TEXT", F::kOperation},
                      {"start_ns INTEGER", F::kStartNs},
                      {"duration_ns INTEGER", F::kDurationNs},
                      {"algorithm TEXT", F::kArg, key::kAlgorithm},
                      {"bytes INTEGER", F::kBytes},
                      {"ranks INTEGER", F::kRanks},
                      {"algorithm_bandwidth REAL", F::kArg, "algorithm_bandwidth"},
                      {"bus_bandwidth REAL", F::kArg, "bus_bandwidth"},
                      {"name TEXT HIDDEN", F::kName},
                      {"end_ns INTEGER HIDDEN", F::kEndNs}}};
}

SliceTableSpec compile_cache_spec() {
  return {.name = "compile_cache_event",
          .kind = SliceKind::kCompile,
          .columns = {{"slice_id INTEGER", F::kId},
                      {"track_id INTEGER", F::kTrackId},
                      {"name TEXT", F::kName},
                      {"start_ns INTEGER", F::kStartNs},
                      {"duration_ns INTEGER", F::kKnownDurationNs},
                      {"cache_state TEXT", F::kArg, key::kCacheState},
                      {"graph_hash TEXT", F::kArg, key::kGraphHash},
                      {"flags_hash TEXT", F::kArg, key::kFlagsHash},
                      {"compiler_version TEXT", F::kArg, key::kCacheCompiler},
                      {"flags TEXT", F::kArg, key::kCompilerFlags},
                      {"neff_bytes INTEGER", F::kArg, key::kNeffBytes},
                      {"error TEXT", F::kArg, key::kCompileError},
                      {"error_code TEXT", F::kArg, key::kErrorCode},
                      {"exit_code INTEGER", F::kArg, key::kExitCode},
                      {"time_source TEXT", F::kArg, key::kTimeSource},
                      {"source TEXT HIDDEN", F::kArg, key::kCacheSource},
                      {"end_ns INTEGER HIDDEN", F::kEndNs}}};
}

}  // namespace

void add_slice_tables(const SqlTableContext& context, SqlTables& tables) {
  for (SliceTableSpec& spec : std::vector{slice_spec(), collective_spec(), compile_cache_spec()}) {
    tables.push_back(std::make_unique<SliceTable>(std::move(spec), context.trace, context.names,
                                                  context.deadline));
  }
}

SqlTables make_sql_tables(const SqlTableContext& context, MetricSource metrics) {
  SqlTables tables;
  add_slice_tables(context, tables);
  add_track_tables(context, tables);
  add_counter_table(context, tables);
  add_flow_table(context, tables);
  add_arg_table(context, tables);
  add_fact_tables(context, std::move(metrics), tables);
  add_aggregate_tables(context, tables);
  return tables;
}

}  // namespace nscope
