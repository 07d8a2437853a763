#include "profiler/trace/session/session_file.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/sqlite.h"
#include "profiler/trace/session/session_layout.h"
#include "profiler/trace/session/session_reader.h"
#include "profiler/trace/session/session_writer.h"

#include <atomic>
#include <functional>
#include <vector>

#include <tbb/parallel_for.h>

namespace nscope::session_file {

bool sniff(std::span<const std::byte> head) {
  return is_database({reinterpret_cast<const char*>(head.data()), head.size()}, kApplicationId);
}

Result<> save(const Trace& trace, const std::string& path, TaskControl& control) {
  AtomicFile file(path);
  const Result<> written = sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(file.temporary_path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    limit_values(database);  // values that could not be read again are an error
    database.exec("PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;");
    return write_session(trace, database, control);
  });
  if (!written) return written;
  return file.commit();
}

Result<std::shared_ptr<const Trace>> load(const std::string& path, TaskControl& control) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  auto trace = sqlite_guard(ErrorCode::kBadInput, path, [&] {
    return read_session(std::make_unique<SQLite::Database>(std::move(*database)), path, control);
  });
  if (!trace) return trace;
  constexpr std::size_t kSmall = 1'000'000;
  std::size_t rows = (*trace)->slice_count() + (*trace)->flows().size() + (*trace)->arg_count();
  for (const Track& track : (*trace)->tracks()) rows += track.counters.size();
  if (rows <= kSmall) {
    if (auto loaded = load_columns(**trace, control); !loaded) return fail(loaded.error());
  }
  return trace;
}

Result<> load_columns(const Trace& trace, TaskControl& control) {
  std::vector<std::function<void()>> loads;
  const auto add = [&](const std::string&, const auto& column, auto&&...) {
    for (std::size_t i = 0; i < column.chunk_count(); ++i) {
      loads.push_back([&column, i] { column.load(i); });
    }
  };
  for (const Track& track : trace.tracks()) {
    visit_columns(track, track.slices.size(), track.counters.size(), trace.strings().size(), add);
  }
  visit_flow_columns(trace.flows(), trace.flows_by_target(), trace.flows().size(),
                     trace.slice_count(), trace.strings().size(), add);
  visit_name_sums(trace.name_sums(), trace.name_sums().size(), trace.tracks().size(),
                  trace.strings().size(), add);
  control.begin(phrase("Loading columns"), loads.size());
  std::atomic<std::uint64_t> done = 0;
  tbb::parallel_for(std::size_t{0}, loads.size(), [&](std::size_t i) {
    if (control.cancelled()) return;
    loads[i]();
    control.advance_to(++done);
  });
  if (control.cancelled()) return cancelled();
  if (const auto damage = trace.storage_error()) return fail(*damage);
  return {};
}

}  // namespace nscope::session_file
