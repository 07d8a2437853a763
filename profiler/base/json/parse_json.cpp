#include "profiler/base/json.h"
#include "profiler/base/json/foreign_json.h"
#include "profiler/base/json/json_builder.h"
#include "profiler/base/json/repeated_keys.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope {

namespace {

constexpr int kDeepest = 500;

/// The position at which arrays and objects are nested too deeply. Each level takes one byte in
/// the text and many times as much memory.
std::optional<std::size_t> too_deep_at(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::nullopt;
}

/// Line and column of the byte `at`, from 1.
std::pair<std::ptrdiff_t, std::size_t> position_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto last = before.rfind('\n');
  return {line, at - (last == std::string_view::npos ? 0 : last + 1) + 1};
}

/// "file: line 3, column 14" of the byte `at`.
Place place_of(std::string_view text, std::size_t at, const Place& name) {
  const auto [line, column] = position_of(text, at);
  return tr("{}: line {}, column {}", name, line, column);
}

/// Parses a document; `builder` then says whether it has repeated keys.
Result<Json> build_json(std::string_view text, const Place& name, JsonBuilder& builder) {
  if (const std::size_t at = valid_utf8_prefix(text); at < text.size()) {
    return fail(ErrorCode::kBadInput,
                tr("byte 0x{} is not UTF-8; save the file as UTF-8",
                   fmt::format("{:02x}", static_cast<unsigned char>(text[at]))),
                place_of(text, at, name));
  }
  if (const auto at = too_deep_at(text)) {
    return fail(ErrorCode::kBadInput, tr("more than {} levels of nesting", kDeepest),
                tr("{}: byte {}", name, *at));
  }
  try {
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t end = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
    std::string why = error.what();
    if (const auto colon = why.rfind(": "); colon != std::string::npos) why = why.substr(colon + 2);
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", why), place_of(text, end, name));
  } catch (const std::exception& error) {
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", error.what()), name);
  }
}

}  // namespace

Result<Json> parse_foreign_json(std::string_view text, const Place& name) {
  JsonBuilder builder;
  return build_json(text, name, builder);
}

Result<Json> parse_json(std::string_view text, const Place& name) {
  JsonBuilder builder;
  auto json = build_json(text, name, builder);
  if (!json || !builder.has_repeated_keys()) return json;
  const auto key = repeated_key(text);
  if (!key) return fail(ErrorCode::kBadInput, tr("an object has a key twice"), name);
  const auto [line, column] = position_of(text, key->first);
  const auto [second_line, second_column] = position_of(text, key->second);
  return fail(ErrorCode::kBadInput,
              tr("duplicate key, first in line {}, column {} and again in line {}, column {}; "
                 "remove or rename one of them",
                 line, column, second_line, second_column),
              tr("{}: {}", name, key->pointer));
}

}  // namespace nscope
