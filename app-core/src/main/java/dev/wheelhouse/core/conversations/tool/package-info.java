/** Tools as assistants and slash commands use them: what they take, what they answer, what a change would do. */
package dev.wheelhouse.core.conversations.tool;
