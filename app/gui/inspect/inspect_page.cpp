#include "app/gui/inspect/inspect_page.h"

#include "app/gui/docks/analyses_dock.h"
#include "app/gui/docks/annotations_dock.h"
#include "app/gui/docks/event_dock.h"
#include "app/gui/docks/search_dock.h"
#include "app/gui/docks/source/source_dock.h"
#include "app/gui/docks/sql_dock.h"
#include "app/gui/docks/summary_dock.h"
#include "app/gui/inspect/dock_title.h"
#include "app/gui/inspect/input_notice.h"
#include "app/gui/inspect/kept_arrangement.h"
#include "app/gui/inspect/marker_notes.h"
#include "app/gui/inspect/query_strip.h"
#include "app/gui/inspect/stored_view.h"
#include "app/gui/inspect/timeline_keys.h"
#include "app/gui/panels/help_page.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/arrangement_undo.h"
#include "app/gui/timeline/model/run_words.h"
#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <QAction>
#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QShortcut>
#include <QTabBar>
#include <QUndoCommand>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

/// Width of the docks at the side, and the share of large windows that they may take.
constexpr int kInspectPageSideWidth = 340;
constexpr double kInspectPageSideShare = 0.17;
constexpr int kLowerHeight = 370;
/// Must be increased when layouts of older versions can no longer be restored.
constexpr qint32 kLayoutVersion = 2;
constexpr int kLayoutPauseMs = 400;

/// The dock that says most about a run: insights need the instructions or operators of an engine.
QString first_dock(const Trace& trace) {
  const auto tracks = trace.tracks();
  const bool engines = std::any_of(tracks.begin(), tracks.end(), [](const Track& track) {
    return track.kind == TrackKind::kEngine && track.slices.size() > 0;
  });
  return engines && run_words(trace) == RunWords::kNeuron ? QStringLiteral("insights")
                                                          : QStringLiteral("analyses");
}

/// The number of events in the run, in terms of its kind.
QString contents_text(const Trace& trace) {
  std::size_t work = 0;
  std::size_t packets = 0;
  for (const Track& track : trace.tracks()) {
    if (track.core < 0) continue;
    if (track.kind == TrackKind::kEngine) work += track.slices.size();
    if (track.kind == TrackKind::kDmaQueue) packets += track.slices.size();
  }
  const auto counted = [](std::size_t count, const QString& one, const QString& several) {
    return count == 1 ? one : several.arg(count_text(count));
  };
  if (work == 0 && packets == 0) {
    return InspectPage::tr("%1, %2").arg(
        counted(trace.slice_count(), InspectPage::tr("1 event"), InspectPage::tr("%1 events")),
        counted(trace.tracks().size(), InspectPage::tr("1 track"), InspectPage::tr("%1 tracks")));
  }
  const bool simulated = trace.property_text(property::kProvenance) == "simulated";
  return InspectPage::tr("%1, %2").arg(
      simulated
          ? counted(work, InspectPage::tr("1 operator slice"),
                    InspectPage::tr("%1 operator slices"))
          : counted(work, InspectPage::tr("1 instruction"), InspectPage::tr("%1 instructions")),
      counted(packets, InspectPage::tr("1 DMA packet"), InspectPage::tr("%1 DMA packets")));
}

/// The time of the work on accelerators, if it would be too short to see beside the whole run: a
/// host can be sampled for minutes around an execution of a millisecond.
std::optional<TimeView> device_view(const Trace& trace, double whole) {
  constexpr double kShortest = 0.02;
  std::optional<TimeView> work;
  for (const Track& track : trace.tracks()) {
    const SliceColumns& slices = track.slices;
    if (track.kind != TrackKind::kEngine || slices.size() == 0) continue;
    const auto begin = static_cast<double>(slices.start.front());
    const auto end = static_cast<double>(slices.start.back() + slices.duration.back());
    if (!work) work = TimeView{begin, end};
    work->begin = std::min(work->begin, begin);
    work->end = std::max(work->end, end);
  }
  if (!work || work->span() <= 0.0 || work->span() > kShortest * whole) return std::nullopt;
  return with_margin(*work, 0.05);
}

}  // namespace

