#include "app/gui/compare/compare_page.h"

#include "app/gui/text/text.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/json.h"
#include "profiler/trace/session/session_file.h"
#include "tests/gui/compare_fixtures.h"
#include "tests/support/corpus.h"

#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

using Tab = ComparisonTablesPanel::Tab;

QStringList warnings;

void keep_warning(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (text.startsWith(QLatin1String("This plugin does not support"))) return;
  if (type == QtWarningMsg || type == QtCriticalMsg) warnings << text;
}

class ComparePageTest : public testing::Test {
 protected:
  ComparePageTest() {
    warnings.clear();
    handler_ = qInstallMessageHandler(keep_warning);
    page_.resize(1500, 900);
    page_.show();
    QObject::connect(&page_, &ComparePage::failed, &page_,
                     [this](const QString& what, const Error& error) {
                       failures_ << what + QStringLiteral(": ") + to_qstring(error.message);
                     });
  }
  ~ComparePageTest() override {
    qInstallMessageHandler(handler_);
    EXPECT_TRUE(warnings.isEmpty()) << warnings.join('\n').toStdString();
  }

  void settle() {
    const auto busy = [this] {
      const auto jobs = page_.jobs();
      return std::any_of(jobs.begin(), jobs.end(), [](Job* job) { return job->is_running(); });
    };
    for (int i = 0; i < 2400 && busy(); ++i) QTest::qWait(10);
    ASSERT_FALSE(busy());
    QApplication::processEvents();
  }
  void add_two() {
    page_.add_run(make_compared(base_run()), QStringLiteral("old"));
    page_.add_run(make_compared(new_run()), QStringLiteral("new"));
    settle();
  }
  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
  QString session(const char* name, const CompareRun& run) {
    TaskControl control;
    const QString file = path(name);
    EXPECT_TRUE(session_file::save(*make_compared(run), to_string(file), control).has_value());
    return file;
  }
  void compare_by(int index) {
    page_.bar().by_box().setCurrentIndex(index);
    emit page_.bar().by_box().activated(index);
  }
  TimelineWidget& timeline(std::size_t run) { return page_.timelines().strip(run).timeline(); }
  RunHeader& header(std::size_t run) { return page_.timelines().strip(run).header(); }
  const Trace& trace(std::size_t run) { return *page_.sides()[run].trace(); }
  QString verdict() { return page_.changes().verdict().replace(QChar(0x202f), ' '); }
  /// Clicks into the middle of an event.
  void click_event(std::size_t run, SliceId event) {
    const QRectF box = timeline(run).slice_rect(event);
    ASSERT_FALSE(box.isEmpty());
    QTest::mouseClick(timeline(run).viewport(), Qt::LeftButton, {}, box.center().toPoint());
  }
  /// Where a tick of a run stands on the page, pixels.
  double x_of(std::size_t run, double tick) {
    TimelineWidget& widget = timeline(run);
    const TimeScale scale{widget.view(), widget.viewport()->width() - 1.0 * kGutterWidth};
    return widget.viewport()->mapTo(&page_, QPoint(kGutterWidth, 0)).x() + scale.x(tick);
  }

  QtMessageHandler handler_ = nullptr;
  QTemporaryDir folder_;
  QStringList failures_;
  ComparePage page_;
};

TEST_F(ComparePageTest, TheTimelinesOfAllRunsHaveTheSameHeight) {
  page_.add_run(make_compared(base_run()), QStringLiteral("old"));
  settle();
  page_.add_run(make_compared(new_run()), QStringLiteral("new"));
  settle();
  EXPECT_NEAR(page_.timelines().strip(0).height(), page_.timelines().strip(1).height(), 2);
}

TEST_F(ComparePageTest, SaysWhatChangedAndBy) {
  add_two();
  EXPECT_EQ(verdict(), "new is 400 ns (40.0 %) shorter than old.");
  EXPECT_GT(page_.changes().model().rowCount(), 0);
  EXPECT_EQ(header(0).role(), "BASE");
  EXPECT_EQ(header(1).role(), "2");
  EXPECT_TRUE(header(1).details().startsWith(QStringLiteral("600\u202fns · measured")));
  EXPECT_EQ(page_.tables().table(Tab::kDifferences).model().rowCount(), 2) << "MATMUL and OLD";
  EXPECT_GT(page_.tables().table(Tab::kMetrics).model().rowCount(), 0);
  EXPECT_TRUE(page_.tables().table(Tab::kResiduals).message().contains("simulated"));
  EXPECT_FALSE(page_.grab().isNull());
}

