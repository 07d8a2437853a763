#include "app/gui/docks/search_dock.h"

#include "app/gui/analysis/row_target.h"
#include "app/gui/panels/marked_field.h"
#include "app/gui/panels/run_button.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>
#include <utility>

namespace nscope::gui {
namespace {

/// Maximum number of rows in the table. Further matches are counted, highlighted and reached with
/// Next and Previous.
constexpr std::size_t kMostRows = 10'000;

}  // namespace

SearchDock::SearchDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent),
      job_(new Job(tr("Searching"), this)),
      query_(new QLineEdit),
      find_(new QPushButton(tr("Find"))),
      previous_(new QPushButton(tr("Previous"))),
      next_(new QPushButton(tr("Next"))),
      highlights_(new QPushButton(tr("Highlight All"))),
      status_(named_label("caption")),
      split_(new QSplitter(Qt::Horizontal)),
      events_(new TablePanel(tr("No event matches."))),
      names_(new TablePanel(tr("No event matches."))) {
  build_layout();
  connect(query_, &QLineEdit::returnPressed, this, &SearchDock::search);
  connect(query_, &QLineEdit::textChanged, this, &SearchDock::check);
  connect(next_, &QPushButton::clicked, this, &SearchDock::next);
  connect(previous_, &QPushButton::clicked, this, &SearchDock::previous);
  connect(highlights_, &QPushButton::toggled, this, &SearchDock::highlight);
  connect(events_, &TablePanel::row_chosen, this, [this] {
    const auto row = events_->current_row();
    if (row && *row < found_.first.size()) this->run().reveal(found_.first[*row]);
  });
  connect(events_, &TablePanel::row_activated, this, [this](std::size_t row) {
    if (row < found_.first.size()) this->run().zoom_to(found_.first[row]);
  });
  connect(names_, &TablePanel::row_activated, this, &SearchDock::narrow_to);
  connect(&run, &RunView::event_changed, this, &SearchDock::show_row_of_event);
  connect(&run, &RunView::trace_changed, this, [this] {
    if (shown_ != this->run().trace()) clear();
  });
  connect(&run, &RunView::highlight_changed, this, [this] {
    // Another view set a different highlight.
    const QSignalBlocker blocker(highlights_);
    if (own_highlight_ && this->run().highlight() != own_highlight_) highlights_->setChecked(false);
  });
  clear();
}

void SearchDock::build_layout() {
  query_->setFont(mono_font(12));
  query_->setPlaceholderText(tr("matmul, engine:Tensor dur>10us, /expression/"));
  query_->setClearButtonEnabled(true);
  query_->setAccessibleName(tr("Search query"));
  find_->setObjectName(QStringLiteral("primary"));
  previous_->setToolTip(tr("Selects the previous match (Shift+F3)."));
  next_->setToolTip(tr("Selects the next match (F3)."));
  highlights_->setCheckable(true);
  highlights_->setChecked(true);
  highlights_->setObjectName(QStringLiteral("segment"));
  highlights_->setToolTip(tr("Dims all events in the timeline that do not match."));
  status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  status_->setWordWrap(true);
  events_->view().setAccessibleName(tr("Matching events"));
  names_->view().setAccessibleName(tr("Matching events by name"));
  events_->model().set_row_hint(row_hint);
  names_->model().set_row_hint([](const Table&, std::size_t) {
    return tr("Double-click or press Enter to search for this name only.");
  });
  auto* fields = new QPushButton(tr("Fields ▾"));
  build_fields_menu(fields);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 8, 12, 4);
  top->setSpacing(8);
  top->addWidget(query_, 1);
  for (QPushButton* button : {fields, find_, previous_, next_, highlights_}) {
    top->addWidget(button);
  }
  status_->setContentsMargins(14, 0, 12, 2);
  split_->addWidget(events_);
  split_->addWidget(names_);
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  split_->setSizes({620, 380});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(status_);
  layout->addWidget(split_, 1);
  bind_run_button(find_, job_, [this] { search(); }, tr("Find"));
  connect(job_, &Job::started, this, [this] { status_->setText(tr("Searching…")); });
}

