import { bootApp } from '../../e2e/stand-in/app/boot.ts';

// Starts the app on a vault that has a plugin enabled, and reports what loading the plugin took, in milliseconds.
const [vaultPath = '', id = ''] = process.argv.slice(2);
const { app } = await bootApp({ vaultPath, plugins: [id] });
process.send?.(app.plugins.loadMs.get(id), () => process.exit(0));
