// Spot checks against the values of the vendor: numbers that are easily confused (chip and core, GB
// and GiB, baseline and burst), and topologies.
#include "profiler/base/units.h"
#include "tests/unit/catalog/builtin_catalog.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(HardwareTest, ChipAndCorePeaksAreNotTheSame) {
  const Device& trainium = device("trainium");
  EXPECT_EQ(trainium.peak.at("bf16").value, 190e12);
  EXPECT_EQ(trainium.core->peak.at("bf16").value, 92e12);
  EXPECT_EQ(device("trainium2").peak.at("bf16").value, 667e12);
  EXPECT_EQ(device("trainium2").peak.at("fp8").value, 1299e12);
  EXPECT_EQ(device("trainium2").core->peak.at("bf16").value, 79e12);
  EXPECT_EQ(device("trainium3").peak.at("mxfp8").value, 2517e12);
  EXPECT_EQ(device("trainium3").core->peak.at("fp8").value, 158e12);
  EXPECT_EQ(device("inferentia").core->peak.at("int8").value, 32e12);
}

TEST(HardwareTest, CorePeaksFollowFromTheArrayAndItsClock) {
  for (const char* id : {"inferentia2", "trainium", "trainium2", "trainium3"}) {
    const NeuronCore& core = *device(id).core;
    const double macs_per_second =
        core.pe_rows->value * core.pe_columns->value * core.tensor_clock->value;
    EXPECT_NEAR(core.peak.at("bf16").value / (2.0 * macs_per_second), 1.0, 0.01) << id;
  }
}

TEST(HardwareTest, MemoryIsInGibibytesAndBandwidthInGigabytes) {
  EXPECT_EQ(device("inferentia").memory.value, 8 * kGiB);
  EXPECT_EQ(device("inferentia").memory_bandwidth.value, 50 * kGiB);
  EXPECT_EQ(device("inferentia2").memory_per_logical_core(), 16 * kGiB);
  EXPECT_EQ(device("trainium").memory_bandwidth.value, 820e9);
  EXPECT_EQ(device("trainium2").memory_per_logical_core(), 24 * kGiB) << "LNC=2";
  EXPECT_EQ(device("trainium2").memory_bandwidth.value, 2.9e12);
  EXPECT_EQ(device("trainium3").memory.value, 144 * kGiB);
  EXPECT_EQ(device("a100-40gb").memory_bandwidth.value, 1555e9);
}

TEST(HardwareTest, ClocksAndDmaDifferByGeneration) {
  EXPECT_EQ(device("trainium").core->tensor_clock->value, 2.8e9);
  EXPECT_EQ(device("trainium").core->vector_clock->value, 1.12e9);
  EXPECT_EQ(device("trainium2").core->vector_clock->value, 0.96e9);
  EXPECT_EQ(device("trainium3").core->vector_clock->value, 1.2e9);
  // Achievable, per engine; sixteen engines serve a core.
  EXPECT_EQ(device("trainium").core->dma_engine_bandwidth->value * 16, 272e9);
  EXPECT_EQ(device("trainium2").core->dma_engine_bandwidth->value * 16, 368e9);
  EXPECT_EQ(device("trainium3").core->dma_engine_bandwidth->value * 16, 528e9);
  EXPECT_NEAR(device("trainium2").core->dma_start_latency->value, 1300e-9, 1e-15);
}

TEST(HardwareTest, UnpublishedFiguresAreAbsent) {
  // NeuronCore-v1 has assumed values for the simulator, which are marked as assumptions.
  const NeuronCore& v1 = *device("inferentia").core;
  EXPECT_EQ(v1.tensor_clock->confidence, Confidence::kDerived);
  EXPECT_EQ(v1.vector_clock->confidence, Confidence::kAssumed);
  EXPECT_EQ(v1.sbuf->confidence, Confidence::kAssumed);
  EXPECT_FALSE(v1.gpsimd_clock.has_value());
  EXPECT_FALSE(v1.psum.has_value());
  EXPECT_FALSE(device("trainium2").peak.contains("int8"));
  EXPECT_FALSE(device("t4").peak.contains("bf16"));
  EXPECT_FALSE(instance("trn3-gen1-ultraserver").efa_count.has_value());
  EXPECT_FALSE(instance("p3.2xlarge").network_bandwidth.has_value());
}

