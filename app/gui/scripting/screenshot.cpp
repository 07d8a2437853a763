#include "app/gui/scripting/screenshot.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/live/live_page.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/palette/command_palette.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/sweep/sweep_page.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPainter>
#include <QTimer>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kScreenshotPatienceMs = 120'000;
// Until files that are there are known not to change.
constexpr int kWatchMs = 4'500;

std::optional<SliceId> longest_event(const Trace& trace, const QString& name) {
  const StringId wanted = trace.strings().find(to_string(name));
  std::optional<SliceId> longest;
  std::int64_t duration = -1;
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (track.slices.name[row] != wanted || track.slices.duration[row] <= duration) continue;
      duration = track.slices.duration[row];
      longest = Trace::slice_id(track, row);
    }
  }
  return longest;
}

Result<> prepare_inspect(MainWindow& window, const ScreenshotOptions& options) {
  const auto& trace = window.inspect().trace();
  if (!trace) return {};
  if (!options.dock.isEmpty()) window.inspect().show_dock(options.dock);
  if (!options.analysis.isEmpty()) {
    if (options.dock.isEmpty()) window.inspect().show_dock(QStringLiteral("analyses"));
    window.inspect().analyses().choose(options.analysis);
  }
  TimelineWidget& timeline = window.inspect().timeline();
  // Selecting an event moves the view.
  const TimeView opened = timeline.view();
  timeline.set_color_mode(options.color);
  timeline.set_critical_path_shown(options.critical_path);
  if (auto* panel = window.inspect().findChild<TimelinePanel*>(); options.legend && panel) {
    panel->bar().legend_button().click();
    panel->bar().patterns_button().click();
  }
  const auto per_ns = static_cast<double>(trace->time_base().ticks_per_ns);
  if (!options.select.isEmpty()) {
    const auto slice = longest_event(*trace, options.select);
    if (!slice) {
      return fail(ErrorCode::kNotFound,
                  nscope::tr("the run has no event '{}'", to_string(options.select)));
    }
    timeline.show_slice(*slice);
  }
  if (!options.dock.isEmpty() && !options.input.isEmpty()) {
    window.inspect().dock_view(options.dock)->enter(options.input);
  }
  const bool linked = std::ranges::any_of(
      options.files, [](const QString& file) { return file.contains(QLatin1Char('#')); });
  if (options.view.span() > 0.0) {
    timeline.set_view({options.view.begin * per_ns, options.view.end * per_ns});
  } else if (!linked) {
    timeline.set_view(opened);
  }
  return {};
}

void show_part(MainWindow& window, ScreenshotPart part) {
  switch (part) {
    case ScreenshotPart::kPalette: return window.command_palette().open(QStringLiteral("tens"));
    case ScreenshotPart::kPreferences: return window.show_preferences();
    case ScreenshotPart::kShortcuts: return window.show_shortcuts();
    case ScreenshotPart::kAbout: return window.show_about();
    case ScreenshotPart::kNone: break;
  }
}

/// An image of the window with the open dialog, if any, in its centre.
QPixmap picture_of(MainWindow& window) {
  QPixmap picture = window.grab();
  if (window.dialog() == nullptr) return picture;
  const QPixmap dialog = window.dialog()->grab();
  const QRect place({}, window.dialog()->size());
  QPainter painter(&picture);
  const QPoint corner = window.rect().center() - place.center();
  painter.drawPixmap(corner, dialog);
  painter.setPen(current_tokens().line);
  painter.drawRect(place.translated(corner).adjusted(-1, -1, 0, 0));
  return picture;
}

/// Selects the point `options.select`, and filters by `options.input`.
Result<> prepare_sweep(MainWindow& window, const ScreenshotOptions& options) {
  SweepPage& page = window.sweep();
  page.filter().setText(options.input);
  if (options.select.isEmpty()) return {};
  const auto& ids = page.selection().points().ids;
  const auto found = std::find(ids.begin(), ids.end(), options.select.toLongLong());
  if (found == ids.end()) {
    return fail(ErrorCode::kNotFound,
                nscope::tr("the results have no point '{}'", to_string(options.select)));
  }
  page.selection().select(static_cast<std::uint32_t>(found - ids.begin()));
  return {};
}