void SearchDock::build_fields_menu(QPushButton* button) {
  button->setObjectName(QStringLiteral("menuButton"));
  button->setToolTip(tr("Inserts a search condition."));
  auto* menu = new QMenu(button);
  const std::pair<const char*, QString> rows[] = {
      {"name:", tr("name contains the text")},
      {"opcode:", tr("opcode of the instruction")},
      {"engine:", tr("Tensor, Vector, Scalar, GpSimd, Sync, DMA, CC")},
      {"kind:", tr("instruction, dma, collective, operator, layer, host, …")},
      {"track:", tr("path of the track: NeuronCore 0 / TensorE")},
      {"core:", tr("physical NeuronCore")},
      {"dur>", tr("duration: 200ns, 10us, 1.5ms")},
      {"wait>", tr("semaphore wait before the event")},
      {"start>", tr("start time in the run; end< for the end time")},
      {"arg.", tr("property: arg.layer:attn, arg.elements>4k")},
      {"has:", tr("event has the property")},
      {"=", tr("name is exactly the text")},
      {"/", tr("regular expression: /^dma_[0-9]+$/")},
      {"-", tr("not: excludes events that meet the condition")},
  };
  for (const auto& [word, meaning] : rows) {
    const QString text = QString::fromLatin1(word);
    menu->addAction(without_mnemonics(text) + QStringLiteral("   ") + meaning, this, [this, text] {
      const QString now = query_->text();
      if (!now.isEmpty() && !now.endsWith(QLatin1Char(' '))) query_->insert(QStringLiteral(" "));
      query_->insert(text);
      query_->setFocus();
    });
  }
  button->setMenu(menu);
}

void SearchDock::enter(const QString& text) {
  query_->setText(text);
  search();
}

void SearchDock::take_focus() {
  query_->setFocus();
  query_->selectAll();
}

void SearchDock::check() {
  const auto query = analysis::parse_event_query(to_string(query_->text()));
  mark_field(query_, !query);
  query_->setToolTip(query ? QString() : to_qstring(query.error()));
}

void SearchDock::refresh() {
  const auto& trace = run().trace();
  if (shown_ == trace) return;
  shown_ = trace;
  job_->cancel();
  clear();
  if (trace && !searched_.isEmpty()) search();
}

void SearchDock::clear() {
  found_ = {};
  for (QPushButton* button : {previous_, next_, highlights_}) button->setEnabled(false);
  names_->hide();
  events_->set_message(
      tr("Enter a name, or conditions like engine:Tensor dur>10us, and press Enter."));
  status_->hide();
}

void SearchDock::search() {
  const auto& trace = run().trace();
  if (!trace) return;
  searched_ = query_->text().trimmed();
  emit entered(searched_);
  auto query = analysis::parse_event_query(to_string(searched_));
  if (!query) return show_error(to_qstring(query.error()));
  if (searched_.isEmpty()) {
    job_->cancel();
    clear();
    return highlight();
  }
  status_->show();
  job_->start(
      [trace, query = std::move(*query)](TaskControl& control) {
        return analysis::find_events(*trace, query, kMostRows, control);
      },
      [this, trace](Result<analysis::FoundEvents> found) {
        if (trace == this->run().trace()) show_found(std::move(found));
      });
}

void SearchDock::show_error(const QString& text) {
  job_->cancel();
  clear();
  highlight();
  events_->set_message(text);
}

