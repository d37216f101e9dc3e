import { describe, expect, it } from 'vitest';
import { callsFor, hasNameOf, namesIn, restBesides } from './names-in-query.ts';

describe('a name in a query', () => {
  it.each([
    ['wi-fi', 'Wi-Fi', 'whole'],
    ['no non null assertion', 'no-non-null-assertion', 'whole'],
    ['[[Café au lait]]', 'cafe au lait', 'whole'],
    ['"garden shed"', 'Garden shed', 'whole'],
    ['2026-10-27', '2026-10-27', 'whole'],
    ['what does Garden Shed say?', 'Garden shed', 'within'],
    ['what is in the shed of the garden', 'Garden shed', null],
    ['gardens', 'Garden', null],
    ['garden', 'Garden shed', null],
    ['C', 'C++', null],
    ['C++', 'C++', 'whole'],
    ['garden', '', null],
    ['?!', '…', null],
  ])('%s and %s: %s', (query, name, expected) => {
    expect(namesIn(query)([name])).toBe(expected);
    expect(callsFor(query)(name)).toBe(expected === 'whole');
  });

  it.each(['É', 'Ａ', 'ǅ', 'ß', 'ﬁ', 'İ', '\u0301a', '가', '½', 'ſ'])('is told if it begins with %s', (letter) => {
    const name = `- ${letter}b c`;
    expect(callsFor(name)(name)).toBe(true);
    expect(callsFor(name.normalize('NFD'))(name)).toBe(true);
    expect(callsFor(name)(`x${name}`)).toBe(false);
  });

  it.each([
    ['Zauberberg', 'Der Zauberberg', 'whole'],
    ['the garden shed', 'Garden shed', 'whole'],
    ['La Boqueria', 'El Boqueria', 'whole'],
    ['the', 'The', 'whole'],
    ['der', 'The', null],
    ['Theatre', 'Atre', null],
  ])('may lack its article: %s and %s', (query, name, expected) => {
    expect(namesIn(query)([name])).toBe(expected);
  });

  it.each([
    ['cairo climate', 'Cairo', 'climate'],
    ['the climate of Cairo', 'Cairo', 'the climate of'],
    ['Café-Bar: hours', 'Cafe Bar', 'hours'],
    ['cairo', 'Cairo', null],
    ['cairos climate', 'Cairo', null],
    ['climate', '', null],
  ])('leaves the rest of a query: %s without %s', (query, name, rest) => {
    expect(restBesides(query)(name)?.trim() ?? null).toBe(rest);
  });

  it('is there in any order and form of its words', () => {
    const has = (query: string, ...names: string[]): boolean => hasNameOf(query)(names);
    expect(has('which files to sync: settings, or selecting them', 'Sync settings and selective syncing')).toBe(true);
    expect(has('the shed of the garden', 'Attic', 'Garden sheds')).toBe(true);
    expect(has('the shed', 'Garden shed')).toBe(false);
    const hasMost = (query: string, ...names: string[]): boolean => hasNameOf(query, 1)(names);
    expect(hasMost('data-retentiion policy', 'Data-retention policy')).toBe(true);
    expect(hasMost('data-retentiion polcy', 'Data-retention policy')).toBe(false);
    expect(hasMost('garden seat', 'Garden shed')).toBe(false);
    expect(hasMost('garden-shet', 'Garden-shed')).toBe(true);
    expect(hasMost('gardn-shet', 'Garden-shed')).toBe(false);
    expect(has('the', 'The')).toBe(false);
    expect(has('!', '…', '')).toBe(false);
  });

  it('is one of several', () => {
    expect(namesIn('shed')(['Garden shed', 'Shed'])).toBe('whole');
    expect(namesIn('the shed')(['The', 'Shed', 'The shed'])).toBe('whole');
  });
});
