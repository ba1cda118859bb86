package dev.wheelhouse.core.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Talks to servers that {@code packaging/test.sh} installs; each test may take two minutes, where others have 15 seconds. */
@Tag("real")
@Timeout(120)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Real {}
