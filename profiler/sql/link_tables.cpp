#include "profiler/sql/result_value.h"
#include "profiler/sql/sql_tables.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace nscope {
namespace {

/// The flows, and their order by target once a statement asks for it.
class FlowIndex {
 public:
  explicit FlowIndex(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

  const Trace& trace() const { return *trace_; }

  /// Flows [first, second) that leave a slice of `ids`.
  std::pair<std::size_t, std::size_t> from(const IntegerRange& ids) const {
    const auto flows = trace_->flows();
    const auto begin = std::partition_point(flows.begin(), flows.end(),
                                            [&](const Flow& f) { return f.from.value < ids.min; });
    const auto end = std::partition_point(begin, flows.end(),
                                          [&](const Flow& f) { return f.from.value <= ids.max; });
    return {static_cast<std::size_t>(begin - flows.begin()),
            static_cast<std::size_t>(end - flows.begin())};
  }

  /// Positions in by_target() of the flows that reach a slice of `ids`.
  std::pair<std::size_t, std::size_t> to(const IntegerRange& ids) {
    sort_by_target();
    const auto flows = trace_->flows();
    const auto begin =
        std::partition_point(by_target_.begin(), by_target_.end(),
                             [&](std::uint32_t i) { return flows[i].to.value < ids.min; });
    const auto end = std::partition_point(
        begin, by_target_.end(), [&](std::uint32_t i) { return flows[i].to.value <= ids.max; });
    return {static_cast<std::size_t>(begin - by_target_.begin()),
            static_cast<std::size_t>(end - by_target_.begin())};
  }
  const std::vector<std::uint32_t>& by_target() const { return by_target_; }

 private:
  void sort_by_target() {
    const auto flows = trace_->flows();
    if (by_target_.size() == flows.size()) return;
    by_target_.resize(flows.size());
    std::iota(by_target_.begin(), by_target_.end(), 0u);
    std::stable_sort(by_target_.begin(), by_target_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return flows[a].to < flows[b].to; });
  }

  std::shared_ptr<const Trace> trace_;
  std::vector<std::uint32_t> by_target_;
};

enum FlowColumn { kFlowId, kFrom, kTo, kFlowKind };

class FlowCursor final : public SqlCursor {
 public:
  explicit FlowCursor(FlowIndex& index) : index_(index) {}

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
    const auto rows = by_target_ ? index_.to(to) : index_.from(from);
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
      case kFlowKind: return put(out, index_.trace().text(flow.kind));
      default: return;
    }
  }
  std::int64_t row_id() const override {
    return static_cast<std::int64_t>(by_target_ ? index_.by_target()[at_] : at_);
  }

 private:
  Flow current() const { return index_.trace().flows()[static_cast<std::size_t>(row_id())]; }
  void skip_others() {  // where both ends were asked for
    while (at_ < end_ &&
           !(from_.contains(current().from.value) && to_.contains(current().to.value))) {
      ++at_;
    }
  }

  FlowIndex& index_;
  IntegerRange from_;
  IntegerRange to_;
  bool by_target_ = false;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

class FlowTable final : public SqlTable {
 public:
  explicit FlowTable(std::shared_ptr<const Trace> trace)
      : index_(std::make_unique<FlowIndex>(std::move(trace))) {}

  const char* name() const override { return "flow"; }
  std::string schema() const override {
    return "CREATE TABLE x(id INTEGER, from_slice_id INTEGER, to_slice_id INTEGER, kind TEXT)";
  }
  bool takes(SqlCondition condition) const override {
    return (condition.column == kFrom || condition.column == kTo) && condition.op != SqlOp::kAnyOf;
  }
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override {
    double rows = static_cast<double>(index_->trace().flows().size()) + 1.0;
    for (const SqlCondition& condition : conditions) {
      rows = condition.op == SqlOp::kEqual ? std::min(rows, 3.0) : rows / 4.0;
    }
    return {rows + 2.0, rows, false};
  }
  std::unique_ptr<SqlCursor> open() const override { return std::make_unique<FlowCursor>(*index_); }

 private:
  std::unique_ptr<FlowIndex> index_;
};

enum ArgField { kSliceId, kKey, kArgValue };

class ArgCursor final : public SqlCursor {
 public:
  ArgCursor(const Trace& trace, const StatementDeadline& deadline)
      : trace_(trace), deadline_(deadline) {}

