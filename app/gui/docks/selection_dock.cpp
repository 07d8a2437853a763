#include "app/gui/docks/selection_dock.h"

#include "app/gui/docks/evidence.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "profiler/base/format.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace nscope::gui {
SelectionDock::SelectionDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Summarising the selection"), this)),
      range_(new QPushButton(tr("Range"))),
      event_(new QPushButton(tr("Event"))),
      caption_(named_label("caption")),
      split_(new QSplitter(Qt::Horizontal)),
      names_(new TablePanel(tr("The selection contains no event."))),
      tracks_(new TablePanel(QString())) {
  build_layout();
  connect(range_, &QPushButton::clicked, this, [this] { show_subject(Subject::kRange); });
  connect(event_, &QPushButton::clicked, this, [this] { show_subject(Subject::kEvent); });
  connect(&run, &RunView::event_changed, this, [this](SliceId event) {
    subject_ = event.valid() ? Subject::kEvent : Subject::kRange;
    mark_stale();
  });
  connect(&run, &RunView::range_changed, this,
          [this] { subject_ = this->run().range() ? Subject::kRange : Subject::kEvent; });
  connect(names_, &TablePanel::row_chosen, this, [this] {
    const auto row = names_->current_row();
    if (!row || *row >= shown_.names.size()) return;
    const auto& trace = this->run().trace();
    this->run().set_highlight(highlight_name(*trace, shown_.names[*row].name));
  });
  connect(tracks_, &TablePanel::row_chosen, this, [this] {
    const auto row = tracks_->current_row();
    if (row && *row < shown_.tracks.size()) this->run().show_track(shown_.tracks[*row].track);
  });
  for (TablePanel* table : {names_, tracks_}) {
    connect(table, &TablePanel::row_activated, this,
            [this, table](std::size_t row) { show_row(this->run(), table->model().table(), row); });
    table->model().set_row_hint([](const Table&, std::size_t) {
      return tr("Double-click or press Enter to show the longest event in the timeline.");
    });
  }
}

void SelectionDock::build_layout() {
  names_->view().setAccessibleName(tr("Selection by name"));
  tracks_->view().setAccessibleName(tr("Selection by track"));
  auto* choice = new QButtonGroup(this);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 6, 12, 2);
  top->setSpacing(8);
  for (QPushButton* button : {range_, event_}) {
    button->setObjectName(QStringLiteral("segment"));
    button->setCheckable(true);
    choice->addButton(button);
    top->addWidget(button);
  }
  range_->setToolTip(tr("Summarises the events in the selected range."));
  event_->setToolTip(tr("Compares the selected event with all events of the same name."));
  caption_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  caption_->setWordWrap(true);
  top->addWidget(caption_, 1);
  split_->addWidget(names_);
  split_->addWidget(tracks_);
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  split_->setSizes({500, 500});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(split_, 1);
}

void SelectionDock::refresh() {
  choose_subject();
  compute();
}

/// Switches to the other subject if nothing of the current kind is selected.
void SelectionDock::choose_subject() {
  const bool range = run().trace() && run().range();
  const bool event = run().trace() && run().selected_event().valid();
  if (subject_ == Subject::kRange && !range) subject_ = Subject::kEvent;
  if (subject_ == Subject::kEvent && !event) subject_ = Subject::kRange;
  range_->setEnabled(range);
  event_->setEnabled(event);
  range_->setChecked(range && subject_ == Subject::kRange);
  event_->setChecked(event && subject_ == Subject::kEvent);
}

void SelectionDock::show_subject(Subject subject) {
  subject_ = subject;
  refresh();
}

void SelectionDock::compute() {
  const auto& trace = run().trace();
  const bool anything = run().range() || run().selected_event().valid();
  if (!trace || !anything) {
    job_->cancel();
    return show_message(
        tr("Select a range in the timeline (Shift+drag) to summarise its events, or click an event "
           "to compare it with all events of the same name."));
  }
  analysis::EventFilter filter;
  if (subject_ == Subject::kRange) {
    filter.range = ticks_of(run().range());
    filter.tracks = run().range()->tracks;
  } else {
    const Trace::SliceRef slice = trace->slice(run().selected_event());
    filter.name = slice.name();
    filter.compared = (slice.end() - slice.begin()).value();
  }
  job_->start(
      [trace, filter = std::move(filter)](TaskControl& control) {
        return analysis::summarize_selection(*trace, filter, control);
      },
      [this, trace, subject = subject_,
       event = run().selected_event()](const Result<analysis::SelectionSummary>& summary) {
        const bool stale = subject != subject_ ||
                           (subject == Subject::kEvent && event != this->run().selected_event());
        if (trace == this->run().trace() && !stale) show_summary(summary);
      });
}

void SelectionDock::show_message(const QString& text) {
  shown_ = {};
  caption_->clear();
  tracks_->hide();
  names_->set_message(text);
}

void SelectionDock::show_summary(const Result<analysis::SelectionSummary>& summary) {
  if (!summary) {
    const bool cancelled = summary.error().code == ErrorCode::kCancelled;
    return show_message(cancelled ? tr("Cancelled.") : to_qstring(summary.error()));
  }
  // The result may arrive after the selection was cleared.
  if (subject_ == Subject::kRange && !run().range()) return;
  shown_ = *summary;
  const Trace& trace = *run().trace();
  names_->set_table(analysis::selection_names_table(trace, shown_));
  tracks_->set_table(analysis::selection_tracks_table(trace, shown_));
  names_->hide_column("slice_id");
  tracks_->hide_column("slice_id");
  tracks_->setVisible(!shown_.tracks.empty());
  caption_->setText(subject_ == Subject::kRange ? scope_text() : event_text(shown_));
}

QString SelectionDock::scope_text() const {
  const Trace& trace = *run().trace();
  QStringList parts;
  const auto tracks = static_cast<int>(run().range()->tracks.size());
  const QString time = duration_text(trace, TraceTime(shown_.time));
  parts << (tracks == 0 ? tr("%1 on all tracks").arg(time)
                        : tr("%1 on %n track(s)", nullptr, tracks).arg(time));
  parts << (shown_.all.count == 1 ? tr("1 event")
                                  : tr("%1 events").arg(count_text(shown_.all.count)));
  if (shown_.all.count > 0)
    parts << tr("%1 total").arg(duration_text(trace, TraceTime(shown_.all.total)));
  if (shown_.crossing > 0) {
    parts << tr("cut at the edge of the range and counted with the part inside: %1")
                 .arg(count_text(shown_.crossing));
  }
  return parts.join(QStringLiteral(" · "));
}

QString SelectionDock::event_text(const analysis::SelectionSummary& summary) const {
  const Trace& trace = *run().trace();
  const Trace::SliceRef slice = trace.slice(run().selected_event());
  const std::int64_t duration = (slice.end() - slice.begin()).value();
  QStringList parts;
  const QString count = count_text(summary.all.count);
  parts << to_qstring(trace.text(slice.name())) + QStringLiteral(": ") +
               (summary.all.count == 1 ? tr("1 event") : tr("%1 events").arg(count));
  parts << tr("selected event: %1").arg(duration_text(trace, TraceTime(duration)));
  if (summary.all.count > 1) {
    const double share =
        static_cast<double>(summary.shorter) / static_cast<double>(summary.all.count - 1);
    parts << tr("longer than %1 of the other events").arg(number_text(format_percent(share)));
  }
  return parts.join(QStringLiteral(" · "));
}

}  // namespace nscope::gui

#include "moc_selection_dock.cpp"
