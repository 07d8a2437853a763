<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 条警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 条警告</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 条说明</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 条说明</translation>
    </message>
    <message>
        <source>found %1 times</source>
        <translation>发现 %1 次</translation>
    </message>
</context>
<context>
    <name>ArrangementUndo</name>
    <message>
        <source>arrangement of tracks</source>
        <translation>轨道排列</translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>needs 3 runs each</source>
        <translation>每方需要 3 次运行</translation>
    </message>
    <message>
        <source>may be chance</source>
        <translation>可能是偶然</translation>
    </message>
    <message>
        <source>significant</source>
        <translation>显著</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Change in %</source>
        <translation>变化 (%)</translation>
    </message>
    <message>
        <source>Significance</source>
        <translation>显著性</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>one side only</source>
        <translation>仅一侧有</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>从零开始</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>points</source>
        <translation>点</translation>
    </message>
</context>
<context>
    <name>DecisionFields</name>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>Price of one</source>
        <translation>单价</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>Take the price book&apos;s price</source>
        <translation>采用价格簿中的价格</translation>
    </message>
    <message>
        <source>State another price</source>
        <translation>填写其他价格</translation>
    </message>
    <message>
        <source>Paid per instance</source>
        <translation>每实例实付</translation>
    </message>
    <message>
        <source>Effective: amortised, after discounts</source>
        <translation>有效成本：摊销并计入折扣后</translation>
    </message>
    <message>
        <source>Instance-hours</source>
        <translation>实例小时</translation>
    </message>
    <message>
        <source>a month</source>
        <translation>每月</translation>
    </message>
    <message>
        <source>Month of the bill</source>
        <translation>账单月份</translation>
    </message>
    <message>
        <source>Cost scenario</source>
        <translation>成本场景</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>on-demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Billing</source>
        <translation>计费</translation>
    </message>
    <message>
        <source>busy hours only</source>
        <translation>仅繁忙时段</translation>
    </message>
    <message>
        <source>always on, 730 h a month</source>
        <translation>始终开启，每月 730 h</translation>
    </message>
    <message>
        <source>busy hours only (default)</source>
        <translation>仅繁忙时段（默认）</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Take an item of a cost scenario</source>
        <translation>采用成本场景中的项目</translation>
    </message>
    <message>
        <source>State own figures</source>
        <translation>自行填写数值</translation>
    </message>
    <message>
        <source>Take an own bill</source>
        <translation>采用自己的账单</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Runs a month</source>
        <translation>每月运行次数</translation>
    </message>
    <message>
        <source>Tokens a run</source>
        <translation>每次运行 token 数</translation>
    </message>
    <message>
        <source>of the baseline&apos;s run</source>
        <translation>取自基准的运行</translation>
    </message>
    <message>
        <source>Tokens a month</source>
        <translation>每月 token 数</translation>
    </message>
    <message>
        <source>Growth a month</source>
        <translation>每月增长</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>Go-live in</source>
        <translation>上线时间</translation>
    </message>
    <message>
        <source>months</source>
        <translation>个月</translation>
    </message>
    <message>
        <source>Both run for</source>
        <translation>并行运行</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>不并行</translation>
    </message>
    <message>
        <source>with a load of</source>
        <translation>承担负载</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Add a phase</source>
        <translation>添加阶段</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Engineer-weeks</source>
        <translation>工程师周数</translation>
    </message>
    <message>
        <source>Cost of a week</source>
        <translation>每周成本</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>From month</source>
        <translation>起始月</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>To month</source>
        <translation>结束月</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>一次性</translation>
    </message>
    <message>
        <source>One-off payment</source>
        <translation>一次性付款</translation>
    </message>
    <message>
        <source>Add a one-off payment</source>
        <translation>添加一次性付款</translation>
    </message>
    <message>
        <source>payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>In month</source>
        <translation>所在月</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Of the target, at its price</source>
        <translation>目标机器的实例小时，按其价格计</translation>
    </message>
    <message>
        <source>Add validation runs</source>
        <translation>添加验证运行</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Hours a graph</source>
        <translation>每图小时数</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>计算图数</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>First in month</source>
        <translation>首次所在月</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Add compilation</source>
        <translation>添加编译</translation>
    </message>
    <message>
        <source>Monthly cost of the target</source>
        <translation>目标的每月成本</translation>
    </message>
    <message>
        <source>Add a monthly cost</source>
        <translation>添加每月成本</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Negative where the target saves it</source>
        <translation>如目标可节省该项，填负数</translation>
    </message>
    <message>
        <source>Commitment for the old machines</source>
        <translation>旧机器的承诺</translation>
    </message>
    <message>
        <source>Add a commitment</source>
        <translation>添加承诺</translation>
    </message>
    <message>
        <source>commitment</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>Owed a month</source>
        <translation>每月应付</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Price cut that may come</source>
        <translation>可能的降价</translation>
    </message>
    <message>
        <source>Add a price cut</source>
        <translation>添加降价</translation>
    </message>
    <message>
        <source>Of the</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Chance a year</source>
        <translation>每年概率</translation>
    </message>
    <message>
        <source>Taken off</source>
        <translation>降幅</translation>
    </message>
    <message>
        <source>Range of the %1</source>
        <translation>%1的范围</translation>
    </message>
    <message>
        <source>× plan</source>
        <translation>× 计划值</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>不确定性</translation>
    </message>
    <message>
        <source>Add a range …</source>
        <translation>添加范围…</translation>
    </message>
    <message>
        <source>Futures</source>
        <translation>模拟情景数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Checked by yourself</source>
        <translation>自行检查项</translation>
    </message>
    <message>
        <source>Add a check</source>
        <translation>添加检查项</translation>
    </message>
    <message>
        <source>what was checked</source>
        <translation>检查内容</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>支持</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>时间跨度</translation>
    </message>
    <message>
        <source>Discount rate</source>
        <translation>折现率</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
</context>
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
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>What holds the run up and what to change, by gain.</source>
        <translation>拖慢运行的因素及改进方法，按收益排序。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Time and work by layer, operator and instruction.</source>
        <translation>按层、算子和指令统计时间和工作量。</translation>
    </message>
    <message>
        <source>Flame Graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>The operators as blocks as wide as their part.</source>
        <translation>以宽度表示占比的算子方块。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operators beside what TensorE and HBM allow.</source>
        <translation>算子与 TensorE 和 HBM 上限的对照。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Events that match conditions, and the way through them.</source>
        <translation>符合条件的事件以及逐个浏览。</translation>
    </message>
    <message>
        <source>Selection Summary</source>
        <translation>所选范围摘要</translation>
    </message>
    <message>
        <source>What the selected range holds, by name and by track.</source>
        <translation>所选范围的内容，按名称和轨道。</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Notes on events, ranges and moments of the run.</source>
        <translation>对事件、范围和时刻的笔记。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>HBM, SBUF and PSUM over time, their peaks, tensors.</source>
        <translation>HBM、SBUF 和 PSUM 随时间的变化、峰值及张量。</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Collectives, and what chips send each other.</source>
        <translation>集合通信以及芯片之间的传输。</translation>
    </message>
    <message>
        <source>Compile Cache</source>
        <translation>编译缓存</translation>
    </message>
    <message>
        <source>Hits, misses and failures, their cost and reason.</source>
        <translation>命中、未命中和失败及其代价与原因。</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>What reading the run repaired, dropped or could not know.</source>
        <translation>读取运行时修复、丢弃或无法得知的内容。</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation>运行已暂停。</translation>
    </message>
    <message>
        <source>The display is paused; recording continues.</source>
        <translation>显示已暂停；录制仍在继续。</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>No report for %1 s.</source>
        <translation>已有 %1 秒没有报告。</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>A simulated run is played.</source>
        <translation>正在播放模拟的运行。</translation>
    </message>
    <message>
        <source>Reports come in.</source>
        <translation>正在接收报告。</translation>
    </message>
    <message>
        <source>no backpressure</source>
        <translation>无背压</translation>
    </message>
    <message>
        <source>backpressure: %1 waits, %2</source>
        <translation>背压：等待 %1 次，%2</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>slices and samples</source>
        <translation>切片和采样</translation>
    </message>
    <message>
        <source>Slices and counter samples delivered</source>
        <translation>已送达的切片和计数器采样</translation>
    </message>
    <message>
        <source>Event rate</source>
        <translation>事件速率</translation>
    </message>
    <message>
        <source>in the last moment</source>
        <translation>最近一刻</translation>
    </message>
    <message>
        <source>Events delivered a second of real time</source>
        <translation>每秒实际时间送达的事件数</translation>
    </message>
    <message>
        <source>Lost events</source>
        <translation>丢失的事件</translation>
    </message>
    <message>
        <source>Sent by the source and never delivered. Where the recording is slower than the source, the source waits: that is backpressure.</source>
        <translation>来源已发送但从未送达。若录制慢于来源，来源会等待：这就是背压。</translation>
    </message>
    <message>
        <source>Delivery, 99 of 100</source>
        <translation>送达，100 次中 99 次</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>最长 %1</translation>
    </message>
    <message>
        <source>From the source to the recording</source>
        <translation>从来源到录制</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>已播放</translation>
    </message>
    <message>
        <source>of the run&apos;s own time</source>
        <translation>以运行自身的时间计</translation>
    </message>
    <message>
        <source>Time of the run, all rounds</source>
        <translation>运行时间，所有轮次</translation>
    </message>
    <message>
        <source>1 core in use</source>
        <translation>使用 1 个核心</translation>
    </message>
    <message>
        <source>%1 cores in use</source>
        <translation>使用 %1 个核心</translation>
    </message>
    <message>
        <source>connection never lost</source>
        <translation>连接从未中断</translation>
    </message>
    <message>
        <source>connection lost: %1</source>
        <translation>连接中断：%1</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>no core is reported</source>
        <translation>没有报告任何核心</translation>
    </message>
    <message>
        <source>Mean of the NeuronCores in use, newest report</source>
        <translation>使用中 NeuronCore 的平均值，最新报告</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>of all runtimes</source>
        <translation>所有运行时合计</translation>
    </message>
    <message>
        <source>neuron_runtime_used_bytes, neuron_device</source>
        <translation>neuron_runtime_used_bytes, neuron_device</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>neuron_runtime_used_bytes, host</source>
        <translation>neuron_runtime_used_bytes, host</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>one every %1</source>
        <translation>每 %1 一份</translation>
    </message>
    <message>
        <source>no period stated</source>
        <translation>未说明周期</translation>
    </message>
    <message>
        <source>Complete reports since the start</source>
        <translation>开始以来的完整报告</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>间断</translation>
    </message>
    <message>
        <source>Reports that came later than two and a half periods after the last</source>
        <translation>比上一份晚于两个半周期才到的报告</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>The source is being opened.</source>
        <translation>正在打开来源。</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>尚未收到任何内容。</translation>
    </message>
    <message>
        <source>No report has come yet.</source>
        <translation>尚未收到报告。</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>无连接</translation>
    </message>
    <message>
        <source>Trying again in %1 s (attempt %2)</source>
        <translation>%1 秒后重试（第 %2 次）</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Attempt %1; no report has come yet.</source>
        <translation>第 %1 次尝试；尚未收到报告。</translation>
    </message>
    <message>
        <source>No file</source>
        <translation>无文件</translation>
    </message>
    <message>
        <source>The file was removed or renamed. It is read again when it is back.</source>
        <translation>文件已被移除或重命名。恢复后会继续读取。</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>The recording is full: %1 later events are watched, not kept.</source>
        <translation>录制已满：之后的 %1 个事件只显示，不保留。</translation>
    </message>
    <message>
        <source>%1 series are too many to be shown; they are recorded.</source>
        <translation>%1 个序列过多，无法显示；但会被录制。</translation>
    </message>
</context>
<context>
    <name>Markers</name>
    <message>
        <source>%1 before %2</source>
        <translation>%2 之前 %1</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%2 之后 %1</translation>
    </message>
    <message>
        <source>%1 further away</source>
        <translation>另有 %1 个在远处</translation>
    </message>
</context>
<context>
    <name>MemoryDock</name>
    <message>
        <source>Host and others</source>
        <translation>主机及其他</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>核心 %1</translation>
    </message>
</context>
<context>
    <name>OperatorTreeModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>What the row stands for.</source>
        <translation>该行代表的内容。</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Events below the row; DMA packets do not count.</source>
        <translation>该行之下的事件；不计 DMA 包。</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Time with at least one of its events under way, added up over cores.</source>
        <translation>至少有一个事件在进行的时间，各核心相加。</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>Active time / (time looked at × cores).</source>
        <translation>活动时间 /（所看时间 × 核心数）。</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未被掩盖</translation>
    </message>
    <message>
        <source>Active time in which nothing else of its level is under way on the core.</source>
        <translation>该核心上同层级没有其他工作进行的活动时间。</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>2 × multiply-accumulates, or as the run states.</source>
        <translation>2 × 乘加次数，或按运行所述。</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM 字节</translation>
    </message>
    <message>
        <source>Bytes read from and written to HBM.</source>
        <translation>从 HBM 读取和写入 HBM 的字节数。</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>FLOPs / (active time × TensorE&apos;s peak of one core).</source>
        <translation>FLOPs /（活动时间 × 单核心 TensorE 峰值）。</translation>
    </message>
    <message>
        <source>HBM rate</source>
        <translation>HBM 速率</translation>
    </message>
    <message>
        <source>HBM bytes / active time.</source>
        <translation>HBM 字节 / 活动时间。</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation>PNG 图片 (*.png);;SVG 图形 (*.svg);;PDF 页面 (*.pdf)</translation>
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
    <name>ScenarioFields</name>
    <message>
        <source>Work item</source>
        <translation>工作项</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Number of them</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>It does</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>推理服务</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>十亿</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>自动选择</translation>
    </message>
    <message>
        <source>Cores that share each layer, as software counts them</source>
        <translation>共同承担每一层的核心数，按软件的计法</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Summary of a measured run: a file of schema nscope.summary/1</source>
        <translation>实测运行的摘要：模式为 nscope.summary/1 的文件</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Tokens per s</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>无区间</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>all instances together</source>
        <translation>所有实例合计</translation>
    </message>
    <message>
        <source>one instance</source>
        <translation>单个实例</translation>
    </message>
    <message>
        <source>only one</source>
        <translation>仅一个</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>output tokens</source>
        <translation>输出 token</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>全部 token</translation>
    </message>
    <message>
        <source>as usual for it</source>
        <translation>按其惯例</translation>
    </message>
    <message>
        <source>Kind of figure</source>
        <translation>数值类型</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Where the figure comes from; reports cite it</source>
        <translation>数值的出处；报告会引用</translation>
    </message>
    <message>
        <source>Run and price of its own</source>
        <translation>自有运行与价格</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>of the price book</source>
        <translation>取自价格簿</translation>
    </message>
    <message>
        <source>Its source</source>
        <translation>价格来源</translation>
    </message>
    <message>
        <source>Its date</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>the first item</source>
        <translation>第一项</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>One or several, with commas between them</source>
        <translation>一个或多个，用逗号分隔</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Per month</source>
        <translation>每月</translation>
    </message>
    <message>
        <source>million tokens</source>
        <translation>百万 token</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Emissions of</source>
        <translation>排放时长</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>不计算</translation>
    </message>
    <message>
        <source>Demand over the week</source>
        <translation>一周内的需求</translation>
    </message>
    <message>
        <source>Counted in</source>
        <translation>计量单位</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Daily swing</source>
        <translation>日波动</translation>
    </message>
    <message>
        <source>0 %: the same at all hours; 100 %: from nothing to twice the mean</source>
        <translation>0 %：全天相同；100 %：从零到平均值的两倍</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>峰值时刻</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>Weekend</source>
        <translation>周末</translation>
    </message>
    <message>
        <source>Level of Saturday and Sunday to that of a working day</source>
        <translation>周六和周日相对于工作日的水平</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>取自运行</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>自行填写</translation>
    </message>
    <message>
        <source>of the demand</source>
        <translation>取自需求</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>繁忙占比</translation>
    </message>
    <message>
        <source>Commitments</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>可选报价</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>时间跨度</translation>
    </message>
    <message>
        <source>years</source>
        <translation>年</translation>
    </message>
    <message>
        <source>Spot has</source>
        <translation>Spot 可提供</translation>
    </message>
    <message>
        <source>Demand off by</source>
        <translation>需求偏差</translation>
    </message>
    <message>
        <source>Job on spot</source>
        <translation>Spot 作业</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>To write one; the work stands still</source>
        <translation>写一次检查点的时间；期间工作暂停</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Wait for one</source>
        <translation>等待单个节点</translation>
    </message>
    <message>
        <source>Wait for all</source>
        <translation>等待全部节点</translation>
    </message>
    <message>
        <source>Zone reclaims</source>
        <translation>可用区级回收</translation>
    </message>
    <message>
        <source>Share of the reclaims that take all nodes at once</source>
        <translation>同时收走所有节点的回收所占比例</translation>
    </message>
    <message>
        <source>Uses the notice</source>
        <translation>利用中断通知</translation>
    </message>
    <message>
        <source>The job writes a checkpoint when the two-minute notice comes</source>
        <translation>收到两分钟中断通知时，作业写一个检查点</translation>
    </message>
    <message>
        <source>Its size</source>
        <translation>检查点大小</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>Served within limits</source>
        <translation>在限值内提供服务</translation>
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
    <name>SliceClasses</name>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
