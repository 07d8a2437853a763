#include "app/gui/docks/operators/flame_view.h"

#include "app/gui/panels/table_model.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace nscope::gui {
namespace {

using analysis::OperatorColumn;
using analysis::OperatorTotals;
using analysis::OperatorTree;

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

QColor node_color(const Trace& trace, const OperatorTree::Node& node) {
  if (node.level != analysis::TreeLevel::kInstruction) {
    return name_color(trace.text(node.totals.name));
  }
  const auto& time = node.totals.time;
  const auto most = std::max_element(time.begin(), time.end()) - time.begin();
  const auto unit = static_cast<std::size_t>(most);
  return unit < OperatorTotals::kOther ? engine_color(analysis::kCoreUnits[unit])
                                       : engine_color(Engine::kNone);
}

FlameView::FlameView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Flame graph of operators"));
  describe();
}

void FlameView::set_tree(std::shared_ptr<const Trace> trace, OperatorTreePtr tree) {
  trace_ = std::move(trace);
  tree_ = std::move(tree);
  cells_.reset();
  if (tree_) cells_.emplace(*trace_, tree_->window);
  root_ = FlameBlock::kAll;
  current_ = FlameBlock::kAll;
  lay_out();
}

void FlameView::set_width_of(FlameWidth width) {
  width_of_ = width;
  lay_out();
}

void FlameView::set_root(std::uint32_t node) {
  root_ = node;
  lay_out();
}

void FlameView::set_current(std::uint32_t node) {
  if (node == current_) return;
  current_ = node;
  describe();
  update();
  emit current_changed(node);
}

void FlameView::lay_out() {
  hovered_ = nullptr;
  const double pixels = std::max(1.0, width() - 2.0 * kFlameMargin);
  blocks_ = tree_ ? flame_layout(*tree_, root_, width_of_, kNarrowest / pixels)
                  : std::vector<FlameBlock>();
  const int depth = blocks_.empty() ? 0 : blocks_.back().depth + 1;
  setMinimumHeight(static_cast<int>(depth * kFlameViewRowHeight) + kFlameMargin);
  describe();
  update();
}

QSize FlameView::sizeHint() const {
  return {600, static_cast<int>(kFlameViewRowHeight * 5)};
}

QSize FlameView::minimumSizeHint() const {
  return {160, minimumHeight()};
}

QRectF FlameView::rect_of(const FlameBlock& block) const {
  const double pixels = std::max(1.0, width() - 2.0 * kFlameMargin);
  const double left = kFlameMargin + block.begin * pixels;
  const double right = kFlameMargin + block.end * pixels;
  return {left, block.depth * kFlameViewRowHeight, std::max(1.0, right - left - kGap),
          kFlameViewRowHeight - kGap};
}

const FlameBlock* FlameView::block_at(const QPointF& position) const {
  const auto hit = std::find_if(blocks_.begin(), blocks_.end(), [&](const FlameBlock& block) {
    return rect_of(block).adjusted(0, 0, kGap, kGap).contains(position);
  });
  return hit == blocks_.end() ? nullptr : &*hit;
}

const FlameBlock* FlameView::block_of(std::uint32_t node) const {
  const auto hit = std::find_if(blocks_.begin(), blocks_.end(), [node](const FlameBlock& block) {
    return block.node == node && block.narrow == 0;
  });
  return hit == blocks_.end() ? nullptr : &*hit;
}

QString FlameView::block_text(const FlameBlock& block) const {
  if (block.narrow > 0) {
    return tr("%1 more").arg(count_text(std::int64_t{block.narrow}));
  }
  return block.node == FlameBlock::kAll ? tr("All work")
                                        : node_name(*trace_, tree_->nodes[block.node]);
}

void FlameView::draw_block(QPainter& painter, const FlameBlock& block) const {
  const Tokens& t = current_tokens();
  const QRectF rect = rect_of(block);
  const bool plain = block.node == FlameBlock::kAll;
  QColor color = plain ? t.raised : node_color(*trace_, tree_->nodes[block.node]);
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
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(block_text(block), Qt::ElideRight,
                                                    static_cast<int>(inside.width())));
}

