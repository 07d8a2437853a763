<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>core</name>
    <message numerus="yes">
        <source>&apos;{}&apos; must have {} dimensions</source>
        <comment>&apos;{}&apos; must have {} dimension</comment>
        <translation>
            <numerusform>&apos;{}&apos; must have {} dimension</numerusform>
            <numerusform>&apos;{}&apos; must have {} dimensions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added {} runs to {}</source>
        <comment>Added {} run to {}</comment>
        <translation>
            <numerusform>Added {} run to {}</numerusform>
            <numerusform>Added {} runs to {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An earlier failed compilation was taken from the cache {} times, so the graph was not compiled.</source>
        <comment>An earlier failed compilation was taken from the cache {} time, so the graph was not compiled.</comment>
        <translation>
            <numerusform>An earlier failed compilation was taken from the cache {} time, so the graph was not compiled.</numerusform>
            <numerusform>An earlier failed compilation was taken from the cache {} times, so the graph was not compiled.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compilers ran for {} ({} of the run): {} compilations of {} different graphs.</source>
        <comment>Compilers ran for {} ({} of the run): {} compilation of {} graph.</comment>
        <translation>
            <numerusform>Compilers ran for {} ({} of the run): {} compilation of {} graph.</numerusform>
            <numerusform>Compilers ran for {} ({} of the run): {} compilations of {} different graphs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fewer {} ({} kinds): {} instead of {}</source>
        <comment>Fewer {} ({} kind): {} instead of {}</comment>
        <translation>
            <numerusform>Fewer {} ({} kind): {} instead of {}</numerusform>
            <numerusform>Fewer {} ({} kinds): {} instead of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For {} ({} of the time), each core runs collectives but does not compute. {} collectives move {} each on average.</source>
        <comment>For {} ({} of the time), each core runs collectives but does not compute. {} collective moves {}.</comment>
        <translation>
            <numerusform>For {} ({} of the time), each core runs collectives but does not compute. {} collective moves {}.</numerusform>
            <numerusform>For {} ({} of the time), each core runs collectives but does not compute. {} collectives move {} each on average.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Longer {} ({} kinds)</source>
        <comment>Longer {} ({} kind)</comment>
        <translation>
            <numerusform>Longer {} ({} kind)</numerusform>
            <numerusform>Longer {} ({} kinds)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More {} ({} kinds): {} instead of {}</source>
        <comment>More {} ({} kind): {} instead of {}</comment>
        <translation>
            <numerusform>More {} ({} kind): {} instead of {}</numerusform>
            <numerusform>More {} ({} kinds): {} instead of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Processes waited {} times for another process that compiled the same graph. The waits cover {}, which is {} of the run.</source>
        <comment>A process waited {} time for another process that compiled the same graph. The wait takes {}, which is {} of the run.</comment>
        <translation>
            <numerusform>A process waited {} time for another process that compiled the same graph. The wait takes {}, which is {} of the run.</numerusform>
            <numerusform>Processes waited {} times for another process that compiled the same graph. The waits cover {}, which is {} of the run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replaced the baseline {} with {} runs</source>
        <comment>Replaced the baseline {} with {} run</comment>
        <translation>
            <numerusform>Replaced the baseline {} with {} run</numerusform>
            <numerusform>Replaced the baseline {} with {} runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shorter {} ({} kinds)</source>
        <comment>Shorter {} ({} kind)</comment>
        <translation>
            <numerusform>Shorter {} ({} kind)</numerusform>
            <numerusform>Shorter {} ({} kinds)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>TensorE&apos;s clock ran at half speed in {} intervals ({} in total) because it was not warm, which cost {} of work on core {}.</source>
        <comment>TensorE&apos;s clock ran at half speed in {} interval ({}) because it was not warm, which cost {} of work on core {}.</comment>
        <translation>
            <numerusform>TensorE&apos;s clock ran at half speed in {} interval ({}) because it was not warm, which cost {} of work on core {}.</numerusform>
            <numerusform>TensorE&apos;s clock ran at half speed in {} intervals ({} in total) because it was not warm, which cost {} of work on core {}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The checks below found {} errors in the inputs.</source>
        <comment>The checks below found {} error in the inputs.</comment>
        <translation>
            <numerusform>The checks below found {} error in the inputs.</numerusform>
            <numerusform>The checks below found {} errors in the inputs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The clock was throttled {} times, which cost {} of TensorE&apos;s work on core {}.</source>
        <comment>The clock was throttled {} time, which cost {} of TensorE&apos;s work on core {}.</comment>
        <translation>
            <numerusform>The clock was throttled {} time, which cost {} of TensorE&apos;s work on core {}.</numerusform>
            <numerusform>The clock was throttled {} times, which cost {} of TensorE&apos;s work on core {}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run contains {} of {} stages.</source>
        <comment>The run contains {} of {} stage.</comment>
        <translation>
            <numerusform>The run contains {} of {} stage.</numerusform>
            <numerusform>The run contains {} of {} stages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The types of {} instructions are known.</source>
        <comment>The type of {} instruction is known.</comment>
        <translation>
            <numerusform>The type of {} instruction is known.</numerusform>
            <numerusform>The types of {} instructions are known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>bill {} and {} other files</source>
        <comment>bill {} and {} other file</comment>
        <translation>
            <numerusform>bill {} and {} other file</numerusform>
            <numerusform>bill {} and {} other files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>estimate: {} tokens x {} x {} B ({} layers, {} microbatches in flight) / {}</source>
        <comment>estimate: {} tokens x {} x {} B ({} layers, {} microbatch in flight) / {}</comment>
        <translation>
            <numerusform>estimate: {} tokens x {} x {} B ({} layers, {} microbatch in flight) / {}</numerusform>
            <numerusform>estimate: {} tokens x {} x {} B ({} layers, {} microbatches in flight) / {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>idle share of the pipeline time, mean of {} stages, schedule {}</source>
        <comment>idle share of the pipeline time, mean of {} stage, schedule {}</comment>
        <translation>
            <numerusform>idle share of the pipeline time, mean of {} stage, schedule {}</numerusform>
            <numerusform>idle share of the pipeline time, mean of {} stages, schedule {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of {} samples, weighted by their periods</source>
        <comment>mean of {} sample, weighted by its period</comment>
        <translation>
            <numerusform>mean of {} sample, weighted by its period</numerusform>
            <numerusform>mean of {} samples, weighted by their periods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs at least {} instances to sustain the load</source>
        <comment>needs at least {} instance to sustain the load</comment>
        <translation>
            <numerusform>needs at least {} instance to sustain the load</numerusform>
            <numerusform>needs at least {} instances to sustain the load</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only {} of {} new runs have this metric</source>
        <comment>only {} of {} new runs has this metric</comment>
        <translation>
            <numerusform>only {} of {} new runs has this metric</numerusform>
            <numerusform>only {} of {} new runs have this metric</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum over {} compilations with a known duration</source>
        <comment>sum over {} compilation with a known duration</comment>
        <translation>
            <numerusform>sum over {} compilation with a known duration</numerusform>
            <numerusform>sum over {} compilations with a known duration</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tensor parallel degree {} exceeds the {} GPUs of {}</source>
        <comment>tensor parallel degree {} exceeds the {} GPU of {}</comment>
        <translation>
            <numerusform>tensor parallel degree {} exceeds the {} GPU of {}</numerusform>
            <numerusform>tensor parallel degree {} exceeds the {} GPUs of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the host has {} vCPUs</source>
        <comment>the host has {} vCPU</comment>
        <translation>
            <numerusform>the host has {} vCPU</numerusform>
            <numerusform>the host has {} vCPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the operand types of {} multiplications are unknown</source>
        <comment>the operand type of {} multiplication is unknown</comment>
        <translation>
            <numerusform>the operand type of {} multiplication is unknown</numerusform>
            <numerusform>the operand types of {} multiplications are unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the record has {} fields, but the heading has {}</source>
        <comment>the record has {} field, but the heading has {}</comment>
        <translation>
            <numerusform>the record has {} field, but the heading has {}</numerusform>
            <numerusform>the record has {} fields, but the heading has {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the term of {} years for all nodes</source>
        <comment>the term of {} year for all nodes</comment>
        <translation>
            <numerusform>the term of {} year for all nodes</numerusform>
            <numerusform>the term of {} years for all nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>unexpected end of file: {} brackets are not closed</source>
        <comment>unexpected end of file: {} bracket is not closed</comment>
        <translation>
            <numerusform>unexpected end of file: {} bracket is not closed</numerusform>
            <numerusform>unexpected end of file: {} brackets are not closed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>wait for a replacement node; {} spare nodes</source>
        <comment>wait for a replacement node; {} spare node</comment>
        <translation>
            <numerusform>wait for a replacement node; {} spare node</numerusform>
            <numerusform>wait for a replacement node; {} spare nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>with {} instances: {}</source>
        <comment>with {} instance: {}</comment>
        <translation>
            <numerusform>with {} instance: {}</numerusform>
            <numerusform>with {} instances: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} (the {} files before it were imported)</source>
        <comment>{} (the {} file before it was imported)</comment>
        <translation>
            <numerusform>{} (the {} file before it was imported)</numerusform>
            <numerusform>{} (the {} files before it were imported)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} ({} times)</source>
        <comment>{} ({} time)</comment>
        <translation>
            <numerusform>{} ({} time)</numerusform>
            <numerusform>{} ({} times)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} GPUs</source>
        <comment>{} GPU</comment>
        <translation>
            <numerusform>{} GPU</numerusform>
            <numerusform>{} GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} GPUs instead of {}</source>
        <comment>{} GPU instead of {}</comment>
        <translation>
            <numerusform>{} GPU instead of {}</numerusform>
            <numerusform>{} GPUs instead of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} GPUs per replica</source>
        <comment>{} GPU per replica</comment>
        <translation>
            <numerusform>{} GPU per replica</numerusform>
            <numerusform>{} GPUs per replica</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} and {} checkpoints</source>
        <comment>{} and {} checkpoint</comment>
        <translation>
            <numerusform>{} and {} checkpoint</numerusform>
            <numerusform>{} and {} checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} and {} more runs</source>
        <comment>{} and {} more run</comment>
        <translation>
            <numerusform>{} and {} more run</numerusform>
            <numerusform>{} and {} more runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} and {} spare nodes</source>
        <comment>{} and {} spare node</comment>
        <translation>
            <numerusform>{} and {} spare node</numerusform>
            <numerusform>{} and {} spare nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} baseline runs</source>
        <comment>{} baseline run</comment>
        <translation>
            <numerusform>{} baseline run</numerusform>
            <numerusform>{} baseline runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} batch slots</source>
        <comment>{} batch slot</comment>
        <translation>
            <numerusform>{} batch slot</numerusform>
            <numerusform>{} batch slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives are excluded because they were recorded on more ranks than take part, so their groups cannot be distinguished.</source>
        <comment>{} collective is excluded because it was recorded on more ranks than take part, so its groups cannot be distinguished.</comment>
        <translation>
            <numerusform>{} collective is excluded because it was recorded on more ranks than take part, so its groups cannot be distinguished.</numerusform>
            <numerusform>{} collectives are excluded because they were recorded on more ranks than take part, so their groups cannot be distinguished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives of {} on average take {} ({} of the time) in which no engine computes. They are bound by latency, not by bandwidth.</source>
        <comment>{} collective of {} takes {} ({} of the time) in which no engine computes. It is bound by latency, not by bandwidth.</comment>
        <translation>
            <numerusform>{} collective of {} takes {} ({} of the time) in which no engine computes. It is bound by latency, not by bandwidth.</numerusform>
            <numerusform>{} collectives of {} on average take {} ({} of the time) in which no engine computes. They are bound by latency, not by bandwidth.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives that are not entirely in the analysed range are excluded.</source>
        <comment>{} collective that is not entirely in the analysed range is excluded.</comment>
        <translation>
            <numerusform>{} collective that is not entirely in the analysed range is excluded.</numerusform>
            <numerusform>{} collectives that are not entirely in the analysed range are excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives that were recorded on only one rank are excluded.</source>
        <comment>{} collective that was recorded on only one rank is excluded.</comment>
        <translation>
            <numerusform>{} collective that was recorded on only one rank is excluded.</numerusform>
            <numerusform>{} collectives that were recorded on only one rank are excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives were matched by time, because the ranks have different numbers of collectives of these kinds.</source>
        <comment>{} collective was matched by time, because the ranks have different numbers of collectives of this kind.</comment>
        <translation>
            <numerusform>{} collective was matched by time, because the ranks have different numbers of collectives of this kind.</numerusform>
            <numerusform>{} collectives were matched by time, because the ranks have different numbers of collectives of these kinds.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives whose ranks arrive within &apos;shortest_spread&apos; are excluded.</source>
        <comment>{} collective whose ranks arrive within &apos;shortest_spread&apos; is excluded.</comment>
        <translation>
            <numerusform>{} collective whose ranks arrive within &apos;shortest_spread&apos; is excluded.</numerusform>
            <numerusform>{} collectives whose ranks arrive within &apos;shortest_spread&apos; are excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} collectives with less waiting time are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} collective with less waiting time is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} collective with less waiting time is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} collectives with less waiting time are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} concurrent groups were simulated, but only their traffic is shown.</source>
        <comment>{} concurrent group was simulated, but only its traffic is shown.</comment>
        <translation>
            <numerusform>{} concurrent group was simulated, but only its traffic is shown.</numerusform>
            <numerusform>{} concurrent groups were simulated, but only their traffic is shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} copies of the model</source>
        <comment>{} copy of the model</comment>
        <translation>
            <numerusform>{} copy of the model</numerusform>
            <numerusform>{} copies of the model</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} copies per core</source>
        <comment>{} copy per core</comment>
        <translation>
            <numerusform>{} copy per core</numerusform>
            <numerusform>{} copies per core</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} cores</source>
        <comment>{} core</comment>
        <translation>
            <numerusform>{} core</numerusform>
            <numerusform>{} cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} cores at {}</source>
        <comment>{} core at {}</comment>
        <translation>
            <numerusform>{} core at {}</numerusform>
            <numerusform>{} cores at {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} cores of {} nodes</source>
        <comment>{} cores of {} node</comment>
        <translation>
            <numerusform>{} cores of {} node</numerusform>
            <numerusform>{} cores of {} nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} cores per replica</source>
        <comment>{} core per replica</comment>
        <translation>
            <numerusform>{} core per replica</numerusform>
            <numerusform>{} cores per replica</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} counter samples</source>
        <comment>{} counter sample</comment>
        <translation>
            <numerusform>{} counter sample</numerusform>
            <numerusform>{} counter samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} cycles</source>
        <comment>{} cycle</comment>
        <translation>
            <numerusform>{} cycle</numerusform>
            <numerusform>{} cycles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} days</source>
        <comment>{} day</comment>
        <translation>
            <numerusform>{} day</numerusform>
            <numerusform>{} days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} dependencies</source>
        <comment>{} dependency</comment>
        <translation>
            <numerusform>{} dependency</numerusform>
            <numerusform>{} dependencies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} events</source>
        <comment>{} event</comment>
        <translation>
            <numerusform>{} event</numerusform>
            <numerusform>{} events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} events are excluded because their host calls are unknown.</source>
        <comment>{} event is excluded because its host call is unknown.</comment>
        <translation>
            <numerusform>{} event is excluded because its host call is unknown.</numerusform>
            <numerusform>{} events are excluded because their host calls are unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} events are not a phase of a request and are excluded.</source>
        <comment>{} event is not a phase of a request and is excluded.</comment>
        <translation>
            <numerusform>{} event is not a phase of a request and is excluded.</numerusform>
            <numerusform>{} events are not a phase of a request and are excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} events do not belong to a layer.</source>
        <comment>{} event does not belong to a layer.</comment>
        <translation>
            <numerusform>{} event does not belong to a layer.</numerusform>
            <numerusform>{} events do not belong to a layer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} events that are not entirely within an execution are not compared.</source>
        <comment>{} event that is not entirely within an execution is not compared.</comment>
        <translation>
            <numerusform>{} event that is not entirely within an execution is not compared.</numerusform>
            <numerusform>{} events that are not entirely within an execution are not compared.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} events with a total duration of {}</source>
        <comment>{} event with a duration of {}</comment>
        <translation>
            <numerusform>{} event with a duration of {}</numerusform>
            <numerusform>{} events with a total duration of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} executions computed {} positions for {} tokens; {} of the positions are padding up to the size of the buckets.</source>
        <comment>{} execution computed {} positions for {} tokens; {} of the positions are padding up to the size of the bucket.</comment>
        <translation>
            <numerusform>{} execution computed {} positions for {} tokens; {} of the positions are padding up to the size of the bucket.</numerusform>
            <numerusform>{} executions computed {} positions for {} tokens; {} of the positions are padding up to the size of the buckets.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} faster requests are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} faster request is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} faster request is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} faster requests are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} files are not runs and were skipped: {}</source>
        <comment>{} file is not a run and was skipped: {}</comment>
        <translation>
            <numerusform>{} file is not a run and was skipped: {}</numerusform>
            <numerusform>{} files are not runs and were skipped: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} groups have no residual because only one of the runs contains them.</source>
        <comment>{} group has no residual because only one of the runs contains it.</comment>
        <translation>
            <numerusform>{} group has no residual because only one of the runs contains it.</numerusform>
            <numerusform>{} groups have no residual because only one of the runs contains them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} groups of {} ranks with a stride of {} need {} logical cores; {} has {}</source>
        <comment>{} group of {} ranks with a stride of {} needs {} logical cores; {} has {}</comment>
        <translation>
            <numerusform>{} group of {} ranks with a stride of {} needs {} logical cores; {} has {}</numerusform>
            <numerusform>{} groups of {} ranks with a stride of {} need {} logical cores; {} has {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} has only {} cores</source>
        <comment>{} has only {} core</comment>
        <translation>
            <numerusform>{} has only {} core</numerusform>
            <numerusform>{} has only {} cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} instances (USD {} per hour)</source>
        <comment>{} instance (USD {} per hour)</comment>
        <translation>
            <numerusform>{} instance (USD {} per hour)</numerusform>
            <numerusform>{} instances (USD {} per hour)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} layers are not enough for {} pipeline stages with {} chunks each</source>
        <comment>{} layers are not enough for {} pipeline stages with {} chunk each</comment>
        <translation>
            <numerusform>{} layers are not enough for {} pipeline stages with {} chunk each</numerusform>
            <numerusform>{} layers are not enough for {} pipeline stages with {} chunks each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} lengths above the largest bucket were skipped.</source>
        <comment>{} length above the largest bucket was skipped.</comment>
        <translation>
            <numerusform>{} length above the largest bucket was skipped.</numerusform>
            <numerusform>{} lengths above the largest bucket were skipped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} less busy tracks are not shown.</source>
        <comment>{} less busy track is not shown.</comment>
        <translation>
            <numerusform>{} less busy track is not shown.</numerusform>
            <numerusform>{} less busy tracks are not shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} lines</source>
        <comment>{} line</comment>
        <translation>
            <numerusform>{} line</numerusform>
            <numerusform>{} lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} lines excluded by the filter</source>
        <comment>{} line excluded by the filter</comment>
        <translation>
            <numerusform>{} line excluded by the filter</numerusform>
            <numerusform>{} lines excluded by the filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} lines of the journal cannot be read, so their tasks ran again.</source>
        <comment>{} line of the journal cannot be read, so its task ran again.</comment>
        <translation>
            <numerusform>{} line of the journal cannot be read, so its task ran again.</numerusform>
            <numerusform>{} lines of the journal cannot be read, so their tasks ran again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} links with traffic are not connected to a shown chip.</source>
        <comment>{} link with traffic is not connected to a shown chip.</comment>
        <translation>
            <numerusform>{} link with traffic is not connected to a shown chip.</numerusform>
            <numerusform>{} links with traffic are not connected to a shown chip.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} metrics differ.</source>
        <comment>{} metric differs.</comment>
        <translation>
            <numerusform>{} metric differs.</numerusform>
            <numerusform>{} metrics differ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} microbatches</source>
        <comment>{} microbatch</comment>
        <translation>
            <numerusform>{} microbatch</numerusform>
            <numerusform>{} microbatches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} microbatches of {} on each of {} data parallel ranks</source>
        <comment>{} microbatch of {} on each of {} data parallel ranks</comment>
        <translation>
            <numerusform>{} microbatch of {} on each of {} data parallel ranks</numerusform>
            <numerusform>{} microbatches of {} on each of {} data parallel ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more DMA instructions are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more DMA instruction is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more DMA instruction is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more DMA instructions are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more metrics are not listed.</source>
        <comment>{} more metric is not listed.</comment>
        <translation>
            <numerusform>{} more metric is not listed.</numerusform>
            <numerusform>{} more metrics are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more operators with smaller savings are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more operator with a smaller saving is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more operator with a smaller saving is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more operators with smaller savings are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more regions are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more region is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more region is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more regions are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more rows are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more row is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more row is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more rows are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more rows are not listed.</source>
        <comment>{} more row is not listed.</comment>
        <translation>
            <numerusform>{} more row is not listed.</numerusform>
            <numerusform>{} more rows are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more rows with less active time are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more row with less active time is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more row with less active time is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more rows with less active time are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more waits are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more wait is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more wait is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more waits are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} new instance types: {}</source>
        <comment>{} new instance type: {}</comment>
        <translation>
            <numerusform>{} new instance type: {}</numerusform>
            <numerusform>{} new instance types: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} new runs</source>
        <comment>{} new run</comment>
        <translation>
            <numerusform>{} new run</numerusform>
            <numerusform>{} new runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of TensorE&apos;s FLOPs only transpose data ({} instructions, {} of {}).</source>
        <comment>{} of TensorE&apos;s FLOPs only transpose data ({} instruction, {} of {}).</comment>
        <translation>
            <numerusform>{} of TensorE&apos;s FLOPs only transpose data ({} instruction, {} of {}).</numerusform>
            <numerusform>{} of TensorE&apos;s FLOPs only transpose data ({} instructions, {} of {}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of the engines&apos; time is in NKI kernels. {} instructions ({}) come from the compiler.</source>
        <comment>{} of the engines&apos; time is in NKI kernels. {} instruction ({}) comes from the compiler.</comment>
        <translation>
            <numerusform>{} of the engines&apos; time is in NKI kernels. {} instruction ({}) comes from the compiler.</numerusform>
            <numerusform>{} of the engines&apos; time is in NKI kernels. {} instructions ({}) come from the compiler.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of the instances are spares for failures.</source>
        <comment>{} of the instances is a spare for failures.</comment>
        <translation>
            <numerusform>{} of the instances is a spare for failures.</numerusform>
            <numerusform>{} of the instances are spares for failures.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of {} requests are excluded because they were rejected or not completed in the analysed range.</source>
        <comment>{} of {} requests is excluded because it was rejected or not completed in the analysed range.</comment>
        <translation>
            <numerusform>{} of {} requests is excluded because it was rejected or not completed in the analysed range.</numerusform>
            <numerusform>{} of {} requests are excluded because they were rejected or not completed in the analysed range.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} operators appear faster than the roof, because the run does not state their complete time.</source>
        <comment>{} operator appears faster than the roof, because the run does not state its complete time.</comment>
        <translation>
            <numerusform>{} operator appears faster than the roof, because the run does not state its complete time.</numerusform>
            <numerusform>{} operators appear faster than the roof, because the run does not state their complete time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} packets are excluded, as in Neuron Explorer&apos;s export, because their rings had a packet in flight at the start or end of the execution.</source>
        <comment>{} packet is excluded, as in Neuron Explorer&apos;s export, because its ring had a packet in flight at the start or end of the execution.</comment>
        <translation>
            <numerusform>{} packet is excluded, as in Neuron Explorer&apos;s export, because its ring had a packet in flight at the start or end of the execution.</numerusform>
            <numerusform>{} packets are excluded, as in Neuron Explorer&apos;s export, because their rings had a packet in flight at the start or end of the execution.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} packets were not triggered by an instruction of this run.</source>
        <comment>{} packet was not triggered by an instruction of this run.</comment>
        <translation>
            <numerusform>{} packet was not triggered by an instruction of this run.</numerusform>
            <numerusform>{} packets were not triggered by an instruction of this run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} packets without a size are excluded.</source>
        <comment>{} packet without a size is excluded.</comment>
        <translation>
            <numerusform>{} packet without a size is excluded.</numerusform>
            <numerusform>{} packets without a size are excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} passes are shown as one slice per engine; the passes of the first microbatch show their operators.</source>
        <comment>{} pass is shown as one slice per engine; the passes of the first microbatch show their operators.</comment>
        <translation>
            <numerusform>{} pass is shown as one slice per engine; the passes of the first microbatch show their operators.</numerusform>
            <numerusform>{} passes are shown as one slice per engine; the passes of the first microbatch show their operators.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} per layer with experts x {} layers x {}</source>
        <comment>{} per layer with experts x {} layer x {}</comment>
        <translation>
            <numerusform>{} per layer with experts x {} layer x {}</numerusform>
            <numerusform>{} per layer with experts x {} layers x {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} per layer x {} layers x {}</source>
        <comment>{} per layer x {} layer x {}</comment>
        <translation>
            <numerusform>{} per layer x {} layer x {}</numerusform>
            <numerusform>{} per layer x {} layers x {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} physical cores</source>
        <comment>{} physical core</comment>
        <translation>
            <numerusform>{} physical core</numerusform>
            <numerusform>{} physical cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} positions of {} sequences x {} elements x {} B</source>
        <comment>{} positions of {} sequence x {} elements x {} B</comment>
        <translation>
            <numerusform>{} positions of {} sequence x {} elements x {} B</numerusform>
            <numerusform>{} positions of {} sequences x {} elements x {} B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} regions with small packets are excluded, because larger packets take most of their packet time.</source>
        <comment>{} region with small packets is excluded, because larger packets take most of its packet time.</comment>
        <translation>
            <numerusform>{} region with small packets is excluded, because larger packets take most of its packet time.</numerusform>
            <numerusform>{} regions with small packets are excluded, because larger packets take most of their packet time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} regressions</source>
        <comment>{} regression</comment>
        <translation>
            <numerusform>{} regression</numerusform>
            <numerusform>{} regressions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} replicas at {} of their capacity, with {} of the batch slots in use.</source>
        <comment>{} replica at {} of its capacity, with {} of the batch slots in use.</comment>
        <translation>
            <numerusform>{} replica at {} of its capacity, with {} of the batch slots in use.</numerusform>
            <numerusform>{} replicas at {} of their capacity, with {} of the batch slots in use.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} replicas, {} per instance</source>
        <comment>{} replica, {} per instance</comment>
        <translation>
            <numerusform>{} replica, {} per instance</numerusform>
            <numerusform>{} replicas, {} per instance</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} reports</source>
        <comment>{} report</comment>
        <translation>
            <numerusform>{} report</numerusform>
            <numerusform>{} reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} rows</source>
        <comment>{} row</comment>
        <translation>
            <numerusform>{} row</numerusform>
            <numerusform>{} rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} rows with less time are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} row with less time is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} row with less time is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} rows with less time are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} rows; the result has more (see --limit)</source>
        <comment>{} row; the result has more (see --limit)</comment>
        <translation>
            <numerusform>{} row; the result has more (see --limit)</numerusform>
            <numerusform>{} rows; the result has more (see --limit)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} rules were evaluated and have no findings.</source>
        <comment>{} rule was evaluated and has no finding.</comment>
        <translation>
            <numerusform>{} rule was evaluated and has no finding.</numerusform>
            <numerusform>{} rules were evaluated and have no findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} sequences</source>
        <comment>{} sequence</comment>
        <translation>
            <numerusform>{} sequence</numerusform>
            <numerusform>{} sequences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} sequences per step</source>
        <comment>{} sequence per step</comment>
        <translation>
            <numerusform>{} sequence per step</numerusform>
            <numerusform>{} sequences per step</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} short segments</source>
        <comment>{} short segment</comment>
        <translation>
            <numerusform>{} short segment</numerusform>
            <numerusform>{} short segments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} slices on track &apos;{}&apos; have a negative duration, which is set to 0</source>
        <comment>{} slice on track &apos;{}&apos; has a negative duration, which is set to 0</comment>
        <translation>
            <numerusform>{} slice on track &apos;{}&apos; has a negative duration, which is set to 0</numerusform>
            <numerusform>{} slices on track &apos;{}&apos; have a negative duration, which is set to 0</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} slices on track &apos;{}&apos; have no end and are closed at the end of the trace</source>
        <comment>{} slice on track &apos;{}&apos; has no end and is closed at the end of the trace</comment>
        <translation>
            <numerusform>{} slice on track &apos;{}&apos; has no end and is closed at the end of the trace</numerusform>
            <numerusform>{} slices on track &apos;{}&apos; have no end and are closed at the end of the trace</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} steps</source>
        <comment>{} step</comment>
        <translation>
            <numerusform>{} step</numerusform>
            <numerusform>{} steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} terms of {} years for all nodes</source>
        <comment>{} terms of {} year for all nodes</comment>
        <translation>
            <numerusform>{} terms of {} year for all nodes</numerusform>
            <numerusform>{} terms of {} years for all nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} tracks</source>
        <comment>{} track</comment>
        <translation>
            <numerusform>{} track</numerusform>
            <numerusform>{} tracks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} trials</source>
        <comment>{} trial</comment>
        <translation>
            <numerusform>{} trial</numerusform>
            <numerusform>{} trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} trials were stopped before the deadline: {}</source>
        <comment>{} trial was stopped before the deadline: {}</comment>
        <translation>
            <numerusform>{} trial was stopped before the deadline: {}</numerusform>
            <numerusform>{} trials were stopped before the deadline: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} unexpected bytes after the gzip data</source>
        <comment>{} unexpected byte after the gzip data</comment>
        <translation>
            <numerusform>{} unexpected byte after the gzip data</numerusform>
            <numerusform>{} unexpected bytes after the gzip data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} waits shorter than {} ns are not listed.</source>
        <comment>{} wait shorter than {} ns is not listed.</comment>
        <translation>
            <numerusform>{} wait shorter than {} ns is not listed.</numerusform>
            <numerusform>{} waits shorter than {} ns are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} whole days for all nodes</source>
        <comment>{} whole day for all nodes</comment>
        <translation>
            <numerusform>{} whole day for all nodes</numerusform>
            <numerusform>{} whole days for all nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{}: {} instructions on one core of {}</source>
        <comment>{}: {} instruction on one core of {}</comment>
        <translation>
            <numerusform>{}: {} instruction on one core of {}</numerusform>
            <numerusform>{}: {} instructions on one core of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{}: {} smaller components of the peak are not listed (parameter &apos;live&apos;).</source>
        <comment>{}: {} smaller component of the peak is not listed (parameter &apos;live&apos;).</comment>
        <translation>
            <numerusform>{}: {} smaller component of the peak is not listed (parameter &apos;live&apos;).</numerusform>
            <numerusform>{}: {} smaller components of the peak are not listed (parameter &apos;live&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{}: {}, {} microbatches of {}</source>
        <comment>{}: {}, {} microbatch of {}</comment>
        <translation>
            <numerusform>{}: {}, {} microbatch of {}</numerusform>
            <numerusform>{}: {}, {} microbatches of {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} prices added: {} new, {} confirmed, {} changed; {} existed already</source>
        <comment>{} price added: {} new, {} confirmed, {} changed; {} existed already</comment>
        <translation>
            <numerusform>{} price added: {} new, {} confirmed, {} changed; {} existed already</numerusform>
            <numerusform>{} prices added: {} new, {} confirmed, {} changed; {} existed already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} characters are shown as boxes because no installed font has them; install Noto fonts and write the report again.</source>
        <comment>{} character is shown as a box because no installed font has it; install Noto fonts and write the report again.</comment>
        <translation>
            <numerusform>{} character is shown as a box because no installed font has it; install Noto fonts and write the report again.</numerusform>
            <numerusform>{} characters are shown as boxes because no installed font has them; install Noto fonts and write the report again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Repeated reads of {} instructions are a lower limit: only their tensors are known, not their addresses.</source>
        <comment>Repeated reads of {} instruction are a lower limit: only its tensor is known, not its addresses.</comment>
        <translation>
            <numerusform>Repeated reads of {} instruction are a lower limit: only its tensor is known, not its addresses.</numerusform>
            <numerusform>Repeated reads of {} instructions are a lower limit: only their tensors are known, not their addresses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of {} scrapes</source>
        <comment>of {} scrape</comment>
        <translation>
            <numerusform>of {} scrape</numerusform>
            <numerusform>mean of {} scrapes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of {} scrapes; sum over the runtimes of each</source>
        <comment>of {} scrape; sum over the runtimes</comment>
        <translation>
            <numerusform>of {} scrape; sum over the runtimes</numerusform>
            <numerusform>mean of {} scrapes; sum over the runtimes of each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of {} scrapes; sum over the engines of the server</source>
        <comment>of {} scrape; sum over the engines of the server</comment>
        <translation>
            <numerusform>of {} scrape; sum over the engines of the server</numerusform>
            <numerusform>of {} scrapes; sum over the engines of the server</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more operators with less time are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more operator with less time is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more operator with less time is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more operators with less time are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of {} NeuronCores that are assigned to runtimes are idle: {}. Of {} of core time, {} ({}) are idle.</source>
        <comment>{} of {} NeuronCore that is assigned to a runtime is idle: {}. Of {} of core time, {} ({}) are idle.</comment>
        <translation>
            <numerusform>{} of {} NeuronCore that is assigned to a runtime is idle: {}. Of {} of core time, {} ({}) are idle.</numerusform>
            <numerusform>{} of {} NeuronCores that are assigned to runtimes are idle: {}. Of {} of core time, {} ({}) are idle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of {} NeuronCores that are assigned to runtimes are idle: {}. The capture has one report, so the length of this state is unknown.</source>
        <comment>{} of {} NeuronCore that is assigned to a runtime is idle: {}. The capture has one report, so the length of this state is unknown.</comment>
        <translation>
            <numerusform>{} of {} NeuronCore that is assigned to a runtime is idle: {}. The capture has one report, so the length of this state is unknown.</numerusform>
            <numerusform>{} of {} NeuronCores that are assigned to runtimes are idle: {}. The capture has one report, so the length of this state is unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} rows with fewer failures are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} row with fewer failures is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} row with fewer failures is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} rows with fewer failures are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&apos;{}&apos; does not contain {} source files of the run, for example {}.</source>
        <comment>&apos;{}&apos; does not contain {} source file of the run: {}.</comment>
        <translation>
            <numerusform>&apos;{}&apos; does not contain {} source file of the run: {}.</numerusform>
            <numerusform>&apos;{}&apos; does not contain {} source files of the run, for example {}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&apos;{}&apos; has {} lines, but the run states line {}. The file is probably another version.</source>
        <comment>&apos;{}&apos; has {} line, but the run states line {}. The file is probably another version.</comment>
        <translation>
            <numerusform>&apos;{}&apos; has {} line, but the run states line {}. The file is probably another version.</numerusform>
            <numerusform>&apos;{}&apos; has {} lines, but the run states line {}. The file is probably another version.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The addresses of {} operands are in registers, in other cores or outside of the memories. They are not included.</source>
        <comment>The address of {} operand is in a register, in another core or outside of the memories. It is not included.</comment>
        <translation>
            <numerusform>The address of {} operand is in a register, in another core or outside of the memories. It is not included.</numerusform>
            <numerusform>The addresses of {} operands are in registers, in other cores or outside of the memories. They are not included.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} ({} rules)</source>
        <comment>{} ({} rule)</comment>
        <translation>
            <numerusform>{} ({} rule)</numerusform>
            <numerusform>{} ({} rules)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} DMA transfers use prepared descriptors, whose addresses are not in the capture.</source>
        <comment>{} DMA transfer uses prepared descriptors, whose addresses are not in the capture.</comment>
        <translation>
            <numerusform>{} DMA transfer uses prepared descriptors, whose addresses are not in the capture.</numerusform>
            <numerusform>{} DMA transfers use prepared descriptors, whose addresses are not in the capture.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} doubtful rows are not counted (--doubtful counts them).</source>
        <comment>{} doubtful row is not counted (--doubtful counts it).</comment>
        <translation>
            <numerusform>{} doubtful row is not counted (--doubtful counts it).</numerusform>
            <numerusform>{} doubtful rows are not counted (--doubtful counts them).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} more groups are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} more group is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} more group is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} more groups are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} regions are not included because a run is divided into at most 200,000 regions; use --range or --core.</source>
        <comment>{} region is not included because a run is divided into at most 200,000 regions; use --range or --core.</comment>
        <translation>
            <numerusform>{} region is not included because a run is divided into at most 200,000 regions; use --range or --core.</numerusform>
            <numerusform>{} regions are not included because a run is divided into at most 200,000 regions; use --range or --core.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} regions cross an edge of the analysed range and are not included.</source>
        <comment>{} region crosses an edge of the analysed range and is not included.</comment>
        <translation>
            <numerusform>{} region crosses an edge of the analysed range and is not included.</numerusform>
            <numerusform>{} regions cross an edge of the analysed range and are not included.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} smaller lifetimes are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} smaller lifetime is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} smaller lifetime is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} smaller lifetimes are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} stages</source>
        <comment>{} stage</comment>
        <translation>
            <numerusform>{} stage</numerusform>
            <numerusform>{} stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} outputs end at the length of the training sequences</source>
        <comment>{} output ends at the length of the training sequences</comment>
        <translation>
            <numerusform>{} output ends at the length of the training sequences</numerusform>
            <numerusform>{} outputs end at the length of the training sequences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} pairs of sequences per step</source>
        <comment>{} pair of sequences per step</comment>
        <translation>
            <numerusform>{} pair of sequences per step</numerusform>
            <numerusform>{} pairs of sequences per step</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} sequences of {} prompts on {} replicas</source>
        <comment>{} sequences of {} prompts on {} replica</comment>
        <translation>
            <numerusform>{} sequences of {} prompts on {} replica</numerusform>
            <numerusform>{} sequences of {} prompts on {} replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of {} prices are out of date; &apos;nscope prices check&apos; shows which files to import.</source>
        <comment>{} of {} prices is out of date; &apos;nscope prices check&apos; shows which file to import.</comment>
        <translation>
            <numerusform>{} of {} prices is out of date; &apos;nscope prices check&apos; shows which file to import.</numerusform>
            <numerusform>{} of {} prices are out of date; &apos;nscope prices check&apos; shows which files to import.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} prices are out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months).</source>
        <comment>{} price is out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months).</comment>
        <translation>
            <numerusform>{} price is out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months).</numerusform>
            <numerusform>{} prices are out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} prices are out of date or unknown. Download the files and import them: nscope prices import FILE, with --observed DAY if they have no date.</source>
        <comment>{} price is out of date or unknown. Download the file and import it: nscope prices import FILE, with --observed DAY if it has no date.</comment>
        <translation>
            <numerusform>{} price is out of date or unknown. Download the file and import it: nscope prices import FILE, with --observed DAY if it has no date.</numerusform>
            <numerusform>{} prices are out of date or unknown. Download the files and import them: nscope prices import FILE, with --observed DAY if they have no date.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If the load stays the same for {} years, the cheapest mix of purchase options costs USD {} per hour on average, {} less than {} for all instances.</source>
        <comment>If the load stays the same for {} year, the cheapest mix of purchase options costs USD {} per hour on average, {} less than {} for all instances.</comment>
        <translation>
            <numerusform>If the load stays the same for {} year, the cheapest mix of purchase options costs USD {} per hour on average, {} less than {} for all instances.</numerusform>
            <numerusform>If the load stays the same for {} years, the cheapest mix of purchase options costs USD {} per hour on average, {} less than {} for all instances.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If the load stays the same for {} years, {} for all instances is the cheapest: USD {} per hour on average.</source>
        <comment>If the load stays the same for {} year, {} for all instances is the cheapest: USD {} per hour on average.</comment>
        <translation>
            <numerusform>If the load stays the same for {} year, {} for all instances is the cheapest: USD {} per hour on average.</numerusform>
            <numerusform>If the load stays the same for {} years, {} for all instances is the cheapest: USD {} per hour on average.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>meets the limits with {} instances</source>
        <comment>meets the limits with {} instance</comment>
        <translation>
            <numerusform>meets the limits with {} instance</numerusform>
            <numerusform>meets the limits with {} instances</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} candidates</source>
        <comment>{} candidate</comment>
        <translation>
            <numerusform>{} candidate</numerusform>
            <numerusform>{} candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} executions of the draft</source>
        <comment>{} execution of the draft</comment>
        <translation>
            <numerusform>{} execution of the draft</numerusform>
            <numerusform>{} executions of the draft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} instances are not enough: each core needs {} and has {}.</source>
        <comment>{} instance is not enough: each core needs {} and has {}.</comment>
        <translation>
            <numerusform>{} instance is not enough: each core needs {} and has {}.</numerusform>
            <numerusform>{} instances are not enough: each core needs {} and has {}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} instances per replica are also enough.</source>
        <comment>{} instance per replica is also enough.</comment>
        <translation>
            <numerusform>{} instance per replica is also enough.</numerusform>
            <numerusform>{} instances per replica are also enough.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} nodes</source>
        <comment>{} node</comment>
        <translation>
            <numerusform>{} node</numerusform>
            <numerusform>{} nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} output tokens</source>
        <comment>{} output token</comment>
        <translation>
            <numerusform>{} output token</numerusform>
            <numerusform>{} output tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} pipeline stages</source>
        <comment>{} pipeline stage</comment>
        <translation>
            <numerusform>{} pipeline stage</numerusform>
            <numerusform>{} pipeline stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} prompt tokens</source>
        <comment>{} prompt token</comment>
        <translation>
            <numerusform>{} prompt token</numerusform>
            <numerusform>{} prompt tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} replicas on {} instances each, {} on the same instances</source>
        <comment>{} replica on {} instances, {} on the same instances</comment>
        <translation>
            <numerusform>{} replica on {} instances, {} on the same instances</numerusform>
            <numerusform>{} replicas on {} instances each, {} on the same instances</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} resident x {} / {} cores</source>
        <comment>{} resident x {} / {} core</comment>
        <translation>
            <numerusform>{} resident x {} / {} core</numerusform>
            <numerusform>{} resident x {} / {} cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} tokens</source>
        <comment>{} token</comment>
        <translation>
            <numerusform>{} token</numerusform>
            <numerusform>{} tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} {} instances</source>
        <comment>{} {} instance</comment>
        <translation>
            <numerusform>{} {} instance</numerusform>
            <numerusform>{} {} instances</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>speculation with {} ({} tokens)</source>
        <comment>speculation with {} ({} token)</comment>
        <translation>
            <numerusform>speculation with {} ({} token)</numerusform>
            <numerusform>speculation with {} ({} tokens)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} cores on each of {} instances</source>
        <comment>{} core on each of {} instances</comment>
        <translation>
            <numerusform>{} core on each of {} instances</numerusform>
            <numerusform>{} cores on each of {} instances</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} decode replicas</source>
        <comment>{} decode replica</comment>
        <translation>
            <numerusform>{} decode replica</numerusform>
            <numerusform>{} decode replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} prefill replicas</source>
        <comment>{} prefill replica</comment>
        <translation>
            <numerusform>{} prefill replica</numerusform>
            <numerusform>{} prefill replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} replicas</source>
        <comment>{} replica</comment>
        <translation>
            <numerusform>{} replica</numerusform>
            <numerusform>{} replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} slots</source>
        <comment>{} slot</comment>
        <translation>
            <numerusform>{} slot</numerusform>
            <numerusform>{} slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Better overlapped {} ({} kinds)</source>
        <comment>Better overlapped {} ({} kind)</comment>
        <translation>
            <numerusform>Better overlapped {} ({} kind)</numerusform>
            <numerusform>Better overlapped {} ({} kinds)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Less overlapped {} ({} kinds)</source>
        <comment>Less overlapped {} ({} kind)</comment>
        <translation>
            <numerusform>Less overlapped {} ({} kind)</numerusform>
            <numerusform>Less overlapped {} ({} kinds)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} instances for USD {} per hour</source>
        <comment>{} instance for USD {} per hour</comment>
        <translation>
            <numerusform>{} instance for USD {} per hour</numerusform>
            <numerusform>{} instances for USD {} per hour</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} stated waits began before the preceding instruction started; only the gaps between the instructions count.</source>
        <comment>{} stated wait began before the preceding instruction started; only the gap between the instructions counts.</comment>
        <translation>
            <numerusform>{} stated wait began before the preceding instruction started; only the gap between the instructions counts.</numerusform>
            <numerusform>{} stated waits began before the preceding instruction started; only the gaps between the instructions count.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} chips</source>
        <comment>{} chip</comment>
        <translation>
            <numerusform>{} chip</numerusform>
            <numerusform>{} chips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} lines of the unfinished results cannot be read, so their points were evaluated again.</source>
        <comment>{} line of the unfinished results cannot be read, so its point was evaluated again.</comment>
        <translation>
            <numerusform>{} line of the unfinished results cannot be read, so its point was evaluated again.</numerusform>
            <numerusform>{} lines of the unfinished results cannot be read, so their points were evaluated again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} notes outside the selected part are left out.</source>
        <comment>{} note outside the selected part is left out.</comment>
        <translation>
            <numerusform>{} note outside the selected part is left out.</numerusform>
            <numerusform>{} notes outside the selected part are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of {} points are missing ({}{}); run the missing shards, then merge again</source>
        <comment>{} of {} points is missing ({}{}); run the missing shards, then merge again</comment>
        <translation>
            <numerusform>{} of {} points is missing ({}{}); run the missing shards, then merge again</numerusform>
            <numerusform>{} of {} points are missing ({}{}); run the missing shards, then merge again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} points were evaluated by an earlier run.</source>
        <comment>{} point was evaluated by an earlier run.</comment>
        <translation>
            <numerusform>{} point was evaluated by an earlier run.</numerusform>
            <numerusform>{} points were evaluated by an earlier run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} operators state neither FLOPs nor HBM bytes: {}.</source>
        <comment>{} operator states neither FLOPs nor HBM bytes: {}.</comment>
        <translation>
            <numerusform>{} operator states neither FLOPs nor HBM bytes: {}.</numerusform>
            <numerusform>{} operators state neither FLOPs nor HBM bytes: {}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>simulated: {} copies of the model, assumed not to slow each other, batch {}, {} input tokens, {}</source>
        <comment>simulated: {} copy of the model, batch {}, {} input tokens, {}</comment>
        <translation>
            <numerusform>simulated: {} copy of the model, batch {}, {} input tokens, {}</numerusform>
            <numerusform>simulated: {} copies of the model, assumed not to slow each other, batch {}, {} input tokens, {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} later rows are not listed (parameter &apos;rows&apos;).</source>
        <comment>{} later row is not listed (parameter &apos;rows&apos;).</comment>
        <translation>
            <numerusform>{} later row is not listed (parameter &apos;rows&apos;).</numerusform>
            <numerusform>{} later rows are not listed (parameter &apos;rows&apos;).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} of {} prices are out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months); the oldest, {}, is {} days old</source>
        <comment>{} of {} prices is out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months); the oldest, {}, is {} days old</comment>
        <translation>
            <numerusform>{} of {} prices is out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months); the oldest, {}, is {} days old</numerusform>
            <numerusform>{} of {} prices are out of date (Spot after 7 days, Capacity Blocks after 3 months, others after 12 months); the oldest, {}, is {} days old</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} billion</source>
        <comment>{} billion</comment>
        <translation>
            <numerusform>{} billion</numerusform>
            <numerusform>{} billion</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} million</source>
        <comment>{} million</comment>
        <translation>
            <numerusform>{} million</numerusform>
            <numerusform>{} million</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} quadrillion</source>
        <comment>{} quadrillion</comment>
        <translation>
            <numerusform>{} quadrillion</numerusform>
            <numerusform>{} quadrillion</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} transfers state neither the addresses nor the tensors that they read ({}); their reads count as not repeated.</source>
        <comment>{} transfer states neither the addresses nor the tensor that it reads ({}); its reads count as not repeated.</comment>
        <translation>
            <numerusform>{} transfer states neither the addresses nor the tensor that it reads ({}); its reads count as not repeated.</numerusform>
            <numerusform>{} transfers state neither the addresses nor the tensors that they read ({}); their reads count as not repeated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} trillion</source>
        <comment>{} trillion</comment>
        <translation>
            <numerusform>{} trillion</numerusform>
            <numerusform>{} trillion</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The commitment for {} years costs USD {}, whether the fleet is used or not.</source>
        <comment>The commitment for {} year costs USD {}, whether the fleet is used or not.</comment>
        <translation>
            <numerusform>The commitment for {} year costs USD {}, whether the fleet is used or not.</numerusform>
            <numerusform>The commitment for {} years costs USD {}, whether the fleet is used or not.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} nodes, {}: {}</source>
        <comment>{} node, {}: {}</comment>
        <translation>
            <numerusform>{} node, {}: {}</numerusform>
            <numerusform>{} nodes, {}: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mix of purchase options: the load stays the same for {} years</source>
        <comment>Mix of purchase options: the load stays the same for {} year</comment>
        <translation>
            <numerusform>Mix of purchase options: the load stays the same for {} year</numerusform>
            <numerusform>Mix of purchase options: the load stays the same for {} years</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Spot: {} instances can be had at the same time, as stated; used only in mixes</source>
        <comment>Spot: {} instance can be had at the same time, as stated; used only in mixes</comment>
        <translation>
            <numerusform>Spot: {} instance can be had at the same time, as stated; used only in mixes</numerusform>
            <numerusform>Spot: {} instances can be had at the same time, as stated; used only in mixes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The load of {} per month costs USD {} per month with {} that are always on and used for {} of their capacity, and USD {} if only busy time is paid.</source>
        <comment>The load of {} per month costs USD {} per month with {} that is always on and used for {} of its capacity, and USD {} if only busy time is paid.</comment>
        <translation>
            <numerusform>The load of {} per month costs USD {} per month with {} that is always on and used for {} of its capacity, and USD {} if only busy time is paid.</numerusform>
            <numerusform>The load of {} per month costs USD {} per month with {} that are always on and used for {} of their capacity, and USD {} if only busy time is paid.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This is the fleet of the busiest hour at all times. With instances that follow the hourly load and the cheapest mix of purchase options for {} years ({}), it costs {}.</source>
        <comment>This is the fleet of the busiest hour at all times. With instances that follow the hourly load and the cheapest mix of purchase options for {} year ({}), it costs {}.</comment>
        <translation>
            <numerusform>This is the fleet of the busiest hour at all times. With instances that follow the hourly load and the cheapest mix of purchase options for {} year ({}), it costs {}.</numerusform>
            <numerusform>This is the fleet of the busiest hour at all times. With instances that follow the hourly load and the cheapest mix of purchase options for {} years ({}), it costs {}.</numerusform>
        </translation>
    </message>
