/** @jsxImportSource preact */
/** The ways to sign in to this wallet: `<countersign-credentials>`. */

import type { VNode } from 'preact';
import { Kit } from '../kit.tsx';
import { providersOf } from '../sample-id.ts';
import { Sheet, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

/** The step. The platform tells the service a number; that codes may go there is signed in this browser. */
export function SignInView({ demo }: StepProps): VNode {
  const save = async (phoneNumber: string): Promise<void> => {
    if (demo.state.person !== null) await demo.requests.setPhoneNumber(demo.state.person, phoneNumber);
  };
  return (
    <Sheet title={translate('Sign-in methods')}>
      <Kit name="credentials" wallet={demo.wallet} savePhoneNumber={save} providers={providersOf(demo)} />
    </Sheet>
  );
}
