#pragma once

#include "profiler/base/result.h"

#include <QString>

class QWidget;

namespace nscope::gui {

/// Writes a picture of a view as it is on screen. The suffix of `path` selects the format: PNG at
/// twice the resolution, SVG or PDF. Text remains text in SVG and PDF; the events of the timeline
/// are pixels in all formats. The file is written atomically. GUI thread. Errors: kInvalidArgument
/// for another suffix or an empty view, kIo.
Result<> save_picture(QWidget& view, const QString& path);
/// Copies the pixels of the PNG picture to the clipboard.
void copy_picture(QWidget& view);
/// The filters for file dialogs.
QString picture_filters();

}  // namespace nscope::gui
