import { systemCode } from '../../shared/kit/disk/disk-io.ts';
import { complain } from '../process/complain.ts';
import { FAILED, OK } from '../process/exit-codes.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';

export interface Output {
  /** From now on the command is carried out to its end, whether or not somebody reads what it prints. */
  finish: () => void;
  /** Whether printed output was lost although somebody was meant to read it. */
  isLost: () => boolean;
}

/**
 * A reader such as `head` may stop reading: a command that only shows something then ends. Any other failure to write,
 * such as a full disk, is reported.
 */
export function watchOutput(): Output {
  let isToFinish = false;
  let isLost = false;
  process.stdout.on('error', (error) => {
    const code = systemCode(error);
    if (!READER_GONE.has(code) && !isLost) {
      isLost = true;
      complain(new VaultLoomError('internal', `What this command prints cannot be written (${code}).`));
    }
    if (!isToFinish) process.exit(isLost ? FAILED : OK);
  });
  return { finish: () => (isToFinish = true), isLost: () => isLost };
}

/** The second is what Windows says. */
const READER_GONE = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED']);
