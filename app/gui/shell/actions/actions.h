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

/// Where the menu and the shortcuts page list an action.
enum class ActionGroup { kFile, kMode, kView, kHelp, kProgram };
inline constexpr ActionGroup kActionGroups[] = {ActionGroup::kFile, ActionGroup::kMode,
                                                ActionGroup::kView, ActionGroup::kHelp,
                                                ActionGroup::kProgram};
QString group_title(ActionGroup group);

/// One thing a user can ask for. Menu, command palette, shortcuts page and the
/// test of the documentation are made from the list of them.
struct Action {
  QString id;     ///< stable: "file.open"
  QString title;  ///< translated
  ActionGroup group = ActionGroup::kView;
  QKeySequence keys{};
  std::function<void()> run{};
  /// Why it cannot be done now, for people; empty text, or no function: it can.
  std::function<QString()> obstacle{};
};

/// Keys or a mouse move that a view answers itself, for people to read.
struct Gesture {
  QString where;  ///< "Timeline"
  QString keys;   ///< "W / S, Ctrl+wheel"
  QString does;
};

/// Those of all views.
std::vector<Gesture> gestures();

/// The actions of a window: each is a QAction of it, so that its keys work while
/// the menu is closed. GUI thread.
class ActionList : public QObject {
  Q_OBJECT

 public:
  explicit ActionList(QWidget* window);

  /// The id must be new.
  QAction* add(Action action);
  const std::vector<Action>& actions() const { return actions_; }
  /// Null for an id that is not listed.
  QAction* action(const QString& id) const;
  /// Runs it as its keys would. False for an id that is not listed.
  bool run(const QString& id);
  QString obstacle(const Action& action) const;

  /// The actions of one group, in the order in which they were added. While the
  /// menu is open, those that cannot be done are disabled and say why.
  void fill_menu(QMenu& menu, ActionGroup group);

 signals:
  /// Keys asked for what cannot be done now.
  void refused(const QString& title, const QString& obstacle);

 private:
  void trigger(std::size_t index);
  void show_obstacles(bool menu_open);

  QWidget* window_;
  std::vector<Action> actions_;
  std::vector<QAction*> made_;
};

}  // namespace nscope::gui
