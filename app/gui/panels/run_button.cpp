#include "app/gui/panels/run_button.h"

#include <QCoreApplication>
#include <QShortcut>

namespace nscope::gui {

void bind_run_button(QPushButton* button, Job* job, std::function<void()> run) {
  bind_run_button(button, job, std::move(run), QCoreApplication::translate("RunButton", "Run"));
}

void bind_run_button(QPushButton* button, Job* job, std::function<void()> run,
                     const QString& idle_text) {
  QObject::connect(button, &QPushButton::clicked, button, [job, run = std::move(run)] {
    if (job->is_running()) {
      job->cancel();
    } else {
      run();
    }
  });
  QObject::connect(job, &Job::started, button, [button] {
    button->setText(QCoreApplication::translate("RunButton", "Cancel"));
  });
  QObject::connect(job, &Job::finished, button,
                   [button, idle_text] { button->setText(idle_text); });
}

void bind_run_shortcut(QWidget* page, std::function<void()> run) {
  auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), page);
  shortcut->setContext(Qt::WidgetWithChildrenShortcut);
  QObject::connect(shortcut, &QShortcut::activated, page, std::move(run));
}

}  // namespace nscope::gui
