#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>
#include <functional>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace nscope::gui {

/// The group under which the menu and the shortcuts dialog list an action.
enum class ActionGroup { kFile, kMode, kView, kHelp, kProgram };
inline constexpr ActionGroup kActionGroups[] = {ActionGroup::kFile, ActionGroup::kMode,
                                                ActionGroup::kView, ActionGroup::kHelp,
                                                ActionGroup::kProgram};
QString group_title(ActionGroup group);

/// An action that the user can trigger. The menu, the command palette, the shortcuts dialog and the
/// test of the documentation use the list of actions.
struct Action {
  QString id;     ///< stable: "file.open"
  QString title;  ///< translated
  ActionGroup group = ActionGroup::kView;
  QKeySequence keys{};
  std::function<void()> run{};
  /// Returns why the action is not available now, for display. The action is available if the
  /// text is empty or there is no function.
  std::function<QString()> obstacle{};
};

/// Keys or a mouse gesture that a view handles itself, for display.
struct Gesture {
  QString where;  ///< "Timeline"
  QString keys;   ///< "W / S, Ctrl+wheel"
  QString does;   ///< "zoom at the cursor"
};

/// The gestures of all views.
std::vector<Gesture> gestures();

/// The actions of a window. Each is added to the window as a QAction, so that its shortcut works
/// while the menu is closed. GUI thread.
class ActionList : public QObject {
  Q_OBJECT

 public:
  explicit ActionList(QWidget* window);

  /// Adds an action. Its id must be unique.
  QAction* add(Action action);
  const std::vector<Action>& actions() const { return actions_; }
  /// Null if the id is unknown.
  QAction* action(const QString& id) const;
  /// Triggers an action like its shortcut does. False if the id is unknown.
  bool run(const QString& id);
  QString obstacle(const Action& action) const;

  /// Adds the actions of one group to a menu, in the order of add(). While the menu is open,
  /// actions that are not available are disabled, with the reason as tool tip.
  void fill_menu(QMenu& menu, ActionGroup group);

 signals:
  /// An action was triggered that is not available now.
  void refused(const QString& title, const QString& obstacle);
  /// An action is about to run.
  void triggered(const QString& id);

 private:
  void trigger(std::size_t index);
  void show_obstacles(bool menu_open);

  QWidget* window_;
  std::vector<Action> actions_;
  std::vector<QAction*> made_;
};

}  // namespace nscope::gui
