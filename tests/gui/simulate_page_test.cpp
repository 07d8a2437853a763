#include "app/gui/simulate/simulate_page.h"

#include "app/documents/built_in.h"
#include "simcore/catalog/config/hf_config.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// Until the prediction of what is in the form is shown.
void wait_for_verdict(SimulatePage& page) {
  ASSERT_TRUE(QTest::qWaitFor([&page] { return !page.is_estimating(); }, 60'000));
}

/// Shows a workload and what is predicted of it.
void show(SimulatePage& page, const sim::Workload& workload) {
  page.set_workload(workload);
  wait_for_verdict(page);
}

TEST(SimulatePage, FormKeepsAWorkload) {
  SimulatePage page;
  sim::Workload workload = app::load_workload("example").value();
  workload.batch = 3;
  workload.output_tokens = 17;
  page.set_workload(workload);
  const sim::Workload back = page.form().workload();
  EXPECT_EQ(back.model, workload.model);
  EXPECT_EQ(back.instance, workload.instance);
  EXPECT_EQ(back.tensor_parallel, workload.tensor_parallel);
  EXPECT_EQ(back.batch, 3);
  EXPECT_EQ(back.output_tokens, 17);
  EXPECT_EQ(back.sequence_length, workload.sequence_length);
  EXPECT_EQ(back.weight_dtype, workload.weight_dtype);
}

TEST(SimulatePage, FormHasTheImagesOfAPrompt) {
  SimulatePage page;
  sim::Workload workload{.model = "qwen2.5-vl-7b",
                         .instance = "trn2.48xlarge",
                         .tensor_parallel = 4,
                         .image_height = 560,
                         .image_width = 840,
                         .images = 2};
  show(page, workload);
  EXPECT_EQ(page.form().workload().images, 2);
  EXPECT_EQ(page.form().workload().image_width, 840);
  const QString with_images = page.verdict().figure(1);
  // A model that reads no images has neither field.
  workload.model = "qwen3-8b";
  show(page, workload);
  EXPECT_EQ(page.form().workload().images, 0);
  EXPECT_EQ(page.form().workload().image_width, 0);
  EXPECT_NE(page.verdict().figure(1), with_images);
}

TEST(SimulatePage, UsesACatalogueWithOwnModels) {
  const std::vector<catalog::Catalog::File> files{{"mine.json", *parse_json(R"({
    "schema": "nscope.models/1", "models": [{"id": "our-1b", "architecture": "decoder",
    "layers": 16, "hidden": 2048, "heads": 32, "kv_heads": 8, "head_dim": 64, "ffn": 8192,
    "ffn_gated": true, "vocabulary": 32000, "tied_embeddings": true, "parameters": 1040000000,
    "source": "our run", "date": "2026-11-01", "confidence": "official"}]})",
                                                                            "mine.json")}};
  auto catalog = catalog::Catalog::load(files);
  ASSERT_TRUE(catalog) << to_string(catalog.error());
  SimulatePage page(std::make_shared<const catalog::Catalog>(std::move(*catalog)));
  show(page, {.model = "our-1b", .instance = "inf2.xlarge", .tensor_parallel = 2});
  EXPECT_NE(page.verdict().figure(1), "–");
  EXPECT_TRUE(page.verdict().memory().fit().fits);
}

