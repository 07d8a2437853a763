#include "profiler/trace/session_file.h"

#include "profiler/base/atomic_file.h"
#include "profiler/base/sqlite.h"
#include "profiler/trace/session_reader.h"
#include "profiler/trace/session_writer.h"

#include <cstring>

namespace nscope::session_file {

bool sniff(std::span<const std::byte> head) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  constexpr std::size_t kApplicationIdAt = 68;
  if (head.size() < 100 || std::memcmp(head.data(), kMagic.data(), kMagic.size()) != 0) {
    return false;
  }
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    id = id << 8 | std::to_integer<std::uint32_t>(head[kApplicationIdAt + i]);
  }
  return id == static_cast<std::uint32_t>(kApplicationId);
}

Result<> save(const Trace& trace, const std::string& path, TaskControl& control) {
  AtomicFile file(path);
  const Result<> written = sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(file.temporary_path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;");
    return write_session(trace, database, control);
  });
  if (!written) return written;
  return file.commit();
}

Result<std::shared_ptr<const Trace>> load(const std::string& path, TaskControl& control) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path,
                      [&] { return read_session(*database, path, control); });
}

}  // namespace nscope::session_file
