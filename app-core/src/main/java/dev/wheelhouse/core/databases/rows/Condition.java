package dev.wheelhouse.core.databases.rows;

import java.util.List;

/** What rows must satisfy, as a tree. SQL's logic of three values applies: a comparison with null is neither. */
public sealed interface Condition {

    /** All of them; without members every row. */
    record And(List<Condition> members) implements Condition {
        public And {
            members = List.copyOf(members);
        }
    }

    /** At least one of them. */
    record Or(List<Condition> members) implements Condition {
        public Or {
            members = List.copyOf(members);
            if (members.isEmpty()) {
                throw new IllegalArgumentException("Or needs a member.");
            }
        }
    }

    record Not(Condition member) implements Condition {}

    /**
     * One column against values.
     *
     * @param values as text: none, one, or for {@link Operator#IN} at least one, as the operator says
     */
    record Comparison(String column, Operator operator, List<String> values) implements Condition {
        public Comparison {
            values = List.copyOf(values);
            boolean fits = switch (operator.operand()) {
                case NONE -> values.isEmpty();
                case ONE -> values.size() == 1;
                case LIST -> !values.isEmpty();
            };
            if (!fits) {
                throw new IllegalArgumentException(
                        operator.wireName() + " does not take " + values.size() + " values.");
            }
        }

        public static Comparison of(String column, Operator operator, String... values) {
            return new Comparison(column, operator, List.of(values));
        }
    }

    /** Every row. */
    And ALL = new And(List.of());
}
