package dev.wheelhouse.core.vcs.git;

import java.io.IOException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.AbstractTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Is led through the files of a commit and of its submodules, in git's order. */
interface TreeVisit {

    /** A folder, before what is in it. */
    void directory(Mount mount, String path) throws IOException;

    void link(Mount mount, String path, ObjectReader reader, ObjectId id) throws IOException;

    void file(Mount mount, String path, boolean executable, ObjectReader reader, ObjectId id) throws IOException;

    /** A submodule, whose files follow; told as a {@link #directory} before. */
    Mount submodule(Mount mount, String path, ObjectId commit) throws IOException;

    /**
     * Leads a visit through; paths are those in the tar.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code tree_refused} at a name that is no file of its folder
     */
    static void walk(Mount mount, TreeVisit visit) throws IOException {
        try (ObjectReader reader = mount.repository().git().newObjectReader();
                TreeWalk walk = new TreeWalk(reader)) {
            walk.addTree(mount.root());
            while (walk.next()) {
                AbstractTreeIterator entry = walk.getTree(0, AbstractTreeIterator.class);
                byte[] name = new byte[entry.getNameLength()];
                entry.getName(name, 0);
                String path = GitPaths.below(mount.at(), GitPaths.text(walk.getRawPath()));
                GitPaths.checkName(path, GitPaths.text(name));
                ObjectId id = walk.getObjectId(0);
                FileMode mode = walk.getFileMode(0);
                switch (mode.getObjectType()) {
                    case Constants.OBJ_TREE -> {
                        visit.directory(mount, path);
                        walk.enterSubtree();
                    }
                    case Constants.OBJ_COMMIT -> {
                        visit.directory(mount, path);
                        walk(visit.submodule(mount, path, id), visit);
                    }
                    default -> {
                        if (FileMode.SYMLINK.equals(mode)) {
                            visit.link(mount, path, reader, id);
                        } else {
                            visit.file(mount, path, FileMode.EXECUTABLE_FILE.equals(mode), reader, id);
                        }
                    }
                }
            }
        }
    }
}
