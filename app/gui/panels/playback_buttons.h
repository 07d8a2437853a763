#pragma once

#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// The buttons Pause and Stop, for the playback of a run or the recording of a stream.
/// The label of the Pause button is "Continue" while playback is paused. GUI thread.
class PlaybackButtons : public QWidget {
  Q_OBJECT

 public:
  explicit PlaybackButtons(QWidget* parent = nullptr);

  /// Enables both buttons while `running`, except Stop while `stopping`.
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
