import type { ReactNode } from 'react';
import type { Quote } from 'countersign';
import { useAction } from 'countersign/react';

/** A button that signs a quote, once, however often it is pressed. */
export function PayButton({ quote }: { readonly quote: Quote }): ReactNode {
  const pay = useAction((wallet, options) => wallet.quote.execute(quote, options));

  if (pay.result !== undefined) return <p role="status">{pay.result.status}</p>;
  return (
    <button disabled={pay.pending} onClick={() => void pay.run()}>
      Sign and send
    </button>
  );
}
