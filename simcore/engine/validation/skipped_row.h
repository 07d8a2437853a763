#pragma once

#include "profiler/base/json.h"

#include <string>
#include <vector>

namespace nscope::sim {

/// A row of measurements that a fit cannot use.
struct SkippedRow {
  std::string row;  ///< "G01674", "NI00316 throughput"
  Text reason;
};

/// One string "row: reason" per row.
inline Json skipped_json(const std::vector<SkippedRow>& skipped) {
  Json json = Json::array();
  for (const SkippedRow& one : skipped) json.push_back(tr("{}: {}", one.row, one.reason));
  return json;
}

}  // namespace nscope::sim
