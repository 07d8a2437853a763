#include "app/gui/docks/operators/flame_graph.h"

#include "app/gui/text/plain_text.h"
#include "app/gui/text/short_name.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr double kFlameViewRowHeight = 24.0;
constexpr double kGap = 1.0;
constexpr double kNarrowest = 3.0;  ///< minimum width of a separate block in pixels
constexpr double kLeastForText = 28.0;
constexpr int kFlameMargin = 8;

QColor ink_on(const QColor& color) {
  const QColor dark = tokens(Scheme::kDark).on_accent;
  const QColor bright(Qt::white);
  return contrast(color, dark) >= contrast(color, bright) ? dark : bright;
}

}  // namespace

FlameGraph::FlameGraph(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

void FlameGraph::set_nodes(FlameNodes nodes) {
  nodes_ = std::move(nodes);
  root_ = FlameBlock::kAll;
  current_ = FlameBlock::kAll;
  find_nodes();
  lay_out();
}

void FlameGraph::set_values(FlameNodes nodes) {
  nodes_ = std::move(nodes);
  find_nodes();
  lay_out();
}

void FlameGraph::set_search(const QString& text) {
  search_ = text.trimmed();
  find_nodes();
  update();
}

void FlameGraph::find_nodes() {
  found_.clear();
  found_share_ = 0.0;
  if (search_.isEmpty() || nodes_.empty()) return;
  found_.resize(nodes_.parent.size());
  double whole = 0.0;
  double sum = 0.0;
  std::uint32_t counted = 0;  // nodes below this one are within a found one
  for (std::uint32_t i = 0; i < nodes_.parent.size(); ++i) {
    if (nodes_.parent[i] == FlameBlock::kAll) whole += nodes_.value[i];
    found_[i] = name_of(i).contains(search_, Qt::CaseInsensitive);
    if (!found_[i] || i < counted) continue;
    sum += nodes_.value[i];
    counted = nodes_.end[i];
  }
  if (whole > 0.0) found_share_ = sum / whole;
}

void FlameGraph::set_root(std::uint32_t node) {
  root_ = node;
  lay_out();
}

void FlameGraph::set_current(std::uint32_t node) {
  if (node == current_) return;
  current_ = node;
  describe();
  update();
  emit current_changed(node);
}

void FlameGraph::lay_out() {
  hovered_ = nullptr;
  const double pixels = std::max(1.0, width() - 2.0 * kFlameMargin);
  blocks_ =
      nodes_.empty() ? std::vector<FlameBlock>() : flame_layout(nodes_, root_, kNarrowest / pixels);
  const int depth = blocks_.empty() ? 0 : blocks_.back().depth + 1;
  setMinimumHeight(static_cast<int>(depth * kFlameViewRowHeight) + kFlameMargin);
  describe();
  update();
}

QSize FlameGraph::sizeHint() const {
  return {600, static_cast<int>(kFlameViewRowHeight * 5)};
}

QSize FlameGraph::minimumSizeHint() const {
  return {160, minimumHeight()};
}

QRectF FlameGraph::rect_of(const FlameBlock& block) const {
  const double pixels = std::max(1.0, width() - 2.0 * kFlameMargin);
  const double left = kFlameMargin + block.begin * pixels;
  const double right = kFlameMargin + block.end * pixels;
  const double top = inverted_ ? height() - (block.depth + 1) * kFlameViewRowHeight
                               : block.depth * kFlameViewRowHeight;
  return {left, top, std::max(1.0, right - left - kGap), kFlameViewRowHeight - kGap};
}

const FlameBlock* FlameGraph::block_at(const QPointF& position) const {
  const auto hit = std::find_if(blocks_.begin(), blocks_.end(), [&](const FlameBlock& block) {
    return rect_of(block).adjusted(0, 0, kGap, kGap).contains(position);
  });
  return hit == blocks_.end() ? nullptr : &*hit;
}

const FlameBlock* FlameGraph::block_of(std::uint32_t node) const {
  const auto hit = std::find_if(blocks_.begin(), blocks_.end(), [node](const FlameBlock& block) {
    return block.node == node && block.narrow == 0;
  });
  return hit == blocks_.end() ? nullptr : &*hit;
}

QString FlameGraph::block_text(const FlameBlock& block) const {
  if (block.narrow > 0) {
    return tr("%1 more").arg(count_text(std::int64_t{block.narrow}));
  }
  return block.node == FlameBlock::kAll ? all_text() : name_of(block.node);
}

void FlameGraph::draw_block(QPainter& painter, const FlameBlock& block,
                            const NameSet& names) const {
  const Tokens& t = current_tokens();
  const QRectF rect = rect_of(block);
  const bool plain = block.node == FlameBlock::kAll;
  QColor color = plain ? t.raised : color_of(block.node);
  const bool dimmed = !plain && !found_.empty() && !found_[block.node];
  if (dimmed) color = mixed(t.panel, color, 0.25);
  if (&block == hovered_ && !plain) color = mixed(color, t.text, 0.18);
  painter.setRenderHint(QPainter::Antialiasing, rect.width() > 4.0);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawRoundedRect(rect, rect.width() > 4.0 ? 2.0 : 0.0, 2.0);
  const bool current = block.narrow == 0 && block.node == current_;
  if (current && hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.text, 2.0));
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 2.0, 2.0);
  }
  if (rect.width() < kLeastForText) return;
  painter.setPen(plain ? t.muted : ink_on(color));
  const QRectF inside = rect.adjusted(6, 0, -4, 0);
  const QString name = block_text(block);
  painter.drawText(
      inside, Qt::AlignLeft | Qt::AlignVCenter,
      elided_name(painter.fontMetrics(), name, names.cut(name), static_cast<int>(inside.width())));
}

