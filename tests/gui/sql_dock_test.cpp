#include "app/gui/docks/sql_dock.h"

#include "tests/gui/run_fixtures.h"

#include <QAbstractItemView>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

SqlNames words() {
  return SqlNames({{"slice", {"id", "name", "start_ns"}}, {"track", {"id", "kind", "path"}}});
}

QStringList offered(const char* before, bool asked = false, const char* after = "") {
  return words().complete(QString::fromUtf8(before), QString::fromUtf8(after), asked).words;
}

TEST(SqlNames, OfferTablesColumnsFunctionsAndKeywords) {
  EXPECT_EQ(offered("SELECT * FROM sl"), QStringList{QStringLiteral("slice")});
  EXPECT_EQ(offered("SEL"), QStringList{QStringLiteral("SELECT")});
  EXPECT_EQ(offered("SELECT medi"), QStringList{QStringLiteral("median")});
  EXPECT_TRUE(offered("SELECT sta").contains(QStringLiteral("start_ns")));
  EXPECT_TRUE(offered("SELECT slice").isEmpty()) << "nothing is left to type";
}

TEST(SqlNames, AfterAPointOnlyTheColumnsOfThatTable) {
  const QStringList slice{QStringLiteral("id"), QStringLiteral("name"), QStringLiteral("start_ns")};
  EXPECT_EQ(offered("SELECT slice."), slice);
  EXPECT_EQ(offered("SELECT s.na", false, " FROM slice s"), QStringList{QStringLiteral("name")});
  EXPECT_EQ(offered("SELECT t.", false, " FROM slice AS s JOIN track AS t"),
            (QStringList{QStringLiteral("id"), QStringLiteral("kind"), QStringLiteral("path")}));
  EXPECT_TRUE(offered("SELECT nobody.").isEmpty());
}

TEST(SqlNames, SayNothingWhereNothingIsWanted) {
  EXPECT_TRUE(offered("SELECT ").isEmpty());
  EXPECT_FALSE(offered("SELECT ", true).isEmpty()) << "unless asked";
  EXPECT_TRUE(offered("SELECT 'sl").isEmpty()) << "in a text";
  EXPECT_FALSE(offered("SELECT 'it''s' || sl").isEmpty());
  EXPECT_TRUE(offered("-- sl").isEmpty()) << "in a comment";
  EXPECT_FALSE(offered("-- a\nSELECT sl").isEmpty());
  EXPECT_TRUE(offered("SELECT sl", false, "ice").isEmpty()) << "within a word";
  EXPECT_TRUE(offered("LIMIT 1").isEmpty());
}

TEST(SqlHistory, GoesBackAndForthAndKeepsTheDraft) {
  SqlHistory history;
  const auto text = [](const char* t) { return QString::fromLatin1(t); };
  EXPECT_EQ(history.older(text("draft")), text("draft"));
  ASSERT_TRUE(history.add(text("a")));
  ASSERT_TRUE(history.add(text("b")));
  ASSERT_TRUE(history.add(text("a")));
  EXPECT_EQ(history.queries(), (QStringList{text("b"), text("a")})) << "each once, the latest last";
  EXPECT_EQ(history.older(text("draft")), text("a"));
  EXPECT_EQ(history.older(text("a")), text("b"));
  EXPECT_EQ(history.older(text("b")), text("b"));
  EXPECT_EQ(history.newer(text("b")), text("a"));
  EXPECT_EQ(history.newer(text("a")), text("draft"));
  EXPECT_EQ(history.newer(text("draft")), text("draft"));
  EXPECT_EQ(history.older(text("a")), text("b")) << "what was just run is what is shown";
}

