package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a column is compared in a filter. */
public enum Operator implements WireName {
    EQ("eq", Operand.ONE),
    NEQ("neq", Operand.ONE),
    GT("gt", Operand.ONE),
    GTE("gte", Operand.ONE),
    LT("lt", Operand.ONE),
    LTE("lte", Operand.ONE),
    /** Minding case; {@code *} or {@code %} any run, {@code _} one character, {@code \} takes the next as it is. */
    LIKE("like", Operand.ONE),
    /** As {@link #LIKE}, whatever the case; on SQLite only A to Z are the same as a to z. */
    ILIKE("ilike", Operand.ONE),
    /** A POSIX regular expression; PostgreSQL only. */
    MATCH("match", Operand.ONE),
    IMATCH("imatch", Operand.ONE),
    /** Holds the text, minding case. */
    CONTAINS("contains", Operand.ONE),
    STARTSWITH("startswith", Operand.ONE),
    ENDSWITH("endswith", Operand.ONE),
    /** Differs, and null differs from every value. */
    ISDISTINCT("isdistinct", Operand.ONE),
    /** Contains; arrays, ranges and jsonb of PostgreSQL. */
    CS("cs", Operand.ONE),
    /** Is contained in. */
    CD("cd", Operand.ONE),
    /** Overlaps. */
    OV("ov", Operand.ONE),
    IN("in", Operand.LIST),
    IS_NULL("is.null", Operand.NONE),
    IS_NOT_NULL("is.notnull", Operand.NONE),
    IS_TRUE("is.true", Operand.NONE),
    IS_FALSE("is.false", Operand.NONE);

    /** How many values an operator takes. */
    public enum Operand {
        NONE,
        ONE,
        /** At least one. */
        LIST
    }

    private final String wireName;
    private final Operand operand;

    Operator(String wireName, Operand operand) {
        this.wireName = wireName;
        this.operand = operand;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    public Operand operand() {
        return operand;
    }

    static Optional<Operator> find(String wireName) {
        return Arrays.stream(values())
                .filter(operator -> operator.wireName.equals(wireName))
                .findFirst();
    }

    /** Whether a null as its value would make a comparison that is never true. */
    boolean comparesWithValue() {
        return switch (this) {
            case EQ, NEQ, GT, GTE, LT, LTE, ISDISTINCT, IN -> true;
            case LIKE, ILIKE, MATCH, IMATCH, CONTAINS, STARTSWITH, ENDSWITH, CS, CD, OV -> false;
            case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_FALSE -> false;
        };
    }

    static String list() {
        return Arrays.stream(values()).map(Operator::wireName).collect(Collectors.joining(" "));
    }
}
