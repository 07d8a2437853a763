<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Docks</name>
    <message>
        <source>Overall Summary</source>
        <translation>总体摘要</translation>
    </message>
    <message>
        <source>Key figures and engine activity of the run or the range.</source>
        <translation>整个运行或所选范围的关键数值和引擎活动。</translation>
    </message>
    <message>
        <source>Event Details</source>
        <translation>事件详情</translation>
    </message>
    <message>
        <source>Everything the capture says about the selected event.</source>
        <translation>采集数据中关于所选事件的全部信息。</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Every analysis as a table and a plot.</source>
        <translation>以表格和图表显示每项分析。</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Queries over the run.</source>
        <translation>对此次运行的查询。</translation>
    </message>
</context>
<context>
    <name>RowTarget</name>
    <message>
        <source>Double click or Enter: show the event in the timeline</source>
        <translation>双击或按 Enter：在时间线中显示该事件</translation>
    </message>
    <message>
        <source>Double click or Enter: show this time in the timeline</source>
        <translation>双击或按 Enter：在时间线中显示这段时间</translation>
    </message>
</context>
<context>
    <name>RunButton</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>RunCaption</name>
    <message>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 个核心</translation>
    </message>
    <message>
        <source>runtime </source>
        <translation>运行时 </translation>
    </message>
</context>
<context>
    <name>ShareBar</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>nscope::gui</name>
    <message>
        <source>The table has no column %1.</source>
        <translation>表中没有列 %1。</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source> per instance-hour</source>
        <translation> 每实例小时</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>可用区</translation>
    </message>
    <message>
        <source>%1 to %2 per hour</source>
        <translation>每小时 %1 至 %2</translation>
    </message>
    <message>
        <source>Not offered</source>
        <translation>不提供</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>核心 %1</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>no sample yet</source>
        <translation>尚无采样</translation>
    </message>
    <message>
        <source>Idle: nothing issued after this on the track.</source>
        <translation>空闲：此后该轨道上没有再发出任何指令。</translation>
    </message>
    <message>
        <source>Idle: nothing issued until %1</source>
        <translation>空闲：直到 %1 才发出指令</translation>
    </message>
    <message>
        <source>%1 waits here (%2 in all)</source>
        <translation>%1 在此等待（共 %2）</translation>
    </message>
    <message>
        <source>for %1 on %2</source>
        <translation>等待 %2，历时 %1</translation>
    </message>
    <message>
        <source>%1 for %2 (%3)</source>
        <translation>%1，历时 %2（%3）</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>the first %1 of %2 rows</source>
        <translation>共 %2 行，显示前 %1 行</translation>
    </message>
    <message>
        <source>the first %1 of %2 points</source>
        <translation>共 %2 点，显示前 %1 点</translation>
    </message>
    <message>
        <source>%1 rows without a value</source>
        <translation>%1 行没有值</translation>
    </message>
    <message>
        <source>%1 rows of zero, which logarithmic axes cannot show</source>
        <translation>%1 行为零，无法在对数轴上显示</translation>
    </message>
    <message>
        <source>Open a run first.</source>
        <translation>请先打开一次运行。</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Recent file</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>停靠面板</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AboutDialog</name>
    <message>
        <source>System report</source>
        <translation>系统报告</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>About Neuronscope</source>
        <translation>关于 Neuronscope</translation>
    </message>
    <message>
        <source>Profiler and cost planner for AWS Trainium and Inferentia. Everything runs on this machine: nothing is sent anywhere.</source>
        <translation>面向 AWS Trainium 和 Inferentia 的性能分析与成本规划工具。一切都在本机运行，不会向任何地方发送数据。</translation>
    </message>
    <message>
        <source>collecting …</source>
        <translation>正在收集…</translation>
    </message>
    <message>
        <source>The report is being collected.</source>
        <translation>正在收集报告。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Add it when you report an error. It names no file but the settings and those of the last errors.</source>
        <translation>报告错误时请附上。除设置文件和最近错误涉及的文件外，其中不包含其他文件名。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ActionList</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>SQL console</source>
        <translation>SQL 控制台</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>W / S, Ctrl+wheel</source>
        <translation>W / S，Ctrl+滚轮</translation>
    </message>
    <message>
        <source>zoom at the cursor</source>
        <translation>以光标为中心缩放</translation>
    </message>
    <message>
        <source>A / D, Shift+wheel, drag</source>
        <translation>A / D，Shift+滚轮，拖动</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>沿时间移动</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>scroll the tracks</source>
        <translation>滚动轨道</translation>
    </message>
    <message>
        <source>fit the selection; again: everything</source>
        <translation>适应所选内容；再按一次：全部</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>[ and ]</source>
        <translation>[ 和 ]</translation>
    </message>
    <message>
        <source>previous and next event of the track</source>
        <translation>轨道上的上一个和下一个事件</translation>
    </message>
    <message>
        <source>click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>select an event; on a group: open or close it</source>
        <translation>选择事件；在分组上：展开或折叠</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+拖动</translation>
    </message>
    <message>
        <source>select a range; summary and analyses follow</source>
        <translation>选择一段范围；摘要和分析随之更新</translation>
    </message>
    <message>
        <source>clear the selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>jump to the chosen track or event; again: to the next event</source>
        <translation>跳转到所选轨道或事件；再按一次：下一个事件</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>字母键</translation>
    </message>
    <message>
        <source>find an analysis in the list</source>
        <translation>在列表中查找分析</translation>
    </message>
    <message>
        <source>Enter or double click</source>
        <translation>Enter 或双击</translation>
    </message>
    <message>
        <source>show the row in the timeline</source>
        <translation>在时间线中显示该行</translation>
    </message>
    <message>
        <source>copy the selected rows as CSV</source>
        <translation>将所选行复制为 CSV</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>run the query</source>
        <translation>运行查询</translation>
    </message>
    <message>
        <source>run the simulation</source>
        <translation>运行模拟</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisChart</name>
    <message>
        <source>Bars on screen</source>
        <translation>屏幕上的条形</translation>
    </message>
    <message numerus="yes">
        <source>%n bar(s)</source>
        <translation>
            <numerusform>%n 个条形</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n 个点</numerusform>
        </translation>
    </message>
    <message>
        <source>Plot: %1 by %2</source>
        <translation>图表：按 %2 的 %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisHeader</name>
    <message>
        <source>Definition</source>
        <translation>定义</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>NeuronCore</source>
        <translation>NeuronCore</translation>
    </message>
    <message>
        <source>What the columns mean and how they are computed</source>
        <translation>各列的含义及计算方法</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>另存为 CSV…</translation>
    </message>
    <message>
        <source>Save as JSON…</source>
        <translation>另存为 JSON…</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>The rows as they are sorted, with all their digits</source>
        <translation>按当前排序的各行，保留全部数位</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>所有核心</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>核心 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisList</name>
    <message>
        <source>Find an analysis</source>
        <translation>查找分析</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisPage</name>
    <message>
        <source>Nothing was repaired, skipped or unknown.</source>
        <translation>没有任何内容被修复、跳过或无法识别。</translation>
    </message>
    <message>
        <source>No rows. This page shows %1.</source>
        <translation>没有数据行。本页显示：%1。</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>所选 %1</translation>
    </message>
    <message>
        <source>Double click or Enter on a row shows it in the timeline.</source>
        <translation>双击某行或按 Enter 可在时间线中显示。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>computing · %1</source>
        <translation>正在计算 · %1</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
