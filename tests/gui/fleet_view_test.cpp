#include "app/gui/plan/fleet/fleet_view.h"

#include "app/gui/forms/fleet_fields.h"
#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/plan/fleet/fleet_text.h"
#include "tests/gui/fleet_plans.h"

#include <QAbstractItemModelTester>
#include <QCompleter>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

using capacity::Latency;
using Tester = QAbstractItemModelTester;
constexpr auto kFatal = Tester::FailureReportingMode::Fatal;

class FleetViewTest : public testing::Test {
 protected:
  FleetViewTest() {
    view_.resize(1300, 900);
    view_.show();
    if (!QTest::qWaitForWindowActive(&view_)) ADD_FAILURE() << "the window gets no keys";
    EXPECT_TRUE(QTest::qWaitFor([this] { return context_.is_ready(); }, 30'000));
  }

  /// Shows a document and waits for its bounds.
  void show(const Json& plan) {
    QSignalSpy bounded(&view_, &FleetView::bounded);
    view_.document().set_document(plan, "small");
    ASSERT_TRUE(bounded.count() > 0 || bounded.wait(30'000));
  }
  void plan() {
    QSignalSpy planned(&view_, &FleetView::planned);
    QTest::keyClick(&view_, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(view_.plan_job().is_running());
    ASSERT_TRUE(planned.wait(60'000));
  }
  QLineEdit& line(const char* pointer) {
    auto* found = qobject_cast<QLineEdit*>(view_.document().form().field(pointer));
    EXPECT_NE(found, nullptr) << pointer;
    return *found;
  }
  /// Types over what is in the field, and waits for the bounds of the last key.
  void type(const char* pointer, const char* text) {
    QSignalSpy bounded(&view_, &FleetView::bounded);
    line(pointer).selectAll();
    QTest::keyClicks(&line(pointer), QString::fromUtf8(text));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return bounded.count() > 0 && !view_.jobs()[1]->is_running(); }, 30'000));
  }

  PlanContext context_;
  FleetView view_{context_};
};

TEST_F(FleetViewTest, BoundsFollowTheKeysWithoutAPlan) {
  const Tester tester(&view_.result().bounds_card().table().model(), kFatal);
  show(small_plan());
  ASSERT_EQ(view_.bounds().size(), 1u);
  const int few = view_.bounds().front().instances;
  EXPECT_GE(few, 1);
  EXPECT_TRUE(view_.result().answer().sentence().contains("At least"));
  type("/traffic/requests_per_second", "300");
  ASSERT_EQ(view_.bounds().size(), 1u);
  EXPECT_GT(view_.bounds().front().instances, few);
  ASSERT_TRUE(view_.bounds().front().per_hour);
  EXPECT_EQ(*view_.bounds().front().per_hour, view_.bounds().front().offer->priced()->per_hour *
                                                  std::int64_t{view_.bounds().front().instances});
  EXPECT_EQ(view_.result().plan(), nullptr) << "nothing was simulated";
  type("/sla/e2e_p99_s", "0.01");
  EXPECT_FALSE(view_.bounds().front().configuration);
  EXPECT_TRUE(view_.result().answer().sentence().contains("None"));
}

TEST_F(FleetViewTest, CtrlEnterPlansAndTheBoundIsABound) {
  const Tester types(&view_.result().types(), kFatal);
  const Tester offers(&view_.result().offers(), kFatal);
  show(small_plan());
  const auto bound = view_.bounds().front();
  plan();
  const auto result = view_.result().plan();
  ASSERT_TRUE(result && result->best) << view_.document().problem().toStdString();
  EXPECT_GE(result->best->count(), bound.instances);
  EXPECT_FALSE(view_.is_stale());
  EXPECT_TRUE(view_.result().answer().sentence().contains("inf2.24xlarge"));
  EXPECT_TRUE(view_.result().answer().confidence().contains("95 %"));
  EXPECT_EQ(view_.result().pages().current(), FleetResult::kTypes);
  // The matrix says a month of the same count for what is sold, and words for the rest.
  const OfferMatrixModel& matrix = view_.result().offers();
  ASSERT_EQ(matrix.rowCount(), 1);
  EXPECT_NEAR(matrix.index(0, 0).data(kValueRole).toDouble(), result->best->per_month.dollars(),
              0.01);
  EXPECT_TRUE(matrix.index(0, 0).data(kBestRole).toBool());
  for (int column = 0; column < matrix.columnCount(); ++column) {
    const QModelIndex cell = matrix.index(0, column);
    const bool strong =
        cell.data(kHeatRole).toDouble() == 1.0 && !cell.data(kReferenceRole).toBool();
    EXPECT_EQ(strong, cell.data(kBestRole).toBool()) << column;
  }
  EXPECT_TRUE(matrix.index(0, 0).data(Qt::ToolTipRole).toString().contains("Source"));
  EXPECT_FALSE(matrix.index(0, 4).data(kValueRole).isValid());
  EXPECT_FALSE(matrix.index(0, 4).data(Qt::DisplayRole).toString().isEmpty());
  // What was refused is counted below the type.
  FleetTypesModel& tree = view_.result().types();
  int refused = 0;
  for (const auto& candidate : result->candidates) refused += candidate.refusal ? 1 : 0;
  EXPECT_EQ(tree.rowCount(tree.index(0, 0)) > 0, refused > 0);
}

TEST_F(FleetViewTest, AChangedFieldMakesThePlanOldAndAnotherPlanAnswersIt) {
  show(small_plan());
  plan();
  const auto first = view_.result().plan();
  type("/traffic/requests_per_second", "4");
  EXPECT_TRUE(view_.is_stale());
  EXPECT_TRUE(view_.notice().contains("Plan again"));
  EXPECT_EQ(view_.result().plan(), first) << "what is shown stays until then";
  type("/traffic/requests_per_second", "3");
  EXPECT_FALSE(view_.is_stale()) << "the same question again";
  type("/traffic/requests_per_second", "4");
  plan();
  EXPECT_FALSE(view_.is_stale());
  EXPECT_NE(view_.result().plan(), first);
  EXPECT_EQ(view_.result().plan()->request.traffic.requests_per_second, 4);
}

TEST_F(FleetViewTest, APlanCanBeCancelled) {
  Json plan = small_plan();
  plan.erase("slots");
  plan.erase("schedulers");
  show(plan);
  QSignalSpy planned(&view_, &FleetView::planned);
  QSignalSpy failed(&view_, &FleetView::failed);
  QTest::mouseClick(&view_.plan_button(), Qt::LeftButton);
  ASSERT_TRUE(view_.plan_job().is_running());
  QTest::mouseClick(&view_.plan_button(), Qt::LeftButton);
  ASSERT_TRUE(planned.wait(30'000));
  EXPECT_EQ(view_.result().plan(), nullptr);
  EXPECT_EQ(failed.count(), 0) << "the user wanted it so";
}

TEST_F(FleetViewTest, UnknownNamesMarkTheirField) {
  show(small_plan());
  type("/model", "llama-3-9b");
  EXPECT_TRUE(line("/model").property("wrong").toBool());
  EXPECT_TRUE(view_.document().problem().contains("llama-3-8b")) << "what is closest";
  type("/model", "llama-3-8b");
  EXPECT_FALSE(line("/model").property("wrong").toBool());
  type("/regions", "mars-1");
  EXPECT_TRUE(line("/regions").property("wrong").toBool());
  type("/regions", "us-east-1");
  type("/instances", "inf9.large");
  EXPECT_TRUE(line("/instances").property("wrong").toBool());
  QSignalSpy planned(&view_, &FleetView::planned);
  QTest::keyClick(&view_, Qt::Key_Return, Qt::ControlModifier);
  EXPECT_FALSE(view_.plan_job().is_running());
}

TEST_F(FleetViewTest, ADistributionAsksForItsOwnMembers) {
  show(small_plan());
  EXPECT_EQ(line("/traffic/input_tokens/tokens").text(), "200");
  auto* kind =
      qobject_cast<QComboBox*>(view_.document().form().field("/traffic/input_tokens/kind"));
  ASSERT_NE(kind, nullptr);
  kind->setFocus();
  QTest::keyClick(kind, Qt::Key_End);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return view_.document().form().field("/traffic/input_tokens/mean") != nullptr; }));
  EXPECT_EQ(line("/traffic/input_tokens/mean").text(), "200");
  EXPECT_EQ(view_.document().form().field("/traffic/input_tokens/tokens"), nullptr);
  EXPECT_TRUE(view_.document().problem().isEmpty()) << view_.document().problem().toStdString();
}

TEST_F(FleetViewTest, HoursAreTypedDrawnAndSizedForTheBusiest) {
  show(small_plan());
  QTest::mouseClick(&view_.day_load().by_hour(), Qt::LeftButton, {}, {5, 5});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view_.day_load().sketch().hours().empty(); }));
  EXPECT_EQ(view_.document().form().field("/traffic/requests_per_second"), nullptr);
  EXPECT_EQ(view_.day_load().sketch().hours(), std::vector<double>(24, 3.0));
  QLineEdit& hours = view_.day_load().line();
  hours.selectAll();
  QTest::keyClicks(&hours, "1 2 x");
  EXPECT_TRUE(hours.property("wrong").toBool());
  hours.selectAll();
  QTest::keyClicks(&hours, "1 2 5 2");
  EXPECT_FALSE(hours.property("wrong").toBool());
  EXPECT_EQ(view_.day_load().sketch().hours(), (std::vector<double>{1, 2, 5, 2}));
  EXPECT_EQ(view_.document().json()["traffic"]["hourly_requests_per_second"],
            Json::parse("[1, 2, 5, 2]"));
  EXPECT_EQ(hours.text(), "1 2 5 2") << "it is not written over while it is typed in";
  QTest::mouseClick(&view_.day_load().by_hour(), Qt::LeftButton, {}, {5, 5});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return view_.document().form().field("/traffic/requests_per_second") != nullptr; }));
  EXPECT_EQ(line("/traffic/requests_per_second").text(), "5");
}

