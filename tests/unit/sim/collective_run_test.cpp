#include "simcore/engine/collective_run/collective_run.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/fit/least_squares.h"
#include "simcore/engine/validation/collective_row.h"
#include "simcore/engine/validation/measured_collectives.h"
#include "simcore/engine/validation/validation_table.h"
#include "tests/support/corpus.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/text_matchers.h"

#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

Result<CollectiveSetup> read(std::string_view text) {
  const auto json = parse_json(text, "w.json");
  EXPECT_TRUE(json) << to_string(json.error());
  return collective_setup_from_json(*json, "w.json: /collective");
}
std::string error(std::string_view text) {
  const auto setup = read(text);
  EXPECT_FALSE(setup) << text;
  return setup ? "" : to_string(setup.error());
}
CollectiveRun planned(const CollectiveSetup& setup, std::string_view software = "") {
  auto run = plan_collective_run(catalogue(), "trn1.32xlarge", setup, software, parameters());
  EXPECT_TRUE(run) << to_string(run.error());
  return run ? std::move(*run) : CollectiveRun();
}

TEST(CollectiveSetup, ReadsAndWritesEveryMember) {
  constexpr std::string_view kAll =
      R"({"kind":"all_to_all","ranks":64,"nodes":2,"stride":1,"concurrent_groups":1,)"
      R"("bytes":4096,"dtype":"fp32","algorithm":"mesh","measured_by":"host_tool",)"
      R"("straggler":{"rank":3,"slowdown":1.5,"late_seconds":0.25},"failed_links":[[0,1],[4,5]],)"
      R"("link_traffic":0.25,"dma_traffic":0.5})";
  const auto setup = read(kAll);
  ASSERT_TRUE(setup) << to_string(setup.error());
  EXPECT_EQ(setup->kind, CollectiveKind::kAllToAll);
  EXPECT_EQ(setup->group.ranks_per_node, 32);
  EXPECT_EQ(setup->group.nodes, 2);
  EXPECT_EQ(setup->bytes, 4096);
  EXPECT_EQ(setup->algorithm, CollectiveAlgorithm::kMesh);
  EXPECT_EQ(setup->measured_by, MeasuredBy::kHostTool);
  EXPECT_EQ(setup->disturbance.straggler->rank, 3);
  EXPECT_EQ(setup->disturbance.straggler->slowdown, 1.5);
  EXPECT_EQ(setup->disturbance.straggler->late_seconds, 0.25);
  EXPECT_EQ(setup->disturbance.failed_links[1], (ChipLink{4, 5}));
  EXPECT_EQ(setup->disturbance.link_traffic, 0.25);
  EXPECT_EQ(setup->disturbance.dma_traffic, 0.5);
  const Json written = to_json(*setup);
  const auto again = collective_setup_from_json(written, "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json(*again), written);
  EXPECT_EQ(to_json(*read(R"({"kind":"send","ranks":2,"bytes":8})")).dump(),
            R"({"kind":"send","ranks":2,"bytes":8,"dtype":"bf16"})");
}

TEST(CollectiveSetup, NamesTheWrongMember) {
  EXPECT_THAT(error(R"({"ranks":2,"bytes":8})"), HasSubstr("kind"));
  EXPECT_THAT(error(R"({"kind":"gossip","ranks":2,"bytes":8})"),
              HasSubstr("must be one of all_reduce"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":0,"bytes":8})"),
              HasSubstr("ranks: must be a whole number of at least 1"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":3,"nodes":2,"bytes":8})"),
              HasSubstr("multiple of the 2 nodes"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":0})"), HasSubstr("bytes"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":1e300})"), HasSubstr("1000000000000000"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":7})"),
              HasSubstr("multiple of 2 B, the size of bf16"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"dtype":"bf17"})"), HasSubstr("dtype"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"algorithm":"magic"})"),
              HasSubstr("algorithm"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"measured_by":"me"})"),
              HasSubstr("measured_by"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"failed_links":[[1]]})"),
              HasSubstr("failed_links"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"failed_links":[[0,-1]]})"),
              HasSubstr("pairs of chips"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"straggler":{"rank":0}})"),
              HasSubstr("straggler"));
  const auto late =
      read(R"({"kind":"send","ranks":2,"bytes":8,"straggler":{"rank":0,"late_seconds":1e-5}})");
  ASSERT_TRUE(late) << to_string(late.error());
  EXPECT_EQ(late->disturbance.straggler->slowdown, 1);
  EXPECT_EQ(to_json(*late)["straggler"]["late_seconds"], 1e-5);
  for (const char* const wrong : {"-1", "2000", "\"soon\""}) {
    EXPECT_THAT(error(fmt::format(R"({{"kind":"send","ranks":2,"bytes":8,)"
                                  R"("straggler":{{"rank":0,"late_seconds":{}}}}})",
                                  wrong)),
                HasSubstr("late_seconds"));
  }
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"straggler":{"rank":0,"slowdown":0.5}})"),
              HasSubstr("slowdown"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"link_traffic":1})"),
              HasSubstr("link_traffic"));
  EXPECT_THAT(error(R"({"kind":"send","ranks":2,"bytes":8,"surprise":1})"), HasSubstr("surprise"));
}

