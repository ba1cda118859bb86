/**
 * Answers by a language model, on any server that speaks OpenAI's chat completions. {@code ModelAssistant} sets up a
 * {@code ModelTurn}, which asks the model, uses the tools that it calls for, and ends by its own limits; {@code ModelHistory}
 * is what of a conversation the model is told.
 */
package dev.wheelhouse.core.conversations.model;
