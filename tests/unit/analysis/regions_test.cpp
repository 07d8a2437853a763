#include "profiler/analysis/metrics/range_summaries.h"
#include "profiler/analysis/regions/region_cut.h"
#include "tests/unit/analysis/region_checks.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <array>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

void add_layer(TestRun& run, int core, std::string_view name, std::int64_t begin_ns,
               std::int64_t end_ns) {
  run.out().slice(run.tracks().layers(core), run.out().intern(name), run.at(begin_ns),
                  run.at(end_ns - begin_ns));
}

void add_collective(TestRun& run, int core, std::string_view name, std::int64_t begin_ns,
                    std::int64_t end_ns) {
  run.out().slice(run.tracks().collectives(core), run.out().intern(name), run.at(begin_ns),
                  run.at(end_ns - begin_ns));
}

void add_matmul(TestRun& run, int core, std::int64_t begin_ns, std::int64_t end_ns) {
  const SliceId slice = run.instruction(core, Engine::kTensor, "MATMUL", begin_ns, end_ns);
  run.arg(slice, key::kElements, 1'000'000);
  run.arg(slice, key::kHbmReadBytes, 3000);
  run.arg(slice, key::kHbmWriteBytes, 500);
}

/// Core 0 of trn2: three layers of one pass within "model", each with a multiplication of 100 ns.
/// "layer 2" waits 60 ns for DMA. A second pass has the layers 0 and 1 only.
std::shared_ptr<const Trace> run_of_layers() {
  TestRun run(1000, 2000);
  run.device(1).execution(0, 2000);
  add_layer(run, 0, "model", 0, 2000);
  const auto pass = [&](std::int64_t begin, int layers, std::int64_t length) {
    for (int i = 0; i < layers; ++i) {
      const std::int64_t wait = i == 2 ? 60 : 0;
      add_layer(run, 0, "layer " + std::to_string(i), begin, begin + length + wait);
      if (wait > 0) run.packet(0, 1, "hardware_dynamic", 512, begin, begin + wait);
      add_matmul(run, 0, begin + wait, begin + wait + 100);
      begin += length + wait;
    }
  };
  pass(100, 3, 120);
  pass(1000, 2, 200);
  return run.finish();
}

TEST(Regions, AreTheLayersWithTheirFigures) {
  const NamedTable table = run_table("regions", *run_of_layers());
  EXPECT_TRUE(table.has_note("Layers were chosen automatically because a core has at least two"));
  EXPECT_TRUE(table.has_note("on level 1"));
  ASSERT_EQ(table.rows(), 5u);
  EXPECT_EQ(table.text(0, "region"), "layer 0");
  EXPECT_EQ(table.number(3, "instance"), 2);
  const std::size_t row = 2;  // layer 2 of the first pass: 340..520
  EXPECT_EQ(table.text(row, "region"), "layer 2");
  EXPECT_EQ(table.number(row, "core"), 0);
  EXPECT_EQ(table.number(row, "start_ns"), 340);
  EXPECT_EQ(table.number(row, "duration_ns"), 180);
  EXPECT_DOUBLE_EQ(table.number(row, "deviation"), 0.5) << "the others of the pass take 120 ns";
  EXPECT_DOUBLE_EQ(table.number(row, "tensor_share"), 100.0 / 180.0);
  EXPECT_DOUBLE_EQ(table.number(row, "vector_share"), 0.0);
  EXPECT_DOUBLE_EQ(table.number(row, "dma_share"), 60.0 / 180.0);
  EXPECT_EQ(table.number(row, "flops"), 2e6);
  EXPECT_DOUBLE_EQ(table.number(row, "mfu_share"), 2e6 / (180e-9 * 2.0 * 128 * 128 * 2.4e9));
  EXPECT_EQ(table.number(row, "hbm_bytes"), 3500);
  EXPECT_DOUBLE_EQ(table.number(row, "mbu_share"), 3500 / (180e-9 * 358e9));
  EXPECT_TRUE(table.missing(row, "spill_bytes")) << "not stated is not zero";
  EXPECT_EQ(table.number(row, "exposed_dma_ns"), 60);
  EXPECT_EQ(table.number(row, "exposed_cc_ns"), 0);
  EXPECT_EQ(table.number(row, "idle_ns"), 20);
  EXPECT_EQ(table.number(0, "idle_ns"), 20);
}