</context>
<context>
    <name>nscope::gui::Banner</name>
    <message>
        <source>Check the name and the path.</source>
        <translation>请检查名称和路径。</translation>
    </message>
    <message>
        <source>Check that the file can be read and is a file.</source>
        <translation>请检查它是否为可读取的文件。</translation>
    </message>
    <message>
        <source>Check that the file is complete and of a format listed under File &gt; Open.</source>
        <translation>请检查文件是否完整，且格式列在“文件 &gt; 打开”中。</translation>
    </message>
    <message>
        <source>Capture it again with a supported version, or look for an update.</source>
        <translation>请用受支持的版本重新采集，或查找更新。</translation>
    </message>
    <message>
        <source>Change the workload as the message says.</source>
        <translation>请按提示修改工作负载。</translation>
    </message>
    <message>
        <source>This is an error of Neuronscope: please report it with the file.</source>
        <translation>这是 Neuronscope 的错误：请连同文件一起报告。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Action, track, metric, analysis, query, workload, file …</source>
        <translation>操作、轨道、指标、分析、查询、工作负载、文件…</translation>
    </message>
    <message>
        <source>Type to find; Up and Down choose, Enter runs, Esc leaves.</source>
        <translation>输入以查找；上下键选择，Enter 运行，Esc 关闭。</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Nothing matches. Fewer letters find more.</source>
        <translation>没有匹配项。减少字母可找到更多。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostChart</name>
    <message>
        <source>Cost per million tokens</source>
        <translation>每百万 token 成本</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>美元 / 百万 token</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostMatrixModel</name>
    <message>
        <source>Age</source>
        <translation>时效</translation>
    </message>
    <message>
        <source>%1 days: older than 12 months</source>
        <translation>%1 天：超过 12 个月</translation>
    </message>
    <message>
        <source>Per million tokens</source>
        <translation>每百万 token</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Month, metered</source>
        <translation>每月（按量）</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2: %3</source>
        <translation>%1 token/s，%2：%3</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>impossible: it cannot win</source>
        <translation>不可能：不能胜出</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DockTitle</name>
    <message>
        <source>Float %1</source>
        <translation>使“%1”浮动</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭“%1”</translation>
    </message>
