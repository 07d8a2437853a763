#include "importers/shared/json_values.h"

#include "importers/shared/printable.h"
#include "profiler/trace/build/text_repair.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace nscope::importers {
namespace {

template <class T>
std::optional<T> member(simdjson::dom::object in, std::string_view key) {
  T value;
  if (in[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

}  // namespace

std::optional<simdjson::dom::object> object_at(simdjson::dom::object in, std::string_view key) {
  return member<simdjson::dom::object>(in, key);
}

std::optional<simdjson::dom::array> list_at(simdjson::dom::object in, std::string_view key) {
  return member<simdjson::dom::array>(in, key);
}

std::optional<double> number_at(simdjson::dom::object in, std::string_view key) {
  return member<double>(in, key);
}

std::optional<std::int64_t> integer_at(simdjson::dom::object in, std::string_view key) {
  if (const auto value = member<std::int64_t>(in, key)) return value;
  if (const auto real = member<double>(in, key)) {
    // Above 2^53 a double no longer identifies one whole number.
    constexpr double kExact = 9007199254740992.0;
    if (std::floor(*real) == *real && std::abs(*real) <= kExact) {
      return static_cast<std::int64_t>(*real);
    }
    return std::nullopt;
  }
  const std::string_view text = text_at(in, key);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view text_at(simdjson::dom::object in, std::string_view key) {
  return member<std::string_view>(in, key).value_or(std::string_view());
}

simdjson::padded_string repaired_json(std::string_view json, TraceWriter& out) {
  std::string valid(json);
  DiagnosticList repairs;
  TextRepair(repairs).repair(valid);
  for (Diagnostic& repair : repairs.take()) {
    out.diagnose(repair.code, repair.severity, std::move(repair.example), repair.count);
  }
  return simdjson::padded_string(valid);
}

simdjson::error_code parse_values(simdjson::dom::parser& parser, std::string_view json,
                                  TraceWriter& out, simdjson::dom::element& document) {
  const auto error = parser.parse(json.data(), json.size(), true).get(document);
  if (error != simdjson::UTF8_ERROR) return error;
  const simdjson::padded_string valid = repaired_json(json, out);
  return parser.parse(valid).get(document);
}

std::optional<PropertyValue> property_of(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::INT64: return PropertyValue(value.get_int64().value_unsafe());
    case simdjson::dom::element_type::UINT64:
    case simdjson::dom::element_type::DOUBLE:
      return PropertyValue(value.get_double().value_unsafe());
    case simdjson::dom::element_type::BOOL:
      return PropertyValue(std::int64_t{value.get_bool().value_unsafe() ? 1 : 0});
    case simdjson::dom::element_type::STRING: {
      const std::string_view text = value.get_string().value_unsafe();
      if (text.empty()) return std::nullopt;
      return PropertyValue(printable(text));
    }
    case simdjson::dom::element_type::NULL_VALUE: return std::nullopt;
    default: return PropertyValue(printable(simdjson::minify(value)));
  }
}

}  // namespace nscope::importers
