#include "app/gui/docks/annotations_dock.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"
#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class AnnotationsDockTest : public testing::Test {
 protected:
  AnnotationsDockTest()
      : dock_(run_, nullptr),
        tester_(&dock_.list().model(), QAbstractItemModelTester::FailureReportingMode::Fatal) {
    dock_.resize(1100, 420);
    dock_.show();
    dock_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&dock_));
    dock_.set_seen(true);
    run_.annotations().set_autosave_folder(folder_.path());
    run_.set_trace(make_run());
    event_ = Trace::slice_id(*track_named(*run_.trace(), "TensorE"), 0);
  }
  const std::vector<Annotation>& notes() { return run_.annotations().annotations(); }
  static QStringList kept_in(const QTemporaryDir& folder) {
    return QDir(folder.path()).entryList({"*.json", "*.nscope"}, QDir::Files);
  }
  QStringList autosaves() const { return kept_in(folder_); }
  /// A copy of the folder as a program leaves it that was killed: the notes, and a lock with
  /// the number of a process that is no more.
  void leave_as_crashed() {
    QProcess gone;
    gone.start(QStringLiteral("true"), QStringList());
    ASSERT_TRUE(gone.waitForStarted());
    const QByteArray number = QByteArray::number(gone.processId());
    ASSERT_TRUE(gone.waitForFinished());
    for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) {
      QFile from(folder_.filePath(name));
      QFile to(crashed_.filePath(name));
      ASSERT_TRUE(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
      QByteArray bytes = from.readAll();
      if (name.endsWith(QStringLiteral(".lock"))) bytes.replace(0, bytes.indexOf('\n'), number);
      to.write(bytes);
    }
  }
  void wait_for_autosave() {
    ASSERT_TRUE(QTest::qWaitFor([this] { return !autosaves().empty(); }, 5000));
  }
  void add_note(const char* name) {
    run_.select(event_);
    dock_.add_to_event().trigger();
    dock_.name().setText(QString::fromLatin1(name));
    emit dock_.name().editingFinished();
  }

  QTemporaryDir folder_;
  QTemporaryDir crashed_;
  RunView run_;
  AnnotationsDock dock_;
  QAbstractItemModelTester tester_;
  SliceId event_;
};

TEST_F(AnnotationsDockTest, NotesAreOnWhatIsSelected) {
  EXPECT_FALSE(dock_.add_to_event().isEnabled());
  EXPECT_FALSE(dock_.add_to_range().isEnabled());
  EXPECT_FALSE(dock_.add_to_event().toolTip().isEmpty()) << "why not";
  run_.select(event_);
  dock_.add_to_event().trigger();
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].name, "MATMUL");
  EXPECT_EQ(notes()[0].event, event_);
  EXPECT_EQ(notes()[0].end, TraceTime(600));
  EXPECT_EQ(dock_.focusWidget(), &dock_.name());
  EXPECT_EQ(dock_.name().selectedText(), QStringLiteral("MATMUL")) << "typing names it";
  dock_.add_marker().trigger();
  EXPECT_EQ(notes()[1].begin, TraceTime(200));
  EXPECT_EQ(notes()[1].end, TraceTime(200));
  run_.set_range(SelectedRange{.time = {100, 300}, .tracks = {TrackId(1)}});
  dock_.add_to_range().trigger();
  EXPECT_EQ(notes()[2].kind, Annotation::Kind::kRange);
  EXPECT_EQ(notes()[2].begin, TraceTime(100));
  EXPECT_EQ(notes()[2].tracks, (std::vector<TrackId>{TrackId(1)}));
  EXPECT_EQ(dock_.list().model().rowCount(), 3);
}

TEST_F(AnnotationsDockTest, FieldsChangeTheChosenNoteAndCanBeTakenBack) {
  add_note("slow");
  EXPECT_EQ(notes()[0].name, "slow");
  dock_.text().setPlainText(QStringLiteral("why"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return notes()[0].text == "why"; }, 5000))
      << "without leaving the field";
  dock_.color().setCurrentIndex(3);
  emit dock_.color().activated(3);
  EXPECT_EQ(notes()[0].color, 0xE06A3Bu);
  QUndoStack& stack = run_.annotations().undo_stack();
  stack.undo();
  EXPECT_EQ(notes()[0].color, 0x4F9CF9u);
  stack.undo();
  EXPECT_EQ(dock_.text().toPlainText(), QString()) << "fields follow";
  stack.undo();
  stack.undo();
  EXPECT_TRUE(notes().empty());
  EXPECT_FALSE(dock_.name().isEnabled());
  stack.redo();
  stack.redo();
  EXPECT_EQ(notes()[0].name, "slow");
}

