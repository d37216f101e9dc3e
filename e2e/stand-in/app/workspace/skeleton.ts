import { setIcon } from '../ui/icons.ts';
import { setTooltip } from '../ui/tooltip.ts';

/** The fixed parts of the app's page. */
export interface Skeleton {
  appContainerEl: HTMLElement;
  horizontalMainContainerEl: HTMLElement;
  workspaceEl: HTMLElement;
  statusBarEl: HTMLElement;
}

/** Builds the page of a window: the frame that the workspace is put into, and the body's classes. */
export function buildSkeleton(
  document: Document,
  options: { isPopout: boolean; hasFocus: boolean; isDark: boolean },
): Skeleton {
  document.body.addClasses([
    options.isDark ? 'theme-dark' : 'theme-light',
    platformClass(),
    'show-inline-title',
    'show-ribbon',
    'show-view-header',
    'is-frameless',
  ]);
  if (options.hasFocus) document.body.addClass('is-focused');
  if (options.isPopout) document.body.addClass('is-popout-window');
  const appContainerEl = document.body.createDiv('app-container');
  const horizontalMainContainerEl = appContainerEl.createDiv('horizontal-main-container');
  const workspaceEl = horizontalMainContainerEl.createDiv('workspace');
  const statusBarEl = createDetached(document, 'status-bar');
  if (!options.isPopout) appContainerEl.appendChild(statusBarEl);
  return { appContainerEl, horizontalMainContainerEl, workspaceEl, statusBarEl };
}

/** The strip of icons at a side. */
export class WorkspaceRibbon {
  readonly containerEl: HTMLElement;
  readonly ribbonActionsEl: HTMLElement;
  readonly ribbonSettingEl: HTMLElement;
  readonly side: 'left' | 'right';
  items: {
    id: string;
    icon: string;
    title: string;
    buttonEl: HTMLElement;
    callback: (event: MouseEvent) => unknown;
    hidden: boolean;
  }[] = [];

  constructor(document: Document, side: 'left' | 'right') {
    this.side = side;
    this.containerEl = createDetached(document, `workspace-ribbon side-dock-ribbon mod-${side}`);
    this.ribbonActionsEl = this.containerEl.createDiv('side-dock-actions');
    this.ribbonSettingEl = this.containerEl.createDiv('side-dock-settings');
  }

  addRibbonItemButton(id: string, icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const buttonEl = this.ribbonActionsEl.createDiv('clickable-icon side-dock-ribbon-action');
    setIcon(buttonEl, icon);
    setTooltip(buttonEl, title, { placement: 'right' });
    buttonEl.addEventListener('click', (event) => callback(event));
    this.items.push({ id, icon, title, buttonEl, callback, hidden: false });
    return buttonEl;
  }

  removeRibbonAction(buttonEl: HTMLElement): void {
    this.items = this.items.filter((item) => item.buttonEl !== buttonEl);
    buttonEl.detach();
  }
}

function createDetached(document: Document, cls: string): HTMLElement {
  const element = document.createElement('div');
  element.className = cls;
  return element;
}

function platformClass(): string {
  if (process.platform === 'darwin') return 'mod-macos';
  return process.platform === 'win32' ? 'mod-windows' : 'mod-linux';
}
