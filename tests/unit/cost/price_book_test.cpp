#include "costmodel/prices/price_book.h"

#include "costmodel/prices/price_file.h"
#include "costmodel/prices/price_table.h"
#include "simcore/catalog/catalog.h"
#include "tests/unit/cost/built_in_data.h"
#include "tests/unit/cost/literals.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

Priced priced(std::string_view instance, std::string_view region, const Purchase& option,
              std::string_view when) {
  const PriceState state = book().as_of(instance, region, option, day(when));
  const auto* price = std::get_if<Priced>(&state);
  if (price == nullptr) {
    ADD_FAILURE() << instance << " " << to_string(option) << ": " << missing_word(state).english;
    return {};
  }
  return *price;
}

PriceObservation row(std::string_view price, std::string_view date) {
  PriceObservation observation;
  observation.instance = "trn1.32xlarge";
  observation.region = "us-east-1";
  observation.per_hour = Usd::parse(price).value();
  observation.observed = parse_price_date(date).value();
  observation.source = "test";
  return observation;
}

TEST(Date, ReadsDaysMonthsAndYears) {
  EXPECT_EQ(to_string(parse_price_date("2026-07-20").value()), "2026-07-20");
  EXPECT_EQ(to_string(parse_price_date("2024-12").value()), "2024-12");
  EXPECT_EQ(to_string(parse_price_date("2026").value()), "2026");
  EXPECT_EQ(to_string(day("2024-02-29")), "2024-02-29");
  for (const char* bad : {"", "2026-13", "2026-02-29", "2026-7-1", "20260720", "2026-07-20T00",
                          "26-07-20", "2026/07/20", "-026-07-20", "2026-"}) {
    EXPECT_FALSE(parse_price_date(bad)) << bad;
  }
  EXPECT_FALSE(parse_day("2026-07"));
}

TEST(Date, AVagueDateIsAsOldAsItMayBe) {
  EXPECT_EQ(age_days(parse_price_date("2026").value(), day("2026-11-20")), 323);
  EXPECT_EQ(age_days(parse_price_date("2026-11-21").value(), day("2026-11-20")), -1);
}

TEST(Date, StaleMeansOlderThanTwelveMonths) {
  const PriceDate date = parse_price_date("2025-11-20").value();
  EXPECT_FALSE(is_stale(date, day("2026-11-20")));
  EXPECT_TRUE(is_stale(date, day("2026-11-21")));
}

TEST(PriceBook, OnDemandFollowsItsHistory) {
  const auto p4d = [](std::string_view when) {
    return format_usd(priced("p4d.24xlarge", "us-east-1", PurchaseOption::kOnDemand, when).per_hour,
                      6);
  };
  EXPECT_EQ(p4d("2022-06-23"), "32.772600");
  EXPECT_EQ(p4d("2025-05-31"), "32.772600");
  EXPECT_EQ(p4d("2025-06-01"), "21.957642") << "the first day that AWS announced";
  EXPECT_EQ(p4d("2026-11-20"), "21.957642");
}

TEST(PriceBook, BeforeTheFirstObservationThePriceIsUnknownWithAReason) {
  const auto state =
      book().as_of("p4d.24xlarge", "us-east-1", PurchaseOption::kOnDemand, day("2022-06-22"));
  ASSERT_TRUE(std::holds_alternative<UnknownPrice>(state));
  EXPECT_THAT(std::get<UnknownPrice>(state).remedy.english(), HasSubstr("2022-06-23"));
}

TEST(PriceBook, ANewerConfirmationRefreshesTheAge) {
  const Priced price =
      priced("trn1.32xlarge", "us-east-1", PurchaseOption::kOnDemand, "2026-11-20");
  EXPECT_EQ(to_string(price.date), "2026-07-20");
  EXPECT_EQ(price.per_hour, Usd::parse("21.5").value());
}

TEST(PriceBook, KnowsEveryPurchaseOptionOfTrn1) {
  using enum PurchaseOption;
  const auto at = [](const Purchase& option) {
    return priced("trn1.32xlarge", "us-east-1", option, "2026-11-20").per_hour.dollars();
  };
  EXPECT_DOUBLE_EQ(at(kOnDemand), 21.5);
  EXPECT_DOUBLE_EQ(at(kRi1Year), 13.22895);
  EXPECT_DOUBLE_EQ(at(kRi3Year), 8.197);
  EXPECT_DOUBLE_EQ(at(kSpot), 7.5346) << "the median of three zones";
  EXPECT_DOUBLE_EQ(at(kCapacityBlock), 9.532);
}