</context>
<context>
    <name>nscope::gui::EventPanel</name>
    <message>
        <source>Click an event in the timeline to see its fields, what it waited for and what depends on it.</source>
        <translation>在时间线中单击事件，可查看其字段、它等待的对象以及依赖它的内容。</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>no predecessor</source>
        <translation>无前驱</translation>
    </message>
    <message>
        <source>1 predecessor</source>
        <translation>1 个前驱</translation>
    </message>
    <message>
        <source>%1 predecessors</source>
        <translation>%1 个前驱</translation>
    </message>
    <message>
        <source>no successor</source>
        <translation>无后继</translation>
    </message>
    <message>
        <source>1 successor</source>
        <translation>1 个后继</translation>
    </message>
    <message>
        <source>%1 successors</source>
        <translation>%1 个后继</translation>
    </message>
    <message>
        <source>The capture names no such dependency of this event.</source>
        <translation>采集数据中没有该事件的此类依赖。</translation>
    </message>
    <message>
        <source>Lists them; choose one to go there.</source>
        <translation>列出它们；选择一项即可前往。</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingCard</name>
    <message>
        <source>Equal work</source>
        <translation>等量工作</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Memory fit</source>
        <translation>内存容量</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单位</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InspectPage</name>
    <message>
        <source>%1 events on %2 tracks</source>
        <translation>%2 条轨道上有 %1 个事件</translation>
    </message>
    <message>
        <source>%1 operator intervals, %2 DMA packets</source>
        <translation>%1 个算子区间，%2 个 DMA 包</translation>
    </message>
    <message>
        <source>%1 instructions, %2 DMA packets</source>
        <translation>%1 条指令，%2 个 DMA 包</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>光标 %1</translation>
    </message>
    <message>
        <source>selection %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobList</name>
    <message>
        <source>Nothing runs in the background.</source>
        <translation>后台没有任务在运行。</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <translation>取消 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobStatus</name>
    <message>
        <source>no jobs</source>
        <translation>无任务</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel the running job</source>
        <translation>取消正在运行的任务</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Lists what runs in the background.</source>
        <translation>列出后台正在运行的任务。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::MainWindow</name>
    <message>
        <source>Neuronscope session (*.nscope)</source>
        <translation>Neuronscope 会话 (*.nscope)</translation>
    </message>
    <message>
        <source>All captures (%1)</source>
        <translation>所有采集文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open or simulate a run first.</source>
        <translation>请先打开或模拟一次运行。</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save session as …</source>
        <translation>会话另存为…</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>折叠所有分组</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>展开所有分组</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>主菜单</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
    <message>
        <source>About Neuronscope and system report</source>
        <translation>关于 Neuronscope 与系统报告</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>打开最近的文件</translation>
    </message>
    <message>
        <source>Files you open are listed here.</source>
        <translation>您打开的文件会列在这里。</translation>
    </message>
    <message>
        <source>Open a capture</source>
        <translation>打开采集文件</translation>
    </message>
    <message>
        <source>Nothing to save</source>
        <translation>没有可保存的内容</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
    <message>
        <source>Cannot open a new window</source>
        <translation>无法打开新窗口</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>Reading ahead</source>
        <translation>正在预读</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>1 diagnostic</source>
        <translation>1 条诊断</translation>
    </message>
    <message>
        <source>%1 diagnostics</source>
        <translation>%1 条诊断</translation>
    </message>
    <message>
        <source>frame %1 ms ·</source>
        <translation>帧 %1 ms ·</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>The session is damaged</source>
        <translation>会话已损坏</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MemoryBar</name>
    <message>
        <source>Memory of one core</source>
        <translation>单个核心的内存</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OverviewWidget</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Engine activity of the whole run and the part on screen.</source>
        <translation>整个运行中各引擎的活动以及屏幕上的部分。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ParameterForm</name>
    <message>
        <source>
