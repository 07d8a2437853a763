#include "costmodel/bills/bill_columns.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::array<std::string_view, 4> kTagPrefixes{"user:", "user_", "aws:", "aws_"};

/// "hour" of "Hours": the word in small letters without the plural.
std::string unit_word(std::string_view unit) {
  std::string word(unit.substr(0, 40));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (word.ends_with('s')) word.pop_back();
  return word;
}

}  // namespace

std::optional<ExactAmount> hours_of(ExactAmount quantity, std::string_view unit) {
  constexpr int kMinutesPerHour = 60;
  constexpr int kSecondsOfHour = 3600;
  constexpr int kHoursOfDay = 24;
  const std::string word = unit_word(unit);
  if (word == "hr" || word == "hour" || word == "h") return quantity;
  if (word == "minute" || word == "min") return quantity.divided(kMinutesPerHour);
  if (word == "second" || word == "sec") return quantity.divided(kSecondsOfHour);
  if (word == "day") return quantity.multiplied(kHoursOfDay);
  return std::nullopt;
}

void note_unknown_unit(BillBuilder& builder, std::string_view unit,
                       const BillBuilder::Where& where) {
  // One diagnostic per unit. A file can have any number of units, so that they share the last one.
  constexpr std::size_t kLongest = 20;
  std::string code = "unit_unknown:" + printable_text(unit_word(unit).substr(0, kLongest));
  constexpr std::size_t kMostUnits = 20;
  if (!builder.has_note(code) && builder.notes() >= kMostUnits) code = "unit_unknown";
  builder.note(
      code,
      [unit] {
        return tr(
            "The quantity of lines of instances is in '{}', which is not a unit of time, so that "
            "their hours are unknown.",
            printable_text(unit.substr(0, 40)));
      },
      where);
}

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
  auto json = parse_foreign_json(text, "");
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
  if (key.empty()) return {};
  std::string value = json_map_value(json, key);
  for (auto prefix = kTagPrefixes.begin(); value.empty() && prefix != kTagPrefixes.end();
       ++prefix) {
    value = json_map_value(json, fmt::format("{}{}", *prefix, key));
  }
  return value;
}

std::string_view bare_tag_key(std::string_view key) {
  for (const std::string_view prefix : kTagPrefixes) {
    if (key.starts_with(prefix)) return key.substr(prefix.size());
  }
  return key;
}

void record_tag_keys(BillBuilder& builder, std::string_view json) {
  if (!builder.wants_tags(json)) return;
  const auto object = parse_object(json);
  if (!object) return;
  for (const auto& [key, value] : object->items()) builder.add_tag_key(bare_tag_key(key));
}

std::string_view month_of(std::string_view date) {
  constexpr std::size_t kMonth = 7;
  const std::string_view month = date.substr(0, kMonth);
  if (month.size() != kMonth || month[4] != '-') return {};
  const std::string_view number = month.substr(5);
  return number >= "01" && number <= "12" ? month : std::string_view();
}

}  // namespace nscope::cost
