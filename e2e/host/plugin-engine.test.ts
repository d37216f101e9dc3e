import { engineSuite } from '../../shared/engine/engine-suite.ts';
import { openPluginEngine } from './plugin-engine.ts';

engineSuite('the engine in the app', (vaultPath, dataDir) => openPluginEngine({ vaultPath, dataDir }));
