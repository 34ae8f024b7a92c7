import { platform } from '../../../platform';

const handle = async (request: Request): Promise<Response> => (await platform()).relay(request);
export { handle as GET, handle as POST, handle as PATCH, handle as DELETE };
