import type { FileManager } from '../files/file-manager.ts';
import type { RenderingApp } from '../markdown/inline.ts';
import type { ModalHost } from '../ui/modal.ts';
import type { LeafHost } from '../workspace/leaf.ts';
import type { ViewRegistry } from '../workspace/view-registry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ViewPace } from './view-pace.ts';

/** The app as its views have it. */
export interface ViewApp extends LeafHost, RenderingApp, ModalHost {
  readonly fileManager: FileManager;
  readonly viewRegistry: ViewRegistry;
  readonly workspace: Workspace;
  readonly commands: { executeCommandById(id: string): boolean };
  readonly viewPace: ViewPace;
}
