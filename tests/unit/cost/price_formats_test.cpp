#include "tests/support/collected_prices.h"
#include "tests/support/gzip.h"
#include "tests/unit/cost/literals.h"
#include "tests/unit/cost/price_lists.h"

#include <algorithm>
#include <map>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::array kLists = {
    std::pair<std::string_view, std::string_view>{"aws-offer-json", kOfferJson},
    std::pair<std::string_view, std::string_view>{"aws-offer-csv", kOfferCsv},
    std::pair<std::string_view, std::string_view>{"aws-savings-plan-json", kSavingsPlanJson},
    std::pair<std::string_view, std::string_view>{"aws-savings-plan-csv", kSavingsPlanCsv},
    std::pair<std::string_view, std::string_view>{"aws-query-json", kQueryJson},
    std::pair<std::string_view, std::string_view>{"nscope-prices-csv", kOwnCsv},
};

/// Reads a list with its format. Returns the error as text, or an empty text.
std::string read(std::string_view text, CollectedPrices& sink) {
  const ByteSource file = price_list(text);
  TaskControl control;
  const auto format = recognise_prices(file);
  if (!format) return to_string(format.error());
  const auto ok = (*format)->read({.file = file, .today = day("2026-11-22")}, sink, control);
  return ok ? std::string() : to_string(ok.error());
}

/// A line for each row of a list.
std::vector<std::string> rows(std::string_view text) {
  CollectedPrices sink;
  EXPECT_EQ(read(text, sink), "");
  std::vector<std::string> lines;
  for (const PriceObservation& row : sink.rows) {
    lines.push_back(fmt::format("{} {} {} {}+{} {} seen {} since {}", row.instance, row.region,
                                to_string(row.purchase), format_usd(row.per_hour, 4),
                                format_usd(row.upfront, 0), row.currency, to_string(row.observed),
                                row.effective ? to_string(*row.effective) : "?"));
  }
  return lines;
}

std::map<std::string, std::int64_t> dropped(std::string_view text) {
  CollectedPrices sink;
  EXPECT_EQ(read(text, sink), "");
  std::map<std::string, std::int64_t> counts;
  for (const auto& [reason, rows] : sink.dropped()) counts[reason] = rows.count;
  return counts;
}

std::string error(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  CollectedPrices sink;
  return read(text, sink);
}

TEST(PriceFormats, AreRecognisedByContent) {
  for (const auto& [id, text] : kLists) {
    const auto format = recognise_prices(price_list(text));
    ASSERT_TRUE(format) << id;
    EXPECT_EQ((*format)->id, id);
    const auto packed = recognise_prices(price_list(gzip(text)));
    ASSERT_TRUE(packed) << id;
    EXPECT_EQ((*packed)->id, id);
    const auto marked = recognise_prices(price_list("\xEF\xBB\xBF" + std::string(text)));
    ASSERT_TRUE(marked) << id;
    EXPECT_EQ((*marked)->id, id);
  }
  const auto other = recognise_prices(price_list("hello\n", "notes.txt"));
  ASSERT_FALSE(other);
  EXPECT_THAT(to_string(other.error()), HasSubstr("notes.txt: unknown price list format"));
  EXPECT_THAT(to_string(other.error()), HasSubstr("Savings Plans"));
  EXPECT_FALSE(recognise_prices(price_list("")));
}

TEST(AwsOfferJson, KeepsTheRowsOfSharedLinux) {
  EXPECT_THAT(rows(kOfferJson),
              ElementsAre("trn1.32xlarge us-west-2 on_demand 21.5000+0 USD seen 2026-09-03 since "
                          "2026-09-01",
                          "trn1.32xlarge us-west-2 ri_1yr_convertible_partial_upfront "
                          "6.0000+52,560 USD seen 2026-09-03 since 2026-08-31"));
  EXPECT_EQ(dropped(kOfferJson),
            (std::map<std::string, std::int64_t>{{"capacity reservation, not its use", 1},
                                                 {"bare metal", 1},
                                                 {"market option is not OnDemand", 1},
                                                 {"not a compute instance", 1},
                                                 {"operating system is not Linux", 1},
                                                 {"price is zero", 1}}));
}

