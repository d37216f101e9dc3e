import { Events } from '../util/events.ts';

/** What plugins register for the whole window. */
export abstract class WorkspaceRegistrations extends Events {
  readonly hoverLinkSources: Record<string, unknown> = {};
  readonly protocolHandlers = new Map<string, (params: Record<string, string>) => unknown>();
  readonly editorExtensions: unknown[] = [];
  readonly editorSuggest = new EditorSuggests();

  /** Called when editors have to look again at what is registered. */
  abstract updateOptions(): void;

  registerHoverLinkSource(id: string, info: unknown): void {
    this.hoverLinkSources[id] = info;
  }

  unregisterHoverLinkSource(id: string): void {
    Reflect.deleteProperty(this.hoverLinkSources, id);
  }

  registerEditorExtension(extension: unknown): void {
    this.editorExtensions.push(extension);
    this.updateOptions();
  }

  unregisterEditorExtension(extension: unknown): void {
    this.editorExtensions.remove(extension);
    this.updateOptions();
  }

  registerObsidianProtocolHandler(action: string, handler: (params: Record<string, string>) => unknown): void {
    this.protocolHandlers.set(action, handler);
  }

  unregisterObsidianProtocolHandler(action: string): void {
    this.protocolHandlers.delete(action);
  }
}

/** Suggestions while one writes; the first one that wants to shows its own. */
class EditorSuggests {
  readonly suggests: unknown[] = [];

  addSuggest(suggest: unknown): void {
    this.suggests.push(suggest);
  }

  removeSuggest(suggest: unknown): void {
    this.suggests.remove(suggest);
  }
}
