#include "costmodel/price_formats/instance_types.h"
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/python_repr.h"
#include "costmodel/price_formats/readers.h"
#include "costmodel/price_formats/registry.h"
#include "costmodel/price_formats/spot_advisor.h"
#include "costmodel/price_formats/spot_series.h"
#include "tests/support/collected_prices.h"
#include "tests/support/gzip.h"

#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

ByteSource source_of(const std::string& text, std::string name = "x.json") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(std::move(name), {bytes.begin(), bytes.end()});
}

Day today() {
  return *parse_day("2026-11-20");
}

/// A row in words.
std::string words(const PriceObservation& row) {
  constexpr std::string_view kStates[] = {"priced", "estimate", "not offered"};
  std::string text = fmt::format("{} {}", row.instance, row.region);
  if (!row.zone.empty()) text += "/" + row.zone;
  text += fmt::format(" {} {} {}", to_string(row.purchase), format_usd(row.per_hour, 6),
                      kStates[static_cast<int>(row.state)]);
  if (row.upfront != Usd()) text += " upfront " + format_usd(row.upfront);
  if (row.currency != "USD") text += " " + row.currency;
  return text + " " + to_string(row.observed);
}

struct Outcome {
  std::vector<std::string> rows;
  std::vector<PriceObservation> prices;
  std::map<std::string, std::int64_t> dropped;
  std::vector<std::string> advice;
  std::string format;
  std::string error;
};

/// The result of reading a text with the recognised format.
Outcome read(const std::string& text, const std::string& name = "x.json") {
  Outcome outcome;
  const ByteSource file = source_of(text, name);
  const auto format = recognise_prices(file);
  if (!format) {
    outcome.error = to_string(format.error());
    return outcome;
  }
  outcome.format = (*format)->id;
  CollectedPrices sink;
  TaskControl control;
  const auto ok =
      (*format)->read({.file = file, .today = today(), .observed = today()}, sink, control);
  if (!ok) outcome.error = to_string(ok.error());
  for (const PriceObservation& row : sink.rows) outcome.rows.push_back(words(row));
  outcome.prices = sink.rows;
  for (const auto& [reason, rows] : sink.dropped()) outcome.dropped[reason] = rows.count;
  for (const Text& advice : sink.advice()) outcome.advice.push_back(advice.english());
  return outcome;
}

using Rows = std::vector<std::string>;
using Dropped = std::map<std::string, std::int64_t>;

// ---- spot history

std::string change(std::string_view zone, std::string_view price, std::string_view time,
                   std::string_view product = "Linux/UNIX") {
  return fmt::format(R"({{"AvailabilityZone":"{}","InstanceType":"trn1.32xlarge",)"
                     R"("ProductDescription":"{}","SpotPrice":"{}","Timestamp":"{}"}})",
                     zone, product, price, time);
}

std::string history(const std::string& changes) {
  return fmt::format(R"({{"SpotPriceHistory":[{}],"NextToken":""}})", changes);
}

TEST(SpotHistory, AveragesEachDayByTimeAndCarriesPricesForward) {
  const Outcome outcome =
      read(history(change("us-east-1f", "4.0", "2026-08-03T12:00:00+00:00") + "," +
                   change("us-east-1f", "2.0", "2026-08-01T18:00:00Z") + "," +
                   change("us-east-1f", "1.0", "2026-08-01T12:00:00Z") + "," +
                   change("us-east-1a", "7.5", "2026-08-03T12:00:00Z") + "," +
                   change("us-east-1a", "9", "2026-08-03T11:00:00Z", "Windows")));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.format, "aws-spot-history");
  EXPECT_EQ(outcome.rows,
            (Rows{"trn1.32xlarge us-east-1/us-east-1a spot 7.500000 priced 2026-08-03",
                  "trn1.32xlarge us-east-1/us-east-1f spot 1.500000 priced 2026-08-01",
                  "trn1.32xlarge us-east-1/us-east-1f spot 2.000000 priced 2026-08-02",
                  // the last day of the file confirms the price of every zone
                  "trn1.32xlarge us-east-1/us-east-1f spot 2.000000 priced 2026-08-03"}));
  EXPECT_EQ(outcome.dropped, (Dropped{{"product is not Linux/UNIX", 1}}));
  ASSERT_EQ(outcome.advice.size(), 1u);  // letters of zones
}

