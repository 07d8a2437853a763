#pragma once

#include "costmodel/price_formats/row_source.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/tables/csv.h"
#include "profiler/base/task_control.h"

#include <memory>
#include <string>
#include <vector>

namespace nscope::cost {

/// The rows of CSV text under a heading that names the columns, plain, in gzip or in
/// a zip archive. Memory does not grow with the file. Progress of `control` is that of
/// the bytes read. What is referred to must outlive this.
class CsvRows : public RowSource {
 public:
  /// The first row is the heading. Errors: kBadInput for text without one or with more
  /// than 4096 columns, and those of the unpacking.
  static Result<CsvRows> open(UnpackedText text, TaskControl& control);
  /// For lists with other rows above the heading: next() gives rows of any length until
  /// one is said to be the heading.
  CsvRows(UnpackedText text, TaskControl& control);

  /// The row read last is the heading. Errors: more than 4096 columns.
  Result<> take_heading();

  std::span<const std::string> columns() const override { return columns_; }
  Result<bool> next() override;
  std::string_view field(std::size_t column) const override { return fields_[column]; }
  std::string where() const override { return rows_.where(); }
  /// All fields of the row; valid until next().
  std::span<const std::string_view> fields() const { return fields_; }

 private:
  std::unique_ptr<UnpackedText> text_;
  CsvReader rows_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
};

}  // namespace nscope::cost
