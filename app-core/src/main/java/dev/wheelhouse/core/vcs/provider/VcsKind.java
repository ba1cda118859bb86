package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.json.WireName;

/** Who keeps repositories. Forgejo answers as Gitea does. */
public enum VcsKind implements WireName {
    GITHUB("GitHub"),
    GITLAB("GitLab"),
    GITEA("Gitea");

    private final String label;

    VcsKind(String label) {
        this.label = label;
    }

    /** As people write it. */
    public String label() {
        return label;
    }
}
