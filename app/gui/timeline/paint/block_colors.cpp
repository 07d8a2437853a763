#include "app/gui/timeline/paint/block_colors.h"

#include "app/gui/timeline/model/timeline_geometry.h"
#include "profiler/analysis/metrics/throttle_ratio.h"

namespace nscope::gui {
namespace {

/// Whether the events of a track are coloured by name rather than by engine. Compile caches have
/// a colour of their own.
bool colored_by_name(const Track& track) {
  return track.kind == TrackKind::kLayer || track.kind == TrackKind::kHost ||
         track.kind == TrackKind::kExecution || track.kind == TrackKind::kRequest ||
         (track.engine == Engine::kNone && track.kind != TrackKind::kCompile);
}

/// The colour of an event by its name. Executions enclose other events, so their colours are less
/// saturated.
QColor named_color(const Trace& trace, const Track& track, std::uint32_t row) {
  const QColor color = name_color(trace.text(track.slices.name[row]));
  return track.kind == TrackKind::kExecution ? mixed(color, engine_color(Engine::kSync), 0.75)
                                             : color;
}

/// Intervals at full clock are not throttled, so they have a background colour.
BlockStyle throttle_style(const Trace& trace, const Track& track, const Tokens& tokens) {
  const QRgb limited = track_color(trace, track).rgb();
  const QRgb full = tokens.raised.rgb();
  return {
      .color = [ratio = analysis::ThrottleRatio(trace), &track, limited, full](std::uint32_t row) {
        return row != Id<void>::kNone && ratio.limits(track, row) ? limited : full;
      }};
}

/// The colour of an event without dimming; that of the track for Id::kNone.
std::function<QRgb(std::uint32_t)> own_colors(const FrameInput& frame, const Track& track) {
  const QRgb plain = track_color(*frame.trace, track).rgb();
  const SliceClasses* classes = frame.classes;
  if (classes != nullptr && classes->mode != ColorMode::kEngine) {
    const QRgb none = engine_color(Engine::kNone).rgb();
    return [classes, &track, plain, none](std::uint32_t row) {
      if (row == Id<void>::kNone) return plain;
      const std::uint8_t index = classes->of(track, row);
      return index == SliceClasses::kNone ? none : classes->classes[index].color.rgb();
    };
  }
  if (colored_by_name(track)) {
    return [&frame, &track, plain](std::uint32_t row) {
      return row == Id<void>::kNone ? plain : named_color(*frame.trace, track, row).rgb();
    };
  }
  return [plain](std::uint32_t) { return plain; };
}

std::function<Pattern(std::uint32_t)> patterns(const FrameInput& frame, const Track& track) {
  const SliceClasses* classes = frame.classes;
  if (!frame.patterns || classes == nullptr) return {};
  return [classes, &frame, &track](std::uint32_t row) {
    const std::uint8_t index = classes->of(track, row);
    if (index == SliceClasses::kNone || is_dimmed(frame, track, row)) return Pattern::kPlain;
    return classes->classes[index].pattern;
  };
}

}  // namespace

BlockStyle block_style(const FrameInput& frame, const Track& track, const Tokens& tokens) {
  if (track.kind == TrackKind::kThrottle) return throttle_style(*frame.trace, track, tokens);
  auto own = own_colors(frame, track);
  auto pattern = patterns(frame, track);
  if (frame.highlight == nullptr) return {std::move(own), std::move(pattern)};
  const auto dimmed = [&frame, &track, &tokens, own = std::move(own)](std::uint32_t row) {
    const QRgb color = own(row);
    if (row != Id<void>::kNone && !is_dimmed(frame, track, row)) return color;
    if (row != Id<void>::kNone && frame.hide_others) return tokens.window.rgb();
    return dimmed_color(QColor(color), tokens).rgb();
  };
  return {dimmed, std::move(pattern)};
}

bool is_dimmed(const FrameInput& frame, const Track& track, std::uint32_t row) {
  return frame.highlight != nullptr && !frame.highlight->holds(track, row);
}

QColor dimmed_color(const QColor& color, const Tokens& tokens) {
  return mixed(tokens.window, color, 0.28);
}

QColor dimmed_text(const Tokens& tokens) {
  return mixed(tokens.muted, tokens.text, 0.5);
}

}  // namespace nscope::gui
