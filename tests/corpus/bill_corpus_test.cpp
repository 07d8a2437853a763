// The bills and price lists of the reference corpus: every row is accounted for.
#include "costmodel/bills/baseline.h"
#include "costmodel/bills/read_bill.h"
#include "costmodel/price_formats/instance_types.h"
#include "costmodel/price_formats/registry.h"
#include "tests/support/collected_prices.h"
#include "tests/support/corpus.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kSamples = "pricing/samples/";

class BillCorpus : public CorpusTest {
 protected:
  static Bill bill_of(const std::string& name) {
    const auto file = ByteSource::open(corpus_path(std::string(kSamples) + name).string());
    EXPECT_TRUE(file);
    BillBuilder builder;
    TaskControl control;
    const auto ok = read_bill_file(*file, builder, control);
    EXPECT_TRUE(ok) << (ok ? "" : to_string(ok.error()));
    return builder.finish();
  }
  static std::string sums(const Bill& bill, bool (*counts)(const BillLine&)) {
    std::string text;
    for (const BillTotal& total : totals(bill, counts)) {
      text += fmt::format("{} {} {} {}", total.lines, total.billed.sum.to_text(),
                          total.effective.sum.to_text(), total.currency);
    }
    return text;
  }
  static std::string all(const Bill& bill) {
    return sums(bill, [](const BillLine&) { return true; });
  }
};

TEST_F(BillCorpus, Cur2GivesItsGoldenTotals) {
  const Bill bill = bill_of("cur2_accelerators.synthetic.csv");
  // cur2_accelerators.expected.json
  EXPECT_EQ(all(bill), "20 9938.915426 1459.158476 USD");
  EXPECT_EQ(sums(bill, [](const BillLine& line) { return line.kind == ChargeKind::kTax; }),
            "1 3.1 3.1 USD");
  EXPECT_EQ(sums(bill, [](const BillLine& line) { return line.kind == ChargeKind::kCredit; }),
            "1 -5 -5 USD");
  EXPECT_EQ(sums(bill,
                 [](const BillLine& line) {
                   return line.bought == BoughtAs::kReserved && line.kind == ChargeKind::kUsage;
                 }),
            "3 0 39.68685 USD");
  EXPECT_EQ(sums(bill,
                 [](const BillLine& line) {
                   return line.bought == BoughtAs::kReserved &&
                          line.kind == ChargeKind::kCommitment;
                 }),
            "1 9842.3388 1322.895 USD");
  EXPECT_EQ(sums(bill,
                 [](const BillLine& line) {
                   return line.bought == BoughtAs::kSavingsPlan && line.kind == ChargeKind::kUsage;
                 }),
            "3 38.94381 24.5346 USD");
  EXPECT_EQ(sums(bill,
                 [](const BillLine& line) {
                   return line.bought == BoughtAs::kSavingsPlan &&
                          line.kind == ChargeKind::kCommitment;
                 }),
            "3 30 5.4654 USD");
  EXPECT_TRUE(bill.diagnostics.empty());
}

TEST_F(BillCorpus, Cur2IsABaseline) {
  const Baseline baseline = own_bill(bill_of("cur2_accelerators.synthetic.csv")).value();
  std::string text;
  for (const BaselineItem& item : baseline.items) {
    for (const BaselineShare& share : item.shares) {
      text += fmt::format("{} {} {} h {} list {}\n", item.instance, to_string(share.bought),
                          share.hours.value(), format_usd(share.per_hour.value_or(Usd()), 6),
                          format_usd(share.list_per_hour.value_or(Usd()), 6));
    }
  }
  EXPECT_EQ(text,
            "inf2.48xlarge savings_plan 3 h 8.178200 list 12.981270\n"
            "p4d.24xlarge on_demand 3 h 21.957642 list 21.957642\n"
            "trn1.32xlarge reserved 3 h 13.228950 list 21.500000\n"
            "trn1.32xlarge spot 0.5 h 3.047400 list 21.500000\n");
  EXPECT_EQ(baseline.unused_shared, *Usd::parse("5.4654"));
}

TEST_F(BillCorpus, LegacyCurKeepsEveryDecimal) {
  const Bill bill = bill_of("cur_legacy_anonymised_excerpt.csv");
  EXPECT_EQ(all(bill), "80 0.0800002919 0.0800002919 USD");
  EXPECT_EQ(sums(bill, [](const BillLine& line) { return line.kind == ChargeKind::kTax; }),
            "12 0.08 0.08 USD");
}

TEST_F(BillCorpus, FocusConservesItsSums) {
  EXPECT_EQ(all(bill_of("focus_1.2_accelerators.synthetic.csv")), "6 46.462942 46.462942 USD");
  const Bill bill = bill_of("focus_1.0_sample_excerpt.csv");
  EXPECT_EQ(all(bill), "45 -2.0735835019 -3 USD");
  ASSERT_EQ(bill.diagnostics.size(), 1u);  // the sample's covered lines cost 0
  EXPECT_EQ(bill.diagnostics[0].code, "covered_at_zero");
  EXPECT_EQ(bill.diagnostics[0].count, 4u);
  EXPECT_EQ(all(bill_of("focus_1.2_commitment_discount_purchase_scenario_1.csv")), "1 8760 0 USD");
  EXPECT_EQ(all(bill_of("focus_1.2_commitment_discount_usage_scenario_1.csv")), "1 0 1 USD");
  EXPECT_EQ(all(bill_of("focus_1.2_commitment_discount_usage_scenario_4.csv")), "2 0.5 1.5 USD");
}

