#include "costmodel/price_store/price_store.h"

#include "tests/support/temporary_folder.h"
#include "tests/unit/cost/literals.h"
#include "tests/unit/cost/price_lists.h"

#include <chrono>
#include <fstream>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nscope::cost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using enum PurchaseOption;

PriceList recognised(std::string_view text, const std::string& name = "list") {
  return recognise_price_list(price_list(text, name)).value();
}

class PriceStoreTest : public testing::Test {
 protected:
  PriceStore open() { return PriceStore::open(path_).value(); }

  ImportReport import(std::string_view text, std::string_view today = "2026-11-22",
                      ImportOptions options = {}) {
    options.today = day(today);
    TaskControl control;
    auto store = PriceStore::open(path_);
    if (!store) {
      ADD_FAILURE() << to_string(store.error());
      return {};
    }
    const auto report = store->import(recognised(text), options, control);
    if (!report) ADD_FAILURE() << to_string(report.error());
    return report.value_or(ImportReport{});
  }

  std::string import_error(std::string_view text, const ImportOptions& options) {
    TaskControl control;
    const auto report = open().import(recognised(text), options, control);
    return report ? "no error" : to_string(report.error());
  }

  /// A list of one on-demand price of trn1.32xlarge in us-west-2.
  ImportReport import_price(std::string_view price, std::string_view seen,
                            std::string_view today = "2026-11-22", bool own = false) {
    ImportOptions options;
    options.own = own;
    return import(fmt::format("{}trn1.32xlarge,us-west-2,,on_demand,,{},{},test,priced,\n",
                              kPriceHeading, price, seen),
                  today, options);
  }

  PriceBook book(const BookPin& pin = {}) {
    auto stored = read_price_store(path_, pin);
    if (!stored) {
      ADD_FAILURE() << to_string(stored.error());
      return PriceBook::load().value();
    }
    return PriceBook::load({}, std::move(stored->layer)).value();
  }

  std::string price(const PriceBook& from, std::string_view when = "2026-11-22",
                    const Purchase& purchase = kOnDemand) {
    const PriceState state = from.as_of("trn1.32xlarge", "us-west-2", purchase, day(when));
    const auto* found = std::get_if<Priced>(&state);
    return found != nullptr ? format_usd(found->per_hour, 4)
                            : std::string(missing_word(state).english);
  }

  std::int64_t revision() { return read_price_store(path_).value().revision; }

  TestFolder folder_;
  std::string path_ = (folder_.path() / "data" / "neuronscope" / "prices.db").string();
};

TEST_F(PriceStoreTest, AFileWithTwoPricesOfOneOptionIsKnownWhenItIsImportedAgain) {
  for (const bool higher_first : {false, true}) {
    const std::string low = "trn1.32xlarge,us-west-2,,on_demand,,10,2026-11-01,a,priced,\n";
    const std::string high = "trn1.32xlarge,us-west-2,,on_demand,,12,2026-11-01,a,priced,\n";
    const std::string text = std::string(kPriceHeading) + (higher_first ? high + low : low + high);
    ImportOptions options;
    options.own = true;
    import(text, "2026-11-22", options);
    const std::string before = price(book());
    const ImportReport again = import(text, "2026-11-23", options);
    EXPECT_EQ(again.added, 0) << higher_first;
    EXPECT_EQ(again.superseded, 0) << higher_first;
    EXPECT_EQ(again.unchanged, 1) << higher_first;
    EXPECT_EQ(again.id, 0) << "the price book is unchanged";
    EXPECT_EQ(price(book()), before) << "the highest price stays";
  }
}

TEST_F(PriceStoreTest, APriceOutOfRangeIsSkippedAndTheBookIsReadable) {
  const ImportReport report = import(
      "InstanceType,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n"
      "trn1.32xlarge,,2000000,,us-east-1,use1-az1\n"
      "trn1.32xlarge,,21.25,,us-west-2,usw2-az1\n",
      "2026-11-22", {.observed = day("2026-11-22"), .instances = {}});
  EXPECT_EQ(report.added, 1);
  EXPECT_EQ(report.dropped.at("price is out of range").count, 1);
  EXPECT_EQ(price(book()), "21.2500");
}

