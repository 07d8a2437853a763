// Damaged and hostile profiles of XLA.
#include "tests/support/gpu_run.h"
#include "tests/support/xplane_writer.h"
#include "tests/unit/importers_gpu/read_gpu.h"

#include <cstdio>
#include <random>

#include <gmock/gmock.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

TEST(XPlaneDamage, EveryTruncationGivesATraceOrAnError) {
  const std::string whole = xplane(gpu_run());
  const auto complete = must(read_space(whole));
  ASSERT_TRUE(complete);
  std::size_t opened = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto trace = read_space(std::string_view(whole).substr(0, size));
    if (trace) {
      ++opened;
      EXPECT_LE((*trace)->slice_count(), complete->slice_count()) << size;
    } else {
      EXPECT_EQ(trace.error().code, ErrorCode::kBadInput) << size;
      EXPECT_TRUE(trace.error().where.english().starts_with("host.xplane.pb")) << size;
    }
  }
  EXPECT_GT(opened, whole.size() / 2);
}

TEST(XPlaneDamage, ATruncatedProfileKeepsItsEventsAndSaysWhereItEnds) {
  const std::string whole = xplane(gpu_run());
  const auto trace = must(read_space(std::string_view(whole).substr(0, whole.size() / 2)));
  ASSERT_TRUE(trace);
  EXPECT_GT(trace->slice_count(), 10u);
  EXPECT_EQ(count_of(*trace, "cut_off"), 1);
  for (const Diagnostic& note : trace->diagnostics()) {
    if (note.code != "cut_off") continue;
    // The start of the event that is incomplete.
    std::size_t at = 0;
    ASSERT_EQ(std::sscanf(note.example.english().c_str(),
                          "the data is damaged or truncated at byte %zu", &at),
              1);
    EXPECT_LT(at, whole.size() / 2);
    EXPECT_GT(at, whole.size() / 2 - 100);
  }
}

TEST(XPlaneDamage, RandomDamageGivesATraceOrAnError) {
  const std::string whole = xplane(gpu_run());
  std::mt19937 random(11);
  int opened = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = whole;
    const int changes = 1 + static_cast<int>(random() % 12);
    for (int i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (read_space(bytes)) ++opened;
  }
  EXPECT_GT(opened, 1000);
}

TEST(XPlaneDamage, NumbersWithoutNamesAndStrangeTimesAreCounted) {
  MessageWriter line;
  line.number(1, 1).text(2, "XLA Ops").number(3, 1000);
  const auto event = [&](std::uint64_t metadata, std::uint64_t offset, std::uint64_t duration) {
    line.message(4, MessageWriter().number(1, metadata).number(2, offset).number(3, duration));
  };
  event(40, 5, 6);
  event(40, 15, ~std::uint64_t{0});                               // -1
  event(40, std::uint64_t{1} << 62, 1);                           // out of range
  line.message(4, MessageWriter().number(1, 40).number(5, 100));  // a total
  line.message(4, MessageWriter().number(1, 40).number(2, 50).message(
                      4, MessageWriter().number(1, 9).number(4, 3)));  // unknown property
  MessageWriter plane;
  plane.text(2, "/device:TPU:0").message(3, line);
  const auto trace = must(read_space(MessageWriter().message(1, plane).bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "XLA Ops"), "event 40 @5+6/0\nevent 40 @15+0/0\nevent 40 @50+0/0\n");
  EXPECT_EQ(count_of(*trace, "missing_event_name"), 1);
  EXPECT_EQ(count_of(*trace, "negative_duration"), 1);
  EXPECT_EQ(count_of(*trace, "time_out_of_range"), 1);
  EXPECT_EQ(count_of(*trace, "total_not_read"), 1);
  EXPECT_EQ(count_of(*trace, "missing_property_name"), 1);
}

TEST(XPlaneDamage, SharedPropertiesCannotMultiplyWithoutLimit) {
  // 60 shared properties for each of 100,000 events of a few bytes.
  XPlaneRow plane{.name = "/device:TPU:0"};
  XStats shared;
  for (int i = 0; i < 60; ++i) shared.emplace_back(fmt::format("p{}", i), std::int64_t{i});
  plane.shared = {{"op", shared}};
  XLineRow line{.id = 1, .name = "XLA Ops", .timestamp_ns = 1};
  for (int i = 0; i < 100'000; ++i) line.events.push_back({"op", i, 1});
  plane.lines = {line};
  const std::string bytes = XSpaceWriter().plane(plane).bytes();
  const auto trace = must(read_space(bytes));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 100'000u);
  EXPECT_GT(count_of(*trace, "shared_properties_left_out"), 50'000);
}

TEST(XPlaneDamage, ErrorsOfTheProfilerAreShown) {
  const auto trace = must(read_space(
      XSpaceWriter()
          .plane({.name = "/host:CPU",
                  .lines = {{.id = 1, .name = "main", .timestamp_ns = 1, .events = {{"a", 0, 1}}}}})
          .error("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES")
          .bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(count_of(*trace, "profiler_error"), 1);
}

TEST(XPlaneDamage, ProfilesWithoutEventsAndOtherFilesAreErrors) {
  const auto empty = read_space(XSpaceWriter().plane({.name = "/host:CPU"}).bytes());
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message.english(), HasSubstr("no events"));
  const auto other = read_space("hello");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().where.english(), "host.xplane.pb");
  EXPECT_FALSE(sniff_xplane(text_file("")));
}

}  // namespace
}  // namespace nscope::importers
