#include "costmodel/bills/exact_amount.h"

#include "costmodel/money/figures.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::StartsWith;

std::string again(std::string_view text) {
  const auto amount = ExactAmount::parse(text);
  return amount ? amount->to_text() : "error: " + amount.error().message.english();
}

TEST(ExactAmount, KeepsEveryDecimalOfABill) {
  EXPECT_EQ(again("21.5000000000"), "21.5");
  EXPECT_EQ(again("0"), "0");
  EXPECT_EQ(again("-0.000"), "0");
  EXPECT_EQ(again("-2.61370000000"), "-2.6137");
  EXPECT_EQ(again("0.00000000040"), "0.0000000004");
  EXPECT_EQ(again("4.65E-8"), "0.0000000465");
  EXPECT_EQ(again("1.5e+3"), "1500");
  EXPECT_EQ(again("-.5"), "-0.5");
  EXPECT_EQ(again("7."), "7");
  EXPECT_EQ(again("000123.4500"), "123.45");
  EXPECT_EQ(again("999999999999999.999999999999999999"), "999999999999999.999999999999999999");
  EXPECT_EQ(again("0E400"), "0");
}

TEST(ExactAmount, RoundsBeyondTheEighteenthDecimalAndReportsIt) {
  const auto rounded = [](std::string_view text) {
    bool was = false;
    const auto amount = ExactAmount::parse(text, &was);
    return (amount ? amount->to_text() : "error") + (was ? " rounded" : "");
  };
  EXPECT_EQ(rounded("0.1234567890123456784"), "0.123456789012345678 rounded");
  EXPECT_EQ(rounded("0.1234567890123456785"), "0.123456789012345679 rounded");
  EXPECT_EQ(rounded("-0.0000000000000000005"), "-0.000000000000000001 rounded");
  EXPECT_EQ(rounded("5e-19"), "0.000000000000000001 rounded");
  EXPECT_EQ(rounded("5e-20"), "0 rounded");
  EXPECT_EQ(rounded("9e-300"), "0 rounded");
  EXPECT_EQ(rounded("1.5000000000000000000000"), "1.5");
}

TEST(ExactAmount, RejectsOtherTexts) {
  for (const char* text : {"", "-", ".", "1,5", "$3", "NULL", "nan", "inf", "1e", "e5", "1e5.5",
                           "0x10", "1 ", " 1", "--1", "1e401", "1.2.3"}) {
    EXPECT_THAT(again(text), StartsWith("error: invalid amount '" + std::string(text) + "'"));
  }
  EXPECT_THAT(again("1000000000000000"), StartsWith("error: value out of range"));
  EXPECT_THAT(again(std::string(401, '1')), StartsWith("error: "));
}

TEST(ExactAmount, SumsExactlyAndRoundsOnce) {
  ExactAmount sum;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(sum.add(*ExactAmount::parse("0.00000000005")));
  EXPECT_EQ(sum.to_text(), "0.0000000005");
  EXPECT_EQ(sum.to_usd()->nano(), 1);  // each amount would be rounded to 0
  EXPECT_EQ(ExactAmount::parse("-0.0000000005")->to_usd()->nano(), -1);
  EXPECT_EQ(ExactAmount::parse("12.9812700004")->to_usd()->nano(), 12'981'270'000);
  EXPECT_FALSE(ExactAmount::parse("99999999999999")->to_usd());
}

TEST(ExactAmount, NoticesASumOutOfRange) {
  const ExactAmount most = *ExactAmount::parse("999999999999999");
  ExactAmount sum;
  int added = 0;
  while (sum.add(most)) ++added;
  EXPECT_GT(added, 170'000);
  const std::string before = sum.to_text();
  EXPECT_FALSE(sum.add(most));
  EXPECT_EQ(sum.to_text(), before);
}

TEST(ExactAmount, BecomesTheNearestDouble) {
  for (const char* text : {"301.935", "1209.7", "-0.1", "0", "99999999999999.25"}) {
    EXPECT_EQ(ExactAmount::parse(text)->to_double(), std::stod(text)) << text;
  }
}

TEST(AsDigits, HasNoExponentWherePeopleReadIt) {
  EXPECT_EQ(as_digits(0.2143, 3).english(), "0.214");
  EXPECT_EQ(as_digits(6000, 3).english(), "6,000");
  EXPECT_EQ(as_digits(68478, 4).english(), "68,480");
  EXPECT_EQ(as_digits(999.6, 3).english(), "1,000") << "the digits round up";
  EXPECT_EQ(as_digits(-1.046e10, 4).english(), "-10,460,000,000");
  EXPECT_EQ(as_digits(1e24, 3).english(), "1e+24");
}

}  // namespace
}  // namespace nscope::cost
