#include "app/gui/shell/search/search_field.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QKeyEvent>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr std::size_t kMaxHits = 12;
/// The names of runs with more events are read in the background.
constexpr std::size_t kMostReadAtOnce = 1'000'000;

}  // namespace

SearchField::SearchField(QWidget* parent)
    : QLineEdit(parent),
      index_job_(new Job(tr("Reading names"), this)),
      list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("searchField"));
  setPlaceholderText(tr("Search events and tracks (Ctrl+K)"));
  setAccessibleName(tr("Search"));
  setClearButtonEnabled(true);
  setEnabled(false);
  explain(tr("Open a run to search its events and tracks."));
  list_->setObjectName(QStringLiteral("popupList"));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->hide();
  connect(this, &QLineEdit::textEdited, this, &SearchField::refresh);
  connect(list_, &QListWidget::itemClicked, this, [this] {
    activate(list_->currentRow());
    list_->hide();
  });
}

void SearchField::set_trace(std::shared_ptr<const Trace> trace) {
  index_job_->cancel();
  trace_ = std::move(trace);
  index_.reset();  // It is created on first use, so that opening a run is not delayed.
  current_ = SliceId();
  setEnabled(trace_ != nullptr);
  explain(trace_ ? tr("Enter goes to the match. Press it again for the next event.")
                 : tr("Open a run to search its events and tracks."));
}

void SearchField::explain(const QString& tip) {
  // The placeholder is elided in narrow windows.
  setToolTip(placeholderText() + QLatin1Char('\n') + tip);
}

void SearchField::refresh() {
  if (!trace_) return;
  if (!index_ && trace_->slice_count() <= kMostReadAtOnce) {
    index_ = std::make_shared<const SearchIndex>(trace_);
  }
  if (!index_) return read_names();
  hits_ = index_->find(to_string(text()), kMaxHits);
  list_->clear();
  for (const SearchHit& hit : hits_) {
    const QString count = hit.kind == SearchHit::Kind::kTrack
                              ? tr("track")
                              : tr("%1 events").arg(count_text(hit.count));
    list_->addItem(to_qstring(hit.text) + QStringLiteral("   ·   ") + count);
  }
  if (hits_.empty() && !text().trimmed().isEmpty()) {
    list_->addItem(tr("No match in this run."));
    list_->item(0)->setFlags(Qt::NoItemFlags);
  }
  list_->setCurrentRow(hits_.empty() ? -1 : 0);
  place_list();
}

void SearchField::read_names() {
  hits_.clear();
  list_->clear();
  list_->addItem(tr("Reading names…"));
  list_->item(0)->setFlags(Qt::NoItemFlags);
  place_list();
  if (index_job_->is_running()) return;
  index_job_->start(
      [trace = trace_](TaskControl& control) -> std::shared_ptr<const SearchIndex> {
        auto index = std::make_shared<const SearchIndex>(trace, control);
        return control.cancelled() ? nullptr : index;
      },
      [this, trace = trace_](std::shared_ptr<const SearchIndex> index) {
        if (trace != trace_ || !index) return;
        index_ = std::move(index);
        if (hasFocus()) refresh();
      });
}

void SearchField::place_list() {
  if (list_->count() == 0) {
    list_->hide();
    return;
  }
  if (list_->parentWidget() != window()) list_->setParent(window());
  const int height = list_->count() * list_->sizeHintForRow(0) + 6;
  const QPoint corner = mapTo(window(), QPoint(0, this->height() + 3));
  list_->setGeometry(corner.x(), corner.y(), width(), height);
  list_->show();
  list_->raise();
}

void SearchField::activate(int row) {
  if (row < 0 || row >= static_cast<int>(hits_.size())) return;
  const SearchHit& hit = hits_[static_cast<std::size_t>(row)];
  if (hit.kind == SearchHit::Kind::kTrack) {
    emit jump_to_track(hit.track);
    return;
  }
  const auto after = current_.valid() ? std::optional(current_) : std::nullopt;
  if (const auto next = index_->next_event(hit.name, after)) emit jump_to_slice(*next);
}

void SearchField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up: {
      const int step = event->key() == Qt::Key_Down ? 1 : -1;
      const int last = list_->count() - 1;
      list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, std::max(0, last)));
      return;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter: return activate(list_->currentRow());
    case Qt::Key_Escape:
      list_->hide();
      clear();
      if (parentWidget() != nullptr) clearFocus();
      return;
    default: QLineEdit::keyPressEvent(event);
  }
}

void SearchField::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  list_->hide();
}

}  // namespace nscope::gui

#include "moc_search_field.cpp"
