import { setIcon } from '../ui/icons.ts';
import { setTooltip } from '../ui/tooltip.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Commands } from './commands.ts';

/** What the buttons work on. */
export interface ButtonsHost {
  readonly workspace: Workspace;
  readonly commands: Commands;
  readonly setting: { open(): void };
}

/** Puts the app's own buttons into the left ribbon: docks, command palette, settings. */
export function addAppButtons(app: ButtonsHost): void {
  const { leftRibbon, leftSplit, rightSplit } = app.workspace;
  const toggles = createDiv('side-dock-toggles');
  leftRibbon.containerEl.prepend(toggles);
  const add = (parent: HTMLElement, cls: string, icon: string, title: string, run: () => unknown): void => {
    const button = parent.createDiv(`clickable-icon ${cls}`);
    setIcon(button, icon);
    setTooltip(button, title, { placement: 'right' });
    button.addEventListener('click', run);
  };
  add(toggles, 'sidebar-toggle-button mod-left', 'lucide-panel-left', 'Toggle left sidebar', () => leftSplit.toggle());
  add(toggles, 'sidebar-toggle-button mod-right', 'lucide-panel-right', 'Toggle right sidebar', () =>
    rightSplit.toggle(),
  );
  add(toggles, 'side-dock-palette', 'lucide-terminal', 'Open command palette', () =>
    app.commands.executeCommandById('command-palette:open'),
  );
  add(leftRibbon.ribbonSettingEl, 'side-dock-setting', 'lucide-settings', 'Settings', () => app.setting.open());
}