TEST(Regions, ComparesThoseThatDoTheSameWork) {
  const NamedTable table = run_table("regions", *run_of_layers(), {{"show", "repeated"}});
  ASSERT_EQ(table.rows(), 2u) << "one group for each pass";
  EXPECT_EQ(table.text(0, "region"), "layer *");
  EXPECT_EQ(table.text(0, "instance"), "1");
  EXPECT_EQ(table.number(0, "count"), 3);
  EXPECT_EQ(table.number(0, "median_ns"), 120);
  EXPECT_EQ(table.number(0, "shortest_ns"), 120);
  EXPECT_EQ(table.text(0, "slowest"), "layer 2");
  EXPECT_DOUBLE_EQ(table.number(0, "deviation"), 0.5);
  EXPECT_EQ(table.text(0, "added"), "only DMA busy");
  EXPECT_EQ(table.number(0, "added_ns"), 60);
  EXPECT_EQ(table.number(0, "start_ns"), 340);
  EXPECT_EQ(table.number(0, "duration_ns"), 180);
  EXPECT_EQ(table.number(1, "deviation"), 0.0);
  EXPECT_TRUE(table.missing(1, "added")) << "no part is longer";
}

TEST(Regions, GroupsTheSameNameOverAllInstances) {
  TestRun run;
  for (int i = 0; i < 4; ++i) add_layer(run, 0, "attention", 200 * i, 200 * i + 100 + 10 * i);
  const NamedTable table = run_table("regions", *run.finish(), {{"show", "repeated"}});
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.text(0, "instance"), "all");
  EXPECT_EQ(table.number(0, "slowest_instance"), 4);
  EXPECT_EQ(table.number(0, "median_ns"), 120);
}

TEST(Regions, OfACoreWithoutWorkHaveNoIdleTime) {
  TestRun run;
  add_layer(run, 3, "layer 0", 0, 100);
  add_layer(run, 3, "layer 1", 100, 250);
  const auto trace = run.finish();
  EXPECT_EQ(run_table("regions", *trace).text(0, "idle_ns"), "the core has no work");
  EXPECT_EQ(run_table("regions", *trace, {{"show", "repeated"}}).text(0, "added"),
            "the core has no work");
}

TEST(Regions, UseTheLevelThatIsAskedFor) {
  const NamedTable outer =
      run_table("regions", *run_of_layers(), {{"by", "layer"}, {"depth", "0"}});
  ASSERT_EQ(outer.rows(), 1u);
  EXPECT_EQ(outer.text(0, "region"), "model");
  EXPECT_EQ(outer.text(0, "deviation"), "occurs once");
  const NamedTable inner =
      run_table("regions", *run_of_layers(), {{"by", "layer"}, {"depth", "7"}});
  EXPECT_EQ(inner.rows(), 0u);
}

