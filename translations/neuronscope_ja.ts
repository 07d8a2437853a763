<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>1 error</source>
        <translation>エラー 1 件</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>エラー %1 件</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>警告 1 件</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>警告 %1 件</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>注記 1 件</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>注記 %1 件</translation>
    </message>
    <message>
        <source>found %1 times</source>
        <translation>%1 回検出</translation>
    </message>
</context>
<context>
    <name>ArrangementUndo</name>
    <message>
        <source>arrangement of tracks</source>
        <translation>トラックの配置</translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>needs 3 runs each</source>
        <translation>それぞれ 3 回の実行が必要</translation>
    </message>
    <message>
        <source>may be chance</source>
        <translation>偶然の可能性あり</translation>
    </message>
    <message>
        <source>significant</source>
        <translation>有意</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>Change in %</source>
        <translation>変化 (%)</translation>
    </message>
    <message>
        <source>Significance</source>
        <translation>有意性</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変化</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>変化なし</translation>
    </message>
    <message>
        <source>one side only</source>
        <translation>片側のみ</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>0 から</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>単位</translation>
    </message>
    <message>
        <source>points</source>
        <translation>ポイント</translation>
    </message>
</context>
<context>
    <name>DecisionFields</name>
    <message>
        <source>baseline</source>
        <translation>現行</translation>
    </message>
    <message>
        <source>target</source>
        <translation>移行先</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>台数</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>Price of one</source>
        <translation>1 台の価格</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>Take the price book&apos;s price</source>
        <translation>価格表の価格を使う</translation>
    </message>
    <message>
        <source>State another price</source>
        <translation>別の価格を指定</translation>
    </message>
    <message>
        <source>Paid per instance</source>
        <translation>1 台あたりの支払額</translation>
    </message>
    <message>
        <source>Effective: amortised, after discounts</source>
        <translation>実効価格: 償却後、割引適用後</translation>
    </message>
    <message>
        <source>Instance-hours</source>
        <translation>インスタンス時間</translation>
    </message>
    <message>
        <source>a month</source>
        <translation>/ 月</translation>
    </message>
    <message>
        <source>Month of the bill</source>
        <translation>請求月</translation>
    </message>
    <message>
        <source>Cost scenario</source>
        <translation>コストシナリオ</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>on-demand</source>
        <translation>オンデマンド</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>Billing</source>
        <translation>課金</translation>
    </message>
    <message>
        <source>busy hours only</source>
        <translation>稼働時間のみ</translation>
    </message>
    <message>
        <source>always on, 730 h a month</source>
        <translation>常時稼働、月 730 h</translation>
    </message>
    <message>
        <source>busy hours only (default)</source>
        <translation>稼働時間のみ (既定)</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Take an item of a cost scenario</source>
        <translation>コストシナリオの項目を使う</translation>
    </message>
    <message>
        <source>State own figures</source>
        <translation>独自の値を指定</translation>
    </message>
    <message>
        <source>Take an own bill</source>
        <translation>自社の請求額を使う</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>負荷</translation>
    </message>
    <message>
        <source>Runs a month</source>
        <translation>月間実行回数</translation>
    </message>
    <message>
        <source>Tokens a run</source>
        <translation>1 回のトークン数</translation>
    </message>
    <message>
        <source>of the baseline&apos;s run</source>
        <translation>現行の実行と同じ</translation>
    </message>
    <message>
        <source>Tokens a month</source>
        <translation>月間トークン数</translation>
    </message>
    <message>
        <source>Growth a month</source>
        <translation>月間増加率</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>移行</translation>
    </message>
    <message>
        <source>Go-live in</source>
        <translation>本番稼働まで</translation>
    </message>
    <message>
        <source>months</source>
        <translation>か月</translation>
    </message>
    <message>
        <source>Both run for</source>
        <translation>並行稼働期間</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>with a load of</source>
        <translation>並行稼働の負荷</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>全量</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>Add a phase</source>
        <translation>フェーズを追加</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Engineer-weeks</source>
        <translation>エンジニア人週</translation>
    </message>
    <message>
        <source>Cost of a week</source>
        <translation>1 人週の費用</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>From month</source>
        <translation>開始月</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>To month</source>
        <translation>終了月</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>一括</translation>
    </message>
    <message>
        <source>One-off payment</source>
        <translation>一時費用</translation>
    </message>
    <message>
        <source>Add a one-off payment</source>
        <translation>一時費用を追加</translation>
    </message>
    <message>
        <source>payment</source>
        <translation>支払い</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>In month</source>
        <translation>支払月</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Of the target, at its price</source>
        <translation>移行先の価格で計算した、移行先の使用時間</translation>
    </message>
    <message>
        <source>Add validation runs</source>
        <translation>検証実行を追加</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>コンパイル</translation>
    </message>
    <message>
        <source>Hours a graph</source>
        <translation>グラフあたりの時間</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>グラフ数</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>First in month</source>
        <translation>初回の月</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>繰り返し</translation>
    </message>
    <message>
        <source>never</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Add compilation</source>
        <translation>コンパイルを追加</translation>
    </message>
    <message>
        <source>Monthly cost of the target</source>
        <translation>移行先の月額費用</translation>
    </message>
    <message>
        <source>Add a monthly cost</source>
        <translation>月額費用を追加</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>Negative where the target saves it</source>
        <translation>移行先で節約になる場合は負の値</translation>
    </message>
    <message>
        <source>Commitment for the old machines</source>
        <translation>現行マシンのコミットメント</translation>
    </message>
    <message>
        <source>Add a commitment</source>
        <translation>コミットメントを追加</translation>
    </message>
    <message>
        <source>commitment</source>
        <translation>コミットメント</translation>
    </message>
    <message>
        <source>Owed a month</source>
        <translation>月額支払い</translation>
    </message>
    <message>
        <source>For</source>
        <translation>残り期間</translation>
    </message>
    <message>
        <source>Price cut that may come</source>
        <translation>今後ありうる値下げ</translation>
    </message>
    <message>
        <source>Add a price cut</source>
        <translation>値下げを追加</translation>
    </message>
    <message>
        <source>Of the</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Chance a year</source>
        <translation>年間確率</translation>
    </message>
    <message>
        <source>Taken off</source>
        <translation>値下げ幅</translation>
    </message>
    <message>
        <source>Range of the %1</source>
        <translation>%1 の範囲</translation>
    </message>
    <message>
        <source>× plan</source>
        <translation>× 計画値</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>不確実性</translation>
    </message>
    <message>
        <source>Add a range …</source>
        <translation>範囲を追加 …</translation>
    </message>
    <message>
        <source>Futures</source>
        <translation>試行数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Checked by yourself</source>
        <translation>自分で確認した項目</translation>
    </message>
    <message>
        <source>Add a check</source>
        <translation>確認項目を追加</translation>
    </message>
    <message>
        <source>what was checked</source>
        <translation>確認した内容</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>対応</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>非対応</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>問い</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>タイトル</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>対象期間</translation>
    </message>
    <message>
        <source>Discount rate</source>
        <translation>割引率</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>現行</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>移行先</translation>
    </message>
</context>
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
    <message>
        <source>Insights</source>
        <translation>インサイト</translation>
    </message>
    <message>
        <source>What holds the run up and what to change, by gain.</source>
        <translation>実行を妨げる要因と改善策を効果の順に。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>Time and work by layer, operator and instruction.</source>
        <translation>層、演算、命令ごとの時間と仕事量。</translation>
    </message>
    <message>
        <source>Flame Graph</source>
        <translation>フレームグラフ</translation>
    </message>
    <message>
        <source>The operators as blocks as wide as their part.</source>
        <translation>演算を割合に応じた幅のブロックで表示。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>ルーフライン</translation>
    </message>
    <message>
        <source>Operators beside what TensorE and HBM allow.</source>
        <translation>演算と TensorE・HBM の限界との比較。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Events that match conditions, and the way through them.</source>
        <translation>条件に合うイベントとその移動。</translation>
    </message>
    <message>
        <source>Selection Summary</source>
        <translation>選択範囲の要約</translation>
    </message>
    <message>
        <source>What the selected range holds, by name and by track.</source>
        <translation>選択範囲の内容を名前別・トラック別に。</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>注釈</translation>
    </message>
    <message>
        <source>Notes on events, ranges and moments of the run.</source>
        <translation>イベント、範囲、時点へのメモ。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>HBM, SBUF and PSUM over time, their peaks, tensors.</source>
        <translation>HBM、SBUF、PSUM の推移、ピーク、テンソル。</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Collectives, and what chips send each other.</source>
        <translation>集団通信とチップ間の送受信。</translation>
    </message>
    <message>
        <source>Compile Cache</source>
        <translation>コンパイルキャッシュ</translation>
    </message>
    <message>
        <source>Hits, misses and failures, their cost and reason.</source>
        <translation>ヒット、ミス、失敗とそのコスト・理由。</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>診断</translation>
    </message>
    <message>
        <source>What reading the run repaired, dropped or could not know.</source>
        <translation>読み込み時に修復・省略・不明となったもの。</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1</translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation>実行は一時停止しています。</translation>
    </message>
    <message>
        <source>The display is paused; recording continues.</source>
        <translation>表示は一時停止中です。記録は継続しています。</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>No report for %1 s.</source>
        <translation>%1 秒間レポートがありません。</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>ライブ</translation>
    </message>
    <message>
        <source>A simulated run is played.</source>
        <translation>シミュレーションを再生しています。</translation>
    </message>
    <message>
        <source>Reports come in.</source>
        <translation>レポートを受信しています。</translation>
    </message>
    <message>
        <source>no backpressure</source>
        <translation>滞留なし</translation>
    </message>
    <message>
        <source>backpressure: %1 waits, %2</source>
        <translation>滞留: 待機 %1 回、%2</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>slices and samples</source>
        <translation>スライスと値</translation>
    </message>
    <message>
        <source>Slices and counter samples delivered</source>
        <translation>配信されたスライスとカウンター値</translation>
    </message>
    <message>
        <source>Event rate</source>
        <translation>イベント率</translation>
    </message>
    <message>
        <source>in the last moment</source>
        <translation>直近</translation>
    </message>
    <message>
        <source>Events delivered a second of real time</source>
        <translation>実時間 1 秒あたりの配信イベント数</translation>
    </message>
    <message>
        <source>Lost events</source>
        <translation>失われたイベント</translation>
    </message>
    <message>
        <source>Sent by the source and never delivered. Where the recording is slower than the source, the source waits: that is backpressure.</source>
        <translation>送信元が送り、配信されなかったもの。記録が送信元より遅いと送信元が待ちます。これが滞留です。</translation>
    </message>
    <message>
        <source>Delivery, 99 of 100</source>
        <translation>配信 (100 中 99)</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>最長 %1</translation>
    </message>
    <message>
        <source>From the source to the recording</source>
        <translation>送信元から記録まで</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>再生済み</translation>
    </message>
    <message>
        <source>of the run&apos;s own time</source>
        <translation>実行自体の時間で</translation>
    </message>
    <message>
        <source>Time of the run, all rounds</source>
        <translation>実行の時間 (全周回)</translation>
    </message>
    <message>
        <source>1 core in use</source>
        <translation>使用中 1 コア</translation>
    </message>
    <message>
        <source>%1 cores in use</source>
        <translation>使用中 %1 コア</translation>
    </message>
    <message>
        <source>connection never lost</source>
        <translation>接続は途切れていません</translation>
    </message>
    <message>
        <source>connection lost: %1</source>
        <translation>接続断: %1</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>使用率</translation>
    </message>
    <message>
        <source>no core is reported</source>
        <translation>報告されたコアなし</translation>
    </message>
    <message>
        <source>Mean of the NeuronCores in use, newest report</source>
        <translation>使用中の NeuronCore の平均 (最新レポート)</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>of all runtimes</source>
        <translation>全ランタイムの合計</translation>
    </message>
    <message>
        <source>neuron_runtime_used_bytes, neuron_device</source>
        <translation>neuron_runtime_used_bytes, neuron_device</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>ホストメモリ</translation>
    </message>
    <message>
        <source>neuron_runtime_used_bytes, host</source>
        <translation>neuron_runtime_used_bytes, host</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>レポート</translation>
    </message>
    <message>
        <source>one every %1</source>
        <translation>%1 ごとに 1 件</translation>
    </message>
    <message>
        <source>no period stated</source>
        <translation>周期の記載なし</translation>
    </message>
    <message>
        <source>Complete reports since the start</source>
        <translation>開始以降の完全なレポート数</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>欠落</translation>
    </message>
    <message>
        <source>Reports that came later than two and a half periods after the last</source>
        <translation>前回から 2.5 周期を超えて届いたレポート</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>開始中</translation>
    </message>
    <message>
        <source>The source is being opened.</source>
        <translation>送信元を開いています。</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>まだ何も届いていません。</translation>
    </message>
    <message>
        <source>No report has come yet.</source>
        <translation>まだレポートが届いていません。</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>接続なし</translation>
    </message>
    <message>
        <source>Trying again in %1 s (attempt %2)</source>
        <translation>%1 秒後に再試行 (%2 回目)</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>接続中</translation>
    </message>
    <message>
        <source>Attempt %1; no report has come yet.</source>
        <translation>%1 回目の試行。まだレポートが届いていません。</translation>
    </message>
    <message>
        <source>No file</source>
        <translation>ファイルなし</translation>
    </message>
    <message>
        <source>The file was removed or renamed. It is read again when it is back.</source>
        <translation>ファイルが削除または改名されました。戻り次第読み取ります。</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>The recording is full: %1 later events are watched, not kept.</source>
        <translation>記録が一杯です。以後の %1 イベントは表示のみで保存されません。</translation>
    </message>
    <message>
        <source>%1 series are too many to be shown; they are recorded.</source>
        <translation>%1 系列は多すぎて表示できません。記録はされます。</translation>
    </message>
</context>
<context>
    <name>Markers</name>
    <message>
        <source>%1 before %2</source>
        <translation>%2 の %1 前</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%2 の %1 後</translation>
    </message>
    <message>
        <source>%1 further away</source>
        <translation>他に %1 件</translation>
    </message>
</context>
<context>
    <name>MemoryDock</name>
    <message>
        <source>Host and others</source>
        <translation>ホストほか</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>コア %1</translation>
    </message>
</context>
<context>
    <name>OperatorTreeModel</name>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>階層</translation>
    </message>
    <message>
        <source>What the row stands for.</source>
        <translation>この行が表すもの。</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>Events below the row; DMA packets do not count.</source>
        <translation>行の下のイベント数 (DMA パケットは除く)。</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>稼働</translation>
    </message>
    <message>
        <source>Time with at least one of its events under way, added up over cores.</source>
        <translation>イベントが 1 つ以上実行中の時間 (コアの合計)。</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>時間に占める割合</translation>
    </message>
    <message>
        <source>Active time / (time looked at × cores).</source>
        <translation>稼働時間 / (対象時間 × コア数)。</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>露出</translation>
    </message>
    <message>
        <source>Active time in which nothing else of its level is under way on the core.</source>
        <translation>コア上で同じ階層の他の処理がない稼働時間。</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>2 × multiply-accumulates, or as the run states.</source>
        <translation>2 × 積和演算、または実行の記載どおり。</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM バイト</translation>
    </message>
    <message>
        <source>Bytes read from and written to HBM.</source>
        <translation>HBM との読み書きバイト数。</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>FLOPs / (active time × TensorE&apos;s peak of one core).</source>
        <translation>FLOPs / (稼働時間 × 1 コアの TensorE ピーク)。</translation>
    </message>
    <message>
        <source>HBM rate</source>
        <translation>HBM 転送率</translation>
    </message>
    <message>
        <source>HBM bytes / active time.</source>
        <translation>HBM バイト / 稼働時間。</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation>PNG 画像 (*.png);;SVG 図 (*.svg);;PDF ページ (*.pdf)</translation>
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
    <name>ScenarioFields</name>
    <message>
        <source>Work item</source>
        <translation>作業項目</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Number of them</source>
        <translation>台数</translation>
    </message>
    <message>
        <source>It does</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>推論</translation>
    </message>
    <message>
        <source>training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター数</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>十億</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>データ型</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>テンソル並列</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>自動選択</translation>
    </message>
    <message>
        <source>Cores that share each layer, as software counts them</source>
        <translation>各層を共有するコア数 (ソフトウェアから見た数)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Summary of a measured run: a file of schema nscope.summary/1</source>
        <translation>測定した実行の要約: スキーマ nscope.summary/1 のファイル</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>Tokens per s</source>
        <translation>トークン/s</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>区間なし</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>all instances together</source>
        <translation>全インスタンスの合計</translation>
    </message>
    <message>
        <source>one instance</source>
        <translation>1 インスタンス</translation>
    </message>
    <message>
        <source>only one</source>
        <translation>1 台のみ</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>計数対象</translation>
    </message>
    <message>
        <source>output tokens</source>
        <translation>出力トークン</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>全トークン</translation>
    </message>
    <message>
        <source>as usual for it</source>
        <translation>用途の通例どおり</translation>
    </message>
    <message>
        <source>Kind of figure</source>
        <translation>値の種類</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Where the figure comes from; reports cite it</source>
        <translation>値の出典。レポートに引用されます</translation>
    </message>
    <message>
        <source>Run and price of its own</source>
        <translation>独自の実行と価格</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>長さ</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>days</source>
        <translation>日</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>価格</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>of the price book</source>
        <translation>価格表のとおり</translation>
    </message>
    <message>
        <source>Its source</source>
        <translation>価格の出典</translation>
    </message>
    <message>
        <source>Its date</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>比較対象</translation>
    </message>
    <message>
        <source>the first item</source>
        <translation>最初の項目</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>One or several, with commas between them</source>
        <translation>1 つ以上。コンマ区切り</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>負荷</translation>
    </message>
    <message>
        <source>Per month</source>
        <translation>月間</translation>
    </message>
    <message>
        <source>million tokens</source>
        <translation>百万トークン</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Emissions of</source>
        <translation>排出量の期間</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>計算しない</translation>
    </message>
    <message>
        <source>Demand over the week</source>
        <translation>1 週間の需要</translation>
    </message>
    <message>
        <source>Counted in</source>
        <translation>単位</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>トークン/s</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Daily swing</source>
        <translation>日内変動</translation>
    </message>
    <message>
        <source>0 %: the same at all hours; 100 %: from nothing to twice the mean</source>
        <translation>0 %: 終日一定、100 %: ゼロから平均の 2 倍まで変動</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>ピーク時刻</translation>
    </message>
    <message>
        <source>h</source>
        <translation>時</translation>
    </message>
    <message>
        <source>Weekend</source>
        <translation>週末</translation>
    </message>
    <message>
        <source>Level of Saturday and Sunday to that of a working day</source>
        <translation>平日に対する土日の水準</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>実行から</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>指定値</translation>
    </message>
    <message>
        <source>of the demand</source>
        <translation>需要から</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>値の根拠</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>稼働率</translation>
    </message>
    <message>
        <source>Commitments</source>
        <translation>コミットメント</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>オファー</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>対象期間</translation>
    </message>
    <message>
        <source>years</source>
        <translation>年</translation>
    </message>
    <message>
        <source>Spot has</source>
        <translation>スポット供給</translation>
    </message>
    <message>
        <source>Demand off by</source>
        <translation>需要の誤差</translation>
    </message>
    <message>
        <source>Job on spot</source>
        <translation>スポットのジョブ</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>作業量</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>間隔</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>最適値</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>To write one; the work stands still</source>
        <translation>1 回の書き込み時間。その間は作業が停止します</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>再起動</translation>
    </message>
    <message>
        <source>Wait for one</source>
        <translation>1 ノードの待機</translation>
    </message>
    <message>
        <source>Wait for all</source>
        <translation>全ノードの待機</translation>
    </message>
    <message>
        <source>Zone reclaims</source>
        <translation>ゾーン単位の中断</translation>
    </message>
    <message>
        <source>Share of the reclaims that take all nodes at once</source>
        <translation>全ノードが同時に失われる中断の割合</translation>
    </message>
    <message>
        <source>Uses the notice</source>
        <translation>中断通知を利用</translation>
    </message>
    <message>
        <source>The job writes a checkpoint when the two-minute notice comes</source>
        <translation>2 分前の通知を受けてチェックポイントを書き込みます</translation>
    </message>
    <message>
        <source>Its size</source>
        <translation>チェックポイント容量</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Served within limits</source>
        <translation>制限内の処理</translation>
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
    <name>SliceClasses</name>
    <message>
        <source>%1 more</source>
        <translation>ほか %1 件</translation>
    </message>