TEST(SimulatePage, FollowsTheStoredWeightsOfAConfiguration) {
  SimulatePage page;
  const auto configured = [](const std::string& name, const std::string& quantization) {
    const auto json = parse_json(R"({"model_type": "qwen3", "hidden_size": 2048,
      "intermediate_size": 6144, "num_hidden_layers": 4, "num_attention_heads": 16,
      "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
      "quantization_config": )" + quantization +
                                     "}",
                                 name);
    return catalog::read_hf_config(*json, name).value();
  };
  const auto box = [&](const char* name) {
    for (QComboBox* each : page.form().findChildren<QComboBox*>()) {
      if (each->accessibleName() == name) return each;
    }
    return static_cast<QComboBox*>(nullptr);
  };
  const auto says = [&](const char* text) {
    const QList<QLabel*> labels = page.form().findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return !label->isHidden() && label->text().contains(QLatin1String(text));
    });
  };
  show(page, {.model = "llama-3-8b", .instance = "trn2.3xlarge", .tensor_parallel = 4});
  page.form().choose(configured("mine-fp8", R"({"quant_method": "fp8"})"));
  wait_for_verdict(page);
  EXPECT_EQ(page.form().workload().weight_dtype, "fp8");
  EXPECT_TRUE(says("weights are fp8 as quantization_config (fp8) states"));
  EXPECT_TRUE(says("the defaults of model type 'qwen3' are assumed"));
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  // Another model does not have these weights.
  box("Model")->setCurrentText("llama-3-8b");
  EXPECT_EQ(page.form().workload().weight_dtype, "bf16");
  EXPECT_FALSE(says("quantization_config"));
  // NeuronCores have no weights of 4 bits.
  for (const char* const four_bits :
       {R"({"quant_method": "awq", "bits": 4})", R"({"quant_method": "mxfp4"})"}) {
    page.form().choose(configured("mine-4-bits", four_bits));
    wait_for_verdict(page);
    EXPECT_FALSE(page.run_button().isEnabled());
    EXPECT_TRUE(page.verdict().message().contains("unknown weight type"))
        << page.verdict().message().toStdString();
    EXPECT_TRUE(says("are not supported on NeuronCores; choose the weight data type"));
  }
  box("Weight data type")->setCurrentText("int8");
  wait_for_verdict(page);
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  EXPECT_TRUE(says("are not supported on NeuronCores; they are converted to int8"));
  // What the user has chosen stays, and the first configuration is still known.
  box("Model")->setCurrentText("llama-3-8b");
  EXPECT_EQ(page.form().workload().weight_dtype, "int8");
  EXPECT_EQ(box("Weight data type")->count(), 5);
  box("Model")->setCurrentText("mine-fp8");
  EXPECT_EQ(page.form().workload().weight_dtype, "fp8");
  ASSERT_TRUE(page.form().workload().custom_model);
  EXPECT_EQ(page.form().workload().custom_model->layers, 4);
}

TEST(SimulatePage, KeepsATypeOfWeightsThatIsNotInTheList) {
  SimulatePage page;
  show(page, {.model = "llama-3-8b",
              .instance = "trn2.3xlarge",
              .tensor_parallel = 4,
              .weight_dtype = "int4"});
  EXPECT_EQ(page.form().workload().weight_dtype, "int4");
  EXPECT_FALSE(page.run_button().isEnabled());
}

TEST(SimulatePage, VerdictFollowsTheForm) {
  SimulatePage page;
  wait_for_verdict(page);
  EXPECT_NE(page.verdict().figure(1), "–");
  EXPECT_EQ(page.verdict_state(), "analytical, updated while you type");
  const QString before = page.verdict().figure(2);
  sim::Workload workload = page.form().workload();
  workload.batch = 1;
  show(page, workload);
  EXPECT_NE(page.verdict().figure(2), before);
  EXPECT_TRUE(page.verdict().memory().fit().fits);
}

TEST(SimulatePage, SaysHowFarTheWorkloadFits) {
  SimulatePage page;
  sim::Workload workload{
      .model = "llama-3-8b", .instance = "inf2.xlarge", .tensor_parallel = 2, .batch = 1};
  show(page, workload);
  const std::string fits = page.verdict().limits().toStdString();
  EXPECT_NE(fits.find("Fits with"), std::string::npos) << fits;
  EXPECT_NE(fits.find("the largest batch is"), std::string::npos) << fits;
  workload.model = "llama-3.1-70b";
  show(page, workload);
  const std::string rejected = page.verdict().limits().toStdString();
  EXPECT_NE(rejected.find("Does not fit"), std::string::npos) << rejected;
  EXPECT_NE(rejected.find("It fits"), std::string::npos) << rejected;
}

TEST(SimulatePage, ShowsStartAndHostMemory) {
  SimulatePage page;
  sim::Workload workload{
      .model = "llama-3-8b", .instance = "inf2.48xlarge", .tensor_parallel = 8, .batch = 1};
  show(page, workload);
  const std::string fits = page.verdict().host().toStdString();
  EXPECT_NE(fits.find("fits in the"), std::string::npos) << fits;
  EXPECT_EQ(fits.find("ends"), std::string::npos) << fits;
  workload.start.compile_host = "inf2.xlarge";
  show(page, workload);
  EXPECT_EQ(page.form().workload().start, workload.start);
  const std::string killed = page.verdict().host().toStdString();
  EXPECT_NE(killed.find("the kernel ends the compiler"), std::string::npos) << killed;
}