TEST(SpotHistory, PrefersZoneIds) {
  const std::string entry =
      R"({"AvailabilityZone":"us-east-1f","AvailabilityZoneId":"use1-az6","InstanceType":)"
      R"~("trn1.32xlarge","ProductDescription":"Linux/UNIX (Amazon VPC)","SpotPrice":"3.0474",)~"
      R"("Timestamp":"2026-08-01T12:00:00Z"})";
  const Outcome outcome = read(history(entry));
  EXPECT_EQ(outcome.rows,
            (Rows{"trn1.32xlarge us-east-1/use1-az6 spot 3.047400 priced 2026-08-01"}));
  EXPECT_TRUE(outcome.advice.empty());
}

TEST(SpotHistory, SeriesKnowThePriceOfAMoment) {
  const auto at = [](std::string_view text) { return *parse_instant(text); };
  const SpotSeries series{"trn1.32xlarge",
                          "us-east-1",
                          "use1-az6",
                          true,
                          {{at("2026-08-01T00:00:00Z"), *Usd::parse("1")},
                           {at("2026-08-01T12:00:00Z"), *Usd::parse("3")}}};
  EXPECT_FALSE(series.at(at("2026-07-31T23:59:59Z")));
  EXPECT_EQ(*series.at(at("2026-08-01T11:59:59Z")), *Usd::parse("1"));
  EXPECT_EQ(*series.at(at("2026-08-01T12:00:00Z")), *Usd::parse("3"));
  EXPECT_EQ(*series.at(at("2027-01-01")), *Usd::parse("3"));
  EXPECT_EQ(*series.mean(at("2026-07-01"), at("2026-08-02")), *Usd::parse("2"));
  EXPECT_EQ(*series.mean(at("2026-08-01T09:00:00Z"), at("2026-08-01T13:00:00Z")),
            *Usd::parse("1.5"));
  EXPECT_FALSE(series.mean(at("2026-07-01"), at("2026-07-02")));
}

TEST(SpotHistory, NamesWhatIsWrong) {
  EXPECT_EQ(read(history(change("us-east-1a", "x", "2026-08-01"))).error,
            "x.json: /SpotPriceHistory/0/SpotPrice: must be a non-negative amount");
  EXPECT_THAT(read(history(change("us-east-1a", "1", "yesterday"))).error,
              AllOf(StartsWith("x.json: /SpotPriceHistory/0/Timestamp: "), HasSubstr("yesterday")));
  EXPECT_EQ(read(R"({"SpotPriceHistory":[{"SpotPrice":"1"}]})").error,
            "x.json: /SpotPriceHistory/0/InstanceType: missing key");
  EXPECT_EQ(read(R"({"SpotPriceHistory":{}})").error,
            "x.json: /SpotPriceHistory: must be an array");
  EXPECT_THAT(read(history(change("us-east-1a", "1", "1970-01-01") + "," +
                           change("us-east-1a", "1", "2026-01-01")))
                  .error,
              HasSubstr("more than three years"));
}

// ---- Spot Advisor

std::string advisor(std::string_view entry) {
  return fmt::format(
      R"({{"ranges":[{{"index":0,"label":"<5%","dots":0,"max":5}},)"
      R"({{"index":2,"label":"10-15%","dots":2,"max":16}}],"instance_types":{{}},)"
      R"("spot_advisor":{{"us-east-1":{{"Linux":{{{}}},"Windows":{{"x.large":{{"s":1,"r":0}}}}}}}}}})",
      entry);
}

TEST(SpotAdvisor, EstimatesFromTheOnDemandPrice) {
  const Outcome outcome =
      read(advisor(R"("trn1.32xlarge":{"s":79,"r":2},"no-such.large":{"s":50,"r":0})"));
  EXPECT_EQ(outcome.rows, (Rows{"trn1.32xlarge us-east-1 spot 4.515000 estimate 2026-11-20"}));
  EXPECT_THAT(outcome.prices.at(0).note, HasSubstr("10-15% interrupted"));
  EXPECT_EQ(outcome.dropped, (Dropped{{"saving without a known on-demand price", 1},
                                      {"operating system is not Linux", 1}}));
}

