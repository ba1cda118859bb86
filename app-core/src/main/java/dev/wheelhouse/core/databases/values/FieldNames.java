package dev.wheelhouse.core.databases.values;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes column labels into keys: the second {@code a} is {@code a_2}, unless a column is really called that. */
final class FieldNames {

    private FieldNames() {}

    static List<String> distinct(List<String> labels) {
        Set<String> first = new HashSet<>();
        Set<String> taken = new HashSet<>(labels);
        List<String> names = new ArrayList<>(labels.size());
        for (String label : labels) {
            names.add(first.add(label) ? label : numbered(label, taken));
        }
        return names;
    }

    private static String numbered(String label, Set<String> taken) {
        int number = 2;
        while (!taken.add(label + "_" + number)) {
            number++;
        }
        return label + "_" + number;
    }
}
