#include "app/gui/forms/document_form.h"

#include "app/gui/forms/document_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

std::vector<DocumentField> fields() {
  using Kind = DocumentField::Kind;
  return {
      {.pointer = "/traffic/rate", .kind = Kind::kNumber, .label = "Rate"},
      {.pointer = "/headroom", .kind = Kind::kNumber, .label = "Headroom", .scale = 100},
      {.pointer = "/as_of", .kind = Kind::kDay, .label = "Day"},
      {.pointer = "/region",
       .kind = Kind::kChoice,
       .label = "Region",
       .choices = {{"a", "A"}, {"b", "B"}}},
      {.pointer = "/purchase",
       .kind = Kind::kFlags,
       .label = "Bought",
       .choices = {{"spot", "Spot"}, {"ri_1yr", "1-yr RI"}}},
      {.pointer = "/instances", .kind = Kind::kList, .label = "Instances"},
      {.pointer = "/baselines", .kind = Kind::kSwitch, .label = "GPUs"},
  };
}

class DocumentFormTest : public testing::Test {
 protected:
  DocumentFormTest() {
    form_.set(Json::parse(R"({"traffic": {"rate": 100, "other": 1}, "headroom": 0.2,
      "as_of": "2026-01-01", "region": "b", "purchase": ["spot"],
      "instances": ["x", "y"], "kept": {"deep": [1, 2]}})"),
              fields());
    form_.show();
  }
  QLineEdit& line(const char* pointer) { return *qobject_cast<QLineEdit*>(form_.field(pointer)); }
  /// Types over what is in the field.
  void type(const char* pointer, const char* text) {
    line(pointer).selectAll();
    QTest::keyClick(&line(pointer), Qt::Key_Delete);
    QTest::keyClicks(&line(pointer), QString::fromUtf8(text));
  }

  DocumentForm form_;
};

TEST_F(DocumentFormTest, ShowsTheDocument) {
  EXPECT_EQ(line("/traffic/rate").text(), "100");
  EXPECT_EQ(line("/headroom").text(), "20");
  EXPECT_EQ(line("/as_of").text(), "2026-01-01");
  EXPECT_EQ(line("/instances").text(), "x, y");
  EXPECT_EQ(qobject_cast<QComboBox*>(form_.field("/region"))->currentText(), "B");
  EXPECT_TRUE(form_.field("/purchase")->findChild<QCheckBox*>("spot")->isChecked());
  EXPECT_FALSE(form_.field("/purchase")->findChild<QCheckBox*>("ri_1yr")->isChecked());
}

TEST_F(DocumentFormTest, NewFieldsLeaveWhoIsTypingWhereTheyAre) {
  QLineEdit* rate = &line("/traffic/rate");
  rate->setFocus();
  type("/traffic/rate", "1250.0");
  rate->setCursorPosition(2);
  form_.set(form_.document(), fields());
  ASSERT_NE(&line("/traffic/rate"), rate);
  rate = &line("/traffic/rate");
  EXPECT_EQ(form_.window()->focusWidget(), rate);
  EXPECT_EQ(rate->text(), "1250.0");
  EXPECT_EQ(rate->cursorPosition(), 2);
  QTest::keyClicks(rate, "9");
  EXPECT_EQ(form_.document()["traffic"]["rate"], 12950);

  rate->setSelection(1, 3);
  Json other = form_.document();
  other["traffic"]["rate"] = 70000;  // somebody else's value goes before what was typed
  form_.set(std::move(other), fields());
  EXPECT_EQ(line("/traffic/rate").text(), "70,000");
  EXPECT_EQ(line("/traffic/rate").selectedText(), "0,0");

  auto* flag = form_.field("/purchase")->findChild<QCheckBox*>("ri_1yr");
  flag->setFocus();
  form_.set(form_.document(), fields());
  EXPECT_EQ(form_.window()->focusWidget(),
            form_.field("/purchase")->findChild<QCheckBox*>("ri_1yr"));

  form_.set(form_.document(), {});  // the field is gone: nothing to go on in
  EXPECT_EQ(form_.field("/purchase"), nullptr);
}

TEST_F(DocumentFormTest, TypingChangesItsMemberAndNoOther) {
  const Json before = form_.document();
  QSignalSpy changed(&form_, &DocumentForm::changed);
  type("/traffic/rate", "250");
  type("/headroom", "12.5");
  type("/instances", "z , w");
  Json expected = before;
  expected["traffic"]["rate"] = 250;
  expected["headroom"] = 0.125;
  expected["instances"] = {"z", "w"};
  // A member that was emptied on the way comes last.
  EXPECT_EQ(nlohmann::json::parse(form_.document().dump()), nlohmann::json::parse(expected.dump()));
  EXPECT_TRUE(form_.document()["traffic"]["rate"].is_number_integer()) << "readers ask for it";
  EXPECT_GT(changed.count(), 3) << "with every key";
}

