import { createRequire } from 'node:module';
import type * as State from '@codemirror/state';
import type * as View from '@codemirror/view';

const nodeRequire = createRequire(import.meta.url);

/** CodeMirror as plugins get it: what they make is told by its class, so there may be only one of each. */
export const codemirrorState = nodeRequire('@codemirror/state') as typeof State;
export const codemirrorView = nodeRequire('@codemirror/view') as typeof View;
