import { WorkspaceWindow, type WorkspaceFloating } from './items.ts';
import { buildSkeleton } from './skeleton.ts';
import type { WorkspaceHost } from './workspace-host.ts';

/** The app's further windows, each with a document and globals of its own. */
export class PopoutWindows {
  readonly #app: WorkspaceHost;
  readonly #floating: WorkspaceFloating;
  readonly #announce: (type: 'window-open' | 'window-close', popout: WorkspaceWindow, win: Window) => void;

  constructor(
    app: WorkspaceHost,
    floating: WorkspaceFloating,
    announce: (type: 'window-open' | 'window-close', popout: WorkspaceWindow, win: Window) => void,
  ) {
    this.#app = app;
    this.#floating = floating;
    this.#announce = announce;
  }

  open(): WorkspaceWindow {
    const win = this.#app.realm.openWindow();
    const home = { win: win as unknown as Window, doc: win.document };
    for (const style of document.head.querySelectorAll('style'))
      win.document.head.appendChild(win.document.importNode(style, true));
    const skeleton = buildSkeleton(win.document, { isPopout: true, hasFocus: false, isDark: this.#app.isDarkMode() });
    const popout = new WorkspaceWindow(home, () => this.#close(popout));
    skeleton.workspaceEl.appendChild(popout.containerEl);
    this.#floating.insertChild(-1, popout);
    this.#announce('window-open', popout, home.win);
    return popout;
  }

  closeAll(): void {
    for (const popout of [...this.#floating.children] as WorkspaceWindow[]) this.#close(popout);
  }

  #close(popout: WorkspaceWindow): void {
    if (!this.#floating.children.includes(popout)) return;
    this.#floating.removeChild(popout);
    this.#announce('window-close', popout, popout.win);
    this.#app.realm.closeWindow(popout.win);
  }
}
