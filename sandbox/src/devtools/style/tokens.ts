/** Colours and measures; texts have 4.5:1 and marks 3:1 on every background of their scheme. */

/** Tokens that both schemes share. */
export const tokenStyle = `
:host {
  all: initial;
  display: block;
  container-type: inline-size;
  font: 0.875rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --radius: 10px;
  --guides: linear-gradient(90deg, transparent calc(12.5% - 0.5px), var(--line) 0 calc(12.5% + 0.5px), transparent 0 calc(37.5% - 0.5px), var(--line) 0 calc(37.5% + 0.5px), transparent 0 calc(62.5% - 0.5px), var(--line) 0 calc(62.5% + 0.5px), transparent 0 calc(87.5% - 0.5px), var(--line) 0 calc(87.5% + 0.5px), transparent 0);
}
`;

/** Light. */
export const lightTokens = `
  color-scheme: light;
  --page: #f6f7f9; --surface: #ffffff; --raised: #eef0f4; --ink: #171c26; --muted: #525b6b; --line: #d9dde5; --edge: #7f8899;
  --accent: #2346c4; --accent-ink: #ffffff; --good: #0b6b3f; --good-soft: #e2f3ea; --bad: #a5202b; --bad-soft: #fce9ea;
  --warn: #7a4b00; --warn-soft: #fbf0db; --browser: #2346c4; --relay: #7b2fa8; --service: #935400; --enclave: #0b6b3f;
`;

/** Dark. */
export const darkTokens = `
  color-scheme: dark;
  --page: #11141b; --surface: #191d27; --raised: #232936; --ink: #e8ebf2; --muted: #a6afc0; --line: #313848; --edge: #78829a;
  --accent: #9db4ff; --accent-ink: #0f1530; --good: #71d9a3; --good-soft: #14301f; --bad: #ff9fa3; --bad-soft: #3a181c;
  --warn: #f2c57c; --warn-soft: #33260d; --browser: #9db4ff; --relay: #d5a6f5; --service: #f2c57c; --enclave: #71d9a3;
`;
