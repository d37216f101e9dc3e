import eslint from '@eslint/js';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';
import { arrows } from './scripts/rooms/arrows.mjs';

/**
 * What the app's store asks of a plugin, for the plugin's files alone; of its rules on package.json none is about them.
 */
const storeRules = obsidianmd.configs.recommended
  .filter(({ files }) => !files?.includes('package.json'))
  .map((config) => ({
    ...config,
    files: (config.files ?? ['**']).map((pattern) => ['plugin/**/*.ts', pattern].flat()),
  }));

export default tseslint.config(
  {
    ignores: [
      'dist',
      'coverage',
      'node_modules',
      'e2e/vault',
      'bench/results',
      'main.js',
      'release',
      'e2e/stand-in/fixtures/*/main.js',
    ],
  },
  // First, since it turns off rules that hold for everything here.
  ...storeRules,
  eslint.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExpressionStatement > NewExpression[callee.name=/^(RegExp|URL)$/]',
          message: 'The bundler drops this check, since nothing uses its result.',
        },
      ],
      'no-console': ['error', { allow: ['error'] }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['scripts/**', 'build/**', 'bench/**', 'e2e/**', '*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
  { plugins: { rooms: { rules: { arrows } } }, rules: { 'rooms/arrows': 'error' } },
  {
    files: ['plugin/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    // Tests are not shipped: they run under plain Node, ask the server as a client does, and know their vault's
    // folders.
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