From %1 to %2 %3</source>
        <translation>
从 %1 到 %2 %3</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Back to the values that the analysis comes with</source>
        <translation>恢复分析自带的值</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanPage</name>
    <message>
        <source>Pricing</source>
        <translation>计价</translation>
    </message>
    <message>
        <source>Million tokens per dollar</source>
        <translation>每美元百万 token 数</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Open a scenario file …</source>
        <translation>打开场景文件…</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Cost matrix</source>
        <translation>成本矩阵</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>每百万 token 成本</translation>
    </message>
    <message>
        <source>USD, bands 90 %</source>
        <translation>美元，90 % 区间</translation>
    </message>
    <message>
        <source>Cannot read the scenario</source>
        <translation>无法读取场景</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>场景 (*.json)</translation>
    </message>
    <message>
        <source>Cannot price the workload</source>
        <translation>无法为工作负载计价</translation>
    </message>
    <message>
        <source>Cannot price the scenario</source>
        <translation>无法为场景计价</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>%1 of %2 older than 12 months</source>
        <translation>%2 个中有 %1 个超过 12 个月</translation>
    </message>
    <message>
        <source>recalculated in %1 ms · %2 of %3 cells priced</source>
        <translation>重新计算用时 %1 ms · %3 个单元格中 %2 个有价格</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PreferencesDialog</name>
    <message>
        <source>Patterns besides colours</source>
        <translation>除颜色外使用图案</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Timeline and charts follow it.</source>
        <translation>时间线和图表随之变化。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>整体大小</translation>
    </message>
    <message>
        <source>On top of the screen&apos;s own scale; from the next start on.</source>
        <translation>在屏幕自身缩放之上；下次启动时生效。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Engines of the timeline are hatched as well, for readers who tell colours apart badly and for prints without colour.</source>
        <translation>时间线上的引擎同时以图案区分，便于色觉障碍者阅读和黑白打印。</translation>
    </message>
    <message>
        <source>Read ahead</source>
        <translation>预读</translation>
    </message>
    <message>
        <source>Sessions up to this size are read into memory as a whole after opening; larger ones are read where they are looked at. 0: none.</source>
        <translation>不超过此大小的会话在打开后全部读入内存；更大的会话只读取正在查看的部分。0：不预读。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SearchField</name>
    <message>
        <source>Search events and tracks …   Ctrl+K</source>
        <translation>搜索事件和轨道…   Ctrl+K</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Open a run to search in it.</source>
        <translation>打开一次运行后即可搜索。</translation>
    </message>
    <message>
        <source>Enter jumps; again jumps to the next event.</source>
        <translation>按 Enter 跳转；再按一次跳到下一个事件。</translation>
    </message>
    <message>
        <source>track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>Nothing in this run is called so.</source>
        <translation>此运行中没有这样的名称。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ShortcutsDialog</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或按键</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SimulatePage</name>
    <message>
        <source>Simulating</source>
        <translation>正在模拟</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open in Inspect</source>
        <translation>在“检查”中打开</translation>
    </message>
    <message>
        <source>Price it</source>
        <translation>计算价格</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Run simulates the workload event by event and shows every engine, DMA transfer and collective here.</source>
        <translation>“运行”逐个事件地模拟工作负载，并在此显示每个引擎、DMA 传输和集合通信。</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Simulates the workload (Ctrl+Enter)</source>
        <translation>模拟工作负载 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>closed form, while you type</source>
        <translation>闭式公式，随输入更新</translation>
    </message>
    <message>
        <source>Run the workload first.</source>
        <translation>请先运行工作负载。</translation>
    </message>
    <message>
        <source>Cannot read the workload</source>
        <translation>无法读取工作负载</translation>
    </message>
    <message>
        <source>Only generated tokens are priced, not inferences</source>
        <translation>只对生成的 token 计价，不对推理次数计价</translation>
    </message>
    <message>
        <source>What this workload costs under every purchase option</source>
        <translation>该工作负载在每种购买方式下的成本</translation>
    </message>
    <message>
        <source>The simulation stopped</source>
        <translation>模拟已停止</translation>
    </message>
    <message>
        <source>%1 on %2, TP %3 · %4 events</source>
        <translation>%1，%2，TP %3 · %4 个事件</translation>
    </message>
    <message>
        <source>Summary, tables, SQL and dependencies of this run</source>
        <translation>此次运行的摘要、表格、SQL 和依赖</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SqlPanel</name>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The query returned no rows.</source>
        <translation>查询没有返回任何行。</translation>
    </message>
    <message>
        <source>SQL query</source>
        <translation>SQL 查询</translation>
    </message>
    <message>
        <source>Runs the query (Ctrl+Enter). Tables: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property.</source>
        <translation>运行查询 (Ctrl+Enter)。表：slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property。</translation>
    </message>
    <message>
        <source>Tables: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property. Ctrl+Enter runs the query.</source>
        <translation>表：slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property。按 Ctrl+Enter 运行查询。</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>first %1 rows</source>
        <translation>前 %1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SummaryDock</name>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>所选 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SummaryPanel</name>
    <message>
        <source>not in this capture</source>
        <translation>此采集文件中没有</translation>
    </message>
    <message>
        <source>90 % band %1 to %2</source>
        <translation>90 % 区间 %1 至 %2</translation>
    </message>
    <message>
        <source>Engine activity</source>
        <translation>引擎活动</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>MFU / HFU</source>
        <translation>MFU / HFU</translation>
    </message>
    <message>
        <source>HBM bandwidth used</source>
        <translation>HBM 带宽利用</translation>
    </message>
    <message>
        <source>DMA active</source>
        <translation>DMA 活动</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>每输出 token 时间</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>that lie wholly in the time shown</source>
        <translation>完全位于所示时间内</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Tracks with events</source>
        <translation>有事件的轨道</translation>
    </message>
    <message>
        <source>Busiest tracks</source>
        <translation>最繁忙的轨道</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Events of all tracks over time. W and S zoom, A and D pan, F fits, brackets step along the track.</source>
        <translation>所有轨道随时间的事件。W 和 S 缩放，A 和 D 平移，F 适应窗口，方括号在轨道上逐个移动。</translation>
    </message>
    <message>
        <source>Open a capture to see its timeline.</source>
        <translation>打开采集文件即可查看其时间线。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TopBar</name>
    <message>
        <source>Inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>File, view and help (F10)</source>
        <translation>文件、视图和帮助 (F10)</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>主菜单</translation>
    </message>
