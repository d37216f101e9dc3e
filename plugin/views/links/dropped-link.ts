import type { Workspace } from 'obsidian';

/**
 * Until the end of a drag, has an editor that takes its text get the link that is right for the note there: when the
 * drag begins, nobody knows where it ends, and a relative link depends on that.
 *
 * @param draggedEl what is dragged
 * @param text what the drag carries
 * @param linkIn the link for a note at this path
 */
export function correctDrop(
  workspace: Workspace,
  draggedEl: EventTarget,
  text: string,
  linkIn: (source: string) => string,
): void {
  const dropped = workspace.on('editor-drop', (event, _editor, { file }) => {
    if (event.defaultPrevented || file === null || event.dataTransfer?.getData('text/plain') !== text) return;
    const link = linkIn(file.path);
    if (link === text) return;
    event.preventDefault();
    dropInstead(event, link);
  });
  draggedEl.addEventListener('dragend', () => workspace.offref(dropped), { once: true });
}

/** Drops another text at the same place, which only the editor knows. What is dropped cannot be changed by now. */
function dropInstead({ target, clientX, clientY }: DragEvent, text: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', text);
  const fields = { bubbles: true, cancelable: true, composed: true, clientX, clientY, dataTransfer };
  target?.dispatchEvent(new DragEvent('drop', fields));
}
