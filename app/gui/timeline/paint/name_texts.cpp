#include "app/gui/timeline/paint/name_texts.h"

#include "app/gui/text/text.h"

#include <QFontMetricsF>
#include <QTransform>
#include <algorithm>

namespace nscope::gui {
namespace {

/// Limits the memory of the layouts.
constexpr std::size_t kMostTexts = 8'000;
/// No event is wide enough for more letters.
constexpr qsizetype kMostLetters = 600;

}  // namespace

NameTexts::NameTexts(const QFont& font)
    : font_(font),
      height_(QFontMetricsF(font).height()),
      ellipsis_(QFontMetricsF(font).horizontalAdvance(QChar(0x2026))) {}

void NameTexts::clear() {
  names_.clear();
  texts_ = 0;
}

QStaticText NameTexts::laid_out(const QString& text) const {
  QStaticText made(text);
  made.setTextFormat(Qt::PlainText);
  made.prepare(QTransform(), font_);
  return made;
}

NameTexts::Name& NameTexts::name(const Trace& trace, StringId id) {
  const auto [it, is_new] = names_.try_emplace(id.value);
  if (is_new) {
    it->second.text = to_qstring(trace.text(id)).left(kMostLetters);
    it->second.width = QFontMetricsF(font_).horizontalAdvance(it->second.text);
  }
  return it->second;
}

const QStaticText* NameTexts::fitted(const Trace& trace, StringId id, double room) {
  if (texts_ >= kMostTexts) clear();
  Name& of = name(trace, id);
  const auto all = static_cast<int>(of.text.size());
  if (all == 0) return nullptr;
  int letters = all;
  if (of.width > room) {
    letters = static_cast<int>((room - ellipsis_) * all / of.width);
    letters = std::clamp(letters, 1, std::max(1, all - 1));
  }
  for (; letters > 0; --letters) {
    if (letters < all && of.text[letters - 1].isHighSurrogate()) continue;
    const auto [it, is_new] = of.elided.try_emplace(letters);
    if (is_new) {
      it->second =
          laid_out(letters == all ? of.text : of.text.left(letters) + QChar(0x2026));
      ++texts_;
    }
    if (letters == all || it->second.size().width() <= room) return &it->second;
  }
  return nullptr;
}

}  // namespace nscope::gui
