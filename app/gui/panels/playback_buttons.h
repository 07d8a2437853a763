#pragma once

#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// "Pause" and "Stop" beside each other, for a run that is played or a stream that is recorded.
/// The label of the Pause button is "Continue" while playback is paused. GUI thread.
class PlaybackButtons : public QWidget {
  Q_OBJECT

 public:
  explicit PlaybackButtons(QWidget* parent = nullptr);

  /// Both are greyed while nothing runs, and "Stop" once it was pressed.
  void show_state(bool running, bool paused, bool stopping = false);
  QPushButton& pause() { return *pause_; }
  QPushButton& stop() { return *stop_; }

 signals:
  void pause_clicked();
  void stop_clicked();

 private:
  QPushButton* pause_;
  QPushButton* stop_;
};

}  // namespace nscope::gui
