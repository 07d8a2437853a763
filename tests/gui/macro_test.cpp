#include "app/gui/macro/macro.h"

#include "app/gui/docks/search_dock.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/macro/macro_recorder.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/timeline_panel.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QTimer>

namespace nscope::gui {
namespace {

using Kind = MacroStep::Kind;

const Macro kEveryStep{{Kind::kPlace, "t=10ns-20ns&event=1"},
                       {Kind::kDock, "search", "dur>1us"},
                       {Kind::kDock, "insights"},
                       {Kind::kDock, "analyses", "idle"},
                       {Kind::kFilter, ""},
                       {Kind::kColor, "opcode"},
                       {Kind::kCriticalPath, "hidden"},
                       {Kind::kAction, "view.close_groups"}};

TEST(Macro, IsReadAsItWasWritten) {
  const auto read = read_macro(macro_text(kEveryStep), "m.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, kEveryStep);
  EXPECT_EQ(read_macro(macro_text({}), "m.json")->size(), 0U);
}

TEST(Macro, IsReadStrictly) {
  const auto error = [](const std::string& steps) {
    const auto read =
        read_macro(R"({"schema": "nscope.macro/1", "steps": [)" + steps + "]}", "m.json");
    return read ? std::string("no error") : to_string(read.error());
  };
  EXPECT_EQ(error(R"({"filter": ""})"), "no error");
  const std::pair<const char*, const char*> bad[] = {
      {R"({"dock": "kitchen"})", "m.json: /steps/0/dock: unknown dock 'kitchen'"},
      {R"({"filter": "a"}, {"color": "loud"})", "m.json: /steps/1/color: unknown colours 'loud'"},
      {R"({"critical_path": "yes"})",
       "m.json: /steps/0/critical_path: must be 'shown' or 'hidden'"},
      {R"({"action": "program.quit"})",
       "m.json: /steps/0/action: macros cannot contain the action 'program.quit'"},
      {R"({"filter": "a", "input": "b"})",
       "m.json: /steps/0/input: only steps with a dock can have this key"},
      {R"({"filter": 3})", "m.json: /steps/0/filter: must be a string"},
      {"7", "m.json: /steps/0: must be an object"}};
  for (const auto& [step, message] : bad) EXPECT_EQ(error(step), message) << step;
  EXPECT_NE(error(R"({})").find("must have exactly one of"), std::string::npos);
  EXPECT_NE(error(R"({"filter": "a", "color": "opcode"})").find("exactly one"), std::string::npos);
  EXPECT_NE(error(R"({"shell": "rm"})").find("unknown key"), std::string::npos);
  EXPECT_NE(error(R"({"dock": "analyses", "input": "nothing"})").find("/steps/0/input"),
            std::string::npos);
  EXPECT_FALSE(read_macro(R"({"schema": "nscope.macro/2", "steps": []})", "m.json"));
  EXPECT_FALSE(read_macro("[]", "m.json"));
  EXPECT_FALSE(read_macro("{", "m.json"));
  EXPECT_FALSE(read_macro(std::string(kMostMacroBytes + 1, ' '), "m.json"));
  const auto absent = load_macro("/no/such/macro.json");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::kIo);
}

class MacroTest : public ShellTest {
 protected:
  MacroTest() {
    window_.show_trace(make_run(), QStringLiteral("run"));
    wait_until_idle();
  }

  QString write(const Macro& macro) {
    const QString path = folder_.filePath(QStringLiteral("m.json"));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(macro_text(macro)));
    return path;
  }
  void play(const Macro& macro) {
    window_.play_macro(write(macro));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window_.is_busy(); }, 30'000));
  }

  QTemporaryDir folder_;
};

