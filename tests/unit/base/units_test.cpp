#include "profiler/base/units.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(Usd, ParsesDecimalTextExactly) {
  EXPECT_EQ(Usd::parse("21.5000000000")->nano(), 21'500'000'000);
  EXPECT_EQ(Usd::parse("0.7582")->nano(), 758'200'000);
  EXPECT_EQ(Usd::parse("-0.25")->nano(), -250'000'000);
  EXPECT_EQ(Usd::parse("32")->nano(), 32'000'000'000);
  EXPECT_EQ(Usd::parse(".5")->nano(), 500'000'000);
}

TEST(Usd, RoundsHalfAwayFromZeroAtTheNanoDollar) {
  EXPECT_EQ(Usd::parse("0.0000000005")->nano(), 1);
  EXPECT_EQ(Usd::parse("0.0000000004999")->nano(), 0);
  EXPECT_EQ(Usd::parse("-0.0000000005")->nano(), -1);
  EXPECT_EQ(Usd::round(1.5e-9).nano(), 2);
  EXPECT_EQ(Usd::round(-1.5e-9).nano(), -2);
}

TEST(Usd, RejectsOtherTextThanAmounts) {
  for (const char* text : {"", "-", ".", "1e3", "12a", "1.2.3", " 1", "0x10", "99999999999"}) {
    EXPECT_FALSE(Usd::parse(text)) << text;
  }
}

TEST(Usd, SumsOfManySmallAmountsStayExact) {
  Usd total;
  for (int i = 0; i < 1'000'000; ++i) total += *Usd::parse("0.000000001");
  EXPECT_EQ(total, *Usd::parse("0.001"));
}

TEST(Usd, SaturatesInsteadOfWrapping) {
  EXPECT_EQ(Usd::round(1e30).nano(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Usd::round(-1e30).nano(), std::numeric_limits<std::int64_t>::min());
}

TEST(Usd, FormatsWithThousands) {
  EXPECT_EQ(format_usd(*Usd::parse("12460.8")), "12,460.80");
  EXPECT_EQ(format_usd(*Usd::parse("-1184320")), "-1,184,320.00");
  EXPECT_EQ(format_usd(*Usd::parse("0.00910278"), 6), "0.009103");
  EXPECT_EQ(format_usd(*Usd::parse("999.999"), 0), "1,000");
}

TEST(Quantity, UnitsDoNotMix) {
  using Bytes = Quantity<std::int64_t, struct BytesTag>;
  using Nanoseconds = Quantity<std::int64_t, struct NanosecondsTag>;
  static_assert(!std::is_convertible_v<Bytes, Nanoseconds>);
  static_assert(!std::is_convertible_v<std::int64_t, Bytes>);
  EXPECT_EQ(Bytes(3) + Bytes(4), Bytes(7));
  EXPECT_DOUBLE_EQ(Bytes(3) / Bytes(4), 0.75);
}

}  // namespace
}  // namespace nscope
