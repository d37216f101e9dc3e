/** Asks at most once per n milliseconds and reuses the answer meanwhile. A failure is not reused. */
export function recently<T>(ask: () => Promise<T>, ms: number): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let askedAt = -Infinity;
  return () => {
    if (answer !== null && performance.now() - askedAt < ms) return answer;
    const asked = ask();
    asked.catch(() => {
      if (answer === asked) answer = null;
    });
    [answer, askedAt] = [asked, performance.now()];
    return asked;
  };
}