TEST(AwsOfferJson, TermsCanPrecedeProducts) {
  std::string text(kOfferJson);
  const std::size_t terms = text.find("  \"terms\"");
  const std::size_t products = text.find("  \"products\"");
  const std::string tail = text.substr(terms, text.rfind('}') - terms);
  const std::string middle = text.substr(products, terms - products);
  const std::string swapped =
      text.substr(0, products) + tail + ",\n" + middle.substr(0, middle.rfind(',')) + "}";
  EXPECT_EQ(rows(swapped), rows(kOfferJson));
  EXPECT_EQ(dropped(swapped), dropped(kOfferJson));
}

TEST(AwsOfferJson, ReadsTheSamePacked) {
  EXPECT_EQ(rows(gzip(kOfferJson)), rows(kOfferJson));
}

TEST(AwsOfferJson, ErrorsNameLineAndField) {
  const std::string text(kOfferJson);
  EXPECT_THAT(error(text, "\"21.5000000000\"", "\"21,5\""),
              HasSubstr("list: line 43: pricePerUnit: invalid amount of money '21,5'"));
  EXPECT_THAT(error(text, "2026-09-03T12", "2026-09-33T12"),
              HasSubstr("line 6: publicationDate: '2026-09-33' is not a date"));
  EXPECT_THAT(error(text, "2026-08-31T23", "yesterday "), HasSubstr("effectiveDate: 'yesterday"));
  EXPECT_THAT(error(text, "AmazonEC2", "AmazonS3"), HasSubstr("line 4: offerCode: 'AmazonS3'"));
  EXPECT_THAT(error(text, "{\"USD\" : \"6.0", "{\"usd\" : \"6.0"),
              HasSubstr("must have a currency"));
  EXPECT_THAT(error(text, "\"52560\"", "\"52560000000\""), HasSubstr("invalid amount of money"));
  EXPECT_THAT(error(text, "\"6.0000000000\"", "\"1000000.1\""), HasSubstr("value out of range"));
  EXPECT_THAT(error(text, "\"x\" : \"}\"}", "\"x\" : \"}\"]"),
              HasSubstr("expected '}', found ']'"));
  EXPECT_THAT(error(text, "\"products\"", "\"product_s\""), HasSubstr("missing key 'products'"));
  EXPECT_THAT(error(text, "  }\n}\n", "  }\n}\n{}"), HasSubstr("unexpected data after"));
}

TEST(AwsOfferJson, ATruncatedFileIsAnError) {
  for (std::size_t size = kOfferJson.size() - 2; size > 1200; size -= 7) {
    CollectedPrices sink;
    EXPECT_NE(read(kOfferJson.substr(0, size), sink), "") << size;
  }
}

TEST(AwsOfferCsv, KeepsTheRowsOfSharedLinuxAndJoinsBothFees) {
  EXPECT_THAT(
      rows(kOfferCsv),
      ElementsAre("trn1.32xlarge us-west-2 on_demand 21.5000+0 USD seen 2026-09-03 since "
                  "2026-09-01",
                  "trn1.32xlarge us-west-2 ri_1yr_convertible_partial_upfront 6.0000+52,560 USD "
                  "seen 2026-09-03 since 2026-08-31",
                  "trn1.32xlarge us-west-2 ri_1yr_all_upfront 0.0000+100,000 USD seen "
                  "2026-09-03 since 2026-08-31"));
  EXPECT_EQ(dropped(kOfferCsv), (std::map<std::string, std::int64_t>{
                                    {"unknown location", 1},
                                    {"Reserved price without hourly or upfront fee", 1},
                                    {"tenancy is not Shared", 1},
                                    {"price is zero", 1}}));
}

