/** What drawing something costs. */
export interface Drawing {
  /** Of our code, in ms. */
  script: number;
  /** From the start of our code until the frame that shows its result is done, in ms. */
  frame: number;
}

/** Draws, and waits until it is on the screen. */
export async function drawn(draw: () => void): Promise<Drawing> {
  await nextFrame();
  const started = performance.now();
  draw();
  const script = performance.now() - started;
  await nextFrame();
  // Messages are handled once the frame is painted.
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
  return { script, frame: performance.now() - started };
}

/** The times between frames, in ms, while each frame is given something to do. */
export async function framesOf(count: number, act: (frame: number) => void): Promise<number[]> {
  const times: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < count; frame++) {
    act(frame);
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  return times;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
