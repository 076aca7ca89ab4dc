"""Lines of an engine's log that may be shown to others: exact forms, known one by one, with nothing free in them.

What a server prints may quote a chat anywhere: prompts, requests, answers, tokens and slot texts at `-v`, a grammar, a
tool call, a template, the words of an error. So no list of what to leave out can be whole; here is what may stay. A
line that has none of these forms from its first to its last letter is left out, and what varies in a form is a number,
a device, a card, a type, a flag or the name of a model file.

Sources: recorded logs of b5361 to b11434; src/, ggml/, common/ and tools/server of llama.cpp.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PureWindowsPath
from typing import Final

ATOMS: Final = {
    "%": r"-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|inf|nan)",
    "{numbers}": r"-?\d[\d., -]*",
    "{file}": r"(?P<file{n}>[^'\"<>|*?]{1,400}\.gguf)",
    "{library}": r"(?P<file{n}>[^'\"<>|*?]{1,400}\.(?:so|dll|dylib))",
    "{dev}": r"(?:CPU|CUDA|ROCm|HIP|Vulkan|Metal|MTL|SYCL|OpenCL|BLAS|AMX|CANN|MUSA|RPC|WebGPU|KLEIDIAI|Host)\d*"
    r"(?:_(?:Host|Mapped|Split|Private|REPACK|AARCH64|KLEIDIAI|AMX))?",
    "{card}": r"(?:NVIDIA|AMD|Intel|Apple|Radeon|GeForce|Quadro|Tesla|Mesa|llvmpipe|Qualcomm|Adreno|Mali)"
    r"[\w .,()/+@®™-]{0,70}",
    "{id}": r"(?:[\da-fA-F]{2,8}:[\da-fA-F]{2}(?::[\da-fA-F]{2})?\.\d|unknown id)",
    "{type}": r"(?:[bf]{1,2}\d\d|i\d+|mxfp4|nvfp4|[itITqQ]{1,2}\d_\w{1,4}|[BF]{1,2}\d\d)(?: - \w{1,8}|)",
    "{yes}": r"(?:true|false|'true'|'false'|yes|no|on|off|auto|enabled|disabled|none|layer|row|tensor|unknown)",
    "{method}": r"(?:draft|ngram)(?:-\w+|_\w+){0,2}",
    "{flag}": r"--?[a-z][\w-]{0,40}",
    "{key}": r"[a-z][\w-]*(?:\.[\w-]+)+",
    "{field}": r"(?:n|f|is|rope|freq|ssm|flash|causal|kv|type|attn|vocab|no|can|dsa|expert|pooling)_\w+",
    "{commit}": r"(?:[\da-f]{7,12}|unknown)",
    "{size}": r"[\w.?]{1,12}",
    "{path}": r"/(?:health|props|slots|metrics|models|tokenize|detokenize|completion|v1/[a-z]+(?:/[a-z]+)?)",
    "{arch}": r"[a-z][a-z0-9_-]{1,24}",
    "{gfx}": r"gfx[\da-f]{3,5}(?::[a-z]{4,8}[+-]){0,2} \(0x[\da-f]{1,8}\)",
    "{cores}": r"(?:none|KHR_\w{1,16}|NV_\w{1,16})",
    "{host}": r"(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[?::1?\]?)",
}  # fmt: skip
"""What may vary. Addresses are those of this computer only."""

STARTING: Final = """
initializing ...
build % ({commit}) with GNU %.%.% for Linux x86_64
build % ({commit}) with GNU % for Linux x86_64
build % ({commit}) with Clang %.%.% for Windows x86_64
build % ({commit}) with MSVC % for x64
build % ({commit}) with AppleClang % for Darwin arm64
verbosity = % (adjust with the `-lv N` CLI arg)
device_info:
- {dev} : {card} (% MiB, % MiB free)
- {dev} : {host}:% (% MiB, % MiB free)
running without SSL
The UI is disabled
Web UI is disabled
Use --ui/--no-ui (or deprecated --webui/--no-webui) to enable/disable
using % threads for HTTP server
HTTP server is listening, hostname: {host}, port: %, http threads: %
binding port with default address family
security: no API key is set and CORS allows all origins (see https://github.com/ggml-org/llama.cpp/pull/%)
system info: n_threads = %, n_threads_batch = %, total_threads = %
loaded {dev} backend from {library}
found % CUDA devices:
found % CUDA devices (Total VRAM: % MiB):
found % ROCm devices:
found % ROCm devices (Total VRAM: % MiB):
Found % Vulkan devices:
% = {card} | uma: % | fp16: % | bf16: % | warp size: % | shared memory: % | int dot: % | matrix cores: {cores}
% = {card} | uma: % | fp16: % | warp size: % | shared memory: % | int dot: % | matrix cores: {cores}
% = {card} | uma: % | fp16: % | warp size: % | shared memory: % | matrix cores: {cores}
GGML_CUDA_FORCE_MMQ: {yes}
GGML_CUDA_FORCE_CUBLAS: {yes}
no usable GPU found, --gpu-layers option will be ignored
GPU name: {card}
GPU family: MTLGPUFamilyApple% (%)
has unified memory = {yes}
has bfloat = {yes}
recommendedMaxWorkingSetSize = % MB
"""

LOADING: Final = """
loading model
loading model '{file}'
local path '{file}'
loading draft model '{file}'
creating MTP draft context against the target model '{file}'
using device {dev} ({card}) - % MiB free
using device {dev} ({card}) ({id}) - % MiB free
using device {dev} - % MiB free
loaded meta data with % key-value pairs and % tensors from {file} (version GGUF V% (latest))
Dumping metadata keys/values. Note: KV overrides do not apply in this output.
- kv %: {key} u8 = %
- kv %: {key} u16 = %
- kv %: {key} u32 = %
- kv %: {key} u64 = %
- kv %: {key} i32 = %
- kv %: {key} i64 = %
- kv %: {key} f32 = %
- kv %: {key} bool = {yes}
- kv %: general.architecture str = {arch}
- kv %: tokenizer.ggml.model str = {arch}
- kv %: tokenizer.ggml.pre str = {arch}
- type {type}: % tensors
file format = GGUF V% (latest)
file type = {type}
file size = % MiB (% BPW)
file size = % GiB (% BPW)
arch = {arch}
model type = {size}
vocab type = {size}
model params = % M
model params = % B
causal attn = %
pooling type = %
rope type = %
rope scaling = {arch}
max token length = %
rope_finetuned = {yes}
{field} = %
{field} = {yes}
vocab_only = %
no_alloc = %
special tokens cache size = %
token to piece cache size = % MB
% unused tokens
loading model tensors, this can take a while... (load_mode = mmap)
loading model tensors, this can take a while... (load_mode = none)
loading model tensors, this can take a while... (mmap = {yes})
loading model tensors, this can take a while... (mmap = {yes}, direct_io = {yes})
offloading output layer to GPU
offloading % repeating layers to GPU
offloaded %/% layers to GPU
{dev} model buffer size = % MiB
{dev} KV buffer size = % MiB
{dev} RS buffer size = % MiB
{dev} compute buffer size = % MiB
{dev} output buffer size = % MiB
KV self size = % MiB, K ({type}): % MiB, V ({type}): % MiB
size = % MiB ( % cells, % layers, %/% seqs), K ({type}): % MiB, V ({type}): % MiB
kv_size = %, type_k = '{type}', type_v = '{type}', n_layer = %, can_shift = %, padding = %
n_rot_k = %, n_embd_head_k_all = %
n_rot_v = %, n_embd_head_k_all = %
attn_rot_k = %, n_embd_head_k_all = %
attn_rot_v = %, n_embd_head_k_all = %
constructing llama_context
n_ctx_per_seq (%) < n_ctx_train (%) -- the full capacity of the model will not be utilized
n_ctx_seq (%) < n_ctx_train (%) -- the full capacity of the model will not be utilized
n_ctx_seq (%) > n_ctx_train (%) -- possible training context overflow
reserving ...
reserve took % ms, sched copies = %
graph nodes = %
graph splits = %
graph: nodes = %, splits = %, input objects = %, input tensors = %
Flash Attention enabled
Flash Attention was auto, set to {yes}
warming up the model with an empty run - please wait ... (--no-warmup to disable)
llama threadpool init, n_threads = %
setting dry_penalty_last_n to ctx_size = %
initializing, n_slots = %, n_ctx_slot = %, kv_unified = {yes}
initializing slots, n_slots = %
new slot n_ctx_slot = %
new slot, n_ctx = %
prompt cache is enabled, size limit: % MiB
context checkpoints enabled, max = %, min spacing = %
chat template, thinking = %
model loaded
listening on http://{host}:%
server is listening on http://{host}:% - starting the main loop
main loop exited
cleaning up before exit...
waiting for main loop exit
"""

FITTING: Final = """
fitting params to device memory ...
(for bugs during this step try to reproduce them with -fit off, or provide --verbose logs if the bug only occurs with -fit on)
getting device memory data for initial parameters:
getting device memory data for the extra model at a context size of %:
projected to use % MiB of device memory vs. % MiB of free device memory
projected to use % MiB of host memory vs. % MiB of total host memory
projected memory use with initial parameters [MiB]:
- {dev} ({card}): % total, % used, % free vs. target of %
- {dev} ({host}:%): % total, % used, % free vs. target of %
- {dev} ({card}): % layers, % MiB used, % MiB free
- {dev} ({host}:%): % layers, % MiB used, % MiB free
will leave % >= % MiB of free device memory, no changes needed
will leave % >= % MiB of system memory, no changes needed
cannot meet free memory target of % MiB, need to reduce device memory by % MiB
context size reduced from % to % -> need % MiB less memory in total
context size set by user to % -> no change
entire model can be fit by reducing context
targets for free memory can be met on all devices, no changes needed
successfully fit params to free device memory
fitting params to free memory took % seconds
failed to fit params to free device memory: was unable to fit model into system memory by reducing context, abort
failed to fit params to free device memory: llama_params_fit is not implemented for SPLIT_MODE_TENSOR, abort
encountered an error while trying to fit params to free device memory: failed to load model
encountered an error while trying to fit params to free device memory: failed to create llama_context from model
estimated memory usage of MTP context is % MiB
estimated memory usage of draft model is % MiB
failed to measure MTP context memory: failed to create llama_context from model
failed to measure draft model memory: failed to create llama_context from model
failed to measure draft model memory: failed to load model
| memory breakdown [MiB] | total free self model context compute unaccounted |
| - {dev} | % = % + % + % |
| - {dev} ({card}) | % = % + (% = % + % + %) + % |
| - {dev} ({card}) | % = % + ( % = % + % + %) + % |
| - {dev} ({host}:%) | % = % + (% = % + % + %) + % |
| - {dev} ({host}:%) | % = % + ( % = % + % + %) + % |
"""  # noqa: E501

SPECULATING: Final = """
speculative decoding context initialized
speculative decoding context not initialized
speculative decoding not supported by this context
speculative decoding will use checkpoints
speculative decoding is not supported by multimodal, it will be disabled
no implementations specified for speculative decoding
target context does not support partial sequence removal
adding speculative implementation '{method}'
- n_max=%, n_min=%, p_min=%
- size_n=%, size_m=%, min_hits=%
- gpu_layers=%, cache_k={type}, cache_v={type}, ctx_tgt={yes}, ctx_dft={yes}, devices=[default]
the target and draft vocabs are not compatible
the target and draft vocabs are not compatible - tokens will be translated between the two
the draft model '{file}' is not compatible with the target model '{file}'
the draft model '{file}' is not compatible with the target model '{file}'. tokens will be translated between the draft and target models.
draft model special tokens must match target model to use speculation
draft model bos tokens must match target model to use speculation. add: % - %, id: % - %)
draft model eos tokens must match target model to use speculation. add: % - %, id: % - %)
draft model vocab type must match target model to use speculation
draft model vocab type must match target model to use speculation but vocab_type_dft = % while vocab_type_tgt = %
draft model vocab must closely match target model to use speculation but target vocab size % does not match draft vocab size % - difference %, max allowed %
failed to initialize speculative decoding context: draft model vocab type must match target model to use speculation
failed to initialize speculative decoding context: draft model is not eagle3 (expected % extract layers, got %)
context type MTP requested but model doesn't contain MTP layers
failed to create MTP context
draft acceptance = % ( % accepted / % generated), mean len = %
draft acceptance rate = % ( % accepted / % generated)
acc per pos = ({numbers})
statistics {method}: #calls(b,g,a) = % % %, #gen drafts = %, #acc drafts = %, #gen tokens = %, #acc tokens = %, dur(b,g,a) = {numbers} ms
statistics {method}: #calls(b,g,a) = % % %, #gen drafts = %, #acc drafts = %, #gen tokens = %, #acc tokens = %, #mean acc len = %, #acc rate/pos = ({numbers}), dur(b,g,a) = {numbers} ms
"""  # noqa: E501

ANSWERING: Final = """
all slots are idle
processing task
processing task, is_child = %
selected slot by LRU, t_last = %
selected slot by LCP similarity, f_sim_best = % (> % thold), f_keep = %
- skipping, slot is empty
new prompt, n_ctx_slot = %, n_keep = %, n_prompt_tokens = %
new prompt, n_ctx_slot = %, n_keep = %, task.n_tokens = %
cached n_tokens = %, memory_seq_rm [%, end)
kv cache rm [%, end)
prompt processing progress, n_past = %, n_tokens = %, progress = %
prompt done, n_past = %, n_tokens = %
input truncated, n_ctx = %, n_keep = %, n_left = %, n_prompt_tokens = %
need to evaluate at least % token for each active slot (n_past = %, task.n_tokens() = %)
n_past was set to %
init sampler, took % ms, tokens: text = %, total = %
prompt eval time = % ms / % tokens ( % ms per token, % tokens per second)
eval time = % ms / % tokens ( % ms per token, % tokens per second)
total time = % ms / % tokens
graphs reused = %
stop processing: n_past = %, truncated = %
stop processing: n_tokens = %, truncated = %
cancel task, id_task = %
updating prompt cache
saving idle slot to prompt cache
prompt cache update took % ms
request: GET {path} {host} %
request: POST {path} {host} %
done request: GET {path} {host} %
done request: POST {path} {host} %
- cache state: % prompts, % MiB (limits: % MiB, % tokens, % est)
- looking for better prompt, base f_keep = %, sim = %
- looking for better prompt, base f_keep = %, f_sim = %
- saving prompt with length %, total state size = % MiB (draft: % MiB)
- saving prompt with length %, total state size = % MiB
task id = %, error: request (% tokens) exceeds the available context size (% tokens), try increasing it
"""

FAILING: Final = """
couldn't bind HTTP server socket, hostname: {host}, port: %
exiting due to HTTP server error
exiting due to model loading error
failed to load model
failed to load model '{file}'
failed to load model, '{file}'
failed to load draft model, '{file}'
failed to create context with model '{file}'
error loading model: llama_model_loader: failed to load model from {file}
failed to open GGUF file '{file}' (No such file or directory)
failed to open GGUF file '{file}' (Permission denied)
error loading model: unable to allocate {dev} buffer
failed to allocate {dev} buffer of size %
failed to allocate buffer of size %
allocating % MiB on device %: cudaMalloc failed: out of memory
insufficient memory (attempted to allocate % MB)
failed to allocate compute pp buffers
failed to allocate compute buffers
compute buffer allocation failed, retrying without pipeline parallelism
Device memory allocation of size % failed.
command buffer % failed with status %
failed to initialize the context: failed to allocate buffer for kv cache
failed to initialize the context: eagle3 requires ctx_other to be set (this warning is normal during memory fitting)
V cache quantization requires flash_attn
GGUF file is version % but this software only supports up to version %
key not found in model: {key}
tensor '{key}' data is not within the file bounds, model is corrupted or incomplete
error loading model: tensor '{key}' data is not within the file bounds, model is corrupted or incomplete
error loading model: missing tensor '{key}'
error loading model: unknown model architecture: '{arch}'
invalid logits id %, reason: no logits
"""

WITHOUT_A_NAME: Final = """
Device %: {card}, compute capability %, VMM: {yes}
Device %: {card}, compute capability %, VMM: {yes}, VRAM: % MiB
Device %: {card}, {gfx}, VMM: {yes}, Wave Size: %
Device %: {card}, {gfx}, VMM: {yes}, Wave Size: %, VRAM: % MiB
error: invalid argument: {flag}
error while handling argument "{flag}": stoi
error while handling argument "{flag}": the argument has been removed. use {flag} or {flag}
CUDA error: out of memory
system info: n_threads = %, n_threads_batch = %, total_threads = %
Web UI is disabled
prompt eval time = % ms / % tokens ( % ms per token, % tokens per second)
eval time = % ms / % tokens ( % ms per token, % tokens per second)
total time = % ms / % tokens
ROCm error: out of memory
"""
"""Printed without the function's name in front."""

