#pragma once

#include "app/gui/shell/example_preview.h"

#include <QWidget>

namespace nscope::gui {

/// Draws the picture of an example in the colours of the theme. Blank until it has one. GUI thread.
class PreviewPicture : public QWidget {
 public:
  explicit PreviewPicture(QWidget* parent = nullptr);

  void set_preview(ExamplePreview preview);
  const ExamplePreview& preview() const { return preview_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  ExamplePreview preview_;
};

}  // namespace nscope::gui
