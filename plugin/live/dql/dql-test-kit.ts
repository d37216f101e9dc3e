import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { App, CachedMetadata } from 'obsidian';
import { evaluate, newFunctions } from '../../../e2e/stand-in/fixtures/dataview/evaluation.ts';
import { QueryIndex, type IndexedApp } from '../../../e2e/stand-in/fixtures/dataview/query-index.ts';
import { eventLoopYield, Slicer } from '../../../shared/kit/concurrency/slices.ts';
import { hidingOf } from '../hiding-test-kit.ts';
import { runDql } from './run-dql.ts';

/** The stand-in for the query plugin's API: it evaluates with its own index and settings. */
export class StandInApi {
  index: QueryIndex;
  settings: object = { renderNullAs: '-' };
  evaluationContext: { functions: Record<string, unknown> } = { functions: newFunctions() };

  constructor(app: IndexedApp) {
    this.index = new QueryIndex(app);
    this.index.fill();
  }

  async query(query: string, source?: string): Promise<unknown> {
    return evaluate(query, {
      index: this.index,
      settings: this.settings,
      functions: this.evaluationContext.functions,
      origin: source ?? '',
    });
  }
}

interface Node {
  path: string;
  name: string;
  basename: string;
  children?: Node[];
}

/** A vault in its own folder, as queries see it. The adapter follows any path, like the app's. */
export class QueryVault {
  /** The vault; anything next to it is outside. */
  readonly root: string;
  readonly app: App;
  readonly api: StandInApi;
  readonly #folder: string;

  private constructor(folder: string, root: string, nodes: Map<string, Node>, texts: Map<string, string>) {
    this.#folder = folder;
    this.root = root;
    const app = appOf(root, nodes, texts);
    this.api = new StandInApi(app);
    this.app = {
      ...app,
      plugins: {
        manifests: { dataview: {} },
        enabledPlugins: new Set(['dataview']),
        plugins: { dataview: { api: this.api } },
      },
    } as unknown as App;
  }

  /**
   * Writes the files, by path, in a new temporary folder.
   *
   * @param linkUp makes symlinks in the vault, after the files
   */
  static async of(
    files: Record<string, string>,
    linkUp: (root: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<QueryVault> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'dql-')));
    const root = join(folder, 'vault');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    await linkUp(root);
    const [nodes, texts] = [new Map<string, Node>(), new Map<string, string>()];
    nodes.set('/', await walk(root, '', nodes, texts));
    return new QueryVault(folder, root, nodes, texts);
  }

  /** The answer to a query, as a client gets it. */
  ask(query: string, source?: string): Promise<unknown> {
    return runDql(
      this.app,
      { query, ...(source === undefined ? {} : { source }) },
      { slicer: new Slicer(10, eventLoopYield()), hiding: hidingOf(this.app.vault) },
    );
  }

  /** Values of a list, `key: value` where it has both. */
  async values(query: string, source?: string): Promise<unknown[]> {
    const { values } = (await this.ask(query, source)) as { values: unknown[] };
    return values.map((value) =>
      typeof value === 'object' && value !== null && 'key' in value && 'value' in value ? value.value : value,
    );
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

async function walk(root: string, path: string, nodes: Map<string, Node>, texts: Map<string, string>): Promise<Node> {
  const node: Node = {
    path: path === '' ? '/' : path,
    name: basename(path),
    basename: basename(path).replace(/\.\w+$/, ''),
  };
  if (path !== '') nodes.set(path, node);
  if (!(await stat(join(root, path))).isDirectory()) {
    texts.set(path, await readFile(join(root, path), 'utf8'));
    return node;
  }
  node.children = [];
  // Dot-folders are missing from the app's tree.
  for (const name of (await readdir(join(root, path))).sort())
    if (!name.startsWith('.'))
      node.children.push(await walk(root, path === '' ? name : `${path}/${name}`, nodes, texts));
  return node;
}

function appOf(
  root: string,
  nodes: Map<string, Node>,
  texts: Map<string, string>,
): IndexedApp & Pick<App, 'vault' | 'metadataCache'> {
  const files = [...nodes.values()].filter(({ children }) => children === undefined);
  const destOf = (linkpath: string): Node | null => {
    const names = [linkpath.toLowerCase(), `${linkpath.toLowerCase()}.md`];
    const found = files.filter(({ path }) =>
      names.some((name) => path.toLowerCase() === name || path.toLowerCase().endsWith(`/${name}`)),
    );
    return found.sort((a, b) => a.path.length - b.path.length)[0] ?? null;
  };
  const cacheOf = ({ path }: { path: string }): CachedMetadata => cacheOfText(texts.get(path) ?? '');
  const targetsOf = (file: Node): Record<string, number> =>
    Object.fromEntries(
      (cacheOf(file).links ?? []).map(({ link }) => [destOf(link)?.path ?? '', 1]).filter(([path]) => path !== ''),
    );
  return {
    vault: {
      configDir: '.obsidian',
      getFiles: () => files,
      getMarkdownFiles: () => files.filter(({ path }) => path.endsWith('.md')),
      getAbstractFileByPath: (path: string) => nodes.get(path) ?? null,
      getFileByPath: (path: string) => files.find((file) => file.path === path) ?? null,
      adapter: {
        getBasePath: () => root,
        read: (path: string) => readFile(join(root, path), 'utf8'),
        stat: (path: string) => stat(join(root, path)),
      },
    },
    metadataCache: {
      getFirstLinkpathDest: destOf,
      getFileCache: cacheOf,
      resolvedLinks: Object.fromEntries(files.map((file) => [file.path, targetsOf(file)])),
    },
  } as unknown as IndexedApp & Pick<App, 'vault' | 'metadataCache'>;
}

/** Links, tags, and properties of one line each. */
function cacheOfText(text: string): CachedMetadata {
  const [, properties = '', body = text] = /^---\n(.*?)---\n(.*)$/s.exec(text) ?? [];
  const frontmatter = Object.fromEntries(
    properties
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
  );
  return {
    frontmatter,
    links: [...body.matchAll(/\[\[([^\]|]+)\]\]/g)].map(([, link]) => ({ link })),
    tags: [...body.matchAll(/#\w+/g)].map(([tag]) => ({ tag })),
  } as unknown as CachedMetadata;
}
