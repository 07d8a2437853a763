// Random input over the whole window, repeatable by its seed: nothing may crash, hang, leak,
// make Qt warn or be computed in the GUI thread that may take seconds.
//   gui_monkey [--seed N] [--steps N | --seconds N] [--latency] [FILE...]
// Without files it opens the embedded example again and again. Prints the steps it took; with
// --latency also the time from each input to the painted window, and the longest events of the GUI
// thread.
#include "app/documents/built_in.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/theme/theme.h"
#include "tests/gui/gui_thread_watch.h"
#include "tests/gui/latency_log.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCommandLineParser>
#include <QCursor>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QMouseEvent>
#include <QPointer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>

namespace {

using namespace nscope::gui;

QString last_steps;

void stop_at_warning(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  // Said by the offscreen platform of every window, and of a session without a login.
  if (text.startsWith(QLatin1String("This plugin does not support"))) return;
  if (text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"))) return;
  // Said by QTest if a widget ignores a key.
  if (text.startsWith(QLatin1String("Keyboard event not accepted"))) return;
  std::fprintf(stderr, "Qt: %s\nlast steps: %s\n", qPrintable(text), qPrintable(last_steps));
  std::abort();
}

class Monkey : public QObject {
 public:
  Monkey(MainWindow& window, unsigned seed, QStringList files)
      : window_(window), random_(seed), files_(std::move(files)) {}

  void step() {
    ++steps_;
    QWidget* top = QApplication::activePopupWidget();
    if (top == nullptr) top = QApplication::activeModalWidget();
    if (top == nullptr) top = &window_;
    // A dialog that asks for a file is looked at and left: the disk is not to be played with.
    if (auto* dialog = qobject_cast<QFileDialog*>(top)) return dialog->reject();
    if (!window_.isVisible()) window_.show();
    switch (pick(20)) {
      case 0: return open_something();
      case 1: return resize();
      case 2:
        // Every widget is styled anew: seldom, or nothing else would happen.
        if (pick(10) > 0) return click(*top);
        return note("theme"), window_.set_theme(static_cast<ThemeChoice>(pick(3)));
      case 3: return note("mode"), window_.set_mode(kModes[pick(std::size(kModes))]);
      case 4:
      case 5:
      case 6: return wheel(*top);
      case 7:
      case 8:
      case 9:
      case 10: return click(*top);
      case 11:
      case 12: return drag(*top);
      default: return key(*top);
    }
  }
  long steps() const { return steps_; }
  /// What the last step did, such as "click QPushButton".
  const QString& last_step() const { return last_step_; }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  void note(const QString& what) {
    last_step_ = what;
    last_steps = (last_steps + QLatin1String("; ") + what).right(600);
  }

  /// A visible widget below `top`, any of them.
  QWidget* some_widget(QWidget& top) {
    QList<QWidget*> all = top.findChildren<QWidget*>();
    all.removeIf(
        [](QWidget* widget) { return !widget->isVisible() || widget->visibleRegion().isEmpty(); });
    return all.empty() ? &top
                       : all[static_cast<qsizetype>(pick(static_cast<std::size_t>(all.size())))];
  }
  QPoint some_place(const QWidget& widget) {
    return {static_cast<int>(pick(static_cast<std::size_t>(std::max(1, widget.width())))),
            static_cast<int>(pick(static_cast<std::size_t>(std::max(1, widget.height()))))};
  }
  Qt::KeyboardModifiers some_modifiers() {
    constexpr Qt::KeyboardModifier kAll[] = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier,
                                             Qt::ControlModifier};
    return kAll[pick(std::size(kAll))];
  }

  void open_something() {
    if (!files_.empty() && pick(2) == 0) {
      note(QStringLiteral("open file"));
      return window_.open_files(
          {files_[static_cast<qsizetype>(pick(static_cast<std::size_t>(files_.size())))]});
    }
    const auto entries = nscope::app::built_ins();
    const auto& entry = entries[pick(entries.size())];
    note(QStringLiteral("open ") + QString::fromStdString(std::string(entry.name)));
    window_.open_entry(entry);
  }

  void resize() {
    note(QStringLiteral("resize"));
    window_.resize(700 + static_cast<int>(pick(1300)), 450 + static_cast<int>(pick(800)));
  }

  void click(QWidget& top) {
    QWidget* target = some_widget(top);
    const QPoint place = some_place(*target);
    note(QStringLiteral("click ") + target->metaObject()->className());
    const Qt::MouseButton button = pick(8) == 0   ? Qt::RightButton
                                   : pick(8) == 0 ? Qt::MiddleButton
                                                  : Qt::LeftButton;
    if (pick(6) == 0) {
      QTest::mouseDClick(target, button, some_modifiers(), place);
    } else {
      QTest::mouseClick(target, button, some_modifiers(), place);
    }
  }

  void drag(QWidget& top) {
    QPointer<QWidget> target = some_widget(top);
    note(QStringLiteral("drag ") + target->metaObject()->className());
    const Qt::KeyboardModifiers modifiers = some_modifiers();
    QTest::mousePress(target, Qt::LeftButton, modifiers, some_place(*target));
    QPoint end;
    for (int i = 0; i < 5 && target; ++i) {
      end = some_place(*target);
      QMouseEvent move(QEvent::MouseMove, end, target->mapToGlobal(end), Qt::NoButton,
                       Qt::LeftButton, modifiers);
      QApplication::sendEvent(target, &move);
    }
    if (target) QTest::mouseRelease(target, Qt::LeftButton, modifiers, end);
  }

  void wheel(QWidget& top) {
    QWidget* target = some_widget(top);
    note(QStringLiteral("wheel ") + target->metaObject()->className());
    const QPoint place = some_place(*target);
    QWheelEvent event(place, target->mapToGlobal(place), {}, {0, pick(2) == 0 ? 120 : -120},
                      Qt::NoButton, some_modifiers(), Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
  }

  void key(QWidget& top) {
    // No letters that could spell a command for a field that runs one.
    constexpr Qt::Key kKeys[] = {Qt::Key_W,         Qt::Key_S,           Qt::Key_A,
                                 Qt::Key_D,         Qt::Key_F,           Qt::Key_M,
                                 Qt::Key_P,         Qt::Key_N,           Qt::Key_1,
                                 Qt::Key_2,         Qt::Key_0,           Qt::Key_Tab,
                                 Qt::Key_Up,        Qt::Key_Down,        Qt::Key_Left,
                                 Qt::Key_Right,     Qt::Key_Return,      Qt::Key_Escape,
                                 Qt::Key_Space,     Qt::Key_Home,        Qt::Key_End,
                                 Qt::Key_PageUp,    Qt::Key_PageDown,    Qt::Key_F3,
                                 Qt::Key_Slash,     Qt::Key_BracketLeft, Qt::Key_BracketRight,
                                 Qt::Key_Backspace, Qt::Key_Delete,      Qt::Key_K,
                                 Qt::Key_Z};
    QWidget* target = QApplication::focusWidget();
    if (target == nullptr || !(&top == target || top.isAncestorOf(target))) target = &top;
    const Qt::Key key = kKeys[pick(std::size(kKeys))];
    note(QStringLiteral("key %1 %2")
             .arg(QKeySequence(key).toString(), target->metaObject()->className()));
    QTest::keyClick(target, key, some_modifiers());
  }

  MainWindow& window_;
  std::mt19937 random_;
  QStringList files_;
  long steps_ = 0;
  QString last_step_;
};

/// Takes a step and measures the time until the window is painted. Steps during which a dialog or
/// menu ran its own event loop are not counted.
void timed_step(Monkey& monkey, LatencyLog& inputs) {
  const long before = monkey.steps();
  QElapsedTimer clock;
  clock.start();
  monkey.step();
  const QString what = monkey.last_step();
  if (monkey.steps() != before + 1) return;
  // Updates of the window are posted.
  QCoreApplication::sendPostedEvents();
  const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  if (monkey.steps() == before + 1) inputs.add(what.section(u' ', 0, 0), what, ms);
}

}  // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QStandardPaths::setTestModeEnabled(true);
  qInstallMessageHandler(stop_at_warning);
  TimedApplication app(argc, argv);
  QCommandLineParser parser;
  parser.addOption({"seed", "Of the random numbers.", "N", "1"});
  parser.addOption({"steps", "How many inputs; 0: until the time is over.", "N", "2000"});
  parser.addOption({"seconds", "How long.", "N", "0"});
  parser.addOption({"latency", "Prints the times of inputs and events."});
  parser.addPositionalArgument("file", "Opened now and then.", "[FILE...]");
  parser.process(app);
  QStringList files;
  for (const QString& file : parser.positionalArguments()) {
    files << QFileInfo(file).absoluteFilePath();
  }
  const QTemporaryDir folder;  // whatever is written by accident
  QDir::setCurrent(folder.path());
  apply_theme(app, Scheme::kDark);
  const long most = parser.value("steps").toLong();
  const double seconds = parser.value("seconds").toDouble();
  auto window = std::make_unique<MainWindow>(Scheme::kDark, false);
  window->resize(1400, 900);
  window->show();
  window->open_entry("example");
  LatencyLog inputs;
  Monkey monkey(*window, parser.value("seed").toUInt(), files);
  QElapsedTimer clock;
  clock.start();
  // Each step asks for the next before it begins: dialogs and menus run their own event loops
  // inside a step, and get their steps too.
  const auto is_over = [&] {
    return seconds > 0 ? static_cast<double>(clock.elapsed()) > seconds * 1000
                       : monkey.steps() >= most;
  };
  std::function<void()> next = [&] {
    QTimer::singleShot(1, &app, next);
    if (!is_over()) return timed_step(monkey, inputs);
    if (QWidget* popup = QApplication::activePopupWidget()) {
      popup->close();
    } else if (QWidget* modal = QApplication::activeModalWidget()) {
      modal->close();
    } else {
      QApplication::exit(0);
    }
  };
  QTimer::singleShot(1, &app, next);
  int quits = 0;
  int code = QApplication::exec();
  // Quit is an action like any other: the user starts again.
  for (; code == 0 && !is_over(); code = QApplication::exec()) ++quits;
  window.reset();
  std::printf("%ld steps in %.1f s, quit %d times, seed %s\n", monkey.steps(),
              static_cast<double>(clock.elapsed()) / 1000.0, quits,
              qPrintable(parser.value("seed")));
  if (parser.isSet("latency")) {
    constexpr double kInputLimit = 33;  // ms
    constexpr double kEventLimit = 50;
    inputs.print(stdout, kInputLimit);
    app.log().print(stdout, kEventLimit);
  }
  for (const WatchedCall& call : watched_calls()) {
    if (!call.in_gui_thread) continue;
    std::fprintf(stderr, "%s() was called in the GUI thread\n", call.function.c_str());
    code = 1;
  }
  return code;
}
