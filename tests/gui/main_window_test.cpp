#include "app/gui/shell/main_window.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/docks/search_dock.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/content_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"
#include "tests/gui/run_fixtures.h"

#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class MainWindowTest : public testing::Test {
 protected:
  MainWindowTest() {
    window_.resize(1600, 1000);
    window_.show();
  }

  void wait_until_idle() {
    for (int i = 0; i < 600 && window_.is_busy(); ++i) QTest::qWait(50);
    QTest::qWait(150);  // a range starts its jobs a moment later
    for (int i = 0; i < 600 && window_.is_busy(); ++i) QTest::qWait(50);
    ASSERT_FALSE(window_.is_busy());
  }
  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
  void write(const QString& file, const QByteArray& bytes) {
    QFile out(file);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(bytes);
  }
  void write_session(const QString& file) {
    TaskControl control;
    ASSERT_TRUE(session_file::save(*make_run(), file.toStdString(), control).has_value());
  }

  QTemporaryDir folder_;
  MainWindow window_{Scheme::kDark, false};
};

TEST_F(MainWindowTest, OpensASession) {
  write_session(path("a.nscope"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  ASSERT_NE(window_.inspect().trace(), nullptr);
  EXPECT_EQ(window_.inspect().trace()->slice_count(), 13u);
  EXPECT_TRUE(window_.banner().isHidden());
  EXPECT_TRUE(window_.windowTitle().startsWith("a.nscope"));
  window_.inspect().show_dock(QStringLiteral("analyses"));
  wait_until_idle();
  AnalysisPanel& analyses = window_.inspect().analyses();
  EXPECT_EQ(analyses.chosen(), "opcodes");
  EXPECT_EQ(analyses.page().table().model().rowCount(), 3);
}

TEST_F(MainWindowTest, ALinkOpensAPlaceOfARun) {
  write_session(path("a.nscope"));
  window_.open_files({path("a.nscope") + "#t=100ns-300ns&range=150ns-200ns&event=2"});
  wait_until_idle();
  ASSERT_NE(window_.inspect().trace(), nullptr);
  EXPECT_EQ(window_.inspect().timeline().view(), (TimeView{100.0, 300.0}));
  EXPECT_EQ(window_.inspect().timeline().range(), std::optional(TimeView{150.0, 200.0}));
  EXPECT_EQ(window_.inspect().run().selected_event(), SliceId(std::size_t{2}));
  EXPECT_TRUE(window_.banner().isHidden());
  window_.actions().run(QStringLiteral("file.copy_link"));
  EXPECT_EQ(QApplication::clipboard()->text(),
            path("a.nscope") + "#t=100ns-300ns&range=150ns-200ns&event=2");
  window_.open_files({path("a.nscope") + "#t=nowhere"});
  wait_until_idle();
  EXPECT_FALSE(window_.banner().isHidden());
  EXPECT_EQ(window_.banner().title(), "Cannot show the place of the link");
}

TEST_F(MainWindowTest, TheViewIsSavedWithTheSession) {
  write_session(path("a.nscope"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  window_.inspect().timeline().set_view({100.0, 300.0});
  window_.save_run(window_.inspect().trace(), path("b.nscope"));
  wait_until_idle();
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  EXPECT_EQ(window_.inspect().timeline().view(), window_.inspect().timeline().limits());
  window_.open_files({path("b.nscope")});
  wait_until_idle();
  EXPECT_EQ(window_.inspect().timeline().view(), (TimeView{100.0, 300.0}));
}

TEST_F(MainWindowTest, ExportsTheRunAsHtmlTimeline) {
  write_session(path("a.nscope"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  window_.write_timeline(path("shared"));
  wait_until_idle();
  EXPECT_TRUE(QFileInfo::exists(path("shared.timeline.html")));
  EXPECT_TRUE(window_.banner().isHidden());
  window_.write_timeline(path("missing/run.timeline.html"));
  wait_until_idle();
  EXPECT_TRUE(window_.banner().title().contains("Cannot export"));
}

TEST_F(MainWindowTest, BadFilesShowABannerAndKeepTheRun) {
  write_session(path("a.nscope"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  const auto before = window_.inspect().trace();
  write(path("broken.ntff"), QByteArray(4096, 'x'));
  window_.open_files({path("broken.ntff")});
  wait_until_idle();
  EXPECT_FALSE(window_.banner().isHidden());
  EXPECT_TRUE(window_.banner().title().contains("broken.ntff"));
  EXPECT_TRUE(window_.banner().text().contains("broken.ntff")) << "says where";
  EXPECT_EQ(window_.inspect().trace(), before);
  window_.open_files({path("missing.ntff")});
  wait_until_idle();
  EXPECT_TRUE(window_.banner().title().contains("missing.ntff"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  EXPECT_TRUE(window_.banner().isHidden()) << "a success clears it";
}

TEST_F(MainWindowTest, ADropOpensFiles) {
  write_session(path("dropped.nscope"));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path("dropped.nscope"))});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window_, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window_, &drop);
  wait_until_idle();
  EXPECT_NE(window_.inspect().trace(), nullptr);
}

TEST_F(MainWindowTest, ADropOnCompareAddsRunsThere) {
  write_session(path("a.nscope"));
  write_session(path("b.nscope"));
  window_.set_mode(Mode::kCompare);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path("a.nscope")), QUrl::fromLocalFile(path("b.nscope"))});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window_.compare(), &enter);
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window_.compare(), &drop);
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_.compare().sides().size() == 2u; }, 20'000));
  EXPECT_EQ(window_.inspect().trace(), nullptr);
}

