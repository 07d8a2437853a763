#include "app/gui/docks/source/source_dock.h"

#include "app/gui/docks/source/source_line_delegate.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/section_widths.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/base/text/source_location.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPersistentModelIndex>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kSourceRowHeight = 20;

/// The stated files with the last stated line of each.
std::vector<app::StatedSource> stated_files(const analysis::SourceLines& lines) {
  std::map<std::string, std::uint32_t> last;
  for (const analysis::SourceLine& line : lines.lines) {
    if (line.file.empty()) continue;
    std::uint32_t& known = last[line.file];
    known = std::max(known, line.line);
  }
  std::vector<app::StatedSource> stated;
  for (const auto& [path, line] : last) stated.push_back({.path = path, .last_line = line});
  return stated;
}

/// The figures of one file, added up over its lines.
struct FileTotals {
  std::string path{};
  std::int64_t lines = 0;
  std::int64_t active = 0;  ///< ticks; lines that run at the same time count each
  std::optional<Picoseconds> stall{};
};

std::vector<FileTotals> file_totals(const analysis::SourceLines& lines) {
  std::map<std::string, FileTotals> files;
  for (const analysis::SourceLine& line : lines.lines) {
    if (line.file.empty()) continue;
    FileTotals& file = files[line.file];
    file.path = line.file;
    ++file.lines;
    file.active += line.totals.active;
    if (line.stall) file.stall = file.stall.value_or(0) + *line.stall;
  }
  std::vector<FileTotals> sorted;
  for (auto& [path, file] : files) sorted.push_back(std::move(file));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const FileTotals& a, const FileTotals& b) { return a.active > b.active; });
  return sorted;
}

}  // namespace

SourceDock::SourceDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Adding up source lines"), this)),
      split_(new QSplitter(Qt::Horizontal)),
      files_(new TablePanel(QString())),
      caption_(new ElidedLabel("caption")),
      choose_(new QPushButton(tr("Choose Source ▾"))),
      previous_(new QPushButton(tr("Previous"))),
      next_(new QPushButton(tr("Next"))),
      notes_(named_label("caption")),
      view_(new QTableView),
      model_(new SourceLineModel(this)) {
  files_->view().setAccessibleName(tr("Source files"));
  files_->view().setSelectionMode(QAbstractItemView::SingleSelection);
  split_->addWidget(files_);
  split_->addWidget(make_lines());
  split_->setStretchFactor(1, 1);
  split_->setSizes({300, 900});
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  stack_ = new MessageStack(split_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
  connect(files_, &TablePanel::row_chosen, this, [this] {
    const std::string file = to_string(files_->current_text("file"));
    if (!file.empty() && file != file_) show_file(file);
  });
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { show_line(now.row()); });
  connect(view_, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { zoom_to_longest(index.row()); });
  connect(next_, &QPushButton::clicked, this, &SourceDock::next_event);
  connect(previous_, &QPushButton::clicked, this, &SourceDock::previous_event);
  connect(&run, &RunView::event_changed, this, &SourceDock::show_event);
  connect(&run, &RunView::source_root_changed, this, [this] { mark_stale(); });
}

QWidget* SourceDock::make_lines() {
  caption_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  previous_->setToolTip(tr("Selects the previous event of the line in the timeline."));
  next_->setToolTip(tr("Selects the next event of the line in the timeline."));
  choose_->setObjectName(QStringLiteral("menuButton"));
  choose_->setToolTip(
      tr("Chooses the folder or the archive that contains the source files of the kernels."));
  auto* menu = new QMenu(choose_);
  menu->addAction(tr("Choose Source Folder…"), this, &SourceDock::choose_folder);
  menu->addAction(tr("Choose Source Archive…"), this, &SourceDock::choose_archive);
  choose_->setMenu(menu);
  notes_->setWordWrap(true);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setContentsMargins(12, 0, 12, 2);
  notes_->hide();
  view_->setModel(model_);
  view_->setAccessibleName(tr("Source lines"));
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultSectionSize(kSourceRowHeight);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setStretchLastSection(true);
  constexpr std::array<int, SourceLineModel::kText> kWidths{58, 100, 80, 88, 74, 62};
  set_section_widths(*view_->horizontalHeader(), kWidths);
  view_->setItemDelegateForColumn(SourceLineModel::kTime, new HeatDelegate(view_));
  view_->setItemDelegateForColumn(SourceLineModel::kText, new SourceLineDelegate(view_));
  view_->installEventFilter(this);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(12, 6, 12, 4);
  line->setSpacing(8);
  line->addWidget(caption_, 1);
  for (QPushButton* button : {previous_, next_, choose_}) line->addWidget(button);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(line);
  layout->addWidget(notes_);
  layout->addWidget(view_, 1);
  return content;
}