TEST(SpotAdvisor, ReadsNegativeSavings) {
  const Outcome outcome = read(advisor(R"("trn1.32xlarge":{"s":-62,"r":0})"));
  EXPECT_EQ(outcome.error, "");
  ASSERT_EQ(outcome.prices.size(), 1U);
  EXPECT_NEAR(outcome.prices[0].per_hour.dollars(), 21.5 * 1.62, 1e-6);
  EXPECT_THAT(outcome.prices[0].note, HasSubstr("62 % above"));
}

TEST(SpotAdvisor, NamesWhatIsWrong) {
  EXPECT_EQ(read(advisor(R"("trn1.32xlarge":{"s":79,"r":1})")).error,
            "x.json: /spot_advisor/us-east-1/Linux/trn1.32xlarge/r: must be an index of 'ranges'");
  EXPECT_EQ(read(advisor(R"("trn1.32xlarge":{"s":101,"r":0})")).error,
            "x.json: /spot_advisor/us-east-1/Linux/trn1.32xlarge/s: must be between -1000 and 100");
}

// ---- Capacity Blocks

std::string offering(std::string_view members) {
  return fmt::format(
      R"({{"CapacityBlockOfferings":[{{"InstanceType":"trn2.48xlarge",)"
      R"("AvailabilityZone":"us-east-2c","InstanceCount":4,"UpfrontFee":"24031.2576",)"
      R"("CurrencyCode":"USD"{}}}]}})",
      members);
}

TEST(CapacityBlockOfferings, DivideTheFeeByInstancesAndHours) {
  EXPECT_EQ(read(offering(R"(,"CapacityBlockDurationHours":168)")).rows,
            (Rows{"trn2.48xlarge us-east-2 capacity_block 35.760800 priced 2026-11-20"}));
  EXPECT_EQ(
      read(offering(R"(,"CapacityBlockDurationHours":167,"CapacityBlockDurationMinutes":60)")).rows,
      (Rows{"trn2.48xlarge us-east-2 capacity_block 35.760800 priced 2026-11-20"}));
  EXPECT_EQ(
      read(
          offering(
              R"(,"StartDate":"2026-12-03T11:30:00+00:00","EndDate":"2026-12-10T11:30:00+00:00","CapacityBlockDurationHours":168)"))
          .rows,
      (Rows{"trn2.48xlarge us-east-2 capacity_block 35.760800 priced 2026-11-20"}));
  EXPECT_EQ(read(offering(R"(,"CapacityBlockDurationHours":168,"Tenancy":"dedicated")")).dropped,
            (Dropped{{"tenancy is not default", 1}}));
  EXPECT_EQ(read(offering("")).dropped, (Dropped{{"invalid number of instances or hours", 1}}));
}

TEST(CapacityBlockOfferings, ThatContradictThemselvesOrThePastAreSkipped) {
  const auto dropped = [](std::string_view start, std::string_view end) {
    return read(offering(fmt::format(
                    R"(,"StartDate":"{}","EndDate":"{}","CapacityBlockDurationHours":168)", start,
                    end)))
        .dropped;
  };
  EXPECT_TRUE(dropped("2026-11-20", "2026-11-27").empty()) << "the day of the download";
  EXPECT_EQ(dropped("2026-12-03", "2026-12-04"),
            (Dropped{{"duration differs from the time between start and end", 1}}));
  EXPECT_EQ(dropped("2026-11-19", "2026-11-26"),
            (Dropped{{"begins before the day of the download (--observed)", 1}}));
}

std::string page(std::string_view rows) {
  return fmt::format(R"({{"metadata":{{"last_updated":"2026-07-22T07:14:56Z"}},"instance_types":{{)"
                     R"("trn1.32xlarge":{{"accelerator_count":16,"pricing":[{}]}}}}}})",
                     rows);
}

TEST(CapacityBlockPage, DropsGlitchesOfItsCollector) {
  const Outcome outcome = read(page(
      R"({"region_code":"us-east-1","hourly_rate_usd":9.532,"accelerator_hourly_rate_usd":0.59575},)"
      R"({"region_code":"unknown","hourly_rate_usd":0.59575,"accelerator_hourly_rate_usd":0.59575},)"
      R"({"region_code":"us-east-2","hourly_rate_usd":0.59575,"accelerator_hourly_rate_usd":0.59575},)"
      R"({"region_code":"us-west-2","hourly_rate_usd":0})"));
  EXPECT_EQ(outcome.rows,
            (Rows{"trn1.32xlarge us-east-1 capacity_block 9.532000 priced 2026-07-22"}));
  EXPECT_EQ(outcome.dropped,
            (Dropped{{"price of the instance differs from that of its accelerators", 1},
                     {"price is zero", 1},
                     {"unknown region", 1}}));
  EXPECT_EQ(read(page(R"({"region_code":"us-east-1","hourly_rate_usd":"x"})")).error,
            "x.json: /instance_types/trn1.32xlarge/pricing/0/hourly_rate_usd: must be a "
            "non-negative amount");
}

