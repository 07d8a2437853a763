#include "app/cli/options/input_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using testing::HasSubstr;

const std::string kRun = NSCOPE_SOURCE_DIR "/tests/golden/fixtures/tiny_trace.json";

InputOptions input_of(std::string file) {
  InputOptions options;
  options.file = std::move(file);
  return options;
}

class LinkedInputTest : public testing::Test {
 protected:
  Result<LinkedInput> open(const std::string& place) {
    return open_linked_input(input_of(kRun + place), control_);
  }
  TaskControl control_;
};

TEST_F(LinkedInputTest, ALinkStatesTheRange) {
  const auto input = open("#t=1us-3us&range=1us-2us&event=0");
  ASSERT_TRUE(input) << to_string(input.error());
  const auto range = range_of("", *input);
  ASSERT_TRUE(range && *range);
  EXPECT_EQ((*range)->first, input->trace->from_ns(1'000));
  EXPECT_EQ((*range)->second, input->trace->from_ns(2'000)) << "the selected time is narrower";
  EXPECT_EQ(input->place.event, SliceId(0));
}

TEST_F(LinkedInputTest, AFileWithoutAPlaceIsTheWholeRun) {
  const auto input = open("");
  ASSERT_TRUE(input);
  const auto whole = range_of("", *input);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(*whole);
  const auto stated = range_of("1us:2us", *input);
  ASSERT_TRUE(stated && *stated);
  EXPECT_TRUE(unused_parts(input->place, {}).empty());
}

TEST_F(LinkedInputTest, SaysWhatItDoesNotUse) {
  const auto input = open("#t=1us-3us&event=0");
  ASSERT_TRUE(input);
  EXPECT_EQ(unused_parts(input->place, {}).english(),
            "Of the link, this command does not use the event.");
  EXPECT_TRUE(unused_parts(input->place, {.event = true}).empty());
  const auto twice = range_of("1us:2us", *input);
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().message.english(), HasSubstr("leave out one of them"));
}

TEST_F(LinkedInputTest, NamesTheLinkOfAWrongPlace) {
  for (const char* place : {"#t=3us-1us", "#event=999999", "#track=none", "#x"}) {
    const auto input = open(place);
    ASSERT_FALSE(input) << place;
    EXPECT_EQ(input.error().code, ErrorCode::kInvalidArgument) << place;
    EXPECT_THAT(input.error().where.english(), HasSubstr(place));
  }
}

TEST_F(LinkedInputTest, OtherCommandsRefuseAPlace) {
  const auto trace = open_input(input_of(kRun + "#t=1us-2us"), control_);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("leave out '#t=1us-2us'"));
  const auto missing = open_input(input_of("absent.json#t=1us-2us"), control_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nscope::cli
