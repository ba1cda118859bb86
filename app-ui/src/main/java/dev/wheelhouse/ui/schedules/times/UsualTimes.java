package dev.wheelhouse.ui.schedules.times;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times that many choose. */
public enum UsualTimes {
    QUARTERS("Every 15 min", "*/15 * * * *"),
    HOURLY("Every hour", "%m * * * *"),
    DAILY("Daily", "%m %h * * *"),
    WEEKDAYS("Weekdays", "%m %h * * 1-5"),
    WEEKLY("Weekly", "%m %h * * 1"),
    MONTHLY("Monthly", "%m %h 1 * *");

    private static final Pattern TIME_OF_DAY = Pattern.compile("\\s*(\\d{1,2})\\s+(\\d{1,2})\\s.*");
    private static final int USUAL_HOUR = 3;

    private final String words;
    private final String pattern;

    UsualTimes(String words, String pattern) {
        this.words = words;
        this.pattern = pattern;
    }

    String words() {
        return words;
    }

    /** @param before what is in the field now; its time of the day stays where it names one */
    public String expression(String before) {
        Matcher time = TIME_OF_DAY.matcher(before);
        boolean known = time.matches();
        String minute = known ? time.group(1) : "0";
        String hour = known ? time.group(2) : Integer.toString(USUAL_HOUR);
        return pattern.replace("%m", minute).replace("%h", hour);
    }
}