TEST_F(PriceStoreTest, KeepsThePriceWithTheHigherEffectiveCost) {
  // 2 + 10,000 / 8760 = 3.1416 and 3.5 + 100 / 8760 = 3.5114 USD per hour.
  import(
      "instance,region,zone,option,term,usd_per_hour,date,source,state,note,upfront,currency,"
      "effective\n"
      "trn1.32xlarge,us-west-2,,ri_1yr_partial_upfront,,2,2026-11-20,test,priced,,10000,USD,\n"
      "trn1.32xlarge,us-west-2,,ri_1yr_partial_upfront,,3.5,2026-11-20,test,priced,,100,USD,\n");
  EXPECT_EQ(price(book(), "2026-11-22", {kReserved, 1, Payment::kPartialUpfront}), "3.5114");
}

TEST_F(PriceStoreTest, ImportsAListAndReportsTheResult) {
  const ImportReport report = import(kOfferJson);
  EXPECT_EQ(report.id, 1);
  EXPECT_EQ(report.format, "aws-offer-json");
  EXPECT_EQ(report.added, 2);
  EXPECT_EQ(report.first, 2);
  EXPECT_EQ(report.dropped.at("bare metal").count, 1);
  EXPECT_THAT(report.source.name, HasSubstr("20260901000000"));
  const PriceBook all = book();
  EXPECT_EQ(price(all), "21.5000");
  EXPECT_EQ(price(all, "2026-11-22",
                  {kReserved, 1, Payment::kPartialUpfront, OfferingClass::kConvertible}),
            "12.0000");
  const auto state = all.as_of("trn1.32xlarge", "us-west-2", kOnDemand, day("2026-11-22"));
  EXPECT_THAT(std::get<Priced>(state).source.english(), HasSubstr("(import 1)"));
  EXPECT_EQ(to_string(std::get<Priced>(state).date), "2026-09-03");
}

TEST_F(PriceStoreTest, TheSameListTwiceAddsNothing) {
  import(kOfferJson);
  const std::int64_t before = revision();
  const ImportReport again = import(kOfferJson);
  EXPECT_EQ(again.id, 0);
  EXPECT_EQ(again.added, 0);
  EXPECT_EQ(again.unchanged, 2);
  EXPECT_EQ(revision(), before);
  EXPECT_EQ(read_price_store(path_)->imports.size(), 1U);
}

TEST_F(PriceStoreTest, CountsConfirmedAndSupersededPrices) {
  EXPECT_EQ(import_price("21.5", "2026-09-01").first, 1);
  EXPECT_EQ(import_price("21.5", "2026-10-01").confirmed, 1);
  EXPECT_EQ(import_price("20.0", "2026-11-01").superseded, 1);
  EXPECT_EQ(price(book(), "2026-10-15"), "21.5000");
  EXPECT_EQ(price(book(), "2026-11-15"), "20.0000");
}

TEST_F(PriceStoreTest, KeepsTheHighestOfSeveralPricesAndCountsTheOthers) {
  const std::string two = std::string(kPriceHeading) +
                          "trn1.32xlarge,us-west-2,,spot,,5,2026-11-01,s,priced,\n" +
                          "trn1.32xlarge,us-west-2,,spot,,7,2026-11-01,s,priced,\n" +
                          "trn1.32xlarge,us-west-2,,spot,,6,2026-11-01,s,priced,\n";
  const ImportReport report = import(two);
  EXPECT_EQ(report.added, 1);
  EXPECT_EQ(report.dropped.begin()->second.count, 2);
  EXPECT_EQ(price(book(), "2026-11-22", kSpot), "7.0000");
}

