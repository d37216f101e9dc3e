import type { Engine } from '../../shared/engine/engine.ts';
import { ENGINE_METHODS } from '../../shared/engine/engine-routes.ts';
import { startAppHost, type AppHost, type AppHostOptions } from './app-host.ts';

/** Starts the sandbox app on a vault, with the built plugin in it; `close` unloads the plugin and quits the app. */
export async function openPluginEngine(
  options: AppHostOptions,
): Promise<{ engine: Engine; close: () => Promise<void> }> {
  const host = await startAppHost(options);
  return {
    engine: pluginEngine(host),
    close: async () => {
      await host.unload();
      await host.atRest();
      await host.close();
    },
  };
}

/** The engine inside the hosted plugin. What goes in and comes out has been JSON on the way, errors included. */
export function pluginEngine(host: AppHost): Engine {
  const calls = ENGINE_METHODS.map((method) => [method, (input: unknown) => host.ask('engine', { method, input })]);
  return Object.fromEntries(calls) as Engine;
}