</context>
<context>
    <name>TrainingFields</name>
    <message>
        <source>Work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>十亿</translation>
    </message>
    <message>
        <source>To train on, rounded up to whole steps</source>
        <translation>训练所用的 token 数，向上取整到整步</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Of a step; the same on every layout, so that the work is the same</source>
        <translation>每步的批大小；各布局相同，以保证工作量相同</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>So many of 100 jobs keep deadline and budget</source>
        <translation>100 个作业中须有这么多满足截止时间和预算</translation>
    </message>
    <message>
        <source>Failures and checkpoints</source>
        <translation>故障与检查点</translation>
    </message>
    <message>
        <source>Node fails every</source>
        <translation>节点故障间隔</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Mean time between failures of one node; nobody publishes it</source>
        <translation>单个节点的平均故障间隔时间；无公开数据</translation>
    </message>
    <message>
        <source>Storage, a node</source>
        <translation>存储，每节点</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Storage, all</source>
        <translation>存储，合计</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>Noticed after</source>
        <translation>发现耗时</translation>
    </message>
    <message>
        <source>Another node after</source>
        <translation>更换节点耗时</translation>
    </message>
    <message>
        <source>Where no spare stands by</source>
        <translation>没有备用节点待命时</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start of the processes, NEFF from the compile cache</source>
        <translation>启动进程，NEFF 取自编译缓存</translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation>备用节点</translation>
    </message>
    <message>
        <source>Slowest node</source>
        <translation>最慢节点</translation>
    </message>
    <message>
        <source>On spot</source>
        <translation>使用 Spot</translation>
    </message>
    <message>
        <source>not known: no spot</source>
        <translation>未知：不用 Spot</translation>
    </message>
    <message>
        <source>Zone reclaims</source>
        <translation>可用区级回收</translation>
    </message>
    <message>
        <source>Share of the reclaims that take all nodes at once</source>
        <translation>同时收走所有节点的回收所占比例</translation>
    </message>
    <message>
        <source>Wait for one</source>
        <translation>等待单个节点</translation>
    </message>
    <message>
        <source>Wait for all</source>
        <translation>等待全部节点</translation>
    </message>
    <message>
        <source>Nodes, at most</source>
        <translation>节点数上限</translation>
    </message>
    <message>
        <source>The cheapest of these. None: on demand</source>
        <translation>取其中最便宜的。不选：按需</translation>
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
    <message>
        <source>an event that the capture does not show</source>
        <translation>采集数据中未显示的事件</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>历时 %1</translation>
    </message>
    <message>
        <source>DMA wait</source>
        <translation>DMA 等待</translation>
    </message>
    <message>
        <source>Semaphore wait</source>
        <translation>信号量等待</translation>
    </message>
    <message>
        <source>Collective wait</source>
        <translation>集合通信等待</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>before the first instruction</source>
        <translation>第一条指令之前</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>DMA descriptors</source>
        <translation>DMA 描述符</translation>
    </message>
    <message>
        <source>GpSimd writes them</source>
        <translation>由 GpSimd 写入</translation>
    </message>
    <message>
        <source>Clock stopped</source>
        <translation>时钟停止</translation>
    </message>
    <message>
        <source>throttled</source>
        <translation>被限频</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>nothing issued after this</source>
        <translation>此后没有发出指令</translation>
    </message>
    <message>
        <source>Nothing issued</source>
        <translation>未发出指令</translation>
    </message>
    <message>
        <source>the capture does not say why</source>
        <translation>采集数据未说明原因</translation>
    </message>
    <message>
        <source>%1 long</source>
        <translation>长 %1</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>然后 %1</translation>
    </message>
    <message>
        <source>on the critical path</source>
        <translation>位于关键路径上</translation>
    </message>
    <message>
        <source>slack %1</source>
        <translation>余量 %1</translation>
    </message>
    <message>
        <source>no slack</source>
        <translation>无余量</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Opcode</source>
        <translation>操作码</translation>
    </message>
    <message>
        <source>Instruction type</source>
        <translation>指令类型</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>算式</translation>
    </message>
    <message>
        <source>%1 an hour + %2 upfront / %3 h</source>
        <translation>每小时 %1 + 预付 %2 / %3 h</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>折扣</translation>
    </message>
    <message>
        <source>%1 off the list price of %2</source>
        <translation>比目录价 %2 低 %1</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>your own price: it goes before public ones</source>
        <translation>自有价格：优先于公开价格</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>an estimate, not a published price</source>
        <translation>估计值，非公布价格</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>How the lengths of the requests are distributed</source>
        <translation>请求长度的分布方式</translation>
    </message>
    <message>
        <source>always the same</source>
        <translation>固定不变</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀分布</translation>
    </message>
    <message>
        <source>lognormal</source>
        <translation>对数正态</translation>
    </message>
    <message>
        <source>list of the file</source>
        <translation>文件中的列表</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation of the lengths</source>
        <translation>长度的标准差</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>Replicas are compiled for the longest request</source>
        <translation>副本按最长的请求编译</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Mean rate of the busiest time that is planned for</source>
        <translation>所规划的最繁忙时段的平均速率</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>How requests follow each other</source>
        <translation>请求之间的到达规律</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>泊松</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>in bursts</source>
        <translation>突发</translation>
    </message>
    <message>
        <source>burst / quiet</source>
        <translation>突发 / 平静</translation>
    </message>
    <message>
        <source>quiet for</source>
        <translation>平静时长</translation>
    </message>
    <message>
        <source>bursts of</source>
        <translation>突发时长</translation>
    </message>
    <message>
        <source>From the arrival of a request to its first token</source>
        <translation>从请求到达到首个 token</translation>
    </message>
    <message>
        <source>Mean time between the tokens of an answer</source>
        <translation>一次应答中相邻 token 的平均间隔</translation>
    </message>
    <message>
        <source>From the arrival of a request to its last token</source>
        <translation>从请求到达到最后一个 token</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>%1 of 100 requests must stay within it</source>
        <translation>100 个请求中须有 %1 个不超过该值</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限值</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Where may be bought, with commas between</source>
        <translation>可购买的区域，用逗号分隔</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>all with NeuronCores</source>
        <translation>所有带 NeuronCore 的</translation>
    </message>
    <message>
        <source>Instance types that may be used, with commas between</source>
        <translation>可使用的实例类型，用逗号分隔</translation>
    </message>
    <message>
        <source>GPUs, too</source>
        <translation>也含 GPU</translation>
    </message>
    <message>
        <source>GPU instances are compared where no instances are named</source>
        <translation>未指定实例时，也比较 GPU 实例</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>None: bf16, and 8 bits only where nothing else holds</source>
        <translation>不选：bf16，仅在别无可行方案时用 8 位</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>The cheapest of these. None: on demand, and commitments only where nothing else holds</source>
        <translation>取其中最便宜的。不选：按需，仅在别无可行方案时用承诺</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Reserves</source>
        <translation>冗余</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Share of the load that is planned for on top</source>
        <translation>在规划负载之上额外预留的比例</translation>
    </message>
    <message>
        <source>So many may fail and the limits still hold</source>
        <translation>允许发生故障的数量，此时限值仍满足</translation>
    </message>
    <message>
        <source>Nodes may fail</source>
        <translation>可故障节点</translation>
    </message>
    <message>
        <source>Zones may fail</source>
        <translation>可故障可用区</translation>
    </message>
    <message>
        <source>of zones</source>
        <translation>可用区总数</translation>
    </message>
    <message>
        <source>Over which the fleet is spread evenly</source>
        <translation>机群均匀分布于这些可用区</translation>
    </message>
    <message>
        <source>Autoscaling</source>
        <translation>自动扩缩</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>peak all the time</source>
        <translation>始终按峰值</translation>
    </message>
    <message>
        <source>How long a new replica loads before it serves; set it to follow the hours</source>
        <translation>新副本开始服务前的加载时间；填写后机群随时段变化</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Where the first new replica also compiles; 0: the cache is warm</source>
        <translation>首个新副本还需编译时的编译时间；0：缓存已预热</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Host software, whose costs count</source>
        <translation>计入其开销的主机软件</translation>
    </message>
    <message>
        <source>Schedulers</source>
        <translation>调度器</translation>
    </message>
    <message>
        <source>None: all are tried</source>
        <translation>不选：全部尝试</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>按需要</translation>
    </message>
    <message>
        <source>For which every replica is compiled</source>
        <translation>每个副本编译所针对的位置数</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>个实例</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>未应答</translation>
    </message>
    <message>
        <source>%1 p%2 within %3</source>
        <translation>%1 p%2 不超过 %3</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 per instance-hour</source>
        <translation>每实例小时 %1</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>未建模</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>too slow for a request alone</source>
        <translation>单个请求已过慢</translation>
    </message>
    <message>
        <source>never holds the limits</source>
        <translation>始终不满足限值</translation>
    </message>
    <message>
        <source>takes more just to keep up</source>
        <translation>仅跟上负载就需更多</translation>
    </message>
    <message>
        <source>takes more to hold the limits</source>
        <translation>满足限值需更多</translation>
    </message>
    <message>
        <source>No fleet of these instances holds %1.</source>
        <translation>这些实例组成的任何机群都不满足 %1。</translation>
    </message>
    <message>
        <source>It takes %1.</source>
        <translation>需要 %1。</translation>
    </message>
    <message>
        <source>%1 p99 %2 (%3 to %4)</source>
        <translation>%1 p99 %2（%3 至 %4）</translation>
    </message>
    <message>
        <source>Noise of the simulation, 95 % confidence: %1.</source>
        <translation>模拟噪声，95 % 置信度：%1。</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>机群</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Cheapest fleet: %1 for %2 per hour (%3).</source>
        <translation>最便宜的机群：%1，每小时 %2（%3）。</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时效</translation>
    </message>
    <message>
        <source>%1 days: older than 12 months</source>
        <translation>%1 天：超过 12 个月</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
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
        <source>no load holds %1: %2</source>
        <translation>任何负载都不满足 %1：%2</translation>
    </message>
    <message>
        <source>none: it cannot win</source>
        <translation>无：不能胜出</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>impossible: it cannot win</source>
        <translation>不可能：不能胜出</translation>
    </message>
    <message>
        <source>Control instruction</source>
        <translation>控制指令</translation>
    </message>
    <message>
        <source>Outside signal</source>
        <translation>外部信号</translation>
    </message>
    <message>
        <source>nothing in the capture sends it</source>
        <translation>采集数据中没有其发送方</translation>
    </message>
    <message>
        <source>Semaphore instruction</source>
        <translation>信号量指令</translation>
    </message>
    <message>
        <source>the semaphore was there</source>
        <translation>信号量已就绪</translation>
    </message>
    <message>
        <source>Reclaims</source>
        <translation>回收</translation>
    </message>
    <message>
        <source>per node-hour</source>
        <translation>每节点小时</translation>
    </message>
    <message>
        <source>Spot Advisor</source>
        <translation>Spot Advisor</translation>
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
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>P and N</source>
        <translation>P 和 N</translation>
    </message>
    <message>
        <source>what the event waited for last; the first event that waited for it</source>
        <translation>该事件最后等待的对象；最先等待它的事件</translation>
    </message>
    <message>
        <source>set a marker at the cursor, at the edge of an event where one is near</source>
        <translation>在光标处设置标记，附近有事件边缘时吸附其上</translation>
    </message>
    <message>
        <source>, and .</source>
        <translation>, 和 .</translation>
    </message>
    <message>
        <source>previous and next marker</source>
        <translation>上一个和下一个标记</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>remove the chosen marker</source>
        <translation>移除所选标记</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <source>choose a track</source>
        <translation>选择轨道</translation>
    </message>
    <message>
        <source>open or close a group, or select the track&apos;s first event on screen</source>
        <translation>展开或折叠分组，或选择该轨道屏幕上的第一个事件</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+上、Alt+下</translation>
    </message>
    <message>
        <source>move the chosen track</source>
        <translation>移动所选轨道</translation>
    </message>
    <message>
        <source>Alt+Plus, Alt+Minus</source>
        <translation>Alt+加号、Alt+减号</translation>
    </message>
    <message>
        <source>make the chosen track higher, lower</source>
        <translation>增高、降低所选轨道</translation>
    </message>
    <message>
        <source>right click, Menu key</source>
        <translation>右键单击、菜单键</translation>
    </message>
    <message>
        <source>what can be done with the track or marker</source>
        <translation>可对轨道或标记执行的操作</translation>
    </message>
    <message>
        <source>select a range; across rows: only those tracks; summary and analyses follow</source>
        <translation>选择范围；跨行时：仅这些轨道；摘要和分析随之更新</translation>
    </message>
    <message>
        <source>start or stop the stream</source>
        <translation>启动或停止数据流</translation>
    </message>
    <message>
        <source>take back a change of markers and annotations; make it again</source>
        <translation>撤销标记和注释的更改；重做</translation>
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
    <name>nscope::gui::AnnotationsDock</name>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>all tracks</source>
        <translation>所有轨道</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 条轨道</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>On</source>
        <translation>对象</translation>
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
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Saving annotations</source>
        <translation>正在保存标注</translation>
    </message>
    <message>
        <source>No annotations yet. Select an event or a range in the timeline and choose Add.</source>
        <translation>尚无标注。请在时间线中选择事件或范围，然后选择“添加”。</translation>
    </message>
    <message>
        <source>Double click or Enter: show it in the timeline</source>
        <translation>双击或按 Enter：在时间线中显示</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Add ▾</source>
        <translation>添加 ▾</translation>
    </message>
    <message>
        <source>A note on what is selected</source>
        <translation>对所选内容的笔记</translation>
    </message>
    <message>
        <source>To the selected event</source>
        <translation>针对所选事件</translation>
    </message>
    <message>
        <source>To the selected range</source>
        <translation>针对所选范围</translation>
    </message>
    <message>
        <source>Marker where the selection begins</source>
        <translation>在选择开始处设置标记</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Removes the chosen annotations (Delete)</source>
        <translation>移除所选标注 (Delete)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Annotations (*.json)</source>
        <translation>标注 (*.json)</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Adds the annotations of a JSON file</source>
        <translation>添加 JSON 文件中的标注</translation>
    </message>
    <message>
        <source>Import annotations</source>
        <translation>导入标注</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Writes all annotations into a JSON file</source>
        <translation>将所有标注写入 JSON 文件</translation>
    </message>
    <message>
        <source>Export annotations</source>
        <translation>导出标注</translation>
    </message>
    <message>
        <source>Save in session</source>
        <translation>保存到会话</translation>
    </message>
    <message>
        <source>Annotations that were not saved</source>
        <translation>未保存的标注</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Name of the annotation</source>
        <translation>标注名称</translation>
    </message>
    <message>
        <source>Colour of the annotation</source>
        <translation>标注颜色</translation>
    </message>
    <message>
        <source>Text of the annotation</source>
        <translation>标注文本</translation>
    </message>
    <message>
        <source>Choose an annotation.</source>
        <translation>请选择一条标注。</translation>
    </message>
    <message>
        <source>Annotations of %1 that were not saved with this run: %2 in all.</source>
        <translation>%1 的标注未随此运行保存：共 %2 条。</translation>
    </message>
    <message>
        <source>Select one in the timeline first.</source>
        <translation>请先在时间线中选择。</translation>
    </message>
    <message>
        <source>The run is no session yet: save it as one (Ctrl+Shift+S); that saves the annotations, too.</source>
        <translation>此运行尚不是会话：将其另存为会话 (Ctrl+Shift+S)，标注也会一并保存。</translation>
    </message>
    <message>
        <source>Writes the annotations into %1</source>
        <translation>将标注写入 %1</translation>
    </message>
    <message>
        <source>The session has them all.</source>
        <translation>会话中已全部包含。</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Cannot add the annotation</source>
        <translation>无法添加标注</translation>
    </message>
    <message>
        <source>Cannot change the annotation</source>
        <translation>无法更改标注</translation>
    </message>
    <message>
        <source>Cannot import %1</source>
        <translation>无法导入 %1</translation>
    </message>
    <message>
        <source>import annotations</source>
        <translation>导入标注</translation>
    </message>
    <message>
        <source>Cannot export the annotations</source>
        <translation>无法导出标注</translation>
    </message>
    <message>
        <source>Cannot save the annotations</source>
        <translation>无法保存标注</translation>
    </message>
    <message>
        <source>Cannot add the annotations of another window</source>
        <translation>无法添加另一窗口的批注</translation>
    </message>
    <message>
        <source>annotations of another window</source>
        <translation>另一窗口的批注</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AssumptionsCard</name>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Plan to see what it assumes.</source>
        <translation>执行规划以查看其假设。</translation>
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
    <name>nscope::gui::BreakEvenPanel</name>
    <message>
        <source>%1 trillion</source>
        <translation>%1 万亿</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 十亿</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 百万</translation>
    </message>
    <message>
        <source>There is nothing to compare.</source>
        <translation>没有可比较的内容。</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Alternative</source>
        <translation>备选</translation>
    </message>
    <message>
        <source>Its speed</source>
        <translation>备选速度</translation>
    </message>
    <message>
        <source>It is busy</source>
        <translation>备选利用率</translation>
    </message>
    <message>
        <source>Discount on it</source>
        <translation>备选折扣</translation>
    </message>
    <message>
        <source>Base is busy</source>
        <translation>基准利用率</translation>
    </message>
    <message>
        <source>Load per month</source>
        <translation>每月负载</translation>
    </message>
    <message>
        <source>It costs</source>
        <translation>备选成本</translation>
    </message>
    <message>
        <source>Break-even of each figure</source>
        <translation>各数值的盈亏平衡点</translation>
    </message>
    <message>
        <source>Drawn over</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>折扣</translation>
    </message>
    <message>
        <source>What may turn out otherwise</source>
        <translation>可能出现变化的因素</translation>
    </message>
    <message>
        <source>Where both cost the same</source>
        <translation>两者成本相同之处</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 tokens/s</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 token</translation>
    </message>
    <message>
        <source>%1 a month for the load, on %2</source>
        <translation>该负载每月 %1，共 %2 组</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>低 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>高 %1</translation>
    </message>
    <message>
        <source>USD per million tokens, machines paid all the time</source>
        <translation>美元 / 百万 token，机器全时付费</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>每百万 token</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>%1 of the base&apos;s speed</source>
        <translation>基准速度的 %1</translation>
    </message>
    <message>
        <source>the base is busy %1</source>
        <translation>基准利用率 %1</translation>
    </message>
    <message>
        <source>off its price</source>
        <translation>相对其价格的折扣</translation>
    </message>
    <message>
        <source>cheaper below the first</source>
        <translation>低于第一个点时更便宜</translation>
    </message>
    <message>
        <source>dearer below the first</source>
        <translation>低于第一个点时更贵</translation>
    </message>
    <message>
        <source>%1 is cheaper above %2 of the speed of %3; here it has %4.</source>
        <translation>%1 的速度高于 %3 的 %2 时更便宜；此处为 %4。</translation>
    </message>
    <message>
        <source>Cost of both sides over %1</source>
        <translation>双方成本随 %1 的变化</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>美元 / 百万 token</translation>
    </message>
    <message>
        <source>USD per month</source>
        <translation>美元 / 月</translation>
    </message>
    <message>
        <source>million tokens per month</source>
        <translation>百万 token / 月</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>speed of the alternative, %</source>
        <translation>备选速度，%</translation>
    </message>
    <message>
        <source>utilisation of the alternative, %</source>
        <translation>备选利用率，%</translation>
    </message>
    <message>
        <source>discount on the alternative, %</source>
        <translation>备选折扣，%</translation>
    </message>
    <message>
        <source>same cost: %1</source>
        <translation>成本相同：%1</translation>
    </message>
    <message>
        <source>cheaper at all loads up to ten times this one</source>
        <translation>在此负载的十倍以内始终更便宜</translation>
    </message>
    <message>
        <source>dearer at all loads up to ten times this one</source>
        <translation>在此负载的十倍以内始终更贵</translation>
    </message>
    <message>
        <source>costs the same at all loads up to ten times this one</source>
        <translation>在该负载的十倍以内，任何负载下成本都相同</translation>
    </message>
