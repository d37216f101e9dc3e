import { shell } from 'electron';
import { Notice } from 'obsidian';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { clientFile, thisMachine, type ClientFile } from './connect-facts.ts';
import { shortPath } from '../../../shared/clients/short-path.ts';
import { connectSteps, type ConnectPlace } from './connect-steps.ts';
import { addCopyButton } from '../copy-button.ts';
import { WORDS } from '../settings-words.ts';

/** Replaces the panel's content with the ways to connect a client, the shortest first. */
export function showClient(panel: HTMLElement, client: CommonClient, place: ConnectPlace): void {
  panel.empty();
  const { link, command, text, merge } = connectSteps(client, place);
  if (link !== null) {
    const open = addStep(panel, WORDS.byLink).createEl('button', {
      cls: 'mod-cta vault-loom-main-action',
      text: WORDS.open(client.name),
    });
    open.addEventListener('click', () => void openLink(link, client.name));
  }
  if (command !== null) {
    const label = place.system === 'win32' ? WORDS.byCommandPowerShell : WORDS.byCommand;
    addText(panel, addStep(panel, label), label, command);
  }
  const isOnly = link === null && command === null;
  const controls = addStep(panel, WORDS.intoAny);
  addText(panel, controls, client.name, text);
  const notes = [client.within, merge].filter((note) => note !== undefined);
  panel.createDiv({ cls: 'vault-loom-connect-note', text: notes.join(' '), attr: { dir: 'ltr' } });
  const then = panel.createDiv({ cls: 'vault-loom-connect-note', attr: { dir: 'ltr' } });
  then.createSpan({ cls: 'vault-loom-connect-then', text: `${WORDS.then}: ` });
  then.createSpan({ text: client.then });
  void clientFile(client).then((file) => {
    if (file !== null) nameFile(controls, file, isOnly);
  });
}

/** Adds a label; returns where its buttons go. */
function addStep(panel: HTMLElement, label: string): HTMLElement {
  const head = panel.createDiv('vault-loom-connect-head');
  head.createDiv({ cls: 'vault-loom-connect-label', text: label, attr: { dir: 'ltr' } });
  return head.createDiv('vault-loom-connect-buttons');
}

function addText(panel: HTMLElement, controls: HTMLElement, name: string, text: string): void {
  addCopyButton(controls, name, () => text);
  const box = panel.createEl('pre', {
    cls: 'vault-loom-connect-text',
    // It scrolls, so the keyboard has to reach it; as code, it always runs from left to right.
    attr: { tabindex: '0', role: 'region', 'aria-label': name, dir: 'ltr' },
  });
  box.createEl('code', { text: text.trimEnd() });
}

function nameFile(controls: HTMLElement, file: ClientFile, isOnly: boolean): void {
  const label = controls.parentElement?.querySelector('.vault-loom-connect-label');
  const shown = shortPath(file.path, thisMachine().home);
  label?.setText(isOnly ? WORDS.into(shown) : WORDS.orInto(shown));
  const open = controls.createEl('button', { text: WORDS.openFolder });
  controls.prepend(open);
  open.addEventListener('click', () => {
    if (!file.isFolderThere) new Notice(WORDS.folderMissing(file.folder));
    else void openFolder(file.folder);
  });
}

async function openFolder(folder: string): Promise<void> {
  const problem = await shell.openPath(folder).catch(messageOf);
  if (problem !== '') new Notice(WORDS.folderNotOpened(folder, problem));
}

async function openLink(link: string, client: string): Promise<void> {
  try {
    await shell.openExternal(link);
  } catch (error) {
    new Notice(WORDS.linkNotOpened(client, messageOf(error)));
  }
}
