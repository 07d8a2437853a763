#include "app/gui/run/run_view.h"

#include <utility>

namespace nscope::gui {

RunView::RunView(QObject* parent) : QObject(parent), annotations_(new RunAnnotations(this)) {}

void RunView::set_data_folder(const QString& folder) {
  data_folder_ = folder;
  annotations_->set_autosave_folder(folder.isEmpty() ? QString()
                                                     : folder + QStringLiteral("/annotations"));
}

void RunView::set_saved(const QString& session, std::vector<Annotation> annotations) {
  session_ = session;
  annotations_->mark_saved(std::move(annotations));
}

void RunView::set_source_root(const QString& path) {
  if (path == source_root_) return;
  source_root_ = path;
  emit source_root_changed();
}

void RunView::set_trace(std::shared_ptr<const Trace> trace, RunSource source) {
  trace_ = std::move(trace);
  dependencies_ = source.dependencies ? std::move(source.dependencies)
                                      : std::make_shared<analysis::SharedDependencies>();
  session_ = std::move(source.session);
  capture_ = std::move(source.capture);
  annotations_->set_trace(trace_, std::move(source.annotations));
  event_ = SliceId();
  baseline_ = SliceId();
  query_tracks_.clear();
  range_.reset();
  highlight_.reset();
  set_regions(nullptr);
  emit trace_changed();
}

bool RunView::has(SliceId event) const {
  return trace_ && event.index() < trace_->slice_count();
}

void RunView::select(SliceId event) {
  if (event == event_ || (event.valid() && !has(event))) return;
  event_ = event;
  emit event_changed(event);
}

void RunView::reveal(SliceId event) {
  select(event);
  if (has(event)) emit reveal_wanted(event);
}

void RunView::zoom_to(SliceId event) {
  select(event);
  if (has(event)) emit zoom_wanted(event);
}

void RunView::show_time(const TimeView& time) {
  emit time_wanted(time);
}

void RunView::show_track(TrackId track) {
  if (trace_ && track.index() < trace_->tracks().size()) emit track_wanted(track);
}

void RunView::show_analysis(const QString& id) {
  emit analysis_wanted(id);
}

void RunView::set_range(std::optional<SelectedRange> range) {
  if (range == range_) return;
  range_ = std::move(range);
  emit range_changed();
}

void RunView::set_highlight(HighlightPtr highlight) {
  if (highlight == highlight_) return;
  highlight_ = std::move(highlight);
  emit highlight_changed();
}

void RunView::set_regions(NamedRegionsPtr regions) {
  if (regions == regions_) return;
  regions_ = std::move(regions);
  emit regions_changed();
}

void RunView::set_baseline(SliceId event) {
  if (event == baseline_ || (event.valid() && !has(event))) return;
  baseline_ = event;
  emit baseline_changed(event);
}

void RunView::set_query_tracks(std::vector<QueryTrack> tracks) {
  if (tracks == query_tracks_) return;
  query_tracks_ = std::move(tracks);
  emit query_tracks_changed();
}

}  // namespace nscope::gui

#include "moc_run_view.cpp"