TEST_F(FleetViewTest, FollowingTheHoursShowsInstancesOfEachHour) {
  Json plan_json = small_plan();
  plan_json["traffic"].erase("requests_per_second");
  plan_json["traffic"]["hourly_requests_per_second"] = {1, 2, 8, 2};
  plan_json["autoscaling"] = {{"load_seconds", 120}};
  show(plan_json);
  plan();
  const auto& result = view_.result().plan();
  ASSERT_TRUE(result && result->scaled) << view_.document().problem().toStdString();
  const TableModel& table = view_.result().hours_card().table().model();
  ASSERT_EQ(table.rowCount(), 4);
  EXPECT_EQ(table.index(2, 2).data().toInt(), result->scaled->instances[2]);
  EXPECT_LE(result->scaled->instances[0], result->scaled->instances[2]);
}

TEST_F(FleetViewTest, ThePlotHasTheFiguresOfTheTableAndLeadsToItsType) {
  show(small_plan());
  plan();
  ParetoChart& chart = view_.result().pareto();
  const auto best = std::ranges::find(chart.points(), FleetPoint::Kind::kBest, &FleetPoint::kind);
  ASSERT_NE(best, chart.points().end());
  EXPECT_EQ(view_.result().pareto_card().table().model().rowCount(),
            static_cast<int>(chart.points().size()));
  chart.plot().replot();
  const QPointF place = chart.place_of(static_cast<std::size_t>(best - chart.points().begin()));
  ASSERT_TRUE(chart.point_at(place));
  EXPECT_TRUE(chart.tip(*chart.point_at(place)).contains("inf2.24xlarge"));
  EXPECT_FALSE(chart.point_at({-500, -500}));
  view_.result().types_view().setCurrentIndex({});
  QTest::mouseClick(&chart.plot(), Qt::LeftButton, {}, place.toPoint());
  EXPECT_EQ(view_.result().types_view().currentIndex().row(), 0);
  EXPECT_TRUE(view_.result().type_detail().contains("inf2.24xlarge"));
}

