<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>Docks</name>
    <message>
        <source>Overall Summary</source>
        <translation>全体の要約</translation>
    </message>
    <message>
        <source>Key figures and engine activity of the run or the range.</source>
        <translation>実行全体または選択範囲の主要な数値とエンジンの活動。</translation>
    </message>
    <message>
        <source>Event Details</source>
        <translation>イベントの詳細</translation>
    </message>
    <message>
        <source>Everything the capture says about the selected event.</source>
        <translation>選択したイベントについてキャプチャに記録されたすべて。</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Every analysis as a table and a plot.</source>
        <translation>すべての分析を表とグラフで。</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Queries over the run.</source>
        <translation>実行へのクエリ。</translation>
    </message>
</context>
<context>
    <name>RowTarget</name>
    <message>
        <source>Double click or Enter: show the event in the timeline</source>
        <translation>ダブルクリックまたは Enter: タイムラインでイベントを表示</translation>
    </message>
    <message>
        <source>Double click or Enter: show this time in the timeline</source>
        <translation>ダブルクリックまたは Enter: タイムラインでこの時刻を表示</translation>
    </message>
</context>
<context>
    <name>RunButton</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
</context>
<context>
    <name>RunCaption</name>
    <message>
        <source>1 core</source>
        <translation>1 コア</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 コア</translation>
    </message>
    <message>
        <source>runtime </source>
        <translation>ランタイム </translation>
    </message>
</context>
<context>
    <name>ShareBar</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
