#include "app/gui/shell/welcome_page.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/docks/summary_panel.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/samples.h"
#include "app/gui/shell/slow_rank_run.h"
#include "app/gui/shell/tour.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/text/built_in_title.h"
#include "app/gui/text/text.h"
#include "importers/open/format_table.h"
#include "profiler/analysis/insights/insights.h"
#include "profiler/analysis/metrics/summary.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <algorithm>
#include <numeric>

namespace nscope::gui {
namespace {

QPushButton* button_with(const WelcomePage& page, const QString& text) {
  for (QPushButton* button : page.findChildren<QPushButton*>()) {
    if (button->text() == text && !button->isHidden()) return button;
  }
  return nullptr;
}

TEST(WelcomePage, MarksFilesThatAreGoneAndRemovesThem) {
  const QTemporaryDir folder;
  const QString there = folder.filePath(QStringLiteral("there.nscope"));
  QFile file(there);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  const QString gone = folder.filePath(QStringLiteral("gone.nscope"));
  const QString away = folder.filePath(QStringLiteral("away.nscope"));
  WelcomePage page;
  page.show();
  page.set_recent_files({there, gone, away});
  QTest::qWait(20);  // rows of a page that is shown already appear a moment later
  QSignalSpy chosen(&page, &WelcomePage::file_chosen);
  QSignalSpy removed(&page, &WelcomePage::removal_requested);
  QPushButton* present = button_with(page, QStringLiteral("there.nscope"));
  ASSERT_NE(present, nullptr);
  present->click();
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_EQ(chosen[0][0].toString(), there);
  QPushButton* missing = button_with(page, QStringLiteral("gone.nscope"));
  ASSERT_NE(missing, nullptr);
  EXPECT_FALSE(missing->isEnabled());
  EXPECT_TRUE(missing->toolTip().contains("gone.nscope"));
  QPushButton* all = button_with(page, WelcomePage::tr("Remove Missing Files"));
  ASSERT_NE(all, nullptr);
  all->click();
  ASSERT_EQ(removed.count(), 1);
  EXPECT_EQ(removed[0][0].toStringList(), (QStringList{gone, away}));
  for (QPushButton* button : page.findChildren<QPushButton*>()) {
    if (button->accessibleName().contains("there.nscope")) button->click();
  }
  EXPECT_EQ(removed.back()[0].toStringList(), QStringList{there});
}

TEST(WelcomePage, EveryBuiltInHasACardWithItsNote) {
  const WelcomePage page;
  for (const app::BuiltIn& entry : app::built_ins()) {
    const auto cards = page.findChildren<QPushButton*>(QStringLiteral("galleryCard"));
    const bool found = std::ranges::any_of(cards, [&](const QPushButton* card) {
      return card->accessibleName() == kind_title(entry.kind) + ": " + to_qstring(entry.title) &&
             card->accessibleDescription() == to_qstring(entry.note);
    });
    EXPECT_TRUE(found) << entry.name;
  }
}

TEST(WelcomePage, ExamplesHavePicturesAndResults) {
  QTemporaryDir folder;
  qputenv("NSCOPE_PRICE_BOOK", folder.filePath("prices.db").toUtf8());
  WelcomePage page;
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(QTest::qWaitFor([&page] { return !page.has_pending_pictures(); }, 120'000));
  qunsetenv("NSCOPE_PRICE_BOOK");
  int pictures = 0;
  for (const app::BuiltIn& entry : app::built_ins()) {
    const PreviewPicture* const picture =
        page.picture(kind_title(entry.kind) + ": " + to_qstring(entry.title));
    ASSERT_NE(picture, nullptr) << entry.name;
    pictures += picture->preview().has_picture() ? 1 : 0;
  }
  EXPECT_GT(pictures, static_cast<int>(app::built_ins().size()) * 3 / 4);
  for (const Sample& sample : samples()) {
    const PreviewPicture* const picture = page.picture("Sample capture: " + sample.title);
    ASSERT_NE(picture, nullptr);
    EXPECT_GE(picture->preview().rows.size(), 2U) << sample.id.toStdString();
    const QString& line = picture->preview().line;
    const QString rule = to_qstring(analysis::insight_rule_title(sample.rule));
    EXPECT_TRUE(line.contains(rule)) << "the cause, not only the length: " << line.toStdString();
    EXPECT_TRUE(line.contains('%')) << line.toStdString();
  }
}

TEST(WelcomePage, ASlowRankHasARowForEachCore) {
  TaskControl control;
  const auto preview = preview_of(*slow_rank_run(), "imbalance", control);
  ASSERT_TRUE(preview);
  ASSERT_EQ(preview->rows.size(), 4U);
  const Metric total = *analysis::summarize(*slow_rank_run(), {}).find("total_time");
  EXPECT_TRUE(preview->line.startsWith(metric_text(total))) << "as in Overall Summary";
  const auto busy = [&](std::size_t row) {
    const std::vector<double>& parts = preview->rows[row].busy;
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  };
  for (const std::size_t other : {0U, 1U, 3U}) EXPECT_GT(busy(2), 1.2 * busy(other)) << other;
}

TEST(WelcomePage, ComputesNothingWhileItIsHidden) {
  WelcomePage page;
  page.show();
  page.hide();
  QTest::qWait(900);
  EXPECT_TRUE(page.has_pending_pictures());
  EXPECT_FALSE(page.picture("Sample capture: " + samples().front().title)->preview().has_picture());
}

TEST(Samples, TheSlowRankIsFoundByTheInsights) {
  const auto trace = slow_rank_run();
  TaskControl control;
  const auto report =
      analysis::find_insights(*trace, analysis::request_for(analysis::kInsightAnalysis), control);
  ASSERT_TRUE(report);
  const auto& found = report->insights;
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const analysis::Insight& insight) {
    return insight.finding.english().find("Core 2 computes for") != std::string::npos;
  }));
  const auto skew = analysis::find_analysis("rank-skew");
  ASSERT_TRUE(skew);
  const auto table = analysis::run_analysis(**skew, *trace, {}, control);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->row_count(), 4U);
}

