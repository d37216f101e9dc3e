import { JSDOM } from 'jsdom';
import type { ButtonComponent } from 'obsidian';
import { beforeEach, describe, expect, it } from 'vitest';
import { whileBusy } from './while-busy.ts';

let button: ButtonComponent;
let other: HTMLElement;
let isDisabled: boolean;

beforeEach(() => {
  const { document } = new JSDOM('<button>Test</button><input>').window;
  const buttonEl = document.querySelector('button') as HTMLButtonElement;
  other = document.querySelector('input') as HTMLElement;
  isDisabled = false;
  const setDisabled = (to: boolean): void => {
    isDisabled = to;
    // As a browser does with the next frame.
    if (to) buttonEl.blur();
  };
  button = { buttonEl, setDisabled } as unknown as ButtonComponent;
});

const focused = (): Element | null => button.buttonEl.ownerDocument.activeElement;

describe('a button that is busy', () => {
  it('is disabled until it is done, and has the focus again then', async () => {
    button.buttonEl.focus();
    await whileBusy(button, () => {
      expect(isDisabled).toBe(true);
      return Promise.resolve();
    });
    expect([isDisabled, focused()]).toEqual([false, button.buttonEl]);
  });

  it('has it also if that failed', async () => {
    button.buttonEl.focus();
    await expect(whileBusy(button, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([isDisabled, focused()]).toEqual([false, button.buttonEl]);
  });

  it('takes it from nothing else', async () => {
    button.buttonEl.focus();
    await whileBusy(button, async () => Promise.resolve(other.focus()));
    expect(focused()).toBe(other);
    await whileBusy(button, () => Promise.resolve());
    expect(focused()).toBe(other);
  });
});
