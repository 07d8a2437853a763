#include "app/gui/compare/compare_page.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/scripting/frame_benchmark.h"
#include "app/gui/scripting/program_options.h"
#include "app/gui/scripting/screenshot.h"
#include "app/gui/shell/dialogs/language.h"
#include "app/gui/shell/dialogs/preferences.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/single_instance.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/remote/remote_path.h"
#include "profiler/base/json/document_text.h"

#include <QApplication>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>

#include <unistd.h>

namespace nscope::gui {
namespace {

constexpr int kExitUsage = 2;
constexpr int kExitInput = 3;
const QString kProgram = QStringLiteral("neuronscope");

/// As chosen on the command line or in the preferences; empty: that of the system.
QString chosen_language(const ProgramOptions& options, const Preferences& stored) {
  // Screenshots depend only on their arguments, not on stored settings.
  const QString usual = options.is_interactive() ? stored.language : QStringLiteral("en");
  return options.language.value_or(usual);
}

void set_environment(const ProgramOptions& options) {
  // Qt reads the environment before the QApplication exists, so the settings are named explicitly.
  const Preferences stored =
      options.is_interactive() ? Preferences::load(QSettings(kProgram, kProgram)) : Preferences();
  choose_han_forms(chosen_language(options, stored));
  const bool display =
      qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
  if (!options.is_interactive() || options.scale > 0.0) {
    // A screenshot must have the requested size in pixels on every machine.
    qputenv("QT_SCALE_FACTOR", QByteArray::number(std::max(1.0, options.scale)));
    qputenv("QT_ENABLE_HIGHDPI_SCALING", "1");
  } else if (!qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) {
    const int percent = stored.scale_percent;
    if (percent != 100) qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
  }
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && (options.screenshot || !display)) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
}

/// Suppresses two expected warnings that look like errors: the offscreen platform reports for each
/// window that there is no window manager, and in containers Qt reports a missing login session.
void message_filter(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (text.startsWith(QLatin1String("This plugin does not support"))) return;
  if (text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"))) return;
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  std::fprintf(stderr, "neuronscope: %s\n", qPrintable(text));
}

/// Milliseconds since the kernel started this process; negative if unknown.
double ms_since_start() {
  std::ifstream stat("/proc/self/stat");
  std::string line;
  std::getline(stat, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return -1.0;
  // Field 22 is the start time in clock ticks since boot; field 3 follows ") ".
  const QStringList fields = to_qstring(line.substr(name_end + 2)).split(QLatin1Char(' '));
  if (fields.size() < 20) return -1.0;
  timespec now{};
  if (clock_gettime(CLOCK_BOOTTIME, &now) != 0) return -1.0;
  const double boot_ms =
      static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  const double tick_ms = 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
  return boot_ms - fields[19].toDouble() * tick_ms;
}

/// Prints the time and exits as soon as a window without data is on screen.
class EmptyPaintReport : public QObject {
 public:
  explicit EmptyPaintReport(QWidget& window) : QObject(&window) { window.installEventFilter(this); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) {
      watched->removeEventFilter(this);
      // The painted content is on screen before the next event is handled.
      QTimer::singleShot(0, this, [] {
        std::printf("time to paint: %.0f ms (empty)\n", ms_since_start());
        std::fflush(stdout);
        QApplication::exit(0);
      });
    }
    return false;
  }
};

void report_time_to_paint(MainWindow& window, bool has_data) {
  if (!has_data) {
    new EmptyPaintReport(window);
    return;
  }
  TimelineWidget* timeline = &window.inspect().timeline();
  QObject::connect(timeline, &TimelineWidget::frame_painted, timeline, [timeline](double frame) {
    if (!timeline->trace()) return;
    std::printf("time to paint: %.0f ms (first frame %.1f ms, %zu events)\n", ms_since_start(),
                frame, timeline->trace()->slice_count());
    std::fflush(stdout);
    QTimer::singleShot(0, qApp, [] { QApplication::exit(0); });
  });
}

int fail_with(const Error& error) {
  std::fprintf(stderr, "neuronscope: %s\n", nscope::to_string(error).c_str());
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitInput;
}

StartRequest start_request(const ProgramOptions& options) {
  StartRequest request;
  // The running program may have another working directory.
  for (const QString& file : options.files) {
    const bool elsewhere = nscope::remote::is_remote(file.toStdString());
    request.files << (elsewhere ? file : QFileInfo(file).absoluteFilePath());
  }
  if (options.mode) request.mode = mode_id(*options.mode);
  request.built_in = options.built_in;
  request.source_root = options.source_root;
  return request;
}

int run_frame_benchmark(MainWindow& window, const ProgramOptions& options) {
  const auto report = benchmark_frames(window, *options.benchmark_frames);
  if (!report) return fail_with(report.error());
  const std::string text = options.json ? frame_report_json(*report) : frame_report_text(*report);
  std::fputs(text.c_str(), stdout);
  return 0;
}

int run_live_benchmark(MainWindow& window, const ProgramOptions& options) {
  const auto figures = benchmark_live(window, *options.benchmark_live);
  if (!figures) return fail_with(figures.error());
  const std::string text = options.json ? document_text(*figures) : live_benchmark_text(*figures);
  std::fputs(text.c_str(), stdout);
  return 0;
}

int run(int argc, char** argv, const ProgramOptions& options) {
  QApplication app(argc, argv);
  QCoreApplication::instance()->installEventFilter(new PlainTextGuard(&app));
  QApplication::setOrganizationName(kProgram);
  QApplication::setApplicationName(kProgram);
  QApplication::setApplicationVersion(QStringLiteral(NSCOPE_VERSION));
  // The desktop uses this name to find the installed desktop entry of a window and its icon.
  QApplication::setDesktopFileName(QStringLiteral("org.neuronscope.Neuronscope"));
  // Screenshots must depend only on their arguments, not on stored settings.
  const bool remembers = options.is_interactive();
  Preferences stored = remembers ? Preferences::load(QSettings()) : Preferences();
  SingleInstance instance;
  // A running program can only be asked to open files.
  std::shared_ptr<const catalog::Catalog> own;
  if (options.catalog != app::CatalogFolders{}) {
    auto loaded = app::load_catalog(options.catalog);
    if (!loaded) return fail_with(loaded.error());
    own = std::make_shared<const catalog::Catalog>(std::move(*loaded));
  }
  const bool hands_over = remembers && !options.new_window && !options.compare && !options.live &&
                          !own && options.watch.isEmpty() && options.macro.isEmpty();
  if (hands_over && instance.hand_over(start_request(options))) return 0;
  install_language(app, chosen_language(options, stored));
  const Scheme system = system_scheme();
  const ThemeChoice choice = options.theme.value_or(stored.theme);
  Scheme scheme = system;
  if (choice != ThemeChoice::kSystem) {
    scheme = choice == ThemeChoice::kDark ? Scheme::kDark : Scheme::kLight;
  }
  apply_theme(app, scheme);
  if (remembers) QApplication::setWindowIcon(application_icon());
  MainWindow window(system, remembers);
  window.set_catalog(std::move(own));
  QObject::connect(&instance, &SingleInstance::requested, &window, &MainWindow::take_over);
  window.inspect().run().set_source_root(options.source_root);
  if (options.screenshot) {
    const auto taken = take_screenshot(window, *options.screenshot);
    return taken ? 0 : fail_with(taken.error());
  }
  if (options.benchmark_live) return run_live_benchmark(window, options);
  if (options.benchmark_frames) return run_frame_benchmark(window, options);
  if (options.time_to_paint) report_time_to_paint(window, !options.files.isEmpty());
  if (!options.macro.isEmpty()) {
    QObject::connect(
        &window, &MainWindow::run_shown, &window,
        [&window, macro = options.macro] { window.play_macro(macro); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
  }
  if (options.compare) {
    window.compare().add_files(options.files);
    window.compare().set_alignment(options.alignment);
  } else {
    window.open_files(options.files);
  }
  if (options.mode) window.set_mode(*options.mode);
  if (!options.watch.isEmpty()) {
    if (auto watched = window.watch_folder(options.watch); !watched) {
      return fail_with(watched.error());
    }
  }
  window.show();
  if (options.live) start_live(window, *options.live);
  if (!options.built_in.isEmpty() &&
      !window.open_entry(to_string(options.built_in), options.mode)) {
    return fail_with({ErrorCode::kNotFound,
                      nscope::tr("unknown built-in document '{}'", to_string(options.built_in)),
                      {}});
  }
  return QApplication::exec();
}

}  // namespace
}  // namespace nscope::gui

int main(int argc, char** argv) {
  using namespace nscope::gui;
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const auto options = parse_arguments(arguments);
  if (!options) return fail_with(options.error());
  if (!options->text.isEmpty()) {
    std::fputs(qPrintable(options->text), stdout);
    return 0;
  }
  qInstallMessageHandler(message_filter);
  set_environment(*options);
  return run(argc, argv, *options);
}