TEST(AwsOfferCsv, ErrorsNameLineAndField) {
  const std::string text(kOfferCsv);
  EXPECT_THAT(error(text, "\"21.5000000000\"", "\"a lot\""),
              HasSubstr("list: line 8: PricePerUnit: invalid amount of money 'a lot'"));
  EXPECT_THAT(error(text, "\"OnDemand\",\"$21.5 per hour\"", "\"OnDemand\""),
              HasSubstr("line 8: the row has 20 fields, but there are 21 column names"));
  EXPECT_THAT(error(text, "\"Tenancy\"", "\"Tenant\""),
              HasSubstr("line 6: missing column 'Tenancy'"));
  EXPECT_THAT(error(text, "2026-09-03T12", "2026-9-3T12"), HasSubstr("line 3: Publication Date:"));
  EXPECT_THAT(error(text, "\"AmazonEC2\"", "\"AmazonS3\""), HasSubstr("line 5"));
  EXPECT_THAT(error(text, "\"Upfront Fee\"", "\"Upfront Fee"), HasSubstr("list: line 9"));
}

TEST(AwsSavingsPlans, JsonJoinsRatesAndPlans) {
  EXPECT_THAT(rows(kSavingsPlanJson),
              ElementsAre("trn1.32xlarge us-east-1 csp_1yr 15.4800+0 USD seen 2026-09-03 since "
                          "2026-08-01",
                          "trn1.32xlarge us-east-1 isp_3yr_all_upfront 8.0900+0 USD seen "
                          "2026-09-03 since 2026-08-01"));
  EXPECT_EQ(dropped(kSavingsPlanJson),
            (std::map<std::string, std::int64_t>{
                {"not a rate of EC2", 1},
                {"rates of a plan that is not in the products", 1},
                {"usage is not BoxUsage: dedicated, a host or an unused reservation", 1}}));
}

TEST(AwsSavingsPlans, CsvHasTheSame) {
  EXPECT_THAT(rows(kSavingsPlanCsv),
              ElementsAre("trn1.32xlarge us-east-1 csp_1yr 15.4800+0 USD seen 2026-09-03 since "
                          "2026-08-01",
                          "trn1.32xlarge us-east-1 isp_3yr_partial_upfront 10.1000+0 USD seen "
                          "2026-09-03 since 2026-08-01"));
  EXPECT_EQ(dropped(kSavingsPlanCsv),
            (std::map<std::string, std::int64_t>{
                {"bare metal", 1},
                {"not a rate of EC2", 1},
                {"usage is not BoxUsage: dedicated, a host or an unused reservation", 1}}));
}

TEST(AwsSavingsPlans, ErrorsNameLineAndField) {
  EXPECT_THAT(error(std::string(kSavingsPlanCsv), "10.1,USD", "ten,USD"),
              HasSubstr("list: line 8: discountedRate: invalid amount of money 'ten'"));
  EXPECT_THAT(error(std::string(kSavingsPlanCsv), "DiscountedRegionCode,", "Region,"),
              HasSubstr("missing column 'DiscountedRegionCode'"));
  EXPECT_THAT(error(std::string(kSavingsPlanJson), "\"8.09\"", "\"eight\""),
              HasSubstr("discountedRate: invalid amount of money 'eight'"));
  EXPECT_THAT(error(std::string(kSavingsPlanJson), "\"savingsPlan\"", "\"savings\""),
              HasSubstr("missing key 'terms/savingsPlan'"));
}

TEST(AwsQuery, ReadsJsonInStringsAndSkipsPricesWithoutADate) {
  EXPECT_THAT(rows(kQueryJson),
              ElementsAre("inf2.xlarge us-east-1 on_demand 0.7582+0 USD seen 2026-09-02 since "
                          "2026-09-01"));
  CollectedPrices sink;
  EXPECT_EQ(read(kQueryJson, sink), "");
  EXPECT_EQ(sink.dropped().count(kUndated.english), 1U) << "the second entry has no date";
  ASSERT_EQ(sink.advice().size(), 1U);
  EXPECT_THAT(sink.advice().front().english(), HasSubstr("NextToken"));
}

TEST(AwsQuery, ErrorsNameTheEntry) {
  EXPECT_THAT(error(std::string(kQueryJson), "0.7582000000", "cheap"),
              HasSubstr("(product 0): line 1: pricePerUnit: invalid amount of money 'cheap'"));
  EXPECT_THAT(error(std::string(kQueryJson), "{\\\"terms\\\"", "\\\"terms\\\""), HasSubstr("list"));
}

