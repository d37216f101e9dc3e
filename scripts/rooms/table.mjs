/** Rooms of `shared/`, by their names there. */
const shared = (...names) => names.map((name) => `shared/${name}`);

/** Rooms of the app played, by their names there. */
const app = (...names) => names.map((name) => `e2e/stand-in/app/${name}`);

/**
 * What each room may import, as drawn in docs/architecture.md. Every room may use its own files and `shared/kit`; what
 * is not listed is refused. `bridge/*` is the files right in `bridge`.
 */
export const ROOMS = {
  'shared/kit': [],
  'shared/protocol': [],
  'shared/clients': shared('protocol'),
  'shared/markdown': [],
  'shared/search/vectors': [],
  'shared/search/ranking': [],
  'shared/search/words': shared('markdown'),
  'shared/store': shared('protocol'),
  'shared/vault': shared('protocol'),
  'shared/notes': shared('protocol', 'markdown', 'vault'),
  'shared/bases': shared('protocol', 'markdown', 'vault'),
  'shared/graph': shared('protocol', 'search/words'),
  'shared/embeddings': shared('protocol', 'markdown', 'notes', 'search/words', 'search/vectors', 'search/ranking'),
  'shared/index': shared('protocol', 'markdown', 'vault', 'notes', 'search/words', 'graph', 'store'),
  'shared/meaning': shared(
    'protocol',
    'markdown',
    'vault',
    'notes',
    'search/vectors',
    'search/ranking',
    'embeddings',
    'store',
    'index',
  ),
  'shared/answers': shared(
    'protocol',
    'markdown',
    'vault',
    'notes',
    'bases',
    'search/words',
    'search/ranking',
    'graph',
    'index',
    'meaning',
  ),
  'shared/engine': shared('protocol', 'vault', 'notes', 'graph', 'embeddings', 'store', 'index', 'meaning', 'answers'),
  'shared/edit': shared('protocol', 'markdown', 'vault', 'notes'),
  'shared/reading': [],
  'shared/writing': shared('protocol', 'markdown', 'vault'),
  'shared/tools': shared('protocol', 'markdown', 'vault', 'notes', 'search/words', 'edit', 'writing', 'engine'),

  'bridge/process': shared('protocol', 'vault', 'writing'),
  'bridge/serve': ['bridge/process', ...shared('protocol', 'vault', 'edit', 'writing', 'engine', 'tools')],
  'bridge/switch': [
    'bridge/process',
    ...shared('protocol', 'clients', 'vault', 'embeddings', 'engine', 'reading', 'tools'),
  ],
  'bridge/commands': [
    'bridge/process',
    'bridge/serve',
    'bridge/switch',
    ...shared('protocol', 'clients', 'vault', 'embeddings', 'store', 'writing', 'tools'),
  ],
  'bridge/*': [
    'bridge/process',
    'bridge/serve',
    'bridge/switch',
    'bridge/commands',
    ...shared('protocol', 'clients', 'vault', 'tools'),
  ],

  'plugin/ports': shared('protocol', 'markdown', 'vault'),
  'plugin/live': ['plugin/ports', ...shared('protocol', 'markdown', 'vault', 'notes', 'bases')],
  'plugin/review': shared('protocol', 'tools'),
  'plugin/server': ['plugin/live', ...shared('protocol', 'engine')],
  'plugin/history': shared('protocol', 'vault', 'writing', 'reading', 'tools', 'engine'),
  'plugin/companion': [
    'plugin/ports',
    'plugin/live',
    'plugin/review',
    'plugin/server',
    'plugin/history',
    ...shared('protocol', 'vault', 'embeddings', 'index', 'engine', 'tools'),
  ],
  'plugin/views': [
    'plugin/ports',
    'plugin/companion',
    'plugin/history',
    'plugin/review',
    ...shared('protocol', 'clients', 'writing', 'reading'),
  ],
  'plugin/settings': [
    'plugin/ports',
    'plugin/companion',
    'plugin/views',
    ...shared('protocol', 'clients', 'embeddings', 'writing'),
  ],
  'plugin/cli': ['plugin/ports', 'plugin/companion', 'plugin/views', ...shared('protocol', 'engine')],
  'plugin/*': [
    'plugin/cli',
    'plugin/companion',
    'plugin/views',
    'plugin/settings',
    ...shared('protocol', 'embeddings', 'engine'),
  ],

  'e2e/stand-in/app/dom': [],
  'e2e/stand-in/app/realm': app('dom'),
  'e2e/stand-in/app/util': [],
  'e2e/stand-in/app/vault': [...app('realm', 'util'), ...shared('vault')],
  'e2e/stand-in/app/metadata': [...app('realm', 'util', 'vault'), ...shared('markdown', 'notes')],
  'e2e/stand-in/app/editor': [],
  'e2e/stand-in/app/ui': app('util', 'vault', 'editor'),
  'e2e/stand-in/app/markdown': app('util', 'vault', 'metadata', 'ui'),
  'e2e/stand-in/app/files': app('util', 'vault', 'metadata', 'ui'),
  'e2e/stand-in/app/workspace': app('realm', 'util', 'vault', 'metadata', 'editor', 'ui', 'files'),
  'e2e/stand-in/app/views': app('realm', 'util', 'vault', 'metadata', 'editor', 'ui', 'markdown', 'files', 'workspace'),
  'e2e/stand-in/app/commands': app('util', 'vault', 'editor', 'ui', 'files', 'workspace', 'views'),
  'e2e/stand-in/app/plugins': app('realm', 'util', 'vault', 'ui', 'markdown', 'workspace', 'commands'),
  'e2e/stand-in/app/*': [
    ...app(
      'realm',
      'util',
      'vault',
      'metadata',
      'editor',
      'ui',
      'markdown',
      'files',
      'workspace',
      'views',
      'commands',
      'plugins',
    ),
    'e2e/stand-in/*',
    ...shared('protocol'),
  ],
  'e2e/stand-in/mirror': app('realm', '*'),
  'e2e/stand-in/page': ['e2e/stand-in/mirror'],
  'e2e/stand-in/fixtures': [],
  'e2e/stand-in/*': [...app('views'), ...shared('protocol')],

  'e2e/driver': ['e2e/stand-in/*', 'e2e/stand-in/mirror', 'scripts'],
  'e2e/journeys': ['e2e/driver'],
  'e2e/pictures': ['e2e/driver', 'e2e/journeys'],
  'e2e/apps': ['e2e/driver'],
  'e2e/*': ['e2e/driver', 'scripts', ...shared('vault')],

  'bench/drawing': [...app('dom'), 'plugin/views', ...shared('protocol')],
  bench: [
    'bench/drawing',
    'e2e/driver',
    'e2e/stand-in/*',
    'e2e/stand-in/app/*',
    'build',
    'scripts',
    ...shared(
      'protocol',
      'markdown',
      'notes',
      'search/words',
      'search/vectors',
      'search/ranking',
      'embeddings',
      'store',
      'index',
      'meaning',
      'engine',
      'tools',
    ),
  ],
  build: [],
  scripts: [],
};

