import { seededRandom, type Random } from '../../../shared/kit/random.ts';
import type { Pane, Typed, HostRequests } from '../messages.ts';
import type { App } from './app.ts';
import { nodeTimers } from './realm/timers.ts';
import { MarkdownView } from './views/markdown-view.ts';
import type { WorkspaceLeaf } from './workspace/leaf.ts';

/** One of this many words is begun at another line. */
const CLICKS = 4;

interface Typing {
  random: Random;
  panes: number[];
  timer: ReturnType<typeof setInterval>;
  typed: Typed;
  /** What is left of a word, what of it is written, and where. */
  word: { rest: string; written: string; view: MarkdownView } | null;
  count: number;
}

/** The person at the keyboard: opens notes in panes and types into them. */
export class Typist {
  readonly #app: App;
  readonly #leaves: WorkspaceLeaf[] = [];
  #typing: Typing | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  async open({ path, mode = 'source', place = 'tab' }: HostRequests['openNote']): Promise<number> {
    const file = this.#app.vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no ${path} in the app's vault.`);
    const leaf = this.#app.workspace.getLeaf(place);
    await leaf.openFile(file, { state: { mode } });
    return this.#leaves.push(leaf) - 1;
  }

  type(pane: number, text: string, line?: number): void {
    const { editor } = this.#view(pane) ?? nobody(pane);
    const at = line ?? editor.lastLine();
    editor.setCursor({ line: at, ch: editor.getLine(at).length });
    editor.replaceSelection(text);
  }

  start({ panes, everyMs, seed }: HostRequests['startTyping']): void {
    const timer = nodeTimers.setInterval(() => this.#typeLetter(), everyMs);
    this.#typing = { random: seededRandom(seed), panes, timer, typed: { words: [], unheard: 0 }, word: null, count: 0 };
  }

  stop(): Typed {
    const typing = this.#typing;
    if (typing === null) throw new Error('Nobody is typing.');
    nodeTimers.clearInterval(typing.timer);
    this.#endWord(typing);
    this.#typing = null;
    return typing.typed;
  }

  async save(pane: number): Promise<void> {
    await this.#view(pane)?.save();
  }

  panes(): Pane[] {
    return this.#leaves.map((_leaf, pane) => {
      const view = this.#view(pane);
      return { pane, path: view?.file?.path ?? null, text: view?.getViewData() ?? '', isUnsaved: view?.dirty ?? false };
    });
  }

  #typeLetter(): void {
    const typing = this.#typing;
    if (typing === null) return;
    if (typing.word !== null && (typing.word.rest === '' || typing.word.view.file === null)) this.#endWord(typing);
    typing.word ??= this.#newWord(typing);
    const { word } = typing;
    if (word === null) return void typing.typed.unheard++;
    const letter = word.rest.slice(0, 1);
    word.rest = word.rest.slice(1);
    word.written += letter;
    word.view.editor.replaceSelection(letter);
  }

  #newWord({ random, panes, count }: Typing): Typing['word'] {
    const view = this.#view(random.pick(panes));
    if (view === null) return null;
    const { editor } = view;
    if (random.below(CLICKS) === 0) {
      const line = random.below(editor.lineCount());
      editor.setCursor({ line, ch: editor.getLine(line).length });
    }
    editor.replaceSelection(random.below(CLICKS) === 0 ? '\n' : ' ');
    const typing = this.#typing;
    if (typing !== null) typing.count++;
    return { rest: `zt${count}z`, written: '', view };
  }

  #endWord(typing: Typing): void {
    if (typing.word !== null && typing.word.written !== '') typing.typed.words.push(typing.word.written);
    typing.word = null;
  }

  #view(pane: number): MarkdownView | null {
    const view = this.#leaves[pane]?.view;
    // Nobody types into a note that is still being opened.
    return view instanceof MarkdownView && view.file !== null && view.lastSavedData !== null ? view : null;
  }
}

function nobody(pane: number): never {
  throw new Error(`Pane ${pane} shows no note.`);
}