TEST(HardwareTest, InstancesMatchTheVendorTables) {
  struct Row {
    const char* id;
    int chips, vcpus;
    double host_gib, network_gbps;
    int efa;
  };
  constexpr std::array kRows{
      Row{"inf1.6xlarge", 4, 24, 48, 25, 0},
      Row{"inf2.xlarge", 1, 4, 16, 2.083, 0},
      Row{"inf2.48xlarge", 12, 192, 768, 100, 0},
      Row{"trn1.2xlarge", 1, 8, 32, 3.125, 0},
      Row{"trn1.32xlarge", 16, 128, 512, 800, 8},
      Row{"trn1n.32xlarge", 16, 128, 512, 1600, 16},
      Row{"trn2.48xlarge", 16, 192, 2048, 3200, 16},
      Row{"trn2-ultraserver", 64, 768, 8192, 12800, 64},
      Row{"g4dn.12xlarge", 4, 48, 192, 50, 1},
      Row{"p4d.24xlarge", 8, 96, 1152, 400, 4},
      Row{"p5.48xlarge", 8, 192, 2048, 3200, 32},
  };
  for (const Row& row : kRows) {
    const Instance& item = instance(row.id);
    EXPECT_EQ(item.chips, row.chips) << row.id;
    EXPECT_EQ(item.vcpus, row.vcpus) << row.id;
    EXPECT_EQ(item.host_memory.value, row.host_gib * kGiB) << row.id;
    EXPECT_DOUBLE_EQ(item.network_bandwidth->value, row.network_gbps * 1e9) << row.id;
    EXPECT_EQ(item.efa_interfaces, row.efa) << row.id;
  }
}

TEST(HardwareTest, SmallAndLargeInstancesOfTrainium2And3) {
  struct Row {
    const char* id;
    int chips, vcpus, logical_cores;
    double memory_gib;
  };
  constexpr std::array kRows{
      Row{"trn2.3xlarge", 1, 12, 4, 96}, Row{"trn2.48xlarge", 16, 192, 64, 1536},
      Row{"trn2u.48xlarge", 16, 192, 64, 1536}, Row{"trn3.3xlarge", 1, 12, 4, 144},
      Row{"trn3.48xlarge", 16, 192, 64, 2304}};
  for (const Row& row : kRows) {
    const Instance& item = instance(row.id);
    EXPECT_EQ(item.chips, row.chips) << row.id;
    EXPECT_EQ(item.vcpus, row.vcpus) << row.id;
    EXPECT_EQ(builtin().logical_cores_of(item), row.logical_cores) << row.id;
    EXPECT_EQ(builtin().device_of(item).memory.value * item.chips, row.memory_gib * kGiB) << row.id;
  }
  EXPECT_EQ(instance("trn3pd98.3xlarge").id, "trn3.3xlarge");
  EXPECT_EQ(instance("TRN3pds98.48xlarge").id, "trn3.48xlarge");
}

TEST(HardwareTest, UsableSbufIsSmallerThanThePartition) {
  for (const char* const id : {"trainium", "trainium2", "trainium3"}) {
    const NeuronCore& core = *device(id).core;
    EXPECT_LT(core.sbuf_partition_usable->value, core.sbuf->value / core.pe_rows->value) << id;
    EXPECT_GT(core.sbuf_partition_usable->value, 0.9 * core.sbuf->value / core.pe_rows->value)
        << id;
  }
}

TEST(HardwareTest, LogicalCoresOfOnePhysicalCoreShareTheChip) {
  const Instance& usual = **builtin().instance("trn2.3xlarge", 2);
  const Instance& single = **builtin().instance("trn2.3xlarge", 1);
  EXPECT_EQ(&usual, &instance("trn2.3xlarge"));
  EXPECT_EQ(&usual, *builtin().instance("trn2.3xlarge", 0));
  EXPECT_EQ(single.id, "trn2.3xlarge");
  EXPECT_EQ(builtin().logical_cores_of(usual), 4);
  EXPECT_EQ(builtin().logical_cores_of(single), 8);
  const Device& halved = builtin().device_of(single);
  EXPECT_EQ(halved.id, "trainium2");
  EXPECT_EQ(halved.memory_per_logical_core(), 12 * kGiB);
  EXPECT_EQ(2 * halved.runtime_reserve->value, device("trainium2").runtime_reserve->value);
  EXPECT_EQ(halved.logical_core_count.confidence, Confidence::kDerived);
  // The lists show each type once.
  const auto named = [](const Instance& item) { return item.id == "trn2.3xlarge"; };
  EXPECT_EQ(std::count_if(builtin().instances().begin(), builtin().instances().end(), named), 1);
  // An alias has the same sizes.
  EXPECT_EQ(builtin().logical_cores_of(**builtin().instance("trn3pd98.3xlarge", 1)), 8);
}

