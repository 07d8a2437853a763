#include "costmodel/prices/purchase.h"

#include "costmodel/money/figures.h"
#include "costmodel/prices/price_book.h"
#include "costmodel/prices/price_file.h"
#include "tests/unit/cost/literals.h"

#include <array>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using enum PurchaseOption;

constexpr std::string_view kTermsHeading =
    "instance,region,zone,option,term,usd_per_hour,date,source,state,note,upfront,currency,"
    "effective\n";

/// One row of c5.xlarge in us-east-1, which is not in the built-in book.
PriceObservation c5_row(std::string_view price, std::string_view seen,
                        std::string_view since = {}) {
  PriceObservation row;
  row.instance = "c5.xlarge";
  row.region = "us-east-1";
  row.per_hour = Usd::parse(price).value();
  row.observed = parse_price_date(seen).value();
  if (!since.empty()) row.effective = parse_price_date(since).value();
  row.source = "test";
  return row;
}

const PriceBook& built_in() {
  static const PriceBook kBook = PriceBook::load().value();
  return kBook;
}

/// The price of c5.xlarge on a day as text, or the word for its state.
std::string at(const PriceBook& book, std::string_view when, const Purchase& purchase = kOnDemand) {
  const PriceState state = book.as_of("c5.xlarge", "us-east-1", purchase, day(when));
  const auto* price = std::get_if<Priced>(&state);
  return price != nullptr ? format_usd(price->per_hour, 6)
                          : std::string(missing_word(state).english);
}

TEST(Purchase, EachHasAUniqueWordAndTitle) {
  std::set<std::string> words;
  std::set<std::string> titles;
  for (const Purchase& purchase : all_purchases()) {
    EXPECT_TRUE(words.insert(to_string(purchase)).second) << to_string(purchase);
    EXPECT_TRUE(titles.insert(title(purchase).english()).second) << title(purchase).english();
    EXPECT_EQ(parse_purchase_option(to_string(purchase)), purchase);
  }
  EXPECT_EQ(words.size(), 27U);
}

TEST(Purchase, OfEqualCostsTheOneThatBindsLeastIsChosen) {
  const std::array order{Purchase(kOnDemand),
                         Purchase(kSpot),
                         Purchase(kCapacityBlock),
                         Purchase{kComputeSavingsPlan, 1},
                         Purchase{kInstanceSavingsPlan, 1},
                         Purchase{kReserved, 1, Payment::kNoUpfront, OfferingClass::kConvertible},
                         Purchase{kReserved, 1},
                         Purchase{kReserved, 1, Payment::kAllUpfront},
                         Purchase{kComputeSavingsPlan, 3},
                         Purchase{kReserved, 3, Payment::kAllUpfront}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      EXPECT_EQ(binds_less(order[i], order[k]), i < k)
          << to_string(order[i]) << to_string(order[k]);
    }
  }
}

TEST(Purchase, APriceHasCentsAndOnlyTheDecimalsItNeeds) {
  const auto shown = [](const char* price) {
    return as_price(Usd::parse(price).value()).english();
  };
  EXPECT_EQ(shown("36"), "36.00");
  EXPECT_EQ(shown("0.5"), "0.50");
  EXPECT_EQ(shown("21.9576"), "21.9576");
  EXPECT_EQ(shown("12.981271"), "12.9813");
  EXPECT_EQ(shown("29.7210"), "29.721");
  EXPECT_EQ(shown("999.99999"), "1,000.00");
  EXPECT_EQ(shown("4058.1234"), "4,058.12");
  EXPECT_EQ(shown("0"), "0.00");
}

TEST(Purchase, TheWordsOfOldFilesMeanStandardWithoutUpfront) {
  EXPECT_EQ(parse_purchase_option("ri_1yr"), (Purchase{kReserved, 1}));
  EXPECT_EQ(parse_purchase_option("ri_3yr"), kRi3Year);
  EXPECT_EQ(parse_purchase_option("on_demand"), Purchase(kOnDemand));
  EXPECT_EQ(parse_purchase_option("spot"), Purchase(kSpot));
  EXPECT_EQ(parse_purchase_option("capacity_block"), Purchase(kCapacityBlock));
}

TEST(Purchase, WordsOfTerms) {
  EXPECT_EQ(to_string(Purchase{kReserved, 3, Payment::kAllUpfront}), "ri_3yr_all_upfront");
  EXPECT_EQ(
      to_string(Purchase{kReserved, 1, Payment::kPartialUpfront, OfferingClass::kConvertible}),
      "ri_1yr_convertible_partial_upfront");
  EXPECT_EQ(to_string(Purchase{kComputeSavingsPlan, 1}), "csp_1yr");
  EXPECT_EQ(to_string(Purchase{kInstanceSavingsPlan, 3, Payment::kAllUpfront}),
            "isp_3yr_all_upfront");
  EXPECT_EQ(title(Purchase{kReserved, 1, Payment::kPartialUpfront, OfferingClass::kConvertible})
                .english(),
            "1-year RI, convertible, partial upfront");
  for (const char* no : {"", "ri", "ri_2yr", "csp", "csp_1yr_convertible", "ri_1yr_no_upfront",
                         "RI_1YR", "spot_1yr", "ri_1yr_all_upfront_convertible"}) {
    EXPECT_FALSE(parse_purchase_option(no)) << no;
  }
}

