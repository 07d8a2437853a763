<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>nscope::gui::AnalysisChart</name>
    <message numerus="yes">
        <source>%n bar(s)</source>
        <translation>
            <numerusform>%n bar</numerusform>
            <numerusform>%n bars</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingList</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobStatus</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RollingChart</name>
    <message numerus="yes">
        <source>%n gap(s)</source>
        <translation>
            <numerusform>%n gap</numerusform>
            <numerusform>%n gaps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineChart</name>
    <message numerus="yes">
        <source>%n operator(s); the table beside it has all figures.</source>
        <translation>
            <numerusform>%n operator; the table beside it has all figures.</numerusform>
            <numerusform>%n operators; the table beside it has all figures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineDock</name>
    <message numerus="yes">
        <source>%n operator(s) state FLOPs or HBM bytes only and stand in the table, not in the plot.</source>
        <translation>
            <numerusform>%n operator states FLOPs or HBM bytes only and stands in the table, not in the plot.</numerusform>
            <numerusform>%n operators state FLOPs or HBM bytes only and stand in the table, not in the plot.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimeChart</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrafficDock</name>
    <message numerus="yes">
        <source>%n more with fewer bytes</source>
        <translation>
            <numerusform>%n more with fewer bytes</numerusform>
            <numerusform>%n more with fewer bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WhatIfPanel</name>
    <message numerus="yes">
        <source>%n slider(s) moved: not the plan</source>
        <translation>
            <numerusform>%n slider moved: not the plan</numerusform>
            <numerusform>%n sliders moved: not the plan</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkloadForm</name>
    <message numerus="yes">
        <source>%n stated failures</source>
        <translation>
            <numerusform>%n stated failure</numerusform>
            <numerusform>%n stated failures</numerusform>
        </translation>
    </message>
</context>
</TS>