// ---- Reserved Instance offerings

std::string reserved(std::string_view members) {
  return fmt::format(
      R"({{"ReservedInstancesOfferings":[{{"InstanceType":"inf2.48xlarge","CurrencyCode":"USD",)"
      R"("FixedPrice":35000.5,"UsagePrice":0.0,"RecurringCharges":[{{"Amount":4.25,"Frequency":"Hourly"}}],)"
      R"("OfferingClass":"convertible","OfferingType":"Partial Upfront"{}}}]}})",
      members);
}

TEST(ReservedOfferings, KeepTermPaymentAndClass) {
  constexpr std::string_view kGood = R"(,"ProductDescription":"Linux/UNIX","Duration":94608000)";
  EXPECT_EQ(read(reserved(kGood), "ri.us-east-1.json").rows,
            (Rows{"inf2.48xlarge us-east-1 ri_3yr_convertible_partial_upfront 4.250000 priced "
                  "upfront 35,000.50 2026-11-20"}));
  // The file does not state its region, and the reader does not guess it.
  const Outcome nowhere = read(reserved(kGood), "ri.json");
  EXPECT_TRUE(nowhere.rows.empty());
  EXPECT_EQ(nowhere.dropped, (Dropped{{"region is not stated", 1}}));
  EXPECT_EQ(nowhere.advice.size(), 1u);
  const Outcome typo = read(reserved(kGood), "ri.us-esat-1.json");
  EXPECT_EQ(typo.dropped, (Dropped{{"unknown region", 1}}));
  ASSERT_EQ(typo.advice.size(), 1u);
  EXPECT_THAT(typo.advice[0], HasSubstr("did you mean 'us-east-1'?"));
  EXPECT_EQ(read(reserved(kGood), "ri.us-south-7.json").rows.size(), 1u) << "a new region";
  EXPECT_EQ(
      read(
          reserved(
              R"(,"ProductDescription":"Linux/UNIX","Duration":94608000,"AvailabilityZone":"eu-west-1b")"))
          .rows.at(0)
          .substr(0, 23),
      "inf2.48xlarge eu-west-1");
  const auto dropped = [](std::string_view members) {
    return read(reserved(members), "ri.us-east-1.json").dropped;
  };
  EXPECT_EQ(dropped(R"(,"ProductDescription":"Windows","Duration":94608000)"),
            (Dropped{{"product is not Linux/UNIX", 1}}));
  EXPECT_EQ(dropped(R"(,"ProductDescription":"Linux/UNIX","Duration":86400)"),
            (Dropped{{"term is not one or three years", 1}}));
  EXPECT_EQ(dropped(R"(,"ProductDescription":"Linux/UNIX","Duration":94608000,"Marketplace":true)"),
            (Dropped{{"resale in the Reserved Instance Marketplace", 1}}));
  EXPECT_EQ(read(reserved(R"(,"ProductDescription":"Linux/UNIX")"), "ri.us-east-1.json").error,
            "ri.us-east-1.json: /ReservedInstancesOfferings/0/Duration: missing key");
}

TEST(ReservedOfferings, RejectFeesOutOfRange) {
  const auto error = [](std::string_view from, std::string_view to) {
    std::string text = reserved(R"(,"ProductDescription":"Linux/UNIX","Duration":31536000)");
    text.replace(text.find(from), from.size(), to);
    return read(text, "ri.us-east-1.json").error;
  };
  const std::string place = "ri.us-east-1.json: /ReservedInstancesOfferings/0/";
  EXPECT_THAT(error("35000.5", "9000000000"), StartsWith(place + "FixedPrice: value out of range"));
  EXPECT_THAT(error("\"UsagePrice\":0.0", "\"UsagePrice\":9e9"),
              StartsWith(place + "UsagePrice: value out of range"));
  const std::string charge = R"({"Amount":900000,"Frequency":"Hourly"},)";
  EXPECT_THAT(error("{\"Amount\"", charge + charge + "{\"Amount\""),
              StartsWith(place + "RecurringCharges: value out of range"));
}

