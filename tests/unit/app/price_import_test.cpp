#include "app/pricing/price_import.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope::app {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kPrices = std::string(NSCOPE_FIXTURES) + "/prices/";
const std::string kNoPrices = std::string(NSCOPE_FIXTURES) + "/not_a_capture.txt";

class PriceImportTest : public testing::Test {
 protected:
  PriceImportTest()
      : folder_(fs::temp_directory_path() / ("nscope_import_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
  }
  ~PriceImportTest() override { fs::remove_all(folder_); }

  Result<std::vector<cost::ImportReport>> import(const std::vector<std::string>& files) {
    const auto lists = open_price_lists(files);
    if (!lists) return fail(lists.error());
    cost::ImportOptions options;
    options.today = cost::parse_day("2026-11-22").value();
    return import_prices(book(), *lists, options, control_);
  }

  std::string book() const { return (folder_ / "prices.db").string(); }

  fs::path folder_;
  TaskControl control_;
};

TEST_F(PriceImportTest, EachFileIsAnImportThatTheBookHas) {
  const auto reports = import({kPrices + "offer.json", kPrices + "savings_plan.csv"});
  ASSERT_TRUE(reports) << reports.error().message.english();
  ASSERT_EQ(reports->size(), 2U);
  const auto stored = cost::read_price_store(book()).value();
  EXPECT_EQ(stored.imports.size(), 2U);
  EXPECT_EQ(static_cast<std::int64_t>(stored.layer.rows.size()),
            reports->at(0).added + reports->at(1).added);
  EXPECT_GT(reports->at(0).added, 0);
}

TEST_F(PriceImportTest, WhatCameBeforeAnErrorStays) {
  const auto reports = import({kPrices + "offer.csv", kPrices + "cut.json"});
  ASSERT_FALSE(reports);
  EXPECT_THAT(reports.error().message.english(), HasSubstr("the 1 file before it was imported"));
  EXPECT_EQ(cost::read_price_store(book()).value().imports.size(), 1U);
}

TEST_F(PriceImportTest, TellsPriceListsByTheirContent) {
  const auto lists = open_price_lists({kPrices + "offer.json", kPrices + "own.csv"});
  ASSERT_TRUE(lists) << lists.error().message.english();
  EXPECT_EQ(lists->at(0).format->id, "aws-offer-json");
  EXPECT_EQ(lists->at(1).format->id, "nscope-prices-csv");
  EXPECT_FALSE(open_price_lists({kPrices + "offer.json", kNoPrices}));
  EXPECT_FALSE(open_price_lists({kPrices + "no such file"}));
}

}  // namespace
}  // namespace nscope::app
