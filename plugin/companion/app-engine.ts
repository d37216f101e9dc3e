import type { App } from 'obsidian';
import { once } from '../../shared/kit/concurrency/once.ts';
import { configFolder, dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import type { MissingModel } from '../../shared/embeddings/embedder.ts';
import { engineEmbeddings } from '../../shared/engine/engine-embeddings.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { locateIndex } from '../../shared/engine/index-folder.ts';
import { INDEX_FORMAT } from '../../shared/index/saved/saved-index.ts';
import { LocalEngine } from '../../shared/engine/local-engine.ts';
import type { MovedFile } from '../../shared/protocol/engine-messages.ts';
import type { PluginSettings } from '../../shared/protocol/plugin-settings.ts';
import { moment } from '../../shared/kit/time/moment.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { Slicer, messageChannelYield } from '../../shared/kit/concurrency/slices.ts';
import type { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import type { VaultChange } from '../../shared/vault/vault-source.ts';
import { isNotePath } from '../../shared/vault/paths.ts';
import type { OpenedWriting } from '../../shared/tools/write/parts/writing-parts.ts';
import { AppVault } from '../ports/app-vault.ts';
import { spawnBlobWorker } from '../ports/blob-worker.ts';
import { OpenEditors } from '../live/editors/open-editors.ts';
import { movedFolders } from './moved-folders.ts';
import type { RealPlaces } from '../ports/real-places.ts';

export interface AppEngineOptions {
  app: App;
  places: RealPlaces;
  /** Where the built-in model's file may be; absolute. */
  modelFolders: readonly string[];
  settings: PluginSettings;
  /** The rules that say what is hidden. */
  rules: RuleFiles;
  /** Timers that a hidden window does not slow down. */
  schedule: Schedule;
  /** Called with notes added, removed or changed, except those no result may show. */
  onNotesChanged: (paths: string[]) => void;
  /** Called after what is hidden or excluded has changed. */
  onRulesChanged: () => void;
  /** Called after a tool has moved files, and once more with folders if any have moved with them. */
  onMoved: (moved: readonly MovedFile[]) => void;
}

export interface AppEngine {
  engine: EngineHost;
  /**
   * Why index or model does not work, as `Name: message`, and the file that the model lacks; null while nothing is
   * wrong.
   */
  problems: () => { index: string | null; model: string | null; missing: MissingModel | null };
  /** Retries a model that failed, unless that happens by itself, or looks for the missing file. Never rejects. */
  tryModel: () => Promise<void>;
  /** The way to the vault's disk, opened when it is first needed. */
  writing: () => Promise<OpenedWriting>;
  /** Closes the engine and what it ran on. */
  close(): Promise<void>;
}

/** Half a frame at 60 Hz: typing stays smooth while the vault is indexed. */
const SLICE_MS = 8;

/** The app waits for it when it quits. */
const SAVE_ON_CLOSE_MS = 3_000;

/** Runs long work in slices short enough not to disturb typing. */
export function newSlicer(): Slicer {
  return new Slicer(SLICE_MS, messageChannelYield());
}

/** The vault's folder for machine-specific data. Absolute. */
export function vaultData(places: RealPlaces): string {
  return vaultDataFolder(dataFolder(process.env), places.root);
}

/** The engine over the app's vault, on Blob workers and the given timers. Not started yet. */
export async function createAppEngine({
  app,
  places,
  modelFolders,
  settings,
  rules,
  schedule,
  onNotesChanged,
  onRulesChanged,
  onMoved,
}: AppEngineOptions): Promise<AppEngine> {
  const isHidden = (path: string): boolean => source.visibility(path) === 'hidden';
  const onBatch = ({ files, rules: hasNewRules }: VaultChange): void => {
    onNotesChanged(files.filter((path) => isNotePath(path) && !isHidden(path)));
    if (hasNewRules) onRulesChanged();
  };
  const source: AppVault = await AppVault.open(app.vault, places, { schedule, onBatch }, rules);
  const userFolder = dataFolder(process.env);
  const place = {
    vaultRealPath: places.root,
    configDir: app.vault.configDir,
    dataFolder: userFolder,
    format: INDEX_FORMAT,
  };
  const engine = new LocalEngine({
    source,
    host: 'plugin',
    language: () => Promise.resolve(moment.locale()),
    dataFolder: userFolder,
    indexFolder: async () => (await locateIndex(place)).folder,
    spawnWorker: spawnBlobWorker,
    yieldToLoop: messageChannelYield(),
    sliceBudgetMs: SLICE_MS,
    schedule,
    saveOnCloseMs: SAVE_ON_CLOSE_MS,
    ...engineEmbeddings({
      setting: () => Promise.resolve(settings.embedder),
      vaultFolder: vaultData(places),
      env: process.env,
      spawnWorker: spawnBlobWorker,
      schedule,
      configFolder: configFolder(process.env),
      dataFolder: userFolder,
      modelFolders,
      log: logToConsole,
    }),
    log: logToConsole,
  });
  const editors = new OpenEditors(app, { schedule }, newSlicer());
  let opened: Promise<OpenedWriting> | null = null;
  const open = once(() => openAppWriting(source, places, schedule));
  const writing = (): Promise<OpenedWriting> => (opened = open());
  return {
    engine: keepingEditors(engine, editors, (files) => tellMoves(app, files, onMoved)),
    problems: () => ({ index: engine.indexProblem, model: engine.modelProblem, missing: engine.missingModel }),
    tryModel: () => engine.tryModel(),
    writing,
    close: async () => {
      editors.close();
      await engine.close();
      await (await opened?.catch(() => null))?.writer.close();
    },
  };
}

/** Loaded only when something is written: tools are large. */
async function openAppWriting(source: AppVault, places: RealPlaces, schedule: Schedule): Promise<OpenedWriting> {
  const { openWriting } = await import('../../shared/tools/write/parts/open-writing.ts');
  return openWriting({
    source,
    root: places.root,
    dataFolder: vaultData(places),
    env: process.env,
    schedule,
    yieldToLoop: messageChannelYield(),
    sliceMs: SLICE_MS,
    log: logToConsole,
  });
}

/** The same engine, with the app's part of a write: editors are saved before it, and show the new text after it. */
function keepingEditors(engine: EngineHost, editors: OpenEditors, onMoved: AppEngineOptions['onMoved']): EngineHost {
  const prepareWrite: EngineHost['prepareWrite'] = async (input) => {
    await editors.prepare(input.paths, input.typed);
    return engine.prepareWrite(input);
  };
  const afterWrite: EngineHost['afterWrite'] = async (input) => {
    if (input.moved !== undefined) onMoved(input.moved);
    await editors.written(input.paths, input.moved);
    return engine.afterWrite(input);
  };
  return new Proxy(engine, {
    get: (target, name): unknown => {
      if (name === 'prepareWrite') return prepareWrite;
      if (name === 'afterWrite') return afterWrite;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function tellMoves({ vault }: App, files: readonly MovedFile[], onMoved: AppEngineOptions['onMoved']): void {
  onMoved(files);
  const after = {
    isGone: async (folder: string) => !(await vault.adapter.exists(folder, true)),
    files: () => vault.getFiles().map(({ path }) => path),
  };
  movedFolders(files, after).then((folders) => {
    if (folders.length > 0) onMoved(folders);
  }, console.error);
}

/** Only errors: the app's console belongs to the person. */
function logToConsole(level: 'error' | 'warn' | 'info' | 'debug', message: string): void {
  if (level === 'error') console.error(`Vault Loom: ${message}`);
}
