#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/bills/exact_amount.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// The fields of the current row by column: what every reader of bills does with
/// them. The first error is kept and later reads give defaults, as StrictObject
/// does. One per row.
class RowReader {
 public:
  RowReader(const RowSource& rows, BillBuilder& builder) : rows_(rows), builder_(builder) {}

  /// Empty where there is no such column, and for "null" and "NULL".
  std::string_view text(Column column) const;
  /// Nothing where there is no such column or it is null. Errors: no number.
  std::optional<ExactAmount> amount(Column column);
  /// As amount(), but null is an error too.
  ExactAmount required_amount(Column column, std::string_view name);
  /// Nothing where null. Errors: no date and time.
  std::optional<Instant> instant(Column column);

  Result<> finish() const;
  BillBuilder::Where where() const {
    return [this] { return rows_.where(); };
  }

 private:
  void reject(Column column, const Error& error);

  const RowSource& rows_;
  BillBuilder& builder_;
  std::optional<Error> error_;
};

/// The value of a key in a map that a cell holds as JSON text; "" without it, and
/// for text that is no JSON object of texts and numbers.
std::string json_map_value(std::string_view json, std::string_view key);

/// Whether the tags of a line, as JSON text, are what the filter asks for; the key
/// may have the provider's prefix "user:", "user_" or "aws:".
bool tags_match(const BillFilter& filter, std::string_view json);

/// "2026-07" of a date in any of the forms that bills use; empty for no date.
std::string_view month_of(std::string_view date);

}  // namespace nscope::cost
