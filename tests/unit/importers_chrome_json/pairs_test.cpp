// Begin and end events at equal times, out of order, with lost partners, and beside complete
// events.
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

struct PairEvent {
  char phase = 'B';
  std::string name;
  double time = 0;  ///< microseconds
};

/// A document of these events of one thread; an event without a name has none in the file.
std::string pair_events(const std::vector<PairEvent>& events) {
  std::string list;
  for (const PairEvent& event : events) {
    if (!list.empty()) list += ',';
    list += fmt::format(R"({{"ph":"{}","pid":1,"tid":1,"ts":{})", event.phase, event.time);
    if (!event.name.empty()) list += fmt::format(R"(,"name":"{}")", event.name);
    list += '}';
  }
  return document(list);
}

struct PairResult {
  std::string slices;
  std::string problems;
};

PairResult paired(const std::string& text) {
  const auto trace = read_trace(text);
  EXPECT_TRUE(trace) << to_string(trace.error());
  if (!trace) return {};
  PairResult result{slices_of(**trace, "thread 1"), {}};
  for (const Diagnostic& diagnostic : (*trace)->diagnostics()) {
    result.problems += fmt::format("{}:{} ", diagnostic.code, diagnostic.count);
  }
  return result;
}

PairResult paired(const std::vector<PairEvent>& events) {
  return paired(pair_events(events));
}

TEST(ChromePairs, AnOuterEndMayPrecedeAnInnerEndOfTheSameTime) {
  const auto result = paired({{'B', "a", 0},
                              {'B', "b", 1},
                              {'B', "a", 2},
                              {'E', "b", 10},
                              {'E', "a", 10},
                              {'E', "a", 100}});
  EXPECT_EQ(result.slices, "a @0+100000/0\nb @1000+9000/1\na @2000+8000/2\n");
  EXPECT_EQ(result.problems, "");
}

TEST(ChromePairs, AllEndsOfATimeMayBeReversed) {
  const auto result = paired({{'B', "a", 0},
                              {'B', "b", 1},
                              {'B', "c", 2},
                              {'E', "a", 10},
                              {'E', "b", 10},
                              {'E', "c", 10},
                              {'B', "d", 10},
                              {'E', "d", 12}});
  EXPECT_EQ(result.slices, "a @0+10000/0\nb @1000+9000/1\nc @2000+8000/2\nd @10000+2000/0\n");
  EXPECT_EQ(result.problems, "");
}

TEST(ChromePairs, ABeginMayPrecedeTheEndOfTheSliceBeforeIt) {
  const auto named = paired({{'B', "a", 0}, {'B', "b", 10}, {'E', "a", 10}, {'E', "b", 20}});
  EXPECT_EQ(named.slices, "a @0+10000/0\nb @10000+10000/0\n");
  EXPECT_EQ(named.problems, "");
  const auto unnamed = paired({{'B', "a", 0}, {'B', "b", 10}, {'E', "a", 10}, {'E', "", 20}});
  EXPECT_EQ(unnamed.slices, named.slices);
  EXPECT_EQ(unnamed.problems, "");
}

TEST(ChromePairs, AnEmptySliceMayEndBeforeItsBegin) {
  const auto result = paired({{'B', "a", 0}, {'E', "b", 5}, {'B', "b", 5}, {'E', "a", 9}});
  EXPECT_EQ(result.slices, "a @0+9000/0\nb @5000+0/1\n");
  EXPECT_EQ(result.problems, "");
}

TEST(ChromePairs, EventsNeedNotBeInTheOrderOfTime) {
  const std::string text = document(R"(
    {"ph":"E","name":"a","pid":1,"tid":1,"ts":9},
    {"ph":"B","name":"a","pid":1,"tid":1,"ts":0},
    {"ph":"E","name":"b","pid":1,"tid":1,"ts":25},
    {"ph":"B","name":"b","pid":1,"tid":1,"ts":20},
    {"ph":"X","name":"rest","pid":1,"tid":1,"ts":90,"dur":10})");
  const auto result = paired(text);
  EXPECT_EQ(result.slices, "a @0+9000/0\nb @20000+5000/0\nrest @90000+10000/0\n");
  EXPECT_EQ(result.problems, "");
}

TEST(ChromePairs, AFileMayBeReversedOrHaveNoNamesOfEnds) {
  const std::vector<PairEvent> events{{'B', "a", 0}, {'B', "b", 1}, {'E', "", 4}, {'B', "b", 5},
                                      {'B', "c", 6}, {'E', "", 7},  {'E', "", 8}, {'E', "", 20}};
  const std::string expected = "a @0+20000/0\nb @1000+3000/1\nb @5000+3000/1\nc @6000+1000/2\n";
  EXPECT_EQ(paired(events).slices, expected);
  const std::vector<PairEvent> reversed(events.rbegin(), events.rend());
  const auto result = paired(reversed);
  EXPECT_EQ(result.slices, expected);
  EXPECT_EQ(result.problems, "");
}

