#include "app/documents/built_in.h"
#include "tests/gui/costs_view_fixture.h"
#include "tests/gui/cut_text.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

using Part = app::ScenarioPart;

TEST_F(CostsViewTest, EveryBuiltInScenarioIsComputedAndShowsItsParts) {
  for (const app::BuiltIn& each : app::built_ins(app::BuiltIn::Kind::kScenario)) {
    load(each.name.c_str());
    const bool work = app::work_count(json()) > 0;
    EXPECT_EQ(has_tab(CostResults::kComparison), work) << each.name;
    EXPECT_EQ(view_->view().isVisible(), work) << each.name;
    EXPECT_EQ(has_tab(CostResults::kBundles), json().contains("bundles")) << each.name;
    EXPECT_EQ(results().spot_part().is_offer(), !json().contains("spot")) << each.name;
    EXPECT_TRUE(results().tabs().isTabVisible(results().tabs().currentIndex())) << each.name;
    EXPECT_GT(results().tables().choice().count(), 0) << each.name;
    EXPECT_TRUE(view_->export_button().isEnabled());
    EXPECT_FALSE(view_->document().is_edited()) << "opening is no edit";
    const std::size_t bundles = json().contains("bundles") ? json()["bundles"].size() : 0;
    EXPECT_EQ(static_cast<std::size_t>(results().bundles().bar_count()), bundles) << each.name;
  }
}

TEST_F(CostsViewTest, AKeystrokeSimulatesOnlyTheItemThatChanged) {
  load("inf2-llama2-70b-serving");
  EXPECT_EQ(view_->simulations(), 2U);
  type("/as_of", "2026-01-01");
  type("/work/0/throughput/tokens_per_second", "790");
  EXPECT_EQ(view_->simulations(), 2U);
  EXPECT_EQ(view_->model().matrix().scenario.work[0].estimate.throughput.tokens_per_second, 790);
  view_->work().list().setCurrentRow(3);
  type("/work/3/batch", "8");
  EXPECT_EQ(view_->simulations(), 3U);
  EXPECT_TRUE(view_->document().is_edited());
}

TEST_F(CostsViewTest, TheAnswerInDollarsIsAboveItsEvidence) {
  load("inf2-llama2-70b-serving");
  EXPECT_TRUE(results().answer().startsWith("USD 6.16 per million tokens"))
      << results().answer().toStdString();
  EXPECT_TRUE(results().stale_answer().contains("Spot"))
      << "the darkest cell of the matrix is explained: " << results().stale_answer().toStdString();
  results().copy_fetch().click();
  EXPECT_TRUE(
      QGuiApplication::clipboard()->text().startsWith("aws ec2 describe-spot-price-history"))
      << QGuiApplication::clipboard()->text().toStdString();
  const QList<QLabel*> labels = results().findChildren<QLabel*>();
  const auto answer = std::find_if(labels.begin(), labels.end(), [&](const QLabel* label) {
    return label->text() == results().answer();
  });
  ASSERT_NE(answer, labels.end());
  EXPECT_LT((*answer)->mapTo(view_.get(), QPoint()).y(),
            view_->view().mapTo(view_.get(), QPoint()).y());
}

TEST_F(CostsViewTest, ImpossibleItemsAreFoldedAway) {
  load("inf2-llama2-70b-serving");
  HeatTable& table = results().view();
  const int folded = table.height();
  EXPECT_TRUE(table.isRowHidden(0));
  EXPECT_TRUE(table.isRowHidden(1));
  EXPECT_FALSE(table.isRowHidden(2));
  ASSERT_TRUE(results().impossible().isVisible());
  results().impossible().click();
  EXPECT_FALSE(table.isRowHidden(0));
  EXPECT_GT(table.height(), folded);
  load("spot-checkpointing");
  EXPECT_FALSE(results().impossible().isVisible()) << "every item is possible";
}