_FUNCTION: Final = (
    r"(?:(?:common|llama|llm|ggml|gguf|server|print|load|init|launch|update|get|process|create|sched|graph|resolve|alloc"
    r"|clip|mtmd|log|send)_\w*|~llama_context|load|init|operator\(\)|update|start|stop|release|main)"
)
_FRONT: Final = rf"(?:(?:srv|slot|cmn|que|res|spec|main) )?(?:{_FUNCTION}: |\[spec\] )+(?:id -?\d+ \| task -?\d+ \| |)"
_NAMES: Final = re.compile("|".join(re.escape(atom) for atom in ATOMS))
_ASSERTION: Final = re.compile(
    r"\S*?(?P<source>(?:ggml|llama|server|common|speculative|sampling|arg|clip|mtmd|fattn|mm[qvf]|unicode|gguf|fit)"
    r"[\w-]{0,30}\.(?:cpp|c|cuh?|mm?|h)):(?P<line>\d+): (?:GGML_ASSERT\(.*|fatal error)"
)
_SYSTEM: Final = re.compile(
    rf"(?:{_FRONT})?system_info: n_threads = \d+ \(n_threads_batch = \d+\) / \d+ \| "
    r"(?:(?:[A-Za-z]{2,8} : )?[A-Z\d_]+ = [\d,]+ \| )+"
)


