package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Ways to misread SQL: those of the tokeniser that was attacked, and others as likely. */
enum PlantedFault {
    CONTINUED_LITERAL_LOSES_ITS_MODE {
        @Override
        int continuation(Faulty faulty) {
            return -1;
        }
    },
    COMMENTS_STAND_BETWEEN_NO_LITERALS {
        @Override
        int continuation(Faulty faulty) {
            int next = faulty.rightContinuation();
            return next < 0 || faulty.text.substring(faulty.at, next).contains("--") ? -1 : next;
        }
    },
    SIGN_BEHIND_ANY_E_IS_AN_EXPONENT {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            if (!Characters.isDigit(c)) {
                return null;
            }
            char before = ' ';
            while (Characters.isWordPart(faulty.peek(0))
                    || faulty.peek(0) == '.'
                    || (Characters.upper(before) == 'E' && (faulty.peek(0) == '-' || faulty.peek(0) == '+'))) {
                before = faulty.peek(0);
                faulty.at++;
            }
            return TokenKind.NUMBER;
        }
    },
    COMMENTS_DO_NOT_NEST {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '/' && faulty.peek(1) == '*' ? faulty.closedBy("*/", faulty.at + 2, TokenKind.COMMENT) : null;
        }
    },
    COMMENTS_END_AT_LINE_FEEDS_ONLY {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '-' && faulty.peek(1) == '-' ? faulty.closedBy("\n", faulty.at, TokenKind.COMMENT) : null;
        }
    },
    BACKSLASHES_ESCAPE_IN_PLAIN_STRINGS {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '\'' ? faulty.scanString(faulty.at, true) : null;
        }
    },
    BACKSLASHES_DO_NOT_ESCAPE {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return Characters.upper(c) == 'E' && faulty.peek(1) == '\''
                    ? faulty.scanString(faulty.at + 1, false)
                    : null;
        }
    },
    DOLLAR_TAGS_HAVE_NO_DIGITS {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            int end = faulty.text.indexOf('$', faulty.at + 1);
            boolean digits = end > 0 && faulty.text.substring(faulty.at, end).matches("\\$[a-z]+[0-9]+");
            return c == '$' && digits ? faulty.one(TokenKind.OTHER) : null;
        }
    },
    DOLLAR_TAGS_IGNORE_CASE {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            if (!faulty.text.startsWith("$t$", faulty.at)) {
                return null;
            }
            int close = faulty.text.toLowerCase(Locale.ROOT).indexOf("$t$", faulty.at + 1);
            faulty.at = close < 0 ? faulty.text.length() : close + 3;
            return TokenKind.STRING;
        }
    },
    WORDS_END_AT_DOLLARS {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            if (!Characters.isWordStart(c) || faulty.peek(1) == '\'' || faulty.peek(1) == '&') {
                return null;
            }
            while (Characters.isWordPart(faulty.peek(0)) && faulty.peek(0) != '$') {
                faulty.at++;
            }
            return TokenKind.WORD;
        }
    },
    OPERATORS_SWALLOW_COMMENTS {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            if ("<>=*|".indexOf(c) < 0) {
                return null;
            }
            while ("<>=*|-/".indexOf(faulty.peek(0)) >= 0) {
                faulty.at++;
            }
            return TokenKind.OPERATOR;
        }
    },
    BACKSLASHES_ESCAPE_IN_QUOTED_NAMES {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            if (c != '"') {
                return null;
            }
            do {
                faulty.at += faulty.peek(0) == '\\' ? 2 : 1;
            } while (faulty.at < faulty.text.length() && faulty.peek(0) != '"');
            faulty.at = Math.min(faulty.text.length(), faulty.at + 1);
            return TokenKind.QUOTED_IDENTIFIER;
        }
    },
    SQLITE_COMMENTS_NEST(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '/' && faulty.peek(1) == '*' ? faulty.asPostgres() : null;
        }
    },
    SQLITE_COMMENTS_END_AT_CARRIAGE_RETURNS(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '-' && faulty.peek(1) == '-' ? faulty.asPostgres() : null;
        }
    },
    SQLITE_READS_DOLLAR_QUOTES(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '$' ? faulty.asPostgres() : null;
        }
    },
    SQLITE_KNOWS_NO_BRACKETS(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '[' ? faulty.one(TokenKind.PUNCTUATION) : null;
        }
    },
    SQLITE_KNOWS_NO_BACKTICKS(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '`' ? faulty.one(TokenKind.OTHER) : null;
        }
    },
    SQLITE_VARIABLES_END_AT_PARENTHESES(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            if (c != '@' && c != '$') {
                return null;
            }
            do {
                faulty.at++;
            } while (Characters.isWordPart(faulty.peek(0)));
            return TokenKind.PARAMETER;
        }
    },
    SQLITE_BACKSLASHES_ESCAPE(Engine.SQLITE) {
        @Override
        @Nullable
        TokenKind scan(Faulty faulty, char c) {
            return c == '\'' ? faulty.scanString(faulty.at, true) : null;
        }
    };

    final Engine engine;

    PlantedFault() {
        this(Engine.POSTGRESQL);
    }

    PlantedFault(Engine engine) {
        this.engine = engine;
    }

    /** Those of an engine that no text tells from the right one. */
    static List<PlantedFault> unseen(Engine engine, List<Whole> wholes) {
        return Arrays.stream(values())
                .filter(fault -> fault.engine == engine)
                .filter(fault -> wholes.stream().noneMatch(each -> each.one() != fault.count(each.text()) <= 1))
                .toList();
    }

    /** The kind of what it moved behind; null where it reads as the right one does. */
    @Nullable
    TokenKind scan(Faulty faulty, char c) {
        return null;
    }

    int continuation(Faulty faulty) {
        return faulty.rightContinuation();
    }

    /** A text that the server reads to its end, with whether it finds at most one statement in it. */
    record Whole(String text, boolean one) {}

    private int count(String text) {
        return StatementSplitter.split(text, engine, new Faulty(text, this)).size();
    }

    /** A tokeniser with the fault. */
    static final class Faulty extends Tokeniser {

        private final PlantedFault fault;

        Faulty(String text, PlantedFault fault) {
            super(text, fault.engine);
            this.fault = fault;
        }

        @Override
        TokenKind scan(char c) {
            TokenKind misread = fault.scan(this, c);
            return misread == null ? super.scan(c) : misread;
        }

        @Override
        int continuation() {
            return fault.continuation(this);
        }

        int rightContinuation() {
            return super.continuation();
        }

        /** Reads one token by the rules of the other engine. */
        TokenKind asPostgres() {
            Tokeniser other = new Tokeniser(text, Engine.POSTGRESQL);
            other.at = at;
            TokenKind kind = other.scan(peek(0));
            at = other.at;
            return kind;
        }

        TokenKind one(TokenKind kind) {
            at++;
            return kind;
        }
    }
}
