#pragma once

#include "app/gui/shell/main_window.h"

#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {

/// A shown window that neither reads nor writes settings.
class ShellTest : public testing::Test {
 protected:
  ShellTest() {
    window_.resize(1280, 800);
    window_.show();
    if (!QTest::qWaitForWindowActive(&window_)) ADD_FAILURE() << "the window gets no keys";
  }

  void wait_until_idle() {
    for (int i = 0; i < 600 && window_.is_busy(); ++i) QTest::qWait(50);
    QTest::qWait(150);  // a range starts its jobs a moment later
    for (int i = 0; i < 600 && window_.is_busy(); ++i) QTest::qWait(50);
    ASSERT_FALSE(window_.is_busy());
  }

  MainWindow window_{Scheme::kDark, false};
};

}  // namespace nscope::gui
