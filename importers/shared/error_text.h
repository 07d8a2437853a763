#pragma once

#include "importers/shared/printable.h"
#include "profiler/base/result.h"

namespace nscope::importers {

/// An error as the text of a diagnostic: "where: message".
inline Text error_text(const Error& error) {
  if (error.where.empty()) return error.message;
  return tr("{}: {}", error.where.with_names(printable), error.message);
}

}  // namespace nscope::importers
