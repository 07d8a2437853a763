#include <QApplication>

#include <gtest/gtest.h>

// One application for all tests, on the platform that needs no display. The
// build runs this program to list its tests, so it sets the platform itself.
int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_SCALE_FACTOR", "1");
  testing::InitGoogleTest(&argc, argv);
  QApplication app(argc, argv);
  return RUN_ALL_TESTS();
}
