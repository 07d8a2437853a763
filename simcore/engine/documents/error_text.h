#pragma once

#include "profiler/base/result.h"

#include <vector>

namespace nscope::sim {

/// The error as a text with its place: "where: message", or the message alone.
inline Text text_of(const Error& error) {
  return error.where.empty() ? error.message : tr("{}: {}", error.where, error.message);
}

/// "a; b; c"; empty if there are no texts.
inline Text joined_by_semicolons(const std::vector<Text>& texts) {
  Text list;
  for (const Text& text : texts) list = list.empty() ? text : tr("{}; {}", list, text);
  return list;
}

}  // namespace nscope::sim
