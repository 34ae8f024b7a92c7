import { quote } from '../../../../server/platform.js';

export async function POST(request: Request) {
  const { amount } = await request.json();
  return Response.json(await quote(amount));
}
