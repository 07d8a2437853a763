#include "app/gui/panels/section.h"

#include <QLabel>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

QString shown(const KeyFigure& card) {
  return card.findChild<QLabel*>(QStringLiteral("keyFigure"))->text();
}

TEST(KeyFigure, ANarrowCardBreaksBeforeTheUnitOnly) {
  const QString figure = QStringLiteral("558.9\u202ftokens/s");
  KeyFigure card(QStringLiteral("Throughput"));
  card.set_value(figure, {});
  card.resize(300, 80);
  card.show();
  EXPECT_EQ(shown(card), figure);
  card.resize(90, 80);
  EXPECT_EQ(shown(card), QStringLiteral("558.9 tokens/\u2060s"));
  EXPECT_EQ(card.value(), figure);
  EXPECT_EQ(card.accessibleDescription(), figure);
  card.set_value(QStringLiteral("5.84\u202fms"), {});
  EXPECT_EQ(shown(card), QStringLiteral("5.84\u202fms"));
  card.resize(300, 80);
  card.set_value(figure, {});
  EXPECT_EQ(shown(card), figure);
}

}  // namespace
}  // namespace nscope::gui
