// Opens a session and runs SQL statements on it, each twice:
//   query_bench SESSION SQL...
// Prints one JSON object. The first run of a statement may load columns and build
// orders that the second one finds.
#include "profiler/base/json.h"
#include "profiler/sql/sql_session.h"
#include "profiler/trace/session/session_file.h"
#include "tests/bench/stopwatch.h"

#include <cstdio>

namespace {

int failed(const nscope::Error& error) {
  std::fprintf(stderr, "query_bench: %s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace nscope;
  if (argc < 3) {
    std::fputs("usage: query_bench SESSION SQL...\n", stderr);
    return 2;
  }
  TaskControl control;
  const bench::Stopwatch opening;
  const auto trace = session_file::load(argv[1], control);
  if (!trace) return failed(trace.error());
  auto sql = SqlSession::open(*trace, std::vector<Metric>{});
  if (!sql) return failed(sql.error());
  Json report{{"open_seconds", opening.elapsed().wall}, {"statements", Json::array()}};
  for (int i = 2; i < argc; ++i) {
    Json statement{{"sql", argv[i]}};
    for (const char* const run : {"first", "again"}) {
      const bench::Stopwatch asking;
      const auto table = sql->query(argv[i], control);
      if (!table) return failed(table.error());
      const bench::Elapsed took = asking.elapsed();
      statement["rows"] = table->row_count();
      statement[run] = {{"seconds", took.wall}, {"cpu_seconds", took.cpu}};
    }
    report["statements"].push_back(std::move(statement));
  }
  report["peak_bytes"] = bench::peak_resident_bytes();
  std::puts(report.dump().c_str());
  return 0;
}
