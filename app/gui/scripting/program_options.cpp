#include "app/gui/scripting/program_options.h"

#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/shell/dialogs/language.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/watch/watched_folder.h"
#include "profiler/analysis/definition/analysis.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QSize>
#include <algorithm>

namespace nscope::gui {
namespace {

tl::unexpected<Error> wrong(const char* option, const QString& value, const Text& expected) {
  return fail(ErrorCode::kInvalidArgument,
              nscope::tr("--{} '{}': must be {}", option, to_string(value), expected));
}

Result<Mode> parse_mode(const QString& text) {
  QStringList known;
  for (const Mode mode : kModes) {
    if (text == mode_id(mode)) return mode;
    known << mode_id(mode);
  }
  return wrong("mode", text, nscope::tr("one of {}", to_string(known.join(QStringLiteral(", ")))));
}

Result<FrameScript> parse_script(const QString& text) {
  for (const FrameScript script : {FrameScript::kZoom, FrameScript::kPan, FrameScript::kMixed}) {
    if (text == to_qstring(to_string(script))) return script;
  }
  return wrong("script", text, nscope::phrase("zoom, pan or mixed"));
}

Result<ThemeChoice> parse_theme(const QString& text) {
  if (text == QLatin1String("system")) return ThemeChoice::kSystem;
  if (text == QLatin1String("dark")) return ThemeChoice::kDark;
  if (text == QLatin1String("light")) return ThemeChoice::kLight;
  return wrong("theme", text, nscope::phrase("dark, light or system"));
}

Result<ScreenshotPart> parse_part(const QString& text) {
  if (text == QLatin1String("palette")) return ScreenshotPart::kPalette;
  if (text == QLatin1String("preferences")) return ScreenshotPart::kPreferences;
  if (text == QLatin1String("shortcuts")) return ScreenshotPart::kShortcuts;
  if (text == QLatin1String("about")) return ScreenshotPart::kAbout;
  return wrong("show", text, nscope::phrase("palette, preferences, shortcuts or about"));
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
  parser.addOption({{"h", "help"}, "Print this help"});
  parser.addOption({"version", "Print the version"});
  parser.addOption({"example", "Open the built-in example"});
  parser.addOption({"built-in",
                    "Open a built-in document, whatever files have its name. If several documents "
                    "have the name, use "
                    "workload:NAME, scenario:NAME, plan:NAME or migration:NAME, or --mode",
                    "NAME"});
  parser.addOption(
      {"theme", "Theme: dark, light or system (default: as in the preferences)", "THEME"});
  parser.addOption({"mode", "Mode: inspect, simulate, live, compare, plan or sweep", "MODE"});
  parser.addOption({"watch", "Open captures that appear in this folder", "DIR"});
  parser.addOption({"compare", "Compare the files; the first is the baseline"});
  parser.addOption(
      {"align", "Alignment with --compare: start, clock or work (default: start)", "WHAT"});
  parser.addOption(
      {"language", "Language: en, de, ja or zh_CN (default: as in the preferences)", "CODE"});
  parser.addOption({"source-root",
                    "Folder, ZIP or tar archive with the source files of the kernels, for the "
                    "Source dock (default: the folder of the capture)",
                    "PATH"});
  parser.addOption({"models", "Folder with your own models; can be repeated", "DIR"});
  parser.addOption(
      {"devices", "Folder with your own devices and instance types; can be repeated", "DIR"});
  parser.addOption({"macro", "Play this macro on the run that is opened", "FILE"});
  parser.addOption({"new-window", "Open a new window even if the program is already running"});
  parser.addOption(
      {"screenshot", "Save an image of the window as PNG; works without a display", "OUT.png"});
  parser.addOption(
      {"show", "Dialog in the screenshot: palette, preferences, shortcuts or about", "WHAT"});
  parser.addOption({"size", "Size of the screenshot (default: 1600x1000)", "WxH"});
  parser.addOption({"scale", "Device pixels per logical pixel: 1 or 2", "N"});
  parser.addOption(
      {"select",
       "Longest event with this name, or number of a point of a sweep, selected in the screenshot",
       "NAME"});
  parser.addOption({"color",
                    "Colours of the timeline in the screenshot: engine, operator, layer, opcode, "
                    "instruction-type, source or none (default: engine)",
                    "MODE"});
  parser.addOption({"legend", "Show the legend and patterns in the screenshot"});
  parser.addOption({"critical-path", "Show the critical path in the screenshot"});
  parser.addOption({"dock", "Dock to raise in the screenshot", "ID"});
  parser.addOption({"input", "Text to enter in that dock, for example a search query", "TEXT"});
  parser.addOption({"analysis", "Analysis to show in the screenshot", "ID"});
  parser.addOption(
      {"view", "Visible part of the run in the screenshot, in nanoseconds", "FROM:TO"});
  parser.addOption({"time-to-paint",
                    "Print the time to the first frame and exit; if a file is given, to the first "
                    "frame with data"});
  parser.addOption({"live",
                    "Start a live stream: simulator:WORKLOAD, command:COMMAND, ssh:HOST, "
                    "file:FILE or pipe:PIPE",
                    "SOURCE"});
  parser.addOption({"benchmark-live", "Measure a simulated run that is streamed into Live mode"});
  parser.addOption({"seconds",
                    "Duration of the stream (default: 60 for --benchmark-live, 5 for --screenshot)",
                    "N"});
  parser.addOption({"rate", "Events per second of --benchmark-live (default: 1e6)", "N"});
  parser.addOption({"record", "Record the stream of --benchmark-live"});
  parser.addOption({"benchmark-frames", "Measure the frame times of a timeline"});
  parser.addOption(
      {"script", "Input of --benchmark-frames: zoom, pan or mixed (default: mixed)", "SCRIPT"});
  parser.addOption({"frames", "Number of frames of --benchmark-frames (default: 600)", "N"});
  parser.addOption({"json", "Print benchmark results as JSON"});
  parser.addPositionalArgument("file", "Captures, sessions or documents to open", "[FILE...]");
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
  return wrong(
      "live", text,
      nscope::phrase("simulator:WORKLOAD, command:COMMAND, ssh:HOST, file:FILE or pipe:PIPE"));
}

/// The value of an option, which must be greater than 0; `otherwise` if the option is absent.
Result<double> positive(const QCommandLineParser& parser, const char* option, double otherwise) {
  if (!parser.isSet(option)) return otherwise;
  bool ok = false;
  const double value = parser.value(option).toDouble(&ok);
  if (ok && value > 0.0 && value <= 1e9) return value;
  return wrong(option, parser.value(option), nscope::phrase("a number greater than 0"));
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
  return wrong("align", text, nscope::phrase("start, clock or work"));
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
    return wrong("dock", shot.dock,
                 nscope::tr("one of {}", to_string(docks.join(QStringLiteral(", ")))));
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
      return wrong(
          "color", parser.value("color"),
          nscope::phrase("engine, operator, layer, opcode, instruction-type, source or none"));
    }
  }
  if (parser.isSet("size")) {
    const auto size = parse_pair(parser.value("size"), QLatin1Char('x'));
    if (!size || size->first < 200 || size->second < 200 || size->first > 8000 ||
        size->second > 8000) {
      return wrong("size", parser.value("size"),
                   nscope::phrase("WIDTHxHEIGHT with values from 200 to 8000"));
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
      return wrong("view", parser.value("view"), nscope::phrase("FROM:TO in nanoseconds"));
    }
    shot.view = {view->first, view->second};
  }
  return shot;
}

