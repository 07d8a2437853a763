#include "profiler/dependency/semaphore_use.h"

#include "profiler/base/text/text_cursor.h"

#include <cstddef>
#include <optional>

namespace nscope {
namespace {

/// Parses the text after "S[" or "E[": "2] (Vector)>=7", "2]++@complete", "4]==1-", "1]+@complete".
std::optional<SemaphoreUse> use_of(std::string_view text, bool flag) {
  TextCursor in(text);
  SemaphoreUse use{.flag = flag};
  if (!in.number(use.id) || use.id < 0 || !in.take("]")) return std::nullopt;
  in.skip_spaces();
  if (in.take("(") && !in.until(')')) return std::nullopt;
  if (in.take(">=") || in.take("==")) {
    use.blocks = true;
    return use;
  }
  if (in.take("++")) {
    use.raises = true;
    return use;
  }
  if (in.take("--")) return use;
  if (in.take("+=") || in.take("=")) {
    std::int32_t value = 1;
    use.raises = !in.number(value) || value > 0;
    return use;
  }
  if (!flag || !in.take("+")) return std::nullopt;
  use.raises = true;
  return use;
}

}  // namespace

std::vector<SemaphoreUse> semaphore_uses(std::string_view operands) {
  std::vector<SemaphoreUse> uses;
  for (std::size_t at = operands.find('['); at != std::string_view::npos;
       at = operands.find('[', at + 1)) {
    const bool semaphore = at > 0 && operands[at - 1] == 'S';
    // An 'E' may end another word, so '$' is required.
    const bool flag = at > 1 && operands[at - 1] == 'E' && operands[at - 2] == '$';
    if (!semaphore && !flag) continue;
    if (const auto use = use_of(operands.substr(at + 1), flag)) uses.push_back(*use);
  }
  return uses;
}

std::int32_t transfer_semaphore(std::string_view operands) {
  constexpr std::string_view kName = "semaphore=";
  std::size_t at = operands.find(kName);
  // Longer names with this suffix are skipped.
  while (at != std::string_view::npos && at > 0 && operands[at - 1] != ' ') {
    at = operands.find(kName, at + 1);
  }
  if (at == std::string_view::npos) return -1;
  TextCursor in(operands.substr(at + kName.size()));
  std::int32_t id = -1;
  return in.number(id) && id >= 0 ? id : -1;
}

}  // namespace nscope
