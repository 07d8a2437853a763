#include "app/gui/forms/choice_list.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "tests/gui/fleet_plans.h"
#include "tests/gui/shell_fixture.h"

#include <QAbstractItemView>
#include <QCompleter>
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

/// The Fleet view with a small plan.
class NewFleetTest : public ShellTest {
 protected:
  NewFleetTest() {
    window_.set_mode(Mode::kPlan);
    window_.plan().show_kind(app::BuiltIn::Kind::kPlan);
    wait_until_idle();
    view().document().set_document(small_plan(), "small");
    wait_until_idle();
  }
  FleetView& view() { return window_.plan().fleet(); }
};

TEST_F(NewFleetTest, LongListsAreSearchedByFactsAndOpenWhole) {
  auto* const field = static_cast<ChoiceLine*>(view().document().form().field("/instances"));
  QCompleter& completer = *field->completer();
  field->clear();
  QTest::keyClicks(field, "trainium2");
  ASSERT_GT(completer.completionCount(), 0);
  for (int row = 0; row < completer.completionCount(); ++row) {
    completer.setCurrentRow(row);
    EXPECT_TRUE(completer.currentCompletion().startsWith("trn2"))
        << completer.currentCompletion().toStdString();
  }
  completer.popup()->hide();
  field->setText("inf2.xlarge");
  QTest::keyClick(field, Qt::Key_Down);
  EXPECT_TRUE(completer.popup()->isVisible());
  EXPECT_EQ(completer.completionCount(), completer.model()->rowCount()) << "all, with headings";
  completer.setCurrentRow(1);
  EXPECT_TRUE(completer.currentCompletion().startsWith("inf2.xlarge, ")) << "one more";
  completer.popup()->hide();
}

TEST_F(NewFleetTest, AQuestionBeginsANewPlan) {
  view().document().new_button().click();
  ASSERT_TRUE(view().is_asking_new());
  EXPECT_FALSE(view().plan_button().isVisible()) << "only the question is shown";
  PlanQuestion& question = view().question();
  EXPECT_FALSE(question.plan_button().isEnabled());
  EXPECT_TRUE(question.problem().contains("Model")) << question.problem().toStdString();
  const auto type_into = [&](const char* pointer, const char* text) {
    auto* const field = qobject_cast<QLineEdit*>(question.form().field(pointer));
    ASSERT_NE(field, nullptr) << pointer;
    field->clear();
    QTest::keyClicks(field, QString::fromUtf8(text));
  };
  type_into("/model", "llama-3.1-8b");
  type_into("/traffic/requests_per_second", "2");
  type_into("/traffic/input_tokens/tokens", "128");
  EXPECT_TRUE(question.problem().contains("Output length")) << question.problem().toStdString();
  type_into("/traffic/output_tokens/tokens", "32");
  EXPECT_EQ(question.problem(), "");
  type_into("/model", "no-such-model");
  EXPECT_FALSE(question.plan_button().isEnabled());
  EXPECT_TRUE(question.problem().contains("no-such-model")) << question.problem().toStdString();
  type_into("/model", "llama-3.1-8b");
  const Table& assumed = question.assumed().model().table();
  const std::string said = assumed.to_csv();
  for (const char* part : {"us-east-1", "On-Demand", "Poisson", "vLLM", "Headroom"}) {
    EXPECT_NE(said.find(part), std::string::npos) << part << '\n' << said;
  }
  // The other kind keeps the model, and asks for its own members.
  question.train_button().click();
  EXPECT_EQ(question.document()["model"], "llama-3.1-8b");
  EXPECT_TRUE(question.problem().contains("Tokens")) << question.problem().toStdString();
  type_into("/training/job/tokens", "0.07");
  EXPECT_EQ(question.document()["training"]["job"]["tokens"], 70'000'000) << "a whole number";
  type_into("/training/job/tokens", "1");
  EXPECT_EQ(question.document()["training"]["job"]["tokens"], 1'000'000'000);
  type_into("/training/sequence_length", "2048");
  type_into("/training/global_batch", "64");
  EXPECT_EQ(question.problem(), "");
  type_into("/training/job/tokens", "");
  question.serve_button().click();
  type_into("/traffic/requests_per_second", "2");
  type_into("/traffic/input_tokens/tokens", "128");
  type_into("/traffic/output_tokens/tokens", "32");
  question.cancel_button().click();
  EXPECT_FALSE(view().is_asking_new());
  EXPECT_EQ(view().document().name(), "small") << "nothing has changed";
  view().ask_new();
  EXPECT_FALSE(question.document().contains("model")) << "a new question";
  type_into("/model", "llama-3.1-8b");
  type_into("/traffic/requests_per_second", "2");
  type_into("/traffic/input_tokens/tokens", "128");
  type_into("/traffic/output_tokens/tokens", "32");
  question.plan_button().click();
  EXPECT_FALSE(view().is_asking_new());
  EXPECT_TRUE(view().plan_job().is_running()) << "the answer is planned";
  EXPECT_TRUE(view().document().is_edited()) << "no file has it";
  EXPECT_EQ(view().document().json()["traffic"]["requests_per_second"], 2);
  view().plan_job().cancel();
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