</context>
<context>
    <name>nscope::gui::BundleChart</name>
    <message>
        <source>unknown: a part has no price</source>
        <translation>未知：有部分没有价格</translation>
    </message>
    <message>
        <source>Totals of bundles</source>
        <translation>组合总计</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CashFlowChart</name>
    <message>
        <source>Cash flow by month</source>
        <translation>逐月现金流</translation>
    </message>
    <message>
        <source>month brings in</source>
        <translation>当月净流入</translation>
    </message>
    <message>
        <source>month costs</source>
        <translation>当月净流出</translation>
    </message>
    <message>
        <source>running sum</source>
        <translation>累计</translation>
    </message>
    <message>
        <source>months from today</source>
        <translation>距今月数</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>go-live</source>
        <translation>上线</translation>
    </message>
    <message>
        <source>paid back: %1</source>
        <translation>已回收：%1</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Month %1</source>
        <translation>第 %1 个月</translation>
    </message>
    <message>
        <source>net %1, running sum %2</source>
        <translation>净额 %1，累计 %2</translation>
    </message>
    <message>
        <source>staying %1</source>
        <translation>维持现状 %1</translation>
    </message>
    <message>
        <source>old machines %1</source>
        <translation>旧机器 %1</translation>
    </message>
    <message>
        <source>new machines %1</source>
        <translation>新机器 %1</translation>
    </message>
    <message>
        <source>running costs %1</source>
        <translation>运行成本 %1</translation>
    </message>
    <message>
        <source>people %1</source>
        <translation>人力 %1</translation>
    </message>
    <message>
        <source>one-off %1</source>
        <translation>一次性 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CauseModel</name>
    <message>
        <source>%1
Double click or Enter shows the event that changed most in all timelines</source>
        <translation>%1
双击或按 Enter 在所有时间线中显示变化最大的事件</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChangePanel</name>
    <message>
        <source>No differences.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>Only metrics are compared.</source>
        <translation>仅比较指标。</translation>
    </message>
    <message>
        <source>%1 takes as long as %2, but not in the same way.</source>
        <translation>%1 与 %2 用时相同，但方式不同。</translation>
    </message>
    <message>
        <source>%1 is %2 (%3) shorter than %4.</source>
        <translation>%1 比 %4 短 %2（%3）。</translation>
    </message>
    <message>
        <source>%1 is %2 (%3) longer than %4.</source>
        <translation>%1 比 %4 长 %2（%3）。</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>从零开始</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化内容</translation>
    </message>
    <message>
        <source>adds up to the change</source>
        <translation>合计即为变化</translation>
    </message>
    <message>
        <source>Length of the executions: %1 less %2</source>
        <translation>执行长度：%1 减 %2</translation>
    </message>
    <message>
        <source>means of %1 and %2 runs</source>
        <translation>%1 次与 %2 次运行的平均</translation>
    </message>
    <message>
        <source>They have nothing in common that could be compared one by one: no %1 of one run occurs in the other. Compare by another unit, or runs of the same program.</source>
        <translation>两者没有可逐一比较的共同部分：一次运行的 %1 在另一次中都没有出现。请换一种单位比较，或比较同一程序的运行。</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>95 % interval %1 to %2: %3.</source>
        <translation>95 % 区间 %1 至 %2：%3。</translation>
    </message>
    <message>
        <source>it may be chance</source>
        <translation>可能是偶然</translation>
    </message>
    <message>
        <source>beyond chance</source>
        <translation>并非偶然</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChartCard</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>%1 as a chart</source>
        <translation>%1：图表</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1：表格</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChipMatrixModel</name>
    <message>
        <source>no counter of such a link</source>
        <translation>没有此类链路的计数器</translation>
    </message>
    <message>
        <source>%1: %2, %3 on average, at most %4</source>
        <translation>%1：%2，平均 %3，最高 %4</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>chip %1 →</source>
        <translation>芯片 %1 →</translation>
    </message>
    <message>
        <source>→ %1</source>
        <translation>→ %1</translation>
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
    <name>nscope::gui::CommitmentsPanel</name>
    <message>
        <source>Spot</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>No other demand was tried.</source>
        <translation>未尝试其他需求。</translation>
    </message>
    <message>
        <source>Commitments of</source>
        <translation>承诺对象</translation>
    </message>
    <message>
        <source>All on demand</source>
        <translation>全部按需</translation>
    </message>
    <message>
        <source>With this mix</source>
        <translation>采用此组合</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>Covered</source>
        <translation>覆盖率</translation>
    </message>
    <message>
        <source>Coverage of the cheapest offer alone</source>
        <translation>仅用最便宜报价时的覆盖率</translation>
    </message>
    <message>
        <source>If the demand is another</source>
        <translation>若需求有变</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>后悔值</translation>
    </message>
    <message>
        <source>Who serves the demand</source>
        <translation>需求由谁承担</translation>
    </message>
    <message>
        <source>instances, first week</source>
        <translation>实例数，第一周</translation>
    </message>
    <message>
        <source>over %1 hours</source>
        <translation>%1 小时内</translation>
    </message>
    <message>
        <source>commitments %1, on demand %2, spot %3</source>
        <translation>承诺 %1，按需 %2，Spot %3</translation>
    </message>
    <message>
        <source>exact: layers by break-even</source>
        <translation>精确解：按盈亏平衡分层</translation>
    </message>
    <message>
        <source>exact: integer program</source>
        <translation>精确解：整数规划</translation>
    </message>
    <message>
        <source>%1 less than all on demand</source>
        <translation>比全部按需低 %1</translation>
    </message>
    <message>
        <source>share of the instance-hours</source>
        <translation>占实例小时的比例</translation>
    </message>
    <message>
        <source>of the instance-hours</source>
        <translation>占实例小时</translation>
    </message>
    <message>
        <source>Who serves the demand of %1 over a week</source>
        <translation>一周内 %1 的需求由谁承担</translation>
    </message>
    <message>
        <source>hours of the demand; a profile starts on Monday</source>
        <translation>需求的小时；周曲线从周一开始</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Demand</source>
        <translation>需求</translation>
    </message>
    <message>
        <source>day %1</source>
        <translation>第 %1 天</translation>
    </message>
    <message>
        <source>USD over the horizon</source>
        <translation>时间跨度内的美元</translation>
    </message>
    <message>
        <source>instances committed</source>
        <translation>已承诺实例数</translation>
    </message>
    <message>
        <source>No offer has a price</source>
        <translation>没有任何报价有价格</translation>
    </message>
    <message>
        <source>Cost over the coverage: %1</source>
        <translation>成本随覆盖率的变化：%1</translation>
    </message>
    <message>
        <source>%1 covered</source>
        <translation>已覆盖 %1</translation>
    </message>
    <message>
        <source>This mix</source>
        <translation>此组合</translation>
    </message>
    <message>
        <source>Best for it</source>
        <translation>该需求的最优</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CompareBar</name>
    <message>
        <source>From start</source>
        <translation>从起点</translation>
    </message>
    <message>
        <source>By clock</source>
        <translation>按时钟</translation>
    </message>
    <message>
        <source>By work</source>
        <translation>按工作</translation>
    </message>
    <message>
        <source>Below each other stands what happens as long after the start of each run</source>
        <translation>上下对齐的是各次运行开始后经过相同时间的内容</translation>
    </message>
    <message>
        <source>Below each other stands what happens at the same time of the captures&apos; clocks</source>
        <translation>上下对齐的是按采集时钟同一时刻的内容</translation>
    </message>
    <message>
        <source>Below each other stands the same work: the time of a run is stretched so that operators that belong together do</source>
        <translation>上下对齐的是相同的工作：拉伸运行时间，使对应的算子对齐</translation>
    </message>
    <message>
        <source>Add runs …</source>
        <translation>添加运行…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Against base</source>
        <translation>与基准比较</translation>
    </message>
    <message>
        <source>Report ▾</source>
        <translation>报告 ▾</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>piece of time</source>
        <translation>时间段</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>比较单位</translation>
    </message>
    <message>
        <source>Operators by name; instructions by opcode and the shapes of their operands; layers; pieces of time or ranks, with operators below</source>
        <translation>算子按名称；指令按操作码和操作数形状；层；时间段或 rank，其下为算子</translation>
    </message>
    <message>
        <source>All of every run, none moved against the others</source>
        <translation>每次运行全部显示，互不错开</translation>
    </message>
    <message>
        <source>Base and compared run change places</source>
        <translation>基准与被比较的运行互换</translation>
    </message>
    <message>
        <source>Run against the base</source>
        <translation>与基准比较的运行</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Save as Markdown …</source>
        <translation>另存为 Markdown…</translation>
    </message>
    <message>
        <source>Save as HTML …</source>
        <translation>另存为 HTML…</translation>
    </message>
    <message>
        <source>Save as JSON …</source>
        <translation>另存为 JSON…</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>重新比较</translation>
    </message>
    <message>
        <source>What changed, as one document</source>
        <translation>变化内容汇成一份文档</translation>
    </message>
    <message>
        <source>There is no comparison to report on</source>
        <translation>没有可报告的比较</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ComparePage</name>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>summary document</source>
        <translation>摘要文档</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 次运行</translation>
    </message>
    <message>
        <source>Opening runs</source>
        <translation>正在打开运行</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>比较运行</translation>
    </message>
    <message>
        <source>Two or more runs stand below each other on one time axis, with what changed between them and why.
Drop sessions, captures, folders of repeats or summary documents here.</source>
        <translation>两次或更多次运行在同一时间轴上上下排列，并显示变化及原因。
