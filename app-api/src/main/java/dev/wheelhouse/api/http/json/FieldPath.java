package dev.wheelhouse.api.http.json;

import org.jspecify.annotations.Nullable;

/** Where in a body we are; written out only when there is something to complain of. */
final class FieldPath {

    static final FieldPath ROOT = new FieldPath(null, "", -1);

    private final @Nullable FieldPath parent;
    private final String name;
    private final int index;

    private FieldPath(@Nullable FieldPath parent, String name, int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    FieldPath member(String member) {
        return new FieldPath(this, member, -1);
    }

    FieldPath item(int position) {
        return new FieldPath(this, "", position);
    }

    /** Dotted form, such as {@code edits[0].op}; {@code body} for the whole. */
    @Override
    public String toString() {
        if (parent == null) {
            return "body";
        }
        StringBuilder text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.append(text);
        if (index >= 0) {
            if (text.isEmpty()) {
                text.append("body");
            }
            text.append('[').append(index).append(']');
            return;
        }
        if (!text.isEmpty()) {
            text.append('.');
        }
        text.append(WellFormed.repair(name));
    }
}
