// The actions of the window, its menu, and the file dialogs.
#include "app/gui/docks/search_dock.h"
#include "app/gui/files/capture_filters.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/inspect/layouts.h"
#include "app/gui/live/live_page.h"
#include "app/gui/panels/help_page.h"
#include "app/gui/panels/view_picture.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/palette/command_palette.h"
#include "app/gui/shell/palette/palette_entries.h"
#include "app/gui/shell/search/search_field.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "profiler/export/timeline/html_timeline.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"

#include <QActionGroup>
#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <utility>

namespace nscope::gui {

void MainWindow::add_actions() {
  using Group = ActionGroup;
  const auto needs_run = [this] {
    return inspect_->trace() ? QString() : tr("Open or simulate a run first.");
  };
  const auto add = [this](const char* id, const QString& title, Group group,
                          const QKeySequence& keys, std::function<void()> run,
                          std::function<QString()> obstacle = {}) {
    return actions_->add({.id = QString::fromLatin1(id),
                          .title = title,
                          .group = group,
                          .keys = keys,
                          .run = std::move(run),
                          .obstacle = std::move(obstacle)});
  };
  add("file.open", tr("Open…"), Group::kFile, QKeySequence(Qt::CTRL | Qt::Key_O),
      [this] { choose_files(); });
  add("file.open_folder", tr("Open Folder…"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), [this] { choose_folder(); });
  add(
      "file.save", tr("Save Session As…"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { save_session(); }, needs_run);
  add(
      "file.export_timeline", tr("Export as HTML Timeline…"), Group::kFile, {},
      [this] { export_timeline(); }, needs_run);
  using Kind = app::BuiltIn::Kind;
  const auto ask_new = [this](Kind kind) {
    return [this, kind] {
      set_mode(Mode::kPlan);
      plan().ask_new(kind);
    };
  };
  add("file.new_scenario", tr("New Cost Scenario…"), Group::kFile, {}, ask_new(Kind::kScenario));
  add("file.new_plan", tr("New Fleet Plan…"), Group::kFile, {}, ask_new(Kind::kPlan));
  add("file.new_study", tr("New Migration Study…"), Group::kFile, {}, ask_new(Kind::kMigration));
  add("file.watch", tr("Watch Folder…"), Group::kFile, {}, [this] { show_watched(); });
  add("file.compare", tr("Compare With…"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), [this] { compare_with(); });
  add("file.save_picture", tr("Save View as Image…"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] { save_view(); });
  add("file.copy_picture", tr("Copy View as Image"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copy_picture(current_view()); });
  add(
      "file.copy_link", tr("Copy Link"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
      [this] { inspect_->copy_link(inspect_->place()); }, needs_run);
  add("file.start_page", tr("Show Start Page"), Group::kFile, QKeySequence(Qt::CTRL | Qt::Key_0),
      [this] { show_start_page(); });
  add("file.new_window", tr("New Window"), Group::kFile,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), [this] { open_new_window(); });
  for (const Mode mode : kModes) {
    const int number = static_cast<int>(mode) + 1;
    add(qPrintable(QStringLiteral("mode.%1").arg(number)), mode_title(mode), Group::kMode,
        QKeySequence(QStringLiteral("Ctrl+%1").arg(number)), [this, mode] { set_mode(mode); });
  }
  add("view.palette", tr("Command Palette"), Group::kView,
      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), [this] { palette_->toggle(); });
  add(
      "view.search", tr("Search"), Group::kView, QKeySequence(Qt::CTRL | Qt::Key_K),
      [this] {
        top_bar_->search().setFocus();
        top_bar_->search().selectAll();
      },
      needs_run);
  add(
      "view.find", tr("Find Events"), Group::kView, QKeySequence(Qt::CTRL | Qt::Key_F),
      [this] { find_events(); }, needs_run);
  add(
      "view.find_next", tr("Find Next"), Group::kView, QKeySequence(Qt::Key_F3),
      [this] { inspect_->view<SearchDock>("search").next(); }, needs_run);
  add(
      "view.find_previous", tr("Find Previous"), Group::kView, QKeySequence(Qt::SHIFT | Qt::Key_F3),
      [this] { inspect_->view<SearchDock>("search").previous(); }, needs_run);
  add(
      "view.close_groups", tr("Collapse All Groups"), Group::kView,
      QKeySequence(Qt::SHIFT | Qt::Key_C), [this] { inspect_->timeline().set_all_collapsed(true); },
      needs_run);
  add(
      "view.open_groups", tr("Expand All Groups"), Group::kView,
      QKeySequence(Qt::SHIFT | Qt::Key_O),
      [this] { inspect_->timeline().set_all_collapsed(false); }, needs_run);
  add(
      "view.undo_layout", tr("Undo Layout Change"), Group::kView,
      QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Z), [this] { inspect_->layout_undo().undo(); },
      needs_run);
  add(
      "view.redo_layout", tr("Redo Layout Change"), Group::kView,
      QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_Z),
      [this] { inspect_->layout_undo().redo(); }, needs_run);
  add("view.jobs", tr("Show Background Jobs"), Group::kView, QKeySequence(Qt::CTRL | Qt::Key_J),
      [this] { job_status_->toggle_list(); });
  add("view.full_screen", tr("Full Screen"), Group::kView, QKeySequence(Qt::Key_F11),
      [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  add("view.menu", tr("Open Main Menu"), Group::kView, QKeySequence(Qt::Key_F10),
      [this] { top_bar_->open_menu(); });
  add_theme_actions();
  add_macro_actions();
  add("help.documentation", tr("Documentation"), Group::kHelp, QKeySequence(Qt::Key_F1),
      [this] { show_documentation(); });
  add("help.shortcuts", tr("Keyboard and Mouse Shortcuts"), Group::kHelp,
      QKeySequence(Qt::CTRL | Qt::Key_F1), [this] { show_shortcuts(); });
  add("help.tour", tr("Take the Tour"), Group::kHelp, {}, [this] { start_tour(); });
  add("help.formats", tr("Formats That Can Be Opened"), Group::kHelp, {},
      [this] { show_formats(); });
  add("help.about", tr("About Neuronscope and System Report"), Group::kHelp, {},
      [this] { show_about(); });
  add("program.preferences", tr("Preferences"), Group::kProgram,
      QKeySequence(Qt::CTRL | Qt::Key_Comma), [this] { show_preferences(); });
  add("program.quit", tr("Quit"), Group::kProgram, QKeySequence(Qt::CTRL | Qt::Key_Q),
      [this] { close(); });
  connect(actions_, &ActionList::refused, banner_, &Banner::show_notice);
}

void MainWindow::add_theme_actions() {
  auto* group = new QActionGroup(this);
  const std::pair<const char*, QString> choices[] = {{"theme.0", tr("Theme: System Default")},
                                                     {"theme.1", tr("Theme: Dark")},
                                                     {"theme.2", tr("Theme: Light")}};
  for (int i = 0; i < static_cast<int>(std::size(choices)); ++i) {
    QAction* action = actions_->add({.id = QString::fromLatin1(choices[i].first),
                                     .title = choices[i].second,
                                     .group = ActionGroup::kView,
                                     .run = [this, i] { set_theme(static_cast<ThemeChoice>(i)); }});
    action->setCheckable(true);
    action->setChecked(i == static_cast<int>(preferences_.theme));
    group->addAction(action);
  }
}

void MainWindow::build_menu() {
  add_actions();
  actions_->fill_menu(*menu_, ActionGroup::kFile);
  QMenu* recent = menu_->addMenu(tr("Open Recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent_menu(*recent); });
  menu_->addSeparator();
  actions_->fill_menu(*menu_, ActionGroup::kMode);
  menu_->addSeparator();
  QMenu* docks = menu_->addMenu(tr("Docks"));
  for (QAction* action : inspect_->dock_actions()) docks->addAction(action);
  layouts_->fill(*menu_->addMenu(tr("Layouts")));
  for (const ActionGroup group : {ActionGroup::kView, ActionGroup::kHelp}) {
    actions_->fill_menu(*menu_->addMenu(group_title(group)), group);
  }
  menu_->addSeparator();
  actions_->fill_menu(*menu_, ActionGroup::kProgram);
}

void MainWindow::fill_recent_menu(QMenu& menu) {
  menu.clear();
  for (const PaletteEntry& file : recent_file_entries(recent_files())) {
    menu.addAction(without_mnemonics(file.text), this,
                   [this, path = file.id] { open_files({path}); })
        ->setToolTip(file.id);
  }
  if (menu.isEmpty()) menu.addAction(tr("No Recent Files"))->setEnabled(false);
}

void MainWindow::find_events() {
  if (!inspect_->trace()) return;
  set_mode(Mode::kInspect);
  inspect_->show_dock(QStringLiteral("search"));
  inspect_->view<SearchDock>("search").take_focus();
}

/// The dock with the keyboard focus, or the timeline in Inspect, or the current page.
QWidget& MainWindow::current_view() {
  QWidget* page = pages_->currentWidget();
  if (page != inspect_) return *page;
  for (QWidget* at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget()) {
    if (auto* dock = qobject_cast<DockView*>(at)) return *dock;
  }
  return inspect_->timeline();
}

QString MainWindow::documentation_page() const {
  const QWidget* focus = QApplication::focusWidget();
  const QWidget* page = pages_->currentWidget();
  if (focus != nullptr && page->isAncestorOf(focus)) return help_page(focus);
  return help_page(page == plan_ && plan_ != nullptr ? &plan_->view() : page);
}

void MainWindow::show_documentation() {
  const QString problem = open_documentation(documentation_page());
  if (!problem.isEmpty()) banner_->show_notice(tr("Cannot open the documentation"), problem);
}

void MainWindow::save_view() {
  QWidget& view = current_view();
  const QString shown = base_name(shown_title());
  const QString path = ask_save_file(
      this,
      {.title = tr("Save image"),
       .use = FileUse::kPicture,
       .filters = picture_filters(),
       .name = (shown.isEmpty() ? QStringLiteral("neuronscope") : shown) + QStringLiteral(".png")});
  if (path.isEmpty()) return;
  const auto saved = save_picture(view, path);
  if (!saved) return banner_->show_error(tr("Cannot save %1").arg(path), saved.error());
  confirm_saved(path);
}

void MainWindow::export_timeline() {
  if (!inspect_->trace()) return;
  const QString name = base_name(run_title_) + QStringLiteral(".timeline.html");
  const QString path = ask_save_file(this, {.title = tr("Export as HTML timeline"),
                                            .use = FileUse::kReport,
                                            .filters = tr("HTML timeline (*.html)"),
                                            .name = name});
  if (!path.isEmpty()) write_timeline(path);
}

void MainWindow::write_timeline(QString path) {
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".timeline.html");
  export_job_->start(
      [trace = inspect_->trace(), notes = inspect_->run().annotations().annotations(), path,
       language = shown_language()](TaskControl& control) {
        return export_html_timeline(*trace, notes, to_string(path), language, control);
      },
      [this, path](const Result<std::vector<Text>>& left_out) {
        if (!left_out) {
          if (left_out.error().code == ErrorCode::kCancelled) return;
          return banner_->show_error(tr("Cannot export %1").arg(path), left_out.error());
        }
        confirm_saved(path);
        if (left_out->empty()) return;
        QStringList sentences;
        for (const Text& sentence : *left_out) sentences << to_qstring(sentence);
        banner_->show_notice(tr("The HTML timeline is not complete"),
                             sentences.join(QLatin1Char(' ')));
      });
}

void MainWindow::choose_files() {
  open_files(ask_open_files(this, {.title = tr("Open a capture"), .filters = capture_filters()}));
}

void MainWindow::choose_folder() {
  const QString folder = ask_folder(this, {.title = tr("Open a folder with captures")});
  if (!folder.isEmpty()) open_files({folder});
}

void MainWindow::save_session() {
  const auto trace = inspect_->trace();
  if (!trace) {
    banner_->show_notice(tr("Nothing to save"), tr("Open or simulate a run first."));
    return;
  }
  // Sessions are proposed next to what was opened, and a capture keeps its name.
  choose_where_to_save(trace, base_name(run_title_) + QStringLiteral(".nscope"));
}

void MainWindow::choose_where_to_save(const std::shared_ptr<const Trace>& trace,
                                      const QString& name) {
  const QString path =
      ask_save_file(this, {.title = tr("Save session"), .filters = session_filter(), .name = name});
  const bool closes = std::exchange(closes_after_choice_, false);
  if (path.isEmpty()) return;
  closes_after_saving_ = closes_after_saving_ || closes;
  save_run(trace, path);
}

void MainWindow::save_run(const std::shared_ptr<const Trace>& trace, QString path) {
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".nscope");
  PendingSave save{.trace = trace, .path = path};
  // Only the run in Inspect has annotations; a recording or a simulated run has none yet.
  if (trace == inspect_->trace()) {
    save.notes = inspect_->run().annotations().annotations();
    save.view = inspect_->run().view_text();
  }
  saves_.push_back(std::move(save));
  if (!save_job_->is_running()) save_next();
}

/// Saves one run after the other, because starting a job cancels the previous one.
void MainWindow::save_next() {
  if (saves_.empty()) {
    if (std::exchange(closes_after_saving_, false)) close();
    return;
  }
  PendingSave save = std::move(saves_.front());
  saves_.pop_front();
  const bool existed = QFileInfo::exists(save.path);
  save_job_->start(
      [save](TaskControl& control) -> Result<> {
        const std::string path = to_string(save.path);
        if (auto saved = session_file::save(*save.trace, path, control); !saved) return saved;
        if (save.notes.empty() && save.view.empty()) return {};
        return session_file::store_annotations(path, save.notes, save.view);
      },
      [this, save, existed](const Result<>& saved) {
        if (!saved) {
          closes_after_saving_ = false;
          if (saved.error().code != ErrorCode::kCancelled) {
            banner_->show_error(tr("Cannot save %1").arg(save.path), saved.error());
          }
        } else {
          remember({save.path});
          if (live_ != nullptr) live_->mark_kept(save.trace);
          if (save.trace == inspect_->trace()) {
            inspect_->run().set_saved(save.path, save.notes);
            run_title_ = QFileInfo(save.path).fileName();
            show_title();
          }
          // An earlier session with this name is gone, so only a new file can be undone.
          confirm_saved(
              save.path, existed ? std::function<void()>() : [this, save] {
                QFile::remove(save.path);
                forget({save.path});
                if (save.trace == inspect_->trace()) inspect_->run().set_saved({}, {});
              });
        }
        save_next();
      });
}

}  // namespace nscope::gui
