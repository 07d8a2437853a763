#include "app/gui/shell/preview_picture.h"

#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/tokens.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kPictureHeight = 40;

void draw_parts(QPainter& painter, const QRectF& area, const std::vector<double>& parts) {
  constexpr double kBar = 16;
  QRectF bar(area.left(), area.center().y() - kBar / 2, area.width(), kBar);
  painter.fillRect(bar, mixed(current_tokens().panel, current_tokens().text, 0.14));
  double at = bar.left();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double width = std::min(parts[i] * area.width(), bar.right() - at);
    if (width > 0) painter.fillRect(QRectF(at, bar.top(), width, kBar), series_color(i));
    at += std::max(width, 0.0);
  }
}

void draw_bars(QPainter& painter, const QRectF& area, const ExamplePreview& preview) {
  const Tokens& t = current_tokens();
  const double most = *std::max_element(preview.bars.begin(), preview.bars.end());
  if (!(most > 0)) return;
  constexpr double kWidest = 26;
  const double step = std::min(kWidest, area.width() / static_cast<double>(preview.bars.size()));
  for (std::size_t i = 0; i < preview.bars.size(); ++i) {
    const double height = std::max(1.0, preview.bars[i] / most * area.height());
    const bool strong = !preview.best || *preview.best == i;
    painter.fillRect(QRectF(area.left() + static_cast<double>(i) * step, area.bottom() - height,
                            step * 0.78, height),
                     strong ? t.accent : mixed(t.panel, t.text, 0.28));
  }
}

void draw_curve(QPainter& painter, const QRectF& area, const std::vector<double>& curve) {
  const Tokens& t = current_tokens();
  const auto [low, high] = std::minmax_element(curve.begin(), curve.end());
  const double bottom = std::min(0.0, *low);
  const double size = std::max(0.0, *high) - bottom;
  if (!(size > 0) || curve.size() < 2) return;
  const auto y_of = [&](double value) {
    return area.bottom() - (value - bottom) / size * area.height();
  };
  painter.setPen(QPen(t.muted, 1, Qt::DotLine));
  painter.drawLine(QPointF(area.left(), y_of(0)), QPointF(area.right(), y_of(0)));
  QPainterPath path(QPointF(area.left(), y_of(curve.front())));
  const double step = area.width() / static_cast<double>(curve.size() - 1);
  for (std::size_t i = 1; i < curve.size(); ++i) {
    path.lineTo(area.left() + static_cast<double>(i) * step, y_of(curve[i]));
  }
  painter.setPen(QPen(curve.back() >= 0 ? t.good : t.bad, 2));
  painter.drawPath(path);
}

void draw_rows(QPainter& painter, const QRectF& area, const ExamplePreview& preview) {
  const double height = area.height() / static_cast<double>(preview.rows.size());
  for (std::size_t row = 0; row < preview.rows.size(); ++row) {
    const std::vector<double>& busy = preview.rows[row].busy;
    const double width = area.width() / static_cast<double>(busy.size());
    for (std::size_t i = 0; i < busy.size(); ++i) {
      if (!(busy[i] > 0)) continue;
      painter.fillRect(QRectF(area.left() + static_cast<double>(i) * width,
                              area.top() + static_cast<double>(row) * height, width + 0.5,
                              height - 1.5),
                       mixed(current_tokens().panel, preview.rows[row].color, 0.2 + 0.8 * busy[i]));
    }
  }
}

}  // namespace

PreviewPicture::PreviewPicture(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kPictureHeight);
  setAttribute(Qt::WA_TransparentForMouseEvents);  // a click is one on the card
}

void PreviewPicture::set_preview(ExamplePreview preview) {
  preview_ = std::move(preview);
  update();
}

QSize PreviewPicture::sizeHint() const {
  return {200, kPictureHeight};
}

void PreviewPicture::paintEvent(QPaintEvent*) {
  if (!preview_.has_picture()) return;
  QPainter painter(this);
  const QRectF area = QRectF(rect()).adjusted(0, 3, 0, -3);
  if (!preview_.rows.empty()) return draw_rows(painter, area, preview_);
  if (!preview_.bars.empty()) return draw_bars(painter, area, preview_);
  if (!preview_.parts.empty()) return draw_parts(painter, area, preview_.parts);
  painter.setRenderHint(QPainter::Antialiasing);
  draw_curve(painter, area, preview_.curve);
}

}  // namespace nscope::gui
