package dev.wheelhouse.core.databases.rows;

/** The plain comparison signs, which both engines share. */
final class ComparisonSql {

    private ComparisonSql() {}

    /** For the six operators of order and equality only. */
    static String sign(Operator operator) {
        return switch (operator) {
            case EQ -> " = ";
            case NEQ -> " <> ";
            case GT -> " > ";
            case GTE -> " >= ";
            case LT -> " < ";
            case LTE -> " <= ";
            case LIKE, ILIKE, MATCH, IMATCH, CONTAINS, STARTSWITH, ENDSWITH, ISDISTINCT, CS, CD, OV ->
                throw noSign(operator);
            case IN, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_FALSE -> throw noSign(operator);
        };
    }

    /** The pattern of the four operators that look for text. */
    static LikePattern pattern(Operator operator, String value) {
        return switch (operator) {
            case CONTAINS -> LikePattern.literal(true, value, true);
            case STARTSWITH -> LikePattern.literal(false, value, true);
            case ENDSWITH -> LikePattern.literal(true, value, false);
            default -> LikePattern.parse(value);
        };
    }

    private static IllegalArgumentException noSign(Operator operator) {
        return new IllegalArgumentException(operator.wireName() + " has no sign.");
    }
}
