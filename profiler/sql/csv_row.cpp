#include "profiler/sql/csv_row.h"

#include "profiler/base/tables/csv.h"

#include <iterator>

#include <fmt/format.h>

namespace nscope {

void append_csv_row(std::span<const SqlValue> row, std::string& out) {
  for (const SqlValue& value : row) {
    if (&value != row.data()) out += ',';
    if (const auto* text = std::get_if<std::string_view>(&value)) {
      text->empty() ? void(out += "\"\"") : append_csv_text(*text, out);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      fmt::format_to(std::back_inserter(out), "{}", *whole);
    } else if (const auto* real = std::get_if<double>(&value)) {
      fmt::format_to(std::back_inserter(out), "{}", *real);
    }
  }
  out += '\n';
}

}  // namespace nscope
