package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.sql.SourcePosition;
import dev.wheelhouse.core.platform.error.AppException;
import org.jspecify.annotations.Nullable;

/** Moves the place of an error from the statement that was sent to the text that was submitted. */
public final class ErrorPlace {

    private ErrorPlace() {}

    static AppException locate(AppException failure, BoundScript bound, BoundStatement statement) {
        if (!(failure.details() instanceof SqlComplaint complaint)) {
            return failure;
        }
        int index = statement.classified().statement().index();
        SqlComplaint located = complaint.position() == null
                ? at(complaint, index, null)
                : at(complaint, index, place(bound, statement, complaint.position()));
        String message = bound.statements().size() == 1
                ? String.valueOf(failure.getMessage())
                : "Statement " + (index + 1) + ": " + failure.getMessage() + " Nothing was changed.";
        boolean rolledBack = !bound.script().controlsTransaction();
        return new AppException(
                failure.errorCode(),
                rolledBack ? message : String.valueOf(failure.getMessage()),
                located,
                failure.getCause());
    }

    /** With the place in the submitted text, the message left as it is. */
    public static AppException inText(AppException failure, BoundScript bound, BoundStatement statement) {
        if (!(failure.details() instanceof SqlComplaint complaint)) {
            return failure;
        }
        SourcePosition place = complaint.position() == null ? null : place(bound, statement, complaint.position());
        return new AppException(
                failure.errorCode(),
                String.valueOf(failure.getMessage()),
                at(complaint, statement.classified().statement().index(), place),
                failure.getCause());
    }

    /** Of a statement that was sent behind a prefix of our own. */
    static AppException behindPrefix(AppException failure, BoundScript bound, BoundStatement statement, int prefix) {
        if (!(failure.details() instanceof SqlComplaint complaint)) {
            return failure;
        }
        SourcePosition place = complaint.position() == null
                ? null
                : place(bound, statement, Math.max(1, complaint.position() - prefix));
        return new AppException(
                failure.errorCode(),
                String.valueOf(failure.getMessage()),
                at(complaint, statement.classified().statement().index(), place),
                failure.getCause());
    }

    private static SqlComplaint at(SqlComplaint complaint, int index, @Nullable SourcePosition place) {
        return new SqlComplaint(
                complaint.state(),
                complaint.detail(),
                complaint.hint(),
                place == null ? null : place.position(),
                place == null ? null : place.line(),
                complaint.constraint(),
                index);
    }

    /** @param position 1-based, in code points of the text that was sent */
    private static SourcePosition place(BoundScript bound, BoundStatement statement, int position) {
        return SourcePosition.of(
                bound.text(), statement.classified().statement().offset() + offset(statement, position - 1));
    }

    private static int offset(BoundStatement statement, int points) {
        if (statement.rewritten() != null) {
            return statement.rewritten().originalOffsetOfSent(points);
        }
        String sent = statement.text();
        return sent.offsetByCodePoints(0, Math.clamp(points, 0, sent.codePointCount(0, sent.length())));
    }
}
