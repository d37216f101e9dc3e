import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from './app.ts';
import { Plugin, type PluginManifest } from './plugin.ts';

/**
 * Loads an installed plugin as the app does: its `main.js` is the body of a function of `require`, `module` and
 * `exports`, so that there is no `__dirname`, and its class is the default export.
 */
export async function loadPlugin(app: App, id: string, require: (name: string) => unknown): Promise<Plugin> {
  const dir = `${app.vault.configDir}/plugins/${id}`;
  const folder = app.vault.adapter.getFullPath(dir);
  const manifest: PluginManifest = { ...JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')), dir };
  const code = await readFile(join(folder, 'main.js'), 'utf8');
  const module: { exports: { default?: unknown } } = { exports: {} };
  new Function('require', 'module', 'exports', code)(require, module, module.exports);

  const PluginClass = module.exports.default ?? module.exports;
  if (!isPluginClass(PluginClass)) throw new Error(`Failed to load plugin ${id}: no exports detected.`);
  const plugin = new PluginClass(app, manifest);
  app.plugins.plugins[id] = plugin;
  app.plugins.enabledPlugins.add(id);
  plugin.load();
  return plugin;
}

function isPluginClass(value: unknown): value is new (app: App, manifest: PluginManifest) => Plugin {
  return typeof value === 'function' && value.prototype instanceof Plugin;
}
