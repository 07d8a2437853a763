#pragma once

#include "profiler/base/tables/table.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <kainjow/mustache.hpp>

namespace nscope {

/// How a table is shown on a page; what is left out is as in Table::to_text.
struct PageTableLook {
  std::function<std::string(const Table::Column&)> heading{};
  std::function<std::string(const Cell&, const Table::Column&)> text{};
  /// Adds to a row what else the template shows of it: "tone", "sources".
  std::function<void(std::size_t row, kainjow::mustache::data& values)> row_more{};
  bool short_on_one_line = false;  ///< columns of short words are not broken
};

/// The values of `table` on a page of render_page: for {{> page_table}}
/// (reports/page_table.mustache) and, as "notes", the table's notes. Columns with numbers are
/// right-aligned.
kainjow::mustache::data page_table(const Table& table, const PageTableLook& look = {});

/// The sentences as a list of "text".
kainjow::mustache::data page_texts(const std::vector<std::string>& sentences);

}  // namespace nscope
