import { ButtonComponent, ExtraButtonComponent, type BaseComponent } from './setting-buttons.ts';
import { SearchComponent, TextAreaComponent, TextComponent } from './setting-texts.ts';
import { DropdownComponent, ProgressBarComponent, SliderComponent, ToggleComponent } from './setting-values.ts';
import { setTooltip, type TooltipOptions } from '../tooltip.ts';

type Make<T> = (component: T) => unknown;

/** A row of a settings tab: name and description, and what sets the value. */
export class Setting {
  settingEl: HTMLElement;
  infoEl: HTMLElement;
  nameEl: HTMLElement;
  descEl: HTMLElement;
  controlEl: HTMLElement;
  components: BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(description: string | DocumentFragment): this {
    this.descEl.setText(description);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.nameEl, tooltip, options);
    return this;
  }

  setHeading(): this {
    this.settingEl.addClass('setting-item-heading');
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass('is-disabled', disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  setErrorMessage(message: string | null): this {
    this.settingEl.toggleClass('is-invalid', message !== null);
    this.errorEl?.detach();
    this.errorEl = message === null ? null : this.infoEl.createDiv({ cls: 'setting-item-error', text: message });
    return this;
  }

  addButton(make: Make<ButtonComponent>): this {
    return this.#add(new ButtonComponent(this.controlEl), make);
  }

  addExtraButton(make: Make<ExtraButtonComponent>): this {
    return this.#add(new ExtraButtonComponent(this.controlEl), make);
  }

  addToggle(make: Make<ToggleComponent>): this {
    this.settingEl.addClass('mod-toggle');
    return this.#add(new ToggleComponent(this.controlEl), make);
  }

  addText(make: Make<TextComponent>): this {
    return this.#add(new TextComponent(this.controlEl), make);
  }

  addSearch(make: Make<SearchComponent>): this {
    return this.#add(new SearchComponent(this.controlEl), make);
  }

  addTextArea(make: Make<TextAreaComponent>): this {
    return this.#add(new TextAreaComponent(this.controlEl), make);
  }

  addDropdown(make: Make<DropdownComponent>): this {
    return this.#add(new DropdownComponent(this.controlEl), make);
  }

  addProgressBar(make: Make<ProgressBarComponent>): this {
    return this.#add(new ProgressBarComponent(this.controlEl), make);
  }

  addSlider(make: Make<SliderComponent>): this {
    return this.#add(new SliderComponent(this.controlEl), make);
  }

  then(callback: (setting: this) => unknown): this {
    callback(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components = [];
    return this;
  }

  #add<T extends BaseComponent>(component: T, make: Make<T>): this {
    this.components.push(component);
    make(component);
    return this;
  }
}

/** Rows that belong together, under a heading. */
export class SettingGroup {
  groupEl: HTMLElement;
  headerEl: HTMLElement;
  headerInnerEl: HTMLElement;
  controlEl: HTMLElement;
  listEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv('setting-group');
    this.headerEl = this.groupEl.createDiv('setting-item setting-item-heading');
    this.headerInnerEl = this.headerEl.createDiv('setting-item-name');
    this.controlEl = this.headerEl.createDiv('setting-item-control');
    this.headerEl.hide();
    this.listEl = this.groupEl.createDiv('setting-items');
  }

  setHeading(text: string | DocumentFragment): this {
    this.headerInnerEl.setText(text);
    this.headerEl.show();
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClasses(classes);
    return this;
  }

  addSetting(make: (setting: Setting) => void): this {
    make(new Setting(this.listEl));
    return this;
  }

  addSearch(make: Make<SearchComponent>): this {
    this.headerEl.show();
    make(new SearchComponent(this.controlEl));
    return this;
  }

  addExtraButton(make: Make<ExtraButtonComponent>): this {
    this.headerEl.show();
    make(new ExtraButtonComponent(this.controlEl));
    return this;
  }
}
