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

  PriceImport request(std::vector<std::string> files) const {
    PriceImport request{
        .book = (folder_ / "prices.db").string(), .files = std::move(files), .options = {}};
    request.options.today = cost::parse_day("2026-11-22").value();
    return request;
  }

  fs::path folder_;
  TaskControl control_;
};

TEST_F(PriceImportTest, EachFileIsAnImportThatTheBookHas) {
  const PriceImport asked = request({kPrices + "offer.json", kPrices + "savings_plan.csv"});
  const auto reports = import_prices(asked, control_);
  ASSERT_TRUE(reports) << reports.error().message;
  ASSERT_EQ(reports->size(), 2U);
  const auto stored = cost::read_price_store(asked.book).value();
  EXPECT_EQ(stored.imports.size(), 2U);
  EXPECT_EQ(static_cast<std::int64_t>(stored.layer.rows.size()),
            reports->at(0).added + reports->at(1).added);
  EXPECT_GT(reports->at(0).added, 0);
}

TEST_F(PriceImportTest, NoBookIsMadeForWhatIsNoPriceList) {
  const PriceImport asked = request({kPrices + "offer.json", kNoPrices});
  EXPECT_FALSE(import_prices(asked, control_));
  EXPECT_FALSE(fs::exists(asked.book));
}

TEST_F(PriceImportTest, WhatCameBeforeAnErrorStays) {
  const PriceImport asked = request({kPrices + "offer.csv", kPrices + "cut.json"});
  const auto reports = import_prices(asked, control_);
  ASSERT_FALSE(reports);
  EXPECT_THAT(reports.error().message, HasSubstr("the 1 files before it are imported"));
  EXPECT_EQ(cost::read_price_store(asked.book).value().imports.size(), 1U);
}

TEST_F(PriceImportTest, TellsPriceListsByTheirContent) {
  EXPECT_TRUE(are_price_lists({kPrices + "offer.json", kPrices + "own.csv"}));
  EXPECT_FALSE(are_price_lists({kPrices + "offer.json", kNoPrices}));
  EXPECT_FALSE(are_price_lists({kPrices + "no such file"}));
  EXPECT_FALSE(are_price_lists({}));
}

}  // namespace
}  // namespace nscope::app
