#include "costmodel/economics/cost_matrix.h"

#include "costmodel/cost_report/cost_report.h"
#include "profiler/base/resources.h"
#include "tests/unit/cost/built_in_data.h"
#include "tests/unit/cost/literals.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Scenario scenario(std::string_view text) {
  const auto json = parse_json(text, "s.json");
  EXPECT_TRUE(json) << to_string(json.error());
  const auto read = scenario_from_json(*json, "s.json");
  EXPECT_TRUE(read) << to_string(read.error());
  return read.value();
}

Scenario bundled(std::string_view name) {
  return scenario(find_resource(name).value().content);
}

Result<CostMatrix> price(const Scenario& question) {
  return cost_matrix(hardware(), book(), question, day("2026-11-20"));
}

/// Compares with tests/unit/cost/golden/NAME; NSCOPE_UPDATE_GOLDEN=1 writes it.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(NSCOPE_SOURCE_DIR) + "/tests/unit/cost/golden/" + name;
  if (std::getenv("NSCOPE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  std::stringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(text, expected.str()) << "run with NSCOPE_UPDATE_GOLDEN=1 if this is right";
}

std::string full_text(const CostMatrix& matrix) {
  return matrix.scenario.title + "\nas of " + to_string(matrix.as_of) + "\n\n" +
         overview_table(matrix).to_text(Language()) + "\n" + best_sentence(matrix).english() +
         "\n\n" + detail_table(matrix).to_csv() + "\n" + findings_table(matrix).to_text(Language());
}

constexpr const char* kFive = R"({
  "schema": "nscope.cost/1", "title": "five", "regions": ["us-east-1", "us-east-2"],
  "as_of": "2026-11-20", "load": {"tokens_per_month": 5e9}, "run": {"tokens": 1e9},
  "work": [
    {"instance": "inf2.48xlarge",
     "throughput": {"tokens_per_second": 500, "low": 450, "high": 550, "source": "test"}},
    {"instance": "trn1.32xlarge", "count": 2,
     "throughput": {"tokens_per_second": 600, "scope": "instance", "source": "test"}},
    {"instance": "trn2.48xlarge",
     "throughput": {"tokens_per_second": 2000, "low": 1500, "high": 2500, "source": "test"}},
    {"instance": "p4d.24xlarge", "throughput": {"tokens_per_second": 800, "source": "test"}},
    {"instance": "trn3-gen1-ultraserver",
     "throughput": {"tokens_per_second": 9000, "source": "test"}}
  ]})";

TEST(CostMatrix, GoldenTextOfFiveInstancesInTwoRegions) {
  const auto matrix = price(scenario(kFive));
  ASSERT_TRUE(matrix) << to_string(matrix.error());
  expect_golden("five_instances.txt", full_text(*matrix));
}

TEST(CostMatrix, GoldenTextOfThe30bMigration) {
  const auto matrix = price(bundled("workloads/ailabs-30b-migration.json"));
  ASSERT_TRUE(matrix) << to_string(matrix.error());
  expect_golden("ailabs_30b_migration.txt", full_text(*matrix));
}

TEST(CostMatrix, GoldenTextOfTheServingClaims) {
  Scenario question = bundled("workloads/inf2-llama2-70b-serving.json");
  for (WorkItem& item : question.work) {
    if (!item.pending) continue;
    Throughput simulated{.tokens_per_second = 30.0 * item.estimate.shape.batch};
    simulated.low = 27.0 * item.estimate.shape.batch;
    simulated.high = 33.0 * item.estimate.shape.batch;
    simulated.provenance = Provenance::kSimulated;
    simulated.source = tr("replaced by the test");
    ASSERT_TRUE(fill_work(item, simulated));
  }
  const auto matrix = price(question);
  ASSERT_TRUE(matrix) << to_string(matrix.error());
  expect_golden("inf2_llama2_70b_serving.txt", full_text(*matrix));
  // The published figures of this case.
  const auto month = [&](std::size_t row) {
    return matrix->rows[row].cells[0].figures->month->metered.dollars();
  };
  EXPECT_NEAR(month(0), 11378.47, 0.01);
  EXPECT_NEAR(month(1), 6555.56, 0.01);
  EXPECT_TRUE(matrix->rows[0].disqualified);
  EXPECT_TRUE(matrix->rows[1].disqualified);
  EXPECT_FALSE(matrix->rows[2].disqualified);
  ASSERT_TRUE(matrix->best);
  EXPECT_EQ(matrix->work_of(matrix->rows[matrix->best->row]).label,
            "simulated: inf2.48xlarge, batch 16");
}

