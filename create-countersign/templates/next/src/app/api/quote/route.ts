import { answer, quote } from '../../../../server/platform.js';

export async function POST(request: Request) {
  const { amount } = await request.json();
  return answer(await quote(request, amount));
}
