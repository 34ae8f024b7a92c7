/** Rules that oxlint lacks. */

/** @typedef {{ readonly type: string, readonly left?: Node, readonly value?: Node, readonly properties?: readonly Node[] }} Node */

/**
 * A default would also be missing where a script has planted the name on `Object.prototype`: the caller says each member, or the
 * function takes a copy without a prototype first.
 */
const noDefaultsInParameters = {
  /** @param {{ report: (problem: { node: unknown, message: string }) => void }} context */
  create(context) {
    /** @param {{ readonly params: readonly Node[] }} node */
    const check = ({ params }) => {
      for (const param of params) {
        const pattern = param.type === 'AssignmentPattern' ? param.left : param;
        if (pattern?.type !== 'ObjectPattern') continue;
        const defaults = (pattern.properties ?? []).filter(({ value }) => value?.type === 'AssignmentPattern');
        for (const node of param === pattern ? defaults : [param, ...defaults])
          context.report({
            node,
            message: 'A destructured parameter has no default: an inherited member would replace it.',
          });
      }
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

export default { meta: { name: 'countersign' }, rules: { 'no-defaults-in-parameters': noDefaultsInParameters } };