void FlameView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(ui_font(11));
  for (const FlameBlock& block : blocks_) draw_block(painter, block);
}

void FlameView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  lay_out();
}

void FlameView::mousePressEvent(QMouseEvent* event) {
  const FlameBlock* hit = event->button() == Qt::LeftButton ? block_at(event->position()) : nullptr;
  if (hit == nullptr || hit->narrow > 0) return QWidget::mousePressEvent(event);
  const std::uint32_t node = hit->node;
  set_current(node);
  set_root(node);
}

void FlameView::mouseDoubleClickEvent(QMouseEvent* event) {
  // The first click already zoomed in, so use the current node, not the block under the pointer.
  if (event->button() == Qt::LeftButton && current_ != FlameBlock::kAll) emit activated(current_);
}

void FlameView::mouseMoveEvent(QMouseEvent* event) {
  const FlameBlock* under = block_at(event->position());
  if (under == hovered_) return;
  hovered_ = under;
  update();
}

void FlameView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_ = nullptr;
  update();
}

bool FlameView::event(QEvent* event) {
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

QString FlameView::tool_tip(const FlameBlock& block) const {
  if (block.node == FlameBlock::kAll) return block_text(block);
  const OperatorTree::Node& node = tree_->nodes[block.node];
  const auto columns = analysis::operator_columns("name", phrase("Name"));
  QStringList lines{block_text(block) + QStringLiteral(" · ") + level_text(node.level)};
  const auto add = [&](const QString& title, OperatorColumn column) {
    Table::Column format = columns[static_cast<std::size_t>(column)];
    if (column == OperatorColumn::kMfu) format.unit = "share";
    lines << title + QStringLiteral(": ") + cell_text(format, cells_->cell(node.totals, column));
  };
  const double engine_ns = static_cast<double>(analysis::engine_time(node.totals)) /
                           static_cast<double>(trace_->time_base().ticks_per_ns);
  lines << tr("Engine time: %1").arg(number_text(format_duration_ns(engine_ns)));
  add(tr("Active"), OperatorColumn::kActive);
  add(tr("Exposed"), OperatorColumn::kExposed);
  add(tr("Events"), OperatorColumn::kCount);
  add(tr("FLOPs"), OperatorColumn::kFlops);
  add(tr("HBM bytes"), OperatorColumn::kHbmBytes);
  add(tr("MFU"), OperatorColumn::kMfu);
  return lines.join(QLatin1Char('\n'));
}

bool FlameView::walk(int key) {
  const FlameBlock* at = block_of(current_);
  if (at == nullptr) return false;
  const auto to = [&](auto found) {
    if (found != nullptr && found->narrow == 0) set_current(found->node);
    return true;
  };
  const double middle = (at->begin + at->end) / 2.0;
  const FlameBlock* beside = nullptr;
  for (const FlameBlock& block : blocks_) {
    const bool covers = block.begin <= middle && middle <= block.end;
    if (key == Qt::Key_Up && block.depth == at->depth - 1 && covers) return to(&block);
    if (key == Qt::Key_Down && block.depth == at->depth + 1 && block.begin >= at->begin &&
        block.end <= at->end + 1e-9) {
      return to(&block);
    }
    if (block.depth != at->depth) continue;
    if (key == Qt::Key_Left && block.begin < at->begin) beside = &block;
    if (key == Qt::Key_Right && block.begin > at->begin) return to(&block);
  }
  return to(beside);
}

void FlameView::keyPressEvent(QKeyEvent* event) {
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
      set_root(tree_->nodes[root_].parent);
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

void FlameView::describe() {
  QString text = tr("The Operators dock shows the same hierarchy as a table.");
  if (const FlameBlock* at = tree_ ? block_of(current_) : nullptr) {
    text = tool_tip(*at).replace(QLatin1Char('\n'), QStringLiteral(", ")) + QStringLiteral(". ") +
           text;
  }
  setAccessibleDescription(text);
}

}  // namespace nscope::gui

#include "moc_flame_view.cpp"
