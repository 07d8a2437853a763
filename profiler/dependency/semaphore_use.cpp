#include "profiler/dependency/semaphore_use.h"

#include "profiler/base/text_cursor.h"

#include <cstddef>
#include <optional>

namespace nscope {
namespace {

/// What follows "S[": "2] (Vector)>=7", "2]++@complete".
std::optional<SemaphoreUse> semaphore_use(std::string_view text) {
  TextCursor in(text);
  SemaphoreUse use;
  if (!in.number(use.id) || use.id < 0 || !in.take("]")) return std::nullopt;
  in.skip_spaces();
  if (in.take("(") && !in.until(')')) return std::nullopt;
  if (in.take(">=") || in.take("==")) {
    use.blocks = true;
    return use;
  }
  if (in.take("++") || in.take("--") || in.take("+=") || in.take("=")) return use;
  return std::nullopt;
}

}  // namespace

std::vector<SemaphoreUse> semaphore_uses(std::string_view operands) {
  std::vector<SemaphoreUse> uses;
  for (std::size_t at = operands.find("S["); at != std::string_view::npos;
       at = operands.find("S[", at + 2)) {
    if (const auto use = semaphore_use(operands.substr(at + 2))) uses.push_back(*use);
  }
  return uses;
}

}  // namespace nscope