TEST_F(ComparePageTest, SwappingTheBaseTurnsTheSign) {
  add_two();
  QTest::mouseClick(&page_.bar().swap_button(), Qt::LeftButton);
  settle();
  EXPECT_EQ(page_.base(), 1u);
  EXPECT_EQ(verdict(), "old is 400 ns (66.7 %) longer than new.");
  EXPECT_EQ(header(1).role(), "BASE");
  QTest::mouseClick(&header(0).base_button(), Qt::LeftButton);
  settle();
  EXPECT_EQ(verdict(), "new is 400 ns (40.0 %) shorter than old.");
}

TEST_F(ComparePageTest, ARunWithItselfDoesNotDiffer) {
  const auto same = make_compared(base_run());
  page_.add_run(same, QStringLiteral("a"));
  page_.add_run(same, QStringLiteral("again"));
  EXPECT_EQ(page_.sides().size(), 1u) << "the same run is not added twice";
  const QString file = session("a.nscope", base_run());
  page_.add_files({file, file});
  settle();
  ASSERT_EQ(page_.sides().size(), 3u);
  EXPECT_EQ(page_.sides()[1].label, "a.nscope");
  EXPECT_TRUE(page_.sides()[2].label.endsWith("/a.nscope")) << "labels tell runs apart";
  EXPECT_EQ(verdict(), "No differences.");
  EXPECT_EQ(page_.tables().table(Tab::kDifferences).message(), "No differences.");
  EXPECT_EQ(page_.tables().table(Tab::kMetrics).message(), "No metric differs.");
  EXPECT_FALSE(page_.changes().causes().isVisible());
  EXPECT_TRUE(failures_.isEmpty());
}

TEST_F(ComparePageTest, TimelinesShowTheSameTime) {
  add_two();
  // 300 ns after the start of each run stand below each other, although one is shorter.
  EXPECT_NEAR(x_of(0, 300.0), x_of(1, 2'300'000.0), 1.5);
  EXPECT_NEAR(x_of(0, 590.0), x_of(1, 2'590'000.0), 1.5);
  timeline(0).set_view({200.0, 500.0});
  EXPECT_NEAR(timeline(1).view().begin, 2'200'000.0, 1.0);
  EXPECT_NEAR(timeline(1).view().end, 2'500'000.0, 1.0);
  timeline(1).set_view({2'300'000.0, 2'400'000.0});
  EXPECT_NEAR(timeline(0).view().begin, 300.0, 1e-6);
  EXPECT_NEAR(timeline(0).view().end, 400.0, 1e-6);
  timeline(0).setFocus();
  QTest::keyClick(&timeline(0), Qt::Key_D);
  EXPECT_GT(timeline(0).view().begin, 300.0);
  EXPECT_NEAR(timeline(1).view().begin / 1000.0 - 2000.0, timeline(0).view().begin, 1e-3);
  QTest::keyClick(&timeline(1), Qt::Key_Home);
  EXPECT_NEAR(timeline(0).view().end, timeline(0).limits().end, 1.0)
      << "all of the shorter run asks for everything";
}

TEST_F(ComparePageTest, BehindItsEndARunIsBlank) {
  add_two();
  timeline(0).set_view({700.0, 900.0});
  EXPECT_TRUE(page_.timelines().strip(1).message().contains("no events in this interval"));
  timeline(0).set_view({500.0, 900.0});
  EXPECT_TRUE(page_.timelines().strip(1).message().isEmpty());
  EXPECT_NEAR(x_of(0, 590.0), x_of(1, 2'590'000.0), 1.5);
  EXPECT_LT(timeline(1).width(), timeline(0).width());
}

TEST_F(ComparePageTest, TheSameWorkStandsBelowEachOther) {
  add_two();
  QPushButton& by_work = page_.bar().alignment_button(TimeAlignment::kWork);
  ASSERT_TRUE(by_work.isEnabled());
  QTest::mouseClick(&by_work, Qt::LeftButton);
  timeline(0).set_view({100.0, 500.0});
  EXPECT_NEAR(timeline(1).view().begin, 2'100'000.0, 1.0);
  EXPECT_NEAR(timeline(1).view().end, 2'460'000.0, 1.0) << "the third MATMUL";
  timeline(1).set_view({2'280'000.0, 2'460'000.0});
  EXPECT_NEAR(timeline(0).view().begin, 300.0, 1e-6);
  EXPECT_NEAR(timeline(0).view().end, 500.0, 1e-6);
}

