#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Adds the lines of a table, recognised by its columns: CUR, CUR 2.0 or FOCUS.
/// `name` is the file's. Errors: kBadInput where it is none of them, and those of
/// the readers.
Result<> read_bill_rows(RowSource& rows, const std::string& name, BillBuilder& builder);

/// Adds a bill file, recognised by its content: CSV of one of these formats, plain
/// or in gzip, a zip archive of such files, or an answer of Cost Explorer. Errors:
/// as above. What was added before an error stays: throw the builder away.
Result<> read_bill_file(const ByteSource& file, BillBuilder& builder, TaskControl& control);

/// The names of the columns that the readers of tables use, in the spelling of the
/// given columns: what a source of costly columns has to deliver.
std::vector<std::string> used_bill_columns(std::span<const std::string> columns);

/// The data files that a manifest of AWS lists, as it names them ("s3://...", or
/// keys of a bucket): of a Cost and Usage Report (`reportKeys`) or of Data Exports
/// (`dataFiles`). Empty for any other file. Errors: kBadInput for a manifest
/// without files.
Result<std::vector<std::string>> bill_manifest_files(const ByteSource& file);

}  // namespace nscope::cost