TEST(SimulatePage, KeepsAndDescribesATrainingJob) {
  SimulatePage page;
  const sim::Workload workload = app::load_workload("search-m5-text-encoder").value();
  const auto* const training = std::get_if<sim::TrainingSetup>(&workload.kind);
  ASSERT_TRUE(training != nullptr && training->job);
  show(page, workload);
  EXPECT_EQ(sim::to_json(page.form().workload()), sim::to_json(workload));
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  const auto text = [&](const char* pointer) {
    const auto* const line = qobject_cast<QLineEdit*>(page.form().setup().field(pointer));
    return line == nullptr ? std::string("no field") : line->text().toStdString();
  };
  EXPECT_EQ(text("/training/job/deadline_days"), "14");
  EXPECT_NE(text("/training/job/node_mtbf_hours"), "");
  EXPECT_EQ(text("/training/nodes"), std::to_string(training->nodes));
}

QLineEdit& setup_line(SimulatePage& page, const char* pointer) {
  auto* const line = qobject_cast<QLineEdit*>(page.form().setup().field(pointer));
  static QLineEdit none;
  if (line == nullptr) ADD_FAILURE() << "no field " << pointer;
  return line != nullptr ? *line : none;
}

void type_setup(SimulatePage& page, const char* pointer, const char* text) {
  QLineEdit& line = setup_line(page, pointer);
  line.selectAll();
  QTest::keyClicks(&line, QString::fromUtf8(text));
  QTest::qWait(5);
}

void choose_task(SimulatePage& page, int task) {
  page.form().kind().setCurrentIndex(task);
  emit page.form().kind().activated(task);
  wait_for_verdict(page);
}

TEST(SimulatePage, TrainingIsComposedInTheForm) {
  SimulatePage page;
  show(page, {.model = "llama-3-8b",
              .instance = "trn1.32xlarge",
              .tensor_parallel = 8,
              .input_tokens = 4096});
  choose_task(page, 2);
  type_setup(page, "/training/nodes", "4");
  type_setup(page, "/training/pipeline_parallel", "4");
  type_setup(page, "/training/global_batch", "256");
  auto* const zero = qobject_cast<QComboBox*>(page.form().setup().field("/training/zero"));
  ASSERT_NE(zero, nullptr);
  zero->setCurrentIndex(zero->findData("0"));
  emit zero->activated(zero->currentIndex());
  auto* const kept = qobject_cast<QComboBox*>(page.form().setup().field("/training/checkpointing"));
  ASSERT_NE(kept, nullptr);
  kept->setCurrentIndex(kept->findData("full"));
  emit kept->activated(kept->currentIndex());
  wait_for_verdict(page);
  const sim::Workload workload = page.form().workload();
  const auto* const setup = std::get_if<sim::TrainingSetup>(&workload.kind);
  ASSERT_NE(setup, nullptr);
  EXPECT_EQ(setup->nodes, 4);
  EXPECT_EQ(setup->pipeline_parallel, 4);
  EXPECT_EQ(setup->global_batch, 256);
  EXPECT_EQ(setup->zero, 0);
  EXPECT_EQ(setup->checkpointing, sim::Checkpointing::kFull);
  EXPECT_NE(page.verdict().figure(0), "–") << page.verdict().message().toStdString();
  choose_task(page, 0);
  EXPECT_TRUE(std::holds_alternative<sim::InferenceSetup>(page.form().workload().kind));
}

/// Shows a workload and makes it a server.
void show_server(SimulatePage& page) {
  show(page, {.model = "llama-3-8b",
              .instance = "inf2.48xlarge",
              .tensor_parallel = 8,
              .batch = 4,
              .input_tokens = 200,
              .output_tokens = 20});
  choose_task(page, 1);
}