TEST(PriceBook, TheRateWithoutAStatedTermIsAnEstimate) {
  const Priced price = priced("trn1.32xlarge", "us-east-1", kRi3Year, "2026-11-20");
  EXPECT_EQ(price.provenance, Provenance::kApproximate);
  EXPECT_THAT(price.term, HasSubstr("not stated"));
}

TEST(PriceBook, NotOfferedIsAStateWithAReasonAndASource) {
  for (const auto& [instance, option] :
       {std::pair{"trn2.48xlarge", Purchase(PurchaseOption::kOnDemand)},
        std::pair{"p5.48xlarge", kRi1Year}, std::pair{"p6-b200.48xlarge", kRi3Year},
        std::pair{"inf2.48xlarge", Purchase(PurchaseOption::kCapacityBlock)}}) {
    const auto state = book().as_of(instance, "us-east-1", option, day("2026-11-20"));
    ASSERT_TRUE(std::holds_alternative<NotOffered>(state)) << instance;
    EXPECT_EQ(missing_word(state).english, "not offered");
    EXPECT_FALSE(std::get<NotOffered>(state).reason.empty());
    EXPECT_FALSE(std::get<NotOffered>(state).source.empty());
  }
}

TEST(PriceBook, ARegionThatSellsGoesBeforeARuleForAllRegions) {
  using enum PurchaseOption;
  EXPECT_DOUBLE_EQ(
      priced("trn2.48xlarge", "us-east-2", kCapacityBlock, "2026-11-20").per_hour.dollars(),
      35.7608);
  const auto elsewhere =
      book().as_of("trn2.48xlarge", "us-west-2", kCapacityBlock, day("2026-11-20"));
  EXPECT_TRUE(std::holds_alternative<NotOffered>(elsewhere));
}

TEST(PriceBook, UnpublishedPricesAreUnknownAndNotZero) {
  for (const char* instance : {"trn3-gen2-ultraserver", "trn2u.48xlarge", "no-such-type"}) {
    for (const Purchase& option : kPurchaseOptions) {
      const auto state = book().as_of(instance, "us-east-1", option, day("2026-11-20"));
      ASSERT_TRUE(std::holds_alternative<UnknownPrice>(state)) << instance;
      EXPECT_THAT(std::get<UnknownPrice>(state).remedy.english(), HasSubstr("import"));
    }
  }
}

TEST(PriceBook, CapacityBlockPricesMove) {
  const auto p5 = [](std::string_view when) {
    return priced("p5.48xlarge", "us-east-1", PurchaseOption::kCapacityBlock, when)
        .per_hour.dollars();
  };
  EXPECT_DOUBLE_EQ(p5("2025-01-15"), 39.33);
  EXPECT_DOUBLE_EQ(p5("2026-02-01"), 31.464);
  EXPECT_DOUBLE_EQ(p5("2026-07-22"), 41.528);
}

TEST(PriceBook, SpotPricesDifferBetweenZones) {
  using enum PurchaseOption;
  const Priced region = priced("trn1.32xlarge", "us-east-1", kSpot, "2026-11-20");
  ASSERT_TRUE(region.zones);
  EXPECT_DOUBLE_EQ(region.zones->first.dollars(), 3.0474);
  EXPECT_DOUBLE_EQ(region.zones->second.dollars(), 8.3747);
  const auto zone =
      book().as_of("trn1.32xlarge", "us-east-1", kSpot, day("2026-11-20"), "use1-az4");
  EXPECT_DOUBLE_EQ(std::get<Priced>(zone).per_hour.dollars(), 7.5346);
  // Without a price for the whole region, the price names its zone.
  const Priced trn2 = priced("trn2.48xlarge", "us-east-2", kSpot, "2026-11-20");
  EXPECT_EQ(trn2.zone, "use2-az3");
}

/// A Spot price of p5.48xlarge in us-west-2, for which the book has an estimate of 2025-06-28.
PriceObservation spot(std::string_view zone, std::string_view price, std::string_view date) {
  PriceObservation observation = row(price, date);
  observation.instance = "p5.48xlarge";
  observation.region = "us-west-2";
  observation.zone = zone;
  observation.purchase = PurchaseOption::kSpot;
  return observation;
}

Priced spot_price(const PriceBook& prices, std::string_view when = "2026-11-27") {
  return std::get<Priced>(
      prices.as_of("p5.48xlarge", "us-west-2", PurchaseOption::kSpot, day(when)));
}