TEST(Regions, CountsThoseThatCrossTheRange) {
  const auto trace = run_of_layers();
  const SummaryOptions scope{.range = std::pair(TraceTime(150'000), TraceTime(1'100'000)),
                             .core = {}};
  const NamedTable table = run_table("regions", *trace, {{"by", "layer"}, {"depth", "1"}}, scope);
  EXPECT_EQ(table.rows(), 2u);  // layers 1 and 2
  EXPECT_TRUE(table.has_note("2 regions cross an edge of the analysed range"));
  const NamedTable some = run_table("regions", *trace, {{"rows", "2"}});
  EXPECT_EQ(some.rows(), 2u);
  EXPECT_TRUE(some.has_note("3 more regions are not listed"));
}

/// TensorE and VectorE of core 0 run kernel A, then B, then A. The engines are not in step: VectorE
/// begins B while TensorE still works for A, and some instructions state no kernel.
std::shared_ptr<const Trace> run_of_kernels() {
  TestRun run;
  const auto work = [&](Engine engine, std::string_view kernel, std::int64_t begin,
                        std::int64_t end) {
    const SliceId slice = run.instruction(0, engine, "COPY", begin, end);
    if (!kernel.empty()) run.arg(slice, key::kKernelFunction, kernel);
  };
  run.execution(0, 1000);
  work(Engine::kTensor, "A", 0, 50);
  work(Engine::kTensor, "", 50, 60);
  work(Engine::kTensor, "A", 60, 110);
  work(Engine::kTensor, "B", 120, 200);
  work(Engine::kTensor, "A", 400, 450);
  work(Engine::kVector, "A", 20, 40);
  work(Engine::kVector, "B", 90, 130);
  work(Engine::kVector, "A", 420, 500);
  return run.finish();
}

TEST(Regions, AreTheKernelsOfACore) {
  const NamedTable table = run_table("regions", *run_of_kernels());
  EXPECT_TRUE(table.has_note("Kernels were chosen"));
  ASSERT_EQ(table.rows(), 3u);
  const auto expect = [&](std::size_t row, const char* name, int instance, int begin, int length) {
    EXPECT_EQ(table.text(row, "region"), name);
    EXPECT_EQ(table.number(row, "instance"), instance) << row;
    EXPECT_EQ(table.number(row, "start_ns"), begin) << row;
    EXPECT_EQ(table.number(row, "duration_ns"), length) << row;
    EXPECT_TRUE(table.missing(row, "slice_id")) << "a kernel is not an event";
  };
  expect(0, "A", 1, 0, 110);
  expect(1, "B", 1, 90, 110);
  expect(2, "A", 2, 400, 100);
}

TEST(Regions, KernelsWithDifferentNumbersDoDifferentWork) {
  TestRun run;
  for (const char* name : {"matmul_128", "matmul_256"}) {
    const std::int64_t begin = name[7] == '1' ? 0 : 500;
    run.arg(run.instruction(0, Engine::kTensor, "MATMUL", begin, begin + 100), key::kKernelFunction,
            name);
  }
  const NamedTable table = run_table("regions", *run.finish(), {{"show", "repeated"}});
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_TRUE(table.has_note("No region occurs more than once."));
}

TEST(Regions, AreLayersThatInstructionsState) {
  TestRun run;
  for (int i = 0; i < 2; ++i) {
    run.arg(run.instruction(0, Engine::kTensor, "MATMUL", 100 * i, 100 * i + 50), key::kLayer,
            i == 0 ? "/mlp" : "/norm");
  }
  run.arg(run.instruction(0, Engine::kTensor, "MATMUL", 300, 310), key::kLayer, "Unknown");
  const NamedTable table = run_table("regions", *run.finish());
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(1, "region"), "/norm");
  EXPECT_TRUE(table.has_note("layers that instructions state"));
}

TEST(Regions, AreCollectivesAndTheIntervalsBetweenThem) {
  TestRun run;
  run.execution(0, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 150);
  run.instruction(0, Engine::kTensor, "MATMUL", 400, 500);
  add_collective(run, 0, "all-reduce", 100, 200);
  add_collective(run, 0, "all-gather", 180, 300);  // overlaps
  add_collective(run, 0, "all-reduce", 600, 700);
  add_collective(run, 1, "all-reduce", 0, 1000);
  const NamedTable table = run_table("regions", *run.finish(), {{"by", "auto"}});
  EXPECT_TRUE(table.has_note("Collectives were chosen"));
  ASSERT_EQ(table.rows(), 7u);
  const auto exposed = [&](std::string_view region, std::string_view core) {
    return table.number(table.row({{"region", region}, {"core", core}}), "exposed_cc_ns");
  };
  const std::size_t first = table.row({{"region", "start to all-reduce"}, {"core", "0"}});
  EXPECT_EQ(table.number(first, "duration_ns"), 100);
  const std::size_t middle = table.row({{"region", "all-gather to all-reduce"}});
  EXPECT_EQ(table.number(middle, "start_ns"), 300);
  EXPECT_EQ(table.number(middle, "duration_ns"), 300);
  EXPECT_EQ(table.number(middle, "idle_ns"), 200);
  const std::size_t last = table.row({{"region", "all-reduce to end"}, {"core", "0"}});
  EXPECT_EQ(table.number(last, "duration_ns"), 300);
  EXPECT_EQ(exposed("all-reduce", "0"), 50);
  EXPECT_EQ(exposed("all-gather", "0"), 120);
  EXPECT_EQ(exposed("all-reduce", "1"), 1000);
  EXPECT_EQ(exposed("all-gather to all-reduce", "0"), 0);
}

TEST(Regions, AreAnnotationsOfTheHost) {
  TestRun run;
  run.execution(0, 1000);
  const auto annotate = [&](std::string_view name, std::string_view category, std::int64_t begin) {
    const SliceId slice =
        run.out().slice(run.tracks().host(), run.out().intern(name), run.at(begin), run.at(100));
    run.arg(slice, "cat", category);
  };
  annotate("ProfilerStep#1", "user_annotation", 100);
  annotate("aten::mm", "cpu_op", 110);
  annotate("ProfilerStep#2", "user_annotation", 300);
  run.instruction(0, Engine::kTensor, "MATMUL", 320, 370);
  const auto trace = run.finish();
  const NamedTable table = run_table("regions", *trace);
  EXPECT_TRUE(table.has_note("Annotations were chosen"));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(1, "region"), "ProfilerStep#2");
  EXPECT_DOUBLE_EQ(table.number(1, "tensor_share"), 0.5) << "of all cores";
  EXPECT_EQ(table.text(1, "idle_ns"), "the region is not of one core");
  EXPECT_EQ(table.text(1, "core"), "Host");
  const NamedTable core = run_table("regions", *trace, {}, {.range = {}, .core = 0});
  EXPECT_EQ(core.number(1, "idle_ns"), 50) << "on the core that is asked for";
  const NamedTable steps = run_table("regions", *trace, {{"show", "repeated"}});
  ASSERT_EQ(steps.rows(), 1u);
  EXPECT_EQ(steps.text(0, "region"), "ProfilerStep#*");
}

