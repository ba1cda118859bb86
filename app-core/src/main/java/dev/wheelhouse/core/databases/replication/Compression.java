package dev.wheelhouse.core.databases.replication;

/** How a server packs the archives of a base backup; PostgreSQL 15 and newer can. Each at its quickest. */
public enum Compression {
    NONE("", ""),
    GZIP(".gz", ", COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1'"),
    ZSTD(".zst", ", COMPRESSION 'zstd', COMPRESSION_DETAIL 'level=1'");

    private final String suffix;
    private final String options;

    Compression(String suffix, String options) {
        this.suffix = suffix;
        this.options = options;
    }

    /** Of the archives' names. */
    public String suffix() {
        return suffix;
    }

    String options() {
        return options;
    }
}
