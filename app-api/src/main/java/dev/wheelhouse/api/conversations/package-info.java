/** Conversations with the assistant, and what it proposes. */
package dev.wheelhouse.api.conversations;
