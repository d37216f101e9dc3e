import { prepareFuzzySearch, renderResults, sortSearchResults } from '../util/fuzzy-search.ts';
import type { ModalHost } from '../ui/modal.ts';
import { SuggestModal, type FuzzyMatch } from '../ui/suggest/suggest-modal.ts';
import type { Command, Commands } from './commands.ts';
import type { HotkeyManager } from './hotkey-manager.ts';

/** What the palette needs of the app. */
export interface PaletteHost extends ModalHost {
  readonly commands: Commands;
  readonly hotkeyManager: HotkeyManager;
}

/** All commands that can be run here and now, found by their names; the one used last comes first. */
export class CommandPalette extends SuggestModal<FuzzyMatch<Command>> {
  static #recent: string[] = [];
  readonly #host: PaletteHost;
  readonly #commands: Command[];

  constructor(app: PaletteHost) {
    super(app);
    this.#host = app;
    this.setPlaceholder('Select a command...');
    this.emptyStateText = 'No commands found.';
    this.setInstructions([
      { command: '↑↓', purpose: 'to navigate' },
      { command: '↵', purpose: 'to use' },
      { command: 'esc', purpose: 'to dismiss' },
    ]);
    // Asked before the palette takes the focus.
    const rank = ({ id }: Command): number =>
      CommandPalette.#recent.includes(id) ? CommandPalette.#recent.indexOf(id) : Infinity;
    this.#commands = app.commands.listCommands().sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }

  override getSuggestions(query: string): FuzzyMatch<Command>[] {
    if (query.trim() === '') return this.#commands.map((item) => ({ item, match: { score: 0, matches: [] } }));
    const search = prepareFuzzySearch(query.trim());
    const found = this.#commands.flatMap((item) => {
      const match = search(item.name);
      return match === null ? [] : [{ item, match }];
    });
    sortSearchResults(found);
    return found;
  }

  override renderSuggestion({ item, match }: FuzzyMatch<Command>, element: HTMLElement): void {
    element.addClass('mod-complex');
    element.setAttribute('data-command-id', item.id);
    renderResults(element.createDiv('suggestion-content').createDiv('suggestion-title'), item.name, match);
    const hotkey = this.#host.hotkeyManager.printHotkeyForCommand(item.id);
    if (hotkey !== '') element.createDiv('suggestion-aux').createEl('kbd', { cls: 'suggestion-hotkey', text: hotkey });
  }

  override onChooseSuggestion({ item }: FuzzyMatch<Command>): void {
    CommandPalette.#recent = [item.id, ...CommandPalette.#recent.filter((id) => id !== item.id)];
    this.#host.commands.executeCommand(item);
  }
}
