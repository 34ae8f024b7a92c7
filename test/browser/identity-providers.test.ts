import { describeIdentityProviders } from './identity-providers.ts';

describeIdentityProviders('chromium');
