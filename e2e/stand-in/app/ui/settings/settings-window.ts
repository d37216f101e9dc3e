import { Modal, type ModalHost } from '../modal.ts';
import type { SettingTab } from './setting-tab.ts';
import { PluginListTab, type InstalledPlugins } from './plugin-list-tab.ts';

/** The window of settings: the sandbox's list of plugins, and a tab for each plugin that has one. */
export class SettingsWindow extends Modal {
  settingTabs: SettingTab[];
  pluginTabs: SettingTab[] = [];
  activeTab: SettingTab | null = null;
  lastTabId = '';
  tabContentContainer: HTMLElement;
  tabHeadersEl: HTMLElement;

  constructor(app: ModalHost, plugins: InstalledPlugins) {
    super(app);
    this.modalEl.addClasses(['mod-settings', 'mod-sidebar-layout']);
    this.contentEl.addClasses(['vertical-tabs-container']);
    this.tabHeadersEl = this.contentEl.createDiv('vertical-tab-header');
    this.tabContentContainer = this.contentEl.createDiv('vertical-tab-content-container');
    this.settingTabs = [new PluginListTab(app, plugins)];
  }

  override onOpen(): void {
    this.#showHeaders();
    this.openTab(this.#find(this.lastTabId) ?? this.settingTabs[0] ?? null);
  }

  override onClose(): void {
    this.closeActiveTab();
  }

  openTabById(id: string): SettingTab | null {
    const tab = this.#find(id);
    this.openTab(tab);
    return tab;
  }

  openTab(tab: SettingTab | null): void {
    if (tab === null) return;
    this.closeActiveTab();
    this.activeTab = tab;
    this.lastTabId = tab.id;
    this.tabContentContainer.appendChild(tab.containerEl);
    this.#showHeaders();
    tab.show();
  }

  closeActiveTab(): void {
    const tab = this.activeTab;
    this.activeTab = null;
    tab?.hide();
    tab?.containerEl.detach();
  }

  addSettingTab(tab: SettingTab): void {
    this.pluginTabs.push(tab);
    if (this.isOpen) this.#showHeaders();
  }

  removeSettingTab(tab: SettingTab): void {
    const wasShown = this.activeTab === tab;
    if (wasShown) this.closeActiveTab();
    this.pluginTabs.remove(tab);
    if (!this.isOpen) return;
    if (wasShown) this.openTab(this.settingTabs[0] ?? null);
    else this.#showHeaders();
  }

  #find(id: string): SettingTab | null {
    return [...this.settingTabs, ...this.pluginTabs].find((tab) => tab.id === id) ?? null;
  }

  #showHeaders(): void {
    this.tabHeadersEl.empty();
    this.#showGroup('Options', this.settingTabs);
    if (this.pluginTabs.length > 0) this.#showGroup('Community plugins', this.pluginTabs);
  }

  #showGroup(title: string, tabs: SettingTab[]): void {
    const group = this.tabHeadersEl.createDiv('vertical-tab-header-group');
    group.createDiv({ cls: 'vertical-tab-header-group-title', text: title });
    const items = group.createDiv('vertical-tab-header-group-items');
    for (const tab of tabs) {
      const element = items.createDiv({
        cls: 'vertical-tab-nav-item tappable',
        text: tab.name,
        attr: { 'data-setting-id': tab.id },
      });
      element.toggleClass('is-active', tab === this.activeTab);
      element.addEventListener('click', () => this.openTab(tab));
      tab.navEl = element;
    }
  }
}