将会话、采集文件、重复运行的文件夹或摘要文档拖放到这里。</translation>
    </message>
    <message>
        <source>Add runs …</source>
        <translation>添加运行…</translation>
    </message>
    <message>
        <source>Add repeats</source>
        <translation>添加重复运行</translation>
    </message>
    <message>
        <source>Add runs to compare</source>
        <translation>添加要比较的运行</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Add another run to compare with.</source>
        <translation>请再添加一次运行以便比较。</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>比较已取消。</translation>
    </message>
    <message>
        <source>These runs cannot be compared: %1</source>
        <translation>无法比较这些运行：%1</translation>
    </message>
    <message>
        <source>Cannot compare the runs</source>
        <translation>无法比较运行</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>光标 %1</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 次运行</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
    <message>
        <source>Cannot copy the report</source>
        <translation>无法复制报告</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>保存报告</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ComparisonTablesPanel</name>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Measured / simulated</source>
        <translation>实测 / 模拟</translation>
    </message>
    <message>
        <source>No differences.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>No metric differs.</source>
        <translation>没有指标不同。</translation>
    </message>
    <message>
        <source>No place differs.</source>
        <translation>没有位置不同。</translation>
    </message>
    <message>
        <source>No group of events is in both runs.</source>
        <translation>没有事件组同时出现在两次运行中。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save CSV …</source>
        <translation>保存 CSV…</translation>
    </message>
    <message>
        <source>Tables of the comparison</source>
        <translation>比较表格</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the rows</source>
        <translation>筛选各行</translation>
    </message>
    <message>
        <source>The rows as CSV, as they are filtered and sorted. Ctrl+C in the table copies the selected rows.</source>
        <translation>按当前筛选和排序的各行，CSV 格式。在表格中按 Ctrl+C 复制所选行。</translation>
    </message>
    <message>
        <source>The rows as they are filtered and sorted, with all their digits</source>
        <translation>按当前筛选和排序的各行，保留全部数位</translation>
    </message>
    <message>
        <source>Double click or Enter shows the event that changed most in all timelines</source>
        <translation>双击或按 Enter 在所有时间线中显示变化最大的事件</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Summary documents hold no events: see the metrics.</source>
        <translation>摘要文档不含事件：请看指标。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Pieces of time</source>
        <translation>时间段</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CompileDock</name>
    <message>
        <source>Compile cache</source>
        <translation>编译缓存</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>命中率</translation>
    </message>
    <message>
        <source>Misses, and their compilation</source>
        <translation>未命中及其编译</translation>
    </message>
    <message>
        <source>Failed compilations</source>
        <translation>失败的编译</translation>
    </message>
    <message>
        <source>Waits for another process</source>
        <translation>等待其他进程</translation>
    </message>
    <message>
        <source>Why compiled</source>
        <translation>编译原因</translation>
    </message>
    <message>
        <source>Why graphs were compiled</source>
        <translation>计算图被编译的原因</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Events of the compile cache</source>
        <translation>编译缓存的事件</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>按状态</translation>
    </message>
    <message>
        <source>Events of the compile cache by state</source>
        <translation>按状态划分的编译缓存事件</translation>
    </message>
    <message>
        <source>Open a run with compilations: hits, misses and what they cost are shown here.</source>
        <translation>打开含有编译的运行：此处显示命中、未命中及其代价。</translation>
    </message>
    <message>
        <source>Reading compile events …</source>
        <translation>正在读取编译事件…</translation>
    </message>
    <message>
        <source>no look-ups</source>
        <translation>没有查找</translation>
    </message>
    <message>
        <source>Hits / look-ups. Look-ups are hits, misses, failures, cached failures, waits for another process and those without an end.</source>
        <translation>命中 / 查找。查找包括命中、未命中、失败、已缓存的失败、等待其他进程以及没有结束的查找。</translation>
    </message>
    <message>
        <source>Look-ups that found nothing, and how long compiling took.</source>
        <translation>未找到内容的查找及编译用时。</translation>
    </message>
    <message>
        <source>Compilations that failed, and how long they took.</source>
        <translation>失败的编译及其用时。</translation>
    </message>
    <message>
        <source>Look-ups that waited while another process compiled the same graph.</source>
        <translation>等待其他进程编译同一计算图的查找。</translation>
    </message>
    <message>
        <source>No compile event begins in the selected range.</source>
        <translation>所选范围内没有开始的编译事件。</translation>
    </message>
    <message>
        <source>The run shows no compile cache and no compilations. Open the folder of a compile cache, the log of a process that compiles, or a simulated fleet with a cache (nscope simulate with a compile document).</source>
        <translation>此运行没有编译缓存和编译。请打开编译缓存文件夹、编译进程的日志，或带缓存的模拟集群（用 compile 文档运行 nscope simulate）。</translation>
    </message>
    <message>
        <source>Nothing was compiled.</source>
        <translation>没有编译任何内容。</translation>
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
    <message>
        <source>%1, 90 % between %2 and %3</source>
        <translation>%1，90 % 区间为 %2 至 %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostMatrixModel</name>
    <message>
        <source>full load</source>
        <translation>满负载</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostResults</name>
    <message>
        <source>Million tokens per dollar</source>
        <translation>每美元百万 token 数</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Which instances should be reserved? That needs the demand by the hour. The button adds one week of it and the usual offers, with assumptions that the fields at the left show and that reports cite.</source>
        <translation>应预留哪些实例？这需要逐小时的需求。该按钮会添加一周的需求和常用报价，所用假设显示在左侧字段中，报告也会引用。</translation>
    </message>
    <message>
        <source>Add a demand and commitments</source>
        <translation>添加需求和承诺</translation>
    </message>
    <message>
        <source>What does a job cost that AWS may take its machines from, and how often should it write a checkpoint? The button adds a job of 100 hours on the chosen item, with assumptions that the fields at the left show and that reports cite.</source>
        <translation>如果 AWS 可能收回机器，一个作业的成本是多少，应多久写一次检查点？该按钮会在所选项目上添加一个 100 小时的作业，所用假设显示在左侧字段中，报告也会引用。</translation>
    </message>
    <message>
        <source>Add a job on spot</source>
        <translation>添加 Spot 作业</translation>
    </message>
    <message>
        <source>There are no bundles.</source>
        <translation>没有组合。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Costs and guards</source>
        <translation>成本与校验</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>盈亏平衡</translation>
    </message>
    <message>
        <source>Commitments</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>Bought together</source>
        <translation>组合购买</translation>
    </message>
    <message>
        <source>Utilisation, other costs</source>
        <translation>利用率与其他成本</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
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
        <source>Totals</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>and the ratio to the bundle compared with</source>
        <translation>以及与对比组合之比</translation>
    </message>
    <message>
        <source>Parts of the bundles</source>
        <translation>组合的组成部分</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成部分</translation>
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
        <source>No item has latency limits.</source>
        <translation>没有项目设有延迟限值。</translation>
    </message>
    <message>
        <source>What would the same cost elsewhere? The button adds the other regions in which the price book has a price for an instance type of the scenario; the field of the regions at the left takes them out again.</source>
        <translation>同样的工作在其他区域的成本是多少？此按钮会添加价格簿中对场景的某个实例类型有价格的其他区域；可在左侧的区域字段中再将其移除。</translation>
    </message>
    <message>
        <source>Compare with other regions</source>
        <translation>与其他区域比较</translation>
    </message>
    <message>
        <source>Latency limits</source>
        <translation>延迟限值</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Within the latency limits</source>
        <translation>延迟限值内</translation>
    </message>
    <message>
        <source>the largest load that the simulator finds to hold them</source>
        <translation>模拟器找到的满足限值的最大负载</translation>
    </message>
    <message>
        <source>What is served within the limits</source>
        <translation>限值内可提供的服务量</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostTables</name>
    <message>
        <source>This table has no rows.</source>
        <translation>此表没有行。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Save as CSV …</source>
        <translation>另存为 CSV…</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Every price and figure</source>
        <translation>所有价格与数值</translation>
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
        <source>Hours of a week: %1</source>
        <translation>一周的小时：%1</translation>
    </message>
    <message>
        <source>Checkpoint interval: %1</source>
        <translation>检查点间隔：%1</translation>
    </message>
    <message>
        <source>Break-even curve</source>
        <translation>盈亏平衡曲线</translation>
    </message>
    <message>
        <source>Cannot save the table</source>
        <translation>无法保存表格</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>By region</source>
        <translation>按区域</translation>
    </message>
    <message>
        <source>Within the latency limits</source>
        <translation>延迟限值内</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostsView</name>
    <message>
        <source>%1 tokens/s · %2</source>
        <translation>%1 tokens/s · %2</translation>
    </message>
    <message>
        <source>Pricing</source>
        <translation>计价</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Also ask for</source>
        <translation>还可计算</translation>
    </message>
    <message>
        <source>Demand over the week</source>
        <translation>一周内的需求</translation>
    </message>
    <message>
        <source>Commitments for the demand</source>
        <translation>满足需求的承诺</translation>
    </message>
    <message>
        <source>A job on spot with checkpoints</source>
        <translation>带检查点的 Spot 作业</translation>
    </message>
    <message>
        <source>Adds it with stated assumptions, or takes it out</source>
        <translation>按所列假设添加，或将其移除</translation>
    </message>
    <message>
        <source>Summary of a measured run</source>
        <translation>实测运行的摘要</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot price</source>
        <translation>无法计价</translation>
    </message>
    <message>
        <source>Cannot price the workload</source>
        <translation>无法为工作负载计价</translation>
    </message>
    <message>
        <source>recalculated in %1 ms</source>
        <translation>重新计算用时 %1 ms</translation>
    </message>
    <message>
        <source>recalculated in %1 ms · %2 of %3 cells priced</source>
        <translation>重新计算用时 %1 ms · %3 个单元格中 %2 个有价格</translation>
    </message>
    <message>
        <source>nothing holds the limits</source>
        <translation>任何负载都不满足限值</translation>
    </message>
    <message>
        <source>%1 requests/s within limits</source>
        <translation>限值内 %1 请求/s</translation>
    </message>
    <message>
        <source>no other region has a price</source>
        <translation>其他区域都没有价格</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DayLoad</name>
    <message>
        <source>The load changes by the hour</source>
        <translation>负载随时段变化</translation>
    </message>
    <message>
        <source>Requests per second of each hour</source>
        <translation>各小时的每秒请求数</translation>
    </message>
    <message>
        <source>requests per second, hour by hour</source>
        <translation>每秒请求数，逐小时</translation>
    </message>
    <message>
        <source>Numbers with spaces between, one for each hour</source>
        <translation>以空格分隔的数字，每小时一个</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DaySketch</name>
    <message>
        <source>Load over the hours</source>
        <translation>各小时的负载</translation>
    </message>
    <message>
        <source>no hours</source>
        <translation>无小时数据</translation>
    </message>
    <message>
        <source>%1 hours, %2 to %3 requests per second</source>
        <translation>%1 小时，每秒 %2 至 %3 个请求</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>at most %1 / s</source>
        <translation>最高 %1 / s</translation>
    </message>
    <message>
        <source>Hour %1: %2 requests per second</source>
        <translation>第 %1 小时：每秒 %2 个请求</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionFigures</name>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>%1 months</source>
        <translation>%1 个月</translation>
    </message>
    <message>
        <source>not within %1 months</source>
        <translation>%1 个月内不回收</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>several: %1</source>
        <translation>多个：%1</translation>
    </message>
    <message>
        <source>Net present value</source>
        <translation>净现值</translation>
    </message>
    <message>
        <source>Futures in which it pays</source>
        <translation>划算的情景占比</translation>
    </message>
    <message>
        <source>Payback</source>
        <translation>回收期</translation>
    </message>
    <message>
        <source>Discounted payback</source>
        <translation>折现回收期</translation>
    </message>
    <message>
        <source>Internal rate of return</source>
        <translation>内部收益率</translation>
    </message>
    <message>
        <source>People and one-off payments</source>
        <translation>人力与一次性付款</translation>
    </message>
    <message>
        <source>Saving in the last month</source>
        <translation>最后一个月的节省</translation>
    </message>
    <message>
        <source>Speed of the target</source>
        <translation>目标速度</translation>
    </message>
    <message>
        <source>payments as they fall due</source>
        <translation>按付款发生时间计</translation>
    </message>
    <message>
        <source>at %1 a year</source>
        <translation>年利率 %1</translation>
    </message>
    <message>
        <source>of the %1 months</source>
        <translation>按 %1 个月计</translation>
    </message>
    <message>
        <source>does not decide anything</source>
        <translation>不作为决策依据</translation>
    </message>
    <message>
        <source>and %1 of dual running</source>
        <translation>另有并行运行 %1</translation>
    </message>
    <message>
        <source>none of dual running</source>
        <translation>无并行运行费用</translation>
    </message>
    <message>
        <source>month %1, people and one-off aside</source>
        <translation>第 %1 个月，不含人力与一次性付款</translation>
    </message>
    <message>
        <source>%1 × baseline</source>
        <translation>%1 × 基准</translation>
    </message>
    <message>
        <source>costs %1 × as much an hour</source>
        <translation>每小时成本为 %1 倍</translation>
    </message>
    <message>
        <source>No input has a range: nothing is known of the odds.</source>
        <translation>没有输入带有范围：无从得知概率。</translation>
    </message>
    <message>
        <source>no range is stated</source>
        <translation>未说明范围</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>P10 %1 … P90 %2</source>
        <translation>P10 %1 … P90 %2</translation>
    </message>
    <message>
        <source>Of %1 futures, seed %2. The interval is that of the sampling, 95 %; it says nothing of how good the stated ranges are.</source>
        <translation>共 %1 个情景，种子 %2。区间为抽样的 95 % 区间；它不说明所填范围有多可靠。</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionVerdict</name>
    <message>
        <source>Move</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>维持</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>Impossible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Move if</source>
        <translation>迁移的条件</translation>
    </message>
    <message>
        <source>Stay if</source>
        <translation>维持的条件</translation>
    </message>
    <message>
        <source>Find out first</source>
        <translation>先查明</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionView</name>
    <message>
        <source>Evaluating the study</source>
        <translation>正在评估研究</translation>
    </message>
    <message>
        <source>Drawing futures</source>
        <translation>正在抽取情景</translation>
    </message>
    <message>
        <source>Migration study</source>
        <translation>迁移研究</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Cash flow</source>
        <translation>现金流</translation>
    </message>
    <message>
        <source>There is no plan yet</source>
        <translation>尚无计划</translation>
    </message>
    <message>
        <source>No input has a range. Add ranges at the left.</source>
        <translation>没有输入带有范围。请在左侧添加范围。</translation>
    </message>
    <message>
        <source>No futures are drawn yet</source>
        <translation>尚未抽取情景</translation>
    </message>
    <message>
        <source>Does it run there?</source>
        <translation>在目标上能否运行？</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>没有可检查的内容</translation>
    </message>
    <message>
        <source>The claim, and equal work</source>
        <translation>结论主张与等量工作</translation>
    </message>
    <message>
        <source>No runs are stated</source>
        <translation>未填写运行</translation>
    </message>
    <message>
        <source>Owed for the old machines in any case</source>
        <translation>旧机器无论如何都应付的款项</translation>
    </message>
    <message>
        <source>Nothing is owed</source>
        <translation>没有应付款项</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Net present value by purchase option</source>
        <translation>各购买方式的净现值</translation>
    </message>
    <message>
        <source>rows: the baseline, columns: the target</source>
        <translation>行：基准，列：目标</translation>
    </message>
    <message>
        <source>of the last study that could be read</source>
        <translation>来自上一个可读取的研究</translation>
    </message>
    <message>
        <source>Cannot evaluate</source>
        <translation>无法评估</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>drawing %1 futures …</source>
        <translation>正在抽取 %1 个情景…</translation>
    </message>
    <message>
        <source>recalculated in %1 ms</source>
        <translation>重新计算用时 %1 ms</translation>
    </message>
    <message>
        <source>cancelled: no odds</source>
        <translation>已取消：无概率</translation>
    </message>
    <message>
        <source>no odds</source>
        <translation>无概率</translation>
    </message>
    <message>
        <source>%1 futures, seed %2</source>
        <translation>%1 个情景，种子 %2</translation>
    </message>
    <message>
        <source>recalculated in %1 ms, odds in %2 ms</source>
        <translation>重新计算用时 %1 ms，概率用时 %2 ms</translation>
    </message>
    <message>
        <source>One input at a time</source>
        <translation>逐一改变输入</translation>
    </message>
    <message>
        <source>All inputs together</source>
        <translation>所有输入同时变化</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DiagnosticsDock</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Nothing was repaired, dropped or unknown.</source>
        <translation>没有任何内容被修复、丢弃或无法得知。</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter diagnostics</source>
        <translation>筛选诊断</translation>
    </message>
    <message>
        <source>Copies the rows that are shown as CSV</source>
        <translation>将显示的各行复制为 CSV</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
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
    <name>nscope::gui::DockView</name>
    <message>
        <source>Cancelled. Another range or run starts it again.</source>
        <translation>已取消。换一个范围或运行会重新开始。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DocumentForm</name>
    <message>
        <source>is no number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>is no day: write it as 2026-11-22</source>
        <translation>不是日期：请写成 2026-11-22</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>与文件中相同</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DocumentPanel</name>
    <message>
        <source>Open a file …</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Cannot read the document</source>
        <translation>无法读取文档</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot save the document</source>
        <translation>无法保存文档</translation>
    </message>
