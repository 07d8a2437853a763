#pragma once

#include "costmodel/price_formats/row_source.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/tables/csv.h"
#include "profiler/base/task_control.h"

#include <memory>
#include <string>
#include <vector>

namespace nscope::cost {

/// The rows of a CSV text with column names, plain, in gzip or in a zip archive. Memory does not
/// grow with the file. `control`, which must outlive this object, shows the bytes read.
class CsvRows : public RowSource {
 public:
  /// The first row has the column names. Errors: kBadInput for an empty text or more than 4096
  /// columns; those of unpacking.
  static Result<CsvRows> open(UnpackedText text, TaskControl& control);
  /// For lists with other rows before the column names: next() reads rows of any length until
  /// take_heading() is called.
  CsvRows(UnpackedText text, TaskControl& control);

  /// The row that was read last has the column names. Errors: more than 4096 columns.
  Result<> take_heading();

  std::span<const std::string> columns() const override { return columns_; }
  Result<bool> next() override;
  std::string_view field(std::size_t column) const override { return fields_[column]; }
  Text where() const override { return rows_.where(); }
  /// All fields of the row; valid until next().
  std::span<const std::string_view> fields() const { return fields_; }

 private:
  std::unique_ptr<UnpackedText> text_;
  CsvReader rows_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
};

}  // namespace nscope::cost
