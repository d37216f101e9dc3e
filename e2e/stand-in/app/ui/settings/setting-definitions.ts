import { reportToWindow } from '../../util/events.ts';
import type { Setting } from './setting.ts';
import { SettingGroup } from './setting.ts';
import type { ExtraButtonComponent } from './setting-buttons.ts';

interface Control {
  type: string;
  key: string;
  defaultValue?: unknown;
  validate?: (value: unknown) => unknown;
  disabled?: boolean | (() => boolean);
  options?: Record<string, string>;
  placeholder?: string;
  rows?: number;
  min?: number;
  max?: number;
  step?: number | 'any';
  displayFormat?: (value: number) => string;
}

export interface SettingDefinitionItem {
  type?: 'group' | 'list' | 'page';
  name?: string;
  desc?: string | DocumentFragment;
  heading?: string;
  cls?: string;
  visible?: boolean | (() => boolean);
  items?: SettingDefinitionItem[];
  control?: Control;
  render?: (setting: Setting, group: SettingGroup) => unknown;
  action?: (element: HTMLElement, index: number) => void;
  extraButtons?: ((component: ExtraButtonComponent) => unknown)[];
  page?: () => { rootEl: HTMLElement; display(): void };
  addItem?: { name: string; action: (element: HTMLElement) => void };
  onDelete?: (index: number) => void;
  emptyState?: string | DocumentFragment;
}

/** The tab that is drawn, which keeps the values. */
export interface DefinedTab {
  readonly containerEl: HTMLElement;
  getControlValue(key: string): unknown;
  setControlValue(key: string, value: unknown): void | Promise<void>;
}

/** Draws a tab from its definitions. */
export function renderDefinitions(tab: DefinedTab, items: SettingDefinitionItem[], parent: HTMLElement): void {
  let group: SettingGroup | null = null;
  for (const item of items) {
    if (isTrue(item.visible, true) === false) continue;
    if (item.type === 'group' || item.type === 'list') {
      group = null;
      renderGroup(tab, item, parent);
    } else {
      group ??= new SettingGroup(parent);
      renderItem(tab, item, group, 0);
    }
  }
}

function renderGroup(tab: DefinedTab, item: SettingDefinitionItem, parent: HTMLElement): void {
  const group = new SettingGroup(parent);
  if (item.heading !== undefined) group.setHeading(item.heading);
  if (item.cls !== undefined) group.addClass(...item.cls.split(' '));
  for (const add of item.extraButtons ?? []) group.addExtraButton(add);
  const shown = (item.items ?? []).filter(({ visible }) => isTrue(visible, true));
  shown.forEach((each, index) => renderItem(tab, each, group, index, item.onDelete));
  if (shown.length === 0 && item.emptyState !== undefined)
    group.listEl.createDiv('setting-empty-state').setText(item.emptyState);
  const { addItem } = item;
  if (addItem !== undefined)
    group.addSetting((setting) =>
      setting.addButton((button) =>
        button.setButtonText(addItem.name).onClick(() => addItem.action(setting.settingEl)),
      ),
    );
}

function renderItem(
  tab: DefinedTab,
  item: SettingDefinitionItem,
  group: SettingGroup,
  index: number,
  onDelete?: (index: number) => void,
): void {
  group.addSetting((setting) => {
    if (item.name !== undefined) setting.setName(item.name);
    if (item.desc !== undefined) setting.setDesc(item.desc);
    if (item.control !== undefined) addControl(tab, setting, item.control);
    item.render?.(setting, group);
    if (item.action !== undefined)
      setting.settingEl.addEventListener('click', () => item.action?.(setting.settingEl, index));
    if (item.type === 'page') addPage(tab, setting, item);
    if (onDelete !== undefined)
      setting.addExtraButton((button) =>
        button
          .setIcon('lucide-trash')
          .setTooltip('Delete')
          .onClick(() => onDelete(index)),
      );
  });
}

function addPage(tab: DefinedTab, setting: Setting, item: SettingDefinitionItem): void {
  setting.settingEl.addClass('mod-page');
  setting.settingEl.addEventListener('click', () => {
    tab.containerEl.empty();
    if (item.page === undefined) return renderDefinitions(tab, item.items ?? [], tab.containerEl);
    const page = item.page();
    tab.containerEl.appendChild(page.rootEl);
    page.display();
  });
}

function addControl(tab: DefinedTab, setting: Setting, control: Control): void {
  const value = tab.getControlValue(control.key) ?? control.defaultValue;
  const change = (next: unknown): void => void store(tab, setting, control, next).catch(reportToWindow);
  const isDisabled = isTrue(control.disabled, false);
  const { placeholder = '' } = control;
  switch (control.type) {
    case 'toggle':
      setting.addToggle((toggle) =>
        toggle
          .setValue(value === true)
          .setDisabled(isDisabled)
          .onChange(change),
      );
      return;
    case 'dropdown':
      setting.addDropdown((dropdown) =>
        dropdown
          .addOptions(control.options ?? {})
          .setValue(String(value ?? ''))
          .setDisabled(isDisabled)
          .onChange(change),
      );
      return;
    case 'textarea':
      setting.addTextArea((area) =>
        area
          .setPlaceholder(placeholder)
          .setValue(String(value ?? ''))
          .setDisabled(isDisabled)
          .onChange(change),
      );
      return;
    case 'number':
      setting.addText((text) => {
        text.inputEl.type = 'number';
        text.inputEl.setAttrs({ min: control.min ?? null, max: control.max ?? null, step: control.step ?? null });
        text
          .setPlaceholder(placeholder)
          .setValue(String(value ?? ''))
          .setDisabled(isDisabled)
          .onChange((next) => change(Number(next)));
      });
      return;
    case 'slider':
      setting.addSlider((slider) => {
        if (control.displayFormat !== undefined) slider.setDisplayFormat(control.displayFormat);
        slider
          .setLimits(control.min ?? 0, control.max ?? 100, control.step ?? 1)
          .setValue(Number(value ?? 0))
          .setDisabled(isDisabled)
          .onChange(change);
      });
      return;
    default:
      setting.addText((text) =>
        text
          .setPlaceholder(placeholder)
          .setValue(String(value ?? ''))
          .setDisabled(isDisabled)
          .onChange(change),
      );
  }
}

async function store(tab: DefinedTab, setting: Setting, control: Control, value: unknown): Promise<void> {
  const problem = await control.validate?.(value);
  setting.setErrorMessage(typeof problem === 'string' ? problem : null);
  if (typeof problem !== 'string') await tab.setControlValue(control.key, value);
}

function isTrue(value: boolean | (() => boolean) | undefined, fallback: boolean): boolean {
  return typeof value === 'function' ? value() : (value ?? fallback);
}
