#pragma once

#include "profiler/base/text.h"

#include <span>
#include <string>
#include <string_view>

namespace nscope::sim {

enum class ParameterKind { kFitted, kPublished, kAssumed };
std::string_view to_string(ParameterKind kind);  ///< "fitted", as in documents
Phrase title(ParameterKind kind);                ///< for people

/// One parameter of a set, which is a struct of doubles.
template <class Set>
struct ParameterMember {
  std::string_view name;
  std::string_view unit;
  double Set::*member;
};

/// Documentation of one parameter. `initial` is the start value and the mean of the prior of the
/// fit; for a parameter that is not fitted, its value.
template <class Set>
struct ParameterInfoOf {
  std::string_view name;
  std::string_view unit;
  ParameterKind kind;
  double Set::*member;
  double initial;
  std::string meaning;
  std::string source;
};

/// The set with every parameter at its initial value.
template <class Set>
Set initial_values(std::span<const ParameterInfoOf<Set>> table) {
  Set values;
  for (const ParameterInfoOf<Set>& info : table) values.*info.member = info.initial;
  return values;
}

}  // namespace nscope::sim
