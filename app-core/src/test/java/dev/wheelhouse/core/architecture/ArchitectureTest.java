package dev.wheelhouse.core.architecture;

import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void coreKeepsTheRulesOfTheHouse() {
        ArchitectureRules.check();
    }
}