TEST_F(PriceStoreTest, KeepsOtherTypesOnlyIfRequested) {
  const std::string hosts = std::string(kPriceHeading) +
                            "c7i.large,us-west-2,,on_demand,,0.1,2026-11-01,s,priced,\n"
                            "m7i.large,us-west-2,,on_demand,,0.1,2026-11-01,s,priced,\n"
                            "trn9.large,us-west-2,,on_demand,,1,2026-11-01,s,priced,\n";
  const ImportReport few = import(hosts);
  EXPECT_THAT(few.new_instances, ElementsAre("trn9.large"));
  EXPECT_EQ(few.dropped.at("other instance type").count, 2);
  ImportOptions family;
  family.instances = {"c7i"};
  EXPECT_THAT(import(hosts, "2026-11-22", family).new_instances, ElementsAre("c7i.large"));
  ImportOptions all;
  all.all_instances = true;
  EXPECT_THAT(import(hosts, "2026-11-22", all).new_instances, ElementsAre("m7i.large"));
}

TEST_F(PriceStoreTest, AcceleratedFamilies) {
  for (const char* yes :
       {"trn1.32xlarge", "trn2u.48xlarge", "inf1.xlarge", "p4d.24xlarge", "p6-b200.48xlarge",
        "g4dn.xlarge", "g6e.xlarge", "gr6.4xlarge", "dl1.24xlarge", "u-p6e-gb200x72"}) {
    EXPECT_TRUE(is_accelerated(yes)) << yes;
  }
  for (const char* no : {"c7i.large", "m5.large", "i4i.large", "u-6tb1.112xlarge", "x2gd.large",
                         "t4g.nano", "is4gen.large", ""}) {
    EXPECT_FALSE(is_accelerated(no)) << no;
  }
}

TEST_F(PriceStoreTest, APinnedReportDoesNotChange) {
  import_price("21.5", "2026-09-01", "2026-09-02");
  const BookPin by_day{.day = day("2026-10-01"), .revision = {}};
  const BookPin by_revision{.day = {}, .revision = revision()};
  const std::string then = price(book(by_day), "2026-10-01");
  EXPECT_EQ(then, "21.5000");
  // Later changes: a list with an earlier date, a newer price and a discount; the first import is
  // undone.
  import_price("19.0", "2026-09-15", "2026-11-20");
  Discount discount;
  discount.parts_per_million = 90'000;
  discount.from = day("2026-01-01");
  discount.source = "EDP";
  ASSERT_TRUE(open().add_discount(discount, day("2026-11-21")));
  ASSERT_TRUE(open().forget(1, day("2026-11-21")));
  EXPECT_EQ(price(book(by_day), "2026-10-01"), then);
  EXPECT_EQ(price(book(by_revision), "2026-10-01"), then);
  EXPECT_EQ(price(book(), "2026-10-01"), "17.2900");
}

TEST_F(PriceStoreTest, ForgetUndoesAnImportOnce) {
  import_price("20.0", "2026-11-01");
  ASSERT_TRUE(open().forget(1, day("2026-11-22")));
  EXPECT_EQ(price(book()), price(PriceBook::load().value()));
  const auto again = open().forget(1, day("2026-11-22"));
  ASSERT_FALSE(again);
  EXPECT_THAT(to_string(again.error()), HasSubstr("undone before"));
  const auto other = open().forget(7, day("2026-11-22"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(import_price("20.0", "2026-11-01").added, 1) << "the list can be imported again";
  const auto imports = read_price_store(path_)->imports;
  ASSERT_EQ(imports.size(), 2U);
  EXPECT_EQ(to_string(imports[0].forgotten.value()), "2026-11-22");
  EXPECT_FALSE(imports[1].forgotten);
}

TEST_F(PriceStoreTest, OwnPricesReplacePublicOnes) {
  import_price("17.2", "2026-01-01", "2026-11-22", true);
  import_price("21.5", "2026-11-01");
  EXPECT_EQ(price(book()), "17.2000");
  const auto state = book().as_of("trn1.32xlarge", "us-west-2", kOnDemand, day("2026-11-22"));
  EXPECT_TRUE(std::get<Priced>(state).own);
}

TEST_F(PriceStoreTest, RejectsInvalidDiscounts) {
  Discount discount;
  discount.from = day("2026-01-01");
  for (const std::int64_t parts : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1'000'000}}) {
    discount.parts_per_million = parts;
    EXPECT_FALSE(open().add_discount(discount, day("2026-11-22"))) << parts;
  }
  discount.parts_per_million = 1;
  discount.until = day("2025-01-01");
  EXPECT_FALSE(open().add_discount(discount, day("2026-11-22")));
}