</context>
<context>
    <name>nscope::gui::EarlierRecording</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Keep …</source>
        <translation>保留 …</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Earlier recording</source>
        <translation>先前的录制</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>未保留</translation>
    </message>
    <message>
        <source>Opens the earlier recording in Inspect</source>
        <translation>在“检查”中打开先前的录制</translation>
    </message>
    <message>
        <source>Saves the earlier recording as a session (*.nscope)</source>
        <translation>将先前的录制保存为会话 (*.nscope)</translation>
    </message>
    <message>
        <source>Frees the memory of the earlier recording; it is gone then</source>
        <translation>释放先前录制占用的内存；录制将随之丢失</translation>
    </message>
    <message>
        <source>%1, until %2</source>
        <translation>%1，至 %2</translation>
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
    <message>
        <source>Find a field</source>
        <translation>查找字段</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>Double click or Enter: go to this event</source>
        <translation>双击或按 Enter：转到此事件</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ExportButton</name>
    <message>
        <source>Web page (HTML) …</source>
        <translation>网页（HTML）…</translation>
    </message>
    <message>
        <source>Document (PDF) …</source>
        <translation>文档（PDF）…</translation>
    </message>
    <message>
        <source>Workbook (XLSX) …</source>
        <translation>工作簿（XLSX）…</translation>
    </message>
    <message>
        <source>Data (JSON) …</source>
        <translation>数据（JSON）…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>正在写入报告</translation>
    </message>
    <message>
        <source>Save what is shown as a report</source>
        <translation>将当前显示内容保存为报告</translation>
    </message>
    <message>
        <source>There is no result yet</source>
        <translation>尚无结果</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
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
    <message>
        <source>Purchase</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Stale price</source>
        <translation>过期价格</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>服务水平</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingList</name>
    <message>
        <source>nothing found</source>
        <translation>未发现问题</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::FlameDock</name>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Engine time</source>
        <translation>引擎时间</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM 字节</translation>
    </message>
    <message>
        <source>What the width of a block means</source>
        <translation>方块宽度的含义</translation>
    </message>
    <message>
        <source>Engine time: durations on all engines and DMA queues added up. All three add up from the parts of a block; what has none of them has no block.</source>
        <translation>引擎时间：所有引擎和 DMA 队列上的时长之和。三者都由方块的各部分相加；三者皆无的没有方块。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Click or Enter goes in, Esc out; arrow keys walk</source>
        <translation>单击或按 Enter 进入，Esc 退出；方向键移动</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FlameView</name>
    <message>
        <source>Flame graph of operators</source>
        <translation>算子火焰图</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>All work</source>
        <translation>全部工作</translation>
    </message>
    <message>
        <source>Engine time: %1</source>
        <translation>引擎时间：%1</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未被掩盖</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM 字节</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>The dock Operators has the same hierarchy as a table.</source>
        <translation>“算子”面板以表格显示同样的层级。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetAnswer</name>
    <message>
        <source>not answered</source>
        <translation>未应答</translation>
    </message>
    <message>
        <source>no error band</source>
        <translation>无误差区间</translation>
    </message>
    <message>
        <source>none holds</source>
        <translation>无一满足</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>美元 / 小时</translation>
    </message>
    <message>
        <source>USD per month</source>
        <translation>美元 / 月</translation>
    </message>
    <message>
        <source>USD per 1M output tokens</source>
        <translation>美元 / 百万输出 token</translation>
    </message>
    <message>
        <source>Latency p99</source>
        <translation>延迟 p99</translation>
    </message>
    <message>
        <source>What is the cheapest fleet for this traffic?</source>
        <translation>该流量下最便宜的机群是什么？</translation>
    </message>
    <message>
        <source>At least %1 for %2 per hour, just to keep up.</source>
        <translation>仅跟上负载就至少需要 %1，每小时 %2。</translation>
    </message>
    <message>
        <source>None of these instances can hold it as asked.</source>
        <translation>这些实例都无法按要求满足限值。</translation>
    </message>
    <message>
        <source>A lower bound without queues. Plan simulates which fleet holds the limits, and relaxes what the document leaves open.</source>
        <translation>不含排队的下限。“规划”会模拟哪种机群满足限值，并放宽文档中未固定的部分。</translation>
    </message>
    <message>
        <source>%1 replicas; at the ends of the model&apos;s 90 % band the counts below</source>
        <translation>%1 个副本；模型 90 % 区间两端对应以下数量</translation>
    </message>
    <message>
        <source>At the load that was asked for</source>
        <translation>在所要求的负载下</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>Simulated; 95 % confidence %1 to %2</source>
        <translation>模拟值；95 % 置信度 %1 至 %2</translation>
    </message>
    <message>
        <source>%1. %2 replicas at %3 of what full slots can take, %4 of the slots in use.</source>
        <translation>%1。%2 个副本，负载为满槽位处理能力的 %3，已用槽位 %4。</translation>
    </message>
    <message>
        <source>band %1</source>
        <translation>区间 %1</translation>
    </message>
    <message>
        <source>band %1 – %2</source>
        <translation>区间 %1 – %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetResult</name>
    <message>
        <source>Latency and cost</source>
        <translation>延迟与成本</translation>
    </message>
    <message>
        <source>Plan to see fleets of all types.</source>
        <translation>执行规划以查看所有类型的机群。</translation>
    </message>
    <message>
        <source>Instances over the hours</source>
        <translation>各小时的实例数</translation>
    </message>
    <message>
        <source>A plan with autoscaling follows the hours of the load.</source>
        <translation>启用自动扩缩的规划会随负载的时段变化。</translation>
    </message>
    <message>
        <source>At least, just to keep up</source>
        <translation>仅跟上负载的最低需求</translation>
    </message>
    <message>
        <source>Nothing is known yet.</source>
        <translation>尚无任何信息。</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>规划的组成部分</translation>
    </message>
    <message>
        <source>Instance types</source>
        <translation>实例类型</translation>
    </message>
    <message>
        <source>Bought otherwise</source>
        <translation>其他购买方式</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>时段</translation>
    </message>
    <message>
        <source>Lower bounds</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Latency of the chart</source>
        <translation>图表所用延迟</translation>
    </message>
    <message>
        <source>What became of each instance type</source>
        <translation>各实例类型的结果</translation>
    </message>
    <message>
        <source>open a row to see what was refused, and why</source>
        <translation>展开一行可查看被拒绝的内容及原因</translation>
    </message>
    <message>
        <source>Cost of the fleets, bought otherwise</source>
        <translation>机群在其他购买方式下的成本</translation>
    </message>
    <message>
        <source>The fleet of each type, bought otherwise</source>
        <translation>各类型的机群，其他购买方式</translation>
    </message>
    <message>
        <source>USD per month of 730 h</source>
        <translation>美元 / 月（730 h）</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>The same counts in every region and option. The stronger, the cheaper; the frame is what the plan buys.</source>
        <translation>各区域和购买方式下的数量相同。颜色越深越便宜；边框表示规划所购买的方案。</translation>
    </message>
    <message>
        <source>No type holds the limits: there is nothing to buy.</source>
        <translation>没有类型满足限值：没有可购买的内容。</translation>
    </message>
    <message>
        <source>Plan to see what the fleets cost.</source>
        <translation>执行规划以查看机群的成本。</translation>
    </message>
    <message>
        <source>%1 per hour on average</source>
        <translation>平均每小时 %1</translation>
    </message>
    <message>
        <source>%1 instances on average, with those that load.</source>
        <translation>平均 %1 个实例，包括正在加载的实例。</translation>
    </message>
    <message>
        <source>Start them ahead: an autoscaler that only reacts has %1 of the requests after the steepest rise miss a limit.</source>
        <translation>请提前启动：若自动扩缩仅作被动反应，最陡上升之后的请求中有 %1 会超出限值。</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>%1 configurations considered, %2 simulated in %3 runs, seed %4</source>
        <translation>考虑了 %1 种配置，其中 %2 种经 %3 次运行模拟，种子 %4</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetTypesModel</name>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>机群</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>美元 / 小时</translation>
    </message>
    <message>
        <source>Dearer by</source>
        <translation>贵出</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Configuration, or why it lost</source>
        <translation>配置，或落选原因</translation>
    </message>
    <message>
        <source>; too slow besides: %1 for a request alone</source>
        <translation>；且过慢：单个请求即需 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source> alone</source>
        <translation> 单独</translation>
    </message>
    <message>
        <source>1 instance</source>
        <translation>1 个实例</translation>
    </message>
    <message>
        <source>%1 instances</source>
        <translation>%1 个实例</translation>
    </message>
    <message>
        <source>, %1 of them spare</source>
        <translation>，其中 %1 个备用</translation>
    </message>
    <message>
        <source>cheapest</source>
        <translation>最便宜</translation>
    </message>
    <message>
        <source>for example %1: %2</source>
        <translation>例如 %1：%2</translation>
    </message>
    <message>
        <source>1 configuration</source>
        <translation>1 种配置</translation>
    </message>
    <message>
        <source>%1 configurations</source>
        <translation>%1 种配置</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetView</name>
    <message>
        <source>Planning a fleet</source>
        <translation>正在规划机群</translation>
    </message>
    <message>
        <source>Bounding fleets</source>
        <translation>正在计算机群下限</translation>
    </message>
    <message>
        <source>Capacity plan</source>
        <translation>容量规划</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Simulate this fleet</source>
        <translation>模拟此机群</translation>
    </message>
    <message>
        <source>Simulates which fleet holds the limits (Ctrl+Enter)</source>
        <translation>模拟哪种机群满足限值（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Fewer fields</source>
        <translation>较少字段</translation>
    </message>
    <message>
        <source>More fields</source>
        <translation>更多字段</translation>
    </message>
    <message>
        <source>Cannot plan</source>
        <translation>无法规划</translation>
    </message>
    <message>
        <source>lower bounds in %1 ms</source>
        <translation>下限计算用时 %1 ms</translation>
    </message>
    <message>
        <source>Cannot plan the fleet</source>
        <translation>无法规划机群</translation>
    </message>
    <message>
        <source>Planning; the status bar shows how far it is.</source>
        <translation>正在规划；进度见状态栏。</translation>
    </message>
    <message>
        <source>The prices have changed since: plan again.</source>
        <translation>价格此后已更改：请重新规划。</translation>
    </message>
    <message>
        <source>The fields have changed since: plan again.</source>
        <translation>字段此后已更改：请重新规划。</translation>
    </message>
    <message>
        <source>Ctrl+Enter plans: that takes seconds.</source>
        <translation>按 Ctrl+Enter 规划：需要数秒。</translation>
    </message>
    <message>
        <source>Opens the fleet of the selected type in Simulate mode</source>
        <translation>在模拟模式中打开所选类型的机群</translation>
    </message>
    <message>
        <source>Plan, and select an instance type that has a fleet.</source>
        <translation>先规划，再选择一种有机群的实例类型。</translation>
    </message>
    <message>
        <source>Cannot simulate the fleet</source>
        <translation>无法模拟机群</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>%1 configurations, %2 runs simulated</source>
        <translation>%1 种配置，模拟了 %2 次运行</translation>
    </message>
    <message>
        <source>%1 layouts timed, %2 jobs simulated</source>
        <translation>%1 种布局已计时，模拟了 %2 个作业</translation>
    </message>
    <message>
        <source>planned in %1 · %2</source>
        <translation>规划用时 %1 · %2</translation>
    </message>
    <message>
        <source>Opens a migration study with this fleet as its target</source>
        <translation>打开以此机群为目标的迁移研究</translation>
    </message>
    <message>
        <source>Plan; there is no fleet yet.</source>
        <translation>请执行规划；尚无机群。</translation>
    </message>
    <message>
        <source>Cannot make a study of the fleet</source>
        <translation>无法从该机群创建研究</translation>
    </message>
</context>
<context>
    <name>nscope::gui::HoursChart</name>
    <message>
        <source>Instances over the hours</source>
        <translation>各小时的实例数</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>requests per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>Hour %1: %2 instances for %3 requests per second</source>
        <translation>第 %1 小时：%2 个实例，每秒 %3 个请求</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InsightCard</name>
    <message>
        <source>up to %1 of the time</source>
        <translation>最多占时间的 %1</translation>
    </message>
    <message>
        <source>gain not estimated</source>
        <translation>收益未估计</translation>
    </message>
    <message>
        <source>Show %1 from %2</source>
        <translation>显示 %1，从 %2 起</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1，以及 %2</translation>
    </message>
    <message>
        <source>Estimated from: %1</source>
        <translation>估计依据：%1</translation>
    </message>
    <message>
        <source>More in Analyses: %1</source>
        <translation>在“分析”中查看更多：%1</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>not estimated</source>
        <translation>未估计</translation>
    </message>
    <message>
        <source>By the estimated gain: high from 10 %, medium from 3 % of the time.</source>
        <translation>按估计收益：占时间 10 % 起为高，3 % 起为中。</translation>
    </message>
    <message>
        <source>%1: evidence of %2</source>
        <translation>%1：%2 的依据</translation>
    </message>
    <message>
        <source>Selects it in the timeline.</source>
        <translation>在时间线中选中它。</translation>
    </message>
    <message>
        <source>Insight %1: %2</source>
        <translation>洞察 %1：%2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InsightsDock</name>
    <message>
        <source>%1: needs %2</source>
        <translation>%1：需要 %2</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Open a capture, a session or a simulation: what holds the run up, and what to change, is listed here.</source>
        <translation>打开采集文件、会话或模拟：此处列出拖慢运行的因素及改进方法。</translation>
    </message>
    <message>
        <source>Judging the run …</source>
        <translation>正在评估运行…</translation>
    </message>
    <message>
        <source>The whole run. Of %1 rules that could be judged %2 found something. Gains are upper bounds and do not add up; thresholds are parameters of the analysis Insights.</source>
        <translation>整个运行。可评估的 %1 条规则中有 %2 条发现问题。收益为上限，不可相加；阈值是 Insights 分析的参数。</translation>
    </message>
    <message>
        <source>Not judged: the run does not state what these rules need (%1)</source>
        <translation>未评估：运行未提供这些规则所需的信息（%1）</translation>
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
    <message>
        <source>The arrangement of tracks cannot be kept</source>
        <translation>无法保存轨道的排列</translation>
    </message>
    <message>
        <source>Annotations cannot be kept safe</source>
        <translation>无法妥善保存标注</translation>
    </message>
    <message>
        <source>This run is open in another window</source>
        <translation>此运行已在另一窗口中打开</translation>
    </message>
    <message>
        <source>The annotations of this window are kept apart from those of the other. Saving them in the session leaves those that the other has saved there.</source>
        <translation>此窗口的批注与另一窗口的批注分开保存。将其保存到会话时，另一窗口已保存的批注会保留。</translation>
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
    <name>nscope::gui::Layouts</name>
    <message>
        <source>Save layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>布局名称</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Timeline only</source>
        <translation>仅时间线</translation>
    </message>
    <message>
        <source>Save layout as …</source>
        <translation>布局另存为…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>nscope::gui::Legend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>%1
