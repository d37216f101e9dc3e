import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { launchChromium } from '../e2e/driver/browser.ts';
import type { Drawing } from './drawing/frames.ts';
import { percentile } from './support/figures/statistics.ts';
import type { Figure } from './support/figures/report.ts';

const HERE = fileURLToPath(new URL('drawing', import.meta.url));
const STYLES = fileURLToPath(new URL('../dist/plugin/styles.css', import.meta.url));
const ADDRESS = 'https://drawing.test/';
const PAGE = '<!doctype html><body class="theme-light"></body>';
const ROUNDS = 9;
const MOVE_FRAMES = 120;
/** What {@link MapPicture} shows at most. */
const MOST_DOTS = 1_500;
const FRAME_MS = 50;

/** Each thing drawn, with the bound for the frame that shows it, in ms. */
const DRAWINGS: { name: string; bound: number; draw: (page: Page) => Promise<Drawing> }[] = [
  { name: '31 themes', bound: 300, draw: (page) => page.evaluate(() => window.vaultLoomDrawing.map(31, 0)) },
  {
    name: '400 notes of a theme',
    bound: 300,
    draw: (page) => page.evaluate(() => window.vaultLoomDrawing.map(0, 400)),
  },
  {
    name: '20 rows of search',
    bound: FRAME_MS,
    draw: (page) => page.evaluate(() => window.vaultLoomDrawing.search(20)),
  },
  {
    name: '20 related notes',
    bound: FRAME_MS,
    draw: (page) => page.evaluate(() => window.vaultLoomDrawing.related(20)),
  },
  { name: '60 changes', bound: FRAME_MS, draw: (page) => page.evaluate(() => window.vaultLoomDrawing.activity(60)) },
];

/**
 * Draws what the screens draw, with the same code, in a page of Chromium: the time of our code, and until it is seen.
 */
export async function measureDrawing(): Promise<Figure[]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // Only a page from a server may use all of the browser.
    await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.goto(ADDRESS);
    await page.addStyleTag({ path: STYLES });
    await page.addScriptTag({ content: await pageScript() });
    const figures: Figure[] = [];
    for (const { name, bound, draw } of DRAWINGS) figures.push(...(await measure(name, bound, () => draw(page))));
    figures.push(...(await moves(page, '31 themes', { themes: 31, notes: 0 })));
    return [...figures, ...(await moves(page, `${MOST_DOTS} dots`, { themes: 0, notes: MOST_DOTS }))];
  } finally {
    await browser.close();
  }
}

async function measure(name: string, bound: number, draw: () => Promise<Drawing>): Promise<Figure[]> {
  // The first time, code is compiled and fonts are read.
  await draw();
  const rounds: Drawing[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await draw());
  const median = (of: (drawing: Drawing) => number): number => percentile(rounds.map(of), 0.5);
  return [
    { name: `${name}: code`, value: median(({ script }) => script), unit: 'ms' },
    { name: `${name}: on the screen after`, value: median(({ frame }) => frame), unit: 'ms', bound },
  ];
}

/** Frames while the picture is zoomed and moved. */
async function moves(page: Page, what: string, shown: { themes: number; notes: number }): Promise<Figure[]> {
  const { frame } = await page.evaluate(({ themes, notes }) => window.vaultLoomDrawing.map(themes, notes), shown);
  const zooming = await page.evaluate((frames) => window.vaultLoomDrawing.zoom(frames), MOVE_FRAMES);
  const moving = await page.evaluate((frames) => window.vaultLoomDrawing.pan(frames), MOVE_FRAMES);
  const framesWhile = (doing: string, took: number[]): Figure[] => [
    { name: `${what}: frame while ${doing}, p50`, value: percentile(took, 0.5), unit: 'ms' },
    { name: `${what}: frame while ${doing}, p95`, value: percentile(took, 0.95), unit: 'ms', bound: FRAME_MS },
  ];
  return [
    { name: `${what}: first on the screen after`, value: frame, unit: 'ms', bound: 300 },
    ...framesWhile('zooming', zooming),
    ...framesWhile('moving', moving),
  ];
}

async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'page.ts')],
    alias: { obsidian: join(HERE, 'app-module.ts') },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
