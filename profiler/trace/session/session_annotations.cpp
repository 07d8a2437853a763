#include "profiler/trace/session/session_annotations.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/sqlite.h"
#include "profiler/base/text/utf8.h"
#include "profiler/trace/limits.h"
#include "profiler/trace/session/session_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

namespace nscope::session_file {
namespace {

constexpr const char* kAnnotationTables =
    "CREATE TABLE annotation(seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, "
    "text TEXT NOT NULL, color INTEGER NOT NULL, start INTEGER NOT NULL, "
    "duration INTEGER NOT NULL, slice INTEGER, tracks BLOB)";

bool has_table(SQLite::Database& database) {
  return database.tableExists("annotation");
}

std::vector<TrackId> tracks_of(const SQLite::Column& blob) {
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(blob.getBytes()) / sizeof(std::uint32_t));
  if (!ids.empty()) std::memcpy(ids.data(), blob.getBlob(), ids.size() * sizeof ids[0]);
  std::vector<TrackId> tracks;
  for (const std::uint32_t id : ids) tracks.emplace_back(std::size_t{id});
  return tracks;
}

/// Reads and checks one row.
Result<Annotation> read_row(SQLite::Statement& row, const Trace& trace) {
  const std::int64_t kind = row.getColumn(0).getInt64();
  if (kind < 0 || kind > 2) return fail(ErrorCode::kBadInput, tr("unknown kind"));
  const std::int64_t color = row.getColumn(3).getInt64();
  const std::int64_t start = row.getColumn(4).getInt64();
  const std::int64_t duration = row.getColumn(5).getInt64();
  const std::int64_t slice = row.getColumn(6).isNull() ? -1 : row.getColumn(6).getInt64();
  // Sums of unchecked numbers could overflow.
  constexpr std::int64_t kFarthest = limits::kFarthestTime;
  if (color < 0 || color > 0xFFFFFF || start < -kFarthest || start > kFarthest || duration < 0 ||
      duration > kFarthest || slice < -1 || slice >= static_cast<std::int64_t>(SliceId::kNone)) {
    return fail(ErrorCode::kBadInput, tr("value out of range"));
  }
  Annotation made{.kind = static_cast<Annotation::Kind>(kind),
                  .name = valid_utf8(row.getColumn(1).getString()),
                  .text = valid_utf8(row.getColumn(2).getString()),
                  .color = static_cast<std::uint32_t>(color),
                  .begin = TraceTime(start),
                  .end = TraceTime(start + duration),
                  .event = slice < 0 ? SliceId() : SliceId(static_cast<std::size_t>(slice)),
                  .tracks = tracks_of(row.getColumn(7))};
  if (auto ok = check_annotation(made, trace); !ok) return fail(ok.error());
  return made;
}

void write_view(SQLite::Database& database, std::string_view view) {
  database.exec("DROP TABLE IF EXISTS view_state; CREATE TABLE view_state(state TEXT NOT NULL)");
  SQLite::Statement insert(database, "INSERT INTO view_state(state) VALUES(?)");
  insert.bind(1, std::string(view));
  insert.exec();
}

Result<> write_rows(SQLite::Database& database, std::span<const Annotation> annotations,
                    std::string_view view) {
  SQLite::Transaction transaction(database);
  if (!view.empty()) write_view(database, view);
  if (has_table(database)) database.exec("DROP TABLE annotation");
  if (!annotations.empty()) database.exec(kAnnotationTables);
  std::optional<SQLite::Statement> insert;
  if (!annotations.empty()) {
    insert.emplace(database,
                   "INSERT INTO annotation(kind,name,text,color,start,duration,slice,tracks) "
                   "VALUES(?,?,?,?,?,?,?,?)");
  }
  for (const Annotation& annotation : annotations) {
    insert->bind(1, static_cast<int>(annotation.kind));
    insert->bind(2, annotation.name);
    insert->bind(3, annotation.text);
    insert->bind(4, static_cast<std::int64_t>(annotation.color));
    insert->bind(5, annotation.begin.value());
    insert->bind(6, (annotation.end - annotation.begin).value());
    if (annotation.event.valid()) {
      insert->bind(7, static_cast<std::int64_t>(annotation.event.value));
    } else {
      insert->bind(7);
    }
    std::vector<std::uint32_t> tracks;
    for (const TrackId track : annotation.tracks) tracks.push_back(track.value);
    insert->bind(8, tracks.data(), static_cast<int>(tracks.size() * sizeof(std::uint32_t)));
    insert->exec();
    insert->reset();
    insert->clearBindings();
  }
  insert.reset();
  transaction.commit();
  return {};
}

}  // namespace

Result<std::vector<Annotation>> load_annotations(const std::string& path, const Trace& trace) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<std::vector<Annotation>> {
    std::vector<Annotation> annotations;
    if (!has_table(*database)) return annotations;
    SQLite::Statement rows(*database,
                           "SELECT kind,name,text,color,start,duration,slice,tracks "
                           "FROM annotation ORDER BY seq");
    while (rows.executeStep()) {
      auto row = annotations.size() < kMostAnnotations
                     ? read_row(rows, trace)
                     : Result<Annotation>(fail(ErrorCode::kBadInput,
                                               tr("more than {} annotations", kMostAnnotations)));
      if (!row) {
        return fail(
            ErrorCode::kBadInput,
            tr("damaged session: annotation {}: {}", annotations.size() + 1, row.error().message),
            path);
      }
      annotations.push_back(std::move(*row));
    }
    return annotations;
  });
}

Result<std::string> load_view(const std::string& path) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<std::string> {
    if (!database->tableExists("view_state")) return std::string();
    SQLite::Statement row(*database, "SELECT state FROM view_state LIMIT 1");
    if (!row.executeStep()) return std::string();
    const SQLite::Column state = row.getColumn(0);
    if (static_cast<std::size_t>(std::max(0, state.getBytes())) > kLargestView) {
      return fail(ErrorCode::kBadInput,
                  tr("damaged session: the state of the view has more than {} bytes", kLargestView),
                  path);
    }
    return valid_utf8(state.getString());
  });
}

Result<> store_annotations(const std::string& path, std::span<const Annotation> annotations,
                           std::string_view view) {
  if (view.size() > kLargestView) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the state of the view has more than {} bytes", kLargestView), path);
  }
  // Checks that the file is a session.
  if (auto session = open_database_read_only(path, kApplicationId); !session) {
    return fail(session.error());
  }
  AtomicFile file(path);
  std::error_code failed;
  std::filesystem::copy_file(path, file.temporary_path(),
                             std::filesystem::copy_options::overwrite_existing, failed);
  if (failed) return fail(ErrorCode::kIo, tr("cannot copy the file: {}", failed.message()), path);
  const Result<> written = sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(file.temporary_path(), SQLite::OPEN_READWRITE);
    limit_values(database);
    database.exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;");
    return write_rows(database, annotations, view);
  });
  if (!written) return written;
  return file.commit();
}

}  // namespace nscope::session_file
