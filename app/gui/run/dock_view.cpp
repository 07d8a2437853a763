#include "app/gui/run/dock_view.h"

#include "app/gui/panels/message_stack.h"
#include "app/gui/text/text.h"

namespace nscope::gui {
namespace {

constexpr int kDragPauseMs = 120;

}  // namespace

DockView::DockView(RunView& run, Follows follows, QWidget* parent) : QWidget(parent), run_(run) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  connect(&run, &RunView::trace_changed, this, &DockView::mark_stale);
  if (follows == Follows::kRun) return;
  range_timer_.setSingleShot(true);
  range_timer_.setInterval(kDragPauseMs);
  connect(&range_timer_, &QTimer::timeout, this, &DockView::mark_stale);
  connect(&run, &RunView::range_changed, &range_timer_, qOverload<>(&QTimer::start));
}

void DockView::show_failure(MessageStack& stack, const Error& error) {
  if (error.code == ErrorCode::kCancelled) {
    return stack.show_message(
        tr("Cancelled. Select another range or open another run to start again."));
  }
  stack.show_message(to_qstring(error.message));
  emit failed(accessibleName(), error);
}

void DockView::take_focus() {
  for (QWidget* next = nextInFocusChain(); next != this; next = next->nextInFocusChain()) {
    if (!isAncestorOf(next) || !next->isVisible() || !next->isEnabled()) continue;
    if ((next->focusPolicy() & Qt::TabFocus) != 0) return next->setFocus(Qt::TabFocusReason);
  }
  setFocus(Qt::TabFocusReason);  // nothing in it takes keys
}

void DockView::set_seen(bool seen) {
  seen_ = seen;
  if (seen_ && stale_) refresh_now();
}

void DockView::mark_stale() {
  stale_ = true;
  if (seen_) refresh_now();
}

void DockView::refresh_now() {
  stale_ = false;
  range_timer_.stop();
  other_run_ = refreshed_.lock() != run_.trace();
  refreshed_ = run_.trace();
  refresh();
}

}  // namespace nscope::gui

#include "moc_dock_view.cpp"
