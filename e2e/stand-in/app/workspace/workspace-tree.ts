import { WorkspaceParent, type WorkspaceFloating, type WorkspaceItem, type WorkspaceRoot, type WorkspaceSidedock } from './items.ts';
import { WorkspaceLeaf } from './leaf.ts';
import { WorkspaceRegistrations } from './registrations.ts';

/** The workspace's tree of leaves, and the ways to find one. */
export abstract class WorkspaceTree extends WorkspaceRegistrations {
  abstract readonly leftSplit: WorkspaceSidedock;
  abstract readonly rightSplit: WorkspaceSidedock;
  abstract readonly rootSplit: WorkspaceRoot;
  abstract readonly floatingSplit: WorkspaceFloating;

  getLeafById(id: string): WorkspaceLeaf | null {
    return this.allLeaves().find((leaf) => leaf.id === id) ?? null;
  }

  getGroupLeaves(group: string): WorkspaceLeaf[] {
    return this.allLeaves().filter((leaf) => leaf.group === group);
  }

  getMostRecentLeaf(root: WorkspaceParent = this.rootSplit): WorkspaceLeaf | null {
    const leaves = root === this.rootSplit ? this.rootLeaves() : leavesBelow(root);
    return leaves.reduce<WorkspaceLeaf | null>((best, leaf) => (best === null || leaf.activeTime > best.activeTime ? leaf : best), null);
  }

  iterateLeaves(root: WorkspaceParent | ((leaf: WorkspaceLeaf) => unknown), callback: ((leaf: WorkspaceLeaf) => unknown) | WorkspaceParent): void {
    const [item, call] = typeof root === 'function' ? [callback as WorkspaceParent, root] : [root, callback as (leaf: WorkspaceLeaf) => unknown];
    for (const leaf of leavesBelow(item)) if (call(leaf) === true) return;
  }

  iterateRootLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.rootLeaves()) callback(leaf);
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