TEST_F(CostsViewTest, TablesFoldImpossibleItemsBelowWithTheReason) {
  load("inf2-llama2-70b-serving");
  Json scenario = json();
  scenario["utilisation"] = {{"from", "stated"}, {"value", 0.4}, {"source", "own"}};
  view_->document().set_document(scenario, "utilised");
  settle();
  results().show_tab(CostResults::kOther);
  QList<ItemTable*> tables = results().findChildren<ItemTable*>();
  ASSERT_FALSE(tables.isEmpty());
  for (ItemTable* each : tables) {
    const Table& folded = each->panel().model().table();
    ASSERT_TRUE(find_column(folded, "work"));
    const std::size_t before = folded.row_count();
    ASSERT_TRUE(each->fold().isVisible());
    EXPECT_EQ(each->reasons(), QString());
    each->fold().click();
    const Table& all = each->panel().model().table();
    EXPECT_EQ(all.row_count(), before + 2);
    for (std::size_t row = 0; row < all.row_count(); ++row) {
      const bool claim = all.at(row, 0) == Cell(std::string("claim: p4d.24xlarge")) ||
                         all.at(row, 0) == Cell(std::string("claim: inf2.48xlarge"));
      EXPECT_EQ(claim, row >= before) << row;
    }
    EXPECT_TRUE(each->reasons().contains("claim: p4d.24xlarge: 800 tok/s is 9.0 times"))
        << each->reasons().toStdString();
  }
  const Table& prices = results().tables().panel().model().table();
  const auto work = find_column(prices, "work");
  ASSERT_TRUE(work) << prices.to_csv();
  EXPECT_EQ(std::get<Text>(prices.at(0, *work)).english(), "simulated: inf2.48xlarge, batch 1")
      << "possible items come first";
}

TEST_F(CostsViewTest, EveryColumnOfTheMatrixIsInASmallWindow) {
  view_->resize(1280, 640);
  load("inf2-llama2-70b-serving");
  QTest::qWait(20);
  HeatTable& table = results().view();
  const int last = table.model()->columnCount() - 1;
  EXPECT_LE(table.columnViewportPosition(last) + table.columnWidth(last),
            table.viewport()->width());
  view_->resize(2200, 900);
  QTest::qWait(20);
  EXPECT_GE(table.columnWidth(0), table.horizontalHeader()->defaultSectionSize())
      << "a wide window has the usual width";
}

TEST_F(CostsViewTest, TheNoteOfAnExampleYieldsToItsChanges) {
  load("inf2-llama2-70b-serving");
  DocumentPanel& document = view_->document();
  const QString note = document.note();
  EXPECT_TRUE(note.contains("published comparison")) << note.toStdString();
  const QWidget* const field = document.form().field("/as_of");
  const QPoint place = field->mapTo(view_.get(), QPoint());
  type("/as_of", "2026-01-01");
  EXPECT_TRUE(document.note().contains("You have changed the example inf2-llama2-70b-serving"))
      << document.note().toStdString();
  QTest::qWait(20);
  EXPECT_EQ(field->mapTo(view_.get(), QPoint()), place) << "the field that is typed stays";
  document.undo();
  settle();
  EXPECT_EQ(document.note(), note);
  // The note of a file is part of the file, and of its user.
  type("/as_of", "2026-01-01");
  ASSERT_TRUE(document.save_to(folder_.filePath("mine.json")));
  EXPECT_EQ(document.note(), note);
  type("/as_of", "2026-02-01");
  EXPECT_EQ(document.note(), note);
}

TEST_F(CostsViewTest, NamesOfGroupsDoNotTouch) {
  for (const int width : {900, 1400, 1900}) {
    view_->resize(width, 800);
    load("spot-checkpointing");
    QTest::qWait(50);
    const QCustomPlot& plot = results().chart().plot();
    const auto ticker = plot.xAxis->ticker().dynamicCast<QCPAxisTickerText>();
    ASSERT_NE(ticker, nullptr);
    ASSERT_EQ(ticker->ticks().size(), 3);
    const double room = plot.axisRect()->width() / plot.xAxis->range().size();
    const QFontMetrics metrics(plot.xAxis->tickLabelFont());
    for (const QString& name : ticker->ticks()) {
      for (const QString& line : name.split(QLatin1Char('\n'))) {
        EXPECT_LE(metrics.horizontalAdvance(line), room) << width << " " << line.toStdString();
      }
    }
  }
}

