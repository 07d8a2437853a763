#include "tests/unit/analysis/rank_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

class ServingRun : public RankRun {
 public:
  explicit ServingRun(bool with_replica = true) {
    requests_ = out().track({.name = "Requests"});
    queue_ = row(track_name::kQueue);
    prefill_ = row(track_name::kPrefill);
    decode_ = row(track_name::kDecode);
    preempted_ = row(track_name::kPreempted);
    if (!with_replica) return;
    const TrackId replica = out().track({.name = "Replica 3"});
    scheduler_ = out().track(
        {.name = track_name::kScheduler, .kind = TrackKind::kExecution, .parent = replica});
  }

  struct Times {
    std::int64_t arrival, admitted, prefilled, finished;
  };
  /// `finished` is the time at the client, 5 ns after the last token.
  void request(std::string_view name, const Times& times, std::int64_t output) {
    const SliceId slice = phase(queue_, name, times.arrival, times.admitted);
    arg(slice, key::kInputTokens, 100);
    arg(slice, key::kOutputTokens, output);
    arg(slice, key::kOutcome, "completed");
    const SliceId prefill = phase(prefill_, name, times.admitted, times.prefilled);
    out().arg(prefill, out().intern(key::kResponseTime), 5.0);
    if (output > 1) phase(decode_, name, times.prefilled, times.finished);
  }
  SliceId rejected(std::string_view name, std::int64_t arrival) {
    const SliceId slice = phase(queue_, name, arrival, arrival);
    arg(slice, key::kOutcome, "rejected");
    return slice;
  }
  void preempted(std::string_view name, std::int64_t begin, std::int64_t end) {
    phase(preempted_, name, begin, end);
  }
  void segment(std::string_view name, std::int64_t begin, std::int64_t end) {
    out().slice(scheduler_, out().intern(name), at(begin), at(end - begin));
  }

 private:
  TrackId row(std::string_view name) {
    return out().track({.name = name,
                        .kind = TrackKind::kRequest,
                        .parent = requests_,
                        .slice_kind = SliceKind::kRequest});
  }
  SliceId phase(TrackId track, std::string_view name, std::int64_t begin, std::int64_t end) {
    const SliceId slice = out().slice(track, out().intern(name), at(begin), at(end - begin));
    arg(slice, key::kReplica, 3);
    return slice;
  }

  TrackId requests_, queue_, prefill_, decode_, preempted_, scheduler_;
};

void two_requests(ServingRun& run) {
  run.request("a", {0, 10, 30, 235}, 11);
  run.segment("prefill", 10, 30);
  run.segment("prefill", 50, 70);    // of another request
  run.segment("prefill", 110, 125);  // of this request, which lost its cache
  run.preempted("a", 100, 140);
  run.request("b", {40, 50, 70, 0}, 1);
}

double number(const Table& table, std::size_t row, std::string_view column) {
  const Cell value = cell(table, row, column);
  EXPECT_TRUE(std::holds_alternative<double>(value)) << column;
  return std::holds_alternative<double>(value) ? std::get<double>(value) : -1.0;
}

TEST(SlowRequests, ComponentsAddUp) {
  ServingRun run;
  two_requests(run);
  const Table table = run.analyze("slow-requests");
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(text(table, 0, "request"), "a");
  EXPECT_EQ(number(table, 0, "e2e_ns"), 235.0);
  EXPECT_EQ(number(table, 0, "queue_ns"), 10.0);
  EXPECT_EQ(number(table, 0, "prefill_ns"), 20.0);
  EXPECT_EQ(number(table, 0, "response_ns"), 5.0);
  EXPECT_EQ(number(table, 0, "preempted_ns"), 40.0);
  EXPECT_EQ(number(table, 0, "blocked_ns"), 20.0);
  EXPECT_EQ(number(table, 0, "decode_ns"), 140.0);
  EXPECT_EQ(number(table, 0, "ttft_ns"), 35.0);
  EXPECT_EQ(number(table, 0, "tpot_ns"), 20.0);
  EXPECT_EQ(text(table, 0, "most"), "decode");
  EXPECT_EQ(number(table, 0, "most_share"), 140.0 / 235.0);
  // A single token: no time between tokens.
  EXPECT_EQ(number(table, 1, "e2e_ns"), 35.0);
  EXPECT_EQ(number(table, 1, "ttft_ns"), 35.0);
  EXPECT_EQ(text(table, 1, "tpot_ns"), "n/a");
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    double sum = 0.0;
    for (const std::string_view part :
         {"queue_ns", "prefill_ns", "decode_ns", "blocked_ns", "preempted_ns", "response_ns"}) {
      sum += number(table, row, part);
    }
    EXPECT_EQ(sum, number(table, row, "e2e_ns"));
  }
  EXPECT_TRUE(table.notes().empty());
  const Table first = run.analyze("slow-requests", {{"rows", 1.0}, {"by", 1.0}});
  ASSERT_EQ(first.row_count(), 1u);
  EXPECT_TRUE(has_note(first, "1 faster request is not listed"));
}

TEST(ServingLatency, HasPercentilesAndShares) {
  ServingRun run;
  two_requests(run);
  const Table table = run.analyze("serving-latency");
  ASSERT_EQ(table.row_count(), 9u);
  EXPECT_EQ(text(table, 2, "time"), "e2e");
  EXPECT_EQ(cell(table, 2, "requests"), Cell(std::int64_t{2}));
  EXPECT_EQ(number(table, 2, "mean_ns"), 135.0);
  EXPECT_EQ(number(table, 2, "p50_ns"), 135.0);
  EXPECT_EQ(number(table, 2, "p90_ns"), 35.0 + 0.9 * 200.0);
  EXPECT_EQ(number(table, 2, "longest_ns"), 235.0);
  EXPECT_EQ(text(table, 1, "time"), "tpot");
  EXPECT_EQ(cell(table, 1, "requests"), Cell(std::int64_t{1}));
  double shares = 0.0;
  for (std::size_t row = 3; row < 9; ++row) shares += number(table, row, "share");
  EXPECT_DOUBLE_EQ(shares, 1.0);
  EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 0, "share")));
}

TEST(ServingLatency, ExcludesRequestsThatAreNotCompleted) {
  ServingRun run(false);
  run.request("a", {0, 10, 30, 100}, 5);
  run.rejected("b", 20);
  run.request("late", {500, 510, 530, 700}, 5);
  const SummaryOptions scope{.range = std::pair(run.at(0), run.at(400)), .core = {}};
  const Table table = run.analyze("serving-latency", {}, scope);
  EXPECT_EQ(cell(table, 2, "requests"), Cell(std::int64_t{1}));
  EXPECT_TRUE(has_note(table, "1 of 2 requests is excluded"));
  // The activity of the replica between the tokens is unknown.
  EXPECT_EQ(text(table, 6, "time"), "blocked");
  EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 6, "mean_ns")));
  EXPECT_EQ(number(table, 5, "mean_ns"), 65.0);

  RankRun none;
  none.execution(0, 10);
  const Table empty = none.analyze("serving-latency");
  EXPECT_EQ(empty.row_count(), 0u);
  EXPECT_TRUE(has_note(empty, "No requests"));
}

}  // namespace
}  // namespace nscope::analysis
