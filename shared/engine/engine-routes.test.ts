import { describe, expect, it } from 'vitest';
import { ANSWERED_METHODS, ENGINE_METHODS, ENGINE_ROUTES, routeOf } from './engine-routes.ts';
import { questionMethods } from './question-methods.ts';

describe('the table of engine routes', () => {
  it('names the routes that other versions ask for', () => {
    expect(ENGINE_METHODS.map(routeOf)).toEqual([
      'search',
      'list-notes',
      'list-tasks',
      'describe-vault',
      'read-note',
      'connections',
      'find-path',
      'themes',
      'rank-notes',
      'search-box',
      'related',
      'map',
      'theme-map',
      'map-places',
      'map-found',
      'missing-links',
      'query-base',
      'reindex',
      'status',
      'refresh',
      'resolve',
      'link-facts',
      'link-sources',
      'prepare-write',
      'after-write',
      'when-ready',
    ]);
  });

  it.each(ANSWERED_METHODS)('has an answer to %s', async (method) => {
    expect(await ENGINE_ROUTES[method].answer()).toBeTypeOf('function');
  });
});

describe('questionMethods', () => {
  class Asked extends questionMethods(['themes', 'linkFacts']) {
    override question(method: 'themes' | 'linkFacts', input: unknown): Promise<unknown> {
      return Promise.resolve([method, input]);
    }
  }

  it('gives a class a method for each question, and no other', async () => {
    const asked = new Asked();
    expect(await asked.linkFacts({ path: 'A.md' })).toEqual(['linkFacts', { path: 'A.md' }]);
    expect(asked).not.toHaveProperty('search');
  });
});
