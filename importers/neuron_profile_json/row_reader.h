#pragma once

#include "importers/neuron_profile_json/document.h"
#include "importers/neuron_profile_json/json_cursor.h"
#include "profiler/base/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

namespace nscope::importers {

/// Goes through the rows of one top-level list, one parsed row in memory at a
/// time, and hands out their fields by number. Rows that are no objects, and
/// fields of the wrong type, are counted in the trace's diagnostics with list,
/// row and byte of the first. One thread.
///
///   constexpr std::string_view kFields[] = {"timestamp", "value"};
///   RowReader rows(file, member, kFields, out, control);
///   for (auto more = rows.next(); ; more = rows.next()) { ... }
class RowReader {
 public:
  /// `fields` are the names of the fields the caller knows, at most 64; fields
  /// with other names are others(). Everything referred to must outlive this.
  RowReader(const ByteSource& file, const DocumentMember& list,
            std::span<const std::string_view> fields, TraceWriter& out, TaskControl& control);

  /// Moves to the next row that is an object; false at the end of the list.
  /// Errors: kBadInput with the byte where the text is no JSON; kCancelled.
  Result<bool> next();

  std::string_view list() const { return list_.key; }
  /// "list 'dma', row 12 (byte 3456)": where the current row stands.
  std::string place() const;

  bool has(std::size_t field) const { return present_[field]; }
  /// A whole number; also from a string of digits, as AWS writes some. nullopt
  /// where missing or (counted) of another type.
  std::optional<std::int64_t> integer(std::size_t field);
  std::optional<double> number(std::size_t field);
  /// "" where missing or (counted) of another type. Valid until next().
  std::string_view text(std::size_t field);
  /// The parsed value. has(field) must hold.
  simdjson::dom::element value(std::size_t field) const { return values_[field]; }

  using OtherField = std::pair<std::string_view, simdjson::dom::element>;
  std::span<const OtherField> others() const { return others_; }

  void wrong_type(std::string_view field, simdjson::dom::element value, std::string_view expected);

 private:
  std::size_t find(std::string_view name) const;
  Result<> load(std::string_view row);

  const ByteSource& file_;
  const DocumentMember& list_;
  std::span<const std::string_view> fields_;
  TraceWriter& out_;
  TaskControl& control_;
  JsonCursor cursor_;
  simdjson::dom::parser parser_;
  bool started_ = false;
  bool is_object_ = false;
  std::size_t row_ = 0;
  std::size_t row_begin_ = 0;
  std::vector<std::uint8_t> slots_;  // hash table of field numbers
  std::vector<simdjson::dom::element> values_;
  std::vector<bool> present_;
  std::vector<OtherField> others_;
};

/// The outcome of a loop over next(): the error that ended it, if one did.
inline Result<> end_of(const Result<bool>& more) {
  return more ? Result<>() : Result<>(fail(more.error()));
}

/// A whole number that the value is, or stands for: 12, 12.0, "12".
std::optional<std::int64_t> whole_number(simdjson::dom::element value);

/// "a string", "a number" ...
std::string_view type_name(simdjson::dom::element value);

/// Text on one line: runs of white space and control characters become one
/// space, none at the ends.
std::string collapse_space(std::string_view text);

}  // namespace nscope::importers
