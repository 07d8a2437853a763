#include "simcore/engine/validation/table_record.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::sim {

Result<TableColumns> read_heading(const std::vector<std::string>& fields,
                                  std::span<const std::string_view> required,
                                  std::span<const std::string_view> optional, const Place& where) {
  TableColumns columns;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto listed = [&](std::span<const std::string_view> names) {
      return std::find(names.begin(), names.end(), fields[i]) != names.end();
    };
    if (!listed(required) && !listed(optional)) {
      std::vector<std::string_view> known(required.begin(), required.end());
      known.insert(known.end(), optional.begin(), optional.end());
      return fail(ErrorCode::kBadInput,
                  tr("unknown column '{}'; known columns are {}", fields[i],
                     fmt::format("{}", fmt::join(known, ", "))),
                  where);
    }
    if (!columns.emplace(fields[i], i).second) {
      return fail(ErrorCode::kBadInput, tr("duplicate column '{}'", fields[i]), where);
    }
  }
  for (const std::string_view column : required) {
    if (!columns.contains(column)) {
      return fail(ErrorCode::kBadInput, tr("missing column '{}'", column), where);
    }
  }
  return columns;
}

}  // namespace nscope::sim
