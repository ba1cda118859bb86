package dev.wheelhouse.core.vcs.git;

import java.time.Instant;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;

/**
 * A commit, as people know it.
 *
 * @param id 40 hex digits
 * @param author name, without the address
 * @param committedAt to the second
 * @param subject the first paragraph of its message in one line; may be empty
 * @param message all of it, as it was written
 */
public record CommitFacts(String id, String author, Instant committedAt, String subject, String message) {

    private static final int SHORT = 7;
    private static final int LONGEST = 200;

    static CommitFacts of(RevCommit commit) {
        PersonIdent author = commit.getAuthorIdent();
        return new CommitFacts(
                commit.getName(),
                line(author == null ? "" : author.getName()),
                Instant.ofEpochSecond(Integer.toUnsignedLong(commit.getCommitTime())),
                line(commit.getShortMessage()),
                commit.getFullMessage());
    }

    /** The first seven digits of the id. */
    public String shortId() {
        return id.substring(0, SHORT);
    }

    private static String line(String text) {
        String clean = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return clean.length() > LONGEST ? clean.substring(0, LONGEST - 1) + "…" : clean;
    }
}
