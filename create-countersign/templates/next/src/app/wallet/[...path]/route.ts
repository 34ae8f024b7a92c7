import { relay } from '../../../../server/relay.js';

export { relay as GET, relay as POST, relay as PATCH, relay as DELETE };