%2 events, %3 in all
Click: only this. Ctrl+click: this as well.</source>
        <translation>%1
%2 个事件，共 %3
单击：仅此项。Ctrl+单击：同时包括此项。</translation>
    </message>
    <message>
        <source>Sorting the events …</source>
        <translation>正在整理事件…</translation>
    </message>
    <message>
        <source>All events have one colour.</source>
        <translation>所有事件使用同一颜色。</translation>
    </message>
    <message>
        <source>The run does not say this of any event.</source>
        <translation>此运行的任何事件都没有该信息。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::LivePage</name>
    <message>
        <source>30 seconds</source>
        <translation>30 秒</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>5 minutes</source>
        <translation>5 分钟</translation>
    </message>
    <message>
        <source>15 minutes</source>
        <translation>15 分钟</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Finishing the recording</source>
        <translation>正在完成录制</translation>
    </message>
    <message>
        <source>Ending the source</source>
        <translation>正在结束来源</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>Choose a source and press Start.</source>
        <translation>请选择来源并按“启动”。</translation>
    </message>
    <message>
        <source>Start shows utilization, memory, latency, errors and ECC events of neuron-monitor as they are reported, or the engines of a simulated run while it is played. What comes is recorded; Keep saves it as a session.</source>
        <translation>“启动”显示 neuron-monitor 报告的利用率、内存、延迟、错误和 ECC 事件，或播放中模拟运行的各引擎。收到的内容会被录制；“保留”将其存为会话。</translation>
    </message>
    <message>
        <source>What to watch</source>
        <translation>监视对象</translation>
    </message>
    <message>
        <source>Keeps in memory what comes, to be opened in Inspect and saved</source>
        <translation>将收到的内容留在内存中，可在“检查”中打开并保存</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>时间窗口</translation>
    </message>
    <message>
        <source>Length of the plots</source>
        <translation>图表长度</translation>
    </message>
    <message>
        <source>No report names a NeuronCore yet.</source>
        <translation>尚无报告提到 NeuronCore。</translation>
    </message>
    <message>
        <source>No report names memory yet.</source>
        <translation>尚无报告提到内存。</translation>
    </message>
    <message>
        <source>No report has latencies: nothing was executed yet.</source>
        <translation>尚无报告含延迟：还没有执行任何内容。</translation>
    </message>
    <message>
        <source>No report has a summary of errors yet.</source>
        <translation>尚无报告含错误摘要。</translation>
    </message>
    <message>
        <source>No report has ECC counters yet: neuron-monitor reports them where its configuration asks for neuron_hw_counters.</source>
        <translation>尚无报告含 ECC 计数器：neuron-monitor 的配置请求 neuron_hw_counters 时才会报告。</translation>
    </message>
    <message>
        <source>No engine has worked yet.</source>
        <translation>尚无引擎工作过。</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>尚未收到任何内容。</translation>
    </message>
    <message>
        <source>What the plots show, as numbers</source>
        <translation>以数字显示图表内容</translation>
    </message>
    <message>
        <source>Cannot start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 已停止。</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 已结束。</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>Stop what runs first (Ctrl+Enter)</source>
        <translation>请先停止正在运行的内容 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Starts what is chosen above (Ctrl+Enter)</source>
        <translation>启动上方所选内容 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>没有在运行。</translation>
    </message>
    <message>
        <source>Paused; press Continue to resume</source>
        <translation>已暂停；按“继续”恢复</translation>
    </message>
    <message>
        <source>Display paused; recording continues</source>
        <translation>显示已暂停；录制仍在继续</translation>
    </message>
    <message>
        <source>Ends the stream; what came until now is recorded (Ctrl+Enter)</source>
        <translation>结束数据流；此前收到的已录制 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Stop the stream first.</source>
        <translation>请先停止数据流。</translation>
    </message>
    <message>
        <source>There is no recording.</source>
        <translation>没有录制。</translation>
    </message>
    <message>
        <source>Timeline, analyses and SQL of what was recorded</source>
        <translation>录制内容的时间线、分析和 SQL</translation>
    </message>
    <message>
        <source>Saves the recording as a session (*.nscope)</source>
        <translation>将录制保存为会话 (*.nscope)</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>Nothing was repaired or left out.</source>
        <translation>没有修复或遗漏任何内容。</translation>
    </message>
    <message>
        <source>Two recordings were not kept. Keep or discard the earlier one first.</source>
        <translation>有两个录制尚未保留。请先保留或丢弃先前的录制。</translation>
    </message>
    <message>
        <source>The recording is being put together.</source>
        <translation>正在整理录制。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::LiveTableModel</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>NeuronCore utilization</source>
        <translation>NeuronCore 利用率</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>已用内存</translation>
    </message>
    <message>
        <source>Latency of executions</source>
        <translation>执行延迟</translation>
    </message>
    <message>
        <source>Errors per period</source>
        <translation>每周期错误数</translation>
    </message>
    <message>
        <source>ECC events</source>
        <translation>ECC 事件</translation>
    </message>
    <message>
        <source>Engines busy</source>
        <translation>活动引擎</translation>
    </message>
    <message>
        <source>Events per second</source>
        <translation>每秒事件数</translation>
    </message>
    <message>
        <source>Delivery latency</source>
        <translation>送达延迟</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>间断</translation>
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
    <message>
        <source>Compare with …</source>
        <translation>与…比较</translation>
    </message>
    <message>
        <source>Find events</source>
        <translation>查找事件</translation>
    </message>
    <message>
        <source>Next found event</source>
        <translation>下一个找到的事件</translation>
    </message>
    <message>
        <source>Previous found event</source>
        <translation>上一个找到的事件</translation>
    </message>
    <message>
        <source>What reading the run repaired, dropped or could not know</source>
        <translation>读取运行时修复、丢弃或无法得知的内容</translation>
    </message>
    <message>
        <source>Cannot read the annotations of %1</source>
        <translation>无法读取 %1 的标注</translation>
    </message>
    <message>
        <source>Save picture of the view …</source>
        <translation>保存视图图片…</translation>
    </message>
    <message>
        <source>Copy picture of the view</source>
        <translation>复制视图图片</translation>
    </message>
    <message>
        <source>Take back the change of the layout</source>
        <translation>撤销布局更改</translation>
    </message>
    <message>
        <source>Make the change of the layout again</source>
        <translation>重做布局更改</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>停靠窗口</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The window closes when the session is written.</source>
        <translation>会话写入完成后窗口将关闭。</translation>
    </message>
    <message>
        <source>A recording is not saved</source>
        <translation>有一个录制未保存</translation>
    </message>
    <message>
        <source>Save it at the left, or close again to drop it.</source>
        <translation>请在左侧保存，或再次关闭以放弃。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MarkerEditor</name>
    <message>
        <source>Name of the marker</source>
        <translation>标记名称</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MarkerNotes</name>
    <message>
        <source>The marker cannot be kept</source>
        <translation>无法保存标记</translation>
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
    <name>nscope::gui::MemoryDock</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Whose memory</source>
        <translation>谁的内存</translation>
    </message>
    <message>
        <source>Memory of</source>
        <translation>内存：</translation>
    </message>
    <message>
        <source>Peaks of memory and what made them up</source>
        <translation>内存峰值及其构成</translation>
    </message>
    <message>
        <source>Tensors of the run</source>
        <translation>运行的张量</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Open a run: the use of HBM, SBUF, PSUM and host memory is shown here.</source>
        <translation>打开一次运行：此处显示 HBM、SBUF、PSUM 和主机内存的使用。</translation>
    </message>
    <message>
        <source>Following memories …</source>
        <translation>正在跟踪内存…</translation>
    </message>
    <message>
        <source>The run says nothing about memory. NTFF captures show SBUF and PSUM, simulations and system profiles HBM, neuron-monitor HBM and the host, and a NEFF beside its capture names the tensors.</source>
        <translation>此运行没有内存信息。NTFF 采集显示 SBUF 和 PSUM，模拟和系统剖析显示 HBM，neuron-monitor 显示 HBM 和主机，与采集文件放在一起的 NEFF 给出张量名。</translation>
    </message>
    <message>
        <source>each point is the highest use in its part of the time</source>
        <translation>每个点是其时间段内的最高使用量</translation>
    </message>
    <message>
        <source>Bytes in use</source>
        <translation>已用字节</translation>
    </message>
    <message>
        <source>Share of its size in use</source>
        <translation>占其容量的比例</translation>
    </message>
    <message>
        <source>HBM by use is stated for the whole run, not over time: see Peaks.</source>
        <translation>按用途的 HBM 是整个运行的数据，不随时间给出：见“峰值”。</translation>
    </message>
    <message>
        <source>The run does not tell what HBM holds; neuron-monitor, system profiles and simulations do.</source>
        <translation>此运行未说明 HBM 的内容；neuron-monitor、系统剖析和模拟会说明。</translation>
    </message>
    <message>
        <source>The run does not tell the use of SBUF and PSUM over time; NTFF captures and exports do.</source>
        <translation>此运行未给出 SBUF 和 PSUM 随时间的使用；NTFF 采集和导出会给出。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::NpvChart</name>
    <message>
        <source>Distribution of the net present value</source>
        <translation>净现值的分布</translation>
    </message>
    <message>
        <source>the move pays</source>
        <translation>迁移划算</translation>
    </message>
    <message>
        <source>it does not</source>
        <translation>迁移不划算</translation>
    </message>
    <message>
        <source>net present value, USD</source>
        <translation>净现值，美元</translation>
    </message>
    <message>
        <source>futures</source>
        <translation>情景数</translation>
    </message>
    <message>
        <source>%1 to %2: %3 of %4 futures</source>
        <translation>%1 至 %2：%4 个情景中的 %3 个</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OfferMatrixModel</name>
    <message>
        <source>The plan may not buy it so.</source>
        <translation>规划不得采用此购买方式。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorTreeDock</name>
    <message>
        <source>whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>所选 %1</translation>
    </message>
    <message>
        <source>%1 of %2 DMA packets are not named: the run does not say which instruction caused them</source>
        <translation>%2 个 DMA 包中有 %1 个未命名：运行未说明由哪条指令触发</translation>
    </message>
    <message>
        <source>Open a capture, a session or a simulation: its work is shown here by layer, operator and instruction.</source>
        <translation>打开采集文件、会话或模拟：此处按层、算子和指令显示其工作。</translation>
    </message>
    <message>
        <source>Adding up operators …</source>
        <translation>正在汇总算子…</translation>
    </message>
    <message>
        <source>No instruction, operator or kernel lies wholly in the selected range.</source>
        <translation>没有指令、算子或内核完全位于所选范围内。</translation>
    </message>
    <message>
        <source>The run shows no instructions, operators or kernels. NTFF captures, exports of neuron-profile and Neuron Explorer, PyTorch traces and simulations do.</source>
        <translation>此运行没有指令、算子或内核。NTFF 采集、neuron-profile 和 Neuron Explorer 的导出、PyTorch 跟踪以及模拟会有。</translation>
    </message>
    <message>
        <source>(not named)</source>
        <translation>（未命名）</translation>
    </message>
    <message>
        <source>framework operator</source>
        <translation>框架算子</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指令</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorTreeModel</name>
    <message>
        <source>Click: highlight its events. Double click or Enter: zoom to the longest.</source>
        <translation>单击：高亮其事件。双击或按 Enter：缩放到最长的一个。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorsDock</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Filter operators by name</source>
        <translation>按名称筛选算子</translation>
    </message>
    <message>
        <source>Operators by layer, operator and instruction</source>
        <translation>按层、算子和指令的算子</translation>
    </message>
    <message>
        <source>no name has this text</source>
        <translation>没有名称包含此文本</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
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
    <name>nscope::gui::ParetoChart</name>
    <message>
        <source>Latency and cost of the fleets</source>
        <translation>机群的延迟与成本</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>美元 / 小时</translation>
    </message>
    <message>
        <source>limit of p%1</source>
        <translation>p%1 限值</translation>
    </message>
    <message>
        <source>fleets for longer limits</source>
        <translation>限值更宽时的机群</translation>
    </message>
    <message>
        <source>cheapest fleet</source>
        <translation>最便宜的机群</translation>
    </message>
    <message>
        <source>best of each type</source>
        <translation>各类型最优</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>For a limit of</source>
        <translation>对应限值</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>Simulation, 95 %</source>
        <translation>模拟，95 %</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Model, 90 %</source>
        <translation>模型，90 %</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>未应答</translation>
    </message>
    <message>
        <source>Cost at its ends</source>
        <translation>区间两端的成本</translation>
    </message>
    <message>
        <source>no number holds</source>
        <translation>任何数量都不满足</translation>
    </message>
    <message>
        <source>%1 p99 [%2]</source>
        <translation>%1 p99 [%2]</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanChart</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture …</source>
        <translation>保存图片 …</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanContext</name>
    <message>
        <source>Reading the price book</source>
        <translation>正在读取价格簿</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanPage</name>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>机群</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Cannot open the document</source>
        <translation>无法打开文档</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlaybackButtons</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
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
    <name>nscope::gui::PriceDrop</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>略去：%1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 prices added: %2 new, %3 as before, %4 in place of another; %5 were there already.</source>
        <translation>已添加 %1 个价格：%2 个新增，%3 个与之前相同，%4 个替换其他价格；%5 个原已存在。</translation>
    </message>
    <message>
        <source>No price that is wanted: the price book is as it was.</source>
        <translation>没有所需的价格：价格簿保持不变。</translation>
    </message>
    <message>
        <source>New instance types: %1.</source>
        <translation>新实例类型：%1。</translation>
    </message>
    <message>
        <source>Importing prices</source>
        <translation>正在导入价格</translation>
    </message>
    <message>
        <source>Cannot import prices</source>
        <translation>无法导入价格</translation>
    </message>
    <message>
        <source>Importing prices of %1</source>
        <translation>正在导入 %1 的价格</translation>
    </message>
    <message>
        <source>Prices imported</source>
        <translation>价格已导入</translation>
    </message>
    <message>
        <source>Cannot import prices of %1</source>
        <translation>无法导入 %1 的价格</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PurchasePairModel</name>
    <message>
        <source>baseline %1, target %2</source>
        <translation>基准 %1，目标 %2</translation>
    </message>
    <message>
        <source>net present value %1</source>
        <translation>净现值 %1</translation>
    </message>
    <message>
        <source>saving in the last month %1</source>
        <translation>最后一个月节省 %1</translation>
    </message>
    <message>
        <source>own bill</source>
        <translation>自己的账单</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RegionsPanel</name>
    <message>
        <source>Cost by region</source>
        <translation>各区域的成本</translation>
    </message>
    <message>
        <source>Purchase option of the comparison</source>
        <translation>用于比较的购买方式</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>The same work in each region</source>
        <translation>同样的工作在各区域</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>美元 / 百万 token</translation>
    </message>
    <message>
        <source>the cheapest option of each</source>
        <translation>各区域最便宜的方式</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RollingChart</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>−%1 min</source>
        <translation>−%1 分钟</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 秒</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n gap(s)</source>
        <translation>
            <numerusform>%n 处间断</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1: %2, %3 s ago</source>
        <translation>%1：%2，%3 秒前</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineChart</name>
    <message>
        <source>All operators together</source>
        <translation>所有算子合计</translation>
    </message>
    <message>
        <source>Intensity, FLOP per HBM byte</source>
        <translation>强度，每 HBM 字节 FLOP</translation>
    </message>
    <message>
        <source>Achieved, FLOP/s of one core</source>
        <translation>实际达到，单核心 FLOP/s</translation>
    </message>
    <message>
        <source>Roofline of one core</source>
        <translation>单核心 Roofline</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s); the table beside it has all figures.</source>
        <translation>
            <numerusform>%n 个算子；旁边的表格有全部数字。</numerusform>
        </translation>
    </message>
    <message>
        <source>TensorE, BF16: %1</source>
        <translation>TensorE，BF16：%1</translation>
    </message>
    <message>
        <source>HBM: %1</source>
        <translation>HBM：%1</translation>
    </message>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>bound by compute: %1</source>
        <translation>受计算限制：%1</translation>
    </message>
    <message>
        <source>bound by HBM: %1</source>
        <translation>受 HBM 限制：%1</translation>
    </message>
    <message>
        <source>above the roof, as its time or work is not stated fully: %1</source>
        <translation>高于上限，因为时间或工作量说明不全：%1</translation>
    </message>
    <message>
        <source>area: active time</source>
        <translation>面积：活动时间</translation>
    </message>
    <message>
        <source>%1
