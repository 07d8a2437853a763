#pragma once

#include "profiler/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace nscope::analysis {

/// A number, or one of several words, that a user may change.
struct Parameter {
  std::string_view id;         ///< "rows"
  std::string_view title;      ///< "Rows at most"
  std::string_view unit{};     ///< "" for counts, shares and words
  std::string_view meaning{};  ///< one line
  double value = 0;            ///< without a choice; of words their index
  double lowest = 0;
  double highest = 0;
  std::span<const std::string_view> words{};  ///< not empty: it is one of these
};

/// The values of the parameters of one analysis or rule. A plain value; the
/// parameters must outlive it.
class ParameterValues {
 public:
  ParameterValues() = default;
  explicit ParameterValues(std::span<const Parameter> parameters) : parameters_(parameters) {}

  std::span<const Parameter> parameters() const { return parameters_; }

  /// Errors: kInvalidArgument for a name that does not exist (the message lists those
  /// that do), a text that is no number or word of it, or one out of its range.
  Result<> set(std::string_view id, std::string_view text);
  Result<> set(std::string_view id, double value);

  /// The value; `id` must be one of the parameters.
  double number(std::string_view id) const;
  std::string_view word(std::string_view id) const;
  /// The same as a count of things.
  std::size_t count(std::string_view id) const { return static_cast<std::size_t>(number(id)); }

 private:
  Result<const Parameter*> find(std::string_view id) const;

  std::span<const Parameter> parameters_;
  std::map<std::string, double, std::less<>> changed_;
};

}  // namespace nscope::analysis
