#include "app/gui/compare/change_panel.h"

#include "app/gui/panels/signed_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr int kCardMargin = 4;
constexpr int kLine = 18;  ///< height of the line with the numbers, pixels

QFont change_font(const QModelIndex& index) {
  return mono_font(11, index.parent().isValid() ? QFont::Normal : QFont::DemiBold);
}

/// "fused is 12.3 µs (28.6 %) shorter than baseline".
QString verdict_text(const analysis::Comparison& comparison, const QString& base,
                     const QString& now) {
  if (comparison.no_difference()) return ChangePanel::tr("No differences.");
  const auto change = comparison.total_change_ns();
  if (!change) return ChangePanel::tr("Only metrics are compared.");
  if (std::abs(*change) < 1e-3) {
    return ChangePanel::tr("%1 takes as long as %2, but the time is distributed differently.")
        .arg(now, base);
  }
  const QString size = number_text(format_duration_ns(std::abs(*change)));
  const double total = *comparison.base.total_ns;
  const QString share =
      total > 0.0 ? number_text(format_percent(std::abs(*change) / total)) : QString();
  const QString text = *change < 0.0 ? ChangePanel::tr("%1 is %2 (%3) shorter than %4.")
                                     : ChangePanel::tr("%1 is %2 (%3) longer than %4.");
  QString verdict =
      text.arg(now, size, share.isEmpty() ? ChangePanel::tr("from zero") : share, base);
  if (const auto& interval = comparison.total_interval) {
    const QString range =
        interval->holds_zero()
            ? ChangePanel::tr("95 % confidence interval: %1 to %2 (not significant).")
            : ChangePanel::tr("95 % confidence interval: %1 to %2 (significant).");
    verdict += QLatin1Char(' ') +
               range.arg(signed_duration(interval->low), signed_duration(interval->high));
  }
  return verdict;
}

bool nothing_in_common(const analysis::Comparison& comparison) {
  return comparison.base.total_ns && !comparison.groups.empty() &&
         std::none_of(comparison.groups.begin(), comparison.groups.end(),
                      [](const analysis::GroupDifference& group) {
                        return group.base.count > 0.0 && group.now.count > 0.0;
                      });
}

QString nothing_in_common_text(analysis::GroupBy by) {
  switch (by) {
    case analysis::GroupBy::kLayer:
      return ChangePanel::tr(
          "The runs have no layers in common. Compare by another unit, or compare runs of the same "
          "program.");
    case analysis::GroupBy::kInstruction:
      return ChangePanel::tr(
          "The runs have no instructions in common. Compare by another unit, or compare runs of "
          "the same program.");
    case analysis::GroupBy::kSource:
      return ChangePanel::tr(
          "The runs have no source lines in common. Compare by another unit, or compare runs of "
          "the same program.");
    default: break;
  }
  return ChangePanel::tr(
      "The runs have no operators in common. Compare by another unit, or compare runs of the same "
      "program.");
}

QString duration_or_unknown(const std::optional<double>& ns) {
  return ns ? number_text(format_duration_ns(*ns)) : ChangePanel::tr("unknown");
}

}  // namespace

int CauseDelegate::text_width(const QModelIndex& index) const {
  const int levels = index.parent().isValid() ? 2 : 1;
  return std::max(80, view_->viewport()->width() - levels * view_->indentation() - 2 * kCardMargin);
}

QSize CauseDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const int width = text_width(index);
  const QFontMetrics metrics(ui_font(12));
  const QRect box = metrics.boundingRect(0, 0, width, 10'000, Qt::TextWordWrap,
                                         index.data(Qt::DisplayRole).toString());
  return {width, kLine + box.height() + 2 * kCardMargin};
}

void CauseDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  QStyleOptionViewItem background = option;
  initStyleOption(&background, index);
  background.text.clear();
  const QWidget* widget = option.widget;
  const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);
  const Tokens& t = current_tokens();
  const double change = index.data(CauseModel::kChangeRole).toDouble();
  const QRect box = option.rect.adjusted(kCardMargin, kCardMargin, -kCardMargin, -kCardMargin);
  const QRect line(box.left(), box.top(), box.width(), kLine);
  const bool selected = option.state & QStyle::State_Selected;
  painter->save();
  painter->setFont(change_font(index));
  // On a selected row only the sign distinguishes gains from losses.
  painter->setPen(selected ? t.text : time_change_color(change));
  painter->drawText(line, Qt::AlignLeft | Qt::AlignTop, signed_duration(change));
  const QVariant share = index.data(CauseModel::kShareRole);
  if (share.isValid()) {
    painter->setFont(mono_font(11));
    painter->setPen(selected ? t.text : t.muted);
    painter->drawText(line, Qt::AlignRight | Qt::AlignTop, signed_percent(share.toDouble()));
  }
  painter->setFont(ui_font(12));
  painter->setPen(index.parent().isValid() && !selected ? t.muted : t.text);
  painter->drawText(box.adjusted(0, kLine, 0, 0), Qt::TextWordWrap,
                    index.data(Qt::DisplayRole).toString());
  painter->restore();
}

