import { describe, expect, it } from 'vitest';
import { namePattern } from './name-pattern.ts';

describe('a name in a text', () => {
  it.each([
    ['緑茶', '私は緑茶が好き'],
    ['北京', '我爱北京天安门'],
    ['กรุงเทพ', 'ไปกรุงเทพแล้ว'],
    ['서울', '서울에 갔다'],
    ['CLI', '使用CLI工具'],
    ['CLI', 'CLI를 쓴다'],
    ['コーヒー', '朝のコーヒーを飲む'],
    ['Boats', 'see boats.'],
    ['Fe\u0302te', 'une f\u00eate ici'],
    ['F\u00eate', 'une fe\u0302te ici'],
    ['❤❤', '❤❤\ufe0f'],
  ])('%s is found in %s', (name, text) => {
    expect(namePattern([name]).test(text)).toBe(true);
  });

  it.each([
    ['Boat', 'boats'],
    ['oat', 'boat'],
    ['Boat', 'boat_1'],
    ['コーヒ', 'コーヒー'],
    ['울역', '서울역'],
    ['Fete', 'fete\u0302'],
    ['नम', 'नमी'],
  ])('%s is not found within a longer word: %s', (name, text) => {
    expect(namePattern([name]).test(text)).toBe(false);
  });
});
