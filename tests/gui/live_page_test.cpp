#include "app/gui/live/live_page.h"

#include "app/gui/shell/main_window.h"
#include "profiler/trace/session/session_file.h"
#include "tests/support/monitor_report.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include <gtest/gtest.h>
#include <qcustomplot.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace nscope::gui {
namespace {

using app::LiveQuantity;
using importers::monitor_report;

constexpr int kPatience = 30'000;

class LivePageTest : public testing::Test {
 protected:
  LivePageTest() {
    window_.resize(1600, 1000);
    window_.set_mode(Mode::kLive);
    window_.show();
    if (!QTest::qWaitForWindowActive(&window_)) ADD_FAILURE() << "the window gets no keys";
  }

  LivePage& page() { return window_.live(); }
  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
  QPushButton* button(const char* text) {
    for (QPushButton* each : page().findChildren<QPushButton*>()) {
      if (each->text() == QString::fromUtf8(text)) return each;
    }
    ADD_FAILURE() << "no button " << text;
    return nullptr;
  }
  QComboBox* box(const char* name) {
    for (QComboBox* each : page().findChildren<QComboBox*>()) {
      if (each->accessibleName() == name) return each;
    }
    ADD_FAILURE() << "no box " << name;
    return nullptr;
  }
  QLineEdit* field(const char* name) {
    for (QLineEdit* each : page().findChildren<QLineEdit*>()) {
      if (each->accessibleName() == name) return each;
    }
    ADD_FAILURE() << "no field " << name;
    return nullptr;
  }
  /// As a user would: with the keyboard.
  void choose(LiveKind kind, const char* name, const QString& text) {
    QComboBox* source = box("Source");
    source->setFocus();
    QTest::keyClick(source, Qt::Key_Home);
    for (int i = 0; i < static_cast<int>(kind); ++i) QTest::keyClick(source, Qt::Key_Down);
    ASSERT_EQ(page().form().kind(), kind);
    QLineEdit* edit = field(name);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    ASSERT_EQ(edit->text(), text);
  }
  template <class Done>
  void wait_for(const Done& done) {
    ASSERT_TRUE(QTest::qWaitFor(done, kPatience))
        << page().state().toStdString() << ": " << page().details().toStdString();
  }
  std::int64_t reports() { return page().session()->status().newest.reports; }
  void wait_for_reports(std::int64_t count) {
    wait_for([this, count] { return reports() >= count; });
  }
  void write(const QString& file, const std::string& text,
             QIODevice::OpenMode mode = QIODevice::Append) {
    QFile out(file);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly | mode));
    out.write(text.data(), static_cast<qint64>(text.size()));
  }

  QTemporaryDir folder_;
  MainWindow window_{Scheme::kDark, false};
};

/// A command that prints reports and then says no more.
QString talking(const std::vector<std::string>& lines) {
  std::string command;
  for (const std::string& line : lines) command += "echo '" + line + "'; ";
  return QString::fromStdString(command + "exec sleep 1000");
}

TEST_F(LivePageTest, SaysWhatWouldAppear) {
  EXPECT_EQ(page().state(), "Not started");
  EXPECT_TRUE(button("Start")->isEnabled());
  EXPECT_FALSE(button("Stop")->isEnabled());
  EXPECT_FALSE(button("Pause")->isEnabled());
  EXPECT_FALSE(button("Save Run As…")->isEnabled());
  EXPECT_FALSE(button("Save Run As…")->toolTip().isEmpty()) << "says why";
}

