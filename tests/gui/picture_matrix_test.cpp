// Every view in both themes, all languages and two sizes: no text is cut, painted over another one
// or faint, and no widgets overlap. Every test run checks a subset; the whole, with pictures:
//   NSCOPE_PICTURE_MATRIX=/tmp/pictures build/release/bin/gui_matrix_test
// and the same with NSCOPE_SCALE=2 for screens of twice the resolution.
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/shell/dialogs/language.h"
#include "tests/gui/cut_text.h"
#include "tests/gui/pages.h"
#include "tests/gui/painted_text.h"

#include <QApplication>
#include <QDir>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

struct Variant {
  const char* language;
  QSize size;
  std::vector<Scheme> schemes;
};

void PrintTo(const Variant& variant, std::ostream* out) {
  *out << variant.language << ' ' << variant.size.width() << 'x' << variant.size.height();
}

/// From this width on, a window has room for every title.
constexpr int kLarge = 1920;

const QString& picture_folder() {
  static const QString folder = qEnvironmentVariable("NSCOPE_PICTURE_MATRIX");
  return folder;
}

QImage picture_of(QWidget& window) {
  QImage picture(window.size() * window.devicePixelRatioF(), QImage::Format_RGB32);
  picture.setDevicePixelRatio(window.devicePixelRatioF());
  window.render(&picture);
  return picture;
}

class PictureMatrix : public testing::TestWithParam<Variant> {
 protected:
  /// Checks what is shown, once for each message.
  void check(const QString& page, QWidget& root) {
    const std::vector<PaintedText> texts = painted_texts(root);
    const QImage picture = picture_of(root);
    if (!picture_folder().isEmpty()) {
      QString name = page;
      name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9_-]+")), QStringLiteral("-"));
      picture.save(QStringLiteral("%1/%2.png").arg(picture_folder(), name));
    }
    texts_ += texts.size();
    report(page, QStringLiteral("cut"),
           clipped_texts(texts) + elided_texts(texts, root.window()->width() >= kLarge) +
               wide_columns(root));
    report(page, QStringLiteral("overlap"), overlapping_texts(texts) + overlapping_widgets(root));
    report(page, QStringLiteral("faint"), faint_texts(texts, picture));
  }

  std::size_t texts() const { return texts_; }

 private:
  void report(const QString& page, const QString& kind, const QStringList& found) {
    for (const QString& text : found) {
      if (!seen_.insert(kind + text).second) continue;
      ADD_FAILURE() << qPrintable(page) << ": " << qPrintable(kind) << ": " << qPrintable(text);
    }
  }

  std::set<QString> seen_;
  std::size_t texts_ = 0;
};

TEST_P(PictureMatrix, NoTextIsCutCoveredOrFaint) {
  const Variant& variant = GetParam();
  QObject owner;
  install_language(owner, QString::fromLatin1(variant.language));
  apply_theme(*qApp, variant.schemes.front());
  MainWindow window(variant.schemes.front(), false);
  window.resize(variant.size);
  window.show();
  EXPECT_LE(window.width(), variant.size.width());
  EXPECT_LE(window.height(), variant.size.height());
  QDir().mkpath(picture_folder());
  int number = 0;
  visit_pages(
      window, [&window] { settle_layout(window); },
      [&](const std::string& page, QWidget& root) {
        ++number;
        for (const Scheme scheme : variant.schemes) {
          if (variant.schemes.size() > 1) {
            apply_theme(*qApp, scheme);
            QCoreApplication::processEvents();
          }
          const QString name =
              QStringLiteral("%1 %2-%3-%4-%5-%6x")
                  .arg(number, 2, 10, QLatin1Char('0'))
                  .arg(QString::fromStdString(page), QString::fromLatin1(variant.language),
                       scheme == Scheme::kDark ? "dark" : "light")
                  .arg(variant.size.width())
                  .arg(qApp->devicePixelRatio());
          check(name, root);
        }
      });
  EXPECT_GT(texts(), 3000u);
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  if (!picture_folder().isEmpty()) {
    for (const Language& language : languages()) {
      static std::vector<std::string> codes;
      codes.reserve(languages().size());
      codes.push_back(language.code.toStdString());
      for (const QSize size : {QSize(1280, 720), QSize(2560, 1440)}) {
        all.push_back({codes.back().c_str(), size, {Scheme::kDark, Scheme::kLight}});
      }
    }
    return all;
  }
  all.push_back({"de", QSize(1280, 720), {Scheme::kLight}});
  all.push_back({"ja", QSize(1280, 720), {Scheme::kDark}});
  all.push_back({"zh_CN", QSize(1280, 720), {Scheme::kLight}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Pages, PictureMatrix, testing::ValuesIn(variants()),
                         [](const auto& tested) {
                           return std::string(tested.param.language) + "_" +
                                  std::to_string(tested.param.size.width());
                         });

/// The checks find what they look for.
class PaintedTexts : public testing::Test {
 protected:
  PaintedTexts() {
    apply_theme(*qApp, Scheme::kLight);
    window_.resize(300, 200);
  }

  QLabel* label(const QString& text, const QRect& place) {
    auto* made = new QLabel(text, &window_);
    made->setGeometry(place);
    return made;
  }

  std::vector<PaintedText> painted() {
    window_.show();
    return painted_texts(window_);
  }

  QWidget window_;
};

TEST_F(PaintedTexts, TextThatFitsIsFound) {
  label("Fits well", {10, 10, 200, 30});
  const auto texts = painted();
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].text, "Fits well");
  EXPECT_TRUE(window_.rect().contains(texts[0].ink.toAlignedRect()));
  EXPECT_EQ(clipped_texts(texts), QStringList());
  EXPECT_EQ(overlapping_texts(texts), QStringList());
  EXPECT_EQ(faint_texts(texts, picture_of(window_)), QStringList());
}

