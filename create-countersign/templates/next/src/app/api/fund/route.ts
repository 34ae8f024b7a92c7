import { answer, fund } from '../../../../server/platform.js';

export const POST = async (request: Request) => answer(await fund(request));
