#include "app/gui/plan/plan_page.h"

#include "app/core/built_in.h"
#include "app/core/fill_scenario.h"
#include "app/core/today.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/side_column.h"
#include "app/gui/plan/finding_card.h"
#include "app/gui/text.h"
#include "app/gui/theme/theme.h"
#include "costmodel/cost_report.h"
#include "profiler/base/format.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr int kScenarioWidth = 300;
constexpr int kCellWidth = 140;
constexpr int kCellHeight = 45;

QDate to_qdate(cost::Day day) {
  const std::chrono::year_month_day date(day);
  return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day()))};
}

cost::Day to_day(const QDate& date) {
  return std::chrono::sys_days(std::chrono::year(date.year()) /
                               static_cast<unsigned>(date.month()) /
                               static_cast<unsigned>(date.day()));
}

QString rate_text(double tokens_per_second) {
  const int decimals = tokens_per_second < 1000.0 ? 1 : 0;
  return to_qstring(group_thousands(fmt::format("{:.{}f}", tokens_per_second, decimals)));
}

QFrame* card(QWidget* title, QWidget* content) {
  auto* frame = new QFrame;
  frame->setObjectName(QStringLiteral("planCard"));
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->addWidget(title);
  layout->addWidget(content, 1);
  return frame;
}

}  // namespace

