#include "profiler/trace/session/session_file.h"
#include "tests/gui/compare_fixtures.h"
#include "tests/support/corpus.h"

#include <QDir>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace {

struct Outcome {
  int code = -1;
  QString out;
  QString err;
};

/// Runs the program as a script without a display does.
Outcome run_program(const QStringList& arguments) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR"}) {
    environment.remove(QString::fromLatin1(name));
  }
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral(NSCOPE_PROGRAM), arguments);
  Outcome outcome;
  if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit) {
    return outcome;
  }
  outcome.code = process.exitCode();
  outcome.out = QString::fromUtf8(process.readAllStandardOutput());
  outcome.err = QString::fromUtf8(process.readAllStandardError());
  return outcome;
}

/// Different colours of a picture: more than a few where something was drawn.
int colors_of(const QImage& image) {
  QSet<QRgb> colors;
  for (int y = 0; y < image.height(); y += 3) {
    for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
  }
  return static_cast<int>(colors.size());
}

class ProgramTest : public testing::Test {
 protected:
  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
  QTemporaryDir folder_;
};

TEST_F(ProgramTest, ScreenshotHasTheSizeAskedFor) {
  const Outcome welcome =
      run_program({"--screenshot", path("w.png"), "--size", "900x600", "--theme", "light"});
  ASSERT_EQ(welcome.code, 0) << welcome.err.toStdString();
  EXPECT_EQ(QImage(path("w.png")).size(), QSize(900, 600));
  const Outcome twice = run_program({"--screenshot", path("d.png"), "--size", "900x600", "--scale",
                                     "2", "--theme", "dark", "--mode", "plan"});
  ASSERT_EQ(twice.code, 0) << twice.err.toStdString();
  const QImage image(path("d.png"));
  EXPECT_EQ(image.size(), QSize(1800, 1200));
  EXPECT_GT(colors_of(image), 50);
  EXPECT_LT(image.pixelColor(4, 4).lightness(), 60) << "dark";
}

TEST_F(ProgramTest, ScreenshotOfTheExampleShowsItsRun) {
  const Outcome shot = run_program(
      {"--screenshot", path("e.png"), "--example", "--theme", "dark", "--size", "1200x800"});
  ASSERT_EQ(shot.code, 0) << shot.err.toStdString();
  EXPECT_GT(colors_of(QImage(path("e.png"))), 100);
}

TEST_F(ProgramTest, PicturesShowPaletteDialogsAndLanguages) {
  const auto picture = [this](const char* name, const QStringList& arguments) {
    const Outcome outcome =
        run_program(QStringList{"--screenshot", path(name), "--size", "1000x700"} + arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.isEmpty()) << outcome.err.toStdString();
    return QImage(path(name));
  };
  const QImage plain = picture("plain.png", {});
  ASSERT_EQ(plain.size(), QSize(1000, 700));
  EXPECT_EQ(picture("again.png", {}), plain);
  for (const char* part : {"palette", "preferences", "shortcuts"}) {
    EXPECT_NE(picture("part.png", {"--show", part}), plain) << part;
  }
  EXPECT_NE(picture("de.png", {"--language", "de"}), plain);
  QFile run(path("run.json"));
  ASSERT_TRUE(run.open(QIODevice::WriteOnly));
  run.write(R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 0, "dur": 9},
                                {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 20, "dur": 9}]})");
  run.close();
  EXPECT_EQ(picture("link.png", {path("run.json") + "#t=2us-12us"}),
            picture("view.png", {path("run.json"), "--view", "2000:12000"}));
}

TEST_F(ProgramTest, APictureOfTheStartPageShowsItsThumbnails) {
  const Outcome shot =
      run_program({"--screenshot", path("start.png"), "--size", "1200x900", "--theme", "light"});
  ASSERT_EQ(shot.code, 0) << shot.err.toStdString();
  const QImage image(path("start.png"));
  int orange = 0;  // ScalarE of a sample; nothing else of the start page has this hue
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor color = image.pixelColor(x, y);
      orange += color.hue() > 25 && color.hue() < 50 && color.saturation() > 150 ? 1 : 0;
    }
  }
  EXPECT_GT(orange, 50);
}