TEST_F(MainWindowTest, ARunIsSavedWithItsOwnNotesOnly) {
  window_.show_trace(make_run(), QStringLiteral("inspected"));
  ASSERT_TRUE(window_.inspect().run().annotations().add({.name = "mine"}).has_value());
  // As "Keep" of a recording does while another run is open.
  window_.save_run(make_run(), path("kept"));
  window_.save_run(window_.inspect().trace(), path("inspected"));
  wait_until_idle();
  const auto notes = [this](const char* file) {
    return session_file::load_annotations(path(file).toStdString(), *make_run());
  };
  ASSERT_TRUE(notes("kept.nscope").has_value()) << "the second save did not end the first";
  EXPECT_TRUE(notes("kept.nscope")->empty());
  ASSERT_TRUE(notes("inspected.nscope").has_value());
  EXPECT_EQ(notes("inspected.nscope")->size(), 1u);
}

TEST_F(MainWindowTest, ClosingWaitsForASave) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.save_run(window_.inspect().trace(), path("late"));
  window_.close();
  EXPECT_TRUE(window_.isVisible()) << "the session is being written";
  ASSERT_TRUE(QTest::qWaitFor([this] { return !window_.isVisible(); }, 20'000));
  EXPECT_TRUE(QFile::exists(path("late.nscope")));
}

TEST_F(MainWindowTest, WorkloadsAndScenariosOpenInTheirModes) {
  write(path("w.json"), R"({"schema":"nscope.workload/1","model":"llama-2-13b",
    "instance":"inf2.48xlarge","tensor_parallel":24,"batch":2,"input_tokens":64,
    "output_tokens":32})");
  window_.open_files({path("w.json")});
  wait_until_idle();
  EXPECT_EQ(window_.simulate().form().workload().model, "llama-2-13b");
  EXPECT_EQ(window_.simulate().form().workload().tensor_parallel, 24);
  EXPECT_TRUE(window_.simulate().isVisible());
  write(path("c.json"), R"({"schema":"nscope.cost/1","title":"one","region":"us-east-1",
    "options":["on_demand"],"work":[{"label":"a","instance":"inf2.48xlarge",
    "throughput":{"tokens_per_second":10,"source":"a test"}}]})");
  window_.open_files({path("c.json")});
  wait_until_idle();
  EXPECT_TRUE(window_.banner().isHidden()) << window_.banner().text().toStdString();
  EXPECT_TRUE(window_.plan().isVisible());
  EXPECT_EQ(window_.plan().costs().model().rowCount(), 1);
  write(path("bad.json"), R"({"schema":"nscope.workload/1","model":7})");
  window_.open_files({path("bad.json")});
  wait_until_idle();
  EXPECT_TRUE(window_.banner().text().contains("model"));
}