</context>
<context>
    <name>nscope::gui::VerdictPanel</name>
    <message>
        <source>Time to first token</source>
        <translation>首 token 时间</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>每输出 token 时间</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Request latency</source>
        <translation>请求延迟</translation>
    </message>
    <message>
        <source>Device time of a call</source>
        <translation>单次调用的设备时间</translation>
    </message>
    <message>
        <source>Host time of a call</source>
        <translation>单次调用的主机时间</translation>
    </message>
    <message>
        <source>Latency of a call</source>
        <translation>单次调用的延迟</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>First token, 99 of 100</source>
        <translation>首 token，100 次中 99 次</translation>
    </message>
    <message>
        <source>Between two tokens</source>
        <translation>相邻 token 之间</translation>
    </message>
    <message>
        <source>Whole answer, 99 of 100</source>
        <translation>完整回答，100 次中 99 次</translation>
    </message>
    <message>
        <source>Memory of one core</source>
        <translation>单个核心的内存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The simulation does not give this figure.</source>
        <translation>模拟不给出此数值。</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>无区间</translation>
    </message>
    <message>
        <source>%1 – %2 (90 %)</source>
        <translation>%1 – %2 (90 %)</translation>
    </message>
    <message>
        <source>Outside the calibrated domain: </source>
        <translation>超出校准范围：</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WelcomePage</name>
    <message>
        <source>Simulation</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Where does the time go?</source>
        <translation>时间花在哪里？</translation>
    </message>
    <message>
        <source>Drop a Neuron capture anywhere in this window (NTFF, neuron-profile JSON, or a saved .nscope session), or start from a built-in workload. Everything runs on this machine.</source>
        <translation>将 Neuron 采集文件（NTFF、neuron-profile JSON 或已保存的 .nscope 会话）拖放到此窗口的任意位置，或从内置工作负载开始。一切都在本机运行。</translation>
    </message>
    <message>
        <source>Open a capture …</source>
        <translation>打开采集文件…</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Built-in workloads</source>
        <translation>内置工作负载</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>not found in %1</source>
        <translation>在 %1 中未找到</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes it off this list; the file stays.</source>
        <translation>从列表中移除；文件保留。</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>从列表中移除 %1</translation>
    </message>
    <message>
        <source>Files you open are listed here.</source>
        <translation>您打开的文件会列在这里。</translation>
    </message>
    <message>
        <source>Remove all that are missing</source>
        <translation>移除所有缺失的文件</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkloadForm</name>
    <message>
        <source>%L1 steps</source>
        <translation>%L1 步</translation>
    </message>
    <message>
        <source>%L1 tokens</source>
        <translation>%L1 个 token</translation>
    </message>
    <message>
        <source>%L1 sequences</source>
        <translation>%L1 个序列</translation>
    </message>
    <message>
        <source>a node fails every %L1 h</source>
        <translation>每 %L1 小时有一个节点故障</translation>
    </message>
    <message>
        <source>without failures</source>
        <translation>无故障</translation>
    </message>
    <message numerus="yes">
        <source>%n stated failures</source>
        <translation>
            <numerusform>指定的 %n 次故障</numerusform>
        </translation>
    </message>
    <message>
        <source>The job: %1, %2</source>
        <translation>作业：%1，%2</translation>
    </message>
    <message>
        <source>, to end within %L1 days</source>
        <translation>，须在 %L1 天内完成</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>运算精度</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Input tokens</source>
        <translation>输入 token</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>输出 token</translation>
    </message>
    <message>
        <source>Compiled length</source>
        <translation>编译长度</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心数</translation>
    </message>
    <message>
        <source>input + output</source>
        <translation>输入 + 输出</translation>
    </message>
    <message>
        <source>as published</source>
        <translation>与发布一致</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>one each</source>
        <translation>各一个</translation>
    </message>
    <message>
        <source>From the catalogue, or your own configuration below.</source>
        <translation>从目录中选择，或在下方使用自己的配置。</translation>
    </message>
    <message>
        <source>Hugging Face config.json …</source>
        <translation>Hugging Face config.json…</translation>
    </message>
    <message>
        <source>Data type of the weights in memory.</source>
        <translation>内存中权重的数据类型。</translation>
    </message>
    <message>
        <source>Data type of the matrix multiplications.</source>
        <translation>矩阵乘法的数据类型。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>One EC2 instance type.</source>
        <translation>一种 EC2 实例类型。</translation>
    </message>
    <message>
        <source>Logical NeuronCores that share each layer: the degrees the software supports.</source>
        <translation>共同承担每一层的逻辑 NeuronCore 数：软件支持的并行度。</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Sequences or images that are computed together.</source>
        <translation>一起计算的序列或图像数。</translation>
    </message>
    <message>
        <source>Length of each prompt.</source>
        <translation>每个提示的长度。</translation>
    </message>
    <message>
        <source>Tokens generated for each prompt.</source>
        <translation>为每个提示生成的 token 数。</translation>
    </message>
    <message>
        <source>Largest prompt plus output the graph is compiled for.</source>
        <translation>编译计算图所针对的最长提示加输出。</translation>
    </message>
    <message>
        <source>Height x width in pixels, such as 512x512.</source>
        <translation>高 x 宽（像素），例如 512x512。</translation>
    </message>
    <message>
        <source>Denoising steps of an image.</source>
        <translation>一幅图像的去噪步数。</translation>
    </message>
    <message>
        <source>Copies of the model that run at the same time.</source>
        <translation>同时运行的模型副本数。</translation>
    </message>
    <message>
        <source>NeuronCores that the copies share.</source>
        <translation>各副本共享的 NeuronCore 数。</translation>
    </message>
    <message>
        <source>Trains on %1 × this instance: %2 pipeline stages, %3 sequences a step in microbatches of %4, as its file states.</source>
        <translation>在 %1 × 此实例上训练：%2 个流水线阶段，每步 %3 个序列，微批大小 %4，按其文件所述。</translation>
    </message>
    <message>
        <source>the fewest</source>
        <translation>最少</translation>
    </message>
    <message>
        <source>Serves requests as they arrive, %1 replicas with %2 batching, as its file states. The batch is the slots of a replica.</source>
        <translation>按到达顺序处理请求，%1 个副本，%2 批处理，按其文件所述。批大小即副本的槽位数。</translation>
    </message>
    <message>
        <source>One collective, as its file states.</source>
        <translation>一次集合通信，按其文件所述。</translation>
    </message>
    <message>
        <source>Model configuration</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Cannot read the model configuration</source>
        <translation>无法读取模型配置</translation>
    </message>
</context>
</TS>
