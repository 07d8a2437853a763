#include "app/gui/text/short_name.h"

#include <QFontMetrics>
#include <QStringView>
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace nscope::gui {
namespace {

constexpr QChar kEllipsis(0x2026);
/// Shorter texts are only a beginning, because two pieces of a name would say nothing.
constexpr qsizetype kLeastForTwoPieces = 6;
/// Names on each side of a name that are compared with it. Those beyond are less similar.
constexpr int kCompared = 32;
/// Letters of a word that is shown between two ellipses.
constexpr qsizetype kPiece = 8;
/// Letters of a word that must be visible to distinguish it from others.
constexpr qsizetype kTellingLetters = 3;
/// Longer words are cut near the difference.
constexpr qsizetype kLongestWord = 12;

qsizetype common_prefix(QStringView a, QStringView b) {
  const auto most = std::min(a.size(), b.size());
  return std::mismatch(a.begin(), a.begin() + most, b.begin()).first - a.begin();
}

/// Moves a position out of the middle of a letter of two code units.
qsizetype letter_start(QStringView text, qsizetype at) {
  return at > 0 && at < text.size() && text[at].isLowSurrogate() ? at - 1 : at;
}

/// The start of the word around `at`, or a position shortly before `at` in a long word.
qsizetype word_start(QStringView text, qsizetype at) {
  qsizetype start = std::min(at, text.size());
  while (start > 0 && at - start < kLongestWord && text[start - 1].isLetterOrNumber()) --start;
  const bool inside = start > 0 && text[start - 1].isLetterOrNumber();
  return letter_start(text, inside ? std::max<qsizetype>(0, at - kTellingLetters) : start);
}

/// The function of "torch/nn/modules/module.py(1553): forward".
qsizetype python_function(QStringView name) {
  constexpr QStringView kFile = u".py(";
  constexpr QStringView kLine = u"): ";
  const qsizetype file = name.indexOf(kFile);
  const qsizetype line = file < 0 ? -1 : name.indexOf(kLine, file);
  return line < 0 ? 0 : line + kLine.size();
}

/// The function of "void at::native::(anonymous namespace)::softmax<float, 4>(float*)".
qsizetype function_of_signature(QStringView name) {
  constexpr QStringView kNothing = u"void ";
  constexpr QStringView kAnonymous = u"(anonymous namespace)";
  qsizetype start = name.startsWith(kNothing) ? kNothing.size() : 0;
  for (qsizetype i = start; i + 1 < name.size(); ++i) {
    if (name.sliced(i).startsWith(kAnonymous)) {
      i += kAnonymous.size() - 1;
    } else if (name[i] == u'<' || name[i] == u'(') {
      break;
    } else if (name[i] == u':' && name[i + 1] == u':') {
      start = ++i + 1;
    }
  }
  return start;
}

/// A part of a name: letters [begin, end).
struct Piece {
  qsizetype begin = 0;
  qsizetype end = 0;
};

/// The end of the word that begins at `begin`, or of its first letters.
qsizetype word_end(QStringView text, qsizetype begin) {
  qsizetype end = begin;
  while (end < text.size() && end - begin < kPiece && text[end].isLetterOrNumber()) ++end;
  return letter_start(text, std::max(end, std::min(text.size(), begin + 1)));
}

/// Pieces in ascending order, with an ellipsis for each part that is left out.
QString joined(const QString& text, const std::vector<Piece>& pieces) {
  QString shown;
  qsizetype end = 0;
  for (const Piece& piece : pieces) {
    if (piece.end <= end) continue;
    // An ellipsis is not shorter than one letter.
    const bool gap = piece.begin > end + 1;
    if (gap) shown += kEllipsis;
    const qsizetype begin = gap ? piece.begin : end;
    shown += QStringView(text).sliced(begin, piece.end - begin);
    end = piece.end;
  }
  if (end < text.size()) shown += kEllipsis;
  return shown;
}

qsizetype telling_start(QStringView name) {
  qsizetype start = python_function(name);
  if (start == 0) start = function_of_signature(name);
  return name.size() - start >= kTellingLetters ? start : 0;
}

}  // namespace

bool NameSet::insert(const QString& name) {
  const QString key = telling_part(name);
  const auto [first, end] = names_.equal_range(key);
  if (std::any_of(first, end, [&](const auto& entry) { return entry.second == name; })) {
    return false;
  }
  names_.emplace_hint(end, key, name);
  return true;
}

NameCut NameSet::cut(const QString& name) const {
  qsizetype start = telling_start(name);
  const QString key = name.mid(start);
  const auto [first, end] = names_.equal_range(key);
  std::set<qsizetype> words;
  const auto compare = [&](QStringView text, QStringView other) {
    if (const qsizetype word = word_start(text, common_prefix(text, other)); word > 0) {
      words.insert(start + word);
    }
  };
  if (first != end && std::next(first) != end) {
    // Names that differ only before their telling parts are shown from their beginnings.
    start = 0;
    for (auto other = first; other != end; ++other) {
      if (other->second != name) compare(name, other->second);
    }
  } else {
    auto before = first;
    for (int i = 0; i < kCompared && before != names_.begin(); ++i) compare(key, (--before)->first);
    auto after = end;
    for (int i = 0; i < kCompared && after != names_.end(); ++i) compare(key, (after++)->first);
  }
  return {start, {words.begin(), words.end()}};
}

QString telling_part(const QString& name) {
  return name.mid(telling_start(name));
}

QString short_name(const QString& name, const NameCut& cut, qsizetype letters) {
  if (letters >= name.size()) return name;
  const QString text = name.mid(cut.start);
  const qsizetype all = text.size();
  if (letters >= all) return text;
  const auto beginning = [&] { return text.left(letter_start(text, letters)) + kEllipsis; };
  const qsizetype last = cut.differences.empty() ? 0 : cut.differences.back() - cut.start;
  if (last + kTellingLetters <= letters || last >= all || letters < kLeastForTwoPieces) {
    return beginning();
  }
  // The last difference is that from the most similar name, so it comes before the others.
  std::vector<Piece> pieces;
  qsizetype room = letters - std::max<qsizetype>(2, letters / 4);
  for (auto at = cut.differences.rbegin(); at != cut.differences.rend(); ++at) {
    const qsizetype begin = *at - cut.start;
    const qsizetype end = word_end(text, begin);
    if (begin < 0 || end - begin > room) break;
    if (!pieces.empty() && !text[begin].isLetterOrNumber()) continue;
    room -= end - begin;
    pieces.push_back({begin, end});
  }
  if (pieces.empty()) {
    pieces.push_back({last, letter_start(text, std::min(all, last + room))});
    room -= pieces.front().end - last;
  }
  // What remains shows more after the last difference, and then more of the beginning.
  Piece& tail = pieces.front();
  const qsizetype longer = std::min(room, all - tail.end);
  tail.end = letter_start(text, tail.end + longer);
  pieces.push_back({0, letter_start(text, letters / 4 + room - longer)});
  std::reverse(pieces.begin(), pieces.end());
  return joined(text, pieces);
}

QString elided_name(const QFontMetrics& metrics, const QString& name, const NameCut& cut,
                    int room) {
  const int width = metrics.horizontalAdvance(name);
  if (width <= room) return name;
  const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; };
  // Letters have different widths, so that this is only near the result.
  const double guess = static_cast<double>(name.size()) * std::max(0, room) / width;
  qsizetype letters = std::clamp<qsizetype>(static_cast<qsizetype>(guess), 1, name.size() - 1);
  QString shown = short_name(name, cut, letters);
  if (fits(shown)) {
    while (letters + 1 < name.size()) {
      QString longer = short_name(name, cut, ++letters);
      if (!fits(longer)) break;
      shown = std::move(longer);
    }
    return shown;
  }
  while (--letters > 0) {
    shown = short_name(name, cut, letters);
    if (fits(shown)) return shown;
  }
  return {};
}

}  // namespace nscope::gui
