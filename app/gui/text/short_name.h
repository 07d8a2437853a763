#pragma once

#include <QString>
#include <map>
#include <vector>

class QFontMetrics;

namespace nscope::gui {

/// Where a name can be cut so that it still differs from the names beside it.
struct NameCut {
  /// The first letter of the part that says most: the function of a C++ signature or of a Python
  /// frame. 0 for other names.
  qsizetype start = 0;
  /// The words in which the name first differs from similar names, after `start` and ascending.
  std::vector<qsizetype> differences{};
  friend bool operator==(const NameCut&, const NameCut&) = default;
};

/// Names that are shown beside each other. One thread.
class NameSet {
 public:
  /// Adds a name. Returns whether it is new, so that the cut of another name may have changed.
  bool insert(const QString& name);
  void clear() { names_.clear(); }
  /// The cut of a name of the set.
  NameCut cut(const QString& name) const;

 private:
  /// The names by the part that says most. Several names can have the same one.
  std::multimap<QString, QString> names_;
};

/// The part of a name that says most: "softmax_kernel<float>(int)" of
/// "void at::native::softmax_kernel<float>(int)". The name itself if no part can be left out.
QString telling_part(const QString& name);

/// About `letters` letters of a name: its telling part, or the beginning of that with an ellipsis,
/// or, if this would leave out how the name differs, its beginning and its differences.
QString short_name(const QString& name, const NameCut& cut, qsizetype letters);

/// The name in at most `room` pixels, shortened by short_name(). Empty if not even one letter fits.
QString elided_name(const QFontMetrics& metrics, const QString& name, const NameCut& cut, int room);

}  // namespace nscope::gui
