#pragma once

#include "profiler/trace/trace.h"

#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// The recording of one stream, which can be opened and saved. A plain value.
struct LiveRecording {
  std::shared_ptr<const Trace> trace{};  ///< null: no recording
  QString title{};                       ///< of the stream
  QDateTime ended{};
  /// The recording is saved, or it is of a simulated run, which can be reproduced. It may be
  /// discarded without asking.
  bool is_dispensable = true;

  /// Suggested file name: "live-20260102-1530.nscope".
  QString file_name() const;
};

/// Shows the unsaved recording of the previous stream, which can be opened, saved or discarded
/// while another stream runs. Hidden if there is none. GUI thread.
class EarlierRecording : public QWidget {
  Q_OBJECT

 public:
  explicit EarlierRecording(QWidget* parent = nullptr);

  const LiveRecording& recording() const { return recording_; }
  void set_recording(LiveRecording recording);
  QPushButton& discard_button() { return *discard_; }

 signals:
  void open_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void save_requested(std::shared_ptr<const nscope::Trace> trace, const QString& name);

 private:
  LiveRecording recording_;
  QLabel* text_;
  QPushButton* open_;
  QPushButton* keep_;
  QPushButton* discard_;
};

}  // namespace nscope::gui