Result<SourceDock::Outcome> SourceDock::compute(const Trace& trace,
                                                const analysis::AnalysisRequest& request,
                                                const std::string& root, const std::string& capture,
                                                TaskControl& control) {
  auto lines = analysis::source_lines(trace, request, control);
  if (!lines) return fail(lines.error());
  Outcome outcome{.lines = std::move(*lines), .found = {}, .root_error = {}};
  const std::vector<app::StatedSource> stated = stated_files(outcome.lines);
  if (stated.empty()) return outcome;
  if (root.empty()) {
    outcome.found = app::find_sources_beside(capture, stated, control);
  } else if (auto found = app::find_sources(root, stated, control)) {
    outcome.found = std::move(*found);
  } else {
    outcome.root_error = found.error();
  }
  if (control.cancelled()) return cancelled();
  return outcome;
}

void SourceDock::refresh() {
  const auto& trace = run().trace();
  if (shown_ != trace) {
    shown_ = trace;
    clear();
  }
  if (!trace) {
    job_->cancel();
    return stack_->show_message(tr("Open a capture to see the time of each source line."));
  }
  if (!lines_) stack_->show_message(tr("Adding up source lines…"));
  analysis::AnalysisRequest request;
  request.scope.range = ticks_of(run().range());
  request.dependencies = run().dependencies();
  job_->start(
      [trace, request, root = to_string(run().source_root()), capture = to_string(run().capture())](
          TaskControl& control) { return compute(*trace, request, root, capture, control); },
      [this, trace](Result<Outcome> outcome) { receive(trace, std::move(outcome)); });
}

void SourceDock::clear() {
  lines_ = nullptr;
  found_ = nullptr;
  file_.clear();
  line_ = SourceLineModel::kNone;
  events_ = nullptr;
  model_->set_file(nullptr, nullptr, nullptr, {});
  notes_->hide();
}

void SourceDock::receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome) {
  if (trace != run().trace()) return;
  if (!outcome) {
    clear();
    return show_failure(*stack_, outcome.error());
  }
  QStringList notes;
  if (outcome->root_error) notes << to_qstring(*outcome->root_error);
  for (const Text& note : outcome->found.notes) notes << to_qstring(note);
  for (const Text& note : analysis::source_line_notes(outcome->lines)) notes << to_qstring(note);
  if (!outcome->lines.stated) {
    clear();
    return stack_->show_message(notes.join(QLatin1Char('\n')));
  }
  run_notes_ = notes;
  lines_ = std::make_shared<const analysis::SourceLines>(std::move(outcome->lines));
  found_ = std::make_shared<const app::FoundSources>(std::move(outcome->found));
  events_ = nullptr;
  stack_->show_content();
  list_files();
  show_event();
  if (!wanted_.isEmpty()) enter(std::exchange(wanted_, QString()));
}

