#pragma once

#include "app/sweep/point_result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sweep {

/// Points that have no figures for the same reason.
struct ReasonGroup {
  Outcome outcome = Outcome::kRejected;
  std::string reason;  ///< that of the first of these points
  std::int64_t points = 0;
  std::int64_t first = 0;  ///< number of the first of these points
};

/// Counts the reasons of points without figures. Reasons that differ only in their numbers, such as
/// "needs 12 GiB" and "needs 14 GiB", are one group. A plain value.
class ReasonGroups {
 public:
  /// Call it for each point, in their order; points that are done are ignored.
  void add(Outcome outcome, std::string_view reason, std::int64_t id);
  /// The groups, the largest first.
  std::vector<ReasonGroup> list() const;

 private:
  std::map<std::pair<Outcome, std::string>, ReasonGroup> groups_;
};

}  // namespace nscope::sweep