/** Packages that belong to one half of the house, by the rooms that may import them. */
export const PACKAGES = {
  obsidian: ['plugin', 'e2e'],
  express: ['plugin'],
};

/** Test-only code. It may import anything, and nothing else may import it. */
const TEST = /\.(?:test|e2e|journey)\.m?[jt]s$|(?:^|[/-])test-kit\.ts$|\/test-support\/|^shared\/engine\/suite\//;

/** Random input for every room, drawn and checked with the kits of its tests. */
const FUZZ = /^bench\/soak\/fuzz\//;

/** The room of a path from the root of the repository; null for a path in none. */
export function roomOf(path) {
  return (
    Object.keys(ROOMS).find((room) =>
      room.endsWith('/*')
        ? liesIn(path, room.slice(0, -2)) && !path.slice(room.length - 1).includes('/')
        : liesIn(path, room),
    ) ?? null
  );
}

/** Why the file at `path` does not belong where it is, or null. */
export function problemOfPlace(path) {
  if (!path.includes('/') || TEST.test(path) || roomOf(path) !== null) return null;
  return `${path} lies in no room (see scripts/rooms/table.mjs).`;
}

/** Why one file may not import another, or null; both are paths from the root of the repository. */
export function problemOfImport(from, to) {
  if (TEST.test(from) || FUZZ.test(from)) return null;
  if (TEST.test(to)) return 'What runs in tests alone is imported by tests alone.';
  const room = roomOf(from);
  const other = roomOf(to);
  if (room === null || other === null || room === other || other === 'shared/kit' || ROOMS[room].includes(other))
    return null;
  const allowed = ROOMS[room].length === 0 ? '' : `, ${ROOMS[room].join(', ')}`;
  return `${room} may not import ${other}; it may import shared/kit${room === 'shared/kit' ? ' alone' : allowed} (see docs/architecture.md).`;
}

/** Why a file may not import a package, or null. */
export function problemOfPackage(from, name) {
  const owners = PACKAGES[name];
  if (owners === undefined || TEST.test(from) || roomOf(from) === null || owners.some((owner) => liesIn(from, owner)))
    return null;
  return `Only ${owners.join(' and ')} may import ${name} (see docs/architecture.md).`;
}

function liesIn(path, folder) {
  return path.startsWith(`${folder}/`);
}
