import type { EditorPosition } from './editor-text.ts';

/** What the commands do with an editor. */
export interface CommandedEditor {
  getLine(line: number): string;
  setLine(line: number, text: string): void;
  lastLine(): number;
  getCursor(side?: 'from' | 'to'): EditorPosition;
  setCursor(position: EditorPosition): void;
  posToOffset(position: EditorPosition): number;
  offsetToPos(offset: number): EditorPosition;
  replaceSelection(text: string): void;
  replaceRange(text: string, from: EditorPosition, to: EditorPosition): void;
}

/** Runs one of the editor's named commands; a name that the sandbox does not know does nothing. */
export function runEditorCommand(editor: CommandedEditor, command: string): void {
  COMMANDS[command]?.(editor);
}

const COMMANDS: Record<string, (editor: CommandedEditor) => void> = {
  goUp: (editor) => move(editor, (offset) => offset, -1),
  goDown: (editor) => move(editor, (offset) => offset, 1),
  goLeft: (editor) => move(editor, (offset) => offset - 1),
  goRight: (editor) => move(editor, (offset) => offset + 1),
  goStart: (editor) => editor.setCursor({ line: 0, ch: 0 }),
  goEnd: (editor) => editor.setCursor({ line: editor.lastLine(), ch: editor.getLine(editor.lastLine()).length }),
  indentMore: (editor) => changeLines(editor, (text) => `\t${text}`),
  indentLess: (editor) => changeLines(editor, (text) => text.replace(/^(?:\t| {1,4})/, '')),
  newlineAndIndent: (editor) => editor.replaceSelection(`\n${/^\s*/.exec(editor.getLine(editor.getCursor('from').line))?.[0] ?? ''}`),
  newlineAndIndentOnly: (editor) => editor.replaceSelection('\n'),
  swapLineUp: (editor) => swapLines(editor, -1),
  swapLineDown: (editor) => swapLines(editor, 1),
  deleteLine,
};

function move(editor: CommandedEditor, step: (offset: number) => number, lines = 0): void {
  const cursor = editor.getCursor();
  if (lines !== 0) editor.setCursor({ line: cursor.line + lines, ch: cursor.ch });
  else editor.setCursor(editor.offsetToPos(step(editor.posToOffset(cursor))));
}

function changeLines(editor: CommandedEditor, change: (text: string) => string): void {
  const last = editor.getCursor('to').line;
  for (let line = editor.getCursor('from').line; line <= last; line++) editor.setLine(line, change(editor.getLine(line)));
}

function swapLines(editor: CommandedEditor, by: number): void {
  const { line, ch } = editor.getCursor();
  const other = line + by;
  if (other < 0 || other > editor.lastLine()) return;
  const [mine, theirs] = [editor.getLine(line), editor.getLine(other)];
  editor.setLine(line, theirs);
  editor.setLine(other, mine);
  editor.setCursor({ line: other, ch });
}

function deleteLine(editor: CommandedEditor): void {
  const { line } = editor.getCursor();
  const isLast = line === editor.lastLine();
  const from = isLast && line > 0 ? { line: line - 1, ch: editor.getLine(line - 1).length } : { line, ch: 0 };
  const to = isLast ? { line, ch: editor.getLine(line).length } : { line: line + 1, ch: 0 };
  editor.replaceRange('', from, to);
}
