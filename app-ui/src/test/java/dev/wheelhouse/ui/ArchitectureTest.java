package dev.wheelhouse.ui;

import dev.wheelhouse.core.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ArchitectureTest {

    @Test
    @Timeout(180) // All classes are read and compared by each rule.
    void keepsTheRulesOfTheHouse() {
        ArchitectureRules.check();
    }
}
