#pragma once

#include "profiler/base/tables/table.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <kainjow/mustache.hpp>

namespace nscope {

/// How a table is shown on a page. Members that are not set are as in Table::to_text().
struct PageTableLook {
  std::function<std::string(const Table::Column&)> heading{};
  std::function<std::string(const Cell&, const Table::Column&)> text{};
  /// Adds further values of a row that the template shows: "tone", "sources".
  std::function<void(std::size_t row, kainjow::mustache::data& values)> row_more{};
  /// Whether a column is right-aligned.
  std::function<bool(std::size_t column)> is_figures{};
};

/// The values of `table` for a page of render_page(): for {{> page_table}}
/// (reports/page_table.mustache), and the notes of the table as "notes". Columns with numbers
/// are right-aligned, and columns of short words are not wrapped.
kainjow::mustache::data page_table(const Table& table, const Language& language,
                                   const PageTableLook& look = {});

/// The sentences as a list of values "text".
kainjow::mustache::data page_texts(const std::vector<Text>& sentences, const Language& language);

}  // namespace nscope
