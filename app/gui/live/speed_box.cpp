#include "app/gui/live/speed_box.h"

#include "app/gui/panels/disconnect_fields.h"
#include "app/gui/panels/marked_field.h"
#include "app/gui/text/text.h"
#include "app/live/live_input.h"
#include "profiler/trace/build/playback_clock.h"

#include <QLineEdit>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr double kPresets[] = {PlaybackClock::kUnlimited, 100.0, 10.0, 1.0, 0.1, 0.01, 0.001};

QString speed_text(double speed) {
  if (std::isinf(speed)) return SpeedBox::tr("as fast as possible");
  if (speed == 1.0) return SpeedBox::tr("real time");
  return QStringLiteral("×%1").arg(speed, 0, 'g', 6);
}

Result<double> speed_of(const QString& text) {
  for (const double preset : kPresets) {
    if (text == speed_text(preset)) return preset;
  }
  QString number = text;
  number.replace(QChar(0x00d7), QLatin1Char('x'));
  number.remove(QLatin1Char(' '));
  return number.isEmpty() ? app::parse_speed("nothing") : app::parse_speed(to_string(number));
}

}  // namespace

SpeedBox::SpeedBox(QWidget* parent) : ChoiceBox(parent) {
  for (const double preset : kPresets) addItem(speed_text(preset), preset);
  setEditable(true);
  setInsertPolicy(QComboBox::NoInsert);
  setAccessibleName(tr("Speed"));
  lineEdit()->setAccessibleName(tr("Speed"));
  set_speed(speed_);
  connect(lineEdit(), &QLineEdit::editingFinished, this,
          [this] { take_text(lineEdit()->text().trimmed()); });
  connect(this, &QComboBox::activated, this, [this] { take_text(currentText()); });
}

SpeedBox::~SpeedBox() {
  disconnect_fields(*this);
}

void SpeedBox::set_speed(double speed) {
  speed_ = speed;
  setCurrentText(speed_text(speed));
  setToolTip(tr("Playback speed relative to real time. Enter a number such as x20."));
}

void SpeedBox::take_text(const QString& text) {
  const auto speed = speed_of(text);
  mark_field(lineEdit(), !speed);
  if (!speed) return setToolTip(to_qstring(speed.error().message));
  const bool changed = *speed != speed_;
  set_speed(*speed);
  if (changed) emit speed_changed(speed_);
}

}  // namespace nscope::gui

#include "moc_speed_box.cpp"