/// Undoes and redoes a change of the dock layout. The first redo() does nothing because the user
/// has already made the change.
class InspectPage::LayoutChange : public QUndoCommand {
 public:
  LayoutChange(InspectPage& page, QByteArray before, QByteArray after)
      : QUndoCommand(tr("change layout")),
        page_(page),
        before_(std::move(before)),
        after_(std::move(after)) {}

  void undo() override { page_.restore_docks(before_); }
  void redo() override {
    if (!std::exchange(first_, false)) page_.restore_docks(after_);
  }

 private:
  InspectPage& page_;
  QByteArray before_;
  QByteArray after_;
  bool first_ = true;
};

InspectPage::InspectPage(QWidget* parent)
    : QMainWindow(parent),
      panel_(new TimelinePanel),
      markers_(new MarkerNotes(panel_->timeline(), run_.annotations(), this)),
      keys_(new TimelineKeys(panel_->timeline(), this)),
      query_strip_(new QueryStrip(run_, panel_->timeline())) {
  setWindowFlags(Qt::Widget);
  setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks |
                 QMainWindow::GroupedDragging);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setCentralWidget(panel_);
  panel_->add_below(query_strip_);
  auto* notice = new InputNotice(run_);
  panel_->add_above(notice);
  connect(notice, &InputNotice::diagnostics_wanted, this,
          [this] { show_dock(QStringLiteral("diagnostics")); });
  connect_timeline();
  connect_event_menu();
  add_docks();
  place_docks();
  run_.set_view_text([this] { return stored_view(*this); });
  layout_timer_.setSingleShot(true);
  layout_timer_.setInterval(kLayoutPauseMs);
  connect(&layout_timer_, &QTimer::timeout, this, &InspectPage::note_layout);
}

InspectPage::~InspectPage() {
  // The error is ignored because the page is closing and cannot show it.
  (void)keep_arrangement(panel_->timeline(), arrangements_folder());
  delete markers_;
  delete keys_;
  // Cancel all jobs before waiting for any of them, because one may wait for another.
  for (Job* job : jobs()) job->cancel();
  for (Job* job : panel_->timeline().jobs()) job->cancel();
  query_strip_->job().cancel();
  query_strip_->disconnect();
  run_.disconnect(query_strip_);
  // Docks emit visibilityChanged while they are destroyed, and views use run_ until they are
  // deleted.
  for (auto& [id, place] : places_) {
    place.dock->disconnect(this);
    delete place.view;
  }
}

