package dev.wheelhouse.core.backups.base;

/**
 * A part of an archive as it is stored.
 *
 * @param name of the object within the base, such as {@code base.tar.zst.0001}
 * @param bytes before it is sealed
 * @param sha256 of them, in lower-case hexadecimal
 */
public record Volume(String name, long bytes, String sha256) {

    /** Which it is a part of, such as {@code base.tar.zst}. */
    public String archive() {
        return name.substring(0, name.lastIndexOf('.'));
    }
}
