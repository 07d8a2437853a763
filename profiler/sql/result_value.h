#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <sqlite3.h>

namespace nscope {

// Functions that set the value of a cell. put() does not copy strings, because they are
// in the trace or in a table, which outlive the statement; put_copy() does.

inline void put(sqlite3_context* out, std::int64_t value) {
  sqlite3_result_int64(out, value);
}
inline void put(sqlite3_context* out, double value) {
  sqlite3_result_double(out, value);
}
inline void put(sqlite3_context* out, std::string_view text) {
  sqlite3_result_text(out, text.empty() ? "" : text.data(), static_cast<int>(text.size()),
                      SQLITE_STATIC);
}
inline void put_copy(sqlite3_context* out, const std::string& text) {
  sqlite3_result_text64(out, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}
inline void put(sqlite3_context* out, const std::optional<double>& value) {
  if (value) put(out, *value);
}
inline void put_text_or_null(sqlite3_context* out, std::string_view text) {
  if (!text.empty()) put(out, text);
}
inline void put_core(sqlite3_context* out, std::int32_t core) {
  if (core >= 0) put(out, std::int64_t{core});
}
template <class Tag>
void put_id(sqlite3_context* out, Id<Tag> id) {
  if (id.valid()) put(out, static_cast<std::int64_t>(id.value));
}
inline void put_value(sqlite3_context* out, const Trace& trace, const ArgValue& value) {
  if (const auto* text = std::get_if<StringId>(&value)) return put(out, trace.text(*text));
  if (const auto* real = std::get_if<double>(&value)) return put(out, *real);
  put(out, std::get<std::int64_t>(value));
}

/// The wait of a slice before its start, in ticks.
inline std::int64_t wait_of(const Track& track, std::size_t row) {
  return Trace::SliceRef{&track, row}.wait().value();
}

/// "CREATE TABLE x(a INTEGER, b TEXT)" from the declarations of the columns.
template <class Columns, class Declaration>
std::string declare_table(const Columns& columns, const Declaration& declaration) {
  std::string text = "CREATE TABLE x(";
  for (const auto& column : columns) {
    if (text.back() != '(') text += ", ";
    text += declaration(column);
  }
  return text + ")";
}

}  // namespace nscope
