/**
 * Channels over which people hear what happened. {@link dev.wheelhouse.core.notifications.ChannelService} keeps them and
 * tests them; a {@link dev.wheelhouse.core.notifications.ChannelSender} sends one message once and knows of no queue. What
 * a kind takes, how a message looks there and what its answers mean is in the targets ({@code …Target}), which are pure.
 * Invariants: where a channel leads (address, token, chat) is in the vault alone, and in no answer, event, error or line of
 * the log; what others may see of it is the hint.
 */
package dev.wheelhouse.core.notifications;
