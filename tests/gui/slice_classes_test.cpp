#include "app/gui/timeline/model/slice_classes.h"

#include "app/gui/theme/tokens.h"
#include "app/gui/timeline/paint/legend.h"
#include "tests/gui/run_fixtures.h"

#include <QSignalSpy>
#include <QTest>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

std::shared_ptr<const SliceClasses> classes_of(const Trace& trace, ColorMode mode) {
  auto classes = classify(trace, mode, TaskControl());
  EXPECT_TRUE(classes.has_value());
  return classes ? *classes : nullptr;
}

std::string describe(const SliceClasses& classes) {
  std::string text;
  for (const SliceClasses::Class& of : classes.classes) {
    text += fmt::format("{} x{} {}\n", class_title(of).toStdString(), of.count, of.ticks);
  }
  return text;
}

TEST(SliceClasses, OpcodesByTimeAndOneForEachEvent) {
  const auto trace = make_run();
  const auto classes = classes_of(*trace, ColorMode::kOpcode);
  EXPECT_EQ(describe(*classes),
            "MATMUL x1 400\nCOPY x5 250\nTENSOR_REDUCE x5 250\nhardware_dynamic x2 180\n");
  const Track& vector = *track_named(*trace, "VectorE");
  EXPECT_EQ(classes->of(vector, 0), 1);
  EXPECT_EQ(classes->of(vector, 1), 2);
  EXPECT_EQ(classes->of(vector, 2), 1);
}

TEST(SliceClasses, EnginesNeedNoLookAtTheEvents) {
  const auto trace = make_run();
  const auto classes = classes_of(*trace, ColorMode::kEngine);
  EXPECT_EQ(describe(*classes), "TensorE x1 400\nVectorE x10 500\nDMA x2 180\n");
  EXPECT_TRUE(classes->rows[track_named(*trace, "VectorE")->id.index()].empty());
}

TEST(SliceClasses, PropertiesThatOnlySomeEventsHave) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kTensor);
  for (int i = 0; i < 6; ++i) {
    const SliceId slice = out.slice(engine, out.intern("MATMUL"), TraceTime(i * 10), TraceTime(5));
    if (i % 2 == 0)
      out.arg(slice, out.intern(key::kInstructionType), i == 0 ? "TRANSPOSE" : "REGULAR");
    if (i == 1) out.arg(slice, out.intern(key::kLayer), "layers.0");
    if (i == 1) out.arg(slice, out.intern(key::kSourceLocation), "model.py:7");
  }
  out.finish();
  const auto trace = builder.finish();
  const Track& tensor = *track_named(*trace, "TensorE");
  const auto types = classes_of(*trace, ColorMode::kInstructionType);
  EXPECT_EQ(describe(*types), "REGULAR x2 10\nTRANSPOSE x1 5\n");
  EXPECT_EQ(types->of(tensor, 0), 1);
  EXPECT_EQ(types->of(tensor, 1), SliceClasses::kNone);
  EXPECT_EQ(describe(*classes_of(*trace, ColorMode::kLayer)), "layers.0 x1 5\n");
  EXPECT_EQ(describe(*classes_of(*trace, ColorMode::kSource)), "model.py:7 x1 5\n");
  EXPECT_EQ(describe(*classes_of(*trace, ColorMode::kNone)), "");
}

std::shared_ptr<const Trace> run_of_names(int names) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kVector);
  for (int i = 0; i < names; ++i) {
    out.slice(engine, out.intern("OP" + std::to_string(1000 + i)), TraceTime(i * 1000),
              TraceTime(900 - i));
  }
  out.finish();
  return builder.finish();
}

TEST(SliceClasses, RareNamesShareOneClass) {
  const auto trace = run_of_names(50);
  const auto classes = classes_of(*trace, ColorMode::kOpcode);
  ASSERT_EQ(classes->classes.size(), SliceClasses::kMost + 1);
  EXPECT_EQ(classes->classes.back().others, 10u);
  EXPECT_EQ(classes->classes.back().count, 10u);
  EXPECT_EQ(class_title(classes->classes.back()).toStdString(), "10 more");
  const Track& track = *track_named(*trace, "VectorE");
  EXPECT_EQ(classes->of(track, 0), 0);
  EXPECT_EQ(classes->of(track, 49), SliceClasses::kMost);
}

TEST(SliceClasses, NeighboursInTheLegendDifferInColourOrPattern) {
  const auto classes = classes_of(*run_of_names(40), ColorMode::kOpcode);
  std::set<std::pair<QRgb, Pattern>> looks;
  for (const SliceClasses::Class& of : classes->classes) {
    looks.emplace(of.color.rgb(), of.pattern);
  }
  EXPECT_EQ(looks.size(), classes->classes.size());
}

TEST(SliceClasses, CancelledWorkIsAnError) {
  TaskControl control;
  control.request_cancel();
  const auto classes = classify(*make_run(), ColorMode::kOpcode, control);
  ASSERT_FALSE(classes.has_value());
  EXPECT_EQ(classes.error().code, ErrorCode::kCancelled);
}

