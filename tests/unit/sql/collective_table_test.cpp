// The table `collective` states the same as the analysis `collectives`.
#include "profiler/analysis/definition/analysis.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/sql/run_sql.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

/// A trace with one track of collectives, of a core or of a GPU.
class CollectiveRun {
 public:
  explicit CollectiveRun(std::int32_t core) {
    group_ = out_.track({.name = core >= 0 ? "NeuronCore 0" : "GPU 0",
                         .kind = core >= 0 ? TrackKind::kCore : TrackKind::kGroup,
                         .core = core});
    track_ = out_.track({.name = "collectives",
                         .kind = TrackKind::kCollective,
                         .parent = group_,
                         .slice_kind = SliceKind::kCollective,
                         .core = core});
  }

  /// Adds a collective; the next calls of arg() are for it.
  CollectiveRun& add(std::string_view name) {
    slice_ = out_.slice(track_, out_.intern(name), TraceTime(time_), TraceTime(50));
    time_ += 100;
    return *this;
  }
  CollectiveRun& arg(std::string_view key, std::int64_t value) {
    out_.arg(slice_, out_.intern(key), value);
    return *this;
  }
  CollectiveRun& arg(std::string_view key, std::string_view value) {
    out_.arg(slice_, out_.intern(key), value);
    return *this;
  }
  std::shared_ptr<const Trace> finish() {
    EXPECT_TRUE(out_.finish());
    return builder_.finish();
  }

 private:
  TraceBuilder builder_;
  TraceWriter out_{builder_};
  TrackId group_;
  TrackId track_;
  SliceId slice_;
  std::int64_t time_ = 0;
};

/// "operation bytes ranks" for each row of the analysis, in the order of time.
std::string from_analysis(const Trace& trace) {
  TaskControl control;
  const auto analysis = analysis::find_analysis("collectives");
  EXPECT_TRUE(analysis);
  const auto table = analysis::run_analysis(**analysis, trace, {}, control);
  EXPECT_TRUE(table);
  std::string text;
  for (std::size_t row = 0; row < table->row_count(); ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const Cell& cell = table->at(row, column);
      text += std::holds_alternative<Missing>(cell) ? "-" : to_string(cell, Language());
      text += column < 2 ? " " : "\n";
    }
  }
  return text;
}

std::string from_sql(const std::shared_ptr<const Trace>& trace) {
  auto session = SqlSession::open(trace, {});
  EXPECT_TRUE(session);
  TaskControl control;
  const auto table = session->query(
      "SELECT operation, coalesce(bytes, '-'), coalesce(ranks, '-') FROM collective ORDER BY "
      "start_ns",
      control);
  EXPECT_TRUE(table) << to_string(table.error());
  std::string text;
  for (std::size_t row = 0; row < table->row_count(); ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      text += to_string(table->at(row, column), Language());
      text += column < 2 ? " " : "\n";
    }
  }
  return text;
}

TEST(CollectiveTable, StatesWhatPyTorchRecords) {
  CollectiveRun run(-1);
  run.add("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)")
      .arg("Collective name", "allreduce")
      .arg("In msg nelems", 1000)
      .arg("Out msg nelems", 1000)
      .arg("Group size", 2)
      .arg("dtype", "Float");
  const auto trace = run.finish();
  EXPECT_EQ(from_sql(trace), "all-reduce 4000 2\n");
  EXPECT_EQ(from_sql(trace), from_analysis(*trace));
}

TEST(CollectiveTable, UsesTheLargerBufferAndTheSizeOfTheType) {
  CollectiveRun gather(-1);
  gather.add("ncclDevKernel_AllGather_RING_LL")
      .arg("In msg nelems", 1000)
      .arg("Out msg nelems", 8000)
      .arg("Group size", 8)
      .arg("dtype", "BFloat16");
  CollectiveRun scatter(-1);
  scatter.add("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL")
      .arg("Collective name", "_reduce_scatter_base")
      .arg("In msg nelems", 64)
      .arg("Out msg nelems", 8)
      .arg("Group size", 8)
      .arg("dtype", "Float8_e4m3fn");
  const auto gathered = gather.finish();
  EXPECT_EQ(from_sql(gathered), "all-gather 16000 8\n");
  EXPECT_EQ(from_sql(gathered), from_analysis(*gathered));
  const auto scattered = scatter.finish();
  EXPECT_EQ(from_sql(scattered), "reduce-scatter 64 8\n");
  EXPECT_EQ(from_sql(scattered), from_analysis(*scattered));
}

TEST(CollectiveTable, StatesWhatNeuronAndBenchmarksRecord) {
  CollectiveRun neuron(0);
  neuron.add("all_reduce").arg(key::kBytes, 4096).arg(key::kRanks, 16).arg(key::kAlgorithm, "rdh");
  const auto trace = neuron.finish();
  EXPECT_EQ(from_sql(trace), "all-reduce 4096 16\n");
  EXPECT_EQ(from_sql(trace), from_analysis(*trace));
  CollectiveRun benchmark(-1);
  benchmark.add("allg").arg(key::kBytes, 1024).arg(key::kRanks, 4).arg("count", 512);
  const auto measured = benchmark.finish();
  EXPECT_EQ(from_sql(measured), "all-gather 1024 4\n");
  EXPECT_EQ(from_sql(measured), from_analysis(*measured));
}

TEST(CollectiveTable, LeavesUnknownFactsOut) {
  CollectiveRun run(-1);
  run.add("my_exchange").arg("In msg nelems", 5).arg("dtype", "Quad").arg("Group size", 0);
  const auto trace = run.finish();
  EXPECT_EQ(from_sql(trace), "my_exchange - -\n");
  EXPECT_EQ(from_sql(trace), from_analysis(*trace));
}

TEST(CollectiveTable, IsSearchedByOperationAndName) {
  CollectiveRun run(0);
  run.add("AllReduce").arg(key::kBytes, 1);
  run.add("ring").arg(key::kOpcode, "all_reduce").arg(key::kMessageBytes, 28).arg(key::kBytes, 7);
  run.add("redsct").arg(key::kBytes, 3);
  const auto trace = run.finish();
  auto session = SqlSession::open(trace, {});
  ASSERT_TRUE(session);
  EXPECT_EQ(run_sql(*session, "SELECT bytes FROM collective WHERE operation = 'all-reduce'"),
            R"([{"bytes":1},{"bytes":28}])");
  EXPECT_EQ(run_sql(*session, "SELECT operation FROM collective WHERE name = 'redsct'"),
            R"([{"operation":"reduce-scatter"}])");
  EXPECT_EQ(run_sql(*session, "SELECT name FROM collective ORDER BY operation, name"),
            R"([{"name":"AllReduce"},{"name":"ring"},{"name":"redsct"}])");
}

}  // namespace
}  // namespace nscope