TEST(HardwareTest, RejectsOtherSizesOfLogicalCores) {
  const auto error = [](const char* id, int size) {
    const auto found = builtin().instance(id, size);
    return found ? "accepted" : to_string(found.error());
  };
  EXPECT_EQ(error("trn1.32xlarge", 1), "accepted");
  EXPECT_EQ(error("trn1.32xlarge", 2),
            "trn1.32xlarge does not support logical cores of 2 physical cores; use 1");
  EXPECT_EQ(error("trn2.48xlarge", 4),
            "trn2.48xlarge does not support logical cores of 4 physical cores; use 1, 2");
  EXPECT_EQ(error("trn2.48xlarge", -1),
            "trn2.48xlarge does not support logical cores of -1 physical cores; use 1, 2");
  EXPECT_EQ(error("p5.48xlarge", 1), "p5.48xlarge (NVIDIA H100 SXM) has no logical NeuronCores");
  EXPECT_THAT(error("trn9.xlarge", 1), HasSubstr("unknown instance type 'trn9.xlarge'"));
}

TEST(HardwareTest, SuggestsNamesOfTheSameFamily) {
  const auto error = [](const auto& found) { return found ? "" : to_string(found.error()); };
  const std::string neuron = error(builtin().instance("trn9.48xlarge"));
  EXPECT_THAT(neuron, HasSubstr("trn2.48xlarge"));
  const std::string gpu = error(builtin().instance("p9.48xlarge"));
  EXPECT_THAT(gpu, HasSubstr("p5.48xlarge"));
  for (const char* const other : {" trn", " inf", " g5"}) {
    EXPECT_THAT(gpu, Not(HasSubstr(other)));
  }
  EXPECT_THAT(error(builtin().device("h300")), HasSubstr("h200"));
  EXPECT_THAT(error(builtin().device("h300")), Not(HasSubstr("trainium")));
  EXPECT_THAT(error(builtin().model("mistral-99b")), Not(HasSubstr("llama")));
  // Without a family of the same name, all names are candidates.
  EXPECT_THAT(error(builtin().instance("xyz.large")), HasSubstr("closest names are"));
}

TEST(HardwareTest, TorusMatchesThePrintedConnectedDevices) {
  // The table that neuron-ls prints for trn1.32xlarge and trn2.48xlarge.
  constexpr std::array<std::array<int, 4>, 16> kConnected{{{12, 3, 4, 1},
                                                           {13, 0, 5, 2},
                                                           {14, 1, 6, 3},
                                                           {15, 2, 7, 0},
                                                           {0, 7, 8, 5},
                                                           {1, 4, 9, 6},
                                                           {2, 5, 10, 7},
                                                           {3, 6, 11, 4},
                                                           {4, 11, 12, 9},
                                                           {5, 8, 13, 10},
                                                           {6, 9, 14, 11},
                                                           {7, 10, 15, 8},
                                                           {8, 15, 0, 13},
                                                           {9, 12, 1, 14},
                                                           {10, 13, 2, 15},
                                                           {11, 14, 3, 12}}};
  for (const char* id : {"trn1.32xlarge", "trn1n.32xlarge", "trn2.48xlarge"}) {
    const Instance& item = instance(id);
    for (int chip = 0; chip < 16; ++chip) {
      auto expected = kConnected[static_cast<std::size_t>(chip)];
      std::sort(expected.begin(), expected.end());
      EXPECT_THAT(item.topology.neighbours(chip, item.chips), testing::ElementsAreArray(expected))
          << id << " chip " << chip;
    }
  }
}

