#include "app/gui/panels/playback_buttons.h"

#include <QHBoxLayout>

namespace nscope::gui {

PlaybackButtons::PlaybackButtons(QWidget* parent)
    : QWidget(parent), pause_(new QPushButton(tr("Pause"))), stop_(new QPushButton(tr("Stop"))) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(pause_, 1);
  row->addWidget(stop_, 1);
  connect(pause_, &QPushButton::clicked, this, &PlaybackButtons::pause_clicked);
  connect(stop_, &QPushButton::clicked, this, &PlaybackButtons::stop_clicked);
}

void PlaybackButtons::show_state(bool running, bool paused, bool stopping) {
  pause_->setEnabled(running);
  pause_->setText(paused ? tr("Continue") : tr("Pause"));
  stop_->setEnabled(running && !stopping);
}

}  // namespace nscope::gui

#include "moc_playback_buttons.cpp"
