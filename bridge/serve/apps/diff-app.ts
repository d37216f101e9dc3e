import type { ReadResourceResult, Server, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import script from 'worker-source:./diff-view.ts';
import { applyEditPreview } from '../../../shared/tools/write/apply-edit-preview.ts';
import { editNote } from '../../../shared/tools/write/edit-note.ts';
import type { ToolListing } from '../../../shared/tools/call/listing.ts';
import { envelopeOf } from '../client-claims.ts';
import { DIFF_APP_STYLE } from './diff-style.ts';

/** The page that shows the change of an `edit_note` and applies a dry run, for clients that show MCP Apps. */
export const DIFF_APP_URI = 'ui://vault-loom/diff';
const APP_MIME_TYPE = 'text/html;profile=mcp-app';

const claims = z.looseObject({
  extensions: z.looseObject({
    'io.modelcontextprotocol/ui': z.looseObject({ mimeTypes: z.array(z.string()) }),
  }),
});

/** Whether the client of a request shows apps. Newer clients say so with every request, older ones once. */
export function showsApps(server: Server, request: ServerContext): boolean {
  const claimed = claims.safeParse(
    envelopeOf(request)?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities(),
  );
  return claimed.success && claimed.data.extensions['io.modelcontextprotocol/ui'].mimeTypes.includes(APP_MIME_TYPE);
}

/**
 * The tool list for a client that shows apps, with the page linked to `edit_note`. Unchanged if `apply_edit_preview` is
 * not offered: the page's button calls it.
 */
export function withApps(listing: readonly ToolListing[]): (ToolListing & { _meta?: object })[] {
  if (!listing.some(({ name }) => name === applyEditPreview.name)) return [...listing];
  return listing.map((tool) =>
    tool.name === editNote.name ? { ...tool, _meta: { ui: { resourceUri: DIFF_APP_URI } } } : tool,
  );
}

/** The page. It needs nothing from any network, and the client's default policy forbids it all. */
export function diffAppContents(): ReadResourceResult {
  const text = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Change of a note</title>',
    `<style>${DIFF_APP_STYLE}</style></head><body><main></main>`,
    `<script>${script.replaceAll('</script', '<\\/script')}</script></body></html>`,
  ].join('');
  return { contents: [{ uri: DIFF_APP_URI, mimeType: APP_MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } }] };
}