TEST(CollectiveSetup, KnowsWhatATimeIncludes) {
  CollectiveSetup setup;
  EXPECT_EQ(measured_by_of(setup, ""), MeasuredBy::kDevice);
  EXPECT_EQ(measured_by_of(setup, "2.24"), MeasuredBy::kDevice);
  EXPECT_EQ(measured_by_of(setup, "2.23.1"), MeasuredBy::kHostTool);
  setup.measured_by = MeasuredBy::kDevice;
  EXPECT_EQ(measured_by_of(setup, "2.10"), MeasuredBy::kDevice);
}

ValidationRow row(std::string model, int nodes, int ranks, std::int64_t bytes) {
  ValidationRow row;
  row.class_name = "collective";
  row.model = std::move(model);
  row.instance = "trn1.32xlarge";
  row.nodes = nodes;
  row.cores = ranks;
  row.input_length = bytes;
  row.dtype = "fp32";
  row.metric = "time";
  return row;
}

RowCollective of(const ValidationRow& row) {
  return collective_of(catalogue(), row);
}

TEST(RowCollective, FollowsTheDocumentedRule) {
  const RowCollective gather = of(row("all_gather", 1, 32, 1024));
  ASSERT_TRUE(gather.setup);
  EXPECT_EQ(gather.setup->measured_by, MeasuredBy::kDevice);
  EXPECT_EQ(gather.setup->group.ranks_per_node, 32);
  EXPECT_EQ(gather.setup->dtype, "fp32");
  EXPECT_THAT(gather.assumption.english(), HasSubstr("device alone"));
  EXPECT_EQ(of(row("all_reduce", 1, 8, 8)).setup->measured_by, MeasuredBy::kHostTool);
  EXPECT_EQ(of(row("all_gather", 2, 64, 8)).setup->measured_by, MeasuredBy::kHostTool);
  ValidationRow stated = row("all_reduce", 1, 8, 8);
  stated.sdk = "2.27";
  const RowCollective newer = of(stated);
  EXPECT_EQ(newer.setup->measured_by, std::nullopt);
  EXPECT_EQ(newer.assumption.english(), "");
  EXPECT_EQ(of(row("alltoallv", 1, 8, 8)).setup->kind, CollectiveKind::kAllToAll);
}