%2 of %3 that the roof allows
Intensity: %4 FLOP/B
Active: %5
%6</source>
        <translation>%1
上限允许 %3，达到 %2
强度：%4 FLOP/B
活动：%5
%6</translation>
    </message>
    <message>
        <source>Bound by compute</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <source>Bound by HBM</source>
        <translation>受 HBM 限制</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineDock</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operators against the roofline</source>
        <translation>算子与 Roofline 对照</translation>
    </message>
    <message>
        <source>Open a capture or a simulation: each operator is shown here beside what TensorE&apos;s peak and the HBM bandwidth allow.</source>
        <translation>打开采集文件或模拟：此处显示每个算子与 TensorE 峰值和 HBM 带宽上限的对照。</translation>
    </message>
    <message>
        <source>Adding up operators …</source>
        <translation>正在汇总算子…</translation>
    </message>
    <message>
        <source>NTFF captures, exports of Neuron Explorer and simulations of Neuron devices do.</source>
        <translation>NTFF 采集、Neuron Explorer 的导出和 Neuron 设备的模拟会有。</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) state FLOPs or HBM bytes only and stand in the table, not in the plot.</source>
        <translation>
            <numerusform>%n 个算子只说明 FLOPs 或 HBM 字节，列在表格中，不在图中。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunAnnotations</name>
    <message>
        <source>add annotation</source>
        <translation>添加标注</translation>
    </message>
    <message>
        <source>change annotation</source>
        <translation>更改标注</translation>
    </message>
    <message>
        <source>remove annotation</source>
        <translation>移除标注</translation>
    </message>
    <message>
        <source>restore annotations</source>
        <translation>恢复标注</translation>
    </message>
    <message>
        <source>change markers</source>
        <translation>更改标记</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunDependencies</name>
    <message>
        <source>Following dependencies</source>
        <translation>正在跟踪依赖</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunHeader</name>
    <message>
        <source>Make base</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>Run ▾</source>
        <translation>运行 ▾</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>运行名称</translation>
    </message>
    <message>
        <source>The name of this run in tables and reports. Click to change it.</source>
        <translation>此运行在表格和报告中的名称。单击可更改。</translation>
    </message>
    <message>
        <source>Compare the other runs with this one</source>
        <translation>将其他运行与此比较</translation>
    </message>
    <message>
        <source>Add repeats …</source>
        <translation>添加重复运行…</translation>
    </message>
    <message>
        <source>Open in Inspect</source>
        <translation>在“检查”中打开</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>BASE</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>base run</source>
        <translation>基准运行</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Make %1 the base</source>
        <translation>将 %1 设为基准</translation>
    </message>
    <message>
        <source>What to do with the %1</source>
        <translation>对 %1 的操作</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunPlayer</name>
    <message>
        <source>Playing</source>
        <translation>正在播放</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunStrip</name>
    <message>
        <source>Timeline of %1</source>
        <translation>%1 的时间线</translation>
    </message>
    <message>
        <source>A summary document holds no events: only its metrics are compared.</source>
        <translation>摘要文档不含事件：仅比较其指标。</translation>
    </message>
    <message>
        <source>Nothing of this run at this time: it lasts from %1 to %2.</source>
        <translation>此时没有该运行的内容：它从 %1 到 %2。</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SearchDock</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Highlight all</source>
        <translation>全部高亮</translation>
    </message>
    <message>
        <source>No event matches.</source>
        <translation>没有匹配的事件。</translation>
    </message>
    <message>
        <source>matmul   engine:Tensor dur&gt;10us   /expression/</source>
        <translation>matmul   engine:Tensor dur&gt;10us   /表达式/</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>搜索内容</translation>
    </message>
    <message>
        <source>The event before the selected one (Shift+F3)</source>
        <translation>所选事件之前的事件 (Shift+F3)</translation>
    </message>
    <message>
        <source>The event behind the selected one (F3)</source>
        <translation>所选事件之后的事件 (F3)</translation>
    </message>
    <message>
        <source>Dims all other events in the timeline</source>
        <translation>使时间线中其他事件变淡</translation>
    </message>
    <message>
        <source>Events found</source>
        <translation>找到的事件</translation>
    </message>
    <message>
        <source>Events found, by name</source>
        <translation>找到的事件，按名称</translation>
    </message>
    <message>
        <source>Double click or Enter: only this name</source>
        <translation>双击或按 Enter：仅此名称</translation>
    </message>
    <message>
        <source>Fields ▾</source>
        <translation>字段 ▾</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Conditions to search by</source>
        <translation>可用的搜索条件</translation>
    </message>
    <message>
        <source>the name has this text</source>
        <translation>名称包含此文本</translation>
    </message>
    <message>
        <source>the instruction&apos;s opcode</source>
        <translation>指令的操作码</translation>
    </message>
    <message>
        <source>Tensor, Vector, Scalar, GpSimd, Sync, DMA, CC</source>
        <translation>Tensor、Vector、Scalar、GpSimd、Sync、DMA、CC</translation>
    </message>
    <message>
        <source>instruction, dma, collective, operator, layer, host …</source>
        <translation>instruction、dma、collective、operator、layer、host…</translation>
    </message>
    <message>
        <source>the path of the track: NeuronCore 0 / TensorE</source>
        <translation>轨道路径：NeuronCore 0 / TensorE</translation>
    </message>
    <message>
        <source>physical NeuronCore</source>
        <translation>物理 NeuronCore</translation>
    </message>
    <message>
        <source>duration: 200ns, 10us, 1.5ms</source>
        <translation>时长：200ns、10us、1.5ms</translation>
    </message>
    <message>
        <source>semaphore wait before the event</source>
        <translation>事件前的信号量等待</translation>
    </message>
    <message>
        <source>start on the axis of the run; end&lt; likewise</source>
        <translation>运行时间轴上的开始；end&lt; 同理</translation>
    </message>
    <message>
        <source>a property: arg.layer:attn, arg.elements&gt;4k</source>
        <translation>属性：arg.layer:attn、arg.elements&gt;4k</translation>
    </message>
    <message>
        <source>the property is there</source>
        <translation>存在该属性</translation>
    </message>
    <message>
        <source>the name is exactly this</source>
        <translation>名称完全一致</translation>
    </message>
    <message>
        <source>a regular expression: /^dma_[0-9]+$/</source>
        <translation>正则表达式：/^dma_[0-9]+$/</translation>
    </message>
    <message>
        <source>not: the condition behind it does not hold</source>
        <translation>非：其后的条件不成立</translation>
    </message>
    <message>
        <source>Names, or conditions such as engine:Tensor dur&gt;10us. Enter searches.</source>
        <translation>名称，或如 engine:Tensor dur&gt;10us 的条件。按 Enter 搜索。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 个事件</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>number %1 in time</source>
        <translation>按时间第 %1 个</translation>
    </message>
    <message>
        <source>the table has the first %1</source>
        <translation>表格列出前 %1 个</translation>
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
    <message>
        <source>Reading names</source>
        <translation>正在读取名称</translation>
    </message>
    <message>
        <source>Reading the names of this run …</source>
        <translation>正在读取此运行的名称 …</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SelectionDock</name>
    <message>
        <source>Selection summary</source>
        <translation>所选范围摘要</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>No event lies wholly in the selection.</source>
        <translation>没有事件完全位于所选范围内。</translation>
    </message>
    <message>
        <source>Double click or Enter: show the longest event in the timeline</source>
        <translation>双击或按 Enter：在时间线中显示最长的事件</translation>
    </message>
    <message>
        <source>The selection by name</source>
        <translation>所选范围，按名称</translation>
    </message>
    <message>
        <source>The selection by track</source>
        <translation>所选范围，按轨道</translation>
    </message>
    <message>
        <source>What the selected range holds</source>
        <translation>所选范围的内容</translation>
    </message>
    <message>
        <source>All events called like the selected one</source>
        <translation>与所选事件同名的所有事件</translation>
    </message>
    <message>
        <source>Shift+drag in the timeline selects a range: what it holds stands here. A click on an event compares it with all of its name.</source>
        <translation>在时间线中 Shift+拖动选择范围：此处显示其内容。单击事件会将其与同名事件比较。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>%1 on all tracks</source>
        <translation>所有轨道上的 %1</translation>
    </message>
    <message>
        <source>%1 on %2 of the tracks</source>
        <translation>%2 条轨道上的 %1</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 个事件</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>%1 more reach over a border and do not count</source>
        <translation>另有 %1 个跨越边界，不计入</translation>
    </message>
    <message>
        <source>the selected one takes %1</source>
        <translation>所选事件用时 %1</translation>
    </message>
    <message>
        <source>longer than %1 of the others</source>
        <translation>比其他的 %1 更长</translation>
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
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>is played</source>
        <translation>正在播放</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Nothing is played. Choose a speed and press Run.</source>
        <translation>没有在播放。请选择速度并按“运行”。</translation>
    </message>
    <message>
        <source>Paused; press Continue to resume</source>
        <translation>已暂停；按“继续”恢复</translation>
    </message>
    <message>
        <source>Ends the run; what was played until now stays</source>
        <translation>结束运行；已播放的部分保留</translation>
    </message>
    <message>
        <source>Stop the run first, or let it end.</source>
        <translation>请先停止运行，或等待其结束。</translation>
    </message>
    <message>
        <source>Saves the run as a session (*.nscope)</source>
        <translation>将运行保存为会话 (*.nscope)</translation>
    </message>
    <message>
        <source>Predicting</source>
        <translation>正在预测</translation>
    </message>
    <message>
        <source>Calculating …</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>simulated, while you type</source>
        <translation>模拟得出，随输入更新</translation>
    </message>
    <message>
        <source>cancelled: figures of the workload before</source>
        <translation>已取消：为之前工作负载的数值</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SourceForm</name>
    <message>
        <source>Begin again at the end</source>
        <translation>结束后重新开始</translation>
    </message>
    <message>
        <source>Simulator</source>
        <translation>模拟器</translation>
    </message>
    <message>
        <source>neuron-monitor: command</source>
        <translation>neuron-monitor：命令</translation>
    </message>
    <message>
        <source>neuron-monitor: ssh</source>
        <translation>neuron-monitor：ssh</translation>
    </message>
    <message>
        <source>neuron-monitor: file that grows</source>
        <translation>neuron-monitor：增长的文件</translation>
    </message>
    <message>
        <source>neuron-monitor: named pipe</source>
        <translation>neuron-monitor：命名管道</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Runs under /bin/sh; prints one report of neuron-monitor a line</source>
        <translation>在 /bin/sh 下运行；每行输出一份 neuron-monitor 报告</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>A file that neuron-monitor still writes to: it is read from its beginning and then as it grows</source>
        <translation>neuron-monitor 仍在写入的文件：从头读取，并随其增长继续读取</translation>
    </message>
    <message>
        <source>Named pipe</source>
        <translation>命名管道</translation>
    </message>
    <message>
        <source>Made with mkfifo; neuron-monitor writes into it</source>
        <translation>用 mkfifo 创建；由 neuron-monitor 写入</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>The run begins anew when it has been played: a server that goes on</source>
        <translation>播放完后重新开始：如同持续运行的服务器</translation>
    </message>
    <message>
        <source>user@host, or a name of ~/.ssh/config</source>
        <translation>user@host，或 ~/.ssh/config 中的名称</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Command on the host</source>
        <translation>主机上的命令</translation>
    </message>
    <message>
        <source>With keys only: ssh cannot ask for a password here.</source>
        <translation>仅限密钥：ssh 在此无法询问密码。</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
    <message>
        <source>Write the command to run.</source>
        <translation>请输入要运行的命令。</translation>
    </message>
    <message>
        <source>Write the name of the file.</source>
        <translation>请输入文件名。</translation>
    </message>
    <message>
        <source>%1 is no file.</source>
        <translation>%1 不是文件。</translation>
    </message>
    <message>
        <source>Write the name of the pipe.</source>
        <translation>请输入管道名。</translation>
    </message>
    <message>
        <source>There is no such pipe.</source>
        <translation>没有此管道。</translation>
    </message>
    <message>
        <source>%1 is no named pipe.</source>
        <translation>%1 不是命名管道。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SpeedBox</name>
    <message>
        <source>as fast as possible</source>
        <translation>尽可能快</translation>
    </message>
    <message>
        <source>real time</source>
        <translation>实时速度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Time of the run for each second: type a number, like x20</source>
        <translation>每秒对应的运行时间：输入数字，如 x20</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SpotJobPanel</name>
    <message>
        <source>Nothing is known of this job.</source>
        <translation>对该作业一无所知。</translation>
    </message>
    <message>
        <source>Job on spot</source>
        <translation>Spot 作业</translation>
    </message>
    <message>
        <source>Expected time</source>
        <translation>预期时间</translation>
    </message>
    <message>
        <source>On spot</source>
        <translation>使用 Spot</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Spot pays while reclaims are rarer than</source>
        <translation>Spot 划算的回收频率上限</translation>
    </message>
    <message>
        <source>Cost over the checkpoint interval</source>
        <translation>成本随检查点间隔的变化</translation>
    </message>
    <message>
        <source>expected, USD</source>
        <translation>期望值，美元</translation>
    </message>
    <message>
        <source>Figures of the job</source>
        <translation>作业的数值</translation>
    </message>
    <message>
        <source>Time, cost and break-even</source>
        <translation>时间、成本与盈亏平衡</translation>
    </message>
    <message>
        <source>Reclaims: %1. Prices: %2.</source>
        <translation>回收：%1。价格：%2。</translation>
    </message>
    <message>
        <source>Unknown: %1.</source>
        <translation>未知：%1。</translation>
    </message>
    <message>
        <source>%1 of work; %2 to %3 in eight of ten simulated jobs</source>
        <translation>工作量 %1；十次模拟作业中八次在 %2 至 %3 之间</translation>
    </message>
    <message>
        <source>a checkpoint every %1</source>
        <translation>每 %1 一个检查点</translation>
    </message>
    <message>
        <source>%1 to %2 in eight of ten simulated jobs</source>
        <translation>十次模拟作业中八次在 %1 至 %2 之间</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>低 %1</translation>
    </message>
    <message>
        <source>never interrupted, without checkpoints</source>
        <translation>从不中断，无检查点</translation>
    </message>
    <message>
        <source>never interrupted</source>
        <translation>从不中断</translation>
    </message>
    <message>
        <source>one in %1</source>
        <translation>每 %1 一次</translation>
    </message>
    <message>
        <source>one an hour</source>
        <translation>每小时一次</translation>
    </message>
    <message>
        <source>of a node that the job needs</source>
        <translation>针对作业所需的任一节点</translation>
    </message>
    <message>
        <source>assumed: one in %1</source>
        <translation>假设：每 %1 一次</translation>
    </message>
    <message>
        <source>assumed: none</source>
        <translation>假设：无</translation>
    </message>
    <message>
        <source>Cost of %1 over the checkpoint interval</source>
        <translation>%1 的成本随检查点间隔的变化</translation>
    </message>
    <message>
        <source>minutes between checkpoints</source>
        <translation>检查点间隔（分钟）</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>Spot, expected</source>
        <translation>Spot，期望值</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>Stated</source>
        <translation>所填值</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SqlEditor</name>
    <message>
        <source>SQL query</source>
        <translation>SQL 查询</translation>
    </message>
    <message>
        <source>Words that fit</source>
        <translation>匹配的词</translation>
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
    <message>
        <source>Plot</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Runs the query (Ctrl+Enter).</source>
        <translation>运行查询 (Ctrl+Enter)。</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>Tables: %1. Ctrl+Enter runs the query, Ctrl+Space completes words, Ctrl+Up brings back earlier queries.</source>
        <translation>表：%1。Ctrl+Enter 运行查询，Ctrl+空格 补全，Ctrl+上 找回以前的查询。</translation>
    </message>
    <message>
        <source>Ready queries ▾</source>
        <translation>现成查询 ▾</translation>
    </message>
    <message>
        <source>The library of nscope query --list</source>
        <translation>nscope query --list 的查询库</translation>
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
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>The rows as they are sorted, with all their digits</source>
        <translation>按当前排序的各行，保留全部数位</translation>
    </message>
    <message>
        <source>Draws two columns of the result</source>
        <translation>绘制结果的两列</translation>
    </message>
    <message>
        <source>Column along the axis</source>
        <translation>沿轴的列</translation>
    </message>
    <message>
        <source>Column that is drawn</source>
        <translation>绘制的列</translation>
    </message>
    <message>
        <source>Kind of plot</source>
        <translation>图表类型</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>条形</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>折线</translation>
    </message>
    <message>
        <source>Points (logarithmic)</source>
        <translation>点（对数）</translation>
    </message>
    <message>
        <source>of</source>
        <translation>：</translation>
    </message>
    <message>
        <source>by</source>
        <translation>按</translation>
    </message>
    <message>
        <source>The query cannot be kept in the history</source>
        <translation>无法将查询存入历史</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>无法保存 %1</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>保存结果</translation>
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
    <name>nscope::gui::TablePanel</name>
    <message>
        <source>No row has this text.</source>
        <translation>没有行包含此文本。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimeChart</name>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>%1 over time</source>
        <translation>%1 随时间变化</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 条线</numerusform>
        </translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>从 %1 起</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚未知</translation>
    </message>
    <message>
        <source>All: %1</source>
        <translation>全部：%1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineBar</name>
    <message>
        <source>Filter tracks</source>
        <translation>筛选轨道</translation>
    </message>
    <message>
        <source>Filter tracks by name</source>
        <translation>按名称筛选轨道</translation>
    </message>
    <message>
        <source>Words that the names of a track and of its groups have</source>
        <translation>轨道及其分组名称中包含的词</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>What colours say</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>What the colours mean; its entries filter</source>
        <translation>颜色的含义；其条目可筛选</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>图案</translation>
    </message>
    <message>
        <source>Tells events apart by hatches as well</source>
        <translation>也用图案区分事件</translation>
    </message>
    <message>
        <source>Hide others</source>
        <translation>隐藏其他</translation>
    </message>
    <message>
        <source>Hides the events that a filter would only dim</source>
        <translation>隐藏筛选时只会变淡的事件</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Marks the events that decide how long the run takes, and shows how much later the selected one could have begun</source>
        <translation>标出决定运行时长的事件，并显示所选事件本可推迟多久开始</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineStack</name>
    <message>
        <source>What belongs together is not known yet.</source>
        <translation>尚不知道哪些相互对应。</translation>
    </message>
    <message>
        <source>No event of %1 belongs to one of the base run.</source>
        <translation>%1 中没有事件与基准运行的事件对应。</translation>
    </message>
    <message>
        <source>The clock of %1 was never the same as that of the base run.</source>
        <translation>%1 的时钟从未与基准运行一致。</translation>
    </message>
    <message>
        <source>no counterpart</source>
        <translation>无对应项</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Open a capture to see its timeline.</source>
        <translation>打开采集文件即可查看其时间线。</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>固定在顶部</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>增高</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>降低</translation>
    </message>
    <message>
        <source>Usual height</source>
        <translation>默认高度</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>面积图</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>折线</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Show hidden tracks</source>
        <translation>显示隐藏的轨道</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Usual arrangement</source>
        <translation>默认排列</translation>
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
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Difference to</source>
        <translation>差值对比</translation>
    </message>
    <message>
        <source>Sorting events</source>
        <translation>正在整理事件</translation>
    </message>
    <message>
        <source>Events of all tracks over time. W and S zoom, A and D pan, F fits, brackets step along the track, P and N follow dependencies, M sets a marker.</source>
        <translation>所有轨道随时间的事件。W 和 S 缩放，A 和 D 平移，F 适应窗口，方括号在轨道上移动，P 和 N 跟随依赖，M 设置标记。</translation>
    </message>
    <message>
        <source>Select an event to follow its dependencies.</source>
        <translation>请选择事件以跟随其依赖。</translation>
    </message>
    <message>
        <source>Following dependencies …</source>
        <translation>正在跟踪依赖…</translation>
    </message>
    <message>
        <source>Nothing is known that this event waited for.</source>
        <translation>不知道该事件等待了什么。</translation>
    </message>
    <message>
        <source>No event is known that waited for this one last.</source>
        <translation>不知道有事件最后等待它。</translation>
    </message>
    <message>
        <source>No critical path: %1</source>
        <translation>没有关键路径：%1</translation>
    </message>
    <message>
        <source>Following dependencies was cancelled.</source>
        <translation>已取消跟踪依赖关系。</translation>
    </message>
    <message>
        <source>Dependencies cannot be followed: %1</source>
        <translation>无法跟踪依赖关系：%1</translation>
    </message>
    <message>
        <source>%1 further away: click one after the other</source>
        <translation>另有 %1 个在远处：逐个点击</translation>
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
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TopologyView</name>
    <message>
        <source>Chips and their links</source>
        <translation>芯片及其链路</translation>
    </message>
    <message>
        <source>The heat map beside it has the same figures as a table.</source>
        <translation>旁边的热图以表格显示同样的数字。</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Chip %1</source>
        <translation>芯片 %1</translation>
    </message>
    <message>
        <source>Chip %1, not in this run</source>
        <translation>芯片 %1，不在此运行中</translation>
    </message>
    <message>
        <source>%1