/// Lists the files and shows the same file and line as before or, in another run, the file with
/// the most active time.
void SourceDock::list_files() {
  const std::vector<FileTotals> totals = file_totals(*lines_);
  Table table(
      {{.id = "name", .title = text_of(tr("File"))},
       {.id = "active_ns", .title = text_of(tr("Active, sum")), .unit = "ns", .decimals = 0},
       {.id = "stall_ns", .title = text_of(tr("Stall")), .unit = "ns", .decimals = 0},
       {.id = "lines", .title = text_of(tr("Lines"))},
       {.id = "file", .title = text_of(tr("Path"))}});
  std::size_t current = 0;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const FileTotals& file = totals[i];
    if (file.path == file_) current = i;
    table.add_row(
        {std::string(last_path_part(file.path)), analysis::in_ns(*shown_, file.active),
         file.stall ? Cell(analysis::to_ns(*file.stall)) : Cell(Missing{lines_->stalls_unknown}),
         file.lines, file.path});
  }
  const QSignalBlocker blocker(files_);
  files_->set_table(std::move(table));
  files_->select_row(current);
  show_file(totals[current].path);
}

void SourceDock::show_file(const std::string& file) {
  const int row = view_->currentIndex().row();
  const std::string before = std::exchange(file_, file);
  line_ = SourceLineModel::kNone;
  events_ = nullptr;
  model_->set_file(shown_, lines_, found_, file_);
  if (model_->has_text()) {
    const app::SourceText& text = found_->texts.find(file_)->second;
    caption_->set_text(
        tr("%1 · text from %2 in %3")
            .arg(to_qstring(file_), to_qstring(text.name), to_qstring(found_->root)));
  } else {
    caption_->set_text(to_qstring(file_));
  }
  show_notes();
  previous_->setEnabled(false);
  next_->setEnabled(false);
  if (before == file_ && row >= 0 && row < model_->rowCount()) return select_row(row);
  // Scroll to the line with the most active time.
  std::uint32_t most = SourceLineModel::kNone;
  for (std::uint32_t i = 0; i < lines_->lines.size(); ++i) {
    const analysis::SourceLine& line = lines_->lines[i];
    if (line.file != file_) continue;
    const bool more =
        most == SourceLineModel::kNone || line.totals.active > lines_->lines[most].totals.active;
    if (more) most = i;
  }
  if (const auto hottest = model_->row_of(most)) show_in_centre(*hottest);
}

void SourceDock::show_notes() {
  QStringList notes = run_notes_;
  if (!model_->has_text()) {
    notes.prepend(tr("The text of %1 was not found. Choose the folder or archive that contains it.")
                      .arg(to_qstring(last_path_part(file_))));
  }
  notes_->setText(notes.join(QLatin1Char('\n')));
  notes_->setVisible(!notes.isEmpty());
}

/// Scrolls to a row when the view has its size.
void SourceDock::show_in_centre(int row) {
  QTimer::singleShot(0, view_, [this, index = QPersistentModelIndex(model_->index(row, 0))] {
    view_->scrollTo(index, QAbstractItemView::PositionAtCenter);
  });
}

/// Selects the line of the selected event, without highlighting its other events.
void SourceDock::show_event() {
  const SliceId event = run().selected_event();
  // A hidden dock still shows the previous run.
  const bool current = lines_ && shown_ == run().trace() && event.valid();
  const analysis::SourceLine* line = current ? lines_->of(event) : nullptr;
  if (line == nullptr || line->file.empty()) return;
  if (line->file != file_) {
    const Table& files = files_->model().table();
    const auto column = find_column(files, "file");
    for (std::size_t row = 0; column && row < files.row_count(); ++row) {
      if (files.at(row, *column) != Cell(line->file)) continue;
      const QSignalBlocker blocker(files_);
      files_->select_row(row);
    }
    show_file(line->file);
  }
  if (const auto row = model_->row_of(lines_->line_of[event.index()])) select_row(*row);
}

/// Makes a row the current one without highlighting its events.
void SourceDock::select_row(int row) {
  {
    const QSignalBlocker blocker(view_->selectionModel());
    view_->setCurrentIndex(model_->index(row, 0));
  }
  view_->selectRow(row);
  show_in_centre(row);
  const std::uint32_t line = model_->line_of_row(row);
  if (line != std::exchange(line_, line)) events_ = nullptr;
  previous_->setEnabled(line != SourceLineModel::kNone);
  next_->setEnabled(line != SourceLineModel::kNone);
  view_->viewport()->update();
}

