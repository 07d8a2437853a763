#pragma once

#include "app/gui/background/job.h"

#include <QPushButton>
#include <functional>

namespace nscope::gui {

/// Makes `button` start a job, or cancel the job while it runs; the text of the button changes
/// accordingly. Both must have the same lifetime as their page. GUI thread.
void bind_run_button(QPushButton* button, Job* job, std::function<void()> run);
/// The same with `idle_text` instead of "Run".
void bind_run_button(QPushButton* button, Job* job, std::function<void()> run,
                     const QString& idle_text);

/// Calls `run` when Ctrl+Enter is pressed anywhere on the page.
void bind_run_shortcut(QWidget* page, std::function<void()> run);

}  // namespace nscope::gui
