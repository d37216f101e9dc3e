import { describe, expect, it } from 'vitest';
import { nodeOf, rowsOf, stepOf, stopInTree, type TreeNode } from './tree-rows.ts';

function node(key: string, isOpen: boolean | null = null, below: TreeNode[] = []): TreeNode {
  return nodeOf({ key, target: { kind: 'words' }, title: key, isOpen, below });
}

const ROWS = rowsOf([
  node('a', true, [node('b', true, [node('c')]), node('d')]),
  node('e', false, [node('hidden')]),
  node('f'),
]);

describe('the rows of a tree', () => {
  it('are those below what is open, each with its level and its place', () => {
    expect(ROWS.map(({ key, level, place, among }) => `${key} ${level} ${place}/${among}`)).toEqual([
      'a 1 1/3',
      'b 2 1/2',
      'c 3 1/1',
      'd 2 2/2',
      'e 1 2/3',
      'f 1 3/3',
    ]);
  });

  it('are walked with the arrows, which open and close as well', () => {
    const after = (key: string, pressed: string, isRightToLeft = false): unknown => {
      const step = stepOf(
        pressed,
        ROWS,
        ROWS.findIndex((row) => row.key === key),
        isRightToLeft,
      );
      return step === null ? null : 'to' in step ? ROWS[step.to]?.key : step.opens;
    };
    expect([after('a', 'ArrowDown'), after('f', 'ArrowDown'), after('a', 'ArrowUp')]).toEqual(['b', 'f', 'a']);
    expect([after('c', 'Home'), after('c', 'End')]).toEqual(['a', 'f']);
    expect([after('e', 'ArrowRight'), after('b', 'ArrowRight'), after('c', 'ArrowRight')]).toEqual([true, 'c', null]);
    expect([after('b', 'ArrowLeft'), after('c', 'ArrowLeft'), after('d', 'ArrowLeft')]).toEqual([false, 'b', 'a']);
    expect([after('f', 'ArrowLeft'), after('f', 'Enter')]).toEqual([null, null]);
    expect([after('e', 'ArrowLeft', true), after('b', 'ArrowRight', true)]).toEqual([true, false]);
    expect(stepOf('ArrowDown', [], -1, false)).toBeNull();
  });

  it('keep the Tab stop: where something was closed over it, it goes there, not to what has come to its place', () => {
    const closed = (...nodes: TreeNode[]): ReturnType<typeof rowsOf> => rowsOf(nodes);
    const [e, f] = [node('e', false), node('f')];
    expect(stopInTree(ROWS, 'c', ROWS)).toBe('c');
    expect(stopInTree(ROWS, 'c', closed(node('a', false), e, f))).toBe('a');
    expect(stopInTree(ROWS, 'c', closed(node('a', true, [node('b', false), node('d')]), e, f))).toBe('b');
    // One that is gone from what is still open.
    expect(stopInTree(ROWS, 'c', closed(node('a', true, [node('b', true, [node('g')]), node('d')]), e, f))).toBe('g');
    expect(stopInTree(ROWS, 'a', closed(e, f))).toBe('e');
    expect(stopInTree(ROWS, null, closed(e, f))).toBe('e');
    expect(stopInTree(ROWS, 'c', [])).toBeNull();
  });
});
