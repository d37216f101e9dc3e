/** The text of `Shed.md`. */
export const SHED = [
  '---',
  'status: active',
  '---',
  '# Plan',
  '',
  'Intro about the harbour. ^intro',
  '',
  '## Steps',
  '',
  '- [ ] Order timber',
  '- [x] Draw it ^drawn',
  '  - in ink',
  '- [-] Ask Joss',
  '',
  '## Costs',
  '',
  '| a | b |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  '^table',
  '',
  '### Steps',
  '',
  'Cheaper steps, ![[shed.png]] and [[Boats]].',
  '',
  'Last paragraph mentions the [[Boats|boats]] and TODO 42.',
  '',
].join('\n');

/** Cards of `Wall.canvas`: more than one answer can hold. */
export const WALL_CARDS = 300;

/** Notes, canvases and bases about boats, to be searched and read in parts. */
export const BOATS: Record<string, string> = {
  '.vaultloomignore': 'Private/\n',
  'Shed.md': SHED,
  'Boats.md': '---\naliases: [Dinghies]\n---\nA boat needs a keel and a mast.\n\nTODO 7: caulk the seams.\n',
  'Sailing.md': 'Hoist the sail. Boats and dinghies race; see [[Boats]].\n\n```\nBoats in code\n```\n',
  'Fair/Boat-Show 2026-05-01.md': 'Doors open at ten.\n',
  'Fair/Dates.md': 'See you at boat-show 2026-05-01 %%\n',
  'Old.md': 'An old note about a keel.\n\n- [ ] Sell the keel\n',
  'Deep/Twin.md': '# A\n\n## Same\n\none\n\n# B\n\n## Same\n\ntwo\n',
  'Private/Secret.md': 'TODO 99: boats.\n',
  'East/緑茶.md': 'A drink.\n',
  'East/서울.md': 'A city.\n',
  'East/กรุงเทพ.md': '---\naliases: ["Fe\u0302te"]\n---\n',
  'East/Trip.md': '私は緑茶が好き\n\n서울에 갔다\n\nไปกรุงเทพแล้ว\n\nune f\u00eate\n',
  'shed.png': 'a picture',
  'Fleet.base': 'views:\n  - type: table\n    name: All boats\n  - type: cards\n    name: Small ones\n',
  'Board.canvas': JSON.stringify({
    nodes: [
      { id: 'g', type: 'group', label: 'Water', x: 0, y: 0, width: 500, height: 500 },
      { id: 'a', type: 'text', text: 'Buy a [[Boats|boat]]', x: 10, y: 10, width: 100, height: 50 },
      { id: 'b', type: 'file', file: 'Shed.md', subpath: '#Steps', x: 900, y: 10, width: 100, height: 50 },
      { id: 's', type: 'file', file: 'Private/Secret.md', x: 900, y: 90, width: 100, height: 50 },
      { id: 'l', type: 'link', url: 'https://example.org/boats', x: 10, y: 90, width: 100, height: 50 },
    ],
    edges: [
      { id: '1', fromNode: 'a', toNode: 'b', label: 'first' },
      { id: '2', fromNode: 'a', toNode: 's' },
    ],
  }),
  'Wall.canvas': JSON.stringify({
    nodes: Array.from({ length: WALL_CARDS }, (_, at) => ({
      id: `w${at}`,
      type: 'text',
      text: `Brick ${at} ${'mortar '.repeat(60)}`,
    })),
    edges: Array.from({ length: WALL_CARDS - 1 }, (_, at) => ({ fromNode: `w${at}`, toNode: `w${at + 1}` })),
  }),
};