TEST(AwsIndex, AdvisesWhichFileToDownload) {
  const auto advice = [](std::string_view text) {
    CollectedPrices sink;
    EXPECT_EQ(read(text, sink), "");
    EXPECT_THAT(sink.rows, IsEmpty());
    return sink.advice().empty() ? std::string() : sink.advice().front().english();
  };
  EXPECT_THAT(advice(R"({"offerCode": "AmazonEC2", "versions": {"1": {"offerVersionUrl":
                     "/offers/v1.0/aws/AmazonEC2/1/index.json"}}})"),
              HasSubstr("amazonaws.com/offers/v1.0/aws/AmazonEC2/1/index.json"));
  EXPECT_THAT(advice(R"({"regions": {"us-east-1": {"regionCode": "us-east-1", "currentVersionUrl":
                     "/offers/v1.0/aws/AmazonEC2/2/us-east-1/index.json"}}})"),
              HasSubstr("2/us-east-1/index.json"));
  EXPECT_THAT(advice(R"({"offers": {"AmazonEC2": {"offerCode": "AmazonEC2", "versionIndexUrl":
                     "/offers/v1.0/aws/AmazonEC2/index.json"}}})"),
              HasSubstr("AmazonEC2/current/us-east-1/index.json"));
  EXPECT_THAT(advice(R"({"regions": [{"regionCode": "x", "versionUrl": "/a/x/index.json"}]})"),
              HasSubstr("Savings Plans"));
}

TEST(PriceFormats, AListWithoutAPublicationDateHasItsEffectiveDates) {
  std::string old(kOfferJson);
  const std::string published = "  \"publicationDate\" : \"2026-09-03T12:00:00Z\",\n";
  old.erase(old.find(published), published.size());
  for (const std::string& line : rows(old)) {
    EXPECT_TRUE(line.ends_with("seen 2026-09-01 since 2026-09-01") ||
                line.ends_with("seen 2026-08-31 since 2026-08-31"))
        << line;
  }
}

constexpr std::string_view kMeteredUnits = R"list({
 "manifest": {"serviceId": "ec2", "accessType": "publish", "currencyCode": "USD", "source": "ec2",
  "hawkFilePublicationDate": "2026-09-25T17:45:21Z"},
 "sets": {},
 "regions": {"US East (N. Virginia)": {
  "Linux-trn1": {"rateCode": "A.B.C", "price": "21.5000000000", "Location": "US East (N. Virginia)",
   "Instance Type": "trn1.32xlarge", "vCPU": "128", "Operating System": "Linux",
   "Pre Installed S/W": "NA", "License Model": "No License required"},
  "Linux-zero": {"rateCode": "A.B.D", "price": "0.0000000000", "Location": "US East (N. Virginia)",
   "Instance Type": "p5.48xlarge", "Operating System": "Linux"},
  "Windows": {"rateCode": "A.B.E", "price": "60", "Location": "US East (N. Virginia)",
   "Instance Type": "p5.48xlarge", "Operating System": "Windows"},
  "moon": {"rateCode": "A.B.F", "price": "60", "Location": "The Moon",
   "Instance Type": "p5.48xlarge", "Operating System": "Linux"},
  "other": {"rateCode": "A.B.G", "price": "0.1", "Location": "US East (N. Virginia)",
   "Instance Type": "p4d.24xlarge", "Operating System": "Linux", "Pre Installed S/W": "SQL"}
 }}})list";

TEST(PriceFormats, ReadsTheSmallListOfARegionWithItsPublicationDate) {
  EXPECT_THAT(
      rows(kMeteredUnits),
      testing::ElementsAre("trn1.32xlarge us-east-1 on_demand 21.5000+0 USD seen 2026-09-25 "
                           "since ?"));
  CollectedPrices sink;
  EXPECT_EQ(read(kMeteredUnits, sink), "");
  EXPECT_EQ(sink.dropped().size(), 4U);
}

TEST(PriceFormats, ASmallListWithAWrongMemberIsRejectedWithItsPointer) {
  std::string bad(kMeteredUnits);
  bad.replace(bad.find("\"21.5000000000\""), 15, "\"many\"");
  CollectedPrices sink;
  EXPECT_THAT(read(bad, sink), HasSubstr("/regions/US East (N. Virginia)/Linux-trn1/price"));
  std::string service(kMeteredUnits);
  service.replace(service.find("\"ec2\""), 5, "\"athena\"");
  EXPECT_THAT(read(service, sink), HasSubstr("athena"));
}

