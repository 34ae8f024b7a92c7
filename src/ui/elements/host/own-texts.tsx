/** @jsxImportSource preact */
/** Texts that stay the element's own where a browser translates the page, and puts nodes of its own in the place of texts. */
import { isValidElement, type ComponentChildren } from 'preact';

/**
 * Puts each text of a drawing into a node of its own, whose key is the text: another text is another node, and what a translation has left
 * in the node before goes with it. `translate="no"` on what no translation may touch is the drawing's.
 */
export function withOwnTexts(children: ComponentChildren, index = 0): ComponentChildren {
  if (Array.isArray(children)) return children.map((child: ComponentChildren, at) => withOwnTexts(child, at));
  if (isValidElement(children)) {
    const props = children.props as { children?: ComponentChildren };
    if (props.children !== undefined) props.children = withOwnTexts(props.children);
    return children;
  }
  // Between words nothing is translated.
  if (typeof children !== 'string' || children.trim() === '') return children;
  return <span key={`${String(index)} ${children}`}>{children}</span>;
}
