import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

// The app's directory builds the plugin again, and looks for it where plugins usually have it: next to manifest.json.
for (const name of ['main.js', 'styles.css']) copyFileSync(join(ROOT, 'dist', 'plugin', name), join(ROOT, name));
