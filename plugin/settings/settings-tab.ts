import {
  Notice,
  PluginSettingTab,
  Setting,
  type Plugin,
  type SettingDefinitionItem,
  type TextComponent,
} from 'obsidian';
import { describeRefused } from '../../shared/embeddings/chosen-embedders.ts';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { pluginSettings } from '../../shared/protocol/plugin-settings.ts';
import type { Companion } from '../companion/companion.ts';
import { addressOfModel } from '../companion/download-model.ts';
import type { SettingsStore } from './settings-store.ts';
import { describeIndex, describeMeaning, describeServer } from '../views/describe-state.ts';
import { getModel, megabytes } from './get-model.ts';
import { reviewRows } from './review-rows.ts';

/** The plugin, as seen by its settings tab. */
export interface SettingsTabPlugin extends Plugin {
  readonly companion: Companion | null;
  /** As `MODEL_ADDRESS`. */
  readonly modelAddress: string;
}

/** A row's texts and control. Newer versions of the app render the rows, and find them in their search. */
interface Row {
  name: string;
  desc: string;
  render: (setting: Setting) => void;
}

/** Rows that show a state. */
interface LiveRows {
  index: Setting | null;
  server: Setting | null;
  meaning: Setting | null;
  /** The button that gets the built-in model. */
  getModel: HTMLElement | null;
}

const NO_LIVE_ROWS: LiveRows = { index: null, server: null, meaning: null, getModel: null };

/** Counts change without an event. */
const REFRESH_EVERY_MS = 1_000;

const ABOUT_PORT = 'If it is taken, the next free one of the following ten is used.';
const ABOUT_MODEL = 'Finds notes by meaning, in addition to their words.';
const MODELS: Record<string, string> = {
  use: 'Built in (English)',
  lsa: 'Learned from your notes (any language)',
  none: 'Off (words only)',
};

/** The plugin's current state, and what a person may want to change. */
export class VaultLoomSettingTab extends PluginSettingTab {
  readonly #plugin: SettingsTabPlugin;
  readonly #store: SettingsStore;
  /** Rows that show a state while the tab is open. */
  #live: LiveRows = { ...NO_LIVE_ROWS };
  #cancelRefresh: () => void = () => undefined;

