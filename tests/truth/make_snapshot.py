#!/usr/bin/env python3
# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_snapshot.py: writes synthetic PyTorch memory snapshots and profiler memory timelines (standard library only).

A small Llama-like training step (AdamW, bf16 activations) is walked tensor by tensor; every allocation goes through a
model of PyTorch's caching allocator (rounding, pools, best fit, split, coalescing, streams, expandable segments, flush
and retry on a full card). What comes out has the structure that torch.cuda.memory._dump_snapshot() and
torch.profiler's export_memory_timeline() write; the numbers are synthetic, the frames and paths invented.

  make_snapshot.py -o a.pickle                                    snapshot, Python's pickle protocol 4
  make_snapshot.py -o a.pickle --timeline a.json --raw a.raw.json.gz --truth a.truth.json
  make_snapshot.py -o b.pickle --layers 8 --hidden 1024 --seq 1024 --batch 2 --steps 3 --seed 7
  make_snapshot.py -o c.pickle --fragment                         sequence length changes by step, small tensors stay behind
  make_snapshot.py -o d.pickle --extra 48@backward:2              48 MiB that no model explains, born in step 2's backward
  make_snapshot.py -o e.pickle --record late --max-entries 2000   history begins after the model exists / ring of 2000 events
  make_snapshot.py -o f.pickle --writer cpp                       protocol 2 with the opcodes of libtorch's own pickler
  make_snapshot.py -o g.pickle --expandable --comm --version 2.10 expandable segments, a second stream with record_stream
  make_snapshot.py -o h.pickle --capacity 280                     card of 280 MiB: flushes, then an oom event ends the trace

