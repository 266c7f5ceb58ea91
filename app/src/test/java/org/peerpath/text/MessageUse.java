// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Where Java sources name messages: parsed by the compiler itself, so that no layout of the code escapes. */
final class MessageUse extends TreeScanner<@Nullable Void, @Nullable Void> {
    /**
     * A call that names a key as a literal.
     *
     * @param arguments how many it hands to the pattern; -1 if they come as one array or list
     */
    record Call(String key, int arguments, String place) {}

    private static final int UNCOUNTED = -1;

    private final List<Call> calls = new ArrayList<>();
    private final Set<String> literals = new HashSet<>();
    private final Set<String> prefixes = new HashSet<>();
    private final Set<String> suffixes = new HashSet<>();

    private final SourcePositions positions;
    private CompilationUnitTree unit;

    private MessageUse(SourcePositions positions, CompilationUnitTree first) {
        this.positions = positions;
        this.unit = first;
    }

    static MessageUse of(List<Path> sources) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(sources));
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            var use = new MessageUse(Trees.instance(task).getSourcePositions(), units.getFirst());
            for (CompilationUnitTree each : units) {
                use.unit = each;
                use.scan(each, null);
            }
            return use;
        }
    }

    /** Calls of {@code Message.of} and {@code say} with a literal key. */
    List<Call> calls() {
        return calls;
    }

    /** Whether any literal is this key, or it may be composed of the literals of a sum. */
    boolean mentions(String key) {
        return literals.contains(key)
                || prefixes.stream().anyMatch(key::startsWith)
                || suffixes.stream()
                        .anyMatch(end ->
                                key.endsWith(end) && literals.contains(key.substring(0, key.length() - end.length())));
    }

    /** Beginnings of keys that a call completes with something computed. */
    Set<String> prefixes() {
        return prefixes;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
        String name = call.getMethodSelect().toString();
        List<? extends ExpressionTree> arguments = call.getArguments();
        if (!arguments.isEmpty() && (name.endsWith("Message.of") || name.equals("say") || name.endsWith(".say"))) {
            int count = count(arguments.subList(1, arguments.size()));
            for (String key : literalsOf(arguments.getFirst())) {
                calls.add(new Call(key, count, place(call)));
            }
        }
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
        if (literal.getValue() instanceof String text) {
            literals.add(text);
        }
        return null;
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree sum, @Nullable Void nothing) {
        if (sum.getKind() == Tree.Kind.PLUS) {
            // Only what looks like the beginning or the end of a key: "finding." + id, key + ".title".
            literalsOf(sum.getLeftOperand()).stream()
                    .filter(text -> text.matches("[a-z][a-z0-9.-]*[.-]"))
                    .forEach(prefixes::add);
            literalsOf(sum.getRightOperand()).stream()
                    .filter(text -> text.matches("[.-][a-z0-9.-]+"))
                    .forEach(suffixes::add);
        }
        return super.visitBinary(sum, null);
    }

    private static int count(List<? extends ExpressionTree> arguments) {
        if (arguments.size() == 1) {
            ExpressionTree only = arguments.getFirst();
            if (only instanceof NewArrayTree || only.toString().endsWith("toArray()")) {
                return UNCOUNTED;
            }
        }
        return arguments.size();
    }

    /** The string literals that an expression can have as its value. */
    private static List<String> literalsOf(@Nullable Tree expression) {
        return switch (expression) {
            case LiteralTree literal when literal.getValue() instanceof String text -> List.of(text);
            case ParenthesizedTree inner -> literalsOf(inner.getExpression());
            case ConditionalExpressionTree either -> {
                List<String> both = new ArrayList<>(literalsOf(either.getTrueExpression()));
                both.addAll(literalsOf(either.getFalseExpression()));
                yield both;
            }
            case SwitchExpressionTree cases -> {
                List<String> all = new ArrayList<>();
                cases.getCases().forEach(each -> all.addAll(literalsOf(each.getBody())));
                yield all;
            }
            case YieldTree yields -> literalsOf(yields.getValue());
            case null, default -> List.of();
        };
    }

    private String place(Tree tree) {
        LineMap lines = unit.getLineMap();
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        return file + ":" + lines.getLineNumber(positions.getStartPosition(unit, tree));
    }
}
