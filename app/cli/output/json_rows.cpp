#include "app/cli/output/json_rows.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

std::string json_text(std::string_view text) {
  return compact_text(Json(text));
}

void append_number(const SqlValue& value, std::string& out) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    fmt::format_to(std::back_inserter(out), "{}", *whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    out += compact_text(Json(*real));  // keeps "2.0" a real number; not-a-number is null
  }
}

}  // namespace

void JsonRows::begin(std::span<const std::string> columns, std::string& out) {
  std::vector<std::string> names;
  for (const std::string& column : columns) {
    std::string name = column;
    for (int i = 2; std::find(names.begin(), names.end(), name) != names.end(); ++i) {
      name = fmt::format("{}_{}", column, i);
    }
    names.push_back(name);
    keys_.push_back(json_text(name) + ": ");
  }
  out += '[';
}

void JsonRows::row(std::span<const SqlValue> row, std::string& out) {
  out += empty_ ? "\n  {" : ",\n  {";
  empty_ = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    out += i == 0 ? "\n    " : ",\n    ";
    out += keys_[i];
    if (const auto* text = std::get_if<std::string_view>(&row[i])) {
      out += json_text(*text);
    } else if (std::holds_alternative<std::monostate>(row[i])) {
      out += "null";
    } else {
      append_number(row[i], out);
    }
  }
  out += "\n  }";
}

void JsonRows::end(std::string& out) {
  out += empty_ ? "]\n" : "\n]\n";
}

}  // namespace nscope::cli
