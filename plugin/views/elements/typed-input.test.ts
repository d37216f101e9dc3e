import { describe, expect, it } from 'vitest';
import { TypedInput } from './typed-input.ts';

describe('what is typed', () => {
  it('is what the field held before a composition, until that has ended', () => {
    const field = Object.assign(new EventTarget(), { value: '東京' });
    const composed: string[] = [];
    const typed = new TypedInput(field as unknown as HTMLInputElement, (text) => composed.push(text));
    field.dispatchEvent(new Event('compositionstart'));
    field.value = '東京のt';
    expect(typed.text).toBe('東京');
    expect(typed.isComposing).toBe(true);
    expect(composed).toEqual([]);
    field.value = '東京の天気';
    field.dispatchEvent(new Event('compositionend'));
    expect(typed.text).toBe('東京の天気');
    expect(typed.isComposing).toBe(false);
    expect(composed).toEqual(['東京の天気']);
  });
});
