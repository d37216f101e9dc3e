import { expect, it } from 'vitest';
import { insertLink, type LinkEditor } from './insert-link.ts';

type Place = ReturnType<LinkEditor['offsetToPos']>;

/** What becomes of a text when a link is put in. `‹…›` is selected; the cursor is at `¦`, in the result too. */
function after(marked: string, plain = '[[Home]]'): string {
  const [from, to] = marked.includes('¦')
    ? [marked.indexOf('¦'), marked.indexOf('¦')]
    : [marked.indexOf('‹'), marked.indexOf('›') - 1];
  let text = marked.replace(/[‹›¦]/gu, '');
  let cursor = -1;
  const posToOffset = ({ line, ch }: Place): number =>
    text
      .split('\n')
      .slice(0, line)
      .reduce((sum, each) => sum + each.length + 1, ch);
  const offsetToPos = (offset: number): Place => {
    const lines = text.slice(0, offset).split('\n');
    return { line: lines.length - 1, ch: lines.at(-1)?.length ?? 0 };
  };
  const editor: LinkEditor = {
    posToOffset,
    offsetToPos,
    getCursor: (side) => offsetToPos(side === 'from' ? from : to),
    lineCount: () => text.split('\n').length,
    getLine: (line) => text.split('\n')[line] ?? '',
    getSelection: () => text.slice(from, to),
    replaceRange: (words, start, end = start) => {
      text = text.slice(0, posToOffset(start)) + words + text.slice(posToOffset(end));
    },
    setCursor: (place) => (cursor = posToOffset(place as Place)),
  };
  insertLink(editor, (label) => (label === undefined ? plain : `[[Home|${label}]]`));
  return `${text.slice(0, cursor)}¦${text.slice(cursor)}`;
}

it.each([
  ['Go ¦now', 'Go [[Home]]¦now'],
  ['Go ‹now›, please', 'Go [[Home|now]]¦, please'],
  ['Go‹ now ›please', 'Go [[Home|now]]¦ please'],
  ['| Go ‹now› |', '| Go [[Home\\|now]]¦ |'],
  ['a | b\n--- | ---\nGo ‹now› | x', 'a | b\n--- | ---\nGo [[Home\\|now]]¦ | x'],
  ['Go ‹now› | b\n:-- | --:', 'Go [[Home\\|now]]¦ | b\n:-- | --:'],
  [
    '> [!note]\n> | a | b |\n> |---|---|\n> | Go ‹now› | x |',
    '> [!note]\n> | a | b |\n> |---|---|\n> | Go [[Home\\|now]]¦ | x |',
  ],
  ['a | b\n---\nGo ‹now› | x', 'a | b\n---\nGo [[Home|now]]¦ | x'],
  ['a | b\n--- | ---\n\nGo ‹now› | x', 'a | b\n--- | ---\n\nGo [[Home|now]]¦ | x'],
])('selected text becomes the label: %j', (before, wanted) => {
  expect(after(before)).toBe(wanted);
});

it('as the value of a property, a link keeps its backslashes', () => {
  expect(after('---\nup: ¦\n---\n', '[a \\[b\\]](c.canvas)')).toBe('---\nup: "[a \\\\[b\\\\]](c.canvas)"¦\n---\n');
});

it.each([
  ['---\nup: ¦\n---\n', '---\nup: "[[Home]]"¦\n---\n'],
  ['---\nup: ‹now›\n---\n', '---\nup: "[[Home|now]]"¦\n---\n'],
  ['---\nup:\n  - a\n  - ¦\n---\n', '---\nup:\n  - a\n  - "[[Home]]"¦\n---\n'],
  ['---\nup: ‹so "so"›\n---\n', '---\nup: "[[Home|so \\"so\\"]]"¦\n---\n'],
  ['---\nup: "¦"\n---\n', '---\nup: "[[Home]]¦"\n---\n'],
  ['---\nup: see ¦\n---\n', '---\nup: see [[Home]]¦\n---\n'],
  ['---\nup: 1\n---\nup: ¦', '---\nup: 1\n---\nup: [[Home]]¦'],
  ['up: ¦\n---\n', 'up: [[Home]]¦\n---\n'],
])('as the value of a property, a link is quoted, without which it is none: %j', (before, wanted) => {
  expect(after(before)).toBe(wanted);
});

it.each([
  ['‹One\nTwo›\nThree', 'One\nTwo [[Home]]¦\nThree'],
  ['‹One\nTwo\n›Three', 'One\nTwo [[Home]]¦\nThree'],
  ['Take ‹[the] boat› out', 'Take [the] boat [[Home]]¦ out'],
  ['Take ‹this|that› one', 'Take this|that [[Home]]¦ one'],
  ['Run ‹`make`›', 'Run `make` [[Home]]¦'],
  ['In ‹C:\\›', 'In C:\\ [[Home]]¦'],
  ['‹- Buy milk›', '- Buy milk [[Home]]¦'],
  ['‹## Plans›', '## Plans [[Home]]¦'],
  ['a‹ ›b', 'a [[Home]]¦b'],
  ['‹```\nx\n```›\nNext', '```\nx\n```\n\n[[Home]]¦\nNext'],
  ['‹| a | b |›', '| a | b |\n\n[[Home]]¦'],
  ['> ```\n> ‹x\n> ```›\nNext', '> ```\n> x\n> ```\n\n[[Home]]¦\nNext'],
  [`‹${'word '.repeat(50)}›`, `${'word '.repeat(50)}[[Home]]¦ `],
])('text that cannot be a label stays, and the link follows it: %j', (before, wanted) => {
  expect(after(before)).toBe(wanted);
});