Result<FrameBenchmarkOptions> parse_benchmark(const QCommandLineParser& parser) {
  FrameBenchmarkOptions benchmark;
  benchmark.files = parser.positionalArguments();
  if (benchmark.files.isEmpty()) {
    return fail(ErrorCode::kInvalidArgument, text_of(tr("--benchmark-frames requires a file")));
  }
  if (parser.isSet("script")) {
    const auto script = parse_script(parser.value("script"));
    if (!script) return fail(script.error());
    benchmark.script = *script;
  }
  if (parser.isSet("frames")) {
    benchmark.frames = parser.value("frames").toInt();
    if (benchmark.frames < 1 || benchmark.frames > 10'000'000) {
      return wrong("frames", parser.value("frames"),
                   nscope::phrase("a number from 1 to 10,000,000"));
    }
  }
  return benchmark;
}

}  // namespace

Result<ProgramOptions> parse_arguments(const QStringList& arguments) {
  QCommandLineParser parser;
  add_options(parser);
  if (!parser.parse(arguments)) {
    return fail(ErrorCode::kInvalidArgument, text_of(parser.errorText()));
  }
  ProgramOptions options;
  if (parser.isSet("help")) {
    // Qt takes the name from the application, which does not exist yet.
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
  if (parser.isSet("source-root")) {
    const QFileInfo root(parser.value("source-root"));
    if (!root.exists()) {
      return wrong("source-root", parser.value("source-root"),
                   nscope::phrase("an existing folder or archive"));
    }
    // The running program may have another working directory.
    options.source_root = root.absoluteFilePath();
  }
  if (parser.isSet("language")) {
    options.language = parser.value("language");
    const auto known = languages();
    if (std::ranges::find(known, *options.language, &Language::code) == known.end()) {
      return wrong("language", *options.language, nscope::phrase("en, de, ja or zh_CN"));
    }
  }
  for (const QString& folder : parser.values("models")) {
    options.catalog.models.push_back(to_string(folder));
  }
  for (const QString& folder : parser.values("devices")) {
    options.catalog.devices.push_back(to_string(folder));
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
  if (parser.isSet("watch")) {
    options.watch = parser.value("watch");
    const auto folder = watch::WatchedFolder::open(to_string(options.watch));
    if (!folder)
      return fail(ErrorCode::kInvalidArgument, folder.error().message,
                  "--watch " + to_string(options.watch));
  }
  options.macro = parser.value("macro");
  if (parser.isSet("macro") && (options.files.isEmpty() || options.macro.isEmpty())) {
    return fail(ErrorCode::kInvalidArgument,
                text_of(tr("--macro requires a macro and a run to open")));
  }
  options.compare = parser.isSet("compare");
  if (options.compare) {
    if (options.files.isEmpty()) {
      return fail(ErrorCode::kInvalidArgument,
                  text_of(tr("--compare requires the runs to compare")));
    }
    options.mode = Mode::kCompare;
  }
  if (parser.isSet("align")) {
    const auto alignment = parse_alignment(parser.value("align"));
    if (!alignment) return fail(alignment.error());
    if (!options.compare) {
      return fail(ErrorCode::kInvalidArgument, text_of(tr("--align requires --compare")));
    }
    options.alignment = *alignment;
  }
  if (parser.isSet("scale")) {
    options.scale = parser.value("scale").toDouble();
    if (options.scale != 1.0 && options.scale != 2.0) {
      return wrong("scale", parser.value("scale"), nscope::phrase("1 or 2"));
    }
  }
  if (parser.isSet("screenshot")) {
    auto shot = parse_screenshot(parser);
    if (!shot) return fail(shot.error());
    shot->files = options.files;
    shot->watch = options.watch;
    shot->macro = options.macro;
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
