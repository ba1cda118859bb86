/**
 * When what is due next, kept in the state, so that it outlives the console and is handled once by one of those that share
 * the state. A timer only says when to look: what is to be done then, the feature's own row says, and the two change in one
 * transaction.
 */
package dev.wheelhouse.core.platform.timer;
