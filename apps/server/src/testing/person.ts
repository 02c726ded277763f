import { type Client, createClient } from '@wakeline/client/client';
import type { PayloadInput, ResultOf } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import WebSocket from 'ws';
import { passwordDigest } from '../identity/password.ts';
import { TestConsole } from './console-of.ts';

/** The password of all users. */
export const PASSWORD = 'open sesame';

/** A user with a login. */
export class Person {
  readonly login: string;
  readonly userId: number;
  readonly accountId: number;
  readonly client: Client;
  readonly #service: string;
  readonly #consoles: TestConsole[] = [];
  #token: string | null = null;

  constructor(details: { login: string; userId: number; accountId: number; url: string; prefix: string }) {
    this.login = details.login;
    this.userId = details.userId;
    this.accountId = details.accountId;
    this.#service = `${details.url}${details.prefix}`;
    this.client = createClient({ baseUrl: details.url, prefix: details.prefix, token: () => this.#token });
  }

  /** The token of the session; signs in if there is none. */
  async token(): Promise<string> {
    if (this.#token === null) await this.signIn();
    return this.#token ?? '';
  }

  /** Uses this API token from now on. */
  useToken(token: string): void {
    this.#token = token;
  }

  async signIn(password: string = PASSWORD): Promise<ResultOf<Operations['loginByCodeOrPd']>> {
    this.#token = null;
    const result = await this.client.call('loginByCodeOrPd', {
      phone: this.login,
      pd: passwordDigest(password),
    });
    this.#token = result.accountMsg.token;
    return result;
  }

  call<Name extends OperationName>(
    operation: Name,
    payload: PayloadInput<Operations[Name]>,
  ): Promise<ResultOf<Operations[Name]>> {
    return this.client.call(operation, payload);
  }

  /** Opens a console. */
  async console(options: { cursor?: number | null; refresh?: number } = {}): Promise<TestConsole> {
    const token = await this.token();
    const console = new TestConsole({ client: this.client, url: this.socketUrl, token }, options);
    this.#consoles.push(console);
    return console;
  }

  /** Opens a raw socket, for messages that the real console never sends. */
  async socket(): Promise<WebSocket> {
    return new WebSocket(this.socketUrl, { headers: { authorization: `Bearer ${await this.token()}` } });
  }

  get socketUrl(): string {
    return `${this.#service.replace('http', 'ws')}/socket`;
  }

  closeConsoles(): void {
    for (const console of this.#consoles) console.close();
  }
}
