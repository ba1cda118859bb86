/**
 * The assistant beside every screen: what is said ({@code AssistantViewModel}, {@code AssistantPanel}), the tools that were used,
 * and plans with what the core says of each step ({@code PlanCard}).
 */
package dev.wheelhouse.ui.conversations;