TEST_F(MacroTest, PlaysWhatWasRecorded) {
  InspectPage& page = window_.inspect();
  const Track& track = *track_named(*page.trace(), "TensorE");
  const SliceId event = Trace::slice_id(track, 0);
  window_.macro_recorder().start();
  page.show_dock(QStringLiteral("search"));
  page.view<SearchDock>("search").enter(QStringLiteral("dur>0"));
  wait_until_idle();
  page.run().zoom_to(event);
  const RunPlace place = page.place();
  page.timeline().set_color_mode(ColorMode::kOpcode);
  QTest::keyClicks(&page.timeline_panel().bar().filter(), QStringLiteral("Tensor"));
  window_.actions().run(QStringLiteral("view.close_groups"));
  const Macro macro = window_.macro_recorder().recorded();
  window_.macro_recorder().stop();
  const Macro expected{{Kind::kDock, "search", "dur>0"},
                       {Kind::kPlace, place_text(place, *page.trace())},
                       {Kind::kColor, "opcode"},
                       {Kind::kFilter, "Tensor"},
                       {Kind::kAction, "view.close_groups"}};
  EXPECT_EQ(macro, expected) << macro_text(macro);

  page.show_dock(QStringLiteral("insights"));
  page.view<SearchDock>("search").enter({});
  page.timeline().set_color_mode(ColorMode::kEngine);
  page.timeline().set_filter({});
  page.run().select({});
  page.timeline().set_view(page.timeline().limits());
  wait_until_idle();
  play(macro);
  EXPECT_FALSE(window_.last_error()) << to_string(*window_.last_error());
  EXPECT_EQ(page.view<SearchDock>("search").query().text(), "dur>0");
  EXPECT_GT(page.view<SearchDock>("search").events().model().rowCount(), 0);
  EXPECT_EQ(page.run().selected_event(), event);
  EXPECT_EQ(page.place(), place);
  EXPECT_EQ(page.timeline().color_mode(), ColorMode::kOpcode);
  EXPECT_EQ(page.timeline_panel().bar().filter().text(), "Tensor");
}

TEST_F(MacroTest, ADifferentModeRecordsNothing) {
  window_.macro_recorder().start();
  window_.set_mode(Mode::kSimulate);
  wait_until_idle();
  window_.set_mode(Mode::kInspect);
  wait_until_idle();
  EXPECT_EQ(window_.macro_recorder().recorded(), Macro());
}

TEST_F(MacroTest, TheRecordingContinuesIfItIsNotSaved) {
  window_.macro_recorder().start();
  window_.inspect().timeline().set_color_mode(ColorMode::kOpcode);
  const Macro expected{{Kind::kColor, "opcode"}};
  const auto save = [this](bool accept) {
    QTimer::singleShot(0, &window_, [this, accept] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      if (!accept) return dialog->reject();
      dialog->selectFile(folder_.filePath(QStringLiteral("saved.json")));
      static_cast<QDialog*>(dialog)->accept();
    });
    window_.actions().run(QStringLiteral("macro.stop"));
  };
  save(false);
  EXPECT_TRUE(window_.macro_recorder().is_recording());
  EXPECT_EQ(window_.macro_recorder().recorded(), expected);
  save(true);
  EXPECT_FALSE(window_.macro_recorder().is_recording());
  const auto saved = load_macro(to_string(folder_.filePath(QStringLiteral("saved.json"))));
  ASSERT_TRUE(saved) << to_string(saved.error());
  EXPECT_EQ(*saved, expected);
}

TEST_F(MacroTest, AStepThatTheRunDoesNotAllowEndsItWithItsPlace) {
  play({{Kind::kColor, "opcode"}, {Kind::kPlace, "event=99999999"}, {Kind::kColor, "engine"}});
  ASSERT_TRUE(window_.last_error());
  EXPECT_TRUE(to_string(*window_.last_error()).find("m.json: /steps/1") != std::string::npos)
      << to_string(*window_.last_error());
  EXPECT_TRUE(window_.banner().isVisible());
  EXPECT_EQ(window_.inspect().timeline().color_mode(), ColorMode::kOpcode) << "it ended there";
  window_.play_macro(folder_.filePath(QStringLiteral("absent.json")));
  EXPECT_EQ(window_.last_error()->code, ErrorCode::kIo);
}

}  // namespace
}  // namespace nscope::gui
