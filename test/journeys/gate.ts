/** Something that happens when a test wants it to. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a closed gate. */
export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
