#pragma once

#include "app/gui/plan/costs/costs_view.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include <gtest/gtest.h>

namespace nscope::gui {

/// A visible Costs view with a price book of its own.
class CostsViewTest : public testing::Test {
 protected:
  CostsViewTest() {
    qputenv("NSCOPE_PRICE_BOOK", folder_.filePath("prices.db").toUtf8());
    context_ = std::make_unique<PlanContext>();
    view_ = std::make_unique<CostsView>(*context_);
    view_->resize(1400, 900);
    view_->show();
    EXPECT_TRUE(QTest::qWaitFor([this] { return context_->is_ready(); }, 30'000));
  }
  ~CostsViewTest() override { qunsetenv("NSCOPE_PRICE_BOOK"); }

  void settle() {
    for (int i = 0; i < 1200 && view_->job().is_running(); ++i) QTest::qWait(25);
    ASSERT_FALSE(view_->job().is_running());
  }
  void load(const char* name) {
    view_->load(name);
    settle();
    ASSERT_EQ(view_->document().problem(), "") << name;
  }
  void type(const char* pointer, const char* text) {
    auto* line = qobject_cast<QLineEdit*>(view_->document().form().field(pointer));
    ASSERT_NE(line, nullptr) << pointer;
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QString::fromUtf8(text));
    settle();
  }
  CostResults& results() { return view_->results(); }
  const Json& json() { return view_->document().json(); }
  bool has_tab(CostResults::Tab tab) { return results().tabs().isTabVisible(tab); }

  QTemporaryDir folder_;
  std::unique_ptr<PlanContext> context_;
  std::unique_ptr<CostsView> view_;
};

}  // namespace nscope::gui
