import type { AppDriver } from './driver.ts';

/** Changes settings of the plugin, as its tab would. */
export async function changeSettings(driver: Pick<AppDriver, 'evaluate'>, changes: object): Promise<void> {
  await driver.evaluate(async (app, given) => {
    interface Plugin {
      settingsStore: { change(changes: object): Promise<void> };
    }
    await (app.plugins.plugins['vault-loom'] as unknown as Plugin).settingsStore.change(given);
  }, changes);
}
