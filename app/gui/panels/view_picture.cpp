#include "app/gui/panels/view_picture.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/files/atomic_file.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>

namespace nscope::gui {
namespace {

constexpr double kPixelsPerPoint = 2.0;
constexpr int kPdfResolution = 144;

QImage image_of(QWidget& view) {
  QImage image(view.size() * kPixelsPerPoint, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(kPixelsPerPoint);
  image.fill(view.palette().color(QPalette::Window));
  view.render(&image);
  return image;
}

QByteArray png_of(QWidget& view) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image_of(view).save(&buffer, "PNG");
  return bytes;
}

QByteArray svg_of(QWidget& view) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator svg;
  svg.setOutputDevice(&buffer);
  svg.setSize(view.size());
  svg.setViewBox(view.rect());
  svg.setTitle(view.accessibleName());
  QPainter painter(&svg);
  view.render(&painter);
  painter.end();
  return bytes;
}

/// One page of the size of the view, with 96 pixels per inch.
QByteArray pdf_of(QWidget& view) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&buffer);
  pdf.setResolution(kPdfResolution);
  pdf.setTitle(view.accessibleName());
  pdf.setPageSize(QPageSize(QSizeF(view.size()) / 96.0, QPageSize::Inch));
  pdf.setPageMargins({});
  QPainter painter(&pdf);
  painter.scale(kPdfResolution / 96.0, kPdfResolution / 96.0);
  view.render(&painter);
  painter.end();
  return bytes;
}

}  // namespace

Result<> save_picture(QWidget& view, const QString& path) {
  if (view.size().isEmpty()) {
    return fail(ErrorCode::kInvalidArgument, text_of(tr("the view is empty")), to_string(path));
  }
  const QString ending = QFileInfo(path).suffix().toLower();
  QByteArray bytes;
  if (ending == QLatin1String("png")) {
    bytes = png_of(view);
  } else if (ending == QLatin1String("svg")) {
    bytes = svg_of(view);
  } else if (ending == QLatin1String("pdf")) {
    bytes = pdf_of(view);
  } else {
    return fail(ErrorCode::kInvalidArgument,
                text_of(tr("unsupported picture format; use .png, .svg or .pdf")), to_string(path));
  }
  return write_file(to_string(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

void copy_picture(QWidget& view) {
  if (!view.size().isEmpty()) QApplication::clipboard()->setImage(image_of(view));
}

QString picture_filters() {
  return QCoreApplication::translate(
      "Pictures", "PNG picture (*.png);;SVG picture (*.svg);;PDF document (*.pdf)");
}

}  // namespace nscope::gui
