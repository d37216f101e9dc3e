import { define } from './define.ts';

type Each = (value: unknown, key: string) => unknown;

/** The methods that the app adds to JavaScript's own objects, and its global functions. */
export function addBuiltinExtras(): void {
  define(Object, {
    isEmpty: (object: object) => Object.keys(object).length === 0,
    each: (object: Record<string, unknown>, callback: Each, context?: unknown) =>
      Object.keys(object).every((key) => callback.call(context, object[key], key) !== false),
  });
  define(Array, { combine: (arrays: unknown[][]) => arrays.flat() });
  define(Array.prototype, {
    first(this: unknown[]) {
      return this[0];
    },
    last(this: unknown[]) {
      return this[this.length - 1];
    },
    contains(this: unknown[], value: unknown) {
      return this.includes(value);
    },
    remove(this: unknown[], value: unknown) {
      for (let index = this.indexOf(value); index >= 0; index = this.indexOf(value)) this.splice(index, 1);
    },
    shuffle(this: unknown[]) {
      for (let index = this.length - 1; index > 0; index--) {
        const other = Math.floor(Math.random() * (index + 1));
        [this[index], this[other]] = [this[other], this[index]];
      }
      return this;
    },
    unique(this: unknown[]) {
      return [...new Set(this)];
    },
  });
  define(Math, {
    clamp: (value: number, min: number, max: number) => Math.min(Math.max(value, min), max),
    square: (value: number) => value * value,
  });
  define(String, { isString: (value: unknown) => typeof value === 'string' });
  define(String.prototype, {
    contains(this: string, part: string) {
      return this.includes(part);
    },
    format(this: string, ...values: string[]) {
      return this.replace(/\{(\d+)\}/g, (whole, index: string) => values[Number(index)] ?? whole);
    },
  });
  define(Number, { isNumber: (value: unknown) => typeof value === 'number' });
  define(globalThis, {
    isBoolean: (value: unknown) => typeof value === 'boolean',
    sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    nextFrame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
    ready: (callback: () => unknown) => {
      if (document.readyState === 'loading')
        document.addEventListener('DOMContentLoaded', () => callback(), { once: true });
      else callback();
    },
    fish: (selector: string) => document.querySelector(selector),
    fishAll: (selector: string) => [...document.querySelectorAll(selector)],
    ajax: () => {
      throw new Error('The sandbox has no network.');
    },
    ajaxPromise: async () => {
      throw new Error('The sandbox has no network.');
    },
  });
}
