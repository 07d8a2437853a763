#include "profiler/sql/slice_table.h"

#include "profiler/sql/result_value.h"
#include "profiler/sql/slice_runs.h"
#include "profiler/trace/collective_facts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace nscope {
namespace {

/// Rows between two checks of the deadline: much less than a millisecond.
constexpr std::uint32_t kRowsPerCheck = 1u << 16;

class SliceCursor final : public SqlCursor {
 public:
  explicit SliceCursor(const SliceTable& table)
      : table_(table), trace_(table.trace()), ticks_per_ns_(trace_.time_base().ticks_per_ns) {}

  int start(const SqlPlan& plan) override {
    bool by_name = orders_by_name(table_, plan);
    const bool asks_names =
        std::any_of(plan.constraints.begin(), plan.constraints.end(), [&](const auto& constraint) {
          return table_.field(constraint.column) == SliceField::kName;
        });
    // The first search for a name is a scan; repeated searches, as in a join, use the index.
    if (asks_names && plan.order.empty()) {
      by_name = table_.names().built() || name_lookups_++ > 0;
    }
    if (by_name && !table_.names().build([&] { return table_.deadline().passed(); })) {
      return SQLITE_INTERRUPT;
    }
    find_slice_runs(table_, plan, by_name, found_);
    run_ = 0;
    enter_run();
    return found_.keeps_all() ? SQLITE_OK : skip_filtered();
  }

  int next() override {
    step();
    return found_.keeps_all() ? SQLITE_OK : skip_filtered();
  }

  bool at_end() const override { return run_ >= found_.runs.size(); }

  void column(sqlite3_context* out, int column) const override;

  std::int64_t row_id() const override { return std::int64_t{track_->first_slice} + row_; }

 private:
  void enter_run() {
    if (run_ >= found_.runs.size()) return;
    const SliceRun& run = found_.runs[run_];
    track_ = run.track;
    order_ = run.order;
    at_ = run.begin;
    end_ = run.end;
    row_ = order_ == nullptr ? at_ : order_[at_];
  }

  void step() {
    if (++at_ < end_) {
      row_ = order_ == nullptr ? at_ : order_[at_];
      return;
    }
    ++run_;
    enter_run();
  }

  int skip_filtered() {
    std::uint32_t skipped = 0;
    while (!at_end() && !found_.keeps(track_->slices, row_)) {
      step();
      if (++skipped % kRowsPerCheck == 0 && table_.deadline().passed()) return SQLITE_INTERRUPT;
    }
    return SQLITE_OK;
  }

  std::int64_t to_ns(std::int64_t ticks) const {
    return ticks_per_ns_ == 1 ? ticks : trace_.to_ns(TraceTime(ticks));
  }

  void put_arg(sqlite3_context* out, StringId key) const {
    if (!key.valid()) return;  // NULL
    const auto value = trace_.arg(Trace::slice_id(*track_, row_), key);
    if (value) put_value(out, trace_, *value);
  }

  /// The facts of the current row, a collective; read once for all columns.
  const CollectiveFacts& facts() const {
    if (!fact_reader_) fact_reader_.emplace(trace_);
    const SliceId slice = Trace::slice_id(*track_, row_);
    if (facts_of_ != slice) {
      const auto args = trace_.args_of(slice);
      facts_ = fact_reader_->of(*track_, row_, args);
      facts_of_ = slice;
    }
    return facts_;
  }

  const SliceTable& table_;
  const Trace& trace_;
  mutable std::optional<CollectiveFactReader> fact_reader_;
  mutable CollectiveFacts facts_;
  mutable SliceId facts_of_;
  std::int64_t ticks_per_ns_;
  SliceRuns found_;
  std::size_t run_ = 0;
  const Track* track_ = nullptr;
  const std::uint32_t* order_ = nullptr;
  std::uint32_t at_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t row_ = 0;
  int name_lookups_ = 0;
};

void SliceCursor::column(sqlite3_context* out, int column) const {
  const SliceColumns& slices = track_->slices;
  switch (table_.field(column)) {
    case SliceField::kId: return put(out, row_id());
    case SliceField::kTrackId: return put_id(out, track_->id);
    case SliceField::kKind: return put(out, to_string(track_->slice_kind));
    case SliceField::kCore: return put_core(out, track_->core);
    case SliceField::kEngine: return put_text_or_null(out, to_string(track_->engine));
    case SliceField::kName: return put(out, trace_.text(slices.name[row_]));
    case SliceField::kStartNs: return put(out, to_ns(slices.start[row_]));
    case SliceField::kDurationNs: return put(out, to_ns(slices.duration[row_]));
    case SliceField::kKnownDurationNs:
      if (slices.duration[row_] != 0) put(out, to_ns(slices.duration[row_]));
      return;
    case SliceField::kWaitNs: return put(out, to_ns(wait_of(*track_, row_)));
    case SliceField::kDepth: return put(out, std::int64_t{slices.depth[row_]});
    case SliceField::kParentId: {
      const std::uint32_t parent = track_->parent_of(row_);
      if (parent != SliceId::kNone) put_id(out, Trace::slice_id(*track_, parent));
      return;
    }
    case SliceField::kEndNs: return put(out, to_ns(slices.end(row_).value()));
    case SliceField::kStartTicks: return put(out, std::int64_t{slices.start[row_]});
    case SliceField::kDurationTicks: return put(out, std::int64_t{slices.duration[row_]});
    case SliceField::kWaitTicks: return put(out, wait_of(*track_, row_));
    case SliceField::kArg: return put_arg(out, table_.arg_key(column));
    case SliceField::kOperation:
      return put(out, operation_text(trace_, facts().op, slices.name[row_]));
    case SliceField::kBytes:
      if (facts().bytes >= 0.0) put(out, static_cast<std::int64_t>(facts().bytes));
      return;
    case SliceField::kRanks:
      if (facts().ranks > 0) put(out, facts().ranks);
      return;
  }
}

bool is_of_track(SliceField field) {
  return field == SliceField::kTrackId || field == SliceField::kKind ||
         field == SliceField::kCore || field == SliceField::kEngine;
}

}  // namespace

