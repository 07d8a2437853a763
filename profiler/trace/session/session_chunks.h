#pragma once

#include "profiler/trace/columns/column.h"
#include "profiler/trace/session/session_columns.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope::session_file {

/// The chunks of an open session file, read on request of a column. Any
/// thread; reading the file is serialised, decompression is not.
class SessionChunks final : public ChunkSource {
 public:
  SessionChunks(std::unique_ptr<SQLite::Database> database, std::string path);

  SQLite::Database& database() { return *database_; }

  /// Registers the chunks of a column, which are stored with ids from `first_id` on; returns the
  /// reference of the first.
  std::size_t add(std::int64_t first_id, std::vector<ChunkInfo> infos);

  std::size_t width(std::size_t ref) const override { return chunks_[ref].info.width; }
  void read(std::size_t ref, std::span<std::byte> into) const override;
  void report_damage(std::size_t ref) const override;
  std::optional<Error> error() const override;

 private:
  struct Chunk {
    std::int64_t id = 0;
    ChunkInfo info;
  };
  Result<> fetch(const Chunk& chunk, std::span<std::byte> into) const;
  Text where(const Chunk& chunk) const;
  void set_error(Error error) const;

  std::string path_;
  std::unique_ptr<SQLite::Database> database_;
  std::vector<Chunk> chunks_;
  mutable std::mutex mutex_;  // protects the following members and the database
  mutable std::unique_ptr<SQLite::Statement> query_;
  mutable std::optional<Error> error_;
};

}  // namespace nscope::session_file
