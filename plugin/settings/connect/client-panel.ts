import { shell } from 'electron';
import { Notice } from 'obsidian';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { setText } from '../../views/elements/set-text.ts';
import { clientFile, thisMachine, type ClientFile } from './connect-facts.ts';
import { shortPath } from '../../../shared/clients/short-path.ts';
import { connectSteps, type ConnectPlace } from './connect-steps.ts';
import { addCopyButton } from '../copy-button.ts';
import { WORDS } from '../settings-words.ts';

/**
 * Replaces the panel's content with the ways to connect a client, the shortest first.
 *
 * @returns what writes the texts for another place into the same elements, so that a button keeps the focus
 */
export function showClient(
  panel: HTMLElement,
  client: CommonClient,
  place: ConnectPlace,
): (place: ConnectPlace) => void {
  panel.empty();
  let steps = connectSteps(client, place);
  if (steps.link !== null) {
    const open = addStep(panel, WORDS.byLink).createEl('button', {
      cls: 'mod-cta vault-loom-main-action',
      text: WORDS.open(client.name),
    });
    open.addEventListener('click', () => void openLink(steps.link ?? '', client.name));
  }
  const codeEls: { element: HTMLElement; text: () => string }[] = [];
  const addText = (controls: HTMLElement, name: string, text: () => string): void => {
    addCopyButton(controls, name, text);
    codeEls.push({ element: addCode(panel, name), text });
  };
  if (steps.command !== null) {
    const label = place.system === 'win32' ? WORDS.byCommandPowerShell : WORDS.byCommand;
    addText(addStep(panel, label), label, () => steps.command ?? '');
  }
  const isOnly = steps.link === null && steps.command === null;
  const controls = addStep(panel, WORDS.intoAny);
  addText(controls, client.name, () => steps.text);
  const mergeEl = panel.createDiv({ cls: 'vault-loom-connect-note', attr: { dir: 'ltr' } });
  const then = panel.createDiv({ cls: 'vault-loom-connect-note', attr: { dir: 'ltr' } });
  then.createSpan({ cls: 'vault-loom-connect-then', text: `${WORDS.then}: ` });
  then.createSpan({ text: client.then });
  void clientFile(client).then((file) => {
    if (file !== null) nameFile(controls, file, isOnly);
  });
  const write = (): void => {
    for (const { element, text } of codeEls) setText(element, text().trimEnd());
    setText(mergeEl, [client.within, steps.merge, steps.again].filter((note) => note !== undefined).join(' '));
  };
  write();
  return (found) => {
    steps = connectSteps(client, found);
    write();
  };
}

/** Adds a label; returns where its buttons go. */
function addStep(panel: HTMLElement, label: string): HTMLElement {
  const head = panel.createDiv('vault-loom-connect-head');
  head.createDiv({ cls: 'vault-loom-connect-label', text: label, attr: { dir: 'ltr' } });
  return head.createDiv('vault-loom-connect-buttons');
}

function addCode(panel: HTMLElement, name: string): HTMLElement {
  const box = panel.createEl('pre', {
    cls: 'vault-loom-connect-text',
    // It scrolls, so the keyboard has to reach it; as code, it always runs from left to right.
    attr: { tabindex: '0', role: 'region', 'aria-label': name, dir: 'ltr' },
  });
  return box.createEl('code');
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
