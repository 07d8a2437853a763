#include "profiler/analysis/definition/parameter.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::analysis {

Result<const Parameter*> ParameterValues::find(std::string_view id) const {
  std::vector<std::string_view> known;
  for (const Parameter& parameter : parameters_) {
    if (parameter.id == id) return &parameter;
    known.push_back(parameter.id);
  }
  return fail(ErrorCode::kInvalidArgument,
              known.empty() ? tr("unknown parameter '{}'; no parameters are available", id)
                            : tr("unknown parameter '{}'; use one of: {}", id,
                                 fmt::format("{}", fmt::join(known, ", "))));
}

Result<> ParameterValues::set(std::string_view id, std::string_view text) {
  const auto parameter = find(id);
  if (!parameter) return fail(parameter.error());
  const auto& words = (*parameter)->words;
  if (!words.empty()) {
    const auto word = std::find(words.begin(), words.end(), text);
    if (word == words.end()) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("unknown value '{}' of parameter '{}'; use one of: {}", text, id,
                     fmt::format("{}", fmt::join(words, ", "))));
    }
    return set(id, static_cast<double>(word - words.begin()));
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("parameter '{}' must be a number, not '{}'", id, text));
  }
  return set(id, value);
}

Result<> ParameterValues::set(std::string_view id, double value) {
  const auto parameter = find(id);
  if (!parameter) return fail(parameter.error());
  const Parameter& known = **parameter;
  const double highest =
      known.words.empty() ? known.highest : static_cast<double>(known.words.size() - 1);
  if (!(value >= known.lowest && value <= highest)) {
    return fail(ErrorCode::kInvalidArgument, tr("parameter '{}' must be between {} and {}, not {}",
                                                id, known.lowest, highest, value));
  }
  changed_.insert_or_assign(std::string(id), value);
  return {};
}

double ParameterValues::number(std::string_view id) const {
  if (const auto it = changed_.find(id); it != changed_.end()) return it->second;
  const auto parameter = find(id);
  assert(parameter);
  return parameter ? (*parameter)->value : 0;
}

std::string_view ParameterValues::word(std::string_view id) const {
  const auto parameter = find(id);
  assert(parameter && !(*parameter)->words.empty());
  if (!parameter) return {};
  return (*parameter)->words[static_cast<std::size_t>(number(id))];
}

}  // namespace nscope::analysis
