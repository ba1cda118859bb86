package dev.wheelhouse.core.apps.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What the images of releases are called: {@code localhost/wheelhouse/<app's id>:<deployment's id>}. The id, since an app may
 * get another name, and names have characters that images' have not; {@code localhost}, since no engine asks a registry for
 * what is not there then, where anybody might have put something of that name. Pure.
 */
public final class ReleaseImages {

    private static final String PREFIX = "localhost/wheelhouse/";

    private ReleaseImages() {}

    /** Without a tag. */
    public static String repository(App app) {
        return PREFIX + app.id();
    }

    public static String name(App app, String releaseId) {
        return repository(app) + ":" + releaseId;
    }

    /** The release that an app's containers are made from; null for an image of somebody else's. */
    public static @Nullable String releaseOf(App app) {
        String own = repository(app) + ":";
        return app.spec() instanceof AppSpec.Container it && it.image().startsWith(own)
                ? it.image().substring(own.length())
                : null;
    }

    /** The same containers from another image. */
    public static AppSpec.Container with(AppSpec.Container spec, String image) {
        return new AppSpec.Container(
                image,
                spec.command(),
                spec.ports(),
                spec.environment(),
                spec.volumes(),
                spec.memoryLimitBytes(),
                spec.engine(),
                spec.replicas(),
                spec.adopted());
    }
}
