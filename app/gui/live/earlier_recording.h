#pragma once

#include "profiler/trace/trace.h"

#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// What one stream left to be opened and saved. A plain value.
struct LiveRecording {
  std::shared_ptr<const Trace> trace{};  ///< null: nothing
  QString title{};                       ///< of the stream
  QDateTime ended{};
  /// Saved, or of a simulated run that comes out the same again: may go unasked.
  bool is_dispensable = true;

  /// For a file: "live-20260102-1530.nscope".
  QString file_name() const;
};

/// The recording of the stream before, where it was not saved: stays on offer while another
/// stream runs. Hidden while there is none. GUI thread.
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