TEST_F(ProgramTest, BadInputExitsWith3AndSaysWhere) {
  QFile broken(path("broken.ntff"));
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write("not a capture");
  broken.close();
  const Outcome bad = run_program({"--screenshot", path("x.png"), path("broken.ntff")});
  EXPECT_EQ(bad.code, 3);
  EXPECT_TRUE(bad.err.contains("broken.ntff")) << bad.err.toStdString();
  EXPECT_FALSE(QFile::exists(path("x.png")));
  EXPECT_EQ(run_program({"--screenshot", path("no/such/folder/x.png")}).code, 3);
  EXPECT_EQ(run_program({"--screenshot", path("x.png"), "--built-in", "nothing"}).code, 3);
}

TEST_F(ProgramTest, WrongArgumentsExitWith2) {
  EXPECT_EQ(run_program({"--no-such-option"}).code, 2);
  EXPECT_EQ(run_program({"--screenshot", path("x.png"), "--size", "huge"}).code, 2);
  EXPECT_EQ(run_program({"--theme", "purple"}).code, 2);
  EXPECT_EQ(run_program({"--language", "tlh"}).code, 2);
  EXPECT_EQ(run_program({"--screenshot", path("x.png"), "--show", "nonsense"}).code, 2);
  EXPECT_EQ(run_program({"--screenshot", path("x.png"), "--analysis", "nonsense"}).code, 2);
  EXPECT_EQ(run_program({"--screenshot", path("x.png"), "--color", "nonsense"}).code, 2);
}

TEST_F(ProgramTest, BenchmarkNeedsAFileAndKnownWords) {
  EXPECT_EQ(run_program({"--benchmark-frames"}).code, 2);
  EXPECT_EQ(run_program({"--benchmark-frames", "x.nscope", "--script", "dance"}).code, 2);
  EXPECT_EQ(run_program({"--benchmark-frames", "x.nscope", "--frames", "0"}).code, 2);
  const Outcome missing = run_program({"--benchmark-frames", path("none.nscope")});
  EXPECT_EQ(missing.code, 3);
  EXPECT_TRUE(missing.err.contains("none.nscope")) << missing.err.toStdString();
}

TEST_F(ProgramTest, ComparesRuns) {
  using namespace nscope;
  TaskControl control;
  const std::pair<const char*, gui::CompareRun> runs[] = {{"a.nscope", gui::base_run()},
                                                          {"b.nscope", gui::new_run()}};
  for (const auto& [name, run] : runs) {
    ASSERT_TRUE(session_file::save(*gui::make_compared(run), path(name).toStdString(), control)
                    .has_value());
  }
  const QStringList compare{"--screenshot", path("c.png"), "--size", "1200x800", "--compare"};
  const Outcome shot = run_program(compare + QStringList{"--align", "work", "--select", "MATMUL",
                                                         path("a.nscope"), path("b.nscope")});
  ASSERT_EQ(shot.code, 0) << shot.err.toStdString();
  EXPECT_GT(colors_of(QImage(path("c.png"))), 50);
  EXPECT_EQ(run_program(compare).code, 2) << "nothing to compare";
  EXPECT_EQ(run_program(compare + QStringList{"--align", "luck", path("a.nscope")}).code, 2);
  EXPECT_EQ(run_program({"--align", "work", path("a.nscope")}).code, 2);
  const Outcome missing = run_program(compare + QStringList{path("a.nscope"), path("no.nscope")});
  EXPECT_EQ(missing.code, 3);
  EXPECT_TRUE(missing.err.contains("no.nscope")) << missing.err.toStdString();
  const Outcome none =
      run_program(compare + QStringList{"--select", "NOTHING", path("a.nscope"), path("b.nscope")});
  EXPECT_EQ(none.code, 3);
}

