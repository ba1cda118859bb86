package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the database said against one edit.
 *
 * @param edit its 0-based place
 * @param problem where in the request, and in the database's words
 */
public record EditComplaint(SqlComplaint sql, int edit, FieldProblem problem) implements ErrorDetails {

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>(sql.attributes());
        attributes.put("edit", edit);
        attributes.put("errors", List.of(problem));
        return attributes;
    }
}
