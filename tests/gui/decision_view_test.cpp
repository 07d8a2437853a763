#include "app/gui/plan/decision/decision_view.h"

#include "app/documents/built_in.h"
#include "app/gui/plan/charts/card_grid.h"
#include "app/gui/plan/charts/cash_flow_chart.h"
#include "app/gui/plan/charts/curve_chart.h"
#include "app/gui/plan/charts/tornado_chart.h"
#include "app/gui/text/text.h"
#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

using Quantity = cost::BreakEven::Quantity;

class DecisionViewTest : public testing::Test {
 protected:
  DecisionViewTest() {
    view_.resize(1280, 900);
    view_.show();
    if (!QTest::qWaitForWindowActive(&view_)) ADD_FAILURE() << "the window gets no keys";
    EXPECT_TRUE(QTest::qWaitFor([this] { return context_.is_ready(); }, 30'000));
  }
  void load(const char* name) {
    view_.load(name);
    wait();
    ASSERT_NE(view_.result(), nullptr) << view_.document().problem().toStdString();
  }
  /// Until the plan and the odds of the newest input are shown.
  void wait() {
    for (int i = 0; i < 400; ++i) {
      QTest::qWait(25);
      bool busy = false;
      for (const Job* job : view_.jobs()) busy = busy || job->is_running();
      if (!busy) return;
    }
    FAIL() << "still computing";
  }
  QLineEdit& line(const char* pointer) {
    auto* line = qobject_cast<QLineEdit*>(view_.document().form().field(pointer));
    if (line == nullptr) ADD_FAILURE() << "no field " << pointer;
    static QLineEdit none;
    return line != nullptr ? *line : none;
  }
  /// Types over what is in the field.
  void type(const char* pointer, const char* text) {
    line(pointer).selectAll();
    QTest::keyClicks(&line(pointer), QString::fromUtf8(text));
    wait();
  }
  void press(const char* pointer) {
    QWidget* field = view_.document().form().field(pointer);
    ASSERT_NE(field, nullptr) << pointer;
    QTest::keyClick(field->focusProxy(), Qt::Key_Space);
    wait();
  }

  PlanContext context_;
  DecisionView view_{context_};
};

TEST_F(DecisionViewTest, SaysWhatToDoAndOnWhichConditions) {
  load("ailabs-30b-migration");
  EXPECT_EQ(view_.verdict().word(), "Stay");
  EXPECT_TRUE(view_.verdict().sentence().contains("net present value"));
  EXPECT_TRUE(view_.verdict().list(0).contains("target throughput"));
  EXPECT_TRUE(view_.verdict().list(1).contains("the net present value of moving is then"));
  const cost::RoiResult& shown = *view_.result();
  EXPECT_EQ(view_.figures().figure(DecisionFigures::kNpv).toStdString(),
            cost::whole_usd(shown.npv).english());
  EXPECT_EQ(view_.figures().figure(DecisionFigures::kPayback), "never");
  // The published claim does not survive equal work.
  EXPECT_TRUE(view_.claim_card().isVisible());
  EXPECT_GT(view_.claim_card().table().model().rowCount(), 0);
  EXPECT_EQ(view_.concern_count(), static_cast<int>(shown.concerns.size()));
}

TEST_F(DecisionViewTest, ShowsWhichInputsDoNotChangeTheResult) {
  load("ailabs-30b-migration");
  const cost::Recommendation& advice = view_.result()->recommendation;
  ASSERT_FALSE(advice.no_effect.empty());
  EXPECT_TRUE(view_.verdict().list(2).contains(to_qstring(advice.no_effect.front())));
  EXPECT_EQ(view_.verdict().list(3).isEmpty(), false);
}

TEST_F(DecisionViewTest, TheCashFlowNamesTaxAndSoldHardware) {
  Json study =
      app::load_document("ailabs-30b-migration", app::BuiltIn::Kind::kMigration).value().json;
  study["tax"] = {{"rate", 0.25}, {"source", "own"}};
  study["owned"] =
      Json::array({{{"label", "old cards"}, {"resale_usd", 50000}, {"source", "own"}}});
  const QTemporaryDir folder;
  const QString path = folder.filePath("study.roi.json");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(QByteArray::fromStdString(study.dump()));
  file.close();
  load(path.toUtf8().constData());
  auto* cash = view_.findChild<CashFlowChart*>();
  ASSERT_NE(cash, nullptr);
  QString all;
  for (std::size_t month = 0; month < view_.result()->months.size(); ++month) {
    all += cash->text_at(static_cast<double>(month), 0.0);
  }
  EXPECT_TRUE(all.contains("Proceeds of sold hardware: USD 50,000")) << all.toStdString();
  EXPECT_TRUE(all.contains("Tax on the saving: USD"));
}

TEST_F(DecisionViewTest, EveryChartHasItsTable) {
  load("inf2-llama2-70b-serving-2026");
  const cost::RoiResult& shown = *view_.result();
  EXPECT_EQ(view_.cash_card().table().model().rowCount(), static_cast<int>(shown.months.size()));
  EXPECT_EQ(view_.tornado_card().table().model().rowCount(),
            static_cast<int>(shown.tornado.size()));
  EXPECT_EQ(view_.npv_card().table().model().rowCount(),
            static_cast<int>(shown.monte_carlo.histogram.size()));
  EXPECT_EQ(view_.pairs().model()->rowCount() * view_.pairs().model()->columnCount(),
            static_cast<int>(shown.options.size()));
  EXPECT_FALSE(view_.cash_card().table().isVisible());
  QTest::keyClick(&view_.cash_card().table_button(), Qt::Key_Space);
  EXPECT_TRUE(view_.cash_card().table().isVisible());
  EXPECT_FALSE(view_.claim_card().isVisible());
}

TEST_F(DecisionViewTest, AKeystrokeChangesTheAnswer) {
  load("ailabs-30b-migration");
  const Usd before = view_.result()->npv;
  type("/target/throughput/tokens_per_second", "96000");
  EXPECT_GT(view_.result()->npv, before);
  EXPECT_EQ(view_.result()->levers.target.tokens_per_second, 96000.0);
  EXPECT_EQ(view_.verdict().word(), "Move");
}

TEST_F(DecisionViewTest, ABadValueIsMarkedAndTheAnswerStays) {
  load("ailabs-30b-migration");
  const auto before = view_.result();
  type("/horizon_months", "0");
  EXPECT_TRUE(line("/horizon_months").property("wrong").toBool());
  EXPECT_FALSE(view_.document().problem().isEmpty());
  EXPECT_EQ(view_.result(), before);
  type("/horizon_months", "12");
  EXPECT_TRUE(view_.document().problem().isEmpty());
  EXPECT_EQ(view_.result()->months.size(), 13u);
  // What only the evaluation finds is marked as well.
  view_.document().form().set_member("/target/region", "nowhere-1");
  wait();
  EXPECT_TRUE(view_.document().form().field("/target/region")->property("wrong").toBool());
}

TEST_F(DecisionViewTest, ASliderMovesTheStudyAndResetBringsItBack) {
  load("ailabs-30b-migration");
  const Usd planned = view_.result()->npv;
  MarkedSlider& slider = view_.what_if().slider(Quantity::kTargetPrice);
  ASSERT_FALSE(slider.marks().empty());
  EXPECT_TRUE(view_.what_if().turn_text(Quantity::kTargetPrice).contains("pays off below"));
  EXPECT_FALSE(view_.what_if().reset_button().isEnabled());
  EXPECT_FALSE(view_.what_if().slider(Quantity::kEffort).isEnabled());
  // Left of the mark the move pays, by keyboard.
  const int mark = slider.marks().front();
  slider.setValue(mark);
  for (int i = 0; i < 4; ++i) QTest::keyClick(&slider, Qt::Key_Left);
  wait();
  EXPECT_GT(view_.result()->npv, Usd());
  EXPECT_NE(view_.result()->study.note.english().find("What if: target price"), std::string::npos);
  EXPECT_EQ(view_.document().json()["target"]["price"]["usd_per_hour"], "21.50");
  QTest::mouseClick(&view_.what_if().reset_button(), Qt::LeftButton);
  wait();
  EXPECT_EQ(view_.result()->npv, planned);
  EXPECT_FALSE(view_.what_if().reset_button().isEnabled());
}

TEST_F(DecisionViewTest, EntriesOfListsComeAndGo) {
  load("inf2-llama2-70b-serving-2026");
  press("/migration/phases/-");
  EXPECT_EQ(view_.document().json()["migration"]["phases"].size(), 2u);
  EXPECT_TRUE(view_.document().problem().isEmpty()) << view_.document().problem().toStdString();
  EXPECT_TRUE(line("/migration/phases/1/name").hasFocus());
  const Usd before = view_.result()->investment;
  type("/migration/phases/1/engineer_weeks", "3");
  EXPECT_EQ((view_.result()->investment - before).dollars(), 15000.0);
  press("/migration/phases/1");
  EXPECT_EQ(view_.result()->investment, before);
  EXPECT_EQ(view_.document().form().field("/migration/phases/1/name"), nullptr);
  press("/migration/validation");
  EXPECT_FALSE(view_.document().json()["migration"].contains("validation"));
}

TEST_F(DecisionViewTest, ASideOfAScenarioBecomesOneOfItsOwn) {
  load("inf2-llama2-70b-serving-2026");
  const Usd before = view_.result()->npv;
  const auto throughput = view_.result()->study.target.work.estimate.throughput;
  // The throughput was simulated once; another way of buying keeps it.
  view_.document().form().set_member("/target/option", "ri_3yr");
  wait();
  EXPECT_NE(view_.result()->npv, before);
  EXPECT_EQ(view_.result()->study.target.work.estimate.throughput.tokens_per_second,
            throughput.tokens_per_second);
  view_.document().form().set_member("/target/option", "ri_1yr");
  press("/target");
  EXPECT_TRUE(view_.document().problem().isEmpty()) << view_.document().problem().toStdString();
  EXPECT_EQ(line("/target/throughput/source").text().toStdString(), throughput.source.english());
  // The figures of the answer: it stays the same.
  EXPECT_EQ(view_.result()->npv, before);
  EXPECT_EQ(view_.result()->study.target.work.estimate.throughput.provenance,
            throughput.provenance);
}

TEST_F(DecisionViewTest, ExportsWhatIsShown) {
  EXPECT_FALSE(view_.export_button().isEnabled());
  load("ailabs-30b-migration");
  ASSERT_TRUE(view_.export_button().isEnabled());
  const QTemporaryDir folder;
  const QString path = folder.filePath("report.json");
  view_.export_button().save(app::ReportFormat::kJson, path);
  wait();
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(Json::parse(file.readAll().toStdString()), cost::to_json(*view_.result()));
  EXPECT_TRUE(view_.status().contains(path));
}

TEST_F(DecisionViewTest, CancelledOddsAreNotOddsOfZero) {
  load("ailabs-30b-migration");
  const QString sentence = view_.verdict().sentence();
  Job* const futures = view_.jobs()[1];
  QObject::connect(futures, &Job::started, futures, &Job::cancel);
  type("/uncertainty/trials", "1000000");
  EXPECT_EQ(view_.verdict().sentence(), sentence);
  EXPECT_FALSE(view_.verdict().outdated().isEmpty());
}

TEST(CardGridTest, TakesAsManyColumnsAsThereIsRoomFor) {
  CardGrid grid(2, 300);
  for (int i = 0; i < 3; ++i) grid.add(new QLabel("card"), i == 2);
  grid.resize(700, 400);
  grid.show();
  EXPECT_EQ(grid.columns(), 2);
  grid.resize(500, 400);
  EXPECT_EQ(grid.columns(), 1);
}

TEST(PlanChartTest, TitleOfALowAxisIsNotCut) {
  CurveChart chart;
  const QString title = QStringLiteral("Expected cost of the whole job in this region (USD)");
  chart.set_curves({.y_label = title, .lines = {{.x = {1, 2}, .y = {1, 2}}}});
  chart.resize(500, 220);
  chart.show();
  QCPAxis& axis = *chart.plot().yAxis;
  const QFontMetrics metrics(axis.labelFont());
  const auto longest = [&] {
    int most = 0;
    for (const QString& line : axis.label().split(QLatin1Char('\n'))) {
      most = std::max(most, metrics.horizontalAdvance(line));
    }
    return most;
  };
  EXPECT_TRUE(QTest::qWaitFor([&] { return longest() <= axis.axisRect()->height(); }));
  EXPECT_EQ(QString(axis.label()).replace(QLatin1Char('\n'), QLatin1Char(' ')), title);
  chart.set_curves({.y_label = title, .lines = {{.x = {1, 2}, .y = {2, 3}}}});
  EXPECT_LE(longest(), axis.axisRect()->height()) << "also in the first picture of other curves";
  chart.resize(500, 600);
  EXPECT_TRUE(QTest::qWaitFor([&] { return axis.label() == title; })) << "there is room";
}

TEST(PlanChartTest, CountsHaveWholeTicks) {
  CurveChart chart;
  chart.resize(500, 400);
  chart.show();
  const Curves::Line line{.x = {0, 1, 2}, .y = {1, 2, 2}};
  const auto whole = [](const QCPAxis& axis) {
    const QVector<double> ticks = axis.tickVector();
    return std::ranges::all_of(ticks, [](double tick) { return tick == std::round(tick); });
  };
  QCustomPlot& plot = chart.plot();
  chart.set_curves({.lines = {line}});
  plot.replot();
  EXPECT_FALSE(whole(*plot.xAxis) && whole(*plot.yAxis)) << "there is room for more";
  chart.set_curves({.counts_x = true, .counts_y = true, .lines = {line}});
  plot.replot();
  EXPECT_GT(plot.xAxis->tickVector().size(), 1);
  EXPECT_TRUE(whole(*plot.xAxis));
  EXPECT_TRUE(whole(*plot.yAxis));
}

TEST_F(DecisionViewTest, LabelsOfAnAxisDoNotTouch) {
  load("inf2-llama2-70b-serving-2026");
  auto* const tornado = view_.findChild<TornadoChart*>();
  view_.show();
  const QCPAxis& axis = *tornado->plot().xAxis;
  const auto fits = [&] {
    const QVector<double> ticks = axis.tickVector();
    if (ticks.size() < 2) return false;
    const double apart = axis.coordToPixel(ticks[1]) - axis.coordToPixel(ticks[0]);
    const QFontMetrics metrics(axis.tickLabelFont());
    return std::ranges::all_of(axis.tickVectorLabels(), [&](const QString& label) {
      return metrics.horizontalAdvance(label) + 4 < apart;
    });
  };
  for (const int width : {360, 450, 900}) {
    tornado->setFixedWidth(width);
    // The layout determines the number of ticks.
    EXPECT_TRUE(QTest::qWaitFor([&] { return tornado->plot().width() == width && fits(); }))
        << width;
  }
}

TEST(CardGridTest, RowsHaveAboutTheSameNumberOfCards) {
  CardGrid grid(5, 100);
  QLabel* last = nullptr;
  for (int i = 0; i < 5; ++i) grid.add(last = new QLabel("card"));
  grid.resize(450, 400);
  grid.show();
  EXPECT_EQ(grid.columns(), 3) << "four fit, and one would be left over";
  last->hide();
  EXPECT_EQ(grid.columns(), 4);
}

TEST_F(DecisionViewTest, ChartsTellWhatIsUnderTheMouse) {
  load("ailabs-30b-migration");
  auto* cash = view_.findChild<CashFlowChart*>();
  ASSERT_NE(cash, nullptr);
  EXPECT_TRUE(cash->text_at(0.2, 0.0).contains("USD -20,000"));
  EXPECT_EQ(cash->text_at(-3.0, 0.0), "");
  EXPECT_EQ(cash->text_at(25.0, 0.0), "");
  auto* tornado = view_.findChild<TornadoChart*>();
  const cost::TornadoBar& widest = view_.result()->tornado.front();
  EXPECT_TRUE(tornado->text_at(0.0, 0.0).startsWith(to_qstring(cost::title(widest.input))));
  EXPECT_EQ(cash->actions().size(), 2);  // copy and save the picture
}

}  // namespace
}  // namespace nscope::gui
