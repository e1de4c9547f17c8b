<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW" sourcelanguage="en">
<context>
    <name>core</name>
    <message>
        <source>Context length (tokens, log₂ scale)</source>
        <translation>上下文長度（詞元，log₂ 刻度）</translation>
    </message>
    <message>
        <source>Memory per GPU (GiB)</source>
        <translation>每卡記憶體 (GiB)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>參數</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>最佳化器狀態</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Logits and buffers</source>
        <translation>logits 與緩衝</translation>
    </message>
    <message>
        <source>Runtime overhead</source>
        <translation>執行時開銷</translation>
    </message>
    <message>
        <source>load</source>
        <translation>載入</translation>
    </message>
    <message>
        <source>end of forward</source>
        <translation>前向結束</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>計算損失</translation>
    </message>
    <message>
        <source>backward of a layer</source>
        <translation>單層反向</translation>
    </message>
    <message>
        <source>end of backward</source>
        <translation>反向結束</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>最佳化器更新</translation>
    </message>
    <message>
        <source>Does not fit at any length</source>
        <translation>任何長度都放不下</translation>
    </message>
    <message>
        <source>Fits up to %1 {token|tokens}</source>
        <translation>最多可放下 %1 詞元</translation>
    </message>
    <message>
        <source>Context length (tokens)</source>
        <translation>上下文長度（詞元）</translation>
    </message>
    <message>
        <source>ZeRO-%1</source>
        <translation>ZeRO-%1</translation>
    </message>
    <message>
        <source>Training memory by context length: 8B, 70B, 405B</source>
        <translation>訓練 GPU 記憶體隨上下文長度的變化：8B、70B、405B</translation>
    </message>
    <message>
        <source>must be one of %1</source>
        <translation>必須是以下之一：%1</translation>
    </message>
    <message>
        <source>is not a key of a plan</source>
        <translation>不是方案中的鍵</translation>
    </message>
    <message>
        <source>is written twice</source>
        <translation>重複出現</translation>
    </message>
    <message>
        <source>nested more than %1 levels deep</source>
        <translation>巢狀超過 %1 層</translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation>必須是 %1</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>必須是物件</translation>
    </message>
    <message>
        <source>a plan has exactly one of model.id, model.custom and model.parameters</source>
        <translation>model.id、model.custom 和 model.parameters 在方案中必須有且只有一個</translation>
    </message>
    <message>
        <source>this plan was written by a newer Highwater; this one reads version %1</source>
        <translation>此方案由更新版本的 Highwater 寫入；目前程式只能讀取版本 %1</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>larger than a plan can be, %1 bytes</source>
        <translation>超過方案檔案的大小上限 %1 位元組</translation>
    </message>
    <message>
        <source>Does not fit with one sequence</source>
        <translation>一條序列也放不下</translation>
    </message>
    <message>
        <source>Does not fit on any number of GPUs</source>
        <translation>無論多少 GPU 都放不下</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>無代價</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Fused kernels</source>
        <translation>融合核心函式</translation>
    </message>
    <message>
        <source>Chunked loss</source>
        <translation>分塊損失</translation>
    </message>
    <message>
        <source>Free gradients after the step</source>
        <translation>每步後釋放梯度</translation>
    </message>
    <message>
        <source>+50 % traffic</source>
        <translation>通訊約 +50 %</translation>
    </message>
    <message>
        <source>same traffic</source>
        <translation>通訊不變</translation>
    </message>
    <message>
        <source>a little more compute</source>
        <translation>計算略增</translation>
    </message>
    <message>
        <source>Recompute every layer</source>
        <translation>全層激活重算</translation>
    </message>
    <message>
        <source>+33 % compute</source>
        <translation>計算約 +33 %</translation>
    </message>
    <message>
        <source>16-bit gradients</source>
        <translation>16 位元梯度</translation>
    </message>
    <message>
        <source>less precise sums</source>
        <translation>累加精度降低</translation>
    </message>
    <message>
        <source>8-bit AdamW</source>
        <translation>8 位元 AdamW</translation>
    </message>
    <message>
        <source>%1 {GPU|GPUs}</source>
        <translation>%1 張 GPU</translation>
    </message>
    <message>
        <source>more hardware</source>
        <translation>硬體增加</translation>
    </message>
    <message>
        <source>changes the run</source>
        <translation>改變實驗</translation>
    </message>
    <message>
        <source>Shorten to %1</source>
        <translation>縮短到 %1</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation>必須是 %1 到 %2 的整數</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>不能為負</translation>
    </message>
    <message>
        <source>must not be below --from, %1</source>
        <translation>不能小於 --from 的值 %1</translation>
    </message>
    <message>
        <source>must be a key with whole numbers, such as workload.context</source>
        <translation>必須是取整數的鍵，例如 workload.context</translation>
    </message>
    <message>
        <source>is not in the catalogue</source>
        <translation>不在目錄中</translation>
    </message>
    <message>
        <source>is not in the catalogue; similar: %1</source>
        <translation>不在目錄中；相近的有：%1</translation>
    </message>
    <message>
        <source>must come to at most %1 parameters</source>
        <translation>總參數量不能超過 %1</translation>
    </message>
    <message>
        <source>must divide the number of heads, %1</source>
        <translation>必須能整除注意力頭數 %1</translation>
    </message>
    <message>
        <source>must not be more than the number of layers, %1</source>
        <translation>不能超過層數 %1</translation>
    </message>
    <message>
        <source>must divide the number of experts, %1</source>
        <translation>必須能整除專家數 %1</translation>
    </message>
    <message>
        <source>must be at least tensor · pipeline · context parallel, %1</source>
        <translation>不能小於張量 · 管線 · 上下文平行之積 %1</translation>
    </message>
    <message>
        <source>must divide the ranks that share the states, %1</source>
        <translation>必須能整除共同切分模型狀態的 rank 數 %1</translation>
    </message>
    <message>
        <source>must be at most 1 with pipeline parallelism in DeepSpeed</source>
        <translation>在 DeepSpeed 中使用管線平行時不能超過 1</translation>
    </message>
    <message>
        <source>must be a power of two</source>
        <translation>必須是 2 的冪</translation>
    </message>
    <message>
        <source>%1 {GPU does|GPUs do} not divide by tensor · pipeline · context parallel, %2: %3 {stays|stay} idle</source>
        <translation>%1 張 GPU 不能被張量 · 管線 · 上下文平行之積 %2 整除：%3 張閒置</translation>
    </message>
    <message>
        <source>A node has more GPUs (%1) than the cluster (%2)</source>
        <translation>每節點 GPU 數 (%1) 多於叢集總數 (%2)</translation>
    </message>
    <message>
        <source>More tensor ranks (%1) than key heads (%2): keys and values are replicated</source>
        <translation>張量平行 rank 數 (%1) 多於KV 頭數 (%2)：鍵和值會被複製</translation>
    </message>
    <message>
        <source>Tensor parallelism crosses nodes of %1 {GPU|GPUs}</source>
        <translation>張量平行跨越了 %1 卡的節點</translation>
    </message>
    <message>
        <source>The model was made for at most %1 {token|tokens}</source>
        <translation>該模型按最多 %1 詞元設計</translation>
    </message>
    <message>
        <source>%1 {sequence does|sequences do} not divide into passes of %2: the last one is not full</source>
        <translation>%1 條序列不能按每次前向 %2 條整除：最後一次不滿</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step: pre-training wants 4 to 60 million, and below 1 million the gradient is noisy</source>
        <translation>每步 %1 詞元：預訓練一般用 400 萬到 6000 萬，低於 100 萬時梯度噪聲較大</translation>
    </message>
    <message>
        <source>The architecture of this model is not verified</source>
        <translation>此模型的結構未經核實</translation>
    </message>
    <message>
        <source>What this device reports is not known: its marketed size is taken as GiB</source>
        <translation>此裝置實際報告的 GPU 記憶體未知：按標稱容量以 GiB 計</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>詞元嵌入</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>輸出頭</translation>
    </message>
    <message>
        <source>Learned positions and final norm</source>
        <translation>可學習位置編碼與最終正規化</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力權重</translation>
    </message>
    <message>
        <source>MLP weights</source>
        <translation>MLP 權重</translation>
    </message>
    <message>
        <source>Routed experts&apos; weights</source>
        <translation>路由專家權重</translation>
    </message>
    <message>
        <source>Shared experts&apos; weights</source>
        <translation>共享專家權重</translation>
    </message>
    <message>
        <source>Router weights</source>
        <translation>路由器權重</translation>
    </message>
    <message>
        <source>Norm weights</source>
        <translation>正規化權重</translation>
    </message>
    <message>
        <source>Gradient of the token embedding</source>
        <translation>詞元嵌入的梯度</translation>
    </message>
    <message>
        <source>Gradient of the output head</source>
        <translation>輸出頭的梯度</translation>
    </message>
    <message>
        <source>Gradients of learned positions and final norm</source>
        <translation>可學習位置編碼與最終正規化的梯度</translation>
    </message>
    <message>
        <source>Gradients of a dense layer</source>
        <translation>一個稠密層的梯度</translation>
    </message>
    <message>
        <source>32-bit master weights</source>
        <translation>32 位元主權重</translation>
    </message>
    <message>
        <source>First moment</source>
        <translation>一階矩</translation>
    </message>
    <message>
        <source>Second moment</source>
        <translation>二階矩</translation>
    </message>
    <message>
        <source>Sum of squared gradients</source>
        <translation>梯度平方和</translation>
    </message>
    <message>
        <source>Row and column sums of the second moment</source>
        <translation>二階矩的列和與欄和</translation>
    </message>
    <message>
        <source>Second moment outside the hidden matrices</source>
        <translation>隱藏層矩陣以外的二階矩</translation>
    </message>
    <message>
        <source>Input of the attention norm</source>
        <translation>注意力正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the attention norm</source>
        <translation>注意力正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the attention norm before its weight</source>
        <translation>注意力正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the attention norm</source>
        <translation>注意力正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the query, key and value products</source>
        <translation>查詢、鍵、值矩陣乘的輸入</translation>
    </message>
    <message>
        <source>8-bit input of the query, key and value products</source>
        <translation>查詢、鍵、值矩陣乘的 8 位元輸入</translation>
    </message>
    <message>
        <source>Input of the query norm</source>
        <translation>查詢正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the query norm</source>
        <translation>查詢正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the query norm before its weight</source>
        <translation>查詢正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the query norm</source>
        <translation>查詢正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the key norm</source>
        <translation>鍵正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the key norm</source>
        <translation>鍵正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the key norm before its weight</source>
        <translation>鍵正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the key norm</source>
        <translation>鍵正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the query latent&apos;s norm</source>
        <translation>查詢潛向量正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the query latent&apos;s norm</source>
        <translation>查詢潛向量正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the query latent&apos;s norm before its weight</source>
        <translation>查詢潛向量正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the query latent&apos;s norm</source>
        <translation>查詢潛向量正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the query&apos;s expansion</source>
        <translation>查詢升維的輸入</translation>
    </message>
    <message>
        <source>Input of the key-value latent&apos;s norm</source>
        <translation>鍵值潛向量正規化的輸入</translation>
    </message>
    <message>
        <source>Rotary key, in one tensor with the latent</source>
        <translation>旋轉位置鍵（與潛向量同在一個張量）</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the key-value latent&apos;s norm</source>
        <translation>鍵值潛向量正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the key-value latent&apos;s norm before its weight</source>
        <translation>鍵值潛向量正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the key-value latent&apos;s norm</source>
        <translation>鍵值潛向量正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the key and value expansion</source>
        <translation>鍵值升維的輸入</translation>
    </message>
    <message>
        <source>Query, rotated</source>
        <translation>查詢（已旋轉）</translation>
    </message>
    <message>
        <source>Key, rotated</source>
        <translation>鍵（已旋轉）</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Attention probabilities in 32 bits</source>
        <translation>注意力機率（32 位元）</translation>
    </message>
    <message>
        <source>Attention probabilities</source>
        <translation>注意力機率</translation>
    </message>
    <message>
        <source>Dropout mask of the attention probabilities</source>
        <translation>注意力機率的 dropout 遮罩</translation>
    </message>
    <message>
        <source>Attention probabilities after dropout</source>
        <translation>dropout 後的注意力機率</translation>
    </message>
    <message>
        <source>Output of the attention, input of its projection</source>
        <translation>注意力輸出（輸出投影的輸入）</translation>
    </message>
    <message>
        <source>8-bit input of the output projection</source>
        <translation>輸出投影的 8 位元輸入</translation>
    </message>
    <message>
        <source>Log-sum-exp of the attention&apos;s rows</source>
        <translation>注意力各列的 log-sum-exp</translation>
    </message>
    <message>
        <source>Dropout mask after the attention</source>
        <translation>注意力之後的 dropout 遮罩</translation>
    </message>
    <message>
        <source>Input of the norm after the attention</source>
        <translation>注意力後正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the norm after the attention</source>
        <translation>注意力後正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the norm after the attention before its weight</source>
        <translation>注意力後正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the norm after the attention</source>
        <translation>注意力後正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the MLP norm</source>
        <translation>MLP 正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the MLP norm</source>
        <translation>MLP 正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the MLP norm before its weight</source>
        <translation>MLP 正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the MLP norm</source>
        <translation>MLP 正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the MLP</source>
        <translation>MLP 的輸入</translation>
    </message>
    <message>
        <source>8-bit input of the MLP</source>
        <translation>MLP 的 8 位元輸入</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>閘控</translation>
    </message>
    <message>
        <source>Gate after its activation</source>
        <translation>激活後的閘控</translation>
    </message>
    <message>
        <source>Up projection</source>
        <translation>上投影</translation>
    </message>
    <message>
        <source>Product of gate and up, input of the down projection</source>
        <translation>閘控與上投影之積（下投影的輸入）</translation>
    </message>
    <message>
        <source>Input of the activation</source>
        <translation>激活函數的輸入</translation>
    </message>
    <message>
        <source>Output of the activation, input of the second product</source>
        <translation>激活函數的輸出（第二個矩陣乘的輸入）</translation>
    </message>
    <message>
        <source>Dropout mask after the MLP</source>
        <translation>MLP 之後的 dropout 遮罩</translation>
    </message>
    <message>
        <source>Input of the norm after the MLP</source>
        <translation>MLP 後正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the norm after the MLP</source>
        <translation>MLP 後正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the norm after the MLP before its weight</source>
        <translation>MLP 後正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the norm after the MLP</source>
        <translation>MLP 後正規化的統計量</translation>
    </message>
    <message>
        <source>Router&apos;s probabilities in 32 bits</source>
        <translation>路由機率（32 位元）</translation>
    </message>
    <message>
        <source>Chosen experts</source>
        <translation>選取的專家</translation>
    </message>
    <message>
        <source>Chosen probabilities</source>
        <translation>選取的機率</translation>
    </message>
    <message>
        <source>Sum of the chosen probabilities</source>
        <translation>選取機率之和</translation>
    </message>
    <message>
        <source>Which token stands in which row</source>
        <translation>詞元與行的對應索引</translation>
    </message>
    <message>
        <source>Tokens gathered by expert</source>
        <translation>按專家歸集的詞元</translation>
    </message>
    <message>
        <source>Gates of the routed experts</source>
        <translation>路由專家的閘控</translation>
    </message>
    <message>
        <source>Gates of the routed experts after the activation</source>
        <translation>路由專家激活後的閘控</translation>
    </message>
    <message>
        <source>Up projections of the routed experts</source>
        <translation>路由專家的上投影</translation>
    </message>
    <message>
        <source>Products of gate and up of the routed experts</source>
        <translation>路由專家的閘控與上投影之積</translation>
    </message>
    <message>
        <source>Inputs of the routed experts&apos; activation</source>
        <translation>路由專家激活函數的輸入</translation>
    </message>
    <message>
        <source>Outputs of the routed experts&apos; activation</source>
        <translation>路由專家激活函數的輸出</translation>
    </message>
    <message>
        <source>Outputs of the routed experts</source>
        <translation>路由專家的輸出</translation>
    </message>
    <message>
        <source>Routing weights</source>
        <translation>路由權重</translation>
    </message>
    <message>
        <source>Outputs of the routed experts, weighted</source>
        <translation>路由專家的加權輸出</translation>
    </message>
    <message>
        <source>Gate of the shared experts</source>
        <translation>共享專家的閘控</translation>
    </message>
    <message>
        <source>Gate of the shared experts after its activation</source>
        <translation>共享專家激活後的閘控</translation>
    </message>
    <message>
        <source>Up projection of the shared experts</source>
        <translation>共享專家的上投影</translation>
    </message>
    <message>
        <source>Product of gate and up of the shared experts</source>
        <translation>共享專家的閘控與上投影之積</translation>
    </message>
    <message>
        <source>Input of the shared experts&apos; activation</source>
        <translation>共享專家激活函數的輸入</translation>
    </message>
    <message>
        <source>Output of the shared experts&apos; activation</source>
        <translation>共享專家激活函數的輸出</translation>
    </message>
    <message>
        <source>Kept product: query</source>
        <translation>保留的矩陣乘：查詢</translation>
    </message>
    <message>
        <source>Kept product: key</source>
        <translation>保留的矩陣乘：鍵</translation>
    </message>
    <message>
        <source>Kept product: value</source>
        <translation>保留的矩陣乘：值</translation>
    </message>
    <message>
        <source>Kept product: query latent</source>
        <translation>保留的矩陣乘：查詢潛向量</translation>
    </message>
    <message>
        <source>Kept product: query&apos;s expansion</source>
        <translation>保留的矩陣乘：查詢升維</translation>
    </message>
    <message>
        <source>Kept product: key-value latent</source>
        <translation>保留的矩陣乘：鍵值潛向量</translation>
    </message>
    <message>
        <source>Kept product: key and value expansion</source>
        <translation>保留的矩陣乘：鍵值升維</translation>
    </message>
    <message>
        <source>Kept product: output projection</source>
        <translation>保留的矩陣乘：輸出投影</translation>
    </message>
    <message>
        <source>Kept product: gate</source>
        <translation>保留的矩陣乘：閘控</translation>
    </message>
    <message>
        <source>Kept product: up projection</source>
        <translation>保留的矩陣乘：上投影</translation>
    </message>
    <message>
        <source>Kept product: down projection</source>
        <translation>保留的矩陣乘：下投影</translation>
    </message>
    <message>
        <source>Kept product: router</source>
        <translation>保留的矩陣乘：路由器</translation>
    </message>
    <message>
        <source>Kept product: gate of the shared experts</source>
        <translation>保留的矩陣乘：共享專家的閘控</translation>
    </message>
    <message>
        <source>Kept product: up projection of the shared experts</source>
        <translation>保留的矩陣乘：共享專家的上投影</translation>
    </message>
    <message>
        <source>Kept product: down projection of the shared experts</source>
        <translation>保留的矩陣乘：共享專家的下投影</translation>
    </message>
    <message>
        <source>Dropout mask of the embedding</source>
        <translation>嵌入的 dropout 遮罩</translation>
    </message>
    <message>
        <source>Input of the final norm</source>
        <translation>最終正規化的輸入</translation>
    </message>
    <message>
        <source>32-bit copy of the input of the final norm</source>
        <translation>最終正規化輸入的 32 位元副本</translation>
    </message>
    <message>
        <source>Normalised values of the final norm before its weight</source>
        <translation>最終正規化乘權重前的值</translation>
    </message>
    <message>
        <source>Statistics of the final norm</source>
        <translation>最終正規化的統計量</translation>
    </message>
    <message>
        <source>Input of the output head</source>
        <translation>輸出頭的輸入</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>Gradient of the logits in 32 bits</source>
        <translation>logits 的梯度（32 位元）</translation>
    </message>
    <message>
        <source>Output head, gathered</source>
        <translation>輸出頭（已聚集）</translation>
    </message>
    <message>
        <source>Weights of the current block and the next, gathered</source>
        <translation>目前塊與下一塊的權重（已聚集）</translation>
    </message>
    <message>
        <source>Gradient of one block before it is reduced</source>
        <translation>歸約前單個塊的梯度</translation>
    </message>
    <message>
        <source>Gradient of the head before it is reduced</source>
        <translation>歸約前輸出頭的梯度</translation>
    </message>
    <message>
        <source>Gradient of the embedding before it is reduced</source>
        <translation>歸約前嵌入的梯度</translation>
    </message>
    <message>
        <source>8-bit attention weights, cast and transposed</source>
        <translation>8 位元注意力權重（轉換與轉置）</translation>
    </message>
    <message>
        <source>8-bit MLP weights, cast and transposed</source>
        <translation>8 位元 MLP 權重（轉換與轉置）</translation>
    </message>
    <message>
        <source>8-bit experts&apos; weights, cast and transposed</source>
        <translation>8 位元專家權重（轉換與轉置）</translation>
    </message>
    <message>
        <source>8-bit shared experts&apos; weights, cast and transposed</source>
        <translation>8 位元共享專家權重（轉換與轉置）</translation>
    </message>
    <message>
        <source>Driver context and kernels</source>
        <translation>驅動程式上下文與核心函式</translation>
    </message>
    <message>
        <source>Workspaces of the matrix library</source>
        <translation>矩陣函式庫的工作區</translation>
    </message>
    <message>
        <source>Buffers of the collectives</source>
        <translation>集合通訊緩衝</translation>
    </message>
    <message>
        <source>Reserved by the allocator, used by no tensor</source>
        <translation>配置器在張量之外保留的 GPU 記憶體</translation>
    </message>
    <message>
        <source>Reserved by PyTorch, with the runtime</source>
        <translation>PyTorch 保留的 GPU 記憶體（含執行時）</translation>
    </message>
    <message>
        <source>Reserved by PyTorch</source>
        <translation>PyTorch 保留的 GPU 記憶體</translation>
    </message>
    <message>
        <source>PyTorch: allocated %1, reserved %2</source>
        <translation>PyTorch：已分配 %1，已保留 %2</translation>
    </message>
    <message>
        <source>PyTorch: allocated %1, reserved %2; the allocator empties its cache once</source>
        <translation>PyTorch：已分配 %1，已保留 %2；配置器清空快取 1 次</translation>
    </message>
    <message>
        <source>PyTorch: allocated %1, reserved %2; the allocator empties its cache %3 times</source>
        <translation>PyTorch：已分配 %1，已保留 %2；配置器清空快取 %3 次</translation>
    </message>
    <message>
        <source>Keys and values, kept because the query is a view of one copy of all three</source>
        <translation>鍵與值（查詢是三者共同副本的檢視，因此一併保留）</translation>
    </message>
    <message>
        <source>Kept free by the plan</source>
        <translation>方案預留</translation>
    </message>
    <message>
        <source>must be 2 or 3: DeepSpeed has no estimator for the stages below</source>
        <translation>必須是 2 或 3：DeepSpeed 沒有更低階段的估算器</translation>
    </message>
    <message>
        <source>Largest layer, whole</source>
        <translation>最大的一層（完整）</translation>
    </message>
    <message>
        <source>16-bit parameters</source>
        <translation>16 位元參數</translation>
    </message>
    <message>
        <source>Gradients in 16 and 32 bits</source>
        <translation>16 位元與 32 位元梯度</translation>
    </message>
    <message>
        <source>32-bit parameters and Adam&apos;s moments</source>
        <translation>32 位元參數與 Adam 的一階、二階矩</translation>
    </message>
    <message>
        <source>DeepSpeed counts whole nodes: %1 × %2 {GPU|GPUs}</source>
        <translation>DeepSpeed 按整節點計：%1 個節點，每節點 %2 張 GPU</translation>
    </message>
    <message>
        <source>32-bit parameters</source>
        <translation>32 位元參數</translation>
    </message>
    <message>
        <source>32-bit gradients</source>
        <translation>32 位元梯度</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精確</translation>
    </message>
    <message>
        <source>Lecture, memory by context</source>
        <translation>講義：GPU 記憶體隨上下文變化</translation>
    </message>
    <message>
        <source>A GPT in 32 bits: no grouped heads, no SwiGLU, no flash attention, no logits</source>
        <translation>32 位元 GPT：無分組查詢、無 SwiGLU、無 Flash attention、不計 logits</translation>
    </message>
    <message>
        <source>Lecture, ZeRO</source>
        <translation>講義：ZeRO</translation>
    </message>
    <message>
        <source>No master weights, no norms, a GPT&apos;s activations for every model</source>
        <translation>不計主權重與正規化，所有模型都按 GPT 計激活值</translation>
    </message>
    <message>
        <source>Transformer math</source>
        <translation>Transformer Math</translation>
    </message>
    <message>
        <source>A GPT&apos;s activations for every model; no logits, no gathered weights</source>
        <translation>所有模型都按 GPT 計激活值；不計 logits 與聚集的權重</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>經驗法則</translation>
    </message>
    <message>
        <source>Six values a layer and token are a third of what a GPT layer keeps</source>
        <translation>每層每詞元六個值，只有 GPT 層實際保留量的三分之一</translation>
    </message>
    <message>
        <source>Activation ratio</source>
        <translation>激活比例</translation>
    </message>
    <message>
        <source>Activations follow the weights, whatever the shape of the model</source>
        <translation>激活值隨權重成比例變化，不論模型結構如何</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s estimator</source>
        <translation>DeepSpeed 估算器</translation>
    </message>
    <message>
        <source>Model states alone: no activations, buckets or context; prints GiB as GB</source>
        <translation>只計模型狀態：不計激活值、通訊桶和上下文；把 GiB 標成 GB</translation>
    </message>
    <message>
        <source>Model states %1 GB; with 10 to 20 % for buffers %2 to %3 GB</source>
        <translation>模型狀態 %1 GB；加上 10 到 20 % 的緩衝為 %2 到 %3 GB</translation>
    </message>
    <message>
        <source>Inputs of the layers</source>
        <translation>各層的輸入</translation>
    </message>
    <message>
        <source>Activations of the layers</source>
        <translation>各層的激活值</translation>
    </message>
    <message>
        <source>Attention scores</source>
        <translation>注意力分數</translation>
    </message>
    <message>
        <source>About three layers&apos; activations</source>
        <translation>約三層的激活值</translation>
    </message>
    <message>
        <source>Six values of 16 bits a layer</source>
        <translation>每層六個 16 位元值</translation>
    </message>
    <message>
        <source>12·L·d² = %1 parameters in %2 {layer|layers} gives d = %3; the model&apos;s own shape has d = %4</source>
        <translation>按 12·L·d² = %1 個參數、%2 層算得 d = %3；目前結構的 d = %4</translation>
    </message>
    <message>
        <source>The rule leaves out what grows with the square of the context; Korthikanti counts 34·n·d where the rule counts 12·n·d</source>
        <translation>此法則不計隨上下文平方增長的部分；Korthikanti 計 34·n·d 之處此法則只計 12·n·d</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>權重</translation>
    </message>
    <message>
        <source>The lecture notes have only one formula for ZeRO: weights and 16-bit gradients stay whole at every stage</source>
        <translation>講義筆記中只有一個 ZeRO 公式：權重與 16 位元梯度在任何階段都不切分</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必須是 true 或 false</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2</source>
        <translation>必須是 %1 到 %2 的數</translation>
    </message>
    <message>
        <source>must be a text of at most %1 bytes</source>
        <translation>必須是不超過 %1 位元組的文字</translation>
    </message>
    <message>
        <source>must be a list, without repeats, of %1</source>
        <translation>必須是取自 %1 且不重複的清單</translation>
    </message>
    <message>
        <source>is missing: a custom model needs it</source>
        <translation>缺失：自訂模型需要它</translation>
    </message>
    <message>
        <source>is missing: there are more heads (%1) than hidden units (%2)</source>
        <translation>缺失：頭數 (%1) 多於隱藏維度 (%2)</translation>
    </message>
    <message>
        <source>must not be more than the number of experts, %1</source>
        <translation>不能超過專家數 %1</translation>
    </message>
    <message>
        <source>Training memory by number of GPUs</source>
        <translation>訓練 GPU 記憶體與 GPU 數量</translation>
    </message>
    <message>
        <source>GPUs (log₂ scale)</source>
        <translation>GPU 數量（log₂ 刻度）</translation>
    </message>
    <message>
        <source>Fits on %1 {GPU|GPUs} or more</source>
        <translation>%1 卡及以上可放下</translation>
    </message>
    <message>
        <source>Layers that predict further tokens are not counted: %1</source>
        <translation>預測更多詞元的層未計入：%1</translation>
    </message>
    <message>
        <source>Kept product: rotary key</source>
        <translation>保留的矩陣乘：旋轉鍵</translation>
    </message>
    <message>
        <source>Gradients of the attention probabilities</source>
        <translation>注意力機率的梯度</translation>
    </message>
    <message>
        <source>Weights of the current block of experts and the next, gathered</source>
        <translation>目前與下一個專家塊的權重（已聚集）</translation>
    </message>
    <message>
        <source>Gradient of one block of experts before it is reduced</source>
        <translation>歸約前一個專家塊的梯度</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s estimator offloads parameters only at ZeRO-3 and together with the optimizer</source>
        <translation>DeepSpeed 的估算器只在 ZeRO-3 且與最佳化器一起時卸載參數</translation>
    </message>
    <message>
        <source>is missing: a model with shared experts needs routed ones too</source>
        <translation>缺失：共享專家須與路由專家並存</translation>
    </message>
    <message>
        <source>must be 1, 2 or 4</source>
        <translation>必須是 1、2 或 4</translation>
    </message>
    <message>
        <source>no plan to compare</source>
        <translation>沒有可對比的方案</translation>
    </message>
    <message>
        <source>Plans compared</source>
        <translation>方案對比</translation>
    </message>
    <message>
        <source>%1 {token|tokens}</source>
        <translation>%1 詞元</translation>
    </message>
    <message>
        <source>At %1 {token|tokens}</source>
        <translation>%1 詞元時</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>只列不同項</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最長上下文</translation>
    </message>
    <message>
        <source>Fits over the whole range</source>
        <translation>整個範圍都放得下</translation>
    </message>
    <message>
        <source>Does not fit at any length: states alone %1 %2</source>
        <translation>任何長度都放不下：僅模型狀態就佔 %1 %2</translation>
    </message>
    <message>
        <source>fits up to %1 {token|tokens}</source>
        <translation>最多可放下 %1 詞元</translation>
    </message>
    <message>
        <source>Training memory by context length</source>
        <translation>訓練 GPU 記憶體隨上下文長度的變化</translation>
    </message>
    <message>
        <source>Memory per GPU (%1)</source>
        <translation>每卡記憶體 (%1)</translation>
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
        <translation>模型狀態</translation>
    </message>
    <message>
        <source>Total, %1</source>
        <translation>合計，%1</translation>
    </message>
    <message>
        <source>Tensors and runtime</source>
        <translation>張量與執行時</translation>
    </message>
    <message>
        <source>Allocated, %1</source>
        <translation>已分配，%1</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>詞元</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>Capacity reached at %1.</source>
        <translation>在 %1 處達到容量。</translation>
    </message>
    <message>
        <source>It stays within the capacity.</source>
        <translation>始終不超出容量。</translation>
    </message>
    <message>
        <source>It is above the capacity everywhere.</source>
        <translation>處處超出容量。</translation>
    </message>
    <message>
        <source>Capacity reached between %1 and %2.</source>
        <translation>在 %1 與 %2 之間達到容量。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1，橫軸：%2</translation>
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
        <translation>%1：%2 = %3 位元組 (%4 %5)</translation>
    </message>
    <message>
        <source>%1: %2 × (%3) = %2 × (%4) bytes (%5 %6)</source>
        <translation>%1：%2 × (%3) = %2 × (%4) 位元組 (%5 %6)</translation>
    </message>
    <message>
        <source>Peak per GPU: %1 %2</source>
        <translation>每張 GPU 的峰值：%1 %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Lines of %1 by %2: %3.</source>
        <translation>折線圖，縱軸為「%1」，橫軸為「%2」：%3。</translation>
    </message>
    <message>
        <source>Stacked bars of %1 by %2: %3.</source>
        <translation>堆疊柱形圖，縱軸為「%1」，橫軸為「%2」：%3。</translation>
    </message>
    <message>
        <source>Stacked areas of %1 by %2: %3.</source>
        <translation>堆疊面積圖，縱軸為「%1」，橫軸為「%2」：%3。</translation>
    </message>
    <message>
        <source>The total goes from %1 %5 at %2 to %3 %5 at %4.</source>
        <translation>合計從 %2 處的 %1 %5 變為 %4 處的 %3 %5。</translation>
    </message>
    <message>
        <source>The highest goes from %1 %5 at %2 to %3 %5 at %4.</source>
        <translation>最高值從 %2 處的 %1 %5 變為 %4 處的 %3 %5。</translation>
    </message>
    <message>
        <source>must be at least %1 × %2 pixels for text of %3 pixels</source>
        <translation>文字為 %3 像素時不能小於 %1 × %2 像素</translation>
    </message>
    <message>
        <source>must be from 1 to %1 pixels wide and high</source>
        <translation>寬和高都必須是 1 到 %1 像素</translation>
    </message>
    <message>
        <source>must have a value at every point of its axis</source>
        <translation>在座標軸的每個點上都必須有值</translation>
    </message>
    <message>
        <source>states alone %1 of %2 %3</source>
        <translation>模型狀態 %1 / %2 %3</translation>
    </message>
    <message>
        <source>ZeRO-0 · unsharded</source>
        <translation>ZeRO-0 · 不切分</translation>
    </message>
    <message>
        <source>ZeRO-1 · optimizer</source>
        <translation>ZeRO-1 · 最佳化器</translation>
    </message>
    <message>
        <source>ZeRO-2 · + gradients</source>
        <translation>ZeRO-2 · + 梯度</translation>
    </message>
    <message>
        <source>ZeRO-3 · + parameters</source>
        <translation>ZeRO-3 · + 參數</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1（位元組）</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>分圖</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Axis label</source>
        <translation>座標軸標籤</translation>
    </message>
    <message>
        <source>has nothing to draw</source>
        <translation>沒有可繪製的內容</translation>
    </message>
    <message>
        <source>must be from %1 to %2 inches each way</source>
        <translation>寬和高都必須是 %1 到 %2 英寸</translation>
    </message>
    <message>
        <source>must be from %1 to %2 points</source>
        <translation>必須是 %1 到 %2 磅</translation>
    </message>
    <message>
        <source>this share code does not hold a plan</source>
        <translation>此分享碼中沒有方案</translation>
    </message>
    <message>
        <source>this share code says something that this Highwater does not know; a newer one may have written it</source>
        <translation>此分享碼含有目前程式不認識的內容；可能由更新版本的 Highwater 寫入</translation>
    </message>
    <message>
        <source>this share code was written by a newer Highwater; this one reads version %1</source>
        <translation>此分享碼由更新版本的 Highwater 寫入；目前程式只能讀取版本 %1</translation>
    </message>
    <message>
        <source>this share code is damaged: a letter of it is wrong, missing or too many</source>
        <translation>此分享碼已損壞：有字元寫錯、缺失或多餘</translation>
    </message>
    <message>
        <source>this share code is cut short: it has %1 {letter|letters} of %2</source>
        <translation>此分享碼不完整：應有 %2 個字元，只有 %1 個</translation>
    </message>
    <message>
        <source>not a share code, which begins with %1</source>
        <translation>不是分享碼：分享碼以 %1 開頭</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 個參數</translation>
    </message>
    <message>
        <source>Peak per GPU: %1, %2 {token|tokens} × %3, %4</source>
        <translation>每張 GPU 的峰值：%1，%2 詞元 × %3，%4</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分組</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>佔比</translation>
    </message>
    <message>
        <source>Total per GPU</source>
        <translation>每卡合計</translation>
    </message>
    <message>
        <source>Does not fit: %1 of %2 GiB, %3 GiB over</source>
        <translation>放不下：每卡 %1 / %2 GiB，超出 %3 GiB</translation>
    </message>
    <message>
        <source>Does not fit: the host needs %1 of %2 GiB a node</source>
        <translation>主機記憶體放不下：每節點需要 %1 GiB，容量 %2 GiB</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 GiB, %3 GiB free</source>
        <translation>能放下：每卡 %1 / %2 GiB，剩餘 %3 GiB</translation>
    </message>
    <message>
        <source>Memory plan</source>
        <translation>GPU 記憶體方案</translation>
    </message>
    <message>
        <source>Method: %1</source>
        <translation>方法：%1</translation>
    </message>
    <message>
        <source>Other than the default</source>
        <translation>與預設不同的設定</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>極限</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Share code</source>
        <translation>分享碼</translation>
    </message>
    <message>
        <source>larger card</source>
        <translation>換更大的卡</translation>
    </message>
    <message>
        <source>Add a plan to see differences</source>
        <translation>加入一個方案即可查看差異</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>張量</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>份數</translation>
    </message>
    <message>
        <source>must leave the picture from 1 to %1 pixels wide and high</source>
        <translation>必須使圖片的寬和高都在 1 到 %1 像素之間</translation>
    </message>
    <message>
        <source>needs more memory than there is</source>
        <translation>所需記憶體超過可用記憶體</translation>
    </message>
    <message>
        <source>%1, first, most loaded</source>
        <translation>%1（首個，負載最重）</translation>
    </message>
    <message>
        <source>%1, last, most loaded</source>
        <translation>%1（末個，負載最重）</translation>
    </message>
    <message>
        <source>%1, most loaded</source>
        <translation>%1（負載最重）</translation>
    </message>
    <message>
        <source>%1, first</source>
        <translation>%1（首個）</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1（末個）</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>階段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>層</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途微批次</translation>
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
        <translation>峰值時刻</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… 另有 %1 個</translation>
    </message>
    <message>
        <source>Stage %1 of %2, the most loaded</source>
        <translation>階段 %1（共 %2 個），負載最重</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>載入</translation>
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
        <translation>損失</translation>
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
        <translation>最佳化器</translation>
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
        <translation>已完成層數</translation>
    </message>
    <message>
        <source>layers left</source>
        <translation>剩餘層數</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Stage %1 of %2, layers %3 to %4: the most loaded one</source>
        <translation>階段 %1（共 %2 個），第 %3 到 %4 層：負載最重</translation>
    </message>
    <message>
        <source>Stage %1 of %2, layers %3 to %4</source>
        <translation>階段 %1（共 %2 個），第 %3 到 %4 層</translation>
    </message>
    <message>
        <source>Order of events, not seconds: one unit per layer forward, two per layer backward</source>
        <translation>按事件順序排列，不代表時長：每層前向 1 個單位，每層反向 2 個單位</translation>
    </message>
    <message>
        <source>Training memory over a step</source>
        <translation>訓練 GPU 記憶體在一步中的變化</translation>
    </message>
    <message>
        <source>knows no moments of a step: only the exact method has a timeline</source>
        <translation>不區分一步中的各個時刻：只有精確方法有時間線</translation>
    </message>
    <message>
        <source>must be a whole number from 1 to %1</source>
        <translation>必須是 1 到 %1 的整數</translation>
    </message>
    <message>
        <source>Peak %1 %2 — at the loss</source>
        <translation>峰值 %1 %2 — 計算損失時</translation>
    </message>
    <message>
        <source>Peak %1 %2 — end of forward</source>
        <translation>峰值 %1 %2 — 前向結束</translation>
    </message>
    <message>
        <source>Peak %1 %2 — end of backward</source>
        <translation>峰值 %1 %2 — 反向結束</translation>
    </message>
    <message>
        <source>Peak %1 %2 — backward of layer %3</source>
        <translation>峰值 %1 %2 — 第 %3 層反向</translation>
    </message>
    <message>
        <source>Peak %1 %2 — optimizer step</source>
        <translation>峰值 %1 %2 — 最佳化器更新</translation>
    </message>
    <message>
        <source>Peak %1 %2 — load</source>
        <translation>峰值 %1 %2 — 載入</translation>
    </message>
    <message>
        <source>%1 micro-batches are in flight; each keeps what its backward pass needs</source>
        <translation>%1 個微批次在途，各自保留反向計算所需的內容</translation>
    </message>
    <message>
        <source>{The only layer holds its input|All %1 layers hold their inputs}; logits and buffers take %2 %3</source>
        <translation>全部 %1 層都保留其輸入；logits 與緩衝佔 %2 %3</translation>
    </message>
    <message>
        <source>{The only layer holds its|All %1 layers hold their} activations, and logits and buffers take %2 %3</source>
        <translation>全部 %1 層都保留激活值，logits 與緩衝佔 %2 %3</translation>
    </message>
    <message>
        <source>{The only layer holds its|All %1 layers hold their} activations; nothing is freed yet</source>
        <translation>全部 %1 層都保留激活值，尚未釋放任何內容</translation>
    </message>
    <message>
        <source>The last layer to be freed is computed, and all gradients exist</source>
        <translation>正在計算最後釋放的一層，全部梯度均已產生</translation>
    </message>
    <message>
        <source>%1 micro-batches are in flight, and one layer uses %2 %3 of buffers</source>
        <translation>%1 個微批次在途，正在計算的一層使用 %2 %3 的緩衝</translation>
    </message>
    <message>
        <source>One layer is computed again; {the input of 1 layer|the inputs of %1 layers} and %2 %3 of buffers are there as well</source>
        <translation>正在重算一層，另有 %1 層的輸入和 %2 %3 的緩衝</translation>
    </message>
    <message>
        <source>%1 {layer still holds its|layers still hold their} activations; one layer uses %2 %3 of buffers</source>
        <translation>%1 層仍保留激活值，正在計算的一層使用 %2 %3 的緩衝</translation>
    </message>
    <message>
        <source>No activations: parameters, all gradients and the optimizer state</source>
        <translation>沒有激活值：只有參數、全部梯度和最佳化器狀態</translation>
    </message>
    <message>
        <source>The weights as they are loaded, before anything else is there</source>
        <translation>載入中的權重，此時尚無其他內容</translation>
    </message>
    <message>
        <source>The weights as they are loaded</source>
        <translation>載入中的權重</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight, what they keep for backward</source>
        <translation>%1 個在途微批次為反向計算保留的內容</translation>
    </message>
    <message>
        <source>{The input of 1 layer|The inputs of %1 layers}, kept for backward</source>
        <translation>%1 層的輸入，為反向計算保留</translation>
    </message>
    <message>
        <source>What %1 {layer keeps|layers keep} for backward</source>
        <translation>%1 層為反向計算保留的內容</translation>
    </message>
    <message>
        <source>The same, and at the loss: %1</source>
        <translation>同上，加上計算損失所需的：%1</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight, one of them at its last layer to be freed</source>
        <translation>%1 個微批次在途，其中一個正在計算其最後釋放的一層</translation>
    </message>
    <message>
        <source>The last layer to be freed is computed; the gradients are complete</source>
        <translation>正在計算最後釋放的一層；梯度已全部產生</translation>
    </message>
    <message>
        <source>Parameters, gradients and optimizer state; no activations</source>
        <translation>參數、梯度和最佳化器狀態；沒有激活值</translation>
    </message>
    <message>
        <source>Start of step</source>
        <translation>一步開始</translation>
    </message>
    <message>
        <source>Forward of pass %2, its layer %1</source>
        <translation>第 %2 次前向的第 %1 層</translation>
    </message>
    <message>
        <source>Forward of layer %1, micro-batch %2</source>
        <translation>第 %1 層前向，微批次 %2</translation>
    </message>
    <message>
        <source>Forward of layer %1</source>
        <translation>第 %1 層前向</translation>
    </message>
    <message>
        <source>End of forward</source>
        <translation>前向結束</translation>
    </message>
    <message>
        <source>Backward of pass %2, its layer %1</source>
        <translation>第 %2 次反向的第 %1 層</translation>
    </message>
    <message>
        <source>Backward of layer %1, micro-batch %2</source>
        <translation>第 %1 層反向，微批次 %2</translation>
    </message>
    <message>
        <source>Backward of layer %1</source>
        <translation>第 %1 層反向</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>最佳化器更新</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>Activations, %1</source>
        <translation>激活值，%1</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>標記</translation>
    </message>
    <message>
        <source>What is alive</source>
        <translation>佔用內容</translation>
    </message>
    <message>
        <source>▲ peak</source>
        <translation>▲ 峰值</translation>
    </message>
    <message>
        <source>Parameters, gradients and optimizer state are resident</source>
        <translation>參數、梯度和最佳化器狀態常駐</translation>
    </message>
    <message>
        <source>Parameters and optimizer state; gradients come with backward</source>
        <translation>參數和最佳化器狀態；梯度在反向計算中產生</translation>
    </message>
    <message>
        <source>End of backward</source>
        <translation>反向結束</translation>
    </message>
    <message>
        <source>is larger than a table may be, %1 bytes</source>
        <translation>超過表格的大小上限 %1 位元組</translation>
    </message>
    <message>
        <source>is not text in UTF-8</source>
        <translation>不是 UTF-8 文字</translation>
    </message>
    <message>
        <source>has a NUL</source>
        <translation>含有 NUL 字元</translation>
    </message>
    <message>
        <source>has text after a closing quote</source>
        <translation>結束引號之後還有文字</translation>
    </message>
    <message>
        <source>has a field of more than %1 bytes</source>
        <translation>有欄位超過 %1 位元組</translation>
    </message>
    <message>
        <source>has a quote that is not closed</source>
        <translation>有引號沒有結束</translation>
    </message>
    <message>
        <source>has a quote inside a field that does not begin with one</source>
        <translation>欄位不以引號開頭，中間卻出現引號</translation>
    </message>
    <message>
        <source>has a carriage return that ends no line</source>
        <translation>有不在行尾的歸位字元</translation>
    </message>
    <message>
        <source>has more than %1 rows</source>
        <translation>超過 %1 列</translation>
    </message>
    <message>
        <source>has more than %1 columns</source>
        <translation>超過 %1 欄</translation>
    </message>
    <message>
        <source>has %1 {field|fields} where the first row has %2</source>
        <translation>有 %1 個欄位，而首列有 %2 個</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Place in the order, in half units</source>
        <translation>順序中的位置（以半個單位計）</translation>
    </message>
    <message>
        <source>has no header row</source>
        <translation>沒有表頭行</translation>
    </message>
    <message>
        <source>is the name of two columns</source>
        <translation>列名重複</translation>
    </message>
    <message>
        <source>is missing: measured runs need this column</source>
        <translation>缺失：實測資料必需此欄</translation>
    </message>
    <message>
        <source>no value is stated</source>
        <translation>未給出數值</translation>
    </message>
    <message>
        <source>the value is a range</source>
        <translation>數值是一個範圍</translation>
    </message>
    <message>
        <source>the unit is not understood: %1</source>
        <translation>無法識別單位：%1</translation>
    </message>
    <message>
        <source>the value is not a number of bytes</source>
        <translation>數值不是有效的位元組數</translation>
    </message>
    <message>
        <source>the shape of the model is not stated</source>
        <translation>未給出模型結構</translation>
    </message>
    <message>
        <source>the vocabulary is not stated</source>
        <translation>未給出詞彙表大小</translation>
    </message>
    <message>
        <source>%1 is not understood: %2</source>
        <translation>無法識別 %1：%2</translation>
    </message>
    <message>
        <source>a plan cannot say the method %1</source>
        <translation>方案無法表示方法 %1</translation>
    </message>
    <message>
        <source>rank and targets of the adapters are not stated</source>
        <translation>未給出適配器的秩和目標矩陣</translation>
    </message>
    <message>
        <source>the precision is not stated</source>
        <translation>未給出精度</translation>
    </message>
    <message>
        <source>what is recomputed is not stated</source>
        <translation>未給出激活重算方式</translation>
    </message>
    <message>
        <source>the number of GPUs is not stated</source>
        <translation>未給出 GPU 數量</translation>
    </message>
    <message>
        <source>the length of the sequences is not stated</source>
        <translation>未給出序列長度</translation>
    </message>
    <message>
        <source>the batch is not stated</source>
        <translation>未給出批次大小</translation>
    </message>
    <message>
        <source>the samples are not packed: their lengths are not stated</source>
        <translation>樣本未打包：未給出其長度</translation>
    </message>
    <message>
        <source>the optimizer is not stated</source>
        <translation>未給出最佳化器</translation>
    </message>
    <message>
        <source>the source does not tell with which recipe a row ran</source>
        <translation>來源未說明該列使用哪個訓練配方</translation>
    </message>
    <message>
        <source>%1 is not above 0</source>
        <translation>%1 不大於 0</translation>
    </message>
    <message>
        <source>is missing: measured speeds need this column</source>
        <translation>缺失：實測速度表必需此欄</translation>
    </message>
    <message>
        <source>must be a number above 0</source>
        <translation>必須是大於 0 的數</translation>
    </message>
    <message>
        <source>comes twice</source>
        <translation>出現了兩次</translation>
    </message>
    <message>
        <source>what was measured is not stated</source>
        <translation>未說明測量的是什麼</translation>
    </message>
    <message>
        <source>one operator, not a model</source>
        <translation>只是單個運算子，不是模型</translation>
    </message>
    <message>
        <source>the source contradicts itself</source>
        <translation>來源自相矛盾</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是數</translation>
    </message>
    <message>
        <source>The host&apos;s memory (cluster.host_memory) is too small: %1 of %2 GiB</source>
        <translation>主機記憶體 (cluster.host_memory) 不足：需要 %1 GiB，容量 %2 GiB</translation>
    </message>
    <message>
        <source>At the upper end of the 90 % range the plan needs %1 GiB and does not fit</source>
        <translation>按 90 % 範圍的上端，方案需要 %1 GiB，放不下</translation>
    </message>
    <message>
        <source>Host memory per node: %1 GiB</source>
        <translation>每節點主機記憶體：%1 GiB</translation>
    </message>
    <message>
        <source>NVMe per node: %1 GiB</source>
        <translation>每節點 NVMe：%1 GiB</translation>
    </message>
    <message>
        <source>Pipeline stages, GiB of one GPU</source>
        <translation>管線各階段（每卡 GiB）</translation>
    </message>
    <message>
        <source>Times are the order of events, not seconds: a millisecond for each layer forward, two for each layer backward</source>
        <translation>時間只表示事件順序，不代表時長：每層前向 1 毫秒，每層反向 2 毫秒</translation>
    </message>
    <message>
        <source>Training step</source>
        <translation>訓練步</translation>
    </message>
    <message>
        <source>Context parallel %1</source>
        <translation>上下文平行 %1</translation>
    </message>
    <message>
        <source>more traffic</source>
        <translation>通訊增加</translation>
    </message>
    <message>
        <source>Tensor parallel %1</source>
        <translation>張量平行 %1</translation>
    </message>
    <message>
        <source>traffic in each layer</source>
        <translation>每層都有通訊</translation>
    </message>
    <message>
        <source>Pipeline parallel %1</source>
        <translation>管線平行 %1</translation>
    </message>
    <message>
        <source>stages wait for one another</source>
        <translation>各階段相互等待</translation>
    </message>
    <message>
        <source>must leave a layer for each of pipeline · virtual parts; layers: %1</source>
        <translation>必須使管線 · 虛擬階段的每一段至少有一層；層數：%1</translation>
    </message>
    <message>
        <source>expert · expert tensor parallel must divide the GPUs of a stage, %1</source>
        <translation>專家 · 專家張量平行之積必須能整除每個階段的 GPU 數 %1</translation>
    </message>
    <message>
        <source>needs ZeRO-3 in DeepSpeed</source>
        <translation>在 DeepSpeed 中需要 ZeRO-3</translation>
    </message>
    <message>
        <source>Adapter weights</source>
        <translation>適配器權重</translation>
    </message>
    <message>
        <source>Adapter weights of the output head</source>
        <translation>輸出頭的適配器權重</translation>
    </message>
    <message>
        <source>Gradients of a layer with experts, routed experts aside</source>
        <translation>一個專家層的梯度（不含路由專家）</translation>
    </message>
    <message>
        <source>Gradients of a layer&apos;s routed experts</source>
        <translation>一層路由專家的梯度</translation>
    </message>
    <message>
        <source>Gradients of adapters</source>
        <translation>適配器的梯度</translation>
    </message>
    <message>
        <source>Gradients of the output head&apos;s adapter</source>
        <translation>輸出頭適配器的梯度</translation>
    </message>
    <message>
        <source>32-bit master weights of routed experts</source>
        <translation>路由專家的 32 位元主權重</translation>
    </message>
    <message>
        <source>First moment of routed experts</source>
        <translation>路由專家的一階矩</translation>
    </message>
    <message>
        <source>Second moment of routed experts</source>
        <translation>路由專家的二階矩</translation>
    </message>
    <message>
        <source>Sum of squared gradients of routed experts</source>
        <translation>路由專家的梯度平方和</translation>
    </message>
    <message>
        <source>Row and column sums of routed experts&apos; second moment</source>
        <translation>路由專家二階矩的列和與欄和</translation>
    </message>
    <message>
        <source>Copy of the attention&apos;s output (unexplained)</source>
        <translation>注意力輸出的副本（原因不明）</translation>
    </message>
    <message>
        <source>Narrow products of adapters</source>
        <translation>適配器的低秩中間結果</translation>
    </message>
    <message>
        <source>Adapters&apos; outputs, padded to the fused product</source>
        <translation>適配器輸出（補零到合併矩陣乘的寬度）</translation>
    </message>
    <message>
        <source>Logits in 32 bits</source>
        <translation>logits（32 位元）</translation>
    </message>
    <message>
        <source>Logits shifted by one token, copied</source>
        <translation>錯開一個詞元的 logits 副本</translation>
    </message>
    <message>
        <source>Logits of the previous micro-batch</source>
        <translation>上一個微批次的 logits</translation>
    </message>
    <message>
        <source>32-bit copies of a loss that is split over tensor ranks</source>
        <translation>在張量平行 rank 間切分的損失的 32 位元副本</translation>
    </message>
    <message>
        <source>Gathered input of a split product, and its gradient</source>
        <translation>切分矩陣乘的輸入（已聚集）及其梯度</translation>
    </message>
    <message>
        <source>Routed experts of the current block and the next, gathered</source>
        <translation>目前塊與下一塊的路由專家（已聚集）</translation>
    </message>
    <message>
        <source>Embedding and head, gathered</source>
        <translation>嵌入與輸出頭（已聚集）</translation>
    </message>
    <message>
        <source>Last block, still gathered</source>
        <translation>最後一塊（仍保持聚集）</translation>
    </message>
    <message>
        <source>Parameters that are gathered at once</source>
        <translation>同時處於聚集狀態的參數</translation>
    </message>
    <message>
        <source>Gradient of one block&apos;s routed experts before it is reduced</source>
        <translation>歸約前單個塊的路由專家梯度</translation>
    </message>
    <message>
        <source>Gradients of embedding and head before they are reduced</source>
        <translation>歸約前嵌入與輸出頭的梯度</translation>
    </message>
    <message>
        <source>Gradient of frozen and adapted weights in one flat tensor</source>
        <translation>凍結權重與適配器權重合為一個展平張量的梯度</translation>
    </message>
    <message>
        <source>Bucket of gradients to be reduced</source>
        <translation>待歸約的梯度桶</translation>
    </message>
    <message>
        <source>Buckets of data parallelism, as large as the gradients</source>
        <translation>資料平行的梯度桶（與梯度等大）</translation>
    </message>
    <message>
        <source>32-bit gradients of one group of parameters at the step</source>
        <translation>最佳化器更新時一組參數的 32 位元梯度</translation>
    </message>
    <message>
        <source>Whole copy of the weights while the shards are filled</source>
        <translation>填充各分片時的完整權重副本</translation>
    </message>
    <message>
        <source>32-bit gradients on the host</source>
        <translation>主機上的 32 位元梯度</translation>
    </message>
    <message>
        <source>Buffers between disk and GPU</source>
        <translation>磁碟與 GPU 之間的緩衝</translation>
    </message>
    <message>
        <source>Copies of the parameters that the shards are gathered from</source>
        <translation>聚集各分片時所用的參數副本</translation>
    </message>
    <message>
        <source>16-bit gradients in addition to the accumulated ones</source>
        <translation>累加梯度之外的 16 位元梯度</translation>
    </message>
    <message>
        <source>Shared buffers of gathered inputs</source>
        <translation>聚集輸入的共用緩衝</translation>
    </message>
    <message>
        <source>Output head, unpacked from 4 bits, in two copies</source>
        <translation>輸出頭（由 4 位元反量化，兩份）</translation>
    </message>
    <message>
        <source>Inputs of frozen products, still held by the previous micro-batch</source>
        <translation>上一個微批次仍持有的凍結矩陣乘輸入</translation>
    </message>
    <message>
        <source>Hidden in the chart and still counted: %1.</source>
        <translation>圖表中已隱藏但仍計入：%1。</translation>
    </message>
    <message>
        <source>needs ZeRO-1 or more in DeepSpeed</source>
        <translation>在 DeepSpeed 中至少需要 ZeRO-1</translation>
    </message>
    <message>
        <source>Stages of the pipeline (%1) idle: a step has fewer micro-batches (%2)</source>
        <translation>管線有 %1 個階段，一步只有 %2 個微批次：部分階段會閒置</translation>
    </message>
    <message>
        <source>Adapter weights of a layer with experts, routed experts aside</source>
        <translation>一個專家層的適配器權重（不含路由專家）</translation>
    </message>
    <message>
        <source>Adapter weights of a layer&apos;s routed experts</source>
        <translation>一層路由專家的適配器權重</translation>
    </message>
    <message>
        <source>Gradients of adapters of a layer with experts, routed experts aside</source>
        <translation>一個專家層的適配器梯度（不含路由專家）</translation>
    </message>
    <message>
        <source>Gradients of adapters of a layer&apos;s routed experts</source>
        <translation>一層路由專家的適配器梯度</translation>
    </message>
    <message>
        <source>the MLP&apos;s last product</source>
        <translation>MLP 的最後一個矩陣乘</translation>
    </message>
    <message>
        <source>the product of gate and up</source>
        <translation>閘控與上投影的乘積</translation>
    </message>
    <message>
        <source>the MLP&apos;s input, gathered again</source>
        <translation>再次聚集的 MLP 輸入</translation>
    </message>
    <message>
        <source>the softmax of its attention</source>
        <translation>注意力的 softmax</translation>
    </message>
    <message>
        <source>its end, with all of its gradients</source>
        <translation>反向末尾，該層的全部梯度都已生成</translation>
    </message>
    <message>
        <source>Layer %1 at %2; %3 {layer holds its input|layers hold their inputs}; %4</source>
        <translation>第 %1 層，處於：%2；%3 層保留輸入；%4</translation>
    </message>
    <message>
        <source>Layer %1 at %2; %3 {layer holds its|layers hold their} activations; %4</source>
        <translation>第 %1 層，處於：%2；%3 層保留激活值；%4</translation>
    </message>
    <message>
        <source>The last layer to be freed is computed; its gradients are still to come</source>
        <translation>最後釋放的一層正在計算，其梯度尚未生成</translation>
    </message>
    <message>
        <source>A layer&apos;s output on its way to the next layer</source>
        <translation>正在傳給下一層的層輸出</translation>
    </message>
    <message>
        <source>Gradient of the head, made with the loss</source>
        <translation>輸出頭的梯度，隨損失一起生成</translation>
    </message>
    <message>
        <source>Gradient of the residual stream</source>
        <translation>殘差流的梯度</translation>
    </message>
    <message>
        <source>Gradient inside the MLP</source>
        <translation>MLP 內部的梯度</translation>
    </message>
    <message>
        <source>Gradients of the MLP&apos;s gate, up and product</source>
        <translation>MLP 閘控、上投影及其乘積的梯度</translation>
    </message>
    <message>
        <source>Gradient inside the routed experts</source>
        <translation>路由專家內部的梯度</translation>
    </message>
    <message>
        <source>Gradient of the routed experts&apos; output</source>
        <translation>路由專家輸出的梯度</translation>
    </message>
    <message>
        <source>Gradients of the experts&apos; gate, up and product</source>
        <translation>專家閘控、上投影及其乘積的梯度</translation>
    </message>
    <message>
        <source>Gradient that has passed the MLP&apos;s dropout</source>
        <translation>MLP dropout 反向產生的梯度</translation>
    </message>
    <message>
        <source>Gradient of one MLP weight, as it is computed</source>
        <translation>正在計算的 MLP 權重的梯度</translation>
    </message>
    <message>
        <source>Gradients of the experts&apos; weights, as they are computed</source>
        <translation>正在計算的專家權重的梯度</translation>
    </message>
    <message>
        <source>Gradient of the attention&apos;s values</source>
        <translation>注意力值的梯度</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基線</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>基線 %1</translation>
    </message>
    <message>
        <source>Fits — %1 of %2, %3 free</source>
        <translation>能放下 — 每卡 %1 / %2，剩餘 %3</translation>
    </message>
    <message>
        <source>Does not fit — %1 over (needs %2 of %3)</source>
        <translation>放不下 — 每卡超出 %1（需要 %2，容量 %3）</translation>
    </message>
    <message>
        <source>Does not fit the host — %1 over (a node needs %2 of %3)</source>
        <translation>主機記憶體放不下 — 超出 %1（每節點需要 %2，容量 %3）</translation>
    </message>
    <message>
        <source>at the upper end of the 90 % range, %1, the plan does not fit</source>
        <translation>按 90 % 範圍的上端 %1，放不下</translation>
    </message>
    <message>
        <source>less than 5 % free: fragmentation may decide</source>
        <translation>剩餘不足 5 %：能否放下可能取決於碎片</translation>
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
        <translation>GPU 能放下，但主機記憶體放不下</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>Host over</source>
        <translation>主機記憶體超出</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩餘 %1</translation>
    </message>
    <message>
        <source>traffic to the disk</source>
        <translation>增加磁碟傳輸</translation>
    </message>
    <message>
        <source>Optimizer state on the GPU</source>
        <translation>最佳化器狀態留在 GPU</translation>
    </message>
    <message>
        <source>Optimizer state on disk</source>
        <translation>最佳化器狀態放到磁碟</translation>
    </message>
    <message>
        <source>Parameters on the GPU</source>
        <translation>參數留在 GPU</translation>
    </message>
    <message>
        <source>Parameters on disk</source>
        <translation>參數放到磁碟</translation>
    </message>
    <message>
        <source>Activations on the GPU</source>
        <translation>激活值留在 GPU</translation>
    </message>
    <message>
        <source>%1 GiB of host memory a node</source>
        <translation>每個節點 %1 GiB 主機記憶體</translation>
    </message>
    <message>
        <source>Does not fit the host&apos;s memory at any length</source>
        <translation>任何長度都超出主機記憶體</translation>
    </message>
    <message>
        <source>Does not fit the host&apos;s memory with one sequence</source>
        <translation>只有一條序列也超出主機記憶體</translation>
    </message>
    <message>
        <source>Does not fit the host&apos;s memory on any number of GPUs</source>
        <translation>多少張 GPU 都超出主機記憶體</translation>
    </message>
    <message>
        <source>%1 keeps weights gathered and gradients whole in a pipeline until the last micro-batch: ZeRO shares them only between steps</source>
        <translation>在管線中，%1 到最後一個微批次之前一直保持權重聚集、梯度完整：ZeRO 只在步與步之間分攤它們</translation>
    </message>
    <message>
        <source>%1 keeps whole gradients of frozen weights too while ZeRO shards them: it may need more than no ZeRO</source>
        <translation>ZeRO 分片凍結的權重時，%1 也保留它們的完整梯度：佔用可能多於不用 ZeRO</translation>
    </message>
    <message>
        <source>%1 keeps all weights gathered from forward to backward pass at ZeRO-2, which may need more than ZeRO-1 or 3</source>
        <translation>%1 在 ZeRO-2 下從前向到反向一直保留聚集的全部權重，可能比 ZeRO-1 或 3 佔用更多</translation>
    </message>
    <message>
        <source>%1 has no tensor parallelism in training: counted as if it had</source>
        <translation>%1 訓練時沒有張量平行：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no pipeline parallelism in training: counted as if it had</source>
        <translation>%1 訓練時沒有管線平行：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no context parallelism in training: counted as if it had</source>
        <translation>%1 訓練時沒有上下文平行：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no expert parallelism in training: counted as if it had</source>
        <translation>%1 訓練時沒有專家平行：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no ZeRO-%2: its setting stands for ZeRO-%3, which is counted</source>
        <translation>%1 沒有 ZeRO-%2：該設定等同於 ZeRO-%3，按後者計算</translation>
    </message>
    <message>
        <source>%1 always shards on several GPUs, as ZeRO-%2 does: counted as ZeRO-%3</source>
        <translation>%1 在多張 GPU 上總是像 ZeRO-%2 那樣分片：按 ZeRO-%3 計算</translation>
    </message>
    <message>
        <source>%1 has no ZeRO-%2: counted as data parallelism with a shared optimizer</source>
        <translation>%1 沒有 ZeRO-%2：按切分最佳化器的資料平行計算</translation>
    </message>
    <message>
        <source>%1 does not offload to disk: counted as if it did</source>
        <translation>%1 不能卸載到磁碟：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 recomputes the attention&apos;s core alone, of which flash attention keeps no scores: nothing is saved</source>
        <translation>%1 只重算注意力的核心，而 Flash attention 本就不保留分數：不節省 GPU 記憶體</translation>
    </message>
    <message>
        <source>%1 has no chunked loss: counted in full</source>
        <translation>%1 沒有分塊損失：按完整 logits 計算</translation>
    </message>
    <message>
        <source>Parameters, gathered from forward to backward pass</source>
        <translation>參數，從前向到反向保持聚集</translation>
    </message>
    <message>
        <source>Weights, cast to 16 bits for the products</source>
        <translation>權重，為矩陣乘轉成 16 位元</translation>
    </message>
    <message>
        <source>Square roots of the sums, and gradients times the rate</source>
        <translation>累加和的平方根，以及梯度乘學習率</translation>
    </message>
    <message>
        <source>Update of one parameter, in two forms</source>
        <translation>一個參數的更新量，兩種形式</translation>
    </message>
    <message>
        <source>%1 reduces gradients through buckets of %2 values, more than the plan trains: ZeRO may need more memory than no ZeRO</source>
        <translation>%1 用容納 %2 個值的桶規約梯度，多於方案訓練的參數：開啟 ZeRO 可能比不開更佔記憶體</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值時</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形狀</translation>
    </message>
    <message>
        <source>With numbers</source>
        <translation>代入數值</translation>
    </message>
    <message>
        <source>One copy</source>
        <translation>每份</translation>
    </message>
    <message>
        <source>Memory at the peak, tensor by tensor</source>
        <translation>峰值時的 GPU 記憶體，逐個張量</translation>
    </message>
    <message>
        <source>This method does not count the context</source>
        <translation>此方法不計上下文長度</translation>
    </message>
    <message>
        <source>This method does not count the micro-batch</source>
        <translation>此方法不計微批次大小</translation>
    </message>
    <message>
        <source>This method does not count GPUs</source>
        <translation>此方法不計 GPU 數量</translation>
    </message>
    <message>
        <source>does not count GPUs: its number is that of one GPU</source>
        <translation>不計 GPU 數量：其結果是單張 GPU 的數值</translation>
    </message>
    <message>
        <source>makes a step of %1 events on one stage, and a timeline shows at most %2</source>
        <translation>使單個階段的一步有 %1 個事件，而時間線最多顯示 %2 個</translation>
    </message>
    <message>
        <source>must come to at most 100 million pixels in a picture</source>
        <translation>圖片總計不能超過 1 億像素</translation>
    </message>
    <message>
        <source>must be KEY=VALUE</source>
        <translation>必須寫成 KEY=VALUE</translation>
    </message>
    <message>
        <source>names a file; open it instead</source>
        <translation>是一個檔案名；請改為開啟該檔案</translation>
    </message>
    <message>
        <source>the command line ends inside a quoted text, or has a substitution that is not read</source>
        <translation>命令列在引號內結束，或含有不支援的替換</translation>
    </message>
    <message>
        <source>%1 {GPU|GPUs} in all (now %2)</source>
        <translation>共 %1 張 GPU（現為 %2）</translation>
    </message>
    <message>
        <source>Micro-batch %1 (now %2)</source>
        <translation>微批次 %1（現為 %2）</translation>
    </message>
    <message>
        <source>slower steps</source>
        <translation>每步變慢</translation>
    </message>
    <message>
        <source>global batch %1 (now %2)</source>
        <translation>全域批次大小 %1（現為 %2）</translation>
    </message>
    <message>
        <source>one micro-batch a step</source>
        <translation>每步 1 個微批次</translation>
    </message>
    <message>
        <source>%1 micro-batches a step</source>
        <translation>每步 %1 個微批次</translation>
    </message>
    <message>
        <source>same global batch</source>
        <translation>全域批次大小不變</translation>
    </message>
    <message>
        <source>pure bf16</source>
        <translation>純 bf16</translation>
    </message>
    <message>
        <source>selective recompute</source>
        <translation>選擇性重算</translation>
    </message>
    <message>
        <source>full recompute</source>
        <translation>完全重算</translation>
    </message>
    <message>
        <source>optimizer in host memory</source>
        <translation>最佳化器在主機記憶體</translation>
    </message>
    <message>
        <source>optimizer on NVMe</source>
        <translation>最佳化器在 NVMe</translation>
    </message>
    <message>
        <source>parameters in host memory</source>
        <translation>參數在主機記憶體</translation>
    </message>
    <message>
        <source>parameters on NVMe</source>
        <translation>參數在 NVMe</translation>
    </message>
    <message>
        <source>activations in host memory</source>
        <translation>激活值在主機記憶體</translation>
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
        <translation>%1 詞元 × %2</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>ZeRO off</source>
        <translation>ZeRO 關閉</translation>
    </message>
    <message>
        <source>comes to more bytes than can be counted (8 EiB): make it or another size of the run smaller</source>
        <translation>得出的位元組數超出可計範圍（8 EiB）：請減小它或其他規模參數</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step, above the 4M to 60M that pre-training takes</source>
        <translation>每步 %1 個詞元，高於預訓練通常的 4M 到 60M</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step, within the 4M to 60M that pre-training takes</source>
        <translation>每步 %1 個詞元，在預訓練通常的 4M 到 60M 之內</translation>
    </message>
    <message>
        <source>Accumulation steps: %1; sequences a step: %2 = %3 (micro-batch) × %4 (data parallel) × %1</source>
        <translation>累積步數：%1；每步序列數：%2 = %3（微批次）× %4（資料平行）× %1</translation>
    </message>
    <message>
        <source>Accumulation steps: %1; sequences a step: %2</source>
        <translation>累積步數：%1；每步序列數：%2</translation>
    </message>
    <message>
        <source>is not a key in a file: write %1</source>
        <translation>在檔案中不是鍵：請寫成 %1</translation>
    </message>
    <message>
        <source>Selective recompute</source>
        <translation>選擇性重算</translation>
    </message>
    <message>
        <source>All panels share one scale. ✕: more than the capacity.</source>
        <translation>各分圖使用同一刻度。✕：超出容量。</translation>
    </message>
    <message>
        <source>Memory of one GPU by ZeRO stage</source>
        <translation>按 ZeRO 階段的每卡記憶體</translation>
    </message>
    <message>
        <source>Memory of one GPU by recompute</source>
        <translation>按激活重算方式的每卡記憶體</translation>
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
        <translation>%1 沒有選擇性重算：按不重算計算</translation>
    </message>
    <message>
        <source>Input of a recomputed layer</source>
        <translation>被重算層的輸入</translation>
    </message>
    <message>
        <source>Each panel has its own scale: read the axis before comparing heights. ✕: more than the capacity.</source>
        <translation>每個分圖有自己的刻度：比較高度前請先看座標軸。✕：超出容量。</translation>
    </message>
    <message>
        <source>Time and cost, estimated</source>
        <translation>時間與費用（估算）</translation>
    </message>
    <message>
        <source>must be above 0 for a time</source>
        <translation>須大於 0 才能估算時間</translation>
    </message>
    <message>
        <source>peak %1 TFLOPS in %2</source>
        <translation>%2 峰值 %1 TFLOPS</translation>
    </message>
    <message>
        <source>the device has no bf16: its fp16 rate counts</source>
        <translation>該裝置不支援 bf16，按 fp16 速率計算</translation>
    </message>
    <message>
        <source>the device has no fp8: its 16-bit rate counts</source>
        <translation>該裝置不支援 fp8，按 16 位元速率計算</translation>
    </message>
    <message>
        <source>memory bandwidth %1</source>
        <translation>GPU 記憶體頻寬 %1</translation>
    </message>
    <message>
        <source>link within a node %1 in each direction</source>
        <translation>節點內互連單向 %1</translation>
    </message>
    <message>
        <source>network of one GPU %1 in each direction</source>
        <translation>每張 GPU 的網路單向 %1</translation>
    </message>
    <message>
        <source>PCIe of one GPU %1 in each direction</source>
        <translation>每張 GPU 的 PCIe 單向 %1</translation>
    </message>
    <message>
        <source>memory of the host %1 for each GPU, of which three quarters count</source>
        <translation>主機記憶體頻寬每張 GPU %1，按四分之三計</translation>
    </message>
    <message>
        <source>fused kernels, with communication during computation</source>
        <translation>融合核心函式，通訊與計算重疊</translation>
    </message>
    <message>
        <source>many small kernels, each launched by the program</source>
        <translation>大量小核心函式，逐個由程式啟動</translation>
    </message>
    <message>
        <source>20 tokens for each parameter that is trained: %1</source>
        <translation>每個可訓練參數 20 個詞元：%1</translation>
    </message>
    <message>
        <source>USD %1 for a GPU and hour, as of %2</source>
        <translation>每張 GPU 每小時 %1 美元（%2）</translation>
    </message>
    <message>
        <source>energy: %1 W a board, %2 % of the time; hosts and cooling come on top</source>
        <translation>能耗：每塊板卡 %1 W，佔 %2 % 的時間；主機與散熱另計</translation>
    </message>
    <message>
        <source>has no time: only the exact method knows the layout</source>
        <translation>無法估算時間：只有精確方法瞭解平行佈局</translation>
    </message>
    <message>
        <source>has no time of a training step</source>
        <translation>沒有訓練步的時間</translation>
    </message>
    <message>
        <source>comes to a time beyond counting</source>
        <translation>所得時間超出可計算範圍</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>矩陣乘法</translation>
    </message>
    <message>
        <source>Experts&apos; products</source>
        <translation>專家的矩陣乘法</translation>
    </message>
    <message>
        <source>Output head and loss</source>
        <translation>輸出層與損失</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>適配器</translation>
    </message>
    <message>
        <source>Memory-bound operators</source>
        <translation>訪存受限運算子</translation>
    </message>
    <message>
        <source>Waiting for launches</source>
        <translation>等待核心函式啟動</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>張量平行</translation>
    </message>
    <message>
        <source>Context parallelism</source>
        <translation>上下文平行</translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation>專家平行</translation>
    </message>
    <message>
        <source>Gathering of weights</source>
        <translation>聚集權重</translation>
    </message>
    <message>
        <source>Offload of activations</source>
        <translation>卸載激活值</translation>
    </message>
    <message>
        <source>Adding gradients up</source>
        <translation>累加梯度</translation>
    </message>
    <message>
        <source>Sends between stages</source>
        <translation>管線階段間傳輸</translation>
    </message>
    <message>
        <source>Program between passes</source>
        <translation>各趟之間的程式開銷</translation>
    </message>
    <message>
        <source>Uneven stages</source>
        <translation>管線階段不均衡</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>管線氣泡</translation>
    </message>
    <message>
        <source>Reduction of gradients</source>
        <translation>歸約梯度</translation>
    </message>
    <message>
        <source>Gathering of new weights</source>
        <translation>聚集更新後的權重</translation>
    </message>
    <message>
        <source>Work of each step</source>
        <translation>每步的固定開銷</translation>
    </message>
    <message>
        <source>Offload of the optimizer</source>
        <translation>卸載最佳化器</translation>
    </message>
    <message>
        <source>Offload of parameters</source>
        <translation>卸載參數</translation>
    </message>
    <message>
        <source>within a node</source>
        <translation>節點內</translation>
    </message>
    <message>
        <source>between nodes</source>
        <translation>節點間</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>磁碟</translation>
    </message>
    <message>
        <source>Step: %1 s at the utilisation of the plan</source>
        <translation>每步 %1 秒（按方案給定的利用率）</translation>
    </message>
    <message>
        <source>Step: about %1 s, %2 to %3</source>
        <translation>每步約 %1 秒，%2 至 %3</translation>
    </message>
    <message>
        <source>Tokens a second: %1, of one GPU %2; %3 {token|tokens} a step</source>
        <translation>每秒 %1 個詞元，每張 GPU %2；每步 %3 個詞元</translation>
    </message>
    <message>
        <source>MFU %1 %, HFU %2 %</source>
        <translation>MFU %1 %，HFU %2 %</translation>
    </message>
    <message>
        <source>Run of %1 {token|tokens}: %2 {day|days}, %3 {GPU-hour|GPU-hours}, %4 full {step|steps}</source>
        <translation>訓練 %1 個詞元：%2 天，%3 GPU 小時，%4 個完整步</translation>
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
        <translation>時間 (%1)</translation>
    </message>
    <message>
        <source>The total is %1 %2.</source>
        <translation>合計為 %1 %2。</translation>
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
        <translation>每步詞元</translation>
    </message>
    <message>
        <source>Tokens of the run</source>
        <translation>訓練詞元數</translation>
    </message>
    <message>
        <source>Full steps</source>
        <translation>完整步數</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天數</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU 小時</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>訓練執行</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>預計</translation>
    </message>
    <message>
        <source>Operations at the peak</source>
        <translation>按峰值的運算</translation>
    </message>
    <message>
        <source>All else</source>
        <translation>其餘</translation>
    </message>
    <message>
        <source>%1 s a step at the utilisation of the plan · %2 {token|tokens} a second</source>
        <translation>按方案的利用率每步 %1 s · 每秒 %2 詞元</translation>
    </message>
    <message>
        <source>%1 s a step, %2 to %3 · %4 {token|tokens} a second</source>
        <translation>每步 %1 s，%2 至 %3 · 每秒 %4 詞元</translation>
    </message>
    <message>
        <source>Stage of the pipeline</source>
        <translation>管線階段</translation>
    </message>
    <message>
        <source>Time of a training step</source>
        <translation>一個訓練步的時間</translation>
    </message>
    <message>
        <source>Products and attention</source>
        <translation>乘法與注意力</translation>
    </message>
    <message>
        <source>Memory and optimizer</source>
        <translation>訪存與最佳化器</translation>
    </message>
    <message>
        <source>Waiting for traffic</source>
        <translation>等待通訊</translation>
    </message>
    <message>
        <source>Launches and program</source>
        <translation>啟動與程式</translation>
    </message>
    <message>
        <source>Waiting in the pipeline</source>
        <translation>管線等待</translation>
    </message>
    <message>
        <source>%1 {operation|operations} for each parameter and token at %2 % of the peak, as the plan states, instead of the estimate of a step from its parts</source>
        <translation>按方案寫明的峰值的 %2 %，每個參數、每個詞元 %1 次運算，取代按各部分估算的步時</translation>
    </message>
    <message>
        <source>Operations of the run: %1 by %2 for each parameter and token, %3 counted</source>
        <translation>訓練的運算次數：按每個參數、每個詞元 %2 次為 %1，逐項計數為 %3</translation>
    </message>
    <message>
        <source>Tokens (Chinchilla)</source>
        <translation>詞元 (Chinchilla)</translation>
    </message>
    <message>
        <source>Energy (kWh)</source>
        <translation>能耗 (kWh)</translation>
    </message>
    <message>
        <source>At the utilisation that the plan states, without low and high.</source>
        <translation>按方案寫明的利用率，沒有下限和上限。</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>詞元/s</translation>
    </message>
    <message>
        <source>Tokens/s, one GPU</source>
        <translation>詞元/s，單 GPU</translation>
    </message>
    <message>
        <source>does not know one card from another</source>
        <translation>不區分不同的加速卡</translation>
    </message>
    <message>
        <source>A Llama of %1 {layer|layers}, %2 wide: %3 parameters</source>
        <translation>%1 層、寬 %2 的 Llama：%3 個參數</translation>
    </message>
    <message>
        <source>Does not fit with a Llama of any size</source>
        <translation>任何規模的 Llama 都放不下</translation>
    </message>
    <message>
        <source>This method does not count the size of the model</source>
        <translation>此方法不計模型的規模</translation>
    </message>
    <message>
        <source>allows more layouts than a search can try; hold some settings with Keep (--keep)</source>
        <translation>允許的佈局多得無法逐一嘗試，請用「保持」（--keep）固定一些設定</translation>
    </message>
    <message>
        <source>Virtual stages %1</source>
        <translation>虛擬階段 %1</translation>
    </message>
    <message>
        <source>Expert parallel %1</source>
        <translation>專家平行 %1</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>序列平行</translation>
    </message>
    <message>
        <source>No sequence parallelism</source>
        <translation>不用序列平行</translation>
    </message>
    <message>
        <source>Replicas %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>replicas add up their gradients</source>
        <translation>副本之間累加梯度</translation>
    </message>
    <message>
        <source>traffic to the host</source>
        <translation>增加與主機的傳輸</translation>
    </message>
    <message>
        <source>The plan does not fit: each GPU lacks %1 GiB</source>
        <translation>方案放不下：每張 GPU 缺 %1 GiB</translation>
    </message>
    <message>
        <source>The plan does not fit: each node lacks %1 GiB of host memory</source>
        <translation>方案放不下：每個節點缺 %1 GiB 主機記憶體</translation>
    </message>
    <message>
        <source>None of the layouts that the constraints allow fits</source>
        <translation>約束允許的佈局都放不下</translation>
    </message>
    <message>
        <source>The plan is the fastest layout that fits</source>
        <translation>方案就是放得下的最快佈局</translation>
    </message>
    <message>
        <source>None of the layouts that the constraints allow is faster</source>
        <translation>約束允許的佈局都不比方案快</translation>
    </message>
    <message>
        <source>A step of the plan takes %1 s, of the fastest layout %2 s</source>
        <translation>方案的一步需要 %1 秒，最快佈局的一步需要 %2 秒</translation>
    </message>
    <message>
        <source>PyTorch reserves %1 %2, %3 more than the tensors; with the runtime %4 (dotted)</source>
        <translation>PyTorch 保留 %1 %2，比張量多 %3；連同執行時為 %4（虛線）</translation>
    </message>
    <message>
        <source>same time a token</source>
        <translation>每詞元時間不變</translation>
    </message>
    <message>
        <source>same step time</source>
        <translation>每步時間不變</translation>
    </message>
    <message>
        <source>%1 × the time a token</source>
        <translation>每詞元時間 %1 倍</translation>
    </message>
    <message>
        <source>%1 × the step time</source>
        <translation>每步時間 %1 倍</translation>
    </message>
    <message>
        <source>+%1 % time a token</source>
        <translation>每詞元時間 +%1 %</translation>
    </message>
    <message>
        <source>+%1 % step time</source>
        <translation>每步時間 +%1 %</translation>
    </message>
    <message>
        <source>−%1 % time a token</source>
        <translation>每詞元時間 −%1 %</translation>
    </message>
    <message>
        <source>−%1 % step time</source>
        <translation>每步時間 −%1 %</translation>
    </message>
    <message>
        <source>Offload the optimizer</source>
        <translation>卸載最佳化器</translation>
    </message>
    <message>
        <source>Offload the parameters</source>
        <translation>卸載參數</translation>
    </message>
    <message>
        <source>Offload the activations</source>
        <translation>卸載激活值</translation>
    </message>
    <message>
        <source>Paged AdamW</source>
        <translation>分頁 AdamW</translation>
    </message>
    <message>
        <source>Paged 8-bit AdamW</source>
        <translation>分頁 8 位元 AdamW</translation>
    </message>
    <message>
        <source>trains adapters alone</source>
        <translation>只訓練適配器</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>備註</translation>
    </message>
    <message>
        <source>This plan: %1 s a step, %2 %3 of one GPU</source>
        <translation>本方案：每步 %1 s，單卡 %2 %3</translation>
    </message>
    <message>
        <source>Layouts: memory against time</source>
        <translation>佈局：GPU 記憶體與時間</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>佈局</translation>
    </message>
    <message>
        <source>m·L/p·t(products of a layer)</source>
        <translation>m·L/p·t(一層的乘法)</translation>
    </message>
    <message>
        <source>operations of each weight, forward, gradient of input and of weight, over the peak</source>
        <translation>每個權重的運算（前向、輸入的梯度、權重的梯度）除以峰值</translation>
    </message>
    <message>
        <source>m·L/p·t(experts of a layer)</source>
        <translation>m·L/p·t(一層的專家)</translation>
    </message>
    <message>
        <source>m·L/p·t(scores of a layer)</source>
        <translation>m·L/p·t(一層的注意力分數)</translation>
    </message>
    <message>
        <source>2·tokens·context·widths; flash attention counts the causal half, with two products forward and five backward (Dao, arXiv 2307.08691)</source>
        <translation>2·詞元·上下文·寬度；Flash attention 只計因果的一半，前向兩次乘法，反向五次 (Dao, arXiv 2307.08691)</translation>
    </message>
    <message>
        <source>m·t(head)/p</source>
        <translation>m·t(輸出頭)/p</translation>
    </message>
    <message>
        <source>the product with the vocabulary, and reads and writes of logits</source>
        <translation>與詞彙表的乘法，以及 logits 的讀寫</translation>
    </message>
    <message>
        <source>m·L/p·t(adapters of a layer)</source>
        <translation>m·L/p·t(一層的適配器)</translation>
    </message>
    <message>
        <source>m·L/p·t(recomputed of a layer)</source>
        <translation>m·L/p·t(一層的重算)</translation>
    </message>
    <message>
        <source>the second forward pass</source>
        <translation>第二次前向傳播</translation>
    </message>
    <message>
        <source>fitted to measured steps: “Time, traffic and price” in the help</source>
        <translation>按實測訓練步擬合：見說明中的「時間、通訊與價格」</translation>
    </message>
    <message>
        <source>m·L/p·(launching of a layer − all above)</source>
        <translation>m·L/p·(一層的啟動 − 以上各項)</translation>
    </message>
    <message>
        <source>weights come from the host, forward and backward</source>
        <translation>權重來自主機，前向和反向各一次</translation>
    </message>
    <message>
        <source>bytes of the ledger, there and back</source>
        <translation>明細表中的位元組，一去一回</translation>
    </message>
    <message>
        <source>m·bytes/memory</source>
        <translation>m·位元組/記憶體頻寬</translation>
    </message>
    <message>
        <source>each micro-batch reads and writes the sum</source>
        <translation>每個微批次讀寫累加值</translation>
    </message>
    <message>
        <source>m·t(program)</source>
        <translation>m·t(程式)</translation>
    </message>
    <message>
        <source>m·(t(slowest stage) − t(mean stage))</source>
        <translation>m·(t(最慢階段) − t(平均階段))</translation>
    </message>
    <message>
        <source>the slowest stage sets the pace</source>
        <translation>最慢的階段決定速度</translation>
    </message>
    <message>
        <source>(Σ t(stage) − t(slowest stage))/v</source>
        <translation>(Σ t(階段) − t(最慢階段))/v</translation>
    </message>
    <message>
        <source>Narayanan et al., arXiv 2104.04473, section 2.2: (p − 1)/(m·v) of even stages</source>
        <translation>Narayanan 等，arXiv 2104.04473，2.2 節：各階段相等時為 (p − 1)/(m·v)</translation>
    </message>
    <message>
        <source>states are read and written once; off the GPU: PCIe and the host&apos;s memory</source>
        <translation>狀態各讀寫一次；不在 GPU 上時：PCIe 與主機記憶體</translation>
    </message>
    <message>
        <source>t(step)</source>
        <translation>t(步)</translation>
    </message>
    <message>
        <source>%1 GB at %2 GB/s, %3, of which %4 hidden</source>
        <translation>%1 GB，%2 GB/s，%3，其中 %4 已掩蓋</translation>
    </message>
    <message>
        <source>%1, %2 a layer</source>
        <translation>%1，每層 %2</translation>
    </message>
    <message>
        <source>QLoRA rank %1</source>
        <translation>QLoRA 秩 %1</translation>
    </message>
    <message>
        <source>is no file of a kind that can be imported</source>
        <translation>不是可以匯入的檔案類型</translation>
    </message>
    <message>
        <source>larger than a configuration can be, %1 bytes</source>
        <translation>超過了設定檔允許的大小（%1 位元組）</translation>
    </message>
    <message>
        <source>%1: %2 = %3 %4</source>
        <translation>%1：%2 = %3 %4</translation>
    </message>
    <message>
        <source>The methods say %1 to %2 %3</source>
        <translation>各方法的結果為 %1 至 %2 %3</translation>
    </message>
    <message>
        <source>Exact: %1 %2</source>
        <translation>精確：%1 %2</translation>
    </message>
    <message>
        <source>Exact: %1 %4; the other methods say %2 to %3 %4</source>
        <translation>精確：%1 %4；其他方法為 %2 至 %3 %4</translation>
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
        <translation>用每種方法估算同一方案</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>結論</translation>
    </message>
    <message>
        <source>Flaw</source>
        <translation>缺陷</translation>
    </message>
    <message>
        <source>Adam&apos;s moments</source>
        <translation>Adam 的一階、二階矩</translation>
    </message>
    <message>
        <source>Of weights (%1 GB), gradients (%2 GB) and optimizer (%3 GB) the program prints the largest</source>
        <translation>在權重（%1 GB）、梯度（%2 GB）和最佳化器（%3 GB）中，該程式給出最大的一項</translation>
    </message>
    <message>
        <source>Gradients, whole on every GPU below ZeRO-2</source>
        <translation>梯度，低於 ZeRO-2 時每張 GPU 上都是完整的</translation>
    </message>
    <message>
        <source>Weights, with a table of positions as long as the context</source>
        <translation>權重，含與上下文一樣長的位置表</translation>
    </message>
    <message>
        <source>32-bit weights and the optimizer&apos;s moments</source>
        <translation>32 位元權重和最佳化器的各階矩</translation>
    </message>
    <message>
        <source>Bucket of 5e8 values, and 1e9 live ones at ZeRO-3</source>
        <translation>5e8 個值的桶，ZeRO-3 時再加 1e9 個駐留值</translation>
    </message>
    <message>
        <source>Kept free by the user</source>
        <translation>使用者預留</translation>
    </message>
    <message>
        <source>Activations of a GPT</source>
        <translation>GPT 的激活值</translation>
    </message>
    <message>
        <source>the program knows AdamW, Muon and SGD with momentum: counted as AdamW</source>
        <translation>該程式只支援 AdamW、Muon 和帶動量的 SGD：按 AdamW 計算</translation>
    </message>
    <message>
        <source>The program counts %1 parameters, the model has %2</source>
        <translation>該程式計得 %1 個參數，模型有 %2 個</translation>
    </message>
    <message>
        <source>Weights in 16 bits, one table</source>
        <translation>16 位元權重，一張嵌入表</translation>
    </message>
    <message>
        <source>Two layers, fetched whole</source>
        <translation>取回的兩個完整層</translation>
    </message>
    <message>
        <source>Gradient of the logits</source>
        <translation>logits 的梯度</translation>
    </message>
    <message>
        <source>Attention of the layers</source>
        <translation>各層的注意力</translation>
    </message>
    <message>
        <source>MLP of the layers</source>
        <translation>各層的 MLP</translation>
    </message>
    <message>
        <source>Norms of the layers, in 32 bits</source>
        <translation>各層的正規化，32 位元</translation>
    </message>
    <message>
        <source>Output of the embedding</source>
        <translation>嵌入的輸出</translation>
    </message>
    <message>
        <source>must compute in 16 bits: llm-analysis has no speed of 32 bits and stops</source>
        <translation>必須以 16 位元計算：llm-analysis 沒有 32 位元的速度資料，會停止執行</translation>
    </message>
    <message>
        <source>Of activations (%1 GB) and gradients (%2 GB) the program adds only the larger</source>
        <translation>在激活值（%1 GB）和梯度（%2 GB）中，該程式只加較大的一項</translation>
    </message>
    <message>
        <source>Weights in 16 bits</source>
        <translation>16 位元權重</translation>
    </message>
    <message>
        <source>Activations cut along the tokens</source>
        <translation>沿詞元切分的激活值</translation>
    </message>
    <message>
        <source>Activations of a GPT, and 5 % for buffers</source>
        <translation>GPT 的激活值，另加 5 % 的緩衝</translation>
    </message>
    <message>
        <source>EleutherAI&apos;s calculator</source>
        <translation>EleutherAI 計算器</translation>
    </message>
    <message>
        <source>A GPT&apos;s activations, no logits; gradients ignore tensor and pipeline ranks</source>
        <translation>按 GPT 計激活值，不計 logits；梯度不考慮張量和管線平行</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s report</source>
        <translation>Megatron-LM 報告</translation>
    </message>
    <message>
        <source>llm-analysis</source>
        <translation>llm-analysis</translation>
    </message>
    <message>
        <source>Counts activations or gradients, never both; one embedding table</source>
        <translation>激活值與梯度只計其一；只有一張嵌入表</translation>
    </message>
    <message>
        <source>accelerate estimate-memory</source>
        <translation>accelerate estimate-memory</translation>
    </message>
    <message>
        <source>The largest of weights, gradients and optimizer; no activations</source>
        <translation>只取權重、梯度和最佳化器中最大的一項；不計激活值</translation>
    </message>
    <message>
        <source>The program knows only selective recompute together with sequence parallelism: nothing is subtracted here</source>
        <translation>該程式只支援與序列平行一起使用的選擇性重算：此處不作扣除</translation>
    </message>
    <message>
        <source>A GPT&apos;s activations, for every model; full recompute saves nothing</source>
        <translation>所有模型都按 GPT 計激活值；完全重算沒有節省</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>佔比 (%)</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>The time of a step, part by part</source>
        <translation>一步的時間，逐項列出</translation>
    </message>
    <message>
        <source>Measured, on the plan&apos;s runtime</source>
        <translation>實測（疊在方案的執行時開銷上）</translation>
    </message>
    <message>
        <source>Measured reserve</source>
        <translation>實測保留</translation>
    </message>
    <message>
        <source>adds up to more bytes than any machine has</source>
        <translation>加起來超過任何機器的位元組數</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>無法讀取：%1</translation>
    </message>
    <message>
        <source>reading was cancelled</source>
        <translation>讀取已取消</translation>
    </message>
    <message>
        <source>the gzip data end before they are complete</source>
        <translation>gzip 資料不完整，提前結束</translation>
    </message>
    <message>
        <source>the gzip data are damaged</source>
        <translation>gzip 資料已損壞</translation>
    </message>
    <message>
        <source>unpacks to more than %1 times its size, which no recording does</source>
        <translation>解壓後超過自身大小的 %1 倍，任何記錄都不會這樣</translation>
    </message>
    <message>
        <source>the file ends before the pickle does</source>
        <translation>檔案在 pickle 結束之前就到頭了</translation>
    </message>
    <message>
        <source>lists and dictionaries are nested too deep</source>
        <translation>清單和字典巢狀太深</translation>
    </message>
    <message>
        <source>has the opcode %1, which a memory snapshot does not need: nothing that could run code is read</source>
        <translation>含有 GPU 記憶體快照不需要的操作碼 %1：凡是可能執行程式碼的內容都不讀取</translation>
    </message>
    <message>
        <source>is a pickle of protocol %1; snapshots have protocols 2 to 5</source>
        <translation>是協定 %1 的 pickle；快照使用協定 2 到 5</translation>
    </message>
    <message>
        <source>states a length of %1 bytes, of which the file has %2</source>
        <translation>聲明長度為 %1 位元組，而檔案只剩 %2 位元組</translation>
    </message>
    <message>
        <source>the pickle is no dictionary</source>
        <translation>這個 pickle 不是字典</translation>
    </message>
    <message>
        <source>has a text of %1 bytes; names have at most %2</source>
        <translation>含有 %1 位元組的文字；名稱最多 %2 位元組</translation>
    </message>
    <message>
        <source>has a text that is not UTF-8</source>
        <translation>含有不是 UTF-8 的文字</translation>
    </message>
    <message>
        <source>has more than %1 different texts</source>
        <translation>不同的文字超過 %1 個</translation>
    </message>
    <message>
        <source>has more than %1 values that belong to nothing</source>
        <translation>不屬於任何容器的值超過 %1 個</translation>
    </message>
    <message>
        <source>ends a list or dictionary that has not begun</source>
        <translation>結束了一個沒有開始的清單或字典</translation>
    </message>
    <message>
        <source>takes more values than there are</source>
        <translation>取用的值多於現有的值</translation>
    </message>
    <message>
        <source>adds to what is neither a list nor a dictionary</source>
        <translation>向既非清單也非字典的物件添加內容</translation>
    </message>
    <message>
        <source>has a list or dictionary that contains itself</source>
        <translation>含有包含自身的清單或字典</translation>
    </message>
    <message>
        <source>has a key without a value</source>
        <translation>有鍵沒有值</translation>
    </message>
    <message>
        <source>has a key that is no text</source>
        <translation>有鍵不是文字</translation>
    </message>
    <message>
        <source>remembers a value as number %1, out of order</source>
        <translation>記住值的編號 %1 不按順序</translation>
    </message>
    <message>
        <source>remembers more values than it has</source>
        <translation>記住的值多於現有的值</translation>
    </message>
    <message>
        <source>recalls a value number %1 that it has not</source>
        <translation>引用了不存在的值，編號 %1</translation>
    </message>
    <message>
        <source>has a number that is too large</source>
        <translation>含有過大的數</translation>
    </message>
    <message>
        <source>is no JSON that is complete</source>
        <translation>不是完整的 JSON</translation>
    </message>
    <message>
        <source>is no timeline of the profiler: those are lists of numbers</source>
        <translation>不是效能分析器的時間線：時間線是數字清單</translation>
    </message>
    <message>
        <source>has more than %1 points</source>
        <translation>點數超過 %1</translation>
    </message>
    <message>
        <source>has a row of %1 {number|numbers}; a timeline&apos;s has %2</source>
        <translation>有一列含 %1 個數；時間線每列有 %2 個</translation>
    </message>
    <message>
        <source>has a negative number of bytes</source>
        <translation>含有負的位元組數</translation>
    </message>
    <message>
        <source>is no timeline of the profiler: a row is a time, an action, bytes and a category</source>
        <translation>不是效能分析器的時間線：每列應為時間、動作、位元組數和類別</translation>
    </message>
    <message>
        <source>the timeline has no point</source>
        <translation>時間線沒有任何點</translation>
    </message>
    <message>
        <source>has no [memory] event of a GPU: record it with profile_memory=True</source>
        <translation>沒有 GPU 的 [memory] 事件：請用 profile_memory=True 記錄</translation>
    </message>
    <message>
        <source>has no event in the trace</source>
        <translation>在追蹤檔案中沒有事件</translation>
    </message>
    <message>
        <source>has %1 {time|times} and %2 {row|rows} of bytes</source>
        <translation>有 %1 個時間和 %2 列位元組數</translation>
    </message>
    <message>
        <source>the snapshot has no event and no segment</source>
        <translation>快照中沒有事件也沒有段</translation>
    </message>
    <message>
        <source>is a page with a picture of the timeline, without its numbers: export it as .json or .raw.json.gz</source>
        <translation>是只含時間線圖片、沒有數字的網頁：請匯出為 .json 或 .raw.json.gz</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>檔案是空的</translation>
    </message>
    <message>
        <source>is no memory recording: neither a snapshot (torch.cuda.memory._dump_snapshot) nor a timeline of the profiler</source>
        <translation>不是 GPU 記憶體記錄：既不是快照 (torch.cuda.memory._dump_snapshot)，也不是效能分析器的時間線</translation>
    </message>
    <message>
        <source>The recording has no whole step: its peak alone is compared</source>
        <translation>記錄中沒有完整的訓練步：只比較峰值</translation>
    </message>
    <message>
        <source>The run stays within %1 % of the plan&apos;s peak at every event</source>
        <translation>執行在每個事件上與方案之差都不超過方案峰值的 %1 %</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 more than the plan; at %3 it has %5 %4 more</source>
        <translation>從「%1」開始相差超過 %6 %，執行比方案多 %2 %4；到「%3」時多 %5 %4</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 less than the plan; at %3 it has %5 %4 less</source>
        <translation>從「%1」開始相差超過 %6 %，執行比方案少 %2 %4；到「%3」時少 %5 %4</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 more than the plan; at %3 it has %5 %4 less</source>
        <translation>從「%1」開始相差超過 %6 %，執行比方案多 %2 %4；到「%3」時少 %5 %4</translation>
    </message>
    <message>
        <source>Run and plan first differ by more than %6 % at %1, where the run has %2 %4 less than the plan; at %3 it has %5 %4 more</source>
        <translation>從「%1」開始相差超過 %6 %，執行比方案少 %2 %4；到「%3」時多 %5 %4</translation>
    </message>
    <message>
        <source>Phases by the marks of the program (record_function)</source>
        <translation>階段來自程式的標記 (record_function)</translation>
    </message>
    <message>
        <source>Phases by the functions on the stacks, and by PyTorch&apos;s marks of the optimizer</source>
        <translation>階段來自呼叫堆疊上的函式和 PyTorch 對最佳化器的標記</translation>
    </message>
    <message>
        <source>Phases by the functions on the stacks</source>
        <translation>階段來自呼叫堆疊上的函式</translation>
    </message>
    <message>
        <source>Phases by the rise and fall of memory, and by PyTorch&apos;s marks of the optimizer</source>
        <translation>階段來自 GPU 記憶體的升降和 PyTorch 對最佳化器的標記</translation>
    </message>
    <message>
        <source>Phases by the rise and fall of memory: no stack was recorded</source>
        <translation>階段來自 GPU 記憶體的升降：沒有記錄呼叫堆疊</translation>
    </message>
    <message>
        <source>No phases were found</source>
        <translation>沒有找到階段</translation>
    </message>
    <message>
        <source>has a dictionary that is written in several parts</source>
        <translation>含有分幾部分寫成的字典</translation>
    </message>
    <message>
        <source>the pickle is no memory snapshot</source>
        <translation>這個 pickle 不是 GPU 記憶體快照</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>必須是文字</translation>
    </message>
    <message>
        <source>must be a list of frames</source>
        <translation>必須是幀的清單</translation>
    </message>
    <message>
        <source>is missing in an event</source>
        <translation>在某個事件中缺失</translation>
    </message>
    <message>
        <source>must be a list of allocations</source>
        <translation>必須是分配的清單</translation>
    </message>
    <message>
        <source>must be a list of blocks</source>
        <translation>必須是塊的清單</translation>
    </message>
    <message>
        <source>are larger than their segment</source>
        <translation>大於所在的段</translation>
    </message>
    <message>
        <source>must be a list of segments</source>
        <translation>必須是段的清單</translation>
    </message>
    <message>
        <source>must be a list with a list of events for each device</source>
        <translation>必須是清單，其中每個裝置一個事件清單</translation>
    </message>
    <message>
        <source>must be a list of annotations</source>
        <translation>必須是標註的清單</translation>
    </message>
    <message>
        <source>has more frames than a stack can have</source>
        <translation>幀數超過呼叫堆疊的上限</translation>
    </message>
    <message>
        <source>has a list that is written in several parts</source>
        <translation>含有分幾部分寫成的清單</translation>
    </message>
    <message>
        <source>has an entry of a list twice or in another list</source>
        <translation>清單的某一項出現兩次或出現在別的清單中</translation>
    </message>
    <message>
        <source>accelerate has no replicas together with tensor or context ranks where nothing is sharded: the file shares the states out</source>
        <translation>不切分任何內容時，accelerate 不支援副本與張量或上下文平行同用：此處對狀態分片</translation>
    </message>
    <message>
        <source>%1 splits a model by tensor or context ranks under FSDP alone: ZeRO-2 here</source>
        <translation>%1 只在 FSDP 下按張量或上下文切分模型：此處為 ZeRO-2</translation>
    </message>
    <message>
        <source>is no sharding strategy of FSDP</source>
        <translation>不是 FSDP 的分片策略</translation>
    </message>
    <message>
        <source>is another file: import it as well</source>
        <translation>是另一個檔案：請一併匯入</translation>
    </message>
    <message>
        <source>is no: fp32, unless the script loads the model in 16 bits</source>
        <translation>為 no：按 fp32 計，除非腳本以 16 位元載入模型</translation>
    </message>
    <message>
        <source>is not read: %1</source>
        <translation>未讀取：%1</translation>
    </message>
    <message>
        <source>the plan is counted for %1; what it leaves open has the defaults of %2 here</source>
        <translation>方案按 %1 計算；其未寫明的項在此取 %2 的預設值</translation>
    </message>
    <message>
        <source>the run has %1 {GPU|GPUs}: the others do not divide by the layout</source>
        <translation>執行使用 %1 張 GPU：其餘的不能被佈局整除</translation>
    </message>
    <message>
        <source>the run has %1 on each node, so that all nodes have the same number</source>
        <translation>每個節點執行 %1 塊，使各節點數量相同</translation>
    </message>
    <message>
        <source>%1 {sequence becomes|sequences become} %2, so that every micro-batch is full</source>
        <translation>%1 條序列變為 %2 條，使每個微批次都是滿的</translation>
    </message>
    <message>
        <source>%1 has no setting for it here: the %2 ranks take a part of the batch each</source>
        <translation>%1 在此沒有對應設定：這 %2 個 rank 各承擔批的一部分</translation>
    </message>
    <message>
        <source>%1 has no setting for it here; the plan has %2</source>
        <translation>%1 在此沒有對應設定；方案中為 %2</translation>
    </message>
    <message>
        <source>%1 has no setting for the value of this architecture</source>
        <translation>%1 沒有與此架構的取值對應的設定</translation>
    </message>
    <message>
        <source>is set in the training script: %1</source>
        <translation>在訓練腳本中設定：%1</translation>
    </message>
    <message>
        <source>DeepSpeed counts tensor ranks as data ranks: it will report a larger batch than %1</source>
        <translation>DeepSpeed 把張量平行的 rank 算作資料平行的 rank：其顯示的批次大小會大於 %1</translation>
    </message>
    <message>
        <source>%1 stages are made in code alone, by a PipelineModule, which needs ZeRO-1 or less</source>
        <translation>%1 個階段只能在程式碼中由 PipelineModule 建立，且最多用 ZeRO-1</translation>
    </message>
    <message>
        <source>is %1 where the stages are made; else each GPU is a data rank</source>
        <translation>建立管線階段時為 %1；否則每張 GPU 都是一個資料 rank</translation>
    </message>
    <message>
        <source>DeepSpeed has no expert parallelism together with tensor ranks, nor at ZeRO-3 with sequence ranks or replicas</source>
        <translation>DeepSpeed 的專家平行不能與張量平行同用，在 ZeRO-3 下也不能與序列平行或副本同用</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Muon takes the weights that the script marks with use_muon</source>
        <translation>DeepSpeed 的 Muon 只處理腳本以 use_muon 標記的權重</translation>
    </message>
    <message>
        <source>must be micro-batch · accumulation steps · ranks</source>
        <translation>必須等於微批次 · 累積步數 · rank 數</translation>
    </message>
    <message>
        <source>with the other batch sizes it makes %1 {GPU|GPUs}</source>
        <translation>與其他批次大小合起來得出 %1 張 GPU</translation>
    </message>
    <message>
        <source>needs %1 {GPU|GPUs}, more than the open plan has: the plan has as many now</source>
        <translation>需要 %1 張 GPU，多於目前方案：方案已改為這麼多</translation>
    </message>
    <message>
        <source>excludes bf16</source>
        <translation>與 bf16 互斥</translation>
    </message>
    <message>
        <source>to disk needs ZeRO-3 in DeepSpeed: it is in host memory here</source>
        <translation>卸載到磁碟在 DeepSpeed 中需要 ZeRO-3：此處放在主機記憶體</translation>
    </message>
    <message>
        <source>bf16 without master weights needs ZeRO in DeepSpeed: they are kept in fp32 here</source>
        <translation>不帶主權重的 bf16 在 DeepSpeed 中需要 ZeRO：此處仍保留 fp32 主權重</translation>
    </message>
    <message>
        <source>must be train: %1 runs a training</source>
        <translation>必須為 train：%1 執行的是訓練</translation>
    </message>
    <message>
        <source>has a value that the file does not state</source>
        <translation>檔案中沒有給出它的值</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>必須是數字</translation>
    </message>
    <message>
        <source>Megatron-FSDP and tensor or context ranks want different values of CUDA_DEVICE_MAX_CONNECTIONS before Blackwell: it is left out</source>
        <translation>在 Blackwell 之前，Megatron-FSDP 與張量或上下文平行對 CUDA_DEVICE_MAX_CONNECTIONS 的要求不同：此處不設定</translation>
    </message>
    <message>
        <source>%1 {layer does|layers do} not divide into %2 stages of equal length</source>
        <translation>%1 層不能分成層數相同的 %2 個階段</translation>
    </message>
    <message>
        <source>an interleaved schedule wants micro-batches in multiples of the stages, %1; {there is %2|there are %2}</source>
        <translation>交錯排程要求微批次數是階段數 %1 的倍數；現有 %2 個</translation>
    </message>
    <message>
        <source>must divide by twice the context ranks, %1</source>
        <translation>必須能被上下文平行度的兩倍 %1 整除</translation>
    </message>
    <message>
        <source>is needed where expert and tensor ranks are used together</source>
        <translation>專家平行與張量平行同用時必須開啟</translation>
    </message>
    <message>
        <source>Megatron-FSDP steps with sgd or adam alone: adam here</source>
        <translation>Megatron-FSDP 只支援 sgd 和 adam：此處用 adam</translation>
    </message>
    <message>
        <source>Megatron-LM has it neither with a pipeline nor with recompute</source>
        <translation>Megatron-LM 在管線平行或重算時不支援它</translation>
    </message>
    <message>
        <source>no launcher is in the file: %1 {GPU|GPUs}, the product of the degrees</source>
        <translation>沒有啟動命令：取各平行度之積，%1 張 GPU</translation>
    </message>
    <message>
        <source>%1 {GPU is less|GPUs are fewer} than the product of the degrees, %2, which is taken</source>
        <translation>%1 張 GPU 少於各平行度之積 %2，取後者</translation>
    </message>
    <message>
        <source>is another layout than the balanced one, which is taken</source>
        <translation>與均衡的劃分不同，取均衡的劃分</translation>
    </message>
    <message>
        <source>has no arguments of Megatron-LM</source>
        <translation>沒有 Megatron-LM 的參數</translation>
    </message>
    <message>
        <source>is not set in this file</source>
        <translation>未在此檔案中設定</translation>
    </message>
    <message>
        <source>conditions count as true</source>
        <translation>條件均視為成立</translation>
    </message>
    <message>
        <source>the table of positions is as long as the context here, %1</source>
        <translation>此處位置表與上下文等長，為 %1</translation>
    </message>
    <message>
        <source>is not read: every layer has experts</source>
        <translation>未讀取：每層都有專家</translation>
    </message>
    <message>
        <source>is not in the file, as the tokenizer has it: %1 is taken</source>
        <translation>未寫明（在分詞器中）：取 %1</translation>
    </message>
    <message>
        <source>no whole architecture is in the file: the model of the open plan stays</source>
        <translation>架構不完整：保留目前方案的模型</translation>
    </message>
    <message>
        <source>must not be more than the key heads in %1, %2</source>
        <translation>在 %1 中不得多於KV 頭數 %2</translation>
    </message>
    <message>
        <source>nanotron has Llama and Qwen2 alone: this is the Llama nearest to the architecture</source>
        <translation>nanotron 只有 Llama 和 Qwen2：這是與該架構最接近的 Llama</translation>
    </message>
    <message>
        <source>nanotron always keeps 16-bit gradients in addition to their sum</source>
        <translation>nanotron 總是在累加和之外另存 16 位元梯度</translation>
    </message>
    <message>
        <source>a quoted text has no end</source>
        <translation>引號沒有結束</translation>
    </message>
    <message>
        <source>%1 is written twice</source>
        <translation>%1 寫了兩次</translation>
    </message>
    <message>
        <source>a bracket has no end</source>
        <translation>括號沒有結束</translation>
    </message>
    <message>
        <source>is no text in UTF-8</source>
        <translation>不是 UTF-8 文字</translation>
    </message>
    <message>
        <source>is &quot;auto&quot;: the training script sets it</source>
        <translation>為 &quot;auto&quot;：由訓練腳本設定</translation>
    </message>
    <message>
        <source>the batch sizes do not agree with %1 data {rank|ranks}</source>
        <translation>批次大小與 %1 個資料 rank 不相符</translation>
    </message>
    <message>
        <source>its variables grow beyond measure</source>
        <translation>其變數展開後過大</translation>
    </message>
    <message>
        <source>torchtitan wants the tokens of a micro-batch, %1, to divide by %2</source>
        <translation>torchtitan 要求一個微批次的詞元數 %1 能被 %2 整除</translation>
    </message>
    <message>
        <source>FSDP alone offloads, and weights, gradients and optimizer together, to host memory</source>
        <translation>只有 FSDP 可以卸載，且權重、梯度和最佳化器一起卸載到主機記憶體</translation>
    </message>
    <message>
        <source>torchtitan shares the weights out over context ranks</source>
        <translation>torchtitan 會在上下文平行的 rank 間對權重分片</translation>
    </message>
    <message>
        <source>%1 has no ZeRO-1: the gradients are shared out too, as in ZeRO-2</source>
        <translation>%1 沒有 ZeRO-1：梯度也被分片，如同 ZeRO-2</translation>
    </message>
    <message>
        <source>torchtitan refuses a pipeline where embedding and head share their weights</source>
        <translation>嵌入與輸出頭共享權重時，torchtitan 拒絕管線平行</translation>
    </message>
    <message>
        <source>must divide the number of key heads in %1, %2</source>
        <translation>在 %1 中必須整除KV 頭數 %2</translation>
    </message>
    <message>
        <source>torchtitan makes q, k and v with one product: one adapter is on all three</source>
        <translation>torchtitan 用一次矩陣乘得到 q、k、v：三者共用一個適配器</translation>
    </message>
    <message>
        <source>torchtitan has no flavour of this architecture: add one under this name to its llama3 module</source>
        <translation>torchtitan 沒有此架構的設定：請以此名稱加到其 llama3 模組</translation>
    </message>
    <message>
        <source>is not known: the model of the open plan stays</source>
        <translation>無法識別：保留目前方案的模型</translation>
    </message>
    <message>
        <source>is no multiple of the context: %1 {sequence is|sequences are} taken</source>
        <translation>不是上下文長度的整數倍：取 %1 條序列</translation>
    </message>
    <message>
        <source>is not known: selective is taken</source>
        <translation>無法識別：按選擇性重算計</translation>
    </message>
    <message>
        <source>has no call of %1</source>
        <translation>沒有對 %1 的呼叫</translation>
    </message>
    <message>
        <source>is not in the file: 1,024 tokens, TRL&apos;s default</source>
        <translation>未寫明：取 TRL 的預設值 1,024 個詞元</translation>
    </message>
    <message>
        <source>is not in the file: the context of the open plan stays</source>
        <translation>未寫明：保留目前方案的上下文長度</translation>
    </message>
    <message>
        <source>on a base in bf16 is LoRA</source>
        <translation>在 bf16 基座上即為 LoRA</translation>
    </message>
    <message>
        <source>put the model and the data set in the place of MODEL and DATASET</source>
        <translation>請用模型和資料集替換 MODEL 和 DATASET</translation>
    </message>
    <message>
        <source>is indented otherwise than the lines before it</source>
        <translation>縮排與前面的行不一致</translation>
    </message>
    <message>
        <source>a tab: YAML indents by spaces</source>
        <translation>製表符：YAML 用空格縮排</translation>
    </message>
    <message>
        <source>a second document: a configuration has one</source>
        <translation>第二個文件：一份設定只有一個</translation>
    </message>
    <message>
        <source>must be KEY: VALUE</source>
        <translation>必須寫成 KEY: VALUE</translation>
    </message>
    <message>
        <source>anchors, aliases and tags are not read</source>
        <translation>不讀取錨點、別名和標籤</translation>
    </message>
    <message>
        <source>a list in brackets has no end</source>
        <translation>方括號中的清單沒有結束</translation>
    </message>
    <message>
        <source>a mapping in braces has no end</source>
        <translation>大括號中的對應沒有結束</translation>
    </message>
    <message>
        <source>larger than such a file can be, %1 bytes</source>
        <translation>超過此類檔案的上限 %1 位元組</translation>
    </message>
    <message>
        <source>must be a list of whole numbers</source>
        <translation>必須是整數清單</translation>
    </message>
    <message>
        <source>is not in the file: every second layer has linear attention, as its class has it</source>
        <translation>檔案中沒有：按其類的預設，每隔一層為線性注意力</translation>
    </message>
    <message>
        <source>The layers that look at images are counted; their activations are taken as those of the others</source>
        <translation>讀取影像的層計入參數量；其激活值按其他層計算</translation>
    </message>
    <message>
        <source>%1 has state-space or recurrent layers, which cannot be counted yet</source>
        <translation>%1 含有狀態空間層或迴圈層，尚不能計數</translation>
    </message>
    <message>
        <source>%1 has an encoder in addition to its decoder, which cannot be counted yet</source>
        <translation>%1 除解碼器外還有編碼器，尚不能計數</translation>
    </message>
    <message>
        <source>the first ChatGLM is built in another way than the later ones; the catalogue has it as chatglm-6b</source>
        <translation>第一代 ChatGLM 的構造與後來的不同；目錄中有它，名為 chatglm-6b</translation>
    </message>
    <message>
        <source>%1 is not known: its fields are read as those of a Llama, with RMSNorm, a gated MLP and tied embeddings where the file says nothing else</source>
        <translation>%1 是未知類型：其欄位按 Llama 讀取；未寫明時取 RMSNorm、閘控 MLP 和共享嵌入</translation>
    </message>
    <message>
        <source>a classifier is counted with the output head of a language model</source>
        <translation>分類模型按語言模型的輸出頭計數</translation>
    </message>
    <message>
        <source>layers that predict further tokens are not counted: %1 parameters, and %2 where copies of embedding and head are stored with them</source>
        <translation>預測更多詞元的層不計入：%1 個參數；若同時存有嵌入和輸出頭的副本，另有 %2 個</translation>
    </message>
    <message>
        <source>this part is not counted</source>
        <translation>這一部分不計入</translation>
    </message>
    <message>
        <source>vision towers of this kind cannot be counted: only the text model is</source>
        <translation>這類視覺塔不能計數：只計文字部分</translation>
    </message>
    <message>
        <source>an image takes %1 {token|tokens} of the context</source>
        <translation>一幅影像佔上下文 %1 個詞元</translation>
    </message>
    <message>
        <source>an image takes a token of the context for each {pixel|%1 pixels}</source>
        <translation>影像每 %1 個像素佔上下文一個詞元</translation>
    </message>
    <message>
        <source>has more than %1 parameters</source>
        <translation>參數超過 %1 個</translation>
    </message>
    <message>
        <source>cannot be read and checks nothing: %1</source>
        <translation>無法讀取，不能用來核對：%1</translation>
    </message>
    <message>
        <source>has %1 parameters; the configuration has %2</source>
        <translation>有 %1 個參數；設定為 %2 個</translation>
    </message>
    <message>
        <source>has %1 bytes; the %2 parameters of the configuration would have %3 in 16 bits</source>
        <translation>有 %1 位元組；設定的 %2 個參數以 16 位元儲存應為 %3 位元組</translation>
    </message>
    <message>
        <source>the linear attention of this model cannot be counted</source>
        <translation>這個模型的線性注意力不能計數</translation>
    </message>
    <message>
        <source>its sizes do not go together</source>
        <translation>各尺寸互相矛盾</translation>
    </message>
    <message>
        <source>is not in the file: %1, as its class has it</source>
        <translation>檔案中沒有：取其類的預設值 %1</translation>
    </message>
    <message>
        <source>the activation %1 is not known: SiLU is taken</source>
        <translation>未知的激活函數 %1：按 SiLU 計算</translation>
    </message>
    <message>
        <source>The layers with experts come at no regular distance: the plan has as many of them, after %1 dense {one|ones}</source>
        <translation>含專家的層沒有固定間隔：方案中層數相同，排在 %1 個稠密層之後</translation>
    </message>
    <message>
        <source>must be a list with an entry for each layer, %1</source>
        <translation>必須是每層一項的清單，共 %1 項</translation>
    </message>
    <message>
        <source>layers of the kind %1 cannot be counted</source>
        <translation>類型為 %1 的層不能計數</translation>
    </message>
    <message>
        <source>the base of the adapters is held in %1</source>
        <translation>適配器的基座以 %1 存放</translation>
    </message>
    <message>
        <source>weights in %1 are trained through adapters alone: QLoRA is taken</source>
        <translation>以 %1 存放的權重只能透過適配器訓練：採用 QLoRA</translation>
    </message>
    <message>
        <source>%1 is known by its name alone: 16 bits are taken</source>
        <translation>%1 僅知其名：按 16 位元計算</translation>
    </message>
    <message>
        <source>%1: inference takes weights in %2; training counts them in the precision of the plan</source>
        <translation>%1：推論時權重為 %2；訓練按方案的精度計算</translation>
    </message>
    <message>
        <source>these modules stay in 16 bits; they are counted as the others</source>
        <translation>這些模組保持 16 位元；按其他模組計算</translation>
    </message>
    <message>
        <source>has no &quot;metadata&quot;</source>
        <translation>沒有 &quot;metadata&quot;</translation>
    </message>
    <message>
        <source>does not say the size of the weights</source>
        <translation>沒有寫明權重的大小</translation>
    </message>
    <message>
        <source>is cut off in its header</source>
        <translation>在檔案頭處被截斷</translation>
    </message>
    <message>
        <source>has a tensor without a shape</source>
        <translation>有一個張量沒有形狀</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>視覺塔</translation>
    </message>
    <message>
        <source>Gradients of the vision tower</source>
        <translation>視覺塔的梯度</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 快取</translation>
    </message>
    <message>
        <source>The rule of thumb is 1.2 times the weights: %1 GB of %2 GB of weights, whatever the context</source>
        <translation>經驗法則為權重的 1.2 倍：權重 %2 GB，共 %1 GB，不論上下文</translation>
    </message>
    <message>
        <source>coarser numbers</source>
        <translation>數值更粗</translation>
    </message>
    <message>
        <source>Weights in %1</source>
        <translation>權重用 %1</translation>
    </message>
    <message>
        <source>KV cache in %1</source>
        <translation>KV 快取用 %1</translation>
    </message>
    <message>
        <source>as %1 tensor-parallel {rank|ranks}</source>
        <translation>作為 %1 路張量平行</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>權重 %1</translation>
    </message>
    <message>
        <source>KV cache %1</source>
        <translation>KV 快取 %1</translation>
    </message>
    <message>
        <source>Attention weights of all layers</source>
        <translation>所有層的注意力權重</translation>
    </message>
    <message>
        <source>MLP weights of all layers</source>
        <translation>所有層的 MLP 權重</translation>
    </message>
    <message>
        <source>Weights of the routed experts</source>
        <translation>路由專家的權重</translation>
    </message>
    <message>
        <source>Weights of the shared experts</source>
        <translation>共享專家的權重</translation>
    </message>
    <message>
        <source>Weights of the routers</source>
        <translation>路由器的權重</translation>
    </message>
    <message>
        <source>Norms, positions, images</source>
        <translation>正規化、位置、影像</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens</source>
        <translation>之前詞元的鍵和值</translation>
    </message>
    <message>
        <source>Residual stream of a pass over prompts</source>
        <translation>一次提示處理的殘差流</translation>
    </message>
    <message>
        <source>Gate, up and product of a pass</source>
        <translation>一次處理的閘控、上投影和乘積</translation>
    </message>
    <message>
        <source>Tokens of a pass, copied to their experts</source>
        <translation>一次處理中複製到專家的詞元</translation>
    </message>
    <message>
        <source>Gate, up and product of the experts of a pass</source>
        <translation>一次處理中專家的閘控、上投影和乘積</translation>
    </message>
    <message>
        <source>Logits of the tokens to be chosen</source>
        <translation>待選詞元的 logits</translation>
    </message>
    <message>
        <source>A layer&apos;s cache, copied into a longer one</source>
        <translation>拼接成更長的一層快取</translation>
    </message>
    <message>
        <source>Recorded CUDA graphs</source>
        <translation>錄製的 CUDA 圖</translation>
    </message>
    <message>
        <source>Kept free by the server</source>
        <translation>伺服器保留不用</translation>
    </message>
    <message>
        <source>Memory by context length</source>
        <translation>GPU 記憶體隨上下文長度的變化</translation>
    </message>
    <message>
        <source>By the bits in its name alone, %1 leaves %2 of a GPU&apos;s %3 GiB for the input; its real bits leave %4, of which %5 remain after passes and runtime</source>
        <translation>僅按名稱的位數，%1 在每張 GPU 的 %3 GiB 中為輸入留下 %2；按實際位數留下 %4，再除去處理和執行時後為 %5</translation>
    </message>
    <message>
        <source>Most sequences at a time: %1, %2 GiB</source>
        <translation>同時最多序列數：%1，%2 GiB</translation>
    </message>
    <message>
        <source>Speed, estimated</source>
        <translation>速度（估計）</translation>
    </message>
    <message>
        <source>cannot be searched: layouts are ranked by the time of a training step; &quot;Fewest GPUs&quot; and the advice try tensor ranks</source>
        <translation>無法搜尋：佈局按訓練步的時間排序；「最少 GPU」和建議會嘗試張量平行</translation>
    </message>
    <message>
        <source>has no gradients, no optimizer and no recompute to show</source>
        <translation>沒有梯度、最佳化器和重算可顯示</translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation>同時處理的序列數</translation>
    </message>
    <message>
        <source>Time of a generated token</source>
        <translation>生成一個詞元的時間</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Tokens/s, one sequence</source>
        <translation>詞元/s（單個序列）</translation>
    </message>
    <message>
        <source>A token (ms)</source>
        <translation>一個詞元 (ms)</translation>
    </message>
    <message>
        <source>A prompt (s)</source>
        <translation>一個提示 (s)</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>提示的詞元數</translation>
    </message>
    <message>
        <source>Bound by products from (sequences)</source>
        <translation>受乘法限制的起點（序列數）</translation>
    </message>
    <message>
        <source>A million tokens (USD)</source>
        <translation>一百萬詞元（美元）</translation>
    </message>
    <message>
        <source>An estimate; published readings lie between low and high.</source>
        <translation>估計值；已公佈的實測值位於下限與上限之間。</translation>
    </message>
    <message>
        <source>%1 at a time</source>
        <translation>同時 %1 個</translation>
    </message>
    <message>
        <source>has no training step to draw: a GPU holds %1 once the weights are loaded, %2 while prompts go through, %3 while tokens are generated</source>
        <translation>沒有可畫的訓練步：每張 GPU 載入權重後為 %1，處理提示時為 %2，生成詞元時為 %3</translation>
    </message>
    <message>
        <source>Keys and values in layers that see all tokens</source>
        <translation>能看到全部詞元的層的鍵和值</translation>
    </message>
    <message>
        <source>Keys and values in layers that see a window</source>
        <translation>只看到視窗的層的鍵和值</translation>
    </message>
    <message>
        <source>State of layers with linear attention</source>
        <translation>線性注意力層的狀態</translation>
    </message>
    <message>
        <source>generates no text</source>
        <translation>不生成文字</translation>
    </message>
    <message>
        <source>fitted to nine published readings of llama.cpp and gpt-fast</source>
        <translation>按 llama.cpp 和 gpt-fast 九個已公佈的實測值擬合</translation>
    </message>
    <message>
        <source>assumed: the share of the peak that passes over prompts reach</source>
        <translation>假設：處理提示時達到峰值的比例</translation>
    </message>
    <message>
        <source>assumed: a sum over tensor ranks behind attention and behind the MLP</source>
        <translation>假設：注意力之後和 MLP 之後各有一次張量平行求和</translation>
    </message>
    <message>
        <source>peak %1 TFLOPS, memory bandwidth %2 GB/s</source>
        <translation>峰值 %1 TFLOPS，GPU 記憶體頻寬 %2 GB/s</translation>
    </message>
    <message>
        <source>reading reaches %1 % of the bandwidth, between %2</source>
        <translation>讀取達到頻寬的 %1 %，範圍 %2</translation>
    </message>
    <message>
        <source>launching takes %1 a layer, between %2 and %3</source>
        <translation>每層啟動核心函式需 %1，在 %2 與 %3 之間</translation>
    </message>
    <message>
        <source>passes over prompts reach %1 % of the peak, between %2</source>
        <translation>處理提示達到峰值的 %1 %，範圍 %2</translation>
    </message>
    <message>
        <source>tensor ranks send %1 GB/s, and a sum takes %2 more</source>
        <translation>張量平行的 GPU 之間每秒 %1 GB，每次求和另需 %2</translation>
    </message>
    <message>
        <source>the stages of a pipeline work one after another</source>
        <translation>管線各階段依次工作</translation>
    </message>
    <message>
        <source>the cache is read when half of the output is there</source>
        <translation>按輸出完成一半時的快取計算讀取</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a second (%2 to %3), an estimate</source>
        <translation>每秒 %1 個詞元（%2 到 %3），估計值</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a second (%2 to %3) with %4 {sequence|sequences} at a time, an estimate</source>
        <translation>同時 %4 個序列時每秒 %1 個詞元（%2 到 %3），估計值</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a second for one of them</source>
        <translation>其中一個序列每秒 %1 個詞元</translation>
    </message>
    <message>
        <source>%1 copies of the model come to %2 {token|tokens} a second together</source>
        <translation>模型的 %1 個副本合計每秒 %2 個詞元</translation>
    </message>
    <message>
        <source>%1 s for a prompt of %2 {token|tokens} (%3 to %4)</source>
        <translation>%2 個詞元的提示需 %1 s（%3 到 %4）</translation>
    </message>
    <message>
        <source>From about %1 {sequence|sequences} on, products take longer than reading weights</source>
        <translation>約 %1 個序列起，矩陣乘法比讀取權重更久</translation>
    </message>
    <message>
        <source>USD %1 for a million generated tokens</source>
        <translation>每生成一百萬個詞元 %1 美元</translation>
    </message>
    <message>
        <source>Reading weights</source>
        <translation>讀取權重</translation>
    </message>
    <message>
        <source>Reading the KV cache</source>
        <translation>讀取 KV 快取</translation>
    </message>
    <message>
        <source>Products beyond reading</source>
        <translation>超出讀取的矩陣乘法</translation>
    </message>
    <message>
        <source>Launching kernels</source>
        <translation>啟動核心函式</translation>
    </message>
    <message>
        <source>Sums over tensor ranks</source>
        <translation>張量平行求和</translation>
    </message>
    <message>
        <source>leaves layers that the other stages cannot share evenly</source>
        <translation>剩下的層其他階段不能平均分配</translation>
    </message>
    <message>
        <source>must be a list of numbers of layers, such as 7,8*14,7</source>
        <translation>必須是層數的清單，例如 7,8*14,7</translation>
    </message>
    <message>
        <source>must have a number for each stage of the pipeline, %1</source>
        <translation>必須為管線的每個階段給出一個數，共 %1 個</translation>
    </message>
    <message>
        <source>must add up to the number of layers, %1</source>
        <translation>總和必須等於已有的層數 %1</translation>
    </message>
    <message>
        <source>must be 1 with the schedule %1</source>
        <translation>使用排程 %1 時必須為 1</translation>
    </message>
    <message>
        <source>must leave a layer for each of two parts of a stage; layers: %1</source>
        <translation>必須給每個階段的兩部分各留一層；層數：%1</translation>
    </message>
    <message>
        <source>must be even with the schedule %1</source>
        <translation>使用排程 %1 時必須為偶數</translation>
    </message>
    <message>
        <source>context · tensor parallel must divide the number of heads, %1</source>
        <translation>上下文 · 張量平行數必須整除頭數 %1</translation>
    </message>
    <message>
        <source>%1 does not recompute layers by the method %2: counted as if it did</source>
        <translation>%1 不按 %2 方式重算各層：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not recompute parts of a layer by name: counted as if it did</source>
        <translation>%1 不能按名稱重算一層的部分：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>An adapter freezes the whole model: adapters stay in all layers</source>
        <translation>適配器凍結整個模型：各層仍都帶適配器</translation>
    </message>
    <message>
        <source>Gradients of adapters are small: they are counted as kept</source>
        <translation>適配器的梯度很小：按保留計算</translation>
    </message>
    <message>
        <source>%1 does not step inside the backward pass: counted as if it did</source>
        <translation>%1 不在反向中更新：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>An optimizer that steps inside the backward pass accumulates no gradients: each of the %1 micro-batches is a step of its own</source>
        <translation>在反向中更新的最佳化器不累積梯度：%1 個微批次各自是一步</translation>
    </message>
    <message>
        <source>%1 has no moments in %2: counted as if it had</source>
        <translation>%1 沒有 %2 的矩狀態：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no 16-bit master weights: counted as if it had</source>
        <translation>%1 沒有 16 位元主權重：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 offloads only a whole optimizer here: counted as if it could offload a part</source>
        <translation>%1 在此只能整個卸載最佳化器：此處按可部分卸載計算</translation>
    </message>
    <message>
        <source>%1 does not have the schedule %2: counted as if it had</source>
        <translation>%1 沒有 %2 排程：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>Adapter weights of the embedding</source>
        <translation>嵌入的適配器權重</translation>
    </message>
    <message>
        <source>Trained copy of the embedding</source>
        <translation>嵌入的訓練副本</translation>
    </message>
    <message>
        <source>Trained copy of the output head</source>
        <translation>輸出頭的訓練副本</translation>
    </message>
    <message>
        <source>Gradients of the embedding&apos;s adapter</source>
        <translation>嵌入適配器的梯度</translation>
    </message>
    <message>
        <source>Gradient of the embedding&apos;s trained copy</source>
        <translation>嵌入訓練副本的梯度</translation>
    </message>
    <message>
        <source>Gradient of the output head&apos;s trained copy</source>
        <translation>輸出頭訓練副本的梯度</translation>
    </message>
    <message>
        <source>Gradient that the optimizer uses at once</source>
        <translation>最佳化器立即用掉的梯度</translation>
    </message>
    <message>
        <source>Projections of gradients to a lower rank</source>
        <translation>梯度的低秩投影</translation>
    </message>
    <message>
        <source>Projections of routed experts&apos; gradients to a lower rank</source>
        <translation>路由專家梯度的低秩投影</translation>
    </message>
    <message>
        <source>Second moment of each row or head</source>
        <translation>每列或每個頭的二階矩</translation>
    </message>
    <message>
        <source>Second moment of each row of routed experts</source>
        <translation>路由專家每列的二階矩</translation>
    </message>
    <message>
        <source>Preconditioners and their eigenvectors</source>
        <translation>預條件矩陣及其特徵向量</translation>
    </message>
    <message>
        <source>Routed experts&apos; preconditioners and eigenvectors</source>
        <translation>路由專家的預條件矩陣和特徵向量</translation>
    </message>
    <message>
        <source>Results of base and adapter before their scale</source>
        <translation>基座與適配器乘以縮放係數前的結果</translation>
    </message>
    <message>
        <source>Output of the first factor of the embedding&apos;s adapter</source>
        <translation>嵌入適配器第一個因子的輸出</translation>
    </message>
    <message>
        <source>Inputs of layers that predict further tokens</source>
        <translation>預測更後詞元的層的輸入</translation>
    </message>
    <message>
        <source>Product of the adapter&apos;s matrices, and the weight with it added</source>
        <translation>適配器的乘積及加上它的權重</translation>
    </message>
    <message>
        <source>Update of one weight while the optimizer steps</source>
        <translation>最佳化器更新時一個權重的更新量</translation>
    </message>
    <message>
        <source>Keys and values of the other context ranks</source>
        <translation>其他上下文平行 rank 的鍵和值</translation>
    </message>
    <message>
        <source>recompute of the first {layer|%1 layers}</source>
        <translation>重算前 %1 層</translation>
    </message>
    <message>
        <source>recompute in groups of %1</source>
        <translation>每 %1 層一組重算</translation>
    </message>
    <message>
        <source>recompute every {layer|%1 layers}</source>
        <translation>每 %1 層重算一層</translation>
    </message>
    <message>
        <source>first {layer|%1 layers} frozen</source>
        <translation>前 %1 層凍結</translation>
    </message>
    <message>
        <source>The engine takes %1 GiB of each GPU it runs on; its cache holds %2 {token|tokens}, %3 {sequence|sequences} of %4</source>
        <translation>引擎在所用的每張 GPU 上佔 %1 GiB；快取可存 %2 個詞元，即 %3 條長 %4 的序列</translation>
    </message>
    <message>
        <source>Weights and states kept on the host take %1 GiB of each node&apos;s memory</source>
        <translation>放在主機上的權重和狀態佔每個節點 %1 GiB 記憶體</translation>
    </message>
    <message>
        <source>must be sft: the file of %1 is about plain training</source>
        <translation>必須是 sft：%1 的檔案只用於普通訓練</translation>
    </message>
    <message>
        <source>Phases of the job&apos;s step in their order, not seconds</source>
        <translation>任務一步的各階段，按順序而非秒數</translation>
    </message>
    <message>
        <source>Peak %1 %2 — the highest phase of the job</source>
        <translation>峰值 %1 %2：任務最高的階段</translation>
    </message>
    <message>
        <source>The largest: %1</source>
        <translation>最大的：%1</translation>
    </message>
    <message>
        <source>must be dpo, orpo, kto or reward where the task is preference</source>
        <translation>任務為 preference 時必須是 dpo、orpo、kto 或 reward</translation>
    </message>
    <message>
        <source>must be grpo or ppo where the task is reinforcement</source>
        <translation>任務為 reinforcement 時必須是 grpo 或 ppo</translation>
    </message>
    <message>
        <source>must be train</source>
        <translation>必須是 train</translation>
    </message>
    <message>
        <source>must be serve</source>
        <translation>必須是 serve</translation>
    </message>
    <message>
        <source>must be train or frozen</source>
        <translation>必須是 train 或 frozen</translation>
    </message>
    <message>
        <source>must not be policy: only the reference can use the policy&apos;s weights</source>
        <translation>不能是 policy：只有參考模型能使用策略的權重</translation>
    </message>
    <message>
        <source>must not be policy unless the policy has adapters</source>
        <translation>策略沒有適配器時不能是 policy</translation>
    </message>
    <message>
        <source>must be shared</source>
        <translation>必須是 shared</translation>
    </message>
    <message>
        <source>must be fp32 or bf16 for weights that are trained</source>
        <translation>訓練的權重必須是 fp32 或 bf16</translation>
    </message>
    <message>
        <source>Residual stream of a pass without gradients</source>
        <translation>無梯度前向的殘差流</translation>
    </message>
    <message>
        <source>Gate, up and product of a pass without gradients</source>
        <translation>無梯度前向的 gate、up 與乘積</translation>
    </message>
    <message>
        <source>Tokens of a pass without gradients, copied to their experts</source>
        <translation>無梯度前向中複製給專家的詞元</translation>
    </message>
    <message>
        <source>Gate, up and product of experts, without gradients</source>
        <translation>專家的 gate、up 與乘積，無梯度</translation>
    </message>
    <message>
        <source>Copy of the logits of one half of the pairs</source>
        <translation>成對中一半 logits 的副本</translation>
    </message>
    <message>
        <source>Logits over the temperature</source>
        <translation>除以溫度的 logits</translation>
    </message>
    <message>
        <source>Probabilities for the entropy</source>
        <translation>用於熵的機率</translation>
    </message>
    <message>
        <source>Stacked log-probabilities, mixture and divergence</source>
        <translation>堆疊的對數機率、混合與散度</translation>
    </message>
    <message>
        <source>Values and indices of the teacher&apos;s highest logits</source>
        <translation>教師最高 logits 的值與下標</translation>
    </message>
    <message>
        <source>Scores of all generated tokens, and their stack</source>
        <translation>所有生成詞元的分數及其堆疊</translation>
    </message>
    <message>
        <source>Gradient of the head, made in the forward pass</source>
        <translation>在前向中算出的輸出頭梯度</translation>
    </message>
    <message>
        <source>Weights gathered to be sent to the engine</source>
        <translation>聚集後發給推論引擎的權重</translation>
    </message>
    <message>
        <source>fewer tokens a second</source>
        <translation>每秒詞元更少</translation>
    </message>
    <message>
        <source>Memory by number of GPUs</source>
        <translation>不同 GPU 數量的 GPU 記憶體</translation>
    </message>
    <message>
        <source>is not what this method counts: it knows training alone</source>
        <translation>不是該方法計算的內容：它只計算訓練</translation>
    </message>
    <message>
        <source>Token embedding, as stored</source>
        <translation>詞元嵌入（按儲存格式）</translation>
    </message>
    <message>
        <source>Output head, as stored</source>
        <translation>輸出頭（按儲存格式）</translation>
    </message>
    <message>
        <source>%1 {layer|layers} frozen from layer %2 on</source>
        <translation>從第 %2 層起凍結 %1 層</translation>
    </message>
    <message>
        <source>packed sequences</source>
        <translation>序列打包</translation>
    </message>
    <message>
        <source>activations of %1 {layer|layers} in host memory</source>
        <translation>%1 層的激活值在主機記憶體</translation>
    </message>
    <message>
        <source>must be left open where recomputed layers are chosen</source>
        <translation>選擇了重算的層時必須留空</translation>
    </message>
    <message>
        <source>must be 0 where recomputed or offloaded layers are chosen</source>
        <translation>選擇了重算或卸載的層時必須為 0</translation>
    </message>
    <message>
        <source>Sequences are longer than the context: counted as cut to it</source>
        <translation>序列比上下文長：按截斷到上下文計算</translation>
    </message>
    <message>
        <source>%1 does not pack: counted as if it did</source>
        <translation>%1 不打包：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not offload the activations of some layers: counted as if it did</source>
        <translation>%1 不能只卸載某些層的激活值：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>Mask of packed sequences</source>
        <translation>打包序列的遮罩</translation>
    </message>
    <message>
        <source>Qi et al., arXiv 2401.10241: (p − 1) times it; of ZBV as of ZB-H2</source>
        <translation>Qi 等，arXiv 2401.10241：乘以 (p − 1)；ZBV 按 ZB-H2 計</translation>
    </message>
    <message>
        <source>Qi et al., arXiv 2405.15362: the share of 1F1B&apos;s where F, W and the rest of B are equal</source>
        <translation>Qi 等，arXiv 2405.15362：F、W 與 B 的其餘部分相等時佔 1F1B 的比例</translation>
    </message>
    <message>
        <source>DeepSeek-V3, arXiv 2412.19437, table 2: (p/2 − 1) times it; F at the same time as B takes F + B</source>
        <translation>DeepSeek-V3，arXiv 2412.19437，表 2：乘以 (p/2 − 1)；F 與 B 平行按 F + B 計</translation>
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
        <translation>%1 的氣泡：%2，為除最慢階段以外所有階段之和；F 為前向，B 為包含 W 的反向，W 為權重的梯度</translation>
    </message>
    <message>
        <source>eager attention computes all pairs of a packed row, and masks most</source>
        <translation>Eager 注意力計算打包行的所有詞元對，再遮去大部分</translation>
    </message>
    <message>
        <source>attention of packed sequences of %1 {token|tokens} each; uneven ones cost more</source>
        <translation>按每個打包序列 %1 個詞元計算注意力；長短不一時花費更多</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>參考模型</translation>
    </message>
    <message>
        <source>value model</source>
        <translation>價值模型</translation>
    </message>
    <message>
        <source>reward model</source>
        <translation>獎勵模型</translation>
    </message>
    <message>
        <source>teacher</source>
        <translation>教師模型</translation>
    </message>
    <message>
        <source>moving average</source>
        <translation>滑動平均</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>推論引擎</translation>
    </message>
    <message>
        <source>Token (s)</source>
        <translation>每詞元 (s)</translation>
    </message>
    <message>
        <source>GPU-hours of 1M</source>
        <translation>百萬詞元 GPU 小時</translation>
    </message>
    <message>
        <source>1M tokens (USD)</source>
        <translation>百萬詞元 (USD)</translation>
    </message>
    <message>
        <source>Chunked logits</source>
        <translation>分塊計算 logits</translation>
    </message>
    <message>
        <source>Fused logits</source>
        <translation>融合計算 logits</translation>
    </message>
    <message>
        <source>Sequences at a time: %1 (now %2)</source>
        <translation>同時處理的序列數：%1（目前 %2）</translation>
    </message>
    <message>
        <source>LLaMA-Adapter V2, prompt %1</source>
        <translation>LLaMA-Adapter V2，提示長 %1</translation>
    </message>
    <message>
        <source>prefix %1</source>
        <translation>前綴長 %1</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>提示長 %1</translation>
    </message>
    <message>
        <source>LLaMA-Adapter, prompt %1</source>
        <translation>LLaMA-Adapter，提示長 %1</translation>
    </message>
    <message>
        <source>must be less than the number of layers, %1</source>
        <translation>必須小於層數 %1</translation>
    </message>
    <message>
        <source>Trained prompts, and the gates of their heads</source>
        <translation>訓練的提示，及各頭的閘控</translation>
    </message>
    <message>
        <source>Gradients of prompts and gates</source>
        <translation>提示與閘控的梯度</translation>
    </message>
    <message>
        <source>Gradients of norms, trained with the adapters</source>
        <translation>正規化的梯度（隨適配器一起訓練）</translation>
    </message>
    <message>
        <source>Results of products before the adapter&apos;s scale</source>
        <translation>乘以適配器縮放係數之前的矩陣乘結果</translation>
    </message>
    <message>
        <source>Keys and values of the prompt</source>
        <translation>提示的鍵和值</translation>
    </message>
    <message>
        <source>Output of the attention to the prompt, input of its gate</source>
        <translation>對提示的注意力的輸出，即其閘控的輸入</translation>
    </message>
    <message>
        <source>Log-sum-exp of the attention to the prompt</source>
        <translation>對提示的注意力的 log-sum-exp</translation>
    </message>
    <message>
        <source>Logits before the adapter&apos;s scale</source>
        <translation>乘以適配器縮放係數之前的 logits</translation>
    </message>
    <message>
        <source>Frozen weights in 16 bits, kept by their products</source>
        <translation>16 位元的凍結權重，由其乘積保留</translation>
    </message>
    <message>
        <source>Integers that a weight of 4 bits is unpacked into</source>
        <translation>4 位元權重解包成的整數</translation>
    </message>
    <message>
        <source>the length of the prompt is not stated (%1)</source>
        <translation>未說明提示的長度（%1）</translation>
    </message>
    <message>
        <source>put weights that GPTQ has made in the place of MODEL</source>
        <translation>用 GPTQ 量化好的權重代替 MODEL</translation>
    </message>
    <message>
        <source>This plan fits on %1 of %2 cards</source>
        <translation>%2 種卡中有 %1 種放得下該方案</translation>
    </message>
    <message>
        <source>This plan fits on %1 of %2 cards; %3 of them {is|are} shown</source>
        <translation>%2 種卡中有 %1 種放得下該方案，圖中列出 %3 種</translation>
    </message>
    <message>
        <source>The fewest of each card on which the plan fits</source>
        <translation>每種卡放下該方案所需的最少張數</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>時間 (s)</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>階段</translation>
    </message>
    <message>
        <source>Time of a step of the job</source>
        <translation>任務一步的時間</translation>
    </message>
    <message>
        <source>has no time: the policy generates without an engine</source>
        <translation>沒有時間：策略模型不用推論引擎而自行生成</translation>
    </message>
    <message>
        <source>works on GPUs of its own, and nothing waits for it</source>
        <translation>在自己的 GPU 上工作，其他部分不等待它</translation>
    </message>
    <message>
        <source>rewards by rules take no time</source>
        <translation>按規則計算的獎勵不佔時間</translation>
    </message>
    <message>
        <source>each sequence is generated to its full length, and trained on once</source>
        <translation>每條序列都生成到全長，並只訓練一次</translation>
    </message>
    <message>
        <source>Passes over the prompts</source>
        <translation>處理提示</translation>
    </message>
    <message>
        <source>an engine generates %1 {sequence|sequences}, %2 at a time, %3 {token|tokens} after prompts of %4</source>
        <translation>一個引擎生成 %1 條序列，同時 %2 條，每條在 %4 個詞元的提示之後生成 %3 個詞元</translation>
    </message>
    <message>
        <source>half of the context is generated: the plan does not say how much</source>
        <translation>上下文的一半是生成的：方案沒有寫明長度</translation>
    </message>
    <message>
        <source>Weights for the engine</source>
        <translation>發給推論引擎的權重</translation>
    </message>
    <message>
        <source>Weights of the engine to the host and back</source>
        <translation>引擎的權重移到主機再取回</translation>
    </message>
    <message>
        <source>States to the host and back</source>
        <translation>狀態移到主機再取回</translation>
    </message>
    <message>
        <source>weights, gradients and states of roles that do not work</source>
        <translation>未在工作的角色的權重、梯度和狀態</translation>
    </message>
    <message>
        <source>m·L/p·bytes of a layer/memory</source>
        <translation>m·L/p·每層位元組數/GPU 記憶體頻寬</translation>
    </message>
    <message>
        <source>%1 s, %2 % of the step</source>
        <translation>%1 s，佔一步的 %2 %</translation>
    </message>
    <message>
        <source>Memory of generating text by context length: 8B, 70B, 405B</source>
        <translation>生成文字時 GPU 記憶體隨上下文長度的變化：8B、70B、405B</translation>
    </message>
    <message>
        <source>cannot be searched: each model of the job has its own layout</source>
        <translation>無法搜尋：任務的每個模型各有自己的佈局</translation>
    </message>
    <message>
        <source>is missing, 10 assumed</source>
        <translation>缺失，按 10 計</translation>
    </message>
    <message>
        <source>must be LORA, PROMPT_TUNING or PREFIX_TUNING</source>
        <translation>必須是 LORA、PROMPT_TUNING 或 PREFIX_TUNING</translation>
    </message>
    <message>
        <source>leaves nothing to train</source>
        <translation>沒有留下可訓練的內容</translation>
    </message>
    <message>
        <source>names no method: all weights are trained</source>
        <translation>沒有指明方法：按訓練全部權重計</translation>
    </message>
    <message>
        <source>is missing: the context stays as it is</source>
        <translation>缺失：上下文長度保持不變</translation>
    </message>
    <message>
        <source>Not every smaller size fits, as the shape changes with it: %1 does not</source>
        <translation>形狀隨規模變化，並非每個更小的規模都放得下：%1 放不下</translation>
    </message>
    <message>
        <source>The role %1 runs on %2 {GPU|GPUs} of its own: their memory is not counted here, their GPU-hours, price and energy are</source>
        <translation>角色 %1 使用自己的 %2 張 GPU：這些 GPU 的記憶體不計入此處，GPU 小時、價格和能耗則計入</translation>
    </message>
    <message>
        <source>The prompt and the completion of the job are the context</source>
        <translation>任務的提示與補全長度之和即為上下文</translation>
    </message>
    <message>
        <source>must be at most the vocabulary, %1</source>
        <translation>不得超過詞彙表大小 %1</translation>
    </message>
    <message>
        <source>%1 {token does not divide into %2 pieces, %3 for each context rank: counted as if it did|tokens do not divide into %2 pieces, %3 for each context rank: counted as if they did}</source>
        <translation>%1 個詞元不能整除為 %2 段（每個上下文平行 rank %3 段）：此處按可整除計算</translation>
    </message>
    <message>
        <source>The weights that this GPU holds</source>
        <translation>此 GPU 儲存的權重</translation>
    </message>
    <message>
        <source>What the backward pass adds up for each weight</source>
        <translation>反向計算為每個權重累加的值</translation>
    </message>
    <message>
        <source>What the optimizer keeps from step to step</source>
        <translation>最佳化器在各步之間保留的狀態</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens, of all sequences</source>
        <translation>所有序列之前詞元的鍵和值</translation>
    </message>
    <message>
        <source>What the forward pass keeps for the backward pass</source>
        <translation>前向計算為反向計算保留的內容</translation>
    </message>
    <message>
        <source>What a pass over prompts works with, and logits</source>
        <translation>處理提示時用到的張量，以及 logits</translation>
    </message>
    <message>
        <source>Logits, gathered weights, gradients being computed</source>
        <translation>logits、聚集的權重、計算中的梯度</translation>
    </message>
    <message>
        <source>Driver context, communicators, what the server keeps free</source>
        <translation>驅動程式上下文、通訊，以及伺服器留空的部分</translation>
    </message>
    <message>
        <source>Driver context, communicators, idle memory of the allocator</source>
        <translation>驅動程式上下文、通訊器、配置器閒置的 GPU 記憶體</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <translation>每卡 %1</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>單卡記憶體</translation>
    </message>
    <message>
        <source>80 % of measured steps lie in between.</source>
        <translation>80 % 的實測步落在下限與上限之間。</translation>
    </message>
    <message>
        <source>must divide the number of heads, %1, and does not divide the %2 {GPU|GPUs} either</source>
        <translation>必須能整除注意力頭數 %1，也不能整除 %2 張 GPU</translation>
    </message>
    <message>
        <source>Scales of the 8-bit moments, one for 256 values</source>
        <translation>8 位元矩的縮放係數，每 256 個值一個</translation>
    </message>
    <message>
        <source>Scales of routed experts&apos; 8-bit moments, one for 256 values</source>
        <translation>路由專家 8 位元矩的縮放係數，每 256 個值一個</translation>
    </message>
    <message>
        <source>must be at least %1: the job compares sequences</source>
        <translation>至少為 %1：該任務比較成對的序列</translation>
    </message>
    <message>
        <source>%1 cannot combine fused logits with a precomputed reference: counted as if it could</source>
        <translation>%1 不能同時使用融合 logits 和預計算參考：按可以計算</translation>
    </message>
    <message>
        <source>The vocabularies of student and teacher differ, %1 and %2: their logits cannot be compared token by token</source>
        <translation>學生與教師的詞彙表不同（%1 與 %2）：兩者的 logits 無法逐詞元比較</translation>
    </message>
    <message>
        <source>must be shared or own</source>
        <translation>須為 shared 或 own</translation>
    </message>
    <message>
        <source>The schedule %1 needs %2 micro-batches a step, twice its stages: counted as if %3 were enough</source>
        <translation>%1 排程每步需要 %2 個微批次，即階段數的兩倍：按 %3 個足夠計算</translation>
    </message>
    <message>
        <source>%1 is for latent attention (MLA), which the model does not have: counted as fp8</source>
        <translation>%1 用於潛在注意力（MLA），該模型沒有：按 fp8 計算</translation>
    </message>
    <message>
        <source>Attention scores of a pass over prompts</source>
        <translation>一次提示處理的注意力分數</translation>
    </message>
    <message>
        <source>Mask of the attention of a pass</source>
        <translation>一次處理的注意力遮罩</translation>
    </message>
    <message>
        <source>Copies of the attention&apos;s input, one for each adapter</source>
        <translation>注意力輸入的副本，每個適配器一份</translation>
    </message>
    <message>
        <source>Copy of the output product&apos;s input for its adapter</source>
        <translation>輸出乘積的輸入副本，供其適配器使用</translation>
    </message>
    <message>
        <source>Copies of the MLP&apos;s input, one for each adapter</source>
        <translation>MLP 輸入的副本，每個適配器一份</translation>
    </message>
    <message>
        <source>Copy of the down product&apos;s input for its adapter</source>
        <translation>下投影乘積的輸入副本，供其適配器使用</translation>
    </message>
    <message>
        <source>Copy of the head&apos;s input for its adapter</source>
        <translation>輸出頭的輸入副本，供其適配器使用</translation>
    </message>
    <message>
        <source>Square roots of the second moments</source>
        <translation>二階矩的平方根</translation>
    </message>
    <message>
        <source>llama.cpp gives whole layers or rows of weights to the GPUs: counted as if it split the heads too</source>
        <translation>llama.cpp 按整層或權重的行分給各 GPU：按注意力頭也切分計算</translation>
    </message>
    <message>
        <source>The layers keep nothing that recomputing %1 drops</source>
        <translation>各層沒有保留 %1 重算所能省去的內容</translation>
    </message>
    <message>
        <source>%1 is trained as a whole and has an adapter too: both are counted</source>
        <translation>%1 既整體訓練又帶適配器：兩者都計入</translation>
    </message>
    <message>
        <source>%1 shards a job over all GPUs unless roles.policy.zero says otherwise: counted as ZeRO-%2</source>
        <translation>%1 把任務切分到所有 GPU，除非 roles.policy.zero 另有說明：按 ZeRO-%2 計算</translation>
    </message>
    <message>
        <source>Fused optimizer step</source>
        <translation>融合最佳化器更新</translation>
    </message>
    <message>
        <source>has no time: the catalogue does not know its speed in this precision; set %1 and %2</source>
        <translation>無法估算時間：目錄中沒有該裝置在此精度下的速度；請設定 %1 和 %2</translation>
    </message>
    <message>
        <source>disks read and write %1 for each GPU</source>
        <translation>磁碟讀寫，每張 GPU %1</translation>
    </message>
    <message>
        <source>%1 {fits as well, but does|fit as well, but do} not divide a node of %2</source>
        <translation>%1 也放得下，但不能整除每節點的 %2</translation>
    </message>
    <message>
        <source>%1 fit as well, but leave GPUs of a node of %2 idle</source>
        <translation>%1 張也放得下，但會讓一個 %2 卡節點中有 GPU 閒置</translation>
    </message>
    <message>
        <source>%1 has no interleaved schedule: counted as if it had</source>
        <translation>%1 沒有交錯排程：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not offload: counted as if it did</source>
        <translation>%1 沒有卸載功能：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not offload activations: counted as if it did</source>
        <translation>%1 不卸載激活：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not compute in 8 bits: counted as if it did</source>
        <translation>%1 沒有 8 位元計算：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>waits(%1)</source>
        <translation>等待(%1)</translation>
    </message>
    <message>
        <source>Gathering of experts</source>
        <translation>聚集專家權重</translation>
    </message>
    <message>
        <source>Gradients of experts</source>
        <translation>歸約專家梯度</translation>
    </message>
    <message>
        <source>Gradients between replicas</source>
        <translation>副本間歸約梯度</translation>
    </message>
    <message>
        <source>New weights of experts</source>
        <translation>聚集更新後的專家權重</translation>
    </message>
    <message>
        <source>%1 does not have this optimizer: counted as if it had</source>
        <translation>%1 沒有此最佳化器：按有此最佳化器計算</translation>
    </message>
    <message>
        <source>%1 does not compute in fp16: counted as if it did</source>
        <translation>%1 沒有 fp16 計算：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not compute in fp32: counted as if it did</source>
        <translation>%1 沒有 fp32 計算：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no eager attention: counted as if it had</source>
        <translation>%1 沒有逐運算子（eager）注意力：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 does not offload to disk: counted as offloaded to the host</source>
        <translation>%1 不能卸載到磁碟：按卸載到主機計算</translation>
    </message>
    <message>
        <source>%1 offloads to disk at ZeRO-3 alone: counted as offloaded to the host</source>
        <translation>%1 只在 ZeRO-3 下卸載到磁碟：按卸載到主機計算</translation>
    </message>
    <message>
        <source>%1 recomputes every so many layers, which is recipe.recompute=full with recipe.recompute_method=every: counted as no recompute</source>
        <translation>%1 每隔若干層重算一層，即 recipe.recompute=full 加 recipe.recompute_method=every：按不重算計算</translation>
    </message>
    <message>
        <source>%1 trains adapters of a quantised base on one GPU alone: counted as if it did on more</source>
        <translation>%1 只能在一張 GPU 上訓練量化基座上的適配器：此處按支援多卡計算</translation>
    </message>
    <message>
        <source>Not read by this method: %1</source>
        <translation>此方法不讀取：%1</translation>
    </message>
    <message>
        <source>Without effect in this plan: %1</source>
        <translation>在此方案中不起作用：%1</translation>
    </message>
    <message>
        <source>the limit of the server; the cache would hold %1</source>
        <translation>伺服器的上限；快取可容納 %1</translation>
    </message>
    <message>
        <source>%1 serves at most %2 {sequence|sequences} at a time (inference.max_sequences): of %3 the rest waits, and memory and speed are those of %2</source>
        <translation>%1 最多同時服務 %2 條序列（inference.max_sequences）：%3 條中其餘的等待，GPU 記憶體和速度按 %2 條計</translation>
    </message>
    <message>
        <source>The engine does not start — its share of a GPU is %1 too small</source>
        <translation>推論引擎無法啟動 — 它在一張 GPU 上的份額少 %1</translation>
    </message>
    <message>
        <source>Fits the GPU, but the engine does not start</source>
        <translation>GPU 放得下，但推論引擎無法啟動</translation>
    </message>
    <message>
        <source>Engine short</source>
        <translation>引擎份額不足</translation>
    </message>
    <message>
        <source>Does not fit: the engine&apos;s share of a GPU is %1 GiB too small, and it will not start</source>
        <translation>放不下：推論引擎在一張 GPU 上的份額少 %1 GiB，無法啟動</translation>
    </message>
    <message>
        <source>The plan does not fit: the engine&apos;s share of a GPU lacks %1 GiB</source>
        <translation>方案放不下：推論引擎在一張 GPU 上的份額缺 %1 GiB</translation>
    </message>
    <message>
        <source>%1 of a GPU for the engine (now %2)</source>
        <translation>推論引擎佔一張 GPU 的 %1（現在 %2）</translation>
    </message>
    <message>
        <source>Engine on %1 tensor {rank|ranks}</source>
        <translation>推論引擎 %1 路張量平行</translation>
    </message>
    <message>
        <source>The engine does not start: its share of a GPU (rollout.utilization) is too small</source>
        <translation>推論引擎無法啟動：它在一張 GPU 上的份額（rollout.utilization）太小</translation>
    </message>
    <message>
        <source>The engine cannot start with %1 GiB: weights, a pass and a sequence of %3 {token|tokens} need %2 GiB more</source>
        <translation>推論引擎無法以 %1 GiB 啟動：權重、一次前向和一條長 %3 個詞元的序列還需要 %2 GiB</translation>
    </message>
    <message>
        <source>%1 {sequence|sequences} at a time</source>
        <translation>同時 %1 條序列</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>階段 %1</translation>
    </message>
    <message>
        <source>The micro-batch does not decide the peak</source>
        <translation>微批次大小不影響峰值</translation>
    </message>
    <message>
        <source>a larger one does not change the peak</source>
        <translation>再大也不改變峰值</translation>
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
        <translation>帶動量的 SGD</translation>
    </message>
    <message>
        <source>distillation</source>
        <translation>蒸餾</translation>
    </message>
    <message>
        <source>Log-probs</source>
        <translation>對數機率</translation>
    </message>
    <message>
        <source>KL pass</source>
        <translation>KL 前向</translation>
    </message>
    <message>
        <source>Ref. log-probs</source>
        <translation>參考對數機率</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>教師</translation>
    </message>
    <message>
        <source>Critic update</source>
        <translation>更新價值模型</translation>
    </message>
    <message>
        <source>Policy update</source>
        <translation>更新策略</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>發權重</translation>
    </message>
    <message>
        <source>8-bit optimizer state</source>
        <translation>最佳化器狀態為 8 位元</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>沒有結果</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Rewards</source>
        <translation>獎勵</translation>
    </message>
    <message>
        <source>Log-probabilities of the policy</source>
        <translation>策略的對數機率</translation>
    </message>
    <message>
        <source>Pass for the KL term</source>
        <translation>KL 項的前向</translation>
    </message>
    <message>
        <source>Log-probabilities of the reference</source>
        <translation>參考的對數機率</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>價值</translation>
    </message>
    <message>
        <source>Logits of the teacher</source>
        <translation>教師的 logits</translation>
    </message>
    <message>
        <source>Update of the critic</source>
        <translation>價值模型更新</translation>
    </message>
    <message>
        <source>Update of the policy</source>
        <translation>策略更新</translation>
    </message>
    <message>
        <source>Transfer of weights to the engine</source>
        <translation>權重發給引擎</translation>
    </message>
    <message>
        <source>has more than this method counts: a reference, and a pair for each sample</source>
        <translation>超出此方法的計算範圍：參考模型，以及每個樣本的一對序列</translation>
    </message>
    <message>
        <source>has more than this method counts: a pair for each sample</source>
        <translation>超出此方法的計算範圍：每個樣本的一對序列</translation>
    </message>
    <message>
        <source>has more than this method counts: a reference</source>
        <translation>超出此方法的計算範圍：參考模型</translation>
    </message>
    <message>
        <source>has more than this method counts: a pair for each sample, and a head of one value</source>
        <translation>超出此方法的計算範圍：每個樣本的一對序列，以及單值輸出頭</translation>
    </message>
    <message>
        <source>has more than this method counts: an engine, a reference and the phases of a step</source>
        <translation>超出此方法的計算範圍：推論引擎、參考模型和一步的各個階段</translation>
    </message>
    <message>
        <source>has more than this method counts: an engine, other models and the phases of a step</source>
        <translation>超出此方法的計算範圍：推論引擎、其他模型和一步的各個階段</translation>
    </message>
    <message>
        <source>has more than this method counts: a teacher</source>
        <translation>超出此方法的計算範圍：教師模型</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>通訊</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>鏈路</translation>
    </message>
    <message>
        <source>Seconds that wait</source>
        <translation>等待的秒數</translation>
    </message>
    <message>
        <source>What one GPU sends in a step</source>
        <translation>一張 GPU 在一步中傳送的資料</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假設</translation>
    </message>
    <message>
        <source>The plan&apos;s time follows its stated utilisation; other layouts are scaled by the estimate of a step from its parts</source>
        <translation>方案的時間按其寫明的利用率計算；其他佈局按各部分估算的步時比例換算</translation>
    </message>
    <message>
        <source>P/d·bytes of a parameter/memory</source>
        <translation>P/d·每個參數的位元組/GPU 記憶體頻寬</translation>
    </message>
    <message>
        <source>%1, of %2 TFLOP; %3 TFLOPS · %4 for wide products</source>
        <translation>%1，共 %2 TFLOP；%3 TFLOPS · %4（寬矩陣乘）</translation>
    </message>
    <message>
        <source>%1, of %2 GB; %3 GB/s</source>
        <translation>%1，共 %2 GB；%3 GB/s</translation>
    </message>
    <message>
        <source>%1 + %2 (disk, %3 GB/s)</source>
        <translation>%1 + %2（磁碟，%3 GB/s）</translation>
    </message>
    <message>
        <source>m·L/p·n·w·b·s/c·(keys + values)/t·(r − 1)</source>
        <translation>m·L/p·n·w·b·s/c·(鍵 + 值)/t·(r − 1)</translation>
    </message>
    <message>
        <source>n: one round of keys and values forward, two backward; Liu et al., arXiv 2310.01889</source>
        <translation>n：鍵和值前向傳一圈，反向傳兩圈；Liu et al., arXiv 2310.01889</translation>
    </message>
    <message>
        <source>m·L/p·n·w·routed tokens·h·(r − 1)/r</source>
        <translation>m·L/p·n·w·路由詞元數·h·(r − 1)/r</translation>
    </message>
    <message>
        <source>n: to the experts and back, in each pass; Lepikhin et al., arXiv 2006.16668</source>
        <translation>n：每趟計算送到專家再送回；Lepikhin et al., arXiv 2006.16668</translation>
    </message>
    <message>
        <source>n: values forward and gradients backward, for each part of a stage; divided by t with sequence parallelism; Narayanan et al., arXiv 2104.04473, section 3.2</source>
        <translation>n：階段的每一部分前向送值、反向送梯度；序列平行時除以 t；Narayanan et al., arXiv 2104.04473，3.2 節</translation>
    </message>
    <message>
        <source>n: for the forward and the backward pass, or once where weights stay gathered; P of the mean stage; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>n：前向和反向各一次，權重保持聚集時只有一次；P 為各階段的平均；Rajbhandari et al., arXiv 1910.02054，第 7 節</translation>
    </message>
    <message>
        <source>n: for the forward and the backward pass, or once where weights stay gathered; P: of experts; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>n：前向和反向各一次，權重保持聚集時只有一次；P：專家的參數；Rajbhandari et al., arXiv 1910.02054，第 7 節</translation>
    </message>
    <message>
        <source>n: 2 for an all-reduce, 1 for a reduce-scatter, in each micro-batch from ZeRO-2 on; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>n：all-reduce 為 2，reduce-scatter 為 1，從 ZeRO-2 起每個微批次一次；Rajbhandari et al., arXiv 1910.02054，第 7 節</translation>
    </message>
    <message>
        <source>as of all gradients; P: of the experts that a rank holds; Rajbhandari et al., arXiv 1910.02054, section 7</source>
        <translation>與所有梯度相同；P：一個 rank 所持專家的參數；Rajbhandari et al., arXiv 1910.02054，第 7 節</translation>
    </message>
    <message>
        <source>an all-reduce of each shard; Zhao et al., arXiv 2304.11277, section 3.2</source>
        <translation>對每個分片做 all-reduce；Zhao et al., arXiv 2304.11277，3.2 節</translation>
    </message>
    <message>
        <source>w: a gradient there and a weight back; of a paged optimizer its moments, there and back; Ren et al., arXiv 2101.06840</source>
        <translation>w：梯度送去、權重送回；分頁最佳化器則是其矩來回；Ren et al., arXiv 2101.06840</translation>
    </message>
    <message>
        <source>n: for the forward and the backward pass; Rajbhandari et al., arXiv 2104.07857</source>
        <translation>n：前向和反向各一次；Rajbhandari et al., arXiv 2104.07857</translation>
    </message>
    <message>
        <source>m·L/p·n·bytes of a layer</source>
        <translation>m·L/p·n·一層的位元組</translation>
    </message>
    <message>
        <source>n: there and back; bytes of the ledger</source>
        <translation>n：來回各一次；位元組數見賬目</translation>
    </message>
    <message>
        <source>must be at most %1: the model has %2 {layer|layers}, of which %3 {is|are} frozen</source>
        <translation>最多為 %1：模型有 %2 層，其中 %3 層凍結</translation>
    </message>
    <message>
        <source>%1 turns the weights of GGUF files into 16 or 32 bits when it loads them: counted as if it kept %2</source>
        <translation>%1 載入 GGUF 檔案時把權重轉為 16 或 32 位元：按保持 %2 計算</translation>
    </message>
    <message>
        <source>%1 does not read weights in %2: counted as if it did</source>
        <translation>%1 不能讀取 %2 格式的權重：此處按支援讀取計算</translation>
    </message>
    <message>
        <source>%1 quantises values for flash attention alone: counted as if it did</source>
        <translation>%1 只在使用 Flash attention 時量化 value：此處按支援量化計算</translation>
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
        <translation>logits 的梯度，類型與輸出頭相同</translation>
    </message>
    <message>
        <source>A layer&apos;s quantised cache in 16 bits, for flash attention</source>
        <translation>一層的量化快取轉成 16 位元，供 Flash attention 使用</translation>
    </message>
    <message>
        <source>A matrix while the optimizer makes it orthogonal, in three forms</source>
        <translation>最佳化器正交化時的一個矩陣，三份</translation>
    </message>
    <message>
        <source>Products of that matrix with itself</source>
        <translation>該矩陣與自身的乘積</translation>
    </message>
    <message>
        <source>must be sft or dpo: the file of %1 is about plain training or preferences</source>
        <translation>必須是 sft 或 dpo：%1 的檔案只用於普通訓練或偏好訓練</translation>
    </message>
    <message>
        <source>Limit of sequences: %1 (now %2)</source>
        <translation>序列數上限：%1（目前 %2）</translation>
    </message>
    <message>
        <source>must be none, or a list of parts without none</source>
        <translation>必須是 none，或不含 none 的部分清單</translation>
    </message>
    <message>
        <source>Here each plan is counted at its own context; the bars have one context for all</source>
        <translation>表中各方案按各自的上下文長度計算，條形圖則採用同一長度</translation>
    </message>
    <message>
        <source>Emptying of the allocator&apos;s cache</source>
        <translation>清空配置器快取</translation>
    </message>
    <message>
        <source>m·t(flush)</source>
        <translation>m·t(清空)</translation>
    </message>
    <message>
        <source>%1 {sequence|sequences} a step, one micro-batch on each rank: the plan states no global batch</source>
        <translation>每步 %1 個序列，每個 rank 一個微批次：方案沒有寫明全域批次大小</translation>
    </message>
    <message>
        <source>as %1 pipeline {stage|stages}</source>
        <translation>作為 %1 個管線階段</translation>
    </message>
    <message>
        <source>Longer than the context, %1 {token|tokens}: counted as cut to it</source>
        <translation>比上下文（%1 個詞元）長：按截短到上下文計算</translation>
    </message>
    <message>
        <source>%1 keeps no cache in %2: counted as if it did</source>
        <translation>%1 不以 %2 儲存快取：此處按支援儲存計算</translation>
    </message>
    <message>
        <source>%1 has no adapters of this method: counted as if it had</source>
        <translation>%1 沒有這種方法的適配器：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no DoRA: counted as if it had</source>
        <translation>%1 沒有 DoRA：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no adapter of the embedding: counted as if it had</source>
        <translation>%1 沒有嵌入上的適配器：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 trains adapters alone: counted as if it trained these modules too</source>
        <translation>%1 只訓練適配器：按也訓練這些模組來計算</translation>
    </message>
    <message>
        <source>%1 has no base in %2: counted as if it had</source>
        <translation>%1 沒有 %2 的基座：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no fused loss: counted as if it had</source>
        <translation>%1 沒有融合損失：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 offloads weights and optimizer together: counted as if it could offload one alone</source>
        <translation>%1 只能同時卸載權重和最佳化器：此處按可只卸載其一計算</translation>
    </message>
    <message>
        <source>%1 offloads activations of recomputed layers alone: counted as if it offloaded those of others</source>
        <translation>%1 只卸載重算層的激活值：按也卸載其他層的來計算</translation>
    </message>
    <message>
        <source>%1 has no jobs of the kind %2: counted as if it had</source>
        <translation>%1 不支援 %2 訓練：按支援來計算</translation>
    </message>
    <message>
        <source>Not every smaller size suits the layout: %1 does not</source>
        <translation>並非每個更小的規模都適合此佈局：%1 不適合</translation>
    </message>
    <message>
        <source>%1 does not split a feed-forward width of %2 among %3 {rank|ranks}: counted as if it did</source>
        <translation>%1 不能把前饋寬度 %2 分給 %3 個 rank：此處按可切分計算</translation>
    </message>
    <message>
        <source>%1 does not split %2 {token|tokens} among %3 {rank|ranks}: counted as if it did</source>
        <translation>%1 不能把 %2 個詞元分給 %3 個 rank：此處按可切分計算</translation>
    </message>
    <message>
        <source>%1 has no adapters of a quantised base: counted as if it had</source>
        <translation>%1 沒有量化基座上的適配器：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 has no adapters: counted as if it had</source>
        <translation>%1 沒有適配器：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>%1 splits no adapters over tensor ranks: counted as if it did</source>
        <translation>%1 不把適配器切分到張量平行各路：按切分計算</translation>
    </message>
    <message>
        <source>Assumes a GPU that falls behind the program, so that freed inputs of collectives wait: the allocator keeps %1 GiB idle, between %2 and %3 GiB if the GPU is less or more behind</source>
        <translation>假定 GPU 落後於程式，集合通訊已釋放的輸入因此等待：配置器閒置 %1 GiB；落後更少或更多時為 %2 到 %3 GiB</translation>
    </message>
    <message>
        <source>Assumes a GPU that keeps up with the program: the allocator keeps %1 GiB idle, up to %2 GiB if the GPU falls behind, as freed inputs of collectives wait then</source>
        <translation>假定 GPU 跟得上程式：配置器閒置 %1 GiB；若 GPU 落後，集合通訊已釋放的輸入會等待，最多 %2 GiB</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator keeps %1 GiB idle, in freed blocks that suit no later request. This leaps from length to length: from %2 to %3 {token|tokens} it is between %4 and %5 GiB. cluster.allocator.expandable_segments=true evens it out</source>
        <translation>PyTorch 的配置器閒置 %1 GiB，這些已釋放的塊不適合之後的任何請求。該值隨長度跳變：從 %2 到 %3 個詞元，它在 %4 到 %5 GiB 之間。cluster.allocator.expandable_segments=true 可使其平穩</translation>
    </message>
    <message>
        <source>The step has too many tensors, or too large ones, to replay the allocator&apos;s requests: it is assumed to keep %1 % of the tensors&apos; memory idle</source>
        <translation>該步驟的張量太多或太大，無法重播配置器的請求：假定配置器閒置的記憶體為張量記憶體的 %1 %</translation>
    </message>
    <message>
        <source>probably fits</source>
        <translation>大概能放下</translation>
    </message>
    <message>
        <source>Probably fits — %1 of %2, %3 free</source>
        <translation>大概能放下 — 每卡 %1 / %2，剩餘 %3</translation>
    </message>
    <message>
        <source>Probably fits — %1 of %2</source>
        <translation>大概能放下 — 每卡 %1 / %2</translation>
    </message>
    <message>
        <source>%1 free, probably</source>
        <translation>大概剩餘 %1</translation>
    </message>
    <message>
        <source>Does not fit: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB over</source>
        <translation>放不下：每卡 %1 GiB（可能為 %2 到 %3），容量 %4 GiB，超出 %5 GiB</translation>
    </message>
    <message>
        <source>Probably fits: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB free</source>
        <translation>大概能放下：每卡 %1 GiB（可能為 %2 到 %3），容量 %4 GiB，剩餘 %5 GiB</translation>
    </message>
    <message>
        <source>Fits: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB free</source>
        <translation>能放下：每卡 %1 GiB（可能為 %2 到 %3），容量 %4 GiB，剩餘 %5 GiB</translation>
    </message>
    <message>
        <source>Capacity: the driver keeps %1 of the card&apos;s %2 GiB</source>
        <translation>容量：加速卡共 %2 GiB，其中 %1 由驅動程式保留</translation>
    </message>
    <message>
        <source>names no matrix that is known</source>
        <translation>沒有指出任何已知的矩陣</translation>
    </message>
    <message>
        <source>is not in the file: %1 assumed</source>
        <translation>檔案中沒有：假定為 %1</translation>
    </message>
    <message>
        <source>is a method that is not counted</source>
        <translation>是不能計算的方法</translation>
    </message>
    <message>
        <source>cannot train a base in few bits</source>
        <translation>不能訓練低位數的基座</translation>
    </message>
    <message>
        <source>needs load_in_4bit: true</source>
        <translation>需要 load_in_4bit: true</translation>
    </message>
    <message>
        <source>are open: the file runs %1 steps</source>
        <translation>未寫明：檔案訓練 %1 步</translation>
    </message>
    <message>
        <source>is text in UTF-16; save it as UTF-8</source>
        <translation>是 UTF-16 文字，請另存新檔 UTF-8</translation>
    </message>
    <message>
        <source>starts no training</source>
        <translation>不啟動訓練</translation>
    </message>
    <message>
        <source>trains parts of layers, which is not counted</source>
        <translation>訓練層的一部分，不能計算</translation>
    </message>
    <message>
        <source>trains layers apart from one another, which is not counted</source>
        <translation>訓練彼此不相鄰的層，不能計算</translation>
    </message>
    <message>
        <source>a base of so few bits is not counted: 4 or 8 are</source>
        <translation>這麼少位的基座不能計算：可以是 4 或 8 位元</translation>
    </message>
    <message>
        <source>is counted as bitsandbytes: %1</source>
        <translation>按 bitsandbytes 計算：%1</translation>
    </message>
    <message>
        <source>is not true: the file trains nothing</source>
        <translation>不為 true：該檔案不訓練任何內容</translation>
    </message>
    <message>
        <source>is of %1&apos;s part on Megatron, which cannot be read yet</source>
        <translation>屬於 %1 的 Megatron 部分，目前還不能讀入</translation>
    </message>
    <message>
        <source>is a file of %1&apos;s version 1, which cannot be read yet</source>
        <translation>是 %1 第 1 版的檔案，目前還不能讀入</translation>
    </message>
    <message>
        <source>%1 has layers of different widths (&quot;block_configs&quot;), which cannot be counted yet</source>
        <translation>%1 的各層寬度不同（&quot;block_configs&quot;），尚不能計算</translation>
    </message>
    <message>
        <source>is not in the file: the model&apos;s longest, %1 {token|tokens}</source>
        <translation>檔案中沒有：取模型的最大長度，%1 個詞元</translation>
    </message>
    <message>
        <source>makes %1 sequences a step; the most of a plan, %2, are taken</source>
        <translation>每步合計 %1 條序列，取方案的上限 %2</translation>
    </message>
    <message>
        <source>is another file, and its name says no stage of ZeRO</source>
        <translation>是另一個檔案，其檔案名沒有說明 ZeRO 階段</translation>
    </message>
    <message>
        <source>is another file: ZeRO-%1 by its name</source>
        <translation>是另一個檔案：按檔案名為 ZeRO-%1</translation>
    </message>
    <message>
        <source>is no model of the catalogue: the open plan&apos;s own stays</source>
        <translation>不是目錄中的模型：保留開啟的方案自己的模型</translation>
    </message>
    <message>
        <source>is no model of the catalogue: import its config.json first</source>
        <translation>不是目錄中的模型：請先匯入它的 config.json</translation>
    </message>
    <message>
        <source>is not in the file, which shards: %1 {GPU|GPUs} assumed</source>
        <translation>檔案中沒有，而檔案要求分片：假定 %1 張 GPU</translation>
    </message>
    <message>
        <source>is not in the file: 1 GPU assumed</source>
        <translation>檔案中沒有：假定 1 張 GPU</translation>
    </message>
    <message>
        <source>is no setting of TrainingArguments: the file is of a program that cannot be read yet</source>
        <translation>不是 TrainingArguments 的設定：該檔案屬於目前還不能讀入的程式</translation>
    </message>
    <message>
        <source>loads no language model that can be read</source>
        <translation>沒有載入可以讀入的語言模型</translation>
    </message>
    <message>
        <source>is not in the file: the open plan&apos;s model stays</source>
        <translation>檔案中沒有：保留開啟的方案的模型</translation>
    </message>
    <message>
        <source>are those of the data set: %1</source>
        <translation>即資料集的樣本數：%1</translation>
    </message>
    <message>
        <source>is an expression, and no script is run: a number is needed</source>
        <translation>是一個運算式，而腳本不會被執行：需要一個數</translation>
    </message>
    <message>
        <source>is missing, and full_finetuning too: the script trains nothing</source>
        <translation>缺失，也沒有 full_finetuning：該腳本不訓練任何內容</translation>
    </message>
    <message>
        <source>is missing: the script trains nothing that can be read</source>
        <translation>缺失：該腳本沒有可以讀入的訓練</translation>
    </message>
    <message>
        <source>more than %1 entries in one place</source>
        <translation>一處多於 %1 項</translation>
    </message>
    <message>
        <source>Longest context: %1 {token|tokens}, %2 GiB</source>
        <translation>最長上下文：%1 詞元，%2 GiB</translation>
    </message>
    <message>
        <source>Largest micro-batch: %1 {sequence|sequences}, %2 GiB</source>
        <translation>最大微批次大小：%1 個序列，%2 GiB</translation>
    </message>
    <message>
        <source>Largest model, in the shape of a Llama: %1 parameters, %2 GiB</source>
        <translation>最大的 Llama 形狀模型：%1 參數，%2 GiB</translation>
    </message>
    <message>
        <source>Fewest GPUs: %1, %2 GiB</source>
        <translation>最少 GPU：%1，%2 GiB</translation>
    </message>
    <message>
        <source>Does not fit on %1 {GPU|GPUs}</source>
        <translation>%1 張 GPU 放不下</translation>
    </message>
    <message>
        <source>%1 does not run on it</source>
        <translation>%1 不能在其上執行</translation>
    </message>
    <message>
        <source>+%1 within 1 %</source>
        <translation>+%1 個相差 1 % 以內</translation>
    </message>
    <message>
        <source>No layout that fits is more than 1 % faster than the plan</source>
        <translation>放得下的佈局沒有一個比方案快 1 % 以上</translation>
    </message>
    <message>
        <source>No upcast to 32 bits</source>
        <translation>不轉為 32 位元</translation>
    </message>
    <message>
        <source>16-bit head and norms</source>
        <translation>輸出頭與正規化為 16 位元</translation>
    </message>
    <message>
        <source>Expandable segments</source>
        <translation>可擴充段</translation>
    </message>
    <message>
        <source>Not every shorter one fits: %1 does not, as how much the allocator leaves idle differs from length to length</source>
        <translation>並非更短的都放得下：%1 就放不下，因為配置器的閒置量隨長度而變</translation>
    </message>
    <message>
        <source>Not every smaller one fits: %1 does not</source>
        <translation>並非更小的都放得下：%1 就放不下</translation>
    </message>
    <message>
        <source>None that layout and batch divide fits without an emptied cache: %1 is the last that fits at all</source>
        <translation>沒有佈局與批次大小能整除且不必清空快取的值放得下：恰好放得下的最後一個是 %1</translation>
    </message>
    <message>
        <source>%1 is the last that fits at all</source>
        <translation>恰好放得下的最後一個是 %1</translation>
    </message>
    <message>
        <source>%1 is the last that fits at all: %2</source>
        <translation>恰好放得下的最後一個是 %1：%2</translation>
    </message>
    <message>
        <source>Each card on which the plan fits, in the plan&apos;s number</source>
        <translation>方案能放下的每種卡，按方案的張數</translation>
    </message>
    <message>
        <source>%1 {sequence does|sequences do} not fill whole passes</source>
        <translation>%1 條序列填不滿整次前向</translation>
    </message>
    <message>
        <source>Fits up to</source>
        <translation>最多可放下</translation>
    </message>
    <message>
        <source>as without: flash attention keeps no scores to drop</source>
        <translation>與不重算相同：Flash attention 不保留可丟棄的分數</translation>
    </message>
    <message>
        <source>as in the panel before it</source>
        <translation>與前一幅相同</translation>
    </message>
    <message>
        <source>not read: %1 and %2 more</source>
        <translation>未讀取：%1 及另外 %2 項</translation>
    </message>
    <message>
        <source>not read: %1</source>
        <translation>未讀取：%1</translation>
    </message>
    <message>
        <source>%1 replicas</source>
        <translation>%1 個副本</translation>
    </message>
    <message>
        <source>Days and price need the length of the run: examples, mean length and epochs.</source>
        <translation>天數和價格需要訓練長度：樣本數、平均長度和輪數。</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重算</translation>
    </message>
    <message>
        <source>offload</source>
        <translation>卸載</translation>
    </message>
    <message>
        <source>time in doubt</source>
        <translation>時間存疑</translation>
    </message>
    <message>
        <source>Emptying of the cache, launches</source>
        <translation>清空快取與啟動</translation>
    </message>
    <message>
        <source>At every moment PyTorch reserves %1 %2, with the runtime %3 of the GPU</source>
        <translation>在每個時刻 PyTorch 都保留 %1 %2，連同執行時佔用 GPU 的 %3</translation>
    </message>
    <message>
        <source>must be a number of at most %1</source>
        <translation>必須是不大於 %1 的數</translation>
    </message>
    <message>
        <source>not valid JSON: it has a NUL byte</source>
        <translation>不是有效的 JSON：含有 NUL 位元組</translation>
    </message>
    <message>
        <source>not valid JSON: it is no text in UTF-8</source>
        <translation>不是有效的 JSON：不是 UTF-8 文字</translation>
    </message>
    <message>
        <source>not valid JSON: it ends too early</source>
        <translation>不是有效的 JSON：過早結束</translation>
    </message>
    <message>
        <source>not valid JSON: %1 is not expected here</source>
        <translation>不是有效的 JSON：此處不應出現 %1</translation>
    </message>
    <message>
        <source>Fields of the model&apos;s file that may count were not read, so that its count may be wrong: %1</source>
        <translation>模型檔案中可能影響參數量的欄位未讀取，參數量可能不準：%1</translation>
    </message>
    <message>
        <source>Settings of the file that was read have no part in this plan: %1</source>
        <translation>所讀檔案中的這些設定未進入本方案：%1</translation>
    </message>
    <message>
        <source>as the lecture counts a GPT in 32 bits, without logits and overhead</source>
        <translation>按講義對 32 位元 GPT 的算法，不含 logits 與開銷</translation>
    </message>
    <message>
        <source>as the lecture counts ZeRO, without master weights, logits and overhead</source>
        <translation>按講義對 ZeRO 的算法，不含主權重、logits 與開銷</translation>
    </message>
    <message>
        <source>as Transformer math counts, without logits, gathered weights and overhead</source>
        <translation>按 Transformer Math 的算法，不含 logits、聚集的權重與開銷</translation>
    </message>
    <message>
        <source>by the rule of thumb, without the scores of attention, logits and overhead</source>
        <translation>按經驗法則，不含注意力分數、logits 與開銷</translation>
    </message>
    <message>
        <source>by the activation ratio, without the shape of the model and overhead</source>
        <translation>按激活比例，不看模型形狀，也不含開銷</translation>
    </message>
    <message>
        <source>as DeepSpeed&apos;s estimator counts, without activations, buckets and overhead</source>
        <translation>按 DeepSpeed 估算器的算法，不含激活值、通訊桶與開銷</translation>
    </message>
    <message>
        <source>as EleutherAI&apos;s calculator counts, without logits</source>
        <translation>按 EleutherAI 計算器的算法，不含 logits</translation>
    </message>
    <message>
        <source>as Megatron-LM&apos;s report counts, without context parallelism, full recompute and overhead</source>
        <translation>按 Megatron-LM 報告的算法，不計上下文平行、完全重算與開銷</translation>
    </message>
    <message>
        <source>as llm-analysis counts, without the smaller of activations and gradients</source>
        <translation>按 llm-analysis 的算法，不含激活值與梯度中較小的一項</translation>
    </message>
    <message>
        <source>as accelerate estimate-memory counts, without activations and the cluster</source>
        <translation>按 accelerate estimate-memory 的算法，不含激活值，也不看叢集</translation>
    </message>
    <message>
        <source>is not given: a fine-tune is as long as its data set (examples × mean length × epochs)</source>
        <translation>未給出：微調的長度由資料集決定（樣本數 × 平均長度 × 輪數）</translation>
    </message>
    <message>
        <source>examples of %1 {token|tokens}, the whole context</source>
        <translation>樣本為 %1 個詞元，佔滿上下文</translation>
    </message>
    <message>
        <source>An MFU above 55 % is in doubt: published runs of dense models reach 43 % on H100 (arXiv 2407.21783) and 56 % on A100 (arXiv 2205.05198)</source>
        <translation>高於 55 % 的 MFU 存疑：已發表的稠密模型訓練在 H100 上達到 43 %（arXiv 2407.21783），在 A100 上達到 56 %（arXiv 2205.05198）</translation>
    </message>
    <message>
        <source>The time of offloaded tensors is in doubt: it was never held against a run</source>
        <translation>卸載張量的時間存疑：從未與實際執行對照過</translation>
    </message>
    <message>
        <source>No measured run shards gradients or weights: the time of ZeRO-2 and ZeRO-3 follows from the rates of the links</source>
        <translation>沒有測量過分攤梯度或權重的執行：ZeRO-2 與 ZeRO-3 的時間由鏈路速率推出</translation>
    </message>
    <message>
        <source>A million tokens: USD %1</source>
        <translation>每百萬詞元：%1 美元</translation>
    </message>
    <message>
        <source>Moments of a step</source>
        <translation>一步的各個時刻</translation>
    </message>
    <message>
        <source>Output of the stage, kept until its gradient comes back</source>
        <translation>本階段的輸出，保留到其梯度傳回為止</translation>
    </message>
    <message>
        <source>Gradient of the head&apos;s input</source>
        <translation>輸出頭輸入的梯度</translation>
    </message>
    <message>
        <source>Gradient of the output head, while that of the logits is held</source>
        <translation>輸出頭的梯度（此時 logits 的梯度仍被持有）</translation>
    </message>
    <message>
        <source>Gradient of the MLP&apos;s input</source>
        <translation>MLP 輸入的梯度</translation>
    </message>
    <message>
        <source>is not a shared library of Linux</source>
        <translation>不是 Linux 的共享函式庫</translation>
    </message>
    <message>
        <source>is not a shared library for x86-64</source>
        <translation>不是 x86-64 的共享函式庫</translation>
    </message>
    <message>
        <source>is damaged: its tables of names point outside the file</source>
        <translation>已損壞：其名稱表指向檔案之外</translation>
    </message>
    <message>
        <source>The role %1 runs on GPUs of its own: the plan does not say how many, so nothing of them is counted</source>
        <translation>角色 %1 使用自己的 GPU：方案沒有寫明張數，因此與它們有關的都不計入</translation>
    </message>
    <message>
        <source>the gradients of embedding and head, after the layer</source>
        <translation>該層之後，嵌入與輸出頭的梯度</translation>
    </message>
    <message>
        <source>the command cannot be started: %1</source>
        <translation>命令無法啟動：%1</translation>
    </message>
    <message>
        <source>cannot be run, or does not answer</source>
        <translation>無法執行，或沒有回答</translation>
    </message>
    <message>
        <source>a rehearsal runs on Linux on x86-64 only</source>
        <translation>排練只能在 x86-64 的 Linux 上執行</translation>
    </message>
    <message>
        <source>no Python is found that runs the command</source>
        <translation>找不到執行該命令的 Python</translation>
    </message>
    <message>
        <source>the command is not there</source>
        <translation>命令不存在</translation>
    </message>
    <message>
        <source>this program starts the command on another node or in other surroundings: name the command that it starts, and all ranks with --ranks</source>
        <translation>這個程式在另一個節點或另一個環境中啟動命令：請寫出它所啟動的命令，並用 --ranks 給出全部行程數</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>無法寫入</translation>
    </message>
    <message>
        <source>this PyTorch has no library that needs CUDA</source>
        <translation>這個 PyTorch 沒有需要 CUDA 的函式庫</translation>
    </message>
    <message>
        <source>the command must have %1 where this value stands</source>
        <translation>命令中這個數值的位置必須寫 %1</translation>
    </message>
    <message>
        <source>must not be more than --to, %1</source>
        <translation>不能大於 --to，即 %1</translation>
    </message>
    <message>
        <source>is no report of a rehearsal that can be read</source>
        <translation>不是可以讀取的排練報告</translation>
    </message>
    <message>
        <source>is built for ROCm; a rehearsal needs a PyTorch for CUDA</source>
        <translation>是為 ROCm 建置的；排練需要為 CUDA 建置的 PyTorch</translation>
    </message>
    <message>
        <source>is built for Intel&apos;s XPU; a rehearsal needs a PyTorch for CUDA</source>
        <translation>是為 Intel 的 XPU 建置的；排練需要為 CUDA 建置的 PyTorch</translation>
    </message>
    <message>
        <source>is built without CUDA; a rehearsal needs a PyTorch for CUDA, and no card</source>
        <translation>建置時不含 CUDA；排練需要為 CUDA 建置的 PyTorch，但不需要卡</translation>
    </message>
    <message>
        <source>is built for CUDA %1; 11, 12 and 13 are known</source>
        <translation>是為 CUDA %1 建置的；已知的是 11、12 和 13</translation>
    </message>
    <message>
        <source>is not known; 2.1 and later ones of 2 are</source>
        <translation>不是已知的版本；已知的是 2.1 及其後的 2.x</translation>
    </message>
    <message>
        <source>this Python has no PyTorch</source>
        <translation>這個 Python 沒有 PyTorch</translation>
    </message>
    <message>
        <source>this Python cannot be asked for its packages</source>
        <translation>無法向這個 Python 詢問它的套件</translation>
    </message>
    <message>
        <source>The command raised %1</source>
        <translation>命令引發了 %1</translation>
    </message>
    <message>
        <source>The command raised %1, at %2</source>
        <translation>命令在 %2 引發了 %1</translation>
    </message>
    <message>
        <source>The command was ended by signal %1</source>
        <translation>命令被訊號 %1 結束</translation>
    </message>
    <message>
        <source>The command ended with exit code %1</source>
        <translation>命令以結束碼 %1 結束</translation>
    </message>
    <message>
        <source>The command stepped and took no memory of the card</source>
        <translation>命令完成了訓練步，但沒有佔用卡的記憶體</translation>
    </message>
    <message>
        <source>May fit: PyTorch reserves %1 where the %2 keeps up with the program, and runs out of memory where it is far behind</source>
        <translation>可能放得下：%2 跟得上程式時 PyTorch 保留 %1，遠遠落後時 GPU 記憶體不足</translation>
    </message>
    <message>
        <source>Fits: PyTorch reserves %1 to %2 at most, by how far the card is behind, of %3 that it can have of the %4</source>
        <translation>能放下：PyTorch 最多保留 %1 到 %2（取決於卡落後多少），在 %4 上可用 %3</translation>
    </message>
    <message>
        <source>Fits: PyTorch reserves %1 at most, of %2 that it can have of the %3</source>
        <translation>能放下：PyTorch 最多保留 %1，在 %3 上可用 %2</translation>
    </message>
    <message>
        <source>Does not fit: PyTorch ran out of memory on the %1</source>
        <translation>放不下：PyTorch 在 %1 上 GPU 記憶體不足</translation>
    </message>
    <message>
        <source>The command ended without a step of an optimizer of PyTorch</source>
        <translation>命令結束時沒有完成 PyTorch 最佳化器的任何一步</translation>
    </message>
    <message>
        <source>The command ended without importing PyTorch</source>
        <translation>命令結束時沒有匯入 PyTorch</translation>
    </message>
    <message>
        <source>The rehearsal was stopped</source>
        <translation>排練已被停止</translation>
    </message>
    <message>
        <source>The command did not end in the time that --timeout gives it</source>
        <translation>命令沒有在 --timeout 給出的時間內結束</translation>
    </message>
    <message>
        <source>name the command that trains; of programs that it starts, only those that keep its environment are watched</source>
        <translation>請寫出進行訓練的命令；它所啟動的程式中，只有保留其環境變數的才會被觀察</translation>
    </message>
    <message>
        <source>the command is not there or cannot be executed</source>
        <translation>命令不存在或無法執行</translation>
    </message>
    <message>
        <source>the system ends a process in this way when the host runs out of memory: --without-weights makes the model without reading it</source>
        <translation>主機記憶體不足時系統會這樣結束行程：--without-weights 建立模型而不讀取權重</translation>
    </message>
    <message>
        <source>code on the host read the memory of a card, which a rehearsal does not have</source>
        <translation>主機上的程式碼讀取了卡的記憶體，而排練中沒有 GPU 記憶體</translation>
    </message>
    <message>
        <source>install it in the environment that the command uses</source>
        <translation>請把它安裝到命令所用的環境中</translation>
    </message>
    <message>
        <source>it wanted the network, which a rehearsal does not give: fetch models and data before, or allow it with --network; --without-weights needs no weights, and --data made no data</source>
        <translation>它需要網路，而排練不提供網路：請事先下載模型和資料，或用 --network 允許；--without-weights 不需要權重，--data made 不需要資料</translation>
    </message>
    <message>
        <source>the host has too little memory: --without-weights makes the model without reading it</source>
        <translation>主機記憶體太少：--without-weights 建立模型而不讀取權重</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>無法寫入：%1</translation>
    </message>
    <message>
        <source>is missing: a rehearsal needs this file of Highwater</source>
        <translation>不存在：排練需要 Highwater 的這個檔案</translation>
    </message>
    <message>
        <source>no temporary folder can be made from which libraries may be loaded</source>
        <translation>無法建立可以從中載入函式庫的臨時資料夾</translation>
    </message>
    <message>
        <source>must be more than the context of CUDA, %1 bytes</source>
        <translation>必須大於 CUDA 上下文的 %1 位元組</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>of a token</source>
        <translation>每個詞元</translation>
    </message>
    <message>
        <source>%1 bytes in all layers, shared out over GPUs</source>
        <translation>所有層共 %1 位元組，分攤到各 GPU</translation>
    </message>
    <message>
        <source>%1 bytes in all layers</source>
        <translation>所有層共 %1 位元組</translation>
    </message>
    <message>
        <source>of a further token</source>
        <translation>視窗之外的每個詞元</translation>
    </message>
    <message>
        <source>%1 bytes in layers that see all tokens</source>
        <translation>能看到全部詞元的層共 %1 位元組</translation>
    </message>
    <message>
        <source>of a window</source>
        <translation>一個視窗</translation>
    </message>
    <message>
        <source>state of a sequence</source>
        <translation>每個序列的狀態</translation>
    </message>
    <message>
        <source>%1 bytes in layers with linear attention</source>
        <translation>線性注意力層共 %1 位元組</translation>
    </message>
    <message>
        <source>of a sequence</source>
        <translation>每個序列</translation>
    </message>
    <message>
        <source>%1 GiB per GPU, %2 {token|tokens}</source>
        <translation>每張 GPU %1 GiB，%2 個詞元</translation>
    </message>
    <message>
        <source>room for it</source>
        <translation>可用空間</translation>
    </message>
    <message>
        <source>%1 GiB per GPU</source>
        <translation>每張 GPU %1 GiB</translation>
    </message>
    <message>
        <source>sequences that fit</source>
        <translation>可容納的序列數</translation>
    </message>
    <message>
        <source>%1, the server&apos;s limit; the cache would hold %2</source>
        <translation>%1（伺服器的上限；快取可容納 %2）</translation>
    </message>
    <message>
        <source>tokens that fit</source>
        <translation>可容納的詞元數</translation>
    </message>
    <message>
        <source>kept free by the server</source>
        <translation>伺服器留出的空閒</translation>
    </message>
    <message>
        <source>%1 GiB, share of the card %2 %</source>
        <translation>%1 GiB，佔加速卡的 %2 %</translation>
    </message>
    <message>
        <source>accelerate leaves DeepSpeed its own, of %1 values</source>
        <translation>accelerate 沿用 DeepSpeed 自己的大小，%1 個值</translation>
    </message>
    <message>
        <source>the layout needs %1, which the file has</source>
        <translation>該佈局需要 %1，檔案中寫的是它</translation>
    </message>
    <message>
        <source>must be a version, such as 4.46</source>
        <translation>必須是版本號，例如 4.46</translation>
    </message>
    <message>
        <source>must be a version, such as 0.10.2</source>
        <translation>必須是版本號，例如 0.10.2</translation>
    </message>
    <message>
        <source>llama.cpp shares the layers on GPUs out evenly: counted as if the host&apos;s were those of the first GPUs</source>
        <translation>llama.cpp 把 GPU 上的層平均分給各張 GPU：按主機上的層屬於最前面的 GPU 計算</translation>
    </message>
    <message>
        <source>Weights in the host&apos;s memory</source>
        <translation>主機記憶體中的權重</translation>
    </message>
    <message>
        <source>Keys and values of the layers on the host</source>
        <translation>主機上各層的鍵和值</translation>
    </message>
    <message>
        <source>Logits that the training loop still names</source>
        <translation>訓練迴圈仍持有的 logits</translation>
    </message>
    <message>
        <source>Output of the layers</source>
        <translation>各層的輸出</translation>
    </message>
    <message>
        <source>How often each sequence has generated each token</source>
        <translation>每個序列生成每個詞元的次數</translation>
    </message>
    <message>
        <source>start the rehearsal in the folder from which the command runs, and make the file that it reads; only data sets of the library datasets are made, by --data made, and weights by --without-weights</source>
        <translation>請在命令執行的資料夾中啟動排練，並準備它要讀取的檔案；只有 datasets 函式庫的資料集會由 --data made 生成，權重由 --without-weights 生成</translation>
    </message>
    <message>
        <source>the host reads %1 of weights a step at %2 GB/s, before or after the GPU&apos;s part: %3</source>
        <translation>主機每步以 %2 GB/s 讀取 %1 權重，在 GPU 的部分之前或之後：%3</translation>
    </message>
    <message>
        <source>slower evaluation</source>
        <translation>評估變慢</translation>
    </message>
    <message>
        <source>Evaluation batch 1 (now %1)</source>
        <translation>評估批量 1（現在 %1）</translation>
    </message>
    <message>
        <source>Predictions of 1 pass kept (now %1)</source>
        <translation>保留 1 次前向的預測（現在 %1）</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>評估</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Merging</source>
        <translation>合併</translation>
    </message>
    <message>
        <source>Peak %1 %2 — evaluation</source>
        <translation>峰值 %1 %2 — 評估</translation>
    </message>
    <message>
        <source>Peak %1 %2 — saving</source>
        <translation>峰值 %1 %2 — 儲存</translation>
    </message>
    <message>
        <source>Peak %1 %2 — merging of adapters</source>
        <translation>峰值 %1 %2 — 合併適配器</translation>
    </message>
    <message>
        <source>No gradients: parameters, optimizer state, and %1 %2 of buffers</source>
        <translation>沒有梯度：參數、最佳化器狀態和 %1 %2 緩衝區</translation>
    </message>
    <message>
        <source>Parameters and optimizer state, no gradients; %1</source>
        <translation>參數和最佳化器狀態，沒有梯度；%1</translation>
    </message>
    <message>
        <source>Merging of adapters</source>
        <translation>合併適配器</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>評估</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>merging of adapters</source>
        <translation>合併適配器</translation>
    </message>
    <message>
        <source>%1 has no kernels of its own for adapters: counted as if it had</source>
        <translation>%1 沒有自己的適配器核心函式：此處按支援該功能計算</translation>
    </message>
    <message>
        <source>PyTorch has no attention kernel for 32-bit values with grouped heads but its math kernel, which keeps all scores: counted like eager attention</source>
        <translation>對於 32 位數值的分組頭，PyTorch 只有會保留全部分數的數學核心函式可用：按 eager 注意力計算</translation>
    </message>
    <message>
        <source>Constants of 4-bit weights, whole on each rank</source>
        <translation>4 位元權重的常數，每個 rank 都有完整一份</translation>
    </message>
    <message>
        <source>Copy of the attention&apos;s output, input of its projection</source>
        <translation>注意力輸出的副本，即其投影的輸入</translation>
    </message>
    <message>
        <source>Cosines and sines of all positions</source>
        <translation>全部位置的餘弦和正弦</translation>
    </message>
    <message>
        <source>Buffer from which the head was gathered, until the pass has ended</source>
        <translation>聚集輸出頭所用的緩衝區，保留到前向結束</translation>
    </message>
    <message>
        <source>Weights of blocks that went backward, still gathered</source>
        <translation>已完成反向的塊的權重，仍處於聚集狀態</translation>
    </message>
    <message>
        <source>Inputs of blocks that went backward, and their gradients</source>
        <translation>已完成反向的塊的輸入及其梯度</translation>
    </message>
    <message>
        <source>Gradients of a block on their way to the shards</source>
        <translation>正在歸約到分片的一個塊的梯度</translation>
    </message>
    <message>
        <source>Weight of the MLP, unpacked from 4 bits</source>
        <translation>MLP 的權重，從 4 位元解出</translation>
    </message>
    <message>
        <source>Last hidden states of an evaluation</source>
        <translation>評估的最後隱藏狀態</translation>
    </message>
    <message>
        <source>Logits of an evaluation</source>
        <translation>評估的 logits</translation>
    </message>
    <message>
        <source>32-bit copy of the logits of an evaluation</source>
        <translation>評估 logits 的 32 位元副本</translation>
    </message>
    <message>
        <source>Log-softmax of an evaluation</source>
        <translation>評估的 log-softmax</translation>
    </message>
    <message>
        <source>Logits of earlier passes, kept for metrics</source>
        <translation>為指標保留的先前各次前向的 logits</translation>
    </message>
    <message>
        <source>A pass&apos;s logits, and all of them joined anew</source>
        <translation>一次前向的 logits，以及重新拼接的全部 logits</translation>
    </message>
    <message>
        <source>Weights gathered on their way to be saved</source>
        <translation>儲存途中聚集的權重</translation>
    </message>
    <message>
        <source>Whole weights, gathered to be saved</source>
        <translation>為儲存而聚集的完整權重</translation>
    </message>
    <message>
        <source>Whole weights, gathered on the first rank&apos;s host</source>
        <translation>聚集到第一個行程主機記憶體的完整權重</translation>
    </message>
    <message>
        <source>Product of an adapter&apos;s factors, and the same scaled</source>
        <translation>適配器兩個因子的乘積及其縮放後的結果</translation>
    </message>
    <message>
        <source>Dequantised weight, its sum with the adapter and a copy</source>
        <translation>反量化的權重、與適配器之和及其副本</translation>
    </message>
    <message>
        <source>Whole weights on the host while they are loaded</source>
        <translation>載入時主機記憶體中的完整權重</translation>
    </message>
    <message>
        <source>Whole weights on the first rank&apos;s host while they are loaded</source>
        <translation>載入時第一個行程主機記憶體中的完整權重</translation>
    </message>
    <message>
        <source>16-bit weight that is being quantised or cast</source>
        <translation>正在量化或轉換的 16 位元權重</translation>
    </message>
    <message>
        <source>layers of PyTorch&apos;s operators, with flash attention</source>
        <translation>由 PyTorch 運算子組成的層，使用 flash attention</translation>
    </message>
    <message>
        <source>the same of the tokens routed to a rank, with half a tile of 128 rows for each expert; and inputs, weights and outputs over the memory (DeepGEMM&apos;s table of shapes)</source>
        <translation>同上，只算路由到本 rank 的詞元，每個專家再加半塊（128 列的一半）；另加輸入、權重和輸出經過 GPU 記憶體的時間（DeepGEMM 的形狀表）</translation>
    </message>
    <message>
        <source>products of a few columns; in the Trainer also casts, dropout and sums around them</source>
        <translation>只有幾欄的乘法；在 Trainer 中還有其前後的類型轉換、dropout 和求和</translation>
    </message>
    <message>
        <source>what norms, sums and activations read and write, tokens on their way to experts and back, and casts to 8 bits</source>
        <translation>正規化、求和與激活函數的讀寫，詞元往返專家途中的讀寫，以及轉換成 8 位元的讀寫</translation>
    </message>
    <message>
        <source>%1, %2 a layer, with experts %3 and at least %4 more than its work</source>
        <translation>%1，每層 %2，有專家的層 %3，且至少比其計算多 %4</translation>
    </message>
    <message>
        <source>n: gathers and scatters of a layer in its passes; w: with 8-bit products gathers send 8 bits; Korthikanti et al., arXiv 2205.05198, section 4.2.2</source>
        <translation>n：一層在各趟計算中的聚集與分散次數；w：8 位元乘法時聚集以 8 位元傳送；Korthikanti et al., arXiv 2205.05198，4.2.2 節</translation>
    </message>
    <message>
        <source>Capacity: host and device share %1 GiB, of which the system takes %2</source>
        <translation>容量：主機與裝置共用 %1 GiB，其中系統佔用 %2</translation>
    </message>
    <message>
        <source>Layers with a state are counted exactly, and so is what all layers keep together; one layer is taken as their mean</source>
        <translation>帶狀態的層精確計數，所有層合計保留的張量也是如此；單層按平均計算</translation>
    </message>
    <message>
        <source>must have a letter for each layer, %1</source>
        <translation>每層必須有一個字母，共 %1 層</translation>
    </message>
    <message>
        <source>Tokens attend both ways: attention takes twice the time that is counted; generation with guidance takes twice the batch</source>
        <translation>詞元雙向關注：注意力的時間是所計的兩倍；帶引導的生成需要兩倍的批次</translation>
    </message>
    <message>
        <source>Layers have different widths: all are counted, and one layer is taken as their mean</source>
        <translation>各層寬度不同：全部計入，單層按平均計算</translation>
    </message>
    <message>
        <source>the file ends in its header, at byte %1</source>
        <translation>檔案在檔案頭中第 %1 位元組處結束</translation>
    </message>
    <message>
        <source>has a name of %1 bytes, which none has</source>
        <translation>的名稱有 %1 位元組，不可能如此</translation>
    </message>
    <message>
        <source>the header has more than %1 bytes</source>
        <translation>檔案頭超過 %1 位元組</translation>
    </message>
    <message>
        <source>is no GGUF file: its first bytes are others</source>
        <translation>不是 GGUF 檔案：開頭的位元組不符</translation>
    </message>
    <message>
        <source>is of GGUF version %1; versions 1 to 3 can be read</source>
        <translation>是 GGUF 版本 %1；可讀取版本 1 到 3</translation>
    </message>
    <message>
        <source>would have %1 tensors, more than fit into it</source>
        <translation>將有 %1 個張量，檔案容納不下</translation>
    </message>
    <message>
        <source>would have %1 keys of metadata, more than fit into it</source>
        <translation>將有 %1 個中繼資料鍵，檔案容納不下</translation>
    </message>
    <message>
        <source>must be a power of two from 1 to %1</source>
        <translation>必須是 1 到 %1 之間的 2 的冪</translation>
    </message>
    <message>
        <source>has a value of type %1, which is not known</source>
        <translation>的值的類型 %1 未知</translation>
    </message>
    <message>
        <source>would have %1 values, more than fit into the file</source>
        <translation>將有 %1 個值，檔案容納不下</translation>
    </message>
    <message>
        <source>has %1 sides, which no tensor has</source>
        <translation>有 %1 個維度，張量不可能如此</translation>
    </message>
    <message>
        <source>has more entries than a tensor can have</source>
        <translation>的元素多於張量所能有的</translation>
    </message>
    <message>
        <source>has the type %1, which is not known</source>
        <translation>的類型 %1 未知</translation>
    </message>
    <message>
        <source>has rows of %1, which are no whole blocks of %2</source>
        <translation>的行長為 %1，不是 %2 的整塊</translation>
    </message>
    <message>
        <source>would begin at byte %1</source>
        <translation>將從第 %1 位元組開始</translation>
    </message>
    <message>
        <source>begins at byte %1, which is no multiple of the alignment, %2</source>
        <translation>從第 %1 位元組開始，不是對齊值 %2 的倍數</translation>
    </message>
    <message>
        <source>lies over the bytes of %1</source>
        <translation>與 %1 的位元組重疊</translation>
    </message>
    <message>
        <source>has a header that is no list of tensors</source>
        <translation>的檔案頭不是張量清單</translation>
    </message>
    <message>
        <source>has a tensor without a name</source>
        <translation>含有沒有名稱的張量</translation>
    </message>
    <message>
        <source>is one of more than %1 tensors</source>
        <translation>是超過 %1 個張量之一</translation>
    </message>
    <message>
        <source>has the field &quot;%1&quot; twice</source>
        <translation>的欄位「%1」寫了兩次</translation>
    </message>
    <message>
        <source>is no tensor with type, shape and place</source>
        <translation>不是帶有類型、形狀和位置的張量</translation>
    </message>
    <message>
        <source>has a wrong value in &quot;%1&quot;</source>
        <translation>的「%1」中的值有誤</translation>
    </message>
    <message>
        <source>has bytes %1 to %2, but its shape and type make %3 bytes</source>
        <translation>佔第 %1 到 %2 位元組，但其形狀和類型應為 %3 位元組</translation>
    </message>
    <message>
        <source>begins %1 bytes behind the tensor before it</source>
        <translation>在前一個張量之後 %1 位元組處才開始</translation>
    </message>
    <message>
        <source>has %1 bytes behind its last tensor</source>
        <translation>在最後一個張量之後還有 %1 位元組</translation>
    </message>
    <message>
        <source>is no safetensors file: its header would have %1 bytes</source>
        <translation>不是 safetensors 檔案：其檔案頭將有 %1 位元組</translation>
    </message>
    <message>
        <source>%1 has no setting for it: %2</source>
        <translation>%1 沒有對應的設定：%2</translation>
    </message>
    <message>
        <source>the model that the script gets has to be stored in it: %1</source>
        <translation>腳本所用的模型須以此格式儲存：%1</translation>
    </message>
    <message>
        <source>llama.cpp reads a GGUF file: %1 has to be made into one</source>
        <translation>llama.cpp 讀取 GGUF 檔案：須由 %1 轉換</translation>
    </message>
    <message>
        <source>must be inference: %1 serves a model</source>
        <translation>必須是 inference：%1 用於提供推論服務</translation>
    </message>
    <message>
        <source>cannot be served by %1</source>
        <translation>%1 不能提供推論服務</translation>
    </message>
    <message>
        <source>holds the image tower of a model alone; the language model is in another file</source>
        <translation>只含模型的視覺塔；語言模型在另一個檔案中</translation>
    </message>
    <message>
        <source>is not read, the tensors are counted: %1</source>
        <translation>未讀取，改按張量計數：%1</translation>
    </message>
    <message>
        <source>its weights are packed in a way that it does not say: 4 bits each are assumed</source>
        <translation>其權重的打包方式未說明：假設每個 4 位元</translation>
    </message>
    <message>
        <source>the catalogue&apos;s %1 has the same tensors: it is taken</source>
        <translation>目錄中的 %1 有相同的張量：取該模型</translation>
    </message>
    <message>
        <source>has %1 parameters, %2 by the configuration; the tensors count</source>
        <translation>有 %1 個參數，按設定為 %2；以張量為準</translation>
    </message>
    <message>
        <source>layers that predict further tokens are not counted: %1 parameters</source>
        <translation>預測後續詞元的層不計入：%1 個參數</translation>
    </message>
    <message>
        <source>%1 tensors with %2 bytes in %3 {file|files}: %4</source>
        <translation>%1 個張量，%2 位元組，%3 個檔案：%4</translation>
    </message>
    <message>
        <source>ends %1 bytes before its last tensor does: only its header was needed</source>
        <translation>比最後一個張量早 %1 位元組結束：只需要其檔案頭</translation>
    </message>
    <message>
        <source>inference takes weights in %1, to the byte as in the file</source>
        <translation>推論取 %1 格式的權重，與檔案逐位元組一致</translation>
    </message>
    <message>
        <source>inference takes weights in %1: %2 bytes of this shape, %3 in the file (%4 %)</source>
        <translation>推論取 %1 格式的權重：按此結構 %2 位元組，檔案中 %3 位元組（%4 %）</translation>
    </message>
    <message>
        <source>has no adapter whose rank is known</source>
        <translation>沒有已知秩的適配器</translation>
    </message>
    <message>
        <source>adapters of rank %1 on %2: %3 parameters in %4 bytes</source>
        <translation>%2 上秩為 %1 的適配器：%3 個參數，%4 位元組</translation>
    </message>
    <message>
        <source>has %1 tensors with %2 parameters, but not the layers and the embedding of a language model</source>
        <translation>有 %1 個張量、%2 個參數，但沒有語言模型的層和嵌入</translation>
    </message>
    <message>
        <source>has a width of %1, which no language model has</source>
        <translation>的寬度為 %1，語言模型不可能如此</translation>
    </message>
    <message>
        <source>has no layer with attention that could be counted</source>
        <translation>沒有可以計數的注意力層</translation>
    </message>
    <message>
        <source>the tensors do not say into how many heads attention is split: %1 heads of %2 are taken</source>
        <translation>張量沒有說明注意力分成多少個頭：取 %1 個寬度為 %2 的頭</translation>
    </message>
    <message>
        <source>has no layer with a feed-forward network that could be counted</source>
        <translation>沒有可以計數的前饋網路層</translation>
    </message>
    <message>
        <source>the tensors do not say how many of %1 experts a token takes: %2 are taken</source>
        <translation>張量沒有說明一個詞元使用 %1 個專家中的幾個：取 %2 個</translation>
    </message>
    <message>
        <source>its layers are not alike: the plan has as many of one kind, with feed-forward networks of %1</source>
        <translation>各層不相同：方案取同樣多的一種層，其前饋網路寬度為 %1</translation>
    </message>
    <message>
        <source>%1 in the embedding%2</source>
        <translation>嵌入 %1%2</translation>
    </message>
    <message>
        <source>%1 in the output head%2</source>
        <translation>輸出頭 %1%2</translation>
    </message>
    <message>
        <source>%1 in the table of positions%2</source>
        <translation>位置表 %1%2</translation>
    </message>
    <message>
        <source>%1 in the vision tower%2</source>
        <translation>視覺塔 %1%2</translation>
    </message>
    <message>
        <source>%1 in weights outside the layers%2</source>
        <translation>層外的權重 %1%2</translation>
    </message>
    <message>
        <source>%1 in queries, keys and values%2</source>
        <translation>查詢、鍵和值 %1%2</translation>
    </message>
    <message>
        <source>%1 in the output of attention%2</source>
        <translation>注意力的輸出 %1%2</translation>
    </message>
    <message>
        <source>%1 in other weights of attention%2</source>
        <translation>注意力的其他權重 %1%2</translation>
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
        <translation>專家 %1%2</translation>
    </message>
    <message>
        <source>%1 in the shared experts%2</source>
        <translation>共享專家 %1%2</translation>
    </message>
    <message>
        <source>%1 in the router%2</source>
        <translation>路由器 %1%2</translation>
    </message>
    <message>
        <source>%1 in the norms of the layers%2</source>
        <translation>各層的正規化 %1%2</translation>
    </message>
    <message>
        <source>put the model&apos;s folder or its name on a hub in the place of %1, and the data set in that of %2</source>
        <translation>請把 %1 換成模型所在的資料夾或它在模型站上的名稱，把 %2 換成資料集</translation>
    </message>
    <message>
        <source>%1 trains on one GPU, which has the whole batch here</source>
        <translation>%1 只用一張 GPU 訓練，這裡由它承擔整個批量</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>無法讀取</translation>
    </message>
    <message>
        <source>%1 of %2 files of the model are not in the folder, such as %3</source>
        <translation>模型的 %2 個檔案中有 %1 個不在資料夾中，例如 %3</translation>
    </message>
    <message>
        <source>is in another file of the model too</source>
        <translation>也在模型的另一個檔案中</translation>
    </message>
    <message>
        <source>must be the name of a file in the same folder</source>
        <translation>必須是同一資料夾中的檔案名</translation>
    </message>
    <message>
        <source>names more than %1 files</source>
        <translation>列出的檔案超過 %1 個</translation>
    </message>
    <message>
        <source>%1: %2 GiB for programs</source>
        <translation>%1：程式可用 %2 GiB</translation>
    </message>
    <message>
        <source>not in the catalogue</source>
        <translation>目錄中沒有</translation>
    </message>
    <message>
        <source>others hold %1 GiB</source>
        <translation>其他程式佔用 %1 GiB</translation>
    </message>
    <message>
        <source>%1: %2 GiB</source>
        <translation>%1：%2 GiB</translation>
    </message>
    <message>
        <source>%1 × %2, %3 GiB free on each</source>
        <translation>%1 × %2，每張空閒 %3 GiB</translation>
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
        <translation>全量微調</translation>
    </message>
    <message>
        <source>llama.cpp, %1, experts of %2 {layer|layers} on the host</source>
        <translation>llama.cpp，%1，%2 層的專家在主機上</translation>
    </message>
    <message>
        <source>No card was found in this machine</source>
        <translation>這臺機器中沒有找到加速卡</translation>
    </message>
    <message>
        <source>The catalogue has none of the cards of this machine</source>
        <translation>目錄中沒有這臺機器的加速卡</translation>
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
        <translation>批次大小</translation>
    </message>
    <message>
        <source>Host and device share one memory: what is kept on the host takes as much of it</source>
        <translation>主機與裝置共用一份記憶體：放在主機上的內容佔用同樣多的空間</translation>
    </message>
    <message>
        <source>Tensors of layers with a state, in the mean of all layers</source>
        <translation>帶狀態的層的張量，按所有層平均</translation>
    </message>
    <message>
        <source>Copy of the bucket</source>
        <translation>桶的副本</translation>
    </message>
    <message>
        <source>Gradients of all weights of which the rank steps a part</source>
        <translation>本 rank 更新其中一部分的所有權重的梯度</translation>
    </message>
    <message>
        <source>64-bit copy of the largest gradient, for its norm</source>
        <translation>最大梯度的 64 位元副本，用於計算範數</translation>
    </message>
    <message>
        <source>must be 1 at least where no layer has experts</source>
        <translation>沒有專家層時至少為 1</translation>
    </message>
    <message>
        <source>must be letters: f (full), s (sliding), c (chunked), l (linear), b (full and linear), n (none)</source>
        <translation>必須是字母：f（全部）、s（滑動）、c（分塊）、l（線性）、b（全部加線性）、n（無）</translation>
    </message>
    <message>
        <source>%1 of %2 {layer|layers} have no attention of the usual kind: their parameters are counted, and activations and caches as if they had</source>
        <translation>%2 層中有 %1 層沒有通常的注意力：其參數計入，激活值和快取按有注意力計算</translation>
    </message>
    <message>
        <source>its adapters have %1 different {rank|ranks}: the most usual one is taken</source>
        <translation>其適配器有 %1 種秩：取最常見的一種</translation>
    </message>
    <message>
        <source>must be a card of NVIDIA&apos;s whose compute capability is known: a rehearsal stands in for CUDA</source>
        <translation>必須是已知計算能力的 NVIDIA 加速卡：排練代替的是 CUDA</translation>
    </message>
    <message>
        <source>The indexer of sparse attention is counted, with its keys when generating. It runs without gradients and keeps nothing; attention is counted as full</source>
        <translation>稀疏注意力的索引器已計入，生成時含其鍵。它不帶梯度執行，不保留任何內容；注意力按全注意力計算</translation>
    </message>
    <message>
        <source>a vision tower of %1 parameters is counted in addition to the text model; workload.images says how many images a sequence has</source>
        <translation>除文字模型外，還計入 %1 個參數的視覺塔；workload.images 給出每個序列的影像數</translation>
    </message>
    <message>
        <source>is taken as an image of %1 × %1 pixels in each sequence: the data set says how many there are and of which size</source>
        <translation>按每個序列一幅 %1 × %1 像素的影像計：實際數量和大小由資料集決定</translation>
    </message>
    <message>
        <source>The log names %1; with a plan of the run, each tensor can be looked up.</source>
        <translation>日誌提到 %1；有了執行的方案，就能查到每個張量。</translation>
    </message>
    <message>
        <source>Memory was refused outside of PyTorch&apos;s allocator, which says no size.</source>
        <translation>GPU 記憶體是在 PyTorch 的配置器之外被拒絕的，那裡不說大小。</translation>
    </message>
    <message>
        <source>%1 were asked for; %2 of %3 were free.</source>
        <translation>申請了 %1；%3 中有 %2 空閒。</translation>
    </message>
    <message>
        <source>%1 were asked for.</source>
        <translation>申請了 %1。</translation>
    </message>
    <message>
        <source>It happened %1.</source>
        <translation>它發生在%1。</translation>
    </message>
    <message>
        <source>It happened %1 (%2).</source>
        <translation>它發生在%1（%2）。</translation>
    </message>
    <message>
        <source>By the lines of the traceback it was for: %1.</source>
        <translation>按呼叫堆疊的行，它用於：%1。</translation>
    </message>
    <message>
        <source>Another process holds what was missing on this GPU.</source>
        <translation>另一個行程佔用了這張 GPU 上所缺的部分。</translation>
    </message>
    <message>
        <source>More was free than was asked for: the card itself was not full.</source>
        <translation>空閒的比申請的多：卡本身沒有滿。</translation>
    </message>
    <message>
        <source>Fragmentation lost it: %1 are reserved by PyTorch and held by no tensor, in pieces that are too small.</source>
        <translation>碎片使它失去：%1 被 PyTorch 預留而沒有張量佔用，但每一塊都太小。</translation>
    </message>
    <message>
        <source>This one tensor is larger than the card.</source>
        <translation>這一個張量就比整張卡大。</translation>
    </message>
    <message>
        <source>Weights, gradients and the optimizer&apos;s states fill the card.</source>
        <translation>權重、梯度和最佳化器的狀態佔滿了卡。</translation>
    </message>
    <message>
        <source>The card is full of weights, states and of what the forward pass keeps for the backward pass.</source>
        <translation>卡上滿是權重、狀態，以及前向為反向保留的內容。</translation>
    </message>
    <message>
        <source>Attention makes its scores as a whole: they grow with the square of the sequence.</source>
        <translation>注意力把分數整個做出來：它隨序列長度的平方增長。</translation>
    </message>
    <message>
        <source>The logits of all tokens, and their copies for the loss, are too large.</source>
        <translation>所有詞元的 logits 及其用於損失的副本太大。</translation>
    </message>
    <message>
        <source>The optimizer&apos;s step makes temporary copies of all that it changes.</source>
        <translation>最佳化器步為它改動的一切做臨時副本。</translation>
    </message>
    <message>
        <source>The evaluation collects its predictions on the GPU, beside all that training holds.</source>
        <translation>評估把預測彙總在 GPU 上，訓練所佔用的也還在那裡。</translation>
    </message>
    <message>
        <source>The weights alone do not fit beside what the card holds already.</source>
        <translation>除了卡上已有的內容，單是權重就放不下。</translation>
    </message>
    <message>
        <source>Saving gathers whole weights on a GPU that has its share alone while it trains.</source>
        <translation>儲存時把完整的權重聚集到一張在訓練時只有自己那份的 GPU 上。</translation>
    </message>
    <message>
        <source>Generation holds keys and values of all tokens, and the logits of its prompts.</source>
        <translation>生成佔用所有詞元的鍵和值，以及提示的 logits。</translation>
    </message>
    <message>
        <source>The server&apos;s share of the GPU has no room for keys and values of the context.</source>
        <translation>伺服器在 GPU 上的份額放不下上下文的鍵和值。</translation>
    </message>
    <message>
        <source>The host ran out of memory, not the GPU; or the system killed the process for another reason (signal 9).</source>
        <translation>用完的是主機的記憶體，不是 GPU 的記憶體；或者系統因其他原因結束了行程（訊號 9）。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s tensors hold %1; %2 more are reserved.</source>
        <translation>PyTorch 的張量佔用 %1；另外預留了 %2。</translation>
    </message>
    <message>
        <source>Other processes hold %1.</source>
        <translation>其他行程佔用 %1。</translation>
    </message>
    <message>
        <source>What is reserved and idle would have been enough, in one piece.</source>
        <translation>預留而空閒的如果連成一塊，本來足夠。</translation>
    </message>
    <message>
        <source>Ranks that ran out of memory: %1.</source>
        <translation>GPU 記憶體不足的 rank：%1。</translation>
    </message>
    <message>
        <source>The plan has a tensor of this size: %1, %2 = %3.</source>
        <translation>方案有一個這樣大小的張量：%1，%2 = %3。</translation>
    </message>
    <message>
        <source>No tensor of the plan has this size.</source>
        <translation>方案沒有這樣大小的張量。</translation>
    </message>
    <message>
        <source>The plan counts %1 of tensors at that moment; the run held %2.</source>
        <translation>方案在那一刻計數的張量為 %1；執行佔用了 %2。</translation>
    </message>
    <message>
        <source>The run&apos;s card has %1, the plan&apos;s %2.</source>
        <translation>執行的卡有 %1，方案的有 %2。</translation>
    </message>
    <message>
        <source>The plan fits by its own count, %1 of %2; the run needs at least %3 more than that. The changes are looked for with so much less room.</source>
        <translation>按自己的計數，方案放得下，%1 / %2；執行至少還多需要 %3。改動就在少這麼多的空間裡尋找。</translation>
    </message>
    <message>
        <source>The plan does not fit by its own count: %1 of %2.</source>
        <translation>按自己的計數，方案放不下：%1 / %2。</translation>
    </message>
    <message>
        <source>The plan fits by its own count: %1 of %2.</source>
        <translation>按自己的計數，方案放得下：%1 / %2。</translation>
    </message>
    <message>
        <source>Another process</source>
        <translation>另一個行程</translation>
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
        <translation>比整張卡大的一個張量</translation>
    </message>
    <message>
        <source>Weights and states</source>
        <translation>權重與狀態</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>logits 與損失</translation>
    </message>
    <message>
        <source>Temporary tensors of the step</source>
        <translation>最佳化器步的臨時張量</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>載入</translation>
    </message>
    <message>
        <source>Memory of the host</source>
        <translation>主機的記憶體</translation>
    </message>
    <message>
        <source>while the model is loaded</source>
        <translation>載入模型時</translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation>前向中</translation>
    </message>
    <message>
        <source>at the loss</source>
        <translation>損失處</translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation>反向中</translation>
    </message>
    <message>
        <source>in the optimizer step</source>
        <translation>最佳化器步中</translation>
    </message>
    <message>
        <source>in an evaluation</source>
        <translation>評估中</translation>
    </message>
    <message>
        <source>while the model is saved</source>
        <translation>儲存模型時</translation>
    </message>
    <message>
        <source>while text is generated</source>
        <translation>生成文字時</translation>
    </message>
    <message>
        <source>while the server starts</source>
        <translation>伺服器啟動時</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>權重</translation>
    </message>
    <message>
        <source>weights gathered from the ranks</source>
        <translation>從各 rank 聚集的權重</translation>
    </message>
    <message>
        <source>gradients, or a buffer in which they are reduced</source>
        <translation>梯度，或歸約梯度的緩衝區</translation>
    </message>
    <message>
        <source>moments of the optimizer</source>
        <translation>最佳化器的動量</translation>
    </message>
    <message>
        <source>temporary tensors of the optimizer step</source>
        <translation>最佳化器步的臨時張量</translation>
    </message>
    <message>
        <source>logits, sequence times vocabulary</source>
        <translation>logits，序列乘以詞彙表</translation>
    </message>
    <message>
        <source>attention scores, sequence times sequence for each head</source>
        <translation>注意力分數，每個頭的序列乘以序列</translation>
    </message>
    <message>
        <source>a tensor of the MLP&apos;s width</source>
        <translation>MLP 寬度的一個張量</translation>
    </message>
    <message>
        <source>a tensor of the attention</source>
        <translation>注意力的一個張量</translation>
    </message>
    <message>
        <source>predictions that the evaluation collects</source>
        <translation>評估彙總的預測</translation>
    </message>
    <message>
        <source>the KV cache</source>
        <translation>KV 快取</translation>
    </message>
    <message>
        <source>One weight</source>
        <translation>一個權重</translation>
    </message>
    <message>
        <source>Gradient of one weight</source>
        <translation>一個權重的梯度</translation>
    </message>
    <message>
        <source>Optimizer state of one weight</source>
        <translation>一個權重的最佳化器狀態</translation>
    </message>
    <message>
        <source>has no error of running out of memory that is known: of PyTorch, NCCL, vLLM, SGLang, llama.cpp or the system</source>
        <translation>沒有已知的 GPU 記憶體不足錯誤：PyTorch、NCCL、vLLM、SGLang、llama.cpp 或系統的</translation>
    </message>
    <message>
        <source>recorded no event of running out of memory; compare-run compares it with a plan</source>
        <translation>沒有記錄 GPU 記憶體不足的事件；compare-run 把它與方案比較</translation>
    </message>
    <message>
        <source>only the exact method counts what a counter shows</source>
        <translation>只有精確方法計數計數器所顯示的內容</translation>
    </message>
    <message>
        <source>must be a counter and an amount: nvidia-smi 23,412 MiB, max_memory_allocated 21.3 GiB, or max_memory_reserved in bytes</source>
        <translation>須是一個計數器和一個數量：nvidia-smi 23,412 MiB、max_memory_allocated 21.3 GiB，或以位元組為單位的 max_memory_reserved</translation>
    </message>
    <message>
        <source>%1 read %2; the plan counts %3, likely %4 to %5.</source>
        <translation>%1 讀到 %2；方案計數 %3，可能為 %4 到 %5。</translation>
    </message>
    <message>
        <source>That is %1 below the likely range.</source>
        <translation>這比可能的範圍低 %1。</translation>
    </message>
    <message>
        <source>That is %1 above the likely range.</source>
        <translation>這比可能的範圍高 %1。</translation>
    </message>
    <message>
        <source>That lies in the likely range, at %1 % of its width.</source>
        <translation>這在可能的範圍內，位於其寬度的 %1 %。</translation>
    </message>
    <message>
        <source>A line of the plan has about the difference: %1, %2 = %3.</source>
        <translation>方案的一列大約等於差值：%1，%2 = %3。</translation>
    </message>
    <message>
        <source>nvidia-smi shows other programs&apos; memory too: %1 may be one of these.</source>
        <translation>nvidia-smi 也顯示其他程式的 GPU 記憶體：%1 可能屬於它們。</translation>
    </message>
    <message>
        <source>A correction takes PyTorch&apos;s part as right and sets what lies outside of it by the reading: the plan then counts %1.</source>
        <translation>修正認為 PyTorch 的部分是對的，並由實測值確定其外的部分：方案於是計數 %1。</translation>
    </message>
    <message>
        <source>has no header</source>
        <translation>沒有表頭</translation>
    </message>
    <message>
        <source>is no column of the table; --append begins a new table in a file that is not there</source>
        <translation>不是表中的欄；--append 在不存在的檔案中開始一個新表</translation>
    </message>
    <message>
        <source>Take a smaller micro-batch and accumulate more of them, or shorter sequences</source>
        <translation>用更小的 micro-batch 並累積更多次，或用更短的序列</translation>
    </message>
    <message>
        <source>Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True</source>
        <translation>設定 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True</translation>
    </message>
    <message>
        <source>Share the states among more GPUs, or offload the optimizer to the host&apos;s memory</source>
        <translation>把狀態分到更多 GPU 上，或把最佳化器卸載到主機記憶體</translation>
    </message>
    <message>
        <source>Share weights, gradients and moments among the GPUs: FSDP or DeepSpeed&apos;s ZeRO-3</source>
        <translation>在各 GPU 之間分攤權重、梯度和動量：FSDP 或 DeepSpeed 的 ZeRO-3</translation>
    </message>
    <message>
        <source>Train adapters (LoRA, QLoRA) in the place of all weights</source>
        <translation>訓練適配器（LoRA、QLoRA）來代替全部權重</translation>
    </message>
    <message>
        <source>End the other processes on this GPU, or take a free one by CUDA_VISIBLE_DEVICES: nvidia-smi lists them (process %1 has %2)</source>
        <translation>結束這張 GPU 上的其他行程，或用 CUDA_VISIBLE_DEVICES 選一張空閒的：nvidia-smi 會列出它們（行程 %1 佔用 %2）</translation>
    </message>
    <message>
        <source>End the other processes on this GPU, or take a free one by CUDA_VISIBLE_DEVICES: nvidia-smi lists them</source>
        <translation>結束這張 GPU 上的其他行程，或用 CUDA_VISIBLE_DEVICES 選一張空閒的：nvidia-smi 會列出它們</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU (-ngl), or the experts in the host&apos;s memory (--n-cpu-moe)</source>
        <translation>在 GPU 上放更少的層（-ngl），或把專家放在主機記憶體（--n-cpu-moe）</translation>
    </message>
    <message>
        <source>Take a shorter context (-c) or a KV cache of 8 bits (--cache-type-k q8_0)</source>
        <translation>用更短的上下文（-c）或 8 位元的 KV 快取（--cache-type-k q8_0）</translation>
    </message>
    <message>
        <source>Look for a limit that is not the card&apos;s: another process that had the memory at that moment, set_per_process_memory_fraction, a part of a card (MIG), or the page file of Windows</source>
        <translation>尋找不是卡本身的限制：那一刻佔用 GPU 記憶體的另一個行程、set_per_process_memory_fraction、卡的一部分（MIG），或 Windows 的頁面檔案</translation>
    </message>
    <message>
        <source>Take a smaller micro-batch or shorter sequences, and flash attention, which keeps no scores: a tensor of this size is most often attention&apos;s, sequence times sequence</source>
        <translation>用更小的 micro-batch 或更短的序列，以及不保留分數的 Flash Attention：這樣大的張量多半是注意力的，序列乘以序列</translation>
    </message>
    <message>
        <source>Take the fused step, which has no temporary tensors (optim=&quot;adamw_torch_fused&quot;, or foreach=False)</source>
        <translation>用沒有臨時張量的融合步（optim=&quot;adamw_torch_fused&quot;，或 foreach=False）</translation>
    </message>
    <message>
        <source>Move the predictions to the host&apos;s memory as they come (eval_accumulation_steps=1), keep the loss alone (prediction_loss_only=True), or reduce the logits before (preprocess_logits_for_metrics)</source>
        <translation>隨到隨把預測移到主機記憶體（eval_accumulation_steps=1），只保留損失（prediction_loss_only=True），或事先縮減 logits（preprocess_logits_for_metrics）</translation>
    </message>
    <message>
        <source>Load the weights in 16 bits, or in 8 or 4, or split them over more GPUs</source>
        <translation>以 16 位元或 8 位元、4 位元載入權重，或把它們拆到更多 GPU 上</translation>
    </message>
    <message>
        <source>Gather the weights in the host&apos;s memory, or save each rank&apos;s part: FullStateDictConfig(offload_to_cpu=True), SHARDED_STATE_DICT</source>
        <translation>在主機記憶體中聚集權重，或儲存各 rank 的部分：FullStateDictConfig(offload_to_cpu=True)、SHARDED_STATE_DICT</translation>
    </message>
    <message>
        <source>Generate for fewer or shorter prompts at a time, and without gradients (torch.inference_mode())</source>
        <translation>一次為更少或更短的提示生成，並且不帶梯度（torch.inference_mode()）</translation>
    </message>
    <message>
        <source>Load the weights once on each node, not in each rank (low_cpu_mem_usage, cpu_ram_efficient_loading), or take a machine with more memory</source>
        <translation>在每個節點上只載入一次權重，而不是在每個 rank 中（low_cpu_mem_usage、cpu_ram_efficient_loading），或用記憶體更多的機器</translation>
    </message>
    <message>
        <source>Offload less to the host, and have fewer workers that read data</source>
        <translation>向主機卸載得更少，並用更少的讀資料的行程</translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <translation>不是普通檔案</translation>
    </message>
    <message>
        <source>fp8 mixed precision with scales of blocks</source>
        <translation>帶分塊縮放係數的 fp8 混合精度</translation>
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
        <translation>%1 不以 %2 計算：此處按支援該精度計算</translation>
    </message>
    <message>
        <source>%1 keeps 16-bit weights beside narrower ones: recipe.narrow_parameters is counted only where it casts once a step</source>
        <translation>%1 在低位權重之外保留 16 位元權重：只有每步轉換一次時才計入 recipe.narrow_parameters</translation>
    </message>
    <message>
        <source>%1 does not tile an MLP: counted as if it did</source>
        <translation>%1 不對 MLP 分塊：此處按支援分塊計算</translation>
    </message>
    <message>
        <source>%1 does not offload parts of a layer by name: counted as if it did</source>
        <translation>%1 不按名稱卸載層的部分：此處按支援卸載計算</translation>
    </message>
    <message>
        <source>The vision tower of this model is known by its parameters alone: images add no activations and no time</source>
        <translation>該模型的視覺塔只知道參數量：影像不增加激活值和時間</translation>
    </message>
    <message>
        <source>This model has no vision tower: images add nothing</source>
        <translation>該模型沒有視覺塔：影像不增加任何內容</translation>
    </message>
    <message>
        <source>Images take %1 {token|tokens} of a context of %2: counted as if it had room</source>
        <translation>影像佔 %1 個詞元，而上下文為 %2：按放得下計算</translation>
    </message>
    <message>
        <source>%1 keeps inputs and weights of products in 16 bits and casts them anew for each pass: %2 saves time, not memory</source>
        <translation>%1 以 16 位元保留矩陣乘的輸入和權重，每次都重新轉換：%2 節省時間，不節省 GPU 記憶體</translation>
    </message>
    <message>
        <source>Products have their weights in %1 beside those in 16 bits, %2 bytes a parameter more, and only their inputs are smaller: with few tokens it needs more memory than bf16-mixed</source>
        <translation>矩陣乘的權重在 16 位元之外還有 %1 的副本，每個參數多 %2 位元組，只有輸入變小：詞元少時比 bf16-mixed 需要更多 GPU 記憶體</translation>
    </message>
    <message>
        <source>Pixels of images, in 32 bits</source>
        <translation>影像的像素，32 位元</translation>
    </message>
    <message>
        <source>Kept by the layers of the vision tower</source>
        <translation>視覺塔各層保留的張量</translation>
    </message>
    <message>
        <source>Inputs of the vision tower&apos;s recomputed layers</source>
        <translation>視覺塔重算層的輸入</translation>
    </message>
    <message>
        <source>Patches, positions and the way from vision tower to text</source>
        <translation>圖塊、位置，以及從視覺塔到文字的部分</translation>
    </message>
    <message>
        <source>The vision tower&apos;s backward pass, with one recomputed layer</source>
        <translation>視覺塔的反向傳播，含一個重算層</translation>
    </message>
    <message>
        <source>A layer&apos;s pass in a frozen vision tower</source>
        <translation>凍結的視覺塔中一層的前向</translation>
    </message>
    <message>
        <source>the share code of its plan cannot be read</source>
        <translation>無法讀取其方案的分享碼</translation>
    </message>
    <message>
        <source>no rate of this device in 4 bits is known: its fp8 rate counts</source>
        <translation>不知道該裝置的 4 位元速率：按其 fp8 速率計</translation>
    </message>
    <message>
        <source>m·t(images)/p</source>
        <translation>m·t(影像)/p</translation>
    </message>
    <message>
        <source>products of the tower&apos;s weights with each patch, and attention between the patches of an image; on the first stage</source>
        <translation>視覺塔權重與每個圖塊的乘積，以及一幅影像各圖塊之間的注意力；在第一級</translation>
    </message>
    <message>
        <source>The cache has room for %1 {token|tokens}.</source>
        <translation>快取可容納 %1 個詞元。</translation>
    </message>
    <message>
        <source>No tensor of the plan has this size. As %1 (%2) it would be one of %3 {token|tokens} in a micro-batch; that of the plan has %4.</source>
        <translation>方案沒有這樣大小的張量。作為 %1（%2），它會是一個 micro-batch 中 %3 個詞元的；方案的有 %4。</translation>
    </message>
    <message>
        <source>Recompute the layers: %1</source>
        <translation>重算各層：%1</translation>
    </message>
    <message>
        <source>While training, compressed keys and values are counted as those of full attention, and one of the residual streams is; when generating, the compressed ones are</source>
        <translation>訓練時壓縮的鍵和值按完整注意力計入，殘差流計入一條；生成時按壓縮後的計入</translation>
    </message>
    <message>
        <source>Each half of a layer is counted as one, and %1 of the experts that a token takes have weights</source>
        <translation>層的每一半計為一層，一個詞元所用的專家中有 %1 個帶權重</translation>
    </message>
    <message>
        <source>the file has the same attention in every layer</source>
        <translation>檔案中每一層都使用相同的注意力</translation>
    </message>
    <message>
        <source>the second argument of the script is the draft model: %1</source>
        <translation>腳本的第二個參數是草稿模型：%1</translation>
    </message>
    <message>
        <source>the draft model that the script gets has to be stored in it: %1</source>
        <translation>腳本得到的草稿模型必須以它儲存：%1</translation>
    </message>
    <message>
        <source>Attention over the residuals of earlier blocks is counted in parameters; the residuals that it keeps are not</source>
        <translation>對較早各塊殘差的注意力計入參數；它保留的殘差不計入</translation>
    </message>
    <message>
        <source>is done by a callback of the script, with transformers 4.52 or newer</source>
        <translation>由腳本中的回呼實現，需要 transformers 4.52 或更新版本</translation>
    </message>
    <message>
        <source>must not have compared plans of its own</source>
        <translation>自身不得再含對比的方案</translation>
    </message>
    <message>
        <source>must be a list of at most %1 plans</source>
        <translation>必須是至多 %1 個方案的清單</translation>
    </message>
    <message>
        <source>must have a name, which is text</source>
        <translation>必須有名稱，且為文字</translation>
    </message>
    <message>
        <source>must be the place of one of the plans, from 0</source>
        <translation>必須是其中一個方案的位置，從 0 開始</translation>
    </message>
    <message>
        <source>must be the address of a page: https://…, http://… or file://…</source>
        <translation>必須是網頁的地址：https://…、http://… 或 file://…</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>有用的改動</translation>
    </message>
    <message>
        <source>Each of these makes the plan fit, cheapest first</source>
        <translation>以下每項改動都能使方案放得下，代價最小的在前</translation>
    </message>
    <message>
        <source>These help, but none is enough alone</source>
        <translation>以下改動有幫助，但單獨一項都不夠</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出處</translation>
    </message>
    <message>
        <source>Costs more than %1 USD</source>
        <translation>費用超過 %1 USD</translation>
    </message>
    <message>
        <source>Takes longer than %1 days on any number that makes it faster</source>
        <translation>無論用多少張加快，都超過 %1 天</translation>
    </message>
    <message>
        <source>A plan that generates text keeps nothing for a backward pass</source>
        <translation>生成文字的方案不為反向傳播保留任何內容</translation>
    </message>
    <message>
        <source>The models of a job are not compared</source>
        <translation>不比較任務中的各個模型</translation>
    </message>
    <message>
        <source>This method counts no time, by which savings are compared</source>
        <translation>該方法不計時間，無從比較各種節省方式</translation>
    </message>
    <message>
        <source>The rates of this device are not known, so that times cannot be compared</source>
        <translation>該裝置的速率未知，無法比較時間</translation>
    </message>
    <message>
        <source>No recompute and no offload of the layers is enough</source>
        <translation>任何重算和卸載都不夠</translation>
    </message>
    <message>
        <source>by lines in the script</source>
        <translation>由腳本中的幾列實現</translation>
    </message>
    <message>
        <source>Recompute %1</source>
        <translation>重算 %1</translation>
    </message>
    <message>
        <source>Recompute every layer, in groups of %1</source>
        <translation>重算每一層，%1 層一組</translation>
    </message>
    <message>
        <source>Recompute %1 of %2 {layer|layers}</source>
        <translation>重算 %2 層中的 %1 層</translation>
    </message>
    <message>
        <source>Offload %1</source>
        <translation>卸載 %1</translation>
    </message>
    <message>
        <source>Offload the activations of %1 of %2 {layer|layers}</source>
        <translation>卸載 %2 層中 %1 層的激活值</translation>
    </message>
    <message>
        <source>Keep everything</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source>compute of what is made again</source>
        <translation>重算部分的計算</translation>
    </message>
    <message>
        <source>Offload to the host was not tried; without the tick No offload (--offload) it is</source>
        <translation>未嘗試卸載到主機；取消勾選「不卸載」（--offload）即可嘗試</translation>
    </message>
    <message>
        <source>The fewest of each card with which the run ends in time</source>
        <translation>每種卡按時完成訓練的最少張數</translation>
    </message>
    <message>
        <source>As many of each card as the price of the run allows</source>
        <translation>每種卡在費用允許內的張數</translation>
    </message>
    <message>
        <source>Run (days)</source>
        <translation>訓練（天）</translation>
    </message>
    <message>
        <source>Cost (USD)</source>
        <translation>費用（USD）</translation>
    </message>
    <message>
        <source>Upper end</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>fits up to %1 {token|tokens}, but slower</source>
        <translation>最多可放下 %1 詞元，但更慢</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>Time of a step (s)</source>
        <translation>每步時間（s）</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>本方案</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>選取</translation>
    </message>
    <message>
        <source>● kept, the line their front · ○ removed by a tick · ◇ this plan</source>
        <translation>● 保留，連線為其前沿 · ○ 被勾選排除 · ◇ 本方案</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>選擇性</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>最佳化器</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>參數</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸載</translation>
    </message>
    <message>
        <source>No days and no price: the run&apos;s length is not given (examples × mean length × epochs)</source>
        <translation>沒有天數和費用：未給出訓練長度（樣本數 × 平均長度 × 輪數）</translation>
    </message>
    <message>
        <source>≈: counted without a replay of PyTorch&apos;s allocator</source>
        <translation>≈：未重播 PyTorch 的配置器</translation>
    </message>
    <message>
        <source>Weights of the draft model</source>
        <translation>草稿模型的權重</translation>
    </message>
    <message>
        <source>Keys and values of the draft model</source>
        <translation>草稿模型的鍵和值</translation>
    </message>
    <message>
        <source>Whole matrices that the ranks gather for the optimizer</source>
        <translation>rank 為最佳化器聚集的完整矩陣</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜尋手冊</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目錄</translation>
    </message>
    <message>
        <source>No section has all of these words.</source>
        <translation>沒有一節含有全部這些詞。</translation>
    </message>
    <message>
        <source>Pages named here: %1</source>
        <translation>此處提到的頁面：%1</translation>
    </message>
    <message>
        <source>highwater help PAGE shows one of them, and highwater help --html FOLDER writes all as pages for a browser.</source>
        <translation>highwater help PAGE 顯示其中一頁，highwater help --html FOLDER 把全部寫成網頁。</translation>
    </message>
    <message>
        <source>%1 {token|tokens} a step; pre-training takes 4M or more, a global batch of %2</source>
        <translation>每步 %1 個詞元；預訓練用 4M 以上，即全域批次大小 %2</translation>
    </message>
    <message>
        <source>What it is made of, GiB of one GPU</source>
        <translation>GPU 記憶體的組成，一張 GPU，GiB</translation>
    </message>
    <message>
        <source>Moments of a step, GiB</source>
        <translation>一步中的各時刻，GiB</translation>
    </message>
    <message>
        <source>Ledger: every kind of tensor at the peak</source>
        <translation>明細：峰值時的每一種張量</translation>
    </message>
    <message>
        <source>is too large for a plan or a configuration</source>
        <translation>對方案或設定來說太大</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>Share code, or the text of a plan or config.json</source>
        <translation>分享碼，或方案或 config.json 的文字</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>開啟檔案…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>顯示</translation>
    </message>
    <message>
        <source>Or drop a .hwplan or a config.json anywhere. Nothing is sent: the page computes by itself.</source>
        <translation>也可以把 .hwplan 或 config.json 拖到任何位置。什麼也不傳送：網頁自行計算。</translation>
    </message>
    <message>
        <source>Memory of one GPU over the context length</source>
        <translation>一張 GPU 的記憶體隨上下文長度的變化</translation>
    </message>
    <message>
        <source>What would make it fit</source>
        <translation>怎樣改動能放下</translation>
    </message>
    <message>
        <source>Nothing that this method computes makes it smaller.</source>
        <translation>該方法計算的各項中沒有能使其變小的。</translation>
    </message>
    <message>
        <source>These help, but not enough alone</source>
        <translation>這些有幫助，但單獨不夠</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在計算…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已複製</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>複製連結</translation>
    </message>
    <message>
        <source>The plan needs more memory or time than a browser has. The program on a computer can show it.</source>
        <translation>該方案所需的記憶體或時間超出瀏覽器所能提供的。電腦上的程式可以顯示它。</translation>
    </message>
    <message>
        <source>is packed by gzip, which this build of the program cannot unpack</source>
        <translation>由 gzip 壓縮，這個版本的程式無法解壓</translation>
    </message>
    <message>
        <source>a pass of the draft model for each token, one after another: arXiv 2211.17192</source>
        <translation>每個詞元一次草稿模型的處理，逐個進行：arXiv 2211.17192</translation>
    </message>
    <message>
        <source>With the draft model a pass gives %1 {token|tokens}; without it %2 {token|tokens} a second</source>
        <translation>有草稿模型時一次處理給出 %1 個詞元；沒有它時每秒 %2 個詞元</translation>
    </message>
    <message>
        <source>Passes of the draft model</source>
        <translation>草稿模型的處理</translation>
    </message>
    <message>
        <source>Orthogonal matrices</source>
        <translation>正交化矩陣</translation>
    </message>
    <message>
        <source>5·(4·n²·m + 2·n³) of each matrix/F, and gathering it</source>
        <translation>每個矩陣 5·(4·n²·m + 2·n³)/F，以及聚集它</translation>
    </message>
    <message>
        <source>has another vocabulary, %1, than the model, %2: servers refuse most such pairs</source>
        <translation>的詞彙表大小為 %1，與模型的 %2 不同：推論伺服器大多拒絕這樣的組合</translation>
    </message>
    <message>
        <source>each token of those proposed (%1) is taken with a probability of %2 %, up to the first that is not: a pass makes %3 in the mean</source>
        <translation>提出的詞元（%1 個）各以 %2 % 的機率被接受，到第一個未被接受的為止：一次處理平均得到 %3 個詞元</translation>
    </message>
    <message>
        <source>One of %1 residual streams is counted while training, and the layers that use earlier keys are counted with keys of their own</source>
        <translation>訓練時計入 %1 條殘差流中的一條，使用前面鍵的層按有自己的鍵計算</translation>
    </message>
    <message>
        <source>the second argument of the script is a head that was trained for the model</source>
        <translation>腳本的第二個參數是為該模型訓練的草稿頭</translation>
    </message>
    <message>
        <source>End the other processes on this GPU, or lower %1 to what is free</source>
        <translation>結束這張 GPU 上的其他行程，或把 %1 降到空閒的部分</translation>
    </message>
    <message>
        <source>Take %1 %2 at most, or raise %3</source>
        <translation>%1 最多取 %2，或提高 %3</translation>
    </message>
    <message>
        <source>Raise %1, the share of the GPU that weights and cache may have</source>
        <translation>提高 %1，即權重和快取在 GPU 上可佔的份額</translation>
    </message>
    <message>
        <source>Split the model over more GPUs (%1), or take weights of 8 or 4 bits</source>
        <translation>把模型分到更多 GPU 上（%1），或採用 8 位元或 4 位元的權重</translation>
    </message>
    <message>
        <source>Take shorter contexts (%1), fewer sequences at a time (%2), and a KV cache of 8 bits (%3)</source>
        <translation>採用更短的上下文（%1）、更少的併發序列（%2）和 8 位元的 KV 快取（%3）</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>小時</translation>
    </message>
    <message>
        <source>Tokens/s without padding</source>
        <translation>詞元/s（不含填充）</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>推論服務</translation>
    </message>
    <message>
        <source>training</source>
        <translation>訓練</translation>
    </message>
    <message>
        <source>%1 of %2 {layer|layers}</source>
        <translation>%1 / %2 層</translation>
    </message>
    <message>
        <source>recompute of %1 of %2 {layer|layers}</source>
        <translation>重算 %1 / %2 層</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>每步時間</translation>
    </message>
    <message>
        <source>recompute %1/%2</source>
        <translation>重算 %1/%2</translation>
    </message>
    <message>
        <source>The model states no layers that predict further tokens: one is counted</source>
        <translation>模型沒有說明預測後續詞元的層：按一層計算</translation>
    </message>
    <message>
        <source>%1 has no drafts of this kind: counted as if it had</source>
        <translation>%1 沒有這種草稿：按有計算</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, the %3 has %4: it would not start, and is counted as if it did</source>
        <translation>%1 需要計算能力 %2，%3 為 %4：無法啟動，這裡當作可以啟動來計算</translation>
    </message>
    <message>
        <source>it wanted to write outside its folder, which a rehearsal does not allow: --write-anywhere does</source>
        <translation>它想在自己的資料夾之外寫入，排練不允許：--write-anywhere 允許</translation>
    </message>
    <message>
        <source>time of rows of %1 {token|tokens}: %2 pads to the longest of a micro-batch, which has one sequence; memory is that of the whole context</source>
        <translation>時間按 %1 個詞元的行計算：%2 填充到微批次中最長的序列，而微批次只有一個序列；GPU 記憶體按整個上下文計算</translation>
    </message>
    <message>
        <source>time of rows of %1 {token|tokens}: %2 pads to the longest of a micro-batch, and ranks wait for one another; lengths are assumed to spread exponentially; memory is that of the whole context</source>
        <translation>時間按 %1 個詞元的行計算：%2 填充到微批次中最長的序列，各行程相互等待；假定長度服從指數分佈；GPU 記憶體按整個上下文計算</translation>
    </message>
    <message>
        <source>Run of %1 {token|tokens}: %2 {hour|hours}, %3 {GPU-hour|GPU-hours}, %4 full {step|steps}</source>
        <translation>訓練 %1 個詞元：%2 小時，%3 GPU 小時，%4 個完整步</translation>
    </message>
    <message>
        <source>Cost: %1 %2</source>
        <translation>費用：%1 %2</translation>
    </message>
    <message>
        <source>Share the states among several GPUs (FSDP, ZeRO-3), or offload the optimizer to the host&apos;s memory</source>
        <translation>在多張 GPU 間共享狀態（FSDP、ZeRO-3），或將最佳化器卸載到主機記憶體</translation>
    </message>
    <message>
        <source>the training script loads the model in %1; nothing is cast here</source>
        <translation>訓練腳本以 %1 載入模型；這裡不做類型轉換</translation>
    </message>
    <message>
        <source>clips gradients here, and so steps after the backward pass: counted as an optimizer that is offloaded without it</source>
        <translation>在此裁剪梯度，因此在反向傳播之後更新：按不用它的卸載最佳化器計算</translation>
    </message>
    <message>
        <source>excludes super_offload: counted as ZenFlow</source>
        <translation>與 super_offload 互斥：按 ZenFlow 計算</translation>
    </message>
    <message>
        <source>needs an optimizer in host memory: DeepSpeed ends with an error</source>
        <translation>需要最佳化器位於主機記憶體：否則 DeepSpeed 會報錯結束</translation>
    </message>
    <message>
        <source>is chosen by ZenFlow as it trains: counted with the accumulation steps of the file</source>
        <translation>由 ZenFlow 在訓練中選擇：按檔案中的累積步數計算</translation>
    </message>
    <message>
        <source>takes the place of %1 accumulation {step|steps}</source>
        <translation>取代 %1 個累積步</translation>
    </message>
    <message>
        <source>fp16 without 32-bit master weights needs ZeRO and an optimizer on the host in DeepSpeed: they are kept in fp32 here</source>
        <translation>DeepSpeed 中沒有 32 位元主權重的 fp16 需要 ZeRO 和主機上的最佳化器：這裡主權重保持 fp32</translation>
    </message>
    <message>
        <source>keeps a share of every layer&apos;s tensors: counted as %1 of %2 {layer|layers} recomputed, which keep as many bytes</source>
        <translation>保留每層張量的一部分：按重算 %2 層中的 %1 層計算，兩者保留的位元組一樣多</translation>
    </message>
    <message>
        <source>pure fp16</source>
        <translation>純 fp16</translation>
    </message>
    <message>
        <source>%1 does not train in fp16 alone: counted as if it did</source>
        <translation>%1 不能僅用 fp16 訓練：按可以這樣訓練計算</translation>
    </message>
    <message>
        <source>A memory budget of torch.compile recomputes a part of every layer instead: counted as whole layers that keep as many bytes, which take no less time</source>
        <translation>torch.compile 的記憶體預算改為重算每層的一部分：按保留同樣多位元組的整層計算，其時間不會更少</translation>
    </message>
    <message>
        <source>%1 lets the host step after the backward pass alone: counted so</source>
        <translation>%1 只在反向傳播之後於主機上更新：按此計算</translation>
    </message>
    <message>
        <source>SuperOffload and ZenFlow need AdamW in host memory: counted as a step after the backward pass</source>
        <translation>SuperOffload 和 ZenFlow 需要 AdamW 位於主機記憶體：按反向傳播之後的更新計算</translation>
    </message>
    <message>
        <source>DeepSpeed has SuperOffload at ZeRO-3 alone: counted as a step after the backward pass</source>
        <translation>DeepSpeed 只在 ZeRO-3 下有 SuperOffload：按反向傳播之後的更新計算</translation>
    </message>
    <message>
        <source>DeepSpeed has neither SuperOffload nor ZenFlow with replicas (MiCS): counted as a step after the backward pass</source>
        <translation>DeepSpeed 在有副本（MiCS）時既沒有 SuperOffload 也沒有 ZenFlow：按反向傳播之後的更新計算</translation>
    </message>
    <message>
        <source>DeepSpeed keeps ZenFlow&apos;s moments on the host only with overlap_comm: it ends with an error</source>
        <translation>DeepSpeed 只有在啟用 overlap_comm 時才把 ZenFlow 的矩放在主機上：否則會報錯結束</translation>
    </message>
    <message>
        <source>fp16 alone loses updates below 1/2048 of a weight, and gradients below 0.00000006; PyTorch&apos;s loss scaling refuses 16-bit gradients</source>
        <translation>僅用 fp16 會遺失小於權重 1/2048 的更新和小於 0.00000006 的梯度；PyTorch 的損失縮放拒絕 16 位元梯度</translation>
    </message>
    <message>
        <source>FlashAttention-3 is for Hopper&apos;s cards: counted as FlashAttention-2</source>
        <translation>FlashAttention-3 只用於 Hopper：按 FlashAttention-2 計</translation>
    </message>
    <message>
        <source>Both moments of the columns that step on the GPU</source>
        <translation>在 GPU 上更新的列的兩個矩</translation>
    </message>
    <message>
        <source>Second gradients, moments and weights of a step beside the passes</source>
        <translation>與計算同時更新所需的第二份梯度、矩和權重</translation>
    </message>
    <message>
        <source>32-bit gradients of the largest group, pinned on the host</source>
        <translation>最大一組的 32 位元梯度，鎖頁於主機</translation>
    </message>
    <message>
        <source>Gradients of the columns that step on the GPU</source>
        <translation>在 GPU 上更新的列的梯度</translation>
    </message>
    <message>
        <source>Copy of these columns, until they step</source>
        <translation>這些列的副本，直到更新</translation>
    </message>
    <message>
        <source>Columns that step, and the roots of their second moments</source>
        <translation>正在更新的列及其二階矩的平方根</translation>
    </message>
    <message>
        <source>attention by %1: on a card of this architecture (%2) a causal mask reached %3 % of the peak forward and %4 % backward</source>
        <translation>注意力由 %1 計算：在這種架構的卡（%2）上，帶因果遮罩時前向達到峰值的 %3 %，反向達到 %4 %</translation>
    </message>
    <message>
        <source>%1, of %2 TFLOP; %3 TFLOPS · %4 forward, %5 backward</source>
        <translation>%1，共 %2 TFLOP；%3 TFLOPS · 前向 %4，反向 %5</translation>
    </message>
    <message>
        <source>%1 − %2 (while the GPU computes) + %3 (columns on the GPU)</source>
        <translation>%1 − %2（GPU 計算期間）+ %3（GPU 上的列）</translation>
    </message>
    <message>
        <source>%1 − %2 (while the GPU computes)</source>
        <translation>%1 − %2（GPU 計算期間）</translation>
    </message>
    <message>
        <source>follow the weights in %1 and are in %2; the plan, which leaves them open, counts fp32</source>
        <translation>在 %1 中跟隨權重，為 %2；方案未指定，按 fp32 計算</translation>
    </message>
    <message>
        <source>SuperOffload steps after the backward pass where gradients are clipped: they are not clipped here</source>
        <translation>梯度被裁剪時 SuperOffload 在反向傳播之後更新：此處不裁剪</translation>
    </message>
    <message>
        <source>TRL has no chunked loss with an adapter on the head</source>
        <translation>TRL 在輸出頭帶適配器時沒有分塊損失</translation>
    </message>
    <message>
        <source>states of linear layers: %1 TFLOP at %2 of the TFLOPS</source>
        <translation>線性層的狀態：%1 TFLOP，按該 TFLOPS 的 %2 計</translation>
    </message>
    <message>
        <source>%1 + %2 (columns on the GPU)</source>
        <translation>%1 + %2（GPU 上的列）</translation>
    </message>
    <message>
        <source>Most layers on the GPU: %1, %2 GiB</source>
        <translation>GPU 上最多的層數：%1，%2 GiB</translation>
    </message>
    <message>
        <source>Layers on the GPU: %1 (now %2)</source>
        <translation>GPU 上的層：%1（現為 %2）</translation>
    </message>
    <message>
        <source>of %1, the head among them</source>
        <translation>共 %1，含輸出頭</translation>
    </message>
    <message>
        <source>Does not fit with any number of layers on the GPU</source>
        <translation>GPU 上放多少層都放不下</translation>
    </message>
    <message>
        <source>This method does not count layers in the host&apos;s memory</source>
        <translation>此方法不計主機記憶體中的層</translation>
    </message>
    <message>
        <source>Only llama.cpp, which serves a model, leaves layers on the host</source>
        <translation>只有服務模型的 llama.cpp 會把層留在主機</translation>
    </message>
    <message>
        <source>is not a key of a plan; did you mean %1?</source>
        <translation>不是方案的鍵；是否指 %1？</translation>
    </message>
    <message>
        <source>must be an object (or did you mean %1?)</source>
        <translation>必須是物件（或者是否指 %1？）</translation>
    </message>
    <message>
        <source>%1 % of the tokens of a step are padding, or stand for ranks that wait for the one with the longest rows</source>
        <translation>一步的詞元中 %1 % 是填充，或代表等待最長行所在行程的時間</translation>
    </message>
    <message>
        <source>Without padding and waiting: %1 {token|tokens} a second, %2 % of them</source>
        <translation>不含填充和等待：每秒 %1 個詞元，佔 %2 %</translation>
    </message>
    <message>
        <source>calls nothing that can be read, such as TRL&apos;s SFTConfig, TrainingArguments or Unsloth&apos;s FastLanguageModel</source>
        <translation>沒有可讀取的呼叫，例如 TRL 的 SFTConfig、TrainingArguments 或 Unsloth 的 FastLanguageModel</translation>
    </message>
    <message>
        <source>starts no training by a command that is known</source>
        <translation>沒有用已知的命令啟動訓練</translation>
    </message>
    <message>
        <source>takes the settings from the command that starts the script: import that command or its file of settings</source>
        <translation>從啟動腳本的命令取得設定：請匯入該命令或其設定檔</translation>
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
        <translation>輸出頭</translation>
    </message>
    <message>
        <source>vision</source>
        <translation>視覺塔</translation>
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
        <translation>專家</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>scales</source>
        <translation>縮放因子</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>適配器</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主機</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>images</source>
        <translation>影像</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向傳播</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向傳播</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>預填充</translation>
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
        <translation>儲存</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>合併</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>執行時</translation>
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
        <translation>注意力：分數 · V</translation>
    </message>
    <message>
        <source>attention: output projection</source>
        <translation>注意力：輸出投影</translation>
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
        <translation>MLP：第一個線性層</translation>
    </message>
    <message>
        <source>MLP: GELU</source>
        <translation>MLP：GELU</translation>
    </message>
    <message>
        <source>MLP: second linear</source>
        <translation>MLP：第二個線性層</translation>
    </message>
    <message>
        <source>MLP: dropout</source>
        <translation>MLP：dropout</translation>
    </message>
    <message>
        <source>full recompute: layer input</source>
        <translation>完全重算：層的輸入</translation>
    </message>
    <message>
        <source>embedding: dropout</source>
        <translation>嵌入：dropout</translation>
    </message>
    <message>
        <source>lacks %1, without which its settings have no effect</source>
        <translation>缺少 %1，沒有它，其設定不起作用</translation>
    </message>
    <message>
        <source>Take flash attention, which keeps no scores: %1 or %2</source>
        <translation>用不保留分數的 Flash Attention：%1 或 %2</translation>
    </message>
    <message>
        <source>Compute the loss in chunks, so that the logits of all tokens are never there at once: Liger Kernel&apos;s fused loss (%1)</source>
        <translation>分塊計算損失，使所有詞元的 logits 不會同時存在：Liger Kernel 的融合損失（%1）</translation>
    </message>
    <message>
        <source>Take the fused step, which has no temporary tensors (%1)</source>
        <translation>用沒有臨時張量的融合步（%1）</translation>
    </message>
    <message>
        <source>Take an optimizer with 8-bit moments (%1)</source>
        <translation>用 8 位元動量的最佳化器（%1）</translation>
    </message>
    <message>
        <source>Take a smaller %1</source>
        <translation>用更小的 %1</translation>
    </message>
    <message>
        <source>One layer keeps %1 %2 for attention: %3</source>
        <translation>一層為注意力保留 %1 %2：%3</translation>
    </message>
    <message>
        <source>One layer keeps %1 %2 for its MLP: %3</source>
        <translation>一層為 MLP 保留 %1 %2：%3</translation>
    </message>
    <message>
        <source>One recomputed layer keeps %1 %2: %3</source>
        <translation>完全重算的一層保留 %1 %2：%3</translation>
    </message>
    <message>
        <source>is not in the script: bf16, as transformers 5 loads most models; transformers 4 loads fp32</source>
        <translation>腳本中沒有：按 bf16，transformers 5 載入大多數模型即如此；transformers 4 載入為 fp32</translation>
    </message>
    <message>
        <source>Frozen weights in 16 bits</source>
        <translation>凍結權重用 16 位元</translation>
    </message>
    <message>
        <source>16-bit values between layers</source>
        <translation>層間的值為 16 位元</translation>
    </message>
    <message>
        <source>Frozen weights in 4 bits</source>
        <translation>凍結權重用 4 位元</translation>
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
        <translation>處理 %4 個詞元之前，先以 %2 GB/s 將 %1 的權重複制到 GPU：%3</translation>
    </message>
    <message>
        <source>is used nowhere in the script: not counted</source>
        <translation>在腳本中沒有用到：不計入</translation>
    </message>
    <message>
        <source>F + B − W − what the slowest stage does meanwhile</source>
        <translation>F + B − W − 最慢的階段其間所做的</translation>
    </message>
    <message>
        <source>the way of one micro-batch through all stages: the step has too few micro-batches to fill the pipeline</source>
        <translation>一個微批次經過所有階段的路程：一步裡的微批次太少，填不滿管線</translation>
    </message>
    <message>
        <source>is an expression, and no script is run</source>
        <translation>是一個運算式，而腳本不會被執行</translation>
    </message>
    <message>
        <source>is of DPO, ORPO or KTO, and nothing else says which: DPO is assumed</source>
        <translation>屬於 DPO、ORPO 或 KTO，檔案未說明是哪一種：假定為 DPO</translation>
    </message>
    <message>
        <source>is null, so that no sequence is cut: the context of the open plan stays</source>
        <translation>為 null，序列不會被截斷：保留目前方案的上下文長度</translation>
    </message>
    <message>
        <source>is a value that is not worked out</source>
        <translation>是一個未被求值的運算式</translation>
    </message>
    <message>
        <source>has %1 more {training|trainings}: only the first is read</source>
        <translation>還有 %1 個訓練：只讀取第一個</translation>
    </message>
    <message>
        <source>has more than %1 commands</source>
        <translation>命令超過 %1 條</translation>
    </message>
    <message>
        <source>trains a model of a kind that is not counted</source>
        <translation>訓練的模型種類不在計算範圍內</translation>
    </message>
    <message>
        <source>is not in the file: %1 {node|nodes} of %2 {GPU|GPUs} assumed</source>
        <translation>檔案中沒有：假定 %1 個節點，每個 %2 張 GPU</translation>
    </message>
    <message>
        <source>trains weights beside the adapters: they are not counted</source>
        <translation>在適配器之外還訓練權重：這些沒有計入</translation>
    </message>
    <message>
        <source>is set as a field of a module, which freezes nothing: requires_grad_() does</source>
        <translation>設定為模組的欄位，這不會凍結任何權重：requires_grad_() 才會</translation>
    </message>
    <message>
        <source>is set in ways that cannot be read: recipe.frozen, recipe.frozen_layers and recipe.frozen_from can say which weights are not trained</source>
        <translation>以無法讀出的方式設定：哪些權重不訓練，可用 recipe.frozen、recipe.frozen_layers 和 recipe.frozen_from 填寫</translation>
    </message>
    <message>
        <source>freezes layers in a way that a plan cannot say: all layers count as trained</source>
        <translation>以方案無法表示的方式凍結層：所有層都按訓練計算</translation>
    </message>
    <message>
        <source>is not in the file: the model is counted without experts</source>
        <translation>檔案中沒有：按沒有專家的模型計算</translation>
    </message>
    <message>
        <source>no card within these limits holds the plan</source>
        <translation>在這些限制內沒有卡能放下方案</translation>
    </message>
    <message>
        <source>no layout of this cluster fits the plan</source>
        <translation>該叢集沒有能放下方案的佈局</translation>
    </message>
</context>
<context>
    <name>highwater::About</name>
    <message>
        <source>Plans the GPU memory of training large language models.</source>
        <translation>規劃大語言模型訓練的 GPU 記憶體。</translation>
    </message>
    <message>
        <source>Version %1, %2 build. Qt %3, compiled with Qt %4.</source>
        <translation>版本 %1，%2 建置。Qt %3，編譯時為 Qt %4。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later). It comes without any warranty.</source>
        <translation>自由軟體，採用 GNU 通用公共授權條款第 3 版或更高版本 (GPL-3.0-or-later)，不提供任何擔保。</translation>
    </message>
    <message>
        <source>It uses Qt with Qt Charts (GPL-3.0) and JSON for Modern C++ (MIT). It never connects to a network.</source>
        <translation>使用 Qt 與 Qt Charts (GPL-3.0) 以及 JSON for Modern C++ (MIT)。從不連接網路。</translation>
    </message>
    <message>
        <source>About Highwater</source>
        <translation>關於 Highwater</translation>
    </message>
    <message>
        <source>Copy debug info</source>
        <translation>複製偵錯資訊</translation>
    </message>
    <message>
        <source>Versions and screens, to paste into a bug report</source>
        <translation>版本與螢幕資訊，可貼上到故障報告中</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
</context>
<context>
    <name>highwater::BaselineActions</name>
    <message>
        <source>Pin as baseline</source>
        <translation>設為基線</translation>
    </message>
    <message>
        <source>Remove baseline</source>
        <translation>移除基線</translation>
    </message>
    <message>
        <source>Remembers the plan as it is now.
The chart shows its total as a dashed line, to compare with.</source>
        <translation>記住此刻的方案。
圖表用虛線顯示它的合計，供對比。</translation>
    </message>
    <message>
        <source>Pinned: the dashed line is the total of this plan</source>
        <translation>已設為基線：虛線是該方案的合計</translation>
    </message>
</context>
<context>
    <name>highwater::CardsPage</name>
    <message>
        <source>Counting the cards: %1 %</source>
        <translation>正在計算各種加速卡：%1 %</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>加速卡 %1</translation>
    </message>
    <message>
        <source>The cards are on the clipboard</source>
        <translation>加速卡清單已在剪貼簿</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>複製為 CSV</translation>
    </message>
    <message>
        <source>Cards of the catalogue</source>
        <translation>目錄中的加速卡</translation>
    </message>
    <message>
        <source>This plan does not fit on any number of any card.</source>
        <translation>任何一種卡無論多少張都放不下該方案。</translation>
    </message>
    <message>
        <source>No card fits the plan within these limits.</source>
        <translation>在這些限制內沒有卡能放下方案。</translation>
    </message>
    <message>
        <source>%1 {GPU|GPUs} (was %2)</source>
        <translation>%1 張 GPU（原為 %2）</translation>
    </message>
    <message>
        <source>%1 {sequence|sequences} a step as before</source>
        <translation>每步仍為 %1 條序列</translation>
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
        <translation>最少 GPU 數</translation>
    </message>
    <message>
        <source>Same number of GPUs</source>
        <translation>相同 GPU 數</translation>
    </message>
    <message>
        <source>Number of GPUs of each card</source>
        <translation>每種卡的 GPU 數</translation>
    </message>
    <message>
        <source>Within (days)</source>
        <translation>期限（天）</translation>
    </message>
    <message>
        <source>Under (USD)</source>
        <translation>預算（美元）</translation>
    </message>
    <message>
        <source>any</source>
        <comment>limit</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>The batch stays as it is</source>
        <translation>批次大小保持不變</translation>
    </message>
    <message>
        <source>Enter takes a card · Space adds it to Compare</source>
        <translation>Enter 採用加速卡 · 空格加入對比</translation>
    </message>
    <message>
        <source>As many as the days need</source>
        <translation>按天數所需</translation>
    </message>
    <message>
        <source>As many as the USD allow</source>
        <translation>按 USD 所許</translation>
    </message>
    <message>
        <source>That the program runs on</source>
        <translation>程式能執行的</translation>
    </message>
</context>
<context>
    <name>highwater::ChangeDot</name>
    <message>
        <source>Changed. A click leaves it to the program.</source>
        <translation>已改動。點按後由程式決定。</translation>
    </message>
    <message>
        <source>Changed. A click takes it back to: %1</source>
        <translation>已改動。點按恢復為：%1</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <comment>the name of a setting</comment>
        <translation>恢復：%1</translation>
    </message>
</context>
<context>
    <name>highwater::CommandPalette</name>
    <message>
        <source>Find anything: an entry of a menu, a setting, “zero 3”, a model, a card, a plan, help</source>
        <translation>尋找任何內容：選單項、設定、「zero 3」、模型、加速卡、方案、說明</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>尋找任何內容</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>尋找結果</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a row and its note</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Nothing has these words</source>
        <translation>沒有包含這些字的內容</translation>
    </message>
    <message>
        <source>on</source>
        <translation>開</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Setting · %1</source>
        <translation>設定 · %1</translation>
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
        <translation>說明</translation>
    </message>
    <message>
        <source>Help · %1</source>
        <translation>說明 · %1</translation>
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
        <translation>基線</translation>
    </message>
    <message>
        <source>Current plan</source>
        <translation>目前方案</translation>
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
        <translation>除基線和目前方案外最多可加入 %1 個方案：請先移除一個</translation>
    </message>
    <message>
        <source>Rename plan</source>
        <translation>重新命名方案</translation>
    </message>
    <message>
        <source>Name in the comparison:</source>
        <translation>對比中的名稱：</translation>
    </message>
    <message>
        <source>Add current plan</source>
        <translation>加入目前方案</translation>
    </message>
    <message>
        <source>Add from library…</source>
        <translation>從方案庫加入…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Differences against</source>
        <translation>對比基準</translation>
    </message>
    <message>
        <source>Keeps the plan as it is now in the comparison.</source>
        <translation>把此刻的方案留在對比中。</translation>
    </message>
    <message>
        <source>Opens the list of plans; add one to the comparison there.</source>
        <translation>開啟方案清單，可從中加入對比。</translation>
    </message>
    <message>
        <source>In the table: F2 renames a plan, Del removes it, Ctrl+Z brings it back, Alt+← and Alt+→ move it; the list is saved with the plan&apos;s file</source>
        <translation>在表格中：F2 為方案改名，Del 移除，Ctrl+Z 恢復，Alt+← 和 Alt+→ 移動；清單隨方案檔案儲存</translation>
    </message>
    <message>
        <source>Add this plan as it is now, or others from the library, to compare them</source>
        <translation>把目前方案或方案庫中的方案加進來，即可對比</translation>
    </message>
</context>
<context>
    <name>highwater::ConfigDialog</name>
    <message>
        <source>Export configuration — Highwater</source>
        <translation>匯出設定 — Highwater</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>What the file cannot say</source>
        <translation>檔案無法表達的內容</translation>
    </message>
    <message>
        <source>Preview of the file</source>
        <translation>檔案預覽</translation>
    </message>
    <message>
        <source>Start with:</source>
        <translation>啟動命令：</translation>
    </message>
    <message>
        <source>Launch line</source>
        <translation>啟動命令</translation>
    </message>
    <message>
        <source>Copy the launch line</source>
        <translation>複製啟動命令</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>複製(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>儲存(&amp;S)…</translation>
    </message>
    <message>
        <source>The file says all that the plan has.</source>
        <translation>檔案表達了方案的全部內容。</translation>
    </message>
    <message>
        <source>Not as the plan has it:</source>
        <translation>與方案不同之處：</translation>
    </message>
    <message>
        <source>The configuration is on the clipboard.</source>
        <translation>設定已在剪貼簿上。</translation>
    </message>
    <message>
        <source>The configuration is on the clipboard</source>
        <translation>設定已在剪貼簿上</translation>
    </message>
    <message>
        <source>“%1” is written.</source>
        <translation>「%1」已寫入。</translation>
    </message>
    <message>
        <source>The configuration is in “%1”</source>
        <translation>設定在「%1」中</translation>
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
        <translation>GPU 記憶體隨上下文長度的變化</translation>
    </message>
    <message>
        <source>From %1 tokens on, memory is highest at another moment of the step: %2 instead of %3. The total does not jump there, but the bands do.</source>
        <translation>從 %1 個詞元起，GPU 記憶體在一步中的另一時刻最高：由 %3 變為 %2。總量連續，各部分的佔比改變。</translation>
    </message>
    <message>
        <source>From %1 tokens on, memory is highest a little earlier or later in the same part of the step. The total does not jump there, but the bands do.</source>
        <translation>從 %1 個詞元起，GPU 記憶體在訓練步同一部分中稍早或稍晚處最高。合計在那裡不跳變，但色帶會跳變。</translation>
    </message>
    <message>
        <source>no caches emptied up to %1</source>
        <translation>不清空快取最長 %1</translation>
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
        <translation>所示色帶</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>剩餘</translation>
    </message>
    <message>
        <source>%1 {token|tokens}</source>
        <translation>%1 詞元</translation>
    </message>
    <message>
        <source>(pointer)</source>
        <translation>（指標處）</translation>
    </message>
    <message>
        <source>Peak at: %1</source>
        <translation>峰值時刻：%1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩餘 %1</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之後</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>likely %1–%2</source>
        <comment>memory, the least and the most</comment>
        <translation>可能為 %1–%2</translation>
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
        <translation>更多… · 已設 %1 項</translation>
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
        <translation>匯出投影片組 — Highwater</translation>
    </message>
    <message>
        <source>&amp;Slides, in this order</source>
        <translation>投影片，按此次序(&amp;S)</translation>
    </message>
    <message>
        <source>Slides</source>
        <translation>投影片</translation>
    </message>
    <message>
        <source>Drag to move, or press Alt and ↑ or ↓.</source>
        <translation>拖曳，或按 Alt 和 ↑ 或 ↓ 移動。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
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
        <translation>與講義相同</translation>
    </message>
    <message>
        <source>Print grey</source>
        <translation>灰度列印</translation>
    </message>
    <message>
        <source>The theme of the slide</source>
        <translation>投影片的主題</translation>
    </message>
    <message>
        <source>For&amp;mula in notes</source>
        <translation>備註中寫公式(&amp;M)</translation>
    </message>
    <message>
        <source>Ledger sl&amp;ides</source>
        <translation>明細表頁(&amp;I)</translation>
    </message>
    <message>
        <source>On the command line:</source>
        <translation>命令列：</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令列</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>複製命令列</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>匯出(&amp;E)…</translation>
    </message>
    <message>
        <source>%1 {figure|figures} in the deck</source>
        <translation>共 %1 張圖表</translation>
    </message>
    <message>
        <source>Deck</source>
        <translation>投影片組</translation>
    </message>
    <message>
        <source>“%1” is written. Change the choices above for another file, or close.</source>
        <translation>「%1」已寫出。可更改上面的選項再寫一個檔案，或關閉。</translation>
    </message>
</context>
<context>
    <name>highwater::DeskPage</name>
    <message>
        <source>Counting the models</source>
        <translation>正在計算模型</translation>
    </message>
    <message>
        <source>%1. Choose one of the catalogue.</source>
        <translation>%1。請從目錄中選擇一種。</translation>
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
        <translation>這臺機器</translation>
    </message>
    <message>
        <source>Cards that the models have to fit</source>
        <translation>模型要放進的加速卡</translation>
    </message>
    <message>
        <source>Models that fit</source>
        <translation>能放下的模型</translation>
    </message>
    <message>
        <source>%1. Enter or a double click makes the plan of a row.</source>
        <translation>%1。選取一列後按Enter 或按兩下，即生成方案。</translation>
    </message>
</context>
<context>
    <name>highwater::DoctorDialog</name>
    <message>
        <source>Out of memory — Highwater</source>
        <translation>GPU 記憶體不足 — Highwater</translation>
    </message>
    <message>
        <source>&amp;Log or traceback</source>
        <translation>日誌或呼叫堆疊(&amp;L)</translation>
    </message>
    <message>
        <source>Paste the text that ends with “CUDA out of memory”, with the lines before it</source>
        <translation>貼上以「CUDA out of memory」結尾的文字，連同它之前的行</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>開啟檔案(&amp;O)…</translation>
    </message>
    <message>
        <source>My &amp;configuration…</source>
        <translation>我的設定(&amp;C)…</translation>
    </message>
    <message>
        <source>The run&apos;s own configuration file: changes are then its lines.</source>
        <translation>執行自己的設定檔：改動就是它的行。</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>診斷</translation>
    </message>
    <message>
        <source>Changes that help</source>
        <translation>有用的改動</translation>
    </message>
    <message>
        <source>The change as lines of the file</source>
        <translation>以檔案的行表示的改動</translation>
    </message>
    <message>
        <source>With each of these the plan needs less:</source>
        <translation>採用其中每一個，方案需要的都更少：</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>&amp;Take this change</source>
        <translation>採用這個改動(&amp;T)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>The file %1</source>
        <translation>檔案 %1</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>無法讀取 %1</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>無法讀取該檔案。</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>怎樣做有用</translation>
    </message>
    <message>
        <source> (not enough alone)</source>
        <translation>（單獨還不夠）</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在讀取…</translation>
    </message>
</context>
<context>
    <name>highwater::ExportActions</name>
    <message>
        <source>The figure is on the clipboard</source>
        <translation>圖表已複製到剪貼簿</translation>
    </message>
    <message>
        <source>The figure&apos;s numbers are on the clipboard</source>
        <translation>圖表資料已複製到剪貼簿</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>匯出圖表(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>複製圖表(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>複製資料(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>列印(&amp;P)…</translation>
    </message>
    <message>
        <source>Print pre&amp;view…</source>
        <translation>列印預覽(&amp;V)…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>匯出…</translation>
    </message>
    <message>
        <source>Copy figure</source>
        <translation>複製圖表</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>列印</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>tooltip: what a button does, and its key</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The figure is in “%1”</source>
        <translation>圖表已存入「%1」</translation>
    </message>
    <message>
        <source>Export &amp;trace…</source>
        <translation>匯出追蹤(&amp;T)…</translation>
    </message>
    <message>
        <source>The step&apos;s memory for Perfetto or chrome://tracing</source>
        <translation>一步中的 GPU 記憶體變化，供 Perfetto 或 chrome://tracing 查看</translation>
    </message>
    <message>
        <source>The trace is in “%1”: open it in Perfetto</source>
        <translation>追蹤已存入「%1」：請用 Perfetto 開啟</translation>
    </message>
    <message>
        <source>The figure is on the clipboard as SVG</source>
        <translation>圖表已作為 SVG 複製到剪貼簿</translation>
    </message>
    <message>
        <source>Export failed: %1</source>
        <translation>匯出失敗：%1</translation>
    </message>
    <message>
        <source>Copy failed: %1</source>
        <translation>複製失敗：%1</translation>
    </message>
    <message>
        <source>Drag failed: %1</source>
        <translation>拖出失敗：%1</translation>
    </message>
    <message>
        <source>Print failed: %1</source>
        <translation>列印失敗：%1</translation>
    </message>
    <message>
        <source>Copy as SVG</source>
        <translation>複製為 SVG</translation>
    </message>
    <message>
        <source>Export con&amp;figuration…</source>
        <translation>匯出設定(&amp;F)…</translation>
    </message>
    <message>
        <source>The plan as the file from which a framework runs it</source>
        <translation>把方案寫成框架據以執行的檔案</translation>
    </message>
    <message>
        <source>Export &amp;deck…</source>
        <translation>匯出投影片組(&amp;D)…</translation>
    </message>
    <message>
        <source>Several figures as the slides of one PowerPoint file</source>
        <translation>把多張圖表寫成一個 PowerPoint 檔案的投影片</translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation>報告(&amp;R)…</translation>
    </message>
    <message>
        <source>All about the plan as one document: PDF or HTML</source>
        <translation>把方案的全部內容寫成一個文件：PDF 或 HTML</translation>
    </message>
    <message>
        <source>The deck is in “%1”</source>
        <translation>投影片組已寫入「%1」</translation>
    </message>
</context>
<context>
    <name>highwater::ExportDialog</name>
    <message>
        <source>Clipboard</source>
        <translation>剪貼簿</translation>
    </message>
    <message>
        <source>.pptx, editable chart</source>
        <translation>.pptx，可編輯圖表</translation>
    </message>
    <message>
        <source>vector, real text</source>
        <translation>向量圖，保留文字</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素圖</translation>
    </message>
    <message>
        <source>vector, one page</source>
        <translation>向量圖，單頁</translation>
    </message>
    <message>
        <source>numbers only</source>
        <translation>僅資料</translation>
    </message>
    <message>
        <source>all formats at once</source>
        <translation>各格式同時提供</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>ZeRO stages</source>
        <translation>ZeRO 各階段</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>Lecture: 8B · 70B · 405B</source>
        <translation>講義：8B · 70B · 405B</translation>
    </message>
    <message>
        <source>Lecture: ZeRO stages</source>
        <translation>講義：ZeRO 各階段</translation>
    </message>
    <message>
        <source>16:9 full slide</source>
        <translation>16:9 整頁</translation>
    </message>
    <message>
        <source>16:9 half</source>
        <translation>16:9 半頁</translation>
    </message>
    <message>
        <source>4:3</source>
        <translation>4:3</translation>
    </message>
    <message>
        <source>A4 width</source>
        <translation>A4 頁寬</translation>
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
        <translation>字級</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>圖表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what is wrong: where, what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Export figure — Highwater</source>
        <translation>匯出圖表 — Highwater</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>匯出目標</translation>
    </message>
    <message>
        <source>&amp;Figure</source>
        <translation>圖表(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>尺寸(&amp;S)</translation>
    </message>
    <message>
        <source>Resol&amp;ution</source>
        <translation>解析度(&amp;U)</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>解析度</translation>
    </message>
    <message>
        <source>%1× · %2 dpi</source>
        <translation>%1× · %2 dpi</translation>
    </message>
    <message>
        <source>Font size, points</source>
        <translation>字級，磅</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>磅</translation>
    </message>
    <message>
        <source>F&amp;ont size</source>
        <translation>字級(&amp;O)</translation>
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
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>跟隨視窗</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>標題(&amp;T)</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
    <message>
        <source>Capacity li&amp;ne</source>
        <translation>容量線(&amp;N)</translation>
    </message>
    <message>
        <source>Le&amp;gend box</source>
        <translation>圖例(&amp;G)</translation>
    </message>
    <message>
        <source>Band l&amp;abels</source>
        <translation>色帶標註(&amp;A)</translation>
    </message>
    <message>
        <source>For&amp;mula in notes</source>
        <translation>備註中寫公式(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Reset to defaults</source>
        <translation>恢復預設(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>匯出(&amp;E)…</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令列</translation>
    </message>
    <message>
        <source>Highwater (colour-blind safe)</source>
        <translation>Highwater（色盲友好）</translation>
    </message>
    <message>
        <source>As in the lecture</source>
        <translation>與講義一致</translation>
    </message>
    <message>
        <source>Print grey</source>
        <translation>灰度列印</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>複製(&amp;Y)</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自訂</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what a field is for, its unit</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>寬度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>%1 · drawn to any size, its text can be edited</source>
        <translation>%1 · 可任意縮放，文字可編輯</translation>
    </message>
    <message>
        <source>%1 · %2 dpi</source>
        <translation>%1 · %2 dpi</translation>
    </message>
    <message>
        <source>Page 1 of 1 · %1 · drawn to any size</source>
        <translation>第 1 頁，共 1 頁 · %1 · 可任意縮放</translation>
    </message>
    <message>
        <source>PNG of %1, SVG of %2, and the numbers as a table</source>
        <translation>PNG (%1)、SVG (%2) 和資料表格</translation>
    </message>
    <message>
        <source>%1 {row|rows}, %2 columns · whole bytes, UTF-8</source>
        <translation>%1 列 %2 欄 · 整數位元組，UTF-8</translation>
    </message>
    <message>
        <source>smallest text %1 pt</source>
        <translation>最小文字 %1 磅</translation>
    </message>
    <message>
        <source>Same options on the command line:</source>
        <translation>相同選項的命令列：</translation>
    </message>
    <message>
        <source>Nearest on the command line:</source>
        <translation>最接近的命令列：</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>對比</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>時間線</translation>
    </message>
    <message>
        <source>First slide, the ledger follows · %1 · the chart, its data sheet and all shapes can be edited in PowerPoint</source>
        <translation>第 1 頁，後接明細表頁 · %1 · 圖表、資料表和所有形狀都可在 PowerPoint 中編輯</translation>
    </message>
    <message>
        <source>Slide 1 of 1 · %1 · the chart, its data sheet and all shapes can be edited in PowerPoint</source>
        <translation>第 1 頁，共 1 頁 · %1 · 圖表、資料表和所有形狀都可在 PowerPoint 中編輯</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>The figure is on the clipboard.</source>
        <translation>圖已複製到剪貼簿。</translation>
    </message>
    <message>
        <source>“%1” is written. Change the choices above for another file, or close.</source>
        <translation>已寫入「%1」。可更改選項再匯出一個檔案，或者關閉。</translation>
    </message>
    <message>
        <source>Unit of sizes</source>
        <translation>尺寸單位</translation>
    </message>
    <message>
        <source>Ledger sl&amp;ides</source>
        <translation>明細表頁(&amp;I)</translation>
    </message>
    <message>
        <source>Ledger below the f&amp;igure</source>
        <translation>圖的資料下方附明細表(&amp;I)</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>複製命令列</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>激活重算</translation>
    </message>
    <message>
        <source>Lecture: recompute</source>
        <translation>講義：激活重算</translation>
    </message>
    <message>
        <source>The theme of the slide</source>
        <translation>投影片的主題</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
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
        <translation>圖表資料</translation>
    </message>
</context>
<context>
    <name>highwater::FigurePage</name>
    <message>
        <source>Lecture: 8B, DP = 8</source>
        <translation>講義：8B，DP = 8</translation>
    </message>
    <message>
        <source>Current plan</source>
        <translation>目前方案</translation>
    </message>
    <message>
        <source>Memory of one GPU as the cluster grows, all else kept</source>
        <translation>其餘不變時，每卡記憶體隨叢集擴大的變化</translation>
    </message>
    <message>
        <source>The plan&apos;s settings, compared panel by panel</source>
        <translation>逐圖對比目前方案的設定</translation>
    </message>
    <message>
        <source>Lecture: fp32, 1 GPU, eager attention</source>
        <translation>講義：fp32，1 卡，eager</translation>
    </message>
    <message>
        <source>Own scale per panel</source>
        <translation>各圖獨立刻度</translation>
    </message>
    <message>
        <source>Shared scale</source>
        <translation>共用刻度</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>依據</translation>
    </message>
    <message>
        <source>Y axis</source>
        <translation>Y 軸</translation>
    </message>
    <message>
        <source>The sliders do not move the lecture&apos;s figure</source>
        <translation>講義中的圖不隨滑桿變化</translation>
    </message>
    <message>
        <source>The lecture&apos;s figure: an 8B model on 8 GPUs, not your plan.</source>
        <translation>講義中的圖：8 張 GPU 上的 8B 模型，不是您的方案。</translation>
    </message>
    <message>
        <source>The lecture&apos;s figure: three models in 32 bits, each on one GPU, not your plan.</source>
        <translation>講義中的圖：三個 32 位元模型，各用一張 GPU，不是您的方案。</translation>
    </message>
    <message>
        <source>The lecture&apos;s figure: an 8B model in 32 bits on one GPU, not your plan.</source>
        <translation>講義中的圖：一張 GPU 上的 32 位元 8B 模型，不是您的方案。</translation>
    </message>
    <message>
        <source>The plan has changed and this figure has not: it is the lecture&apos;s, not your plan&apos;s.</source>
        <translation>方案已改變，此圖沒有變：它是講義中的圖，不是您方案的圖。</translation>
    </message>
    <message>
        <source>Show the current plan</source>
        <translation>顯示目前方案</translation>
    </message>
    <message>
        <source>Lecture: 8B</source>
        <translation>講義：8B</translation>
    </message>
    <message>
        <source>Click a panel to set the plan to its ZeRO stage</source>
        <translation>點按分圖即把方案設為該 ZeRO 階段</translation>
    </message>
    <message>
        <source>The plan with no, selective and full recompute</source>
        <translation>本方案在不重算、選擇性重算與完全重算時</translation>
    </message>
</context>
<context>
    <name>highwater::FigurePrint</name>
    <message>
        <source>Nothing is printed: the printer, or the file it prints to, cannot be opened. Choose another.</source>
        <translation>未列印：無法開啟列印機或列印輸出檔案。請另選一個。</translation>
    </message>
</context>
<context>
    <name>highwater::FigureReadout</name>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Shown bands</source>
        <translation>所示色帶</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>剩餘</translation>
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
        <translation>圖表資料</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>複製為文字</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
</context>
<context>
    <name>highwater::FigureView</name>
    <message>
        <source>Show the whole axis</source>
        <translation>顯示整個座標軸</translation>
    </message>
</context>
<context>
    <name>highwater::FileActions</name>
    <message>
        <source>&amp;New</source>
        <translation>新增(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開啟(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近開啟(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>儲存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存新檔(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>關閉視窗(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>結束(&amp;Q)</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
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
        <translation>清空清單(&amp;C)</translation>
    </message>
    <message>
        <source>%1[*] — Highwater</source>
        <translation>%1[*] — Highwater</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存新檔…</translation>
    </message>
    <message>
        <source>“%1” was changed by another program.</source>
        <translation>「%1」已被其他程式修改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新載入</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留目前方案</translation>
    </message>
    <message>
        <source>“%1” was deleted, moved or renamed. The plan is still here; save it to write the file again.</source>
        <translation>「%1」已被刪除、移動或改名。方案仍在此視窗中；儲存即可重新寫入檔案。</translation>
    </message>
    <message>
        <source>%1 The open plan stays.</source>
        <translation>%1目前開啟的方案保持不變。</translation>
    </message>
    <message>
        <source>%1, …</source>
        <translation>%1 等</translation>
    </message>
    <message>
        <source>Unsaved work cannot be kept safe from a crash, as nothing can be written into “%1”. Save it now and then.</source>
        <translation>無法寫入「%1」，程式當機時將無法恢復未儲存的內容。應不時手動儲存。</translation>
    </message>
    <message>
        <source>Highwater ended before this plan was saved. The plan is back as it was at %1.</source>
        <translation>上次 Highwater 結束時此方案尚未儲存。現已恢復到 %1 時的狀態。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丟棄</translation>
    </message>
    <message>
        <source>Not saved yet: “%1” was changed by another program. Save once more to write over its version.</source>
        <translation>尚未儲存：「%1」已被其他程式更改。再次儲存將覆蓋其版本。</translation>
    </message>
    <message>
        <source>Only plans and configurations can be opened: files that end in .%1, and what File › Import takes. Left out: %2</source>
        <translation>只能開啟方案和設定：以 .%1 結尾的檔案，以及「檔案 › 匯入」所讀的檔案。未開啟：%2</translation>
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
        <translation>所有檔案 (*)</translation>
    </message>
    <message>
        <source>Open plans</source>
        <translation>開啟方案</translation>
    </message>
    <message>
        <source>Save the plan as</source>
        <translation>方案另存新檔</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未儲存的更改</translation>
    </message>
    <message>
        <source>Save the changes to “%1”?</source>
        <translation>是否儲存對「%1」的更改？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>不儲存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Name of the plan</source>
        <translation>方案名稱</translation>
    </message>
    <message>
        <source>The folder of my plans</source>
        <translation>「我的方案」所在資料夾</translation>
    </message>
    <message>
        <source>Notes; words that begin with # are tags to filter by</source>
        <translation>備註；以 # 開頭的詞是標籤，可用於篩選</translation>
    </message>
    <message>
        <source>Open a run&apos;s memory recording</source>
        <translation>開啟執行的 GPU 記憶體記錄</translation>
    </message>
    <message>
        <source>Memory recordings (*.pickle *.pkl *.json *.gz)</source>
        <translation>GPU 記憶體記錄 (*.pickle *.pkl *.json *.gz)</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>匯出為</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>匯入檔案</translation>
    </message>
    <message>
        <source>The folder of a model</source>
        <translation>模型的資料夾</translation>
    </message>
    <message>
        <source>Configurations and weights (%1)</source>
        <translation>設定與權重（%1）</translation>
    </message>
</context>
<context>
    <name>highwater::FileDrop</name>
    <message>
        <source>Drop to lay this run over the timeline</source>
        <translation>鬆開即可把此執行疊畫在時間線上</translation>
    </message>
    <message>
        <source>Only plans and configurations can be opened: .%1 files and others that File › Import takes</source>
        <translation>只能開啟方案和設定：.%1 檔案以及「檔案 › 匯入」所讀的其他檔案</translation>
    </message>
    <message>
        <source>Drop to open this file</source>
        <translation>鬆開即可開啟此檔案</translation>
    </message>
    <message>
        <source>Drop to open %L1 files</source>
        <translation>鬆開即可開啟 %L1 個檔案</translation>
    </message>
    <message>
        <source>Drop to explain why this run ran out of memory</source>
        <translation>鬆開以說明這次執行為什麼 GPU 記憶體不足</translation>
    </message>
</context>
<context>
    <name>highwater::HelpActions</name>
    <message>
        <source>Contents</source>
        <translation>目錄</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>Explains every term; F1 opens the page about
what you point at or are typing into.</source>
        <translation>解釋每個術語；按 F1 開啟所指或正在輸入的
控件的說明頁。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>What&apos;s This?</source>
        <translation>這是什麼？</translation>
    </message>
    <message>
        <source>About Highwater</source>
        <translation>關於 Highwater</translation>
    </message>
    <message>
        <source>About Qt</source>
        <translation>關於 Qt</translation>
    </message>
    <message>
        <source>More in the help</source>
        <translation>在說明中查看詳情</translation>
    </message>
</context>
<context>
    <name>highwater::HelpWindow</name>
    <message>
        <source>Highwater help</source>
        <translation>Highwater 說明</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>後退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前進</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目錄</translation>
    </message>
    <message>
        <source>The previous page</source>
        <translation>上一個頁面</translation>
    </message>
    <message>
        <source>The next page, once you have gone back</source>
        <translation>後退之後的下一個頁面</translation>
    </message>
    <message>
        <source>The list of all pages</source>
        <translation>全部頁面的清單</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>搜尋全部頁面</translation>
    </message>
    <message>
        <source>Sections that have all of these words</source>
        <translation>尋找含有全部這些詞的小節</translation>
    </message>
    <message>
        <source>What the search found</source>
        <translation>搜尋結果</translation>
    </message>
    <message>
        <source>Page of the help</source>
        <translation>說明頁面</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No section has all of these words.</source>
        <translation>沒有小節含有全部這些詞。</translation>
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
        <translation>匯入(&amp;I)…</translation>
    </message>
    <message>
        <source>Import model &amp;folder…</source>
        <translation>匯入模型資料夾(&amp;F)…</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>無法讀取</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>匯入 %1</translation>
    </message>
    <message>
        <source>“%1” is imported: a model of %2 parameters.</source>
        <translation>已匯入「%1」：%2 個參數的模型。</translation>
    </message>
    <message>
        <source>“%1” is imported.</source>
        <translation>已匯入「%1」。</translation>
    </message>
    <message>
        <source>Some of it was assumed: %L1 notes.</source>
        <translation>其中有些是假設：%L1 條說明。</translation>
    </message>
    <message>
        <source>Show notes</source>
        <translation>顯示說明</translation>
    </message>
    <message>
        <source>“%1” is not imported: %2. The open plan stays.</source>
        <translation>未匯入「%1」：%2。開啟的方案保持不變。</translation>
    </message>
    <message>
        <source>Notes on the import</source>
        <translation>匯入說明</translation>
    </message>
    <message>
        <source>What “%1” does not say, or what is not modelled:</source>
        <translation>「%1」未寫明的，或未建模的：</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>確定</translation>
    </message>
    <message>
        <source>%L1 notes say how it was read.</source>
        <translation>%L1 條提示說明讀取的方式。</translation>
    </message>
    <message>
        <source>How “%1” was read:</source>
        <translation>「%1」的讀取方式：</translation>
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
        <translation>自動</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>不檢查</translation>
    </message>
    <message>
        <source>An amount of memory such as 80 GiB, 64 GB or 81559 MiB, at most 1,000 TB</source>
        <translation>請輸入記憶體容量，例如 80 GiB、64 GB 或 81559 MiB，最多 1,000 TB</translation>
    </message>
    <message>
        <source>%1 as in the lecture.</source>
        <translation>按講義取 %1。</translation>
    </message>
    <message>
        <source>nvidia-smi: %1 MiB, %2; the driver keeps %3.</source>
        <translation>nvidia-smi 報告 %1 MiB，即 %2，其中 %3 由驅動程式保留。</translation>
    </message>
    <message>
        <source>The driver reports %1 MiB = %2.</source>
        <translation>驅動程式報告 %1 MiB = %2。</translation>
    </message>
    <message>
        <source>What this device reports is not known: its marketed size is taken, %1.</source>
        <translation>此裝置實際報告的 GPU 記憶體未知：按標稱容量取 %1。</translation>
    </message>
    <message>
        <source>%1 {token|tokens}</source>
        <translation>%1 詞元</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不計</translation>
    </message>
    <message>
        <source>none</source>
        <comment>a model of a job</comment>
        <translation>無</translation>
    </message>
    <message>
        <source>auto: %1</source>
        <comment>a choice that the plan leaves open</comment>
        <translation>自動：%1</translation>
    </message>
    <message>
        <source>The policy&apos;s</source>
        <translation>與策略相同</translation>
    </message>
    <message>
        <source>GPUs that hold one model together, for each way of cutting it.</source>
        <translation>共同儲存一個模型的 GPU 數，每種切分方式一個。</translation>
    </message>
    <message>
        <source>20 per parameter</source>
        <translation>每參數 20 個</translation>
    </message>
    <message>
        <source>One model</source>
        <translation>單個模型</translation>
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
        <translation>每參數 20 詞元</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未給出</translation>
    </message>
    <message>
        <source>%1 {example|examples}</source>
        <translation>%1 個樣本</translation>
    </message>
    <message>
        <source>length not given</source>
        <translation>未給出長度</translation>
    </message>
    <message>
        <source>nvidia-smi: %1 MiB, %2; the driver keeps %3, as on %4.</source>
        <translation>nvidia-smi 報告 %1 MiB，即 %2，其中 %3 由驅動程式保留（同 %4）。</translation>
    </message>
    <message>
        <source>nvidia-smi: %1 MiB, %2; the driver keeps ~%3.</source>
        <translation>nvidia-smi 報告 %1 MiB，即 %2，其中約 %3 由驅動程式保留。</translation>
    </message>
    <message>
        <source>Host and device share %1; the system takes %2.</source>
        <translation>主機與裝置共用 %1；系統佔用 %2。</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no kind of parallelism</comment>
        <translation>無</translation>
    </message>
    <message>
        <source>%1, automatic</source>
        <comment>value of a field that the plan leaves open</comment>
        <translation>%1，自動</translation>
    </message>
</context>
<context>
    <name>highwater::LayerStrip</name>
    <message>
        <source>%1 with all layers kept</source>
        <translation>保留全部層時為 %1</translation>
    </message>
    <message>
        <source> of %1</source>
        <comment>after an amount, before its capacity</comment>
        <translation> / %1</translation>
    </message>
    <message>
        <source>Drag the end: left saves memory, right saves time</source>
        <translation>拖曳末端：向左省 GPU 記憶體，向右省時間</translation>
    </message>
</context>
<context>
    <name>highwater::LayersView</name>
    <message>
        <source>%1 of host memory</source>
        <translation>主機記憶體 %1</translation>
    </message>
    <message>
        <source>least time below the line</source>
        <translation>紅線以下用時最少</translation>
    </message>
    <message>
        <source>%1 offloaded</source>
        <translation>%1 層卸載</translation>
    </message>
    <message>
        <source>%1 in part</source>
        <translation>%1 層部分保留</translation>
    </message>
    <message>
        <source>%1 recomputed</source>
        <translation>%1 層重算</translation>
    </message>
    <message>
        <source>%1 kept</source>
        <translation>%1 層保留</translation>
    </message>
    <message>
        <source>%1 of %2. %3</source>
        <comment>memory, capacity, what is done</comment>
        <translation>%1 / %2。%3</translation>
    </message>
    <message>
        <source>The layers used first in the backward pass are kept. The program has no setting for some layers: an exported script does it where it can.</source>
        <translation>保留反向傳播最先用到的層。該程式沒有只針對部分層的設定：匯出的腳本在可能時會實現它。</translation>
    </message>
    <message>
        <source>The layers used first in the backward pass are kept.</source>
        <translation>保留反向傳播最先用到的層。</translation>
    </message>
    <message>
        <source>Recompute just enough</source>
        <translation>恰好夠用的重算</translation>
    </message>
    <message>
        <source>&amp;Take</source>
        <translation>採用(&amp;T)</translation>
    </message>
    <message>
        <source>Memory of the layers</source>
        <translation>各層的 GPU 記憶體</translation>
    </message>
    <message>
        <source>← and → move the end, Enter takes the choice.</source>
        <translation>← 和 → 移動末端，Enter 採用該選擇。</translation>
    </message>
    <message>
        <source>%1 recomputed, their inputs offloaded</source>
        <translation>%1 層重算，其輸入已卸載</translation>
    </message>
</context>
<context>
    <name>highwater::LayoutDetails</name>
    <message>
        <source>against this plan</source>
        <translation>與本方案對照</translation>
    </message>
</context>
<context>
    <name>highwater::LedgerModel</name>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>%1 free, capacity %2</source>
        <translation>剩餘 %1，容量 %2</translation>
    </message>
    <message>
        <source>%1 over, capacity %2</source>
        <translation>超出 %1，容量 %2</translation>
    </message>
    <message>
        <source>Shape %1</source>
        <translation>形狀 %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>來源：%1</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 位元組</translation>
    </message>
    <message>
        <source>%1, not at the peak</source>
        <translation>%1，峰值時不佔用</translation>
    </message>
    <message>
        <source>%1 of the total</source>
        <translation>佔合計的 %1</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>組成</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <comment>the unit of memory, GiB or GB</comment>
        <translation>每卡 %1</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>位元組</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>佔比</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>層級</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分組</translation>
    </message>
    <message>
        <source>Bytes per GPU at the peak</source>
        <translation>峰值時每卡位元組數</translation>
    </message>
    <message>
        <source>Bytes of one</source>
        <translation>單份位元組數</translation>
    </message>
    <message>
        <source>Copies at the peak</source>
        <translation>峰值時份數</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形狀</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>With numbers</source>
        <translation>代入數值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>%1: %2 at %3, not at the peak</source>
        <translation>%1：%2（時刻：%3），峰值時不佔用</translation>
    </message>
    <message>
        <source>%1: %2 in the host&apos;s memory</source>
        <translation>%1：%2（位於主機記憶體）</translation>
    </message>
    <message>
        <source>%1: %2 on NVMe</source>
        <translation>%1：%2（位於 NVMe）</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What it is, or its formula with the values</source>
        <translation>含義，或代入數值的公式</translation>
    </message>
    <message>
        <source>Bytes of one tensor. s tokens, b sequences, h hidden size, L layers; all letters are in the help&apos;s glossary.</source>
        <translation>一個張量的位元組數。s 詞元，b 序列，h 隱藏維度，L 層數；全部字母見說明。</translation>
    </message>
    <message>
        <source>What forward passes keep, and the engine&apos;s keys and values</source>
        <translation>前向傳播保留的張量，以及推論引擎的鍵和值</translation>
    </message>
    <message>
        <source>%1: %2 in the host&apos;s memory, of the first rank alone</source>
        <translation>%1：主機記憶體中 %2，只有第一個行程有</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步驟</translation>
    </message>
</context>
<context>
    <name>highwater::LedgerView</name>
    <message>
        <source>Not counted by this method: %1.</source>
        <translation>此方法未計入：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Ledger of the memory per GPU</source>
        <translation>每卡記憶體明細表</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>複製為文字</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>複製為 CSV</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Stage %1 of %2; the most loaded is stage %3 with %4.</source>
        <translation>階段 %1（共 %2 個）；負載最重的是階段 %3，佔用 %4。</translation>
    </message>
    <message>
        <source>Pick a stage to see its ledger.</source>
        <translation>選擇一個階段可查看其明細表。</translation>
    </message>
    <message>
        <source>Host memory per node: %1.</source>
        <translation>每節點主機記憶體：%1。</translation>
    </message>
    <message>
        <source>NVMe per node: %1.</source>
        <translation>每節點 NVMe：%1。</translation>
    </message>
    <message>
        <source>Without effect here: %1.</source>
        <translation>在此不起作用：%1。</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>明細表</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>各階段</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>管線各階段</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展開</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部摺疊</translation>
    </message>
    <message>
        <source>The step peaks at: %1.</source>
        <translation>訓練步的峰值時刻：%1。</translation>
    </message>
    <message>
        <source>Grey lines exist at other moments.</source>
        <translation>灰色的行存在於其他時刻。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>各層</translation>
    </message>
    <message>
        <source>Steps and shapes</source>
        <translation>步驟與形狀</translation>
    </message>
</context>
<context>
    <name>highwater::LegendRow</name>
    <message>
        <source>The weights of the model.</source>
        <translation>模型的權重。</translation>
    </message>
    <message>
        <source>One value for each trained weight, until the step uses it.</source>
        <translation>每個可訓練權重一個值，直到最佳化器用過為止。</translation>
    </message>
    <message>
        <source>What the optimizer remembers of each weight.</source>
        <translation>最佳化器為每個權重記住的內容。</translation>
    </message>
    <message>
        <source>What the forward pass keeps for the backward pass.</source>
        <translation>前向傳播為反向傳播保留的內容。</translation>
    </message>
    <message>
        <source>Scores over the vocabulary, and what one layer works with.</source>
        <translation>整個詞彙表的得分，以及單層計算所用。</translation>
    </message>
    <message>
        <source>Driver, libraries, and what the allocator holds idle.</source>
        <translation>驅動程式、函式庫，以及配置器閒置的部分。</translation>
    </message>
    <message>
        <source>Click hides or shows the band, Alt+click shows it alone.</source>
        <translation>點按隱藏或顯示，Alt+點按只顯示這一條。</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>色帶</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens, of all sequences.</source>
        <translation>所有序列之前詞元的鍵和值。</translation>
    </message>
    <message>
        <source>What a pass over prompts works with, and scores over the vocabulary.</source>
        <translation>處理提示時用到的張量，以及詞彙表上的得分。</translation>
    </message>
    <message>
        <source>Driver, libraries, and what the server keeps free.</source>
        <translation>驅動程式、函式庫，以及伺服器留空的部分。</translation>
    </message>
</context>
<context>
    <name>highwater::MainWindow</name>
    <message>
        <source>Apply suggestion</source>
        <translation>應用建議</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>檔案(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編輯(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>檢視(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>說明(&amp;H)</translation>
    </message>
    <message>
        <source>Method: %1</source>
        <translation>方法：%1</translation>
    </message>
    <message>
        <source>%1 The open plan stays.</source>
        <translation>%1目前開啟的方案保持不變。</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>匯出(&amp;X)</translation>
    </message>
    <message>
        <source>Unit: GiB (1024³ bytes)</source>
        <translation>單位：GiB（1024³ 位元組）</translation>
    </message>
    <message>
        <source>Unit: GB (1000³ bytes)</source>
        <translation>單位：GB（1000³ 位元組）</translation>
    </message>
    <message>
        <source>Ru&amp;n</source>
        <translation>執行(&amp;N)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>檢視</translation>
    </message>
    <message>
        <source>Open plan</source>
        <translation>開啟方案</translation>
    </message>
    <message>
        <source>“%1” changes nothing in this plan, so that the panel does not show it</source>
        <translation>「%1」對此方案沒有任何影響，所以面板不顯示它</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
</context>
<context>
    <name>highwater::MeasurementDialog</name>
    <message>
        <source>My measurement — Highwater</source>
        <translation>我的實測值 — Highwater</translation>
    </message>
    <message>
        <source>What I &amp;read for one GPU</source>
        <translation>我在一張 GPU 上讀到的(&amp;R)</translation>
    </message>
    <message>
        <source>nvidia-smi, max_memory_allocated or max_memory_reserved,
and an amount in MiB, GiB, GB or bytes</source>
        <translation>nvidia-smi、max_memory_allocated 或 max_memory_reserved，
以及以 MiB、GiB、GB 或位元組為單位的數量</translation>
    </message>
    <message>
        <source>The reading beside the plan</source>
        <translation>實測值與方案對照</translation>
    </message>
    <message>
        <source>Assumptions that would bring the plan nearer</source>
        <translation>會使方案更近的假設</translation>
    </message>
    <message>
        <source>Assumptions that would bring the plan nearer:</source>
        <translation>會使方案更近的假設：</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>&amp;Add to a table…</source>
        <translation>加入一個表(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Take the assumption</source>
        <translation>採用這個假設(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Correct the plan</source>
        <translation>修正方案(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Correct by a reading</source>
        <translation>按實測值修正</translation>
    </message>
    <message>
        <source>The table cannot be read.</source>
        <translation>無法讀取該表。</translation>
    </message>
    <message>
        <source>Added to %1</source>
        <translation>已加入 %1</translation>
    </message>
    <message>
        <source>%1: %2, the reading is %3 less</source>
        <translation>%1：%2，讀數少 %3</translation>
    </message>
    <message>
        <source>%1: %2, the reading is %3 more</source>
        <translation>%1：%2，讀數多 %3</translation>
    </message>
</context>
<context>
    <name>highwater::MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>關閉訊息</translation>
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
        <translation>方案名稱：%1</translation>
    </message>
    <message>
        <source>Name of the open plan
Click to change it or its notes.</source>
        <translation>目前方案的名稱
單擊可修改名稱或備註。</translation>
    </message>
    <message>
        <source>Name and n&amp;otes…</source>
        <translation>名稱與備註(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>highwater::NameDialog</name>
    <message>
        <source>Name and notes</source>
        <translation>名稱與備註</translation>
    </message>
    <message>
        <source>&amp;Name of the plan</source>
        <translation>方案名稱(&amp;N)</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>備註(&amp;O)</translation>
    </message>
    <message>
        <source>An empty name becomes the one shown in grey, which follows model, GPUs and adapter.</source>
        <translation>名稱留空時使用灰色顯示的名稱，它會隨模型、GPU 和適配器變化。</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>確定</translation>
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
        <translation>請輸入 %1 到 %2 %3</translation>
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
        <translation>沒有單個改動足夠；以下改動合起來足夠</translation>
    </message>
    <message>
        <source>Helps, not enough alone</source>
        <translation>有幫助，但單獨不夠</translation>
    </message>
    <message>
        <source>the plan has it already</source>
        <translation>方案已是如此</translation>
    </message>
    <message>
        <source>nothing of the run</source>
        <translation>不改變訓練</translation>
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
        <translation>改動</translation>
    </message>
    <message>
        <source>Time a token</source>
        <translation>每詞元時間</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主機記憶體</translation>
    </message>
    <message>
        <source>Changes the run?</source>
        <translation>改變訓練？</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>所有改動</translation>
    </message>
    <message>
        <source>↑ ↓ previews in the chart · Enter takes it · Esc closes</source>
        <translation>↑ ↓ 在圖中預覽 · Enter 採用 · Esc 關閉</translation>
    </message>
    <message>
        <source>✓ fits   ≈ probably fits</source>
        <translation>✓ 能放下   ≈ 大概能放下</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>採用</translation>
    </message>
</context>
<context>
    <name>highwater::PanelFoot</name>
    <message>
        <source>%1 changed</source>
        <comment>a number of settings</comment>
        <translation>%1 項改動</translation>
    </message>
    <message>
        <source>Only what I changed</source>
        <translation>只看改動</translation>
    </message>
    <message>
        <source>Usual settings</source>
        <comment>none is changed</comment>
        <translation>常用設定</translation>
    </message>
    <message>
        <source>Against what task and program set. Model, card and number of GPUs have no usual value and are not counted.</source>
        <translation>與任務和程式所設的值相比。模型、卡和 GPU 數量沒有常用值，不計入。</translation>
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
        <translation>範圍 %1 到 %2，刻度：%3。</translation>
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
        <translation>按名稱、模型或規模篩選</translation>
    </message>
    <message>
        <source>Only plans that fit</source>
        <translation>只列能放下的</translation>
    </message>
    <message>
        <source>All groups</source>
        <translation>所有分組</translation>
    </message>
    <message>
        <source>Group of plans</source>
        <translation>方案分組</translation>
    </message>
    <message>
        <source>Filter by name, model, size or #tag</source>
        <translation>按名稱、模型、規模或 #標籤 篩選</translation>
    </message>
    <message>
        <source>A tag is a word that begins with # in a plan&apos;s notes.</source>
        <translation>標籤是方案備註中以 # 開頭的詞。</translation>
    </message>
</context>
<context>
    <name>highwater::PlanLibrary</name>
    <message>
        <source>No plan can be called that: %1.</source>
        <translation>方案不能使用此名稱：%1。</translation>
    </message>
    <message>
        <source>No estimate — %1: %2</source>
        <translation>無法估算 — %1：%2</translation>
    </message>
    <message>
        <source>The folder “%1” cannot be made. Choose another one.</source>
        <translation>無法創建資料夾「%1」。請選擇其他資料夾。</translation>
    </message>
    <message>
        <source>“%1” keeps its name: this account may not remove its file.</source>
        <translation>「%1」未改名：目前帳戶沒有刪除其檔案的權限。</translation>
    </message>
    <message>
        <source>The notes cannot be kept: %1.</source>
        <translation>無法儲存備註：%1。</translation>
    </message>
    <message>
        <source>“%1” was changed by another program. The list shows its version now; try again.</source>
        <translation>「%1」已被其他程式修改。清單現在顯示的是新版本；請重試。</translation>
    </message>
</context>
<context>
    <name>highwater::PlanListModel</name>
    <message>
        <source>Lecture figures</source>
        <translation>講義圖表</translation>
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
        <translation>無法估算</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>無法讀取</translation>
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
        <translation>微批次</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Free or over</source>
        <translation>剩餘 / 超出</translation>
    </message>
    <message>
        <source>%1 (%L2 of %L3)</source>
        <comment>a group of plans, how many are listed, how many there are</comment>
        <translation>%1（%L2/%L3）</translation>
    </message>
    <message>
        <source>Total %1</source>
        <comment>memory per GPU, its unit</comment>
        <translation>合計 %1</translation>
    </message>
    <message>
        <source>&amp;Usual columns</source>
        <translation>預設欄(&amp;U)</translation>
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
        <translation>預設</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>結構</translation>
    </message>
    <message>
        <source>Custom (scaled from Llama)</source>
        <translation>自訂（由 Llama 縮放）</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>編輯…</translation>
    </message>
    <message>
        <source>Edit the shape</source>
        <translation>編輯結構</translation>
    </message>
    <message>
        <source>Custom shape</source>
        <translation>自訂結構</translation>
    </message>
    <message>
        <source>Table that the method prints…</source>
        <translation>該方法自己列印的表…</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Models of the job</source>
        <translation>任務中的模型</translation>
    </message>
    <message>
        <source>“%1” is not in the catalogue.</source>
        <translation>目錄中沒有「%1」。</translation>
    </message>
    <message>
        <source>“%1” is not in the catalogue; similar: %2.</source>
        <translation>目錄中沒有「%1」；相近的有：%2。</translation>
    </message>
    <message>
        <source>File › Import… takes the model&apos;s config.json.</source>
        <translation>可用「檔案 › 匯入…」讀取該模型的 config.json。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程式</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>推論</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>訓練</translation>
    </message>
    <message>
        <source>Savings</source>
        <translation>節省 GPU 記憶體</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>叢集</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>平行</translation>
    </message>
    <message>
        <source>Length and cost</source>
        <translation>長度與費用</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>專家設定</translation>
    </message>
</context>
<context>
    <name>highwater::PlanPreview</name>
    <message>
        <source>No plan is chosen</source>
        <translation>未選擇方案</translation>
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
        <translation>%1 詞元 × %2</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Known for</source>
        <translation>代表數字</translation>
    </message>
</context>
<context>
    <name>highwater::PlanReplacer</name>
    <message>
        <source>A new plan is open. It has no file yet.</source>
        <translation>已開啟新方案，它還沒有檔案。</translation>
    </message>
    <message>
        <source>“%1” is open as a new plan. It has no file yet.</source>
        <translation>已將「%1」作為新方案開啟，它還沒有檔案。</translation>
    </message>
    <message>
        <source>“%1” is closed; its file stays as it is.</source>
        <translation>「%1」已關閉，其檔案保持不變。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
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
        <translation>%1；實際為 %2</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1（另有 %2 處）</translation>
    </message>
    <message>
        <source>“%1”, line %2, column %3: %4.</source>
        <translation>「%1」第 %2 行第 %3 欄：%4。</translation>
    </message>
    <message>
        <source>“%1”: %2.</source>
        <translation>「%1」：%2。</translation>
    </message>
    <message>
        <source>“%1” is not there any more. It was moved, renamed or deleted.</source>
        <translation>「%1」已不存在：已被移動、改名或刪除。</translation>
    </message>
    <message>
        <source>“%1” is not a file that can contain a plan.</source>
        <translation>「%1」不是可以存放方案的檔案。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: this account may not read it.</source>
        <translation>無法讀取「%1」：目前帳戶沒有讀取權限。</translation>
    </message>
    <message>
        <source>“%1” cannot be read. If it lies on another machine or a removable disk, see that it is connected.</source>
        <translation>無法讀取「%1」。如果它在另一臺機器或可移動磁碟上，請確認已連接。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the folder “%2” is not there any more. Choose another folder.</source>
        <translation>「%1」未儲存：資料夾「%2」已不存在。請選擇其他資料夾。</translation>
    </message>
    <message>
        <source>“%1” is not saved: it is a folder. Choose another name.</source>
        <translation>「%1」未儲存：它是一個資料夾。請使用其他名稱。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the disk can only be read. Choose another disk.</source>
        <translation>「%1」未儲存：磁碟為只讀。請選擇其他磁碟。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the file is write-protected. Choose another name.</source>
        <translation>「%1」未儲存：檔案有寫保護。請使用其他名稱。</translation>
    </message>
    <message>
        <source>“%1” is not saved: this account may not write into “%2”. Choose another folder.</source>
        <translation>「%1」未儲存：目前帳戶沒有寫入「%2」的權限。請選擇其他資料夾。</translation>
    </message>
    <message>
        <source>“%1” is not saved: the disk is full. Free some space, or choose another disk.</source>
        <translation>「%1」未儲存：磁碟已滿。請騰出一些空間，或選擇其他磁碟。</translation>
    </message>
    <message>
        <source>“%1” is not saved: %2. Try again, or choose another folder.</source>
        <translation>「%1」未儲存：%2。請重試，或選擇其他資料夾。</translation>
    </message>
    <message>
        <source>line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 欄：%3</translation>
    </message>
</context>
<context>
    <name>highwater::PlansPage</name>
    <message>
        <source>Save current as…</source>
        <translation>目前方案另存新檔…</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除篩選</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>資料夾…</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>方案庫</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>載入</translation>
    </message>
    <message>
        <source>Add to Compare</source>
        <translation>加入對比</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新視窗</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>複製…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重新命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>%L1 plans · Enter loads the one chosen, undo brings back what was there</source>
        <translation>%L1 個方案 · 按 Enter 載入所選方案，復原可恢復原方案</translation>
    </message>
    <message>
        <source>There are no plans of your own yet. Duplicate one, or save the current one.</source>
        <translation>還沒有自己的方案。可以複製一個方案，或儲存目前方案。</translation>
    </message>
    <message>
        <source>No plan of this group fits.</source>
        <translation>此分組中沒有能放下的方案。</translation>
    </message>
    <message>
        <source>No plan matches “%1”.</source>
        <translation>沒有與「%1」比對的方案。</translation>
    </message>
    <message>
        <source>Load “%1”</source>
        <translation>載入「%1」</translation>
    </message>
    <message>
        <source>Duplicate plan</source>
        <translation>複製方案</translation>
    </message>
    <message>
        <source>%1, copy</source>
        <comment>the name of a plan that is a copy</comment>
        <translation>%1，副本</translation>
    </message>
    <message>
        <source>Save current plan as</source>
        <translation>目前方案另存新檔</translation>
    </message>
    <message>
        <source>Rename plan</source>
        <translation>重新命名方案</translation>
    </message>
    <message>
        <source>“%1” is not deleted: its file cannot be removed, or is larger than any plan.</source>
        <translation>「%1」未刪除：其檔案無法刪除，或超過方案檔案的大小上限。</translation>
    </message>
    <message>
        <source>Deleted “%1”.</source>
        <translation>已刪除「%1」。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>匯入…</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>匯出圖…</translation>
    </message>
    <message>
        <source>Notes…</source>
        <translation>備註…</translation>
    </message>
    <message>
        <source>Paste into my plans</source>
        <translation>貼上到我的方案</translation>
    </message>
    <message>
        <source>Notes of “%1”</source>
        <translation>「%1」的備註</translation>
    </message>
    <message>
        <source>The clipboard holds no plan: %1.</source>
        <translation>剪貼簿中沒有方案：%1。</translation>
    </message>
    <message>
        <source>Pasted plan</source>
        <translation>貼上的方案</translation>
    </message>
    <message>
        <source>My plans are in %1. Not all of them are listed.</source>
        <translation>我的方案在 %1。沒有全部列出。</translation>
    </message>
    <message>
        <source>My plans are in %1</source>
        <translation>我的方案在 %1</translation>
    </message>
    <message>
        <source>“%1” is saved in My plans</source>
        <translation>「%1」已儲存到我的方案</translation>
    </message>
    <message>
        <source>%1 Files left out: %2.</source>
        <comment>the first problem; how many files have one</comment>
        <translation>%1共有 %2 個檔案未匯入。</translation>
    </message>
</context>
<context>
    <name>highwater::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>偏好設定</translation>
    </message>
    <message>
        <source>Unit of memory</source>
        <translation>GPU 記憶體單位</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主題</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
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
        <translation>新方案的預留 GPU 記憶體</translation>
    </message>
    <message>
        <source>Folder of my plans</source>
        <translation>我的方案所在資料夾</translation>
    </message>
    <message>
        <source>At the start, open</source>
        <translation>啟動時開啟</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟隨桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>As in the first plan</source>
        <translation>與初始方案相同</translation>
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
        <translation>方案清單</translation>
    </message>
    <message>
        <source>A folder that a team shares shows the plans of all</source>
        <translation>選擇團隊共享的資料夾，即可看到所有人的方案</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>恢復預設</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>GiB (1024³ bytes)</source>
        <translation>GiB（1024³ 位元組）</translation>
    </message>
    <message>
        <source>GB (1000³ bytes)</source>
        <translation>GB（1000³ 位元組）</translation>
    </message>
    <message>
        <source>Page of links</source>
        <translation>連結的網頁</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高對比度</translation>
    </message>
    <message>
        <source>Where the page is that shows plans, for Copy link</source>
        <translation>顯示方案的網頁所在的位置，供「複製連結」使用</translation>
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
        <translation>Esc 結束演示；用 Tab 和方向鍵移動滑桿</translation>
    </message>
    <message>
        <source>Esc ends the presentation</source>
        <translation>Esc 結束演示</translation>
    </message>
</context>
<context>
    <name>highwater::RecordingReader</name>
    <message>
        <source>cannot be read: %1</source>
        <translation>無法讀取：%1</translation>
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
        <translation>排練腳本 — Highwater</translation>
    </message>
    <message>
        <source>PyTorch %1, CUDA %2: the script begins</source>
        <translation>PyTorch %1，CUDA %2：腳本開始執行</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>命令(&amp;C)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>In the &amp;folder</source>
        <translation>所在資料夾(&amp;F)</translation>
    </message>
    <message>
        <source>On the card</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>as the command says</source>
        <translation>由命令決定</translation>
    </message>
    <message>
        <source>The ranks that run, such as 0,63; the others only answer</source>
        <translation>要執行的 rank，例如 0,63；其餘的只作應答</translation>
    </message>
    <message>
        <source>of which r&amp;un</source>
        <translation>其中執行(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;end after</source>
        <translation>結束於(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Ranks</source>
        <translation>Rank 數(&amp;R)</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步後</translation>
    </message>
    <message>
        <source>Do not read the &amp;weights of the model</source>
        <translation>不讀取模型權重(&amp;W)</translation>
    </message>
    <message>
        <source>Make &amp;data where there are none</source>
        <translation>缺少資料時自動生成(&amp;D)</translation>
    </message>
    <message>
        <source>What the script wrote</source>
        <translation>腳本的輸出</translation>
    </message>
    <message>
        <source>What the script writes appears here.</source>
        <translation>腳本的輸出顯示在這裡。</translation>
    </message>
    <message>
        <source>The script runs with its own Python and PyTorch. Nothing is computed, and no weights are saved.</source>
        <translation>腳本用它自己的 Python 和 PyTorch 執行。不做任何計算，也不儲存權重。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>Save the recordin&amp;g…</source>
        <translation>儲存記錄(&amp;G)…</translation>
    </message>
    <message>
        <source>Show o&amp;ver the plan</source>
        <translation>疊加到方案上(&amp;V)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Re&amp;hearse</source>
        <translation>排練(&amp;H)</translation>
    </message>
    <message>
        <source>%1, %2, as in the plan</source>
        <translation>%1，%2，與方案相同</translation>
    </message>
    <message>
        <source>The program looks for PyTorch</source>
        <translation>正在尋找 PyTorch</translation>
    </message>
    <message>
        <source>Rank %1, step %2 of %3: allocated %4, reserved %5</source>
        <translation>Rank %1，第 %2 步，共 %3 步：已分配 %4，已保留 %5</translation>
    </message>
    <message>
        <source>The rehearsal gave no answer</source>
        <translation>排練沒有給出結果</translation>
    </message>
    <message>
        <source>“%1” is written.</source>
        <translation>已寫入「%1」。</translation>
    </message>
    <message>
        <source>&amp;Let it write outside its folder</source>
        <translation>允許在其資料夾之外寫入(&amp;L)</translation>
    </message>
    <message>
        <source>If not ticked, the script writes in its folder and in caches alone, where the system has Landlock</source>
        <translation>不勾選時，腳本只在其資料夾和快取中寫入（系統有 Landlock 時）</translation>
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
        <translation>PyTorch 清空了 %1 次快取才得以繼續，這會耗費時間</translation>
    </message>
    <message>
        <source>%1, line %2, asked for an unknown value; the answer was: %3</source>
        <translation>%1 第 %2 行詢問了未知的值；回答為：%3</translation>
    </message>
    <message>
        <source>%1 more {question|questions} of this kind</source>
        <translation>還有 %1 個此類詢問</translation>
    </message>
    <message>
        <source>Called, but without a meaning here: %1</source>
        <translation>被呼叫，但在此沒有作用：%1</translation>
    </message>
    <message>
        <source>PyTorch ran out of memory %1 {time|times}, and the command went on</source>
        <translation>PyTorch 有 %1 次 GPU 記憶體不足，命令繼續執行</translation>
    </message>
    <message>
        <source>The script had its network: this system lets no program give it up</source>
        <translation>腳本仍有網路：本系統不允許程式放棄網路</translation>
    </message>
    <message>
        <source>The script could write wherever you may: this system has no Landlock</source>
        <translation>腳本能在你能寫入的任何地方寫入：本系統沒有 Landlock</translation>
    </message>
</context>
<context>
    <name>highwater::ReportDialog</name>
    <message>
        <source>As the window</source>
        <translation>跟隨視窗</translation>
    </message>
    <message>
        <source>Report — Highwater</source>
        <translation>報告 — Highwater</translation>
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
        <translation>PDF，A4 頁面</translation>
    </message>
    <message>
        <source>HTML, one file with its charts</source>
        <translation>HTML，圖表在內的一個檔案</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>匯出(&amp;E)…</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>報告</translation>
    </message>
    <message>
        <source>%1 report</source>
        <comment>the name of a file: the plan&apos;s name</comment>
        <translation>%1 報告</translation>
    </message>
    <message>
        <source>The report is in “%1”</source>
        <translation>報告已寫入「%1」</translation>
    </message>
</context>
<context>
    <name>highwater::RunActions</name>
    <message>
        <source>&amp;Rehearse a script…</source>
        <translation>排練腳本(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Open a recording…</source>
        <translation>開啟記錄(&amp;O)…</translation>
    </message>
    <message>
        <source>Out of &amp;memory…</source>
        <translation>GPU 記憶體不足(&amp;M)…</translation>
    </message>
    <message>
        <source>M&amp;y measurement…</source>
        <translation>我的實測值(&amp;Y)…</translation>
    </message>
</context>
<context>
    <name>highwater::RunPanel</name>
    <message>
        <source>Peak of tensors %1, the plan&apos;s %2</source>
        <translation>張量峰值 %1，方案為 %2</translation>
    </message>
    <message>
        <source>reserved %1, of which no tensor uses %2 (fragmentation); the plan&apos;s %3 and %4</source>
        <translation>保留 %1，其中 %2 不屬於任何張量（碎片）；方案為 %3 和 %4</translation>
    </message>
    <message>
        <source>the run ended out of memory</source>
        <translation>執行因 GPU 記憶體不足而結束</translation>
    </message>
    <message>
        <source>Not in the plan</source>
        <translation>方案中沒有</translation>
    </message>
    <message>
        <source>Made in</source>
        <translation>產生於</translation>
    </message>
    <message>
        <source>By</source>
        <translation>來自</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，共 %2 塊</translation>
    </message>
    <message>
        <source>no stack was recorded</source>
        <translation>沒有記錄呼叫堆疊</translation>
    </message>
    <message>
        <source>%1, after the peak</source>
        <translation>%1，峰值之後</translation>
    </message>
    <message>
        <source>Would bring the plan nearer</source>
        <translation>能讓方案更接近</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The plan is then off by %1, not by %2</source>
        <translation>之後方案相差 %1，而不是 %2</translation>
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
        <translation>記錄中的 GPU</translation>
    </message>
    <message>
        <source>Step of the recording</source>
        <translation>記錄中的訓練步</translation>
    </message>
    <message>
        <source>Allocations that the plan has no line for</source>
        <translation>方案沒有對應明細的分配</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>執行：%1</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在讀取 %1…</translation>
    </message>
    <message>
        <source>Close run</source>
        <translation>關閉執行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Before the steps</source>
        <translation>訓練步之前</translation>
    </message>
    <message>
        <source>Gradients freed</source>
        <translation>釋放梯度</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>最佳化器</translation>
    </message>
    <message>
        <source>No single change brings the plan nearer</source>
        <translation>沒有單項改動能使方案更接近</translation>
    </message>
    <message>
        <source>Which GPU of the recording is drawn over the timeline</source>
        <translation>記錄中的哪一張 GPU 疊畫在時間線上</translation>
    </message>
    <message>
        <source>Which step of the recording is drawn over the timeline</source>
        <translation>記錄中的哪一步疊畫在時間線上</translation>
    </message>
    <message>
        <source>Take the run off the timeline; its file stays as it is</source>
        <translation>從時間線上移除該執行；檔案保持不變</translation>
    </message>
    <message>
        <source>Stop reading the file</source>
        <translation>停止讀取檔案</translation>
    </message>
    <message>
        <source>The largest allocations of the run that no line of the plan explains; a row opens to the functions that made it</source>
        <translation>執行中沒有任何方案條目能解釋的最大分配；展開一列可看到產生它的函式</translation>
    </message>
</context>
<context>
    <name>highwater::ScriptRun</name>
    <message>
        <source>The rehearsal was stopped.</source>
        <translation>排練已停止。</translation>
    </message>
</context>
<context>
    <name>highwater::SearchPage</name>
    <message>
        <source>No layout of this cluster fits.</source>
        <translation>該叢集沒有放得下的佈局。</translation>
    </message>
    <message>
        <source>Searched: %1 %</source>
        <translation>已搜尋 %1 %</translation>
    </message>
    <message>
        <source>Stopped; change the plan to search again</source>
        <translation>已停止；改動方案可重新搜尋</translation>
    </message>
    <message>
        <source>TP within a node</source>
        <translation>TP 不跨節點</translation>
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
        <translation>框架支援的</translation>
    </message>
    <message>
        <source>The ticks keep no layout. %1 removes most: without it, %2 are kept.</source>
        <translation>勾選沒有留下任何佈局。%1排除得最多：取消它則留下 %2 個。</translation>
    </message>
    <message>
        <source>Select a layout in the chart or in the table to see it against this plan.</source>
        <translation>在圖或表中選取一個佈局，即可與本方案對照。</translation>
    </message>
    <message>
        <source>%1 of %2 layouts kept</source>
        <translation>%2 個佈局中保留 %1 個</translation>
    </message>
    <message>
        <source>%1 · ended: too many to try all</source>
        <translation>%1 · 已結束：太多，未能全部嘗試</translation>
    </message>
    <message>
        <source>%1 · %2 tried</source>
        <translation>%1 · 嘗試了 %2 個</translation>
    </message>
    <message>
        <source>Enter takes · Space adds to Compare · → opens near equals</source>
        <translation>Enter 採用 · 空格加入對比 · → 展開幾乎相同的</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>佈局</translation>
    </message>
</context>
<context>
    <name>highwater::ShapeDialog</name>
    <message>
        <source>Shape of the model</source>
        <translation>模型結構</translation>
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
        <translation>主要數值</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>專家</translation>
    </message>
    <message>
        <source>Latent attention</source>
        <translation>潛向量注意力</translation>
    </message>
    <message>
        <source>Norms, biases and others</source>
        <translation>正規化、偏置及其他</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>已啟用</translation>
    </message>
    <message>
        <source>No count: some of the numbers do not go together</source>
        <translation>無法計數：有些數值互相矛盾</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 個參數</translation>
    </message>
    <message>
        <source>%1 parameters, %2 active</source>
        <translation>%1 個參數，激活 %2 個</translation>
    </message>
    <message>
        <source>Start from %1</source>
        <translation>以 %1 為起始模型</translation>
    </message>
    <message>
        <source>Windows and linear attention</source>
        <translation>視窗與線性注意力</translation>
    </message>
</context>
<context>
    <name>highwater::ShareActions</name>
    <message>
        <source>Share code copied: %L1 characters</source>
        <translation>分享碼已複製：%L1 個字元</translation>
    </message>
    <message>
        <source>Command line copied: %L1 characters</source>
        <translation>命令列已複製：%L1 個字元</translation>
    </message>
    <message>
        <source>Copy &amp;share code</source>
        <translation>複製分享碼(&amp;S)</translation>
    </message>
    <message>
        <source>Copy as &amp;command line</source>
        <translation>複製為命令列(&amp;C)</translation>
    </message>
    <message>
        <source>Copy su&amp;mmary (Markdown)</source>
        <translation>複製摘要 (Markdown)(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Paste plan</source>
        <translation>貼上方案(&amp;P)</translation>
    </message>
    <message>
        <source>Paste into a &amp;new window</source>
        <translation>貼上到新視窗(&amp;N)</translation>
    </message>
    <message>
        <source>Summary copied: %L1 characters</source>
        <translation>摘要已複製：%L1 個字元</translation>
    </message>
    <message>
        <source>The text holds no whole plan: %1. The open plan stays.</source>
        <translation>文字中沒有完整的方案：%1。目前開啟的方案保持不變。</translation>
    </message>
    <message>
        <source>This is the plan that is open.</source>
        <translation>這就是目前開啟的方案。</translation>
    </message>
    <message>
        <source>Paste plan</source>
        <translation>貼上方案</translation>
    </message>
    <message>
        <source>There is no plan in the text: no share code, which begins with HW1, no command line of Highwater, and no content of a plan file.</source>
        <translation>文字中沒有方案：既不是以 HW1 開頭的分享碼，也不是 Highwater 命令列或方案檔案的內容。</translation>
    </message>
    <message>
        <source>%1. The open plan stays; copy the code again.</source>
        <translation>%1。目前方案不變；請重新複製分享碼。</translation>
    </message>
    <message>
        <source>Copy &amp;link</source>
        <translation>複製連結(&amp;L)</translation>
    </message>
    <message>
        <source>Link copied: %L1 characters</source>
        <translation>已複製連結：%L1 個字元</translation>
    </message>
    <message>
        <source>A link leads to a page that shows plans. Say in Edit ▸ Preferences where yours lies; the help tells how to make one.</source>
        <translation>連結指向一個顯示方案的網頁。請在「編輯 ▸ 偏好設定」中寫明它的位置；說明說明怎樣生成這個網頁。</translation>
    </message>
    <message>
        <source>The address of the page in Edit ▸ Preferences %1.</source>
        <translation>「編輯 ▸ 偏好設定」中網頁的地址%1。</translation>
    </message>
    <message>
        <source>This is a table of nvidia-smi. Run ▸ My measurement… takes the memory that it says of one GPU.</source>
        <translation>這是 nvidia-smi 的表格。「執行 ▸ 我的實測值…」可接受其中一張 GPU 的記憶體。</translation>
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
        <translation>按鍵</translation>
    </message>
    <message>
        <source>In lists and tables</source>
        <translation>在清單和表格中</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a menu, an entry of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>On sliders and figures</source>
        <translation>滑桿與圖表中</translation>
    </message>
    <message>
        <source>A step on a slider</source>
        <translation>滑桿移動一步</translation>
    </message>
    <message>
        <source>From mark to mark on a slider</source>
        <translation>滑桿移到相鄰刻度</translation>
    </message>
    <message>
        <source>From point to point of a figure</source>
        <translation>在圖中逐點移動</translation>
    </message>
    <message>
        <source>Zoom in or out in a figure</source>
        <translation>放大或縮小圖表</translation>
    </message>
    <message>
        <source>The whole axis of a figure</source>
        <translation>顯示整條座標軸</translation>
    </message>
    <message>
        <source>Take the row</source>
        <translation>採用該列</translation>
    </message>
</context>
<context>
    <name>highwater::Specs</name>
    <message>
        <source>&amp;Model size</source>
        <translation>模型規模</translation>
    </message>
    <message>
        <source>&amp;Context length</source>
        <translation>上下文長度</translation>
    </message>
    <message>
        <source>Micro-&amp;batch size</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>&amp;GPU count</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>&amp;ZeRO stage</source>
        <translation>ZeRO 階段</translation>
    </message>
    <message>
        <source>B params</source>
        <comment>unit: billions of parameters</comment>
        <translation>B 參數</translation>
    </message>
    <message>
        <source>{token|tokens}</source>
        <comment>unit, of 1 and of more</comment>
        <translation>詞元</translation>
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
        <translation>關閉</translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>ZeRO stage: this is split as well</comment>
        <translation>最佳化器</translation>
    </message>
    <message>
        <source>+ grads</source>
        <comment>ZeRO stage</comment>
        <translation>+ 梯度</translation>
    </message>
    <message>
        <source>+ params</source>
        <comment>ZeRO stage</comment>
        <translation>+ 參數</translation>
    </message>
    <message>
        <source>Whole number from %1 to %2</source>
        <translation>請輸入 %1 到 %2 的整數</translation>
    </message>
    <message>
        <source>From %1 to %2 billion, or a model&apos;s name</source>
        <translation>請輸入 %1 到 %2（單位 B，即十億），或模型名稱</translation>
    </message>
    <message>
        <source>0, 1, 2 or 3</source>
        <translation>請輸入 0、1、2 或 3</translation>
    </message>
    <message>
        <source>Se&amp;quences at a time</source>
        <translation>同時序列數</translation>
    </message>
    <message>
        <source>Read as %1 parameters</source>
        <translation>按 %1 個參數讀入</translation>
    </message>
    <message>
        <source>one GPU</source>
        <comment>unit of the ZeRO stage, which splits nothing</comment>
        <translation>一張 GPU</translation>
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
        <translation>基線 %1</translation>
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
        <translation>上下文 %1：%2，剩餘 %3</translation>
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
        <translation>圖表中已隱藏但仍計入：%1。</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>範圍</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Range of contexts</source>
        <translation>上下文範圍</translation>
    </message>
    <message>
        <source>“%1” was added to Compare</source>
        <translation>「%1」已加入對比</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>對比</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>Zoomed</source>
        <translation>已縮放</translation>
    </message>
    <message>
        <source>◇ Peak moves</source>
        <translation>◇ 峰值移位</translation>
    </message>
    <message>
        <source>From a ◇ on, memory is highest at another moment of the step. The total does not jump there, but the bands do.</source>
        <translation>從 ◇ 起，GPU 記憶體在一步中的另一時刻最高。總量連續，各部分的佔比改變。</translation>
    </message>
    <message>
        <source>Drag the marker, or press ← or → on it; the wheel zooms, a right click offers more</source>
        <translation>拖曳標記，或選取標記後按 ← 或 →；滾輪縮放，右鍵有更多操作</translation>
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
        <translation>採用佈局</translation>
    </message>
    <message>
        <source>Expand a row to see its formula, its numbers and its source</source>
        <translation>展開一列可看到公式、數值和出處</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Click a method in the table to read what it gets wrong, and to use it</source>
        <translation>點按表格中的方法，查看其缺陷並採用它</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>規模</translation>
    </message>
    <message>
        <source>“%1” %2</source>
        <comment>a file, what is wrong with it</comment>
        <translation>「%1」：%2</translation>
    </message>
    <message>
        <source>Match the run</source>
        <translation>比對執行</translation>
    </message>
    <message>
        <source>What fits here</source>
        <translation>這裡能放下什麼</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>能放下</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>佈局</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>單步</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>方案庫</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>GPU 記憶體</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation>時間與費用</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>尋找</translation>
    </message>
    <message>
        <source>╌╌ preview: %1</source>
        <translation>╌╌ 預覽：%1</translation>
    </message>
    <message>
        <source>Compare is full: remove a plan there first</source>
        <translation>「對比」已滿：請先在那裡移除一個方案</translation>
    </message>
    <message>
        <source>Select a card; Take changes the plan, undo brings the previous one back</source>
        <translation>選取加速卡；「採用」改變方案，復原可恢復原來的加速卡</translation>
    </message>
    <message>
        <source>Select a layout in chart or table; Take changes the plan, undo brings the previous one back</source>
        <translation>在圖或表中選取佈局；「採用」改變方案，復原可恢復原來的佈局</translation>
    </message>
    <message>
        <source>“%1” was removed from Compare; Ctrl+Z brings it back</source>
        <translation>「%1」已從「對比」移除；Ctrl+Z 可恢復</translation>
    </message>
    <message>
        <source>Enter makes the plan of a row; undo brings the previous one back</source>
        <translation>按回車生成所選行的方案；復原可恢復原來的方案</translation>
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
        <translation>採用</translation>
    </message>
    <message>
        <source>Add to Compare</source>
        <translation>加入對比</translation>
    </message>
</context>
<context>
    <name>highwater::TabsView</name>
    <message>
        <source>Pages</source>
        <translation>頁面</translation>
    </message>
    <message>
        <source>Views of the page</source>
        <translation>頁面的檢視</translation>
    </message>
</context>
<context>
    <name>highwater::TickRow</name>
    <message>
        <source>No offload</source>
        <translation>不卸載</translation>
    </message>
    <message>
        <source>No pipeline</source>
        <translation>不用管線</translation>
    </message>
    <message>
        <source>Same ZeRO</source>
        <translation>ZeRO 不變</translation>
    </message>
    <message>
        <source>Upper end must fit</source>
        <translation>上限也須放得下</translation>
    </message>
    <message>
        <source>leaves %1 layouts</source>
        <translation>保留 %1 個佈局</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>A tick keeps the layouts of which it is so; the number is how many that are.</source>
        <translation>勾選只保留符合它的佈局；數字是符合的個數。</translation>
    </message>
    <message>
        <source>any</source>
        <comment>limit</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>Days that the run may take</source>
        <translation>訓練最多可用的天數</translation>
    </message>
    <message>
        <source>USD that the run may cost</source>
        <translation>訓練最多可花的 USD</translation>
    </message>
    <message>
        <source>Within</source>
        <comment>before a number of days</comment>
        <translation>期限</translation>
    </message>
    <message>
        <source>Under</source>
        <comment>before an amount of money</comment>
        <translation>預算</translation>
    </message>
</context>
<context>
    <name>highwater::TimeModel</name>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已掩蓋</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>佔比</translation>
    </message>
    <message>
        <source>What it is, or its formula with the values</source>
        <translation>說明，或代入數值的公式</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>時間花在哪裡</translation>
    </message>
</context>
<context>
    <name>highwater::TimePage</name>
    <message>
        <source>Length and price of the run</source>
        <translation>訓練的長度與價格</translation>
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
        <translation>數值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出處</translation>
    </message>
    <message>
        <source>Operations at the peak</source>
        <translation>按峰值的運算</translation>
    </message>
    <message>
        <source>All else</source>
        <translation>其餘</translation>
    </message>
    <message>
        <source>The plan states the utilisation, which replaces the estimate of a step from its parts.</source>
        <translation>方案寫明了利用率，它取代按各部分估算的步時。</translation>
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
        <translation>傳送：%1</translation>
    </message>
    <message>
        <source>%1 GB of one GPU in a step</source>
        <translation>一張 GPU 每步 %1 GB</translation>
    </message>
    <message>
        <source>Key that overrides it</source>
        <translation>可改寫它的鍵</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假設</translation>
    </message>
    <message>
        <source>What the plan does not state; keys override it</source>
        <translation>方案沒有寫明的量；可用鍵改寫</translation>
    </message>
    <message>
        <source>What the peak of the card is for: matrix products and attention</source>
        <translation>GPU 峰值的用武之處：矩陣乘法與注意力</translation>
    </message>
    <message>
        <source>What the backward pass makes again</source>
        <translation>反向傳播中重算的部分</translation>
    </message>
    <message>
        <source>What reads and writes memory more than it multiplies</source>
        <translation>讀寫記憶體多於乘法的部分</translation>
    </message>
    <message>
        <source>What is sent and not hidden by computation</source>
        <translation>已傳送而未被計算掩蓋的部分</translation>
    </message>
    <message>
        <source>Layers that take longer to launch than to compute, and the program</source>
        <translation>啟動比計算更久的層，以及程式本身</translation>
    </message>
    <message>
        <source>The bubble, and stages that wait for the slowest</source>
        <translation>氣泡，以及等待最慢階段的時間</translation>
    </message>
    <message>
        <source>A token of every sequence</source>
        <translation>每個序列一個詞元</translation>
    </message>
    <message>
        <source>A prompt</source>
        <translation>一個提示</translation>
    </message>
    <message>
        <source>The card is so full that PyTorch&apos;s allocator empties its cache in every pass and starts again; with it the launches of layers, and the program</source>
        <translation>加速卡太滿，PyTorch 的配置器在每一遍中都要清空快取再重新開始；另含各層的啟動與程式本身</translation>
    </message>
</context>
<context>
    <name>highwater::TimeTable</name>
    <message>
        <source>Where the time of a step goes</source>
        <translation>一步的時間花在哪裡</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>複製為文字</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展開</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部摺疊</translation>
    </message>
</context>
<context>
    <name>highwater::TimelinePage</name>
    <message>
        <source>This method knows no moments of a step: only the exact method has a timeline. Choose it under Method.</source>
        <translation>此方法不區分一步中的各個時刻：只有精確方法有時間線。請在「估算方法」中選擇「精確」。</translation>
    </message>
    <message>
        <source>%1, the most loaded</source>
        <translation>%1（負載最重）</translation>
    </message>
    <message>
        <source>Press ← or → to step through the moments, with Ctrl through every event</source>
        <translation>按 ← 或 → 逐個查看時刻，同時按住 Ctrl 則逐個查看事件</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>階段</translation>
    </message>
    <message>
        <source>Stage of the pipeline</source>
        <translation>管線階段</translation>
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
        <translation>每步後釋放</translation>
    </message>
    <message>
        <source>Export trace…</source>
        <translation>匯出追蹤…</translation>
    </message>
    <message>
        <source>Reserved, with the runtime</source>
        <translation>已保留，連同執行時</translation>
    </message>
</context>
<context>
    <name>highwater::TimelineView</name>
    <message>
        <source>Reserved by PyTorch</source>
        <translation>PyTorch 保留的 GPU 記憶體</translation>
    </message>
    <message>
        <source>Reserved, used by no tensor</source>
        <translation>已保留、未用於張量</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1：%2。%3</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Over by</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>剩餘</translation>
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
        <translation>一步中的 GPU 記憶體</translation>
    </message>
</context>
<context>
    <name>highwater::TwoQuestions</name>
    <message>
        <source>Plain PyTorch</source>
        <translation>純 PyTorch</translation>
    </message>
    <message>
        <source>Any server</source>
        <translation>任意伺服器</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程式</translation>
    </message>
    <message>
        <source>Pre-train</source>
        <translation>預訓練</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>全參數微調</translation>
    </message>
    <message>
        <source>LoRA / QLoRA</source>
        <translation>LoRA / QLoRA</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好學習</translation>
    </message>
    <message>
        <source>Reinforcement</source>
        <translation>強化學習</translation>
    </message>
    <message>
        <source>Serve</source>
        <translation>推論服務</translation>
    </message>
    <message>
        <source>For another task:</source>
        <translation>用於其他任務：</translation>
    </message>
    <message>
        <source>%1 does not do “%2”: the program is now %3.</source>
        <translation>%1 不做「%2」：程式已改為 %3。</translation>
    </message>
    <message>
        <source>%1 does not do “%2”: the task is now “%3”.</source>
        <translation>%1 不做「%2」：任務已改為「%3」。</translation>
    </message>
</context>
<context>
    <name>highwater::UndoActions</name>
    <message>
        <source>Undo: %1</source>
        <translation>復原：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
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
        <translation>數值都是有限的</translation>
    </message>
    <message>
        <source>an index that no value decided</source>
        <translation>不由任何值決定的下標</translation>
    </message>
    <message>
        <source>numbers beside those that are known: 0</source>
        <translation>已知數以外的數：0</translation>
    </message>
    <message>
        <source>topk chooses each in turn</source>
        <translation>topk 輪流選擇每一個</translation>
    </message>
    <message>
        <source>topk chooses the first ones</source>
        <translation>topk 選擇最前面的幾個</translation>
    </message>
    <message>
        <source>every element is true</source>
        <translation>每個元素都為真</translation>
    </message>
    <message>
        <source>each is repeated once</source>
        <translation>每個都重複一次</translation>
    </message>
    <message>
        <source>all elements are distinct</source>
        <translation>所有元素互不相同</translation>
    </message>
    <message>
        <source>whether tensors are equal: True</source>
        <translation>張量是否相等：是（True）</translation>
    </message>
    <message>
        <source>a comparison: False</source>
        <translation>一次比較：否（False）</translation>
    </message>
    <message>
        <source>a number: %1</source>
        <translation>一個數：%1</translation>
    </message>
    <message>
        <source>numbers: %1</source>
        <translation>若干個數：%1</translation>
    </message>
    <message>
        <source>%1 numbers that another rank sends</source>
        <translation>另一個 rank 發來的 %1 個數</translation>
    </message>
    <message>
        <source>what rank %1 sends (run it too)</source>
        <translation>rank %1 傳送的內容（請也執行它）</translation>
    </message>
    <message>
        <source>no values are known: this PyTorch is too old for it</source>
        <translation>沒有已知的值：這個 PyTorch 版本太舊</translation>
    </message>
    <message>
        <source>peaks may be too high: this PyTorch adds watched gradients out of place</source>
        <translation>峰值可能偏高：這個 PyTorch 不就地累加被監視的梯度</translation>
    </message>
    <message>
        <source>weights that were quantized before are read</source>
        <translation>讀取事先已量化的權重</translation>
    </message>
    <message>
        <source>a made data set in the place of %1</source>
        <translation>用造出的資料集代替 %1</translation>
    </message>
    <message>
        <source>a metric that counts nothing in the place of %1</source>
        <translation>用什麼都不統計的指標代替 %1</translation>
    </message>
    <message>
        <source>the usual processor of images in the place of %1&apos;s</source>
        <translation>用常用的影像處理器代替 %1 的</translation>
    </message>
    <message>
        <source>a plain tokenizer of bytes in the place of %1&apos;s</source>
        <translation>用簡單的位元組分詞器代替 %1 的</translation>
    </message>
    <message>
        <source>the work of %1, not built: %2</source>
        <translation>%1 的運算，未能建置：%2</translation>
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
        <translation>無法估算</translation>
    </message>
    <message>
        <source>No estimate — %1</source>
        <translation>無法估算 — %1</translation>
    </message>
    <message>
        <source>Peak per GPU</source>
        <translation>每張 GPU 的峰值</translation>
    </message>
    <message>
        <source>Go to the setting</source>
        <translation>轉到該設定</translation>
    </message>
    <message>
        <source>Comes to %1 of %2.</source>
        <translation>將佔用 %1 / %2。</translation>
    </message>
    <message>
        <source>The plan has it already: %1 of %2.</source>
        <translation>方案已是如此：%1 / %2。</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最長上下文</translation>
    </message>
    <message>
        <source>Largest micro-batch</source>
        <translation>最大微批次大小</translation>
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
        <translation>按代價從低到高：</translation>
    </message>
    <message>
        <source>No change of settings makes it fit.</source>
        <translation>沒有哪項設定改動能放下。</translation>
    </message>
    <message>
        <source>stage %1 of %2</source>
        <translation>階段 %1（共 %2 個）</translation>
    </message>
    <message>
        <source>host %1 of %2 per node</source>
        <translation>每節點主機記憶體 %1 / %2</translation>
    </message>
    <message>
        <source>host %1 per node</source>
        <translation>每節點主機記憶體 %1</translation>
    </message>
    <message>
        <source>NVMe %1 per node</source>
        <translation>每節點 NVMe %1</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不計</translation>
    </message>
    <message>
        <source>Whether the memory that one GPU needs at its peak is at most what the card has.</source>
        <translation>一張 GPU 峰值所需的 GPU 記憶體是否不超過該卡的可用 GPU 記憶體。</translation>
    </message>
    <message>
        <source>%1 tokens/s, run of %2 days</source>
        <translation>%1 詞元/s，訓練 %2 天</translation>
    </message>
    <message>
        <source>about %1 tokens/s generated</source>
        <translation>約 %1 詞元/s</translation>
    </message>
    <message>
        <source>Most sequences</source>
        <translation>最多序列數</translation>
    </message>
    <message>
        <source>A click applies it, Ctrl+Z takes it back.</source>
        <translation>點按應用，Ctrl+Z 復原。</translation>
    </message>
    <message>
        <source>Largest dense model</source>
        <translation>最大稠密模型</translation>
    </message>
    <message>
        <source>Still searching: models of many sizes are tried.</source>
        <translation>正在計算：逐一嘗試各種大小的模型。</translation>
    </message>
    <message>
        <source>Some smaller sizes do not fit.</source>
        <translation>有些更小的規模放不下。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>a model, then what it comes to</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>90 % of measured runs should lie within the two values.</source>
        <translation>90 % 的實測應落在這兩個值之間。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2. Larger ones come to the same.</source>
        <translation>將佔用 %1 / %2。再大也相同。</translation>
    </message>
    <message>
        <source>The time of a step is estimated. Ctrl+Z takes it back.</source>
        <translation>每步時間為估算值，Ctrl+Z 可復原。</translation>
    </message>
    <message>
        <source>A rule of thumb: each forward pass that is run again.</source>
        <translation>經驗值：按再次執行的前向計。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2. Some smaller values do not fit.</source>
        <translation>將佔用 %1 / %2。有些更小的值放不下。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2, %3.</source>
        <comment>memory, then time</comment>
        <translation>將佔用 %1 / %2，%3。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Comes to %1 of %2; at most %3 fit.</source>
        <comment>memory, then a size</comment>
        <translation>將佔用 %1 / %2；最多放得下 %3。</translation>
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
        <translation>剩餘 %1</translation>
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
        <translation>峰值時刻：%1</translation>
    </message>
    <message>
        <source>likely %1–%2</source>
        <comment>memory, the least and the most</comment>
        <translation>可能為 %1–%2</translation>
    </message>
    <message>
        <source>%1 speed</source>
        <translation>速度 %1</translation>
    </message>
    <message>
        <source>the length of sequences</source>
        <translation>序列長度</translation>
    </message>
    <message>
        <source>the number of GPUs</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>same</source>
        <comment>time</comment>
        <translation>不變</translation>
    </message>
    <message>
        <source>Limits:</source>
        <translation>極限：</translation>
    </message>
    <message>
        <source>%1 tokens/s, run of %2 hours</source>
        <translation>%1 詞元/s，訓練 %2 小時</translation>
    </message>
</context>
<context>
    <name>highwater::ViewActions</name>
    <message>
        <source>Next part of the window</source>
        <translation>視窗的下一部分</translation>
    </message>
    <message>
        <source>Control panel</source>
        <translation>控制面板</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>明細表</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主題</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>單位</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟隨桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全螢幕</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>縮小</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>偏好設定…</translation>
    </message>
    <message>
        <source>GiB (1024³ bytes)</source>
        <translation>GiB（1024³ 位元組）</translation>
    </message>
    <message>
        <source>GB (1000³ bytes)</source>
        <translation>GB（1000³ 位元組）</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一個檢視</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一個檢視</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Find anything…</source>
        <translation>尋找任何內容…</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高對比度</translation>
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
        <translation>前向與反向計算使用的精度。混合精度另存一份 32 位元主權重 (arXiv 1710.03740)。</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>最佳化器</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核心函式</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Keep gradients</source>
        <translation>保留梯度</translation>
    </message>
    <message>
        <source>Kept through the step, or freed after it and made again layer by layer in the backward pass.</source>
        <translation>整步保留，或每步後釋放、在反向計算中逐層重新產生。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Its masks are kept: one byte an entry.</source>
        <translation>需保留其遮罩：每個元素一位元組。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全域批次大小</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>GPU 記憶體容量</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>執行時預留</translation>
    </message>
    <message>
        <source>Memory that you keep free; it counts as overhead.</source>
        <translation>需要空出的 GPU 記憶體；計入執行時開銷。</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>每節點 GPU</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>執行時開銷</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Exact counts every tensor; the others are the formulas of a lecture and of other programs, errors included.</source>
        <translation>「精確」逐個計算每個張量；其餘是講義和其他程式的公式，連同其誤差。</translation>
    </message>
    <message>
        <source>bf16 + fp32 master</source>
        <translation>bf16 + fp32 主權重</translation>
    </message>
    <message>
        <source>fp16 + fp32 master</source>
        <translation>fp16 + fp32 主權重</translation>
    </message>
    <message>
        <source>bf16 alone</source>
        <translation>僅 bf16</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>fp8 + fp32 master</source>
        <translation>fp8 + fp32 主權重</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16 位元</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 位元</translation>
    </message>
    <message>
        <source>16-bit and 32-bit</source>
        <translation>16 位元與 32 位元</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>AdamW 8-bit</source>
        <translation>AdamW 8 位元</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>帶動量的 SGD</translation>
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
        <translation>8 位元</translation>
    </message>
    <message>
        <source>None</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>選擇性</translation>
    </message>
    <message>
        <source>Full, every layer</source>
        <translation>每層完全重算</translation>
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
        <translation>預期</translation>
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
        <translation>融合核心函式</translation>
    </message>
    <message>
        <source>Chunked loss</source>
        <translation>分塊損失</translation>
    </message>
    <message>
        <source>Keep gradients between steps</source>
        <translation>跨步保留梯度</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文長度</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>GPU count</source>
        <translation>GPU 數量</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 階段</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>張量平行</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>管線平行</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文平行</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>專家平行</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型規模</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>適配器</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>32-bit master weights</source>
        <translation>32 位元主權重</translation>
    </message>
    <message>
        <source>Four bytes a parameter, counted with the optimizer state.</source>
        <translation>每個參數 4 位元組，計入最佳化器狀態。</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本數</translation>
    </message>
    <message>
        <source>Ranks that share each layer&apos;s matrices, and so its weights and most of its activations (arXiv 1909.08053).</source>
        <translation>共同切分每層矩陣的 rank 數，該層權重和大部分激活值也隨之切分 (arXiv 1909.08053)。</translation>
    </message>
    <message>
        <source>Ranks that share the tokens of each sequence; the states are shared over them as well.</source>
        <translation>共同切分每條序列的詞元的 rank 數；模型狀態也在它們之間切分。</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>序列平行</translation>
    </message>
    <message>
        <source>With tensor parallelism, tensors between the split matrices are split over the ranks too (arXiv 2205.05198).</source>
        <translation>使用張量平行時，其矩陣之間的部分也在各 rank 間切分 (arXiv 2205.05198)。</translation>
    </message>
    <message>
        <source>TP inputs</source>
        <translation>TP 輸入</translation>
    </message>
    <message>
        <source>Virtual stages</source>
        <translation>虛擬階段</translation>
    </message>
    <message>
        <source>Pieces of the model that each pipeline rank holds (interleaved schedule).</source>
        <translation>每個管線 rank 持有的模型分段數（交錯排程）。</translation>
    </message>
    <message>
        <source>Stage split</source>
        <translation>階段劃分</translation>
    </message>
    <message>
        <source>Even: the same number of layers in each stage. Balanced: fewer where the embedding and the head are.</source>
        <translation>「均分」：各階段層數相同。「平衡」：嵌入和輸出頭所在的階段層數較少。</translation>
    </message>
    <message>
        <source>Expert imbalance</source>
        <translation>專家不均衡度</translation>
    </message>
    <message>
        <source>Tokens of the most loaded expert rank against the mean.</source>
        <translation>負載最重的專家 rank 的詞元數與平均值之比。</translation>
    </message>
    <message>
        <source>Offload optimizer</source>
        <translation>最佳化器卸載</translation>
    </message>
    <message>
        <source>Where the optimizer state lies: on the GPU, in host memory or on NVMe (arXiv 2101.06840).</source>
        <translation>最佳化器狀態存放的位置：GPU、主機記憶體或 NVMe (arXiv 2101.06840)。</translation>
    </message>
    <message>
        <source>Offload parameters</source>
        <translation>參數卸載</translation>
    </message>
    <message>
        <source>Where the sharded parameters lie between their uses (arXiv 2104.07857).</source>
        <translation>切分後的參數在不使用時存放的位置 (arXiv 2104.07857)。</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>激活值卸載</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主機記憶體</translation>
    </message>
    <message>
        <source>Of one node. Where it is known, the verdict checks what is offloaded against it.</source>
        <translation>單個節點的容量。填寫後，結論會檢查卸載的內容能否放下。</translation>
    </message>
    <message>
        <source>Expandable segments</source>
        <translation>可擴充段</translation>
    </message>
    <message>
        <source>Where a tensor fits nowhere, PyTorch&apos;s allocator adds pages to a segment instead of making a new one.</source>
        <translation>張量無處可放時，PyTorch 配置器在已有段後添加頁，而不另取新段。</translation>
    </message>
    <message>
        <source>Largest split</source>
        <translation>最大可拆分塊</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator does not cut cached blocks of this size or more (max_split_size_mb).</source>
        <translation>PyTorch 配置器不拆分達到此大小的快取塊（max_split_size_mb）。</translation>
    </message>
    <message>
        <source>Roundup parts</source>
        <translation>取整份數</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator rounds sizes up to this part of a power of two: 1, 2, 4, 8 and so on; 1 is off.</source>
        <translation>PyTorch 配置器將大小向上取整到 2 的冪的若干分之一：1、2、4、8 等；1 表示關閉。</translation>
    </message>
    <message>
        <source>LoRA trains small matrices added to frozen ones; QLoRA holds the frozen ones in 4 bits (arXiv 2106.09685, 2305.14314).</source>
        <translation>LoRA 訓練加在凍結矩陣上的小矩陣；QLoRA 以 4 位元儲存凍結的矩陣 (arXiv 2106.09685, 2305.14314)。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Width of the adapter&apos;s matrices.</source>
        <translation>適配器矩陣的寬度。</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>目標矩陣</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>適配器 dropout</translation>
    </message>
    <message>
        <source>Above 0, its masks are kept.</source>
        <translation>大於 0 時需保留其遮罩。</translation>
    </message>
    <message>
        <source>Base weights</source>
        <translation>基座權重</translation>
    </message>
    <message>
        <source>Number format of the frozen weights.</source>
        <translation>凍結權重的儲存格式。</translation>
    </message>
    <message>
        <source>Upcast to 32 bits</source>
        <translation>轉為 32 位元</translation>
    </message>
    <message>
        <source>Norms, head and embedding in 32 bits, as PEFT prepares a quantised model.</source>
        <translation>正規化、輸出頭和嵌入使用 32 位元，與 PEFT 準備量化模型的做法相同。</translation>
    </message>
    <message>
        <source>Sets what the framework itself would; what you choose wins over it.</source>
        <translation>按框架自身的做法設定；以使用者選擇的值為準。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>權重</translation>
    </message>
    <message>
        <source>Number format of the weights.</source>
        <translation>權重的儲存格式。</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 快取</translation>
    </message>
    <message>
        <source>Number format of the keys and values of earlier tokens.</source>
        <translation>先前詞元的鍵和值的儲存格式。</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>輸出詞元</translation>
    </message>
    <message>
        <source>Tokens to be generated, which the cache has to hold as well.</source>
        <translation>將要生成的詞元數，快取也要容納它們。</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隱藏維度</translation>
    </message>
    <message>
        <source>Width of the residual stream: h.</source>
        <translation>殘差流的寬度：h。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>層數</translation>
    </message>
    <message>
        <source>Number of layers: L.</source>
        <translation>層數：L。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>頭數</translation>
    </message>
    <message>
        <source>Query heads of each layer: a.</source>
        <translation>每層的查詢頭數：a。</translation>
    </message>
    <message>
        <source>Key and value heads</source>
        <translation>鍵值頭數</translation>
    </message>
    <message>
        <source>Fewer than heads: grouped-query attention (arXiv 2305.13245). As many as heads unless said.</source>
        <translation>少於頭數即分組查詢注意力 (arXiv 2305.13245)。不填則等於頭數。</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>頭維度</translation>
    </message>
    <message>
        <source>Hidden size divided by heads unless said.</source>
        <translation>不填則為隱藏維度除以頭數。</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>前饋維度</translation>
    </message>
    <message>
        <source>Of a dense layer: f.</source>
        <translation>稠密層的前饋維度：f。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>詞彙表大小</translation>
    </message>
    <message>
        <source>Rows of the embedding: v.</source>
        <translation>嵌入的行數：v。</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最長上下文</translation>
    </message>
    <message>
        <source>What the model was made for; a longer one gets a remark.</source>
        <translation>模型設計時的上限；超過時會給出提示。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函數</translation>
    </message>
    <message>
        <source>Of the feed-forward layers.</source>
        <translation>前饋層所用的激活函數。</translation>
    </message>
    <message>
        <source>Gated feed-forward</source>
        <translation>閘控前饋</translation>
    </message>
    <message>
        <source>Three matrices, as in SwiGLU (arXiv 2002.05202), rather than two.</source>
        <translation>使用三個矩陣而非兩個，如 SwiGLU (arXiv 2002.05202)。</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享嵌入</translation>
    </message>
    <message>
        <source>The head uses the embedding&apos;s weights.</source>
        <translation>輸出頭使用嵌入的權重。</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>專家數</translation>
    </message>
    <message>
        <source>Of each layer that routes; 0 for a dense model.</source>
        <translation>每個路由層的專家數；稠密模型為 0。</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每詞元專家數</translation>
    </message>
    <message>
        <source>Routed experts that each token passes.</source>
        <translation>每個詞元經過的路由專家數。</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>專家維度</translation>
    </message>
    <message>
        <source>Feed-forward width of one expert; that of a dense layer unless said.</source>
        <translation>單個專家的前饋維度；不填則與稠密層相同。</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享專家數</translation>
    </message>
    <message>
        <source>That every token passes.</source>
        <translation>每個詞元都要經過的專家。</translation>
    </message>
    <message>
        <source>Shared width</source>
        <translation>共享專家維度</translation>
    </message>
    <message>
        <source>Of all shared experts together; 0: their number times the expert width.</source>
        <translation>所有共享專家的總維度；0 表示共享專家數乘以專家維度。</translation>
    </message>
    <message>
        <source>Dense layers first</source>
        <translation>起始稠密層數</translation>
    </message>
    <message>
        <source>Layers at the start that do not route.</source>
        <translation>開頭不做路由的層數。</translation>
    </message>
    <message>
        <source>Routing every</source>
        <translation>路由間隔</translation>
    </message>
    <message>
        <source>1: every layer routes, 2: every second one.</source>
        <translation>1 表示每層都路由，2 表示每兩層路由一層。</translation>
    </message>
    <message>
        <source>Routing from</source>
        <translation>路由起始層</translation>
    </message>
    <message>
        <source>The first layer that routes, counted from 0.</source>
        <translation>第一個路由層的編號，從 0 計。</translation>
    </message>
    <message>
        <source>Biases of experts</source>
        <translation>專家偏置</translation>
    </message>
    <message>
        <source>A bias in each matrix of an expert.</source>
        <translation>專家的每個矩陣都帶偏置。</translation>
    </message>
    <message>
        <source>Bias of the router</source>
        <translation>路由器偏置</translation>
    </message>
    <message>
        <source>One number an expert.</source>
        <translation>每個專家一個數。</translation>
    </message>
    <message>
        <source>Query latent</source>
        <translation>查詢潛向量</translation>
    </message>
    <message>
        <source>Width of the latent that queries pass; 0: none (arXiv 2405.04434).</source>
        <translation>查詢所經潛向量的寬度；0 表示沒有 (arXiv 2405.04434)。</translation>
    </message>
    <message>
        <source>Key and value latent</source>
        <translation>鍵值潛向量</translation>
    </message>
    <message>
        <source>Width of the latent that keys and values pass.</source>
        <translation>鍵和值所經潛向量的寬度。</translation>
    </message>
    <message>
        <source>Head width, plain</source>
        <translation>頭維度（無位置）</translation>
    </message>
    <message>
        <source>The part of a query or key head without a position.</source>
        <translation>查詢頭或鍵頭中不含位置的部分。</translation>
    </message>
    <message>
        <source>Head width, rotary</source>
        <translation>頭維度（旋轉）</translation>
    </message>
    <message>
        <source>The part of a query or key head with the rotary position.</source>
        <translation>查詢頭或鍵頭中帶旋轉位置的部分。</translation>
    </message>
    <message>
        <source>Head width, values</source>
        <translation>頭維度（值）</translation>
    </message>
    <message>
        <source>Of a value head.</source>
        <translation>值頭的維度。</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>LayerNorm has a bias and keeps two statistics; RMSNorm has neither.</source>
        <translation>LayerNorm 有偏置並保留兩個統計量；RMSNorm 兩者都沒有。</translation>
    </message>
    <message>
        <source>Norm of queries and keys</source>
        <translation>查詢與鍵正規化</translation>
    </message>
    <message>
        <source>None, one over each head, or one over all heads.</source>
        <translation>沒有、每個頭各一個，或所有頭共用一個。</translation>
    </message>
    <message>
        <source>Norms per layer</source>
        <translation>每層正規化數</translation>
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
        <translation>這些矩陣的輸出各加上一個向量。</translation>
    </message>
    <message>
        <source>Bias of the output</source>
        <translation>輸出偏置</translation>
    </message>
    <message>
        <source>A vector added after the output matrix of attention.</source>
        <translation>注意力的輸出矩陣之後加上一個向量。</translation>
    </message>
    <message>
        <source>Biases of the feed-forward</source>
        <translation>前饋偏置</translation>
    </message>
    <message>
        <source>A vector added to the output of each feed-forward matrix.</source>
        <translation>前饋的每個矩陣的輸出各加上一個向量。</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>可學習位置編碼</translation>
    </message>
    <message>
        <source>Rows of a table of positions; 0: none.</source>
        <translation>位置表的行數；0 表示沒有。</translation>
    </message>
    <message>
        <source>Parameters outside layers</source>
        <translation>層外參數</translation>
    </message>
    <message>
        <source>That nothing else here counts, such as a norm behind the embedding.</source>
        <translation>此處其他各項未計入的參數，例如嵌入之後的正規化。</translation>
    </message>
    <message>
        <source>Parameters in attention</source>
        <translation>注意力附加參數</translation>
    </message>
    <message>
        <source>Of each layer, that nothing else here counts, such as attention sinks.</source>
        <translation>每層中此處其他各項未計入的參數，例如 attention sink。</translation>
    </message>
    <message>
        <source>Prediction layers</source>
        <translation>預測層數</translation>
    </message>
    <message>
        <source>Layers that predict further tokens; noted, not counted.</source>
        <translation>預測更多詞元的層；只作說明，不計入。</translation>
    </message>
    <message>
        <source>Counted as</source>
        <translation>按此參數量計</translation>
    </message>
    <message>
        <source>Parameters that formulas of model states take instead of the shape&apos;s own count; the exact method counts the shape.</source>
        <translation>模型狀態公式採用此參數量，而不採用由結構算出的數量；精確方法仍按結構計算。</translation>
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
        <translation>訓練</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>推論</translation>
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
        <translation>nf4，縮放係數 8 位元</translation>
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
        <translation>每個頭</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有頭</translation>
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
        <translation>共同切分每層專家的 rank 數；每個 rank 收到的詞元副本數等於其發出的數量乘以不均衡度。</translation>
    </message>
    <message>
        <source>Expert tensor parallel: ranks that share the matrices of each expert, and so see the tokens of one another.</source>
        <translation>專家張量平行：共同切分每個專家的矩陣的 rank 數，因此它們都會處理彼此的詞元。</translation>
    </message>
    <message>
        <source>Expert tensor</source>
        <translation>專家張量平行</translation>
    </message>
    <message>
        <source>AdamW, paged</source>
        <translation>AdamW，分頁</translation>
    </message>
    <message>
        <source>AdamW 8-bit, paged</source>
        <translation>AdamW 8 位元，分頁</translation>
    </message>
    <message>
        <source>Fused loss</source>
        <translation>融合損失</translation>
    </message>
    <message>
        <source>Precision of the gradients: 2, 4 or 6 bytes a parameter for 16-bit, 32-bit, or both.</source>
        <translation>梯度的精度：16 位元、32 位元或兩者都有，每個參數 2、4 或 6 位元組。</translation>
    </message>
    <message>
        <source>What updates the weights, and remembers for each of them: AdamW two values, momentum one, SGD none.</source>
        <translation>更新權重的算法，併為每個權重記住：AdamW 兩個值，動量法一個，SGD 沒有。</translation>
    </message>
    <message>
        <source>State precision</source>
        <translation>狀態精度</translation>
    </message>
    <message>
        <source>The precision in which the optimizer states are held.</source>
        <translation>最佳化器狀態以何種精度儲存。</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>激活重算</translation>
    </message>
    <message>
        <source>Drops activations in the forward pass and makes them again in the backward pass. Full: a third more compute.</source>
        <translation>前向時丟棄激活值，反向時重算。完全重算約多三分之一計算。</translation>
    </message>
    <message>
        <source>Flash attention never writes the scores of all pairs of tokens to GPU memory (arXiv 2205.14135).</source>
        <translation>Flash attention 從不把所有詞元對的分數寫入 GPU 記憶體 (arXiv 2205.14135)。</translation>
    </message>
    <message>
        <source>Fused kernels compute several operators at once and keep less than PyTorch&apos;s own, one by one (eager).</source>
        <translation>融合核心函式一次計算多個運算子，比 PyTorch 逐個運算子 (eager) 保留得更少。</translation>
    </message>
    <message>
        <source>Full: all scores over the vocabulary at once. Chunked: piece by piece. Fused: twice, in 16 bits.</source>
        <translation>完整：一次算出整個詞彙表的得分。分塊：逐塊計算。融合：16 位元，兩份。</translation>
    </message>
    <message>
        <source>Sequences of one step over all GPUs. If they need several passes, gradients are accumulated.</source>
        <translation>所有 GPU 上一步的序列數。一次前向放不下時分多次，並累積梯度。</translation>
    </message>
    <message>
        <source>Usable memory: the red line.</source>
        <translation>可用 GPU 記憶體，即紅線。</translation>
    </message>
    <message>
        <source>GPUs of one machine, with the fastest links. Fewest GPUs offers parts of a machine or whole ones.</source>
        <translation>一臺機器的 GPU 數，彼此連接最快。「最少 GPU」給出其一部分或整數臺。</translation>
    </message>
    <message>
        <source>Memory in addition to the tensors: driver, libraries, communication, and what the allocator holds idle.</source>
        <translation>張量之外的 GPU 記憶體：驅動程式、函式庫、通訊，以及配置器閒置的部分。</translation>
    </message>
    <message>
        <source>Whole copies of the shared-out states, such as one in each node (hybrid sharding, HSDP).</source>
        <translation>分攤狀態的完整副本數，例如每個節點一份（混合分片，HSDP）。</translation>
    </message>
    <message>
        <source>Stages that hold some of the layers each. The first keeps activations of several micro-batches.</source>
        <translation>各持有一部分層的階段數。第一個階段保留多個微批次的激活值。</translation>
    </message>
    <message>
        <source>Gathered inputs of sequence parallelism: dropped and gathered again later, or kept whole.</source>
        <translation>序列平行聚集的輸入：丟棄並稍後重新聚集，或完整保留。</translation>
    </message>
    <message>
        <source>Where kept activations wait for the backward pass.</source>
        <translation>各層保留的內容在何處等待反向傳播。</translation>
    </message>
    <message>
        <source>Gathered again</source>
        <translation>重新聚集</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>訓練詞元數</translation>
    </message>
    <message>
        <source>Price (USD/h)</source>
        <translation>價格 (USD/h)</translation>
    </message>
    <message>
        <source>Of one GPU and hour. Without it, a price of the catalogue, with its date, where it knows one.</source>
        <translation>一張 GPU 每小時的價格。不填則取目錄中帶日期的價格（如有）。</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Share of the peak, 0.4 for 40 %. It replaces the estimate of a step&apos;s time from its parts.</source>
        <translation>峰值的比例，0.4 即 40 %。它取代按各部分估算的步時。</translation>
    </message>
    <message>
        <source>Link in a node (GB/s)</source>
        <translation>節點內鏈路 (GB/s)</translation>
    </message>
    <message>
        <source>Of one GPU and direction, such as NVLink&apos;s.</source>
        <translation>一張 GPU 單方向的速度，如 NVLink。</translation>
    </message>
    <message>
        <source>Network (GB/s)</source>
        <translation>網路 (GB/s)</translation>
    </message>
    <message>
        <source>Between nodes, of one GPU and direction.</source>
        <translation>節點之間，一張 GPU 單方向的速度。</translation>
    </message>
    <message>
        <source>PCIe (GB/s)</source>
        <translation>PCIe (GB/s)</translation>
    </message>
    <message>
        <source>To the host&apos;s memory, of one GPU and direction.</source>
        <translation>到主機記憶體，一張 GPU 單方向的速度。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Vectors of a norm</source>
        <translation>正規化向量數</translation>
    </message>
    <message>
        <source>0: no weights, 1: a weight, 2: weight and bias. By the norm unless said.</source>
        <translation>0：無權重，1：只有權重，2：權重和偏置。不寫則按正規化種類。</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>最終正規化</translation>
    </message>
    <message>
        <source>A norm between the last layer and the head.</source>
        <translation>最後一層與輸出頭之間的正規化。</translation>
    </message>
    <message>
        <source>Embedding width</source>
        <translation>嵌入寬度</translation>
    </message>
    <message>
        <source>Where it is not the hidden size, as in OPT 350M.</source>
        <translation>與隱藏維度不同時填寫，如 OPT 350M。</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>視覺塔</translation>
    </message>
    <message>
        <source>Gate of shared experts</source>
        <translation>共享專家的閘控</translation>
    </message>
    <message>
        <source>A vector that weighs what they add, as in Qwen2-MoE.</source>
        <translation>給共享專家的輸出加權的向量，如 Qwen2-MoE。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>推論伺服器</translation>
    </message>
    <message>
        <source>The program that runs the model: its blocks, passes and share of the card.</source>
        <translation>執行模型的程式：它的塊、處理方式和佔用加速卡的比例。</translation>
    </message>
    <message>
        <source>Share of the card</source>
        <translation>佔用加速卡的比例</translation>
    </message>
    <message>
        <source>Share that the server takes, by its own counting; its default unless said.</source>
        <translation>伺服器按自己的算法佔用的比例；不寫則取其預設值。</translation>
    </message>
    <message>
        <source>Tokens of a pass</source>
        <translation>一次處理的詞元數</translation>
    </message>
    <message>
        <source>Of a pass over prompts; the server&apos;s default unless said.</source>
        <translation>處理提示時；不寫則取伺服器的預設值。</translation>
    </message>
    <message>
        <source>Hugging Face generate</source>
        <translation>Hugging Face generate</translation>
    </message>
    <message>
        <source>Importance matrix</source>
        <translation>重要性矩陣</translation>
    </message>
    <message>
        <source>A GGUF file made with an importance matrix mixes other types in a few formats.</source>
        <translation>用重要性矩陣製作的 GGUF 檔案在少數格式中混用其他類型。</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>分組大小</translation>
    </message>
    <message>
        <source>Weights of a row that share a scale; 128 unless said.</source>
        <translation>一列中共用一個縮放係數的權重數；預設 128。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>視窗</translation>
    </message>
    <message>
        <source>Tokens that a layer with a sliding window, or a chunk, sees.</source>
        <translation>帶滑動視窗或分塊的層能看到的詞元數。</translation>
    </message>
    <message>
        <source>Linear key heads</source>
        <translation>線性注意力鍵頭數</translation>
    </message>
    <message>
        <source>Of layers with linear attention (arXiv 2412.06464).</source>
        <translation>線性注意力層的鍵頭數（arXiv 2412.06464）。</translation>
    </message>
    <message>
        <source>Linear value heads</source>
        <translation>線性注意力值頭數</translation>
    </message>
    <message>
        <source>Each keeps a matrix for every sequence.</source>
        <translation>每個值頭為每個序列保留一個矩陣。</translation>
    </message>
    <message>
        <source>Linear key width</source>
        <translation>線性注意力鍵頭維度</translation>
    </message>
    <message>
        <source>Of a key head with linear attention.</source>
        <translation>線性注意力中一個鍵頭的維度。</translation>
    </message>
    <message>
        <source>Linear value width</source>
        <translation>線性注意力值頭維度</translation>
    </message>
    <message>
        <source>Of a value head with linear attention.</source>
        <translation>線性注意力中一個值頭的維度。</translation>
    </message>
    <message>
        <source>Linear convolution</source>
        <translation>線性注意力卷積</translation>
    </message>
    <message>
        <source>Tokens that the convolution before linear attention sees; 0: none.</source>
        <translation>線性注意力之前的卷積看到的詞元數；0 表示沒有。</translation>
    </message>
    <message>
        <source>Matrices that have an adapter: some of q, k, v, o, gate, up, down, head, embedding.</source>
        <translation>帶適配器的矩陣：q、k、v、o、gate、up、down、head、embedding 中的若干。</translation>
    </message>
    <message>
        <source>Recomputed layers</source>
        <translation>重算的層</translation>
    </message>
    <message>
        <source>All, the first ones of each stage (block), groups of several at once (uniform), or every few layers.</source>
        <translation>全部、每個階段的前幾層（block）、幾層一組同時（uniform），或每隔幾層。</translation>
    </message>
    <message>
        <source>Layers at a time</source>
        <translation>一次的層數</translation>
    </message>
    <message>
        <source>The layers of a block or of a group, or the distance from one recomputed layer to the next.</source>
        <translation>一塊或一組的層數，或相鄰重算層的間隔。</translation>
    </message>
    <message>
        <source>Recomputed parts</source>
        <translation>重算的部分</translation>
    </message>
    <message>
        <source>Parts of a layer: core_attn, layernorm, moe_act, mla_up_proj, mlp, moe, shared_experts.</source>
        <translation>一層的部分：core_attn、layernorm、moe_act、mla_up_proj、mlp、moe、shared_experts。</translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation>凍結的部分</translation>
    </message>
    <message>
        <source>Parts that are not trained: some of vision, embedding, head. They have no gradients and no states.</source>
        <translation>不訓練的部分：vision、embedding、head 中的若干，沒有梯度和狀態。</translation>
    </message>
    <message>
        <source>Frozen layers</source>
        <translation>凍結的層</translation>
    </message>
    <message>
        <source>The first layers, and what lies before them: no gradients, no states, and nothing kept for a backward pass.</source>
        <translation>前幾層及其之前的部分：沒有梯度和狀態，也不為反向保留任何東西。</translation>
    </message>
    <message>
        <source>Optimizer rank</source>
        <translation>最佳化器的秩</translation>
    </message>
    <message>
        <source>Rank to which GaLore and APOLLO project the gradients of the layers&apos; matrices.</source>
        <translation>GaLore 和 APOLLO 把各層矩陣的梯度投影到的秩。</translation>
    </message>
    <message>
        <source>Precision of master</source>
        <translation>主權重精度</translation>
    </message>
    <message>
        <source>Bits of the master weights; Megatron-LM can hold them in 16.</source>
        <translation>主權重的位數；Megatron-LM 可以用 16 位元。</translation>
    </message>
    <message>
        <source>Step in backward pass</source>
        <translation>在反向中更新</translation>
    </message>
    <message>
        <source>The optimizer uses each gradient as soon as it is made: no gradients are kept, none accumulated.</source>
        <translation>梯度一產生就被最佳化器用掉：不保留，也不累積。</translation>
    </message>
    <message>
        <source>MTP layers</source>
        <translation>MTP 層</translation>
    </message>
    <message>
        <source>Layers trained to predict further tokens, each with a projection and logits of its own.</source>
        <translation>訓練來預測更後詞元的層，各有自己的投影和 logits。</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>A trained length for each output of an adapted matrix (arXiv 2402.09353).</source>
        <translation>帶適配器的矩陣每個輸出有一個可訓練長度（arXiv 2402.09353）。</translation>
    </message>
    <message>
        <source>Modules to save</source>
        <translation>完整訓練的模組</translation>
    </message>
    <message>
        <source>Trained in full as a copy, while the frozen original stays: some of embedding, head.</source>
        <translation>以副本完整訓練，凍結的原件仍保留：embedding、head 中的若干。</translation>
    </message>
    <message>
        <source>Offloaded share</source>
        <translation>卸載比例</translation>
    </message>
    <message>
        <source>Part of the optimizer state that is offloaded; the rest stays on the GPU.</source>
        <translation>最佳化器狀態中被卸載的部分；其餘留在 GPU 上。</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>管線排程</translation>
    </message>
    <message>
        <source>Order of the passes of a pipeline, and so the activations that each stage keeps.</source>
        <translation>管線各次前向與反向的次序，決定每個階段保留多少激活值。</translation>
    </message>
    <message>
        <source>Layers of stages</source>
        <translation>各階段層數</translation>
    </message>
    <message>
        <source>Layers of each stage, such as 7,8*14,7; empty: as the stage split says.</source>
        <translation>每個階段的層數，例如 7,8*14,7；留空則按階段劃分。</translation>
    </message>
    <message>
        <source>Context exchange</source>
        <translation>上下文交換</translation>
    </message>
    <message>
        <source>How context ranks get one another&apos;s keys and values. Empty: the exchange is not counted.</source>
        <translation>上下文平行 rank如何取得彼此的鍵和值。留空則不計交換。</translation>
    </message>
    <message>
        <source>Gradient bucket</source>
        <translation>梯度桶</translation>
    </message>
    <message>
        <source>Gradients that DeepSpeed reduces at once (reduce_bucket_size). Empty: the framework&apos;s default.</source>
        <translation>DeepSpeed 一次歸約的梯度個數（reduce_bucket_size）。留空則用框架的預設值。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>The first of each stage</source>
        <translation>每個階段的前幾層</translation>
    </message>
    <message>
        <source>In groups</source>
        <translation>分組</translation>
    </message>
    <message>
        <source>Every few layers</source>
        <translation>每隔幾層</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>環形</translation>
    </message>
    <message>
        <source>Training, tuning by preferences or rewards, or generating text.</source>
        <translation>訓練、按偏好或獎勵微調，或生成文字。</translation>
    </message>
    <message>
        <source>Kind of job</source>
        <translation>任務種類</translation>
    </message>
    <message>
        <source>Which models the job has, and the phases of its step.</source>
        <translation>任務有哪些模型，一步有哪些階段。</translation>
    </message>
    <message>
        <source>Sequences a sample</source>
        <translation>每個樣本的序列數</translation>
    </message>
    <message>
        <source>2 where a chosen and a rejected one make a pair.</source>
        <translation>一條選取、一條拒絕成對時為 2。</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>提示詞元數</translation>
    </message>
    <message>
        <source>Prompt and completion together are the context.</source>
        <translation>與生成的詞元數相加即上下文長度。</translation>
    </message>
    <message>
        <source>Completion tokens</source>
        <translation>生成詞元數</translation>
    </message>
    <message>
        <source>Tokens that are generated, or that the loss is about.</source>
        <translation>要生成的詞元，或損失所涉及的詞元。</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>Tokens of an update</source>
        <translation>更新的詞元數</translation>
    </message>
    <message>
        <source>Of one pass on a GPU, whatever the micro-batch.</source>
        <translation>一張 GPU 一次處理的數量，與微批次無關。</translation>
    </message>
    <message>
        <source>Tokens of a forward pass</source>
        <translation>前向的詞元數</translation>
    </message>
    <message>
        <source>For log-probabilities; those of an update unless said.</source>
        <translation>用於對數機率；預設同更新。</translation>
    </message>
    <message>
        <source>Tokens of the critic</source>
        <translation>價值模型的詞元數</translation>
    </message>
    <message>
        <source>Of one pass of the value model.</source>
        <translation>價值模型一次處理的數量。</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>What the loss keeps of the logits; as the framework does unless said.</source>
        <translation>損失保留的內容；預設按框架。</translation>
    </message>
    <message>
        <source>Rows of logits</source>
        <translation>logits 的行</translation>
    </message>
    <message>
        <source>Of all tokens, or of the completion alone.</source>
        <translation>全部詞元，或僅生成部分。</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Whether it is computed, and whether it has a gradient.</source>
        <translation>是否計算，是否有梯度。</translation>
    </message>
    <message>
        <source>No reference</source>
        <translation>無參考模型</translation>
    </message>
    <message>
        <source>Precomputed reference</source>
        <translation>參考事先算好</translation>
    </message>
    <message>
        <source>The reference&apos;s log-probabilities are computed before the run.</source>
        <translation>參考模型的對數機率在執行前已算好。</translation>
    </message>
    <message>
        <source>Teacher&apos;s logits</source>
        <translation>教師的 logits</translation>
    </message>
    <message>
        <source>How many of a row are kept; all of them unless said.</source>
        <translation>每列保留的數量；預設全部。</translation>
    </message>
    <message>
        <source>Of a card&apos;s memory, while it generates.</source>
        <translation>生成時佔 GPU 記憶體的比例。</translation>
    </message>
    <message>
        <source>Tensor-parallel ranks of the engine.</source>
        <translation>推論引擎的張量平行數。</translation>
    </message>
    <message>
        <source>The context unless said.</source>
        <translation>預設同上下文長度。</translation>
    </message>
    <message>
        <source>Between two generations: 1 keeps its weights on the host, 2 drops them.</source>
        <translation>兩次生成之間：1 把權重留在主機，2 丟棄。</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Reinforcement</source>
        <translation>強化學習</translation>
    </message>
    <message>
        <source>Fine-tuning (SFT)</source>
        <translation>微調（SFT）</translation>
    </message>
    <message>
        <source>Reward model</source>
        <translation>獎勵模型</translation>
    </message>
    <message>
        <source>Distillation</source>
        <translation>蒸餾</translation>
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
        <translation>分塊</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>生成部分</translation>
    </message>
    <message>
        <source>Without gradient</source>
        <translation>無梯度</translation>
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
        <translation>凍結起始層</translation>
    </message>
    <message>
        <source>The first frozen layer, counted from 0. Behind trained layers, gradients pass through it.</source>
        <translation>第一個凍結的層，從 0 數起。位於被訓練的層之後時，梯度要穿過它。</translation>
    </message>
    <message>
        <source>Offloaded layers</source>
        <translation>卸載的層</translation>
    </message>
    <message>
        <source>First layers of each stage whose activations are offloaded. Empty: all layers.</source>
        <translation>每個階段中卸載激活值的前幾層。留空：所有層。</translation>
    </message>
    <message>
        <source>Mean length</source>
        <translation>平均長度</translation>
    </message>
    <message>
        <source>Tokens of a sequence without padding, on average. Empty: the context is full.</source>
        <translation>一個序列不含填充的平均詞元數。留空：填滿上下文。</translation>
    </message>
    <message>
        <source>Whether sequences are padded to the context, or put one behind another.</source>
        <translation>序列填充到上下文長度，還是一個接一個排列。</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>最長序列</translation>
    </message>
    <message>
        <source>One of the catalogue; the policy&apos;s unless said.</source>
        <translation>目錄中的一個模型；未寫時與策略相同。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>狀態</translation>
    </message>
    <message>
        <source>Whether it is trained; as the kind of job has it unless said.</source>
        <translation>是否訓練；未寫時由任務種類決定。</translation>
    </message>
    <message>
        <source>Number format of the weights; as the framework loads them unless said.</source>
        <translation>權重的儲存格式；未寫時與框架載入的相同。</translation>
    </message>
    <message>
        <source>How the model is shared out over the GPUs: 0 to 3. By the framework unless said.</source>
        <translation>模型在各 GPU 間如何切分：0 到 3；未寫時由框架決定。</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Where the model&apos;s weights lie. A model on cards of its own is not counted.</source>
        <translation>模型的權重播在哪裡。放在自有加速卡上的模型不計入。</translation>
    </message>
    <message>
        <source>Own GPUs</source>
        <translation>自有 GPU 數</translation>
    </message>
    <message>
        <source>Cards of its own.</source>
        <translation>該角色自己的加速卡數。</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸載</translation>
    </message>
    <message>
        <source>What waits in the host&apos;s memory while others work: some of parameters, gradients, optimizer.</source>
        <translation>其他角色工作時放到主機記憶體的內容：parameters、gradients、optimizer 中的若干項。</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>Pattern of layers</source>
        <translation>層的模式</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>訓練</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>凍結</translation>
    </message>
    <message>
        <source>Serves</source>
        <translation>推論服務</translation>
    </message>
    <message>
        <source>In the policy</source>
        <translation>策略自身</translation>
    </message>
    <message>
        <source>Adapter&apos;s form</source>
        <translation>適配器形式</translation>
    </message>
    <message>
        <source>Small matrices (LoRA), a gated prompt in each layer (LLaMA-Adapter), a prefix of keys and values, or a prompt.</source>
        <translation>小矩陣（LoRA）、每層帶閘控的提示（LLaMA-Adapter）、鍵和值的前綴，或一段提示。</translation>
    </message>
    <message>
        <source>Prompt length</source>
        <translation>提示長度</translation>
    </message>
    <message>
        <source>Trained tokens of a prompt or a prefix.</source>
        <translation>提示或前綴中訓練的詞元數。</translation>
    </message>
    <message>
        <source>First layer with a prompt</source>
        <translation>首個帶提示的層</translation>
    </message>
    <message>
        <source>Counted from 0. Layers before it keep nothing where nothing in them is trained.</source>
        <translation>從 0 起數。之前的層若沒有可訓練的部分，就什麼也不保留。</translation>
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
        <translation>前綴微調</translation>
    </message>
    <message>
        <source>Prompt tuning</source>
        <translation>提示微調</translation>
    </message>
    <message>
        <source>Sequence limit</source>
        <translation>序列數上限</translation>
    </message>
    <message>
        <source>Sequences served at a time; the server&apos;s default unless said.</source>
        <translation>同時服務的序列數；未指定則取伺服器的預設值。</translation>
    </message>
    <message>
        <source>The loss has no reference model; GRPO and PPO no KL term.</source>
        <translation>損失沒有參考模型；GRPO 和 PPO 沒有 KL 項。</translation>
    </message>
    <message>
        <source>Fused optimizer step</source>
        <translation>融合最佳化器更新</translation>
    </message>
    <message>
        <source>In one kernel; otherwise lists as large as the weights exist for a moment in addition to the states.</source>
        <translation>用一個核心函式；否則與權重同樣大的清單會短暫與狀態並存。</translation>
    </message>
    <message>
        <source>Peak (TFLOPS)</source>
        <translation>峰值 (TFLOPS)</translation>
    </message>
    <message>
        <source>Of one GPU&apos;s matrix products, in the precision of the plan and without sparsity.</source>
        <translation>一張 GPU 按方案精度計算矩陣乘積的峰值，不計稀疏。</translation>
    </message>
    <message>
        <source>Memory speed (GB/s)</source>
        <translation>GPU 記憶體速度 (GB/s)</translation>
    </message>
    <message>
        <source>At which one GPU reads and writes its own memory.</source>
        <translation>一張 GPU 讀寫自身 GPU 記憶體的速度。</translation>
    </message>
    <message>
        <source>Power (W)</source>
        <translation>功率 (W)</translation>
    </message>
    <message>
        <source>Of one GPU&apos;s board at work, for the energy of the run.</source>
        <translation>一塊板卡工作時的功率，用於計算訓練的能耗。</translation>
    </message>
    <message>
        <source>Host memory (GB/s)</source>
        <translation>主機記憶體 (GB/s)</translation>
    </message>
    <message>
        <source>One GPU&apos;s share of the speed of the host&apos;s memory, where an offloaded optimizer steps.</source>
        <translation>主機記憶體速度中一張 GPU 的份額，卸載的最佳化器在此更新。</translation>
    </message>
    <message>
        <source>Disks (GB/s)</source>
        <translation>磁碟 (GB/s)</translation>
    </message>
    <message>
        <source>One GPU&apos;s share of the speed of the node&apos;s disks, for offload to NVMe.</source>
        <translation>節點磁碟速度中一張 GPU 的份額，用於卸載到 NVMe。</translation>
    </message>
    <message>
        <source>The card. The red line stands at the memory that a program can have, a little less than its name says.</source>
        <translation>加速卡。紅線位於程式能得到的 GPU 記憶體處，略少於產品名中的數字。</translation>
    </message>
    <message>
        <source>Length of the run: 15T, 300B. Empty: 20 tokens for each parameter (arXiv 2203.15556), or unknown with adapters.</source>
        <translation>訓練長度：15T、300B。為空：每個參數 20 個詞元（arXiv 2203.15556），用適配器時未知。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>樣本數</translation>
    </message>
    <message>
        <source>Sequences of the data set. A run has examples × mean length × epochs tokens, whatever the training tokens say.</source>
        <translation>資料集的序列數。訓練共有 樣本數 × 平均長度 × 輪數 個詞元，不論訓練詞元數是多少。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>輪數</translation>
    </message>
    <message>
        <source>How often the run passes through all examples.</source>
        <translation>訓練遍歷全部樣本的次數。</translation>
    </message>
    <message>
        <source>by framework</source>
        <translation>按框架</translation>
    </message>
    <message>
        <source>by server</source>
        <translation>按伺服器</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>A description, not used.</source>
        <translation>僅作說明，不使用。</translation>
    </message>
    <message>
        <source>bf16; fp32 with fp32</source>
        <translation>bf16；fp32 時為 fp32</translation>
    </message>
    <message>
        <source>by optimizer</source>
        <translation>依最佳化器</translation>
    </message>
    <message>
        <source>one pass</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>as reported</source>
        <translation>按驅動程式報告</translation>
    </message>
    <message>
        <source>20 a parameter, unknown with adapters</source>
        <translation>每參數 20，用適配器時未知</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未給出</translation>
    </message>
    <message>
        <source>true if mixed</source>
        <translation>混合精度時 true</translation>
    </message>
    <message>
        <source>Tokens of one training sequence. Activations grow with it.</source>
        <translation>一條訓練序列的詞元數，激活值隨之增長。</translation>
    </message>
    <message>
        <source>Sequences that one GPU takes through the model at once.</source>
        <translation>一張 GPU 一次通過模型的序列數。</translation>
    </message>
    <message>
        <source>GPUs of the whole cluster. Memory is shown for one of them.</source>
        <translation>整個叢集的 GPU 數。GPU 記憶體按其中一張給出。</translation>
    </message>
    <message>
        <source>GPUs split: 1 optimizer, 2 also gradients, 3 also weights.</source>
        <translation>由各 GPU 分攤：1 最佳化器狀態，2 再加梯度，3 再加權重。</translation>
    </message>
    <message>
        <source>A real model, by its id in the catalogue.</source>
        <translation>真實模型，用目錄中的 id 指定。</translation>
    </message>
    <message>
        <source>A made-up model of about this size.</source>
        <translation>約為此規模、由 Llama 縮放的模型。</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>不檢查</translation>
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
        <translation>按類型</translation>
    </message>
    <message>
        <source>2 for pairs</source>
        <translation>成對時為 2</translation>
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
        <translation>按種類</translation>
    </message>
    <message>
        <source>1, LayerNorm 2</source>
        <translation>1，LayerNorm 為 2</translation>
    </message>
    <message>
        <source>A name for people.</source>
        <translation>給人看的名稱。</translation>
    </message>
    <message>
        <source>Notes for people.</source>
        <translation>給人看的備註。</translation>
    </message>
    <message>
        <source>Settings of the imported file that have no part in the plan.</source>
        <translation>匯入的檔案中未進入方案的設定。</translation>
    </message>
    <message>
        <source>Fields of its file that may count and were not read.</source>
        <translation>模型檔案中可能影響參數量而未讀取的欄位。</translation>
    </message>
    <message>
        <source>Biases everywhere that no other key speaks of.</source>
        <translation>其他鍵未提到之處都帶偏置。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>鍵</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>預設</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允許</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含義</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文字</translation>
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
        <translation>讓各 GPU 協同執行的函式庫：完整副本（DDP）、PyTorch 的 FSDP 或 DeepSpeed，由 accelerate 的檔案決定。</translation>
    </message>
    <message>
        <source>deepspeed from ZeRO-1 on, else ddp</source>
        <translation>ZeRO-1 起為 deepspeed，否則 ddp</translation>
    </message>
    <message>
        <source>Reentrant recompute</source>
        <translation>可重入重算</translation>
    </message>
    <message>
        <source>use_reentrant=True, which transformers set before 5.0. FSDP then keeps weights or gradients longer.</source>
        <translation>use_reentrant=True，transformers 5.0 之前的預設值。FSDP 會因此讓權重或梯度保留更久。</translation>
    </message>
    <message>
        <source>by version of transformers</source>
        <translation>隨 transformers 版本</translation>
    </message>
    <message>
        <source>Recompute around FSDP units</source>
        <translation>重算在 FSDP 單元外</translation>
    </message>
    <message>
        <source>Recompute begins outside a layer&apos;s FSDP unit, as before transformers 4.52; else inside it.</source>
        <translation>重算從層的 FSDP 單元外開始，如 transformers 4.52 之前；否則在單元內。</translation>
    </message>
    <message>
        <source>Original parameters</source>
        <translation>原始參數</translation>
    </message>
    <message>
        <source>FSDP1&apos;s use_orig_params: a unit may hold frozen and trained weights together.</source>
        <translation>FSDP1 的 use_orig_params：一個單元可以同時有凍結和被訓練的權重。</translation>
    </message>
    <message>
        <source>Prefetch in backward pass</source>
        <translation>反向時預取</translation>
    </message>
    <message>
        <source>FSDP1 gathers the next unit while one goes backward: a unit of weights more (backward_prefetch).</source>
        <translation>FSDP1 在一個單元做反向時聚集下一個：多佔一個單元的權重（backward_prefetch）。</translation>
    </message>
    <message>
        <source>false in the Trainer</source>
        <translation>Trainer 中為 false</translation>
    </message>
    <message>
        <source>Adapters as own units</source>
        <translation>適配器單獨成單元</translation>
    </message>
    <message>
        <source>FSDP wraps each adapter by itself, as PEFT&apos;s policy says, which the Trainer takes.</source>
        <translation>FSDP 按 PEFT 的策略單獨包裝每個適配器，Trainer 採用此策略。</translation>
    </message>
    <message>
        <source>true with fsdp1</source>
        <translation>fsdp1 時為 true</translation>
    </message>
    <message>
        <source>Logits held</source>
        <translation>保留 logits</translation>
    </message>
    <message>
        <source>The training loop still names the model&apos;s output while it goes backward and steps.</source>
        <translation>訓練迴圈在反向和更新時仍持有模型的輸出。</translation>
    </message>
    <message>
        <source>transformers version</source>
        <translation>transformers 版本</translation>
    </message>
    <message>
        <source>Such as 4.46; empty: the newest. It decides on copies of the logits and on recompute.</source>
        <translation>例如 4.46；留空：最新。它決定 logits 的副本和重算的方式。</translation>
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
        <translation>例如 1.12，是最後一個在 FSDP2 下把全部權重存為 32 位元的版本；留空：最新。</translation>
    </message>
    <message>
        <source>PEFT version</source>
        <translation>PEFT 版本</translation>
    </message>
    <message>
        <source>Before 0.12 adapters had the type of the weights; empty: the newest.</source>
        <translation>0.12 之前適配器與權重同類型；留空：最新。</translation>
    </message>
    <message>
        <source>Server version</source>
        <translation>伺服器版本</translation>
    </message>
    <message>
        <source>Such as 0.10.2 of vLLM: its share, its measured pass and what it leaves out differ by it.</source>
        <translation>例如 vLLM 的 0.10.2：所佔比例、測量的處理和未計入的部分因版本而異。</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 圖</translation>
    </message>
    <message>
        <source>Off: --enforce-eager, --disable-cuda-graph. Recorded graphs hold memory of their own.</source>
        <translation>關閉：--enforce-eager、--disable-cuda-graph。錄製的圖另佔 GPU 記憶體。</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>GPU 上的層</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s -ngl: the head counts as one, and the last layers follow; the host keeps the others.</source>
        <translation>llama.cpp 的 -ngl：輸出頭算一層，然後是最後的層；其餘由主機儲存。</translation>
    </message>
    <message>
        <source>Layers with experts on the host</source>
        <translation>專家在主機上的層</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s --n-cpu-moe: the routed experts of so many first layers stay in the host&apos;s memory.</source>
        <translation>llama.cpp 的 --n-cpu-moe：前面這麼多層的路由專家留在主機記憶體。</translation>
    </message>
    <message>
        <source>Kernels of norms</source>
        <translation>正規化的核心函式</translation>
    </message>
    <message>
        <source>Of norms and rotary embeddings alone, where they differ from the other kernels.</source>
        <translation>僅指正規化和旋轉位置的核心函式，與其他核心函式不同時填寫。</translation>
    </message>
    <message>
        <source>as recipe.kernels</source>
        <translation>同 recipe.kernels</translation>
    </message>
    <message>
        <source>Kernels of the MLP</source>
        <translation>MLP 的核心函式</translation>
    </message>
    <message>
        <source>Of the MLP&apos;s activation and the experts alone, where they differ from the other kernels.</source>
        <translation>僅指 MLP 的激活函數和專家的核心函式，與其他核心函式不同時填寫。</translation>
    </message>
    <message>
        <source>none; cpu in unsloth</source>
        <translation>none；unsloth 中為 cpu</translation>
    </message>
    <message>
        <source>Kernels of adapters</source>
        <translation>適配器的核心函式</translation>
    </message>
    <message>
        <source>Fused: adapters and what they adapt are one operation, as in Unsloth and Axolotl; needs dropout 0.</source>
        <translation>融合：適配器與其所適配的乘法是一個操作，如 Unsloth 和 Axolotl；要求 dropout 為 0。</translation>
    </message>
    <message>
        <source>fused in unsloth and axolotl</source>
        <translation>unsloth 和 axolotl 中為 fused</translation>
    </message>
    <message>
        <source>Evaluation batch</source>
        <translation>評估批量</translation>
    </message>
    <message>
        <source>Sequences of a pass without gradients on each GPU; 0: the run does not evaluate. The Trainer&apos;s default is 8.</source>
        <translation>每張 GPU 上不求梯度的一次前向的序列數；0：不評估。Trainer 預設 8。</translation>
    </message>
    <message>
        <source>Predictions kept</source>
        <translation>保留的預測</translation>
    </message>
    <message>
        <source>Passes whose logits stay on the GPU for metrics: as many as eval_accumulation_steps; 0: losses alone.</source>
        <translation>為指標把 logits 留在 GPU 上的前向次數，等於 eval_accumulation_steps；0：只要損失。</translation>
    </message>
    <message>
        <source>Weights saved whole</source>
        <translation>完整儲存權重</translation>
    </message>
    <message>
        <source>Where sharded weights are gathered to be saved: on the first rank&apos;s host, or on every GPU.</source>
        <translation>分片權重為儲存而聚集到哪裡：第一個行程的主機記憶體，或每張 GPU。</translation>
    </message>
    <message>
        <source>Load on one rank</source>
        <translation>只在一個行程載入</translation>
    </message>
    <message>
        <source>cpu_ram_efficient_loading: the first rank alone has the whole weights in the host&apos;s memory.</source>
        <translation>cpu_ram_efficient_loading：只有第一個行程在主機記憶體中有完整權重。</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不計</translation>
    </message>
    <message>
        <source>Merged at the end</source>
        <translation>最後合併</translation>
    </message>
    <message>
        <source>The adapters are merged into the weights on the GPU after the last step (merge_and_unload).</source>
        <translation>最後一步之後在 GPU 上把適配器合併到權重（merge_and_unload）。</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>在主機記憶體</translation>
    </message>
    <message>
        <source>On every GPU</source>
        <translation>在每張 GPU 上</translation>
    </message>
    <message>
        <source>DeepSpeed version</source>
        <translation>DeepSpeed 版本</translation>
    </message>
    <message>
        <source>Such as 0.14.2, which makes its buckets before the loss goes backward; empty: the newest.</source>
        <translation>例如 0.14.2，它在損失反向傳播之前建立梯度桶；留空為最新版本。</translation>
    </message>
    <message>
        <source>Overlapped reduction</source>
        <translation>歸約與計算重疊</translation>
    </message>
    <message>
        <source>DeepSpeed fills one bucket while another is reduced (overlap_comm). Empty: at stage 3 alone, as DeepSpeed does.</source>
        <translation>DeepSpeed 在歸約一個桶時填充另一個桶（overlap_comm）。留空：與 DeepSpeed 相同，僅在階段 3 開啟。</translation>
    </message>
    <message>
        <source>Latent of the experts</source>
        <translation>專家的潛向量</translation>
    </message>
    <message>
        <source>Width that routed experts take and give, where two products lead to it and back.</source>
        <translation>路由專家輸入和輸出的寬度，由兩個矩陣進出。</translation>
    </message>
    <message>
        <source>A letter a layer: f full, s window, c chunks, l a state, b both, n none; sssssf has one full in six.</source>
        <translation>每層一個字母：f 全部，s 視窗，c 分塊，l 狀態，b 兩者，n 無；sssssf 每六層有一層全注意力。</translation>
    </message>
    <message>
        <source>Heads with a window</source>
        <translation>帶視窗的頭數</translation>
    </message>
    <message>
        <source>Of layers with a sliding window, where they differ.</source>
        <translation>帶滑動視窗的層的頭數，與其他層不同時填寫。</translation>
    </message>
    <message>
        <source>Key heads with a window</source>
        <translation>帶視窗的KV 頭數</translation>
    </message>
    <message>
        <source>Head width with a window</source>
        <translation>帶視窗的頭寬度</translation>
    </message>
    <message>
        <source>Of layers with a sliding window, where it differs.</source>
        <translation>帶滑動視窗的層的頭寬度，與其他層不同時填寫。</translation>
    </message>
    <message>
        <source>Value head width</source>
        <translation>值頭寬度</translation>
    </message>
    <message>
        <source>Where it is not the width of query and key heads.</source>
        <translation>與查詢頭和鍵頭的寬度不同時填寫。</translation>
    </message>
    <message>
        <source>Kind of state</source>
        <translation>狀態的種類</translation>
    </message>
    <message>
        <source>Of layers with the letter l or b. It sets their weights and what they keep.</source>
        <translation>字母為 l 或 b 的層。它決定這些層的權重和保留的張量。</translation>
    </message>
    <message>
        <source>Gated delta</source>
        <translation>閘控 delta</translation>
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
        <translation>卷積</translation>
    </message>
    <message>
        <source>Weights in 8 or 4 bits alone</source>
        <translation>只保留 8 位元或 4 位元權重</translation>
    </message>
    <message>
        <source>No 16-bit weights beside those that products read (--fp8-param-gather, --fp4-param-gather).</source>
        <translation>矩陣乘所讀權重之外不再有 16 位元權重（--fp8-param-gather，--fp4-param-gather）。</translation>
    </message>
    <message>
        <source>Tiles of an MLP</source>
        <translation>MLP 的分塊</translation>
    </message>
    <message>
        <source>Parts of the tokens for which an MLP is computed in turn, and once more in the backward pass. 1: none.</source>
        <translation>MLP 逐部分處理詞元，反向傳播時再算一次。1：不分塊。</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>影像數</translation>
    </message>
    <message>
        <source>Images in each sequence. Their tokens are part of the context; the vision tower&apos;s tensors come on top.</source>
        <translation>每個序列中的影像數。其詞元屬於上下文；視覺塔的張量另計。</translation>
    </message>
    <message>
        <source>Image width</source>
        <translation>影像寬度</translation>
    </message>
    <message>
        <source>Pixels of each image, after the processor&apos;s own limit (max_pixels). Empty: the tower&apos;s size, else 1024.</source>
        <translation>每幅影像的像素，取處理器限制（max_pixels）之後的值。留空：視覺塔的大小，否則 1024。</translation>
    </message>
    <message>
        <source>the tower&apos;s, else 1024</source>
        <translation>視覺塔的大小，否則 1024</translation>
    </message>
    <message>
        <source>Image height</source>
        <translation>影像高度</translation>
    </message>
    <message>
        <source>Tokens of an image</source>
        <translation>每幅影像的詞元數</translation>
    </message>
    <message>
        <source>Tokens of the context that each image takes. Empty: as its width and height give.</source>
        <translation>每幅影像佔用的上下文詞元數。留空：由寬和高得出。</translation>
    </message>
    <message>
        <source>by its size</source>
        <translation>由大小得出</translation>
    </message>
    <message>
        <source>Offloaded parts</source>
        <translation>卸載的部分</translation>
    </message>
    <message>
        <source>Parameters of the part that reads images, with the way to the text. They are held and trained.</source>
        <translation>讀取影像的部分的參數量，包括通向文字的部分。它們佔用 GPU 記憶體並參與訓練。</translation>
    </message>
    <message>
        <source>Indexer&apos;s key width</source>
        <translation>索引器的鍵寬</translation>
    </message>
    <message>
        <source>Of sparse attention: values that each layer caches of a token to choose by, in the mean of all layers.</source>
        <translation>用於稀疏注意力：每層為每個詞元快取的用於挑選的值的個數，取各層平均。</translation>
    </message>
    <message>
        <source>Kind of tower</source>
        <translation>視覺塔種類</translation>
    </message>
    <message>
        <source>How it cuts images and what its layers keep. Empty: its parameters alone are counted.</source>
        <translation>它如何切分影像、各層保留什麼。留空：只計參數量。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Tower&apos;s width</source>
        <translation>視覺塔寬度</translation>
    </message>
    <message>
        <source>Values of a patch between the tower&apos;s layers.</source>
        <translation>視覺塔各層之間每個圖塊的值的個數。</translation>
    </message>
    <message>
        <source>that of its kind</source>
        <translation>取該種類的值</translation>
    </message>
    <message>
        <source>Tower&apos;s MLP width</source>
        <translation>視覺塔 MLP 寬度</translation>
    </message>
    <message>
        <source>Values of a patch inside the MLP of the tower&apos;s layers.</source>
        <translation>視覺塔各層的 MLP 內每個圖塊的值的個數。</translation>
    </message>
    <message>
        <source>Tower&apos;s layers</source>
        <translation>視覺塔層數</translation>
    </message>
    <message>
        <source>All layers of the tower, gated ones among them.</source>
        <translation>視覺塔的所有層，包括帶閘控的層。</translation>
    </message>
    <message>
        <source>Tower&apos;s heads</source>
        <translation>視覺塔頭數</translation>
    </message>
    <message>
        <source>Attention heads of the tower&apos;s layers.</source>
        <translation>視覺塔各層的注意力頭數。</translation>
    </message>
    <message>
        <source>Patch side</source>
        <translation>圖塊邊長</translation>
    </message>
    <message>
        <source>Pixels of a side of the squares that an image is cut into.</source>
        <translation>影像被切成的方塊的邊長，以像素計。</translation>
    </message>
    <message>
        <source>Patches joined</source>
        <translation>合併的圖塊</translation>
    </message>
    <message>
        <source>So many patches by so many become one token of the text model.</source>
        <translation>每邊這麼多個圖塊合為文字模型的一個詞元。</translation>
    </message>
    <message>
        <source>Tower&apos;s image side</source>
        <translation>視覺塔的影像邊長</translation>
    </message>
    <message>
        <source>Pixels to which each image or tile is scaled, Pixtral&apos;s longest side; 0: images keep their size.</source>
        <translation>每幅影像或每塊縮放到的像素，Pixtral 為最長邊；0：影像保持原大小。</translation>
    </message>
    <message>
        <source>Deepstack layers</source>
        <translation>Deepstack 層數</translation>
    </message>
    <message>
        <source>Layers of the tower whose outputs go to the text as well, as in Qwen3-VL.</source>
        <translation>輸出也送往文字的視覺塔層，如 Qwen3-VL。</translation>
    </message>
    <message>
        <source>fp8 in blocks + fp32 master</source>
        <translation>分塊 fp8 + fp32 主權重</translation>
    </message>
    <message>
        <source>MXFP8 + fp32 master</source>
        <translation>MXFP8 + fp32 主權重</translation>
    </message>
    <message>
        <source>NVFP4 + fp32 master</source>
        <translation>NVFP4 + fp32 主權重</translation>
    </message>
    <message>
        <source>Muon&apos;s gathering</source>
        <translation>Muon 的聚集</translation>
    </message>
    <message>
        <source>How ranks that share gradients bring whole matrices together for Muon.</source>
        <translation>分攤梯度的 rank 怎樣為 Muon 聚集完整的矩陣。</translation>
    </message>
    <message>
        <source>Layers with their MLP on the host</source>
        <translation>MLP 在主機上的層</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s -ot: the dense MLP of so many first layers stays in the host&apos;s memory.</source>
        <translation>llama.cpp 的 -ot：前面這麼多層的稠密 MLP 留在主機記憶體。</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>A small model of the catalogue that proposes tokens, which the model checks in one pass.</source>
        <translation>目錄中的小模型，由它提出詞元，模型一次處理就全部檢查。</translation>
    </message>
    <message>
        <source>Weights of the draft</source>
        <translation>草稿模型的權重</translation>
    </message>
    <message>
        <source>The format in which the draft model is stored.</source>
        <translation>草稿模型的儲存格式。</translation>
    </message>
    <message>
        <source>as the model&apos;s</source>
        <translation>與模型相同</translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation>提出的詞元</translation>
    </message>
    <message>
        <source>Tokens that the draft model proposes for one pass.</source>
        <translation>草稿模型為一次處理提出的詞元數。</translation>
    </message>
    <message>
        <source>Accepted share</source>
        <translation>接受比例</translation>
    </message>
    <message>
        <source>How likely the model takes a proposed token: read it off your server&apos;s log.</source>
        <translation>模型接受一個提出的詞元的機率：請從伺服器的日誌讀出。</translation>
    </message>
    <message>
        <source>Cached values</source>
        <translation>快取的值</translation>
    </message>
    <message>
        <source>Values of a token that a layer with compressed tokens keeps when generating, in the mean; 0: keys and values.</source>
        <translation>生成時，使用壓縮詞元的層對每個詞元保留的值，取平均；0：鍵和值。</translation>
    </message>
    <message>
        <source>Each to every rank</source>
        <translation>每個矩陣到每個 rank</translation>
    </message>
    <message>
        <source>A batch to every rank</source>
        <translation>一批到每個 rank</translation>
    </message>
    <message>
        <source>One to each rank</source>
        <translation>每個 rank 一個</translation>
    </message>
    <message>
        <source>Parts: attn_norm, qkv_linear, core_attn, attn_proj, mlp_norm, expert_fc1, moe_act, fused_group_mlp. Empty: all.</source>
        <translation>部分：attn_norm、qkv_linear、core_attn、attn_proj、mlp_norm、expert_fc1、moe_act、fused_group_mlp。留空：全部。</translation>
    </message>
    <message>
        <source>Tokens are drafted by</source>
        <translation>由誰起草詞元</translation>
    </message>
    <message>
        <source>Another model, the model&apos;s own layers for further tokens (MTP), or a layer trained behind it.</source>
        <translation>另一個模型、模型自身預測後續詞元的層（MTP），或在其後訓練的一層。</translation>
    </message>
    <message>
        <source>Layers without a cache</source>
        <translation>沒有快取的層</translation>
    </message>
    <message>
        <source>The last ones, which use keys and values of earlier layers, as in Gemma 3n and 4.</source>
        <translation>最後的若干層，使用前面各層的鍵和值，如 Gemma 3n 和 4。</translation>
    </message>
    <message>
        <source>Another model</source>
        <translation>另一個模型</translation>
    </message>
    <message>
        <source>Kernel of attention</source>
        <translation>注意力的核心函式</translation>
    </message>
    <message>
        <source>The code of flash attention. It changes the time, not the memory: FlashAttention-3 is for Hopper&apos;s cards.</source>
        <translation>計算 Flash attention 的程式碼。它只改變時間，不改變 GPU 記憶體；FlashAttention-3 只用於 Hopper。</translation>
    </message>
    <message>
        <source>by framework and card</source>
        <translation>由框架和加速卡決定</translation>
    </message>
    <message>
        <source>Host&apos;s step</source>
        <translation>主機的更新</translation>
    </message>
    <message>
        <source>When the host steps the optimizer: DeepSpeed&apos;s SuperOffload and ZenFlow do so while the GPU computes.</source>
        <translation>主機何時更新最佳化器：DeepSpeed 的 SuperOffload 和 ZenFlow 在 GPU 計算時更新。</translation>
    </message>
    <message>
        <source>ZenFlow&apos;s columns</source>
        <translation>ZenFlow 的列</translation>
    </message>
    <message>
        <source>Part of each matrix&apos;s columns, those with the largest gradients, that steps on the GPU (topk_ratio).</source>
        <translation>每個矩陣中梯度最大、在 GPU 上更新的列所佔的比例（topk_ratio）。</translation>
    </message>
    <message>
        <source>ZenFlow&apos;s moments on the host</source>
        <translation>ZenFlow 的矩在主機上</translation>
    </message>
    <message>
        <source>The moments of these columns wait in host memory, and come for their step.</source>
        <translation>這些列的矩在主機記憶體中等待，更新時才移到 GPU。</translation>
    </message>
    <message>
        <source>fp16 alone</source>
        <translation>僅 fp16</translation>
    </message>
    <message>
        <source>None: shares are whole</source>
        <translation>不聚集：每份都是完整矩陣</translation>
    </message>
    <message>
        <source>After the backward pass</source>
        <translation>反向傳播之後</translation>
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
        <translation>ZenFlow，與計算同時</translation>
    </message>
</context>
<context>
    <name>tips</name>
    <message>
        <source>Weights of the model, in billions; or type a model&apos;s name.</source>
        <translation>模型的權重數，以十億計；也可輸入模型名。</translation>
    </message>
    <message>
        <source>Real models, by family. Type a part of a name to find one.</source>
        <translation>真實模型，按系列排列。輸入部分名稱即可尋找。</translation>
    </message>
    <message>
        <source>Opens layers, widths, heads and vocabulary to be changed.</source>
        <translation>開啟層數、寬度、頭數和詞彙表大小以供修改。</translation>
    </message>
    <message>
        <source>The known model whose numbers are taken as a start.</source>
        <translation>以哪個已知模型的數值作為起點。</translation>
    </message>
    <message>
        <source>The contexts that the chart shows; your plan can lie outside.</source>
        <translation>圖表顯示的上下文範圍，方案可以在範圍之外。</translation>
    </message>
    <message>
        <source>Memory of one GPU by context length. Drag the marker, or press the left and right arrow keys.</source>
        <translation>一張 GPU 的記憶體隨上下文長度的變化。可拖曳標記或按左右方向鍵。</translation>
    </message>
    <message>
        <source>How high memory rises with the context, and where it crosses the red line of the card.</source>
        <translation>GPU 記憶體隨上下文漲到多高，在哪裡越過加速卡的紅線。</translation>
    </message>
    <message>
        <source>Memory of one GPU at each ZeRO stage, from nothing shared to everything shared.</source>
        <translation>每個 ZeRO 階段一張 GPU 的記憶體，從不分攤到全部分攤。</translation>
    </message>
    <message>
        <source>One panel for each ZeRO stage; the red line is the card&apos;s memory.</source>
        <translation>每個 ZeRO 階段一個分圖，紅線是加速卡的記憶體。</translation>
    </message>
    <message>
        <source>Whether the figure is the published one or of your plan.</source>
        <translation>顯示已發表的圖，還是您的方案的圖。</translation>
    </message>
    <message>
        <source>Whether all panels have the same axis of memory.</source>
        <translation>各分圖的 GPU 記憶體軸是否使用相同刻度。</translation>
    </message>
    <message>
        <source>Memory of one GPU as the cluster grows, all other settings kept.</source>
        <translation>其餘設定不變，叢集變大時一張 GPU 的記憶體。</translation>
    </message>
    <message>
        <source>Memory of one GPU by number of GPUs; the red line is the card&apos;s memory.</source>
        <translation>一張 GPU 的記憶體隨 GPU 數量的變化，紅線是加速卡的記憶體。</translation>
    </message>
    <message>
        <source>Three model sizes side by side, or what recompute saves.</source>
        <translation>三種模型規模並列，或激活重算節省多少。</translation>
    </message>
    <message>
        <source>One panel for each case; the red line is the card&apos;s memory.</source>
        <translation>每種情形一個分圖，紅線是加速卡的記憶體。</translation>
    </message>
    <message>
        <source>Memory from event to event of one training step.</source>
        <translation>一個訓練步中逐個事件的 GPU 記憶體。</translation>
    </message>
    <message>
        <source>Which stage of the pipeline is drawn.</source>
        <translation>顯示管線的哪個階段。</translation>
    </message>
    <message>
        <source>Whether buffers of gradients stay between steps, or are freed after each.</source>
        <translation>梯度緩衝在跨步保留，還是每步後釋放。</translation>
    </message>
    <message>
        <source>What PyTorch&apos;s allocator has taken from the driver; it is more than tensors need.</source>
        <translation>PyTorch 配置器從驅動程式取得的 GPU 記憶體，多於張量所需。</translation>
    </message>
    <message>
        <source>Writes the step for Perfetto or chrome://tracing, to compare it with a profile.</source>
        <translation>把訓練步寫成 Perfetto 或 chrome://tracing 的檔案，與效能分析對照。</translation>
    </message>
    <message>
        <source>One bar for each plan, named by its letter; the red line is the card&apos;s memory.</source>
        <translation>每個方案一條，以字母標明，紅線是加速卡的記憶體。</translation>
    </message>
    <message>
        <source>Gives a plan of the comparison another name.</source>
        <translation>為對比中的方案改名。</translation>
    </message>
    <message>
        <source>Takes a plan out of the comparison.</source>
        <translation>從對比中移除一個方案。</translation>
    </message>
    <message>
        <source>The plan that the others are compared with in the table.</source>
        <translation>表格中其他方案與之比較的方案。</translation>
    </message>
    <message>
        <source>Plans that come with the program, and your own.</source>
        <translation>隨程式提供的方案和您自己的方案。</translation>
    </message>
    <message>
        <source>Shows only plans whose name, model or notes have these words.</source>
        <translation>只顯示名稱、模型或備註含有這些詞的方案。</translation>
    </message>
    <message>
        <source>Shows only one group of plans.</source>
        <translation>只顯示一組方案。</translation>
    </message>
    <message>
        <source>Hides plans that do not fit their card.</source>
        <translation>隱藏加速卡放不下的方案。</translation>
    </message>
    <message>
        <source>Adds the plan that is open to your own plans.</source>
        <translation>把目前開啟的方案加入您自己的方案。</translation>
    </message>
    <message>
        <source>Shows all plans again.</source>
        <translation>重新顯示全部方案。</translation>
    </message>
    <message>
        <source>Where your own plans are kept; the folder can be shared with a team.</source>
        <translation>您自己的方案所在的資料夾，可與團隊共享。</translation>
    </message>
    <message>
        <source>Memory of one GPU by context length, of the chosen plan.</source>
        <translation>所選方案一張 GPU 的記憶體隨上下文長度的變化。</translation>
    </message>
    <message>
        <source>Puts the chosen plan into this window; undo brings back what was there.</source>
        <translation>把所選方案放進本視窗，復原可恢復原來的方案。</translation>
    </message>
    <message>
        <source>Compares the chosen plan with the one that is open.</source>
        <translation>把所選方案與目前方案對比。</translation>
    </message>
    <message>
        <source>Adds a copy of the chosen plan to your own plans.</source>
        <translation>把所選方案的副本加入您自己的方案。</translation>
    </message>
    <message>
        <source>Opens the chosen plan in a window of its own.</source>
        <translation>在單獨的視窗中開啟所選方案。</translation>
    </message>
    <message>
        <source>Gives this plan of yours another name.</source>
        <translation>為您的這個方案改名。</translation>
    </message>
    <message>
        <source>Deletes the file of this plan of yours; the message can undo it.</source>
        <translation>刪除您的這個方案的檔案，可在訊息中復原。</translation>
    </message>
    <message>
        <source>Memory of one GPU of the stage, tensor by tensor.</source>
        <translation>該階段一張 GPU 的記憶體，逐個張量列出。</translation>
    </message>
    <message>
        <source>The total of each stage of the pipeline.</source>
        <translation>管線每個階段的合計。</translation>
    </message>
    <message>
        <source>GiB is 1,073,741,824 bytes, GB is 1,000,000,000 bytes; change it under View.</source>
        <translation>GiB 是 1,073,741,824 位元組，GB 是 1,000,000,000 位元組，可在檢視中更改。</translation>
    </message>
    <message>
        <source>What is computed, and in which precision.</source>
        <translation>計算什麼，用什麼數值格式。</translation>
    </message>
    <message>
        <source>What trades compute or traffic for memory.</source>
        <translation>用計算或通訊換取 GPU 記憶體的辦法。</translation>
    </message>
    <message>
        <source>Settings that few plans need.</source>
        <translation>少數方案才需要的設定。</translation>
    </message>
    <message>
        <source>Double-click: back to the preset&apos;s value.</source>
        <translation>按兩下恢復預設值。</translation>
    </message>
    <message>
        <source>What dropping activations and making them again saves.</source>
        <translation>丟棄激活值並重算能節省多少。</translation>
    </message>
    <message>
        <source>No, selective and full recompute side by side; the red line is the card&apos;s memory.</source>
        <translation>不重算、選擇性與完全重算並列，紅線是加速卡的記憶體。</translation>
    </message>
    <message>
        <source>Shows the figure of the plan that is open instead.</source>
        <translation>改為顯示目前方案的圖。</translation>
    </message>
    <message>
        <source>The table that the method&apos;s own program prints.</source>
        <translation>該方法自己的程式所輸出的表格。</translation>
    </message>
    <message>
        <source>Writes the chart of the chosen plan as a slide or a picture.</source>
        <translation>把所選方案的圖表寫成投影片或圖片。</translation>
    </message>
    <message>
        <source>Changes the notes of this plan of yours.</source>
        <translation>修改您的這個方案的備註。</translation>
    </message>
    <message>
        <source>Copies plan files into the folder of your own plans.</source>
        <translation>把方案檔案複製到您自己的方案資料夾。</translation>
    </message>
    <message>
        <source>Where a step&apos;s time goes, and what the run takes and costs.</source>
        <translation>一步的時間花在哪裡，整個訓練要多久、花多少錢。</translation>
    </message>
    <message>
        <source>How long the run is, and what it costs.</source>
        <translation>訓練有多長，花多少錢。</translation>
    </message>
    <message>
        <source>One bar for each stage of the pipeline, stacked by where its time goes.</source>
        <translation>管線每個階段一根柱，按時間花在哪裡堆疊。</translation>
    </message>
    <message>
        <source>Puts all rows on the clipboard, for a spreadsheet.</source>
        <translation>把所有列放到剪貼簿，供電子表格使用。</translation>
    </message>
    <message>
        <source>Ends the search; what was found stays.</source>
        <translation>結束搜尋；已找到的保留。</translation>
    </message>
    <message>
        <source>The plan by every method, exact and by other calculators.</source>
        <translation>用每種方法估算該方案：精確方法與其他計算器。</translation>
    </message>
    <message>
        <source>One bar for each method, named by its letter; the red line is the card&apos;s memory.</source>
        <translation>每種方法一條柱，以字母標名；紅線是加速卡的記憶體。</translation>
    </message>
    <message>
        <source>Gives the plan the method of the table&apos;s chosen row.</source>
        <translation>讓方案採用表格中所選行的方法。</translation>
    </message>
    <message>
        <source>The models of the job and their memory.</source>
        <translation>任務的各個模型及其 GPU 記憶體。</translation>
    </message>
    <message>
        <source>Which model, and its shape.</source>
        <translation>哪個模型，及其結構。</translation>
    </message>
    <message>
        <source>Each model with its weights and its place.</source>
        <translation>每個模型的權重格式和位置。</translation>
    </message>
    <message>
        <source>The model that is trained.</source>
        <translation>被訓練的模型。</translation>
    </message>
    <message>
        <source>The frozen model from which the policy must not drift.</source>
        <translation>凍結的模型，策略不應偏離它太遠。</translation>
    </message>
    <message>
        <source>The critic of PPO: a value for each token, trained too.</source>
        <translation>PPO 的價值模型：每個詞元一個值，也要訓練。</translation>
    </message>
    <message>
        <source>Judges what was generated; frozen, one value a sequence.</source>
        <translation>評判生成的內容；凍結，每條序列一個值。</translation>
    </message>
    <message>
        <source>The frozen model whose logits the student learns.</source>
        <translation>凍結的模型，學生學習它的 logits。</translation>
    </message>
    <message>
        <source>A moving average of the weights; there once one of its keys is set.</source>
        <translation>權重的滑動平均；設定其任一鍵後才存在。</translation>
    </message>
    <message>
        <source>The server that generates, and its share of the card.</source>
        <translation>負責生成的推論服務，及其佔用加速卡的比例。</translation>
    </message>
    <message>
        <source>How many of each card the plan needs at the same batch, with time and price.</source>
        <translation>批次大小不變時方案需要每種卡多少張，以及時間和價格。</translation>
    </message>
    <message>
        <source>One row for each card: memory of one GPU against its capacity, and time and price on as many as are shown.</source>
        <translation>每種卡一列：單張 GPU 的記憶體與容量對比，以及所列張數的時間和價格。</translation>
    </message>
    <message>
        <source>The fewest GPUs of each card on which the plan fits, or as many as the plan has.</source>
        <translation>每種卡能放下方案的最少 GPU 數，或與方案相同的張數。</translation>
    </message>
    <message>
        <source>Leaves cards out on which the run takes longer.</source>
        <translation>去掉訓練時間更長的卡。</translation>
    </message>
    <message>
        <source>Leaves cards out on which the run costs more.</source>
        <translation>去掉訓練費用更高的卡。</translation>
    </message>
    <message>
        <source>Models that fit the cards of this machine: served, with adapters, or trained as a whole.</source>
        <translation>這臺機器的卡能放下的模型：推論服務、適配器或全量微調。</translation>
    </message>
    <message>
        <source>This machine, or one card of the catalogue.</source>
        <translation>這臺機器，或目錄中的一種卡。</translation>
    </message>
    <message>
        <source>The memory of one GPU: by context, by GPUs, and in a step.</source>
        <translation>一張 GPU 的記憶體：隨上下文、隨 GPU 數量以及在一步之中。</translation>
    </message>
    <message>
        <source>Layouts and cards for the plan, and models for a card.</source>
        <translation>適合方案的佈局和加速卡，以及適合一種卡的模型。</translation>
    </message>
    <message>
        <source>Plans, ZeRO stages, recompute, sizes, methods.</source>
        <translation>方案、ZeRO 階段、激活重算、規模、方法。</translation>
    </message>
    <message>
        <source>The way of estimating; choose another under Expert.</source>
        <translation>估算方法；可在「專家設定」中另選。</translation>
    </message>
    <message>
        <source>The card and its memory, and the nodes.</source>
        <translation>加速卡及其 GPU 記憶體，以及節點。</translation>
    </message>
    <message>
        <source>How one model is split over several cards.</source>
        <translation>一個模型如何切分到多張卡上。</translation>
    </message>
    <message>
        <source>The method of estimating, the allocator and the versions of libraries.</source>
        <translation>估算方法、配置器和函式庫的版本。</translation>
    </message>
    <message>
        <source>What you do with the model; it sets the other settings as the program has them.</source>
        <translation>您要用模型做什麼；其餘設定隨之改為該程式的值。</translation>
    </message>
    <message>
        <source>The framework or server that runs it; it sets the other settings as it would.</source>
        <translation>執行它的框架或伺服器；其餘設定隨之改為它的值。</translation>
    </message>
    <message>
        <source>Shows only the settings that differ from those of task and program.</source>
        <translation>只顯示與任務和程式所設不同的設定。</translation>
    </message>
    <message>
        <source>All changes in a table: what each comes to, costs and changes.</source>
        <translation>所有改動的表格：GPU 記憶體、代價和改變的內容。</translation>
    </message>
    <message>
        <source>Leaves cards out on which the plan&apos;s program does not run. Without it they are listed with the reason.</source>
        <translation>不列出方案所用程式不能執行的卡。取消後列出它們並說明原因。</translation>
    </message>
    <message>
        <source>All layouts of the cluster that fit: how fast, and how large.</source>
        <translation>叢集中放得下的全部佈局：多快、多大。</translation>
    </message>
    <message>
        <source>A dot for each layout; the line is those that no other one beats in both time and memory. A click selects one.</source>
        <translation>每個佈局一個點；連線上的佈局在時間和 GPU 記憶體兩方面都沒有別的佈局更好。點按即選取。</translation>
    </message>
    <message>
        <source>Changes the plan to the selected layout.</source>
        <translation>把方案改為選取的佈局。</translation>
    </message>
    <message>
        <source>Puts the plan with the selected layout into Compare.</source>
        <translation>把採用選取佈局的方案加入對比。</translation>
    </message>
    <message>
        <source>Changes the plan to the selected card.</source>
        <translation>把方案改為選取的加速卡。</translation>
    </message>
    <message>
        <source>Puts the plan on the selected card into Compare.</source>
        <translation>把選取加速卡上的方案加入對比。</translation>
    </message>
    <message>
        <source>What the search may not do, and settings that stay as the plan has them.</source>
        <translation>搜尋不得做的事，以及保持方案中值的設定。</translation>
    </message>
    <message>
        <source>Several plans side by side, with their memory, time and cost.</source>
        <translation>幾個方案並列，含其 GPU 記憶體、時間和費用。</translation>
    </message>
    <message>
        <source>The layers to keep, recompute or offload so that it fits.</source>
        <translation>為了放得下，哪些層保留、重算或卸載。</translation>
    </message>
    <message>
        <source>Gives the plan this recompute and offload.</source>
        <translation>讓方案採用這樣的重算和卸載。</translation>
    </message>
</context>
</TS>