TEST_F(MainWindowTest, SelectionFillsTheEventAndLinksNavigate) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  auto& timeline = window_.inspect().timeline();
  const auto trace = window_.inspect().trace();
  timeline.select(Trace::slice_id(*track_named(*trace, "TensorE"), 0));
  EventPanel& event = window_.inspect().event_panel();
  EXPECT_EQ(event.slice(), timeline.selected());
  EXPECT_EQ(event.predecessors_button().text(), "◂ 1 predecessor");
  EXPECT_EQ(event.successors_button().text(), "1 successor ▸");
  event.successors_button().click();
  EXPECT_EQ(timeline.selected(), Trace::slice_id(*track_named(*trace, "VectorE"), 7));
  EXPECT_FALSE(event.successors_button().isEnabled());
}

TEST_F(MainWindowTest, ARangeRestrictsSummaryAndTables) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.inspect().show_dock(QStringLiteral("analyses"));
  wait_until_idle();
  const auto count = [this] {
    std::int64_t events = 0;
    const Table& table = window_.inspect().analyses().page().table().model().table();
    for (std::size_t row = 0; row < table.row_count(); ++row) {
      events += std::get<std::int64_t>(table.at(row, 2));
    }
    return events;
  };
  EXPECT_EQ(count(), 11);
  const QString whole = window_.inspect().summary_panel().figure(0);
  window_.inspect().timeline().set_range(TimeView{0.0, 260.0});
  wait_until_idle();
  EXPECT_EQ(count(), 4) << "including the part of the MATMUL that the range cuts";
  EXPECT_NE(window_.inspect().summary_panel().figure(0), whole);
  window_.inspect().timeline().clear_selection();
  wait_until_idle();
  EXPECT_EQ(count(), 11);
}

TEST_F(MainWindowTest, ARunWithoutNeuronCoresShowsItsTracks) {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(1000)});
  const TrackId process = out.track({.name = "train.py"});
  const TrackId thread = out.track({.name = "main", .kind = TrackKind::kHost, .parent = process});
  out.slice(thread, out.intern("step"), TraceTime(0), TraceTime(250));
  out.finish();
  window_.show_trace(builder.finish(), QStringLiteral("other"));
  window_.inspect().show_dock(QStringLiteral("analyses"));
  wait_until_idle();
  const SummaryPanel& panel = window_.inspect().summary_panel();
  EXPECT_EQ(panel.figure(1), QStringLiteral("1"));
  EXPECT_EQ(panel.figure(2), QStringLiteral("1"));
  EXPECT_EQ(panel.bar(0).accessibleName(), QStringLiteral("train.py / main"));
  EXPECT_DOUBLE_EQ(panel.bar(0).share(), 0.25);
  EXPECT_TRUE(panel.bar(1).isHidden());
  AnalysisPanel& analyses = window_.inspect().analyses();
  EXPECT_EQ(analyses.chosen(), "activity");
  EXPECT_EQ(analyses.page().table().model().rowCount(), 1);

  // The next run has its own figures again.
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.inspect().show_dock(QStringLiteral("analyses"));
  wait_until_idle();
  EXPECT_EQ(panel.bar(0).accessibleName(), QStringLiteral("TensorE"));
  EXPECT_FALSE(panel.bar(4).isHidden());
  EXPECT_EQ(analyses.chosen(), "opcodes");
}

TEST_F(MainWindowTest, SqlRunsOverTheTrace) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  ASSERT_TRUE(window_.inspect().show_dock(QStringLiteral("sql")));
  SqlPanel& sql = window_.inspect().sql();
  sql.set_query(QStringLiteral("SELECT count(*) AS n FROM slice WHERE engine = 'Vector'"));
  sql.run();
  wait_until_idle();
  ASSERT_EQ(sql.result().model().rowCount(), 1);
  EXPECT_EQ(sql.result().model().index(0, 0).data().toString(), "10");
  sql.set_query(QStringLiteral("SELECT nonsense"));
  sql.run();
  wait_until_idle();
  EXPECT_EQ(sql.status(), "failed");
}

TEST_F(MainWindowTest, TheOpenRunGoesToCompare) {
  write_session(path("a.nscope"));
  write_session(path("b.nscope"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  QTimer::singleShot(100, &window_, [] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr) << "it asks for the other runs";
    dialog->reject();
  });
  EXPECT_TRUE(window_.actions().run(QStringLiteral("file.compare")));
  ASSERT_TRUE(window_.compare().isVisible());
  ASSERT_EQ(window_.compare().sides().size(), 1u);
  EXPECT_EQ(window_.compare().sides()[0].trace(), window_.inspect().trace());
  EXPECT_EQ(window_.compare().sides()[0].label, "a.nscope");
  window_.compare().add_files({path("b.nscope")});
  wait_until_idle();
  EXPECT_EQ(window_.compare().changes().verdict(), "No differences.");
  emit window_.compare().timelines().strip(1).header().open_requested();
  EXPECT_TRUE(window_.inspect().isVisible());
  EXPECT_TRUE(window_.windowTitle().startsWith("b.nscope"));
  window_.compare().add_files({path("missing.nscope")});
  wait_until_idle();
  EXPECT_TRUE(window_.banner().title().contains("missing.nscope"));
}

