package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppImageTest {

    @ParameterizedTest
    @CsvSource({
        "nginx, 1.27, nginx:1.27",
        "nginx:1.25, 1.27, nginx:1.27",
        "localhost:5000/shop, two, localhost:5000/shop:two",
        "localhost:5000/team/shop:one, two, localhost:5000/team/shop:two",
        "nginx:1.25@sha256:aa, 1.27, nginx:1.27",
        "ghcr.io/team/shop:1, sha256:bb, ghcr.io/team/shop@sha256:bb"
    })
    void asksForAnotherTagOrDigest(String image, String ref, String wanted) {
        assertThat(AppImage.with(image, ref)).isEqualTo(wanted);
    }

    @Test
    void keepsItsOwnTag() {
        assertThat(AppImage.with("nginx:1.25", null)).isEqualTo("nginx:1.25");
    }
}