TEST_F(ComparePageTest, ClocksThatNeverMeetAreNoAxis) {
  add_two();
  QPushButton& by_clock = page_.bar().alignment_button(TimeAlignment::kClock);
  EXPECT_FALSE(by_clock.isEnabled());
  EXPECT_TRUE(by_clock.toolTip().contains("new")) << by_clock.toolTip().toStdString();
  CompareRun later = base_run();
  later.end = 1200;
  page_.add_run(make_compared(later), QStringLiteral("later"));
  page_.remove(1);
  settle();
  EXPECT_TRUE(by_clock.isEnabled());
}

TEST_F(ComparePageTest, SelectingAnEventSelectsItsCounterpart) {
  add_two();
  click_event(0, event_named(trace(0), "MATMUL", 1));
  EXPECT_EQ(timeline(0).selected(), event_named(trace(0), "MATMUL", 1));
  EXPECT_EQ(timeline(1).selected(), event_named(trace(1), "MATMUL", 1));
  EXPECT_TRUE(header(0).event_text().startsWith("MATMUL"));
  EXPECT_TRUE(header(1).event_text().contains(QStringLiteral("\u221220\u202fns")))
      << header(1).event_text().toStdString();
  click_event(1, event_named(trace(1), "COPY", 1));
  EXPECT_EQ(timeline(0).selected(), event_named(trace(0), "COPY", 1));
  click_event(0, event_named(trace(0), "OLD"));
  EXPECT_FALSE(timeline(1).selected().valid());
  EXPECT_EQ(header(1).event_text(), "no counterpart");
  timeline(0).setFocus();
  QTest::keyClick(&timeline(0), Qt::Key_Escape);
  EXPECT_TRUE(header(0).event_text().isEmpty());
  EXPECT_TRUE(header(1).event_text().isEmpty());
}

TEST_F(ComparePageTest, ACounterpartOutsideTheViewIsBroughtBelowTheEvent) {
  add_two();
  // By the start of each run, the third MATMUL of the new run begins earlier than that of the old.
  const SliceId event = event_named(trace(0), "MATMUL", 2);
  const SliceId other = event_named(trace(1), "MATMUL", 2);
  const auto begin = [&](std::size_t run, SliceId id) {
    return static_cast<double>(trace(run).slice(id).begin().value());
  };
  timeline(0).set_view({begin(0, event) - 20.0, begin(0, event) + 60.0});
  ASSERT_TRUE(begin(1, other) < timeline(1).view().begin ||
              begin(1, other) > timeline(1).view().end)
      << "it is out of view";
  timeline(0).select(event);
  EXPECT_EQ(timeline(1).selected(), other);
  EXPECT_NEAR(x_of(0, begin(0, event)), x_of(1, begin(1, other)), 1.5);
}

TEST_F(ComparePageTest, RangesAreMarkedInAllRuns) {
  add_two();
  timeline(0).set_range(TimeView{100.0, 300.0});
  ASSERT_TRUE(timeline(1).range());
  EXPECT_NEAR(timeline(1).range()->begin, 2'100'000.0, 1.0);
  EXPECT_NEAR(timeline(1).range()->end, 2'300'000.0, 1.0);
  timeline(1).set_range(std::nullopt);
  EXPECT_FALSE(timeline(0).range());
}