TEST_F(LivePageTest, ACommandFromStartToInspect) {
  choose(LiveKind::kCommand, "Command",
         talking({"neuron-monitor starts", monitor_report(25), monitor_report(75)}));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  ASSERT_TRUE(page().is_running());
  wait_for_reports(2);
  wait_for([this] { return page().table().rowCount() > 0 && page().figure(0).contains("75"); });
  EXPECT_EQ(page().state(), "Live");
  EXPECT_TRUE(page().chart(LiveQuantity::kUtilization).isVisible());
  wait_for([this] {
    return page().chart(LiveQuantity::kUtilization).legend().contains("NeuronCore&nbsp;0");
  });
  EXPECT_FALSE(page().chart(LiveQuantity::kEngineBusy).isVisible());
  wait_for([this] { return page().diagnostics().contains("other_line × 1"); });
  QSignalSpy recorded(&page(), &LivePage::recorded);
  QTest::mouseClick(button("Stop"), Qt::LeftButton);
  ASSERT_TRUE(recorded.wait(kPatience));
  EXPECT_EQ(page().state(), "Stopped");
  ASSERT_NE(page().recording(), nullptr);
  EXPECT_TRUE(window_.banner().isHidden()) << window_.banner().text().toStdString();
  QTest::mouseClick(button("Open in Inspect"), Qt::LeftButton);
  EXPECT_TRUE(window_.windowTitle().startsWith("echo"));
}

TEST_F(LivePageTest, TheKeyboardStartsAndStops) {
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5)}));
  QTest::keyClick(field("Command"), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(page().is_running());
  wait_for_reports(1);
  QSignalSpy stopped(&page(), &LivePage::stopped);
  ASSERT_TRUE(button("Stop")->hasFocus());
  QTest::keyClick(button("Stop"), Qt::Key_Space);
  ASSERT_TRUE(stopped.wait(kPatience));
  EXPECT_FALSE(page().is_running());
}

TEST_F(LivePageTest, APauseHoldsThePictureNotTheRecording) {
  const QString file = path("reports");
  write(file, monitor_report(10) + "\n");
  choose(LiveKind::kFile, "File", file);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for_reports(1);
  wait_for([this] { return page().state() == "Live"; });
  QTest::mouseClick(button("Pause"), Qt::LeftButton);
  EXPECT_EQ(page().state(), "Paused");
  EXPECT_EQ(button("Continue")->isEnabled(), true);
  const QCustomPlot& plot = page().chart(LiveQuantity::kUtilization).plot();
  const auto drawn = [&plot] { return plot.graphCount() > 0 ? plot.graph(0)->dataCount() : 0; };
  const int before = drawn();
  write(file, monitor_report(20) + "\n" + monitor_report(30) + "\n");
  wait_for_reports(3);
  QTest::qWait(400);  // longer than a round of all plots
  EXPECT_EQ(drawn(), before);
  QTest::mouseClick(button("Continue"), Qt::LeftButton);
  wait_for([&] { return drawn() > before; });
  page().stop();
}

TEST_F(LivePageTest, AGapIsNoLine) {
  // Reports at 0, 1, 9 s: their own stamps.
  choose(LiveKind::kCommand, "Command",
         talking({monitor_report(10, 1, R"(,"timestamp":1700000000)"),
                  monitor_report(20, 1, R"(,"timestamp":1700000001)"),
                  monitor_report(30, 1, R"(,"timestamp":1700000009)")}));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for_reports(3);
  wait_for([this] { return page().figure(4) == "1"; });
  const QCustomPlot& plot = page().chart(LiveQuantity::kUtilization).plot();
  // Two points, the gap, and one that stands alone: it is drawn two pixels wide.
  wait_for([&] { return plot.graphCount() > 0 && plot.graph(0)->dataCount() >= 4; });
  int broken = 0;
  for (const QCPGraphData& point : *plot.graph(0)->data())
    broken += std::isnan(point.value) ? 1 : 0;
  EXPECT_EQ(broken, 1);
  const LiveTableModel& table = page().table();
  // The table is filled less often than the plots are.
  wait_for([&] { return table.index(0, LiveTableModel::kGaps).data().toString() == "1"; });
  page().stop();
}

