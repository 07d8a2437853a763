#include "costmodel/economics/running_costs.h"

#include "costmodel/prices/service_discount.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

const Day kToday = parse_day("2026-11-20").value();

TEST(DatedRates, BuiltInFilesAreRead) {
  const auto services = DatedRates::services();
  ASSERT_TRUE(services) << to_string(services.error());
  const DatedRate* storage = services->find("s3_storage", "us-east-1", kToday);
  ASSERT_NE(storage, nullptr);
  EXPECT_EQ(storage->value, "0.023");
  EXPECT_THAT(storage->citation(), HasSubstr("infracost"));
  EXPECT_EQ(services->find("s3_storage", "ap-east-2", kToday), nullptr);
  EXPECT_EQ(services->find("s3_storage", "us-east-1", parse_day("2020-01-01").value()), nullptr);
  const auto carbon = DatedRates::carbon();
  ASSERT_TRUE(carbon) << to_string(carbon.error());
  EXPECT_NE(carbon->find("pue", "eu-west-1", kToday), nullptr) << "* applies to all regions";
}

TEST(DatedRates, FindsTheLatestRowOfTheRegion) {
  const auto rates = DatedRates::read(
      "kind,name,value,unit,date,source,note\n"
      "grid,*,1,kg/kWh,2026,s,\n"
      "grid,here,2,kg/kWh,2024,s,\n"
      "grid,here,3,kg/kWh,2025-06,s,\n"
      "grid,here,4,kg/kWh,2027,s,\n",
      "r.csv");
  ASSERT_TRUE(rates) << to_string(rates.error());
  EXPECT_EQ(rates->find("grid", "here", kToday)->value, "3");
  EXPECT_EQ(rates->find("grid", "there", kToday)->value, "1");
}

TEST(DatedRates, ErrorsNameLineAndField) {
  const auto message = [](std::string_view rows) {
    const auto rates = DatedRates::read(
        std::string("service,region,unit,usd,date,source,note\n") + std::string(rows), "r.csv");
    return rates ? std::string("accepted") : to_string(rates.error());
  };
  EXPECT_THAT(message("s3,us,GB,-1,2024,s,\n"), HasSubstr("r.csv: line 2: usd: '-1'"));
  EXPECT_THAT(message("s3,us,GB,0,2024,s,\n"), HasSubstr("usd: '0'"));
  EXPECT_THAT(message("s3,us,GB,1,someday,s,\n"), HasSubstr("date"));
  EXPECT_THAT(message("s3,us,GB,1,2024,,\n"), HasSubstr("source"));
  EXPECT_THAT(message("s3,us,GB\n"), HasSubstr("3 fields"));
  EXPECT_FALSE(DatedRates::read("", "r.csv"));
  EXPECT_FALSE(DatedRates::read("a,b\n", "r.csv"));
}

TEST(RunningCosts, CompilingAndColdStarts) {
  const Usd trn1 = Usd::parse("21.5").value();
  EXPECT_EQ(compile_per_run(trn1, 0.75, 5, 20), Usd::parse("4.03125").value());
  EXPECT_EQ(cold_start(trn1, 16, 0.75), Usd::from_dollars(258));
}

TEST(RunningCosts, EmissionsAreUnknownIfThePowerIsNotPublished) {
  const auto carbon = DatedRates::carbon().value();
  for (const char* instance : {"trn1.32xlarge", "inf2.48xlarge", "trn2.48xlarge"}) {
    const auto out = emissions(carbon, instance, "us-east-1", 1, 1, 1, kToday);
    const auto* unknown = std::get_if<UnknownEmissions>(&out);
    ASSERT_NE(unknown, nullptr) << instance;
    EXPECT_THAT(unknown->reason.english(), HasSubstr(instance));
  }
  const auto nowhere = emissions(carbon, "p4d.24xlarge", "mars-north-1", 1, 1, 1, kToday);
  EXPECT_TRUE(std::holds_alternative<UnknownEmissions>(nowhere));
}

