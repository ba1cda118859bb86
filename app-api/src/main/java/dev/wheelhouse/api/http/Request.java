package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request that has passed every check of the edge. For one thread. */
public final class Request {

    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,10}");

    private final RequestHead head;
    private final Map<String, String> pathParameters;
    private final QueryParameters query;
    private final @Nullable Caller caller;
    private final Content content;

    /** The body, read or still to be read. */
    static final class Content {
        private final BodyRule rule;
        private final byte[] bytes;
        private final RequestBody stream;
        private final JsonCodec json;

        Content(BodyRule rule, byte[] bytes, RequestBody stream, JsonCodec json) {
            this.rule = rule;
            this.bytes = bytes;
            this.stream = stream;
            this.json = json;
        }
    }

    Request(
            RequestHead head,
            Map<String, String> pathParameters,
            QueryParameters query,
            @Nullable Caller caller,
            Content content) {
        this.head = head;
        this.pathParameters = pathParameters;
        this.query = query;
        this.caller = caller;
        this.content = content;
    }

    /** A place of the route's template, decoded; never empty. */
    public String pathParameter(String name) {
        String value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The route has no place named " + name);
        }
        return value;
    }

    /** A query parameter as it was given, even if empty. */
    public Optional<String> text(String name) {
        return query.find(name);
    }

    /** A parameter that the route {@link Route#withRepeatable allows} several times, in the order given. */
    public List<String> texts(String name) {
        return query.findAll(name);
    }

    /** @throws AppException {@code validation_failed} when it is longer, in UTF-16 units */
    public Optional<String> text(String name, int maxLength) {
        Optional<String> value = query.find(name);
        if (value.isPresent() && value.get().length() > maxLength) {
            throw AppException.invalid("query." + name, "Give at most " + maxLength + " characters.");
        }
        return value;
    }

    /** @throws AppException {@code validation_failed} when it is missing or empty */
    public String requiredText(String name) {
        return query.find(name)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> AppException.invalid("query." + name, "This parameter is required."));
    }

    /** @throws AppException {@code validation_failed} when it is no whole number in decimal digits, or out of range */
    public int integer(String name, int defaultValue, int min, int max) {
        return query.find(name).map(text -> integer(name, text, min, max)).orElse(defaultValue);
    }

    private static int integer(String name, String text, int min, int max) {
        // Integer.parseInt would also take a plus sign and digits of other scripts.
        boolean digits = WHOLE_NUMBER.matcher(text).matches();
        long value = digits ? Long.parseLong(text) : Long.MIN_VALUE;
        if (!digits || value < min || value > max) {
            throw AppException.invalid("query." + name, "Give a whole number from " + min + " to " + max + ".");
        }
        return (int) value;
    }

    /** @throws AppException {@code validation_failed} when it is neither true nor false */
    public boolean flag(String name, boolean defaultValue) {
        return query.find(name)
                .map(text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw AppException.invalid("query." + name, "Give true or false.");
                })
                .orElse(defaultValue);
    }

    Map<String, String> queryValues() {
        return query.values();
    }

    public Optional<String> header(String name) {
        var values = head.headerValues(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(",", values));
    }

    /**
     * Where a reader that lost its stream goes on; empty for one that begins.
     *
     * @param form of the ids of the stream
     * @throws AppException {@code validation_failed} for what has another form
     */
    public Optional<String> lastEventId(Pattern form) {
        Optional<String> id = header("Last-Event-ID").filter(each -> !each.isEmpty());
        if (id.isPresent() && !form.matcher(id.get()).matches()) {
            throw AppException.invalid("Last-Event-ID", "Use the id of an event of this stream, or leave it out.");
        }
        return id;
    }

    /** The address that the caller reached us by, such as {@code http://localhost:7465}. */
    public String origin() {
        return (head.secure() ? "https://" : "http://")
                + head.authority().or(() -> head.header("Host")).orElse("localhost");
    }

    /** The peer's address. */
    public String address() {
        return head.address();
    }

    /** Names the call in the log and in error answers. */
    public String id() {
        return head.id();
    }

    /** The path as it was sent, escapes and {@code /api/v1} included. */
    public String path() {
        return head.path();
    }

    /**
     * The JSON body as a record; see {@link JsonCodec#read}.
     *
     * @throws AppException {@code malformed_json}, also for no body at all; {@code validation_failed}
     */
    public <T> T body(Class<T> type) {
        if (!(content.rule instanceof BodyRule.Json(boolean optional))) {
            throw new IllegalStateException("The route takes no JSON body");
        }
        return content.json.read(optional && content.bytes.length == 0 ? EMPTY_OBJECT : content.bytes, type);
    }

    /**
     * Whether the JSON body has a member, where its shape depends on that.
     *
     * @throws AppException {@code malformed_json}, also for no body at all
     */
    public boolean bodyHas(String member) {
        return content.json.has(content.bytes, member);
    }

    /**
     * The body of a route with {@link Route#withMessageBody}: maps, lists, texts, booleans and exact numbers. Unlike in
     * {@link #body}, members that nobody knows are let pass.
     *
     * @throws AppException {@code malformed_json}, also for no body at all; {@code validation_failed} for
     *     {@code null} and for half a character
     */
    public Object message() {
        if (!(content.rule instanceof BodyRule.JsonRpc)) {
            throw new IllegalStateException("The route takes no messages");
        }
        return content.json.read(content.bytes, Object.class);
    }

    /** The body of a route with {@link Route#withRawBody}, as it came; empty for none. */
    public byte[] rawBody() {
        if (!(content.rule instanceof BodyRule.Raw)) {
            throw new IllegalStateException("The route takes no raw body");
        }
        return content.bytes.clone();
    }

    /**
     * The body of a route with {@link Route#withTextBody}, read as it arrives. Fails with {@code payload_too_large} past
     * the route's limit and {@code request_timeout} when nothing more comes.
     */
    public InputStream bodyStream() {
        if (!(content.rule instanceof BodyRule.Text(long maxBytes))) {
            throw new IllegalStateException("The route takes no streamed body");
        }
        return content.stream.open(maxBytes);
    }

    /** Who asks; not for routes that are open to anybody. */
    public Caller caller() {
        if (caller == null) {
            throw new IllegalStateException("An open route has no caller");
        }
        return caller;
    }

    public String requestId() {
        return head.id();
    }
}
