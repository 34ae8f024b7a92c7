import { login } from '../../../server/login.js';

export { login as GET, login as POST };
