#pragma once

#include "importers/shared/printable.h"
#include "profiler/base/result.h"

namespace nscope::importers {

/// An error as the text of a diagnostic: "where: message".
inline Text error_text(const Error& error) {
  return error.where.empty() ? error.message : tr("{}: {}", printable(error.where), error.message);
}

}  // namespace nscope::importers
