#include "profiler/sql/result_value.h"
#include "profiler/sql/sql_tables.h"

#include <algorithm>
#include <utility>

namespace nscope {
namespace {

/// Positions [first, second) in a sorted list of flows.
using Positions = std::pair<std::size_t, std::size_t>;

/// Positions of the flows that start at a slice of `ids`.
Positions flows_from(const Trace& trace, const IntegerRange& ids) {
  const FlowColumn& flows = trace.flows();
  const auto begin = std::partition_point(flows.begin(), flows.end(),
                                          [&](const Flow& f) { return f.from.value < ids.min; });
  const auto end = std::partition_point(begin, flows.end(),
                                        [&](const Flow& f) { return f.from.value <= ids.max; });
  return {static_cast<std::size_t>(begin - flows.begin()),
          static_cast<std::size_t>(end - flows.begin())};
}

/// Positions in Trace::flows_by_target() of the flows that end at a slice of `ids`.
Positions flows_to(const Trace& trace, const IntegerRange& ids) {
  const FlowColumn& flows = trace.flows();
  const auto& order = trace.flows_by_target();
  const auto begin = std::partition_point(
      order.begin(), order.end(), [&](std::uint32_t i) { return flows[i].to.value < ids.min; });
  const auto end = std::partition_point(
      begin, order.end(), [&](std::uint32_t i) { return flows[i].to.value <= ids.max; });
  return {static_cast<std::size_t>(begin - order.begin()),
          static_cast<std::size_t>(end - order.begin())};
}

enum Field { kFlowId, kFrom, kTo, kFlowKind };

class FlowCursor final : public SqlCursor {
 public:
  explicit FlowCursor(const Trace& trace) : trace_(trace) {}

  int start(const SqlPlan& plan) override {
    constexpr IntegerRange kSlices{0, std::int64_t{SliceId::kNone} - 1};
    IntegerRange from = kSlices;
    IntegerRange to = kSlices;
    bool any_from = false;
    bool any_to = false;
    for (const SqlConstraint& constraint : plan.constraints) {
      (constraint.column == kFrom ? from : to).narrow(constraint);
      (constraint.column == kFrom ? any_from : any_to) = true;
    }
    from_ = from;
    to_ = to;
    by_target_ = any_to && !any_from;
    const auto rows = by_target_ ? flows_to(trace_, to) : flows_from(trace_, from);
    at_ = rows.first;
    end_ = from.empty() || to.empty() ? at_ : rows.second;
    skip_others();
    return SQLITE_OK;
  }
  int next() override {
    ++at_;
    skip_others();
    return SQLITE_OK;
  }
  bool at_end() const override { return at_ >= end_; }
  void column(sqlite3_context* out, int column) const override {
    const Flow flow = current();
    switch (column) {
      case kFlowId: return put(out, row_id());
      case kFrom: return put_id(out, flow.from);
      case kTo: return put_id(out, flow.to);
      case kFlowKind: return put(out, trace_.text(flow.kind));
      default: return;
    }
  }
  std::int64_t row_id() const override {
    return static_cast<std::int64_t>(by_target_ ? trace_.flows_by_target()[at_] : at_);
  }

 private:
  Flow current() const { return trace_.flows()[static_cast<std::size_t>(row_id())]; }
  void skip_others() {  // if both ends have conditions
    while (at_ < end_ &&
           !(from_.contains(current().from.value) && to_.contains(current().to.value))) {
      ++at_;
    }
  }

  const Trace& trace_;
  IntegerRange from_;
  IntegerRange to_;
  bool by_target_ = false;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

class FlowTable final : public SqlTable {
 public:
  explicit FlowTable(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

  const char* name() const override { return "flow"; }
  std::string schema() const override {
    return "CREATE TABLE x(id INTEGER, from_slice_id INTEGER, to_slice_id INTEGER, kind TEXT)";
  }
  bool takes(SqlCondition condition) const override {
    return (condition.column == kFrom || condition.column == kTo) && condition.op != SqlOp::kAnyOf;
  }
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override {
    double rows = static_cast<double>(trace_->flows().size()) + 1.0;
    for (const SqlCondition& condition : conditions) {
      rows = condition.op == SqlOp::kEqual ? std::min(rows, 3.0) : rows / 4.0;
    }
    return {rows + 2.0, rows, false};
  }
  std::unique_ptr<SqlCursor> open() const override { return std::make_unique<FlowCursor>(*trace_); }

 private:
  std::shared_ptr<const Trace> trace_;
};

}  // namespace

void add_flow_table(const SqlTableContext& context, SqlTables& tables) {
  tables.push_back(std::make_unique<FlowTable>(context.trace));
}

}  // namespace nscope