TEST_F(FleetViewTest, LimitsThatCannotBeMetAreRelaxedByAButton) {
  Json plan_json = small_plan();
  plan_json["sla"]["e2e_p99_s"] = 0.05;
  show(plan_json);
  plan();
  ASSERT_FALSE(view_.result().plan()->best);
  QPushButton& relax = view_.result().answer().relax_button();
  ASSERT_TRUE(relax.isVisible());
  QSignalSpy planned(&view_, &FleetView::planned);
  QTest::mouseClick(&relax, Qt::LeftButton);
  ASSERT_TRUE(planned.wait(60'000));
  EXPECT_TRUE(view_.result().plan()->best);
  EXPECT_FALSE(relax.isVisible());
  EXPECT_GT(view_.document().json()["sla"]["e2e_p99_s"], 0.05);
  view_.document().undo();
  EXPECT_EQ(view_.document().json()["sla"]["e2e_p99_s"], 0.05);
}

TEST(ParetoChart, LabelsOfNearFleetsDoNotTouch) {
  ParetoChart chart;
  chart.resize(900, 420);
  chart.show();
  std::vector<FleetPoint> points;
  for (int i = 0; i < 8; ++i) {
    FleetPoint point;
    point.kind = i == 0 ? FleetPoint::Kind::kBest : FleetPoint::Kind::kType;
    point.instance = "trn1.32xlarge";
    point.count = i + 1;
    point.latency = 1.0 + 0.004 * i;
    point.usd_per_hour = 100 + 2 * i;
    points.push_back(point);
  }
  chart.set_points(points, Latency::kE2e, capacity::Limit{Latency::kE2e, 0.99, 1.02});
  chart.plot().replot();
  const std::vector<QRectF> boxes = chart.label_boxes();
  ASSERT_GE(boxes.size(), 3u) << "the limit and at least two fleets";
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_TRUE(QRectF(chart.plot().rect()).adjusted(-1, -1, 1, 1).contains(boxes[i]));
    for (std::size_t j = 0; j < i; ++j) {
      const QRectF common = boxes[i].intersected(boxes[j]);
      EXPECT_TRUE(common.width() < 1.5 || common.height() < 1.5) << i << " and " << j;
    }
  }
}

TEST_F(FleetViewTest, TypesWithoutAFleetAreFoldedAway) {
  Json asked = small_plan();
  asked["instances"] = {"inf2.24xlarge", "inf2.xlarge", "trn1.2xlarge"};
  asked["sla"]["e2e_p99_s"] = 2.5;
  show(asked);
  plan();
  const auto& types = view_.result().plan()->types;
  const auto without = std::ranges::count_if(types, [](const auto& type) { return !type.fleet; });
  ASSERT_GT(std::ssize(types) - without, 0) << "there is a fleet";
  const FleetTypesModel& model = view_.result().types();
  if (without > 1) {
    EXPECT_EQ(model.rowCount(), std::ssize(types) - without + 1);
    EXPECT_EQ(model.rowCount(model.index(model.rowCount() - 1, 0)), without);
  } else {
    EXPECT_EQ(model.rowCount(), std::ssize(types));
  }
  const auto* const completer = line("/instances").completer();
  ASSERT_NE(completer, nullptr);
  const QAbstractItemModel& listed = *completer->model();
  EXPECT_FALSE(listed.flags(listed.index(0, 0)) & Qt::ItemIsEnabled) << "the heading of a device";
  EXPECT_TRUE(listed.index(1, 0).data(Qt::UserRole + 1).toString().contains("GiB")) << "with facts";
}

TEST_F(FleetViewTest, TheChosenFleetIsAWorkload) {
  EXPECT_FALSE(view_.simulate_button().isEnabled());
  show(small_plan());
  plan();
  ASSERT_TRUE(view_.simulate_button().isEnabled());
  const auto workload = view_.workload();
  ASSERT_TRUE(workload) << nscope::to_string(workload.error());
  const auto& best = *view_.result().plan()->best;
  EXPECT_EQ(workload->instance, "inf2.24xlarge");
  EXPECT_EQ(workload->batch, capacity::to_json(best.configuration).at("slots"));
  EXPECT_EQ(workload->tensor_parallel, best.configuration.tensor_parallel);
  const auto* const serving = std::get_if<sim::ServingSetup>(&workload->kind);
  ASSERT_TRUE(serving != nullptr);
  EXPECT_EQ(serving->replicas, best.replicas);
  EXPECT_DOUBLE_EQ(serving->arrivals.mean_rate(), 3);
  EXPECT_TRUE(sim::workload_from_json(sim::to_json(*workload), "made")) << "a document can say it";
  QSignalSpy asked(&view_, &FleetView::simulate_requested);
  QTest::mouseClick(&view_.simulate_button(), Qt::LeftButton);
  EXPECT_EQ(asked.count(), 1);
}

TEST_F(FleetViewTest, APlanIsExported) {
  const QTemporaryDir folder;
  EXPECT_FALSE(view_.export_button().isEnabled());
  show(small_plan());
  plan();
  ASSERT_TRUE(view_.export_button().isEnabled());
  QSignalSpy saved(&view_.export_button(), &ExportButton::saved);
  const std::pair<app::ReportFormat, const char*> formats[] = {
      {app::ReportFormat::kHtml, "plan.html"},
      {app::ReportFormat::kPdf, "plan.pdf"},
      {app::ReportFormat::kWorkbook, "plan.xlsx"},
      {app::ReportFormat::kJson, "plan.json"}};
  for (const auto& [format, name] : formats) {
    view_.export_button().save(format, folder.filePath(QString::fromLatin1(name)));
    ASSERT_TRUE(saved.wait(30'000)) << name;
    EXPECT_GT(QFileInfo(folder.filePath(QString::fromLatin1(name))).size(), 500) << name;
  }
  const auto json = app::read_json_file(folder.filePath("plan.json").toStdString());
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("best").at("count"), view_.result().plan()->best->count());
}

TEST(FleetFields, ANormalPlanMeansTheSame) {
  const Json plan = small_plan();
  const Json normal = normal_plan(plan);
  EXPECT_EQ(normal_plan(normal), normal);
  const auto before = capacity::plan_request_from_json(plan, "a");
  const auto after = capacity::plan_request_from_json(normal, "a");
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after->traffic.input.mean, before->traffic.input.mean);
  EXPECT_EQ(after->regions, before->regions);
  for (const app::BuiltIn& each : app::built_ins(app::BuiltIn::Kind::kPlan)) {
    const auto document = app::load_document(each.name, each.kind);
    ASSERT_TRUE(document);
    const Json kept = normal_plan(document->json);
    const bool read = capacity::asks_training(kept)
                          ? capacity::training_request_from_json(kept, each.name).has_value()
                          : capacity::plan_request_from_json(kept, each.name).has_value();
    EXPECT_TRUE(read) << each.name;
  }
}

TEST(FleetFields, WhatWasChosenBeforeGoes) {
  Json plan = small_plan();
  plan["traffic"]["arrivals"] = {{"process", "constant"}, {"burst_factor", 3}};
  plan["survive"] = Json::object();
  const Json normal = normal_plan(plan);
  EXPECT_EQ(normal["traffic"]["arrivals"], (Json{{"process", "constant"}}));
  EXPECT_FALSE(normal.contains("survive"));
}

/// One type, few nodes, layouts and trials.
Json small_training() {
  return Json::parse(R"({"schema": "nscope.plan/1", "title": "train", "model": "llama-3-8b",
    "training": {"sequence_length": 4096, "global_batch": 256,
      "job": {"tokens": 10000000000, "deadline_days": 30, "node_mtbf_hours": 5000,
              "checkpoint": {"node_bandwidth": 1e9},
              "restart": {"detect_seconds": 600, "replace_seconds": 900,
                          "load_executable_seconds": 120}, "trials": 1000},
      "pipeline_parallel": [1, 2], "micro_batches": [1]},
    "instances": ["trn1.32xlarge"], "regions": ["us-east-1"], "purchase": ["on_demand", "ri_1yr"],
    "max_instances": 4, "as_of": "2026-11-01"})");
}