TEST(Regions, AreTheExecutionsIfThereIsNothingElse) {
  TestRun run;
  run.execution(0, 400).execution(500, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const NamedTable table = run_table("regions", *run.finish());
  EXPECT_TRUE(table.has_note("Executions were chosen"));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.number(1, "start_ns"), 500);
}

TEST(Regions, SayWhatIsMissing) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const auto trace = run.finish();
  for (const auto& [method, note] :
       {std::pair("layer", "no layers"), std::pair("kernel", "states its kernel"),
        std::pair("collective", "no collectives"), std::pair("annotation", "no annotations"),
        std::pair("execution", "no executions"), std::pair("auto", "no executions")}) {
    const NamedTable table = run_table("regions", *trace, {{"by", method}});
    EXPECT_EQ(table.rows(), 0u) << method;
    EXPECT_TRUE(table.has_note(note)) << method;
  }
}

/// A run of two cores with all kinds of regions at random times.
std::shared_ptr<const Trace> run_of_all_regions(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  TestRun run(1000, 1000);
  run.device(2).execution(0, 400).execution(450, 1000);
  constexpr std::array kEngines{Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd,
                                Engine::kSync};
  for (std::int64_t at = below(100); at < 800; at += 100) {
    const SliceId slice = run.out().slice(run.tracks().host(), run.out().intern("step"), run.at(at),
                                          run.at(below(90)));
    run.arg(slice, "cat", "user_annotation");
  }
  for (int core = 0; core < 2; ++core) {
    for (const Engine engine : kEngines) {
      for (std::int64_t at = below(50); at < 950; at += 1 + below(40)) {
        const std::int64_t end = at + 1 + below(40);
        const bool waits = below(5) == 0;
        const SliceId slice =
            run.instruction(core, engine, waits ? "EVENT_SEMAPHORE" : "MATMUL", at, end);
        run.arg(slice, key::kElements, 1000 * below(9));
        run.arg(slice, key::kHbmReadBytes, below(5000));
        if (below(2) == 0) run.arg(slice, key::kSpillSaveBytes, below(100));
        run.arg(slice, key::kKernelFunction, below(60) < at % 60 ? "first" : "second");
        at = end;
      }
    }
    for (int ring = 0; ring < 3; ++ring) {
      for (std::int64_t at = below(100); at < 1000; at += 1 + below(90)) {
        run.packet(core, ring, ring == 0 ? "software_dynamic" : "hardware_dynamic", 64, at,
                   at + below(60));
      }
    }
    for (std::int64_t at = below(100); at < 900; at += 20 + below(90)) {
      add_collective(run, core, below(2) == 0 ? "all-reduce" : "all-gather", at, at + below(60));
    }
    for (std::int64_t at = 0; at < 900; at += 100) {
      add_layer(run, core, "layer " + std::to_string(at / 100), at, at + 60 + below(40));
    }
  }
  return run.finish();
}

TEST(Regions, FiguresEqualTheSummaryOfTheirRange) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto trace = run_of_all_regions(seed);
    for (const std::string_view method : kRegionMethods) {
      EXPECT_GT(check_regions(*trace, method), 0u) << method << ", seed " << seed;
    }
  }
}

TEST(RangeSummaries, EqualTheSummaryOfAnyRange) {
  const auto trace = run_of_all_regions(7);
  RangeSummaries summaries(*trace);
  std::mt19937 random(7);
  const TaskControl control;
  for (int i = 0; i < 300; ++i) {
    const TraceTime begin(static_cast<std::int64_t>(random() % 1'100'000) - 50'000);
    const TraceTime end = begin + TraceTime(static_cast<std::int64_t>(random() % 400'000));
    const auto core = i % 3 == 2 ? std::nullopt : std::optional(i % 3);
    const auto found = summaries.of({begin, end}, core, control);
    ASSERT_TRUE(found);
    expect_same_metrics(*found, summarize(*trace, {.range = std::pair(begin, end), .core = core}));
  }
}

}  // namespace
}  // namespace nscope::analysis
