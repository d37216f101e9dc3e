import { describe, expect, it, vi } from 'vitest';
import { click, PATIENT, press, startSandbox, type as typeInto } from '../test-kit.ts';
import { HoverPopover } from './hover-popover.ts';
import { addIcon, getIcon, setIcon } from './icons.ts';
import { Keymap, Scope } from './keymap.ts';
import { Menu } from './menu.ts';
import { ConfirmationModal, Modal } from './modal.ts';
import { Notice } from './notice.ts';
import { AbstractInputSuggest } from './suggest/popover-suggest.ts';
import { SettingTab } from './settings/setting-tab.ts';
import { Setting, SettingGroup } from './settings/setting.ts';
import { SuggestModal } from './suggest/suggest-modal.ts';

describe("the sandbox's dialogs", () => {
  it('open over the page with the structure of the app, and close by key, button and background', async () => {
    const { app, document } = await startSandbox({});
    const closed = vi.fn();
    const modal = new Modal(app).setTitle('Title').setContent('Text').setCloseCallback(closed);
    for (const close of [
      () => press('Escape'),
      () => click(document.querySelector('.modal-header-button')),
      () => click(document.querySelector('.modal-bg')),
    ]) {
      modal.open();
      expect(
        document.querySelector('body > .modal-container.mod-dim > .modal > .modal-header > .modal-title')?.textContent,
      ).toBe('Title');
      expect(document.querySelector('.modal > .modal-content')?.textContent).toBe('Text');
      close();
      expect(document.querySelector('.modal-container')).toBeNull();
    }
    expect(closed).toHaveBeenCalledTimes(3);
  });

  it('take their content away before they tell of being closed', async () => {
    const { app } = await startSandbox({});
    const modal = new (class extends Modal {
      wasConnected: boolean | null = null;
      override onClose(): void {
        this.wasConnected = this.containerEl.isConnected;
      }
    })(app);
    modal.open();
    modal.close();
    expect(modal.wasConnected).toBe(false);
  });

  it('take the focus from the note, for their first field if there is one, and give it back', async () => {
    const { app, document } = await startSandbox({ 'A.md': 'a' });
    await app.workspace.openLinkText('A.md', '');
    const note = document.querySelector<HTMLElement>('textarea.cm-content');
    note?.focus();
    const plain = new Modal(app);
    plain.open();
    expect(document.activeElement).toBe(document.body);
    plain.close();
    expect(document.activeElement).toBe(note);
    const asking = new (class extends Modal {
      override onOpen(): void {
        new Setting(this.contentEl).setName('Sure').addToggle(() => {});
        new Setting(this.contentEl).setName('Name').addText((text) => text.setValue('x'));
      }
    })(app);
    asking.open();
    expect((document.activeElement as HTMLInputElement).value).toBe('x');
    asking.close();
  });

  it('of settings show the list of plugins once the tab that was shown is gone', async () => {
    const { app, document } = await startSandbox({});
    const tab = new (class extends SettingTab {
      override id = 'mine';
    })(app);
    app.setting.addSettingTab(tab);
    app.setting.open();
    app.setting.openTabById('mine');
    app.setting.removeSettingTab(tab);
    expect(app.setting.activeTab?.id).toBe('community-plugins');
    expect(document.querySelector('.vertical-tab-nav-item.is-active')?.textContent).toBe('Community plugins');
    app.setting.close();
  });

  it('ask for confirmation', async () => {
    const { app, document } = await startSandbox({ 'A.md': '' });
    const file = app.vault.getFileByPath('A.md');
    const asked = app.fileManager.promptForDeletion(file as NonNullable<typeof file>);
    click(
      [...document.querySelectorAll('.modal-button-container button')].find(
        (button) => button.textContent === 'Delete',
      ),
    );
    expect(await asked).toBe(true);
    expect(app.vault.getFileByPath('A.md')).toBeNull();
    const done = vi.fn();
    new ConfirmationModal(app).addButton((button) => button.setButtonText('No').onClick(() => (done(), false))).open();
    click(document.querySelector('.modal-button-container button'));
    await Promise.resolve();
    expect(done).toHaveBeenCalled();
    expect(document.querySelector('.modal-container')).not.toBeNull();
  });

  it('show suggestions that may come late, only those of the last query', async () => {
    const { app, document } = await startSandbox({});
    const waiting: ((values: string[]) => void)[] = [];
    const chosen: string[] = [];
    class Slow extends SuggestModal<string> {
      getSuggestions(): Promise<string[]> {
        return new Promise((resolve) => waiting.push(resolve));
      }
      renderSuggestion(value: string, element: HTMLElement): void {
        element.setText(value);
      }
      onChooseSuggestion(value: string): void {
        chosen.push(value);
      }
    }
    const modal = new Slow(app);
    modal.setInstructions([{ command: '↵', purpose: 'to open' }]);
    modal.open();
    typeInto(document.querySelector('.prompt-input') as HTMLInputElement, 'b');
    waiting[1]?.(['new one', 'new two']);
    waiting[0]?.(['old']);
    await vi.waitFor(
      () => expect(document.querySelectorAll('.prompt-results > .suggestion-item')).toHaveLength(2),
      PATIENT,
    );
    press('ArrowDown');
    expect(document.querySelector('.suggestion-item.is-selected')?.textContent).toBe('new two');
    click(document.querySelector('.suggestion-item'));
    expect(chosen).toEqual(['new one']);
    expect(document.querySelector('.prompt')).toBeNull();
    modal.open();
    waiting.at(-1)?.([]);
    await vi.waitFor(
      () => expect(document.querySelector('.suggestion-empty')?.textContent).toBe('No results found.'),
      PATIENT,
    );
    expect(document.querySelector('.prompt-instructions')?.textContent).toBe('↵to open');
  });
});

