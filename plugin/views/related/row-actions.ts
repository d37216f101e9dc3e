import { MarkdownView, Menu, Notice, type App, type Editor, type ItemView, type PaneType } from 'obsidian';
import { writeProblem } from '../../../shared/kit/disk/write-problem.ts';
import type { PluginSettings } from '../../../shared/protocol/plugin-settings.ts';
import { fileAt } from '../../ports/file-at.ts';
import { noticeWithButton } from '../elements/notice-button.ts';
import { addFileItems, hoverNote } from '../notes/note-links.ts';
import { fileOrNotice, openIn } from '../notes/open-in-leaf.ts';
import { asLink } from '../links/as-link.ts';
import { editedIn } from '../notes/edited-in.ts';
import type { ViewHost } from '../view-host.ts';
import { inMenu, WORDS as NOTE_WORDS } from '../words/note-words.ts';
import { pathAfterRename } from '../notes/path-after-rename.ts';
import { withoutPair, withPair } from './not-related.ts';
import type { Subject } from './related-follower.ts';
import type { RelatedRow } from './related-rows.ts';
import { WORDS } from './related-words.ts';

/** What can be done with a row. */
export class RowActions {
  readonly #app: App;
  readonly #host: ViewHost;
  readonly #view: ItemView;
  /** Notes just called not related, which a notice can take back. */
  readonly #marked = new Set<{ subject: string; other: string }>();

  constructor(view: ItemView, host: ViewHost) {
    this.#app = view.app;
    this.#host = host;
    this.#view = view;
  }

  /** Opens the note at the passage. */
  open({ path, line }: Pick<RelatedRow, 'path' | 'line'>, where: PaneType | boolean): void {
    const file = fileOrNotice(this.#app.vault, path);
    if (file === null) return;
    const state = line === null ? {} : { eState: { line } };
    void openIn(this.#app.workspace.getLeaf(where), file, { active: true, ...state });
  }

  /** Has the app show its preview of the note. */
  hover(event: MouseEvent, { path, line }: RelatedRow, targetEl: HTMLElement, subject: Subject | null): void {
    hoverNote(this.#view, event, { path, targetEl, sourcePath: subject?.path ?? '', line });
  }

  /** Gives the drag a link to the note, as text: every editor takes it. */
  drag(event: DragEvent, { path }: RelatedRow, subject: Subject | null): void {
    const file = fileAt(this.#app.vault, path);
    if (file === null || event.dataTransfer === null) return event.preventDefault();
    const { workspace, fileManager } = this.#app;
    const linkIn = (source: string): string => asLink(fileManager.generateMarkdownLink(file, source), file.basename);
    const text = linkIn(workspace.getActiveFile()?.path ?? subject?.path ?? '');
    const { target } = event;
    event.dataTransfer.setData('text/plain', text);
    event.dataTransfer.effectAllowed = 'copyLink';
    // Not needed until the end of the drag.
    if (target !== null)
      void import('../links/dropped-link.ts').then(({ correctDrop }) => correctDrop(workspace, target, text, linkIn));
  }

  menu(row: RelatedRow, subject: Subject | null): Menu {
    const menu = new Menu();
    const add = (title: string, icon: string, section: string, act: () => void): void =>
      void menu.addItem((item) => item.setTitle(title).setIcon(icon).setSection(section).onClick(act));
    add(WORDS.open, 'file', 'open', () => this.open(row, false));
    add(NOTE_WORDS.openInTab, 'file-plus', 'open', () => this.open(row, 'tab'));
    add(WORDS.openBeside, 'separator-vertical', 'open', () => this.open(row, 'split'));
    for (const { path, title } of row.copies)
      add(WORDS.openCopy(inMenu(title)), 'copy', 'open', () => this.open({ path, line: null }, false));
    add(WORDS.insertLink, 'link', 'action', () => void this.#insertLink(row));
    if (subject !== null && subject.text === undefined)
      add(WORDS.notRelated, 'x', 'action', () => this.#markNotRelated(row, subject.path));
    addFileItems(menu, this.#view, row.path);
    return menu;
  }

  /** Changes settings; a notice says so if the file cannot be written. */
  save(changes: Partial<PluginSettings>): void {
    this.#host.changeSettings(changes).catch(tellNotSaved);
  }

  /** Takes back that notes are not related to the one at `subjectPath`. */
  relate(subjectPath: string, others: readonly string[]): void {
    const { notRelated } = this.#host.settings();
    this.save({ notRelated: others.reduce((pairs, other) => withoutPair(pairs, subjectPath, other), notRelated) });
  }

  /** What can be undone is still about the same notes. */
  renamed(from: string, to: string): void {
    for (const mark of this.#marked) {
      mark.subject = pathAfterRename(mark.subject, from, to);
      mark.other = pathAfterRename(mark.other, from, to);
    }
  }

  /** The code for it is loaded when first needed. */
  async #insertLink({ path }: RelatedRow): Promise<void> {
    const file = fileOrNotice(this.#app.vault, path);
    if (file === null) return;
    const { editor, source } = this.#editor();
    if (editor === null) {
      new Notice(WORDS.noEditor);
      return;
    }
    const { insertLink } = await import('../links/insert-link.ts');
    insertLink(editor, (label) =>
      asLink(this.#app.fileManager.generateMarkdownLink(file, source, '', label), file.basename, label),
    );
  }

  /** The editor that was used last; a focused side pane does not count. */
  #editor(): { editor: Editor | null; source: string } {
    const { workspace } = this.#app;
    const recent = workspace.getMostRecentLeaf()?.view;
    const view = recent instanceof MarkdownView ? recent : workspace.activeEditor;
    return { editor: editedIn(view), source: view?.file?.path ?? '' };
  }

  #markNotRelated({ path, title }: RelatedRow, subjectPath: string): void {
    const mark = { subject: subjectPath, other: path };
    this.#marked.add(mark);
    this.save({ notRelated: withPair(this.#host.settings().notRelated, mark.subject, mark.other) });
    noticeWithButton(WORDS.nowNotRelated(title), WORDS.undo, () => {
      this.#marked.delete(mark);
      this.save({ notRelated: withoutPair(this.#host.settings().notRelated, mark.subject, mark.other) });
    });
  }
}

/** Says in a notice that settings could not be saved. */
export function tellNotSaved(error: unknown): void {
  new Notice(WORDS.notSaved(writeProblem(error)));
}
