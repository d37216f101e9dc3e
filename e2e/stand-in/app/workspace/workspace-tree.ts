import { Events } from '../util/events.ts';
import {
  WorkspaceParent,
  type WorkspaceFloating,
  type WorkspaceItem,
  type WorkspaceRoot,
  type WorkspaceSidedock,
} from './items.ts';
import { WorkspaceLeaf } from './leaf.ts';

/** The workspace's tree of leaves, and the ways to find one. */
export abstract class WorkspaceTree extends Events {
  abstract readonly leftSplit: WorkspaceSidedock;
  abstract readonly rightSplit: WorkspaceSidedock;
  abstract readonly rootSplit: WorkspaceRoot;
  abstract readonly floatingSplit: WorkspaceFloating;

  getMostRecentLeaf(root: WorkspaceParent = this.rootSplit): WorkspaceLeaf | null {
    const leaves = root === this.rootSplit ? this.rootLeaves() : leavesBelow(root);
    return leaves.reduce<WorkspaceLeaf | null>(
      (best, leaf) => (best === null || leaf.activeTime > best.activeTime ? leaf : best),
      null,
    );
  }

  iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.allLeaves()) callback(leaf);
  }

  getLeavesOfType(type: string): WorkspaceLeaf[] {
    return this.allLeaves().filter((leaf) => leaf.view.getViewType() === type);
  }

  protected allLeaves(): WorkspaceLeaf[] {
    return [this.rootSplit, this.floatingSplit, this.leftSplit, this.rightSplit].flatMap((root) => leavesBelow(root));
  }

  protected rootLeaves(): WorkspaceLeaf[] {
    return [...leavesBelow(this.rootSplit), ...leavesBelow(this.floatingSplit)];
  }
}

/** All leaves of an item, in the order of the tree. */
export function leavesBelow(item: WorkspaceItem): WorkspaceLeaf[] {
  if (item instanceof WorkspaceLeaf) return [item];
  return item instanceof WorkspaceParent ? item.children.flatMap(leavesBelow) : [];
}
