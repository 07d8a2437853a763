#include "app/gui/forms/choice_list.h"
#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/fleet/plan_question.h"
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
#include <algorithm>

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
  page.decision().load(page.decision().example());
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
  auto& question = static_cast<PlanQuestion&>(view().question());
  EXPECT_FALSE(question.answer_button().isEnabled());
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
  EXPECT_FALSE(question.answer_button().isEnabled());
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
  question.answer_button().click();
  EXPECT_FALSE(view().is_asking_new());
  EXPECT_TRUE(view().plan_job().is_running()) << "the answer is planned";
  EXPECT_TRUE(view().document().is_edited()) << "no file has it";
  EXPECT_EQ(view().document().json()["traffic"]["requests_per_second"], 2);
  view().plan_job().cancel();
}

/// The questions of the Costs and Decision views.
class NewDocumentTest : public testing::Test {
 protected:
  NewDocumentTest() {
    page_.resize(1300, 900);
    page_.show();
    EXPECT_TRUE(QTest::qWaitFor([this] { return question().isVisible(); }, 30'000));
  }
  void wait_until_idle() {
    const auto idle = [this] {
      return std::ranges::none_of(page_.jobs(), [](const Job* job) { return job->is_running(); });
    };
    QCoreApplication::processEvents();
    EXPECT_TRUE(QTest::qWaitFor(idle, 30'000));
    QCoreApplication::processEvents();
    EXPECT_TRUE(QTest::qWaitFor(idle, 30'000));
  }
  PlanPage page_;
  PlanPage& page() { return page_; }
  DocumentQuestion& question() { return page().view().question(); }
  void state(const char* pointer, Json value) {
    ASSERT_NE(question().form().field(pointer), nullptr) << pointer;
    question().form().set_member(pointer, std::move(value));
  }
  void type_into(const char* pointer, const char* text) {
    auto* const field = qobject_cast<QLineEdit*>(question().form().field(pointer));
    ASSERT_NE(field, nullptr) << pointer;
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, QString::fromUtf8(text));
  }
};

TEST_F(NewDocumentTest, AViewWithoutADocumentAsks) {
  for (PlanView* const view :
       {static_cast<PlanView*>(&page().costs()), static_cast<PlanView*>(&page().fleet()),
        static_cast<PlanView*>(&page().decision())}) {
    page().show_view(*view);
    QCoreApplication::processEvents();
    EXPECT_TRUE(view->is_empty()) << "no example is taken for an answer";
    EXPECT_TRUE(view->is_asking_new());
    EXPECT_TRUE(view->question().isVisible());
    EXPECT_FALSE(view->document().isVisible());
    EXPECT_FALSE(question().answer_button().isEnabled());
    EXPECT_GT(question().assumed().model().table().row_count(), 3u);
  }
  EXPECT_EQ(page().decision().result(), nullptr);
  EXPECT_EQ(question().cancel_button().text(), "Show an Example");
  question().cancel_button().click();
  wait_until_idle();
  EXPECT_NE(page().decision().result(), nullptr);
  EXPECT_TRUE(page().decision().says_example()) << "and it is said that it is one";
  page().decision().document().new_button().click();
  EXPECT_EQ(question().cancel_button().text(), "Cancel");
}

TEST_F(NewDocumentTest, CostsBeginWithAQuestion) {
  EXPECT_TRUE(question().problem().contains("Model")) << question().problem().toStdString();
  state("/work/0/model", "llama-3.1-8b");
  state("/instances", {"trn1.2xlarge", "inf2.xlarge"});
  type_into("/work/0/input_tokens", "128");
  state("/work/0/output_tokens", 32);
  EXPECT_TRUE(question().problem().contains("Batch size")) << question().problem().toStdString();
  state("/work/0/batch", 4);
  EXPECT_EQ(question().problem(), "");
  state("/instances", {"trn1.2xlarge", "inf2.huge"});
  EXPECT_TRUE(question().problem().contains("inf2.huge")) << question().problem().toStdString();
  EXPECT_FALSE(question().answer_button().isEnabled());
  state("/instances", {"trn1.2xlarge", "inf2.xlarge"});
  state("/regions", Json::array({"moon-1"}));
  EXPECT_TRUE(question().problem().contains("moon-1")) << question().problem().toStdString();
  state("/regions", {});
  EXPECT_EQ(question().problem(), "");
  type_into("/load/tokens_per_month", "500");
  state("/today/instance", "p4d.24xlarge");
  EXPECT_TRUE(question().problem().contains("throughput")) << question().problem().toStdString();
  state("/today/tokens_per_second", 900);
  EXPECT_EQ(question().problem(), "");
  state("/today/usd_per_hour", 14.5);
  // The other kinds keep what does not depend on them.
  question().kind_button(1).click();
  EXPECT_EQ(question().document()["instances"].size(), 2u);
  EXPECT_TRUE(question().problem().contains("E2E")) << question().problem().toStdString();
  state("/work/0/serve/sla/e2e_p99_s", 4);
  EXPECT_EQ(question().problem(), "");
  question().kind_button(2).click();
  state("/work/0/throughput/tokens_per_second", 700);
  EXPECT_TRUE(question().problem().contains("one instance type"));
  question().kind_button(0).click();
  state("/work/0/batch", 4);
  ASSERT_EQ(question().problem(), "");
  question().answer_button().click();
  wait_until_idle();
  CostsView& costs = page().costs();
  EXPECT_EQ(costs.document().problem(), "");
  EXPECT_FALSE(costs.is_asking_new());
  EXPECT_TRUE(costs.document().is_edited()) << "no file has it";
  EXPECT_EQ(costs.document().title(), "New scenario");
  EXPECT_EQ(costs.model().rowCount(), 3) << "today, and two instance types";
  const Json& scenario = costs.document().json();
  EXPECT_EQ(scenario["work"][0]["label"], "today: p4d.24xlarge");
  EXPECT_EQ(scenario["work"][0]["price"]["usd_per_hour"], 14.5);
  EXPECT_EQ(scenario["work"][2]["instance"], "inf2.xlarge");
  EXPECT_EQ(scenario["load"]["tokens_per_month"], 500'000'000);
  EXPECT_FALSE(scenario.contains("today"));
  costs.document().form().set_member("/load/tokens_per_month", 100);
  QTest::qWait(5);
  costs.document().undo();
  EXPECT_EQ(costs.document().json()["load"]["tokens_per_month"], 500'000'000);
}

TEST_F(NewDocumentTest, DecisionsBeginWithAQuestion) {
  page().ask_new(app::BuiltIn::Kind::kMigration);
  state("/baseline/instance", "p4d.24xlarge");
  type_into("/baseline/bill/effective_usd_per_hour", "14.5");
  state("/baseline/bill/instance_hours_per_month", 1460);
  state("/load/tokens_per_month", 800'000'000);
  state("/target/instance", "inf2.48xlarge");
  state("/target/model", "no-such-model");
  state("/target/input_tokens", 128);
  state("/target/output_tokens", 128);
  state("/target/batch", 8);
  EXPECT_TRUE(question().problem().contains("weeks")) << question().problem().toStdString();
  state("/migration/phases/0/engineer_weeks", 6);
  state("/migration/phases/0/usd_per_week", 5000);
  EXPECT_TRUE(question().problem().contains("no-such-model")) << question().problem().toStdString();
  state("/target/model", "llama-2-13b");
  EXPECT_EQ(question().problem(), "");
  const std::string assumed = question().assumed().model().table().to_csv();
  for (const char* part : {"36", "10", "Horizon", "Discount", "Range: engineering effort: p90"}) {
    EXPECT_NE(assumed.find(part), std::string::npos) << part << '\n' << assumed;
  }
  EXPECT_EQ(page().decision().result(), nullptr) << "there is no verdict before the answer";
  question().finish();
  wait_until_idle();
  DecisionView& decision = page().decision();
  EXPECT_EQ(decision.document().problem(), "");
  ASSERT_NE(decision.result(), nullptr);
  EXPECT_FALSE(decision.says_example());
  EXPECT_TRUE(decision.document().is_edited()) << "no file has it";
  EXPECT_EQ(decision.document().title(), "New study");
  EXPECT_EQ(decision.result()->study.baseline.work.estimate.instance, "p4d.24xlarge");
  EXPECT_GE(decision.result()->study.uncertainty.ranges.size(), 3u) << "no plan is certain";
  EXPECT_EQ(decision.result()->study.title,
            "Moving llama-2-13b from p4d.24xlarge to inf2.48xlarge");
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
