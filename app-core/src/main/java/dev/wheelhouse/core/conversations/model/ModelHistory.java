package dev.wheelhouse.core.conversations.model;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.wheelhouse.core.conversations.ConversationMessage;
import dev.wheelhouse.core.conversations.MessageRole;
import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.core.conversations.PlanStatus;
import dev.wheelhouse.core.conversations.PlanStep;
import dev.wheelhouse.core.conversations.StepStatus;
import dev.wheelhouse.core.conversations.tool.SecretText;
import dev.wheelhouse.core.conversations.tool.SlashCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What of a conversation a model is told: questions, its own answers, and how what it proposed ended. Commands, what they
 * answered and what plans came to may hold what a connection does not share, and are for people alone. Pure.
 */
final class ModelHistory {

    /** A question with what came before it, and its answer. */
    private record Exchange(String question, String answer) {

        long tokens() {
            return Tokens.of(question) + Tokens.of(answer);
        }
    }

    private ModelHistory() {}

    /**
     * The newest of it, and always the question at its end.
     *
     * @param plans those of the conversation
     * @param tokens how many it may have
     */
    static List<ChatMessage> of(List<ConversationMessage> said, List<Plan> plans, long tokens) {
        List<Exchange> exchanges = exchanges(said, plans);
        Exchange last = exchanges.getLast();
        int first = exchanges.size() - 1;
        long left = tokens - last.tokens();
        while (first > 0 && (left -= exchanges.get(first - 1).tokens()) >= 0) {
            first--;
        }
        List<ChatMessage> messages = new ArrayList<>();
        for (Exchange each : exchanges.subList(first, exchanges.size() - 1)) {
            messages.add(UserMessage.from(each.question()));
            messages.add(AiMessage.from(each.answer()));
        }
        messages.add(UserMessage.from(last.question()));
        return messages;
    }

    /** The last one is not answered yet. */
    private static List<Exchange> exchanges(List<ConversationMessage> said, List<Plan> plans) {
        Map<String, Plan> byId = plans.stream().collect(Collectors.toMap(Plan::id, Function.identity()));
        List<Exchange> exchanges = new ArrayList<>();
        String news = "";
        String question = "";
        boolean isForModel = false;
        for (ConversationMessage each : said) {
            if (each.role() == MessageRole.USER) {
                isForModel = !SlashCommand.isOne(each.content());
                if (isForModel) {
                    // Two questions in a row are one: the first was not answered.
                    question = (question.isEmpty() ? news : question + "\n\n") + SecretText.redact(each.content());
                    news = "";
                }
                continue;
            }
            if (each.role() == MessageRole.ASSISTANT && isForModel && !question.isEmpty()) {
                exchanges.add(new Exchange(question, each.content().isBlank() ? "-" : each.content()));
                question = "";
                Plan plan = each.planId() == null ? null : byId.get(each.planId());
                news += plan == null ? "" : news(plan);
            }
        }
        exchanges.add(new Exchange(question, ""));
        return exchanges;
    }

    /** What became of a plan, without what its steps answered. */
    private static String news(Plan plan) {
        return plan.steps().stream()
                .map(each -> each.ordinal() + ". " + each.sentence() + ": " + word(plan.status(), each) + "\n")
                .collect(Collectors.joining(
                        "", "(The console says what became of the steps that you proposed:\n", ")\n\n"));
    }

    private static String word(PlanStatus plan, PlanStep step) {
        if (step.status() == StepStatus.PROPOSED) {
            return plan == PlanStatus.EXPIRED ? "expired without an approval" : "waits for approval";
        }
        if (step.status() == StepStatus.SKIPPED && plan == PlanStatus.REJECTED) {
            return "rejected";
        }
        return step.status().wireName();
    }
}