describe("the sandbox's settings", () => {
  it('have rows with all kinds of controls, which tell of changes', async () => {
    const { document } = await startSandbox({});
    const values: unknown[] = [];
    const take = (value: unknown): void => void values.push(value);
    const setting = new Setting(document.body).setName('Name').setDesc('Text');
    setting
      .addText((text) => text.setValue('a').onChange(take))
      .addTextArea((area) => area.onChange(take))
      .addSearch((search) => search.onChange(take));
    setting
      .addToggle((toggle) => toggle.setValue(false).onChange(take))
      .addDropdown((dropdown) => dropdown.addOptions({ x: 'X', y: 'Y' }).setValue('x').onChange(take));
    setting.addSlider((slider) => slider.setLimits(0, 10, 1).setValue(3).onChange(take));
    setting
      .addButton((button) =>
        button
          .setButtonText('Go')
          .setCta()
          .onClick(() => take('button')),
      )
      .addExtraButton((button) => button.setIcon('x').onClick(() => take('extra')));
    setting.addProgressBar((bar) => bar.setValue(120));
    const { controlEl } = setting;
    const field = (selector: string): HTMLInputElement => controlEl.querySelector(selector) as HTMLInputElement;
    typeInto(field('input[type=text]'), 'b');
    typeInto(field('textarea'), 'c');
    typeInto(field('input[type=search]'), 'd');
    click(field('.checkbox-container'));
    for (const [selector, value] of [
      ['select', 'y'],
      ['input[type=range]', '7'],
    ] as const) {
      field(selector).value = value;
      field(selector).dispatchEvent(new Event('change'));
    }
    click(field('button.mod-cta'));
    click(field('.extra-setting-button'));
    expect(values).toEqual(['b', 'c', 'd', true, 'y', 7, 'button', 'extra']);
    expect(field('.setting-progress-bar-inner').style.width).toBe('100%');
    setting.setErrorMessage('Wrong').setDisabled(true);
    expect([setting.settingEl.className, setting.infoEl.textContent, field('select').disabled]).toEqual([
      'setting-item mod-toggle is-invalid is-disabled',
      'NameTextWrong',
      true,
    ]);
    const group = new SettingGroup(document.body).setHeading('Group').addSetting((row) => row.setName('Row'));
    expect(group.listEl.matches('.setting-group > .setting-items')).toBe(true);
  });

  it('can be declared: values are shown, validated and stored', async () => {
    const { app, document } = await startSandbox({});
    const stored: Record<string, unknown> = { on: true, name: 'a' };
    class Declared extends SettingTab {
      override id = 'declared';
      override name = 'Declared';
      override getSettingDefinitions(): ReturnType<SettingTab['getSettingDefinitions']> {
        return [
          { name: 'On', control: { type: 'toggle', key: 'on' } },
          {
            type: 'group',
            heading: 'More',
            items: [
              {
                name: 'Name',
                control: { type: 'text', key: 'name', validate: (value) => (value === '' ? 'Give a name' : undefined) },
              },
            ],
          },
          { name: 'Hidden', visible: false, control: { type: 'text', key: 'hidden' } },
        ];
      }
      override getControlValue(key: string): unknown {
        return stored[key];
      }
      override setControlValue(key: string, value: unknown): void {
        stored[key] = value;
      }
    }
    const tab = new Declared(app);
    app.setting.addSettingTab(tab);
    app.setting.open();
    app.setting.openTabById('declared');
    expect(document.querySelectorAll('.vertical-tab-content .setting-item-name')).toHaveLength(4);
    click(tab.containerEl.querySelector('.checkbox-container'));
    typeInto(tab.containerEl.querySelector('input[type=text]') as HTMLInputElement, '');
    await vi.waitFor(
      () => expect(tab.containerEl.querySelector('.setting-item-error')?.textContent).toBe('Give a name'),
      PATIENT,
    );
    expect(stored).toEqual({ on: false, name: 'a' });
    app.setting.close();
    expect(document.querySelector('.mod-settings')).toBeNull();
  });
});

