#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/palette/command_palette.h"
#include "app/gui/shell/palette/palette_entries.h"
#include "app/gui/shell/palette/palette_index.h"
#include "app/gui/shell/palette/palette_model.h"
#include "app/gui/simulate/simulate_page.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>

namespace nscope::gui {
namespace {

using Kind = PaletteEntry::Kind;

std::vector<QString> found(const PaletteIndex& index, const char* query) {
  std::vector<QString> texts;
  for (const std::size_t i : index.find(QString::fromUtf8(query), 20)) {
    texts.push_back(index.entry(i).text);
  }
  return texts;
}

PaletteIndex index_of(std::initializer_list<const char*> texts) {
  std::vector<PaletteEntry> entries;
  for (const char* text : texts) {
    entries.push_back({.kind = Kind::kAction, .id = text, .text = QString::fromUtf8(text)});
  }
  return PaletteIndex(std::move(entries));
}

TEST(PaletteIndex, LettersInTheirOrderAreEnough) {
  const auto index = index_of({"Open a capture", "Save session", "Preferences"});
  EXPECT_EQ(found(index, "oac"), std::vector<QString>{"Open a capture"});
  EXPECT_EQ(found(index, "PREF"), std::vector<QString>{"Preferences"});
  EXPECT_TRUE(found(index, "xyz").empty());
  EXPECT_TRUE(found(index, "sse s x").empty());
}

TEST(PaletteIndex, BeginningsOfWordsComeBeforeLettersInside) {
  const auto index =
      index_of({"Absence of traffic", "Search", "Open all groups", "Close all groups"});
  EXPECT_EQ(found(index, "se").front(), "Search");
  EXPECT_EQ(found(index, "oag").front(), "Open all groups");
  EXPECT_EQ(found(index, "cag").front(), "Close all groups");
}

TEST(PaletteIndex, LettersSideBySideComeBeforeScatteredOnes) {
  const auto index = index_of({"d-m-a of queues", "dma of queues", "data movement aside"});
  EXPECT_EQ(found(index, "dma").front(), "dma of queues");
  const auto longer = index_of({"Text encoder for search", "mm_arithmetic_intensity"});
  EXPECT_EQ(found(longer, "tens").front(), "mm_arithmetic_intensity");
}

TEST(PaletteIndex, WordsMayComeInAnyOrder) {
  const auto index = index_of({"NeuronCore 0 / TensorE", "NeuronCore 1 / TensorE"});
  EXPECT_EQ(found(index, "tens 1"), std::vector<QString>{"NeuronCore 1 / TensorE"});
  EXPECT_EQ(found(index, "1 tens"), std::vector<QString>{"NeuronCore 1 / TensorE"});
}

TEST(PaletteIndex, ShorterTextsWinWhereLettersMatchEqually) {
  const auto index = index_of({"waits by engine and producer", "waits"});
  EXPECT_EQ(found(index, "waits").front(), "waits");
}

TEST(PaletteIndex, TextCountsMoreThanDetailAndKindIsSearchedToo) {
  const PaletteIndex index(
      {{.kind = Kind::kQuery, .id = "a", .text = "Idle gaps", .detail = "roofline"},
       {.kind = Kind::kAnalysis, .id = "b", .text = "Roofline"},
       {.kind = Kind::kTrack, .id = "3", .text = "TensorE"}});
  EXPECT_EQ(found(index, "roofline"), (std::vector<QString>{"Roofline", "Idle gaps"}));
  EXPECT_EQ(found(index, "track"), std::vector<QString>{"TensorE"});
}

TEST(PaletteIndex, EqualMatchesKeepTheOrderOfKinds) {
  const PaletteIndex index({{.kind = Kind::kTrack, .id = "1", .text = "Summary"},
                            {.kind = Kind::kAction, .id = "x", .text = "Summary"}});
  const auto order = index.find(QStringLiteral("summary"), 5);
  ASSERT_EQ(order.size(), 2u);
  EXPECT_EQ(index.entry(order[0]).kind, Kind::kAction);
}

TEST(PaletteIndex, MarksTheLettersItMatched) {
  const auto index = index_of({"Open all groups"});
  EXPECT_EQ(index.matched(0, QStringLiteral("oag")), (std::vector<int>{0, 5, 9}));
  EXPECT_EQ(index.matched(0, QStringLiteral("all")), (std::vector<int>{5, 6, 7}));
}

TEST(PaletteIndex, OtherScriptsAndFoldingAreFound) {
  const auto index = index_of({"設定", "Größe von allem", "ΣΎΝΟΨΗ"});
  EXPECT_EQ(found(index, "設"), std::vector<QString>{"設定"});
  EXPECT_EQ(found(index, "GRÖß"), std::vector<QString>{"Größe von allem"});
  EXPECT_EQ(found(index, "σύνοψη"), std::vector<QString>{"ΣΎΝΟΨΗ"});
}

TEST(PaletteIndex, AnEmptyQueryGivesTheFirstEntries) {
  const auto index = index_of({"c", "a", "b"});
  EXPECT_EQ(found(index, ""), (std::vector<QString>{"c", "a", "b"}));
  EXPECT_EQ(index.find(QString(), 2).size(), 2u);
}

TEST(PaletteModel, IsAModel) {
  PaletteModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  std::vector<PaletteEntry> entries;
  for (int i = 0; i < 200; ++i) {
    entries.push_back({.kind = Kind::kTrack,
                       .id = QString::number(i),
                       .text = QStringLiteral("track %1").arg(i)});
  }
  entries.push_back({.kind = Kind::kQuery, .id = "q", .text = "locked", .obstacle = "no run"});
  model.set_entries(std::move(entries));
  EXPECT_EQ(model.rowCount(), static_cast<int>(PaletteModel::kMostRows));
  model.set_query(QStringLiteral("locked"));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_FALSE(model.index(0).flags() & Qt::ItemIsEnabled);
  EXPECT_EQ(model.index(0).data(PaletteModel::kDetail).toString(), "no run");
  model.set_query(QStringLiteral("nothing at all"));
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(PaletteEntries, OfferTracksMetricsAnalysesQueriesAndBuiltIns) {
  const auto run = make_run();
  EXPECT_EQ(track_entries(run.get()).size(), run->tracks().size());
  EXPECT_TRUE(track_entries(nullptr).empty());
  std::map<Kind, int> kinds;
  for (const PaletteEntry& entry : question_entries(true)) {
    ++kinds[entry.kind];
    EXPECT_TRUE(entry.obstacle.isEmpty());
    EXPECT_FALSE(entry.text.isEmpty());
  }
  EXPECT_GT(kinds[Kind::kAnalysis], 20);
  EXPECT_GT(kinds[Kind::kMetric], 40);
  EXPECT_GT(kinds[Kind::kQuery], 20);
  for (const PaletteEntry& entry : question_entries(false)) EXPECT_FALSE(entry.obstacle.isEmpty());
  std::set<QString> built_ins;
  for (const PaletteEntry& entry : built_in_entries()) {
    EXPECT_TRUE(built_ins.insert(entry.id).second) << entry.id.toStdString();
    EXPECT_TRUE(app::find_built_in(entry.id.toStdString())) << entry.id.toStdString();
  }
  EXPECT_GT(built_ins.size(), 5u);
  EXPECT_TRUE(recent_file_entries({QStringLiteral("/no/such/file")}).empty());
}

TEST(QueryText, ReadyQueriesRunWithTheirValuesWrittenIn) {
  const auto queries = ready_queries();
  ASSERT_TRUE(queries.has_value());
  auto session = SqlSession::open(make_run(), {});
  ASSERT_TRUE(session.has_value());
  for (const ReadyQuery& query : *queries) {
    TaskControl control;
    const auto result = session->query(written_out(query), control);
    EXPECT_TRUE(result.has_value())
        << query.id << ": " << (result ? "" : nscope::to_string(result.error()));
  }
}

class PaletteWindowTest : public ShellTest {
 protected:
  CommandPalette& palette() { return window_.command_palette(); }
  void type(const char* text) {
    palette().open();
    QTest::keyClicks(&palette().field(), QString::fromLatin1(text));
  }
  void enter() { QTest::keyClick(&palette().field(), Qt::Key_Return); }
};

TEST_F(PaletteWindowTest, KeysOpenMoveAndLeave) {
  QTest::keyClick(&window_, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(palette().isVisible());
  EXPECT_EQ(palette().list().currentIndex().row(), 0);
  QTest::keyClick(&palette().field(), Qt::Key_Down);
  QTest::keyClick(&palette().field(), Qt::Key_Down);
  EXPECT_EQ(palette().list().currentIndex().row(), 2);
  QTest::keyClick(&palette().field(), Qt::Key_Up);
  EXPECT_EQ(palette().list().currentIndex().row(), 1);
  QTest::keyClick(&palette().field(), Qt::Key_PageDown);
  EXPECT_GT(palette().list().currentIndex().row(), 5);
  QTest::keyClick(&palette().field(), Qt::Key_Escape);
  EXPECT_FALSE(palette().isVisible());
}

TEST_F(PaletteWindowTest, RunsAnAction) {
  type("plan");
  enter();
  EXPECT_FALSE(palette().isVisible());
  wait_until_idle();
  EXPECT_TRUE(window_.plan().isVisible());
}

TEST_F(PaletteWindowTest, OpensABuiltIn) {
  const auto example = app::find_built_in("example");
  ASSERT_TRUE(example);
  type(example->title.english().c_str());
  enter();
  wait_until_idle();
  EXPECT_TRUE(window_.simulate().isVisible());
  EXPECT_NE(window_.simulate().trace(), nullptr);
}

TEST_F(PaletteWindowTest, WithoutARunQuestionsAreListedButRefused) {
  type("analysis roofline");
  ASSERT_GT(palette().model().rowCount(), 0);
  enter();
  EXPECT_TRUE(palette().isVisible()) << "nothing was chosen";
}

TEST_F(PaletteWindowTest, AsksTheRun) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  AnalysisPanel& analyses = window_.inspect().analyses();
  type("analysis roofline");
  enter();
  EXPECT_EQ(analyses.chosen(), "roofline");
  type("vector_engine_active_time_percent");
  enter();
  EXPECT_EQ(analyses.chosen(), "summary");
  type("query wait time by engine");
  enter();
  wait_until_idle();
  SqlPanel& sql = window_.inspect().sql();
  EXPECT_TRUE(sql.isVisible());
  EXPECT_GT(sql.result().model().rowCount(), 0) << sql.status().toStdString();
  type("dock event details");
  enter();
  EXPECT_TRUE(window_.inspect().dock_view(QStringLiteral("event"))->isVisible());
}

TEST_F(PaletteWindowTest, TakesTheKeysToEveryDock) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  for (const DockKind& dock : dock_kinds()) {
    type(qPrintable("dock " + dock.translated_title()));
    enter();
    wait_until_idle();
    const DockView* view = window_.inspect().dock_view(QString::fromLatin1(dock.id));
    const QWidget* focus = QApplication::focusWidget();
    EXPECT_TRUE(view->isVisible()) << dock.id;
    EXPECT_TRUE(focus == view || view->isAncestorOf(focus)) << dock.id;
  }
}

TEST_F(PaletteWindowTest, JumpsToATrack) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  window_.inspect().timeline().set_all_collapsed(true);
  type("track vectore");
  ASSERT_GT(palette().model().rowCount(), 0);
  const PaletteEntry entry = palette().model().entry(0);
  ASSERT_EQ(entry.kind, Kind::kTrack) << entry.text.toStdString();
  EXPECT_TRUE(entry.text.contains("VectorE"));
  enter();
  EXPECT_FALSE(palette().isVisible());
}

}  // namespace
}  // namespace nscope::gui