// ---- instance types

std::string instance_type(std::string_view name, std::string_view device, int mib) {
  return fmt::format(
      R"({{"InstanceTypes":[{{"InstanceType":"{}","VCpuInfo":{{"DefaultVCpus":192}},)"
      R"("MemoryInfo":{{"SizeInMiB":2097152}},"NeuronInfo":{{"NeuronDevices":[{{"Name":"{}","Count":16,)"
      R"("CoreInfo":{{"Count":8,"Version":3}},"MemoryInfo":{{"SizeInMiB":{}}}}}]}},)"
      R"("SupportedUsageClasses":["on-demand"]}}]}})",
      name, device, mib);
}

TEST(InstanceTypes, KnowTheErrorOfTheApi) {
  const Outcome outcome = read(instance_type("trn2.48xlarge", "Trainium2", 524288));
  EXPECT_TRUE(outcome.rows.empty());
  EXPECT_EQ(outcome.error, "");
  ASSERT_GE(outcome.advice.size(), 2u);
  EXPECT_THAT(outcome.advice[1], HasSubstr("known error of the API; correct: 98,304 MiB"));
  EXPECT_EQ(read(instance_type("trn9.48xlarge", "Trainium9", 1)).advice.at(1),
            "trn9.48xlarge: accelerator is Trainium9 in the file; not in the catalogue");
  EXPECT_THAT(
      read(R"({"InstanceTypes":[{"InstanceType":"x","VCpuInfo":{"DefaultVCpus":-1}}]})").error,
      StartsWith("x.json: /InstanceTypes/0/VCpuInfo/DefaultVCpus: must be between"));
}

// ---- SkyPilot

constexpr std::string_view kSkyPilotHeading =
    "Region,InstanceType,AcceleratorName,GpuInfo,Price,SpotPrice,AvailabilityZone\n";

TEST(SkyPilot, ReadsColumnsByNameAndFlagsTheFloor) {
  const std::string gpu =
      R"("{'TotalNeuronDeviceMemoryInMiB': 524288, 'Gpus': [{'Count': 1, 'Name': 'Trainium2', )"
      R"('MemoryInfo': {'SizeInMiB': 524288}}]}")";
  const Outcome outcome =
      read(std::string(kSkyPilotHeading) +
               "us-east-1,trn1.32xlarge,Trainium,,21.5,3.0474,use1-az6\n"
               "us-east-1,trn1.32xlarge,Trainium,,21.5,21.5,use1-az4\n"
               "us-east-2,trn1.32xlarge,Trainium,,21.5,2.150000,use2-az3\n"
               "us-east-2,trn2.48xlarge,Trainium2," +
               gpu + ",,8.5964,use2-az3\n" + "us-west-2,p5e.48xlarge,H200,,0,,usw2-az1\n",
           "vms.csv");
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.rows,
            (Rows{"trn1.32xlarge us-east-1 on_demand 21.500000 priced 2026-11-20",
                  "trn1.32xlarge us-east-1/use1-az6 spot 3.047400 priced 2026-11-20",
                  "trn1.32xlarge us-east-1/use1-az4 spot 21.500000 priced 2026-11-20",
                  "trn1.32xlarge us-east-2 on_demand 21.500000 priced 2026-11-20",
                  "trn1.32xlarge us-east-2/use2-az3 spot 2.150000 estimate 2026-11-20",
                  "trn2.48xlarge us-east-2 on_demand 0.000000 not offered 2026-11-20",
                  "trn2.48xlarge us-east-2/use2-az3 spot 8.596400 priced 2026-11-20"}));
  EXPECT_THAT(outcome.prices.at(2).note, HasSubstr("no discount"));
  EXPECT_EQ(outcome.dropped, (Dropped{{"price is zero", 1}}));
  EXPECT_EQ(outcome.advice.size(), 1u);  // wrong memory
}

