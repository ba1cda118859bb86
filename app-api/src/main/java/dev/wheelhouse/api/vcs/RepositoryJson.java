package dev.wheelhouse.api.vcs;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.vcs.provider.VcsRepository;

/** A repository on the wire. */
record RepositoryJson(
        String owner,
        String name,
        String fullName,
        String defaultBranch,
        @JsonProperty("private") boolean isPrivate,
        String cloneUrl) {

    static RepositoryJson from(VcsRepository repository) {
        return new RepositoryJson(
                repository.owner(),
                repository.name(),
                repository.fullName(),
                repository.defaultBranch(),
                repository.isPrivate(),
                repository.cloneUrl());
    }
}
