import { codemirrorState, codemirrorView } from '../realm/shared-packages.ts';

const { StateField } = codemirrorState;
const { ViewPlugin } = codemirrorView;

/** State of CodeMirror editors. The sandbox's editor is a text area, so these are there to be named, and hold nothing. */
export const editorInfoField = StateField.define<unknown>({ create: () => null, update: (value) => value });

export const editorEditorField = StateField.define<unknown>({ create: () => null, update: (value) => value });

export const editorLivePreviewField = StateField.define<boolean>({ create: () => false, update: (value) => value });

export const livePreviewState = ViewPlugin.define(() => ({ mousedown: false }));
