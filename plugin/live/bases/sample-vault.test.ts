import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BaseApp } from './run-base.ts';
import { appOver, askBase } from './bases-app-test-kit.ts';

const SAMPLE_VAULT = fileURLToPath(new URL('../../../e2e/vault', import.meta.url));
const ALL_RECIPES = [
  'Kelp and Oat Bread',
  'Leek and Potato Soup',
  'Mackerel with Gooseberries',
  "Priya's Tomato Dal",
  'Rhubarb and Ginger Jam',
  'Saffron Buns',
  'Вареники з картоплею',
  'شوربة العدس',
];

describe('the bases of the sample vault, as e2e/vault-facts.md lists their rows', () => {
  let app: BaseApp;
  beforeAll(async () => {
    app = await appOver(SAMPLE_VAULT);
  });

  it.each([
    ['Recipes/Recipes.base', 'All recipes', 8, ALL_RECIPES],
    ['Recipes/Recipes.base', 'Quick suppers', 4, ['Mackerel with Gooseberries', 'شوربة العدس', 'Leek and Potato Soup']],
    [
      'Recipes/Recipes.base',
      'Without meat or fish',
      5,
      ['Kelp and Oat Bread', "Priya's Tomato Dal", 'Saffron Buns', 'Вареники з картоплею', 'شوربة العدس'],
    ],
    ['Projects/Projects.base', 'Active', 3, ['Rain Barrel Irrigation', 'Summer Concert 2026', 'Tide Clock']],
    ['Projects/Projects.base', 'Frames', 2, ['Frame 014', 'Frame 015']],
    ['Projects/Projects.base', 'Costly', 3, ['Frame 014', 'Alignment Bench']],
    [
      'Books/Reading.base',
      'Finished',
      4,
      ['The Craftsman', 'The Living Mountain', 'The Summer Book', 'Braiding Sweetgrass'],
    ],
    ['Books/Reading.base', 'Still open', 3, ['The Peregrine', 'The Soul of a New Machine', 'Entangled Life']],
    ['Books/Reading.base', 'Outdoors', 4, ['Entangled Life', 'Braiding Sweetgrass', 'The Living Mountain']],
  ])('%s, view %s: %i in all', async (file, view, total, names) => {
    const answer = await askBase(app, { file, view });
    expect(answer.rows.map((row) => row.file.name)).toEqual(names);
    expect(answer.total).toBe(total);
  });
});
