import { relay } from '../../../../server/platform.js';

export { relay as GET, relay as POST, relay as PATCH, relay as DELETE };