Names ending in .gz are compressed. Same options and seed give the same bytes (with the same Python).
--version sets the keys that exist: 2.1 has no time_us, 2.2 no allocator_settings; 2.5 adds external_annotations, 2.8
compile_context, 2.10 user_metadata, 2.12 pool_id of every event.
--truth writes what a reader must find (bytes; event numbers count in the written trace of device 0): peaks (requested
= what memory_viz draws, active = rounded, reserved), bytes alive before the first event, phases by step, categories at the
peak, the extra tensor, totals at the end.
The timeline's sizes are block sizes (rounded to 512), categories in torch's order; the snapshot's event sizes are requested.
"""
import argparse, bisect, gzip, io, json, pickle, random, struct, sys

K, M = 1 << 10, 1 << 20
CATS = ['PARAMETER', 'OPTIMIZER_STATE', 'INPUT', 'TEMPORARY', 'ACTIVATION', 'GRADIENT', 'AUTOGRAD_DETAIL', None]
BASE = 0x7f0000000000


class OOM(Exception):
    pass


class Seg:
    __slots__ = ('addr', 'stream', 'small', 'expandable', 'tb', 'reach')


class Blk:
    __slots__ = ('seg', 'addr', 'size', 'req', 'state', 'prev', 'next', 'uses', 'tb', 'cat', 'mapped')

    def __init__(s, seg, addr, size, mapped=True):
        s.seg, s.addr, s.size, s.mapped = seg, addr, size, mapped
        s.req, s.state, s.prev, s.next, s.uses, s.tb, s.cat = 0, 'free', None, None, {}, None, None

    def __lt__(s, o):
        return s.addr < o.addr


class Allocator:
    """Rules of c10/cuda/CUDACachingAllocator.cpp (rounding, pools, best fit, split, merging)."""

    def __init__(s, capacity, expandable, rng):
        s.cap, s.expandable, s.rng = capacity, expandable, rng
        s.free_lists, s.segs, s.active = {}, [], {}
        s.reserved = s.allocated = s.act = s.req = 0
        s.top, s.now, s.trace, s.ops, s.recording = BASE, 1_763_000_000_000_000, [], [], True
        s.peak = dict(requested=0, active=0, reserved=0)
        s.ntrace = 0

    def event(s, action, addr, size, stream, tb):
        s.now += s.rng.randint(1, 40)
        if s.recording:
            e = {'action': action, ('device_free' if action == 'oom' else 'addr'): addr, 'size': size, 'stream': stream, 'time_us': s.now}
            if tb is not None:
                e['frames'] = tb
            s.trace.append(e)
        s.ntrace += 1

    @staticmethod
    def round(n):
        return max(512, (n + 511) // 512 * 512)

    def note(s):
        p = s.peak
        if s.req > p['requested']:
            p.update(requested=s.req, at_us=s.now, at_event=len(s.trace) - 1,
                     categories={str(c): sum(b.req for b in s.active.values() if b.cat == c) for c in CATS})
        p['active'] = max(p['active'], s.act)
        p['reserved'] = max(p['reserved'], s.reserved)

    def fl(s, small, stream):
        return s.free_lists.setdefault((small, stream), [])

    def insert(s, b):
        bisect.insort(s.fl(b.seg.small, b.seg.stream), (b.size, b.addr, b))

    def take(s, b):
        L = s.fl(b.seg.small, b.seg.stream)
        i = bisect.bisect_left(L, (b.size, b.addr))
        assert L[i][2] is b
        L.pop(i)

    def malloc(s, n, cat, tb, stream=0):
        s.process_events()
        size = s.round(n)
        small = size <= M
        b = s.fit(size, small, stream)
        if b is None:
            b = s.grow(size, small, stream, tb)
            if b is None:                               # flush: wait for events, free every unsplit block, once more
                s.process_events(True)
                s.release_cached()
                b = s.grow(size, small, stream, tb)
            if b is None:
                s.event('oom', max(0, s.cap - s.reserved), size, stream, tb)
                raise OOM
        rest = b.size - size
        if rest >= 512 if (small or s.expandable) else rest > M:
            r = Blk(b.seg, b.addr + size, rest)
            r.prev, r.next = b, b.next
            if b.next:
                b.next.prev = r
            b.next, b.size = r, size
            s.insert(r)
        b.state, b.req, b.cat, b.tb, b.uses = 'allocated', n, cat, tb, {}
        s.active[b.addr] = b
        s.allocated += b.size
        s.act += b.size
        s.req += n
        s.event('alloc', b.addr, n, stream, tb)
        s.ops.append((s.now, b.addr, b.size, cat))
        s.note()
        return b

    def fit(s, size, small, stream):
        L = s.fl(small, stream)
        i = bisect.bisect_left(L, (size, -1))
        if i == len(L):
            return None
        if s.expandable:                                # a block with unmapped room behind it counts with that room
            def reach(b):
                return b.size + (b.next.size if b.next and not b.next.mapped else 0)
            while i + 1 < len(L) and reach(L[i + 1][2]) < reach(L[i][2]):
                i += 1
        return L.pop(i)[2]

    def grow(s, size, small, stream, tb):
        if s.expandable:
            return s.grow_expandable(size, small, stream, tb)
        n = 2 * M if small else 20 * M if size < 10 * M else (size + 2 * M - 1) // (2 * M) * (2 * M)
        if s.reserved + n > s.cap:
            return None
        g = Seg()
        g.addr, g.stream, g.small, g.expandable, g.tb = s.top, stream, small, False, tb
        s.top += n + s.rng.randint(0, 3) * 2 * M
        s.segs.append(g)
        b = Blk(g, g.addr, n)
        s.reserved += n
        s.event('segment_alloc', b.addr, n, stream, tb)
        return b

    def grow_expandable(s, size, small, stream, tb):
        page = 2 * M if small else 20 * M
        g = next((g for g in s.segs if g.expandable and g.stream == stream and g.small == small), None)
        if g is None:
            g = Seg()
            g.addr, g.stream, g.small, g.expandable, g.tb = s.top, stream, small, True, tb
            whole = (s.cap + s.cap // 8) // page * page
            s.top += whole + 64 * M
            g.reach = Blk(g, g.addr, whole, False)
            s.segs.append(g)
        tail = g.reach                                  # the unmapped end; gaps inside are not refilled in this model
        b = tail.prev if tail.prev and tail.prev.state == 'free' else None
        need = size - (b.size if b else 0)
        n = (need + page - 1) // page * page
        if s.reserved + n > s.cap:
            return None
        m = Blk(g, tail.addr, n)
        m.prev, m.next = tail.prev, tail
        if tail.prev:
            tail.prev.next = m
        tail.prev = m
        tail.addr += n
        tail.size -= n
        s.reserved += n
        s.event('segment_map', m.addr, n, stream, tb)
        if b:
            s.take(b)
            b.size += m.size
            b.next, tail.prev = tail, b
            m = b
        return m

    def free(s, b, tb=None):
        assert b.state == 'allocated'
        s.allocated -= b.size
        s.event('free_requested', b.addr, b.req, b.seg.stream, tb if tb is not None else b.tb)
        s.ops.append((s.now, b.addr, -b.size, b.cat))
        b.state = 'pending'
        if not b.uses:
            s.complete(b, tb)

    def complete(s, b, tb=None):
        s.event('free_completed', b.addr, b.req, b.seg.stream, tb if tb is not None else b.tb)
        del s.active[b.addr]
        s.act -= b.size
        s.req -= b.req
        b.state, b.tb, b.cat, b.req = 'free', None, None, 0
        for o in (b.prev, b.next):
            if o is not None and o.state == 'free' and o.mapped:
                s.take(o)
                if o is b.prev:
                    b.addr, b.prev = o.addr, o.prev
                    if b.prev:
                        b.prev.next = b
                else:
                    b.next = o.next
                    if b.next:
                        b.next.prev = b
                b.size += o.size
        s.insert(b)

    def process_events(s, wait=False):
        for b in [b for b in s.active.values() if b.state == 'pending']:
            if wait or all(t <= s.now for t in b.uses.values()):
                s.complete(b)

    def release_cached(s):
        for L in s.free_lists.values():
            for _, _, b in list(L):
                if b.seg.expandable:                    # only whole pages at the mapped end go back in this model
                    page = 2 * M if b.seg.small else 20 * M
                    lo = max(b.addr, b.seg.addr + (b.addr - b.seg.addr + page - 1) // page * page)
                    if b.next is b.seg.reach and lo < b.addr + b.size:
                        n = b.addr + b.size - lo
                        s.take(b)
                        b.size -= n
                        t = b.seg.reach
                        t.addr, t.size = t.addr - n, t.size + n
                        if b.size:
                            s.insert(b)
                        else:
                            t.prev = b.prev
                            if b.prev:
                                b.prev.next = t
                        s.reserved -= n
                        s.event('segment_unmap', lo, n, b.seg.stream, b.seg.tb)
                elif b.prev is None and b.next is None:
                    s.take(b)
                    s.segs.remove(b.seg)
                    s.reserved -= b.size
                    s.event('segment_free', b.addr, b.size, b.seg.stream, b.seg.tb)

    def segments(s):
        heads = {}
        for b in [*s.active.values(), *[e[2] for L in s.free_lists.values() for e in L]]:
            if b.prev is None or not b.prev.mapped:
                heads[b.addr] = b
        out = []
        for addr in sorted(heads):
            b = heads[addr]
            g = b.seg
            d = dict(device=0, address=addr, total_size=0, allocated_size=0, active_size=0, requested_size=0, stream=g.stream,
                     segment_type='small' if g.small else 'large', segment_pool_id=tuple([0, 0]), is_expandable=g.expandable)
            blocks = []
            while b is not None and b.mapped:
                d['total_size'] += b.size
                d['allocated_size'] += b.size if b.state == 'allocated' else 0
                if b.state != 'free':
                    d['active_size'] += b.size
                    d['requested_size'] += b.req
                x = dict(address=b.addr, size=b.size, requested_size=b.req,
                         state={'allocated': 'active_allocated', 'pending': 'active_pending_free', 'free': 'inactive'}[b.state])
                x['frames'] = b.tb if b.tb is not None else EMPTY
                blocks.append(x)
                b = b.next
            d['blocks'] = blocks
            d['frames'] = g.tb if g.tb is not None else EMPTY
            out.append(d)
        return out


EMPTY = []
# torch.optim wraps step and zero_grad in record_function by itself; forward and backward only if the user does (--annotate)
NOTES = {'optimizer': 'Optimizer.step#AdamW.step', 'zero_grad': 'Optimizer.zero_grad#AdamW.zero_grad', 'forward': '## forward ##', 'backward': '## backward ##'}


class Frames:
    """Tracebacks: one list per allocation, frame dictionaries shared (as py_symbolize makes them)."""

    def __init__(s, stacks):
        s.stacks, s.cache = stacks, {}

    def f(s, filename, line, name):
        k = filename, line, name
        if k not in s.cache:
            s.cache[k] = {'name': name, 'filename': filename, 'line': line}
        return s.cache[k]

    CPP = [('??', 0, 'c10::cuda::CUDACachingAllocator::Native::DeviceCachingAllocator::malloc(unsigned long, CUstream_st*)'),
           ('??', 0, 'at::detail::empty_generic(c10::ArrayRef<long>, c10::Allocator*, c10::DispatchKeySet)'),
           ('??', 0, 'at::_ops::empty_memory_format::call(c10::ArrayRef<c10::SymInt>)')]
    BWD = [('??', 0, 'torch::autograd::Engine::evaluate_function(std::shared_ptr<torch::autograd::GraphTask>&, torch::autograd::Node*)'),
           ('??', 0, 'torch::autograd::Engine::thread_main(std::shared_ptr<torch::autograd::GraphTask> const&)'), ('??', 0, 'start_thread')]
    TORCH = 'site-packages/torch/'

    def get(s, where, line=1, name='forward', op=None):
        if s.stacks == 'none':
            return None
        t, call = s.TORCH, [('site-packages/torch/nn/modules/module.py', 1784, '_call_impl'), ('site-packages/torch/nn/modules/module.py', 1773, '_wrapped_call_impl')]
        main = [('train.py', 141, 'main'), ('train.py', 160, '<module>')]
        py = {'init': [('model.py', line, '__init__'), ('train.py', 96, 'build'), *main],
              'data': [('data.py', line, '__next__'), ('train.py', 112, 'train_step'), *main],
              'layer': [('model.py', line, name), *call, ('model.py', 210, 'forward'), *call, ('train.py', 115, 'train_step'), *main],
              'head': [('model.py', line, 'forward'), *call, ('train.py', 115, 'train_step'), *main],
              'loss': [(t + 'nn/functional.py', 3462, 'cross_entropy'), ('train.py', line, 'train_step'), *main],
              'backward': [],
              'optimizer': [(t + 'optim/adamw.py', line, name), (t + 'optim/optimizer.py', 516, 'wrapper'), ('train.py', 122, 'train_step'), *main],
              'zero_grad': [(t + 'optim/optimizer.py', 1030, 'zero_grad'), ('train.py', 110, 'train_step'), *main],
              'extra': [('telemetry.py', 77, 'snapshot_activations'), ('train.py', 118, 'train_step'), *main],
              'log': [('train.py', 126, 'log_step'), *main]}[where]
        cpp = s.CPP + ([('??', 0, op)] if op else []) + (s.BWD if where == 'backward' else []) if s.stacks == 'all' else []
        return [s.f(*x) for x in cpp + py]


def run(o):
    rng = random.Random(o.seed)
    A, F = Allocator(o.capacity * M, o.expandable, rng), Frames(o.stacks)
    h, V, L, b = o.hidden, o.vocab, o.layers, o.batch
    f = o.ffn or (8 * h // 3 + 255) // 256 * 256
    heads = max(1, h // 64)
    kv = max(1, heads // 4) * 64 if h >= 256 else h
    pb = 2 if o.param_dtype == 'bf16' else 4
    phases, notes, extra, kept = [], [], None, []

    def begin(step, phase):
        phases.append(dict(step=step, phase=phase, first=len(A.trace), start_us=A.now))
        if phase in NOTES and (o.annotate or phase in ('optimizer', 'zero_grad')):
            notes.append((NOTES[phase], 'START', A.now))

    def end():
        p = phases[-1]
        p['last'], p['end_us'] = len(A.trace) - 1, A.now
        if p['phase'] in NOTES and (o.annotate or p['phase'] in ('optimizer', 'zero_grad')):
            notes.append((NOTES[p['phase']], 'END', A.now))

    def mal(n, cat, where, line=1, name='forward', op=None, stream=0):
        return A.malloc(int(n), cat, F.get(where, line, name, op), stream)

    def rel(where, *bs):
        for x in bs:
            A.free(x, F.get(where, 0, 'forward') if o.context == 'all' else None)

    def maybe_extra(step, phase):
        nonlocal extra
        if o.extra and extra is None and o.extra[1:] == (phase, step):
            x = mal(o.extra[0] * M, None, 'extra')
            extra = dict(bytes=o.extra[0] * M, address=x.addr, event=len(A.trace) - 1, phase=phase, step=step)

    A.recording = o.record == 'all'
    layer = [('wq', h * h), ('wk', h * kv), ('wv', h * kv), ('wo', h * h), ('gate', h * f), ('up', h * f), ('down', h * f), ('n1', h), ('n2', h)]
    begin(0, 'init')
    sizes = [V * h] + [n for _ in range(L) for _, n in layer] + [h] + ([] if o.tied else [V * h])
    oom = False
    try:
        params = [mal(n * pb, 'PARAMETER', 'init', 20 + i % 9) for i, n in enumerate(sizes)]
        end()
        A.recording = o.record in ('all', 'late')
        grads, state, ws = [], [], []
        for step in range(1, o.steps + 1):
            seq = o.seq if not o.fragment else max(64, int(o.seq * rng.uniform(0.55, 1.3)) // 8 * 8)
            T = seq * b
            begin(step, 'zero_grad')
            rel('zero_grad', *grads)
            grads = []
            end()
            begin(step, 'forward')
            ids = [mal(8 * T, 'INPUT', 'data', 30), mal(8 * T, 'INPUT', 'data', 31)]
            if not ws and o.workspace:
                ws.append(mal(o.workspace * K, None, 'layer', 90, 'forward', 'at::cuda::getNewWorkspace()'))
            x = mal(2 * h * T, 'ACTIVATION', 'head', 205)
            maybe_extra(step, 'forward')
            saved = []
            for i in range(L):
                comm = None
                if o.comm:                              # FSDP-like: gathered weights live in a second stream's pool
                    comm = mal(sum(n for _, n in layer) * pb, 'TEMPORARY', 'layer', 60, 'unshard', stream=o.comm)
                    comm.uses[0] = A.now + rng.randint(100, 900)
                y1, r1 = mal(2 * h * T, 'ACTIVATION', 'layer', 71), mal(4 * T, 'ACTIVATION', 'layer', 72)
                q, k, v = (mal(2 * n * T, 'ACTIVATION', 'layer', 80) for n in (h, kv, kv))
                q2, k2 = mal(2 * h * T, 'ACTIVATION', 'layer', 85), mal(2 * kv * T, 'ACTIVATION', 'layer', 86)
                rel('layer', q, k)
                at, lse = mal(2 * h * T, 'ACTIVATION', 'layer', 92, op='pytorch_flash::mha_fwd()'), mal(4 * heads * T, 'AUTOGRAD_DETAIL', 'layer', 92)
                op_ = mal(2 * h * T, 'TEMPORARY', 'layer', 95)
                h1 = mal(2 * h * T, 'ACTIVATION', 'layer', 120)
                rel('layer', op_)
                y2, r2 = mal(2 * h * T, 'ACTIVATION', 'layer', 71), mal(4 * T, 'ACTIVATION', 'layer', 72)
                ga, up, si, pr = (mal(2 * f * T, 'ACTIVATION', 'layer', 104 + j, 'mlp') for j in range(4))
                dn = mal(2 * h * T, 'TEMPORARY', 'layer', 109, 'mlp')
                x2 = mal(2 * h * T, 'ACTIVATION', 'layer', 121)
                rel('layer', dn)
                if o.fragment and rng.random() < 0.4:
                    kept.append(mal(rng.choice((300, 1100, 1500, 2300)) * K, None, 'log'))
                saved.append((x, y1, r1, q2, k2, v, at, lse, h1, y2, r2, ga, up, si, pr))
                x = x2
                if comm:
                    rel('layer', comm)
            yf, rf = mal(2 * h * T, 'ACTIVATION', 'head', 215), mal(4 * T, 'ACTIVATION', 'head', 216)
            lg = mal(2 * V * T, 'ACTIVATION', 'head', 217)
            end()
            begin(step, 'loss')
            l32 = mal(4 * V * T, 'TEMPORARY', 'loss', 117)
            ls = mal(4 * V * T, 'ACTIVATION', 'loss', 118)
            loss = mal(4, 'ACTIVATION', 'loss', 118)
            rel('loss', l32, lg)
            maybe_extra(step, 'loss')
            end()
            begin(step, 'backward')
            if len(ws) == 1:                            # autograd's thread has a cuBLAS handle of its own
                ws.append(mal(o.workspace * K, None, 'backward', op='at::cuda::getNewWorkspace()'))
            B = dict(where='backward')
            g32 = mal(4 * V * T, 'TEMPORARY', **B)
            g = mal(2 * V * T, 'TEMPORARY', **B)
            rel('backward', g32, ls, loss)
            head_w = mal(V * h * pb, 'GRADIENT', **B)
            gx = mal(2 * h * T, 'TEMPORARY', **B)
            rel('backward', g, yf, rf)
            gfin = mal(h * pb, 'GRADIENT', **B)
            gn = mal(2 * h * T, 'TEMPORARY', **B)
            rel('backward', gx, x)
            gx = gn
            grads += [head_w, gfin]
            maybe_extra(step, 'backward')
            for (x, y1, r1, q2, k2, v, at, lse, h1, y2, r2, ga, up, si, pr) in reversed(saved):
                gp = mal(2 * f * T, 'TEMPORARY', **B)
                grads.append(mal(h * f * pb, 'GRADIENT', **B))
                rel('backward', pr)
                gs, gu = mal(2 * f * T, 'TEMPORARY', **B), mal(2 * f * T, 'TEMPORARY', **B)
                rel('backward', gp, si, up)
                gg = mal(2 * f * T, 'TEMPORARY', **B)
                rel('backward', gs, ga)
                ya = mal(2 * h * T, 'TEMPORARY', **B)
                grads += [mal(h * f * pb, 'GRADIENT', **B), mal(h * f * pb, 'GRADIENT', **B)]
                rel('backward', gg, gu, y2)
                gh = mal(2 * h * T, 'TEMPORARY', **B)
                grads.append(mal(h * pb, 'GRADIENT', **B))
                rel('backward', ya, r2, h1, gx)
                ga_ = mal(2 * h * T, 'TEMPORARY', **B)
                grads.append(mal(h * h * pb, 'GRADIENT', **B))
                dq, dk, dv = (mal(2 * n * T, 'TEMPORARY', **B) for n in (h, kv, kv))
                acc = mal(4 * h * T, 'AUTOGRAD_DETAIL', **B)
                rel('backward', acc, ga_, at, lse, q2, k2, v)
                ya = mal(2 * h * T, 'TEMPORARY', **B)
                grads += [mal(h * n * pb, 'GRADIENT', **B) for n in (h, kv, kv)]
                rel('backward', dq, dk, dv, y1)
                gx = mal(2 * h * T, 'TEMPORARY', **B)
                grads.append(mal(h * pb, 'GRADIENT', **B))
                rel('backward', ya, r1, x, gh)
            ge = mal(V * h * pb, 'GRADIENT', **B)
            rel('backward', gx, *ids)
            if o.tied:                                  # tied: the two gradients are summed into the first
                rel('backward', ge)
            else:
                grads.append(ge)
            end()
            begin(step, 'optimizer')
            if not state:
                state = [mal(n * pb if n else 4, 'OPTIMIZER_STATE', 'optimizer', 164 + j, '_init_group')
                         for p in sizes for j, n in enumerate((0, p, p))]
            maybe_extra(step, 'optimizer')
            tmp = [mal(p * pb, 'TEMPORARY', 'optimizer', 620, '_multi_tensor_adamw', 'at::native::foreach_tensor_sqrt_cuda') for p in sizes]
            rel('optimizer', *tmp)
            end()
            if o.dump_each and step < o.steps:          # a file's own snapshot event is never in it: the trace is copied first
                A.event('snapshot', 0, A.act, 0, None)
    except OOM:
        oom = True
        end()
    return A, phases, notes, extra, oom, len(sizes), sum(sizes)


def snapshot(A, notes, o):
    v = tuple(int(x) for x in o.version.split('.'))
    cut = max(0, len(A.trace) - o.max_entries)
    trace = A.trace[cut:]
    for e in trace:
        fr = e.pop('frames', None)
        if v < (2, 2):
            del e['time_us']
        if v >= (2, 8):
            e['compile_context'] = 'N/A '.strip()      # a string of its own each time, as pybind makes it
        if v >= (2, 10):
            e['user_metadata'] = ''
        if v >= (2, 12):
            e['pool_id'] = tuple([0, 0])
        if fr is not None:
            e['frames'] = fr
    s = dict(segments=A.segments(), device_traces=[trace] + [[] for _ in range(o.devices - 1)])
    settings = {'PYTORCH_CUDA_ALLOC_CONF': 'expandable_segments:True' if o.expandable else '', 'max_split_size': -1,
                'garbage_collection_threshold': 0.0, 'expandable_segments': o.expandable, 'pinned_num_register_threads': 1,
                'release_lock_on_cudamalloc': False, 'pinned_use_cuda_host_register': False,
                'roundup_power2_divisions': {str(1 << i): 0 for i in range(16)}}
    if v >= (2, 10):
        settings['graph_capture_record_stream_reuse'] = False
    if v >= (2, 3):
        s['allocator_settings'] = settings
    if v >= (2, 5):
        s['external_annotations'] = [dict(name=n, stage=st, device=0, time_us=t) for n, st, t in notes]
    return s, cut


def cpp_pickle(obj):
    """The subset of torch/csrc/jit/serialization/pickler.cpp that a snapshot uses (protocol 2, no frames, memo after content)."""
    out, memo, strings, n, seen = io.BytesIO(), {}, {}, [0], {}
    def count(x):
        if isinstance(x, (dict, list)):
            seen[id(x)] = seen.get(id(x), 0) + 1
            if seen[id(x)] == 1:
                for y in (x.values() if isinstance(x, dict) else x):
                    count(y)
    count(obj)
    def put():
        out.write(b'q' + bytes([n[0]]) if n[0] < 256 else b'r' + struct.pack('<I', n[0]))
        n[0] += 1
        return n[0] - 1
    def get(i):
        out.write(b'h' + bytes([i]) if i < 256 else b'j' + struct.pack('<I', i))
    def w(x):
        if x is True or x is False:
            out.write(b'\x88' if x else b'\x89')
        elif isinstance(x, int):
            out.write(b'K' + bytes([x]) if 0 <= x < 256 else b'M' + struct.pack('<H', x) if 0 <= x < 65536 else
                      b'J' + struct.pack('<i', x) if -2**31 <= x < 2**31 else b'\x8a\x08' + struct.pack('<q', x))
        elif isinstance(x, float):
            out.write(b'G' + struct.pack('>d', x))
        elif isinstance(x, str):
            if x in strings:
                return get(strings[x])
            e = x.encode()
            out.write(b'X' + struct.pack('<I', len(e)) + e)
            strings[x] = put()
        elif isinstance(x, tuple):
            for y in x:
                w(y)
            out.write(b'\x86')
        else:
            if id(x) in memo:
                return get(memo[id(x)])
            out.write(b'}(' if isinstance(x, dict) else b'](')
            for y in ([z for kv in x.items() for z in kv] if isinstance(x, dict) else x):
                w(y)
            out.write(b'u' if isinstance(x, dict) else b'e')
            if seen[id(x)] > 1:
                memo[id(x)] = put()
    out.write(b'\x80\x02')
    w(obj)
    out.write(b'.')
    return out.getvalue()


def timelines(A):
    """[times, sizes] and raw events; tensors whose allocation precedes the first recorded event are PREEXISTING (t = -1)."""
    t0 = A.trace[0]['time_us'] if A.trace else 0
    live, raw = {}, []
    for t, addr, size, cat in A.ops:
        if size > 0:
            live[addr] = (t, size, cat)
            if t >= t0:
                raw.append((t * 1000, 2, size, CATS.index(cat)))
        else:
            born, _, _ = live.pop(addr)
            if t < t0:
                continue
            if born < t0:
                raw.insert(0, (-1, 1, -size, CATS.index(cat)))
            raw.append((t * 1000, 4, size, CATS.index(cat)))
    for addr, (born, size, cat) in live.items():
        if born < t0:
            raw.insert(0, (-1, 1, size, CATS.index(cat)))
    times, rows, cur, tmin = [], [], [0] * 9, -1
    for t, _, size, c in raw:
        u = t if t == -1 else t // 1000
        tmin = u if tmin == -1 or 0 < u < tmin else tmin
        cur[c + 1] += size
        if times and times[-1] == u:
            rows[-1] = cur[:]
        else:
            times.append(u)
            rows.append(cur[:])
    return [[tmin if t < 0 else t for t in times], rows], raw


def save(path, data):
    if path.endswith('.gz'):
        with open(path, 'wb') as raw, gzip.GzipFile('', 'wb', 9, raw, 0) as z:
            z.write(data)
    else:
        with open(path, 'wb') as z:
            z.write(data)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a = p.add_argument
    a('-o', '--out'); a('--timeline'); a('--raw'); a('--truth')
    a('--layers', type=int, default=4); a('--hidden', type=int, default=512); a('--ffn', type=int, default=0); a('--vocab', type=int, default=8192)
    a('--seq', type=int, default=512); a('--batch', type=int, default=2); a('--steps', type=int, default=2); a('--seed', type=int, default=1)
    a('--tied', action='store_true'); a('--param-dtype', choices=('bf16', 'fp32'), default='bf16')
    a('--workspace', type=int, default=8320, help='cuBLAS workspace in KiB, once per thread (8320; Hopper 32768; 0 none)')
    a('--fragment', action='store_true'); a('--extra', help='MIB@PHASE:STEP, PHASE forward, loss, backward or optimizer')
    a('--expandable', action='store_true'); a('--comm', type=int, nargs='?', const=94143178, default=0, help='stream number of gathered weights')
    a('--capacity', type=int, default=80000, help='MiB the allocator may reserve')
    a('--record', choices=('all', 'late', 'none'), default='all'); a('--max-entries', type=int, default=sys.maxsize)
    a('--stacks', choices=('all', 'python', 'none'), default='all'); a('--context', choices=('all', 'alloc'), default='all')
    a('--annotate', action='store_true', help='user annotations around forward and backward (2.5 and later)')
    a('--dump-each', action='store_true', help='snapshot events of earlier dumps, one per step')
    a('--devices', type=int, default=1, help='device_traces holds as many lists, all but the first empty')
    a('--version', choices=('2.1', '2.2', '2.4', '2.5', '2.8', '2.10', '2.12'), default='2.4')
    a('--writer', choices=('python', 'cpp'), default='python'); a('--protocol', type=int, default=4)
    o = p.parse_args()
    if o.extra:
        m, rest = o.extra.split('@')
        ph, st = (rest.split(':') + ['1'])[:2]
        o.extra = int(m), ph, int(st)
    A, phases, notes, extra, oom, tensors, elements = run(o)
    if o.timeline or o.raw:
        t, raw = timelines(A)
        if o.timeline:
            save(o.timeline, json.dumps(t).encode())
        if o.raw:
            save(o.raw, json.dumps(raw).encode())
    s, cut = snapshot(A, notes, o)
    if o.out:
        save(o.out, cpp_pickle(s) if o.writer == 'cpp' else pickle.dumps(s, protocol=o.protocol))
    if o.truth:
        trace = s['device_traces'][0]
        before, live = 0, {}
        for e in trace:                                 # alive before the first event = blocks freed or kept that the trace did not allocate
            if e['action'] == 'alloc':
                live[e['addr']] = 1
            elif e['action'] == 'free_completed' and not live.pop(e['addr'], 0):
                before += e['size']
        before += sum(b['requested_size'] for g in s['segments'] for b in g['blocks'] if b['state'] != 'inactive' and b['address'] not in live)
        cur = peak = before
        for e in trace:
            cur += {'alloc': e['size'], 'free_completed': -e['size']}.get(e['action'], 0)
            peak = max(peak, cur)
        for q in phases:
            q['first'], q['last'] = q['first'] - cut, q['last'] - cut
        if extra:
            extra['event'] -= cut
        pk = dict(A.peak)
        pk['at_event'] = pk.get('at_event', -1) - cut if A.recording else None
        save(o.truth, json.dumps(dict(
            parameters=dict(tensors=tensors, elements=elements, bytes=elements * (2 if o.param_dtype == 'bf16' else 4)),
            peak_whole_run=pk, events=len(trace), dropped_events=cut, requested_before_first_event=before, peak_requested_in_trace=peak,
            requested_at_end=A.req, active_at_end=A.act, allocated_at_end=A.allocated, reserved_at_end=A.reserved, oom=oom, extra=extra,
            phases=[q for q in phases if q['last'] >= 0 and q['last'] >= q['first']]), indent=1).encode())
    print('%d events, %d segments, peak requested %.1f MiB, active %.1f, reserved %.1f%s' % (
        len(s['device_traces'][0]), len(s['segments']), A.peak['requested'] / M, A.peak['active'] / M, A.peak['reserved'] / M, ', oom' if oom else ''), file=sys.stderr)


if __name__ == '__main__':
    main()
