#include "app/gui/simulate/workload_form.h"

#include "app/documents/model_config.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/forms/catalog_choices.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/simulate/setup_fields.h"
#include "app/gui/text/text.h"
#include "profiler/base/overloaded.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/inference/fixed_call.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/workload/image_size.h"

#include <QFileInfo>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <variant>

namespace nscope::gui {
namespace {

constexpr int kMostTokens = 1 << 20;
constexpr int kMostImages = 1000;
constexpr int kMostBatch = 4096;
constexpr int kMostCopies = 1024;

/// The types of weights that NeuronCores support.
QStringList weight_types() {
  return {QStringLiteral("bf16"), QStringLiteral("fp16"), QStringLiteral("fp32"),
          QStringLiteral("int8"), QStringLiteral("fp8")};
}

/// Chooses the text. A value that is not in the list is kept, and the prediction reports the error.
void set_choice(QComboBox& box, const QString& text) {
  const int index = box.findText(text, Qt::MatchFixedString);
  if (index >= 0) return box.setCurrentIndex(index);
  if (box.isEditable()) return box.setEditText(text);
  box.addItem(text);
  box.setCurrentIndex(box.count() - 1);
}

QComboBox* choice(const QStringList& values, const QString& name) {
  auto* box = new ChoiceBox;
  box->addItems(values);
  box->setAccessibleName(name);
  return box;
}

}  // namespace

WorkloadForm::WorkloadForm(const catalog::Catalog& catalog, QWidget* parent)
    : QWidget(parent),
      catalog_(catalog),
      kind_(choice({}, tr("Task"))),
      model_(new SearchBox(tr("Model"))),
      instance_(new SearchBox(tr("Instance"))),
      parallel_(choice({}, tr("Tensor parallel degree"))),
      dtype_(choice({QStringLiteral("bf16"), QStringLiteral("fp16"), QStringLiteral("fp32")},
                    tr("Compute data type"))),
      weights_(choice(weight_types(), tr("Weight data type"))),
      config_(named_label("muted")),
      beyond_(named_label("muted")),
      setup_(new DocumentForm),
      setup_problem_(named_label("badText")),
      batch_(number(1, kMostBatch, tr("Batch size"))),
      input_(number(1, kMostTokens, tr("Input tokens"))),
      output_(number(1, kMostTokens, tr("Output tokens"))),
      length_(number(0, kMostTokens, tr("Max sequence length"))),
      image_(new QLineEdit(this)),
      images_(number(0, kMostImages, tr("Images per prompt"))),
      steps_(number(0, kMostTokens, tr("Denoising steps"))),
      copies_(number(1, kMostCopies, tr("Replicas"))),
      cores_(number(0, kMostCopies, tr("Cores"))) {
  const CatalogChoices models = model_choices(catalog, [](const catalog::Model&) { return true; });
  model_->set_choices(models.rows, models.groups);
  const CatalogChoices instances = instance_choices(catalog, [](const catalog::Device& device) {
    return device.kind == catalog::DeviceKind::kNeuron;
  });
  instance_->set_choices(instances.rows, instances.groups);
  length_->setSpecialValueText(tr("input + output"));
  image_->setPlaceholderText(tr("model default"));
  image_->setAlignment(Qt::AlignRight);
  image_->setAccessibleName(tr("Image size"));
  steps_->setSpecialValueText(tr("model default"));
  cores_->setSpecialValueText(tr("one per replica"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(5);
  kind_->addItem(tr("Inference"), 0);
  kind_->addItem(tr("Server"), 1);
  kind_->addItem(tr("Training"), 2);
  add_field(tr("Task"), kind_,
            tr("Inference runs one batch or one call; a server has requests, a scheduler and "
               "replicas; training runs a step or a job."));
  layout->addSpacing(6);
  layout->addWidget(named_label("subTitle", tr("Model")));
  add_field(tr("Model"), model_,
            tr("A model of the catalogue, or a Hugging Face configuration that you load."));
  auto* config = new QPushButton(tr("Load config.json…"));
  config->setObjectName(QStringLiteral("link"));
  connect(config, &QPushButton::clicked, this, &WorkloadForm::load_config);
  layout->addWidget(config, 0, Qt::AlignRight);
  config_->setWordWrap(true);
  config_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(config_);
  add_field(tr("Weight data type"), weights_, tr("Data type of the weights in memory."));
  add_field(tr("Compute data type"), dtype_, tr("Data type of the matrix multiplications."));
  layout->addSpacing(10);
  layout->addWidget(named_label("subTitle", tr("Hardware")));
  add_field(tr("Instance"), instance_, tr("The EC2 instance type."));
  add_field(tr("Tensor parallel degree"), parallel_,
            tr("Number of logical NeuronCores that share each layer. Lists the degrees that the "
               "software supports."));
  layout->addSpacing(10);
  layout->addWidget(named_label("subTitle", tr("Load")));
  add_field(tr("Batch size"), batch_,
            tr("Number of sequences or images that are computed together."));
  add_field(tr("Input tokens"), input_, tr("Length of each prompt."));
  add_field(tr("Output tokens"), output_, tr("Tokens generated for each prompt."));
  add_field(tr("Max sequence length"), length_,
            tr("Maximum length of prompt plus output that the graph is compiled for."));
  add_field(tr("Image size"), image_, tr("Height x width in pixels, for example 512x512."));
  add_field(tr("Images per prompt"), images_,
            tr("Number of images in each prompt of a model that reads images."));
  add_field(tr("Denoising steps"), steps_, tr("Number of denoising steps per image."));
  add_field(tr("Replicas"), copies_,
            tr("Number of copies of the model that run at the same time."));
  add_field(tr("Cores"), cores_, tr("Number of NeuronCores that the replicas share."));
  beyond_->setWordWrap(true);
  layout->addWidget(beyond_);
  layout->addWidget(setup_);
  setup_problem_->setWordWrap(true);
  setup_problem_->setTextFormat(Qt::PlainText);
  setup_problem_->hide();
  layout->addWidget(setup_problem_);
  fill_parallel();
  connect(kind_, &QComboBox::activated, this, &WorkloadForm::choose_kind);
  connect(setup_, &DocumentForm::changed, this, &WorkloadForm::take_setup);
  connect(model_, &QComboBox::currentTextChanged, this, [this] {
    if (!filling_) follow_stored_weights();
    if (!filling_ && runs_as_calls() != calls_) fill_parallel();
    show_fields();
    if (!filling_) show_setup();
  });
  connect(weights_, &QComboBox::currentTextChanged, this, &WorkloadForm::show_fields);
  connect(parallel_, &QComboBox::currentTextChanged, this, [this] { chose_parallel_ = false; });
  for (QComboBox* box : {static_cast<QComboBox*>(model_), parallel_, dtype_, weights_}) {
    connect(box, &QComboBox::currentTextChanged, this, [this] {
      if (!filling_) emit edited();
    });
  }
  connect(instance_, &QComboBox::currentTextChanged, this, [this] {
    fill_parallel();
    if (!filling_) emit edited();
  });
  connect(image_, &QLineEdit::textChanged, this, [this] {
    if (!filling_) emit edited();
  });
  for (QSpinBox* box : {batch_, input_, output_, length_, images_, steps_, copies_, cores_}) {
    connect(box, &QSpinBox::valueChanged, this, [this] {
      if (!filling_) emit edited();
    });
  }
}

QSpinBox* WorkloadForm::number(int least, int most, const QString& name) {
  auto* box = new QSpinBox(this);
  box->setRange(least, most);
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  box->setAlignment(Qt::AlignRight);
  box->setGroupSeparatorShown(true);
  box->setAccessibleName(name);
  return box;
}

void WorkloadForm::add_field(const QString& label, QWidget* field, const QString& help) {
  auto* row = new QWidget(this);  // Label and field are shown or hidden together.
  auto* row_layout = new QHBoxLayout(row);
  row_layout->setContentsMargins(0, 0, 0, 0);
  row_layout->setSpacing(8);
  auto* text = named_label("muted", label);
  text->setFixedWidth(104);
  text->setWordWrap(true);  // Translations may be longer.
  text->setBuddy(field);
  field->setToolTip(help);
  row_layout->addWidget(text);
  row_layout->addWidget(field, 1);
  layout()->addWidget(row);
}

void WorkloadForm::fill_parallel() {
  const auto instance = catalog_.instance(to_string(instance_->currentText()));
  if (!instance) return;
  const bool calls = runs_as_calls();
  const bool other = std::exchange(calls_, calls) != calls;
  const QString before = other ? QString() : parallel_->currentText();
  const QSignalBlocker quiet(parallel_);
  parallel_->clear();
  std::vector<int> degrees = catalog::tensor_parallel_choices(catalog_, **instance);
  if (calls && (degrees.empty() || degrees.front() != 1)) degrees.insert(degrees.begin(), 1);
  for (const int degree : degrees) parallel_->addItem(QString::number(degree));
  const int same = parallel_->findText(before);
  const int usual = calls ? 0 : parallel_->count() - 1;
  parallel_->setCurrentIndex(same >= 0 ? same : usual);
  chose_parallel_ = same < 0;
}

void WorkloadForm::show_parallel(int degree) {
  const QSignalBlocker quiet(parallel_);
  set_choice(*parallel_, QString::number(degree));
}

void WorkloadForm::choose_parallel(int degree) {
  chose_parallel_ = false;
  set_choice(*parallel_, QString::number(degree));
}

/// Starts a server or training with the usual settings, and keeps what the kinds have in common.
void WorkloadForm::choose_kind(int index) {
  sim::Workload next = workload();
  if (static_cast<int>(next.kind.index()) == kind_->itemData(index).toInt()) return;
  next.speculation.reset();
  if (index == 1) {
    const Json arrivals = {{"arrivals", {{"process", "poisson"}}}};
    next.kind = sim::serving_member(arrivals, {}, next.input_tokens, next.output_tokens)
                    .value_or(sim::ServingSetup());
  } else if (index == 2) {
    next.kind = sim::TrainingSetup();
    next.weight_scales.clear();
    next.kv_dtype.clear();
    next.task.clear();
    next.start = {};
    next.context_parallel = 1;
    next.guidance_passes = 0;
  } else {
    next.kind = sim::InferenceSetup();
  }
  set_workload(next);
}

/// Shows the fields of the kind of the workload. Their values are those of `given_`.
void WorkloadForm::show_setup() {
  const Json json = sim::to_json(workload());
  std::vector<DocumentField> fields = setup_fields(json, catalog_, architecture(), divides_calls());
  setup_pointers_.clear();
  for (const DocumentField& field : fields) setup_pointers_.push_back(field.pointer);
  setup_->set(json, std::move(fields));
  setup_problem_->hide();
}

void WorkloadForm::take_setup() {
  Json edited = setup_->document();
  make_normal_setup(edited);
  Json json = sim::to_json(workload());
  for (const char* member : setup_members()) {
    json.erase(member);
    if (edited.contains(member)) json[member] = edited.at(member);
  }
  std::vector<std::string> pointers;
  for (const DocumentField& field :
       setup_fields(edited, catalog_, architecture(), divides_calls())) {
    pointers.push_back(field.pointer);
  }
  if (pointers != setup_pointers_) {
    setup_pointers_ = pointers;
    // Not now, because this would delete the field whose signal is being handled.
    QTimer::singleShot(0, this, [this, edited] {
      setup_->set(edited, setup_fields(edited, catalog_, architecture(), divides_calls()));
    });
  }
  auto read = sim::workload_from_json(json, {});
  setup_->clear_marks();
  setup_problem_->setVisible(!read);
  if (!read) {
    setup_->mark(": " + read.error().where.english(), to_qstring(read.error().message));
    return setup_problem_->setText(to_qstring(read.error()));
  }
  const auto requests = given_.requests;
  const auto model = given_.custom_model;
  given_ = std::move(*read);
  given_.requests = requests;
  given_.custom_model = model;
  emit this->edited();
}

bool WorkloadForm::generates() const {
  const sim::Workload chosen = given_for_model();
  const auto model = sim::model_of(catalog_, chosen);
  return !model || !sim::runs_as_calls(**model, chosen);
}

bool WorkloadForm::runs_as_calls() const {
  return !generates() && !std::holds_alternative<sim::TrainingSetup>(given_.kind);
}

bool WorkloadForm::divides_calls() const {
  const auto model = sim::model_of(catalog_, given_for_model());
  return runs_as_calls() && model && sim::can_divide_calls(**model);
}

catalog::Architecture WorkloadForm::architecture() const {
  const sim::Workload chosen = given_for_model();
  const auto model = sim::model_of(catalog_, chosen);
  return model ? (*model)->architecture : catalog::Architecture::kDecoder;
}

bool WorkloadForm::shows_images() const {
  using enum catalog::Architecture;
  const auto chosen = architecture();
  return chosen == kVisionCnn || chosen == kVisionTransformer || chosen == kDiffusion;
}

bool WorkloadForm::reads_images() const {
  const sim::Workload chosen = given_for_model();
  const auto model = sim::model_of(catalog_, chosen);
  return model && (*model)->vision.has_value() && generates();
}

int WorkloadForm::encoder_positions() const {
  const auto model = sim::model_of(catalog_, given_for_model());
  return model ? (*model)->encoder_positions : 0;
}

void WorkloadForm::show_fields() {
  const bool generating = generates();
  const bool images = shows_images();
  const auto show = [](std::initializer_list<QWidget*> fields, bool shown) {
    for (QWidget* field : fields) field->parentWidget()->setVisible(shown);
  };
  const bool trains = std::holds_alternative<sim::TrainingSetup>(given_.kind);
  show({parallel_}, generating || trains || divides_calls());
  show({output_, length_}, generating && !trains);
  show({copies_, cores_}, !generating && !trains);
  show({batch_}, !trains);
  config_->setText(config_note());
  config_->setVisible(!config_->text().isEmpty());
  beyond_->setText(beyond_fields());
  beyond_->setVisible(!beyond_->text().isEmpty());
  show({input_}, !images && encoder_positions() == 0);
  show({image_}, images || reads_images());
  show({images_}, reads_images());
  show({steps_}, architecture() == catalog::Architecture::kDiffusion);
}

/// What the fields above mean for this kind of workload.
QString WorkloadForm::beyond_fields() const {
  return std::visit(
      Overloaded{
          [](const sim::InferenceSetup&) { return QString(); },
          [](const sim::ServingSetup&) {
            return tr("The batch size is the number of batch slots of a replica.");
          },
          [](const sim::TrainingSetup&) { return QString(); },
          [](const sim::CollectiveSetup&) { return tr("Collective workload from a file."); },
          [](const sim::KernelSetup&) { return tr("Kernel from a file."); },
      },
      given_.kind);
}

/// The workload of set_workload(), with the model and instance that are chosen now.
sim::Workload WorkloadForm::given_for_model() const {
  sim::Workload workload = given_;
  workload.model = to_string(model_->currentText().trimmed());
  workload.instance = to_string(instance_->currentText().trimmed());
  workload.custom_model.reset();
  if (const auto* const own = configured()) workload.custom_model = own->model;
  if (workload.model != given_.model) {  // Task and software belong to the other model.
    workload.task.clear();
    workload.software.clear();
  }
  return workload;
}

sim::Workload WorkloadForm::workload() const {
  sim::Workload workload = given_for_model();
  const bool generating = generates();
  const bool trains = std::holds_alternative<sim::TrainingSetup>(workload.kind);
  const bool calls = !generating && !trains;
  const bool divides = !calls || divides_calls();
  workload.tensor_parallel = divides ? std::max(1, parallel_->currentText().toInt()) : 1;
  workload.copies = calls ? copies_->value() : 1;
  workload.cores = calls ? cores_->value() : 0;
  const bool denoises = architecture() == catalog::Architecture::kDiffusion;
  workload.steps = denoises ? steps_->value() : 0;
  const std::string image = to_string(image_->text().trimmed());
  workload.image_height = workload.image_width = 0;
  workload.frames = 1;
  workload.images = reads_images() && !trains ? images_->value() : 0;
  if ((shows_images() || workload.images > 0) && !image.empty()) {
    // The simulator rejects an invalid size with a reason.
    const auto size = sim::parse_image_size(image).value_or(sim::ImageSize{-1, -1});
    workload.image_height = size.height;
    workload.image_width = size.width;
    workload.frames = size.frames;
  }
  workload.batch = batch_->value();
  workload.input_tokens = encoder_positions() > 0 ? encoder_positions() : input_->value();
  workload.output_tokens = output_->value();
  workload.sequence_length = length_->value();
  workload.dtype = to_string(dtype_->currentText());
  workload.weight_dtype = to_string(weights_->currentText());
  return workload;
}

void WorkloadForm::set_workload(const sim::Workload& workload) {
  filling_ = true;
  configured_.erase(workload.model);
  stored_.clear();
  if (workload.custom_model) configured_[workload.model] = {*workload.custom_model, {}};
  given_ = workload;
  set_choice(*model_, to_qstring(workload.model));
  set_choice(*instance_, to_qstring(workload.instance));
  fill_parallel();
  set_choice(*parallel_, QString::number(workload.tensor_parallel));
  chose_parallel_ = false;
  const auto kind = static_cast<int>(workload.kind.index());
  while (kind_->count() > 3) kind_->removeItem(3);
  if (kind >= 3) kind_->addItem(kind == 3 ? tr("Collective") : tr("Kernel"), kind);
  kind_->setCurrentIndex(kind_->findData(kind));
  set_choice(*dtype_, to_qstring(workload.dtype));
  set_choice(*weights_, to_qstring(workload.weight_dtype));
  batch_->setValue(workload.batch);
  input_->setValue(workload.input_tokens);
  output_->setValue(workload.output_tokens);
  length_->setValue(workload.sequence_length);
  image_->setText(workload.image_height > 0
                      ? QString::fromStdString(sim::to_string(sim::ImageSize{
                            workload.image_height, workload.image_width, workload.frames}))
                      : QString());
  images_->setValue(workload.images);
  steps_->setValue(workload.steps);
  copies_->setValue(workload.copies);
  cores_->setValue(workload.cores);
  show_fields();
  show_setup();
  filling_ = false;
  emit edited();
}

void WorkloadForm::apply(const sim::Workload& possible) {
  const auto configured = configured_;
  set_workload(possible);
  configured_ = configured;
  show_fields();
}

void WorkloadForm::load_config() {
  const QString path = ask_open_file(this, {.title = tr("Model configuration"),
                                            .use = FileUse::kModel,
                                            .filters = QStringLiteral("config.json (*.json)")});
  if (path.isEmpty()) return;
  const QFileInfo info(path);
  const QString folder = QFileInfo(info.path()).fileName();
  auto read = app::read_model_config(to_string(path),
                                     to_string(folder.isEmpty() ? info.baseName() : folder));
  if (!read) return emit failed(tr("Cannot read the model configuration"), read.error());
  choose(std::move(*read));
}

void WorkloadForm::choose(catalog::ConfiguredModel model) {
  const QString id = to_qstring(model.model.id);
  configured_[model.model.id] = std::move(model);
  filling_ = true;
  model_->add_choice(id);
  model_->setCurrentText(id);
  follow_stored_weights();
  if (runs_as_calls() != calls_) fill_parallel();
  show_fields();
  filling_ = false;
  emit edited();
}

const catalog::ConfiguredModel* WorkloadForm::configured() const {
  const auto found = configured_.find(to_string(model_->currentText().trimmed()));
  return found == configured_.end() ? nullptr : &found->second;
}

void WorkloadForm::follow_stored_weights() {
  const auto* const own = configured();
  const std::string stored = own == nullptr ? std::string() : app::weight_dtype_of(own->weights);
  // A type that the user has chosen stays if the new model states none.
  const bool followed = !stored_.empty() && weights_->currentText() == to_qstring(stored_);
  if (!stored.empty()) {
    set_choice(*weights_, to_qstring(stored));
  } else if (followed) {
    set_choice(*weights_, dtype_->currentText());
  }
  stored_ = stored;
  // Types that are only those of another configuration cannot be chosen.
  for (int i = weights_->count() - 1; i >= weight_types().size(); --i) {
    if (i != weights_->currentIndex()) weights_->removeItem(i);
  }
}

/// What the configuration of the chosen model leaves out, and the type of its stored weights.
QString WorkloadForm::config_note() const {
  const auto* const own = configured();
  if (own == nullptr) return {};
  QStringList notes;
  if (!own->model.note.empty()) notes << to_qstring(own->model.note);
  const std::string stored = app::weight_dtype_of(own->weights);
  const bool applied = weights_->currentText() == to_qstring(stored);
  const Text refusal = app::stored_weights_refusal(own->weights);
  if (!refusal.empty()) {
    notes << (applied ? tr("%1; choose the weight data type that they are converted to")
                            .arg(to_qstring(refusal))
                      : tr("%1; they are converted to %2")
                            .arg(to_qstring(refusal), weights_->currentText()));
  } else if (!stored.empty() && applied) {
    notes << to_qstring(app::stored_weights_note(own->weights));
  }
  return notes.isEmpty() ? QString() : tr("%1.").arg(notes.join(QStringLiteral("; ")));
}

}  // namespace nscope::gui

#include "moc_workload_form.cpp"
