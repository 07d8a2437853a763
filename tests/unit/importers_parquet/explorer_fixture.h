#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Writes tables of a Neuron Explorer profile as Parquet, with the columns and types of the
/// published schema. There is no public profile of that format, so the rows are written by hand or
/// taken from the JSON export.
class ExplorerFixture {
 public:
  explicit ExplorerFixture(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes a table with all columns of the schema. Rows are objects: a member that is missing or
  /// null becomes NULL, and a member that is not in the schema is an error. `file` is the name of
  /// the file without extension; the default is the name of the table.
  Result<> write(std::string_view table, const Json& rows, std::string_view file = {}) const;

  /// Writes the result of a query to a file. "$" in the query is replaced by the folder.
  Result<> write_query(std::string_view file, std::string sql) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace nscope