TEST(HardwareTest, OtherTopologies) {
  const auto neighbours = [](const char* id, int chip) {
    return instance(id).topology.neighbours(chip, instance(id).chips);
  };
  EXPECT_THAT(neighbours("inf2.48xlarge", 0), ElementsAre(1, 11));
  EXPECT_THAT(neighbours("inf2.48xlarge", 7), ElementsAre(6, 8));
  EXPECT_THAT(neighbours("inf1.24xlarge", 0), ElementsAre(1)) << "a chain does not wrap";
  EXPECT_THAT(neighbours("inf1.24xlarge", 15), ElementsAre(14));
  EXPECT_THAT(neighbours("trn1.2xlarge", 0), IsEmpty());
  // Four torus links in the instance, and one to the same position of the neighbouring instance.
  EXPECT_THAT(neighbours("trn2-ultraserver", 5), ElementsAre(1, 4, 6, 9, 21, 53));
  EXPECT_EQ(neighbours("trn3-gen1-ultraserver", 3).size(), 63u);
  EXPECT_EQ(neighbours("p4d.24xlarge", 0).size(), 7u);
  EXPECT_THAT(neighbours("g5.48xlarge", 0), IsEmpty()) << "no direct links over PCIe";
  EXPECT_THAT(neighbours("p3.16xlarge", 0), IsEmpty()) << "the wiring is not in the sources";
  EXPECT_THAT(neighbours("trn1.32xlarge", 16), IsEmpty());
  EXPECT_THAT(neighbours("trn1.32xlarge", -1), IsEmpty());
}

TEST(HardwareTest, SmallRingsAndTorusesLinkEachPairOnce) {
  const Topology two{.kind = TopologyKind::kRing, .dims = {2}};
  EXPECT_THAT(two.neighbours(0, 2), ElementsAre(1));
  const Topology one{.kind = TopologyKind::kRing, .dims = {1}};
  EXPECT_THAT(one.neighbours(0, 1), IsEmpty());
  const Topology flat{.kind = TopologyKind::kTorus2d, .dims = {1, 3}};
  EXPECT_THAT(flat.neighbours(0, 3), ElementsAre(1, 2));
}

TEST(HardwareTest, NeighbourhoodIsMutualEverywhere) {
  for (const Instance& item : builtin().instances()) {
    for (int chip = 0; chip < item.chips; ++chip) {
      for (const int other : item.topology.neighbours(chip, item.chips)) {
        const auto back = item.topology.neighbours(other, item.chips);
        EXPECT_TRUE(std::binary_search(back.begin(), back.end(), chip))
            << item.id << " chips " << chip << " and " << other;
      }
    }
  }
}

TEST(HardwareTest, LinksAddUpToTheChipFigure) {
  const auto total = [](const char* id, int links) {
    return instance(id).topology.link_bandwidth->value * links;
  };
  EXPECT_EQ(total("inf2.48xlarge", 2), device("inferentia2").link_bandwidth->value);
  EXPECT_EQ(total("trn1.32xlarge", 4), device("trainium").link_bandwidth->value);
  EXPECT_EQ(total("trn1n.32xlarge", 4), 768e9);
  EXPECT_EQ(total("trn2.48xlarge", 4), 1024e9);
  // At a switch, the figure is that of all links of a chip: 11 of 64 GB/s, of which 4 stay in the
  // server.
  EXPECT_EQ(total("trn3-gen1-ultraserver", 1), device("trainium3").link_bandwidth->value);
  EXPECT_EQ(total("trn3-gen2-ultraserver", 1), device("trainium3").link_bandwidth->value);
  EXPECT_EQ(total("trn3.48xlarge", 1), 4 * 64e9);
}

TEST(HardwareTest, ConflictingSourcesAreNoted) {
  EXPECT_THAT(device("trainium3").memory_bandwidth.note, HasSubstr("4.7"));
  EXPECT_THAT(device("trainium2").memory.note, HasSubstr("512 GiB"));
  EXPECT_THAT(instance("trn2.3xlarge").network_bandwidth->note, HasSubstr("200"));
  EXPECT_EQ(device("trainium").runtime_reserve->confidence, Confidence::kAssumed);
}

}  // namespace
}  // namespace nscope::catalog
