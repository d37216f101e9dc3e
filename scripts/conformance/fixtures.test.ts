import { describe, expect, it } from 'vitest';
import { asOurs } from './fixtures.ts';

describe('requests for fixtures of the published suite', () => {
  it('ask the same of our tools, resources and prompts', () => {
    const call = { method: 'tools/call', params: { name: 'test_error_handling', arguments: {}, _meta: { a: 1 } } };
    expect(asOurs(call).params).toEqual({ name: 'read_note', arguments: { name: 'no/such/note' }, _meta: { a: 1 } });
    expect(asOurs({ method: 'resources/read', params: { uri: 'test://static-text' } }).params).toEqual({
      uri: 'vault://note/Home.md',
    });
    const prompt = { name: 'test_prompt_with_arguments', arguments: { arg1: 'one', arg2: 'two' } };
    expect(asOurs({ method: 'prompts/get', params: prompt }).params).toEqual({
      name: 'map_of_topic',
      arguments: { topic: 'one two' },
    });
  });

  it('stay as they are if we have nothing like that', () => {
    for (const message of [
      { method: 'tools/call', params: { name: 'test_image_content', arguments: {} } },
      { method: 'tools/call', params: { name: 'search', arguments: { query: 'x' } } },
      { method: 'ping' },
    ])
      expect(asOurs(message)).toEqual(message);
  });
});
