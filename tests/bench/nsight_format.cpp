#include "tests/bench/make_trace.h"
#include "tests/support/nsight_writer.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/format.h>
#include <sqlite3.h>

namespace nscope::bench {
namespace {

constexpr std::int64_t kPid = 100;

/// A file of SQLite that is written once and not protected against a crash. The first error is
/// kept.
class BulkDatabase {
 public:
  explicit BulkDatabase(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    sqlite3* database = nullptr;
    failed_ = sqlite3_open(path.c_str(), &database) != SQLITE_OK;
    database_.reset(database);
    exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536; BEGIN");
  }

  void exec(const std::string& sql) {
    failed_ = failed_ ||
              sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK;
  }

  using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;
  Statement prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    failed_ = failed_ || sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement,
                                            nullptr) != SQLITE_OK;
    return {statement, sqlite3_finalize};
  }

  template <class... Values>
  void insert(const Statement& statement, Values... values) {
    if (failed_) return;
    int at = 0;
    (sqlite3_bind_int64(statement.get(), ++at, static_cast<sqlite3_int64>(values)), ...);
    failed_ = sqlite3_step(statement.get()) != SQLITE_DONE;
    sqlite3_reset(statement.get());
  }

  Result<> commit(const std::string& path) {
    exec("COMMIT");
    if (!failed_) return {};
    return fail(ErrorCode::kIo, Text::verbatim(sqlite3_errmsg(database_.get())), path);
  }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
  bool failed_ = false;
};

}  // namespace

/// A core is a GPU and an engine a stream: an operator is a call that starts its instructions,
/// which are kernels.
Result<RunCounts> write_nsight(const RunSpec& spec, const std::string& path) {
  BulkDatabase out(path);
  out.exec(nsight_tables(NsightTables::k2024));
  out.exec(
      "CREATE TABLE GPU_METRICS (timestamp INT, typeId INT, metricId INT, value INT);"
      "CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INT, metricId INT, metricName TEXT);"
      "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000000, '', '')");
  const auto& names = run_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    out.exec(fmt::format("INSERT INTO StringIds VALUES ({}, '{}')", i, names[i]));
  }
  for (int core = 0; core < spec.cores; ++core) {
    for (std::size_t i = 0; i < kCounterNames.size(); ++i) {
      out.exec(fmt::format("INSERT INTO TARGET_INFO_GPU_METRICS VALUES ({}, {}, '{}')", core, i,
                           kCounterNames[i]));
    }
  }
  const auto call =
      out.prepare("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 0, ?, ?, ?, 0, NULL)");
  const auto kernel = out.prepare(
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, "
      "correlationId, globalPid, demangledName, shortName, registersPerThread, gridX, gridY, "
      "gridZ, blockX, blockY, blockZ, staticSharedMemory, dynamicSharedMemory) VALUES (?, ?, ?, 1, "
      "?, ?, ?, ?, ?, 32, 128, 1, 1, 256, 1, 1, 0, 4096)");
  const auto metric = out.prepare("INSERT INTO GPU_METRICS VALUES (?, ?, ?, ?)");
  constexpr std::int64_t kProcess = (std::int64_t{1} << 56) | (kPid << 24);
  std::int64_t correlation = 0;
  std::int64_t flows = 0;
  SyntheticRun run(spec);
  RunGroup group;
  while (run.next(group)) {
    ++correlation;
    out.insert(call, group.start, group.start + group.duration,
               kProcess | (1000 + group.core * kEngines + group.engine), correlation, group.name);
    for (const RunInstruction& instruction : group.instructions) {
      out.insert(kernel, instruction.start, instruction.start + instruction.duration, group.core,
                 group.engine, correlation, kProcess, instruction.name, instruction.name);
      ++flows;
    }
    if (!group.sampled) continue;
    for (std::size_t i = 0; i < kCounterNames.size(); ++i) {
      out.insert(metric, group.start, group.core, i, group.counters[i]);
    }
  }
  if (auto done = out.commit(path); !done) return fail(done.error());
  RunCounts counts = run.counts();
  counts.flows = flows;
  return counts;
}

}  // namespace nscope::bench
