// Runs inside a server, before its own code. SOAK_CLOCK: a file with milliseconds that its clock is ahead, or behind.
// SOAK_NO_EVENTS: the file system is a network share (NFS) that tells of no change.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setInterval } from 'node:timers';

const NFS = 0x6969;
const { SOAK_CLOCK, SOAK_NO_EVENTS } = process.env;

if (SOAK_CLOCK !== undefined) {
  let ahead = 0;
  const RealDate = Date;
  const look = () => {
    try {
      ahead = Number(fs.readFileSync(SOAK_CLOCK, 'utf8')) || 0;
    } catch {
      ahead = 0;
    }
  };
  look();
  setInterval(look, 50).unref();
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(RealDate.now() + ahead);
      else super(...parts);
    }
    static now() {
      return RealDate.now() + ahead;
    }
  };
}

if (SOAK_NO_EVENTS !== undefined) {
  const { watch } = fs;
  // It watches a file that never changes instead.
  fs.watch = (_path, ...rest) => watch(SOAK_NO_EVENTS, ...rest.filter((part) => typeof part === 'function'));
  const { statfs } = fs.promises;
  fs.promises.statfs = async (...args) => Object.assign(await statfs(...args), { type: NFS });
  syncBuiltinESMExports();
}
