#include "profiler/base/text_json.h"

#include "profiler/base/overloaded.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace nscope {
namespace {

// Limits of what a file can contain.
constexpr std::size_t kDeepestText = 64;
constexpr std::size_t kMostArguments = 64;
constexpr std::int64_t kMostDigits = 20;

constexpr auto kForms = std::to_array<std::pair<TextNumber::Form, std::string_view>>({
    {TextNumber::Form::kShortest, "shortest"},
    {TextNumber::Form::kFixed, "fixed"},
    {TextNumber::Form::kCount, "count"},
    {TextNumber::Form::kPercent, "percent"},
    {TextNumber::Form::kValue, "value"},
    {TextNumber::Form::kExact, "exact"},
});

std::string_view form_name(TextNumber::Form form) {
  for (const auto& [known, name] : kForms) {
    if (known == form) return name;
  }
  return kForms.front().second;
}

std::optional<TextNumber::Form> parse_form(std::string_view name) {
  for (const auto& [form, known] : kForms) {
    if (known == name) return form;
  }
  return std::nullopt;
}

Json number_json(const TextNumber& number) {
  // JSON has no infinity and no NaN.
  if (!std::isfinite(number.value)) return number.english();
  Json json{{"value", number.value}, {"form", form_name(number.form)}};
  if (number.digits != 0) json["digits"] = number.digits;
  if (!number.unit.empty()) json["unit"] = number.unit;
  if (!number.exact.empty()) json["exact"] = number.exact;
  return json;
}

/// nullopt if the text is nested too deeply.
std::optional<Json> text_json(const Text& text, std::size_t depth) {
  if (depth > kDeepestText) return std::nullopt;
  const Text::Details* const details = text.details();
  if (details != nullptr && !details->verbatim.empty()) {
    return Json{{"verbatim", details->verbatim}};
  }
  Json json{{"text", text.english_template()}};
  if (details == nullptr) return json;
  if (!details->one.empty()) {
    json["one"] = details->one;
    json["count"] = details->count;
  }
  if (details->arguments.empty()) return json;
  Json& arguments = json["args"] = Json::array();
  for (const Text::Argument& argument : details->arguments) {
    auto value = std::visit(
        Overloaded{[](const std::string& name) { return std::optional<Json>(name); },
                   [](std::int64_t number) { return std::optional<Json>(number); },
                   [](const TextNumber& number) { return std::optional(number_json(number)); },
                   [&](const Text& nested) { return text_json(nested, depth + 1); }},
        argument);
    if (!value) return std::nullopt;
    arguments.push_back(std::move(*value));
  }
  return json;
}

std::optional<std::string> read_string(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<std::int64_t> read_integer(const Json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kMost) return std::nullopt;
  return value.get<std::int64_t>();
}

std::optional<TextNumber> read_number(const Json& json) {
  const auto value = json.find("value");
  const auto form = parse_form(read_string(json, "form").value_or(""));
  if (value == json.end() || !value->is_number() || !form) return std::nullopt;
  const auto digits = json.find("digits");
  const auto count = digits == json.end() ? std::optional<std::int64_t>(0) : read_integer(*digits);
  if (!count || *count < 0 || *count > kMostDigits) return std::nullopt;
  TextNumber number{.value = value->get<double>(),
                    .form = *form,
                    .digits = static_cast<int>(*count),
                    .unit = read_string(json, "unit").value_or(""),
                    .exact = read_string(json, "exact").value_or("")};
  // Counts are converted to integers.
  constexpr double kLargestCount = 9.2e18;
  const bool is_count = *form == TextNumber::Form::kCount || number.unit == "count";
  const bool fits = !is_count || std::abs(number.value) <= kLargestCount;
  if (!std::isfinite(number.value) || !fits) return std::nullopt;
  return number;
}

std::optional<Text> read_text(const Json& json, std::size_t depth);

std::optional<Text::Argument> read_argument(const Json& json, std::size_t depth) {
  if (json.is_string()) return json.get<std::string>();
  if (const auto integer = read_integer(json)) return *integer;
  if (!json.is_object()) return std::nullopt;
  if (json.contains("value")) {
    if (auto number = read_number(json)) return std::move(*number);
    return std::nullopt;
  }
  if (auto text = read_text(json, depth + 1)) return std::move(*text);
  return std::nullopt;
}

std::optional<Text> read_text(const Json& json, std::size_t depth) {
  if (depth > kDeepestText || !json.is_object()) return std::nullopt;
  if (auto verbatim = read_string(json, "verbatim")) return Text::verbatim(std::move(*verbatim));
  auto english = read_string(json, "text");
  if (!english) return std::nullopt;
  std::vector<Text::Argument> arguments;
  if (const auto list = json.find("args"); list != json.end()) {
    if (!list->is_array() || list->size() > kMostArguments) return std::nullopt;
    for (const Json& entry : *list) {
      auto argument = read_argument(entry, depth);
      if (!argument) return std::nullopt;
      arguments.push_back(std::move(*argument));
    }
  }
  if (placeholder_count(*english) != arguments.size()) return std::nullopt;
  if (!json.contains("one")) {
    return Text::make_owned(std::move(*english), {}, 0, std::move(arguments));
  }
  auto one = read_string(json, "one");
  const auto count = json.find("count");
  const auto number = count == json.end() ? std::nullopt : read_integer(*count);
  if (!one || !number || placeholder_count(*one) != arguments.size()) return std::nullopt;
  return Text::make_owned(std::move(*english), std::move(*one), *number, std::move(arguments));
}

}  // namespace

std::string text_parts(const Text& text) {
  if (text.empty()) return {};
  if (text.details() != nullptr && !text.details()->verbatim.empty()) return {};
  const auto json = text_json(text, 0);
  return json ? json->dump(-1, ' ', false, Json::error_handler_t::replace) : std::string();
}

std::optional<Text> parse_text_parts(std::string_view parts) {
  const auto json = parse_json(parts, "text_parts");
  return json ? read_text(*json, 0) : std::nullopt;
}

}  // namespace nscope
