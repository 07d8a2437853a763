#include "app/batch/plan.h"

#include "tests/unit/batch/batch_folder.h"

#include <gmock/gmock.h>

namespace nscope::batch {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

class PlanTest : public BatchFolder {
 protected:
  /// The message about a plan with one step of these members.
  std::string message(const std::string& step, const std::string& more = "") const {
    const auto read =
        plan(R"("inputs": ["*.json"], "output": "out", )" + more + R"("steps": [{)" + step + "}]");
    return read ? "accepted" : to_string(read.error());
  }
};

TEST_F(PlanTest, ReadsLimitsStepsAndFindsInputs) {
  write("runs/b.json", "");
  write("runs/a.json", "");
  write("runs/-c.json", "");
  const auto read = plan(
      R"("inputs": ["runs/*.json", "runs/a*"], "output": "out", "jobs": 3, "cores": 2,
         "memory": "2 GiB", "stop_on_failure": true,
         "steps": [{"name": "import", "command": ["import", "{input}", "-o", "{output}"],
                    "output": "{stem}.nscope", "memory": "512 MiB", "timeout": 60},
                   {"name": "gate", "command": ["gate", "{import}"]}])");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_THAT(read->inputs, ElementsAre("runs/-c.json", "runs/a.json", "runs/b.json"));
  EXPECT_EQ(read->jobs, 3u);
  EXPECT_EQ(read->cores, 2u);
  EXPECT_EQ(read->memory, std::uint64_t{2} << 30);
  EXPECT_TRUE(read->stop_on_failure);
  EXPECT_EQ(read->steps[0].memory, std::uint64_t{512} << 20);
  EXPECT_EQ(read->steps[0].timeout, 60);
  EXPECT_TRUE(read->steps[0].for_each_input);
  EXPECT_FALSE(read->steps[1].for_each_input);
}

TEST_F(PlanTest, NamesThatLookLikeOptionsAreMadePaths) {
  write("-a.json", "");
  const auto read = plan(R"("inputs": ["*a.json"], "output": "out",
                            "steps": [{"name": "s", "command": ["summary", "{input}"]}])");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_THAT(read->inputs, ElementsAre("./-a.json"));
}

TEST_F(PlanTest, RefusesWhatCannotRun) {
  write("a.json", "");
  EXPECT_THAT(message(R"("name": "s", "command": ["sumary", "{input}"])"),
              EndsWith("unknown command 'sumary'; did you mean 'summary'?"));
  EXPECT_THAT(message(R"("name": "s", "command": [])"),
              EndsWith("must contain an nscope command and its arguments"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary", "{inputt}"])"),
              HasSubstr("{inputt} is neither an earlier step nor"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary", "{output}"])"),
              HasSubstr("/steps/0/output: is required"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "output": "../x")"),
              EndsWith("must be a file in the output folder of the plan"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "output": "/x")"),
              EndsWith("must be a file in the output folder of the plan"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "output": ".batch/x")"),
              EndsWith("must be a file in the output folder of the plan"));
  EXPECT_THAT(message(R"("name": "input", "command": ["summary"])"), EndsWith("is reserved"));
  EXPECT_THAT(message(R"("name": "A b", "command": ["summary"])"),
              EndsWith("must consist of a-z, 0-9, _ and -"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "timeout": 0)"),
              HasSubstr("/steps/0/timeout: must be greater than 0 s"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "memory": "2 GiB")",
                      R"("memory": "1 GiB", )"),
              EndsWith("/steps/0/memory: exceeds the memory of the plan"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "memory": "much")"),
              HasSubstr("must be an amount of memory"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"])", R"("jobs": 0, )"),
              EndsWith("/jobs: must be between 1 and 1,000"));
  EXPECT_THAT(message(R"("name": "s", "command": ["summary"], "each": 1)"),
              HasSubstr("/steps/0/each: unknown key; the known keys are"));
  EXPECT_EQ(message(R"("name": "s", "command": ["summary", "{input}"])"), "accepted");
}

TEST_F(PlanTest, ReferencesMustNameOutputsAndListsStandAlone) {
  write("a.json", "");
  const auto second = [&](const std::string& first, const std::string& words) {
    const auto read = plan(R"("inputs": ["a.json"], "output": "out", "steps": [)" + first +
                           R"(, {"name": "t", "command": ["gate", )" + words + "]}]");
    return read ? "accepted" : to_string(read.error());
  };
  const std::string silent = R"({"name": "s", "command": ["summary", "{input}"]})";
  const std::string writes =
      R"({"name": "s", "command": ["summary", "{input}"], "output": "{stem}"})";
  EXPECT_THAT(second(silent, R"("{s}")"), EndsWith("{s} refers to a step without output"));
  EXPECT_THAT(second(writes, R"("--x={s}")"), HasSubstr("{s} is a list in this step"));
  EXPECT_EQ(second(writes, R"("{s}")"), "accepted");
  EXPECT_EQ(second(writes, R"("{stem}={s}")"), "accepted");
}

TEST_F(PlanTest, NeedsInputsThatAreThere) {
  const std::string steps = R"("steps": [{"name": "s", "command": ["summary", "{input}"]}])";
  EXPECT_THAT(to_string(plan(R"("inputs": ["*.ntff"], "output": "o", )" + steps).error()),
              EndsWith("/inputs: no file matches '*.ntff'"));
  EXPECT_THAT(to_string(plan(R"("output": "o", )" + steps).error()),
              HasSubstr("/inputs: is required"));
  EXPECT_EQ(read_plan("/no/such/plan.json", kCommands).error().code, ErrorCode::kNotFound);
}

TEST(NamesInBraces, AreTheNamesInBraces) {
  EXPECT_THAT(names_in_braces("{a}-{b}.x"), ElementsAre("a", "b"));
  EXPECT_THAT(names_in_braces("no{ne"), ElementsAre());
  EXPECT_THAT(names_in_braces("{\"a\": {b}} {}"), ElementsAre("b"));
}

}  // namespace
}  // namespace nscope::batch