</context>
<context>
    <name>TrainingFields</name>
    <message>
        <source>Work</source>
        <translation>作業量</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>シーケンス数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>十億</translation>
    </message>
    <message>
        <source>To train on, rounded up to whole steps</source>
        <translation>学習に使う量。ステップ単位に切り上げ</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>シーケンス長</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>シーケンス</translation>
    </message>
    <message>
        <source>Of a step; the same on every layout, so that the work is the same</source>
        <translation>1 ステップあたり。作業量をそろえるため、どのレイアウトでも同じ</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>制限</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>days</source>
        <translation>日</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>確率</translation>
    </message>
    <message>
        <source>So many of 100 jobs keep deadline and budget</source>
        <translation>ジョブ 100 件中この件数が期限と予算を守る</translation>
    </message>
    <message>
        <source>Failures and checkpoints</source>
        <translation>故障とチェックポイント</translation>
    </message>
    <message>
        <source>Node fails every</source>
        <translation>ノード故障間隔</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>never</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Mean time between failures of one node; nobody publishes it</source>
        <translation>1 ノードの平均故障間隔。公表値はありません</translation>
    </message>
    <message>
        <source>Storage, a node</source>
        <translation>ストレージ/ノード</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>Storage, all</source>
        <translation>ストレージ全体</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>間隔</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>最適値</translation>
    </message>
    <message>
        <source>Noticed after</source>
        <translation>検知まで</translation>
    </message>
    <message>
        <source>Another node after</source>
        <translation>代替ノードまで</translation>
    </message>
    <message>
        <source>Where no spare stands by</source>
        <translation>予備が待機していない場合</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起動</translation>
    </message>
    <message>
        <source>Start of the processes, NEFF from the compile cache</source>
        <translation>プロセスの起動。NEFF はコンパイルキャッシュから</translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation>予備ノード</translation>
    </message>
    <message>
        <source>Slowest node</source>
        <translation>最も遅いノード</translation>
    </message>
    <message>
        <source>On spot</source>
        <translation>スポット</translation>
    </message>
    <message>
        <source>not known: no spot</source>
        <translation>不明: スポットなし</translation>
    </message>
    <message>
        <source>Zone reclaims</source>
        <translation>ゾーン単位の中断</translation>
    </message>
    <message>
        <source>Share of the reclaims that take all nodes at once</source>
        <translation>全ノードが同時に失われる中断の割合</translation>
    </message>
    <message>
        <source>Wait for one</source>
        <translation>1 ノードの待機</translation>
    </message>
    <message>
        <source>Wait for all</source>
        <translation>全ノードの待機</translation>
    </message>
    <message>
        <source>Nodes, at most</source>
        <translation>最大ノード数</translation>
    </message>
    <message>
        <source>The cheapest of these. None: on demand</source>
        <translation>このうち最安のもの。指定なし: オンデマンド</translation>
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
    <message>
        <source>an event that the capture does not show</source>
        <translation>キャプチャに現れないイベント</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 の %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 の間</translation>
    </message>
    <message>
        <source>DMA wait</source>
        <translation>DMA 待ち</translation>
    </message>
    <message>
        <source>Semaphore wait</source>
        <translation>セマフォ待ち</translation>
    </message>
    <message>
        <source>Collective wait</source>
        <translation>集団通信待ち</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>起動</translation>
    </message>
    <message>
        <source>before the first instruction</source>
        <translation>最初の命令の前</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>遅延</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 の後</translation>
    </message>
    <message>
        <source>DMA descriptors</source>
        <translation>DMA 記述子</translation>
    </message>
    <message>
        <source>GpSimd writes them</source>
        <translation>GpSimd が書き込み</translation>
    </message>
    <message>
        <source>Clock stopped</source>
        <translation>クロック停止</translation>
    </message>
    <message>
        <source>throttled</source>
        <translation>スロットリング</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>nothing issued after this</source>
        <translation>以降の発行なし</translation>
    </message>
    <message>
        <source>Nothing issued</source>
        <translation>発行なし</translation>
    </message>
    <message>
        <source>the capture does not say why</source>
        <translation>キャプチャに理由の記載なし</translation>
    </message>
    <message>
        <source>%1 long</source>
        <translation>長さ %1</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>続いて %1</translation>
    </message>
    <message>
        <source>on the critical path</source>
        <translation>クリティカルパス上</translation>
    </message>
    <message>
        <source>slack %1</source>
        <translation>余裕 %1</translation>
    </message>
    <message>
        <source>no slack</source>
        <translation>余裕なし</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>Opcode</source>
        <translation>オペコード</translation>
    </message>
    <message>
        <source>Instruction type</source>
        <translation>命令の種類</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>ソース行</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>計算式</translation>
    </message>
    <message>
        <source>%1 an hour + %2 upfront / %3 h</source>
        <translation>1 時間あたり %1 + 前払い %2 / %3 h</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>割引</translation>
    </message>
    <message>
        <source>%1 off the list price of %2</source>
        <translation>定価 %2 から %1 引き</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>価格の所有者</translation>
    </message>
    <message>
        <source>your own price: it goes before public ones</source>
        <translation>独自の価格: 公開価格より優先されます</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>an estimate, not a published price</source>
        <translation>推定値。公開価格ではありません</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>トラフィック</translation>
    </message>
    <message>
        <source>How the lengths of the requests are distributed</source>
        <translation>リクエスト長の分布</translation>
    </message>
    <message>
        <source>always the same</source>
        <translation>常に一定</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>一様分布</translation>
    </message>
    <message>
        <source>lognormal</source>
        <translation>対数正規分布</translation>
    </message>
    <message>
        <source>list of the file</source>
        <translation>ファイルの一覧</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>from</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>to</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Standard deviation of the lengths</source>
        <translation>長さの標準偏差</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Replicas are compiled for the longest request</source>
        <translation>レプリカは最長のリクエストに合わせてコンパイルされます</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>リクエスト</translation>
    </message>
    <message>
        <source>Mean rate of the busiest time that is planned for</source>
        <translation>計画対象の最繁時の平均レート</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>到着</translation>
    </message>
    <message>
        <source>How requests follow each other</source>
        <translation>リクエストの到着間隔の分布</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>ポアソン</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>等間隔</translation>
    </message>
    <message>
        <source>in bursts</source>
        <translation>バースト</translation>
    </message>
    <message>
        <source>burst / quiet</source>
        <translation>バースト / 平常</translation>
    </message>
    <message>
        <source>quiet for</source>
        <translation>平常の長さ</translation>
    </message>
    <message>
        <source>bursts of</source>
        <translation>バーストの長さ</translation>
    </message>
    <message>
        <source>From the arrival of a request to its first token</source>
        <translation>リクエストの到着から最初のトークンまで</translation>
    </message>
    <message>
        <source>Mean time between the tokens of an answer</source>
        <translation>応答のトークン間の平均時間</translation>
    </message>
    <message>
        <source>From the arrival of a request to its last token</source>
        <translation>リクエストの到着から最後のトークンまで</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>制限</translation>
    </message>
    <message>
        <source>%1 of 100 requests must stay within it</source>
        <translation>リクエスト 100 件中 %1 件がこの値以内に収まる必要があります</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Where may be bought, with commas between</source>
        <translation>購入できるリージョン。コンマ区切り</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>all with NeuronCores</source>
        <translation>NeuronCore 搭載のすべて</translation>
    </message>
    <message>
        <source>Instance types that may be used, with commas between</source>
        <translation>使用できるインスタンスタイプ。コンマ区切り</translation>
    </message>
    <message>
        <source>GPUs, too</source>
        <translation>GPU も含む</translation>
    </message>
    <message>
        <source>GPU instances are compared where no instances are named</source>
        <translation>インスタンスの指定がない場合は GPU インスタンスも比較します</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>None: bf16, and 8 bits only where nothing else holds</source>
        <translation>なし: bf16。ほかに制限を満たすものがない場合のみ 8 ビット</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>The cheapest of these. None: on demand, and commitments only where nothing else holds</source>
        <translation>このうち最も安いもの。なし: オンデマンド。ほかに制限を満たすものがない場合のみコミットメント</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Reserves</source>
        <translation>予備</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余裕</translation>
    </message>
    <message>
        <source>Share of the load that is planned for on top</source>
        <translation>計画で上乗せする負荷の割合</translation>
    </message>
    <message>
        <source>So many may fail and the limits still hold</source>
        <translation>この数が故障しても制限を満たします</translation>
    </message>
    <message>
        <source>Nodes may fail</source>
        <translation>故障許容ノード数</translation>
    </message>
    <message>
        <source>Zones may fail</source>
        <translation>故障許容ゾーン数</translation>
    </message>
    <message>
        <source>of zones</source>
        <translation>全ゾーン数</translation>
    </message>
    <message>
        <source>Over which the fleet is spread evenly</source>
        <translation>フリートを均等に分散するゾーン数</translation>
    </message>
    <message>
        <source>Autoscaling</source>
        <translation>オートスケーリング</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>読み込み</translation>
    </message>
    <message>
        <source>peak all the time</source>
        <translation>常にピーク時の台数</translation>
    </message>
    <message>
        <source>How long a new replica loads before it serves; set it to follow the hours</source>
        <translation>新しいレプリカが稼働するまでの読み込み時間。設定すると時間帯に追従します</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>コンパイル</translation>
    </message>
    <message>
        <source>Where the first new replica also compiles; 0: the cache is warm</source>
        <translation>最初の新しいレプリカがコンパイルも行う場合の時間。0: キャッシュ済み</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>ソフトウェア</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Host software, whose costs count</source>
        <translation>オーバーヘッドを計算に含めるホストソフトウェア</translation>
    </message>
    <message>
        <source>Schedulers</source>
        <translation>スケジューラー</translation>
    </message>
    <message>
        <source>None: all are tried</source>
        <translation>なし: すべて試します</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>最大位置数</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>必要に応じて</translation>
    </message>
    <message>
        <source>For which every replica is compiled</source>
        <translation>各レプリカをコンパイルする位置数</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>台</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>応答なし</translation>
    </message>
    <message>
        <source>%1 p%2 within %3</source>
        <translation>%1 p%2 が %3 以内</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 per instance-hour</source>
        <translation>インスタンス時間あたり %1</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>モデル化なし</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まりません</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>価格なし</translation>
    </message>
    <message>
        <source>too slow for a request alone</source>
        <translation>単独のリクエストでも遅すぎます</translation>
    </message>
    <message>
        <source>never holds the limits</source>
        <translation>制限を満たせません</translation>
    </message>
    <message>
        <source>takes more just to keep up</source>
        <translation>処理が追いつくだけでも必要台数が多くなります</translation>
    </message>
    <message>
        <source>takes more to hold the limits</source>
        <translation>制限を満たすための必要台数が多くなります</translation>
    </message>
    <message>
        <source>No fleet of these instances holds %1.</source>
        <translation>これらのインスタンスのフリートはいずれも %1 を満たしません。</translation>
    </message>
    <message>
        <source>It takes %1.</source>
        <translation>必要な条件: %1。</translation>
    </message>
    <message>
        <source>%1 p99 %2 (%3 to %4)</source>
        <translation>%1 p99 %2 (%3~%4)</translation>
    </message>
    <message>
        <source>Noise of the simulation, 95 % confidence: %1.</source>
        <translation>シミュレーションの揺らぎ、95 % 信頼区間: %1。</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>フリート</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>意思決定</translation>
    </message>
    <message>
        <source>Cheapest fleet: %1 for %2 per hour (%3).</source>
        <translation>最も安い構成:%1、1 時間あたり %2(%3)。</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>経過日数</translation>
    </message>
    <message>
        <source>%1 days: older than 12 months</source>
        <translation>%1 日: 12 か月より前</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 日</translation>
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
        <translation>%1 tokens/s、%2: %3</translation>
    </message>
    <message>
        <source>no load holds %1: %2</source>
        <translation>%1 を満たす負荷なし: %2</translation>
    </message>
    <message>
        <source>none: it cannot win</source>
        <translation>なし: 最良になりません</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>ガード</translation>
    </message>
    <message>
        <source>impossible: it cannot win</source>
        <translation>不可能: 最良になりません</translation>
    </message>
    <message>
        <source>Control instruction</source>
        <translation>制御命令</translation>
    </message>
    <message>
        <source>Outside signal</source>
        <translation>外部シグナル</translation>
    </message>
    <message>
        <source>nothing in the capture sends it</source>
        <translation>キャプチャ内に送信元なし</translation>
    </message>
    <message>
        <source>Semaphore instruction</source>
        <translation>セマフォ命令</translation>
    </message>
    <message>
        <source>the semaphore was there</source>
        <translation>セマフォは条件成立済み</translation>
    </message>
    <message>
        <source>Reclaims</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>per node-hour</source>
        <translation>/ ノード時間</translation>
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
    <message>
        <source>Live</source>
        <translation>ライブ</translation>
    </message>
    <message>
        <source>P and N</source>
        <translation>P と N</translation>
    </message>
    <message>
        <source>what the event waited for last; the first event that waited for it</source>
        <translation>イベントが最後に待った相手。それを最初に待ったイベント</translation>
    </message>
    <message>
        <source>set a marker at the cursor, at the edge of an event where one is near</source>
        <translation>カーソル位置にマーカーを設置 (近くにイベントの端があればそこへ)</translation>
    </message>
    <message>
        <source>, and .</source>
        <translation>, と .</translation>
    </message>
    <message>
        <source>previous and next marker</source>
        <translation>前後のマーカー</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>remove the chosen marker</source>
        <translation>選んだマーカーを削除</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <source>choose a track</source>
        <translation>トラックを選ぶ</translation>
    </message>
    <message>
        <source>open or close a group, or select the track&apos;s first event on screen</source>
        <translation>グループを開閉、または画面上でトラックの最初のイベントを選択</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+上、Alt+下</translation>
    </message>
    <message>
        <source>move the chosen track</source>
        <translation>選んだトラックを移動</translation>
    </message>
    <message>
        <source>Alt+Plus, Alt+Minus</source>
        <translation>Alt+プラス、Alt+マイナス</translation>
    </message>
    <message>
        <source>make the chosen track higher, lower</source>
        <translation>選んだトラックを高く・低く</translation>
    </message>
    <message>
        <source>right click, Menu key</source>
        <translation>右クリック、メニューキー</translation>
    </message>
    <message>
        <source>what can be done with the track or marker</source>
        <translation>トラックやマーカーの操作</translation>
    </message>
    <message>
        <source>select a range; across rows: only those tracks; summary and analyses follow</source>
        <translation>範囲を選択。複数行にわたるとそのトラックのみ。要約と分析が追従</translation>
    </message>
    <message>
        <source>start or stop the stream</source>
        <translation>配信を開始・停止</translation>
    </message>
    <message>
        <source>take back a change of markers and annotations; make it again</source>
        <translation>マーカーと注釈の変更を元に戻す、やり直す</translation>
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
    <name>nscope::gui::AnnotationsDock</name>
    <message>
        <source>Blue</source>
        <translation>青</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>緑</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>オレンジ</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>赤</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>ピンク</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰</translation>
    </message>
    <message>
        <source>event</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>range</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>マーカー</translation>
    </message>
    <message>
        <source>all tracks</source>
        <translation>全トラック</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 トラック</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>On</source>
        <translation>対象</translation>
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
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Saving annotations</source>
        <translation>注釈を保存中</translation>
    </message>
    <message>
        <source>No annotations yet. Select an event or a range in the timeline and choose Add.</source>
        <translation>注釈はまだありません。タイムラインでイベントか範囲を選び、「追加」を選んでください。</translation>
    </message>
    <message>
        <source>Double click or Enter: show it in the timeline</source>
        <translation>ダブルクリックまたは Enter: タイムラインに表示</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>注釈</translation>
    </message>
    <message>
        <source>Add ▾</source>
        <translation>追加 ▾</translation>
    </message>
    <message>
        <source>A note on what is selected</source>
        <translation>選択中のものへのメモ</translation>
    </message>
    <message>
        <source>To the selected event</source>
        <translation>選択したイベントへ</translation>
    </message>
    <message>
        <source>To the selected range</source>
        <translation>選択した範囲へ</translation>
    </message>
    <message>
        <source>Marker where the selection begins</source>
        <translation>選択の先頭にマーカー</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Removes the chosen annotations (Delete)</source>
        <translation>選んだ注釈を削除します (Delete)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Annotations (*.json)</source>
        <translation>注釈 (*.json)</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>読み込み…</translation>
    </message>
    <message>
        <source>Adds the annotations of a JSON file</source>
        <translation>JSON ファイルの注釈を追加します</translation>
    </message>
    <message>
        <source>Import annotations</source>
        <translation>注釈の読み込み</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>書き出し…</translation>
    </message>
    <message>
        <source>Writes all annotations into a JSON file</source>
        <translation>すべての注釈を JSON ファイルに書き出します</translation>
    </message>
    <message>
        <source>Export annotations</source>
        <translation>注釈の書き出し</translation>
    </message>
    <message>
        <source>Save in session</source>
        <translation>セッションに保存</translation>
    </message>
    <message>
        <source>Annotations that were not saved</source>
        <translation>保存されていない注釈</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>復元</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Name of the annotation</source>
        <translation>注釈の名前</translation>
    </message>
    <message>
        <source>Colour of the annotation</source>
        <translation>注釈の色</translation>
    </message>
    <message>
        <source>Text of the annotation</source>
        <translation>注釈のテキスト</translation>
    </message>
    <message>
        <source>Choose an annotation.</source>
        <translation>注釈を選んでください。</translation>
    </message>
    <message>
        <source>Annotations of %1 that were not saved with this run: %2 in all.</source>
        <translation>%1 の注釈のうち、この実行と共に保存されなかったもの: 全 %2 件。</translation>
    </message>
    <message>
        <source>Select one in the timeline first.</source>
        <translation>先にタイムラインで選択してください。</translation>
    </message>
    <message>
        <source>The run is no session yet: save it as one (Ctrl+Shift+S); that saves the annotations, too.</source>
        <translation>この実行はまだセッションではありません。セッションとして保存 (Ctrl+Shift+S) すると注釈も保存されます。</translation>
    </message>
    <message>
        <source>Writes the annotations into %1</source>
        <translation>注釈を %1 に書き込みます</translation>
    </message>
    <message>
        <source>The session has them all.</source>
        <translation>セッションにすべて保存されています。</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>マーカー</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>Cannot add the annotation</source>
        <translation>注釈を追加できません</translation>
    </message>
    <message>
        <source>Cannot change the annotation</source>
        <translation>注釈を変更できません</translation>
    </message>
    <message>
        <source>Cannot import %1</source>
        <translation>%1 を読み込めません</translation>
    </message>
    <message>
        <source>import annotations</source>
        <translation>注釈の読み込み</translation>
    </message>
    <message>
        <source>Cannot export the annotations</source>
        <translation>注釈を書き出せません</translation>
    </message>
    <message>
        <source>Cannot save the annotations</source>
        <translation>注釈を保存できません</translation>
    </message>
    <message>
        <source>Cannot add the annotations of another window</source>
        <translation>別のウィンドウの注釈を追加できません</translation>
    </message>
    <message>
        <source>annotations of another window</source>
        <translation>別のウィンドウの注釈</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AssumptionsCard</name>
    <message>
        <source>Assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>Plan to see what it assumes.</source>
        <translation>「計画」で仮定を表示します。</translation>
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
    <name>nscope::gui::BreakEvenPanel</name>
    <message>
        <source>%1 trillion</source>
        <translation>%1 兆</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 十億</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 百万</translation>
    </message>
    <message>
        <source>There is nothing to compare.</source>
        <translation>比較するものがありません。</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基準</translation>
    </message>
    <message>
        <source>Alternative</source>
        <translation>代替</translation>
    </message>
    <message>
        <source>Its speed</source>
        <translation>代替の速度</translation>
    </message>
    <message>
        <source>It is busy</source>
        <translation>代替の稼働率</translation>
    </message>
    <message>
        <source>Discount on it</source>
        <translation>代替の割引</translation>
    </message>
    <message>
        <source>Base is busy</source>
        <translation>基準の稼働率</translation>
    </message>
    <message>
        <source>Load per month</source>
        <translation>月間負荷</translation>
    </message>
    <message>
        <source>It costs</source>
        <translation>代替のコスト</translation>
    </message>
    <message>
        <source>Break-even of each figure</source>
        <translation>各値の損益分岐点</translation>
    </message>
    <message>
        <source>Drawn over</source>
        <translation>横軸</translation>
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
        <translation>割引</translation>
    </message>
    <message>
        <source>What may turn out otherwise</source>
        <translation>想定と変わりうる値</translation>
    </message>
    <message>
        <source>Where both cost the same</source>
        <translation>コストが等しくなる点</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 tokens/s</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 a month for the load, on %2</source>
        <translation>%2 での負荷のコスト: 月 %1</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 安い</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 高い</translation>
    </message>
    <message>
        <source>USD per million tokens, machines paid all the time</source>
        <translation>USD / 100 万トークン、マシン料金は常時発生</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>100 万トークンあたり</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>該当する値なし</translation>
    </message>
    <message>
        <source>%1 of the base&apos;s speed</source>
        <translation>基準の速度の %1</translation>
    </message>
    <message>
        <source>the base is busy %1</source>
        <translation>基準の稼働率 %1</translation>
    </message>
    <message>
        <source>off its price</source>
        <translation>価格からの割引</translation>
    </message>
    <message>
        <source>cheaper below the first</source>
        <translation>最初の分岐点より下で安い</translation>
    </message>
    <message>
        <source>dearer below the first</source>
        <translation>最初の分岐点より下で高い</translation>
    </message>
    <message>
        <source>%1 is cheaper above %2 of the speed of %3; here it has %4.</source>
        <translation>%1 は %3 の速度の %2 を超えると安くなります。ここでは %4 です。</translation>
    </message>
    <message>
        <source>Cost of both sides over %1</source>
        <translation>%1に対する両者のコスト</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD / 100 万トークン</translation>
    </message>
    <message>
        <source>USD per month</source>
        <translation>USD / 月</translation>
    </message>
    <message>
        <source>million tokens per month</source>
        <translation>百万トークン / 月</translation>
    </message>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>speed of the alternative, %</source>
        <translation>代替の速度、%</translation>
    </message>
    <message>
        <source>utilisation of the alternative, %</source>
        <translation>代替の利用率、%</translation>
    </message>
    <message>
        <source>discount on the alternative, %</source>
        <translation>代替の割引、%</translation>
    </message>
    <message>
        <source>same cost: %1</source>
        <translation>同一コスト: %1</translation>
    </message>
    <message>
        <source>cheaper at all loads up to ten times this one</source>
        <translation>この負荷の 10 倍までのすべての負荷で安い</translation>
    </message>
    <message>
        <source>dearer at all loads up to ten times this one</source>
        <translation>この負荷の 10 倍までのすべての負荷で高い</translation>
    </message>
    <message>
        <source>costs the same at all loads up to ten times this one</source>
        <translation>この 10 倍までのどの負荷でも費用は同じ</translation>
    </message>