TEST_F(MainWindowTest, AnnotationsComeWithTheirSession) {
  write_session(path("a.nscope"));
  const std::string file = path("a.nscope").toStdString();
  ASSERT_TRUE(session_file::store_annotations(file, std::vector<Annotation>{{.name = "note"}}));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  const RunView& run = window_.inspect().run();
  ASSERT_EQ(run.annotations().annotations().size(), 1u);
  EXPECT_FALSE(run.annotations().unsaved());
  EXPECT_EQ(run.session(), path("a.nscope"));
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.exec("UPDATE annotation SET kind = 77");
  }
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  EXPECT_TRUE(run.annotations().annotations().empty());
  EXPECT_TRUE(run.session().isEmpty()) << "what cannot be read is not written over";
  EXPECT_FALSE(window_.banner().isHidden());
  EXPECT_TRUE(window_.banner().title().contains(QStringLiteral("annotations")));
  window_.show_trace(make_run(), QStringLiteral("simulated"));
  EXPECT_TRUE(run.session().isEmpty());
}

TEST_F(MainWindowTest, EventsAreFoundByKeyboardAlone) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  window_.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
  QTest::keyClick(&window_, Qt::Key_F, Qt::ControlModifier);
  auto& search = window_.inspect().view<SearchDock>("search");
  ASSERT_EQ(QApplication::focusWidget(), &search.query());
  QTest::keyClicks(&search.query(), QStringLiteral("matmul"));
  QTest::keyClick(&search.query(), Qt::Key_Return);
  wait_until_idle();
  QTest::keyClick(&window_, Qt::Key_F3);
  const SliceId matmul = Trace::slice_id(*track_named(*window_.inspect().trace(), "TensorE"), 0);
  EXPECT_EQ(window_.inspect().run().selected_event(), matmul);
  EXPECT_EQ(window_.inspect().timeline().selected(), matmul);
}

TEST_F(MainWindowTest, TheNumberOfDiagnosticsLeadsToThem) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  auto* number = window_.findChild<QPushButton*>(QStringLiteral("statusLink"));
  ASSERT_NE(number, nullptr);
  EXPECT_EQ(number->text(), QStringLiteral("1 diagnostic"));
  number->click();
  EXPECT_TRUE(window_.findChild<QDockWidget*>(QStringLiteral("diagnostics"))->isVisible());
}

TEST_F(MainWindowTest, TitleAndCaptionNameWhatTheModeShows) {
  write_session(path("a.nscope"));
  window_.open_files({path("a.nscope")});
  wait_until_idle();
  const auto* const caption = window_.findChild<QLabel*>("runCaption");
  ASSERT_NE(caption, nullptr);
  EXPECT_TRUE(caption->text().startsWith("a.nscope")) << caption->text().toStdString();
  const auto expect = [&](Mode mode, const QString& shown) {
    window_.set_mode(mode);
    EXPECT_EQ(caption->text(), shown);
    EXPECT_EQ(window_.windowTitle(),
              shown.isEmpty() ? QStringLiteral("Neuronscope") : shown + "[*] – Neuronscope");
  };
  expect(Mode::kSimulate, QStringLiteral("llama-3-8b, trn1.32xlarge"));
  expect(Mode::kPlan, window_.plan().document_title());
  expect(Mode::kCompare, QString());
  expect(Mode::kLive, QString());
  window_.set_mode(Mode::kInspect);
  EXPECT_TRUE(caption->text().startsWith("a.nscope"));
}

TEST_F(MainWindowTest, ModesAndThemesSwitch) {
  for (const Mode mode : kModes) {
    window_.set_mode(mode);
    wait_until_idle();
    EXPECT_FALSE(window_.grab().isNull());
  }
  window_.set_theme(ThemeChoice::kLight);
  EXPECT_EQ(current_tokens().scheme, Scheme::kLight);
  window_.set_theme(ThemeChoice::kSystem);
  EXPECT_EQ(current_tokens().scheme, Scheme::kDark);
}

