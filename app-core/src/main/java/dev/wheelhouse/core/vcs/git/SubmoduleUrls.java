package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the address of a submodule means (gitmodules(5), {@code submodule.<name>.url}). Pure. */
final class SubmoduleUrls {

    private static final Pattern SSH =
            Pattern.compile("(?:ssh://(?:[^@/]*@)?([^:/]+)(?::[0-9]+)?/|(?:[^@/:]*@)?([^:/]+):(?!//))(.+)");

    private SubmoduleUrls() {}

    /**
     * The submodule's repository: of a relative address beside its parent's, and of an SSH address of the parent's own host over
     * what the parent is read by, since its keys are not here and its token is. Only the parent's origin gets the secret.
     *
     * @param path of the submodule, for the message
     * @throws AppException {@code submodule_refused} for anything else that is no http(s), such as a directory of this machine
     */
    static GitRemote resolve(GitRemote parent, String path, String url) {
        String text = url.strip();
        if (text.startsWith("./") || text.startsWith("../")) {
            return parent.at(relative(parent, path, text));
        }
        if (text.matches("(?i)https?://.*")) {
            GitRemote other = checked(parent, path, text);
            return parent.at(other.url());
        }
        Matcher ssh = SSH.matcher(text);
        if (ssh.matches() && GitRemote.isHttp(parent.url())) {
            String host = ssh.group(1) == null ? ssh.group(2) : ssh.group(1);
            if (host.equalsIgnoreCase(parent.url().getHost())) {
                String origin = parent.url().getScheme() + "://" + parent.url().getRawAuthority();
                String file = ssh.group(3).startsWith("/") ? ssh.group(3) : "/" + ssh.group(3);
                return parent.at(checked(parent, path, origin + file).url());
            }
        }
        throw refused(path, text, "Give it an https address in .gitmodules.");
    }

    private static GitRemote checked(GitRemote parent, String path, String url) {
        try {
            return GitRemote.parse("url", url, parent.plainHttp(), false);
        } catch (AppException e) {
            throw refused(path, url.replaceFirst("//[^/@]*@", "//"), String.valueOf(e.getMessage()));
        }
    }

    private static URI relative(GitRemote parent, String path, String url) {
        String base = parent.url().getRawPath();
        String place = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        String rest = url;
        while (rest.startsWith("./") || rest.startsWith("../")) {
            if (rest.startsWith("../")) {
                int slash = place.lastIndexOf('/');
                if (slash < 0) {
                    throw refused(path, url, "It has more \"..\" than its parent's address has parts.");
                }
                place = place.substring(0, slash);
                rest = rest.substring(3);
            } else {
                rest = rest.substring(2);
            }
        }
        if (rest.isEmpty() || rest.contains("..")) {
            throw refused(path, url, "Name the repository behind the \"..\".");
        }
        try {
            URI parentUrl = parent.url();
            String authority = parentUrl.getRawAuthority();
            return new URI(parentUrl.getScheme() + "://" + (authority == null ? "" : authority) + place + "/" + rest);
        } catch (URISyntaxException _) {
            throw refused(path, url, "It is no address.");
        }
    }

    static AppException refused(String path, String url, String what) {
        return new AppException(
                GitError.SUBMODULE_REFUSED,
                "The submodule \"" + GitPaths.shown(path) + "\" is at " + url.replaceAll("\\p{Cntrl}", "?")
                        + ", which is not read. " + what);
    }
}
