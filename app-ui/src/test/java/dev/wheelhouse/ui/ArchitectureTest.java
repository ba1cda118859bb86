package dev.wheelhouse.ui;

import dev.wheelhouse.core.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ArchitectureTest {

    @Test
    @Timeout(60) // All classes are read.
    void keepsTheRulesOfTheHouse() {
        ArchitectureRules.check();
    }
}