void InspectPage::connect_timeline() {
  TimelineWidget* timeline = &panel_->timeline();
  connect(timeline, &TimelineWidget::slice_selected, &run_, &RunView::select);
  connect(&run_, &RunView::event_changed, timeline, &TimelineWidget::select);
  connect(&run_, &RunView::reveal_wanted, timeline, &TimelineWidget::show_slice);
  connect(&run_, &RunView::zoom_wanted, timeline, &TimelineWidget::zoom_to_slice);
  connect(&run_, &RunView::time_wanted, timeline, &TimelineWidget::set_view);
  connect(&run_, &RunView::track_wanted, timeline, &TimelineWidget::show_track);
  connect(timeline, &TimelineWidget::selection_changed, &run_, &RunView::set_range);
  connect(&run_, &RunView::analysis_wanted, this, [this](const QString& id) {
    show_dock(QStringLiteral("analyses"));
    analyses().choose(id);
  });
  connect(&run_, &RunView::range_changed, timeline,
          [this, timeline] { timeline->set_selection(run_.range()); });
  connect(timeline, &TimelineWidget::highlight_changed, &run_, &RunView::set_highlight);
  connect(&run_, &RunView::highlight_changed, timeline,
          [this, timeline] { timeline->set_highlight(run_.highlight()); });
  RegionBand* band = &panel_->region_band();
  connect(&run_, &RunView::regions_changed, band,
          [this, band] { band->set_regions(run_.regions()); });
  connect(band, &RegionBand::chosen, &run_, &RunView::set_range);
  connect(timeline, &TimelineWidget::cursor_moved, this, &InspectPage::update_status);
  connect(timeline, &TimelineWidget::message, this, &InspectPage::status_changed);
  connect(timeline, &TimelineWidget::arrangement_changed, this,
          [this, timeline](const TrackArrangement& before, const TrackArrangement& after) {
            layout_undo_.push(make_arrangement_undo(*timeline, before, after));
          });
  connect(&run_, &RunView::range_changed, this, [this] { update_status(std::nullopt); });
  connect(markers_, &MarkerNotes::failed, this, &InspectPage::failed);
  connect(&run_.annotations(), &RunAnnotations::autosave_failed, this, [this](const Error& error) {
    emit failed(tr("Cannot autosave the annotations"), error);
  });
  connect(&run_.annotations(), &RunAnnotations::kept_apart, this, [this] {
    emit noticed(tr("This run is open in another window"),
                 tr("Each window has its own unsaved annotations. Saving in the session keeps the "
                    "annotations that the other window saved."));
  });
  // Markers are annotations, so the undo shortcuts of annotations also work in the timeline.
  QUndoStack* notes = &run_.annotations().undo_stack();
  for (const auto& [keys, step] :
       {std::pair(Qt::CTRL | Qt::Key_Z, &QUndoStack::undo),
        std::pair(Qt::CTRL | Qt::SHIFT | Qt::Key_Z, &QUndoStack::redo)}) {
    auto* shortcut = new QShortcut(QKeySequence(keys), panel_);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, notes, step);
  }
}

void InspectPage::connect_event_menu() {
  const TimelineWidget* timeline = &panel_->timeline();
  connect(timeline, &TimelineWidget::find_wanted, this, [this](SliceId slice) {
    QString name = to_qstring(trace()->text(trace()->slice(slice).name()));
    name.remove(QLatin1Char('"'));
    show_dock(QStringLiteral("search"));
    view<SearchDock>("search").enter(QStringLiteral("name:=\"%1\"").arg(name));
  });
  connect(timeline, &TimelineWidget::annotate_wanted, this, [this](SliceId slice) {
    run_.select(slice);
    show_dock(QStringLiteral("annotations"));
    view<AnnotationsDock>("annotations").add_to_event().trigger();
  });
  connect(timeline, &TimelineWidget::baseline_wanted, &run_, &RunView::set_baseline);
  connect(&run_, &RunView::baseline_changed, &panel_->timeline(), &TimelineWidget::set_baseline);
  connect(&run_, &RunView::trace_changed, &panel_->timeline(),
          [this] { panel_->timeline().set_baseline(run_.baseline()); });
  connect(timeline, &TimelineWidget::source_wanted, this, [this](SliceId slice) {
    const auto place = trace()->arg(slice, trace()->strings().find(key::kSourceLocation));
    const auto* text = place ? std::get_if<StringId>(&*place) : nullptr;
    if (text == nullptr) return;
    run_.select(slice);
    show_dock(QStringLiteral("source"));
    view<SourceDock>("source").enter(to_qstring(trace()->text(*text)));
  });
  connect(timeline, &TimelineWidget::link_wanted, this, [this](SliceId slice) {
    RunPlace linked = place();
    if (slice.valid()) linked.event = slice;
    copy_link(linked);
  });
}

