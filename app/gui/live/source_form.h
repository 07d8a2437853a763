#pragma once

#include "app/gui/live/speed_box.h"
#include "app/live/live_input.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QWidget>

namespace nscope::gui {

/// Where a stream comes from.
enum class LiveKind { kSimulator, kCommand, kSsh, kFile, kPipe };

/// The fields that say what to watch. GUI thread.
class SourceForm : public QWidget {
  Q_OBJECT

 public:
  explicit SourceForm(QWidget* parent = nullptr);

  LiveKind kind() const;
  void set_kind(LiveKind kind);
  /// The first field of the chosen kind: a workload's name, a command, a host, a path.
  void set_source(const QString& text);
  /// Errors: kInvalidArgument for what is missing or cannot be, naming it.
  Result<app::LiveOptions> options() const;
  /// A name for what is watched: "example", "neuron-monitor on trn1-host", "today.jsonl".
  QString title() const;
  bool repeats() const { return repeat_->isChecked(); }
  void set_repeats(bool repeats) { repeat_->setChecked(repeats); }
  SpeedBox& speed() { return *speed_; }

 private:
  QWidget* build_simulator();
  QWidget* build_path(QLineEdit* field, const QString& name, const QString& hint);
  QWidget* build_ssh();
  void show_kind();

  ChoiceBox* kind_;
  QStackedWidget* fields_;
  ChoiceBox* workload_;
  SpeedBox* speed_;
  QCheckBox* repeat_;
  QLineEdit* command_;
  QLineEdit* host_;
  QLineEdit* remote_;
  QLineEdit* file_;
  QLineEdit* pipe_;
};

}  // namespace nscope::gui
