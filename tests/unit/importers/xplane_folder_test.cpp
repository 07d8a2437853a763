// Folders that JAX, TensorFlow and TensorBoard's plugin write: plugins/profile/<run>.
#include "importers/shared/importer.h"
#include "tests/support/gpu_run.h"
#include "tests/support/gzip.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

TEST(OpenXPlaneFolder, TwoHostsAreOneRunWithoutItsExports) {
  const TestFolder folder;
  const auto profile = folder.path() / "plugins" / "profile" / "2024_01_01";
  std::filesystem::create_directories(profile);
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(profile / name, std::ios::binary) << text;
  };
  write("host-a.xplane.pb", xplane(gpu_run()));
  write("host-b.xplane.pb", xplane(gpu_run()));
  write("host-a.trace.json.gz", gzip(kineto_json(gpu_run())));
  write("perfetto_trace.json.gz", gzip(kineto_json(gpu_run())));
  TaskControl control;
  const std::string path = folder.path().string();
  const auto trace = open_run(std::vector{path}, {}, control);
  ASSERT_TRUE(trace) << to_string(trace.error());
  std::string roots;
  for (const Track& track : (*trace)->tracks()) {
    if (!track.parent.valid()) roots += std::string((*trace)->text(track.name)) + "\n";
  }
  EXPECT_EQ(roots, "host-a\nhost-b\n");
  std::int64_t skipped = 0;
  for (const Diagnostic& note : (*trace)->diagnostics()) {
    if (note.code == "export_of_opened_capture") skipped = note.count;
  }
  EXPECT_EQ(skipped, 2);
}

TEST(OpenXPlaneFolder, PerfettosCopyOfAChromeTraceIsNotASecondRun) {
  const TestFolder folder;
  for (const char* name : {"host-a.trace.json.gz", "perfetto_trace.json.gz"}) {
    std::ofstream(folder.path() / name, std::ios::binary) << gzip(kineto_json(gpu_run()));
  }
  TaskControl control;
  const auto trace = open_run(std::vector{folder.path().string()}, {}, control);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property("parts"), nullptr);
}

}  // namespace
}  // namespace nscope::importers
