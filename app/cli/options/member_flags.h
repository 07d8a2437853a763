#pragma once

#include "profiler/base/result.h"

#include <span>
#include <string_view>

namespace nscope::cli {

/// A flag and the end of the JSON pointer of the member that it sets: "/regions", "--region".
struct MemberFlag {
  std::string_view member;
  std::string_view flag;
  bool given = false;
};

/// The error with the given flag that set the member that it is about: "w.json: /regions/0
/// (--region)", or "--region" if there is no document. Other errors are unchanged.
Error with_flag(Error error, std::span<const MemberFlag> flags, bool has_document);

}  // namespace nscope::cli
