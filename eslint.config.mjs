import eslint from '@eslint/js';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';

/**
 * What each room may import, as drawn in docs/architecture.md. Every room may use `protocol`, and its own files.
 * The lint rule below turns the table round: whatever is not listed is refused.
 */
const ARROWS = {
  'shared/protocol': [],
  'shared/vault': [],
  'shared/notes': ['vault'],
  'shared/search': ['vault'],
  'shared/graph': ['vault', 'notes', 'search'],
  'shared/embeddings': ['vault', 'notes', 'search'],
  'shared/store': ['vault', 'notes', 'search'],
  'shared/engine': ['vault', 'notes', 'search', 'graph', 'embeddings', 'store'],
  'shared/edit': ['vault', 'notes'],
  'shared/writing': ['vault'],
  'shared/tools': ['vault', 'notes', 'search', 'engine', 'edit', 'writing'],
};
const ROOMS = Object.keys(ARROWS).map((room) => room.replace('shared/', ''));
const NODE_ONLY_HALVES = ['bridge', 'plugin'];

const restrict = (groups, message) => ({
  'no-restricted-imports': ['error', { patterns: groups.map((group) => ({ group: [group], message })) }],
});

const arrowRules = Object.entries(ARROWS).map(([room, allowed]) => {
  const own = room.replace('shared/', '');
  const refused = ROOMS.filter((other) => other !== own && other !== 'protocol' && !allowed.includes(other));
  return {
    files: [`${room}/**/*.ts`],
    ignores: ['**/*.test.ts'],
    rules: restrict(
      [...refused.map((other) => `**/${other}/**`), ...NODE_ONLY_HALVES.map((half) => `**/${half}/**`), 'obsidian', 'express'],
      `${room} may import only: protocol${allowed.map((name) => `, ${name}`).join('')} (see docs/architecture.md).`,
    ),
  };
});

/** What the app's store asks of a plugin, for the plugin's files alone; of its rules on package.json none is about them. */
const storeRules = obsidianmd.configs.recommended
  .filter(({ files }) => !files?.includes('package.json'))
  .map((config) => ({ ...config, files: (config.files ?? ['**']).map((pattern) => ['plugin/**/*.ts', pattern].flat()) }));

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'node_modules', 'e2e/vault', 'bench/results', 'e2e/stand-in/fixtures/*/main.js'] },
  // First, since it turns off rules that hold for everything here.
  ...storeRules,
  eslint.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error'] }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  { files: ['scripts/**', 'build/**', 'bench/**', 'e2e/**', '*.mjs'], languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } }, rules: { 'no-console': 'off' } },
  ...arrowRules,
  { files: ['bridge/**/*.ts'], rules: restrict(['**/plugin/**', 'obsidian'], 'bridge never imports plugin.') },
  { files: ['plugin/**/*.ts'], rules: restrict(['**/bridge/**'], 'plugin never imports bridge.') },
  {
    files: ['plugin/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    // Tests are not shipped: they run under plain Node, ask the server as a client does, and know their vault's folders.
    files: ['plugin/**/*.test.ts', 'plugin/**/*-test-kit.ts'],
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      'no-restricted-globals': 'off',
      'obsidianmd/hardcoded-config-path': 'off',
      'obsidianmd/no-tfile-tfolder-cast': 'off',
      'obsidianmd/prefer-window-timers': 'off',
    },
  },
);
