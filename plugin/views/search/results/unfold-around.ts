/** Opens the folded callouts that hold an element: the app draws them with their content hidden. */
export function unfoldAround(element: HTMLElement): void {
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around.matches('.callout-content')) around.show();
    else if (around.matches('.callout')) around.removeClass('is-collapsed');
    else if (around.matches('details')) around.setAttribute('open', '');
  }
}
