#pragma once

#include "costmodel/money/date.h"
#include "costmodel/report/report_document.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <xlsxwriter.h>

namespace nscope::cost {

/// The sheets and cell formats of a workbook while write_workbook() runs. Row and column numbers
/// count from 0. One thread.
class Workbook {
 public:
  /// `language` must outlive this object.
  Workbook(lxw_workbook* book, const Language& language);

  const Language& language() const { return language_; }
  std::string say(const Text& text) const { return language_.say(text); }
  /// The text as a string literal of a formula.
  std::string quoted(const Text& text) const;

  /// Adds a sheet. If the translated name is not valid in Excel, the English name is used.
  lxw_worksheet* sheet(const Text& name);
  /// The name of a sheet in formulas: "Matrix", "'Cash flow'".
  std::string sheet_reference(const Text& name) const;
  /// Defines a name for cells that formulas can use.
  void name(const std::string& word, const std::string& cells);
  /// Format with grouped thousands and `count` decimals; if negative, up to six decimals.
  lxw_format* decimals(int count);
  /// The format of a heading above numbers or texts; `after_figures`: whether the column to the
  /// left has numbers.
  lxw_format* heading_format(bool figures, bool after_figures) const;
  lxw_workbook* get() { return book_; }

  lxw_format* heading;
  lxw_format* figure_heading;  ///< for columns of numbers
  lxw_format* heading_beside;  ///< for a column of texts to the right of numbers
  lxw_format* bold;
  lxw_format* title;
  lxw_format* muted;
  lxw_format* usd;
  lxw_format* whole;
  lxw_format* share;
  lxw_format* months;
  lxw_format* input;
  lxw_format* wrap;
  lxw_format* beside;  ///< as `wrap`, with a margin to the number on its left

 private:
  lxw_format* with_number(const std::string& pattern);
  std::string sheet_name(const Text& name) const;

  lxw_workbook* book_;
  const Language& language_;
  std::map<int, lxw_format*> decimals_;
  std::map<std::string, std::string> names_;  ///< of added sheets by their English names
};

/// Writes a workbook with the sheets that `fill` adds. It contains the day `as_of` instead of the
/// time of writing, so that equal input gives equal bytes. `path` is replaced atomically. Errors:
/// kIo.
Result<> write_workbook(const std::string& path, const Text& title, Day as_of,
                        const Language& language, const std::function<void(Workbook&)>& fill);

/// Prints the sheet on A4 landscape pages with all columns on one page.
void fit_to_width(lxw_worksheet* sheet);

/// The estimated number of lines of a text that wraps between its words in a column of `width`
/// digits.
int wrapped_lines(std::string_view text, double width);
/// A text and the width of its column in characters.
struct WrappedText {
  std::string_view text;
  double width;
};
/// Sets the height of a row to that of its wrapped texts, which not all programs do themselves.
void fit_height(lxw_worksheet* sheet, lxw_row_t row, const std::vector<WrappedText>& texts);

/// Writes lists with their headings below each other into a column of kListWidth characters, from
/// `row` on. Lists without items are left out. Returns the row below the last one.
inline constexpr double kListWidth = 110;
lxw_row_t write_lists(const Workbook& book, lxw_worksheet* sheet, lxw_row_t row,
                      std::span<const ReportList> lists);

/// Writes a string, never a formula. Strings that exceed the limit of Excel are shortened.
void text(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
          lxw_format* format = nullptr);
/// Writes a formula (without "=") and its value for programs that do not evaluate formulas.
void formula(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
             double result, lxw_format* format);
/// The same for a formula whose value is a string.
void formula(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
             const std::string& result, lxw_format* format);

/// Writes a table to a new sheet as values, with its notes below. Column widths fit the texts.
void write_values(Workbook& book, const Text& name, const Table& table);

/// The sheet "Inputs": rows with yellow input cells that have a name for formulas.
class InputSheet {
 public:
  explicit InputSheet(Workbook& book);

  void heading(const Text& first, const Text& second, const Text& third = {},
               const Text& fourth = {});
  /// A row with one value; `word` is the name of its cell.
  void one(const Text& label, const std::string& word, double value, const Text& unit,
           const Text& source);
  /// A row without a value: the cell shows the reason, and the user can enter a value.
  void missing(const Text& label, const std::string& word, const Text& reason, const Text& unit,
               const Text& source);

  /// A list of items with two or three numbers; `words` are the names of the columns. A list
  /// without items gets one row of zeros for the formulas.
  struct Item {
    Text label;
    std::array<double, 3> figures;
    Text source;
  };
  void list(const std::array<const char*, 3>& words, std::vector<Item> items);

 private:
  void finish_row(const Text& label, const std::string& word, const Text& unit, const Text& source);

  Workbook& book_;
  lxw_worksheet* sheet_;
  lxw_row_t row_ = 0;
};

}  // namespace nscope::cost