TEST(SimulatePage, AServerIsComposedInTheForm) {
  SimulatePage page;
  show_server(page);
  type_setup(page, "/serving/replicas", "2");
  type_setup(page, "/serving/requests", "50");
  type_setup(page, "/serving/batch_buckets", "1, 2");
  auto* const process =
      qobject_cast<QComboBox*>(page.form().setup().field("/serving/arrivals/process"));
  ASSERT_NE(process, nullptr);
  process->setCurrentIndex(process->findData("closed-loop"));
  emit process->activated(process->currentIndex());
  QTest::qWait(20);  // the fields follow the process
  type_setup(page, "/serving/arrivals/users", "3");
  wait_for_verdict(page);
  const sim::Workload workload = page.form().workload();
  const auto* const setup = std::get_if<sim::ServingSetup>(&workload.kind);
  ASSERT_NE(setup, nullptr);
  EXPECT_EQ(setup->replicas, 2);
  EXPECT_EQ(setup->requests, 50);
  EXPECT_EQ(setup->batch_buckets, (std::vector<int>{1, 2}));
  EXPECT_EQ(setup->arrivals.process, sim::ArrivalProcess::kClosedLoop);
  EXPECT_EQ(setup->arrivals.users, 3);
  EXPECT_NE(page.verdict().figure(0), "–") << page.verdict().message().toStdString();
  // What is not complete yet is said, and the last complete workload stays.
  auto* const add = page.form().setup().field("/serving/speculation");
  ASSERT_NE(add, nullptr);
  QTest::keyClick(add->focusProxy(), Qt::Key_Space);
  QTest::qWait(20);
  const auto problem = [&] {
    const QList<QLabel*> labels = page.form().findChildren<QLabel*>(QStringLiteral("badText"));
    return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return !label->isHidden() && label->text().contains("acceptance");
    });
  };
  EXPECT_TRUE(problem());
  type_setup(page, "/serving/speculation/acceptance", "70");
  EXPECT_FALSE(problem());
  const sim::Workload drafted = page.form().workload();
  EXPECT_TRUE(std::get<sim::ServingSetup>(drafted.kind).speculation.has_value());
}

void click_setup(SimulatePage& page, const char* pointer) {
  auto* const button = page.form().setup().field(pointer);
  ASSERT_NE(button, nullptr) << pointer;
  QTest::keyClick(button->focusProxy(), Qt::Key_Space);
  QTest::qWait(20);  // the fields follow
}

TEST(SimulatePage, EveryPartOfAServerHasFields) {
  SimulatePage page;
  show_server(page);
  type_setup(page, "/serving/requests", "20");
  click_setup(page, "/serving/prefix");
  type_setup(page, "/serving/prefix/shared_tokens", "96");
  type_setup(page, "/serving/prefix/share", "50");
  click_setup(page, "/serving/disaggregation");
  type_setup(page, "/serving/disaggregation/prefill_replicas", "2");
  type_setup(page, "/serving/disaggregation/bandwidth", "10");
  click_setup(page, "/serving/adapters");
  type_setup(page, "/serving/adapters/count", "32");
  type_setup(page, "/serving/adapters/bytes", "84");
  click_setup(page, "/serving/admission");
  type_setup(page, "/serving/admission/most_waiting", "7");
  click_setup(page, "/serving/autoscaling");
  type_setup(page, "/serving/autoscaling/most", "3");
  const sim::Workload workload = page.form().workload();
  const auto& setup = std::get<sim::ServingSetup>(workload.kind);
  ASSERT_TRUE(setup.prefix && setup.paged && setup.disaggregation && setup.adapters &&
              setup.autoscaling);
  const Json json = sim::to_json(workload).at("serving");
  EXPECT_EQ(json.at("prefix").at("shared_tokens"), 96);
  EXPECT_EQ(json.at("prefix").at("share"), 0.5);
  EXPECT_EQ(json.at("disaggregation").at("prefill_replicas"), 2);
  EXPECT_EQ(json.at("disaggregation").at("bandwidth"), 10e9);
  EXPECT_EQ(json.at("adapters").at("count"), 32);
  EXPECT_EQ(json.at("adapters").at("bytes"), 84e6);
  EXPECT_EQ(json.at("admission").at("most_waiting"), 7);
  EXPECT_EQ(json.at("autoscaling").at("most"), 3);
}

TEST(SimulatePage, WhatIsBelowThePredictionDoesNotMoveWhileTyping) {
  SimulatePage page;
  page.resize(1280, 720);
  page.show();
  show(page, {.model = "llama-3-8b",
              .instance = "inf2.48xlarge",
              .tensor_parallel = 8,
              .batch = 4,
              .input_tokens = 200,
              .output_tokens = 20});
  QTest::qWait(50);
  const int height = page.verdict().height();
  QComboBox* models = nullptr;
  for (QComboBox* box : page.form().findChildren<QComboBox*>()) {
    if (box->isEditable() && box->accessibleName() == QStringLiteral("Model")) models = box;
  }
  ASSERT_NE(models, nullptr);
  models->setEditText("llama-3-8");  // on the way to another name
  wait_for_verdict(page);
  QTest::qWait(50);
  EXPECT_EQ(page.verdict().figure(0), "–");
  EXPECT_EQ(page.verdict().height(), height);
}

TEST(SimulatePage, PassesOfADiffusionModelAreEdited) {
  SimulatePage page;
  show(page, {.model = "stable-diffusion-2.1", .instance = "inf2.xlarge"});
  type_setup(page, "/guidance_passes", "1");
  EXPECT_EQ(page.form().workload().guidance_passes, 1);
}

