// Real and reconstructed AWS price lists: what is read of each, and what is left out.

#include "costmodel/price_formats/registry.h"
#include "tests/support/collected_prices.h"
#include "tests/support/corpus.h"

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

class PriceCorpus : public CorpusTest {
 protected:
  void read(const std::string& name, const std::string& format) {
    const auto file = ByteSource::open(corpus_path("pricing/samples/" + name).string());
    ASSERT_TRUE(file);
    const auto found = recognise_prices(*file);
    ASSERT_TRUE(found) << to_string(found.error());
    EXPECT_EQ((*found)->id, format);
    TaskControl control;
    const auto ok = (*found)->read({.file = *file,
                                    .today = parse_day("2026-11-22").value(),
                                    .observed = parse_day("2026-11-22").value()},
                                   sink_, control);
    ASSERT_TRUE(ok) << to_string(ok.error());
  }

  std::map<std::string, std::int64_t> dropped() const {
    std::map<std::string, std::int64_t> counts;
    for (const auto& [reason, rows] : sink_.dropped()) counts[reason] = rows.count;
    return counts;
  }

  std::vector<std::string> rows() const {
    std::vector<std::string> lines;
    for (const PriceObservation& row : sink_.rows) {
      lines.push_back(fmt::format("{} {} {} {}", row.instance, row.region, to_string(row.purchase),
                                  format_usd(effective_hourly(row), 6)));
    }
    return lines;
  }

  CollectedPrices sink_;
};

TEST_F(PriceCorpus, GlobalOfferCsvHasNoLinuxRowAmongItsFirstLines) {
  read("price_list_AmazonEC2_global_2025-09-12.sample.csv", "aws-offer-csv");
  EXPECT_THAT(sink_.rows, IsEmpty());
  EXPECT_EQ(dropped(), (std::map<std::string, std::int64_t>{{"bare metal", 2},
                                                            {"operating system is not Linux", 15},
                                                            {"tenancy is not Shared", 27}}));
  EXPECT_EQ(sink_.source().retrieved, "2025-09-12");
}

TEST_F(PriceCorpus, QueryApi) {
  read("get-products.AmazonEC2.reconstructed.json", "aws-query-json");
  EXPECT_THAT(rows(), ElementsAre("trn1.32xlarge us-east-1 on_demand 21.500000",
                                  "trn1.32xlarge us-west-2 on_demand 21.500000",
                                  "p4d.24xlarge us-east-1 on_demand 21.957642",
                                  "p5.48xlarge us-east-1 on_demand 55.040000",
                                  "inf2.xlarge us-east-1 on_demand 0.758200"));
  EXPECT_THAT(dropped(), IsEmpty());
}

// c4.large of 2016: 263 USD upfront and 0.03 an hour for one year is 0.060023 an hour.
TEST_F(PriceCorpus, OfferOf2016) {
  read("price_list_offer_AmazonEC2_2016_ri_excerpt.json", "aws-query-json");
  EXPECT_THAT(rows(), ElementsAre("c4.large us-east-1 on_demand 0.100000",
                                  "c4.large us-east-1 ri_1yr_partial_upfront 0.060023",
                                  "c4.large us-east-1 ri_3yr_partial_upfront 0.041510",
                                  "c4.large us-east-1 ri_3yr_convertible_partial_upfront 0.054017",
                                  "c4.large us-east-1 ri_1yr 0.063000"));
  EXPECT_THAT(dropped(), IsEmpty());
}

TEST_F(PriceCorpus, SavingsPlansCsv) {
  read("savings_plan_price_list_ap-east-2.sample.csv", "aws-savings-plan-csv");
  EXPECT_THAT(rows(), ElementsAre("r7g.2xlarge ap-east-2 isp_3yr_partial_upfront 0.195400",
                                  "r7g.12xlarge ap-east-2 isp_3yr_partial_upfront 1.172100"));
  EXPECT_EQ(dropped(),
            (std::map<std::string, std::int64_t>{
                {"operation is not RunInstances: not plain Linux", 35},
                {"usage is not BoxUsage: dedicated, a host or an unused reservation", 7}}));
}

TEST_F(PriceCorpus, IndexesSayWhatToDownload) {
  read("service_index.excerpt.json", "aws-index");
  read("offer_version_index.tail.json.txt", "aws-index");
  read("savings_plan_region_index.excerpt.json.txt", "aws-index");
  ASSERT_EQ(sink_.advice().size(), 3U);
  EXPECT_THAT(sink_.advice()[0].english(), HasSubstr("AmazonEC2/current/us-east-1/index.json"));
  EXPECT_THAT(sink_.advice()[1].english(), HasSubstr("AmazonEC2/20250912225308/index.json"));
  EXPECT_THAT(sink_.advice()[2].english(), HasSubstr("AWSComputeSavingsPlan/20250911184447/"));
  EXPECT_THAT(sink_.rows, IsEmpty());
}

TEST_F(PriceCorpus, SurvivesDamage) {
  std::mt19937 random(20261122);
  constexpr int kCopies = 300;
  for (const char* name :
       {"price_list_AmazonEC2_global_2025-09-12.sample.csv",
        "savings_plan_price_list_ap-east-2.sample.csv", "get-products.AmazonEC2.reconstructed.json",
        "price_list_offer_AmazonEC2_2016_ri_excerpt.json", "service_index.excerpt.json"}) {
    const std::string whole = corpus_text(std::string("pricing/samples/") + name);
    for (int copy = 0; copy < kCopies; ++copy) {
      std::string text = whole;
      if (copy % 2 == 0) text.resize(random() % text.size());
      for (int flips = copy % 7; flips > 0 && !text.empty(); --flips) {
        text[random() % text.size()] = static_cast<char>(random());
      }
      const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
      const auto file = ByteSource::from_bytes(name, {bytes.begin(), bytes.end()});
      const auto format = recognise_prices(file);
      if (!format) continue;
      CollectedPrices sink;
      TaskControl control;
      const auto ok =
          (*format)->read({.file = file, .today = {}, .observed = Day{}}, sink, control);
      if (!ok) {
        EXPECT_THAT(ok.error().where.english(), HasSubstr(name)) << to_string(ok.error());
      }
    }
  }
}

}  // namespace
}  // namespace nscope::cost
