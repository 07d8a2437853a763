#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "tests/gui/fleet_plans.h"
#include "tests/gui/shell_fixture.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

using FleetWindowTest = ShellTest;

TEST_F(FleetWindowTest, AFileOfItsSchemaOpensPlansAndGoesToSimulate) {
  const QTemporaryDir folder;
  const QString path = folder.filePath("small.plan.json");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(QByteArray::fromStdString(small_plan().dump()));
  file.close();
  window_.open_files({path});
  wait_until_idle();
  FleetView& fleet = window_.plan().fleet();
  EXPECT_TRUE(fleet.isVisible());
  ASSERT_TRUE(fleet.result().plan()) << "it was asked for";
  QTest::mouseClick(&fleet.simulate_button(), Qt::LeftButton);
  wait_until_idle();
  EXPECT_TRUE(window_.simulate().isVisible());
  EXPECT_EQ(window_.simulate().form().workload().instance, "inf2.24xlarge");
  EXPECT_TRUE(std::holds_alternative<sim::ServingSetup>(window_.simulate().form().workload().kind));
}

TEST_F(FleetWindowTest, AStudyOfAFleetIsADraftThatAsksForTheBaseline) {
  window_.set_mode(Mode::kPlan);
  wait_until_idle();
  PlanPage& page = window_.plan();
  page.show_view(page.decision());
  wait_until_idle();
  ASSERT_NE(page.decision().result(), nullptr) << "the example has one";
  page.show_view(page.fleet());
  page.fleet().document().set_document(small_plan(), "small");
  page.fleet().plan();
  wait_until_idle();
  QTest::mouseClick(&page.fleet().decide_button(), Qt::LeftButton);
  wait_until_idle();
  DecisionView& decision = page.decision();
  EXPECT_TRUE(decision.isVisible());
  EXPECT_EQ(decision.verdict().word(), "Draft");
  EXPECT_FALSE(decision.figures().isVisible());
  EXPECT_FALSE(decision.export_button().isEnabled());
  EXPECT_TRUE(decision.document().problem().contains("/baseline"))
      << decision.document().problem().toStdString();
  const auto type = [&](const char* pointer, const char* text) {
    auto* const line = qobject_cast<QLineEdit*>(decision.document().form().field(pointer));
    ASSERT_NE(line, nullptr) << pointer;
    line->selectAll();
    QTest::keyClicks(line, QString::fromUtf8(text));
  };
  type("/baseline/instance", "p4d.24xlarge");
  type("/baseline/bill/effective_usd_per_hour", "20");
  type("/baseline/bill/instance_hours_per_month", "730");
  wait_until_idle();
  EXPECT_EQ(decision.document().problem(), "");
  EXPECT_NE(decision.verdict().word(), "Draft");
  EXPECT_TRUE(decision.figures().isVisible());
}

TEST(PlanPageDecide, AFleetBecomesTheTargetOfAStudy) {
  PlanPage page;
  page.resize(1300, 900);
  page.show();
  FleetView& fleet = page.fleet();
  page.show_view(fleet);
  Json asked = small_plan();
  asked["instances"] = {"inf2.24xlarge", "inf2.48xlarge"};
  QSignalSpy bounded(&fleet, &FleetView::bounded);
  fleet.document().set_document(asked, "small");
  ASSERT_TRUE(bounded.count() > 0 || bounded.wait(30'000));
  EXPECT_FALSE(fleet.decide_button().isEnabled()) << "there is nothing to decide about";
  QSignalSpy planned(&fleet, &FleetView::planned);
  fleet.plan();
  ASSERT_TRUE(planned.wait(60'000));
  ASSERT_TRUE(fleet.decide_button().isEnabled());
  QTest::mouseClick(&fleet.decide_button(), Qt::LeftButton);
  EXPECT_EQ(&page.view(), &page.decision());
  const std::string target = page.decision().document().json().at("target").dump();
  EXPECT_NE(target.find(fleet.result().plan()->best->configuration.instance), std::string::npos)
      << target;
}

}  // namespace
}  // namespace nscope::gui
