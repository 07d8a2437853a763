#include "app/sweep/run_sweep.h"

#include "tests/support/temporary_folder.h"
#include "tests/unit/sweep/example_sweep.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::HasSubstr;

constexpr const char* kGrid =
    R"("vary": [{"member": "/a", "from": 1, "to": 50, "count": 50, "integer": true},
                {"member": "/b", "values": [1, 2, 3, 4, 5]}])";

class RunSweep : public testing::Test {
 protected:
  Result<SweepRun> run(const std::string& members = kGrid, const Shard& shard = {},
                       const Evaluate& evaluate = evaluate_example) {
    const Spec spec = valid_spec(members);
    return run_sweep(spec, valid_points(spec), shard, identity_of(spec, {.version = "1"}), path_,
                     evaluate, *control_);
  }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  bool unfinished() const { return std::filesystem::exists(path_ + ".points"); }

  TestFolder folder_;
  std::string path_ = (folder_.path() / "results.db").string();
  std::optional<TaskControl> control_{std::in_place};
};

TEST_F(RunSweep, EvaluatesEveryPoint) {
  const auto done = run();
  ASSERT_TRUE(done) << to_string(done.error());
  EXPECT_EQ(done->results.rows.size(), 250u);
  EXPECT_EQ(done->results.count(Outcome::kRejected), 50u);
  EXPECT_EQ(done->results.count(Outcome::kFailed), 50u);
  EXPECT_EQ(done->results.rows[2].reason, "needs 12 GiB");
  EXPECT_FALSE(unfinished());
  const auto loaded = load_results(path_);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->rows.size(), 250u);
}

TEST_F(RunSweep, ACompleteFileIsNotEvaluatedAgain) {
  ASSERT_TRUE(run());
  const std::string before = bytes();
  int calls = 0;
  const auto again = run(kGrid, {}, [&](const Json& document) {
    ++calls;
    return evaluate_example(document);
  });
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->up_to_date);
  EXPECT_EQ(again->results.rows.size(), 250u);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(bytes(), before);
}

TEST_F(RunSweep, ContinuesAfterItWasStoppedAndEndsWithTheSameBytes) {
  ASSERT_TRUE(run());
  const std::string expected = bytes();
  std::filesystem::remove(path_);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> calls = 0;
    control_.emplace();
    const auto stopped = run(kGrid, {}, [&](const Json& document) {
      if (++calls == 15) control_->request_cancel();
      return evaluate_example(document);
    });
    if (stopped) break;
    EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
    EXPECT_TRUE(unfinished());
    // As after a crash, the last line is incomplete.
    const auto size = std::filesystem::file_size(path_ + ".points");
    std::filesystem::resize_file(path_ + ".points", size - 3);
  }
  EXPECT_EQ(bytes(), expected);
}

TEST_F(RunSweep, CountsWhatAnEarlierRunEvaluated) {
  std::atomic<int> calls = 0;
  ASSERT_FALSE(run(kGrid, {}, [&](const Json& document) {
    if (++calls == 40) control_->request_cancel();
    return evaluate_example(document);
  }));
  control_.emplace();
  calls = 0;
  const auto done = run(kGrid, {}, [&](const Json& document) {
    ++calls;
    return evaluate_example(document);
  });
  ASSERT_TRUE(done);
  EXPECT_GT(done->resumed, 0u);
  EXPECT_EQ(done->resumed + static_cast<std::size_t>(calls), 250u);
}

TEST_F(RunSweep, DoesNotReplaceResultsOfAnotherSweep) {
  ASSERT_TRUE(run());
  const std::string before = bytes();
  const auto other = run(R"("vary": [{"member": "/a", "values": [1]}])");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(to_string(other.error()), HasSubstr("another sweep"));
  EXPECT_EQ(bytes(), before);
  std::ofstream(path_, std::ios::binary) << "my notes";
  EXPECT_FALSE(run());
  EXPECT_EQ(bytes(), "my notes");
}

TEST_F(RunSweep, OnlyOneProcessEvaluatesAShard) {
  Result<SweepRun> second = fail(ErrorCode::kInternal, Text());
  std::atomic<bool> tried = false;
  ASSERT_TRUE(run(kGrid, {}, [&](const Json& document) {
    if (!tried.exchange(true)) {
      TaskControl control;
      const Spec spec = valid_spec(kGrid);
      second = run_sweep(spec, valid_points(spec), {}, identity_of(spec, {.version = "1"}), path_,
                         evaluate_example, control);
    }
    return evaluate_example(document);
  }));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kInfeasible);
}

TEST_F(RunSweep, StopsIfTheDocumentItselfIsNotValid) {
  int calls = 0;
  const auto done = run(kGrid, {}, [&](const Json&) -> Result<PointResult> {
    ++calls;
    return fail(ErrorCode::kBadInput, tr("unknown key"), "/modle");
  });
  ASSERT_FALSE(done);
  EXPECT_THAT(to_string(done.error()), HasSubstr("/modle"));
  EXPECT_LT(calls, 250);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(RunSweep, ReportsAFullDisk) {
  std::filesystem::create_symlink("/dev/full", path_ + ".points");
  const auto done = run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kIo);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(RunSweep, ReportsAFolderThatDoesNotExist) {
  path_ = (folder_.path() / "absent/results.db").string();
  const auto done = run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace nscope::sweep
