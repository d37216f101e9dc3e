import { nodeTimers } from '../realm/timers.ts';
import { debounce } from '../util/debounce.ts';
import { reportToWindow } from '../util/events.ts';
import type { TFile } from '../vault/files.ts';
import type { WorkspaceLeaf } from '../workspace/leaf.ts';
import { EditableFileView } from './file-view.ts';
import { mergeText } from './merge-text.ts';

/** A view of a text file: what is typed is saved two seconds later, and what others write to the file is taken in. */
export abstract class TextFileView extends EditableFileView {
  data = '';
  /** Whether the view holds text that is not in the file yet. */
  dirty = false;
  lastSavedData: string | null = null;
  requestSave: () => void;
  readonly #debouncedSave: ReturnType<typeof debounce<[], Promise<void>>>;
  #saving: Promise<void> = Promise.resolve();

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.#debouncedSave = debounce(() => this.save().catch(reportToWindow), this.app.viewPace.saveAfterMs);
    this.requestSave = () => {
      this.dirty = true;
      this.#debouncedSave();
    };
    this.registerEvent(
      this.app.vault.onOwn('modify', (file: TFile) => {
        if (file === this.file) void this.onModify().catch(reportToWindow);
      }),
    );
  }

  abstract getViewData(): string;

  abstract setViewData(data: string, clear: boolean): void;

  abstract clear(): void;

  override async onLoadFile(file: TFile): Promise<void> {
    await super.onLoadFile(file);
    this.#take(await this.app.vault.read(file), true);
  }

  override async onUnloadFile(file: TFile): Promise<void> {
    await this.save(true);
    await super.onUnloadFile(file);
  }

  override async onDelete(file: TFile): Promise<void> {
    this.#debouncedSave.cancel();
    this.dirty = false;
    await super.onDelete(file);
  }

  async save(clear = false): Promise<void> {
    this.#debouncedSave.cancel();
    const { file } = this;
    const isDirty = this.dirty;
    const data = this.getViewData();
    this.dirty = false;
    if (file !== null && isDirty && data !== this.lastSavedData) {
      this.data = data;
      this.lastSavedData = data;
      this.#saving = this.#saving.then(() => this.app.vault.modify(file, data));
    }
    await this.#saving;
    if (clear) {
      this.data = '';
      this.lastSavedData = null;
      this.clear();
    }
  }

  /** The file changed, here or elsewhere. */
  async onModify(): Promise<void> {
    const { file } = this;
    const { readAfterMs, showAfterMs } = this.app.viewPace;
    if (file === null) return;
    await pause(readAfterMs);
    if (file !== this.file) return;
    const onDisk = await this.app.vault.read(file).catch(() => null);
    await pause(showAfterMs);
    if (onDisk === null || file !== this.file || onDisk === this.lastSavedData) return;
    if (!this.dirty) return this.#take(onDisk, false);
    const merged = mergeText(withoutReturns(this.lastSavedData ?? ''), this.getViewData(), withoutReturns(onDisk));
    this.#take(onDisk, false, merged);
    this.dirty = merged !== onDisk;
    if (this.dirty) this.requestSave();
  }

  #take(onDisk: string, clear: boolean, shown = onDisk): void {
    this.data = shown;
    this.lastSavedData = onDisk;
    this.dirty = false;
    this.#debouncedSave.cancel();
    this.setViewData(shown, clear);
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => nodeTimers.setTimeout(resolve, ms));
}

/** The editor's text has plain line ends. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