</context>
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
    <name>nscope::gui::FleetTypesModel</name>
    <message numerus="yes">
        <source>%n instance type(s) without a fleet</source>
        <translation>
            <numerusform>%n instance type without a fleet</numerusform>
            <numerusform>%n instance types without a fleet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::ItemPanel</name>
    <message numerus="yes">
        <source>Show %n Impossible Item(s)</source>
        <translation>
            <numerusform>Show %n Impossible Item</numerusform>
            <numerusform>Show %n Impossible Items</numerusform>
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
    <name>nscope::gui::OnchipMapView</name>
    <message numerus="yes">
        <source>%n rectangle(s). The arrow keys go from one to the next, and the Enter key shows the event that wrote it in the timeline.</source>
        <translation>
            <numerusform>%n rectangle. The arrow keys go from one to the next, and the Enter key shows the event that wrote it in the timeline.</numerusform>
            <numerusform>%n rectangles. The arrow keys go from one to the next, and the Enter key shows the event that wrote it in the timeline.</numerusform>
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
        <source>%n operator(s). The table next to the chart shows all values.</source>
        <translation>
            <numerusform>%n operator. The table next to the chart shows all values.</numerusform>
            <numerusform>%n operators. The table next to the chart shows all values.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineDock</name>
    <message numerus="yes">
        <source>Not in the plot: %n operator(s) without FLOPs or without HBM bytes.</source>
        <translation>
            <numerusform>Not in the plot: %n operator without FLOPs or without HBM bytes.</numerusform>
            <numerusform>Not in the plot: %n operators without FLOPs or without HBM bytes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::SelectionDock</name>
    <message numerus="yes">
        <source>%1 on %n track(s)</source>
        <translation>
            <numerusform>%1 on %n track</numerusform>
            <numerusform>%1 on %n tracks</numerusform>
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
        <source>%n more link(s) with fewer bytes</source>
        <translation>
            <numerusform>%n more link with fewer bytes</numerusform>
            <numerusform>%n more links with fewer bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WhatIfPanel</name>
    <message numerus="yes">
        <source>%n slider(s) moved away from the plan</source>
        <translation>
            <numerusform>%n slider moved away from the plan</numerusform>
            <numerusform>%n sliders moved away from the plan</numerusform>
        </translation>
    </message>
</context>
</TS>
