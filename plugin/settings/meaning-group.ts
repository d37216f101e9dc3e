import { Notice, type ButtonComponent, type Setting } from 'obsidian';
import { readOllamaName } from '../../shared/embeddings/ollama/ollama-name.ts';
import { ollamaUrl } from '../../shared/embeddings/ollama/ollama-url.ts';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { writeProblem } from '../../shared/kit/disk/write-problem.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { shorten } from '../../shared/kit/text/shorten.ts';
import { wordsOf } from '../companion/companion-state.ts';
import { addressOfModel } from '../companion/download-model.ts';
import { describeMeaning } from '../views/describe-index.ts';
import { getModel, megabytes } from './get-model.ts';
import { LiveProgress } from './live-progress.ts';
import { kindOfModel, localModelOf, localSetting, type ModelKind } from './model-choice.ts';
import type { SettingsGroup, SettingsHost } from './settings-group.ts';
import { WORDS } from './settings-words.ts';
import { whileBusy } from '../views/elements/while-busy.ts';

/** Which model finds notes by meaning, and how far it has come. */
export function meaningGroup(host: SettingsHost): SettingsGroup {
  const choice = new ModelRows(host);
  return {
    heading: WORDS.meaning,
    rows: [
      { name: WORDS.byMeaning, desc: WORDS.aboutMeaning, render: (row) => renderMeaning(row, host) },
      { name: WORDS.model, desc: WORDS.aboutModel, aliases: ['Ollama'], render: (row) => choice.renderModel(row) },
      { name: WORDS.localModel, desc: '', aliases: ['Ollama'], render: (row) => choice.renderLocal(row) },
    ],
  };
}

function renderMeaning(setting: Setting, host: SettingsHost): void {
  const bar = new LiveProgress(setting, WORDS.textRead);
  // With no address there is nothing to offer.
  const offer = host.modelAddress === '' ? null : addDownload(setting, host);
  host.follow(setting, ({ state, status }) => {
    setting.setDesc(describeMeaning(state, status));
    bar.show(status?.embeddingInProgress === true ? (status.progress ?? null) : null);
    offer?.toggle((state?.missingModel ?? null) !== null);
  });
}

function addDownload(setting: Setting, host: SettingsHost): HTMLElement | null {
  let element: HTMLElement | null = null;
  setting.addButton((button) => {
    element = button.buttonEl;
    button.setButtonText(WORDS.getModel(megabytes(BUILT_IN_MODEL.bytes))).onClick(async () => {
      await whileBusy(button, () => download(host));
      host.refresh();
    });
  });
  return element;
}

async function download({ app, modelAddress, pluginVersion, companion }: SettingsHost): Promise<void> {
  const running = companion();
  if (running === null) return;
  const address = addressOfModel(modelAddress, BUILT_IN_MODEL, pluginVersion);
  const { modelsFolder: folder } = running;
  await getModel({
    app,
    address,
    bytes: BUILT_IN_MODEL.bytes,
    folder,
    download: () => running.getModel(address),
  });
}

/** The rows in which a model is chosen: a local server's needs a name, and can be tried first. */
class ModelRows {
  readonly #host: SettingsHost;
  /** What the list shows, which may be a server with no model chosen yet. */
  #kind: ModelKind;
  #model: Setting | null = null;
  #local: Setting | null = null;
  #offerEl: HTMLElement | null = null;
  #showChosen: () => void = () => undefined;
  /** Shows the chosen model of the local server, if one is chosen. */
  #showName: () => void = () => undefined;

  constructor(host: SettingsHost) {
    this.#host = host;
    this.#kind = kindOfModel(host.store.current.embedder);
  }

