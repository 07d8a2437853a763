#include "profiler/sql/text_functions.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace nscope {
namespace {

constexpr auto kNotFound = std::string_view::npos;

/// The bytes of a text or blob; valid until the value is converted.
std::string_view bytes_of(sqlite3_value* value, bool as_blob) {
  const void* const data =
      as_blob ? sqlite3_value_blob(value) : static_cast<const void*>(sqlite3_value_text(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  return data == nullptr ? std::string_view()
                         : std::string_view(static_cast<const char*>(data), size);
}

bool is_null(sqlite3_value* value) {
  return sqlite3_value_type(value) == SQLITE_NULL;
}

/// std::string_view::find() takes quadratic time; memmem() of glibc does not.
std::size_t position_of(std::string_view text, std::string_view wanted, std::size_t from) {
  const void* const at =
      ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return at == nullptr ? kNotFound
                       : static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

/// instr(X, Y): the first position of Y in X from 1, in characters or, of two blobs, in bytes.
void instr(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (is_null(arguments[0]) || is_null(arguments[1])) return;
  const bool blobs = sqlite3_value_type(arguments[0]) == SQLITE_BLOB &&
                     sqlite3_value_type(arguments[1]) == SQLITE_BLOB;
  const std::string_view text = bytes_of(arguments[0], blobs);
  const std::string_view wanted = bytes_of(arguments[1], blobs);
  if (wanted.empty()) return sqlite3_result_int(context, 1);
  const std::size_t at = position_of(text, wanted, 0);
  if (at == kNotFound) return sqlite3_result_int(context, 0);
  const std::string_view before = text.substr(0, at);
  const auto is_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  const auto position = blobs ? static_cast<std::ptrdiff_t>(at)
                              : std::count_if(before.begin(), before.end(), is_character);
  sqlite3_result_int64(context, position + 1);
}

/// replace(X, Y, Z): X with Z instead of every Y.
void replace(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (is_null(arguments[0]) || is_null(arguments[1])) return;
  const std::string_view text = bytes_of(arguments[0], false);
  const std::string_view wanted = bytes_of(arguments[1], false);
  // SQLite takes a pattern that starts with a NUL byte for an empty one.
  if (wanted.empty() || wanted.front() == '\0') return sqlite3_result_value(context, arguments[0]);
  if (is_null(arguments[2])) return;
  const std::string_view by = bytes_of(arguments[2], false);
  const auto longest = static_cast<std::size_t>(
      sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = position_of(text, wanted, 0); at != kNotFound;
       at = position_of(text, wanted, done)) {
    result.append(text, done, at - done).append(by);
    done = at + wanted.size();
    if (result.size() > longest) return sqlite3_result_error_toobig(context);
  }
  result.append(text, done);
  sqlite3_result_text64(context, result.data(), result.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

int add_text_functions(sqlite3* database) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int status = sqlite3_create_function_v2(database, "instr", 2, kFlags, nullptr, instr,
                                                nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) return status;
  return sqlite3_create_function_v2(database, "replace", 3, kFlags, nullptr, replace, nullptr,
                                    nullptr, nullptr);
}

}  // namespace nscope
