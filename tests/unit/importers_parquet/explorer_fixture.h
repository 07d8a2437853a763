#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Writes tables of a Neuron Explorer profile as Parquet, with the columns and
/// types of the published schema. No profile of that format is public: these are
/// made from rows of the JSON export, or by hand.
class ExplorerFixture {
 public:
  explicit ExplorerFixture(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Rows are objects; a member that is missing or null is NULL, one that the
  /// schema does not have is an error. All columns of the schema are written.
  /// `file` is the file's name without extension; the table's where empty.
  Result<> write(std::string_view table, const Json& rows, std::string_view file = {}) const;

  /// The result of any query as a file. "$" in it stands for the folder.
  Result<> write_query(std::string_view file, std::string sql) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace nscope