TEST_F(FleetViewTest, ATrainingJobIsPlannedEditedAndDecided) {
  const Tester tester(&view_.training().types_card().table().model(), kFatal);
  show(small_training());
  ASSERT_TRUE(view_.trains());
  EXPECT_TRUE(view_.training().isVisible());
  EXPECT_FALSE(view_.day_load().isVisible());
  EXPECT_FALSE(view_.decide_button().isEnabled());
  plan();
  ASSERT_TRUE(view_.training().plan());
  ASSERT_TRUE(view_.training().chosen_fleet());
  EXPECT_TRUE(view_.training().sentence().contains("trn1.32xlarge"));
  EXPECT_FALSE(view_.is_stale());
  EXPECT_TRUE(view_.export_button().isEnabled());
  EXPECT_GT(view_.training().job_card().table().model().rowCount(), 6);
  // What decides between the types is seen without scrolling in a window of 1440 pixels.
  TablePanel& types = view_.training().types_card().table();
  int width = 0;
  for (std::size_t c = 0; c <= *find_column(types.model().table(), "in_time"); ++c) {
    width += types.view().columnWidth(static_cast<int>(c));
  }
  EXPECT_LT(*find_column(types.model().table(), "usd"),
            *find_column(types.model().table(), "in_time"));
  EXPECT_LT(width, 1000);
  EXPECT_FALSE(view_.training().chart().shown().empty());
  const auto workload = view_.workload();
  ASSERT_TRUE(workload) << to_string(workload.error());
  const auto* const training = std::get_if<sim::TrainingSetup>(&workload->kind);
  EXPECT_TRUE(training != nullptr && training->job);
  QSignalSpy decided(&view_, &FleetView::decide_requested);
  QTest::mouseClick(&view_.decide_button(), Qt::LeftButton);
  EXPECT_EQ(decided.count(), 1);
  type("/training/job/deadline_days", "25");
  EXPECT_TRUE(view_.is_stale());
  EXPECT_EQ(view_.document().json()["training"]["job"]["deadline_days"], 25);
  type("/training/global_batch", "0");
  EXPECT_NE(view_.document().problem(), "");
  show(small_plan());
  EXPECT_FALSE(view_.training().isVisible());
  EXPECT_TRUE(view_.result().isVisible());
}

