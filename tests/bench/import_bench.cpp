// Opens a capture and saves it as a session, each timed, in one process:
//   import_bench CAPTURE SESSION
// Prints one JSON object. `nscope import` does the same, but tells only the sum.
#include "importers/shared/importer.h"
#include "profiler/base/json.h"
#include "profiler/trace/session/session_file.h"
#include "tests/bench/stopwatch.h"

#include <array>
#include <cstdio>
#include <string>

namespace {

int failed(const nscope::Error& error) {
  std::fprintf(stderr, "import_bench: %s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace nscope;
  if (argc != 3) {
    std::fputs("usage: import_bench CAPTURE SESSION\n", stderr);
    return 2;
  }
  TaskControl control;
  const bench::Stopwatch importing;
  const auto trace = importers::open_run(std::array{std::string(argv[1])}, {}, control);
  const bench::Elapsed imported = importing.elapsed();
  if (!trace) return failed(trace.error());
  const double import_peak = bench::peak_resident_bytes();
  const bench::Stopwatch saving;
  const auto saved = session_file::save(**trace, argv[2], control);
  const bench::Elapsed save = saving.elapsed();
  if (!saved) return failed(saved.error());
  const Json report{{"slices", (*trace)->slice_count()},
                    {"import_seconds", imported.wall},
                    {"import_cpu_seconds", imported.cpu},
                    {"import_peak_bytes", import_peak},
                    {"save_seconds", save.wall},
                    {"save_cpu_seconds", save.cpu},
                    {"peak_bytes", bench::peak_resident_bytes()}};
  std::puts(report.dump().c_str());
  return 0;
}
