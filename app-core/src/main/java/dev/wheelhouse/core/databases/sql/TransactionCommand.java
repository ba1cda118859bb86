package dev.wheelhouse.core.databases.sql;

import java.util.Optional;

/**
 * What a PostgreSQL statement that begins or ends a transaction asks for (manual, "BEGIN", "COMMIT", "ROLLBACK"), read
 * so that somebody can do it in its place: its own text need not reach the server. A key word cannot be escaped or quoted,
 * so its first word identifies each of these statements.
 */
public sealed interface TransactionCommand {

    /**
     * @param characteristics the key words of its isolation level and of DEFERRABLE, in upper case; blank for none
     * @param mayWrite whether READ WRITE is among them
     */
    record Begin(String characteristics, boolean mayWrite) implements TransactionCommand {}

    /** @param chain whether a transaction with the same characteristics begins at once (AND CHAIN) */
    record End(boolean commit, boolean chain) implements TransactionCommand {}

    /** @param savepoint its name as written */
    record RollbackTo(String savepoint) implements TransactionCommand {}

    /** Begins or ends a transaction in a way that nobody here can do in its place, PREPARE TRANSACTION among them. */
    record Unknown() implements TransactionCommand {}

    /** Empty for a statement that neither begins nor ends a transaction. */
    static Optional<TransactionCommand> of(SqlStatement statement) {
        if (!begins(statement)) {
            return Optional.empty();
        }
        Lexemes lexemes = new Lexemes(statement);
        Reader reader = new Reader(lexemes);
        return switch (lexemes.word(0)) {
            case "BEGIN" -> Optional.of(reader.begin(reader.skip(1, Reader.NOISE)));
            case "START" -> Optional.of(lexemes.is(1, "TRANSACTION") ? reader.begin(2) : new Unknown());
            case "COMMIT", "END" -> Optional.of(reader.end(true));
            case "ROLLBACK", "ABORT" -> Optional.of(reader.end(false));
            case "PREPARE" -> lexemes.is(1, "TRANSACTION") ? Optional.of(new Unknown()) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** The end of a transaction that keeps its changes; empty for any other statement. */
    static Optional<End> commit(SqlStatement statement) {
        return of(statement).filter(End.class::isInstance).map(End.class::cast).filter(End::commit);
    }

    /** Looked at for every statement, so the first word alone decides for nearly all of them. */
    private static boolean begins(SqlStatement statement) {
        String text = statement.text();
        int end = statement.tokens().end(0);
        return Reader.FIRST.contains(text, 0, end, KeyWords.hash(text, 0, end));
    }

    /** Reads the words behind the first. */
    record Reader(Lexemes lexemes) {

        private static final KeyWords FIRST =
                KeyWords.of("BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "PREPARE");
        private static final KeyWords NOISE = KeyWords.of("WORK", "TRANSACTION");
        private static final KeyWords SAVEPOINT = KeyWords.of("SAVEPOINT");
        private static final KeyWords ACCESS = KeyWords.of("ONLY", "WRITE");
        private static final KeyWords COMMITTED = KeyWords.of("COMMITTED", "UNCOMMITTED");

        private int skip(int at, KeyWords noise) {
            return lexemes.isOneOf(at, noise) ? at + 1 : at;
        }

        private TransactionCommand begin(int from) {
            StringBuilder characteristics = new StringBuilder();
            boolean mayWrite = false;
            int at = from;
            while (at < lexemes.size()) {
                if (at > from && lexemes.is(at, ",")) {
                    at++;
                }
                int length = characteristic(at);
                if (length == 0) {
                    return new Unknown();
                }
                mayWrite |= lexemes.is(at, "READ") && lexemes.is(at + 1, "WRITE");
                if (!lexemes.is(at, "READ")) {
                    for (int i = at; i < at + length; i++) {
                        characteristics.append(lexemes.word(i)).append(' ');
                    }
                }
                at += length;
            }
            return new Begin(characteristics.toString().strip(), mayWrite);
        }

        /** How many words the characteristic at a position has; 0 when none is there. */
        private int characteristic(int at) {
            if (lexemes.is(at, "READ") && lexemes.isOneOf(at + 1, ACCESS)) {
                return 2;
            }
            if (lexemes.is(at, "DEFERRABLE")) {
                return 1;
            }
            if (lexemes.is(at, "NOT") && lexemes.is(at + 1, "DEFERRABLE")) {
                return 2;
            }
            if (!lexemes.is(at, "ISOLATION") || !lexemes.is(at + 1, "LEVEL")) {
                return 0;
            }
            if (lexemes.is(at + 2, "SERIALIZABLE")) {
                return 3;
            }
            boolean read = lexemes.is(at + 2, "READ") && lexemes.isOneOf(at + 3, COMMITTED);
            boolean repeatable = lexemes.is(at + 2, "REPEATABLE") && lexemes.is(at + 3, "READ");
            return read || repeatable ? 4 : 0;
        }

        private TransactionCommand end(boolean commit) {
            int at = skip(1, NOISE);
            if (at == lexemes.size()) {
                return new End(commit, false);
            }
            if (lexemes.is(at, "AND")) {
                boolean no = lexemes.is(at + 1, "NO");
                int chain = no ? at + 2 : at + 1;
                return lexemes.is(chain, "CHAIN") && chain + 1 == lexemes.size() ? new End(commit, !no) : new Unknown();
            }
            if (lexemes.is(0, "ROLLBACK") && lexemes.is(at, "TO")) {
                int name = skip(at + 1, SAVEPOINT);
                return lexemes.isIdentifier(name) && name + 1 == lexemes.size()
                        ? new RollbackTo(lexemes.text(name))
                        : new Unknown();
            }
            return new Unknown();
        }
    }
}
