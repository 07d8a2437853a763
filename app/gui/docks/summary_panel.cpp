#include "app/gui/docks/summary_panel.h"

#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"
#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/base/format.h"

#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

struct EngineBar {
  const char* title;
  Engine engine;
  const char* metric;
};
constexpr std::array<EngineBar, 5> kEngineBars{
    {{"TensorE", Engine::kTensor, "tensor_engine_active_time_percent"},
     {"VectorE", Engine::kVector, "vector_engine_active_time_percent"},
     {"ScalarE", Engine::kScalar, "scalar_engine_active_time_percent"},
     {"GpSimdE", Engine::kGpSimd, "gpsimd_engine_active_time_percent"},
     {"SyncE", Engine::kSync, "sync_engine_active_time_percent"}}};

QString reason_of(const analysis::Summary& summary, std::string_view name) {
  for (const auto& [metric, reason] : summary.unavailable) {
    if (metric == name) return to_qstring(reason);
  }
  return SummaryPanel::tr("not in this capture");
}

const Metric* metric_named(const std::vector<Metric>& metrics, std::string_view name) {
  const auto it = std::find_if(metrics.begin(), metrics.end(),
                               [name](const Metric& metric) { return metric.name == name; });
  return it == metrics.end() ? nullptr : &*it;
}

/// "0.06 %": utilisations below 1 % have two decimals, as in the insights.
std::string utilisation_text(double share) {
  return format_percent(share, share < 0.01 ? 2 : 1);
}

QString percent_number(double share) {
  const std::string text = utilisation_text(share);
  return number_text(std::string_view(text).substr(0, text.find("\u202f")));
}

}  // namespace

QString metric_text(const Metric& metric) {
  // Neuron Explorer names its shares "percent" and gives them no unit.
  if (metric.name.ends_with("_percent")) return number_text(format_percent(metric.value));
  return number_text(format_value(metric.value, metric.unit));
}

QString metric_detail(const Metric& metric) {
  QString text = QStringLiteral("<b>%1</b>").arg(to_qstring(metric.name).toHtmlEscaped());
  const auto add = [&text](const QString& more) {
    if (!more.isEmpty()) text += QStringLiteral("<br>") + more.toHtmlEscaped();
  };
  if (const auto* definition = analysis::find_metric_definition(metric.name)) {
    add(to_qstring(definition->definition));
    add(to_qstring(definition->formula));
  }
  QString origin = to_qstring(title(metric.provenance));
  if (metric.low && metric.high) {
    Metric low = metric;
    low.value = *metric.low;
    Metric high = metric;
    high.value = *metric.high;
    origin +=
        QStringLiteral(" · ") +
        SummaryPanel::tr("90 % error band: %1 to %2").arg(metric_text(low), metric_text(high));
  }
  add(origin);
  add(to_qstring(metric.note));
  return rich_tip(text);
}

SummaryPanel::SummaryPanel(QWidget* parent)
    : QWidget(parent), title_(new SectionTitle(QString())), bars_title_(nullptr) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(title_);
  layout->addSpacing(10);
  auto* grid = new QGridLayout;
  grid->setSpacing(8);
  for (int i = 0; i < 4; ++i) {
    auto*& card = cards_[static_cast<std::size_t>(i)];
    card = new KeyFigure(QString());
    grid->addWidget(card, i / 2, i % 2);
    grid->setColumnStretch(i % 2, 1);
  }
  layout->addLayout(grid);
  layout->addSpacing(12);
  bars_title_ = named_label("subTitle", tr("Engine activity"));
  layout->addWidget(bars_title_);
  layout->addSpacing(2);
  for (std::size_t i = 0; i < kEngineBars.size(); ++i) {
    engines_[i] = new ShareBar(QString(), QColor());
    layout->addWidget(engines_[i]);
  }
  name_figures();
}

/// Sets the labels for runs of NeuronCores.
void SummaryPanel::name_figures() {
  const std::array<QString, 4> labels{tr("Total time"), tr("MFU / HFU"), tr("HBM bandwidth used"),
                                      tr("DMA active time")};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    cards_[i]->set_label(labels[i]);
    cards_[i]->setVisible(true);
  }
  bars_title_->setText(tr("Engine activity"));
  for (std::size_t i = 0; i < kEngineBars.size(); ++i) {
    engines_[i]->set_name(QString::fromLatin1(kEngineBars[i].title),
                          engine_color(kEngineBars[i].engine));
    engines_[i]->setVisible(true);
  }
}

bool SummaryPanel::serves_tokens() const {
  return metric_named(predictions_, "tpot_p50") != nullptr &&
         metric_named(predictions_, "throughput") != nullptr;
}

