// Compares the captures of the same attention kernel before and after fusing it,
// and checks what the comparison says by SQL on the runs.

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/sql/sql_session.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_player.h"
#include "profiler/trace/session/session_file.h"
#include "tests/corpus/neuron_captures.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <iostream>
#include <numeric>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using analysis::Cause;
using analysis::CauseKind;
using analysis::Comparison;
using analysis::GroupDifference;
using analysis::RunComparison;
using analysis::WorkClass;
using Side = analysis::RunComparison::Side;

struct Pair {
  std::string name;
  std::shared_ptr<const Trace> base;
  std::shared_ptr<const Trace> fused;
};

class ComparisonCorpus : public NeuronCaptureTest {
 protected:
  /// The captures of the same size before and after fusing.
  std::vector<Pair> pairs() const {
    std::vector<Pair> pairs;
    for (const NeuronCapture& capture : captures_) {
      if (!capture.name.starts_with("baseline_")) continue;
      const std::string size = capture.name.substr(9);
      for (const NeuronCapture& other : captures_) {
        if (other.name != "fused_" + size) continue;
        pairs.push_back({size, open_exactly({capture.ntff}), open_exactly({other.ntff})});
      }
    }
    return pairs;
  }
};

Comparison compare(const Pair& pair, const analysis::ComparisonOptions& options = {}) {
  TaskControl control;
  RunComparison comparison(options);
  EXPECT_TRUE(comparison.add(Side::kBase, "baseline", pair.base, control));
  EXPECT_TRUE(comparison.add(Side::kNew, "fused", pair.fused, control));
  auto result = comparison.finish(control);
  EXPECT_TRUE(result.has_value());
  return result ? *result : Comparison{};
}

double sql_number(const std::shared_ptr<const Trace>& trace, const std::string& sql) {
  TaskControl control;
  auto session = SqlSession::open(trace, {});
  EXPECT_TRUE(session.has_value());
  const auto table = session->query(sql, control);
  EXPECT_TRUE(table.has_value()) << sql;
  const Cell& cell = table->at(0, 0);
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&cell);
  return real == nullptr ? NAN : *real;
}

/// "FROM slice" of a group, within the executions.
std::string from_slices(const GroupDifference& group) {
  return " FROM slice s WHERE engine = '" + std::string(to_string(group.key.engine)) +
         "' AND name = '" + group.key.name +
         "' AND EXISTS (SELECT 1 FROM slice e JOIN track t ON t.id = e.track_id"
         " WHERE t.kind = 'execution' AND s.start_ns >= e.start_ns"
         " AND s.start_ns + s.duration_ns <= e.start_ns + e.duration_ns)";
}

const Cause* cause(const Comparison& comparison, CauseKind kind, WorkClass work) {
  for (const Cause& cause : comparison.causes) {
    if (cause.kind == kind && cause.work == work) return &cause;
  }
  return nullptr;
}

TEST_F(ComparisonCorpus, FusingSavesInstructionsAndDma) {
  const auto all = pairs();
  ASSERT_EQ(all.size(), 3u);
  for (const Pair& pair : all) {
    const Comparison c = compare(pair);
    std::cout << "  " << pair.name << ": " << *c.total_change_ns() << " ns\n";
    for (const Cause& found : c.causes) {
      std::cout << "    " << found.change_ns << " ns: " << found.text.english() << "\n";
    }
    EXPECT_LT(*c.total_change_ns(), 0.0);
    const double sum =
        std::accumulate(c.causes.begin(), c.causes.end(), 0.0,
                        [](double s, const Cause& found) { return s + found.change_ns; });
    EXPECT_NEAR(sum, *c.total_change_ns(), 0.01) << pair.name;
    for (const WorkClass work : {WorkClass::kCompute, WorkClass::kDma}) {
      const Cause* fewer = cause(c, CauseKind::kFewer, work);
      const Cause* more = cause(c, CauseKind::kMore, work);
      ASSERT_NE(fewer, nullptr) << pair.name;
      EXPECT_LT(fewer->change_ns, 0.0);
      EXPECT_LT(fewer->change_ns + (more == nullptr ? 0.0 : more->change_ns), 0.0) << pair.name;
    }
  }
}

TEST_F(ComparisonCorpus, CountsTimesAndBytesAreThoseOfSql) {
  for (const Pair& pair : pairs()) {
    const Comparison c = compare(pair);
    std::int64_t checked = 0;
    for (const GroupDifference& group : c.groups) {
      if (group.key.work == WorkClass::kRequest) continue;
      const std::string from = from_slices(group);
      const auto check = [&](const std::shared_ptr<const Trace>& trace,
                             const analysis::GroupTotals& totals) {
        EXPECT_EQ(totals.count, sql_number(trace, "SELECT count(*)" + from)) << from;
        // SQL has whole nanoseconds.
        EXPECT_NEAR(totals.time_ns, sql_number(trace, "SELECT total(duration_ns)" + from),
                    totals.count)
            << from;
        if (!totals.bytes || group.key.work != WorkClass::kDma) return;
        EXPECT_EQ(*totals.bytes,
                  sql_number(trace,
                             "SELECT sum(value) FROM arg WHERE key = 'transfer_size' AND slice_id "
                             "IN (SELECT id" +
                                 from + ")"));
      };
      check(pair.base, group.base);
      check(pair.fused, group.now);
      ++checked;
    }
    std::cout << "  " << pair.name << ": " << checked << " groups equal by SQL\n";
    EXPECT_GT(checked, 30);
    EXPECT_LT(sql_number(pair.fused, "SELECT count(*) FROM slice WHERE kind = 'instruction'"),
              sql_number(pair.base, "SELECT count(*) FROM slice WHERE kind = 'instruction'"));
    EXPECT_LT(sql_number(pair.fused, "SELECT sum(value) FROM arg WHERE key = 'transfer_size'"),
              sql_number(pair.base, "SELECT sum(value) FROM arg WHERE key = 'transfer_size'"));
  }
}

