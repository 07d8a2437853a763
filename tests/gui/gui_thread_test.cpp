#include "app/documents/built_in.h"
#include "app/gui/live/live_page.h"
#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "simcore/engine/simulation/prediction.h"
#include "tests/gui/gui_thread_watch.h"
#include "tests/gui/shell_fixture.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <algorithm>

namespace nscope::gui {
namespace {

/// Holds for every test of the program, not only for those below.
class WindowNeverComputes : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { forget_watched_calls(); }
  void OnTestEnd(const testing::TestInfo&) override {
    for (const WatchedCall& call : watched_calls()) {
      if (call.in_gui_thread) ADD_FAILURE() << call.function << "() was called in the GUI thread";
    }
  }
};

[[maybe_unused]] const bool kListens = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new WindowNeverComputes);
  return true;
}();

class GuiThreadTest : public ShellTest {
 protected:
  GuiThreadTest() { qputenv("NSCOPE_PRICE_BOOK", folder_.filePath("prices.db").toUtf8()); }
  ~GuiThreadTest() override { qunsetenv("NSCOPE_PRICE_BOOK"); }

  /// How often a function was called; none of them in the GUI thread.
  static std::ptrdiff_t calls_of(const char* function) {
    const auto calls = watched_calls();
    return std::ranges::count_if(calls, [function](const WatchedCall& call) {
      return call.function == function && !call.in_gui_thread;
    });
  }
  void wait_for_verdict() {
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window_.simulate().is_estimating(); }, 120'000));
  }
  /// Types over what is in a field of the Simulate page.
  void type_number(const char* name, const char* text) {
    for (QSpinBox* box : window_.simulate().form().findChildren<QSpinBox*>()) {
      if (box->accessibleName() != QString::fromLatin1(name)) continue;
      box->setFocus();
      box->selectAll();
      return QTest::keyClicks(box, QString::fromLatin1(text));
    }
    ADD_FAILURE() << "no field " << name;
  }
  void type(PlanView& view, const char* pointer, const char* text) {
    auto* line = qobject_cast<QLineEdit*>(view.document().form().field(pointer));
    ASSERT_NE(line, nullptr) << pointer;
    line->selectAll();
    QTest::keyClicks(line, QString::fromLatin1(text));
  }

  QTemporaryDir folder_;
};

TEST_F(GuiThreadTest, TheWatchSeesACallOfThisThread) {
  const auto catalog = catalog::Catalog::load();
  TaskControl control;
  EXPECT_TRUE(sim::estimate(*catalog, app::load_workload("example").value(), control));
  const auto calls = watched_calls();
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls.front().function, "estimate");
  EXPECT_TRUE(calls.front().in_gui_thread);
  forget_watched_calls();  // it was meant
}

TEST_F(GuiThreadTest, PredictionsFollowTheKeysInTheBackground) {
  window_.set_mode(Mode::kSimulate);
  SimulatePage& page = window_.simulate();
  wait_for_verdict();
  EXPECT_GE(calls_of("estimate"), 1);
  for (const char* name : {"inf2-100rps-sla", "search-m5-text-encoder"}) {
    page.load(name);
    wait_for_verdict();
    const auto before = calls_of("estimate");
    type_number("Input tokens", "96");
    wait_for_verdict();
    EXPECT_GE(calls_of("estimate"), before + 1) << name;
    EXPECT_EQ(page.verdict_state(), "simulated, updated while you type") << name;
    EXPECT_TRUE(page.verdict().isEnabled()) << page.verdict().message().toStdString();
  }
  page.load("example");
  wait_for_verdict();
  page.run();
  wait_until_idle();
  EXPECT_EQ(calls_of("simulate"), 1);
  const auto before = calls_of("estimate");
  QTest::mouseClick(&page.price_button(), Qt::LeftButton);
  wait_until_idle();
  EXPECT_EQ(window_.plan().costs().model().rowCount(), 1);
  EXPECT_EQ(calls_of("estimate"), before) << "what was predicted is not simulated again";
  EXPECT_GE(calls_of("price_scenario"), 1);
}

TEST_F(GuiThreadTest, PlansArePricedSimulatedAndReadInTheBackground) {
  window_.set_mode(Mode::kPlan);
  wait_until_idle();
  PlanPage& page = window_.plan();
  EXPECT_GE(calls_of("load_user_book"), 1);
  page.load(page.costs().example(), app::BuiltIn::Kind::kScenario);
  wait_until_idle();
  EXPECT_GE(calls_of("price_scenario"), 1);
  EXPECT_GE(calls_of("estimate"), 1) << "of its items";
  page.load("spot-checkpointing", app::BuiltIn::Kind::kScenario);
  wait_until_idle();
  type(page.costs(), "/work/0/throughput/tokens_per_second", "790");
  wait_until_idle();
  page.load("inf2-100rps-sla", app::BuiltIn::Kind::kPlan);
  type(page.fleet(), "/traffic/requests_per_second", "4");
  EXPECT_GE(calls_of("bound_fleets") + calls_of("load_user_book"), 1);
  // A plan of all types takes minutes: what counts is where it is made.
  ASSERT_TRUE(QTest::qWaitFor([] { return calls_of("plan_fleet") > 0; }, 30'000));
  page.fleet().plan_job().cancel();
  wait_until_idle();
  EXPECT_GE(calls_of("bound_fleets"), 1);
  page.load("llama3-8b-pretraining", app::BuiltIn::Kind::kPlan);
  page.fleet().document().discard_button().click();  // the changed load is not kept
  ASSERT_TRUE(QTest::qWaitFor([] { return calls_of("plan_training") > 0; }, 30'000));
  page.fleet().plan_job().cancel();
  wait_until_idle();
  page.load("ailabs-30b-migration", app::BuiltIn::Kind::kMigration);
  wait_until_idle();
  for (const char* function : {"fill_roi_study", "evaluate_plan", "add_trials"}) {
    EXPECT_GE(calls_of(function), 1) << function;
  }
}

TEST_F(GuiThreadTest, PricesAndStreamsAreReadInTheBackground) {
  window_.set_mode(Mode::kPlan);
  wait_until_idle();
  const auto books = calls_of("load_user_book");
  window_.open_files({QStringLiteral(NSCOPE_FIXTURES) + QStringLiteral("/prices/offer.json")});
  wait_until_idle();
  EXPECT_EQ(calls_of("open_price_lists"), 1);
  EXPECT_EQ(calls_of("import_prices"), 1);
  EXPECT_EQ(calls_of("load_user_book"), books + 1) << "with what was imported";
  window_.set_mode(Mode::kLive);
  LivePage& live = window_.live();
  live.form().set_kind(LiveKind::kSimulator);
  live.form().set_source(QStringLiteral("example"));
  live.start();
  ASSERT_TRUE(QTest::qWaitFor([] { return calls_of("simulated_trace") > 0; }, 30'000));
  live.stop();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !live.is_running(); }, 30'000));
}

}  // namespace
}  // namespace nscope::gui