PlanPage::PlanPage(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Pricing"), this)),
      model_(new CostMatrixModel(this)),
      scenarios_(new ChoiceBox),
      region_(new ChoiceBox),
      day_(new QDateEdit),
      note_(named_label("muted")),
      work_(named_label("muted")),
      best_(named_label("bannerText")),
      matrix_title_(new SectionTitle(tr("Million tokens per dollar"))),
      view_(new QTableView),
      chart_(new CostChart),
      findings_(new QVBoxLayout),
      findings_title_(new SectionTitle(tr("Guards"))) {
  setObjectName(QStringLiteral("page"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(build_scenario_column());
  layout->addWidget(build_result_column(), 1);
  auto catalog = catalog::Catalog::load();
  auto book = cost::PriceBook::load();
  if (!catalog || !book) {
    const Error& error = catalog ? book.error() : catalog.error();
    note_->setText(to_qstring(nscope::to_string(error)));
    return;
  }
  catalog_ = std::make_shared<const catalog::Catalog>(std::move(*catalog));
  book_ = std::make_shared<const cost::PriceBook>(std::move(*book));
  for (const std::string& region : book_->regions()) region_->addItem(to_qstring(region));
  day_->setDate(to_qdate(app::today()));
  connect(region_, &QComboBox::currentTextChanged, this, [this](const QString& region) {
    if (filling_ || !scenario_ || region.isEmpty()) return;
    scenario_->regions = {to_string(region)};
    compute();
  });
  connect(day_, &QDateEdit::dateChanged, this, [this](const QDate& date) {
    if (filling_ || !scenario_) return;
    scenario_->as_of = to_day(date);
    compute();
  });
  connect(scenarios_, &QComboBox::activated, this,
          [this](int index) { load(to_string(scenarios_->itemData(index).toString())); });
  const auto entries = app::built_ins();
  for (const app::BuiltIn& entry : entries) {
    if (entry.kind != app::BuiltIn::Kind::kScenario) continue;
    scenarios_->addItem(to_qstring(entry.name), to_qstring(entry.name));
  }
  const int first = scenarios_->findText(QStringLiteral("inf2-llama2-70b-serving"));
  scenarios_->setCurrentIndex(std::max(0, first));
  if (scenarios_->count() > 0) load(to_string(scenarios_->currentText()));
}

QWidget* PlanPage::build_scenario_column() {
  auto* column = new QWidget;
  column->setObjectName(QStringLiteral("panel"));
  column->setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(16, 14, 16, 16);
  layout->setSpacing(6);
  layout->addWidget(new SectionTitle(tr("Scenario")));
  layout->addSpacing(4);
  scenarios_->setAccessibleName(tr("Scenario"));
  layout->addWidget(scenarios_);
  auto* open = new QPushButton(tr("Open a scenario file …"));
  open->setObjectName(QStringLiteral("link"));
  connect(open, &QPushButton::clicked, this, &PlanPage::open_file);
  layout->addWidget(open, 0, Qt::AlignRight);
  layout->addWidget(note_);
  layout->addSpacing(10);
  layout->addWidget(named_label("subTitle", tr("Money")));
  const auto field = [layout](const QString& label, QWidget* widget) {
    auto* row = new QHBoxLayout;
    auto* text = named_label("muted", label);
    text->setFixedWidth(88);
    text->setWordWrap(true);  // for longer languages
    text->setBuddy(widget);
    row->addWidget(text);
    row->addWidget(widget, 1);
    layout->addLayout(row);
  };
  region_->setAccessibleName(tr("Region"));
  day_->setAccessibleName(tr("Prices as of"));
  day_->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
  day_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  field(tr("Region"), region_);
  field(tr("Prices as of"), day_);
  layout->addSpacing(10);
  layout->addWidget(named_label("subTitle", tr("Work")));
  for (QLabel* label : {note_, work_}) label->setWordWrap(true);
  work_->setTextFormat(Qt::RichText);
  layout->addWidget(work_);
  layout->addStretch(1);
  return side_column(column, kScenarioWidth);
}

QWidget* PlanPage::build_result_column() {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(22, 14, 22, 16);
  layout->setSpacing(10);
  layout->addWidget(matrix_title_);
  view_->setModel(model_);
  view_->setItemDelegate(new HeatDelegate(view_));
  view_->setObjectName(QStringLiteral("heat"));
  view_->setShowGrid(false);
  view_->setSelectionMode(QAbstractItemView::NoSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->setAccessibleName(tr("Cost matrix"));
  view_->horizontalHeader()->setDefaultSectionSize(kCellWidth);
  view_->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter);
  view_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultSectionSize(kCellHeight);
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  view_->verticalHeader()->setFont(mono_font(12));
  layout->addWidget(view_);
  best_->setWordWrap(true);
  layout->addWidget(best_);
  auto* list = new QWidget;
  auto* list_layout = new QVBoxLayout(list);
  list_layout->setContentsMargins(0, 0, 6, 0);
  list_layout->setSpacing(8);
  list_layout->addLayout(findings_);
  list_layout->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(list);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  findings_->setSpacing(8);
  auto* chart_title = new SectionTitle(tr("Cost per million tokens"));
  chart_title->set_caption(tr("USD, bands 90 %"));
  auto* row = new QHBoxLayout;
  row->setSpacing(16);
  row->addWidget(card(chart_title, chart_), 1);
  row->addWidget(card(findings_title_, scroll), 1);
  layout->addLayout(row, 1);
  auto* page = new QScrollArea;  // small windows scroll
  page->setWidget(column);
  page->setWidgetResizable(true);
  page->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return page;
}

void PlanPage::load(const std::string& name) {
  if (!catalog_) return;
  auto scenario = app::load_scenario(name);
  if (!scenario) return emit failed(tr("Cannot read the scenario"), scenario.error());
  const int index = scenarios_->findData(to_qstring(name));
  if (index >= 0) scenarios_->setCurrentIndex(index);
  set_scenario(std::move(*scenario));
}

void PlanPage::open_file() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Scenario"), QString(), tr("Scenario (*.json)"));
  if (path.isEmpty()) return;
  if (scenarios_->findData(path) < 0) scenarios_->addItem(QFileInfo(path).fileName(), path);
  load(to_string(path));
}

void PlanPage::set_scenario(cost::Scenario scenario) {
  scenario_ = std::move(scenario);
  fill_fields();
  compute();
}

void PlanPage::price(const sim::Workload& workload) {
  if (!catalog_) return;
  cost::Scenario scenario;
  scenario.title = fmt::format("{} on {}", workload.model, workload.instance);
  scenario.note = "The workload of the Simulate page, one copy per instance.";
  scenario.regions = {to_string(region_->currentText())};
  cost::WorkItem item;
  item.estimate.label = fmt::format("{} TP {}", workload.instance, workload.tensor_parallel);
  item.estimate.instance = workload.instance;
  item.estimate.shape.model = workload.model;
  item.estimate.shape.dtype = workload.weight_dtype;
  item.estimate.shape.batch = workload.batch;
  item.estimate.shape.input_tokens = workload.input_tokens;
  item.estimate.shape.output_tokens = workload.output_tokens;
  item.estimate.shape.tensor_parallel = workload.tensor_parallel;
  const auto result = sim::estimate(*catalog_, workload);
  if (!result) return emit failed(tr("Cannot price the workload"), result.error());
  const auto throughput = cost::throughput_from_metrics(
      result->metrics, fmt::format("simulated, {} on {}", workload.model, workload.instance));
  if (!throughput) return emit failed(tr("Cannot price the workload"), throughput.error());
  item.estimate.throughput = *throughput;
  scenario.work.push_back(std::move(item));
  set_scenario(std::move(scenario));
}

void PlanPage::fill_fields() {
  filling_ = true;
  note_->setText(to_qstring(scenario_->note.empty() ? scenario_->title : scenario_->note));
  if (!scenario_->regions.empty()) {
    region_->setCurrentText(to_qstring(scenario_->regions.front()));
  }
  day_->setDate(to_qdate(scenario_->as_of.value_or(app::today())));
  filling_ = false;
}

void PlanPage::compute() {
  timer_.start();
  const cost::Day today = app::today();
  job_->start(
      [catalog = catalog_, book = book_, asked = *scenario_,
       today](TaskControl&) -> Result<cost::CostMatrix> {
        cost::Scenario scenario = asked;
        if (auto filled = app::fill_scenario(*catalog, scenario); !filled) {
          return fail(filled.error());
        }
        return cost::cost_matrix(*catalog, *book, scenario, today);
      },
      [this](Result<cost::CostMatrix> matrix) { show_matrix(std::move(matrix)); });
}

void PlanPage::show_matrix(Result<cost::CostMatrix> matrix) {
  if (!matrix) {
    emit failed(tr("Cannot price the scenario"), matrix.error());
    emit computed();
    return;
  }
  best_->setText(to_qstring(cost::best_sentence(*matrix)));
  QString caption = tr("prices as of %1").arg(to_qstring(cost::to_string(matrix->as_of)));
  if (matrix->stale > 0) {
    caption += QStringLiteral(" · ") +
               tr("%1 of %2 older than 12 months").arg(matrix->stale).arg(matrix->priced);
  }
  matrix_title_->set_caption(caption);
  QString work;
  for (std::size_t i = 0; i < matrix->scenario.work.size(); ++i) {
    const cost::WorkEstimate& estimate = matrix->scenario.work[i].estimate;
    work += QStringLiteral("<p style='margin-bottom:6px'><b>%1</b><br>%2 tokens/s · %3</p>")
                .arg(to_qstring(estimate.label).toHtmlEscaped(),
                     rate_text(estimate.throughput.tokens_per_second),
                     to_qstring(nscope::to_string(estimate.throughput.provenance)));
  }
  work_->setText(work);
  const std::size_t cells = matrix->rows.size() * matrix->scenario.options.size();
  status_ = tr("recalculated in %1 ms · %2 of %3 cells priced")
                .arg(timer_.elapsed())
                .arg(matrix->priced)
                .arg(cells);
  show_findings(*matrix);
  chart_->set_matrix(*matrix);
  model_->set_matrix(std::move(*matrix));
  size_matrix();
  emit computed();
}

void PlanPage::size_matrix() {
  const QFontMetrics metrics(mono_font(12));
  int width = 120;
  for (int row = 0; row < model_->rowCount(); ++row) {
    const QString title = model_->headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
    width = std::max(width, metrics.horizontalAdvance(title) + 24);
  }
  view_->verticalHeader()->setFixedWidth(std::min(width, 360));
  const int rows = std::min(model_->rowCount(), 8);
  const bool scrolls = model_->rowCount() > rows;
  view_->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  // Room for the headings, and for a scroll bar in a narrow window.
  view_->setFixedHeight(rows * kCellHeight + 42);
}

void PlanPage::show_findings(const cost::CostMatrix& matrix) {
  while (QLayoutItem* item = findings_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  guard_count_ = 0;
  int errors = 0;
  // Errors first: they decide which rows count at all.
  for (const auto severity :
       {cost::Severity::kError, cost::Severity::kWarning, cost::Severity::kInfo}) {
    for (const cost::Finding& finding : matrix.findings) {
      if (finding.severity != severity) continue;
      findings_->addWidget(new FindingCard(finding));
      ++guard_count_;
      errors += severity == cost::Severity::kError ? 1 : 0;
    }
  }
  findings_title_->set_caption(guard_count_ == 0 ? tr("nothing found")
                               : errors == 1     ? tr("1 error")
                                                 : tr("%1 errors").arg(errors));
}

}  // namespace nscope::gui
