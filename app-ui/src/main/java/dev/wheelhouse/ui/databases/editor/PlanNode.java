package dev.wheelhouse.ui.databases.editor;

import java.util.List;

/**
 * One step of a plan.
 *
 * @param title such as {@code "Index Scan on orders"}
 * @param detail conditions and keys, in a line
 * @param estimatedRows below 0 when not known
 * @param actualRows of all loops together; below 0 when it was not measured
 * @param millis spent in this step and those below it, of all loops together; below 0 when not measured
 * @param ownMillis spent in this step alone
 * @param cost the planner's; below 0 when it gives none
 */
public record PlanNode(
        String title,
        String detail,
        double estimatedRows,
        double actualRows,
        double millis,
        double ownMillis,
        double cost,
        List<PlanNode> children) {

    public PlanNode {
        children = List.copyOf(children);
    }

    /** How wrong the estimate was, as a factor of at least 1; 0 when it was not measured. */
    public double misestimate() {
        if (actualRows < 0 || estimatedRows < 0) {
            return 0;
        }
        double more = Math.max(actualRows, estimatedRows);
        double less = Math.max(1, Math.min(actualRows, estimatedRows));
        return Math.max(1, more / less);
    }
}