TEST_F(ProgramTest, PlaysAMacro) {
  using namespace nscope;
  TaskControl control;
  ASSERT_TRUE(session_file::save(*gui::make_compared(gui::base_run()),
                                 path("a.nscope").toStdString(), control)
                  .has_value());
  const auto write = [this](const char* steps) {
    QFile file(path("m.json"));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(R"({"schema": "nscope.macro/1", "steps": [)") + steps + "]}");
  };
  const QStringList shoot{"--screenshot", path("m.png"), "--size", "1200x800", path("a.nscope")};
  ASSERT_EQ(run_program(shoot).code, 0);
  const QImage plain(path("m.png"));
  write(R"({"dock": "insights"}, {"color": "opcode"})");
  const Outcome played = run_program(shoot + QStringList{"--macro", path("m.json")});
  ASSERT_EQ(played.code, 0) << played.err.toStdString();
  EXPECT_NE(QImage(path("m.png")), plain);
  write(R"({"dock": "insights"}, {"dock": "cellar"})");
  const Outcome wrong = run_program(shoot + QStringList{"--macro", path("m.json")});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_TRUE(wrong.err.contains("/steps/1/dock")) << wrong.err.toStdString();
  EXPECT_EQ(run_program({"--macro", path("m.json")}).code, 2) << "no run";
}

TEST_F(ProgramTest, PrintsVersionAndHelp) {
  EXPECT_TRUE(run_program({"--version"}).out.startsWith("neuronscope "));
  EXPECT_TRUE(run_program({"--help"}).out.startsWith("Usage: neuronscope [options] [FILE...]"));
  EXPECT_TRUE(run_program({"--help"}).out.contains("--screenshot"));
}

TEST_F(ProgramTest, ReportsTheTimeToPaintAnEmptyWindow) {
  const Outcome outcome = run_program({"--time-to-paint"});
  ASSERT_EQ(outcome.code, 0) << outcome.err.toStdString();
  EXPECT_TRUE(outcome.out.endsWith(QStringLiteral("ms (empty)\n"))) << outcome.out.toStdString();
  EXPECT_GT(outcome.out.section(' ', 3, 3).toDouble(), 0.0);
}

class ProgramCorpusTest : public ProgramTest {
 protected:
  void SetUp() override { nscope::skip_without_corpus(); }
};

TEST_F(ProgramCorpusTest, ReportsTheTimeToPaintACapture) {
  const auto file = QString::fromStdString(
      nscope::corpus_path("captures/neuron/baseline_fp32_s1024/baseline_exec_2.ntff").string());
  const Outcome outcome = run_program({"--time-to-paint", file});
  ASSERT_EQ(outcome.code, 0) << outcome.err.toStdString();
  const double ms = outcome.out.section(' ', 3, 3).toDouble();
  EXPECT_GT(ms, 0.0) << outcome.out.toStdString();
}

TEST_F(ProgramCorpusTest, MeasuresFrames) {
  const auto file = QString::fromStdString(
      nscope::corpus_path("captures/neuron/baseline_fp32_s1024/baseline_exec_2.ntff").string());
  for (const char* script : {"zoom", "pan", "mixed"}) {
    const Outcome outcome =
        run_program({"--benchmark-frames", file, "--script", script, "--frames", "30", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err.toStdString();
    EXPECT_EQ(outcome.err.toStdString(), "");
    const QJsonObject report = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_EQ(report["script"].toString(), QString::fromLatin1(script));
    EXPECT_EQ(report["frames"].toInt(), 30);
    EXPECT_EQ(report["width"].toInt(), 1600);
    EXPECT_GT(report["slices"].toInt(), 1000);
    EXPECT_GT(report["rss_before_bytes"].toDouble(), 1e6);
    EXPECT_GT(report["rss_after_bytes"].toDouble(), 1e6);
    for (const char* times : {"frame_ms", "input_to_paint_ms", "timeline_paint_ms"}) {
      const QJsonObject ms = report[QLatin1String(times)].toObject();
      EXPECT_GT(ms["p50"].toDouble(), 0.0) << times;
      EXPECT_LE(ms["p50"].toDouble(), ms["p95"].toDouble()) << times;
      EXPECT_LE(ms["p95"].toDouble(), ms["p99"].toDouble()) << times;
      EXPECT_LE(ms["p99"].toDouble(), ms["max"].toDouble()) << times;
    }
    EXPECT_LE(report["timeline_paint_ms"].toObject()["p50"].toDouble(),
              report["input_to_paint_ms"].toObject()["p50"].toDouble());
  }
  const Outcome text = run_program({"--benchmark-frames", file, "--frames", "5"});
  EXPECT_TRUE(text.out.startsWith("mixed: 5 frames of 1600x900")) << text.out.toStdString();
}

}  // namespace
