// Loaded before a build (`node --import`): its clock is 400 days and some hours ahead.
const AHEAD_MS = 400 * 86_400_000 + 12_345_678;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + AHEAD_MS);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + AHEAD_MS;
  }
};