TEST(CostMatrix, TheBandOfTheThroughputBecomesTheBandOfTheCost) {
  const CostMatrix matrix = price(scenario(kFive)).value();
  const CostFigures& f = matrix.rows[0].cells[0].figures.value();
  EXPECT_LT(f.tokens_per_usd.low.value(), f.tokens_per_usd.value);
  EXPECT_LT(f.tokens_per_usd.value, f.tokens_per_usd.high.value());
  EXPECT_LT(f.usd_per_million.low.value(), f.usd_per_million.value);
  EXPECT_LT(f.usd_per_million.value, f.usd_per_million.high.value());
  EXPECT_NEAR(f.usd_per_million.low->dollars(), 12.98127 / (550 * 3600) * 1e6, 1e-6);
}

TEST(CostMatrix, PaysForEveryInstanceOfAnItem) {
  const CostMatrix matrix = price(scenario(kFive)).value();
  const CostFigures& f = matrix.rows[2].cells[0].figures.value();
  EXPECT_DOUBLE_EQ(f.per_hour.dollars(), 43.0);
  EXPECT_NEAR(f.tokens_per_usd.value, 1200 * 3600 / 43.0, 1e-6);
  EXPECT_NEAR(f.run->hours, 1e9 / (1200 * 3600), 1e-9);
}

TEST(CostMatrix, EnormousPricesAreUnknownInsteadOfOverflowing) {
  Scenario question = scenario(kFive);
  question.work.resize(1);
  question.work[0].estimate.instance = "trn2u.48xlarge";  // which has no public price
  question.work[0].estimate.count = 1'000'000;
  question.work[0].estimate.price = StatedPrice{Usd::parse("9000000000").value(), tr("x"), ""};
  const CostMatrix matrix = price(question).value();
  EXPECT_FALSE(matrix.rows[0].cells[0].figures);
  EXPECT_EQ(matrix.missing_of(matrix.rows[0], matrix.rows[0].cells[0]).english, "out of range");
}

TEST(CostMatrix, PricesThatCannotBeAndDaysOfTheFarFutureAreErrors) {
  Scenario question = scenario(kFive);
  question.work[0].estimate.price = StatedPrice{Usd::from_dollars(4058), tr("x"), ""};
  EXPECT_FALSE(price(question));
  question = scenario(kFive);
  question.as_of = day("2099-01-01");
  const auto far = price(question);
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().where.english(), "/as_of");
}

TEST(CostMatrix, AnItemWithoutAPriceNamesTheRegionsThatHaveOne) {
  Scenario question = scenario(kFive);
  question.regions = {"us-east-1"};
  question.work.resize(1);
  question.work[0].estimate.instance = "trn2.48xlarge";
  question.work[0].estimate.label = "trn2";
  const auto said = [&] {
    std::string text;
    const CostMatrix matrix = price(question).value();
    for (const Finding& finding : matrix.findings) {
      if (finding.guard == Guard::kPurchase) text += finding.message.english() + "\n";
    }
    return text + best_sentence(matrix).english();
  };
  EXPECT_THAT(said(), AllOf(HasSubstr("trn2.48xlarge has no price in us-east-1"),
                            HasSubstr("available: "), HasSubstr("in us-east-2 for USD 35.7608"),
                            HasSubstr("No item has a known price in us-east-1.")));
  question.work[0].estimate.instance = "trn2u.48xlarge";  // which has no public price
  EXPECT_THAT(said(), HasSubstr("no price for trn2u.48xlarge in any region"));
  question.work[0].estimate.instance = "trn1.32xlarge";
  EXPECT_THAT(said(), testing::Not(HasSubstr("no price")));
}

TEST(CostMatrix, CountsPricesAndStaleOnes) {
  Scenario question = scenario(kFive);
  question.regions = {"us-east-1"};
  question.options = {PurchaseOption::kOnDemand, PurchaseOption::kSpot};
  question.work.resize(1);
  const CostMatrix matrix = price(question).value();
  EXPECT_EQ(matrix.priced, 2);
  EXPECT_EQ(matrix.stale, 1);  // the spot estimate of 2025-06-28
}

