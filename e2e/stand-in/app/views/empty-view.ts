import { ItemView } from './view.ts';

/** A tab with nothing in it. */
export class EmptyView extends ItemView {
  override icon = 'lucide-file';

  override getViewType(): string {
    return 'empty';
  }

  override getDisplayText(): string {
    return 'New tab';
  }

  override async onOpen(): Promise<void> {
    const container = this.contentEl.createDiv('empty-state').createDiv('empty-state-container');
    container.createDiv({ cls: 'empty-state-title', text: this.getMessage() });
  }

  protected getMessage(): string {
    return 'No file is open';
  }
}

/** Stands for a view whose plugin is not there. */
export class UnknownView extends EmptyView {
  #type = 'unknown';
  #state: Record<string, unknown> = {};

  setType(type: string): this {
    this.#type = type;
    return this;
  }

  override getViewType(): string {
    return this.#type;
  }

  override getDisplayText(): string {
    return this.getMessage();
  }

  protected override getMessage(): string {
    return 'Plugin no longer active';
  }

  override getState(): Record<string, unknown> {
    return this.#state;
  }

  override async setState(state: unknown): Promise<void> {
    this.#state = { ...(state as Record<string, unknown>) };
  }
}
