#pragma once

#include "app/gui/text/short_name.h"
#include "profiler/trace/trace.h"

#include <QFont>
#include <QStaticText>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace nscope::gui {

/// The names of events as laid-out texts, elided to the width of their events. Keeps the layouts
/// from frame to frame, because laying out thousands of texts takes longer than a frame. Owned by
/// the timeline, which clears it when the run changes. One thread.
class NameTexts {
 public:
  explicit NameTexts(const QFont& font);

  /// Announces a name of the frame, so that fitted() can keep what distinguishes it from others.
  void add(const Trace& trace, StringId name);
  /// The name, or what short_name() leaves of it, in at most `room` logical pixels. nullptr if not
  /// even one letter fits. Valid until the next call.
  const QStaticText* fitted(const Trace& trace, StringId name, double room);
  const QFont& font() const { return font_; }
  /// Height of the texts, logical pixels.
  double height() const { return height_; }
  void clear();

 private:
  struct Name {
    QString text;
    double width = 0.0;
    NameCut cut{};
    std::size_t known = 0;  ///< number of names for which `cut` was computed
    std::unordered_map<int, QStaticText> elided{};  ///< by number of letters
  };
  QStaticText laid_out(const QString& text) const;
  Name& name(const Trace& trace, StringId id);

  QFont font_;
  double height_;
  double ellipsis_;
  std::size_t texts_ = 0;
  std::unordered_map<std::uint32_t, Name> names_;
  NameSet set_;
};

}  // namespace nscope::gui