TEST(RunningCosts, EmissionsAreBetweenIdleAndFullLoad) {
  const auto carbon = DatedRates::carbon().value();
  const auto kwh = [&](double utilisation) {
    return std::get<Emissions>(
               emissions(carbon, "p4d.24xlarge", "us-east-1", 8, 720, utilisation, kToday))
        .kwh;
  };
  EXPECT_NEAR(kwh(1), 30211.2, 1e-9);
  EXPECT_NEAR(kwh(0), 744.8 * 8 * 0.72, 1e-9);
  EXPECT_NEAR(kwh(0.5), (kwh(0) + kwh(1)) / 2, 1e-9);
}

TEST(RunningCosts, LinesStateArithmeticSourceAndAge) {
  const auto services = DatedRates::services().value();
  const CostLine line = service_line(services, "s3_storage", "us-east-1", 840,
                                     tr("Checkpoints in S3"), tr("month"), kToday);
  EXPECT_EQ(*line.amount, Usd::parse("19.32").value());
  EXPECT_EQ(line.arithmetic.english(), "840 GB-month x USD 0.023");
  EXPECT_TRUE(line.stale);
  const CostLine unknown = service_line(services, "s3_storage", "eu-west-1", 840,
                                        tr("Checkpoints in S3"), tr("month"), kToday);
  EXPECT_FALSE(unknown.amount);
  EXPECT_THAT(unknown.source.english(), HasSubstr("eu-west-1"));
}

// An agreement has a discount on everything and others on single services; they do not add up.
TEST(RunningCosts, ServicesHaveTheirOwnDiscountOrTheOneOnEverything) {
  const auto services = DatedRates::services().value();
  const auto discount = [](const char* service, std::int64_t percent, const char* region = "") {
    return Discount{.instance = service_pattern(service),
                    .region = region,
                    .purchase = {},
                    .parts_per_million = percent * 10'000,
                    .from = parse_day("2026-01-01").value(),
                    .source = "EDP"};
  };
  const auto cost = [&](const std::vector<Discount>& all, const char* rate, Day day = kToday) {
    return service_line(services, rate, "us-east-1", 1000, tr("x"), tr("month"), day, all)
        .amount->dollars();
  };
  const std::vector<Discount> all = {discount("s3", 20), discount("all", 9), discount("ec2", 30)};
  EXPECT_NEAR(cost(all, "s3_storage"), 23 * 0.8, 1e-9);
  EXPECT_NEAR(cost(all, "egress_internet"), 90 * 0.91, 1e-9);
  EXPECT_NEAR(cost({discount("ec2", 30)}, "s3_storage"), 23, 1e-9);
  EXPECT_NEAR(cost({discount("s3", 10, "eu-west-1"), discount("s3", 20)}, "s3_storage"), 23 * 0.8,
              1e-9);
  EXPECT_NEAR(cost(all, "s3_storage", parse_day("2025-12-31").value()), 23, 1e-9);
  const CostLine line =
      service_line(services, "s3_storage", "us-east-1", 1000, tr("x"), tr("month"), kToday, all);
  EXPECT_EQ(line.arithmetic.english(), "1,000 GB-month x USD 0.023, less 20 % (EDP)");
}

TEST(RunningCosts, InstancesHaveTheDiscountOnEverythingUnlessAnotherApplies) {
  const Day day = parse_day("2026-11-20").value();
  const auto price = [&](std::vector<Discount> discounts) {
    BookLayer layer;
    layer.discounts = std::move(discounts);
    const auto made = PriceBook::load({}, std::move(layer)).value();
    const auto state = made.as_of("trn1.32xlarge", "us-east-1", PurchaseOption::kOnDemand, day);
    return std::get<Priced>(state).per_hour.dollars();
  };
  const auto discount = [](std::string instance, std::int64_t percent) {
    return Discount{.instance = std::move(instance),
                    .region = {},
                    .purchase = {},
                    .parts_per_million = percent * 10'000,
                    .from = parse_day("2026-01-01").value(),
                    .source = "EDP"};
  };
  const double list = price({});
  EXPECT_NEAR(price({discount("service:all", 10)}), 0.9 * list, 1e-8);
  EXPECT_NEAR(price({discount("", 20), discount("service:all", 10)}), 0.8 * list, 1e-8);
  EXPECT_NEAR(price({discount("trn1", 30), discount("service:all", 10)}), 0.7 * list, 1e-8);
  EXPECT_NEAR(price({discount("service:s3", 50)}), list, 1e-8);
}

}  // namespace
}  // namespace nscope::cost
