#include "app/gui/shell/top_bar.h"

#include "app/gui/panels/section.h"
#include "app/gui/shell/search/search_field.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kTopBarHeight = 41;
constexpr int kSearchWidth = 480;

}  // namespace

QString mode_title(Mode mode) {
  switch (mode) {
    case Mode::kInspect: return TopBar::tr("Inspect");
    case Mode::kSimulate: return TopBar::tr("Simulate");
    case Mode::kLive: return TopBar::tr("Live");
    case Mode::kCompare: return TopBar::tr("Compare");
    case Mode::kPlan: return TopBar::tr("Plan");
    case Mode::kSweep: return TopBar::tr("Sweep");
  }
  return {};
}

QString mode_id(Mode mode) {
  switch (mode) {
    case Mode::kInspect: return QStringLiteral("inspect");
    case Mode::kSimulate: return QStringLiteral("simulate");
    case Mode::kLive: return QStringLiteral("live");
    case Mode::kCompare: return QStringLiteral("compare");
    case Mode::kPlan: return QStringLiteral("plan");
    case Mode::kSweep: return QStringLiteral("sweep");
  }
  return {};
}

TopBar::TopBar(QMenu* menu, QWidget* parent)
    : QWidget(parent),
      wordmark_(new QToolButton),
      modes_(new QButtonGroup(this)),
      search_(new SearchField),
      caption_(new ElidedLabel("runCaption")) {
  setObjectName(QStringLiteral("topBar"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kTopBarHeight);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 0, 16, 1);
  layout->setSpacing(4);
  wordmark_->setObjectName(QStringLiteral("wordmark"));
  wordmark_->setText(QStringLiteral("Neuronscope ▾"));
  wordmark_->setFocusPolicy(Qt::TabFocus);
  wordmark_->setMenu(menu);
  wordmark_->setPopupMode(QToolButton::InstantPopup);
  wordmark_->setToolTip(tr("Opens the main menu (F10)."));
  wordmark_->setAccessibleName(tr("Main menu"));
  layout->addWidget(wordmark_);
  layout->addSpacing(10);
  for (const Mode mode : kModes) {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("mode"));
    button->setText(mode_title(mode));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(mode_title(mode));
    button->setToolTip(QStringLiteral("Ctrl+%1").arg(static_cast<int>(mode) + 1));
    modes_->addButton(button, static_cast<int>(mode));
    layout->addWidget(button);
  }
  connect(modes_, &QButtonGroup::idClicked, this,
          [this](int id) { emit mode_requested(static_cast<Mode>(id)); });
  // The spacer shrinks before the search field and the caption do.
  layout->addStretch(1);
  layout->addWidget(search_, 10);
  search_->setMaximumWidth(kSearchWidth);
  search_->setMinimumWidth(160);
  layout->addStretch(2);
  layout->addWidget(caption_);
  set_mode(Mode::kInspect);
}

void TopBar::set_mode(Mode mode) {
  modes_->button(static_cast<int>(mode))->setChecked(true);
}

void TopBar::set_caption(const QString& text) {
  caption_->set_text(text);
}

void TopBar::open_menu() {
  wordmark_->showMenu();
}

}  // namespace nscope::gui

#include "moc_top_bar.cpp"
