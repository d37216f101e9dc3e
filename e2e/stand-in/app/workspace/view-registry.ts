import { Events, reportToWindow } from '../util/events.ts';
import type { LeafView, WorkspaceLeaf } from './leaf.ts';

export type ViewCreator = (leaf: WorkspaceLeaf) => LeafView;

/** The one pane at the side that the sandbox has itself. */
export const FILE_EXPLORER = 'file-explorer';

/** The empty view of a tab. */
export interface StandInViews {
  /** In a tab with nothing in it. */
  empty: ViewCreator;
  /** For a view whose plugin is not there. */
  unknown: (leaf: WorkspaceLeaf, type: string) => LeafView;
}

/** Which types of views there are, and which of them opens a file of what extension. */
export class ViewRegistry extends Events {
  readonly viewByType: Record<string, ViewCreator> = {};
  readonly typeByExtensionMap: Record<string, string> = {};
  readonly #standIns: StandInViews;

  constructor(standIns: StandInViews) {
    super();
    this.#standIns = standIns;
  }

  registerView(type: string, creator: ViewCreator): void {
    if (this.viewByType[type] !== undefined) throw new Error(`Attempting to register an existing view type "${type}"`);
    this.viewByType[type] = creator;
    this.trigger('view-registered', type);
  }

  unregisterView(type: string): void {
    Reflect.deleteProperty(this.viewByType, type);
    this.trigger('view-unregistered', type);
  }

  registerExtensions(extensions: string[], type: string): void {
    for (const extension of extensions) {
      if (this.typeByExtensionMap[extension] !== undefined)
        throw new Error(`Attempting to register an existing file extension "${extension}"`);
      this.typeByExtensionMap[extension] = type;
    }
    this.trigger('extensions-updated');
  }

  unregisterExtensions(extensions: string[]): void {
    for (const extension of extensions) Reflect.deleteProperty(this.typeByExtensionMap, extension);
    this.trigger('extensions-updated');
  }

  isExtensionRegistered(extension: string): boolean {
    return this.typeByExtensionMap[extension] !== undefined;
  }

  typeByExtension(extension: string): string | undefined {
    return this.typeByExtensionMap[extension];
  }

  create(type: string, leaf: WorkspaceLeaf): LeafView {
    if (type === 'empty') return this.createEmpty(leaf);
    try {
      const view = this.viewByType[type]?.(leaf);
      if (view !== undefined) return view;
    } catch (error) {
      reportToWindow(error);
    }
    return this.#standIns.unknown(leaf, type);
  }

  createEmpty(leaf: WorkspaceLeaf): LeafView {
    return this.#standIns.empty(leaf);
  }
}
