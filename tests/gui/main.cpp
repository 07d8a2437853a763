#include "app/gui/text/plain_text.h"

#include <QApplication>

#include <gtest/gtest.h>

// One application for all tests, on the platform that needs no display. The
// build runs this program to list its tests, so it sets the platform itself. Programs that tests
// start take the same fonts.
int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_SCALE_FACTOR", qEnvironmentVariable("NSCOPE_SCALE", "1").toLatin1());
  qputenv("FONTCONFIG_FILE", NSCOPE_SOURCE_DIR "/tests/gui/fonts.conf");
  testing::InitGoogleTest(&argc, argv);
  QApplication app(argc, argv);
  app.installEventFilter(new nscope::gui::PlainTextGuard(&app));
  return RUN_ALL_TESTS();
}
