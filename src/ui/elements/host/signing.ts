/** The buttons that sign, each of which a guard keeps, for the elements that have some. */
import { framedEn } from '../../messages/screens/framed.ts';
import { pressEn } from '../../messages/screens/press.ts';
import { framedView, isFramedByOthers } from '../parts/framed.tsx';
import { createPressGuard, followPresses, type GuardedButton } from '../parts/press-guard.ts';
import type { Presses } from './presses.ts';
import { defineElement, type WalletElement } from './wallet-element.ts';

/** The subject of the buttons of one element. */
export interface Signed {
  /** Returns what is shown and signed, as a value that is compared; undefined while there is nothing to sign. */
  readonly signs: () => unknown;
  /** Called when `signs` is another. */
  readonly changed?: () => void;
  /** Pages of another origin may frame the element only by the attribute `allow-framed`. */
  readonly refusesFrames?: boolean | undefined;
}

/** Makes the attributes of a button that signs. */
export interface SigningPresses extends Presses {
  guard(act?: () => void): GuardedButton;
}

/** Creates the presses of an element that signs. */
export function createSigning(element: WalletElement, { signs, changed, refusesFrames }: Signed): SigningPresses {
  const guard = createPressGuard({
    signs: () => {
      const { wallet } = element;
      const signed = wallet && signs();
      return signed === undefined ? undefined : JSON.stringify([wallet?.accountId, signed]);
    },
    changed: () => changed?.(),
    isBusy: () => element.isBusy(),
    redraw: () => element.update(),
  });
  return {
    refusal: () => guard.refusal && element.texts('press', pressEn)[guard.refusal],
    begin: guard.begin,
    end: guard.end,
    look: guard.look,
    instead: () =>
      refusesFrames && !element.hasAttribute('allow-framed') && isFramedByOthers()
        ? framedView(element.texts('framed', framedEn))
        : undefined,
    guard: guard.button,
  };
}

/** Defines an element that signs. */
export function defineSigning(name: string, element: CustomElementConstructor): void {
  followPresses(window);
  defineElement(name, element);
}
