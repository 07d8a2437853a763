#include "costmodel/bills/bill_columns.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <fmt/format.h>

namespace nscope::cost {

std::string_view RowReader::text(Column column) const {
  if (!column) return {};
  const std::string_view text = rows_.field(*column);
  return text == "NULL" || text == "null" ? std::string_view() : text;
}

void RowReader::reject(Column column, const Error& error) {
  if (error_) return;
  error_ = Error{error.code, tr("{}: {}", rows_.columns()[*column], error.message), rows_.where()};
}

std::optional<ExactAmount> RowReader::amount(Column column) {
  const std::string_view field = text(column);
  if (field.empty()) return std::nullopt;
  bool rounded = false;
  const auto amount = ExactAmount::parse(field, &rounded);
  if (!amount) {
    reject(column, amount.error());
    return std::nullopt;
  }
  if (rounded) {
    builder_.note("rounded",
                  phrase("Amounts with more than 18 decimals were rounded to 18 decimals."),
                  where());
  }
  return *amount;
}

ExactAmount RowReader::required_amount(Column column, std::string_view name) {
  const auto value = amount(column);
  if (!value && !error_) {
    error_ = Error{ErrorCode::kBadInput, tr("{} must not be empty", name), rows_.where()};
  }
  return value.value_or(ExactAmount());
}

std::optional<Instant> RowReader::instant(Column column) {
  const std::string_view field = text(column);
  if (field.empty()) return std::nullopt;
  const auto instant = parse_instant(field);
  if (instant) return *instant;
  reject(column, instant.error());
  return std::nullopt;
}

Result<> RowReader::finish() const {
  if (error_) return fail(*error_);
  return {};
}

namespace {

/// Parses the small JSON objects in the cells of many lines.
std::optional<Json> parse_object(std::string_view text) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  auto json = parse_json(text, "");
  if (!json || !json->is_object()) return std::nullopt;
  return std::move(*json);
}

std::string value_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() || value.is_boolean() ? compact_text(value) : std::string();
}

}  // namespace

std::string json_map_value(std::string_view json, std::string_view key) {
  if (json.find(key) == std::string_view::npos) return {};
  const auto object = parse_object(json);
  if (!object) return {};
  const auto it = object->find(key);
  return it == object->end() ? std::string() : value_text(*it);
}

std::string tag_value(std::string_view key, std::string_view json) {
  std::string value;
  if (key.empty()) return value;
  for (const std::string_view prefix : {"", "user:", "user_", "aws:", "aws_"}) {
    value = json_map_value(json, fmt::format("{}{}", prefix, key));
    if (!value.empty()) break;
  }
  return value;
}

bool tags_match(const BillFilter& filter, std::string_view json) {
  return filter.tag_key.empty() || tag_value(filter.tag_key, json) == filter.tag_value;
}

std::string_view month_of(std::string_view date) {
  constexpr std::size_t kMonth = 7;
  const std::string_view month = date.substr(0, kMonth);
  return month.size() == kMonth && month[4] == '-' ? month : std::string_view();
}

}  // namespace nscope::cost
