import { engineSuite } from '../../shared/engine/suite/engine-suite.ts';
import { openPluginEngine } from './plugin-engine-test-kit.ts';

engineSuite('the engine in the app', (vaultPath, dataDir) => openPluginEngine({ vaultPath, dataDir }));
