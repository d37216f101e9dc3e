/** Waits for all of them; errors go only to the console. */
export async function settle(promises: (Promise<unknown> | undefined)[]): Promise<void> {
  for (const result of await Promise.allSettled(promises.filter((promise) => promise !== undefined))) {
    if (result.status === 'rejected') console.error('Vault Loom: something failed:', result.reason);
  }
}
