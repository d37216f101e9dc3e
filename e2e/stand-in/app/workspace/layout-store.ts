import {
  WorkspaceParent,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  type WorkspaceItem,
  type WorkspaceRoot,
} from './items.ts';
import { WorkspaceLeaf, type ViewState } from './leaf.ts';
import { FILE_EXPLORER } from './view-registry.ts';
import type { WorkspaceHost } from './workspace-host.ts';

/** The tree that is kept. */
export interface KeptWorkspace {
  readonly rootSplit: WorkspaceRoot;
  readonly leftSplit: WorkspaceSidedock;
  readonly rightSplit: WorkspaceSidedock;
  readonly activeLeaf: WorkspaceLeaf | null;
  setActiveLeaf(leaf: WorkspaceLeaf): void;
  ensureSideLeaf(type: string, side: 'left' | 'right'): Promise<WorkspaceLeaf>;
  getLastOpenFiles(): string[];
}

interface SavedItem {
  id?: string;
  type: string;
  direction?: 'vertical' | 'horizontal';
  currentTab?: number;
  collapsed?: boolean;
  width?: number;
  children?: SavedItem[];
  state?: ViewState;
  pinned?: boolean;
}

interface SavedLayout {
  main?: SavedItem;
  left?: SavedItem;
  right?: SavedItem;
  active?: string;
  lastOpenFiles?: string[];
}

/** Panes of the app's own plugins, which the sandbox does not have. */
const APP_PANES = new Set([
  'all-properties',
  'backlink',
  'bookmarks',
  'file-properties',
  'footnotes',
  'graph',
  'localgraph',
  'outgoing-link',
  'outline',
  'release-notes',
  'search',
  'sync',
  'tag',
  'webviewer',
]);

/**
 * Keeps the workspace's tree. It is read from the app's `workspace.json` at first, and kept in a file of the sandbox's
 * own: what the sandbox cannot show would be missing from the person's layout otherwise.
 */
export class LayoutStore {
  readonly #app: WorkspaceHost;
  readonly #workspace: KeptWorkspace;

  constructor(app: WorkspaceHost, workspace: KeptWorkspace) {
    this.#app = app;
    this.#workspace = workspace;
  }

  async load(): Promise<void> {
    const read = (path: string): Promise<unknown> => this.#app.vault.readJson(path).catch(() => null);
    const saved = (await read(this.#path)) ?? (await read(`${this.#app.vault.configDir}/workspace.json`));
    if (saved !== null) await this.apply(saved);
    else if (this.#app.internalPlugins.getEnabledPluginById(FILE_EXPLORER) !== null)
      await this.#workspace.ensureSideLeaf(FILE_EXPLORER, 'left');
  }

  /** A layout that cannot be saved, as in a read-only vault, does not fail the change that asked for it. */
  async save(): Promise<void> {
    try {
      await this.#app.vault.adapter.mkdir(this.#app.vault.configDir);
      await this.#app.vault.writeJson(this.#path, this.current());
    } catch (error) {
      console.error(error);
    }
  }

  current(): Record<string, unknown> {
    const workspace = this.#workspace;
    return {
      main: describe(workspace.rootSplit),
      left: describe(workspace.leftSplit),
      right: describe(workspace.rightSplit),
      active: workspace.activeLeaf?.id,
      lastOpenFiles: workspace.getLastOpenFiles(),
    };
  }

  async apply(layout: unknown): Promise<void> {
    if (typeof layout !== 'object' || layout === null) return;
    const { main, left, right, active } = layout as SavedLayout;
    const workspace = this.#workspace;
    let activeLeaf: WorkspaceLeaf | null = null;
    for (const [saved, root] of [
      [main, workspace.rootSplit],
      [left, workspace.leftSplit],
      [right, workspace.rightSplit],
    ] as const) {
      if (saved === undefined) continue;
      for (const child of [...root.children]) root.removeChild(child);
      for (const child of saved.children ?? [])
        await this.#build(root, child, (leaf, id) => {
          if (id !== undefined && id === active) activeLeaf = leaf;
        });
      if (root instanceof WorkspaceSidedock && saved.width !== undefined) root.setSize(saved.width);
      if (root instanceof WorkspaceSidedock && saved.collapsed !== true && root.children.length > 0) root.expand();
    }
    if (activeLeaf !== null) workspace.setActiveLeaf(activeLeaf);
  }

  get #path(): string {
    return `${this.#app.vault.configDir}/workspace-sandbox.json`;
  }

  async #build(
    parent: WorkspaceParent,
    saved: SavedItem,
    made: (leaf: WorkspaceLeaf, id: string | undefined) => void,
  ): Promise<void> {
    const { doc } = parent.getContainer();
    if (saved.type === 'leaf') {
      if (APP_PANES.has(saved.state?.type ?? '')) return;
      const leaf = new WorkspaceLeaf(this.#app, doc);
      parent.insertChild(-1, leaf);
      if (saved.state !== undefined && this.#canOpen(saved.state)) await leaf.setViewState(saved.state);
      made(leaf, saved.id);
      return;
    }
    const item =
      saved.type === 'tabs' ? new WorkspaceTabs(doc) : new WorkspaceSplit(doc, saved.direction ?? 'vertical');
    parent.insertChild(-1, item);
    for (const child of saved.children ?? []) await this.#build(item, child, made);
    if (item.children.length === 0) parent.removeChild(item);
    else if (item instanceof WorkspaceTabs) item.selectTabIndex(saved.currentTab ?? 0);
  }

  /** A file that is gone since leaves its tab empty; a view whose plugin is off keeps its place. */
  #canOpen({ state }: ViewState): boolean {
    const path = state?.file;
    return typeof path !== 'string' || this.#app.vault.getFileByPath(path) !== null;
  }
}

function describe(item: WorkspaceItem): SavedItem {
  if (item instanceof WorkspaceLeaf) return { id: item.id, type: 'leaf', state: item.getViewState() };
  const children = item instanceof WorkspaceParent ? item.children.map(describe) : [];
  if (item instanceof WorkspaceTabs) return { id: item.id, type: 'tabs', currentTab: item.currentTab, children };
  const direction = item instanceof WorkspaceSplit ? item.direction : 'vertical';
  return {
    id: item.id,
    type: 'split',
    direction,
    children,
    ...(item instanceof WorkspaceSidedock && {
      collapsed: item.collapsed,
      ...(item.size !== null && { width: item.size }),
    }),
  };
}
