#include "app/sweep/shard.h"

#include <map>

#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Result<Shard> shard_of(std::string_view text, const Variables& variables = {}) {
  return parse_shard(text, [&](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(Shard, CountsFromOne) {
  EXPECT_EQ(*shard_of("1/1"), (Shard{0, 1}));
  EXPECT_EQ(*shard_of("3/100"), (Shard{2, 100}));
  EXPECT_EQ(shard_of("3/100")->text(), "3/100");
}

TEST(Shard, RejectsWhatIsNotAPart) {
  for (const char* text : {"0/2", "3/2", "1", "/", "1/", "/2", "a/b", "1/2/3", "-1/2", "1/0",
                           "1/10001", " 1/2", "1/99999999999999999999", ""}) {
    const auto shard = shard_of(text);
    ASSERT_FALSE(shard) << text;
    EXPECT_EQ(shard.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(Shard, IsATaskOfASlurmArray) {
  EXPECT_EQ(*shard_of("auto", {{"SLURM_ARRAY_TASK_ID", "7"},
                               {"SLURM_ARRAY_TASK_MIN", "3"},
                               {"SLURM_ARRAY_TASK_STEP", "2"},
                               {"SLURM_ARRAY_TASK_COUNT", "5"}}),
            (Shard{2, 5}));
  EXPECT_EQ(*shard_of("auto", {{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "1"}}),
            (Shard{0, 1}));
}

TEST(Shard, RejectsASlurmArrayWithGaps) {
  const auto shard = shard_of("auto", {{"SLURM_ARRAY_TASK_ID", "70"},
                                       {"SLURM_ARRAY_TASK_MIN", "3"},
                                       {"SLURM_ARRAY_TASK_COUNT", "5"}});
  ASSERT_FALSE(shard);
  EXPECT_THAT(to_string(shard.error()), HasSubstr("I/N"));
}

TEST(Shard, IsAChildOfAnAwsBatchArray) {
  EXPECT_EQ(
      *shard_of("auto", {{"AWS_BATCH_JOB_ARRAY_INDEX", "9"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "10"}}),
      (Shard{9, 10}));
  EXPECT_FALSE(
      shard_of("auto", {{"AWS_BATCH_JOB_ARRAY_INDEX", "10"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "10"}}));
}

TEST(Shard, ExplainsThatThereIsNoArray) {
  const auto shard = shard_of("auto");
  ASSERT_FALSE(shard);
  EXPECT_THAT(to_string(shard.error()), HasSubstr("SLURM_ARRAY_TASK_ID"));
  EXPECT_THAT(to_string(shard.error()), HasSubstr("AWS_BATCH_JOB_ARRAY_INDEX"));
}

TEST(Shard, HasAFileOfItsOwn) {
  EXPECT_EQ(path_of_shard("out/results.db", {2, 100}), "out/results.0003-of-0100.db");
  EXPECT_EQ(path_of_shard("results", {0, 2}), "results.0001-of-0002");
  EXPECT_EQ(path_of_shard("results.db", {}), "results.db");
}

TEST(Shard, EveryPointBelongsToOneShard) {
  for (std::size_t point = 0; point < 50; ++point) {
    int owners = 0;
    for (std::size_t index = 0; index < 7; ++index) {
      owners += Shard{index, 7}.contains(point) ? 1 : 0;
    }
    EXPECT_EQ(owners, 1);
  }
}

}  // namespace
}  // namespace nscope::sweep
