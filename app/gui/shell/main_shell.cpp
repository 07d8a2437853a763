// Command palette, preferences and dialogs of the window, dropped files, and requests from later
// starts of the program.
#include "app/gui/compare/compare_page.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/shell/dialogs/about_dialog.h"
#include "app/gui/shell/dialogs/formats_dialog.h"
#include "app/gui/shell/dialogs/preferences_dialog.h"
#include "app/gui/shell/dialogs/shortcuts_dialog.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/palette/command_palette.h"
#include "app/gui/shell/palette/palette_entries.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/text/text.h"
#include "app/gui/watch/watch_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QProcess>
#include <QSettings>
#include <QUrl>

namespace nscope::gui {
namespace {

const QString kRecent = QStringLiteral("recent");
constexpr int kRecentFiles = 8;

/// Shows a non-modal dialog, or raises it if it is already open.
template <class Dialog, class Make>
Dialog* show_dialog(QPointer<QDialog>& open, Make make) {
  auto* dialog = qobject_cast<Dialog*>(open.data());
  if (dialog == nullptr) {
    delete open.data();
    dialog = make();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    open = dialog;
  }
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
  return dialog;
}

}  // namespace

void MainWindow::build_palette() {
  const auto source = [this] {
    const Trace* trace = inspect_->trace().get();
    std::vector<PaletteEntry> all = action_entries(*actions_);
    for (auto part : {recent_file_entries(recent_files()), built_in_entries(),
                      question_entries(trace != nullptr), track_entries(trace)}) {
      all.insert(all.end(), std::make_move_iterator(part.begin()),
                 std::make_move_iterator(part.end()));
    }
    return all;
  };
  palette_ = new CommandPalette(source, this);
  connect(palette_, &CommandPalette::chosen, this, &MainWindow::do_entry);
}

void MainWindow::do_entry(const PaletteEntry& entry) {
  using Kind = PaletteEntry::Kind;
  switch (entry.kind) {
    case Kind::kAction: actions_->run(entry.id); return;
    case Kind::kRecentFile: return open_files({entry.id});
    case Kind::kBuiltIn: open_entry(to_string(entry.id)); return;
    case Kind::kDock:
    case Kind::kAnalysis:
    case Kind::kMetric:
    case Kind::kQuery:
    case Kind::kTrack: break;
  }
  if (!inspect_->trace()) return;
  set_mode(Mode::kInspect);
  if (entry.kind == Kind::kDock) {
    inspect_->show_dock(entry.id);
    if (DockView* view = inspect_->dock_view(entry.id)) view->take_focus();
  } else if (entry.kind == Kind::kTrack) {
    inspect_->timeline().show_track(TrackId(entry.id.toUInt()));
  } else if (entry.kind == Kind::kQuery) {
    const auto query = find_ready_query(to_string(entry.id));
    if (!query) return;
    inspect_->show_dock(QStringLiteral("sql"));
    inspect_->sql().run_ready(*query);
  } else {
    inspect_->show_dock(QStringLiteral("analyses"));
    inspect_->analyses().choose(entry.kind == Kind::kMetric ? QStringLiteral("summary") : entry.id);
  }
}

void MainWindow::show_preferences() {
  show_dialog<PreferencesDialog>(dialog_, [this] {
    auto* dialog = new PreferencesDialog(preferences_, this);
    connect(dialog, &PreferencesDialog::changed, this, &MainWindow::set_preferences);
    connect(this, &MainWindow::preferences_changed, dialog,
            [dialog](const Preferences& now) { dialog->patterns().setChecked(now.patterns); });
    return dialog;
  });
}

void MainWindow::show_shortcuts() {
  show_dialog<ShortcutsDialog>(dialog_, [this] { return new ShortcutsDialog(*actions_, this); });
}

void MainWindow::show_formats() {
  show_dialog<FormatsDialog>(dialog_, [this] { return new FormatsDialog(this); });
}

void MainWindow::show_watched() {
  show_dialog<WatchDialog>(dialog_, [this] {
    auto* dialog = new WatchDialog(*watcher_, this);
    connect(dialog, &WatchDialog::open_requested, this, &MainWindow::open_found);
    connect(dialog, &WatchDialog::failed, this, [this](const Error& error) {
      banner_->show_error(tr("Cannot watch the folder"), error);
    });
    return dialog;
  });
}

void MainWindow::show_about() {
  show_dialog<AboutDialog>(dialog_, [this] {
    auto* about = new AboutDialog(errors_, this);
    job_status_->watch(&about->job());
    return about;
  });
}

void MainWindow::set_preferences(const Preferences& preferences) {
  const ThemeChoice theme_before = preferences_.theme;
  preferences_ = preferences;
  if (preferences_.theme != theme_before) {
    Scheme scheme = system_;
    if (preferences_.theme == ThemeChoice::kDark) scheme = Scheme::kDark;
    if (preferences_.theme == ThemeChoice::kLight) scheme = Scheme::kLight;
    apply_theme(*qApp, scheme);
    const auto id = QStringLiteral("theme.%1").arg(static_cast<int>(preferences_.theme));
    actions_->action(id)->setChecked(true);
  }
  if (remembers_) {
    QSettings settings;
    preferences_.save(settings);
  }
  emit preferences_changed(preferences_);
}

void MainWindow::set_theme(ThemeChoice choice) {
  Preferences changed = preferences_;
  changed.theme = choice;
  set_preferences(changed);
}

void MainWindow::show_start_page() {
  pages_->setCurrentWidget(welcome_);
  welcome_->setFocus();
  status_text_->clear();
  diagnostics_->hide();
  show_title();
}

void MainWindow::open_new_window() {
  if (QProcess::startDetached(QCoreApplication::applicationFilePath(),
                              {QStringLiteral("--new-window")})) {
    return;
  }
  banner_->show_error(tr("Cannot open a new window"),
                      {ErrorCode::kIo, text_of(tr("cannot start the program")),
                       to_string(QCoreApplication::applicationFilePath())});
}

void MainWindow::take_over(const StartRequest& request) {
  std::optional<Mode> asked;
  for (const Mode mode : kModes) {
    if (mode_id(mode) == request.mode) asked = mode;
  }
  if (!request.source_root.isEmpty()) inspect_->run().set_source_root(request.source_root);
  if (request.files.isEmpty() && !request.built_in.isEmpty()) {
    open_entry(to_string(request.built_in), asked);
  }
  open_files(request.files);
  if (asked) set_mode(*asked);
  setWindowState(windowState() & ~Qt::WindowMinimized);
  show();
  raise();
  activateWindow();
}

QStringList MainWindow::recent_files() const {
  return remembers_ ? QSettings().value(kRecent).toStringList() : QStringList();
}

void MainWindow::set_recent_files(const QStringList& recent) {
  QSettings().setValue(kRecent, recent);
  welcome_->set_recent_files(recent);
}

void MainWindow::remember(const QStringList& paths) {
  if (!remembers_) return;
  QStringList recent = recent_files();
  const QString path = QFileInfo(paths.front()).absoluteFilePath();
  remember_folder(FileUse::kCapture, path);
  recent.removeAll(path);
  recent.prepend(path);
  while (recent.size() > kRecentFiles) recent.removeLast();
  set_recent_files(recent);
}

void MainWindow::forget(const QStringList& paths) {
  if (!remembers_) return;
  QStringList recent = recent_files();
  for (const QString& path : paths) recent.removeAll(path);
  set_recent_files(recent);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  if (compare_ != nullptr && pages_->currentWidget() == compare_) {
    return compare_->add_files(paths);
  }
  open_files(paths);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const bool drag = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove;
  if (!drag && event->type() != QEvent::Drop) return false;
  const auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr || widget == this || widget->window() != this) return false;
  auto* drop = static_cast<QDropEvent*>(event);
  if (!drop->mimeData()->hasUrls()) return false;
  drop->acceptProposedAction();
  if (!drag) dropEvent(drop);
  return true;
}

}  // namespace nscope::gui
