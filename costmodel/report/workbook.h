#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <xlsxwriter.h>

namespace nscope::cost {

/// The sheets and cell formats of one workbook in the making, made by write_workbook() and
/// valid while it runs. Row and column numbers count from 0. One thread.
class Workbook {
 public:
  explicit Workbook(lxw_workbook* book);

  lxw_worksheet* sheet(const char* name) { return workbook_add_worksheet(book_, name); }
  /// Gives cells a name that formulas can use.
  void name(const std::string& word, const std::string& cells);
  /// Grouped numbers with so many decimals; negative: as many as they have.
  lxw_format* decimals(int count);
  lxw_workbook* get() { return book_; }

  lxw_format* heading;
  lxw_format* figure_heading;  ///< of a column of figures
  lxw_format* bold;
  lxw_format* title;
  lxw_format* muted;
  lxw_format* usd;
  lxw_format* whole;
  lxw_format* share;
  lxw_format* months;
  lxw_format* input;
  lxw_format* wrap;
  lxw_format* beside;  ///< as wrap, at the right of a figure and not touching it

 private:
  lxw_format* with_number(const std::string& pattern);

  lxw_workbook* book_;
  std::map<int, lxw_format*> decimals_;
};

/// Writes a workbook of the sheets that `fill` makes. It holds the day instead of the time at
/// which it is written, so that the same input gives the same bytes; `path` is replaced at once
/// or not at all. Errors: kIo.
Result<> write_workbook(const std::string& path, std::string title, Day as_of,
                        const std::function<void(Workbook&)>& fill);

/// Printed on A4 landscape pages, all columns on one.
void fit_to_width(lxw_worksheet* sheet);

/// A text and the characters that its column is wide.
struct WrappedText {
  std::string_view text;
  double width;
};
/// Makes a row as high as its wrapped texts need: not every reader does that by itself.
void fit_height(lxw_worksheet* sheet, lxw_row_t row, const std::vector<WrappedText>& texts);

/// A text, never a formula; longer than a cell of Excel holds it is cut.
void text(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
          lxw_format* format = nullptr);
/// A formula (without "=") with the value that we computed, for readers that do not compute.
void formula(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
             double result, lxw_format* format);
/// The same where the result is a text.
void formula(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
             const std::string& result, lxw_format* format);

/// A table of ours on a sheet of its own, values only, the notes below; columns as wide as their
/// texts need.
void write_values(Workbook& book, const char* name, const Table& table);

/// A sheet "Inputs": yellow cells row by row, each with a name that formulas use.
class InputSheet {
 public:
  explicit InputSheet(Workbook& book);

  void heading(const std::string& first, const std::string& second, const std::string& third = "",
               const std::string& fourth = "");
  void one(const std::string& label, const std::string& word, double value, const std::string& unit,
           const std::string& source);
  /// The same where there is no figure: the cell says why, and takes one.
  void missing(const std::string& label, const std::string& word, const std::string& reason,
               const std::string& unit, const std::string& source);

  /// A list of items with two or three figures; the columns get the names. A list
  /// without items has one row of zeros, so that formulas have something to read.
  struct Item {
    std::string label;
    std::array<double, 3> figures;
    std::string source;
  };
  void list(const std::array<const char*, 3>& words, std::vector<Item> items);

 private:
  void finish_row(const std::string& word, const std::string& unit, const std::string& source);

  Workbook& book_;
  lxw_worksheet* sheet_;
  lxw_row_t row_ = 0;
};

}  // namespace nscope::cost
