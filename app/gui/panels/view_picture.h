#pragma once

#include "profiler/base/result.h"

#include <QString>

class QWidget;

namespace nscope::gui {

/// Writes a view as it is on screen to a picture: PNG at twice the pixels, SVG or PDF, by
/// the end of `path`. Text stays text in SVG and PDF; events of the timeline are pixels in
/// all of them. The file appears whole or not at all. GUI thread. Errors: kInvalidArgument
/// for another ending or a view without size, kIo.
Result<> save_picture(QWidget& view, const QString& path);
/// Puts the same pixels as a PNG would have on the clipboard.
void copy_picture(QWidget& view);
/// For file dialogs.
QString picture_filters();

}  // namespace nscope::gui