ChangePanel::ChangePanel(QWidget* parent)
    : QWidget(parent),
      title_(new SectionTitle(tr("Total time"))),
      base_(new KeyFigure(tr("Baseline"))),
      now_(new KeyFigure(tr("New"))),
      change_(new KeyFigure(tr("Change"))),
      verdict_(named_label("verdict")),
      causes_title_(new SectionTitle(tr("Causes of the change"))),
      model_(new CauseModel(this)),
      causes_(new QTreeView),
      notes_(named_label("caption")) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  verdict_->setAccessibleName(tr("Comparison result"));
  verdict_->setWordWrap(true);
  verdict_->setTextFormat(Qt::PlainText);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setWordWrap(true);
  notes_->setTextFormat(Qt::PlainText);
  causes_title_->set_caption(tr("add up to the change"));
  causes_->setObjectName(QStringLiteral("causes"));
  causes_->setAccessibleName(tr("Causes of the change"));
  causes_->setModel(model_);
  causes_->setItemDelegate(new CauseDelegate(causes_));
  causes_->setHeaderHidden(true);
  causes_->setIndentation(16);
  causes_->setWordWrap(true);
  causes_->setExpandsOnDoubleClick(false);
  causes_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  causes_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  causes_->setTabKeyNavigation(false);
  causes_->installEventFilter(this);
  auto* figures = new QHBoxLayout;
  figures->setSpacing(8);
  for (KeyFigure* figure : {base_, now_, change_}) figures->addWidget(figure, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 14, 16, 12);
  layout->setSpacing(8);
  layout->addWidget(title_);
  layout->addLayout(figures);
  layout->addWidget(verdict_);
  layout->addSpacing(8);
  layout->addWidget(causes_title_);
  layout->addWidget(causes_, 1);
  layout->addWidget(notes_);
  connect(causes_, &QTreeView::doubleClicked, this, &ChangePanel::activate);
  connect(causes_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& index) {
            if (const auto* part = model_->part_at(index)) emit cause_chosen(*part);
          });
  show_message({});
}

void ChangePanel::show_comparison(std::shared_ptr<const analysis::Comparison> comparison,
                                  const QString& base, const QString& now) {
  base_->set_value(duration_or_unknown(comparison->base.total_ns), base);
  now_->set_value(duration_or_unknown(comparison->now.total_ns), now);
  const auto change = comparison->total_change_ns();
  change_->set_value(change ? signed_duration(*change) : tr("unknown"),
                     tr("Duration of the executions: %1 minus %2.").arg(now, base));
  title_->set_caption(comparison->base.labels.size() + comparison->now.labels.size() > 2
                          ? tr("means of %1 and %2 runs")
                                .arg(comparison->base.labels.size())
                                .arg(comparison->now.labels.size())
                          : QString());
  QString verdict = verdict_text(*comparison, base, now);
  if (nothing_in_common(*comparison)) {
    verdict += QLatin1Char(' ') + nothing_in_common_text(comparison->by);
  }
  verdict_->setText(verdict);
  QStringList notes;
  for (const Text& note : comparison->notes) {
    QString text = to_qstring(note);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    notes << text;
  }
  notes_->setText(notes.join(QLatin1Char('\n')));
  notes_->setVisible(!notes.isEmpty());
  const bool any = !comparison->causes.empty();
  model_->set_comparison(std::move(comparison));
  causes_title_->setVisible(any);
  causes_->setVisible(any);
  if (any) causes_->expand(model_->index(0, 0));
  for (KeyFigure* figure : {base_, now_, change_}) figure->show();
  title_->show();
  if (auto* box = static_cast<QVBoxLayout*>(layout())) box->setStretchFactor(verdict_, any ? 0 : 1);
  verdict_->setAlignment(any ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignTop);
}

void ChangePanel::show_message(const QString& message) {
  model_->set_comparison(nullptr);
  for (QWidget* widget : std::initializer_list<QWidget*>{title_, base_, now_, change_,
                                                         causes_title_, causes_, notes_}) {
    widget->hide();
  }
  verdict_->setText(message);
  static_cast<QVBoxLayout*>(layout())->setStretchFactor(verdict_, 1);
  verdict_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

void ChangePanel::activate(const QModelIndex& index) {
  if (const auto* part = model_->part_at(index)) emit evidence_wanted(*part);
}

bool ChangePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == causes_ && event->type() == QEvent::Resize) {
    // Sentences wrap at the new width.
    emit causes_->itemDelegate()->sizeHintChanged(QModelIndex());
  }
  if (watched == causes_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      activate(causes_->currentIndex());
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_change_panel.cpp"