void FlameGraph::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(ui_font(11));
  NameSet names;
  for (const FlameBlock& block : blocks_) {
    if (rect_of(block).width() >= kLeastForText) names.insert(block_text(block));
  }
  for (const FlameBlock& block : blocks_) draw_block(painter, block, names);
}

void FlameGraph::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  lay_out();
}

void FlameGraph::mousePressEvent(QMouseEvent* event) {
  const FlameBlock* hit = event->button() == Qt::LeftButton ? block_at(event->position()) : nullptr;
  if (hit == nullptr || hit->narrow > 0) return QWidget::mousePressEvent(event);
  const std::uint32_t node = hit->node;
  set_current(node);
  set_root(node);
}

void FlameGraph::mouseDoubleClickEvent(QMouseEvent* event) {
  // The first click already zoomed in, so use the current node, not the block under the pointer.
  if (event->button() == Qt::LeftButton && current_ != FlameBlock::kAll) emit activated(current_);
}

void FlameGraph::mouseMoveEvent(QMouseEvent* event) {
  const FlameBlock* under = block_at(event->position());
  if (under == hovered_) return;
  hovered_ = under;
  update();
}

void FlameGraph::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_ = nullptr;
  update();
}

bool FlameGraph::event(QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const FlameBlock* under = block_at(help->pos());
  if (under == nullptr) {
    QToolTip::hideText();
  } else {
    gui::show_tool_tip(help->globalPos(), tool_tip(*under), this, rect_of(*under).toRect());
  }
  return true;
}

bool FlameGraph::walk(int key) {
  const FlameBlock* at = block_of(current_);
  if (at == nullptr) return false;
  const auto to = [&](auto found) {
    if (found != nullptr && found->narrow == 0) set_current(found->node);
    return true;
  };
  const bool outwards = key == (inverted_ ? Qt::Key_Down : Qt::Key_Up);
  const bool inwards = key == (inverted_ ? Qt::Key_Up : Qt::Key_Down);
  const double middle = (at->begin + at->end) / 2.0;
  const FlameBlock* beside = nullptr;
  for (const FlameBlock& block : blocks_) {
    const bool covers = block.begin <= middle && middle <= block.end;
    if (outwards && block.depth == at->depth - 1 && covers) return to(&block);
    if (inwards && block.depth == at->depth + 1 && block.begin >= at->begin &&
        block.end <= at->end + 1e-9) {
      return to(&block);
    }
    if (block.depth != at->depth) continue;
    if (key == Qt::Key_Left && block.begin < at->begin) beside = &block;
    if (key == Qt::Key_Right && block.begin > at->begin) return to(&block);
  }
  return to(beside);
}

void FlameGraph::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (walk(event->key())) return;
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (event->modifiers() & Qt::ControlModifier) {
        emit activated(current_);
      } else {
        set_root(current_);
      }
      return;
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
      if (root_ == FlameBlock::kAll) break;
      set_root(nodes_.parent[root_]);
      set_current(root_);
      return;
    case Qt::Key_Home:
      set_root(FlameBlock::kAll);
      set_current(FlameBlock::kAll);
      return;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

void FlameGraph::describe() {
  QString text = help_text();
  if (const FlameBlock* at = block_of(current_)) {
    text = tool_tip(*at).replace(QLatin1Char('\n'), QStringLiteral(", ")) + QStringLiteral(". ") +
           text;
  }
  setAccessibleDescription(text);
}

}  // namespace nscope::gui

#include "moc_flame_graph.cpp"