  renderModel(setting: Setting): void {
    this.#model = setting;
    setting.addDropdown((dropdown) => {
      dropdown.addOptions(WORDS.models).onChange((kind) => this.#chooseKind(kind as ModelKind));
      dropdown.selectEl.setAttribute('aria-label', WORDS.model);
      let shown: string | null = null;
      // Shown only if it has changed, as by a sync: the person may be choosing.
      this.#host.follow(setting, () => {
        const { embedder } = this.#host.store.current;
        if (embedder === shown) return;
        shown = embedder;
        this.#kind = kindOfModel(embedder);
        dropdown.selectEl.querySelector('option[value="other"]')?.remove();
        if (this.#kind === 'other') dropdown.addOption('other', embedder);
        dropdown.setValue(this.#kind);
        this.#showName();
        this.#showChosen();
        this.#showLocal();
        if (this.#offerEl?.matches(':focus') === true) dropdown.selectEl.focus();
        this.#offerEl?.remove();
        setting.setDesc(WORDS.aboutModel);
        if (this.#kind === 'other' || this.#kind === 'ollama') void this.#offerModel(setting, embedder);
      });
    });
  }

  renderLocal(setting: Setting): void {
    this.#local = setting;
    const host = hostOfServer();
    const about = WORDS.aboutLocalModel(host);
    setting.setDesc(about);
    setting.descEl.setAttribute('role', 'status');
    let name = localModelOf(this.#host.store.current.embedder);
    let use: ButtonComponent | null = null;
    this.#showChosen = () => {
      const isInUse = name !== '' && localSetting(name) === this.#host.store.current.embedder;
      use?.setButtonText(isInUse ? WORDS.inUse : WORDS.use).setDisabled(isInUse);
    };
    setting.addText((text) => {
      text
        .setPlaceholder(WORDS.modelName)
        .setValue(name)
        .onChange((value) => {
          name = value.trim();
          this.#say(about, false);
          this.#showChosen();
        });
      text.inputEl.setAttribute('aria-label', WORDS.modelName);
      this.#showName = () => {
        const chosen = localModelOf(this.#host.store.current.embedder);
        if (chosen !== '' && !text.inputEl.matches(':focus')) text.setValue((name = chosen));
      };
    });
    setting.addButton((button) =>
      button.setButtonText(WORDS.test).onClick(() => whileBusy(button, () => this.#test(name, () => name))),
    );
    setting.addButton((button) => {
      use = button;
      button.onClick(() => {
        const problem = problemOfName(name);
        return problem === null ? this.#choose(localSetting(name)) : this.#say(problem, true);
      });
    });
    this.#showChosen();
    this.#showLocal();
  }

  #showLocal(): void {
    this.#local?.settingEl.toggle(this.#kind === 'ollama');
  }

  #say(words: string, isProblem: boolean, isDue: () => boolean = () => true): void {
    this.#host.show(() => {
      if (!isDue()) return;
      this.#local?.setDesc(words);
      this.#local?.settingEl.toggleClass('vault-loom-setting-failed', isProblem);
    });
  }

  /** @param nameNow what the field holds by then: an answer about another model is not shown */
  async #test(name: string, nameNow: () => string): Promise<void> {
    const companion = this.#host.companion();
    const problem = problemOfName(name);
    if (problem !== null) return this.#say(problem, true);
    if (companion === null) return this.#say(WORDS.notStarted, true);
    this.#say(WORDS.testing, false);
    const isDue = (): boolean => nameNow() === name;
    try {
      const { milliseconds, dimensions } = await companion.tryEmbedder(localSetting(name));
      this.#say(WORDS.works(milliseconds, dimensions), false, isDue);
    } catch (error) {
      this.#say(WORDS.failed(wordsOf(error)), true, isDue);
    }
  }

  #chooseKind(kind: ModelKind): void {
    this.#kind = kind;
    this.#showLocal();
    if (kind === 'use' || kind === 'lsa' || kind === 'none') void this.#choose(kind);
  }

  async #choose(embedder: string): Promise<void> {
    try {
      await this.#host.companion()?.chooseEmbedder(embedder);
    } catch (error) {
      new Notice(WORDS.notChosen(writeProblem(error)));
      return;
    }
    await this.#host.save({ embedder });
    this.#host.show(() => this.#model?.setDesc(WORDS.aboutModel));
    this.#say(WORDS.aboutLocalModel(hostOfServer()), false);
    this.#showChosen();
  }

  /** A model that the settings brought along is used once the person confirms it on this computer. */
  async #offerModel(setting: Setting, embedder: string): Promise<void> {
    if ((await this.#host.companion()?.isEmbedderChosen()) !== false) return;
    this.#host.show(() => {
      // It may have changed again meanwhile.
      if (embedder !== this.#host.store.current.embedder) return;
      setting.setDesc(WORDS.notChosenHere(shorten(embedder, 120)));
      setting.addButton((button) => {
        this.#offerEl = button.buttonEl;
        button.setButtonText(WORDS.useHere).onClick(async () => {
          await this.#choose(embedder);
          button.buttonEl.remove();
          setting.controlEl.querySelector('select')?.focus();
        });
      });
    });
  }
}

function problemOfName(model: string): string | null {
  if (model === '') return WORDS.noName;
  return typeof readOllamaName(model) === 'string' ? WORDS.badName(model) : null;
}

function hostOfServer(): string {
  try {
    return ollamaUrl(process.env).host;
  } catch (error) {
    return messageOf(error);
  }
}
