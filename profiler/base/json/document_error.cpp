#include "profiler/base/json/document_error.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace nscope {
namespace {

/// The pointer of the first string that equals `value`. Documents have a limited depth.
std::optional<std::string> pointer_of(const Json& json, const std::string& value) {
  if (json.is_string() && json.get_ref<const std::string&>() == value) return "";
  if (!json.is_structured()) return std::nullopt;
  std::size_t index = 0;
  for (const auto& [key, member] : json.items()) {
    const std::string part = json.is_array() ? std::to_string(index++) : pointer_part(key);
    if (const auto below = pointer_of(member, value)) return fmt::format("/{}{}", part, *below);
  }
  return std::nullopt;
}

/// The first name in the message.
std::optional<std::string> named(const Text& message) {
  const Text::Details* const details = message.details();
  if (details == nullptr || details->arguments.empty()) return std::nullopt;
  const auto* const name = std::get_if<std::string>(&details->arguments.front());
  return name == nullptr ? std::nullopt : std::optional(*name);
}

}  // namespace

std::string pointer_part(std::string_view key) {
  std::string part;
  for (const char c : key) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

Error in_document(Error error, const std::string& name, const Json& document) {
  // Input and output name other files.
  if (error.code == ErrorCode::kCancelled || error.code == ErrorCode::kIo) return error;
  if (error.where.english().starts_with(name)) return error;
  const auto wanted = error.code == ErrorCode::kNotFound ? named(error.message) : std::nullopt;
  const auto pointer = wanted ? pointer_of(document, *wanted) : std::nullopt;
  error.where = pointer ? Place(*pointer).inside(name) : error.where.inside(name);
  return error;
}

}  // namespace nscope
