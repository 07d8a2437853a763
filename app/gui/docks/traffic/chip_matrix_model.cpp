#include "app/gui/docks/traffic/chip_matrix_model.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QPainter>
#include <algorithm>
#include <set>

namespace nscope::gui {

using analysis::LinkTraffic;

void ChipMatrixModel::set_links(std::vector<LinkTraffic> links) {
  beginResetModel();
  links_ = std::move(links);
  index_.clear();
  most_ = 0.0;
  std::set<int> chips;
  bool switches = false;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const LinkTraffic& link = links_[i];
    if (link.from < 0 && link.to < 0) continue;
    switches = switches || link.from < 0 || link.to < 0;
    if (link.from >= 0) chips.insert(link.from);
    if (link.to >= 0) chips.insert(link.to);
    index_.try_emplace({link.from, link.to}, i);
    most_ = std::max(most_, link.bytes);
  }
  ends_.assign(chips.begin(), chips.end());
  if (switches) ends_.push_back(LinkTraffic::kNoChip);
  endResetModel();
}

const LinkTraffic* ChipMatrixModel::link(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const auto found = index_.find({ends_[static_cast<std::size_t>(index.row())],
                                  ends_[static_cast<std::size_t>(index.column())]});
  return found == index_.end() ? nullptr : &links_[found->second];
}

TrackId ChipMatrixModel::track(const QModelIndex& index) const {
  const LinkTraffic* of = link(index);
  return of == nullptr ? TrackId() : of->track;
}

int ChipMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(ends_.size());
}

int ChipMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(ends_.size());
}

QVariant ChipMatrixModel::data(const QModelIndex& index, int role) const {
  const LinkTraffic* of = link(index);
  if (of == nullptr) {
    return role == Qt::ToolTipRole && index.isValid() ? QVariant(tr("No counter for this link."))
                                                      : QVariant();
  }
  const Tokens& t = current_tokens();
  const QColor color =
      mixed(t.panel, engine_color(Engine::kCc), most_ > 0.0 ? 0.65 * of->bytes / most_ : 0.0);
  switch (role) {
    case Qt::DisplayRole: return number_text(format_bytes(of->bytes));
    case Qt::ToolTipRole:
      return tr("%1: %2, average %3, maximum %4")
          .arg(to_qstring(of->name), number_text(format_bytes(of->bytes)),
               number_text(format_si(of->mean, "B/s")), number_text(format_si(of->peak, "B/s")));
    case Qt::BackgroundRole: return color;
    case Qt::ForegroundRole:
      return contrast(color, t.text) >= 4.5 ? t.text : tokens(Scheme::kDark).on_accent;
    case Qt::FontRole: return mono_font(11);
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignCenter);
    default: return {};
  }
}

QVariant ChipMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (section < 0 || section >= rowCount()) return {};
  const int chip = ends_[static_cast<std::size_t>(section)];
  const bool sends = orientation == Qt::Vertical;
  switch (role) {
    case Qt::DisplayRole:
      if (chip < 0) return tr("switch");
      return sends ? tr("chip %1 →").arg(chip) : tr("→ %1").arg(chip);
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (sends ? Qt::AlignRight : Qt::AlignHCenter));
    default: return {};
  }
}

void ChipMatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  const QVariant color = index.data(Qt::BackgroundRole);
  if (!color.isValid()) return;
  const QRectF cell = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
  const bool chosen = (option.state & (QStyle::State_HasFocus | QStyle::State_Selected)) != 0;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(chosen ? QPen(current_tokens().accent, 1.5) : QPen(Qt::NoPen));
  painter->setBrush(color.value<QColor>());
  painter->drawRoundedRect(cell, 3, 3);
  painter->setFont(index.data(Qt::FontRole).value<QFont>());
  painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
  painter->drawText(cell, Qt::AlignCenter, index.data(Qt::DisplayRole).toString());
  painter->restore();
}

}  // namespace nscope::gui

#include "moc_chip_matrix_model.cpp"