TEST_F(AnnotationsDockTest, RowsLeadToTheirPlace) {
  add_note("first");
  run_.set_range(SelectedRange{.time = {100, 300}});
  dock_.add_to_range().trigger();
  run_.set_range(std::nullopt);
  run_.select(SliceId());
  const QSignalSpy shown(&run_, &RunView::time_wanted);
  const QSignalSpy zoomed(&run_, &RunView::zoom_wanted);
  dock_.list().select_row(0);
  EXPECT_EQ(run_.selected_event(), event_);
  dock_.list().select_row(1);
  ASSERT_TRUE(run_.range().has_value());
  EXPECT_EQ(run_.range()->time, (TimeView{100, 300}));
  dock_.list().view().setFocus();
  QTest::keyClick(&dock_.list().view(), Qt::Key_Return);
  EXPECT_EQ(shown.count(), 1);
  dock_.list().select_row(0);
  QTest::keyClick(&dock_.list().view(), Qt::Key_Return);
  EXPECT_EQ(zoomed.count(), 1);
}

TEST_F(AnnotationsDockTest, DeleteRemovesTheChosenOnes) {
  add_note("a");
  add_note("b");
  add_note("c");
  dock_.list().view().setFocus();
  dock_.list().select_row(0);
  QTest::keyClick(&dock_.list().view(), Qt::Key_Down, Qt::ShiftModifier);
  QTest::keyClick(&dock_.list().view(), Qt::Key_Delete);
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].name, "c");
  run_.annotations().undo_stack().undo();
  EXPECT_EQ(notes().size(), 3u) << "one step for all";
}

TEST_F(AnnotationsDockTest, ExportAndImport) {
  const QString path = folder_.path() + QStringLiteral("/out.json");
  add_note("kept");
  dock_.export_to(path);
  run_.annotations().remove({0});
  dock_.import_from(path);
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].name, "kept");
  QSignalSpy failed(&dock_, &DockView::failed);
  ASSERT_TRUE(write_file(path.toStdString(), "{\"schema\":\"other/1\"}"));
  dock_.import_from(path);
  dock_.import_from(folder_.path() + QStringLiteral("/none.json"));
  dock_.export_to(folder_.path() + QStringLiteral("/no/folder.json"));
  EXPECT_EQ(failed.count(), 3);
  EXPECT_EQ(notes().size(), 1u) << "an error changes nothing";
}

TEST_F(AnnotationsDockTest, AreSavedInTheSession) {
  const QString path = folder_.path() + QStringLiteral("/run.nscope");
  EXPECT_FALSE(dock_.save_button().isEnabled());
  EXPECT_TRUE(dock_.save_button().toolTip().contains(QStringLiteral("not saved as a session")));
  const auto trace = make_run();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*trace, path.toStdString(), control));
  run_.set_trace(trace, {.session = path});
  EXPECT_FALSE(dock_.save_button().isEnabled()) << "nothing to save";
  add_note("kept");
  wait_for_autosave();
  ASSERT_TRUE(dock_.save_button().isEnabled());
  dock_.save_button().click();
  ASSERT_TRUE(QTest::qWaitFor([this] { return !run_.annotations().unsaved(); }, 5000));
  EXPECT_EQ(session_file::load_annotations(path.toStdString(), *trace)->size(), 1u);
  EXPECT_EQ(autosaves(), (QStringList{QStringLiteral("run.nscope")})) << "needed no longer";
  EXPECT_FALSE(dock_.save_button().isEnabled());
}

TEST_F(AnnotationsDockTest, WhatACrashLeftIsOfferedAgain) {
  add_note("kept safe");
  wait_for_autosave();
  leave_as_crashed();
  RunView after;
  AnnotationsDock dock(after, nullptr);
  dock.resize(1100, 420);
  dock.show();
  dock.set_seen(true);
  after.annotations().set_autosave_folder(crashed_.path());
  after.set_trace(make_run());
  EXPECT_TRUE(after.annotations().annotations().empty());
  ASSERT_TRUE(dock.recovery_bar().isVisible());
  // A note made before answering, and another crash: both are offered.
  ASSERT_TRUE(after.annotations().add({.name = "new"}));
  after.set_trace(make_run());
  ASSERT_TRUE(after.annotations().recovery().has_value());
  EXPECT_EQ(after.annotations().recovery()->annotations.size(), 2u);
  ASSERT_TRUE(after.annotations().add({.name = "newer"}));
  dock.restore_button().click();
  EXPECT_EQ(after.annotations().annotations().size(), 3u);
  EXPECT_FALSE(dock.recovery_bar().isVisible());
  after.annotations().undo_stack().undo();
  EXPECT_EQ(after.annotations().annotations().size(), 1u) << "taking over can be taken back";
}

