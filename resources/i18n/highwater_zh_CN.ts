<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>core</name>
    <message>
        <source>Context length (tokens, log₂ scale)</source>
        <translation>上下文长度（词元，log₂ 刻度）</translation>
    </message>
    <message>
        <source>Memory per GPU (GiB)</source>
        <translation>每卡显存 (GiB)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Logits and buffers</source>
        <translation>logits 与缓冲</translation>
    </message>
    <message>
        <source>Runtime overhead</source>
        <translation>运行时开销</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>end of forward</source>
        <translation>前向结束</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>计算损失</translation>
    </message>
    <message>
        <source>backward of a layer</source>
        <translation>单层反向</translation>
    </message>
    <message>
        <source>end of backward</source>
        <translation>反向结束</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Does not fit at any length</source>
        <translation>任何长度都放不下</translation>
    </message>
    <message>
        <source>Fits up to %1 {token|tokens}</source>
        <translation>最多可放下 %1 词元</translation>
    </message>
    <message>
        <source>Context length (tokens)</source>
        <translation>上下文长度（词元）</translation>
    </message>
    <message>
        <source>ZeRO-%1</source>
        <translation>ZeRO-%1</translation>
    </message>
    <message>
        <source>Training memory by context length: 8B, 70B, 405B</source>
        <translation>训练显存随上下文长度的变化：8B、70B、405B</translation>
    </message>
    <message>
        <source>must be one of %1</source>
        <translation>必须是以下之一：%1</translation>
    </message>
    <message>
        <source>is not a key of a plan</source>
        <translation>不是方案中的键</translation>
    </message>
    <message>
        <source>is written twice</source>
        <translation>重复出现</translation>
    </message>
    <message>
        <source>nested more than %1 levels deep</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation>必须是 %1</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>必须是对象</translation>
    </message>
    <message>
        <source>a plan has exactly one of model.id, model.custom and model.parameters</source>
        <translation>model.id、model.custom 和 model.parameters 在方案中必须有且只有一个</translation>
    </message>
    <message>
        <source>this plan was written by a newer Highwater; this one reads version %1</source>
        <translation>此方案由更新版本的 Highwater 写入；当前程序只能读取版本 %1</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>larger than a plan can be, %1 bytes</source>
        <translation>超过方案文件的大小上限 %1 字节</translation>
    </message>
    <message>
        <source>Does not fit with one sequence</source>
        <translation>一条序列也放不下</translation>
    </message>
    <message>
        <source>Does not fit on any number of GPUs</source>
        <translation>无论多少 GPU 都放不下</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>无代价</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Fused kernels</source>
        <translation>融合核函数</translation>
    </message>
    <message>
        <source>Chunked loss</source>
        <translation>分块损失</translation>
    </message>
    <message>
        <source>Free gradients after the step</source>
        <translation>每步后释放梯度</translation>
    </message>
    <message>
        <source>+50 % traffic</source>
        <translation>通信约 +50 %</translation>
    </message>
    <message>
        <source>same traffic</source>
        <translation>通信不变</translation>
    </message>
    <message>
        <source>a little more compute</source>
        <translation>计算略增</translation>
    </message>
    <message>
        <source>Recompute every layer</source>
        <translation>全层激活重算</translation>
    </message>
    <message>
        <source>+33 % compute</source>
        <translation>计算约 +33 %</translation>
    </message>
    <message>
        <source>16-bit gradients</source>
        <translation>16 位梯度</translation>
    </message>
    <message>
        <source>less precise sums</source>
        <translation>累加精度降低</translation>
    </message>
    <message>
        <source>8-bit AdamW</source>
        <translation>8 位 AdamW</translation>
    </message>
    <message>
        <source>%1 {GPU|GPUs}</source>
        <translation>%1 张 GPU</translation>
    </message>
    <message>
        <source>more hardware</source>
        <translation>硬件增加</translation>
    </message>
    <message>
        <source>changes the run</source>
        <translation>改变实验</translation>
    </message>
    <message>
        <source>Shorten to %1</source>
        <translation>缩短到 %1</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation>必须是 %1 到 %2 的整数</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>不能为负</translation>
    </message>
    <message>
        <source>must not be below --from, %1</source>
        <translation>不能小于 --from 的值 %1</translation>
    </message>
    <message>
        <source>must be a key with whole numbers, such as workload.context</source>
        <translation>必须是取整数的键，例如 workload.context</translation>
    </message>
    <message>
        <source>is not in the catalogue</source>
        <translation>不在目录中</translation>
    </message>
    <message>
        <source>is not in the catalogue; similar: %1</source>
        <translation>不在目录中；相近的有：%1</translation>
    </message>
    <message>
        <source>must come to at most %1 parameters</source>
        <translation>总参数量不能超过 %1</translation>
    </message>
    <message>
        <source>must divide the number of heads, %1</source>
        <translation>必须能整除注意力头数 %1</translation>
    </message>
    <message>
        <source>must not be more than the number of layers, %1</source>
        <translation>不能超过层数 %1</translation>
    </message>
    <message>
        <source>must divide the number of experts, %1</source>
        <translation>必须能整除专家数 %1</translation>
    </message>
    <message>
        <source>must be at least tensor · pipeline · context parallel, %1</source>
        <translation>不能小于张量 · 流水线 · 上下文并行之积 %1</translation>
    </message>
    <message>
        <source>must divide the ranks that share the states, %1</source>
        <translation>必须能整除共同切分模型状态的 rank 数 %1</translation>
    </message>
    <message>
        <source>must be at most 1 with pipeline parallelism in DeepSpeed</source>
        <translation>在 DeepSpeed 中使用流水线并行时不能超过 1</translation>
    </message>
    <message>
        <source>must be a power of two</source>
        <translation>必须是 2 的幂</translation>
    </message>
    <message>
        <source>%1 {GPU does|GPUs do} not divide by tensor · pipeline · context parallel, %2: %3 {stays|stay} idle</source>
        <translation>%1 张 GPU 不能被张量 · 流水线 · 上下文并行之积 %2 整除：%3 张闲置</translation>
    </message>
    <message>
        <source>A node has more GPUs (%1) than the cluster (%2)</source>
        <translation>每节点 GPU 数 (%1) 多于集群总数 (%2)</translation>
    </message>
    <message>
        <source>More tensor ranks (%1) than key heads (%2): keys and values are replicated</source>
        <translation>张量并行 rank 数 (%1) 多于KV 头数 (%2)：键和值会被复制</translation>
    </message>
    <message>
        <source>Tensor parallelism crosses nodes of %1 {GPU|GPUs}</source>
        <translation>张量并行跨越了 %1 卡的节点</translation>
    </message>
    <message>
        <source>The model was made for at most %1 {token|tokens}</source>
        <translation>该模型按最多 %1 词元设计</translation>
    </message>
    <message>
        <source>%1 {sequence does|sequences do} not divide into passes of %2: the last one is not full</source>
        <translation>%1 条序列不能按每次前向 %2 条整除：最后一次不满</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step: pre-training wants 4 to 60 million, and below 1 million the gradient is noisy</source>
        <translation>每步 %1 词元：预训练一般用 400 万到 6000 万，低于 100 万时梯度噪声较大</translation>
    </message>
    <message>
        <source>The architecture of this model is not verified</source>
        <translation>此模型的结构未经核实</translation>
    </message>
    <message>
        <source>What this device reports is not known: its marketed size is taken as GiB</source>
        <translation>此设备实际报告的显存未知：按标称容量以 GiB 计</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>词元嵌入</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>Learned positions and final norm</source>
        <translation>可学习位置编码与最终归一化</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>MLP weights</source>
        <translation>MLP 权重</translation>
    </message>
    <message>
        <source>Routed experts&apos; weights</source>
        <translation>路由专家权重</translation>
    </message>
    <message>
        <source>Shared experts&apos; weights</source>
        <translation>共享专家权重</translation>
    </message>
    <message>
        <source>Router weights</source>
        <translation>路由器权重</translation>
    </message>
    <message>
        <source>Norm weights</source>
        <translation>归一化权重</translation>
    </message>
    <message>
        <source>Gradient of the token embedding</source>
        <translation>词元嵌入的梯度</translation>
    </message>
    <message>
        <source>Gradient of the output head</source>
        <translation>输出头的梯度</translation>
    </message>
    <message>
        <source>Gradients of learned positions and final norm</source>
        <translation>可学习位置编码与最终归一化的梯度</translation>
    </message>
    <message>
        <source>Gradients of a dense layer</source>
        <translation>一个稠密层的梯度</translation>
    </message>
    <message>
        <source>32-bit master weights</source>
        <translation>32 位主权重</translation>
    </message>
    <message>
        <source>First moment</source>
        <translation>一阶矩</translation>
    </message>
    <message>
        <source>Second moment</source>
        <translation>二阶矩</translation>
    </message>
    <message>
        <source>Sum of squared gradients</source>
        <translation>梯度平方和</translation>
    </message>
    <message>
        <source>Row and column sums of the second moment</source>
        <translation>二阶矩的行和与列和</translation>
    </message>
    <message>
        <source>Second moment outside the hidden matrices</source>
        <translation>隐藏层矩阵以外的二阶矩</translation>
    </message>
    <message>
        <source>Input of the attention norm</source>
        <translation>注意力归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the attention norm</source>
        <translation>注意力归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the attention norm before its weight</source>
        <translation>注意力归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the attention norm</source>
        <translation>注意力归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the query, key and value products</source>
        <translation>查询、键、值矩阵乘的输入</translation>
    </message>
    <message>
        <source>8-bit input of the query, key and value products</source>
        <translation>查询、键、值矩阵乘的 8 位输入</translation>
    </message>
    <message>
        <source>Input of the query norm</source>
        <translation>查询归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the query norm</source>
        <translation>查询归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the query norm before its weight</source>
        <translation>查询归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the query norm</source>
        <translation>查询归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the key norm</source>
        <translation>键归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the key norm</source>
        <translation>键归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the key norm before its weight</source>
        <translation>键归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the key norm</source>
        <translation>键归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the query latent&apos;s norm</source>
        <translation>查询潜向量归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the query latent&apos;s norm</source>
        <translation>查询潜向量归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the query latent&apos;s norm before its weight</source>
        <translation>查询潜向量归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the query latent&apos;s norm</source>
        <translation>查询潜向量归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the query&apos;s expansion</source>
        <translation>查询升维的输入</translation>
    </message>
    <message>
        <source>Input of the key-value latent&apos;s norm</source>
        <translation>键值潜向量归一化的输入</translation>
    </message>
    <message>
        <source>Rotary key, in one tensor with the latent</source>
        <translation>旋转位置键（与潜向量同在一个张量）</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the key-value latent&apos;s norm</source>
        <translation>键值潜向量归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the key-value latent&apos;s norm before its weight</source>
        <translation>键值潜向量归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the key-value latent&apos;s norm</source>
        <translation>键值潜向量归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the key and value expansion</source>
        <translation>键值升维的输入</translation>
    </message>
    <message>
        <source>Query, rotated</source>
        <translation>查询（已旋转）</translation>
    </message>
    <message>
        <source>Key, rotated</source>
        <translation>键（已旋转）</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Attention probabilities in 32 bits</source>
        <translation>注意力概率（32 位）</translation>
    </message>
    <message>
        <source>Attention probabilities</source>
        <translation>注意力概率</translation>
    </message>
    <message>
        <source>Dropout mask of the attention probabilities</source>
        <translation>注意力概率的 dropout 掩码</translation>
    </message>
    <message>
        <source>Attention probabilities after dropout</source>
        <translation>dropout 后的注意力概率</translation>
    </message>
    <message>
        <source>Output of the attention, input of its projection</source>
        <translation>注意力输出（输出投影的输入）</translation>
    </message>
    <message>
        <source>8-bit input of the output projection</source>
        <translation>输出投影的 8 位输入</translation>
    </message>
    <message>
        <source>Log-sum-exp of the attention&apos;s rows</source>
        <translation>注意力各行的 log-sum-exp</translation>
    </message>
    <message>
        <source>Dropout mask after the attention</source>
        <translation>注意力之后的 dropout 掩码</translation>
    </message>
    <message>
        <source>Input of the norm after the attention</source>
        <translation>注意力后归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the norm after the attention</source>
        <translation>注意力后归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the norm after the attention before its weight</source>
        <translation>注意力后归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the norm after the attention</source>
        <translation>注意力后归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the MLP norm</source>
        <translation>MLP 归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the MLP norm</source>
        <translation>MLP 归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the MLP norm before its weight</source>
        <translation>MLP 归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the MLP norm</source>
        <translation>MLP 归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the MLP</source>
        <translation>MLP 的输入</translation>
    </message>
    <message>
        <source>8-bit input of the MLP</source>
        <translation>MLP 的 8 位输入</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>Gate after its activation</source>
        <translation>激活后的门控</translation>
    </message>
    <message>
        <source>Up projection</source>
        <translation>上投影</translation>
    </message>
    <message>
        <source>Product of gate and up, input of the down projection</source>
        <translation>门控与上投影之积（下投影的输入）</translation>
    </message>
    <message>
        <source>Input of the activation</source>
        <translation>激活函数的输入</translation>
    </message>
    <message>
        <source>Output of the activation, input of the second product</source>
        <translation>激活函数的输出（第二个矩阵乘的输入）</translation>
    </message>
    <message>
        <source>Dropout mask after the MLP</source>
        <translation>MLP 之后的 dropout 掩码</translation>
    </message>
    <message>
        <source>Input of the norm after the MLP</source>
        <translation>MLP 后归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the norm after the MLP</source>
        <translation>MLP 后归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the norm after the MLP before its weight</source>
        <translation>MLP 后归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the norm after the MLP</source>
        <translation>MLP 后归一化的统计量</translation>
    </message>
    <message>
        <source>Router&apos;s probabilities in 32 bits</source>
        <translation>路由概率（32 位）</translation>
    </message>
    <message>
        <source>Chosen experts</source>
        <translation>选中的专家</translation>
    </message>
    <message>
        <source>Chosen probabilities</source>
        <translation>选中的概率</translation>
    </message>
    <message>
        <source>Sum of the chosen probabilities</source>
        <translation>选中概率之和</translation>
    </message>
    <message>
        <source>Which token stands in which row</source>
        <translation>词元与行的对应索引</translation>
    </message>
    <message>
        <source>Tokens gathered by expert</source>
        <translation>按专家归集的词元</translation>
    </message>
    <message>
        <source>Gates of the routed experts</source>
        <translation>路由专家的门控</translation>
    </message>
    <message>
        <source>Gates of the routed experts after the activation</source>
        <translation>路由专家激活后的门控</translation>
    </message>
    <message>
        <source>Up projections of the routed experts</source>
        <translation>路由专家的上投影</translation>
    </message>
    <message>
        <source>Products of gate and up of the routed experts</source>
        <translation>路由专家的门控与上投影之积</translation>
    </message>
    <message>
        <source>Inputs of the routed experts&apos; activation</source>
        <translation>路由专家激活函数的输入</translation>
    </message>
    <message>
        <source>Outputs of the routed experts&apos; activation</source>
        <translation>路由专家激活函数的输出</translation>
    </message>
    <message>
        <source>Outputs of the routed experts</source>
        <translation>路由专家的输出</translation>
    </message>
    <message>
        <source>Routing weights</source>
        <translation>路由权重</translation>
    </message>
    <message>
        <source>Outputs of the routed experts, weighted</source>
        <translation>路由专家的加权输出</translation>
    </message>
    <message>
        <source>Gate of the shared experts</source>
        <translation>共享专家的门控</translation>
    </message>
    <message>
        <source>Gate of the shared experts after its activation</source>
        <translation>共享专家激活后的门控</translation>
    </message>
    <message>
        <source>Up projection of the shared experts</source>
        <translation>共享专家的上投影</translation>
    </message>
    <message>
        <source>Product of gate and up of the shared experts</source>
        <translation>共享专家的门控与上投影之积</translation>
    </message>
    <message>
        <source>Input of the shared experts&apos; activation</source>
        <translation>共享专家激活函数的输入</translation>
    </message>
    <message>
        <source>Output of the shared experts&apos; activation</source>
        <translation>共享专家激活函数的输出</translation>
    </message>
    <message>
        <source>Kept product: query</source>
        <translation>保留的矩阵乘：查询</translation>
    </message>
    <message>
        <source>Kept product: key</source>
        <translation>保留的矩阵乘：键</translation>
    </message>
    <message>
        <source>Kept product: value</source>
        <translation>保留的矩阵乘：值</translation>
    </message>
    <message>
        <source>Kept product: query latent</source>
        <translation>保留的矩阵乘：查询潜向量</translation>
    </message>
    <message>
        <source>Kept product: query&apos;s expansion</source>
        <translation>保留的矩阵乘：查询升维</translation>
    </message>
    <message>
        <source>Kept product: key-value latent</source>
        <translation>保留的矩阵乘：键值潜向量</translation>
    </message>
    <message>
        <source>Kept product: key and value expansion</source>
        <translation>保留的矩阵乘：键值升维</translation>
    </message>
    <message>
        <source>Kept product: output projection</source>
        <translation>保留的矩阵乘：输出投影</translation>
    </message>
    <message>
        <source>Kept product: gate</source>
        <translation>保留的矩阵乘：门控</translation>
    </message>
    <message>
        <source>Kept product: up projection</source>
        <translation>保留的矩阵乘：上投影</translation>
    </message>
    <message>
        <source>Kept product: down projection</source>
        <translation>保留的矩阵乘：下投影</translation>
    </message>
    <message>
        <source>Kept product: router</source>
        <translation>保留的矩阵乘：路由器</translation>
    </message>
    <message>
        <source>Kept product: gate of the shared experts</source>
        <translation>保留的矩阵乘：共享专家的门控</translation>
    </message>
    <message>
        <source>Kept product: up projection of the shared experts</source>
        <translation>保留的矩阵乘：共享专家的上投影</translation>
    </message>
    <message>
        <source>Kept product: down projection of the shared experts</source>
        <translation>保留的矩阵乘：共享专家的下投影</translation>
    </message>
    <message>
        <source>Dropout mask of the embedding</source>
        <translation>嵌入的 dropout 掩码</translation>
    </message>
    <message>
        <source>Input of the final norm</source>
        <translation>最终归一化的输入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the final norm</source>
        <translation>最终归一化输入的 32 位副本</translation>
    </message>
    <message>
        <source>Normalised values of the final norm before its weight</source>
        <translation>最终归一化乘权重前的值</translation>
    </message>
    <message>
        <source>Statistics of the final norm</source>
        <translation>最终归一化的统计量</translation>
    </message>
    <message>
        <source>Input of the output head</source>
        <translation>输出头的输入</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>Gradient of the logits in 32 bits</source>
        <translation>logits 的梯度（32 位）</translation>
    </message>
    <message>
        <source>Output head, gathered</source>
        <translation>输出头（已聚集）</translation>
    </message>
    <message>
        <source>Weights of the current block and the next, gathered</source>
        <translation>当前块与下一块的权重（已聚集）</translation>
    </message>
    <message>
        <source>Gradient of one block before it is reduced</source>
        <translation>归约前单个块的梯度</translation>
    </message>
    <message>
        <source>Gradient of the head before it is reduced</source>
        <translation>归约前输出头的梯度</translation>
    </message>
    <message>
        <source>Gradient of the embedding before it is reduced</source>
        <translation>归约前嵌入的梯度</translation>
    </message>
    <message>
        <source>8-bit attention weights, cast and transposed</source>
        <translation>8 位注意力权重（转换与转置）</translation>
    </message>
    <message>
        <source>8-bit MLP weights, cast and transposed</source>
        <translation>8 位 MLP 权重（转换与转置）</translation>
    </message>
    <message>
        <source>8-bit experts&apos; weights, cast and transposed</source>
        <translation>8 位专家权重（转换与转置）</translation>
    </message>
    <message>
        <source>8-bit shared experts&apos; weights, cast and transposed</source>
        <translation>8 位共享专家权重（转换与转置）</translation>
    </message>
    <message>
        <source>Driver context and kernels</source>
        <translation>驱动上下文与核函数</translation>
    </message>
    <message>
        <source>Workspaces of the matrix library</source>
        <translation>矩阵库的工作区</translation>
    </message>
    <message>
        <source>Buffers of the collectives</source>
        <translation>集合通信缓冲</translation>
    </message>
    <message>
        <source>Reserved by the allocator, used by no tensor</source>
        <translation>分配器在张量之外保留的显存</translation>
    </message>
    <message>
        <source>Reserved by PyTorch, with the runtime</source>
        <translation>PyTorch 保留的显存（含运行时）</translation>
    </message>
    <message>
        <source>Reserved by PyTorch</source>
        <translation>PyTorch 保留的显存</translation>
    </message>
    <message>
        <source>PyTorch: allocated %1, reserved %2</source>
        <translation>PyTorch：已分配 %1，已保留 %2</translation>
    </message>
    <message>
        <source>PyTorch: allocated %1, reserved %2; the allocator empties its cache once</source>
        <translation>PyTorch：已分配 %1，已保留 %2；分配器清空缓存 1 次</translation>
    </message>
    <message>
        <source>PyTorch: allocated %1, reserved %2; the allocator empties its cache %3 times</source>
        <translation>PyTorch：已分配 %1，已保留 %2；分配器清空缓存 %3 次</translation>
    </message>
    <message>
        <source>Keys and values, kept because the query is a view of one copy of all three</source>
        <translation>键与值（查询是三者共同副本的视图，因此一并保留）</translation>
    </message>
    <message>
        <source>Kept free by the plan</source>
        <translation>方案预留</translation>
    </message>
    <message>
        <source>must be 2 or 3: DeepSpeed has no estimator for the stages below</source>
        <translation>必须是 2 或 3：DeepSpeed 没有更低阶段的估算器</translation>
    </message>
    <message>
        <source>Largest layer, whole</source>
        <translation>最大的一层（完整）</translation>
    </message>
    <message>
        <source>16-bit parameters</source>
        <translation>16 位参数</translation>
    </message>
    <message>
        <source>Gradients in 16 and 32 bits</source>
        <translation>16 位与 32 位梯度</translation>
    </message>
    <message>
        <source>32-bit parameters and Adam&apos;s moments</source>
        <translation>32 位参数与 Adam 的一阶、二阶矩</translation>
    </message>
    <message>
        <source>DeepSpeed counts whole nodes: %1 × %2 {GPU|GPUs}</source>
        <translation>DeepSpeed 按整节点计：%1 个节点，每节点 %2 张 GPU</translation>
    </message>
    <message>
        <source>32-bit parameters</source>
        <translation>32 位参数</translation>
    </message>
    <message>
        <source>32-bit gradients</source>
        <translation>32 位梯度</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Lecture, memory by context</source>
        <translation>讲义：显存随上下文变化</translation>
    </message>
    <message>
        <source>A GPT in 32 bits: no grouped heads, no SwiGLU, no flash attention, no logits</source>
        <translation>32 位 GPT：无分组查询、无 SwiGLU、无 Flash attention、不计 logits</translation>
    </message>
    <message>
        <source>Lecture, ZeRO</source>
        <translation>讲义：ZeRO</translation>
    </message>
    <message>
        <source>No master weights, no norms, a GPT&apos;s activations for every model</source>
        <translation>不计主权重与归一化，所有模型都按 GPT 计激活值</translation>
    </message>
    <message>
        <source>Transformer math</source>
        <translation>Transformer Math</translation>
    </message>
    <message>
        <source>A GPT&apos;s activations for every model; no logits, no gathered weights</source>
        <translation>所有模型都按 GPT 计激活值；不计 logits 与聚集的权重</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>经验法则</translation>
    </message>
    <message>
        <source>Six values a layer and token are a third of what a GPT layer keeps</source>
        <translation>每层每词元六个值，只有 GPT 层实际保留量的三分之一</translation>
    </message>
    <message>
        <source>Activation ratio</source>
        <translation>激活比例</translation>
    </message>
    <message>
        <source>Activations follow the weights, whatever the shape of the model</source>
        <translation>激活值随权重成比例变化，不论模型结构如何</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s estimator</source>
        <translation>DeepSpeed 估算器</translation>
    </message>
    <message>
        <source>Model states alone: no activations, buckets or context; prints GiB as GB</source>
        <translation>只计模型状态：不计激活值、通信桶和上下文；把 GiB 标成 GB</translation>
    </message>
    <message>
        <source>Model states %1 GB; with 10 to 20 % for buffers %2 to %3 GB</source>
        <translation>模型状态 %1 GB；加上 10 到 20 % 的缓冲为 %2 到 %3 GB</translation>
    </message>
    <message>
        <source>Inputs of the layers</source>
        <translation>各层的输入</translation>
    </message>
    <message>
        <source>Activations of the layers</source>
        <translation>各层的激活值</translation>
    </message>
    <message>
        <source>Attention scores</source>
        <translation>注意力分数</translation>
    </message>
    <message>
        <source>About three layers&apos; activations</source>
        <translation>约三层的激活值</translation>
    </message>
    <message>
        <source>Six values of 16 bits a layer</source>
        <translation>每层六个 16 位值</translation>
    </message>
    <message>
        <source>12·L·d² = %1 parameters in %2 {layer|layers} gives d = %3; the model&apos;s own shape has d = %4</source>
        <translation>按 12·L·d² = %1 个参数、%2 层算得 d = %3；当前结构的 d = %4</translation>
    </message>
    <message>
        <source>The rule leaves out what grows with the square of the context; Korthikanti counts 34·n·d where the rule counts 12·n·d</source>
        <translation>此法则不计随上下文平方增长的部分；Korthikanti 计 34·n·d 之处此法则只计 12·n·d</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The lecture notes have only one formula for ZeRO: weights and 16-bit gradients stay whole at every stage</source>
        <translation>讲义笔记中只有一个 ZeRO 公式：权重与 16 位梯度在任何阶段都不切分</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2</source>
        <translation>必须是 %1 到 %2 的数</translation>
    </message>
    <message>
        <source>must be a text of at most %1 bytes</source>
        <translation>必须是不超过 %1 字节的文本</translation>
    </message>
    <message>
        <source>must be a list, without repeats, of %1</source>
        <translation>必须是取自 %1 且不重复的列表</translation>
    </message>
    <message>
        <source>is missing: a custom model needs it</source>
        <translation>缺失：自定义模型需要它</translation>
    </message>
    <message>
        <source>is missing: there are more heads (%1) than hidden units (%2)</source>
        <translation>缺失：头数 (%1) 多于隐藏维度 (%2)</translation>
    </message>
    <message>
        <source>must not be more than the number of experts, %1</source>
        <translation>不能超过专家数 %1</translation>
    </message>
    <message>
        <source>Training memory by number of GPUs</source>
        <translation>训练显存与 GPU 数量</translation>
    </message>
    <message>
        <source>GPUs (log₂ scale)</source>
        <translation>GPU 数量（log₂ 刻度）</translation>
    </message>
    <message>
        <source>Fits on %1 {GPU|GPUs} or more</source>
        <translation>%1 卡及以上可放下</translation>
    </message>
    <message>
        <source>Layers that predict further tokens are not counted: %1</source>
        <translation>预测更多词元的层未计入：%1</translation>
    </message>
    <message>
        <source>Kept product: rotary key</source>
        <translation>保留的矩阵乘：旋转键</translation>
    </message>
    <message>
        <source>Gradients of the attention probabilities</source>
        <translation>注意力概率的梯度</translation>
    </message>
    <message>
        <source>Weights of the current block of experts and the next, gathered</source>
        <translation>当前与下一个专家块的权重（已聚集）</translation>
    </message>
    <message>
        <source>Gradient of one block of experts before it is reduced</source>
        <translation>归约前一个专家块的梯度</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s estimator offloads parameters only at ZeRO-3 and together with the optimizer</source>
        <translation>DeepSpeed 的估算器只在 ZeRO-3 且与优化器一起时卸载参数</translation>
    </message>
    <message>
        <source>is missing: a model with shared experts needs routed ones too</source>
        <translation>缺失：共享专家须与路由专家并存</translation>
    </message>
    <message>
        <source>must be 1, 2 or 4</source>
        <translation>必须是 1、2 或 4</translation>
    </message>
    <message>
        <source>no plan to compare</source>
        <translation>没有可对比的方案</translation>
    </message>
    <message>
        <source>Plans compared</source>
        <translation>方案对比</translation>
    </message>
    <message>
        <source>%1 {token|tokens}</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>At %1 {token|tokens}</source>
        <translation>%1 词元时</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>只列不同项</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <source>Fits over the whole range</source>
        <translation>整个范围都放得下</translation>
    </message>
    <message>
        <source>Does not fit at any length: states alone %1 %2</source>
        <translation>任何长度都放不下：仅模型状态就占 %1 %2</translation>
    </message>
    <message>
        <source>fits up to %1 {token|tokens}</source>
        <translation>最多可放下 %1 词元</translation>
    </message>
    <message>
        <source>Training memory by context length</source>
        <translation>训练显存随上下文长度的变化</translation>
    </message>
    <message>
        <source>Memory per GPU (%1)</source>
        <translation>每卡显存 (%1)</translation>
    </message>
    <message>
        <source>Capacity %1 %2</source>
        <translation>容量 %1 %2</translation>
    </message>
    <message>
        <source>Capacity %1 %2 · %3</source>
        <translation>容量 %1 %2 · %3</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>情形</translation>
    </message>
    <message>
        <source>States</source>
        <translation>模型状态</translation>
    </message>
    <message>
        <source>Total, %1</source>
        <translation>合计，%1</translation>
    </message>
    <message>
        <source>Tensors and runtime</source>
        <translation>张量与运行时</translation>
    </message>
    <message>
        <source>Allocated, %1</source>
        <translation>已分配，%1</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Capacity reached at %1.</source>
        <translation>在 %1 处达到容量。</translation>
    </message>
    <message>
        <source>It stays within the capacity.</source>
        <translation>始终不超出容量。</translation>
    </message>
    <message>
        <source>It is above the capacity everywhere.</source>
        <translation>处处超出容量。</translation>
    </message>
    <message>
        <source>Capacity reached between %1 and %2.</source>
        <translation>在 %1 与 %2 之间达到容量。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1，横轴：%2</translation>
    </message>
    <message>
        <source>Formulas, per GPU:</source>
        <translation>公式（每卡）：</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>%1: %2 = %3 bytes (%4 %5)</source>
        <translation>%1：%2 = %3 字节 (%4 %5)</translation>
    </message>
    <message>
        <source>%1: %2 × (%3) = %2 × (%4) bytes (%5 %6)</source>
        <translation>%1：%2 × (%3) = %2 × (%4) 字节 (%5 %6)</translation>
    </message>
    <message>
        <source>Peak per GPU: %1 %2</source>
        <translation>每张 GPU 的峰值：%1 %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Lines of %1 by %2: %3.</source>
        <translation>折线图，纵轴为“%1”，横轴为“%2”：%3。</translation>
    </message>
    <message>
        <source>Stacked bars of %1 by %2: %3.</source>
        <translation>堆叠柱形图，纵轴为“%1”，横轴为“%2”：%3。</translation>
    </message>
    <message>
        <source>Stacked areas of %1 by %2: %3.</source>
        <translation>堆叠面积图，纵轴为“%1”，横轴为“%2”：%3。</translation>
    </message>
    <message>
        <source>The total goes from %1 %5 at %2 to %3 %5 at %4.</source>
        <translation>合计从 %2 处的 %1 %5 变为 %4 处的 %3 %5。</translation>
    </message>
    <message>
        <source>The highest goes from %1 %5 at %2 to %3 %5 at %4.</source>
        <translation>最高值从 %2 处的 %1 %5 变为 %4 处的 %3 %5。</translation>
    </message>
    <message>
        <source>must be at least %1 × %2 pixels for text of %3 pixels</source>
        <translation>文字为 %3 像素时不能小于 %1 × %2 像素</translation>
    </message>
    <message>
        <source>must be from 1 to %1 pixels wide and high</source>
        <translation>宽和高都必须是 1 到 %1 像素</translation>
    </message>
    <message>
        <source>must have a value at every point of its axis</source>
        <translation>在坐标轴的每个点上都必须有值</translation>
    </message>
    <message>
        <source>states alone %1 of %2 %3</source>
        <translation>模型状态 %1 / %2 %3</translation>
    </message>
    <message>
        <source>ZeRO-0 · unsharded</source>
        <translation>ZeRO-0 · 不切分</translation>
    </message>
    <message>
        <source>ZeRO-1 · optimizer</source>
        <translation>ZeRO-1 · 优化器</translation>
    </message>
    <message>
        <source>ZeRO-2 · + gradients</source>
        <translation>ZeRO-2 · + 梯度</translation>
    </message>
    <message>
        <source>ZeRO-3 · + parameters</source>
        <translation>ZeRO-3 · + 参数</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1（字节）</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>分图</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Axis label</source>
        <translation>坐标轴标签</translation>
    </message>
    <message>
        <source>has nothing to draw</source>
        <translation>没有可绘制的内容</translation>
    </message>
    <message>
        <source>must be from %1 to %2 inches each way</source>
        <translation>宽和高都必须是 %1 到 %2 英寸</translation>
    </message>
    <message>
        <source>must be from %1 to %2 points</source>
        <translation>必须是 %1 到 %2 磅</translation>
    </message>
    <message>
        <source>this share code does not hold a plan</source>
        <translation>此分享码中没有方案</translation>
    </message>
    <message>
        <source>this share code says something that this Highwater does not know; a newer one may have written it</source>
        <translation>此分享码含有当前程序不认识的内容；可能由更新版本的 Highwater 写入</translation>
    </message>
    <message>
        <source>this share code was written by a newer Highwater; this one reads version %1</source>
        <translation>此分享码由更新版本的 Highwater 写入；当前程序只能读取版本 %1</translation>
    </message>
    <message>
        <source>this share code is damaged: a letter of it is wrong, missing or too many</source>
        <translation>此分享码已损坏：有字符写错、缺失或多余</translation>
    </message>
    <message>
        <source>this share code is cut short: it has %1 {letter|letters} of %2</source>
        <translation>此分享码不完整：应有 %2 个字符，只有 %1 个</translation>
    </message>
    <message>
        <source>not a share code, which begins with %1</source>
        <translation>不是分享码：分享码以 %1 开头</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>Peak per GPU: %1, %2 {token|tokens} × %3, %4</source>
        <translation>每张 GPU 的峰值：%1，%2 词元 × %3，%4</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Total per GPU</source>
        <translation>每卡合计</translation>
    </message>
    <message>
        <source>Does not fit: %1 of %2 GiB, %3 GiB over</source>
        <translation>放不下：每卡 %1 / %2 GiB，超出 %3 GiB</translation>
    </message>
    <message>
        <source>Does not fit: the host needs %1 of %2 GiB a node</source>
        <translation>主机内存放不下：每节点需要 %1 GiB，容量 %2 GiB</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 GiB, %3 GiB free</source>
        <translation>能放下：每卡 %1 / %2 GiB，剩余 %3 GiB</translation>
    </message>
    <message>
        <source>Memory plan</source>
        <translation>显存方案</translation>
    </message>
    <message>
        <source>Method: %1</source>
        <translation>方法：%1</translation>
    </message>
    <message>
        <source>Other than the default</source>
        <translation>与默认不同的设置</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>极限</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Share code</source>
        <translation>分享码</translation>
    </message>
    <message>
        <source>larger card</source>
        <translation>换更大的卡</translation>
    </message>
    <message>
        <source>Add a plan to see differences</source>
        <translation>加入一个方案即可查看差异</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>must leave the picture from 1 to %1 pixels wide and high</source>
        <translation>必须使图片的宽和高都在 1 到 %1 像素之间</translation>
    </message>
    <message>
        <source>needs more memory than there is</source>
        <translation>所需内存超过可用内存</translation>
    </message>
    <message>
        <source>%1, first, most loaded</source>
        <translation>%1（首个，负载最重）</translation>
    </message>
    <message>
        <source>%1, last, most loaded</source>
        <translation>%1（末个，负载最重）</translation>
    </message>
    <message>
        <source>%1, most loaded</source>
        <translation>%1（负载最重）</translation>
    </message>
    <message>
        <source>%1, first</source>
        <translation>%1（首个）</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1（末个）</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途微批</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>High</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>峰值时刻</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
    <message>
        <source>Stage %1 of %2, the most loaded</source>
        <translation>阶段 %1（共 %2 个），负载最重</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Forward %1</source>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>F%1</source>
        <translation>F%1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Backward %1</source>
        <translation>反向 %1</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>B%1</source>
        <translation>B%1</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>%1 more alike</source>
        <translation>另有 %1 次相同</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>layers finished</source>
        <translation>已完成层数</translation>
    </message>
    <message>
        <source>layers left</source>
        <translation>剩余层数</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Stage %1 of %2, layers %3 to %4: the most loaded one</source>
        <translation>阶段 %1（共 %2 个），第 %3 到 %4 层：负载最重</translation>
    </message>
    <message>
        <source>Stage %1 of %2, layers %3 to %4</source>
        <translation>阶段 %1（共 %2 个），第 %3 到 %4 层</translation>
    </message>
    <message>
        <source>Order of events, not seconds: one unit per layer forward, two per layer backward</source>
        <translation>按事件顺序排列，不代表时长：每层前向 1 个单位，每层反向 2 个单位</translation>
    </message>
    <message>
        <source>Training memory over a step</source>
        <translation>训练显存在一步中的变化</translation>
    </message>
    <message>
        <source>knows no moments of a step: only the exact method has a timeline</source>
        <translation>不区分一步中的各个时刻：只有精确方法有时间线</translation>
    </message>
    <message>
        <source>must be a whole number from 1 to %1</source>
        <translation>必须是 1 到 %1 的整数</translation>
    </message>
    <message>
        <source>Peak %1 %2 — at the loss</source>
        <translation>峰值 %1 %2 — 计算损失时</translation>
    </message>
    <message>
        <source>Peak %1 %2 — end of forward</source>
        <translation>峰值 %1 %2 — 前向结束</translation>
    </message>
    <message>
        <source>Peak %1 %2 — end of backward</source>
        <translation>峰值 %1 %2 — 反向结束</translation>
    </message>
    <message>
        <source>Peak %1 %2 — backward of layer %3</source>
        <translation>峰值 %1 %2 — 第 %3 层反向</translation>
    </message>
    <message>
        <source>Peak %1 %2 — optimizer step</source>
        <translation>峰值 %1 %2 — 优化器更新</translation>
    </message>
    <message>
        <source>Peak %1 %2 — load</source>
        <translation>峰值 %1 %2 — 加载</translation>
    </message>
    <message>
        <source>%1 micro-batches are in flight; each keeps what its backward pass needs</source>
        <translation>%1 个微批在途，各自保留反向计算所需的内容</translation>
    </message>
    <message>
        <source>{The only layer holds its input|All %1 layers hold their inputs}; logits and buffers take %2 %3</source>
        <translation>全部 %1 层都保留其输入；logits 与缓冲占 %2 %3</translation>
    </message>
    <message>
        <source>{The only layer holds its|All %1 layers hold their} activations, and logits and buffers take %2 %3</source>
        <translation>全部 %1 层都保留激活值，logits 与缓冲占 %2 %3</translation>
    </message>
    <message>
        <source>{The only layer holds its|All %1 layers hold their} activations; nothing is freed yet</source>
        <translation>全部 %1 层都保留激活值，尚未释放任何内容</translation>
    </message>
    <message>
        <source>The last layer to be freed is computed, and all gradients exist</source>
        <translation>正在计算最后释放的一层，全部梯度均已产生</translation>
    </message>
    <message>
        <source>%1 micro-batches are in flight, and one layer uses %2 %3 of buffers</source>
        <translation>%1 个微批在途，正在计算的一层使用 %2 %3 的缓冲</translation>
    </message>
    <message>
        <source>One layer is computed again; {the input of 1 layer|the inputs of %1 layers} and %2 %3 of buffers are there as well</source>
        <translation>正在重算一层，另有 %1 层的输入和 %2 %3 的缓冲</translation>
    </message>
    <message>
        <source>%1 {layer still holds its|layers still hold their} activations; one layer uses %2 %3 of buffers</source>
        <translation>%1 层仍保留激活值，正在计算的一层使用 %2 %3 的缓冲</translation>
    </message>
    <message>
        <source>No activations: parameters, all gradients and the optimizer state</source>
        <translation>没有激活值：只有参数、全部梯度和优化器状态</translation>
    </message>
    <message>
        <source>The weights as they are loaded, before anything else is there</source>
        <translation>加载中的权重，此时尚无其他内容</translation>
    </message>
    <message>
        <source>The weights as they are loaded</source>
        <translation>加载中的权重</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight, what they keep for backward</source>
        <translation>%1 个在途微批为反向计算保留的内容</translation>
    </message>
    <message>
        <source>{The input of 1 layer|The inputs of %1 layers}, kept for backward</source>
        <translation>%1 层的输入，为反向计算保留</translation>
    </message>
    <message>
        <source>What %1 {layer keeps|layers keep} for backward</source>
        <translation>%1 层为反向计算保留的内容</translation>
    </message>
    <message>
        <source>The same, and at the loss: %1</source>
        <translation>同上，加上计算损失所需的：%1</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight, one of them at its last layer to be freed</source>
        <translation>%1 个微批在途，其中一个正在计算其最后释放的一层</translation>
    </message>
    <message>
        <source>The last layer to be freed is computed; the gradients are complete</source>
        <translation>正在计算最后释放的一层；梯度已全部产生</translation>
    </message>
    <message>
        <source>Parameters, gradients and optimizer state; no activations</source>
        <translation>参数、梯度和优化器状态；没有激活值</translation>
    </message>
    <message>
        <source>Start of step</source>
        <translation>一步开始</translation>
    </message>
    <message>
        <source>Forward of pass %2, its layer %1</source>
        <translation>第 %2 次前向的第 %1 层</translation>
    </message>
    <message>
        <source>Forward of layer %1, micro-batch %2</source>
        <translation>第 %1 层前向，微批 %2</translation>
    </message>
    <message>
        <source>Forward of layer %1</source>
        <translation>第 %1 层前向</translation>
    </message>
    <message>
        <source>End of forward</source>
        <translation>前向结束</translation>
    </message>
    <message>
        <source>Backward of pass %2, its layer %1</source>
        <translation>第 %2 次反向的第 %1 层</translation>
    </message>
    <message>
        <source>Backward of layer %1, micro-batch %2</source>
        <translation>第 %1 层反向，微批 %2</translation>
    </message>
    <message>
        <source>Backward of layer %1</source>
        <translation>第 %1 层反向</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Activations, %1</source>
        <translation>激活值，%1</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>What is alive</source>
        <translation>占用内容</translation>
    </message>
    <message>
        <source>▲ peak</source>
        <translation>▲ 峰值</translation>
    </message>
    <message>
        <source>Parameters, gradients and optimizer state are resident</source>
        <translation>参数、梯度和优化器状态常驻</translation>
    </message>
    <message>
        <source>Parameters and optimizer state; gradients come with backward</source>
        <translation>参数和优化器状态；梯度在反向计算中产生</translation>
    </message>
    <message>
        <source>End of backward</source>
        <translation>反向结束</translation>
    </message>
    <message>
        <source>is larger than a table may be, %1 bytes</source>
        <translation>超过表格的大小上限 %1 字节</translation>
    </message>
    <message>
        <source>is not text in UTF-8</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>has a NUL</source>
        <translation>含有 NUL 字符</translation>
    </message>
    <message>
        <source>has text after a closing quote</source>
        <translation>结束引号之后还有文本</translation>
    </message>
    <message>
        <source>has a field of more than %1 bytes</source>
        <translation>有字段超过 %1 字节</translation>
    </message>
    <message>
        <source>has a quote that is not closed</source>
        <translation>有引号没有结束</translation>
    </message>
    <message>
        <source>has a quote inside a field that does not begin with one</source>
        <translation>字段不以引号开头，中间却出现引号</translation>
    </message>
    <message>
        <source>has a carriage return that ends no line</source>
        <translation>有不在行尾的回车符</translation>
    </message>
    <message>
        <source>has more than %1 rows</source>
        <translation>超过 %1 行</translation>
    </message>
    <message>
        <source>has more than %1 columns</source>
        <translation>超过 %1 列</translation>
    </message>
    <message>
        <source>has %1 {field|fields} where the first row has %2</source>
        <translation>有 %1 个字段，而首行有 %2 个</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Place in the order, in half units</source>
        <translation>顺序中的位置（以半个单位计）</translation>
    </message>
    <message>
        <source>has no header row</source>
        <translation>没有表头行</translation>
    </message>
    <message>
        <source>is the name of two columns</source>
        <translation>列名重复</translation>
    </message>
    <message>
        <source>is missing: measured runs need this column</source>
        <translation>缺失：实测数据必需此列</translation>
    </message>
    <message>
        <source>no value is stated</source>
        <translation>未给出数值</translation>
    </message>
    <message>
        <source>the value is a range</source>
        <translation>数值是一个范围</translation>
    </message>
    <message>
        <source>the unit is not understood: %1</source>
        <translation>无法识别单位：%1</translation>
    </message>
    <message>
        <source>the value is not a number of bytes</source>
        <translation>数值不是有效的字节数</translation>
    </message>
    <message>
        <source>the shape of the model is not stated</source>
        <translation>未给出模型结构</translation>
    </message>
    <message>
        <source>the vocabulary is not stated</source>
        <translation>未给出词表大小</translation>
    </message>
    <message>
        <source>%1 is not understood: %2</source>
        <translation>无法识别 %1：%2</translation>
    </message>
    <message>
        <source>a plan cannot say the method %1</source>
        <translation>方案无法表示方法 %1</translation>
    </message>
    <message>
        <source>rank and targets of the adapters are not stated</source>
        <translation>未给出适配器的秩和目标矩阵</translation>
    </message>
    <message>
        <source>the precision is not stated</source>
        <translation>未给出精度</translation>
    </message>
    <message>
        <source>what is recomputed is not stated</source>
        <translation>未给出激活重算方式</translation>
    </message>
    <message>
        <source>the number of GPUs is not stated</source>
        <translation>未给出 GPU 数量</translation>
    </message>
    <message>
        <source>the length of the sequences is not stated</source>
        <translation>未给出序列长度</translation>
    </message>
    <message>
        <source>the batch is not stated</source>
        <translation>未给出批大小</translation>
    </message>
    <message>
        <source>the samples are not packed: their lengths are not stated</source>
        <translation>样本未打包：未给出其长度</translation>
    </message>
    <message>
        <source>the optimizer is not stated</source>
        <translation>未给出优化器</translation>
    </message>
    <message>
        <source>the source does not tell with which recipe a row ran</source>
        <translation>来源未说明该行使用哪个训练配方</translation>
    </message>
    <message>
        <source>%1 is not above 0</source>
        <translation>%1 不大于 0</translation>
    </message>
    <message>
        <source>is missing: measured speeds need this column</source>
        <translation>缺失：实测速度表必需此列</translation>
    </message>
    <message>
        <source>must be a number above 0</source>
        <translation>必须是大于 0 的数</translation>
    </message>
    <message>
        <source>comes twice</source>
        <translation>出现了两次</translation>
    </message>
    <message>
        <source>what was measured is not stated</source>
        <translation>未说明测量的是什么</translation>
    </message>
    <message>
        <source>one operator, not a model</source>
        <translation>只是单个算子，不是模型</translation>
    </message>
    <message>
        <source>the source contradicts itself</source>
        <translation>来源自相矛盾</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数</translation>
    </message>
    <message>
        <source>The host&apos;s memory (cluster.host_memory) is too small: %1 of %2 GiB</source>
        <translation>主机内存 (cluster.host_memory) 不足：需要 %1 GiB，容量 %2 GiB</translation>
    </message>
    <message>
        <source>At the upper end of the 90 % range the plan needs %1 GiB and does not fit</source>
        <translation>按 90 % 范围的上端，方案需要 %1 GiB，放不下</translation>
    </message>
    <message>
        <source>Host memory per node: %1 GiB</source>
        <translation>每节点主机内存：%1 GiB</translation>
    </message>
    <message>
        <source>NVMe per node: %1 GiB</source>
        <translation>每节点 NVMe：%1 GiB</translation>
    </message>
    <message>
        <source>Pipeline stages, GiB of one GPU</source>
        <translation>流水线各阶段（每卡 GiB）</translation>
    </message>
    <message>
        <source>Times are the order of events, not seconds: a millisecond for each layer forward, two for each layer backward</source>
        <translation>时间只表示事件顺序，不代表时长：每层前向 1 毫秒，每层反向 2 毫秒</translation>
    </message>
    <message>
        <source>Training step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Context parallel %1</source>
        <translation>上下文并行 %1</translation>
    </message>
    <message>
        <source>more traffic</source>
        <translation>通信增加</translation>
    </message>
    <message>
        <source>Tensor parallel %1</source>
        <translation>张量并行 %1</translation>
    </message>
    <message>
        <source>traffic in each layer</source>
        <translation>每层都有通信</translation>
    </message>
    <message>
        <source>Pipeline parallel %1</source>
        <translation>流水线并行 %1</translation>
    </message>
    <message>
        <source>stages wait for one another</source>
        <translation>各阶段相互等待</translation>
    </message>
    <message>
        <source>must leave a layer for each of pipeline · virtual parts; layers: %1</source>
        <translation>必须使流水线 · 虚拟阶段的每一段至少有一层；层数：%1</translation>
    </message>
    <message>
        <source>expert · expert tensor parallel must divide the GPUs of a stage, %1</source>
        <translation>专家 · 专家张量并行之积必须能整除每个阶段的 GPU 数 %1</translation>
    </message>
    <message>
        <source>needs ZeRO-3 in DeepSpeed</source>
        <translation>在 DeepSpeed 中需要 ZeRO-3</translation>
    </message>
    <message>
        <source>Adapter weights</source>
        <translation>适配器权重</translation>
    </message>
    <message>
        <source>Adapter weights of the output head</source>
        <translation>输出头的适配器权重</translation>
    </message>
    <message>
        <source>Gradients of a layer with experts, routed experts aside</source>
        <translation>一个专家层的梯度（不含路由专家）</translation>
    </message>
    <message>
        <source>Gradients of a layer&apos;s routed experts</source>
        <translation>一层路由专家的梯度</translation>
    </message>
    <message>
        <source>Gradients of adapters</source>
        <translation>适配器的梯度</translation>
    </message>
    <message>
        <source>Gradients of the output head&apos;s adapter</source>
        <translation>输出头适配器的梯度</translation>
    </message>
    <message>
        <source>32-bit master weights of routed experts</source>
        <translation>路由专家的 32 位主权重</translation>
    </message>
    <message>
        <source>First moment of routed experts</source>
        <translation>路由专家的一阶矩</translation>
    </message>
    <message>
        <source>Second moment of routed experts</source>
        <translation>路由专家的二阶矩</translation>
    </message>
    <message>
        <source>Sum of squared gradients of routed experts</source>
        <translation>路由专家的梯度平方和</translation>
    </message>
    <message>
        <source>Row and column sums of routed experts&apos; second moment</source>
        <translation>路由专家二阶矩的行和与列和</translation>
    </message>
    <message>
        <source>Copy of the attention&apos;s output (unexplained)</source>
        <translation>注意力输出的副本（原因不明）</translation>
    </message>
    <message>
        <source>Narrow products of adapters</source>
        <translation>适配器的低秩中间结果</translation>
    </message>
    <message>
        <source>Adapters&apos; outputs, padded to the fused product</source>
        <translation>适配器输出（补零到合并矩阵乘的宽度）</translation>
    </message>
    <message>
        <source>Logits in 32 bits</source>
        <translation>logits（32 位）</translation>
    </message>
    <message>
        <source>Logits shifted by one token, copied</source>
        <translation>错开一个词元的 logits 副本</translation>
    </message>
    <message>
        <source>Logits of the previous micro-batch</source>
        <translation>上一个微批的 logits</translation>
    </message>
    <message>
        <source>32-bit copies of a loss that is split over tensor ranks</source>
        <translation>在张量并行 rank 间切分的损失的 32 位副本</translation>
    </message>
    <message>
        <source>Gathered input of a split product, and its gradient</source>
        <translation>切分矩阵乘的输入（已聚集）及其梯度</translation>
    </message>
    <message>
        <source>Routed experts of the current block and the next, gathered</source>
        <translation>当前块与下一块的路由专家（已聚集）</translation>
    </message>
    <message>
        <source>Embedding and head, gathered</source>
        <translation>嵌入与输出头（已聚集）</translation>
    </message>
    <message>
        <source>Last block, still gathered</source>
        <translation>最后一块（仍保持聚集）</translation>
    </message>
    <message>
        <source>Parameters that are gathered at once</source>
        <translation>同时处于聚集状态的参数</translation>
    </message>
    <message>
        <source>Gradient of one block&apos;s routed experts before it is reduced</source>
        <translation>归约前单个块的路由专家梯度</translation>
    </message>
    <message>
        <source>Gradients of embedding and head before they are reduced</source>
        <translation>归约前嵌入与输出头的梯度</translation>
    </message>
    <message>
        <source>Gradient of frozen and adapted weights in one flat tensor</source>
        <translation>冻结权重与适配器权重合为一个展平张量的梯度</translation>
    </message>
    <message>
        <source>Bucket of gradients to be reduced</source>
        <translation>待归约的梯度桶</translation>
    </message>
    <message>
        <source>Buckets of data parallelism, as large as the gradients</source>
        <translation>数据并行的梯度桶（与梯度等大）</translation>
    </message>
    <message>
        <source>32-bit gradients of one group of parameters at the step</source>
        <translation>优化器更新时一组参数的 32 位梯度</translation>
    </message>
    <message>
        <source>Whole copy of the weights while the shards are filled</source>
        <translation>填充各分片时的完整权重副本</translation>
    </message>
    <message>
        <source>32-bit gradients on the host</source>
        <translation>主机上的 32 位梯度</translation>
    </message>
    <message>
        <source>Buffers between disk and GPU</source>
        <translation>磁盘与 GPU 之间的缓冲</translation>
    </message>
    <message>
        <source>Copies of the parameters that the shards are gathered from</source>
        <translation>聚集各分片时所用的参数副本</translation>
    </message>
    <message>
        <source>16-bit gradients in addition to the accumulated ones</source>
        <translation>累加梯度之外的 16 位梯度</translation>
    </message>
    <message>
        <source>Shared buffers of gathered inputs</source>
        <translation>聚集输入的共用缓冲</translation>
    </message>
    <message>
        <source>Output head, unpacked from 4 bits, in two copies</source>
        <translation>输出头（由 4 位反量化，两份）</translation>
    </message>
    <message>
        <source>Inputs of frozen products, still held by the previous micro-batch</source>
        <translation>上一个微批仍持有的冻结矩阵乘输入</translation>
    </message>
    <message>
        <source>Hidden in the chart and still counted: %1.</source>
        <translation>图表中已隐藏但仍计入：%1。</translation>
    </message>
    <message>
        <source>needs ZeRO-1 or more in DeepSpeed</source>
        <translation>在 DeepSpeed 中至少需要 ZeRO-1</translation>
    </message>
    <message>
        <source>Stages of the pipeline (%1) idle: a step has fewer micro-batches (%2)</source>
        <translation>流水线有 %1 个阶段，一步只有 %2 个微批：部分阶段会闲置</translation>
    </message>
    <message>
        <source>Adapter weights of a layer with experts, routed experts aside</source>
        <translation>一个专家层的适配器权重（不含路由专家）</translation>
    </message>
    <message>
        <source>Adapter weights of a layer&apos;s routed experts</source>
        <translation>一层路由专家的适配器权重</translation>
    </message>
    <message>
        <source>Gradients of adapters of a layer with experts, routed experts aside</source>
        <translation>一个专家层的适配器梯度（不含路由专家）</translation>
    </message>
    <message>
        <source>Gradients of adapters of a layer&apos;s routed experts</source>
        <translation>一层路由专家的适配器梯度</translation>
    </message>
    <message>
        <source>the MLP&apos;s last product</source>
        <translation>MLP 的最后一个矩阵乘</translation>
    </message>
    <message>
        <source>the product of gate and up</source>
        <translation>门控与上投影的乘积</translation>
    </message>
    <message>
        <source>the MLP&apos;s input, gathered again</source>
        <translation>再次聚集的 MLP 输入</translation>
    </message>
    <message>
        <source>the softmax of its attention</source>
        <translation>注意力的 softmax</translation>
    </message>
    <message>
        <source>its end, with all of its gradients</source>
        <translation>反向末尾，该层的全部梯度都已生成</translation>
    </message>
    <message>
        <source>Layer %1 at %2; %3 {layer holds its input|layers hold their inputs}; %4</source>
        <translation>第 %1 层，处于：%2；%3 层保留输入；%4</translation>
    </message>
    <message>
        <source>Layer %1 at %2; %3 {layer holds its|layers hold their} activations; %4</source>
        <translation>第 %1 层，处于：%2；%3 层保留激活值；%4</translation>
    </message>
    <message>
        <source>The last layer to be freed is computed; its gradients are still to come</source>
        <translation>最后释放的一层正在计算，其梯度尚未生成</translation>
    </message>
    <message>
        <source>A layer&apos;s output on its way to the next layer</source>
        <translation>正在传给下一层的层输出</translation>
    </message>
    <message>
        <source>Gradient of the head, made with the loss</source>
        <translation>输出头的梯度，随损失一起生成</translation>
    </message>
    <message>
        <source>Gradient of the residual stream</source>
        <translation>残差流的梯度</translation>
    </message>
    <message>
        <source>Gradient inside the MLP</source>
        <translation>MLP 内部的梯度</translation>
    </message>
    <message>
        <source>Gradients of the MLP&apos;s gate, up and product</source>
        <translation>MLP 门控、上投影及其乘积的梯度</translation>
    </message>
    <message>
        <source>Gradient inside the routed experts</source>
        <translation>路由专家内部的梯度</translation>
    </message>
    <message>
        <source>Gradient of the routed experts&apos; output</source>
        <translation>路由专家输出的梯度</translation>
    </message>
    <message>
        <source>Gradients of the experts&apos; gate, up and product</source>
        <translation>专家门控、上投影及其乘积的梯度</translation>
    </message>
    <message>
        <source>Gradient that has passed the MLP&apos;s dropout</source>
        <translation>MLP dropout 反向产生的梯度</translation>
    </message>
    <message>
        <source>Gradient of one MLP weight, as it is computed</source>
        <translation>正在计算的 MLP 权重的梯度</translation>
    </message>
    <message>
        <source>Gradients of the experts&apos; weights, as they are computed</source>
        <translation>正在计算的专家权重的梯度</translation>
    </message>
    <message>
        <source>Gradient of the attention&apos;s values</source>
        <translation>注意力值的梯度</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>Fits — %1 of %2, %3 free</source>
        <translation>能放下 — 每卡 %1 / %2，剩余 %3</translation>
    </message>
    <message>
        <source>Does not fit — %1 over (needs %2 of %3)</source>
        <translation>放不下 — 每卡超出 %1（需要 %2，容量 %3）</translation>
    </message>
    <message>
        <source>Does not fit the host — %1 over (a node needs %2 of %3)</source>
        <translation>主机内存放不下 — 超出 %1（每节点需要 %2，容量 %3）</translation>
    </message>
    <message>
        <source>at the upper end of the 90 % range, %1, the plan does not fit</source>
        <translation>按 90 % 范围的上端 %1，放不下</translation>
    </message>
    <message>
        <source>less than 5 % free: fragmentation may decide</source>
        <translation>剩余不足 5 %：能否放下可能取决于碎片</translation>
    </message>
    <message>
        <source>Fits — %1 of %2</source>
        <translation>能放下 — 每卡 %1 / %2</translation>
    </message>
    <message>
        <source>Does not fit — %1 over</source>
        <translation>放不下 — 每卡超出 %1</translation>
    </message>
    <message>
        <source>Fits the GPU, but not the host&apos;s memory</source>
        <translation>GPU 能放下，但主机内存放不下</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>Host over</source>
        <translation>主机内存超出</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>traffic to the disk</source>
        <translation>增加磁盘传输</translation>
    </message>
    <message>
        <source>Optimizer state on the GPU</source>
        <translation>优化器状态留在 GPU</translation>
    </message>
    <message>
        <source>Optimizer state on disk</source>
        <translation>优化器状态放到磁盘</translation>
    </message>
    <message>
        <source>Parameters on the GPU</source>
        <translation>参数留在 GPU</translation>
    </message>
    <message>
        <source>Parameters on disk</source>
        <translation>参数放到磁盘</translation>
    </message>
    <message>
        <source>Activations on the GPU</source>
        <translation>激活值留在 GPU</translation>
    </message>
    <message>
        <source>%1 GiB of host memory a node</source>
        <translation>每个节点 %1 GiB 主机内存</translation>
    </message>
    <message>
        <source>Does not fit the host&apos;s memory at any length</source>
        <translation>任何长度都超出主机内存</translation>
    </message>
    <message>
        <source>Does not fit the host&apos;s memory with one sequence</source>
        <translation>只有一条序列也超出主机内存</translation>
    </message>
    <message>
        <source>Does not fit the host&apos;s memory on any number of GPUs</source>
        <translation>多少张 GPU 都超出主机内存</translation>
    </message>
    <message>
        <source>%1 keeps weights gathered and gradients whole in a pipeline until the last micro-batch: ZeRO shares them only between steps</source>
        <translation>在流水线中，%1 到最后一个微批之前一直保持权重聚集、梯度完整：ZeRO 只在步与步之间分摊它们</translation>
    </message>
    <message>
        <source>%1 keeps whole gradients of frozen weights too while ZeRO shards them: it may need more than no ZeRO</source>
        <translation>ZeRO 分片冻结的权重时，%1 也保留它们的完整梯度：占用可能多于不用 ZeRO</translation>
    </message>
    <message>
        <source>%1 keeps all weights gathered from forward to backward pass at ZeRO-2, which may need more than ZeRO-1 or 3</source>
        <translation>%1 在 ZeRO-2 下从前向到反向一直保留聚集的全部权重，可能比 ZeRO-1 或 3 占用更多</translation>
    </message>
    <message>
        <source>%1 has no tensor parallelism in training: counted as if it had</source>
        <translation>%1 训练时没有张量并行：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no pipeline parallelism in training: counted as if it had</source>
        <translation>%1 训练时没有流水线并行：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no context parallelism in training: counted as if it had</source>
        <translation>%1 训练时没有上下文并行：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no expert parallelism in training: counted as if it had</source>
        <translation>%1 训练时没有专家并行：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no ZeRO-%2: its setting stands for ZeRO-%3, which is counted</source>
        <translation>%1 没有 ZeRO-%2：该设置等同于 ZeRO-%3，按后者计算</translation>
    </message>
    <message>
        <source>%1 always shards on several GPUs, as ZeRO-%2 does: counted as ZeRO-%3</source>
        <translation>%1 在多张 GPU 上总是像 ZeRO-%2 那样分片：按 ZeRO-%3 计算</translation>
    </message>
    <message>
        <source>%1 has no ZeRO-%2: counted as data parallelism with a shared optimizer</source>
        <translation>%1 没有 ZeRO-%2：按切分优化器的数据并行计算</translation>
    </message>
    <message>
        <source>%1 does not offload to disk: counted as if it did</source>
        <translation>%1 不能卸载到磁盘：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 recomputes the attention&apos;s core alone, of which flash attention keeps no scores: nothing is saved</source>
        <translation>%1 只重算注意力的核心，而 Flash attention 本就不保留分数：不节省显存</translation>
    </message>
    <message>
        <source>%1 has no chunked loss: counted in full</source>
        <translation>%1 没有分块损失：按完整 logits 计算</translation>
    </message>
    <message>
        <source>Parameters, gathered from forward to backward pass</source>
        <translation>参数，从前向到反向保持聚集</translation>
    </message>
    <message>
        <source>Weights, cast to 16 bits for the products</source>
        <translation>权重，为矩阵乘转成 16 位</translation>
    </message>
    <message>
        <source>Square roots of the sums, and gradients times the rate</source>
        <translation>累加和的平方根，以及梯度乘学习率</translation>
    </message>
    <message>
        <source>Update of one parameter, in two forms</source>
        <translation>一个参数的更新量，两种形式</translation>
    </message>
    <message>
        <source>%1 reduces gradients through buckets of %2 values, more than the plan trains: ZeRO may need more memory than no ZeRO</source>
        <translation>%1 用容纳 %2 个值的桶规约梯度，多于方案训练的参数：开启 ZeRO 可能比不开更占内存</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>With numbers</source>
        <translation>代入数值</translation>
    </message>
    <message>
        <source>One copy</source>
        <translation>每份</translation>
    </message>
    <message>
        <source>Memory at the peak, tensor by tensor</source>
        <translation>峰值时的显存，逐个张量</translation>
    </message>
    <message>
        <source>This method does not count the context</source>
        <translation>此方法不计上下文长度</translation>
    </message>
    <message>
        <source>This method does not count the micro-batch</source>
        <translation>此方法不计微批大小</translation>
    </message>
    <message>
        <source>This method does not count GPUs</source>
        <translation>此方法不计 GPU 数量</translation>
    </message>
    <message>
        <source>does not count GPUs: its number is that of one GPU</source>
        <translation>不计 GPU 数量：其结果是单张 GPU 的数值</translation>
    </message>
    <message>
        <source>makes a step of %1 events on one stage, and a timeline shows at most %2</source>
        <translation>使单个阶段的一步有 %1 个事件，而时间线最多显示 %2 个</translation>
    </message>
    <message>
        <source>must come to at most 100 million pixels in a picture</source>
        <translation>图片总计不能超过 1 亿像素</translation>
    </message>
    <message>
        <source>must be KEY=VALUE</source>
        <translation>必须写成 KEY=VALUE</translation>
    </message>
    <message>
        <source>names a file; open it instead</source>
        <translation>是一个文件名；请改为打开该文件</translation>
    </message>
    <message>
        <source>the command line ends inside a quoted text, or has a substitution that is not read</source>
        <translation>命令行在引号内结束，或含有不支持的替换</translation>
    </message>
    <message>
        <source>%1 {GPU|GPUs} in all (now %2)</source>
        <translation>共 %1 张 GPU（现为 %2）</translation>
    </message>
    <message>
        <source>Micro-batch %1 (now %2)</source>
        <translation>微批 %1（现为 %2）</translation>
    </message>
    <message>
        <source>slower steps</source>
        <translation>每步变慢</translation>
    </message>
    <message>
        <source>global batch %1 (now %2)</source>
        <translation>全局批大小 %1（现为 %2）</translation>
    </message>
    <message>
        <source>one micro-batch a step</source>
        <translation>每步 1 个微批</translation>
    </message>
    <message>
        <source>%1 micro-batches a step</source>
        <translation>每步 %1 个微批</translation>
    </message>
    <message>
        <source>same global batch</source>
        <translation>全局批大小不变</translation>
    </message>
    <message>
        <source>pure bf16</source>
        <translation>纯 bf16</translation>
    </message>
    <message>
        <source>selective recompute</source>
        <translation>选择性重算</translation>
    </message>
    <message>
        <source>full recompute</source>
        <translation>完全重算</translation>
    </message>
    <message>
        <source>optimizer in host memory</source>
        <translation>优化器在主机内存</translation>
    </message>
    <message>
        <source>optimizer on NVMe</source>
        <translation>优化器在 NVMe</translation>
    </message>
    <message>
        <source>parameters in host memory</source>
        <translation>参数在主机内存</translation>
    </message>
    <message>
        <source>parameters on NVMe</source>
        <translation>参数在 NVMe</translation>
    </message>
    <message>
        <source>activations in host memory</source>
        <translation>激活值在主机内存</translation>
    </message>
    <message>
        <source>LoRA rank %1</source>
        <translation>LoRA 秩 %1</translation>
    </message>
    <message>
        <source>QLoRA rank %1 on %2</source>
        <translation>QLoRA 秩 %1，%2 基座</translation>
    </message>
    <message>
        <source>%1 {token|tokens} × %2</source>
        <translation>%1 词元 × %2</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批 %1</translation>
    </message>
    <message>
        <source>ZeRO off</source>
        <translation>ZeRO 关闭</translation>
    </message>
    <message>
        <source>comes to more bytes than can be counted (8 EiB): make it or another size of the run smaller</source>
        <translation>得出的字节数超出可计范围（8 EiB）：请减小它或其他规模参数</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step, above the 4M to 60M that pre-training takes</source>
        <translation>每步 %1 个词元，高于预训练通常的 4M 到 60M</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step, within the 4M to 60M that pre-training takes</source>
        <translation>每步 %1 个词元，在预训练通常的 4M 到 60M 之内</translation>
    </message>
    <message>
        <source>Accumulation steps: %1; sequences a step: %2 = %3 (micro-batch) × %4 (data parallel) × %1</source>
        <translation>累积步数：%1；每步序列数：%2 = %3（微批）× %4（数据并行）× %1</translation>
    </message>
    <message>
        <source>Accumulation steps: %1; sequences a step: %2</source>
        <translation>累积步数：%1；每步序列数：%2</translation>
    </message>
    <message>
        <source>is not a key in a file: write %1</source>
        <translation>在文件中不是键：请写成 %1</translation>
    </message>
    <message>
        <source>Selective recompute</source>
        <translation>选择性重算</translation>
    </message>
    <message>
        <source>All panels share one scale. ✕: more than the capacity.</source>
        <translation>各分图使用同一刻度。✕：超出容量。</translation>
    </message>
    <message>
        <source>Memory of one GPU by ZeRO stage</source>
        <translation>按 ZeRO 阶段的每卡显存</translation>
    </message>
    <message>
        <source>Memory of one GPU by recompute</source>
        <translation>按激活重算方式的每卡显存</translation>
    </message>
    <message>
        <source>No recompute</source>
        <translation>不重算</translation>
    </message>
    <message>
        <source>Full recompute</source>
        <translation>完全重算</translation>
    </message>
    <message>
        <source>%1 has no selective recompute: counted as no recompute</source>
        <translation>%1 没有选择性重算：按不重算计算</translation>
    </message>
    <message>
        <source>Input of a recomputed layer</source>
        <translation>被重算层的输入</translation>
    </message>
    <message>
        <source>Each panel has its own scale: read the axis before comparing heights. ✕: more than the capacity.</source>
        <translation>每个分图有自己的刻度：比较高度前请先看坐标轴。✕：超出容量。</translation>
    </message>
    <message>
        <source>Time and cost, estimated</source>
        <translation>时间与费用（估算）</translation>
    </message>
    <message>
        <source>must be above 0 for a time</source>
        <translation>须大于 0 才能估算时间</translation>
    </message>
    <message>
        <source>peak %1 TFLOPS in %2</source>
        <translation>%2 峰值 %1 TFLOPS</translation>
    </message>
    <message>
        <source>the device has no bf16: its fp16 rate counts</source>
        <translation>该设备不支持 bf16，按 fp16 速率计算</translation>
    </message>
    <message>
        <source>the device has no fp8: its 16-bit rate counts</source>
        <translation>该设备不支持 fp8，按 16 位速率计算</translation>
    </message>
    <message>
        <source>memory bandwidth %1</source>
        <translation>显存带宽 %1</translation>
    </message>
    <message>
        <source>link within a node %1 in each direction</source>
        <translation>节点内互连单向 %1</translation>
    </message>
    <message>
        <source>network of one GPU %1 in each direction</source>
        <translation>每张 GPU 的网络单向 %1</translation>
    </message>
    <message>
        <source>PCIe of one GPU %1 in each direction</source>
        <translation>每张 GPU 的 PCIe 单向 %1</translation>
    </message>
    <message>
        <source>memory of the host %1 for each GPU, of which three quarters count</source>
        <translation>主机内存带宽每张 GPU %1，按四分之三计</translation>
    </message>
    <message>
        <source>fused kernels, with communication during computation</source>
        <translation>融合核函数，通信与计算重叠</translation>
    </message>
    <message>
        <source>many small kernels, each launched by the program</source>
        <translation>大量小核函数，逐个由程序启动</translation>
    </message>
    <message>
        <source>20 tokens for each parameter that is trained: %1</source>
        <translation>每个可训练参数 20 个词元：%1</translation>
    </message>
    <message>
        <source>USD %1 for a GPU and hour, as of %2</source>
        <translation>每张 GPU 每小时 %1 美元（%2）</translation>
    </message>
    <message>
        <source>energy: %1 W a board, %2 % of the time; hosts and cooling come on top</source>
        <translation>能耗：每块板卡 %1 W，占 %2 % 的时间；主机与散热另计</translation>
    </message>
    <message>
        <source>has no time: only the exact method knows the layout</source>
        <translation>无法估算时间：只有精确方法了解并行布局</translation>
    </message>
    <message>
        <source>has no time of a training step</source>
        <translation>没有训练步的时间</translation>
    </message>
    <message>
        <source>comes to a time beyond counting</source>
        <translation>所得时间超出可计算范围</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Experts&apos; products</source>
        <translation>专家的矩阵乘法</translation>
    </message>
    <message>
        <source>Output head and loss</source>
        <translation>输出层与损失</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Memory-bound operators</source>
        <translation>访存受限算子</translation>
    </message>
    <message>
        <source>Waiting for launches</source>
        <translation>等待核函数启动</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Gathering of weights</source>
        <translation>聚集权重</translation>
    </message>
    <message>
        <source>Offload of activations</source>
        <translation>卸载激活值</translation>
    </message>
    <message>
        <source>Adding gradients up</source>
        <translation>累加梯度</translation>
    </message>
    <message>
        <source>Sends between stages</source>
        <translation>流水线阶段间传输</translation>
    </message>
    <message>
        <source>Program between passes</source>
        <translation>各趟之间的程序开销</translation>
    </message>
    <message>
        <source>Uneven stages</source>
        <translation>流水线阶段不均衡</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Reduction of gradients</source>
        <translation>归约梯度</translation>
    </message>
    <message>
        <source>Gathering of new weights</source>
        <translation>聚集更新后的权重</translation>
    </message>
    <message>
        <source>Work of each step</source>
        <translation>每步的固定开销</translation>
    </message>
    <message>
        <source>Offload of the optimizer</source>
        <translation>卸载优化器</translation>
    </message>
    <message>
        <source>Offload of parameters</source>
        <translation>卸载参数</translation>
    </message>
    <message>
        <source>within a node</source>
        <translation>节点内</translation>
    </message>
    <message>
        <source>between nodes</source>
        <translation>节点间</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Step: %1 s at the utilisation of the plan</source>
        <translation>每步 %1 秒（按方案给定的利用率）</translation>
    </message>
    <message>
        <source>Step: about %1 s, %2 to %3</source>
        <translation>每步约 %1 秒，%2 至 %3</translation>
    </message>
    <message>
        <source>Tokens a second: %1, of one GPU %2; %3 {token|tokens} a step</source>
        <translation>每秒 %1 个词元，每张 GPU %2；每步 %3 个词元</translation>
    </message>
    <message>
        <source>MFU %1 %, HFU %2 %</source>
        <translation>MFU %1 %，HFU %2 %</translation>
    </message>
    <message>
        <source>Run of %1 {token|tokens}: %2 {day|days}, %3 {GPU-hour|GPU-hours}, %4 full {step|steps}</source>
        <translation>训练 %1 个词元：%2 天，%3 GPU 小时，%4 个完整步</translation>
    </message>
    <message>
        <source>Energy of the boards: %1 kWh</source>
        <translation>板卡能耗：%1 kWh</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>激活重算</translation>
    </message>
    <message>
        <source>Fits on %1 {GPU|GPUs}, but not on every number above</source>
        <translation>%1 卡可放下，但更多卡不一定都能放下</translation>
    </message>
    <message>
        <source>fits on %1 {GPU|GPUs} or more</source>
        <translation>%1 卡及以上可放下</translation>
    </message>
    <message>
        <source>fits on %1 {GPU|GPUs}, not on all above</source>
        <translation>%1 卡可放下，更多卡不一定</translation>
    </message>
    <message>
        <source>Time (%1)</source>
        <translation>时间 (%1)</translation>
    </message>
    <message>
        <source>The total is %1 %2.</source>
        <translation>合计为 %1 %2。</translation>
    </message>
    <message>
        <source>Step (s)</source>
        <translation>每步 (s)</translation>
    </message>
    <message>
        <source>MFU (%)</source>
        <translation>MFU (%)</translation>
    </message>
    <message>
        <source>HFU (%)</source>
        <translation>HFU (%)</translation>
    </message>
    <message>
        <source>Tokens a step</source>
        <translation>每步词元</translation>
    </message>
    <message>
        <source>Tokens of the run</source>
        <translation>训练词元数</translation>
    </message>
    <message>
        <source>Full steps</source>
        <translation>完整步数</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU 小时</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预计</translation>
    </message>
    <message>
        <source>Operations at the peak</source>
        <translation>按峰值的运算</translation>
    </message>
    <message>
        <source>All else</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>%1 s a step at the utilisation of the plan · %2 {token|tokens} a second</source>
        <translation>按方案的利用率每步 %1 s · 每秒 %2 词元</translation>
    </message>
    <message>
        <source>%1 s a step, %2 to %3 · %4 {token|tokens} a second</source>
        <translation>每步 %1 s，%2 至 %3 · 每秒 %4 词元</translation>
    </message>
    <message>
        <source>Stage of the pipeline</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Time of a training step</source>
        <translation>一个训练步的时间</translation>
    </message>
    <message>
        <source>Products and attention</source>
        <translation>乘法与注意力</translation>
    </message>
    <message>
        <source>Memory and optimizer</source>
        <translation>访存与优化器</translation>
    </message>
    <message>
        <source>Waiting for traffic</source>
        <translation>等待通信</translation>
    </message>
    <message>
        <source>Launches and program</source>
        <translation>启动与程序</translation>
    </message>
    <message>
        <source>Waiting in the pipeline</source>
        <translation>流水线等待</translation>
    </message>
    <message>
        <source>%1 {operation|operations} for each parameter and token at %2 % of the peak, as the plan states, instead of the estimate of a step from its parts</source>
        <translation>按方案写明的峰值的 %2 %，每个参数、每个词元 %1 次运算，取代按各部分估算的步时</translation>
    </message>
    <message>
        <source>Operations of the run: %1 by %2 for each parameter and token, %3 counted</source>
        <translation>训练的运算次数：按每个参数、每个词元 %2 次为 %1，逐项计数为 %3</translation>
    </message>
    <message>
        <source>Tokens (Chinchilla)</source>
        <translation>词元 (Chinchilla)</translation>
    </message>
    <message>
        <source>Energy (kWh)</source>
        <translation>能耗 (kWh)</translation>
    </message>
    <message>
        <source>At the utilisation that the plan states, without low and high.</source>
        <translation>按方案写明的利用率，没有下限和上限。</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/s</translation>
    </message>
    <message>
        <source>Tokens/s, one GPU</source>
        <translation>词元/s，单 GPU</translation>
    </message>
    <message>
        <source>does not know one card from another</source>
        <translation>不区分不同的加速卡</translation>
    </message>
    <message>
        <source>A Llama of %1 {layer|layers}, %2 wide: %3 parameters</source>
        <translation>%1 层、宽 %2 的 Llama：%3 个参数</translation>
    </message>
    <message>
        <source>Does not fit with a Llama of any size</source>
        <translation>任何规模的 Llama 都放不下</translation>
    </message>
    <message>
        <source>This method does not count the size of the model</source>
        <translation>此方法不计模型的规模</translation>
    </message>
    <message>
        <source>allows more layouts than a search can try; hold some settings with Keep (--keep)</source>
        <translation>允许的布局多得无法逐一尝试，请用“保持”（--keep）固定一些设置</translation>
    </message>
    <message>
        <source>Virtual stages %1</source>
        <translation>虚拟阶段 %1</translation>
    </message>
    <message>
        <source>Expert parallel %1</source>
        <translation>专家并行 %1</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>No sequence parallelism</source>
        <translation>不用序列并行</translation>
    </message>
    <message>
        <source>Replicas %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>replicas add up their gradients</source>
        <translation>副本之间累加梯度</translation>
    </message>
    <message>
        <source>traffic to the host</source>
        <translation>增加与主机的传输</translation>
    </message>
    <message>
        <source>The plan does not fit: each GPU lacks %1 GiB</source>
        <translation>方案放不下：每张 GPU 缺 %1 GiB</translation>
    </message>
    <message>
        <source>The plan does not fit: each node lacks %1 GiB of host memory</source>
        <translation>方案放不下：每个节点缺 %1 GiB 主机内存</translation>
    </message>
    <message>
        <source>None of the layouts that the constraints allow fits</source>
        <translation>约束允许的布局都放不下</translation>
    </message>
    <message>
        <source>The plan is the fastest layout that fits</source>
        <translation>方案就是放得下的最快布局</translation>
    </message>
    <message>
        <source>None of the layouts that the constraints allow is faster</source>
        <translation>约束允许的布局都不比方案快</translation>
    </message>
    <message>
        <source>A step of the plan takes %1 s, of the fastest layout %2 s</source>
        <translation>方案的一步需要 %1 秒，最快布局的一步需要 %2 秒</translation>
    </message>
    <message>
        <source>PyTorch reserves %1 %2, %3 more than the tensors; with the runtime %4 (dotted)</source>
        <translation>PyTorch 保留 %1 %2，比张量多 %3；连同运行时为 %4（虚线）</translation>
    </message>
    <message>
        <source>same time a token</source>
        <translation>每词元时间不变</translation>
    </message>
    <message>
        <source>same step time</source>
        <translation>每步时间不变</translation>
    </message>
    <message>
        <source>%1 × the time a token</source>
        <translation>每词元时间 %1 倍</translation>
    </message>
    <message>
        <source>%1 × the step time</source>
        <translation>每步时间 %1 倍</translation>
    </message>
    <message>
        <source>+%1 % time a token</source>
        <translation>每词元时间 +%1 %</translation>
    </message>
    <message>
        <source>+%1 % step time</source>
        <translation>每步时间 +%1 %</translation>
    </message>
    <message>
        <source>−%1 % time a token</source>
        <translation>每词元时间 −%1 %</translation>
    </message>
    <message>
        <source>−%1 % step time</source>
        <translation>每步时间 −%1 %</translation>
    </message>
    <message>
        <source>Offload the optimizer</source>
        <translation>卸载优化器</translation>
    </message>
    <message>
        <source>Offload the parameters</source>
        <translation>卸载参数</translation>
    </message>
    <message>
        <source>Offload the activations</source>
        <translation>卸载激活值</translation>
    </message>
    <message>
        <source>Paged AdamW</source>
        <translation>分页 AdamW</translation>
    </message>
    <message>
        <source>Paged 8-bit AdamW</source>
        <translation>分页 8 位 AdamW</translation>
    </message>
    <message>
        <source>trains adapters alone</source>
        <translation>只训练适配器</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>This plan: %1 s a step, %2 %3 of one GPU</source>
        <translation>本方案：每步 %1 s，单卡 %2 %3</translation>
    </message>
    <message>
        <source>Layouts: memory against time</source>
        <translation>布局：显存与时间</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>m·L/p·t(products of a layer)</source>
        <translation>m·L/p·t(一层的乘法)</translation>
    </message>
    <message>
        <source>operations of each weight, forward, gradient of input and of weight, over the peak</source>
        <translation>每个权重的运算（前向、输入的梯度、权重的梯度）除以峰值</translation>
    </message>
    <message>
        <source>m·L/p·t(experts of a layer)</source>
        <translation>m·L/p·t(一层的专家)</translation>
    </message>
    <message>
        <source>m·L/p·t(scores of a layer)</source>
        <translation>m·L/p·t(一层的注意力分数)</translation>
    </message>
    <message>
        <source>2·tokens·context·widths; flash attention counts the causal half, with two products forward and five backward (Dao, arXiv 2307.08691)</source>
        <translation>2·词元·上下文·宽度；Flash attention 只计因果的一半，前向两次乘法，反向五次 (Dao, arXiv 2307.08691)</translation>
    </message>
    <message>
        <source>m·t(head)/p</source>
        <translation>m·t(输出头)/p</translation>
    </message>
    <message>
        <source>the product with the vocabulary, and reads and writes of logits</source>
        <translation>与词表的乘法，以及 logits 的读写</translation>
    </message>
    <message>
        <source>m·L/p·t(adapters of a layer)</source>
        <translation>m·L/p·t(一层的适配器)</translation>
    </message>
    <message>
        <source>m·L/p·t(recomputed of a layer)</source>
        <translation>m·L/p·t(一层的重算)</translation>
    </message>
    <message>
        <source>the second forward pass</source>
        <translation>第二次前向传播</translation>
    </message>
    <message>
        <source>fitted to measured steps: “Time, traffic and price” in the help</source>
        <translation>按实测训练步拟合：见帮助中的“时间、通信与价格”</translation>
    </message>
    <message>
        <source>m·L/p·(launching of a layer − all above)</source>
        <translation>m·L/p·(一层的启动 − 以上各项)</translation>
    </message>
    <message>
        <source>weights come from the host, forward and backward</source>
        <translation>权重来自主机，前向和反向各一次</translation>
    </message>
    <message>
        <source>bytes of the ledger, there and back</source>
        <translation>明细表中的字节，一去一回</translation>
    </message>
    <message>
        <source>m·bytes/memory</source>
        <translation>m·字节/内存带宽</translation>
    </message>
    <message>
        <source>each micro-batch reads and writes the sum</source>
        <translation>每个微批读写累加值</translation>
    </message>
    <message>
        <source>m·t(program)</source>
        <translation>m·t(程序)</translation>
    </message>
    <message>
        <source>m·(t(slowest stage) − t(mean stage))</source>
        <translation>m·(t(最慢阶段) − t(平均阶段))</translation>
    </message>
    <message>
        <source>the slowest stage sets the pace</source>
        <translation>最慢的阶段决定速度</translation>
    </message>
    <message>
        <source>(Σ t(stage) − t(slowest stage))/v</source>
        <translation>(Σ t(阶段) − t(最慢阶段))/v</translation>
    </message>
    <message>
        <source>Narayanan et al., arXiv 2104.04473, section 2.2: (p − 1)/(m·v) of even stages</source>
        <translation>Narayanan 等，arXiv 2104.04473，2.2 节：各阶段相等时为 (p − 1)/(m·v)</translation>
    </message>
    <message>
        <source>states are read and written once; off the GPU: PCIe and the host&apos;s memory</source>
        <translation>状态各读写一次；不在 GPU 上时：PCIe 与主机内存</translation>
    </message>
    <message>
        <source>t(step)</source>
        <translation>t(步)</translation>
    </message>
    <message>
        <source>%1 GB at %2 GB/s, %3, of which %4 hidden</source>
        <translation>%1 GB，%2 GB/s，%3，其中 %4 已掩盖</translation>
    </message>
    <message>
        <source>%1, %2 a layer</source>
        <translation>%1，每层 %2</translation>
    </message>
    <message>
        <source>QLoRA rank %1</source>
        <translation>QLoRA 秩 %1</translation>
    </message>
    <message>
        <source>is no file of a kind that can be imported</source>
        <translation>不是可以导入的文件类型</translation>
    </message>
    <message>
        <source>larger than a configuration can be, %1 bytes</source>
        <translation>超过了配置文件允许的大小（%1 字节）</translation>
    </message>
    <message>
        <source>%1: %2 = %3 %4</source>
        <translation>%1：%2 = %3 %4</translation>
    </message>
    <message>
        <source>The methods say %1 to %2 %3</source>
        <translation>各方法的结果为 %1 至 %2 %3</translation>
    </message>
    <message>
        <source>Exact: %1 %2</source>
        <translation>精确：%1 %2</translation>
    </message>
    <message>
        <source>Exact: %1 %4; the other methods say %2 to %3 %4</source>
        <translation>精确：%1 %4；其他方法为 %2 至 %3 %4</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>能放下</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>The same plan by every method</source>
        <translation>用每种方法估算同一方案</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Flaw</source>
        <translation>缺陷</translation>
    </message>
    <message>
        <source>Adam&apos;s moments</source>
        <translation>Adam 的一阶、二阶矩</translation>
    </message>
    <message>
        <source>Of weights (%1 GB), gradients (%2 GB) and optimizer (%3 GB) the program prints the largest</source>
        <translation>在权重（%1 GB）、梯度（%2 GB）和优化器（%3 GB）中，该程序给出最大的一项</translation>
    </message>
    <message>
        <source>Gradients, whole on every GPU below ZeRO-2</source>
        <translation>梯度，低于 ZeRO-2 时每张 GPU 上都是完整的</translation>
    </message>
    <message>
        <source>Weights, with a table of positions as long as the context</source>
        <translation>权重，含与上下文一样长的位置表</translation>
    </message>
    <message>
        <source>32-bit weights and the optimizer&apos;s moments</source>
        <translation>32 位权重和优化器的各阶矩</translation>
    </message>
    <message>
        <source>Bucket of 5e8 values, and 1e9 live ones at ZeRO-3</source>
        <translation>5e8 个值的桶，ZeRO-3 时再加 1e9 个驻留值</translation>
    </message>
    <message>
        <source>Kept free by the user</source>
        <translation>用户预留</translation>
    </message>
    <message>
        <source>Activations of a GPT</source>
        <translation>GPT 的激活值</translation>
    </message>
    <message>
        <source>the program knows AdamW, Muon and SGD with momentum: counted as AdamW</source>
        <translation>该程序只支持 AdamW、Muon 和带动量的 SGD：按 AdamW 计算</translation>
    </message>
    <message>
        <source>The program counts %1 parameters, the model has %2</source>
        <translation>该程序计得 %1 个参数，模型有 %2 个</translation>
    </message>
    <message>
        <source>Weights in 16 bits, one table</source>
        <translation>16 位权重，一张嵌入表</translation>
    </message>
    <message>
        <source>Two layers, fetched whole</source>
        <translation>取回的两个完整层</translation>
    </message>
    <message>
        <source>Gradient of the logits</source>
        <translation>logits 的梯度</translation>
    </message>
    <message>
        <source>Attention of the layers</source>
        <translation>各层的注意力</translation>
    </message>
    <message>
        <source>MLP of the layers</source>
        <translation>各层的 MLP</translation>
    </message>
    <message>
        <source>Norms of the layers, in 32 bits</source>
        <translation>各层的归一化，32 位</translation>
    </message>
    <message>
        <source>Output of the embedding</source>
        <translation>嵌入的输出</translation>
    </message>
    <message>
        <source>must compute in 16 bits: llm-analysis has no speed of 32 bits and stops</source>
        <translation>必须以 16 位计算：llm-analysis 没有 32 位的速度数据，会停止运行</translation>
    </message>
    <message>
        <source>Of activations (%1 GB) and gradients (%2 GB) the program adds only the larger</source>
        <translation>在激活值（%1 GB）和梯度（%2 GB）中，该程序只加较大的一项</translation>
    </message>
    <message>
        <source>Weights in 16 bits</source>
        <translation>16 位权重</translation>
    </message>
    <message>
        <source>Activations cut along the tokens</source>
        <translation>沿词元切分的激活值</translation>
    </message>
    <message>
        <source>Activations of a GPT, and 5 % for buffers</source>
        <translation>GPT 的激活值，另加 5 % 的缓冲</translation>
    </message>
    <message>
        <source>EleutherAI&apos;s calculator</source>
        <translation>EleutherAI 计算器</translation>
    </message>
    <message>
        <source>A GPT&apos;s activations, no logits; gradients ignore tensor and pipeline ranks</source>
        <translation>按 GPT 计激活值，不计 logits；梯度不考虑张量和流水线并行</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s report</source>
        <translation>Megatron-LM 报告</translation>
    </message>
    <message>
        <source>llm-analysis</source>
        <translation>llm-analysis</translation>
    </message>
    <message>
        <source>Counts activations or gradients, never both; one embedding table</source>
        <translation>激活值与梯度只计其一；只有一张嵌入表</translation>
    </message>
    <message>
        <source>accelerate estimate-memory</source>
        <translation>accelerate estimate-memory</translation>
    </message>
    <message>
        <source>The largest of weights, gradients and optimizer; no activations</source>
        <translation>只取权重、梯度和优化器中最大的一项；不计激活值</translation>
    </message>
    <message>
        <source>The program knows only selective recompute together with sequence parallelism: nothing is subtracted here</source>
        <translation>该程序只支持与序列并行一起使用的选择性重算：此处不作扣除</translation>
    </message>
    <message>
        <source>A GPT&apos;s activations, for every model; full recompute saves nothing</source>
        <translation>所有模型都按 GPT 计激活值；完全重算没有节省</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>占比 (%)</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>The time of a step, part by part</source>
        <translation>一步的时间，逐项列出</translation>
    </message>
    <message>
        <source>Measured, on the plan&apos;s runtime</source>
        <translation>实测（叠在方案的运行时开销上）</translation>
    </message>
    <message>
        <source>Measured reserve</source>
        <translation>实测保留</translation>
    </message>
    <message>
        <source>adds up to more bytes than any machine has</source>
        <translation>加起来超过任何机器的字节数</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>reading was cancelled</source>
        <translation>读取已取消</translation>
    </message>
    <message>
        <source>the gzip data end before they are complete</source>
        <translation>gzip 数据不完整，提前结束</translation>
    </message>
    <message>
        <source>the gzip data are damaged</source>
        <translation>gzip 数据已损坏</translation>
    </message>
    <message>
        <source>unpacks to more than %1 times its size, which no recording does</source>
        <translation>解压后超过自身大小的 %1 倍，任何记录都不会这样</translation>
    </message>
    <message>
        <source>the file ends before the pickle does</source>
        <translation>文件在 pickle 结束之前就到头了</translation>
    </message>
    <message>
        <source>lists and dictionaries are nested too deep</source>
        <translation>列表和字典嵌套太深</translation>
    </message>
    <message>
        <source>has the opcode %1, which a memory snapshot does not need: nothing that could run code is read</source>
        <translation>含有显存快照不需要的操作码 %1：凡是可能执行代码的内容都不读取</translation>
    </message>
    <message>
        <source>is a pickle of protocol %1; snapshots have protocols 2 to 5</source>
        <translation>是协议 %1 的 pickle；快照使用协议 2 到 5</translation>
    </message>
    <message>
        <source>states a length of %1 bytes, of which the file has %2</source>
        <translation>声明长度为 %1 字节，而文件只剩 %2 字节</translation>
    </message>
    <message>
        <source>the pickle is no dictionary</source>
        <translation>这个 pickle 不是字典</translation>
    </message>
    <message>
        <source>has a text of %1 bytes; names have at most %2</source>
        <translation>含有 %1 字节的文本；名称最多 %2 字节</translation>
    </message>
    <message>
        <source>has a text that is not UTF-8</source>
        <translation>含有不是 UTF-8 的文本</translation>
    </message>
    <message>
        <source>has more than %1 different texts</source>
        <translation>不同的文本超过 %1 个</translation>
    </message>
    <message>
        <source>has more than %1 values that belong to nothing</source>
        <translation>不属于任何容器的值超过 %1 个</translation>
    </message>
    <message>
        <source>ends a list or dictionary that has not begun</source>
        <translation>结束了一个没有开始的列表或字典</translation>
    </message>
    <message>
        <source>takes more values than there are</source>
        <translation>取用的值多于现有的值</translation>
    </message>
    <message>
        <source>adds to what is neither a list nor a dictionary</source>
        <translation>向既非列表也非字典的对象添加内容</translation>
    </message>
    <message>
        <source>has a list or dictionary that contains itself</source>
        <translation>含有包含自身的列表或字典</translation>
    </message>
    <message>
        <source>has a key without a value</source>
        <translation>有键没有值</translation>
    </message>
    <message>
        <source>has a key that is no text</source>
        <translation>有键不是文本</translation>
    </message>
    <message>
        <source>remembers a value as number %1, out of order</source>
        <translation>记住值的编号 %1 不按顺序</translation>
    </message>
    <message>
        <source>remembers more values than it has</source>
        <translation>记住的值多于现有的值</translation>
    </message>
    <message>
        <source>recalls a value number %1 that it has not</source>
        <translation>引用了不存在的值，编号 %1</translation>
    </message>
    <message>
        <source>has a number that is too large</source>
        <translation>含有过大的数</translation>
    </message>
    <message>
        <source>is no JSON that is complete</source>
        <translation>不是完整的 JSON</translation>
    </message>
    <message>
        <source>is no timeline of the profiler: those are lists of numbers</source>
        <translation>不是性能分析器的时间线：时间线是数字列表</translation>
    </message>
    <message>
        <source>has more than %1 points</source>
        <translation>点数超过 %1</translation>
    </message>
    <message>
        <source>has a row of %1 {number|numbers}; a timeline&apos;s has %2</source>
        <translation>有一行含 %1 个数；时间线每行有 %2 个</translation>
    </message>
    <message>
        <source>has a negative number of bytes</source>
        <translation>含有负的字节数</translation>
    </message>
    <message>
        <source>is no timeline of the profiler: a row is a time, an action, bytes and a category</source>
        <translation>不是性能分析器的时间线：每行应为时间、动作、字节数和类别</translation>
    </message>
    <message>
        <source>the timeline has no point</source>
        <translation>时间线没有任何点</translation>
    </message>
    <message>
        <source>has no [memory] event of a GPU: record it with profile_memory=True</source>
        <translation>没有 GPU 的 [memory] 事件：请用 profile_memory=True 记录</translation>
    </message>
    <message>
        <source>has no event in the trace</source>
        <translation>在追踪文件中没有事件</translation>
    </message>
    <message>
        <source>has %1 {time|times} and %2 {row|rows} of bytes</source>
        <translation>有 %1 个时间和 %2 行字节数</translation>
    </message>
    <message>
        <source>the snapshot has no event and no segment</source>
        <translation>快照中没有事件也没有段</translation>
    </message>
    <message>
        <source>is a page with a picture of the timeline, without its numbers: export it as .json or .raw.json.gz</source>
        <translation>是只含时间线图片、没有数字的网页：请导出为 .json 或 .raw.json.gz</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>is no memory recording: neither a snapshot (torch.cuda.memory._dump_snapshot) nor a timeline of the profiler</source>
        <translation>不是显存记录：既不是快照 (torch.cuda.memory._dump_snapshot)，也不是性能分析器的时间线</translation>
    </message>
    <message>
        <source>The recording has no whole step: its peak alone is compared</source>
        <translation>记录中没有完整的训练步：只比较峰值</translation>
    </message>
    <message>
        <source>The run stays within %1 % of the plan&apos;s peak at every event</source>
        <translation>运行在每个事件上与方案之差都不超过方案峰值的 %1 %</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 more than the plan; at %3 it has %5 %4 more</source>
        <translation>从“%1”开始相差超过 %6 %，运行比方案多 %2 %4；到“%3”时多 %5 %4</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 less than the plan; at %3 it has %5 %4 less</source>
        <translation>从“%1”开始相差超过 %6 %，运行比方案少 %2 %4；到“%3”时少 %5 %4</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 more than the plan; at %3 it has %5 %4 less</source>
        <translation>从“%1”开始相差超过 %6 %，运行比方案多 %2 %4；到“%3”时少 %5 %4</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 less than the plan; at %3 it has %5 %4 more</source>
        <translation>从“%1”开始相差超过 %6 %，运行比方案少 %2 %4；到“%3”时多 %5 %4</translation>
    </message>
    <message>
        <source>Phases by the marks of the program (record_function)</source>
        <translation>阶段来自程序的标记 (record_function)</translation>
    </message>
    <message>
        <source>Phases by the functions on the stacks, and by PyTorch&apos;s marks of the optimizer</source>
        <translation>阶段来自调用栈上的函数和 PyTorch 对优化器的标记</translation>
    </message>
    <message>
        <source>Phases by the functions on the stacks</source>
        <translation>阶段来自调用栈上的函数</translation>
    </message>
    <message>
        <source>Phases by the rise and fall of memory, and by PyTorch&apos;s marks of the optimizer</source>
        <translation>阶段来自显存的升降和 PyTorch 对优化器的标记</translation>
    </message>
    <message>
        <source>Phases by the rise and fall of memory: no stack was recorded</source>
        <translation>阶段来自显存的升降：没有记录调用栈</translation>
    </message>
    <message>
        <source>No phases were found</source>
        <translation>没有找到阶段</translation>
    </message>
    <message>
        <source>has a dictionary that is written in several parts</source>
        <translation>含有分几部分写成的字典</translation>
    </message>
    <message>
        <source>the pickle is no memory snapshot</source>
        <translation>这个 pickle 不是显存快照</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>must be a list of frames</source>
        <translation>必须是帧的列表</translation>
    </message>
    <message>
        <source>is missing in an event</source>
        <translation>在某个事件中缺失</translation>
    </message>
    <message>
        <source>must be a list of allocations</source>
        <translation>必须是分配的列表</translation>
    </message>
    <message>
        <source>must be a list of blocks</source>
        <translation>必须是块的列表</translation>
    </message>
    <message>
        <source>are larger than their segment</source>
        <translation>大于所在的段</translation>
    </message>
    <message>
        <source>must be a list of segments</source>
        <translation>必须是段的列表</translation>
    </message>
    <message>
        <source>must be a list with a list of events for each device</source>
        <translation>必须是列表，其中每个设备一个事件列表</translation>
    </message>
    <message>
        <source>must be a list of annotations</source>
        <translation>必须是标注的列表</translation>
    </message>
    <message>
        <source>has more frames than a stack can have</source>
        <translation>帧数超过调用栈的上限</translation>
    </message>
    <message>
        <source>has a list that is written in several parts</source>
        <translation>含有分几部分写成的列表</translation>
    </message>
    <message>
        <source>has an entry of a list twice or in another list</source>
        <translation>列表的某一项出现两次或出现在别的列表中</translation>
    </message>
    <message>
        <source>accelerate has no replicas together with tensor or context ranks where nothing is sharded: the file shares the states out</source>
        <translation>不切分任何内容时，accelerate 不支持副本与张量或上下文并行同用：此处对状态分片</translation>
    </message>
    <message>
        <source>%1 splits a model by tensor or context ranks under FSDP alone: ZeRO-2 here</source>
        <translation>%1 只在 FSDP 下按张量或上下文切分模型：此处为 ZeRO-2</translation>
    </message>
    <message>
        <source>is no sharding strategy of FSDP</source>
        <translation>不是 FSDP 的分片策略</translation>
    </message>
    <message>
        <source>is another file: import it as well</source>
        <translation>是另一个文件：请一并导入</translation>
    </message>
    <message>
        <source>is no: fp32, unless the script loads the model in 16 bits</source>
        <translation>为 no：按 fp32 计，除非脚本以 16 位加载模型</translation>
    </message>
    <message>
        <source>is not read: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>the plan is counted for %1; what it leaves open has the defaults of %2 here</source>
        <translation>方案按 %1 计算；其未写明的项在此取 %2 的默认值</translation>
    </message>
    <message>
        <source>the run has %1 {GPU|GPUs}: the others do not divide by the layout</source>
        <translation>运行使用 %1 张 GPU：其余的不能被布局整除</translation>
    </message>
    <message>
        <source>the run has %1 on each node, so that all nodes have the same number</source>
        <translation>每个节点运行 %1 块，使各节点数量相同</translation>
    </message>
    <message>
        <source>%1 {sequence becomes|sequences become} %2, so that every micro-batch is full</source>
        <translation>%1 条序列变为 %2 条，使每个微批都是满的</translation>
    </message>
    <message>
        <source>%1 has no setting for it here: the %2 ranks take a part of the batch each</source>
        <translation>%1 在此没有对应设置：这 %2 个 rank 各承担批的一部分</translation>
    </message>
    <message>
        <source>%1 has no setting for it here; the plan has %2</source>
        <translation>%1 在此没有对应设置；方案中为 %2</translation>
    </message>
    <message>
        <source>%1 has no setting for the value of this architecture</source>
        <translation>%1 没有与此架构的取值对应的设置</translation>
    </message>
    <message>
        <source>is set in the training script: %1</source>
        <translation>在训练脚本中设置：%1</translation>
    </message>
    <message>
        <source>DeepSpeed counts tensor ranks as data ranks: it will report a larger batch than %1</source>
        <translation>DeepSpeed 把张量并行的 rank 算作数据并行的 rank：其显示的批大小会大于 %1</translation>
    </message>
    <message>
        <source>%1 stages are made in code alone, by a PipelineModule, which needs ZeRO-1 or less</source>
        <translation>%1 个阶段只能在代码中由 PipelineModule 建立，且最多用 ZeRO-1</translation>
    </message>
    <message>
        <source>is %1 where the stages are made; else each GPU is a data rank</source>
        <translation>建立流水线阶段时为 %1；否则每张 GPU 都是一个数据 rank</translation>
    </message>
    <message>
        <source>DeepSpeed has no expert parallelism together with tensor ranks, nor at ZeRO-3 with sequence ranks or replicas</source>
        <translation>DeepSpeed 的专家并行不能与张量并行同用，在 ZeRO-3 下也不能与序列并行或副本同用</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Muon takes the weights that the script marks with use_muon</source>
        <translation>DeepSpeed 的 Muon 只处理脚本以 use_muon 标记的权重</translation>
    </message>
    <message>
        <source>must be micro-batch · accumulation steps · ranks</source>
        <translation>必须等于微批 · 累积步数 · rank 数</translation>
    </message>
    <message>
        <source>with the other batch sizes it makes %1 {GPU|GPUs}</source>
        <translation>与其他批大小合起来得出 %1 张 GPU</translation>
    </message>
    <message>
        <source>needs %1 {GPU|GPUs}, more than the open plan has: the plan has as many now</source>
        <translation>需要 %1 张 GPU，多于当前方案：方案已改为这么多</translation>
    </message>
    <message>
        <source>excludes bf16</source>
        <translation>与 bf16 互斥</translation>
    </message>
    <message>
        <source>to disk needs ZeRO-3 in DeepSpeed: it is in host memory here</source>
        <translation>卸载到磁盘在 DeepSpeed 中需要 ZeRO-3：此处放在主机内存</translation>
    </message>
    <message>
        <source>bf16 without master weights needs ZeRO in DeepSpeed: they are kept in fp32 here</source>
        <translation>不带主权重的 bf16 在 DeepSpeed 中需要 ZeRO：此处仍保留 fp32 主权重</translation>
    </message>
    <message>
        <source>must be train: %1 runs a training</source>
        <translation>必须为 train：%1 运行的是训练</translation>
    </message>
    <message>
        <source>has a value that the file does not state</source>
        <translation>文件中没有给出它的值</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>必须是数字</translation>
    </message>
    <message>
        <source>Megatron-FSDP and tensor or context ranks want different values of CUDA_DEVICE_MAX_CONNECTIONS before Blackwell: it is left out</source>
        <translation>在 Blackwell 之前，Megatron-FSDP 与张量或上下文并行对 CUDA_DEVICE_MAX_CONNECTIONS 的要求不同：此处不设置</translation>
    </message>
    <message>
        <source>%1 {layer does|layers do} not divide into %2 stages of equal length</source>
        <translation>%1 层不能分成层数相同的 %2 个阶段</translation>
    </message>
    <message>
        <source>an interleaved schedule wants micro-batches in multiples of the stages, %1; {there is %2|there are %2}</source>
        <translation>交错调度要求微批数是阶段数 %1 的倍数；现有 %2 个</translation>
    </message>
    <message>
        <source>must divide by twice the context ranks, %1</source>
        <translation>必须能被上下文并行度的两倍 %1 整除</translation>
    </message>
    <message>
        <source>is needed where expert and tensor ranks are used together</source>
        <translation>专家并行与张量并行同用时必须开启</translation>
    </message>
    <message>
        <source>Megatron-FSDP steps with sgd or adam alone: adam here</source>
        <translation>Megatron-FSDP 只支持 sgd 和 adam：此处用 adam</translation>
    </message>
    <message>
        <source>Megatron-LM has it neither with a pipeline nor with recompute</source>
        <translation>Megatron-LM 在流水线并行或重算时不支持它</translation>
    </message>
    <message>
        <source>no launcher is in the file: %1 {GPU|GPUs}, the product of the degrees</source>
        <translation>没有启动命令：取各并行度之积，%1 张 GPU</translation>
    </message>
    <message>
        <source>%1 {GPU is less|GPUs are fewer} than the product of the degrees, %2, which is taken</source>
        <translation>%1 张 GPU 少于各并行度之积 %2，取后者</translation>
    </message>
    <message>
        <source>is another layout than the balanced one, which is taken</source>
        <translation>与均衡的划分不同，取均衡的划分</translation>
    </message>
    <message>
        <source>has no arguments of Megatron-LM</source>
        <translation>没有 Megatron-LM 的参数</translation>
    </message>
    <message>
        <source>is not set in this file</source>
        <translation>未在此文件中设置</translation>
    </message>
    <message>
        <source>conditions count as true</source>
        <translation>条件均视为成立</translation>
    </message>
    <message>
        <source>the table of positions is as long as the context here, %1</source>
        <translation>此处位置表与上下文等长，为 %1</translation>
    </message>
    <message>
        <source>is not read: every layer has experts</source>
        <translation>未读取：每层都有专家</translation>
    </message>
    <message>
        <source>is not in the file, as the tokenizer has it: %1 is taken</source>
        <translation>未写明（在分词器中）：取 %1</translation>
    </message>
    <message>
        <source>no whole architecture is in the file: the model of the open plan stays</source>
        <translation>架构不完整：保留当前方案的模型</translation>
    </message>
    <message>
        <source>must not be more than the key heads in %1, %2</source>
        <translation>在 %1 中不得多于KV 头数 %2</translation>
    </message>
    <message>
        <source>nanotron has Llama and Qwen2 alone: this is the Llama nearest to the architecture</source>
        <translation>nanotron 只有 Llama 和 Qwen2：这是与该架构最接近的 Llama</translation>
    </message>
    <message>
        <source>nanotron always keeps 16-bit gradients in addition to their sum</source>
        <translation>nanotron 总是在累加和之外另存 16 位梯度</translation>
    </message>
    <message>
        <source>a quoted text has no end</source>
        <translation>引号没有结束</translation>
    </message>
    <message>
        <source>%1 is written twice</source>
        <translation>%1 写了两次</translation>
    </message>
    <message>
        <source>a bracket has no end</source>
        <translation>括号没有结束</translation>
    </message>
    <message>
        <source>is no text in UTF-8</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>is &quot;auto&quot;: the training script sets it</source>
        <translation>为 &quot;auto&quot;：由训练脚本设置</translation>
    </message>
    <message>
        <source>the batch sizes do not agree with %1 data {rank|ranks}</source>
        <translation>批大小与 %1 个数据 rank 不相符</translation>
    </message>
    <message>
        <source>its variables grow beyond measure</source>
        <translation>其变量展开后过大</translation>
    </message>
    <message>
        <source>torchtitan wants the tokens of a micro-batch, %1, to divide by %2</source>
        <translation>torchtitan 要求一个微批的词元数 %1 能被 %2 整除</translation>
    </message>
    <message>
        <source>FSDP alone offloads, and weights, gradients and optimizer together, to host memory</source>
        <translation>只有 FSDP 可以卸载，且权重、梯度和优化器一起卸载到主机内存</translation>
    </message>
    <message>
        <source>torchtitan shares the weights out over context ranks</source>
        <translation>torchtitan 会在上下文并行的 rank 间对权重分片</translation>
    </message>
    <message>
        <source>%1 has no ZeRO-1: the gradients are shared out too, as in ZeRO-2</source>
        <translation>%1 没有 ZeRO-1：梯度也被分片，如同 ZeRO-2</translation>
    </message>
    <message>
        <source>torchtitan refuses a pipeline where embedding and head share their weights</source>
        <translation>嵌入与输出头共享权重时，torchtitan 拒绝流水线并行</translation>
    </message>
    <message>
        <source>must divide the number of key heads in %1, %2</source>
        <translation>在 %1 中必须整除KV 头数 %2</translation>
    </message>
    <message>
        <source>torchtitan makes q, k and v with one product: one adapter is on all three</source>
        <translation>torchtitan 用一次矩阵乘得到 q、k、v：三者共用一个适配器</translation>
    </message>
    <message>
        <source>torchtitan has no flavour of this architecture: add one under this name to its llama3 module</source>
        <translation>torchtitan 没有此架构的配置：请以此名称加到其 llama3 模块</translation>
    </message>
    <message>
        <source>is not known: the model of the open plan stays</source>
        <translation>无法识别：保留当前方案的模型</translation>
    </message>
    <message>
        <source>is no multiple of the context: %1 {sequence is|sequences are} taken</source>
        <translation>不是上下文长度的整数倍：取 %1 条序列</translation>
    </message>
    <message>
        <source>is not known: selective is taken</source>
        <translation>无法识别：按选择性重算计</translation>
    </message>
    <message>
        <source>has no call of %1</source>
        <translation>没有对 %1 的调用</translation>
    </message>
    <message>
        <source>is not in the file: 1,024 tokens, TRL&apos;s default</source>
        <translation>未写明：取 TRL 的默认值 1,024 个词元</translation>
    </message>
    <message>
        <source>is not in the file: the context of the open plan stays</source>
        <translation>未写明：保留当前方案的上下文长度</translation>
    </message>
    <message>
        <source>on a base in bf16 is LoRA</source>
        <translation>在 bf16 基座上即为 LoRA</translation>
    </message>
    <message>
        <source>put the model and the data set in the place of MODEL and DATASET</source>
        <translation>请用模型和数据集替换 MODEL 和 DATASET</translation>
    </message>
    <message>
        <source>is indented otherwise than the lines before it</source>
        <translation>缩进与前面的行不一致</translation>
    </message>
    <message>
        <source>a tab: YAML indents by spaces</source>
        <translation>制表符：YAML 用空格缩进</translation>
    </message>
    <message>
        <source>a second document: a configuration has one</source>
        <translation>第二个文档：一份配置只有一个</translation>
    </message>
    <message>
        <source>must be KEY: VALUE</source>
        <translation>必须写成 KEY: VALUE</translation>
    </message>
    <message>
        <source>anchors, aliases and tags are not read</source>
        <translation>不读取锚点、别名和标签</translation>
    </message>
    <message>
        <source>a list in brackets has no end</source>
        <translation>方括号中的列表没有结束</translation>
    </message>
    <message>
        <source>a mapping in braces has no end</source>
        <translation>花括号中的映射没有结束</translation>
    </message>
    <message>
        <source>larger than such a file can be, %1 bytes</source>
        <translation>超过此类文件的上限 %1 字节</translation>
    </message>
    <message>
        <source>must be a list of whole numbers</source>
        <translation>必须是整数列表</translation>
    </message>
    <message>
        <source>is not in the file: every second layer has linear attention, as its class has it</source>
        <translation>文件中没有：按其类的默认，每隔一层为线性注意力</translation>
    </message>
    <message>
        <source>The layers that look at images are counted; their activations are taken as those of the others</source>
        <translation>读取图像的层计入参数量；其激活值按其他层计算</translation>
    </message>
    <message>
        <source>%1 has state-space or recurrent layers, which cannot be counted yet</source>
        <translation>%1 含有状态空间层或循环层，尚不能计数</translation>
    </message>
    <message>
        <source>%1 has an encoder in addition to its decoder, which cannot be counted yet</source>
        <translation>%1 除解码器外还有编码器，尚不能计数</translation>
    </message>
    <message>
        <source>the first ChatGLM is built in another way than the later ones; the catalogue has it as chatglm-6b</source>
        <translation>第一代 ChatGLM 的构造与后来的不同；目录中有它，名为 chatglm-6b</translation>
    </message>
    <message>
        <source>%1 is not known: its fields are read as those of a Llama, with RMSNorm, a gated MLP and tied embeddings where the file says nothing else</source>
        <translation>%1 是未知类型：其字段按 Llama 读取；未写明时取 RMSNorm、门控 MLP 和共享嵌入</translation>
    </message>
    <message>
        <source>a classifier is counted with the output head of a language model</source>
        <translation>分类模型按语言模型的输出头计数</translation>
    </message>
    <message>
        <source>layers that predict further tokens are not counted: %1 parameters, and %2 where copies of embedding and head are stored with them</source>
        <translation>预测更多词元的层不计入：%1 个参数；若同时存有嵌入和输出头的副本，另有 %2 个</translation>
    </message>
    <message>
        <source>this part is not counted</source>
        <translation>这一部分不计入</translation>
    </message>
    <message>
        <source>vision towers of this kind cannot be counted: only the text model is</source>
        <translation>这类视觉塔不能计数：只计文本部分</translation>
    </message>
    <message>
        <source>an image takes %1 {token|tokens} of the context</source>
        <translation>一幅图像占上下文 %1 个词元</translation>
    </message>
    <message>
        <source>an image takes a token of the context for each {pixel|%1 pixels}</source>
        <translation>图像每 %1 个像素占上下文一个词元</translation>
    </message>
    <message>
        <source>has more than %1 parameters</source>
        <translation>参数超过 %1 个</translation>
    </message>
    <message>
        <source>cannot be read and checks nothing: %1</source>
        <translation>无法读取，不能用来核对：%1</translation>
    </message>
    <message>
        <source>has %1 parameters; the configuration has %2</source>
        <translation>有 %1 个参数；配置为 %2 个</translation>
    </message>
    <message>
        <source>has %1 bytes; the %2 parameters of the configuration would have %3 in 16 bits</source>
        <translation>有 %1 字节；配置的 %2 个参数以 16 位存储应为 %3 字节</translation>
    </message>
    <message>
        <source>the linear attention of this model cannot be counted</source>
        <translation>这个模型的线性注意力不能计数</translation>
    </message>
    <message>
        <source>its sizes do not go together</source>
        <translation>各尺寸互相矛盾</translation>
    </message>
    <message>
        <source>is not in the file: %1, as its class has it</source>
        <translation>文件中没有：取其类的默认值 %1</translation>
    </message>
    <message>
        <source>the activation %1 is not known: SiLU is taken</source>
        <translation>未知的激活函数 %1：按 SiLU 计算</translation>
    </message>
    <message>
        <source>The layers with experts come at no regular distance: the plan has as many of them, after %1 dense {one|ones}</source>
        <translation>含专家的层没有固定间隔：方案中层数相同，排在 %1 个稠密层之后</translation>
    </message>
    <message>
        <source>must be a list with an entry for each layer, %1</source>
        <translation>必须是每层一项的列表，共 %1 项</translation>
    </message>
    <message>
        <source>layers of the kind %1 cannot be counted</source>
        <translation>类型为 %1 的层不能计数</translation>
    </message>
    <message>
        <source>the base of the adapters is held in %1</source>
        <translation>适配器的基座以 %1 存放</translation>
    </message>
    <message>
        <source>weights in %1 are trained through adapters alone: QLoRA is taken</source>
        <translation>以 %1 存放的权重只能通过适配器训练：采用 QLoRA</translation>
    </message>
    <message>
        <source>%1 is known by its name alone: 16 bits are taken</source>
        <translation>%1 仅知其名：按 16 位计算</translation>
    </message>
    <message>
        <source>%1: inference takes weights in %2; training counts them in the precision of the plan</source>
        <translation>%1：推理时权重为 %2；训练按方案的精度计算</translation>
    </message>
    <message>
        <source>these modules stay in 16 bits; they are counted as the others</source>
        <translation>这些模块保持 16 位；按其他模块计算</translation>
    </message>
    <message>
        <source>has no &quot;metadata&quot;</source>
        <translation>没有 &quot;metadata&quot;</translation>
    </message>
    <message>
        <source>does not say the size of the weights</source>
        <translation>没有写明权重的大小</translation>
    </message>
    <message>
        <source>is cut off in its header</source>
        <translation>在文件头处被截断</translation>
    </message>
    <message>
        <source>has a tensor without a shape</source>
        <translation>有一个张量没有形状</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>视觉塔</translation>
    </message>
    <message>
        <source>Gradients of the vision tower</source>
        <translation>视觉塔的梯度</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>The rule of thumb is 1.2 times the weights: %1 GB of %2 GB of weights, whatever the context</source>
        <translation>经验法则为权重的 1.2 倍：权重 %2 GB，共 %1 GB，不论上下文</translation>
    </message>
    <message>
        <source>coarser numbers</source>
        <translation>数值更粗</translation>
    </message>
    <message>
        <source>Weights in %1</source>
        <translation>权重用 %1</translation>
    </message>
    <message>
        <source>KV cache in %1</source>
        <translation>KV 缓存用 %1</translation>
    </message>
    <message>
        <source>as %1 tensor-parallel {rank|ranks}</source>
        <translation>作为 %1 路张量并行</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>KV cache %1</source>
        <translation>KV 缓存 %1</translation>
    </message>
    <message>
        <source>Attention weights of all layers</source>
        <translation>所有层的注意力权重</translation>
    </message>
    <message>
        <source>MLP weights of all layers</source>
        <translation>所有层的 MLP 权重</translation>
    </message>
    <message>
        <source>Weights of the routed experts</source>
        <translation>路由专家的权重</translation>
    </message>
    <message>
        <source>Weights of the shared experts</source>
        <translation>共享专家的权重</translation>
    </message>
    <message>
        <source>Weights of the routers</source>
        <translation>路由器的权重</translation>
    </message>
    <message>
        <source>Norms, positions, images</source>
        <translation>归一化、位置、图像</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens</source>
        <translation>之前词元的键和值</translation>
    </message>
    <message>
        <source>Residual stream of a pass over prompts</source>
        <translation>一次提示处理的残差流</translation>
    </message>
    <message>
        <source>Gate, up and product of a pass</source>
        <translation>一次处理的门控、上投影和乘积</translation>
    </message>
    <message>
        <source>Tokens of a pass, copied to their experts</source>
        <translation>一次处理中复制到专家的词元</translation>
    </message>
    <message>
        <source>Gate, up and product of the experts of a pass</source>
        <translation>一次处理中专家的门控、上投影和乘积</translation>
    </message>
    <message>
        <source>Logits of the tokens to be chosen</source>
        <translation>待选词元的 logits</translation>
    </message>
    <message>
        <source>A layer&apos;s cache, copied into a longer one</source>
        <translation>拼接成更长的一层缓存</translation>
    </message>
    <message>
        <source>Recorded CUDA graphs</source>
        <translation>录制的 CUDA 图</translation>
    </message>
    <message>
        <source>Kept free by the server</source>
        <translation>服务器保留不用</translation>
    </message>
    <message>
        <source>Memory by context length</source>
        <translation>显存随上下文长度的变化</translation>
    </message>
    <message>
        <source>By the bits in its name alone, %1 leaves %2 of a GPU&apos;s %3 GiB for the input; its real bits leave %4, of which %5 remain after passes and runtime</source>
        <translation>仅按名称的位数，%1 在每张 GPU 的 %3 GiB 中为输入留下 %2；按实际位数留下 %4，再除去处理和运行时后为 %5</translation>
    </message>
    <message>
        <source>Most sequences at a time: %1, %2 GiB</source>
        <translation>同时最多序列数：%1，%2 GiB</translation>
    </message>
    <message>
        <source>Speed, estimated</source>
        <translation>速度（估计）</translation>
    </message>
    <message>
        <source>cannot be searched: layouts are ranked by the time of a training step; &quot;Fewest GPUs&quot; and the advice try tensor ranks</source>
        <translation>无法搜索：布局按训练步的时间排序；“最少 GPU”和建议会尝试张量并行</translation>
    </message>
    <message>
        <source>has no gradients, no optimizer and no recompute to show</source>
        <translation>没有梯度、优化器和重算可显示</translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation>同时处理的序列数</translation>
    </message>
    <message>
        <source>Time of a generated token</source>
        <translation>生成一个词元的时间</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Tokens/s, one sequence</source>
        <translation>词元/s（单个序列）</translation>
    </message>
    <message>
        <source>A token (ms)</source>
        <translation>一个词元 (ms)</translation>
    </message>
    <message>
        <source>A prompt (s)</source>
        <translation>一个提示 (s)</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>提示的词元数</translation>
    </message>
    <message>
        <source>Bound by products from (sequences)</source>
        <translation>受乘法限制的起点（序列数）</translation>
    </message>
    <message>
        <source>A million tokens (USD)</source>
        <translation>一百万词元（美元）</translation>
    </message>
    <message>
        <source>An estimate; published readings lie between low and high.</source>
        <translation>估计值；已公布的实测值位于下限与上限之间。</translation>
    </message>
    <message>
        <source>%1 at a time</source>
        <translation>同时 %1 个</translation>
    </message>
    <message>
        <source>has no training step to draw: a GPU holds %1 once the weights are loaded, %2 while prompts go through, %3 while tokens are generated</source>
        <translation>没有可画的训练步：每张 GPU 载入权重后为 %1，处理提示时为 %2，生成词元时为 %3</translation>
    </message>
    <message>
        <source>Keys and values in layers that see all tokens</source>
        <translation>能看到全部词元的层的键和值</translation>
    </message>
    <message>
        <source>Keys and values in layers that see a window</source>
        <translation>只看到窗口的层的键和值</translation>
    </message>
    <message>
        <source>State of layers with linear attention</source>
        <translation>线性注意力层的状态</translation>
    </message>
    <message>
        <source>generates no text</source>
        <translation>不生成文本</translation>
    </message>
    <message>
        <source>fitted to nine published readings of llama.cpp and gpt-fast</source>
        <translation>按 llama.cpp 和 gpt-fast 九个已公布的实测值拟合</translation>
    </message>
    <message>
        <source>assumed: the share of the peak that passes over prompts reach</source>
        <translation>假设：处理提示时达到峰值的比例</translation>
    </message>
    <message>
        <source>assumed: a sum over tensor ranks behind attention and behind the MLP</source>
        <translation>假设：注意力之后和 MLP 之后各有一次张量并行求和</translation>
    </message>
    <message>
        <source>peak %1 TFLOPS, memory bandwidth %2 GB/s</source>
        <translation>峰值 %1 TFLOPS，显存带宽 %2 GB/s</translation>
    </message>
    <message>
        <source>reading reaches %1 % of the bandwidth, between %2</source>
        <translation>读取达到带宽的 %1 %，范围 %2</translation>
    </message>
    <message>
        <source>launching takes %1 a layer, between %2 and %3</source>
        <translation>每层启动核函数需 %1，在 %2 与 %3 之间</translation>
    </message>
    <message>
        <source>passes over prompts reach %1 % of the peak, between %2</source>
        <translation>处理提示达到峰值的 %1 %，范围 %2</translation>
    </message>
    <message>
        <source>tensor ranks send %1 GB/s, and a sum takes %2 more</source>
        <translation>张量并行的 GPU 之间每秒 %1 GB，每次求和另需 %2</translation>
    </message>
    <message>
        <source>the stages of a pipeline work one after another</source>
        <translation>流水线各阶段依次工作</translation>
    </message>
    <message>
        <source>the cache is read when half of the output is there</source>
        <translation>按输出完成一半时的缓存计算读取</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a second (%2 to %3), an estimate</source>
        <translation>每秒 %1 个词元（%2 到 %3），估计值</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a second (%2 to %3) with %4 {sequence|sequences} at a time, an estimate</source>
        <translation>同时 %4 个序列时每秒 %1 个词元（%2 到 %3），估计值</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a second for one of them</source>
        <translation>其中一个序列每秒 %1 个词元</translation>
    </message>
    <message>
        <source>%1 copies of the model come to %2 {token|tokens} a second together</source>
        <translation>模型的 %1 个副本合计每秒 %2 个词元</translation>
    </message>
    <message>
        <source>%1 s for a prompt of %2 {token|tokens} (%3 to %4)</source>
        <translation>%2 个词元的提示需 %1 s（%3 到 %4）</translation>
    </message>
    <message>
        <source>From about %1 {sequence|sequences} on, products take longer than reading weights</source>
        <translation>约 %1 个序列起，矩阵乘法比读取权重更久</translation>
    </message>
    <message>
        <source>USD %1 for a million generated tokens</source>
        <translation>每生成一百万个词元 %1 美元</translation>
    </message>
    <message>
        <source>Reading weights</source>
        <translation>读取权重</translation>
    </message>
    <message>
        <source>Reading the KV cache</source>
        <translation>读取 KV 缓存</translation>
    </message>
    <message>
        <source>Products beyond reading</source>
        <translation>超出读取的矩阵乘法</translation>
    </message>
    <message>
        <source>Launching kernels</source>
        <translation>启动核函数</translation>
    </message>
    <message>
        <source>Sums over tensor ranks</source>
        <translation>张量并行求和</translation>
    </message>
    <message>
        <source>leaves layers that the other stages cannot share evenly</source>
        <translation>剩下的层其他阶段不能平均分配</translation>
    </message>
    <message>
        <source>must be a list of numbers of layers, such as 7,8*14,7</source>
        <translation>必须是层数的列表，例如 7,8*14,7</translation>
    </message>
    <message>
        <source>must have a number for each stage of the pipeline, %1</source>
        <translation>必须为流水线的每个阶段给出一个数，共 %1 个</translation>
    </message>
    <message>
        <source>must add up to the number of layers, %1</source>
        <translation>总和必须等于已有的层数 %1</translation>
    </message>
    <message>
        <source>must be 1 with the schedule %1</source>
        <translation>使用调度 %1 时必须为 1</translation>
    </message>
    <message>
        <source>must leave a layer for each of two parts of a stage; layers: %1</source>
        <translation>必须给每个阶段的两部分各留一层；层数：%1</translation>
    </message>
    <message>
        <source>must be even with the schedule %1</source>
        <translation>使用调度 %1 时必须为偶数</translation>
    </message>
    <message>
        <source>context · tensor parallel must divide the number of heads, %1</source>
        <translation>上下文 · 张量并行数必须整除头数 %1</translation>
    </message>
    <message>
        <source>%1 does not recompute layers by the method %2: counted as if it did</source>
        <translation>%1 不按 %2 方式重算各层：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not recompute parts of a layer by name: counted as if it did</source>
        <translation>%1 不能按名称重算一层的部分：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>An adapter freezes the whole model: adapters stay in all layers</source>
        <translation>适配器冻结整个模型：各层仍都带适配器</translation>
    </message>
    <message>
        <source>Gradients of adapters are small: they are counted as kept</source>
        <translation>适配器的梯度很小：按保留计算</translation>
    </message>
    <message>
        <source>%1 does not step inside the backward pass: counted as if it did</source>
        <translation>%1 不在反向中更新：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>An optimizer that steps inside the backward pass accumulates no gradients: each of the %1 micro-batches is a step of its own</source>
        <translation>在反向中更新的优化器不累积梯度：%1 个微批各自是一步</translation>
    </message>
    <message>
        <source>%1 has no moments in %2: counted as if it had</source>
        <translation>%1 没有 %2 的矩状态：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no 16-bit master weights: counted as if it had</source>
        <translation>%1 没有 16 位主权重：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 offloads only a whole optimizer here: counted as if it could offload a part</source>
        <translation>%1 在此只能整个卸载优化器：此处按可部分卸载计算</translation>
    </message>
    <message>
        <source>%1 does not have the schedule %2: counted as if it had</source>
        <translation>%1 没有 %2 调度：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>Adapter weights of the embedding</source>
        <translation>嵌入的适配器权重</translation>
    </message>
    <message>
        <source>Trained copy of the embedding</source>
        <translation>嵌入的训练副本</translation>
    </message>
    <message>
        <source>Trained copy of the output head</source>
        <translation>输出头的训练副本</translation>
    </message>
    <message>
        <source>Gradients of the embedding&apos;s adapter</source>
        <translation>嵌入适配器的梯度</translation>
    </message>
    <message>
        <source>Gradient of the embedding&apos;s trained copy</source>
        <translation>嵌入训练副本的梯度</translation>
    </message>
    <message>
        <source>Gradient of the output head&apos;s trained copy</source>
        <translation>输出头训练副本的梯度</translation>
    </message>
    <message>
        <source>Gradient that the optimizer uses at once</source>
        <translation>优化器立即用掉的梯度</translation>
    </message>
    <message>
        <source>Projections of gradients to a lower rank</source>
        <translation>梯度的低秩投影</translation>
    </message>
    <message>
        <source>Projections of routed experts&apos; gradients to a lower rank</source>
        <translation>路由专家梯度的低秩投影</translation>
    </message>
    <message>
        <source>Second moment of each row or head</source>
        <translation>每行或每个头的二阶矩</translation>
    </message>
    <message>
        <source>Second moment of each row of routed experts</source>
        <translation>路由专家每行的二阶矩</translation>
    </message>
    <message>
        <source>Preconditioners and their eigenvectors</source>
        <translation>预条件矩阵及其特征向量</translation>
    </message>
    <message>
        <source>Routed experts&apos; preconditioners and eigenvectors</source>
        <translation>路由专家的预条件矩阵和特征向量</translation>
    </message>
    <message>
        <source>Results of base and adapter before their scale</source>
        <translation>基座与适配器乘以缩放系数前的结果</translation>
    </message>
    <message>
        <source>Output of the first factor of the embedding&apos;s adapter</source>
        <translation>嵌入适配器第一个因子的输出</translation>
    </message>
    <message>
        <source>Inputs of layers that predict further tokens</source>
        <translation>预测更后词元的层的输入</translation>
    </message>
    <message>
        <source>Product of the adapter&apos;s matrices, and the weight with it added</source>
        <translation>适配器的乘积及加上它的权重</translation>
    </message>
    <message>
        <source>Update of one weight while the optimizer steps</source>
        <translation>优化器更新时一个权重的更新量</translation>
    </message>
    <message>
        <source>Keys and values of the other context ranks</source>
        <translation>其他上下文并行 rank 的键和值</translation>
    </message>
    <message>
        <source>recompute of the first {layer|%1 layers}</source>
        <translation>重算前 %1 层</translation>
    </message>
    <message>
        <source>recompute in groups of %1</source>
        <translation>每 %1 层一组重算</translation>
    </message>
    <message>
        <source>recompute every {layer|%1 layers}</source>
        <translation>每 %1 层重算一层</translation>
    </message>
    <message>
        <source>first {layer|%1 layers} frozen</source>
        <translation>前 %1 层冻结</translation>
    </message>
    <message>
        <source>The engine takes %1 GiB of each GPU it runs on; its cache holds %2 {token|tokens}, %3 {sequence|sequences} of %4</source>
        <translation>引擎在所用的每张 GPU 上占 %1 GiB；缓存可存 %2 个词元，即 %3 条长 %4 的序列</translation>
    </message>
    <message>
        <source>Weights and states kept on the host take %1 GiB of each node&apos;s memory</source>
        <translation>放在主机上的权重和状态占每个节点 %1 GiB 内存</translation>
    </message>
    <message>
        <source>must be sft: the file of %1 is about plain training</source>
        <translation>必须是 sft：%1 的文件只用于普通训练</translation>
    </message>
    <message>
        <source>Phases of the job&apos;s step in their order, not seconds</source>
        <translation>任务一步的各阶段，按顺序而非秒数</translation>
    </message>
    <message>
        <source>Peak %1 %2 — the highest phase of the job</source>
        <translation>峰值 %1 %2：任务最高的阶段</translation>
    </message>
    <message>
        <source>The largest: %1</source>
        <translation>最大的：%1</translation>
    </message>
    <message>
        <source>must be dpo, orpo, kto or reward where the task is preference</source>
        <translation>任务为 preference 时必须是 dpo、orpo、kto 或 reward</translation>
    </message>
    <message>
        <source>must be grpo or ppo where the task is reinforcement</source>
        <translation>任务为 reinforcement 时必须是 grpo 或 ppo</translation>
    </message>
    <message>
        <source>must be train</source>
        <translation>必须是 train</translation>
    </message>
    <message>
        <source>must be serve</source>
        <translation>必须是 serve</translation>
    </message>
    <message>
        <source>must be train or frozen</source>
        <translation>必须是 train 或 frozen</translation>
    </message>
    <message>
        <source>must not be policy: only the reference can use the policy&apos;s weights</source>
        <translation>不能是 policy：只有参考模型能使用策略的权重</translation>
    </message>
    <message>
        <source>must not be policy unless the policy has adapters</source>
        <translation>策略没有适配器时不能是 policy</translation>
    </message>
    <message>
        <source>must be shared</source>
        <translation>必须是 shared</translation>
    </message>
    <message>
        <source>must be fp32 or bf16 for weights that are trained</source>
        <translation>训练的权重必须是 fp32 或 bf16</translation>
    </message>
    <message>
        <source>Residual stream of a pass without gradients</source>
        <translation>无梯度前向的残差流</translation>
    </message>
    <message>
        <source>Gate, up and product of a pass without gradients</source>
        <translation>无梯度前向的 gate、up 与乘积</translation>
    </message>
    <message>
        <source>Tokens of a pass without gradients, copied to their experts</source>
        <translation>无梯度前向中复制给专家的词元</translation>
    </message>
    <message>
        <source>Gate, up and product of experts, without gradients</source>
        <translation>专家的 gate、up 与乘积，无梯度</translation>
    </message>
    <message>
        <source>Copy of the logits of one half of the pairs</source>
        <translation>成对中一半 logits 的副本</translation>
    </message>
    <message>
        <source>Logits over the temperature</source>
        <translation>除以温度的 logits</translation>
    </message>
    <message>
        <source>Probabilities for the entropy</source>
        <translation>用于熵的概率</translation>
    </message>
    <message>
        <source>Stacked log-probabilities, mixture and divergence</source>
        <translation>堆叠的对数概率、混合与散度</translation>
    </message>
    <message>
        <source>Values and indices of the teacher&apos;s highest logits</source>
        <translation>教师最高 logits 的值与下标</translation>
    </message>
    <message>
        <source>Scores of all generated tokens, and their stack</source>
        <translation>所有生成词元的分数及其堆叠</translation>
    </message>
    <message>
        <source>Gradient of the head, made in the forward pass</source>
        <translation>在前向中算出的输出头梯度</translation>
    </message>
    <message>
        <source>Weights gathered to be sent to the engine</source>
        <translation>聚集后发给推理引擎的权重</translation>
    </message>
    <message>
        <source>fewer tokens a second</source>
        <translation>每秒词元更少</translation>
    </message>
    <message>
        <source>Memory by number of GPUs</source>
        <translation>不同 GPU 数量的显存</translation>
    </message>
    <message>
        <source>is not what this method counts: it knows training alone</source>
        <translation>不是该方法计算的内容：它只计算训练</translation>
    </message>
    <message>
        <source>Token embedding, as stored</source>
        <translation>词元嵌入（按存储格式）</translation>
    </message>
    <message>
        <source>Output head, as stored</source>
        <translation>输出头（按存储格式）</translation>
    </message>
    <message>
        <source>%1 {layer|layers} frozen from layer %2 on</source>
        <translation>从第 %2 层起冻结 %1 层</translation>
    </message>
    <message>
        <source>packed sequences</source>
        <translation>序列打包</translation>
    </message>
    <message>
        <source>activations of %1 {layer|layers} in host memory</source>
        <translation>%1 层的激活值在主机内存</translation>
    </message>
    <message>
        <source>must be left open where recomputed layers are chosen</source>
        <translation>选择了重算的层时必须留空</translation>
    </message>
    <message>
        <source>must be 0 where recomputed or offloaded layers are chosen</source>
        <translation>选择了重算或卸载的层时必须为 0</translation>
    </message>
    <message>
        <source>Sequences are longer than the context: counted as cut to it</source>
        <translation>序列比上下文长：按截断到上下文计算</translation>
    </message>
    <message>
        <source>%1 does not pack: counted as if it did</source>
        <translation>%1 不打包：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not offload the activations of some layers: counted as if it did</source>
        <translation>%1 不能只卸载某些层的激活值：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>Mask of packed sequences</source>
        <translation>打包序列的掩码</translation>
    </message>
    <message>
        <source>Qi et al., arXiv 2401.10241: (p − 1) times it; of ZBV as of ZB-H2</source>
        <translation>Qi 等，arXiv 2401.10241：乘以 (p − 1)；ZBV 按 ZB-H2 计</translation>
    </message>
    <message>
        <source>Qi et al., arXiv 2405.15362: the share of 1F1B&apos;s where F, W and the rest of B are equal</source>
        <translation>Qi 等，arXiv 2405.15362：F、W 与 B 的其余部分相等时占 1F1B 的比例</translation>
    </message>
    <message>
        <source>DeepSeek-V3, arXiv 2412.19437, table 2: (p/2 − 1) times it; F at the same time as B takes F + B</source>
        <translation>DeepSeek-V3，arXiv 2412.19437，表 2：乘以 (p/2 − 1)；F 与 B 并行按 F + B 计</translation>
    </message>
    <message>
        <source>F + B − 2·W</source>
        <translation>F + B − 2·W</translation>
    </message>
    <message>
        <source>F + B − 3·W</source>
        <translation>F + B − 3·W</translation>
    </message>
    <message>
        <source>(F + B)/2</source>
        <translation>(F + B)/2</translation>
    </message>
    <message>
        <source>(F + B)·2/3</source>
        <translation>(F + B)·2/3</translation>
    </message>
    <message>
        <source>(F + 2·B − 3·W)·(p/2 − 1)/(p − 1)</source>
        <translation>(F + 2·B − 3·W)·(p/2 − 1)/(p − 1)</translation>
    </message>
    <message>
        <source>(F + 2·B − 3·W)/2</source>
        <translation>(F + 2·B − 3·W)/2</translation>
    </message>
    <message>
        <source>bubble of %1: %2, of all stages but the slowest; F forward, B backward with W, the gradients of weights</source>
        <translation>%1 的气泡：%2，为除最慢阶段以外所有阶段之和；F 为前向，B 为包含 W 的反向，W 为权重的梯度</translation>
    </message>
    <message>
        <source>eager attention computes all pairs of a packed row, and masks most</source>
        <translation>Eager 注意力计算打包行的所有词元对，再遮去大部分</translation>
    </message>
    <message>
        <source>attention of packed sequences of %1 {token|tokens} each; uneven ones cost more</source>
        <translation>按每个打包序列 %1 个词元计算注意力；长短不一时花费更多</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>value model</source>
        <translation>价值模型</translation>
    </message>
    <message>
        <source>reward model</source>
        <translation>奖励模型</translation>
    </message>
    <message>
        <source>teacher</source>
        <translation>教师模型</translation>
    </message>
    <message>
        <source>moving average</source>
        <translation>滑动平均</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>推理引擎</translation>
    </message>
    <message>
        <source>Token (s)</source>
        <translation>每词元 (s)</translation>
    </message>
    <message>
        <source>GPU-hours of 1M</source>
        <translation>百万词元 GPU 小时</translation>
    </message>
    <message>
        <source>1M tokens (USD)</source>
        <translation>百万词元 (USD)</translation>
    </message>
    <message>
        <source>Chunked logits</source>
        <translation>分块计算 logits</translation>
    </message>
    <message>
        <source>Fused logits</source>
        <translation>融合计算 logits</translation>
    </message>
    <message>
        <source>Sequences at a time: %1 (now %2)</source>
        <translation>同时处理的序列数：%1（当前 %2）</translation>
    </message>
    <message>
        <source>LLaMA-Adapter V2, prompt %1</source>
        <translation>LLaMA-Adapter V2，提示长 %1</translation>
    </message>
    <message>
        <source>prefix %1</source>
        <translation>前缀长 %1</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>提示长 %1</translation>
    </message>
    <message>
        <source>LLaMA-Adapter, prompt %1</source>
        <translation>LLaMA-Adapter，提示长 %1</translation>
    </message>
    <message>
        <source>must be less than the number of layers, %1</source>
        <translation>必须小于层数 %1</translation>
    </message>
    <message>
        <source>Trained prompts, and the gates of their heads</source>
        <translation>训练的提示，及各头的门控</translation>
    </message>
    <message>
        <source>Gradients of prompts and gates</source>
        <translation>提示与门控的梯度</translation>
    </message>
    <message>
        <source>Gradients of norms, trained with the adapters</source>
        <translation>归一化的梯度（随适配器一起训练）</translation>
    </message>
    <message>
        <source>Results of products before the adapter&apos;s scale</source>
        <translation>乘以适配器缩放系数之前的矩阵乘结果</translation>
    </message>
    <message>
        <source>Keys and values of the prompt</source>
        <translation>提示的键和值</translation>
    </message>
    <message>
        <source>Output of the attention to the prompt, input of its gate</source>
        <translation>对提示的注意力的输出，即其门控的输入</translation>
    </message>
    <message>
        <source>Log-sum-exp of the attention to the prompt</source>
        <translation>对提示的注意力的 log-sum-exp</translation>
    </message>
    <message>
        <source>Logits before the adapter&apos;s scale</source>
        <translation>乘以适配器缩放系数之前的 logits</translation>
    </message>
    <message>
        <source>Frozen weights in 16 bits, kept by their products</source>
        <translation>16 位的冻结权重，由其乘积保留</translation>
    </message>
    <message>
        <source>Integers that a weight of 4 bits is unpacked into</source>
        <translation>4 位权重解包成的整数</translation>
    </message>
    <message>
        <source>the length of the prompt is not stated (%1)</source>
        <translation>未说明提示的长度（%1）</translation>
    </message>
    <message>
        <source>put weights that GPTQ has made in the place of MODEL</source>
        <translation>用 GPTQ 量化好的权重代替 MODEL</translation>
    </message>
    <message>
        <source>This plan fits on %1 of %2 cards</source>
        <translation>%2 种卡中有 %1 种放得下该方案</translation>
    </message>
    <message>
        <source>This plan fits on %1 of %2 cards; %3 of them {is|are} shown</source>
        <translation>%2 种卡中有 %1 种放得下该方案，图中列出 %3 种</translation>
    </message>
    <message>
        <source>The fewest of each card on which the plan fits</source>
        <translation>每种卡放下该方案所需的最少张数</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间 (s)</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Time of a step of the job</source>
        <translation>任务一步的时间</translation>
    </message>
    <message>
        <source>has no time: the policy generates without an engine</source>
        <translation>没有时间：策略模型不用推理引擎而自行生成</translation>
    </message>
    <message>
        <source>works on GPUs of its own, and nothing waits for it</source>
        <translation>在自己的 GPU 上工作，其他部分不等待它</translation>
    </message>
    <message>
        <source>rewards by rules take no time</source>
        <translation>按规则计算的奖励不占时间</translation>
    </message>
    <message>
        <source>each sequence is generated to its full length, and trained on once</source>
        <translation>每条序列都生成到全长，并只训练一次</translation>
    </message>
    <message>
        <source>Passes over the prompts</source>
        <translation>处理提示</translation>
    </message>
    <message>
        <source>an engine generates %1 {sequence|sequences}, %2 at a time, %3 {token|tokens} after prompts of %4</source>
        <translation>一个引擎生成 %1 条序列，同时 %2 条，每条在 %4 个词元的提示之后生成 %3 个词元</translation>
    </message>
    <message>
        <source>half of the context is generated: the plan does not say how much</source>
        <translation>上下文的一半是生成的：方案没有写明长度</translation>
    </message>
    <message>
        <source>Weights for the engine</source>
        <translation>发给推理引擎的权重</translation>
    </message>
    <message>
        <source>Weights of the engine to the host and back</source>
        <translation>引擎的权重移到主机再取回</translation>
    </message>
    <message>
        <source>States to the host and back</source>
        <translation>状态移到主机再取回</translation>
    </message>
    <message>
        <source>weights, gradients and states of roles that do not work</source>
        <translation>未在工作的角色的权重、梯度和状态</translation>
    </message>
    <message>
        <source>m·L/p·bytes of a layer/memory</source>
        <translation>m·L/p·每层字节数/显存带宽</translation>
    </message>
    <message>
        <source>%1 s, %2 % of the step</source>
        <translation>%1 s，占一步的 %2 %</translation>
    </message>
    <message>
        <source>Memory of generating text by context length: 8B, 70B, 405B</source>
        <translation>生成文本时显存随上下文长度的变化：8B、70B、405B</translation>
    </message>
    <message>
        <source>cannot be searched: each model of the job has its own layout</source>
        <translation>无法搜索：任务的每个模型各有自己的布局</translation>
    </message>
    <message>
        <source>is missing, 10 assumed</source>
        <translation>缺失，按 10 计</translation>
    </message>
    <message>
        <source>must be LORA, PROMPT_TUNING or PREFIX_TUNING</source>
        <translation>必须是 LORA、PROMPT_TUNING 或 PREFIX_TUNING</translation>
    </message>
    <message>
        <source>leaves nothing to train</source>
        <translation>没有留下可训练的内容</translation>
    </message>
    <message>
        <source>names no method: all weights are trained</source>
        <translation>没有指明方法：按训练全部权重计</translation>
    </message>
    <message>
        <source>is missing: the context stays as it is</source>
        <translation>缺失：上下文长度保持不变</translation>
    </message>
    <message>
        <source>Not every smaller size fits, as the shape changes with it: %1 does not</source>
        <translation>形状随规模变化，并非每个更小的规模都放得下：%1 放不下</translation>
    </message>
    <message>
        <source>The role %1 runs on %2 {GPU|GPUs} of its own: their memory is not counted here, their GPU-hours, price and energy are</source>
        <translation>角色 %1 使用自己的 %2 张 GPU：这些 GPU 的显存不计入此处，GPU 小时、价格和能耗则计入</translation>
    </message>
    <message>
        <source>The prompt and the completion of the job are the context</source>
        <translation>任务的提示与补全长度之和即为上下文</translation>
    </message>
    <message>
        <source>must be at most the vocabulary, %1</source>
        <translation>不得超过词表大小 %1</translation>
    </message>
    <message>
        <source>%1 {token does not divide into %2 pieces, %3 for each context rank: counted as if it did|tokens do not divide into %2 pieces, %3 for each context rank: counted as if they did}</source>
        <translation>%1 个词元不能整除为 %2 段（每个上下文并行 rank %3 段）：此处按可整除计算</translation>
    </message>
    <message>
        <source>The weights that this GPU holds</source>
        <translation>此 GPU 保存的权重</translation>
    </message>
    <message>
        <source>What the backward pass adds up for each weight</source>
        <translation>反向计算为每个权重累加的值</translation>
    </message>
    <message>
        <source>What the optimizer keeps from step to step</source>
        <translation>优化器在各步之间保留的状态</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens, of all sequences</source>
        <translation>所有序列之前词元的键和值</translation>
    </message>
    <message>
        <source>What the forward pass keeps for the backward pass</source>
        <translation>前向计算为反向计算保留的内容</translation>
    </message>
    <message>
        <source>What a pass over prompts works with, and logits</source>
        <translation>处理提示时用到的张量，以及 logits</translation>
    </message>
    <message>
        <source>Logits, gathered weights, gradients being computed</source>
        <translation>logits、聚集的权重、计算中的梯度</translation>
    </message>
    <message>
        <source>Driver context, communicators, what the server keeps free</source>
        <translation>驱动上下文、通信，以及服务器留空的部分</translation>
    </message>
    <message>
        <source>Driver context, communicators, idle memory of the allocator</source>
        <translation>驱动上下文、通信器、分配器闲置的显存</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <translation>每卡 %1</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>80 % of measured steps lie in between.</source>
        <translation>80 % 的实测步落在下限与上限之间。</translation>
    </message>
    <message>
        <source>must divide the number of heads, %1, and does not divide the %2 {GPU|GPUs} either</source>
        <translation>必须能整除注意力头数 %1，也不能整除 %2 张 GPU</translation>
    </message>
    <message>
        <source>Scales of the 8-bit moments, one for 256 values</source>
        <translation>8 位矩的缩放系数，每 256 个值一个</translation>
    </message>
    <message>
        <source>Scales of routed experts&apos; 8-bit moments, one for 256 values</source>
        <translation>路由专家 8 位矩的缩放系数，每 256 个值一个</translation>
    </message>
    <message>
        <source>must be at least %1: the job compares sequences</source>
        <translation>至少为 %1：该任务比较成对的序列</translation>
    </message>
    <message>
        <source>%1 cannot combine fused logits with a precomputed reference: counted as if it could</source>
        <translation>%1 不能同时使用融合 logits 和预计算参考：按可以计算</translation>
    </message>
    <message>
        <source>The vocabularies of student and teacher differ, %1 and %2: their logits cannot be compared token by token</source>
        <translation>学生与教师的词表不同（%1 与 %2）：两者的 logits 无法逐词元比较</translation>
    </message>
    <message>
        <source>must be shared or own</source>
        <translation>须为 shared 或 own</translation>
    </message>
    <message>
        <source>The schedule %1 needs %2 micro-batches a step, twice its stages: counted as if %3 were enough</source>
        <translation>%1 调度每步需要 %2 个微批，即阶段数的两倍：按 %3 个足够计算</translation>
    </message>
    <message>
        <source>%1 is for latent attention (MLA), which the model does not have: counted as fp8</source>
        <translation>%1 用于潜在注意力（MLA），该模型没有：按 fp8 计算</translation>
    </message>
    <message>
        <source>Attention scores of a pass over prompts</source>
        <translation>一次提示处理的注意力分数</translation>
    </message>
    <message>
        <source>Mask of the attention of a pass</source>
        <translation>一次处理的注意力掩码</translation>
    </message>
    <message>
        <source>Copies of the attention&apos;s input, one for each adapter</source>
        <translation>注意力输入的副本，每个适配器一份</translation>
    </message>
    <message>
        <source>Copy of the output product&apos;s input for its adapter</source>
        <translation>输出乘积的输入副本，供其适配器使用</translation>
    </message>
    <message>
        <source>Copies of the MLP&apos;s input, one for each adapter</source>
        <translation>MLP 输入的副本，每个适配器一份</translation>
    </message>
    <message>
        <source>Copy of the down product&apos;s input for its adapter</source>
        <translation>下投影乘积的输入副本，供其适配器使用</translation>
    </message>
    <message>
        <source>Copy of the head&apos;s input for its adapter</source>
        <translation>输出头的输入副本，供其适配器使用</translation>
    </message>
    <message>
        <source>Square roots of the second moments</source>
        <translation>二阶矩的平方根</translation>
    </message>
    <message>
        <source>llama.cpp gives whole layers or rows of weights to the GPUs: counted as if it split the heads too</source>
        <translation>llama.cpp 按整层或权重的行分给各 GPU：按注意力头也切分计算</translation>
    </message>
    <message>
        <source>The layers keep nothing that recomputing %1 drops</source>
        <translation>各层没有保留 %1 重算所能省去的内容</translation>
    </message>
    <message>
        <source>%1 is trained as a whole and has an adapter too: both are counted</source>
        <translation>%1 既整体训练又带适配器：两者都计入</translation>
    </message>
    <message>
        <source>%1 shards a job over all GPUs unless roles.policy.zero says otherwise: counted as ZeRO-%2</source>
        <translation>%1 把任务切分到所有 GPU，除非 roles.policy.zero 另有说明：按 ZeRO-%2 计算</translation>
    </message>
    <message>
        <source>Fused optimizer step</source>
        <translation>融合优化器更新</translation>
    </message>
    <message>
        <source>has no time: the catalogue does not know its speed in this precision; set %1 and %2</source>
        <translation>无法估算时间：目录中没有该设备在此精度下的速度；请设置 %1 和 %2</translation>
    </message>
    <message>
        <source>disks read and write %1 for each GPU</source>
        <translation>磁盘读写，每张 GPU %1</translation>
    </message>
    <message>
        <source>%1 {fits as well, but does|fit as well, but do} not divide a node of %2</source>
        <translation>%1 也放得下，但不能整除每节点的 %2</translation>
    </message>
    <message>
        <source>%1 fit as well, but leave GPUs of a node of %2 idle</source>
        <translation>%1 张也放得下，但会让一个 %2 卡节点中有 GPU 闲置</translation>
    </message>
    <message>
        <source>%1 has no interleaved schedule: counted as if it had</source>
        <translation>%1 没有交错调度：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not offload: counted as if it did</source>
        <translation>%1 没有卸载功能：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not offload activations: counted as if it did</source>
        <translation>%1 不卸载激活：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not compute in 8 bits: counted as if it did</source>
        <translation>%1 没有 8 位计算：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>waits(%1)</source>
        <translation>等待(%1)</translation>
    </message>
    <message>
        <source>Gathering of experts</source>
        <translation>聚集专家权重</translation>
    </message>
    <message>
        <source>Gradients of experts</source>
        <translation>归约专家梯度</translation>
    </message>
    <message>
        <source>Gradients between replicas</source>
        <translation>副本间归约梯度</translation>
    </message>
    <message>
        <source>New weights of experts</source>
        <translation>聚集更新后的专家权重</translation>
    </message>
    <message>
        <source>%1 does not have this optimizer: counted as if it had</source>
        <translation>%1 没有此优化器：按有此优化器计算</translation>
    </message>
    <message>
        <source>%1 does not compute in fp16: counted as if it did</source>
        <translation>%1 没有 fp16 计算：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not compute in fp32: counted as if it did</source>
        <translation>%1 没有 fp32 计算：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no eager attention: counted as if it had</source>
        <translation>%1 没有逐算子（eager）注意力：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 does not offload to disk: counted as offloaded to the host</source>
        <translation>%1 不能卸载到磁盘：按卸载到主机计算</translation>
    </message>
    <message>
        <source>%1 offloads to disk at ZeRO-3 alone: counted as offloaded to the host</source>
        <translation>%1 只在 ZeRO-3 下卸载到磁盘：按卸载到主机计算</translation>
    </message>
    <message>
        <source>%1 recomputes every so many layers, which is recipe.recompute=full with recipe.recompute_method=every: counted as no recompute</source>
        <translation>%1 每隔若干层重算一层，即 recipe.recompute=full 加 recipe.recompute_method=every：按不重算计算</translation>
    </message>
    <message>
        <source>%1 trains adapters of a quantised base on one GPU alone: counted as if it did on more</source>
        <translation>%1 只能在一张 GPU 上训练量化基座上的适配器：此处按支持多卡计算</translation>
    </message>
    <message>
        <source>Not read by this method: %1</source>
        <translation>此方法不读取：%1</translation>
    </message>
    <message>
        <source>Without effect in this plan: %1</source>
        <translation>在此方案中不起作用：%1</translation>
    </message>
    <message>
        <source>the limit of the server; the cache would hold %1</source>
        <translation>服务器的上限；缓存可容纳 %1</translation>
    </message>
    <message>
        <source>%1 serves at most %2 {sequence|sequences} at a time (inference.max_sequences): of %3 the rest waits, and memory and speed are those of %2</source>
        <translation>%1 最多同时服务 %2 条序列（inference.max_sequences）：%3 条中其余的等待，显存和速度按 %2 条计</translation>
    </message>
    <message>
        <source>The engine does not start — its share of a GPU is %1 too small</source>
        <translation>推理引擎无法启动 — 它在一张 GPU 上的份额少 %1</translation>
    </message>
    <message>
        <source>Fits the GPU, but the engine does not start</source>
        <translation>GPU 放得下，但推理引擎无法启动</translation>
    </message>
    <message>
        <source>Engine short</source>
        <translation>引擎份额不足</translation>
    </message>
    <message>
        <source>Does not fit: the engine&apos;s share of a GPU is %1 GiB too small, and it will not start</source>
        <translation>放不下：推理引擎在一张 GPU 上的份额少 %1 GiB，无法启动</translation>
    </message>
    <message>
        <source>The plan does not fit: the engine&apos;s share of a GPU lacks %1 GiB</source>
        <translation>方案放不下：推理引擎在一张 GPU 上的份额缺 %1 GiB</translation>
    </message>
    <message>
        <source>%1 of a GPU for the engine (now %2)</source>
        <translation>推理引擎占一张 GPU 的 %1（现在 %2）</translation>
    </message>
    <message>
        <source>Engine on %1 tensor {rank|ranks}</source>
        <translation>推理引擎 %1 路张量并行</translation>
    </message>
    <message>
        <source>The engine does not start: its share of a GPU (rollout.utilization) is too small</source>
        <translation>推理引擎无法启动：它在一张 GPU 上的份额（rollout.utilization）太小</translation>
    </message>
    <message>
        <source>The engine cannot start with %1 GiB: weights, a pass and a sequence of %3 {token|tokens} need %2 GiB more</source>
        <translation>推理引擎无法以 %1 GiB 启动：权重、一次前向和一条长 %3 个词元的序列还需要 %2 GiB</translation>
    </message>
    <message>
        <source>%1 {sequence|sequences} at a time</source>
        <translation>同时 %1 条序列</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>The micro-batch does not decide the peak</source>
        <translation>微批大小不影响峰值</translation>
    </message>
    <message>
        <source>a larger one does not change the peak</source>
        <translation>再大也不改变峰值</translation>
    </message>
    <message>
        <source>bf16 mixed precision</source>
        <translation>bf16 混合精度</translation>
    </message>
    <message>
        <source>fp16 mixed precision</source>
        <translation>fp16 混合精度</translation>
    </message>
    <message>
        <source>fp8 mixed precision</source>
        <translation>fp8 混合精度</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>distillation</source>
        <translation>蒸馏</translation>
    </message>
    <message>
        <source>Log-probs</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>KL pass</source>
        <translation>KL 前向</translation>
    </message>
    <message>
        <source>Ref. log-probs</source>
        <translation>参考对数概率</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>教师</translation>
    </message>
    <message>
        <source>Critic update</source>
        <translation>更新价值模型</translation>
    </message>
    <message>
        <source>Policy update</source>
        <translation>更新策略</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>发权重</translation>
    </message>
    <message>
        <source>8-bit optimizer state</source>
        <translation>优化器状态为 8 位</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Rewards</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>Log-probabilities of the policy</source>
        <translation>策略的对数概率</translation>
    </message>
    <message>
        <source>Pass for the KL term</source>
        <translation>KL 项的前向</translation>
    </message>
    <message>
        <source>Log-probabilities of the reference</source>
        <translation>参考的对数概率</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>价值</translation>
    </message>
    <message>
        <source>Logits of the teacher</source>
        <translation>教师的 logits</translation>
    </message>
    <message>
        <source>Update of the critic</source>
        <translation>价值模型更新</translation>
    </message>
    <message>
        <source>Update of the policy</source>
        <translation>策略更新</translation>
    </message>
    <message>
        <source>Transfer of weights to the engine</source>
        <translation>权重发给引擎</translation>
    </message>
    <message>
        <source>has more than this method counts: a reference, and a pair for each sample</source>
        <translation>超出此方法的计算范围：参考模型，以及每个样本的一对序列</translation>
    </message>
    <message>
        <source>has more than this method counts: a pair for each sample</source>
        <translation>超出此方法的计算范围：每个样本的一对序列</translation>
    </message>
    <message>
        <source>has more than this method counts: a reference</source>
        <translation>超出此方法的计算范围：参考模型</translation>
    </message>
    <message>
        <source>has more than this method counts: a pair for each sample, and a head of one value</source>
        <translation>超出此方法的计算范围：每个样本的一对序列，以及单值输出头</translation>
    </message>
    <message>
        <source>has more than this method counts: an engine, a reference and the phases of a step</source>
        <translation>超出此方法的计算范围：推理引擎、参考模型和一步的各个阶段</translation>
    </message>
    <message>
        <source>has more than this method counts: an engine, other models and the phases of a step</source>
        <translation>超出此方法的计算范围：推理引擎、其他模型和一步的各个阶段</translation>
    </message>
    <message>
        <source>has more than this method counts: a teacher</source>
        <translation>超出此方法的计算范围：教师模型</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Seconds that wait</source>
        <translation>等待的秒数</translation>
    </message>
    <message>
        <source>What one GPU sends in a step</source>
        <translation>一张 GPU 在一步中发送的数据</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>The plan&apos;s time follows its stated utilisation; other layouts are scaled by the estimate of a step from its parts</source>
        <translation>方案的时间按其写明的利用率计算；其他布局按各部分估算的步时比例换算</translation>
    </message>
    <message>
        <source>P/d·bytes of a parameter/memory</source>
        <translation>P/d·每个参数的字节/显存带宽</translation>
    </message>
    <message>
        <source>%1, of %2 TFLOP; %3 TFLOPS · %4 for wide products</source>
        <translation>%1，共 %2 TFLOP；%3 TFLOPS · %4（宽矩阵乘）</translation>
    </message>
    <message>
        <source>%1, of %2 GB; %3 GB/s</source>
        <translation>%1，共 %2 GB；%3 GB/s</translation>
    </message>
    <message>
        <source>%1 + %2 (disk, %3 GB/s)</source>
        <translation>%1 + %2（磁盘，%3 GB/s）</translation>
    </message>
    <message>
        <source>m·L/p·n·w·b·s/c·(keys + values)/t·(r − 1)</source>
        <translation>m·L/p·n·w·b·s/c·(键 + 值)/t·(r − 1)</translation>
    </message>
    <message>
        <source>n: one round of keys and values forward, two backward; Liu et al., arXiv 2310.01889</source>
        <translation>n：键和值前向传一圈，反向传两圈；Liu et al., arXiv 2310.01889</translation>
    </message>
    <message>
        <source>m·L/p·n·w·routed tokens·h·(r − 1)/r</source>
        <translation>m·L/p·n·w·路由词元数·h·(r − 1)/r</translation>
    </message>
    <message>
        <source>n: to the experts and back, in each pass; Lepikhin et al., arXiv 2006.16668</source>
        <translation>n：每趟计算送到专家再送回；Lepikhin et al., arXiv 2006.16668</translation>
    </message>
    <message>
        <source>n: values forward and gradients backward, for each part of a stage; divided by t with sequence parallelism; Narayanan et al., arXiv 2104.04473, section 3.2</source>
        <translation>n：阶段的每一部分前向送值、反向送梯度；序列并行时除以 t；Narayanan et al., arXiv 2104.04473，3.2 节</translation>
    </message>
    <message>
        <source>n: for the forward and the backward pass, or once where weights stay gathered; P of the mean stage; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>n：前向和反向各一次，权重保持聚集时只有一次；P 为各阶段的平均；Rajbhandari et al., arXiv 1910.02054，第 7 节</translation>
    </message>
    <message>
        <source>n: for the forward and the backward pass, or once where weights stay gathered; P: of experts; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>n：前向和反向各一次，权重保持聚集时只有一次；P：专家的参数；Rajbhandari et al., arXiv 1910.02054，第 7 节</translation>
    </message>
    <message>
        <source>n: 2 for an all-reduce, 1 for a reduce-scatter, in each micro-batch from ZeRO-2 on; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>n：all-reduce 为 2，reduce-scatter 为 1，从 ZeRO-2 起每个微批一次；Rajbhandari et al., arXiv 1910.02054，第 7 节</translation>
    </message>
    <message>
        <source>as of all gradients; P: of the experts that a rank holds; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>与所有梯度相同；P：一个 rank 所持专家的参数；Rajbhandari et al., arXiv 1910.02054，第 7 节</translation>
    </message>
    <message>
        <source>an all-reduce of each shard; Zhao et al., arXiv 2304.11277, section 3.2</source>
        <translation>对每个分片做 all-reduce；Zhao et al., arXiv 2304.11277，3.2 节</translation>
    </message>
    <message>
        <source>w: a gradient there and a weight back; of a paged optimizer its moments, there and back; Ren et al., arXiv 2101.06840</source>
        <translation>w：梯度送去、权重送回；分页优化器则是其矩来回；Ren et al., arXiv 2101.06840</translation>
    </message>
    <message>
        <source>n: for the forward and the backward pass; Rajbhandari et al., arXiv 2104.07857</source>
        <translation>n：前向和反向各一次；Rajbhandari et al., arXiv 2104.07857</translation>
    </message>
    <message>
        <source>m·L/p·n·bytes of a layer</source>
        <translation>m·L/p·n·一层的字节</translation>
    </message>
    <message>
        <source>n: there and back; bytes of the ledger</source>
        <translation>n：来回各一次；字节数见账目</translation>
    </message>
    <message>
        <source>must be at most %1: the model has %2 {layer|layers}, of which %3 {is|are} frozen</source>
        <translation>最多为 %1：模型有 %2 层，其中 %3 层冻结</translation>
    </message>
    <message>
        <source>%1 turns the weights of GGUF files into 16 or 32 bits when it loads them: counted as if it kept %2</source>
        <translation>%1 加载 GGUF 文件时把权重转为 16 或 32 位：按保持 %2 计算</translation>
    </message>
    <message>
        <source>%1 does not read weights in %2: counted as if it did</source>
        <translation>%1 不能读取 %2 格式的权重：此处按支持读取计算</translation>
    </message>
    <message>
        <source>%1 quantises values for flash attention alone: counted as if it did</source>
        <translation>%1 只在使用 Flash attention 时量化 value：此处按支持量化计算</translation>
    </message>
    <message>
        <source>Log-softmax of the logits</source>
        <translation>logits 的 log-softmax</translation>
    </message>
    <message>
        <source>Gradient of the log-softmax</source>
        <translation>log-softmax 的梯度</translation>
    </message>
    <message>
        <source>Gradient of the logits in the type of the head</source>
        <translation>logits 的梯度，类型与输出头相同</translation>
    </message>
    <message>
        <source>A layer&apos;s quantised cache in 16 bits, for flash attention</source>
        <translation>一层的量化缓存转成 16 位，供 Flash attention 使用</translation>
    </message>
    <message>
        <source>A matrix while the optimizer makes it orthogonal, in three forms</source>
        <translation>优化器正交化时的一个矩阵，三份</translation>
    </message>
    <message>
        <source>Products of that matrix with itself</source>
        <translation>该矩阵与自身的乘积</translation>
    </message>
    <message>
        <source>must be sft or dpo: the file of %1 is about plain training or preferences</source>
        <translation>必须是 sft 或 dpo：%1 的文件只用于普通训练或偏好训练</translation>
    </message>
    <message>
        <source>Limit of sequences: %1 (now %2)</source>
        <translation>序列数上限：%1（当前 %2）</translation>
    </message>
    <message>
        <source>must be none, or a list of parts without none</source>
        <translation>必须是 none，或不含 none 的部分列表</translation>
    </message>
    <message>
        <source>Here each plan is counted at its own context; the bars have one context for all</source>
        <translation>表中各方案按各自的上下文长度计算，条形图则采用同一长度</translation>
    </message>
    <message>
        <source>Emptying of the allocator&apos;s cache</source>
        <translation>清空分配器缓存</translation>
    </message>
    <message>
        <source>m·t(flush)</source>
        <translation>m·t(清空)</translation>
    </message>
    <message>
        <source>%1 {sequence|sequences} a step, one micro-batch on each rank: the plan states no global batch</source>
        <translation>每步 %1 个序列，每个 rank 一个微批：方案没有写明全局批大小</translation>
    </message>
    <message>
        <source>as %1 pipeline {stage|stages}</source>
        <translation>作为 %1 个流水线阶段</translation>
    </message>
    <message>
        <source>Longer than the context, %1 {token|tokens}: counted as cut to it</source>
        <translation>比上下文（%1 个词元）长：按截短到上下文计算</translation>
    </message>
    <message>
        <source>%1 keeps no cache in %2: counted as if it did</source>
        <translation>%1 不以 %2 保存缓存：此处按支持保存计算</translation>
    </message>
    <message>
        <source>%1 has no adapters of this method: counted as if it had</source>
        <translation>%1 没有这种方法的适配器：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no DoRA: counted as if it had</source>
        <translation>%1 没有 DoRA：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no adapter of the embedding: counted as if it had</source>
        <translation>%1 没有嵌入上的适配器：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 trains adapters alone: counted as if it trained these modules too</source>
        <translation>%1 只训练适配器：按也训练这些模块来计算</translation>
    </message>
    <message>
        <source>%1 has no base in %2: counted as if it had</source>
        <translation>%1 没有 %2 的基座：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no fused loss: counted as if it had</source>
        <translation>%1 没有融合损失：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 offloads weights and optimizer together: counted as if it could offload one alone</source>
        <translation>%1 只能同时卸载权重和优化器：此处按可只卸载其一计算</translation>
    </message>
    <message>
        <source>%1 offloads activations of recomputed layers alone: counted as if it offloaded those of others</source>
        <translation>%1 只卸载重算层的激活值：按也卸载其他层的来计算</translation>
    </message>
    <message>
        <source>%1 has no jobs of the kind %2: counted as if it had</source>
        <translation>%1 不支持 %2 训练：按支持来计算</translation>
    </message>
    <message>
        <source>Not every smaller size suits the layout: %1 does not</source>
        <translation>并非每个更小的规模都适合此布局：%1 不适合</translation>
    </message>
    <message>
        <source>%1 does not split a feed-forward width of %2 among %3 {rank|ranks}: counted as if it did</source>
        <translation>%1 不能把前馈宽度 %2 分给 %3 个 rank：此处按可切分计算</translation>
    </message>
    <message>
        <source>%1 does not split %2 {token|tokens} among %3 {rank|ranks}: counted as if it did</source>
        <translation>%1 不能把 %2 个词元分给 %3 个 rank：此处按可切分计算</translation>
    </message>
    <message>
        <source>%1 has no adapters of a quantised base: counted as if it had</source>
        <translation>%1 没有量化基座上的适配器：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 has no adapters: counted as if it had</source>
        <translation>%1 没有适配器：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>%1 splits no adapters over tensor ranks: counted as if it did</source>
        <translation>%1 不把适配器切分到张量并行各路：按切分计算</translation>
    </message>
    <message>
        <source>Assumes a GPU that falls behind the program, so that freed inputs of collectives wait: the allocator keeps %1 GiB idle, between %2 and %3 GiB if the GPU is less or more behind</source>
        <translation>假定 GPU 落后于程序，集合通信已释放的输入因此等待：分配器闲置 %1 GiB；落后更少或更多时为 %2 到 %3 GiB</translation>
    </message>
    <message>
        <source>Assumes a GPU that keeps up with the program: the allocator keeps %1 GiB idle, up to %2 GiB if the GPU falls behind, as freed inputs of collectives wait then</source>
        <translation>假定 GPU 跟得上程序：分配器闲置 %1 GiB；若 GPU 落后，集合通信已释放的输入会等待，最多 %2 GiB</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator keeps %1 GiB idle, in freed blocks that suit no later request. This leaps from length to length: from %2 to %3 {token|tokens} it is between %4 and %5 GiB. cluster.allocator.expandable_segments=true evens it out</source>
        <translation>PyTorch 的分配器闲置 %1 GiB，这些已释放的块不适合之后的任何请求。该值随长度跳变：从 %2 到 %3 个词元，它在 %4 到 %5 GiB 之间。cluster.allocator.expandable_segments=true 可使其平稳</translation>
    </message>
    <message>
        <source>The step has too many tensors, or too large ones, to replay the allocator&apos;s requests: it is assumed to keep %1 % of the tensors&apos; memory idle</source>
        <translation>该步骤的张量太多或太大，无法重放分配器的请求：假定分配器闲置的内存为张量内存的 %1 %</translation>
    </message>
    <message>
        <source>probably fits</source>
        <translation>大概能放下</translation>
    </message>
    <message>
        <source>Probably fits — %1 of %2, %3 free</source>
        <translation>大概能放下 — 每卡 %1 / %2，剩余 %3</translation>
    </message>
    <message>
        <source>Probably fits — %1 of %2</source>
        <translation>大概能放下 — 每卡 %1 / %2</translation>
    </message>
    <message>
        <source>%1 free, probably</source>
        <translation>大概剩余 %1</translation>
    </message>
    <message>
        <source>Does not fit: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB over</source>
        <translation>放不下：每卡 %1 GiB（可能为 %2 到 %3），容量 %4 GiB，超出 %5 GiB</translation>
    </message>
    <message>
        <source>Probably fits: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB free</source>
        <translation>大概能放下：每卡 %1 GiB（可能为 %2 到 %3），容量 %4 GiB，剩余 %5 GiB</translation>
    </message>
    <message>
        <source>Fits: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB free</source>
        <translation>能放下：每卡 %1 GiB（可能为 %2 到 %3），容量 %4 GiB，剩余 %5 GiB</translation>
    </message>
    <message>
        <source>Capacity: the driver keeps %1 of the card&apos;s %2 GiB</source>
        <translation>容量：加速卡共 %2 GiB，其中 %1 由驱动保留</translation>
    </message>
    <message>
        <source>names no matrix that is known</source>
        <translation>没有指出任何已知的矩阵</translation>
    </message>
    <message>
        <source>is not in the file: %1 assumed</source>
        <translation>文件中没有：假定为 %1</translation>
    </message>
    <message>
        <source>is a method that is not counted</source>
        <translation>是不能计算的方法</translation>
    </message>
    <message>
        <source>cannot train a base in few bits</source>
        <translation>不能训练低位数的基座</translation>
    </message>
    <message>
        <source>needs load_in_4bit: true</source>
        <translation>需要 load_in_4bit: true</translation>
    </message>
    <message>
        <source>are open: the file runs %1 steps</source>
        <translation>未写明：文件训练 %1 步</translation>
    </message>
    <message>
        <source>is text in UTF-16; save it as UTF-8</source>
        <translation>是 UTF-16 文本，请另存为 UTF-8</translation>
    </message>
    <message>
        <source>starts no training</source>
        <translation>不启动训练</translation>
    </message>
    <message>
        <source>trains parts of layers, which is not counted</source>
        <translation>训练层的一部分，不能计算</translation>
    </message>
    <message>
        <source>trains layers apart from one another, which is not counted</source>
        <translation>训练彼此不相邻的层，不能计算</translation>
    </message>
    <message>
        <source>a base of so few bits is not counted: 4 or 8 are</source>
        <translation>这么少位的基座不能计算：可以是 4 或 8 位</translation>
    </message>
    <message>
        <source>is counted as bitsandbytes: %1</source>
        <translation>按 bitsandbytes 计算：%1</translation>
    </message>
    <message>
        <source>is not true: the file trains nothing</source>
        <translation>不为 true：该文件不训练任何内容</translation>
    </message>
    <message>
        <source>is of %1&apos;s part on Megatron, which cannot be read yet</source>
        <translation>属于 %1 的 Megatron 部分，目前还不能读入</translation>
    </message>
    <message>
        <source>is a file of %1&apos;s version 1, which cannot be read yet</source>
        <translation>是 %1 第 1 版的文件，目前还不能读入</translation>
    </message>
    <message>
        <source>%1 has layers of different widths (&quot;block_configs&quot;), which cannot be counted yet</source>
        <translation>%1 的各层宽度不同（&quot;block_configs&quot;），尚不能计算</translation>
    </message>
    <message>
        <source>is not in the file: the model&apos;s longest, %1 {token|tokens}</source>
        <translation>文件中没有：取模型的最大长度，%1 个词元</translation>
    </message>
    <message>
        <source>makes %1 sequences a step; the most of a plan, %2, are taken</source>
        <translation>每步合计 %1 条序列，取方案的上限 %2</translation>
    </message>
    <message>
        <source>is another file, and its name says no stage of ZeRO</source>
        <translation>是另一个文件，其文件名没有说明 ZeRO 阶段</translation>
    </message>
    <message>
        <source>is another file: ZeRO-%1 by its name</source>
        <translation>是另一个文件：按文件名为 ZeRO-%1</translation>
    </message>
    <message>
        <source>is no model of the catalogue: the open plan&apos;s own stays</source>
        <translation>不是目录中的模型：保留打开的方案自己的模型</translation>
    </message>
    <message>
        <source>is no model of the catalogue: import its config.json first</source>
        <translation>不是目录中的模型：请先导入它的 config.json</translation>
    </message>
    <message>
        <source>is not in the file, which shards: %1 {GPU|GPUs} assumed</source>
        <translation>文件中没有，而文件要求分片：假定 %1 张 GPU</translation>
    </message>
    <message>
        <source>is not in the file: 1 GPU assumed</source>
        <translation>文件中没有：假定 1 张 GPU</translation>
    </message>
    <message>
        <source>is no setting of TrainingArguments: the file is of a program that cannot be read yet</source>
        <translation>不是 TrainingArguments 的设置：该文件属于目前还不能读入的程序</translation>
    </message>
    <message>
        <source>loads no language model that can be read</source>
        <translation>没有载入可以读入的语言模型</translation>
    </message>
    <message>
        <source>is not in the file: the open plan&apos;s model stays</source>
        <translation>文件中没有：保留打开的方案的模型</translation>
    </message>
    <message>
        <source>are those of the data set: %1</source>
        <translation>即数据集的样本数：%1</translation>
    </message>
    <message>
        <source>is an expression, and no script is run: a number is needed</source>
        <translation>是一个表达式，而脚本不会被执行：需要一个数</translation>
    </message>
    <message>
        <source>is missing, and full_finetuning too: the script trains nothing</source>
        <translation>缺失，也没有 full_finetuning：该脚本不训练任何内容</translation>
    </message>
    <message>
        <source>is missing: the script trains nothing that can be read</source>
        <translation>缺失：该脚本没有可以读入的训练</translation>
    </message>
    <message>
        <source>more than %1 entries in one place</source>
        <translation>一处多于 %1 项</translation>
    </message>
    <message>
        <source>Longest context: %1 {token|tokens}, %2 GiB</source>
        <translation>最长上下文：%1 词元，%2 GiB</translation>
    </message>
    <message>
        <source>Largest micro-batch: %1 {sequence|sequences}, %2 GiB</source>
        <translation>最大微批大小：%1 个序列，%2 GiB</translation>
    </message>
    <message>
        <source>Largest model, in the shape of a Llama: %1 parameters, %2 GiB</source>
        <translation>最大的 Llama 形状模型：%1 参数，%2 GiB</translation>
    </message>
    <message>
        <source>Fewest GPUs: %1, %2 GiB</source>
        <translation>最少 GPU：%1，%2 GiB</translation>
    </message>
    <message>
        <source>Does not fit on %1 {GPU|GPUs}</source>
        <translation>%1 张 GPU 放不下</translation>
    </message>
    <message>
        <source>%1 does not run on it</source>
        <translation>%1 不能在其上运行</translation>
    </message>
    <message>
        <source>+%1 within 1 %</source>
        <translation>+%1 个相差 1 % 以内</translation>
    </message>
    <message>
        <source>No layout that fits is more than 1 % faster than the plan</source>
        <translation>放得下的布局没有一个比方案快 1 % 以上</translation>
    </message>
    <message>
        <source>No upcast to 32 bits</source>
        <translation>不转为 32 位</translation>
    </message>
    <message>
        <source>16-bit head and norms</source>
        <translation>输出头与归一化为 16 位</translation>
    </message>
    <message>
        <source>Expandable segments</source>
        <translation>可扩展段</translation>
    </message>
    <message>
        <source>Not every shorter one fits: %1 does not, as how much the allocator leaves idle differs from length to length</source>
        <translation>并非更短的都放得下：%1 就放不下，因为分配器的闲置量随长度而变</translation>
    </message>
    <message>
        <source>Not every smaller one fits: %1 does not</source>
        <translation>并非更小的都放得下：%1 就放不下</translation>
    </message>
    <message>
        <source>None that layout and batch divide fits without an emptied cache: %1 is the last that fits at all</source>
        <translation>没有布局与批大小能整除且不必清空缓存的值放得下：恰好放得下的最后一个是 %1</translation>
    </message>
    <message>
        <source>%1 is the last that fits at all</source>
        <translation>恰好放得下的最后一个是 %1</translation>
    </message>
    <message>
        <source>%1 is the last that fits at all: %2</source>
        <translation>恰好放得下的最后一个是 %1：%2</translation>
    </message>
    <message>
        <source>Each card on which the plan fits, in the plan&apos;s number</source>
        <translation>方案能放下的每种卡，按方案的张数</translation>
    </message>
    <message>
        <source>%1 {sequence does|sequences do} not fill whole passes</source>
        <translation>%1 条序列填不满整次前向</translation>
    </message>
    <message>
        <source>Fits up to</source>
        <translation>最多可放下</translation>
    </message>
    <message>
        <source>as without: flash attention keeps no scores to drop</source>
        <translation>与不重算相同：Flash attention 不保留可丢弃的分数</translation>
    </message>
    <message>
        <source>as in the panel before it</source>
        <translation>与前一幅相同</translation>
    </message>
    <message>
        <source>not read: %1 and %2 more</source>
        <translation>未读取：%1 及另外 %2 项</translation>
    </message>
    <message>
        <source>not read: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>%1 replicas</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>Days and price need the length of the run: examples, mean length and epochs.</source>
        <translation>天数和价格需要训练长度：样本数、平均长度和轮数。</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重算</translation>
    </message>
    <message>
        <source>offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>time in doubt</source>
        <translation>时间存疑</translation>
    </message>
    <message>
        <source>Emptying of the cache, launches</source>
        <translation>清空缓存与启动</translation>
    </message>
    <message>
        <source>At every moment PyTorch reserves %1 %2, with the runtime %3 of the GPU</source>
        <translation>在每个时刻 PyTorch 都保留 %1 %2，连同运行时占用 GPU 的 %3</translation>
    </message>
    <message>
        <source>must be a number of at most %1</source>
        <translation>必须是不大于 %1 的数</translation>
    </message>
    <message>
        <source>not valid JSON: it has a NUL byte</source>
        <translation>不是有效的 JSON：含有 NUL 字节</translation>
    </message>
    <message>
        <source>not valid JSON: it is no text in UTF-8</source>
        <translation>不是有效的 JSON：不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>not valid JSON: it ends too early</source>
        <translation>不是有效的 JSON：过早结束</translation>
    </message>
    <message>
        <source>not valid JSON: %1 is not expected here</source>
        <translation>不是有效的 JSON：此处不应出现 %1</translation>
    </message>
    <message>
        <source>Fields of the model&apos;s file that may count were not read, so that its count may be wrong: %1</source>
        <translation>模型文件中可能影响参数量的字段未读取，参数量可能不准：%1</translation>
    </message>
    <message>
        <source>Settings of the file that was read have no part in this plan: %1</source>
        <translation>所读文件中的这些设置未进入本方案：%1</translation>
    </message>
    <message>
        <source>as the lecture counts a GPT in 32 bits, without logits and overhead</source>
        <translation>按讲义对 32 位 GPT 的算法，不含 logits 与开销</translation>
    </message>
    <message>
        <source>as the lecture counts ZeRO, without master weights, logits and overhead</source>
        <translation>按讲义对 ZeRO 的算法，不含主权重、logits 与开销</translation>
    </message>
    <message>
        <source>as Transformer math counts, without logits, gathered weights and overhead</source>
        <translation>按 Transformer Math 的算法，不含 logits、聚集的权重与开销</translation>
    </message>
    <message>
        <source>by the rule of thumb, without the scores of attention, logits and overhead</source>
        <translation>按经验法则，不含注意力分数、logits 与开销</translation>
    </message>
    <message>
        <source>by the activation ratio, without the shape of the model and overhead</source>
        <translation>按激活比例，不看模型形状，也不含开销</translation>
    </message>
    <message>
        <source>as DeepSpeed&apos;s estimator counts, without activations, buckets and overhead</source>
        <translation>按 DeepSpeed 估算器的算法，不含激活值、通信桶与开销</translation>
    </message>
    <message>
        <source>as EleutherAI&apos;s calculator counts, without logits</source>
        <translation>按 EleutherAI 计算器的算法，不含 logits</translation>
    </message>
    <message>
        <source>as Megatron-LM&apos;s report counts, without context parallelism, full recompute and overhead</source>
        <translation>按 Megatron-LM 报告的算法，不计上下文并行、完全重算与开销</translation>
    </message>
    <message>
        <source>as llm-analysis counts, without the smaller of activations and gradients</source>
        <translation>按 llm-analysis 的算法，不含激活值与梯度中较小的一项</translation>
    </message>
    <message>
        <source>as accelerate estimate-memory counts, without activations and the cluster</source>
        <translation>按 accelerate estimate-memory 的算法，不含激活值，也不看集群</translation>
    </message>
    <message>
        <source>is not given: a fine-tune is as long as its data set (examples × mean length × epochs)</source>
        <translation>未给出：微调的长度由数据集决定（样本数 × 平均长度 × 轮数）</translation>
    </message>
    <message>
        <source>examples of %1 {token|tokens}, the whole context</source>
        <translation>样本为 %1 个词元，占满上下文</translation>
    </message>
    <message>
        <source>An MFU above 55 % is in doubt: published runs of dense models reach 43 % on H100 (arXiv 2407.21783) and 56 % on A100 (arXiv 2205.05198)</source>
        <translation>高于 55 % 的 MFU 存疑：已发表的稠密模型训练在 H100 上达到 43 %（arXiv 2407.21783），在 A100 上达到 56 %（arXiv 2205.05198）</translation>
    </message>
    <message>
        <source>The time of offloaded tensors is in doubt: it was never held against a run</source>
        <translation>卸载张量的时间存疑：从未与实际运行对照过</translation>
    </message>
    <message>
        <source>No measured run shards gradients or weights: the time of ZeRO-2 and ZeRO-3 follows from the rates of the links</source>
        <translation>没有测量过分摊梯度或权重的运行：ZeRO-2 与 ZeRO-3 的时间由链路速率推出</translation>
    </message>
    <message>
        <source>A million tokens: USD %1</source>
        <translation>每百万词元：%1 美元</translation>
    </message>
    <message>
        <source>Moments of a step</source>
        <translation>一步的各个时刻</translation>
    </message>
    <message>
        <source>Output of the stage, kept until its gradient comes back</source>
        <translation>本阶段的输出，保留到其梯度返回为止</translation>
    </message>
    <message>
        <source>Gradient of the head&apos;s input</source>
        <translation>输出头输入的梯度</translation>
    </message>
    <message>
        <source>Gradient of the output head, while that of the logits is held</source>
        <translation>输出头的梯度（此时 logits 的梯度仍被持有）</translation>
    </message>
    <message>
        <source>Gradient of the MLP&apos;s input</source>
        <translation>MLP 输入的梯度</translation>
    </message>
    <message>
        <source>is not a shared library of Linux</source>
        <translation>不是 Linux 的共享库</translation>
    </message>
    <message>
        <source>is not a shared library for x86-64</source>
        <translation>不是 x86-64 的共享库</translation>
    </message>
    <message>
        <source>is damaged: its tables of names point outside the file</source>
        <translation>已损坏：其名称表指向文件之外</translation>
    </message>
    <message>
        <source>The role %1 runs on GPUs of its own: the plan does not say how many, so nothing of them is counted</source>
        <translation>角色 %1 使用自己的 GPU：方案没有写明张数，因此与它们有关的都不计入</translation>
    </message>
    <message>
        <source>the gradients of embedding and head, after the layer</source>
        <translation>该层之后，嵌入与输出头的梯度</translation>
    </message>
    <message>
        <source>the command cannot be started: %1</source>
        <translation>命令无法启动：%1</translation>
    </message>
    <message>
        <source>cannot be run, or does not answer</source>
        <translation>无法运行，或没有回答</translation>
    </message>
    <message>
        <source>a rehearsal runs on Linux on x86-64 only</source>
        <translation>排练只能在 x86-64 的 Linux 上运行</translation>
    </message>
    <message>
        <source>no Python is found that runs the command</source>
        <translation>找不到运行该命令的 Python</translation>
    </message>
    <message>
        <source>the command is not there</source>
        <translation>命令不存在</translation>
    </message>
    <message>
        <source>this program starts the command on another node or in other surroundings: name the command that it starts, and all ranks with --ranks</source>
        <translation>这个程序在另一个节点或另一个环境中启动命令：请写出它所启动的命令，并用 --ranks 给出全部进程数</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>this PyTorch has no library that needs CUDA</source>
        <translation>这个 PyTorch 没有需要 CUDA 的库</translation>
    </message>
    <message>
        <source>the command must have %1 where this value stands</source>
        <translation>命令中这个数值的位置必须写 %1</translation>
    </message>
    <message>
        <source>must not be more than --to, %1</source>
        <translation>不能大于 --to，即 %1</translation>
    </message>
    <message>
        <source>is no report of a rehearsal that can be read</source>
        <translation>不是可以读取的排练报告</translation>
    </message>
    <message>
        <source>is built for ROCm; a rehearsal needs a PyTorch for CUDA</source>
        <translation>是为 ROCm 构建的；排练需要为 CUDA 构建的 PyTorch</translation>
    </message>
    <message>
        <source>is built for Intel&apos;s XPU; a rehearsal needs a PyTorch for CUDA</source>
        <translation>是为 Intel 的 XPU 构建的；排练需要为 CUDA 构建的 PyTorch</translation>
    </message>
    <message>
        <source>is built without CUDA; a rehearsal needs a PyTorch for CUDA, and no card</source>
        <translation>构建时不含 CUDA；排练需要为 CUDA 构建的 PyTorch，但不需要卡</translation>
    </message>
    <message>
        <source>is built for CUDA %1; 11, 12 and 13 are known</source>
        <translation>是为 CUDA %1 构建的；已知的是 11、12 和 13</translation>
    </message>
    <message>
        <source>is not known; 2.1 and later ones of 2 are</source>
        <translation>不是已知的版本；已知的是 2.1 及其后的 2.x</translation>
    </message>
    <message>
        <source>this Python has no PyTorch</source>
        <translation>这个 Python 没有 PyTorch</translation>
    </message>
    <message>
        <source>this Python cannot be asked for its packages</source>
        <translation>无法向这个 Python 询问它的软件包</translation>
    </message>
    <message>
        <source>The command raised %1</source>
        <translation>命令引发了 %1</translation>
    </message>
    <message>
        <source>The command raised %1, at %2</source>
        <translation>命令在 %2 引发了 %1</translation>
    </message>
    <message>
        <source>The command was ended by signal %1</source>
        <translation>命令被信号 %1 结束</translation>
    </message>
    <message>
        <source>The command ended with exit code %1</source>
        <translation>命令以退出码 %1 结束</translation>
    </message>
    <message>
        <source>The command stepped and took no memory of the card</source>
        <translation>命令完成了训练步，但没有占用卡的显存</translation>
    </message>
    <message>
        <source>May fit: PyTorch reserves %1 where the %2 keeps up with the program, and runs out of memory where it is far behind</source>
        <translation>可能放得下：%2 跟得上程序时 PyTorch 保留 %1，远远落后时显存不足</translation>
    </message>
    <message>
        <source>Fits: PyTorch reserves %1 to %2 at most, by how far the card is behind, of %3 that it can have of the %4</source>
        <translation>能放下：PyTorch 最多保留 %1 到 %2（取决于卡落后多少），在 %4 上可用 %3</translation>
    </message>
    <message>
        <source>Fits: PyTorch reserves %1 at most, of %2 that it can have of the %3</source>
        <translation>能放下：PyTorch 最多保留 %1，在 %3 上可用 %2</translation>
    </message>
    <message>
        <source>Does not fit: PyTorch ran out of memory on the %1</source>
        <translation>放不下：PyTorch 在 %1 上显存不足</translation>
    </message>
    <message>
        <source>The command ended without a step of an optimizer of PyTorch</source>
        <translation>命令结束时没有完成 PyTorch 优化器的任何一步</translation>
    </message>
    <message>
        <source>The command ended without importing PyTorch</source>
        <translation>命令结束时没有导入 PyTorch</translation>
    </message>
    <message>
        <source>The rehearsal was stopped</source>
        <translation>排练已被停止</translation>
    </message>
    <message>
        <source>The command did not end in the time that --timeout gives it</source>
        <translation>命令没有在 --timeout 给出的时间内结束</translation>
    </message>
    <message>
        <source>name the command that trains; of programs that it starts, only those that keep its environment are watched</source>
        <translation>请写出进行训练的命令；它所启动的程序中，只有保留其环境变量的才会被观察</translation>
    </message>
    <message>
        <source>the command is not there or cannot be executed</source>
        <translation>命令不存在或无法执行</translation>
    </message>
    <message>
        <source>the system ends a process in this way when the host runs out of memory: --without-weights makes the model without reading it</source>
        <translation>主机内存不足时系统会这样结束进程：--without-weights 建立模型而不读取权重</translation>
    </message>
    <message>
        <source>code on the host read the memory of a card, which a rehearsal does not have</source>
        <translation>主机上的代码读取了卡的显存，而排练中没有显存</translation>
    </message>
    <message>
        <source>install it in the environment that the command uses</source>
        <translation>请把它安装到命令所用的环境中</translation>
    </message>
    <message>
        <source>it wanted the network, which a rehearsal does not give: fetch models and data before, or allow it with --network; --without-weights needs no weights, and --data made no data</source>
        <translation>它需要网络，而排练不提供网络：请事先下载模型和数据，或用 --network 允许；--without-weights 不需要权重，--data made 不需要数据</translation>
    </message>
    <message>
        <source>the host has too little memory: --without-weights makes the model without reading it</source>
        <translation>主机内存太少：--without-weights 建立模型而不读取权重</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>is missing: a rehearsal needs this file of Highwater</source>
        <translation>不存在：排练需要 Highwater 的这个文件</translation>
    </message>
    <message>
        <source>no temporary folder can be made from which libraries may be loaded</source>
        <translation>无法建立可以从中加载库的临时文件夹</translation>
    </message>
    <message>
        <source>must be more than the context of CUDA, %1 bytes</source>
        <translation>必须大于 CUDA 上下文的 %1 字节</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>of a token</source>
        <translation>每个词元</translation>
    </message>
    <message>
        <source>%1 bytes in all layers, shared out over GPUs</source>
        <translation>所有层共 %1 字节，分摊到各 GPU</translation>
    </message>
    <message>
        <source>%1 bytes in all layers</source>
        <translation>所有层共 %1 字节</translation>
    </message>
    <message>
        <source>of a further token</source>
        <translation>窗口之外的每个词元</translation>
    </message>
    <message>
        <source>%1 bytes in layers that see all tokens</source>
        <translation>能看到全部词元的层共 %1 字节</translation>
    </message>
    <message>
        <source>of a window</source>
        <translation>一个窗口</translation>
    </message>
    <message>
        <source>state of a sequence</source>
        <translation>每个序列的状态</translation>
    </message>
    <message>
        <source>%1 bytes in layers with linear attention</source>
        <translation>线性注意力层共 %1 字节</translation>
    </message>
    <message>
        <source>of a sequence</source>
        <translation>每个序列</translation>
    </message>
    <message>
        <source>%1 GiB per GPU, %2 {token|tokens}</source>
        <translation>每张 GPU %1 GiB，%2 个词元</translation>
    </message>
    <message>
        <source>room for it</source>
        <translation>可用空间</translation>
    </message>
    <message>
        <source>%1 GiB per GPU</source>
        <translation>每张 GPU %1 GiB</translation>
    </message>
    <message>
        <source>sequences that fit</source>
        <translation>可容纳的序列数</translation>
    </message>
    <message>
        <source>%1, the server&apos;s limit; the cache would hold %2</source>
        <translation>%1（服务器的上限；缓存可容纳 %2）</translation>
    </message>
    <message>
        <source>tokens that fit</source>
        <translation>可容纳的词元数</translation>
    </message>
    <message>
        <source>kept free by the server</source>
        <translation>服务器留出的空闲</translation>
    </message>
    <message>
        <source>%1 GiB, share of the card %2 %</source>
        <translation>%1 GiB，占加速卡的 %2 %</translation>
    </message>
    <message>
        <source>accelerate leaves DeepSpeed its own, of %1 values</source>
        <translation>accelerate 沿用 DeepSpeed 自己的大小，%1 个值</translation>
    </message>
    <message>
        <source>the layout needs %1, which the file has</source>
        <translation>该布局需要 %1，文件中写的是它</translation>
    </message>
    <message>
        <source>must be a version, such as 4.46</source>
        <translation>必须是版本号，例如 4.46</translation>
    </message>
    <message>
        <source>must be a version, such as 0.10.2</source>
        <translation>必须是版本号，例如 0.10.2</translation>
    </message>
    <message>
        <source>llama.cpp shares the layers on GPUs out evenly: counted as if the host&apos;s were those of the first GPUs</source>
        <translation>llama.cpp 把 GPU 上的层平均分给各张 GPU：按主机上的层属于最前面的 GPU 计算</translation>
    </message>
    <message>
        <source>Weights in the host&apos;s memory</source>
        <translation>主机内存中的权重</translation>
    </message>
    <message>
        <source>Keys and values of the layers on the host</source>
        <translation>主机上各层的键和值</translation>
    </message>
    <message>
        <source>Logits that the training loop still names</source>
        <translation>训练循环仍持有的 logits</translation>
    </message>
    <message>
        <source>Output of the layers</source>
        <translation>各层的输出</translation>
    </message>
    <message>
        <source>How often each sequence has generated each token</source>
        <translation>每个序列生成每个词元的次数</translation>
    </message>
    <message>
        <source>start the rehearsal in the folder from which the command runs, and make the file that it reads; only data sets of the library datasets are made, by --data made, and weights by --without-weights</source>
        <translation>请在命令运行的文件夹中启动排练，并准备它要读取的文件；只有 datasets 库的数据集会由 --data made 生成，权重由 --without-weights 生成</translation>
    </message>
    <message>
        <source>the host reads %1 of weights a step at %2 GB/s, before or after the GPU&apos;s part: %3</source>
        <translation>主机每步以 %2 GB/s 读取 %1 权重，在 GPU 的部分之前或之后：%3</translation>
    </message>
    <message>
        <source>slower evaluation</source>
        <translation>评估变慢</translation>
    </message>
    <message>
        <source>Evaluation batch 1 (now %1)</source>
        <translation>评估批量 1（现在 %1）</translation>
    </message>
    <message>
        <source>Predictions of 1 pass kept (now %1)</source>
        <translation>保留 1 次前向的预测（现在 %1）</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Merging</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Peak %1 %2 — evaluation</source>
        <translation>峰值 %1 %2 — 评估</translation>
    </message>
    <message>
        <source>Peak %1 %2 — saving</source>
        <translation>峰值 %1 %2 — 保存</translation>
    </message>
    <message>
        <source>Peak %1 %2 — merging of adapters</source>
        <translation>峰值 %1 %2 — 合并适配器</translation>
    </message>
    <message>
        <source>No gradients: parameters, optimizer state, and %1 %2 of buffers</source>
        <translation>没有梯度：参数、优化器状态和 %1 %2 缓冲区</translation>
    </message>
    <message>
        <source>Parameters and optimizer state, no gradients; %1</source>
        <translation>参数和优化器状态，没有梯度；%1</translation>
    </message>
    <message>
        <source>Merging of adapters</source>
        <translation>合并适配器</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>merging of adapters</source>
        <translation>合并适配器</translation>
    </message>
    <message>
        <source>%1 has no kernels of its own for adapters: counted as if it had</source>
        <translation>%1 没有自己的适配器核函数：此处按支持该功能计算</translation>
    </message>
    <message>
        <source>PyTorch has no attention kernel for 32-bit values with grouped heads but its math kernel, which keeps all scores: counted like eager attention</source>
        <translation>对于 32 位数值的分组头，PyTorch 只有会保留全部分数的数学核函数可用：按 eager 注意力计算</translation>
    </message>
    <message>
        <source>Constants of 4-bit weights, whole on each rank</source>
        <translation>4 位权重的常数，每个 rank 都有完整一份</translation>
    </message>
    <message>
        <source>Copy of the attention&apos;s output, input of its projection</source>
        <translation>注意力输出的副本，即其投影的输入</translation>
    </message>
    <message>
        <source>Cosines and sines of all positions</source>
        <translation>全部位置的余弦和正弦</translation>
    </message>
    <message>
        <source>Buffer from which the head was gathered, until the pass has ended</source>
        <translation>聚集输出头所用的缓冲区，保留到前向结束</translation>
    </message>
    <message>
        <source>Weights of blocks that went backward, still gathered</source>
        <translation>已完成反向的块的权重，仍处于聚集状态</translation>
    </message>
    <message>
        <source>Inputs of blocks that went backward, and their gradients</source>
        <translation>已完成反向的块的输入及其梯度</translation>
    </message>
    <message>
        <source>Gradients of a block on their way to the shards</source>
        <translation>正在归约到分片的一个块的梯度</translation>
    </message>
    <message>
        <source>Weight of the MLP, unpacked from 4 bits</source>
        <translation>MLP 的权重，从 4 位解出</translation>
    </message>
    <message>
        <source>Last hidden states of an evaluation</source>
        <translation>评估的最后隐藏状态</translation>
    </message>
    <message>
        <source>Logits of an evaluation</source>
        <translation>评估的 logits</translation>
    </message>
    <message>
        <source>32-bit copy of the logits of an evaluation</source>
        <translation>评估 logits 的 32 位副本</translation>
    </message>
    <message>
        <source>Log-softmax of an evaluation</source>
        <translation>评估的 log-softmax</translation>
    </message>
    <message>
        <source>Logits of earlier passes, kept for metrics</source>
        <translation>为指标保留的先前各次前向的 logits</translation>
    </message>
    <message>
        <source>A pass&apos;s logits, and all of them joined anew</source>
        <translation>一次前向的 logits，以及重新拼接的全部 logits</translation>
    </message>
    <message>
        <source>Weights gathered on their way to be saved</source>
        <translation>保存途中聚集的权重</translation>
    </message>
    <message>
        <source>Whole weights, gathered to be saved</source>
        <translation>为保存而聚集的完整权重</translation>
    </message>
    <message>
        <source>Whole weights, gathered on the first rank&apos;s host</source>
        <translation>聚集到第一个进程主机内存的完整权重</translation>
    </message>
    <message>
        <source>Product of an adapter&apos;s factors, and the same scaled</source>
        <translation>适配器两个因子的乘积及其缩放后的结果</translation>
    </message>
    <message>
        <source>Dequantised weight, its sum with the adapter and a copy</source>
        <translation>反量化的权重、与适配器之和及其副本</translation>
    </message>
    <message>
        <source>Whole weights on the host while they are loaded</source>
        <translation>加载时主机内存中的完整权重</translation>
    </message>
    <message>
        <source>Whole weights on the first rank&apos;s host while they are loaded</source>
        <translation>加载时第一个进程主机内存中的完整权重</translation>
    </message>
    <message>
        <source>16-bit weight that is being quantised or cast</source>
        <translation>正在量化或转换的 16 位权重</translation>
    </message>
    <message>
        <source>layers of PyTorch&apos;s operators, with flash attention</source>
        <translation>由 PyTorch 算子组成的层，使用 flash attention</translation>
    </message>
    <message>
        <source>the same of the tokens routed to a rank, with half a tile of 128 rows for each expert; and inputs, weights and outputs over the memory (DeepGEMM&apos;s table of shapes)</source>
        <translation>同上，只算路由到本 rank 的词元，每个专家再加半块（128 行的一半）；另加输入、权重和输出经过显存的时间（DeepGEMM 的形状表）</translation>
    </message>
    <message>
        <source>products of a few columns; in the Trainer also casts, dropout and sums around them</source>
        <translation>只有几列的乘法；在 Trainer 中还有其前后的类型转换、dropout 和求和</translation>
    </message>
    <message>
        <source>what norms, sums and activations read and write, tokens on their way to experts and back, and casts to 8 bits</source>
        <translation>归一化、求和与激活函数的读写，词元往返专家途中的读写，以及转换成 8 位的读写</translation>
    </message>
    <message>
        <source>%1, %2 a layer, with experts %3 and at least %4 more than its work</source>
        <translation>%1，每层 %2，有专家的层 %3，且至少比其计算多 %4</translation>
    </message>
    <message>
        <source>n: gathers and scatters of a layer in its passes; w: with 8-bit products gathers send 8 bits; Korthikanti et al., arXiv 2205.05198, section 4.2.2</source>
        <translation>n：一层在各趟计算中的聚集与分散次数；w：8 位乘法时聚集以 8 位发送；Korthikanti et al., arXiv 2205.05198，4.2.2 节</translation>
    </message>
    <message>
        <source>Capacity: host and device share %1 GiB, of which the system takes %2</source>
        <translation>容量：主机与设备共用 %1 GiB，其中系统占用 %2</translation>
    </message>
    <message>
        <source>Layers with a state are counted exactly, and so is what all layers keep together; one layer is taken as their mean</source>
        <translation>带状态的层精确计数，所有层合计保留的张量也是如此；单层按平均计算</translation>
    </message>
    <message>
        <source>must have a letter for each layer, %1</source>
        <translation>每层必须有一个字母，共 %1 层</translation>
    </message>
    <message>
        <source>Tokens attend both ways: attention takes twice the time that is counted; generation with guidance takes twice the batch</source>
        <translation>词元双向关注：注意力的时间是所计的两倍；带引导的生成需要两倍的批次</translation>
    </message>
    <message>
        <source>Layers have different widths: all are counted, and one layer is taken as their mean</source>
        <translation>各层宽度不同：全部计入，单层按平均计算</translation>
    </message>
    <message>
        <source>the file ends in its header, at byte %1</source>
        <translation>文件在文件头中第 %1 字节处结束</translation>
    </message>
    <message>
        <source>has a name of %1 bytes, which none has</source>
        <translation>的名称有 %1 字节，不可能如此</translation>
    </message>
    <message>
        <source>the header has more than %1 bytes</source>
        <translation>文件头超过 %1 字节</translation>
    </message>
    <message>
        <source>is no GGUF file: its first bytes are others</source>
        <translation>不是 GGUF 文件：开头的字节不符</translation>
    </message>
    <message>
        <source>is of GGUF version %1; versions 1 to 3 can be read</source>
        <translation>是 GGUF 版本 %1；可读取版本 1 到 3</translation>
    </message>
    <message>
        <source>would have %1 tensors, more than fit into it</source>
        <translation>将有 %1 个张量，文件容纳不下</translation>
    </message>
    <message>
        <source>would have %1 keys of metadata, more than fit into it</source>
        <translation>将有 %1 个元数据键，文件容纳不下</translation>
    </message>
    <message>
        <source>must be a power of two from 1 to %1</source>
        <translation>必须是 1 到 %1 之间的 2 的幂</translation>
    </message>
    <message>
        <source>has a value of type %1, which is not known</source>
        <translation>的值的类型 %1 未知</translation>
    </message>
    <message>
        <source>would have %1 values, more than fit into the file</source>
        <translation>将有 %1 个值，文件容纳不下</translation>
    </message>
    <message>
        <source>has %1 sides, which no tensor has</source>
        <translation>有 %1 个维度，张量不可能如此</translation>
    </message>
    <message>
        <source>has more entries than a tensor can have</source>
        <translation>的元素多于张量所能有的</translation>
    </message>
    <message>
        <source>has the type %1, which is not known</source>
        <translation>的类型 %1 未知</translation>
    </message>
    <message>
        <source>has rows of %1, which are no whole blocks of %2</source>
        <translation>的行长为 %1，不是 %2 的整块</translation>
    </message>
    <message>
        <source>would begin at byte %1</source>
        <translation>将从第 %1 字节开始</translation>
    </message>
    <message>
        <source>begins at byte %1, which is no multiple of the alignment, %2</source>
        <translation>从第 %1 字节开始，不是对齐值 %2 的倍数</translation>
    </message>
    <message>
        <source>lies over the bytes of %1</source>
        <translation>与 %1 的字节重叠</translation>
    </message>
    <message>
        <source>has a header that is no list of tensors</source>
        <translation>的文件头不是张量列表</translation>
    </message>
    <message>
        <source>has a tensor without a name</source>
        <translation>含有没有名称的张量</translation>
    </message>
    <message>
        <source>is one of more than %1 tensors</source>
        <translation>是超过 %1 个张量之一</translation>
    </message>
    <message>
        <source>has the field &quot;%1&quot; twice</source>
        <translation>的字段“%1”写了两次</translation>
    </message>
    <message>
        <source>is no tensor with type, shape and place</source>
        <translation>不是带有类型、形状和位置的张量</translation>
    </message>
    <message>
        <source>has a wrong value in &quot;%1&quot;</source>
        <translation>的“%1”中的值有误</translation>
    </message>
    <message>
        <source>has bytes %1 to %2, but its shape and type make %3 bytes</source>
        <translation>占第 %1 到 %2 字节，但其形状和类型应为 %3 字节</translation>
    </message>
    <message>
        <source>begins %1 bytes behind the tensor before it</source>
        <translation>在前一个张量之后 %1 字节处才开始</translation>
    </message>
    <message>
        <source>has %1 bytes behind its last tensor</source>
        <translation>在最后一个张量之后还有 %1 字节</translation>
    </message>
    <message>
        <source>is no safetensors file: its header would have %1 bytes</source>
        <translation>不是 safetensors 文件：其文件头将有 %1 字节</translation>
    </message>
    <message>
        <source>%1 has no setting for it: %2</source>
        <translation>%1 没有对应的设置：%2</translation>
    </message>
    <message>
        <source>the model that the script gets has to be stored in it: %1</source>
        <translation>脚本所用的模型须以此格式存储：%1</translation>
    </message>
    <message>
        <source>llama.cpp reads a GGUF file: %1 has to be made into one</source>
        <translation>llama.cpp 读取 GGUF 文件：须由 %1 转换</translation>
    </message>
    <message>
        <source>must be inference: %1 serves a model</source>
        <translation>必须是 inference：%1 用于提供推理服务</translation>
    </message>
    <message>
        <source>cannot be served by %1</source>
        <translation>%1 不能提供推理服务</translation>
    </message>
    <message>
        <source>holds the image tower of a model alone; the language model is in another file</source>
        <translation>只含模型的视觉塔；语言模型在另一个文件中</translation>
    </message>
    <message>
        <source>is not read, the tensors are counted: %1</source>
        <translation>未读取，改按张量计数：%1</translation>
    </message>
    <message>
        <source>its weights are packed in a way that it does not say: 4 bits each are assumed</source>
        <translation>其权重的打包方式未说明：假设每个 4 位</translation>
    </message>
    <message>
        <source>the catalogue&apos;s %1 has the same tensors: it is taken</source>
        <translation>目录中的 %1 有相同的张量：取该模型</translation>
    </message>
    <message>
        <source>has %1 parameters, %2 by the configuration; the tensors count</source>
        <translation>有 %1 个参数，按配置为 %2；以张量为准</translation>
    </message>
    <message>
        <source>layers that predict further tokens are not counted: %1 parameters</source>
        <translation>预测后续词元的层不计入：%1 个参数</translation>
    </message>
    <message>
        <source>%1 tensors with %2 bytes in %3 {file|files}: %4</source>
        <translation>%1 个张量，%2 字节，%3 个文件：%4</translation>
    </message>
    <message>
        <source>ends %1 bytes before its last tensor does: only its header was needed</source>
        <translation>比最后一个张量早 %1 字节结束：只需要其文件头</translation>
    </message>
    <message>
        <source>inference takes weights in %1, to the byte as in the file</source>
        <translation>推理取 %1 格式的权重，与文件逐字节一致</translation>
    </message>
    <message>
        <source>inference takes weights in %1: %2 bytes of this shape, %3 in the file (%4 %)</source>
        <translation>推理取 %1 格式的权重：按此结构 %2 字节，文件中 %3 字节（%4 %）</translation>
    </message>
    <message>
        <source>has no adapter whose rank is known</source>
        <translation>没有已知秩的适配器</translation>
    </message>
    <message>
        <source>adapters of rank %1 on %2: %3 parameters in %4 bytes</source>
        <translation>%2 上秩为 %1 的适配器：%3 个参数，%4 字节</translation>
    </message>
    <message>
        <source>has %1 tensors with %2 parameters, but not the layers and the embedding of a language model</source>
        <translation>有 %1 个张量、%2 个参数，但没有语言模型的层和嵌入</translation>
    </message>
    <message>
        <source>has a width of %1, which no language model has</source>
        <translation>的宽度为 %1，语言模型不可能如此</translation>
    </message>
    <message>
        <source>has no layer with attention that could be counted</source>
        <translation>没有可以计数的注意力层</translation>
    </message>
    <message>
        <source>the tensors do not say into how many heads attention is split: %1 heads of %2 are taken</source>
        <translation>张量没有说明注意力分成多少个头：取 %1 个宽度为 %2 的头</translation>
    </message>
    <message>
        <source>has no layer with a feed-forward network that could be counted</source>
        <translation>没有可以计数的前馈网络层</translation>
    </message>
    <message>
        <source>the tensors do not say how many of %1 experts a token takes: %2 are taken</source>
        <translation>张量没有说明一个词元使用 %1 个专家中的几个：取 %2 个</translation>
    </message>
    <message>
        <source>its layers are not alike: the plan has as many of one kind, with feed-forward networks of %1</source>
        <translation>各层不相同：方案取同样多的一种层，其前馈网络宽度为 %1</translation>
    </message>
    <message>
        <source>%1 in the embedding%2</source>
        <translation>嵌入 %1%2</translation>
    </message>
    <message>
        <source>%1 in the output head%2</source>
        <translation>输出头 %1%2</translation>
    </message>
    <message>
        <source>%1 in the table of positions%2</source>
        <translation>位置表 %1%2</translation>
    </message>
    <message>
        <source>%1 in the vision tower%2</source>
        <translation>视觉塔 %1%2</translation>
    </message>
    <message>
        <source>%1 in weights outside the layers%2</source>
        <translation>层外的权重 %1%2</translation>
    </message>
    <message>
        <source>%1 in queries, keys and values%2</source>
        <translation>查询、键和值 %1%2</translation>
    </message>
    <message>
        <source>%1 in the output of attention%2</source>
        <translation>注意力的输出 %1%2</translation>
    </message>
    <message>
        <source>%1 in other weights of attention%2</source>
        <translation>注意力的其他权重 %1%2</translation>
    </message>
    <message>
        <source>%1 in gate and up of the MLP%2</source>
        <translation>MLP 的 gate 和 up %1%2</translation>
    </message>
    <message>
        <source>%1 in down of the MLP%2</source>
        <translation>MLP 的 down %1%2</translation>
    </message>
    <message>
        <source>%1 in the experts%2</source>
        <translation>专家 %1%2</translation>
    </message>
    <message>
        <source>%1 in the shared experts%2</source>
        <translation>共享专家 %1%2</translation>
    </message>
    <message>
        <source>%1 in the router%2</source>
        <translation>路由器 %1%2</translation>
    </message>
    <message>
        <source>%1 in the norms of the layers%2</source>
        <translation>各层的归一化 %1%2</translation>
    </message>
    <message>
        <source>put the model&apos;s folder or its name on a hub in the place of %1, and the data set in that of %2</source>
        <translation>请把 %1 换成模型所在的文件夹或它在模型站上的名称，把 %2 换成数据集</translation>
    </message>
    <message>
        <source>%1 trains on one GPU, which has the whole batch here</source>
        <translation>%1 只用一张 GPU 训练，这里由它承担整个批量</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1 of %2 files of the model are not in the folder, such as %3</source>
        <translation>模型的 %2 个文件中有 %1 个不在文件夹中，例如 %3</translation>
    </message>
    <message>
        <source>is in another file of the model too</source>
        <translation>也在模型的另一个文件中</translation>
    </message>
    <message>
        <source>must be the name of a file in the same folder</source>
        <translation>必须是同一文件夹中的文件名</translation>
    </message>
    <message>
        <source>names more than %1 files</source>
        <translation>列出的文件超过 %1 个</translation>
    </message>
    <message>
        <source>%1: %2 GiB for programs</source>
        <translation>%1：程序可用 %2 GiB</translation>
    </message>
    <message>
        <source>not in the catalogue</source>
        <translation>目录中没有</translation>
    </message>
    <message>
        <source>others hold %1 GiB</source>
        <translation>其他程序占用 %1 GiB</translation>
    </message>
    <message>
        <source>%1: %2 GiB</source>
        <translation>%1：%2 GiB</translation>
    </message>
    <message>
        <source>%1 × %2, %3 GiB free on each</source>
        <translation>%1 × %2，每张空闲 %3 GiB</translation>
    </message>
    <message>
        <source>llama.cpp, %1</source>
        <translation>llama.cpp，%1</translation>
    </message>
    <message>
        <source>vLLM, %1</source>
        <translation>vLLM，%1</translation>
    </message>
    <message>
        <source>QLoRA</source>
        <translation>QLoRA</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>全量微调</translation>
    </message>
    <message>
        <source>llama.cpp, %1, experts of %2 {layer|layers} on the host</source>
        <translation>llama.cpp，%1，%2 层的专家在主机上</translation>
    </message>
    <message>
        <source>No card was found in this machine</source>
        <translation>这台机器中没有找到加速卡</translation>
    </message>
    <message>
        <source>The catalogue has none of the cards of this machine</source>
        <translation>目录中没有这台机器的加速卡</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Host and device share one memory: what is kept on the host takes as much of it</source>
        <translation>主机与设备共用一份内存：放在主机上的内容占用同样多的空间</translation>
    </message>
    <message>
        <source>Tensors of layers with a state, in the mean of all layers</source>
        <translation>带状态的层的张量，按所有层平均</translation>
    </message>
    <message>
        <source>Copy of the bucket</source>
        <translation>桶的副本</translation>
    </message>
    <message>
        <source>Gradients of all weights of which the rank steps a part</source>
        <translation>本 rank 更新其中一部分的所有权重的梯度</translation>
    </message>
    <message>
        <source>64-bit copy of the largest gradient, for its norm</source>
        <translation>最大梯度的 64 位副本，用于计算范数</translation>
    </message>
    <message>
        <source>must be 1 at least where no layer has experts</source>
        <translation>没有专家层时至少为 1</translation>
    </message>
    <message>
        <source>must be letters: f (full), s (sliding), c (chunked), l (linear), b (full and linear), n (none)</source>
        <translation>必须是字母：f（全部）、s（滑动）、c（分块）、l（线性）、b（全部加线性）、n（无）</translation>
    </message>
    <message>
        <source>%1 of %2 {layer|layers} have no attention of the usual kind: their parameters are counted, and activations and caches as if they had</source>
        <translation>%2 层中有 %1 层没有通常的注意力：其参数计入，激活值和缓存按有注意力计算</translation>
    </message>
    <message>
        <source>its adapters have %1 different {rank|ranks}: the most usual one is taken</source>
        <translation>其适配器有 %1 种秩：取最常见的一种</translation>
    </message>
    <message>
        <source>must be a card of NVIDIA&apos;s whose compute capability is known: a rehearsal stands in for CUDA</source>
        <translation>必须是已知计算能力的 NVIDIA 加速卡：排练代替的是 CUDA</translation>
    </message>
    <message>
        <source>The indexer of sparse attention is counted, with its keys when generating. It runs without gradients and keeps nothing; attention is counted as full</source>
        <translation>稀疏注意力的索引器已计入，生成时含其键。它不带梯度运行，不保留任何内容；注意力按全注意力计算</translation>
    </message>
    <message>
        <source>a vision tower of %1 parameters is counted in addition to the text model; workload.images says how many images a sequence has</source>
        <translation>除文本模型外，还计入 %1 个参数的视觉塔；workload.images 给出每个序列的图像数</translation>
    </message>
    <message>
        <source>is taken as an image of %1 × %1 pixels in each sequence: the data set says how many there are and of which size</source>
        <translation>按每个序列一幅 %1 × %1 像素的图像计：实际数量和大小由数据集决定</translation>
    </message>
    <message>
        <source>The log names %1; with a plan of the run, each tensor can be looked up.</source>
        <translation>日志提到 %1；有了运行的方案，就能查到每个张量。</translation>
    </message>
    <message>
        <source>Memory was refused outside of PyTorch&apos;s allocator, which says no size.</source>
        <translation>显存是在 PyTorch 的分配器之外被拒绝的，那里不说大小。</translation>
    </message>
    <message>
        <source>%1 were asked for; %2 of %3 were free.</source>
        <translation>申请了 %1；%3 中有 %2 空闲。</translation>
    </message>
    <message>
        <source>%1 were asked for.</source>
        <translation>申请了 %1。</translation>
    </message>
    <message>
        <source>It happened %1.</source>
        <translation>它发生在%1。</translation>
    </message>
    <message>
        <source>It happened %1 (%2).</source>
        <translation>它发生在%1（%2）。</translation>
    </message>
    <message>
        <source>By the lines of the traceback it was for: %1.</source>
        <translation>按调用栈的行，它用于：%1。</translation>
    </message>
    <message>
        <source>Another process holds what was missing on this GPU.</source>
        <translation>另一个进程占用了这张 GPU 上所缺的部分。</translation>
    </message>
    <message>
        <source>More was free than was asked for: the card itself was not full.</source>
        <translation>空闲的比申请的多：卡本身没有满。</translation>
    </message>
    <message>
        <source>Fragmentation lost it: %1 are reserved by PyTorch and held by no tensor, in pieces that are too small.</source>
        <translation>碎片使它失去：%1 被 PyTorch 预留而没有张量占用，但每一块都太小。</translation>
    </message>
    <message>
        <source>This one tensor is larger than the card.</source>
        <translation>这一个张量就比整张卡大。</translation>
    </message>
    <message>
        <source>Weights, gradients and the optimizer&apos;s states fill the card.</source>
        <translation>权重、梯度和优化器的状态占满了卡。</translation>
    </message>
    <message>
        <source>The card is full of weights, states and of what the forward pass keeps for the backward pass.</source>
        <translation>卡上满是权重、状态，以及前向为反向保留的内容。</translation>
    </message>
    <message>
        <source>Attention makes its scores as a whole: they grow with the square of the sequence.</source>
        <translation>注意力把分数整个做出来：它随序列长度的平方增长。</translation>
    </message>
    <message>
        <source>The logits of all tokens, and their copies for the loss, are too large.</source>
        <translation>所有词元的 logits 及其用于损失的副本太大。</translation>
    </message>
    <message>
        <source>The optimizer&apos;s step makes temporary copies of all that it changes.</source>
        <translation>优化器步为它改动的一切做临时副本。</translation>
    </message>
    <message>
        <source>The evaluation collects its predictions on the GPU, beside all that training holds.</source>
        <translation>评估把预测汇总在 GPU 上，训练所占用的也还在那里。</translation>
    </message>
    <message>
        <source>The weights alone do not fit beside what the card holds already.</source>
        <translation>除了卡上已有的内容，单是权重就放不下。</translation>
    </message>
    <message>
        <source>Saving gathers whole weights on a GPU that has its share alone while it trains.</source>
        <translation>保存时把完整的权重聚集到一张在训练时只有自己那份的 GPU 上。</translation>
    </message>
    <message>
        <source>Generation holds keys and values of all tokens, and the logits of its prompts.</source>
        <translation>生成占用所有词元的键和值，以及提示的 logits。</translation>
    </message>
    <message>
        <source>The server&apos;s share of the GPU has no room for keys and values of the context.</source>
        <translation>服务器在 GPU 上的份额放不下上下文的键和值。</translation>
    </message>
    <message>
        <source>The host ran out of memory, not the GPU; or the system killed the process for another reason (signal 9).</source>
        <translation>用完的是主机的内存，不是 GPU 的显存；或者系统因其他原因结束了进程（信号 9）。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s tensors hold %1; %2 more are reserved.</source>
        <translation>PyTorch 的张量占用 %1；另外预留了 %2。</translation>
    </message>
    <message>
        <source>Other processes hold %1.</source>
        <translation>其他进程占用 %1。</translation>
    </message>
    <message>
        <source>What is reserved and idle would have been enough, in one piece.</source>
        <translation>预留而空闲的如果连成一块，本来足够。</translation>
    </message>
    <message>
        <source>Ranks that ran out of memory: %1.</source>
        <translation>显存不足的 rank：%1。</translation>
    </message>
    <message>
        <source>The plan has a tensor of this size: %1, %2 = %3.</source>
        <translation>方案有一个这样大小的张量：%1，%2 = %3。</translation>
    </message>
    <message>
        <source>No tensor of the plan has this size.</source>
        <translation>方案没有这样大小的张量。</translation>
    </message>
    <message>
        <source>The plan counts %1 of tensors at that moment; the run held %2.</source>
        <translation>方案在那一刻计数的张量为 %1；运行占用了 %2。</translation>
    </message>
    <message>
        <source>The run&apos;s card has %1, the plan&apos;s %2.</source>
        <translation>运行的卡有 %1，方案的有 %2。</translation>
    </message>
    <message>
        <source>The plan fits by its own count, %1 of %2; the run needs at least %3 more than that. The changes are looked for with so much less room.</source>
        <translation>按自己的计数，方案放得下，%1 / %2；运行至少还多需要 %3。改动就在少这么多的空间里寻找。</translation>
    </message>
    <message>
        <source>The plan does not fit by its own count: %1 of %2.</source>
        <translation>按自己的计数，方案放不下：%1 / %2。</translation>
    </message>
    <message>
        <source>The plan fits by its own count: %1 of %2.</source>
        <translation>按自己的计数，方案放得下：%1 / %2。</translation>
    </message>
    <message>
        <source>Another process</source>
        <translation>另一个进程</translation>
    </message>
    <message>
        <source>A limit other than the card</source>
        <translation>不是卡本身的限制</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>One tensor larger than the card</source>
        <translation>比整张卡大的一个张量</translation>
    </message>
    <message>
        <source>Weights and states</source>
        <translation>权重与状态</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>logits 与损失</translation>
    </message>
    <message>
        <source>Temporary tensors of the step</source>
        <translation>优化器步的临时张量</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Memory of the host</source>
        <translation>主机的内存</translation>
    </message>
    <message>
        <source>while the model is loaded</source>
        <translation>加载模型时</translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation>前向中</translation>
    </message>
    <message>
        <source>at the loss</source>
        <translation>损失处</translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation>反向中</translation>
    </message>
    <message>
        <source>in the optimizer step</source>
        <translation>优化器步中</translation>
    </message>
    <message>
        <source>in an evaluation</source>
        <translation>评估中</translation>
    </message>
    <message>
        <source>while the model is saved</source>
        <translation>保存模型时</translation>
    </message>
    <message>
        <source>while text is generated</source>
        <translation>生成文本时</translation>
    </message>
    <message>
        <source>while the server starts</source>
        <translation>服务器启动时</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weights gathered from the ranks</source>
        <translation>从各 rank 聚集的权重</translation>
    </message>
    <message>
        <source>gradients, or a buffer in which they are reduced</source>
        <translation>梯度，或归约梯度的缓冲区</translation>
    </message>
    <message>
        <source>moments of the optimizer</source>
        <translation>优化器的动量</translation>
    </message>
    <message>
        <source>temporary tensors of the optimizer step</source>
        <translation>优化器步的临时张量</translation>
    </message>
    <message>
        <source>logits, sequence times vocabulary</source>
        <translation>logits，序列乘以词表</translation>
    </message>
    <message>
        <source>attention scores, sequence times sequence for each head</source>
        <translation>注意力分数，每个头的序列乘以序列</translation>
    </message>
    <message>
        <source>a tensor of the MLP&apos;s width</source>
        <translation>MLP 宽度的一个张量</translation>
    </message>
    <message>
        <source>a tensor of the attention</source>
        <translation>注意力的一个张量</translation>
    </message>
    <message>
        <source>predictions that the evaluation collects</source>
        <translation>评估汇总的预测</translation>
    </message>
    <message>
        <source>the KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>One weight</source>
        <translation>一个权重</translation>
    </message>
    <message>
        <source>Gradient of one weight</source>
        <translation>一个权重的梯度</translation>
    </message>
    <message>
        <source>Optimizer state of one weight</source>
        <translation>一个权重的优化器状态</translation>
    </message>
    <message>
        <source>has no error of running out of memory that is known: of PyTorch, NCCL, vLLM, SGLang, llama.cpp or the system</source>
        <translation>没有已知的显存不足错误：PyTorch、NCCL、vLLM、SGLang、llama.cpp 或系统的</translation>
    </message>
    <message>
        <source>recorded no event of running out of memory; compare-run compares it with a plan</source>
        <translation>没有记录显存不足的事件；compare-run 把它与方案比较</translation>
    </message>
    <message>
        <source>only the exact method counts what a counter shows</source>
        <translation>只有精确方法计数计数器所显示的内容</translation>
    </message>
    <message>
        <source>must be a counter and an amount: nvidia-smi 23,412 MiB, max_memory_allocated 21.3 GiB, or max_memory_reserved in bytes</source>
        <translation>须是一个计数器和一个数量：nvidia-smi 23,412 MiB、max_memory_allocated 21.3 GiB，或以字节为单位的 max_memory_reserved</translation>
    </message>
    <message>
        <source>%1 read %2; the plan counts %3, likely %4 to %5.</source>
        <translation>%1 读到 %2；方案计数 %3，可能为 %4 到 %5。</translation>
    </message>
    <message>
        <source>That is %1 below the likely range.</source>
        <translation>这比可能的范围低 %1。</translation>
    </message>
    <message>
        <source>That is %1 above the likely range.</source>
        <translation>这比可能的范围高 %1。</translation>
    </message>
    <message>
        <source>That lies in the likely range, at %1 % of its width.</source>
        <translation>这在可能的范围内，位于其宽度的 %1 %。</translation>
    </message>
    <message>
        <source>A line of the plan has about the difference: %1, %2 = %3.</source>
        <translation>方案的一行大约等于差值：%1，%2 = %3。</translation>
    </message>
    <message>
        <source>nvidia-smi shows other programs&apos; memory too: %1 may be one of these.</source>
        <translation>nvidia-smi 也显示其他程序的显存：%1 可能属于它们。</translation>
    </message>
    <message>
        <source>A correction takes PyTorch&apos;s part as right and sets what lies outside of it by the reading: the plan then counts %1.</source>
        <translation>修正认为 PyTorch 的部分是对的，并由实测值确定其外的部分：方案于是计数 %1。</translation>
    </message>
    <message>
        <source>has no header</source>
        <translation>没有表头</translation>
    </message>
    <message>
        <source>is no column of the table; --append begins a new table in a file that is not there</source>
        <translation>不是表中的列；--append 在不存在的文件中开始一个新表</translation>
    </message>
    <message>
        <source>Take a smaller micro-batch and accumulate more of them, or shorter sequences</source>
        <translation>用更小的 micro-batch 并累积更多次，或用更短的序列</translation>
    </message>
    <message>
        <source>Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True</source>
        <translation>设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True</translation>
    </message>
    <message>
        <source>Share the states among more GPUs, or offload the optimizer to the host&apos;s memory</source>
        <translation>把状态分到更多 GPU 上，或把优化器卸载到主机内存</translation>
    </message>
    <message>
        <source>Share weights, gradients and moments among the GPUs: FSDP or DeepSpeed&apos;s ZeRO-3</source>
        <translation>在各 GPU 之间分摊权重、梯度和动量：FSDP 或 DeepSpeed 的 ZeRO-3</translation>
    </message>
    <message>
        <source>Train adapters (LoRA, QLoRA) in the place of all weights</source>
        <translation>训练适配器（LoRA、QLoRA）来代替全部权重</translation>
    </message>
    <message>
        <source>End the other processes on this GPU, or take a free one by CUDA_VISIBLE_DEVICES: nvidia-smi lists them (process %1 has %2)</source>
        <translation>结束这张 GPU 上的其他进程，或用 CUDA_VISIBLE_DEVICES 选一张空闲的：nvidia-smi 会列出它们（进程 %1 占用 %2）</translation>
    </message>
    <message>
        <source>End the other processes on this GPU, or take a free one by CUDA_VISIBLE_DEVICES: nvidia-smi lists them</source>
        <translation>结束这张 GPU 上的其他进程，或用 CUDA_VISIBLE_DEVICES 选一张空闲的：nvidia-smi 会列出它们</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU (-ngl), or the experts in the host&apos;s memory (--n-cpu-moe)</source>
        <translation>在 GPU 上放更少的层（-ngl），或把专家放在主机内存（--n-cpu-moe）</translation>
    </message>
    <message>
        <source>Take a shorter context (-c) or a KV cache of 8 bits (--cache-type-k q8_0)</source>
        <translation>用更短的上下文（-c）或 8 位的 KV 缓存（--cache-type-k q8_0）</translation>
    </message>
    <message>
        <source>Look for a limit that is not the card&apos;s: another process that had the memory at that moment, set_per_process_memory_fraction, a part of a card (MIG), or the page file of Windows</source>
        <translation>寻找不是卡本身的限制：那一刻占用显存的另一个进程、set_per_process_memory_fraction、卡的一部分（MIG），或 Windows 的页面文件</translation>
    </message>
    <message>
        <source>Take a smaller micro-batch or shorter sequences, and flash attention, which keeps no scores: a tensor of this size is most often attention&apos;s, sequence times sequence</source>
        <translation>用更小的 micro-batch 或更短的序列，以及不保留分数的 Flash Attention：这样大的张量多半是注意力的，序列乘以序列</translation>
    </message>
    <message>
        <source>Take the fused step, which has no temporary tensors (optim=&quot;adamw_torch_fused&quot;, or foreach=False)</source>
        <translation>用没有临时张量的融合步（optim=&quot;adamw_torch_fused&quot;，或 foreach=False）</translation>
    </message>
    <message>
        <source>Move the predictions to the host&apos;s memory as they come (eval_accumulation_steps=1), keep the loss alone (prediction_loss_only=True), or reduce the logits before (preprocess_logits_for_metrics)</source>
        <translation>随到随把预测移到主机内存（eval_accumulation_steps=1），只保留损失（prediction_loss_only=True），或事先缩减 logits（preprocess_logits_for_metrics）</translation>
    </message>
    <message>
        <source>Load the weights in 16 bits, or in 8 or 4, or split them over more GPUs</source>
        <translation>以 16 位或 8 位、4 位加载权重，或把它们拆到更多 GPU 上</translation>
    </message>
    <message>
        <source>Gather the weights in the host&apos;s memory, or save each rank&apos;s part: FullStateDictConfig(offload_to_cpu=True), SHARDED_STATE_DICT</source>
        <translation>在主机内存中聚集权重，或保存各 rank 的部分：FullStateDictConfig(offload_to_cpu=True)、SHARDED_STATE_DICT</translation>
    </message>
    <message>
        <source>Generate for fewer or shorter prompts at a time, and without gradients (torch.inference_mode())</source>
        <translation>一次为更少或更短的提示生成，并且不带梯度（torch.inference_mode()）</translation>
    </message>
    <message>
        <source>Load the weights once on each node, not in each rank (low_cpu_mem_usage, cpu_ram_efficient_loading), or take a machine with more memory</source>
        <translation>在每个节点上只加载一次权重，而不是在每个 rank 中（low_cpu_mem_usage、cpu_ram_efficient_loading），或用内存更多的机器</translation>
    </message>
    <message>
        <source>Offload less to the host, and have fewer workers that read data</source>
        <translation>向主机卸载得更少，并用更少的读数据的进程</translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>fp8 mixed precision with scales of blocks</source>
        <translation>带分块缩放系数的 fp8 混合精度</translation>
    </message>
    <message>
        <source>MXFP8 mixed precision</source>
        <translation>MXFP8 混合精度</translation>
    </message>
    <message>
        <source>NVFP4 mixed precision</source>
        <translation>NVFP4 混合精度</translation>
    </message>
    <message>
        <source>%1 does not compute in %2: counted as if it did</source>
        <translation>%1 不以 %2 计算：此处按支持该精度计算</translation>
    </message>
    <message>
        <source>%1 keeps 16-bit weights beside narrower ones: recipe.narrow_parameters is counted only where it casts once a step</source>
        <translation>%1 在低位权重之外保留 16 位权重：只有每步转换一次时才计入 recipe.narrow_parameters</translation>
    </message>
    <message>
        <source>%1 does not tile an MLP: counted as if it did</source>
        <translation>%1 不对 MLP 分块：此处按支持分块计算</translation>
    </message>
    <message>
        <source>%1 does not offload parts of a layer by name: counted as if it did</source>
        <translation>%1 不按名称卸载层的部分：此处按支持卸载计算</translation>
    </message>
    <message>
        <source>The vision tower of this model is known by its parameters alone: images add no activations and no time</source>
        <translation>该模型的视觉塔只知道参数量：图像不增加激活值和时间</translation>
    </message>
    <message>
        <source>This model has no vision tower: images add nothing</source>
        <translation>该模型没有视觉塔：图像不增加任何内容</translation>
    </message>
    <message>
        <source>Images take %1 {token|tokens} of a context of %2: counted as if it had room</source>
        <translation>图像占 %1 个词元，而上下文为 %2：按放得下计算</translation>
    </message>
    <message>
        <source>%1 keeps inputs and weights of products in 16 bits and casts them anew for each pass: %2 saves time, not memory</source>
        <translation>%1 以 16 位保留矩阵乘的输入和权重，每次都重新转换：%2 节省时间，不节省显存</translation>
    </message>
    <message>
        <source>Products have their weights in %1 beside those in 16 bits, %2 bytes a parameter more, and only their inputs are smaller: with few tokens it needs more memory than bf16-mixed</source>
        <translation>矩阵乘的权重在 16 位之外还有 %1 的副本，每个参数多 %2 字节，只有输入变小：词元少时比 bf16-mixed 需要更多显存</translation>
    </message>
    <message>
        <source>Pixels of images, in 32 bits</source>
        <translation>图像的像素，32 位</translation>
    </message>
    <message>
        <source>Kept by the layers of the vision tower</source>
        <translation>视觉塔各层保留的张量</translation>
    </message>
    <message>
        <source>Inputs of the vision tower&apos;s recomputed layers</source>
        <translation>视觉塔重算层的输入</translation>
    </message>
    <message>
        <source>Patches, positions and the way from vision tower to text</source>
        <translation>图块、位置，以及从视觉塔到文本的部分</translation>
    </message>
    <message>
        <source>The vision tower&apos;s backward pass, with one recomputed layer</source>
        <translation>视觉塔的反向传播，含一个重算层</translation>
    </message>
    <message>
        <source>A layer&apos;s pass in a frozen vision tower</source>
        <translation>冻结的视觉塔中一层的前向</translation>
    </message>
    <message>
        <source>the share code of its plan cannot be read</source>
        <translation>无法读取其方案的分享码</translation>
    </message>
    <message>
        <source>no rate of this device in 4 bits is known: its fp8 rate counts</source>
        <translation>不知道该设备的 4 位速率：按其 fp8 速率计</translation>
    </message>
    <message>
        <source>m·t(images)/p</source>
        <translation>m·t(图像)/p</translation>
    </message>
    <message>
        <source>products of the tower&apos;s weights with each patch, and attention between the patches of an image; on the first stage</source>
        <translation>视觉塔权重与每个图块的乘积，以及一幅图像各图块之间的注意力；在第一级</translation>
    </message>
    <message>
        <source>The cache has room for %1 {token|tokens}.</source>
        <translation>缓存可容纳 %1 个词元。</translation>
    </message>
    <message>
        <source>No tensor of the plan has this size. As %1 (%2) it would be one of %3 {token|tokens} in a micro-batch; that of the plan has %4.</source>
        <translation>方案没有这样大小的张量。作为 %1（%2），它会是一个 micro-batch 中 %3 个词元的；方案的有 %4。</translation>
    </message>
    <message>
        <source>Recompute the layers: %1</source>
        <translation>重算各层：%1</translation>
    </message>
    <message>
        <source>While training, compressed keys and values are counted as those of full attention, and one of the residual streams is; when generating, the compressed ones are</source>
        <translation>训练时压缩的键和值按完整注意力计入，残差流计入一条；生成时按压缩后的计入</translation>
    </message>
    <message>
        <source>Each half of a layer is counted as one, and %1 of the experts that a token takes have weights</source>
        <translation>层的每一半计为一层，一个词元所用的专家中有 %1 个带权重</translation>
    </message>
    <message>
        <source>the file has the same attention in every layer</source>
        <translation>文件中每一层都使用相同的注意力</translation>
    </message>
    <message>
        <source>the second argument of the script is the draft model: %1</source>
        <translation>脚本的第二个参数是草稿模型：%1</translation>
    </message>
    <message>
        <source>the draft model that the script gets has to be stored in it: %1</source>
        <translation>脚本得到的草稿模型必须以它存储：%1</translation>
    </message>
    <message>
        <source>Attention over the residuals of earlier blocks is counted in parameters; the residuals that it keeps are not</source>
        <translation>对较早各块残差的注意力计入参数；它保留的残差不计入</translation>
    </message>
    <message>
        <source>is done by a callback of the script, with transformers 4.52 or newer</source>
        <translation>由脚本中的回调实现，需要 transformers 4.52 或更新版本</translation>
    </message>
    <message>
        <source>must not have compared plans of its own</source>
        <translation>自身不得再含对比的方案</translation>
    </message>
    <message>
        <source>must be a list of at most %1 plans</source>
        <translation>必须是至多 %1 个方案的列表</translation>
    </message>
    <message>
        <source>must have a name, which is text</source>
        <translation>必须有名称，且为文本</translation>
    </message>
    <message>
        <source>must be the place of one of the plans, from 0</source>
        <translation>必须是其中一个方案的位置，从 0 开始</translation>
    </message>
    <message>
        <source>must be the address of a page: https://…, http://… or file://…</source>
        <translation>必须是网页的地址：https://…、http://… 或 file://…</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>有用的改动</translation>
    </message>
    <message>
        <source>Each of these makes the plan fit, cheapest first</source>
        <translation>以下每项改动都能使方案放得下，代价最小的在前</translation>
    </message>
    <message>
        <source>These help, but none is enough alone</source>
        <translation>以下改动有帮助，但单独一项都不够</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Costs more than %1 USD</source>
        <translation>费用超过 %1 USD</translation>
    </message>
    <message>
        <source>Takes longer than %1 days on any number that makes it faster</source>
        <translation>无论用多少张加快，都超过 %1 天</translation>
    </message>
    <message>
        <source>A plan that generates text keeps nothing for a backward pass</source>
        <translation>生成文本的方案不为反向传播保留任何内容</translation>
    </message>
    <message>
        <source>The models of a job are not compared</source>
        <translation>不比较任务中的各个模型</translation>
    </message>
    <message>
        <source>This method counts no time, by which savings are compared</source>
        <translation>该方法不计时间，无从比较各种节省方式</translation>
    </message>
    <message>
        <source>The rates of this device are not known, so that times cannot be compared</source>
        <translation>该设备的速率未知，无法比较时间</translation>
    </message>
    <message>
        <source>No recompute and no offload of the layers is enough</source>
        <translation>任何重算和卸载都不够</translation>
    </message>
    <message>
        <source>by lines in the script</source>
        <translation>由脚本中的几行实现</translation>
    </message>
    <message>
        <source>Recompute %1</source>
        <translation>重算 %1</translation>
    </message>
    <message>
        <source>Recompute every layer, in groups of %1</source>
        <translation>重算每一层，%1 层一组</translation>
    </message>
    <message>
        <source>Recompute %1 of %2 {layer|layers}</source>
        <translation>重算 %2 层中的 %1 层</translation>
    </message>
    <message>
        <source>Offload %1</source>
        <translation>卸载 %1</translation>
    </message>
    <message>
        <source>Offload the activations of %1 of %2 {layer|layers}</source>
        <translation>卸载 %2 层中 %1 层的激活值</translation>
    </message>
    <message>
        <source>Keep everything</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source>compute of what is made again</source>
        <translation>重算部分的计算</translation>
    </message>
    <message>
        <source>Offload to the host was not tried; without the tick No offload (--offload) it is</source>
        <translation>未尝试卸载到主机；取消勾选“不卸载”（--offload）即可尝试</translation>
    </message>
    <message>
        <source>The fewest of each card with which the run ends in time</source>
        <translation>每种卡按时完成训练的最少张数</translation>
    </message>
    <message>
        <source>As many of each card as the price of the run allows</source>
        <translation>每种卡在费用允许内的张数</translation>
    </message>
    <message>
        <source>Run (days)</source>
        <translation>训练（天）</translation>
    </message>
    <message>
        <source>Cost (USD)</source>
        <translation>费用（USD）</translation>
    </message>
    <message>
        <source>Upper end</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>fits up to %1 {token|tokens}, but slower</source>
        <translation>最多可放下 %1 词元，但更慢</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>Time of a step (s)</source>
        <translation>每步时间（s）</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>本方案</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>● kept, the line their front · ○ removed by a tick · ◇ this plan</source>
        <translation>● 保留，连线为其前沿 · ○ 被勾选排除 · ◇ 本方案</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>No days and no price: the run&apos;s length is not given (examples × mean length × epochs)</source>
        <translation>没有天数和费用：未给出训练长度（样本数 × 平均长度 × 轮数）</translation>
    </message>
    <message>
        <source>≈: counted without a replay of PyTorch&apos;s allocator</source>
        <translation>≈：未重放 PyTorch 的分配器</translation>
    </message>
    <message>
        <source>Weights of the draft model</source>
        <translation>草稿模型的权重</translation>
    </message>
    <message>
        <source>Keys and values of the draft model</source>
        <translation>草稿模型的键和值</translation>
    </message>
    <message>
        <source>Whole matrices that the ranks gather for the optimizer</source>
        <translation>rank 为优化器聚集的完整矩阵</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>No section has all of these words.</source>
        <translation>没有一节含有全部这些词。</translation>
    </message>
    <message>
        <source>Pages named here: %1</source>
        <translation>此处提到的页面：%1</translation>
    </message>
    <message>
        <source>highwater help PAGE shows one of them, and highwater help --html FOLDER writes all as pages for a browser.</source>
        <translation>highwater help PAGE 显示其中一页，highwater help --html FOLDER 把全部写成网页。</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step; pre-training takes 4M or more, a global batch of %2</source>
        <translation>每步 %1 个词元；预训练用 4M 以上，即全局批大小 %2</translation>
    </message>
    <message>
        <source>What it is made of, GiB of one GPU</source>
        <translation>显存的组成，一张 GPU，GiB</translation>
    </message>
    <message>
        <source>Moments of a step, GiB</source>
        <translation>一步中的各时刻，GiB</translation>
    </message>
    <message>
        <source>Ledger: every kind of tensor at the peak</source>
        <translation>明细：峰值时的每一种张量</translation>
    </message>
    <message>
        <source>is too large for a plan or a configuration</source>
        <translation>对方案或配置来说太大</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Share code, or the text of a plan or config.json</source>
        <translation>分享码，或方案或 config.json 的文本</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Or drop a .hwplan or a config.json anywhere. Nothing is sent: the page computes by itself.</source>
        <translation>也可以把 .hwplan 或 config.json 拖到任何位置。什么也不发送：网页自行计算。</translation>
    </message>
    <message>
        <source>Memory of one GPU over the context length</source>
        <translation>一张 GPU 的显存随上下文长度的变化</translation>
    </message>
    <message>
        <source>What would make it fit</source>
        <translation>怎样改动能放下</translation>
    </message>
    <message>
        <source>Nothing that this method computes makes it smaller.</source>
        <translation>该方法计算的各项中没有能使其变小的。</translation>
    </message>
    <message>
        <source>These help, but not enough alone</source>
        <translation>这些有帮助，但单独不够</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>The plan needs more memory or time than a browser has. The program on a computer can show it.</source>
        <translation>该方案所需的内存或时间超出浏览器所能提供的。计算机上的程序可以显示它。</translation>
    </message>
    <message>
        <source>is packed by gzip, which this build of the program cannot unpack</source>
        <translation>由 gzip 压缩，这个版本的程序无法解压</translation>
    </message>
    <message>
        <source>a pass of the draft model for each token, one after another: arXiv 2211.17192</source>
        <translation>每个词元一次草稿模型的处理，逐个进行：arXiv 2211.17192</translation>
    </message>
    <message>
        <source>With the draft model a pass gives %1 {token|tokens}; without it %2 {token|tokens} a second</source>
        <translation>有草稿模型时一次处理给出 %1 个词元；没有它时每秒 %2 个词元</translation>
    </message>
    <message>
        <source>Passes of the draft model</source>
        <translation>草稿模型的处理</translation>
    </message>
    <message>
        <source>Orthogonal matrices</source>
        <translation>正交化矩阵</translation>
    </message>
    <message>
        <source>5·(4·n²·m + 2·n³) of each matrix/F, and gathering it</source>
        <translation>每个矩阵 5·(4·n²·m + 2·n³)/F，以及聚集它</translation>
    </message>
    <message>
        <source>has another vocabulary, %1, than the model, %2: servers refuse most such pairs</source>
        <translation>的词表大小为 %1，与模型的 %2 不同：推理服务器大多拒绝这样的组合</translation>
    </message>
    <message>
        <source>each token of those proposed (%1) is taken with a probability of %2 %, up to the first that is not: a pass makes %3 in the mean</source>
        <translation>提出的词元（%1 个）各以 %2 % 的概率被接受，到第一个未被接受的为止：一次处理平均得到 %3 个词元</translation>
    </message>
    <message>
        <source>One of %1 residual streams is counted while training, and the layers that use earlier keys are counted with keys of their own</source>
        <translation>训练时计入 %1 条残差流中的一条，使用前面键的层按有自己的键计算</translation>
    </message>
    <message>
        <source>the second argument of the script is a head that was trained for the model</source>
        <translation>脚本的第二个参数是为该模型训练的草稿头</translation>
    </message>
    <message>
        <source>End the other processes on this GPU, or lower %1 to what is free</source>
        <translation>结束这张 GPU 上的其他进程，或把 %1 降到空闲的部分</translation>
    </message>
    <message>
        <source>Take %1 %2 at most, or raise %3</source>
        <translation>%1 最多取 %2，或提高 %3</translation>
    </message>
    <message>
        <source>Raise %1, the share of the GPU that weights and cache may have</source>
        <translation>提高 %1，即权重和缓存在 GPU 上可占的份额</translation>
    </message>
    <message>
        <source>Split the model over more GPUs (%1), or take weights of 8 or 4 bits</source>
        <translation>把模型分到更多 GPU 上（%1），或采用 8 位或 4 位的权重</translation>
    </message>
    <message>
        <source>Take shorter contexts (%1), fewer sequences at a time (%2), and a KV cache of 8 bits (%3)</source>
        <translation>采用更短的上下文（%1）、更少的并发序列（%2）和 8 位的 KV 缓存（%3）</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Tokens/s without padding</source>
        <translation>词元/s（不含填充）</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
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
        <source>%1 of %2 {layer|layers}</source>
        <translation>%1 / %2 层</translation>
    </message>
    <message>
        <source>recompute of %1 of %2 {layer|layers}</source>
        <translation>重算 %1 / %2 层</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>recompute %1/%2</source>
        <translation>重算 %1/%2</translation>
    </message>
    <message>
        <source>The model states no layers that predict further tokens: one is counted</source>
        <translation>模型没有说明预测后续词元的层：按一层计算</translation>
    </message>
    <message>
        <source>%1 has no drafts of this kind: counted as if it had</source>
        <translation>%1 没有这种草稿：按有计算</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, the %3 has %4: it would not start, and is counted as if it did</source>
        <translation>%1 需要计算能力 %2，%3 为 %4：无法启动，这里当作可以启动来计算</translation>
    </message>
    <message>
        <source>it wanted to write outside its folder, which a rehearsal does not allow: --write-anywhere does</source>
        <translation>它想在自己的文件夹之外写入，排练不允许：--write-anywhere 允许</translation>
    </message>
    <message>
        <source>time of rows of %1 {token|tokens}: %2 pads to the longest of a micro-batch, which has one sequence; memory is that of the whole context</source>
        <translation>时间按 %1 个词元的行计算：%2 填充到微批中最长的序列，而微批只有一个序列；显存按整个上下文计算</translation>
    </message>
    <message>
        <source>time of rows of %1 {token|tokens}: %2 pads to the longest of a micro-batch, and ranks wait for one another; lengths are assumed to spread exponentially; memory is that of the whole context</source>
        <translation>时间按 %1 个词元的行计算：%2 填充到微批中最长的序列，各进程相互等待；假定长度服从指数分布；显存按整个上下文计算</translation>
    </message>
    <message>
        <source>Run of %1 {token|tokens}: %2 {hour|hours}, %3 {GPU-hour|GPU-hours}, %4 full {step|steps}</source>
        <translation>训练 %1 个词元：%2 小时，%3 GPU 小时，%4 个完整步</translation>
    </message>
    <message>
        <source>Cost: %1 %2</source>
        <translation>费用：%1 %2</translation>
    </message>
    <message>
        <source>Share the states among several GPUs (FSDP, ZeRO-3), or offload the optimizer to the host&apos;s memory</source>
        <translation>在多张 GPU 间共享状态（FSDP、ZeRO-3），或将优化器卸载到主机内存</translation>
    </message>
    <message>
        <source>the training script loads the model in %1; nothing is cast here</source>
        <translation>训练脚本以 %1 载入模型；这里不做类型转换</translation>
    </message>
    <message>
        <source>clips gradients here, and so steps after the backward pass: counted as an optimizer that is offloaded without it</source>
        <translation>在此裁剪梯度，因此在反向传播之后更新：按不用它的卸载优化器计算</translation>
    </message>
    <message>
        <source>excludes super_offload: counted as ZenFlow</source>
        <translation>与 super_offload 互斥：按 ZenFlow 计算</translation>
    </message>
    <message>
        <source>needs an optimizer in host memory: DeepSpeed ends with an error</source>
        <translation>需要优化器位于主机内存：否则 DeepSpeed 会报错退出</translation>
    </message>
    <message>
        <source>is chosen by ZenFlow as it trains: counted with the accumulation steps of the file</source>
        <translation>由 ZenFlow 在训练中选择：按文件中的累积步数计算</translation>
    </message>
    <message>
        <source>takes the place of %1 accumulation {step|steps}</source>
        <translation>取代 %1 个累积步</translation>
    </message>
    <message>
        <source>fp16 without 32-bit master weights needs ZeRO and an optimizer on the host in DeepSpeed: they are kept in fp32 here</source>
        <translation>DeepSpeed 中没有 32 位主权重的 fp16 需要 ZeRO 和主机上的优化器：这里主权重保持 fp32</translation>
    </message>
    <message>
        <source>keeps a share of every layer&apos;s tensors: counted as %1 of %2 {layer|layers} recomputed, which keep as many bytes</source>
        <translation>保留每层张量的一部分：按重算 %2 层中的 %1 层计算，两者保留的字节一样多</translation>
    </message>
    <message>
        <source>pure fp16</source>
        <translation>纯 fp16</translation>
    </message>
    <message>
        <source>%1 does not train in fp16 alone: counted as if it did</source>
        <translation>%1 不能仅用 fp16 训练：按可以这样训练计算</translation>
    </message>
    <message>
        <source>A memory budget of torch.compile recomputes a part of every layer instead: counted as whole layers that keep as many bytes, which take no less time</source>
        <translation>torch.compile 的内存预算改为重算每层的一部分：按保留同样多字节的整层计算，其时间不会更少</translation>
    </message>
    <message>
        <source>%1 lets the host step after the backward pass alone: counted so</source>
        <translation>%1 只在反向传播之后于主机上更新：按此计算</translation>
    </message>
    <message>
        <source>SuperOffload and ZenFlow need AdamW in host memory: counted as a step after the backward pass</source>
        <translation>SuperOffload 和 ZenFlow 需要 AdamW 位于主机内存：按反向传播之后的更新计算</translation>
    </message>
    <message>
        <source>DeepSpeed has SuperOffload at ZeRO-3 alone: counted as a step after the backward pass</source>
        <translation>DeepSpeed 只在 ZeRO-3 下有 SuperOffload：按反向传播之后的更新计算</translation>
    </message>
    <message>
        <source>DeepSpeed has neither SuperOffload nor ZenFlow with replicas (MiCS): counted as a step after the backward pass</source>
        <translation>DeepSpeed 在有副本（MiCS）时既没有 SuperOffload 也没有 ZenFlow：按反向传播之后的更新计算</translation>
    </message>
    <message>
        <source>DeepSpeed keeps ZenFlow&apos;s moments on the host only with overlap_comm: it ends with an error</source>
        <translation>DeepSpeed 只有在启用 overlap_comm 时才把 ZenFlow 的矩放在主机上：否则会报错退出</translation>
    </message>
    <message>
        <source>fp16 alone loses updates below 1/2048 of a weight, and gradients below 0.00000006; PyTorch&apos;s loss scaling refuses 16-bit gradients</source>
        <translation>仅用 fp16 会丢失小于权重 1/2048 的更新和小于 0.00000006 的梯度；PyTorch 的损失缩放拒绝 16 位梯度</translation>
    </message>
    <message>
        <source>FlashAttention-3 is for Hopper&apos;s cards: counted as FlashAttention-2</source>
        <translation>FlashAttention-3 只用于 Hopper：按 FlashAttention-2 计</translation>
    </message>
    <message>
        <source>Both moments of the columns that step on the GPU</source>
        <translation>在 GPU 上更新的列的两个矩</translation>
    </message>
    <message>
        <source>Second gradients, moments and weights of a step beside the passes</source>
        <translation>与计算同时更新所需的第二份梯度、矩和权重</translation>
    </message>
    <message>
        <source>32-bit gradients of the largest group, pinned on the host</source>
        <translation>最大一组的 32 位梯度，锁页于主机</translation>
    </message>
    <message>
        <source>Gradients of the columns that step on the GPU</source>
        <translation>在 GPU 上更新的列的梯度</translation>
    </message>
    <message>
        <source>Copy of these columns, until they step</source>
        <translation>这些列的副本，直到更新</translation>
    </message>
    <message>
        <source>Columns that step, and the roots of their second moments</source>
        <translation>正在更新的列及其二阶矩的平方根</translation>
    </message>
    <message>
        <source>attention by %1: on a card of this architecture (%2) a causal mask reached %3 % of the peak forward and %4 % backward</source>
        <translation>注意力由 %1 计算：在这种架构的卡（%2）上，带因果掩码时前向达到峰值的 %3 %，反向达到 %4 %</translation>
    </message>
    <message>
        <source>%1, of %2 TFLOP; %3 TFLOPS · %4 forward, %5 backward</source>
        <translation>%1，共 %2 TFLOP；%3 TFLOPS · 前向 %4，反向 %5</translation>
    </message>
    <message>
        <source>%1 − %2 (while the GPU computes) + %3 (columns on the GPU)</source>
        <translation>%1 − %2（GPU 计算期间）+ %3（GPU 上的列）</translation>
    </message>
    <message>
        <source>%1 − %2 (while the GPU computes)</source>
        <translation>%1 − %2（GPU 计算期间）</translation>
    </message>
    <message>
        <source>follow the weights in %1 and are in %2; the plan, which leaves them open, counts fp32</source>
        <translation>在 %1 中跟随权重，为 %2；方案未指定，按 fp32 计算</translation>
    </message>
    <message>
        <source>SuperOffload steps after the backward pass where gradients are clipped: they are not clipped here</source>
        <translation>梯度被裁剪时 SuperOffload 在反向传播之后更新：此处不裁剪</translation>
    </message>
    <message>
        <source>TRL has no chunked loss with an adapter on the head</source>
        <translation>TRL 在输出头带适配器时没有分块损失</translation>
    </message>
    <message>
        <source>states of linear layers: %1 TFLOP at %2 of the TFLOPS</source>
        <translation>线性层的状态：%1 TFLOP，按该 TFLOPS 的 %2 计</translation>
    </message>
    <message>
        <source>%1 + %2 (columns on the GPU)</source>
        <translation>%1 + %2（GPU 上的列）</translation>
    </message>
    <message>
        <source>Most layers on the GPU: %1, %2 GiB</source>
        <translation>GPU 上最多的层数：%1，%2 GiB</translation>
    </message>
    <message>
        <source>Layers on the GPU: %1 (now %2)</source>
        <translation>GPU 上的层：%1（现为 %2）</translation>
    </message>
    <message>
        <source>of %1, the head among them</source>
        <translation>共 %1，含输出头</translation>
    </message>
    <message>
        <source>Does not fit with any number of layers on the GPU</source>
        <translation>GPU 上放多少层都放不下</translation>
    </message>
    <message>
        <source>This method does not count layers in the host&apos;s memory</source>
        <translation>此方法不计主机内存中的层</translation>
    </message>
    <message>
        <source>Only llama.cpp, which serves a model, leaves layers on the host</source>
        <translation>只有服务模型的 llama.cpp 会把层留在主机</translation>
    </message>
    <message>
        <source>is not a key of a plan; did you mean %1?</source>
        <translation>不是方案的键；是否指 %1？</translation>
    </message>
    <message>
        <source>must be an object (or did you mean %1?)</source>
        <translation>必须是对象（或者是否指 %1？）</translation>
    </message>
    <message>
        <source>%1 % of the tokens of a step are padding, or stand for ranks that wait for the one with the longest rows</source>
        <translation>一步的词元中 %1 % 是填充，或代表等待最长行所在进程的时间</translation>
    </message>
    <message>
        <source>Without padding and waiting: %1 {token|tokens} a second, %2 % of them</source>
        <translation>不含填充和等待：每秒 %1 个词元，占 %2 %</translation>
    </message>
    <message>
        <source>calls nothing that can be read, such as TRL&apos;s SFTConfig, TrainingArguments or Unsloth&apos;s FastLanguageModel</source>
        <translation>没有可读取的调用，例如 TRL 的 SFTConfig、TrainingArguments 或 Unsloth 的 FastLanguageModel</translation>
    </message>
    <message>
        <source>starts no training by a command that is known</source>
        <translation>没有用已知的命令启动训练</translation>
    </message>
    <message>
        <source>takes the settings from the command that starts the script: import that command or its file of settings</source>
        <translation>从启动脚本的命令取得设置：请导入该命令或其设置文件</translation>
    </message>
    <message>
        <source>is a command that is not known</source>
        <translation>是未知的命令</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>vision</source>
        <translation>视觉塔</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>scales</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>一次前向</translation>
    </message>
    <message>
        <source>generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>attention: LayerNorm</source>
        <translation>注意力：LayerNorm</translation>
    </message>
    <message>
        <source>attention: Q, K, V projections</source>
        <translation>注意力：Q、K、V 投影</translation>
    </message>
    <message>
        <source>attention: Q·Kᵀ</source>
        <translation>注意力：Q·Kᵀ</translation>
    </message>
    <message>
        <source>attention: softmax</source>
        <translation>注意力：softmax</translation>
    </message>
    <message>
        <source>attention: softmax dropout</source>
        <translation>注意力：softmax 的 dropout</translation>
    </message>
    <message>
        <source>attention: scores · V</source>
        <translation>注意力：分数 · V</translation>
    </message>
    <message>
        <source>attention: output projection</source>
        <translation>注意力：输出投影</translation>
    </message>
    <message>
        <source>attention: dropout</source>
        <translation>注意力：dropout</translation>
    </message>
    <message>
        <source>MLP: LayerNorm</source>
        <translation>MLP：LayerNorm</translation>
    </message>
    <message>
        <source>MLP: first linear</source>
        <translation>MLP：第一个线性层</translation>
    </message>
    <message>
        <source>MLP: GELU</source>
        <translation>MLP：GELU</translation>
    </message>
    <message>
        <source>MLP: second linear</source>
        <translation>MLP：第二个线性层</translation>
    </message>
    <message>
        <source>MLP: dropout</source>
        <translation>MLP：dropout</translation>
    </message>
    <message>
        <source>full recompute: layer input</source>
        <translation>完全重算：层的输入</translation>
    </message>
    <message>
        <source>embedding: dropout</source>
        <translation>嵌入：dropout</translation>
    </message>
    <message>
        <source>lacks %1, without which its settings have no effect</source>
        <translation>缺少 %1，没有它，其设置不起作用</translation>
    </message>
    <message>
        <source>Take flash attention, which keeps no scores: %1 or %2</source>
        <translation>用不保留分数的 Flash Attention：%1 或 %2</translation>
    </message>
    <message>
        <source>Compute the loss in chunks, so that the logits of all tokens are never there at once: Liger Kernel&apos;s fused loss (%1)</source>
        <translation>分块计算损失，使所有词元的 logits 不会同时存在：Liger Kernel 的融合损失（%1）</translation>
    </message>
    <message>
        <source>Take the fused step, which has no temporary tensors (%1)</source>
        <translation>用没有临时张量的融合步（%1）</translation>
    </message>
    <message>
        <source>Take an optimizer with 8-bit moments (%1)</source>
        <translation>用 8 位动量的优化器（%1）</translation>
    </message>
    <message>
        <source>Take a smaller %1</source>
        <translation>用更小的 %1</translation>
    </message>
    <message>
        <source>One layer keeps %1 %2 for attention: %3</source>
        <translation>一层为注意力保留 %1 %2：%3</translation>
    </message>
    <message>
        <source>One layer keeps %1 %2 for its MLP: %3</source>
        <translation>一层为 MLP 保留 %1 %2：%3</translation>
    </message>
    <message>
        <source>One recomputed layer keeps %1 %2: %3</source>
        <translation>完全重算的一层保留 %1 %2：%3</translation>
    </message>
    <message>
        <source>is not in the script: bf16, as transformers 5 loads most models; transformers 4 loads fp32</source>
        <translation>脚本中没有：按 bf16，transformers 5 加载大多数模型即如此；transformers 4 加载为 fp32</translation>
    </message>
    <message>
        <source>Frozen weights in 16 bits</source>
        <translation>冻结权重用 16 位</translation>
    </message>
    <message>
        <source>16-bit values between layers</source>
        <translation>层间的值为 16 位</translation>
    </message>
    <message>
        <source>Frozen weights in 4 bits</source>
        <translation>冻结权重用 4 位</translation>
    </message>
    <message>
        <source>LoRA rank %1 on %2</source>
        <translation>LoRA 秩 %1，%2 基座</translation>
    </message>
    <message>
        <source>must not be fp32 for QLoRA: LoRA alone has it</source>
        <translation>QLoRA 不能用 fp32：只有 LoRA 可以</translation>
    </message>
    <message>
        <source>a pass over %4 {token|tokens} copies %1 of weights to the GPU at %2 GB/s before it computes: %3</source>
        <translation>处理 %4 个词元之前，先以 %2 GB/s 将 %1 的权重复制到 GPU：%3</translation>
    </message>
    <message>
        <source>is used nowhere in the script: not counted</source>
        <translation>在脚本中没有用到：不计入</translation>
    </message>
    <message>
        <source>F + B − W − what the slowest stage does meanwhile</source>
        <translation>F + B − W − 最慢的阶段其间所做的</translation>
    </message>
    <message>
        <source>the way of one micro-batch through all stages: the step has too few micro-batches to fill the pipeline</source>
        <translation>一个微批经过所有阶段的路程：一步里的微批太少，填不满流水线</translation>
    </message>
    <message>
        <source>is an expression, and no script is run</source>
        <translation>是一个表达式，而脚本不会被执行</translation>
    </message>
    <message>
        <source>is of DPO, ORPO or KTO, and nothing else says which: DPO is assumed</source>
        <translation>属于 DPO、ORPO 或 KTO，文件未说明是哪一种：假定为 DPO</translation>
    </message>
    <message>
        <source>is null, so that no sequence is cut: the context of the open plan stays</source>
        <translation>为 null，序列不会被截断：保留当前方案的上下文长度</translation>
    </message>
    <message>
        <source>is a value that is not worked out</source>
        <translation>是一个未被求值的表达式</translation>
    </message>
    <message>
        <source>has %1 more {training|trainings}: only the first is read</source>
        <translation>还有 %1 个训练：只读取第一个</translation>
    </message>
    <message>
        <source>has more than %1 commands</source>
        <translation>命令超过 %1 条</translation>
    </message>
    <message>
        <source>trains a model of a kind that is not counted</source>
        <translation>训练的模型种类不在计算范围内</translation>
    </message>
    <message>
        <source>is not in the file: %1 {node|nodes} of %2 {GPU|GPUs} assumed</source>
        <translation>文件中没有：假定 %1 个节点，每个 %2 张 GPU</translation>
    </message>
    <message>
        <source>trains weights beside the adapters: they are not counted</source>
        <translation>在适配器之外还训练权重：这些没有计入</translation>
    </message>
    <message>
        <source>is set as a field of a module, which freezes nothing: requires_grad_() does</source>
        <translation>设置为模块的字段，这不会冻结任何权重：requires_grad_() 才会</translation>
    </message>
    <message>
        <source>is set in ways that cannot be read: recipe.frozen, recipe.frozen_layers and recipe.frozen_from can say which weights are not trained</source>
        <translation>以无法读出的方式设置：哪些权重不训练，可用 recipe.frozen、recipe.frozen_layers 和 recipe.frozen_from 填写</translation>
    </message>
    <message>
        <source>freezes layers in a way that a plan cannot say: all layers count as trained</source>
        <translation>以方案无法表示的方式冻结层：所有层都按训练计算</translation>
    </message>
    <message>
        <source>is not in the file: the model is counted without experts</source>
        <translation>文件中没有：按没有专家的模型计算</translation>
    </message>
    <message>
        <source>no card within these limits holds the plan</source>
        <translation>在这些限制内没有卡能放下方案</translation>
    </message>
    <message>
        <source>no layout of this cluster fits the plan</source>
        <translation>该集群没有能放下方案的布局</translation>
    </message>
</context>
<context>
    <name>highwater::About</name>
    <message>
        <source>Plans the GPU memory of training large language models.</source>
        <translation>规划大语言模型训练的显存。</translation>
    </message>
    <message>
        <source>Version %1, %2 build. Qt %3, compiled with Qt %4.</source>
        <translation>版本 %1，%2 构建。Qt %3，编译时为 Qt %4。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later). It comes without any warranty.</source>
        <translation>自由软件，采用 GNU 通用公共许可证第 3 版或更高版本 (GPL-3.0-or-later)，不提供任何担保。</translation>
    </message>
    <message>
        <source>It uses Qt with Qt Charts (GPL-3.0) and JSON for Modern C++ (MIT). It never connects to a network.</source>
        <translation>使用 Qt 与 Qt Charts (GPL-3.0) 以及 JSON for Modern C++ (MIT)。从不连接网络。</translation>
    </message>
    <message>
        <source>About Highwater</source>
        <translation>关于 Highwater</translation>
    </message>
    <message>
        <source>Copy debug info</source>
        <translation>复制调试信息</translation>
    </message>
    <message>
        <source>Versions and screens, to paste into a bug report</source>
        <translation>版本与屏幕信息，可粘贴到故障报告中</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>highwater::BaselineActions</name>
    <message>
        <source>Pin as baseline</source>
        <translation>设为基线</translation>
    </message>
    <message>
        <source>Remove baseline</source>
        <translation>移除基线</translation>
    </message>
    <message>
        <source>Remembers the plan as it is now.
The chart shows its total as a dashed line, to compare with.</source>
        <translation>记住此刻的方案。
图表用虚线显示它的合计，供对比。</translation>
    </message>
    <message>
        <source>Pinned: the dashed line is the total of this plan</source>
        <translation>已设为基线：虚线是该方案的合计</translation>
    </message>
</context>
<context>
    <name>highwater::CardsPage</name>
    <message>
        <source>Counting the cards: %1 %</source>
        <translation>正在计算各种加速卡：%1 %</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>加速卡 %1</translation>
    </message>
    <message>
        <source>The cards are on the clipboard</source>
        <translation>加速卡列表已在剪贴板</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Cards of the catalogue</source>
        <translation>目录中的加速卡</translation>
    </message>
    <message>
        <source>This plan does not fit on any number of any card.</source>
        <translation>任何一种卡无论多少张都放不下该方案。</translation>
    </message>
    <message>
        <source>No card fits the plan within these limits.</source>
        <translation>在这些限制内没有卡能放下方案。</translation>
    </message>
    <message>
        <source>%1 {GPU|GPUs} (was %2)</source>
        <translation>%1 张 GPU（原为 %2）</translation>
    </message>
    <message>
        <source>%1 {sequence|sequences} a step as before</source>
        <translation>每步仍为 %1 条序列</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two parts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最少 GPU 数</translation>
    </message>
    <message>
        <source>Same number of GPUs</source>
        <translation>相同 GPU 数</translation>
    </message>
    <message>
        <source>Number of GPUs of each card</source>
        <translation>每种卡的 GPU 数</translation>
    </message>
    <message>
        <source>Within (days)</source>
        <translation>期限（天）</translation>
    </message>
    <message>
        <source>Under (USD)</source>
        <translation>预算（美元）</translation>
    </message>
    <message>
        <source>any</source>
        <comment>limit</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>The batch stays as it is</source>
        <translation>批大小保持不变</translation>
    </message>
    <message>
        <source>Enter takes a card · Space adds it to Compare</source>
        <translation>回车采用加速卡 · 空格加入对比</translation>
    </message>
    <message>
        <source>As many as the days need</source>
        <translation>按天数所需</translation>
    </message>
    <message>
        <source>As many as the USD allow</source>
        <translation>按 USD 所许</translation>
    </message>
    <message>
        <source>That the program runs on</source>
        <translation>程序能运行的</translation>
    </message>
</context>
<context>
    <name>highwater::ChangeDot</name>
    <message>
        <source>Changed. A click leaves it to the program.</source>
        <translation>已改动。点击后由程序决定。</translation>
    </message>
    <message>
        <source>Changed. A click takes it back to: %1</source>
        <translation>已改动。点击恢复为：%1</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <comment>the name of a setting</comment>
        <translation>恢复：%1</translation>
    </message>
</context>
<context>
    <name>highwater::CommandPalette</name>
    <message>
        <source>Find anything: an entry of a menu, a setting, “zero 3”, a model, a card, a plan, help</source>
        <translation>查找任何内容：菜单项、设置、“zero 3”、模型、加速卡、方案、帮助</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>查找任何内容</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a row and its note</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>Nothing has these words</source>
        <translation>没有包含这些字的内容</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Setting · %1</source>
        <translation>设置 · %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>My plan</source>
        <translation>我的方案</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Help · %1</source>
        <translation>帮助 · %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a setting and its new value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>highwater::CompareList</name>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Current plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a setting and its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Snapshot %1</source>
        <translation>快照 %1</translation>
    </message>
</context>
<context>
    <name>highwater::ComparePage</name>
    <message>
        <source>There is room for %1 plans in addition to the baseline and the current one: remove one first</source>
        <translation>除基线和当前方案外最多可加入 %1 个方案：请先移除一个</translation>
    </message>
    <message>
        <source>Rename plan</source>
        <translation>重命名方案</translation>
    </message>
    <message>
        <source>Name in the comparison:</source>
        <translation>对比中的名称：</translation>
    </message>
    <message>
        <source>Add current plan</source>
        <translation>加入当前方案</translation>
    </message>
    <message>
        <source>Add from library…</source>
        <translation>从方案库加入…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Differences against</source>
        <translation>对比基准</translation>
    </message>
    <message>
        <source>Keeps the plan as it is now in the comparison.</source>
        <translation>把此刻的方案留在对比中。</translation>
    </message>
    <message>
        <source>Opens the list of plans; add one to the comparison there.</source>
        <translation>打开方案列表，可从中加入对比。</translation>
    </message>
    <message>
        <source>In the table: F2 renames a plan, Del removes it, Ctrl+Z brings it back, Alt+← and Alt+→ move it; the list is saved with the plan&apos;s file</source>
        <translation>在表格中：F2 为方案改名，Del 移除，Ctrl+Z 恢复，Alt+← 和 Alt+→ 移动；列表随方案文件保存</translation>
    </message>
    <message>
        <source>Add this plan as it is now, or others from the library, to compare them</source>
        <translation>把当前方案或方案库中的方案加进来，即可对比</translation>
    </message>
</context>
<context>
    <name>highwater::ConfigDialog</name>
    <message>
        <source>Export configuration — Highwater</source>
        <translation>导出配置 — Highwater</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>What the file cannot say</source>
        <translation>文件无法表达的内容</translation>
    </message>
    <message>
        <source>Preview of the file</source>
        <translation>文件预览</translation>
    </message>
    <message>
        <source>Start with:</source>
        <translation>启动命令：</translation>
    </message>
    <message>
        <source>Launch line</source>
        <translation>启动命令</translation>
    </message>
    <message>
        <source>Copy the launch line</source>
        <translation>复制启动命令</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>复制(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>The file says all that the plan has.</source>
        <translation>文件表达了方案的全部内容。</translation>
    </message>
    <message>
        <source>Not as the plan has it:</source>
        <translation>与方案不同之处：</translation>
    </message>
    <message>
        <source>The configuration is on the clipboard.</source>
        <translation>配置已在剪贴板上。</translation>
    </message>
    <message>
        <source>The configuration is on the clipboard</source>
        <translation>配置已在剪贴板上</translation>
    </message>
    <message>
        <source>“%1” is written.</source>
        <translation>“%1”已写入。</translation>
    </message>
    <message>
        <source>The configuration is in “%1”</source>
        <translation>配置在“%1”中</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a note: the setting, what becomes of it</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>highwater::ContextChartView</name>
    <message>
        <source>Memory by context length</source>
        <translation>显存随上下文长度的变化</translation>
    </message>
    <message>
        <source>From %1 tokens on, memory is highest at another moment of the step: %2 instead of %3. The total does not jump there, but the bands do.</source>
        <translation>从 %1 个词元起，显存在一步中的另一时刻最高：由 %3 变为 %2。总量连续，各部分的占比改变。</translation>
    </message>
    <message>
        <source>From %1 tokens on, memory is highest a little earlier or later in the same part of the step. The total does not jump there, but the bands do.</source>
        <translation>从 %1 个词元起，显存在训练步同一部分中稍早或稍晚处最高。合计在那里不跳变，但色带会跳变。</translation>
    </message>
    <message>
        <source>no caches emptied up to %1</source>
        <translation>不清空缓存最长 %1</translation>
    </message>
</context>
<context>
    <name>highwater::ContextReadout</name>
    <message>
        <source>Over by</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>Shown bands</source>
        <translation>所示色带</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>%1 {token|tokens}</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>(pointer)</source>
        <translation>（指针处）</translation>
    </message>
    <message>
        <source>Peak at: %1</source>
        <translation>峰值时刻：%1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>likely %1–%2</source>
        <comment>memory, the least and the most</comment>
        <translation>可能为 %1–%2</translation>
    </message>
</context>
<context>
    <name>highwater::ControlGroup</name>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More… · %1 set</source>
        <translation>更多… · 已设 %1 项</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>group of controls, button</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>highwater::DeckDialog</name>
    <message>
        <source>Export deck — Highwater</source>
        <translation>导出幻灯片组 — Highwater</translation>
    </message>
    <message>
        <source>&amp;Slides, in this order</source>
        <translation>幻灯片，按此次序(&amp;S)</translation>
    </message>
    <message>
        <source>Slides</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Drag to move, or press Alt and ↑ or ↓.</source>
        <translation>拖动，或按 Alt 和 ↑ 或 ↓ 移动。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Background</source>
        <translation>背景(&amp;B)</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>White</source>
        <translation>白色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>配色(&amp;C)</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Highwater (colour-blind safe)</source>
        <translation>Highwater（色盲友好）</translation>
    </message>
    <message>
        <source>As in the lecture</source>
        <translation>与讲义相同</translation>
    </message>
    <message>
        <source>Print grey</source>
        <translation>灰度打印</translation>
    </message>
    <message>
        <source>The theme of the slide</source>
        <translation>幻灯片的主题</translation>
    </message>
    <message>
        <source>For&amp;mula in notes</source>
        <translation>备注中写公式(&amp;M)</translation>
    </message>
    <message>
        <source>Ledger sl&amp;ides</source>
        <translation>明细表页(&amp;I)</translation>
    </message>
    <message>
        <source>On the command line:</source>
        <translation>命令行：</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>复制命令行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>%1 {figure|figures} in the deck</source>
        <translation>共 %1 张图表</translation>
    </message>
    <message>
        <source>Deck</source>
        <translation>幻灯片组</translation>
    </message>
    <message>
        <source>“%1” is written. Change the choices above for another file, or close.</source>
        <translation>“%1”已写出。可更改上面的选项再写一个文件，或关闭。</translation>
    </message>
</context>
<context>
    <name>highwater::DeskPage</name>
    <message>
        <source>Counting the models</source>
        <translation>正在计算模型</translation>
    </message>
    <message>
        <source>%1. Choose one of the catalogue.</source>
        <translation>%1。请从目录中选择一种。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two cards</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>这台机器</translation>
    </message>
    <message>
        <source>Cards that the models have to fit</source>
        <translation>模型要放进的加速卡</translation>
    </message>
    <message>
        <source>Models that fit</source>
        <translation>能放下的模型</translation>
    </message>
    <message>
        <source>%1. Enter or a double click makes the plan of a row.</source>
        <translation>%1。选中一行后按回车或双击，即生成方案。</translation>
    </message>
</context>
<context>
    <name>highwater::DoctorDialog</name>
    <message>
        <source>Out of memory — Highwater</source>
        <translation>显存不足 — Highwater</translation>
    </message>
    <message>
        <source>&amp;Log or traceback</source>
        <translation>日志或调用栈(&amp;L)</translation>
    </message>
    <message>
        <source>Paste the text that ends with “CUDA out of memory”, with the lines before it</source>
        <translation>粘贴以“CUDA out of memory”结尾的文字，连同它之前的行</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>My &amp;configuration…</source>
        <translation>我的配置(&amp;C)…</translation>
    </message>
    <message>
        <source>The run&apos;s own configuration file: changes are then its lines.</source>
        <translation>运行自己的配置文件：改动就是它的行。</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Changes that help</source>
        <translation>有用的改动</translation>
    </message>
    <message>
        <source>The change as lines of the file</source>
        <translation>以文件的行表示的改动</translation>
    </message>
    <message>
        <source>With each of these the plan needs less:</source>
        <translation>采用其中每一个，方案需要的都更少：</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>&amp;Take this change</source>
        <translation>采用这个改动(&amp;T)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The file %1</source>
        <translation>文件 %1</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>无法读取该文件。</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>怎样做有用</translation>
    </message>
    <message>
        <source> (not enough alone)</source>
        <translation>（单独还不够）</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
</context>
<context>
    <name>highwater::ExportActions</name>
    <message>
        <source>The figure is on the clipboard</source>
        <translation>图表已复制到剪贴板</translation>
    </message>
    <message>
        <source>The figure&apos;s numbers are on the clipboard</source>
        <translation>图表数据已复制到剪贴板</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>导出图表(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>复制图表(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>复制数据(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <source>Print pre&amp;view…</source>
        <translation>打印预览(&amp;V)…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Copy figure</source>
        <translation>复制图表</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>tooltip: what a button does, and its key</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The figure is in “%1”</source>
        <translation>图表已存入“%1”</translation>
    </message>
    <message>
        <source>Export &amp;trace…</source>
        <translation>导出追踪(&amp;T)…</translation>
    </message>
    <message>
        <source>The step&apos;s memory for Perfetto or chrome://tracing</source>
        <translation>一步中的显存变化，供 Perfetto 或 chrome://tracing 查看</translation>
    </message>
    <message>
        <source>The trace is in “%1”: open it in Perfetto</source>
        <translation>追踪已存入“%1”：请用 Perfetto 打开</translation>
    </message>
    <message>
        <source>The figure is on the clipboard as SVG</source>
        <translation>图表已作为 SVG 复制到剪贴板</translation>
    </message>
    <message>
        <source>Export failed: %1</source>
        <translation>导出失败：%1</translation>
    </message>
    <message>
        <source>Copy failed: %1</source>
        <translation>复制失败：%1</translation>
    </message>
    <message>
        <source>Drag failed: %1</source>
        <translation>拖出失败：%1</translation>
    </message>
    <message>
        <source>Print failed: %1</source>
        <translation>打印失败：%1</translation>
    </message>
    <message>
        <source>Copy as SVG</source>
        <translation>复制为 SVG</translation>
    </message>
    <message>
        <source>Export con&amp;figuration…</source>
        <translation>导出配置(&amp;F)…</translation>
    </message>
    <message>
        <source>The plan as the file from which a framework runs it</source>
        <translation>把方案写成框架据以运行的文件</translation>
    </message>
    <message>
        <source>Export &amp;deck…</source>
        <translation>导出幻灯片组(&amp;D)…</translation>
    </message>
    <message>
        <source>Several figures as the slides of one PowerPoint file</source>
        <translation>把多张图表写成一个 PowerPoint 文件的幻灯片</translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation>报告(&amp;R)…</translation>
    </message>
    <message>
        <source>All about the plan as one document: PDF or HTML</source>
        <translation>把方案的全部内容写成一个文档：PDF 或 HTML</translation>
    </message>
    <message>
        <source>The deck is in “%1”</source>
        <translation>幻灯片组已写入“%1”</translation>
    </message>
</context>
<context>
    <name>highwater::ExportDialog</name>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>.pptx, editable chart</source>
        <translation>.pptx，可编辑图表</translation>
    </message>
    <message>
        <source>vector, real text</source>
        <translation>矢量图，保留文本</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素图</translation>
    </message>
    <message>
        <source>vector, one page</source>
        <translation>矢量图，单页</translation>
    </message>
    <message>
        <source>numbers only</source>
        <translation>仅数据</translation>
    </message>
    <message>
        <source>all formats at once</source>
        <translation>各格式同时提供</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>ZeRO stages</source>
        <translation>ZeRO 各阶段</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Lecture: 8B · 70B · 405B</source>
        <translation>讲义：8B · 70B · 405B</translation>
    </message>
    <message>
        <source>Lecture: ZeRO stages</source>
        <translation>讲义：ZeRO 各阶段</translation>
    </message>
    <message>
        <source>16:9 full slide</source>
        <translation>16:9 整页</translation>
    </message>
    <message>
        <source>16:9 half</source>
        <translation>16:9 半页</translation>
    </message>
    <message>
        <source>4:3</source>
        <translation>4:3</translation>
    </message>
    <message>
        <source>A4 width</source>
        <translation>A4 页宽</translation>
    </message>
    <message>
        <source>%1 × %2 %3</source>
        <comment>width, height, unit</comment>
        <translation>%1 × %2 %3</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what is wrong: where, what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Export figure — Highwater</source>
        <translation>导出图表 — Highwater</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>导出目标</translation>
    </message>
    <message>
        <source>&amp;Figure</source>
        <translation>图表(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>尺寸(&amp;S)</translation>
    </message>
    <message>
        <source>Resol&amp;ution</source>
        <translation>分辨率(&amp;U)</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>%1× · %2 dpi</source>
        <translation>%1× · %2 dpi</translation>
    </message>
    <message>
        <source>Font size, points</source>
        <translation>字号，磅</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>磅</translation>
    </message>
    <message>
        <source>F&amp;ont size</source>
        <translation>字号(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;White</source>
        <translation>白色(&amp;W)</translation>
    </message>
    <message>
        <source>Trans&amp;parent</source>
        <translation>透明(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Background</source>
        <translation>背景(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>配色(&amp;C)</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>跟随窗口</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Capacity li&amp;ne</source>
        <translation>容量线(&amp;N)</translation>
    </message>
    <message>
        <source>Le&amp;gend box</source>
        <translation>图例(&amp;G)</translation>
    </message>
    <message>
        <source>Band l&amp;abels</source>
        <translation>色带标注(&amp;A)</translation>
    </message>
    <message>
        <source>For&amp;mula in notes</source>
        <translation>备注中写公式(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Reset to defaults</source>
        <translation>恢复默认(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Highwater (colour-blind safe)</source>
        <translation>Highwater（色盲友好）</translation>
    </message>
    <message>
        <source>As in the lecture</source>
        <translation>与讲义一致</translation>
    </message>
    <message>
        <source>Print grey</source>
        <translation>灰度打印</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>复制(&amp;Y)</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what a field is for, its unit</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>%1 · drawn to any size, its text can be edited</source>
        <translation>%1 · 可任意缩放，文字可编辑</translation>
    </message>
    <message>
        <source>%1 · %2 dpi</source>
        <translation>%1 · %2 dpi</translation>
    </message>
    <message>
        <source>Page 1 of 1 · %1 · drawn to any size</source>
        <translation>第 1 页，共 1 页 · %1 · 可任意缩放</translation>
    </message>
    <message>
        <source>PNG of %1, SVG of %2, and the numbers as a table</source>
        <translation>PNG (%1)、SVG (%2) 和数据表格</translation>
    </message>
    <message>
        <source>%1 {row|rows}, %2 columns · whole bytes, UTF-8</source>
        <translation>%1 行 %2 列 · 整数字节，UTF-8</translation>
    </message>
    <message>
        <source>smallest text %1 pt</source>
        <translation>最小文字 %1 磅</translation>
    </message>
    <message>
        <source>Same options on the command line:</source>
        <translation>相同选项的命令行：</translation>
    </message>
    <message>
        <source>Nearest on the command line:</source>
        <translation>最接近的命令行：</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>First slide, the ledger follows · %1 · the chart, its data sheet and all shapes can be edited in PowerPoint</source>
        <translation>第 1 页，后接明细表页 · %1 · 图表、数据表和所有形状都可在 PowerPoint 中编辑</translation>
    </message>
    <message>
        <source>Slide 1 of 1 · %1 · the chart, its data sheet and all shapes can be edited in PowerPoint</source>
        <translation>第 1 页，共 1 页 · %1 · 图表、数据表和所有形状都可在 PowerPoint 中编辑</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The figure is on the clipboard.</source>
        <translation>图已复制到剪贴板。</translation>
    </message>
    <message>
        <source>“%1” is written. Change the choices above for another file, or close.</source>
        <translation>已写入“%1”。可更改选项再导出一个文件，或者关闭。</translation>
    </message>
    <message>
        <source>Unit of sizes</source>
        <translation>尺寸单位</translation>
    </message>
    <message>
        <source>Ledger sl&amp;ides</source>
        <translation>明细表页(&amp;I)</translation>
    </message>
    <message>
        <source>Ledger below the f&amp;igure</source>
        <translation>图的数据下方附明细表(&amp;I)</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>复制命令行</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>激活重算</translation>
    </message>
    <message>
        <source>Lecture: recompute</source>
        <translation>讲义：激活重算</translation>
    </message>
    <message>
        <source>The theme of the slide</source>
        <translation>幻灯片的主题</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>加速卡</translation>
    </message>
</context>
<context>
    <name>highwater::ExportPreview</name>
    <message>
        <source>Numbers of the figure</source>
        <translation>图表数据</translation>
    </message>
</context>
<context>
    <name>highwater::FigurePage</name>
    <message>
        <source>Lecture: 8B, DP = 8</source>
        <translation>讲义：8B，DP = 8</translation>
    </message>
    <message>
        <source>Current plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>Memory of one GPU as the cluster grows, all else kept</source>
        <translation>其余不变时，每卡显存随集群扩大的变化</translation>
    </message>
    <message>
        <source>The plan&apos;s settings, compared panel by panel</source>
        <translation>逐图对比当前方案的设置</translation>
    </message>
    <message>
        <source>Lecture: fp32, 1 GPU, eager attention</source>
        <translation>讲义：fp32，1 卡，eager</translation>
    </message>
    <message>
        <source>Own scale per panel</source>
        <translation>各图独立刻度</translation>
    </message>
    <message>
        <source>Shared scale</source>
        <translation>共用刻度</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Y axis</source>
        <translation>Y 轴</translation>
    </message>
    <message>
        <source>The sliders do not move the lecture&apos;s figure</source>
        <translation>讲义中的图不随滑块变化</translation>
    </message>
    <message>
        <source>The lecture&apos;s figure: an 8B model on 8 GPUs, not your plan.</source>
        <translation>讲义中的图：8 张 GPU 上的 8B 模型，不是您的方案。</translation>
    </message>
    <message>
        <source>The lecture&apos;s figure: three models in 32 bits, each on one GPU, not your plan.</source>
        <translation>讲义中的图：三个 32 位模型，各用一张 GPU，不是您的方案。</translation>
    </message>
    <message>
        <source>The lecture&apos;s figure: an 8B model in 32 bits on one GPU, not your plan.</source>
        <translation>讲义中的图：一张 GPU 上的 32 位 8B 模型，不是您的方案。</translation>
    </message>
    <message>
        <source>The plan has changed and this figure has not: it is the lecture&apos;s, not your plan&apos;s.</source>
        <translation>方案已改变，此图没有变：它是讲义中的图，不是您方案的图。</translation>
    </message>
    <message>
        <source>Show the current plan</source>
        <translation>显示当前方案</translation>
    </message>
    <message>
        <source>Lecture: 8B</source>
        <translation>讲义：8B</translation>
    </message>
    <message>
        <source>Click a panel to set the plan to its ZeRO stage</source>
        <translation>点击分图即把方案设为该 ZeRO 阶段</translation>
    </message>
    <message>
        <source>The plan with no, selective and full recompute</source>
        <translation>本方案在不重算、选择性重算与完全重算时</translation>
    </message>
</context>
<context>
    <name>highwater::FigurePrint</name>
    <message>
        <source>Nothing is printed: the printer, or the file it prints to, cannot be opened. Choose another.</source>
        <translation>未打印：无法打开打印机或打印输出文件。请另选一个。</translation>
    </message>
</context>
<context>
    <name>highwater::FigureReadout</name>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Shown bands</source>
        <translation>所示色带</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Over by</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
</context>
<context>
    <name>highwater::FigureTableView</name>
    <message>
        <source>Numbers of the figure</source>
        <translation>图表数据</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>highwater::FigureView</name>
    <message>
        <source>Show the whole axis</source>
        <translation>显示整个坐标轴</translation>
    </message>
</context>
<context>
    <name>highwater::FileActions</name>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>关闭窗口(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>tooltip: what a button does, and its key</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>a recent file: its name, its folder</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>&amp;Clear the list</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>%1[*] — Highwater</source>
        <translation>%1[*] — Highwater</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>“%1” was changed by another program.</source>
        <translation>“%1”已被其他程序修改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留当前方案</translation>
    </message>
    <message>
        <source>“%1” was deleted, moved or renamed. The plan is still here; save it to write the file again.</source>
        <translation>“%1”已被删除、移动或改名。方案仍在此窗口中；保存即可重新写入文件。</translation>
    </message>
    <message>
        <source>%1 The open plan stays.</source>
        <translation>%1当前打开的方案保持不变。</translation>
    </message>
    <message>
        <source>%1, …</source>
        <translation>%1 等</translation>
    </message>
    <message>
        <source>Unsaved work cannot be kept safe from a crash, as nothing can be written into “%1”. Save it now and then.</source>
        <translation>无法写入“%1”，程序崩溃时将无法恢复未保存的内容。应不时手动保存。</translation>
    </message>
    <message>
        <source>Highwater ended before this plan was saved. The plan is back as it was at %1.</source>
        <translation>上次 Highwater 退出时此方案尚未保存。现已恢复到 %1 时的状态。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Not saved yet: “%1” was changed by another program. Save once more to write over its version.</source>
        <translation>尚未保存：“%1”已被其他程序更改。再次保存将覆盖其版本。</translation>
    </message>
    <message>
        <source>Only plans and configurations can be opened: files that end in .%1, and what File › Import takes. Left out: %2</source>
        <translation>只能打开方案和配置：以 .%1 结尾的文件，以及“文件 › 导入”所读的文件。未打开：%2</translation>
    </message>
</context>
<context>
    <name>highwater::FileDialogs</name>
    <message>
        <source>Plans (*.%1)</source>
        <translation>方案 (*.%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open plans</source>
        <translation>打开方案</translation>
    </message>
    <message>
        <source>Save the plan as</source>
        <translation>方案另存为</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to “%1”?</source>
        <translation>是否保存对“%1”的更改？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Name of the plan</source>
        <translation>方案名称</translation>
    </message>
    <message>
        <source>The folder of my plans</source>
        <translation>“我的方案”所在文件夹</translation>
    </message>
    <message>
        <source>Notes; words that begin with # are tags to filter by</source>
        <translation>备注；以 # 开头的词是标签，可用于筛选</translation>
    </message>
    <message>
        <source>Open a run&apos;s memory recording</source>
        <translation>打开运行的显存记录</translation>
    </message>
    <message>
        <source>Memory recordings (*.pickle *.pkl *.json *.gz)</source>
        <translation>显存记录 (*.pickle *.pkl *.json *.gz)</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>导出为</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>The folder of a model</source>
        <translation>模型的文件夹</translation>
    </message>
    <message>
        <source>Configurations and weights (%1)</source>
        <translation>配置与权重（%1）</translation>
    </message>
</context>
<context>
    <name>highwater::FileDrop</name>
    <message>
        <source>Drop to lay this run over the timeline</source>
        <translation>松开即可把此运行叠画在时间线上</translation>
    </message>
    <message>
        <source>Only plans and configurations can be opened: .%1 files and others that File › Import takes</source>
        <translation>只能打开方案和配置：.%1 文件以及“文件 › 导入”所读的其他文件</translation>
    </message>
    <message>
        <source>Drop to open this file</source>
        <translation>松开即可打开此文件</translation>
    </message>
    <message>
        <source>Drop to open %L1 files</source>
        <translation>松开即可打开 %L1 个文件</translation>
    </message>
    <message>
        <source>Drop to explain why this run ran out of memory</source>
        <translation>松开以说明这次运行为什么显存不足</translation>
    </message>
</context>
<context>
    <name>highwater::HelpActions</name>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Explains every term; F1 opens the page about
what you point at or are typing into.</source>
        <translation>解释每个术语；按 F1 打开所指或正在输入的
控件的说明页。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>What&apos;s This?</source>
        <translation>这是什么？</translation>
    </message>
    <message>
        <source>About Highwater</source>
        <translation>关于 Highwater</translation>
    </message>
    <message>
        <source>About Qt</source>
        <translation>关于 Qt</translation>
    </message>
    <message>
        <source>More in the help</source>
        <translation>在帮助中查看详情</translation>
    </message>
</context>
<context>
    <name>highwater::HelpWindow</name>
    <message>
        <source>Highwater help</source>
        <translation>Highwater 帮助</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>The previous page</source>
        <translation>上一个页面</translation>
    </message>
    <message>
        <source>The next page, once you have gone back</source>
        <translation>后退之后的下一个页面</translation>
    </message>
    <message>
        <source>The list of all pages</source>
        <translation>全部页面的列表</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>搜索全部页面</translation>
    </message>
    <message>
        <source>Sections that have all of these words</source>
        <translation>查找含有全部这些词的小节</translation>
    </message>
    <message>
        <source>What the search found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Page of the help</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No section has all of these words.</source>
        <translation>没有小节含有全部这些词。</translation>
    </message>
</context>
<context>
    <name>highwater::ImportActions</name>
    <message>
        <source>%1: %2</source>
        <comment>a field of a file: what it means</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Import model &amp;folder…</source>
        <translation>导入模型文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>“%1” is imported: a model of %2 parameters.</source>
        <translation>已导入“%1”：%2 个参数的模型。</translation>
    </message>
    <message>
        <source>“%1” is imported.</source>
        <translation>已导入“%1”。</translation>
    </message>
    <message>
        <source>Some of it was assumed: %L1 notes.</source>
        <translation>其中有些是假设：%L1 条说明。</translation>
    </message>
    <message>
        <source>Show notes</source>
        <translation>显示说明</translation>
    </message>
    <message>
        <source>“%1” is not imported: %2. The open plan stays.</source>
        <translation>未导入“%1”：%2。打开的方案保持不变。</translation>
    </message>
    <message>
        <source>Notes on the import</source>
        <translation>导入说明</translation>
    </message>
    <message>
        <source>What “%1” does not say, or what is not modelled:</source>
        <translation>“%1”未写明的，或未建模的：</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>%L1 notes say how it was read.</source>
        <translation>%L1 条提示说明读取的方式。</translation>
    </message>
    <message>
        <source>How “%1” was read:</source>
        <translation>“%1”的读取方式：</translation>
    </message>
</context>
<context>
    <name>highwater::KeyControl</name>
    <message>
        <source>Not read by this method</source>
        <translation>此方法不使用</translation>
    </message>
    <message>
        <source>Without effect in this plan</source>
        <translation>在此方案中不起作用</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>不检查</translation>
    </message>
    <message>
        <source>An amount of memory such as 80 GiB, 64 GB or 81559 MiB, at most 1,000 TB</source>
        <translation>请输入内存容量，例如 80 GiB、64 GB 或 81559 MiB，最多 1,000 TB</translation>
    </message>
    <message>
        <source>%1 as in the lecture.</source>
        <translation>按讲义取 %1。</translation>
    </message>
    <message>
        <source>nvidia-smi: %1 MiB, %2; the driver keeps %3.</source>
        <translation>nvidia-smi 报告 %1 MiB，即 %2，其中 %3 由驱动保留。</translation>
    </message>
    <message>
        <source>The driver reports %1 MiB = %2.</source>
        <translation>驱动报告 %1 MiB = %2。</translation>
    </message>
    <message>
        <source>What this device reports is not known: its marketed size is taken, %1.</source>
        <translation>此设备实际报告的显存未知：按标称容量取 %1。</translation>
    </message>
    <message>
        <source>%1 {token|tokens}</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不计</translation>
    </message>
    <message>
        <source>none</source>
        <comment>a model of a job</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>auto: %1</source>
        <comment>a choice that the plan leaves open</comment>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>The policy&apos;s</source>
        <translation>与策略相同</translation>
    </message>
    <message>
        <source>GPUs that hold one model together, for each way of cutting it.</source>
        <translation>共同保存一个模型的 GPU 数，每种切分方式一个。</translation>
    </message>
    <message>
        <source>20 per parameter</source>
        <translation>每参数 20 个</translation>
    </message>
    <message>
        <source>One model</source>
        <translation>单个模型</translation>
    </message>
    <message>
        <source>Flash</source>
        <comment>attention, brief</comment>
        <translation>Flash</translation>
    </message>
    <message>
        <source>fused</source>
        <comment>kernels, brief</comment>
        <translation>融合</translation>
    </message>
    <message>
        <source>20 tokens per parameter</source>
        <translation>每参数 20 词元</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>%1 {example|examples}</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>length not given</source>
        <translation>未给出长度</translation>
    </message>
    <message>
        <source>nvidia-smi: %1 MiB, %2; the driver keeps %3, as on %4.</source>
        <translation>nvidia-smi 报告 %1 MiB，即 %2，其中 %3 由驱动保留（同 %4）。</translation>
    </message>
    <message>
        <source>nvidia-smi: %1 MiB, %2; the driver keeps ~%3.</source>
        <translation>nvidia-smi 报告 %1 MiB，即 %2，其中约 %3 由驱动保留。</translation>
    </message>
    <message>
        <source>Host and device share %1; the system takes %2.</source>
        <translation>主机与设备共用 %1；系统占用 %2。</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no kind of parallelism</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, automatic</source>
        <comment>value of a field that the plan leaves open</comment>
        <translation>%1，自动</translation>
    </message>
</context>
<context>
    <name>highwater::LayerStrip</name>
    <message>
        <source>%1 with all layers kept</source>
        <translation>保留全部层时为 %1</translation>
    </message>
    <message>
        <source> of %1</source>
        <comment>after an amount, before its capacity</comment>
        <translation> / %1</translation>
    </message>
    <message>
        <source>Drag the end: left saves memory, right saves time</source>
        <translation>拖动末端：向左省显存，向右省时间</translation>
    </message>
</context>
<context>
    <name>highwater::LayersView</name>
    <message>
        <source>%1 of host memory</source>
        <translation>主机内存 %1</translation>
    </message>
    <message>
        <source>least time below the line</source>
        <translation>红线以下用时最少</translation>
    </message>
    <message>
        <source>%1 offloaded</source>
        <translation>%1 层卸载</translation>
    </message>
    <message>
        <source>%1 in part</source>
        <translation>%1 层部分保留</translation>
    </message>
    <message>
        <source>%1 recomputed</source>
        <translation>%1 层重算</translation>
    </message>
    <message>
        <source>%1 kept</source>
        <translation>%1 层保留</translation>
    </message>
    <message>
        <source>%1 of %2. %3</source>
        <comment>memory, capacity, what is done</comment>
        <translation>%1 / %2。%3</translation>
    </message>
    <message>
        <source>The layers used first in the backward pass are kept. The program has no setting for some layers: an exported script does it where it can.</source>
        <translation>保留反向传播最先用到的层。该程序没有只针对部分层的设置：导出的脚本在可能时会实现它。</translation>
    </message>
    <message>
        <source>The layers used first in the backward pass are kept.</source>
        <translation>保留反向传播最先用到的层。</translation>
    </message>
    <message>
        <source>Recompute just enough</source>
        <translation>恰好够用的重算</translation>
    </message>
    <message>
        <source>&amp;Take</source>
        <translation>采用(&amp;T)</translation>
    </message>
    <message>
        <source>Memory of the layers</source>
        <translation>各层的显存</translation>
    </message>
    <message>
        <source>← and → move the end, Enter takes the choice.</source>
        <translation>← 和 → 移动末端，Enter 采用该选择。</translation>
    </message>
    <message>
        <source>%1 recomputed, their inputs offloaded</source>
        <translation>%1 层重算，其输入已卸载</translation>
    </message>
</context>
<context>
    <name>highwater::LayoutDetails</name>
    <message>
        <source>against this plan</source>
        <translation>与本方案对照</translation>
    </message>
</context>
<context>
    <name>highwater::LedgerModel</name>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>%1 free, capacity %2</source>
        <translation>剩余 %1，容量 %2</translation>
    </message>
    <message>
        <source>%1 over, capacity %2</source>
        <translation>超出 %1，容量 %2</translation>
    </message>
    <message>
        <source>Shape %1</source>
        <translation>形状 %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>%1, not at the peak</source>
        <translation>%1，峰值时不占用</translation>
    </message>
    <message>
        <source>%1 of the total</source>
        <translation>占合计的 %1</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <comment>the unit of memory, GiB or GB</comment>
        <translation>每卡 %1</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Bytes per GPU at the peak</source>
        <translation>峰值时每卡字节数</translation>
    </message>
    <message>
        <source>Bytes of one</source>
        <translation>单份字节数</translation>
    </message>
    <message>
        <source>Copies at the peak</source>
        <translation>峰值时份数</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>With numbers</source>
        <translation>代入数值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1: %2 at %3, not at the peak</source>
        <translation>%1：%2（时刻：%3），峰值时不占用</translation>
    </message>
    <message>
        <source>%1: %2 in the host&apos;s memory</source>
        <translation>%1：%2（位于主机内存）</translation>
    </message>
    <message>
        <source>%1: %2 on NVMe</source>
        <translation>%1：%2（位于 NVMe）</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What it is, or its formula with the values</source>
        <translation>含义，或代入数值的公式</translation>
    </message>
    <message>
        <source>Bytes of one tensor. s tokens, b sequences, h hidden size, L layers; all letters are in the help&apos;s glossary.</source>
        <translation>一个张量的字节数。s 词元，b 序列，h 隐藏维度，L 层数；全部字母见帮助。</translation>
    </message>
    <message>
        <source>What forward passes keep, and the engine&apos;s keys and values</source>
        <translation>前向传播保留的张量，以及推理引擎的键和值</translation>
    </message>
    <message>
        <source>%1: %2 in the host&apos;s memory, of the first rank alone</source>
        <translation>%1：主机内存中 %2，只有第一个进程有</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>highwater::LedgerView</name>
    <message>
        <source>Not counted by this method: %1.</source>
        <translation>此方法未计入：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Ledger of the memory per GPU</source>
        <translation>每卡显存明细表</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Stage %1 of %2; the most loaded is stage %3 with %4.</source>
        <translation>阶段 %1（共 %2 个）；负载最重的是阶段 %3，占用 %4。</translation>
    </message>
    <message>
        <source>Pick a stage to see its ledger.</source>
        <translation>选择一个阶段可查看其明细表。</translation>
    </message>
    <message>
        <source>Host memory per node: %1.</source>
        <translation>每节点主机内存：%1。</translation>
    </message>
    <message>
        <source>NVMe per node: %1.</source>
        <translation>每节点 NVMe：%1。</translation>
    </message>
    <message>
        <source>Without effect here: %1.</source>
        <translation>在此不起作用：%1。</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>明细表</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>各阶段</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>流水线各阶段</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>The step peaks at: %1.</source>
        <translation>训练步的峰值时刻：%1。</translation>
    </message>
    <message>
        <source>Grey lines exist at other moments.</source>
        <translation>灰色的行存在于其他时刻。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>各层</translation>
    </message>
    <message>
        <source>Steps and shapes</source>
        <translation>步骤与形状</translation>
    </message>
</context>
<context>
    <name>highwater::LegendRow</name>
    <message>
        <source>The weights of the model.</source>
        <translation>模型的权重。</translation>
    </message>
    <message>
        <source>One value for each trained weight, until the step uses it.</source>
        <translation>每个可训练权重一个值，直到优化器用过为止。</translation>
    </message>
    <message>
        <source>What the optimizer remembers of each weight.</source>
        <translation>优化器为每个权重记住的内容。</translation>
    </message>
    <message>
        <source>What the forward pass keeps for the backward pass.</source>
        <translation>前向传播为反向传播保留的内容。</translation>
    </message>
    <message>
        <source>Scores over the vocabulary, and what one layer works with.</source>
        <translation>整个词表的得分，以及单层计算所用。</translation>
    </message>
    <message>
        <source>Driver, libraries, and what the allocator holds idle.</source>
        <translation>驱动、库，以及分配器闲置的部分。</translation>
    </message>
    <message>
        <source>Click hides or shows the band, Alt+click shows it alone.</source>
        <translation>点击隐藏或显示，Alt+点击只显示这一条。</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>色带</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens, of all sequences.</source>
        <translation>所有序列之前词元的键和值。</translation>
    </message>
    <message>
        <source>What a pass over prompts works with, and scores over the vocabulary.</source>
        <translation>处理提示时用到的张量，以及词表上的得分。</translation>
    </message>
    <message>
        <source>Driver, libraries, and what the server keeps free.</source>
        <translation>驱动、库，以及服务器留空的部分。</translation>
    </message>
</context>
<context>
    <name>highwater::MainWindow</name>
    <message>
        <source>Apply suggestion</source>
        <translation>应用建议</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Method: %1</source>
        <translation>方法：%1</translation>
    </message>
    <message>
        <source>%1 The open plan stays.</source>
        <translation>%1当前打开的方案保持不变。</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Unit: GiB (1024³ bytes)</source>
        <translation>单位：GiB（1024³ 字节）</translation>
    </message>
    <message>
        <source>Unit: GB (1000³ bytes)</source>
        <translation>单位：GB（1000³ 字节）</translation>
    </message>
    <message>
        <source>Ru&amp;n</source>
        <translation>运行(&amp;N)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Open plan</source>
        <translation>打开方案</translation>
    </message>
    <message>
        <source>“%1” changes nothing in this plan, so that the panel does not show it</source>
        <translation>“%1”对此方案没有任何影响，所以面板不显示它</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>highwater::MeasurementDialog</name>
    <message>
        <source>My measurement — Highwater</source>
        <translation>我的实测值 — Highwater</translation>
    </message>
    <message>
        <source>What I &amp;read for one GPU</source>
        <translation>我在一张 GPU 上读到的(&amp;R)</translation>
    </message>
    <message>
        <source>nvidia-smi, max_memory_allocated or max_memory_reserved,
and an amount in MiB, GiB, GB or bytes</source>
        <translation>nvidia-smi、max_memory_allocated 或 max_memory_reserved，
以及以 MiB、GiB、GB 或字节为单位的数量</translation>
    </message>
    <message>
        <source>The reading beside the plan</source>
        <translation>实测值与方案对照</translation>
    </message>
    <message>
        <source>Assumptions that would bring the plan nearer</source>
        <translation>会使方案更近的假设</translation>
    </message>
    <message>
        <source>Assumptions that would bring the plan nearer:</source>
        <translation>会使方案更近的假设：</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>&amp;Add to a table…</source>
        <translation>加入一个表(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Take the assumption</source>
        <translation>采用这个假设(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Correct the plan</source>
        <translation>修正方案(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Correct by a reading</source>
        <translation>按实测值修正</translation>
    </message>
    <message>
        <source>The table cannot be read.</source>
        <translation>无法读取该表。</translation>
    </message>
    <message>
        <source>Added to %1</source>
        <translation>已加入 %1</translation>
    </message>
    <message>
        <source>%1: %2, the reading is %3 less</source>
        <translation>%1：%2，读数少 %3</translation>
    </message>
    <message>
        <source>%1: %2, the reading is %3 more</source>
        <translation>%1：%2，读数多 %3</translation>
    </message>
</context>
<context>
    <name>highwater::MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>highwater::MethodsPage</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Use this method</source>
        <translation>使用此方法</translation>
    </message>
</context>
<context>
    <name>highwater::NameActions</name>
    <message>
        <source>Name of the plan: %1</source>
        <translation>方案名称：%1</translation>
    </message>
    <message>
        <source>Name of the open plan
Click to change it or its notes.</source>
        <translation>当前方案的名称
单击可修改名称或备注。</translation>
    </message>
    <message>
        <source>Name and n&amp;otes…</source>
        <translation>名称与备注(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>highwater::NameDialog</name>
    <message>
        <source>Name and notes</source>
        <translation>名称与备注</translation>
    </message>
    <message>
        <source>&amp;Name of the plan</source>
        <translation>方案名称(&amp;N)</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>备注(&amp;O)</translation>
    </message>
    <message>
        <source>An empty name becomes the one shown in grey, which follows model, GPUs and adapter.</source>
        <translation>名称留空时使用灰色显示的名称，它会随模型、GPU 和适配器变化。</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>highwater::NumberField</name>
    <message>
        <source>From %1 to %2 %3</source>
        <comment>least, most, unit</comment>
        <translation>请输入 %1 到 %2 %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number, unit</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>highwater::OffersPanel</name>
    <message>
        <source>No single change is enough; these are together</source>
        <translation>没有单个改动足够；以下改动合起来足够</translation>
    </message>
    <message>
        <source>Helps, not enough alone</source>
        <translation>有帮助，但单独不够</translation>
    </message>
    <message>
        <source>the plan has it already</source>
        <translation>方案已是如此</translation>
    </message>
    <message>
        <source>nothing of the run</source>
        <translation>不改变训练</translation>
    </message>
    <message>
        <source>%1, fits</source>
        <translation>%1，能放下</translation>
    </message>
    <message>
        <source>%1, probably fits</source>
        <translation>%1，大概能放下</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Time a token</source>
        <translation>每词元时间</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Changes the run?</source>
        <translation>改变训练？</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>所有改动</translation>
    </message>
    <message>
        <source>↑ ↓ previews in the chart · Enter takes it · Esc closes</source>
        <translation>↑ ↓ 在图中预览 · Enter 采用 · Esc 关闭</translation>
    </message>
    <message>
        <source>✓ fits   ≈ probably fits</source>
        <translation>✓ 能放下   ≈ 大概能放下</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>采用</translation>
    </message>
</context>
<context>
    <name>highwater::PanelFoot</name>
    <message>
        <source>%1 changed</source>
        <comment>a number of settings</comment>
        <translation>%1 项改动</translation>
    </message>
    <message>
        <source>Only what I changed</source>
        <translation>只看改动</translation>
    </message>
    <message>
        <source>Usual settings</source>
        <comment>none is changed</comment>
        <translation>常用设置</translation>
    </message>
    <message>
        <source>Against what task and program set. Model, card and number of GPUs have no usual value and are not counted.</source>
        <translation>与任务和程序所设的值相比。模型、卡和 GPU 数量没有常用值，不计入。</translation>
    </message>
</context>
<context>
    <name>highwater::PinnedSlider</name>
    <message>
        <source>Caution</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a value and its unit</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>From %1 to %2, marks at %3.</source>
        <translation>范围 %1 到 %2，刻度：%3。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>highwater::PlanFilterRow</name>
    <message>
        <source>Filter by name, model or size</source>
        <translation>按名称、模型或规模筛选</translation>
    </message>
    <message>
        <source>Only plans that fit</source>
        <translation>只列能放下的</translation>
    </message>
    <message>
        <source>All groups</source>
        <translation>所有分组</translation>
    </message>
    <message>
        <source>Group of plans</source>
        <translation>方案分组</translation>
    </message>
    <message>
        <source>Filter by name, model, size or #tag</source>
        <translation>按名称、模型、规模或 #标签 筛选</translation>
    </message>
    <message>
        <source>A tag is a word that begins with # in a plan&apos;s notes.</source>
        <translation>标签是方案备注中以 # 开头的词。</translation>
    </message>
</context>
<context>
    <name>highwater::PlanLibrary</name>
    <message>
        <source>No plan can be called that: %1.</source>
        <translation>方案不能使用此名称：%1。</translation>
    </message>
    <message>
        <source>No estimate — %1: %2</source>
        <translation>无法估算 — %1：%2</translation>
    </message>
    <message>
        <source>The folder “%1” cannot be made. Choose another one.</source>
        <translation>无法创建文件夹“%1”。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” keeps its name: this account may not remove its file.</source>
        <translation>“%1”未改名：当前账户没有删除其文件的权限。</translation>
    </message>
    <message>
        <source>The notes cannot be kept: %1.</source>
        <translation>无法保存备注：%1。</translation>
    </message>
    <message>
        <source>“%1” was changed by another program. The list shows its version now; try again.</source>
        <translation>“%1”已被其他程序修改。列表现在显示的是新版本；请重试。</translation>
    </message>
</context>
<context>
    <name>highwater::PlanListModel</name>
    <message>
        <source>Lecture figures</source>
        <translation>讲义图表</translation>
    </message>
    <message>
        <source>Recipes</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>My plans</source>
        <translation>我的方案</translation>
    </message>
    <message>
        <source>%1 (%L2)</source>
        <comment>a group of plans and how many there are</comment>
        <translation>%1 (%L2)</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU</source>
        <translation>每卡 %1 / %2</translation>
    </message>
    <message>
        <source>No estimate</source>
        <translation>无法估算</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Free or over</source>
        <translation>剩余 / 超出</translation>
    </message>
    <message>
        <source>%1 (%L2 of %L3)</source>
        <comment>a group of plans, how many are listed, how many there are</comment>
        <translation>%1（%L2/%L3）</translation>
    </message>
    <message>
        <source>Total %1</source>
        <comment>memory per GPU, its unit</comment>
        <translation>合计 %1</translation>
    </message>
    <message>
        <source>&amp;Usual columns</source>
        <translation>默认列(&amp;U)</translation>
    </message>
</context>
<context>
    <name>highwater::PlanPanel</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Custom (scaled from Llama)</source>
        <translation>自定义（由 Llama 缩放）</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit the shape</source>
        <translation>编辑结构</translation>
    </message>
    <message>
        <source>Custom shape</source>
        <translation>自定义结构</translation>
    </message>
    <message>
        <source>Table that the method prints…</source>
        <translation>该方法自己打印的表…</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Models of the job</source>
        <translation>任务中的模型</translation>
    </message>
    <message>
        <source>“%1” is not in the catalogue.</source>
        <translation>目录中没有“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not in the catalogue; similar: %2.</source>
        <translation>目录中没有“%1”；相近的有：%2。</translation>
    </message>
    <message>
        <source>File › Import… takes the model&apos;s config.json.</source>
        <translation>可用“文件 › 导入…”读取该模型的 config.json。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Savings</source>
        <translation>节省显存</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Length and cost</source>
        <translation>长度与费用</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家设置</translation>
    </message>
</context>
<context>
    <name>highwater::PlanPreview</name>
    <message>
        <source>No plan is chosen</source>
        <translation>未选择方案</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>%1 {token|tokens} × %2</source>
        <translation>%1 词元 × %2</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Known for</source>
        <translation>代表数字</translation>
    </message>
</context>
<context>
    <name>highwater::PlanReplacer</name>
    <message>
        <source>A new plan is open. It has no file yet.</source>
        <translation>已打开新方案，它还没有文件。</translation>
    </message>
    <message>
        <source>“%1” is open as a new plan. It has no file yet.</source>
        <translation>已将“%1”作为新方案打开，它还没有文件。</translation>
    </message>
    <message>
        <source>“%1” is closed; its file stays as it is.</source>
        <translation>“%1”已关闭，其文件保持不变。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>highwater::PlanStore</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1; found %2</source>
        <translation>%1；实际为 %2</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1（另有 %2 处）</translation>
    </message>
    <message>
        <source>“%1”, line %2, column %3: %4.</source>
        <translation>“%1”第 %2 行第 %3 列：%4。</translation>
    </message>
    <message>
        <source>“%1”: %2.</source>
        <translation>“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” is not there any more. It was moved, renamed or deleted.</source>
        <translation>“%1”已不存在：已被移动、改名或删除。</translation>
    </message>
    <message>
        <source>“%1” is not a file that can contain a plan.</source>
        <translation>“%1”不是可以存放方案的文件。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: this account may not read it.</source>
        <translation>无法读取“%1”：当前账户没有读取权限。</translation>
    </message>
    <message>
        <source>“%1” cannot be read. If it lies on another machine or a removable disk, see that it is connected.</source>
        <translation>无法读取“%1”。如果它在另一台机器或可移动磁盘上，请确认已连接。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the folder “%2” is not there any more. Choose another folder.</source>
        <translation>“%1”未保存：文件夹“%2”已不存在。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” is not saved: it is a folder. Choose another name.</source>
        <translation>“%1”未保存：它是一个文件夹。请使用其他名称。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the disk can only be read. Choose another disk.</source>
        <translation>“%1”未保存：磁盘为只读。请选择其他磁盘。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the file is write-protected. Choose another name.</source>
        <translation>“%1”未保存：文件有写保护。请使用其他名称。</translation>
    </message>
    <message>
        <source>“%1” is not saved: this account may not write into “%2”. Choose another folder.</source>
        <translation>“%1”未保存：当前账户没有写入“%2”的权限。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the disk is full. Free some space, or choose another disk.</source>
        <translation>“%1”未保存：磁盘已满。请腾出一些空间，或选择其他磁盘。</translation>
    </message>
    <message>
        <source>“%1” is not saved: %2. Try again, or choose another folder.</source>
        <translation>“%1”未保存：%2。请重试，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
</context>
<context>
    <name>highwater::PlansPage</name>
    <message>
        <source>Save current as…</source>
        <translation>当前方案另存为…</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>方案库</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>载入</translation>
    </message>
    <message>
        <source>Add to Compare</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新窗口</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>复制…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>%L1 plans · Enter loads the one chosen, undo brings back what was there</source>
        <translation>%L1 个方案 · 按 Enter 载入所选方案，撤销可恢复原方案</translation>
    </message>
    <message>
        <source>There are no plans of your own yet. Duplicate one, or save the current one.</source>
        <translation>还没有自己的方案。可以复制一个方案，或保存当前方案。</translation>
    </message>
    <message>
        <source>No plan of this group fits.</source>
        <translation>此分组中没有能放下的方案。</translation>
    </message>
    <message>
        <source>No plan matches “%1”.</source>
        <translation>没有与“%1”匹配的方案。</translation>
    </message>
    <message>
        <source>Load “%1”</source>
        <translation>载入“%1”</translation>
    </message>
    <message>
        <source>Duplicate plan</source>
        <translation>复制方案</translation>
    </message>
    <message>
        <source>%1, copy</source>
        <comment>the name of a plan that is a copy</comment>
        <translation>%1，副本</translation>
    </message>
    <message>
        <source>Save current plan as</source>
        <translation>当前方案另存为</translation>
    </message>
    <message>
        <source>Rename plan</source>
        <translation>重命名方案</translation>
    </message>
    <message>
        <source>“%1” is not deleted: its file cannot be removed, or is larger than any plan.</source>
        <translation>“%1”未删除：其文件无法删除，或超过方案文件的大小上限。</translation>
    </message>
    <message>
        <source>Deleted “%1”.</source>
        <translation>已删除“%1”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Notes…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Paste into my plans</source>
        <translation>粘贴到我的方案</translation>
    </message>
    <message>
        <source>Notes of “%1”</source>
        <translation>“%1”的备注</translation>
    </message>
    <message>
        <source>The clipboard holds no plan: %1.</source>
        <translation>剪贴板中没有方案：%1。</translation>
    </message>
    <message>
        <source>Pasted plan</source>
        <translation>粘贴的方案</translation>
    </message>
    <message>
        <source>My plans are in %1. Not all of them are listed.</source>
        <translation>我的方案在 %1。没有全部列出。</translation>
    </message>
    <message>
        <source>My plans are in %1</source>
        <translation>我的方案在 %1</translation>
    </message>
    <message>
        <source>“%1” is saved in My plans</source>
        <translation>“%1”已保存到我的方案</translation>
    </message>
    <message>
        <source>%1 Files left out: %2.</source>
        <comment>the first problem; how many files have one</comment>
        <translation>%1共有 %2 个文件未导入。</translation>
    </message>
</context>
<context>
    <name>highwater::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Unit of memory</source>
        <translation>显存单位</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>GPU of new plans</source>
        <translation>新方案的 GPU</translation>
    </message>
    <message>
        <source>Reserve of new plans</source>
        <translation>新方案的预留显存</translation>
    </message>
    <message>
        <source>Folder of my plans</source>
        <translation>我的方案所在文件夹</translation>
    </message>
    <message>
        <source>At the start, open</source>
        <translation>启动时打开</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>As in the first plan</source>
        <translation>与初始方案相同</translation>
    </message>
    <message>
        <source>The last plan</source>
        <translation>上次的方案</translation>
    </message>
    <message>
        <source>A new plan</source>
        <translation>新方案</translation>
    </message>
    <message>
        <source>The list of plans</source>
        <translation>方案列表</translation>
    </message>
    <message>
        <source>A folder that a team shares shows the plans of all</source>
        <translation>选择团队共享的文件夹，即可看到所有人的方案</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>GiB (1024³ bytes)</source>
        <translation>GiB（1024³ 字节）</translation>
    </message>
    <message>
        <source>GB (1000³ bytes)</source>
        <translation>GB（1000³ 字节）</translation>
    </message>
    <message>
        <source>Page of links</source>
        <translation>链接的网页</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Where the page is that shows plans, for Copy link</source>
        <translation>显示方案的网页所在的位置，供“复制链接”使用</translation>
    </message>
</context>
<context>
    <name>highwater::Presentation</name>
    <message>
        <source>Presentation — Highwater</source>
        <translation>演示 — Highwater</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Esc ends the presentation; Tab and the arrow keys move the sliders</source>
        <translation>Esc 结束演示；用 Tab 和方向键移动滑块</translation>
    </message>
    <message>
        <source>Esc ends the presentation</source>
        <translation>Esc 结束演示</translation>
    </message>
</context>
<context>
    <name>highwater::RecordingReader</name>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>highwater::RehearsalDialog</name>
    <message>
        <source>Rehearse a script — Highwater</source>
        <translation>排练脚本 — Highwater</translation>
    </message>
    <message>
        <source>PyTorch %1, CUDA %2: the script begins</source>
        <translation>PyTorch %1，CUDA %2：脚本开始运行</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>命令(&amp;C)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>In the &amp;folder</source>
        <translation>所在文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>On the card</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>as the command says</source>
        <translation>由命令决定</translation>
    </message>
    <message>
        <source>The ranks that run, such as 0,63; the others only answer</source>
        <translation>要运行的 rank，例如 0,63；其余的只作应答</translation>
    </message>
    <message>
        <source>of which r&amp;un</source>
        <translation>其中运行(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;end after</source>
        <translation>结束于(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Ranks</source>
        <translation>Rank 数(&amp;R)</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步后</translation>
    </message>
    <message>
        <source>Do not read the &amp;weights of the model</source>
        <translation>不读取模型权重(&amp;W)</translation>
    </message>
    <message>
        <source>Make &amp;data where there are none</source>
        <translation>缺少数据时自动生成(&amp;D)</translation>
    </message>
    <message>
        <source>What the script wrote</source>
        <translation>脚本的输出</translation>
    </message>
    <message>
        <source>What the script writes appears here.</source>
        <translation>脚本的输出显示在这里。</translation>
    </message>
    <message>
        <source>The script runs with its own Python and PyTorch. Nothing is computed, and no weights are saved.</source>
        <translation>脚本用它自己的 Python 和 PyTorch 运行。不做任何计算，也不保存权重。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Save the recordin&amp;g…</source>
        <translation>保存记录(&amp;G)…</translation>
    </message>
    <message>
        <source>Show o&amp;ver the plan</source>
        <translation>叠加到方案上(&amp;V)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Re&amp;hearse</source>
        <translation>排练(&amp;H)</translation>
    </message>
    <message>
        <source>%1, %2, as in the plan</source>
        <translation>%1，%2，与方案相同</translation>
    </message>
    <message>
        <source>The program looks for PyTorch</source>
        <translation>正在查找 PyTorch</translation>
    </message>
    <message>
        <source>Rank %1, step %2 of %3: allocated %4, reserved %5</source>
        <translation>Rank %1，第 %2 步，共 %3 步：已分配 %4，已保留 %5</translation>
    </message>
    <message>
        <source>The rehearsal gave no answer</source>
        <translation>排练没有给出结果</translation>
    </message>
    <message>
        <source>“%1” is written.</source>
        <translation>已写入“%1”。</translation>
    </message>
    <message>
        <source>&amp;Let it write outside its folder</source>
        <translation>允许在其文件夹之外写入(&amp;L)</translation>
    </message>
    <message>
        <source>If not ticked, the script writes in its folder and in caches alone, where the system has Landlock</source>
        <translation>不勾选时，脚本只在其文件夹和缓存中写入（系统有 Landlock 时）</translation>
    </message>
</context>
<context>
    <name>highwater::RehearsalResult</name>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1 第 %2 行：%3</translation>
    </message>
    <message>
        <source>Rank %1: allocated %2, reserved %3 in %4 {step|steps}</source>
        <translation>Rank %1：%4 步中已分配 %2，已保留 %3</translation>
    </message>
    <message>
        <source>PyTorch emptied its cache %1 {time|times} to go on, which costs time</source>
        <translation>PyTorch 清空了 %1 次缓存才得以继续，这会耗费时间</translation>
    </message>
    <message>
        <source>%1, line %2, asked for an unknown value; the answer was: %3</source>
        <translation>%1 第 %2 行询问了未知的值；回答为：%3</translation>
    </message>
    <message>
        <source>%1 more {question|questions} of this kind</source>
        <translation>还有 %1 个此类询问</translation>
    </message>
    <message>
        <source>Called, but without a meaning here: %1</source>
        <translation>被调用，但在此没有作用：%1</translation>
    </message>
    <message>
        <source>PyTorch ran out of memory %1 {time|times}, and the command went on</source>
        <translation>PyTorch 有 %1 次显存不足，命令继续运行</translation>
    </message>
    <message>
        <source>The script had its network: this system lets no program give it up</source>
        <translation>脚本仍有网络：本系统不允许程序放弃网络</translation>
    </message>
    <message>
        <source>The script could write wherever you may: this system has no Landlock</source>
        <translation>脚本能在你能写入的任何地方写入：本系统没有 Landlock</translation>
    </message>
</context>
<context>
    <name>highwater::ReportDialog</name>
    <message>
        <source>As the window</source>
        <translation>跟随窗口</translation>
    </message>
    <message>
        <source>Report — Highwater</source>
        <translation>报告 — Highwater</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>PDF, pages of A4</source>
        <translation>PDF，A4 页面</translation>
    </message>
    <message>
        <source>HTML, one file with its charts</source>
        <translation>HTML，图表在内的一个文件</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>%1 report</source>
        <comment>the name of a file: the plan&apos;s name</comment>
        <translation>%1 报告</translation>
    </message>
    <message>
        <source>The report is in “%1”</source>
        <translation>报告已写入“%1”</translation>
    </message>
</context>
<context>
    <name>highwater::RunActions</name>
    <message>
        <source>&amp;Rehearse a script…</source>
        <translation>排练脚本(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Open a recording…</source>
        <translation>打开记录(&amp;O)…</translation>
    </message>
    <message>
        <source>Out of &amp;memory…</source>
        <translation>显存不足(&amp;M)…</translation>
    </message>
    <message>
        <source>M&amp;y measurement…</source>
        <translation>我的实测值(&amp;Y)…</translation>
    </message>
</context>
<context>
    <name>highwater::RunPanel</name>
    <message>
        <source>Peak of tensors %1, the plan&apos;s %2</source>
        <translation>张量峰值 %1，方案为 %2</translation>
    </message>
    <message>
        <source>reserved %1, of which no tensor uses %2 (fragmentation); the plan&apos;s %3 and %4</source>
        <translation>保留 %1，其中 %2 不属于任何张量（碎片）；方案为 %3 和 %4</translation>
    </message>
    <message>
        <source>the run ended out of memory</source>
        <translation>运行因显存不足而结束</translation>
    </message>
    <message>
        <source>Not in the plan</source>
        <translation>方案中没有</translation>
    </message>
    <message>
        <source>Made in</source>
        <translation>产生于</translation>
    </message>
    <message>
        <source>By</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，共 %2 块</translation>
    </message>
    <message>
        <source>no stack was recorded</source>
        <translation>没有记录调用栈</translation>
    </message>
    <message>
        <source>%1, after the peak</source>
        <translation>%1，峰值之后</translation>
    </message>
    <message>
        <source>Would bring the plan nearer</source>
        <translation>能让方案更接近</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The plan is then off by %1, not by %2</source>
        <translation>之后方案相差 %1，而不是 %2</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>GPU of the recording</source>
        <translation>记录中的 GPU</translation>
    </message>
    <message>
        <source>Step of the recording</source>
        <translation>记录中的训练步</translation>
    </message>
    <message>
        <source>Allocations that the plan has no line for</source>
        <translation>方案没有对应明细的分配</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>运行：%1</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Close run</source>
        <translation>关闭运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Before the steps</source>
        <translation>训练步之前</translation>
    </message>
    <message>
        <source>Gradients freed</source>
        <translation>释放梯度</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>No single change brings the plan nearer</source>
        <translation>没有单项改动能使方案更接近</translation>
    </message>
    <message>
        <source>Which GPU of the recording is drawn over the timeline</source>
        <translation>记录中的哪一张 GPU 叠画在时间线上</translation>
    </message>
    <message>
        <source>Which step of the recording is drawn over the timeline</source>
        <translation>记录中的哪一步叠画在时间线上</translation>
    </message>
    <message>
        <source>Take the run off the timeline; its file stays as it is</source>
        <translation>从时间线上移除该运行；文件保持不变</translation>
    </message>
    <message>
        <source>Stop reading the file</source>
        <translation>停止读取文件</translation>
    </message>
    <message>
        <source>The largest allocations of the run that no line of the plan explains; a row opens to the functions that made it</source>
        <translation>运行中没有任何方案条目能解释的最大分配；展开一行可看到产生它的函数</translation>
    </message>
</context>
<context>
    <name>highwater::ScriptRun</name>
    <message>
        <source>The rehearsal was stopped.</source>
        <translation>排练已停止。</translation>
    </message>
</context>
<context>
    <name>highwater::SearchPage</name>
    <message>
        <source>No layout of this cluster fits.</source>
        <translation>该集群没有放得下的布局。</translation>
    </message>
    <message>
        <source>Searched: %1 %</source>
        <translation>已搜索 %1 %</translation>
    </message>
    <message>
        <source>Stopped; change the plan to search again</source>
        <translation>已停止；改动方案可重新搜索</translation>
    </message>
    <message>
        <source>TP within a node</source>
        <translation>TP 不跨节点</translation>
    </message>
    <message>
        <source>Keep…</source>
        <translation>保持…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Supported by the framework</source>
        <translation>框架支持的</translation>
    </message>
    <message>
        <source>The ticks keep no layout. %1 removes most: without it, %2 are kept.</source>
        <translation>勾选没有留下任何布局。%1排除得最多：取消它则留下 %2 个。</translation>
    </message>
    <message>
        <source>Select a layout in the chart or in the table to see it against this plan.</source>
        <translation>在图或表中选中一个布局，即可与本方案对照。</translation>
    </message>
    <message>
        <source>%1 of %2 layouts kept</source>
        <translation>%2 个布局中保留 %1 个</translation>
    </message>
    <message>
        <source>%1 · ended: too many to try all</source>
        <translation>%1 · 已结束：太多，未能全部尝试</translation>
    </message>
    <message>
        <source>%1 · %2 tried</source>
        <translation>%1 · 尝试了 %2 个</translation>
    </message>
    <message>
        <source>Enter takes · Space adds to Compare · → opens near equals</source>
        <translation>回车采用 · 空格加入对比 · → 展开几乎相同的</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
</context>
<context>
    <name>highwater::ShapeDialog</name>
    <message>
        <source>Shape of the model</source>
        <translation>模型结构</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始模型</translation>
    </message>
    <message>
        <source>a known model</source>
        <translation>已知的模型</translation>
    </message>
    <message>
        <source>Main numbers</source>
        <translation>主要数值</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Latent attention</source>
        <translation>潜向量注意力</translation>
    </message>
    <message>
        <source>Norms, biases and others</source>
        <translation>归一化、偏置及其他</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>No count: some of the numbers do not go together</source>
        <translation>无法计数：有些数值互相矛盾</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 parameters, %2 active</source>
        <translation>%1 个参数，激活 %2 个</translation>
    </message>
    <message>
        <source>Start from %1</source>
        <translation>以 %1 为起始模型</translation>
    </message>
    <message>
        <source>Windows and linear attention</source>
        <translation>窗口与线性注意力</translation>
    </message>
</context>
<context>
    <name>highwater::ShareActions</name>
    <message>
        <source>Share code copied: %L1 characters</source>
        <translation>分享码已复制：%L1 个字符</translation>
    </message>
    <message>
        <source>Command line copied: %L1 characters</source>
        <translation>命令行已复制：%L1 个字符</translation>
    </message>
    <message>
        <source>Copy &amp;share code</source>
        <translation>复制分享码(&amp;S)</translation>
    </message>
    <message>
        <source>Copy as &amp;command line</source>
        <translation>复制为命令行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy su&amp;mmary (Markdown)</source>
        <translation>复制摘要 (Markdown)(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Paste plan</source>
        <translation>粘贴方案(&amp;P)</translation>
    </message>
    <message>
        <source>Paste into a &amp;new window</source>
        <translation>粘贴到新窗口(&amp;N)</translation>
    </message>
    <message>
        <source>Summary copied: %L1 characters</source>
        <translation>摘要已复制：%L1 个字符</translation>
    </message>
    <message>
        <source>The text holds no whole plan: %1. The open plan stays.</source>
        <translation>文本中没有完整的方案：%1。当前打开的方案保持不变。</translation>
    </message>
    <message>
        <source>This is the plan that is open.</source>
        <translation>这就是当前打开的方案。</translation>
    </message>
    <message>
        <source>Paste plan</source>
        <translation>粘贴方案</translation>
    </message>
    <message>
        <source>There is no plan in the text: no share code, which begins with HW1, no command line of Highwater, and no content of a plan file.</source>
        <translation>文本中没有方案：既不是以 HW1 开头的分享码，也不是 Highwater 命令行或方案文件的内容。</translation>
    </message>
    <message>
        <source>%1. The open plan stays; copy the code again.</source>
        <translation>%1。当前方案不变；请重新复制分享码。</translation>
    </message>
    <message>
        <source>Copy &amp;link</source>
        <translation>复制链接(&amp;L)</translation>
    </message>
    <message>
        <source>Link copied: %L1 characters</source>
        <translation>已复制链接：%L1 个字符</translation>
    </message>
    <message>
        <source>A link leads to a page that shows plans. Say in Edit ▸ Preferences where yours lies; the help tells how to make one.</source>
        <translation>链接指向一个显示方案的网页。请在“编辑 ▸ 首选项”中写明它的位置；帮助说明怎样生成这个网页。</translation>
    </message>
    <message>
        <source>The address of the page in Edit ▸ Preferences %1.</source>
        <translation>“编辑 ▸ 首选项”中网页的地址%1。</translation>
    </message>
    <message>
        <source>This is a table of nvidia-smi. Run ▸ My measurement… takes the memory that it says of one GPU.</source>
        <translation>这是 nvidia-smi 的表格。“运行 ▸ 我的实测值…”可接受其中一张 GPU 的显存。</translation>
    </message>
</context>
<context>
    <name>highwater::Shortcuts</name>
    <message>
        <source>What it does</source>
        <translation>功能</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>In lists and tables</source>
        <translation>在列表和表格中</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a menu, an entry of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>On sliders and figures</source>
        <translation>滑块与图表中</translation>
    </message>
    <message>
        <source>A step on a slider</source>
        <translation>滑块移动一步</translation>
    </message>
    <message>
        <source>From mark to mark on a slider</source>
        <translation>滑块移到相邻刻度</translation>
    </message>
    <message>
        <source>From point to point of a figure</source>
        <translation>在图中逐点移动</translation>
    </message>
    <message>
        <source>Zoom in or out in a figure</source>
        <translation>放大或缩小图表</translation>
    </message>
    <message>
        <source>The whole axis of a figure</source>
        <translation>显示整条坐标轴</translation>
    </message>
    <message>
        <source>Take the row</source>
        <translation>采用该行</translation>
    </message>
</context>
<context>
    <name>highwater::Specs</name>
    <message>
        <source>&amp;Model size</source>
        <translation>模型规模</translation>
    </message>
    <message>
        <source>&amp;Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Micro-&amp;batch size</source>
        <translation>微批大小</translation>
    </message>
    <message>
        <source>&amp;GPU count</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>&amp;ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>B params</source>
        <comment>unit: billions of parameters</comment>
        <translation>B 参数</translation>
    </message>
    <message>
        <source>{token|tokens}</source>
        <comment>unit, of 1 and of more</comment>
        <translation>词元</translation>
    </message>
    <message>
        <source>{sequence|sequences}</source>
        <comment>unit, of 1 and of more</comment>
        <translation>序列</translation>
    </message>
    <message>
        <source>{GPU|GPUs}</source>
        <comment>unit, of 1 and of more</comment>
        <translation>卡</translation>
    </message>
    <message>
        <source>off</source>
        <comment>ZeRO stage</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>ZeRO stage: this is split as well</comment>
        <translation>优化器</translation>
    </message>
    <message>
        <source>+ grads</source>
        <comment>ZeRO stage</comment>
        <translation>+ 梯度</translation>
    </message>
    <message>
        <source>+ params</source>
        <comment>ZeRO stage</comment>
        <translation>+ 参数</translation>
    </message>
    <message>
        <source>Whole number from %1 to %2</source>
        <translation>请输入 %1 到 %2 的整数</translation>
    </message>
    <message>
        <source>From %1 to %2 billion, or a model&apos;s name</source>
        <translation>请输入 %1 到 %2（单位 B，即十亿），或模型名称</translation>
    </message>
    <message>
        <source>0, 1, 2 or 3</source>
        <translation>请输入 0、1、2 或 3</translation>
    </message>
    <message>
        <source>Se&amp;quences at a time</source>
        <translation>同时序列数</translation>
    </message>
    <message>
        <source>Read as %1 parameters</source>
        <translation>按 %1 个参数读入</translation>
    </message>
    <message>
        <source>one GPU</source>
        <comment>unit of the ZeRO stage, which splits nothing</comment>
        <translation>一张 GPU</translation>
    </message>
    <message>
        <source>not used</source>
        <comment>unit of the ZeRO stage while serving</comment>
        <translation>不使用</translation>
    </message>
</context>
<context>
    <name>highwater::SpokenChart</name>
    <message>
        <source>Baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a band of the chart, its memory</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a part of a description as a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Context %1: %2, over by %3</source>
        <comment>a context, memory, what is missing</comment>
        <translation>上下文 %1：%2，超出 %3</translation>
    </message>
    <message>
        <source>Context %1: %2, free %3</source>
        <comment>a context, memory, what is left</comment>
        <translation>上下文 %1：%2，剩余 %3</translation>
    </message>
</context>
<context>
    <name>highwater::Tab</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Hidden in the chart and still counted: %1.</source>
        <translation>图表中已隐藏但仍计入：%1。</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Range of contexts</source>
        <translation>上下文范围</translation>
    </message>
    <message>
        <source>“%1” was added to Compare</source>
        <translation>“%1”已加入对比</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Zoomed</source>
        <translation>已缩放</translation>
    </message>
    <message>
        <source>◇ Peak moves</source>
        <translation>◇ 峰值移位</translation>
    </message>
    <message>
        <source>From a ◇ on, memory is highest at another moment of the step. The total does not jump there, but the bands do.</source>
        <translation>从 ◇ 起，显存在一步中的另一时刻最高。总量连续，各部分的占比改变。</translation>
    </message>
    <message>
        <source>Drag the marker, or press ← or → on it; the wheel zooms, a right click offers more</source>
        <translation>拖动标记，或选中标记后按 ← 或 →；滚轮缩放，右键有更多操作</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>激活重算</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>Take a layout</source>
        <translation>采用布局</translation>
    </message>
    <message>
        <source>Expand a row to see its formula, its numbers and its source</source>
        <translation>展开一行可看到公式、数值和出处</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Click a method in the table to read what it gets wrong, and to use it</source>
        <translation>点击表格中的方法，查看其缺陷并采用它</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>“%1” %2</source>
        <comment>a file, what is wrong with it</comment>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>Match the run</source>
        <translation>匹配运行</translation>
    </message>
    <message>
        <source>What fits here</source>
        <translation>这里能放下什么</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>能放下</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>方案库</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation>时间与费用</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>╌╌ preview: %1</source>
        <translation>╌╌ 预览：%1</translation>
    </message>
    <message>
        <source>Compare is full: remove a plan there first</source>
        <translation>“对比”已满：请先在那里移除一个方案</translation>
    </message>
    <message>
        <source>Select a card; Take changes the plan, undo brings the previous one back</source>
        <translation>选中加速卡；“采用”改变方案，撤销可恢复原来的加速卡</translation>
    </message>
    <message>
        <source>Select a layout in chart or table; Take changes the plan, undo brings the previous one back</source>
        <translation>在图或表中选中布局；“采用”改变方案，撤销可恢复原来的布局</translation>
    </message>
    <message>
        <source>“%1” was removed from Compare; Ctrl+Z brings it back</source>
        <translation>“%1”已从“对比”移除；Ctrl+Z 可恢复</translation>
    </message>
    <message>
        <source>Enter makes the plan of a row; undo brings the previous one back</source>
        <translation>按回车生成所选行的方案；撤销可恢复原来的方案</translation>
    </message>
    <message>
        <source>Plans</source>
        <comment>those that are compared</comment>
        <translation>方案</translation>
    </message>
</context>
<context>
    <name>highwater::TableWithActions</name>
    <message>
        <source>Take</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Add to Compare</source>
        <translation>加入对比</translation>
    </message>
</context>
<context>
    <name>highwater::TabsView</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Views of the page</source>
        <translation>页面的视图</translation>
    </message>
</context>
<context>
    <name>highwater::TickRow</name>
    <message>
        <source>No offload</source>
        <translation>不卸载</translation>
    </message>
    <message>
        <source>No pipeline</source>
        <translation>不用流水线</translation>
    </message>
    <message>
        <source>Same ZeRO</source>
        <translation>ZeRO 不变</translation>
    </message>
    <message>
        <source>Upper end must fit</source>
        <translation>上限也须放得下</translation>
    </message>
    <message>
        <source>leaves %1 layouts</source>
        <translation>保留 %1 个布局</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>A tick keeps the layouts of which it is so; the number is how many that are.</source>
        <translation>勾选只保留符合它的布局；数字是符合的个数。</translation>
    </message>
    <message>
        <source>any</source>
        <comment>limit</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>Days that the run may take</source>
        <translation>训练最多可用的天数</translation>
    </message>
    <message>
        <source>USD that the run may cost</source>
        <translation>训练最多可花的 USD</translation>
    </message>
    <message>
        <source>Within</source>
        <comment>before a number of days</comment>
        <translation>期限</translation>
    </message>
    <message>
        <source>Under</source>
        <comment>before an amount of money</comment>
        <translation>预算</translation>
    </message>
</context>
<context>
    <name>highwater::TimeModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已掩盖</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>What it is, or its formula with the values</source>
        <translation>说明，或代入数值的公式</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间花在哪里</translation>
    </message>
</context>
<context>
    <name>highwater::TimePage</name>
    <message>
        <source>Length and price of the run</source>
        <translation>训练的长度与价格</translation>
    </message>
</context>
<context>
    <name>highwater::TimeRows</name>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Operations at the peak</source>
        <translation>按峰值的运算</translation>
    </message>
    <message>
        <source>All else</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>The plan states the utilisation, which replaces the estimate of a step from its parts.</source>
        <translation>方案写明了利用率，它取代按各部分估算的步时。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 GB at %2 GB/s, %3 that wait</source>
        <translation>%1 GB，速度 %2 GB/s，其中 %3 在等待</translation>
    </message>
    <message>
        <source>Sent: %1</source>
        <translation>发送：%1</translation>
    </message>
    <message>
        <source>%1 GB of one GPU in a step</source>
        <translation>一张 GPU 每步 %1 GB</translation>
    </message>
    <message>
        <source>Key that overrides it</source>
        <translation>可改写它的键</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What the plan does not state; keys override it</source>
        <translation>方案没有写明的量；可用键改写</translation>
    </message>
    <message>
        <source>What the peak of the card is for: matrix products and attention</source>
        <translation>GPU 峰值的用武之处：矩阵乘法与注意力</translation>
    </message>
    <message>
        <source>What the backward pass makes again</source>
        <translation>反向传播中重算的部分</translation>
    </message>
    <message>
        <source>What reads and writes memory more than it multiplies</source>
        <translation>读写内存多于乘法的部分</translation>
    </message>
    <message>
        <source>What is sent and not hidden by computation</source>
        <translation>已发送而未被计算掩盖的部分</translation>
    </message>
    <message>
        <source>Layers that take longer to launch than to compute, and the program</source>
        <translation>启动比计算更久的层，以及程序本身</translation>
    </message>
    <message>
        <source>The bubble, and stages that wait for the slowest</source>
        <translation>气泡，以及等待最慢阶段的时间</translation>
    </message>
    <message>
        <source>A token of every sequence</source>
        <translation>每个序列一个词元</translation>
    </message>
    <message>
        <source>A prompt</source>
        <translation>一个提示</translation>
    </message>
    <message>
        <source>The card is so full that PyTorch&apos;s allocator empties its cache in every pass and starts again; with it the launches of layers, and the program</source>
        <translation>加速卡太满，PyTorch 的分配器在每一遍中都要清空缓存再重新开始；另含各层的启动与程序本身</translation>
    </message>
</context>
<context>
    <name>highwater::TimeTable</name>
    <message>
        <source>Where the time of a step goes</source>
        <translation>一步的时间花在哪里</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
</context>
<context>
    <name>highwater::TimelinePage</name>
    <message>
        <source>This method knows no moments of a step: only the exact method has a timeline. Choose it under Method.</source>
        <translation>此方法不区分一步中的各个时刻：只有精确方法有时间线。请在“估算方法”中选择“精确”。</translation>
    </message>
    <message>
        <source>%1, the most loaded</source>
        <translation>%1（负载最重）</translation>
    </message>
    <message>
        <source>Press ← or → to step through the moments, with Ctrl through every event</source>
        <translation>按 ← 或 → 逐个查看时刻，同时按住 Ctrl 则逐个查看事件</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Stage of the pipeline</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Kept between steps</source>
        <translation>跨步保留</translation>
    </message>
    <message>
        <source>Freed after the step</source>
        <translation>每步后释放</translation>
    </message>
    <message>
        <source>Export trace…</source>
        <translation>导出追踪…</translation>
    </message>
    <message>
        <source>Reserved, with the runtime</source>
        <translation>已保留，连同运行时</translation>
    </message>
</context>
<context>
    <name>highwater::TimelineView</name>
    <message>
        <source>Reserved by PyTorch</source>
        <translation>PyTorch 保留的显存</translation>
    </message>
    <message>
        <source>Reserved, used by no tensor</source>
        <translation>已保留、未用于张量</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1：%2。%3</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Over by</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Largest of it</source>
        <translation>其中最大的</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>a tensor, how many there are</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>what happens, memory</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Memory over a step</source>
        <translation>一步中的显存</translation>
    </message>
</context>
<context>
    <name>highwater::TwoQuestions</name>
    <message>
        <source>Plain PyTorch</source>
        <translation>纯 PyTorch</translation>
    </message>
    <message>
        <source>Any server</source>
        <translation>任意服务器</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Pre-train</source>
        <translation>预训练</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>全参数微调</translation>
    </message>
    <message>
        <source>LoRA / QLoRA</source>
        <translation>LoRA / QLoRA</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好学习</translation>
    </message>
    <message>
        <source>Reinforcement</source>
        <translation>强化学习</translation>
    </message>
    <message>
        <source>Serve</source>
        <translation>推理服务</translation>
    </message>
    <message>
        <source>For another task:</source>
        <translation>用于其他任务：</translation>
    </message>
    <message>
        <source>%1 does not do “%2”: the program is now %3.</source>
        <translation>%1 不做“%2”：程序已改为 %3。</translation>
    </message>
    <message>
        <source>%1 does not do “%2”: the task is now “%3”.</source>
        <translation>%1 不做“%2”：任务已改为“%3”。</translation>
    </message>
</context>
<context>
    <name>highwater::UndoActions</name>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>highwater::ValueAnswer</name>
    <message>
        <source>values are finite</source>
        <translation>数值都是有限的</translation>
    </message>
    <message>
        <source>an index that no value decided</source>
        <translation>不由任何值决定的下标</translation>
    </message>
    <message>
        <source>numbers beside those that are known: 0</source>
        <translation>已知数以外的数：0</translation>
    </message>
    <message>
        <source>topk chooses each in turn</source>
        <translation>topk 轮流选择每一个</translation>
    </message>
    <message>
        <source>topk chooses the first ones</source>
        <translation>topk 选择最前面的几个</translation>
    </message>
    <message>
        <source>every element is true</source>
        <translation>每个元素都为真</translation>
    </message>
    <message>
        <source>each is repeated once</source>
        <translation>每个都重复一次</translation>
    </message>
    <message>
        <source>all elements are distinct</source>
        <translation>所有元素互不相同</translation>
    </message>
    <message>
        <source>whether tensors are equal: True</source>
        <translation>张量是否相等：是（True）</translation>
    </message>
    <message>
        <source>a comparison: False</source>
        <translation>一次比较：否（False）</translation>
    </message>
    <message>
        <source>a number: %1</source>
        <translation>一个数：%1</translation>
    </message>
    <message>
        <source>numbers: %1</source>
        <translation>若干个数：%1</translation>
    </message>
    <message>
        <source>%1 numbers that another rank sends</source>
        <translation>另一个 rank 发来的 %1 个数</translation>
    </message>
    <message>
        <source>what rank %1 sends (run it too)</source>
        <translation>rank %1 发送的内容（请也运行它）</translation>
    </message>
    <message>
        <source>no values are known: this PyTorch is too old for it</source>
        <translation>没有已知的值：这个 PyTorch 版本太旧</translation>
    </message>
    <message>
        <source>peaks may be too high: this PyTorch adds watched gradients out of place</source>
        <translation>峰值可能偏高：这个 PyTorch 不就地累加被监视的梯度</translation>
    </message>
    <message>
        <source>weights that were quantized before are read</source>
        <translation>读取事先已量化的权重</translation>
    </message>
    <message>
        <source>a made data set in the place of %1</source>
        <translation>用造出的数据集代替 %1</translation>
    </message>
    <message>
        <source>a metric that counts nothing in the place of %1</source>
        <translation>用什么都不统计的指标代替 %1</translation>
    </message>
    <message>
        <source>the usual processor of images in the place of %1&apos;s</source>
        <translation>用常用的图像处理器代替 %1 的</translation>
    </message>
    <message>
        <source>a plain tokenizer of bytes in the place of %1&apos;s</source>
        <translation>用简单的字节分词器代替 %1 的</translation>
    </message>
    <message>
        <source>the work of %1, not built: %2</source>
        <translation>%1 的运算，未能构建：%2</translation>
    </message>
</context>
<context>
    <name>highwater::VerdictBar</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>No estimate</source>
        <translation>无法估算</translation>
    </message>
    <message>
        <source>No estimate — %1</source>
        <translation>无法估算 — %1</translation>
    </message>
    <message>
        <source>Peak per GPU</source>
        <translation>每张 GPU 的峰值</translation>
    </message>
    <message>
        <source>Go to the setting</source>
        <translation>转到该设置</translation>
    </message>
    <message>
        <source>Comes to %1 of %2.</source>
        <translation>将占用 %1 / %2。</translation>
    </message>
    <message>
        <source>The plan has it already: %1 of %2.</source>
        <translation>方案已是如此：%1 / %2。</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <source>Largest micro-batch</source>
        <translation>最大微批大小</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最少 GPU</translation>
    </message>
    <message>
        <source>%1 →</source>
        <comment>a change, then what the memory comes to</comment>
        <translation>%1 →</translation>
    </message>
    <message>
        <source>Cheapest first:</source>
        <translation>按代价从低到高：</translation>
    </message>
    <message>
        <source>No change of settings makes it fit.</source>
        <translation>没有哪项设置改动能放下。</translation>
    </message>
    <message>
        <source>stage %1 of %2</source>
        <translation>阶段 %1（共 %2 个）</translation>
    </message>
    <message>
        <source>host %1 of %2 per node</source>
        <translation>每节点主机内存 %1 / %2</translation>
    </message>
    <message>
        <source>host %1 per node</source>
        <translation>每节点主机内存 %1</translation>
    </message>
    <message>
        <source>NVMe %1 per node</source>
        <translation>每节点 NVMe %1</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不计</translation>
    </message>
    <message>
        <source>Whether the memory that one GPU needs at its peak is at most what the card has.</source>
        <translation>一张 GPU 峰值所需的显存是否不超过该卡的可用显存。</translation>
    </message>
    <message>
        <source>%1 tokens/s, run of %2 days</source>
        <translation>%1 词元/s，训练 %2 天</translation>
    </message>
    <message>
        <source>about %1 tokens/s generated</source>
        <translation>约 %1 词元/s</translation>
    </message>
    <message>
        <source>Most sequences</source>
        <translation>最多序列数</translation>
    </message>
    <message>
        <source>A click applies it, Ctrl+Z takes it back.</source>
        <translation>点击应用，Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>Largest dense model</source>
        <translation>最大稠密模型</translation>
    </message>
    <message>
        <source>Still searching: models of many sizes are tried.</source>
        <translation>正在计算：逐一尝试各种大小的模型。</translation>
    </message>
    <message>
        <source>Some smaller sizes do not fit.</source>
        <translation>有些更小的规模放不下。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>a model, then what it comes to</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>90 % of measured runs should lie within the two values.</source>
        <translation>90 % 的实测应落在这两个值之间。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2. Larger ones come to the same.</source>
        <translation>将占用 %1 / %2。再大也相同。</translation>
    </message>
    <message>
        <source>The time of a step is estimated. Ctrl+Z takes it back.</source>
        <translation>每步时间为估算值，Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>A rule of thumb: each forward pass that is run again.</source>
        <translation>经验值：按再次运行的前向计。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2. Some smaller values do not fit.</source>
        <translation>将占用 %1 / %2。有些更小的值放不下。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2, %3.</source>
        <comment>memory, then time</comment>
        <translation>将占用 %1 / %2，%3。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2; at most %3 fit.</source>
        <comment>memory, then a size</comment>
        <translation>将占用 %1 / %2；最多放得下 %3。</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>needs *%1* of %2</source>
        <translation>需要 *%1*，容量 %2</translation>
    </message>
    <message>
        <source>*%1* of %2</source>
        <translation>*%1* / %2</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <comment>memory</comment>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>能放下</translation>
    </message>
    <message>
        <source>Probably fits</source>
        <translation>大概能放下</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>peak at: %1</source>
        <translation>峰值时刻：%1</translation>
    </message>
    <message>
        <source>likely %1–%2</source>
        <comment>memory, the least and the most</comment>
        <translation>可能为 %1–%2</translation>
    </message>
    <message>
        <source>%1 speed</source>
        <translation>速度 %1</translation>
    </message>
    <message>
        <source>the length of sequences</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>the number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>same</source>
        <comment>time</comment>
        <translation>不变</translation>
    </message>
    <message>
        <source>Limits:</source>
        <translation>极限：</translation>
    </message>
    <message>
        <source>%1 tokens/s, run of %2 hours</source>
        <translation>%1 词元/s，训练 %2 小时</translation>
    </message>
</context>
<context>
    <name>highwater::ViewActions</name>
    <message>
        <source>Next part of the window</source>
        <translation>窗口的下一部分</translation>
    </message>
    <message>
        <source>Control panel</source>
        <translation>控制面板</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>明细表</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>首选项…</translation>
    </message>
    <message>
        <source>GiB (1024³ bytes)</source>
        <translation>GiB（1024³ 字节）</translation>
    </message>
    <message>
        <source>GB (1000³ bytes)</source>
        <translation>GB（1000³ 字节）</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一个视图</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一个视图</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Find anything…</source>
        <translation>查找任何内容…</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Number format of forward and backward pass. Mixed keeps a 32-bit master copy of the weights (arXiv 1710.03740).</source>
        <translation>前向与反向计算使用的精度。混合精度另存一份 32 位主权重 (arXiv 1710.03740)。</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Keep gradients</source>
        <translation>保留梯度</translation>
    </message>
    <message>
        <source>Kept through the step, or freed after it and made again layer by layer in the backward pass.</source>
        <translation>整步保留，或每步后释放、在反向计算中逐层重新产生。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Its masks are kept: one byte an entry.</source>
        <translation>需保留其掩码：每个元素一字节。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>运行时预留</translation>
    </message>
    <message>
        <source>Memory that you keep free; it counts as overhead.</source>
        <translation>需要空出的显存；计入运行时开销。</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>每节点 GPU</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>运行时开销</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Exact counts every tensor; the others are the formulas of a lecture and of other programs, errors included.</source>
        <translation>“精确”逐个计算每个张量；其余是讲义和其他程序的公式，连同其误差。</translation>
    </message>
    <message>
        <source>bf16 + fp32 master</source>
        <translation>bf16 + fp32 主权重</translation>
    </message>
    <message>
        <source>fp16 + fp32 master</source>
        <translation>fp16 + fp32 主权重</translation>
    </message>
    <message>
        <source>bf16 alone</source>
        <translation>仅 bf16</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>fp8 + fp32 master</source>
        <translation>fp8 + fp32 主权重</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 位</translation>
    </message>
    <message>
        <source>16-bit and 32-bit</source>
        <translation>16 位与 32 位</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>AdamW 8-bit</source>
        <translation>AdamW 8 位</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>AdaGrad</source>
        <translation>AdaGrad</translation>
    </message>
    <message>
        <source>Adafactor</source>
        <translation>Adafactor</translation>
    </message>
    <message>
        <source>Lion</source>
        <translation>Lion</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>Full, every layer</source>
        <translation>每层完全重算</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Eager</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Full logits</source>
        <translation>完整 logits</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Fused kernels</source>
        <translation>融合核函数</translation>
    </message>
    <message>
        <source>Chunked loss</source>
        <translation>分块损失</translation>
    </message>
    <message>
        <source>Keep gradients between steps</source>
        <translation>跨步保留梯度</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>微批大小</translation>
    </message>
    <message>
        <source>GPU count</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型规模</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>32-bit master weights</source>
        <translation>32 位主权重</translation>
    </message>
    <message>
        <source>Four bytes a parameter, counted with the optimizer state.</source>
        <translation>每个参数 4 字节，计入优化器状态。</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Ranks that share each layer&apos;s matrices, and so its weights and most of its activations (arXiv 1909.08053).</source>
        <translation>共同切分每层矩阵的 rank 数，该层权重和大部分激活值也随之切分 (arXiv 1909.08053)。</translation>
    </message>
    <message>
        <source>Ranks that share the tokens of each sequence; the states are shared over them as well.</source>
        <translation>共同切分每条序列的词元的 rank 数；模型状态也在它们之间切分。</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>With tensor parallelism, tensors between the split matrices are split over the ranks too (arXiv 2205.05198).</source>
        <translation>使用张量并行时，其矩阵之间的部分也在各 rank 间切分 (arXiv 2205.05198)。</translation>
    </message>
    <message>
        <source>TP inputs</source>
        <translation>TP 输入</translation>
    </message>
    <message>
        <source>Virtual stages</source>
        <translation>虚拟阶段</translation>
    </message>
    <message>
        <source>Pieces of the model that each pipeline rank holds (interleaved schedule).</source>
        <translation>每个流水线 rank 持有的模型分段数（交错调度）。</translation>
    </message>
    <message>
        <source>Stage split</source>
        <translation>阶段划分</translation>
    </message>
    <message>
        <source>Even: the same number of layers in each stage. Balanced: fewer where the embedding and the head are.</source>
        <translation>“均分”：各阶段层数相同。“平衡”：嵌入和输出头所在的阶段层数较少。</translation>
    </message>
    <message>
        <source>Expert imbalance</source>
        <translation>专家不均衡度</translation>
    </message>
    <message>
        <source>Tokens of the most loaded expert rank against the mean.</source>
        <translation>负载最重的专家 rank 的词元数与平均值之比。</translation>
    </message>
    <message>
        <source>Offload optimizer</source>
        <translation>优化器卸载</translation>
    </message>
    <message>
        <source>Where the optimizer state lies: on the GPU, in host memory or on NVMe (arXiv 2101.06840).</source>
        <translation>优化器状态存放的位置：GPU、主机内存或 NVMe (arXiv 2101.06840)。</translation>
    </message>
    <message>
        <source>Offload parameters</source>
        <translation>参数卸载</translation>
    </message>
    <message>
        <source>Where the sharded parameters lie between their uses (arXiv 2104.07857).</source>
        <translation>切分后的参数在不使用时存放的位置 (arXiv 2104.07857)。</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>激活值卸载</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Of one node. Where it is known, the verdict checks what is offloaded against it.</source>
        <translation>单个节点的容量。填写后，结论会检查卸载的内容能否放下。</translation>
    </message>
    <message>
        <source>Expandable segments</source>
        <translation>可扩展段</translation>
    </message>
    <message>
        <source>Where a tensor fits nowhere, PyTorch&apos;s allocator adds pages to a segment instead of making a new one.</source>
        <translation>张量无处可放时，PyTorch 分配器在已有段后添加页，而不另取新段。</translation>
    </message>
    <message>
        <source>Largest split</source>
        <translation>最大可拆分块</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator does not cut cached blocks of this size or more (max_split_size_mb).</source>
        <translation>PyTorch 分配器不拆分达到此大小的缓存块（max_split_size_mb）。</translation>
    </message>
    <message>
        <source>Roundup parts</source>
        <translation>取整份数</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator rounds sizes up to this part of a power of two: 1, 2, 4, 8 and so on; 1 is off.</source>
        <translation>PyTorch 分配器将大小向上取整到 2 的幂的若干分之一：1、2、4、8 等；1 表示关闭。</translation>
    </message>
    <message>
        <source>LoRA trains small matrices added to frozen ones; QLoRA holds the frozen ones in 4 bits (arXiv 2106.09685, 2305.14314).</source>
        <translation>LoRA 训练加在冻结矩阵上的小矩阵；QLoRA 以 4 位保存冻结的矩阵 (arXiv 2106.09685, 2305.14314)。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Width of the adapter&apos;s matrices.</source>
        <translation>适配器矩阵的宽度。</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>目标矩阵</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>适配器 dropout</translation>
    </message>
    <message>
        <source>Above 0, its masks are kept.</source>
        <translation>大于 0 时需保留其掩码。</translation>
    </message>
    <message>
        <source>Base weights</source>
        <translation>基座权重</translation>
    </message>
    <message>
        <source>Number format of the frozen weights.</source>
        <translation>冻结权重的存储格式。</translation>
    </message>
    <message>
        <source>Upcast to 32 bits</source>
        <translation>转为 32 位</translation>
    </message>
    <message>
        <source>Norms, head and embedding in 32 bits, as PEFT prepares a quantised model.</source>
        <translation>归一化、输出头和嵌入使用 32 位，与 PEFT 准备量化模型的做法相同。</translation>
    </message>
    <message>
        <source>Sets what the framework itself would; what you choose wins over it.</source>
        <translation>按框架自身的做法设置；以用户选择的值为准。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Number format of the weights.</source>
        <translation>权重的存储格式。</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Number format of the keys and values of earlier tokens.</source>
        <translation>先前词元的键和值的存储格式。</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>输出词元</translation>
    </message>
    <message>
        <source>Tokens to be generated, which the cache has to hold as well.</source>
        <translation>将要生成的词元数，缓存也要容纳它们。</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Width of the residual stream: h.</source>
        <translation>残差流的宽度：h。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Number of layers: L.</source>
        <translation>层数：L。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Query heads of each layer: a.</source>
        <translation>每层的查询头数：a。</translation>
    </message>
    <message>
        <source>Key and value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>Fewer than heads: grouped-query attention (arXiv 2305.13245). As many as heads unless said.</source>
        <translation>少于头数即分组查询注意力 (arXiv 2305.13245)。不填则等于头数。</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Hidden size divided by heads unless said.</source>
        <translation>不填则为隐藏维度除以头数。</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>前馈维度</translation>
    </message>
    <message>
        <source>Of a dense layer: f.</source>
        <translation>稠密层的前馈维度：f。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Rows of the embedding: v.</source>
        <translation>嵌入的行数：v。</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <source>What the model was made for; a longer one gets a remark.</source>
        <translation>模型设计时的上限；超过时会给出提示。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Of the feed-forward layers.</source>
        <translation>前馈层所用的激活函数。</translation>
    </message>
    <message>
        <source>Gated feed-forward</source>
        <translation>门控前馈</translation>
    </message>
    <message>
        <source>Three matrices, as in SwiGLU (arXiv 2002.05202), rather than two.</source>
        <translation>使用三个矩阵而非两个，如 SwiGLU (arXiv 2002.05202)。</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享嵌入</translation>
    </message>
    <message>
        <source>The head uses the embedding&apos;s weights.</source>
        <translation>输出头使用嵌入的权重。</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Of each layer that routes; 0 for a dense model.</source>
        <translation>每个路由层的专家数；稠密模型为 0。</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每词元专家数</translation>
    </message>
    <message>
        <source>Routed experts that each token passes.</source>
        <translation>每个词元经过的路由专家数。</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>专家维度</translation>
    </message>
    <message>
        <source>Feed-forward width of one expert; that of a dense layer unless said.</source>
        <translation>单个专家的前馈维度；不填则与稠密层相同。</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家数</translation>
    </message>
    <message>
        <source>That every token passes.</source>
        <translation>每个词元都要经过的专家。</translation>
    </message>
    <message>
        <source>Shared width</source>
        <translation>共享专家维度</translation>
    </message>
    <message>
        <source>Of all shared experts together; 0: their number times the expert width.</source>
        <translation>所有共享专家的总维度；0 表示共享专家数乘以专家维度。</translation>
    </message>
    <message>
        <source>Dense layers first</source>
        <translation>起始稠密层数</translation>
    </message>
    <message>
        <source>Layers at the start that do not route.</source>
        <translation>开头不做路由的层数。</translation>
    </message>
    <message>
        <source>Routing every</source>
        <translation>路由间隔</translation>
    </message>
    <message>
        <source>1: every layer routes, 2: every second one.</source>
        <translation>1 表示每层都路由，2 表示每两层路由一层。</translation>
    </message>
    <message>
        <source>Routing from</source>
        <translation>路由起始层</translation>
    </message>
    <message>
        <source>The first layer that routes, counted from 0.</source>
        <translation>第一个路由层的编号，从 0 计。</translation>
    </message>
    <message>
        <source>Biases of experts</source>
        <translation>专家偏置</translation>
    </message>
    <message>
        <source>A bias in each matrix of an expert.</source>
        <translation>专家的每个矩阵都带偏置。</translation>
    </message>
    <message>
        <source>Bias of the router</source>
        <translation>路由器偏置</translation>
    </message>
    <message>
        <source>One number an expert.</source>
        <translation>每个专家一个数。</translation>
    </message>
    <message>
        <source>Query latent</source>
        <translation>查询潜向量</translation>
    </message>
    <message>
        <source>Width of the latent that queries pass; 0: none (arXiv 2405.04434).</source>
        <translation>查询所经潜向量的宽度；0 表示没有 (arXiv 2405.04434)。</translation>
    </message>
    <message>
        <source>Key and value latent</source>
        <translation>键值潜向量</translation>
    </message>
    <message>
        <source>Width of the latent that keys and values pass.</source>
        <translation>键和值所经潜向量的宽度。</translation>
    </message>
    <message>
        <source>Head width, plain</source>
        <translation>头维度（无位置）</translation>
    </message>
    <message>
        <source>The part of a query or key head without a position.</source>
        <translation>查询头或键头中不含位置的部分。</translation>
    </message>
    <message>
        <source>Head width, rotary</source>
        <translation>头维度（旋转）</translation>
    </message>
    <message>
        <source>The part of a query or key head with the rotary position.</source>
        <translation>查询头或键头中带旋转位置的部分。</translation>
    </message>
    <message>
        <source>Head width, values</source>
        <translation>头维度（值）</translation>
    </message>
    <message>
        <source>Of a value head.</source>
        <translation>值头的维度。</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>LayerNorm has a bias and keeps two statistics; RMSNorm has neither.</source>
        <translation>LayerNorm 有偏置并保留两个统计量；RMSNorm 两者都没有。</translation>
    </message>
    <message>
        <source>Norm of queries and keys</source>
        <translation>查询与键归一化</translation>
    </message>
    <message>
        <source>None, one over each head, or one over all heads.</source>
        <translation>没有、每个头各一个，或所有头共用一个。</translation>
    </message>
    <message>
        <source>Norms per layer</source>
        <translation>每层归一化数</translation>
    </message>
    <message>
        <source>1, 2 or 4.</source>
        <translation>1、2 或 4。</translation>
    </message>
    <message>
        <source>Bias of q, k and v</source>
        <translation>q、k、v 偏置</translation>
    </message>
    <message>
        <source>A vector added to the output of each of these matrices.</source>
        <translation>这些矩阵的输出各加上一个向量。</translation>
    </message>
    <message>
        <source>Bias of the output</source>
        <translation>输出偏置</translation>
    </message>
    <message>
        <source>A vector added after the output matrix of attention.</source>
        <translation>注意力的输出矩阵之后加上一个向量。</translation>
    </message>
    <message>
        <source>Biases of the feed-forward</source>
        <translation>前馈偏置</translation>
    </message>
    <message>
        <source>A vector added to the output of each feed-forward matrix.</source>
        <translation>前馈的每个矩阵的输出各加上一个向量。</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>可学习位置编码</translation>
    </message>
    <message>
        <source>Rows of a table of positions; 0: none.</source>
        <translation>位置表的行数；0 表示没有。</translation>
    </message>
    <message>
        <source>Parameters outside layers</source>
        <translation>层外参数</translation>
    </message>
    <message>
        <source>That nothing else here counts, such as a norm behind the embedding.</source>
        <translation>此处其他各项未计入的参数，例如嵌入之后的归一化。</translation>
    </message>
    <message>
        <source>Parameters in attention</source>
        <translation>注意力附加参数</translation>
    </message>
    <message>
        <source>Of each layer, that nothing else here counts, such as attention sinks.</source>
        <translation>每层中此处其他各项未计入的参数，例如 attention sink。</translation>
    </message>
    <message>
        <source>Prediction layers</source>
        <translation>预测层数</translation>
    </message>
    <message>
        <source>Layers that predict further tokens; noted, not counted.</source>
        <translation>预测更多词元的层；只作说明，不计入。</translation>
    </message>
    <message>
        <source>Counted as</source>
        <translation>按此参数量计</translation>
    </message>
    <message>
        <source>Parameters that formulas of model states take instead of the shape&apos;s own count; the exact method counts the shape.</source>
        <translation>模型状态公式采用此参数量，而不采用由结构算出的数量；精确方法仍按结构计算。</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>Kept whole</source>
        <translation>完整保留</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>均分</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>平衡</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>PyTorch FSDP</source>
        <translation>PyTorch FSDP</translation>
    </message>
    <message>
        <source>DeepSpeed</source>
        <translation>DeepSpeed</translation>
    </message>
    <message>
        <source>Megatron-LM</source>
        <translation>Megatron-LM</translation>
    </message>
    <message>
        <source>Nanotron</source>
        <translation>Nanotron</translation>
    </message>
    <message>
        <source>Hugging Face</source>
        <translation>Hugging Face</translation>
    </message>
    <message>
        <source>torchtune</source>
        <translation>torchtune</translation>
    </message>
    <message>
        <source>LitGPT</source>
        <translation>LitGPT</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>QLoRA</source>
        <translation>QLoRA</translation>
    </message>
    <message>
        <source>nf4, scales in 8 bits</source>
        <translation>nf4，缩放系数 8 位</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>GELU, tanh form</source>
        <translation>GELU（tanh 形式）</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>Each head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Ranks that share the experts of each layer; each gets as many copies of tokens as it sends, times the imbalance.</source>
        <translation>共同切分每层专家的 rank 数；每个 rank 收到的词元副本数等于其发出的数量乘以不均衡度。</translation>
    </message>
    <message>
        <source>Expert tensor parallel: ranks that share the matrices of each expert, and so see the tokens of one another.</source>
        <translation>专家张量并行：共同切分每个专家的矩阵的 rank 数，因此它们都会处理彼此的词元。</translation>
    </message>
    <message>
        <source>Expert tensor</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>AdamW, paged</source>
        <translation>AdamW，分页</translation>
    </message>
    <message>
        <source>AdamW 8-bit, paged</source>
        <translation>AdamW 8 位，分页</translation>
    </message>
    <message>
        <source>Fused loss</source>
        <translation>融合损失</translation>
    </message>
    <message>
        <source>Precision of the gradients: 2, 4 or 6 bytes a parameter for 16-bit, 32-bit, or both.</source>
        <translation>梯度的精度：16 位、32 位或两者都有，每个参数 2、4 或 6 字节。</translation>
    </message>
    <message>
        <source>What updates the weights, and remembers for each of them: AdamW two values, momentum one, SGD none.</source>
        <translation>更新权重的算法，并为每个权重记住：AdamW 两个值，动量法一个，SGD 没有。</translation>
    </message>
    <message>
        <source>State precision</source>
        <translation>状态精度</translation>
    </message>
    <message>
        <source>The precision in which the optimizer states are held.</source>
        <translation>优化器状态以何种精度保存。</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>激活重算</translation>
    </message>
    <message>
        <source>Drops activations in the forward pass and makes them again in the backward pass. Full: a third more compute.</source>
        <translation>前向时丢弃激活值，反向时重算。完全重算约多三分之一计算。</translation>
    </message>
    <message>
        <source>Flash attention never writes the scores of all pairs of tokens to GPU memory (arXiv 2205.14135).</source>
        <translation>Flash attention 从不把所有词元对的分数写入显存 (arXiv 2205.14135)。</translation>
    </message>
    <message>
        <source>Fused kernels compute several operators at once and keep less than PyTorch&apos;s own, one by one (eager).</source>
        <translation>融合核函数一次计算多个算子，比 PyTorch 逐个算子 (eager) 保留得更少。</translation>
    </message>
    <message>
        <source>Full: all scores over the vocabulary at once. Chunked: piece by piece. Fused: twice, in 16 bits.</source>
        <translation>完整：一次算出整个词表的得分。分块：逐块计算。融合：16 位，两份。</translation>
    </message>
    <message>
        <source>Sequences of one step over all GPUs. If they need several passes, gradients are accumulated.</source>
        <translation>所有 GPU 上一步的序列数。一次前向放不下时分多次，并累积梯度。</translation>
    </message>
    <message>
        <source>Usable memory: the red line.</source>
        <translation>可用显存，即红线。</translation>
    </message>
    <message>
        <source>GPUs of one machine, with the fastest links. Fewest GPUs offers parts of a machine or whole ones.</source>
        <translation>一台机器的 GPU 数，彼此连接最快。“最少 GPU”给出其一部分或整数台。</translation>
    </message>
    <message>
        <source>Memory in addition to the tensors: driver, libraries, communication, and what the allocator holds idle.</source>
        <translation>张量之外的显存：驱动、库、通信，以及分配器闲置的部分。</translation>
    </message>
    <message>
        <source>Whole copies of the shared-out states, such as one in each node (hybrid sharding, HSDP).</source>
        <translation>分摊状态的完整副本数，例如每个节点一份（混合分片，HSDP）。</translation>
    </message>
    <message>
        <source>Stages that hold some of the layers each. The first keeps activations of several micro-batches.</source>
        <translation>各持有一部分层的阶段数。第一个阶段保留多个微批的激活值。</translation>
    </message>
    <message>
        <source>Gathered inputs of sequence parallelism: dropped and gathered again later, or kept whole.</source>
        <translation>序列并行聚集的输入：丢弃并稍后重新聚集，或完整保留。</translation>
    </message>
    <message>
        <source>Where kept activations wait for the backward pass.</source>
        <translation>各层保留的内容在何处等待反向传播。</translation>
    </message>
    <message>
        <source>Gathered again</source>
        <translation>重新聚集</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>训练词元数</translation>
    </message>
    <message>
        <source>Price (USD/h)</source>
        <translation>价格 (USD/h)</translation>
    </message>
    <message>
        <source>Of one GPU and hour. Without it, a price of the catalogue, with its date, where it knows one.</source>
        <translation>一张 GPU 每小时的价格。不填则取目录中带日期的价格（如有）。</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Share of the peak, 0.4 for 40 %. It replaces the estimate of a step&apos;s time from its parts.</source>
        <translation>峰值的比例，0.4 即 40 %。它取代按各部分估算的步时。</translation>
    </message>
    <message>
        <source>Link in a node (GB/s)</source>
        <translation>节点内链路 (GB/s)</translation>
    </message>
    <message>
        <source>Of one GPU and direction, such as NVLink&apos;s.</source>
        <translation>一张 GPU 单方向的速度，如 NVLink。</translation>
    </message>
    <message>
        <source>Network (GB/s)</source>
        <translation>网络 (GB/s)</translation>
    </message>
    <message>
        <source>Between nodes, of one GPU and direction.</source>
        <translation>节点之间，一张 GPU 单方向的速度。</translation>
    </message>
    <message>
        <source>PCIe (GB/s)</source>
        <translation>PCIe (GB/s)</translation>
    </message>
    <message>
        <source>To the host&apos;s memory, of one GPU and direction.</source>
        <translation>到主机内存，一张 GPU 单方向的速度。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Vectors of a norm</source>
        <translation>归一化向量数</translation>
    </message>
    <message>
        <source>0: no weights, 1: a weight, 2: weight and bias. By the norm unless said.</source>
        <translation>0：无权重，1：只有权重，2：权重和偏置。不写则按归一化种类。</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>A norm between the last layer and the head.</source>
        <translation>最后一层与输出头之间的归一化。</translation>
    </message>
    <message>
        <source>Embedding width</source>
        <translation>嵌入宽度</translation>
    </message>
    <message>
        <source>Where it is not the hidden size, as in OPT 350M.</source>
        <translation>与隐藏维度不同时填写，如 OPT 350M。</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>视觉塔</translation>
    </message>
    <message>
        <source>Gate of shared experts</source>
        <translation>共享专家的门控</translation>
    </message>
    <message>
        <source>A vector that weighs what they add, as in Qwen2-MoE.</source>
        <translation>给共享专家的输出加权的向量，如 Qwen2-MoE。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>推理服务器</translation>
    </message>
    <message>
        <source>The program that runs the model: its blocks, passes and share of the card.</source>
        <translation>运行模型的程序：它的块、处理方式和占用加速卡的比例。</translation>
    </message>
    <message>
        <source>Share of the card</source>
        <translation>占用加速卡的比例</translation>
    </message>
    <message>
        <source>Share that the server takes, by its own counting; its default unless said.</source>
        <translation>服务器按自己的算法占用的比例；不写则取其默认值。</translation>
    </message>
    <message>
        <source>Tokens of a pass</source>
        <translation>一次处理的词元数</translation>
    </message>
    <message>
        <source>Of a pass over prompts; the server&apos;s default unless said.</source>
        <translation>处理提示时；不写则取服务器的默认值。</translation>
    </message>
    <message>
        <source>Hugging Face generate</source>
        <translation>Hugging Face generate</translation>
    </message>
    <message>
        <source>Importance matrix</source>
        <translation>重要性矩阵</translation>
    </message>
    <message>
        <source>A GGUF file made with an importance matrix mixes other types in a few formats.</source>
        <translation>用重要性矩阵制作的 GGUF 文件在少数格式中混用其他类型。</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>分组大小</translation>
    </message>
    <message>
        <source>Weights of a row that share a scale; 128 unless said.</source>
        <translation>一行中共用一个缩放系数的权重数；默认 128。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Tokens that a layer with a sliding window, or a chunk, sees.</source>
        <translation>带滑动窗口或分块的层能看到的词元数。</translation>
    </message>
    <message>
        <source>Linear key heads</source>
        <translation>线性注意力键头数</translation>
    </message>
    <message>
        <source>Of layers with linear attention (arXiv 2412.06464).</source>
        <translation>线性注意力层的键头数（arXiv 2412.06464）。</translation>
    </message>
    <message>
        <source>Linear value heads</source>
        <translation>线性注意力值头数</translation>
    </message>
    <message>
        <source>Each keeps a matrix for every sequence.</source>
        <translation>每个值头为每个序列保留一个矩阵。</translation>
    </message>
    <message>
        <source>Linear key width</source>
        <translation>线性注意力键头维度</translation>
    </message>
    <message>
        <source>Of a key head with linear attention.</source>
        <translation>线性注意力中一个键头的维度。</translation>
    </message>
    <message>
        <source>Linear value width</source>
        <translation>线性注意力值头维度</translation>
    </message>
    <message>
        <source>Of a value head with linear attention.</source>
        <translation>线性注意力中一个值头的维度。</translation>
    </message>
    <message>
        <source>Linear convolution</source>
        <translation>线性注意力卷积</translation>
    </message>
    <message>
        <source>Tokens that the convolution before linear attention sees; 0: none.</source>
        <translation>线性注意力之前的卷积看到的词元数；0 表示没有。</translation>
    </message>
    <message>
        <source>Matrices that have an adapter: some of q, k, v, o, gate, up, down, head, embedding.</source>
        <translation>带适配器的矩阵：q、k、v、o、gate、up、down、head、embedding 中的若干。</translation>
    </message>
    <message>
        <source>Recomputed layers</source>
        <translation>重算的层</translation>
    </message>
    <message>
        <source>All, the first ones of each stage (block), groups of several at once (uniform), or every few layers.</source>
        <translation>全部、每个阶段的前几层（block）、几层一组同时（uniform），或每隔几层。</translation>
    </message>
    <message>
        <source>Layers at a time</source>
        <translation>一次的层数</translation>
    </message>
    <message>
        <source>The layers of a block or of a group, or the distance from one recomputed layer to the next.</source>
        <translation>一块或一组的层数，或相邻重算层的间隔。</translation>
    </message>
    <message>
        <source>Recomputed parts</source>
        <translation>重算的部分</translation>
    </message>
    <message>
        <source>Parts of a layer: core_attn, layernorm, moe_act, mla_up_proj, mlp, moe, shared_experts.</source>
        <translation>一层的部分：core_attn、layernorm、moe_act、mla_up_proj、mlp、moe、shared_experts。</translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation>冻结的部分</translation>
    </message>
    <message>
        <source>Parts that are not trained: some of vision, embedding, head. They have no gradients and no states.</source>
        <translation>不训练的部分：vision、embedding、head 中的若干，没有梯度和状态。</translation>
    </message>
    <message>
        <source>Frozen layers</source>
        <translation>冻结的层</translation>
    </message>
    <message>
        <source>The first layers, and what lies before them: no gradients, no states, and nothing kept for a backward pass.</source>
        <translation>前几层及其之前的部分：没有梯度和状态，也不为反向保留任何东西。</translation>
    </message>
    <message>
        <source>Optimizer rank</source>
        <translation>优化器的秩</translation>
    </message>
    <message>
        <source>Rank to which GaLore and APOLLO project the gradients of the layers&apos; matrices.</source>
        <translation>GaLore 和 APOLLO 把各层矩阵的梯度投影到的秩。</translation>
    </message>
    <message>
        <source>Precision of master</source>
        <translation>主权重精度</translation>
    </message>
    <message>
        <source>Bits of the master weights; Megatron-LM can hold them in 16.</source>
        <translation>主权重的位数；Megatron-LM 可以用 16 位。</translation>
    </message>
    <message>
        <source>Step in backward pass</source>
        <translation>在反向中更新</translation>
    </message>
    <message>
        <source>The optimizer uses each gradient as soon as it is made: no gradients are kept, none accumulated.</source>
        <translation>梯度一产生就被优化器用掉：不保留，也不累积。</translation>
    </message>
    <message>
        <source>MTP layers</source>
        <translation>MTP 层</translation>
    </message>
    <message>
        <source>Layers trained to predict further tokens, each with a projection and logits of its own.</source>
        <translation>训练来预测更后词元的层，各有自己的投影和 logits。</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>A trained length for each output of an adapted matrix (arXiv 2402.09353).</source>
        <translation>带适配器的矩阵每个输出有一个可训练长度（arXiv 2402.09353）。</translation>
    </message>
    <message>
        <source>Modules to save</source>
        <translation>完整训练的模块</translation>
    </message>
    <message>
        <source>Trained in full as a copy, while the frozen original stays: some of embedding, head.</source>
        <translation>以副本完整训练，冻结的原件仍保留：embedding、head 中的若干。</translation>
    </message>
    <message>
        <source>Offloaded share</source>
        <translation>卸载比例</translation>
    </message>
    <message>
        <source>Part of the optimizer state that is offloaded; the rest stays on the GPU.</source>
        <translation>优化器状态中被卸载的部分；其余留在 GPU 上。</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>Order of the passes of a pipeline, and so the activations that each stage keeps.</source>
        <translation>流水线各次前向与反向的次序，决定每个阶段保留多少激活值。</translation>
    </message>
    <message>
        <source>Layers of stages</source>
        <translation>各阶段层数</translation>
    </message>
    <message>
        <source>Layers of each stage, such as 7,8*14,7; empty: as the stage split says.</source>
        <translation>每个阶段的层数，例如 7,8*14,7；留空则按阶段划分。</translation>
    </message>
    <message>
        <source>Context exchange</source>
        <translation>上下文交换</translation>
    </message>
    <message>
        <source>How context ranks get one another&apos;s keys and values. Empty: the exchange is not counted.</source>
        <translation>上下文并行 rank如何取得彼此的键和值。留空则不计交换。</translation>
    </message>
    <message>
        <source>Gradient bucket</source>
        <translation>梯度桶</translation>
    </message>
    <message>
        <source>Gradients that DeepSpeed reduces at once (reduce_bucket_size). Empty: the framework&apos;s default.</source>
        <translation>DeepSpeed 一次归约的梯度个数（reduce_bucket_size）。留空则用框架的默认值。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>The first of each stage</source>
        <translation>每个阶段的前几层</translation>
    </message>
    <message>
        <source>In groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Every few layers</source>
        <translation>每隔几层</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>环形</translation>
    </message>
    <message>
        <source>Training, tuning by preferences or rewards, or generating text.</source>
        <translation>训练、按偏好或奖励微调，或生成文本。</translation>
    </message>
    <message>
        <source>Kind of job</source>
        <translation>任务种类</translation>
    </message>
    <message>
        <source>Which models the job has, and the phases of its step.</source>
        <translation>任务有哪些模型，一步有哪些阶段。</translation>
    </message>
    <message>
        <source>Sequences a sample</source>
        <translation>每个样本的序列数</translation>
    </message>
    <message>
        <source>2 where a chosen and a rejected one make a pair.</source>
        <translation>一条选中、一条拒绝成对时为 2。</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>提示词元数</translation>
    </message>
    <message>
        <source>Prompt and completion together are the context.</source>
        <translation>与生成的词元数相加即上下文长度。</translation>
    </message>
    <message>
        <source>Completion tokens</source>
        <translation>生成词元数</translation>
    </message>
    <message>
        <source>Tokens that are generated, or that the loss is about.</source>
        <translation>要生成的词元，或损失所涉及的词元。</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>Tokens of an update</source>
        <translation>更新的词元数</translation>
    </message>
    <message>
        <source>Of one pass on a GPU, whatever the micro-batch.</source>
        <translation>一张 GPU 一次处理的数量，与微批无关。</translation>
    </message>
    <message>
        <source>Tokens of a forward pass</source>
        <translation>前向的词元数</translation>
    </message>
    <message>
        <source>For log-probabilities; those of an update unless said.</source>
        <translation>用于对数概率；默认同更新。</translation>
    </message>
    <message>
        <source>Tokens of the critic</source>
        <translation>价值模型的词元数</translation>
    </message>
    <message>
        <source>Of one pass of the value model.</source>
        <translation>价值模型一次处理的数量。</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>What the loss keeps of the logits; as the framework does unless said.</source>
        <translation>损失保留的内容；默认按框架。</translation>
    </message>
    <message>
        <source>Rows of logits</source>
        <translation>logits 的行</translation>
    </message>
    <message>
        <source>Of all tokens, or of the completion alone.</source>
        <translation>全部词元，或仅生成部分。</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Whether it is computed, and whether it has a gradient.</source>
        <translation>是否计算，是否有梯度。</translation>
    </message>
    <message>
        <source>No reference</source>
        <translation>无参考模型</translation>
    </message>
    <message>
        <source>Precomputed reference</source>
        <translation>参考事先算好</translation>
    </message>
    <message>
        <source>The reference&apos;s log-probabilities are computed before the run.</source>
        <translation>参考模型的对数概率在运行前已算好。</translation>
    </message>
    <message>
        <source>Teacher&apos;s logits</source>
        <translation>教师的 logits</translation>
    </message>
    <message>
        <source>How many of a row are kept; all of them unless said.</source>
        <translation>每行保留的数量；默认全部。</translation>
    </message>
    <message>
        <source>Of a card&apos;s memory, while it generates.</source>
        <translation>生成时占显存的比例。</translation>
    </message>
    <message>
        <source>Tensor-parallel ranks of the engine.</source>
        <translation>推理引擎的张量并行数。</translation>
    </message>
    <message>
        <source>The context unless said.</source>
        <translation>默认同上下文长度。</translation>
    </message>
    <message>
        <source>Between two generations: 1 keeps its weights on the host, 2 drops them.</source>
        <translation>两次生成之间：1 把权重留在主机，2 丢弃。</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Reinforcement</source>
        <translation>强化学习</translation>
    </message>
    <message>
        <source>Fine-tuning (SFT)</source>
        <translation>微调（SFT）</translation>
    </message>
    <message>
        <source>Reward model</source>
        <translation>奖励模型</translation>
    </message>
    <message>
        <source>Distillation</source>
        <translation>蒸馏</translation>
    </message>
    <message>
        <source>Padded</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Packed</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>Chunked</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>生成部分</translation>
    </message>
    <message>
        <source>Without gradient</source>
        <translation>无梯度</translation>
    </message>
    <message>
        <source>With gradient</source>
        <translation>有梯度</translation>
    </message>
    <message>
        <source>Shared cards</source>
        <translation>共用的卡</translation>
    </message>
    <message>
        <source>Own cards</source>
        <translation>自己的卡</translation>
    </message>
    <message>
        <source>Frozen from layer</source>
        <translation>冻结起始层</translation>
    </message>
    <message>
        <source>The first frozen layer, counted from 0. Behind trained layers, gradients pass through it.</source>
        <translation>第一个冻结的层，从 0 数起。位于被训练的层之后时，梯度要穿过它。</translation>
    </message>
    <message>
        <source>Offloaded layers</source>
        <translation>卸载的层</translation>
    </message>
    <message>
        <source>First layers of each stage whose activations are offloaded. Empty: all layers.</source>
        <translation>每个阶段中卸载激活值的前几层。留空：所有层。</translation>
    </message>
    <message>
        <source>Mean length</source>
        <translation>平均长度</translation>
    </message>
    <message>
        <source>Tokens of a sequence without padding, on average. Empty: the context is full.</source>
        <translation>一个序列不含填充的平均词元数。留空：填满上下文。</translation>
    </message>
    <message>
        <source>Whether sequences are padded to the context, or put one behind another.</source>
        <translation>序列填充到上下文长度，还是一个接一个排列。</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>最长序列</translation>
    </message>
    <message>
        <source>One of the catalogue; the policy&apos;s unless said.</source>
        <translation>目录中的一个模型；未写时与策略相同。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Whether it is trained; as the kind of job has it unless said.</source>
        <translation>是否训练；未写时由任务种类决定。</translation>
    </message>
    <message>
        <source>Number format of the weights; as the framework loads them unless said.</source>
        <translation>权重的存储格式；未写时与框架加载的相同。</translation>
    </message>
    <message>
        <source>How the model is shared out over the GPUs: 0 to 3. By the framework unless said.</source>
        <translation>模型在各 GPU 间如何切分：0 到 3；未写时由框架决定。</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Where the model&apos;s weights lie. A model on cards of its own is not counted.</source>
        <translation>模型的权重放在哪里。放在自有加速卡上的模型不计入。</translation>
    </message>
    <message>
        <source>Own GPUs</source>
        <translation>自有 GPU 数</translation>
    </message>
    <message>
        <source>Cards of its own.</source>
        <translation>该角色自己的加速卡数。</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>What waits in the host&apos;s memory while others work: some of parameters, gradients, optimizer.</source>
        <translation>其他角色工作时放到主机内存的内容：parameters、gradients、optimizer 中的若干项。</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>Pattern of layers</source>
        <translation>层的模式</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Serves</source>
        <translation>推理服务</translation>
    </message>
    <message>
        <source>In the policy</source>
        <translation>策略自身</translation>
    </message>
    <message>
        <source>Adapter&apos;s form</source>
        <translation>适配器形式</translation>
    </message>
    <message>
        <source>Small matrices (LoRA), a gated prompt in each layer (LLaMA-Adapter), a prefix of keys and values, or a prompt.</source>
        <translation>小矩阵（LoRA）、每层带门控的提示（LLaMA-Adapter）、键和值的前缀，或一段提示。</translation>
    </message>
    <message>
        <source>Prompt length</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Trained tokens of a prompt or a prefix.</source>
        <translation>提示或前缀中训练的词元数。</translation>
    </message>
    <message>
        <source>First layer with a prompt</source>
        <translation>首个带提示的层</translation>
    </message>
    <message>
        <source>Counted from 0. Layers before it keep nothing where nothing in them is trained.</source>
        <translation>从 0 起数。之前的层若没有可训练的部分，就什么也不保留。</translation>
    </message>
    <message>
        <source>LLaMA-Adapter</source>
        <translation>LLaMA-Adapter</translation>
    </message>
    <message>
        <source>LLaMA-Adapter V2</source>
        <translation>LLaMA-Adapter V2</translation>
    </message>
    <message>
        <source>Prefix tuning</source>
        <translation>前缀微调</translation>
    </message>
    <message>
        <source>Prompt tuning</source>
        <translation>提示微调</translation>
    </message>
    <message>
        <source>Sequence limit</source>
        <translation>序列数上限</translation>
    </message>
    <message>
        <source>Sequences served at a time; the server&apos;s default unless said.</source>
        <translation>同时服务的序列数；未指定则取服务器的默认值。</translation>
    </message>
    <message>
        <source>The loss has no reference model; GRPO and PPO no KL term.</source>
        <translation>损失没有参考模型；GRPO 和 PPO 没有 KL 项。</translation>
    </message>
    <message>
        <source>Fused optimizer step</source>
        <translation>融合优化器更新</translation>
    </message>
    <message>
        <source>In one kernel; otherwise lists as large as the weights exist for a moment in addition to the states.</source>
        <translation>用一个核函数；否则与权重同样大的列表会短暂与状态并存。</translation>
    </message>
    <message>
        <source>Peak (TFLOPS)</source>
        <translation>峰值 (TFLOPS)</translation>
    </message>
    <message>
        <source>Of one GPU&apos;s matrix products, in the precision of the plan and without sparsity.</source>
        <translation>一张 GPU 按方案精度计算矩阵乘积的峰值，不计稀疏。</translation>
    </message>
    <message>
        <source>Memory speed (GB/s)</source>
        <translation>显存速度 (GB/s)</translation>
    </message>
    <message>
        <source>At which one GPU reads and writes its own memory.</source>
        <translation>一张 GPU 读写自身显存的速度。</translation>
    </message>
    <message>
        <source>Power (W)</source>
        <translation>功率 (W)</translation>
    </message>
    <message>
        <source>Of one GPU&apos;s board at work, for the energy of the run.</source>
        <translation>一块板卡工作时的功率，用于计算训练的能耗。</translation>
    </message>
    <message>
        <source>Host memory (GB/s)</source>
        <translation>主机内存 (GB/s)</translation>
    </message>
    <message>
        <source>One GPU&apos;s share of the speed of the host&apos;s memory, where an offloaded optimizer steps.</source>
        <translation>主机内存速度中一张 GPU 的份额，卸载的优化器在此更新。</translation>
    </message>
    <message>
        <source>Disks (GB/s)</source>
        <translation>磁盘 (GB/s)</translation>
    </message>
    <message>
        <source>One GPU&apos;s share of the speed of the node&apos;s disks, for offload to NVMe.</source>
        <translation>节点磁盘速度中一张 GPU 的份额，用于卸载到 NVMe。</translation>
    </message>
    <message>
        <source>The card. The red line stands at the memory that a program can have, a little less than its name says.</source>
        <translation>加速卡。红线位于程序能得到的显存处，略少于产品名中的数字。</translation>
    </message>
    <message>
        <source>Length of the run: 15T, 300B. Empty: 20 tokens for each parameter (arXiv 2203.15556), or unknown with adapters.</source>
        <translation>训练长度：15T、300B。为空：每个参数 20 个词元（arXiv 2203.15556），用适配器时未知。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Sequences of the data set. A run has examples × mean length × epochs tokens, whatever the training tokens say.</source>
        <translation>数据集的序列数。训练共有 样本数 × 平均长度 × 轮数 个词元，不论训练词元数是多少。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How often the run passes through all examples.</source>
        <translation>训练遍历全部样本的次数。</translation>
    </message>
    <message>
        <source>by framework</source>
        <translation>按框架</translation>
    </message>
    <message>
        <source>by server</source>
        <translation>按服务器</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>A description, not used.</source>
        <translation>仅作说明，不使用。</translation>
    </message>
    <message>
        <source>bf16; fp32 with fp32</source>
        <translation>bf16；fp32 时为 fp32</translation>
    </message>
    <message>
        <source>by optimizer</source>
        <translation>依优化器</translation>
    </message>
    <message>
        <source>one pass</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>as reported</source>
        <translation>按驱动报告</translation>
    </message>
    <message>
        <source>20 a parameter, unknown with adapters</source>
        <translation>每参数 20，用适配器时未知</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>true if mixed</source>
        <translation>混合精度时 true</translation>
    </message>
    <message>
        <source>Tokens of one training sequence. Activations grow with it.</source>
        <translation>一条训练序列的词元数，激活值随之增长。</translation>
    </message>
    <message>
        <source>Sequences that one GPU takes through the model at once.</source>
        <translation>一张 GPU 一次通过模型的序列数。</translation>
    </message>
    <message>
        <source>GPUs of the whole cluster. Memory is shown for one of them.</source>
        <translation>整个集群的 GPU 数。显存按其中一张给出。</translation>
    </message>
    <message>
        <source>GPUs split: 1 optimizer, 2 also gradients, 3 also weights.</source>
        <translation>由各 GPU 分摊：1 优化器状态，2 再加梯度，3 再加权重。</translation>
    </message>
    <message>
        <source>A real model, by its id in the catalogue.</source>
        <translation>真实模型，用目录中的 id 指定。</translation>
    </message>
    <message>
        <source>A made-up model of about this size.</source>
        <translation>约为此规模、由 Llama 缩放的模型。</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>不检查</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>the context</source>
        <translation>同上下文</translation>
    </message>
    <message>
        <source>by type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>2 for pairs</source>
        <translation>成对时为 2</translation>
    </message>
    <message>
        <source>as update</source>
        <translation>同更新</translation>
    </message>
    <message>
        <source>the policy&apos;s</source>
        <translation>同策略</translation>
    </message>
    <message>
        <source>by kind</source>
        <translation>按种类</translation>
    </message>
    <message>
        <source>1, LayerNorm 2</source>
        <translation>1，LayerNorm 为 2</translation>
    </message>
    <message>
        <source>A name for people.</source>
        <translation>给人看的名称。</translation>
    </message>
    <message>
        <source>Notes for people.</source>
        <translation>给人看的备注。</translation>
    </message>
    <message>
        <source>Settings of the imported file that have no part in the plan.</source>
        <translation>导入的文件中未进入方案的设置。</translation>
    </message>
    <message>
        <source>Fields of its file that may count and were not read.</source>
        <translation>模型文件中可能影响参数量而未读取的字段。</translation>
    </message>
    <message>
        <source>Biases everywhere that no other key speaks of.</source>
        <translation>其他键未提到之处都带偏置。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>%1, null</source>
        <translation>%1，null</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>What runs the GPUs together: whole copies (DDP), PyTorch&apos;s FSDP, or DeepSpeed. accelerate&apos;s file says it.</source>
        <translation>让各 GPU 协同运行的库：完整副本（DDP）、PyTorch 的 FSDP 或 DeepSpeed，由 accelerate 的文件决定。</translation>
    </message>
    <message>
        <source>deepspeed from ZeRO-1 on, else ddp</source>
        <translation>ZeRO-1 起为 deepspeed，否则 ddp</translation>
    </message>
    <message>
        <source>Reentrant recompute</source>
        <translation>可重入重算</translation>
    </message>
    <message>
        <source>use_reentrant=True, which transformers set before 5.0. FSDP then keeps weights or gradients longer.</source>
        <translation>use_reentrant=True，transformers 5.0 之前的默认值。FSDP 会因此让权重或梯度保留更久。</translation>
    </message>
    <message>
        <source>by version of transformers</source>
        <translation>随 transformers 版本</translation>
    </message>
    <message>
        <source>Recompute around FSDP units</source>
        <translation>重算在 FSDP 单元外</translation>
    </message>
    <message>
        <source>Recompute begins outside a layer&apos;s FSDP unit, as before transformers 4.52; else inside it.</source>
        <translation>重算从层的 FSDP 单元外开始，如 transformers 4.52 之前；否则在单元内。</translation>
    </message>
    <message>
        <source>Original parameters</source>
        <translation>原始参数</translation>
    </message>
    <message>
        <source>FSDP1&apos;s use_orig_params: a unit may hold frozen and trained weights together.</source>
        <translation>FSDP1 的 use_orig_params：一个单元可以同时有冻结和被训练的权重。</translation>
    </message>
    <message>
        <source>Prefetch in backward pass</source>
        <translation>反向时预取</translation>
    </message>
    <message>
        <source>FSDP1 gathers the next unit while one goes backward: a unit of weights more (backward_prefetch).</source>
        <translation>FSDP1 在一个单元做反向时聚集下一个：多占一个单元的权重（backward_prefetch）。</translation>
    </message>
    <message>
        <source>false in the Trainer</source>
        <translation>Trainer 中为 false</translation>
    </message>
    <message>
        <source>Adapters as own units</source>
        <translation>适配器单独成单元</translation>
    </message>
    <message>
        <source>FSDP wraps each adapter by itself, as PEFT&apos;s policy says, which the Trainer takes.</source>
        <translation>FSDP 按 PEFT 的策略单独包装每个适配器，Trainer 采用此策略。</translation>
    </message>
    <message>
        <source>true with fsdp1</source>
        <translation>fsdp1 时为 true</translation>
    </message>
    <message>
        <source>Logits held</source>
        <translation>保留 logits</translation>
    </message>
    <message>
        <source>The training loop still names the model&apos;s output while it goes backward and steps.</source>
        <translation>训练循环在反向和更新时仍持有模型的输出。</translation>
    </message>
    <message>
        <source>transformers version</source>
        <translation>transformers 版本</translation>
    </message>
    <message>
        <source>Such as 4.46; empty: the newest. It decides on copies of the logits and on recompute.</source>
        <translation>例如 4.46；留空：最新。它决定 logits 的副本和重算的方式。</translation>
    </message>
    <message>
        <source>the newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>accelerate version</source>
        <translation>accelerate 版本</translation>
    </message>
    <message>
        <source>Such as 1.12, the last that held all weights in 32 bits under FSDP2; empty: the newest.</source>
        <translation>例如 1.12，是最后一个在 FSDP2 下把全部权重存为 32 位的版本；留空：最新。</translation>
    </message>
    <message>
        <source>PEFT version</source>
        <translation>PEFT 版本</translation>
    </message>
    <message>
        <source>Before 0.12 adapters had the type of the weights; empty: the newest.</source>
        <translation>0.12 之前适配器与权重同类型；留空：最新。</translation>
    </message>
    <message>
        <source>Server version</source>
        <translation>服务器版本</translation>
    </message>
    <message>
        <source>Such as 0.10.2 of vLLM: its share, its measured pass and what it leaves out differ by it.</source>
        <translation>例如 vLLM 的 0.10.2：所占比例、测量的处理和未计入的部分因版本而异。</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Off: --enforce-eager, --disable-cuda-graph. Recorded graphs hold memory of their own.</source>
        <translation>关闭：--enforce-eager、--disable-cuda-graph。录制的图另占显存。</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>GPU 上的层</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s -ngl: the head counts as one, and the last layers follow; the host keeps the others.</source>
        <translation>llama.cpp 的 -ngl：输出头算一层，然后是最后的层；其余由主机保存。</translation>
    </message>
    <message>
        <source>Layers with experts on the host</source>
        <translation>专家在主机上的层</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s --n-cpu-moe: the routed experts of so many first layers stay in the host&apos;s memory.</source>
        <translation>llama.cpp 的 --n-cpu-moe：前面这么多层的路由专家留在主机内存。</translation>
    </message>
    <message>
        <source>Kernels of norms</source>
        <translation>归一化的核函数</translation>
    </message>
    <message>
        <source>Of norms and rotary embeddings alone, where they differ from the other kernels.</source>
        <translation>仅指归一化和旋转位置的核函数，与其他核函数不同时填写。</translation>
    </message>
    <message>
        <source>as recipe.kernels</source>
        <translation>同 recipe.kernels</translation>
    </message>
    <message>
        <source>Kernels of the MLP</source>
        <translation>MLP 的核函数</translation>
    </message>
    <message>
        <source>Of the MLP&apos;s activation and the experts alone, where they differ from the other kernels.</source>
        <translation>仅指 MLP 的激活函数和专家的核函数，与其他核函数不同时填写。</translation>
    </message>
    <message>
        <source>none; cpu in unsloth</source>
        <translation>none；unsloth 中为 cpu</translation>
    </message>
    <message>
        <source>Kernels of adapters</source>
        <translation>适配器的核函数</translation>
    </message>
    <message>
        <source>Fused: adapters and what they adapt are one operation, as in Unsloth and Axolotl; needs dropout 0.</source>
        <translation>融合：适配器与其所适配的乘法是一个操作，如 Unsloth 和 Axolotl；要求 dropout 为 0。</translation>
    </message>
    <message>
        <source>fused in unsloth and axolotl</source>
        <translation>unsloth 和 axolotl 中为 fused</translation>
    </message>
    <message>
        <source>Evaluation batch</source>
        <translation>评估批量</translation>
    </message>
    <message>
        <source>Sequences of a pass without gradients on each GPU; 0: the run does not evaluate. The Trainer&apos;s default is 8.</source>
        <translation>每张 GPU 上不求梯度的一次前向的序列数；0：不评估。Trainer 默认 8。</translation>
    </message>
    <message>
        <source>Predictions kept</source>
        <translation>保留的预测</translation>
    </message>
    <message>
        <source>Passes whose logits stay on the GPU for metrics: as many as eval_accumulation_steps; 0: losses alone.</source>
        <translation>为指标把 logits 留在 GPU 上的前向次数，等于 eval_accumulation_steps；0：只要损失。</translation>
    </message>
    <message>
        <source>Weights saved whole</source>
        <translation>完整保存权重</translation>
    </message>
    <message>
        <source>Where sharded weights are gathered to be saved: on the first rank&apos;s host, or on every GPU.</source>
        <translation>分片权重为保存而聚集到哪里：第一个进程的主机内存，或每张 GPU。</translation>
    </message>
    <message>
        <source>Load on one rank</source>
        <translation>只在一个进程加载</translation>
    </message>
    <message>
        <source>cpu_ram_efficient_loading: the first rank alone has the whole weights in the host&apos;s memory.</source>
        <translation>cpu_ram_efficient_loading：只有第一个进程在主机内存中有完整权重。</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不计</translation>
    </message>
    <message>
        <source>Merged at the end</source>
        <translation>最后合并</translation>
    </message>
    <message>
        <source>The adapters are merged into the weights on the GPU after the last step (merge_and_unload).</source>
        <translation>最后一步之后在 GPU 上把适配器合并到权重（merge_and_unload）。</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>在主机内存</translation>
    </message>
    <message>
        <source>On every GPU</source>
        <translation>在每张 GPU 上</translation>
    </message>
    <message>
        <source>DeepSpeed version</source>
        <translation>DeepSpeed 版本</translation>
    </message>
    <message>
        <source>Such as 0.14.2, which makes its buckets before the loss goes backward; empty: the newest.</source>
        <translation>例如 0.14.2，它在损失反向传播之前建立梯度桶；留空为最新版本。</translation>
    </message>
    <message>
        <source>Overlapped reduction</source>
        <translation>归约与计算重叠</translation>
    </message>
    <message>
        <source>DeepSpeed fills one bucket while another is reduced (overlap_comm). Empty: at stage 3 alone, as DeepSpeed does.</source>
        <translation>DeepSpeed 在归约一个桶时填充另一个桶（overlap_comm）。留空：与 DeepSpeed 相同，仅在阶段 3 开启。</translation>
    </message>
    <message>
        <source>Latent of the experts</source>
        <translation>专家的潜向量</translation>
    </message>
    <message>
        <source>Width that routed experts take and give, where two products lead to it and back.</source>
        <translation>路由专家输入和输出的宽度，由两个矩阵进出。</translation>
    </message>
    <message>
        <source>A letter a layer: f full, s window, c chunks, l a state, b both, n none; sssssf has one full in six.</source>
        <translation>每层一个字母：f 全部，s 窗口，c 分块，l 状态，b 两者，n 无；sssssf 每六层有一层全注意力。</translation>
    </message>
    <message>
        <source>Heads with a window</source>
        <translation>带窗口的头数</translation>
    </message>
    <message>
        <source>Of layers with a sliding window, where they differ.</source>
        <translation>带滑动窗口的层的头数，与其他层不同时填写。</translation>
    </message>
    <message>
        <source>Key heads with a window</source>
        <translation>带窗口的KV 头数</translation>
    </message>
    <message>
        <source>Head width with a window</source>
        <translation>带窗口的头宽度</translation>
    </message>
    <message>
        <source>Of layers with a sliding window, where it differs.</source>
        <translation>带滑动窗口的层的头宽度，与其他层不同时填写。</translation>
    </message>
    <message>
        <source>Value head width</source>
        <translation>值头宽度</translation>
    </message>
    <message>
        <source>Where it is not the width of query and key heads.</source>
        <translation>与查询头和键头的宽度不同时填写。</translation>
    </message>
    <message>
        <source>Kind of state</source>
        <translation>状态的种类</translation>
    </message>
    <message>
        <source>Of layers with the letter l or b. It sets their weights and what they keep.</source>
        <translation>字母为 l 或 b 的层。它决定这些层的权重和保留的张量。</translation>
    </message>
    <message>
        <source>Gated delta</source>
        <translation>门控 delta</translation>
    </message>
    <message>
        <source>Lightning</source>
        <translation>Lightning</translation>
    </message>
    <message>
        <source>Delta by channel</source>
        <translation>逐通道 delta</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Weights in 8 or 4 bits alone</source>
        <translation>只保留 8 位或 4 位权重</translation>
    </message>
    <message>
        <source>No 16-bit weights beside those that products read (--fp8-param-gather, --fp4-param-gather).</source>
        <translation>矩阵乘所读权重之外不再有 16 位权重（--fp8-param-gather，--fp4-param-gather）。</translation>
    </message>
    <message>
        <source>Tiles of an MLP</source>
        <translation>MLP 的分块</translation>
    </message>
    <message>
        <source>Parts of the tokens for which an MLP is computed in turn, and once more in the backward pass. 1: none.</source>
        <translation>MLP 逐部分处理词元，反向传播时再算一次。1：不分块。</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像数</translation>
    </message>
    <message>
        <source>Images in each sequence. Their tokens are part of the context; the vision tower&apos;s tensors come on top.</source>
        <translation>每个序列中的图像数。其词元属于上下文；视觉塔的张量另计。</translation>
    </message>
    <message>
        <source>Image width</source>
        <translation>图像宽度</translation>
    </message>
    <message>
        <source>Pixels of each image, after the processor&apos;s own limit (max_pixels). Empty: the tower&apos;s size, else 1024.</source>
        <translation>每幅图像的像素，取处理器限制（max_pixels）之后的值。留空：视觉塔的大小，否则 1024。</translation>
    </message>
    <message>
        <source>the tower&apos;s, else 1024</source>
        <translation>视觉塔的大小，否则 1024</translation>
    </message>
    <message>
        <source>Image height</source>
        <translation>图像高度</translation>
    </message>
    <message>
        <source>Tokens of an image</source>
        <translation>每幅图像的词元数</translation>
    </message>
    <message>
        <source>Tokens of the context that each image takes. Empty: as its width and height give.</source>
        <translation>每幅图像占用的上下文词元数。留空：由宽和高得出。</translation>
    </message>
    <message>
        <source>by its size</source>
        <translation>由大小得出</translation>
    </message>
    <message>
        <source>Offloaded parts</source>
        <translation>卸载的部分</translation>
    </message>
    <message>
        <source>Parameters of the part that reads images, with the way to the text. They are held and trained.</source>
        <translation>读取图像的部分的参数量，包括通向文本的部分。它们占用显存并参与训练。</translation>
    </message>
    <message>
        <source>Indexer&apos;s key width</source>
        <translation>索引器的键宽</translation>
    </message>
    <message>
        <source>Of sparse attention: values that each layer caches of a token to choose by, in the mean of all layers.</source>
        <translation>用于稀疏注意力：每层为每个词元缓存的用于挑选的值的个数，取各层平均。</translation>
    </message>
    <message>
        <source>Kind of tower</source>
        <translation>视觉塔种类</translation>
    </message>
    <message>
        <source>How it cuts images and what its layers keep. Empty: its parameters alone are counted.</source>
        <translation>它如何切分图像、各层保留什么。留空：只计参数量。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Tower&apos;s width</source>
        <translation>视觉塔宽度</translation>
    </message>
    <message>
        <source>Values of a patch between the tower&apos;s layers.</source>
        <translation>视觉塔各层之间每个图块的值的个数。</translation>
    </message>
    <message>
        <source>that of its kind</source>
        <translation>取该种类的值</translation>
    </message>
    <message>
        <source>Tower&apos;s MLP width</source>
        <translation>视觉塔 MLP 宽度</translation>
    </message>
    <message>
        <source>Values of a patch inside the MLP of the tower&apos;s layers.</source>
        <translation>视觉塔各层的 MLP 内每个图块的值的个数。</translation>
    </message>
    <message>
        <source>Tower&apos;s layers</source>
        <translation>视觉塔层数</translation>
    </message>
    <message>
        <source>All layers of the tower, gated ones among them.</source>
        <translation>视觉塔的所有层，包括带门控的层。</translation>
    </message>
    <message>
        <source>Tower&apos;s heads</source>
        <translation>视觉塔头数</translation>
    </message>
    <message>
        <source>Attention heads of the tower&apos;s layers.</source>
        <translation>视觉塔各层的注意力头数。</translation>
    </message>
    <message>
        <source>Patch side</source>
        <translation>图块边长</translation>
    </message>
    <message>
        <source>Pixels of a side of the squares that an image is cut into.</source>
        <translation>图像被切成的方块的边长，以像素计。</translation>
    </message>
    <message>
        <source>Patches joined</source>
        <translation>合并的图块</translation>
    </message>
    <message>
        <source>So many patches by so many become one token of the text model.</source>
        <translation>每边这么多个图块合为文本模型的一个词元。</translation>
    </message>
    <message>
        <source>Tower&apos;s image side</source>
        <translation>视觉塔的图像边长</translation>
    </message>
    <message>
        <source>Pixels to which each image or tile is scaled, Pixtral&apos;s longest side; 0: images keep their size.</source>
        <translation>每幅图像或每块缩放到的像素，Pixtral 为最长边；0：图像保持原大小。</translation>
    </message>
    <message>
        <source>Deepstack layers</source>
        <translation>Deepstack 层数</translation>
    </message>
    <message>
        <source>Layers of the tower whose outputs go to the text as well, as in Qwen3-VL.</source>
        <translation>输出也送往文本的视觉塔层，如 Qwen3-VL。</translation>
    </message>
    <message>
        <source>fp8 in blocks + fp32 master</source>
        <translation>分块 fp8 + fp32 主权重</translation>
    </message>
    <message>
        <source>MXFP8 + fp32 master</source>
        <translation>MXFP8 + fp32 主权重</translation>
    </message>
    <message>
        <source>NVFP4 + fp32 master</source>
        <translation>NVFP4 + fp32 主权重</translation>
    </message>
    <message>
        <source>Muon&apos;s gathering</source>
        <translation>Muon 的聚集</translation>
    </message>
    <message>
        <source>How ranks that share gradients bring whole matrices together for Muon.</source>
        <translation>分摊梯度的 rank 怎样为 Muon 聚集完整的矩阵。</translation>
    </message>
    <message>
        <source>Layers with their MLP on the host</source>
        <translation>MLP 在主机上的层</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s -ot: the dense MLP of so many first layers stays in the host&apos;s memory.</source>
        <translation>llama.cpp 的 -ot：前面这么多层的稠密 MLP 留在主机内存。</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>A small model of the catalogue that proposes tokens, which the model checks in one pass.</source>
        <translation>目录中的小模型，由它提出词元，模型一次处理就全部检查。</translation>
    </message>
    <message>
        <source>Weights of the draft</source>
        <translation>草稿模型的权重</translation>
    </message>
    <message>
        <source>The format in which the draft model is stored.</source>
        <translation>草稿模型的存储格式。</translation>
    </message>
    <message>
        <source>as the model&apos;s</source>
        <translation>与模型相同</translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation>提出的词元</translation>
    </message>
    <message>
        <source>Tokens that the draft model proposes for one pass.</source>
        <translation>草稿模型为一次处理提出的词元数。</translation>
    </message>
    <message>
        <source>Accepted share</source>
        <translation>接受比例</translation>
    </message>
    <message>
        <source>How likely the model takes a proposed token: read it off your server&apos;s log.</source>
        <translation>模型接受一个提出的词元的概率：请从服务器的日志读出。</translation>
    </message>
    <message>
        <source>Cached values</source>
        <translation>缓存的值</translation>
    </message>
    <message>
        <source>Values of a token that a layer with compressed tokens keeps when generating, in the mean; 0: keys and values.</source>
        <translation>生成时，使用压缩词元的层对每个词元保留的值，取平均；0：键和值。</translation>
    </message>
    <message>
        <source>Each to every rank</source>
        <translation>每个矩阵到每个 rank</translation>
    </message>
    <message>
        <source>A batch to every rank</source>
        <translation>一批到每个 rank</translation>
    </message>
    <message>
        <source>One to each rank</source>
        <translation>每个 rank 一个</translation>
    </message>
    <message>
        <source>Parts: attn_norm, qkv_linear, core_attn, attn_proj, mlp_norm, expert_fc1, moe_act, fused_group_mlp. Empty: all.</source>
        <translation>部分：attn_norm、qkv_linear、core_attn、attn_proj、mlp_norm、expert_fc1、moe_act、fused_group_mlp。留空：全部。</translation>
    </message>
    <message>
        <source>Tokens are drafted by</source>
        <translation>由谁起草词元</translation>
    </message>
    <message>
        <source>Another model, the model&apos;s own layers for further tokens (MTP), or a layer trained behind it.</source>
        <translation>另一个模型、模型自身预测后续词元的层（MTP），或在其后训练的一层。</translation>
    </message>
    <message>
        <source>Layers without a cache</source>
        <translation>没有缓存的层</translation>
    </message>
    <message>
        <source>The last ones, which use keys and values of earlier layers, as in Gemma 3n and 4.</source>
        <translation>最后的若干层，使用前面各层的键和值，如 Gemma 3n 和 4。</translation>
    </message>
    <message>
        <source>Another model</source>
        <translation>另一个模型</translation>
    </message>
    <message>
        <source>Kernel of attention</source>
        <translation>注意力的核函数</translation>
    </message>
    <message>
        <source>The code of flash attention. It changes the time, not the memory: FlashAttention-3 is for Hopper&apos;s cards.</source>
        <translation>计算 Flash attention 的代码。它只改变时间，不改变显存；FlashAttention-3 只用于 Hopper。</translation>
    </message>
    <message>
        <source>by framework and card</source>
        <translation>由框架和加速卡决定</translation>
    </message>
    <message>
        <source>Host&apos;s step</source>
        <translation>主机的更新</translation>
    </message>
    <message>
        <source>When the host steps the optimizer: DeepSpeed&apos;s SuperOffload and ZenFlow do so while the GPU computes.</source>
        <translation>主机何时更新优化器：DeepSpeed 的 SuperOffload 和 ZenFlow 在 GPU 计算时更新。</translation>
    </message>
    <message>
        <source>ZenFlow&apos;s columns</source>
        <translation>ZenFlow 的列</translation>
    </message>
    <message>
        <source>Part of each matrix&apos;s columns, those with the largest gradients, that steps on the GPU (topk_ratio).</source>
        <translation>每个矩阵中梯度最大、在 GPU 上更新的列所占的比例（topk_ratio）。</translation>
    </message>
    <message>
        <source>ZenFlow&apos;s moments on the host</source>
        <translation>ZenFlow 的矩在主机上</translation>
    </message>
    <message>
        <source>The moments of these columns wait in host memory, and come for their step.</source>
        <translation>这些列的矩在主机内存中等待，更新时才移到 GPU。</translation>
    </message>
    <message>
        <source>fp16 alone</source>
        <translation>仅 fp16</translation>
    </message>
    <message>
        <source>None: shares are whole</source>
        <translation>不聚集：每份都是完整矩阵</translation>
    </message>
    <message>
        <source>After the backward pass</source>
        <translation>反向传播之后</translation>
    </message>
    <message>
        <source>SuperOffload</source>
        <translation>SuperOffload</translation>
    </message>
    <message>
        <source>ZenFlow</source>
        <translation>ZenFlow</translation>
    </message>
    <message>
        <source>ZenFlow, beside the passes</source>
        <translation>ZenFlow，与计算同时</translation>
    </message>
</context>
<context>
    <name>tips</name>
    <message>
        <source>Weights of the model, in billions; or type a model&apos;s name.</source>
        <translation>模型的权重数，以十亿计；也可输入模型名。</translation>
    </message>
    <message>
        <source>Real models, by family. Type a part of a name to find one.</source>
        <translation>真实模型，按系列排列。输入部分名称即可查找。</translation>
    </message>
    <message>
        <source>Opens layers, widths, heads and vocabulary to be changed.</source>
        <translation>打开层数、宽度、头数和词表大小以供修改。</translation>
    </message>
    <message>
        <source>The known model whose numbers are taken as a start.</source>
        <translation>以哪个已知模型的数值作为起点。</translation>
    </message>
    <message>
        <source>The contexts that the chart shows; your plan can lie outside.</source>
        <translation>图表显示的上下文范围，方案可以在范围之外。</translation>
    </message>
    <message>
        <source>Memory of one GPU by context length. Drag the marker, or press the left and right arrow keys.</source>
        <translation>一张 GPU 的显存随上下文长度的变化。可拖动标记或按左右方向键。</translation>
    </message>
    <message>
        <source>How high memory rises with the context, and where it crosses the red line of the card.</source>
        <translation>显存随上下文涨到多高，在哪里越过加速卡的红线。</translation>
    </message>
    <message>
        <source>Memory of one GPU at each ZeRO stage, from nothing shared to everything shared.</source>
        <translation>每个 ZeRO 阶段一张 GPU 的显存，从不分摊到全部分摊。</translation>
    </message>
    <message>
        <source>One panel for each ZeRO stage; the red line is the card&apos;s memory.</source>
        <translation>每个 ZeRO 阶段一个分图，红线是加速卡的显存。</translation>
    </message>
    <message>
        <source>Whether the figure is the published one or of your plan.</source>
        <translation>显示已发表的图，还是您的方案的图。</translation>
    </message>
    <message>
        <source>Whether all panels have the same axis of memory.</source>
        <translation>各分图的显存轴是否使用相同刻度。</translation>
    </message>
    <message>
        <source>Memory of one GPU as the cluster grows, all other settings kept.</source>
        <translation>其余设置不变，集群变大时一张 GPU 的显存。</translation>
    </message>
    <message>
        <source>Memory of one GPU by number of GPUs; the red line is the card&apos;s memory.</source>
        <translation>一张 GPU 的显存随 GPU 数量的变化，红线是加速卡的显存。</translation>
    </message>
    <message>
        <source>Three model sizes side by side, or what recompute saves.</source>
        <translation>三种模型规模并列，或激活重算节省多少。</translation>
    </message>
    <message>
        <source>One panel for each case; the red line is the card&apos;s memory.</source>
        <translation>每种情形一个分图，红线是加速卡的显存。</translation>
    </message>
    <message>
        <source>Memory from event to event of one training step.</source>
        <translation>一个训练步中逐个事件的显存。</translation>
    </message>
    <message>
        <source>Which stage of the pipeline is drawn.</source>
        <translation>显示流水线的哪个阶段。</translation>
    </message>
    <message>
        <source>Whether buffers of gradients stay between steps, or are freed after each.</source>
        <translation>梯度缓冲在跨步保留，还是每步后释放。</translation>
    </message>
    <message>
        <source>What PyTorch&apos;s allocator has taken from the driver; it is more than tensors need.</source>
        <translation>PyTorch 分配器从驱动取得的显存，多于张量所需。</translation>
    </message>
    <message>
        <source>Writes the step for Perfetto or chrome://tracing, to compare it with a profile.</source>
        <translation>把训练步写成 Perfetto 或 chrome://tracing 的文件，与性能分析对照。</translation>
    </message>
    <message>
        <source>One bar for each plan, named by its letter; the red line is the card&apos;s memory.</source>
        <translation>每个方案一条，以字母标明，红线是加速卡的显存。</translation>
    </message>
    <message>
        <source>Gives a plan of the comparison another name.</source>
        <translation>为对比中的方案改名。</translation>
    </message>
    <message>
        <source>Takes a plan out of the comparison.</source>
        <translation>从对比中移除一个方案。</translation>
    </message>
    <message>
        <source>The plan that the others are compared with in the table.</source>
        <translation>表格中其他方案与之比较的方案。</translation>
    </message>
    <message>
        <source>Plans that come with the program, and your own.</source>
        <translation>随程序提供的方案和您自己的方案。</translation>
    </message>
    <message>
        <source>Shows only plans whose name, model or notes have these words.</source>
        <translation>只显示名称、模型或备注含有这些词的方案。</translation>
    </message>
    <message>
        <source>Shows only one group of plans.</source>
        <translation>只显示一组方案。</translation>
    </message>
    <message>
        <source>Hides plans that do not fit their card.</source>
        <translation>隐藏加速卡放不下的方案。</translation>
    </message>
    <message>
        <source>Adds the plan that is open to your own plans.</source>
        <translation>把当前打开的方案加入您自己的方案。</translation>
    </message>
    <message>
        <source>Shows all plans again.</source>
        <translation>重新显示全部方案。</translation>
    </message>
    <message>
        <source>Where your own plans are kept; the folder can be shared with a team.</source>
        <translation>您自己的方案所在的文件夹，可与团队共享。</translation>
    </message>
    <message>
        <source>Memory of one GPU by context length, of the chosen plan.</source>
        <translation>所选方案一张 GPU 的显存随上下文长度的变化。</translation>
    </message>
    <message>
        <source>Puts the chosen plan into this window; undo brings back what was there.</source>
        <translation>把所选方案放进本窗口，撤销可恢复原来的方案。</translation>
    </message>
    <message>
        <source>Compares the chosen plan with the one that is open.</source>
        <translation>把所选方案与当前方案对比。</translation>
    </message>
    <message>
        <source>Adds a copy of the chosen plan to your own plans.</source>
        <translation>把所选方案的副本加入您自己的方案。</translation>
    </message>
    <message>
        <source>Opens the chosen plan in a window of its own.</source>
        <translation>在单独的窗口中打开所选方案。</translation>
    </message>
    <message>
        <source>Gives this plan of yours another name.</source>
        <translation>为您的这个方案改名。</translation>
    </message>
    <message>
        <source>Deletes the file of this plan of yours; the message can undo it.</source>
        <translation>删除您的这个方案的文件，可在消息中撤销。</translation>
    </message>
    <message>
        <source>Memory of one GPU of the stage, tensor by tensor.</source>
        <translation>该阶段一张 GPU 的显存，逐个张量列出。</translation>
    </message>
    <message>
        <source>The total of each stage of the pipeline.</source>
        <translation>流水线每个阶段的合计。</translation>
    </message>
    <message>
        <source>GiB is 1,073,741,824 bytes, GB is 1,000,000,000 bytes; change it under View.</source>
        <translation>GiB 是 1,073,741,824 字节，GB 是 1,000,000,000 字节，可在视图中更改。</translation>
    </message>
    <message>
        <source>What is computed, and in which precision.</source>
        <translation>计算什么，用什么数值格式。</translation>
    </message>
    <message>
        <source>What trades compute or traffic for memory.</source>
        <translation>用计算或通信换取显存的办法。</translation>
    </message>
    <message>
        <source>Settings that few plans need.</source>
        <translation>少数方案才需要的设置。</translation>
    </message>
    <message>
        <source>Double-click: back to the preset&apos;s value.</source>
        <translation>双击恢复预设值。</translation>
    </message>
    <message>
        <source>What dropping activations and making them again saves.</source>
        <translation>丢弃激活值并重算能节省多少。</translation>
    </message>
    <message>
        <source>No, selective and full recompute side by side; the red line is the card&apos;s memory.</source>
        <translation>不重算、选择性与完全重算并列，红线是加速卡的显存。</translation>
    </message>
    <message>
        <source>Shows the figure of the plan that is open instead.</source>
        <translation>改为显示当前方案的图。</translation>
    </message>
    <message>
        <source>The table that the method&apos;s own program prints.</source>
        <translation>该方法自己的程序所输出的表格。</translation>
    </message>
    <message>
        <source>Writes the chart of the chosen plan as a slide or a picture.</source>
        <translation>把所选方案的图表写成幻灯片或图片。</translation>
    </message>
    <message>
        <source>Changes the notes of this plan of yours.</source>
        <translation>修改您的这个方案的备注。</translation>
    </message>
    <message>
        <source>Copies plan files into the folder of your own plans.</source>
        <translation>把方案文件复制到您自己的方案文件夹。</translation>
    </message>
    <message>
        <source>Where a step&apos;s time goes, and what the run takes and costs.</source>
        <translation>一步的时间花在哪里，整个训练要多久、花多少钱。</translation>
    </message>
    <message>
        <source>How long the run is, and what it costs.</source>
        <translation>训练有多长，花多少钱。</translation>
    </message>
    <message>
        <source>One bar for each stage of the pipeline, stacked by where its time goes.</source>
        <translation>流水线每个阶段一根柱，按时间花在哪里堆叠。</translation>
    </message>
    <message>
        <source>Puts all rows on the clipboard, for a spreadsheet.</source>
        <translation>把所有行放到剪贴板，供电子表格使用。</translation>
    </message>
    <message>
        <source>Ends the search; what was found stays.</source>
        <translation>结束搜索；已找到的保留。</translation>
    </message>
    <message>
        <source>The plan by every method, exact and by other calculators.</source>
        <translation>用每种方法估算该方案：精确方法与其他计算器。</translation>
    </message>
    <message>
        <source>One bar for each method, named by its letter; the red line is the card&apos;s memory.</source>
        <translation>每种方法一条柱，以字母标名；红线是加速卡的显存。</translation>
    </message>
    <message>
        <source>Gives the plan the method of the table&apos;s chosen row.</source>
        <translation>让方案采用表格中所选行的方法。</translation>
    </message>
    <message>
        <source>The models of the job and their memory.</source>
        <translation>任务的各个模型及其显存。</translation>
    </message>
    <message>
        <source>Which model, and its shape.</source>
        <translation>哪个模型，及其结构。</translation>
    </message>
    <message>
        <source>Each model with its weights and its place.</source>
        <translation>每个模型的权重格式和位置。</translation>
    </message>
    <message>
        <source>The model that is trained.</source>
        <translation>被训练的模型。</translation>
    </message>
    <message>
        <source>The frozen model from which the policy must not drift.</source>
        <translation>冻结的模型，策略不应偏离它太远。</translation>
    </message>
    <message>
        <source>The critic of PPO: a value for each token, trained too.</source>
        <translation>PPO 的价值模型：每个词元一个值，也要训练。</translation>
    </message>
    <message>
        <source>Judges what was generated; frozen, one value a sequence.</source>
        <translation>评判生成的内容；冻结，每条序列一个值。</translation>
    </message>
    <message>
        <source>The frozen model whose logits the student learns.</source>
        <translation>冻结的模型，学生学习它的 logits。</translation>
    </message>
    <message>
        <source>A moving average of the weights; there once one of its keys is set.</source>
        <translation>权重的滑动平均；设置其任一键后才存在。</translation>
    </message>
    <message>
        <source>The server that generates, and its share of the card.</source>
        <translation>负责生成的推理服务，及其占用加速卡的比例。</translation>
    </message>
    <message>
        <source>How many of each card the plan needs at the same batch, with time and price.</source>
        <translation>批大小不变时方案需要每种卡多少张，以及时间和价格。</translation>
    </message>
    <message>
        <source>One row for each card: memory of one GPU against its capacity, and time and price on as many as are shown.</source>
        <translation>每种卡一行：单张 GPU 的显存与容量对比，以及所列张数的时间和价格。</translation>
    </message>
    <message>
        <source>The fewest GPUs of each card on which the plan fits, or as many as the plan has.</source>
        <translation>每种卡能放下方案的最少 GPU 数，或与方案相同的张数。</translation>
    </message>
    <message>
        <source>Leaves cards out on which the run takes longer.</source>
        <translation>去掉训练时间更长的卡。</translation>
    </message>
    <message>
        <source>Leaves cards out on which the run costs more.</source>
        <translation>去掉训练费用更高的卡。</translation>
    </message>
    <message>
        <source>Models that fit the cards of this machine: served, with adapters, or trained as a whole.</source>
        <translation>这台机器的卡能放下的模型：推理服务、适配器或全量微调。</translation>
    </message>
    <message>
        <source>This machine, or one card of the catalogue.</source>
        <translation>这台机器，或目录中的一种卡。</translation>
    </message>
    <message>
        <source>The memory of one GPU: by context, by GPUs, and in a step.</source>
        <translation>一张 GPU 的显存：随上下文、随 GPU 数量以及在一步之中。</translation>
    </message>
    <message>
        <source>Layouts and cards for the plan, and models for a card.</source>
        <translation>适合方案的布局和加速卡，以及适合一种卡的模型。</translation>
    </message>
    <message>
        <source>Plans, ZeRO stages, recompute, sizes, methods.</source>
        <translation>方案、ZeRO 阶段、激活重算、规模、方法。</translation>
    </message>
    <message>
        <source>The way of estimating; choose another under Expert.</source>
        <translation>估算方法；可在“专家设置”中另选。</translation>
    </message>
    <message>
        <source>The card and its memory, and the nodes.</source>
        <translation>加速卡及其显存，以及节点。</translation>
    </message>
    <message>
        <source>How one model is split over several cards.</source>
        <translation>一个模型如何切分到多张卡上。</translation>
    </message>
    <message>
        <source>The method of estimating, the allocator and the versions of libraries.</source>
        <translation>估算方法、分配器和库的版本。</translation>
    </message>
    <message>
        <source>What you do with the model; it sets the other settings as the program has them.</source>
        <translation>您要用模型做什么；其余设置随之改为该程序的值。</translation>
    </message>
    <message>
        <source>The framework or server that runs it; it sets the other settings as it would.</source>
        <translation>运行它的框架或服务器；其余设置随之改为它的值。</translation>
    </message>
    <message>
        <source>Shows only the settings that differ from those of task and program.</source>
        <translation>只显示与任务和程序所设不同的设置。</translation>
    </message>
    <message>
        <source>All changes in a table: what each comes to, costs and changes.</source>
        <translation>所有改动的表格：显存、代价和改变的内容。</translation>
    </message>
    <message>
        <source>Leaves cards out on which the plan&apos;s program does not run. Without it they are listed with the reason.</source>
        <translation>不列出方案所用程序不能运行的卡。取消后列出它们并说明原因。</translation>
    </message>
    <message>
        <source>All layouts of the cluster that fit: how fast, and how large.</source>
        <translation>集群中放得下的全部布局：多快、多大。</translation>
    </message>
    <message>
        <source>A dot for each layout; the line is those that no other one beats in both time and memory. A click selects one.</source>
        <translation>每个布局一个点；连线上的布局在时间和显存两方面都没有别的布局更好。点击即选中。</translation>
    </message>
    <message>
        <source>Changes the plan to the selected layout.</source>
        <translation>把方案改为选中的布局。</translation>
    </message>
    <message>
        <source>Puts the plan with the selected layout into Compare.</source>
        <translation>把采用选中布局的方案加入对比。</translation>
    </message>
    <message>
        <source>Changes the plan to the selected card.</source>
        <translation>把方案改为选中的加速卡。</translation>
    </message>
    <message>
        <source>Puts the plan on the selected card into Compare.</source>
        <translation>把选中加速卡上的方案加入对比。</translation>
    </message>
    <message>
        <source>What the search may not do, and settings that stay as the plan has them.</source>
        <translation>搜索不得做的事，以及保持方案中值的设置。</translation>
    </message>
    <message>
        <source>Several plans side by side, with their memory, time and cost.</source>
        <translation>几个方案并列，含其显存、时间和费用。</translation>
    </message>
    <message>
        <source>The layers to keep, recompute or offload so that it fits.</source>
        <translation>为了放得下，哪些层保留、重算或卸载。</translation>
    </message>
    <message>
        <source>Gives the plan this recompute and offload.</source>
        <translation>让方案采用这样的重算和卸载。</translation>
    </message>
</context>
</TS>
