#include "app/batch/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::batch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

Plan three_steps() {
  Plan plan{.file = "plan.json",
            .folder = "/f",
            .inputs = {"a/x.json", "b/x.json", "c/y.json"},
            .output = "out",
            .steps = {}};
  plan.steps.push_back({.name = "import",
                        .command = {"import", "{input}", "-o", "{output}"},
                        .output = "{stem}.nscope",
                        .for_each_input = true});
  plan.steps.push_back({.name = "summary",
                        .command = {"summary", "{import}", "--note={stem}"},
                        .output = "{stem}.json",
                        .for_each_input = true});
  plan.steps.push_back({.name = "gate", .command = {"gate", "{summary}", "--rules", "r.json"}});
  plan.steps.push_back({.name = "last", .command = {"export", "{input}"}, .for_each_input = true});
  return plan;
}

TEST(Tasks, TellInputsOfOneNameApart) {
  const auto tasks = *make_tasks(three_steps());
  ASSERT_EQ(tasks.size(), 10u);
  EXPECT_EQ(tasks[0].output, "out/a_x.json.nscope");
  EXPECT_EQ(tasks[1].output, "out/b_x.json.nscope");
  EXPECT_EQ(tasks[2].output, "out/y.nscope");
  EXPECT_EQ(tasks[2].name, "import c/y.json");
  EXPECT_EQ(tasks[6].name, "gate");
}

TEST(Tasks, WaitForWhatTheyNameAndForStepsThatRunOnce) {
  const auto tasks = *make_tasks(three_steps());
  EXPECT_THAT(tasks[1].waits_for, IsEmpty());
  EXPECT_THAT(tasks[4].needs, ElementsAre(1));
  EXPECT_FALSE(tasks[4].needs_any);
  EXPECT_THAT(tasks[6].waits_for, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(tasks[6].needs, ElementsAre(3, 4, 5));
  EXPECT_TRUE(tasks[6].needs_any);
  EXPECT_THAT(tasks[8].waits_for, ElementsAre(6));
  EXPECT_THAT(tasks[8].needs, IsEmpty());
}

TEST(Tasks, CommandsTakeOutputsThatWereMade) {
  const Plan plan = three_steps();
  const auto tasks = *make_tasks(plan);
  std::vector<bool> succeeded(tasks.size(), true);
  EXPECT_THAT(command_of(plan, tasks, 0, succeeded),
              ElementsAre("import", "a/x.json", "-o", "out/a_x.json.nscope"));
  EXPECT_THAT(command_of(plan, tasks, 4, succeeded),
              ElementsAre("summary", "out/b_x.json.nscope", "--note=b_x.json"));
  succeeded[4] = false;
  EXPECT_THAT(command_of(plan, tasks, 6, succeeded),
              ElementsAre("gate", "out/a_x.json.json", "out/y.json", "--rules", "r.json"));
  EXPECT_FALSE(captures_output(plan.steps[0]));
  EXPECT_TRUE(captures_output(plan.steps[1]));
  EXPECT_FALSE(captures_output(plan.steps[2]));
}

TEST(Tasks, ValuesAreNotReadAgainForNames) {
  Plan plan = three_steps();
  plan.inputs = {"{stem}.json"};
  const auto tasks = *make_tasks(plan);
  EXPECT_EQ(command_of(plan, tasks, 0, std::vector<bool>(tasks.size()))[1], "{stem}.json");
}

TEST(Tasks, RefuseOutputsThatCollide) {
  Plan plan = three_steps();
  plan.steps[1].output = "all.json";
  const auto tasks = make_tasks(plan);
  ASSERT_FALSE(tasks);
  EXPECT_THAT(
      tasks.error().message.english(),
      StartsWith(
          "'summary a/x.json' and 'summary b/x.json' would write the same output out/all.json"));
  plan = three_steps();
  plan.inputs = {"out/y.nscope"};
  EXPECT_FALSE(make_tasks(plan));
}

}  // namespace
}  // namespace nscope::batch