TEST_F(ComparisonCorpus, ACaptureDoesNotDifferFromItself) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    for (const auto by : {analysis::GroupBy::kOperator, analysis::GroupBy::kInstruction}) {
      const Comparison same = compare({capture.name, trace, trace}, {.by = by});
      EXPECT_TRUE(same.no_difference()) << capture.name;
    }
  }
}

/// Lets a run through and makes the events of one opcode on one engine longer.
class Slower final : public TraceSink {
 public:
  Slower(TraceSink& to, Engine engine, std::string name, double factor)
      : to_(to), engine_(engine), name_(std::move(name)), factor_(factor) {}

  bool push(TraceBatch&& batch) override {
    for (const std::string& text : batch.strings) is_name_.push_back(text == name_);
    for (const TraceBatch::Track& track : batch.tracks) {
      of_engine_.push_back(track.engine == engine_ && track.kind == TrackKind::kEngine);
    }
    for (TraceBatch::Slice& slice : batch.slices) {
      if (!of_engine_[slice.track.index()] || !is_name_[slice.name.index()]) continue;
      if (slice.duration == kOpenDuration) {
        open_.emplace(slice.id.value, slice.start);
      } else {
        slice.duration = longer(slice.duration);
      }
    }
    for (TraceBatch::SliceEnd& end : batch.slice_ends) {
      const auto open = open_.find(end.slice.value);
      if (open != open_.end()) end.end = open->second + longer(end.end - open->second);
    }
    return to_.push(std::move(batch));
  }

 private:
  TraceTime longer(TraceTime time) const {
    return TraceTime(std::llround(static_cast<double>(time.value()) * factor_));
  }

  TraceSink& to_;
  Engine engine_;
  std::string name_;
  double factor_;
  std::vector<bool> is_name_;    // by string
  std::vector<bool> of_engine_;  // by track
  std::unordered_map<std::uint32_t, TraceTime> open_;
};

/// A capture with the events of one opcode `factor` times as long, written and read again.
std::shared_ptr<const Trace> edited(const Trace& capture, Engine engine, const std::string& name,
                                    double factor, const std::string& path) {
  TaskControl control;
  TraceBuilder builder;
  Slower slower(builder, engine, name, factor);
  PlaybackClock clock(PlaybackClock::kUnlimited);
  EXPECT_TRUE(play_trace(capture, clock, slower, control));
  const auto saved = session_file::save(*builder.finish(), path, control);
  EXPECT_TRUE(saved) << (saved ? "" : to_string(saved.error()));
  auto loaded = session_file::load(path, control);
  EXPECT_TRUE(loaded) << (loaded ? "" : to_string(loaded.error()));
  return loaded ? *loaded : nullptr;
}

TEST_F(ComparisonCorpus, AnOpcodeThatIsTwoPercentSlowerRanksFirst) {
  const TestFolder folder;
  const std::string path = folder.path() / "edited.nscope";
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_NE(trace, nullptr);
    const auto same = edited(*trace, Engine::kTensor, "MATMUL", 1.0, path);
    ASSERT_NE(same, nullptr);
    const Comparison unchanged = compare({capture.name, trace, same});
    EXPECT_TRUE(unchanged.no_difference()) << capture.name;
    double compute = 0;
    for (const GroupDifference& group : unchanged.groups) {
      if (group.key.work == WorkClass::kCompute) compute += group.base.time_ns;
    }
    std::size_t slowed = 0;
    for (const GroupDifference& group : unchanged.groups) {
      // What takes a hundredth of the engines' time.
      if (group.key.work != WorkClass::kCompute || group.base.time_ns < 0.01 * compute) continue;
      const auto slow = edited(*trace, group.key.engine, group.key.name, 1.02, path);
      ASSERT_NE(slow, nullptr);
      const Comparison c = compare({capture.name, trace, slow});
      ASSERT_FALSE(c.groups.empty());
      const GroupDifference& first = c.groups.front();
      EXPECT_EQ(first.key.name, group.key.name) << capture.name;
      EXPECT_EQ(first.key.engine, group.key.engine) << capture.name;
      EXPECT_NEAR(first.time_change() / first.base.time_ns, 0.02, 1e-3) << group.key.name;
      ++slowed;
    }
    std::cout << "  " << capture.name << ": " << slowed << " opcodes in turn\n";
    EXPECT_GE(slowed, 5u) << capture.name;
  }
}

}  // namespace
}  // namespace nscope
