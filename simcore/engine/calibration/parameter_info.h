#pragma once

#include <span>
#include <string>
#include <string_view>

namespace nscope::sim {

enum class ParameterKind { kFitted, kPublished, kAssumed };
std::string_view to_string(ParameterKind kind);

/// The place of one parameter in its set, a struct of doubles.
template <class Set>
struct ParameterMember {
  std::string_view name;
  std::string_view unit;
  double Set::* member;
};

/// What documents one parameter. `initial` is where the fit starts and what its prior pulls
/// towards; for a parameter that is not fitted, its value.
template <class Set>
struct ParameterInfoOf {
  std::string_view name;
  std::string_view unit;
  ParameterKind kind;
  double Set::* member;
  double initial;
  std::string meaning;
  std::string source;
};

/// Every parameter of the set at its initial value.
template <class Set>
Set initial_values(std::span<const ParameterInfoOf<Set>> table) {
  Set values;
  for (const ParameterInfoOf<Set>& info : table) values.*info.member = info.initial;
  return values;
}

}  // namespace nscope::sim