TEST_F(MainWindowTest, ClosingAsksForChangesOfADocument) {
  write(path("c.json"), R"({"schema":"nscope.cost/1","title":"one","region":"us-east-1",
    "options":["on_demand"],"work":[{"label":"a","instance":"inf2.48xlarge",
    "throughput":{"tokens_per_second":10,"source":"a test"}}]})");
  window_.open_files({path("c.json")});
  wait_until_idle();
  EXPECT_EQ(window_.windowTitle(), QStringLiteral("c.json[*] – Neuronscope"));
  EXPECT_FALSE(window_.isWindowModified());
  DocumentPanel& document = window_.plan().costs().document();
  document.form().set_member("/title", "two");
  QTest::qWait(5);
  EXPECT_TRUE(window_.isWindowModified());
  window_.set_mode(Mode::kLive);
  EXPECT_FALSE(window_.close());
  EXPECT_TRUE(window_.plan().isVisible());
  EXPECT_TRUE(window_.banner().title().contains("c.json"));
  EXPECT_TRUE(window_.banner().choose("Save")) << "and closes";
  EXPECT_FALSE(window_.isVisible());
  EXPECT_EQ(app::read_json_file(path("c.json").toStdString()).value()["title"], "two");
}

TEST_F(MainWindowTest, ClosingTwiceDropsChangesOfADocument) {
  window_.set_mode(Mode::kPlan);
  window_.plan().load("spot-checkpointing", app::BuiltIn::Kind::kScenario);
  wait_until_idle();
  window_.plan().costs().document().form().set_member("/title", "two");
  QTest::qWait(5);
  EXPECT_FALSE(window_.close());
  EXPECT_TRUE(window_.close());
}

TEST_F(MainWindowTest, SavingIsConfirmedAndTheTitleFollows) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.banner().show_notice("An earlier", "message");
  const auto top = [&] {
    QCoreApplication::processEvents();
    return window_.inspect().mapTo(&window_, QPoint(0, 0)).y();
  };
  const int before = top();
  window_.save_run(window_.inspect().trace(), path("kept"));
  wait_until_idle();
  EXPECT_EQ(top(), before) << "the page does not move under the pointer";
  EXPECT_FALSE(window_.banner().isHidden()) << "and other messages stay";
  EXPECT_EQ(window_.confirmation().title(), "Saved kept.nscope");
  EXPECT_TRUE(window_.windowTitle().startsWith("kept.nscope"));
  EXPECT_TRUE(window_.confirmation().choose("Undo"));
  EXPECT_FALSE(QFile::exists(path("kept.nscope")));
  EXPECT_TRUE(window_.confirmation().isHidden());
}

TEST_F(MainWindowTest, TheWindowFitsItsScreen) {
  const MainWindow window(Scheme::kDark, false);
  const QRect room = window.screen()->availableGeometry();
  EXPECT_LE(window.width(), room.width());
  EXPECT_LE(window.height(), room.height());
}

TEST_F(MainWindowTest, ABannerEndsWhenItsProblemIsSolved) {
  write(path("bad.json"), R"({"schema":"nscope.workload/1","model":7})");
  window_.open_files({path("bad.json")});
  wait_until_idle();
  EXPECT_FALSE(window_.banner().isHidden());
  window_.simulate().load("example");
  EXPECT_TRUE(window_.banner().isHidden());
  window_.banner().show_notice("Another", "message");
  window_.simulate().load("example");
  EXPECT_FALSE(window_.banner().isHidden()) << "it is not an error of Simulate";
}

TEST_F(MainWindowTest, TheShownSimulationGoesToCompare) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.set_mode(Mode::kSimulate);
  QSignalSpy finished(&window_.simulate(), &SimulatePage::run_finished);
  window_.simulate().run();
  ASSERT_TRUE(finished.wait(60'000));
  QTimer::singleShot(100, &window_, [] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->reject();
  });
  EXPECT_TRUE(window_.actions().run(QStringLiteral("file.compare")));
  ASSERT_EQ(window_.compare().sides().size(), 1u);
  EXPECT_EQ(window_.compare().sides()[0].trace(), window_.simulate().trace());
}

