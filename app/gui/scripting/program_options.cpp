#include "app/gui/scripting/program_options.h"

#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/shell/dialogs/language.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/definition/analysis.h"

#include <QCommandLineParser>
#include <QSize>
#include <algorithm>

namespace nscope::gui {
namespace {

tl::unexpected<Error> wrong(const char* option, const QString& value, const char* expected) {
  return fail(ErrorCode::kInvalidArgument,
              std::string("--") + option + " '" + to_string(value) + "': expected " + expected);
}

Result<Mode> parse_mode(const QString& text) {
  QStringList known;
  for (const Mode mode : kModes) {
    if (text == mode_id(mode)) return mode;
    known << mode_id(mode);
  }
  return wrong("mode", text, qPrintable(known.join(QStringLiteral(", "))));
}

Result<FrameScript> parse_script(const QString& text) {
  for (const FrameScript script : {FrameScript::kZoom, FrameScript::kPan, FrameScript::kMixed}) {
    if (text == to_qstring(to_string(script))) return script;
  }
  return wrong("script", text, "zoom, pan or mixed");
}

Result<ThemeChoice> parse_theme(const QString& text) {
  if (text == QLatin1String("system")) return ThemeChoice::kSystem;
  if (text == QLatin1String("dark")) return ThemeChoice::kDark;
  if (text == QLatin1String("light")) return ThemeChoice::kLight;
  return wrong("theme", text, "dark, light or system");
}

Result<ScreenshotPart> parse_part(const QString& text) {
  if (text == QLatin1String("palette")) return ScreenshotPart::kPalette;
  if (text == QLatin1String("preferences")) return ScreenshotPart::kPreferences;
  if (text == QLatin1String("shortcuts")) return ScreenshotPart::kShortcuts;
  if (text == QLatin1String("about")) return ScreenshotPart::kAbout;
  return wrong("show", text, "palette, preferences, shortcuts or about");
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
  parser.addOption({"built-in",
                    "Opens a built-in document; workload:NAME, scenario:NAME, plan:NAME or "
                    "migration:NAME where several have the name and --mode does not tell.",
                    "NAME"});
  parser.addOption({"theme", "dark, light or system.", "THEME"});
  parser.addOption({"mode", "inspect, simulate, live, compare or plan.", "MODE"});
  parser.addOption({"compare", "Compares the files: the first is the base."});
  parser.addOption({"align", "With --compare, by what: start, clock or work.", "WHAT"});
  parser.addOption({"language", "en, de, ja or zh_CN.", "CODE"});
  parser.addOption({"new-window", "Opens a window of its own beside a running program."});
  parser.addOption({"show", "In the picture: palette, preferences, shortcuts or about.", "WHAT"});
  parser.addOption({"screenshot", "Renders the window into a PNG without a display.", "OUT.png"});
  parser.addOption({"size", "Size of the picture, 1600x1000 unless given.", "WxH"});
  parser.addOption({"scale", "Device pixels per pixel: 1 or 2.", "N"});
  parser.addOption({"select", "Selects the longest event of that name in the picture.", "NAME"});
  parser.addOption({"color", "What the timeline's colours say in the picture.", "MODE"});
  parser.addOption({"legend", "Shows the legend and patterns in the picture."});
  parser.addOption({"critical-path", "Shows the critical path in the picture."});
  parser.addOption({"dock", "Brings a dock of Inspect to the front in the picture.", "ID"});
  parser.addOption({"input", "Typed into that dock, for example a search.", "TEXT"});
  parser.addOption({"analysis", "Chooses an analysis in the picture.", "ID"});
  parser.addOption({"view", "Part of the run in the picture, nanoseconds.", "FROM:TO"});
  parser.addOption(
      {"time-to-paint",
       "Prints the time to the first frame, with data where a file is named, and leaves."});
  parser.addOption({"live",
                    "Starts Live mode: simulator:WORKLOAD, command:COMMAND, ssh:HOST, file:FILE "
                    "or pipe:PIPE.",
                    "SOURCE"});
  parser.addOption({"benchmark-live", "Streams a simulated run into Live mode and measures it."});
  parser.addOption({"seconds", "How long a live benchmark or picture streams: 60, or 5.", "N"});
  parser.addOption({"rate", "Events a second of --benchmark-live, 1e6 unless given.", "N"});
  parser.addOption({"record", "--benchmark-live records too."});
  parser.addOption({"benchmark-frames", "Paints frames of a run and prints their times."});
  parser.addOption({"script", "zoom, pan or mixed: what the benchmark does.", "SCRIPT"});
  parser.addOption({"frames", "Frames of the benchmark, 600 unless given.", "N"});
  parser.addOption({"json", "Prints the figures of a benchmark as JSON."});
  parser.addPositionalArgument("file", "A capture, or a saved session.", "[FILE...]");
}

Result<LiveStart> parse_live(const QString& text) {
  constexpr std::pair<const char*, LiveKind> kKinds[] = {{"simulator", LiveKind::kSimulator},
                                                         {"command", LiveKind::kCommand},
                                                         {"ssh", LiveKind::kSsh},
                                                         {"file", LiveKind::kFile},
                                                         {"pipe", LiveKind::kPipe}};
  for (const auto& [name, kind] : kKinds) {
    const QString prefix = QLatin1String(name) + QLatin1Char(':');
    if (text.startsWith(prefix) && text.size() > prefix.size()) {
      return LiveStart{kind, text.mid(prefix.size())};
    }
  }
  return wrong("live", text,
               "simulator:WORKLOAD, command:COMMAND, ssh:HOST, file:FILE or pipe:PIPE");
}

/// A number above 0; `otherwise` where the option is not given.
Result<double> positive(const QCommandLineParser& parser, const char* option, double otherwise) {
  if (!parser.isSet(option)) return otherwise;
  bool ok = false;
  const double value = parser.value(option).toDouble(&ok);
  if (ok && value > 0.0 && value <= 1e9) return value;
  return wrong(option, parser.value(option), "a number above 0");
}

Result<LiveBenchmarkOptions> parse_benchmark_live(const QCommandLineParser& parser) {
  LiveBenchmarkOptions benchmark;
  const auto seconds = positive(parser, "seconds", benchmark.seconds);
  if (!seconds) return fail(seconds.error());
  const auto rate = positive(parser, "rate", benchmark.rate);
  if (!rate) return fail(rate.error());
  benchmark.seconds = *seconds;
  benchmark.rate = *rate;
  benchmark.record = parser.isSet("record");
  if (parser.isSet("built-in")) benchmark.workload = to_string(parser.value("built-in"));
  return benchmark;
}

Result<TimeAlignment> parse_alignment(const QString& text) {
  if (text == QLatin1String("start")) return TimeAlignment::kStart;
  if (text == QLatin1String("clock")) return TimeAlignment::kClock;
  if (text == QLatin1String("work")) return TimeAlignment::kWork;
  return wrong("align", text, "start, clock or work");
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
  shot.legend = parser.isSet("legend");
  shot.critical_path = parser.isSet("critical-path");
  if (parser.isSet("color")) {
    shot.color = color_mode_of(to_string(parser.value("color")));
    if (to_qstring(to_string(shot.color)) != parser.value("color")) {
      return wrong("color", parser.value("color"),
                   "engine, operator, layer, opcode, instruction-type, source or none");
    }
  }
  if (parser.isSet("size")) {
    const auto size = parse_pair(parser.value("size"), QLatin1Char('x'));
    if (!size || size->first < 200 || size->second < 200 || size->first > 8000 ||
        size->second > 8000) {
      return wrong("size", parser.value("size"), "WIDTHxHEIGHT from 200 to 8000");
    }
    shot.size = QSize(static_cast<int>(size->first), static_cast<int>(size->second));
  }
  if (parser.isSet("show")) {
    const auto part = parse_part(parser.value("show"));
    if (!part) return fail(part.error());
    shot.part = *part;
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

Result<FrameBenchmarkOptions> parse_benchmark(const QCommandLineParser& parser) {
  FrameBenchmarkOptions benchmark;
  benchmark.files = parser.positionalArguments();
  if (benchmark.files.isEmpty()) {
    return fail(ErrorCode::kInvalidArgument, "--benchmark-frames needs a file");
  }
  if (parser.isSet("script")) {
    const auto script = parse_script(parser.value("script"));
    if (!script) return fail(script.error());
    benchmark.script = *script;
  }
  if (parser.isSet("frames")) {
    benchmark.frames = parser.value("frames").toInt();
    if (benchmark.frames < 1 || benchmark.frames > 10'000'000) {
      return wrong("frames", parser.value("frames"), "a number from 1 to 10,000,000");
    }
  }
  return benchmark;
}

}  // namespace

Result<ProgramOptions> parse_arguments(const QStringList& arguments) {
  QCommandLineParser parser;
  add_options(parser);
  if (!parser.parse(arguments)) {
    return fail(ErrorCode::kInvalidArgument, to_string(parser.errorText()));
  }
  ProgramOptions options;
  if (parser.isSet("help")) {
    // Options are read before there is an application, from which Qt would take the name.
    options.text = parser.helpText().replace("<executable_name>", "neuronscope");
  }
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
  options.new_window = parser.isSet("new-window");
  if (parser.isSet("language")) {
    options.language = parser.value("language");
    const auto known = languages();
    if (std::ranges::find(known, *options.language, &Language::code) == known.end()) {
      return wrong("language", *options.language, "en, de, ja or zh_CN");
    }
  }
  options.json = parser.isSet("json");
  if (parser.isSet("benchmark-live")) {
    const auto benchmark = parse_benchmark_live(parser);
    if (!benchmark) return fail(benchmark.error());
    options.benchmark_live = *benchmark;
  }
  if (parser.isSet("live")) {
    const auto live = parse_live(parser.value("live"));
    if (!live) return fail(live.error());
    options.live = *live;
    options.mode = Mode::kLive;
  }
  options.compare = parser.isSet("compare");
  if (options.compare) {
    if (options.files.isEmpty()) {
      return fail(ErrorCode::kInvalidArgument, "--compare: name the runs to compare");
    }
    options.mode = Mode::kCompare;
  }
  if (parser.isSet("align")) {
    const auto alignment = parse_alignment(parser.value("align"));
    if (!alignment) return fail(alignment.error());
    if (!options.compare) {
      return fail(ErrorCode::kInvalidArgument, "--align goes with --compare");
    }
    options.alignment = *alignment;
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
    shot->live = options.live;
    const auto seconds = positive(parser, "seconds", shot->live_seconds);
    if (!seconds) return fail(seconds.error());
    shot->live_seconds = *seconds;
    shot->compare = options.compare;
    shot->alignment = options.alignment;
    options.screenshot = *shot;
  }
  if (parser.isSet("benchmark-frames")) {
    const auto benchmark = parse_benchmark(parser);
    if (!benchmark) return fail(benchmark.error());
    options.benchmark_frames = *benchmark;
  }
  return options;
}

}  // namespace nscope::gui