TEST_F(PriceStoreTest, ATruncatedFileDoesNotChangeTheBook) {
  import_price("20.0", "2026-11-01");
  const std::int64_t before = revision();
  for (const std::string_view list :
       {kOfferJson, kOfferCsv, kSavingsPlanJson, kSavingsPlanCsv, kQueryJson}) {
    std::string text(list.substr(0, list.size() - 30));
    TaskControl control;
    auto store = open();
    const auto report = store.import(
        recognised(text, "cut"),
        {.today = day("2026-11-22"), .own = false, .all_instances = false, .instances = {}},
        control);
    ASSERT_FALSE(report);
    EXPECT_THAT(to_string(report.error()), HasSubstr("cut: line ")) << list.substr(0, 40);
  }
  EXPECT_EQ(revision(), before);
  EXPECT_EQ(read_price_store(path_)->layer.rows.size(), 1U);
}

TEST_F(PriceStoreTest, ACancelledImportDoesNotChangeTheBook) {
  import_price("20.0", "2026-11-01");
  TaskControl control;
  control.request_cancel();
  ImportOptions options;
  options.today = day("2026-11-22");
  const auto report = open().import(recognised(kOfferJson), options, control);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(revision(), 1);
}

TEST_F(PriceStoreTest, OwnPricesOfTheFutureAndImpossibleOnesAreRejectedWithTheirLine) {
  const ImportOptions options{.today = day("2026-11-22"), .own = true, .instances = {}};
  const std::string start = std::string(kPriceHeading) + "trn1.32xlarge,us-east-1,,on_demand,,";
  EXPECT_THAT(import_error(start + "20,2026-11-23,s,priced,\n", options), HasSubstr("line 2"));
  EXPECT_THAT(import_error(start + "20,2026-11-23,s,priced,\n", options),
              HasSubstr("in the future"));
  EXPECT_THAT(import_error(start + "2150,2026-11-20,s,priced,\n", options), HasSubstr("line 2"));
  EXPECT_THAT(
      import_error(
          "instance,region,zone,option,term,usd_per_hour,date,source,state,note,upfront,currency,"
          "effective\n"
          "trn1.32xlarge,us-east-1,,isp_1yr_all_upfront,,0,2026-11-01,s,priced,,131400,,\n",
          options),
      HasSubstr("whole rate"));
}

TEST_F(PriceStoreTest, TheUpfrontFeeOfASavingsPlanIsAPartOfItsRate) {
  // USD 315,360 in advance are USD 36 for each of the 8,760 hours: the whole rate, and not 72.
  const ImportReport report = import(
      "instance,region,zone,option,term,usd_per_hour,date,source,state,note,upfront,currency,"
      "effective\n"
      "p5.48xlarge,us-west-2,,isp_1yr_all_upfront,all upfront,36.0,2026-11-01,console,priced,,"
      "315360,,\n",
      "2026-11-22", {.own = true, .instances = {}});
  EXPECT_EQ(report.added, 1);
  const auto state =
      book().as_of("p5.48xlarge", "us-west-2", parse_purchase_option("isp_1yr_all_upfront").value(),
                   day("2026-11-22"));
  EXPECT_EQ(std::get<Priced>(state).per_hour, Usd::from_dollars(36));
}

TEST_F(PriceStoreTest, OnlySpotPricesHaveAZoneAndItIsInTheirRegion) {
  const ImportOptions options{.today = day("2026-11-22"), .own = true, .instances = {}};
  const std::string start(kPriceHeading);
  const std::string end = ",,10,2026-11-01,s,priced,\n";
  EXPECT_THAT(import_error(start + "trn1.32xlarge,us-east-1,use1-az2,on_demand" + end, options),
              HasSubstr("only Spot prices have a zone"));
  EXPECT_THAT(import_error(start + "trn1.32xlarge,us-east-1,use2-az1,spot" + end, options),
              HasSubstr("belongs to us-east-2, not to us-east-1"));
  EXPECT_EQ(
      import(start + "trn1.32xlarge,us-east-1,use1-az2,spot" + end, "2026-11-22", options).added,
      1);
}

