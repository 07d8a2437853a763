#pragma once

#include "profiler/sql/result_value.h"
#include "profiler/sql/virtual_table.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// A table whose rows are in a vector. Each column has a declaration and a function that sets
/// its value for a row.
///
/// `Row` is any type; `rows` is called at the start of each scan and returns the
/// rows, or null if the deadline passed while they were computed.
template <class Row>
class ListTable final : public SqlTable {
 public:
  struct Column {
    std::string_view declaration;  ///< "count INTEGER"
    std::function<void(sqlite3_context* out, const Row& row)> show;
  };
  using Rows = std::function<const std::vector<Row>*()>;

  /// `id_column`: the column whose value is the row number; -1: none.
  ListTable(const char* name, std::vector<Column> columns, Rows rows, double expected_rows,
            int id_column = -1)
      : name_(name),
        columns_(std::move(columns)),
        rows_(std::move(rows)),
        expected_rows_(expected_rows),
        id_column_(id_column) {}

  const char* name() const override { return name_; }
  std::string schema() const override {
    return declare_table(columns_, [](const Column& column) { return column.declaration; });
  }
  bool takes(SqlCondition condition) const override {
    return condition.column == id_column_ && condition.op == SqlOp::kEqual;
  }
  SqlEstimate estimate(std::span<const SqlCondition> conditions) const override {
    if (!conditions.empty()) return {1.0, 1.0, true};
    return {expected_rows_ + 1.0, expected_rows_, false};
  }
  std::unique_ptr<SqlCursor> open() const override { return std::make_unique<Cursor>(*this); }

 private:
  class Cursor final : public SqlCursor {
   public:
    explicit Cursor(const ListTable& table) : table_(table) {}

    int start(const SqlPlan& plan) override {
      rows_ = table_.rows_();
      if (rows_ == nullptr) return SQLITE_INTERRUPT;
      IntegerRange range{0, static_cast<std::int64_t>(rows_->size()) - 1};
      for (const SqlConstraint& constraint : plan.constraints) range.narrow(constraint);
      if (range.empty()) range = {0, -1};
      at_ = static_cast<std::size_t>(range.min);
      end_ = static_cast<std::size_t>(range.max + 1);
      return SQLITE_OK;
    }
    int next() override {
      ++at_;
      return SQLITE_OK;
    }
    bool at_end() const override { return at_ >= end_; }
    void column(sqlite3_context* out, int column) const override {
      table_.columns_[static_cast<std::size_t>(column)].show(out, (*rows_)[at_]);
    }
    std::int64_t row_id() const override { return static_cast<std::int64_t>(at_); }

   private:
    const ListTable& table_;
    const std::vector<Row>* rows_ = nullptr;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
  };

  const char* name_;
  std::vector<Column> columns_;
  Rows rows_;
  double expected_rows_;
  int id_column_;
};

}  // namespace nscope
