#include "app/gui/panels/disconnect_fields.h"

#include "app/gui/analysis/parameter_form.h"
#include "app/gui/compare/run_header.h"
#include "app/gui/timeline/timeline_widget.h"
#include "tests/gui/run_fixtures.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <array>
#include <memory>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// Widgets that react to the end of editing are deleted while a field of theirs has the focus.
class FieldsAtDeletion : public testing::Test {
 protected:
  /// Shows the widget and types into the field.
  void type(QWidget& widget, QLineEdit& field, const char* text) {
    widget.show();
    field.setFocus();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&widget));
    ASSERT_TRUE(field.hasFocus());
    field.selectAll();
    QTest::keyClicks(&field, QString::fromUtf8(text));
  }
};

TEST_F(FieldsAtDeletion, ARunIsNotRenamed) {
  auto header = std::make_unique<RunHeader>(QStringLiteral("old"));
  QSignalSpy edited(header.get(), &RunHeader::label_edited);
  type(*header, header->label(), "new");
  header.reset();
  EXPECT_EQ(edited.count(), 0);
}

TEST_F(FieldsAtDeletion, AParameterIsNotSet) {
  static constexpr std::array kParameters{analysis::Parameter{
      .id = "rows", .title = phrase("Rows"), .value = 3, .lowest = 1, .highest = 9}};
  auto form = std::make_unique<ParameterForm>();
  form->set_values(analysis::ParameterValues(kParameters));
  QSignalSpy changed(form.get(), &ParameterForm::changed);
  type(*form, *static_cast<QLineEdit*>(form->field("rows")), "5");
  form.reset();
  EXPECT_EQ(changed.count(), 0);
}

TEST_F(FieldsAtDeletion, AMarkerIsNotRenamed) {
  auto timeline = std::make_unique<TimelineWidget>();
  timeline->resize(kGutterWidth + 1000, 400);
  timeline->set_trace(make_run());
  timeline->set_view({0.0, 1000.0});
  timeline->set_markers({{400.0, "a"}});
  QSignalSpy changed(timeline.get(), &TimelineWidget::markers_changed);
  timeline->show();
  QTest::mouseDClick(timeline->viewport(), Qt::LeftButton, {}, QPoint(kGutterWidth + 402, 8));
  auto* field = timeline->viewport()->findChild<QLineEdit*>();
  ASSERT_NE(field, nullptr);
  type(*timeline, *field, "b");
  timeline.reset();
  EXPECT_EQ(changed.count(), 0);
}

}  // namespace
}  // namespace nscope::gui
