package dev.wheelhouse.core.logs.match;

/** Finds fields of JSON ({@code "key":"value"}) and logfmt ({@code key=value}) without parsing the line. Pure. */
final class LineFields {

    private LineFields() {}

    /**
     * Where the value of a field begins, behind an opening quote.
     *
     * @param at where the key might begin
     * @param names that are taken, a longer one before its beginning
     * @return -1 when there is no such field
     */
    static int valueOf(String line, int at, String... names) {
        for (String name : names) {
            if (line.startsWith(name, at)) {
                return valueBehind(line, at, at + name.length());
            }
        }
        return -1;
    }

    private static int valueBehind(String line, int start, int end) {
        char before = start == 0 ? ' ' : line.charAt(start - 1);
        if (before == '@') {
            before = start == 1 ? ' ' : line.charAt(start - 2);
        }
        if (before == '"') {
            return end < line.length() && line.charAt(end) == '"' ? behindColon(line, end + 1) : -1;
        }
        boolean isField = (before == ' ' || before == '\t') && end < line.length() && line.charAt(end) == '=';
        return isField ? behindQuote(line, end + 1) : -1;
    }

    private static int behindColon(String line, int from) {
        int at = behindBlanks(line, from);
        if (at >= line.length() || line.charAt(at) != ':') {
            return -1;
        }
        return behindQuote(line, behindBlanks(line, at + 1));
    }

    private static int behindQuote(String line, int at) {
        return at < line.length() && line.charAt(at) == '"' ? at + 1 : at;
    }

    private static int behindBlanks(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