</context>
<context>
    <name>nscope::gui</name>
    <message>
        <source>The table has no column %1.</source>
        <translation>表に列 %1 がありません。</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>価格</translation>
    </message>
    <message>
        <source> per instance-hour</source>
        <translation> / インスタンス時間</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>期間</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>ゾーン</translation>
    </message>
    <message>
        <source>%1 to %2 per hour</source>
        <translation>1 時間あたり %1 ～ %2</translation>
    </message>
    <message>
        <source>Not offered</source>
        <translation>提供なし</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>コア %1</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>トラック</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>長さ</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>no sample yet</source>
        <translation>まだ値がありません</translation>
    </message>
    <message>
        <source>Idle: nothing issued after this on the track.</source>
        <translation>アイドル: このトラックではこれ以降に発行がありません。</translation>
    </message>
    <message>
        <source>Idle: nothing issued until %1</source>
        <translation>アイドル: %1 まで発行なし</translation>
    </message>
    <message>
        <source>%1 waits here (%2 in all)</source>
        <translation>%1 がここで待機 (合計 %2)</translation>
    </message>
    <message>
        <source>for %1 on %2</source>
        <translation>%2 を %1 待機</translation>
    </message>
    <message>
        <source>%1 for %2 (%3)</source>
        <translation>%1、%2 (%3)</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内側</translation>
    </message>
    <message>
        <source>the first %1 of %2 rows</source>
        <translation>%2 行中の最初の %1 行</translation>
    </message>
    <message>
        <source>the first %1 of %2 points</source>
        <translation>%2 点中の最初の %1 点</translation>
    </message>
    <message>
        <source>%1 rows without a value</source>
        <translation>値のない行 %1 行</translation>
    </message>
    <message>
        <source>%1 rows of zero, which logarithmic axes cannot show</source>
        <translation>対数軸に表示できない 0 の行 %1 行</translation>
    </message>
    <message>
        <source>Open a run first.</source>
        <translation>先に実行記録を開いてください。</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>コスト</translation>
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
        <translation>指標</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>クエリ</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>組み込み</translation>
    </message>
    <message>
        <source>Recent file</source>
        <translation>最近使ったファイル</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>ドック</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AboutDialog</name>
    <message>
        <source>System report</source>
        <translation>システムレポート</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>レポートをコピー</translation>
    </message>
    <message>
        <source>About Neuronscope</source>
        <translation>Neuronscope について</translation>
    </message>
    <message>
        <source>Profiler and cost planner for AWS Trainium and Inferentia. Everything runs on this machine: nothing is sent anywhere.</source>
        <translation>AWS Trainium と Inferentia のためのプロファイラーとコスト計画ツール。すべてこのコンピューターで動作し、外部には何も送信しません。</translation>
    </message>
    <message>
        <source>collecting …</source>
        <translation>収集中…</translation>
    </message>
    <message>
        <source>The report is being collected.</source>
        <translation>レポートを収集しています。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <source>Add it when you report an error. It names no file but the settings and those of the last errors.</source>
        <translation>不具合を報告するときに添付してください。設定ファイルと最近のエラーに関係するもの以外のファイル名は含まれません。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ActionList</name>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>View</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>SQL console</source>
        <translation>SQL コンソール</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>シミュレート</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>W / S, Ctrl+wheel</source>
        <translation>W / S、Ctrl+ホイール</translation>
    </message>
    <message>
        <source>zoom at the cursor</source>
        <translation>カーソル位置で拡大・縮小</translation>
    </message>
    <message>
        <source>A / D, Shift+wheel, drag</source>
        <translation>A / D、Shift+ホイール、ドラッグ</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>時間方向に移動</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>ホイール</translation>
    </message>
    <message>
        <source>scroll the tracks</source>
        <translation>トラックをスクロール</translation>
    </message>
    <message>
        <source>fit the selection; again: everything</source>
        <translation>選択範囲に合わせる。もう一度で全体</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>show the whole run</source>
        <translation>実行全体を表示</translation>
    </message>
    <message>
        <source>[ and ]</source>
        <translation>[ と ]</translation>
    </message>
    <message>
        <source>previous and next event of the track</source>
        <translation>トラックの前後のイベント</translation>
    </message>
    <message>
        <source>click</source>
        <translation>クリック</translation>
    </message>
    <message>
        <source>select an event; on a group: open or close it</source>
        <translation>イベントを選択。グループ上では開閉</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+ドラッグ</translation>
    </message>
    <message>
        <source>select a range; summary and analyses follow</source>
        <translation>範囲を選択。要約と分析が追従</translation>
    </message>
    <message>
        <source>clear the selection</source>
        <translation>選択を解除</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>jump to the chosen track or event; again: to the next event</source>
        <translation>選んだトラックまたはイベントへ移動。もう一度で次のイベント</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>文字キー</translation>
    </message>
    <message>
        <source>find an analysis in the list</source>
        <translation>一覧から分析を探す</translation>
    </message>
    <message>
        <source>Enter or double click</source>
        <translation>Enter またはダブルクリック</translation>
    </message>
    <message>
        <source>show the row in the timeline</source>
        <translation>行をタイムラインで表示</translation>
    </message>
    <message>
        <source>copy the selected rows as CSV</source>
        <translation>選択した行を CSV でコピー</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>run the query</source>
        <translation>クエリを実行</translation>
    </message>
    <message>
        <source>run the simulation</source>
        <translation>シミュレーションを実行</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisChart</name>
    <message>
        <source>Bars on screen</source>
        <translation>表示中の棒</translation>
    </message>
    <message numerus="yes">
        <source>%n bar(s)</source>
        <translation>
            <numerusform>%n 本の棒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n 点</numerusform>
        </translation>
    </message>
    <message>
        <source>Plot: %1 by %2</source>
        <translation>グラフ: %2 ごとの %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisHeader</name>
    <message>
        <source>Definition</source>
        <translation>定義</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>NeuronCore</source>
        <translation>NeuronCore</translation>
    </message>
    <message>
        <source>What the columns mean and how they are computed</source>
        <translation>列の意味と計算方法</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>両方</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>CSV として保存…</translation>
    </message>
    <message>
        <source>Save as JSON…</source>
        <translation>JSON として保存…</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>テキストとしてコピー</translation>
    </message>
    <message>
        <source>The rows as they are sorted, with all their digits</source>
        <translation>表示順の行を全桁で</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>すべてのコア</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>コア %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisList</name>
    <message>
        <source>Find an analysis</source>
        <translation>分析を検索</translation>
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
        <translation>修復・省略・不明な項目はありません。</translation>
    </message>
    <message>
        <source>No rows. This page shows %1.</source>
        <translation>行がありません。このページの内容: %1。</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>%1 の選択範囲</translation>
    </message>
    <message>
        <source>Double click or Enter on a row shows it in the timeline.</source>
        <translation>行をダブルクリックするか Enter を押すとタイムラインに表示します。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>computing · %1</source>
        <translation>計算中 · %1</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>計算中</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>表を保存</translation>
    </message>