TEST_F(LivePageTest, TheTableSaysWhatThePlotsShow) {
  QAbstractItemModelTester tester(&page().table(),
                                  QAbstractItemModelTester::FailureReportingMode::Fatal);
  choose(LiveKind::kCommand, "Command",
         talking({monitor_report(10, 1, R"(,"timestamp":1700000000)"),
                  monitor_report(50, 1, R"(,"timestamp":1700000001)")}));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  const LiveTableModel& table = page().table();
  const auto cell = [&](int column) { return table.index(0, column).data().toString(); };
  wait_for([&] { return table.rowCount() > 0 && cell(LiveTableModel::kNewest).startsWith("50"); });
  EXPECT_EQ(cell(LiveTableModel::kQuantity), "NeuronCore utilisation");
  EXPECT_EQ(cell(LiveTableModel::kSeries), "NeuronCore 0");
  EXPECT_TRUE(cell(LiveTableModel::kLowest).startsWith("10"));
  EXPECT_TRUE(cell(LiveTableModel::kMean).startsWith("30"));
  EXPECT_TRUE(cell(LiveTableModel::kHighest).startsWith("50"));
  page().stop();
}

TEST_F(LivePageTest, ReconnectsAndSaysSo) {
  // Fails after each report; the reason is what it wrote to its standard error.
  choose(LiveKind::kCommand, "Command",
         QString::fromStdString("echo '" + monitor_report(5) +
                                "'; echo 'connection refused' >&2; exit 255"));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for([this] { return page().state() == "No connection"; });
  EXPECT_TRUE(page().details().contains("attempt 1")) << page().details().toStdString();
  EXPECT_TRUE(page().details().contains("exit code 255: connection refused"));
  wait_for([this] { return reports() >= 2; });
  EXPECT_TRUE(page().is_running());
  QSignalSpy recorded(&page(), &LivePage::recorded);
  QTest::mouseClick(button("Stop"), Qt::LeftButton);
  ASSERT_TRUE(recorded.wait(kPatience));
  EXPECT_NE(page().recording(), nullptr);
}

TEST_F(LivePageTest, WhatCannotStartSaysWhy) {
  const auto refused = [this](const char* word) {
    QSignalSpy failed(&page(), &LivePage::failed);
    QTest::mouseClick(button("Start"), Qt::LeftButton);
    if (failed.isEmpty()) {
      ASSERT_TRUE(failed.wait(kPatience));
    }
    EXPECT_FALSE(window_.banner().isHidden());
    EXPECT_TRUE(window_.banner().text().contains(word)) << window_.banner().text().toStdString();
    EXPECT_FALSE(page().is_running());
    window_.banner().hide();
  };
  choose(LiveKind::kCommand, "Command", "nscope_no_such_program");
  refused("not found");
  EXPECT_EQ(page().state(), "Failed");
  choose(LiveKind::kCommand, "Command", "echo oops >&2; exit 3");
  refused("exit code 3: oops");
  choose(LiveKind::kCommand, "Command", " ");
  refused("command");
  choose(LiveKind::kSsh, "Host", "-oProxyCommand=x");
  refused("not a valid host");
  choose(LiveKind::kFile, "File", folder_.path());
  refused("not a file");
  choose(LiveKind::kPipe, "Named pipe", path("missing"));
  refused("missing");
  write(path("file"), "x");
  choose(LiveKind::kPipe, "Named pipe", path("file"));
  refused("not a named pipe");
}

TEST_F(LivePageTest, SshRunsTheCommandOnTheHost) {
  // An ssh that refuses, first in the path.
  write(path("ssh"),
        "#!/bin/sh\necho \"ssh: connect to host $6 port 22: refused\" >&2\nexit 255\n");
  ASSERT_TRUE(QFile::setPermissions(path("ssh"), QFile::ReadOwner | QFile::ExeOwner));
  const QByteArray before = qgetenv("PATH");
  qputenv("PATH", folder_.path().toUtf8() + ":" + before);
  choose(LiveKind::kSsh, "Host", "user@trn1");
  QSignalSpy failed(&page(), &LivePage::failed);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  ASSERT_TRUE(failed.wait(kPatience));
  qputenv("PATH", before);
  EXPECT_TRUE(window_.banner().title().contains("neuron-monitor on user@trn1"));
  EXPECT_TRUE(window_.banner().text().contains("connect to host user@trn1 port 22: refused"))
      << window_.banner().text().toStdString();
}

TEST_F(LivePageTest, AFileThatVanishesIsWaitedFor) {
  const QString file = path("reports");
  write(file, monitor_report(10) + "\n");
  choose(LiveKind::kFile, "File", file);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for_reports(1);
  ASSERT_TRUE(QFile::remove(file));
  wait_for([this] { return page().state() == "No file"; });
  write(file, monitor_report(20) + "\n");
  wait_for_reports(2);
  wait_for([this] { return page().state() == "Live"; });
  page().stop();
}

