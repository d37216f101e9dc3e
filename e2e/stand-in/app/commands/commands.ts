import { reportToWindow } from '../util/events.ts';
import type { Editor } from '../editor/editor.ts';
import type { ViewOfNote } from '../workspace/workspace-host.ts';

export interface Command {
  id: string;
  name: string;
  icon?: string;
  callback?: () => unknown;
  checkCallback?: (checking: boolean) => unknown;
  editorCallback?: (editor: Editor, context: ViewOfNote) => unknown;
  editorCheckCallback?: (checking: boolean, editor: Editor, context: ViewOfNote) => unknown;
  hotkeys?: { modifiers: string[]; key: string }[];
}

/** The commands of the command palette. */
export class Commands {
  readonly commands: Record<string, Command> = {};
  readonly editorCommands: Record<string, Command> = {};
  readonly #activeEditor: () => ViewOfNote | null;

  /** `activeEditor` is the note that commands of the editor work on. */
  constructor(activeEditor: () => ViewOfNote | null) {
    this.#activeEditor = activeEditor;
  }

  addCommand(command: Command): void {
    this.commands[command.id] = command;
    if (command.editorCallback !== undefined || command.editorCheckCallback !== undefined)
      this.editorCommands[command.id] = command;
  }

  removeCommand(id: string): void {
    Reflect.deleteProperty(this.commands, id);
    Reflect.deleteProperty(this.editorCommands, id);
  }

  findCommand(id: string): Command | undefined {
    return this.commands[id];
  }

  /** Those that can be run here and now. */
  listCommands(): Command[] {
    return Object.values(this.commands).filter((command) => this.#run(command, true));
  }

  executeCommandById(id: string): boolean {
    const command = this.commands[id];
    return command !== undefined && this.executeCommand(command);
  }

  executeCommand(command: Command): boolean {
    if (!this.#run(command, true)) return false;
    this.#run(command, false);
    return true;
  }

  #run(command: Command, checking: boolean): boolean {
    const view = this.#activeEditor();
    const { editorCheckCallback, editorCallback, checkCallback, callback } = command;
    try {
      if (editorCheckCallback !== undefined)
        return isEditing(view) && editorCheckCallback.call(command, checking, view.editor, view) !== false;
      if (editorCallback !== undefined)
        return isEditing(view) && (checking || watch(editorCallback.call(command, view.editor, view)));
      if (checkCallback !== undefined) return checkCallback.call(command, checking) !== false;
      return callback !== undefined && (checking || watch(callback.call(command)));
    } catch (error) {
      reportToWindow(error);
      return false;
    }
  }
}

function isEditing(view: ViewOfNote | null): view is ViewOfNote {
  return view !== null && view.getMode() === 'source';
}

function watch(result: unknown): true {
  if (result instanceof Promise) result.catch(reportToWindow);
  return true;
}