void SearchDock::show_found(Result<analysis::FoundEvents> found) {
  if (!found) {
    const bool cancelled = found.error().code == ErrorCode::kCancelled;
    return show_error(cancelled ? tr("Cancelled.") : to_qstring(found.error()));
  }
  found_ = std::move(*found);
  const Trace& trace = *run().trace();
  QStringList notes;
  for (const Text& note : found_.notes) notes << to_qstring(note);
  events_->set_empty_text(notes.empty() ? tr("No event matches.") : notes.join(QLatin1Char('\n')));
  events_->set_table(analysis::events_table(trace, found_));
  events_->hide_column("slice_id");
  names_->set_table(analysis::names_table(trace, found_));
  names_->setVisible(found_.count > 0);
  for (QPushButton* button : {previous_, next_, highlights_}) button->setEnabled(found_.count > 0);
  show_row_of_event();
  highlight();
}

void SearchDock::show_status() {
  if (!found_.events || job_->is_running()) return;
  const auto per_ns = static_cast<double>(run().trace()->time_base().ticks_per_ns);
  const double ns = static_cast<double>(found_.duration) / per_ns;
  QStringList parts;
  parts << (found_.count == 1 ? tr("1 event") : tr("%1 events").arg(count_text(found_.count)));
  if (found_.count > 0) parts << tr("%1 total").arg(number_text(format_duration_ns(ns)));
  if (const auto row = events_->current_row();
      row && found_.first[*row] == run().selected_event()) {
    parts << tr("event %1 of %2 selected")
                 .arg(count_text(static_cast<std::int64_t>(*row) + 1), count_text(found_.count));
  }
  const auto shown = static_cast<std::int64_t>(found_.first.size());
  if (shown < found_.count) parts << tr("the table shows the first %1").arg(count_text(shown));
  status_->setText(parts.join(QStringLiteral(" · ")));
  status_->setVisible(true);
}

/// Selects the row of the selected event if the event is a match and is in the table.
void SearchDock::show_row_of_event() {
  const SliceId event = run().selected_event();
  if (found_.events && found_.events->holds(event)) {
    const Trace& trace = *run().trace();
    const auto position = [&](SliceId id) { return std::tuple(trace.slice(id).begin(), id); };
    const auto at =
        std::lower_bound(found_.first.begin(), found_.first.end(), event,
                         [&](SliceId a, SliceId b) { return position(a) < position(b); });
    const QSignalBlocker blocker(events_);
    if (at != found_.first.end() && *at == event) {
      events_->select_row(static_cast<std::size_t>(at - found_.first.begin()));
    } else {
      events_->view().clearSelection();
    }
  }
  show_status();
}

void SearchDock::step(bool forward) {
  if (!found_.events || found_.count == 0) return;
  const Trace& trace = *run().trace();
  const analysis::EventSet& events = *found_.events;
  auto to = forward ? events.next(trace, run().selected_event())
                    : events.previous(trace, run().selected_event());
  if (!to) to = forward ? events.next(trace, SliceId()) : events.previous(trace, SliceId());
  if (to) run().reveal(*to);
}

void SearchDock::next() {
  step(true);
}

void SearchDock::previous() {
  step(false);
}

void SearchDock::highlight() {
  const bool wanted = highlights_->isChecked() && found_.events && found_.count > 0;
  const HighlightPtr before = std::exchange(own_highlight_, nullptr);
  if (wanted) {
    own_highlight_ = std::make_shared<const Highlight>(
        Highlight{searched_, [events = found_.events](const Track& track, std::uint32_t row) {
                    return events->holds(Trace::slice_id(track, row));
                  }});
    run().set_highlight(own_highlight_);
  } else if (before && run().highlight() == before) {
    run().set_highlight(nullptr);
  }
}

/// Adds a condition on the name in `row` to the query and searches again.
void SearchDock::narrow_to(std::size_t row) {
  if (row >= found_.names.size()) return;
  const QString name = to_qstring(run().trace()->text(found_.names[row].name));
  if (name.contains(QLatin1Char('"'))) return;
  query_->setText(QStringLiteral("%1 =\"%2\"").arg(searched_, name));
  search();
}

}  // namespace nscope::gui

#include "moc_search_dock.cpp"
