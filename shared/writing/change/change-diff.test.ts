import { expect, it } from 'vitest';
import { diffOf } from './change-diff.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const LINE = '='.repeat(67);
const ID = { ino: '1', birthtimeMs: 0 };

it('names files as they are written, in any script', () => {
  const path = 'Travel/中村さん “é”.md';
  expect(diffOf([{ do: 'edit', place: '/', path, id: ID, before: bytes('a\n'), after: bytes('b\n') }])).toBe(
    `${LINE}\n--- a/${path}\n+++ b/${path}\n@@ -1,1 +1,1 @@\n-a\n+b\n`,
  );
  expect(diffOf([{ do: 'create', place: '/', path: 'é\n.md', temporary: '/', after: bytes('') }])).toBe(
    `${LINE}\n--- /dev/null\n+++ "b/é\\n.md"\n`,
  );
});