TEST(SkyPilot, NamesWhatIsWrong) {
  const auto error = [](const std::string& rows) {
    return read(std::string(kSkyPilotHeading) + rows, "vms.csv").error;
  };
  EXPECT_EQ(error("us-east-1,trn1.32xlarge,,,x,,az\n"),
            "vms.csv: line 2: Price: 'x' is not a price");
  EXPECT_EQ(error("us-east-1,trn1.32xlarge,,,1,-1,az\n"),
            "vms.csv: line 2: SpotPrice: '-1' is not a price");
  EXPECT_THAT(error("us-east-1,trn1.32xlarge\n"),
              StartsWith("vms.csv: line 2: the row has 2 fields, but there are 7 column names"));
  EXPECT_EQ(error("us-east-1,trn1.32xlarge,,{'a,1,,az\n"),
            "vms.csv: line 2: GpuInfo: must be a Python dictionary");
  EXPECT_EQ(error("us-east-1,trn1.32xlarge,,,1,,a\nus-east-1,trn1.32xlarge,,,2,,b\n"),
            "vms.csv: line 3: Price: '2' differs from '1' in another zone of us-east-1");
}

TEST(PythonRepr, BecomesJson) {
  const auto json = [](std::string_view text) {
    const auto result = python_repr_to_json(text);
    return result ? *result : "error: " + result.error().message.english();
  };
  EXPECT_EQ(json("{'a': 1.5e-3, 'b': [None, True, False]}"),
            R"({"a": 1.5e-3, "b": [null, true, false]})");
  EXPECT_EQ(json(R"({'it\'s': "a \"b\""})"), R"({"it's": "a \"b\""})");
  EXPECT_EQ(json(R"({'say "x"': 1})"), R"({"say \"x\"": 1})");
  EXPECT_THAT(json("{'a"), HasSubstr("closing quotation mark"));
  EXPECT_THAT(json("{a: 1}"), HasSubstr("repr()"));
}

// ---- ec2instances.info

std::string vantage(std::string_view linux_prices) {
  return fmt::format(
      R"([{{"instance_type":"inf1.xlarge","pretty_name":"INF1","pricing":{{"cn-north-1":{{"linux":{{{}}},)"
      R"("rhel":{{"ondemand":"3"}}}}}}}}, {{"instance_type":"g5.xlarge","pretty_name":"x","pricing":)"
      R"({{"us-east-1":{{"linux":{{"ondemand":"1.006","spot_avg":"0.41","pct_interrupt":"<5%"}}}}}}}}])",
      linux_prices);
}

TEST(Ec2InstancesInfo, KeepsCurrencyAndTerms) {
  const Outcome outcome = read(
      vantage(R"("ondemand":"2.288","reserved":{"yrTerm1Standard.allUpfront":"1.121005",)"
              R"("yrTerm3Convertible.partialUpfront":"1.1","yrTerm1Savings.noUpfront":"1.338",)"
              R"("yrTerm5Standard.noUpfront":"1","yrTerm3Standard.noUpfront":"0"})"));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.rows,
            (Rows{"inf1.xlarge cn-north-1 on_demand 2.288000 priced CNY 2026-11-20",
                  "inf1.xlarge cn-north-1 ri_1yr_all_upfront 1.121005 priced CNY 2026-11-20",
                  "inf1.xlarge cn-north-1 ri_3yr_convertible_partial_upfront 1.100000 priced CNY "
                  "2026-11-20",
                  "inf1.xlarge cn-north-1 isp_1yr 1.338000 estimate CNY 2026-11-20",
                  "g5.xlarge us-east-1 on_demand 1.006000 priced 2026-11-20",
                  "g5.xlarge us-east-1 spot 0.410000 priced 2026-11-20"}));
  EXPECT_EQ(outcome.dropped, (Dropped{{"operating system is not Linux with shared tenancy", 1},
                                      {"price is zero", 1},
                                      {"unknown kind of term", 1}}));
}

TEST(Ec2InstancesInfo, NamesWhatIsWrong) {
  EXPECT_EQ(read(vantage(R"("ondemand":"x")")).error,
            "x.json: /0/pricing/cn-north-1/linux/ondemand: must be a non-negative amount");
  const std::string whole = vantage(R"("ondemand":"1")");
  EXPECT_THAT(read(whole.substr(0, whole.size() - 1)).error,
              HasSubstr("unexpected end of the array"));
  EXPECT_THAT(read(whole.substr(0, whole.size() - 30)).error,
              HasSubstr("x.json: line 1: not valid JSON"));
}