TEST(SqlHistory, IsKeptInAFile) {
  const QTemporaryDir folder;
  const QString path = folder.path() + QStringLiteral("/deep/history.json");
  SqlHistory history;
  history.set_file(path);
  for (int i = 0; i < SqlHistory::kMost + 5; ++i) {
    ASSERT_TRUE(history.add(QStringLiteral("query %1\n\"x\"").arg(i)));
  }
  SqlHistory again;
  again.set_file(path);
  EXPECT_EQ(again.queries(), history.queries());
  EXPECT_EQ(again.queries().size(), SqlHistory::kMost);
  QFile damaged(path);
  ASSERT_TRUE(damaged.open(QIODevice::WriteOnly));
  damaged.write("[\"a\", 5, ");
  damaged.close();
  again.set_file(path);
  EXPECT_TRUE(again.queries().empty());
  EXPECT_TRUE(again.add(QStringLiteral("b"))) << "a damaged file is a new one";
  SqlHistory nowhere;
  nowhere.set_file(QStringLiteral("/proc/none/history.json"));
  EXPECT_FALSE(nowhere.add(QStringLiteral("b")));
}

class SqlDockTest : public testing::Test {
 protected:
  SqlDockTest() : dock_(run_, nullptr) {
    dock_.resize(1300, 420);
    dock_.show();
    dock_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&dock_));
    dock_.set_seen(true);
    run_.set_trace(make_run());
  }
  SqlPanel& panel() { return dock_.panel(); }
  SqlEditor& editor() { return panel().editor(); }
  void run(const char* sql) {
    panel().set_query(QString::fromLatin1(sql));
    QTest::keyClick(&editor(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !panel().job().is_running(); }, 10'000));
  }

  RunView run_;
  SqlDock dock_;
};

TEST_F(SqlDockTest, CompletesWhileOneTypes) {
  editor().setFocus();
  editor().clear();
  QTest::keyClicks(&editor(), QStringLiteral("SELECT star"));
  QAbstractItemView* popup = editor().completer().popup();
  ASSERT_TRUE(popup->isVisible());
  EXPECT_EQ(popup->currentIndex().data().toString(), QStringLiteral("start_ns"));
  QTest::keyClick(popup, Qt::Key_Return);
  EXPECT_EQ(panel().query(), QStringLiteral("SELECT start_ns"));
  QTest::keyClicks(&editor(), QStringLiteral(" FROM sli"));
  ASSERT_TRUE(popup->isVisible());
  QTest::keyClick(popup, Qt::Key_Escape);
  EXPECT_FALSE(popup->isVisible());
  EXPECT_EQ(panel().query(), QStringLiteral("SELECT start_ns FROM sli"));
  QTest::keyClick(&editor(), Qt::Key_Space, Qt::ControlModifier);
  ASSERT_TRUE(popup->isVisible()) << "asked for";
}

TEST_F(SqlDockTest, BeginsWithAQueryThatSuitsTheRun) {
  EXPECT_TRUE(panel().query().startsWith("SELECT engine, name,"));
  run_.set_trace(std::make_shared<const Trace>());  // a run on GPUs has no engines
  EXPECT_TRUE(panel().query().startsWith("SELECT name,"));
  panel().set_query(QStringLiteral("SELECT 1"));
  run_.set_trace(make_run());
  EXPECT_EQ(panel().query(), "SELECT 1") << "what the user wrote stays";
}

TEST_F(SqlDockTest, RowsOfAnotherRunDisappear) {
  run("SELECT name FROM slice");
  ASSERT_GT(panel().result().model().rowCount(), 0);
  run_.set_trace(make_run());
  EXPECT_TRUE(panel().result().message().contains("Tables"));
  EXPECT_EQ(panel().query(), "SELECT name FROM slice") << "the query stays";
}

TEST_F(SqlDockTest, KnowsEveryTableOfTheDocumentation) {
  editor().clear();
  for (const char* table :
       {"slice", "track", "counter", "flow", "arg", "core", "process", "collective",
        "compile_cache_event", "metric", "diagnostic", "property", "slice_summary", "busy"}) {
    EXPECT_TRUE(panel().result().message().contains(QString::fromLatin1(table))) << table;
  }
}

TEST_F(SqlDockTest, CtrlUpBringsQueriesBack) {
  run("SELECT 1 AS a");
  run("SELECT 2 AS b");
  editor().setPlainText(QStringLiteral("draft"));
  QTest::keyClick(&editor(), Qt::Key_Up, Qt::ControlModifier);
  EXPECT_EQ(panel().query(), QStringLiteral("SELECT 2 AS b"));
  QTest::keyClick(&editor(), Qt::Key_Up, Qt::ControlModifier);
  EXPECT_EQ(panel().query(), QStringLiteral("SELECT 1 AS a"));
  QTest::keyClick(&editor(), Qt::Key_Down, Qt::ControlModifier);
  QTest::keyClick(&editor(), Qt::Key_Down, Qt::ControlModifier);
  EXPECT_EQ(panel().query(), QStringLiteral("draft"));
}

