#pragma once

#include "app/gui/live/speed_box.h"
#include "app/live/live_input.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QWidget>

namespace nscope::gui {

/// The kind of source of a stream.
enum class LiveKind { kSimulator, kCommand, kSsh, kFile, kPipe };

/// The fields that describe the source of a stream. GUI thread.
class SourceForm : public QWidget {
  Q_OBJECT

 public:
  explicit SourceForm(QWidget* parent = nullptr);

  LiveKind kind() const;
  void set_kind(LiveKind kind);
  /// The first field of the chosen kind: a workload's name, a command, a host, a path.
  void set_source(const QString& text);
  /// Errors: kInvalidArgument or kNotFound, naming the field that is missing or invalid.
  Result<app::LiveOptions> options() const;
  /// A name of the source: "example", "neuron-monitor on trn1-host", "today.jsonl".
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
