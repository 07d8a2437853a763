#pragma once

#include "profiler/base/provenance.h"
#include "profiler/sql/name_order.h"
#include "profiler/sql/virtual_table.h"
#include "profiler/trace/trace.h"

#include <functional>
#include <memory>
#include <vector>

namespace nscope {

/// Data that the tables of one session share.
struct SqlTableContext {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<NameOrder> names;
  std::shared_ptr<const StatementDeadline> deadline;
  /// Set by a table that rejects a statement: the reason, which SQLite passes on in English only.
  std::shared_ptr<Text> rejection = std::make_shared<Text>();
};

using SqlTables = std::vector<std::unique_ptr<SqlTable>>;

/// Returns the rows of the table `metric`; called when they are first read.
using MetricSource = std::function<std::vector<Metric>()>;

/// All tables of docs/sql.md.
SqlTables make_sql_tables(const SqlTableContext& context, MetricSource metrics);

// One function for each source file; it adds the tables of the file.
void add_slice_tables(const SqlTableContext& context, SqlTables& tables);
void add_track_tables(const SqlTableContext& context, SqlTables& tables);
void add_counter_table(const SqlTableContext& context, SqlTables& tables);
void add_flow_table(const SqlTableContext& context, SqlTables& tables);
void add_arg_table(const SqlTableContext& context, SqlTables& tables);
void add_fact_tables(const SqlTableContext& context, MetricSource metrics, SqlTables& tables);
void add_aggregate_tables(const SqlTableContext& context, SqlTables& tables);

}  // namespace nscope