describe("the sandbox's small things", () => {
  it('shows notices until their time is over or they are clicked', async () => {
    const { document } = await startSandbox({});
    const stays = new Notice('Stays', 0);
    new Notice('Goes', 20);
    expect(
      [...document.querySelectorAll('.notice-container > .notice > .notice-message')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['Stays', 'Goes']);
    await vi.waitFor(() => expect(document.querySelectorAll('.notice')).toHaveLength(1), PATIENT);
    stays.setMessage('Changed');
    expect(stays.messageEl.textContent).toBe('Changed');
    click(stays.noticeEl);
    expect(document.querySelector('.notice-container')).toBeNull();
  });

  it('shows menus that close once something is chosen', async () => {
    const { document } = await startSandbox({});
    const [chosen, hidden] = [vi.fn(), vi.fn()];
    const menu = new Menu()
      .addItem((item) => item.setTitle('First').setIcon('x').onClick(chosen))
      .addSeparator()
      .addItem((item) => item.setTitle('Off').setDisabled(true));
    menu.onHide(hidden);
    menu.showAtMouseEvent(new MouseEvent('contextmenu', { clientX: 5, clientY: 6 }));
    expect(document.querySelectorAll('.menu .menu-item')).toHaveLength(2);
    click(document.querySelector('.menu-item'));
    expect([chosen.mock.calls.length, hidden.mock.calls.length, document.querySelector('.menu')]).toEqual([1, 1, null]);
    menu.showAtPosition({ x: 1, y: 2 });
    document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    expect(document.querySelector('.menu')).toBeNull();
  });

  it('gives menus the keys until one is chosen, and leaves the focus where it was', async () => {
    const { app, document } = await startSandbox({});
    const field = document.body.createEl('input');
    field.focus();
    const [first, last, other] = [vi.fn(), vi.fn(), vi.fn()];
    app.scope.register([], null, other);
    field.addEventListener('keydown', other);
    const menu = new Menu()
      .addItem((item) => item.setTitle('First').onClick(first))
      .addSeparator()
      .addItem((item) => item.setTitle('Off').setDisabled(true))
      .addItem((item) => item.setTitle('Middle'))
      .addItem((item) => item.setTitle('Last').onClick(last));
    const after = (key: string): string | undefined => {
      press(key);
      return document.querySelector('.menu-item.selected')?.textContent;
    };
    menu.showAtPosition({ x: 1, y: 2 });
    expect(after('Enter')).toBeUndefined();
    expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map(after)).toEqual([
      'First',
      'Middle',
      'Last',
      'First',
      'Last',
      'Middle',
    ]);
    expect([after('Home'), after('End'), after('Enter')]).toEqual(['First', 'Last', undefined]);
    expect([first.mock.calls.length, last.mock.calls.length]).toEqual([0, 1]);
    expect(document.querySelector('.menu')).toBeNull();
    menu.showAtPosition({ x: 1, y: 2 });
    expect(after('ArrowUp')).toBe('Last');
    press('Escape');
    expect(document.querySelector('.menu')).toBeNull();
    expect(document.activeElement).toBe(field);
    expect(other).not.toHaveBeenCalled();
    press('ArrowDown');
    expect(other).toHaveBeenCalled();
  });

  it('gives keys to the innermost scope', async () => {
    const { app } = await startSandbox({});
    const heard: string[] = [];
    app.scope.register(['Ctrl'], 'k', () => void heard.push('root'));
    const scope = new Scope(app.scope);
    scope.register([], 'k', () => (heard.push('inner'), false));
    app.keymap.pushScope(scope);
    press('k');
    press('k', { ctrlKey: true });
    app.keymap.popScope(scope);
    press('k');
    expect(heard).toEqual(['inner', 'root']);
    const mod = process.platform === 'darwin' ? { metaKey: true } : { ctrlKey: true };
    expect(
      [{}, mod, { ...mod, altKey: true }, { ...mod, altKey: true, shiftKey: true }, { button: 1 }].map((init) =>
        Keymap.isModEvent(new MouseEvent('click', init)),
      ),
    ).toEqual([false, 'tab', 'split', 'window', 'tab']);
  });

  it('draws icons, also those that plugins bring', async () => {
    await startSandbox({});
    const box = createDiv();
    setIcon(box, 'search');
    expect(box.querySelector('svg')?.getAttribute('class')).toBe('svg-icon lucide-search');
    addIcon('my-own', '<circle r="3"/>');
    expect(getIcon('my-own')?.innerHTML).toContain('circle');
    setIcon(box, '');
    expect(box.childElementCount).toBe(0);
  });

  it('suggests below fields, and shows popovers at elements', async () => {
    const { app, document } = await startSandbox({});
    class Colours extends AbstractInputSuggest<string> {
      protected getSuggestions(query: string): string[] {
        return ['red', 'rose', 'blue'].filter((colour) => colour.startsWith(query));
      }
      renderSuggestion(value: string, element: HTMLElement): void {
        element.setText(value);
      }
    }
    const input = document.body.createEl('input', { type: 'text' });
    const chosen = vi.fn();
    new Colours(app, input).onSelect(chosen);
    typeInto(input, 'r');
    expect(
      [...document.querySelectorAll('.suggestion-container .suggestion-item')].map(({ textContent }) => textContent),
    ).toEqual(['red', 'rose']);
    click(document.querySelectorAll('.suggestion-item')[1]);
    expect(chosen.mock.calls[0]?.[0]).toBe('rose');
    const parent = { hoverPopover: null };
    const popover = new HoverPopover(parent, input, 1);
    popover.hoverEl.setText('hover');
    await vi.waitFor(
      () => expect(document.querySelector('body > .popover.hover-popover')?.textContent).toBe('hover'),
      PATIENT,
    );
    popover.hide();
    expect([document.querySelector('.popover'), parent.hoverPopover]).toEqual([null, null]);
  });

  it('show a popover until the pointer is elsewhere, also if what it was on has gone from the page', async () => {
    const { document } = await startSandbox({});
    const target = document.body.createDiv();
    new HoverPopover({ hoverPopover: null }, target, 1).hoverEl.setText('hover');
    const shown = (): Element | null => document.querySelector('.popover');
    await vi.waitFor(() => expect(shown()).not.toBeNull(), PATIENT);
    target.remove();
    document.body.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    await vi.waitFor(() => expect(shown()).toBeNull(), PATIENT);
  });
});
