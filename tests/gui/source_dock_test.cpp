#include "app/gui/docks/source/source_dock.h"

#include "app/gui/docks/source/python_colors.h"
#include "app/gui/text/text.h"
#include "tests/gui/docks_fixtures.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// attn.py:2 multiplies 0..100 and 200..300; attn.py:4 adds 150..250; mlp.py:9, which is not in
/// the file, copies 400..420. A COPY 500..520 has no line.
struct LinedRun {
  LinedRun() {
    TraceWriter out(builder);
    NeuronTracks tracks(out);
    out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(1000)});
    const auto add = [&](Engine engine, std::string_view opcode, std::string_view line, int begin,
                         int end) {
      const SliceId slice = out.slice(tracks.engine(0, engine), out.intern(opcode),
                                      TraceTime(begin), TraceTime(end - begin));
      if (!line.empty()) out.arg(slice, out.intern(key::kSourceLocation), line);
      return slice;
    };
    add(Engine::kTensor, "MATMUL", "/home/me/attn.py:2", 0, 100);
    add(Engine::kTensor, "MATMUL", "/home/me/attn.py:2", 200, 310);
    add(Engine::kVector, "TENSOR_TENSOR", "/home/me/attn.py:4", 150, 250);
    add(Engine::kVector, "COPY", "/home/me/mlp.py:9", 400, 420);
    add(Engine::kVector, "COPY", "", 500, 520);
    out.finish();
    trace = builder.finish();
    first = at(Engine::kTensor, 0);
    second = at(Engine::kTensor, 200);
    sum = at(Engine::kVector, 150);
    copy = at(Engine::kVector, 400);
    unlined = at(Engine::kVector, 500);
  }
  SliceId at(Engine engine, std::int64_t begin) const {
    for (const Track& track : trace->tracks()) {
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (track.engine == engine && track.slices.start[row] == begin) {
          return Trace::slice_id(track, row);
        }
      }
    }
    return {};
  }

  TraceBuilder builder;
  SliceId first, second, sum, copy, unlined;
  std::shared_ptr<const Trace> trace;
};

