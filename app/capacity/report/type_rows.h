#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/base/text.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::capacity {

// Rows and notes that name several instance types with the same result. Pure.

/// Instance types without a fleet for the same reason.
struct RejectedTypes {
  std::string instances;  ///< "trn1.2xlarge, inf2.xlarge"
  Text reason;
};
/// Adds a type to the entry with the same reason, or a new entry.
void add_rejected(std::vector<RejectedTypes>& rejected, const std::string& instance,
                  const Text& reason);

/// Adds a row of a table of rejections. If a row is equal but for the instance type in the first
/// cell and the number in the cell `count`, the type and the number are added to it.
void add_refused_row(std::vector<std::vector<Cell>>& rows, std::vector<Cell> row,
                     std::optional<std::size_t> count);

/// Whether a prediction is inside of the measured domain; `banded`: whether it has an error band.
Text domain_word(bool banded, const std::vector<Text>& outside);
/// The instance types outside of the measured domain, by reason.
class OutsideDomain {
 public:
  void add(const std::string& instance, const std::vector<Text>& why);
  /// A note for each reason.
  void add_notes(Table& table) const;

 private:
  using Group = std::pair<Text, std::vector<Text>>;
  std::vector<Group> groups_{};
};

}  // namespace nscope::capacity
