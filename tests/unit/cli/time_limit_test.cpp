#include "profiler/base/time_limit.h"

#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using namespace std::chrono_literals;

Error stopped() {
  return {.code = ErrorCode::kCancelled, .message = tr("cancelled"), .where = {}};
}

TEST(TimeLimit, CancelsWhenItHasPassed) {
  TaskControl control;
  const TimeLimit limit(control, TimeLimit::Seconds(0.001));
  while (!control.cancelled()) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(limit.has_passed());
  const Error error = limit.explained(stopped());
  EXPECT_EQ(error.code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(to_string(error),
            "stopped after the time limit of 0.001 s; raise the limit (--timeout) or reduce the "
            "work of the command");
}

TEST(TimeLimit, KeepsOtherErrors) {
  TaskControl control;
  const TimeLimit limit(control, TimeLimit::Seconds(0.001));
  while (!control.cancelled()) std::this_thread::sleep_for(1ms);
  const Error error{.code = ErrorCode::kBadInput, .message = tr("must be a number"), .where = {}};
  EXPECT_EQ(to_string(limit.explained(error)), "must be a number");
}

TEST(TimeLimit, DoesNothingIfTheWorkEndsEarlier) {
  TaskControl control;
  {
    const TimeLimit hour(control, TimeLimit::Seconds(3600));
    const TimeLimit none(control, std::nullopt);
    control.request_cancel();  // by the user
    for (const TimeLimit* limit : {&hour, &none}) {
      EXPECT_FALSE(limit->has_passed());
      EXPECT_EQ(limit->explained(stopped()).code, ErrorCode::kCancelled);
    }
  }
  TaskControl next;
  {
    const TimeLimit hour(next, TimeLimit::Seconds(3600));
  }
  EXPECT_FALSE(next.cancelled());
}

}  // namespace
}  // namespace nscope::cli