/// A folder with the sources of the run.
struct SourceFolder {
  SourceFolder() {
    put("attn.py", "import nki\nmatmul(a, b)\n\n\tadd(a)  # <img src=\"/dev/zero\">\nend()\n");
    put("mlp.py", "copy()\n");
  }
  void put(const char* name, const char* text) const {
    QFile file(folder.filePath(QString::fromLatin1(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  QTemporaryDir folder;
};

QString cell(SourceDock& dock, int row, int column) {
  return dock.model().index(row, column).data().toString();
}

TEST(SourceDock, ListsTheLinesOfTheRunWithoutTheText) {
  const LinedRun run;
  SeenDock<SourceDock> dock(run.trace);
  const QAbstractItemModelTester tester(&dock.view.model(),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_TRUE(dock.view.message().isEmpty());
  EXPECT_EQ(dock.view.files().model().rowCount(), 2);
  EXPECT_EQ(dock.view.files().current_text("name"), QStringLiteral("attn.py"));
  ASSERT_EQ(dock.view.model().rowCount(), 2) << "only the stated lines";
  EXPECT_EQ(cell(dock.view, 0, SourceLineModel::kLine), QStringLiteral("2"));
  EXPECT_EQ(cell(dock.view, 1, SourceLineModel::kLine), QStringLiteral("4"));
  EXPECT_EQ(cell(dock.view, 0, SourceLineModel::kTime), to_qstring("210\u202fns"));
  EXPECT_EQ(cell(dock.view, 0, SourceLineModel::kSpilled), QStringLiteral("–"))
      << "unknown is not zero";
  EXPECT_TRUE(dock.view.notes_text().contains(QStringLiteral("text of attn.py was not found")));
}

TEST(SourceDock, ShowsTheTextOfTheChosenFolder) {
  const LinedRun run;
  const SourceFolder sources;
  SeenDock<SourceDock> dock(run.trace);
  dock.run.set_source_root(sources.folder.path());
  dock.settle();
  ASSERT_EQ(dock.view.model().rowCount(), 5);
  EXPECT_EQ(cell(dock.view, 1, SourceLineModel::kText), QStringLiteral("matmul(a, b)"));
  EXPECT_EQ(cell(dock.view, 3, SourceLineModel::kText),
            QStringLiteral("    add(a)  # <img src=\"/dev/zero\">"))
      << "plain text";
  EXPECT_EQ(cell(dock.view, 0, SourceLineModel::kTime), QString()) << "a line without events";
  EXPECT_TRUE(dock.view.caption_text().contains(sources.folder.path()));
  EXPECT_TRUE(dock.view.notes_text().contains(QStringLiteral("line 9")));
  dock.view.files().select_row(1);
  ASSERT_EQ(dock.view.model().rowCount(), 2);
  EXPECT_EQ(cell(dock.view, 1, SourceLineModel::kLine), QStringLiteral("9"));
  EXPECT_EQ(cell(dock.view, 1, SourceLineModel::kText), QString());
}

TEST(SourceDock, ALineHighlightsItsEventsAndEnterZoomsToTheLongest) {
  const LinedRun run;
  SeenDock<SourceDock> dock(run.trace);
  dock.view.view().setCurrentIndex(dock.view.model().index(0, 0));
  EXPECT_TRUE(highlighted(dock.run, run.first));
  EXPECT_TRUE(highlighted(dock.run, run.second));
  EXPECT_FALSE(highlighted(dock.run, run.sum));
  EXPECT_FALSE(highlighted(dock.run, run.unlined));
  const QSignalSpy zoomed(&dock.run, &RunView::zoom_wanted);
  QTest::keyClick(&dock.view.view(), Qt::Key_Return);
  ASSERT_EQ(zoomed.count(), 1);
  EXPECT_EQ(dock.run.selected_event(), run.second);
  QTest::keyClick(&dock.view.view(), Qt::Key_Escape);
  EXPECT_EQ(dock.run.highlight(), nullptr);
}

TEST(SourceDock, StepsThroughTheEventsOfALine) {
  const LinedRun run;
  SeenDock<SourceDock> dock(run.trace);
  EXPECT_FALSE(dock.view.next().isEnabled());
  dock.view.view().setCurrentIndex(dock.view.model().index(0, 0));
  ASSERT_TRUE(dock.view.next().isEnabled());
  dock.view.next().click();
  EXPECT_EQ(dock.run.selected_event(), run.first);
  dock.view.next().click();
  EXPECT_EQ(dock.run.selected_event(), run.second);
  dock.view.next().click();
  EXPECT_EQ(dock.run.selected_event(), run.first) << "continues with the first";
  dock.view.previous().click();
  EXPECT_EQ(dock.run.selected_event(), run.second);
}

TEST(SourceDock, FollowsTheSelectedEvent) {
  const LinedRun run;
  SeenDock<SourceDock> dock(run.trace);
  dock.run.select(run.sum);
  EXPECT_EQ(cell(dock.view, dock.view.view().currentIndex().row(), SourceLineModel::kLine),
            QStringLiteral("4"));
  EXPECT_EQ(dock.run.highlight(), nullptr) << "the other events stay as they are";
  dock.run.select(run.copy);
  EXPECT_EQ(dock.view.files().current_text("name"), QStringLiteral("mlp.py"));
  EXPECT_EQ(cell(dock.view, dock.view.view().currentIndex().row(), SourceLineModel::kLine),
            QStringLiteral("9"));
  dock.run.select(run.unlined);
  EXPECT_EQ(dock.view.files().current_text("name"), QStringLiteral("mlp.py")) << "unchanged";
}

TEST(SourceDock, EntersALocationAndCopiesItsText) {
  const LinedRun run;
  const SourceFolder sources;
  SeenDock<SourceDock> dock(run.trace);
  dock.run.set_source_root(sources.folder.path());
  dock.settle();
  dock.view.enter(QStringLiteral("attn.py:4"));
  EXPECT_TRUE(highlighted(dock.run, run.sum));
  QTest::keyClick(&dock.view.view(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("\tadd(a)  # <img src=\"/dev/zero\">"));
  dock.view.enter(QStringLiteral("other.py:1"));
  EXPECT_TRUE(highlighted(dock.run, run.sum)) << "an unknown file changes nothing";
}

TEST(SourceDock, GivesTheReasonIfThereIsNothingToShow) {
  const LayeredRun without;
  SeenDock<SourceDock> dock(without.trace);
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("source line")));
  dock.run.set_source_root(QStringLiteral("/no/such/folder"));
  dock.settle();
  EXPECT_FALSE(dock.view.message().isEmpty());
  const LinedRun run;
  dock.run.set_trace(run.trace);
  dock.settle();
  EXPECT_TRUE(dock.view.message().isEmpty()) << "the lines are known without the text";
  EXPECT_TRUE(dock.view.notes_text().contains(QStringLiteral("/no/such/folder")));
  dock.run.set_trace(nullptr);
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("Open a capture")));
}

TEST(SourceDock, IgnoresEventsOfARunThatItDoesNotShow) {
  const LinedRun run;
  SeenDock<SourceDock> dock(run.trace);
  dock.view.set_seen(false);
  const LayeredRun other;
  dock.run.set_trace(other.trace);
  dock.run.select(other.sum);
  dock.view.next().click();
  EXPECT_EQ(dock.run.selected_event(), other.sum);
}

TEST(PythonColors, FindsTheCommonParts) {
  using enum PythonPart;
  const QString line = QStringLiteral("for i in range(0x10): x = \"a#b\\\"\" # note");
  const std::vector<PythonSpan> expected{
      {0, 3, kKeyword}, {6, 2, kKeyword}, {15, 4, kNumber}, {26, 7, kText}, {34, 6, kComment}};
  EXPECT_EQ(python_spans(line), expected);
  EXPECT_EQ(python_spans(QStringLiteral("  @nki.jit")),
            (std::vector<PythonSpan>{{2, 8, kDecorator}}));
  EXPECT_TRUE(python_spans(QStringLiteral("a @ b")).empty()) << "a matrix product";
  EXPECT_EQ(python_spans(QStringLiteral("x = '''open")).back(), (PythonSpan{4, 7, kText}));
  EXPECT_TRUE(python_spans(QString()).empty());
  EXPECT_EQ(python_spans(QStringLiteral("'\\")).size(), 1u) << "ends after a backslash";
}

}  // namespace
}  // namespace nscope::gui
