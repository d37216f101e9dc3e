import type { Editor } from '../editor/editor.ts';
import type { FileManager } from '../files/file-manager.ts';
import type { MetadataCache } from '../metadata/metadata-cache.ts';
import type { Realm } from '../realm/enter-realm.ts';
import type { TFile } from '../vault/files.ts';
import type { Vault } from '../vault/vault.ts';
import type { LeafHost, LeafView, WorkspaceLeaf } from './leaf.ts';
import type { ViewRegistry } from './view-registry.ts';

/** What the workspace needs of the app. */
export interface WorkspaceHost extends LeafHost {
  readonly realm: Realm;
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;
  readonly viewRegistry: ViewRegistry;
  readonly internalPlugins: { getEnabledPluginById(id: string): object | null };
  isDarkMode(): boolean;
}

/** A view of one file. */
export interface ViewOfFile extends LeafView {
  readonly file: TFile | null;
}

/** A view of a note, with the editor that commands work on. */
export interface ViewOfNote extends ViewOfFile {
  readonly leaf: WorkspaceLeaf;
  readonly editor: Editor;
  getMode(): 'source' | 'preview';
}

export type Constructor<T> = abstract new (...args: never[]) => T;

/** The kinds of views that the workspace tells apart. */
export interface ViewKinds {
  readonly file: Constructor<ViewOfFile>;
  readonly note: Constructor<ViewOfNote>;
}
