import type { TextComponent } from 'obsidian';

/** Runs the task when the person has finished typing: the port must not change with each digit. */
export function whenDone(
  field: Pick<TextComponent, 'getValue'> & { inputEl: HTMLElement },
  task: (value: string) => unknown,
): void {
  field.inputEl.addEventListener('change', () => void task(field.getValue()));
}