TEST_F(AnnotationsDockTest, WhatIsNotWantedIsDiscarded) {
  add_note("kept safe");
  wait_for_autosave();
  leave_as_crashed();
  RunView after;
  AnnotationsDock dock(after, nullptr);
  dock.set_seen(true);
  after.annotations().set_autosave_folder(crashed_.path());
  after.set_trace(make_run());
  ASSERT_TRUE(after.annotations().recovery().has_value());
  dock.discard_button().click();
  EXPECT_TRUE(kept_in(crashed_).empty());
  after.set_trace(make_run());
  EXPECT_FALSE(after.annotations().recovery().has_value());
}

TEST_F(AnnotationsDockTest, ADamagedAutosaveOffersNothing) {
  add_note("kept safe");
  wait_for_autosave();
  leave_as_crashed();
  const QString path = crashed_.filePath(kept_in(crashed_).front());
  ASSERT_TRUE(write_file(path.toStdString(), "{\"schema\":\"nscope.annot"));
  RunView after;
  after.annotations().set_autosave_folder(crashed_.path());
  after.set_trace(make_run());
  EXPECT_FALSE(after.annotations().recovery().has_value());
}

TEST_F(AnnotationsDockTest, WindowsOfOneRunKeepTheirNotesApart) {
  add_note("of the first");
  wait_for_autosave();
  QSignalSpy first_told(&run_.annotations(), &RunAnnotations::kept_apart);
  {
    RunView second;
    QSignalSpy told(&second.annotations(), &RunAnnotations::kept_apart);
    second.annotations().set_autosave_folder(folder_.path());
    second.set_trace(make_run());
    EXPECT_FALSE(second.annotations().recovery()) << "the first has it, and lives";
    EXPECT_EQ(told.count(), 0) << "nothing to keep yet";
    ASSERT_TRUE(second.annotations().add({.name = "of the second"}));
    ASSERT_TRUE(second.annotations().add({.name = "another"}));
    EXPECT_EQ(told.count(), 1);
    ASSERT_TRUE(QTest::qWaitFor([this] { return autosaves().size() == 2; }, 5000));
    second.annotations().undo_stack().undo();
    second.annotations().undo_stack().undo();
    // Nothing is unsaved here: only the own file may go.
    ASSERT_TRUE(QTest::qWaitFor([this] { return autosaves().size() == 1; }, 5000));
    second.annotations().undo_stack().redo();
  }
  EXPECT_EQ(first_told.count(), 0) << "it was alone when it was opened";
  EXPECT_EQ(autosaves().size(), 2) << "closing the window is no loss";
  // Both are gone: what they left is offered together, and is one file then.
  run_.set_trace(nullptr);
  RunView third;
  third.annotations().set_autosave_folder(folder_.path());
  third.set_trace(make_run());
  ASSERT_TRUE(third.annotations().recovery().has_value());
  const auto& left = third.annotations().recovery()->annotations;
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].name, "of the first");
  EXPECT_EQ(left[1].name, "of the second");
  EXPECT_EQ(autosaves().size(), 1);
}

TEST_F(AnnotationsDockTest, SavingLeavesWhatAnotherWindowHasSaved) {
  const QString path = folder_.path() + QStringLiteral("/run.nscope");
  const auto trace = make_run();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*trace, path.toStdString(), control));
  const Annotation old{.name = "old"};
  ASSERT_TRUE(session_file::store_annotations(path.toStdString(), std::vector{old}));
  run_.set_trace(trace, {.session = path, .annotations = {old}});
  add_note("mine");
  const std::vector others{old, Annotation{.name = "of another window"}};
  ASSERT_TRUE(session_file::store_annotations(path.toStdString(), others));
  dock_.save();
  ASSERT_TRUE(QTest::qWaitFor([this] { return !run_.annotations().unsaved(); }, 5000));
  const auto stored = session_file::load_annotations(path.toStdString(), *trace);
  ASSERT_TRUE(stored);
  ASSERT_EQ(stored->size(), 3u);
  EXPECT_EQ((*stored)[2].name, "of another window");
  EXPECT_EQ(notes(), *stored) << "and are shown";
  // What this window has removed is gone, although the file had it.
  run_.annotations().remove({0});
  dock_.save();
  ASSERT_TRUE(QTest::qWaitFor([this] { return !run_.annotations().unsaved(); }, 5000));
  EXPECT_EQ(session_file::load_annotations(path.toStdString(), *trace)->size(), 2u);
}

TEST_F(AnnotationsDockTest, AnotherRunHasItsOwnNotes) {
  add_note("of the first");
  run_.set_trace(make_run(), {.session = {}, .annotations = {{.name = "of the second"}}});
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].name, "of the second");
  EXPECT_FALSE(run_.annotations().undo_stack().canUndo());
  EXPECT_EQ(autosaves().size(), 1) << "the first's are safe without waiting";
  run_.set_trace(nullptr);
  EXPECT_TRUE(notes().empty());
}

}  // namespace
}  // namespace nscope::gui
