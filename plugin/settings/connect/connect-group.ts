import { requireApiVersion, type Setting } from 'obsidian';
import { COMMON_CLIENTS, type CommonClient } from '../../../shared/clients/common-clients.ts';
import { isTooOld, OLDEST_NODE } from '../../../shared/clients/find-node.ts';
import { isServerFile } from '../../../shared/clients/server-note.ts';
import { holdsFocus } from '../../views/elements/holds-focus.ts';
import { setText } from '../../views/elements/set-text.ts';
import { isRightToLeft, tabAfterKey } from '../../views/elements/rove.ts';
import { ago } from '../ago.ts';
import { showClient } from './client-panel.ts';
import { lookAround, sourceOf, thisMachine, type ConnectFacts } from './connect-facts.ts';
import { checkingCommand, firstClient, lastSeenOf, type ConnectPlace } from './connect-steps.ts';
import { addCopyButton } from '../copy-button.ts';
import type { SettingsGroup, SettingsHost } from '../settings-group.ts';
import { WORDS } from '../settings-words.ts';
import { whenDone } from '../when-done.ts';

/** What was installed meanwhile is found by the next look. */
const LOOK_EVERY_MS = 3_000;
/** Per vault and computer: a path means nothing to the computers that a vault is synced with. */
const GIVEN_KEY = 'vault-loom-server-file';

/** What an assistant needs to reach this vault. */
export function connectGroup(host: SettingsHost): SettingsGroup {
  const rows = new ConnectRows(host);
  return {
    heading: WORDS.connect,
    rows: [
      { name: WORDS.whatFor, desc: WORDS.aboutConnecting, aliases: ['MCP'], render: () => undefined },
      { name: WORDS.node, desc: WORDS.aboutNode, render: (row) => rows.renderNode(row) },
      {
        name: WORDS.serverFile,
        desc: WORDS.aboutServerFile,
        aliases: ['npx'],
        render: (row) => rows.renderServer(row),
      },
      {
        name: WORDS.yourAssistant,
        desc: WORDS.aboutYourAssistant,
        aliases: ['MCP', ...COMMON_CLIENTS.map(({ name }) => name)],
        render: (row) => rows.renderClients(row),
      },
    ],
  };
}

class ConnectRows {
  readonly #host: SettingsHost;
  #facts: ConnectFacts | null = null;
  #shown: ConnectFacts | null = null;
  #lookedAt = -Infinity;
  #given: string;
  #chosen: CommonClient | null = null;
  /** Shows the facts, by row. */
  readonly #shows = new Map<string, (place: ConnectPlace, facts: ConnectFacts) => void>();

  constructor(host: SettingsHost) {
    this.#host = host;
    this.#given = readGiven(host);
  }

