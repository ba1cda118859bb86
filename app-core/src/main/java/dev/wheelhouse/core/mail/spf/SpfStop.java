package dev.wheelhouse.core.mail.spf;

/** Ends an evaluation with {@code temperror} or {@code permerror}; its message is a sentence. */
final class SpfStop extends Exception {

    private static final long serialVersionUID = 1;

    private final SpfResult result;

    private SpfStop(SpfResult result, String reason) {
        super(reason, null, false, false);
        this.result = result;
    }

    static SpfStop temporary(String reason) {
        return new SpfStop(SpfResult.TEMPERROR, reason);
    }

    static SpfStop permanent(String reason) {
        return new SpfStop(SpfResult.PERMERROR, reason);
    }

    SpfResult result() {
        return result;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
