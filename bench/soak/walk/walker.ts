import type { Locator } from 'playwright';
import { changeSettings } from '../../../e2e/driver/change-settings.ts';
import type { AppDriver } from '../../../e2e/driver/driver.ts';
import type { Random } from '../../../shared/kit/random.ts';
import { ToolError, type Server } from '../../support/server.ts';

export interface WalkerOptions {
  driver: AppDriver;
  /** A server on the same vault, for what an assistant does. */
  server: Server;
  random: Random;
  /** Of the notes, as they are at first. */
  paths: readonly string[];
  words: readonly string[];
  /** Called with what a tool throws other than a refusal, even after the step in which it was called. */
  onFault: (error: unknown) => void;
  /** Called with each screen that a step has used, by its selector. */
  look: (root: string) => Promise<void>;
}

const SEARCH = '.vault-loom-search';
const SETTINGS = '.vertical-tab-content';
const CLICKED =
  'button, a, circle, input, summary, .clickable-icon, [tabindex], [role="option"], [role="treeitem"], [role="tab"]';
const VIEWS = ['related', 'map', 'activity', 'review'] as const;
const KEYS: Record<(typeof VIEWS)[number] | 'search', readonly string[]> = {
  search: ['ArrowDown', 'ArrowUp', 'Tab', 'Alt+ArrowUp', 'Backspace', 'Home', 'End'],
  related: ['ArrowDown', 'Enter', 'Escape', 'End', 'Home', 'ContextMenu'],
  map: ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'Enter', 'Escape', '+', '-', '0', 'F2', 'ContextMenu'],
  activity: ['ArrowDown', 'ArrowRight', 'Enter', 'Escape', 'End'],
  review: ['Control+Enter', 'Control+Backspace', 'ArrowDown', 'Escape', 'Tab'],
};
const OPENING = ['Enter', 'Control+Enter', 'Alt+Enter', 'Shift+Enter', 'Escape'];
const SIGNS = ['$', '[[', '->', '*', '\\', '(', '"', '-', 'path:"', 'tag:#a', ' '];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 700, height: 500 },
  { width: 320, height: 640 },
];
const ROOM_FOR_SIDES = 640;
const MOST_TABS = 5;
/** A call may wait for the person, who walks on. */
const CALL_MS = 700;
const CLICK_MS = 1_500;
const THINKING_MS = 300;

/** A person who clicks and types anywhere, while an assistant changes the notes; see {@link Walker.step}. */
export class Walker {
  /** What was done, the last at the end. */
  readonly done: string[] = [];
  readonly #options: WalkerOptions;
  readonly #steps: readonly (() => Promise<void>)[];

  constructor(options: WalkerOptions) {
    this.#options = options;
    const often = [() => this.#search(), ...VIEWS.map((view) => () => this.#useView(view)), () => this.#assistant()];
    this.#steps = [
      ...Array.from({ length: 4 }, () => often).flat(),
      () => this.#open(),
      () => this.#open(),
      () => this.#settings(),
      () => this.#changeRules(),
      () => this.#changeNote(),
      () => this.#changeWindow(),
      () => this.#run('markdown:toggle-preview'),
      () => this.#closeTabs(),
    ];
  }

  /** One thing that a person or an assistant does, at random. */
  step(): Promise<void> {
    return this.#options.random.pick(this.#steps)();
  }

