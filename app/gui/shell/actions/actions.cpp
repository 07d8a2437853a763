#include "app/gui/shell/actions/actions.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

namespace nscope::gui {

QString group_title(ActionGroup group) {
  switch (group) {
    case ActionGroup::kFile: return ActionList::tr("File");
    case ActionGroup::kMode: return ActionList::tr("Mode");
    case ActionGroup::kView: return ActionList::tr("View");
    case ActionGroup::kHelp: return ActionList::tr("Help");
    case ActionGroup::kProgram: return ActionList::tr("Program");
  }
  return {};
}

ActionList::ActionList(QWidget* window) : QObject(window), window_(window) {}

QAction* ActionList::add(Action action) {
  Q_ASSERT(this->action(action.id) == nullptr);
  auto* made = new QAction(action.title, this);
  made->setObjectName(action.id);
  made->setShortcut(action.keys);
  window_->addAction(made);
  const std::size_t index = actions_.size();
  connect(made, &QAction::triggered, this, [this, index] { trigger(index); });
  actions_.push_back(std::move(action));
  made_.push_back(made);
  return made;
}

QAction* ActionList::action(const QString& id) const {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (actions_[i].id == id) return made_[i];
  }
  return nullptr;
}

bool ActionList::run(const QString& id) {
  QAction* found = action(id);
  if (found != nullptr) found->trigger();
  return found != nullptr;
}

QString ActionList::obstacle(const Action& action) const {
  return action.obstacle ? action.obstacle() : QString();
}

void ActionList::trigger(std::size_t index) {
  const Action& action = actions_[index];
  const QString reason = obstacle(action);
  if (!reason.isEmpty()) {
    emit refused(action.title, reason);
  } else if (action.run) {
    emit triggered(action.id);
    action.run();
  }
}

void ActionList::fill_menu(QMenu& menu, ActionGroup group) {
  menu.setToolTipsVisible(true);
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (actions_[i].group == group) menu.addAction(made_[i]);
  }
  connect(&menu, &QMenu::aboutToShow, this, [this] { show_obstacles(true); });
  connect(&menu, &QMenu::aboutToHide, this, [this] { show_obstacles(false); });
}

void ActionList::show_obstacles(bool menu_open) {
  // The shortcut of a disabled action does nothing. Actions are therefore disabled only while the
  // menu is open; at other times trigger() reports why an action is not available.
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const QString reason = menu_open ? obstacle(actions_[i]) : QString();
    made_[i]->setEnabled(reason.isEmpty());
    made_[i]->setToolTip(reason);
  }
}

}  // namespace nscope::gui

#include "moc_actions.cpp"
