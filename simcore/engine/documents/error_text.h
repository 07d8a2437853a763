#pragma once

#include "profiler/base/result.h"

namespace nscope::sim {

/// The error as a text with its place: "where: message", or the message alone.
inline Text text_of(const Error& error) {
  return error.where.empty() ? error.message : tr("{}: {}", error.where, error.message);
}

}  // namespace nscope::sim
