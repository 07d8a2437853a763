#include "app/gui/panels/view_picture.h"

#include "app/gui/inspect/inspect_page.h"
#include "tests/gui/run_fixtures.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class ViewPictureTest : public testing::Test {
 protected:
  ViewPictureTest() {
    page_.resize(900, 600);
    page_.show();
    page_.set_trace(make_run());
    QTest::qWait(50);
  }
  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
  QByteArray saved(const char* name) {
    const auto done = save_picture(page_.timeline(), path(name));
    EXPECT_TRUE(done) << to_string(done.error());
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  QTemporaryDir folder_;
  InspectPage page_;
};

TEST_F(ViewPictureTest, PngHasTwiceThePixels) {
  const QImage image = QImage::fromData(saved("a.png"));
  EXPECT_EQ(image.size(), page_.timeline().size() * 2);
  QSet<QRgb> colors;
  for (int x = 0; x < image.width(); x += 2) {
    for (int y = 0; y < image.height(); y += 2) colors.insert(image.pixel(x, y));
  }
  EXPECT_GT(colors.size(), 10) << "something is drawn";
}

TEST_F(ViewPictureTest, SvgKeepsTextAsText) {
  const QByteArray svg = saved("a.svg");
  EXPECT_TRUE(QSvgRenderer().load(svg));
  EXPECT_TRUE(svg.contains(">VectorE<")) << svg.left(2000).toStdString();
}

TEST_F(ViewPictureTest, PdfIsOnePage) {
  const QByteArray pdf = saved("a.PDF");
  EXPECT_TRUE(pdf.startsWith("%PDF-"));
  EXPECT_EQ(pdf.count("/Type /Page\n"), 1);
}

TEST_F(ViewPictureTest, RefusesOtherEndingsAndLeavesNoFile) {
  for (const char* name : {"a.jpeg", "a", "missing/a.png"}) {
    const auto done = save_picture(page_.timeline(), path(name));
    ASSERT_FALSE(done) << name;
    EXPECT_TRUE(to_string(done.error()).find(name) != std::string::npos) << to_string(done.error());
  }
  EXPECT_TRUE(QDir(folder_.path()).isEmpty());
}

TEST_F(ViewPictureTest, TheClipboardGetsThePicture) {
  copy_picture(page_.timeline());
  EXPECT_EQ(QApplication::clipboard()->image().size(), page_.timeline().size() * 2);
}

}  // namespace
}  // namespace nscope::gui