TEST_F(ComparePageTest, EvidenceZoomsAllTimelines) {
  add_two();
  QTreeView& causes = page_.changes().causes();
  CauseModel& model = page_.changes().model();
  QModelIndex matmul;
  for (int row = 0; row < model.rowCount(); ++row) {
    const QModelIndex cause = model.index(row, 0);
    for (int part = 0; part < model.rowCount(cause); ++part) {
      const QModelIndex index = model.index(part, 0, cause);
      if (index.data().toString().startsWith("MATMUL")) matmul = index;
    }
  }
  ASSERT_TRUE(matmul.isValid());
  causes.setCurrentIndex(matmul);
  QTest::keyClick(&causes, Qt::Key_Return);
  ASSERT_TRUE(timeline(0).selected().valid());
  const Trace::SliceRef first = trace(0).slice(timeline(0).selected());
  const Trace::SliceRef second = trace(1).slice(timeline(1).selected());
  EXPECT_EQ(trace(0).text(first.name()), "MATMUL");
  EXPECT_NEAR(x_of(0, static_cast<double>(first.begin().value())),
              x_of(1, static_cast<double>(second.begin().value())), 1.5)
      << "counterparts begin at the same place";
  EXPECT_NEAR(timeline(0).view().span(), 300.0, 1e-6);
  // The same from the table, with Enter.
  page_.tables().choose(Tab::kDifferences);
  TablePanel& table = page_.tables().table(Tab::kDifferences);
  page_.tables().filter().setText(QStringLiteral("OLD"));
  ASSERT_EQ(table.row_order().size(), 1u);
  EXPECT_EQ(page_.tables().count(), "1 of 2 rows");
  table.view().setCurrentIndex(table.view().model()->index(0, 0));
  QTest::keyClick(&table.view(), Qt::Key_Return);
  EXPECT_EQ(timeline(0).selected(), event_named(trace(0), "OLD"));
  EXPECT_FALSE(timeline(1).selected().valid());
}

TEST_F(ComparePageTest, LabelsAreEditedInPlace) {
  add_two();
  QLineEdit& label = header(1).label();
  QTest::mouseClick(&label, Qt::LeftButton);
  label.selectAll();
  QTest::keyClicks(&label, QStringLiteral("fused"));
  QTest::keyClick(&label, Qt::Key_Return);
  EXPECT_EQ(page_.sides()[1].label, "fused");
  EXPECT_EQ(verdict(), "fused is 400 ns (40.0 %) shorter than old.");
  const auto report = page_.report(app::ComparisonFormat::kMarkdown);
  ASSERT_TRUE(report.has_value());
  EXPECT_NE(report->find("# fused compared with old"), std::string::npos) << *report;
}

TEST_F(ComparePageTest, ThreeRunsShareTheAxisAndTablesChoose) {
  add_two();
  CompareRun third = base_run();
  third.steps.pop_back();
  third.end = 800;
  page_.add_run(make_compared(third), QStringLiteral("third"));
  settle();
  ASSERT_TRUE(page_.bar().shown_box().isVisible());
  EXPECT_EQ(page_.bar().shown_box().count(), 2);
  page_.show_side(2);
  EXPECT_EQ(verdict(), "third is 200 ns (20.0 %) shorter than old.");
  click_event(2, event_named(trace(2), "MATMUL", 2));
  EXPECT_EQ(timeline(1).selected(), event_named(trace(1), "MATMUL", 2));
  page_.remove(0);
  settle();
  EXPECT_EQ(page_.sides().size(), 2u);
  EXPECT_EQ(header(0).role(), "BASE");
  EXPECT_EQ(verdict(), "third is 200 ns (33.3 %) longer than new.");
  page_.remove(0);
  page_.remove(0);
  settle();
  EXPECT_TRUE(page_.sides().empty());
  EXPECT_FALSE(page_.grab().isNull());
}

TEST_F(ComparePageTest, RepeatsMakeIntervals) {
  add_two();
  CompareRun more = new_run();
  more.steps.back().end += 3;
  page_.add_repeats(0, {session("b1.nscope", base_run()), session("b2.nscope", base_run())});
  page_.add_repeats(1, {session("n1.nscope", more), session("n2.nscope", new_run())});
  settle();
  ASSERT_EQ(page_.sides().size(), 2u);
  EXPECT_EQ(page_.sides()[1].runs.size(), 3u);
  EXPECT_TRUE(header(1).details().contains("3 runs"));
  EXPECT_TRUE(verdict().endsWith("(significant).")) << verdict().toStdString();
}

TEST_F(ComparePageTest, AFolderOfSessionsIsOneRunWithRepeats) {
  QDir().mkdir(path("repeats"));
  session("repeats/1.nscope", base_run());
  session("repeats/2.nscope", base_run());
  page_.add_files({path("repeats"), session("new.nscope", new_run())});
  settle();
  ASSERT_EQ(page_.sides().size(), 2u);
  EXPECT_EQ(page_.sides()[0].runs.size(), 2u);
  EXPECT_EQ(page_.sides()[0].label, "repeats");
  EXPECT_TRUE(page_.changes().notes().contains("no confidence", Qt::CaseInsensitive));
}

