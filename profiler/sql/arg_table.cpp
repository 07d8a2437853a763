#include "profiler/sql/result_value.h"
#include "profiler/sql/sql_tables.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace nscope {
namespace {

enum Field { kSliceId, kKey, kValue };

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

/// Reads the property columns of one track after the other, all columns of a track in parallel,
/// so that rows are in order of slice.
class ArgCursor final : public SqlCursor {
 public:
  explicit ArgCursor(const Trace& trace) : trace_(trace) {}

  int start(const SqlPlan& plan) override {
    slices_ = {0, static_cast<std::int64_t>(trace_.slice_count()) - 1};
    any_key_ = true;
    keys_.clear();
    for (const SqlConstraint& constraint : plan.constraints) {
      constraint.column == kSliceId ? slices_.narrow(constraint) : keep_keys(constraint);
    }
    id_ = 0;
    track_ = trace_.tracks().size();
    if (slices_.empty() || (!any_key_ && keys_.empty())) return SQLITE_OK;
    track_ = trace_.slice(SliceId(static_cast<std::size_t>(slices_.min))).track->id.index();
    enter_track();
    return SQLITE_OK;
  }

  int next() override {
    ++id_;
    walks_[at_].step();
    // Further properties of this slice are in this column or the columns after it.
    for (; at_ < walks_.size(); ++at_) {
      if (walks_[at_].row == row_) return SQLITE_OK;
    }
    if (!find_lowest_row()) {
      ++track_;
      enter_track();
    }
    return SQLITE_OK;
  }

  bool at_end() const override { return track_ >= trace_.tracks().size(); }

  void column(sqlite3_context* out, int column) const override {
    const Walk& walk = walks_[at_];
    switch (column) {
      case kSliceId: return put(out, std::int64_t{trace_.tracks()[track_].first_slice} + row_);
      case kKey: return put(out, trace_.text(walk.column->key));
      case kValue: return put_value(out, trace_, walk.column->value(walk.entry));
      default: return;
    }
  }
  std::int64_t row_id() const override { return id_; }

 private:
  struct Walk {
    const ArgColumn* column = nullptr;
    std::size_t entry = 0;
    std::size_t count = 0;
    std::uint32_t row = kNoRow;  ///< of the entry

    void step() {
      ++entry;
      row = entry < count ? column->row(entry) : kNoRow;
    }
  };

  void keep_keys(const SqlConstraint& constraint) {
    std::vector<StringId> keys;
    for (const SqlConstant& constant : constraint.values) {
      const auto* text = std::get_if<std::string>(&constant);
      const StringId id = text == nullptr ? StringId() : trace_.strings().find(*text);
      if (id.valid() && wanted(id)) keys.push_back(id);
    }
    keys_ = std::move(keys);
    any_key_ = false;
  }
  bool wanted(StringId key) const {
    return any_key_ || std::find(keys_.begin(), keys_.end(), key) != keys_.end();
  }

  /// Moves to the first property of this track, or of the next track that has one.
  void enter_track() {
    for (; track_ < trace_.tracks().size(); ++track_) {
      const Track& track = trace_.tracks()[track_];
      const auto first = std::int64_t{track.first_slice};
      if (first > slices_.max) break;
      const auto count = static_cast<std::int64_t>(track.slices.size());
      const std::int64_t begin = std::max<std::int64_t>(slices_.min - first, 0);
      end_row_ =
          static_cast<std::uint32_t>(std::clamp<std::int64_t>(slices_.max - first + 1, 0, count));
      walks_.clear();
      for (const ArgColumn& column : track.args) {
        if (!wanted(column.key)) continue;
        Walk walk{&column, 0, column.size(), kNoRow};
        if (begin > 0) walk.entry = column.lower_bound(static_cast<std::uint32_t>(begin));
        if (walk.entry < walk.count) walk.row = column.row(walk.entry);
        walks_.push_back(walk);
      }
      if (find_lowest_row()) return;
    }
    track_ = trace_.tracks().size();
  }

  /// Moves the cursor to the first column with the lowest remaining row; false if the track has
  /// no more rows.
  bool find_lowest_row() {
    row_ = end_row_;
    for (std::size_t i = 0; i < walks_.size(); ++i) {
      if (walks_[i].row >= row_) continue;
      row_ = walks_[i].row;
      at_ = i;
    }
    return row_ < end_row_;
  }

  const Trace& trace_;
  IntegerRange slices_;
  bool any_key_ = true;
  std::vector<StringId> keys_;
  std::size_t track_ = 0;
  std::vector<Walk> walks_;
  std::size_t at_ = 0;  ///< in walks_
  std::uint32_t row_ = 0;
  std::uint32_t end_row_ = 0;
  std::int64_t id_ = 0;
};

class ArgTable final : public SqlTable {
 public:
  explicit ArgTable(std::shared_ptr<const Trace> trace)
      : trace_(std::move(trace)), count_(trace_->arg_count()) {}

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
    double rows = static_cast<double>(count_) + 1.0;
    for (const SqlCondition& condition : conditions) {
      const bool one_slice = condition.column == kSliceId && condition.op == SqlOp::kEqual;
      rows = one_slice ? std::min(rows, 8.0) : std::max(rows / 8.0, 1.0);
    }
    // Reading one slice takes a search in each column.
    return {rows + 8.0, rows, false};
  }
  std::unique_ptr<SqlCursor> open() const override { return std::make_unique<ArgCursor>(*trace_); }

 private:
  std::shared_ptr<const Trace> trace_;
  std::size_t count_ = 0;
};

}  // namespace

void add_arg_table(const SqlTableContext& context, SqlTables& tables) {
  tables.push_back(std::make_unique<ArgTable>(context.trace));
}

}  // namespace nscope