void SummaryPanel::set_predictions(std::vector<Metric> predictions) {
  predictions_ = std::move(predictions);
}

void SummaryPanel::show_metric_card(KeyFigure& card, const analysis::Summary& summary,
                                    const char* name) {
  if (const Metric* metric = summary.find(name)) {
    card.set_value(metric_text(*metric), metric_detail(*metric));
  } else {
    card.set_value(tr("unknown"), reason_of(summary, name));
  }
}

void SummaryPanel::show_utilisation(const analysis::Summary& summary) {
  const Metric* mfu = summary.find("mfu_estimated_percent");
  const Metric* hfu = summary.find("hfu_estimated_percent");
  if (mfu != nullptr && hfu != nullptr) {
    cards_[1]->set_value(percent_number(mfu->value) + QStringLiteral(" / ") +
                             number_text(utilisation_text(hfu->value)),
                         metric_detail(*mfu) + QStringLiteral("<br><br>") + metric_detail(*hfu));
  } else if (mfu != nullptr) {
    cards_[1]->set_label(tr("MFU"));
    cards_[1]->set_value(metric_text(*mfu), metric_detail(*mfu));
  } else {
    cards_[1]->set_value(tr("unknown"), reason_of(summary, "mfu_estimated_percent"));
  }
}

void SummaryPanel::set_summary(const analysis::Summary& summary, const QString& scope) {
  title_->set_caption(scope);
  name_figures();
  show_metric_card(*cards_[0], summary, "total_time");
  show_utilisation(summary);
  show_metric_card(*cards_[2], summary, "mbu_estimated_percent");
  show_metric_card(*cards_[3], summary, "dma_active_time_percent");
  if (serves_tokens()) {
    const Metric* const tpot = metric_named(predictions_, "tpot_p50");
    const Metric* const throughput = metric_named(predictions_, "throughput");
    cards_[1]->set_label(tr("Time per output token"));
    cards_[1]->set_value(metric_text(*tpot), metric_detail(*tpot));
    cards_[3]->set_label(tr("Throughput"));
    cards_[3]->set_value(metric_text(*throughput), metric_detail(*throughput));
  }
  // The rows of the timeline and the analysis of idle time are of one core each.
  const QString engine_note =
      tr("Of all cores together: the time in which this engine of at least one core is active. A "
         "row of the timeline shows the share of its own core, and matrix multiplications can "
         "have a row of their own.");
  for (std::size_t i = 0; i < kEngineBars.size(); ++i) {
    const Metric* metric = summary.find(kEngineBars[i].metric);
    engines_[i]->set_share(metric != nullptr ? metric->value : -1.0);
    engines_[i]->setToolTip(metric != nullptr
                                ? metric_detail(*metric) + QStringLiteral("<br>") + engine_note
                                : reason_of(summary, kEngineBars[i].metric));
  }
}

void SummaryPanel::set_activity(const Table& activity) {
  enum Column { kTrack, kEvents, kBusy, kShare };
  std::int64_t events = 0;
  for (std::size_t row = 0; row < activity.row_count(); ++row) {
    events += std::get<std::int64_t>(activity.at(row, kEvents));
  }
  const QString count = count_text(events);
  const QString what =
      tr("The number of events in the analysed range. Events that cross an edge of a selected "
         "range count, too.");
  if (serves_tokens()) {  // cards 1 and 3 show the token metrics
    cards_[2]->set_label(tr("Events"));
    cards_[2]->set_value(count, what);
  } else {
    cards_[1]->set_label(tr("Events"));
    cards_[1]->set_value(count, what);
    cards_[2]->set_label(tr("Tracks with events"));
    cards_[2]->set_value(count_text(activity.row_count()), QString());
    cards_[3]->setVisible(false);
  }
  bars_title_->setText(tr("Busiest tracks"));
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    const bool known = i < activity.row_count();
    engines_[i]->setVisible(known);
    if (!known) continue;
    const QString path = to_qstring(nscope::to_string(activity.at(i, kTrack), Language()));
    const double* const share = std::get_if<double>(&activity.at(i, kShare));
    constexpr int kPathWidth = 160;
    engines_[i]->set_name(path, engine_color(Engine::kNone), kPathWidth);
    engines_[i]->set_share(share == nullptr ? -1.0 : *share);
    engines_[i]->setToolTip(path);
  }
}

void SummaryPanel::clear() {
  predictions_.clear();
  name_figures();
  title_->set_caption(QString());
  for (KeyFigure* card : cards_) card->set_value(QStringLiteral("–"), QString());
  for (ShareBar* bar : engines_) bar->set_share(-1.0);
}

}  // namespace nscope::gui

#include "moc_summary_panel.cpp"
