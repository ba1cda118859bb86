package dev.wheelhouse.api.http.json;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects with a known shape: one member a component, no others. */
final class RecordBinder implements Binder {

    private final Map<String, Integer> positions = new LinkedHashMap<>();
    private final Slot[] slots;
    private final String unknown;
    private final Constructor<?> constructor;

    RecordBinder(Class<?> type, Slot[] slots) {
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            positions.put(components[i].getName(), i);
        }
        this.slots = slots;
        this.unknown = positions.isEmpty()
                ? "There is no such field; none is taken here."
                : "There is no such field. Known here: " + String.join(", ", positions.keySet()) + ".";
        this.constructor = canonicalConstructor(type, components);
    }

    private static Constructor<?> canonicalConstructor(Class<?> type, RecordComponent[] components) {
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> found = type.getDeclaredConstructor(types);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("A record has its canonical constructor: " + type, e);
        }
    }

    @Override
    public @Nullable Object bind(JsonValue value, FieldPath path, Binding binding) {
        if (!(value instanceof JsonValue.JsonObject object)) {
            return Binder.mismatch("an object", value, path, binding);
        }
        int before = binding.problemCount();
        @Nullable Object[] arguments = new @Nullable Object[slots.length];
        boolean[] given = new boolean[slots.length];
        for (JsonValue.Member member : Members.unique(object, path)) {
            FieldPath at = path.member(member.name());
            Integer position = positions.get(member.name());
            if (position == null) {
                binding.problem(at, unknown);
                continue;
            }
            given[position] = true;
            arguments[position] = slots[position].bind(member.value(), at, binding);
        }
        positions.forEach((name, position) -> {
            if (!given[position]) {
                arguments[position] = slots[position].absent(path.member(name), binding);
            }
        });
        return binding.problemCount() > before ? null : construct(arguments, path, binding);
    }

    private @Nullable Object construct(@Nullable Object[] arguments, FieldPath path, Binding binding) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            // A record may check itself; what it complains of is one more fault of the body.
            if (e.getCause() instanceof AppException refused && refused.details() instanceof FieldProblems problems) {
                problems.errors().forEach(problem -> binding.problem(below(path, problem)));
                return null;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("The constructor of a record failed", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The constructor of a record cannot be called", e);
        }
    }

    private static FieldProblem below(FieldPath path, FieldProblem problem) {
        return path == FieldPath.ROOT ? problem : problem.at(path + "." + problem.path());
    }
}
