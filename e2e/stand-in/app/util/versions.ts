/** The version of the app that the sandbox plays. */
export const apiVersion = '1.13.1';

/** Whether the app is at least of this version. */
export function requireApiVersion(version: string): boolean {
  const [own, asked] = [apiVersion, version].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.max(own.length, asked.length); index++) {
    const difference = (own[index] ?? 0) - (asked[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
