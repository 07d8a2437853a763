#include "importers/shared/text_lines.h"

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> result;
  for (LineReader lines(text); lines.next();) result.emplace_back(lines.line());
  return result;
}

TEST(TextLines, EveryKindOfLineEnd) {
  const std::vector<std::string> expected{"a", "b", "", "c"};
  EXPECT_EQ(lines_of("a\nb\n\nc\n"), expected);
  EXPECT_EQ(lines_of("a\r\nb\r\n\r\nc"), expected);
  EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                     "a\rb\r\rc"),
            expected);
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_TRUE(lines_of("\xEF\xBB\xBF").empty());
}

/// With a quadratic algorithm, the texts of these tests would take minutes.
constexpr auto kSoon = std::chrono::seconds(20);

TEST(TextLines, ManyProgressLinesCostOnePass) {
  const std::string text(2'000'000, '\r');
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(lines_of(text).size(), text.size());
  EXPECT_LT(std::chrono::steady_clock::now() - start, kSoon);
}

TEST(TextLines, HalvesOfTimeStampsCostOnePass) {
  std::string text;
  for (int i = 0; i < 400'000; ++i) text += "2023-01-01T22 (tel:";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(find_time_stamp(text, Fraction::kDecimal));
  EXPECT_LT(std::chrono::steady_clock::now() - start, kSoon);
}

TEST(TextLines, PositionsPointIntoTheFile) {
  LineReader lines(
      "\xEF\xBB\xBF"
      "ab\r\ncd");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.position(), 3u);
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.position(), 7u);
  EXPECT_EQ(lines.number(), 2);
  EXPECT_FALSE(lines.next());
}

TEST(TextLines, ALineWithoutEndStopsTheReader) {
  std::string text(LineReader::kMaxLine + 2, 'x');
  LineReader lines(text);
  EXPECT_FALSE(lines.next());
  EXPECT_TRUE(lines.line_too_long());
  text[LineReader::kMaxLine - 1] = '\n';
  LineReader shorter(text);
  EXPECT_TRUE(shorter.next());
  EXPECT_FALSE(shorter.line_too_long());
}

TEST(TextLines, TerminalsAndLaunchersAreCleanedAway) {
  std::string buffer;
  EXPECT_EQ(clean_line("\x1b[36m\x1b[1mhello\x1b[0m there  ", buffer), "hello there");
  EXPECT_EQ(clean_line("[1,12]<stdout>:  text", buffer), "text");
  EXPECT_EQ(clean_line("[1,0]<stderr>:[1,0]<stdout>:text", buffer), "text");
  EXPECT_EQ(clean_line("\x1b[36m(RayTrainWorker pid=12, ip=10.0.0.1)\x1b[0m text", buffer), "text");
  EXPECT_EQ(clean_line("[rank0] (a) text", buffer), "[rank0] (a) text");
  EXPECT_EQ(clean_line("[rank0]: text", buffer), "text");
  EXPECT_EQ(clean_line("[default12]:text", buffer), "text");
  EXPECT_EQ(clean_line("[rank0]: [rank]: text", buffer), "[rank]: text");
  EXPECT_EQ(clean_line("trainer-1  | text", buffer), "text");
  EXPECT_EQ(clean_line("a | b", buffer), "a | b");
  EXPECT_EQ(clean_line("12 | b", buffer), "12 | b");
  EXPECT_EQ(clean_line("2026-01-06T01:02:03.123456789Z text", buffer), "text");
  EXPECT_EQ(clean_line("2026-01-06T01:02:03.123456789+01:00 stdout F [rank1]: text", buffer),
            "text");
  EXPECT_EQ(clean_line("2026-01-06T01:02:03Z text", buffer), "2026-01-06T01:02:03Z text")
      << "the program's own time";
  EXPECT_EQ(clean_line("\x1b[", buffer), "");
  EXPECT_EQ(clean_line("\x1b", buffer), "");
}