TEST_F(FleetViewTest, TheChartOfTrainingNamesItsLimitsAndTheFleetUnderTheMouse) {
  Json asked = small_training();
  asked["training"]["budget_usd"] = 1'000'000;
  show(asked);
  plan();
  TrainingChart& chart = view_.training().chart();
  ASSERT_FALSE(chart.shown().empty());
  QStringList words;
  for (int i = 0; i < chart.plot().itemCount(); ++i) {
    const auto* text = qobject_cast<QCPItemText*>(chart.plot().item(i));
    if (text != nullptr) words << text->text();
  }
  EXPECT_TRUE(words.contains("deadline")) << words.join(", ").toStdString();
  EXPECT_TRUE(words.contains("budget")) << words.join(", ").toStdString();
  chart.plot().replot();
  const auto& fleet = view_.training().plan()->fleets[chart.shown().front()];
  const double days = fleet.likely_hours / 24;
  EXPECT_EQ(chart.text_at(days, fleet.bill.expected.dollars()), chart.tip(chart.shown().front()));
  EXPECT_TRUE(chart.tip(chart.shown().front()).contains(" days"));
  EXPECT_EQ(chart.text_at(days * 1000, 1), "");
  // One click away are the figures of what is drawn.
  const Table& table = view_.training().chart_card().table().model().table();
  ASSERT_EQ(table.row_count(), chart.shown().size());
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const auto& drawn = view_.training().plan()->fleets[chart.shown()[i]];
    EXPECT_EQ(to_string(table.at(i, 0), nscope::Language()), drawn.layout.instance);
    EXPECT_EQ(std::get<double>(table.at(i, 3)), drawn.likely_hours / 24);
    EXPECT_EQ(std::get<double>(table.at(i, 4)), drawn.bill.expected.dollars());
  }
}

