import type { App } from '../app.ts';
import { WorkspaceWindow, type WorkspaceFloating } from './items.ts';
import { buildSkeleton } from './skeleton.ts';

/** The app's further windows, each with a document and globals of its own. */
export class PopoutWindows {
  readonly #app: App;
  readonly #floating: WorkspaceFloating;

  constructor(app: App, floating: WorkspaceFloating) {
    this.#app = app;
    this.#floating = floating;
  }

  open(): WorkspaceWindow {
    const win = this.#app.realm.openWindow();
    const home = { win: win as unknown as Window, doc: win.document };
    for (const style of document.head.querySelectorAll('style')) win.document.head.appendChild(win.document.importNode(style, true));
    const skeleton = buildSkeleton(win.document, { isPopout: true, hasFocus: false, isDark: this.#app.isDarkMode() });
    const popout = new WorkspaceWindow(home, () => this.#close(popout));
    skeleton.workspaceEl.appendChild(popout.containerEl);
    this.#floating.insertChild(-1, popout);
    this.#app.workspace.trigger('window-open', popout, home.win);
    return popout;
  }

  closeAll(): void {
    for (const popout of [...this.#floating.children] as WorkspaceWindow[]) this.#close(popout);
  }

  #close(popout: WorkspaceWindow): void {
    if (!this.#floating.children.includes(popout)) return;
    this.#floating.removeChild(popout);
    this.#app.workspace.trigger('window-close', popout, popout.win);
    this.#app.realm.closeWindow(popout.win);
  }
}
