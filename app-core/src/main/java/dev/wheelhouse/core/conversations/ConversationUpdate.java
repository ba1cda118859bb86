package dev.wheelhouse.core.conversations;

/** What a reader of a conversation hears of. */
public sealed interface ConversationUpdate {

    /** A message is complete; what was told of an answer under way belongs to it. */
    record Said(ConversationMessage message) implements ConversationUpdate {}

    /** The answer under way has more text. */
    record Writing(String text) implements ConversationUpdate {}

    /** The answer under way has used a tool. */
    record Used(ToolEvent toolEvent) implements ConversationUpdate {}

    /** A plan was filed, decided, carried out further, or has expired. */
    record Planned(Plan plan) implements ConversationUpdate {}

    /** The assistant began to work, or has ended. */
    record Working(boolean now) implements ConversationUpdate {}
}
