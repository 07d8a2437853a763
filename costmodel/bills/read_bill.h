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

/// Adds the lines of a table. The format is recognised by the columns: CUR, CUR 2.0 or FOCUS.
/// `name` is the name of the file. Errors: kBadInput for other columns, and those of the readers.
Result<> read_bill_rows(RowSource& rows, const std::string& name, BillBuilder& builder);

/// Adds a file. The format is recognised by the content: CSV of one of these formats, plain or
/// gzip, a zip archive of these files, or output of Cost Explorer. Errors: as above. After an
/// error, the builder contains a part of the file and must be discarded.
Result<> read_bill_file(const ByteSource& file, BillBuilder& builder, TaskControl& control);

/// The columns, among the given ones, that the readers of tables use. A source that reads columns
/// separately can skip the others.
std::vector<std::string> used_bill_columns(std::span<const std::string> columns);

/// The data files in a manifest of AWS, as named there ("s3://..." or keys of a bucket): of a Cost
/// and Usage Report (`reportKeys`) or of Data Exports (`dataFiles`). Empty for all other files.
/// Errors: kBadInput for a manifest without files.
Result<std::vector<std::string>> bill_manifest_files(const ByteSource& file);

}  // namespace nscope::cost
