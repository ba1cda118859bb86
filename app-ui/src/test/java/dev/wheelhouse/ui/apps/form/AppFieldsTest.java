package dev.wheelhouse.ui.apps.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AppFieldsTest {

    private final AppFields fields = new AppFields();

    @Test
    void givesOnlyTheFieldsOfItsRuntime() {
        fields.name.set(" api ");
        fields.command.set("run --all");
        fields.unit.set("api.service");
        fields.image.set("api:1");
        fields.ports.set("8080:80, 90");
        AppDraft process = fields.draft();
        assertThat(process.name()).isEqualTo("api");
        assertThat(process.command()).containsExactly("run", "--all");
        assertThat(process.unit()).isNull();
        assertThat(process.image()).isNull();
        assertThat(process.replicas()).isNull();

        fields.runtime.set(RuntimeKind.SYSTEMD);
        AppDraft unit = fields.draft();
        assertThat(unit.unit()).isEqualTo("api.service");
        assertThat(unit.command()).isNull();
        assertThat(unit.environment()).isNull();

        fields.runtime.set(RuntimeKind.CONTAINER);
        fields.memory.set("512m");
        AppDraft container = fields.draft();
        assertThat(container.ports()).containsExactly("8080:80", "90");
        assertThat(container.memoryLimitBytes()).isEqualTo(512L << 20);
        assertThat(container.replicas()).isEqualTo(1);
        assertThat(container.directory()).isNull();
    }

    @Test
    void refusesAtTheFieldWhatCannotBeRead() {
        fields.runtime.set(RuntimeKind.CONTAINER);
        fields.memory.set("a lot");
        assertThatThrownBy(fields::draft).isInstanceOf(AppException.class).hasMessageStartingWith("memoryLimitBytes: ");
        fields.memory.set("");
        fields.replicas.set("two");
        assertThatThrownBy(fields::draft).hasMessageStartingWith("replicas: ");
        fields.replicas.set("2");
        fields.command.set("'open");
        assertThatThrownBy(fields::draft).hasMessageStartingWith("command: ");
    }

    @Test
    void readsAndWritesAmountsExactly() {
        assertThat(ByteAmount.parse("1.5 GiB")).isEqualTo(1_610_612_736L);
        assertThat(ByteAmount.parse("64K")).isEqualTo(65_536);
        assertThat(ByteAmount.parse("1000")).isEqualTo(1_000);
        for (long bytes : List.of(1L, 1_000L, 65_536L, 1_610_612_736L, 1L << 40)) {
            assertThat(ByteAmount.parse(ByteAmount.words(bytes))).isEqualTo(bytes);
        }
        assertThatThrownBy(() -> ByteAmount.parse("-1 GiB")).hasMessageContaining("512 MiB");
        assertThatThrownBy(() -> ByteAmount.parse("99999999999 TiB")).hasMessageContaining("512 MiB");
    }

    @Test
    void keepsSealedValuesUnlessOthersAreTyped() {
        EnvironmentEntries environment = fields.environment;
        environment.showStored(Set.of("TOKEN"));
        assertThat(environment.values()).containsOnlyKeys("TOKEN").containsEntry("TOKEN", null);
        EnvironmentEntry added = environment.add();
        assertThat(environment.values()).containsOnlyKeys("TOKEN");
        assertThat(environment.paste("TOKEN='new'\n\n# more\nexport PORT=80", added))
                .isTrue();
        assertThat(environment.values()).isEqualTo(Map.of("TOKEN", "new", "PORT", "80"));
        assertThat(environment.entries).hasSize(2);
        assertThat(environment.paste("https://example.com/?a=b", environment.add()))
                .isFalse();
        environment.add().value.set("nameless");
        assertThatThrownBy(environment::values).hasMessageContaining("Give every value a name.");
    }

    @Test
    void refusesANameThatStandsTwice() {
        fields.environment.show(Map.of("A", "1"));
        fields.environment.add().name.set("A");
        assertThatThrownBy(fields.environment::values).hasMessageContaining("A stands there twice.");
    }

    @Test
    void proposesANameAndKeepsATypedOne() {
        FoundApp nginx = new FoundApp("nginx", new AppSpec.SystemdUnit("nginx.service"), "", true);
        fields.show(nginx);
        assertThat(fields.name.get()).isEqualTo("nginx");
        fields.show(new FoundApp("redis", new AppSpec.SystemdUnit("redis.service"), "", true));
        assertThat(fields.name.get()).isEqualTo("redis");
        fields.name.set("proxy");
        fields.show(nginx);
        assertThat(fields.name.get()).isEqualTo("proxy");
        assertThat(fields.unit.get()).isEqualTo("nginx.service");
    }
}
