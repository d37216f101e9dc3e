import { answersSuite } from './suite/answers.ts';
import { canvasesSuite } from './suite/canvases.ts';
import { followsSuite } from './suite/follows.ts';
import { keepsSuite } from './suite/keeps.ts';
import { meaningSuite } from './suite/meaning.ts';
import { namesSuite } from './suite/names.ts';
import type { OpenEngine } from './suite/suite-kit.ts';

export type { OpenedEngine, OpenEngine } from './suite/suite-kit.ts';

/** The promises of the Engine port, for any engine: `describe`s itself under `name`. */
export function engineSuite(name: string, open: OpenEngine): void {
  answersSuite(name, open);
  canvasesSuite(name, open);
  followsSuite(name, open);
  keepsSuite(name, open);
  meaningSuite(name, open);
  namesSuite(name, open);
}
