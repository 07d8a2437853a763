#include "importers/shared/importer.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/read_back.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

class LargeCapture : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() /
            ("nscope_large_" + std::to_string(::getpid()) + ".ntff");
  }
  void TearDown() override { std::filesystem::remove(path_); }

  LargeNtffContents write(const LargeNtff& shape) {
    const auto made = write_large_ntff(shape, path_);
    EXPECT_TRUE(made);
    return made.value_or(LargeNtffContents{});
  }
  std::shared_ptr<const Trace> open() {
    TaskControl control;
    auto trace = open_run(std::vector<std::string>{path_.string()}, {}, control);
    EXPECT_TRUE(trace) << to_string(trace.error());
    return trace ? *trace : nullptr;
  }

  std::filesystem::path path_;
};

std::map<TrackKind, std::size_t> events_by_kind(const Trace& trace) {
  std::map<TrackKind, std::size_t> counts;
  for (const Track& track : trace.tracks()) {
    counts[track.kind] += track.slices.size() + track.counters.size();
  }
  return counts;
}

TEST_F(LargeCapture, EveryRecordOfSeveralCoresAndExecutionsIsRead) {
  const auto made = write({.bytes = 1'000'000, .cores = 3, .executions = 4});
  EXPECT_EQ(made.bytes, std::filesystem::file_size(path_));
  EXPECT_GT(made.packets, 10'000u);
  const auto trace = open();
  ASSERT_TRUE(trace);
  auto counts = events_by_kind(*trace);
  EXPECT_EQ(counts[TrackKind::kEngine], made.instructions);
  EXPECT_EQ(counts[TrackKind::kDmaQueue], made.packets);
  EXPECT_EQ(counts[TrackKind::kSemaphore], made.semaphore_updates);
  EXPECT_EQ(counts[TrackKind::kExecution], 4u);
  for (const Diagnostic& d : trace->diagnostics()) {
    EXPECT_TRUE(d.severity == Severity::kInfo) << d.code << ": " << d.example.english();
  }
}

TEST_F(LargeCapture, OlderVersionsHaveTheSameInstructionsAndPackets) {
  for (const int version : {4, 5}) {
    const auto made = write({.version = version, .bytes = 1'000'000, .cores = 2, .executions = 3});
    EXPECT_EQ(made.bytes, std::filesystem::file_size(path_)) << version;
    const auto trace = open();
    ASSERT_TRUE(trace);
    auto counts = events_by_kind(*trace);
    // TensorE of each core marks the start of each execution.
    EXPECT_EQ(counts[TrackKind::kEngine], made.instructions + 2 * 3) << version;
    EXPECT_EQ(counts[TrackKind::kDmaQueue], made.packets) << version;
    EXPECT_EQ(counts[TrackKind::kExecution], 3u) << version;
    for (const Diagnostic& d : trace->diagnostics()) {
      EXPECT_TRUE(d.severity == Severity::kInfo) << d.code << ": " << d.example.english();
    }
  }
}

TEST_F(LargeCapture, TheLoopRunsTheSameInstructionsAgain) {
  write({.bytes = 600'000, .executions = 2, .loop_steps = 8});
  const auto trace = open();
  ASSERT_TRUE(trace);
  const auto matmuls = slices_on(*trace, "TensorE matmul", 0);
  ASSERT_GT(matmuls.size(), 200u);
  const std::size_t body = 4 * 8;
  for (std::size_t i = 0; i + body < matmuls.size() / 2; ++i) {
    EXPECT_EQ(number_arg(*trace, matmuls[i], key::kPc),
              number_arg(*trace, matmuls[i + body], key::kPc));
    EXPECT_EQ(text_arg(*trace, matmuls[i], key::kOperands),
              text_arg(*trace, matmuls[i + body], key::kOperands));
  }
}

TEST_F(LargeCapture, ACutOffFileIsReadAsFarAsItGoes) {
  const auto made = write({.bytes = 1'000'000, .cores = 2});
  std::filesystem::resize_file(path_, made.bytes / 2);
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_GT(diagnosed(*trace, "truncated_trace"), 0);
  auto counts = events_by_kind(*trace);
  EXPECT_GT(counts[TrackKind::kDmaQueue], 1000u);
  EXPECT_LT(counts[TrackKind::kDmaQueue], made.packets);
}

}  // namespace
}  // namespace nscope::importers