</context>
<context>
    <name>nscope::gui::BundleChart</name>
    <message>
        <source>unknown: a part has no price</source>
        <translation>不明: 価格のない構成要素があります</translation>
    </message>
    <message>
        <source>Totals of bundles</source>
        <translation>バンドルの合計</translation>
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
        <translation>月別キャッシュフロー</translation>
    </message>
    <message>
        <source>month brings in</source>
        <translation>黒字の月</translation>
    </message>
    <message>
        <source>month costs</source>
        <translation>赤字の月</translation>
    </message>
    <message>
        <source>running sum</source>
        <translation>累計</translation>
    </message>
    <message>
        <source>months from today</source>
        <translation>今日からの月数</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>go-live</source>
        <translation>本番稼働</translation>
    </message>
    <message>
        <source>paid back: %1</source>
        <translation>回収: %1</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Month %1</source>
        <translation>%1 か月目</translation>
    </message>
    <message>
        <source>net %1, running sum %2</source>
        <translation>収支 %1、累計 %2</translation>
    </message>
    <message>
        <source>staying %1</source>
        <translation>現状維持 %1</translation>
    </message>
    <message>
        <source>old machines %1</source>
        <translation>現行マシン %1</translation>
    </message>
    <message>
        <source>new machines %1</source>
        <translation>新マシン %1</translation>
    </message>
    <message>
        <source>running costs %1</source>
        <translation>運用費 %1</translation>
    </message>
    <message>
        <source>people %1</source>
        <translation>人件費 %1</translation>
    </message>
    <message>
        <source>one-off %1</source>
        <translation>一時費用 %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CauseModel</name>
    <message>
        <source>%1
Double click or Enter shows the event that changed most in all timelines</source>
        <translation>%1
ダブルクリックまたは Enter で最も変化したイベントを全タイムラインに表示</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChangePanel</name>
    <message>
        <source>No differences.</source>
        <translation>差はありません。</translation>
    </message>
    <message>
        <source>Only metrics are compared.</source>
        <translation>指標のみ比較します。</translation>
    </message>
    <message>
        <source>%1 takes as long as %2, but not in the same way.</source>
        <translation>%1 の長さは %2 と同じですが、内訳が異なります。</translation>
    </message>
    <message>
        <source>%1 is %2 (%3) shorter than %4.</source>
        <translation>%1 は %4 より %2 (%3) 短くなっています。</translation>
    </message>
    <message>
        <source>%1 is %2 (%3) longer than %4.</source>
        <translation>%1 は %4 より %2 (%3) 長くなっています。</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>0 から</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>合計時間</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基準</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変化</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>変わったこと</translation>
    </message>
    <message>
        <source>adds up to the change</source>
        <translation>合計すると変化量になります</translation>
    </message>
    <message>
        <source>Length of the executions: %1 less %2</source>
        <translation>実行の長さ: %1 引く %2</translation>
    </message>
    <message>
        <source>means of %1 and %2 runs</source>
        <translation>%1 回と %2 回の実行の平均</translation>
    </message>
    <message>
        <source>They have nothing in common that could be compared one by one: no %1 of one run occurs in the other. Compare by another unit, or runs of the same program.</source>
        <translation>個別に比較できる共通部分がありません。一方の %1 が他方に現れません。別の単位で比較するか、同じプログラムの実行を比較してください。</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>95 % interval %1 to %2: %3.</source>
        <translation>95 % 区間 %1 ～ %2: %3。</translation>
    </message>
    <message>
        <source>it may be chance</source>
        <translation>偶然の可能性があります</translation>
    </message>
    <message>
        <source>beyond chance</source>
        <translation>偶然ではありません</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChartCard</name>
    <message>
        <source>Chart</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>%1 as a chart</source>
        <translation>%1 (グラフ)</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 (表)</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChipMatrixModel</name>
    <message>
        <source>no counter of such a link</source>
        <translation>このリンクのカウンターなし</translation>
    </message>
    <message>
        <source>%1: %2, %3 on average, at most %4</source>
        <translation>%1: %2、平均 %3、最大 %4</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>スイッチ</translation>
    </message>
    <message>
        <source>chip %1 →</source>
        <translation>チップ %1 →</translation>
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
    <name>nscope::gui::CommitmentsPanel</name>
    <message>
        <source>Spot</source>
        <translation>スポット</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>オンデマンド</translation>
    </message>
    <message>
        <source>No other demand was tried.</source>
        <translation>ほかの需要は試算していません。</translation>
    </message>
    <message>
        <source>Commitments of</source>
        <translation>コミットメントの対象</translation>
    </message>
    <message>
        <source>All on demand</source>
        <translation>すべてオンデマンド</translation>
    </message>
    <message>
        <source>With this mix</source>
        <translation>この組み合わせ</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>節約額</translation>
    </message>
    <message>
        <source>Covered</source>
        <translation>カバー率</translation>
    </message>
    <message>
        <source>Coverage of the cheapest offer alone</source>
        <translation>最安のオファーのみのカバー率</translation>
    </message>
    <message>
        <source>If the demand is another</source>
        <translation>需要が異なる場合</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>機会損失</translation>
    </message>
    <message>
        <source>Who serves the demand</source>
        <translation>需要を賄う購入方法</translation>
    </message>
    <message>
        <source>instances, first week</source>
        <translation>インスタンス数、最初の 1 週間</translation>
    </message>
    <message>
        <source>over %1 hours</source>
        <translation>%1 時間の合計</translation>
    </message>
    <message>
        <source>commitments %1, on demand %2, spot %3</source>
        <translation>コミットメント %1、オンデマンド %2、スポット %3</translation>
    </message>
    <message>
        <source>exact: layers by break-even</source>
        <translation>厳密解: 損益分岐点による階層</translation>
    </message>
    <message>
        <source>exact: integer program</source>
        <translation>厳密解: 整数計画法</translation>
    </message>
    <message>
        <source>%1 less than all on demand</source>
        <translation>すべてオンデマンドより %1 安い</translation>
    </message>
    <message>
        <source>share of the instance-hours</source>
        <translation>インスタンス時間に占める割合</translation>
    </message>
    <message>
        <source>of the instance-hours</source>
        <translation>(インスタンス時間比)</translation>
    </message>
    <message>
        <source>Who serves the demand of %1 over a week</source>
        <translation>%1 の 1 週間の需要を賄う購入方法</translation>
    </message>
    <message>
        <source>hours of the demand; a profile starts on Monday</source>
        <translation>需要の時間。プロファイルは月曜日から始まります</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>インスタンス数</translation>
    </message>
    <message>
        <source>Demand</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>day %1</source>
        <translation>%1 日目</translation>
    </message>
    <message>
        <source>USD over the horizon</source>
        <translation>対象期間の USD</translation>
    </message>
    <message>
        <source>instances committed</source>
        <translation>コミットしたインスタンス数</translation>
    </message>
    <message>
        <source>No offer has a price</source>
        <translation>価格のあるオファーがありません</translation>
    </message>
    <message>
        <source>Cost over the coverage: %1</source>
        <translation>カバー率に対するコスト: %1</translation>
    </message>
    <message>
        <source>%1 covered</source>
        <translation>カバー率 %1</translation>
    </message>
    <message>
        <source>This mix</source>
        <translation>この組み合わせ</translation>
    </message>
    <message>
        <source>Best for it</source>
        <translation>その需要での最適</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CompareBar</name>
    <message>
        <source>From start</source>
        <translation>開始から</translation>
    </message>
    <message>
        <source>By clock</source>
        <translation>時刻で</translation>
    </message>
    <message>
        <source>By work</source>
        <translation>仕事で</translation>
    </message>
    <message>
        <source>Below each other stands what happens as long after the start of each run</source>
        <translation>各実行の開始から同じ時間の出来事を縦に並べます</translation>
    </message>
    <message>
        <source>Below each other stands what happens at the same time of the captures&apos; clocks</source>
        <translation>キャプチャの時計で同時刻の出来事を縦に並べます</translation>
    </message>
    <message>
        <source>Below each other stands the same work: the time of a run is stretched so that operators that belong together do</source>
        <translation>同じ仕事を縦に並べます。対応する演算が揃うように時間を伸縮します</translation>
    </message>
    <message>
        <source>Add runs …</source>
        <translation>実行を追加…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全体を表示</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>入れ替え</translation>
    </message>
    <message>
        <source>Against base</source>
        <translation>基準と比較</translation>
    </message>
    <message>
        <source>Report ▾</source>
        <translation>レポート ▾</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>piece of time</source>
        <translation>時間区間</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>比較の単位</translation>
    </message>
    <message>
        <source>Operators by name; instructions by opcode and the shapes of their operands; layers; pieces of time or ranks, with operators below</source>
        <translation>演算は名前別、命令はオペコードとオペランド形状別、層、時間区間またはランク別 (下に演算)</translation>
    </message>
    <message>
        <source>All of every run, none moved against the others</source>
        <translation>すべての実行の全体を、ずらさずに表示</translation>
    </message>
    <message>
        <source>Base and compared run change places</source>
        <translation>基準と比較対象を入れ替えます</translation>
    </message>
    <message>
        <source>Run against the base</source>
        <translation>基準と比べる実行</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Save as Markdown …</source>
        <translation>Markdown として保存…</translation>
    </message>
    <message>
        <source>Save as HTML …</source>
        <translation>HTML として保存…</translation>
    </message>
    <message>
        <source>Save as JSON …</source>
        <translation>JSON として保存…</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Markdown としてコピー</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>再比較</translation>
    </message>
    <message>
        <source>What changed, as one document</source>
        <translation>変化をまとめた文書</translation>
    </message>
    <message>
        <source>There is no comparison to report on</source>
        <translation>報告する比較がありません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ComparePage</name>
    <message>
        <source>measured</source>
        <translation>測定</translation>
    </message>
    <message>
        <source>summary document</source>
        <translation>要約文書</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 回の実行</translation>
    </message>
    <message>
        <source>Opening runs</source>
        <translation>実行を開いています</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>比較中</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>実行を比較</translation>
    </message>
    <message>
        <source>Two or more runs stand below each other on one time axis, with what changed between them and why.