  async #search(): Promise<void> {
    const { driver, random } = this.#options;
    const { keyboard } = driver.page;
    const query = random.below(4) === 0 ? random.pick(SIGNS) : this.#words(1 + random.below(4));
    this.#note(`searches ${JSON.stringify(query)}`);
    await this.#run('vault-loom:search');
    await keyboard.insertText(query);
    await driver.settle();
    await driver.page.waitForTimeout(random.below(THINKING_MS));
    for (let left = random.below(5); left > 0; left--) await this.#press(random.pick(KEYS.search));
    await this.#options.look(SEARCH);
    await this.#press(random.pick(OPENING));
    // The first may be taken by a list of passages.
    for (let left = 2; left > 0 && (await driver.page.locator(SEARCH).count()) > 0; left--) await this.#press('Escape');
  }

  async #useView(view: (typeof VIEWS)[number]): Promise<void> {
    const { random, look } = this.#options;
    const root = `[data-type="vault-loom-${view}"] > .view-content`;
    await this.#run(`vault-loom:${view}`);
    for (let left = 1 + random.below(3); left > 0; left--) {
      await this.#click(root);
      await this.#press(random.pick(KEYS[view]));
    }
    await look(root);
    await this.#press('Escape');
  }

  async #settings(): Promise<void> {
    const { driver, random, look } = this.#options;
    await driver.evaluate((app) => {
      app.setting.open();
      app.setting.openTabById('vault-loom');
    });
    await driver.settle();
    for (let left = 3; left > 0; left--) {
      await this.#click(SETTINGS);
      if (random.below(3) === 0) await driver.page.keyboard.insertText(this.#words(1));
    }
    await look(SETTINGS);
    await driver.evaluate((app) => app.setting.close());
    await driver.settle();
  }

  /** What an assistant is refused is its own affair, but for a fault of ours. */
  async #assistant(): Promise<void> {
    const { server, random, driver, onFault } = this.#options;
    const path = this.#path();
    const [tool, args] = random.pick<[string, object]>([
      ['read_note', { name: path }],
      ['edit_note', { name: path, mode: random.pick(['append', 'prepend']), content: this.#words(6) }],
      ['move_note', { source: path, destination: `Moved/${random.below(100)}.md` }],
      ['delete_note', { name: path, confirm: true }],
    ]);
    this.#note(`an assistant: ${tool} ${JSON.stringify(path)}`);
    const call = server.call(tool, args as Record<string, unknown>).catch((error: unknown) => {
      if (!(error instanceof ToolError) || error.code === 'internal') onFault(error);
    });
    await Promise.race([call, driver.page.waitForTimeout(CALL_MS)]);
  }

  async #open(): Promise<void> {
    const path = this.#path();
    this.#note(`opens ${JSON.stringify(path)}`);
    await this.#options.driver.evaluate(async (app, at) => {
      const file = app.vault.getFileByPath(at);
      if (file !== null) await app.workspace.getLeaf(false).openFile(file);
    }, path);
    await this.#options.driver.settle();
  }

  async #changeNote(): Promise<void> {
    const isDeleted = this.#options.random.below(4) === 0;
    const path = this.#path();
    this.#note(`${isDeleted ? 'deletes' : 'changes'} ${JSON.stringify(path)}`);
    await this.#options.driver.evaluate(
      async (app, { at, text }) => {
        const file = app.vault.getFileByPath(at);
        if (file === null) return;
        if (text === null) await app.vault.delete(file);
        else await app.vault.process(file, (before) => `${text}\n${before}`);
      },
      { at: path, text: isDeleted ? null : this.#words(5) },
    );
  }

  async #changeRules(): Promise<void> {
    const reviewMode = this.#options.random.pick(['ask-always', 'ask-always', 'ask-risky', 'write']);
    this.#note(`review: ${reviewMode}`);
    await changeSettings(this.#options.driver, { reviewMode });
  }

  async #changeWindow(): Promise<void> {
    const { driver, random } = this.#options;
    const size = random.pick(SIZES);
    const dir = random.pick(['ltr', 'rtl']);
    const theme = random.pick(['light', 'dark']);
    this.#note(`${size.width} × ${size.height}, ${dir}, ${theme}`);
    await driver.page.setViewportSize(size);
    await driver.evaluate(
      (app, { to, isNarrow }) => {
        document.documentElement.dir = to;
        // With both sides open, a pane would lie outside of a window this narrow.
        if (isNarrow) for (const side of [app.workspace.leftSplit, app.workspace.rightSplit]) side.collapse();
      },
      { to: dir, isNarrow: size.width < ROOM_FOR_SIDES },
    );
    await this.#run(`theme:use-${theme}`);
  }

  async #closeTabs(): Promise<void> {
    await this.#options.driver.evaluate((app, most) => {
      const leaves: { detach(): void }[] = [];
      app.workspace.iterateAllLeaves((leaf) => void leaves.push(leaf));
      for (const leaf of leaves.slice(most)) leaf.detach();
    }, MOST_TABS);
    await this.#options.driver.settle();
  }

  async #click(root: string): Promise<void> {
    const { driver, random } = this.#options;
    const items = driver.page.locator(root).last().locator(CLICKED);
    const count = await items.count();
    if (count === 0) return;
    const item = items.nth(random.below(count));
    this.#note(`clicks ${await shortHtml(item)}`);
    // It may have gone, or lie under something else.
    await item
      .click({ timeout: CLICK_MS, modifiers: random.pick([[], [], [], ['Control'], ['Shift'], ['Alt']]) })
      .catch(() => undefined);
    await driver.settle();
  }

  async #press(key: string): Promise<void> {
    this.#note(`presses ${key}`);
    await this.#options.driver.page.keyboard.press(key);
    await this.#options.driver.settle();
  }

  async #run(command: string): Promise<void> {
    this.#note(command);
    await this.#options.driver.evaluate((app, id) => app.commands.executeCommandById(id), command);
    await this.#options.driver.settle();
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#options.random.pick(this.#options.words)).join(' ');
  }

  #path(): string {
    return this.#options.random.pick(this.#options.paths).normalize('NFC');
  }

  #note(what: string): void {
    this.done.push(what);
  }
}

function shortHtml(item: Locator): Promise<string> {
  return item.evaluate((element) => element.outerHTML.slice(0, 120), undefined, { timeout: CLICK_MS }).catch(() => '');
}
