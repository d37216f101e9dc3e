import type { TFile } from 'obsidian';
import { expect, it } from 'vitest';
import { HOST } from './bases-app-test-kit.ts';
import { CanvasLinks, type CanvasFiles } from './canvas-links.ts';

it('reads a canvas again only after it has changed, and forgets one that is gone', async () => {
  const canvas = { path: 'Board.canvas', stat: { size: 1, mtime: 1 } };
  const files = [canvas, { path: 'Note.md', stat: { size: 1, mtime: 1 } }];
  let text = '{"nodes": [{"type": "file", "file": "Note.md"}]}';
  const read: string[] = [];
  const vault = {
    configDir: '.obsidian',
    getFiles: () => files as unknown as TFile[],
    adapter: {
      read: async (path: string) => {
        read.push(path);
        return text;
      },
    },
  } as unknown as CanvasFiles;
  const links = new CanvasLinks();
  for (let i = 0; i < 2; i++)
    expect([...(await links.read(vault, HOST.slicer))]).toEqual([
      ['Board.canvas', [{ target: 'Note.md', isFile: true }]],
    ]);
  expect(read).toEqual(['Board.canvas']);
  text = '{"nodes": [{"type": "text", "text": "Now [[Other#Part]]"}]}';
  canvas.stat.mtime = 2;
  expect([...(await links.read(vault, HOST.slicer)).values()]).toEqual([[{ target: 'Other#Part', line: 1 }]]);
  files.shift();
  expect((await links.read(vault, HOST.slicer)).size).toBe(0);
});
