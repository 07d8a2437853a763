#include "tests/unit/importers_recording/read_recording.h"

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

/// Allocations (or releases, if `bytes` is negative) of one span each.
struct MemoryRun {
  RecordingWriter run;
  std::uint64_t next = 1;

  MemoryRun& change(const std::string& use, std::int64_t bytes, std::int64_t total,
                    std::int64_t of_use, const std::string& code = "0",
                    const std::string& on_device = "1") {
    const bool release = bytes < 0;
    const char* const name = release ? "nrt_dma_mem_dealloc" : "nrt_dma_mem_alloc";
    const std::uint64_t time = kBase + 100 * next;
    run.start(name, next, time, 7,
              {{"nc_idx", "2"},
               {"hbm_idx", "1"},
               {"mla_idx", "0"},
               {"usage_type", use},
               {"is_nc_hbm", on_device}});
    run.stop(name, next, time + 10, 7,
             {{release ? "freed_bytes" : "allocated_bytes", std::to_string(std::abs(bytes))},
              {"total_bytes", std::to_string(total)},
              {"usage_type_total_bytes", std::to_string(of_use)},
              {"return_code", code}});
    ++next;
    return *this;
  }
};

std::vector<std::pair<std::int64_t, double>> account(const Trace& trace, int number,
                                                     std::string_view use) {
  const std::string group =
      "HBM 1 of device 0, nrt-nc-002, account " + std::to_string(number) + " by use";
  return samples_at(trace, {"Instance i-0abc", "Process 713", group, use});
}

TEST(RecordedMemory, UseByComponentOverTime) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("tensor", 1000, 5000, 1000);
  memory.change("weight", 500, 5500, 500);
  memory.change("tensor", -400, 5100, 600);
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(account(*trace, 1, "Total"), (Samples{{110, 5000.0}, {210, 5500.0}, {310, 5100.0}}));
  EXPECT_EQ(account(*trace, 1, "tensor"), (Samples{{110, 1000.0}, {310, 600.0}}));
  EXPECT_EQ(account(*trace, 1, "weight"), (Samples{{210, 500.0}}));
  EXPECT_EQ(account(*trace, 1, "allocated before the recording"), (Samples{{110, 4000.0}}));
  EXPECT_EQ(diagnostic_count(*trace, "memory_total_jumped"), 0);
}

TEST(RecordedMemory, TheAccountsOfTwoPhysicalCoresAreKeptApart) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("tensor", 100, 9100, 100);
  memory.change("tensor", 50, 2050, 50);
  memory.change("tensor", 7, 9107, 107);
  memory.change("weight", 3, 2053, 3);
  memory.change("tensor", -50, 2003, 0);
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(account(*trace, 1, "Total"), (Samples{{110, 9100.0}, {310, 9107.0}}));
  EXPECT_EQ(account(*trace, 2, "Total"), (Samples{{210, 2050.0}, {410, 2053.0}, {510, 2003.0}}));
  EXPECT_EQ(account(*trace, 2, "tensor"), (Samples{{210, 50.0}, {510, 0.0}}));
  EXPECT_EQ(diagnostic_count(*trace, "memory_total_jumped"), 0);
}

TEST(RecordedMemory, LostChangesAreCounted) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("tensor", 100, 100, 100);
  memory.change("tensor", 50, 5050, 50);
  memory.change("tensor", 10, 7777, 110);  // continues the use of account 1, but not its total
  memory.change("weight", 10, 9999, 10);   // continues neither
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(account(*trace, 1, "Total").back(), (std::pair<std::int64_t, double>{310, 7777.0}));
  EXPECT_EQ(account(*trace, 3, "Total").size(), 1u);
  EXPECT_EQ(diagnostic_count(*trace, "memory_total_jumped"), 2);
}

TEST(RecordedMemory, MemoryOfTheHostIsNotHbm) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("tensor", 100, 100, 100, "0", "0");
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_TRUE(account(*trace, 1, "Total").empty());
  EXPECT_EQ(trace->slice_count(), 1u);
}

TEST(RecordedMemory, FailuresHaveTheirNameFromTheTable) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("tensor", 0, 100, 100, "12");
  memory.change("tensor", 10, 110, 110, "2");  // no name, but memory was allocated
  memory.run.start("nrt_execute", 900, kBase + 5000, 7, {{"nc_idx", "0"}});
  memory.run.stop("nrt_execute", 900, kBase + 5100, 7, {{"status", "12"}});
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(arg_text(*trace, slice_named(*trace, "nrt_dma_mem_alloc"), "error"), "OUT_OF_MEMORY");
  EXPECT_EQ(arg_text(*trace, slice_named(*trace, "nrt_execute"), "error"), "absent")
      << "the table is that of allocations";
  EXPECT_EQ(diagnostic_count(*trace, "call_failed"), 2);
  EXPECT_EQ(diagnostic_count(*trace, "return_code_unknown"), 1);
}

TEST(RecordedMemory, AUseMayBeANumberOfTheTable) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("12", 100, 100, 100);
  memory.change("99", 10, 110, 10);
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(account(*trace, 1, "tensor").size(), 1u);
  EXPECT_EQ(account(*trace, 1, "use 99").size(), 1u);
}

TEST(RecordedMemory, ImpossibleSizesAreCounted) {
  const TestFolder folder;
  MemoryRun memory;
  memory.change("tensor", 1, 9223372036854775807, 1);
  memory.change("tensor", 1, 1, -9223372036854775807);
  memory.change("tensor", 1, 1, 1);
  const auto trace = open_recording(memory.run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(*trace, "impossible_memory_size"), 2);
  EXPECT_EQ(account(*trace, 1, "Total"), (Samples{{310, 1.0}}));
}

}  // namespace
}  // namespace nscope::importers
