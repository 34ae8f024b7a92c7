import { account, answer } from '../../../../server/platform.js';

export const dynamic = 'force-dynamic';
export const GET = async (request: Request) => answer(await account(request));
