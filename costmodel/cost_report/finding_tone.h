#pragma once

#include "costmodel/report/report_document.h"
#include "profiler/base/severity.h"

namespace nscope::cost {

/// The colour of a finding.
constexpr Tone tone_of(Severity severity) {
  switch (severity) {
    case Severity::kInfo: return Tone::kNormal;
    case Severity::kWarning: return Tone::kWarn;
    case Severity::kError: return Tone::kBad;
  }
  return Tone::kNormal;
}

}  // namespace nscope::cost
