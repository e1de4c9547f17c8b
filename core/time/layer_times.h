// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/layer_work.h"
#include "core/time/step_time.h"

#include <cstdint>

namespace highwater {

/// The share of PCIe's rate that a copy reaches: assumed, without a source. To replace it, divide
/// what copies of pinned memory reach (nvbandwidth, host_to_device_memcpy_ce) by the rate of the
/// link.
inline constexpr double pcieShare = 0.8;

/// The ranks of a collective: how fast a ring through them is.
struct Ring
{
    double ranks = 1, rate = 1, hop = 0;
    std::int64_t inNode = 1;
    Link link = Link::Intra;

    /// The part of a tensor that one rank sends when all of them gather or reduce it.
    double part() const { return (ranks - 1) / ranks; }
};

/// `stride`: the distance between neighbours among all GPUs, of which those of a node follow one
/// another.
Ring ringOf(const Machine& machine, std::int64_t ranks, std::int64_t stride);

/// The seconds of a transfer that computation does not hide, although `window` seconds of it run at
/// the same time.
double waitOf(double seconds, double window, const Pace& pace);

/// Bytes that one layer sends for one micro-batch, and its time on the link.
struct LayerTraffic
{
    double bytes = 0, seconds = 0, waits = 0;
    double sends = 0; ///< collectives, rounds or ways that the bytes take

    void add(const LayerTraffic& other)
    {
        bytes += other.bytes;
        seconds += other.seconds;
        waits += other.waits;
    }
};

/// The time of bytes on a link, in so many sends, before computation hides a part of it.
LayerTraffic onLink(double bytes, const Ring& ring, double sends = 1);

/// Traffic of weights that a rank receives: from the shards of other ranks, those of routed experts
/// from different ranks, and from the host.
struct Arrivals
{
    LayerTraffic shards, experts, host;

    double waits() const { return shards.waits + experts.waits + host.waits; }
    void add(const Arrivals& other)
    {
        shards.add(other.shards);
        experts.add(other.experts);
        host.add(other.host);
    }
};

/// One layer of a kind, dense or with experts, for one micro-batch on one rank.
struct LayerKind
{
    LayerSeconds seconds;
    LayerTraffic tensor, context, expert, offload;
    Arrivals weights;
    double parameters = 0, trained = 0, routed = 0, trainedRouted = 0; ///< of one rank
    double total() const { return seconds.total() + weights.waits() + offload.waits; }
};

using LayerKinds = std::array<LayerKind, layerClasses.size()>;

/// The times of a plan's layers and of its head, which are the same on every stage.
class LayerTimes
{
public:
    LayerTimes(const Resolved& plan, const Machine& machine);

    /// One layer of each class; nothing for a class of which the plan has no layers.
    LayerKinds layerKinds() const;
    double headSeconds() const;
    /// The tower's passes over the images of a micro-batch.
    double imageSeconds() const;
    /// Mean bytes of a value between tensor ranks. In 8 bits what is gathered is sent in 8, what is
    /// scattered in 16 (TransformerEngine, pytorch/distributed.py: gather_along_first_dim).
    double tensorWidth(const LayerClass& of) const;
    double headWeightSeconds() const; ///< the part of it that makes the gradient of its weight
    /// Weights that are gathered from shards and copied from the host, one transfer after the
    /// other, in the forward and, with `backward`, in the backward pass; `window` seconds of
    /// computation run at the same time.
    Arrivals arriving(double parameters, double routed, double window, bool backward) const;
    /// The number of times that a micro-batch gathers weights. `backward`: the weights have a
    /// backward pass.
    double gathers(bool backward) const;
    Ring parameterHost() const; ///< the link over which offloaded weights are copied
    /// The ring of so many ranks that hold the same weights, or shards of them: between two of them
    /// are the tensor ranks, and for routed experts all ranks that hold other experts (Megatron-LM,
    /// parallel_state.py: tensor, then expert, then data).
    Ring sharing(std::int64_t ranks, bool routed = false) const;

protected:
    const Resolved& m_plan;
    const Layout& m_layout;
    const Machine& m_machine;
    const Pace& m_pace;
    double m_valueBytes, m_tokens;
    Ring m_tensor, m_context, m_expert;
    Ring m_shards, m_expertShards; ///< the ranks that share weights and states

private:
    /// The computing of one rank, without traffic and launching.
    LayerSeconds computed(const LayerClass& of) const;
    LayerKind layer(const LayerClass& of) const;
    void addTensor(LayerKind& kind, const LayerClass& of) const;
    void addContext(LayerKind& kind, const LayerClass& of) const;
    void addExperts(LayerKind& kind, const LayerClass& of) const;
    void addLaunching(LayerKind& kind, const LayerClass& of) const;
    void addWeights(LayerKind& kind, const LayerClass& of) const;
    void addActivationOffload(LayerKind& kind, const LayerClass& of) const;
    double markedShare(const LayerClass& of) const;
    double tensorCollectives(const LayerClass& of) const;
    double repeatedGathers(bool backward) const;
    double tensorsOfLayer(Per per, const LayerClass& of, double marked) const;
    double uploaded(double parameters, double routed, bool backward) const;
    double weightShards(bool routed = false) const;
    double logits() const; ///< the logits that a rank computes for a micro-batch
    double partsAgain(const LayerWork& work, double scores) const;
    double recomputed(const LayerClass& of) const;
    double mlpAgain(const LayerClass& of) const;

    double m_productRate; ///< of wide products
    double m_wideRate; ///< of those that 8-bit recipes leave in 16 bits
    double m_statesRate; ///< of the states of linear layers, and of attention between patches
    KernelShares m_scoreRates;
};

} // namespace highwater
