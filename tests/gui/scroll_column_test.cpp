#include "app/gui/panels/scroll_column.h"

#include "tests/gui/cut_text.h"

#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QVBoxLayout>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

TEST(ScrollColumn, WhatWasAddedWhileItWasHiddenIsNotCut) {
  QWidget window;
  auto* around = new QVBoxLayout(&window);
  auto* content = new QWidget;
  auto* lines = new QVBoxLayout(content);
  QScrollArea* const scroll = scroll_column(content);
  around->addWidget(scroll);
  window.resize(300, 200);
  window.show();
  QTest::qWait(20);
  scroll->hide();
  for (int i = 0; i < 30; ++i) {
    auto* label = new QLabel(QStringLiteral("A sentence that needs two or three lines here."));
    label->setWordWrap(true);
    lines->addWidget(label);
  }
  lines->activate();
  scroll->show();
  QTest::qWait(50);
  EXPECT_EQ(cut_texts(window).join(u'\n'), QString());
}

}  // namespace
}  // namespace nscope::gui
