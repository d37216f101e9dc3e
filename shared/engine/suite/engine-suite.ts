import { answersSuite } from './answers-suite.ts';
import { canvasesSuite } from './canvases-suite.ts';
import { findingSuite } from './finding-suite.ts';
import { describeSuite } from './describe-suite.ts';
import { followsSuite } from './follows-suite.ts';
import { keepsSuite } from './keeps-suite.ts';
import { listsSuite } from './lists-suite.ts';
import { meaningSuite } from './meaning-suite.ts';
import { namesSuite } from './names-suite.ts';
import { readingSuite } from './reading-suite.ts';
import { relatedSuite } from './related-suite.ts';
import { searchBoxSuite } from './search-box-suite.ts';
import type { OpenEngine } from './suite-kit.ts';

export type { OpenedEngine, OpenEngine } from './suite-kit.ts';

/** The promises of the Engine port, for any engine: `describe`s itself under `name`. */
export function engineSuite(name: string, open: OpenEngine): void {
  answersSuite(name, open);
  canvasesSuite(name, open);
  findingSuite(name, open);
  readingSuite(name, open);
  describeSuite(name, open);
  followsSuite(name, open);
  keepsSuite(name, open);
  listsSuite(name, open);
  meaningSuite(name, open);
  namesSuite(name, open);
  relatedSuite(name, open);
  searchBoxSuite(name, open);
}