/// `options.view` is in ns since the start of the baseline run.
Result<> prepare_compare(MainWindow& window, const ScreenshotOptions& options) {
  ComparePage& page = window.compare();
  page.set_alignment(options.alignment);
  if (!options.select.isEmpty()) {
    const auto& trace = page.sides()[page.base()].trace();
    const auto slice = trace ? longest_event(*trace, options.select) : std::nullopt;
    if (!slice) {
      return fail(ErrorCode::kNotFound,
                  nscope::tr("the baseline run has no event '{}'", to_string(options.select)));
    }
    page.timelines().select(page.base(), *slice);
  }
  if (options.view.span() > 0.0) page.timelines().show_time(options.view);
  return {};
}

}  // namespace

void start_live(MainWindow& window, const LiveStart& live) {
  window.set_mode(Mode::kLive);
  SourceForm& form = window.live().form();
  form.set_kind(live.kind);
  form.set_source(live.source);
  form.set_repeats(true);
  window.live().start();
}

bool settle(MainWindow& window) {
  QElapsedTimer timer;
  timer.start();
  // The start page begins its pictures a moment after it is shown.
  const auto is_busy = [&window] {
    const WelcomePage& start = window.welcome();
    return window.is_busy() || (start.isVisible() && start.has_pending_pictures());
  };
  while (timer.elapsed() < kScreenshotPatienceMs) {
    QApplication::processEvents(QEventLoop::AllEvents, 50);
    if (!is_busy()) {
      // A finished job may have started the next one, or asked for a repaint.
      QEventLoop loop;
      QTimer::singleShot(150, &loop, &QEventLoop::quit);
      loop.exec();
      if (!is_busy()) return true;
    }
  }
  return false;
}

Result<> take_screenshot(MainWindow& window, const ScreenshotOptions& options) {
  // The size is fixed because a page with a larger minimum size must not change the screenshot.
  window.setFixedSize(options.size);
  window.set_mode(options.mode.value_or(Mode::kInspect));
  window.show();
  if (options.compare) {
    window.compare().add_files(options.files);
  } else if (!options.files.isEmpty()) {
    window.open_files(options.files);
  } else if (!options.built_in.isEmpty() &&
             !window.open_entry(to_string(options.built_in), options.mode)) {
    return fail(ErrorCode::kNotFound,
                nscope::tr("unknown built-in document '{}'", to_string(options.built_in)));
  }
  const auto settled = [&window] { return settle(window); };
  if (!settled())
    return fail(ErrorCode::kInternal, text_of(tr("background work did not finish in time")));
  if (window.last_error()) return fail(*window.last_error());
  if (options.mode.value_or(Mode::kInspect) == Mode::kInspect && !options.built_in.isEmpty() &&
      window.simulate().trace()) {
    window.show_trace(window.simulate().trace(), options.built_in);
    if (!settled())
      return fail(ErrorCode::kInternal, text_of(tr("background work did not finish in time")));
  }
  auto ready =
      options.compare ? prepare_compare(window, options) : prepare_inspect(window, options);
  if (!ready) return ready;
  if (!options.files.isEmpty() && window.sweep_is_shown()) {
    if (auto shown = prepare_sweep(window, options); !shown) return shown;
  }
  if (!options.macro.isEmpty()) {
    window.play_macro(options.macro);
    if (!settled())
      return fail(ErrorCode::kInternal, text_of(tr("background work did not finish in time")));
    if (window.last_error()) return fail(*window.last_error());
  }
  if (options.mode && *options.mode != Mode::kInspect) window.set_mode(*options.mode);
  if (!settled())
    return fail(ErrorCode::kInternal, text_of(tr("background work did not finish in time")));
  show_part(window, options.part);
  if (!options.watch.isEmpty()) {
    if (auto watched = window.watch_folder(options.watch); !watched) return watched;
    window.show_watched();
    QEventLoop loop;
    QTimer::singleShot(kWatchMs, &loop, &QEventLoop::quit);
    loop.exec();
  }
  if (!settled())
    return fail(ErrorCode::kInternal, text_of(tr("background work did not finish in time")));
  if (options.live) {
    start_live(window, *options.live);
    QEventLoop loop;
    QTimer::singleShot(static_cast<int>(options.live_seconds * 1e3), &loop, &QEventLoop::quit);
    loop.exec();
  }
  const QPixmap picture = picture_of(window);
  if (!picture.save(options.output, "PNG")) {
    return fail(ErrorCode::kIo, text_of(tr("cannot write the image")), to_string(options.output));
  }
  return {};
}

}  // namespace nscope::gui