TEST_F(LivePageTest, AFileThatDoesNotExistYetIsWaitedFor) {
  const QString file = path("later");
  choose(LiveKind::kFile, "File", file);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for([this] { return page().state() == "Waiting for the file"; });
  EXPECT_TRUE(window_.banner().isHidden());
  write(file, monitor_report(10) + "\n");
  wait_for_reports(1);
  wait_for([this] { return page().state() == "Live"; });
  QSignalSpy recorded(&page(), &LivePage::recorded);
  page().stop();
  ASSERT_TRUE(recorded.wait(kPatience));
  choose(LiveKind::kFile, "File", path("never"));
  page().start();
  wait_for([this] { return page().state() == "Waiting for the file"; });
  page().stop();
  wait_for([this] { return !page().is_running(); });
}

TEST_F(LivePageTest, TheBannerOfAFailedStartEndsWithASuccessfulOne) {
  choose(LiveKind::kCommand, "Command", " ");
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  EXPECT_FALSE(window_.banner().isHidden());
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5)}));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  EXPECT_TRUE(window_.banner().isHidden());
  wait_for_reports(1);
  page().stop();
}

TEST(RollingChart, ErrorsAreRedAndThePointerShowsValues) {
  app::LiveSeries series;
  series.quantity = LiveQuantity::kErrors;
  series.name = Text::verbatim("generic");
  series.unit = "count";
  for (const double time : {0.0, 10.0, 20.0, 30.0}) {
    series.points.add(time, time == 20.0 ? 3.0 : 0.0);
  }
  RollingChart chart(LiveQuantity::kErrors, QStringLiteral("Errors"), "count",
                     QStringLiteral("none"));
  chart.resize(600, 300);
  chart.show();
  chart.set_series(std::span<const app::LiveSeries>(&series, 1), 1, 30.0, 60.0);
  EXPECT_EQ(chart.burst_count(), 1) << "the period with errors";
  QTest::qWait(50);
  const QRect area = chart.plot().axisRect()->rect();
  const QString text = chart.text_at(QPointF(area.right() - 2, area.top() + 2));
  EXPECT_TRUE(text.contains("s ago") && text.contains("generic")) << text.toStdString();
  EXPECT_EQ(chart.text_at({-50, -50}), "");
  chart.clear();
  EXPECT_EQ(chart.burst_count(), 0);
}

TEST_F(LivePageTest, APipeOutlivesItsWriters) {
  const QString pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
  choose(LiveKind::kPipe, "Named pipe", pipe);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for([this] { return page().state() == "Waiting"; });
  write(pipe, monitor_report(10) + "\n", QIODevice::Unbuffered);
  wait_for_reports(1);
  wait_for([this] { return page().session()->status().connections_lost == 1; });
  EXPECT_TRUE(page().is_running());
  page().stop();
}

TEST_F(LivePageTest, ASimulatedRunShowsItsEngines) {
  box("Source")->setCurrentIndex(static_cast<int>(LiveKind::kSimulator));
  page().form().set_source("example");
  page().form().set_repeats(true);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for([this] { return page().table().rowCount() > 3; });
  EXPECT_TRUE(page().chart(LiveQuantity::kEngineBusy).isVisible());
  EXPECT_FALSE(page().chart(LiveQuantity::kEcc).isVisible());
  wait_for([this] { return page().figure(2) != "unknown"; });
  EXPECT_EQ(page().figure(2), "0") << "lost events";
  QTest::mouseClick(button("Pause"), Qt::LeftButton);
  EXPECT_TRUE(page().session()->paused());
  EXPECT_EQ(page().state(), "Paused");
  QTest::mouseClick(button("Continue"), Qt::LeftButton);
  EXPECT_FALSE(page().session()->paused());
  QSignalSpy recorded(&page(), &LivePage::recorded);
  QTest::mouseClick(button("Stop"), Qt::LeftButton);
  ASSERT_TRUE(recorded.wait(kPatience));
  ASSERT_NE(page().recording(), nullptr);
  const app::LiveStatus status = page().session()->status();
  EXPECT_EQ(status.lost_events, 0);
  EXPECT_EQ(status.kept, status.delivered.slices + status.delivered.samples);
}