void InspectPage::add_docks() {
  for (const DockKind& kind : dock_kinds()) {
    const QString id = QString::fromLatin1(kind.id);
    auto* dock = new QDockWidget(kind.translated_title(), this);
    dock->setObjectName(id);
    set_help_page(*dock, kind.page);
    dock->setAccessibleName(kind.translated_title());
    dock->toggleViewAction()->setToolTip(kind.translated_shows());
    dock->setAllowedAreas(Qt::AllDockWidgetAreas);
    places_[id].dock = dock;
    connect(dock, &QDockWidget::visibilityChanged, this, [this, &kind](bool visible) {
      if (visible) make_view(kind);
      // A dock behind another tab is not hidden, and its fields would still take the keys.
      QWidget* const focus = QApplication::focusWidget();
      if (!visible && isVisible() && focus != nullptr &&
          places_.at(QString::fromLatin1(kind.id)).dock->isAncestorOf(focus)) {
        panel_->timeline().setFocus();
      }
      if (visible) update_title_bars();  // a reopened dock may become a tab
      if (DockView* view = places_.at(QString::fromLatin1(kind.id)).view) view->set_seen(visible);
      layout_timer_.start();
    });
    connect(dock, &QDockWidget::dockLocationChanged, this, [this] {
      update_title_bars();
      layout_timer_.start();
    });
    connect(dock, &QDockWidget::topLevelChanged, this, &InspectPage::update_title_bars);
  }
}

void InspectPage::make_view(const DockKind& kind) {
  Place& place = places_.at(QString::fromLatin1(kind.id));
  if (place.view != nullptr) return;
  place.view = kind.make(run_, place.dock);
  place.view->setAccessibleName(kind.translated_title());
  connect(place.view, &DockView::failed, this, &InspectPage::failed);
  if (!place.state.isEmpty()) place.view->restore_state(place.state);
  for (Job* job : place.view->jobs()) emit job_made(job);
  place.dock->setWidget(place.view);
}

void InspectPage::place_docks() {
  std::map<Qt::DockWidgetArea, QDockWidget*> last;
  std::map<Qt::DockWidgetArea, QDockWidget*> first;
  for (const DockKind& kind : dock_kinds()) {
    QDockWidget* dock = places_.at(QString::fromLatin1(kind.id)).dock;
    dock->setFloating(false);
    addDockWidget(kind.area, dock);
    const bool column = kind.area == Qt::RightDockWidgetArea && kind.open;
    if (last[kind.area] != nullptr && !column) tabifyDockWidget(last[kind.area], dock);
    if (first[kind.area] == nullptr) first[kind.area] = dock;
    last[kind.area] = dock;
    dock->setVisible(kind.open);
  }
  for (const auto& [area, dock] : first) dock->raise();
  update_title_bars();
  sized_ = false;
}

void InspectPage::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (std::exchange(sized_, true)) {
    if (!shares_.isEmpty()) apply_dock_shares(*this, shares_);
    if (suggestion_due_) show_first_dock();
    return;
  }
  QDockWidget* side = places_.at(QStringLiteral("summary")).dock;
  QDockWidget* lower = places_.at(QStringLiteral("analyses")).dock;
  const int share = static_cast<int>(kInspectPageSideShare * width());
  resizeDocks({side}, {std::max(kInspectPageSideWidth, share)}, Qt::Horizontal);
  resizeDocks({lower}, {kLowerHeight}, Qt::Vertical);
  // Key figures need less height than the fields of an event.
  resizeDocks({side, places_.at(QStringLiteral("event")).dock}, {2, 3}, Qt::Vertical);
  if (!shares_.isEmpty()) apply_dock_shares(*this, shares_);
  if (suggestion_due_) show_first_dock();
  layout_ = saveState(kLayoutVersion);
}

/// Docks keep their share of the page. QMainWindow alone would keep their pixels.
void InspectPage::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (sized_ && isVisible() && !shares_.isEmpty()) apply_dock_shares(*this, shares_);
}

bool InspectPage::event(QEvent* event) {
  const bool handled = QMainWindow::event(event);
  // The page gets the mouse on the separators between docks.
  if (event->type() == QEvent::MouseButtonRelease) shares_ = dock_shares(*this);
  return handled;
}

void InspectPage::update_title_bars() {
  for (const auto& [id, place] : places_) {
    const bool named_by_tab = !place.dock->isFloating() && !tabifiedDockWidgets(place.dock).empty();
    QWidget* old = place.dock->titleBarWidget();
    if (old != nullptr && named_by_tab == (dynamic_cast<NoDockTitle*>(old) != nullptr)) continue;
    QWidget* title = named_by_tab ? static_cast<QWidget*>(new NoDockTitle(place.dock))
                                  : new DockTitle(place.dock);
    place.dock->setTitleBarWidget(title);
    // Delete later: the click that led here may come from a button of the old title bar.
    if (old != nullptr) old->deleteLater();
  }
}

