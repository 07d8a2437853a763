#include "app/gui/docks/memory/onchip_map_panel.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/tokens.h"
#include "profiler/analysis/memory/onchip_tables.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/base/format.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

namespace nscope::gui {
namespace {

using analysis::OnchipMemory;

constexpr std::array kMapMemories{OnchipMemory::kSbuf, OnchipMemory::kPsum};
/// Owners with more lifetimes are summed for the legend only up to here.
constexpr int kLegendOwners = 6;

/// Bytes of a partition: as published, or the highest address of the map.
double partition_bytes(const Trace& trace, const analysis::OnchipCore& core, OnchipMemory memory) {
  if (memory == OnchipMemory::kPsum) return static_cast<double>(analysis::kPsumPartitionBytes);
  std::int64_t highest = 1;
  for (const auto& life : core.of(memory)) highest = std::max(highest, life.area.end);
  if (const auto size = analysis::sbuf_size(trace)) highest = std::max(highest, size->partition);
  return static_cast<double>(highest);
}

QString bytes_label(double bytes) {
  return number_text(format_bytes(bytes));
}

/// The last part of a path with a line: "kernel.py:12".
QString short_owner(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return to_qstring(slash == std::string_view::npos ? name : name.substr(slash + 1));
}

}  // namespace

OnchipMapPanel::OnchipMapPanel(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Computing the on-chip map"), this)),
      cores_(new ChoiceBox),
      memories_(new ChoiceBox),
      peak_(named_label("muted")),
      legend_(named_label("caption")),
      view_(new OnchipMapView),
      notes_(named_label("caption")) {
  cores_->setAccessibleName(tr("Core of the on-chip map"));
  memories_->setAccessibleName(tr("Memory of the on-chip map"));
  peak_->setWordWrap(true);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  legend_->setContentsMargins(8, 0, 8, 0);
  notes_->setWordWrap(true);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setContentsMargins(8, 0, 8, 4);
  auto* content = new QWidget;
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 6, 8, 0);
  line->addWidget(cores_);
  line->addWidget(memories_);
  line->addWidget(peak_, 1);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addLayout(line);
  column->addWidget(legend_);
  column->addWidget(view_, 1);
  column->addWidget(notes_);
  stack_ = new MessageStack(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
  for (QComboBox* box : {cores_, memories_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &OnchipMapPanel::show_choice);
  }
  connect(view_, &OnchipMapView::activated, this, &OnchipMapPanel::activated);
}

void OnchipMapPanel::set_run(std::shared_ptr<const Trace> trace, analysis::SummaryOptions options) {
  if (trace != trace_) {
    shown_ = {};
    view_->set_source({});
    stack_->show_message(tr("Computing the on-chip map…"));
  }
  trace_ = std::move(trace);
  options_ = std::move(options);
  stale_ = trace_ != nullptr;
  if (!trace_) return job_->cancel();
  compute_if_visible();
}

void OnchipMapPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  compute_if_visible();
}

void OnchipMapPanel::compute_if_visible() {
  if (!stale_ || !isVisible()) return;
  stale_ = false;
  job_->start(
      [trace = trace_, options = options_](TaskControl& control) {
        return compute(*trace, options, control);
      },
      [this, trace = trace_](Result<Outcome> outcome) { receive(trace, std::move(outcome)); });
}

Result<OnchipMapPanel::Outcome> OnchipMapPanel::compute(const Trace& trace,
                                                        const analysis::SummaryOptions& options,
                                                        TaskControl& control) {
  const analysis::Scope scope(trace, options);
  auto map = analysis::onchip_map(trace, scope, control);
  if (!map) return fail(map.error());
  Outcome outcome;
  for (const analysis::OnchipCore& core : map->cores) {
    outcome.uses.push_back({analysis::onchip_use(core, OnchipMemory::kSbuf, scope),
                            analysis::onchip_use(core, OnchipMemory::kPsum, scope)});
  }
  outcome.notes = analysis::onchip_notes(trace, *map);
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const analysis::TimeWindow span = analysis::span_of(scope);
  outcome.begin_ns = static_cast<double>(span.begin.value()) / per_ns;
  outcome.end_ns = static_cast<double>(span.end.value()) / per_ns;
  outcome.map = std::make_shared<const analysis::OnchipMap>(*std::move(map));
  return outcome;
}

void OnchipMapPanel::receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome) {
  if (trace != trace_) return;
  if (!outcome) return stack_->show_message(to_qstring(outcome.error()));
  shown_ = *std::move(outcome);
  QStringList notes;
  for (const Text& note : shown_.notes) notes << to_qstring(note);
  if (shown_.map->cores.empty()) {
    view_->set_source({});
    return stack_->show_message(notes.join(QLatin1Char('\n')));
  }
  notes_->setText(notes.join(QLatin1Char(' ')));
  notes_->setVisible(!notes.isEmpty());
  const QVariant core = cores_->currentData();
  const QVariant memory = memories_->currentData();
  {
    const QSignalBlocker block_cores(cores_);
    const QSignalBlocker block_memories(memories_);
    cores_->clear();
    for (const analysis::OnchipCore& each : shown_.map->cores) {
      cores_->addItem(tr("Core %1").arg(each.core), each.core);
    }
    cores_->setCurrentIndex(std::max(0, core.isValid() ? cores_->findData(core) : 0));
    memories_->clear();
    for (const OnchipMemory each : kMapMemories) {
      memories_->addItem(to_qstring(analysis::memory_name(each)), static_cast<int>(each));
    }
    memories_->setCurrentIndex(std::max(0, memory.isValid() ? memories_->findData(memory) : 0));
  }
  cores_->setVisible(shown_.map->cores.size() > 1);
  show_choice();
  stack_->show_content();
}

