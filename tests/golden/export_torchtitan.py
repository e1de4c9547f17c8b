# Llama 70B on 64 × H100, recomputed
# Llama 3.1 70B · 8,192 tokens × 1 · 64 × H100 · ZeRO-1 · TP 8 · PP 4 · full recompute
# Written by Highwater. Start on each node:
#   torchrun --nnodes 8 --nproc_per_node 8 --rdzv_backend c10d --rdzv_endpoint HOST:29500 -m torchtitan.train --module plan --config run
# Not as the plan has it:
# - workload.training_tokens: are open: the file runs 1,000 steps
# - layout.zero: torchtitan has no ZeRO-1: the gradients are shared out too, as in ZeRO-2
from torchtitan.components.data import ConcatThenSplitPackingConfig, GrainDataLoader
from torchtitan.components.loss import CrossEntropyLoss
from torchtitan.components.optimizer import default_adamw
from torchtitan.config import CompileConfig, ParallelismConfig, TrainingConfig
from torchtitan.distributed.activation_checkpoint import FullAC
from torchtitan.hf_datasets.text_datasets import DATASETS
from torchtitan.models.common.config_utils import decoder_vocab_size
from torchtitan.models.llama3 import model_registry
from torchtitan.trainer import Trainer


def run() -> Trainer.Config:
    spec = model_registry("70B")
    optimizer = default_adamw(lr=0.00015)
    return Trainer.Config(
        model_spec=spec,
        hf_assets_path="./assets/hf/Llama-3.1-70B",
        optimizer=optimizer,
        loss=CrossEntropyLoss.Config(global_vocab_size=decoder_vocab_size(spec)),
        training=TrainingConfig(
            num_tokens_per_microbatch_per_dp_rank=8192,
            num_tokens_per_train_step=4194304,
            max_context_length=8192,
            steps=1000,
            disable_cuda_graphs=True,
        ),
        parallelism=ParallelismConfig(
            data_parallel_shard_degree=2,
            fsdp_reshard_after_forward="never",
            tensor_parallel_degree=8,
            enable_sequence_parallel=True,
            pipeline_parallel_degree=4,
            num_pp_microbatches=256,
            pipeline_parallel_first_stage_less_layers=0,
            pipeline_parallel_last_stage_less_layers=0,
            pipeline_parallel_schedule="1F1B",
        ),
        activation_checkpoint=FullAC.Config(),
        compile=CompileConfig(enable=True),
        dataloader=GrainDataLoader.Config(dataset=ConcatThenSplitPackingConfig(dataset=DATASETS["c4"])),
    )
