#include "app/gui/docks/operators/flame_dock.h"

#include "app/gui/panels/scroll_column.h"
#include "app/gui/panels/section.h"

#include <QVBoxLayout>

namespace nscope::gui {

FlameDock::FlameDock(RunView& run, QWidget* parent)
    : OperatorTreeDock(tr("Computing the flame graph"), run, parent),
      width_(new ChoiceBox),
      caption_label_(new ElidedLabel("caption")),
      view_(new FlameView) {
  width_->addItem(tr("Engine time"));
  width_->addItem(tr("FLOPs"));
  width_->addItem(tr("HBM bytes"));
  width_->setAccessibleName(tr("Quantity shown as width"));
  width_->setToolTip(
      tr("Selects the quantity that is shown as width. Engine time is the sum of durations on all "
         "engines and DMA queues. Nodes without a value are not drawn."));
  auto* label = named_label("muted", tr("Width"));
  label->setBuddy(width_);
  caption_label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* keys =
      named_label("caption", tr("Click or Enter: zoom in; Esc: zoom out; arrow keys: select"));
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  line->addWidget(label);
  line->addWidget(width_);
  line->addWidget(caption_label_, 1);
  line->addWidget(keys);
  QScrollArea* const scroll = scroll_column(view_);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setObjectName(QStringLiteral("panel"));
  view_->setObjectName(QStringLiteral("panel"));
  view_->setAttribute(Qt::WA_StyledBackground);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 6, 8, 0);
  layout->addLayout(line);
  layout->addWidget(scroll, 1);
  set_content(content);
  connect(width_, &QComboBox::currentIndexChanged, this,
          [this](int index) { view_->set_width_of(static_cast<FlameWidth>(index)); });
  connect(view_, &FlameView::current_changed, this, &FlameDock::highlight);
  connect(view_, &FlameView::activated, this, &FlameDock::zoom_to_longest);
}

void FlameDock::show_tree() {
  view_->set_tree(tree_trace(), tree());
  caption_label_->set_text(caption());
}

QByteArray FlameDock::save_state() const {
  return QByteArray::number(width_->currentIndex());
}

void FlameDock::restore_state(const QByteArray& state) {
  const int index = state.toInt();
  if (index >= 0 && index < width_->count()) width_->setCurrentIndex(index);
}

}  // namespace nscope::gui

#include "moc_flame_dock.cpp"