TEST(CostMatrix, APriceThatIsOutOfDateDoesNotLead) {
  Scenario question = scenario(kFive);
  question.regions = {"us-east-1"};
  question.options = {PurchaseOption::kOnDemand, PurchaseOption::kSpot};
  question.work.resize(1);
  CostMatrix matrix = price(question).value();
  ASSERT_TRUE(matrix.best);
  EXPECT_EQ(matrix.best->option, 0U) << "the spot price is from 2025-06-28";
  ASSERT_TRUE(matrix.cheaper_but_stale);
  EXPECT_EQ(matrix.cheaper_but_stale->second, 1U);
  EXPECT_GT(matrix.rows[0].cells[1].figures->tokens_per_usd.value,
            matrix.rows[0].cells[0].figures->tokens_per_usd.value);
  EXPECT_THAT(stale_sentence(matrix).english(),
              AllOf(HasSubstr("Not ranked"), HasSubstr("2025-06-28"), HasSubstr("days old"),
                    HasSubstr("aws ec2 describe-spot-price-history --region us-east-1")));
  EXPECT_EQ(to_json(matrix).at("cheaper_but_stale").at("option"), "spot");
  EXPECT_EQ(to_json(matrix).at("best").at("price_is_current"), true);

  question.options = {PurchaseOption::kSpot};  // named by the user
  matrix = price(question).value();
  ASSERT_TRUE(matrix.best);
  EXPECT_TRUE(matrix.rows[0].cells[0].figures->stale);
  EXPECT_FALSE(matrix.cheaper_but_stale);
  EXPECT_THAT(stale_sentence(matrix).english(), HasSubstr("cheapest item is out of date"));
}

TEST(CostMatrix, AStatedPriceLeadsAndWithoutACurrentPriceTheCheapestOldOne) {
  Scenario question = scenario(kFive);
  question.regions = {"us-east-1"};
  question.options = {PurchaseOption::kOnDemand, PurchaseOption::kSpot};
  question.work.resize(1);
  question.work[0].estimate.price =
      StatedPrice{Usd::from_dollars(1), Text::verbatim("contract"), "2024-01-01"};
  EXPECT_EQ(price(question)->best->option, 0U);
  EXPECT_FALSE(price(question)->cheaper_but_stale);
  question.work[0].estimate.price.reset();
  question.as_of = day("2027-11-01");  // all built-in prices are older than 12 months
  const CostMatrix late = cost_matrix(hardware(), book(), question, day("2027-11-01")).value();
  ASSERT_TRUE(late.best);
  EXPECT_EQ(late.best->option, 1U);
  EXPECT_THAT(stale_sentence(late).english(), HasSubstr("cheapest item is out of date"));
}

TEST(CostMatrix, UsesThePricesOfThePast) {
  Scenario question = scenario(kFive);
  question.regions = {"us-east-1"};
  question.as_of = day("2025-01-01");
  const CostMatrix matrix = price(question).value();
  EXPECT_DOUBLE_EQ(matrix.rows[3].cells[0].figures->per_hour.dollars(), 32.7726);
  EXPECT_EQ(missing_word(matrix.rows[3].cells[1].price).english, "unknown");
}

TEST(CostMatrix, MarginIsNotClearIfBandsOverlap) {
  Scenario question = scenario(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1", "options": ["on_demand"],
    "work": [
      {"label": "a", "instance": "inf2.48xlarge",
       "throughput": {"tokens_per_second": 500, "low": 400, "high": 600, "source": "x"}},
      {"label": "b", "instance": "inf2.48xlarge",
       "throughput": {"tokens_per_second": 450, "low": 380, "high": 520, "source": "x"}}]})");
  CostMatrix matrix = price(question).value();
  ASSERT_TRUE(matrix.best);
  EXPECT_EQ(matrix.rows[matrix.best->row].work, 0U);
  EXPECT_EQ(matrix.best->margin, Margin::kOverlap);
  question.work[1].estimate.throughput = {
      .tokens_per_second = 370, .low = 300, .high = 420, .source = Text::verbatim("x")};
  matrix = price(question).value();
  EXPECT_GT(matrix.best->probability.value_or(0), 0.95);
  EXPECT_EQ(matrix.best->margin, Margin::kClear) << "although the bands overlap";
  question.work[1].estimate.throughput = {
      .tokens_per_second = 450, .low = 380, .high = 451, .source = Text::verbatim("x")};
  question.work[0].estimate.throughput.low = 452;
  matrix = price(question).value();
  EXPECT_EQ(matrix.best->margin, Margin::kClear);
  question.regions = {"us-east-1", "us-east-2"};
  matrix = price(question).value();
  EXPECT_EQ(matrix.best->margin, Margin::kClear) << "at the same price in another region";
  question.work[1].estimate.throughput.high.reset();
  matrix = price(question).value();
  EXPECT_EQ(matrix.best->margin, Margin::kNoBand);
}