TEST(ChromePairs, CompleteEventsOfTheThreadAreNotClosedByEnds) {
  const std::string text = document(R"(
    {"ph":"B","name":"a","pid":1,"tid":1,"ts":0},
    {"ph":"X","name":"x","pid":1,"tid":1,"ts":2,"dur":3},
    {"ph":"E","name":"x","pid":1,"tid":1,"ts":8},
    {"ph":"X","name":"a","pid":1,"tid":1,"ts":20,"dur":1},
    {"ph":"E","pid":1,"tid":1,"ts":30,"args":{"late":1}})");
  const auto result = paired(text);
  // No open slice is called x, so the end closes the innermost one.
  EXPECT_EQ(result.slices, "a @0+8000/0\nx @2000+3000/1\na @20000+1000/0\n");
  EXPECT_EQ(result.problems, "end_of_another_name:1 end_without_begin:1 ");
}

TEST(ChromePairs, LostEndsAreClosedWithTheSliceAroundThem) {
  const auto result = paired({{'B', "a", 0},
                              {'B', "lost", 1},
                              {'B', "lost", 2},
                              {'E', "a", 5},
                              {'B', "lost", 6},
                              {'E', "lost", 7}});
  EXPECT_EQ(result.slices,
            "a @0+5000/0\nlost @1000+4000/1\nlost @2000+3000/2\nlost @6000+1000/0\n");
  EXPECT_EQ(result.problems, "begin_without_end:2 ");
}

TEST(ChromePairs, SlicesOfOneThreadMayCrossEachOther) {
  const auto result = paired({{'B', "a", 0}, {'B', "b", 1}, {'E', "a", 5}, {'E', "b", 7}});
  EXPECT_NE(result.slices.find("a @0+5000"), std::string::npos) << result.slices;
  EXPECT_NE(result.slices.find("b @1000+6000"), std::string::npos) << result.slices;
}

TEST(ChromePairs, PropertiesOfEndsFollowTheirSlices) {
  const std::string text = document(R"(
    {"ph":"E","name":"b","pid":1,"tid":1,"ts":10,"args":{"of":"b"}},
    {"ph":"B","name":"b","pid":1,"tid":1,"ts":1},
    {"ph":"E","name":"a","pid":1,"tid":1,"ts":10,"args":{"of":"a"}},
    {"ph":"B","name":"a","pid":1,"tid":1,"ts":0,"args":{"n":1}})");
  EXPECT_EQ(paired(text).slices, "a @0+10000/0 n=1 of='a'\nb @1000+9000/1 of='b'\n");
}

/// A document of `count` times each part, with times that increase by a microsecond.
template <class Part>
std::string many(std::size_t count, const std::vector<Part>& parts) {
  std::string list;
  for (const Part& part : parts) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!list.empty()) list += ',';
      list += part(i, count);
    }
  }
  return document(list);
}

// Each of these took quadratic time with a search from the innermost slice outwards.
TEST(ChromePairs, TakeLinearTimeInHostileFiles) {
  constexpr std::size_t kCount = 50'000;
  using Part = std::string (*)(std::size_t, std::size_t);
  const Part begins = [](std::size_t i, std::size_t) {
    return fmt::format(R"({{"ph":"B","name":"n{}","tid":1,"ts":{}}})", i, i);
  };
  const Part outermost_first = [](std::size_t i, std::size_t count) {
    return fmt::format(R"({{"ph":"E","name":"n{}","tid":1,"ts":{}}})", i, count);
  };
  const Part unknown_ends = [](std::size_t i, std::size_t count) {
    return fmt::format(R"({{"ph":"E","name":"u{}","tid":1,"ts":{}}})", i, count);
  };
  const Part begins_at_the_end = [](std::size_t i, std::size_t count) {
    return fmt::format(R"({{"ph":"B","name":"m{}","tid":1,"ts":{}}})", i, count);
  };
  const Part innermost_first = [](std::size_t i, std::size_t count) {
    return fmt::format(R"({{"ph":"E","name":"n{}","tid":1,"ts":{}}})", count - 1 - i, count);
  };
  for (const auto& parts :
       {std::vector<Part>{begins, outermost_first}, std::vector<Part>{begins, unknown_ends},
        std::vector<Part>{begins, begins_at_the_end, innermost_first},
        std::vector<Part>{begins_at_the_end, begins, outermost_first}}) {
    const auto trace = read_trace(many(kCount, parts));
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->slice_count() % kCount, 0u);
    EXPECT_EQ(count_of(**trace, "end_without_begin"), 0);
  }
}

// More events than are kept, in an order that is nearly that of time.
TEST(ChromePairs, LargeFilesArePairedInParts) {
  constexpr int kSlices = 1'060'000;
  std::string list;
  for (int i = 0; i < kSlices; ++i) {
    // The end is written before the begin.
    list += fmt::format(
        R"({{"ph":"E","name":"s","tid":1,"ts":{}}},{{"ph":"B","name":"s","tid":1,"ts":{}}},)",
        2 * i + 1, 2 * i);
  }
  list.pop_back();
  const auto trace = read_trace(document(list));
  ASSERT_TRUE(trace);
  EXPECT_TRUE((*trace)->diagnostics().empty());
  const Track* const track = find_track(**trace, "thread 1");
  ASSERT_NE(track, nullptr);
  ASSERT_EQ(track->slices.size(), static_cast<std::size_t>(kSlices));
  for (std::size_t row = 0; row < track->slices.size(); ++row) {
    ASSERT_EQ(track->slices.duration[row], 1000) << row;
    ASSERT_EQ(track->slices.depth[row], 0) << row;
  }
}

}  // namespace
}  // namespace nscope::importers
