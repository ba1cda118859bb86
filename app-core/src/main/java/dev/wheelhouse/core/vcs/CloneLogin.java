package dev.wheelhouse.core.vcs;

/**
 * What Git over HTTP logs in with.
 *
 * @param baseUrl the only address that it may be sent to, with what lies below
 */
public record CloneLogin(String baseUrl, String user, String password) {

    /** Never the password. */
    @Override
    public String toString() {
        return "CloneLogin[" + baseUrl + "]";
    }
}
