#include "costmodel/report/drawing.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

/// A coordinate with up to two decimals.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string_view svg_anchor(Anchor anchor) {
  switch (anchor) {
    case Anchor::kStart: return "start";
    case Anchor::kMiddle: return "middle";
    case Anchor::kEnd: return "end";
  }
  return "";
}

struct ToSvg {
  const Language& language;

  std::string operator()(const LineMark& m) const {
    return fmt::format(
        R"(<line class="stroke-{}" x1="{}" y1="{}" x2="{}" y2="{}" stroke-width="{}"{}/>)",
        css_class(m.ink), number(m.x1), number(m.y1), number(m.x2), number(m.y2), number(m.width),
        m.dashed ? R"( stroke-dasharray="4 3")" : "");
  }
  std::string operator()(const RectMark& m) const {
    return fmt::format(
        R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"{}/>)", css_class(m.ink),
        number(m.x), number(m.y), number(m.width), number(m.height),
        m.opacity < 1.0 ? fmt::format(R"( fill-opacity="{}")", number(m.opacity)) : "");
  }
  std::string operator()(const PolylineMark& m) const {
    std::string points;
    for (const auto& [x, y] : m.points) {
      points += fmt::format("{}{},{}", points.empty() ? "" : " ", number(x), number(y));
    }
    return fmt::format(R"(<polyline class="stroke-{}" fill="none" stroke-width="{}" points="{}"/>)",
                       css_class(m.ink), number(m.width), points);
  }
  std::string operator()(const TextMark& m) const {
    const std::string shown = m.shown(language);
    constexpr double kCharacter = 0.55;  // mean width at size 1
    const double width = static_cast<double>(display_width(shown)) * m.size * kCharacter;
    return fmt::format(
        R"(<text class="{}" x="{}" y="{}" font-size="{}" text-anchor="{}">{}</text>)",
        css_class(m.ink), number(m.x), number(m.y), number(m.fitting_size(width)),
        svg_anchor(m.anchor), escaped(shown));
  }
};

}  // namespace

std::string_view css_class(Ink ink) {
  switch (ink) {
    case Ink::kText: return "ink-text";
    case Ink::kMuted: return "ink-muted";
    case Ink::kGrid: return "ink-grid";
    case Ink::kAccent: return "ink-accent";
    case Ink::kGood: return "ink-good";
    case Ink::kBad: return "ink-bad";
    case Ink::kWarn: return "ink-warn";
  }
  return "";
}

std::string TextMark::shown(const Language& language) const {
  std::string shown = language.say(text);
  if (most_bytes > 0) shorten(shown, most_bytes);
  return shown;
}

double TextMark::fitting_size(double width) const {
  return most_width > 0 && width > most_width ? size * most_width / width : size;
}

std::string to_svg(const Drawing& drawing, const Language& language) {
  std::string out = fmt::format(
      R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg">)",
      number(drawing.width), number(drawing.height), escaped(language.say(drawing.title)));
  for (const Mark& mark : drawing.marks) out += "\n" + std::visit(ToSvg{language}, mark);
  return out + "\n</svg>";
}

std::vector<double> round_ticks(double low, double high, int most) {
  if (!(high > low) || !std::isfinite(high - low)) return {low};
  const double rough = (high - low) / std::max(most - 1, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = power * factor;
    if (step >= rough * (1.0 - 1e-9)) break;
  }
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  for (double k = first; k * step <= high + step * 1e-9; k += 1.0)
    ticks.push_back(k * step + 0.0);  // no -0
  return ticks;
}

}  // namespace nscope::cost
