package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.S3Address;
import dev.wheelhouse.core.backups.store.S3Patience;
import dev.wheelhouse.core.backups.store.S3Store;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Opens destinations. */
final class Destinations {

    private Destinations() {}

    /** The store of a configuration, which seals where that was asked for. */
    static ObjectStore open(BackupsConfig parts, BackupConfig config) throws StoreException {
        return open(parts, config.id(), config.destination());
    }

    static ObjectStore open(BackupsConfig parts, String configId, Destination destination) throws StoreException {
        ObjectStore plain =
                open(parts, destination, DestinationKeys.stored(parts.vault(), configId), S3Patience.OF_WORK);
        SealKey seal = DestinationKeys.seal(parts.vault(), configId);
        return seal == null ? plain : new SealedStore(plain, seal);
    }

    /**
     * The store of a draft, for somebody who waits whether it is right.
     *
     * @throws StoreException as far as that shows already
     * @throws AppException {@code validation_failed} on {@code dest.endpoint} for a private host that the settings do not
     *     name
     */
    static ObjectStore open(BackupsConfig parts, Destination destination, DestinationKeys keys) throws StoreException {
        return open(parts, destination, keys, S3Patience.OF_PEOPLE);
    }

    private static ObjectStore open(
            BackupsConfig parts, Destination destination, DestinationKeys keys, S3Patience patience)
            throws StoreException {
        DestinationProvider provider = destination.provider();
        if (provider == DestinationProvider.FILE) {
            // A directory needs no keys.
            Path directory = Path.of(destination.bucket()).resolve(destination.prefix());
            requireElsewhere(parts, directory);
            return DirectoryStore.open(directory);
        }
        String region = destination.region() == null ? provider.defaultRegion() : destination.region();
        String given = destination.endpoint() == null ? provider.endpoint(region) : destination.endpoint();
        URI endpoint = given == null ? null : URI.create(given);
        if (endpoint != null) {
            requireAllowed(parts, endpoint);
        }
        return S3Store.open(
                new S3Address(endpoint, region, destination.bucket(), destination.prefix(), provider.deletesOneByOne()),
                keys.accessKeyId(),
                keys.secretAccessKey(),
                patience);
    }

    /** Asked anew each time, as a link may have been put there since. */
    private static void requireElsewhere(BackupsConfig parts, Path directory) throws StoreException {
        if (parts.home().contains(directory)
                || BackupValidation.clusterAround(directory).isPresent()) {
            throw new StoreException(
                    StoreTrouble.NOT_ALLOWED,
                    directory + " leads into a cluster's or this console's own directory. Remove the link.",
                    null);
        }
    }

    /** Asked anew each time, as names may lead elsewhere. */
    private static void requireAllowed(BackupsConfig parts, URI endpoint) throws StoreException {
        try {
            parts.outgoing().check("dest.endpoint", endpoint);
        } catch (AppException e) {
            if (e.details() instanceof FieldProblems) {
                throw e;
            }
            throw new StoreException(StoreTrouble.AWAY, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Writes, reads and deletes a small object.
     *
     * @param name that nothing else has
     * @throws StoreException {@link StoreTrouble#DAMAGED} when it is not what was written
     */
    static void tryOut(ObjectStore store, String name) throws StoreException {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        store.create(name, bytes);
        try (InputStream stored = store.open(name)) {
            if (!Arrays.equals(bytes, stored.readAllBytes())) {
                throw new StoreException(StoreTrouble.DAMAGED, "What was stored there is not what came back.", null);
            }
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(StoreTrouble.AWAY, "What was stored there cannot be read: " + e.getMessage(), e);
        } finally {
            store.delete(List.of(name));
        }
    }

    /** The field of a draft that a trouble is of. */
    static String field(Destination destination, StoreException failure) {
        if (destination.provider() == DestinationProvider.FILE) {
            return "dest.bucket";
        }
        return switch (failure.trouble()) {
            case WRONG_KEYS -> "dest.secretAccessKey";
            case AWAY, CLOCKS_DIFFER, REFUSED -> destination.endpoint() == null ? "dest.region" : "dest.endpoint";
            case NOT_FOUND, EXISTS, NO_BUCKET, NOT_ALLOWED, FULL, DAMAGED -> "dest.bucket";
        };
    }
}