/// The answer of get_pricing of the AWS Pricing MCP server, and the same as the text of a tool
/// result.
TEST(PriceFormats, ReadsAnswersOfTheMcpServer) {
  const std::string entry =
      R"({"product": {"productFamily": "Compute Instance", "sku": "A", "attributes": )"
      R"({"instanceType": "inf2.xlarge", "regionCode": "us-east-1", "tenancy": "Shared", )"
      R"("operatingSystem": "Linux"}}, "publicationDate": "2026-09-02T00:00:00Z", )"
      R"("terms": {"OnDemand": {"A.J": {"priceDimensions": {"A.J.6": {"unit": "Hrs", )"
      R"("pricePerUnit": {"USD": "0.7582"}}}}}}})";
  const std::string answer = R"({"status": "success", "service_name": "AmazonEC2", "data": [)" +
                             entry + R"(], "message": "Retrieved pricing", "next_token": "more"})";
  const auto wanted =
      testing::ElementsAre("inf2.xlarge us-east-1 on_demand 0.7582+0 USD seen 2026-09-02 since ?");
  EXPECT_THAT(rows(answer), wanted);
  std::string escaped;
  for (const char c : answer) escaped += c == '"' ? std::string("\\\"") : std::string(1, c);
  EXPECT_THAT(rows(R"({"content": [{"type": "text", "text": ")" + escaped + "\"}]}"), wanted);
  CollectedPrices sink;
  EXPECT_EQ(read(answer, sink), "");
  EXPECT_EQ(sink.advice().size(), 1U) << "one page of several";
  EXPECT_THAT(read(R"({"status": "error", "service_name": "AmazonEC2", "error_type": "api_error",
                       "message": "no such region"})",
                   sink),
              HasSubstr("no such region"));
}

TEST(PriceFormats, CanBeCancelled) {
  for (const auto& [id, text] : kLists) {
    const ByteSource file = price_list(text);
    TaskControl control;
    control.request_cancel();
    CollectedPrices sink;
    const auto format = recognise_prices(file);
    ASSERT_TRUE(format);
    const auto ok = (*format)->read({.file = file, .today = {}, .observed = Day{}}, sink, control);
    ASSERT_FALSE(ok) << id;
    EXPECT_EQ(ok.error().code, ErrorCode::kCancelled) << id;
  }
}

/// Damaged files give rows and counts, or an error with a place.
TEST(PriceFormats, SurviveDamage) {
  std::mt19937 random(20261122);
  constexpr int kCopies = 1500;
  using namespace std::literals;
  constexpr std::string_view kBytes = "{}[]\",:\\\n0-9.eu\0\x1b\xff"sv;
  for (const auto& [id, whole] : kLists) {
    const auto format = recognise_prices(price_list(whole));
    ASSERT_TRUE(format);
    for (int copy = 0; copy < kCopies; ++copy) {
      std::string text(whole);
      if (copy % 3 == 0) text.resize(random() % text.size());
      for (int flips = copy % 5; flips > 0 && !text.empty(); --flips) {
        text[random() % text.size()] = kBytes[random() % kBytes.size()];
      }
      if (copy % 7 == 0) text.insert(random() % (text.size() + 1), text.substr(text.size() / 2));
      const ByteSource file = price_list(text);
      CollectedPrices sink;
      TaskControl control;
      const auto ok =
          (*format)->read({.file = file, .today = {}, .observed = Day{}}, sink, control);
      if (!ok) {
        EXPECT_FALSE(ok.error().message.empty()) << id;
        EXPECT_THAT(ok.error().where.english(), HasSubstr("list"))
            << id << ": " << to_string(ok.error());
      }
      for (const PriceObservation& row : sink.rows) {
        EXPECT_GT(effective_hourly(row).nano(), 0) << id;
        EXPECT_TRUE(parse_purchase_option(to_string(row.purchase))) << id;
      }
    }
  }
}

}  // namespace
}  // namespace nscope::cost
