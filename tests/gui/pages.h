#pragma once

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/palette/command_palette.h"
#include "app/gui/sweep/sweep_page.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/sweep_fixtures.h"

#include <QDialog>
#include <QTemporaryDir>
#include <functional>
#include <string>

namespace nscope::gui {

/// Shows every page, panel and dialog of the window one after the other, with the run, and calls
/// `visit` for each with its name and the widget that holds it. `settle` waits until
/// nothing is computed any more.
inline void visit_pages(MainWindow& window, const std::function<void()>& settle,
                        const std::function<void(const std::string&, QWidget&)>& visit,
                        std::shared_ptr<const Trace> run = make_run()) {
  settle();
  visit("start page", window);
  window.show_trace(std::move(run), QStringLiteral("run"));
  settle();
  window.inspect().timeline().select(
      Trace::slice_id(*track_named(*window.inspect().trace(), "TensorE"), 0));
  for (const DockKind& dock : dock_kinds()) {
    window.inspect().show_dock(QString::fromLatin1(dock.id));
    settle();
    visit(std::string("dock ") + dock.id, window);
  }
  window.inspect().show_dock(QStringLiteral("analyses"));
  for (const char* id : {"summary", "insights"}) {
    window.inspect().analyses().choose(QString::fromLatin1(id));
    settle();
    visit(std::string("analysis ") + id, window);
  }
  for (const Mode mode : kModes) {
    window.set_mode(mode);
    settle();
    visit("mode " + mode_id(mode).toStdString(), window);
    if (mode != Mode::kPlan) continue;
    window.plan().costs().load(window.plan().costs().example());
    settle();
    visit("costs", window);
    CostResults& results = window.plan().costs().results();
    if (results.commitments_part().is_offer()) results.commitments_part().button().click();
    for (int i = 1; i < results.tabs().count(); ++i) {
      if (!results.tabs().isTabVisible(i)) continue;
      results.tabs().setCurrentIndex(i);
      settle();
      visit("costs " + results.tabs().tabText(i).toStdString(), window);
    }
    results.show_tab(CostResults::kComparison);
    QTabBar& views = window.plan().tabs();
    for (int i = 1; i < views.count(); ++i) {
      views.setCurrentIndex(i);
      settle();
      visit("question " + views.tabText(i).toStdString(), window);
      window.plan().view().load(window.plan().view().example());
      settle();
      visit("plan " + views.tabText(i).toStdString(), window);
    }
    views.setCurrentIndex(0);
  }
  const QTemporaryDir folder;
  write_results(folder.filePath(QStringLiteral("results.db")).toStdString());
  window.open_files({folder.filePath(QStringLiteral("results.db"))});
  settle();
  window.sweep().selection().select(9u);
  settle();
  visit("sweep", window);
  window.show_watched();
  settle();
  visit("watched folder", *window.dialog());
  window.dialog()->close();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  window.command_palette().open();
  visit("command palette", window);
  window.command_palette().hide();
  for (const char* id : {"program.preferences", "help.shortcuts", "help.about"}) {
    window.actions().run(QString::fromLatin1(id));
    settle();
    visit(id, *window.dialog());
    window.dialog()->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

}  // namespace nscope::gui
