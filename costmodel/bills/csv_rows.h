#pragma once

#include "costmodel/bills/row_source.h"
#include "profiler/base/csv_stream.h"
#include "profiler/base/task_control.h"
#include "profiler/base/unpacked_text.h"

#include <memory>
#include <string>
#include <vector>

namespace nscope::cost {

/// The rows of CSV text whose first line names the columns, plain, in gzip or in
/// a zip archive. Memory does not grow with the file. Progress of `control` is
/// that of the bytes read.
class CsvRows : public RowSource {
 public:
  /// Reads the heading. What is referred to must outlive this. Errors: kBadInput
  /// for text without a heading or with more than 4096 columns, and those of the
  /// unpacking.
  static Result<std::unique_ptr<CsvRows>> open(UnpackedText text, TaskControl& control);

  std::span<const std::string> columns() const override { return columns_; }
  Result<bool> next() override;
  std::string_view field(std::size_t column) const override { return fields_[column]; }
  std::string where() const override { return rows_.where(); }

 private:
  CsvRows(UnpackedText text, TaskControl& control);

  TaskControl& control_;
  std::unique_ptr<UnpackedText> text_;
  nscope::CsvStream rows_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
};

}  // namespace nscope::cost
