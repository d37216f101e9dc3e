const DEADLINE_MS = 20_000;
const PAUSE_MS = 30;

/** Retries until the expectation holds, or fails with its message. */
export async function until(expectation: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