TEST_F(CostsViewTest, ALegendDoesNotTakeTheHeightOfItsChart) {
  view_->resize(1280, 1000);
  load("spot-checkpointing");
  results().show_tab(CostResults::kBreakEven);
  QTest::qWait(100);
  auto* const chart = results().break_even().findChild<CurveChart*>();
  ASSERT_NE(chart, nullptr);
  EXPECT_GT(chart->plot().height(), chart->height() * 8 / 10);
}

TEST_F(CostsViewTest, ItemsAreAddedCopiedAndRemoved) {
  load("ailabs-30b-migration");
  WorkList& work = view_->work();
  QTest::mouseClick(&work.copy_button(), Qt::LeftButton);
  settle();
  EXPECT_EQ(view_->model().rowCount(), 5);
  EXPECT_EQ(work.chosen(), 4);
  EXPECT_EQ(json()["work"][4]["label"], "p4d, as printed (2)");
  QTest::mouseClick(&work.add_button(), Qt::LeftButton);
  settle();
  EXPECT_EQ(view_->model().rowCount(), 6);
  EXPECT_EQ(work.origin().currentIndex(), static_cast<int>(app::Origin::kSimulated));
  QTest::mouseClick(&work.remove_button(), Qt::LeftButton);
  QTest::mouseClick(&work.remove_button(), Qt::LeftButton);
  settle();
  EXPECT_EQ(view_->model().rowCount(), 4);
  EXPECT_EQ(view_->document().problem(), "");
}

TEST_F(CostsViewTest, ARemovedItemComesBackWithUndo) {
  load("ailabs-30b-migration");
  const Json before = json();
  view_->work().list().setCurrentRow(1);
  QTest::mouseClick(&view_->work().remove_button(), Qt::LeftButton);
  settle();
  EXPECT_EQ(view_->model().rowCount(), 3);
  view_->document().undo();
  settle();
  EXPECT_EQ(view_->model().rowCount(), 4);
  EXPECT_TRUE(same_document(json(), before)) << json().dump();
  EXPECT_FALSE(view_->document().is_edited());
}

TEST_F(CostsViewTest, AnItemThatIsRenamedIsStillComparedWith) {
  load("ailabs-30b-migration");
  view_->work().list().setCurrentRow(2);
  type("/work/2/label", "p4d now");
  EXPECT_EQ(json()["work"][3]["compare_with"], "p4d now");
  EXPECT_EQ(view_->document().problem(), "");
  EXPECT_TRUE(view_->work().list().item(2)->text().startsWith("p4d now"));
}

TEST_F(CostsViewTest, AMistakeMarksItsFieldAndKeepsTheResults) {
  load("ailabs-30b-migration");
  const int rows = view_->model().rowCount();
  type("/regions", "us-east-9");
  EXPECT_TRUE(view_->document().problem().contains("us-east-9"))
      << view_->document().problem().toStdString();
  EXPECT_EQ(view_->model().rowCount(), rows);
  type("/regions", "us-east-1, us-west-2");
  EXPECT_EQ(view_->document().problem(), "");
  EXPECT_EQ(view_->model().rowCount(), 2 * rows);
}

TEST_F(CostsViewTest, AnItemTakesTheThroughputOfAMeasuredRun) {
  load("inf2-llama2-70b-serving");
  const QString path = folder_.filePath("run.json");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(R"({"schema": "nscope.summary/1", "metrics": {"throughput":
    {"value": 432, "unit": "tokens/s", "provenance": "measured", "note": "output tokens"}}})");
  file.close();
  view_->work().list().setCurrentRow(2);
  view_->use_run(path.toStdString());
  settle();
  ASSERT_EQ(view_->document().problem(), "");
  const auto& work = view_->model().matrix().scenario.work[2].estimate;
  EXPECT_EQ(work.throughput.tokens_per_second, 432);
  EXPECT_EQ(work.throughput.provenance, Provenance::kMeasured);
  EXPECT_EQ(view_->work().origin().currentIndex(), static_cast<int>(app::Origin::kRun));
  // And back to a figure that is stated.
  emit view_->work().origin_requested(app::Origin::kStated);
  settle();
  EXPECT_EQ(json()["work"][2]["throughput"]["tokens_per_second"], 430);
  view_->use_run("/no/such/run.json");
  settle();
  EXPECT_TRUE(view_->document().problem().contains("run.json"));
}

