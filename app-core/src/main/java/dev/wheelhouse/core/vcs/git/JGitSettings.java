package dev.wheelhouse.core.vcs.git;

import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.storage.file.WindowCacheConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * What JGit learns of this machine: nothing of git's configuration, be it the user's, the system's or in the environment, so
 * that no alias of an address, no helper and no switched-off check of a certificate gets in. Nor does it measure the file
 * system, which takes seconds and writes the result to the user's home.
 *
 * <p>JGit knows one such reader for the whole process and asks it on threads of its own, so one that held for some
 * calls only would leave those out. Nothing else here uses JGit, which {@code ArchitectureRules} sees to.
 */
final class JGitSettings extends SystemReader.Delegate {

    /** Of the clocks of file systems in use; only the console itself changes its cache. */
    private static final long CLOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * Bytes up to which JGit reads an object at once. It refuses a folder that is longer (30,000 files make a mebibyte), so the
     * usual advice of 1 MiB would leave out large folders; a file may be of any length.
     */
    static final int STREAM_THRESHOLD = 16 << 20;

    private JGitSettings(SystemReader system) {
        super(system);
    }

    /** Holds from now on; calling it again changes nothing. */
    static synchronized void install() {
        if (SystemReader.getInstance() instanceof JGitSettings) {
            return;
        }
        SystemReader.setInstance(new JGitSettings(SystemReader.getInstance()));
        WindowCacheConfig cache = new WindowCacheConfig();
        cache.setStreamFileThreshold(STREAM_THRESHOLD);
        cache.setExposeStatsViaJmx(false);
        cache.install();
    }

    /** Without a look-up in the name service. */
    @Override
    public String getHostname() {
        return "localhost";
    }

    @Override
    @SuppressWarnings("NullAway") // JGit means null: not set.
    public String getenv(String variable) {
        return null;
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return new NoConfig(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        return new NoConfig(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return new NoConfig(parent, fs);
    }

    /** Has no file. */
    private static final class NoConfig extends FileBasedConfig {

        @SuppressWarnings("NullAway") // JGit itself makes a configuration without a file so.
        NoConfig(Config parent, FS fs) {
            super(parent, null, fs);
        }

        @Override
        public void load() {
            // There is nothing.
        }

        @Override
        public void save() {
            // Nothing is kept.
        }

        @Override
        public boolean isOutdated() {
            return false;
        }

        /** Answers what would be measured otherwise. */
        @Override
        public long getTimeUnit(String section, String subsection, String name, long otherwise, TimeUnit unit) {
            return "filesystem".equals(section)
                    ? unit.convert(CLOCK_NANOS, TimeUnit.NANOSECONDS)
                    : super.getTimeUnit(section, subsection, name, otherwise, unit);
        }
    }
}