TEST_F(FleetViewTest, ATrainingFleetOfGpusIsNotSimulatedButExplained) {
  Json asked = small_training();
  asked["instances"] = {"p4d.24xlarge"};
  show(asked);
  plan();
  ASSERT_NE(view_.training().chosen_fleet(), nullptr);
  EXPECT_TRUE(view_.training().chosen_fleet()->layout.stack);
  const auto workload = view_.workload();
  ASSERT_FALSE(workload);
  EXPECT_NE(workload.error().message.english().find("does not support GPUs"), std::string::npos);
  EXPECT_TRUE(view_.study()) << "a migration study can have GPUs";
}

TEST_F(FleetViewTest, WhatIsWrongWithATrainingJobMarksItsField) {
  show(small_training());
  type("/training/sequence_length", "20000");
  EXPECT_TRUE(view_.document().problem().contains("positions"))
      << view_.document().problem().toStdString();
  EXPECT_TRUE(line("/training/sequence_length").property("wrong").toBool());
  EXPECT_FALSE(line("/instances").property("wrong").toBool());
  type("/training/sequence_length", "4096");
  type("/instances", "trn9.32xlarge");
  EXPECT_TRUE(line("/instances").property("wrong").toBool());
  type("/instances", "trn1.32xlarge, p4d.24xlarge");
  EXPECT_FALSE(line("/instances").property("wrong").toBool()) << "GPUs are compared, too";
  type("/regions", "mars-1");
  EXPECT_TRUE(line("/regions").property("wrong").toBool());
  type("/regions", "us-east-1");
  EXPECT_EQ(view_.document().problem(), "");
  // Only what can be trained is offered: each of these has a plan.
  const auto* completer = line("/model").completer();
  ASSERT_NE(completer, nullptr);
  QStringList offered;
  for (int row = 0; row < completer->model()->rowCount(); ++row) {
    offered << completer->model()->index(row, 0).data().toString();
  }
  EXPECT_TRUE(offered.contains("llama-3-8b"));
  for (const catalog::Model& model : context_.catalog()->models()) {
    Json asked = small_training();
    asked["model"] = model.id;
    asked["training"]["sequence_length"] = 1;
    const auto request = capacity::training_request_from_json(asked, "a").value();
    const auto types = capacity::training_types(*context_.catalog(), *context_.book(), request);
    EXPECT_EQ(offered.contains(QString::fromStdString(model.id)), types.has_value()) << model.id;
  }
}

