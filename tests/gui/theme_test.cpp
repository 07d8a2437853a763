#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QImage>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class ThemeTest : public testing::TestWithParam<Scheme> {};

TEST_P(ThemeTest, TextIsReadableOnEverySurface) {
  const Tokens& t = tokens(GetParam());
  const auto expect = [](const char* what, const QColor& ink, const QColor& surface) {
    EXPECT_GE(contrast(ink, surface), 4.5)
        << what << " " << ink.name().toStdString() << " on " << surface.name().toStdString();
  };
  for (const QColor& surface : {t.window, t.panel, t.raised, t.selection}) {
    expect("text", t.text, surface);
    expect("muted", t.muted, surface);
    expect("accent: links, matched letters, focus ring", t.accent, surface);
    expect("warn", t.warn, surface);
    expect("bad", t.bad, surface);
    expect("good", t.good, surface);
  }
  for (const QColor& ink : {t.text, t.warn, t.bad}) expect("banner", ink, t.warn_surface);
  expect("primary button", t.on_accent, t.accent);
  expect("number on a bar", t.text, t.bar);
}

TEST_P(ThemeTest, FillsMoveAwayFromTheTextOnThem) {
  const Tokens& t = tokens(GetParam());
  for (int share = 0; share <= 100; ++share) {
    const QColor fill = mixed(t.panel, t.accent, share / 100.0);
    for (const QColor& ink : {t.text, t.on_accent, t.muted}) {
      const QColor moved = readable_fill(fill, ink);
      EXPECT_GE(contrast(moved, ink), kLeastContrast) << share << ink.name().toStdString();
      if (contrast(fill, ink) >= kLeastContrast) EXPECT_EQ(moved, fill);
    }
  }
}

TEST_P(ThemeTest, StyleSheetHasNoNameLeft) {
  const QString sheet = make_style_sheet(tokens(GetParam()));
  ASSERT_FALSE(sheet.isEmpty());
  EXPECT_FALSE(sheet.contains(QLatin1Char('@'))) << "an unknown token name";
  EXPECT_TRUE(sheet.contains(tokens(GetParam()).warn_surface.name()));
}

TEST_P(ThemeTest, ApplyingMakesItCurrent) {
  apply_theme(*qApp, GetParam());
  EXPECT_EQ(current_tokens().scheme, GetParam());
  EXPECT_EQ(QApplication::palette().color(QPalette::Window), tokens(GetParam()).window);
}

TEST_P(ThemeTest, ACheckedBoxHasATick) {
  apply_theme(*qApp, GetParam());
  const Tokens& t = tokens(GetParam());
  QCheckBox box;
  const auto pixels_like = [&](const QColor& color) {
    const QImage shown = box.grab().toImage();
    int count = 0;
    for (int y = 0; y < shown.height(); ++y) {
      for (int x = 0; x < shown.width(); ++x) count += shown.pixelColor(x, y) == color ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(pixels_like(t.accent), 0);
  box.setChecked(true);
  EXPECT_GT(pixels_like(t.accent), 50) << "filled";
  EXPECT_GT(pixels_like(t.on_accent), 2) << "and the tick on it";
}

TEST_P(ThemeTest, EventNamesAreReadableOnEngineColours) {
  const QColor ink(0x0d, 0x11, 0x17);
  for (const Engine engine : {Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd,
                              Engine::kSync, Engine::kDma, Engine::kCc}) {
    for (const bool matmul : {false, true}) {
      EXPECT_GE(contrast(ink, engine_color(engine, matmul)), 4.5) << static_cast<int>(engine);
    }
  }
}

TEST_P(ThemeTest, EventNamesAreReadableOnNameColours) {
  const QColor ink(0x0d, 0x11, 0x17);
  for (int i = 0; i < 200; ++i) {
    const QColor color = name_color("kernel " + std::to_string(i));
    EXPECT_GE(contrast(ink, color), 4.5) << i;
    EXPECT_GE(contrast(tokens(GetParam()).window, color), 1.8) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, testing::Values(Scheme::kDark, Scheme::kLight),
                         [](const auto& scheme) {
                           return scheme.param == Scheme::kDark ? "Dark" : "Light";
                         });

TEST(NameColor, IsStableAndSpread) {
  EXPECT_EQ(name_color("ffn.up"), name_color("ffn.up"));
  std::set<QRgb> colors;
  for (int i = 0; i < 64; ++i) colors.insert(name_color("layer " + std::to_string(i)).rgb());
  EXPECT_GE(colors.size(), 8u);
}

TEST(Icons, AreDrawnInTheColourAskedFor) {
  for (const char* name : {"open", "run", "search"}) {
    const QImage image = line_icon(name, QColor(255, 0, 0))
                             .pixmap(16)
                             .toImage()
                             .convertToFormat(QImage::Format_ARGB32);
    ASSERT_FALSE(image.isNull()) << name;
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const QRgb pixel = image.pixel(x, y);
        if (qAlpha(pixel) <= 128) continue;
        ++drawn;
        EXPECT_EQ(qBlue(pixel), 0) << name;
      }
    }
    EXPECT_GT(drawn, 10) << name;
  }
  EXPECT_TRUE(line_icon("no-such-icon", Qt::black).isNull());
}

}  // namespace
}  // namespace nscope::gui
