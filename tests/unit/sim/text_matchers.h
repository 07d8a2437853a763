#pragma once

#include "profiler/base/text.h"
#include "simcore/engine/validation/table_record.h"

#include <string>

#include <gmock/gmock.h>

namespace nscope::sim {

/// Matches a text whose English form contains `part`.
MATCHER_P(TextWith, part, "") {
  *result_listener << arg.english();
  return arg.english().find(part) != std::string::npos;
}

/// Matches a skipped row whose "row: reason" contains `part`.
MATCHER_P(SkippedWith, part, "") {
  const std::string text = arg.row + ": " + arg.reason.english();
  *result_listener << text;
  return text.find(part) != std::string::npos;
}

}  // namespace nscope::sim