void InspectPage::note_layout() {
  if (!isVisible() || layout_.isEmpty()) return;
  shares_ = dock_shares(*this);
  QByteArray now = saveState(kLayoutVersion);
  if (now == layout_) return;
  layout_undo_.push(new LayoutChange(*this, layout_, now));
  layout_ = std::move(now);
}

bool InspectPage::restore_docks(const QByteArray& state) {
  if (!restoreState(state, kLayoutVersion)) return false;
  update_title_bars();
  shares_ = isVisible() ? dock_shares(*this) : DockShares();
  layout_ = saveState(kLayoutVersion);
  return true;
}

std::vector<QAction*> InspectPage::dock_actions() const {
  std::vector<QAction*> actions;
  for (const DockKind& kind : dock_kinds()) {
    actions.push_back(places_.at(QString::fromLatin1(kind.id)).dock->toggleViewAction());
  }
  return actions;
}

/// The dock in front of the tabs among which a dock is; empty if the dock is not open.
QString InspectPage::front_of(const QString& id) const {
  QDockWidget* const dock = places_.at(id).dock;
  if (dock->isHidden() || dock->isFloating()) return {};
  for (const QTabBar* tabs : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    QStringList titles;
    for (int i = 0; i < tabs->count(); ++i) titles << tabs->tabText(i);
    if (!titles.contains(dock->windowTitle())) continue;
    for (const auto& [other, place] : places_) {
      if (place.dock->windowTitle() == titles.value(tabs->currentIndex())) return other;
    }
  }
  return id;
}

/// Shows the dock that says most about the run, unless the user has chosen another tab.
void InspectPage::show_first_dock() {
  if (!trace()) return;
  suggestion_due_ = !isVisible();
  if (suggestion_due_) return;
  const QString wanted = first_dock(*trace());
  const QString front = front_of(QStringLiteral("analyses"));
  const bool chosen = suggested_.isEmpty()
                          ? front != QLatin1String("analyses") && front != QLatin1String("insights")
                          : front != suggested_;
  QDockWidget* const dock = places_.at(wanted).dock;
  if (chosen || dock->isHidden() || dock->isFloating()) return;
  suggested_ = wanted;
  if (front == wanted) return;
  dock->raise();
  if (!layout_.isEmpty()) layout_ = saveState(kLayoutVersion);  // nothing to undo
}

bool InspectPage::show_dock(const QString& id) {
  const auto place = places_.find(id);
  if (place == places_.end()) return false;
  suggestion_due_ = false;
  place->second.dock->show();
  place->second.dock->raise();
  return true;
}

DockView* InspectPage::dock_view(const QString& id) {
  for (const DockKind& kind : dock_kinds()) {
    if (id != QLatin1String(kind.id)) continue;
    make_view(kind);
    return places_.at(id).view;
  }
  return nullptr;
}

EventPanel& InspectPage::event_panel() {
  return view<EventDock>("event").panel();
}

SummaryPanel& InspectPage::summary_panel() {
  return view<SummaryDock>("summary").panel();
}

AnalysisPanel& InspectPage::analyses() {
  return view<AnalysesDock>("analyses").panel();
}

SqlPanel& InspectPage::sql() {
  return view<SqlDock>("sql").panel();
}

std::vector<Job*> InspectPage::jobs() const {
  std::vector<Job*> jobs;
  for (const auto& [id, place] : places_) {
    if (place.view == nullptr) continue;
    const auto own = place.view->jobs();
    jobs.insert(jobs.end(), own.begin(), own.end());
  }
  return jobs;
}

