import { createClient } from '@wakeline/client/client';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadInput, ResultOf } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import type { World } from './world.ts';

/** Somebody without an account, at an address of their own. The server must trust proxies. */
export class Viewer {
  readonly #client: ReturnType<typeof createClient>;

  constructor({ url, prefix }: Pick<World, 'url' | 'prefix'>, address: string) {
    const fetchFromAddress: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      return fetch(input, { ...init, headers });
    };
    this.#client = createClient({ baseUrl: url, prefix, token: () => null, fetch: fetchFromAddress });
  }

  call<Name extends OperationName>(
    name: Name,
    payload: PayloadInput<Operations[Name]>,
  ): Promise<ResultOf<Operations[Name]>> {
    return this.#client.call(name, payload) as Promise<ResultOf<Operations[Name]>>;
  }

  /** The failure of a call; null: it succeeded. */
  async failure<Name extends OperationName>(
    name: Name,
    payload: PayloadInput<Operations[Name]>,
  ): Promise<ErrorName | null> {
    return failureOf(this.call(name, payload));
  }
}

/** The name of the failure of a call; null: it succeeded. */
export async function failureOf(call: Promise<unknown>): Promise<ErrorName | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof NamedError) return error.errorName;
    throw error;
  }
}
