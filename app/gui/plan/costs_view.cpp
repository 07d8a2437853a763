#include "app/gui/plan/costs_view.h"

#include "app/core/fill_scenario.h"
#include "app/core/today.h"
#include "app/gui/panels/side_column.h"
#include "app/gui/plan/finding_card.h"
#include "app/gui/text.h"
#include "app/gui/theme/theme.h"
#include "costmodel/cost_report.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <algorithm>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr int kScenarioWidth = 300;
constexpr int kCellWidth = 140;
constexpr int kCellHeight = 45;

QString rate_text(double tokens_per_second) {
  const int decimals = tokens_per_second < 1000.0 ? 1 : 0;
  return to_qstring(group_thousands(fmt::format("{:.{}f}", tokens_per_second, decimals)));
}

/// A cost scenario of the workload, one copy per instance.
Json priced_workload(const sim::Workload& workload, const cost::Throughput& throughput) {
  Json rate = {{"tokens_per_second", throughput.tokens_per_second},
               {"provenance", nscope::to_string(throughput.provenance)},
               {"source", throughput.source}};
  if (throughput.low) rate["low"] = *throughput.low;
  if (throughput.high) rate["high"] = *throughput.high;
  const bool all = throughput.counted == cost::CountedTokens::kAll;
  rate["counts"] = all ? "all" : "output";
  Json item = {{"label", fmt::format("{} TP {}", workload.instance, workload.tensor_parallel)},
               {"instance", workload.instance},
               {"model", workload.model},
               {"dtype", workload.weight_dtype},
               {"batch", workload.batch},
               {"input_tokens", workload.input_tokens},
               {"output_tokens", workload.output_tokens},
               {"tensor_parallel", workload.tensor_parallel},
               {"throughput", std::move(rate)}};
  // What a workload does not have is 0 there, and missing here.
  for (const char* key : {"batch", "input_tokens", "output_tokens", "tensor_parallel"}) {
    if (item[key] == 0) item.erase(key);
  }
  return {{"schema", "nscope.cost/1"},
          {"title", fmt::format("{} on {}", workload.model, workload.instance)},
          {"note", "The workload of the Simulate page, one copy per instance."},
          {"region", "us-east-1"},
          {"work", Json::array({std::move(item)})}};
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

CostsView::CostsView(PlanContext& context, QWidget* parent)
    : PlanView(parent),
      context_(context),
      job_(new Job(tr("Pricing"), this)),
      document_(new DocumentPanel(kind(), tr("Scenario"))),
      model_(new CostMatrixModel(this)),
      work_(named_label("muted")),
      best_(named_label("bannerText")),
      matrix_title_(new SectionTitle(tr("Million tokens per dollar"))),
      view_(new QTableView),
      chart_(new CostChart),
      findings_(new QVBoxLayout),
      findings_title_(new SectionTitle(tr("Guards"))) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  work_->setWordWrap(true);
  work_->setTextFormat(Qt::RichText);
  document_->extra().addWidget(work_);
  layout->addWidget(side_column(document_, kScenarioWidth));
  layout->addWidget(build_result_column(), 1);
  connect(document_, &DocumentPanel::failed, this, &CostsView::failed);
  connect(document_, &DocumentPanel::loaded, this, [this] {
    make_fields();
    compute();
  });
  connect(document_, &DocumentPanel::edited, this, &CostsView::compute);
  connect(&context_, &PlanContext::book_changed, this, [this] {
    if (!document_->is_empty()) compute();
  });
}

void CostsView::make_fields() {
  std::vector<DocumentField> fields;
  DocumentField region{.pointer = "/region", .kind = DocumentField::Kind::kChoice};
  region.label = tr("Region");
  region.section = tr("Money");
  if (const auto book = context_.book()) {
    for (const std::string& name : book->regions()) {
      region.choices.emplace_back(name, to_qstring(name));
    }
  }
  // A scenario names one region or several.
  if (!document_->json().contains("regions")) fields.push_back(std::move(region));
  DocumentField day{.pointer = "/as_of", .kind = DocumentField::Kind::kDay};
  day.label = tr("Prices as of");
  day.section = tr("Money");
  day.absent = tr("today");
  fields.push_back(std::move(day));
  document_->form().set(document_->json(), std::move(fields));
}

QWidget* CostsView::build_result_column() {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(22, 14, 22, 16);
  layout->setSpacing(10);
  layout->addWidget(matrix_title_);
  view_->setModel(model_);
  view_->setItemDelegate(new HeatDelegate(view_));
  view_->setObjectName(QStringLiteral("heat"));
  view_->setShowGrid(false);
  view_->setTabKeyNavigation(false);
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

void CostsView::load(const std::string& name) {
  document_->load(name);
}

void CostsView::price(const sim::Workload& workload) {
  if (context_.problem()) return emit failed(tr("Cannot price"), *context_.problem());
  const auto result = sim::estimate(*context_.catalog(), workload);
  if (!result) return emit failed(tr("Cannot price the workload"), result.error());
  const auto throughput = cost::throughput_from_metrics(
      result->metrics, fmt::format("simulated, {} on {}", workload.model, workload.instance));
  if (!throughput) return emit failed(tr("Cannot price the workload"), throughput.error());
  document_->set_document(priced_workload(workload, *throughput), "Simulate");
}

void CostsView::compute() {
  if (context_.problem()) return emit failed(tr("Cannot price"), *context_.problem());
  auto asked = cost::scenario_from_json(document_->json(), document_->name());
  if (!asked) return document_->show_problem(asked.error());
  document_->clear_problem();
  timer_.start();
  job_->start(
      [catalog = context_.catalog(), book = context_.book(), asked = std::move(*asked),
       today = app::today()](TaskControl&) -> Result<cost::CostMatrix> {
        cost::Scenario scenario = asked;
        if (auto filled = app::fill_scenario(*catalog, scenario); !filled) {
          return fail(filled.error());
        }
        return cost::cost_matrix(*catalog, *book, scenario, today);
      },
      [this](Result<cost::CostMatrix> matrix) { show_matrix(std::move(matrix)); });
}

void CostsView::show_matrix(Result<cost::CostMatrix> matrix) {
  if (!matrix) {
    if (matrix.error().code != ErrorCode::kCancelled) document_->show_problem(matrix.error());
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
  set_status(tr("recalculated in %1 ms · %2 of %3 cells priced")
                 .arg(timer_.elapsed())
                 .arg(matrix->priced)
                 .arg(cells));
  show_findings(*matrix);
  chart_->set_matrix(*matrix);
  model_->set_matrix(std::move(*matrix));
  size_matrix();
  emit computed();
}

void CostsView::size_matrix() {
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

void CostsView::show_findings(const cost::CostMatrix& matrix) {
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
