import { account } from '../../../../server/platform.js';

export const dynamic = 'force-dynamic';
export const GET = async () => Response.json(await account());