TEST_F(ShellTest, TheSlowRankOpensAsASessionThatIsKept) {
  const auto path = write_sample(QStringLiteral("slow-rank"));
  ASSERT_TRUE(path) << to_string(path.error());
  const QDateTime written = QFileInfo(*path).lastModified();
  emit window_.welcome().sample_chosen(QStringLiteral("slow-rank"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_.inspect().trace() != nullptr; }, 30'000));
  EXPECT_FALSE(window_.banner().isVisible());
  EXPECT_EQ(QFileInfo(*path).lastModified(), written);
}

TEST_F(ShellTest, ASampleOpensLikeACaptureAndBothCanBeCompared) {
  emit window_.welcome().sample_chosen(QStringLiteral("before"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_.inspect().trace() != nullptr; }, 30'000));
  EXPECT_FALSE(window_.banner().isVisible());
  emit window_.welcome().samples_compared();
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_.compare().sides().size() == 2; }, 30'000));
}

TEST_F(ShellTest, TheTourShowsEveryStopAndRemembersWhereItWasLeft) {
  window_.resize(1280, 720);
  window_.welcome().tour_button().click();
  ASSERT_NE(window_.tour(), nullptr);
  const std::size_t stops = window_.tour()->size();
  EXPECT_GE(stops, 5U);
  EXPECT_LE(stops, 6U);
  for (std::size_t stop = 0; stop < stops; ++stop) {
    Tour& tour = *window_.tour();
    EXPECT_EQ(tour.stop(), stop);
    EXPECT_TRUE(QTest::qWaitFor([&tour] { return !tour.highlight().isEmpty(); }, 30'000)) << stop;
    QTest::qWait(200);
    const QWidget& over = *window_.centralWidget();
    EXPECT_TRUE(over.rect().contains(tour.card().geometry())) << stop;
    EXPECT_TRUE(tour.card().isAncestorOf(window_.focusWidget()))
        << stop << ": the page took the keys of the tour";
    const QRect part = tour.highlight();
    const QRect covered = part.intersected(tour.card().geometry());
    EXPECT_LT(covered.width() * covered.height(), part.width() * part.height() / 2) << stop;
    if (stop == 2) {
      QTest::keyClick(&tour.next_button(), Qt::Key_Escape);
      EXPECT_TRUE(QTest::qWaitFor([this] { return window_.tour() == nullptr; }, 2000));
      EXPECT_EQ(window_.welcome().tour_button().text(), "Continue the Tour");
      window_.start_tour();
      ASSERT_NE(window_.tour(), nullptr);
      EXPECT_EQ(window_.tour()->stop(), 2U);
    }
    if (stop + 2 == stops) {
      // A user who works elsewhere sees all of the window.
      window_.set_mode(Mode::kInspect);
      EXPECT_TRUE(QTest::qWaitFor([&tour] { return tour.highlight().isEmpty(); }, 2000));
      QImage shade(tour.QWidget::size(), QImage::Format_ARGB32_Premultiplied);
      const auto dimmed = [&] {
        shade.fill(Qt::transparent);
        tour.render(&shade, QPoint(), QRegion(), QWidget::RenderFlags());
        return qAlpha(shade.pixel(2, 2)) > 0;
      };
      EXPECT_FALSE(dimmed());
      window_.set_mode(Mode::kSimulate);
      EXPECT_TRUE(QTest::qWaitFor([&tour] { return !tour.highlight().isEmpty(); }, 2000));
      EXPECT_TRUE(dimmed());
    }
    window_.tour()->next_button().click();
  }
  EXPECT_EQ(window_.tour(), nullptr);
  EXPECT_EQ(window_.welcome().tour_button().text(), "Repeat the Tour");
}

TEST_F(ShellTest, TheWheelChangesNoFieldOfAForm) {
  window_.resize(1280, 720);
  window_.set_mode(Mode::kSimulate);
  wait_until_idle();
  SimulatePage& page = window_.simulate();
  const Json before = sim::to_json(page.form().workload());
  const auto boxes = page.form().findChildren<QWidget*>();
  for (QWidget* field : boxes) {
    if (!field->isVisible()) continue;
    if (qobject_cast<QComboBox*>(field) == nullptr && qobject_cast<QSpinBox*>(field) == nullptr) {
      continue;
    }
    const QPointF at = field->rect().center();
    QWheelEvent down(at, field->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QApplication::sendEvent(field, &down);
  }
  EXPECT_EQ(sim::to_json(page.form().workload()), before);
}

TEST_F(ShellTest, NamesEverythingThatCanBeOpened) {
  emit window_.welcome().formats_requested();
  ASSERT_NE(window_.dialog(), nullptr);
  const QTableView* const table = window_.dialog()->findChild<QTableView*>();
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->model()->rowCount(), static_cast<int>(importers::format_table().row_count()));
  EXPECT_GT(table->model()->rowCount(), 10);
}

TEST(WelcomePage, HasADoorForEachTask) {
  WelcomePage page;
  QSignalSpy opened(&page, &WelcomePage::open_requested);
  QSignalSpy predicted(&page, &WelcomePage::prediction_requested);
  QSignalSpy asked(&page, &WelcomePage::question_asked);
  for (const char* text : {"Open Capture…", "New Prediction", "What does it cost?",
                           "Which fleet do I need?", "Does a migration pay off?"}) {
    QPushButton* const button = button_with(page, QString::fromUtf8(text));
    ASSERT_NE(button, nullptr) << text;
    button->click();
  }
  EXPECT_EQ(opened.count(), 1);
  EXPECT_EQ(predicted.count(), 1);
  EXPECT_EQ(asked.count(), 3);
}

using DropTest = ShellTest;

TEST_F(DropTest, AQuestionOpensItsView) {
  auto* const page = window_.findChild<WelcomePage*>();
  ASSERT_NE(page, nullptr);
  emit page->question_asked(app::BuiltIn::Kind::kPlan);
  EXPECT_TRUE(window_.plan().fleet().isVisible());
  emit page->question_asked(app::BuiltIn::Kind::kMigration);
  EXPECT_TRUE(window_.plan().decision().isVisible());
  wait_until_idle();
}

TEST_F(DropTest, AFileDroppedOnATextFieldOpensAndIsNoText) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  ASSERT_TRUE(window_.inspect().show_dock(QStringLiteral("sql")));
  auto* field = window_.findChild<QPlainTextEdit*>();
  ASSERT_NE(field, nullptr);
  const QString before = field->toPlainText();
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("broken.ntff"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("no capture");
  file.close();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(field->viewport(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(field->viewport(), &drop);
  wait_until_idle();
  EXPECT_TRUE(window_.banner().title().contains("broken.ntff"));
  EXPECT_EQ(field->toPlainText(), before);
}

TEST_F(DropTest, TheStartPageComesBackWhileARunIsOpen) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  auto* welcome = window_.findChild<WelcomePage*>();
  EXPECT_FALSE(welcome->isVisible());
  window_.actions().run(QStringLiteral("file.start_page"));
  EXPECT_TRUE(welcome->isVisible());
  window_.set_mode(Mode::kInspect);
  EXPECT_FALSE(welcome->isVisible());
}

}  // namespace
}  // namespace nscope::gui
