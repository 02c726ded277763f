import { z } from 'zod';
import {
  type ExternalResponse,
  ExternalServiceError,
  fetchExternalJson,
} from '../../places/fetch-external-json.ts';
import { TraccarSourceError } from './source.ts';

const TIMEOUT_MS = 120_000;
/** Bytes of a list of objects, and of positions: some ten thousand. */
const MAX_LIST_BYTES = 128 * 1_048_576;
const MAX_POSITION_BYTES = 16 * 1_048_576;
const MIN_VERSION = 4;

const server = z.object({ version: z.string() });

/** Requests to the API of a Traccar. Redirects are not followed, and sizes and durations are limited. */
export class ApiClient {
  readonly #base: URL;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`);
    this.#token = token;
  }

  /**
   * Checks that it is a supported Traccar, and that the token is of an administrator: others receive only a part of the
   * lists, without an error.
   *
   * @throws TraccarSourceError
   */
  async check(now: number): Promise<void> {
    const { status, json } = await this.#request('server', MAX_LIST_BYTES);
    const parsed = server.safeParse(json);
    if (status !== 200 || !parsed.success)
      throw new TraccarSourceError('the address has no API of Traccar (api/server)');
    const { version } = parsed.data;
    if (!(Number.parseInt(version, 10) >= MIN_VERSION))
      throw new TraccarSourceError(`Traccar ${version} is not supported: 4.0 or later is required`);
    // Traccar permits its statistics to administrators only.
    const day = new Date(now).toISOString();
    const path = `statistics?${new URLSearchParams({ from: day, to: day })}`;
    try {
      const { status } = await this.#fetch(path, MAX_LIST_BYTES);
      if (status !== 200) throw new ExternalServiceError(`status ${status}`);
    } catch (error) {
      if (!(error instanceof ExternalServiceError)) throw error;
      throw new TraccarSourceError(`the token is not of an administrator of Traccar (${error.message})`);
    }
  }

  /** @throws TraccarSourceError on any failure */
  async list<Row>(path: string, row: z.ZodType<Row>): Promise<readonly Row[]> {
    return this.#parse(path, row, await this.#request(path, MAX_LIST_BYTES));
  }

  /** Like `list`, or null if the response would be larger than a page of positions. */
  async listUpTo<Row>(path: string, row: z.ZodType<Row>): Promise<readonly Row[] | null> {
    try {
      return this.#parse(path, row, await this.#fetch(path, MAX_POSITION_BYTES));
    } catch (error) {
      if (!(error instanceof ExternalServiceError)) throw error;
      if (error.isTooLarge) return null;
      throw new TraccarSourceError(error.message);
    }
  }

  #parse<Row>(path: string, row: z.ZodType<Row>, { status, json }: ExternalResponse): readonly Row[] {
    const [name] = path.split('?');
    if (status !== 200) throw new TraccarSourceError(`the API of Traccar responded ${status} to ${name}`);
    const parsed = z.array(row).safeParse(json);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new TraccarSourceError(
      `the API of Traccar returned an invalid list of ${name}: ${issue?.path.join('.')}`,
    );
  }

  async #request(path: string, maxBytes: number): Promise<ExternalResponse> {
    try {
      return await this.#fetch(path, maxBytes);
    } catch (error) {
      if (error instanceof ExternalServiceError) throw new TraccarSourceError(error.message);
      throw error;
    }
  }

  #fetch(path: string, maxBytes: number): Promise<ExternalResponse> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const { signal } = new AbortController();
    const limits = { maxBytes, timeoutMs: TIMEOUT_MS, signal };
    return fetchExternalJson(
      'API of Traccar',
      new URL(`api/${path}`, this.#base).href,
      { method: 'GET', headers },
      limits,
    );
  }
}
