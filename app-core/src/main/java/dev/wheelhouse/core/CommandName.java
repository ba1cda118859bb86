package dev.wheelhouse.core;

/** What people call this program by: a package's launchers tell their own, sources have their script. */
public final class CommandName {

    private CommandName() {}

    public static String current() {
        return System.getProperty("wheelhouse.command", "packaging/run.sh");
    }
}
