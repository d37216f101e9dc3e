import type { Command } from '../commands/commands.ts';
import type { CodeBlockHandler, PostProcessor } from '../markdown/post-processors.ts';
import {
  createCodeBlockPostProcessor,
  registerPostProcessor,
  unregisterPostProcessor,
} from '../markdown/post-processors.ts';
import type { SettingTab } from '../ui/settings/setting-tab.ts';
import { Component } from '../util/component.ts';
import type { CliCommand } from './cli.ts';
import type { ViewCreator } from '../workspace/view-registry.ts';
import type { PluginApp, PluginManifest } from './plugin-app.ts';

/** What a plugin's class extends. All that it registers is taken back when it is unloaded. */
export class Plugin extends Component {
  readonly app: PluginApp;
  readonly manifest: PluginManifest;
  settings?: unknown;
  _userDisabled = false;

  constructor(app: PluginApp, manifest: PluginManifest) {
    super();
    this.app = app;
    this.manifest = manifest;
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const { leftRibbon } = this.app.workspace;
    const element = leftRibbon.addRibbonItemButton(`${this.manifest.id}:${title}`, icon, title, callback);
    this.register(() => leftRibbon.removeRibbonAction(element));
    return element;
  }

  addStatusBarItem(): HTMLElement {
    const element = this.app.workspace.statusBarEl.createDiv(`status-bar-item plugin-${this.manifest.id}`);
    this.register(() => element.detach());
    return element;
  }

  addCommand(command: Command): Command {
    const full = {
      ...command,
      id: `${this.manifest.id}:${command.id}`,
      name: `${this.manifest.name}: ${command.name}`,
    };
    Object.assign(command, full);
    this.app.commands.addCommand(command);
    this.register(() => this.app.commands.removeCommand(full.id));
    return command;
  }

  removeCommand(commandId: string): void {
    this.app.commands.removeCommand(`${this.manifest.id}:${commandId}`);
  }

  addSettingTab(tab: SettingTab): void {
    this.app.setting.addSettingTab(tab);
    this.register(() => this.app.setting.removeSettingTab(tab));
  }

  registerCliHandler(
    command: string,
    description: string,
    flags: CliCommand['flags'],
    handler: CliCommand['handler'],
  ): void {
    const { cli } = this.app;
    cli.add(command, { description, flags, handler });
    this.register(() => cli.remove(command));
  }

  registerView(type: string, creator: ViewCreator): void {
    const { viewRegistry } = this.app;
    viewRegistry.registerView(type, creator);
    this.register(() => viewRegistry.unregisterView(type));
  }

  registerExtensions(extensions: string[], viewType: string): void {
    this.app.viewRegistry.registerExtensions(extensions, viewType);
    this.register(() => this.app.viewRegistry.unregisterExtensions(extensions));
  }

  registerHoverLinkSource(id: string, info: { display: string; defaultMod: boolean }): void {
    this.app.workspace.registerHoverLinkSource(id, info);
    this.register(() => this.app.workspace.unregisterHoverLinkSource(id));
  }

  registerMarkdownPostProcessor(processor: PostProcessor, sortOrder?: number): PostProcessor {
    registerPostProcessor(processor, sortOrder);
    this.register(() => unregisterPostProcessor(processor));
    return processor;
  }

  registerMarkdownCodeBlockProcessor(language: string, handler: CodeBlockHandler, sortOrder?: number): PostProcessor {
    const { codeBlockLanguages } = this.app;
    if (codeBlockLanguages.has(language))
      throw new Error(`Code block postprocessor for language ${language} is already registered`);
    codeBlockLanguages.add(language);
    this.register(() => codeBlockLanguages.delete(language));
    return this.registerMarkdownPostProcessor(createCodeBlockPostProcessor(language, handler), sortOrder);
  }

  async loadData(): Promise<unknown> {
    return this.app.vault.readJson(`${this.manifest.dir}/data.json`);
  }

  async saveData(data: unknown): Promise<void> {
    await this.app.plugins.saveDataOf(this.manifest, data);
  }

  onUserEnable(): void {}

  onExternalSettingsChange?(): unknown;
}
