import file from 'use-model:file';
import type { ModelFile } from './model-file.ts';

/** The file with the weights that this build runs. */
export const BUILT_IN_MODEL: ModelFile = file;

/**
 * The address of the folder where a release offers the file, with `{version}` for the plugin's version, such as
 * `https://example.org/releases/download/{version}`. While it is empty, no download is offered.
 */
export const MODEL_ADDRESS: string = '';