TEST_F(CostsViewTest, CommitmentsComeWithOneClickAndGoWithTheDemand) {
  load("inf2-llama2-70b-serving");
  view_->work().list().setCurrentRow(3);
  results().show_tab(CostResults::kCommitments);
  ASSERT_TRUE(results().commitments_part().is_offer());
  QTest::mouseClick(&results().commitments_part().button(), Qt::LeftButton);
  settle();
  ASSERT_EQ(view_->document().problem(), "");
  EXPECT_FALSE(results().commitments_part().is_offer());
  CommitmentsPanel& panel = results().commitments();
  panel.items().setCurrentIndex(3);
  emit panel.items().activated(3);
  EXPECT_EQ(panel.week().curves().ticks.size(), 7U) << "the days of a week";
  EXPECT_EQ(panel.week().curves().lines.back().name, "Demand");
  EXPECT_GE(panel.week().curves().lines.size(), 2U);
  EXPECT_EQ(panel.regret().model().rowCount(), 2);
  EXPECT_TRUE(view_->part_box(Part::kDemand).isChecked());
  type("/demand/profile/mean", "100000");
  EXPECT_GT(view_->model().matrix().economics.commitments[3].problem.types[0].demand.peak(), 100);
  EXPECT_EQ(panel.items().currentIndex(), 3) << "the chosen item stays";
  view_->part_box(Part::kDemand).click();
  settle();
  EXPECT_EQ(view_->document().problem(), "");
  EXPECT_FALSE(json().contains("commitments"));
  EXPECT_TRUE(results().commitments_part().is_offer());
}

TEST_F(CostsViewTest, ChecksThatCameBehindAnotherTabAreNotCut) {
  results().show_tab(CostResults::kBreakEven);
  QTest::qWait(100);
  load("inf2-llama2-70b-serving");
  ASSERT_EQ(results().tabs().currentIndex(), CostResults::kComparison);
  QTest::qWait(200);
  EXPECT_EQ(cut_texts(results()).join(u'\n'), QString());
}

TEST_F(CostsViewTest, HiddenTabsLeaveNoGap) {
  load("llama3-8b-sla");
  ASSERT_TRUE(has_tab(CostResults::kLimits));
  QTest::qWait(50);
  load("inf2-llama2-70b-serving");
  QTest::qWait(50);
  ASSERT_FALSE(has_tab(CostResults::kLimits));
  const QTabBar& tabs = results().tabs();
  EXPECT_EQ(tabs.tabRect(CostResults::kRegions).left(),
            tabs.tabRect(CostResults::kComparison).right() + 1);
}

TEST_F(CostsViewTest, PartsBeginWithAnItemThatIsPossible) {
  load("inf2-llama2-70b-serving");
  ASSERT_EQ(view_->work().list().currentRow(), 0) << "an impossible claim";
  results().show_tab(CostResults::kCommitments);
  EXPECT_LT(results().commitments_part().minimumSizeHint().height(), 300)
      << "hidden results do not make the page longer";
  results().commitments_part().button().click();
  settle();
  const QComboBox& items = results().commitments().items();
  EXPECT_EQ(items.currentText(), "simulated: inf2.48xlarge, batch 16") << "the cheapest";
  EXPECT_EQ(items.itemText(0), "claim: p4d.24xlarge (impossible)");
  const double rate =
      view_->model().matrix().scenario.work[3].estimate.throughput.tokens_per_second;
  EXPECT_NEAR(json()["demand"]["profile"]["mean"].get<double>(), rate, rate) << "of that item";
  results().spot_part().button().click();
  settle();
  EXPECT_EQ(json()["spot"][0]["work"], "simulated: inf2.48xlarge, batch 16");
  EXPECT_EQ(items.currentText(), "simulated: inf2.48xlarge, batch 16");
}

