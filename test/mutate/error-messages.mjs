/** Leaves out the sentences of errors, which are for people: tests hold the codes. */

/** @type {(path: { parent: any, listKey?: string, key: unknown }) => string | undefined} */
const shouldIgnore = ({ parent, listKey, key }) =>
  parent?.type === 'NewExpression' && listKey === 'arguments' && key === 1 && parent.callee.name.endsWith('Error')
    ? 'the sentence of an error'
    : undefined;

/** Export that Stryker looks for in a plugin. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'error-messages', value: { shouldIgnore } }];
