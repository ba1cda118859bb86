package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.sql.SourcePosition;
import dev.wheelhouse.core.platform.error.AppException;

/** Moves the place of an error from the statement that was sent to the text that was submitted. */
public final class ErrorPlace {

    private ErrorPlace() {}

    /** With the place in the submitted text; of several statements, with which one failed. */
    static AppException locate(AppException failure, AdmittedScript script, ClassifiedStatement statement) {
        boolean alone = script.statements().size() == 1 || script.traits().controlsTransaction();
        String said = String.valueOf(failure.getMessage());
        String message = alone
                ? said
                : "Statement " + (statement.statement().index() + 1) + ": " + said + " Nothing was changed.";
        return moved(failure, message, script, statement, 0);
    }

    /** With the place in the submitted text, the message left as it is. */
    public static AppException inText(AppException failure, AdmittedScript script, ClassifiedStatement statement) {
        return behindPrefix(failure, script, statement, 0);
    }

    /** Of a statement that was sent behind a prefix of our own. */
    static AppException behindPrefix(
            AppException failure, AdmittedScript script, ClassifiedStatement statement, int prefix) {
        return moved(failure, String.valueOf(failure.getMessage()), script, statement, prefix);
    }

    private static AppException moved(
            AppException failure, String message, AdmittedScript script, ClassifiedStatement statement, int prefix) {
        if (!(failure.details() instanceof SqlComplaint complaint)) {
            return failure;
        }
        SourcePosition place = complaint.position() == null
                ? null
                : place(script.sql(), statement, Math.max(1, complaint.position() - prefix));
        SqlComplaint located = complaint.at(
                place == null ? null : place.position(),
                place == null ? null : place.line(),
                statement.statement().index());
        return new AppException(failure.errorCode(), message, located, failure.getCause());
    }

    /** @param position 1-based, in code points of the text that was sent */
    private static SourcePosition place(String submitted, ClassifiedStatement statement, int position) {
        return SourcePosition.of(submitted, statement.statement().offset() + offset(statement, position - 1));
    }

    private static int offset(ClassifiedStatement statement, int points) {
        if (statement.rewritten() != null) {
            return statement.rewritten().originalOffsetOfSent(points);
        }
        String sent = statement.text();
        return sent.offsetByCodePoints(0, Math.clamp(points, 0, sent.codePointCount(0, sent.length())));
    }
}