  constructor(plugin: SettingsTabPlugin, store: SettingsStore) {
    super(plugin.app, plugin);
    this.#plugin = plugin;
    this.#store = store;
    plugin.register(() => this.#stopRefreshing());
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return this.#rows();
  }

  override display(): void {
    this.containerEl.empty();
    for (const { name, desc, render } of this.#rows())
      render(new Setting(this.containerEl).setName(name).setDesc(desc));
  }

  override hide(): void {
    this.#stopRefreshing();
    super.hide();
  }

  /** Updates the state if the tab is open, and keeps it up to date once the companion runs. */
  refresh(): void {
    this.#refreshLater();
    const { index, server, meaning, getModel } = this.#live;
    const { companion } = this.#plugin;
    getModel?.toggle((companion?.state.missingModel ?? null) !== null);
    if (server !== null) server.setDesc(describeServer(companion?.state ?? null, this.#store.current.port));
    if (index !== null) this.#describe(describeIndex(companion), 'index');
    if (meaning !== null) this.#describe(describeMeaning(companion), 'meaning');
  }

  #describe(words: Promise<string>, row: 'index' | 'meaning'): void {
    void words.then((text) => {
      // Not returned: a setting has a `then` that passes itself on, so a promise of one would freeze the window.
      this.#live[row]?.setDesc(text);
    });
  }

  #rows(): Row[] {
    return [
      {
        name: 'Index',
        desc: 'How much of your vault can be searched.',
        render: (setting) => this.#renderIndex(setting),
      },
      {
        name: 'Meaning',
        desc: 'How much of your vault can be found by its meaning.',
        render: (setting) => this.#renderMeaning(setting),
      },
      {
        name: 'Server',
        desc: 'Where assistants on this computer reach the plugin.',
        render: (setting) => this.#renderServer(setting),
      },
      { name: 'Port', desc: ABOUT_PORT, render: (setting) => this.#renderPort(setting) },
      { name: 'Model', desc: ABOUT_MODEL, render: (setting) => this.#renderModel(setting) },
      {
        name: 'Excluded folders',
        desc: "One in each line. Their notes stay out of search, themes and ranks, like the app's own excluded files.",
        render: (setting) => this.#renderFolders(setting),
      },
      ...reviewRows({ settings: () => this.#store.current, save: (changes) => this.#save(changes) }),
    ];
  }

  #renderIndex(setting: Setting): void {
    this.#live.index = setting;
    this.#refreshLater();
    setting.addButton((button) =>
      button
        .setButtonText('Rebuild index')
        .setTooltip('Reads every note again')
        .onClick(async () => {
          button.setDisabled(true);
          new Notice(await this.#rebuild());
          button.setDisabled(false);
        }),
    );
  }

  /** With no address there is nothing to offer. */
  #renderMeaning(setting: Setting): void {
    this.#live.meaning = setting;
    if (this.#plugin.modelAddress !== '')
      setting.addButton((button) => {
        this.#live.getModel = button.buttonEl;
        button.setButtonText(`Get the built-in model (${megabytes(BUILT_IN_MODEL.bytes)})`).onClick(async () => {
          button.setDisabled(true);
          await this.#getModel();
          button.setDisabled(false);
          this.refresh();
        });
      });
    this.refresh();
  }

  async #getModel(): Promise<void> {
    const { app, companion, manifest, modelAddress } = this.#plugin;
    if (companion === null) return;
    const address = addressOfModel(modelAddress, BUILT_IN_MODEL, manifest.version);
    const download = (): Promise<void> => companion.getModel(address);
    await getModel({ app, address, bytes: BUILT_IN_MODEL.bytes, folder: companion.modelsFolder, download });
  }

  #renderServer(setting: Setting): void {
    this.#live.server = setting;
    this.refresh();
  }

  #renderPort(setting: Setting): void {
    const settings = this.#store;
    const { minValue, maxValue } = pluginSettings.shape.port.unwrap();
    setting.addText((text) => {
      text.setValue(String(settings.current.port));
      text.inputEl.type = 'number';
      whenDone(text, async (value) => {
        const port = pluginSettings.shape.port.safeParse(value.trim() === '' ? undefined : Number(value));
        setting.settingEl.toggleClass('is-invalid', !port.success);
        if (!port.success)
          return void setting.setDesc(
            `Give a whole number from ${minValue} to ${maxValue}; ${settings.current.port} stays in use.`,
          );
        text.setValue(String(port.data));
        setting.setDesc(ABOUT_PORT);
        await this.#save({ port: port.data });
      });
    });
  }

  #renderModel(setting: Setting): void {
    const { embedder } = this.#store.current;
    setting.addDropdown((dropdown) =>
      dropdown
        .addOptions({ ...MODELS, ...(embedder in MODELS ? {} : { [embedder]: embedder }) })
        .setValue(embedder)
        .onChange((value) => this.#chooseModel(value)),
    );
    if (!(embedder in MODELS)) void this.#offerModel(setting, embedder);
  }

  /** A model that the settings brought along is used once the person confirms it on this computer. */
  async #offerModel(setting: Setting, embedder: string): Promise<void> {
    if ((await this.#plugin.companion?.isEmbedderChosen()) !== false) return;
    setting.setDesc(describeRefused(embedder));
    setting.addButton((button) =>
      button.setButtonText('Use on this computer').onClick(async () => {
        await this.#chooseModel(embedder);
        button.buttonEl.remove();
        setting.setDesc(ABOUT_MODEL);
      }),
    );
  }

  async #chooseModel(embedder: string): Promise<void> {
    try {
      await this.#plugin.companion?.chooseEmbedder(embedder);
    } catch (error) {
      new Notice(`The choice could not be kept: ${String(error)}`);
      return;
    }
    await this.#save({ embedder });
  }

  #renderFolders(setting: Setting): void {
    const settings = this.#store;
    setting.addTextArea((area) => {
      area.setPlaceholder('Archive').setValue(settings.current.excludedFolders.join('\n'));
      area.inputEl.rows = 4;
      whenDone(area, async (value) => {
        await this.#save({ excludedFolders: value.split('\n') });
        area.setValue(settings.current.excludedFolders.join('\n'));
      });
    });
  }

  async #save(changes: Parameters<SettingsStore['change']>[0]): Promise<void> {
    await this.#store.change(changes).catch((error: unknown) => {
      new Notice(`The settings could not be saved: ${String(error)}`);
    });
  }

  async #rebuild(): Promise<string> {
    try {
      const engine = await this.#plugin.companion?.engine();
      if (engine === null || engine === undefined) return 'The index is not open yet.';
      const { nodesIndexed, nodesSkipped } = await engine.reindex({ resolution: 1 });
      return `The index is complete: ${nodesIndexed} notes were read again, ${nodesSkipped} had not changed.`;
    } catch (error) {
      return `The index could not be rebuilt: ${messageOf(error)}`;
    }
  }

  /** Without a companion there is nothing to follow; its first change of state calls {@link refresh}. */
  #refreshLater(): void {
    this.#cancelRefresh();
    const { companion } = this.#plugin;
    if (this.#live.index === null || companion === null) return;
    this.#cancelRefresh = companion.schedule(() => this.refresh(), REFRESH_EVERY_MS);
  }

  #stopRefreshing(): void {
    this.#cancelRefresh();
    this.#live = { ...NO_LIVE_ROWS };
  }
}

/** Runs the task when the person has finished typing: the port must not change with each digit. */
function whenDone(
  field: Pick<TextComponent, 'getValue'> & { inputEl: HTMLElement },
  task: (value: string) => unknown,
): void {
  field.inputEl.addEventListener('change', () => void task(field.getValue()));
}
