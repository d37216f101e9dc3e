import { expect, it } from 'vitest';
import { fileNamesOf } from './found-clients.ts';

it('a Windows program may be named with its extension', () => {
  expect(fileNamesOf('npx', 'win32')).toEqual(['npx.exe', 'npx.cmd', 'npx.bat']);
  expect(fileNamesOf('npx.cmd', 'win32')).toEqual(['npx.cmd']);
  expect(fileNamesOf('Node.EXE', 'win32')).toEqual(['Node.EXE']);
  expect(fileNamesOf('python3.12', 'win32')).toEqual(['python3.12.exe', 'python3.12.cmd', 'python3.12.bat']);
  expect([fileNamesOf('node', 'linux'), fileNamesOf('run.cmd', 'darwin')]).toEqual([['node'], ['run.cmd']]);
});
