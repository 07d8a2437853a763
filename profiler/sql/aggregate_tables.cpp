#include "profiler/sql/list_table.h"
#include "profiler/sql/sql_tables.h"
#include "profiler/trace/session/name_sums.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace nscope {
namespace {

using Out = sqlite3_context*;

/// Sums by name, computed by the first statement that reads them.
class LazyNameSums {
 public:
  LazyNameSums(std::shared_ptr<const Trace> trace,
               std::shared_ptr<const StatementDeadline> deadline)
      : trace_(std::move(trace)), deadline_(std::move(deadline)) {}

  const std::vector<NameSum>* get() {
    if (!sums_) sums_ = sum_by_name(*trace_, [&] { return deadline_->passed(); });
    return sums_ ? &*sums_ : nullptr;
  }

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const StatementDeadline> deadline_;
  std::optional<std::vector<NameSum>> sums_;
};

std::unique_ptr<SqlTable> slice_summary_table(const SqlTableContext& context) {
  using Column = ListTable<NameSum>::Column;
  const auto trace = context.trace;
  const auto track = [trace](const NameSum& sum) -> const Track& {
    return trace->track(sum.track);
  };
  const auto sums = std::make_shared<LazyNameSums>(trace, context.deadline);
  return std::make_unique<ListTable<NameSum>>(
      "slice_summary",
      std::vector<Column>{
          {"track_id INTEGER", [](Out out, const NameSum& s) { put_id(out, s.track); }},
          {"kind TEXT",
           [track](Out out, const NameSum& s) { put(out, to_string(track(s).slice_kind)); }},
          {"core INTEGER", [track](Out out, const NameSum& s) { put_core(out, track(s).core); }},
          {"engine TEXT",
           [track](Out out, const NameSum& s) {
             put_text_or_null(out, to_string(track(s).engine));
           }},
          {"name TEXT", [trace](Out out, const NameSum& s) { put(out, trace->text(s.name)); }},
          {"count INTEGER", [](Out out, const NameSum& s) { put(out, s.count); }},
          {"total_ns INTEGER", [](Out out, const NameSum& s) { put(out, s.total_ns); }},
          {"min_ns INTEGER", [](Out out, const NameSum& s) { put(out, s.min_ns); }},
          {"max_ns INTEGER", [](Out out, const NameSum& s) { put(out, s.max_ns); }},
          {"mean_ns REAL",
           [](Out out, const NameSum& s) {
             put(out, static_cast<double>(s.total_ns) / static_cast<double>(s.count));
           }},
      },
      [sums] { return sums->get(); }, 1000.0);
}

enum BusyColumn { kTrackId, kStartNs, kEndNs, kBusyNs, kBucketNs, kFromNs, kToNs };

/// Limit of the rows for one track; more are certainly a mistake.
constexpr std::int64_t kMostBuckets = 10'000'000;
constexpr std::int64_t kDefaultBuckets = 1000;

class BusyCursor final : public SqlCursor {
 public:
  BusyCursor(const Trace& trace, const StatementDeadline& deadline, Text& rejection)
      : trace_(trace), deadline_(deadline), rejection_(rejection) {}

  int start(const SqlPlan& plan) override {
    if (const int status = read_parameters(plan); status != SQLITE_OK) return status;
    tracks_.clear();
    for (const Track& track : trace_.tracks()) {
      const auto id = static_cast<std::int64_t>(track.id.value);
      const bool wanted =
          track.slices.size() > 0 &&
          std::all_of(plan.constraints.begin(), plan.constraints.end(),
                      [&](const auto& c) { return c.column != kTrackId || equals_any(c, id); });
      if (wanted) tracks_.push_back(&track);
    }
    if (to_ <= from_) tracks_.clear();
    track_ = 0;
    begin_ = from_;
    return SQLITE_OK;
  }

  int next() override {
    begin_ += bucket_;
    if (begin_ >= to_) {
      begin_ = from_;
      ++track_;
    }
    return ++steps_ % 4096 == 0 && deadline_.passed() ? SQLITE_INTERRUPT : SQLITE_OK;
  }
  bool at_end() const override { return track_ >= tracks_.size(); }

