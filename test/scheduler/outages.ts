/** A network that fails, and tabs that it is gone for. */
import type { BrowserOptions, Fault } from './tab.ts';

/** Puts outages over the faults of a network. */
export function createOutages(faultOf: BrowserOptions['faultOf']) {
  const lost = new Map<number, Fault>();
  let isGood = false;
  return {
    /** From now on a tab's requests are lost, the next one as said. */
    begin: (tab: number, next: Fault) => void lost.set(tab, next),
    /** From now on nothing fails any more. */
    end() {
      isGood = true;
    },
    faultOf(request: Parameters<BrowserOptions['faultOf']>[0]): Fault {
      if (isGood) return 'none';
      const fault = lost.get(request.tab);
      if (fault !== undefined) lost.set(request.tab, 'lost-before');
      return fault ?? faultOf(request);
    },
  };
}