TEST_F(BillCorpus, CostExplorer) {
  EXPECT_EQ(all(bill_of("get-cost-and-usage.synthetic.json")), "3 42527.7308 42527.7308 USD");
}

class PriceListCorpus : public CorpusTest {
 protected:
  void read(const std::string& sample, const std::string& as = {},
            const char* observed = "2026-11-20") {
    const std::string text = corpus_text(std::string(kSamples) + sample);
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    const ByteSource file =
        ByteSource::from_bytes(as.empty() ? sample : as, {bytes.begin(), bytes.end()});
    const auto format = recognise_prices(file);
    ASSERT_TRUE(format) << to_string(format.error());
    format_ = (*format)->id;
    TaskControl control;
    const auto ok = (*format)->read(
        {.file = file, .today = *parse_day("2026-11-20"), .observed = *parse_day(observed)}, sink_,
        control);
    ASSERT_TRUE(ok) << to_string(ok.error());
    for (const auto& [reason, rows] : sink_.dropped()) dropped_ += rows.count;
  }

  CollectedPrices sink_;
  std::string format_;
  std::int64_t dropped_ = 0;
};

TEST_F(PriceListCorpus, SpotHistory) {
  read("describe-spot-price-history.synthetic.json");
  EXPECT_EQ(format_, "aws-spot-history");
  ASSERT_EQ(sink_.rows.size(), 5u);  // with the last day of each zone
  EXPECT_EQ(dropped_, 1);            // Windows
  // 10930 s at 3.1129 and 4392 s at 3.0474
  EXPECT_EQ(sink_.rows[2].per_hour, *Usd::parse("3.094124644"));
}

TEST_F(PriceListCorpus, SpotAdvisor) {
  read("spot-advisor-data.excerpt.json");
  EXPECT_EQ(format_, "aws-spot-advisor");
  EXPECT_EQ(static_cast<std::int64_t>(sink_.rows.size()) + dropped_, 23 + 22 + 23 + 17);
  EXPECT_EQ(sink_.rows.size(), 85u);
  EXPECT_EQ(dropped_, 0);
}

TEST_F(PriceListCorpus, CapacityBlockOfferings) {
  read("describe-capacity-block-offerings.synthetic.json", "", "2026-07-31");
  ASSERT_EQ(sink_.rows.size(), 2u);
  EXPECT_EQ(sink_.rows[0].per_hour, *Usd::parse("35.7608"));
  EXPECT_EQ(format_usd(sink_.rows[1].per_hour, 3), "54.920");
}

TEST_F(PriceListCorpus, CapacityBlockPage) {
  read("capacity_blocks_pricing.json");
  EXPECT_EQ(sink_.rows.size(), 69u);
  EXPECT_EQ(dropped_, 0);
}

TEST_F(PriceListCorpus, ReservedOfferings) {
  read("describe-reserved-instances-offerings.synthetic.json", "ri.us-east-1.json");
  ASSERT_EQ(sink_.rows.size(), 1u);
  EXPECT_EQ(sink_.rows[0].per_hour, *Usd::parse("8.1782"));
  EXPECT_EQ(to_string(sink_.rows[0].purchase), "ri_1yr");
}

TEST_F(PriceListCorpus, ReservedOfferingsWithoutARegionAreNoPrices) {
  read("describe-reserved-instances-offerings.synthetic.json");
  EXPECT_TRUE(sink_.rows.empty());
  EXPECT_EQ(dropped_, 1);
}

TEST_F(PriceListCorpus, InstanceTypes) {
  read("describe-instance-types.accelerators.json");
  EXPECT_TRUE(sink_.rows.empty());
  EXPECT_EQ(dropped_, 14);
  int known_errors = 0;
  for (const Text& advice : sink_.advice()) {
    known_errors += advice.english().find("known error of the API") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(known_errors, 2);  // trn2.3xlarge, trn2.48xlarge
}

TEST_F(PriceListCorpus, SkyPilot) {
  read("skypilot_catalog_v9_aws_vms.trainium.csv");
  EXPECT_EQ(sink_.rows.size(), 20u);  // 10 on-demand, of which 3 are not offered; 10 spot
  int not_offered = 0;
  int floor = 0;
  for (const PriceObservation& row : sink_.rows) {
    not_offered += row.state == PriceObservation::State::kNotOffered ? 1 : 0;
    floor += row.state == PriceObservation::State::kEstimate ? 1 : 0;
  }
  EXPECT_EQ(not_offered, 3);
  EXPECT_EQ(floor, 1);
}

TEST_F(PriceListCorpus, Ec2InstancesInfo) {
  read("ec2instances_info_instances_cn_excerpt.json");
  EXPECT_EQ(sink_.rows.size(), 57u);
  EXPECT_EQ(dropped_, 12);  // other systems and dedicated tenancy
  for (const PriceObservation& row : sink_.rows) EXPECT_EQ(row.currency, "CNY");
}

}  // namespace
}  // namespace nscope::cost
