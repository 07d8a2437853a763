#include "app/gui/timeline/paint/name_texts.h"

#include "app/gui/text/text.h"

#include <QFontMetricsF>
#include <QTransform>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

/// Limits the memory of the layouts.
constexpr std::size_t kMostTexts = 8'000;
/// No event is wide enough for more letters.
constexpr qsizetype kMostLetters = 600;
/// Limits the time for a name. The names of kernels can have thousands of letters.
constexpr qsizetype kMostLettersOfName = 8'000;

}  // namespace

NameTexts::NameTexts(const QFont& font)
    : font_(font),
      height_(QFontMetricsF(font).height()),
      ellipsis_(QFontMetricsF(font).horizontalAdvance(QChar(0x2026))) {}

void NameTexts::clear() {
  names_.clear();
  set_.clear();
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
  Name& of = it->second;
  if (is_new) {
    of.text = to_qstring(trace.text(id)).left(kMostLettersOfName);
    of.width = QFontMetricsF(font_).horizontalAdvance(of.text);
    set_.insert(of.text);
  }
  return of;
}

void NameTexts::add(const Trace& trace, StringId id) {
  if (texts_ >= kMostTexts) clear();
  name(trace, id);
}

const QStaticText* NameTexts::fitted(const Trace& trace, StringId id, double room) {
  if (texts_ >= kMostTexts) clear();
  Name& of = name(trace, id);
  const qsizetype all = of.text.size();
  if (all == 0) return nullptr;
  if (of.known != names_.size()) {
    of.known = names_.size();
    if (NameCut cut = set_.cut(of.text); cut != of.cut) {
      of.cut = std::move(cut);
      of.elided.clear();
    }
  }
  qsizetype letters = all;
  if (of.width > room) {
    letters = static_cast<qsizetype>((room - ellipsis_) * static_cast<double>(all) / of.width);
    letters = std::clamp<qsizetype>(letters, 1, std::max<qsizetype>(1, all - 1));
    letters = std::min(letters, kMostLetters);
  }
  for (; letters > 0; --letters) {
    const auto [it, is_new] = of.elided.try_emplace(static_cast<int>(letters));
    if (is_new) {
      it->second = laid_out(short_name(of.text, of.cut, letters));
      ++texts_;
    }
    if (letters == all || it->second.size().width() <= room) return &it->second;
  }
  return nullptr;
}

}  // namespace nscope::gui