TEST_F(PriceStoreTest, OwnPricesOfSimilarNamesAreImportedWithAWarning) {
  const ImportReport report = import(std::string(kPriceHeading) +
                                         "trn1.23xlarge,us-esat-1,,on_demand,,20,2026-11-01,s,"
                                         "priced,\n",
                                     "2026-11-22", {.own = true, .instances = {}});
  EXPECT_EQ(report.added, 1);
  std::string advice;
  for (const Text& text : report.advice) advice += text.english() + "\n";
  EXPECT_THAT(advice, HasSubstr("line 2: no other price is for the region 'us-esat-1'; did you "
                                "mean 'us-east-1'?"));
  EXPECT_THAT(advice, HasSubstr("'trn1.23xlarge'; did you mean 'trn1."));
}

TEST_F(PriceStoreTest, FilesWithoutADateNeedTheDayOfTheDownload) {
  constexpr std::string_view kCatalogue =
      "InstanceType,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n"
      "trn1.32xlarge,,21.25,,us-west-2,usw2-az1\n";
  ImportOptions options{.today = day("2026-11-22"), .instances = {}};
  EXPECT_THAT(import_error(kCatalogue, options), HasSubstr("--observed"));
  options.observed = day("2026-11-23");
  EXPECT_THAT(import_error(kCatalogue, options), HasSubstr("future"));
  import(kCatalogue, "2026-11-22", {.observed = day("2026-10-01"), .instances = {}});
  EXPECT_EQ(price(book(), "2026-10-01"), "21.2500");
  EXPECT_NE(price(book(), "2026-09-30"), "21.2500");
}

TEST_F(PriceStoreTest, AnIndexAddsNothing) {
  const ImportReport report = import(R"({"offers": {"AmazonEC2": {"versionIndexUrl": "/x"}}})");
  EXPECT_EQ(report.id, 0);
  ASSERT_EQ(report.advice.size(), 1U);
  EXPECT_EQ(revision(), 0);
}

/// A child process imports a large list and is killed after different times.
TEST_F(PriceStoreTest, AKilledImportDoesNotChangeTheBook) {
  import_price("20.0", "2026-11-01");
  std::string large(kPriceHeading);
  for (int i = 0; i < 60'000; ++i) {
    large += fmt::format("trn1.{}xlarge,us-west-2,,on_demand,,{},2026-11-02,s,priced,\n", i, i + 1);
  }
  int killed = 0;
  for (const int milliseconds : {5, 20, 50, 100, 200}) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      TaskControl control;
      ImportOptions options;
      options.today = day("2026-11-22");
      auto store = PriceStore::open(path_);
      while (store && store->import(recognised(large), options, control)) {
        (void)store->forget(2, options.today);  // so that the next import writes again
      }
      ::_exit(0);
    }
    // Kill the child when it writes, which is when the journal exists.
    for (int wait = 0; wait < 1000 && !std::filesystem::exists(path_ + "-journal"); ++wait) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
    EXPECT_EQ(price(book()), "20.0000");
    SQLite::Database database(path_, SQLite::OPEN_READWRITE);
    EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
    // Each import is complete.
    EXPECT_EQ(database
                  .execAndGet("SELECT count(*) FROM import i WHERE added <> (SELECT count(*) FROM "
                              "observation o WHERE o.import = i.id)")
                  .getInt(),
              0);
    EXPECT_EQ(price(book()), "20.0000");
  }
  EXPECT_GT(killed, 0);
}

