package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.platform.error.AppException;
import org.jspecify.annotations.Nullable;

/**
 * A log that cannot be read, in the place of one among others.
 *
 * @param why what each reading throws
 */
record UnreadableLog(String name, AppException why) implements LogSource {

    private AppException refusal() {
        return new AppException(why.errorCode(), String.valueOf(why.getMessage()), why.details(), why);
    }

    @Override
    public LogPage tail(int lines, long mostBytes) {
        throw refusal();
    }

    @Override
    public LogPage search(LogSearch search) {
        throw refusal();
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        throw refusal();
    }
}
