#pragma once

#include <memory>
#include <string>

struct sqlite3;

namespace nscope {

/// Makes an SQLite file in memory from statements. Throws std::runtime_error for a wrong statement.
class SqliteWriter {
 public:
  explicit SqliteWriter(int page_bytes = 4096);
  SqliteWriter& sql(const std::string& statements);
  std::string bytes() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

/// Tables of an export of Nsight Systems with the columns of its version.
enum class NsightTables {
  k2020,  ///< few columns: texts of NVTX ranges are in the row, no lists of kinds, no graph nodes
  k2024   ///< the columns of schema 3.16, texts by number, lists of kinds
};
std::string nsight_tables(NsightTables version);

}  // namespace nscope