Drop sessions, captures, folders of repeats or summary documents here.</source>
        <translation>2 つ以上の実行を 1 つの時間軸に並べ、何がなぜ変わったかを示します。
セッション、キャプチャ、繰り返しのフォルダー、要約文書をここにドロップしてください。</translation>
    </message>
    <message>
        <source>Add runs …</source>
        <translation>実行を追加…</translation>
    </message>
    <message>
        <source>Add repeats</source>
        <translation>繰り返しを追加</translation>
    </message>
    <message>
        <source>Add runs to compare</source>
        <translation>比較する実行を追加</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>%1 を開けません</translation>
    </message>
    <message>
        <source>Add another run to compare with.</source>
        <translation>比較する実行をもう 1 つ追加してください。</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>比較中…</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>比較はキャンセルされました。</translation>
    </message>
    <message>
        <source>These runs cannot be compared: %1</source>
        <translation>これらの実行は比較できません: %1</translation>
    </message>
    <message>
        <source>Cannot compare the runs</source>
        <translation>実行を比較できません</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>カーソル %1</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 回の実行</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
    <message>
        <source>Cannot copy the report</source>
        <translation>レポートをコピーできません</translation>
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
        <translation>レポートを保存</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ComparisonTablesPanel</name>
    <message>
        <source>Differences</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Measured / simulated</source>
        <translation>測定 / シミュレーション</translation>
    </message>
    <message>
        <source>No differences.</source>
        <translation>差はありません。</translation>
    </message>
    <message>
        <source>No metric differs.</source>
        <translation>異なる指標はありません。</translation>
    </message>
    <message>
        <source>No place differs.</source>
        <translation>異なる場所はありません。</translation>
    </message>
    <message>
        <source>No group of events is in both runs.</source>
        <translation>両方の実行にあるイベント群はありません。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Save CSV …</source>
        <translation>CSV を保存…</translation>
    </message>
    <message>
        <source>Tables of the comparison</source>
        <translation>比較の表</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>絞り込み</translation>
    </message>
    <message>
        <source>Filter the rows</source>
        <translation>行を絞り込む</translation>
    </message>
    <message>
        <source>The rows as CSV, as they are filtered and sorted. Ctrl+C in the table copies the selected rows.</source>
        <translation>表示どおりに絞り込み・整列した行を CSV で。表で Ctrl+C を押すと選択行をコピーします。</translation>
    </message>
    <message>
        <source>The rows as they are filtered and sorted, with all their digits</source>
        <translation>表示どおりに絞り込み・整列した行を全桁で</translation>
    </message>
    <message>
        <source>Double click or Enter shows the event that changed most in all timelines</source>
        <translation>ダブルクリックまたは Enter で最も変化したイベントを全タイムラインに表示</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>表を保存</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>カンマ区切り (*.csv)</translation>
    </message>
    <message>
        <source>Summary documents hold no events: see the metrics.</source>
        <translation>要約文書にイベントはありません。指標をご覧ください。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>Pieces of time</source>
        <translation>時間区間</translation>
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
        <translation>%2 行中 %1 行</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CompileDock</name>
    <message>
        <source>Compile cache</source>
        <translation>コンパイルキャッシュ</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>ヒット率</translation>
    </message>
    <message>
        <source>Misses, and their compilation</source>
        <translation>ミスとそのコンパイル</translation>
    </message>
    <message>
        <source>Failed compilations</source>
        <translation>失敗したコンパイル</translation>
    </message>
    <message>
        <source>Waits for another process</source>
        <translation>他プロセス待ち</translation>
    </message>
    <message>
        <source>Why compiled</source>
        <translation>コンパイルの理由</translation>
    </message>
    <message>
        <source>Why graphs were compiled</source>
        <translation>グラフがコンパイルされた理由</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>Events of the compile cache</source>
        <translation>コンパイルキャッシュのイベント</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>状態別</translation>
    </message>
    <message>
        <source>Events of the compile cache by state</source>
        <translation>コンパイルキャッシュのイベント (状態別)</translation>
    </message>
    <message>
        <source>Open a run with compilations: hits, misses and what they cost are shown here.</source>
        <translation>コンパイルを含む実行を開くと、ヒット、ミスとそのコストが表示されます。</translation>
    </message>
    <message>
        <source>Reading compile events …</source>
        <translation>コンパイルイベントを読み取り中…</translation>
    </message>
    <message>
        <source>no look-ups</source>
        <translation>参照なし</translation>
    </message>
    <message>
        <source>Hits / look-ups. Look-ups are hits, misses, failures, cached failures, waits for another process and those without an end.</source>
        <translation>ヒット / 参照。参照にはヒット、ミス、失敗、記録済みの失敗、他プロセス待ち、終わりのないものを含みます。</translation>
    </message>
    <message>
        <source>Look-ups that found nothing, and how long compiling took.</source>
        <translation>見つからなかった参照とコンパイル時間。</translation>
    </message>
    <message>
        <source>Compilations that failed, and how long they took.</source>
        <translation>失敗したコンパイルとその時間。</translation>
    </message>
    <message>
        <source>Look-ups that waited while another process compiled the same graph.</source>
        <translation>他プロセスが同じグラフをコンパイルする間に待った参照。</translation>
    </message>
    <message>
        <source>No compile event begins in the selected range.</source>
        <translation>選択範囲で始まるコンパイルイベントはありません。</translation>
    </message>
    <message>
        <source>The run shows no compile cache and no compilations. Open the folder of a compile cache, the log of a process that compiles, or a simulated fleet with a cache (nscope simulate with a compile document).</source>
        <translation>この実行にはコンパイルキャッシュもコンパイルもありません。キャッシュのフォルダー、コンパイルするプロセスのログ、キャッシュ付きの模擬フリート (compile 文書での nscope simulate) を開いてください。</translation>
    </message>
    <message>
        <source>Nothing was compiled.</source>
        <translation>コンパイルはありませんでした。</translation>
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
    <message>
        <source>%1, 90 % between %2 and %3</source>
        <translation>%1、90 % の範囲 %2 ~ %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostMatrixModel</name>
    <message>
        <source>full load</source>
        <translation>最大負荷</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostResults</name>
    <message>
        <source>Million tokens per dollar</source>
        <translation>1 ドルあたりの 100 万トークン数</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>ガード</translation>
    </message>
    <message>
        <source>Which instances should be reserved? That needs the demand by the hour. The button adds one week of it and the usual offers, with assumptions that the fields at the left show and that reports cite.</source>
        <translation>どのインスタンスを予約すべきか。判断には時間ごとの需要が必要です。ボタンを押すと、1 週間の需要と一般的なオファーを仮定とともに追加します。仮定は左のフィールドに表示され、レポートに引用されます。</translation>
    </message>
    <message>
        <source>Add a demand and commitments</source>
        <translation>需要とコミットメントを追加</translation>
    </message>
    <message>
        <source>What does a job cost that AWS may take its machines from, and how often should it write a checkpoint? The button adds a job of 100 hours on the chosen item, with assumptions that the fields at the left show and that reports cite.</source>
        <translation>AWS がマシンを回収しうるジョブのコストはいくらで、チェックポイントはどの頻度で書き込むべきか。ボタンを押すと、選択した項目での 100 時間のジョブを仮定とともに追加します。仮定は左のフィールドに表示され、レポートに引用されます。</translation>
    </message>
    <message>
        <source>Add a job on spot</source>
        <translation>スポットのジョブを追加</translation>
    </message>
    <message>
        <source>There are no bundles.</source>
        <translation>バンドルがありません。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Costs and guards</source>
        <translation>コストとガード</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>損益分岐点</translation>
    </message>
    <message>
        <source>Commitments</source>
        <translation>コミットメント</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>スポット</translation>
    </message>
    <message>
        <source>Bought together</source>
        <translation>バンドル</translation>
    </message>
    <message>
        <source>Utilisation, other costs</source>
        <translation>利用率、その他の費用</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表</translation>
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
        <source>Totals</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>and the ratio to the bundle compared with</source>
        <translation>および比較対象のバンドルに対する比率</translation>
    </message>
    <message>
        <source>Parts of the bundles</source>
        <translation>バンドルの構成要素</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>構成要素</translation>
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
        <source>No item has latency limits.</source>
        <translation>遅延の制限がある項目はありません。</translation>
    </message>
    <message>
        <source>What would the same cost elsewhere? The button adds the other regions in which the price book has a price for an instance type of the scenario; the field of the regions at the left takes them out again.</source>
        <translation>同じものがほかの場所ではいくらになるか。ボタンを押すと、シナリオのインスタンスタイプの価格が価格表にあるほかのリージョンを追加します。左のリージョンのフィールドで元に戻せます。</translation>
    </message>
    <message>
        <source>Compare with other regions</source>
        <translation>ほかのリージョンと比較</translation>
    </message>
    <message>
        <source>Latency limits</source>
        <translation>遅延の制限</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>Within the latency limits</source>
        <translation>遅延の制限内</translation>
    </message>
    <message>
        <source>the largest load that the simulator finds to hold them</source>
        <translation>シミュレータが見つけた、制限を満たす最大の負荷</translation>
    </message>
    <message>
        <source>What is served within the limits</source>
        <translation>制限内で処理できる量</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostTables</name>
    <message>
        <source>This table has no rows.</source>
        <translation>この表には行がありません。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Save as CSV …</source>
        <translation>CSV として保存 …</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>表を保存</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Every price and figure</source>
        <translation>すべての価格と数値</translation>
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
        <source>Hours of a week: %1</source>
        <translation>1 週間の時間: %1</translation>
    </message>
    <message>
        <source>Checkpoint interval: %1</source>
        <translation>チェックポイント間隔: %1</translation>
    </message>
    <message>
        <source>Break-even curve</source>
        <translation>損益分岐曲線</translation>
    </message>
    <message>
        <source>Cannot save the table</source>
        <translation>表を保存できません</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
    <message>
        <source>By region</source>
        <translation>リージョン別</translation>
    </message>
    <message>
        <source>Within the latency limits</source>
        <translation>遅延の制限内</translation>
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
        <translation>価格計算</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>シナリオ</translation>
    </message>
    <message>
        <source>Also ask for</source>
        <translation>追加の試算</translation>
    </message>
    <message>
        <source>Demand over the week</source>
        <translation>1 週間の需要</translation>
    </message>
    <message>
        <source>Commitments for the demand</source>
        <translation>需要に対するコミットメント</translation>
    </message>
    <message>
        <source>A job on spot with checkpoints</source>
        <translation>チェックポイント付きのスポットのジョブ</translation>
    </message>
    <message>
        <source>Adds it with stated assumptions, or takes it out</source>
        <translation>明示した仮定とともに追加、または削除します</translation>
    </message>
    <message>
        <source>Summary of a measured run</source>
        <translation>測定した実行の要約</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot price</source>
        <translation>価格を計算できません</translation>
    </message>
    <message>
        <source>Cannot price the workload</source>
        <translation>ワークロードの価格を計算できません</translation>
    </message>
    <message>
        <source>recalculated in %1 ms</source>
        <translation>%1 ms で再計算</translation>
    </message>
    <message>
        <source>recalculated in %1 ms · %2 of %3 cells priced</source>
        <translation>%1 ms で再計算 · %3 セル中 %2 セルに価格</translation>
    </message>
    <message>
        <source>nothing holds the limits</source>
        <translation>制限を満たすものなし</translation>
    </message>
    <message>
        <source>%1 requests/s within limits</source>
        <translation>制限内で %1 リクエスト/秒</translation>
    </message>
    <message>
        <source>no other region has a price</source>
        <translation>価格のあるリージョンはほかにありません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DayLoad</name>
    <message>
        <source>The load changes by the hour</source>
        <translation>負荷が時間帯で変わる</translation>
    </message>
    <message>
        <source>Requests per second of each hour</source>
        <translation>各時間のリクエスト/秒</translation>
    </message>
    <message>
        <source>requests per second, hour by hour</source>
        <translation>時間ごとのリクエスト/秒</translation>
    </message>
    <message>
        <source>Numbers with spaces between, one for each hour</source>
        <translation>空白区切りの数値。1 時間に 1 つ</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DaySketch</name>
    <message>
        <source>Load over the hours</source>
        <translation>時間帯ごとの負荷</translation>
    </message>
    <message>
        <source>no hours</source>
        <translation>時間の指定なし</translation>
    </message>
    <message>
        <source>%1 hours, %2 to %3 requests per second</source>
        <translation>%1 時間、%2~%3 リクエスト/秒</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>at most %1 / s</source>
        <translation>最大 %1 / s</translation>
    </message>
    <message>
        <source>Hour %1: %2 requests per second</source>
        <translation>%1 時: %2 リクエスト/秒</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionFigures</name>
    <message>
        <source>at once</source>
        <translation>即時</translation>
    </message>
    <message>
        <source>%1 months</source>
        <translation>%1 か月</translation>
    </message>
    <message>
        <source>not within %1 months</source>
        <translation>%1 か月以内には回収せず</translation>
    </message>
    <message>
        <source>never</source>
        <translation>回収せず</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>several: %1</source>
        <translation>複数: %1</translation>
    </message>
    <message>
        <source>Net present value</source>
        <translation>NPV(正味現在価値)</translation>
    </message>
    <message>
        <source>Futures in which it pays</source>
        <translation>採算が取れる試行の割合</translation>
    </message>
    <message>
        <source>Payback</source>
        <translation>回収期間</translation>
    </message>
    <message>
        <source>Discounted payback</source>
        <translation>割引回収期間</translation>
    </message>
    <message>
        <source>Internal rate of return</source>
        <translation>内部収益率 (IRR)</translation>
    </message>
    <message>
        <source>People and one-off payments</source>
        <translation>人件費と一時費用</translation>
    </message>
    <message>
        <source>Saving in the last month</source>
        <translation>最終月の節約額</translation>
    </message>
    <message>
        <source>Speed of the target</source>
        <translation>移行先の速度</translation>
    </message>
    <message>
        <source>payments as they fall due</source>
        <translation>支払期日どおり</translation>
    </message>
    <message>
        <source>at %1 a year</source>
        <translation>年率 %1</translation>
    </message>
    <message>
        <source>of the %1 months</source>
        <translation>%1 か月分</translation>
    </message>
    <message>
        <source>does not decide anything</source>
        <translation>判断材料になりません</translation>
    </message>
    <message>
        <source>and %1 of dual running</source>
        <translation>ほかに並行稼働 %1</translation>
    </message>
    <message>
        <source>none of dual running</source>
        <translation>並行稼働なし</translation>
    </message>
    <message>
        <source>month %1, people and one-off aside</source>
        <translation>%1 か月目、人件費と一時費用を除く</translation>
    </message>
    <message>
        <source>%1 × baseline</source>
        <translation>現行の %1 倍</translation>
    </message>
    <message>
        <source>costs %1 × as much an hour</source>
        <translation>1 時間あたりの費用は %1 倍</translation>
    </message>
    <message>
        <source>No input has a range: nothing is known of the odds.</source>
        <translation>範囲のある入力がないため、確率は不明です。</translation>
    </message>
    <message>
        <source>no range is stated</source>
        <translation>範囲の指定なし</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>P10 %1 … P90 %2</source>
        <translation>P10 %1 … P90 %2</translation>
    </message>
    <message>
        <source>Of %1 futures, seed %2. The interval is that of the sampling, 95 %; it says nothing of how good the stated ranges are.</source>
        <translation>試行 %1 件、シード %2。区間は標本抽出の 95 % 区間で、指定した範囲の妥当性を示すものではありません。</translation>
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
        <translation>移行</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>現状維持</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>未確定</translation>
    </message>
    <message>
        <source>Impossible</source>
        <translation>移行不可</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>推奨</translation>
    </message>
    <message>
        <source>Move if</source>
        <translation>移行する条件</translation>
    </message>
    <message>
        <source>Stay if</source>
        <translation>現状維持とする条件</translation>
    </message>
    <message>
        <source>Find out first</source>
        <translation>先に確認すること</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionView</name>
    <message>
        <source>Evaluating the study</source>
        <translation>検討を評価しています</translation>
    </message>
    <message>
        <source>Drawing futures</source>
        <translation>試行を生成しています</translation>
    </message>
    <message>
        <source>Migration study</source>
        <translation>移行の検討</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>推奨</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>確認項目</translation>
    </message>
    <message>
        <source>Cash flow</source>
        <translation>キャッシュフロー</translation>
    </message>
    <message>
        <source>There is no plan yet</source>
        <translation>計画がまだありません</translation>
    </message>
    <message>
        <source>No input has a range. Add ranges at the left.</source>
        <translation>範囲のある入力がありません。左で範囲を追加してください。</translation>
    </message>
    <message>
        <source>No futures are drawn yet</source>
        <translation>試行はまだ生成されていません</translation>
    </message>
    <message>
        <source>Does it run there?</source>
        <translation>移行先で動作するか</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>確認することはありません</translation>
    </message>
    <message>
        <source>The claim, and equal work</source>
        <translation>性能の主張と、同一作業での比較</translation>
    </message>
    <message>
        <source>No runs are stated</source>
        <translation>実行の指定がありません</translation>
    </message>
    <message>
        <source>Owed for the old machines in any case</source>
        <translation>いずれの場合も残る現行マシンの支払い</translation>
    </message>
    <message>
        <source>Nothing is owed</source>
        <translation>残る支払いはありません</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>Net present value by purchase option</source>
        <translation>購入オプション別の NPV</translation>
    </message>
    <message>
        <source>rows: the baseline, columns: the target</source>
        <translation>行: 現行、列: 移行先</translation>
    </message>
    <message>
        <source>of the last study that could be read</source>
        <translation>最後に読み取れた検討の結果</translation>
    </message>
    <message>
        <source>Cannot evaluate</source>
        <translation>評価できません</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 時点の価格</translation>
    </message>
    <message>
        <source>drawing %1 futures …</source>
        <translation>試行 %1 件を生成中 …</translation>
    </message>
    <message>
        <source>recalculated in %1 ms</source>
        <translation>%1 ms で再計算</translation>
    </message>
    <message>
        <source>cancelled: no odds</source>
        <translation>キャンセル済み: 確率なし</translation>
    </message>
    <message>
        <source>no odds</source>
        <translation>確率なし</translation>
    </message>
    <message>
        <source>%1 futures, seed %2</source>
        <translation>試行 %1 件、シード %2</translation>
    </message>
    <message>
        <source>recalculated in %1 ms, odds in %2 ms</source>
        <translation>%1 ms で再計算、確率は %2 ms</translation>
    </message>
    <message>
        <source>One input at a time</source>
        <translation>入力を一つずつ</translation>
    </message>
    <message>
        <source>All inputs together</source>
        <translation>すべての入力を同時に</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DiagnosticsDock</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Nothing was repaired, dropped or unknown.</source>
        <translation>修復・省略・不明なものはありません。</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>絞り込み</translation>
    </message>
    <message>
        <source>Filter diagnostics</source>
        <translation>診断を絞り込む</translation>
    </message>
    <message>
        <source>Copies the rows that are shown as CSV</source>
        <translation>表示中の行を CSV でコピーします</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>診断</translation>
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
    <name>nscope::gui::DockView</name>
    <message>
        <source>Cancelled. Another range or run starts it again.</source>
        <translation>キャンセルしました。別の範囲や実行で再開します。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DocumentForm</name>
    <message>
        <source>is no number</source>
        <translation>数値ではありません</translation>
    </message>
    <message>
        <source>is no day: write it as 2026-11-22</source>
        <translation>日付ではありません。2026-11-22 の形式で入力してください</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>ファイルのとおり</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DocumentPanel</name>
    <message>
        <source>Open a file …</source>
        <translation>ファイルを開く …</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>名前を付けて保存 …</translation>
    </message>
    <message>
        <source>Cannot read the document</source>
        <translation>文書を読み取れません</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot save the document</source>
        <translation>文書を保存できません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::EarlierRecording</name>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Keep …</source>
        <translation>保存 …</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Earlier recording</source>
        <translation>以前の記録</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Opens the earlier recording in Inspect</source>
        <translation>以前の記録を「調査」で開きます</translation>
    </message>
    <message>
        <source>Saves the earlier recording as a session (*.nscope)</source>
        <translation>以前の記録をセッション (*.nscope) として保存します</translation>
    </message>
    <message>
        <source>Frees the memory of the earlier recording; it is gone then</source>
        <translation>以前の記録のメモリを解放します。記録は失われます</translation>
    </message>
    <message>
        <source>%1, until %2</source>
        <translation>%1、%2 まで</translation>
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
    <message>
        <source>Find a field</source>
        <translation>項目を検索</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>依存関係</translation>
    </message>
    <message>
        <source>Double click or Enter: go to this event</source>
        <translation>ダブルクリックまたは Enter: このイベントへ移動</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>遅れ</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>トラック</translation>
    </message>
    <message>
        <source>before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>後</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ExportButton</name>
    <message>
        <source>Web page (HTML) …</source>
        <translation>Web ページ (HTML) …</translation>
    </message>
    <message>
        <source>Document (PDF) …</source>
        <translation>文書 (PDF) …</translation>
    </message>
    <message>
        <source>Workbook (XLSX) …</source>
        <translation>ワークブック (XLSX) …</translation>
    </message>
    <message>
        <source>Data (JSON) …</source>
        <translation>データ (JSON) …</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>レポートを書き出しています</translation>
    </message>
    <message>
        <source>Save what is shown as a report</source>
        <translation>表示内容をレポートとして保存</translation>
    </message>
    <message>
        <source>There is no result yet</source>
        <translation>結果がまだありません</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>レポートを保存</translation>
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
    <message>
        <source>Purchase</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>Stale price</source>
        <translation>古い価格</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>コンテキスト長</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>サービスレベル</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingList</name>
    <message>
        <source>nothing found</source>
        <translation>見つかりません</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>エラー %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::FlameDock</name>
    <message>
        <source>Flame graph</source>
        <translation>フレームグラフ</translation>
    </message>
    <message>
        <source>Engine time</source>
        <translation>エンジン時間</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM バイト</translation>
    </message>
    <message>
        <source>What the width of a block means</source>
        <translation>ブロックの幅の意味</translation>
    </message>
    <message>
        <source>Engine time: durations on all engines and DMA queues added up. All three add up from the parts of a block; what has none of them has no block.</source>
        <translation>エンジン時間: 全エンジンと DMA キューでの長さの合計。3 つともブロックの部分の和で、いずれもないものにはブロックがありません。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>幅</translation>
    </message>
    <message>
        <source>Click or Enter goes in, Esc out; arrow keys walk</source>
        <translation>クリックか Enter で中へ、Esc で外へ、矢印キーで移動</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FlameView</name>
    <message>
        <source>Flame graph of operators</source>
        <translation>演算のフレームグラフ</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>ほか %1 件</translation>
    </message>
    <message>
        <source>All work</source>
        <translation>すべての仕事</translation>
    </message>
    <message>
        <source>Engine time: %1</source>
        <translation>エンジン時間: %1</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>稼働</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>露出</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM バイト</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>The dock Operators has the same hierarchy as a table.</source>
        <translation>同じ階層は「演算」ドックに表で表示されます。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetAnswer</name>
    <message>
        <source>not answered</source>
        <translation>応答なし</translation>
    </message>
    <message>
        <source>no error band</source>
        <translation>誤差区間なし</translation>
    </message>
    <message>
        <source>none holds</source>
        <translation>満たすものなし</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD / h</translation>
    </message>
    <message>
        <source>USD per month</source>
        <translation>USD / 月</translation>
    </message>
    <message>
        <source>USD per 1M output tokens</source>
        <translation>USD / 出力 100 万トークン</translation>
    </message>
    <message>
        <source>Latency p99</source>
        <translation>遅延 p99</translation>
    </message>
    <message>
        <source>What is the cheapest fleet for this traffic?</source>
        <translation>このトラフィックに対する最安のフリートは?</translation>
    </message>
    <message>
        <source>At least %1 for %2 per hour, just to keep up.</source>
        <translation>処理が追いつくだけで最低 %1、1 時間あたり %2。</translation>
    </message>
    <message>
        <source>None of these instances can hold it as asked.</source>
        <translation>指定された条件を満たせるインスタンスはありません。</translation>
    </message>
    <message>
        <source>A lower bound without queues. Plan simulates which fleet holds the limits, and relaxes what the document leaves open.</source>
        <translation>待ち行列を含まない下限値です。「計画」は、どのフリートが制限を満たすかをシミュレートし、文書で指定のない条件を緩めて探します。</translation>
    </message>
    <message>
        <source>%1 replicas; at the ends of the model&apos;s 90 % band the counts below</source>
        <translation>レプリカ %1。モデルの 90 % 区間の両端での台数は下のとおりです</translation>
    </message>
    <message>
        <source>At the load that was asked for</source>
        <translation>指定された負荷での値</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>Simulated; 95 % confidence %1 to %2</source>
        <translation>シミュレーション。95 % 信頼区間 %1~%2</translation>
    </message>
    <message>
        <source>%1. %2 replicas at %3 of what full slots can take, %4 of the slots in use.</source>
        <translation>%1。レプリカ %2。スロットが満杯のときの処理能力の %3 を使用し、スロット使用率は %4 です。</translation>
    </message>
    <message>
        <source>band %1</source>
        <translation>範囲 %1</translation>
    </message>
    <message>
        <source>band %1 – %2</source>
        <translation>範囲 %1 – %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetResult</name>
    <message>
        <source>Latency and cost</source>
        <translation>遅延とコスト</translation>
    </message>
    <message>
        <source>Plan to see fleets of all types.</source>
        <translation>「計画」で全タイプのフリートを表示します。</translation>
    </message>
    <message>
        <source>Instances over the hours</source>
        <translation>時間ごとのインスタンス数</translation>
    </message>
    <message>
        <source>A plan with autoscaling follows the hours of the load.</source>
        <translation>オートスケーリングの計画は時間ごとの負荷に追従します。</translation>
    </message>
    <message>
        <source>At least, just to keep up</source>
        <translation>処理が追いつく下限</translation>
    </message>
    <message>
        <source>Nothing is known yet.</source>
        <translation>まだ何も分かっていません。</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>計画の構成</translation>
    </message>
    <message>
        <source>Instance types</source>
        <translation>インスタンスタイプ</translation>
    </message>
    <message>
        <source>Bought otherwise</source>
        <translation>別の購入方法</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Lower bounds</source>
        <translation>下限値</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>Latency of the chart</source>
        <translation>グラフの遅延</translation>
    </message>
    <message>
        <source>What became of each instance type</source>
        <translation>各インスタンスタイプの結果</translation>
    </message>
    <message>
        <source>open a row to see what was refused, and why</source>
        <translation>行を開くと、不採用の構成と理由が表示されます</translation>
    </message>
    <message>
        <source>Cost of the fleets, bought otherwise</source>
        <translation>別の購入方法でのフリートのコスト</translation>
    </message>
    <message>
        <source>The fleet of each type, bought otherwise</source>
        <translation>各タイプのフリートを別の方法で購入した場合</translation>
    </message>
    <message>
        <source>USD per month of 730 h</source>
        <translation>USD / 月 (730 h)</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>The same counts in every region and option. The stronger, the cheaper; the frame is what the plan buys.</source>
        <translation>どのリージョン・オプションでも同じ台数です。色が濃いほど安く、枠は計画での購入を示します。</translation>
    </message>
    <message>
        <source>No type holds the limits: there is nothing to buy.</source>
        <translation>制限を満たすタイプがないため、購入するものはありません。</translation>
    </message>
    <message>
        <source>Plan to see what the fleets cost.</source>
        <translation>「計画」でフリートのコストを表示します。</translation>
    </message>
    <message>
        <source>%1 per hour on average</source>
        <translation>平均で 1 時間あたり %1</translation>
    </message>
    <message>
        <source>%1 instances on average, with those that load.</source>
        <translation>読み込み中を含め平均 %1 台。</translation>
    </message>
    <message>
        <source>Start them ahead: an autoscaler that only reacts has %1 of the requests after the steepest rise miss a limit.</source>
        <translation>先行して起動してください。反応型のオートスケーラーでは、最も急な増加の後にリクエストの %1 が制限を超えます。</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 時点の価格</translation>
    </message>
    <message>
        <source>%1 configurations considered, %2 simulated in %3 runs, seed %4</source>
        <translation>%1 構成を検討、うち %2 を %3 回の実行でシミュレート、シード %4</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetTypesModel</name>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>フリート</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD / h</translation>
    </message>
    <message>
        <source>Dearer by</source>
        <translation>価格差</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>遅延</translation>
    </message>
    <message>
        <source>Configuration, or why it lost</source>
        <translation>構成、または不採用の理由</translation>
    </message>
    <message>
        <source>; too slow besides: %1 for a request alone</source>
        <translation>; さらに、単独のリクエストでも %1 で遅すぎます</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source> alone</source>
        <translation> (単独)</translation>
    </message>
    <message>
        <source>1 instance</source>
        <translation>1 台</translation>
    </message>
    <message>
        <source>%1 instances</source>
        <translation>%1 台</translation>
    </message>
    <message>
        <source>, %1 of them spare</source>
        <translation>、うち予備 %1 台</translation>
    </message>
    <message>
        <source>cheapest</source>
        <translation>最安</translation>
    </message>
    <message>
        <source>for example %1: %2</source>
        <translation>例: %1: %2</translation>
    </message>
    <message>
        <source>1 configuration</source>
        <translation>1 構成</translation>
    </message>
    <message>
        <source>%1 configurations</source>
        <translation>%1 構成</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetView</name>
    <message>
        <source>Planning a fleet</source>
        <translation>フリートを計画しています</translation>
    </message>
    <message>
        <source>Bounding fleets</source>
        <translation>フリートの下限を計算しています</translation>
    </message>
    <message>
        <source>Capacity plan</source>
        <translation>容量計画</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>Simulate this fleet</source>
        <translation>このフリートをシミュレート</translation>
    </message>
    <message>
        <source>Simulates which fleet holds the limits (Ctrl+Enter)</source>
        <translation>どのフリートが制限を満たすかをシミュレートします (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Fewer fields</source>
        <translation>項目を減らす</translation>
    </message>
    <message>
        <source>More fields</source>
        <translation>項目を増やす</translation>
    </message>
    <message>
        <source>Cannot plan</source>
        <translation>計画できません</translation>
    </message>
    <message>
        <source>lower bounds in %1 ms</source>
        <translation>下限値を %1 ms で計算</translation>
    </message>
    <message>
        <source>Cannot plan the fleet</source>
        <translation>フリートを計画できません</translation>
    </message>
    <message>
        <source>Planning; the status bar shows how far it is.</source>
        <translation>計画中です。進行状況はステータスバーに表示されます。</translation>
    </message>
    <message>
        <source>The prices have changed since: plan again.</source>
        <translation>その後価格が変わりました。計画し直してください。</translation>
    </message>
    <message>
        <source>The fields have changed since: plan again.</source>
        <translation>その後入力が変わりました。計画し直してください。</translation>
    </message>
    <message>
        <source>Ctrl+Enter plans: that takes seconds.</source>
        <translation>Ctrl+Enter で計画します。数秒かかります。</translation>
    </message>
    <message>
        <source>Opens the fleet of the selected type in Simulate mode</source>
        <translation>選択したタイプのフリートをシミュレートモードで開きます</translation>
    </message>
    <message>
        <source>Plan, and select an instance type that has a fleet.</source>
        <translation>計画してから、フリートのあるインスタンスタイプを選択してください。</translation>
    </message>
    <message>
        <source>Cannot simulate the fleet</source>
        <translation>フリートをシミュレートできません</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>意思決定へ</translation>
    </message>
    <message>
        <source>%1 configurations, %2 runs simulated</source>
        <translation>%1 構成、シミュレーション %2 回</translation>
    </message>
    <message>
        <source>%1 layouts timed, %2 jobs simulated</source>
        <translation>レイアウト %1 件の時間を計算、ジョブ %2 件をシミュレート</translation>
    </message>
    <message>
        <source>planned in %1 · %2</source>
        <translation>%1 で計画 · %2</translation>
    </message>
    <message>
        <source>Opens a migration study with this fleet as its target</source>
        <translation>このフリートを移行先とする移行の検討を開きます</translation>
    </message>
    <message>
        <source>Plan; there is no fleet yet.</source>
        <translation>計画してください。フリートがまだありません。</translation>
    </message>
    <message>
        <source>Cannot make a study of the fleet</source>
        <translation>フリートから検討を作成できません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::HoursChart</name>
    <message>
        <source>Instances over the hours</source>
        <translation>時間ごとのインスタンス数</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>時</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>インスタンス数</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>リクエスト/秒</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>インスタンス数</translation>
    </message>
    <message>
        <source>requests per second</source>
        <translation>リクエスト/秒</translation>
    </message>
    <message>
        <source>Hour %1: %2 instances for %3 requests per second</source>
        <translation>%1 時: %2 台、%3 リクエスト/秒</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InsightCard</name>
    <message>
        <source>up to %1 of the time</source>
        <translation>時間の最大 %1</translation>
    </message>
    <message>
        <source>gain not estimated</source>
        <translation>効果は未推定</translation>
    </message>
    <message>
        <source>Show %1 from %2</source>
        <translation>%1 を %2 から表示</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 を表示</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1、および %2</translation>
    </message>
    <message>
        <source>Estimated from: %1</source>
        <translation>推定の根拠: %1</translation>
    </message>
    <message>
        <source>More in Analyses: %1</source>
        <translation>「分析」で詳しく: %1</translation>
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
        <translation>未推定</translation>
    </message>
    <message>
        <source>By the estimated gain: high from 10 %, medium from 3 % of the time.</source>
        <translation>推定効果による区分: 時間の 10 % 以上が高、3 % 以上が中。</translation>
    </message>
    <message>
        <source>%1: evidence of %2</source>
        <translation>%1: %2 の根拠</translation>
    </message>
    <message>
        <source>Selects it in the timeline.</source>
        <translation>タイムラインで選択します。</translation>
    </message>
    <message>
        <source>Insight %1: %2</source>
        <translation>インサイト %1: %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InsightsDock</name>
    <message>
        <source>%1: needs %2</source>
        <translation>%1: %2 が必要</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>インサイト</translation>
    </message>
    <message>
        <source>Open a capture, a session or a simulation: what holds the run up, and what to change, is listed here.</source>
        <translation>キャプチャ、セッション、シミュレーションを開くと、実行を妨げる要因と改善策が表示されます。</translation>
    </message>
    <message>
        <source>Judging the run …</source>
        <translation>実行を評価中…</translation>
    </message>
    <message>
        <source>The whole run. Of %1 rules that could be judged %2 found something. Gains are upper bounds and do not add up; thresholds are parameters of the analysis Insights.</source>
        <translation>実行全体。評価できた %1 規則のうち %2 が該当。効果は上限で、合算できません。しきい値は分析 Insights のパラメーターです。</translation>
    </message>
    <message>
        <source>Not judged: the run does not state what these rules need (%1)</source>
        <translation>未評価: これらの規則に必要な情報が実行にありません (%1)</translation>
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
    <message>
        <source>The arrangement of tracks cannot be kept</source>
        <translation>トラックの配置を保存できません</translation>
    </message>
    <message>
        <source>Annotations cannot be kept safe</source>
        <translation>注釈を保護できません</translation>
    </message>
    <message>
        <source>This run is open in another window</source>
        <translation>この実行は別のウィンドウで開かれています</translation>
    </message>
    <message>
        <source>The annotations of this window are kept apart from those of the other. Saving them in the session leaves those that the other has saved there.</source>
        <translation>このウィンドウの注釈は、もう一方のものとは別に保持されます。セッションに保存しても、もう一方が保存した注釈は残ります。</translation>
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
    <name>nscope::gui::Layouts</name>
    <message>
        <source>Save layout</source>
        <translation>レイアウトを保存</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>レイアウト名</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>標準</translation>
    </message>
    <message>
        <source>Timeline only</source>
        <translation>タイムラインのみ</translation>
    </message>
    <message>
        <source>Save layout as …</source>
        <translation>レイアウトに名前を付けて保存…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
</context>
<context>
    <name>nscope::gui::Legend</name>
    <message>
        <source>Legend</source>
        <translation>凡例</translation>
    </message>
    <message>
        <source>%1
%2 events, %3 in all
Click: only this. Ctrl+click: this as well.</source>
        <translation>%1
%2 イベント、合計 %3
クリック: これのみ。Ctrl+クリック: これも追加。</translation>
    </message>
    <message>
        <source>Sorting the events …</source>
        <translation>イベントを分類中…</translation>
    </message>
    <message>
        <source>All events have one colour.</source>
        <translation>すべてのイベントが同じ色です。</translation>
    </message>
    <message>
        <source>The run does not say this of any event.</source>
        <translation>この実行のどのイベントにもこの情報はありません。</translation>
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
        <translation>1 分</translation>
    </message>
    <message>
        <source>5 minutes</source>
        <translation>5 分</translation>
    </message>
    <message>
        <source>15 minutes</source>
        <translation>15 分</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>ライブ</translation>
    </message>
    <message>
        <source>Finishing the recording</source>
        <translation>記録を完了しています</translation>
    </message>
    <message>
        <source>Ending the source</source>
        <translation>送信元を終了しています</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>診断</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未開始</translation>
    </message>
    <message>
        <source>Choose a source and press Start.</source>
        <translation>送信元を選び、「開始」を押してください。</translation>
    </message>
    <message>
        <source>Start shows utilization, memory, latency, errors and ECC events of neuron-monitor as they are reported, or the engines of a simulated run while it is played. What comes is recorded; Keep saves it as a session.</source>
        <translation>「開始」で neuron-monitor の使用率、メモリ、遅延、エラー、ECC イベントを報告され次第、または再生中のシミュレーションのエンジンを表示します。届いたものは記録され、「保存」でセッションになります。</translation>
    </message>
    <message>
        <source>What to watch</source>
        <translation>監視対象</translation>
    </message>
    <message>
        <source>Keeps in memory what comes, to be opened in Inspect and saved</source>
        <translation>届いたものをメモリに保持し、「調査」で開いたり保存できます</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>時間幅</translation>
    </message>
    <message>
        <source>Length of the plots</source>
        <translation>グラフの長さ</translation>
    </message>
    <message>
        <source>No report names a NeuronCore yet.</source>
        <translation>NeuronCore を含むレポートがまだありません。</translation>
    </message>
    <message>
        <source>No report names memory yet.</source>
        <translation>メモリを含むレポートがまだありません。</translation>
    </message>
    <message>
        <source>No report has latencies: nothing was executed yet.</source>
        <translation>遅延を含むレポートがまだありません。何も実行されていません。</translation>
    </message>
    <message>
        <source>No report has a summary of errors yet.</source>
        <translation>エラー集計を含むレポートがまだありません。</translation>
    </message>
    <message>
        <source>No report has ECC counters yet: neuron-monitor reports them where its configuration asks for neuron_hw_counters.</source>
        <translation>ECC カウンターを含むレポートがまだありません。設定で neuron_hw_counters を指定すると neuron-monitor が報告します。</translation>
    </message>
    <message>
        <source>No engine has worked yet.</source>
        <translation>まだどのエンジンも稼働していません。</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>まだ何も届いていません。</translation>
    </message>
    <message>
        <source>What the plots show, as numbers</source>
        <translation>グラフの内容を数値で</translation>
    </message>
    <message>
        <source>Cannot start</source>
        <translation>開始できません</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 を停止しました。</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 が終了しました。</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 が失敗しました</translation>
    </message>
    <message>
        <source>Stop what runs first (Ctrl+Enter)</source>
        <translation>先に実行中のものを停止してください (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Starts what is chosen above (Ctrl+Enter)</source>
        <translation>上で選んだものを開始します (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>実行中のものはありません。</translation>
    </message>
    <message>
        <source>Paused; press Continue to resume</source>
        <translation>一時停止中。「再開」で続行します</translation>
    </message>
    <message>
        <source>Display paused; recording continues</source>
        <translation>表示は一時停止中、記録は継続</translation>
    </message>
    <message>
        <source>Ends the stream; what came until now is recorded (Ctrl+Enter)</source>
        <translation>配信を終了します。これまでの分は記録済みです (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Stop the stream first.</source>
        <translation>先に配信を停止してください。</translation>
    </message>
    <message>
        <source>There is no recording.</source>
        <translation>記録がありません。</translation>
    </message>
    <message>
        <source>Timeline, analyses and SQL of what was recorded</source>
        <translation>記録のタイムライン、分析、SQL</translation>
    </message>
    <message>
        <source>Saves the recording as a session (*.nscope)</source>
        <translation>記録をセッションとして保存します (*.nscope)</translation>
    </message>
    <message>
        <source>off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 イベント</translation>
    </message>
    <message>
        <source>Nothing was repaired or left out.</source>
        <translation>修復・省略されたものはありません。</translation>
    </message>
    <message>
        <source>Two recordings were not kept. Keep or discard the earlier one first.</source>
        <translation>保存されていない記録が 2 つあります。先に以前の記録を保存または破棄してください。</translation>
    </message>
    <message>
        <source>The recording is being put together.</source>
        <translation>記録をまとめています。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::LiveTableModel</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>NeuronCore utilization</source>
        <translation>NeuronCore 使用率</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>使用中のメモリ</translation>
    </message>
    <message>
        <source>Latency of executions</source>
        <translation>実行の遅延</translation>
    </message>
    <message>
        <source>Errors per period</source>
        <translation>期間ごとのエラー</translation>
    </message>
    <message>
        <source>ECC events</source>
        <translation>ECC イベント</translation>
    </message>
    <message>
        <source>Engines busy</source>
        <translation>稼働エンジン</translation>
    </message>
    <message>
        <source>Events per second</source>
        <translation>毎秒イベント数</translation>
    </message>
    <message>
        <source>Delivery latency</source>
        <translation>配信遅延</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>欠落</translation>
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
    <message>
        <source>Compare with …</source>
        <translation>比較する…</translation>
    </message>
    <message>
        <source>Find events</source>
        <translation>イベントを検索</translation>
    </message>
    <message>
        <source>Next found event</source>
        <translation>次の検索結果</translation>
    </message>
    <message>
        <source>Previous found event</source>
        <translation>前の検索結果</translation>
    </message>
    <message>
        <source>What reading the run repaired, dropped or could not know</source>
        <translation>読み込み時に修復・省略・不明となったもの</translation>
    </message>
    <message>
        <source>Cannot read the annotations of %1</source>
        <translation>%1 の注釈を読み取れません</translation>
    </message>
    <message>
        <source>Save picture of the view …</source>
        <translation>ビューの画像を保存…</translation>
    </message>
    <message>
        <source>Copy picture of the view</source>
        <translation>ビューの画像をコピー</translation>
    </message>
    <message>
        <source>Take back the change of the layout</source>
        <translation>レイアウトの変更を元に戻す</translation>
    </message>
    <message>
        <source>Make the change of the layout again</source>
        <translation>レイアウトの変更をやり直す</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>ドック</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>レイアウト</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>画像を保存</translation>
    </message>
    <message>
        <source>The window closes when the session is written.</source>
        <translation>セッションの書き込みが終わるとウィンドウを閉じます。</translation>
    </message>
    <message>
        <source>A recording is not saved</source>
        <translation>保存されていない記録があります</translation>
    </message>
    <message>
        <source>Save it at the left, or close again to drop it.</source>
        <translation>左で保存してください。もう一度閉じると破棄されます。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MarkerEditor</name>
    <message>
        <source>Name of the marker</source>
        <translation>マーカーの名前</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MarkerNotes</name>
    <message>
        <source>The marker cannot be kept</source>
        <translation>マーカーを保存できません</translation>
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
    <name>nscope::gui::MemoryDock</name>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Whose memory</source>
        <translation>対象のメモリ</translation>
    </message>
    <message>
        <source>Memory of</source>
        <translation>メモリ:</translation>
    </message>
    <message>
        <source>Peaks of memory and what made them up</source>
        <translation>メモリのピークとその内訳</translation>
    </message>
    <message>
        <source>Tensors of the run</source>
        <translation>実行のテンソル</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>ピーク</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Open a run: the use of HBM, SBUF, PSUM and host memory is shown here.</source>
        <translation>実行を開くと、HBM、SBUF、PSUM、ホストメモリの使用が表示されます。</translation>
    </message>
    <message>
        <source>Following memories …</source>
        <translation>メモリを追跡中…</translation>
    </message>
    <message>
        <source>The run says nothing about memory. NTFF captures show SBUF and PSUM, simulations and system profiles HBM, neuron-monitor HBM and the host, and a NEFF beside its capture names the tensors.</source>
        <translation>この実行にメモリの情報はありません。NTFF は SBUF と PSUM、シミュレーションとシステムプロファイルは HBM、neuron-monitor は HBM とホストを示し、キャプチャに添えた NEFF がテンソル名を与えます。</translation>
    </message>
    <message>
        <source>each point is the highest use in its part of the time</source>
        <translation>各点はその区間での最大使用量</translation>
    </message>
    <message>
        <source>Bytes in use</source>
        <translation>使用バイト数</translation>
    </message>
    <message>
        <source>Share of its size in use</source>
        <translation>容量に対する使用割合</translation>
    </message>
    <message>
        <source>HBM by use is stated for the whole run, not over time: see Peaks.</source>
        <translation>用途別の HBM は実行全体の値で、時間推移はありません。「ピーク」をご覧ください。</translation>
    </message>
    <message>
        <source>The run does not tell what HBM holds; neuron-monitor, system profiles and simulations do.</source>
        <translation>この実行は HBM の内容を示しません。neuron-monitor、システムプロファイル、シミュレーションが示します。</translation>
    </message>
    <message>
        <source>The run does not tell the use of SBUF and PSUM over time; NTFF captures and exports do.</source>
        <translation>この実行は SBUF と PSUM の推移を示しません。NTFF キャプチャとエクスポートが示します。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::NpvChart</name>
    <message>
        <source>Distribution of the net present value</source>
        <translation>NPV(正味現在価値)の分布</translation>
    </message>
    <message>
        <source>the move pays</source>
        <translation>移行の採算が取れる</translation>
    </message>
    <message>
        <source>it does not</source>
        <translation>採算が取れない</translation>
    </message>
    <message>
        <source>net present value, USD</source>
        <translation>NPV(正味現在価値)、USD</translation>
    </message>
    <message>
        <source>futures</source>
        <translation>試行数</translation>
    </message>
    <message>
        <source>%1 to %2: %3 of %4 futures</source>
        <translation>%1~%2: %4 試行中 %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OfferMatrixModel</name>
    <message>
        <source>The plan may not buy it so.</source>
        <translation>計画では、この方法での購入は認められていません。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorTreeDock</name>
    <message>
        <source>whole run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>%1 の選択範囲</translation>
    </message>
    <message>
        <source>%1 of %2 DMA packets are not named: the run does not say which instruction caused them</source>
        <translation>DMA パケット %2 中 %1 は名前なし: 起動した命令が記録されていません</translation>
    </message>
    <message>
        <source>Open a capture, a session or a simulation: its work is shown here by layer, operator and instruction.</source>
        <translation>キャプチャ、セッション、シミュレーションを開くと、層、演算、命令別の仕事が表示されます。</translation>
    </message>
    <message>
        <source>Adding up operators …</source>
        <translation>演算を集計中…</translation>
    </message>
    <message>
        <source>No instruction, operator or kernel lies wholly in the selected range.</source>
        <translation>選択範囲に完全に含まれる命令・演算・カーネルはありません。</translation>
    </message>
    <message>
        <source>The run shows no instructions, operators or kernels. NTFF captures, exports of neuron-profile and Neuron Explorer, PyTorch traces and simulations do.</source>
        <translation>この実行に命令・演算・カーネルはありません。NTFF キャプチャ、neuron-profile や Neuron Explorer のエクスポート、PyTorch トレース、シミュレーションにはあります。</translation>
    </message>
    <message>
        <source>(not named)</source>
        <translation>(名前なし)</translation>
    </message>
    <message>
        <source>framework operator</source>
        <translation>フレームワーク演算</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorTreeModel</name>
    <message>
        <source>Click: highlight its events. Double click or Enter: zoom to the longest.</source>
        <translation>クリック: イベントを強調。ダブルクリックまたは Enter: 最長のものへズーム。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorsDock</name>
    <message>
        <source>Operators</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>名前で絞り込む</translation>
    </message>
    <message>
        <source>Filter operators by name</source>
        <translation>演算を名前で絞り込む</translation>
    </message>
    <message>
        <source>Operators by layer, operator and instruction</source>
        <translation>層、演算、命令別の演算</translation>
    </message>
    <message>
        <source>no name has this text</source>
        <translation>この文字列を含む名前はありません</translation>
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
    <name>nscope::gui::ParetoChart</name>
    <message>
        <source>Latency and cost of the fleets</source>
        <translation>フリートの遅延とコスト</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD / h</translation>
    </message>
    <message>
        <source>limit of p%1</source>
        <translation>p%1 の制限</translation>
    </message>
    <message>
        <source>fleets for longer limits</source>
        <translation>制限を緩めた場合のフリート</translation>
    </message>
    <message>
        <source>cheapest fleet</source>
        <translation>最安のフリート</translation>
    </message>
    <message>
        <source>best of each type</source>
        <translation>各タイプの最良</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>1 時間あたり</translation>
    </message>
    <message>
        <source>For a limit of</source>
        <translation>制限値</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>Simulation, 95 %</source>
        <translation>シミュレーション、95 %</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1~%2</translation>
    </message>
    <message>
        <source>Model, 90 %</source>
        <translation>モデル、90 %</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>応答なし</translation>
    </message>
    <message>
        <source>Cost at its ends</source>
        <translation>両端でのコスト</translation>
    </message>
    <message>
        <source>no number holds</source>
        <translation>満たす台数なし</translation>
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
        <translation>画像をコピー</translation>
    </message>
    <message>
        <source>Save picture …</source>
        <translation>画像を保存 …</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>画像を保存</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanContext</name>
    <message>
        <source>Reading the price book</source>
        <translation>価格表を読み込み中</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanPage</name>
    <message>
        <source>Plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>コスト</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>フリート</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>意思決定</translation>
    </message>
    <message>
        <source>Cannot open the document</source>
        <translation>文書を開けません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlaybackButtons</name>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>再開</translation>
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
    <name>nscope::gui::PriceDrop</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>除外: %1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2。</translation>
    </message>
    <message>
        <source>%1 prices added: %2 new, %3 as before, %4 in place of another; %5 were there already.</source>
        <translation>価格 %1 件を追加: 新規 %2、変更なし %3、置き換え %4。%5 件は登録済みでした。</translation>
    </message>
    <message>
        <source>No price that is wanted: the price book is as it was.</source>
        <translation>対象となる価格がなく、価格表は変わっていません。</translation>
    </message>
    <message>
        <source>New instance types: %1.</source>
        <translation>新しいインスタンスタイプ: %1。</translation>
    </message>
    <message>
        <source>Importing prices</source>
        <translation>価格を読み込んでいます</translation>
    </message>
    <message>
        <source>Cannot import prices</source>
        <translation>価格を読み込めません</translation>
    </message>
    <message>
        <source>Importing prices of %1</source>
        <translation>%1 の価格を読み込んでいます</translation>
    </message>
    <message>
        <source>Prices imported</source>
        <translation>価格を読み込みました</translation>
    </message>
    <message>
        <source>Cannot import prices of %1</source>
        <translation>%1 の価格を読み込めません</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PurchasePairModel</name>
    <message>
        <source>baseline %1, target %2</source>
        <translation>現行 %1、移行先 %2</translation>
    </message>
    <message>
        <source>net present value %1</source>
        <translation>NPV(正味現在価値) %1</translation>
    </message>
    <message>
        <source>saving in the last month %1</source>
        <translation>最終月の節約額 %1</translation>
    </message>
    <message>
        <source>own bill</source>
        <translation>自社の請求額</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RegionsPanel</name>
    <message>
        <source>Cost by region</source>
        <translation>リージョン別のコスト</translation>
    </message>
    <message>
        <source>Purchase option of the comparison</source>
        <translation>比較の購入オプション</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>The same work in each region</source>
        <translation>各リージョンでの同じ作業</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD / 100 万トークン</translation>
    </message>
    <message>
        <source>the cheapest option of each</source>
        <translation>それぞれの最安のオプション</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RollingChart</name>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>−%1 min</source>
        <translation>−%1 分</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 秒</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>グラフ: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n gap(s)</source>
        <translation>
            <numerusform>欠落 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>%1: %2, %3 s ago</source>
        <translation>%1: %2、%3 秒前</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineChart</name>
    <message>
        <source>All operators together</source>
        <translation>全演算の合計</translation>
    </message>
    <message>
        <source>Intensity, FLOP per HBM byte</source>
        <translation>演算強度 (FLOP / HBM バイト)</translation>
    </message>
    <message>
        <source>Achieved, FLOP/s of one core</source>
        <translation>達成値 (1 コアの FLOP/s)</translation>
    </message>
    <message>
        <source>Roofline of one core</source>
        <translation>1 コアのルーフライン</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s); the table beside it has all figures.</source>
        <translation>
            <numerusform>%n 個の演算。数値は隣の表にあります。</numerusform>
        </translation>
    </message>
    <message>
        <source>TensorE, BF16: %1</source>
        <translation>TensorE、BF16: %1</translation>
    </message>
    <message>
        <source>HBM: %1</source>
        <translation>HBM: %1</translation>
    </message>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>bound by compute: %1</source>
        <translation>演算律速: %1</translation>
    </message>
    <message>
        <source>bound by HBM: %1</source>
        <translation>HBM 律速: %1</translation>
    </message>
    <message>
        <source>above the roof, as its time or work is not stated fully: %1</source>
        <translation>時間や仕事量の記載が不完全なため限界超過: %1</translation>
    </message>
    <message>
        <source>area: active time</source>
        <translation>面積: 稼働時間</translation>
    </message>
    <message>
        <source>%1
%2 of %3 that the roof allows
Intensity: %4 FLOP/B
Active: %5
%6</source>
        <translation>%1
上限 %3 に対し %2
演算強度: %4 FLOP/B
稼働: %5
%6</translation>
    </message>
    <message>
        <source>Bound by compute</source>
        <translation>演算律速</translation>
    </message>
    <message>
        <source>Bound by HBM</source>
        <translation>HBM 律速</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineDock</name>
    <message>
        <source>Roofline</source>
        <translation>ルーフライン</translation>
    </message>
    <message>
        <source>Operators against the roofline</source>
        <translation>ルーフラインに対する演算</translation>
    </message>
    <message>
        <source>Open a capture or a simulation: each operator is shown here beside what TensorE&apos;s peak and the HBM bandwidth allow.</source>
        <translation>キャプチャかシミュレーションを開くと、各演算が TensorE のピークと HBM 帯域の限界と並んで表示されます。</translation>
    </message>
    <message>
        <source>Adding up operators …</source>
        <translation>演算を集計中…</translation>
    </message>
    <message>
        <source>NTFF captures, exports of Neuron Explorer and simulations of Neuron devices do.</source>
        <translation>NTFF キャプチャ、Neuron Explorer のエクスポート、Neuron デバイスのシミュレーションにはあります。</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) state FLOPs or HBM bytes only and stand in the table, not in the plot.</source>
        <translation>
            <numerusform>FLOPs か HBM バイトの一方しかない演算 %n 個は、グラフではなく表にあります。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunAnnotations</name>
    <message>
        <source>add annotation</source>
        <translation>注釈の追加</translation>
    </message>
    <message>
        <source>change annotation</source>
        <translation>注釈の変更</translation>
    </message>
    <message>
        <source>remove annotation</source>
        <translation>注釈の削除</translation>
    </message>
    <message>
        <source>restore annotations</source>
        <translation>注釈の復元</translation>
    </message>
    <message>
        <source>change markers</source>
        <translation>マーカーの変更</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunDependencies</name>
    <message>
        <source>Following dependencies</source>
        <translation>依存関係を追跡中</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunHeader</name>
    <message>
        <source>Make base</source>
        <translation>基準にする</translation>
    </message>
    <message>
        <source>Run ▾</source>
        <translation>実行 ▾</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>実行の名前</translation>
    </message>
    <message>
        <source>The name of this run in tables and reports. Click to change it.</source>
        <translation>表やレポートでのこの実行の名前。クリックで変更。</translation>
    </message>
    <message>
        <source>Compare the other runs with this one</source>
        <translation>他の実行をこれと比較</translation>
    </message>
    <message>
        <source>Add repeats …</source>
        <translation>繰り返しを追加…</translation>
    </message>
    <message>
        <source>Open in Inspect</source>
        <translation>「調査」で開く</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>BASE</source>
        <translation>基準</translation>
    </message>
    <message>
        <source>base run</source>
        <translation>基準の実行</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>実行 %1</translation>
    </message>
    <message>
        <source>Make %1 the base</source>
        <translation>%1 を基準にする</translation>
    </message>
    <message>
        <source>What to do with the %1</source>
        <translation>%1 の操作</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunPlayer</name>
    <message>
        <source>Playing</source>
        <translation>再生中</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunStrip</name>
    <message>
        <source>Timeline of %1</source>
        <translation>%1 のタイムライン</translation>
    </message>
    <message>
        <source>A summary document holds no events: only its metrics are compared.</source>
        <translation>要約文書にイベントはありません。指標のみ比較します。</translation>
    </message>
    <message>
        <source>Nothing of this run at this time: it lasts from %1 to %2.</source>
        <translation>この時刻にこの実行はありません。%1 から %2 までです。</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>開始前</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>終了</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SearchDock</name>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前へ</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
    </message>
    <message>
        <source>Highlight all</source>
        <translation>すべて強調</translation>
    </message>
    <message>
        <source>No event matches.</source>
        <translation>一致するイベントはありません。</translation>
    </message>
    <message>
        <source>matmul   engine:Tensor dur&gt;10us   /expression/</source>
        <translation>matmul   engine:Tensor dur&gt;10us   /正規表現/</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>検索条件</translation>
    </message>
    <message>
        <source>The event before the selected one (Shift+F3)</source>
        <translation>選択中より前のイベント (Shift+F3)</translation>
    </message>
    <message>
        <source>The event behind the selected one (F3)</source>
        <translation>選択中より後のイベント (F3)</translation>
    </message>
    <message>
        <source>Dims all other events in the timeline</source>
        <translation>タイムラインの他のイベントを淡く表示します</translation>
    </message>
    <message>
        <source>Events found</source>
        <translation>見つかったイベント</translation>
    </message>
    <message>
        <source>Events found, by name</source>
        <translation>見つかったイベント (名前別)</translation>
    </message>
    <message>
        <source>Double click or Enter: only this name</source>
        <translation>ダブルクリックまたは Enter: この名前のみ</translation>
    </message>
    <message>
        <source>Fields ▾</source>
        <translation>項目 ▾</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>検索中…</translation>
    </message>
    <message>
        <source>Conditions to search by</source>
        <translation>検索に使える条件</translation>
    </message>
    <message>
        <source>the name has this text</source>
        <translation>名前がこの文字列を含む</translation>
    </message>
    <message>
        <source>the instruction&apos;s opcode</source>
        <translation>命令のオペコード</translation>
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
        <translation>トラックのパス: NeuronCore 0 / TensorE</translation>
    </message>
    <message>
        <source>physical NeuronCore</source>
        <translation>物理 NeuronCore</translation>
    </message>
    <message>
        <source>duration: 200ns, 10us, 1.5ms</source>
        <translation>長さ: 200ns、10us、1.5ms</translation>
    </message>
    <message>
        <source>semaphore wait before the event</source>
        <translation>イベント前のセマフォ待ち</translation>
    </message>
    <message>
        <source>start on the axis of the run; end&lt; likewise</source>
        <translation>実行の時間軸での開始。end&lt; も同様</translation>
    </message>
    <message>
        <source>a property: arg.layer:attn, arg.elements&gt;4k</source>
        <translation>属性: arg.layer:attn、arg.elements&gt;4k</translation>
    </message>
    <message>
        <source>the property is there</source>
        <translation>属性がある</translation>
    </message>
    <message>
        <source>the name is exactly this</source>
        <translation>名前がこれと完全に一致</translation>
    </message>
    <message>
        <source>a regular expression: /^dma_[0-9]+$/</source>
        <translation>正規表現: /^dma_[0-9]+$/</translation>
    </message>
    <message>
        <source>not: the condition behind it does not hold</source>
        <translation>否定: 後ろの条件が成り立たない</translation>
    </message>
    <message>
        <source>Names, or conditions such as engine:Tensor dur&gt;10us. Enter searches.</source>
        <translation>名前、または engine:Tensor dur&gt;10us のような条件。Enter で検索。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 イベント</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 イベント</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>合計 %1</translation>
    </message>
    <message>
        <source>number %1 in time</source>
        <translation>時間順で %1 番目</translation>
    </message>
    <message>
        <source>the table has the first %1</source>
        <translation>表には最初の %1</translation>
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
    <message>
        <source>Reading names</source>
        <translation>名前の読み込み</translation>
    </message>
    <message>
        <source>Reading the names of this run …</source>
        <translation>この実行の名前を読み込んでいます …</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SelectionDock</name>
    <message>
        <source>Selection summary</source>
        <translation>選択範囲の要約</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>No event lies wholly in the selection.</source>
        <translation>選択に完全に含まれるイベントはありません。</translation>
    </message>
    <message>
        <source>Double click or Enter: show the longest event in the timeline</source>
        <translation>ダブルクリックまたは Enter: 最長のイベントをタイムラインに表示</translation>
    </message>
    <message>
        <source>The selection by name</source>
        <translation>選択範囲 (名前別)</translation>
    </message>
    <message>
        <source>The selection by track</source>
        <translation>選択範囲 (トラック別)</translation>
    </message>
    <message>
        <source>What the selected range holds</source>
        <translation>選択範囲の内容</translation>
    </message>
    <message>
        <source>All events called like the selected one</source>
        <translation>選択中と同名の全イベント</translation>
    </message>
    <message>
        <source>Shift+drag in the timeline selects a range: what it holds stands here. A click on an event compares it with all of its name.</source>
        <translation>タイムラインで Shift+ドラッグすると範囲を選択し、内容がここに表示されます。イベントをクリックすると同名のものと比較します。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>%1 on all tracks</source>
        <translation>全トラックで %1</translation>
    </message>
    <message>
        <source>%1 on %2 of the tracks</source>
        <translation>%2 トラックで %1</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 イベント</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 イベント</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>合計 %1</translation>
    </message>
    <message>
        <source>%1 more reach over a border and do not count</source>
        <translation>境界をまたぐ %1 件は数えません</translation>
    </message>
    <message>
        <source>the selected one takes %1</source>
        <translation>選択中のものは %1</translation>
    </message>
    <message>
        <source>longer than %1 of the others</source>
        <translation>他の %1 より長い</translation>
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
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>is played</source>
        <translation>再生中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Nothing is played. Choose a speed and press Run.</source>
        <translation>再生中のものはありません。速度を選び「実行」を押してください。</translation>
    </message>
    <message>
        <source>Paused; press Continue to resume</source>
        <translation>一時停止中。「再開」で続行します</translation>
    </message>
    <message>
        <source>Ends the run; what was played until now stays</source>
        <translation>実行を終了します。再生済みの分は残ります</translation>
    </message>
    <message>
        <source>Stop the run first, or let it end.</source>
        <translation>先に実行を停止するか、終了を待ってください。</translation>
    </message>
    <message>
        <source>Saves the run as a session (*.nscope)</source>
        <translation>実行をセッションとして保存します (*.nscope)</translation>
    </message>
    <message>
        <source>Predicting</source>
        <translation>予測中</translation>
    </message>
    <message>
        <source>Calculating …</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>simulated, while you type</source>
        <translation>入力中にシミュレート</translation>
    </message>
    <message>
        <source>cancelled: figures of the workload before</source>
        <translation>キャンセル済み: 前のワークロードの値</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SourceForm</name>
    <message>
        <source>Begin again at the end</source>
        <translation>最後まで来たら最初から</translation>
    </message>
    <message>
        <source>Simulator</source>
        <translation>シミュレーター</translation>
    </message>
    <message>
        <source>neuron-monitor: command</source>
        <translation>neuron-monitor: コマンド</translation>
    </message>
    <message>
        <source>neuron-monitor: ssh</source>
        <translation>neuron-monitor: ssh</translation>
    </message>
    <message>
        <source>neuron-monitor: file that grows</source>
        <translation>neuron-monitor: 増えるファイル</translation>
    </message>
    <message>
        <source>neuron-monitor: named pipe</source>
        <translation>neuron-monitor: 名前付きパイプ</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Runs under /bin/sh; prints one report of neuron-monitor a line</source>
        <translation>/bin/sh で実行。1 行に 1 件の neuron-monitor レポートを出力</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>A file that neuron-monitor still writes to: it is read from its beginning and then as it grows</source>
        <translation>neuron-monitor が書き込み中のファイル。先頭から読み、増えた分も読みます</translation>
    </message>
    <message>
        <source>Named pipe</source>
        <translation>名前付きパイプ</translation>
    </message>
    <message>
        <source>Made with mkfifo; neuron-monitor writes into it</source>
        <translation>mkfifo で作成し、neuron-monitor が書き込みます</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>ワークロード</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>The run begins anew when it has been played: a server that goes on</source>
        <translation>再生が終わると最初から始まります。動き続けるサーバーのように</translation>
    </message>
    <message>
        <source>user@host, or a name of ~/.ssh/config</source>
        <translation>user@host、または ~/.ssh/config の名前</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>Command on the host</source>
        <translation>ホスト上のコマンド</translation>
    </message>
    <message>
        <source>With keys only: ssh cannot ask for a password here.</source>
        <translation>鍵認証のみ。ここでは ssh がパスワードを尋ねられません。</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>選択: %1</translation>
    </message>
    <message>
        <source>Write the command to run.</source>
        <translation>実行するコマンドを入力してください。</translation>
    </message>
    <message>
        <source>Write the name of the file.</source>
        <translation>ファイル名を入力してください。</translation>
    </message>
    <message>
        <source>%1 is no file.</source>
        <translation>%1 はファイルではありません。</translation>
    </message>
    <message>
        <source>Write the name of the pipe.</source>
        <translation>パイプ名を入力してください。</translation>
    </message>
    <message>
        <source>There is no such pipe.</source>
        <translation>そのようなパイプはありません。</translation>
    </message>
    <message>
        <source>%1 is no named pipe.</source>
        <translation>%1 は名前付きパイプではありません。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 の %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SpeedBox</name>
    <message>
        <source>as fast as possible</source>
        <translation>最高速</translation>
    </message>
    <message>
        <source>real time</source>
        <translation>実時間</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Time of the run for each second: type a number, like x20</source>
        <translation>1 秒あたりの実行の時間。x20 のように入力</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SpotJobPanel</name>
    <message>
        <source>Nothing is known of this job.</source>
        <translation>このジョブの情報がありません。</translation>
    </message>
    <message>
        <source>Job on spot</source>
        <translation>スポットのジョブ</translation>
    </message>
    <message>
        <source>Expected time</source>
        <translation>予想時間</translation>
    </message>
    <message>
        <source>On spot</source>
        <translation>スポット</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>オンデマンド</translation>
    </message>
    <message>
        <source>Spot pays while reclaims are rarer than</source>
        <translation>スポットが有利な中断頻度の上限</translation>
    </message>
    <message>
        <source>Cost over the checkpoint interval</source>
        <translation>チェックポイント間隔に対するコスト</translation>
    </message>
    <message>
        <source>expected, USD</source>
        <translation>期待値、USD</translation>
    </message>
    <message>
        <source>Figures of the job</source>
        <translation>ジョブの数値</translation>
    </message>
    <message>
        <source>Time, cost and break-even</source>
        <translation>時間、コスト、損益分岐点</translation>
    </message>
    <message>
        <source>Reclaims: %1. Prices: %2.</source>
        <translation>中断: %1。価格: %2。</translation>
    </message>
    <message>
        <source>Unknown: %1.</source>
        <translation>不明: %1。</translation>
    </message>
    <message>
        <source>%1 of work; %2 to %3 in eight of ten simulated jobs</source>
        <translation>作業量 %1。シミュレートしたジョブ 10 件中 8 件は %2~%3</translation>
    </message>
    <message>
        <source>a checkpoint every %1</source>
        <translation>%1 ごとにチェックポイント</translation>
    </message>
    <message>
        <source>%1 to %2 in eight of ten simulated jobs</source>
        <translation>シミュレートしたジョブ 10 件中 8 件は %1~%2</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 安い</translation>
    </message>
    <message>
        <source>never interrupted, without checkpoints</source>
        <translation>中断なし、チェックポイントなし</translation>
    </message>
    <message>
        <source>never interrupted</source>
        <translation>中断なし</translation>
    </message>
    <message>
        <source>one in %1</source>
        <translation>%1 に 1 回</translation>
    </message>
    <message>
        <source>one an hour</source>
        <translation>1 時間に 1 回</translation>
    </message>
    <message>
        <source>of a node that the job needs</source>
        <translation>ジョブに必要な 1 ノードあたり</translation>
    </message>
    <message>
        <source>assumed: one in %1</source>
        <translation>仮定: %1 に 1 回</translation>
    </message>
    <message>
        <source>assumed: none</source>
        <translation>仮定: なし</translation>
    </message>
    <message>
        <source>Cost of %1 over the checkpoint interval</source>
        <translation>チェックポイント間隔に対する %1 のコスト</translation>
    </message>
    <message>
        <source>minutes between checkpoints</source>
        <translation>チェックポイント間隔 (分)</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>Spot, expected</source>
        <translation>スポット、期待値</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最適</translation>
    </message>
    <message>
        <source>Stated</source>
        <translation>指定値</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SqlEditor</name>
    <message>
        <source>SQL query</source>
        <translation>SQL クエリ</translation>
    </message>
    <message>
        <source>Words that fit</source>
        <translation>候補</translation>
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
    <message>
        <source>Plot</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Runs the query (Ctrl+Enter).</source>
        <translation>クエリを実行します (Ctrl+Enter)。</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>クエリの結果</translation>
    </message>
    <message>
        <source>Tables: %1. Ctrl+Enter runs the query, Ctrl+Space completes words, Ctrl+Up brings back earlier queries.</source>
        <translation>テーブル: %1。Ctrl+Enter で実行、Ctrl+Space で補完、Ctrl+上で過去のクエリ。</translation>
    </message>
    <message>
        <source>Ready queries ▾</source>
        <translation>用意されたクエリ ▾</translation>
    </message>
    <message>
        <source>The library of nscope query --list</source>
        <translation>nscope query --list の一覧</translation>
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
        <source>Copy as CSV</source>
        <translation>CSV としてコピー</translation>
    </message>
    <message>
        <source>The rows as they are sorted, with all their digits</source>
        <translation>表示順の行を全桁で</translation>
    </message>
    <message>
        <source>Draws two columns of the result</source>
        <translation>結果の 2 列をグラフにします</translation>
    </message>
    <message>
        <source>Column along the axis</source>
        <translation>軸にする列</translation>
    </message>
    <message>
        <source>Column that is drawn</source>
        <translation>描く列</translation>
    </message>
    <message>
        <source>Kind of plot</source>
        <translation>グラフの種類</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>棒</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>折れ線</translation>
    </message>
    <message>
        <source>Points (logarithmic)</source>
        <translation>点 (対数)</translation>
    </message>
    <message>
        <source>of</source>
        <translation>:</translation>
    </message>
    <message>
        <source>by</source>
        <translation>別</translation>
    </message>
    <message>
        <source>The query cannot be kept in the history</source>
        <translation>クエリを履歴に残せません</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 を保存できません</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>結果を保存</translation>
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
    <name>nscope::gui::TablePanel</name>
    <message>
        <source>No row has this text.</source>
        <translation>この文字列を含む行はありません。</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimeChart</name>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1</translation>
    </message>
    <message>
        <source>%1 over time</source>
        <translation>%1 の推移</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 本の線</numerusform>
        </translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>%1 から</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>未確定</translation>
    </message>
    <message>
        <source>All: %1</source>
        <translation>すべて: %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineBar</name>
    <message>
        <source>Filter tracks</source>
        <translation>トラックを絞り込む</translation>
    </message>
    <message>
        <source>Filter tracks by name</source>
        <translation>トラックを名前で絞り込む</translation>
    </message>
    <message>
        <source>Words that the names of a track and of its groups have</source>
        <translation>トラックとグループの名前に含まれる語</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>色</translation>
    </message>
    <message>
        <source>What colours say</source>
        <translation>色の意味</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>凡例</translation>
    </message>
    <message>
        <source>What the colours mean; its entries filter</source>
        <translation>色の意味。項目で絞り込めます</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>模様</translation>
    </message>
    <message>
        <source>Tells events apart by hatches as well</source>
        <translation>模様でもイベントを区別します</translation>
    </message>
    <message>
        <source>Hide others</source>
        <translation>他を隠す</translation>
    </message>
    <message>
        <source>Hides the events that a filter would only dim</source>
        <translation>絞り込みで淡くなるイベントを隠します</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>クリティカルパス</translation>
    </message>
    <message>
        <source>Marks the events that decide how long the run takes, and shows how much later the selected one could have begun</source>
        <translation>実行時間を決めるイベントを示し、選択中のものがどれだけ遅く始められたかを表示します</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineStack</name>
    <message>
        <source>What belongs together is not known yet.</source>
        <translation>対応関係はまだ不明です。</translation>
    </message>
    <message>
        <source>No event of %1 belongs to one of the base run.</source>
        <translation>%1 に基準の実行と対応するイベントはありません。</translation>
    </message>
    <message>
        <source>The clock of %1 was never the same as that of the base run.</source>
        <translation>%1 の時計は基準の実行と一致したことがありません。</translation>
    </message>
    <message>
        <source>no counterpart</source>
        <translation>対応なし</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Open a capture to see its timeline.</source>
        <translation>キャプチャを開くとタイムラインが表示されます。</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>固定を解除</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>上に固定</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隠す</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上へ移動</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下へ移動</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>高く</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>低く</translation>
    </message>
    <message>
        <source>Usual height</source>
        <translation>標準の高さ</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>面</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>線</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>Show hidden tracks</source>
        <translation>隠したトラックを表示</translation>
    </message>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Usual arrangement</source>
        <translation>標準の配置</translation>
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
        <source>Rename</source>
        <translation>名前を変更</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Difference to</source>
        <translation>差を表示:</translation>
    </message>
    <message>
        <source>Sorting events</source>
        <translation>イベントを分類中</translation>
    </message>
    <message>
        <source>Events of all tracks over time. W and S zoom, A and D pan, F fits, brackets step along the track, P and N follow dependencies, M sets a marker.</source>
        <translation>全トラックのイベントの時間推移。W と S で拡大・縮小、A と D で移動、F で全体表示、角括弧でトラック上を移動、P と N で依存関係をたどり、M でマーカーを設置します。</translation>
    </message>
    <message>
        <source>Select an event to follow its dependencies.</source>
        <translation>依存関係をたどるイベントを選択してください。</translation>
    </message>
    <message>
        <source>Following dependencies …</source>
        <translation>依存関係を追跡中…</translation>
    </message>
    <message>
        <source>Nothing is known that this event waited for.</source>
        <translation>このイベントが待った相手は不明です。</translation>
    </message>
    <message>
        <source>No event is known that waited for this one last.</source>
        <translation>これを最後に待ったイベントは不明です。</translation>
    </message>
    <message>
        <source>No critical path: %1</source>
        <translation>クリティカルパスなし: %1</translation>
    </message>
    <message>
        <source>Following dependencies was cancelled.</source>
        <translation>依存関係の追跡はキャンセルされました。</translation>
    </message>
    <message>
        <source>Dependencies cannot be followed: %1</source>
        <translation>依存関係を追跡できません: %1</translation>
    </message>
    <message>
        <source>%1 further away: click one after the other</source>
        <translation>他に %1 件:順にクリック</translation>
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
    <message>
        <source>Live</source>
        <translation>ライブ</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TopologyView</name>
    <message>
        <source>Chips and their links</source>
        <translation>チップとリンク</translation>
    </message>
    <message>
        <source>The heat map beside it has the same figures as a table.</source>
        <translation>隣のヒートマップに同じ数値が表であります。</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>スイッチ</translation>
    </message>
    <message>
        <source>Chip %1</source>
        <translation>チップ %1</translation>
    </message>
    <message>
        <source>Chip %1, not in this run</source>
        <translation>チップ %1 (この実行になし)</translation>
    </message>
    <message>
        <source>%1
sent %2, received %3</source>
        <translation>%1
送信 %2、受信 %3</translation>
    </message>
    <message>
        <source>%1
no link counter</source>
        <translation>%1
リンクカウンターなし</translation>
    </message>
    <message>
        <source>Chips %1 and %2
no link counter</source>
        <translation>チップ %1 と %2
リンクカウンターなし</translation>
    </message>
    <message>
        <source>%1: %2, at most %3</source>
        <translation>%1: %2、最大 %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TornadoChart</name>
    <message>
        <source>Present value at the ends of each input&apos;s range</source>
        <translation>各入力の範囲の両端での現在価値</translation>
    </message>
    <message>
        <source>input at P10</source>
        <translation>入力が P10</translation>
    </message>
    <message>
        <source>input at P90</source>
        <translation>入力が P90</translation>
    </message>
    <message>
        <source>net present value, USD</source>
        <translation>NPV(正味現在価値)、USD</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>%1
P10 %2: %3
P90 %4: %5
plan: %6</source>
        <translation>%1
P10 %2: %3
P90 %4: %5
計画: %6</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TraceButtons</name>
    <message>
        <source>Open in Inspect</source>
        <translation>「調査」で開く</translation>
    </message>
    <message>
        <source>Keep …</source>
        <translation>保存…</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrafficDock</name>
    <message>
        <source>Traffic</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Collectives by operation and size</source>
        <translation>演算とサイズ別の集団通信</translation>
    </message>
    <message>
        <source>Collectives that waited for a late rank</source>
        <translation>遅いランクを待った集団通信</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>Late ranks</source>
        <translation>遅いランク</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>チップ</translation>
    </message>
    <message>
        <source>Bandwidth over time</source>
        <translation>帯域の推移</translation>
    </message>
    <message>
        <source>Bytes from chip to chip: rows send, columns receive</source>
        <translation>チップ間のバイト数: 行が送信、列が受信</translation>
    </message>
    <message>
        <source>Open a run of several ranks or chips: their collectives and links are shown here.</source>
        <translation>複数のランクやチップの実行を開くと、集団通信とリンクが表示されます。</translation>
    </message>
    <message>
        <source>Matching collectives …</source>
        <translation>集団通信を対応付け中…</translation>
    </message>
    <message>
        <source>No collective lies wholly in the selected range, and the run has no link counters.</source>
        <translation>選択範囲に完全に含まれる集団通信はなく、リンクカウンターもありません。</translation>
    </message>
    <message>
        <source>The run shows no collectives and no links. System profiles, merged captures of several ranks, nccom-test reports, PyTorch traces and simulations over several chips do.</source>
        <translation>この実行に集団通信とリンクはありません。システムプロファイル、複数ランクを統合したキャプチャ、nccom-test のレポート、PyTorch トレース、複数チップのシミュレーションにはあります。</translation>
    </message>
    <message>
        <source>The run has no counters of links between chips, so what went over each is not known. Simulations of one collective, and of tensor parallelism over several chips, have.</source>
        <translation>チップ間リンクのカウンターがないため、各リンクの転送量は不明です。集団通信 1 回や複数チップのテンソル並列のシミュレーションにはあります。</translation>
    </message>
    <message>
        <source>Wiring: %1, from the catalogue of instances.</source>
        <translation>配線: %1 (インスタンスのカタログより)。</translation>
    </message>
    <message>
        <source>The run does not state its instance type: chips and links are those that have counters.</source>
        <translation>この実行にインスタンスタイプの記載がないため、カウンターのあるチップとリンクだけを示します。</translation>
    </message>
    <message>
        <source>Rows send, columns receive; a click shows the counter.</source>
        <translation>行が送信、列が受信。クリックでカウンターを表示。</translation>
    </message>
    <message>
        <source>Dashed links have no counter in both directions.</source>
        <translation>破線のリンクは双方向のカウンターがありません。</translation>
    </message>
    <message>
        <source>The run has no counters of NeuronLink or EFA bandwidth. Simulations over several chips have; captures of one core do not.</source>
        <translation>この実行に NeuronLink と EFA の帯域カウンターはありません。複数チップのシミュレーションにはあり、1 コアのキャプチャにはありません。</translation>
    </message>
    <message>
        <source>Bandwidth of links</source>
        <translation>リンクの帯域</translation>
    </message>
    <message numerus="yes">
        <source>%n more with fewer bytes</source>
        <translation>
            <numerusform>バイト数の少ないほか %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrainingChart</name>
    <message>
        <source>Time and cost of the fleets</source>
        <translation>フリートの時間とコスト</translation>
    </message>
    <message>
        <source>cheapest fleet</source>
        <translation>最安のフリート</translation>
    </message>
    <message>
        <source>days that %1 of 100 jobs do not exceed</source>
        <translation>ジョブ 100 件中 %1 件が超えない日数</translation>
    </message>
    <message>
        <source>USD for the job, expected</source>
        <translation>ジョブの USD、期待値</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>10 to 90 of 100</source>
        <translation>10~90 パーセンタイル</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1~%2</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>不採用の理由</translation>
    </message>
    <message>
        <source>small: not as asked</source>
        <translation>小さい点: 条件を満たさない</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 日</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>days</source>
        <translation>日</translation>
    </message>
    <message>
        <source>10 of 100</source>
        <translation>100 件中 10 件</translation>
    </message>
    <message>
        <source>90 of 100</source>
        <translation>100 件中 90 件</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>レイアウト</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrainingResult</name>
    <message>
        <source>Nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>Days, mean</source>
        <translation>日数、平均</translation>
    </message>
    <message>
        <source>USD, expected</source>
        <translation>USD、期待値</translation>
    </message>
    <message>
        <source>USD per 1M tokens</source>
        <translation>USD / 100 万トークン</translation>
    </message>
    <message>
        <source>In time</source>
        <translation>期限内</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation>時間とコスト</translation>
    </message>
    <message>
        <source>Plan to see fleets.</source>
        <translation>「計画」でフリートを表示します。</translation>
    </message>
    <message>
        <source>The best of each instance type</source>
        <translation>各インスタンスタイプの最良のもの</translation>
    </message>
    <message>
        <source>No type does it as asked.</source>
        <translation>指定された条件を満たすタイプはありません。</translation>
    </message>
    <message>
        <source>The job on the cheapest fleet</source>
        <translation>最安のフリートでのジョブ</translation>
    </message>
    <message>
        <source>There is no fleet.</source>
        <translation>フリートがありません。</translation>
    </message>
    <message>
        <source>The same nodes, bought otherwise</source>
        <translation>同じノードの別の購入方法</translation>
    </message>
    <message>
        <source>Other numbers of nodes</source>
        <translation>別のノード数</translation>
    </message>
    <message>
        <source>Other deadlines</source>
        <translation>別の期限</translation>
    </message>
    <message>
        <source>Plan to see them.</source>
        <translation>「計画」で表示します。</translation>
    </message>
    <message>
        <source>Why the others lost</source>
        <translation>ほかが不採用となった理由</translation>
    </message>
    <message>
        <source>Nothing lost.</source>
        <translation>不採用はありません。</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>計画の構成</translation>
    </message>
    <message>
        <source>Instance types</source>
        <translation>インスタンスタイプ</translation>
    </message>
    <message>
        <source>The job</source>
        <translation>ジョブ</translation>
    </message>
    <message>
        <source>Bought otherwise</source>
        <translation>別の購入方法</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>What is the cheapest fleet that ends this training in time?</source>
        <translation>この学習を期限内に終える最安のフリートはどれか。</translation>
    </message>
    <message>
        <source>Plan times every layout that divides the work and simulates the job with its failures.</source>
        <translation>「計画」は、作業を分割するすべてのレイアウトの時間を計算し、故障を含めてジョブをシミュレートします。</translation>
    </message>
    <message>
        <source>%1 for %2: %3</source>
        <translation>%1、%2: %3</translation>
    </message>
    <message>
        <source>and %1 spare</source>
        <translation>ほかに予備 %1 台</translation>
    </message>
    <message>
        <source>Of the simulated jobs that end</source>
        <translation>終了したシミュレーションのジョブから</translation>
    </message>
    <message>
        <source>%1 with the chance asked for</source>
        <translation>指定した確率では %1</translation>
    </message>
    <message>
        <source>10 to 90 of 100: %1 – %2</source>
        <translation>10~90 パーセンタイル: %1 – %2</translation>
    </message>
    <message>
        <source>Of %1 simulated jobs</source>
        <translation>シミュレートしたジョブ %1 件から</translation>
    </message>
    <message>
        <source>90 % interval %1 – %2</source>
        <translation>90 % 区間 %1 – %2</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>%1 時点の価格</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>シード %1</translation>
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
    <message>
        <source>Built-in examples</source>
        <translation>組み込みの例</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WhatIfPanel</name>
    <message>
        <source>Target throughput</source>
        <translation>移行先のスループット</translation>
    </message>
    <message>
        <source>Target price</source>
        <translation>移行先の価格</translation>
    </message>
    <message>
        <source>Baseline price</source>
        <translation>現行の価格</translation>
    </message>
    <message>
        <source>Target utilisation</source>
        <translation>移行先の利用率</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>負荷</translation>
    </message>
    <message>
        <source>Engineering effort</source>
        <translation>エンジニアリング工数</translation>
    </message>
    <message>
        <source>Go-live</source>
        <translation>本番稼働</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>What-if 分析</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>All sliders back to the plan</source>
        <translation>すべてのスライダーを計画値に戻す</translation>
    </message>
    <message>
        <source>The plan has no engineer-weeks</source>
        <translation>計画に人週の指定がありません</translation>
    </message>
    <message>
        <source>%1 × baseline</source>
        <translation>現行の %1 倍</translation>
    </message>
    <message>
        <source>plan: %1</source>
        <translation>計画: %1</translation>
    </message>
    <message>
        <source>the move pays at any value</source>
        <translation>どの値でも移行の採算が取れます</translation>
    </message>
    <message>
        <source>no value makes the move pay</source>
        <translation>どの値でも移行の採算が取れません</translation>
    </message>
    <message>
        <source>pays above %1</source>
        <translation>%1 を超えると採算が取れます</translation>
    </message>
    <message>
        <source>pays below %1</source>
        <translation>%1 未満で採算が取れます</translation>
    </message>
    <message>
        <source>turns at %1</source>
        <translation>%1 で反転</translation>
    </message>
    <message>
        <source>▾ break-even, the rest as planned</source>
        <translation>▾ 損益分岐点、ほかは計画値</translation>
    </message>
    <message numerus="yes">
        <source>%n slider(s) moved: not the plan</source>
        <translation>
            <numerusform>スライダー %n 個を変更中: 計画とは異なります</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkList</name>
    <message>
        <source>Add</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>作業</translation>
    </message>
    <message>
        <source>Work items</source>
        <translation>作業項目</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>指定値</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>of a measured run …</source>
        <translation>測定した実行から …</translation>
    </message>
    <message>
        <source>served within limits</source>
        <translation>制限内で処理</translation>
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
