#include "importers/nsight_sqlite/range_projection.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::importers::nsight {
namespace {

using Range = RangeProjection::Range;
using Stream = RangeProjection::Stream;

struct Event {
  std::uint64_t thread = 0;
  std::int64_t call = 0, stream = 0, begin = 0, end = 0;
};

/// "name stream begin end" of each projected range, sorted.
std::vector<std::string> projected(const std::vector<std::pair<std::uint64_t, Range>>& ranges,
                                   const std::vector<Event>& events) {
  RangeProjection projection;
  for (const auto& [thread, range] : ranges) projection.add_range(thread, range);
  std::uint32_t slice = 0;
  for (const Event& event : events) projection.add_call(event.thread, SliceId(slice++), event.call);
  slice = 0;
  for (const Event& event : events) {
    projection.add_work(SliceId(slice++), {.number = event.stream}, event.begin, event.end);
  }
  std::vector<std::string> lines;
  EXPECT_EQ(projection.project([&](const RangeProjection::Projected& one) {
    lines.push_back(
        fmt::format("{} {} {} {}", one.range.name.value, one.stream.number, one.begin, one.end));
    return true;
  }),
            0);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(RangeProjection, EqualsASearchOfAllPairs) {
  std::mt19937 random(7);
  const auto up_to = [&](int most) { return static_cast<std::int64_t>(random() % most); };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<std::uint64_t, Range>> ranges;
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::int64_t begin = up_to(100);
      ranges.push_back({static_cast<std::uint64_t>(up_to(2)),
                        {.begin = begin, .end = begin + up_to(60), .name = StringId(i)}});
    }
    for (int i = 0; i < 20; ++i) {
      const std::int64_t begin = up_to(1000);
      events.push_back(
          {static_cast<std::uint64_t>(up_to(2)), up_to(130), up_to(3), begin, begin + up_to(50)});
    }
    std::vector<std::string> expected;
    for (const auto& [thread, range] : ranges) {
      for (std::int64_t stream = 0; stream < 3; ++stream) {
        std::int64_t begin = std::numeric_limits<std::int64_t>::max();
        std::int64_t end = -1;
        for (const Event& event : events) {
          if (event.thread != thread || event.stream != stream || event.call < range.begin ||
              event.call > range.end) {
            continue;
          }
          begin = std::min(begin, event.begin);
          end = std::max(end, event.end);
        }
        if (end < 0) continue;
        expected.push_back(fmt::format("{} {} {} {}", range.name.value, stream, begin, end));
      }
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(projected(ranges, events), expected) << "round " << round;
  }
}

TEST(RangeProjection, ACallThatIsUnknownIsIgnored) {
  RangeProjection projection;
  projection.add_range(1, {.begin = 0, .end = 10, .name = StringId(0)});
  projection.add_call(1, SliceId(5), 3);
  projection.add_work(SliceId(4), {}, 20, 30);
  projection.add_work(SliceId(6), {}, 20, 30);
  EXPECT_EQ(projection.project([](const RangeProjection::Projected&) {
    ADD_FAILURE();
    return true;
  }),
            0);
}

TEST(RangeProjection, StopsIfTheCallerStops) {
  RangeProjection projection;
  for (int i = 0; i < 5; ++i) projection.add_range(1, {.begin = 0, .end = 10, .name = StringId(0)});
  projection.add_call(1, SliceId(0), 3);
  projection.add_work(SliceId(0), {}, 20, 30);
  int shown = 0;
  projection.project([&](const RangeProjection::Projected&) { return ++shown < 3; });
  EXPECT_EQ(shown, 3);
}

TEST(RangeProjection, LimitsStreamsAndProjectedRanges) {
  constexpr std::uint32_t kStreams = RangeProjection::kMostStreams + 50;
  constexpr std::int64_t kRanges = 1000;
  RangeProjection projection;
  for (std::int64_t i = 0; i < kRanges; ++i) {
    projection.add_range(1, {.begin = i, .end = 10'000 - i, .name = StringId(0)});
  }
  for (std::uint32_t i = 0; i < kStreams; ++i) projection.add_call(1, SliceId(i), 5'000);
  for (std::uint32_t i = 0; i < kStreams; ++i) {
    projection.add_work(SliceId(i), {.number = i}, 20'000, 20'010);
  }
  std::int64_t shown = 0;
  const std::int64_t left_out = projection.project([&](const RangeProjection::Projected&) {
    ++shown;
    return true;
  });
  EXPECT_EQ(shown, RangeProjection::kMostPerEvent * (kRanges + kStreams));
  EXPECT_EQ(left_out, kRanges * static_cast<std::int64_t>(RangeProjection::kMostStreams) - shown +
                          (kStreams - static_cast<std::int64_t>(RangeProjection::kMostStreams)));
}

}  // namespace
}  // namespace nscope::importers::nsight
