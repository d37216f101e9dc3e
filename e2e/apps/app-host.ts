import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Browser, Frame, Page } from 'playwright';

/** A page that plays the host of an MCP App. */
export interface AppHost {
  page: Page;
  app: Frame;
  /** Sends a notification to the app. */
  tell(method: string, params: unknown): Promise<void>;
  /** What the app asked the host for, by method. */
  asked: { method: string; params: unknown }[];
}

/**
 * Shows an app in a sandboxed frame without any network, and plays the host's part of the protocol; `call` carries out
 * its calls of tools.
 */
export async function showApp(
  browser: Browser,
  html: string,
  { theme, call }: { theme: 'light' | 'dark'; call: (params: unknown) => Promise<CallToolResult> },
): Promise<AppHost> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  const asked: AppHost['asked'] = [];
  await page.exposeFunction('answerApp', async (method: string, params: unknown): Promise<unknown> => {
    asked.push({ method, params });
    if (method === 'ui/initialize')
      return {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'host', version: '1' },
        hostCapabilities: { serverTools: {}, updateModelContext: { text: {} } },
        hostContext: { theme },
      };
    return method === 'tools/call' ? call(params) : {};
  });
  await page.setContent(HOST);
  const opened = page.waitForFunction(() => document.body.dataset['ready'] === 'yes');
  await page.evaluate((source) => {
    const frame = document.querySelector('iframe');
    if (frame !== null) frame.srcdoc = source;
  }, html);
  await opened;
  const app = page.frames().find((frame) => frame !== page.mainFrame());
  if (app === undefined) throw new Error('The app has no frame.');
  return {
    page,
    app,
    asked,
    tell: (method, params) =>
      page.evaluate((message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'), {
        jsonrpc: '2.0',
        method,
        params,
      }),
  };
}

/** A frame from `srcdoc` has the policy of the page around it. */
const HOST = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<style>body { margin: 0 } iframe { border: 0; width: 100%; height: 470px }</style>
<iframe sandbox="allow-scripts" title="App"></iframe>
<script>
addEventListener('message', async ({ source, data }) => {
  if (source !== document.querySelector('iframe').contentWindow) return;
  if (data.method === 'ui/notifications/initialized') document.body.dataset.ready = 'yes';
  if (data.id === undefined || data.method === undefined) return;
  const result = await answerApp(data.method, data.params);
  source.postMessage({ jsonrpc: '2.0', id: data.id, result }, '*');
});
</script>`;