  renderNode(setting: Setting): void {
    setting.setDesc(WORDS.looking);
    this.#show('node', (_place, { node }) => {
      const isBad = node === null || isTooOld(node);
      setting.settingEl.toggleClass('vault-loom-setting-failed', isBad);
      if (node === null) setting.setDesc(WORDS.nodeMissing(OLDEST_NODE));
      else if (isBad) setting.setDesc(WORDS.nodeTooOld(node.program, node.version, OLDEST_NODE));
      else setting.setDesc(WORDS.nodeFound(node.program, node.version));
    });
    this.#follow(setting);
  }

  renderServer(setting: Setting): void {
    setting.setDesc(WORDS.looking);
    setting.addText((text) => {
      text.setPlaceholder(WORDS.serverPath).setValue(this.#given);
      text.inputEl.setAttribute('aria-label', WORDS.serverPath);
      whenDone(text, async (value) => {
        // Windows copies a path in quotation marks.
        const path = value.trim().replace(/^(["'])(.*)\1$/u, '$2');
        const isGood = path === '' || (await isServerFile(path));
        setting.settingEl.toggleClass('is-invalid', !isGood);
        if (!isGood) return this.#host.show(() => setting.setDesc(WORDS.badServerFile(path)));
        this.#given = path;
        if (requireApiVersion('1.8.7')) this.#host.app.saveLocalStorage(GIVEN_KEY, path === '' ? null : path);
        this.#lookedAt = -Infinity;
        // Shown again even if nothing is found to have changed: the row may still say what was wrong with an earlier
        // path.
        this.#facts = null;
        this.#host.refresh();
      });
    });
    const commandEl = setting.settingEl.createDiv('vault-loom-connect-command');
    let command = '';
    this.#show('server', (place, { noted, given }) => {
      if (setting.settingEl.hasClass('is-invalid')) return;
      if (given !== null) setting.setDesc(WORDS.serverGiven(given));
      else if (noted !== null) setting.setDesc(WORDS.serverFound(noted.script, noted.version));
      else setting.setDesc(WORDS.serverMissing);
      if (place.source.kind === 'file') {
        // The command has done its work; its button goes away.
        if (holdsFocus(commandEl)) setting.controlEl.querySelector('input')?.focus();
        commandEl.empty();
        return;
      }
      command = checkingCommand(place);
      if (commandEl.firstElementChild === null) {
        commandEl.createEl('code', { attr: { dir: 'ltr' } });
        addCopyButton(commandEl, WORDS.serverFile, () => command);
      }
      setText(commandEl.firstElementChild, command);
    });
    this.#follow(setting);
  }

  renderClients(setting: Setting): void {
    const { settingEl } = setting;
    const tabsEl = settingEl.createDiv({
      cls: 'vault-loom-connect-tabs',
      attr: { role: 'tablist', 'aria-label': WORDS.clients },
    });
    const panelEl = settingEl.createDiv({ cls: 'vault-loom-connect-panel', attr: { role: 'tabpanel' } });
    const heardEl = panelEl.createDiv({ cls: 'vault-loom-connect-heard', attr: { dir: 'ltr' } });
    // Read out when it changes; the seconds are not.
    const isHeardEl = heardEl.createSpan({ attr: { role: 'status' } });
    const agoEl = heardEl.createSpan();
    const stepsEl = panelEl.createDiv('vault-loom-connect-steps');
    this.#chosen ??= firstClient(this.#host.companion()?.clients() ?? []);
    let place: ConnectPlace | null = null;
    let updateSteps: ((place: ConnectPlace) => void) | null = null;
    const tabs = COMMON_CLIENTS.map((client) => ({
      client,
      element: tabsEl.createEl('button', {
        cls: 'vault-loom-connect-tab',
        text: client.name,
        attr: { role: 'tab', 'data-client': client.id },
      }),
    }));
    const showHeard = (): void => {
      const lastSeen = this.#chosen === null ? null : lastSeenOf(this.#chosen, this.#host.companion()?.clients() ?? []);
      setText(isHeardEl, lastSeen === null ? WORDS.notHeard : WORDS.heard);
      setText(agoEl, lastSeen === null ? '' : WORDS.heardFrom(ago(lastSeen, Date.now())));
      heardEl.toggleClass('mod-connected', lastSeen !== null);
    };
    const showChosen = (): void => {
      for (const { client, element } of tabs) {
        const isChosen = client === this.#chosen;
        element.toggleClass('is-active', isChosen);
        element.setAttribute('aria-selected', String(isChosen));
        element.setAttribute('tabindex', isChosen ? '0' : '-1');
      }
      panelEl.setAttribute('aria-label', this.#chosen?.name ?? '');
      showHeard();
      if (place !== null && this.#chosen !== null) updateSteps = showClient(stepsEl, this.#chosen, place);
    };
    const choose = (client: CommonClient): void => {
      this.#chosen = client;
      showChosen();
    };
    for (const { client, element } of tabs) element.addEventListener('click', () => choose(client));
    tabsEl.addEventListener('keydown', (event) => {
      const at = tabs.findIndex(({ client }) => client === this.#chosen);
      const to = tabs[tabAfterKey(event.key, at, tabs.length, isRightToLeft(tabsEl)) ?? -1];
      if (to === undefined) return;
      event.preventDefault();
      choose(to.client);
      to.element.focus();
    });
    this.#show('clients', (found) => {
      place = found;
      if (updateSteps === null) showChosen();
      else updateSteps(found);
    });
    showChosen();
    this.#host.follow(setting, showHeard);
    this.#follow(setting);
  }

  /** Registers how a row shows the facts, and shows them if they are known. */
  #show(row: string, show: (place: ConnectPlace, facts: ConnectFacts) => void): void {
    this.#shows.set(row, show);
    const place = this.#place();
    if (place !== null && this.#facts !== null) show(place, this.#facts);
  }

  #follow(setting: Setting): void {
    this.#host.follow(setting, () => {
      this.#showFacts();
      void this.#look();
    });
  }

  #showFacts(): void {
    const place = this.#place();
    if (this.#facts === null || place === null || this.#facts === this.#shown) return;
    this.#shown = this.#facts;
    for (const show of this.#shows.values()) show(place, this.#facts);
  }

  async #look(): Promise<void> {
    const companion = this.#host.companion();
    const now = performance.now();
    if (companion === null || now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const facts = await lookAround(companion.dataFolder, this.#given);
    if (JSON.stringify(facts) === JSON.stringify(this.#facts)) return;
    this.#facts = facts;
    this.#host.refresh();
  }

  #place(): ConnectPlace | null {
    const companion = this.#host.companion();
    if (companion === null || this.#facts === null) return null;
    return {
      source: sourceOf(this.#facts, this.#host.pluginVersion),
      vaultPath: companion.vaultPath,
      vaults: this.#facts.vaults,
      system: thisMachine().system,
    };
  }
}

/** An older app forgets it. */
function readGiven({ app }: SettingsHost): string {
  const given: unknown = requireApiVersion('1.8.7') ? app.loadLocalStorage(GIVEN_KEY) : null;
  return typeof given === 'string' ? given : '';
}
