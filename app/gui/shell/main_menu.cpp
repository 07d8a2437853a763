// The main menu and its dialogs.
#include "app/gui/docks/search_dock.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/search_field.h"
#include "app/gui/text.h"
#include "importers/importer.h"
#include "profiler/trace/session_annotations.h"
#include "profiler/trace/session_file.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QShortcut>

namespace nscope::gui {
namespace {

QString file_filters() {
  QStringList all{QStringLiteral("*.nscope")};
  QStringList each{MainWindow::tr("Neuronscope session (*.nscope)")};
  for (const auto& importer : importers::registry()) {
    const QString pattern = to_qstring(importer.file_pattern);
    if (!all.contains(pattern)) all << pattern;
    each << QStringLiteral("%1 (%2)").arg(to_qstring(importer.title), pattern);
  }
  each.prepend(MainWindow::tr("All captures (%1)").arg(all.join(QLatin1Char(' '))));
  each << MainWindow::tr("All files (*)");
  return each.join(QStringLiteral(";;"));
}

}  // namespace

void MainWindow::build_menu() {
  const auto add = [this](const QString& text, const QKeySequence& keys, auto slot) {
    QAction* action = menu_->addAction(text, this, slot);
    action->setShortcut(keys);
    addAction(action);  // so that the shortcut works while the menu is closed
    return action;
  };
  add(tr("Open …"), QKeySequence::Open, [this] { choose_files(); });
  add(tr("Save session as …"), QKeySequence::SaveAs, [this] { save_session(); });
  menu_->addSeparator();
  add(tr("Inspect"), Qt::CTRL | Qt::Key_1, [this] { set_mode(Mode::kInspect); });
  add(tr("Simulate"), Qt::CTRL | Qt::Key_2, [this] { set_mode(Mode::kSimulate); });
  add(tr("Plan"), Qt::CTRL | Qt::Key_3, [this] { set_mode(Mode::kPlan); });
  menu_->addSeparator();
  QMenu* theme = menu_->addMenu(tr("Theme"));
  auto* group = new QActionGroup(this);
  const auto current = remembers_ ? QSettings().value(QStringLiteral("theme"), 0).toInt() : 0;
  const std::pair<ThemeChoice, QString> choices[] = {{ThemeChoice::kSystem, tr("As the system")},
                                                     {ThemeChoice::kDark, tr("Dark")},
                                                     {ThemeChoice::kLight, tr("Light")}};
  for (const auto& [choice, title] : choices) {
    QAction* action = theme->addAction(title, this, [this, c = choice] { set_theme(c); });
    action->setCheckable(true);
    action->setChecked(static_cast<int>(choice) == current);
    group->addAction(action);
  }
  add(tr("Close all groups"), Qt::SHIFT | Qt::Key_C,
      [this] { inspect_->timeline().set_all_collapsed(true); });
  add(tr("Open all groups"), Qt::SHIFT | Qt::Key_O,
      [this] { inspect_->timeline().set_all_collapsed(false); });
  menu_->addSeparator();
  add(tr("Search"), Qt::CTRL | Qt::Key_K, [this] {
    top_bar_->search().setFocus();
    top_bar_->search().selectAll();
  });
  add(tr("Find events"), QKeySequence::Find, [this] { find_events(); });
  add(tr("Next found event"), QKeySequence::FindNext,
      [this] { inspect_->view<SearchDock>("search").next(); });
  add(tr("Previous found event"), QKeySequence::FindPrevious,
      [this] { inspect_->view<SearchDock>("search").previous(); });
  add(tr("Keyboard and mouse"), QKeySequence::HelpContents, [this] { show_shortcuts(); });
  menu_->addSeparator();
  add(tr("Quit"), QKeySequence::Quit, [this] { close(); });
  auto* f10 = new QShortcut(Qt::Key_F10, this);
  connect(f10, &QShortcut::activated, this, [this] { top_bar_->open_menu(); });
}

void MainWindow::find_events() {
  if (!inspect_->trace()) return;
  set_mode(Mode::kInspect);
  inspect_->show_dock(QStringLiteral("search"));
  inspect_->view<SearchDock>("search").take_focus();
}

void MainWindow::choose_files() {
  open_files(QFileDialog::getOpenFileNames(this, tr("Open a capture"), QString(), file_filters()));
}

void MainWindow::save_session() {
  const auto trace = inspect_->trace();
  if (!trace) {
    banner_->show_notice(tr("Nothing to save"), tr("Open or simulate a run first."));
    return;
  }
  QString path = QFileDialog::getSaveFileName(this, tr("Save session"), QString(),
                                              tr("Neuronscope session (*.nscope)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".nscope");
  const std::vector<Annotation> notes = inspect_->run().annotations().annotations();
  save_job_->start(
      [trace, path, notes](TaskControl& control) -> Result<> {
        if (auto saved = session_file::save(*trace, to_string(path), control); !saved) return saved;
        if (notes.empty()) return {};
        return session_file::store_annotations(to_string(path), notes);
      },
      [this, trace, path, notes](const Result<>& saved) {
        if (!saved && saved.error().code != ErrorCode::kCancelled) {
          banner_->show_error(tr("Cannot save %1").arg(path), saved.error());
        } else if (saved) {
          remember({path});
          if (trace == inspect_->trace()) inspect_->run().set_saved(path, notes);
        }
      });
}

void MainWindow::show_shortcuts() {
  const std::pair<const char*, QString> rows[] = {
      {"W / S, Ctrl+wheel", tr("zoom in and out at the cursor")},
      {"A / D, Shift+wheel, drag", tr("move in time")},
      {"wheel", tr("scroll the tracks")},
      {"F", tr("fit the selection, or everything")},
      {"[ and ]", tr("previous and next event of the track")},
      {"click", tr("select an event; on a group: open or close it")},
      {"Shift+drag", tr("select a range; the summary and the tables follow")},
      {"Esc", tr("clear the selection")},
      {"Ctrl+K", tr("search; Enter jumps, again jumps on")},
      {"Ctrl+F", tr("find events by conditions")},
      {"F3 / Shift+F3", tr("next and previous event found")},
      {"Ctrl+1, 2, 3", tr("Inspect, Simulate, Plan")},
      {"Shift+C / Shift+O", tr("close and open all groups")},
      {"Ctrl+Enter", tr("run the SQL query")},
      {"Enter or double click", tr("in an analysis: show the row in the timeline")},
  };
  QString text = QStringLiteral("<table cellpadding='3'>");
  for (const auto& [keys, what] : rows) {
    text += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                .arg(QString::fromLatin1(keys), what);
  }
  auto* box = new QMessageBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("Keyboard and mouse"));
  box->setTextFormat(Qt::RichText);
  box->setText(text + QStringLiteral("</table>"));
  box->setModal(false);
  box->show();
}

}  // namespace nscope::gui