TEST(PriceBook, NewerZonesReplaceAnOlderPriceOfTheRegionWithTheirMedian) {
  const PriceBook prices =
      book().with({spot("usw2-az1", "18.5", "2026-11-24"), spot("usw2-az2", "17.25", "2026-11-24"),
                   spot("usw2-az3", "16", "2026-11-23")});
  const Priced price = spot_price(prices);
  EXPECT_DOUBLE_EQ(price.per_hour.dollars(), 17.25);
  EXPECT_EQ(to_string(price.date), "2026-11-23") << "the oldest day of the zones";
  EXPECT_EQ(price.provenance, Provenance::kPublished);
  EXPECT_EQ(price.note.english(), "median of 3 zones; cheapest: usw2-az3 with USD 16.00");
  EXPECT_DOUBLE_EQ(price.zones->first.dollars(), 16);
  EXPECT_DOUBLE_EQ(price.zones->second.dollars(), 18.5);
  EXPECT_DOUBLE_EQ(spot_price(prices, "2026-11-01").per_hour.dollars(), 29.7216)
      << "before the first day of the zones";
}

TEST(PriceBook, AnEvenNumberOfZonesGivesTheMeanOfTheMiddleTwo) {
  const PriceBook prices =
      book().with({spot("usw2-az1", "18", "2026-11-24"), spot("usw2-az2", "17", "2026-11-24")});
  EXPECT_DOUBLE_EQ(spot_price(prices).per_hour.dollars(), 17.5);
}

TEST(PriceBook, ZonesOlderThanThePriceOfTheRegionDoNotReplaceIt) {
  const PriceBook prices =
      book().with({spot("usw2-az1", "18", "2026-11-20"), spot("", "20", "2026-11-24")});
  EXPECT_DOUBLE_EQ(spot_price(prices).per_hour.dollars(), 20);
}

TEST(PriceBook, ZonesSeenLongBeforeTheOthersAreExcluded) {
  const PriceBook prices =
      book().with({spot("usw2-az1", "5", "2026-09-01"), spot("usw2-az2", "17", "2026-11-24"),
                   spot("usw2-az3", "18", "2026-11-20")});
  EXPECT_DOUBLE_EQ(spot_price(prices).per_hour.dollars(), 17.5);
  EXPECT_DOUBLE_EQ(spot_price(prices).zones->first.dollars(), 17);
}

TEST(PriceBook, AnEstimateForAZoneReplacesNothing) {
  PriceObservation floor = spot("usw2-az1", "5.504", "2026-11-24");
  floor.state = PriceObservation::State::kEstimate;
  EXPECT_DOUBLE_EQ(spot_price(book().with({floor})).per_hour.dollars(), 29.7216);
  EXPECT_DOUBLE_EQ(
      spot_price(book().with({floor, spot("usw2-az2", "17", "2026-11-24")})).per_hour.dollars(),
      17);
}

