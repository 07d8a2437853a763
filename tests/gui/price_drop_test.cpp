#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/plan_page.h"
#include "costmodel/price_store/price_store.h"
#include "tests/gui/shell_fixture.h"

#include <QTemporaryDir>

namespace nscope::gui {
namespace {

const QString kFixtures = QStringLiteral(NSCOPE_FIXTURES);

class PriceDropTest : public testing::Test {
 protected:
  PriceDropTest() : book_(folder_.filePath("prices.db")) {
    qputenv("NSCOPE_PRICE_BOOK", book_.toUtf8());
    window_ = std::make_unique<MainWindow>(Scheme::kDark, false);
    window_->resize(1280, 800);
    window_->show();
  }
  ~PriceDropTest() override { qunsetenv("NSCOPE_PRICE_BOOK"); }

  /// As a drop does.
  void open(const QStringList& names) {
    QStringList paths;
    for (const QString& name : names) paths << kFixtures + name;
    window_->open_files(paths);
    for (int i = 0; i < 1200 && window_->is_busy(); ++i) QTest::qWait(25);
    QTest::qWait(50);
    for (int i = 0; i < 1200 && window_->is_busy(); ++i) QTest::qWait(25);
    ASSERT_FALSE(window_->is_busy());
  }

  QTemporaryDir folder_;
  QString book_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(PriceDropTest, AListGoesIntoTheBookAndPlanModeFollows) {
  PlanContext& context = window_->plan().context();
  ASSERT_TRUE(QTest::qWaitFor([&] { return context.is_ready(); }, 30'000));
  const std::size_t before = context.book()->observations().size();
  EXPECT_TRUE(context.user_book()->path.empty());
  open({"/prices/offer.json"});
  EXPECT_EQ(window_->banner().title(), "Prices imported");
  EXPECT_TRUE(window_->banner().text().contains("offer.json"));
  EXPECT_TRUE(window_->banner().text().contains("prices added"))
      << window_->banner().text().toStdString();
  EXPECT_TRUE(window_->banner().text().contains("Skipped"))
      << window_->banner().text().toStdString();
  const auto stored = cost::read_price_store(book_.toStdString()).value();
  ASSERT_EQ(stored.imports.size(), 1U);
  EXPECT_EQ(context.book()->observations().size(), before + stored.layer.rows.size());
  EXPECT_FALSE(window_->last_error());
}

TEST_F(PriceDropTest, SeveralListsAreReadOneAfterTheOther) {
  open({"/prices/offer.csv", "/prices/savings_plan.csv"});
  EXPECT_TRUE(window_->banner().text().contains("savings_plan.csv"));
  EXPECT_EQ(cost::read_price_store(book_.toStdString()).value().imports.size(), 2U);
}

TEST_F(PriceDropTest, WhatIsNeitherRunNorListIsAnErrorAsBefore) {
  open({"/not_a_capture.txt"});
  ASSERT_TRUE(window_->last_error());
  EXPECT_FALSE(QFile::exists(book_));
  open({"/prices/cut.json"});
  EXPECT_TRUE(window_->banner().title().contains("cut.json"));
  EXPECT_TRUE(!QFile::exists(book_) ||
              cost::read_price_store(book_.toStdString()).value().imports.empty());
}

}  // namespace
}  // namespace nscope::gui
