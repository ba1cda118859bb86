package dev.wheelhouse.core.architecture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ArchitectureTest {

    @Test
    @Timeout(60) // All classes are read.
    void coreKeepsTheRulesOfTheHouse() {
        ArchitectureRules.check();
    }
}
