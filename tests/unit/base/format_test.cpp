#include "profiler/base/format.h"

#include "profiler/base/parse_time.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(Format, DurationsKeepThreeDigits) {
  EXPECT_EQ(format_duration_ns(0), "0\u202fns");
  EXPECT_EQ(format_duration_ns(213), "213\u202fns");
  EXPECT_EQ(format_duration_ns(1420), "1.42\u202fµs");
  EXPECT_EQ(format_duration_ns(54317), "54.3\u202fµs");
  EXPECT_EQ(format_duration_ns(999.96e3), "1000\u202fµs");
  EXPECT_EQ(format_duration_ns(-2.5e6), "-2.50\u202fms");
  EXPECT_EQ(format_duration_ns(3.25e9), "3.25\u202fs");
  EXPECT_EQ(format_duration_ns(599e9), "599\u202fs");
  EXPECT_EQ(format_duration_ns(1133e9), "18.9\u202fmin");
  EXPECT_EQ(format_duration_ns(-10153e9), "-2.82\u202fh");
  EXPECT_EQ(format_duration_ns(388800e9), "4.50\u202fd");
}

TEST(Format, PrintedDurationsCanBeRead) {
  for (const double ns : {213.0, 1420.0, 54300.0, -2.5e6, 3.25e9, 1134e9, 10152e9, 388800e9}) {
    const auto read = parse_time_ns(format_duration_ns(ns));
    ASSERT_TRUE(read) << format_duration_ns(ns);
    EXPECT_NEAR(*read, ns, 0.005 * std::abs(ns));
  }
  EXPECT_EQ(parse_time_ns("12 min").value(), 720e9);
  EXPECT_FALSE(parse_time_ns("12 parsec"));
}

TEST(Format, TimesDistinguishNeighbours) {
  EXPECT_EQ(format_time_ns(42118, 1), "42.118\u202fµs");
  EXPECT_EQ(format_time_ns(42118, 100), "42.1\u202fµs");
  EXPECT_EQ(format_time_ns(10000, 10000), "10\u202fµs");
}

TEST(Format, BytesAreBinaryAndRatesDecimal) {
  EXPECT_EQ(format_bytes(512), "512\u202fB");
  EXPECT_EQ(format_bytes(4096), "4.00\u202fKiB");
  EXPECT_EQ(format_bytes(17179869184.0), "16.0\u202fGiB");
  EXPECT_EQ(format_si(16.8e6, "FLOP"), "16.8\u202fMFLOP");
  EXPECT_EQ(format_si(272e9, "B/s"), "272\u202fGB/s");
}

TEST(Format, SharesAndCounts) {
  EXPECT_EQ(format_percent(0.3612), "36.1\u202f%");
  EXPECT_EQ(format_count(8388608), "8,388,608");
  EXPECT_EQ(format_count(-1234), "-1,234");
  EXPECT_EQ(format_count(999), "999");
}

TEST(Format, ValuesFollowTheirUnit) {
  EXPECT_EQ(format_value(5.43e-5, "s"), "54.3\u202fµs");
  EXPECT_EQ(format_value(0.124, "share"), "12.4\u202f%");
  EXPECT_EQ(format_value(1585, "count"), "1,585");
  EXPECT_EQ(format_value(2.8e11, "B/s"), "280\u202fGB/s");
  EXPECT_EQ(format_value(30.4, "tokens/s"), "30.4\u202ftokens/s");
  EXPECT_EQ(format_value(109.84, ""), "109.8");
  EXPECT_EQ(format_value(18623.4, "tokens/s"), "18,620\u202ftokens/s");
  EXPECT_EQ(format_value(-9999.6, ""), "-10,000");
  EXPECT_EQ(format_value(9999.4, ""), "9,999");
  EXPECT_EQ(format_value(1105.4, "tok/s"), "1,105\u202ftok/s");
  EXPECT_EQ(format_value(999.96, ""), "1,000");
  EXPECT_EQ(format_value(685312, ""), "685,300");
  EXPECT_EQ(format_value(2.5e12, ""), "2,500,000,000,000");
}

TEST(Format, ShortensBetweenCharacters) {
  std::string text = "abcdef";
  EXPECT_FALSE(shorten(text, 6));
  EXPECT_TRUE(shorten(text, 4));
  EXPECT_EQ(text, "abc\u2026");
  std::string wide = "aµµ";  // µ takes two bytes
  EXPECT_TRUE(shorten(wide, 3));
  EXPECT_EQ(wide, "a\u2026");
}

TEST(Format, DisplayWidthCountsCharactersNotBytes) {
  EXPECT_EQ(display_width("µs"), 2u);
  EXPECT_EQ(display_width("日本"), 4u);
}

}  // namespace
}  // namespace nscope
