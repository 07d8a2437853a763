#pragma once

#include "profiler/base/text.h"

#include <cstdint>
#include <string_view>

namespace nscope {

/// The severity of a diagnostic or a finding, in ascending order.
enum class Severity : std::uint8_t { kInfo, kWarning, kError };

/// The id in JSON and SQL.
constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::kInfo: return "info";
    case Severity::kWarning: return "warning";
    case Severity::kError: return "error";
  }
  return "warning";
}

/// The word that is shown.
constexpr Phrase title(Severity severity) {
  switch (severity) {
    case Severity::kInfo: return phrase("info");
    case Severity::kWarning: return phrase("warning");
    case Severity::kError: return phrase("error");
  }
  return phrase("warning");
}

}  // namespace nscope
