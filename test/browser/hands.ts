/** A person's hands, for a browser that Playwright can't drive. */
export const hands = `
  const soon = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise(requestAnimationFrame);
    }
  };
  const all = (selector, root = document) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? all(selector, shadowRoot) : [])),
  ];
  const texts = (selector, text) =>
    all(selector).find((one) => one.textContent.trim() === text && one.checkVisibility());
  const heading = (text) => soon(() => texts('h1, h2', text));
  const press = async (text, selector = 'button') => {
    const ready = () =>
      all(selector).find((one) => ((one.getAttribute('aria-label') ?? one.textContent).trim() + ' ').startsWith(text + ' ') && one.checkVisibility());
    await soon(() => (ready()?.getAttribute('aria-disabled') === 'true' ? null : ready()));
    ready().scrollIntoView();
    // One that signs has to stand in view.
    if (ready().ariaDisabled !== null) await new Promise((resolve) => setTimeout(resolve, 900));
    ready().click();
  };
  const type = async (id, value) => {
    const input = await soon(() => all('#' + id + ', [name="' + id + '"]')[0]);
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const says = (text) => soon(() => all('p').some((one) => one.textContent.includes(text)));
`;