  void column(sqlite3_context* out, int column) const override {
    const std::int64_t end = std::min(begin_ + bucket_, to_);
    switch (column) {
      case kTrackId: return put_id(out, tracks_[track_]->id);
      case kStartNs: return put(out, begin_);
      case kEndNs: return put(out, end);
      case kBusyNs: {
        const Track& track = *tracks_[track_];
        const std::int64_t unit = trace_.time_base().ticks_per_ns;
        return put(out, track.pyramid.busy(track.slices, begin_ * unit, end * unit) / unit);
      }
      case kBucketNs: return put(out, bucket_);
      case kFromNs: return put(out, from_);
      case kToNs: return put(out, to_);
      default: return;
    }
  }
  std::int64_t row_id() const override { return steps_; }
  Text error() const override { return rejection_; }

 private:
  int read_parameters(const SqlPlan& plan) {
    steps_ = 0;
    std::int64_t bucket = 0;
    const TimeBase& base = trace_.time_base();
    from_ = trace_.to_ns(base.window_begin);
    to_ = trace_.to_ns(base.window_end + TraceTime(base.ticks_per_ns - 1));
    if (to_ <= from_) {
      from_ = trace_.to_ns(trace_.begin());
      to_ = trace_.to_ns(trace_.end() + TraceTime(base.ticks_per_ns - 1));
    }
    for (const SqlConstraint& constraint : plan.constraints) {
      if (constraint.column < kBucketNs) continue;
      IntegerRange range;
      range.narrow(constraint);
      if (range.min != range.max) {
        return reject(tr("busy(): the parameters must be whole nanoseconds"));
      }
      (constraint.column == kBucketNs ? bucket
       : constraint.column == kFromNs ? from_
                                      : to_) = range.min;
    }
    constexpr std::int64_t kFarthest = std::int64_t{1} << 60;
    const std::int64_t limit = kFarthest / base.ticks_per_ns;
    if (from_ < -limit || to_ > limit) {
      return reject(tr("busy(): the range is outside the time axis"));
    }
    const std::int64_t length = to_ - from_;
    bucket_ = bucket != 0 ? bucket : std::max<std::int64_t>(length / kDefaultBuckets, 1);
    if (bucket_ <= 0) return reject(tr("busy(): a bucket must be at least 1 ns wide"));
    bucket_ = std::min(bucket_, limit);
    if (length / bucket_ > kMostBuckets) {
      return reject(tr("busy(): {} buckets of {} ns exceed the limit of {}; use wider buckets",
                       length / bucket_, bucket_, kMostBuckets));
    }
    return SQLITE_OK;
  }
  int reject(Text why) {
    rejection_ = std::move(why);
    return SQLITE_ERROR;
  }

  const Trace& trace_;
  const StatementDeadline& deadline_;
  Text& rejection_;
  std::vector<const Track*> tracks_;
  std::size_t track_ = 0;
  std::int64_t from_ = 0;
  std::int64_t to_ = 0;
  std::int64_t bucket_ = 1;
  std::int64_t begin_ = 0;
  std::int64_t steps_ = 0;
};

/// busy(bucket_ns, from_ns, to_ns): the busy time of each track in each bucket, from the
/// level-of-detail pyramid.
class BusyTable final : public SqlTable {
 public:
  explicit BusyTable(const SqlTableContext& context)
      : trace_(context.trace), deadline_(context.deadline), rejection_(context.rejection) {}

  const char* name() const override { return "busy"; }
  std::string schema() const override {
    return "CREATE TABLE x(track_id INTEGER, start_ns INTEGER, end_ns INTEGER, busy_ns INTEGER,"
           " bucket_ns INTEGER HIDDEN, from_ns INTEGER HIDDEN, to_ns INTEGER HIDDEN)";
  }
  bool is_parameter(int column) const override { return column >= kBucketNs; }
  bool takes(SqlCondition condition) const override {
    if (is_parameter(condition.column)) return condition.op == SqlOp::kEqual;
    return condition.column == kTrackId &&
           (condition.op == SqlOp::kEqual || condition.op == SqlOp::kAnyOf);
  }
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override {
    double rows = static_cast<double>(trace_->tracks().size()) * kDefaultBuckets + 1.0;
    for (const SqlCondition& condition : conditions) {
      if (condition.column == kTrackId) rows = kDefaultBuckets;
    }
    return {10.0 * rows, rows, false};
  }
  std::unique_ptr<SqlCursor> open() const override {
    return std::make_unique<BusyCursor>(*trace_, *deadline_, *rejection_);
  }

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const StatementDeadline> deadline_;
  std::shared_ptr<Text> rejection_;
};

}  // namespace

void add_aggregate_tables(const SqlTableContext& context, SqlTables& tables) {
  tables.push_back(slice_summary_table(context));
  tables.push_back(std::make_unique<BusyTable>(context));
}

}  // namespace nscope
