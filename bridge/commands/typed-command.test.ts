import { expect, it } from 'vitest';
import { typedWith } from './typed-command.ts';

it.each([
  ['linux', '/my data=x', "FOLDER='/my data=x' a 'b c'"],
  ['linux', '/data', "FOLDER=/data a 'b c'"],
  ['win32', "C:\\Ada's data", "$env:FOLDER = 'C:\\Ada''s data'; a 'b c'"],
] as const)('a command with a variable on %s', (system, folder, typed) => {
  expect(typedWith({ FOLDER: folder }, ['a', 'b c'], system)).toBe(typed);
});