TEST_F(MainWindowTest, CompareOffersTheOpenRun) {
  window_.set_mode(Mode::kCompare);
  EXPECT_TRUE(window_.compare().offers().empty());
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.set_mode(Mode::kCompare);
  ASSERT_EQ(window_.compare().offers().size(), 1u);
  window_.compare().offers().front()->click();
  ASSERT_EQ(window_.compare().sides().size(), 1u);
  EXPECT_EQ(window_.compare().sides()[0].trace(), window_.inspect().trace());
  wait_until_idle();
}

TEST_F(MainWindowTest, AFileWithoutATimelineOpensAsItsContent) {
  write(path("ls.json"), R"([
    {"neuron_device": 0, "bdf": "cc:00.0", "connected_to": [1], "nc_count": 4,
     "memory_size": 103079215104, "neuron_processes": []},
    {"neuron_device": 1, "bdf": "cd:00.0", "connected_to": [0], "nc_count": 4,
     "memory_size": 103079215104, "neuron_processes": []}])");
  window_.open_files({path("ls.json")});
  wait_until_idle();
  ASSERT_FALSE(window_.last_error()) << window_.banner().text().toStdString();
  ContentPage& page = window_.content();
  ASSERT_TRUE(page.isVisible());
  EXPECT_TRUE(page.notes().contains("no timeline")) << page.notes().toStdString();
  const Table& table = page.properties().model().table();
  ASSERT_GT(table.row_count(), 1u);
  EXPECT_EQ(table.columns()[0].id, "name");
  const auto bdf = std::ranges::find(table.columns(), "bdf", &Table::Column::id);
  EXPECT_NE(bdf, table.columns().end()) << "a device is a row";
  emit page.inspect_requested();
  EXPECT_TRUE(window_.inspect().isVisible());
  window_.show_trace(make_run(), QStringLiteral("run"));
  EXPECT_TRUE(window_.inspect().isVisible());
  EXPECT_FALSE(page.isVisible());
}

TEST_F(MainWindowTest, ASingleReportOfTheMonitorIsATableInsteadOfATimelineOfNoLength) {
  QByteArray line = R"({"neuron_runtime_data": [{"pid": 42, "report": {
    "neuroncore_counters": {"period": 1.0, "neuroncores_in_use": {
      "0": {"neuroncore_utilization": 62.5}}}}}],
    "system_data": {"memory_info": {"memory_total_bytes": 4096, "memory_used_bytes": 1024}}})";
  line.replace('\n', "");
  write(path("one.jsonl"), line + "\n");
  window_.open_files({path("one.jsonl")});
  wait_until_idle();
  ASSERT_FALSE(window_.last_error()) << window_.banner().text().toStdString();
  ContentPage& page = window_.content();
  ASSERT_TRUE(page.isVisible());
  const Table& table = page.metrics().model().table();
  const auto has_value = [&](const QString& value) {
    for (std::size_t row = 0; row < table.row_count(); ++row) {
      if (cell_text(table.columns()[1], table.at(row, 1)) == value) return true;
    }
    return false;
  };
  EXPECT_TRUE(has_value(QStringLiteral("62.5\u202f%")));
  write(path("two.jsonl"), line + "\n" + line + "\n");
  window_.open_files({path("two.jsonl")});
  wait_until_idle();
  EXPECT_FALSE(page.isVisible()) << "two reports are a timeline";
}

TEST_F(MainWindowTest, EveryControlHasAName) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  for (const Mode mode : kModes) window_.set_mode(mode);
  wait_until_idle();
  for (const QAbstractButton* button : window_.findChildren<QAbstractButton*>()) {
    if (button->inherits("QTableCornerButton") || !button->isVisibleTo(&window_)) continue;
    if (button->parentWidget() != nullptr && button->parentWidget()->inherits("QLineEdit"))
      continue;
    EXPECT_FALSE(button->text().isEmpty() && button->accessibleName().isEmpty())
        << button->metaObject()->className() << " " << button->objectName().toStdString();
  }
  for (const QComboBox* box : window_.findChildren<QComboBox*>()) {
    EXPECT_FALSE(box->accessibleName().isEmpty());
  }
  for (const QSpinBox* box : window_.findChildren<QSpinBox*>()) {
    EXPECT_FALSE(box->accessibleName().isEmpty());
  }
}

}  // namespace
}  // namespace nscope::gui