TEST(SimulatePage, TheChosenDegreeIsPossibleAndARefusedOneIsReplaced) {
  SimulatePage page;
  show(page, {.model = "llama-3.1-8b", .instance = "inf2.48xlarge", .tensor_parallel = 24});
  for (QComboBox* box : page.form().findChildren<QComboBox*>()) {
    if (box->accessibleName() == "Instance") box->setCurrentText("trn2.48xlarge");
  }
  wait_for_verdict(page);
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  EXPECT_LE(page.form().workload().tensor_parallel, 32) << "it has 32 heads";
  page.form().choose_parallel(64);
  wait_for_verdict(page);
  EXPECT_FALSE(page.run_button().isEnabled());
  ASSERT_EQ(page.verdict().fixes().size(), 1u);
  EXPECT_TRUE(page.verdict().fixes()[0]->text().startsWith("Use TP "));
  page.verdict().fixes()[0]->click();
  wait_for_verdict(page);
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  EXPECT_TRUE(page.verdict().fixes().empty());
}

TEST(SimulatePage, CallsOfTransformersAreDividedOverCores) {
  SimulatePage page;
  const auto box = [&](const char* name) {
    for (QComboBox* each : page.form().findChildren<QComboBox*>()) {
      if (each->accessibleName() == name) return each;
    }
    return static_cast<QComboBox*>(nullptr);
  };
  const auto degree = [&] { return page.form().workload().tensor_parallel; };
  QComboBox* const degrees = box("Tensor parallel degree");
  show(page, {.model = "llama-3-8b", .instance = "trn2.48xlarge", .tensor_parallel = 32});
  // The degree is that of another kind of model, and the smallest one that fits replaces it.
  box("Model")->setCurrentText("wan2.1-t2v-14b");
  wait_for_verdict(page);
  EXPECT_FALSE(degrees->parentWidget()->isHidden());
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  EXPECT_EQ(degree(), 2);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NE(page.verdict().figure(i), "unknown") << i;
  // A stated degree stays, and every way out of a refusal is a button.
  degrees->setCurrentText("1");
  wait_for_verdict(page);
  ASSERT_FALSE(page.run_button().isEnabled());
  std::vector<std::string> fixes;
  for (const QPushButton* fix : page.verdict().fixes()) fixes.push_back(fix->text().toStdString());
  EXPECT_EQ(fixes,
            (std::vector<std::string>{"Use TP 2", "Use int8 weights", "Use trn2.3xlarge, TP 2"}));
  page.verdict().fixes()[1]->click();
  wait_for_verdict(page);
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  EXPECT_EQ(page.form().workload().weight_dtype, "int8");
  EXPECT_EQ(degree(), 1);
  // Convolutions are not divided.
  box("Model")->setCurrentText("stable-diffusion-2.1");
  EXPECT_TRUE(degrees->parentWidget()->isHidden());
  EXPECT_EQ(degree(), 1);
  box("Model")->setCurrentText("llama-3-8b");
  wait_for_verdict(page);
  EXPECT_EQ(degree(), 32) << "the whole instance is used again";
}

