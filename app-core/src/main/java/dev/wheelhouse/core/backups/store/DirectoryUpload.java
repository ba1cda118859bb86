package dev.wheelhouse.core.backups.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An object of a {@link DirectoryStore} on its way.
 *
 * @param name for messages
 * @param target where it comes to lie
 */
record DirectoryUpload(String name, Path target, UnfinishedFile file) implements ObjectUpload {

    @Override
    public void write(byte[] bytes, int offset, int length) throws StoreException {
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            throw DirectoryStore.trouble(name, e);
        }
    }

    @Override
    public long finish() throws StoreException {
        try {
            long size = file.sync();
            // Unlike a move, a link never takes the place of a file that came meanwhile.
            Synced.place(target, this::link);
            return size;
        } catch (UnsupportedOperationException e) {
            throw withoutLinks(e);
        } catch (IOException e) {
            throw String.valueOf(e.getMessage()).endsWith("Operation not permitted")
                    ? withoutLinks(e)
                    : DirectoryStore.trouble(name, e);
        }
    }

    /** A share whose answer was lost says of the link that it made that it is there already (NFS; link(2), "BUGS"). */
    private void link() throws IOException {
        try {
            Files.createLink(target, file.path());
        } catch (FileAlreadyExistsException e) {
            if (!Files.isSameFile(target, file.path())) {
                throw e;
            }
        }
    }

    private StoreException withoutLinks(Exception cause) {
        return new StoreException(
                StoreTrouble.REFUSED,
                "The file system of " + target + " knows no hard links. Choose a directory on another.",
                cause);
    }

    @Override
    public void close() {
        file.close();
    }
}