TEST(SliceClasses, ModesHaveNamesThatAreReadBack) {
  for (const ColorMode mode : kColorModes) EXPECT_EQ(color_mode_of(to_string(mode)), mode);
  EXPECT_EQ(color_mode_of("nonsense"), ColorMode::kEngine);
}

/// What a reader without green (deuteranopia) or red (protanopia) cones sees: Machado,
/// Oliveira and Fernandes 2009, severity 1, in linear RGB.
using Matrix = std::array<std::array<double, 3>, 3>;
constexpr Matrix kDeuteranopia{{{0.367322, 0.860646, -0.227968},
                                {0.280085, 0.672501, 0.047413},
                                {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kProtanopia{{{0.152286, 1.052583, -0.204868},
                              {0.114503, 0.786281, 0.099216},
                              {-0.003882, -0.048116, 1.051998}}};

std::array<double, 3> lab_of(const QColor& color, const Matrix* seen) {
  const auto linear = [](double v) {
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  std::array<double, 3> rgb{linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
  if (seen != nullptr) {
    std::array<double, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) out[i] += (*seen)[i][j] * rgb[j];
      out[i] = std::clamp(out[i], 0.0, 1.0);
    }
    rgb = out;
  }
  const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047;
  const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883;
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  return {116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))};
}

TEST(ClassColors, AreToldApartByColourBlindReaders) {
  for (const Matrix* seen : std::array<const Matrix*, 3>{nullptr, &kDeuteranopia, &kProtanopia}) {
    for (std::size_t a = 0; a < 8; ++a) {
      for (std::size_t b = a + 1; b < 8; ++b) {
        const auto one = lab_of(class_color(a), seen);
        const auto two = lab_of(class_color(b), seen);
        const double distance = std::hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
        EXPECT_GT(distance, 10.0) << class_color(a).name().toStdString() << " "
                                  << class_color(b).name().toStdString();
      }
    }
  }
}

TEST(ClassColors, CarryReadableNames) {
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_GE(contrast(QColor(0x0d, 0x11, 0x17), class_color(i)), 4.5) << i;
    // An event must stand out from the background of both themes.
    EXPECT_GE(contrast(tokens(Scheme::kDark).window, class_color(i)), 3.0) << i;
  }
}

TEST(Legend, EntriesFilterAndAddUp) {
  const auto trace = make_run();
  const auto classes = classes_of(*trace, ColorMode::kOpcode);
  Legend legend;
  legend.set_classes(trace, classes);
  legend.resize(900, 30);
  legend.show();
  ASSERT_EQ(legend.entries().size(), 4u);
  HighlightPtr chosen;
  QObject::connect(&legend, &Legend::chosen, &legend,
                   [&](const HighlightPtr& highlight) { chosen = highlight; });
  const Track& vector = *track_named(*trace, "VectorE");
  QTest::mouseClick(legend.entries()[1], Qt::LeftButton);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->text, QStringLiteral("COPY"));
  EXPECT_TRUE(chosen->holds(vector, 0));
  EXPECT_FALSE(chosen->holds(vector, 1));
  QTest::mouseClick(legend.entries()[2], Qt::LeftButton, Qt::ControlModifier);
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(chosen->holds(vector, 0));
  EXPECT_TRUE(chosen->holds(vector, 1));
  EXPECT_TRUE(legend.entries()[1]->isChecked());
  QTest::keyClick(legend.entries()[0], Qt::Key_Space);
  EXPECT_EQ(chosen->text, QStringLiteral("MATMUL"));
  EXPECT_FALSE(legend.entries()[1]->isChecked());
  QTest::keyClick(legend.entries()[0], Qt::Key_Space);
  EXPECT_FALSE(chosen) << "again: all";
}

TEST(Legend, ForgetsItsMarksWhenAnotherViewHighlights) {
  const auto trace = make_run();
  Legend legend;
  legend.set_classes(trace, classes_of(*trace, ColorMode::kOpcode));
  legend.show();
  QTest::mouseClick(legend.entries()[0], Qt::LeftButton);
  ASSERT_TRUE(legend.entries()[0]->isChecked());
  legend.follow(highlight_name(*trace, trace->strings().find("COPY")));
  EXPECT_FALSE(legend.entries()[0]->isChecked());
}

TEST(Legend, SaysWhyItIsEmpty) {
  const auto trace = make_run();
  Legend legend;
  legend.set_classes(trace, nullptr);
  EXPECT_EQ(legend.message().toStdString(), "Classifying events…");
  legend.set_classes(trace, classes_of(*trace, ColorMode::kSource));
  EXPECT_EQ(legend.message().toStdString(), "No event of this run has this property.");
  legend.set_classes(trace, classes_of(*trace, ColorMode::kOpcode));
  EXPECT_EQ(legend.message().toStdString(), "");
}

}  // namespace
}  // namespace nscope::gui