TEST(SimulatePage, ARunShowsItsFiguresBesideThePrediction) {
  SimulatePage page;
  page.resize(1200, 800);
  page.show();
  wait_for_verdict(page);
  const auto says = [&] {
    const QList<QLabel*> labels = page.verdict().findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [](const QLabel* label) { return label->text().contains("simulated: "); });
  };
  EXPECT_FALSE(says());
  QSignalSpy finished(&page, &SimulatePage::run_finished);
  page.run();
  ASSERT_TRUE(finished.wait(60'000));
  EXPECT_TRUE(says());
  EXPECT_TRUE(page.verdict().note(0).contains("90")) << "the band of the prediction stays";
  sim::Workload other = page.form().workload();
  other.batch += 1;
  show(page, other);
  EXPECT_FALSE(says()) << "it is not of this workload";
}

TEST(SimulatePage, SaysWhyAWorkloadDoesNotFit) {
  SimulatePage page;
  show(page,
       {.model = "llama-2-70b", .instance = "inf2.48xlarge", .tensor_parallel = 8, .batch = 1});
  EXPECT_FALSE(page.run_button().isEnabled());
  EXPECT_FALSE(page.verdict().memory().fit().fits);
  EXPECT_TRUE(page.verdict().message().contains("fit")) << page.verdict().message().toStdString();
  EXPECT_EQ(page.verdict().figure(0), "–");
  EXPECT_FALSE(page.verdict().shows_figures()) << "the refusal takes their place";
}

TEST(SimulatePage, AModelHasTheFieldsItDependsOn) {
  SimulatePage page;
  const auto shown = [&](const char* name) {
    for (const QWidget* field : page.form().findChildren<QWidget*>()) {
      if (field->accessibleName() == name) return !field->parentWidget()->isHidden();
    }
    ADD_FAILURE() << "no field " << name;
    return false;
  };
  EXPECT_TRUE(shown("Output tokens"));
  EXPECT_FALSE(shown("Image size"));
  sim::Workload workload{.model = "stable-diffusion-2.1", .instance = "inf2.xlarge"};
  workload.image_height = 768;
  workload.image_width = 512;
  workload.steps = 20;
  workload.cores = 2;
  show(page, workload);
  EXPECT_TRUE(shown("Image size"));
  EXPECT_TRUE(shown("Denoising steps"));
  EXPECT_FALSE(shown("Output tokens"));
  EXPECT_FALSE(shown("Input tokens"));
  const sim::Workload back = page.form().workload();
  EXPECT_EQ(sim::to_json(back), sim::to_json(workload));
  EXPECT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  for (QLineEdit* field : page.form().findChildren<QLineEdit*>()) {
    if (field->accessibleName() == "Image size") field->setText("wide");
  }
  wait_for_verdict(page);
  EXPECT_FALSE(page.run_button().isEnabled());
  EXPECT_TRUE(page.verdict().message().contains("height x width"));
  show(page, {.model = "bert-base-cased", .instance = "inf2.xlarge"});
  EXPECT_TRUE(shown("Input tokens"));
  EXPECT_TRUE(shown("Replicas"));
  EXPECT_FALSE(page.price_button().isEnabled()) << "inferences are not priced";
  EXPECT_FALSE(shown("Image size"));
}

TEST(SimulatePage, UnknownModelIsAMessageNotACrash) {
  SimulatePage page;
  show(page, {.model = "no-such-model", .instance = "trn1.32xlarge"});
  EXPECT_FALSE(page.run_button().isEnabled());
  EXPECT_TRUE(page.verdict().message().contains("no-such-model"));
}

/// Takes minutes to predict.
sim::Workload long_workload() {
  sim::Workload workload = app::load_workload("inf2-100rps-sla").value();
  std::get<sim::ServingSetup>(workload.kind).requests = 2'000'000;
  return workload;
}

TEST(SimulatePage, ALongPredictionGreysTheOneBeforeAndTheNextWins) {
  SimulatePage page;
  wait_for_verdict(page);
  const sim::Workload quick = page.form().workload();
  const QString known = page.verdict().figure(2);
  QSignalSpy estimated(&page, &SimulatePage::estimated);
  page.set_workload(long_workload());
  EXPECT_TRUE(page.verdict().isEnabled()) << "not before it takes long";
  ASSERT_TRUE(QTest::qWaitFor([&] { return !page.verdict().isEnabled(); }, 5'000));
  EXPECT_EQ(page.verdict_state(), "Calculating…");
  EXPECT_EQ(page.verdict().figure(2), known) << "stays until another is known";
  EXPECT_FALSE(page.price_button().isEnabled());
  EXPECT_TRUE(page.run_button().isEnabled());
  page.set_workload(quick);
  wait_for_verdict(page);
  EXPECT_EQ(estimated.count(), 1) << "the long one is never heard of";
  EXPECT_TRUE(page.verdict().isEnabled());
  EXPECT_EQ(page.verdict_state(), "analytical, updated while you type");
  EXPECT_TRUE(page.price_button().isEnabled());
}

TEST(SimulatePage, APredictionIsCancelledFromTheListOfJobs) {
  SimulatePage page;
  wait_for_verdict(page);
  QSignalSpy failed(&page, &SimulatePage::failed);
  page.set_workload(long_workload());
  for (Job* job : page.jobs()) job->cancel();
  wait_for_verdict(page);
  EXPECT_EQ(failed.count(), 0);
  EXPECT_FALSE(page.verdict().isEnabled());
  EXPECT_EQ(page.verdict_state(), "cancelled; previous prediction");
  QTest::qWait(300);
  EXPECT_EQ(page.verdict_state(), "cancelled; previous prediction") << "nothing is calculated";
}

}  // namespace
}  // namespace nscope::gui
