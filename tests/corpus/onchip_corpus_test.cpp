// The on-chip map of real captures.

#include "profiler/analysis/memory/onchip_map.h"
#include "profiler/analysis/memory/onchip_use.h"
#include "tests/corpus/neuron_captures.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using analysis::OnchipCore;
using analysis::OnchipLifetime;
using analysis::OnchipMap;
using analysis::OnchipMemory;

class OnchipCorpus : public NeuronCaptureTest {};

OnchipMap map_of(const Trace& trace) {
  TaskControl control;
  auto map = analysis::onchip_map(trace, analysis::Scope(trace, {}), control);
  EXPECT_TRUE(map) << to_string(map.error());
  return map ? *std::move(map) : OnchipMap();
}

/// No two lifetimes overlap in address, partition and time, and all are inside of the memory.
void check_lifetimes(const std::vector<OnchipLifetime>& lifetimes, std::int64_t partition) {
  for (std::size_t i = 0; i < lifetimes.size(); ++i) {
    const OnchipLifetime& a = lifetimes[i];
    ASSERT_LE(a.area.end, partition);
    ASSERT_LE(a.begin, a.end);
    ASSERT_GT(a.reads + a.writes, 0u);
    for (std::size_t k = i + 1; k < lifetimes.size() && lifetimes[k].begin < a.end; ++k) {
      ASSERT_FALSE(a.area.overlaps(lifetimes[k].area) && lifetimes[k].end > lifetimes[k].begin)
          << a.area.begin << " at " << a.begin << " and " << lifetimes[k].begin;
    }
  }
}

/// Checks the map of all cores, and returns the number of lifetimes.
std::size_t check_map(const Trace& trace) {
  const OnchipMap map = map_of(trace);
  const analysis::Scope scope(trace, {});
  const auto size = analysis::sbuf_size(trace);
  EXPECT_TRUE(size);
  std::size_t count = 0;
  for (const OnchipCore& core : map.cores) {
    check_lifetimes(core.of(OnchipMemory::kSbuf), size->partition);
    check_lifetimes(core.of(OnchipMemory::kPsum), analysis::kPsumPartitionBytes);
    count += core.of(OnchipMemory::kSbuf).size() + core.of(OnchipMemory::kPsum).size();
    const auto sbuf = analysis::onchip_use(core, OnchipMemory::kSbuf, scope);
    const auto psum = analysis::onchip_use(core, OnchipMemory::kPsum, scope);
    EXPECT_LE(sbuf.peak, size->usable);
    EXPECT_LE(psum.peak, analysis::kPsumPartitionBytes);
    EXPECT_LE(sbuf.ever_live, size->partition * analysis::kPartitions);
    EXPECT_LE(sbuf.mean, static_cast<double>(sbuf.peak));
  }
  return count;
}

std::set<std::string_view> owners(const Trace& trace, const OnchipMap& map) {
  std::set<std::string_view> names;
  for (const OnchipCore& core : map.cores) {
    for (const auto& content : core.contents) names.insert(owner_name(trace, content));
  }
  return names;
}

TEST_F(OnchipCorpus, LifetimesFitIntoTheMemories) {
  for (const NeuronCapture& capture : captures_) {
    SCOPED_TRACE(capture.name);
    const auto ntff = open_exactly({capture.ntff, capture.neff});
    const auto json = open_exactly({capture.json});
    ASSERT_TRUE(ntff && json);
    EXPECT_GT(check_map(*ntff), 20u);
    check_map(*json);
    // The export has whole nanoseconds, and the same areas.
    const OnchipMap exact = map_of(*ntff);
    const OnchipMap rounded = map_of(*json);
    ASSERT_EQ(exact.cores.size(), 1u) << "the second core only waits";
    ASSERT_EQ(rounded.cores.size(), 1u);
    const auto same = [](const auto& a, const auto& b) { return a.area == b.area; };
    const auto& a = exact.cores[0].of(OnchipMemory::kPsum);
    const auto& b = rounded.cores[0].of(OnchipMemory::kPsum);
    EXPECT_TRUE(std::is_permutation(a.begin(), a.end(), b.begin(), b.end(), same));
  }
}

