import file from 'use-model:file';
import type { ModelFile } from './model-file.ts';

/** The file with the weights that this build runs. */
export const BUILT_IN_MODEL: ModelFile = file;

/**
 * Where a release offers the file for download: the address of the folder in which it lies under its name, with `{version}`
 * for the plugin's version. While it is empty, nothing offers a download. To be filled in by the project's owner, for example
 * with `https://example.org/releases/download/{version}`.
 */
export const MODEL_ADDRESS: string = '';
