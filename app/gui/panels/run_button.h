#pragma once

#include "app/gui/background/job.h"

#include <QPushButton>
#include <functional>

namespace nscope::gui {

/// Makes `button` start a job and, while it runs, cancel it; its text says which.
/// Both must have the same lifetime as their page. GUI thread.
void bind_run_button(QPushButton* button, Job* job, std::function<void()> run);
/// The same with another word than "Run".
void bind_run_button(QPushButton* button, Job* job, std::function<void()> run,
                     const QString& idle_text);

/// Ctrl+Enter anywhere on the page.
void bind_run_shortcut(QWidget* page, std::function<void()> run);

}  // namespace nscope::gui