TEST(RowCollective, ProfilesAndNewerChipsShowTheDevice) {
  ValidationRow profiled = row("all_reduce", 1, 8, 8);
  profiled.source = "archive/profiler/guide.rst";
  EXPECT_EQ(of(profiled).setup->measured_by, MeasuredBy::kDevice);
  ValidationRow newer = row("all_reduce", 2, 128, 8);
  newer.instance = "trn2.48xlarge";
  EXPECT_EQ(of(newer).setup->measured_by, MeasuredBy::kDevice);
  EXPECT_THAT(of(newer).assumption.english(), HasSubstr("device alone"));
  newer.instance = "inf2.48xlarge";
  EXPECT_EQ(of(newer).setup->measured_by, MeasuredBy::kHostTool);
}

std::vector<ValidationRow> measured_rows() {
  // The second and the third row differ only in their value, so they come from different tools.
  auto rows = parse_validation_table(
      "id,class,model,instance,cores,input_len,dtype,metric,value,unit,sdk\n"
      "a,collective,all_reduce,trn1.32xlarge,16,1024,fp32,time,300,us,\n"
      "b,collective,all_gather,trn1.32xlarge,32,1024,fp32,time,6.2,us,\n"
      "c,collective,all_gather,trn1.32xlarge,32,1024,fp32,time,150,us,\n"
      "d,collective,all_gather,trn1.32xlarge,32,1024,fp32,time,150,us,2.24\n"
      "e,collective,gossip,trn1.32xlarge,32,1024,fp32,time,150,us,\n"
      "f,collective,all_gather,trn1.32xlarge,32,1024,fp32,throughput,150,us,\n"
      "g,collective,all_gather,trn1.32xlarge,33,1024,fp32,time,150,us,\n"
      "h,collective,all_gather,trn1.32xlarge,32,1024,fp32,time,150,inferences/s,\n"
      "i,collective,all_gather,trn1.32xlarge,1,1024,fp32,time,150,us,\n"
      "j,decoder,llama-2-7b,trn1.32xlarge,32,1024,bf16,tpot_p50,8,ms,2.18\n",
      "t.csv");
  EXPECT_TRUE(rows) << to_string(rows.error());
  return rows ? std::move(*rows) : std::vector<ValidationRow>();
}

