// One run, recorded by three profilers: the analyses must give the same tables.
// XPlane profiles have no annotations on streams.
#include "profiler/analysis/definition/analysis.h"
#include "tests/support/gpu_run.h"
#include "tests/unit/importers_gpu/read_gpu.h"

#include <cstdio>

namespace nscope::importers {
namespace {

std::string text_of(const Table& table) {
  std::string text = table.to_csv();
  for (const Text& note : table.notes()) text += note.english() + "\n";
  return text;
}

TEST(SameRun, AnalysesOfThreeFormatsAgree) {
  GpuRun run = gpu_run();
  run.ranges.clear();
  const auto kineto = must(read_trace(kineto_json(run)));
  const auto nsight = must(read_nsight(nsight_sqlite(run)));
  const auto space = must(read_space(xplane(run)));
  ASSERT_TRUE(kineto && nsight && space);
  EXPECT_EQ(tracks_of(*nsight), tracks_of(*kineto));
  EXPECT_EQ(tracks_of(*space), tracks_of(*kineto));
  EXPECT_EQ(flows_of(*nsight), flows_of(*kineto));
  EXPECT_EQ(flows_of(*space), flows_of(*kineto));
  int with_rows = 0;
  for (const analysis::Analysis* const one : analysis::registry()) {
    TaskControl control;
    const auto expected = analysis::run_analysis(*one, *kineto, {}, control);
    const auto from_nsight = analysis::run_analysis(*one, *nsight, {}, control);
    const auto from_space = analysis::run_analysis(*one, *space, {}, control);
    ASSERT_TRUE(expected && from_nsight && from_space) << one->id;
    EXPECT_EQ(text_of(*from_nsight), text_of(*expected)) << one->id << " of the Nsight export";
    // The summary states that Kineto and Nsight Systems round times to nanoseconds.
    if (one->id != "summary") {
      EXPECT_EQ(text_of(*from_space), text_of(*expected)) << one->id << " of the XPlane profile";
    }
    with_rows += expected->row_count() > 0 ? 1 : 0;
  }
  std::printf("compared %d analyses with rows\n", with_rows);
  EXPECT_GE(with_rows, 6);
}

TEST(SameRun, AnnotationsOnStreamsAreThoseOfKineto) {
  const GpuRun run = gpu_run();
  const auto kineto = must(read_trace(kineto_json(run)));
  const auto nsight = must(read_nsight(nsight_sqlite(run)));
  ASSERT_TRUE(kineto && nsight);
  EXPECT_EQ(tracks_of(*nsight), tracks_of(*kineto));
  for (const std::string_view stream : {"stream 7 annotations", "stream 20 annotations"}) {
    EXPECT_FALSE(slices_of(*nsight, stream).empty());
    EXPECT_EQ(slices_of(*nsight, stream), slices_of(*kineto, stream));
  }
  for (const analysis::Analysis* const one : analysis::registry()) {
    TaskControl control;
    const auto expected = analysis::run_analysis(*one, *kineto, {}, control);
    const auto found = analysis::run_analysis(*one, *nsight, {}, control);
    ASSERT_TRUE(expected && found) << one->id;
    EXPECT_EQ(text_of(*found), text_of(*expected)) << one->id;
  }
}

}  // namespace
}  // namespace nscope::importers
