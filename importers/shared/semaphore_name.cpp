#include "importers/shared/semaphore_name.h"

#include "importers/shared/printable.h"

#include <charconv>
#include <system_error>

namespace nscope::importers {

std::optional<SemaphoreName> parse_semaphore(std::string_view text) {
  if (text.starts_with('$')) text.remove_prefix(1);
  if (text.starts_with("S[")) text.remove_prefix(2);
  SemaphoreName result;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result.id);
  if (error != std::errc() || result.id < 0 || result.id > 0xffff) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(']')) text.remove_prefix(1);
  const std::string label = collapse_space(text);
  if (label.empty()) return result;
  if (label.size() < 2 || label.front() != '(' || label.back() != ')') return std::nullopt;
  result.label = label.substr(1, label.size() - 2);
  return result;
}

}  // namespace nscope::importers
