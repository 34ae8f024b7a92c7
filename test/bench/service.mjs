export async function benchSandbox() {}
export async function benchRelay() {}