TEST(MeasuredCollectives, FitsTheToolThatTheValueIndicates) {
  const auto rows = measured_rows();
  std::vector<SkippedRow> skipped;
  const MeasuredCollectives measured(catalogue(), rows, skipped);
  EXPECT_EQ(measured.ids(), (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_THAT(skipped,
              testing::ElementsAre(SkippedWith("e time: the collective 'gossip'"),
                                   SkippedWith("f throughput: the metric is not part of the fit"),
                                   SkippedWith("g time: 1 group of 33 ranks"),
                                   SkippedWith("h time: '150 inferences/s' is not a valid value"),
                                   SkippedWith("i time: a collective of a single rank")));
  std::set<std::string> operations, families;
  for (const RowGroups& groups : measured.groups()) {
    operations.insert(groups.model);
    families.insert(groups.family);
  }
  EXPECT_THAT(operations, testing::ElementsAre("all_gather", "all_reduce"));
  EXPECT_THAT(families, testing::ElementsAre("all_gather of 32 ranks", "all_reduce of 16 ranks"));
  std::vector<double> residuals;
  measured.add_residuals(parameters(), {}, residuals);
  ASSERT_EQ(residuals.size(), 4u);
  EXPECT_NEAR(residuals[2], 0, 0.1) << "a long time without a stated tool includes the host";
  EXPECT_LT(residuals[3], -1) << "a stated software without the host is used";
  residuals.clear();
  measured.add_residuals(parameters(), {Grouping::kFamily, {"all_gather of 32 ranks"}}, residuals);
  EXPECT_EQ(residuals.size(), 1u);
}

TEST(MeasuredCollectives, PredictionsDoNotDependOnTheValue) {
  auto rows = measured_rows();
  rows[1].cores = 16;  // no other row has the configuration of the third
  std::vector<SkippedRow> skipped;
  const MeasuredCollectives measured(catalogue(), rows, skipped);
  std::vector<RowPrediction> predicted;
  measured.predict({Grouping::kModel, {"all_gather"}}, parameters(), predicted);
  ASSERT_EQ(predicted.size(), 3u);
  EXPECT_DOUBLE_EQ(*predicted[1].predicted, *predicted[2].predicted);
  EXPECT_EQ(predicted[1].measured, 150);
  EXPECT_EQ(predicted[1].unit, "us");
  measured.predict({}, parameters(), predicted);
  EXPECT_EQ(predicted.size(), 7u);
}

TEST(RowCollective, SplitsRanksIntoGroups) {
  ValidationRow groups = row("all_reduce", 2, 64, 1024);
  groups.tensor_parallel = 4;
  const auto setup = of(groups).setup;
  ASSERT_TRUE(setup);
  EXPECT_EQ(setup->group.ranks_per_node, 4);
  EXPECT_EQ(setup->group.nodes, 1);
  EXPECT_EQ(setup->group.concurrent, 8);
  groups.tensor_parallel.reset();
  groups.copies = 16;
  EXPECT_EQ(of(groups).setup->group.ranks_per_node, 4);
  groups.copies.reset();
  EXPECT_EQ(of(groups).setup->group.nodes, 2);
  EXPECT_EQ(of(row("gossip", 1, 8, 8)).reason.english(),
            "the collective 'gossip' is not supported");
  EXPECT_THAT(of(row("all_reduce", 3, 64, 8)).reason.english(),
              HasSubstr("cannot be divided evenly"));
  ValidationRow without = row("all_reduce", 1, 8, 8);
  without.cores.reset();
  EXPECT_EQ(of(without).reason.english(), "the number of ranks is not stated");
  without = row("all_reduce", 1, 8, 8);
  without.input_length.reset();
  EXPECT_EQ(of(without).reason.english(), "the number of bytes is not stated");
}

TEST(CollectiveRun, BandwidthsAreThoseOfTheTool) {
  const CollectiveSetup setup{.group = {.ranks_per_node = 8}, .bytes = 1e8};
  const CollectiveTimes times = times_of(planned(setup));
  EXPECT_EQ(times.host_seconds, 0);
  EXPECT_DOUBLE_EQ(times.algorithm_bandwidth, 1e8 / times.seconds);
  EXPECT_DOUBLE_EQ(times.bus_bandwidth, 2 * 7.0 / 8 * times.algorithm_bandwidth);
  const CollectiveTimes old = times_of(planned(setup, "2.12"));
  EXPECT_GT(old.host_seconds, 0);
  EXPECT_DOUBLE_EQ(old.seconds, old.device_seconds + old.host_seconds);
  EXPECT_EQ(times_of(planned({.bytes = 8})).algorithm_bandwidth, 0);
  EXPECT_EQ(plan_collective_run(catalogue(), "trn9", setup, "", parameters()).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(plan_collective_run(catalogue(), "p4d.24xlarge", setup, "", parameters()).error().code,
            ErrorCode::kInvalidArgument);
}

struct Played {
  CollectiveTimeline timeline;
  std::shared_ptr<const Trace> trace;
};
Played play(const CollectiveRun& run, int shown) {
  TraceBuilder builder;
  TaskControl control;
  auto timeline = play_collective(run, parameters(), shown, builder, control);
  EXPECT_TRUE(timeline) << to_string(timeline.error());
  return {timeline ? std::move(*timeline) : CollectiveTimeline(), builder.finish()};
}

TEST(CollectiveRun, WritesStepsLinksAndWhatIsMissing) {
  CollectiveSetup setup{.group = {.ranks_per_node = 32, .nodes = 4}, .bytes = 8e6};
  const CollectiveRun run = planned(setup, "2.12");
  ASSERT_EQ(run.plan.parts, 4);
  const Played played = play(run, 2);
  const Trace& trace = *played.trace;
  EXPECT_EQ(trace.property_text(property::kSourceFormat), "simulation");
  EXPECT_EQ(trace.property_text(property::kInstanceType), "trn1.32xlarge");
  EXPECT_EQ(trace.property_text("algorithm"), "hierarchical");
  std::size_t slices = 0;
  std::set<std::string> links;
  for (const Track& track : trace.tracks()) {
    const std::string name(trace.text(track.name));
    if (track.kind == TrackKind::kCollective) slices += track.slices.start.size();
    if (name.starts_with("chip ") && !track.counters.value.empty()) links.insert(name);
  }
  EXPECT_EQ(slices, played.timeline.steps.size());
  EXPECT_EQ(slices, 2u * 4 * static_cast<std::size_t>(run.plan.summary.steps));
  EXPECT_TRUE(links.contains("chip 0 to chip 1"));
  std::map<std::string, std::int64_t> diagnostics;
  for (const Diagnostic& entry : trace.diagnostics()) diagnostics[entry.code] = entry.count;
  EXPECT_EQ(diagnostics["symmetric_ranks_not_shown"], 126);
  EXPECT_EQ(diagnostics["host_time_not_shown"], 1);
  EXPECT_GT(diagnostics["links_not_shown"], 0);
  EXPECT_EQ(diagnostics.size(), 3u) << "the builder had to repair something";
}

TEST(CollectiveRun, EveryKindPlaysOnEveryTopology) {
  for (const std::string_view instance :
       {"inf1.24xlarge", "inf2.48xlarge", "trn1.32xlarge", "trn2.48xlarge", "trn2-ultraserver",
        "trn3-gen1-ultraserver", "trn2.3xlarge"}) {
    for (int kind = 0; kind < 7; ++kind) {
      for (const double bytes : {64.0, 2e6, 128e6}) {
        const CollectiveSetup setup{.kind = static_cast<CollectiveKind>(kind),
                                    .group = {.ranks_per_node = 4},
                                    .bytes = bytes};
        const auto run = plan_collective_run(catalogue(), instance, setup, "", parameters());
        ASSERT_TRUE(run) << to_string(run.error());
        const Played played = play(*run, 4);
        EXPECT_GT(played.timeline.end, 0) << instance << " " << kind << " " << bytes;
        EXPECT_GT(played.timeline.transfers, 0u);
        for (const Diagnostic& entry : played.trace->diagnostics()) {
          EXPECT_TRUE(entry.code == "links_not_shown") << entry.code;
        }
      }
    }
  }
}

TEST(CollectiveRun, RepeatsExactly) {
  const CollectiveRun run = planned({.group = {.ranks_per_node = 32}, .bytes = 3e6});
  const Played first = play(run, 2);
  const Played second = play(run, 2);
  EXPECT_EQ(first.timeline.end, second.timeline.end);
  ASSERT_EQ(first.timeline.steps.size(), second.timeline.steps.size());
  for (std::size_t i = 0; i < first.timeline.steps.size(); ++i) {
    EXPECT_EQ(first.timeline.steps[i].end, second.timeline.steps[i].end);
  }
}

/// The published rows of collectives. They are not part of the repository.
class CollectiveTable : public CorpusTest {
 protected:
  void SetUp() override {
    CorpusTest::SetUp();
    if (IsSkipped()) return;
    auto table = parse_validation_table(corpus_text("calibration/neuron.csv"), "neuron.csv");
    ASSERT_TRUE(table) << to_string(table.error());
    std::vector<SkippedRow> skipped;
    measured_.emplace(catalogue(), *table, skipped);
    EXPECT_THAT(skipped, testing::IsEmpty());
  }

  static constexpr std::array kMembers{&Parameters::collective_trigger, &Parameters::gather_share,
                                       &Parameters::host_wait_in_chip,
                                       &Parameters::host_wait_between_chips};

  /// Parameters that only these rows determine are fitted without one group; parameters that other
  /// classes also determine keep their built-in values.
  Parameters fit(const Parameters& start, const LeftOut& without) const {
    const auto with = [&](std::span<const double> at) {
      Parameters moved = parameters();
      for (std::size_t i = 0; i < at.size(); ++i) {
        moved.*kMembers[i] = start.*kMembers[i] * std::exp(at[i]);
      }
      return moved;
    };
    const Residuals residuals = [&](std::span<const double> at) {
      std::vector<double> out;
      measured_->add_residuals(with(at), without, out);
      for (const double value : at) out.push_back(0.1 * value);
      return out;
    };
    const TaskControl control;
    return with(*least_squares(residuals, std::vector<double>(kMembers.size(), 0.0), control));
  }

  double leave_out(const Parameters& start, Grouping by) const {
    std::set<std::string> names;
    for (const RowGroups& one : measured_->groups()) names.insert(one.name(by));
    std::vector<RowPrediction> rows;
    for (const std::string& name : names) {
      const LeftOut without{by, {name}};
      measured_->predict(without, fit(start, without), rows);
    }
    return mean_error(rows);
  }
  static double mean_error(const std::vector<RowPrediction>& rows) {
    double sum = 0;
    for (const RowPrediction& one : rows) sum += std::abs(one.relative_error());
    return sum / static_cast<double>(rows.size());
  }

  std::optional<MeasuredCollectives> measured_;
};

TEST_F(CollectiveTable, ErrorsOfTheShippedParameters) {
  std::vector<RowPrediction> rows;
  measured_->predict({}, parameters(), rows);
  ASSERT_EQ(rows.size(), 37u);
  for (const RowPrediction& one : rows) {
    std::cout << fmt::format("{}: {} us, {:+.1f} %\n", one.id, one.measured,
                             100 * one.relative_error());
  }
  const double all = mean_error(rows);
  std::cout << fmt::format("all {:.1f} %\n", 100 * all);
  EXPECT_LT(all, 0.10);
}

/// The host time of all-reduces of 16 ranks follows from older all-gathers of 32 ranks, for every
/// size and algorithm.
TEST_F(CollectiveTable, HostWaitsCarryOverToOtherOperations) {
  const LeftOut left_out{Grouping::kFamily, {"all_reduce of 16 ranks"}};
  std::vector<RowPrediction> rows;
  measured_->predict(left_out, fit(initial_parameters(), left_out), rows);
  ASSERT_EQ(rows.size(), 8u);
  for (const RowPrediction& one : rows) {
    EXPECT_NEAR(one.relative_error(), 0, 0.12) << one.id;
  }
}

/// With two operations, the start values determine what only one of them shows: the host time
/// inside a chip and the rate of gathers. docs/simulator.md has all three cases.
TEST_F(CollectiveTable, ErrorsOfRowsLeftOut) {
  const auto expect_below = [&](const char* name, const Parameters& start, double by_operation,
                                double by_ranks) {
    const double operation = leave_out(start, Grouping::kModel);
    const double ranks = leave_out(start, Grouping::kFamily);
    std::cout << fmt::format("{}: by operation {:.1f} %, by operation and ranks {:.1f} %\n", name,
                             100 * operation, 100 * ranks);
    EXPECT_LT(operation, by_operation) << name;
    EXPECT_LT(ranks, by_ranks) << name;
  };
  const Parameters table = initial_parameters();
  expect_below("starts of the table", table, 0.21, 0.31);
  // Round numbers without a model of host or links.
  Parameters rounds = table;
  rounds.collective_trigger = 5e-6;
  rounds.gather_share = 2;
  rounds.host_wait_in_chip = 50e-6;
  rounds.host_wait_between_chips = 50e-6;
  expect_below("round starts", rounds, 0.40, 0.43);
  // The start values are based on the rows.
  expect_below("fitted starts", parameters(), 0.19, 0.28);
}

}  // namespace
}  // namespace nscope::sim
