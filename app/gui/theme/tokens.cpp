#include "app/gui/theme/tokens.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::gui {
namespace {

QColor rgb(unsigned value) {
  return QColor::fromRgb(0xff000000U | value);
}

const Tokens& dark_tokens() {
  static const Tokens kTokens{Scheme::kDark, rgb(0x14171c), rgb(0x1a1e25), rgb(0x222833),
                              rgb(0x2c333f), rgb(0xe6e9ef), rgb(0x98a2b3), rgb(0x4f9cf9),
                              rgb(0x0d1117), rgb(0x213249), rgb(0x3a5f92), rgb(0x3a4352),
                              rgb(0xe6a23c), rgb(0x2b241a), rgb(0xe97c50), rgb(0x2bb58a)};
  return kTokens;
}

const Tokens& light_tokens() {
  static const Tokens kTokens{Scheme::kLight, rgb(0xf6f7f9), rgb(0xffffff), rgb(0xeef1f5),
                              rgb(0xdde2ea),  rgb(0x1b2330), rgb(0x5d6878), rgb(0x1b65c8),
                              rgb(0xffffff),  rgb(0xdbe9fb), rgb(0x8fbaf0), rgb(0xc3cbd6),
                              rgb(0x8a5200),  rgb(0xfff4e5), rgb(0xb93232), rgb(0x137353)};
  return kTokens;
}

// Mid-tone hues of equal lightness, distinguishable from the engine colours.
constexpr std::array<unsigned, 12> kNamePalette{0x5b9bd5, 0x4fae8a, 0xd19a3f, 0xc47fa8,
                                                0x8e86e0, 0xb5a243, 0xd57a5a, 0x4fb0b8,
                                                0x8fa860, 0xb583cf, 0x6fa4c9, 0xc98a6b};

double channel_luminance(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
  return 0.2126 * channel_luminance(color.redF()) + 0.7152 * channel_luminance(color.greenF()) +
         0.0722 * channel_luminance(color.blueF());
}

}  // namespace

const Tokens& tokens(Scheme scheme) {
  return scheme == Scheme::kDark ? dark_tokens() : light_tokens();
}

const Tokens& current_tokens() {
  const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
  return tokens(dark ? Scheme::kDark : Scheme::kLight);
}

std::vector<NamedColor> named_colors(const Tokens& t) {
  return {{"window", t.window},
          {"panel", t.panel},
          {"raised", t.raised},
          {"line", t.line},
          {"text", t.text},
          {"muted", t.muted},
          {"accent", t.accent},
          {"onAccent", t.on_accent},
          {"selection", t.selection},
          {"bar", t.bar},
          {"scroll", t.scroll},
          {"warn", t.warn},
          {"warnSurface", t.warn_surface},
          {"bad", t.bad},
          {"good", t.good}};
}

QColor engine_color(Engine engine, bool matmul) {
  switch (engine) {
    case Engine::kTensor: return rgb(matmul ? 0x2f86d6 : 0x56b4e9);
    case Engine::kVector: return rgb(0x2bb58a);
    case Engine::kScalar: return rgb(0xe69f00);
    case Engine::kGpSimd: return rgb(0xcc79a7);
    case Engine::kSync: return rgb(0x8b95a5);
    case Engine::kDma: return rgb(0xb9a23a);
    case Engine::kCc: return rgb(0xe06a3b);
    case Engine::kNone: break;
  }
  return rgb(0x8b95a5);
}

QColor track_color(const Trace& trace, const Track& track) {
  switch (track.kind) {
    case TrackKind::kCounter:
      // Counters of links belong to no core; all counters of a core are of memory.
      return track.core < 0 ? rgb(0x3fb6b2) : rgb(0x7a6ff0);
    case TrackKind::kSemaphore: return rgb(0x8b95a5);
    case TrackKind::kThrottle: return rgb(0xe06a3b);
    case TrackKind::kCompile: return rgb(0xd46a9f);
    default: break;
  }
  const bool matmul = trace.text(track.name).find("matmul") != std::string_view::npos;
  return engine_color(track.engine, matmul);
}

QColor name_color(std::string_view name) {
  // The FNV-1a hash gives a name the same colour in every run and on every machine.
  std::uint32_t hash = 2166136261U;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return rgb(kNamePalette[(hash ^ (hash >> 15)) % kNamePalette.size()]);
}

QColor mixed(const QColor& under, const QColor& over, double share) {
  const double s = std::clamp(share, 0.0, 1.0);
  const auto part = [s](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * s)); };
  return QColor(part(under.red(), over.red()), part(under.green(), over.green()),
                part(under.blue(), over.blue()));
}

double contrast(const QColor& a, const QColor& b) {
  const double brighter = std::max(luminance(a), luminance(b));
  const double darker = std::min(luminance(a), luminance(b));
  return (brighter + 0.05) / (darker + 0.05);
}

QColor readable_fill(const QColor& fill, const QColor& ink) {
  const QColor black(Qt::black);
  const QColor white(Qt::white);
  const QColor away = contrast(black, ink) > contrast(white, ink) ? black : white;
  constexpr int kSteps = 40;
  for (int step = 0; step < kSteps; ++step) {
    const QColor moved = mixed(fill, away, static_cast<double>(step) / kSteps);
    if (contrast(moved, ink) >= kLeastContrast) return moved;
  }
  return away;
}

}  // namespace nscope::gui
