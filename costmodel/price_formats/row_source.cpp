#include "costmodel/price_formats/row_source.h"

#include <algorithm>

namespace nscope::cost {

Column RowSource::find_column(std::string_view name) const {
  const auto names = columns();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

Result<std::size_t> RowSource::need_column(std::string_view name) const {
  if (const Column at = find_column(name)) return *at;
  return fail(ErrorCode::kBadInput, tr("missing column '{}'", name), where());
}

}  // namespace nscope::cost
