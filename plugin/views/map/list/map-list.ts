import type { RelatedNote } from '../../../../shared/protocol/schemas/related.ts';
import type { MapOutput, MissingLinksOutput } from '../../../../shared/protocol/schemas/map.ts';
import { nameElement } from '../name-element.ts';
import {
  LISTS,
  listName,
  listNodes,
  listWords,
  knownTotal,
  relatedNodes,
  ROWS_AT_ONCE,
  sourceNodes,
  type Below,
  type ListName,
} from './list-nodes.ts';
import { ListTabs } from './list-tabs.ts';
import { themeNodes, type ThemeNodesInput } from './theme-nodes.ts';
import { TreeList, type TreeActions } from './tree-list.ts';
import type { TreeNode, TreeRow } from './tree-rows.ts';

export interface MapListActions extends Omit<TreeActions, 'open'> {
  /** Opens or closes a theme. */
  openTheme(id: string, isOpen: boolean): void;
  choose(list: ListName): void;
  /** Where the links to a missing note are, by its stub's path. */
  sources(stub: string): Promise<MissingLinksOutput>;
  related(path: string): Promise<readonly RelatedNote[]>;
  /** Something was opened or has arrived: the list is to be shown again. */
  changed(): void;
}

export type MapListInput = Pick<ThemeNodesInput, 'levels' | 'scenes' | 'marks'> & {
  list: ListName;
  whole: MapOutput | null;
};

/** The lists next to the picture: tabs, what the chosen one means, and its tree. */
export class MapList {
  readonly tree: TreeList;
  readonly #actions: MapListActions;
  readonly #tabs: ListTabs;
  readonly #panelEl: HTMLElement;
  readonly #meaningEl: HTMLElement;
  readonly #open = new Set<string>();
  readonly #limits = new Map<string, number>();
  readonly #below = new Map<string, Below>();
  /** The last question about each row: an older answer may arrive later. */
  readonly #asked = new Map<string, Promise<Below>>();
  #whole: MapOutput | null = null;
  #list: ListName = 'themes';

  constructor(parent: HTMLElement, actions: MapListActions) {
    this.#actions = actions;
    const side = parent.createDiv('vault-loom-map-side');
    this.#tabs = new ListTabs(side, (list) => {
      this.tree.startOver();
      actions.choose(list);
    });
    this.#panelEl = side.createDiv({ cls: 'vault-loom-map-panel', attr: { role: 'tabpanel' } });
    this.#meaningEl = this.#panelEl.createDiv({ cls: 'vault-loom-map-meaning', attr: { dir: 'auto' } });
    this.tree = new TreeList(this.#panelEl, {
      ...actions,
      open: (row, isOpen) => this.open(row, isOpen),
    });
  }

  show({ list, whole, levels, scenes, marks }: MapListInput): void {
    if (whole !== this.#whole || list !== this.#list) this.#askAgain();
    [this.#whole, this.#list] = [whole, list];
    const nodes = this.#nodesOf({ list, whole, levels, scenes, marks });
    const totals = whole === null ? null : LISTS.map((each) => [each, knownTotal(whole, each)] as const);
    this.#tabs.show(list, totals === null ? null : (Object.fromEntries(totals) as Record<ListName, number | null>));
    this.#tabs.rename('themes', listName(whole, 'themes'));
    const name = listName(whole, list);
    nameElement(this.#panelEl, this.#panelEl, name);
    const meaning = listWords(whole, list, nodes.length === 0);
    if (this.#meaningEl.textContent !== meaning) this.#meaningEl.textContent = meaning;
    this.#meaningEl.hidden = meaning === '';
    this.tree.show(nodes, name);
  }

  /** Whether the row that is in use would stay where it is if this were shown. */
  keepsRows(input: MapListInput): boolean {
    const nodes = this.#nodesOf(input);
    // What is below these is asked for again with each new map, and may come and go.
    const isSettled = nodes.every(({ key, isOpen }) => isOpen !== true || !this.#below.has(key));
    return isSettled && this.tree.keepsRows(nodes);
  }

  #nodesOf({ list, whole, levels, scenes, marks }: MapListInput): TreeNode[] {
    const [open, limits, below] = [this.#open, this.#limits, this.#below];
    if (list === 'themes') return themeNodes({ levels, scenes, marks, open, limits });
    return whole === null ? [] : listNodes(list, { whole, marks, open, limit: limits.get(list), below });
  }

  open({ key, target }: TreeRow, isOpen: boolean): void {
    if (target.kind === 'theme') return this.#actions.openTheme(target.id, isOpen);
    if (isOpen) this.#open.add(key);
    else this.#open.delete(key);
    if (isOpen) this.#askBelow(key);
    this.#actions.changed();
  }

  /** Shows more rows of a level, or of a list. */
  showMore(of: string): void {
    this.#limits.set(of, (this.#limits.get(of) ?? ROWS_AT_ONCE) + ROWS_AT_ONCE);
    this.#actions.changed();
  }

  /** The rows below open ones may have changed with the map; those known stay until there is an answer. */
  #askAgain(): void {
    for (const key of this.#below.keys())
      if (this.#open.has(key)) this.#askBelow(key);
      else this.#below.delete(key);
  }

  #askBelow(key: string): void {
    const { unresolved, unlinked } = this.#whole ?? {};
    const missing = unresolved?.rows.find(({ path }) => path === key);
    const alone = unlinked?.rows.find(({ path }) => path === key);
    if (missing !== undefined) this.#keep(key, async () => sourceNodes(key, await this.#actions.sources(key)));
    else if (alone !== undefined) this.#keep(key, async () => relatedNodes(key, await this.#actions.related(key)));
  }

  #keep(key: string, ask: () => Promise<TreeNode[]>): void {
    if (!this.#below.has(key)) this.#below.set(key, 'waiting');
    const answer = ask().then(
      (nodes): Below => ({ nodes }),
      (error: unknown): Below => ({ error }),
    );
    this.#asked.set(key, answer);
    answer
      .then((below) => {
        if (this.#asked.get(key) !== answer) return;
        this.#asked.delete(key);
        this.#below.set(key, below);
        this.#actions.changed();
      })
      .catch(console.error);
  }
}