TEST_F(OnchipCorpus, LoadedTensorsAreOwners) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const auto names = owners(*trace, map_of(*trace));
    EXPECT_TRUE(names.contains("q_ref") && names.contains("k_ref") && names.contains("v_ref"))
        << capture.name;
  }
}

// The counter follows AWS's profiler and leaves out DMA transfers, so that it is a lower limit.
TEST_F(OnchipCorpus, ThePeakIsAtLeastThatOfTheCounter) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const OnchipMap map = map_of(*trace);
    ASSERT_FALSE(map.cores.empty());
    double counted = 0.0;
    for (const Track& track : trace->tracks()) {
      if (track.core != 0 || trace->text(track.name) != "SBUF") continue;
      for (std::size_t i = 0; i < track.counters.size(); ++i) {
        counted = std::max(counted, track.counters.value[i]);
      }
    }
    const auto use =
        analysis::onchip_use(map.cores[0], OnchipMemory::kSbuf, analysis::Scope(*trace, {}));
    EXPECT_GT(counted, 0.0);
    EXPECT_GE(static_cast<double>(use.peak), counted * 229376.0 - 8.0) << capture.name;
  }
}

// The kernel that is not fused keeps its scores in HBM between two passes, twice: 1024 x 1024
// numbers of 4 bytes each time.
TEST_F(OnchipCorpus, ScoresThatLeaveTheChipAreSavedAndReloaded) {
  for (const NeuronCapture& capture : captures_) {
    if (capture.name != "baseline_fp32_s1024" && capture.name != "fused_fp32_s1024") continue;
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const OnchipMap map = map_of(*trace);
    ASSERT_FALSE(map.cores.empty());
    const auto use =
        analysis::onchip_use(map.cores[0], OnchipMemory::kSbuf, analysis::Scope(*trace, {}));
    const std::int64_t scores = capture.name == "fused_fp32_s1024" ? 0 : 2 * 1024 * 1024 * 4;
    EXPECT_EQ(use.saved, scores) << capture.name;
    EXPECT_EQ(use.reloaded, scores) << capture.name;
  }
}

TEST_F(OnchipCorpus, OtherKernelsAndVersions) {
  const std::string moe = corpus_path("captures_2026/neuron_moe/");
  for (const auto& paths : std::vector<std::vector<std::string>>{
           {moe + "profile_attn_v6_exec_2.ntff", moe + "attn_v6.neff"},
           {moe + "profile_v6b_exec_2.ntff", moe + "v6b.neff"},
           {moe + "run_dir/profile_exec_2.ntff", moe + "run_dir/neff_171450338541704.neff"}}) {
    SCOPED_TRACE(paths.front());
    const auto trace = open_exactly(paths);
    ASSERT_TRUE(trace);
    EXPECT_GT(check_map(*trace), 1000u);
  }
  // Operands in the other partitions, which the counter of AWS's profiler leaves out.
  const auto trace = open_exactly({moe + "profile_v6b_exec_2.ntff", moe + "v6b.neff"});
  const OnchipMap map = map_of(*trace);
  std::set<int> first;
  bool saved = false;
  for (const auto& life : map.cores.at(0).of(OnchipMemory::kSbuf)) {
    first.insert(life.area.first_partition);
  }
  for (const auto& content : map.cores[0].contents) saved = saved || content.saved;
  for (const int partition : {0, 32, 64, 96}) EXPECT_TRUE(first.contains(partition));
  EXPECT_TRUE(saved) << "the compiler spilled PSUM";
  const std::string older = corpus_path("captures_2026/neuron_older/");
  for (const std::string_view name :
       {"v4_trn1_stream_256k_fd1k.ntff", "v5_trn2_conv_float16_smaller.ntff",
        "v5_trn2_stream_256k_fd1k.ntff", "v5_trn2_transpose_1024.ntff"}) {
    SCOPED_TRACE(name);
    const auto old = open_exactly({older + std::string(name)});
    ASSERT_TRUE(old);
    EXPECT_GT(check_map(*old), 0u);
    EXPECT_GT(map_of(*old).descriptor_transfers, 0);
  }
}

}  // namespace
}  // namespace nscope
