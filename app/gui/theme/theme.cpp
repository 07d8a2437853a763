#include "app/gui/theme/theme.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme_style.h"
#include "profiler/base/resources.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QPixmap>
#include <QPointer>
#include <QStyle>
#include <QSvgRenderer>
#include <functional>
#include <initializer_list>
#include <string>

namespace nscope::gui {
namespace {

/// An icon of resources/icons in the given sizes, each modified by `finish`. Empty if the icon is
/// missing.
QIcon svg_icon(std::string_view name, std::initializer_list<int> sizes,
               const std::function<void(QPixmap&)>& finish) {
  const auto svg = find_resource("icons/" + std::string(name) + ".svg");
  if (!svg) return {};
  QSvgRenderer renderer(QByteArray(svg->content.data(), static_cast<int>(svg->content.size())));
  QIcon icon;
  for (const int size : sizes) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    finish(pixmap);
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace

Scheme system_scheme() {
  const QColor window = QGuiApplication::palette().color(QPalette::Window);
  return window.lightness() < 128 ? Scheme::kDark : Scheme::kLight;
}

QPalette make_palette(const Tokens& t) {
  QPalette palette;
  palette.setColor(QPalette::Window, t.window);
  palette.setColor(QPalette::WindowText, t.text);
  palette.setColor(QPalette::Base, t.panel);
  palette.setColor(QPalette::AlternateBase, t.raised);
  palette.setColor(QPalette::Text, t.text);
  palette.setColor(QPalette::PlaceholderText, t.muted);
  palette.setColor(QPalette::Button, t.raised);
  palette.setColor(QPalette::ButtonText, t.text);
  palette.setColor(QPalette::BrightText, t.bad);
  palette.setColor(QPalette::Highlight, t.accent);
  palette.setColor(QPalette::HighlightedText, t.on_accent);
  palette.setColor(QPalette::ToolTipBase, t.raised);
  palette.setColor(QPalette::ToolTipText, t.text);
  palette.setColor(QPalette::Link, t.accent);
  palette.setColor(QPalette::LinkVisited, t.accent);
  palette.setColor(QPalette::Light, t.line);
  palette.setColor(QPalette::Midlight, t.line);
  palette.setColor(QPalette::Mid, t.line);
  palette.setColor(QPalette::Dark, t.line);
  palette.setColor(QPalette::Shadow, t.window);
  for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, t.muted);
  }
  return palette;
}

QString make_style_sheet(const Tokens& tokens) {
  const auto sheet = find_resource("themes/neuronscope.qss");
  if (!sheet) return {};
  QString text = to_qstring(sheet->content);
  // Replace longer names first, so that "@warn" is not replaced in "@warnSurface".
  auto colors = named_colors(tokens);
  std::sort(colors.begin(), colors.end(),
            [](const NamedColor& a, const NamedColor& b) { return a.name.size() > b.name.size(); });
  for (const NamedColor& entry : colors) {
    text.replace(QLatin1Char('@') + to_qstring(entry.name), entry.color.name());
  }
  return text;
}

void apply_theme(QApplication& app, Scheme scheme) {
  // Each of these changes every widget of the program, so only what differs is set.
  static QPointer<QStyle> style;
  if (style == nullptr) QApplication::setStyle(style = new ThemeStyle);
  if (const QFont font = ui_font(); QApplication::font() != font) QApplication::setFont(font);
  const Tokens& t = tokens(scheme);
  const QString sheet = make_style_sheet(t);
  if (sheet == app.styleSheet()) return;
  QApplication::setPalette(make_palette(t));
  app.setStyleSheet(sheet);
}

QFont ui_font(int pixels, QFont::Weight weight) {
  QFont font(QStringList{QStringLiteral("Inter"), QGuiApplication::font().family()});
  font.setPixelSize(pixels);
  font.setWeight(weight);
  return font;
}

QFont mono_font(int pixels, QFont::Weight weight) {
  static const QString kSystemFixed = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
  QFont font(QStringList{QStringLiteral("JetBrains Mono"), kSystemFixed});
  font.setStyleHint(QFont::Monospace);
  font.setPixelSize(pixels);
  font.setWeight(weight);
  return font;
}

QIcon line_icon(std::string_view name, const QColor& color) {
  return svg_icon(name, {16, 32}, [&](QPixmap& pixmap) {
    QPainter painter(&pixmap);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
  });
}

QIcon application_icon() {
  return svg_icon("neuronscope", {16, 32, 48, 128}, [](QPixmap&) {});
}

}  // namespace nscope::gui