TEST_F(SqlDockTest, RowsWithAnEventLeadToIt) {
  run("SELECT id AS slice_id, name FROM slice WHERE name = 'MATMUL'");
  const QSignalSpy zoomed(&run_, &RunView::zoom_wanted);
  panel().result().select_row(0);
  QTest::keyClick(&panel().result().view(), Qt::Key_Return);
  ASSERT_EQ(zoomed.count(), 1);
  EXPECT_EQ(run_.trace()->text(run_.trace()->slice(run_.selected_event()).name()), "MATMUL");
  run("SELECT 123456 AS slice_id");
  panel().result().select_row(0);
  QTest::keyClick(&panel().result().view(), Qt::Key_Return);
  EXPECT_EQ(zoomed.count(), 1) << "an event that the run does not have";
  const QSignalSpy times(&run_, &RunView::time_wanted);
  run("SELECT start_ns, duration_ns FROM slice LIMIT 1");
  panel().result().select_row(0);
  QTest::keyClick(&panel().result().view(), Qt::Key_Return);
  EXPECT_EQ(times.count(), 1);
}

TEST_F(SqlDockTest, PlotsTwoColumns) {
  run("SELECT name, count(*) AS n, sum(duration_ns) AS total_ns FROM slice GROUP BY name");
  panel().set_plotted(true);
  EXPECT_TRUE(panel().chart().isVisible());
  EXPECT_EQ(panel().x_column().currentText(), QStringLiteral("name"));
  EXPECT_EQ(panel().y_column().currentText(), QStringLiteral("total_ns"));
  EXPECT_EQ(panel().y_column().count(), 2) << "texts cannot be drawn";
  ASSERT_EQ(panel().chart().data().items.size(), 4u);
  panel().y_column().setCurrentText(QStringLiteral("n"));
  emit panel().y_column().activated(0);
  EXPECT_EQ(panel().chart().data().y.id, "n");
  run("SELECT name FROM slice");
  EXPECT_FALSE(panel().chart().isVisible()) << "nothing can be drawn";
  run("SELECT start_ns, duration_ns FROM slice");
  EXPECT_TRUE(panel().chart().isVisible());
  EXPECT_EQ(panel().chart().data().kind, analysis::Plot::Kind::kLines);
  run("SELECT nonsense");
  EXPECT_FALSE(panel().chart().isVisible());
}

TEST_F(SqlDockTest, ResultsAreExported) {
  run("SELECT name, count(*) AS n FROM slice GROUP BY name ORDER BY n DESC, name LIMIT 1");
  EXPECT_EQ(panel().result_as(SqlPanel::Format::kCsv), "name,n\nCOPY,5\n");
  EXPECT_EQ(panel().result_as(SqlPanel::Format::kJson),
            "[\n  {\n    \"name\": \"COPY\",\n    \"n\": 5\n  }\n]\n");
  QSignalSpy failed(&dock_, &DockView::failed);
  panel().save_as(SqlPanel::Format::kCsv, QStringLiteral("/no/such/folder/x.csv"));
  EXPECT_EQ(failed.count(), 1);
}

TEST_F(SqlDockTest, ReadyQueriesRunAsTheyAreWritten) {
  const auto queries = ready_queries();
  ASSERT_TRUE(queries.has_value());
  ASSERT_GT(queries->size(), 20u);
  for (const ReadyQuery& query : *queries) {
    const QString sql = QString::fromStdString(written_out(query));
    EXPECT_FALSE(sql.contains(QLatin1Char(':')) && query.parameters.empty() &&
                 sql.contains(QStringLiteral(" :")))
        << query.id;
    run(sql.toLatin1().constData());
    EXPECT_NE(panel().status(), QStringLiteral("failed"))
        << query.id << ": " << panel().result().message().toStdString();
  }
}

}  // namespace
}  // namespace nscope::gui
