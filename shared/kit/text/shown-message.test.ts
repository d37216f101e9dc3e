import { expect, it } from 'vitest';
import { shownMessage } from './shown-message.ts';

it("a system's error is told without the paths in it", () => {
  const denied = new Error("EACCES: permission denied, scandir '/home/ada/.local/share/vault-loom/vaults/1/writing'");
  expect(shownMessage(denied)).toBe("EACCES: permission denied, scandir '<path>'");
  expect(shownMessage(new Error('"Tea/A.md" changed meanwhile.'))).toBe('"Tea/A.md" changed meanwhile.');
  expect(shownMessage('gone')).toBe('gone');
});
