#include "profiler/trace/vocabulary.h"
#include "tests/support/xplane_writer.h"
#include "tests/unit/importers_gpu/read_gpu.h"

#include <gmock/gmock.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

TEST(XPlane, SmallestProfileOfANeuronDevice) {
  const std::string bytes = XSpaceWriter()
                                .plane({.name = "/device:NEURON:0",
                                        .lines = {{.id = 1,
                                                   .name = "XLA Ops",
                                                   .timestamp_ns = kStart,
                                                   .events = {{"fusion.1", 0, 1'000'000}}}}})
                                .bytes();
  EXPECT_TRUE(sniff_xplane(text_file(bytes)));
  const auto trace = must(read_space(bytes));
  ASSERT_TRUE(trace);
  EXPECT_EQ(tracks_of(*trace), "NEURON 0 / XLA Ops engine\n");
  EXPECT_EQ(slices_of(*trace, "XLA Ops"), "fusion.1 @0+1000000/0\n");
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1000);
  EXPECT_EQ(property_of(*trace, property::kClock), "unix");
  EXPECT_EQ(property_of(*trace, property::kClockOrigin), std::to_string(kStart));
  EXPECT_EQ(property_of(*trace, property::kSourceFormat), "xplane");
}

TEST(XPlane, TpuWithStepsModulesOperatorsAndCollectives) {
  XPlaneRow tpu{.name = "/device:TPU:2"};
  tpu.lines = {{.id = 1, .name = "Steps", .timestamp_ns = kStart, .events = {{"12", 0, 900}}},
               {.id = 2,
                .name = "XLA Modules",
                .timestamp_ns = kStart,
                .events = {{"jit_step(1234)",
                            10,
                            800,
                            {{"run_id", std::int64_t{5}},
                             {"_c", std::int64_t{77}},
                             {"_ct", std::int64_t{9}}}}}},
               {.id = 3,
                .name = "XLA Ops",
                .timestamp_ns = kStart,
                .events = {{"%while.1 = (f32[8]) while(...)", 20, 500},
                           {"%fusion.2 = f32[8]{0} fusion(f32[8] %p)", 30, 100},
                           {"all-reduce.3", 200, 50},
                           {"reduce.4", 260, 10},
                           {"broadcast.5", 280, 10}}},
               {.id = 4,
                .name = "Async XLA Ops",
                .timestamp_ns = kStart,
                .events = {{"copy-start.7", 40, 30}, {"all-gather-start.8", 80, 60}}}};
  tpu.display_names = {{"%fusion.2 = f32[8]{0} fusion(f32[8] %p)", "fusion.2"},
                       {"%while.1 = (f32[8]) while(...)", "while.1"}};
  tpu.shared = {{"%fusion.2 = f32[8]{0} fusion(f32[8] %p)",
                 {{"hlo_category", XReference{"convolution fusion"}},
                  {"flops", std::int64_t{2048}},
                  {"bytes_accessed", std::int64_t{96}}}}};
  tpu.facts = {{"device_type_string", std::string("TPU v5 lite")},
               {"peak_teraflops_per_second", 197.0}};
  const auto trace = must(read_space(
      XSpaceWriter()
          .plane(tpu)
          .plane({.name = "/host:CPU",
                  .lines = {{.id = 31,
                             .name = "python",
                             .timestamp_ns = kStart,
                             .events = {{"Execute",
                                         0,
                                         5,
                                         {{"_p", std::int64_t{77}}, {"_pt", std::int64_t{9}}}}}}}})
          .hostname("host-a")
          .bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(tracks_of(*trace),
            "CPU / python host\n"
            "TPU 2 / Steps layer\n"
            "TPU 2 / XLA Modules layer\n"
            "TPU 2 / XLA Ops engine\n"
            "TPU 2 / XLA Ops collectives collective\n"
            "TPU 2 / Async XLA Ops copies dma_queue\n"
            "TPU 2 / Async XLA Ops collectives collective\n");
  EXPECT_EQ(slices_of(*trace, "XLA Ops"),
            "while.1 @20+500/0 long_name='%while.1 = (f32[8]) while(...)'\n"
            "fusion.2 @30+100/1 long_name='%fusion.2 = f32[8]{0} fusion(f32[8] %p)' "
            "hlo_category='convolution fusion' flops=2048 bytes_accessed=96\n"
            "reduce.4 @260+10/1\n"
            "broadcast.5 @280+10/1\n");
  EXPECT_EQ(slices_of(*trace, "XLA Ops collectives"), "all-reduce.3 @200+50/0\n");
  EXPECT_EQ(slices_of(*trace, "Async XLA Ops copies"), "copy-start.7 @40+30/0\n");
  EXPECT_EQ(flows_of(*trace), "Execute -> jit_step(1234) (context)\n");
  EXPECT_EQ(property_of(*trace, "TPU 2.device_type_string"), "TPU v5 lite");
  EXPECT_EQ(property_of(*trace, "TPU 2.peak_teraflops_per_second"), "197");
  EXPECT_EQ(property_of(*trace, "hostname"), "host-a");
}

TEST(XPlane, GpuStreamsWithLaunchesAndDerivedLines) {
  XPlaneRow gpu{.name = "/device:GPU:1"};
  gpu.lines = {
      {.id = 14,
       .name = "Stream #14(Compute,MemcpyD2H)",
       .timestamp_ns = kStart,
       .events = {{"loop_add_fusion",
                   100,
                   50,
                   {{"correlation_id", std::int64_t{8}},
                    {"hlo_op", XReference{"add.1"}},
                    {"kernel_details",
                     XReference{"regs:16 static_shared:0 dynamic_shared:64 grid:2,3,1 "
                                "block:128,1,1 occ_pct:75"}}}},
                  {"MemcpyD2H",
                   200,
                   20,
                   {{"correlation_id", std::int64_t{9}},
                    {"memcpy_details",
                     XReference{"kind_src:device kind_dst:pinned size:32 dest:0 async:1"}}}},
                  {"ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 240, 30}}},
      {.id = 20, .name = "XLA Ops", .timestamp_ns = kStart, .events = {{"add.1", 100, 50}}},
      {.id = 21,
       .name = "_counters_",
       .timestamp_ns = kStart,
       .events = {{"power_mw", 10, 0, {{"power_mw", 250.5}}}}}};
  gpu.facts = {{"gpu_device_name", std::string("NVIDIA H100")},
               {"memory_size", std::int64_t{85'899'345'920}}};
  const auto trace = must(read_space(
      XSpaceWriter()
          .plane(gpu)
          .plane({.name = "/host:CPU",
                  .lines = {{.id = 31,
                             .name = "python",
                             .timestamp_ns = kStart,
                             .events = {{"jit_f", 0, 90}}}}})
          .plane(
              {.name = "/host:CUPTI",
               .lines = {{.id = 31,
                          .name = "Host Threads/31",
                          .timestamp_ns = kStart,
                          .events =
                              {{"cuLaunchKernel", 10, 5, {{"correlation_id", std::int64_t{8}}}}}}}})
          .bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "python"),
            "jit_f @0+90/0\ncuLaunchKernel @10+5/1 cat='cuda_driver' correlation=8\n");
  EXPECT_EQ(slices_of(*trace, "stream 14"),
            "loop_add_fusion @100+50/0 cat='kernel' device=1 stream=14 correlation=8 "
            "hlo_op='add.1' registers per thread=16 shared memory=64 grid='[2, 3, 1]' "
            "block='[128, 1, 1]'\n");
  EXPECT_THAT(slices_of(*trace, "stream 14 copies"),
              HasSubstr("Memcpy DtoH (Device -> Pinned) @200+20/0 cat='gpu_memcpy'"));
  EXPECT_THAT(slices_of(*trace, "stream 14 copies"), HasSubstr("bytes=32"));
  EXPECT_THAT(slices_of(*trace, "stream 14 collectives"), HasSubstr("@240+30"));
  EXPECT_EQ(find_track(*trace, "XLA Ops")->kind, TrackKind::kLayer);
  EXPECT_EQ(double{find_track(*trace, "power_mw")->counters.value[0]}, 250.5);
  EXPECT_EQ(flows_of(*trace), "cuLaunchKernel -> loop_add_fusion (ac2g)\n");
  EXPECT_EQ(property_of(*trace, "deviceProperties.1.name"), "NVIDIA H100");
  EXPECT_EQ(property_of(*trace, "deviceProperties.1.totalGlobalMem"), "85899345920");
}

TEST(XPlane, DeviceWithLinesOfUnknownNames) {
  const auto trace = must(
      read_space(XSpaceWriter()
                     .plane({.name = "/device:CUSTOM:VE",
                             .lines = {{.id = 0,
                                        .name = "Kernel",
                                        .timestamp_ns = 5,
                                        .events = {{"sgemm", 0, 10}, {"all-to-all.1", 20, 10}}}}})
                     .bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(tracks_of(*trace),
            "CUSTOM VE / Kernel engine\nCUSTOM VE / Kernel collectives collective\n");
  EXPECT_EQ(property_of(*trace, property::kClock), "absent");
}

}  // namespace
}  // namespace nscope::importers
