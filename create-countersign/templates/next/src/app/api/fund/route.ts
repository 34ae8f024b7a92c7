import { fund } from '../../../../server/platform.js';

export const POST = async () => Response.json(await fund());
