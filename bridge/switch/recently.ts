/** Asks at most once in so many milliseconds: what was answered stands meanwhile. A failure does not. */
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