</context>
<context>
    <name>nscope::gui::Banner</name>
    <message>
        <source>Check the name and the path.</source>
        <translation>名前とパスを確認してください。</translation>
    </message>
    <message>
        <source>Check that the file can be read and is a file.</source>
        <translation>読み取り可能なファイルか確認してください。</translation>
    </message>
    <message>
        <source>Check that the file is complete and of a format listed under File &gt; Open.</source>
        <translation>ファイルが完全で、「ファイル &gt; 開く」に挙げられた形式か確認してください。</translation>
    </message>
    <message>
        <source>Capture it again with a supported version, or look for an update.</source>
        <translation>対応するバージョンで取得し直すか、更新版を探してください。</translation>
    </message>
    <message>
        <source>Change the workload as the message says.</source>
        <translation>メッセージに従ってワークロードを変更してください。</translation>
    </message>
    <message>
        <source>This is an error of Neuronscope: please report it with the file.</source>
        <translation>Neuronscope の不具合です。ファイルを添えて報告してください。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>メッセージ</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>コマンドパレット</translation>
    </message>
    <message>
        <source>Action, track, metric, analysis, query, workload, file …</source>
        <translation>操作、トラック、指標、分析、クエリ、ワークロード、ファイル…</translation>
    </message>
    <message>
        <source>Type to find; Up and Down choose, Enter runs, Esc leaves.</source>
        <translation>入力で検索、上下で選択、Enter で実行、Esc で閉じます。</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>一致した項目</translation>
    </message>
    <message>
        <source>Nothing matches. Fewer letters find more.</source>
        <translation>一致する項目がありません。文字を減らすと増えます。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostChart</name>
    <message>
        <source>Cost per million tokens</source>
        <translation>100 万トークンあたりのコスト</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD / 100 万トークン</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostMatrixModel</name>
    <message>
        <source>Age</source>
        <translation>経過日数</translation>
    </message>
    <message>
        <source>%1 days: older than 12 months</source>
        <translation>%1 日: 12 か月より前</translation>
    </message>
    <message>
        <source>Per million tokens</source>
        <translation>100 万トークンあたり</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Month, metered</source>
        <translation>月額 (従量)</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2: %3</source>
        <translation>%1 トークン/秒、%2: %3</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>ガード</translation>
    </message>
    <message>
        <source>impossible: it cannot win</source>
        <translation>不可能: 最良になりません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DockTitle</name>
    <message>
        <source>Float %1</source>
        <translation>%1 を切り離す</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 を閉じる</translation>
    </message>
