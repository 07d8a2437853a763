// Macros: their actions, and their state in the status bar.
#include "app/gui/files/file_dialog.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/macro/macro_player.h"
#include "app/gui/macro/macro_recorder.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/text/text.h"
#include "profiler/base/files/atomic_file.h"

#include <QFileInfo>
#include <utility>

namespace nscope::gui {

bool MainWindow::is_busy() const {
  return job_status_->is_busy() || (macro_player_ != nullptr && macro_player_->is_playing());
}

void MainWindow::build_macros() {
  macro_recorder_ = new MacroRecorder(*inspect_, *actions_, this);
  macro_player_ =
      new MacroPlayer(*inspect_, *actions_, [this] { return job_status_->is_busy(); }, this);
  macro_state_->setText(tr("Recording a macro"));
  macro_state_->setObjectName(QStringLiteral("warnText"));
  macro_state_->hide();
  connect(macro_recorder_, &MacroRecorder::changed, this,
          [this] { macro_state_->setVisible(macro_recorder_->is_recording()); });
  connect(macro_player_, &MacroPlayer::finished, this, [this](const Error* error) {
    if (error == nullptr) return banner_->settle(macro_player_);
    last_error_ = *error;
    banner_->show_error_of(macro_player_, tr("Cannot play the macro"), *error);
  });
}

void MainWindow::add_macro_actions() {
  const auto idle = [this] {
    if (!inspect_->trace()) return tr("Open or simulate a run first.");
    return macro_recorder_->is_recording() ? tr("A macro is being recorded.") : QString();
  };
  actions_->add({.id = QStringLiteral("macro.record"),
                 .title = tr("Record Macro"),
                 .group = ActionGroup::kView,
                 .run =
                     [this] {
                       set_mode(Mode::kInspect);
                       macro_recorder_->start();
                     },
                 .obstacle = idle});
  actions_->add({.id = QStringLiteral("macro.stop"),
                 .title = tr("Stop Recording and Save Macro…"),
                 .group = ActionGroup::kView,
                 .run = [this] { save_macro(); },
                 .obstacle =
                     [this] {
                       return macro_recorder_->is_recording() ? QString()
                                                              : tr("No macro is being recorded.");
                     }});
  actions_->add({.id = QStringLiteral("macro.play"),
                 .title = tr("Play Macro…"),
                 .group = ActionGroup::kView,
                 .run =
                     [this] {
                       const QString path = ask_open_file(this, {.title = tr("Play Macro"),
                                                                 .use = FileUse::kMacro,
                                                                 .filters = tr("Macro (*.json)")});
                       if (!path.isEmpty()) play_macro(path);
                     },
                 .obstacle = idle});
}

void MainWindow::save_macro() {
  const Macro macro = macro_recorder_->recorded();
  if (macro.empty()) {
    macro_recorder_->stop();
    return banner_->show_notice(tr("Nothing was recorded"),
                                tr("Macros contain what you do in Inspect: places, docks, filters "
                                   "and colours."));
  }
  const QString path = ask_save_file(this, {.title = tr("Save Macro"),
                                            .use = FileUse::kMacro,
                                            .filters = tr("Macro (*.json)"),
                                            .name = QStringLiteral("macro.json")});
  if (path.isEmpty()) return;  // the recording continues, so that nothing is lost
  if (const auto done = write_file(to_string(path), macro_text(macro)); !done) {
    return banner_->show_error(tr("Cannot save %1").arg(path), done.error());
  }
  macro_recorder_->stop();
  confirm_saved(path);
}

void MainWindow::play_macro(const QString& path) {
  last_error_.reset();
  auto macro = load_macro(to_string(path));
  if (!macro) {
    last_error_ = macro.error();
    return banner_->show_error_of(macro_player_, tr("Cannot play the macro"), macro.error());
  }
  if (!inspect_->trace()) {
    return banner_->show_notice(tr("Cannot play the macro"), tr("Open or simulate a run first."));
  }
  set_mode(Mode::kInspect);
  macro_player_->play(std::move(*macro), to_string(QFileInfo(path).fileName()));
}

}  // namespace nscope::gui