TEST(PriceBook, TheRateOfASavingsPlanIncludesItsUpfrontPayment) {
  PriceObservation plan = row("36", "2026-11-01");
  plan.upfront = Usd::from_dollars(315'360);  // 36 USD in each of 8760 hours
  plan.purchase = Purchase(PurchaseOption::kInstanceSavingsPlan, 1, Payment::kAllUpfront);
  const auto state =
      book().with({plan}).as_of("trn1.32xlarge", "us-east-1", plan.purchase, day("2026-11-20"));
  EXPECT_DOUBLE_EQ(std::get<Priced>(state).per_hour.dollars(), 36);
  EXPECT_EQ(std::get<Priced>(state).recurring, Usd());
  plan.purchase.option = PurchaseOption::kReserved;
  EXPECT_DOUBLE_EQ(effective_hourly(plan).dollars(), 72);
}

TEST(PriceBook, AnUnknownRegionIsRejectedWithTheClosestNames) {
  EXPECT_TRUE(book().check_region("us-east-1"));
  const auto unknown = book().check_region("us-esat-1");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(to_string(unknown.error()), HasSubstr("us-east-1"));
}

TEST(PriceBook, APriceTenTimesAboveAllKnownOnesIsRejected) {
  EXPECT_TRUE(book().check_amount("p5.48xlarge", Usd::from_dollars(99)));
  EXPECT_TRUE(book().check_amount("no-such-type", Usd::from_dollars(4058)));
  const auto wrong = book().check_amount("p5.48xlarge", Usd::from_dollars(4058));
  ASSERT_FALSE(wrong);
  EXPECT_THAT(to_string(wrong.error()), HasSubstr("4,058.00"));
}

TEST(Date, StaleDependsOnThePurchaseOption) {
  const PriceDate date = parse_price_date("2026-01-01").value();
  const auto last_good = [&](PurchaseOption option) {
    int days = 0;
    while (!is_stale(option, date, date.first + std::chrono::days(days + 1))) ++days;
    return days;
  };
  EXPECT_EQ(last_good(PurchaseOption::kSpot), 7);
  EXPECT_EQ(last_good(PurchaseOption::kCapacityBlock), 92);
  EXPECT_EQ(last_good(PurchaseOption::kReserved), 365);
}

TEST(Date, PricesOfTheFarFutureCannotBeKnown) {
  EXPECT_TRUE(check_price_day(day("2027-06-01"), day("2026-11-27")));
  EXPECT_FALSE(check_price_day(day("2099-01-01"), day("2026-11-27")));
}

TEST(PriceBook, TheUsersOwnPriceReplacesNewerPublicOnes) {
  PriceObservation own = row("17.2", "2024-01-01");
  own.own = true;
  const PriceBook mine = book().with({own});
  const auto state =
      mine.as_of("trn1.32xlarge", "us-east-1", PurchaseOption::kOnDemand, day("2026-11-20"));
  EXPECT_DOUBLE_EQ(std::get<Priced>(state).per_hour.dollars(), 17.2);
  EXPECT_EQ(std::get<Priced>(state).source.english(), "test");
  const auto before =
      mine.as_of("trn1.32xlarge", "us-east-1", PurchaseOption::kOnDemand, day("2023-12-31"));
  EXPECT_DOUBLE_EQ(std::get<Priced>(before).per_hour.dollars(), 21.5);
}

TEST(PriceBook, AnImportedListAppliesFromItsDateAndReplacesABuiltInPriceOfTheSameDay) {
  const PriceBook newer = book().with({row("20.0", "2026-07-20"), row("19.0", "2026-09-01")});
  const auto at = [&](std::string_view when) {
    const auto state =
        newer.as_of("trn1.32xlarge", "us-east-1", PurchaseOption::kOnDemand, day(when));
    return std::get<Priced>(state).per_hour.dollars();
  };
  EXPECT_DOUBLE_EQ(at("2026-07-19"), 21.5);
  EXPECT_DOUBLE_EQ(at("2026-07-20"), 20.0);
  EXPECT_DOUBLE_EQ(at("2026-09-01"), 19.0);
}

TEST(PriceBook, LoadsFilesOfTheUserOnTop) {
  const std::vector<PriceFile> files = {
      {"mine.csv",
       std::string(kPriceHeading) +
           "trn1.32xlarge,us-east-1,,on_demand,,12.5,2026-10-01,contract 7,priced,\n",
       true}};
  const auto mine = PriceBook::load(files);
  ASSERT_TRUE(mine) << to_string(mine.error());
  const auto state =
      mine->as_of("trn1.32xlarge", "us-east-1", PurchaseOption::kOnDemand, day("2026-11-20"));
  EXPECT_EQ(std::get<Priced>(state).source.english(), "contract 7");
}

TEST(PriceBook, BuiltInRowsAreCompleteAndCiteKnownSources) {
  std::set<std::string> ids;
  for (const PriceSource& source : book().sources()) {
    ids.insert(source.id);
    EXPECT_TRUE(parse_price_date(source.retrieved)) << source.id;
  }
  std::set<std::string> cited;
  for (const PriceObservation& entry : book().observations()) {
    cited.insert(entry.source);
    EXPECT_EQ(ids.count(entry.source), 1U) << entry.source;
    if (entry.state == PriceObservation::State::kNotOffered) {
      EXPECT_FALSE(entry.note.empty()) << entry.instance;
    } else {
      EXPECT_GT(entry.per_hour.nano(), 0) << entry.instance;
      EXPECT_LT(entry.per_hour.dollars(), 1200.0) << entry.instance;
    }
  }
  EXPECT_EQ(cited, ids) << "a source that no row cites";
  EXPECT_GT(book().observations().size(), 2500U);
}

TEST(PriceBook, HasAnOnDemandStatementForEveryInstanceOfTheCatalogueSoldByTheHour) {
  const auto catalog = catalog::Catalog::load();
  ASSERT_TRUE(catalog);
  std::set<std::string> without;
  for (const auto& instance : catalog->instances()) {
    const auto state =
        book().as_of(instance.id, "us-east-1", PurchaseOption::kOnDemand, day("2026-11-20"));
    if (std::holds_alternative<UnknownPrice>(state)) without.insert(instance.id);
  }
  EXPECT_EQ(without, (std::set<std::string>{"p6e-gb200.36xlarge", "trn2-ultraserver",
                                            "trn2u.48xlarge", "trn3.3xlarge", "trn3.48xlarge",
                                            "trn3-gen1-ultraserver", "trn3-gen2-ultraserver"}));
}

TEST(PriceFile, NamesFileLineAndField) {
  const auto error = [](std::string_view line) {
    const auto rows = read_prices(
        std::string(kPriceHeading) + "a,r,,spot,,1,2026,s,priced,\n" + std::string(line) + "\n",
        "p.csv");
    return rows ? std::string("accepted") : to_string(rows.error());
  };
  EXPECT_THAT(error("a,r,,spot,,1,2026,s,priced"),
              HasSubstr("p.csv: line 3: the row has 9 fields"));
  EXPECT_THAT(error(",r,,spot,,1,2026,s,priced,"), HasSubstr("line 3: instance must not be empty"));
  EXPECT_THAT(error("a,r,,spots,,1,2026,s,priced,"), HasSubstr("unknown purchase option"));
  EXPECT_THAT(error("a,r,,spot,,1,2026-02-30,s,priced,"), HasSubstr("not a date"));
  EXPECT_THAT(error("a,r,,spot,,1,2026,s,sold,"), HasSubstr("unknown state"));
  EXPECT_THAT(error("a,r,,spot,,0,2026,s,priced,"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(error("a,r,,spot,,-1,2026,s,priced,"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(error("a,r,,spot,,,2026,s,priced,"), HasSubstr("invalid amount of money"));
  EXPECT_THAT(error("a,r,,spot,,1,2026,s,not_offered,x"), HasSubstr("must be empty"));
  EXPECT_THAT(error("a,r,,spot,,1,2026,,priced,"), HasSubstr("source must not be empty"));
}

TEST(PriceFile, RejectsAnotherFirstRow) {
  const auto rows = read_prices("instance,region\n", "p.csv");
  ASSERT_FALSE(rows);
  EXPECT_THAT(to_string(rows.error()), HasSubstr("p.csv: line 1: the first row must be"));
  EXPECT_FALSE(read_prices("", "p.csv"));
}

TEST(PriceTable, ShowsRulesForAllRegionsInTheRequestedRegion) {
  const Table table =
      price_table(book(), {"trn2.48xlarge", "us-east-2", std::nullopt}, day("2026-11-20"));
  const std::string csv = table.to_csv();
  EXPECT_THAT(csv, HasSubstr("trn2.48xlarge,us-east-2,capacity_block,35.7608"));
  EXPECT_THAT(csv, HasSubstr("trn2.48xlarge,us-east-2,on_demand,not offered"));
  EXPECT_THAT(csv, HasSubstr("trn2.48xlarge,us-east-2,spot,8.5964"));
}

TEST(PriceTable, MatchesFamiliesButNotPrefixesOfThem) {
  const Table table =
      price_table(book(), {"trn1", "us-east-1", PurchaseOption::kOnDemand}, day("2026-11-20"));
  std::set<std::string> found;
  for (std::size_t r = 0; r < table.row_count(); ++r)
    found.insert(to_string(table.at(r, 0), Language()));
  EXPECT_EQ(found, (std::set<std::string>{"trn1.2xlarge", "trn1.32xlarge"}));
}

TEST(PriceTable, CountsStalePrices) {
  const PriceFilter spot{"trn1.32xlarge", "us-east-1", PurchaseOption::kSpot};
  EXPECT_EQ(stale_count(book(), spot, day("2026-01-08")), 0) << "zones of 2026, seven days";
  EXPECT_EQ(stale_count(book(), spot, day("2026-01-09")), 1);
}

TEST(PriceTable, HistoryIsOldestFirst) {
  const Table table =
      price_history_table(book(), {"p4d.24xlarge", "us-east-1", PurchaseOption::kOnDemand});
  ASSERT_GE(table.row_count(), 3U);
  EXPECT_EQ(to_string(table.at(0, 4), Language()), "2022-06-23");
  EXPECT_EQ(to_string(table.at(1, 4), Language()), "2025-06-23");
}

}  // namespace
}  // namespace nscope::cost