TEST_F(FleetViewTest, TooLongRequestsMarkTheirLengths) {
  show(small_plan());
  type("/traffic/input_tokens/tokens", "20000");
  EXPECT_TRUE(view_.document().problem().contains("positions"));
  EXPECT_FALSE(line("/instances").property("wrong").toBool());
  EXPECT_TRUE(
      view_.document().form().field("/traffic/input_tokens/kind")->property("wrong").toBool());
}

TEST_F(FleetViewTest, SpotThatIsNotKnownIsNotAskedAbout) {
  show(small_training());
  const char* const bucket = "/training/spot/hazard/bucket";
  const auto choose = [&](int index) {
    auto* box = qobject_cast<QComboBox*>(view_.document().form().field(bucket));
    ASSERT_NE(box, nullptr);
    QSignalSpy bounded(&view_, &FleetView::bounded);
    box->setCurrentIndex(index);
    emit box->activated(index);
    ASSERT_TRUE(bounded.count() > 0 || bounded.wait(30'000));
  };
  choose(2);
  type("/training/spot/shared", "40");
  EXPECT_EQ(view_.document().problem(), "");
  EXPECT_EQ(view_.document().json()["training"]["spot"]["shared"], 0.4);
  choose(0);
  EXPECT_FALSE(view_.document().json()["training"].contains("spot"));
  EXPECT_EQ(view_.document().problem(), "") << "no hazard is missing";
  EXPECT_EQ(view_.document().form().field("/training/spot/shared"), nullptr);
}

TEST_F(FleetViewTest, ADocumentOfTheOtherKindTakesThePlanAway) {
  show(small_plan());
  plan();
  ASSERT_TRUE(view_.export_button().isEnabled());
  show(small_training());
  EXPECT_FALSE(view_.export_button().isEnabled()) << "it would write the plan of the fleet";
  EXPECT_EQ(view_.result().plan(), nullptr);
  EXPECT_FALSE(view_.is_stale());
  EXPECT_FALSE(view_.decide_button().isEnabled());
  plan();
  ASSERT_TRUE(view_.training().plan());
  show(small_plan());
  EXPECT_FALSE(view_.export_button().isEnabled());
  EXPECT_EQ(view_.training().plan(), nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return view_.bounds().size() == 1; }));
  EXPECT_TRUE(view_.result().answer().sentence().contains("At least"));
  EXPECT_EQ(view_.result().pages().current(), FleetResult::kBounds);
}