// ---- all

TEST(Regions, AreFoundInZonesIdsAndNames) {
  EXPECT_EQ(region_of_zone("us-east-1a"), "us-east-1");
  EXPECT_EQ(region_of_zone("us-gov-west-1b"), "us-gov-west-1");
  EXPECT_EQ(region_of_zone("us-east-1-dfw-2a"), "us-east-1-dfw-2");
  for (const char* text : {"", "a", "us-east-1", "useast1a", "us-east-1A", "use1-az4"}) {
    EXPECT_EQ(region_of_zone(text), "") << text;
  }
  EXPECT_EQ(region_of_zone_id("use1-az4"), "us-east-1");
  EXPECT_EQ(region_of_zone_id("apse4-az3"), "ap-southeast-4");
  EXPECT_EQ(region_of_zone_id("xyz1-az1"), "");
  EXPECT_EQ(find_region("reserved.us-east-1.json"), "us-east-1");
  EXPECT_EQ(find_region("ap-southeast-4_ri.json"), "ap-southeast-4");
  EXPECT_EQ(find_region("describe-reserved-instances-offerings.json"), "");
  for (const char* code : {"us-east-1", "us-gov-west-1", "ap-southeast-12", "nz-north-1"}) {
    EXPECT_TRUE(is_region_code(code)) << code;
  }
  for (const char* code : {"", "us-esat-1", "us-1", "east", "us-east-1a", "us-east-"}) {
    EXPECT_FALSE(is_region_code(code)) << code;
  }
}

TEST(ApiFormats, DamagedFilesAreErrorsOrPrices) {
  const std::string documents[] = {
      history(change("us-east-1f", "4.0", "2026-08-03T12:00:00+00:00") + "," +
              change("us-east-1a", "2.0", "2026-08-01T18:00:00Z")),
      advisor(R"("trn1.32xlarge":{"s":79,"r":2})"),
      offering(
          R"(,"StartDate":"2026-08-03","EndDate":"2026-08-10","CapacityBlockDurationHours":168)"),
      page(R"({"region_code":"us-east-1","hourly_rate_usd":9.532})"),
      reserved(
          R"(,"ProductDescription":"Linux/UNIX","Duration":94608000,"AvailabilityZone":"eu-west-1b")"),
      instance_type("trn2.48xlarge", "Trainium2", 524288),
      std::string(kSkyPilotHeading) +
          "us-east-1,trn1.32xlarge,,\"{'a': [1, None]}\",21.5,3,use1-az6\n",
      vantage(R"("ondemand":"2.288","reserved":{"yrTerm1Savings.allUpfront":"1.121005"})"),
  };
  std::mt19937 random(13);
  int errors = 0;
  int fine = 0;
  for (const std::string& whole : documents) {
    ASSERT_EQ(read(whole).error, "") << whole;
    const ByteSource original = source_of(whole);
    const PriceFormat& format = **recognise_prices(original);
    for (int i = 0; i < 300; ++i) {
      std::string damaged = whole;
      if (i % 3 == 0) damaged.resize(random() % damaged.size());
      // One or three bytes, half of them likely bytes of the formats.
      constexpr std::string_view kLikely = "0123456789.,:-+eE\"'{}[]abcxZ \n";
      for (int k = 0; k < (i % 4 < 2 ? 1 : 3) && !damaged.empty(); ++k) {
        const char likely = kLikely[random() % kLikely.size()];
        damaged[random() % damaged.size()] = i % 2 == 0 ? likely : static_cast<char>(random());
      }
      const ByteSource file = source_of(i % 10 == 0 ? gzip(damaged) : damaged);
      CollectedPrices sink;
      TaskControl control;
      const auto ok =
          format.read({.file = file, .today = today(), .observed = today()}, sink, control);
      if (ok) {
        ++fine;
        for (const PriceObservation& row : sink.rows) {
          EXPECT_TRUE(row.per_hour > Usd() || row.upfront > Usd() ||
                      row.state == PriceObservation::State::kNotOffered);
        }
      } else {
        ++errors;
        EXPECT_THAT(ok.error().where.english(), HasSubstr("x.json")) << to_string(ok.error());
      }
    }
  }
  EXPECT_GT(errors, 800);
  EXPECT_GT(fine, 100);
}

}  // namespace
}  // namespace nscope::cost
