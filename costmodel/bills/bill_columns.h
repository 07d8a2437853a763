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

/// Reads fields of the current row by column. Like StrictObject, it keeps the first error, and
/// later reads return defaults. One object per row.
class RowReader {
 public:
  RowReader(const RowSource& rows, BillBuilder& builder) : rows_(rows), builder_(builder) {}

  /// Empty if the column does not exist and for "null" and "NULL".
  std::string_view text(Column column) const;
  /// Null if the column does not exist or is null. Errors: not a number.
  std::optional<ExactAmount> amount(Column column);
  /// Like amount(); null is an error.
  ExactAmount required_amount(Column column, std::string_view name);
  /// Null if the field is null. Errors: not a date and time.
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

/// The hours of a quantity in a unit of time as AWS and FOCUS write it ("Hrs", "Minutes",
/// "Seconds", "Days", in any case); null for other units.
std::optional<ExactAmount> hours_of(ExactAmount quantity, std::string_view unit);

/// Counts a line of an instance whose quantity is not in a unit of time, so that its hours are
/// unknown.
void note_unknown_unit(BillBuilder& builder, std::string_view unit,
                       const BillBuilder::Where& where);

/// Diagnostic of a line without a currency.
inline constexpr Phrase kNoCurrency = phrase("Lines without a currency were counted as USD.");

/// The value of a key in a JSON object; "" if the key is absent or the text is not a JSON object.
std::string json_map_value(std::string_view json, std::string_view key);

/// The value of a tag of a line, of which the tags are JSON text; "" if it is absent. The key in
/// the text may have a prefix of the provider: "user:", "user_", "aws:" or "aws_".
std::string tag_value(std::string_view key, std::string_view json);

/// Records the keys of the tags of a line, without the prefix of the provider, for the message
/// about a tag that no line has. `json` is an object as text.
void record_tag_keys(BillBuilder& builder, std::string_view json);

/// The key of a tag without the prefix of the provider: "team" of "user:team".
std::string_view bare_tag_key(std::string_view key);

/// "2026-07" of a date in any format of bills; empty if the text is not a date.
std::string_view month_of(std::string_view date);

}  // namespace nscope::cost
