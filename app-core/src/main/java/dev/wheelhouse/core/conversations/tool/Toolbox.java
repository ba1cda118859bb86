package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.text.Nearest;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Every tool. What one does is the services' to allow; nothing that changes anything is done here. Thread-safe. */
public final class Toolbox {

    /** Of one result, in UTF-8. */
    public static final int MOST_BYTES = 32 << 10;

    private static final int ROOM_FOR_NOTE = 200;

    private static final System.Logger LOG = System.getLogger(Toolbox.class.getName());

    private final Map<String, Tool> byName = new LinkedHashMap<>();
    private final Map<String, Tool> byCommand = new LinkedHashMap<>();

    public Toolbox(Collection<Tool> tools) {
        for (Tool each : tools) {
            if (byName.put(each.name(), each) != null || byCommand.put(each.command(), each) != null) {
                throw new IllegalArgumentException("Two tools are called " + each.name() + " or /" + each.command());
            }
        }
    }

    public List<Tool> all() {
        return List.copyOf(byName.values());
    }

    /** Those that the caller's scopes allow. */
    public List<Tool> of(Caller caller) {
        return byName.values().stream().filter(each -> caller.may(each.scope())).toList();
    }

    public Optional<Tool> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Optional<Tool> findCommand(String command) {
        return Optional.ofNullable(byCommand.get(command));
    }

    Collection<String> commands() {
        return byCommand.keySet();
    }

    /**
     * Uses a tool: reads at once, or says what a change would do. Never throws what a service refuses; the answer says it.
     *
     * @param given the input as JSON has it
     * @param isForModel whether the answer goes to a model
     */
    public ToolAnswer use(Caller caller, String name, Map<String, Object> given, boolean isForModel) {
        Tool tool = byName.get(name);
        if (tool == null) {
            List<String> near = Nearest.of(name, byName.keySet(), 3);
            String instead = near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
            return failed(name, given, "There is no tool named " + name + "." + instead);
        }
        try {
            caller.require(tool.scope());
            ToolInput input = tool.checked(given);
            ToolCall call = new ToolCall(caller, input, isForModel);
            return switch (tool.work()) {
                case Tool.Work.Reading reading -> {
                    String text = reading.answer().apply(call);
                    yield new ToolAnswer(name, input.values(), shown(text, isForModel), false, null);
                }
                case Tool.Work.Changing changing ->
                    proposed(tool, input, changing.preview().apply(call), isForModel);
            };
        } catch (AppException e) {
            return failed(name, given, isForModel ? SecretText.redact(message(e)) : message(e));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "The tool " + name + " failed; request " + caller.requestId(), e);
            return failed(name, given, "The console failed. Its log names this call as " + caller.requestId() + ".");
        }
    }

    private static ToolAnswer proposed(Tool tool, ToolInput input, Preview preview, boolean isForModel) {
        StringBuilder text = new StringBuilder(preview.sentence()).append('.');
        preview.facts().forEach(each -> text.append('\n').append(each));
        if (!isForModel) {
            // What a database estimates says something of its rows, and nobody approved that.
            preview.estimates().forEach(each -> text.append('\n').append(each));
        }
        return new ToolAnswer(
                tool.name(),
                input.values(),
                shown(text.toString(), isForModel),
                false,
                new ToolAnswer.Proposed(tool, input, preview));
    }

    private static ToolAnswer failed(String name, Map<String, Object> given, String why) {
        return new ToolAnswer(name, given, cut(why), true, null);
    }

    /** What may be said of a failure. */
    public static String message(AppException e) {
        return e.kind() == ErrorKind.INTERNAL
                ? "The console failed; its log has the reason."
                : Objects.requireNonNullElse(e.getMessage(), "");
    }

    private static String shown(String text, boolean isForModel) {
        if (!isForModel) {
            return cut(text);
        }
        // Far more than is shown, so that no secret is cut in two and escapes.
        int end = Math.min(text.length(), 4 * MOST_BYTES);
        return cut(SecretText.redact(text.substring(0, end)), text.length() - end);
    }

    private static String cut(String text) {
        return cut(text, 0);
    }

    /** Without NUL and halves of characters, which not every state can keep. */
    public static String storable(String text) {
        return new String(text.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * At most {@link #MOST_BYTES} of UTF-8, with a note where something was left out.
     *
     * @param more characters that were left out already
     */
    private static String cut(String text, int more) {
        if (more == 0 && text.length() <= MOST_BYTES / 3) {
            return storable(text);
        }
        CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer characters = CharBuffer.wrap(text);
        encoder.encode(characters, ByteBuffer.allocate(MOST_BYTES - ROOM_FOR_NOTE), true);
        int left = characters.remaining() + more;
        return left == 0
                ? storable(text)
                : storable(text.substring(0, characters.position())) + "\n… cut here: " + left
                        + " more characters. Ask for less, or look at it in the console.";
    }
}