// AWS, 2016: c4.large, one year, partial upfront: USD 263 and USD 0.03 per hour.
TEST(PriceBook, SpreadsTheUpfrontFeeOverTheTerm) {
  PriceObservation reserved = c5_row("0.03", "2016-11-30");
  reserved.purchase = {kReserved, 1, Payment::kPartialUpfront};
  reserved.upfront = Usd::from_dollars(263);
  const PriceBook book = built_in().with({reserved});
  EXPECT_EQ(at(book, "2016-12-01", reserved.purchase), "0.060023");
  const auto state = book.as_of("c5.xlarge", "us-east-1", reserved.purchase, day("2016-12-01"));
  EXPECT_EQ(std::get<Priced>(state).recurring, Usd::parse("0.03").value());
  EXPECT_EQ(std::get<Priced>(state).upfront, Usd::from_dollars(263));
  EXPECT_EQ(at(book, "2016-12-01", {kReserved, 1}), "unknown") << "another payment";
  EXPECT_EQ(at(book, "2016-12-01", {kReserved, 3, Payment::kPartialUpfront}), "unknown");
}

TEST(PriceBook, DoesNotUseThePriceOfAReservedInstanceForASavingsPlan) {
  PriceObservation reserved = c5_row("0.1", "2026-01-01");
  reserved.purchase = kRi1Year;
  const PriceBook book = built_in().with({reserved});
  EXPECT_EQ(at(book, "2026-02-01", kRi1Year), "0.100000");
  for (const PurchaseOption option : {kComputeSavingsPlan, kInstanceSavingsPlan}) {
    const auto state = book.as_of("c5.xlarge", "us-east-1", {option, 1}, day("2026-02-01"));
    ASSERT_TRUE(std::holds_alternative<UnknownPrice>(state));
    EXPECT_THAT(std::get<UnknownPrice>(state).remedy.english(), HasSubstr("Savings Plans"));
  }
}

TEST(PriceBook, NeverComparesOrConvertsAnotherCurrency) {
  PriceObservation yuan = c5_row("2.402", "2026-01-01");
  yuan.currency = "CNY";
  const PriceBook book = built_in().with({yuan});
  const auto state = book.as_of("c5.xlarge", "us-east-1", kOnDemand, day("2026-02-01"));
  ASSERT_TRUE(std::holds_alternative<UnknownPrice>(state));
  EXPECT_THAT(std::get<UnknownPrice>(state).remedy.english(),
              HasSubstr("only in CNY (2.402 per hour)"));
  EXPECT_EQ(at(book.with({c5_row("0.17", "2025-01-01")}), "2026-02-01"), "0.170000");
}

TEST(PriceBook, AListAppliesFromItsEffectiveDay) {
  const PriceBook book =
      built_in().with({c5_row("0.20", "2025-06-23"), c5_row("0.17", "2025-09-12", "2025-09-01")});
  EXPECT_EQ(at(book, "2025-06-22"), "unknown");
  EXPECT_EQ(at(book, "2025-08-31"), "0.200000");
  EXPECT_EQ(at(book, "2025-09-01"), "0.170000");
  EXPECT_EQ(at(book, "2026-09-01"), "0.170000");
}

TEST(PriceBook, AnObservationReplacesALaterStatementAboutItsDay) {
  // The later list states a price since 2023, but another price was observed in 2024.
  const PriceBook book =
      built_in().with({c5_row("0.20", "2024-01-10"), c5_row("0.17", "2026-09-01", "2023-01-01")});
  EXPECT_EQ(at(book, "2023-06-01"), "0.170000");
  EXPECT_EQ(at(book, "2024-06-01"), "0.200000");
  EXPECT_EQ(at(book, "2026-09-01"), "0.170000");
}

TEST(PriceBook, AnAnnouncedPriceAppliesFromItsDay) {
  const PriceBook book =
      built_in().with({c5_row("0.17", "2026-06-01"), c5_row("0.15", "2026-06-02", "2026-08-01")});
  EXPECT_EQ(at(book, "2026-07-31"), "0.170000");
  EXPECT_EQ(at(book, "2026-08-01"), "0.150000");
}

Discount discount(std::int64_t percent, std::string instance = {}) {
  Discount discount;
  discount.instance = std::move(instance);
  discount.parts_per_million = percent * 10'000;
  discount.from = day("2026-01-01");
  discount.source = "EDP 2026";
  return discount;
}

PriceBook with_discounts(std::vector<Discount> discounts, std::vector<PriceObservation> rows) {
  return PriceBook::load({}, {.rows = std::move(rows),
                              .sources = {},
                              .discounts = std::move(discounts),
                              .known = {}})
      .value();
}

