// Writes a made-up run in one of the formats that nscope reads, of any size:
//   nscope_generate --format chrome --slices 1e7 --cores 32 -o run.json
// The same arguments give the same file.
#include "tests/bench/make_trace.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

/// Bytes of a file, or of the files in a folder.
double size_in_bytes(const std::string& path) {
  if (!std::filesystem::is_directory(path)) {
    return static_cast<double>(std::filesystem::file_size(path));
  }
  double bytes = 0.0;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    bytes += static_cast<double>(entry.file_size());
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace nscope;
  std::string formats;
  for (const auto& format : bench::trace_formats()) {
    formats += fmt::format("\n{:12} {}", format.id, format.title);
  }
  CLI::App app("Writes a made-up run in one of these formats:" + formats, "nscope_generate");
  std::string id = "chrome";
  std::string path;
  double slices = 1e5;
  bench::RunSpec spec;
  app.add_option("--format", id, "Format, see above")->capture_default_str();
  app.add_option("--slices", slices, "How many slices (1e7 is understood)")
      ->check(CLI::Range(1.0, 1e10))
      ->capture_default_str();
  app.add_option("--cores", spec.cores, "Accelerator cores, six engines each")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--depth", spec.depth,
                 "Levels of nesting of the formats that have operators around instructions")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  app.add_option("--seed", spec.seed, "Another run of the same shape")->capture_default_str();
  app.add_option("-o,--output", path, "File to write")->required();
  CLI11_PARSE(app, argc, argv);
  spec.slices = static_cast<std::int64_t>(slices);

  const auto format = bench::find_trace_format(id);
  if (!format) {
    std::fprintf(stderr, "nscope_generate: %s\n", to_string(format.error()).c_str());
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto counts = (*format)->write(spec, path);
  if (!counts) {
    std::fprintf(stderr, "nscope_generate: %s\n", to_string(counts.error()).c_str());
    return 3;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print("{}: {} slices, {} flows, {} counter samples, {:.1f} MB in {:.2f} s\n", path,
             counts->slices, counts->flows, counts->samples, size_in_bytes(path) / 1e6,
             seconds.count());
  return 0;
}
