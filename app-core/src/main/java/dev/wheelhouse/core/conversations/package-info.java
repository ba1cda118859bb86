/**
 * Conversations with an assistant whose tools are the console's own operations. {@code ConversationService} keeps what is
 * said and has it answered as a job ({@code AnswerRun}); what an {@code Assistant} would change becomes a {@code Plan}, which a
 * person approves ({@code PlanService}) and a job carries out ({@code PlanRun}). {@code tool} is what a tool is,
 * {@code operations} which there are.
 */
package dev.wheelhouse.core.conversations;
