/** The platform's own customers: who they are here, and which wallet account is theirs with the service. */

import type { PlatformService } from './service.ts';

/** A signed-in person. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly customerId: string;
  readonly accountId: string;
}

/** The platform's customer records; in memory, as this is a demonstration. */
export interface People {
  byId(userId: string | null): Person | null;
  /** Finds the person with this e-mail, or creates them here and with the service. */
  enter(email: string): Promise<Person>;
  all(): readonly Person[];
}

/** Makes a register of people, empty or with those who were known before. */
export function createPeople(service: PlatformService, known: readonly Person[] = []): People {
  const byEmail = new Map(known.map((person) => [person.email, Promise.resolve(person)]));
  const byUserId = new Map(known.map((person) => [person.userId, person]));

  async function create(email: string): Promise<Person> {
    const userId = crypto.randomUUID();
    const fullName = 'Sample Customer';
    const customerId = await service.createCustomer({ platformCustomerId: userId, email, fullName });
    const { id: accountId } = await service.walletAccount(customerId);
    const person = { userId, email, fullName, customerId, accountId };
    byUserId.set(userId, person);
    return person;
  }

  return Object.freeze({
    byId: (userId: string | null): Person | null => (userId === null ? null : (byUserId.get(userId) ?? null)),
    async enter(email: string): Promise<Person> {
      const known = byEmail.get(email);
      if (known !== undefined) return known;
      const created = create(email);
      // Two presses at once share one creation; a failed one may be tried again.
      byEmail.set(email, created);
      created.catch(() => byEmail.delete(email));
      return created;
    },
    all: () => [...byUserId.values()],
  });
}
