#include "tests/gui/costs_view_fixture.h"

#include <QComboBox>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

TEST_F(CostsViewTest, RegionsAreComparedWhenAsked) {
  load("ailabs-30b-migration");
  ASSERT_TRUE(has_tab(CostResults::kRegions));
  ASSERT_TRUE(results().regions_part().is_offer());
  QTest::mouseClick(&results().regions_part().button(), Qt::LeftButton);
  settle();
  EXPECT_FALSE(results().regions_part().is_offer());
  const RegionMatrixModel& model = results().regions().model();
  ASSERT_GT(model.columnCount(), 3);
  EXPECT_EQ(static_cast<std::size_t>(model.columnCount()), json()["regions"].size());
  EXPECT_EQ(static_cast<std::size_t>(model.rowCount()), app::work_count(json()));
  // Each item has one place that costs least, and no place costs less.
  for (int row = 0; row < model.rowCount(); ++row) {
    double least = HUGE_VAL;
    double marked = HUGE_VAL;
    for (int column = 0; column < model.columnCount(); ++column) {
      const QVariant cost = model.index(row, column).data(kValueRole);
      if (!cost.isValid()) continue;
      least = std::min(least, cost.toDouble());
      if (model.index(row, column).data(kBestRole).toBool()) marked = cost.toDouble();
    }
    if (!model.index(row, 0).data(kDisqualifiedRole).toBool()) {
      EXPECT_EQ(marked, least) << row;
    }
  }
  QComboBox& option = results().regions().option();
  option.setCurrentIndex(1);
  emit option.activated(1);
  const cost::CostMatrix& matrix = view_->model().matrix();
  EXPECT_TRUE(results().regions().note().contains(
      QString::fromStdString(cost::title(matrix.scenario.options[0]).english())))
      << results().regions().note().toStdString();
  std::size_t at = 0;  // the rows of the matrix are items in order, regions within
  int priced = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    for (int column = 0; column < model.columnCount(); ++column, ++at) {
      const auto& figures = matrix.rows[at].cells[0].figures;
      const QVariant shown = model.index(row, column).data(kValueRole);
      ASSERT_EQ(shown.isValid(), figures.has_value()) << row << ", " << column;
      if (!figures) continue;
      ++priced;
      EXPECT_EQ(shown.toDouble(), figures->usd_per_million.value.dollars());
    }
  }
  EXPECT_GT(priced, 3);
}

TEST_F(CostsViewTest, WhereNoOtherRegionSellsTheViewSaysSo) {
  load("ailabs-30b-migration");
  type("/as_of", "2015-01-01");
  const Json before = json();
  QTest::mouseClick(&results().regions_part().button(), Qt::LeftButton);
  settle();
  EXPECT_TRUE(view_->status().contains("No other region"));
  EXPECT_EQ(json(), before);
}

}  // namespace
}  // namespace nscope::gui
