#include "app/gui/simulate/workload_form.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/text.h"
#include "profiler/base/byte_source.h"
#include "profiler/base/json.h"
#include "simcore/catalog/memory_fit.h"

#include <QCompleter>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kMostTokens = 1 << 20;
constexpr int kMostBatch = 4096;

QComboBox* searchable(const QString& name) {
  auto* box = new ChoiceBox;
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  box->completer()->setFilterMode(Qt::MatchContains);
  box->setAccessibleName(name);
  // Long names must not widen the form; the list still shows them whole.
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  return box;
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
      model_(searchable(tr("Model"))),
      instance_(searchable(tr("Instance"))),
      parallel_(choice({}, tr("Tensor parallel"))),
      dtype_(choice({QStringLiteral("bf16"), QStringLiteral("fp16"), QStringLiteral("fp32")},
                    tr("Arithmetic"))),
      weights_(choice({QStringLiteral("bf16"), QStringLiteral("fp16"), QStringLiteral("fp32"),
                       QStringLiteral("int8"), QStringLiteral("fp8")},
                      tr("Weights"))),
      batch_(number(1, kMostBatch, tr("Batch"))),
      input_(number(1, kMostTokens, tr("Input tokens"))),
      output_(number(1, kMostTokens, tr("Output tokens"))),
      length_(number(0, kMostTokens, tr("Compiled length"))) {
  // Decoders first: they are simulated most.
  for (const bool decoders : {true, false}) {
    for (const auto& model : catalog.models()) {
      if ((model.architecture == catalog::Architecture::kDecoder) == decoders) {
        model_->addItem(to_qstring(model.id));
      }
    }
  }
  for (const auto& instance : catalog.instances()) {
    if (catalog.device_of(instance).kind == catalog::DeviceKind::kNeuron) {
      instance_->addItem(to_qstring(instance.id));
    }
  }
  length_->setSpecialValueText(tr("input + output"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(5);
  layout->addWidget(named_label("subTitle", tr("Model")));
  add_field(tr("Model"), model_, tr("From the catalogue, or your own configuration below."));
  auto* config = new QPushButton(tr("Hugging Face config.json …"));
  config->setObjectName(QStringLiteral("link"));
  connect(config, &QPushButton::clicked, this, &WorkloadForm::load_config);
  layout->addWidget(config, 0, Qt::AlignRight);
  add_field(tr("Weights"), weights_, tr("Data type of the weights in memory."));
  add_field(tr("Arithmetic"), dtype_, tr("Data type of the matrix multiplications."));
  layout->addSpacing(10);
  layout->addWidget(named_label("subTitle", tr("Machine")));
  add_field(tr("Instance"), instance_, tr("One EC2 instance type."));
  add_field(tr("Tensor parallel"), parallel_,
            tr("Logical NeuronCores that share each layer: the degrees the software supports."));
  layout->addSpacing(10);
  layout->addWidget(named_label("subTitle", tr("Load")));
  add_field(tr("Batch"), batch_, tr("Sequences that are decoded together."));
  add_field(tr("Input tokens"), input_, tr("Length of each prompt."));
  add_field(tr("Output tokens"), output_, tr("Tokens generated for each prompt."));
  add_field(tr("Compiled length"), length_,
            tr("Largest prompt plus output the graph is compiled for."));
  fill_parallel();
  connect(model_, &QComboBox::currentTextChanged, this, &WorkloadForm::enable_fields);
  for (QComboBox* box : {model_, parallel_, dtype_, weights_}) {
    connect(box, &QComboBox::currentTextChanged, this, [this] {
      if (!filling_) emit edited();
    });
  }
  connect(instance_, &QComboBox::currentTextChanged, this, [this] {
    fill_parallel();
    if (!filling_) emit edited();
  });
  for (QSpinBox* box : {batch_, input_, output_, length_}) {
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
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  auto* text = named_label("muted", label);
  text->setFixedWidth(104);
  text->setBuddy(field);
  field->setToolTip(help);
  row->addWidget(text);
  row->addWidget(field, 1);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void WorkloadForm::fill_parallel() {
  const auto instance = catalog_.instance(to_string(instance_->currentText()));
  if (!instance) return;
  const QString before = parallel_->currentText();
  const QSignalBlocker quiet(parallel_);
  parallel_->clear();
  for (const int degree : catalog::tensor_parallel_choices(catalog_, **instance)) {
    parallel_->addItem(QString::number(degree));
  }
  const int same = parallel_->findText(before);
  parallel_->setCurrentIndex(same >= 0 ? same : parallel_->count() - 1);
}

bool WorkloadForm::generates() const {
  const sim::Workload chosen = given_for_model();
  const auto model = sim::model_of(catalog_, chosen);
  return !model || !sim::runs_as_calls(**model, chosen);
}

/// Only what the chosen model depends on can be edited.
void WorkloadForm::enable_fields() {
  const bool generating = generates();
  for (QWidget* field : std::initializer_list<QWidget*>{parallel_, output_, length_}) {
    field->setEnabled(generating);
  }
  const sim::Workload chosen = given_for_model();
  const auto model = sim::model_of(catalog_, chosen);
  const bool text = !model || (*model)->architecture == catalog::Architecture::kEncoder ||
                    (*model)->architecture == catalog::Architecture::kDecoder ||
                    (*model)->architecture == catalog::Architecture::kEncoderDecoder;
  input_->setEnabled(text);
}

/// What set_workload() was given, for the model and instance that are chosen now.
sim::Workload WorkloadForm::given_for_model() const {
  sim::Workload workload = given_;
  workload.model = to_string(model_->currentText().trimmed());
  workload.instance = to_string(instance_->currentText().trimmed());
  workload.custom_model.reset();
  if (custom_ && custom_->id == workload.model) workload.custom_model = custom_;
  if (workload.model != given_.model) {  // said about another model
    workload.task.clear();
    workload.software.clear();
    workload.image_height = workload.image_width = workload.steps = 0;
    workload.copies = 1;
    workload.cores = 0;
  }
  if (workload.instance != given_.instance) workload.cores = 0;
  return workload;
}

sim::Workload WorkloadForm::workload() const {
  sim::Workload workload = given_for_model();
  workload.tensor_parallel = generates() ? std::max(1, parallel_->currentText().toInt()) : 1;
  workload.batch = batch_->value();
  workload.input_tokens = input_->value();
  workload.output_tokens = output_->value();
  workload.sequence_length = length_->value();
  workload.dtype = to_string(dtype_->currentText());
  workload.weight_dtype = to_string(weights_->currentText());
  return workload;
}

void WorkloadForm::set_workload(const sim::Workload& workload) {
  filling_ = true;
  custom_ = workload.custom_model;
  given_ = workload;
  const auto choose = [](QComboBox* box, const std::string& text) {
    const int index = box->findText(to_qstring(text), Qt::MatchFixedString);
    if (index >= 0) {
      box->setCurrentIndex(index);
    } else {
      box->setEditText(to_qstring(text));
    }
  };
  choose(model_, workload.model);
  choose(instance_, workload.instance);
  fill_parallel();
  // A degree the software does not list is kept: the verdict says what is wrong.
  const QString degree = QString::number(workload.tensor_parallel);
  if (parallel_->findText(degree) < 0) parallel_->addItem(degree);
  parallel_->setCurrentText(degree);
  choose(dtype_, workload.dtype);
  choose(weights_, workload.weight_dtype);
  batch_->setValue(workload.batch);
  input_->setValue(workload.input_tokens);
  output_->setValue(workload.output_tokens);
  length_->setValue(workload.sequence_length);
  enable_fields();
  filling_ = false;
  emit edited();
}

void WorkloadForm::load_config() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Model configuration"), QString(),
                                                    QStringLiteral("config.json (*.json)"));
  if (path.isEmpty()) return;
  const auto model = [&]() -> Result<catalog::Model> {
    const auto bytes = ByteSource::open(to_string(path));
    if (!bytes) return fail(bytes.error());
    const auto json = parse_json(bytes->text(), bytes->name());
    if (!json) return fail(json.error());
    const QFileInfo info(path);
    const QString folder = QFileInfo(info.path()).fileName();
    return catalog::model_from_hf_config(*json,
                                         to_string(folder.isEmpty() ? info.baseName() : folder));
  }();
  if (!model) {
    emit failed(tr("Cannot read the model configuration"), model.error());
    return;
  }
  custom_ = *model;
  if (model_->findText(to_qstring(model->id)) < 0) model_->addItem(to_qstring(model->id));
  model_->setCurrentText(to_qstring(model->id));
}

}  // namespace nscope::gui