/// The state after a program was killed while it created the book, or its first transaction.
TEST_F(PriceStoreTest, AnEmptyFileIsAnEmptyBook) {
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path());
  std::ofstream{path_};
  const auto stored = read_price_store(path_);
  ASSERT_TRUE(stored) << to_string(stored.error());
  EXPECT_EQ(stored->revision, 0);
  EXPECT_TRUE(stored->imports.empty());
  EXPECT_THAT(stored->recovered.english(), HasSubstr("was killed while it created the file"));
  EXPECT_FALSE(read_price_store(path_, {.revision = 3}));
  import_price("20.0", "2026-11-01");
  EXPECT_EQ(price(book()), "20.0000");
  EXPECT_TRUE(read_price_store(path_)->recovered.empty());
}

/// A copy of the book with its journal in the middle of a change.
TEST_F(PriceStoreTest, AnUnfinishedChangeIsUndoneByTheNextReader) {
  import_price("20.0", "2026-11-01");
  const std::string left = path_ + ".left";
  {
    SQLite::Database writer(path_, SQLite::OPEN_READWRITE);
    writer.exec(
        "PRAGMA cache_size=1; BEGIN; DELETE FROM observation; CREATE TABLE filler(a);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
        "INSERT INTO filler SELECT zeroblob(1000) FROM n;");
    for (const char* part : {"", "-journal"}) {
      std::filesystem::copy_file(path_ + part, left + part);
    }
  }
  path_ = left;
  for (const bool reads : {true, false}) {
    const auto recovered = reads ? read_price_store(path_)->recovered : open().recovered();
    EXPECT_EQ(recovered.english().empty(), !reads) << recovered.english();
  }
  EXPECT_EQ(price(book()), "20.0000");
}

TEST_F(PriceStoreTest, RejectsOtherFiles) {
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path());
  std::ofstream(path_) << "this is no database, but long enough to look like one to SQLite......."
                          "..............................";
  EXPECT_FALSE(PriceStore::open(path_));
  EXPECT_FALSE(read_price_store(path_));
  std::filesystem::remove(path_);
  SQLite::Database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec("CREATE TABLE mine(x)");
  const auto store = PriceStore::open(path_);
  ASSERT_FALSE(store);
  EXPECT_THAT(to_string(store.error()), HasSubstr("not a Neuronscope file"));
  EXPECT_EQ(read_price_store((folder_.path() / "none.db").string()).error().code,
            ErrorCode::kNotFound);
}

TEST_F(PriceStoreTest, RejectsANewerVersionAndDamagedRows) {
  import_price("20.0", "2026-11-01");
  const auto change = [&](const char* sql) {
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql);
  };
  change("UPDATE observation SET purchase='gift'");
  EXPECT_THAT(to_string(read_price_store(path_).error()),
              HasSubstr("observation 1: unknown purchase option"));
  change("UPDATE observation SET purchase='spot', hourly_nano=9000000000000000000");
  EXPECT_THAT(to_string(read_price_store(path_).error()), HasSubstr("value out of range"));
  change("UPDATE observation SET hourly_nano=1, observed='soon'");
  EXPECT_THAT(to_string(read_price_store(path_).error()), HasSubstr("observed: 'soon'"));
  change("CREATE TRIGGER t AFTER INSERT ON observation BEGIN DELETE FROM import; END");
  EXPECT_THAT(to_string(PriceStore::open(path_).error()), HasSubstr("triggers or views"));
  change("DROP TRIGGER t");
  change("PRAGMA user_version=99");
  EXPECT_EQ(read_price_store(path_).error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_EQ(PriceStore::open(path_).error().code, ErrorCode::kUnsupportedVersion);
}

TEST_F(PriceStoreTest, RejectsAnUnknownRevision) {
  import_price("20.0", "2026-11-01");
  const auto book = read_price_store(path_, {.day = {}, .revision = 2});
  ASSERT_FALSE(book);
  EXPECT_THAT(to_string(book.error()), HasSubstr("unknown revision 2; the latest is 1"));
}

TEST_F(PriceStoreTest, SkipsNamesWithControlCharacters) {
  const ImportReport report = import(
      std::string(kPriceHeading) + "trn1.\x1b[31m,us-west-2,,on_demand,,1,2026-11-01,s,priced,\n");
  EXPECT_EQ(report.added, 0);
  EXPECT_EQ(report.dropped.begin()->second.example.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace nscope::cost
