#include "app/gui/plan/costs/cost_matrix_model.h"

#include "app/documents/built_in.h"
#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/plan/costs/costs_view.h"
#include "app/pricing/fill_scenario.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/workload_limits.h"
#include "tests/gui/in_background.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

class PlanTest : public testing::Test {
 protected:
  static cost::CostMatrix matrix_of(const char* name) {
    return in_background([name] {
      const auto catalog = catalog::Catalog::load().value();
      const auto book = cost::PriceBook::load().value();
      auto scenario = app::load_scenario(name).value();
      TaskControl control;
      EXPECT_TRUE(app::fill_scenario(catalog, scenario, nullptr, control).has_value());
      return cost::cost_matrix(catalog, book, scenario, book.latest()).value();
    });
  }
};

TEST_F(PlanTest, ModelShowsTheValuesOfTheMatrix) {
  const cost::CostMatrix matrix = matrix_of("inf2-llama2-70b-serving");
  CostMatrixModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.set_matrix(matrix);
  int priced = 0;
  int words = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    for (int column = 0; column < model.columnCount(); ++column) {
      const auto& cell =
          matrix.rows[static_cast<std::size_t>(row)].cells[static_cast<std::size_t>(column)];
      const QModelIndex index = model.index(row, column);
      const std::string shown = index.data().toString().toStdString();
      if (cell.figures) {
        ++priced;
        EXPECT_EQ(index.data(kValueRole).toDouble(), cell.figures->tokens_per_usd.value);
        std::string plain = shown;
        std::erase(plain, ',');
        const double usd = cell.figures->usd_per_million.value.dollars();
        EXPECT_NEAR(std::stod(plain), usd, 0.006 * usd) << "three digits";
        EXPECT_LE(std::ranges::count_if(plain, [](char c) { return c >= '1' && c <= '9'; }),
                  usd < 1000 ? 3 : 9);
        const std::string band = index.data(kBandRole).toString().toStdString();
        EXPECT_EQ(band.find("0.000"), std::string::npos) << band;
        EXPECT_TRUE(index.data(Qt::ToolTipRole).toString().contains("Source"));
      } else {
        ++words;
        EXPECT_TRUE(shown == "not offered" || shown == "unknown") << shown;
        EXPECT_FALSE(index.data(kHeatRole).isValid());
      }
    }
  }
  EXPECT_EQ(priced, matrix.priced);
  EXPECT_GT(words, 0);
}

TEST_F(PlanTest, OneCellIsTheBestAndImpossibleOnesCannotBe) {
  const cost::CostMatrix matrix = matrix_of("inf2-llama2-70b-serving");
  CostMatrixModel model;
  model.set_matrix(matrix);
  int best = 0;
  int impossible = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    for (int column = 0; column < model.columnCount(); ++column) {
      const QModelIndex index = model.index(row, column);
      const bool out = index.data(kDisqualifiedRole).toBool();
      impossible += out ? 1 : 0;
      if (!index.data(kBestRole).toBool()) continue;
      ++best;
      EXPECT_FALSE(out);
    }
  }
  EXPECT_EQ(best, 1);
  EXPECT_GT(impossible, 0) << "the published claims exceed the roofline";
}

TEST_F(PlanTest, TheStrongestCellIsTheOneOfTheAnswer) {
  cost::CostMatrix matrix = matrix_of("inf2-llama2-70b-serving");
  ASSERT_TRUE(matrix.best);
  CostMatrixModel model;
  for (const bool current : {false, true}) {
    // With a current price, the cheapest cell leads.
    for (cost::CostRow& row : matrix.rows) {
      for (cost::CostCell& cell : row.cells) {
        if (current && cell.figures) cell.figures->may_lead = true;
      }
    }
    model.set_matrix(matrix);
    int left_out = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
      for (int column = 0; column < model.columnCount(); ++column) {
        const QModelIndex index = model.index(row, column);
        const bool strong = !index.data(kReferenceRole).toBool() &&
                            !index.data(kDisqualifiedRole).toBool() &&
                            index.data(kHeatRole).toDouble() == 1.0;
        if (!current) EXPECT_EQ(strong, index.data(kBestRole).toBool()) << row << ' ' << column;
        if (index.data(kBandRole).toString() != QLatin1String("out of date")) continue;
        ++left_out;
        EXPECT_TRUE(index.data(kReferenceRole).toBool());
        EXPECT_TRUE(index.data(Qt::ToolTipRole).toString().contains("cannot win"));
      }
    }
    EXPECT_EQ(left_out > 0, !current);
  }
}

TEST_F(PlanTest, PageComputesFindingsAndChart) {
  PlanContext context;
  CostsView page(context);
  page.resize(1400, 900);
  page.show();
  QSignalSpy computed(&page, &CostsView::computed);
  page.load("inf2-llama2-70b-serving");
  ASSERT_TRUE(computed.wait(20'000));
  while (page.job().is_running()) ASSERT_TRUE(computed.wait(20'000));
  EXPECT_EQ(page.model().rowCount(), 4);
  EXPECT_GT(page.guard_count(), 3);
  // Bars and their bands for each option that has a price for a possible item.
  EXPECT_GE(page.chart().plot().plottableCount(), 4);
}

TEST_F(PlanTest, PricesASimulatedWorkload) {
  PlanContext context;
  CostsView page(context);
  QSignalSpy computed(&page, &CostsView::computed);
  QSignalSpy failed(&page, &CostsView::failed);
  const sim::Workload workload = app::load_workload("example").value();
  const auto predicted = in_background([&workload] {
    TaskControl control;
    return sim::estimate(catalog::Catalog::load().value(), workload, control).value();
  });
  page.price(workload, predicted);
  ASSERT_TRUE(computed.wait(20'000));
  while (page.job().is_running()) ASSERT_TRUE(computed.wait(20'000));
  EXPECT_EQ(failed.count(), 0);
  ASSERT_EQ(page.model().rowCount(), 1);
  EXPECT_GT(page.model().matrix().priced, 0);
}

/// Several copies would have room on the instance, but one was simulated: its batch is not shared.
TEST_F(PlanTest, ASimulatedWorkloadHasTheSameMemoryAndThroughputInSimulateAndCosts) {
  PlanContext context;
  CostsView page(context);
  QSignalSpy computed(&page, &CostsView::computed);
  sim::Workload workload = app::load_workload("example").value();
  workload.tensor_parallel = 8;
  workload.batch = 16;
  workload.sequence_length = 4096;
  const auto predicted = in_background([&workload] {
    TaskControl control;
    return sim::estimate(catalog::Catalog::load().value(), workload, control).value();
  });
  page.price(workload, predicted);
  ASSERT_TRUE(computed.wait(20'000));
  while (page.job().is_running()) ASSERT_TRUE(computed.wait(20'000));
  const cost::CostMatrix& matrix = page.model().matrix();
  ASSERT_EQ(matrix.rows.size(), 1U) << page.document().problem().toStdString();
  EXPECT_DOUBLE_EQ(matrix.throughput_of(matrix.rows[0])->tokens_per_second,
                   predicted.find("throughput")->value);
  std::string memory;
  for (const cost::Finding& finding : matrix.findings) {
    if (finding.guard == cost::Guard::kMemoryFit) memory = finding.message.english();
  }
  const auto limits = sim::memory_limits(catalog::Catalog::load().value(), workload).value();
  ASSERT_TRUE(limits.has_value());
  EXPECT_EQ(memory, catalog::sentence(*limits).english()) << "as the Simulate page says it";
}

}  // namespace
}  // namespace nscope::gui
