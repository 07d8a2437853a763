#include "app/sweep/reason_groups.h"

#include <algorithm>

namespace nscope::sweep {
namespace {

/// Whether a character can be part of a number in a reason.
bool is_digit(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == ',';
}

/// The reason without its numbers.
std::string shape_of(std::string_view reason) {
  std::string shape;
  for (const char c : reason) {
    if (!is_digit(c)) shape += c;
  }
  return shape;
}

}  // namespace

void ReasonGroups::add(Outcome outcome, std::string_view reason, std::int64_t id) {
  if (outcome == Outcome::kDone) return;
  ReasonGroup& group = groups_[{outcome, shape_of(reason)}];
  if (group.points == 0) {
    group = {.outcome = outcome, .reason = std::string(reason), .first = id};
  }
  ++group.points;
}

std::vector<ReasonGroup> ReasonGroups::list() const {
  std::vector<ReasonGroup> list;
  for (const auto& [key, group] : groups_) list.push_back(group);
  std::stable_sort(list.begin(), list.end(), [](const ReasonGroup& a, const ReasonGroup& b) {
    return a.points > b.points;
  });
  return list;
}

}  // namespace nscope::sweep
