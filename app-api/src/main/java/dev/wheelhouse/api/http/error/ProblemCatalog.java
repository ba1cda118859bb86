package dev.wheelhouse.api.http.error;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Every error code of the API with its HTTP status and its constant title. Immutable. */
public final class ProblemCatalog {

    /**
     * One row.
     *
     * @param code wire name
     * @param status HTTP status, 400..599
     * @param title the same words for every occurrence (RFC 9457 section 3.1.3)
     */
    public record Row(String code, int status, String title) {

        /** The problem's {@code type}. */
        public String type() {
            return "urn:wheelhouse:problem:" + code;
        }
    }

    private static final Row[] ROWS = {
        new Row("malformed_json", 400, "Malformed JSON"),
        new Row("bad_request", 400, "Bad request"),
        new Row("sql_error", 400, "The database refused the statement"),
        new Row("transaction_left_open", 400, "Transaction left open"),
        new Row("invite_malformed", 400, "Malformed invite"),
        new Row("unauthenticated", 401, "Credential needed"),
        new Row("token_expired", 401, "Credential expired"),
        new Row("insufficient_scope", 403, "Scope missing"),
        new Row("host_rejected", 403, "Host not served"),
        new Row("origin_rejected", 403, "Origin not allowed"),
        new Row("read_only_connection", 403, "Read-only connection"),
        new Row("not_found", 404, "Not found"),
        new Row("method_not_allowed", 405, "Method not allowed"),
        new Row("not_acceptable", 406, "No acceptable representation"),
        new Row("request_timeout", 408, "Request took too long"),
        new Row("conflict", 409, "Conflict"),
        new Row("already_exists", 409, "Already exists"),
        new Row("already_running", 409, "Already running"),
        new Row("image_missing", 409, "Image missing"),
        new Row("confirmation_required", 409, "Confirmation required"),
        new Row("row_conflict", 409, "Row changed meanwhile"),
        new Row("ambiguous_row", 409, "Row not identified"),
        new Row("constraint_violation", 409, "Constraint violated"),
        new Row("last_owner", 409, "Last owner"),
        new Row("state_invalid", 409, "Not possible in this state"),
        new Row("in_use", 409, "In use"),
        new Row("idempotency_in_progress", 409, "Same request in progress"),
        new Row("cancelled", 409, "Cancelled"),
        new Row("host_key_unknown", 409, "Host key unknown"),
        new Row("host_key_changed", 409, "Host key changed"),
        new Row("invite_expired", 410, "Invite expired"),
        new Row("invite_used", 410, "Invite used"),
        new Row("precondition_failed", 412, "Precondition failed"),
        new Row("payload_too_large", 413, "Payload too large"),
        new Row("uri_too_long", 414, "URI too long"),
        new Row("unsupported_media_type", 415, "Unsupported media type"),
        new Row("range_not_satisfiable", 416, "Range outside the file"),
        new Row("validation_failed", 422, "Validation failed"),
        new Row("repository_not_found", 422, "Repository not found"),
        new Row("repository_refused", 422, "Repository refuses the login"),
        new Row("repository_moved", 422, "Repository moved"),
        new Row("ref_unknown", 422, "Branch, tag or commit not found"),
        new Row("tree_refused", 422, "Commit not fit for a server"),
        new Row("submodule_refused", 422, "Submodule not read"),
        new Row("lfs_object_missing", 422, "File of Git LFS missing"),
        new Row("idempotency_mismatch", 422, "Idempotency key reused"),
        new Row("vault_locked", 423, "Vault locked"),
        new Row("rate_limited", 429, "Too many requests"),
        new Row("headers_too_large", 431, "Headers too large"),
        new Row("internal", 500, "Internal error"),
        new Row("upstream_failed", 502, "The other side failed"),
        new Row("shutting_down", 503, "Shutting down"),
        new Row("busy", 503, "Busy"),
        new Row("store_unavailable", 503, "State not available"),
        new Row("upstream_timeout", 504, "The other side did not answer in time"),
        new Row("statement_timeout", 504, "Statement took too long"),
        new Row("storage_full", 507, "Storage full"),
    };

    private final Map<String, Row> rows = new LinkedHashMap<>();

    public ProblemCatalog() {
        Arrays.stream(ROWS).forEach(row -> rows.put(row.code(), row));
    }

    public Optional<Row> find(String code) {
        return Optional.ofNullable(rows.get(code));
    }

    /** All rows by status. */
    public Collection<Row> rows() {
        return rows.values();
    }
}
