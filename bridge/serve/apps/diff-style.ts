/** The host's colours where it gives them, else ours; both themes keep WCAG's contrast. */
export const DIFF_APP_STYLE = `
:root { color-scheme: light; --added: #dafbe1; --removed: #ffebe9; --error: #a40e26;
  --text: var(--color-text-primary, #1f2328); --quiet: var(--color-text-secondary, #59636e);
  --page: var(--color-background-primary, #ffffff); --edge: var(--color-border-primary, #868f99); --ring: var(--color-ring-primary, #0550ae); }
:root[data-theme='dark'] { color-scheme: dark; --added: #12361f; --removed: #4a1c1f; --error: #ff9a94;
  --text: var(--color-text-primary, #e6edf3); --quiet: var(--color-text-secondary, #a3adb8);
  --page: var(--color-background-primary, #161b22); --edge: var(--color-border-primary, #7d8590); --ring: var(--color-ring-primary, #79c0ff); }
* { box-sizing: border-box; }
body { margin: 0; padding: 12px; background: var(--page); color: var(--text); font: 14px/1.5 var(--font-sans, system-ui, sans-serif); }
h1 { margin: 0; font-size: 15px; }
h2 { margin: 12px 0 4px; font-size: 13px; overflow-wrap: anywhere; }
p { margin: 4px 0; }
.quiet { color: var(--quiet); }
.error { color: var(--error); }
.diff { max-height: 360px; overflow: auto; border: 1px solid var(--edge); border-radius: 6px; font: 12px/1.6 var(--font-mono, ui-monospace, monospace); }
.diff > * { display: block; padding: 0 8px; min-height: 1.6em; white-space: pre-wrap; overflow-wrap: anywhere; text-decoration: none; unicode-bidi: isolate; }
ins { background: var(--added); color: var(--text); }
del { background: var(--removed); color: var(--text); }
button { margin-top: 8px; padding: 6px 14px; border: 1px solid var(--edge); border-radius: 6px; background: var(--page); color: var(--text); font: inherit; font-weight: 600; cursor: pointer; }
button:disabled { color: var(--quiet); cursor: default; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
`;
