#pragma once

#include "profiler/sql/name_order.h"
#include "profiler/sql/virtual_table.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// The value of a column in a table of slices.
enum class SliceField {
  kId,
  kTrackId,
  kKind,
  kCore,
  kEngine,
  kName,
  kStartNs,
  kDurationNs,
  kKnownDurationNs,  ///< NULL if it is 0, which is an unknown duration
  kWaitNs,
  kDepth,
  kParentId,
  kEndNs,
  kStartTicks,
  kDurationTicks,
  kWaitTicks,
  kArg,  ///< the property SliceColumn::arg
  // Facts of a collective, as in the analysis of collectives.
  kOperation,
  kBytes,
  kRanks,
};

struct SliceColumn {
  std::string_view declaration;  ///< "start_ns INTEGER"
  SliceField field = SliceField::kId;
  std::string_view arg{};  ///< kArg: key of the property
};

/// A table with one row for each slice, or for each slice of one kind.
struct SliceTableSpec {
  const char* name = "";
  std::optional<SliceKind> kind{};  ///< only slices of this kind
  std::vector<SliceColumn> columns;
};

/// Reads slices from the trace without copying. Equality and lists of track, kind, core, engine
/// and name, equality of id and ranges of start are found without a scan. Rows can be ordered by
/// track, kind, core, engine, name, id, and within a track by start.
class SliceTable final : public SqlTable {
 public:
  SliceTable(SliceTableSpec spec, std::shared_ptr<const Trace> trace,
             std::shared_ptr<NameOrder> names, std::shared_ptr<const StatementDeadline> deadline);

  const char* name() const override { return spec_.name; }
  std::string schema() const override;
  bool takes(SqlCondition condition) const override;
  bool is_text(int column) const override;
  bool delivers(std::span<const SqlOrderTerm> order, SqlOrdering ordering,
                std::span<const SqlCondition> conditions) const override;
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override;
  std::unique_ptr<SqlCursor> open() const override;

  SliceField field(int column) const {
    return spec_.columns[static_cast<std::size_t>(column)].field;
  }
  /// The property key of a kArg column; invalid if no slice has the property.
  StringId arg_key(int column) const { return arg_keys_[static_cast<std::size_t>(column)]; }
  std::optional<SliceKind> kind() const { return spec_.kind; }
  const Trace& trace() const { return *trace_; }
  NameOrder& names() const { return *names_; }
  const StatementDeadline& deadline() const { return *deadline_; }

 private:
  SliceTableSpec spec_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<NameOrder> names_;
  std::shared_ptr<const StatementDeadline> deadline_;
  std::vector<StringId> arg_keys_;
};

}  // namespace nscope