def shown(message: str) -> str | None:
    """A message of an engine (without stamp and level) as others may see it; None where it has none of the forms.

    Folders of files are taken out.
    """
    text = " ".join(message.split())
    if _SYSTEM.fullmatch(f"{text} "):
        return text
    found = _any_form().fullmatch(text)
    if found is None:
        return None
    for path in filter(None, found.groups()):
        text = text.replace(path, f"…/{PureWindowsPath(path).name}")
    return text


def shown_check(message: str) -> str | None:
    """Of a check that failed: its place in the source, without its words. None for anything else."""
    found = _ASSERTION.fullmatch(message.strip())
    return f"{found['source']}:{found['line']}: a check failed" if found else None


@cache
def _any_form() -> re.Pattern[str]:
    """One pattern for all forms."""
    named = (STARTING, LOADING, FITTING, SPECULATING, ANSWERING, FAILING)
    with_name = [_pattern(form) for group in named for form in group.strip().splitlines()]
    without = [_pattern(form) for form in WITHOUT_A_NAME.strip().splitlines()]
    alternatives = rf"{_FRONT}(?:{'|'.join(with_name)})|{'|'.join(without)}"
    numbers = iter(range(10_000))
    return re.compile(re.sub(r"\{n\}", lambda _: str(next(numbers)), alternatives))


def _pattern(form: str) -> str:
    """A form as a pattern over a message whose spaces are single."""
    literal = [re.escape(part) for part in _NAMES.split(form)]
    varying = [ATOMS[atom] for atom in _NAMES.findall(form)]
    return literal[0] + "".join(atom + part for atom, part in zip(varying, literal[1:], strict=True))
