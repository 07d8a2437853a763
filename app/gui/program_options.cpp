#include "app/gui/program_options.h"

#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/text.h"
#include "profiler/analysis/analysis.h"

#include <QCommandLineParser>
#include <QSize>

namespace nscope::gui {
namespace {

tl::unexpected<Error> wrong(const char* option, const QString& value, const char* expected) {
  return fail(ErrorCode::kInvalidArgument,
              std::string("--") + option + " '" + to_string(value) + "': expected " + expected);
}

Result<Mode> parse_mode(const QString& text) {
  if (text == QLatin1String("inspect")) return Mode::kInspect;
  if (text == QLatin1String("simulate")) return Mode::kSimulate;
  if (text == QLatin1String("plan")) return Mode::kPlan;
  return wrong("mode", text, "inspect, simulate or plan");
}

Result<ThemeChoice> parse_theme(const QString& text) {
  if (text == QLatin1String("system")) return ThemeChoice::kSystem;
  if (text == QLatin1String("dark")) return ThemeChoice::kDark;
  if (text == QLatin1String("light")) return ThemeChoice::kLight;
  return wrong("theme", text, "dark, light or system");
}

/// Two positive numbers joined by `separator`.
std::optional<std::pair<double, double>> parse_pair(const QString& text, QChar separator) {
  const QStringList parts = text.split(separator);
  if (parts.size() != 2) return std::nullopt;
  bool first_ok = false;
  bool second_ok = false;
  const std::pair values{parts[0].toDouble(&first_ok), parts[1].toDouble(&second_ok)};
  if (!first_ok || !second_ok) return std::nullopt;
  return values;
}

void add_options(QCommandLineParser& parser) {
  parser.setApplicationDescription(
      QStringLiteral("Profiler and cost planner for AWS Trainium and Inferentia."));
  parser.addOption({{"h", "help"}, "Prints this help."});
  parser.addOption({"version", "Prints the version."});
  parser.addOption({"example", "Opens the built-in example."});
  parser.addOption({"built-in", "Opens a built-in workload or scenario.", "NAME"});
  parser.addOption({"theme", "dark, light or system.", "THEME"});
  parser.addOption({"mode", "inspect, simulate or plan.", "MODE"});
  parser.addOption({"screenshot", "Renders the window into a PNG without a display.", "OUT.png"});
  parser.addOption({"size", "Size of the picture, 1600x1000 unless given.", "WxH"});
  parser.addOption({"scale", "Device pixels per pixel: 1 or 2.", "N"});
  parser.addOption({"select", "Selects the longest event of that name in the picture.", "NAME"});
  parser.addOption({"dock", "Brings a dock of Inspect to the front in the picture.", "ID"});
  parser.addOption({"input", "Typed into that dock, for example a search.", "TEXT"});
  parser.addOption({"analysis", "Chooses an analysis in the picture.", "ID"});
  parser.addOption({"view", "Part of the run in the picture, nanoseconds.", "FROM:TO"});
  parser.addOption({"time-to-paint", "Prints the time to the first frame with data and leaves."});
  parser.addPositionalArgument("file", "A capture, or a saved session.", "[FILE...]");
}

Result<ScreenshotOptions> parse_screenshot(const QCommandLineParser& parser) {
  ScreenshotOptions shot;
  shot.output = parser.value("screenshot");
  shot.select = parser.value("select");
  shot.dock = parser.value("dock");
  shot.input = parser.value("input");
  QStringList docks;
  for (const DockKind& kind : dock_kinds()) docks << QString::fromLatin1(kind.id);
  if (!shot.dock.isEmpty() && !docks.contains(shot.dock)) {
    return wrong("dock", shot.dock, to_string(docks.join(QStringLiteral(", "))).c_str());
  }
  shot.analysis = parser.value("analysis");
  if (!shot.analysis.isEmpty()) {
    const auto found = analysis::find_analysis(to_string(shot.analysis));
    if (!found) return fail(found.error());
  }
  if (parser.isSet("size")) {
    const auto size = parse_pair(parser.value("size"), QLatin1Char('x'));
    if (!size || size->first < 200 || size->second < 200 || size->first > 8000 ||
        size->second > 8000) {
      return wrong("size", parser.value("size"), "WIDTHxHEIGHT from 200 to 8000");
    }
    shot.size = QSize(static_cast<int>(size->first), static_cast<int>(size->second));
  }
  if (parser.isSet("view")) {
    const auto view = parse_pair(parser.value("view"), QLatin1Char(':'));
    if (!view || view->second <= view->first) {
      return wrong("view", parser.value("view"), "FROM:TO in nanoseconds");
    }
    shot.view = {view->first, view->second};
  }
  return shot;
}

}  // namespace

Result<ProgramOptions> parse_arguments(const QStringList& arguments) {
  QCommandLineParser parser;
  add_options(parser);
  if (!parser.parse(arguments)) {
    return fail(ErrorCode::kInvalidArgument, to_string(parser.errorText()));
  }
  ProgramOptions options;
  if (parser.isSet("help")) options.text = parser.helpText();
  if (parser.isSet("version")) options.text = QStringLiteral("neuronscope " NSCOPE_VERSION "\n");
  options.files = parser.positionalArguments();
  if (parser.isSet("example")) options.built_in = QStringLiteral("example");
  if (parser.isSet("built-in")) options.built_in = parser.value("built-in");
  options.time_to_paint = parser.isSet("time-to-paint");
  if (parser.isSet("theme")) {
    const auto theme = parse_theme(parser.value("theme"));
    if (!theme) return fail(theme.error());
    options.theme = *theme;
  }
  if (parser.isSet("mode")) {
    const auto mode = parse_mode(parser.value("mode"));
    if (!mode) return fail(mode.error());
    options.mode = *mode;
  }
  if (parser.isSet("scale")) {
    options.scale = parser.value("scale").toDouble();
    if (options.scale != 1.0 && options.scale != 2.0) {
      return wrong("scale", parser.value("scale"), "1 or 2");
    }
  }
  if (parser.isSet("screenshot")) {
    auto shot = parse_screenshot(parser);
    if (!shot) return fail(shot.error());
    shot->files = options.files;
    shot->built_in = options.built_in;
    shot->mode = options.mode;
    options.screenshot = *shot;
  }
  return options;
}

}  // namespace nscope::gui
