import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isProvablyAlive, isProvablyDead, ownIdentity } from './process-identity.ts';

describe.runIf(process.platform === 'linux')('what Linux says about another process', () => {
  it('is that a running one is not dead', async () => {
    const own = await ownIdentity();
    expect(own).toMatchObject({
      pid: process.pid,
      bootId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      pidNamespace: expect.stringMatching(/^pid:/),
    });
    expect(await isProvablyDead(own, own)).toBe(false);
    expect(await isProvablyAlive(own, own)).toBe(true);
  });

  it('is that one is dead if its pid is free or reused', async () => {
    const own = await ownIdentity();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(await isProvablyDead({ ...own, pid: child.pid ?? 0 }, own)).toBe(true);
    expect(await isProvablyDead({ ...own, startTime: '1' }, own)).toBe(true);
    expect(await isProvablyAlive({ ...own, startTime: '1' }, own)).toBe(false);
  });

  it('is nothing about other boots and other containers', async () => {
    const own = await ownIdentity();
    const dead = { ...own, startTime: '1' };
    expect(await isProvablyDead({ ...dead, bootId: 'another' }, own)).toBe(false);
    expect(await isProvablyDead({ ...dead, pidNamespace: 'pid:[1]' }, own)).toBe(false);
    expect(await isProvablyDead({ pid: own.pid }, own)).toBe(false);
    expect(await isProvablyAlive({ ...own, bootId: 'another' }, own)).toBe(false);
  });
});

it('elsewhere no process is ever provably dead, or alive', async () => {
  expect(await isProvablyDead({ pid: 1, startTime: '0' }, { pid: 2 })).toBe(false);
  expect(await isProvablyAlive({ pid: 1, startTime: '0' }, { pid: 1 })).toBe(false);
});
