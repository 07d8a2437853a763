#pragma once

#include <cstdint>
#include <string_view>

namespace nscope {

/// How much a diagnostic or a finding matters, least first.
enum class Severity : std::uint8_t { kInfo, kWarning, kError };

constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::kInfo: return "info";
    case Severity::kWarning: return "warning";
    case Severity::kError: return "error";
  }
  return "warning";
}

}  // namespace nscope