void OnchipMapPanel::show_choice() {
  if (!shown_.map || cores_->currentIndex() < 0 || memories_->currentIndex() < 0) return;
  const auto core = static_cast<std::size_t>(cores_->currentIndex());
  const auto memory = static_cast<OnchipMemory>(memories_->currentData().toInt());
  const analysis::OnchipCore& of = shown_.map->cores[core];
  const analysis::OnchipUse& use = shown_.uses[core][static_cast<std::size_t>(memory)];
  const double size = partition_bytes(*trace_, of, memory);
  view_->set_source({.trace = trace_,
                     .map = shown_.map,
                     .core = core,
                     .memory = memory,
                     .begin_ns = shown_.begin_ns,
                     .end_ns = shown_.end_ns,
                     .partition_bytes = size});
  const auto per_ns = static_cast<double>(trace_->time_base().ticks_per_ns);
  const double at = static_cast<double>(use.peak_begin) / per_ns;
  peak_->setText(
      of.of(memory).empty()
          ? tr("No data in %1 in this range.").arg(to_qstring(analysis::memory_name(memory)))
          : tr("Peak: %1 of %2 in the fullest partition, at %3. Never used: %4.")
                .arg(bytes_label(static_cast<double>(use.peak)), bytes_label(size),
                     number_text(format_time_ns(at, (shown_.end_ns - shown_.begin_ns) / 2000.0)),
                     number_text(format_percent(1.0 - static_cast<double>(use.ever_live) /
                                                          (size * analysis::kPartitions)))));
  show_legend();
}

void OnchipMapPanel::show_legend() {
  if (!shown_.map || cores_->currentIndex() < 0) return;
  const analysis::OnchipCore& core =
      shown_.map->cores[static_cast<std::size_t>(cores_->currentIndex())];
  const auto memory = static_cast<OnchipMemory>(memories_->currentData().toInt());
  struct Entry {
    double size = 0.0;
    const analysis::OnchipContent* content = nullptr;
  };
  std::map<std::string_view, Entry> owners;
  bool hatched = false;
  bool unknown = false;
  for (const analysis::OnchipLifetime& life : core.of(memory)) {
    const analysis::OnchipContent* content = core.content_of(life);
    if (content == nullptr) {
      unknown = true;
      continue;
    }
    hatched = hatched || content->saved || content->reloaded || content->read_again;
    Entry& entry = owners[analysis::owner_name(*trace_, *content)];
    entry.size += static_cast<double>(life.area.bytes()) * static_cast<double>(life.duration());
    entry.content = content;
  }
  std::vector<std::pair<std::string_view, Entry>> largest(owners.begin(), owners.end());
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto& a, const auto& b) { return a.second.size > b.second.size; });
  const auto entry_text = [](const QColor& color, const QString& text) {
    return QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2")
        .arg(color.name(), text.toHtmlEscaped());
  };
  QStringList parts;
  for (std::size_t i = 0; i < std::min<std::size_t>(largest.size(), kLegendOwners); ++i) {
    const auto& [name, entry] = largest[i];
    parts << entry_text(owner_color(*trace_, entry.content), short_owner(name));
  }
  if (largest.size() > kLegendOwners) {
    parts << tr("and %1 more").arg(static_cast<qulonglong>(largest.size() - kLegendOwners));
  }
  if (unknown) parts << entry_text(owner_color(*trace_, nullptr), tr("unknown writer"));
  if (hatched) parts << tr("▨ spilled, reloaded or read again").toHtmlEscaped();
  legend_->setText(parts.join(QStringLiteral("&nbsp;&nbsp; ")));
}

void OnchipMapPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const bool repaints =
      event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange;
  if (repaints && shown_.map && !shown_.map->cores.empty()) show_legend();
}

}  // namespace nscope::gui

#include "moc_onchip_map_panel.cpp"
