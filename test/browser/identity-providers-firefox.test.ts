import { describeIdentityProviders } from './identity-providers.ts';

describeIdentityProviders('firefox');