/// Highlights the events of the line in a row.
void SourceDock::show_line(int row) {
  const std::uint32_t line = model_->line_of_row(row);
  if (line != std::exchange(line_, line)) events_ = nullptr;
  previous_->setEnabled(line != SourceLineModel::kNone);
  next_->setEnabled(line != SourceLineModel::kNone);
  const HighlightPtr before = std::exchange(own_highlight_, nullptr);
  if (line == SourceLineModel::kNone) {
    if (before && run().highlight() == before) run().set_highlight(nullptr);
    return;
  }
  const analysis::SourceLine& of = lines_->lines[line];
  const QString name = to_qstring(last_path_part(of.file));
  own_highlight_ = std::make_shared<const Highlight>(
      Highlight{of.line > 0 ? QStringLiteral("%1:%2").arg(name).arg(of.line) : name,
                [lines = lines_, line](const Track& track, std::uint32_t slice) {
                  const std::size_t index = Trace::slice_id(track, slice).index();
                  return index < lines->line_of.size() && lines->line_of[index] == line;
                }});
  run().set_highlight(own_highlight_);
}

void SourceDock::zoom_to_longest(int row) {
  const std::uint32_t line = model_->line_of_row(row);
  if (line == SourceLineModel::kNone) return;
  const SliceId longest = lines_->lines[line].totals.longest;
  if (longest.valid()) run().zoom_to(longest);
}

void SourceDock::step(bool forward) {
  if (!lines_ || shown_ != run().trace() || line_ == SourceLineModel::kNone) return;
  const Trace& trace = *shown_;
  if (!events_) {
    events_ = std::make_unique<analysis::EventSet>(trace.slice_count());
    for (const Track& track : trace.tracks()) {
      if (track.slice_kind == SliceKind::kDma) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const SliceId slice = Trace::slice_id(track, row);
        if (lines_->line_of[slice.index()] == line_) events_->add(slice);
      }
    }
  }
  const SliceId selected = run().selected_event();
  const auto neighbour = [&](SliceId from) {
    return forward ? events_->next(trace, from) : events_->previous(trace, from);
  };
  auto to = neighbour(selected);
  if (!to) to = neighbour(SliceId());
  if (to) run().reveal(*to);
}

void SourceDock::enter(const QString& location) {
  if (!lines_) {
    wanted_ = location;
    return;
  }
  const std::string text = to_string(location);
  const SourceLocation wanted = parse_source_location(text);
  for (const analysis::SourceLine& line : lines_->lines) {
    if (line.file.empty() || common_path_end(line.file, wanted.file) == 0) continue;
    if (line.file != file_) show_file(line.file);
    if (const auto row = model_->row_of_number(wanted.line)) {
      view_->setCurrentIndex(model_->index(*row, 0));
      show_in_centre(*row);
    }
    return;
  }
}

bool SourceDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched != view_ || event->type() != QEvent::KeyPress) {
    return DockView::eventFilter(watched, event);
  }
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->matches(QKeySequence::Copy)) {
    copy_lines();
    return true;
  }
  switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: zoom_to_longest(view_->currentIndex().row()); return true;
    case Qt::Key_Escape:
      view_->setCurrentIndex({});
      view_->clearSelection();
      return true;
    default: return false;
  }
}

/// Copies the text of the selected lines.
void SourceDock::copy_lines() const {
  QModelIndexList rows = view_->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end());
  QStringList lines;
  for (const QModelIndex& index : rows) lines << model_->source_text(index.row());
  QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void SourceDock::choose_folder() {
  const QString path = ask_folder(
      this, {.title = tr("Source folder"), .use = FileUse::kSource, .name = run().source_root()});
  if (!path.isEmpty()) run().set_source_root(path);
}

void SourceDock::choose_archive() {
  const QString path = ask_open_file(
      this, {.title = tr("Source archive"),
             .use = FileUse::kSource,
             .filters = tr("Archives (*.zip *.tar *.tar.gz *.tgz *.tar.zst);;All files (*)"),
             .name = run().source_root()});
  if (!path.isEmpty()) run().set_source_root(path);
}

}  // namespace nscope::gui

#include "moc_source_dock.cpp"