TEST_F(ComparePageTest, FilesAreDropped) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(session("a.nscope", base_run())),
                QUrl::fromLocalFile(session("b.nscope", new_run()))});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&page_, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&page_, &drop);
  settle();
  EXPECT_EQ(verdict(), "b.nscope is 400 ns (40.0 %) shorter than a.nscope.");
}

TEST_F(ComparePageTest, WhatCannotBeReadIsNamedAndTheRestStays) {
  add_two();
  QFile broken(path("broken.ntff"));
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write("not a capture");
  broken.close();
  page_.add_files({path("broken.ntff"), path("missing.nscope")});
  settle();
  ASSERT_EQ(failures_.size(), 1);
  EXPECT_TRUE(failures_[0].contains("broken.ntff"));
  EXPECT_EQ(page_.sides().size(), 2u);
  EXPECT_EQ(verdict(), "new is 400 ns (40.0 %) shorter than old.");
}

TEST_F(ComparePageTest, SummariesCompareMetricsOnly) {
  const auto write = [this](const char* name, const CompareRun& run) {
    QFile file(path(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    const auto json = analysis::summary_json(analysis::summarize(*make_compared(run)));
    file.write(QByteArray::fromStdString(json.dump()));
    return file.fileName();
  };
  page_.add_files({write("a.json", base_run()), write("b.json", new_run())});
  settle();
  EXPECT_EQ(verdict(), "Only metrics are compared.");
  EXPECT_EQ(page_.tables().chosen(), Tab::kMetrics);
  EXPECT_GT(page_.tables().table(Tab::kMetrics).model().rowCount(), 0);
  EXPECT_TRUE(page_.timelines().strip(0).message().contains("no events"));
  EXPECT_TRUE(failures_.isEmpty()) << failures_.join('\n').toStdString();
}

TEST_F(ComparePageTest, RunsWithNothingInCommonAreSaidToHaveNone) {
  CompareRun other{.begin = 0, .end = 500, .steps = {{Engine::kScalar, "EXP", 0, 100}}};
  page_.add_run(make_compared(base_run()), QStringLiteral("old"));
  page_.add_run(make_compared(other), QStringLiteral("other"));
  settle();
  EXPECT_TRUE(verdict().contains("in common")) << verdict().toStdString();
  const QPushButton& by_work = page_.bar().alignment_button(TimeAlignment::kWork);
  EXPECT_FALSE(by_work.isEnabled());
  EXPECT_TRUE(by_work.toolTip().contains("other"));
}

TEST_F(ComparePageTest, PlacesAreComparedWhereAskedFor) {
  add_two();
  compare_by(3);
  settle();
  EXPECT_EQ(page_.tables().chosen(), Tab::kPlaces);
  TablePanel& places = page_.tables().table(Tab::kPlaces);
  ASSERT_GT(places.model().rowCount(), 0);
  places.view().setCurrentIndex(places.view().model()->index(0, 0));
  const double before = timeline(0).view().span();
  QTest::keyClick(&places.view(), Qt::Key_Return);
  EXPECT_LT(timeline(0).view().span(), before / 5.0) << "one of 20 pieces, and some around it";
  compare_by(0);
  settle();
  EXPECT_NE(page_.tables().chosen(), Tab::kPlaces);
}

TEST_F(ComparePageTest, SimulatedRunsHaveResiduals) {
  CompareRun simulated = new_run();
  simulated.provenance = "simulated";
  page_.add_run(make_compared(base_run()), QStringLiteral("captured"));
  page_.add_run(make_compared(simulated), QStringLiteral("simulated"));
  settle();
  page_.tables().choose(Tab::kResiduals);
  TablePanel& residuals = page_.tables().table(Tab::kResiduals);
  ASSERT_EQ(residuals.model().rowCount(), 2);
  EXPECT_EQ(residuals.model().index(0, 2).data().toString(), "MATMUL");
  residuals.view().setCurrentIndex(residuals.view().model()->index(0, 0));
  QTest::keyClick(&residuals.view(), Qt::Key_Return);
  EXPECT_EQ(trace(0).text(trace(0).slice(timeline(0).selected()).name()), "MATMUL");
}

TEST_F(ComparePageTest, ReportsAndTablesAreSaved) {
  add_two();
  const std::pair<app::ComparisonFormat, const char*> formats[] = {
      {app::ComparisonFormat::kMarkdown, "new compared with old"},
      {app::ComparisonFormat::kHtml, "<html"},
      {app::ComparisonFormat::kJson, "nscope.compare/1"}};
  for (const auto& [format, expected] : formats) {
    page_.save_report(format, path("report"));
    QFile file(path("report"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains(expected)) << expected;
  }
  page_.tables().choose(Tab::kDifferences);
  page_.tables().filter().setText(QStringLiteral("matmul"));
  page_.tables().copy();
  const QString csv = QApplication::clipboard()->text();
  EXPECT_TRUE(csv.startsWith("name,engine,work,")) << csv.toStdString();
  EXPECT_EQ(csv.count(QLatin1Char('\n')), 2) << "the heading and one row";
  emit page_.bar().report_requested(CompareBar::Report::kCopy);
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith("# new compared with old"));
  EXPECT_TRUE(failures_.isEmpty());
  page_.save_report(app::ComparisonFormat::kHtml, path("no/such/folder.html"));
  page_.tables().save_csv(path("no/such/folder.csv"));
  EXPECT_EQ(failures_.size(), 2);
}

TEST_F(ComparePageTest, CancelSaysSoAndCanBeUndone) {
  page_.add_run(make_compared(base_run()), QStringLiteral("old"));
  page_.add_run(make_compared(new_run()), QStringLiteral("new"));
  ASSERT_TRUE(page_.bar().run_button().isVisible());
  EXPECT_EQ(page_.bar().run_button().text(), "Cancel");
  EXPECT_FALSE(page_.bar().report_button().isEnabled());
  page_.jobs().back()->cancel();
  settle();
  if (page_.comparison() == nullptr) {  // small runs may be done before
    EXPECT_EQ(verdict(), "The comparison was cancelled.");
    EXPECT_EQ(page_.bar().run_button().text(), "Compare Again");
    QTest::mouseClick(&page_.bar().run_button(), Qt::LeftButton);
    settle();
  }
  EXPECT_EQ(verdict(), "new is 400 ns (40.0 %) shorter than old.");
  EXPECT_FALSE(page_.bar().run_button().isVisible());
}

TEST_F(ComparePageTest, EveryControlHasAName) {
  add_two();
  for (const QWidget* widget : page_.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&page_)) continue;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    if (button != nullptr && !button->text().isEmpty()) continue;
    if (widget->inherits("QTableCornerButton") || widget->inherits("QHeaderView") ||
        widget->inherits("QScrollArea")) {
      continue;
    }
    if (widget->parentWidget() != nullptr && widget->parentWidget()->inherits("QLineEdit"))
      continue;
    EXPECT_FALSE(widget->accessibleName().isEmpty())
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

class ComparePageCorpusTest : public ComparePageTest {
 protected:
  void SetUp() override { skip_without_corpus(); }
};

TEST_F(ComparePageCorpusTest, FusedAttentionIsExplained) {
  page_.add_files(
      {to_qstring(corpus_path("captures/neuron/baseline_attention/baseline_exec_2.ntff").string()),
       to_qstring(corpus_path("captures/neuron/fused_attention/fused_exec_2.ntff").string())});
  settle();
  ASSERT_TRUE(failures_.isEmpty()) << failures_.join('\n').toStdString();
  const auto comparison = page_.comparison();
  ASSERT_NE(comparison, nullptr);
  EXPECT_FALSE(comparison->causes.empty());
  EXPECT_TRUE(page_.bar().alignment_button(TimeAlignment::kWork).isEnabled());
  page_.set_alignment(TimeAlignment::kWork);
  // What belongs together stands below each other, at every anchor.
  const auto& events = comparison->pairs->new_of_base;
  std::size_t near = 0;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < events.size(); i += 50) {
    if (!events[i].valid()) continue;
    const auto ref = trace(0).slice(SliceId(i));
    if (ref.track->slice_kind != SliceKind::kInstruction) continue;
    ++pairs;
    const double a = x_of(0, static_cast<double>(ref.begin().value()));
    const double b = x_of(1, static_cast<double>(trace(1).slice(events[i]).begin().value()));
    if (std::abs(a - b) < 100.0) ++near;
  }
  EXPECT_GT(pairs, 5u);
  EXPECT_GT(near * 2, pairs) << near << " of " << pairs;
}

}  // namespace
}  // namespace nscope::gui