TEST_F(DocumentFormTest, LargeNumbersHaveSeparatorsAsInTheSimulateForm) {
  type("/traffic/rate", "1000000000");
  EXPECT_EQ(line("/traffic/rate").text(), "1000000000") << "as typed while the field is edited";
  emit line("/traffic/rate").editingFinished();
  EXPECT_EQ(line("/traffic/rate").text(), "1,000,000,000");
  EXPECT_EQ(form_.document()["traffic"]["rate"], 1000000000);
  form_.set(form_.document(), fields());
  EXPECT_EQ(line("/traffic/rate").text(), "1,000,000,000");
  type("/traffic/rate", "2,500");
  EXPECT_EQ(form_.document()["traffic"]["rate"], 2500);
}

TEST_F(DocumentFormTest, AnEmptiedFieldTakesItsMemberOut) {
  type("/as_of", "");
  EXPECT_FALSE(form_.document().contains("as_of"));
  QTest::mouseClick(form_.field("/purchase")->findChild<QCheckBox*>("spot"), Qt::LeftButton, {},
                    {5, 5});
  EXPECT_FALSE(form_.document().contains("purchase"));
}

TEST_F(DocumentFormTest, AnObjectThatAFieldLeavesEmptyGoesToo) {
  type("/traffic/rate", "");
  EXPECT_TRUE(form_.document().contains("traffic")) << "it has another member";
  form_.set(Json::parse(R"({"traffic": {"rate": 1}, "list": [{"a": 1}]})"), fields());
  type("/traffic/rate", "");
  EXPECT_FALSE(form_.document().contains("traffic")) << "readers refuse an empty one";
  type("/traffic/rate", "7");
  EXPECT_EQ(form_.document()["traffic"]["rate"], 7);
}

TEST_F(DocumentFormTest, WhatCannotBeReadIsMarkedAndChangesNothing) {
  const Json before = form_.document();
  type("/as_of", "soon");
  EXPECT_TRUE(line("/as_of").property("wrong").toBool());
  EXPECT_FALSE(form_.document().contains("as_of")) << "it was emptied on the way";
  type("/traffic/rate", "1x");
  EXPECT_EQ(form_.document()["traffic"]["rate"], 1) << "of the text that could be read last";
  EXPECT_TRUE(line("/traffic/rate").property("wrong").toBool());
  type("/traffic/rate", "100");
  EXPECT_FALSE(line("/traffic/rate").property("wrong").toBool());
}

TEST_F(DocumentFormTest, AReadersErrorMarksTheFieldItMeans) {
  EXPECT_TRUE(form_.mark("my.json: /instances/1", "is not known"));
  EXPECT_TRUE(line("/instances").property("wrong").toBool());
  EXPECT_EQ(line("/instances").toolTip(), "is not known");
  form_.clear_marks();
  EXPECT_FALSE(line("/instances").property("wrong").toBool());
  EXPECT_FALSE(form_.mark("my.json: /kept/deep", "is wrong"));
}

TEST(DocumentPanel, ALongNameDoesNotWidenTheColumn) {
  DocumentPanel panel(app::BuiltIn::Kind::kPlan, "Plan");
  panel.show();
  const auto width = [&panel](std::size_t letters) {
    panel.set_document({{"schema", "nscope.plan/1"}}, std::string(letters, 'n'));
    QTest::qWait(20);
    return panel.minimumSizeHint().width();
  };
  EXPECT_EQ(width(1), width(300));
}

