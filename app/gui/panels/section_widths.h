#pragma once

#include <QHeaderView>
#include <algorithm>
#include <span>

namespace nscope::gui {

/// Gives the first sections of a header these widths in pixels, or more if a title needs more in
/// the language of the window.
inline void set_section_widths(QHeaderView& header, std::span<const int> widths) {
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const int section = static_cast<int>(i);
    header.resizeSection(section, std::max(widths[i], header.sectionSizeHint(section)));
  }
}

}  // namespace nscope::gui
