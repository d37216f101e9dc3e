/** Libraries that the app loads when they are needed, and the sandbox does not have. */
async function absent(name: string): Promise<never> {
  throw new Error(`The sandbox does not have ${name}.`);
}

export const loadMathJax = async (): Promise<void> => {};
export const finishRenderMath = async (): Promise<void> => {};
export const loadMermaid = (): Promise<never> => absent('Mermaid');
export const loadPdfJs = (): Promise<never> => absent('PDF.js');
export const loadPrism = (): Promise<never> => absent('Prism');

/** The source stands for the formula. */
export function renderMath(source: string, display: boolean): HTMLElement {
  return createSpan({ cls: display ? 'math math-block is-loaded' : 'math math-inline is-loaded', text: source });
}
