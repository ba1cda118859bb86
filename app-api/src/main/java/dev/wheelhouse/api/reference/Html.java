package dev.wheelhouse.api.reference;

import java.util.regex.Pattern;

/** Builds HTML; every text goes in escaped. For one thread. */
final class Html {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern STRONG = Pattern.compile("\\*\\*([^*]+)\\*\\*");

    private final StringBuilder out = new StringBuilder();

    /** Markup of our own, as it is. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    Html text(String text) {
        out.append(escape(text));
        return this;
    }

    /** An element with text inside. */
    Html element(String name, String cssClass, String text) {
        String attribute = cssClass.isEmpty() ? "" : " class=\"" + escape(cssClass) + "\"";
        return raw("<" + name + attribute + ">").text(text).raw("</" + name + ">");
    }

    /** Running text of the document: paragraphs between empty lines, {@code `code`} and {@code **what stands out**}. */
    Html prose(String text) {
        for (String paragraph : text.strip().split("\\n\\s*\\n", -1)) {
            if (!paragraph.isBlank()) {
                raw("<p>").raw(inline(paragraph.strip())).raw("</p>");
            }
        }
        return this;
    }

    static String inline(String text) {
        String withCode = CODE.matcher(escape(text)).replaceAll("<code>$1</code>");
        return STRONG.matcher(withCode).replaceAll("<strong>$1</strong>");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