TEST(PriceBook, ADiscountReducesThePriceAndIsInTheSource) {
  const PriceBook book = with_discounts({discount(9)}, {c5_row("0.2", "2025-01-01")});
  const auto state = book.as_of("c5.xlarge", "us-east-1", kOnDemand, day("2026-02-01"));
  const auto& price = std::get<Priced>(state);
  EXPECT_EQ(price.per_hour, Usd::parse("0.182").value());
  ASSERT_TRUE(price.list);
  EXPECT_EQ(*price.list, Usd::parse("0.2").value());
  EXPECT_THAT(price.source.english(), AllOf(HasSubstr("less 9 %"), HasSubstr("EDP 2026")));
  EXPECT_EQ(at(book, "2025-12-31"), "0.200000") << "before the contract";
}

TEST(PriceBook, TheMostSpecificDiscountAppliesAlone) {
  std::vector<Discount> discounts = {discount(30, "c5.xlarge"), discount(20, "c5"), discount(9)};
  const std::vector<PriceObservation> rows = {c5_row("1", "2025-01-01")};
  EXPECT_EQ(at(with_discounts(discounts, rows), "2026-02-01"), "0.700000");
  discounts.front().until = day("2026-01-31");
  EXPECT_EQ(at(with_discounts(discounts, rows), "2026-02-01"), "0.800000");
  discounts.push_back(discount(25, "c5"));
  EXPECT_EQ(at(with_discounts(discounts, rows), "2026-02-01"), "0.750000")
      << "the newest of equally specific discounts";
  discounts[1].purchase = kRi1Year;
  EXPECT_EQ(at(with_discounts({discounts[1]}, rows), "2026-02-01"), "1.000000") << "another option";
  discounts[2].region = "eu-west-1";
  EXPECT_EQ(at(with_discounts({discounts[2]}, rows), "2026-02-01"), "1.000000") << "another region";
  EXPECT_EQ(at(with_discounts({discount(9, "c5d")}, rows), "2026-02-01"), "1.000000");
}

TEST(PriceBook, ANegotiatedPriceIsNotDiscountedAgain) {
  PriceObservation own = c5_row("0.15", "2026-01-01");
  own.own = true;
  EXPECT_EQ(at(with_discounts({discount(9)}, {own}), "2026-02-01"), "0.150000");
}

TEST(PriceBook, TheStateOfADayHasNoLaterRows) {
  const auto then =
      PriceBook::load({}, {.rows = {}, .sources = {}, .discounts = {}, .known = day("2025-06-22")});
  ASSERT_TRUE(then);
  const auto state = then->as_of("p4d.24xlarge", "us-east-1", kOnDemand, day("2026-11-20"));
  EXPECT_DOUBLE_EQ(std::get<Priced>(state).per_hour.dollars(), 32.7726);
}

TEST(PriceFile, ReadsUpfrontCurrencyAndEffectiveDay) {
  const auto rows = read_prices(
      std::string(kTermsHeading) +
          "c5.xlarge,us-east-1,,ri_3yr_all_upfront,,0,2026-01-05,s,priced,,3000,USD,2026-01-01\n"
          "c5.xlarge,cn-north-1,,on_demand,,1.7,2026-01-05,s,priced,,,CNY,\n",
      "p.csv");
  ASSERT_TRUE(rows) << to_string(rows.error());
  EXPECT_EQ(rows->at(0).upfront, Usd::from_dollars(3000));
  EXPECT_EQ(to_string(*rows->at(0).effective), "2026-01-01");
  EXPECT_EQ(to_string(rows->at(0).observed), "2026-01-05");
  EXPECT_EQ(rows->at(1).currency, "CNY");
  EXPECT_FALSE(rows->at(1).effective);
}

TEST(PriceFile, NamesTheOptionalFieldOfAnError) {
  const auto error = [](std::string_view option, std::string_view price, std::string_view extra) {
    const auto rows = read_prices(
        fmt::format("{}a,r,,{},,{},2026,s,priced,,{}\n", kTermsHeading, option, price, extra),
        "p.csv");
    return rows ? std::string("accepted") : to_string(rows.error());
  };
  EXPECT_EQ(error("ri_1yr", "1", "2,USD,2026-01-01"), "accepted");
  EXPECT_THAT(error("ri_1yr", "1", "x,USD,"),
              HasSubstr("p.csv: line 2: upfront: invalid amount of money 'x'"));
  EXPECT_THAT(error("ri_1yr", "1", "-2,USD,"), HasSubstr("upfront must not be negative"));
  EXPECT_THAT(error("spot", "1", "2,USD,"), HasSubstr("commitments only"));
  EXPECT_THAT(error("spot", "1", ",usd,"), HasSubstr("unknown currency"));
  EXPECT_THAT(error("spot", "1", ",,2026-13"), HasSubstr("effective: '2026-13'"));
  EXPECT_THAT(error("spot", "1000001", ",,"), HasSubstr("value out of range"));
  EXPECT_THAT(error("ri_1yr", "0", ",,"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(error("ri_1yr", "1", "9000000000,,"), HasSubstr("value out of range"));
}

}  // namespace
}  // namespace nscope::cost