</context>
<context>
    <name>nscope::gui::EventPanel</name>
    <message>
        <source>Click an event in the timeline to see its fields, what it waited for and what depends on it.</source>
        <translation>タイムラインのイベントをクリックすると、その項目、待機の対象、依存するものが表示されます。</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON としてコピー</translation>
    </message>
    <message>
        <source>no predecessor</source>
        <translation>先行なし</translation>
    </message>
    <message>
        <source>1 predecessor</source>
        <translation>先行 1 件</translation>
    </message>
    <message>
        <source>%1 predecessors</source>
        <translation>先行 %1 件</translation>
    </message>
    <message>
        <source>no successor</source>
        <translation>後続なし</translation>
    </message>
    <message>
        <source>1 successor</source>
        <translation>後続 1 件</translation>
    </message>
    <message>
        <source>%1 successors</source>
        <translation>後続 %1 件</translation>
    </message>
    <message>
        <source>The capture names no such dependency of this event.</source>
        <translation>このイベントにそのような依存関係は記録されていません。</translation>
    </message>
    <message>
        <source>Lists them; choose one to go there.</source>
        <translation>一覧を表示し、選ぶとそこへ移動します。</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>ほか %1 件</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingCard</name>
    <message>
        <source>Equal work</source>
        <translation>同じ仕事量</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>ルーフライン</translation>
    </message>
    <message>
        <source>Memory fit</source>
        <translation>メモリ適合</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>単位</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InspectPage</name>
    <message>
        <source>%1 events on %2 tracks</source>
        <translation>%2 トラックに %1 イベント</translation>
    </message>
    <message>
        <source>%1 operator intervals, %2 DMA packets</source>
        <translation>演算区間 %1、DMA パケット %2</translation>
    </message>
    <message>
        <source>%1 instructions, %2 DMA packets</source>
        <translation>命令 %1、DMA パケット %2</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>カーソル %1</translation>
    </message>
    <message>
        <source>selection %1</source>
        <translation>選択 %1</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>レイアウト</translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobList</name>
    <message>
        <source>Nothing runs in the background.</source>
        <translation>バックグラウンドで実行中のものはありません。</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>バックグラウンドジョブ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <translation>%1 をキャンセル</translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobStatus</name>
    <message>
        <source>no jobs</source>
        <translation>ジョブなし</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>ジョブ</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進行状況</translation>
    </message>
    <message>
        <source>Cancel the running job</source>
        <translation>実行中のジョブをキャンセル</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>バックグラウンドジョブ</translation>
    </message>
    <message>
        <source>Lists what runs in the background.</source>
        <translation>バックグラウンドの実行内容を一覧します。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>ほか %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::MainWindow</name>
    <message>
        <source>Neuronscope session (*.nscope)</source>
        <translation>Neuronscope セッション (*.nscope)</translation>
    </message>
    <message>
        <source>All captures (%1)</source>
        <translation>すべてのキャプチャ (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Open or simulate a run first.</source>
        <translation>先に実行記録を開くか、シミュレートしてください。</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Save session as …</source>
        <translation>セッションに名前を付けて保存…</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>スタートページ</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新しいウィンドウ</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>コマンドパレット</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>すべてのグループを閉じる</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>すべてのグループを開く</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>バックグラウンドジョブ</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全画面表示</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>メインメニュー</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>キーボードとマウス</translation>
    </message>
    <message>
        <source>About Neuronscope and system report</source>
        <translation>Neuronscope について・システムレポート</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>テーマ: システムに合わせる</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>テーマ: ダーク</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>テーマ: ライト</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近使ったファイルを開く</translation>
    </message>
    <message>
        <source>Files you open are listed here.</source>
        <translation>開いたファイルがここに並びます。</translation>
    </message>
    <message>
        <source>Open a capture</source>
        <translation>キャプチャを開く</translation>
    </message>
    <message>
        <source>Nothing to save</source>
        <translation>保存するものがありません</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>セッションを保存</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
    <message>
        <source>Cannot open a new window</source>
        <translation>新しいウィンドウを開けません</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>開いています</translation>
    </message>
    <message>
        <source>Reading ahead</source>
        <translation>先読み中</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>保存中</translation>
    </message>
    <message>
        <source>1 diagnostic</source>
        <translation>診断 1 件</translation>
    </message>
    <message>
        <source>%1 diagnostics</source>
        <translation>診断 %1 件</translation>
    </message>
    <message>
        <source>frame %1 ms ·</source>
        <translation>フレーム %1 ms ·</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 を開いています</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>%1 を開けません</translation>
    </message>
    <message>
        <source>The session is damaged</source>
        <translation>セッションが破損しています</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MemoryBar</name>
    <message>
        <source>Memory of one core</source>
        <translation>1 コアのメモリ</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OverviewWidget</name>
    <message>
        <source>Overview</source>
        <translation>全体図</translation>
    </message>
    <message>
        <source>Engine activity of the whole run and the part on screen.</source>
        <translation>実行全体のエンジン活動と表示中の部分。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ParameterForm</name>
    <message>
        <source>
From %1 to %2 %3</source>
        <translation>
%1 ～ %2 %3</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>Back to the values that the analysis comes with</source>
        <translation>分析の既定値に戻す</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanPage</name>
    <message>
        <source>Pricing</source>
        <translation>価格計算</translation>
    </message>
    <message>
        <source>Million tokens per dollar</source>
        <translation>1 ドルあたりの 100 万トークン数</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>ガード</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>シナリオ</translation>
    </message>
    <message>
        <source>Open a scenario file …</source>
        <translation>シナリオファイルを開く…</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>仕事</translation>
    </message>
    <message>
        <source>Cost matrix</source>
        <translation>コスト表</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>100 万トークンあたりのコスト</translation>
    </message>
    <message>
        <source>USD, bands 90 %</source>
        <translation>USD、90 % 区間</translation>
    </message>
    <message>
        <source>Cannot read the scenario</source>
        <translation>シナリオを読み取れません</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>シナリオ (*.json)</translation>
    </message>
    <message>
        <source>Cannot price the workload</source>
        <translation>ワークロードの価格を計算できません</translation>
    </message>
    <message>
        <source>Cannot price the scenario</source>
        <translation>シナリオの価格を計算できません</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 時点の価格</translation>
    </message>
    <message>
        <source>%1 of %2 older than 12 months</source>
        <translation>%2 件中 %1 件が 12 か月より前</translation>
    </message>
    <message>
        <source>recalculated in %1 ms · %2 of %3 cells priced</source>
        <translation>%1 ms で再計算 · %3 セル中 %2 セルに価格</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>見つかりません</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>エラー 1 件</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>エラー %1 件</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PreferencesDialog</name>
    <message>
        <source>Patterns besides colours</source>
        <translation>色に加えて模様を使う</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Timeline and charts follow it.</source>
        <translation>タイムラインとグラフにも適用されます。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>次回の起動から有効になります。</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>全体の大きさ</translation>
    </message>
    <message>
        <source>On top of the screen&apos;s own scale; from the next start on.</source>
        <translation>画面自体の倍率に加えて適用され、次回の起動から有効になります。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>色</translation>
    </message>
    <message>
        <source>Engines of the timeline are hatched as well, for readers who tell colours apart badly and for prints without colour.</source>
        <translation>色の区別が難しい方や白黒印刷のために、タイムラインのエンジンに模様も付けます。</translation>
    </message>
    <message>
        <source>Read ahead</source>
        <translation>先読み</translation>
    </message>
    <message>
        <source>Sessions up to this size are read into memory as a whole after opening; larger ones are read where they are looked at. 0: none.</source>
        <translation>この大きさまでのセッションは開いた後に全体をメモリに読み込みます。それより大きいものは見る部分だけ読み込みます。0: 先読みしない。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SearchField</name>
    <message>
        <source>Search events and tracks …   Ctrl+K</source>
        <translation>イベントとトラックを検索…   Ctrl+K</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Open a run to search in it.</source>
        <translation>実行記録を開くと検索できます。</translation>
    </message>
    <message>
        <source>Enter jumps; again jumps to the next event.</source>
        <translation>Enter で移動、もう一度で次のイベントへ。</translation>
    </message>
    <message>
        <source>track</source>
        <translation>トラック</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 イベント</translation>
    </message>
    <message>
        <source>Nothing in this run is called so.</source>
        <translation>この実行にその名前のものはありません。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ShortcutsDialog</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>キーボードとマウス</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>操作またはキーを検索</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>キーとマウス</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SimulatePage</name>
    <message>
        <source>Simulating</source>
        <translation>シミュレート中</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Open in Inspect</source>
        <translation>「調査」で開く</translation>
    </message>
    <message>
        <source>Price it</source>
        <translation>価格を計算</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Run simulates the workload event by event and shows every engine, DMA transfer and collective here.</source>
        <translation>「実行」でワークロードをイベント単位でシミュレートし、すべてのエンジン、DMA 転送、集団通信をここに表示します。</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>ワークロード</translation>
    </message>
    <message>
        <source>Simulates the workload (Ctrl+Enter)</source>
        <translation>ワークロードをシミュレートします (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>closed form, while you type</source>
        <translation>入力中に閉形式で計算</translation>
    </message>
    <message>
        <source>Run the workload first.</source>
        <translation>先にワークロードを実行してください。</translation>
    </message>
    <message>
        <source>Cannot read the workload</source>
        <translation>ワークロードを読み取れません</translation>
    </message>
    <message>
        <source>Only generated tokens are priced, not inferences</source>
        <translation>価格が付くのは生成トークンのみで、推論回数には付きません</translation>
    </message>
    <message>
        <source>What this workload costs under every purchase option</source>
        <translation>このワークロードの購入オプションごとのコスト</translation>
    </message>
    <message>
        <source>The simulation stopped</source>
        <translation>シミュレーションが停止しました</translation>
    </message>
    <message>
        <source>%1 on %2, TP %3 · %4 events</source>
        <translation>%1 / %2、TP %3 · %4 イベント</translation>
    </message>
    <message>
        <source>Summary, tables, SQL and dependencies of this run</source>
        <translation>この実行の要約、表、SQL、依存関係</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SqlPanel</name>
    <message>
        <source>Query</source>
        <translation>クエリ</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>The query returned no rows.</source>
        <translation>クエリの結果は 0 行です。</translation>
    </message>
    <message>
        <source>SQL query</source>
        <translation>SQL クエリ</translation>
    </message>
    <message>
        <source>Runs the query (Ctrl+Enter). Tables: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property.</source>
        <translation>クエリを実行します (Ctrl+Enter)。テーブル: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property。</translation>
    </message>
    <message>
        <source>Tables: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property. Ctrl+Enter runs the query.</source>
        <translation>テーブル: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property。Ctrl+Enter でクエリを実行します。</translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>first %1 rows</source>
        <translation>最初の %1 行</translation>
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
        <translation>要約</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>%1 の選択範囲</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SummaryPanel</name>
    <message>
        <source>not in this capture</source>
        <translation>このキャプチャにはありません</translation>
    </message>
    <message>
        <source>90 % band %1 to %2</source>
        <translation>90 % 区間 %1 ～ %2</translation>
    </message>
    <message>
        <source>Engine activity</source>
        <translation>エンジンの活動</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>合計時間</translation>
    </message>
    <message>
        <source>MFU / HFU</source>
        <translation>MFU / HFU</translation>
    </message>
    <message>
        <source>HBM bandwidth used</source>
        <translation>HBM 帯域使用率</translation>
    </message>
    <message>
        <source>DMA active</source>
        <translation>DMA 稼働</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>出力トークンあたりの時間</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>that lie wholly in the time shown</source>
        <translation>表示時間に完全に含まれるもの</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>Tracks with events</source>
        <translation>イベントのあるトラック</translation>
    </message>
    <message>
        <source>Busiest tracks</source>
        <translation>最も使用率の高いトラック</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Events of all tracks over time. W and S zoom, A and D pan, F fits, brackets step along the track.</source>
        <translation>全トラックのイベントの時間推移。W と S で拡大・縮小、A と D で移動、F で全体表示、角括弧でトラック上を移動します。</translation>
    </message>
    <message>
        <source>Open a capture to see its timeline.</source>
        <translation>キャプチャを開くとタイムラインが表示されます。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TopBar</name>
    <message>
        <source>Inspect</source>
        <translation>調査</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>シミュレート</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>File, view and help (F10)</source>
        <translation>ファイル、表示、ヘルプ (F10)</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>メインメニュー</translation>
    </message>
</context>
<context>
    <name>nscope::gui::VerdictPanel</name>
    <message>
        <source>Time to first token</source>
        <translation>最初のトークンまでの時間</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>出力トークンあたりの時間</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>Request latency</source>
        <translation>リクエストの遅延</translation>
    </message>
    <message>
        <source>Device time of a call</source>
        <translation>呼び出しのデバイス時間</translation>
    </message>
    <message>
        <source>Host time of a call</source>
        <translation>呼び出しのホスト時間</translation>
    </message>
    <message>
        <source>Latency of a call</source>
        <translation>呼び出しの遅延</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>毎秒トークン数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>パイプラインバブル</translation>
    </message>
    <message>
        <source>First token, 99 of 100</source>
        <translation>最初のトークン (100 中 99)</translation>
    </message>
    <message>
        <source>Between two tokens</source>
        <translation>トークン間</translation>
    </message>
    <message>
        <source>Whole answer, 99 of 100</source>
        <translation>応答全体 (100 中 99)</translation>
    </message>
    <message>
        <source>Memory of one core</source>
        <translation>1 コアのメモリ</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中 %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まりません</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>The simulation does not give this figure.</source>
        <translation>シミュレーションではこの値は得られません。</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>区間なし</translation>
    </message>
    <message>
        <source>%1 – %2 (90 %)</source>
        <translation>%1 – %2 (90 %)</translation>
    </message>
    <message>
        <source>Outside the calibrated domain: </source>
        <translation>較正範囲外: </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WelcomePage</name>
    <message>
        <source>Simulation</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>コスト</translation>
    </message>
    <message>
        <source>Where does the time go?</source>
        <translation>時間はどこで使われているか</translation>
    </message>
    <message>
        <source>Drop a Neuron capture anywhere in this window (NTFF, neuron-profile JSON, or a saved .nscope session), or start from a built-in workload. Everything runs on this machine.</source>
        <translation>Neuron のキャプチャ (NTFF、neuron-profile の JSON、保存した .nscope セッション) をこのウィンドウの任意の場所にドロップするか、組み込みのワークロードから始めてください。すべてこのコンピューターで動作します。</translation>
    </message>
    <message>
        <source>Open a capture …</source>
        <translation>キャプチャを開く…</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近使ったファイル</translation>
    </message>
    <message>
        <source>Built-in workloads</source>
        <translation>組み込みのワークロード</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 はもうありません。</translation>
    </message>
    <message>
        <source>not found in %1</source>
        <translation>%1 に見つかりません</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Takes it off this list; the file stays.</source>
        <translation>この一覧から外します。ファイルは残ります。</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>一覧から %1 を削除</translation>
    </message>
    <message>
        <source>Files you open are listed here.</source>
        <translation>開いたファイルがここに並びます。</translation>
    </message>
    <message>
        <source>Remove all that are missing</source>
        <translation>見つからないものをすべて削除</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkloadForm</name>
    <message>
        <source>%L1 steps</source>
        <translation>%L1 ステップ</translation>
    </message>
    <message>
        <source>%L1 tokens</source>
        <translation>%L1 トークン</translation>
    </message>
    <message>
        <source>%L1 sequences</source>
        <translation>%L1 シーケンス</translation>
    </message>
    <message>
        <source>a node fails every %L1 h</source>
        <translation>%L1 時間ごとにノードが故障</translation>
    </message>
    <message>
        <source>without failures</source>
        <translation>故障なし</translation>
    </message>
    <message numerus="yes">
        <source>%n stated failures</source>
        <translation>
            <numerusform>指定された故障 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>The job: %1, %2</source>
        <translation>ジョブ: %1、%2</translation>
    </message>
    <message>
        <source>, to end within %L1 days</source>
        <translation>、%L1 日以内に終了</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>テンソル並列</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Input tokens</source>
        <translation>入力トークン</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>出力トークン</translation>
    </message>
    <message>
        <source>Compiled length</source>
        <translation>コンパイル長</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>コピー数</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>コア数</translation>
    </message>
    <message>
        <source>input + output</source>
        <translation>入力 + 出力</translation>
    </message>
    <message>
        <source>as published</source>
        <translation>公開値のまま</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>one each</source>
        <translation>1 つずつ</translation>
    </message>
    <message>
        <source>From the catalogue, or your own configuration below.</source>
        <translation>カタログから選ぶか、下で独自の設定を使います。</translation>
    </message>
    <message>
        <source>Hugging Face config.json …</source>
        <translation>Hugging Face の config.json…</translation>
    </message>
    <message>
        <source>Data type of the weights in memory.</source>
        <translation>メモリ上の重みのデータ型。</translation>
    </message>
    <message>
        <source>Data type of the matrix multiplications.</source>
        <translation>行列乗算のデータ型。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>One EC2 instance type.</source>
        <translation>EC2 インスタンスタイプ 1 つ。</translation>
    </message>
    <message>
        <source>Logical NeuronCores that share each layer: the degrees the software supports.</source>
        <translation>各層を分担する論理 NeuronCore 数。ソフトウェアが対応する値のみ。</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>負荷</translation>
    </message>
    <message>
        <source>Sequences or images that are computed together.</source>
        <translation>まとめて計算するシーケンスまたは画像の数。</translation>
    </message>
    <message>
        <source>Length of each prompt.</source>
        <translation>各プロンプトの長さ。</translation>
    </message>
    <message>
        <source>Tokens generated for each prompt.</source>
        <translation>各プロンプトに対して生成するトークン数。</translation>
    </message>
    <message>
        <source>Largest prompt plus output the graph is compiled for.</source>
        <translation>グラフのコンパイル対象となるプロンプトと出力の最大長。</translation>
    </message>
    <message>
        <source>Height x width in pixels, such as 512x512.</source>
        <translation>高さ x 幅 (ピクセル)。例: 512x512。</translation>
    </message>
    <message>
        <source>Denoising steps of an image.</source>
        <translation>1 枚の画像のノイズ除去ステップ数。</translation>
    </message>
    <message>
        <source>Copies of the model that run at the same time.</source>
        <translation>同時に動くモデルのコピー数。</translation>
    </message>
    <message>
        <source>NeuronCores that the copies share.</source>
        <translation>コピーが共有する NeuronCore 数。</translation>
    </message>
    <message>
        <source>Trains on %1 × this instance: %2 pipeline stages, %3 sequences a step in microbatches of %4, as its file states.</source>
        <translation>このインスタンス %1 台で学習: パイプライン %2 段、1 ステップ %3 シーケンス、マイクロバッチ %4 (ファイルの指定どおり)。</translation>
    </message>
    <message>
        <source>the fewest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Serves requests as they arrive, %1 replicas with %2 batching, as its file states. The batch is the slots of a replica.</source>
        <translation>到着順にリクエストを処理、レプリカ %1、%2 バッチング (ファイルの指定どおり)。バッチは 1 レプリカのスロット数です。</translation>
    </message>
    <message>
        <source>One collective, as its file states.</source>
        <translation>集団通信 1 回 (ファイルの指定どおり)。</translation>
    </message>
    <message>
        <source>Model configuration</source>
        <translation>モデル設定</translation>
    </message>
    <message>
        <source>Cannot read the model configuration</source>
        <translation>モデル設定を読み取れません</translation>
    </message>
</context>
</TS>