void InspectPage::set_trace(std::shared_ptr<const Trace> trace, RunSource source) {
  if (auto kept = keep_arrangement(panel_->timeline(), arrangements_folder()); !kept) {
    emit failed(tr("Cannot save the arrangement of tracks"), kept.error());
  }
  markers_->pause();
  const std::string view = std::exchange(source.view, {});
  source.dependencies = std::make_shared<analysis::SharedDependencies>();
  panel_->set_trace(trace, source.dependencies);
  run_.set_trace(std::move(trace), std::move(source));
  markers_->resume();
  if (auto restored = restore_view(*this, view); !restored) {
    emit failed(tr("Cannot restore the view of the session"), restored.error());
  }
  restore_arrangement(panel_->timeline(), arrangements_folder());
  keys_->forget();
  // A session has its own view and layout.
  if (view.empty()) {
    const TimeView whole = panel_->timeline().limits();
    if (const auto work = device_view(*this->trace(), whole.span())) {
      panel_->timeline().set_view(*work);
    }
    show_first_dock();
  }
  // Offer annotations that were recovered after a crash.
  if (run_.annotations().recovery()) show_dock(QStringLiteral("annotations"));
  emit diagnostics_counted(static_cast<int>(this->trace()->diagnostics().size()));
  update_status(std::nullopt);
}

QString InspectPage::arrangements_folder() const {
  return run_.data_folder().isEmpty() ? QString()
                                      : run_.data_folder() + QStringLiteral("/arrangements");
}

void InspectPage::update_status(std::optional<double> cursor) {
  if (!trace()) return;
  QStringList parts;
  const auto per_ns = static_cast<double>(trace()->time_base().ticks_per_ns);
  if (cursor) {
    const double step = panel_->timeline().view().span() / per_ns / 2000.0;
    parts << tr("cursor %1").arg(number_text(format_time_ns(*cursor / per_ns, step)));
  }
  if (const auto& range = run_.range()) {
    parts << tr("selection %1").arg(number_text(format_duration_ns(range->time.span() / per_ns)));
  }
  parts << contents_text(*trace());
  status_ = parts.join(QStringLiteral(" · "));
  emit status_changed(status_);
}

QByteArray InspectPage::save_layout() const {
  QByteArray state;
  QDataStream out(&state, QIODevice::WriteOnly);
  std::map<QString, QByteArray> views;
  for (const auto& [id, place] : places_) {
    views[id] = place.view != nullptr ? place.view->save_state() : place.state;
  }
  out << kLayoutVersion << saveState(kLayoutVersion) << QMap<QString, QByteArray>(views)
      << (isVisible() ? dock_shares(*this) : shares_);
  return state;
}

void InspectPage::restore_layout(const QByteArray& state) {
  qint32 version = 0;
  QByteArray docks;
  QMap<QString, QByteArray> views;
  QDataStream in(state);
  in >> version;
  if (version != kLayoutVersion) return;
  in >> docks >> views;
  if (in.status() != QDataStream::Ok || !restore_docks(docks)) return;
  // Layouts of older versions have only pixels.
  DockShares shares;
  in >> shares;
  if (in.status() == QDataStream::Ok && !shares.isEmpty()) {
    shares_ = shares;
    if (isVisible()) apply_dock_shares(*this, shares_);
  }
  sized_ = true;
  for (const auto& [id, view_state] : views.toStdMap()) {
    const auto place = places_.find(id);
    if (place == places_.end()) continue;
    place->second.state = view_state;
    if (place->second.view != nullptr) place->second.view->restore_state(view_state);
  }
}

void InspectPage::change_layout(const QByteArray& state) {
  if (state.isEmpty()) return;
  const QByteArray before = saveState(kLayoutVersion);
  restore_layout(state);
  QByteArray now = saveState(kLayoutVersion);
  if (now != before) layout_undo_.push(new LayoutChange(*this, before, std::move(now)));
}

void InspectPage::reset_layout() {
  shares_.clear();
  place_docks();
  if (isVisible()) {
    QShowEvent again;
    showEvent(&again);
  }
}

}  // namespace nscope::gui

#include "moc_inspect_page.cpp"
