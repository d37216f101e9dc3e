import type { WaitingCall } from './review-file.ts';

/** What a call asks for, as far as its tool and arguments say so. */
export type ClaimedDeed = { kind: 'create' | 'edit' | 'delete' } | { kind: 'move'; from: string; to: string };

/** What the caller says a change would do: all that is known of it until it is planned. */
export interface Claim {
  deed: ClaimedDeed;
  paths: readonly string[];
  diff: string;
}

export function claimOf(call: Pick<WaitingCall, 'tool' | 'args' | 'paths' | 'diff'>): Claim {
  return { deed: deedOf(call), paths: call.paths, diff: call.diff };
}

function deedOf({ tool, args }: Pick<WaitingCall, 'tool' | 'args'>): ClaimedDeed {
  if (tool === 'create_note') return { kind: 'create' };
  if (tool === 'delete_note') return { kind: 'delete' };
  const { source, destination } = args;
  if (tool === 'move_note' && typeof source === 'string' && typeof destination === 'string')
    return { kind: 'move', from: source.replace(/\/+$/u, ''), to: destination };
  return { kind: 'edit' };
}
