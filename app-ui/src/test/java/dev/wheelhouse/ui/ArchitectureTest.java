package dev.wheelhouse.ui;

import dev.wheelhouse.core.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void keepsTheRulesOfTheHouse() {
        ArchitectureRules.check();
    }
}