TEST_F(CostsViewTest, AProblemDoesNotMoveTheFieldThatIsTyped) {
  load("inf2-llama2-70b-serving");
  const auto place = [this] {
    return view_->document().form().field("/work/0/model")->mapTo(view_.get(), QPoint());
  };
  QTest::qWait(50);  // the columns are laid out
  const QPoint before = place();
  type("/work/0/model", "qwen");
  ASSERT_NE(view_->document().problem(), "");
  EXPECT_TRUE(view_->document().problem_label().isVisible());
  QTest::qWait(50);
  EXPECT_EQ(place(), before);
}

TEST_F(CostsViewTest, SpotShowsTheOptimaOfTheFormulas) {
  load("spot-checkpointing");
  SpotJobPanel& spot = results().spot();
  ASSERT_EQ(spot.items().count(), 3);
  const auto& marks = spot.chart().curves().marks;
  ASSERT_EQ(marks.size(), 3U);
  EXPECT_TRUE(marks[0].main);
  EXPECT_NEAR(marks[0].x, marks[1].x, marks[0].x * 0.02) << "Daly is close to the best";
  EXPECT_GE(marks[2].x, marks[1].x) << "Young is longer, before the work is cut into pieces";
  EXPECT_GT(spot.table().model().rowCount(), 5);
  spot.items().setCurrentIndex(2);
  emit spot.items().activated(2);
  EXPECT_EQ(spot.chart().curves().marks.size(), 1U) << "the notice saves: no formula";
  // The fields are those of the chosen item's job.
  view_->work().list().setCurrentRow(1);
  EXPECT_NE(view_->document().form().field("/spot/1/write_seconds"), nullptr);
  // With every key: an interval of 3 s takes long to simulate, and is given up for the next.
  type("/spot/1/interval_seconds", "36000");
  spot.items().setCurrentIndex(1);
  emit spot.items().activated(1);
  EXPECT_EQ(spot.chart().curves().marks.size(), 4U) << "and the stated one";
}

TEST_F(CostsViewTest, SlidersMoveTheBreakEvenAtOnce) {
  load("ailabs-30b-migration");
  BreakEvenPanel& panel = results().break_even();
  // trn1 at its printed price against p4d: prices 344 to 256 USD/h, speeds 48 to 42.
  panel.base().setCurrentText("p4d, as printed × 8 · On-Demand");
  panel.other().setCurrentText("trn1, as printed × 16 · On-Demand");
  emit panel.other().activated(panel.other().currentIndex());
  EXPECT_TRUE(panel.sentence().contains("above 1.34 ")) << panel.sentence().toStdString();
  EXPECT_TRUE(panel.sentence().contains("has 1.14")) << panel.sentence().toStdString();
  EXPECT_TRUE(panel.figure(2).value().contains("more"));
  ASSERT_EQ(panel.chart().curves().marks.size(), 2U);
  EXPECT_NEAR(panel.chart().curves().marks[0].x, 100 * 344.0 / 256 / (48.0 / 42), 1e-6);
  EXPECT_EQ(panel.break_evens().row_count(), 4U);
  panel.slider(BreakEvenPanel::kDiscount).setValue(30);
  EXPECT_TRUE(panel.figure(2).value().contains("less")) << "30 % off is below the break-even";
  EXPECT_TRUE(panel.sentence().contains("above 0.94 ")) << panel.sentence().toStdString();
  panel.lever().setCurrentIndex(3);
  emit panel.lever().activated(3);
  EXPECT_TRUE(panel.chart().curves().lines[0].steps);
  EXPECT_EQ(panel.curve_table().row_count(), panel.chart().curves().lines[0].x.size());
  // A recalculation keeps sides and sliders.
  type("/as_of", "2026-02-01");
  EXPECT_EQ(panel.other().currentText(), "trn1, as printed × 16 · On-Demand");
  EXPECT_EQ(panel.slider(BreakEvenPanel::kDiscount).value(), 30);
}

