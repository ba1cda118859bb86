package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which image an app of an image alone is deployed from. */
final class AppImage {

    // distribution/reference: a tag, or a digest in full.
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|sha256:[0-9a-f]{64}");

    /** A commit's id has 40 hex digits, an image's digest as many as SHA-256 gives. */
    private static final int DIGEST_DIGITS = 64;

    private AppImage() {}

    /** @throws AppException {@code validation_failed} on {@code ref} */
    static void requireRef(String ref) {
        if (!REF.matcher(ref).matches()) {
            throw AppException.invalid("ref", "Give a tag of the image, such as 1.27, or a digest as sha256:….");
        }
    }

    /** What a deployment pulls. */
    static String wanted(ReleaseContext context) {
        App app = context.app();
        String release = ReleaseImages.releaseOf(app);
        String known = ((AppSpec.Container) app.spec()).image();
        if (release != null) {
            known = context.config()
                    .store()
                    .read(tx -> context.stores().deployments().find(tx, release))
                    .filter(each -> each.commitId() != null && each.commitId().length() == DIGEST_DIGITS)
                    .map(Deployment::subject)
                    .orElseThrow(
                            () -> new AppException(
                                    PlatformError.STATE_INVALID,
                                    "The image of " + app.name()
                                            + " was built from a source that it has no more. Set a source, or the app's image."));
        }
        return with(known, context.deployment().ref());
    }

    /** An image's name with another tag or digest; with its own where none is given. */
    static String with(String image, @Nullable String ref) {
        if (ref == null) {
            return image;
        }
        int digest = image.indexOf('@');
        String name = digest < 0 ? image : image.substring(0, digest);
        // A colon before the last slash is a registry's port.
        int tag = name.indexOf(':', name.lastIndexOf('/') + 1);
        String repository = tag < 0 ? name : name.substring(0, tag);
        return repository + (ref.startsWith("sha256:") ? "@" : ":") + ref;
    }
}
