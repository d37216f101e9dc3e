import { Modal, Notice, Setting, type App } from 'obsidian';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { pressOnce } from '../views/elements/press-once.ts';
import { WORDS } from './settings-words.ts';

export interface ModelOffer {
  app: App;
  /** The file's full address. */
  address: string;
  bytes: number;
  /** Where it will be kept; absolute. */
  folder: string;
  /** Downloads it. Rejects with why it could not. */
  download: () => Promise<void>;
}

/** Bytes, as people are told of them. */
export function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}

/**
 * Asks whether to download the built-in model, naming the address, and does so if the person agrees. Uses no network
 * before that. Resolves when it is done, declined or has failed; a notice then says so. Never rejects.
 */
export async function getModel(offer: ModelOffer): Promise<void> {
  if (!(await isAgreed(offer))) return;
  const underWay = new Notice(WORDS.modelUnderWay(megabytes(offer.bytes)), 0);
  try {
    await offer.download();
    new Notice(WORDS.modelHere);
  } catch (error) {
    new Notice(whyNot(error), 0);
  } finally {
    underWay.hide();
  }
}

/** Our own errors are whole sentences; the system's are not. */
function whyNot(error: unknown): string {
  if (!(error instanceof VaultLoomError)) return WORDS.modelNotGot(messageOf(error));
  return [error.message, error.hint].filter(Boolean).join(' ');
}

function isAgreed(offer: ModelOffer): Promise<boolean> {
  return new Promise((resolve) => new AskModal(offer, resolve).open());
}

class AskModal extends Modal {
  readonly #offer: ModelOffer;
  readonly #answer: (agreed: boolean) => void;

  constructor(offer: ModelOffer, answer: (agreed: boolean) => void) {
    super(offer.app);
    this.#offer = offer;
    this.#answer = answer;
  }

  override onOpen(): void {
    const { address, bytes, folder } = this.#offer;
    this.setTitle('Get the built-in model');
    // It may open under the pointer.
    pressOnce(this.contentEl);
    this.contentEl.createEl('p', {
      text: `${megabytes(bytes)} will be downloaded from ${address} and kept in ${folder}, for all vaults on this computer. Nothing about your notes is sent.`,
    });
    new Setting(this.contentEl)
      .addButton((button) =>
        button
          .setButtonText('Download')
          .setCta()
          .setClass('vault-loom-main-action')
          .onClick(() => {
            this.#answer(true);
            this.close();
          }),
      )
      .addButton((button) => button.setButtonText('Not now').onClick(() => this.close()));
  }

  /** Runs however the dialog is closed; an answer that was given stands. */
  override onClose(): void {
    this.#answer(false);
  }
}