TEST_F(CostsViewTest, EveryDrawingHasATableThatCanBeSaved) {
  load("spot-checkpointing");
  CostTables& tables = results().tables();
  QStringList names;
  for (int i = 0; i < tables.choice().count(); ++i) names << tables.choice().itemText(i);
  EXPECT_TRUE(names.contains("Break-even curve")) << names.join(", ").toStdString();
  EXPECT_EQ(names.filter("Checkpoint interval").size(), 3);
  results().show_tab(CostResults::kTables);
  const auto at = static_cast<int>(names.indexOf("Checks"));
  tables.choice().setCurrentIndex(at);
  emit tables.choice().activated(at);
  const QString path = folder_.filePath("guards.csv");
  tables.save(path);
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll().toStdString(), tables.panel().model().table().to_csv());
  QSignalSpy failed(view_.get(), &CostsView::failed);
  tables.save("/nowhere/at/all.csv");
  EXPECT_EQ(failed.count(), 1);
}

TEST_F(CostsViewTest, WhatIsShownIsExported) {
  load("ailabs-30b-migration");
  QSignalSpy saved(&view_->export_button(), &ExportButton::saved);
  const QString path = folder_.filePath("costs.json");
  view_->export_button().save(app::ReportFormat::kJson, path);
  ASSERT_TRUE(saved.wait(20'000));
  const auto json = app::read_json_file(path.toStdString()).value();
  EXPECT_EQ(json.at("schema"), "nscope.cost_matrix/1");
  const QString page = folder_.filePath("costs.html");
  view_->export_button().save(app::ReportFormat::kHtml, page);
  ASSERT_TRUE(saved.wait(20'000));
  QFile file(page);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_TRUE(file.readAll().contains("p4d, as printed"));
}

TEST_F(CostsViewTest, HoverTellsWhereAPriceIsFromAndHowOld) {
  load("inf2-llama2-70b-serving");
  const QString text = view_->model().index(2, 0).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(text.contains("Source"));
  EXPECT_TRUE(text.contains("days")) << text.toStdString();
}

/// Quick to search: one type with few configurations, and one that cannot hold the limit.
Json served_scenario() {
  return Json::parse(R"({"schema": "nscope.cost/1", "title": "within limits", "region": "us-east-1",
    "options": ["on_demand", "ri_1yr"], "as_of": "2026-11-20",
    "work": [
      {"label": "held", "instance": "inf2.48xlarge", "model": "llama-3-8b", "tensor_parallel": 8,
       "input_tokens": 500, "output_tokens": 100,
       "serve": {"sla": {"e2e_p99_s": 2.4}, "slots": [8], "schedulers": ["continuous"]}},
      {"label": "missed", "instance": "inf2.48xlarge", "model": "llama-3-8b", "tensor_parallel": 8,
       "input_tokens": 500, "output_tokens": 100,
       "serve": {"sla": {"e2e_p99_s": 0.01}, "slots": [8], "schedulers": ["continuous"]}}]})");
}

TEST_F(CostsViewTest, ItemsWithinLimitsStandBesideFullLoad) {
  view_->document().set_document(served_scenario(), "served");
  settle();
  ASSERT_EQ(view_->document().problem(), "");
  const CostMatrixModel& model = view_->model();
  ASSERT_EQ(model.rowCount(), 4);
  EXPECT_TRUE(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString().contains("full load"));
  EXPECT_FALSE(model.index(0, 0).data(kReferenceRole).toBool());
  EXPECT_TRUE(model.index(1, 0).data(kReferenceRole).toBool());
  EXPECT_GT(model.index(1, 0).data(kValueRole).toDouble(),
            model.index(0, 0).data(kValueRole).toDouble());
  EXPECT_EQ(model.index(2, 0).data().toString(), "limits missed");
  EXPECT_TRUE(model.index(2, 0).data(Qt::ToolTipRole).toString().contains("single request"));
  EXPECT_TRUE(model.index(0, 1).data(kBestRole).toBool());
  EXPECT_TRUE(view_->status().contains("2 of 4 cells")) << view_->status().toStdString();
  EXPECT_FALSE(results().break_even().base().currentText().contains("full load"))
      << "tokens that may be late are no alternative";
  EXPECT_TRUE(has_tab(CostResults::kLimits));
  EXPECT_GT(results().limits().model().rowCount(), 8);
  EXPECT_EQ(view_->work().origin().currentIndex(), static_cast<int>(app::Origin::kServed));
  // Another price asks for no other search.
  const std::size_t searched = view_->simulations();
  type("/as_of", "2026-10-01");
  EXPECT_EQ(view_->simulations(), searched);
  load("ailabs-30b-migration");
  EXPECT_FALSE(has_tab(CostResults::kLimits));
}

TEST_F(CostsViewTest, AnItemIsServedWithinLimitsThatAreTyped) {
  view_->document().set_document(served_scenario(), "served");
  settle();
  const double before = view_->model().index(0, 0).data(kValueRole).toDouble();
  type("/work/0/serve/sla/e2e_p99_s", "20");
  ASSERT_EQ(view_->document().problem(), "");
  EXPECT_GT(view_->model().index(0, 0).data(kValueRole).toDouble(), before);
  // The limits are those of a plan: each percentile, time between tokens in ms.
  EXPECT_NE(view_->document().form().field("/work/0/serve/sla/ttft_p90_s"), nullptr);
  type("/work/0/serve/sla/tpot_p95_s", "500");
  EXPECT_EQ(json()["work"][0]["serve"]["sla"]["tpot_p95_s"], 0.5);
  Json item = json()["work"][0];
  item = app::with_origin(item, app::Origin::kStated, 100, {});
  EXPECT_FALSE(item.contains("serve"));
  item = app::with_origin(item, app::Origin::kServed, 0, {});
  EXPECT_TRUE(item["serve"]["sla"].contains("ttft_p99_s"));
}

TEST_F(CostsViewTest, AChoiceOffersWhatIsUsualOnce) {
  view_->document().set_document(served_scenario(), "served");
  settle();
  const auto box = [&](const char* pointer) {
    auto* found = qobject_cast<QComboBox*>(view_->document().form().field(pointer));
    EXPECT_NE(found, nullptr) << pointer;
    return found;
  };
  const auto choose = [&](const char* pointer, int index) {
    box(pointer)->setCurrentIndex(index);
    emit box(pointer)->activated(index);
    settle();
  };
  const std::vector<std::pair<const char*, int>> choices{
      {"/work/0/serve/traffic/arrivals/process", 3}, {"/work/0/serve/stack", 5}};
  for (const auto& [pointer, offered] : choices) {
    QSet<QString> texts;
    for (int i = 0; i < box(pointer)->count(); ++i) texts.insert(box(pointer)->itemText(i));
    EXPECT_EQ(texts.size(), offered) << pointer;
    EXPECT_EQ(box(pointer)->count(), offered) << pointer;
  }
  // Bursts ask for their members, which go with them.
  const char* const process = "/work/0/serve/traffic/arrivals/process";
  choose(process, 2);
  type("/work/0/serve/traffic/arrivals/burst_factor", "3");
  EXPECT_EQ(json()["work"][0]["serve"]["traffic"]["arrivals"],
            (Json{{"process", "bursts"}, {"burst_factor", 3}}));
  choose(process, 1);
  EXPECT_EQ(json()["work"][0]["serve"]["traffic"]["arrivals"], (Json{{"process", "constant"}}));
  EXPECT_EQ(view_->document().problem(), "");
  EXPECT_EQ(view_->document().form().field("/work/0/serve/traffic/arrivals/burst_factor"), nullptr);
}

}  // namespace
}  // namespace nscope::gui
