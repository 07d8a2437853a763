#include "app/gui/simulate/verdict_panel.h"

#include "app/gui/docks/summary_panel.h"
#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/restyle.h"
#include "app/gui/text/text.h"
#include "app/pricing/simulate_item.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

struct Figure {
  const char* metric;
  const char* label;
};
constexpr std::array<Figure, 4> kGenerating{
    {{"ttft_p50", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Time to first token p50")},
     {"tpot_p50", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Time per output token p50")},
     {"throughput", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Throughput")},
     {"latency_p50", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "End-to-end latency p50")}}};
/// Key metrics of models that process their input in one pass.
constexpr std::array<Figure, 4> kCalling{
    {{"device_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Device time per call")},
     {"host_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Host time per call")},
     {"throughput", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Throughput")},
     {"latency_p50", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Latency per call p50")}}};
/// Those of diffusion models whose other parts are not described, so that the time of a call is
/// unknown.
constexpr std::array<Figure, 4> kDenoising{
    {{"step_latency", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "One denoising step")},
     {"denoising_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "All denoising steps")},
     {"device_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Device time per call")},
     {"mfu_estimated_percent", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "MFU")}}};
constexpr std::array<Figure, 4> kTraining{
    {{"step_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Step time")},
     {"tokens_per_second", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Tokens per second")},
     {"mfu_estimated_percent", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "MFU")},
     {"bubble_percent", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Pipeline bubble")}}};
constexpr std::array<Figure, 4> kRollout{
    {{"iteration_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Iteration time")},
     {"rollout_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Rollout time")},
     {"step_time", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Step time")},
     {"rollout_throughput",
      QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Generated tokens per second")}}};
constexpr std::array<Figure, 4> kServing{
    {{"ttft_p99", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Time to first token p99")},
     {"itl_mean", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Mean inter-token latency")},
     {"throughput", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "Throughput")},
     {"latency_p99", QT_TRANSLATE_NOOP("nscope::gui::VerdictPanel", "End-to-end latency p99")}}};

/// The key metrics for this kind of result.
const std::array<Figure, 4>& figures_of(const sim::SimulationResult& result) {
  if (result.find("iteration_time") != nullptr) return kRollout;
  if (result.find("bubble_percent") != nullptr) return kTraining;
  if (result.find("goodput") != nullptr) return kServing;
  if (result.find("device_time") == nullptr) return kGenerating;
  const bool denoises = result.find("denoising_time") != nullptr;
  return denoises && result.find("throughput") == nullptr ? kDenoising : kCalling;
}

/// Removes the unit of `low` if `high` has the same: "5.68 ms" and "6.59 ms" give "5.68", but
/// "5.68 ms" and "1.2 s" give "5.68 ms".
QString without_unit_of(const QString& low, const QString& high) {
  const auto unit_of = [](const QString& text) {
    qsizetype at = text.size();
    while (at > 0 && !text[at - 1].isDigit()) --at;
    return text.mid(at);
  };
  const QString unit = unit_of(low);
  return unit == unit_of(high) ? low.chopped(unit.size()) : low;
}

QString outside_text(const QStringList& reasons) {
  return VerdictPanel::tr("Outside the measured domain: %1")
      .arg(reasons.join(QStringLiteral("; ")));
}

/// "5.68 to 6.59 ms (90 %)"; empty if the metric has no error band.
QString band_text(const Metric& metric) {
  if (!metric.low || !metric.high) return {};
  Metric low = metric;
  low.value = *metric.low;
  Metric high = metric;
  high.value = *metric.high;
  return VerdictPanel::tr("%1 to %2 (90 %)")
      .arg(without_unit_of(metric_text(low), metric_text(high)), metric_text(high));
}

}  // namespace

VerdictPanel::VerdictPanel(QWidget* parent)
    : QWidget(parent),
      figures_(new QWidget),
      refusal_(named_label("badText")),
      fixes_(new QHBoxLayout),
      memory_title_(new SectionTitle(tr("Memory per core"))),
      memory_(new MemoryBar),
      limits_(named_label("muted")),
      start_title_(new SectionTitle(tr("Compilation and start"))),
      start_(named_label("muted")),
      host_(named_label("muted")),
      message_(named_label("warnText")) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* row = new QHBoxLayout(figures_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    cards_[i] = new KeyFigure(tr(kGenerating[i].label));
    cards_[i]->let_note_wrap();
    row->addWidget(cards_[i], 1);
  }
  // A refusal and its remedies take the place of the figures.
  layout->addWidget(figures_);
  layout->addWidget(refusal_);
  refusal_->hide();
  fixes_->setSpacing(8);
  layout->addLayout(fixes_);
  layout->addSpacing(6);
  layout->addWidget(memory_title_);
  layout->addWidget(memory_);
  layout->addWidget(limits_);
  layout->addSpacing(6);
  layout->addWidget(start_title_);
  for (QLabel* const label : {refusal_, start_, host_, limits_, message_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  layout->addWidget(start_);
  layout->addWidget(host_);
  show_start({});
  show_limits({});
  layout->addWidget(message_);
}

void VerdictPanel::show_fixes(std::vector<VerdictFix> fixes) {
  clear_layout(*fixes_);
  for (VerdictFix& fix : fixes) {
    auto* button = new QPushButton(fix.text);
    connect(button, &QPushButton::clicked, this, [run = std::move(fix.run)] { run(); });
    fixes_->addWidget(button);
  }
  if (fixes_->count() > 0) fixes_->addStretch(1);
}

std::vector<QPushButton*> VerdictPanel::fixes() const {
  std::vector<QPushButton*> buttons;
  for (int i = 0; i < fixes_->count(); ++i) {
    if (auto* const button = qobject_cast<QPushButton*>(fixes_->itemAt(i)->widget())) {
      buttons.push_back(button);
    }
  }
  return buttons;
}

void VerdictPanel::show_simulated(const std::vector<Metric>& metrics) {
  simulated_ = metrics;
  show_notes();
}

/// Below a figure: its error band, and what the run of the same workload had.
void VerdictPanel::show_notes() {
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    const auto found =
        std::find_if(simulated_.begin(), simulated_.end(),
                     [&](const Metric& metric) { return metric.name == metrics_[i]; });
    QStringList notes;
    if (!bands_[i].isEmpty()) notes << bands_[i];
    if (found != simulated_.end()) notes << tr("simulated: %1").arg(metric_text(*found));
    cards_[i]->set_note(notes.join(QLatin1Char('\n')));
  }
}

void VerdictPanel::hold_height() {
  if (std::exchange(released_, false) || !isVisible()) return;
  setMinimumHeight(height());
}

void VerdictPanel::release_height() {
  released_ = true;
  setMinimumHeight(0);
}

void VerdictPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) setMinimumHeight(0);
}

QString VerdictPanel::message() const {
  return refusal_->isHidden() ? message_->text() : refusal_->text();
}

void VerdictPanel::set_refused(const QString& why) {
  figures_->setVisible(why.isEmpty());
  refusal_->setText(why);
  refusal_->setVisible(!why.isEmpty());
}

void VerdictPanel::set_warning(const QString& text) {
  message_->setText(text);
  message_->setVisible(!text.isEmpty());
}

void VerdictPanel::show_fit(const catalog::MemoryFit& fit) {
  memory_->set_fit(fit);
  const QString of =
      tr("%1 of %2")
          .arg(number_text(format_bytes(fit.required)), number_text(format_bytes(fit.capacity)));
  memory_title_->set_caption(fit.fits ? of : of + QStringLiteral(" · ") + tr("does not fit"));
}

void VerdictPanel::show_result(const sim::SimulationResult& result) {
  const auto& figures = figures_of(result);
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    cards_[i]->set_label(tr(figures[i].label));
    metrics_[i] = figures[i].metric;
    bands_[i].clear();
    const Metric* metric = result.find(figures[i].metric);
    if (metric == nullptr) {
      cards_[i]->set_value(tr("unknown"), tr("The simulation does not compute this metric."));
      continue;
    }
    cards_[i]->set_value(metric_text(*metric), metric_detail(*metric));
    const QString band = band_text(*metric);
    bands_[i] = band.isEmpty() ? tr("no error band") : band;
  }
  show_notes();
  memory_->show();
  memory_title_->show();
  show_fit(app::tightest_memory(result));
  QStringList warnings;
  for (const Text& text : result.outside_domain) warnings << to_qstring(text);
  set_refused({});
  set_warning(warnings.isEmpty() ? QString() : outside_text(warnings));
}

void VerdictPanel::show_limits(const std::optional<catalog::MemoryLimits>& limits) {
  limits_->setVisible(limits.has_value());
  limits_->setText(limits ? to_qstring(catalog::sentence(*limits)) : QString());
  if (limits) set_style_name(*limits_, limits->fits ? "muted" : "warnText");
}

void VerdictPanel::show_start(const std::optional<sim::StartUp>& start) {
  start_title_->setVisible(start.has_value());
  start_->setVisible(start.has_value());
  host_->setVisible(start.has_value());
  if (!start) return;
  const auto find = [&](std::string_view name) {
    const auto found = std::find_if(start->metrics.begin(), start->metrics.end(),
                                    [&](const Metric& metric) { return metric.name == name; });
    return found == start->metrics.end() ? nullptr : &*found;
  };
  const Metric* const compile = find(sim::kCompileMetric);
  const Metric* const first = find(sim::kStartMetric);
  const auto value = [](const Metric* metric) {
    return metric == nullptr ? tr("not possible") : metric_text(*metric);
  };
  start_title_->set_caption(
      tr("%1 to compile, %2 to the first request").arg(value(compile), value(first)));
  QStringList times;
  for (const auto& [name, metric] :
       {std::pair{tr("Compilation"), compile}, std::pair{tr("Start"), first}}) {
    const QString band = metric == nullptr ? QString() : band_text(*metric);
    if (!band.isEmpty()) times << tr("%1: %2").arg(name, band);
  }
  start_title_->setToolTip(compile == nullptr ? QString() : to_qstring(compile->note));
  for (const auto& [name, reason] : start->unavailable) {
    times << tr("%1: %2").arg(name == sim::kCompileMetric ? tr("Compilation") : tr("Start"),
                              to_qstring(reason));
  }
  QStringList outside;
  for (const auto* const texts : {&start->compile_outside, &start->load_outside}) {
    for (const Text& text : *texts) outside << to_qstring(text);
  }
  outside.removeDuplicates();
  if (!outside.isEmpty()) times << outside_text(outside);
  start_->setText(times.join(QStringLiteral(" · ")));
  start_->setVisible(!times.isEmpty());
  QStringList verdicts;
  bool fits = true;
  for (const sim::StartUp* const part : {&*start, start->prefill.get()}) {
    if (part == nullptr) continue;
    for (const sim::HostNeed& need : part->host) {
      fits = fits && need.fits();
      verdicts << tr("%1: %2, %3")
                      .arg(to_qstring(sim::title(need.step)), number_text(format_bytes(need.bytes)),
                           to_qstring(sim::verdict_of(need)));
    }
  }
  set_style_name(*host_, fits ? "muted" : "warnText");
  host_->setText(tr("Host memory: %1").arg(verdicts.join(QStringLiteral("; "))));
}

void VerdictPanel::show_error(const Error& error, const catalog::MemoryFit* fit) {
  for (KeyFigure* card : cards_) card->set_value(QStringLiteral("–"), to_qstring(error.message));
  bands_ = {};
  metrics_ = {};
  show_notes();
  if (fit != nullptr) show_fit(*fit);
  memory_->setVisible(fit != nullptr);
  memory_title_->setVisible(fit != nullptr);
  set_refused(to_qstring(error));
  set_warning({});
}

}  // namespace nscope::gui

#include "moc_verdict_panel.cpp"
