#include "profiler/sql/result_value.h"
#include "profiler/sql/sql_tables.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace nscope {
namespace {

enum CounterColumn { kTrackId, kTimeNs, kValue, kTimeTicks };

std::size_t first_sample_from(const Trace& trace, const Track& track, std::int64_t ns) {
  std::size_t low = 0;
  std::size_t high = track.counters.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (trace.to_ns(TraceTime(track.counters.time[middle])) < ns) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

struct SampleRun {
  const Track* track = nullptr;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t first_id = 0;  ///< row number of the track's first sample
};

class CounterCursor final : public SqlCursor {
 public:
  explicit CounterCursor(const Trace& trace) : trace_(trace) {}

  int start(const SqlPlan& plan) override {
    runs_.clear();
    IntegerRange ns;
    for (const SqlConstraint& constraint : plan.constraints) {
      if (constraint.column == kTimeNs) ns.narrow(constraint);
    }
    std::size_t first_id = 0;
    for (const Track& track : trace_.tracks()) {
      const std::size_t count = track.counters.size();
      const auto id = static_cast<std::int64_t>(track.id.value);
      const bool wanted =
          count > 0 && !ns.empty() &&
          std::all_of(plan.constraints.begin(), plan.constraints.end(),
                      [&](const auto& c) { return c.column != kTrackId || equals_any(c, id); });
      if (wanted) {
        constexpr IntegerRange kAll;
        const std::size_t begin = ns.min == kAll.min ? 0 : first_sample_from(trace_, track, ns.min);
        const std::size_t end =
            ns.max == kAll.max ? count : first_sample_from(trace_, track, ns.max + 1);
        if (begin < end) runs_.push_back({&track, begin, end, first_id});
      }
      first_id += count;
    }
    if (!plan.order.empty() && plan.order.front().column == kTrackId &&
        plan.order.front().descending) {
      std::reverse(runs_.begin(), runs_.end());
    }
    run_ = 0;
    at_ = runs_.empty() ? 0 : runs_.front().begin;
    return SQLITE_OK;
  }

  int next() override {
    if (++at_ >= runs_[run_].end && ++run_ < runs_.size()) at_ = runs_[run_].begin;
    return SQLITE_OK;
  }

  bool at_end() const override { return run_ >= runs_.size(); }

  void column(sqlite3_context* out, int column) const override {
    const Track& track = *runs_[run_].track;
    switch (column) {
      case kTrackId: return put_id(out, track.id);
      case kTimeNs: return put(out, trace_.to_ns(TraceTime(track.counters.time[at_])));
      case kValue: return put(out, double{track.counters.value[at_]});
      case kTimeTicks: return put(out, std::int64_t{track.counters.time[at_]});
      default: return;
    }
  }

  std::int64_t row_id() const override {
    return static_cast<std::int64_t>(runs_[run_].first_id + at_);
  }

 private:
  const Trace& trace_;
  std::vector<SampleRun> runs_;
  std::size_t run_ = 0;
  std::size_t at_ = 0;
};

class CounterTable final : public SqlTable {
 public:
  explicit CounterTable(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {
    for (const Track& track : trace_->tracks()) samples_ += track.counters.size();
  }

  const char* name() const override { return "counter"; }
  std::string schema() const override {
    return "CREATE TABLE x(track_id INTEGER, time_ns INTEGER, value REAL,"
           " time_ticks INTEGER HIDDEN)";
  }
  bool takes(SqlCondition condition) const override {
    if (condition.column == kTrackId) {
      return condition.op == SqlOp::kEqual || condition.op == SqlOp::kAnyOf;
    }
    return condition.column == kTimeNs && condition.op != SqlOp::kAnyOf;
  }
  bool delivers(std::span<const SqlOrderTerm> order, SqlOrdering,
                std::span<const SqlCondition> conditions) const override {
    const bool one_track =
        std::any_of(conditions.begin(), conditions.end(), [](const SqlCondition& condition) {
          return condition.column == kTrackId && condition.op == SqlOp::kEqual;
        });
    const bool by_track = order.front().column == kTrackId;
    const auto rest = order.subspan(by_track ? 1 : 0);
    if (rest.empty()) return true;
    return (by_track || one_track) && rest.size() == 1 && rest[0].column == kTimeNs &&
           !rest[0].descending;
  }
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override {
    SqlEstimate estimate;
    estimate.rows = static_cast<double>(samples_) + 1.0;
    const auto tracks = static_cast<double>(trace_->tracks().size()) + 1.0;
    for (const SqlCondition& condition : conditions) {
      estimate.rows /= condition.column == kTrackId ? tracks : 4.0;
    }
    estimate.cost = estimate.rows + tracks;
    return estimate;
  }
  std::unique_ptr<SqlCursor> open() const override {
    return std::make_unique<CounterCursor>(*trace_);
  }

 private:
  std::shared_ptr<const Trace> trace_;
  std::size_t samples_ = 0;
};

}  // namespace

void add_counter_table(const SqlTableContext& context, SqlTables& tables) {
  tables.push_back(std::make_unique<CounterTable>(context.trace));
}

}  // namespace nscope
