import type { ButtonComponent } from 'obsidian';

/** Disables a button while something is done. The focus, which a disabled button loses, comes back to it unless it went elsewhere. */
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
