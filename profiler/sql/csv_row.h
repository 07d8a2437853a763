#pragma once

#include "profiler/sql/sql_session.h"

#include <span>
#include <string>

namespace nscope {

/// Appends one row of a result as RFC 4180 text with a line feed. NULL is an
/// empty field, an empty string is "", numbers are exact.
void append_csv_row(std::span<const SqlValue> row, std::string& out);

}  // namespace nscope
