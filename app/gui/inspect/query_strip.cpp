#include "app/gui/inspect/query_strip.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

/// Maximum height of the tracks; more of them scroll.
constexpr int kMostStripHeight = 260;
constexpr int kBelowRows = 6;

}  // namespace

QueryStrip::QueryStrip(RunView& run, TimelineWidget& main, QWidget* parent)
    : QWidget(parent),
      run_(run),
      main_(main),
      job_(new Job(tr("Computing tracks from SQL"), this)),
      caption_(new ElidedLabel("caption")),
      remove_(new QPushButton(tr("Remove All"))),
      timeline_(new TimelineWidget) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  remove_->setObjectName(QStringLiteral("link"));
  remove_->setToolTip(tr("Removes all tracks that were made of SQL queries."));
  timeline_->setAccessibleName(tr("Tracks from SQL"));
  timeline_->set_color_mode(ColorMode::kOpcode);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 4, 8, 4);
  line->addWidget(named_label("muted", tr("Tracks from SQL")));
  line->addWidget(caption_, 1);
  line->addWidget(remove_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(line);
  layout->addWidget(timeline_);
  hide();
  connect(&run_, &RunView::query_tracks_changed, this, &QueryStrip::refresh);
  connect(&run_, &RunView::trace_changed, this, &QueryStrip::refresh);
  connect(&run_, &RunView::range_changed, this, &QueryStrip::follow_main);
  connect(&main_, &TimelineWidget::view_changed, this, &QueryStrip::follow_main);
  connect(timeline_, &TimelineWidget::view_changed, this, &QueryStrip::follow_own);
  connect(timeline_, &TimelineWidget::selection_changed, this, [this](const auto& selection) {
    if (std::exchange(following_, true)) return;
    // The tracks of the strip are not those of the run.
    run_.set_range(selection ? std::optional(SelectedRange{.time = selection->time})
                             : std::nullopt);
    following_ = false;
  });
  connect(timeline_, &TimelineWidget::slice_selected, this, &QueryStrip::choose);
  connect(timeline_, &TimelineWidget::remove_wanted, this, &QueryStrip::remove);
  connect(timeline_, &TimelineWidget::rows_arranged, this, &QueryStrip::fit);
  connect(remove_, &QPushButton::clicked, this, [this] { run_.set_query_tracks({}); });
  main_.viewport()->installEventFilter(this);
}

void QueryStrip::refresh() {
  if (run_.query_tracks().empty() || !run_.trace()) {
    job_->cancel();
    shown_.clear();
    tracks_ = {};
    timeline_->set_trace(nullptr);
    return hide();
  }
  caption_->set_text(tr("Running the queries…"));
  show();
  job_->start(
      [trace = run_.trace(), queries = run_.query_tracks()](TaskControl& control) {
        return query_tracks(trace, queries, control);
      },
      [this, trace = run_.trace(), queries = run_.query_tracks()](Result<QueryTracks> tracks) {
        if (trace != run_.trace()) return;
        shown_ = queries;
        receive(trace, tracks);
      });
}

void QueryStrip::receive(const std::shared_ptr<const Trace>& of,
                         const Result<QueryTracks>& tracks) {
  if (of != run_.trace()) return;
  if (!tracks) return caption_->set_text(to_qstring(tracks.error()));
  tracks_ = *tracks;
  timeline_->set_trace(tracks_.trace);
  show_caption();
  follow_main();
  fit();
}

/// The number of rows, and the first thing that could not be shown.
void QueryStrip::show_caption() {
  std::int64_t shown = 0;
  QStringList problems;
  for (std::size_t i = 0; i < tracks_.outcomes.size(); ++i) {
    const QueryTrackOutcome& outcome = tracks_.outcomes[i];
    const QString title = QString::fromStdString(shown_[i].title);
    shown += outcome.shown;
    if (outcome.error) {
      problems << tr("%1: %2").arg(title, to_qstring(*outcome.error));
    } else if (outcome.shown == 0 && outcome.dropped == 0) {
      problems << tr("%1: the query returned no rows").arg(title);
    }
    if (outcome.dropped > 0) {
      problems << tr("%1: %2 rows without a valid time, duration or value are not shown")
                      .arg(title, count_text(outcome.dropped));
    }
    if (outcome.more) {
      problems << tr("%1: only the first %2 rows are shown")
                      .arg(title, count_text(static_cast<std::int64_t>(kMostTrackRows)));
    }
  }
  problems.prepend(tr("%1 rows").arg(count_text(shown)));
  caption_->set_text(problems.join(QStringLiteral(" · ")));
}

void QueryStrip::remove(TrackId track) {
  if (!tracks_.trace || !track.valid()) return;
  const TrackId parent = tracks_.trace->track(track).parent;
  const TrackId group = parent.valid() ? parent : track;
  const auto at = std::find(tracks_.groups.begin(), tracks_.groups.end(), group);
  if (at == tracks_.groups.end() || run_.query_tracks() != shown_) return;
  std::vector<QueryTrack> left = shown_;
  left.erase(left.begin() + (at - tracks_.groups.begin()));
  run_.set_query_tracks(std::move(left));
}

/// An event of the run if the row names one, otherwise the time of the row.
void QueryStrip::choose(SliceId event) {
  if (!event.valid() || !tracks_.trace || following_) return;
  const StringId key = tracks_.trace->strings().find("slice_id");
  const auto value = key.valid() ? tracks_.trace->arg(event, key) : std::nullopt;
  const auto* id = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  if (id != nullptr && *id >= 0 && static_cast<std::size_t>(*id) < run_.trace()->slice_count()) {
    return run_.reveal(SliceId(static_cast<std::size_t>(*id)));
  }
  const Trace::SliceRef ref = tracks_.trace->slice(event);
  if (ref.end() <= ref.begin()) return;
  run_.set_range(SelectedRange{
      .time = {static_cast<double>(ref.begin().value()), static_cast<double>(ref.end().value())}});
}

void QueryStrip::follow_main() {
  if (!tracks_.trace || following_) return;
  const QScopedValueRollback guard(following_, true);
  timeline_->set_view(main_.view());
  timeline_->set_range(run_.range() ? std::optional(run_.range()->time) : std::nullopt);
}

void QueryStrip::follow_own() {
  if (!tracks_.trace || following_) return;
  const QScopedValueRollback guard(following_, true);
  main_.set_view(timeline_->view());
}

void QueryStrip::fit() {
  const int rows = timeline_->rows().height() + kAxisHeight + kBelowRows;
  timeline_->setFixedHeight(std::min(rows, kMostStripHeight));
  // The same pixel must be the same time as in the timeline of the run.
  const bool scrolls = rows > kMostStripHeight;
  timeline_->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
  const int bar = main_.width() - main_.viewport()->width();
  layout()->setContentsMargins(0, 0, scrolls ? 0 : bar, 0);
}

bool QueryStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QWidget::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_query_strip.cpp"