SliceTable::SliceTable(SliceTableSpec spec, std::shared_ptr<const Trace> trace,
                       std::shared_ptr<NameOrder> names,
                       std::shared_ptr<const StatementDeadline> deadline)
    : spec_(std::move(spec)),
      trace_(std::move(trace)),
      names_(std::move(names)),
      deadline_(std::move(deadline)) {
  for (const SliceColumn& column : spec_.columns) {
    arg_keys_.push_back(trace_->strings().find(column.arg));
  }
}

std::string SliceTable::schema() const {
  return declare_table(spec_.columns, [](const SliceColumn& column) { return column.declaration; });
}

bool SliceTable::takes(SqlCondition condition) const {
  const bool equality = condition.op == SqlOp::kEqual || condition.op == SqlOp::kAnyOf;
  switch (field(condition.column)) {
    case SliceField::kTrackId:
    case SliceField::kKind:
    case SliceField::kCore:
    case SliceField::kEngine:
    case SliceField::kName: return equality;
    case SliceField::kId:
    case SliceField::kStartNs:
    case SliceField::kDurationNs: return condition.op != SqlOp::kAnyOf;
    default: return false;
  }
}

bool SliceTable::is_text(int column) const {
  const SliceField f = field(column);
  return f == SliceField::kKind || f == SliceField::kEngine || f == SliceField::kName;
}

bool SliceTable::delivers(std::span<const SqlOrderTerm> order, SqlOrdering ordering,
                          std::span<const SqlCondition> conditions) const {
  bool one_track =
      std::any_of(conditions.begin(), conditions.end(), [&](const SqlCondition& condition) {
        return field(condition.column) == SliceField::kTrackId && condition.op == SqlOp::kEqual;
      });
  bool by_name = false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const SliceField f = field(order[i].column);
    const bool last = i + 1 == order.size();
    if (f == SliceField::kTrackId) one_track = true;
    if (f == SliceField::kName) {
      if (by_name) return false;
      by_name = true;
      // Columns of the track after the name sort runs of equal names. With almost as many names
      // as slices the index is not worth building.
      if (trace_->strings().size() > trace_->slice_count() / 4 + 4096) return false;
      continue;
    }
    if (is_of_track(f)) continue;
    const bool ascending_last =
        ordering == SqlOrdering::kSorted && last && !order[i].descending && !by_name;
    if (f == SliceField::kId && ascending_last && (one_track || order.size() == 1)) continue;
    if (f == SliceField::kStartNs && ascending_last && one_track) continue;
    return false;
  }
  return true;
}

SqlEstimate SliceTable::estimate(std::span<const SqlCondition> conditions) const {
  SqlEstimate estimate;
  estimate.rows = static_cast<double>(trace_->slice_count()) + 1.0;
  const double tracks = static_cast<double>(trace_->tracks().size()) + 1.0;
  for (const SqlCondition& condition : conditions) {
    switch (field(condition.column)) {
      case SliceField::kId:
        if (condition.op == SqlOp::kEqual) return {2.0, 1.0, true};
        estimate.rows /= 4.0;
        break;
      case SliceField::kTrackId: estimate.rows /= tracks; break;
      case SliceField::kName: estimate.rows /= 20.0; break;
      case SliceField::kStartNs: estimate.rows /= 4.0; break;
      default: estimate.rows /= 3.0;
    }
  }
  estimate.cost = estimate.rows + tracks;
  return estimate;
}

std::unique_ptr<SqlCursor> SliceTable::open() const {
  return std::make_unique<SliceCursor>(*this);
}

}  // namespace nscope
