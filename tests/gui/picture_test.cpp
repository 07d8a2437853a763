// The pages as pictures, compared with those in tests/gui/pictures. After a wanted change:
//   NSCOPE_UPDATE_PICTURES=1 build/release/bin/gui_picture_test
// and look at every picture that changed before it is committed.
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdlib>
#include <ostream>

#include <gtest/gtest.h>

namespace {

/// A pixel differs from here on, in its most different colour of 255; text is drawn alike
/// everywhere but for its edges.
constexpr int kPixelTolerance = 24;
/// Share of pixels that may differ.
constexpr double kMostDifferent = 0.002;

struct Page {
  const char* name;
  std::vector<const char*> arguments;
};

void PrintTo(const Page& page, std::ostream* out) {
  *out << page.name;
}

const Page kPages[] = {
    {"welcome", {}},
    {"inspect", {"--example"}},
    {"simulate", {"--mode", "simulate", "--example"}},
    {"plan", {"--mode", "plan", "--built-in", "inf2-llama2-70b-serving"}},
};

/// Share of pixels that differ; 1 for pictures of different sizes.
double difference(const QImage& a, const QImage& b) {
  if (a.size() != b.size() || a.isNull()) return 1.0;
  const QImage left = a.convertToFormat(QImage::Format_RGB32);
  const QImage right = b.convertToFormat(QImage::Format_RGB32);
  std::int64_t different = 0;
  for (int y = 0; y < left.height(); ++y) {
    const auto* l = reinterpret_cast<const QRgb*>(left.constScanLine(y));
    const auto* r = reinterpret_cast<const QRgb*>(right.constScanLine(y));
    for (int x = 0; x < left.width(); ++x) {
      const int most =
          std::max({std::abs(qRed(l[x]) - qRed(r[x])), std::abs(qGreen(l[x]) - qGreen(r[x])),
                    std::abs(qBlue(l[x]) - qBlue(r[x]))});
      different += most >= kPixelTolerance ? 1 : 0;
    }
  }
  return static_cast<double>(different) / static_cast<double>(left.width()) / left.height();
}

class PictureTest : public testing::TestWithParam<std::tuple<Page, const char*, const char*>> {};

TEST_P(PictureTest, LooksAsBefore) {
  const auto& [page, theme, scale] = GetParam();
  const QString name = QStringLiteral("%1-%2-%3x.png").arg(page.name, theme, scale);
  const QDir references(QStringLiteral(NSCOPE_SOURCE_DIR "/tests/gui/pictures"));
  const QTemporaryDir folder;
  const QString made = folder.filePath(name);
  QStringList arguments{"--screenshot", made,  "--size",  "1000x640",
                        "--theme",      theme, "--scale", scale};
  for (const char* argument : page.arguments) arguments << QString::fromLatin1(argument);
  QProcess process;
  // Prices have the age that they had on 2026-11-22.
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("SOURCE_DATE_EPOCH", "1795305600");
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral(NSCOPE_PROGRAM), arguments);
  ASSERT_TRUE(process.waitForFinished(120'000));
  ASSERT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
  // Pictures at 2x are kept and compared at half their size.
  const QImage picture =
      QImage(made).scaled(1000, 640, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  if (qEnvironmentVariableIsSet("NSCOPE_UPDATE_PICTURES")) {
    ASSERT_TRUE(
        picture.convertToFormat(QImage::Format_RGB888).save(references.filePath(name), "PNG", 0));
    return;
  }
  const double different = difference(QImage(references.filePath(name)), picture);
  if (different <= kMostDifferent) return;
  const QString kept = QDir::temp().filePath(QStringLiteral("neuronscope-") + name);
  picture.save(kept);
  FAIL() << name.toStdString() << ": " << different * 100
         << " % of the pixels differ; now: " << kept.toStdString();
}

INSTANTIATE_TEST_SUITE_P(Pages, PictureTest,
                         testing::Combine(testing::ValuesIn(kPages),
                                          testing::Values("dark", "light"),
                                          testing::Values("1", "2")),
                         [](const auto& made) {
                           return std::string(std::get<0>(made.param).name) + "_" +
                                  std::get<1>(made.param) + "_" + std::get<2>(made.param) + "x";
                         });

TEST(PictureDifference, CountsPixels) {
  QImage a(10, 10, QImage::Format_RGB32);
  a.fill(Qt::black);
  QImage b = a;
  EXPECT_EQ(difference(a, b), 0.0);
  b.setPixel(3, 4, qRgb(0, kPixelTolerance, 0));
  b.setPixel(5, 5, qRgb(kPixelTolerance - 1, 0, 0));
  EXPECT_EQ(difference(a, b), 0.01);
  EXPECT_EQ(difference(a, QImage(10, 11, QImage::Format_RGB32)), 1.0);
  EXPECT_EQ(difference(QImage(), QImage()), 1.0);
}

}  // namespace
