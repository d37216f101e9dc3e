import { chromium, type Browser } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/**
 * Starts Chromium, headless and with its own profile, removed at the end.
 *
 * @throws if there is none; `npm test` fetches one
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error('There is no Chromium. Run npm test, which fetches one, or name one in PLAYWRIGHT_CHROMIUM.');
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}