  int start(const SqlPlan& plan) override {
    IntegerRange slices{0, static_cast<std::int64_t>(trace_.slice_count()) - 1};
    any_key_ = true;
    keys_.clear();
    for (const SqlConstraint& constraint : plan.constraints) {
      if (constraint.column == kSliceId) {
        slices.narrow(constraint);
      } else {
        keep_keys(constraint);
      }
    }
    if (slices.empty() || (!any_key_ && keys_.empty())) slices = {0, -1};
    slice_ = static_cast<std::size_t>(slices.min);
    end_ = static_cast<std::size_t>(slices.max + 1);
    return load();
  }
  int next() override {
    if (++at_ < args_.size()) return SQLITE_OK;
    ++slice_;
    return load();
  }
  bool at_end() const override { return slice_ >= end_; }
  void column(sqlite3_context* out, int column) const override {
    const Arg& arg = args_[at_];
    switch (column) {
      case kSliceId: return put(out, static_cast<std::int64_t>(slice_));
      case kKey: return put(out, trace_.text(arg.key));
      case kArgValue: return put_value(out, trace_, arg.value);
      default: return;
    }
  }
  std::int64_t row_id() const override {  // unique: no slice has 65,536 properties of use
    return static_cast<std::int64_t>(slice_) * 65536 + static_cast<std::int64_t>(at_ % 65536);
  }

 private:
  void keep_keys(const SqlConstraint& constraint) {
    std::vector<StringId> keys;
    for (const SqlConstant& constant : constraint.values) {
      const auto* text = std::get_if<std::string>(&constant);
      const StringId id = text == nullptr ? StringId() : trace_.strings().find(*text);
      if (id.valid() && (any_key_ || wanted(id))) keys.push_back(id);
    }
    keys_ = std::move(keys);
    any_key_ = false;
  }
  bool wanted(StringId key) const {
    return any_key_ || std::find(keys_.begin(), keys_.end(), key) != keys_.end();
  }
  /// Goes on to the first slice from slice_ on that has a wanted property.
  int load() {
    std::uint32_t looked = 0;
    for (; slice_ < end_; ++slice_) {
      args_.clear();
      at_ = 0;
      for (const Arg& arg : trace_.args_of(SliceId(slice_))) {
        if (wanted(arg.key)) args_.push_back(arg);
      }
      if (!args_.empty()) return SQLITE_OK;
      if (++looked % 16384 == 0 && deadline_.passed()) return SQLITE_INTERRUPT;
    }
    return SQLITE_OK;
  }

  const Trace& trace_;
  const StatementDeadline& deadline_;
  bool any_key_ = true;
  std::vector<StringId> keys_;
  std::vector<Arg> args_;  ///< the wanted ones of the current slice
  std::size_t at_ = 0;
  std::size_t slice_ = 0;
  std::size_t end_ = 0;
};

class ArgTable final : public SqlTable {
 public:
  explicit ArgTable(const SqlTableContext& context)
      : trace_(context.trace), deadline_(context.deadline) {}

  const char* name() const override { return "arg"; }
  std::string schema() const override {
    return "CREATE TABLE x(slice_id INTEGER, key TEXT, value)";
  }
  bool takes(SqlCondition condition) const override {
    if (condition.column == kSliceId) return condition.op != SqlOp::kAnyOf;
    return condition.column == kKey &&
           (condition.op == SqlOp::kEqual || condition.op == SqlOp::kAnyOf);
  }
  bool is_text(int column) const override { return column == kKey; }
  bool delivers(std::span<const SqlOrderTerm> order, SqlOrdering,
                std::span<const SqlCondition>) const override {
    return order.size() == 1 && order[0].column == kSliceId && !order[0].descending;
  }
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override {
    double rows = 4.0 * static_cast<double>(trace_->slice_count()) + 1.0;
    double cost = rows;
    for (const SqlCondition& condition : conditions) {
      if (condition.column == kKey) {
        rows = std::max(rows / 8.0, 1.0);
      } else {
        rows = condition.op == SqlOp::kEqual ? std::min(rows, 8.0) : rows / 4.0;
        cost = condition.op == SqlOp::kEqual ? std::min(cost, 8.0) : cost / 4.0;
      }
    }
    return {cost, rows, false};
  }
  std::unique_ptr<SqlCursor> open() const override {
    return std::make_unique<ArgCursor>(*trace_, *deadline_);
  }

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const StatementDeadline> deadline_;
};

}  // namespace

void add_link_tables(const SqlTableContext& context, SqlTables& tables) {
  tables.push_back(std::make_unique<FlowTable>(context.trace));
  tables.push_back(std::make_unique<ArgTable>(context));
}

}  // namespace nscope
