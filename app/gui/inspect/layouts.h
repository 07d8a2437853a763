#pragma once

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>

class QMenu;

namespace nscope::gui {

class InspectPage;

/// Named arrangements of the docks, stored in the settings unless the program runs without
/// settings. GUI thread.
class Layouts : public QObject {
  Q_OBJECT

 public:
  /// Maximum number of layouts, so that the menu does not scroll.
  static constexpr int kMost = 20;

  /// `page` must outlive the object. `remembers`: whether layouts are stored in the settings.
  Layouts(InspectPage& page, bool remembers, QObject* parent = nullptr);

  QStringList names() const { return layouts_.keys(); }
  /// Saves the current arrangement as `name` and replaces an existing layout of that name. Returns
  /// false if the name is empty or if there are already kMost other layouts.
  bool save(const QString& name);
  /// Returns false if there is no layout of that name.
  bool apply(const QString& name);
  void remove(const QString& name);
  /// Closes all docks.
  void show_timeline_only();

  /// Fills the menu each time it opens: the standard layout, the timeline only, the named layouts,
  /// and the commands to save and remove layouts.
  void fill(QMenu& menu);

 private:
  void ask_for_name();
  void store() const;

  InspectPage& page_;
  bool remembers_;
  QMap<QString, QByteArray> layouts_;
};

}  // namespace nscope::gui