TEST(CostMatrix, AnItemWithoutOthersIsNotCheaperThanThem) {
  const Scenario question = scenario(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "options": ["on_demand", "ri_1yr"],
    "work": [{"instance": "inf2.48xlarge",
              "throughput": {"tokens_per_second": 500, "source": "x"}}]})");
  const CostMatrix matrix = price(question).value();
  EXPECT_EQ(matrix.best.value().margin, Margin::kAlone);
  EXPECT_FALSE(matrix.best->next);
  EXPECT_THAT(best_sentence(matrix).english(), HasSubstr("the only item"));
  EXPECT_EQ(to_json(matrix)["best"]["margin"], "alone");
}

TEST(CostMatrix, TheWinnerHasItsProbability) {
  const Scenario question = scenario(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1", "options": ["on_demand"],
    "work": [
      {"label": "a", "instance": "inf2.48xlarge",
       "throughput": {"tokens_per_second": 500, "low": 400, "high": 625, "source": "x"}},
      {"label": "b", "instance": "inf2.48xlarge",
       "throughput": {"tokens_per_second": 450, "low": 360, "high": 562.5, "source": "x"}}]})");
  const CostMatrix matrix = price(question).value();
  ASSERT_TRUE(matrix.best.value().probability);
  // s = sqrt(2) ln(1.25) / 1.644854, P = Phi(ln(500 / 450) / s)
  EXPECT_NEAR(*matrix.best->probability, 0.7086, 5e-4);
  EXPECT_THAT(best_sentence(matrix).english(),
              HasSubstr("cheaper than b with a probability of 71"));
  EXPECT_EQ(to_json(matrix)["best"]["next"]["work"], "b");
}

TEST(CostMatrix, CostsOutOfRangeAreUnknownWithAReason) {
  const Scenario question = scenario(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1", "options": ["on_demand"],
    "work": [{"instance": "inf2.48xlarge",
              "throughput": {"tokens_per_second": 1e-9, "source": "x"}}]})");
  const CostMatrix matrix = price(question).value();
  EXPECT_FALSE(matrix.rows[0].cells[0].figures);
  const Json json = to_json(matrix);
  EXPECT_TRUE(json["rows"][0]["usd_per_million_tokens"].is_null());
  EXPECT_EQ(json["rows"][0]["state"], "out of range");
  EXPECT_THAT(findings_table(matrix).to_text(Language()), HasSubstr("exceeds USD 9.2 billion"));
  EXPECT_TRUE(matrix.rows[0].disqualified) << "no such device is that slow";
}

TEST(CostMatrix, InstancesThatAreAlwaysOnServeThePeakOfTheDemand) {
  Scenario question = scenario(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1", "options": ["on_demand"],
    "load": {"tokens_per_month": 2.628e9},
    "demand": {"unit": "tokens_per_second", "hours": [500, 500, 2500, 500], "source": "log"},
    "work": [{"instance": "inf2.48xlarge",
              "throughput": {"tokens_per_second": 550, "source": "x"}}]})");
  const CostMatrix matrix = price(question).value();
  const Dedicated& always = matrix.rows[0].cells[0].figures.value().month.value().dedicated;
  EXPECT_EQ(always.instances, 5) << "2,500 tok/s, not 1,000 on average";
  EXPECT_NEAR(always.per_month.dollars(), 5 * 730 * 12.98127, 0.01);
}

TEST(CostMatrix, AStatedPriceOfTheFutureIsAnError) {
  Scenario question = scenario(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1", "options": ["on_demand"],
    "work": [{"instance": "inf2.48xlarge",
              "price": {"usd_per_hour": "12", "source": "x", "date": "2031-01-01"},
              "throughput": {"tokens_per_second": 550, "source": "x"}}]})");
  EXPECT_THAT(to_string(price(question).error()),
              AllOf(HasSubstr("s.json: /work/0"), HasSubstr("2031-01-01 is in the future")));
  question.work[0].estimate.price->date = "2026-11-20";
  question.as_of = day("2026-11-01");
  const CostMatrix matrix = price(question).value();
  EXPECT_THAT(findings_table(matrix).to_text(Language()), HasSubstr("after the day of the prices"));
}

TEST(CostMatrix, HasNoCheapestItemWithoutPrices) {
  Scenario question = scenario(kFive);
  question.work.erase(question.work.begin(), question.work.begin() + 4);
  const CostMatrix matrix = price(question).value();
  EXPECT_FALSE(matrix.best);
  EXPECT_THAT(best_sentence(matrix).english(), HasSubstr("known price"));
  EXPECT_EQ(to_json(matrix)["best"], Json(nullptr));
}

