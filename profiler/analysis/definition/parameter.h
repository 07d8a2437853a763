#pragma once

#include "profiler/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace nscope::analysis {

/// A number, or one of several words, that a user can change.
struct Parameter {
  std::string_view id;      ///< "rows"
  Phrase title;             ///< "Maximum rows"
  std::string_view unit{};  ///< "" for counts, shares and words
  Phrase meaning{};         ///< one line
  double value = 0;         ///< default; for words the index into `words`
  double lowest = 0;
  double highest = 0;
  std::span<const std::string_view> words{};  ///< permitted words; empty for a number
};

/// The values of the parameters of one analysis or rule. A plain value; the
/// parameters must outlive it.
class ParameterValues {
 public:
  ParameterValues() = default;
  explicit ParameterValues(std::span<const Parameter> parameters) : parameters_(parameters) {}

  std::span<const Parameter> parameters() const { return parameters_; }

  /// Errors: kInvalidArgument for an unknown id (the message lists the known ones), for a text
  /// that is not a number or not a permitted word, and for a value out of range.
  Result<> set(std::string_view id, std::string_view text);
  Result<> set(std::string_view id, double value);

  /// The value; `id` must be one of the parameters.
  double number(std::string_view id) const;
  std::string_view word(std::string_view id) const;
  /// The value as a whole number.
  std::size_t count(std::string_view id) const { return static_cast<std::size_t>(number(id)); }

 private:
  Result<const Parameter*> find(std::string_view id) const;

  std::span<const Parameter> parameters_;
  std::map<std::string, double, std::less<>> changed_;
};

}  // namespace nscope::analysis
