import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTE =
  '# Soil\n\nWorms[^1] and roots.[^Root]\n\n## More\n\nStones.[^2] `[^2]`\n\n[^1]: They dig.\n[^root]: They\n    hold.\n[^2]: Hard.\n';
const warned = (labels: string): string =>
  `This edit took away the text of footnotes that the note still refers to: ${labels}. If that was not meant, append it again.`;

describe('footnotes whose text an edit takes away', () => {
  it.each<[string, object, string]>([
    [
      'with the section that ends the note',
      { mode: 'patch_heading', heading: 'More', content: 'Pebbles.' },
      '[^1], [^root]',
    ],
    ['alone', { mode: 'replace_window', search: '[^2]: Hard.\n', content: '' }, '[^2]'],
    ['by another label', { mode: 'replace_window', search: '[^1]: They', content: '[^3]: They' }, '[^1]'],
  ])('are named: %s', async (_, edit, labels) => {
    const bench = await openBench({ 'Soil.md': NOTE });
    const warning = warned(labels);
    expect(await bench.call('edit_note', { name: 'Soil', ...edit, dryRun: true })).toMatchObject({ warning });
    expect(await bench.call('edit_note', { name: 'Soil', ...edit })).toMatchObject({ changed: true, warning });
  });

  it.each<[string, object]>([
    ['their references go, too', { mode: 'patch_heading', heading: 'Soil', content: 'Nothing. `[^1]` %% [^1] %%' }],
    ['they come again', { mode: 'patch_heading', heading: 'More', content: '[^1]: a\n[^root]: b\n' }],
    ['their text changes', { mode: 'replace_window', search: 'They dig.', content: 'They rest.' }],
    ['text is appended', { mode: 'append', content: 'End.' }],
  ])('are no news if %s', async (_, edit) => {
    const bench = await openBench({ 'Soil.md': NOTE });
    expect(await bench.call('edit_note', { name: 'Soil', ...edit })).not.toHaveProperty('warning');
  });
});