TEST(DocumentPanel, AFileWithTheNameOfADocumentIsNotItsFile) {
  const QTemporaryDir folder;
  const QString before = QDir::currentPath();
  ASSERT_TRUE(QDir::setCurrent(folder.path()));
  DocumentPanel panel(app::BuiltIn::Kind::kPlan, "Plan");
  for (const char* name : {"inf2-100rps-sla", "New plan"}) {
    QFile file(QString::fromLatin1(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("someone's notes");
  }
  panel.load("inf2-100rps-sla");
  EXPECT_EQ(panel.json().at("schema"), "nscope.plan/1");
  EXPECT_TRUE(panel.is_built_in());
  const int listed = panel.documents().count();
  panel.set_document(panel.json(), "New plan");
  EXPECT_FALSE(panel.is_built_in());
  EXPECT_EQ(panel.documents().count(), listed) << "a document without a file is not in the list";
  ASSERT_TRUE(panel.save_to(folder.filePath("mine.json")));
  EXPECT_EQ(panel.documents().count(), listed + 1) << "from now on, it has a file";
  panel.load("./mine.json");
  EXPECT_FALSE(panel.is_built_in());
  QDir::setCurrent(before);
}

TEST(DocumentPanel, LoadsABuiltInAndSaysWhatIsMissing) {
  DocumentPanel panel(app::BuiltIn::Kind::kPlan, "Plan");
  QSignalSpy loaded(&panel, &DocumentPanel::loaded);
  QSignalSpy failed(&panel, &DocumentPanel::failed);
  EXPECT_TRUE(panel.is_empty());
  panel.load("inf2-100rps-sla");
  EXPECT_EQ(loaded.count(), 1);
  EXPECT_EQ(panel.json().at("schema"), "nscope.plan/1");
  EXPECT_EQ(panel.documents().currentText(), "inf2-100rps-sla");
  panel.load("/no/such/file.json");
  EXPECT_EQ(failed.count(), 1);
  EXPECT_EQ(panel.json().at("schema"), "nscope.plan/1") << "what is shown stays";
}

TEST_F(DocumentFormTest, AddsAndRemovesEntries) {
  using Kind = DocumentField::Kind;
  form_.set(Json::parse(R"({"ranges": {}, "amount": "12.50"})"),
            {{.pointer = "/phases/-",
              .kind = Kind::kAdd,
              .label = "Add",
              .item = [](const Json&) { return Json{{"name", "x"}}; }},
             {.pointer = "/phases/0", .kind = Kind::kRemove, .label = "Remove"},
             {.pointer = "/ranges",
              .kind = Kind::kAdd,
              .label = "Add a range",
              .choices = {{"load", "Load"}},
              .item = [](const Json&) { return Json{{"p10", 1}}; }},
             {.pointer = "/ranges/load", .kind = Kind::kRemove, .label = "Remove"},
             {.pointer = "/amount", .kind = Kind::kNumber, .label = "Amount"}});
  QSignalSpy restructured(&form_, &DocumentForm::restructured);
  const auto press = [&](const char* pointer) {
    QTest::keyClick(form_.field(pointer)->focusProxy(), Qt::Key_Space);
  };
  press("/phases/0");  // nothing there yet
  EXPECT_EQ(restructured.size(), 0);
  press("/phases/-");
  press("/phases/-");
  EXPECT_EQ(form_.document()["phases"].dump(), R"([{"name":"x"},{"name":"x"}])");
  press("/phases/0");
  EXPECT_EQ(form_.document()["phases"].dump(), R"([{"name":"x"}])");
  EXPECT_EQ(restructured.last().front().toString(), "/phases/0");
  auto* ranges = qobject_cast<QComboBox*>(form_.field("/ranges"));
  QTest::keyClick(ranges, Qt::Key_Down);
  EXPECT_EQ(form_.document()["ranges"].dump(), R"({"load":{"p10":1}})");
  press("/ranges/load");
  EXPECT_EQ(form_.document()["ranges"].dump(), "{}");
  EXPECT_EQ(restructured.size(), 5);
  // An amount that the document writes as a text.
  EXPECT_EQ(line("/amount").text(), "12.5");
}

TEST(DocumentHistory, WhatIsTypedIntoOneFieldIsOneEdit) {
  DocumentHistory history;
  history.start(Json{{"a", 1}});
  EXPECT_FALSE(history.can_undo());
  history.record(Json{{"a", 1}}, "/a");
  EXPECT_FALSE(history.can_undo()) << "nothing changed";
  history.record(Json{{"a", 12}}, "/a");
  history.record(Json{{"a", 123}}, "/a");
  history.record(Json{{"a", 123}, {"b", 1}}, "");
  EXPECT_FALSE(history.is_saved());
  EXPECT_EQ(history.undo(), (Json{{"a", 123}}));
  EXPECT_EQ(history.undo(), (Json{{"a", 1}}));
  EXPECT_TRUE(history.is_saved());
  EXPECT_FALSE(history.can_undo());
  EXPECT_EQ(history.redo(), (Json{{"a", 123}}));
  history.mark_saved();
  history.record(Json{{"a", 1234}}, "/a");
  EXPECT_FALSE(history.can_redo());
  EXPECT_EQ(history.undo(), (Json{{"a", 123}})) << "the saved state is kept";
  EXPECT_TRUE(history.is_saved());
}

TEST(DocumentHistory, TheOldestStatesAreForgotten) {
  DocumentHistory history;
  history.start(Json(0));
  for (int i = 1; i <= 300; ++i) history.record(Json(i), "");
  int steps = 0;
  for (; history.can_undo(); ++steps) history.undo();
  EXPECT_EQ(steps, 200);
  EXPECT_FALSE(history.is_saved()) << "the saved state is gone";
}

class EditedDocumentTest : public testing::Test {
 protected:
  EditedDocumentTest() {
    QObject::connect(&panel_, &DocumentPanel::loaded, &panel_, [this] { show_fields(); });
    QObject::connect(&panel_, &DocumentPanel::restored, &panel_, [this] { show_fields(); });
    panel_.show();
    panel_.load("inf2-100rps-sla");
  }
  void show_fields() {
    panel_.form().set(
        panel_.json(),
        {{.pointer = "/model", .kind = DocumentField::Kind::kText, .label = "Model"},
         {.pointer = "/sla", .kind = DocumentField::Kind::kRemove, .label = "Remove"}});
  }
  void type(const char* text) {
    auto* line = qobject_cast<QLineEdit*>(panel_.form().field("/model"));
    line->selectAll();
    QTest::keyClicks(line, QString::fromUtf8(text));
    QTest::qWait(5);
  }

  QTemporaryDir folder_;
  DocumentPanel panel_{app::BuiltIn::Kind::kPlan, "Plan"};
};

TEST_F(EditedDocumentTest, RemoveAndTypedTextCanBeUndone) {
  const Json before = panel_.json();
  EXPECT_FALSE(panel_.is_edited());
  EXPECT_FALSE(panel_.undo_button().isEnabled());
  QTest::keyClick(panel_.form().field("/sla")->focusProxy(), Qt::Key_Space);
  EXPECT_TRUE(panel_.is_edited()) << "at once";
  EXPECT_FALSE(panel_.json().contains("sla"));
  QTest::qWait(5);  // all that happens at once is one edit
  type("llama-3-8b");
  EXPECT_EQ(panel_.documents().currentText(), "inf2-100rps-sla *");
  QTest::mouseClick(&panel_.undo_button(), Qt::LeftButton);
  EXPECT_EQ(panel_.json()["model"], before["model"]);
  EXPECT_FALSE(panel_.json().contains("sla"));
  panel_.undo();
  EXPECT_TRUE(same_document(panel_.json(), before));
  EXPECT_FALSE(panel_.is_edited());
  EXPECT_EQ(panel_.documents().currentText(), "inf2-100rps-sla");
  QTest::mouseClick(&panel_.redo_button(), Qt::LeftButton);
  EXPECT_FALSE(panel_.json().contains("sla"));
}

TEST_F(EditedDocumentTest, AnotherDocumentAsksFirst) {
  type("mine");
  const auto choose = [this](const char* name) {
    const int index = panel_.documents().findData(QString::fromUtf8(name));
    panel_.documents().setCurrentIndex(index);
    emit panel_.documents().activated(index);
  };
  choose("llama3-8b-chat-day");
  EXPECT_TRUE(panel_.is_asking());
  EXPECT_TRUE(panel_.discard_button().isVisible());
  EXPECT_EQ(panel_.json()["model"], "mine");
  EXPECT_EQ(panel_.documents().currentData().toString(), "inf2-100rps-sla");
  QTest::mouseClick(&panel_.cancel_button(), Qt::LeftButton);
  EXPECT_FALSE(panel_.is_asking());
  EXPECT_EQ(panel_.json()["model"], "mine");
  choose("llama3-8b-chat-day");
  QTest::mouseClick(&panel_.discard_button(), Qt::LeftButton);
  EXPECT_EQ(panel_.name(), "llama3-8b-chat-day");
  EXPECT_FALSE(panel_.is_edited());
}

TEST_F(EditedDocumentTest, SavingConfirmsAndCanBeUndone) {
  const QString path = folder_.filePath("mine.json");
  std::function<void()> undo;
  QString saved;
  QObject::connect(&panel_, &DocumentPanel::saved, &panel_,
                   [&](const QString& file, const std::function<void()>& back) {
                     saved = file;
                     undo = back;
                   });
  type("one");
  ASSERT_TRUE(panel_.save_to(path));
  EXPECT_EQ(saved, path);
  EXPECT_FALSE(panel_.is_edited());
  EXPECT_EQ(panel_.title(), "mine.json");
  EXPECT_EQ(panel_.documents().currentText(), "mine.json");
  type("two");
  EXPECT_EQ(panel_.documents().currentText(), "mine.json *");
  ASSERT_TRUE(panel_.save()) << "to the same file, without a question";
  const auto model = [&] { return app::read_json_file(path.toStdString()).value()["model"]; };
  EXPECT_EQ(model(), "two");
  undo();
  EXPECT_EQ(model(), "one") << "the earlier file is back";
  EXPECT_TRUE(panel_.is_edited());
  QSignalSpy failed(&panel_, &DocumentPanel::failed);
  EXPECT_FALSE(panel_.save_to("/no/such/folder/x.json"));
  EXPECT_EQ(failed.count(), 1);
}

}  // namespace
}  // namespace nscope::gui