TEST_F(LivePageTest, WithoutRecordingNothingIsKept) {
  for (QCheckBox* each : page().findChildren<QCheckBox*>()) {
    if (each->text() == "Record") QTest::mouseClick(each, Qt::LeftButton, {}, QPoint(8, 8));
  }
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5)}));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for_reports(1);
  QSignalSpy recorded(&page(), &LivePage::recorded);
  QTest::mouseClick(button("Stop"), Qt::LeftButton);
  ASSERT_TRUE(recorded.wait(kPatience));
  EXPECT_EQ(page().recording(), nullptr);
  EXPECT_FALSE(button("Open in Inspect")->isEnabled());
}

TEST_F(LivePageTest, ARecordingIsSavedWhole) {
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5), monitor_report(6)}));
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  wait_for_reports(2);
  QSignalSpy recorded(&page(), &LivePage::recorded);
  QTest::mouseClick(button("Stop"), Qt::LeftButton);
  ASSERT_TRUE(recorded.wait(kPatience));
  QSignalSpy save(&page(), &LivePage::save_requested);
  QObject::disconnect(&page(), &LivePage::save_requested, &window_, nullptr);  // no dialog here
  QTest::mouseClick(button("Save Run As…"), Qt::LeftButton);
  ASSERT_EQ(save.count(), 1);
  window_.save_run(page().recording(), path("today"));
  wait_for([this] { return !window_.is_busy(); });
  TaskControl control;
  const auto loaded = session_file::load(path("today.nscope").toStdString(), control);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_EQ((*loaded)->property_number("report_count"), 2.0);
}

TEST_F(LivePageTest, StartLosesNoRecording) {
  const auto record = [this] {
    QSignalSpy recorded(&page(), &LivePage::recorded);
    page().start();
    wait_for_reports(2);
    page().stop();
    ASSERT_TRUE(recorded.wait(kPatience));
  };
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5), monitor_report(6)}));
  EXPECT_TRUE(page().earlier().isHidden());
  record();
  const auto first = page().recording();
  ASSERT_NE(first, nullptr);
  record();
  EXPECT_TRUE(page().earlier().isVisible());
  EXPECT_EQ(page().earlier().recording().trace, first);
  EXPECT_NE(page().recording(), first);
  // There is no room for a third: nothing starts, nothing goes.
  page().start();
  EXPECT_FALSE(page().is_running());
  EXPECT_TRUE(window_.banner().text().contains("Save or discard")) << "says what to do";
  EXPECT_EQ(page().earlier().recording().trace, first);
  window_.save_run(first, path("first"));
  wait_for([this] { return !window_.is_busy(); });
  EXPECT_TRUE(page().earlier().isHidden()) << "it is safe";
  record();
  EXPECT_TRUE(page().earlier().isVisible());
  QTest::mouseClick(&page().earlier().discard_button(), Qt::LeftButton);
  EXPECT_TRUE(page().earlier().isHidden());
  // What was saved may go.
  window_.save_run(page().recording(), path("third"));
  wait_for([this] { return !window_.is_busy(); });
  record();
  EXPECT_TRUE(page().earlier().isHidden());
}

TEST_F(LivePageTest, ClosingTheWindowAsksForWhatIsNotSaved) {
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5), monitor_report(6)}));
  page().start();
  wait_for_reports(2);
  window_.set_mode(Mode::kInspect);
  EXPECT_FALSE(window_.close()) << "it still records";
  EXPECT_TRUE(window_.isVisible());
  EXPECT_TRUE(page().isVisible()) << "where it can be saved";
  EXPECT_TRUE(window_.banner().title().contains("not saved"));
  QSignalSpy recorded(&page(), &LivePage::recorded);
  page().stop();
  ASSERT_TRUE(recorded.wait(kPatience));
  EXPECT_TRUE(page().has_unsaved());
  window_.save_run(page().recording(), path("kept"));
  wait_for([this] { return !window_.is_busy(); });
  EXPECT_FALSE(page().has_unsaved());
  EXPECT_TRUE(window_.close());
}