TEST_F(FleetViewTest, APlanThatRunsGoesWithItsKindAndKeepsItsName) {
  show(small_plan());
  view_.plan();
  ASSERT_TRUE(view_.plan_job().is_running());
  show(small_training());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view_.plan_job().is_running(); }, 30'000));
  EXPECT_EQ(view_.result().plan(), nullptr);
  EXPECT_FALSE(view_.export_button().isEnabled());
  show(small_plan());
  QSignalSpy planned(&view_, &FleetView::planned);
  view_.plan();
  view_.document().set_document(small_plan(), "another");
  ASSERT_TRUE(planned.wait(60'000));
  EXPECT_EQ(view_.export_button().report_name(), "small") << "what was planned";
}

TEST_F(FleetViewTest, OpeningPlansInPlaceOfWhatRuns) {
  const QTemporaryDir folder;
  std::vector<std::string> paths;
  for (const int rate : {3, 4}) {
    Json plan = small_plan();
    plan["traffic"]["requests_per_second"] = rate;
    const QString path = folder.filePath(QStringLiteral("%1.json").arg(rate));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(plan.dump()));
    paths.push_back(path.toStdString());
  }
  QSignalSpy planned(&view_, &FleetView::planned);
  view_.open(paths[0]);
  ASSERT_TRUE(view_.plan_job().is_running());
  view_.open(paths[1]);
  ASSERT_TRUE(planned.wait(60'000));
  ASSERT_TRUE(view_.result().plan());
  EXPECT_EQ(view_.result().plan()->request.traffic.requests_per_second, 4);
  EXPECT_EQ(view_.export_button().report_name(), "4");
}

}  // namespace
}  // namespace nscope::gui