TEST_F(PaintedTexts, CutTextIsReported) {
  label("Much too long for its label", {10, 10, 40, 30});
  EXPECT_EQ(clipped_texts(painted()).size(), 1);
  label("Low", {10, 100, 100, 5})->show();
  EXPECT_EQ(clipped_texts(painted()).size(), 2);
}

TEST_F(PaintedTexts, CutTextThatCanBeScrolledToIsNotReported) {
  auto* area = new QScrollArea(&window_);
  area->setGeometry(10, 10, 100, 60);
  area->setWidget(new QLabel("Much too long for the area that shows it"));
  EXPECT_EQ(clipped_texts(painted()), QStringList());
}

TEST_F(PaintedTexts, ElidedTitleIsReported) {
  auto* list = new QListWidget(&window_);
  list->setGeometry(10, 10, 90, 60);
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->addItems({QStringLiteral("Short"), QStringLiteral("Much too long for its list"),
                  QString::fromUtf8("Open…")});
  const auto texts = painted();
  EXPECT_EQ(clipped_texts(texts), QStringList()) << "elided, not cut";
  EXPECT_EQ(elided_texts(texts, false).size(), 1);
  list->item(1)->setToolTip(list->item(1)->text());
  EXPECT_EQ(elided_texts(texts, false), QStringList());
  EXPECT_EQ(elided_texts(texts, true).size(), 1);
}

TEST_F(PaintedTexts, TextOverTextIsReported) {
  label("First text", {10, 10, 200, 30});
  label("Second text", {20, 14, 200, 30});
  EXPECT_EQ(overlapping_texts(painted()).size(), 1);
}

TEST_F(PaintedTexts, CoveredTextIsNotReported) {
  label("First text", {10, 10, 200, 30});
  QLabel* over = label("Second text", {5, 8, 210, 40});
  over->setAutoFillBackground(true);
  QPalette palette;
  palette.setColor(QPalette::Window, Qt::white);
  over->setPalette(palette);
  const auto texts = painted();
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].text, "Second text");
}

TEST_F(PaintedTexts, FaintTextIsReported) {
  QLabel* faint = label("Faint", {10, 10, 200, 30});
  faint->setStyleSheet("color: #aaaaaa; background: #ffffff;");
  EXPECT_EQ(faint_texts(painted(), picture_of(window_)).size(), 1);
  faint->setEnabled(false);
  EXPECT_EQ(faint_texts(painted(), picture_of(window_)).size(), 0);
}

TEST_F(PaintedTexts, OverlappingWidgetsAreReported) {
  auto* page = new QWidget(&window_);
  page->resize(300, 200);
  auto* first = new QLabel("One", page);
  auto* second = new QLabel("Two", page);
  first->setGeometry(0, 0, 50, 20);
  second->setGeometry(60, 0, 50, 20);
  window_.show();
  EXPECT_EQ(overlapping_widgets(window_), QStringList());
  second->setGeometry(40, 0, 50, 20);
  EXPECT_EQ(overlapping_widgets(window_).size(), 1);
}

TEST_F(PaintedTexts, SimilarNamesDifferInNarrowColumns) {
  Table table({{.id = "item"}, {.id = "count"}});
  table.add_row({std::string("simulated: inf2.48xlarge, batch 1"), std::int64_t{1}});
  table.add_row({std::string("simulated: inf2.48xlarge, batch 16"), std::int64_t{1}});
  TablePanel panel({});
  panel.set_table(std::move(table));
  for (const int width : {150, 170, 190, 210, 230}) {
    panel.resize(width + 120, 160);
    panel.view().setColumnWidth(0, width);
    panel.show();
    QStringList shown;
    for (const PaintedText& painted : painted_texts(panel)) {
      if (painted.text.startsWith(QLatin1String("sim"))) shown << painted.text;
    }
    ASSERT_EQ(shown.size(), 2) << width;
    EXPECT_NE(shown[0], shown[1]) << width << ": " << shown[0].toStdString();
    EXPECT_TRUE(shown[1].endsWith(QLatin1String("16"))) << width << ": " << shown[1].toStdString();
  }
}

TEST_F(PaintedTexts, BarsOfTracksOfOneGroupHaveDifferentNames) {
  ShareBar bar(QString{}, QColor{Qt::blue});
  bar.set_name(QStringLiteral("GPU 0 (python3) / stream 7 copies"), QColor(Qt::blue), 160);
  bar.resize(300, 22);
  bar.show();
  const auto texts = painted_texts(bar);
  EXPECT_TRUE(std::ranges::any_of(texts, [](const PaintedText& painted) {
    return painted.text.endsWith(QLatin1String("stream 7 copies"));
  }));
}

}  // namespace
}  // namespace nscope::gui
