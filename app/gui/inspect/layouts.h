#pragma once

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>

class QMenu;

namespace nscope::gui {

class InspectPage;

/// Arrangements of the docks under names of the user's. Kept in the settings where the
/// program remembers anything. GUI thread.
class Layouts : public QObject {
  Q_OBJECT

 public:
  /// At most this many: a menu that scrolls helps nobody.
  static constexpr int kMost = 20;

  /// `page` outlives it.
  Layouts(InspectPage& page, bool remembers, QObject* parent = nullptr);

  QStringList names() const { return layouts_.keys(); }
  /// Keeps the present arrangement, in place of one of that name. False for an empty name,
  /// or where there are kMost of others.
  bool save(const QString& name);
  /// False where there is none of that name.
  bool apply(const QString& name);
  void remove(const QString& name);
  /// The timeline alone.
  void show_timeline_only();

  /// The standard layout, the timeline alone, the named ones, saving and removing. Filled
  /// each time it opens.
  void fill(QMenu& menu);

 private:
  void ask_for_name();
  void store() const;

  InspectPage& page_;
  bool remembers_;
  QMap<QString, QByteArray> layouts_;
};

}  // namespace nscope::gui
