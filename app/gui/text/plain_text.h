#pragma once

#include <QObject>
#include <QPoint>
#include <QRect>
#include <QString>

class QWidget;

namespace nscope::gui {

// Names and notes of files are plain text everywhere. Qt's labels and tool tips take a text with
// markup for HTML, and HTML may name files and addresses that Qt then reads. Markup of our own is
// set as such: in labels with Qt::RichText, in tool tips with rich_tip(), with names escaped.

/// Makes all labels of the application that do not ask for a format plain text, and shows tool
/// tips as show_tool_tip() does. Install on the QApplication.
class PlainTextGuard : public QObject {
 public:
  explicit PlainTextGuard(QObject* parent = nullptr) : QObject(parent) {}

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

/// A tool tip that is shown as HTML. It has a mark that no file can contain.
QString rich_tip(const QString& html);

/// The text as QToolTip must receive it: marked texts unchanged, markup in others escaped.
QString tool_tip_text(const QString& text);

/// QToolTip::showText() with tool_tip_text().
void show_tool_tip(const QPoint& global, const QString& text, QWidget* widget = nullptr,
                   const QRect& area = {});

/// Shows the text of a widget that is too narrow for it, above the tool tip of the widget.
void show_cut_text(const QPoint& global, const QString& text, QWidget& widget);

/// A name as the text of a button, menu item or tab, which take "&" for the mark of a shortcut.
QString without_mnemonics(QString name);

}  // namespace nscope::gui
