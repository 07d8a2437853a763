#include "app/gui/panels/trace_buttons.h"

namespace nscope::gui {

TraceButtons::TraceButtons(QObject* parent)
    : QObject(parent),
      open_(new QPushButton(tr("Open in Inspect"))),
      keep_(new QPushButton(tr("Save Run As…"))) {
  connect(open_, &QPushButton::clicked, this, &TraceButtons::open_clicked);
  connect(keep_, &QPushButton::clicked, this, &TraceButtons::keep_clicked);
}

void TraceButtons::show_state(const QString& open_help, const QString& keep_help,
                              const QString& why_not) {
  const bool ready = why_not.isEmpty();
  open_->setEnabled(ready);
  keep_->setEnabled(ready);
  open_->setToolTip(ready ? open_help : why_not);
  keep_->setToolTip(ready ? keep_help : why_not);
}

}  // namespace nscope::gui

#include "moc_trace_buttons.cpp"