TEST_F(LivePageTest, TheQuestionBeforeClosingSavesTheRecording) {
  QObject::disconnect(&page(), &LivePage::save_requested, &window_, nullptr);  // no dialog here
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5), monitor_report(6)}));
  page().start();
  wait_for_reports(2);
  EXPECT_FALSE(window_.close());
  QSignalSpy save(&page(), &LivePage::save_requested);
  ASSERT_TRUE(window_.banner().choose("Save Recording…"));
  ASSERT_TRUE(save.count() > 0 || save.wait(kPatience)) << "the stream was stopped first";
  EXPECT_FALSE(page().is_running());
  EXPECT_NE(page().recording(), nullptr);
}

TEST_F(LivePageTest, ClosingTwiceDropsARecording) {
  choose(LiveKind::kCommand, "Command", talking({monitor_report(5)}));
  page().start();
  wait_for_reports(1);
  EXPECT_FALSE(window_.close());
  EXPECT_TRUE(window_.close()) << "closed again: it may go";
}

TEST_F(LivePageTest, AFullDiskIsSaidAndLeavesNothing) {
  box("Source")->setCurrentIndex(static_cast<int>(LiveKind::kSimulator));
  page().form().set_source("example");
  page().form().speed().set_speed(PlaybackClock::kUnlimited);
  QSignalSpy recorded(&page(), &LivePage::recorded);
  QTest::mouseClick(button("Start"), Qt::LeftButton);
  ASSERT_TRUE(recorded.wait(kPatience));
  ASSERT_NE(page().recording(), nullptr);
  // The system refuses files of more than 32 KiB, as it would on a full disk.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{32u << 10, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  window_.save_run(page().recording(), path("full.nscope"));
  wait_for([this] { return !window_.is_busy(); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_FALSE(window_.banner().isHidden());
  EXPECT_TRUE(window_.banner().title().contains("Cannot save"));
  EXPECT_TRUE(QDir(folder_.path()).entryList(QDir::Files).isEmpty()) << "nor a part of it";
}

TEST_F(LivePageTest, ClosingTheWindowEndsTheCommand) {
  auto window = std::make_unique<MainWindow>(Scheme::kDark, false);
  window->set_mode(Mode::kLive);
  window->live().form().set_kind(LiveKind::kCommand);
  window->live().form().set_source("echo $$ > " + path("pid") + "; exec sleep 1000");
  window->live().start();
  wait_for([this] { return QFileInfo(path("pid")).size() > 1; });
  QFile file(path("pid"));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const int pid = file.readAll().trimmed().toInt();
  ASSERT_GT(pid, 0);
  window.reset();
  EXPECT_NE(::kill(pid, 0), 0) << "it still runs";
}

TEST(SpeedBox, TakesNumbersAndMarksWhatIsNone) {
  SpeedBox speed;
  QSignalSpy changed(&speed, &SpeedBox::speed_changed);
  const auto type = [&](const char* text) {
    speed.lineEdit()->selectAll();
    QTest::keyClicks(speed.lineEdit(), QString::fromUtf8(text));
    QTest::keyClick(speed.lineEdit(), Qt::Key_Return);
  };
  EXPECT_EQ(speed.speed(), 1.0);
  type("x20");
  EXPECT_EQ(speed.speed(), 20.0);
  EXPECT_EQ(speed.currentText(), "×20");
  type("nonsense");
  EXPECT_EQ(speed.speed(), 20.0);
  EXPECT_TRUE(speed.lineEdit()->property("wrong").toBool());
  EXPECT_TRUE(speed.toolTip().contains("nonsense"));
  type("0.5");
  EXPECT_FALSE(speed.lineEdit()->property("wrong").toBool());
  speed.setCurrentIndex(0);
  emit speed.activated(0);
  EXPECT_EQ(speed.speed(), PlaybackClock::kUnlimited);
  EXPECT_EQ(changed.count(), 3);
}

}  // namespace
}  // namespace nscope::gui
