// A CUR 2.0 bill in Parquet, in the types that AWS delivers, is the bill of its CSV.
#include "app/pricing/bill_files.h"
#include "costmodel/bills/bill_report.h"
#include "profiler/duckdb/duckdb.h"
#include "tests/support/corpus.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

/// Costs and amounts are doubles, times timestamps, tags and products maps; all else is text.
constexpr std::string_view kTypes =
    "COPY (SELECT * REPLACE ("
    "CAST(replace(replace(bill_billing_period_start_date, 'T', ' '), 'Z', '') AS TIMESTAMP) AS "
    "bill_billing_period_start_date, "
    "CAST(replace(replace(line_item_usage_start_date, 'T', ' '), 'Z', '') AS TIMESTAMP) AS "
    "line_item_usage_start_date, "
    "CAST(replace(replace(line_item_usage_end_date, 'T', ' '), 'Z', '') AS TIMESTAMP) AS "
    "line_item_usage_end_date, "
    "CAST(line_item_usage_amount AS DOUBLE) AS line_item_usage_amount, "
    "CAST(line_item_unblended_cost AS DOUBLE) AS line_item_unblended_cost, "
    "CAST(line_item_net_unblended_cost AS DOUBLE) AS line_item_net_unblended_cost, "
    "CAST(pricing_public_on_demand_cost AS DOUBLE) AS pricing_public_on_demand_cost, "
    "CAST(reservation_effective_cost AS DOUBLE) AS reservation_effective_cost, "
    "CAST(reservation_unused_recurring_fee AS DOUBLE) AS reservation_unused_recurring_fee, "
    "CAST(reservation_unused_amortized_upfront_fee_for_billing_period AS DOUBLE) AS "
    "reservation_unused_amortized_upfront_fee_for_billing_period, "
    "CAST(savings_plan_savings_plan_effective_cost AS DOUBLE) AS "
    "savings_plan_savings_plan_effective_cost, "
    "CAST(savings_plan_total_commitment_to_date AS DOUBLE) AS "
    "savings_plan_total_commitment_to_date, "
    "CAST(savings_plan_used_commitment AS DOUBLE) AS savings_plan_used_commitment, "
    "CASE WHEN resource_tags LIKE '%user_team%' THEN MAP(['user_team'], "
    "[regexp_extract(resource_tags, '\"user_team\":\"([^\"]*)\"', 1)]) END AS resource_tags) "
    "FROM read_csv({}, all_varchar = true, header = true)) TO {} (FORMAT PARQUET)";

class ParquetBillCorpus : public CorpusTest {
 protected:
  void SetUp() override {
    CorpusTest::SetUp();
    if (IsSkipped()) return;
    NSCOPE_NEEDS_DUCKDB();
    std::filesystem::copy_file(corpus_path("pricing/samples/cur2_accelerators.synthetic.csv"),
                               csv_);
    const auto db = DuckDb::open({.folder = folder_, .threads = 1});
    ASSERT_TRUE(db) << to_string(db.error());
    TaskControl control;
    const auto written = db->run(
        fmt::format(fmt::runtime(kTypes), sql_literal(csv_), sql_literal(parquet_)), control);
    ASSERT_TRUE(written) << to_string(written.error());
  }

  static cost::Bill read(const std::string& path, const cost::BillFilter& filter = {}) {
    TaskControl control;
    auto bill = read_bills({&path, 1}, filter, control);
    EXPECT_TRUE(bill) << (bill ? "" : to_string(bill.error()));
    return bill ? std::move(*bill) : cost::Bill{};
  }

  TestFolder temporary_;
  std::string folder_ = std::filesystem::canonical(temporary_.path()).string();
  std::string csv_ = folder_ + "/bill.csv";
  std::string parquet_ = folder_ + "/bill.parquet";
};

TEST_F(ParquetBillCorpus, HasTheGoldenTotalsAndEveryLineOfTheCsv) {
  const cost::Bill bill = read(parquet_);
  const auto totals = cost::totals(bill, [](const cost::BillLine&) { return true; });
  ASSERT_EQ(totals.size(), 1U);
  EXPECT_EQ(totals[0].lines, 20U);
  EXPECT_EQ(totals[0].billed.sum.to_text(), "9938.915426");
  EXPECT_EQ(totals[0].effective.sum.to_text(), "1459.158476");
  EXPECT_TRUE(bill.diagnostics.empty());
  const cost::Bill csv = read(csv_);
  EXPECT_EQ(cost::bill_lines_table(bill).to_csv(), cost::bill_lines_table(csv).to_csv());
  EXPECT_EQ(cost::commitment_table(bill).to_csv(), cost::commitment_table(csv).to_csv());
  EXPECT_EQ(bill.begin, csv.begin);
  EXPECT_EQ(bill.end, csv.end);
}

TEST_F(ParquetBillCorpus, IsFilteredByTagsThatAreMaps) {
  // Every line of the sample is one team's.
  EXPECT_EQ(read(parquet_, {.tag_key = "team", .tag_value = "llm-serving"}).line_count(), 20U);
  EXPECT_EQ(read(parquet_, {.tag_key = "team", .tag_value = "search"}).line_count(), 0U);
  EXPECT_EQ(read(parquet_, {.tag_key = "team"}).line_count(), 0U) << "none is without";
}

}  // namespace
}  // namespace nscope::app