sent %2, received %3</source>
        <translation>%1
发送 %2，接收 %3</translation>
    </message>
    <message>
        <source>%1
no link counter</source>
        <translation>%1
没有链路计数器</translation>
    </message>
    <message>
        <source>Chips %1 and %2
no link counter</source>
        <translation>芯片 %1 和 %2
没有链路计数器</translation>
    </message>
    <message>
        <source>%1: %2, at most %3</source>
        <translation>%1：%2，最高 %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TornadoChart</name>
    <message>
        <source>Present value at the ends of each input&apos;s range</source>
        <translation>各输入范围两端的净现值</translation>
    </message>
    <message>
        <source>input at P10</source>
        <translation>输入取 P10</translation>
    </message>
    <message>
        <source>input at P90</source>
        <translation>输入取 P90</translation>
    </message>
    <message>
        <source>net present value, USD</source>
        <translation>净现值，美元</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>计划值</translation>
    </message>
    <message>
        <source>%1
P10 %2: %3
P90 %4: %5
plan: %6</source>
        <translation>%1
P10 %2：%3
P90 %4：%5
计划值：%6</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TraceButtons</name>
    <message>
        <source>Open in Inspect</source>
        <translation>在“检查”中打开</translation>
    </message>
    <message>
        <source>Keep …</source>
        <translation>保留…</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrafficDock</name>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Collectives by operation and size</source>
        <translation>按操作和大小的集合通信</translation>
    </message>
    <message>
        <source>Collectives that waited for a late rank</source>
        <translation>等待迟到 rank 的集合通信</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Late ranks</source>
        <translation>迟到的 rank</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Bandwidth over time</source>
        <translation>带宽随时间变化</translation>
    </message>
    <message>
        <source>Bytes from chip to chip: rows send, columns receive</source>
        <translation>芯片间字节数：行发送，列接收</translation>
    </message>
    <message>
        <source>Open a run of several ranks or chips: their collectives and links are shown here.</source>
        <translation>打开多 rank 或多芯片的运行：此处显示其集合通信和链路。</translation>
    </message>
    <message>
        <source>Matching collectives …</source>
        <translation>正在匹配集合通信…</translation>
    </message>
    <message>
        <source>No collective lies wholly in the selected range, and the run has no link counters.</source>
        <translation>没有集合通信完全位于所选范围内，且运行没有链路计数器。</translation>
    </message>
    <message>
        <source>The run shows no collectives and no links. System profiles, merged captures of several ranks, nccom-test reports, PyTorch traces and simulations over several chips do.</source>
        <translation>此运行没有集合通信和链路。系统剖析、合并的多 rank 采集、nccom-test 报告、PyTorch 跟踪和多芯片模拟会有。</translation>
    </message>
    <message>
        <source>The run has no counters of links between chips, so what went over each is not known. Simulations of one collective, and of tensor parallelism over several chips, have.</source>
        <translation>此运行没有芯片间链路的计数器，因此不知道每条链路传输了多少。单个集合通信以及跨多芯片张量并行的模拟会有。</translation>
    </message>
    <message>
        <source>Wiring: %1, from the catalogue of instances.</source>
        <translation>连线：%1，来自实例目录。</translation>
    </message>
    <message>
        <source>The run does not state its instance type: chips and links are those that have counters.</source>
        <translation>此运行未说明实例类型：芯片和链路为有计数器的那些。</translation>
    </message>
    <message>
        <source>Rows send, columns receive; a click shows the counter.</source>
        <translation>行发送，列接收；单击显示计数器。</translation>
    </message>
    <message>
        <source>Dashed links have no counter in both directions.</source>
        <translation>虚线链路没有双向计数器。</translation>
    </message>
    <message>
        <source>The run has no counters of NeuronLink or EFA bandwidth. Simulations over several chips have; captures of one core do not.</source>
        <translation>此运行没有 NeuronLink 或 EFA 带宽计数器。多芯片模拟会有；单核心采集没有。</translation>
    </message>
    <message>
        <source>Bandwidth of links</source>
        <translation>链路带宽</translation>
    </message>
    <message numerus="yes">
        <source>%n more with fewer bytes</source>
        <translation>
            <numerusform>另有 %n 个字节更少</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrainingChart</name>
    <message>
        <source>Time and cost of the fleets</source>
        <translation>各机群的时间与成本</translation>
    </message>
    <message>
        <source>cheapest fleet</source>
        <translation>最便宜的机群</translation>
    </message>
    <message>
        <source>days that %1 of 100 jobs do not exceed</source>
        <translation>100 个作业中 %1 个不超过的天数</translation>
    </message>
    <message>
        <source>USD for the job, expected</source>
        <translation>作业的预期成本，美元</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>10 to 90 of 100</source>
        <translation>第 10 至 90 百分位</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>落选原因</translation>
    </message>
    <message>
        <source>small: not as asked</source>
        <translation>小点：不符合要求</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>10 of 100</source>
        <translation>100 次中 10 次</translation>
    </message>
    <message>
        <source>90 of 100</source>
        <translation>100 次中 90 次</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrainingResult</name>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Days, mean</source>
        <translation>平均天数</translation>
    </message>
    <message>
        <source>USD, expected</source>
        <translation>预期成本，美元</translation>
    </message>
    <message>
        <source>USD per 1M tokens</source>
        <translation>美元 / 百万 token</translation>
    </message>
    <message>
        <source>In time</source>
        <translation>按时完成</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation>时间与成本</translation>
    </message>
    <message>
        <source>Plan to see fleets.</source>
        <translation>执行规划以查看机群。</translation>
    </message>
    <message>
        <source>The best of each instance type</source>
        <translation>每种实例类型的最优机群</translation>
    </message>
    <message>
        <source>No type does it as asked.</source>
        <translation>没有任何类型符合要求。</translation>
    </message>
    <message>
        <source>The job on the cheapest fleet</source>
        <translation>最便宜机群上的作业</translation>
    </message>
    <message>
        <source>There is no fleet.</source>
        <translation>没有机群。</translation>
    </message>
    <message>
        <source>The same nodes, bought otherwise</source>
        <translation>相同节点，其他购买方式</translation>
    </message>
    <message>
        <source>Other numbers of nodes</source>
        <translation>其他节点数</translation>
    </message>
    <message>
        <source>Other deadlines</source>
        <translation>其他截止时间</translation>
    </message>
    <message>
        <source>Plan to see them.</source>
        <translation>执行规划以查看。</translation>
    </message>
    <message>
        <source>Why the others lost</source>
        <translation>其他方案的落选原因</translation>
    </message>
    <message>
        <source>Nothing lost.</source>
        <translation>没有落选方案。</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>规划的组成部分</translation>
    </message>
    <message>
        <source>Instance types</source>
        <translation>实例类型</translation>
    </message>
    <message>
        <source>The job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Bought otherwise</source>
        <translation>其他购买方式</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What is the cheapest fleet that ends this training in time?</source>
        <translation>能按时完成此训练的最便宜机群是什么？</translation>
    </message>
    <message>
        <source>Plan times every layout that divides the work and simulates the job with its failures.</source>
        <translation>规划会为划分该工作的每种布局计时，并模拟含故障的作业。</translation>
    </message>
    <message>
        <source>%1 for %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>and %1 spare</source>
        <translation>及 %1 个备用</translation>
    </message>
    <message>
        <source>Of the simulated jobs that end</source>
        <translation>在能完成的模拟作业中</translation>
    </message>
    <message>
        <source>%1 with the chance asked for</source>
        <translation>按所要求的概率为 %1</translation>
    </message>
    <message>
        <source>10 to 90 of 100: %1 – %2</source>
        <translation>第 10 至 90 百分位：%1 – %2</translation>
    </message>
    <message>
        <source>Of %1 simulated jobs</source>
        <translation>在 %1 个模拟作业中</translation>
    </message>
    <message>
        <source>90 % interval %1 – %2</source>
        <translation>90 % 区间 %1 – %2</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
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
    <message>
        <source>Built-in examples</source>
        <translation>内置示例</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WhatIfPanel</name>
    <message>
        <source>Target throughput</source>
        <translation>目标吞吐量</translation>
    </message>
    <message>
        <source>Target price</source>
        <translation>目标价格</translation>
    </message>
    <message>
        <source>Baseline price</source>
        <translation>基准价格</translation>
    </message>
    <message>
        <source>Target utilisation</source>
        <translation>目标利用率</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Engineering effort</source>
        <translation>工程投入</translation>
    </message>
    <message>
        <source>Go-live</source>
        <translation>上线</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>All sliders back to the plan</source>
        <translation>所有滑块恢复为计划值</translation>
    </message>
    <message>
        <source>The plan has no engineer-weeks</source>
        <translation>计划中没有工程师周数</translation>
    </message>
    <message>
        <source>%1 × baseline</source>
        <translation>%1 × 基准</translation>
    </message>
    <message>
        <source>plan: %1</source>
        <translation>计划值：%1</translation>
    </message>
    <message>
        <source>the move pays at any value</source>
        <translation>取任何值迁移都划算</translation>
    </message>
    <message>
        <source>no value makes the move pay</source>
        <translation>取任何值迁移都不划算</translation>
    </message>
    <message>
        <source>pays above %1</source>
        <translation>高于 %1 时划算</translation>
    </message>
    <message>
        <source>pays below %1</source>
        <translation>低于 %1 时划算</translation>
    </message>
    <message>
        <source>turns at %1</source>
        <translation>在 %1 处反转</translation>
    </message>
    <message>
        <source>▾ break-even, the rest as planned</source>
        <translation>▾ 盈亏平衡点，其余按计划值</translation>
    </message>
    <message numerus="yes">
        <source>%n slider(s) moved: not the plan</source>
        <translation>
            <numerusform>已移动 %n 个滑块：非计划值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkList</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Work items</source>
        <translation>工作项</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>自行填写</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>of a measured run …</source>
        <translation>取自实测运行…</translation>
    </message>
    <message>
        <source>served within limits</source>
        <translation>在限值内提供服务</translation>
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
