#include "app/cli/options/member_flags.h"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {

Error with_flag(Error error, std::span<const MemberFlag> flags, bool has_document) {
  const std::string where = error.where.english();
  for (const MemberFlag& one : flags) {
    const std::size_t at = where.find(one.member);
    if (!one.given || at == std::string::npos) continue;
    const std::size_t end = at + one.member.size();
    if (end < where.size() && where[end] != '/') continue;
    error.where = has_document ? fmt::format("{} ({})", where, one.flag) : std::string(one.flag);
    return error;
  }
  return error;
}

}  // namespace nscope::cli