TEST(CostMatrix, OwnPricesOfTheScenarioCount) {
  Scenario question = scenario(kFive);
  PriceObservation own;
  own.instance = "trn3-gen1-ultraserver";
  own.region = "*";
  own.per_hour = Usd::from_dollars(300);
  own.observed = parse_price_date("2026-11").value();
  own.source = "quote";
  own.own = true;
  question.prices.push_back(own);
  const CostMatrix matrix = price(question).value();
  EXPECT_DOUBLE_EQ(matrix.rows[8].cells[0].figures->per_hour.dollars(), 300.0);
}

TEST(CostMatrix, RejectsUnknownNames) {
  Scenario question = scenario(kFive);
  question.regions = {"us-east1"};
  EXPECT_THAT(to_string(price(question).error()), HasSubstr("unknown region 'us-east1'"));
  question = scenario(kFive);
  question.work[0].estimate.instance = "inf2.48xlrage";
  EXPECT_EQ(price(question).error().code, ErrorCode::kNotFound);
  EXPECT_THAT(to_string(price(question).error()), HasSubstr("inf2.48xlarge"));
  question = scenario(kFive);
  question.work[0].estimate.shape.model = "llama-2-70";
  EXPECT_EQ(price(question).error().code, ErrorCode::kNotFound);
  EXPECT_THAT(to_string(price(bundled("workloads/inf2-llama2-70b-serving.json")).error()),
              HasSubstr("has not been simulated"));
}

TEST(CostMatrix, RejectsUnknownNamesInTheOptionalKeys) {
  const auto error_with = [](const char* key, const char* value) {
    Json json = Json::parse(kFive);
    if (!json.contains("region") && !json.contains("regions")) json["region"] = "us-east-1";
    json["demand"] = Json::parse(R"({"unit": "instances", "hours": [1, 2], "source": "x"})");
    json[key] = Json::parse(value);
    const auto read = scenario_from_json(json, "s.json");
    EXPECT_TRUE(read) << to_string(read.error());
    const auto matrix = price(*read);
    return matrix ? std::string("accepted") : to_string(matrix.error());
  };
  EXPECT_THAT(error_with("commitments", R"({"held": [{"instance": "trn1.32xlage",
                  "option": "ri_1yr", "instances": 1, "until": "2027-02-15"}]})"),
              AllOf(HasSubstr("/commitments/held/0/instance"), HasSubstr("trn1.32xlarge")));
  EXPECT_THAT(error_with("costs", R"([{"label": "c", "kind": "compile", "instance": "trn1.2xlrage",
                  "hours": 1}])"),
              AllOf(HasSubstr("/costs/0/instance"), HasSubstr("trn1.2xlarge")));
  EXPECT_THAT(error_with("bundles", R"([{"label": "b", "parts": [{"label": "p",
                  "instance": "g5.12xlrage", "hours": 5}]}])"),
              AllOf(HasSubstr("/bundles/0/parts/0/instance"), HasSubstr("g5.12xlarge")));
  const auto price_of = [&](const char* instance, const char* region) {
    const Json own = Json::array({{{"instance", instance},
                                   {"region", region},
                                   {"option", "on_demand"},
                                   {"usd_per_hour", 20},
                                   {"date", "2026-11-01"},
                                   {"source", "quote"}}});
    return error_with("prices", own.dump().c_str());
  };
  EXPECT_THAT(price_of("trn1.32xlrage", "*"),
              AllOf(HasSubstr("/prices/0/instance"), HasSubstr("trn1.32xlarge")));
  EXPECT_THAT(price_of("trn1.32xlarge", "us-esat-2"),
              AllOf(HasSubstr("/prices/0/region"), HasSubstr("us-east-2")));
  EXPECT_EQ(price_of("trn1.32xlarge", "us-east-1"), "accepted");
}

TEST(CostMatrix, JsonHasAStateInWordsBesideEveryNull) {
  const Json json = to_json(price(scenario(kFive)).value());
  EXPECT_EQ(json["schema"], "nscope.cost_matrix/1");
  EXPECT_EQ(json["rows"].size(), 5U * 2 * 5);
  for (const Json& row : json["rows"]) {
    EXPECT_EQ(row["usd_per_hour"].is_null(), row["state"] != "priced") << row.dump();
    EXPECT_EQ(row["tokens_per_usd"].is_null(), row["state"] != "priced");
  }
}

}  // namespace
}  // namespace nscope::cost