TEST(TextLines, TheSourceOfALine) {
  std::string buffer;
  const CleanLine line =
      split_line("2026-01-06T01:02:03.5000000Z stderr F [1,12]<stderr>:  text", buffer);
  EXPECT_EQ(line.source, "[1,12]");
  EXPECT_EQ(line.text, "text");
  ASSERT_TRUE(line.received);
  EXPECT_EQ(line.received->ns % 1'000'000'000, 500'000'000);
  EXPECT_EQ(split_line("[rank7]: x", buffer).source, "[rank7]");
  EXPECT_EQ(split_line("web_2 | x", buffer).source, "web_2");
  EXPECT_EQ(split_line("x", buffer).source, "");
}

std::int64_t ns(std::string_view text, Fraction fraction = Fraction::kDecimal) {
  const auto stamp = find_time_stamp(text, fraction);
  return stamp ? stamp->ns : -1;
}

TEST(TextLines, TimeStamps) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  // date -u -d '2023-08-25 21:52:23' +%s
  constexpr std::int64_t kBase = 1693000343 * kSecond;
  EXPECT_EQ(ns("2023-08-25 21:52:23"), kBase);
  EXPECT_EQ(ns("at 2023-08-25T21:52:23.5Z more"), kBase + kSecond / 2);
  EXPECT_EQ(ns("2023-08-25 21:52:23,123456789"), kBase + 123456789);
  EXPECT_EQ(ns("2023-08-25T23:52:23+02:00"), kBase);
  EXPECT_EQ(ns("2023-08-25T14:22:23-0730"), kBase);
  EXPECT_EQ(ns("2023-08-25 21:52:23.000453"), kBase + 453'000);
  EXPECT_EQ(ns("2023-08-25 21:52:23.000453", Fraction::kMilliseconds), kBase + 453'000'000);
  EXPECT_EQ(ns("2023-08-25 21:52:23.362291", Fraction::kMilliseconds), kBase + 362'291'000)
      << "other tools write microseconds";
  EXPECT_EQ(ns("2023-08-25 21 (tel:2023082521):52:23.000453", Fraction::kMilliseconds),
            kBase + 453'000'000);
  EXPECT_EQ(ns("2023-Aug-25 21:52:23.000453"), kBase + 453'000);
  EXPECT_EQ(ns("2023-Aug-25 21:52:23.0453", Fraction::kMilliseconds), kBase + 453'000'000)
      << "older runtimes";
  EXPECT_EQ(ns("08/25/2023 09:52:23 PM ERROR"), kBase);
  EXPECT_EQ(ns("08/25/2023 12:00:00 AM"), (1693000343 - 78743) * kSecond);
  EXPECT_EQ(ns("2023-01-01 00:00:00 then 2023-08-25 21:52:23"), kBase)
      << "the last time stamp counts";
}

TEST(TextLines, WhatIsNoTimeIsNone) {
  for (const std::string_view text : {"",
                                      "-",
                                      "2023-08-25",
                                      "2023-13-25 21:52:23",
                                      "2023-02-30 21:52:23",
                                      "2023-08-25 24:52:23",
                                      "2023-08-25 21:60:23",
                                      "2023-08-25_21:52:23",
                                      "1023-08-25 21:52:23",
                                      "2023-aug-25 21:52:23",
                                      "2023-anF-25 21:52:23",
                                      "08/25/2023 13:52:23 PM",
                                      "13/25/2023 01:52:23 PM",
                                      "08/25/2023 01:52:23 ",
                                      "a/b/c",
                                      "/",
                                      "2023-Aug-25",
                                      "2023-08-25 21 (tel:",
                                      "2023-08-25 21:5",
                                      "----------------------",
                                      "a-b-c"}) {
    EXPECT_EQ(ns(text), -1) << text;
  }
  EXPECT_FALSE(find_time_stamp("2023-08-25 21:52:23", Fraction::kDecimal)->utc);
  EXPECT_TRUE(find_time_stamp("2023-08-25 21:52:23Z", Fraction::kDecimal)->utc);
}

TEST(TextLines, Numbers) {
  EXPECT_EQ(parse_number("1.5e3"), 1500.0);
  EXPECT_EQ(parse_integer("-12"), -12);
  for (const std::string_view text : {"", "1x", " 1", "nan", "inf", "0x10"}) {
    EXPECT_FALSE(parse_number(text)) << text;
    EXPECT_FALSE(parse_integer(text)) << text;
  }
  EXPECT_FALSE(parse_integer("9223372036854775808"));
}

TEST(TextLines, DatesInWordsAndTimesSinceTheStart) {
  const auto date = find_date_text("[Thu Jan  2 00:00:01 2020] usb 1-1: new device");
  ASSERT_TRUE(date);
  EXPECT_EQ(date->ns, 1577923201'000'000'000);
  EXPECT_FALSE(date->utc);
  EXPECT_TRUE(find_date_text("Thu Jan  2 00:00:01 UTC 2020")->utc);
  for (const std::string_view text :
       {"", "Jan 2 00:00:01", "Thu Foo 2 00:00:01 2020", "Jan 32 00:00:01 2020",
        "Jan 2 25:00:01 2020", "Feb 30 00:00:01 2020", "12 2 00:00:01 2020"}) {
    EXPECT_FALSE(find_date_text(text)) << text;
  }
  EXPECT_EQ(find_uptime("May  1 host kernel: [ 1021.334411] x"), 1021'334'411'000);
  for (const std::string_view text :
       {"", "[12.5]", "[1021.33441]", "[a.334411]", "[99999999999.334411]", "[ 1021.334411"}) {
    EXPECT_FALSE(find_uptime(text)) << text;
  }
}

}  // namespace
}  // namespace nscope::importers
