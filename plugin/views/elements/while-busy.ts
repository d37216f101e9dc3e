import type { ButtonComponent } from 'obsidian';

/**
 * Disables a button while a task runs. A disabled button loses the focus; it gets it back unless the focus went
 * elsewhere.
 */
export async function whileBusy(button: ButtonComponent, act: () => Promise<void>): Promise<void> {
  const { buttonEl } = button;
  const doc = buttonEl.ownerDocument;
  const hadFocus = doc.activeElement === buttonEl;
  button.setDisabled(true);
  try {
    await act();
  } finally {
    button.setDisabled(false);
    if (hadFocus && (doc.activeElement === null || doc.activeElement === doc.body)) buttonEl.focus();
  }
}
