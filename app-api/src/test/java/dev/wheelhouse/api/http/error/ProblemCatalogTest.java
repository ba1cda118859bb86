package dev.wheelhouse.api.http.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProblemCatalogTest {

    private final ProblemCatalog catalog = new ProblemCatalog();
    private final ErrorMapper mapper = new ErrorMapper(catalog);

    private static final List<ErrorCode> ALL_CODES = allCodes();

    private static List<ErrorCode> allCodes() {
        List<ErrorCode> codes = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.wheelhouse")) {
            if (type.isEnum() && type.isAssignableTo(ErrorCode.class)) {
                for (Object constant : type.reflect().getEnumConstants()) {
                    codes.add((ErrorCode) constant);
                }
            }
        }
        return codes;
    }

    @Test
    void everyErrorCodeHasARow() {
        assertThat(ALL_CODES)
                .hasSizeGreaterThan(30)
                .allSatisfy(code ->
                        assertThat(catalog.find(code.code())).as(code.code()).isPresent());
    }

    @Test
    void noTwoFeaturesUseTheSameCode() {
        assertThat(ALL_CODES.stream().map(ErrorCode::code)).doesNotHaveDuplicates();
    }

    @Test
    void aKindNeverContradictsItsStatus() {
        assertThat(ALL_CODES).allSatisfy(code -> {
            int status = catalog.find(code.code()).orElseThrow().status();
            boolean serverSide = code.kind() == ErrorKind.UNAVAILABLE || code.kind() == ErrorKind.INTERNAL;
            // A statement over the caller's own time limit is no outage: 504.
            assertThat((status >= 500 && status != 504) || (status == 504 && serverSide))
                    .as(code.code())
                    .isEqualTo(serverSide);
        });
    }

    @Test
    void detailsBecomeMembersButCannotOverrideTheStandardOnes() {
        ErrorDetails details = () -> Map.of("status", 200, "sql", Map.of("state", "42P01"));
        Problem problem = mapper.map(new AppException(PlatformError.CONFLICT, "No.", details), "req_1");
        assertThat(problem.members()).containsEntry("status", 409).containsEntry("sql", Map.of("state", "42P01"));
        assertThat(problem.members().keySet()).startsWith("type", "title", "status", "code", "detail", "instance");
    }

    @Test
    void theTextOfAnInternalErrorStaysInTheLog() {
        Problem known = mapper.map(new AppException(PlatformError.INTERNAL, "jdbc:secret"), "req_1");
        Problem unknown = mapper.map(new IllegalStateException("jdbc:secret"), "req_1");
        assertThat(known).isEqualTo(unknown);
        assertThat(known.members().toString()).doesNotContain("jdbc").contains("req_1");
    }
}
